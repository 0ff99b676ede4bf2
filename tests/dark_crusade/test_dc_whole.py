"""What a scenario may say, what is shown before and after a phase, and the combat table (B0, B10, B12, B16), compared whole."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from dc_support import MAP, combat, drawn, made_up, opened, scenario, table
from support import ask, fight
from test_dc_fire import Listener

from airwar.engine.chart import Chart
from airwar.engine.dice import Dice
from airwar.engine.events import NeedsChart, Note, Ruling
from airwar.errors import BadScenario
from airwar.loading import parse_scenario
from airwar.rulesets.dark_crusade.charts import doubts_about, heads_faults
from airwar.rulesets.dark_crusade.combat_table import (
    Column,
    OnColumns,
    doubts,
    groups,
    groups_on_any_table,
    height_refused,
    result_of_cell,
    row_faults,
    table_from,
)
from airwar.rulesets.dark_crusade.nations import NATIONS, side_of_nation, usual_size
from airwar.rulesets.dark_crusade.opening import banner, forces, opening, shown_groups, staying_behind, worked_out
from airwar.rulesets.dark_crusade.position import air_cells, as_scenario, point_lines, position_rows, unit_cells, unit_lines
from airwar.rulesets.dark_crusade.printed_table import cell_refused, heads_refused, highest, read_events, rolled
from airwar.rulesets.dark_crusade.sequence import breakthrough_is_fought, next_battle, open_phase, result_of
from airwar.rulesets.dark_crusade.standing import standing
from airwar.rulesets.dark_crusade.state import Air, Line, Plan, Result, Unit

ONE = {"a": "major 2 soviet"}, {"x": "major 2 german"}


def faults(text):
    """The key and the value at each place in a file where it has a problem."""
    rows = text.splitlines()
    try:
        parse_scenario(text, "test.yaml")
    except BadScenario as bad:
        places = [(rows[problem.line - 1], problem.column - 1) for problem in bad.problems]
        return [f"{(row[:at].split() or [''])[-1].lstrip('{')} {row[at:].split(',')[0].rstrip('}')}" for row, at in places]
    return []


# what a scenario may not say


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("major 2 german", []),
        ("major 2 german, losses: 2", []),
        ("major 2 german, losses: 3", ["losses: 3"]),
        ("minor 2 german, losses: 1", []),
        ("minor 2 german, losses: 2", ["losses: 2"]),
        ("major 2 german, losses: 1, dispersed: true", []),
        ("major 2 german, losses: 1, dispersed: false", ["dispersed: false"]),
        ("major 2 german, dispersed: false", []),
        ("major 2 romanian, retreat-size: 2", []),
        ("major 2 romanian, retreat-size: 1", []),
        ("major 2 romanian, retreat-size: 1/2", ["retreat-size: 1/2"]),
        ("major 2 german, retreat-size: 1/2", []),
        ("major 2 german, retreat-size: 2", ["retreat-size: 2"]),
        ("major 2 german, side: soviet", ["at: target", "side: soviet"]),
        ("major 2 german, side: axis", []),
        ("major 2 soviet, side: axis", ["side: axis"]),
        ("major 2 polish, side: axis", []),
        ("major 2 polish, side: axis, retreat-size: 2", []),
        ("major 2 romanian, side: axis", []),
        ("major 2 soviet", ["at: target"]),
        ("major 2 romanian, side: soviet", ["at: target"]),
        ("major 2 german, line: road", ["line: road", "line: road"]),  # it does not attack, and there is no battle at the start
    ],
)
def test_b10_what_a_defending_unit_can_be(said, found):
    text = scenario({"a": "major 2 soviet"}, {"y": "major 1 german", "x": said})
    assert faults(text) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("major 2 soviet", []),
        ("major 2 soviet, retreat-size: 1/2", []),
        ("major 2 soviet, retreat-size: 2", ["retreat-size: 2"]),
        ("major 2 romanian, side: soviet", []),
        ("major 2 romanian, side: soviet, retreat-size: 2", ["retreat-size: 2"]),
        ("major 2 polish, retreat-size: 1/2", ["retreat-size: 1/2"]),
    ],
)
def test_b13a_what_an_attacking_unit_can_be(said, found):
    assert faults(scenario({"a": said}, {"x": "major 1 german"})) == found


@pytest.mark.parametrize("name", ["soviet-air", "field-works"])
def test_b10_ids_of_what_is_no_ground_unit_are_reserved(name):
    assert faults(scenario({"a": "major 2 soviet"}, {name: "major 1 german"})) == [f"id: {name}"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            ("road: {between: [start, target]", "road: {between: [rear, target]"),
            ["line: road", "line: road", "target: {air: {german: 0"],
        ),
        (("way: {between: [target, rear]", "way: {between: [rear, rear]"), ["way: {between: [rear"]),
        (("target: {side: axis}", "target: {side: soviet}"), ["at: target", "target: {air: {german: 0"]),
    ],
)
def test_b12_a_line_leads_from_the_attacker_to_the_battle(change, found):
    assert faults(scenario(*ONE).replace(*change)) == found


@pytest.mark.parametrize("ends", ["[rear]", "[rear, nowhere]", "[nowhere, rear]", "[target, rear, start]"])
def test_b13_a_line_has_two_ends(ends):
    assert len(faults(scenario(*ONE).replace("between: [target, rear]", f"between: {ends}"))) == 1


@pytest.mark.parametrize(
    ("german", "option", "found"),
    [(4, "", []), (5, "", ["german: 5"]), (5, "max-german-air: 5", []), (6, "max-german-air: 5", ["german: 6"])],
)
def test_b5_so_many_german_air_units_are_at_one_point(german, option, found):
    assert faults(scenario(*ONE, german=german, options=option)) == found


@pytest.mark.parametrize(("rounds", "right"), [(0, False), (1, True)])
def test_b8_attackers_may_stay_at_least_once(rounds, right):
    assert (faults(scenario(*ONE, options=f"max-rounds: {rounds}")) == []) is right


@pytest.mark.parametrize(
    ("attackers", "defenders", "count"),
    [({"a": "major 2 soviet"}, {}, 1), ({}, {"x": "major 2 german"}, 1), ({"a": "major 2 soviet"}, {"x": "major 2 german"}, 0)],
)
def test_b4_both_sides_have_ground_units_in_a_battle(attackers, defenders, count):
    more = "\n".join(f"  - {{id: {name}, nation: german, type: major, strength: 1, at: rear}}" for name in "st")
    assert len(faults(scenario(attackers, defenders, more=more, german=1, soviet=1))) == count


def test_b12_an_attacker_has_a_battle_to_go_to():
    where = MAP + "  other: {between: [start, rear], capacity: 2}\n"
    more = "  - {id: b, nation: soviet, type: major, strength: 1, at: start, line: other}"
    assert faults(scenario(*ONE, where=where, more=more)) == ["line: other"]


# nations


def test_b13a_what_a_unit_of_each_nation_counts():
    allies = ("finnish", "hungarian", "italian", "romanian", "slovak", "spanish", "axis-ally")
    reds = ("soviet", "polish", "czechoslovak", "soviet-ally")
    assert set(NATIONS) == {"german", *allies, *reds}
    assert [nation for nation in NATIONS if side_of_nation(nation) == "soviet"] == list(reds)
    for nation, side in product(NATIONS, ("axis", "soviet")):
        assert usual_size(nation, side) == (2 if nation in allies and side == "axis" else 1)


# from the file to the phase


def test_b0_a_scenario_as_a_phase():
    text = scenario(
        {"a": "major 2 soviet, name: First Army, supplied: false"},
        {"x": "minor 3 romanian, losses: 1, works: 2"},
        weather="snow",
        german=1,
        soviet=2,
    )
    text = text.replace(
        "target: {air: {german: 1, soviet: 2}}",
        "target: {air: {german: 1, soviet: 2}, fieldworks: {absorbs: 3}, weather: mud, breakthrough: true}",
    )
    phase = parse_scenario(text, "test.yaml").start.state
    setting = phase.setting
    first, romanian = setting.formations["a"], setting.formations["x"]
    assert (first.name, first.side, first.nation, first.major, first.strength, first.supplied, first.size) == (
        "First Army",
        "soviet",
        "soviet",
        True,
        2,
        False,
        1,
    )
    assert (first.post, first.origin, first.line, first.losses, first.limit, first.fatal) == ("target", "start", "road", 0, 2, 3)
    assert (romanian.name, romanian.side, romanian.major, romanian.supplied, romanian.size) == ("X", "axis", False, True, 2)
    assert (romanian.post, romanian.origin, romanian.line, romanian.losses, romanian.limit, romanian.fatal) == (
        "target",
        "",
        "",
        1,
        2,
        3,
    )
    assert (first.type, romanian.type) == ("major", "minor")
    assert phase.units == (Unit("a", "target"), Unit("x", "target", 1, True, 2))
    plan = setting.battles["target"]
    assert (plan.weather, plan.german_air, plan.soviet_air, plan.works, plan.fortified, plan.breakthrough) == (
        "mud",
        1,
        2,
        3,
        True,
        True,
    )
    assert (plan.air("axis"), plan.air("soviet")) == (1, 2)
    plain = parse_scenario(scenario(*ONE, weather="snow"), "test.yaml").start.state.setting.battles["target"]
    assert (plain.weather, plain.works, plain.fortified, plain.breakthrough) == ("snow", 0, False, False)
    absent = text.replace("fieldworks: {absorbs: 3}", "fieldworks: {present: false, absorbs: 3}")
    none = parse_scenario(absent, "test.yaml").start.state.setting.battles["target"]
    assert (none.works, none.fortified) == (0, False)
    assert (setting.side("attacker"), setting.side("defender"), setting.player("attacker"), setting.player("defender")) == (
        "soviet",
        "axis",
        "Soviet",
        "Axis",
    )
    assert [(line.id, line.ends, line.capacity) for line in setting.lines.values()] == [
        ("road", ("start", "target"), 9),
        ("way", ("target", "rear"), 9),
    ]
    assert (Line("l", ("p", "q"), 1).beyond("p"), Line("l", ("p", "q"), 1).beyond("q")) == ("q", "p")
    other = Plan(german_air=1, soviet_air=2)
    assert (other.air("axis"), other.air("soviet")) == (1, 2)


# the opening


def test_b12_who_stays_behind_is_next_to_a_battle_without_a_line_of_attack():
    more = [
        "  - {id: idle, nation: soviet, type: major, strength: 1, at: start}",
        "  - {id: away, nation: soviet, type: major, strength: 1, at: remote}",
        "  - {id: enemy, nation: german, type: major, strength: 1, at: rear}",
    ]
    where = MAP.replace("lines:", "  remote: {side: ATTACKER}\nlines:") + "  far-road: {between: [remote, rear], capacity: 9}\n"
    phase = parse_scenario(scenario(*ONE, where=where, more="\n".join(more)), "test.yaml").start.state
    assert len(staying_behind(phase)) == 1
    assert staying_behind(phase)[0].startswith("Idle")
    assert len(opening(phase)) == 2
    assert [type(event) for event in opening(phase)] == [Note, Note]


@pytest.mark.parametrize(
    ("attackers", "notes"),
    [({"a": "major 2 soviet"}, 1), ({"a": "major 2 soviet, dispersed: true"}, 2)],
)
def test_b10_attackers_that_begin_dispersed_are_told(attackers, notes):
    phase = parse_scenario(scenario(attackers, {"x": "major 2 german, dispersed: true"}), "test.yaml").start.state
    assert len(opening(phase)) == notes
    setting = replace(phase.setting, table_note="mine", doubts=("one", "two"))
    assert len(opening(replace(phase, setting=setting))) == notes + 3


def test_b8_the_forces_of_a_battle():
    phase = opened(
        {"a": "major 2 soviet, dispersed: true"}, {"x": "minor 3 german, losses: 1", "y": "major 1 german"}, german=1, soviet=3
    )
    phase = phase.with_units([Unit("y", "rear")])
    rows = [
        ("Soviet", "A", "major 2", "0 of 2", "dispersed"),
        ("Soviet", "Soviet air units", "3", "", ""),
        ("Axis", "X", "minor 3", "1 of 2", "dispersed"),
        ("Axis", "German air units", "1", "", ""),
    ]
    assert [(row[0], row[1], *row[3:]) for row in forces(phase).rows] == rows
    assert [bool(row[2]) for row in forces(phase).rows] == [True, False, False, False]
    fewer = replace(phase, survivors=(("target", 1), ("rear", 9)))
    assert [row[3] for row in forces(fewer).rows if row[1] == "Soviet air units"] == ["1"]
    none = replace(phase, survivors=(("target", 0),))
    assert not [row for row in forces(none).rows if row[1] == "Soviet air units"]


def test_b16_a_made_up_table_says_so():
    phase = opened(*ONE)
    assert banner(phase).option == "combat-table"
    assert banner(opened(*ONE, charts="")) is None
    assert banner(opened(*ONE, charts=made_up())) is None


@pytest.mark.parametrize(
    ("total", "lines"),
    [
        (0, [""]),
        (19, ["19"]),
        (20, ["2 x 10, H 19", "20, H 20-36"]),
        (36, ["2 x 18, H 19-35", "36, H 36"]),
        (37, ["19 + 18"]),
        (39, ["3 x 13, H 19", "20 + 19, H 20-36"]),
    ],
)
def test_b16_groups_of_a_total_on_every_table(total, lines):
    assert shown_groups(total).split("\n") == lines
    ways = groups_on_any_table(total)
    for highest_ in range(19, 37):
        (split,) = [split for low, high, split in ways if low <= highest_ <= high]
        assert split == groups(total, highest_)
    assert [low for low, _, _ in ways] == [19, *(high + 1 for _, high, _ in ways[:-1])]
    assert ways[-1][1] == 36


def test_b7_what_is_worked_out_without_a_table():
    text = scenario(
        {"g": "major 2 german", "r": "major 3 romanian"},
        {"x": "major 2 soviet"},
        attacker="axis",
        german=2,
        charts="",
        weather="snow",
    )
    rows = worked_out(parse_scenario(text, "test.yaml").start.state).rows
    assert rows == (
        ("Target", "0", "simultaneous", "Axis", "x3", "9", "9"),
        ("Target", "0", "simultaneous", "Soviet", "", "2", "2"),
    )
    text = scenario({"a": "major 2 soviet"}, {"x": "major 2 german"}, soviet=1, german=1, charts="")
    rows = worked_out(parse_scenario(text, "test.yaml").start.state).rows
    assert [row[1:6] for row in rows] == [
        ("0", "normal", "Soviet", "", "2"),
        ("0", "normal", "Axis", "x2", "4"),
        ("1", "normal", "Soviet", "", "3"),
        ("1", "normal", "Axis", "x2", "4"),
    ]


# the position


def phase_after():
    """A phase with something at every sort of place."""
    where = MAP.replace("rear: {side: DEFENDER}", "rear: {side: DEFENDER, holds: support}").replace(
        "target: {side: DEFENDER}", "target: {side: DEFENDER, holds: combat}"
    )
    defenders = {"x": "minor 3 romanian, supplied: false", "y": "major 2 german, retreat-size: 1/2", "z": "major 1 german"}
    phase = opened({"a": "major 2 soviet", "b": "major 3 polish"}, defenders, where=where)
    units = (Unit("a", "target", 1, True), Unit("b", "", 4), Unit("x", "rear", 0, True, 2), Unit("y", "rear"), Unit("z", ""))
    air = (Air("axis", "", 2), Air("axis", "rear", 1), Air("soviet", "target", 3, True))
    return replace(phase, units=units, air=air, taken=("target",))


def test_b15_the_position_point_by_point():
    assert position_rows(phase_after()) == (
        ("Start", "Soviet", "", "", "", ""),
        ("Target", "Soviet", "A", "major 2", "1 of 2", "dispersed"),
        ("Target", "Soviet", "Soviet air units", "3", "", "dispersed"),
        ("Rear", "Axis", "X", "minor 3", "0 of 2", "dispersed"),
        ("Rear", "Axis", "Y", "major 2", "0 of 2", ""),
        ("Rear", "Axis", "German air units", "1", "", ""),
        ("eliminated", "", "B", "major 3", "4 of 3", ""),
        ("eliminated", "", "Z", "major 1", "0 of 1", ""),
        ("displaced", "", "German air units", "2", "", ""),
    )
    formation = phase_after().setting.formations["a"]
    assert unit_cells(formation, Unit("a", "", 3, True))[3] == ""
    assert air_cells(Air("soviet", "rear", 2)) == ("Soviet air units", "2", "", "")


def test_b15_the_position_in_the_words_of_a_scenario():
    phase = phase_after()
    rows = [row[0] for row in as_scenario(phase).rows]
    assert point_lines(phase, "target") == ["  target: {name: Target, side: soviet}"]
    assert point_lines(phase, "rear") == ["  rear: {name: Rear, side: axis, holds: support}"]
    assert point_lines(phase, "start") == ["  start: {name: Start, side: soviet}"]
    said = {unit.id: "".join(unit_lines(phase.setting.formations[unit.id], unit)) for unit in phase.units}
    read = {name: " ".join(words.split()) for name, words in said.items()}
    assert read["a"] == "- {id: a, name: A, nation: soviet, type: major, strength: 2, at: target, losses: 1}"
    assert (
        read["x"]
        == "- {id: x, name: X, nation: romanian, type: minor, strength: 3, at: rear, dispersed: true, works: 2, supplied: false}"
    )
    assert read["y"] == "- {id: y, name: Y, nation: german, type: major, strength: 2, at: rear, retreat-size: 1/2}"
    changed = replace(phase.setting.formations["x"], side="soviet", size=Fraction(1))
    assert "side: soviet" in " ".join(unit_lines(changed, Unit("x", "rear")))
    assert "retreat-size" not in " ".join(unit_lines(changed, Unit("x", "rear")))
    assert len([row for row in rows if row.startswith("#") and "air unit" in row]) == 3
    text = "\n".join(rows)
    assert [name for name in "abxyz" if f"id: {name}," in text] == ["a", "x", "y"]
    assert text.index("points:") < text.index("units:")


def test_where_every_unit_is():
    found = [(row.side, row.place, row.unit, row.marks) for row in standing((phase_after(),)) if row.count > 0]
    assert found == [
        ("axis", "rear", "x", ("dispersed", "works=2")),
        ("axis", "rear", "y", ()),
        ("axis", "", "german-air", ("displaced",)),
        ("axis", "rear", "german-air", ()),
        ("axis", "", "z", ("eliminated",)),
        ("soviet", "target", "a", ("dispersed", "losses=1")),
        ("soviet", "target", "soviet-air", ("dispersed",)),
        ("soviet", "", "b", ("eliminated",)),
    ]


def test_air_units_are_over_the_point_where_they_are_to_fight_and_attackers_are_bound_for_it():
    begun = parse_scenario(scenario(*ONE, german=1, soviet=2), "test.yaml").start.state
    air = [(row.place, row.unit, row.count, row.marks) for row in standing((begun,)) if row.unit.endswith("-air")]
    assert air == [("target", "german-air", 1, ("over",)), ("target", "soviet-air", 2, ("over",))]
    left = [row for row in standing((replace(begun, survivors=(("target", 1),)),)) if row.unit == "soviet-air"]
    assert [(row.count, row.marks) for row in left] == [(1, ("over",)), (1, ("eliminated",))]
    (attacker,) = [row for row in standing((begun,)) if row.unit == "a"]
    assert (attacker.place, attacker.marks) == ("start", ("bound-for=target",))
    (there,) = [row for row in standing((replace(begun, pending=()),)) if row.unit == "a"]
    assert (there.place, there.marks) == ("target", ())


# the sequence


TWO = """
points:
  start: {side: ATTACKER}
  target: {side: DEFENDER}
  rear: {side: DEFENDER}
lines:
  road: {between: [start, target], capacity: 9}
  way: {between: [target, rear], capacity: 9}
  other: {between: [start, rear], capacity: 9}
"""
SECOND = "\n".join(
    [
        "  - {id: b, nation: soviet, type: major, strength: 1, at: start, line: other}",
        "  - {id: y, nation: german, type: major, strength: 1, at: rear}",
    ]
)


def two_battles(**said):
    return scenario(*ONE, where=TWO, more=SECOND, **said) + "\n  rear: {air: {german: 0, soviet: 1}}"


BACK = {"target.r1.attacker.retreat": "retreat", "rear.r1.attacker.retreat": "retreat"}
QUIET = {"target.r1.defender.fire": [1], "rear.r1.defender.fire": [1]}


@pytest.mark.parametrize("first", ["target", "rear"])
def test_b0_the_attacker_orders_his_battles_and_air_combat_opens_each(first):
    fought = fight(two_battles(soviet=1), QUIET | {"target.flak": [1], "rear.flak": [1]}, BACK | {"attacker.next-battle-1": first})
    order = [key.partition(".")[0] for key in fought.rolls()]
    assert order == [first, first, *(["rear", "rear"] if first == "target" else ["target", "target"])]
    assert [body["option"] for body in fought.told("ruling")][:2] == ["air-combat", "battle-order"]
    assert [point for point, _ in fought.state.results] == [order[0], order[-1]]
    assert fought.end.result == result_of(fought.state)
    assert fought.end.result.count(";") == 1


def test_b0_the_next_battle_is_asked_outside_all_of_them():
    where = TWO.replace("lines:", "  side: {side: DEFENDER}\nlines:") + "  third: {between: [start, side], capacity: 9}\n"
    more = "  - {id: c, nation: soviet, type: major, strength: 1, at: start, line: third}"
    more += "\n  - {id: z, nation: german, type: major, strength: 1, at: side}"
    text = scenario(*ONE, where=where, more=f"{SECOND}\n{more}") + "\n  rear: {}\n  side: {}"
    dice, back = QUIET | {"side.r1.defender.fire": [1]}, BACK | {"side.r1.attacker.retreat": "retreat"}
    fought = fight(text, dice, back | {"attacker.next-battle-1": "side", "attacker.next-battle-2": "rear"})
    asked = {question.key: list(question.options) for question in fought.asked if "next-battle" in question.key}
    assert asked == {"attacker.next-battle-1": ["target", "rear", "side"], "attacker.next-battle-2": ["target", "rear"]}
    assert [point for point, _ in fought.state.results] == ["side", "rear", "target"]


def test_b0_a_battle_is_at_a_point_of_the_map():
    assert len(faults(scenario(*ONE) + "\n  nowhere: {}")) == 1


def test_b0_by_option_all_air_combat_comes_first_and_battles_are_fought_as_listed():
    options = "air-combat: all-first, battle-order: listed"
    fought = fight(two_battles(soviet=1, options=options), QUIET | {"target.flak": [1], "rear.flak": [1]}, BACK)
    assert list(fought.rolls()) == ["target.flak", "rear.flak", "target.r1.defender.fire", "rear.r1.defender.fire"]
    assert fought.state.survivors == (("target", 1), ("rear", 1))
    assert [body["option"] for body in fought.told("ruling")].count("battle-order") == 1


def test_b0_a_single_battle_needs_no_order():
    fought = fight(scenario(*ONE), {"target.r1.defender.fire": [1]}, {"target.r1.attacker.retreat": "retreat"})
    told = [body["option"] for body in fought.told("ruling")]
    assert "air-combat" not in told
    assert "battle-order" not in told
    assert fought.end.result == fought.state.results[0][1] == Result.ATTACKERS_RETREATED
    assert result_of(replace(fought.state, results=fought.state.results * 2)).count("Target") == 2


@pytest.mark.parametrize("option", ["as-regular", "stop"])
def test_b13c_breakthrough_combat(option):
    text = two_battles(options=f"breakthrough-procedure: {option}").replace(
        "rear: {air: {german: 0", "rear: {breakthrough: true, air: {german: 0"
    )
    phase = parse_scenario(text, "test.yaml").start.state
    ref = Listener()
    assert breakthrough_is_fought(ref, phase) is (option == "as-regular")
    assert [type(event) for event in ref.events] == [Ruling if option == "as-regular" else NeedsChart]
    if option == "stop":
        end = ask(next_battle, phase, answers={"attacker.next-battle-1": "rear"})
        assert (end.result, end.state.pending) == ("needs chart breakthrough-combat", ("rear", "target"))
        target = ask(next_battle, phase, answers={"attacker.next-battle-1": "target"})
        assert target.keep.pending == ("rear",)
        assert target.keep.fought == "target"


def test_b16_without_a_table_and_without_a_reader_the_phase_ends_at_once():
    phase = parse_scenario(scenario(*ONE, charts=""), "test.yaml").start.state
    end = ask(open_phase, phase)
    assert (end.result, end.state) == ("needs chart combat-table", phase)


# the combat table


def chart(columns, rows, roll="1d6", **more):
    cells = tuple((str(label), tuple(map(str, results))) for label, results in rows)
    return Chart("combat-table", more.get("title", ""), "", roll, tuple(columns), cells, more.get("note", ""))


RISING = [(face, (face - 1, face)) for face in range(1, 7)]


def test_b16_a_drawn_chart_as_a_table():
    made, wrong = table_from(chart(["1-9", "10-36"], RISING, note="mine", title="My table"))
    assert wrong == []
    assert (made.title, made.highest, made.die, made.note, made.synthetic) == ("My table", 36, 6, "mine", False)
    assert made.columns == (Column(1, 9, (0, 1, 2, 3, 4, 5)), Column(10, 36, (1, 2, 3, 4, 5, 6)))
    assert [column.label for column in (*made.columns, Column(4, 4, ()))] == ["1-9", "10-36", "4"]
    assert [made.column(points).low for points in (1, 9, 10, 36)] == [1, 1, 10, 10]
    assert table_from(chart(["1-36"], [(face, [face]) for face in range(1, 7)]), synthetic=True)[0].synthetic
    assert table_from(chart(["1-36"], [(face, [face]) for face in range(1, 7)]))[0].title
    none, wrong = table_from(chart(["2-9"], [(1, ["x"])]))
    assert (none.columns, none.highest) == ((), 0)
    assert [part for part, _ in wrong] == ["columns", "rows", "rows"]


@pytest.mark.parametrize(
    ("text", "result"), [("0", 0), ("12", 12), ("-", 0), ("\N{EN DASH}", 0), ("x", None), ("1000", None), ("-1", None), ("", None)]
)
def test_b16_a_cell_is_a_number_of_losses(text, result):
    assert result_of_cell(text) == result
    assert (cell_refused(text) is None) is (result is not None)


def test_b16_rows_are_the_faces_of_the_die():
    assert row_faults(chart(["1-36"], [(face, [1]) for face in range(1, 7)]), 6) == []
    assert len(row_faults(chart(["1-36"], [(face, [1]) for face in range(1, 6)]), 6)) == 1
    assert len(row_faults(chart(["1-36"], [(face, [1]) for face in range(6)]), 6)) == 1
    assert len(row_faults(chart(["1-36"], [(face, ["x"]) for face in range(1, 7)]), 6)) == 1
    assert len(row_faults(chart(["1-36"], [(face, ["x"]) for face in range(1, 8)]), 6)) == 2
    assert [part for part, _ in heads_faults(chart(["2-9"], []))] == ["columns"]
    assert heads_faults(chart(["1-9"], [])) == []


@pytest.mark.parametrize(("highest_", "right"), [(18, False), (19, True), (36, True), (37, False)])
def test_b16_the_height_of_a_table(highest_, right):
    refused = height_refused(highest_)
    assert (refused is None) is right
    split = list(groups(37, highest_))
    assert refused is None or str(split)[1:-1].replace(", ", " + ") in refused
    heads = f"1-{highest_}"
    assert (heads_refused(False)(heads) is None) is right
    assert heads_refused(True)(heads) is None
    assert highest(("1-5", heads)) == highest_
    assert highest(("1", "2")) == 2
    assert highest(("1", "x")) == 0


def test_b16_a_line_of_heads_is_checked():
    assert heads_refused(False)("1-9 9-36") is not None
    assert heads_refused(True)("1-9 9-36") is not None
    assert heads_refused(False)("1-9 10-36") is None


@pytest.mark.parametrize(("points", "most"), [(5, 9), (9, 2), (40, 9), (40, 3), (75, 30)])
def test_b16_a_roll_reads_one_die_for_each_group(points, most):
    made = table((1, 9, range(6)), (10, 19, range(2, 8)))
    reading = made.reading(points, most, ("survive",))
    split = groups(points, 19)
    assert (reading.dice, reading.most) == (Dice(len(split), 6), most)
    assert [column.low <= group <= column.high for column, group in zip(reading.columns, split, strict=True)] == [True] * len(split)
    counts = {}
    for faces in product(range(1, 7), repeat=len(split)):
        total = sum(face - 1 if group <= 9 else face + 1 for group, face in zip(split, faces, strict=True))
        assert reading.results(faces) == [face - 1 if group <= 9 else face + 1 for group, face in zip(split, faces, strict=True)]
        assert reading.read(faces) == min(total, most)
        counts[min(total, most)] = counts.get(min(total, most), 0) + 1
    assert dict(reading.outcomes()) == counts
    one = (6,) * len(split)
    how = reading.record(one)
    assert (how.row, how.column) == (" + ".join("6" * len(split)), " + ".join(column.label for column in reading.columns))
    assert how.chart == "test"
    total = sum(reading.results(one))
    assert ("without effect" in how.result) is (total > most)
    assert (str(total - most) in how.result) or total <= most
    assert reading.goal()
    assert OnColumns(reading.dice, reading.columns, most).goal() != reading.goal()


def test_b16_a_roll_has_a_die_for_each_group_and_a_table_a_result_for_each_face():
    reading = table((1, 19, range(6))).reading(40, 9)
    with pytest.raises(ValueError, match="zip"):
        reading.results((1, 2))
    with pytest.raises(ValueError, match="zip"):
        doubts(table((1, 1, [0, 0]), (2, 36, [0])), 0)
    setting = combat(*ONE, charts='\n    columns: "1-9 10-36"').setting

    class Referee(Listener):
        def roll(self, key, reading, by):
            return (1,) * (reading.dice.count - 1)

        def fact(self, key, what, **more):
            return "1"

    with pytest.raises(ValueError, match="zip"):
        rolled(Referee(), setting, "flak", 40, most=9, by="Axis")


def test_b16_a_table_that_gives_nothing_can_do_no_harm():
    nothing = table((1, 5, [0] * 6), (6, 19, [0, 0, 0, 0, 0, 1]))
    assert [nothing.can_harm(points) for points in (0, 5, 6, 19, 20)] == [False, False, True, True, True]


@pytest.mark.parametrize(
    ("columns", "air", "count"),
    [
        ([(1, 36, [0, 0, 0, 0, 1, 1])], 0, 0),
        ([(1, 1, [0, 0, 0, 0, 1, 1]), (2, 36, [0, 0, 0, 1, 1, 1])], 1, 0),
        ([(1, 1, [0, 0, 0, 0, 1, 2]), (2, 36, [0, 0, 0, 1, 1, 2])], 0, 1),  # more losses than points
        ([(1, 5, [0, 0, 0, 0, 1, 2]), (6, 36, [0, 0, 0, 1, 1, 2])], 0, 0),
        ([(1, 5, [0, 0, 0, 0, 1, 2]), (6, 36, [0, 0, 0, 1, 1, 2])], 1, 1),  # more than one air unit
        ([(1, 5, [0, 0, 0, 0, 1, 1]), (6, 36, [0, 0, 0, 1, 1, 7])], 5, 0),
        ([(1, 5, [0, 0, 0, 0, 1, 1]), (6, 36, [0, 0, 0, 1, 1, 7])], 6, 1),
        ([(1, 5, [0, 0, 1, 0, 1, 1]), (6, 36, [0, 0, 1, 1, 1, 1])], 0, 1),  # does not rise
        ([(1, 5, [0, 0, 0, 1, 1, 1]), (6, 36, [0, 0, 0, 0, 1, 1])], 0, 1),  # lower than the column before
        ([(1, 5, [0, 0, 0, 1, 1, 1]), (6, 36, [0, 0, 0, 1, 1, 1])], 0, 0),
    ],
)
def test_b16_what_is_odd_about_a_table(columns, air, count):
    made = table(*columns)
    assert len(doubts(made, air)) == count
    battles = {"a": Plan(soviet_air=air), "b": Plan()}
    assert len(doubts_about(made, battles)) == count
    assert doubts_about(replace(made, synthetic=True), battles) == ()
    assert doubts_about(None, battles) == ()
    assert len(doubts_about(made, {})) == len(doubts(made, 0))


@pytest.mark.parametrize(("results", "most", "notes"), [([1], 1, 0), ([2], 1, 1), ([1, 1], 5, 1), ([3, 1], 1, 1), ([0], 0, 0)])
def test_b16_what_several_dice_come_to_is_told(results, most, notes):
    events = read_events(results, most)
    assert len(events) == notes
    wasted = sum(results) - most
    assert all((str(wasted) in event.text.rpartition("=")[2]) for event in events if wasted > 0)


def test_b16_a_printed_table_is_read_by_a_person():
    """The heads are asked once, then a cell for each die; what goes beyond the endurance has no effect."""
    text = scenario({"a": "major 9 soviet"}, {"x": "major 2 german"}, charts="")
    phase = parse_scenario(text, "test.yaml").start.state
    battle = combat({"a": "major 9 soviet"}, {"x": "major 2 german"}, charts="")
    assert (phase.setting.table, phase.setting.heads) == (None, ())
    assert battle.setting.heads == ()
    columns_only = '\n    columns: "1-9 10-36"'
    setting = combat({"a": "major 9 soviet"}, {"x": "major 2 german"}, charts=columns_only).setting
    assert (setting.table, setting.heads) == (None, ("1-9", "10-36"))
    low = '\n    columns: "1-9 10-18"'
    assert len(faults(scenario(*ONE, charts=low))) == 1
    assert faults(scenario(*ONE, charts=low, options="unusual-table: yes")) == []
    assert len(faults(scenario(*ONE, charts=drawn({"1-18": [0, 0, 0, 1, 1, 1]})))) == 1
    assert faults(scenario(*ONE, charts=drawn({"1-18": [0, 0, 0, 1, 1, 1]}), options="unusual-table: yes")) == []
    assert faults(scenario(*ONE, charts=drawn({"1-19": [0, 0, 0, 1, 1, 1]}))) == []
