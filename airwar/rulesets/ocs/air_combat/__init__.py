"""Air-to-air combat (14.6)."""
