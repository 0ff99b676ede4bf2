"""The charts that the source does not print (24.82, 13.93): accuracy charts, rail damage, and combat results tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from airwar.rulesets.kit import (
    Book,
    Chart,
    Complaints,
    Dice,
    Either,
    Grid,
    Hits,
    MapOf,
    OneOf,
    OpenChart,
    Span,
    SuppliedChart,
    Text,
    check_totals,
    column_faults,
    column_for,
    load_chart,
    record,
    replace,
    rule,
    said,
    span_of,
)

PACKAGE = __name__.rpartition(".")[0]
DEMO = "synthetic-demo"
EACH = "each"  # the head of the only column of a chart on which every bomber point rolls its own die
TO_CUT = "to-cut-the-line"
EFFECT = "effect"  # the head of the only column of a chart with a row for each number of hits
CHART_OF = {nation: cells[0] for nation, cells in load_chart(PACKAGE, "accuracy-chart-by-nation").rows}

# accuracy charts


@dataclass(frozen=True)
class EachPoint:
    """An accuracy chart on which every bomber point rolls its own die."""

    sides: int
    value: int
    or_less: bool

    def reading(self, bombers: int) -> Hits:
        return Hits(Dice(bombers, self.sides), self.value, self.or_less)


@rule("24.82")
def accuracy_of(chart: Chart, complaints: Complaints) -> EachPoint | Grid | None:
    """Reads an accuracy chart: one roll in the column for the bomber points or, under `each`, a die for every bomber point."""
    strange = next((cell for _, row in chart.rows for cell in row if not re.fullmatch(r"\d{1,3}", cell)), None)
    if strange is not None:
        complaints.add("rows", f"{strange!r} is not a number of hits; expected a whole number in every cell")
    if chart.columns == (EACH,):
        return each_point(chart, complaints)
    check_totals(chart, complaints)
    for fault in column_faults(chart.columns, "bomber points", open_end=True):
        complaints.add("columns", fault)
    return None if complaints.found else Grid.drawn(chart)


def each_point(chart: Chart, complaints: Complaints) -> EachPoint | None:
    """Reads a chart with a die for every bomber point, which hits on the highest faces or on the lowest."""
    dice = Dice.written(chart.roll)
    if dice.count != 1 or [label for label, _ in chart.rows] != [str(face) for face in range(1, dice.sides + 1)]:
        complaints.add("rows", f"a die for each bomber point needs one row for each face, 1 to {dice.sides}, of one die")
        return None
    cells = "".join(cell for _, (cell,) in chart.rows)
    if not re.fullmatch("0*1+|1+0*", cells):
        complaints.add("rows", "a bomber point hits once or not at all; expected 1 for the highest or the lowest faces, else 0")
        return None
    low = cells.startswith("1") and "0" in cells
    return EachPoint(dice.sides, cells.count("1") if low else cells.index("1") + 1, or_less=low)


def heads_refused(text: str) -> str | None:
    """Why a line of heads is not that of an accuracy chart, or None."""
    faults = [] if text == EACH else column_faults(text.split(), "bomber points", open_end=True)
    return f"{faults[0]}; or {EACH}, if every bomber point rolls a die of its own" if faults else None


# rail damage


@dataclass(frozen=True)
class RailDamage:
    """What each number of hits does to a rail line, from 0 on; the last effect holds for any more. And a note about it."""

    effects: tuple[str, ...]
    note: str = ""

    @classmethod
    def cut_by(cls, hits: int, note: str = "") -> RailDamage:
        """The rule that this many hits cut a line."""
        return cls((*("not cut",) * hits, "cut"), note)

    def of(self, hits: int) -> str:
        return self.effects[min(hits, len(self.effects) - 1)]


@rule("24.82")
def rail_damage_of(chart: Chart, complaints: Complaints) -> RailDamage | None:
    """Reads a rail damage chart: how many hits cut a line, or what each number of hits does to it."""
    if chart.columns == (EFFECT,):
        return effects_of(chart, complaints)
    cells = dict(chart.rows).get(TO_CUT)
    if len(chart.rows) != 1 or len(chart.columns) != 1 or not cells or not re.fullmatch(r"[1-9]\d?", cells[0]):
        wanted = f"expected one row, {TO_CUT}, with the number of hits under one column, hits"
        complaints.add("rows", f"{wanted}; or under one column, {EFFECT}, a row for each number of hits")
        return None
    return RailDamage.cut_by(int(cells[0]), chart.note)


def effects_of(chart: Chart, complaints: Complaints) -> RailDamage | None:
    """Reads an effect for each number of hits: rows such as `1 damaged` and `2+ cut`."""
    labels = [label for label, _ in chart.rows]
    for fault in column_faults(labels, "hits", open_end=True):
        complaints.add("rows", fault.replace("column", "row"))
    if not labels or not labels[-1].endswith("+"):
        complaints.add("rows", "the last row has an end; expected one like 2+, so that there is an effect for any number of hits")
    if complaints.found:
        return None
    spans = [span_of(label) or Span(0, 0) for label in labels]
    each = [
        cell for span, (_, (cell,)) in zip(spans, chart.rows, strict=True) for _ in range(span.low, (span.high or span.low) + 1)
    ]
    return RailDamage(("no effect", *each), chart.note)


# combat results tables


def odds_of(heads: Sequence[str]) -> tuple[Fraction, ...]:
    """Heads such as 1-2 or 3:1 as odds; empty if any of them is something else."""
    if not all(re.fullmatch(r"\d{1,4}[-:][1-9]\d{0,3}", head) for head in heads):
        return ()
    return tuple(Fraction(re.sub("[-:]", "/", head)) for head in heads)


@rule("13.93")
def combat_table_of(chart: Chart, complaints: Complaints) -> Grid | None:
    """Reads a combat results table; if its heads are odds, they must rise from left to right."""
    check_totals(chart, complaints)
    odds = odds_of(chart.columns)
    if not complaints.found and list(odds) != sorted(set(odds)):
        complaints.add("columns", f"the odds {' '.join(chart.columns)} do not rise; expected the worst first (13.93)")
    return None if complaints.found else Grid.drawn(chart)


def odds_heads_refused(text: str) -> str | None:
    """Why a line of heads is not that of a combat results table, or None."""
    heads = tuple(text.split())
    odds = odds_of(heads)
    if len(set(heads)) < len(heads):
        return "a column has the head of another; expected each head once"
    return "the odds do not rise; expected the worst first" if list(odds) != sorted(odds) else None


# what a scenario supplies

DICE = "[1-3]d(?:[468]|1[02])"
ACCURACY = SuppliedChart(accuracy_of, columns="bomber points, as 1 2 3-4 5+, or each", rows="the roll, then the hits", dice=DICE)
COMBAT_TABLE = SuppliedChart(
    combat_table_of,
    columns="the odds, such as 1-2 1-1 2-1",
    rows="the roll, then the results; without rows, the player is asked what the printed table says",
    dice=DICE,
    columns_only=True,
)
RAIL_DAMAGE = SuppliedChart(
    rail_damage_of, columns="hits, or effect", rows=f"{TO_CUT} and a number, or the hits and their effect", dice=""
)
NUMBER = Text(max_length=2, pattern="[1-9][0-9]?", help="the number of a chart, such as 9")
NAMED = OneOf((DEMO,))
TABLE_NAME = Text(max_length=40, pattern="[a-z0-9][a-z0-9-]*", help="a name like soviet-1943")


@record
class Charts:
    """Every chart that the scenario supplies; `synthetic-demo` stands for a made-up one."""

    accuracy: str | Book[EachPoint | Grid | None] = said(
        Either(NAMED, MapOf(NUMBER, ACCURACY)), "the accuracy charts by number, or synthetic-demo", default=Book()
    )
    allied_current: str = said(NUMBER, "the number of the chart that the Allies use now", default="")
    rail_damage: str | RailDamage | None = said(
        Either(NAMED, RAIL_DAMAGE), "what hits do to a rail line, or synthetic-demo", default=None
    )
    combat_results: str | Book[Grid | None] = said(
        Either(NAMED, MapOf(TABLE_NAME, COMBAT_TABLE)), "combat results tables by name, or synthetic-demo", default=Book()
    )

    @rule("13.92")
    def number_for(self, nation: str) -> str:
        """The accuracy chart of a nation; `current` if the scenario does not say which chart the Allies use now."""
        number = CHART_OF[nation]
        return self.allied_current or number if number == "current" else number

    def accuracy_chart(self, number: str) -> EachPoint | Grid | None:
        """An accuracy chart by its number."""
        return demo("accuracy") if isinstance(self.accuracy, str) else self.accuracy.get(number)

    def title(self, number: str) -> str:
        return f"accuracy chart {number}{' (demo)' if isinstance(self.accuracy, str) else ''}"

    @rule("24.82")
    def lacks_column(self, number: str, bombers: int) -> bool:
        """Whether the scenario lacks an accuracy chart, or its chart has no column for this many bomber points."""
        chart = self.accuracy_chart(number)
        return chart is None or (isinstance(chart, Grid) and column_for(chart.heads, bombers) is None)

    @property
    def damage(self) -> RailDamage | None:
        if not isinstance(self.rail_damage, str):
            return self.rail_damage
        (hits,) = dict(load_chart(PACKAGE, f"{DEMO}-rail-damage").rows)[TO_CUT]
        return RailDamage.cut_by(int(hits))

    @property
    def tables(self) -> dict[str, Grid]:
        """The combat results tables by name."""
        if isinstance(self.combat_results, str):
            return {DEMO: demo("combat-results")}
        return {
            name: replace(table, title=f"combat results {name}") for name, table in self.combat_results.items() if table is not None
        }


def demo(name: str) -> Grid:
    """A chart that airwar has made up."""
    return Grid.drawn(load_chart(PACKAGE, f"{DEMO}-{name}"))


def accuracy_page(number: str) -> OpenChart:
    """An accuracy chart that a person may have in print: by its number, or the current one."""
    return OpenChart(f"accuracy-{number}", f"accuracy chart {number}")


DAMAGE_PAGE = OpenChart("rail-damage", "the rail damage rule")


def table_page(table: str, drawn: Grid | None = None, by_hand: bool = False) -> OpenChart:
    """A combat results table that a person may have in print, whole or in part, by its name if it has one."""
    named = f"the combat results table {table}" if table else "the combat results table"
    return OpenChart(f"combat-results.{table}" if table else "combat-results", named, drawn, by_hand)
