"""Stories: a scenario with the lines that somebody types, the dice that fall, and what is so then. They are played and checked."""
