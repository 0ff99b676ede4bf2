"""Cases from the table, each a file: the right result, or a refusal that says why."""

from fractions import Fraction
from pathlib import Path

import pytest
from dc_support import air, fates
from support import Fought, Stopped, StopsAt, bare_log, sheets_at

from airwar.answers.chance import MachineDice
from airwar.answers.script import Scripted
from airwar.engine.walk import Walk
from airwar.errors import BadScenario
from airwar.loading import load_scenario
from airwar.odds.forecast import Situation, exact, with_policies
from airwar.rulesets.dark_crusade.combat_table import Column

CASES = Path(__file__).with_name("table_cases")


def case(name):
    return load_scenario(str(CASES / f"{name}.yaml"))


def refusal(name):
    with pytest.raises(BadScenario) as bad:
        case(name)
    return [f"{problem.line}: {problem.text}" for problem in bad.value.problems]


def by_script(name, seed=5):
    """The case fought by its own script, with the default for what it leaves open."""
    ready, log = case(name), bare_log()
    end = Walk(ready.start, log, Scripted(with_policies(ready.script), MachineDice(seed))).run()
    return Fought(end, [record.content for record in log.records], [])


def texts(fought, what="note"):
    return [body["text"] for body in fought.told(what)]


def ruled(fought):
    return {body["option"]: body["value"] for body in fought.told("ruling")}


# the table


@pytest.mark.parametrize("name", ["a1", "a2", "a3"])
def test_b16_a_table_is_drawn_as_it_is_printed_here_or_in_a_file(name):
    table = case(name).start.state.setting.table
    assert len(table.columns) == 10
    assert table.columns[0].results in ((0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, 1))
    assert (table.columns[4].label, table.highest) == ("5-6", 24)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a4", ["16: row '6' has 9 cells; expected 10, one for each column"]),
        (
            "a5",
            [
                "8: key 'columns' is missing; expected text of at most 1,000 characters",
                "8: unknown key '1'; expected one of chart, cite, columns, rows, note, roll",
                "9: unknown key '2'; expected one of chart, cite, columns, rows, note, roll",
            ],
        ),
        ("c9", ["6: 'my-table' is not synthetic-demo"]),
    ],
)
def test_b16_a_table_that_is_not_one_is_refused(name, said):
    assert refusal(name) == said


def test_b16_a_table_of_twenty_points_splits_37_as_the_source_does():
    assert case("a6").start.state.setting.table.highest == 20


def test_b16_a_dash_is_no_result():
    assert case("a7").start.state.setting.table.columns[0] == Column(1, 1, (0, 0, 0, 1, 1, 1))


def test_b16_check_reports_doubtful_cells():
    notes = "\n".join(str(note) for note in case("a8").notes)
    assert "column 3 gives up to 22, more than the points that fire" in notes
    assert "column 21-24 gives up to 80, more than the points that fire" in notes
    assert "column 3 does not rise with the die: 0 0 1 1 22 2" in notes
    assert case("a3").notes == []


def test_b16_a_roll_is_read_in_the_column_as_it_is_headed():
    rolls = by_script("a3").rolls().values()
    assert {roll["column"] for roll in rolls} & {"5-6", "7-9", "13-16"}


def test_b16_without_a_table_it_is_needed():
    assert by_script("c10").end.result == "needs chart combat-table"


# what a scenario may say


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("c2", "16: '0.5' is not one of 1/2, 1, 2"),
        ("c3", "17: unknown key 'count'"),
        ("c4", "4: 'clear' is not one of good, snow, mud"),
        ("c5", "16: hungarian-2nd has a line of attack, but the Axis side attacks (B12)"),
        ("c6", "17: unknown key 'armour'"),
        ("b6alone", "19: target has no Axis ground unit at target; its air units cannot defend alone (B6)"),
        ("b6alone2", "19: target has no Axis ground unit with a line to target; its air units cannot attack alone (B6)"),
    ],
)
def test_b6_what_a_scenario_may_not_say(name, said):
    assert any(problem.startswith(said) for problem in refusal(name))


def test_b12_an_attacker_without_a_line_is_pointed_out():
    assert "no line of attack is given for Hungarian 2nd at Orel: they stay where they are" in texts(by_script("c1"))


def test_b7_the_weather_may_differ_from_point_to_point():
    assert case("c8").start.state.setting.battles["kursk"].weather == "snow"
    assert case("c7").start.state.setting.battles["kursk"].weather == "good"


# air units


def test_b6_german_air_is_displaced_when_both_sides_are_destroyed():
    fought = by_script("b6both")
    assert fought.end.result == "held: both sides destroyed"
    assert air(fought, "axis") == {"displaced": 1}
    assert ("Axis", "German air units", 1, "displaced") in fought.statuses()


def test_b8_attackers_that_cannot_fire_retreat_unless_they_are_told_to_stay():
    fought = by_script("b6def")
    assert fought.end.result == "held: attackers retreated"
    assert air(fought, "axis") == {"target": 2}


def test_b6_german_air_advances_in_part():
    assert air(by_script("b6stay"), "axis") == {"target": 1, "displaced": 2}


@pytest.mark.parametrize(
    ("name", "combat"),
    [("b7a", "simultaneous"), ("b7b", "simultaneous"), ("b7c", "normal"), ("b7d", "normal"), ("b7e", "normal")],
)
def test_b7_the_type_of_combat_is_judged_after_air_combat(name, combat):
    assert f"{combat} combat" in texts(by_script(name))


# retreats


def test_b4_retreating_soviet_air_goes_where_its_ground_units_go():
    fought = by_script("e1a")
    assert fates(fought)["x"][0] == "near"
    assert air(fought, "soviet") == {"near": 2}
    assert ruled(fought)["soviet-air-retreats"] == "with-ground-units"


@pytest.mark.parametrize("name", ["e1b", "e1c", "e1d"])
def test_b4_soviet_air_crowds_no_army_out_and_goes_nowhere_alone(name):
    fought = by_script(name)
    assert fates(fought)["x"][0] == "near"
    assert air(fought, "soviet") == {}
    assert fought.end.result == "taken: defenders retreated"
    assert any(unit == "Soviet air units" and fate == "eliminated" for _, unit, _, fate in fought.losses())


@pytest.mark.parametrize("name", ["e2", "e2r"])
def test_b14_soviet_air_counts_as_undispersed_against_defenders_driven_to_the_start(name):
    fought = by_script(name)
    assert fates(fought)["up"][0] == "lost"
    assert (fates(fought)["b"][0], fates(fought)["c"][0]) == ("south", "south")
    assert air(fought, "soviet") == {"south": 3}
    assert ruled(fought)["soviet-air-against-intruders"] == "yes"
    assert "stranded-soviet-air" not in ruled(fought)


def test_b13a_two_lines_to_one_point_are_two_questions():
    assert {name: place for name, (place, _, _) in fates(by_script("e3")).items() if name != "a"} == {
        "x": "near",
        "y": "near",
        "z": "foe",
    }
    scripted = fates(by_script("e3b"))
    assert (scripted["y"][0], scripted["z"][0], scripted["x"][0]) == ("near", "near", "foe")


def test_b7_soviet_air_that_sheltered_at_a_point_is_ruled_on():
    fought = by_script("e4")
    assert air(fought, "soviet") == {"lower": 3}
    assert ruled(fought)["sheltering-air"] == "apart"


def test_b13a_an_axis_allied_army_counts_two():
    fought = by_script("e9")
    assert case("e9").start.state.setting.formations["rom"].size == 2
    assert "the defenders have nowhere to retreat to" in texts(fought)
    assert fates(fought)["rom"][0] == "target"


def test_b10_field_works_absorb_as_their_owner_says():
    fought = by_script("fw")
    assert {name: losses for name, (_, losses, _) in fates(fought).items() if name in "xy"} == {
        "x": 2,
        "y": 0,
    }
    assert ruled(fought)["field works"] == "absorb"


def test_b12_a_retreat_says_what_it_costs():
    ready = case("bt")
    answers = {"attacker.next-battle-1": "kursk", "kursk.r1.attacker.losses": {"pz": 1}, "kursk.r1.attacker.retreat": "stay"}
    dice = {"kursk.air-to-air.1": [6], "kursk.air-to-air.2": [6], "kursk.r1.defender.fire": [1], "kursk.r1.attacker.fire": [2]}
    waiting = StopsAt("kursk.r1.defender.retreat", dice, answers | {"kursk.r1.defender.losses": {"s13": 1}})
    seen = []
    waiting.choice = lambda question, ask=waiting.choice: seen.append(question) or ask(question)
    with pytest.raises(Stopped):
        Walk(ready.start, bare_log(), waiting).run()
    assert seen[-1].options["retreat"].startswith("retreat with everything: room for ")
    assert seen[-1].by == "Soviet"


def test_b13b_the_state_agrees_with_the_ways_out():
    text = (CASES / "linked.yaml").read_text()
    sheets = sheets_at("bokovskaya.air-to-air.1", text, {}, {"attacker.next-battle-1": "bokovskaya"})
    ways = next(rows for title, rows in sheets.items() if title.startswith("Ways out"))
    elsewhere = sheets["Units elsewhere"]
    assert ("Kletskaya", "Soviet", "m4", "2", "half capacity; the attackers have left it") in ways
    places = {row[2]: (row[1], row[-1]) for row in elsewhere}
    assert places["Army 21"] == ("on the line to Golubinsky", "has left Kletskaya")


def test_b0_the_odds_of_a_battle_are_what_an_independent_count_gives():
    ready = case("od1")
    odds = exact(Situation(ready.ruleset, with_policies(ready.script), ready.start))
    taken = sum((share for result, share in odds.results().items() if result.startswith("taken")), Fraction(0))
    assert round(float(100 * taken), 2) == 95.21
