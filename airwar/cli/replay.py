"""replay: a logged battle, forward and back."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from airwar.engine.log import Record

KEYS = "n next  p previous  N next round  P previous round  g go to a record  s state  q quit"


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--to", type=click.IntRange(0), help="Stop at this record.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="What if: the same battle under another option.")
@click.option("--json", "as_json", is_flag=True, help="Print the records as one JSON document.")
def replay(log: Path, to: int | None, options: tuple[str, ...], as_json: bool) -> int:
    """\b
    airwar replay malta-1942.jsonl
    airwar replay malta-1942.jsonl --to 40
    airwar replay malta-1942.jsonl --option recombination=ceil

    Show the battle in LOG. On a terminal, n and p step forward and back, N and P by rounds, g goes to a record, s shows
    the state there, q quits. In a pipe the whole battle is printed. Every record is checked against the rules: replay
    stops at the first mismatch and names it. With --option, the same answers and dice are entered under another ruling,
    and the first record that differs is shown.
    """
    from airwar.show.console import results

    if options:
        return compare(log, options)
    film = Film(log)
    if as_json:
        from airwar.show.document import as_json as document

        shown = film.records if to is None else [record for record in film.records if record.seq <= to]
        click.echo(document(records=[{"seq": record.seq, **record.content} for record in shown]))
        return 0
    console = results()
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and to is None:
        Player(film, console).play()
    else:
        film.dump(console, to)
    return 0


def compare(path: Path, options: tuple[str, ...]) -> int:
    """The same answers and dice under other options: where the battle first differs, and how both end."""
    from airwar.show.console import clean
    from airwar.what_if import under_options

    pairs = dict(option.partition("=")[::2] for option in options)
    found = under_options(path, pairs)
    if found.seq is None:
        click.echo(f"no record differs; {'the result' if found.now else 'the battle so far'} is the same: {clean(found.was)}")
        return 0
    click.echo(f"the first difference is at record {found.seq}")
    click.echo(clean(f"  in the log:  {found.logged}"))
    click.echo(clean(f"  now:         {found.instead}"))
    click.echo(clean(f"Result  was {found.was or 'open'}, is {found.now or f'open: it would be asked {found.asked}'}"))
    return 0


class Film:
    """A battle that was followed through its log: its records, and the state before each of them."""

    def __init__(self, path: Path) -> None:
        from airwar.battle import Battle, Nobody, scenario_of, seed_of
        from airwar.engine.history import in_force
        from airwar.engine.log import Log
        from airwar.engine.referee import Asked

        log = Log.load(path)
        self.scenario = scenario_of(log)
        self.records = in_force(log.records)
        self.states: list[tuple[Any, ...]] = [(self.scenario.start.state,)]
        self.walk = Battle(self.scenario, Log(list(log.records)), seed_of(log)).walk(Nobody(), self)
        with suppress(Asked):
            self.walk.run()

    def show(self, record: Record, past: bool) -> None:
        """Remembers the state at each record; a View of the walk."""
        self.states.append(self.walk.states)

    def back(self, seq: int) -> None:
        """Only records in force are followed, so the walk never goes back."""

    def dump(self, console: Console, to: int | None) -> None:
        """Prints the whole battle, or its records up to a number."""
        from airwar.engine.records import Ended
        from airwar.show.battle import BattleView
        from airwar.show.console import clean

        console.print(f"{clean(self.scenario.title)}  ({self.scenario.ruleset.title})")
        view = BattleView(console)
        for record in self.records[1:]:
            if to is None or record.seq <= to:
                view.show(record, False)
        view.flush()
        end = self.records[-1]
        if isinstance(end.body, Ended) and (to is None or end.seq <= to):
            console.print(f"\nResult  {clean(end.body.result)}")


class Player:
    """Steps through a film on a terminal."""

    def __init__(self, film: Film, console: Console) -> None:
        from airwar.engine.records import StepTaken

        self.film = film
        self.console = console
        self.at = 0
        self.stops = [at for at, record in enumerate(film.records) if not isinstance(record.body, StepTaken)]

    def play(self) -> None:
        """Handles keys until q."""
        click.echo(KEYS, err=True)
        self.show()
        moves = {"n": 1, " ": 1, "\r": 1, "\n": 1, "p": -1}
        while True:
            key = self.key()
            if key == "q":
                return
            if key in moves:
                self.move(moves[key])
            elif key in ("N", "P"):
                self.by_round(1 if key == "N" else -1)
            elif key == "g":
                self.go()
            elif key == "s":
                self.show_state()
            else:
                click.echo(KEYS, err=True)

    def key(self) -> str:
        try:
            return click.getchar()
        except (KeyboardInterrupt, EOFError, OSError):
            return "q"

    def move(self, by: int) -> None:
        at = self.stops.index(self.at) + by
        if not 0 <= at < len(self.stops):
            click.echo("  end of the log" if by > 0 else "  start of the log", err=True)
            return
        self.at = self.stops[at]
        self.show()

    def by_round(self, by: int) -> None:
        from airwar.engine.records import Ended, Entered, RoundBegun

        rounds = [at for at in self.stops if isinstance(self.film.records[at].body, RoundBegun | Entered | Ended)]
        later = [at for at in rounds if at > self.at] if by > 0 else [at for at in reversed(rounds) if at < self.at]
        if not later:
            click.echo("  no more rounds that way", err=True)
            return
        self.at = later[0]
        self.show()

    def go(self) -> None:
        wanted = click.prompt("record", default="", show_default=False, err=True).strip()
        if not wanted.isdecimal():
            click.echo("  not a record number", err=True)
            return
        near = [at for at in self.stops if self.film.records[at].seq <= int(wanted[:9])]
        self.at = near[-1] if near else 0
        self.show()

    def show_state(self) -> None:
        from airwar.show.report import state

        state(self.console, self.film.scenario.ruleset, self.film.states[self.at])

    def show(self) -> None:
        """Shows the record we are at, after its number."""
        from airwar.engine.events import Sheet
        from airwar.engine.records import Ended, Entered, Header, Rolled, Told
        from airwar.show.battle import BattleView
        from airwar.show.console import clean

        record = self.film.records[self.at]
        body = record.body
        table = isinstance(body, Rolled | Entered) or (isinstance(body, Told) and isinstance(body.event, Sheet))
        self.console.print(f"[{record.seq}/{self.film.records[-1].seq}]", style="dim", end="\n" if table else " ")
        if isinstance(body, Header):
            self.console.print(f"{clean(self.film.scenario.title)}  ({self.film.scenario.ruleset.title})")
        elif isinstance(body, Ended):
            self.console.print(f"Result  {clean(body.result)}")
        else:
            view = BattleView(self.console)
            view.render(body)
            view.flush()
