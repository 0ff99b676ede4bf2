"""Fire, losses and decisions (B1 to B11): every total and every distribution against the rule written out plainly."""

from dataclasses import replace
from itertools import product

import pytest
from dc_support import combat, opened
from support import ask

from airwar.engine.events import Loss, Note, Ruling
from airwar.rulesets.dark_crusade.advance import attackers_advance, battle_ends, shelter_events
from airwar.rulesets.dark_crusade.air_combat import AirCombat, air_combat, air_combat_at, air_to_air, fires_flak
from airwar.rulesets.dark_crusade.ground_combat import (
    attacker_decides,
    attacker_suffers,
    both_fire,
    defender_decides,
    defender_fires,
    defender_suffers,
    exhausted,
    fights_at_once,
    harmless,
    persisting,
    retreats,
    stand_down,
    type_of_combat,
)
from airwar.rulesets.dark_crusade.losses import absorb, bears, endurance, loss_events, spread, suffering
from airwar.rulesets.dark_crusade.state import Air, Result, Unit
from airwar.rulesets.dark_crusade.values import facts, fire_events, firing_total, ground_fire, is_simultaneous, nobody_can_fire
from airwar.rulesets.kit.facts import facts as shared_facts

AXIS = {
    "g": "major 3 german",
    "r": "minor 2 romanian",
    "u": "major 4 german, supplied: false",
    "d": "minor 5 german, dispersed: true",
}
REDS = {"x": "major 2 soviet", "y": "minor 1 soviet, dispersed: true"}


class Listener:
    """Takes what is told."""

    def __init__(self):
        self.events = []

    def tell(self, make, *args):
        made = make(*args)
        self.events += made if isinstance(made, list) else [made] if made else []

    def options(self):
        return [event.option for event in self.events if isinstance(event, Ruling)]


def test_b7_combat_is_simultaneous_in_these_cases_only():
    found = [case for case in product(("axis", "soviet"), ("good", "snow", "mud"), (0, 2), (0, 1)) if is_simultaneous(*case)]
    assert found == [("axis", "good", 0, 0), ("axis", "good", 2, 0), ("axis", "snow", 2, 0)]


@pytest.mark.parametrize("option", ["german", "axis"])
@pytest.mark.parametrize("air", [0, 1, 4])
@pytest.mark.parametrize("attacks", [True, False])
def test_b5_what_every_unit_fires_with(option, air, attacks):
    sides = {"attacker": "axis", "german": air, "options": f"air-bonus-attack: {option}"} if attacks else {"german": air}
    battle = combat(AXIS, REDS, **sides) if attacks else combat(REDS, AXIS, **sides)
    role, other = ("attacker", "defender") if attacks else ("defender", "attacker")
    romanian = 2 * (air + 1) if option == "axis" or not attacks else 2
    fired = {formation.id: value for formation, value in ground_fire(battle, role)}
    assert fired == {"g": 3 * (air + 1), "r": romanian, "u": 4}
    assert firing_total(battle, role) == 3 * (air + 1) + romanian + 4
    assert {formation.id: value for formation, value in ground_fire(battle, other)} == {"x": 2}
    assert firing_total(battle, other) == 2


@pytest.mark.parametrize("option", ["yes", "no"])
@pytest.mark.parametrize("dispersed", [True, False])
@pytest.mark.parametrize("attacks", [True, False])
def test_b4_soviet_air_fires_with_its_ground_units(option, dispersed, attacks):
    reds = {"y": "major 2 soviet, dispersed: true"} | ({} if dispersed else {"x": "major 3 soviet"})
    axis = {"g": "major 1 german"}
    options = f"soviet-air-with-dispersed-defenders: {option}"
    battle = (
        combat(reds, axis, soviet=2, options=options) if attacks else combat(axis, reds, attacker="axis", soviet=2, options=options)
    )
    role = "attacker" if attacks else "defender"
    silent = dispersed and not attacks and option == "no"
    assert firing_total(battle, role) == (0 if dispersed else 3) + (0 if silent else 2)
    gone = battle.with_units(unit._replace(at="") for unit in battle.units(role))
    assert firing_total(gone, role) == 0
    events = fire_events(battle, role, ())
    assert ("+2" in events[0].text) is not silent
    assert [event.option for event in events if isinstance(event, Ruling)] == (
        ["soviet-air-with-dispersed-defenders"] if dispersed and not attacks else []
    )


@pytest.mark.parametrize(
    ("attackers", "air", "attacker", "told"),
    [
        ({"g": "major 1 german", "r": "major 1 romanian"}, 1, "axis", ["air-bonus-attack"]),
        ({"g": "major 1 german", "r": "major 1 romanian"}, 0, "axis", []),
        ({"g": "major 1 german"}, 1, "axis", []),
        ({"g": "major 1 german", "r": "major 1 romanian, supplied: false"}, 1, "axis", []),
        ({"g": "major 1 german", "r": "major 1 romanian, dispersed: true"}, 1, "axis", []),
        ({"x": "major 1 soviet"}, 1, "soviet", []),
        ({"g": "major 1 german"}, 5, "axis", ["max-german-air"]),
        ({"g": "major 1 german"}, 4, "axis", []),
        ({"x": "major 1 soviet"}, 5, "soviet", []),
    ],
)
def test_b5_the_rulings_on_what_an_attacker_fires_with(attackers, air, attacker, told):
    other = {"o": "major 1 soviet"} if attacker == "axis" else {"o": "major 1 romanian"}
    battle = combat(attackers, other, attacker=attacker, german=air, options="max-german-air: 9")
    assert [event.option for event in fire_events(battle, "attacker", ()) if isinstance(event, Ruling)] == told
    expected = ["max-german-air"] if air > 4 and attacker == "soviet" else []
    assert [event.option for event in fire_events(battle, "defender", ()) if isinstance(event, Ruling)] == expected


def test_b9_who_can_fire():
    none = {"a": "major 2 soviet, dispersed: true"}
    assert nobody_can_fire(combat(none, {"x": "major 1 german, dispersed: true"}))
    assert not nobody_can_fire(combat(none, {"x": "major 1 german"}))
    assert not nobody_can_fire(combat({"a": "major 2 soviet"}, {"x": "major 1 german, dispersed: true"}))


def test_what_a_condition_may_ask():
    battle = combat({"a": "major 3 soviet", "b": "major 2 soviet, losses: 1", "c": "major 2 soviet"}, AXIS, german=1)
    hurt = battle.with_units(unit._replace(losses=unit.losses + 2) for unit in battle.ground if unit.id in ("b", "g"))
    hurt = hurt.with_units(unit._replace(losses=1) for unit in hurt.ground if unit.id == "r")
    ours = {"own.units": 3, "enemy.units": 4, "own.undispersed": 2, "enemy.undispersed": 3}
    assert facts(hurt, "attacker")() == shared_facts(5, 6 + 4 + 4, 2, 3, **ours)
    theirs = {"own.units": 4, "enemy.units": 3, "own.undispersed": 3, "enemy.undispersed": 2}
    assert facts(hurt, "defender")() == shared_facts(14, 5, 3, 2, **theirs)


# losses


def force(*said):
    """Units of a battle: strength, type, losses, dispersed, works."""
    words = {
        f"u{number}": f"{type_} {strength} german, losses: {losses}, works: {works}" + (", dispersed: true" if dispersed else "")
        for number, (type_, strength, losses, dispersed, works) in enumerate(said)
    }
    battle = combat({"a": "major 9 soviet"}, words)
    return battle, battle.units("defender"), battle.setting.formations


FORCES = [
    [("major", 3, 0, False, 0)],
    [("major", 3, 0, False, 0), ("minor", 2, 0, False, 0)],
    [("major", 2, 1, True, 0), ("major", 3, 0, False, 1), ("minor", 1, 0, False, 0)],
    [("minor", 3, 0, True, 2), ("major", 1, 0, False, 0), ("major", 2, 0, False, 0)],
    [("major", 4, 0, False, 0), ("major", 2, 0, False, 0), ("major", 3, 0, False, 0)],
    [("minor", 1, 0, False, 2), ("minor", 2, 1, True, 0), ("major", 2, 2, True, 1)],
]


@pytest.mark.parametrize("said", FORCES)
def test_b10_the_usual_distribution_kills_and_disperses_as_few_as_possible(said):
    """Compared with every legal distribution."""
    battle, units, formations = force(*said)
    most = [bears(unit, formations[unit.id]) for unit in units]
    assert most == [works + strength + (type_ == "major") - losses for type_, strength, losses, _, works in said]
    assert endurance(battle, "defender") == sum(most)
    assert endurance(replace(battle, works=2), "defender") == sum(most) + 2
    assert endurance(replace(battle, works=2), "attacker") == 10
    for losses in range(sum(most) + 1):
        every = [given for given in product(*(range(one + 1) for one in most)) if sum(given) == losses]
        given = spread(units, formations, losses)
        assert tuple(given.values()) in every
        assert cost(units, formations, tuple(given.values())) == min(cost(units, formations, one) for one in every), losses


def cost(units, formations, given):
    """How many die of some losses, and how many are newly dispersed, if nobody dies; field works are used up first."""
    after = [suffering(unit, formations[unit.id], number) for unit, number in zip(units, given, strict=True)]
    dead = sum(not unit.at for unit in after)
    idle = sum(unit.works for unit in after)
    newly = sum(unit.dispersed and not before.dispersed for unit, before in zip(after, units, strict=True))
    return (dead, 0, 0) if dead else (0, idle if newly else 0, newly)


@pytest.mark.parametrize(
    ("said", "losses", "given"),
    [
        # the smallest that can bear it all
        ([("major", 4, 0, False, 0), ("major", 2, 0, False, 0), ("major", 3, 0, False, 0)], 2, [0, 2, 0]),
        ([("major", 4, 0, False, 0), ("major", 2, 0, False, 0), ("major", 3, 0, False, 0)], 3, [0, 0, 3]),
        # or the largest, and so on
        ([("major", 4, 0, False, 0), ("major", 2, 0, False, 0), ("major", 3, 0, False, 0)], 5, [4, 1, 0]),
        ([("major", 4, 0, False, 0), ("major", 2, 0, False, 0), ("major", 3, 0, False, 0)], 6, [4, 2, 0]),
        ([("major", 4, 0, False, 0), ("major", 2, 0, False, 0), ("major", 3, 0, False, 0)], 7, [4, 0, 3]),
        # dispersed units and field works before the others
        ([("major", 2, 1, True, 0), ("major", 3, 0, False, 0)], 1, [1, 0]),
        ([("major", 2, 1, True, 0), ("major", 3, 0, False, 0)], 2, [1, 1]),
        ([("major", 2, 0, False, 1), ("major", 3, 0, True, 0)], 2, [1, 1]),
        # the weakest die first
        ([("major", 2, 0, False, 0), ("minor", 1, 0, False, 0)], 3, [2, 1]),
        ([("minor", 3, 0, False, 0), ("minor", 2, 0, False, 0)], 4, [2, 2]),
        ([("minor", 3, 0, False, 0), ("minor", 2, 0, False, 0)], 5, [3, 2]),
    ],
)
def test_b10_who_takes_the_losses_unless_the_owner_says_otherwise(said, losses, given):
    _, units, formations = force(*said)
    assert list(spread(units, formations, losses).values()) == given


@pytest.mark.parametrize(
    ("unit", "losses", "after"),
    [
        (Unit("u0", "target"), 0, Unit("u0", "target")),
        (Unit("u0", "target"), 2, Unit("u0", "target", 2, True)),
        (Unit("u0", "target"), 3, Unit("u0", "target", 3, True)),
        (Unit("u0", "target"), 4, Unit("u0", "", 4, True)),
        (Unit("u0", "target", 2, True), 1, Unit("u0", "target", 3, True)),
        (Unit("u0", "target", 2, True), 2, Unit("u0", "", 4, True)),
        (Unit("u0", "target", 0, False, 2), 2, Unit("u0", "target", 0, False, 0)),
        (Unit("u0", "target", 0, False, 2), 1, Unit("u0", "target", 0, False, 1)),
        (Unit("u0", "target", 0, False, 2), 3, Unit("u0", "target", 1, True, 0)),
        (Unit("u0", "target", 0, True, 2), 1, Unit("u0", "target", 0, True, 1)),
    ],
)
def test_b10_a_unit_that_suffers(unit, losses, after):
    _, _, formations = force(("major", 3, 0, False, 0))
    assert suffering(unit, formations["u0"], losses) == after
    assert bears(unit, formations["u0"]) == unit.works + 4 - unit.losses


def test_b10_every_unit_that_takes_losses_is_told():
    battle, units, formations = force(
        ("major", 3, 0, False, 1), ("minor", 1, 0, False, 0), ("major", 2, 1, True, 0), ("major", 5, 0, False, 2)
    )
    given = dict(zip((unit.id for unit in units), (2, 1, 1, 2), strict=True)) | {"field-works": 2}
    struck = [suffering(unit, formations[unit.id], given[unit.id]) for unit in units]
    events = loss_events(battle, "defender", struck, given)
    assert [type(event).__name__ for event in events] == ["Ruling", "Ruling", "Note", "Loss", "Note", "Loss", "Note", "Ruling"]
    assert [(event.side, event.unit, event.count, event.fate) for event in events if isinstance(event, Loss)] == [
        ("Axis", "U0", 1, "dispersed"),
        ("Axis", "U1", 1, "eliminated"),
    ]
    assert loss_events(battle, "defender", [], {}) == []


def test_b10_the_losses_that_are_offered():
    battle, _, _ = force(("major", 3, 0, False, 1), ("minor", 1, 0, False, 0))
    battle = replace(battle, works=2)
    offered = []

    class Referee(Listener):
        def allot(self, key, items, **more):
            offered.append((key, dict(items), more["least"], more["most"], more["default"]))
            return {"field-works": 1} | dict.fromkeys(("u0", "u1"), 0) | {"u0": more["most"] - 1}

    after = absorb(Referee(), battle, "defender", 3)
    assert offered == [("defender.losses", {"field-works": 2, "u0": 3, "u1": 1}, 3, 3, {"field-works": 2, "u0": 1, "u1": 0})]
    assert (after.works, after.units("defender")[0]) == (1, Unit("u0", "target", 1, True, 0))
    assert absorb(Referee(), battle, "defender", 0) is battle
    offered.clear()
    absorb(Referee(), battle, "defender", 1)
    assert offered == [("defender.losses", {"field-works": 1, "u0": 1, "u1": 1}, 1, 1, {"field-works": 1, "u0": 0, "u1": 0})]
    offered.clear()

    class Other(Referee):
        def allot(self, key, items, **more):
            offered.append((key, dict(items), more["default"]))
            return {"a": 2}

    assert absorb(Other(), battle, "attacker", 2).works == 2
    assert offered == [("attacker.losses", {"a": 2}, {"a": 2})]


# air combat


@pytest.mark.parametrize(
    ("german", "soviet", "axis", "upright", "sheltering", "options", "goes_on", "told"),
    [
        (0, 0, 2, 2, 0, "", None, []),
        (2, 0, 2, 2, 3, "", None, []),
        (2, 3, 2, 2, 0, "", "air_to_air", []),
        (0, 3, 2, 1, 0, "", "flak", []),
        (0, 3, 2, 0, 0, "", "flak", ["flak-from-dispersed"]),
        (0, 3, 2, 0, 0, "flak-from-dispersed: no", None, ["flak-from-dispersed"]),
        (0, 3, 0, 0, 0, "", None, []),
        (0, 3, 2, 2, 1, "", "flak", ["sheltering-air"]),
        (0, 3, 2, 2, 1, "sheltering-air: present", "air_to_air", ["sheltering-air"]),
    ],
)
def test_b1_who_meets_soviet_air(german, soviet, axis, upright, sheltering, options, goes_on, told):
    setting = combat({"a": "major 1 soviet"}, {"x": "major 1 german"}, options=options).setting
    ref, state = Listener(), AirCombat(setting, german, soviet, 0, axis, upright, sheltering)
    move = air_combat(ref, state)
    assert (getattr(getattr(move, "step", None), "__name__", None)) == goes_on
    assert ref.options() == told
    if goes_on is None:
        assert move.value == soviet
    else:
        present = sheltering if options == "sheltering-air: present" else 0
        assert move.state == replace(state, german_air=german + present)


def test_b2_who_is_at_a_point_for_air_combat():
    axis = {"g": "major 3 german", "d": "major 1 german, dispersed: true"}
    phase = opened({"a": "major 1 soviet"}, axis, german=2, soviet=3)
    phase = replace(
        phase, air=(Air("axis", "target", 2), Air("axis", "rear", 4), Air("soviet", "target", 8), Air("axis", "target", 1, True))
    )
    found = air_combat_at(phase, "target")
    assert (found.german_air, found.soviet_air, found.rolled, found.axis_units, found.undispersed, found.sheltering) == (
        2,
        3,
        0,
        2,
        1,
        3,
    )
    fled = replace(phase, units=tuple(unit._replace(at="rear") if unit.id == "g" else unit for unit in phase.units))
    assert (air_combat_at(fled, "target").axis_units, air_combat_at(fled, "target").undispersed) == (1, 0)
    moved = phase.with_units([phase.units[-1]._replace(at="rear")])
    assert air_combat_at(moved, "target").axis_units == 1


def test_b1_the_rolls_of_german_air_units_one_after_the_other():
    setting = combat({"a": "major 1 soviet"}, {"x": "major 1 german"}).setting
    assert air_to_air(Listener(), AirCombat(setting, 2, 3, rolled=2)).value == 3
    assert air_to_air(Listener(), AirCombat(setting, 2, 0, rolled=1)).value == 0
    move = ask(air_to_air, AirCombat(setting, 2, 3, rolled=1), dice={"air-to-air.2": [6]})
    assert (move.state.rolled, move.state.german_air) == (2, 2)
    assert 0 <= move.state.soviet_air <= 3
    assert fires_flak(Listener(), AirCombat(setting, 0, 1, axis_units=1, undispersed=1))
    assert not fires_flak(Listener(), AirCombat(setting, 0, 1))


# the course of a battle


def fought(attackers=None, defenders=None, **said):
    return combat(attackers or {"a": "major 3 soviet"}, defenders or {"x": "major 3 german"}, **said)


def gone(battle, *ids):
    return battle.with_units(unit._replace(at="") for unit in battle.ground if unit.id in ids)


def after(step, battle, answers=None, dice=None):
    move = ask(step, battle, answers=answers, dice=dice)
    return getattr(move.step, "__name__", move.step), move.state


@pytest.mark.parametrize("simultaneous", [True, False])
@pytest.mark.parametrize(("lost", "following"), [((), "attacker_decides"), (("a",), "attackers_are_destroyed")])
def test_b8_after_the_losses_of_the_attacker(simultaneous, lost, following):
    battle = gone(replace(fought(), simultaneous=simultaneous, repulses=0, breakthroughs=2), *lost)
    step, state = after(attacker_suffers, battle)
    assert step == ("defender_suffers" if simultaneous else following)
    assert state == battle
    hurt = replace(fought(), simultaneous=simultaneous, repulses=1)
    step, state = after(attacker_suffers, hurt)
    assert state == replace(hurt, repulses=0).with_units([Unit("a", "target", 1, True)])


@pytest.mark.parametrize("simultaneous", [True, False])
@pytest.mark.parametrize(
    ("lost", "following"),
    [
        ((), "decides"),
        (("a",), "attackers_are_destroyed"),
        (("x",), "attackers_advance"),
        (("a", "x"), "both_are_destroyed"),
    ],
)
def test_b8_after_the_losses_of_the_defender(simultaneous, lost, following):
    battle = gone(replace(fought(), simultaneous=simultaneous, breakthroughs=0), *lost)
    step, state = after(defender_suffers, battle)
    who = "attacker_decides" if simultaneous else "defender_decides"
    assert (step, state) == (who if following == "decides" else following, battle)
    hurt = replace(fought(), simultaneous=simultaneous, breakthroughs=1)
    _, state = after(defender_suffers, hurt)
    assert state == replace(hurt, breakthroughs=0).with_units([Unit("x", "target", 1, True)])


DOWN = {"attackers": {"a": "major 3 soviet, dispersed: true"}, "defenders": {"x": "major 3 german, dispersed: true"}}


@pytest.mark.parametrize("simultaneous", [True, False])
def test_b11_where_nobody_can_fire_the_attackers_retreat(simultaneous):
    battle = replace(fought(**DOWN), simultaneous=simultaneous)
    step, _ = after(defender_suffers, battle)
    assert step == ("attackers_retreat" if simultaneous else "defender_decides")
    step, _ = after(type_of_combat, battle)
    assert step == "attackers_retreat"
    ref = Listener()
    assert stand_down(ref, battle).state is battle
    assert [type(event) for event in ref.events] == [Note]


@pytest.mark.parametrize(
    ("simultaneous", "answer", "following"),
    [
        (True, "stay", "defender_decides"),
        (False, "stay", "attacker_fires"),
        (True, "retreat", "attackers_retreat"),
        (False, "retreat", "attackers_retreat"),
    ],
)
def test_b8_the_attacker_decides(simultaneous, answer, following):
    battle = replace(fought(), simultaneous=simultaneous)
    assert after(attacker_decides, battle, {"attacker.retreat": answer}) == (following, battle)
    weak = replace(fought({"a": "major 3 soviet, dispersed: true"}), simultaneous=simultaneous)
    step, state = after(attacker_decides, weak, {"attacker.retreat": answer})
    counted = 1 if (simultaneous, answer) == (False, "stay") else 0
    assert (step, state) == (following, replace(weak, stalled=counted))


@pytest.mark.parametrize(
    ("simultaneous", "answer", "following"),
    [
        (True, "stay", "both_fire"),
        (False, "stay", "defender_fires"),
        (True, "retreat", "defenders_retreat"),
        (False, "retreat", "defenders_retreat"),
    ],
)
def test_b8_the_defender_decides(simultaneous, answer, following):
    battle = replace(fought(), simultaneous=simultaneous)
    assert after(defender_decides, battle, {"defender.retreat": answer}) == (following, battle)
    weak = replace(fought({"a": "major 3 soviet, dispersed: true"}), simultaneous=simultaneous)
    step, state = after(defender_decides, weak, {"defender.retreat": answer})
    counted = 1 if (simultaneous, answer) == (True, "stay") else 0
    assert (step, state) == (following, replace(weak, stalled=counted))


def test_b8_normal_combat_of_dispersed_units_ends_when_the_defender_stays():
    step, _ = after(defender_decides, fought(**DOWN), {"defender.retreat": "stay"})
    assert step == "attackers_retreat"


@pytest.mark.parametrize(
    ("attackers", "defenders", "attacker", "defender"),
    [
        ({"a": "major 3 soviet"}, {"x": "major 3 german"}, "stay", "stay"),
        ({"a": "major 3 soviet, dispersed: true"}, {"x": "major 3 german"}, "retreat", "stay"),
        ({"a": "major 3 soviet"}, {"x": "major 3 german, dispersed: true"}, "stay", "retreat"),
        (DOWN["attackers"], DOWN["defenders"], "stay", "stay"),
    ],
)
def test_b8_a_side_that_cannot_fire_usually_retreats(attackers, defenders, attacker, defender):
    battle, usual = fought(attackers, defenders), {}

    class Referee(Listener):
        def choose(self, key, options, **more):
            usual[key] = (list(options), more["default"], more["by"])
            return "stay"

    for role in ("attacker", "defender"):
        assert not retreats(Referee(), battle, role)
    both = ["stay", "retreat"]
    assert usual == {"attacker.retreat": (both, attacker, "Soviet"), "defender.retreat": (both, defender, "Axis")}


def test_b8_attackers_that_can_do_no_harm_stay_so_many_times():
    weak = fought({"a": "major 3 soviet, dispersed: true"}, options="max-rounds: 3")
    assert harmless(weak)
    assert not harmless(fought())
    assert harmless(replace(weak, setting=replace(weak.setting, table=None)))
    assert not harmless(replace(fought(), setting=replace(fought().setting, table=None)))
    assert [exhausted(replace(weak, stalled=number)) for number in (0, 2, 3, 4)] == [False, False, True, True]
    assert not exhausted(replace(fought(options="max-rounds: 3"), stalled=5))
    assert persisting(weak).stalled == 1
    assert persisting(fought()).stalled == 0
    ref = Listener()
    assert retreats(ref, replace(weak, stalled=3), "attacker")
    assert ref.options() == ["max-rounds"]


def test_b8_a_round_begins_with_fire():
    dice = {"r1.defender.fire": [6], "r1.attacker.fire": [1]}
    step, state = after(both_fire, fought(), dice=dice)
    assert (step, state.repulses > 0, state.breakthroughs >= 0) == ("attacker_suffers", True, True)
    step, state = after(defender_fires, fought(), dice={"r1.defender.fire": [6]})
    assert (step, state.breakthroughs) == ("attacker_suffers", 0)
    assert state.repulses == after(both_fire, fought(), dice=dice)[1].repulses


@pytest.mark.parametrize(
    ("shelter", "option", "at_once", "told"),
    [(0, "apart", True, []), (2, "apart", True, ["sheltering-air"]), (2, "present", False, ["sheltering-air"])],
)
def test_b7_soviet_air_that_shelters_at_the_point(shelter, option, at_once, told):
    battle = combat({"g": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", options=f"sheltering-air: {option}")
    battle = replace(battle, air=(Air("soviet", "target", shelter),) if shelter else ())
    ref = Listener()
    assert fights_at_once(ref, battle) is at_once
    assert ref.options() == told
    move = type_of_combat(Listener(), battle)
    assert (move.step.__name__, move.state.simultaneous) == (("both_fire" if at_once else "defender_fires"), at_once)


@pytest.mark.parametrize(("fortified", "works", "notes"), [(False, 0, 1), (True, 0, 2), (True, 2, 1)])
def test_b10_field_works_that_absorb_nothing_are_told(fortified, works, notes):
    battle = fought()
    plan = replace(battle.plan, fortified=fortified)
    battle = replace(battle, setting=replace(battle.setting, battles={"target": plan}), works=works)
    ref = Listener()
    type_of_combat(ref, battle)
    assert len(ref.events) == notes


# the end of a battle


def test_b15_attackers_that_have_cleared_a_point_enter_it():
    battle = replace(fought(soviet=2, german=1), ground=tuple(unit for unit in fought().ground if unit.id != "x"))
    outcome = ask(attackers_advance, battle).value
    assert outcome.result is Result.DEFENDERS_DESTROYED
    assert set(outcome.air) == {Air("axis", "", 1), Air("soviet", "target", 2)}
    fled = replace(battle, ground=(*battle.ground, Unit("x", "rear")))
    assert ask(attackers_advance, fled).value.result is Result.DEFENDERS_RETREATED
    axis = combat({"g": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", soviet=1)
    assert attackers_advance(Listener(), axis).step.__name__ == "soviet_air_is_stranded"
    assert attackers_advance(Listener(), replace(axis, soviet_air=0)).step.__name__ == "german_air_advances"


@pytest.mark.parametrize("held", [True, False])
def test_b13c_units_that_sheltered_are_lost_unless_the_point_is_held(held):
    battle = fought(
        {"a": "major 3 soviet"},
        {"x": "major 3 german"},
        german=2,
        more="  - {id: s, nation: german, type: major, strength: 1, at: rear}",
    )
    battle = replace(battle, ground=(*battle.ground, Unit("s", "target")), air=(Air("axis", "target", 1),))
    battle = battle if held else gone(battle, "x")
    assert [unit.id for unit in battle.sheltering()] == ["s"]
    ref = Listener()
    outcome = battle_ends(ref, battle, Result.ATTACKERS_DESTROYED).value
    where = {unit.id: unit.at for unit in outcome.units}
    assert where["s"] == ("target" if held else "")
    losses = [(event.unit, event.fate) for event in ref.events if isinstance(event, Loss)]
    assert losses == ([] if held else [("S", "eliminated")])
    assert sum(one.number for one in outcome.air if one.at == "target") == (3 if held else 0)
    assert sum(one.number for one in outcome.air if not one.at) == (0 if held else 3)


def test_b13c_what_is_told_of_units_that_sheltered():
    battle = fought()
    events = shelter_events(battle, battle.units("defender"))
    assert [type(event) for event in events] == [Note, Loss]
    assert (events[1].side, events[1].unit, events[1].count) == ("Axis", "X", 1)
