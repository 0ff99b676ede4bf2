"""An explanation of one result, for people."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from airwar.analysis.explain import Explanation
from airwar.show.console import clean, sheet_table
from airwar.show.lines import hung


def page(console: Console, found: Explanation) -> None:
    """The whole explanation."""
    console.print(clean(found.title), style="bold")
    for line in found.lines:
        console.print(hung(console, Text(clean(line))))
    if found.excerpt:
        console.print(sheet_table(console, found.excerpt))
    section(console, "what followed", found.followed)
    section(console, "rulings", found.rulings)
    section(console, "rules, in our words", tuple(f"{entry.number}  {entry.text}" for entry in found.rules))


def section(console: Console, head: str, lines: tuple[str, ...]) -> None:
    """Lines below a heading, if there are any."""
    if lines:
        console.print(head, style="dim")
    for line in lines:
        console.print(hung(console, Text(clean(line))))
