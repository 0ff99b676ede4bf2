"""The sequence of play: weather, first player, the phases, reinforcements, return, refit, clean-up."""

from fractions import Fraction

import pytest
from ocs_boards import Air
from ocs_theater import BASES, F1, F2, T1, game
from support import fight, problems_of

from airwar.battle.battle import begin
from airwar.rulesets.ocs import RULESET
from airwar.rulesets.ocs.position import Marker
from airwar.rulesets.ocs.sequence import PLAYER_TURN, PLAYER_TURN_4_3, player_turn, slots
from airwar.setup.loading import parse_scenario

INTERDICT = "{id: road, in: axis.movement, kind: interdict, at: h, with: [f1]}"


def entered(fought):
    return [body["title"] for body in fought.records if body["t"] == "enter"]


def test_r1_weather_that_forbids_flight_stops_a_mission():
    storm = game([INTERDICT], play="axis.movement", more="weather: {name: storm, flight: none}")
    fought = fight(storm)
    assert fought.end.result == "not flown"
    assert "not flown: the weather (storm) allows no flight in the movement phase (R1)" in fought.notes()


def test_r1_limited_flight_allows_missions_in_some_phases():
    mud = "weather: {name: mud, flight: limited, phases: [movement]}"
    sweep = "{id: cover, in: allies.reaction, kind: sweep, at: h, with: [f2]}"
    fought = fight(game([INTERDICT, sweep], play="axis.movement, allies.reaction", more=mud))
    assert fought.end.result == "road: interdicted; cover: not flown"


def test_r1_weather_blocks_refit_only_with_the_option():
    tired = F1.replace("at: x", "at: x, status: inactive")
    storm = "weather: {flight: none}"
    assert (
        fight(game(units=[tired], play="axis.refit", more=storm), "refit.x 1 f1").state.board.unit("f1").state == "active-at-base"
    )
    blocked = fight(game(units=[tired], play="axis.refit", more=storm, options="weather-blocks-refit: yes"))
    assert blocked.state.board.unit("f1").state == "inactive"
    assert blocked.told("ruling")[0]["option"] == "weather-blocks-refit"


def test_r2_the_higher_roll_chooses_and_ties_are_rolled_again():
    fought = fight(
        game(units=[F1]),
        """
            axis.initiative 3 4; allies.initiative 5 2
            axis.initiative 1 2; allies.initiative 2 2; player-order second
        """,
    )
    assert "first player: Axis" in fought.notes()
    assert entered(fought)[3] == "Axis: A. Return"


def test_r2_ties_may_go_to_the_previous_first_player():
    tied = game(units=[F1], options="first-player-ties: previous-first-player", more="previous-first-player: allies")
    fought = fight(tied, "axis.initiative 3 4; allies.initiative 5 2; player-order first")
    assert "first player: Allies" in fought.notes()
    assert [body["option"] for body in fought.told("ruling")] == ["first-player-ties"]


def test_r2_the_scenario_may_name_the_first_player():
    assert "first player, set by the scenario: Allies" in fight(game(units=[F1], more="first-player: allies")).notes()


def test_r3_the_phases_of_both_player_turns_in_order():
    setting = parse_scenario(game(units=[F1]), "test.yaml").start.state.board
    second = slots(setting, "allies")[14:]
    assert [(stage.phase, segment) for stage, segment in second] == [
        ("return", ""),
        ("refit", ""),
        ("reinforcement", ""),
        ("movement", "movement"),
        ("movement", "barrage"),
        ("supply", ""),
        ("reaction", "movement"),
        ("reaction", "barrage"),
        ("combat", "barrage"),
        ("combat", "combat"),
        ("exploitation", "movement"),
        ("exploitation", "barrage"),
        ("exploitation", "combat"),
        ("clean-up", ""),
    ]
    assert [stage.side for stage, _ in second] == ["axis"] * 6 + ["allies"] * 2 + ["axis"] * 6
    assert [stage.side for stage, _ in slots(setting, "allies")[:14]] == ["allies"] * 6 + ["axis"] * 2 + ["allies"] * 6


@pytest.mark.parametrize(
    ("play", "first", "wrong"),
    [
        ("axis.movement, allies.reaction, axis.combat, allies.refit", "", ""),
        ("axis.clean-up, allies.return, axis.reaction", "", ""),
        ("axis.movement, next-turn, axis.return", "", ""),
        ("axis.clean-up, axis.combat", "", "axis.combat"),
        ("axis.movement, axis.reaction, axis.combat", "", "axis.combat"),
        ("axis.movement, allies.movement", "allies", "allies.movement"),
    ],
)
def test_r3_the_phases_of_a_game_turn_are_listed_in_order_and_the_next_turn_is_named(play, first, wrong):
    found = problems_of(game(units=[F1], play=play, more=f"first-player: {first}" if first else ""))
    assert [text.split(": ", 1)[1] for text in found] == (
        [
            f"{wrong} comes earlier in the game turn than what is listed before it; "
            "expected the order of 2.2, or next-turn before it (R3)"
        ]
        if wrong
        else []
    )


def test_r3_a_phase_is_named_for_the_side_that_acts_in_it():
    fought = fight(game(units=[F1], play="axis.movement, allies.reaction"))
    assert entered(fought)[2] == "Allies: F. Reaction in the Axis player turn, movement segment"


def test_r3_v4_3_has_no_return_phase():
    assert [phase.name for phase in PLAYER_TURN if phase not in PLAYER_TURN_4_3] == ["return"]
    assert [phase.name for phase in player_turn("ocs-4.3")] == [phase.name for phase in PLAYER_TURN_4_3]


@pytest.mark.parametrize("said", ["axis.supper", "nobody.movement", "movement"])
def test_r3_a_mission_in_an_unknown_phase_is_refused(said):
    assert any(
        "is not a phase; expected a side and a phase" in text
        for text in problems_of(game([INTERDICT.replace("axis.movement", said)]))
    )


def test_r3_a_mission_in_a_phase_that_is_not_played_is_refused():
    assert problems_of(game([INTERDICT], play="axis.refit"))[0].endswith(
        "axis.movement is not played; add it to `play`, or leave the mission out (R3)"
    )


def test_r4_only_the_phasing_players_units_that_are_elsewhere_return():
    out = [F1.replace("at: x", "at: x, over: h"), F2.replace("at: y", "at: y, over: h"), T1]
    fought = fight(game(units=out, play="axis.return"), "land.f1 z")
    assert fought.state.board.unit("f1") == Air("f1", "inactive", "z", 2)
    assert fought.state.board.unit("f2").state == "active-elsewhere"
    assert fought.state.board.unit("t1").state == "active-at-base"


def test_r4_a_unit_without_a_base_in_range_is_destroyed():
    stranded = F1.replace("range: 20", "range: 7").replace("at: x", "at: x, over: h")
    far = {"distances": "{h: {x: 7}}", "units": [stranded], "bases": BASES, "play": "allies.movement, allies.combat, axis.return"}
    taken = "{id: x-falls, in: allies.movement, kind: capture, at: x}"
    fought = fight(game([taken], **far))
    assert fought.losses()[-1] == ("axis", "F1", 1, "eliminated")


def test_r5_a_base_pays_1t_and_refits_two_per_level_including_those_that_just_returned():
    units = [F1.replace("id: f1", f"id: f{n}").replace("at: x", "at: x, status: inactive") for n in range(1, 7)]
    units[0] = F1.replace("at: x", "at: x, over: h")
    fought = fight(game(units=units, play="axis.return, axis.refit"), "land.f1 x; refit.x 1 f1 1 f2 1 f3 1 f4")
    assert [unit.state for unit in fought.state.board.units.values()] == ["active-at-base"] * 4 + ["inactive"] * 2
    assert fought.state.board.base("x").supply == 3
    assert "pays 1T for refit (borrowed from 4.3)" in fought.told("note")[-1]["text"]


def test_r5_a_strip_refits_one_and_no_base_without_supply_or_in_an_enemy_zone():
    strip = [F1.replace("id: f1", f"id: f{n}").replace("at: x", "at: z, status: inactive") for n in (1, 2)]
    fought = fight(game(units=strip, play="axis.refit"), "refit.z 1 f2")
    assert [unit.state for unit in fought.state.board.units.values()] == ["inactive", "active-at-base"]
    for change, reason in (
        ("supply: 0", "nobody pays the 1T that it costs (R5)"),
        ("supply: 4, enemy-zoc: true", "zone of control"),
    ):
        bases = BASES.replace("z: {side: axis, kind: strip, supply: 4}", f"z: {{side: axis, kind: strip, {change}}}")
        fought = fight(game(units=strip, play="axis.refit", bases=bases), "pays.z nobody" if "0" in change else "")
        assert any(reason in text for text in fought.notes())
    last = BASES.replace("kind: strip, supply: 4", "kind: strip, supply: 1")
    text = game(units=strip, play="axis.refit", bases=last, hexes="{h: {supply: 9, occupied-by: [axis]}, k: {}}")
    fought = fight(text, "pays.z z; refit.z 1 f2")
    assert [question.default for question in fought.asked if question.key == "axis-refit.pays.z"] == ["z"]
    assert fought.state.board.base("z").supply == 0


def test_r5_a_carrier_refits_all_its_planes_free_of_charge_or_two_if_damaged():
    planes = [F1.replace("id: f1", f"id: f{n}").replace("at: x", "at: z, status: inactive") for n in (1, 2, 3)]
    carrier = BASES.replace("kind: strip, supply: 4", "kind: carrier")
    every = {"axis-refit.refit.z": {"f1": 1, "f2": 1, "f3": 1}}
    assert fight(game(units=planes, play="axis.refit", bases=carrier), "refit.z 1 f1 1 f2 1 f3").state.board.base("z").supply == 0
    damaged = carrier.replace("kind: carrier", "kind: carrier, damaged: true")
    with pytest.raises(ValueError, match="3 in all; expected 0 to 2"):
        fight(game(units=planes, play="axis.refit", bases=damaged), answers=every)


@pytest.mark.proves("R51")
def test_r6_clean_up_removes_the_enemys_markers_but_not_planes_on_interdiction():
    busting = "{id: rails, in: axis.movement, kind: trainbust, at: k, with: [f1], result: cut}"
    whole = game([busting], play="axis.movement, axis.clean-up, allies.clean-up")
    fought = fight(whole, "flak none")
    assert fought.state.board.markers == ()
    assert [text for text in fought.notes() if "removed" in text] == [
        "the rail interdiction marker at K is removed (borrowed from 4.3)"
    ]
    kept = fight(game([busting], play="axis.movement, axis.clean-up"), "flak none")
    assert kept.state.board.markers == (Marker("k", "axis"),)
    stays = fight(game([INTERDICT], play="axis.movement, allies.clean-up"))
    assert stays.state.board.unit("f1").duty == "interdiction"
    assert "H remains interdicted until the planes there leave" in stays.notes()


def test_r7_a_counter_has_type_range_rating_barrage_capacity_and_steps():
    state = parse_scenario(
        game(units=[T1.replace("type: T", "type: T/Tpt").replace("barrage: 12", "barrage: 12, capacity: 1/2")]), "t"
    ).start.state.board
    unit = state.unit("t1")
    assert (unit.types, unit.range, unit.values.rating, unit.parenthesized) == (("T", "Tpt"), 30, 2, True)
    assert (unit.values.barrage, str(unit.values.capacity), unit.had) == (12, "1/2", 2)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("type: Q", "F, T, S, Tpt or two of them"),
        ("rating: fast", "a rating such as 4, or (2)"),
        ("steps: 3", "a whole number from 1 to 2"),
    ],
)
def test_r7_impossible_counters_are_refused(wrong, sentence):
    key = wrong.partition(":")[0]
    plain = F1 if key in F1 else F1.replace("at: x", "at: x, steps: 2")
    said = next(part for part in plain.strip("{}").split(", ") if part.startswith(f"{key}:"))
    assert any(sentence in text for text in problems_of(game(units=[plain.replace(said, wrong)])))


def test_r8_reinforcements_arrive_active_in_their_players_reinforcement_phase():
    late = game(units=[F1.replace("at: x", "at: x, status: arriving")], play="allies.reinforcement, axis.reinforcement")
    assert fight(late).state.board.unit("f1").state == "active-at-base"
    assert fight(late.replace(", axis.reinforcement", "")).state.board.unit("f1").state == "expected"


def test_r8_an_inactive_unit_is_always_at_a_base():
    wrong = F1.replace("at: x", "at: x, over: h, status: inactive")
    assert any("a unit that is inactive is always at a base" in text for text in problems_of(game(units=[wrong])))
    assert any(
        "x is a base of axis; expected one of allies" in text for text in problems_of(game(units=[F2.replace("at: y", "at: x")]))
    )


def reduced(barrage, more=""):
    """The reduced side of a fighter."""
    unit = F1.replace("barrage: 2", f"barrage: {barrage}").replace("at: x", f"at: x, steps: 1{more}")
    return parse_scenario(game(units=[unit]), "t").start.state.board.unit("f1").values


def test_r9_the_back_of_a_counter_is_as_given_or_rating_minus_one_and_barrage_halved_but_1_is_0():
    assert (reduced(5).rating, reduced(5).barrage) == (3, Fraction(5, 2))
    assert [reduced(barrage).barrage for barrage in (1, 2)] == [0, 1]
    given = reduced(5, ", back: {rating: 1, barrage: 4}")
    assert (given.rating, given.barrage) == (1, 4)


def test_r9_the_halves_of_reduced_units_are_added_and_then_rounded():
    """Two reduced 7s are 7, not 4 and 4; a reduced fighter with barrage 1 may not strike at all."""
    seven = [T1.replace("t1", name).replace("barrage: 12", "barrage: 7").replace("at: x", "at: x, steps: 1") for name in ("a", "b")]
    strike = "{id: strike, in: axis.movement, kind: barrage, at: h, with: [a, b]}"
    fought = fight(game([strike], seven, play="axis.movement", options="flak: off"), "barrage 1 1")
    assert fought.told("sheet")[0]["title"] == "barrage of 7 points"
    lone = game([strike.replace("[a, b]", "[f1]")], [F1.replace("barrage: 2", "barrage: 1").replace("at: x", "at: x, steps: 1")])
    assert any("a barrage of 0 points is not allowed; it takes one point (R34)" in problem for problem in problems_of(lone))


@pytest.mark.proves("R4", "R5", "R8", "R24", "R38", "R40", "R51")
@pytest.mark.parametrize(("dice", "left"), [((1, 2), Air("f1", "inactive", "z", 1)), ((1, 1), Air("f1", "eliminated", "", 0))])
def test_the_life_of_a_fighter_from_interdiction_to_the_loss_of_its_base(dice, left):
    """A fighter on interdiction is attacked; both units abort, reduced. It is refitted, then its base is captured by advance."""
    missions = [
        INTERDICT,
        "{id: meet, in: allies.reaction, kind: sweep, at: h, with: [f2]}",
        "{id: x-falls, in: allies.combat, kind: capture, at: x, advance: true}",
    ]
    story = game(missions, play="axis.movement, allies.reaction, allies.return, next-turn, axis.return, axis.refit, allies.combat")
    fought = fight(
        story,
        {"meet.r1.air-combat": (4, 3), "meet.r1.loss": (6,), "x-falls.capture.f1": dice},
        {"meet.r1.abort.f1": "x", "axis-refit.refit.x": {"f1": 1}},
    )
    assert fought.rolls()["meet.r1.air-combat"]["terms"] == [
        ["attacker's rating", 4, "R19", "attacker-rating"],
        ["defender's rating", -4, "R19", "defender-rating"],
        ["defender on interdiction", 1, "R22", "defender-interdiction"],
    ]
    assert fought.rolls()["meet.r1.air-combat"]["result"] == "both-abort"
    assert fought.state.board.unit("f1") == left
    assert fought.state.board.unit("f2") == Air("f2", "inactive", "y", 1)
    assert fought.state.board.base("x").supply == 3
    assert fought.state.board.base("x").side == "allies"


def test_the_template_plays_by_its_own_script():
    scenario = parse_scenario(RULESET.template, "template.yaml")
    battle = begin(scenario, None, 7)
    assert battle.by_script().result
