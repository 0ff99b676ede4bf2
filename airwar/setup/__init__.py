"""From a file to a game that is ready to be played: loading it, changing it, its places, and what `airwar new` writes."""
