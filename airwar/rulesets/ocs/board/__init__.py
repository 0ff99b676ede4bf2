"""The board: the map and everything on it, and the missions that a scenario orders."""
