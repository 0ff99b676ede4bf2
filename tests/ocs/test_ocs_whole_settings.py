"""How a scenario becomes the first board, and how a board is shown: every field, each at its default and not."""

from dataclasses import replace
from fractions import Fraction

import pytest
from ocs_boards import board_of
from ocs_stories import C2, V4, aloft, inactive
from ocs_theater import BASES, C1, F1, F2, T1, game

from airwar.loading import parse_scenario
from airwar.rulesets.ocs.air_combat import fight_over
from airwar.rulesets.ocs.board import (
    Airfield,
    Battery,
    CapturedHow,
    Cargo,
    Ground,
    Gun,
    Hull,
    Lift,
    Marker,
    Mission,
    Port,
    Ship,
    Stage,
    Stated,
    rating_of,
    status,
)
from airwar.rulesets.ocs.sequence import Turn, game_turn, out_of_order, slots
from airwar.rulesets.ocs.show import board_sheets, standing
from airwar.rulesets.ocs.units import AT_BASE, ELIMINATED, ELSEWHERE, EXPECTED, INACTIVE, Air, Side

HEXES = """
  h: {}
  k: {name: Kerkyra, terrain: forest, closeness: close, village: true, airfield: true, occupied-by: [axis], combat-units: [allies],
    spotters: [axis, allies], re: 5/2, hedgehog: 2, hq: true, flak: 3, strat-mode: true,
    port: {side: allies, capacity: 9, hits: 2, damage-track: [8, 7, 6, 5]}}
"""
PLACES = """
  x: {side: axis}
  y: {side: allies, level: 3, supply: 7, gliders: 2, enemy-zoc: true, port: {side: axis, capacity: 4}}
  z: {side: axis, kind: strip, level: 2, combat-units: [axis]}
  cv: {name: Illustrious, side: allies, kind: carrier, damaged: true, planes: 3, protection: 4, flak: 2}
  cw: {side: allies, kind: carrier, dg: true}
"""
ARMS = """
ships:
  s: {name: Warspite, side: allies, at: h, protection: 5, flak: 6, barrage: 30, range: 4, dg: true}
  t: {side: axis, at: k, barrage: 2, range: 3, damaged: true}
  u: {side: axis, at: k}
artillery:
  g: {name: Guns, side: axis, at: h, barrage: 5/2, range: 2, coastal: true, dg: true}
  i: {side: allies, at: k, barrage: 4, range: 1}
"""


def board():
    return board_of(
        [],
        [F1.replace("at: x", "at: x, carrier-plane: true"), F2.replace("at: y", "at: cv")],
        options=V4,
        hexes=HEXES,
        bases=PLACES,
        distances="{}",
        more=ARMS,
    )


def test_r44a_hexes_as_the_scenario_says():
    hexes = board().setting.hexes
    assert hexes["h"].ground == Ground("h")
    assert hexes["k"].ground == Ground(
        "k", ("axis",), ("axis", "allies"), ("allies",), ("axis", "allies"), Fraction(5, 2), 2, hq=True, flak=3, strat_mode=True
    )
    terrains = [hexes[place].terrain for place in "hk"]
    assert [(one.kind, one.closeness, one.village, one.airfield) for one in terrains] == [
        ("open", "", False, False),
        ("forest", "close", True, True),
    ]
    assert (hexes["k"].harbor.capacity, hexes["k"].harbor.track, hexes["h"].harbor) == (9, (8, 7, 6, 5), None)
    assert hexes["z"].ground == Ground("z", ("axis",), ("axis",), ("axis",))
    assert [(name, place.planes, place.enemy_zoc) for name, place in hexes.items()] == [
        *(("h", None, False), ("k", None, False), ("x", None, False), ("y", None, True), ("z", None, False)),
        *(("cv", 3, False), ("cw", None, False)),
    ]
    assert board().ground == (hexes["k"].ground,)
    assert [board().setting.name(place) for place in ("h", "k", "cv", "cw")] == ["H", "Kerkyra", "Illustrious", "Cw"]


def test_r33_r52_bases_as_the_scenario_says():
    assert board().bases == (
        Airfield("x", "axis", 1, 0),
        Airfield("y", "allies", 3, 7, 2),
        Airfield("z", "axis", 0, 0, kind="strip"),
        Airfield("cv", "allies", 0, 0, kind="carrier"),
        Airfield("cw", "allies", 0, 0, kind="carrier"),
    )
    assert board().ports == (Port("k", "allies", 2), Port("y", "axis", 0))


def fields(one):
    return tuple(vars(one).values())


def test_r52_ships_as_the_scenario_says():
    assert [fields(ship) for ship in board().setting.ships.values()] == [
        fields(ship)
        for ship in (
            Ship("s", "Warspite", "allies", "h", 5, 6),
            Ship("t", "T", "axis", "k", 1, 0),
            Ship("u", "U", "axis", "k", 1, 0),
            Ship("cv", "Illustrious", "allies", "cv", 4, 0, carrier=True),
            Ship("cw", "Cw", "allies", "cw", 1, 0, carrier=True),
        )
    ]
    assert board().hulls == (Hull("s", 0, True), Hull("t", 1, False), Hull("u"), Hull("cv", 1, False), Hull("cw", 0, True))
    assert [[ship.id for ship in board().ships_at(*where)] for where in (("h", "allies"), ("k", "axis"), ("k", "allies"))] == [
        *(["s"], ["t", "u"], []),
    ]
    sunk = board().with_hull(Hull("t", 2))
    assert [ship.id for ship in sunk.ships_at("k", "axis")] == ["u"]


def test_r53_r54_guns_as_the_scenario_says():
    assert [fields(gun) for gun in board().setting.batteries.values()] == [
        fields(gun)
        for gun in (
            Battery("g", "Guns", "axis", "h", "artillery", Fraction(5, 2), 2, True),
            Battery("i", "I", "allies", "k", "artillery", Fraction(4), 1),
            Battery("s", "Warspite", "allies", "h", "ships", Fraction(30), 4),
            Battery("t", "T", "axis", "k", "ships", Fraction(2), 3),
        )
    ]
    assert board().guns == (Gun("g", dg=True), Gun("i"), Gun("s"), Gun("t"))


def test_r7_r9_counters_as_the_scenario_says():
    plain = "{id: p, side: axis, type: T/Tpt, range: 9, rating: (3), barrage: 5/2, capacity: 3, at: x, nation: italy, steps: 1}"
    plain = plain.replace("steps", "torpedo: true, steps")
    given = "{id: q, name: Q, side: axis, type: F, range: 9, rating: 3, back: {rating: 1, barrage: 2, capacity: 1/2}, at: x}"
    counters = board_of([], [plain, given]).setting.counters
    assert fields(counters["p"]) == (
        *(
            "p",
            "p",
            "axis",
            ("T", "Tpt"),
            9,
            Side(3, Fraction(5, 2), Fraction(3)),
            Side(2, Fraction(1), Fraction(3, 2)),
            "x",
            "italy",
        ),
        *(True, 1, False, False, True),
    )
    assert fields(counters["q"]) == (
        *("q", "Q", "axis", ("F",), 9, Side(3), Side(1, Fraction(2), Fraction(1, 2)), "x", ""),
        *(False, 2, True, False, False),
    )
    assert [(counter.fighter, counter.strategic, counter.label) for counter in counters.values()] == [
        *((False, False, "p (T/Tpt)"), (True, False, "Q (F)")),
    ]
    assert [counter.carrier_plane for counter in board().setting.counters.values()] == [True, True]


def test_r8_units_as_the_scenario_says():
    units = [F1, aloft(T1, "h", ", spent: true"), inactive(C1), C2.replace("at: x", "at: z, status: arriving, steps: 1")]
    assert board_of([], [*units, aloft(F1.replace("f1", "f4"), "h", ", duty: interdiction")]).units == (
        Air("f1", AT_BASE, "x", 2),
        Air("t1", ELSEWHERE, "h", 2, "strike", 8, spent=True),
        Air("c1", INACTIVE, "x", 2),
        Air("c2", EXPECTED, "z", 1),
        Air("f4", ELSEWHERE, "h", 2, "interdiction", 8),
    )


def test_r42_missions_as_the_scenario_says():
    said = [
        "{id: d, in: axis.movement, kind: drop, at: k, with: [c1], method: glider, soviet: true, allied-eto: true, flak: loss,"
        " planned: 2, cargo: [{id: a, supply: 1}, {id: b, re: 1/4, allowance: 8, para: true}]}",
        "{id: c, in: allies.combat, kind: capture, at: x, advance: true, self-inflicted: true}",
        "{id: s, in: axis.movement, kind: sweep, at: y, with: [f1], advantage: allies}",
        "{id: b, in: axis.movement, kind: base-attack, at: y, result: AB}",
        "{id: t, in: axis.movement, kind: transport, at: z, stays: true, cargo: [{id: a, supply: 1}]}",
    ]
    assert board_of(said, [F1, C1, F2]).setting.missions == (
        Mission(
            *("d", Stage("axis", "movement"), "drop", "k", ("c1",), "", Stated("loss")),
            Lift((Cargo("a", 1, allowance=6), Cargo("b", 0, Fraction(1, 4), 8, para=True)), "glider", True, True),
        ),
        Mission("c", Stage("allies", "combat"), "capture", "x", captured=CapturedHow(True, True)),
        Mission("s", Stage("axis", "movement"), "sweep", "y", ("f1",), "allies"),
        Mission("b", Stage("axis", "movement"), "base-attack", "y", stated=Stated(strike="AB")),
        Mission("t", Stage("axis", "movement"), "transport", "z", lift=Lift((Cargo("a", 1, allowance=6),), stays=True)),
    )


def test_r53_gunfire_as_the_scenario_says():
    said = [
        "{id: g, in: axis.combat, kind: gunfire, at: h, with: [g], target: units}",
        "{id: t, in: axis.exploitation, kind: gunfire, at: h, with: [t], ship: s}",
    ]
    arms = ARMS.replace("g: {name: Guns, side: axis, at: h", "g: {side: axis, at: k")
    hexes = "{h: {combat-units: [allies]}, k: {}}"
    assert board_of(said, [F1], options=V4, hexes=hexes, distances="{h: {k: 1}}", more=arms).setting.missions == (
        Mission("g", Stage("axis", "combat"), "gunfire", "h", target="units", guns=("g",)),
        Mission("t", Stage("axis", "exploitation"), "gunfire", "h", ship="s", guns=("t",)),
    )


def test_r1_r2_r3_r36_the_turn_as_the_scenario_says():
    more = """
weather: {name: mud, flight: limited, phases: [movement]}
first-player: axis
previous-first-player: allies
hip-shoot: [germany]
orders: prepared
facility-codes: [X, AB]
"""
    setting = parse_scenario(
        game([], [F1], "axis.movement, next-turn, axis.combat, next-turn, allies.movement", more=more), "test.yaml"
    ).start.state.board.setting
    assert (setting.weather.name, setting.weather.flight, setting.weather.phases) == ("mud", "limited", ("movement",))
    assert (setting.first_player, setting.previous_first_player, setting.hip_shooters, setting.orders_asked) == (
        "axis",
        "allies",
        ("germany",),
        False,
    )
    assert (setting.facility_codes, setting.date) == (("X", "AB"), (1943, 7))
    assert setting.play == (Stage("axis", "movement"), Stage("axis", "combat"), Stage("allies", "movement"))
    assert setting.new_turns == (Stage("axis", "combat"), Stage("allies", "movement"))


# the sequence of play

PHASES = ("return", "refit", "reinforcement", "movement", "supply", "reaction", "combat", "exploitation", "clean-up")


@pytest.mark.parametrize(("version", "phases"), [("ocs-3.0", PHASES), ("ocs-4.3", PHASES[1:])])
def test_r3_the_phases_of_a_game_turn(version, phases):
    turn = game_turn(version, "axis", "allies")
    assert [stage.phase for stage in turn] == [*phases, *phases]
    assert [stage.side for stage in turn if stage.phase == "reaction"] == ["allies", "axis"]
    assert [stage.side for stage in turn if stage.phase != "reaction"] == ["axis"] * (len(phases) - 1) + ["allies"] * (
        len(phases) - 1
    )
    setting = board_of([], [F1], options=f"profile: {version}").setting
    segments = [slot.segment for slot in slots(setting, "axis") if slot.stage == ("axis", "exploitation")]
    assert segments == ["movement", "barrage", "combat"]
    assert len(slots(setting, "axis")) == 2 * (len(phases) + 5)
    played = board_of([], [F1], "axis.combat", f"profile: {version}").setting
    assert [tuple(slot) for slot in slots(played)] == [(("axis", "combat"), "barrage"), (("axis", "combat"), "combat")]


def test_r3_which_phase_comes_too_late():
    def wrong(*stages, orders=(("axis", "allies"), ("allies", "axis"))):
        return out_of_order("ocs-3.0", [Stage(*said.split(".")) for said in stages], list(orders))

    assert wrong("axis.movement", "axis.combat") is None
    assert wrong("allies.movement", "axis.movement") is None
    assert wrong("allies.movement", "axis.movement", orders=[("axis", "allies")]) == ("axis", "movement")
    assert wrong("axis.movement", "allies.movement", "axis.combat") == ("axis", "combat")
    assert wrong("axis.combat", "axis.movement", "axis.refit") == ("axis", "movement")


# how the board is shown


def shown():
    found = board_of(
        [],
        [F1, T1.replace("barrage: 12", "barrage: 12, capacity: 1"), C1, C2, F2],
        hexes=HEXES,
        bases=BASES,
        distances="{}",
        more=ARMS,
        options=V4,
    )
    return replace(
        found,
        units=(
            Air("f1", AT_BASE, "x", 2),
            Air("t1", ELSEWHERE, "k", 1, "strike", 3, spent=True),
            Air("c1", ELIMINATED, "", 0),
            Air("c2", EXPECTED, "z", 2),
            Air("f2", ELSEWHERE, "h", 2, "interdiction", 3),
        ),
        markers=(Marker("k", "axis"),),
        guns=(Gun("g", dg=True, fired=True), Gun("i"), Gun("s", fired=True), Gun("t")),
    )


def test_the_position_in_tables():
    assert [sheet.rows for sheet in board_sheets(shown())] == [
        (
            ("Axis", "F1 (F)", "4", "2", "20", "active", "X"),
            ("Axis", "T1 (T)", "(1)", "6", "30", "active, spent, reduced", "over Kerkyra"),
            ("Axis", "C2 (Tpt)", "(0)", "0", "20", "expected", "Z"),
            ("Allies", "F2 (F)", "4", "2", "20", "active, interdiction", "over H"),
        ),
        (("Axis", "X", "2", "4T"), ("Allies", "Y", "2", "4T"), ("Axis", "Z", "strip", "4T")),
        (("Kerkyra", "Axis"),),
        (("Warspite", "0", "DG"), ("T", "1", ""), ("U", "0", "")),
        (
            ("Axis", "Guns", "5/2", "2", "DG, has fired", "H"),
            ("Allies", "I", "4", "1", "", "Kerkyra"),
            ("Allies", "Warspite", "30", "4", "has fired", "H"),
            ("Axis", "T", "2", "3", "", "Kerkyra"),
        ),
        (("Allies", "Kerkyra", "2", "7T"),),
    ]
    assert len(board_sheets(board_of([], [F1]))) == 2
    assert all(len(row) == len(sheet.columns) for sheet in board_sheets(shown()) for row in sheet.rows)


def test_where_everything_is():
    assert [tuple(row) for row in standing((Turn(shown()),))] == [
        ("axis", "x", "base", "level 2", 2, ()),
        ("axis", "x", "supply", "4T", 4, ()),
        ("axis", "x", "gliders", "2 gliders", 2, ()),
        ("axis", "z", "strip", "strip", 1, ()),
        ("axis", "z", "supply", "4T", 4, ()),
        ("axis", "x", "f1", "F1 (F) 4", 2, ()),
        ("axis", "k", "t1", "T1 (T) (1), reduced", 1, ("over", "spent")),
        ("axis", "z", "c2", "C2 (Tpt) (0)", 2, ("arriving",)),
        ("axis", "k", "t", "T", 1, ("damaged",)),
        ("axis", "k", "u", "U", 1, ()),
        ("axis", "h", "g", "Guns", 1, ("dg", "fired")),
        ("axis", "", "t1", "T1 (T), 1 step", 1, ("eliminated",)),
        ("axis", "", "c1", "C1 (Tpt)", 2, ("eliminated",)),
        ("allies", "y", "base", "level 2", 2, ()),
        ("allies", "y", "supply", "4T", 4, ()),
        ("allies", "h", "f2", "F2 (F) 4", 2, ("interdiction", "over")),
        ("allies", "h", "s", "Warspite", 1, ("dg", "fired")),
        ("allies", "k", "i", "I", 1, ()),
        ("allies", "k", "port", "port", 1, ("hits=2",)),
    ]


def test_r8_a_unit_in_words():
    assert [status(unit) for unit in shown().units] == [
        "active",
        "active, spent, reduced",
        "eliminated",
        "expected",
        "active, interdiction",
    ]
    assert [rating_of(shown(), unit) for unit in ("f1", "t1")] == ["4", "(1)"]


def test_r26_a_step_that_is_lost_in_air_combat_is_lost_at_once():
    turn = Turn(board_of([], [F1, F2]))
    fight = fight_over(turn.board, "y", "axis", ("f1",), ("f2",))
    struck = replace(fight, board=fight.board.with_units(fight.board.unit("f1").hit()))
    for now in (struck, struck.board.units):
        rows = [(row.place, row.count, row.marks) for row in standing((turn, now)) if row.unit == "f1"]
        assert rows == [("x", 1, ()), ("", 1, ("eliminated",))]
