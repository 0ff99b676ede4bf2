"""Cases from the table about the missions: one file each in table_cases/, with the right result or refusal."""

from pathlib import Path

import pytest
from support import fight, problems_of

CASES = Path(__file__).parent / "table_cases"


def case(name):
    return (CASES / f"{name}.yaml").read_text(encoding="utf-8")


@pytest.mark.proves("R46", "R15", "R12", "R34", "R52", "R39", "R14")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("carrier-attacked-as-base", "Y is a carrier, which is attacked as a ship (R52)"),
        ("fighter-tows", "f1: only transports tow gliders (R46)"),
        ("two-missions", "f1 already flies mv in this phase; units fly one mission a phase (R15)"),
        ("over-a-hex-4-3", "in 4.3 units go home after each mission and begin at a base; leave out `over` (R12)"),
        ("empty-hex", "H has no combat unit of the Allies (R34)"),
        ("own-hex", "H has no combat unit of the Allies (R34)"),
        ("zero-points", "a barrage of 0 points is not allowed; it takes one point (R34)"),
        ("self-inflicted-4-3", "4.3 has no self-inflicted capture rolls (R39)"),
        ("six-planes", "6 units in one barrage; at most 4 (R14)"),
    ],
)
def test_what_is_not_allowed_is_refused(name, sentence):
    [problem] = problems_of(case(name))
    assert problem.endswith(sentence)


def test_r29_a_sides_own_flak_does_not_fire_at_its_transports():
    fought = fight(case("own-flak"), "intercept none; flak 2 3; land.c1 x")
    assert fought.rolls()["lift.flak"]["terms"] == [["patrol zone", 2, "R28", "patrol-zone"]]
    assert fought.state.board.unit("c1").steps == 2


def test_r34_the_second_barrage_of_a_hex_is_not_flown_and_strands_nobody():
    fought = fight(case("second-barrage"), "flak 1 1; barrage 4 4; land.t1 x")
    assert fought.end.result == "a: DG; b: not flown"
    assert "not flown: H has already been barraged in this phase (R34)" in fought.notes()
    assert fought.state.board.unit("t2").state == "active-at-base"


def test_r22_a_unit_is_on_interdiction_as_soon_as_it_arrives():
    fought = fight(case("interdiction-met"), "air-combat 6 5; loss 1; abort-after none")
    assert ["attacker on interdiction", -1, "R22", "attacker-interdiction"] in fought.rolls()["road.r1.air-combat"]["terms"]


def test_r51_a_unit_that_barrages_still_interdicts():
    fought = fight(case("interdiction-goes-on"), "barrage 4 4")
    assert (fought.state.board.unit("f1").duty, fought.state.board.unit("f1").spent) == ("interdiction", True)


def test_r46_a_plane_without_a_glider_stays_and_so_does_its_cargo():
    fought = fight(
        case("too-few-gliders"),
        """
            flak none
            a-1 6 6; a-2 6 6; a-3 6 6; a-4 6 6
            land.c1 x; land.c2 x
            cargo-left 1 b-3 1 b-4; flak none
            b-1 6 6; b-2 6 6
            land.c3 x
        """,
    )
    assert fought.end.result == "g1: 4 safe, 0 lost; g2: 2 safe, 0 lost"
    assert "1T of b stays at the base: the aircraft have no room for it (R45)" in fought.notes()
    assert not fought.losses()


def test_r45_the_cargo_of_planes_that_cannot_fly_stays_at_the_base():
    fought = fight(case("cargo-grounded"), "flak none; land.c2 x; cargo-left 1 food-2; flak none; land.c1 x")
    assert fought.end.result == "first: 1T flown in; second: 1T flown in"
    assert not fought.losses()


def test_r45_cargo_that_the_planes_cannot_carry_stays_at_the_base():
    left = {f"food-{number}": 1 for number in (2, 3, 4, 5)}
    answers = {"lift.fly": {"c1": 1}, "lift.cargo-left": left, "lift.flak": "none", "lift.land.c1": "z"}
    fought = fight(case("overload"), "fly 1 c1; cargo-left 1 food-2 1 food-3 1 food-4 1 food-5; flak none; land.c1 z")
    assert (fought.end.result, fought.losses()) == ("1T flown in", [])
    with pytest.raises(ValueError, match="2T are left to carry; the planes have room for 1T"):
        fight(case("overload"), answers={**answers, "lift.cargo-left": {"food-3": 1, "food-4": 1, "food-5": 1}})


def test_r52_a_hit_on_a_ship_that_is_dg_is_two_hits():
    fought = fight(case("ship-hit-twice"), "barrage 3 3; barrage 6 6")
    assert fought.end.result == "a: DG; b: sunk"
    ship = fought.state.board.ship("s")
    assert (ship.hits, ship.dg) == (2, False)


def test_r45_planes_that_carry_double_land_within_half_their_range():
    # X is 10 hexes away, Z 20: there is no choice
    fought = fight(case("double-load"), "food-1 6 6; food-2 6 6; food-3 6 6; food-4 6 6")
    assert fought.state.board.unit("c1").place == "x"
    light = case("double-load").replace("supply: 4}", "supply: 2}")
    fought = fight(light, "food-1 6 6; food-2 6 6; land.c1 z")
    assert fought.state.board.unit("c1").place == "z"


def test_r36_a_hip_shoot_hits_an_air_base_on_the_facility_table():
    fought = fight(case("hip-shoot-at-base"), "flak 1 1; facility 6; reduction.f2 3; land.t1 x")
    assert fought.end.result == "1 level"
    assert fought.state.board.barraged == ()


def test_r14_a_reinforcement_at_a_full_base_is_not_active():
    fought = fight(case("full-base"))
    assert fought.state.board.unit("new").state == "inactive"
    assert any("NEW arrives at X, inactive, because the base holds no more active units" in text for text in fought.notes())
    room = case("full-base").replace("level: 2", "level: 3")
    assert fight(room).state.board.unit("new").state == "active-at-base"


def test_r43_a_drop_by_soviet_planes_is_a_soviet_drop():
    fought = fight(case("soviet-drop"), "flak none; drop.para 3 3; land.li2 x")
    assert fought.rolls()["d.drop.para"]["terms"] == [["Soviet drop", -1, "R43", "soviet-drop"]]
    assert fought.end.result == "0 safe, 1 lost"
    unnamed = case("soviet-drop").replace("nation: soviet-union, ", "")
    assert fight(unnamed, "flak none; drop.para 3 3; land.li2 x").end.result == "0 safe, 1 lost"
    others = case("soviet-drop").replace("soviets: [soviet-union]", "soviets: [poland]").replace("nation: soviet-union, ", "")
    assert fight(others, "flak none; drop.para 3 3; land.li2 x").end.result == "1 safe, 0 lost"
