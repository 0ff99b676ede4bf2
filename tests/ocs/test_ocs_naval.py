"""Attacks on ships (R52)."""

from fractions import Fraction

import pytest
from ocs_theater import F1, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.naval import damage, strength_against

SHIP = "ships: {warspite: {name: Warspite, side: allies, at: k, protection: 4, flak: 2}}"
ATTACK = "{id: raid, in: axis.movement, kind: ship-attack, at: k, ship: warspite, with: [t1]}"


def test_r52_ships_are_attacked_with_twice_the_barrage_divided_by_protection():
    assert [strength_against(Fraction(24), 4), strength_against(Fraction(6), 4), strength_against(Fraction(24), 1)] == [6, 2, 24]
    text = game([ATTACK], [T1], play="axis.movement", options="naval: v4.3, flak: v4.3", more=SHIP)
    fought = fight(text, "flak 2 2; barrage 6 5; half 4")
    assert [name for name, *_ in fought.rolls()["raid.flak"]["terms"]] == ["ships' flak"]
    assert fought.rolls()["raid.barrage"]["column"] == "5-7"  # twice 12, divided by 4
    assert fought.end.result == "damaged"
    warspite = fought.state.board.ship("warspite")
    assert (warspite.hits, warspite.dg) == (1, True)


@pytest.mark.parametrize(
    ("before", "cell", "steps", "after"),
    [
        ((0, False), "DG", 0, (0, True)),
        ((0, True), "DG", 0, (1, False)),
        ((1, True), "DG", 0, (2, False)),
        ((1, False), "1", 1, (2, True)),
        ((0, True), "1", 1, (2, False)),  # the hit, and the second DG
        ((0, True), "-", 0, (0, True)),
        ((0, False), "3", 3, (2, True)),
    ],
)
def test_r52_a_second_dg_is_a_hit_and_a_second_hit_sinks(before, cell, steps, after):
    assert damage(*before, cell, steps) == after


@pytest.mark.parametrize(
    ("options", "mission", "sentence"),
    [
        ("", ATTACK, "ships can be attacked only with the option naval: v4.3 (R52)"),
        ("naval: v4.3", ATTACK.replace("ship: warspite, ", ""), "a ship-attack must name its ship (R52)"),
        ("naval: v4.3", ATTACK.replace("at: k", "at: h"), "Warspite is a ship of allies at k; expected an enemy ship at h (R52)"),
    ],
)
def test_r52_what_cannot_be_attacked_is_refused(options, mission, sentence):
    assert any(sentence in text for text in problems_of(game([mission], [T1, F1], options=options, more=SHIP)))


def test_r52_strategic_bombers_may_not_attack_ships():
    text = game([ATTACK], [T1.replace("type: T,", "type: S,")], options="naval: v4.3", more=SHIP)
    assert any("t1: strategic bombers may not attack ships (R52)" in problem for problem in problems_of(text))


def test_r52_a_ship_is_barraged_once_in_a_phase():
    again = ATTACK.replace("raid", "again").replace("t1", "t2")
    text = game([ATTACK, again], [T1, T1.replace("t1", "t2")], play="axis.movement", options="naval: v4.3, flak: off", more=SHIP)
    fought = fight(text, "barrage 1 1")
    assert fought.end.result == "raid: no effect; again: no barrage"


def test_r52_a_sunk_ship_is_not_attacked_again():
    again = ATTACK.replace("raid", "again").replace("t1", "t2").replace("movement", "exploitation")
    text = game(
        [ATTACK, again],
        [T1.replace("barrage: 12", "barrage: 300"), T1.replace("t1", "t2")],
        play="axis.movement, axis.exploitation",
        options="naval: v4.3, flak: off",
        more=SHIP,
    )
    fought = fight(text, "barrage 6 6")
    assert fought.end.result == "raid: sunk; again: not flown"
    wrong = text.replace("ship: warspite, with: [t1]", "ship: warspite, with: [t1], result: '1'")
    assert any("a result cannot be stated for ship-attack" in problem for problem in problems_of(wrong))


def test_r52_torpedo_bombers_attack_only_ships():
    torpedo = T1.replace("at: x", "at: x, torpedo: true")
    assert not problems_of(game([ATTACK], [torpedo], options="naval: v4.3", more=SHIP))
    land = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1]}"
    assert any("t1: torpedo bombers attack only ships (R52)" in problem for problem in problems_of(game([land], [torpedo])))


def test_r52_strategic_bombers_are_not_sent_against_ships_at_the_table_either():
    bomber = T1.replace("id: t1, name: T1", "id: s1, name: S1").replace("type: T,", "type: S,")
    unnamed = ATTACK.replace(", with: [t1]", "")
    text = game([unnamed], [bomber], play="axis.movement", options="profile: ocs-4.3", more=SHIP)
    fought = fight(text)
    assert "cannot fly: S1: strategic bombers may not attack ships (R52)" in fought.notes()
    assert fought.end.result == "not flown"


def test_r52_a_bomber_that_waits_over_a_hex_attacks_only_what_it_can_hit():
    over = T1.replace("at: x", "at: x, over: k")
    strike = ATTACK.replace("axis.movement", "axis.combat")
    text = game([strike], [over.replace("type: T,", "type: S,")], play="axis.combat", options="naval: v4.3", more=SHIP)
    fought = fight(text)
    assert "T1 does not barrage: strategic bombers may not attack ships (R52)" in fought.notes()
    torpedo, land = (
        over.replace("over: k", "over: h, torpedo: true"),
        "{id: raid, in: axis.combat, kind: barrage, at: h, with: [t1]}",
    )
    fought = fight(game([land], [torpedo], play="axis.combat"))
    assert "T1 does not barrage: torpedo bombers attack only ships (R52)" in fought.notes()


DAMAGED = SHIP.replace("flak: 2", "flak: 2, damaged: true, back: ask")


@pytest.mark.parametrize(
    "said", ["protection 2", "protection 2, flak 1, barrage 3", "protection 0, flak 1", "protection 1/2, flak 1", "two"]
)
def test_r52_the_damaged_side_of_a_ship_is_asked_for_with_all_that_its_front_prints(said):
    text = game([ATTACK], [T1], play="axis.movement", options="naval: v4.3, flak: v4.3", more=DAMAGED)
    fought = fight(text, "warspite protection 2, flak 1; flak 2 2; barrage 1 1")
    assert [value for _, value, *_ in fought.rolls()["raid.flak"]["terms"]] == [1]
    assert fought.rolls()["raid.barrage"]["column"] == "12-16"  # twice 12, divided by 2; within 15 hexes nothing shifts
    with pytest.raises(ValueError, match="expected protection and a number, flak and a number"):
        fight(text, {}, {"back.warspite": said})


def test_r52_the_damaged_side_is_not_asked_for_where_nothing_protects_the_front():
    bare = DAMAGED.replace("protection: 4, flak: 2", "protection: 1")
    fought = fight(game([ATTACK], [T1], play="axis.movement", options="naval: v4.3, flak: off", more=bare), "barrage 1 1")
    assert fought.rolls()["raid.barrage"]["column"] == "17-24"


def test_r52_a_ship_that_begins_damaged_has_the_values_of_that_side():
    text = game([ATTACK], [T1], play="axis.movement", options="naval: v4.3, flak: v4.3", more=DAMAGED.replace(", back: ask", ""))
    fought = fight(text, "flak 2 2; barrage 1 1")
    assert fought.rolls()["raid.barrage"]["column"] == "5-7"
