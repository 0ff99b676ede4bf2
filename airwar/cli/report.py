"""report, map, replay: a battle for people who were not there: as a report, as a map, or step by step, forward and back."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from airwar.analysis.chronicle import Chronicle, Film
from airwar.analysis.timeline import timeline
from airwar.analysis.verify import verify
from airwar.battle.battle import scenario_of
from airwar.battle.what_if import under_options
from airwar.cli import has_stdin, in_pages, print_json
from airwar.cli.analyze import progress
from airwar.cli.files import write
from airwar.cli.options import DETAIL, LOG, PATH, seconds_option
from airwar.cli.verify import proof_lines
from airwar.engine.files import read_bytes
from airwar.engine.log import Log
from airwar.engine.records import Ended
from airwar.engine.words import id_of
from airwar.errors import AirwarError, CannotWrite, Unanswered
from airwar.setup.loading import load_scenario
from airwar.show.console import names_of, results
from airwar.show.maps import map_lines
from airwar.show.page import BattleView
from airwar.show.player import Player
from airwar.show.positions import position, result, title
from airwar.show.reports import format_of, written
from airwar.show.reports.battle import deciders, report_of
from airwar.show.reports.map_svg import picture
from airwar.show.text import folded, wanted_width

_FORMATS = ("html", "markdown", "bbcode", "text")


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=PATH)
@click.option("--format", "format_", type=click.Choice(_FORMATS), help="Default: by the extension of --out, else text.")
@click.option("--side", metavar="NAME", help="Include only what this side may know.")
@click.option("-o", "--out", "--output", "output", type=PATH, help="Write to this file instead of printing.")
@click.option("--open", "show", is_flag=True, help="Open the report in the browser; without --out, an HTML file beside the log.")
@click.option("--width", type=click.IntRange(40, 400), help="Columns of the text format. Default: COLUMNS, or 80.")
@click.option("--no-analysis", is_flag=True, help="Leave out luck and skill.")
@seconds_option(10.0, "Time for the analysis.")
def report(
    logs: tuple[Path, ...],
    format_: str | None,
    side: str | None,
    output: Path | None,
    show: bool,
    width: int | None,
    no_analysis: bool,
    seconds: float,
) -> int:
    """\b
    airwar report malta-1942.jsonl -o malta.html
    airwar report malta-1942.jsonl --format bbcode
    airwar report malta-1942.jsonl --side attacker --format markdown

    Report on a battle: what happened and what it cost, a map, the chances over time, every fight with its rolls, the
    referee's rulings, and what verification found. HTML is one file that needs no network; it also steps through the battle.
    Several logs follow one another.
    """
    if show and output is None:
        output = logs[0].with_suffix(".html")
    if output is not None and any(output.resolve() == log.resolve() for log in logs):
        raise CannotWrite(f"{output} is the log; choose another name for the report")
    columns = width or min(max(wanted_width() or 80, 40), 400)
    wanted = format_ or format_of(output)
    if wanted == "html" and len(logs) > 1:
        raise click.UsageError("html is one file for one battle; name one log")
    texts = [_told(log, wanted, side, columns, None if no_analysis or side else seconds) for log in logs]
    whole = "\n".join(texts)
    if output is None:
        click.echo(whole, nl=False)
    else:
        write(output, whole)
        if show:
            click.echo(f"the report is in {output}", err=True)
            click.launch(output.resolve().as_uri())
    return 0


def _told(path: Path, format_: str, side: str | None, width: int, seconds: float | None) -> str:
    """One battle in a format."""
    log = Log.load(path)
    if side is not None:
        scenario = scenario_of(log)
        known = list(dict.fromkeys([*scenario.sides, *map(id_of, deciders(log))]))
        if id_of(side) not in known:
            raise AirwarError(f"there is no side {side!r} in {path}; expected one of {', '.join(known)}")
    line = None
    if seconds is not None:
        try:
            line = timeline(log, seconds=seconds, progress=progress(seconds))
        except Unanswered as unknown:  # a chart of which only the cells that were needed have been read
            click.echo(f"without luck and skill: {unknown}", err=True)
    report = report_of(log, line, _proof_of(path), side or "", read_bytes(path))
    return written(report, format_, width)


def _proof_of(path: Path) -> list[str]:
    """What verification finds, in words."""
    try:
        return [" ".join(line.split()) for line in proof_lines(verify(path))]
    except AirwarError as error:
        return [f"FAILED {error}"]


# the map


@click.command(name="map")
@click.argument("battle", metavar="SCENARIO|LOG")
@click.option("-o", "--out", type=PATH, help="Write an SVG picture to this file instead of printing text.")
def map_(battle: str, out: Path | None) -> int:
    """\b
    airwar map typhoon-1941
    airwar map typhoon-1941.jsonl -o typhoon.svg

    Draw the map: places, who holds them and what is there. For a battle it shows the end, and the SVG picture also shows who
    flew where and what was lost. Places are drawn at their hexes; without hexes they are fitted to the distances that the
    scenario gives, or to what is adjacent. The map says how far off it is, and which distances contradict each other.
    """
    film = Film(Path(battle)) if battle.endswith(".jsonl") else None
    scenario = film.scenario if film else load_scenario(battle)
    if out is None:
        states = film.last_states if film else (scenario.start.state,)
        lines = map_lines(scenario, states, min(wanted_width() or 80, 160))
        if not lines:
            raise AirwarError(f"{battle} has no places to draw")
        click.echo("\n".join(lines))
        return 0
    drawn = picture(scenario, Chronicle(film) if film else None, alone=True)
    if drawn is None:
        raise AirwarError(f"{battle} has no places to draw")
    write(out, drawn.svg + "\n")
    return 0


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
    and you see the first record that differs.
    """
    if options:
        return _compare(log, options)
    film = Film(log)
    if as_json:
        shown = film.records if to is None else [record for record in film.records if record.seq <= to]
        print_json(records=[{"seq": record.seq, **record.content} for record in shown])
        return 0
    if has_stdin() and sys.stdout.isatty() and to is None:
        Player(film, results(), detail).play()
    else:
        in_pages(lambda: _dump(film, results(), to, detail))()
    return 0


def _compare(path: Path, options: tuple[str, ...]) -> int:
    """The same answers and dice under other options: where the battle first differs, and how both end."""
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

    click.echo(folded(line, sys.stdout))


def _dump(film: Film, console: Console, to: int | None, detail: bool = False) -> None:
    """Prints the whole battle, or its records up to a number."""
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
