"""The barrage of artillery and ships (R53, R54), by the rules of 4.3."""

from fractions import Fraction

import pytest
from ocs_theater import F1, game
from support import fight, problems_of

from airwar.rulesets.ocs.barrage import barrage_reading, from_ship_to_shore, in_brackets_dg, in_brackets_half
from airwar.rulesets.ocs.naval import supply_cost
from airwar.rulesets.ocs.position import Arm

HEXES = """
  h: {combat-units: [allies], re: 5, hedgehog: 1, spotters: [axis]}
  front: {combat-units: [axis], re: 1}
  sea: {}
"""
GUNS = """
artillery:
  big: {name: Big Guns, side: axis, at: front, barrage: 12, range: 3}
  small: {name: Small Guns, side: axis, at: front, barrage: 7, range: 2}
ships:
  roma: {name: Roma, side: axis, at: sea, protection: 6, barrage: 19, range: 3}
  warspite: {name: Warspite, side: allies, at: sea, protection: 4, barrage: 20, range: 3}
"""
DISTANCES = "{h: {x: 8, y: 8, front: 2, sea: 3}, front: {x: 7, y: 9, sea: 1}, sea: {y: 3}}"
FIRE = "{id: fire, in: axis.combat, kind: gunfire, at: h, with: [big, small]}"


def guns(missions=(FIRE,), play="axis.combat", hexes=HEXES, more=GUNS, options="profile: ocs-4.3", units=(F1,)):
    return game(missions, units, play=play, hexes=hexes, more=more, options=options, distances=DISTANCES)


def test_r53_nineteen_points_against_five_re_in_a_hedgehog_cost_3t_and_read_a_half():
    fought = fight(guns(), "pays x; barrage 4 4; half 4")
    assert fought.told("sheet")[0]["title"] == "barrage of 19 points"
    roll = fought.rolls()["fire.barrage"]
    assert (roll["column"], roll["result"]) == ("25-40", "[1/2]")  # the column with index 7
    assert fought.end.result == "DG and 1 step"
    assert fought.state.board.base("x").supply == 1


@pytest.mark.proves("R34")
def test_r53_the_example_of_10_1b():
    """16 points cost 3T; 8 RE, a hedgehog of level 1 and close terrain shift by two; 8 is a half, and 3 saves the step."""
    hexes = HEXES.replace("re: 5, hedgehog: 1", "re: 8, hedgehog: 1, closeness: close")
    more = GUNS.replace("barrage: 12", "barrage: 9")
    fought = fight(guns(hexes=hexes, more=more), "pays map; barrage 3 5; half 3")
    assert "this costs 3T of supply, paid on the map" in fought.notes()
    assert fought.rolls()["fire.barrage"]["column"] == "25-40"
    assert fought.end.result == "DG"


@pytest.mark.parametrize(
    ("aim", "points", "cost"),
    [
        ("units", 1, 1), ("units", 2, 1), ("units", 3, 2), ("units", 11, 2), ("units", 12, 3), ("units", 24, 3), ("units", 25, 4),
        ("units", 41, 6), ("units", 116, 8), ("units", 117, 10), ("base", 10, 1), ("base", 11, 2), ("port", 21, 4), ("port", 80, 6),
        ("base", 81, 8),
    ],
)  # fmt: skip
def test_r53_the_cost_is_that_of_the_first_column(aim, points, cost):
    assert supply_cost(aim, points) == cost


def test_r53_without_supply_there_is_no_barrage_and_nobody_has_fired():
    fought = fight(guns(), "pays nobody")
    assert fought.end.result == "no barrage"
    assert not any(gun.fired for gun in fought.state.board.guns.values())
    assert fought.state.board.barraged == ()
    offered = fought.asked[0].options
    assert list(offered) == ["map", "nobody", "x", "z"]


def test_r53_only_a_base_with_enough_supply_can_pay():
    poor = guns().replace("x: {side: axis, level: 2, supply: 4", "x: {side: axis, level: 2, supply: 2")
    fought = fight(poor, "pays nobody")
    assert list(fought.asked[0].options) == ["map", "nobody", "z"]


@pytest.mark.parametrize(
    ("change", "dice", "result"),
    [
        (("", ""), (4, 4), "DG and 1 step"),
        (("hedgehog: 1", "hedgehog: 2"), (4, 4), "DG and 1 step"),
        (("hedgehog: 1", "hedgehog: 3"), (4, 4), "DG"),
        (("spotters: [axis]", "spotters: []"), (5, 5), "DG"),
    ],
)
def test_r53_a_half_in_brackets_is_a_half_unless_unspotted_or_against_a_strong_hedgehog(change, dice, result):
    half = {"fire.barrage.half": (6,)} if "step" in result else {}
    fought = fight(guns(hexes=HEXES.replace(*change)), {"fire.barrage": dice} | half, {"fire.pays": "map"})
    assert (fought.rolls()["fire.barrage"]["result"], fought.end.result) == ("[1/2]", result)


@pytest.mark.parametrize(
    ("cell", "air", "artillery", "ashore"),
    [("-", "-", "-", "-"), ("DG", "DG", "DG", "DG"), ("[1/2]", "DG", "1/2", "DG"), ("1/2", "1/2", "1/2", "DG"),
     ("1", "1", "1", "1/2"), ("2", "2", "2", "1"), ("3", "3", "3", "3")],
)  # fmt: skip
def test_r54_what_a_cell_means_for_each_arm(cell, air, artillery, ashore):
    assert [read(cell) for read in (in_brackets_dg, in_brackets_half, from_ship_to_shore)] == [air, artillery, ashore]
    assert barrage_reading(7, from_ship_to_shore).read((6, 6)) == "1/2"


@pytest.mark.parametrize(
    ("phase", "gun", "sentence"),
    [
        ("axis.movement", "big", "artillery units do not fire in the movement phase (R53)"),
        ("axis.combat", "roma", "ships do not fire in the combat phase (R53)"),
        ("axis.combat", "big", ""),
        ("axis.reaction", "big", ""),
        ("axis.reaction", "roma", ""),
        ("axis.exploitation", "big", ""),
        ("axis.exploitation", "roma", ""),
        ("axis.movement", "roma", ""),
    ],
)
@pytest.mark.proves("R53", "R54")
def test_r53_artillery_and_ships_fire_in_their_phases(phase, gun, sentence):
    mission = f"{{id: fire, in: {phase}, kind: gunfire, at: h, with: [{gun}]}}"
    problems = problems_of(guns([mission], play=phase))
    assert any(sentence in text for text in problems) if sentence else not problems


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("range: 3}\n  small", "range: 1}\n  small"), "big: H is 2 hexes away; its range is 1 (R53)"),
        (("[big, small]", "[big, f1]"), "f1: it has no guns (R53)"),
        (("kind: gunfire", "kind: barrage"), "big is not an air unit; guns fire in missions of kind gunfire (R53)"),
        (("[big, small]", "[warspite]"), "warspite: it belongs to the Allies"),
        (("profile: ocs-4.3", ""), "how artillery and ships barrage in v3.0 is not known"),
        (("at: h, with", "at: sea, ship: warspite, with"), "big: only ships and coastal artillery fire at ships (R54)"),
        (("at: h, with", "at: front, with"), "Front has no combat unit of the Allies (R34)"),
    ],
)
def test_r53_what_is_not_allowed_is_refused(change, sentence):
    assert any(sentence in text for text in problems_of(guns().replace(*change)))


def test_r54_artillery_and_ships_do_not_fire_in_one_barrage():
    mission = FIRE.replace("combat", "exploitation").replace("[big, small]", "[big, roma]")
    problems = problems_of(guns([mission], play="axis.exploitation"))
    assert any("artillery and ships do not fire in one barrage (R53)" in text for text in problems)
    asked = guns([mission.replace(", with: [big, roma]", "")], play="axis.exploitation")
    with pytest.raises(ValueError, match="do not fire in one barrage"):
        fight(asked, answers={"fire.guns": {"big": 1, "roma": 1}})


@pytest.mark.proves("R34")
def test_r53_a_hex_is_barraged_once_in_a_phase_whoever_fires():
    again = FIRE.replace("id: fire", "id: again").replace("[big, small]", "[small]")
    first = FIRE.replace("[big, small]", "[big]")
    fought = fight(guns([first, again]), "pays map; barrage 1 1")
    assert fought.end.result == "fire: no effect; again: no barrage"
    assert "no barrage: H has already been barraged in this phase (R34)" in fought.notes()


def test_r53_a_battery_fires_once_in_a_phase():
    hexes = HEXES + "  k: {combat-units: [allies], re: 3, spotters: [axis]}\n"
    again = FIRE.replace("id: fire", "id: again").replace("at: h", "at: k").replace("[big, small]", "[big]")
    text = guns([FIRE, again], hexes=hexes).replace("{h: {x: 8,", "{k: {front: 1}, h: {x: 8,")
    fought = fight(text, "pays map; barrage 1 1")
    assert "Big Guns does not fire: it has fired in this phase (R53)" in fought.notes()
    later = fight(
        text.replace("in: axis.combat, kind: gunfire, at: k", "in: axis.exploitation, kind: gunfire, at: k").replace(
            "play: [axis.combat]", "play: [axis.combat, axis.exploitation]"
        ),
        "pays map; barrage 1 1; pays map; barrage 1 1",
    )
    assert later.end.result == "fire: no effect; again: no effect"


def test_r53_dg_halves_artillery_until_its_owners_clean_up_phase():
    raid = "{id: raid, in: allies.combat, kind: gunfire, at: front, with: [long]}"
    more = GUNS.replace("ships:", "  long: {name: Long Toms, side: allies, at: h, barrage: 40, range: 3}\nships:")
    hexes = HEXES.replace("front: {combat-units: [axis], re: 1}", "front: {combat-units: [axis], re: 1, spotters: [allies]}")
    text = guns([raid, FIRE.replace("[big, small]", "[big]")], "allies.combat, next-turn, axis.combat, axis.clean-up", hexes, more)
    fought = fight(text, "pays map; barrage 4 3; pays map; barrage 1 1")
    assert "Big Guns: 6 points" in fought.notes()
    assert "this costs 2T of supply, paid on the map" in fought.notes()
    assert "Big Guns recovers from DG" in fought.notes()
    assert not any(gun.dg for gun in fought.state.board.guns.values())


def test_r53_artillery_whose_hex_is_lost_does_not_fire():
    hexes = HEXES.replace("front: {combat-units: [axis]", "front: {combat-units: [allies]")
    fought = fight(guns([FIRE.replace(", with: [big, small]", "")], hexes=hexes))
    assert fought.end.result == "no barrage"


def test_r53_the_player_picks_the_guns_and_an_order_can_be_given_at_the_table():
    text = guns([], more=f"{GUNS}\norders: ask")
    fought = fight(text, "order gunfire; guns 1 small; pays map; barrage 1 1")
    assert "Small Guns: 7 points" in fought.notes()


# ships


SHORE = FIRE.replace("combat", "movement").replace("[big, small]", "[roma]")


def test_r54_ships_pay_nothing_and_their_results_have_one_grade_less_on_land():
    fought = fight(guns([SHORE], play="axis.movement"), "barrage 6 6; half 3")
    assert fought.rolls()["fire.barrage"]["result"] == "1"
    assert fought.end.result == "DG"


def test_r54_a_ship_fires_at_land_once_in_a_game_turn_but_at_ships_in_every_phase():
    later = SHORE.replace("id: fire", "id: later").replace("axis.movement", "axis.exploitation")
    text = guns([SHORE, later], play="axis.movement, axis.exploitation")
    fought = fight(text, "barrage 1 1")
    assert "Roma does not fire: it has fired at a land target in this game turn (R54)" in fought.notes()
    next_turn = text.replace("axis.movement, axis.exploitation]", "axis.movement, axis.exploitation, next-turn, axis.movement]")
    assert problems_of(next_turn)  # the phases of a play list are named once
    duel = later.replace("at: h", "at: sea, ship: warspite")
    fought = fight(guns([SHORE, duel], play="axis.movement, axis.exploitation"), "barrage 1 1; barrage 1 1")
    assert "Roma: 5 points" in fought.notes()  # 19 divided by 4, not doubled
    turn = fight(
        guns([SHORE, later.replace("axis.exploitation", "axis.reaction")], play="axis.movement, next-turn, axis.reaction"),
        "barrage 1 1; barrage 1 1",
    )
    assert turn.end.result == "fire: no effect; later: no effect"


@pytest.mark.proves("R52")
def test_r54_coastal_artillery_fires_at_ships_like_a_ship():
    coastal = GUNS.replace("barrage: 12, range: 3}", "barrage: 12, range: 3, coastal: true}")
    duel = "{id: duel, in: axis.exploitation, kind: gunfire, at: sea, ship: warspite, with: [big]}"
    fought = fight(guns([duel], play="axis.exploitation", more=coastal), "barrage 6 6; half 4")
    assert fought.told("sheet")[0]["title"] == "barrage of 3 points"
    warspite = fought.state.board.ship("warspite")
    assert (warspite.hits, warspite.dg) == (1, True)


@pytest.mark.parametrize(
    ("ship", "sentence"), [("ship: warspite, ", ""), ("", "artillery units do not fire in the movement phase")]
)
def test_r54_coastal_artillery_fires_in_the_movement_phase_at_ships_only(ship, sentence):
    coastal = GUNS.replace("barrage: 12, range: 3}", "barrage: 12, range: 3, coastal: true}")
    duel = f"{{id: duel, in: axis.movement, kind: gunfire, at: {'sea' if ship else 'h'}, {ship}with: [big]}}"
    text = guns([duel], play="axis.movement", more=coastal)
    if sentence:
        assert any(sentence in problem for problem in problems_of(text))
    else:
        assert fight(text, "barrage 1 1").end.result == "no effect"


@pytest.mark.proves("R52")
def test_r54_ships_do_not_fire_at_a_carrier_behind_its_screen():
    bases = """
  x: {side: axis, level: 2, supply: 4}
  cv: {name: Illustrious, side: allies, kind: carrier}
"""
    duel = "{id: duel, in: axis.movement, kind: gunfire, at: cv, ship: cv, with: [roma]}"
    more = GUNS.replace("side: allies, at: sea", "side: allies, at: cv")
    text = game([duel], [F1], play="axis.movement", bases=bases, hexes=HEXES, more=more, options="profile: ocs-4.3",
                distances="{sea: {cv: 2}}")  # fmt: skip
    fought = fight(text)
    assert "Roma does not fire: Warspite screens Illustrious (R52)" in fought.notes()
    alone = text.replace("side: allies, at: cv", "side: allies, at: h")
    assert fight(alone, "barrage 1 1").end.result == "no effect"
    near = alone.replace("{sea: {cv: 2}}", "{sea: {cv: 2, h: 3}}")  # in range of Roma, which fires 3 hexes
    assert "Roma does not fire: Warspite screens Illustrious (R52)" in fight(near).notes()


def test_r54_a_ship_with_guns_has_a_range():
    text = guns([], more=GUNS.replace("barrage: 19, range: 3", "barrage: 19"))
    assert any("roma has guns without a range; add range (R54)" in problem for problem in problems_of(text))


def test_r53_strengths_are_added_before_they_are_rounded():
    more = GUNS.replace("barrage: 12", "barrage: 0.5").replace("barrage: 7", "barrage: 1")
    fought = fight(guns(more=more), "pays map; barrage 1 1")
    assert fought.told("sheet")[0]["title"] == "barrage of 2 points"
    assert Fraction(3, 2) == sum(battery.barrage for battery in fought.state.board.guns.values() if battery.arm == Arm.ARTILLERY)
    assert {battery.arm for battery in fought.state.board.guns.values()} == {Arm.ARTILLERY, Arm.NAVAL}
