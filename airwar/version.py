"""The version of airwar."""

__version__ = "1.7.0"
