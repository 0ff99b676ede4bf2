"""Scenario files: read safely, checked against a declaration, every problem with its line and column."""
