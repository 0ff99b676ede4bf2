"""The version of airwar."""

__version__ = "1.2.0"
