"""airwar: a combat adjudicator for tabletop air war."""

__version__ = "0.1.0"
