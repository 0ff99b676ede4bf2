"""The engine: it runs steps, reads dice and charts, keeps the log and finds the odds. It knows no game."""
