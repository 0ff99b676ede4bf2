"""One set of books: in random play on random maps, every unit is in one place with one status after every step."""

from collections import Counter
from random import Random

import pytest
from as_books import books_are_checked, random_theater
from support import SHIPPED
from test_as_play import ruled

from airwar.answers.chance import AnyLegal
from airwar.battle import begin
from airwar.loading import parse_scenario
from airwar.rulesets.air_supremacy.orders import order_refusals
from airwar.rulesets.air_supremacy.position import as_scenario, position_of
from airwar.rulesets.air_supremacy.roster import roster_of

SCENARIOS = [path for path in SHIPPED if path.parent.name == "air-supremacy"]


def fought(text, seed):
    """A game at random, with the books checked after every step; the end, and the losses that were told."""
    battle = begin(parse_scenario(text, "random.yaml"), None, seed)
    with books_are_checked():
        end = battle.walk(AnyLegal(seed)).run()
    told = Counter()
    for record in battle.log.records:
        if record.content.get("what") == "loss" and record.content["fate"] != "damaged":
            told[record.content["side"], record.content["unit"]] += record.content["count"]
    return battle, end.state, told


def check_game(text, seed):
    battle, turn, told = fought(text, seed)
    assert {(one.side, one.unit): one.lost for one in battle.scenario.ruleset.tally(turn) if one.lost} == dict(told)
    check_orders(turn)
    check_position(turn)


def check_orders(turn):
    """Whatever was ordered at the table would be good in a file."""
    setting = turn.setting
    roster = roster_of(setting.campaign, setting.number, setting.position)
    for number, order in enumerate(setting.orders):
        assert order_refusals(roster, setting.orders[:number], order) == []


def check_position(turn):
    """Everybody who is left is in the position, and the position is a scenario that says the same."""
    position = position_of(turn)
    left = Counter()
    for kind, number in turn.units():
        left[kind.nation, kind.type.id] += number
    stands = Counter()
    for unit in position.units:
        stands[unit.nation, unit.type] += unit.number
    assert stands == left
    if any(unit.space == "elsewhere" for unit in position.units) or not position.units:
        return
    lines = "\n".join(row[0] for row in as_scenario(turn, position).rows)
    said = "airwar: 1\nruleset: air-supremacy\ntitle: t\noptions: {placeholder-values: yes}\n"
    said += f"attacker: {turn.setting.attacker}\n"
    again = parse_scenario(f"{said}nations: {{vichy: {{}}}}\n{lines}\n", "again.yaml")
    same = [unit._replace(out_for="") for unit in position.units]
    assert sorted(position_of(again.start.state).units) == sorted(same)
    assert position_of(again.start.state).holders == position.holders


@pytest.mark.parametrize("seed", range(60))
def test_random_theaters_keep_their_books(seed):
    check_game(random_theater(seed), seed)


@pytest.mark.parametrize("seed", range(60, 100))
def test_random_theaters_keep_their_books_under_any_rulings(seed):
    text = random_theater(seed)
    options = '"options": {\n  "placeholder-values": "yes"\n }'
    assert options in text
    rulings = ruled("", Random(seed)).removeprefix("\n").partition(": ")[2]
    if "later-turns" in text:
        rulings = rulings.replace("retreat-to: anywhere", "retreat-to: adjacent-friendly")
    check_game(text.replace(options, f'"options": {rulings}'), seed)


@pytest.mark.slow
def test_many_random_theaters_keep_their_books(games):
    for seed in range(1000, 1000 + (games or 500)):
        check_game(random_theater(seed), seed)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_shipped_scenarios_keep_their_books(path):
    for seed in range(5):
        check_game(path.read_text(), seed)
