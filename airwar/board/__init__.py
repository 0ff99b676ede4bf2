"""The board as a scenario's file has it, in all games alike: places, and how far they are from one another."""
