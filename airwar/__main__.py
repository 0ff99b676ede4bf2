"""`python -m airwar` is `airwar`."""

from airwar.cli import main

main()
