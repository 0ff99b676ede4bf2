"""replay: a logged battle, forward and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from airwar.cli.options import DETAIL, LOG

if TYPE_CHECKING:
    from rich.console import Console

    from airwar.analysis.film import Film


@click.command()
@LOG
@click.option("--to", type=click.IntRange(0), help="Stop at this record.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="What if: the same battle under another option.")
@DETAIL
@click.option("--json", "as_json", is_flag=True, help="Print the records as one JSON document.")
def replay(log: Path, to: int | None, options: tuple[str, ...], detail: bool, as_json: bool) -> int:
    """\b
    airwar replay malta-1942.jsonl
    airwar replay malta-1942.jsonl --to 40
    airwar replay malta-1942.jsonl --option recombination=ceil

    Show the battle in LOG. On a terminal, n and p or the arrow keys step forward and back, N and P by rounds, Home and End go
    to the first and the last record, g to any, s shows the state there, ? all keys, q quits. In a pipe, or with --to, the
    battle is printed. LOG may be - for stdin. Every record is checked against the rules: replay
    stops at the first mismatch and names it. With --option, the same answers and dice are entered under another ruling,
    and the first record that differs is shown.
    """
    from airwar.analysis.film import Film
    from airwar.cli import in_pages
    from airwar.show.console import results

    if options:
        return _compare(log, options)
    film = Film(log)
    if as_json:
        from airwar.show.text import as_json as document

        shown = film.records if to is None else [record for record in film.records if record.seq <= to]
        click.echo(document(records=[{"seq": record.seq, **record.content} for record in shown]))
        return 0
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and to is None:
        from airwar.show.player import Player

        Player(film, results(), detail).play()
    else:
        in_pages(lambda: _dump(film, results(), to, detail))()
    return 0


def _compare(path: Path, options: tuple[str, ...]) -> int:
    """The same answers and dice under other options: where the battle first differs, and how both end."""
    from airwar.battle.what_if import under_options

    pairs = dict(option.partition("=")[::2] for option in options)
    found = under_options(path, pairs)
    if found.seq is None:
        _say(f"no record differs; {'the result' if found.now else 'the battle so far'} is the same: {found.was}")
        return 0
    _say(f"the first difference is at record {found.seq}")
    _say(f"  in the log:  {found.logged}")
    _say(f"  now:         {found.instead}")
    _say(f"Result  was {found.was or 'open'}, is {found.now or f'open: it would be asked {found.asked}'}")
    return 0


def _say(line: str) -> None:
    from airwar.show.text import folded

    click.echo(folded(line, sys.stdout))


def _dump(film: Film, console: Console, to: int | None, detail: bool = False) -> None:
    """Prints the whole battle, or its records up to a number."""
    from airwar.engine.records import Ended
    from airwar.show.page import BattleView
    from airwar.show.report import position, result, title
    from airwar.show.sides import names_of

    title(console, film.scenario)
    view = BattleView(console, names_of(film.scenario), detail)
    view.layout.above = position(console, film.scenario, (film.scenario.start.state,), "Order of battle")
    for record in film.records[1:]:
        if to is None or record.seq <= to:
            view.show(record, False)
    last = next(record for record in reversed(film.records) if record.kind != "letter")
    ended = isinstance(last.body, Ended) and (to is None or last.seq <= to)
    view.flush(asked=not ended, ended=ended)
    if ended and film.end is not None:
        result(console, film.scenario, film.end)
