"""Counterair (18.52)."""
