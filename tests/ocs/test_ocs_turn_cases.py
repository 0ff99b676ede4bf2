"""Cases from the table about the turn around the missions: one file each in table_cases/, with the right result or refusal."""

from pathlib import Path

import pytest
from support import bare_log, fight, problems_of

from airwar.answers.chance import MachineDice, Scripted
from airwar.engine.walk import Walk
from airwar.setup.loading import parse_scenario

CASES = Path(__file__).parent / "table_cases"


def case(name):
    return (CASES / f"{name}.yaml").read_text(encoding="utf-8")


@pytest.mark.proves("R44a")
def test_r44a_a_hex_that_was_entered_is_friendly_from_the_next_phase():
    fought = fight(case("entered-hex"), "food-1 6 6; food-1 6 6")
    assert [body["row"] for body in fought.rolls().values()] == ["enemy-clear-paradrop", "friendly-clear-paradrop"]


@pytest.mark.parametrize(("answer", "lost", "left"), [("38", 0, "z"), ("41", 2, ""), ("far", 2, "")])
def test_r40_an_unknown_distance_is_asked_for_and_a_destroyed_unit_counts_as_lost(answer, lost, left):
    fought = fight(case("far-base"), {"fall.capture.f1": (6, 6)}, {"distance.x.z": answer})
    assert fought.end.result == f"captured, {lost} air steps lost"
    assert fought.state.board.unit("f1").place == left


@pytest.mark.parametrize(("answer", "terms"), [("10", [["patrol zone", 2, "R28", "patrol-zone"]]), ("11", [])])
def test_r28_whether_a_patrol_zone_reaches_the_target_is_asked(answer, terms):
    answers = {"distance.h.y": answer, "a.land.t1": "x"} | ({"a.intercept": "none"} if terms else {})
    fought = fight(case("unknown-patrol-zone"), {"a.flak": (4, 4), "a.barrage": (4, 4)}, answers)
    assert fought.rolls()["a.flak"]["terms"] == terms


def test_r10_check_notes_the_distances_that_are_not_given():
    problems = parse_scenario(case("far-base"), "test.yaml").notes
    assert [note.text for note in problems] == [
        "3 distances are not given (h-z, x-z, y-z); asked for when needed: "
        "give places a hex, add distances, or say unlisted-distances: far"
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("carrier-captured", "Y is a carrier; ground units cannot capture a ship (R37)"),
        ("phases-out-of-order", "expected the order of 2.2, or next-turn before it (R3)"),
        ("kuban", "Anapa has no combat unit of the Axis (R34)"),
        ("kursk-4-3", "Ponyri has no combat unit of the Axis (R34)"),
    ],
)
def test_what_is_not_allowed_is_refused(name, sentence):
    [problem] = problems_of(case(name))
    assert problem.endswith(sentence)


@pytest.mark.proves("R11")
def test_r11_a_unit_over_the_target_barrages_in_the_reaction_phase():
    fought = fight(case("loiter-reaction"), "barrage 4 4")
    assert fought.end.result == "out: on station; hit: DG"
    assert fought.state.board.unit("t2").spent


def test_r11_a_unit_over_the_target_barrages_in_the_exploitation_phase():
    fought = fight(case("loiter-exploitation"), "barrage 4 4")
    assert fought.end.result == "wait: on station; strike: DG"
    assert not any("does not fly" in text for text in fought.notes())


def test_r11_weather_that_keeps_planes_on_the_ground_does_not_stop_those_over_the_target():
    over = case("loiter-reaction").replace("barrage: 12, at: y}", "barrage: 12, at: y, over: h}")
    over = over.replace("  - {id: out, in: allies.movement, kind: station, at: h, with: [t2]}\n", "") + "weather: {flight: none}\n"
    assert fight(over, "barrage 4 4").end.result == "DG"


def test_r45_supply_that_is_not_at_the_base_is_not_flown():
    fought = fight(case("two-unloadings"))
    assert fought.end.result == "l1: not flown; l2: not flown"
    assert "2T of supply were to be flown; X has 0T (R45)" in fought.notes()


def test_r33_a_base_unloads_2t_per_level_in_a_segment_from_all_missions_together():
    stocked = case("two-unloadings").replace("level: 2, supply: 0", "level: 2, supply: 9")
    fought = fight(stocked, "flak none; land.c1 x; cargo-left 1 food-1 1 food-2")
    assert fought.end.result == "l1: 2T flown in; l2: not flown"
    assert "1T of food stays at the base: Z can unload 0T (R33)" in fought.notes()
    assert [(base.id, base.supply) for base in fought.state.board.bases.values()] == [("x", 7), ("y", 0), ("z", 2)]
    larger = fight(stocked.replace("level: 1", "level: 2"), "flak none; land.c1 x; flak none; land.c2 x")
    assert [base.supply for base in larger.state.board.bases.values()] == [5, 0, 4]


def test_r33_a_new_phase_unloads_again():
    stocked = case("two-unloadings").replace("level: 2, supply: 0", "level: 2, supply: 9")
    later = stocked.replace("l2, in: axis.movement", "l2, in: axis.exploitation").replace(
        "[axis.movement]", "[axis.movement, axis.exploitation]"
    )
    assert fight(later, "flak none; land.c1 x; flak none; land.c2 x").end.result == "l1: 2T flown in; l2: 2T flown in"


def test_r33_transports_that_stay_unload_everything():
    staying = (
        case("two-unloadings")
        .replace("level: 2, supply: 0", "level: 2, supply: 9")
        .replace("at: z, with", "at: z, stays: true, with")
    )
    fought = fight(staying, "flak none; flak none")
    assert fought.end.result == "l1: 2T flown in; l2: 2T flown in"


@pytest.mark.parametrize(("answer", "place", "status"), [("later", "x", "expected"), ("z", "z", "active-at-base")])
def test_r8_a_reinforcement_does_not_arrive_at_a_base_of_the_enemy(answer, place, status):
    without = case("arrives-at-captured-base").replace("axis.movement]", "axis.clean-up]")
    without = without.replace("  - {id: sw, in: axis.movement, kind: sweep, at: y, with: [new]}\n", "")
    fought = fight(without, answers={"axis-reinforcement.arrive.new": answer})
    new = fought.state.board.unit("new")
    assert (new.place, new.state) == (place, status)


def test_r10_a_unit_that_has_not_arrived_does_not_fly():
    fought = fight(case("arrives-at-captured-base"), "arrive.new later")
    assert fought.end.result == "fall: captured, 0 air steps lost; sw: not flown"
    assert "NEW does not fly: a unit that is expected may do nothing (R8)" in fought.notes()


@pytest.mark.proves("R44c", "R37")
@pytest.mark.parametrize(("dice", "side"), [((6, 6), "axis"), ((1, 2), "allies")])
def test_r44c_paratroops_capture_an_undefended_air_base_if_they_land(dice, side):
    landed = {"maleme.capture.f2": (1, 1)} if side == "axis" else {}
    home = {"maleme.flak": "none"} | ({"maleme.land.c1": "x"})
    more = {} if side == "axis" else {"allies-refit.refit.y": {"f2": 1}}
    fought = fight(case("paratroops-on-base"), {"maleme.drop.para": dice, **landed}, {**home, **more})
    assert fought.state.board.base("y").side == side
    assert fought.state.board.unit("f2").state == ("eliminated" if side == "axis" else "active-at-base")


def test_r44c_a_defended_air_base_is_not_captured_by_paratroops():
    held = case("paratroops-on-base").replace("y: {side: allies, level: 2,", "y: {side: allies, combat-units: [allies], level: 2,")
    fought = fight(held, "flak none; drop.para 6 6; land.c1 x; y none")
    assert (fought.end.result, fought.state.board.base("y").side) == ("0 safe, 1 lost", "allies")


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("kuban", "shturm, in: soviets.reaction, kind: barrage", "shturm, in: soviets.reaction, kind: base-attack"),
        ("kursk-4-3", "  - {id: late, in: soviets.reaction, kind: barrage, at: ponyri}\n", ""),
    ],
)
def test_a_turn_with_many_missions_is_played_and_says_why_some_are_not_flown(name, wrong, right):
    text = case(name).replace(wrong, right) + 'orders: prepared\nchoices: {"*": default}\n'
    for seed in range(10):
        scenario = parse_scenario(text, "test.yaml")
        log = bare_log()
        end = Walk(scenario.start, log, Scripted(scenario.script, MachineDice(seed))).run()
        told = [
            record.content["text"] for record in log.records if record.content["t"] == "told" and record.content["what"] == "note"
        ]
        results = dict(end.state.results)
        assert set(results) == set(scenario.start.state.board.missions)
        assert list(results.values()).count("not flown") == sum(text.startswith("not flown: ") for text in told)
