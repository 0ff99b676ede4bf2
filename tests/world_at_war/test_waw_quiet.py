"""When a question has one sensible answer, and when the same question is a real one."""

import pytest
from support import SEED, bare_log
from waw_front import TRANSPORT, battle, front

from airwar.answers.chance import MachineDice
from airwar.engine.walk import Walk
from airwar.setup.loading import parse_scenario


class Usual:
    """Rolls as it is told, else by machine; answers as it is told, else by default. Keeps what was asked."""

    def __init__(self, dice, answers):
        self.dice, self.answers, self.asked = dice, answers, {}

    def faces(self, roll, drawn):
        if roll.key in self.dice:
            return self.dice[roll.key], "scripted"
        return MachineDice(SEED).faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question):
        self.asked[question.key] = question
        return self.answers.get(question.key, question.default)


def is_quiet(key, text, answers=(), dice=()):
    """Whether a question is quiet, in a scenario with these dice and answers."""
    usual = Usual(dict(dice), dict(answers))
    Walk(parse_scenario(text, "test.yaml").start, bare_log(), usual).run()
    return next(question.quiet for asked, question in usual.asked.items() if asked.endswith(key))


RAID = "counterair:\n  - {at: fort, with: {stukas: 2}}\n"
HURRICANES = "{id: hurricanes, nation: britain, type: aaf, count: 2, at: fort}"
SWORDFISH = "{id: swordfish, nation: britain, type: nas, count: 2, at: fort}"
INVERTED = HURRICANES.replace("count: 2", "count: 2, inverted: 2")
HIT = {"fort.r1.attacker.fire": (3, 3), "fort.r1.defender.fire": (1, 1)}


@pytest.mark.parametrize(
    ("units", "key", "quiet"),
    [
        (("raf", HURRICANES), "britain-aaf", True),
        (("raf", INVERTED), "britain-aaf", False),  # inverted or not is a difference
        (("sea-hurricanes", SWORDFISH), "britain-nas", False),  # some are aboard Hermes
    ],
)
def test_19_62_nobody_is_asked_which_of_two_like_units_at_one_base_is_lost(units, key, quiet):
    both = {"fort.r1.attacker.target": "both"}
    assert is_quiet(f"fort.r1.defender.losses.{key}.eliminated", front(RAID, "stukas", *units), both, HIT) is quiet


def test_19_65_the_owner_is_asked_which_kind_of_squadrons_is_lost():
    text = front(RAID, "stukas", "raf", "sea-hurricanes")
    assert is_quiet("fort.r1.defender.losses.britain-aaf.kinds", text, dice=HIT) is False


ATTACK = battle("attackers: 6, defenders: [{factors: 2}], with: {}")


@pytest.mark.parametrize(("cover", "quiet"), [({}, True), ({"raf": 2}, False)])
def test_18_555_an_attack_is_made_as_it_was_ordered_unless_enemy_air_has_come(cover, quiet):
    assert is_quiet("field.attacker.attack", front(ATTACK, "stukas", "raf"), {"field.defender.support": cover}) is quiet


@pytest.mark.parametrize(
    ("kind", "cover", "quiet"),
    [("regular", {"raf": 3}, False), ("exploitation", {"raf": 3}, True), ("exploitation", {"raf": 3, "usaaf": 1}, False)],
)
def test_18_611a_the_defender_is_asked_how_much_air_takes_part_where_some_can_be_kept_or_there_is_too_much(kind, cover, quiet):
    text = front(
        ATTACK.replace("factors: 2", "factors: 1").replace("attackers", f"kind: {kind}, attackers"), "stukas", "raf", "usaaf"
    )
    scope = "field" if kind == "regular" else f"field-{kind}"
    assert is_quiet(f"{scope}.defender.use", text, {f"{scope}.defender.support": cover}) is quiet


TWO_BATTLES = """\
battles:
  - {at: fort, attackers: 6, defenders: [{factors: 1}], with: {}, result: RESULT}
  - {at: field, attackers: 6, defenders: [{factors: 1}], with: {}, result: A}
"""


@pytest.mark.parametrize(("result", "quiet"), [("A", True), ("D", False)])
def test_18_46_units_return_to_their_own_base_unless_the_enemy_has_taken_it(result, quiet):
    text = front(TWO_BATTLES.replace("RESULT", result), "stukas", "raf")
    text = text.replace("hill: {side: allies}", "hill: {side: allies, facilities: [city]}")
    text = text.replace("akagi: {field: 3,", "field: {hill: 2}\n  akagi: {field: 3,")
    assert is_quiet("defender.return.raf.field", text, {"field.defender.support": {"raf": 1}}) is quiet


def test_18_46_whoever_splits_a_unit_is_asked_how():
    text = front("counterair:\n  - {at: fort, with: {fighters: 3}}\n", "fighters", "raf")
    text = text.replace("fort: {pocket: 2, field: 2, hill: 3, rear: 9}", "fort: {rear: 3}")
    assert is_quiet("attacker.return.fighters.fort", text) is True
    assert is_quiet("attacker.return.fighters.fort.split", text, {"attacker.return.fighters.fort": "split"}) is False


@pytest.mark.parametrize("home", ["home", "rear"])
def test_18_545_where_transports_end_is_asked(home):
    transports = f"{{id: ju-52, nation: germany, type: transport, count: 3, at: {home}}}"
    assert is_quiet("attacker.ends.ju-52", front(TRANSPORT, transports)) is False
