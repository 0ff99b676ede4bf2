"""Air combat (19)."""
