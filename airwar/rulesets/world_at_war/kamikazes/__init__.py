"""Kamikazes (17.4)."""
