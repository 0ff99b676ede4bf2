"""Air transport and drops (14.11)."""

from fractions import Fraction

import pytest
from ocs_boards import Air
from ocs_theater import BASES, C1, F1, F2, HEXES, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.lifts import drop_terms, hex_status, terrain_class
from airwar.rulesets.ocs.rulings import profile

EMPTY = HEXES.replace("combat-units: [allies], ", "")
DROP = (
    "{id: drop, in: axis.movement, kind: drop, at: h, flak: none, with: [c1], cargo: [{id: paras, re: 1/2}, {id: food, supply: 3}]}"
)
HOME = {"drop.land.c1": "x"}


def test_r42_each_unit_and_each_1t_is_rolled_for_and_is_safe_or_destroyed():
    fought = fight(game([DROP], [C1], play="axis.movement", hexes=EMPTY), "drop.paras 3 3; food-1 2 3; food-2 6 6; food-3 1 1")
    assert fought.end.result == "2 safe, 2 lost"
    assert fought.rolls()["drop.drop.paras"]["row"] == "enemy-clear-paradrop"
    assert ("axis", "food-1", 1, "destroyed in the drop (borrowed from 4.3)") in fought.losses()
    assert "paras lands at H; it may not move in this phase" in fought.notes()
    assert fought.state.board.unit("c1") == Air("c1", "inactive", "x", 2)


def test_r42_an_unknown_method_is_refused():
    assert any("glider, paradrop" in text for text in problems_of(game([DROP.replace("at: h", "at: h, method: catapult")], [C1])))


def test_r43_soviet_and_early_allied_drops_have_minus_one_never_minus_two():
    v3, v4 = profile(), profile("ocs-4.3")

    def total(rulings, date, **flags):
        return sum(term.value for term in drop_terms(rulings, date, **{"soviet": False, "allied_eto": False, **flags}))

    assert total(v3, (1945, 3), soviet=True) == -1
    assert total(v3, (1943, 7), soviet=True, allied_eto=True) == -1
    assert [total(v3, (1944, 12), allied_eto=True), total(v3, (1945, 1), allied_eto=True)] == [-1, 0]
    assert [total(v4, (1944, 8), allied_eto=True), total(v4, (1944, 9), allied_eto=True)] == [-1, 0]
    assert total(profile(drop_terrain="yes"), (1945, 3), closeness="extremely-close") == -2
    assert total(v3, (1945, 3), closeness="extremely-close") == 0


def test_r43_the_flags_of_a_mission_modify_the_dice():
    allied = DROP.replace("at: h", "at: h, allied-eto: true").replace(", {id: food, supply: 3}", "")
    text = game([allied], [C1], play="axis.movement", hexes=EMPTY)
    assert [found for found in problems_of(text) if "axis has germany, so it makes no Allied drops (R43)" in found]
    fought = fight(text.replace("[germany]", "[us]"), "drop.paras 3 3; land.c1 x")
    assert fought.rolls()["drop.drop.paras"]["terms"] == [["Allied drop in Europe", -1, "R43", "allied-drop"]]
    assert fought.end.result == "0 safe, 1 lost"


def test_r44a_a_hex_is_friendly_only_if_a_friendly_unit_was_there_at_the_start_of_the_phase():
    assert [hex_status(True), hex_status(False)] == ["friendly", "enemy"]
    held = EMPTY.replace("h: {", "h: {occupied-by: [axis], ")
    fought = fight(game([DROP], [C1], play="axis.movement", hexes=held), "drop.paras 2 3; food-1 6 6; food-2 6 6; food-3 6 6")
    assert fought.rolls()["drop.drop.paras"]["row"] == "friendly-clear-paradrop"


def test_r44a_units_and_supply_that_have_landed_make_the_hex_friendly_from_the_next_phase_on():
    paras = DROP.replace(", {id: food, supply: 3}", "")
    food = "{id: %s, in: axis.%s, kind: drop, at: h, flak: none, with: [%s], cargo: [{id: food, supply: 1}]}"
    missions = [paras, food % ("now", "movement", "c2"), food % ("later", "exploitation", "c3")]
    planes = [C1, C1.replace("c1", "c2"), C1.replace("c1", "c3")]
    text = game(missions, planes, play="axis.movement, axis.exploitation", hexes=EMPTY)
    rows = {
        key: body["row"]
        for key, body in fight(text, "drop.paras 6 6; land.c1 x; food-1 6 6; land.c2 x; food-1 6 6; land.c3 x").rolls().items()
    }
    assert rows["now.drop.food-1"] == "enemy-clear-paradrop"
    assert rows["later.drop.food-1"] == "friendly-clear-paradrop"
    dump = fight(text, "drop.paras 1 1; land.c1 x; food-1 6 6; land.c2 x; food-1 6 6; land.c3 x").rolls()
    assert dump["later.drop.food-1"]["row"] == "friendly-clear-paradrop"
    lost = fight(text, "drop.paras 1 1; land.c1 x; food-1 1 1; land.c2 x; food-1 6 6; land.c3 x").rolls()
    assert lost["later.drop.food-1"]["row"] == "enemy-clear-paradrop"


def test_r44a_a_captured_base_is_enemy_and_its_garrison_destroys_what_lands():
    missions = [
        "{id: fall, in: allies.movement, kind: capture, at: x}",
        "{id: relief, in: axis.movement, kind: drop, at: x, flak: none, with: [c1], cargo: [{id: food, supply: 1}]}",
    ]
    bases = BASES.replace("x: {", "x: {combat-units: [axis], ")
    away = C1.replace("at: x", "at: z")
    text = game(missions, [away], play="allies.movement, axis.movement", bases=bases)
    fought = fight(text, "food-1 6 6")
    assert fought.rolls()["relief.drop.food-1"]["row"] == "enemy-clear-paradrop"
    assert fought.end.result.endswith("relief: 0 safe, 1 lost")


def test_r44a_combat_units_make_their_hex_friendly_unless_the_scenario_says_they_have_just_arrived():
    def row(hexes):
        text = game([DROP], [C1], play="axis.movement", hexes=hexes)
        return fight(text, "drop.paras 6 6; food-1 6 6; food-2 6 6; food-3 6 6").rolls()["drop.drop.paras"]["row"]

    there = EMPTY.replace("h: {", "h: {combat-units: [axis], ")
    assert row(there) == "friendly-clear-paradrop"
    assert row(there.replace("h: {", "h: {occupied-by: [], ")) == "enemy-clear-paradrop"


@pytest.mark.parametrize(
    ("terrain", "village", "airfield", "found"),
    [
        ("open", False, False, "clear"),
        ("open", True, False, "clear"),
        ("forest", True, False, "closed"),
        ("mountain", False, True, "clear"),
    ],
)
def test_r44b_open_ground_and_airfields_are_clear(terrain, village, airfield, found):
    assert terrain_class(terrain, village, airfield) == found


def test_r44b_unknown_terrain_is_refused():
    assert any("'custard' is not one of" in text for text in problems_of(game(units=[F1], hexes="{h: {terrain: custard}}")))


def test_r44c_whatever_lands_on_an_enemy_combat_unit_is_destroyed():
    alone = DROP.replace(", {id: food, supply: 3}", "")
    fought = fight(game([alone], [C1], play="axis.movement"), "drop.paras 6 6; land.c1 x")
    assert fought.end.result == "0 safe, 1 lost"


FLY = "{id: lift, in: axis.movement, kind: transport, at: z, flak: none, with: [c1], cargo: [{id: food, supply: 2}]}"


def test_r45_transport_to_a_base_needs_no_roll_and_the_planes_fly_on_or_stay():
    fought = fight(game([FLY], [C1], play="axis.movement"), "land.c1 x")
    assert fought.end.result == "2T flown in"
    assert fought.state.board.base("z").supply == 6
    stays = fight(game([FLY.replace("at: z", "at: z, stays: true")], [C1], play="axis.movement", distances="{x: {z: 40}}"))
    assert stays.state.board.unit("c1") == Air("c1", "inactive", "z", 2)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("supply: 2", "supply: 5"), "the cargo weighs 5T; the mission carries 4T (R45)"),
        (("at: z", "at: y"), "Y belongs to the Allies (R45)"),
        (
            ("{id: food, supply: 2}", "{id: tanks, re: 1, allowance: 12}"),
            "tanks has allowance 12 on foot; expected at most 10 on foot (R45)",
        ),
        (("{id: food, supply: 2}", "{id: trucks, re: 1, allowance: 8, leg: false}"), "trucks has allowance 8, not on foot"),
        (("{id: food, supply: 2}", "{id: both, re: 1, supply: 2}"), "both has 2T and 1 RE; expected exactly one of the two"),
        ((", cargo: [{id: food, supply: 2}]", ""), "transport needs cargo (R45)"),
        (("kind: transport", "kind: transfer"), "transfer carries no cargo (R45)"),
    ],
)
def test_r45_what_cannot_be_carried_is_refused(change, sentence):
    assert any(sentence in text for text in problems_of(game([FLY.replace(*change)], [C1, F2])))


def test_r33_a_base_unloads_two_t_per_level_unless_the_transports_stay():
    heavy = FLY.replace("supply: 2", "supply: 3")
    assert any(
        "z unloads 2T in a segment, not 3T, unless the transports stay (R33)" in text for text in problems_of(game([heavy], [C1]))
    )
    assert not problems_of(game([heavy.replace("at: z", "at: z, stays: true")], [C1.replace("capacity: 2", "capacity: 3")]))


def test_r45_cargo_beyond_the_capacity_left_is_lost_as_its_owner_chooses():
    text = game([DROP.replace("flak: none", "flak: loss")], [C1], play="axis.movement", hexes=EMPTY)
    fought = fight(text, "cargo-lost 1 food-2 1 food-3; drop.paras 6 6; food-1 6 6")
    assert fought.end.result == "2 safe, 0 lost, 2 not dropped"
    with pytest.raises(ValueError, match="3T are left to carry; the planes have room for 2T"):
        fight(text, answers={"drop.cargo-lost": {"food-3": 1}})


def test_r45_capacity_doubles_within_half_range():
    near = game([DROP.replace("supply: 3", "supply: 4")], [C1], hexes=EMPTY)
    assert any("the cargo weighs 5T; the mission carries 4T" in text for text in problems_of(near))
    far = game([DROP], [C1], hexes=EMPTY, distances="{h: {x: 11}}")
    assert any("the cargo weighs 4T; the mission carries 2T" in text for text in problems_of(far))


def test_r46_gliders_carry_two_t_behind_each_plane_and_are_spent():
    towed = DROP.replace("at: h", "at: h, method: glider").replace("supply: 3", "supply: 1")
    fought = fight(game([towed], [C1], play="axis.movement", hexes=EMPTY), "drop.paras 2 3; food-1 2 2; land.c1 x")
    assert fought.end.result == "1 safe, 1 lost"
    assert fought.state.board.base("x").gliders == 1
    none = BASES.replace("gliders: 2", "gliders: 0")
    assert any("0 gliders at x for 1 tow plane (R46)" in text for text in problems_of(game([towed], [C1], bases=none)))
    weak = C1.replace("at: x", "at: x, steps: 1")
    assert any("c1: only full-strength units tow gliders (R46)" in text for text in problems_of(game([towed], [weak], hexes=EMPTY)))


def test_r47_with_the_option_drops_of_units_are_planned_ahead_and_flown_in_the_movement_phase():
    text = game([DROP], [C1], hexes=EMPTY, options="drop-plan-required: yes")
    assert any("the drop was planned 0 turns ago; expected at least 2 (R47)" in problem for problem in problems_of(text))
    assert not problems_of(text.replace("at: h, ", "at: h, planned: 2, "))
    assert any(
        "only in the movement phase" in problem for problem in problems_of(text.replace("axis.movement", "axis.exploitation"))
    )
    assert not problems_of(text.replace("{id: paras, re: 1/2}, ", ""))
    assert not problems_of(game([DROP], [C1], hexes=EMPTY))


def test_r47_drops_of_units_are_planned_in_4_3_unless_the_option_says_otherwise():
    new = game([DROP.replace("paras,", "paras, para: true,")], [C1], hexes=EMPTY, options="profile: ocs-4.3")
    assert any("the drop was planned 0 turns ago" in problem for problem in problems_of(new))
    assert not problems_of(new.replace("profile: ocs-4.3", "profile: ocs-4.3, drop-plan-required: no"))
    assert any("planned 1 turn ago" in problem for problem in problems_of(new.replace("at: h, ", "at: h, planned: 1, ")))


def test_r45_fractions_favor_the_cargo():
    half = C1.replace("capacity: 2", "capacity: 2, back: {rating: 0, capacity: 1/2}")
    text = game([DROP.replace("flak: none", "flak: loss")], [half], play="axis.movement", hexes=EMPTY, distances="{h: {x: 9}}")
    fought = fight(text, "cargo-lost 1 food-1 1 food-2 1 food-3; drop.paras 6 6")
    assert fought.end.result == "1 safe, 0 lost, 3 not dropped"
    assert Fraction(1, 2) == fought.state.board.unit("c1").values.capacity


@pytest.mark.parametrize(("loss", "steps", "told"), [(1, 2, "goes back to X"), (6, 1, "lost with the aircraft")])
def test_r45_cargo_goes_back_with_aircraft_that_abort_and_is_lost_with_those_shot_down(loss, steps, told):
    tired = C1.replace("at: x", f"at: x, steps: {steps}")
    load = DROP.replace("{id: paras, re: 1/2}, {id: food, supply: 3}", "{id: food, supply: 1}")
    patrol = F2.replace("at: y", "at: y, over: h")
    text = game([load], [tired, patrol], play="axis.movement", hexes=EMPTY)
    dice = {"drop.r1.air-combat": (6, 6), "drop.r1.loss": (loss,)}
    answers = {"drop.r1.attacker.abort-after": {}} | ({"drop.r1.abort.c1": "x"} if loss == 1 else {})
    fought = fight(text, dice, answers)
    assert fought.end.result == "driven off"
    assert any(told in str(body) for body in fought.records if body["t"] == "told")
    cargo = [body for body in fought.told("loss") if body["unit"] == "food-1"]
    assert [body["count"] for body in cargo] == [1] * (loss == 6)


def test_r46_a_plane_that_finds_no_glider_stays():
    towed = DROP.replace("at: h", "at: h, method: glider").replace("supply: 3", "supply: 1")
    again = towed.replace("id: drop", "id: again")
    one = BASES.replace("gliders: 2", "gliders: 1")
    c2 = C1.replace("c1", "c2")
    text = game([towed, again.replace("c1", "c2")], [C1, c2], play="axis.movement", hexes=EMPTY, bases=one)
    fought = fight(text, "drop.paras 6 6; food-1 6 6; land.c1 x")
    assert fought.end.result == "drop: 2 safe, 0 lost; again: not flown"
    sweep = "{id: hunt, in: axis.movement, kind: sweep, at: y, method: glider, with: [f1]}"
    assert any("gliders are used for drops and transport, not for sweep (R46)" in text for text in problems_of(game([sweep])))


@pytest.mark.parametrize(("flak", "x"), [("abort", 4), ("loss", 3)])
def test_r45_supply_that_comes_back_is_at_the_base_again_and_what_is_lost_is_gone(flak, x):
    reduced = C1.replace("capacity: 2", "capacity: 1, steps: 1, back: {rating: 0, capacity: 1}")
    lift = f"{{id: lift, in: axis.movement, kind: drop, at: k, with: [c1], flak: {flak}, cargo: [{{id: fuel, supply: 1}}]}}"
    fought = fight(game([lift], [reduced], play="axis.movement", hexes=EMPTY), "abort.c1 x" if flak == "abort" else "")
    assert [fought.state.board.base(base).supply for base in "xz"] == [x, 4]


def test_r45_supply_dropped_on_a_base_of_its_own_side_is_there():
    drop = "{id: d, in: axis.movement, kind: drop, at: z, with: [c1], flak: none, cargo: [{id: fuel, supply: 2}]}"
    fought = fight(game([drop], [C1], play="axis.movement", hexes=EMPTY), "fuel-1 6 6; fuel-2 1 1; land.c1 x")
    assert [fought.state.board.base(base).supply for base in "xz"] == [2, 5]


def test_r42_in_4_3_only_units_with_the_para_symbol_are_dropped_by_parachute():
    plain = game([DROP], [C1], hexes=EMPTY, options="profile: ocs-4.3, drop-plan-required: no")
    refused = "needs the para symbol to be dropped by parachute; add para: true (R42)"
    assert any(refused in problem for problem in problems_of(plain))
    assert not problems_of(plain.replace("paras,", "paras, para: true,"))
    assert not any(refused in problem for problem in problems_of(plain.replace("kind: drop", "kind: drop, method: glider")))
    assert not problems_of(game([DROP], [C1], hexes=EMPTY))


def test_r45_units_that_are_flown_to_a_base_defend_it_against_paratroops():
    lift = "{id: lift, in: allies.movement, kind: transport, at: w, with: [c2], flak: none, cargo: [{id: guards, re: 1}]}"
    jump = "{id: jump, in: axis.reaction, kind: drop, at: w, with: [c1], flak: none, cargo: [{id: para, re: 1/2}]}"
    bases = "{x: {side: axis, level: 2, supply: 4}, y: {side: allies, level: 2, supply: 4}, w: {side: allies, level: 1}}"
    other = C1.replace("c1", "c2").replace("C1", "C2").replace("side: axis", "side: allies").replace("at: x", "at: y")
    near = "{w: {x: 8, y: 8, h: 8, k: 8}, x: {y: 12}}"
    text = game([lift, jump], [C1, other], play="allies.movement, axis.reaction", bases=bases, distances=near)
    fought = fight(text, "land.c2 y; drop.para 6 6")
    assert fought.end.result == "lift: guards flown in; jump: 0 safe, 1 lost"
    ground = fought.state.board.hex("w")
    assert (ground.combat_units, ground.re, fought.state.board.base("w").side) == (("allies",), 1, "allies")


def test_r34_the_re_of_paratroops_that_have_landed_count_in_a_barrage():
    cargo = "[{id: a, re: 1, allowance: 6}, {id: b, re: 1, allowance: 6}]"
    jump = f"{{id: jump, in: axis.movement, kind: drop, at: h, with: [c1], flak: none, cargo: {cargo}}}"
    raid = "{id: raid, in: allies.reaction, kind: barrage, at: h, with: [t2], flak: none}"
    bomber = T1.replace("t1", "t2").replace("T1", "T2").replace("side: axis", "side: allies").replace("at: x", "at: y")
    text = game(
        [jump, raid],
        [C1.replace("capacity: 2", "capacity: 4"), bomber.replace("germany", "britain")],
        play="axis.movement, allies.reaction",
        hexes="{h: {occupied-by: [axis], spotters: [allies]}, k: {}}",
    )
    fought = fight(text, "drop.a 6 6; drop.b 6 6; land.c1 x; barrage 1 1")
    ground = fought.state.board.hex("h")
    assert (ground.now, ground.re) == (("axis",), 2)
    assert fought.rolls()["raid.barrage"]["column"] == "17-24"  # one column for the short range, none for 2 RE


def test_r45_aircraft_load_only_the_supply_at_their_own_base():
    near = C1.replace("range: 20", "range: 14")  # no double loads: H is beyond half the range
    there = near.replace("c1", "c2").replace("C1", "C2").replace("at: x", "at: z")
    bases = BASES.replace("level: 2, supply: 4, gliders: 2", "level: 2, supply: 0")
    drop = "{id: drop, in: axis.movement, kind: drop, at: h, with: [c1, c2], flak: none, cargo: [{id: food, supply: 4}]}"
    text = game([drop], [near, there], play="axis.movement", bases=bases, hexes="{h: {}, k: {}}")
    fought = fight(text, "food-1 6 6; food-2 6 6; land.c1 x; land.c2 z")
    assert fought.end.result == "2 safe, 0 lost"
    assert fought.state.board.base("z").supply == 2
    sentence = "4T of supply were to be flown; X has 0T and Z has 4T, and aircraft load only at their own base (R45)"
    assert sentence in fought.notes()
    stocked = text.replace("level: 2, supply: 0", "level: 2, supply: 4")
    fought = fight(stocked, "food-1 6 6; food-2 6 6; food-3 6 6; food-4 6 6; land.c1 x; land.c2 z")
    assert not any("were to be flown" in note["text"] for note in fought.told("note"))


def test_r45_no_more_cargo_is_lost_than_exceeds_the_capacity_left():
    text = game([DROP.replace("flak: none", "flak: loss")], [C1], play="axis.movement", hexes=EMPTY)
    with pytest.raises(ValueError, match="the planes still have room for 1T of food; only what exceeds it is given up"):
        fight(text, answers={"drop.cargo-lost": {"food-1": 1, "food-2": 1, "food-3": 1}})


def test_r45_what_still_fits_is_kept_though_something_heavier_before_it_does_not():
    half = C1.replace("capacity: 2", "capacity: 2, back: {rating: 0, capacity: 1/2}")
    load = DROP.replace("re: 1/2", "re: 1").replace("supply: 3", "supply: 2").replace("flak: none", "flak: loss")
    text = game([load], [half], play="axis.movement", hexes=EMPTY, distances="{h: {x: 9}}")
    fought = fight(text, "cargo-lost 1 paras 1 food-2; food-1 6 6")
    [default] = (question.default for question in fought.asked if question.key == "drop.cargo-lost")
    assert default == {"paras": 1, "food-1": 0, "food-2": 1}


@pytest.mark.parametrize(
    ("steps", "flak", "told"), [(2, "abort", "1T of food goes back to X"), (1, "loss", "lost with the aircraft")]
)
def test_r45_nobody_chooses_what_is_lost_or_goes_back_with_the_only_transport(steps, flak, told):
    load = DROP.replace("[c1]", "[c1, f1]").replace("{id: paras, re: 1/2}, {id: food, supply: 3}", "{id: food, supply: 2}")
    load = load.replace("flak: none", f"flak: {flak}")
    text = game([load], [C1.replace("at: x", f"at: x, steps: {steps}"), F1], play="axis.movement", hexes=EMPTY)
    land = {"drop.abort.c1": "x"} if flak == "abort" else {}
    fought = fight(text, answers={"drop.flak-hit": "c1", "drop.land.f1": "x", **land})
    assert "drop.cargo-lost" not in [question.key for question in fought.asked]
    assert any(told in str(body) for body in fought.records if body["t"] == "told")
