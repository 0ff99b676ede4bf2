"""Ground support, defensive air support and the ground attacks they fly for (18.55, 18.61)."""
