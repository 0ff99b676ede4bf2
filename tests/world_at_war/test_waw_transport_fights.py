"""Air transport (18.62): interception, the attack on the transports, and where they end."""

from dataclasses import replace

import pytest
from waw import AMERICAN_NAVAL, BRITISH, GERMAN, GERMAN_TRANSPORT, line
from waw_direct import called, changed_base, changed_unit, cited, holding, options
from waw_transports import fight, flight, flying, turn_of

from airwar.rulesets.world_at_war import transport as steps
from airwar.rulesets.world_at_war import transport_interception as interception
from airwar.rulesets.world_at_war.state import Battle, Cargo, Toll
from airwar.rulesets.world_at_war.units import Line


def test_18_621_who_intercepts_and_who_counters():
    turn = turn_of()
    for hex_ in ("home", "pocket"):
        assert list(called(interception.eligible_interceptors, turn, hex_).state.units) == ["raf", "faa", "meteors"]
        assert list(called(interception.eligible_counters, turn, hex_).state.units) == ["stukas"]


@pytest.mark.parametrize(("ruling", "able"), [("own-hex", ["raf", "faa", "meteors"]), ("strict", [])])
def test_18_621_units_at_a_base_in_trouble_intercept_over_their_own_hex_by_ruling(ruling, able):
    turn = changed_base(turn_of(options=f"interception-base: {ruling}"), "fort", supply="partial")
    over_fort = called(interception.eligible_interceptors, turn, "fort").state
    assert list(over_fort.units) == able
    if not able:
        assert over_fort.why_not("raf") == "raf is at Fort, which is in partial supply; expected an operational base (18.621)"
    elsewhere = called(interception.eligible_interceptors, turn, "pocket").state
    assert (elsewhere.units, cited(elsewhere.why_not("raf"))) == ({}, "18.45" if able else "18.621")
    came = (line(BRITISH, 1, unit="raf"), line(GERMAN, 1, unit="stukas"))
    assert len(interception.bases_mattered(interception.Transit(turn, flight(to="fort")), came)) == 1


def test_18_621_the_defender_picks_a_hex_and_units():
    transit = fight().transit
    answers = {"defender.intercept": "pocket", "defender.interceptors": {"raf": 2}}
    end = called(interception.defender_intercepts, transit, answers=answers)
    assert options(end.asked[0]) == ["none", "home", "pocket"]
    assert end.asked[0].refuses("field") == "they do not fly over Field (18.621)"
    assert cited(end.asked[1].refuses({"stukas": 1})) == "18.621"
    assert end.asked[0].facts() == {"enemy.factors": 2}
    assert (end.asked[1].least, dict(end.asked[1].default) == options(end.asked[1])) == (1, True)
    after = end.state.state
    assert [(one.unit, one.number) for one in after.defenders] == [("raf", 2)]
    assert called(interception.defender_intercepts, transit, answers={"defender.intercept": "none"}).state.value is None
    empty = transit._replace(flight=flight(force=()))
    assert called(interception.defender_intercepts, empty).state.value is None
    nobody = transit._replace(turn=changed_base(transit.turn, "fort", supply="none"))
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
    assert [(one.unit, one.number) for one in after.reserves] == [("stukas", 3)]
    assert len(end.told("note")) == notes
    assert end.asked[0].facts() == {"enemy.factors": 3}
    none = called(interception.attacker_counters, before, answers={"attacker.counter": {}})
    assert (none.state.step, none.state.state.attackers) == (interception.interceptors_attack, ())
    assert cited(end.asked[0].refuses({"raf": 1})) == "18.622"


@pytest.mark.parametrize(
    ("choice", "aborted", "step"),
    [
        ("another", 0, "attacker_fights_on"),
        ("enough", 0, "interceptors_attack"),
        ("enough", 3, "interceptors_attack"),
        ("withdraw", 0, None),
    ],
)
def test_18_622_the_interceptors_fight_on_turn_to_the_transports_or_go_home(choice, aborted, step):
    before = fight(defenders=(line(BRITISH, 3, unit="raf")._replace(aborted=(aborted,)),))
    end = called(interception.interceptors_press, before, answers={"defender.press": choice})
    assert options(end.asked[0]) == ["enough", "another", "withdraw"]
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


@pytest.mark.parametrize(
    ("parts", "number", "chosen"), [((3,), 2, (2,)), ((2, 2, 2), 5, (2, 2, 1)), ((2, 2, 2), 1, (1, 0, 0)), ((1, 1), 2, (1, 1))]
)
def test_18_623_some_of_a_line_attack(parts, number, chosen):
    one = Line("raf", BRITISH, parts, aborted=(1,))
    assert steps.chosen_line(one, number) == Line("raf", BRITISH, chosen)


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
    lost, back, done = ((Cargo(id=name),) for name in "abc")
    assert [type(event).__name__ for event in steps.cargo_report(flight(kind), lost, back, done)] == told


def test_18_545_transports_end_at_either_base_and_aborted_ones_at_the_first():
    answers = {"attacker.ends.ju-52": "rear"}
    end = called(steps.transports_land, flying(), flight("transport", to="rear"), (("ju-52", 1),), (("ju-52", 1),), answers=answers)
    there = holding(end.state)
    assert there["ju-52/rear"] == ("rear", 0, 0, 0, 1, 0)
    assert there["ju-52"] == ("home", 0, 0, 0, 1, 1)  # the aborted one has no choice
    assert [options(question) for question in end.asked] == [["home", "rear"]]


def test_18_545_without_room_at_either_end_they_return_to_their_own_base():
    turn = changed_unit(changed_base(flying(), "pocket", facilities=("city",)), "ju-52", home="pocket")
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
    done = (Cargo(id="a", factors=2), Cargo(id="b", factors=3))
    after = steps.dropped(replace(turn, battles=(other, there)), drop, done)
    assert after.battles == (other, there._replace(attackers=7, planned=9, dropping=0, airborne=5, dropped_on=("field",)))
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
    assert (sent.force, [cargo.id for cargo in sent.carrying]) == ((("ju-52", 2),), ["corps-1", "corps-2"])
    assert len(end.told("note")) == 2
    closed = replace(
        changed_base(turn_of(part="movement.air-transport"), "rear", oil=True), flights=(flight("transport", to="rear"),)
    )
    assert called(steps.fly_activity, closed).state.state.flight.force == ()
    staged = steps.staged(changed_unit(turn, "ju-52", home="rear"), flight("transport"))
    assert (len(staged), steps.staged(turn, flight("transport"))) == (1, [])
