"""The engine: it runs steps, reads dice and charts, and keeps the log. It knows no game."""
