"""Missions, from takeoff to the return home."""
