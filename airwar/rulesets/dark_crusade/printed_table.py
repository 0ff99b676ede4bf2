"""Rolls on the combat table (B16), as the scenario draws it or as a person reads it from the printed page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from airwar.engine.dice import D6, EachFace
from airwar.engine.events import Event, Note
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import groups, height_refused, result_of_cell
from airwar.rulesets.dark_crusade.state import Setting
from airwar.rulesets.kit.printed import PrintedChart
from airwar.rulesets.kit.supplied import Span, column_faults, span_of

COMBAT_TABLE = PrintedChart("combat-table", "the combat table")
EXAMPLE = "1 2 3 4 5-6 7-8 9-12 13-16 17-24"  # a line of heads as it might be; no head is known


def rolled(ref: Referee, setting: Setting, key: str, points: int, *, most: int, by: str, means: tuple[str, ...] = ()) -> int:
    """One die for each group of points, results added; beyond `most` they have no effect. `means`: the verb for what it counts."""
    if setting.table is not None:
        return ref.roll(key, setting.table.reading(points, most, means), by=by)
    heads = heads_of(ref, setting)
    split = groups(points, highest(heads))
    faces = ref.roll(key, EachFace(len(split) * D6), by=by)
    results = [read(ref, heads, group, face) for group, face in zip(split, faces, strict=True)]
    ref.tell(read_events, results, most)
    return min(sum(results), most)


def highest_number(ref: Referee, setting: Setting) -> int:
    """The highest number of points on the table."""
    return setting.table.highest if setting.table is not None else highest(heads_of(ref, setting))


@rule("B16")
def heads_of(ref: Referee, setting: Setting) -> tuple[str, ...]:
    """The heads of the columns: as the scenario has them, or as a person reads them."""
    unusual = setting.rulings.yes("unusual-table")
    return setting.heads or COMBAT_TABLE.heads(ref, [EXAMPLE], heads_refused(unusual))


def heads_refused(unusual: bool) -> Callable[[str], str | None]:
    """Why a line of heads is not that of a combat table, or None."""

    def refused(text: str) -> str | None:
        heads = tuple(text.split())
        faults = column_faults(heads, "points")
        return faults[0] if faults else None if unusual else height_refused(highest(heads))

    return refused


def highest(heads: Sequence[str]) -> int:
    """The last number of the last column."""
    last = span_of(heads[-1]) or Span(0, 0)
    return last.high or last.low


def read(ref: Referee, heads: Sequence[str], points: int, face: int) -> int:
    """The cell for some points and a face of the die, as a person reads it."""
    column = next(head for head in heads if points in (span_of(head) or ()))
    return int(result_of_cell(COMBAT_TABLE.cell(ref, column, str(face), examples=["0", "1"], refuse=cell_refused)) or 0)


def cell_refused(text: str) -> str | None:
    """Why a text is not a result, or None."""
    return (
        None if result_of_cell(text) is not None else f"{text!r} is not a number of losses; expected a whole number, or - for none"
    )


def read_events(results: Sequence[int], most: int) -> list[Event]:
    """The results of several dice together, and what has no effect."""
    total = sum(results)
    added = f"{' + '.join(map(str, results))} = {total}" if len(results) > 1 else str(total)
    if len(results) == 1 and total <= most:
        return []
    return [Note(f"the result is {added}" + (f", {total - most} without effect" if total > most else ""))]
