"""Small War in Europe scenarios for tests: the Western Allies over a front that the Axis has left empty."""

from support import fight, problems_of

PLAYERS = "{allies: {nations: [allied]}, axis: {nations: [german]}}"
WEST = "{west: {allies: {air-superiority: 12, ground-support: 80}, axis: {}}}"
CRT = "combat-results: {t: {columns: 1-1 2-1 3-1 4-1 5-1 6-1}}"
HITS_ON_FIVE = "{hit-on: 5+}"


def scenario(*, players=PLAYERS, fronts=WEST, raids="", combats="", charts="", options=""):
    """A scenario, its parts in YAML's flow style; charts may be a block, which begins with a line break."""
    return f"""\
airwar: 1
ruleset: war-in-europe
title: Test
options: {{{options}}}
players: {players}
fronts: {fronts}
rail-raids: [{raids}]
combats: [{combats}]
charts: {charts if charts.startswith(chr(10)) else "{" + charts + "}"}
"""


def raid(points="", *, front="west", by="allies", flak=0, more=""):
    said = f", points: {points}" if points != "" else ""
    return f'{{id: seine, front: {front}, by: {by}, hex: "2214", in-range: true, flak: {flak}{said}{more}}}'


def combat(shift="", die="", *, front="west", attacker="allies", defenders="{printed: 6, count: 4}", odds="column: 3-1", more=""):
    said = (f", shift-points: {shift}" if shift != "" else "") + (f", die-point: {die}" if die != "" else "")
    return f"{{id: caen, front: {front}, attacker: {attacker}, defenders: [{defenders}], {odds}{said}{more}}}"


def sheet(fought, title):
    """The rows of a table that was told."""
    return next(body["rows"] for body in fought.told("sheet") if body["title"].startswith(title))


def supremacy(fought, front="West"):
    """Whom each player holds supremacy over, as told."""
    return {row[0]: row[-1] for row in sheet(fought, f"Air Points on {front}")}


def refused(text):
    """What is wrong with a scenario, in one text; nothing if it is sound."""
    return "\n".join(problems_of(text))


__all__ = ["CRT", "HITS_ON_FIVE", "combat", "fight", "raid", "refused", "scenario", "sheet", "supremacy"]
