"""How things look: tables on a terminal, plain text in a pipe, one JSON document for programs."""
