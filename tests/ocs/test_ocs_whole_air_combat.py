"""The functions of air combat, each over its cases: who may attack, who is picked, what modifies a rating, what is told."""

from dataclasses import replace

import pytest
from ocs_boards import board_of, call
from ocs_stories import F3, T2, V4, aloft
from ocs_theater import F1, F2, T1

from airwar.rulesets.ocs.air_combat import (
    Contender,
    advantage,
    combat_reading,
    contender,
    facts_of,
    fight_over,
    goes_home_anyway,
    loss_reading,
    may_attack,
    modifiers,
    pairing,
    pick,
    with_attacker,
)
from airwar.rulesets.ocs.capture import capture_reading
from airwar.rulesets.ocs.rulings import profile
from airwar.rulesets.ocs.units import AT_BASE, ELSEWHERE, Air

UNITS = [F1, T1, F2, F3]


def combat(options="", units=(), **more):
    """The Axis over Y with a fighter and a bomber, against two fighters."""
    over = (Air("f1", ELSEWHERE, "y", 2, "", 12), Air("t1", ELSEWHERE, "y", 2, "strike", 12))
    board = board_of([], UNITS, options=options).with_units(*over, *units)
    return fight_over(board, "y", "axis", ("f1", "t1"), ("f2", "f3"), **more)


def test_r16_a_fight_knows_its_own_units_and_what_was_lost_elsewhere():
    board = board_of([], [F1, T1, F2, F3, T2]).with_units(Air("t2", AT_BASE, "z", 1), Air("f1", ELSEWHERE, "y", 1))
    fight = fight_over(board, "y", "axis", ("f1",), ("f2",), advantage="axis", sweeping="axis")
    assert [unit.id for unit in fight.board.units] == ["f1", "f2"]
    assert (fight.lost_elsewhere, fight.steps_lost("axis"), fight.steps_lost("allies")) == ((1, 0), 2, 0)
    assert (fight.advantage, fight.sweeping, fight.aborting) == ("axis", "axis", ())
    assert (fight.of("attacker"), fight.of("defender"), fight.side("attacker"), fight.side("defender")) == (
        ("f1",),
        ("f2",),
        "axis",
        "allies",
    )
    gone = fight.without("f1", board)
    assert (gone.attackers, gone.defenders, gone.board) == ((), ("f2",), board)
    turned = fight.switched()
    assert (turned.attacking_side, turned.attackers, turned.defenders) == ("allies", ("f2",), ("f1",))
    assert turned.switched() == fight


@pytest.mark.parametrize(
    ("attackers", "options", "attacking"),
    [
        (("f1", "t1"), "", "axis"),
        (("t1",), "", "allies"),
        (("t1",), "attacker: initiator", None),
        (("t1",), "parentheses: plain", "axis"),
    ],
)
def test_r17_who_attacks(attackers, options, attacking):
    fight = replace(combat(options), attackers=attackers)
    ready = with_attacker(fight)
    assert (ready and ready.attacking_side) == attacking
    bound = replace(fight, defenders=("t1",), attackers=("t1",))
    assert (with_attacker(bound) is None) is ("plain" not in options)


def test_r18_who_is_picked():
    fight = combat()
    assert (may_attack(fight, ("f1", "t1")), may_attack(fight, ("t1",))) == (("f1",), ())
    assert call(pick, fight, "attacker").value == "f1"
    found = call(pick, fight, "defender", answers={"defender.unit": "f3"})
    question = found.question("defender.unit")
    assert (found.value, list(question.options), question.default) == ("f3", ["f2", "f3"], "f2")
    turned = call(pick, replace(fight, defenders=("f3", "f2")), "defender", answers={"defender.unit": "f3"})
    assert turned.question("defender.unit").default == "f2"


@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_r18_what_a_script_may_ask(role):
    fight = combat(units=(Air("f3", AT_BASE, "y", 1),))
    mine, theirs = (1, 0) if role == "defender" else (0, 1)
    assert facts_of(fight, role) == {
        "own.factors": 2,
        "enemy.factors": 2,
        "strength-percent": 100,
        "own.lost": mine,
        "enemy.lost": theirs,
        "own.rating": 4,
        "enemy.rating": 4,
    }
    alone = replace(fight, attackers=("t1",), defenders=())
    assert facts_of(alone, role)["own.rating" if role == "attacker" else "enemy.rating"] == 2
    assert facts_of(alone, role)["enemy.rating" if role == "attacker" else "own.rating"] == 0


@pytest.mark.parametrize(
    ("option", "declared", "defenders", "role", "told"),
    [
        ("declared", "", ("f2", "f3"), "none", 0),
        ("declared", "axis", ("f2", "f3"), "attacker", 1),
        ("declared", "allies", ("f2", "f3"), "defender", 1),
        ("outnumber", "axis", ("f2", "f3"), "defender", 1),
        ("outnumber", "axis", ("f2",), "none", 0),
        ("outnumber", "axis", (), "attacker", 1),
        ("off", "axis", ("f2", "f3"), "none", 0),
    ],
)
def test_r21_who_has_advantage(option, declared, defenders, role, told):
    fight = replace(combat(f"advantage: {option}"), advantage=declared, defenders=defenders)
    found = call(advantage, fight)
    assert (found.value, found.options) == (role, ["advantage"] * told)


@pytest.mark.parametrize(
    ("sweeping", "options", "home"),
    [("axis", "", True), ("", "", False), ("allies", "", False), ("axis", "sweep-returns: no", False)],
)
def test_r16_whose_sweep_goes_home_anyway(sweeping, options, home):
    fight = replace(combat(options), sweeping=sweeping)
    assert goes_home_anyway(fight, "attacker") is home
    assert goes_home_anyway(fight, "defender") is (sweeping == "allies")


@pytest.mark.parametrize(
    ("options", "place", "rulings"),
    [("", "y", []), ("", "z", ["own-base"]), (V4, "z", []), ("parentheses: plain", "y", ["parentheses"]), ("", "h", [])],
)
def test_r18_r23_what_is_told_of_a_pair(options, place, rulings):
    fight = replace(combat(options), place=place)
    pair = ("t1", "f2") if "plain" in options else ("f1", "f2")
    note, *told = pairing(fight, pair)
    assert [ruling.option for ruling in told] == rulings
    assert [ruling.option for ruling in pairing(fight, ("f1", "f2"))[1:]] == [name for name in rulings if name != "parentheses"]
    assert all(name in note.text for name in (("T1" if "plain" in options else "F1"), "F2"))


@pytest.mark.parametrize(
    ("place", "options", "own"),
    [
        ("x", "", True),
        ("z", "", True),
        ("z", "own-base: home", False),
        ("x", "own-base: home", True),
        ("y", "", False),
        ("h", "", False),
    ],
)
def test_r22_r23_a_unit_as_it_fights(place, options, own):
    board = board_of([], [aloft(F1, "h", ", duty: interdiction"), T1], options=options)
    assert contender(board, "f1", place) == Contender(4, True, True, 20, 8, own, False)
    assert contender(board, "t1", place)._replace(own_base=own) == Contender(2, False, False, 30, 0, own, True)


def test_r22_how_far_an_interceptor_has_flown_is_asked_for():
    board = board_of([], [F1], distances="{x: {z: 6}}", more="unlisted-distances: ask")

    def fights(ref):
        return contender(board, "f1", "h", ref)

    assert call(fights, answers={"distance.h.x": "9"}).value.distance == 9
    assert contender(board, "f1", "h").distance == 0


@pytest.mark.parametrize(
    ("unit", "advantage_", "options", "values"),
    [
        (Contender(3), False, {}, [3]),
        (Contender(0), False, {}, []),
        (Contender(3), True, {}, [3, 1]),
        (Contender(3, interdicting=True), False, {}, [3, -1]),
        (Contender(3, range=20, distance=10), False, {}, [3]),
        (Contender(3, range=20, distance=10), False, {"long_range": "yes"}, [3, -1]),
        (Contender(3, range=20, distance=9), False, {"long_range": "yes"}, [3]),
        (Contender(3, range=0, distance=9), False, {"long_range": "yes"}, [3]),
        (Contender(3, interdicting=True, range=20, distance=10), False, {"long_range": "yes"}, [3, -1]),
        (Contender(3, fighter=True, own_base=True), False, {}, [3, 1]),
        (Contender(3, fighter=False, own_base=True), False, {}, [3]),
        (Contender(3, fighter=True, own_base=False), False, {}, [3]),
        (Contender(3, True, True, 20, 10, True), True, {}, [3, 1, -1, 1]),
    ],
)
def test_r20_r21_r22_r23_what_modifies_a_rating(unit, advantage_, options, values):
    rulings = profile(**options)
    assert [term.value for term in modifiers("attacker", unit, advantage_, rulings)] == values
    assert [term.value for term in modifiers("defender", unit, advantage_, rulings)] == [-value for value in values]
    modern = [3] + [1] * advantage_ + [-1] * (unit.distance > 10)
    if unit.rating:
        assert [term.value for term in modifiers("attacker", unit, advantage_, profile("ocs-4.3"))] == modern


def test_r19_r20_r25_the_tables():
    reading = combat_reading(Contender(4), Contender(3), "attacker", profile())
    assert [term.value for term in reading.terms] == [4, 1, -3]
    assert [reading.read((1, total - 3)) for total in (5, 6, 8, 9)] == [
        "attacker-aborts",
        "both-abort",
        "both-abort",
        "defender-aborts",
    ]
    reading = combat_reading(Contender(4), Contender(3), "defender", profile())
    assert [term.value for term in reading.terms] == [4, -3, -1]
    modern = combat_reading(Contender(4), Contender(4), "none", profile("ocs-4.3"))
    assert [modern.read((1, total - 1)) for total in (6, 7)] == ["attacker-aborts", "both-abort"]
    assert [modern.read((6, 2))] == ["defender-aborts"]
    assert [[loss_reading(version).read((face,)) for face in (4, 5, 6)] for version in ("ocs-3.0", "ocs-4.3")] == [
        ["-", "-", "loss"],
        ["-", "loss", "loss"],
    ]


@pytest.mark.parametrize("active", [False, True])
@pytest.mark.parametrize("advance", [False, True])
@pytest.mark.parametrize("inflicted", [False, True])
def test_r38_r39_what_modifies_a_capture_roll(active, advance, inflicted):
    def terms(rulings):
        return [term.value for term in capture_reading(active, advance, inflicted, rulings).terms]

    assert terms(profile()) == [2] * (advance or inflicted)
    assert terms(profile(self_inflicted_bonus="no")) == [2] * advance
    assert terms(profile("ocs-4.3")) == [2] * active + [2] * advance
    losing = [total for total in range(2, 13) if capture_reading(active, False, False, profile()).read((1, total - 1)) == "loss"]
    assert max(losing) == (4 if active else 6)
