"""Scenario files: what they may say, and how they become the first position."""
