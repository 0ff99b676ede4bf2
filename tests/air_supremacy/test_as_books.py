"""One set of books: in random play on random maps, every unit is in one place with one status after every step."""

from collections import Counter
from random import Random

import pytest
from as_books import books_are_checked, random_theater
from support import SHIPPED
from test_as_play import ruled

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.rulesets.air_supremacy.setup import faults_of
from airwar.rulesets.air_supremacy.show import position_of
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import check_next

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
    assert list(faults_of(turn.setting, turn.setting.attacks)) == []


def check_position(turn):
    """Everybody who is left is in the position, under the id of an entry or as a part of it."""
    left, stands = Counter(), Counter()
    for kind, number in turn.units():
        left[kind.nation, kind.type.id] += number
    for unit in position_of(turn).units.values():
        stands[unit.nation, unit.type] += unit.count
    assert stands == left


@pytest.mark.parametrize("seed", range(60))
def test_random_theaters_keep_their_books(seed):
    check_game(random_theater(seed), seed)


@pytest.mark.parametrize("seed", range(60, 100))
def test_random_theaters_keep_their_books_under_any_rulings(seed):
    text = random_theater(seed)
    options = '"options": {\n  "placeholder-values": "yes"\n }'
    assert options in text
    rulings = ruled("", Random(seed)).removeprefix("\n").partition(": ")[2]
    check_game(text.replace(options, f'"options": {rulings}'), seed)


@pytest.mark.slow
def test_many_random_theaters_keep_their_books(games):
    for seed in range(1000, 1000 + (games or 150)):
        check_game(random_theater(seed), seed)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_shipped_scenarios_keep_their_books(path):
    for seed in range(5):
        check_game(path.read_text(), seed)


@pytest.mark.parametrize("seed", range(12))
def test_38_three_turns_in_a_row_each_begin_where_the_last_one_ended(seed, tmp_path):
    """What `next` writes is read back as the position that the turn has come to."""
    scenario = parse_scenario(random_theater(seed), "random.yaml")
    for turn in range(3):
        with books_are_checked():
            scenario = check_next(scenario, seed * 10 + turn, tmp_path / f"{turn}.jsonl")
