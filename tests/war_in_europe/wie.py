"""Small War in Europe scenarios for tests: the Western Allies over a front that the Axis has left empty."""

from support import Stopped, StopsAt, bare_log, problems_of
from support import fight as fight

from airwar.engine.walk import Walk
from airwar.rulesets import load
from airwar.setup.loading import parse_scenario

RULESET = load("war-in-europe")
SIDES = "{allies: {nations: [allied]}, axis: {nations: [german]}}"
WEST = "{west: {allies: {air-superiority: 12, ground-support: 80}, axis: {}}}"
CONTESTED = "{west: {allies: {ground-support: 30}, axis: {air-superiority: 1}}}"
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
AGAINST_AXIS = ", defender: axis"  # for `more`, where the attacker has several opponents
TWO_ALLIES = {  # two players of one alliance, who have the air together
    "sides": "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}",
    "fronts": "{west: {allies: {ground-support: 30}, soviets: {ground-support: 20}, axis: {}}}",
}
TWO_NATIONS = {  # one player with points of two nations
    "sides": "{axis: {nations: [german, italian]}, soviets: {nations: [russian]}}",
    "fronts": "{west: {axis: {ground-support: {german: 30, italian: 12}}, soviets: {}}}",
}


# scenarios


def scenario(*, sides=SIDES, fronts=WEST, raids="", battles="", charts="", options="", orders=""):
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
{f"orders: {orders}" if orders else ""}
"""


def bombing_charts(*numbers, current=None, cut=None):
    """Accuracy charts on which each bomber point hits on 5 or 6, and the hits that cut a line; a block for `scenario`."""
    lines = ["", f"  allied-current: {current}" if current else "", "  accuracy:"]
    for number in numbers:
        lines += [f"    {number}:", EACH_HITS_ON_FIVE]
    lines.append(f"  rail-damage: {{columns: hits, rows: to-cut-the-line {cut}}}" if cut else "")
    return "\n".join(line for line in lines if line or line is lines[0])


def drawn(name, columns, rows, roll=""):
    """A chart of the scenario: accuracy chart 9, or the combat results table `mine`; a block for `scenario`."""
    lines = "".join(f"\n        {row}" for row in rows)
    dice = f"\n      roll: {roll}" if roll else ""
    return f"\n  {name}:\n    {'9' if name == 'accuracy' else 'mine'}:{dice}\n      columns: {columns}\n      rows: |{lines}"


def raid(points="", *, name="seine", at="2214", front="west", attacker="allies", flak=0, more=""):
    said = f", points: {points}" if points != "" else ""
    return f'{{id: {name}, front: {front}, attacker: {attacker}, at: "{at}", in-range: true, flak: {flak}{said}{more}}}'


def combat(
    shift="",
    die="",
    *,
    name="caen",
    front="west",
    attacker="allies",
    defenders="{printed: 6, count: 4}",
    odds="column: 3-1",
    more="",
):
    said = (f", shift-points: {shift}" if shift != "" else "") + (f", die-point: {die}" if die != "" else "")
    return f"{{id: {name}, front: {front}, attacker: {attacker}, defenders: [{defenders}], {odds}{said}{more}}}"


# what came of them


def sheet(fought, title):
    """The rows of a table that was told."""
    return next(body["rows"] for body in fought.told("sheet") if body["title"].startswith(title))


def supremacy(fought, front="West"):
    """Whom each side holds supremacy over, as told."""
    return {row[0]: row[-1] for row in sheet(fought, f"Air Points on the {front} Front")}


def bombers(fought):
    """What Air Points become on a raid, as told: nation, Air Points, bomber points, wasted, chart."""
    return [row for body in fought.told("sheet") if body["title"].startswith("Strategic Bomber Points") for row in body["rows"]]


def support(fought):
    """What Ground Support does for a battle, as told: printed defense, points, columns, wasted, die."""
    return sheet(fought, "Ground Support at")[0]


def rulings(fought):
    """The options that mattered, and their values."""
    return {body["option"]: body["value"] for body in fought.told("ruling")}


def noted(fought, text):
    return any(text in body["text"] for body in fought.told("note"))


def results(fought):
    """The result of each raid and battle, in the order in which they were fought."""
    return RULESET.results(fought.end.state)


def points(fought, nation="allied"):
    """The Ground Support points of a nation at the end: still free, used, and lost."""
    return points_in((fought.end.state,), nation)


def points_in(states, nation="allied"):
    counts = {"": 0, "spent": 0, "eliminated": 0}
    for row in RULESET.standing(states):
        if row.unit == f"{nation}-ground-support":
            counts["".join(row.marks)] = counts.get("".join(row.marks), 0) + row.count
    return tuple(counts.values())


def orders_asked(fought):
    """The questions for Ground Support points; not whether a chart is at hand, nor whether points are really committed."""
    return [question for question in fought.asked if "allot" in question.key]


def could_allot(fought):
    """What points could be allotted to, by the key of the question."""
    return {question.key: dict(question.items) for question in orders_asked(fought)}


def asked(fought, key):
    """The question of that key, or None."""
    return next((question for question in fought.asked if question.key == key), None)


def refused(text):
    """What is wrong with a scenario, in one text; nothing if it is sound."""
    return "\n".join(problems_of(text))


def notes_of(text):
    """What the check of a sound scenario notes."""
    return "\n".join(str(note) for note in parse_scenario(text, "test.yaml").notes)


def stopped_at(key, text, dice=(), answers=()):
    """The walk of a scenario, stopped at a question or a roll."""
    walk = Walk(parse_scenario(text, "test.yaml").start, bare_log(), StopsAt(key, dict(dice), dict(answers)))
    try:
        walk.run()
    except Stopped:
        return walk
    raise AssertionError(f"{key} was never asked")
