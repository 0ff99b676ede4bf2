"""What several commands take on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

PATH = click.Path(path_type=Path)
LOG = click.argument("log", type=PATH)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
OUT = click.option("-o", "--out", type=PATH, help="Write to a new file instead.")
SET = click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Set a value: units.X.count=6. Repeatable.")
POLICY = click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="KEY=ANSWER|FILE",
    help="Goes before the scenario's choices: KEY=ANSWER, or a file in their format. Repeatable.",
)
DETAIL = click.option("--detail", is_flag=True, help="Show everything: every table and note, and the full id of every roll.")


def seconds_option(default: float, about: str, least: float = 0.1) -> Callable[[Command], Command]:
    """The time that an analysis may take."""
    return click.option("--seconds", type=click.FloatRange(least, 36_000), default=default, show_default=True, help=about)


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one, in the order of the help."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


# at the table

NEW_LOG = click.option("--log", "log_path", type=PATH, help="The log file; an existing one is never overwritten.")
SEED = click.option("--seed", help="A number; the same seed and answers give the same battle. Default: a secret random one.")
MODES = click.Choice(["machine", "physical", "ask"])
PLAY = click.option(
    "--play",
    "play",
    multiple=True,
    metavar="SIDE[=WHO]",
    help="Let the scenario's choices play this side, or WHO: a file of choices, or the machine as best, reckless, cautious or "
    "steady. none: no side is played for you anymore.",
)
AUTO = click.option(
    "--auto",
    "auto",
    multiple=True,
    metavar="PATTERN",
    help="Do not ask these questions; take the script's answer, or the usual one. none: ask them again.",
)
WHO = click.option("--who", help="Who signs notes, corrections and rulings.  [default: referee]")
SEATING = together(
    PLAY,
    AUTO,
    click.option(
        "--ask",
        "ask",
        type=click.Choice(["open", "all"]),
        help="With all, questions with one sensible answer are asked too.  [default: open]",
    ),
    click.option("--tutor", is_flag=True, help="Warn once before an answer that costs more than five points, by the odds."),
    WHO,
    DETAIL,
    click.option("--no-input", is_flag=True, help="Ask nothing: the scenario's script answers. Implied without a terminal."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end instead of tables."),
)
