"""What is said to the person at the table, on stderr."""

from __future__ import annotations

import sys

from airwar.answers.prompt import DIM, HEAD


def speak(line: str, style: str = "") -> None:
    """Prints a line. A head stands out: bold, or under a rule if there is no color. What few people read is dim."""
    from rich.text import Text

    from airwar.show.console import ascii_only, folded, talk

    console, text = talk(), folded(line)
    if style in (HEAD, DIM) and console.color_system:
        console.print(Text(text, style="bold" if style == HEAD else "dim"), soft_wrap=True)
        return
    if style == HEAD and sys.stderr.isatty():
        rule = "-" if ascii_only(console) else "─"
        sys.stderr.write(f"{rule * max(map(len, text.splitlines()))}\n")
    sys.stderr.write(f"{text}\n")
