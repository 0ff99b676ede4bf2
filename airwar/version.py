"""The version of airwar."""

__version__ = "1.6.0"
