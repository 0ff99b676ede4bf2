"""The version of airwar."""

__version__ = "1.0.0"
