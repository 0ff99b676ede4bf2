"""What is said to the person at the table, on stderr."""

from __future__ import annotations

import re
import sys

from airwar.answers.prompt import DIM, HEAD

CITED = re.compile(r"(  \([\w. ]+\))+$")  # the rule at the end of a heading, and what to type


def speak(line: str, style: str = "") -> None:
    """Prints a line. A head stands out: bold, or under a rule if there is no color. What few people read is dim."""
    from rich.text import Text

    from airwar.show.console import ascii_only, folded, talk
    from airwar.show.sides import colored

    console, text = talk(), folded(line)
    if console.color_system:
        shown = Text(text, style={HEAD: "bold", DIM: "dim"}.get(style, ""))
        if style != DIM:
            colored(shown)
        if style == HEAD and (cited := CITED.search(text)):
            shown.stylize("not bold dim", *cited.span())
        console.print(shown, soft_wrap=True)
        return
    if style == HEAD and sys.stderr.isatty():
        rule = "-" if ascii_only(console) else "─"
        sys.stderr.write(f"{rule * max(map(len, text.splitlines()))}\n")
    sys.stderr.write(f"{text}\n")
