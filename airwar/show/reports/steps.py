"""A battle to step through: for each record what it says, where everything stands, and who holds what; each thing once."""

from __future__ import annotations

from math import inf
from typing import Any

from airwar.analysis.chronicle import Chronicle
from airwar.engine.records import Ended
from airwar.rulesets.ruleset import Standing
from airwar.show.map_text import strengths
from airwar.show.report import by_place
from airwar.show.reports.course import Teller
from airwar.show.reports.map_svg import falls
from airwar.show.reports.markup import one_line


def steps_of(chronicle: Chronicle, teller: Teller, ending: str) -> dict[str, Any]:
    """The data of a replay: steps are [record, text, position, map], the last two as numbers of what is listed once."""
    film, scenario = chronicle.film, chronicle.scenario
    positions: dict[str, int] = {}
    maps: dict[str, int] = {}
    known: dict[int, tuple[int, int]] = {}
    shown: list[Any] = []
    boards: list[Any] = []
    steps: list[list[Any]] = []
    texts = teller.lines(film.records)
    for at, record in enumerate(film.records):
        if record.kind == "step":
            continue
        last = isinstance(record.body, Ended)
        rows, shown_rows = (some[-1 if last else at] for some in (chronicle.standing, chronicle.everything))
        if id(rows) not in known:
            position = [
                [side, [[place, units] for place, units in places.items()]] for side, places in told(chronicle, teller, shown_rows)
            ]
            geography = scenario.ruleset.geography(film.last_states if last else film.all_states[at])
            holders = {site.id: site.holder for site in geography.sites}
            counts = strengths(row for row in rows if chronicle.is_unit(row))
            fell = falls(chronicle, inf if last else record.seq)
            board = [
                [place_side(chronicle, holders.get(place, "")), *(sided(chronicle, some.get(place, {})) for some in (counts, fell))]
                for place in chronicle.places
            ]
            known[id(rows)] = listed_once(position, positions, shown), listed_once(board, maps, boards)
        steps.append([record.seq, ending if last else texts[at] if steps else "Before the battle", *known[id(rows)]])
    colors = {one_line(teller.names(side)): color for side, color in chronicle.colors.items()}
    return {"steps": steps, "positions": shown, "maps": boards, "colors": colors}


def told(chronicle: Chronicle, teller: Teller, rows: list[Standing]) -> list[tuple[str, dict[str, str]]]:
    found = by_place(chronicle.scenario, rows, teller.names)
    return [
        (one_line(side), {one_line(place): one_line(units) for place, units in places.items()}) for side, places in found.items()
    ]


def place_side(chronicle: Chronicle, holder: str) -> int:
    """A side as the number of its color; -1 for nobody."""
    return chronicle.colors.get(holder, -1)


def sided(chronicle: Chronicle, counts: dict[str, int]) -> list[list[int]]:
    return [[place_side(chronicle, side), number] for side, number in counts.items()]


def listed_once(value: Any, numbers: dict[str, int], listed: list[Any]) -> int:
    key = repr(value)
    if key not in numbers:
        numbers[key] = len(listed)
        listed.append(value)
    return numbers[key]
