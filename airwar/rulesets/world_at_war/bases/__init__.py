"""Where air units are based, and how they move from base to base (18.1-18.3, 18.7)."""
