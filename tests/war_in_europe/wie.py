"""Small War in Europe scenarios for tests: the Western Allies over a front that the Axis has left empty."""

from support import fight, problems_of

SIDES = "{allies: {nations: [allied]}, axis: {nations: [german]}}"
WEST = "{west: {allies: {air-superiority: 12, ground-support: 80}, axis: {}}}"
CRT = "combat-results: {t: {columns: 1-1 2-1 3-1 4-1 5-1 6-1}}"
EACH_HITS_ON_FIVE = """\
      columns: each
      rows: |
        1  0
        2  0
        3  0
        4  0
        5  1
        6  1"""


def scenario(*, sides=SIDES, fronts=WEST, raids="", battles="", charts="", options=""):
    """A scenario, its parts in YAML's flow style; charts may be a block, which begins with a line break."""
    return f"""\
airwar: 1
ruleset: war-in-europe
title: Test
options: {{{options}}}
sides: {sides}
fronts: {fronts}
rail-raids: [{raids}]
battles: [{battles}]
charts: {charts if charts.startswith(chr(10)) else "{" + charts + "}"}
"""


def bombing_charts(*numbers, current=None, cut=None):
    """Accuracy charts on which each bomber point hits on 5 or 6, and the hits that cut a line; a block for `scenario`."""
    lines = ["", f"  allied-current: {current}" if current else "", "  accuracy:"]
    for number in numbers:
        lines += [f"    {number}:", EACH_HITS_ON_FIVE]
    lines.append(f"  rail-damage: {{columns: hits, rows: to-cut-the-line {cut}}}" if cut else "")
    return "\n".join(line for line in lines if line or line is lines[0])


def raid(points="", *, front="west", attacker="allies", flak=0, more=""):
    said = f", points: {points}" if points != "" else ""
    return f'{{id: seine, front: {front}, attacker: {attacker}, at: "2214", in-range: true, flak: {flak}{said}{more}}}'


def combat(shift="", die="", *, front="west", attacker="allies", defenders="{printed: 6, count: 4}", odds="column: 3-1", more=""):
    said = (f", shift-points: {shift}" if shift != "" else "") + (f", die-point: {die}" if die != "" else "")
    return f"{{id: caen, front: {front}, attacker: {attacker}, defenders: [{defenders}], {odds}{said}{more}}}"


def sheet(fought, title):
    """The rows of a table that was told."""
    return next(body["rows"] for body in fought.told("sheet") if body["title"].startswith(title))


def supremacy(fought, front="West"):
    """Whom each side holds supremacy over, as told."""
    return {row[0]: row[-1] for row in sheet(fought, f"Air Points on the {front} Front")}


def orders_asked(fought):
    """The questions for Ground Support points; not whether a chart is at hand, nor whether points are really committed."""
    return [question for question in fought.asked if "allot" in question.key]


def refused(text):
    """What is wrong with a scenario, in one text; nothing if it is sound."""
    return "\n".join(problems_of(text))


__all__ = ["CRT", "bombing_charts", "combat", "fight", "orders_asked", "raid", "refused", "scenario", "sheet", "supremacy"]
