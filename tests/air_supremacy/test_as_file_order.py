"""The order of battles, of units and of spaces in a file never changes a result: dice and answers by key, files in any order.

Nor does it matter whether the turns of several opponents are in one file, or follow one another.
"""

import json
from random import Random

import pytest
import yaml
from as_books import books_are_checked, random_theater
from support import bare_log

from airwar.battle.next_turn import following_text
from airwar.engine.moves import End
from airwar.engine.questions import Allotment, Asked, Choice
from airwar.engine.walk import Walk
from airwar.rulesets.air_supremacy.position import WAYS
from airwar.setup.loading import parse_scenario

TRIES = 40


class ByKey:
    """Dice and answers that depend on the seed and on the key of a question, and on nothing else."""

    def __init__(self, seed, until="", turn=""):
        self.seed, self.until, self.turn = seed, until, turn

    def chance(self, key):
        return Random(f"{self.seed} {self.turn}{key}")

    def faces(self, roll, drawn):
        if self.until and roll.key.startswith(self.until):
            raise Asked(roll)
        chance = self.chance(roll.key)
        return tuple(chance.randint(1, roll.reading.dice.sides) for _ in range(roll.reading.dice.count)), "scripted"

    def choice(self, question):
        if self.until and question.key.startswith(self.until):
            raise Asked(question)
        chance = self.chance(question.key)
        if isinstance(question, Choice):
            options = sorted(question.options)
            return chance.choice([one for one in options if one != "call-off"] or options)
        if not isinstance(question, Allotment):
            return sorted(question.examples)[0]
        names = sorted(question.items)
        for _ in range(TRIES):
            left, answer = chance.randint(question.least, question.most), {}
            for name in chance.sample(names, len(names)):
                answer[name] = min(question.items[name], chance.randint(0, left))
                left -= answer[name]
            if question.refuses(answer) is None:
                return answer
        return next(answer for answer in simple(question, names) if question.refuses(answer) is None)


def simple(question, names):
    """Allotments that do not depend on the order of the items: nothing, all, one after the other."""
    for most in range(question.least, question.most + 1):
        for start in range(len(names)):
            left, answer = most, {}
            for name in (*names[start:], *names[:start]):
                answer[name] = min(question.items[name], left)
                left -= answer[name]
            yield answer
    yield dict(question.default)


def walked(scenario, player):
    """The end of a battle; or the turn, if the player stops before."""
    walk = Walk(scenario.start, bare_log(), player)
    try:
        with books_are_checked():
            return walk.run()
    except Asked:
        return walk.states[0]


def fought(text, seed, until=""):
    scenario = parse_scenario(text, "order.yaml")
    end, ruleset = walked(scenario, ByKey(seed, until)), scenario.ruleset
    if not isinstance(end, End):
        return end
    rows = sorted((row.side, row.place, row.unit, row.count, row.marks) for row in ruleset.standing((end.state,)))
    return rows, sorted(ruleset.results(end.state)), sorted(end.state.taken)


def with_orders(seed):
    """A random theater whose attacks are in the file."""
    document = json.loads(random_theater(seed))
    document.pop("later-turns", None)
    turn = fought(json.dumps(document), seed, until="r1")
    if not hasattr(turn, "setting") or not turn.setting.attacks:
        return None
    document["battles"] = []
    for attack in turn.setting.attacks:
        said = {"at": attack.at, "after": attack.after, "defenders": list(attack.defenders)}
        said |= {way: dict(attack.units(way)) for way in WAYS}
        document["battles"].append({key: value for key, value in said.items() if value})
    return document


def shuffled(document, chance):
    """The same theater in another order."""
    battles, units, spaces = document["battles"], document["units"], list(document["spaces"].items())
    return document | {
        "battles": chance.sample(battles, len(battles)),
        "units": chance.sample(units, len(units)),
        "spaces": dict(chance.sample(spaces, len(spaces))),
    }


def check(seed):
    document = with_orders(seed)
    if document is None:
        return 0
    wanted = fought(json.dumps(document), seed)
    for number in range(3):
        text = json.dumps(shuffled(document, Random(number)))
        assert fought(text, seed) == wanted, text
    return 1


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_34_the_order_of_a_file_never_changes_a_result(seed):
    assert sum(check(seed + more) for more in range(5))


@pytest.mark.slow
def test_34_the_order_of_many_files_never_changes_a_result(games):
    assert sum(check(seed) for seed in range(1000, 1000 + (games or 100)))


@pytest.mark.parametrize("seed", range(40))
def test_38_turns_in_one_file_are_the_same_as_one_after_the_other(seed):
    document, turns = json.loads(random_theater(seed)), ["germany", "uk", "germany"]
    document |= {"moving-with": [], "later-turns": [{"attacker": nation} for nation in turns[1:]]}
    rows, _, taken = fought(json.dumps(document), seed)
    for number, nation in enumerate(turns, 1):
        for field in ("later-turns", "moving-with", "opponents"):
            document.pop(field, None)
        text = json.dumps(document | {"attacker": nation, "battles": [], "orders": "ask"})
        scenario = parse_scenario(text, "turn.yaml")
        end = walked(scenario, ByKey(seed, turn=f"turn-{number}." if number > 1 else ""))
        document = yaml.safe_load(following_text(scenario, end.state)[0])
    left = [row for row in rows if row[1]]  # those that are lost are counted from the beginning of a file
    standing = scenario.ruleset.standing((end.state,))
    assert sorted((row.side, row.place, row.unit, row.count, row.marks) for row in standing if row.place) == left
    assert sorted(end.state.taken) == taken
