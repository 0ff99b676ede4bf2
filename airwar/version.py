"""The version of airwar."""

__version__ = "1.4.0"
