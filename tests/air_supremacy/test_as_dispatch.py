"""Rules 24-38 and 42-45: who may fly where, the clock of dispatch, friends, and a fresh start in another opponent's turn."""

import json

import pytest
from as_table import MISS, battle, play, theater

from airwar.engine.codec import plain
from airwar.rulesets.air_supremacy.units import friends, printed_groups

# A base between two battlefields, and one further off.
FRONT = {
    "base": {"kind": "land", "nation": "uk", "adjacent": ["north", "south", "far"]},
    "north": {"kind": "land", "nation": "uk"},
    "south": {"kind": "land", "nation": "uk"},
    "far": {"kind": "land", "nation": "uk", "adjacent": ["beyond"]},
    "beyond": {"kind": "land", "nation": "uk"},
    "camp": {"kind": "land", "nation": "germany"},
}


def front(fighters=1, north=1, south=9, type_="fighter", extra=(), attacks=(), **more):
    """The UK's aircraft at the base; Germany attacks north, where one hit decides, and south."""
    units = [
        ("raf", "uk", type_, fighters, "base"),
        ("n", "uk", "infantry", north, "north"),
        ("s", "uk", "infantry", south, "south"),
        ("a-n", "germany", "infantry", 1, "camp"),
        ("a-s", "germany", "infantry", 9, "camp"),
        *extra,
    ]
    fought = [{"at": "north", "with": {"a-n": 1}}, {"at": "south", "with": {"a-s": 9}}, *attacks]
    return theater(units, fought, FRONT, **more)


NORTH = {"r1.base.uk.dispatch": {"fighter-to-north": 1}}


def sent(played):
    """The rounds in which a dispatch from the base was offered."""
    return [key for key in played.asked if key.endswith("base.uk.dispatch")]


@pytest.mark.proves("33", "32", "35")
def test_t1_a_wasted_dispatch_costs_the_way_back():
    answers = NORTH | {"r3.base.uk.dispatch": {"fighter-to-south": 1}}
    played = play(front(), {"r1.north.attacker.surface-2": [1]}, answers, rest=MISS, until="r5")
    assert sent(played) == ["r1.base.uk.dispatch", "r3.base.uk.dispatch"]  # not in round 2, when it returns
    assert "r4.south.defender.surface-6" in played.rolls  # there is no German aircraft: it rolls at infantry
    assert "r3.south.defender.surface-6" not in played.rolls


def test_t3a_retreating_aircraft_are_under_fire_and_then_out_for_the_turn():
    text = front(fighters=2)
    answers = {"r1.base.uk.dispatch": {"fighter-to-north": 2}, "r3.north.uk.retreat": {"uk-fighter": 1}}
    played = play(text, answers=answers, rest=MISS, until="r7")
    assert ("uk-fighter", "out for the turn", "") in played.flights
    assert sent(played) == ["r1.base.uk.dispatch"]
    strike = {"r2.north.attacker.surface-2": [1], "r3.north.attacker.surface-2": [1]}
    choice = {"r3.north.defender.losses-necessity": {"uk-fighter-leaving": 1}}
    struck = play(text, strike, answers | choice, rest=MISS, until="r4")
    assert struck.force("north") == {"uk-fighter": 1}
    assert struck.losses == [("UK", "infantry", 1), ("UK", "fighter", 1)]


@pytest.mark.proves("36", "37", "30")
def test_t3b_aircraft_that_stay_return_and_may_go_again():
    answers = {
        "r1.base.uk.dispatch": {"fighter-to-north": 2},
        "r3.north.uk.retreat": {"uk-fighter": 1},
        "r5.base.uk.dispatch": {"fighter-to-south": 1},
    }
    played = play(front(fighters=2), {"r3.north.defender.surface-4": [1]}, answers, rest=MISS, until="r7")
    assert played.turn.battle("north").result == "defender wins"
    assert sent(played) == ["r1.base.uk.dispatch", "r5.base.uk.dispatch"]
    assert [key for key in played.rolls if "south.defender.surface-6" in key] == ["r6.south.defender.surface-6"]


@pytest.mark.proves("29")
def test_t5_in_the_round_of_arrival_nobody_retreats_or_grounds():
    played = play(front(), answers=NORTH, rest=MISS, until="r4")
    assert [key for key in played.asked if key.startswith("r2.north.uk")] == ["r2.north.uk.retreat"]
    assert played.offered("r2.north.uk.retreat") == {"uk-infantry": 1}
    assert played.offered("r3.north.uk.retreat") == {"uk-fighter": 1, "uk-infantry": 1}
    assert "r3.north.uk.ground" not in played.asked  # they have no base there


@pytest.mark.parametrize(("spent", "offered"), [("germany", False), ("hungary", False), ("japan", True)])
@pytest.mark.proves("38")
def test_t6_aircraft_that_retreated_in_one_opponents_turn_are_free_in_anothers(spent, offered):
    text = front(nations={"hungary": {"with": "germany"}}, **{"moving-with": ["hungary"]})
    text = text.replace('"type": "fighter",', f'"type": "fighter", "out-for": "{spent}",')
    assert bool(sent(play(text, rest=MISS, until="r2"))) is offered


@pytest.mark.proves("27")
def test_t8_while_home_is_attacked_nobody_leaves_and_then_everybody_may():
    extra = [("a-b", "germany", "infantry", 1, "camp"), ("b", "uk", "infantry", 1, "base")]
    text = front(extra=extra, attacks=[{"at": "base", "with": {"a-b": 1}}])
    answers = {"r3.base.uk.dispatch": {"fighter-to-south": 1}}
    played = play(text, {"r2.base.defender.surface-4": [1]}, answers, rest=MISS, until="r5")
    assert sent(played) == ["r3.base.uk.dispatch"]
    assert [key for key in played.rolls if "south.defender.surface-6" in key] == ["r4.south.defender.surface-6"]


@pytest.mark.proves("27", "43")
def test_27_nobody_leaves_a_space_under_attack_even_if_it_is_strangers_who_are_attacked_there():
    """Soviet fighters share the base with British infantry, and could help Soviet infantry in the north."""
    units = [("vvs", "ussr", "fighter", 1, "base"), ("b", "uk", "infantry", 1, "base"), ("n", "ussr", "infantry", 1, "north")]
    units += [("a-b", "germany", "infantry", 1, "camp"), ("a-n", "germany", "infantry", 1, "camp")]
    raids = [{"at": "north", "with": {"a-n": 1}}, {"at": "base", "with": {"a-b": 1}, "defenders": ["uk"]}]
    calm, raided = (play(theater(units, fought, FRONT), rest=MISS, until="r2") for fought in (raids[:1], raids))
    assert calm.offered("r1.base.ussr.dispatch") == {"fighter-to-north": 1}
    assert "r1.base.ussr.dispatch" not in raided.asked


def test_37_aircraft_that_are_still_retreating_at_the_end_are_out_for_the_turn():
    document = json.loads(front(fighters=2))
    document["battles"] = document["battles"][:1]
    answers = {"r1.base.uk.dispatch": {"fighter-to-north": 2}, "r3.north.uk.retreat": {"uk-fighter": 1}}
    played = play(json.dumps(document), {"r3.north.defender.surface-4": [1]}, answers, rest=MISS)
    assert played.flights == {("uk-fighter", "at home", ""): 1, ("uk-fighter", "out for the turn", ""): 1}


@pytest.mark.proves("30")
def test_t10_aircraft_return_to_their_origin_without_being_asked():
    played = play(front(), {"r2.north.attacker.surface-2": [1], "r2.north.defender.surface-6": [1]}, NORTH, rest=MISS, until="r5")
    assert played.flights[("uk-fighter", "at home", "")] == 1
    assert not [key for key in played.asked if "retreat-to" in key]


def test_2_aircraft_protect_their_neighbors():
    assert play(front(), rest=MISS, until="r2").offered("r1.base.uk.dispatch") == {"fighter-to-north": 1, "fighter-to-south": 1}
    sent = play(front(), answers={"r1.base.uk.dispatch": {"fighter-to-north": 1}}, rest=MISS, until="r2.north.defender.surface")
    assert sent.force("north", "defenders").get("uk-fighter") == 1


def test_24_only_adjacent_spaces_are_offered():
    extra = [("a-y", "germany", "infantry", 1, "camp"), ("y", "uk", "infantry", 1, "beyond")]
    played = play(front(extra=extra, attacks=[{"at": "beyond", "with": {"a-y": 1}}]), rest=MISS, until="r2")
    assert played.offered("r1.base.uk.dispatch") == {"fighter-to-north": 1, "fighter-to-south": 1}


@pytest.mark.parametrize(("option", "roll"), [("yes", True), ("no", False)])
def test_25_a_dispatched_bomber_has_its_air_roll_only(option, roll):
    text = front(type_="bomber", options={"dispatched-bomber-vs-surface": option})
    played = play(text, answers={"r1.base.uk.dispatch": {"bomber-to-north": 1}}, rest=MISS, until="r3")
    assert ("r2.north.defender.surface-2" in played.rolls) is roll
    assert not [key for key in played.rolls if "bombs" in key]
    assert "dispatched-bomber-vs-surface" in played.rulings()


def test_26_aircraft_dispatched_in_one_round_fight_in_the_next():
    played = play(front(), answers={"r2.base.uk.dispatch": {"fighter-to-south": 1}}, rest=MISS, until="r4")
    assert [key for key in played.rolls if "south.defender.surface-6" in key] == ["r3.south.defender.surface-6"]


@pytest.mark.proves("44")
def test_28_every_owner_declares_before_anybody_rolls():
    extra = [("aaf", "usa", "fighter", 1, "base")]
    played = play(front(extra=extra), rest=MISS, until="r2")
    first = next(key for key in played.keys if ".attacker." in key)
    declared = played.keys[: played.keys.index(first)]
    assert {"r1.north.uk.retreat", "r1.south.uk.retreat", "r1.base.uk.dispatch", "r1.base.usa.dispatch"} <= set(declared)


def test_31_each_aircraft_has_one_destination():
    played = play(front(fighters=2), rest=MISS, until="r2")
    question = played.asked["r1.base.uk.dispatch"]
    assert question.refuses({"fighter-to-north": 1, "fighter-to-south": 1}) is None
    assert question.refuses({"fighter-to-north": 2, "fighter-to-south": 1}) == "3 fighters dispatched, but only 2 at home (31)"
    mixed = play(front(fighters=2, extra=[("b", "uk", "bomber", 1, "base")]), rest=MISS, until="r2").asked["r1.base.uk.dispatch"]
    assert mixed.refuses({"bomber-to-north": 1, "bomber-to-south": 1}) == "2 bombers dispatched, but only 1 at home (31)"


def test_32_the_way_back_takes_a_round():
    played = play(front(), {"r2.north.defender.surface-6": [1]}, NORTH, rest=MISS, until="r5")
    assert sent(played) == ["r1.base.uk.dispatch", "r4.base.uk.dispatch"]  # fought in 2, returned in 3


def test_34_all_battles_finish_a_round_before_any_begins_the_next():
    played = play(front(), rest=MISS, until="r4")
    rounds = [int(key[1]) for key in played.rolls]
    assert rounds == sorted(rounds)
    assert {key.split(".")[1] for key in played.rolls if key.startswith("r2")} == {"north", "south"}


def test_35_a_third_destination_is_legal():
    sorties = ((1, "north"), (3, "south"), (6, "far"))
    answers = {f"r{number}.base.uk.dispatch": {f"fighter-to-{place}": 1} for number, place in sorties}
    extra = [("a-e", "germany", "infantry", 3, "camp"), ("e", "uk", "infantry", 3, "far")]
    text = front(south=3, extra=extra, attacks=[{"at": "far", "with": {"a-e": 3}}])
    answers["r5.south.attacker.go-on"] = "call-off"
    played = play(text, {"r1.north.attacker.surface-2": [1]}, answers, rest=MISS, until="r8")
    assert "r7.far.defender.surface-6" in played.rolls


def test_42_no_dispatch_to_a_space_where_no_friends_are_attacked():
    extra = [("r", "ussr", "infantry", 1, "far"), ("a-f", "germany", "infantry", 1, "camp")]
    played = play(front(extra=extra, attacks=[{"at": "far", "with": {"a-f": 1}}]), rest=MISS, until="r2")
    assert "fighter-to-far" not in played.offered("r1.base.uk.dispatch")


POWERS = ("germany", "italy", "japan", "ussr", "uk", "france", "usa", "china")
GROUPS = ({"germany", "italy"}, {"japan"}, {"ussr"}, {"uk", "france", "usa", "china"})


@pytest.mark.parametrize("nation", POWERS)
def test_43_friend_groups(nation):
    group = next(group for group in GROUPS if nation in group)
    assert {other for other in POWERS if friends(printed_groups(), nation, other)} == group


def test_45_a_single_infantryman_pins_the_aircraft_of_a_space():
    extra = [("token", "germany", "infantry", 1, "camp"), ("b", "uk", "infantry", 5, "base")]
    played = play(front(fighters=9, extra=extra, attacks=[{"at": "base", "with": {"token": 1}}]), rest=MISS, until="r2")
    assert sent(played) == []


def test_aircraft_whose_origin_is_captured_are_lost():
    spaces = FRONT | {"sea": {"kind": "sea", "adjacent": ["base"]}}
    units = [
        ("raf", "uk", "fighter", 1, "base"),
        ("n", "uk", "infantry", 1, "north"),
        ("navy", "uk", "transport", 1, "sea"),
        ("guard", "uk", "infantry", 1, "base"),
        ("a-n", "germany", "infantry", 1, "camp"),
        ("fleet", "germany", "transport", 1, "sea"),
        ("troops", "germany", "infantry", 1, "@fleet"),
    ]
    attacks = [
        {"at": "north", "with": {"a-n": 1}},
        {"at": "sea", "with": {"fleet": 1}},
        {"at": "base", "after": "sea", "landing": {"troops": 1}},
    ]
    dice = {"r2.base.attacker.surface-2": [1], "r3.north.defender.surface-6": [1]}
    for option, fate in (("destroyed", []), ("adjacent-friendly", [("uk-fighter-far", "out for the turn", "")])):
        text = theater(units, attacks, spaces, options={"origin-lost": option})
        played = play(text, dice, NORTH, rest=MISS, until="r7")
        assert [flight for flight in played.flights if flight[0].startswith("uk-fighter")] == fate
        assert "origin-lost" in played.rulings()


def test_aircraft_that_are_out_for_the_turn_sit_in_their_attacked_home_as_if_grounded():
    text = battle({"infantry": 1}, {"fighter": 1, "infantry": 1})
    text = text.replace('"type": "fighter",', '"type": "fighter", "out-for": "germany",')
    played = play(text, {"r1.field.attacker.surface-2": [1]}, rest=MISS, until="r2.field.attacker.s")
    assert "r1.field.uk.ground" not in played.asked
    assert "r1.field.defender.surface-6" not in played.rolls
    assert played.force("field") == {"uk-fighter locked": 1}


def test_24_a_space_that_is_typed_alone_is_answered_with_its_reason():
    asked = play(front(), until="r1.base.uk.dispatch").asked["r1.base.uk.dispatch"]
    assert asked.refuses({"north": 1}) == "say which aircraft fly there, such as fighter-to-north (31)"
    assert asked.refuses({"beyond": 1}) == "Beyond is out of reach of Base; a dispatch goes to an adjacent space (24)"
    assert asked.refuses({"far": 1}) == "nobody attacks Far; aircraft are dispatched to where friends are attacked (42)"
    assert asked.refuses({"bomber-to-beyond": 1}) == "UK has no bomber at Base (24)"


def test_26_a_battle_that_nobody_can_win_is_over_though_aircraft_fly_elsewhere():
    types = {"militia": {"sphere": "land"}}
    extra = [("home-guard", "uk", "militia", 1, "beyond"), ("volkssturm", "germany", "militia", 1, "camp")]
    text = front(extra=extra, attacks=[{"at": "beyond", "with": {"volkssturm": 1}}], types=types)
    played = play(text, answers=NORTH, rest=MISS, until="r2.north.attacker.surface")
    assert played.turn.battle("beyond").result == "stand-off: neither side can hit the other"
    assert played.notes("44") == []  # of a single nation, nobody says who rolls


def test_positions_that_recur_are_equal():
    """The clock is in the aircraft, not in a round number: going nowhere leads back to the same position."""
    text = battle({"infantry": 1}, {"infantry": 1})
    second, third = (play(text, rest=MISS, until=f"r{number}.field.attacker.s").turn for number in (2, 3))
    assert plain(second) == plain(third)
