"""What a ruling may change about units, and the turn after it."""

import pytest
from as_table import BAY_ATTACKS as ATTACKS
from as_table import BAY_SPACES as SPACES
from as_table import BAY_UNITS as UNITS
from as_table import MISS, play, theater
from as_table import bay as turn_of
from test_as_attacker import AT_SEA, fleet

from airwar.engine.moves import Position
from airwar.rulesets.adjusting import adjustments, not_now
from airwar.rulesets.air_supremacy import RULESET
from airwar.rulesets.air_supremacy.ruled import changed, check_decks, nothing_has_happened, units
from airwar.rulesets.air_supremacy.sequence import order_attack, play_phases
from airwar.rulesets.air_supremacy.show import position_of
from airwar.rulesets.air_supremacy.turn import Group

OFF = {"r2.coast.attacker.go-on": "call-off", "r2.bay.attacker.go-on": "call-off"}


def had(turn):
    """How many units of each nation and type there were at the start."""
    return {key: number for key, (number, _) in turn.lost().items()}


def names(turn, space):
    """The units in a space that a ruling may change now."""
    return [name for name in adjustments(RULESET, Position(play_phases, (turn,))) if name.startswith(f"{space}.")]


# before anything has happened


def test_before_the_first_round_every_entry_of_the_scenario_can_be_changed():
    ships = [*UNITS, ("hood", "uk", "battleship", 1, "bay")]
    assert units(turn_of(ships)) == {
        "swordfish": {"count": 1, "status": "ready"},
        "wildcats": {"count": 2, "status": "ready"},
        "picket": {"count": 1},
        "raf": {"count": 2, "status": "ready"},
        "guard": {"count": 2},
        "reserve": {"count": 1},
        "reds": {"count": 1},
        "army": {"count": 4},
        "jg": {"count": 2},
        "wolf": {"count": 2},
        "hood": {"count": 1, "damaged": "no"},
        "ark": {},
        "wasp": {},
    }


def test_units_with_orders_can_be_changed_as_long_as_orders_are_given():
    assert adjustments(RULESET, Position(order_attack, (turn_of(),)))["army"] == {"count": "4"}
    closed = Position(play_phases, (turn_of(),))
    assert "army" not in adjustments(RULESET, closed)
    assert not_now(RULESET, closed)["army"] == "is ordered to attack; rule on it when the first round has been fought"


@pytest.mark.parametrize(
    ("turn", "before"),
    [({}, True), ({"first": False}, False), ({"phase": 1}, False), ({"at": 1}, False)],
)
def test_a_turn_has_begun_with_its_first_act(turn, before):
    assert nothing_has_happened(turn_of()._replace(**turn)) is before


@pytest.mark.parametrize(
    ("unit", "what", "value", "now"),
    [
        ("guard", "count", "5", {"count": 5}),
        ("guard", "count", "1", {"count": 1}),
        ("guard", "count", "1000", {"count": 1000}),
        ("army", "count", "2", {"count": 2}),
        ("raf", "status", "out", {"count": 2, "status": "out"}),
        ("swordfish", "count", "2", {"count": 2, "status": "ready"}),
    ],
)
def test_a_ruling_on_an_entry_counts_as_if_the_scenario_had_said_so(unit, what, value, now):
    before = turn_of()._replace(earlier=(("uk", "germany", "called off"),))
    after = changed(before, unit, what, value)
    assert units(after)[unit] == now
    assert {name: said for name, said in units(after).items() if name != unit} == {
        name: said for name, said in units(before).items() if name != unit
    }
    assert after.earlier == before.earlier
    at_start = {key: had(after)[key] - number for key, number in had(before).items()}
    nation, type_ = before.setting.units[unit].nation, before.setting.units[unit].type
    gained = now["count"] - units(before)[unit]["count"]
    assert {key: number for key, number in at_start.items() if number} == ({(nation, type_): gained} if gained else {})
    assert changed(after, unit, what, str(units(before)[unit][what])).battles == before.battles


def test_damage_is_ruled_on_ships_that_take_two_hits():
    turn = turn_of([*UNITS, ("hood", "uk", "battleship", 1, "bay")])
    after = changed(turn, "hood", "damaged", "yes")
    assert [one.damage for one in after.battle("bay").defenders if one.kind.type.id == "battleship"] == [1]
    assert units(after)["hood"] == {"count": 1, "damaged": "yes"}
    assert units(changed(after, "hood", "damaged", "no"))["hood"] == {"count": 1, "damaged": "no"}


@pytest.mark.parametrize(
    ("unit", "what", "value"),
    [
        ("guard", "count", "0"),
        ("guard", "count", "1001"),
        ("guard", "count", "-1"),
        ("guard", "count", "two"),
        ("army", "count", "1"),  # two of them attack
        ("raf", "status", "tired"),
        ("swordfish", "count", "3"),  # the carrier holds two
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(unit, what, value):
    with pytest.raises(ValueError, match=r"is not|out of range|would carry"):
        changed(turn_of(), unit, what, value)


# in the middle of a turn


def later(answers=(), until="r2.coast.attacker.go-on", extra=(), attacks=ATTACKS, **more):
    return play(theater([*UNITS, *extra], attacks, SPACES, **more), answers=dict(answers), rest=MISS, until=until).turn


def test_later_in_a_turn_units_are_counted_where_they_are():
    turn = later()
    assert units(turn) == {
        "coast.germany-infantry": {"count": 2},
        "coast.germany-fighter": {"count": 2},
        "coast.uk-infantry": {"count": 2},
        "bay.germany-destroyer": {"count": 1},
        "bay.uk-dive-bomber": {"count": 1, "status": "ready"},
        "bay.uk-destroyer": {"count": 1},
        "camp.germany-infantry": {"count": 2},
        "gulf.germany-destroyer": {"count": 1},
        "inland.uk-fighter": {"count": 2, "status": "ready"},
        "wasp.usa-fighter": {"count": 2, "status": "ready"},
        "depot.uk-infantry": {"count": 1},
        "neutral.ussr-infantry": {"count": 1},
        "bay.ark": {},
        "ocean.wasp": {},
    }


def test_units_of_a_battle_that_fires_cannot_be_changed_meanwhile():
    firing = later(until="r1.coast.defender")
    assert not names(firing, "coast")
    assert names(firing, "bay")
    second = later(until="r1.bay.defender")
    assert names(second, "coast")
    assert not names(second, "bay")
    why = not_now(RULESET, Position(play_phases, (second,)))
    assert why["bay.uk-destroyer"] == "is in the fight under way (Bay); rule on it when both sides have fired"


def test_39_units_of_a_first_zone_cannot_be_changed_until_the_fleet_has_gone_on():
    before = play(fleet(AT_SEA), rest=MISS, until="r2.second.attacker.pass-through").turn
    assert not names(before, "first")
    assert names(before, "second")
    why = not_now(RULESET, Position(play_phases, (before,)))["first.uk-destroyer"]
    assert why == "is where a fleet passes through to Second; rule on it when the fleet has passed"
    after = play(fleet(AT_SEA), rest=MISS, until="r2.second.attacker.s").turn
    assert names(after, "first")


DISPATCHED = {"r1.inland.uk.dispatch": {"fighter-to-coast": 1}}


def test_the_state_of_a_unit_is_part_of_its_name():
    turn = later(DISPATCHED | {"r1.bay.uk.ground": {"uk-dive-bomber": 1}}, until="r1.coast.attacker")
    assert "coast.uk-fighter-on-the-way-beside" in units(turn)
    assert units(turn)["inland.uk-fighter"] == {"count": 1, "status": "ready"}
    assert units(turn)["bay.uk-dive-bomber-grounded"] == {"count": 1, "status": "grounded"}
    arriving = later(DISPATCHED, until="r2.coast.attacker.s")
    assert "coast.uk-fighter-arriving" not in names(arriving, "coast")  # the coast fires
    arriving = later(DISPATCHED, until="r2.bay.attacker.s")
    assert units(arriving)["coast.uk-fighter-arriving"] == {"count": 1}
    assert "bay.uk-dive-bomber" not in names(arriving, "bay")


@pytest.mark.parametrize(
    ("unit", "what", "value", "name", "now"),
    [
        ("coast.uk-infantry", "count", "5", "coast.uk-infantry", {"count": 5}),
        ("coast.germany-infantry", "count", "3", "coast.germany-infantry", {"count": 3}),
        ("coast.germany-infantry", "count", "1", "coast.germany-infantry", {"count": 1}),
        ("depot.uk-infantry", "count", "4", "depot.uk-infantry", {"count": 4}),
        ("inland.uk-fighter", "status", "out", "inland.uk-fighter-out-for-the-turn", {"count": 2, "status": "out"}),
        ("bay.uk-dive-bomber", "status", "grounded", "bay.uk-dive-bomber-grounded", {"count": 1, "status": "grounded"}),
        ("bay.uk-dive-bomber", "status", "out", "bay.uk-dive-bomber-locked", {"count": 1, "status": "out"}),
    ],
)
def test_a_ruling_on_units_in_their_place_changes_only_them(unit, what, value, name, now):
    before = later()
    after = changed(before, unit, what, value)
    assert units(after)[name] == now
    rest = {key: said for key, said in units(before).items() if key != unit}
    assert {key: said for key, said in units(after).items() if key != name} == rest
    gained = now["count"] - units(before)[unit]["count"]
    nation, type_ = unit.partition(".")[2].split("-", 1)
    at_start = {key: number - had(before)[key] for key, number in had(after).items()}
    assert {key: number for key, number in at_start.items() if number} == ({(nation, type_): gained} if gained else {})
    found = sum(one.count for one in position_of(after).units.values() if (one.nation, one.type) == (nation, type_))
    assert (
        found == sum(one.count for one in position_of(before).units.values() if (one.nation, one.type) == (nation, type_)) + gained
    )


def ship_shapes(turn):
    shapes = [(one.number, one.damage) for one in turn.battle("bay").defenders if one.kind.type.id == "battleship"]
    return sorted(shapes)


def test_how_many_ships_are_damaged_can_be_ruled_in_battle():
    turn = later(extra=[("hood", "uk", "battleship", 3, "bay")])
    assert units(turn)["bay.uk-battleship"] == {"count": 3, "damaged": 0}
    two = changed(turn, "bay.uk-battleship", "damaged", "2")
    assert units(two)["bay.uk-battleship"] == {"count": 3, "damaged": 2}
    assert ship_shapes(two) == [(1, 0), (2, 1)]
    assert ship_shapes(changed(two, "bay.uk-battleship", "damaged", "3")) == [(3, 1)]
    assert ship_shapes(changed(two, "bay.uk-battleship", "damaged", "0")) == [(3, 0)]
    assert ship_shapes(changed(two, "bay.uk-battleship", "count", "1")) == [(1, 1)]
    assert ship_shapes(changed(two, "bay.uk-battleship", "count", "4")) == [(2, 0), (2, 1)]
    with pytest.raises(ValueError, match="from 0 to 3"):
        changed(turn, "bay.uk-battleship", "damaged", "4")
    with pytest.raises(ValueError, match="from 1 to 1000"):
        changed(turn, "bay.uk-battleship", "count", "0")


def test_ships_that_were_damaged_at_the_start_may_be_ruled_sound():
    text = theater([*UNITS, ("hood", "uk", "battleship", 1, "bay")], ATTACKS, SPACES)
    text = text.replace('"id": "hood",', '"id": "hood", "damaged": true,')
    turn = play(text, rest=MISS, until="r2.coast").turn
    sound = changed(turn, "bay.uk-battleship", "damaged", "0")
    assert [(one.id, one.damaged) for one in position_of(sound).units.values() if one.type == "battleship"] == [("hood", 0)]


@pytest.mark.parametrize(("unit", "value"), [("bay.uk-dive-bomber", "3"), ("wasp.usa-fighter", "3")])
def test_21_no_carrier_is_overloaded_by_a_ruling(unit, value):
    with pytest.raises(ValueError, match="would carry 3 and holds 2"):
        changed(later(), unit, "count", value)
    check_decks(changed(later(), unit, "count", "2"))


def test_guests_and_aircraft_of_a_sunk_carrier_have_no_status_to_rule_on():
    turn = later(DISPATCHED, until="r3.coast.uk.retreat")
    assert units(turn)["coast.uk-fighter"] == {"count": 1}
    bay = turn.battle("bay")
    sunk = turn.with_battle(bay._replace(defenders=tuple(one for one in bay.defenders if one.kind.name != "ark")))
    assert units(sunk)["bay.uk-dive-bomber"] == {"count": 1}
    left = turn.joined_by([Group(one.kind, 1, "at home", "isle") for one in turn.groups if one.kind.name == "uk-fighter"])
    assert units(left)["isle.uk-fighter"] == {"count": 1}
