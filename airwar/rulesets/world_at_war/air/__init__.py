"""Taking off, being in the air, landing (18.4)."""
