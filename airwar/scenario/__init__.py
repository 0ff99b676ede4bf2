"""Scenario files: read safely and checked against a declaration; every problem is reported with its line and column."""
