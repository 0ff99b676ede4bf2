"""Air units: types, ranges, jets (17)."""
