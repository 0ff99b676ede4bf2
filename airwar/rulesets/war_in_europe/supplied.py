"""What a scenario may say of the charts that its players supply: drawn as they are printed, checked before they are used."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from airwar.rulesets.war_in_europe.charts import DEMO, ByColumn, EachPoint, Grid, RailDamage, dice_of
from airwar.scenario.nodes import Map
from airwar.scenario.problems import Problems
from airwar.scenario.shape import UNSOUND, Either, Field, MapOf, OneOf, Record, Section, Shape, Text, Whole

MOST_LINES = 40  # no table of the period has more columns or rows


@dataclass(frozen=True)
class Made(Shape):
    """A mapping that is made into a value of ours, or reported where it cannot be."""

    record: Record
    make: Callable[[Section, Problems], Any]
    kinds = (Map,)
    many = "mappings"

    def expected(self) -> str:
        return self.record.expected()

    def schema(self) -> dict[str, Any]:
        return self.record.schema()

    def _value(self, node: Map, problems: Problems) -> Any:
        said = self.record.check(node, problems)
        return UNSOUND if said is UNSOUND else self.make(said, problems)


def grid_of(said: Section, problems: Problems) -> Any:
    """A drawn table, its rows consecutive and as long as its heads."""
    before = len(problems)
    heads = tuple(said["columns"].split())
    lines = [line.split() for line in (said["rows"] or "").splitlines() if line.strip()]
    labels = [line[0] for line in lines]
    if not 1 <= len(heads) <= MOST_LINES or len(lines) > MOST_LINES:
        problems.add(said.at("columns"), f"{len(heads)} columns and {len(lines)} rows; expected at most {MOST_LINES} of each")
    if len(set(heads)) < len(heads):
        problems.add(said.at("columns"), "two columns have the same head; expected each once")
    for line in lines:
        if len(line) != len(heads) + 1:
            problems.add(said.at("rows"), f"row {line[0]} has {len(line) - 1} cells; expected {len(heads)}, one for each column")
    if labels and not (re.fullmatch(r"-?\d{1,2}", labels[0]) and labels == [str(int(labels[0]) + at) for at in range(len(labels))]):
        problems.add(said.at("rows"), f"the rows are {', '.join(labels)}; expected consecutive totals of the dice, such as 1 to 6")
    if len(problems) > before:
        return UNSOUND
    first = int(labels[0]) if labels else 1
    return Grid("", dice_of(said["roll"]), heads, first, tuple(tuple(line[1:]) for line in lines))


def accuracy_of(said: Section, problems: Problems) -> Any:
    """An accuracy chart: `hit-on` for a die a bomber point, or columns of bomber points and rows of hits."""
    if bool(said["hit-on"]) == bool(said["columns"]):
        problems.add(said.mark, "expected either hit-on (a die for each bomber point) or columns and rows in an accuracy chart")
        return UNSOUND
    dice = dice_of(said["roll"])
    if said["hit-on"]:
        value = int(said["hit-on"][:-1])
        if dice.count != 1 or not 1 <= value <= dice.sides:
            problems.add(said.at("hit-on"), f"{said['hit-on']!r} on {dice}; expected a face of one die")
            return UNSOUND
        return EachPoint(dice.sides, value, said["hit-on"][-1] == "-")
    grid = grid_of(said, problems)
    return UNSOUND if grid is UNSOUND else by_column(said, grid, problems)


def by_column(said: Section, grid: Grid, problems: Problems) -> Any:
    before = len(problems)
    for head in grid.heads:
        if not re.fullmatch(r"[1-9]\d{0,3}(\+|-[1-9]\d{0,3})?", head):
            problems.add(said.at("columns"), f"column {head!r} is no number of bomber points; expected one like 2, 3-4 or 5+")
    strange = [cell for row in grid.rows for cell in row if not re.fullmatch(r"\d{1,3}", cell)]
    if strange or not grid.rows:
        wrong = f"{strange[0]!r} is no number of hits" if strange else "the chart has no rows"
        problems.add(said.at("rows"), f"{wrong}; expected a number of hits in every cell")
    return ByColumn(grid) if len(problems) == before else UNSOUND


def combat_table_of(said: Section, problems: Problems) -> Any:
    """A combat results table; where its heads are odds, they rise from left to right."""
    grid = grid_of(said, problems)
    if grid is not UNSOUND and list(grid.odds) != sorted(set(grid.odds)):
        problems.add(said.at("columns"), f"the odds {' '.join(grid.heads)} do not rise; expected the worst first (13.93)")
        return UNSOUND
    return grid


ROLL = Field(Text(max_length=4, pattern="[1-3]d([468]|1[02])", help="dice such as 1d6 or 2d6"), default="1d6")
COLUMNS = Text(max_length=400, help="the column heads, with blanks between them")
ROWS = Text(max_length=4000, lines=True, help="a line for each roll: the roll, then a cell under each column")
ACCURACY = Made(
    Record(
        {
            "roll": ROLL,
            "hit-on": Field(Text(max_length=3, pattern=r"\d{1,2}[+-]", help="5+ or 2-"), help="each bomber point rolls; hits on"),
            "columns": Field(COLUMNS, help="bomber points: 1 2 3-4 5+"),
            "rows": Field(ROWS, help="the hits by die roll, under each column"),
        }
    ),
    accuracy_of,
)
COMBAT_TABLE = Made(
    Record(
        {
            "roll": ROLL,
            "columns": Field(COLUMNS, required=True, help="the odds: 1-2 1-1 2-1"),
            "rows": Field(ROWS, help="the results by die roll; without them only the column is found"),
        }
    ),
    combat_table_of,
)
RAIL_DAMAGE = Made(
    Record(
        {
            "hits-to-cut": Field(Whole(1, 99), required=True, help="hits that cut a rail line"),
            "effect": Field(Text(max_length=200), help="what that means, to be shown"),
        }
    ),
    lambda said, problems: RailDamage(said["hits-to-cut"], said["effect"] or ""),
)
NUMBER = Text(max_length=2, pattern="[1-9][0-9]?", help="the number of a chart, such as 9")
NAMED = OneOf((DEMO,))
CHARTS = Record(
    {
        "accuracy": Field(Either(NAMED, MapOf(NUMBER, ACCURACY)), help="the accuracy charts by number, or synthetic-demo"),
        "allied-current": Field(NUMBER, help="the number of the chart that the Allies use now"),
        "rail-damage": Field(Either(NAMED, RAIL_DAMAGE), help="what hits do to a rail line, or synthetic-demo"),
        "combat-results": Field(
            Either(NAMED, MapOf(Text(max_length=40, pattern="[a-z0-9][a-z0-9-]*", help="a name like soviet-1943"), COMBAT_TABLE)),
            help="combat results tables by name, or synthetic-demo",
        ),
    }
)
