"""Barrage of units and of facilities, and what it does to the planes at a base."""

from fractions import Fraction

import pytest
from ocs_theater import BASES, F1, F2, HEXES, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.barrage import final_column, first_column, shifts
from airwar.rulesets.ocs.facility import FacilityResult, code_refused, printed, stated
from airwar.rulesets.ocs.position import Marker

RAID = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1]}"
ATTACK = "{id: raid, in: axis.movement, kind: base-attack, at: y, with: [t1]}"
TIRED = F2.replace("at: y", "at: y, status: inactive")
SAFE = {"raid.flak": "none"}


def test_r30_the_facility_result_is_stated_in_v3_from_a_list_of_codes():
    fought = fight(game([ATTACK], [T1, TIRED], play="axis.movement"), "flak none; facility AB; reduction.f2 4")
    assert list(fought.asked[1].options) == ["NE", "AB", "1", "2"]
    assert fought.end.result == "no effect"


def test_r30_a_code_that_is_not_in_the_list_is_refused():
    assert code_refused("7", ("NE", "AB")) == "'7' is not a facility result; expected one of NE, AB (R30)"
    assert any(
        "'7' is not a facility result" in text
        for text in problems_of(game([ATTACK.replace("with:", "result: 7, with:")], [T1, F2]))
    )
    with pytest.raises(ValueError, match="is not a facility result"):
        stated("7", ("NE", "AB"))
    assert any("AB is missing" in text for text in problems_of(game(units=[F1], more="facility-codes: [NE, X]")))


def test_r30_ab_or_better_endangers_the_planes():
    codes = ("NE", "AB", "X", "1")
    assert [bool(stated(code, codes).planes_from) for code in codes] == [False, True, True, True]
    assert stated("1", codes).levels == 1


@pytest.mark.parametrize(
    ("cell", "result"),
    [
        ("-", FacilityResult("-")),
        ("(6)", FacilityResult("(6)", 0, False, 6)),
        ("*(5)", FacilityResult("*(5)", 0, True, 5)),
        ("2*(3)", FacilityResult("2*(3)", 2, True, 3)),
        ("1(4)", FacilityResult("1(4)", 1, False, 4)),
    ],
)
def test_r30_the_cells_of_4_3(cell, result):
    assert printed(cell) == result


def test_r30_the_4_3_table_can_be_chosen_in_v3_and_10_0i_still_rules_the_planes():
    fought = fight(
        game([ATTACK], [T1, TIRED], play="axis.movement", options="facility: v4.3"), "flak none; facility 6; reduction.f2 4"
    )
    assert fought.rolls()["raid.facility"]["result"] == "1*(4)"
    assert fought.rolls()["raid.reduction.f2"]["chart"] == "10.0i Air Unit Reduction (reconstructed)"
    assert fought.state.board.unit("f2").steps == 2
    new = fight(
        game([ATTACK], [T1, TIRED], play="axis.movement", options="profile: ocs-4.3"),
        "flak 1 1; facility 6; reduction.f2 4; land.t1 x",
    )
    assert new.state.board.unit("f2").steps == 1


def test_r30_a_stated_result_is_read_on_10_0i_whatever_4_3_would_print():
    text = game([ATTACK], [T1, TIRED], play="axis.movement", options="reduction: printed")
    fought = fight(text, "flak none; facility AB; reduction.f2 5")
    assert fought.rolls()["raid.reduction.f2"]["chart"] == "10.0i Air Unit Reduction (reconstructed)"
    both = text.replace("reduction: printed", "reduction: printed, facility: v4.3")
    printed_ = fight(both, "flak none; facility 6; reduction.f2 4")
    assert printed_.rolls()["raid.reduction.f2"]["row"] == "4 or more"
    assert "reduction" in [body["option"] for body in printed_.told("ruling")]


@pytest.mark.parametrize(("said", "result"), [("cut", "rail line cut"), ("none", "no effect")])
def test_r51_whether_a_rail_line_is_cut_is_stated_in_v3(said, result):
    bust = "{id: rails, in: axis.movement, kind: trainbust, at: k, with: [t1]}"
    asked = fight(game([bust], [T1], play="axis.movement"), answers={"rails.flak": "none", "rails.rail": said})
    assert asked.end.result == result
    assert list(asked.asked[1].options) == ["none", "cut"]
    stated = {"cut": "the line is cut", "none": "no effect"}[said]
    assert f"attack with 12 points, stated by the players: {stated}" in asked.notes()
    wrong = game([bust.replace("with:", "result: AB, with:")], [T1])
    assert any("'AB' is not a rail line result; expected one of none, cut (R51)" in text for text in problems_of(wrong))


def test_r31_every_air_unit_at_the_base_is_rolled_for_active_or_not_but_none_elsewhere():
    f3 = F2.replace("f2", "f3").replace("F2", "F3").replace("at: y", "at: y, steps: 1, status: inactive")
    f4 = F2.replace("f2", "f4").replace("at: y", "at: y, over: h")
    active = F2.replace("type: F", "type: T").replace("rating: 4", "rating: (1)")
    fought = fight(
        game([ATTACK.replace("with:", "result: AB, with:")], [T1, active, f3, f4], play="axis.movement"),
        "flak none; reduction.f2 5; reduction.f3 6",
    )
    assert fought.losses() == [("allies", "F2", 1, "reduced"), ("allies", "F3", 1, "eliminated")]
    assert fought.state.board.unit("f2").state == "active-at-base"
    assert fought.end.result == "2 air steps"


@pytest.mark.parametrize(("code", "level", "result"), [("1", 1, "1 level"), ("2", 1, "1 level"), ("NE", 2, "no effect")])
def test_r32_a_number_lowers_the_level_but_never_below_one(code, level, result):
    fought = fight(game([ATTACK.replace("with:", f"result: '{code}', with:")], [T1], play="axis.movement"), "flak none")
    assert fought.state.board.base("y").level == level
    assert fought.end.result == result


def test_r32_a_strip_is_never_lowered():
    strip = BASES.replace("y: {side: allies, level: 2", "y: {side: allies, kind: strip")
    fought = fight(game([ATTACK.replace("with:", "result: '2', with:")], [T1], play="axis.movement", bases=strip), "flak none")
    assert fought.end.result == "no effect"


def test_r34_a_hex_is_barraged_once_in_a_phase():
    t2 = T1.replace("t1", "t2")
    again = RAID.replace("raid", "again").replace("t1", "t2")
    fought = fight(game([RAID, again], [T1, t2], play="axis.movement"), "flak none; barrage 4 4")
    assert fought.end.result == "raid: DG; again: no barrage"
    assert "no barrage: H has already been barraged in this phase (R34)" in fought.notes()


def test_r34_less_than_one_point_is_no_barrage_and_fractions_are_summed_before_rounding():
    weak = T1.replace("barrage: 12", "barrage: 0.4")
    assert any("a barrage of 0 points is not allowed" in text for text in problems_of(game([RAID], [weak])))
    shot = T1.replace("barrage: 12", "barrage: 0.5, back: {rating: 1}")
    assert fight(game([RAID], [shot], play="axis.movement"), "flak loss").end.result == "no barrage"
    two = [weak, weak.replace("t1", "t2")]
    fought = fight(game([RAID.replace("[t1]", "[t1, t2]")], two, play="axis.movement"), "flak none; barrage 1 1")
    assert fought.told("sheet")[0]["title"] == "barrage of 1 point"


@pytest.mark.parametrize(("half", "result"), [(3, "DG"), (4, "DG and 1 step")])
def test_r34_a_half_costs_a_step_on_four_or_more(half, result):
    fought = fight(game([RAID], [T1], play="axis.movement"), {"raid.barrage": (6, 5), "raid.barrage.half": (half,)}, SAFE)
    assert fought.end.result == result
    assert fought.told("ruling")[0]["text"] == "borrowed from 4.3: the barrage table of v3.0 is not known"


def test_r34_the_result_may_be_stated():
    told = game([RAID], [T1], play="axis.movement", options="barrage-table: input")
    assert fight(told, "flak none; result 2").end.result == "DG and 2 steps"
    known = game([RAID.replace("with:", "result: '-', with:")], [T1], play="axis.movement")
    assert fight(known, "flak none").end.result == "no effect"
    assert any("'9' is not a barrage result" in text for text in problems_of(known.replace("result: '-'", "result: 9")))


def test_r34_every_shift_by_name():
    terms = shifts(res=Fraction(7), spotter=False, closeness="extremely-close", hedgehog=2, strat_mode=True)
    assert [(term.name, term.value) for term in terms] == [
        ("more RE", 4),
        ("hedgehog", -1),
        ("extremely close", -2),
        ("no spotter", -3),
        ("strat mode", 3),
    ]
    assert [first_column(points) for points in (1, 2, 3, 4, 12, 116, 117, 999)] == [0, 1, 2, 2, 5, 9, 10, 10]
    assert [final_column(1, shifts(res=Fraction(1), spotter=False)), final_column(200, terms)] == [0, 10]


@pytest.mark.parametrize(
    ("unit", "distance", "options", "shifted"),
    [
        (T1, 10, "", ["+1"]),
        (T1, 11, "", []),
        (T1.replace("type: T,", "type: S,"), 8, "", ["-3"]),
        (T1, 15, "long-range: yes", ["-1"]),
    ],
)
def test_r35_short_range_shifts_right_long_range_left_and_strategic_bombers_see_nothing(unit, distance, options, shifted):
    text = game([RAID], [unit], play="axis.movement", options=options, distances=f"{{h: {{x: {distance}}}}}")
    rows = fight(text, "flak none; barrage 1 1").told("sheet")[0]["rows"]
    assert [value for name, value in rows if "range" in name or "spotter" in name] == shifted


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("hip-shoot: [germany]", "hip-shoot: []"), "germany is not listed for hip shoots; listed: none (R36)"),
        (("type: T,", "type: S,"), "strategic bombers may not hip shoot"),
        (("spotters: [axis]", "spotters: []"), "a hip shoot needs a spotter of the Axis next to H"),
        (("[t1]", "[t1, f1]"), "2 units in one hip-shoot; at most 1 (R14)"),
    ],
)
def test_r36_a_hip_shoot_is_one_plane_of_a_listed_nation_with_a_spotter(change, sentence):
    text = game([RAID.replace("kind: barrage", "kind: hip-shoot")], [T1, F1], play="axis.movement", more="hip-shoot: [germany]")
    assert not problems_of(text)
    assert any(sentence in problem for problem in problems_of(text.replace(*change)))


@pytest.mark.parametrize("kind", ["hip-shoot", "gunfire"])
def test_r36_an_air_strip_is_not_a_target_of_its_own(kind):
    text = game([RAID.replace("kind: barrage", f"kind: {kind}, target: strip")], [T1], more="hip-shoot: [germany]")
    sentence = f"{kind} is aimed at units, base, port or ship; an air strip is attacked as a base (R36)"
    assert any(sentence in problem for problem in problems_of(text))


def test_r36_hip_shoots_do_not_count_as_the_one_barrage():
    shot = RAID.replace("raid", "shot").replace("kind: barrage", "kind: hip-shoot")
    t2 = T1.replace("t1", "t2")
    fought = fight(
        game([shot, RAID.replace("[t1]", "[t2]")], [T1, t2], play="axis.movement", more="hip-shoot: [germany]"),
        "flak none; barrage 4 4; flak none; barrage 4 4",
    )
    assert fought.end.result == "shot: DG; raid: DG"


@pytest.mark.parametrize(("face", "markers"), [(6, (Marker("k", "axis"),)), (3, ())])
def test_r51_trainbusting_leaves_a_rail_interdiction_marker(face, markers):
    bust = "{id: rails, in: axis.movement, kind: trainbust, at: k, with: [t1]}"
    text = game([bust], [T1], play="axis.movement", options="facility: v4.3", hexes=HEXES)
    fought = fight(text, {"rails.facility": (face,)}, {"rails.flak": "none"})
    assert fought.state.board.markers == markers


def test_r34_a_barrage_that_flak_stops_counts_all_the_same():
    again = RAID.replace("raid", "again").replace("t1", "t2")
    text = game([RAID, again], [T1, T1.replace("t1", "t2")], play="axis.movement")
    assert fight(text, "flak abort; abort.t1 x").end.result == "raid: stopped by flak; again: no barrage"


@pytest.mark.parametrize(("kind", "place", "result"), [("base-attack", "y", "NE"), ("trainbust", "k", "none")])
def test_r34_bases_and_rail_lines_are_attacked_once_in_a_phase_too(kind, place, result):
    missions = [
        f"{{id: {name}, in: axis.movement, kind: {kind}, at: {place}, with: [{unit}], result: {result}, flak: none}}"
        for name, unit in (("one", "t1"), ("two", "t2"))
    ]
    fought = fight(game(missions, [T1, T1.replace("t1", "t2")], play="axis.movement"))
    assert fought.end.result == "one: no effect; two: no barrage"


def test_r34_an_attack_of_less_than_one_point_on_a_base_counts_like_one_that_is_driven_off():
    weak = T1.replace("barrage: 12", "barrage: 1, back: {rating: 1}")
    fought = fight(game([ATTACK], [weak], play="axis.movement", options="facility: v4.3"), "flak loss")
    assert (fought.end.result, fought.rolls()) == ("no barrage", {})


@pytest.mark.proves("R14")
def test_r11_the_player_picks_the_strikers_among_the_units_over_the_target():
    waiting = [T1.replace("t1", name).replace("at: x", "at: x, over: h") for name in ("t1", "t2")]
    elsewhere = T1.replace("t1", "t3").replace("at: x", "at: x, over: k")
    strike = "{id: strike, in: axis.combat, kind: barrage, at: h}"
    text = game([strike], [*waiting, elsewhere], play="axis.combat")
    fought = fight(text, "strike.strike 1 t2; flak none; barrage 1 1")
    assert [unit.spent for unit in fought.state.board.units.values()] == [False, True, False]
    named = fight(text.replace("at: h}", "at: h, with: [t1, t3]}"), "flak none; barrage 1 1")
    assert "T1 does not barrage: it is over K (R11)" in named.notes()


def test_r34_a_barrage_that_flak_leaves_without_a_point_counts_like_one_that_is_driven_off():
    weak = T1.replace("id: t1", "id: w").replace("barrage: 12", "barrage: 1, back: {rating: 1}")
    first = "{id: a, in: axis.movement, kind: barrage, at: h, with: [w], flak: loss}"
    second = "{id: b, in: axis.movement, kind: barrage, at: h, with: [t1], flak: none}"
    fought = fight(game([first, second], [weak, T1], play="axis.movement"))
    assert fought.end.result == "a: no barrage; b: no barrage"


def test_r14_at_most_four_of_the_units_over_a_hex_barrage_it_together():
    five = [T1.replace("t1", f"t{n}").replace("at: x", "at: x, over: h") for n in range(1, 6)]
    text = game(["{id: hit, in: axis.combat, kind: barrage, at: h}"], five, play="axis.combat", options="flak: off")
    with pytest.raises(ValueError, match="5 in all; expected 0 to 4"):
        fight(text, answers={"hit.strike": {f"t{n}": 1 for n in range(1, 6)}})
    fight(text, "strike 1 t1 1 t2 1 t3 1 t4; barrage 1 1")


def test_r36_the_limit_of_one_plane_is_not_put_down_to_the_limit_of_a_mission():
    shot = "{id: hs, in: axis.movement, kind: hip-shoot, at: h, flak: none}"
    six = [T1.replace("t1", f"t{n}") for n in range(1, 7)]
    fought = fight(game([shot], six, play="axis.movement", more="hip-shoot: [germany]"), "fly 1 t2; barrage 1 1")
    assert "max-per-mission" not in [body["option"] for body in fought.told("ruling")]
    assert fought.question("hs.fly").most == 1


def test_r30_in_4_3_a_stated_result_is_a_cell_of_its_table():
    attack = ATTACK.replace("with:", "result: RESULT, with:")
    text = game([attack], [T1, TIRED], play="axis.movement", options="profile: ocs-4.3")
    assert any("'AB' is not a facility result" in problem for problem in problems_of(text.replace("RESULT", "AB")))
    fought = fight(text.replace("RESULT", "'1*(4)'"), "flak 1 1; reduction.f2 4; land.t1 x")
    assert fought.end.result == "1 level and 1 air step"
    assert fought.rolls()["raid.reduction.f2"]["row"] == "4 or more"


def test_r11_units_that_were_over_the_target_before_barrage_it_though_those_that_join_them_are_driven_off():
    early = T1.replace("at: x", "at: x, over: h")
    raid = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [f1, t1], flak: none}"
    text = game([raid], [F1, early, F2.replace("at: y", "at: y, over: h")], play="axis.movement")
    fought = fight(text, "abort-before none; air-combat 4 3; loss 1; abort.f1 x; abort-after none; barrage 1 1")
    assert fought.end.result == "no effect"


def test_r15_in_4_3_the_planes_at_a_base_are_rolled_for_before_those_that_raid_it_land():
    fought = fight(
        game([ATTACK], [T1, TIRED], play="axis.movement", options="profile: ocs-4.3"),
        "flak 1 1; facility 6; reduction.f2 4; land.t1 z",
    )
    keys = [body["key"] for body in fought.records if "key" in body]
    assert keys.index("raid.reduction.f2") < keys.index("raid.land.t1")
    assert fought.state.board.unit("t1").place == "z"


@pytest.mark.parametrize(("aim", "roll", "faces"), [("units", "hs.barrage", (1, 1)), ("base", "hs.facility", (1,))])
def test_r36_the_player_says_whether_a_hip_shoot_hits_the_units_or_the_base_they_guard(aim, roll, faces):
    shot = "{id: hs, in: axis.movement, kind: hip-shoot, at: y, with: [t1]}"
    guarded = BASES.replace("y: {side: allies,", "y: {side: allies, combat-units: [allies], re: 2, spotters: [axis],")
    text = game([shot], [T1], play="axis.movement", options="profile: ocs-4.3", bases=guarded, more="hip-shoot: [germany]")
    dice = {"hs.flak": (1, 1), roll: faces}
    fought = fight(text, dice, {"hs.aim": aim, "hs.land.t1": "x"})
    assert list(next(question.options for question in fought.asked if question.key == "hs.aim")) == ["units", "base"]
    assert roll in fought.rolls()
    named = fight(text.replace("at: y, with", f"at: y, target: {aim}, with"), dice, {"hs.land.t1": "x"})
    assert roll in named.rolls()
