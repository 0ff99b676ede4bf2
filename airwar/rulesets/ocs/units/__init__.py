"""Air units: what a counter says, and what a unit may do in each phase."""
