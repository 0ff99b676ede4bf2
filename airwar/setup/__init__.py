"""From a file to a game that is ready to play: loading and changing scenarios, their places, and what `airwar new` writes."""
