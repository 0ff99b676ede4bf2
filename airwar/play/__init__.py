"""A battle being played: the session, who has a seat, and the typed lines. One line is one order. Nothing here knows any game."""
