"""The version of airwar."""

__version__ = "1.1.0"
