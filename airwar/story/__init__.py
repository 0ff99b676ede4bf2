"""Stories: a scenario with the lines somebody types, the dice rolled, and what should then be true. They are played and checked."""
