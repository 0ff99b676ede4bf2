"""list: the battles in a folder; and what airwar offers to somebody who types only its name."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

import click

from airwar.choices.patterns import meaning
from airwar.cli import print_json
from airwar.cli.options import JSON
from airwar.errors import AirwarError, Left

if TYPE_CHECKING:
    from airwar.engine.log import Log
    from airwar.setup.loading import Scenario

_LOGS = "*.jsonl"
_MOST_OFFERED = 8  # unfinished battles


class _BattleLine(NamedTuple):
    """A battle in a folder: its log, its title, its turn, and whose turn it is to act."""

    log: Path
    title: str
    state: str  # open, over or damaged
    move: str
    waiting: str
    by_mail: bool = False


@click.command(name="list")
@click.argument("folder", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path))
@JSON
def list_(folder: Path, as_json: bool) -> int:
    """\b
    airwar list
    airwar list campaign

    List the battles in FOLDER: the title, whose turn it is, and what the battle is waiting for. Unfinished ones come first.
    """
    from airwar.show.console import results, table

    found = _battles_in(folder)
    if as_json:
        print_json(battles=[{**one._asdict(), "log": str(one.log)} for one in found])
        return 0
    if not found:
        click.echo(f"no battles in {folder}; airwar run starts one")
        return 0
    rows = [(one.log.name, one.title, one.move or one.state, _in_short(one)) for one in found]
    results().print(table(results(), "", ("log", "battle", "move", "waits for, or result"), [tuple(row) for row in rows]))
    unfinished = [one for one in found if one.state == "open"]
    if unfinished:
        log = quote(str(unfinished[0].log))
        click.echo(f"to go on: airwar reply {log} < MAIL" if unfinished[0].by_mail else f"to go on: airwar resume {log}")
    return 0


def _in_short(battle: _BattleLine) -> str:
    """What a battle is waiting for, or its result; for a whole turn only the first result, so that the list stays short."""
    first, *others = battle.waiting.split("; ") if battle.state == "over" else [battle.waiting]
    return f"{first}; {len(others)} more" if others else first


def _battles_in(folder: Path) -> list[_BattleLine]:
    """The battles in a folder, the unfinished ones first."""
    found = [_battle_in(path) for path in sorted(folder.glob(_LOGS)) if os.path.isfile(path)]
    return sorted(found, key=lambda one: one.state != "open")


def _battle_in(path: Path) -> _BattleLine:
    """The state of a battle, read from its log without verifying it."""
    from airwar.battle.battle import Battle, Nobody, scenario_of
    from airwar.engine.log import Log
    from airwar.engine.questions import Asked, Roll
    from airwar.table.asking import asked_as

    try:
        log = Log.load(path)
        scenario = scenario_of(log)
        if log.header.mail is not None:
            return _battle_by_mail(path, scenario, log)
        walk = Battle(scenario, Log(list(log.records)), None).walk(Nobody(), ask_before_end=True)
        try:
            end = walk.run()
        except Asked as asked:
            question = asked.question
            what = meaning(question.key, scenario.ruleset.rolls) if isinstance(question, Roll) else ""
            waiting = asked_as(scenario, question) or f"a roll for {what or question.key}"
            return _BattleLine(path, scenario.title, "open", scenario.side_name(question.by), waiting)
        over = "over" if log.finished else "open"
        return _BattleLine(path, scenario.title, over, "", end.result)
    except AirwarError as error:
        return _BattleLine(path, "", "damaged", "", str(error))


def _battle_by_mail(path: Path, scenario: Scenario, log: Log) -> _BattleLine:
    """The state of a battle by mail: it waits for a letter."""
    from airwar.engine.log import Log
    from airwar.mail.battle import MailBattle
    from airwar.show.reports.account import written_by

    battle = MailBattle(scenario, Log(list(log.records)))
    if battle.over:
        return _BattleLine(path, scenario.title, "over", "", battle.end.result if battle.end else "given up", True)
    writer = written_by(battle, battle.rules.pen)
    return _BattleLine(path, scenario.title, "open", writer, f"letter {len(battle.rules.letters) + 1}, from {writer}", True)


# what somebody is offered who names nothing


def offer() -> list[str] | None:
    """`airwar` alone at a terminal: the unfinished battles here, a new one, or help. Returns the command chosen."""
    waiting = [one for one in _battles_in(Path()) if one.state == "open" and not one.by_mail][:_MOST_OFFERED]
    ways = [(["resume", str(one.log)], f"go on with {one.title}: {one.waiting} ({one.log})") for one in waiting]
    ways.append((["run"], "fight a scenario that comes with airwar"))
    ways.append((["guide", "writing-a-scenario"], "read how to write a scenario of your own"))
    ways.append((["--help"], "see all commands"))
    chosen = _pick("What would you like to do?", [about for _, about in ways])
    return None if chosen is None else ways[chosen][0]


def pick_scenario() -> str | None:
    """`airwar run` alone at a terminal: one of the scenarios that come with airwar."""
    from airwar.scenario.problems import texts_of
    from airwar.scenario.reader import read_file
    from airwar.setup.loading import shipped_scenarios

    shipped = shipped_scenarios()
    names, titles = [path.stem for path in shipped], [texts_of(read_file(path)[1]).get("title", "") for path in shipped]
    lines = [f"{path.stem}  {title}  ({path.parent.name})" for path, title in zip(shipped, titles, strict=True)]
    chosen = _pick("Which scenario? malta-1942 is a good first one.", lines, names)
    return None if chosen is None else names[chosen]


def _pick(question: str, lines: list[str], names: list[str] | None = None) -> int | None:
    """Asks for one of several by number, or by name or a part of it; None if they leave."""
    from airwar.answers.prompt import read_line
    from airwar.show.console import talk

    shown, console = list(range(len(lines))), talk()
    room, width = max(console.height - 4, 8), console.width - 6
    start = 0
    while True:
        click.echo(question, err=True)
        for at in shown[start : start + room]:
            click.echo(f"  {at + 1:>2}  {lines[at] if len(lines[at]) <= width else f'{lines[at][: width - 3]}...'}", err=True)
        more = len(shown) > start + room
        hint = "number, or part of a name; " + ("m shows more; " if more else "") + "Enter leaves"
        try:
            line = read_line(f"{hint} > ", names or ()).strip().lower()
        except Left:
            return None
        if not line or line == "q":
            return None
        if line == "m" and more:
            start += room
            continue
        start = 0
        if line.isdecimal() and 1 <= int(line) <= len(lines):
            return int(line) - 1
        exact = [at for at, name in enumerate(names or []) if name == line]
        found = exact or [at for at, text in enumerate(lines) if line in text.lower()]
        if len(found) == 1:
            return found[0]
        click.echo(f"  {'several have' if found else 'none has'} {line!r} in it", err=True)
        shown = found or list(range(len(lines)))
