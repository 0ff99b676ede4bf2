"""next: the following turn."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="next")
@click.argument("log", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write to a new file instead.")
@click.option("--unfinished", is_flag=True, help="Leave the rest of a turn unplayed, if only a part of it was fought.")
def next_(log: Path, out: Path | None, unfinished: bool) -> int:
    """\b
    airwar next smolensk-1941.jsonl -o turn-2.yaml

    Print the scenario of the turn after the battle in LOG: the same text with its comments, edited to the position at the
    end. Counts, places and status are as they are now, lost units are gone or comments, and orders are cleared. If only a
    part of a turn was fought, the turn is brought to its end first: what the rules do then without being asked is done.
    """
    from airwar.battle.next_turn import next_scenario
    from airwar.cli.files import write_new
    from airwar.show.text import clean

    text, notes, files = next_scenario(log, finish=not unfinished)
    if out is None:
        click.echo(text, nl=False)
    else:
        for name, content in files.items():
            bring(out.parent / name, content)
        write_new(out, text)  # last: if anything fails, its name is still free
        click.echo(f"{out}: look at it, then run: airwar run {out}", err=True)
    for note in notes:
        click.echo(clean(f"check: {note}"), err=True)
    return 0


def bring(path: Path, content: str) -> None:
    """Puts the chart file of the battle beside the scenario, unless there is one."""
    from airwar.cli.files import write_new
    from airwar.engine.files import read_regular
    from airwar.errors import CannotWrite

    try:
        there = read_regular(path)
    except FileNotFoundError:
        there = None
    except OSError as error:
        raise CannotWrite(f"cannot compare {path} with the file of the battle: {error.strerror}") from None
    if there is None:
        path.parent.mkdir(exist_ok=True)
        write_new(path, content)
        click.echo(f"{path}: copied from the log", err=True)
    elif there != content.encode("utf-8"):
        click.echo(f"check: {path} is not the file that the battle was fought with", err=True)
