"""The version of airwar."""

__version__ = "1.5.0"
