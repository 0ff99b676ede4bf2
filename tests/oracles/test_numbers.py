"""Every number that the rule texts print outside a chart, against what airwar does with it.

The copy is in `charts/*-facts.yaml`. A number that nothing here compares must be listed with a reason.
"""

from fractions import Fraction
from itertools import pairwise

import pytest
from typed_charts import FOLDER, facts, leaves

from airwar.battle.battle import begin
from airwar.engine.dice import D6, Bands
from airwar.errors import BadScenario
from airwar.rulesets.air_supremacy.position import OPTIONS as AIR_SUPREMACY_OPTIONS
from airwar.rulesets.kit import Book
from airwar.rulesets.ocs import barrage as barrage_table
from airwar.rulesets.ocs.air_combat import Contender, modifiers
from airwar.rulesets.ocs.bases import refit_capacity, refit_cost
from airwar.rulesets.ocs.board import interdiction_refused
from airwar.rulesets.ocs.capture import capture_reading
from airwar.rulesets.ocs.lifts import drop_reading, drop_terms
from airwar.rulesets.ocs.rulings import OCS_4_3, PROFILES, profile
from airwar.rulesets.ocs.sequence import PLAYER_TURN
from airwar.rulesets.ocs.worksheets import is_light
from airwar.rulesets.war_in_europe.odds_shifting import columns_shifted
from airwar.rulesets.world_at_war import air_combat as fire
from airwar.rulesets.world_at_war import kamikaze_orders as construction
from airwar.rulesets.world_at_war import kamikazes as attacks
from airwar.rulesets.world_at_war.basing import capacity, may_base
from airwar.rulesets.world_at_war.ground_forces import naval_factors, support_over_limit, support_strength
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import Cargo, Flight
from airwar.rulesets.world_at_war.transport import movement_cost
from airwar.rulesets.world_at_war.units import AirType, Line, Unit
from airwar.setup.loading import parse_scenario

IN_A_CHART = {
    "waw-facts": {
        "air_nationality",
        "air_nationality_modifiers",
        "range",
        "airbases",
        "airbases_placed_each_turn",
        "naval_air_training",
        "naval_air_training_classic",
        "air_transport_distance",
    },
    "ocs-facts": {"air_combat_loss_die", "air_unit_reduction", "functions", "fly_up_to_range", "rail", "stacking"},
    "ocs43-facts": {
        "air_combat",
        "air_combat_loss_die",
        "air_drop",
        "facility_cost_T",
        "barrage_cost_T",
        "mission_loss_die",
        "density_shift",
        "shifts",
    },
    "air-supremacy-facts": {"friends", "carrier_capacity"},
    "dark-crusade-facts": set(),
    "war-in-europe-facts": {"air_points_per_bomber_point", "accuracy_chart", "flak"},
}
ELSEWHERE = {
    ("waw-facts", "cost"): "airwar builds naval air and kamikazes only, a BRP each, proved with 17.34 and 17.44C",
    ("waw-facts", "air_combat_modifiers/combat air patrol"): "proved with the kamikazes, 19.31C",
    ("waw-facts", "air_combat_modifiers/each radar result of the defender"): "proved with strategic bombing, 19.31D",
    ("waw-facts", "naval_air_at_sea"): "proved with the kamikazes, 17.47H",
    ("waw-facts", "kamikazes/rows on the Naval Attack Table for each"): "proved with the kamikazes, 17.47G",
    ("waw-facts", "kamikazes/each growth of the pool"): "proved with the kamikazes, 17.47H",
    ("waw-facts", "defensive_air_support_limit"): "proved with defensive air support, 18.614A",
    ("ocs-facts", "sequence/pre-turn"): "weather and first player come before the phases, R1 and R2",
    ("ocs43-facts", "flak"): "the roll is in a chart; its modifiers are proved with missions, R29",
    ("ocs43-facts", "refit"): "options with these defaults, below",
    ("air-supremacy-facts", "dispatch_example"): "Example 1 is a test of its own, with its map",
    ("air-supremacy-facts", "clock"): "proved with dispatch, rules 32 and 33",
    ("dark-crusade-facts", "german_air_multiplier"): "compared battle by battle with the naive program",
    ("dark-crusade-facts", "soviet_air_adds"): "compared battle by battle with the naive program",
    ("dark-crusade-facts", "retreat_size/Soviet air unit"): "compared battle by battle with the naive program",
    ("dark-crusade-facts", "enemy_line_capacity"): "compared battle by battle with the naive program",
    ("war-in-europe-facts", "additional_air_point"): "proved with ground battles, 13.93",
}
NOT_IN_AIRWAR = {
    (
        "waw-beyond",
        "surprise",
    ): "naval air combat is outside the rules of air operations; a fleet is surprised or not",
    ("waw-beyond", "harbor_attack"): "what its rows and targets are is not known",
    ("waw-beyond", "submarine_attack"): "what its rows and targets are is not known",
}
GRIDS = {"waw-air-combat", "waw-air-defense", "waw-naval-attack", "waw-naval-attack-fleet", "waw-ground"}
GRIDS |= {"ocs-air-combat", "ocs-air-drop", "ocs43-facility", "ocs43-barrage", "air-supremacy-units"}  # of test_charts.py
RULINGS = {version: profile(version) for version in PROFILES}
OCS, OCS43 = RULINGS["ocs-3.0"], RULINGS["ocs-4.3"]


def aaf(count=1, type_="aaf", whole=0):
    return (Line("x", AirType("germany", type_, 2), (count,), whole=whole),)


def base(**said):
    return Base(**{"id": "x", "name": "X", "side": "axis", "facilities": ("city",), **said})


def least(test):
    """The lowest whole number that passes a test."""
    return next(number for number in range(1, 100) if test(number))


def terms(found):
    return {term.name: term.value for term in found}


def dark_crusade(attacker, defender, weather="good", german=0, soviet=0, side="axis"):
    """A phase of Dark Crusade with one battle, without a combat table; units are said as YAML."""
    return parse_scenario(
        f"airwar: 1\nruleset: dark-crusade\ntitle: A number\nweather: {weather}\nattacker: {side}\n"
        f"points: {{start: {{side: {side}}}, target: {{side: {'soviet' if side == 'axis' else 'axis'}}}}}\n"
        "lines: {l: {between: [start, target], capacity: 0}}\nunits:\n"
        f"  - {{id: a, at: start, line: l, {attacker}}}\n  - {{id: d, at: target, {defender}}}\n"
        f"battles: {{target: {{air: {{german: {german}, soviet: {soviet}}}}}}}\n",
        "test.yaml",
    )


SOVIETS = "nation: soviet, type: major, strength: 3"
GERMANS = "nation: german, type: major, strength: 3"


def worked_out(**said):
    """The rows of everything that Dark Crusade works out without a combat table."""
    battle = begin(dark_crusade(**said), None, 1)
    battle.by_script()
    return next(record.content["rows"] for record in battle.log.records if record.content.get("title", "").startswith("What needs"))


def survives(kind, strength):
    """The losses that a unit of Dark Crusade survives: the most that a scenario may give it."""
    for losses in range(99):
        try:
            dark_crusade(GERMANS, f"nation: soviet, type: {kind}, strength: {strength}, losses: {losses}")
        except BadScenario:
            return losses - 1
    return None


def retreat_size(unit):
    """What a unit counts on a line, which `check` notes if the line carries nothing."""
    side, enemy = ("axis", SOVIETS) if "soviet" not in unit else ("soviet", GERMANS)
    notes = dark_crusade(f"{unit}, type: minor, strength: 1", enemy, side=side).notes
    return Fraction(next(note.text for note in notes if "count" in note.text).split("count ")[1].split(",")[0])


def strengths_of_a_jet():
    return fire.strength(aaf(1, "jet")) // fire.strength(aaf(1))


WAW = {
    "air_combat_modifiers/each jet factor": lambda: fire.jets(aaf(1, "jet")),
    "air_combat_modifiers/jet squadrons for one": lambda: least(lambda number: fire.jets(aaf(number, "jet", whole=1))),
    "lowest_roll_column": lambda: fire.table_row(1).first,
    "highest_row": lambda: fire.TABLE_TOP,
    "squadrons_in_a_factor": lambda: sum(aaf(1)[0].broken().parts),
    "jet_factor_in_strength": strengths_of_a_jet,
    "staging_ranges": lambda: Unit("x", "axis", AirType("germany", "aaf", 2), 1, "x", 1, 0, 1).staging_range,
    "basing/facility": lambda: capacity(base(), "europe"),
    "basing/facility, Pacific one-hex island or jungle": lambda: capacity(base(island=True), "pacific"),
    "basing/one-hex island, extra naval air squadrons": lambda: max(
        number for number in range(30) if may_base(base(island=True, facilities=()), "pacific", 0, number)
    ),
    "embark_in_zoc/Europe": lambda: cost("europe", zoc=True) - cost("europe"),
    "embark_in_zoc/Pacific": lambda: cost("pacific", zoc=True) - cost("pacific"),
    "debark": lambda: cost("europe"),
    "debark_rough_terrain_extra": lambda: cost("europe", terrain="rough") - cost("europe"),
    "ground_support_limit": lambda: max(number for number in range(30) if not support_over_limit(3 * number, 0, 1)),
    "naval_air_per_ground_factor": lambda: least(lambda number: naval_factors(number, 0)),
    "invasion_support/army air": lambda: support_strength(1, 0, invasion=True),
    "invasion_support/naval air": lambda: support_strength(0, 1, invasion=True),
    "kamikazes/pool, times the training rate": lambda: construction.first_pool(1),
    "kamikazes/from one naval air squadron": lambda: construction.WORTH["nas"],
    "kamikazes/from one army air factor": lambda: construction.WORTH["aaf"],
    "kamikazes/largest wave": lambda: attacks.MOST,
}


def cost(theater, zoc=False, terrain="clear"):
    flight = Flight(kind="transport", from_="here", to="there", with_=Book(), enemy_zoc=zoc, terrain=terrain)
    return movement_cost(flight, Cargo(id="x", nation="us"), theater)


def worst(version, active, **more):
    """The sum of the modifiers of a capture roll."""
    said = {"advance": False, "self_inflicted": False, **more}
    return sum(term.value for term in capture_reading(active, rulings=RULINGS[version], **said).terms)


OCS_NUMBERS = {
    "air_combat_modifiers/advantage": lambda: terms(modifiers("attacker", Contender(0), True, OCS))["attacker uses Advantage"],
    "air_combat_modifiers/on interdiction, or half range or more (21.4)": lambda: sum(
        terms(
            modifiers("attacker", Contender(0, interdicting=True, range=20, distance=10), False, profile(long_range="yes"))
        ).values()
    ),
    "air_combat_modifiers/F-type over its own base, strip or carrier": lambda: sum(
        terms(modifiers("attacker", Contender(0, fighter=True, own_base=True), False, OCS)).values()
    ),
    "air_base_capture/advance after combat or self-inflicted": lambda: worst("ocs-3.0", True, advance=True, self_inflicted=True),
    "air_drop_modifiers/Allied, ETO, 1944 or earlier": lambda: sum(
        terms(drop_terms(OCS, (1944, 12), soviet=False, allied_eto=True)).values()
    ),
    "air_drop_modifiers/Soviet": lambda: sum(terms(drop_terms(OCS, (1950, 1), soviet=True, allied_eto=True)).values()),
    "transport/highest light MA": lambda: max(number for number in range(30) if is_light(number, OCS)),
    "no_interdiction_at": lambda: (
        "1/2 range or more" if [bool(interdiction_refused(20, far)) for far in (9, 10, 11)] == [False, True, True] else ""
    ),
}
OCS43_NUMBERS = {
    "long_range": lambda: sum(
        terms(modifiers("attacker", Contender(0, range=20, distance=11), False, profile("ocs-4.3", long_range="yes"))).values()
    ),
    "air_base_capture/active": lambda: worst("ocs-4.3", True),
    "air_base_capture/advance after combat": lambda: worst("ocs-4.3", False, advance=True),
    "air_drop_modifiers/glider": lambda: sum(
        term.value for term in drop_reading("enemy", "clear", "glider", version=OCS_4_3).terms
    ),
    "air_drop_modifiers/Allied ETO through August 1944": lambda: sum(
        terms(drop_terms(OCS43, (1944, 8), soviet=False, allied_eto=True)).values()
    ),
    "air_drop_modifiers/Soviet": lambda: sum(terms(drop_terms(OCS43, (1950, 1), soviet=True, allied_eto=False)).values()),
    "air_drop_modifiers/very close terrain": lambda: close("very-close"),
    "air_drop_modifiers/extremely close terrain": lambda: close("extremely-close"),
}


def close(closeness):
    chosen = profile("ocs-4.3", drop_terrain="yes")
    return sum(term.value for term in drop_terms(chosen, (1950, 1), soviet=False, allied_eto=False, closeness=closeness))


DARK_CRUSADE = {
    "retreat_size/any unit": lambda: retreat_size("nation: german"),
    "retreat_size/Axis Allied army": lambda: retreat_size("nation: romanian"),
    "retreat_size/SS Pz division": lambda: retreat_size("nation: german, retreat-size: 1/2"),
    "retreat_size/1st Moscow Motorized division": lambda: retreat_size("nation: soviet, retreat-size: 1/2"),
}
NUMBERS = [
    *(("waw-facts", path, value) for path, value in WAW.items()),
    *(("ocs-facts", path, value) for path, value in OCS_NUMBERS.items()),
    *(("ocs43-facts", path, value) for path, value in OCS43_NUMBERS.items()),
    *(("dark-crusade-facts", path, value) for path, value in DARK_CRUSADE.items()),
    ("air-supremacy-facts", "die", lambda: int(AIR_SUPREMACY_OPTIONS["die-sides"].default)),
]
OWN_TEST = {
    ("waw-facts", "kamikaze_target_die"),
    ("ocs-facts", "air_base_capture/active"),
    ("ocs-facts", "air_base_capture/inactive"),
    ("ocs-facts", "transport"),
    ("ocs-facts", "sequence/player turn"),
    ("ocs43-facts", "air_base_capture/step loss"),
    ("ocs43-facts", "half_die_loss"),
    ("dark-crusade-facts", "losses_survived"),
    ("dark-crusade-facts", "simultaneous"),
    ("dark-crusade-facts", "split"),
    ("war-in-europe-facts", "odds_shift_example"),
}


@pytest.mark.parametrize(("file", "path", "value"), NUMBERS, ids=lambda value: value if isinstance(value, str) else "")
def test_number(file, path, value):
    typed = {"/".join(where): said for where, said in leaves(facts(file))}
    expected = typed[path]
    assert value() == (Fraction(expected) if isinstance(expected, str) and "/" in expected and " " not in expected else expected)


def test_every_number_of_the_copy_is_compared_or_listed():
    compared = {(file, path) for file, path, _ in NUMBERS} | OWN_TEST | set(ELSEWHERE)
    missing = [
        (file, path)
        for file, charted in IN_A_CHART.items()
        for path in ("/".join(where) for where, _ in leaves(facts(file)))
        if path.split("/")[0] not in charted and not any(file == of and f"{path}/".startswith(f"{one}/") for of, one in compared)
    ]
    assert missing == []


def test_every_file_of_the_copy_is_compared_or_listed():
    assert {path.stem for path in FOLDER.iterdir()} == {*GRIDS, *IN_A_CHART, *(file for file, _ in NOT_IN_AIRWAR)}
    assert {key for file, key in NOT_IN_AIRWAR if file == "waw-beyond"} == set(facts("waw-beyond"))


def test_17_47f_target_die_of_kamikazes():
    typed = facts("waw-facts")["kamikaze_target_die"]
    for name, number in (("two categories", 2), ("three categories", 3)):
        bands = Bands(D6, tuple((str(at), 6 // number * at) for at in range(1, number + 1)))
        aimed = [bands.read((face,)).index(1) for face in range(1, 7)]
        expected = [next(at for at, faces in enumerate(typed[name].values()) if face in faces) for face in range(1, 7)]
        assert aimed == expected


def test_2_2_sequence_of_play():
    typed = facts("ocs-facts")["sequence"]["player turn"]
    assert "".join(typed) == "ABCDEFGHI"
    names = ["return", "refit", "reinforcement", "movement", "supply", "reaction", "combat", "exploitation", "clean-up"]
    assert [phase.name for phase in PLAYER_TURN] == names
    for phase, (_, *segments) in zip(PLAYER_TURN, typed.values(), strict=True):
        expected = [segment.rpartition(" ")[2].lower() for segment in segments]
        assert [segment for segment in phase.segments if segment] == expected
    assert [phase.name for phase in PLAYER_TURN if phase.player == "non-phasing"] == ["reaction"]


def test_4_3_half_a_step_is_lost_on_these_faces():
    assert [face for face in range(1, 7) if face >= barrage_table.HALF_LOSES_FROM] == facts("ocs43-facts")["half_die_loss"]


@pytest.mark.parametrize("strength", range(1, 12))
def test_dark_crusade_losses_survived(strength):
    typed = facts("dark-crusade-facts")["losses_survived"]
    assert typed == {"major": "s", "minor": "s-1"}
    assert [survives("major", strength), survives("minor", strength)] == [strength, strength - 1]


def test_dark_crusade_simultaneous_combat():
    assert set(facts("dark-crusade-facts")["simultaneous"]) == {"Good", "Snow"}
    every = [
        (attacker, weather, german, soviet)
        for attacker in ("axis", "soviet")
        for weather in ("good", "snow", "mud")
        for german in (0, 1)
        for soviet in (0, 1)
    ]
    units = {"axis": (GERMANS, SOVIETS), "soviet": (SOVIETS, GERMANS)}
    together = []
    for attacker, weather, german, soviet in every:
        one, two = units[attacker]
        rows = worked_out(attacker=one, defender=two, side=attacker, weather=weather, german=german, soviet=soviet)
        if rows[-1][2] == "simultaneous":  # all Soviet air units have survived
            together.append((attacker, weather, german, soviet))
    assert together == [("axis", "good", 0, 0), ("axis", "good", 1, 0), ("axis", "snow", 1, 0)]


def test_dark_crusade_split_of_a_large_fire():
    for total, expected in facts("dark-crusade-facts")["split"].items():
        rows = worked_out(attacker=f"nation: german, type: major, strength: {total}", defender=SOVIETS)
        assert rows[0][-2:] == [str(total), " + ".join(map(str, expected))]  # whatever the highest number of the table is


def test_13_93_odds_shift_example():
    typed = facts("war-in-europe-facts")["odds_shift_example"]
    assert columns_shifted(typed["air points"], sum(typed["defenders"])) == typed["columns"]


def test_4_3_refit():
    typed = facts("ocs43-facts")["refit"]
    assert {"T per base": refit_cost(), "units per level": refit_capacity(1), "strip": refit_capacity(0, "strip")} == typed


def test_barrage_columns_follow_one_another():
    tops = barrage_table.heads("barrage-4.3")
    assert all(low < high for low, high in pairwise(tops))
