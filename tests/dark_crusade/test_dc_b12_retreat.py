"""Retreat (B12-B14), from one battle or from several that hang together."""

from fractions import Fraction
from itertools import product

import pytest
from dc_support import DRIVEN, FORK, RULESET, THROWN_BACK, air, controls, fates, notes, play, ruled, scenario, sheet, waiting

ONE = {"a": "minor 1 soviet"}, {"x": "minor 1 german"}
FULL = "defender.refuge.near w=1 x=1; defender.refuge.far y=1"


def driven(defenders, said="", lines=FORK, *, soviet=0, facts=None, **more):
    """Defenders of strength one are driven off without a loss, and say where they go."""
    side = "axis" if "soviet" in next(iter(defenders.values())) else "soviet"
    attackers = {"a": f"minor 1 {'german' if side == 'axis' else 'soviet'}"}
    text = scenario(attackers, defenders, lines, attacker=side, weather="mud", soviet=soviet, **more)
    return play(text, "flak 1; " * bool(soviet) + DRIVEN + (f"; {said}" if said else ""), facts)


def used(fought):
    """What has retreated over each line."""
    sheets = {sheet.title: sheet.rows for sheet in RULESET.tables((fought.state,))}
    return {row[0]: row[3] for row in sheets.get("Lines retreated over", ())}


# attackers


@pytest.mark.proves("B12")
def test_d31_attackers_go_back_to_their_origins_and_are_dispersed_whatever_the_lines_carry():
    text = scenario({"a": "major 1 soviet", "b": "major 2 soviet foe>target"}, {"x": "minor 1 german"}, FORK)
    fought = play(text, THROWN_BACK)
    assert fates(fought) == {"a": "start dispersed", "b": "foe dispersed", "x": "target"}
    assert fought.end.result == "held: attackers retreated"


def test_b12_attackers_that_retreat_are_told_dispersed_unless_they_were():
    text = scenario({"a": "major 1 soviet, dispersed: true", "b": "major 1 soviet"}, {"x": "minor 1 german"})
    fought = play(text, THROWN_BACK)
    assert fought.losses() == [("Soviet", "B", 1, "dispersed")]
    assert fought.statuses() == [("Soviet", name, 1, "retreated to Start") for name in "AB"]


@pytest.mark.proves("B4")
def test_b12_soviet_air_goes_back_with_ground_units_of_its_choice_undispersed():
    units = {"a": "major 1 soviet", "b": "major 2 soviet foe>target"}
    fought = play(
        scenario(units, {"x": "minor 1 german"}, FORK, soviet=3), f"flak 1; {THROWN_BACK}; soviet-air.return start=1 foe=2"
    )
    assert air(fought, "soviet") == {"start": 1, "foe": 2}
    assert ("Soviet", "Soviet air units", 2, "returned to Foe") in fought.statuses()
    question = next(one for one in fought.asked if one.key.endswith("soviet-air.return"))
    assert (question.least, question.most) == (3, 3)


def test_b12_soviet_air_that_defends_stays_when_the_attackers_go_back():
    text = scenario({"a": "minor 1 german"}, {"x": "minor 1 soviet"}, FORK, attacker="axis", soviet=2)
    fought = play(text, f"flak 1; {THROWN_BACK}")
    assert (air(fought, "soviet"), fates(fought)["a"]) == ({"target": 2}, "start dispersed")
    assert fought.statuses() == [("Axis", "A", 1, "retreated to Start")]


def test_b12_soviet_air_goes_only_to_points_from_which_it_came():
    units = {"a": "major 1 soviet", "b": "major 2 soviet foe>target", "c": "major 1 soviet west>target"}
    text = scenario(
        units, {"x": "minor 1 german"}, FORK + ", west-target 3", {"target": "air: {soviet: 3, from: {start: 2, foe: 1}}"}
    )
    fought = play(text, f"flak 3; {THROWN_BACK}; soviet-air.return start=1 foe=1")
    question = next(one for one in fought.asked if one.key.endswith("soviet-air.return"))
    assert question.items == {"start": 2, "foe": 1}
    assert question.refuses({"west": 1}) == "Soviet air goes back with its ground units, and none goes to West (B4)"
    assert air(fought, "soviet") == {"start": 1, "foe": 1}


def test_b12_soviet_air_goes_only_with_ground_units_that_are_left():
    units = {"a": "minor 1 soviet", "b": "major 2 soviet foe>target"}
    text = scenario(units, {"x": "minor 1 german"}, FORK, soviet=3)
    fought = play(text, "flak 1; defender.fire 6; attacker.losses a=1; attacker.retreat retreat")
    assert air(fought, "soviet") == {"foe": 3}


def test_b4_attacking_air_without_ground_units_goes_back_to_a_starting_point():
    fought = play(scenario({"a": "minor 1 soviet"}, {"x": "major 3 german"}, soviet=2), "flak 1; defender.fire 6")
    assert fought.end.result == "held: attackers destroyed"
    assert air(fought, "soviet") == {"start": 2}


# defenders: room on the lines


def test_b12_defenders_of_whom_some_are_destroyed_have_retreated():
    text = scenario({"a": "minor 1 german"}, {"x": "minor 1 soviet", "y": "minor 1 soviet"}, attacker="axis", weather="mud")
    fought = play(text, "defender.fire 1; attacker.retreat stay; attacker.fire 6; defender.losses x=1; defender.retreat retreat")
    assert fates(fought) == {"a": "target", "x": "eliminated", "y": "rear"}
    assert fought.end.result == "taken: defenders retreated"


@pytest.mark.proves("B12", "B13a")
def test_d30_half_of_a_force_cannot_retreat():
    with pytest.raises(ValueError, match="own points are filled first; still to go: X, Y"):
        driven({"x": "minor 1 soviet", "y": "minor 1 soviet"}, "defender.refuge.near nobody")


@pytest.mark.proves("B13", "B13a")
def test_b13_the_owner_says_which_units_go_where_and_nobody_is_dispersed():
    fought = driven({"x": "minor 1 soviet", "y": "minor 1 soviet"}, "defender.refuge.near y=1")
    assert fates(fought) == {"a": "target", "x": "far", "y": "near"}
    assert fought.end.result == "taken: defenders retreated"
    assert fought.statuses() == [("Soviet", "Y", 1, "retreated to Near"), ("Soviet", "X", 1, "retreated to Far")]


def test_b13a_an_allied_army_takes_two_places():
    units = {"x": "minor 1 romanian", "y": "minor 1 german"}
    fought = driven(units, "defender.refuge.near x=1")
    assert fates(fought, "x", "y") == {"x": "near", "y": "far"}
    assert used(fought) == {"target-near": "2", "target-far": "1"}
    with pytest.raises(ValueError, match="3 is too much for the line to Near, which has room for 2"):
        driven(units, "defender.refuge.near x=1 y=1")


def test_b13a_two_half_divisions_take_one_place():
    units = dict.fromkeys("xy", "minor 1 german, retreat-size: 1/2") | {"z": "minor 1 german"}
    fought = driven(units, "defender.refuge.near z=1")
    assert fates(fought, "x", "y", "z") == {"x": "far", "y": "far", "z": "near"}
    assert used(fought) == {"target-near": "1", "target-far": "1"}


ALLIES = ("finnish", "hungarian", "italian", "romanian", "slovak", "spanish", "axis-ally")


@pytest.mark.parametrize("nation", ["german", *ALLIES, "soviet", "polish", "czechoslovak", "soviet-ally"])
def test_b13a_a_unit_counts_one_and_an_axis_allied_army_two(nation):
    red = nation in ("soviet", "polish", "czechoslovak", "soviet-ally")
    mine = {"a": "minor 1 german" if red else "minor 1 soviet"}
    text = scenario(
        mine, {"x": f"minor 1 {nation}"}, "start-target 0, target-rear 1", attacker="axis" if red else "soviet", weather="mud"
    )
    if nation in ALLIES:  # the line is too small, so nobody is asked
        fought = play(text, f"{DRIVEN.rpartition(';')[0]}; r2: {THROWN_BACK}")
        assert "the defenders have nowhere to retreat to" in notes(fought)
    else:
        fought = play(text, DRIVEN)
    assert fates(fought, "x") == {"x": "target" if nation in ALLIES else "rear"}


@pytest.mark.proves("B13b")
def test_b13a_own_points_are_filled_before_enemy_points():
    units = dict.fromkeys("wxyz", "minor 1 german")
    assert fates(driven(units, FULL), "w", "x", "y", "z") == {"w": "near", "x": "near", "y": "far", "z": "foe"}
    with pytest.raises(ValueError, match="own points are filled first; still to go: "):
        driven(units, "defender.refuge.near w=1")


def test_b13a_two_lines_to_one_point_are_two_questions():
    lines = "start-target 0, rail:target-near 1, trail:target-near 1, foe-target 4"
    units = dict.fromkeys("xyz", "minor 1 soviet")
    fought = driven(units, "defender.refuge.near.rail y=1; defender.refuge.near.trail z=1", lines)
    assert fates(fought, "x", "y", "z") == {"x": "foe", "y": "near", "z": "near"}
    assert used(fought) == {"rail": "1", "trail": "1", "foe-target": "1"}


@pytest.mark.parametrize(("used_before", "said"), [("0", False), ("1/2", True), ("2", True)])
def test_b13a_earlier_retreats_over_a_line_are_told(used_before, said):
    text = scenario({"a": "minor 1 german"}, {"x": "minor 1 soviet"}, attacker="axis", weather="mud")
    fought = play(text.replace("[target, rear], capacity: 9", f"[target, rear], capacity: 9, used: {used_before}"), DRIVEN)
    assert ("lines that carried a retreat earlier in the phase have that much less room" in notes(fought)) is said


SIZES = {"one": Fraction(1), "army": Fraction(2), "ss": Fraction(1, 2), "two": Fraction(1)}
WORDS = {"one": "minor 1 german", "army": "minor 1 romanian", "ss": "minor 1 german, retreat-size: 1/2", "two": "minor 1 german"}


def fit(units, rooms):
    """Every way to send some of the units over the lines, as the lists of those on each line."""
    for way in product(range(len(rooms) + 1), repeat=len(units)):
        lines = [[unit for unit, at in zip(units, way, strict=True) if at == number] for number in range(len(rooms) + 1)]
        if all(sum(SIZES[unit] for unit in line) <= room for line, room in zip(lines, rooms, strict=False)):
            yield lines


@pytest.mark.proves("B12")
@pytest.mark.parametrize("rooms", [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2)])
@pytest.mark.parametrize("units", [("one", "two"), ("one", "army"), ("ss", "one", "two"), ("army", "ss", "one"), tuple(SIZES)])
def test_b13a_nobody_stays_behind_who_could_have_gone(units, rooms):
    """Every answer about the first line: it is legal if in some way to go on nobody is left who would fit on a line."""
    text = scenario(
        {"a": "minor 1 soviet"},
        {unit: WORDS[unit] for unit in units},
        "start-target 0, target-near {}, target-far {}".format(*rooms),
    )
    legal = set()
    for *lines, left in fit(units, rooms):
        free = max(room - sum(SIZES[unit] for unit in line) for line, room in zip(lines, rooms, strict=True))
        if all(SIZES[unit] > free for unit in left):
            legal.add(frozenset(lines[0]))
    question = waiting(text, "target.r1.defender.refuge.near", DRIVEN).question
    for some in product((0, 1), repeat=len(question.items)):
        answer = dict(zip(question.items, some, strict=True))
        sent = frozenset(unit for unit, number in answer.items() if number)
        assert (question.refuses(answer) is None) is (sent in legal), sent
    assert question.refuses(question.default) is None


def test_b13a_room_that_was_left_on_an_earlier_line_counts():
    units, lines = (
        {"x": "minor 1 romanian", "y": "minor 1 german", "z": "minor 1 german"},
        "start-target 0, target-near 2, target-far 2",
    )
    with pytest.raises(ValueError, match="still to go: Z"):  # who would have found room at Near
        driven(units, "defender.refuge.near y=1; defender.refuge.far x=1", lines)
    fought = driven(units, "defender.refuge.near y=1; defender.refuge.far z=1", lines)
    assert fates(fought, "x", "y", "z") == {"x": "eliminated", "y": "near", "z": "far"}


# Soviet air goes with its ground units

RED = {"x": "minor 1 soviet"}


@pytest.mark.proves("B13a")
def test_b4_retreating_soviet_air_goes_where_its_ground_units_go_and_takes_a_place_each():
    fought = driven(RED, "defender.refuge.near x=1", "start-target 0, target-near 4, target-far 4, foe-target 4", soviet=2)
    assert fates(fought, "x") == {"x": "near"}
    assert air(fought, "soviet") == {"near": 2}
    assert used(fought) == {"target-near": "3"}


@pytest.mark.proves("B12", "B13a")
@pytest.mark.parametrize(("room", "left"), [(1, 0), (2, 1), (3, 2)])
def test_b4_soviet_air_crowds_no_army_out_and_goes_nowhere_alone(room, left):
    """There is room at Foe, but no ground unit goes there."""
    fought = driven(RED, "", f"start-target 0, target-near {room}, foe-target 4", soviet=2)
    assert fates(fought, "x") == {"x": "near"}
    assert sum(air(fought, "soviet").values()) == left
    lost = [count for _, unit, count, fate in fought.losses() if (unit, fate) == ("Soviet air units", "eliminated")]
    assert lost == [2 - left] * (left < 2)
    assert ("Soviet air units that find no room are eliminated" in notes(fought)) == (left < 2)
    assert "no-retreat" not in ruled(fought)  # which is about ground units


def test_b4_soviet_air_follows_to_own_points_first():
    units = {"x": "minor 1 soviet", "y": "minor 1 soviet"}
    fought = driven(units, "defender.refuge.near x=1", "start-target 0, target-near 1, foe-target 6", soviet=1)
    assert fates(fought, "x", "y") == {"x": "near", "y": "foe"}
    assert air(fought, "soviet") == {"foe": 1}
    fought = driven(units, "defender.refuge.near x=1 y=1", "start-target 0, target-near 3, target-far 1, foe-target 6", soviet=1)
    assert air(fought, "soviet") == {"near": 1}


@pytest.mark.proves("B4")
@pytest.mark.parametrize(
    ("option", "room", "left"), [("eliminate", 2, {}), ("retreat", 2, {"near": 2}), ("retreat", 1, {"near": 1})]
)
def test_b4_defending_air_whose_ground_units_are_gone_is_lost_or_by_option_retreats(option, room, left):
    lines = f"start-target 9, target-near {room}"
    text = scenario({"a": "major 6 german"}, RED, lines, attacker="axis", soviet=2, options=f"stranded-soviet-air: {option}")
    fought = play(text, "flak 1; defender.fire 1; attacker.retreat stay; attacker.fire 6")
    assert air(fought, "soviet") == left
    assert ruled(fought)["stranded-soviet-air"] == option


# enemy points


@pytest.mark.proves("B13b")
@pytest.mark.parametrize(("capacity", "room"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_d25_enemy_points_are_open_at_half_capacity_rounded_down(capacity, room):
    names = "uvw"[:room] if room else ""
    units = dict.fromkeys((*names, "z"), "minor 1 german")
    lines = f"start-target 0, target-near 1, foe-target {capacity}"
    fought = driven(units, "defender.refuge.near z=1" if room else "", lines)
    assert fates(fought, *units) == dict.fromkeys(names, "foe") | {"z": "near"}
    more = driven(
        {**units, "y": "minor 1 german"},
        "defender.refuge.near z=1" + ("; defender.refuge.foe " + " ".join(f"{n}=1" for n in names)) * bool(room),
        lines,
    )
    assert fates(more, *names, "y", "z") == dict.fromkeys(names, "foe") | {"y": "eliminated", "z": "near"}


HOLDS = [
    ("none", True),
    ("entrained-factory", True),
    ("partisan", True),
    ("emplaced-factory", False),
    ("combat", False),
    ("support", False),
]


@pytest.mark.proves("B13b")
@pytest.mark.parametrize(("holds", "is_open"), HOLDS)
def test_d27_what_bars_an_enemy_point(holds, is_open):
    fought = driven(dict.fromkeys("wxyz", "minor 1 german"), FULL, points={"foe": f"holds: {holds}"})
    assert fates(fought, "z") == {"z": "foe" if is_open else "eliminated"}
    if is_open and holds != "none":
        assert any(note.startswith(f"Foe holds an enemy {holds.replace('-', ' ')};") for note in notes(fought))


def test_b13b_what_a_point_holds_may_be_asked():
    fought = driven(dict.fromkeys("wxyz", "minor 1 german"), FULL, points={"foe": "holds: ask"}, facts={"foe.holds": "combat"})
    assert fates(fought, "z") == {"z": "eliminated"}
    assert next(body["title"] for body in fought.records if body["t"] == "enter") == "Foe"


@pytest.mark.proves("B13b")
def test_d27_a_combat_unit_of_the_scenario_bars_a_point():
    text = scenario({"a": "minor 1 soviet", "guard": "minor 1 soviet at foe"}, dict.fromkeys("wxyz", "minor 1 german"), FORK)
    assert fates(play(text, f"{DRIVEN}; {FULL}"), "z") == {"z": "eliminated"}


def test_b13b_attackers_that_have_left_do_not_bar_their_starting_point():
    fought = driven(
        dict.fromkeys("wxyz", "minor 1 german"),
        FULL,
        FORK.replace("start-target 0, ", "start-target 2, ").replace(", foe-target 3", ""),
    )
    assert fates(fought, "a", "z") == {"a": "target", "z": "start"}


def test_b13b_air_units_that_have_come_back_bar_a_point():
    text = scenario(
        {"a": "minor 1 soviet", "b": "minor 1 soviet foe>other"},
        {"x": "minor 1 german", "o": "major 6 german at other"},
        "start-target 0, foe-target 9, foe-other 9, target-rear 0",
        {"other": "air: {soviet: 1}", "target": ""},
        options="battle-order: listed",
    )
    fought = play(text, f"other: flak 1; defender.fire 6; target: {DRIVEN.rpartition(';')[0]}; r2: {THROWN_BACK}")
    assert air(fought, "soviet") == {"foe": 1}
    assert "the defenders have nowhere to retreat to" in notes(fought)


# nowhere to go


def test_b13_a_unit_with_nowhere_to_go_is_eliminated():
    fought = driven(dict.fromkeys("xy", "minor 1 german"), "defender.refuge.far y=1", "start-target 0, target-far 1")
    assert fates(fought, "x", "y") == {"x": "eliminated", "y": "far"}
    assert ruled(fought)["no-retreat"] == "eliminate"


def test_b13_who_finds_no_room_keeps_nobody_else_from_retreating():
    text = scenario({"a": "minor 1 soviet"}, dict.fromkeys("vwxyz", "minor 1 german"), FORK)
    assert list(waiting(text, "target.r1.defender.retreat", DRIVEN).question.options) == ["stay", "retreat"]
    units, lines = {"x": "minor 1 romanian", "y": "minor 1 german"}, FORK.replace("foe-target 3", "foe-target 0")
    assert fates(driven(units, "defender.refuge.near y=1", lines), "x", "y") == {"x": "eliminated", "y": "near"}


# without air units

ENDS = {
    "held: attackers retreated": THROWN_BACK,
    "held: attackers destroyed": "defender.fire 6",
    "taken: defenders retreated": DRIVEN,
    "taken: defenders destroyed": "defender.fire 1; attacker.retreat stay; attacker.fire 6",
}


@pytest.mark.parametrize("result", ENDS)
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_b6_where_there_is_no_air_nothing_is_said_of_it(side, result):
    mine, theirs = ("minor 1 german", "minor 1 soviet") if side == "axis" else ("minor 1 soviet", "minor 1 german")
    fought = play(scenario({"a": mine}, {"x": theirs}, attacker=side, weather="mud"), ENDS[result])
    assert fought.end.result == result
    assert not [said for said in (*fought.statuses(), *fought.losses()) if "air" in said[1]]


# several battles in one phase

FOUR = "north-upper 2, south-lower 2, south-upper 2, upper-lower {}"
REDS = {"a": "major 5 soviet north>upper", "b": "major 6 soviet south>lower", "c": "major 2 soviet south>lower"}
GERMANS = {"up": "major 1 german at upper", "low": "major 5 german at lower"}
UP_LEAVES = f"upper: {DRIVEN}"


def linked(room=1, upper="", lower="", more=None, options="battle-order: listed", red=REDS, lines=FOUR):
    return scenario(red, {**GERMANS, **(more or {})}, lines.format(room), {"upper": upper, "lower": lower}, options=options)


@pytest.mark.proves("B13c")
def test_d29_units_that_retreat_to_a_point_that_falls_are_destroyed():
    fought = play(linked(), f"{UP_LEAVES}; lower: defender.fire 1; attacker.retreat stay; attacker.fire 6")
    assert fates(fought, "low", "up") == {"low": "eliminated", "up": "eliminated"}
    assert fought.end.result == "Upper: taken: defenders retreated; Lower: taken: defenders destroyed"
    assert any(note.startswith("Lower is under attack") for note in notes(fought))


@pytest.mark.proves("B13c")
def test_d29_they_are_destroyed_when_its_defenders_retreat_too():
    text = linked(lines=f"{FOUR}, lower-rear 9")
    fought = play(text, f"{UP_LEAVES}; lower: {DRIVEN}")
    assert fates(fought, "low", "up") == {"low": "rear dispersed losses=1", "up": "eliminated"}


@pytest.mark.proves("B13c")
def test_d29_units_that_retreat_to_a_point_that_holds_survive_and_take_no_part():
    stormed = "defender.fire 6; attacker.losses b=5; attacker.retreat stay; attacker.fire 3; defender.retreat stay"
    fought = play(linked(), f"{UP_LEAVES}; lower: {stormed}; r2: attacker.retreat retreat")
    assert fates(fought, "low", "up") == {"low": "lower dispersed losses=1", "up": "lower"}
    assert fought.rolls()["lower.r1.defender.fire"]["column"] == "5"


@pytest.mark.proves("B13c")
@pytest.mark.parametrize(
    ("breakthrough", "order", "goes"), [("true", "listed", "north"), ("false", "listed", "lower"), ("true", "attacker", "lower")]
)
def test_d29_a_point_under_attack_is_closed_to_a_retreat_from_breakthrough_combat(breakthrough, order, goes):
    text = linked(upper=f"breakthrough: {breakthrough}", options=f"battle-order: {order}")
    go = UP_LEAVES + ("; defender.refuge.north up=1" if goes == "north" else "")
    fought = play(text, f"{go}; lower: {THROWN_BACK}")
    assert fates(fought, "up") == {"up": goes}


def test_b13c_sheltering_units_are_lost_when_both_sides_are_destroyed():
    text = scenario(
        {"a": "minor 1 german north>upper", "b": "minor 2 german south>lower"},
        {"up": "minor 1 soviet at upper", "low": "minor 2 soviet at lower"},
        FOUR.format(1),
        {"upper": "weather: mud", "lower": ""},
        attacker="axis",
        options="battle-order: listed",
    )
    fought = play(text, f"{UP_LEAVES}; lower: attacker.fire 6; defender.fire 6")
    assert fates(fought, "up", "low", "b") == dict.fromkeys(("up", "low", "b"), "eliminated")
    assert fought.losses()[-1] == ("Soviet", "Up", 1, "eliminated")
    assert controls(fought)["Lower"] == "Soviet"


@pytest.mark.proves("B6")
def test_b13c_german_air_that_sheltered_is_displaced_when_the_point_falls():
    fought = play(
        linked(upper="air: {german: 1}"),
        f"{UP_LEAVES}; german-air.retreat lower=1; lower: defender.fire 1; attacker.retreat stay; attacker.fire 6",
    )
    assert air(fought, "axis") == {"displaced": 1}


@pytest.mark.proves("B4")
def test_b13c_soviet_air_that_sheltered_is_lost_when_the_point_falls():
    text = scenario(
        {"a": "minor 1 german north>upper", "b": "minor 6 german south>lower"},
        {"up": "minor 1 soviet at upper", "low": "minor 1 soviet at lower"},
        FOUR.format(9),
        {"upper": "air: {soviet: 2}", "lower": ""},
        attacker="axis",
        options="battle-order: listed",
    )
    fought = play(text, f"upper: flak 1; {DRIVEN}; lower: attacker.fire 6; defender.fire 1")
    assert fates(fought, "up", "low") == {"up": "eliminated", "low": "eliminated"}
    assert air(fought, "soviet") == {}
    assert fought.losses()[-1] == ("Soviet", "Soviet air units", 2, "eliminated")


@pytest.mark.proves("B13c")
def test_b13a_own_points_under_attack_come_after_other_own_points_and_before_enemy_points():
    text = linked(more={"too": "major 1 german at upper"}, lines=f"{FOUR}, upper-rear 1")
    at_rear = waiting(text, "upper.r1.defender.refuge.rear", UP_LEAVES)
    assert at_rear.question.refuses({"up": 1}) is None
    assert at_rear.question.refuses({})  # only one of them finds room at Lower
    fought = play(text, f"{UP_LEAVES}; defender.refuge.rear too=1; lower: {THROWN_BACK}")
    assert fates(fought, "up", "too") == {"up": "lower", "too": "rear"}
    full = linked(more={"too": "major 1 german at upper"})
    assert waiting(full, "upper.r1.defender.refuge.lower", UP_LEAVES).question.refuses({})
    fought = play(full, f"{UP_LEAVES}; defender.refuge.lower up=1; defender.refuge.north too=1; lower: {THROWN_BACK}")
    assert fates(fought, "up", "too") == {"up": "lower", "too": "north"}


def test_b13_the_ways_out_are_shown_before_any_unit_retreats():
    fought = play(linked(), f"{UP_LEAVES}; lower: {THROWN_BACK}")
    assert [row[:4] for row in sheet(fought, "Ways out of Upper")] == [
        ("Lower", "Axis", "upper-lower", "1"),
        ("North", "Soviet", "north-upper", "1"),
        ("South", "Soviet", "south-upper", "1"),
    ]


@pytest.mark.proves("B13b", "B15")
def test_b13b_a_point_that_has_fallen_is_the_enemys_and_its_new_garrison_bars_it():
    """Units at Lower cannot follow the line to Upper, where the attackers are now."""
    text = linked(
        9, red={**REDS, "b": "minor 1 soviet south>lower"}, lines=FOUR.replace("south-lower 2", "south-lower 0") + ", upper-rear 9"
    )
    stays = "defender.fire 1; attacker.retreat stay; attacker.fire 1"
    fought = play(text, f"{UP_LEAVES}; defender.refuge.rear up=1; lower: {stays}; r2: {THROWN_BACK}")
    assert fates(fought, "low", "a", "up") == {"low": "lower", "a": "upper", "up": "rear"}
    assert "the defenders have nowhere to retreat to" in notes(fought)


# the attackers' starting point

BACK_AT_SOUTH = f"{UP_LEAVES}; defender.refuge.north nobody; lower: defender.fire 6"


def test_b14_attackers_that_all_return_dispersed_are_destroyed():
    fought = play(linked(0), f"{BACK_AT_SOUTH}; attacker.losses b=4 c=1; attacker.retreat retreat")
    assert fates(fought) == {"a": "upper", "b": "eliminated", "c": "eliminated", "up": "south", "low": "lower"}
    assert fought.losses()[-2:] == [("Soviet", name, 1, "eliminated") for name in "BC"]
    assert fought.end.result.endswith("Lower: held: attackers destroyed")


def test_b14_one_undispersed_attacker_is_enough_to_destroy_them():
    fought = play(linked(0), f"{BACK_AT_SOUTH}; attacker.losses b=5; attacker.retreat retreat")
    assert fates(fought, "up", "b", "c") == {"up": "eliminated", "b": "south dispersed losses=5", "c": "south dispersed"}
    assert fought.end.result.endswith("Lower: held: attackers retreated")


def test_b14_is_judged_for_each_starting_point():
    red = {**REDS, "d": "major 1 soviet east>lower"}
    text = linked(0, red=red, lines=f"{FOUR}, east-lower 2")
    fought = play(text, f"{BACK_AT_SOUTH}; attacker.losses b=4 c=1; attacker.retreat retreat")
    assert fates(fought, "up", "b", "c", "d") == {"up": "south", "b": "eliminated", "c": "eliminated", "d": "east dispersed"}


def test_b14_soviet_air_counts_as_an_undispersed_unit():
    there = f"{UP_LEAVES}; defender.refuge.north nobody; lower: flak 1; defender.fire 6"
    fought = play(linked(0, lower="air: {soviet: 3}"), f"{there}; attacker.losses b=4 c=1; attacker.retreat retreat")
    assert fates(fought, "up", "b", "c") == {"up": "eliminated", "b": "south dispersed losses=4", "c": "south dispersed losses=1"}
    assert air(fought, "soviet") == {"south": 3}


def test_b14_german_air_with_the_intruders_is_displaced():
    text = linked(0, upper="air: {german: 1}")
    said = f"{UP_LEAVES}; defender.refuge.north nobody; german-air.retreat south=1; lower: {THROWN_BACK}"
    assert air(play(text, said), "axis") == {"displaced": 1}


@pytest.mark.proves("B4")
def test_b4_attacking_air_left_alone_does_not_return_to_a_point_where_enemies_have_been_driven():
    red = {**REDS, "b": "minor 1 soviet south>lower", "c": "minor 1 soviet south>lower"}
    text = linked(0, lower="air: {soviet: 3}", red=red)
    fought = play(text, f"{UP_LEAVES}; defender.refuge.north nobody; lower: flak 1; defender.fire 6")
    assert fates(fought, "up") == {"up": "south"}
    assert air(fought, "soviet") == {}
    assert ("Soviet", "Soviet air units", 3, "eliminated") in fought.losses()
    assert "enemies are at every point from which the attack came, so the air units cannot return" in notes(fought)
