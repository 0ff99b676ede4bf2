"""Naval air training (17.35)."""
