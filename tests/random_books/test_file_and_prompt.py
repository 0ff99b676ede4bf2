"""What air transport a file may order, the prompt takes in its phase, and the other way round; what is refused has one reason."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from drafts import written
from waw_direct import cited
from waw_front import front
from waw_transports import UNITS
from writer import lines_of

from airwar.errors import BadScenario
from airwar.rulesets.kit import Book
from airwar.rulesets.world_at_war import transport_orders as orders
from airwar.rulesets.world_at_war.state import PHASES, Flight
from airwar.setup.loading import parse_scenario

ACTIVITIES = [(kind, phase) for kind, phases in PHASES.items() for phase in phases]
CARGO = {"supply": "{{id: unit-{}}}", "transport": "{{id: unit-{}}}", "airdrop": "{{id: unit-{}, type: airborne}}", "hump": ""}
MOST = 30  # activities in a file
ASK = "orders: ask\nturn: true\n"


def reasons_of_the_file(text, ordered):
    """Why a file refuses these activities, each flown by one factor; there are more of them than there are factors."""
    lines = [
        f"  - {{kind: {kind}, phase: {phase}, from: {origin}, to: {to}, with: {{{unit}: 1}}, carrying: [{CARGO[kind].format(at)}]}}"
        for at, ((kind, phase), origin, to, unit) in enumerate(ordered)
    ]
    first = text.count("\n") + 2
    found = [[] for _ in ordered]
    try:
        parse_scenario(text + "\n".join(("transports:", *lines, "")), "test.yaml")
    except BadScenario as bad:
        for problem in bad.problems:
            spent = re.search(r" has [1-9]\d* uninverted; ", problem.text)  # by the activities before
            found[problem.line - first] += [] if spent else [problem.text]
    return found


def reason_of_the_prompt(turn, activity, origin, to, unit):
    """Why the prompt refuses an activity in its phase, or None."""
    kind, phase = activity
    part = Flight(kind=kind, phase=phase, from_=origin, to=to, with_=Book()).part
    turn = replace(turn, phase=part.partition(".")[0], part=part)
    goal, able = turn.base(to), orders.transports(None, turn, origin, to)
    if to in orders.open_flights(turn).others and origin in orders.origins(None, turn, goal) and unit in able.units:
        return None
    return able.why_not(unit)


def check(text, turn, ordered):
    said = [one for at in range(0, len(ordered), MOST) for one in reasons_of_the_file(text, ordered[at : at + MOST])]
    for one, found in zip(ordered, said, strict=True):
        refused = reason_of_the_prompt(turn, *one)
        alike = refused in found if found else refused is None
        spent = bool(found) and cited(found[0]) == "18.41" == cited(refused or "")
        assert alike or spent, f"{one}: the file says {found}, the prompt {refused!r}"
    return [found for found in said if found]


@pytest.mark.slow
@pytest.mark.parametrize("theater", ["europe", "pacific"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("rear: {side: axis,", "rear: {side: axis, supply: partial,"),
        ("home: {side: axis,", "home: {side: axis, oil: true,"),
        ("field: {side: allies", "field: {side: axis, island: true"),
        ("pocket: {side: axis", "pocket: {side: axis, box: other"),
        ("at: home}\n  - {id: savoia", "at: rear}\n  - {id: savoia"),
    ],
)
def test_18_53_the_file_and_the_prompt_refuse_the_same_activities_of_a_front(theater, old, new):
    text = front(ASK, *UNITS, theater=theater)
    assert old in text
    text = text.replace(old, new, 1)
    turn = parse_scenario(text, "test.yaml").start.state
    places = [base.id for base in turn.bases]
    for unit in ("ju-52", "stukas"):
        refused = check(text, turn, [(*one, unit) for one in product(ACTIVITIES, places, places)])
        assert refused


ORDERS = {
    "staging",
    "transfers",
    "airbases",
    "counterair",
    "transports",
    "battles",
    "fallen",
    "sunk",
    "at-sea",
    "redeployment",
    "bombing",
}


@pytest.mark.slow
def test_18_53_the_file_and_the_prompt_refuse_the_same_activities_of_random_scenarios(games):
    chance, refused, taken = Random(1944), 0, 0
    for _ in range(games or 12):
        found = written(chance, "world-at-war")
        tree = {name: value for name, value in found.tree.items() if name not in ORDERS} | {"orders": "ask", "turn": True}
        for unit in tree.get("units") or ():
            unit["inverted"] = 0  # what a turn begins with is uninverted before anything flies
        text = "".join(f"{line}\n" for line, _ in lines_of(tree))
        try:
            turn = parse_scenario(text, "random.yaml").start.state
        except BadScenario:
            continue
        units = [unit.id for unit in turn.units if not unit.strategic]
        places = [base.id for base in turn.bases]
        ordered = [(*one, chance.choice(units)) for one in product(ACTIVITIES, places, places)] if units else []
        ordered = chance.sample(ordered, min(len(ordered), 3 * MOST))
        bad = len(check(text, turn, ordered))
        refused, taken = refused + bad, taken + len(ordered) - bad
    assert refused > taken > 0
