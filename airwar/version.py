"""The version of airwar."""

__version__ = "0.1.0"
