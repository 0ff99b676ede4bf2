"""The board as a scenario's file has it, in all games alike: places, how far they are from one another, and where to draw them."""
