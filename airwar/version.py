"""The version of airwar."""

__version__ = "1.3.0"
