"""replay and verify: battles that are logged."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from airwar.engine.log import Log, Record

KEYS = "n next  p back  N next round  P round before  g go to a record  s state  q leave"


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--to", type=click.IntRange(0), help="Stop at this record.")
@click.option("--json", "as_json", is_flag=True, help="Print the records as one JSON document.")
def replay(log: Path, to: int | None, as_json: bool) -> int:
    """\b
    airwar replay malta-1942.jsonl
    airwar replay malta-1942.jsonl --to 40

    Shows the battle in LOG. On a terminal: n and p step forward and back, N and P by rounds, g goes to a record, s shows
    the state there, q leaves. In a pipe the whole battle is printed. The rules are followed all the way: replay stops at
    the first record that does not fit them, and names it.
    """
    from airwar.show.console import results

    film = Film(log)
    if as_json:
        import json

        shown = film.records if to is None else [record for record in film.records if record.seq <= to]
        click.echo(json.dumps({"airwar": 1, "records": [{"seq": r.seq, **r.body} for r in shown]}, indent=2))
        return 0
    console = results()
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and to is None:
        Player(film, console).play()
    else:
        film.dump(console, to)
    return 0


class Film:
    """A followed log: its records, and the state before each of them."""

    def __init__(self, path: Path) -> None:
        from airwar.battle import Battle, Nobody, scenario_of, seed_of
        from airwar.engine.log import Log
        from airwar.engine.referee import Asked

        log: Log = Log.load(path)
        self.scenario = scenario_of(log)
        self.records = log.standing()
        self.states: list[tuple[Any, ...]] = [(self.scenario.start.state,)]
        copy = Log(list(log.records))
        walk = Battle(self.scenario, copy, seed_of(log)).walk(Nobody(), self)
        self.walk = walk
        with suppress(Asked):
            walk.run()
        self.finished = log.finished

    def show(self, body: Any, past: bool) -> None:
        """Remembers the state at each record; a View of the walk."""
        self.states.append(self.walk.states)

    def dump(self, console: Console, to: int | None) -> None:
        from airwar.show.battle import BattleView
        from airwar.show.console import clean

        console.print(f"{clean(self.scenario.title)}  ({self.scenario.ruleset.title})")
        view = BattleView(console)
        for record in self.records[1:]:
            if to is None or record.seq <= to:
                view.show(record.body, False)
        view.flush()
        end = self.records[-1]
        if end.body["t"] == "end" and (to is None or end.seq <= to):
            console.print(f"\nResult  {clean(end.body['result'])}")


class Player:
    """Steps through a film on a terminal."""

    def __init__(self, film: Film, console: Console) -> None:
        self.film = film
        self.console = console
        self.at = 0
        self.stops = [at for at, record in enumerate(film.records) if at == 0 or record.body["t"] != "step"]

    def play(self) -> None:
        click.echo(KEYS, err=True)
        self.show()
        while True:
            key = self.key()
            if key == "q":
                return
            if key == "s":
                from airwar.show.report import state

                state(self.console, self.film.scenario.ruleset, self.film.states[self.at])
                continue
            if key in ("n", " ", "\r", "\n"):
                self.move(1)
            elif key == "p":
                self.move(-1)
            elif key in ("N", "P"):
                self.by_round(1 if key == "N" else -1)
            elif key == "g":
                self.go()
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
            click.echo("  that is the end of the log" if by > 0 else "  that is the beginning", err=True)
            return
        self.at = self.stops[at]
        self.show()

    def by_round(self, by: int) -> None:
        rounds = [at for at in self.stops if self.film.records[at].body["t"] in ("round", "enter", "end")]
        later = [at for at in rounds if at > self.at] if by > 0 else [at for at in reversed(rounds) if at < self.at]
        if not later:
            click.echo("  no round further that way", err=True)
            return
        self.at = later[0]
        self.show()

    def go(self) -> None:
        wanted = click.prompt("record", default="", show_default=False, err=True).strip()
        if not wanted.isdecimal():
            click.echo("  no record named; still here", err=True)
            return
        near = [at for at in self.stops if self.film.records[at].seq <= int(wanted[:9])]
        self.at = near[-1] if near else 0
        self.show()

    def show(self) -> None:
        from airwar.show.battle import BattleView
        from airwar.show.console import clean

        record: Record = self.film.records[self.at]
        body = record.body
        apart = body["t"] in ("roll", "enter") or body.get("what") == "sheet"  # a table needs the whole width
        self.console.print(f"[{record.seq}/{self.film.records[-1].seq}]", style="dim", end="\n" if apart else " ")
        if body["t"] == "battle":
            self.console.print(f"{clean(self.film.scenario.title)}  ({self.film.scenario.ruleset.title})")
        elif body["t"] == "end":
            self.console.print(f"Result  {clean(body['result'])}")
        else:
            view = BattleView(self.console)
            view.render(body)
            view.flush()


@click.command()
@click.argument("logs", metavar="LOG...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(logs: tuple[Path, ...], as_json: bool) -> int:
    """\b
    airwar verify malta-1942.jsonl
    airwar verify logs/*.jsonl

    Proves every LOG: that no record was changed, dropped, doubled or moved; that every machine die is the one the seed
    gives; that the rules, adjudicated again, come to every record. Says what cannot be proven. Exit code 4 at the first
    bad record; of several logs, all are looked at.
    """
    import json
    from dataclasses import asdict

    from airwar.battle import verify as proven
    from airwar.errors import AirwarError
    from airwar.show.console import clean, folded

    documents: list[dict[str, Any]] = []
    code = 0
    for log in logs:
        if len(logs) > 1 and not as_json:
            click.echo(clean(str(log)))
        try:
            proof = proven(log)
        except AirwarError as error:
            if len(logs) == 1:
                raise
            code = code or error.exit_code
            documents.append({"log": str(log), "error": str(error)})
            if not as_json:
                click.echo(folded(f"  NOT PROVEN  {error}", sys.stdout))
            continue
        documents.append({"log": str(log), **asdict(proof)})
        if not as_json:
            for line in proof_lines(proof):
                click.echo(folded("  " * (len(logs) > 1) + line, sys.stdout))
    if as_json:
        click.echo(json.dumps({"airwar": 1, **documents[0]} if len(logs) == 1 else {"airwar": 1, "logs": documents}, indent=2))
    return code


def proof_lines(proof: Any) -> list[str]:
    """What is proven, and what is not."""
    lines = [f"proven   the chain of {proof.records} records is whole, and the rules come to every one of them"]
    if proof.machine_dice and proof.seed_known:
        dice = "1 machine die is that" if proof.machine_dice == 1 else f"{proof.machine_dice} machine dice are those"
        lines.append(f"proven   {dice} of the seed")
    elif proof.machine_dice:
        lines.append(f"open     {proof.machine_dice} machine dice: the seed is secret until the battle ends")
    if proof.typed_dice:
        lines.append(f"trusted  {proof.typed_dice} dice were typed in from the table; nobody can prove those")
    if proof.scripted_dice:
        lines.append(f"proven   {proof.scripted_dice} dice are those of the scenario's script")
    if proof.undone:
        choices = "1 choice was" if proof.undone == 1 else f"{proof.undone} choices were"
        lines.append(f"noted    {choices} taken back, never past a die")
    if not proof.finished:
        lines.append(f"open     the battle is not finished; it waits for {proof.waiting_for}")
    return lines
