"""Where everything stands: at the end of a battle, with the result and the losses, and at a prompt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console, ConsoleRenderable
from rich.table import Table
from rich.text import Text

from airwar.battle.battle import Battle
from airwar.engine.codec import plain
from airwar.engine.events import Sheet
from airwar.engine.history import in_force
from airwar.engine.moves import End
from airwar.engine.records import Chosen, Stated
from airwar.engine.remarks import made_up_words
from airwar.engine.words import closest, count, counted, did_you_mean, id_of, some_of
from airwar.rulesets.ruleset import NOT_FLOWN, Standing, Tally
from airwar.setup.loading import Board, Scenario, board_of
from airwar.show.console import SIDES, Names, colored, sheet_table, table
from airwar.show.lines import heading, hung
from airwar.show.maps import map_lines, signs_of
from airwar.show.page import height
from airwar.show.text import clean


def opening(console: Console, battle: Battle) -> int:
    """Before the first question or roll: who fights, with what and where. Returns how many lines that took.

    A battle that is resumed has been opened before.
    """
    for line in filter(None, (made_up_words(battle.scenario.made_up), fixed_rolls(battle))):
        console.print(hung(console, Text(line, style="yellow"), 0))
    if len(battle.log.records) > 1:
        return 0
    return position(console, battle.scenario, (battle.scenario.start.state,), "Order of battle")


def title(console: Console, scenario: Scenario) -> None:
    console.print(hung(console, Text(f"{clean(scenario.title)}  ({scenario.ruleset.title})", style="bold"), 0))


def fixed_rolls(battle: Battle) -> str:
    """Says so if the scenario fixes rolls. It does so only for the machine's dice."""
    entries = [entry for entry in battle.scenario.script.entries if entry.has_dice]
    if not entries or battle.mode != "machine":
        return ""
    return f"{count(len(entries), 'roll is', 'rolls are')} fixed by the scenario (choices); --dice ask lets you roll"


def result(console: Console, scenario: Scenario, end: End, unmet: Sequence[str] = (), at_table: bool = False) -> None:
    """The result, rulings that met no roll, the losses, and every unit with its place and state.

    At the table the position comes first, and then a summary, which is still in view.
    """
    tallies, names = scenario.ruleset.tally(end.state), Names(scenario.party)
    if at_table:
        position(console, scenario, (end.state,), "Final position")
        console.print()
        for block in (*summary(console, scenario, end), *(hung(console, Text(clean(line)), 0) for line in unmet)):
            console.print(block)
        return
    console.print()
    console.print(hung(console, Text.assemble(("Result  ", "dim"), (clean(end.result), "bold green")), 0))
    for line in unmet:
        console.print(hung(console, Text(clean(line)), 0))
    if tallies:
        console.print(_losses_table(console, tallies, names))
    position(console, scenario, (end.state,), "Final position")


_RESULT_LINES = 3  # of a summary; who lost and who holds what takes a line for each side


def summary(console: Console, scenario: Scenario, end: End) -> list[Text]:
    """A turn in a few lines: what came of each mission, what it cost, and who holds what."""
    names = Names(scenario.party)
    flown = [f"{name}: {result}" for name, result in scenario.ruleset.results(end.state) if result != NOT_FLOWN] or [end.result]
    blocks = [_shortened(console, Text("Result  ", "dim"), flown, "bold green", _RESULT_LINES)]
    for side, lost in _losses_in_short(scenario.ruleset.tally(end.state), names).items():
        blocks.append(_shortened(console, Text(f"{side} lost "), lost or ["nothing"]))
    for side, held in _holdings(scenario, end).items():
        blocks.append(_shortened(console, Text(f"{names(side)} now: "), held))
    return blocks


def _holdings(scenario: Scenario, end: End) -> dict[str, list[str]]:
    """The places that each side holds at the end, those first that it has taken."""
    before = {site.id: site.holder for site in scenario.ruleset.geography((scenario.start.state,)).sites}
    sides: dict[str, list[str]] = {}
    sites = [site for site in scenario.ruleset.geography((end.state,)).sites if site.holder]
    for site in sorted(sites, key=lambda site: site.holder == before.get(site.id, site.holder)):
        taken = " (taken)" if site.holder != before.get(site.id, site.holder) else ""
        sides.setdefault(site.holder, []).append(f"{site.name}{taken}")
    return sides


def _shortened(console: Console, head: Text, parts: Sequence[str], style: str = "", lines: int = 1) -> Text:
    """As many parts as fit on this many lines, and how many more there are."""
    for kept in range(len(parts), 0, -1):
        more = f"; {len(parts) - kept} more" if kept < len(parts) else ""
        text = hung(console, Text.assemble(head, (clean("; ".join(parts[:kept]) + more), style)), 0)
        if text.plain.count("\n") < lines:
            return text
    return Text("\n").join(text.split("\n")[:lines])


def _losses_in_short(tallies: Sequence[Tally], names: Names) -> dict[str, list[str]]:
    """What each side lost: `3 of 35 German AAF`."""
    sides: dict[str, list[str]] = {}
    for tally in _by_side(tallies, names):
        lost = sides.setdefault(names(tally.side), [])
        if tally.lost:
            lost.append(f"{tally.lost} of {tally.had} {_steps_of(tally.unit)}")
    return sides


def _steps_of(unit: str) -> str:
    """`steps of Ju 88 (T)`, where a unit has its tally in steps; a kind of unit as it is."""
    name, steps, _ = unit.partition(", steps")
    return f"steps of {name.partition(': ')[2] or name}" if steps else unit


def _losses_table(console: Console, tallies: Sequence[Tally], names: Names) -> Table:
    """What each side had, lost and has left; a side is named once."""
    rows, last = [], ""
    for tally in _by_side(tallies, names):
        side = names(tally.side)
        rows.append(
            (colored(Text(side)) if side != last else "", tally.unit, str(tally.had), str(tally.lost), str(tally.had - tally.lost))
        )
        last = side
    return table(console, "", ("side", "unit", "had", "lost", "left"), [tuple(row) for row in rows])


def _by_side(tallies: Sequence[Tally], names: Names) -> list[Tally]:
    """Tallies with those of a side together, the sides in the order in which they come."""
    sides = list(dict.fromkeys(names(tally.side) for tally in tallies))
    return sorted(tallies, key=lambda tally: sides.index(names(tally.side)))


def position(console: Console, scenario: Scenario, states: Sequence[Any], head: str) -> int:
    """What is where and in what state: one line for each place. Returns how many lines that took."""
    rows, names = scenario.ruleset.everything(states), Names(scenario.party)
    blocks: list[ConsoleRenderable] = [heading(console, head)]
    blocks += [] if rows else [sheet_table(console, sheet) for sheet in scenario.ruleset.tables(states)]
    blocks += _lines_by_place(console, scenario, rows, names)
    for block in blocks:
        console.print(block)
    return sum(height(console, block) for block in blocks)


InWords = Callable[[Scenario, Sequence[Standing]], str]


def by_place(
    scenario: Scenario, rows: Sequence[Standing], names: Names, in_words: InWords | None = None
) -> dict[str, dict[str, str]]:
    """What each side has, by the place where it is, in words; unit by unit unless `in_words` says otherwise."""
    sides: dict[str, dict[str, list[Standing]]] = {}
    for row in rows:
        sides.setdefault(names(row.side), {}).setdefault(_place_in_words(scenario, row), []).append(row)
    in_words = in_words or _units_in_words
    return {side: {place: in_words(scenario, there) for place, there in places.items()} for side, places in sides.items()}


def _lines_by_place(
    console: Console, scenario: Scenario, rows: Sequence[Standing], names: Names, in_words: InWords | None = None
) -> list[Text]:
    """What each side has: a heading for each side, and a line for each place."""
    blocks = []
    for side, places in by_place(scenario, rows, names, in_words).items():
        blocks.append(colored(Text(side, style="bold")))
        blocks += [hung(console, Text.assemble((f"{clean(place)}: ", "cyan"), clean(units))) for place, units in places.items()]
    return blocks


_NOWHERE = ("eliminated", "displaced")
_WHERE = ("over", "aboard", "bound-for", "from")  # marks that say more about the place


def _place_in_words(scenario: Scenario, row: Standing) -> str:
    """`over Malta`, `Gibraltar, bound for Morocco`; what is nowhere is called by what has become of it."""
    if not row.place:
        return ", ".join(mark for mark in row.marks if mark in _NOWHERE)
    name = f"{'over ' if 'over' in row.marks else ''}{scenario.place_name(row.place)}"
    return ", ".join([name, *(_mark_in_words(scenario, mark) for mark in row.marks if mark.partition("=")[0] in _WHERE[1:])])


def _units_in_words(scenario: Scenario, rows: Sequence[Standing]) -> str:
    """The units in one place, each once: `kg-2 3 German AAF (1 inverted)`."""
    units: dict[tuple[str, str], list[Standing]] = {}
    for row in rows:
        units.setdefault((row.unit, row.name), []).append(row)
    found = []
    for parts in units.values():
        states = [(row.count, marks) for row in parts if (marks := _marks_in_words(scenario, row))]
        words = [marks if len(parts) == 1 else f"{number} {marks}" for number, marks in states]
        whole = parts[0]._replace(count=sum(row.count for row in parts))
        found.append(scenario.ruleset.called(whole) + (f" ({', '.join(words)})" if words else ""))
    return "; ".join(found)


def kinds_in_words(scenario: Scenario, rows: Sequence[Standing]) -> str:
    """What is in one place, units of a kind counted together: `10 German AAF (2 inverted), 2 German air transports`."""
    kinds: dict[str, list[Standing]] = {}
    for row in rows:
        kinds.setdefault(row.name, []).append(row)
    found = []
    for name, parts in kinds.items():
        total = sum(row.count for row in parts)
        states: dict[str, int] = {}
        for row in parts:
            if marks := _marks_in_words(scenario, row):
                states[marks] = states.get(marks, 0) + row.count
        words = [marks if number == total else f"{number} {marks}" for marks, number in states.items()]
        named = scenario.ruleset.called(parts[0]).startswith(f"{parts[0].unit} ")
        many = len({row.unit for row in parts}) > 1 or (named and parts[0].unit != parts[0].place)
        units = counted(total, name) if many else scenario.ruleset.called(parts[0]._replace(count=total))
        found.append(f"{units} ({', '.join(words)})" if words else units)
    return ", ".join(found)


def _marks_in_words(scenario: Scenario, row: Standing) -> str:
    """The marks of a row, without those that the place tells."""
    return ", ".join(_mark_in_words(scenario, mark) for mark in row.marks if mark.partition("=")[0] not in (*_WHERE, *_NOWHERE))


def _mark_in_words(scenario: Scenario, mark: str) -> str:
    """`inverted`, `losses 4`, `bound for Malta`."""
    key, _, value = mark.partition("=")
    what = value if not value or value.isdecimal() else scenario.place_name(value)
    return f"{key.replace('-', ' ')} {what}".strip()


def state(console: Console, scenario: Scenario, states: Sequence[Any]) -> None:
    """What is on the table: the states of all procedures under way, the outermost first."""
    names = Names(scenario.party)
    for sheet in scenario.ruleset.tables(states):
        console.print(sheet_table(console, compact(sheet, names)))


def compact(sheet: Sheet, names: Names) -> Sheet:
    """A table for the screen: sides by name, each once, and no column of zeros after the first numbers."""
    by_side = sheet.columns[:1] == ("side",)
    sides = list(dict.fromkeys(row[0] for row in sheet.rows))
    ordered = sorted(sheet.rows, key=lambda row: sides.index(row[0])) if by_side else sheet.rows
    columns = [list(column) for column in zip(*ordered, strict=True)]
    if by_side and columns:
        named = [names(side) for side in columns[0]]
        columns[0] = ["" if at and side == named[at - 1] else side for at, side in enumerate(named)]
    counts = [at for at, column in enumerate(columns) if any(column) and all(not cell or cell.isdecimal() for cell in column)]
    empty = [at for at in counts[1:] if not any(cell.strip("0") for cell in columns[at])]
    kept = [at for at in range(len(columns)) if at not in empty]
    rows = zip(*(columns[at] for at in kept), strict=True)
    return replace(sheet, columns=tuple(sheet.columns[at] for at in kept), rows=tuple(rows)) if columns else sheet


def for_programs(battle: Battle, end: End) -> dict[str, Any]:
    """The battle for programs: its result, losses and decisions, and the state at the end."""
    decisions = [
        {"key": record.body.key, "rule": record.body.rule, "answer": record.body.answer}
        for record in in_force(battle.log.records)
        if isinstance(record.body, Chosen | Stated)
    ]
    return {
        "scenario": battle.scenario.name,
        "title": battle.scenario.title,
        "ruleset": battle.scenario.ruleset.id,
        "result": end.result,
        "losses": [tally._asdict() for tally in battle.scenario.ruleset.tally(end.state)],
        "decisions": decisions,
        "state": plain(end.state),
        "log": str(battle.log.path) if battle.log.path else None,
    }


# the situation at a prompt


_NEAREST = 6  # places whose distance is told


def situation(console: Console, scenario: Scenario, rows: Sequence[Standing], room: int) -> list[ConsoleRenderable]:
    """Every unit in its place; where that takes too many lines, units of a kind together, then all places of a side in a row."""
    names = Names(scenario.party)
    for blocks in (
        _lines_by_place(console, scenario, rows, names),
        _lines_by_place(console, scenario, rows, names, kinds_in_words),
        _in_a_row(console, scenario, rows, names),
    ):
        if sum(block.plain.count("\n") + 1 for block in blocks) <= room:
            break
    return list(blocks)


def _in_a_row(console: Console, scenario: Scenario, rows: Sequence[Standing], names: Names) -> list[Text]:
    """A paragraph for each side."""
    blocks = []
    for side, places in by_place(scenario, rows, names, kinds_in_words).items():
        text = Text.assemble((f"{side}  ", "bold"))
        for at, (place, units) in enumerate(places.items()):
            text.append("; " if at else "").append(clean(place), "cyan").append(f" {clean(units)}")
        blocks.append(hung(console, text, 0))
    return blocks


def board_map(console: Console, scenario: Scenario, states: Sequence[Any], room: int) -> list[ConsoleRenderable]:
    """The map in at most this many lines, the signs of the sides in color; or why there is none."""
    lines = map_lines(scenario, states, console.width, room)
    if not lines:
        return [Text("  this scenario has no places to draw; s lists the units")]
    names, styles = Names(scenario.party), SIDES.get() or {}
    signs = signs_of(scenario.ruleset.geography(states), scenario.ruleset.standing(states))
    blocks = [colored(Text(line)) for line in lines]
    for block in blocks:
        for side, sign in signs.items():
            block.highlight_regex(rf"(?<!\S){re.escape(sign)}(?=[A-Z\d])\S*", styles.get(names(side), ""))
    return list(blocks)


def look_at(console: Console, scenario: Scenario, rows: Sequence[Standing], what: str) -> list[ConsoleRenderable]:
    """Everything that is known about one place, unit or side."""
    names, board, wanted = Names(scenario.party), board_of(scenario), id_of(what)
    sides = {id_of(names(row.side)): names(row.side) for row in rows}
    there = dict.fromkeys((*board.names, *(row.place for row in rows if row.place)))
    places = {place: board.names.get(place, scenario.place_name(place)) for place in there}
    units = {row.unit: row.name for row in rows if row.unit not in places}
    found = _one_of(wanted, sides) or _one_of(wanted, places) or _one_of(wanted, units)
    if found in sides:
        own = [row for row in rows if names(row.side) == sides[found]]
        return list(_lines_by_place(console, scenario, own, names))
    if found in places:
        return list(_about_place(console, scenario, rows, found, board))
    if found in units:
        return list(_about_unit(console, scenario, [row for row in rows if row.unit == found], board))
    known = sides | places | units
    begun = [f"{one} ({clean(name)})" for one, name in known.items() if wanted and _begins(wanted, one, name)]
    if begun:
        return [hung(console, Text(f"{what!r} could be {some_of(begun)}"))]
    return [Text(f"  nothing is called {what!r} here{did_you_mean(closest(wanted, known))}")]


def _one_of(wanted: str, names: dict[str, str]) -> str:
    """What somebody means by an id, a name, or the beginning of either; empty unless only one fits."""
    exact = [one for one, name in names.items() if wanted in (one, id_of(name))]
    begun = [one for one, name in names.items() if _begins(wanted, one, name)]
    parts = [one for one in names if f"-{wanted}" in one]
    return next((some[0] for some in (exact, begun, parts) if len(some) == 1), "")


def _begins(wanted: str, id_: str, name: str) -> bool:
    return id_.startswith(wanted) or id_of(name).startswith(wanted)


def _about_place(console: Console, scenario: Scenario, rows: Sequence[Standing], place: str, board: Board) -> list[Text]:
    """Who is at a place, unit by unit, and which places are near."""
    names = Names(scenario.party)
    there = [row for row in rows if row.place == place]
    blocks = [Text(clean(board.names.get(place, place)), style="bold")]
    blocks += _lines_by_place(console, scenario, there, names)
    if not there:
        blocks.append(Text("  nobody is there"))
    if near := _near_to(board, place):
        blocks.append(hung(console, Text(f"hexes to {near}", style="dim")))
    return blocks


def _about_unit(console: Console, scenario: Scenario, rows: Sequence[Standing], board: Board) -> list[Text]:
    """Where the parts of a unit are, and in what state."""
    names = Names(scenario.party)
    blocks = [Text.assemble((f"{clean(rows[0].unit)}  ", "bold"), f"{names(rows[0].side)}, {clean(rows[0].name)}")]
    for row in rows:
        marks = _marks_in_words(scenario, row)
        blocks.append(
            hung(console, Text(f"{clean(_place_in_words(scenario, row))}: {row.count}{f' ({clean(marks)})' if marks else ''}"))
        )
    if near := _near_to(board, rows[0].place):
        blocks.append(hung(console, Text(f"hexes to {near}", style="dim")))
    return blocks


def _near_to(board: Board, place: str) -> str:
    """The nearest places, with how many hexes there are between."""
    known = [(hexes, other) for other in board.names if other != place and (hexes := board.apart(place, other)) is not None]
    return ", ".join(f"{board.names[other]} {hexes}" for hexes, other in sorted(known)[:_NEAREST])
