"""Air transport (18.53, 18.54, 18.62) part by part: who flies, what is carried, interception, and where transports end."""

from dataclasses import replace

import pytest
from waw import AMERICAN_NAVAL, BRITISH, GERMAN, GERMAN_TRANSPORT, line
from waw_direct import called, changed_base, changed_unit, cited, complaints, holding, options
from waw_front import front

from airwar.loading import parse_scenario
from airwar.rulesets.world_at_war.air_combat.forces import Line
from airwar.rulesets.world_at_war.ground.state import Battle
from airwar.rulesets.world_at_war.transport import interception, legality, ordering, orders, steps
from airwar.rulesets.world_at_war.transport.state import Cargo, Flight, Toll, numbered

UNITS = ("stukas", "ju-52", "savoia", "vals", "raf", "faa", "meteors", "sea-hurricanes")


def turn_of(*units, options="", part="movement.air-supply", asked=True, theater="europe", **changes):
    text = front(f"orders: {'ask' if asked else 'prepared'}\nturn: true\n", *(units or UNITS), options=options, theater=theater)
    turn = parse_scenario(text, "test.yaml").start.state
    return replace(turn, phase=part.partition(".")[0], part=part, **changes)


def flight(kind="supply", to="pocket", origin="home", force=(("ju-52", 2),), cargo=2, phase="movement", **more):
    carried = tuple(Cargo(f"corps-{number}", number) for number in range(1, cargo + 1))
    return Flight(kind, phase, origin, to, (origin, to), force, carried, **more)


# who flies


@pytest.mark.parametrize(
    ("unit", "kind", "change", "rule"),
    [
        ("ju-52", "supply", {}, None),
        ("stukas", "supply", {}, "17.63"),
        ("raf", "supply", {}, "18.5"),
        ("ju-52", "supply", {"range": 2}, "18.45"),
        ("ju-52", "supply", {"home": "rear"}, "18.45"),
        ("ju-52", "transport", {"home": "rear"}, None),
        ("ju-52", "transport", {"home": "rear", "range": 3}, "18.545"),
        ("ju-52", "transport", {"home": "rear", "range": 4}, None),
    ],
)
def test_18_545_who_flies_an_activity(unit, kind, change, rule):
    turn = changed_unit(turn_of(), unit, **change)
    assert cited(legality.flight_refused(None, turn, turn.unit(unit), flight(kind, to="pocket"))) == rule


def test_18_51_and_18_146_from_operational_bases_that_are_open():
    turn = turn_of()
    short = changed_base(turn, "home", supply="partial")
    assert cited(legality.flight_refused(None, short, turn.unit("ju-52"), flight())) == "18.51"
    for place in ("home", "rear"):
        base = turn.base(place)
        bare = changed_base(turn, place, places=("airbase",), facilities=1, airbase_of="italy")
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
        ({"facilities": 0}, "18.545"),
    ],
)
def test_18_545_where_ground_units_may_be_landed(change, rule):
    turn = changed_base(turn_of(), "rear", **change)
    assert cited(legality.destination_refused(turn, turn.base("rear"))) == rule


# orders at the table


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
        ("movement.hump", "pacific", {}, ["home", "rear"]),
        ("movement.hump", "pacific", {"oil": True}, ["home"]),
        ("movement.air-supply", "europe", {"box": "other"}, ["home", "pocket"]),
    ],
)
def test_18_531_hexes_that_suit_an_activity(part, theater, change, hexes):
    turn = changed_base(turn_of(part=part, theater=theater), "rear", **change)
    assert [base.id for base in turn.bases if ordering.suits(turn, base)] == hexes


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
    assert called(ordering.origins, carried, carried.base("rear")).state == ["home"]
    assert called(ordering.origins, carried, carried.base("field")).state == []
    assert ordering.transports(None, turn, "home", "pocket") == {"ju-52": 3, "savoia": 1}
    assert ordering.transports(None, turn, "rear", "pocket") == {}
    inverted = turn.with_units([turn.unit("ju-52").holding(ready=1, inverted=2)])
    assert ordering.transports(None, inverted, "home", "pocket") == {"ju-52": 1, "savoia": 1}


@pytest.mark.parametrize(("hexes", "reached"), [(8, True), (9, False)])
def test_18_541_ground_units_are_carried_eight_hexes_in_europe(hexes, reached):
    text = front("orders: ask\nturn: true\n", *UNITS).replace("rear: 8", f"rear: {hexes}")
    turn = replace(parse_scenario(text, "test.yaml").start.state, phase="movement", part="movement.air-transport")
    assert bool(ordering.transports(None, turn, "home", "rear")) == reached


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
    assert (new.kind, new.phase, new.origin, new.to, new.route) == (
        "supply",
        "movement",
        "home",
        "pocket",
        ("home", "field", "pocket"),
    )
    assert (new.force, new.order, new.several) == ((("ju-52", 2), ("savoia", 1)), 3, False)
    assert [cargo.id for cargo in new.cargo] == ["ground-unit-1", "ground-unit-2", "ground-unit-3"]
    assert options(end.asked[0]) == {"ju-52": 3, "savoia": 1}
    assert end.asked[0].least == 1
    assert options(end.asked[1]) == dict.fromkeys(("rear", "field", "hill", "fort"), 1)


def test_18_543_what_transports_carry_in_each_activity():
    turn = turn_of(part="combat.airdrops")
    answers = {"attacker.cargo.home": {"airborne-1": 1, "airborne-3": 2}}
    end = called(ordering.cargo_of, turn, "home", (("ju-52", 3),), answers=answers)
    assert end.state == (Cargo("airborne-1-1", 1), Cargo("airborne-3-1", 3), Cargo("airborne-3-2", 3))
    assert options(end.asked[0]) == {"airborne-1": 3, "airborne-2": 3, "airborne-3": 3}
    assert (end.asked[0].least, end.asked[0].most) == (3, 3)
    carried = turn_of(part="movement.air-transport")
    end = called(ordering.cargo_of, carried, "home", (("ju-52", 1),), answers={"attacker.cargo.home": {"specialized": 1}})
    assert end.state == (Cargo("specialized-1", 1),)
    assert called(ordering.cargo_of, turn_of(part="combat.hump"), "home", (("ju-52", 1),)).state == ()


def test_18_621_there_may_be_no_other_hex_to_fly_over():
    turn = turn_of()
    small = turn.with_setting(replace(turn.setting, bases={name: turn.base(name) for name in ("home", "pocket")}))
    end = called(ordering.route_of, small, "home", "pocket")
    assert (end.state, end.asked) == ((), [])


def test_18_532_flights_to_one_hex_from_several_bases_are_told_apart():
    flights = (flight(), flight(origin="rear"), flight(to="rear"), flight("airdrop"), flight(order=2))
    assert [one.id for one in numbered(flights)] == [
        *("pocket-supply-home", "pocket-supply-rear", "rear-supply", "pocket-airdrop", "pocket-supply-2")
    ]
    assert flight(force=(("a", 2), ("b", 3))).factors == 5


# what a scenario may order


def ordered(said, kind="transport", to="rear"):
    return front(f"transports:\n  - {{kind: {kind}, from: home, to: {to}, with: {{ju-52: 1}}, {said}}}\n", "ju-52", "raf")


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
        ("carrying: [{id: a}]", "hump", "pocket", ["17.63"]),
        ("carrying: []", "hump", "pocket", []),
    ],
)
def test_18_54_what_is_refused_of_an_activity(said, kind, to, rules):
    assert [rule for _, rule in complaints(ordered(said, kind, to), "")] == rules


def test_18_532_flights_that_a_scenario_prepares():
    turn = parse_scenario(ordered("over: [field, home, hill], carrying: [{id: a}]"), "test.yaml").start.state
    (one,) = turn.flights
    assert (one.phase, one.route, one.force, one.cargo) == (
        "movement",
        ("home", "field", "hill", "rear"),
        (("ju-52", 1),),
        (Cargo("a", 1),),
    )
    assert turn.agenda == ("movement.air-transport",)
    assert set(orders.PHASES) == {"supply", "transport", "airdrop", "hump"}


# interception


def test_18_621_who_intercepts_and_who_counters():
    turn = turn_of()
    transit = called(interception.transit, turn, flight()).state
    able = ["raf", "faa", "meteors"]
    assert [(name, [one.unit for one in force]) for name, force in transit.interceptors] == [("home", able), ("pocket", able)]
    assert [(name, [one.unit for one in force]) for name, force in transit.counters] == [
        ("home", ["stukas"]),
        ("pocket", ["stukas"]),
    ]
    assert transit.hampered == ()


@pytest.mark.parametrize(("ruling", "able"), [("own-hex", ["raf", "faa", "meteors"]), ("strict", [])])
def test_18_621_units_at_a_base_in_trouble_intercept_over_their_own_hex_by_ruling(ruling, able):
    turn = changed_base(turn_of(options=f"interception-base: {ruling}"), "fort", supply="partial")
    assert [one.unit for one in called(interception.eligible_interceptors, turn, "fort").state] == able
    assert called(interception.eligible_interceptors, turn, "pocket").state == ()
    transit = called(interception.transit, turn, flight(to="fort")).state
    assert list(transit.hampered) == able
    came = (line(BRITISH, 1, unit="raf"), line(GERMAN, 1, unit="other"))
    assert len(interception.bases_mattered(transit, came)) == bool(able)


def fight(**more):
    turn = turn_of()
    transit = called(interception.transit, turn, flight()).state
    raf, stukas = line(BRITISH, 3, unit="raf"), line(GERMAN, 4, unit="stukas")
    usual = {"defenders": (raf,), "intercepting": (raf,), "reserves": (stukas,)}
    return interception.Fight(transit, "pocket", **{**usual, **more})


def test_18_621_the_defender_picks_a_hex_and_units():
    transit = fight().transit
    answers = {"defender.intercept": "pocket", "defender.interceptors": {"raf": 2}}
    end = called(interception.defender_intercepts, transit, answers=answers)
    hexes = [name for name, force in transit.interceptors if force]
    assert options(end.asked[0]) == ["none", *hexes]
    assert end.asked[0].facts() == {"enemy.factors": 2}
    assert (end.asked[1].least, dict(end.asked[1].default) == options(end.asked[1])) == (1, True)
    after = end.state.state
    assert [(one.unit, one.number) for one in after.defenders] == [("raf", 2)]
    assert [one.unit for one in after.reserves] == ["stukas"]
    assert called(interception.defender_intercepts, transit, answers={"defender.intercept": "none"}).state.value is None
    empty = transit._replace(flight=flight(force=()))
    assert called(interception.defender_intercepts, empty).state.value is None
    nobody = transit._replace(interceptors=tuple((name, ()) for name, _ in transit.interceptors))
    assert called(interception.defender_intercepts, nobody).state.value is None


@pytest.mark.parametrize(("phase", "notes"), [("movement", 1), ("redeployment", 0)])
def test_18_622_the_attacker_may_counter(phase, notes):
    before = fight()
    before = before._replace(transit=before.transit._replace(flight=flight(phase=phase)))
    end = called(interception.attacker_counters, before, answers={"attacker.counter": {"stukas": 3}})
    after = end.state.state
    assert end.state.step is interception.counter_round
    assert [(one.unit, one.number) for one in after.attackers] == [("stukas", 3)]
    assert after.attackers == after.came
    assert [(one.unit, one.number) for one in after.reserves] == [("stukas", 1)]
    assert len(end.told("note")) == notes
    assert end.asked[0].facts() == {"enemy.factors": 3}
    none = called(interception.attacker_counters, before, answers={"attacker.counter": {}})
    assert (none.state.step, none.state.state) == (interception.interceptors_attack, before)


@pytest.mark.parametrize(
    ("choice", "policy", "aborted", "step", "told"),
    [
        ("another", "attack", 0, "attacker_fights_on", 0),
        ("enough", "attack", 0, "interceptors_attack", 1),
        ("enough", "attack", 3, "interceptors_attack", 0),
        ("enough", "home", 0, None, 1),
        ("withdraw", "attack", 0, None, 0),
    ],
)
def test_18_622_the_interceptors_fight_on_turn_to_the_transports_or_go_home(choice, policy, aborted, step, told):
    turn = turn_of(options=f"declined-round: {policy}")
    before = fight(defenders=(line(BRITISH, 3, unit="raf")._replace(aborted=(aborted,)),))
    before = before._replace(transit=before.transit._replace(setting=turn.setting))
    end = called(interception.interceptors_press, before, answers={"defender.press": choice})
    assert options(end.asked[0]) == ["enough", "another", "withdraw"]
    assert len(end.told("ruling")) == told
    if step:
        assert end.state.step.__name__ == step
    else:
        assert end.state.value == interception.met(before, 0)


@pytest.mark.parametrize(("attackers", "least"), [((line(GERMAN, 1, unit="fighters"),), 0), ((), 1)])
def test_18_622_the_attacker_stands_with_fresh_units_or_withdraws(attackers, least):
    before = fight(attackers=attackers, came=attackers)
    end = called(interception.attacker_fights_on, before, answers={"attacker.stand": "stand", "attacker.reinforce": {"stukas": 2}})
    assert (options(end.asked[0]), end.asked[1].least) == (["stand", "withdraw"], least)
    assert end.state.step is interception.counter_round
    assert end.state.state.joined == (("stukas", 2),)
    gone = called(interception.attacker_fights_on, before, answers={"attacker.stand": "withdraw"})
    assert (gone.state.step, gone.state.state) == (interception.interceptors_attack, before)


def test_18_623_who_is_neither_eliminated_nor_aborted_may_attack_the_transports():
    defenders = (
        line(BRITISH, 3, unit="raf")._replace(aborted=(1,)),
        line(BRITISH, 1, unit="gone")._replace(aborted=(1,)),
        line(BRITISH, 2, unit="fresh"),
    )
    end = called(interception.interceptors_attack, fight(defenders=defenders), answers={"defender.attack": {"raf": 1}})
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"raf": 2, "fresh": 2}, {"raf": 2, "fresh": 2})
    assert end.state.value.attacking == (("raf", 1),)
    nobody = called(interception.interceptors_attack, fight(defenders=defenders[1:2]))
    assert (nobody.state.value.attacking, nobody.asked) == ((), [])


@pytest.mark.parametrize(
    ("attackers", "reserves", "step"),
    [((), (), "interceptors_attack"), ((line(GERMAN, 4, unit="stukas"),), (), "interceptors_press"),
     ((line(GERMAN, 4, unit="stukas"),), (line(GERMAN, 1, unit="fighters"),), "interceptors_press")],
)  # fmt: skip
def test_18_622_after_a_round_the_interceptors_press_while_somebody_is_left(attackers, reserves, step):
    before = fight(attackers=attackers or (line(GERMAN, 1, unit="stukas"),), reserves=reserves)
    faces = [6, 6] if not attackers else [1, 1]
    end = called(interception.counter_round, before, dice={"x.r1.attacker.fire": [1, 1], "x.r1.defender.fire": faces}, scope="x")
    assert end.state.step.__name__ == step


# the attack on the transports


@pytest.mark.parametrize(
    ("parts", "number", "chosen"), [((3,), 2, (2,)), ((2, 2, 2), 5, (2, 2, 1)), ((2, 2, 2), 1, (1, 0, 0)), ((1, 1), 2, (1, 1))]
)
def test_18_623_some_of_a_line_attack(parts, number, chosen):
    one = Line("raf", BRITISH, parts, aborted=(1,))
    assert steps.chosen_line(one, number) == Line("raf", BRITISH, chosen)


@pytest.mark.parametrize(
    ("killed", "turned", "fate"),
    [(0, 0, (0, 0)), (1, 0, (0, 0)), (2, 0, (1, 0)), (3, 0, (1, 0)), (0, 2, (0, 1)), (1, 1, (0, 1)), (2, 3, (1, 1)), (4, 1, (1, 1)),
     (5, 0, (2, 0)), (2, 2, (1, 0))],
)  # fmt: skip
def test_17_65_two_of_three_squadrons_decide_the_fate_of_a_factor(killed, turned, fate):
    assert steps.gathered(killed, turned) == fate


def test_17_65_the_toll_in_factors():
    ju, sm = line(GERMAN_TRANSPORT, 3, unit="ju"), line(GERMAN_TRANSPORT, 2, unit="sm")
    end = called(steps.toll_of, (ju, sm), (ju._replace(parts=(2,), aborted=(1,)),))
    assert (end.state, end.told("note")) == (Toll((("ju", 1), ("sm", 2)), (("ju", 1),)), [])
    broken = (ju.broken(), sm.broken())
    end = called(
        steps.toll_of, broken, (broken[0]._replace(parts=(6,), aborted=(2,)), broken[1]._replace(parts=(3,), aborted=(3,)))
    )
    assert (end.state, len(end.told("note"))) == (Toll((("ju", 1), ("sm", 1)), (("ju", 1), ("sm", 1))), 1)
    end = called(steps.toll_of, broken[1:], (broken[1]._replace(parts=(5,), aborted=(0,)),))
    assert (end.state, len(end.told("note"))) == (Toll(), 1)


def test_18_623_a_single_roll_against_the_transports():
    turn = changed_unit(turn_of(), "ju-52", ready=1, flying=2)
    naval = line(AMERICAN_NAVAL, 3, unit="faa")
    met = interception.Met("pocket", (naval,), (naval,), (), (), (), (("faa", 2),), 0)
    dice = {"pocket-supply.transports.defender.fire": [6, 6]}
    end = called(steps.transports_attacked, turn, flight(), met, dice=dice)
    assert end.rolls()["pocket-supply.transports.defender.fire"]["row"] == "2"
    assert list(end.rolls()) == ["pocket-supply.transports.defender.fire"]


def test_18_624_passengers_share_the_fate_of_their_transports():
    one = flight("transport", cargo=4)
    toll = Toll((("ju-52", 1),), (("ju-52", 1), ("savoia", 1)))
    answers = {
        "attacker.passengers.eliminated": {"corps-2": 1},
        "attacker.passengers.aborted": {"corps-1": 1, "corps-4": 1},
    }
    end = called(steps.cargo_fates, one, toll, answers=answers)
    lost, back = end.state
    assert ([cargo.id for cargo in lost], [cargo.id for cargo in back]) == (["corps-2"], ["corps-1", "corps-4"])
    assert options(end.asked[1]) == {"corps-1": 1, "corps-3": 1, "corps-4": 1}
    few = called(steps.cargo_fates, flight(cargo=1), toll)
    assert [len(fate) for fate in few.state] == [1, 0]


@pytest.mark.parametrize(("kind", "told"), [("supply", ["Note", "Note", "Note"]), ("transport", ["Loss", "Status", "Note"])])
def test_18_624_what_is_told_of_passengers(kind, told):
    lost, back, done = ((Cargo(name, 1),) for name in "abc")
    assert [type(event).__name__ for event in steps.cargo_report(flight(kind), lost, back, done)] == told


# where they end


def flying(**more):
    turn = turn_of(part="movement.air-transport", **more)
    return changed_unit(turn, "ju-52", ready=0, flying=3)


def test_18_545_transports_end_at_either_base_and_aborted_ones_at_the_first():
    answers = {"attacker.ends.ju-52": "rear"}
    end = called(steps.transports_land, flying(), flight("transport", to="rear"), (("ju-52", 1),), (("ju-52", 1),), answers=answers)
    there = holding(end.state)
    assert there["ju-52/rear"] == ("rear", 0, 0, 0, 1, 0)
    assert there["ju-52"] == ("home", 0, 0, 0, 1, 1)  # the aborted one has no choice
    assert [options(question) for question in end.asked] == [["home", "rear"]]


def test_18_545_without_room_at_either_end_they_return_to_their_own_base():
    turn = changed_unit(changed_base(flying(), "pocket", facilities=1, places=("city",)), "ju-52", home="pocket")
    guest = turn.unit("stukas")._replace(id="guest", home="rear", ready=4)
    full = replace(turn, units=(*turn.units, guest, guest._replace(id="more", home="home", ready=3)))
    end = called(steps.transports_land, full, flight("transport", to="rear"), (("ju-52", 3),), ())
    assert holding(end.state)["ju-52"] == ("pocket", 0, 0, 0, 3, 0)


def test_18_532_the_result_counts_what_was_delivered():
    turn = turn_of()
    turn = changed_unit(turn, "ju-52", ready=0, flying=3)
    toll = Toll((("ju-52", 1),), (("ju-52", 1),))
    answers = {"attacker.passengers.eliminated": {"corps-1": 1}, "attacker.passengers.aborted": {"corps-2": 1}}
    end = called(steps.arrival, turn, flight(force=(("ju-52", 3),), cargo=3), toll, answers=answers)
    assert end.state.results == (("pocket", "1 of 3 supplied"),)
    assert holding(end.state)["ju-52"] == ("home", 0, 0, 0, 2, 0)
    hump = called(steps.arrival, turn, flight("hump", force=(("ju-52", 3),), cargo=0), toll)
    assert hump.state.results == (("pocket", "1 of 3 flown over the Hump"),)


@pytest.mark.parametrize(("phase", "kind"), [("combat", "regular"), ("exploitation", "exploitation")])
def test_17_63c_airborne_factors_join_the_attack_on_their_hex(phase, kind):
    turn = turn_of(part="combat.airdrops")
    there = Battle(("hill", "field"), kind, False, 0, 4, 2, 3, ())
    other = there._replace(kind="overrun")
    drop = flight("airdrop", to="field", phase=phase)
    done = (Cargo("a", 2), Cargo("b", 3))
    after = steps.dropped(replace(turn, battles=(other, there)), drop, done)
    assert after.battles == (other, there._replace(attackers=7, planned=9, dropping=0))
    some = steps.dropped(replace(turn, battles=(there,)), drop, done[:1])
    assert some.battles[0].dropping == 1
    (new,) = steps.dropped(turn, drop, done).battles
    assert (new.hexes, new.kind, new.attackers, new.planned, new.known) == (("field",), kind, 5, 5, False)
    assert steps.dropped(turn, drop, ()).battles == ()
    assert steps.dropped(turn_of(asked=False), drop, done).battles == ()


def test_18_472_fighters_that_fought_are_inverted_and_those_that_did_not_are_ready():
    turn = changed_unit(changed_unit(turn_of(), "raf", ready=0, flying=3), "stukas", ready=2, flying=4)
    raf, stukas = line(BRITISH, 3, unit="raf"), line(GERMAN, 4, unit="stukas")
    idle = interception.Met("pocket", (raf,), (raf,), (), (), (), (("raf", 1),), 0)
    after = called(steps.fighters_home, turn, idle).state
    assert holding(after)["raf"] == ("fort", 2, 0, 0, 1, 0)
    fought = interception.Met("pocket", (raf,), (raf._replace(parts=(2,)),), (stukas,), (), (stukas._replace(parts=(1,)),), (), 0)
    after = called(steps.fighters_home, turn, fought, answers={}).state
    assert holding(after)["raf"] == ("fort", 0, 0, 0, 2, 0)
    assert holding(after)["stukas"] == ("home", 2, 0, 0, 1, 0)


def test_18_532_transports_that_can_no_longer_fly_leave_their_cargo():
    turn = replace(turn_of(), flights=(flight(force=(("ju-52", 3), ("nobody", 1)), cargo=4), flight(to="rear")))
    turn = turn.with_units([turn.unit("ju-52").holding(ready=2, inverted=1)])
    end = called(steps.fly_activity, turn)
    sent = end.state.state.flight
    assert (sent.force, [cargo.id for cargo in sent.cargo]) == ((("ju-52", 2),), ["corps-1", "corps-2"])
    assert len(end.told("note")) == 2
    closed = replace(
        changed_base(turn_of(part="movement.air-transport"), "rear", oil=True), flights=(flight("transport", to="rear"),)
    )
    assert called(steps.fly_activity, closed).state.state.flight.force == ()
    staged = steps.staged(changed_unit(turn, "ju-52", home="rear"), flight("transport"))
    assert (len(staged), steps.staged(turn, flight("transport"))) == (1, [])
