"""Air transport (18.53, 18.54): who flies, what is carried, and what a scenario may order."""

from dataclasses import replace

import pytest
from support import problems_of
from waw_direct import called, changed_base, changed_unit, cited, complaints, options
from waw_front import front
from waw_transports import UNITS, flight, ordered, turn_of

from airwar.rulesets.world_at_war import transport as orders
from airwar.rulesets.world_at_war import transport_orders as legality
from airwar.rulesets.world_at_war import transport_orders as ordering
from airwar.rulesets.world_at_war.state import Cargo, numbered
from airwar.setup.loading import parse_scenario


@pytest.mark.parametrize(
    ("unit", "kind", "change", "rule"),
    [
        ("ju-52", "supply", {}, None),
        ("stukas", "supply", {}, "17.63"),
        ("raf", "supply", {}, "18.5"),
        ("ju-52", "supply", {"range": 2}, "18.45"),
        ("ju-52", "supply", {"home": "rear"}, "18.45"),
        ("ju-52", "transport", {"home": "rear"}, None),
        ("ju-52", "transport", {"home": "rear", "range": 3}, "18.21"),
        ("ju-52", "transport", {"home": "rear", "range": 4}, None),
    ],
)
def test_18_545_who_flies_an_activity(unit, kind, change, rule):
    turn = changed_unit(turn_of(), unit, **change)
    assert cited(legality.flight_refused(None, turn, turn.unit(unit), flight(kind, to="pocket"))) == rule


def test_18_545_transports_stage_to_where_ground_units_embark_in_the_movement_phase_only():
    turn = changed_unit(turn_of(), "ju-52", home="rear")
    ju = turn.unit("ju-52")
    assert legality.flight_refused(None, turn, ju, flight("transport")) is None
    later = "ju-52 is at Rear; air units stage to Home only in the movement phase (18.21)"
    assert legality.flight_refused(None, turn, ju, flight("transport", phase="redeployment")) == later
    full = changed_unit(turn, "stukas", home="home", ready=10)
    assert cited(legality.flight_refused(None, full, ju, flight("transport"))) == "18.11"
    one = changed_unit(turn, "stukas", home="home", ready=8)
    assert legality.able_to_embark(one, ju, "home") == 1
    assert (
        legality.room_refused(one, "home", [("ju-52", 2)])
        == "2 would stage there; Home holds 11 factors and 0 naval squadrons; it may base 10 factors (18.11-18.13)"
    )
    assert legality.room_refused(one, "home", [("ju-52", 1)]) is None


def test_18_51_and_18_146_from_operational_bases_that_are_open():
    turn = turn_of()
    short = changed_base(turn, "home", supply="partial")
    assert cited(legality.flight_refused(None, short, turn.unit("ju-52"), flight())) == "18.51"
    for place in ("home", "rear"):
        base = turn.base(place)
        bare = changed_base(turn, place, facilities=("airbase",), airbase_of="italy")
        fresh = bare.with_basing(turn.basing._replace(fresh=((place, "italy"),)))
        assert base.facilities
        assert cited(legality.flight_refused(None, fresh, turn.unit("ju-52"), flight("transport", to="rear"))) == "18.146"
        assert legality.flight_refused(None, fresh, turn.unit("savoia"), flight("transport", to="rear")) is None


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({}, None),
        ({"side": "allies"}, "18.545"),
        ({"supply": "partial"}, "18.545"),
        ({"oil": True}, "18.545"),
        ({"facilities": ()}, "18.545"),
    ],
)
def test_18_545_where_ground_units_may_be_landed(change, rule):
    turn = changed_base(turn_of(), "rear", **change)
    assert cited(legality.goal_unsuited(turn, "transport", turn.base("rear"))) == rule


RHODES = """
airwar: 1
ruleset: world-at-war
title: where a transport may end
theater: europe
sides: {axis: [germany], allies: [britain]}
attacker: axis
turn: true
options: {offensive-bases: RULED}
unlisted-distances: far
bases:
  athens: {side: axis, nation: germany, facilities: [city]}
  rhodes: {side: axis, nation: germany, facilities: [PLACE]}
  haifa: {side: allies, nation: britain, facilities: [city]}
distances: {athens: {rhodes: 3}}
units:
  - {id: ju, nation: germany, type: transport, count: 2, at: athens}
"""
LANDED = "transports: [{kind: transport, from: athens, to: rhodes, with: {ju: 1}, carrying: [{id: g}]}]\n"


@pytest.mark.parametrize(
    ("ruled", "place", "good"),
    [
        ("ports", "artificial-port", True),
        ("no-artificial", "artificial-port", False),
        ("no-artificial", "port", True),
        ("printed", "artificial-port", False),
        ("printed", "port", False),
        ("printed", "airbase", True),
        ("printed", "port-city", True),
    ],
)
def test_18_545_an_air_transport_ends_where_it_might_begin(ruled, place, good):
    rest = RHODES.replace("RULED", ruled).replace("PLACE", place)
    said = problems_of(rest + LANDED)
    refused = "Rhodes is not an operational city or airbase of axis (18.545)"
    assert [one.partition(": ")[2] for one in said] == ([] if good else [refused])
    turn = replace(parse_scenario(rest, "rhodes.yaml").start.state, phase="movement", part="movement.air-transport")
    assert ("rhodes" in ordering.open_flights(turn).others) is good


def test_18_541_no_air_transport_goes_from_a_base_to_itself():
    rest = RHODES.replace("RULED", "ports").replace("PLACE", "port") + LANDED.replace("to: rhodes", "to: athens")
    assert [one.partition(": ")[2] for one in problems_of(rest)] == [
        "air transport to Athens from there; expected two places (18.531, 18.541, 18.545)"
    ]


@pytest.mark.parametrize(
    ("part", "kind", "phase"),
    [
        ("movement.air-supply", "supply", "movement"),
        ("movement.air-transport", "transport", "movement"),
        ("redeployment.air-transport", "transport", "redeployment"),
        ("movement.hump", "hump", "movement"),
        ("combat.hump", "hump", "combat"),
        ("combat.airdrops", "airdrop", "combat"),
        ("combat.exploitation-airdrops", "airdrop", "exploitation"),
    ],
)
def test_18_511_the_activity_of_each_part_of_the_turn(part, kind, phase):
    assert ordering.kind_of(turn_of(part=part)) == (kind, phase)
    assert flight(kind, phase=phase).part == part


@pytest.mark.parametrize(
    ("part", "theater", "change", "hexes"),
    [
        ("movement.air-supply", "europe", {}, ["home", "rear", "pocket"]),
        ("movement.air-transport", "europe", {}, ["home", "rear"]),
        ("movement.air-transport", "europe", {"supply": "partial"}, ["home"]),
        ("combat.airdrops", "europe", {}, ["field", "hill", "fort"]),
        ("movement.hump", "europe", {}, []),
        ("movement.hump", "pacific", {}, ["home", "rear", "pocket"]),
        ("movement.hump", "pacific", {"supply": "partial"}, ["home", "rear", "pocket"]),
        ("movement.air-supply", "europe", {"box": "other"}, ["home", "pocket"]),
    ],
)
def test_18_531_hexes_that_suit_an_activity(part, theater, change, hexes):
    turn = changed_base(turn_of(part=part, theater=theater), "rear", **change)
    kind, _ = ordering.kind_of(turn)
    assert [base.id for base in turn.bases if ordering.goal_unsuited(turn, kind, base) is None] == hexes


@pytest.mark.parametrize(
    ("change", "embark"),
    [
        ({}, ["home", "rear", "pocket"]),
        ({"supply": "none"}, ["home", "pocket"]),
        ({"box": "other"}, ["home", "pocket"]),
        ({"side": "allies"}, ["home", "pocket"]),
    ],
)
def test_18_545_ground_units_embark_at_any_operational_base_and_others_where_transports_are(change, embark):
    for part, bases in (("movement.air-transport", embark), ("movement.air-supply", ["home"])):
        assert ordering.starts(changed_base(turn_of(part=part), "rear", **change)) == bases


def test_18_531_nothing_is_said_of_transports_that_reach_the_hex():
    end = called(ordering.flights_to, turn_of(), "pocket", answers={"movement.air-supply.0.attacker.transports": {"ju-52": 1}})
    assert end.told("note") == []


def test_18_531_what_is_offered_is_in_reach_of_a_free_transport():
    turn = turn_of()
    assert list(ordering.open_flights(turn).others) == ["pocket"]
    prepared = replace(turn, flights=(flight(), flight("transport", "rear"), flight(to="rear", force=())))
    assert list(ordering.open_flights(prepared).prepared) == ["pocket-supply", "rear-supply"]
    spent = turn.with_units([turn.unit(name).all_inverted() for name in ("ju-52", "savoia")])
    assert ordering.open_flights(spent).others == {}
    assert ordering.open_flights(turn_of(asked=False)).others == {}
    carried = turn_of(part="movement.air-transport")
    assert list(ordering.open_flights(carried).others) == ["home", "rear"]
    assert list(called(ordering.origins, carried, carried.base("rear")).state) == ["home"]
    assert called(ordering.origins, carried, carried.base("field")).state == {}
    assert ordering.transports(None, turn, "home", "pocket").units == {"ju-52": 3, "savoia": 1}
    assert ordering.transports(None, turn, "rear", "pocket").units == {}
    inverted = turn.with_units([turn.unit("ju-52").holding(ready=1, inverted=2)])
    assert ordering.transports(None, inverted, "home", "pocket").units == {"ju-52": 1, "savoia": 1}


@pytest.mark.parametrize(("hexes", "reached"), [(8, True), (9, False)])
def test_18_541_ground_units_are_carried_eight_hexes_in_europe(hexes, reached):
    text = front("orders: ask\nturn: true\n", *UNITS).replace("rear: 8", f"rear: {hexes}")
    turn = replace(parse_scenario(text, "test.yaml").start.state, phase="movement", part="movement.air-transport")
    assert bool(ordering.transports(None, turn, "home", "rear").units) == reached


def test_18_532_transports_are_ordered_with_route_and_cargo():
    turn = replace(turn_of(), asked=3)
    scope = "movement.air-supply.3"
    answers = {
        f"{scope}.attacker.transports": {"ju-52": 2, "savoia": 1},
        f"{scope}.attacker.route.home": {"field": 1},
        f"{scope}.attacker.cargo.home": {"ground-unit": 3},
    }
    end = called(ordering.flights_ordered, replace(turn, flights=(flight(),)), "pocket", answers=dict(list(answers.items())[:2]))
    (new, old) = end.state.flights
    assert old == flight()
    assert (new.kind, new.phase, new.from_, new.to, new.route) == (
        "supply",
        "movement",
        "home",
        "pocket",
        ("home", "field", "pocket"),
    )
    assert (new.force, new.order, new.several) == ((("ju-52", 2), ("savoia", 1)), 3, False)
    assert [cargo.id for cargo in new.carrying] == ["ground-unit-1", "ground-unit-2", "ground-unit-3"]
    assert options(end.asked[0]) == {"ju-52": 3, "savoia": 1}
    assert end.asked[0].least == 1
    assert options(end.asked[1]) == dict.fromkeys(("rear", "field", "hill"), 1)  # fort is not on the way


def test_18_543_what_transports_carry_in_each_activity():
    turn = turn_of(part="combat.airdrops")
    answers = {"attacker.cargo.home": {"airborne-1": 1, "airborne-3": 2}}
    end = called(ordering.cargo_of, turn, "home", (("ju-52", 3),), answers=answers)
    assert end.state == (Cargo(id="airborne-1-1"), Cargo(id="airborne-3-1", factors=3), Cargo(id="airborne-3-2", factors=3))
    assert options(end.asked[0]) == {"airborne-1": 3, "airborne-2": 3, "airborne-3": 3}
    assert (end.asked[0].least, end.asked[0].most) == (3, 3)
    carried = turn_of(part="movement.air-transport")
    answers = {"attacker.cargo.home": {"specialized": 1}, "movement.air-transport.0.units.home": "Ramcke"}
    end = called(ordering.cargo_of, carried, "home", (("ju-52", 1),), answers=answers)
    assert end.state == (Cargo(id="ramcke"),)
    assert called(ordering.cargo_of, turn_of(part="combat.hump"), "home", (("ju-52", 1),)).state == ()


def test_18_621_there_may_be_no_other_hex_to_fly_over():
    turn = turn_of()
    small = turn.with_setting(replace(turn.setting, bases={name: turn.base(name) for name in ("home", "pocket")}))
    end = called(ordering.route_of, small, "home", "pocket")
    assert (end.state, end.asked) == ((), [])


def test_18_532_flights_to_one_hex_are_told_apart():
    flights = (flight(), flight(origin="rear"), flight(to="rear"), flight("airdrop"), flight(order=2), flight())
    assert [one.id for one in numbered(flights)] == [
        *("pocket-supply-home", "pocket-supply-rear", "rear-supply", "pocket-airdrop", "pocket-supply-2", "pocket-supply-home-2")
    ]
    assert flight(force=(("a", 2), ("b", 3))).factors == 5


@pytest.mark.parametrize(
    ("said", "kind", "to", "rules"),
    [
        ("carrying: [{id: a}]", "transport", "rear", []),
        ("carrying: [{id: a, type: airborne, factors: 3}]", "transport", "rear", []),
        ("carrying: [{id: a, type: specialized, factors: 2}]", "transport", "rear", []),
        ("carrying: [{id: a, factors: 2}]", "transport", "rear", ["18.544"]),
        ("carrying: [{id: a, type: armor}]", "transport", "rear", ["18.543, 18.544"]),
        ("carrying: [{id: a, supplied: false}]", "transport", "rear", ["18.547"]),
        ("carrying: [{id: a, moved-by: [air]}]", "transport", "rear", ["18.547"]),
        ("carrying: [{id: a, moved-by: [sea]}]", "transport", "rear", ["18.547"]),
        ("phase: movement, carrying: [{id: a, moved-by: [sea]}]", "transport", "rear", ["18.547"]),
        ("phase: redeployment, carrying: [{id: a, moved-by: [sea]}]", "transport", "rear", []),
        ("carrying: [{id: a, movement: 1}]", "transport", "rear", []),
        ("carrying: [{id: a, movement: 0}]", "transport", "rear", ["18.547"]),
        ("enemy-zoc: true, carrying: [{id: a, movement: 2}]", "transport", "rear", ["18.547"]),
        ("enemy-zoc: true, carrying: [{id: a, movement: 3}]", "transport", "rear", []),
        ("terrain: rough, carrying: [{id: a, movement: 1}]", "transport", "rear", ["18.547"]),
        ("terrain: rough, carrying: [{id: a, movement: 2}]", "transport", "rear", []),
        ("terrain: jungle, carrying: [{id: a, movement: 1}]", "transport", "rear", ["18.547"]),
        ("terrain: jungle, carrying: [{id: a, nation: japan, movement: 1}]", "transport", "rear", []),
        ("terrain: jungle, carrying: [{id: chindits, movement: 1}]", "transport", "rear", []),
        ("terrain: rough, carrying: [{id: a, nation: japan, movement: 1}]", "transport", "rear", ["18.547"]),
        ("phase: combat, carrying: [{id: a}]", "transport", "rear", ["18.511-18.513"]),
        ("carrying: [{id: a}]", "transport", "fort", ["18.545"]),
        ("carrying: []", "transport", "rear", ["18.532, 18.542"]),
        ("carrying: [{id: a}, {id: b}]", "transport", "rear", ["18.532, 18.542"]),
        ("carrying: [{id: a, type: airborne}]", "airdrop", "field", []),
        ("carrying: [{id: a}]", "airdrop", "field", ["17.63"]),
        ("carrying: [{id: a, type: airborne, moved-by: [air]}]", "airdrop", "field", ["18.547"]),
        ("carrying: [{id: a, type: airborne, moved-by: [sea]}]", "airdrop", "field", []),
        ("carrying: [{id: a, type: armor, factors: 4}]", "supply", "pocket", []),
        ("carrying: [{id: a, type: armor, factors: 4}]", "supply", "field", ["18.531"]),
        ("carrying: [{id: a, type: airborne}]", "airdrop", "pocket", ["17.63C"]),
        ("carrying: []", "hump", "pocket", ["17.63D"]),
    ],
)
def test_18_54_what_is_refused_of_an_activity(said, kind, to, rules):
    assert [rule for _, rule in complaints(ordered(said, kind, to), "")] == rules


def test_17_63d_grants_are_flown_to_our_own_hexes_and_no_ground_units():
    hump = "transports: [{{kind: hump, from: home, to: {}, with: {{ju-52: 1}}{}}}]\n"
    found = [
        problems_of(front(hump.format(*said), "ju-52", theater="pacific"))
        for said in (("pocket", ""), ("field", ""), ("pocket", ", carrying: [{id: a}]"))
    ]
    assert found == [
        [],
        ["25:43: Field is the enemy's; grants go to our own hexes (17.63D)"],
        ["25:79: only grants are flown over the Hump, not ground units (17.63)"],
    ]


def test_18_545_no_more_transports_stage_to_a_base_than_it_has_room_for():
    sent = "transports: [{kind: transport, from: rear, to: home, with: {ju-52: NUMBER}, carrying: [CARGO]}]\n"
    units = ("ju-52", "{id: garrison, nation: germany, type: aaf, count: 4, at: rear}")

    def found(number):
        carried = ", ".join(f"{{id: g{at}}}" for at in range(number))
        return problems_of(front(sent.replace("NUMBER", str(number)).replace("CARGO", carried), *units))

    assert found(1) == []
    assert [cited(one) for one in found(2)] == ["18.11-18.13"]


def test_18_545_a_base_that_is_to_fall_is_flown_to_when_it_has():
    late = ordered("phase: redeployment, carrying: [{id: a}]", to="fort")
    assert [rule for _, rule in complaints(late, "")] == ["18.545"]
    assert complaints(late + "fallen: [{at: fort, phase: combat}]\n", "") == []


def test_18_531_a_prepared_activity_is_looked_at_again_when_its_time_has_come():
    turn = turn_of(part="combat.airdrops", flights=(flight("airdrop", "field", phase="combat"),))
    taken = changed_base(turn, "field", side="axis")
    said = [called(orders.fly_activity, one).notes() for one in (turn, taken)]
    wrong = "ju-52: the 2 ordered to fly cannot: Field is our own; expected an enemy hex (17.63C)"
    assert [wrong in notes for notes in said] == [False, True]


def test_18_532_flights_that_a_scenario_prepares():
    turn = parse_scenario(ordered("over: [field, home, hill], carrying: [{id: a}]"), "test.yaml").start.state
    (one,) = turn.flights
    assert (one.phase, one.route, one.force, one.carrying) == (
        "movement",
        ("home", "field", "hill", "rear"),
        (("ju-52", 1),),
        (Cargo(id="a"),),
    )
    assert turn.agenda == ("movement.air-transport",)
    assert set(orders.PHASES) == {"supply", "transport", "airdrop", "hump"}
