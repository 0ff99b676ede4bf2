"""fork and script: a battle that goes its own way, and its answers as a script."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote

import click


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(0), help="Go its own way after this record. Default: the last.")
@click.option("--scenario", help="Another scenario, such as the file as it is now.")
@click.option("--log", "to", type=click.Path(path_type=Path), help="The new log. Default: a free name beside LOG.")
@click.option("--seed", help="The seed of the new battle. Default: a secret random one.")
def fork(log: Path, at: int | None, scenario: str | None, to: Path | None, seed: str | None) -> int:
    """\b
    airwar fork malta-1942.jsonl --at 40
    airwar fork malta-1942.jsonl --scenario malta-1942.yaml

    Begin a new log from the battle in LOG as it was after a record. It names its parent, has a seed of its own, and enters
    again everything up to there. With --scenario, as much is entered again as still fits.
    """
    from airwar.answers.chance import parse_seed
    from airwar.battle.what_if import fork as forked
    from airwar.engine.words import count
    from airwar.setup.loading import load_scenario

    new = to or free_name(log)
    made = forked(log, new, at, load_scenario(scenario) if scenario else None, None if seed is None else parse_seed(seed))
    click.echo(f"{new}: {count(made.taken_over, 'entry', 'entries')} taken over, {made.dropped} dropped")
    if made.waiting_for:
        click.echo(f"it waits for {made.waiting_for}", err=True)
    click.echo(f"to continue: airwar resume {quote(str(new))}", err=True)
    return 0


def free_name(log: Path) -> Path:
    """A name for a fork of a log that is not taken."""
    from airwar.engine.files import NAME, is_stdin

    log = Path(NAME) if is_stdin(log) or not log.name else log
    number = 1
    while os.path.exists(path := log.with_name(f"{log.stem}-fork{'' if number == 1 else f'-{number}'}.jsonl")):
        number += 1
    return path


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--with-dice", is_flag=True, help="The faces of the dice too.")
def script(log: Path, with_dice: bool) -> int:
    """\b
    airwar script malta-1942.jsonl

    Print the answers that were given in the battle of LOG as a `choices` block, for its scenario or for `run --play`.
    """
    from airwar.battle.what_if import script_of

    click.echo(script_of(log, with_dice), nl=False)
    return 0
