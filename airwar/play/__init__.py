"""A battle being played: the session, who is seated, and the lines that are typed. One line is one order. It knows no games."""
