"""Where units can go (B4 to B6, B12 to B15): ways out, room on the lines, who goes with whom, and what a battle leaves behind."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from dc_support import combat, opened, scenario
from support import ask
from test_dc_b12_retreat import FORK
from test_dc_fire import Listener

from airwar.engine.events import Loss, Note, Sheet, Status
from airwar.loading import parse_scenario
from airwar.rulesets.dark_crusade.air_moves import (
    AirMove,
    defending_air_is_lost,
    dispersed_on_arrival,
    displaced,
    german_air_follows,
    german_air_move,
    may_return_alone,
    soviet_air_move,
    soviet_air_returns,
)
from airwar.rulesets.dark_crusade.battle import battle_at
from airwar.rulesets.dark_crusade.marching import (
    March,
    Outlook,
    air_retreat_of,
    fill_lines,
    fullest,
    left_over,
    line_refused,
    march_events,
    marched,
    retreat_of,
    sent_over,
    trapped_events,
    without,
)
from airwar.rulesets.dark_crusade.refuge import (
    announced_ways,
    defending_movers,
    enemy_refuges,
    first_refuges,
    further_refuges,
    may_retreat,
    no_way_out,
    own_refuges,
    packed,
    somebody_can_go,
    ways_sheet,
    weight,
)
from airwar.rulesets.dark_crusade.retreat import (
    air_room,
    attackers_are_back,
    crowding,
    german_air_is_gone,
    met_intruders,
    return_events,
    returning_to,
    starting_points,
)
from airwar.rulesets.dark_crusade.state import Air, Outcome, Result, Unit, changed_units, joined
from airwar.rulesets.dark_crusade.ways import Way, ways_out_of

HALF = Fraction(1, 2)
SIZES = {"one": "major 1 german", "army": "major 1 romanian", "ss": "major 1 german, retreat-size: 1/2", "two": "minor 2 german"}


def fork(defenders=None, **said):
    """A battle with a near, a far and an enemy point behind it, with room for 2, 1 and 1."""
    return combat({"a": "major 1 soviet"}, defenders or {"x": "major 1 german"}, where=FORK, **said)


def lines(ways):
    return [(way.line, way.room) for way in ways]


# ways out


def test_b13_every_line_leads_somewhere():
    battle = fork()
    assert lines(battle.ways) == [("l1", 2), ("l2", 1), ("road", 0), ("l3", 1)]
    assert [(way.point, way.side, way.attacked, way.closed, way.used) for way in battle.ways] == [
        ("near", "axis", False, False, 0),
        ("far", "axis", False, False, 0),
        ("start", "soviet", False, False, 0),
        ("foe", "soviet", False, False, 0),
    ]


def with_phase(**changes):
    """The ways out of the target of the fork, the phase changed."""
    return ways_out_of(replace(opened({"a": "major 1 soviet"}, {"x": "major 1 german"}, where=FORK), **changes), "target")


def test_b13a_points_under_attack_come_last_of_ones_own():
    found = with_phase(pending=("near",))
    assert [(way.line, way.attacked) for way in found] == [("l2", False), ("l1", True), ("road", False), ("l3", False)]


@pytest.mark.parametrize(("option", "rooms"), [("whole-phase", [1, 0, 0, 0]), ("each-battle", [2, 1, 0, 1])])
def test_b13a_what_has_retreated_over_a_line_takes_its_room(option, rooms):
    phase = opened({"a": "major 1 soviet"}, {"x": "major 1 german"}, where=FORK, options=f"line-capacity: {option}")
    used = (("l1", Fraction(1)), ("l2", Fraction(3)), ("l3", Fraction(2)))
    found = ways_out_of(replace(phase, used=used), "target")
    assert [way.room for way in found] == rooms
    assert [way.used for way in found] == [1, 3, 0, 2]


@pytest.mark.parametrize(
    ("changes", "closed"),
    [
        ({}, []),
        ({"air": (Air("soviet", "foe", 1),)}, ["l3"]),
        ({"air": (Air("axis", "foe", 1),)}, []),
        ({"air": (Air("soviet", "near", 1),)}, []),
        ({"taken": ("near",)}, []),
        ({"units": (Unit("a", "foe"), Unit("x", "target"))}, ["l3"]),
        ({"units": (Unit("a", "target"), Unit("x", "foe"))}, []),
        ({"units": (Unit("a", "near"), Unit("x", "target")), "taken": ("near",)}, ["l1"]),
    ],
)
def test_b13b_what_bars_an_enemy_point(changes, closed):
    found = with_phase(**changes)
    assert [way.line for way in found if way.closed] == closed
    assert [way.line for way in found][len(found) - len(closed) :] == closed


@pytest.mark.parametrize(
    ("holds", "open_"), [("none", True), ("partisan", True), ("entrained-factory", True), ("combat", False), ("support", False)]
)
def test_b13b_what_an_enemy_point_holds(holds, open_):
    where = FORK.replace("foe: {side: ATTACKER, holds: none}", f"foe: {{side: ATTACKER, holds: {holds}}}")
    battle = combat({"a": "major 1 soviet"}, {"x": "major 1 german"}, where=where)
    assert ("l3" in [way.line for way in enemy_refuges(battle)]) is open_


@pytest.mark.parametrize("breakthrough", [True, False])
def test_b13c_points_under_attack_are_closed_in_breakthrough_combat(breakthrough):
    phase = replace(opened({"a": "major 1 soviet"}, {"x": "major 1 german"}, where=FORK), pending=("near",))
    plan = replace(phase.setting.battles["target"], breakthrough=breakthrough)
    phase = replace(phase, setting=replace(phase.setting, battles={"target": plan}))
    assert [way.line for way in ways_out_of(phase, "target") if way.closed] == (["l1"] if breakthrough else [])


# refuges


def attacked(battle, *points):
    return replace(battle, ways=tuple(way._replace(attacked=way.point in points) for way in battle.ways))


@pytest.mark.parametrize(
    ("option", "first", "further"),
    [("yes", ["l1", "l2"], ["road", "l3"]), ("no", ["l2"], ["l1", "road", "l3"])],
)
def test_b13a_own_points_come_first(option, first, further):
    battle = attacked(fork(options=f"attacked-points-first: {option}"), "near")
    assert [way.line for way in own_refuges(battle)] == ["l1", "l2"]
    assert [way.line for way in first_refuges(battle)] == first
    assert [way.line for way in further_refuges(battle)] == further
    assert [way.line for way in enemy_refuges(battle)] == ["road", "l3"]
    shut = replace(battle, ways=tuple(way._replace(closed=True) for way in battle.ways))
    assert [own_refuges(shut), first_refuges(shut), further_refuges(shut), enemy_refuges(shut)] == [[], [], [], []]


def fits_by_trying(sizes, rooms):
    return any(
        all(sum(size for size, at in zip(sizes, way, strict=True) if at == number) <= room for number, room in enumerate(rooms))
        for way in product(range(len(rooms)), repeat=len(sizes))
    )


ROOMS = [Fraction(0), HALF, Fraction(1), Fraction(3, 2), Fraction(2)]


@pytest.mark.parametrize("names", [("one",), ("army",), ("ss", "one"), ("army", "ss", "one"), ("ss", "two", "one")])
def test_b13a_units_fit_on_the_lines_if_some_way_to_send_them_does(names):
    setting = fork(SIZES).setting
    assert weight(setting, dict.fromkeys(names, 2)) == 2 * sum(setting.formations[name].size for name in names)
    movers = dict.fromkeys(names, 1)
    sizes = [setting.formations[name].size for name in names]
    for rooms in product(ROOMS, repeat=2):
        left = packed(setting, movers, rooms)
        assert (left is not None) is fits_by_trying(sizes, rooms), rooms
        if left is not None:
            assert sum(left) == sum(rooms) - sum(sizes)
            assert all(free >= 0 for free in left)
    assert packed(setting, {"soviet-air": 3}, [Fraction(2), Fraction(2)]) == [0, 1]
    assert packed(setting, {}, []) == []


@pytest.mark.parametrize("reserve", [None, [], [Fraction(1)], [Fraction(2)]])
@pytest.mark.parametrize("names", [("one",), ("army",), ("ss", "one"), ("army", "one")])
def test_b12_nobody_stays_behind_who_could_have_gone(reserve, names):
    """Units that fit into what was left unused must fit on later lines; where nobody may be lost, all must fit somewhere."""
    setting = fork(SIZES).setting
    for spare, unused, later in product(ROOMS[:4], ROOMS[:4], [[], [Fraction(1)], [Fraction(2)]]):
        free = max(spare, unused)
        bound = [setting.formations[name].size for name in names if setting.formations[name].size <= free]
        others = [setting.formations[name].size for name in names if setting.formations[name].size > free]
        if reserve is None:
            right = fits_by_trying(bound, later)
        else:
            rooms, sizes = [*later, *reserve], [*bound, *others]
            right = any(
                all(at < len(later) for at in way[: len(bound)])
                and all(
                    sum(s for s, at in zip(sizes, way, strict=True) if at == number) <= room for number, room in enumerate(rooms)
                )
                for way in product(range(len(rooms)), repeat=len(sizes))
            )
        found = Outlook(spare, later, reserve).all_find_room(setting, dict.fromkeys(names, 1), unused)
        if reserve is None or not (bound and others):  # two sorts at once are packed cautiously
            assert found is right, (spare, unused, later)
        else:
            assert right or not found, (spare, unused, later)


@pytest.mark.parametrize(
    ("defenders", "side", "soviet", "option", "movers"),
    [
        ({"x": "major 1 soviet", "y": "major 1 soviet"}, "axis", 2, "with-ground-units", {"x": 1, "y": 1}),
        ({"x": "major 1 soviet"}, "axis", 2, "like-ground-units", {"x": 1, "soviet-air": 2}),
        ({"x": "major 1 soviet"}, "axis", 0, "like-ground-units", {"x": 1}),
        ({"x": "major 1 german"}, "soviet", 2, "like-ground-units", {"x": 1}),
    ],
)
def test_b13_who_finds_his_own_way_out(defenders, side, soviet, option, movers):
    attackers = {"a": "major 1 german"} if side == "axis" else {"a": "major 1 soviet"}
    battle = combat(attackers, defenders, attacker=side, soviet=soviet, options=f"soviet-air-retreats: {option}")
    assert defending_movers(battle) == movers


FULL = {"p": "major 1 romanian", "q": "major 1 german", "r": "major 1 german", "s": "major 1 german"}


@pytest.mark.parametrize(
    ("defenders", "option", "may", "somebody"),
    [
        ({"q": "major 1 german"}, "eliminate", True, True),
        (FULL, "eliminate", True, True),
        (FULL, "forbid", False, True),
        ({name: FULL[name] for name in "pqr"}, "forbid", True, True),
    ],
)
def test_b13_whether_the_defenders_may_retreat(defenders, option, may, somebody):
    battle = fork(defenders, options=f"no-retreat: {option}")
    assert (may_retreat(battle), somebody_can_go(battle)) == (may, somebody)
    assert isinstance(no_way_out(battle), Note) is not somebody
    shut = replace(battle, ways=tuple(way._replace(room=HALF) for way in battle.ways))
    assert (may_retreat(shut), somebody_can_go(shut)) == (False, False)
    assert isinstance(no_way_out(shut), Note)
    exact = replace(fork({"q": "major 1 german"}), ways=tuple(way._replace(room=Fraction(1)) for way in battle.ways[:1]))
    assert somebody_can_go(exact)


@pytest.mark.parametrize(
    ("points", "defenders", "changes", "told"),
    [
        ((), FULL, {}, []),
        (("near",), FULL, {}, ["attacked-points-first"]),
        (("near",), {"q": "major 1 german"}, {}, []),  # the far point has room for it
        (("far",), {"q": "major 1 german", "r": "major 1 german"}, {}, []),
        (("near", "far"), {"q": "major 1 german"}, {}, ["attacked-points-first"]),
        (("near", "far"), {"q": "major 1 german"}, {"foe": Fraction(0)}, []),
        (("near", "far"), {"q": "major 1 german"}, {"near": Fraction(0), "far": Fraction(0)}, []),
    ],
)
def test_b13_the_rulings_on_ways_out_where_they_matter(points, defenders, changes, told):
    battle = attacked(fork(defenders), *points)
    battle = replace(battle, ways=tuple(way._replace(room=changes.get(way.point, way.room)) for way in battle.ways))
    events = announced_ways(battle)
    assert isinstance(events[0], Sheet)
    assert [event.option for event in events[1:]] == told
    used = replace(battle, ways=(*battle.ways[:1], *(way._replace(used=Fraction(1)) for way in battle.ways[1:2]), *battle.ways[2:]))
    assert [event.option for event in announced_ways(used)[1:]] == ["line-capacity", *told]


def test_b13_the_sheet_of_the_ways_out():
    battle = attacked(fork(), "far")
    battle = replace(battle, ways=(*battle.ways, Way("l9", "near", Fraction(3), "axis", closed=True)))
    rows = ways_sheet(battle).rows
    assert [row[:4] for row in rows] == [
        ("Near", "Axis", "l1", "2"),
        ("Far", "Axis", "l2", "1"),
        ("Start", "Soviet", "road", "0"),
        ("Foe", "Soviet", "l3", "1"),
        ("Near", "Axis", "l9", "0"),
    ]
    said = [row[4] for row in rows]
    assert said[0] == ""
    assert len(set(said)) == 5  # under attack, left by the attackers, half capacity, closed


# marching


def test_b13a_a_retreat_names_the_line_where_two_lead_to_one_point():
    battle = fork()
    plain = retreat_of(battle, {"x": 1}, battle.ways[:1], battle.ways[1:])
    assert (plain.movers, lines(plain.ways), [way.line for way in plain.later]) == ((("x", 1),), [("l1", 2)], ["l2", "road", "l3"])
    assert (plain.twins, plain.who, plain.nobody_lost, plain.marches) == (frozenset(), "defender", False, ())
    twin = replace(battle, ways=(*battle.ways, battle.ways[0]._replace(line="l9")))
    assert retreat_of(twin, {"x": 1}, ()).twins == {"near"}
    shut = replace(battle, ways=(*battle.ways, battle.ways[0]._replace(line="l9", closed=True)))
    assert retreat_of(shut, {"x": 1}, ()).twins == frozenset()
    assert retreat_of(battle, {"soviet-air": 2}, ()).who == "soviet-air"
    assert retreat_of(battle, {"soviet-air": 2, "x": 1}, ()).who == "defender"


def test_b13a_what_a_retreat_left_on_its_lines():
    battle = fork(SIZES)
    near, far, _, foe = battle.ways
    twin = replace(battle, ways=(*battle.ways, near._replace(line="l9")))
    marches = (March("one", 1, near), March("ss", 1, near), March("soviet-air", 2, foe))
    retreat = replace(retreat_of(twin, {}, ()), marches=marches)
    assert lines(left_over(twin, retreat)) == [("l1", HALF), ("l3", -1), ("l9", 2)]
    shut = replace(twin, ways=(near._replace(closed=True), far))
    assert left_over(shut, retreat) == []


def test_b4_soviet_air_follows_its_ground_units_own_points_first():
    battle = combat({"a": "major 1 german"}, {"x": "major 1 soviet", "y": "major 1 soviet"}, attacker="axis", where=FORK, soviet=3)
    near, far, _, foe = battle.ways
    retreat = replace(retreat_of(battle, {}, ()), marches=(March("x", 1, foe), March("y", 1, near)))
    air = air_retreat_of(battle, retreat)
    assert (air.movers, lines(air.ways), lines(air.later), air.who) == (
        (("soviet-air", 3),),
        [("l1", 1)],
        [("l3", 0)],
        "soviet-air",
    )
    assert far not in (*air.ways, *air.later)


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        ({"one": 1, "two": 1}, False),
        ({"one": 1, "army": 1}, True),
        ({"army": 1}, False),
        ({"one": 1}, True),
        ({"one": 1, "ss": 1}, False),
    ],
)
def test_b13a_a_line_carries_so_much_and_leaves_nobody_behind(answer, refused):
    battle = fork(SIZES)
    retreat = retreat_of(battle, {"one": 1, "two": 1, "army": 1, "ss": 1}, battle.ways[:2], battle.ways[2:])
    # room for 2 here and for 1 on the next line: whoever fits into what stays unused here must fit there
    given = dict.fromkeys(("one", "two", "army", "ss"), 0) | answer
    assert (line_refused(retreat, battle.ways[0], given) is not None) is refused


def test_b13a_those_who_have_gone_are_no_longer_to_go():
    assert without({"x": 1, "soviet-air": 3}, {"x": 1, "soviet-air": 1}) == {"soviet-air": 2}
    assert without({"x": 1, "y": 2}, {}) == {"x": 1, "y": 2}
    assert without({"x": 1}, {"x": 1}) == {}


def test_b13a_the_usual_answer_sends_as_many_of_the_largest_as_it_may():
    setting = fork(SIZES).setting
    able = {"one": 1, "army": 1, "ss": 2, "two": 1}
    assert fullest(setting, able, lambda answer: None) == able
    assert fullest(setting, able, lambda answer: None if sum(answer.values()) <= 2 else "no") == {"army": 1, "one": 1}
    assert fullest(setting, able, lambda answer: "no" if answer.get("army") else None) == {"one": 1, "two": 1, "ss": 2}
    assert fullest(setting, able, lambda answer: "no" if answer else None) == {}


def test_b13a_a_battle_after_a_retreat():
    battle = fork(SIZES)
    near, far, _, _ = battle.ways
    gone = marched(battle, (March("one", 1, near), March("ss", 1, near), March("soviet-air", 2, far)))
    assert {unit.id: unit.at for unit in gone.ground} == {
        "a": "target",
        "one": "near",
        "ss": "near",
        "army": "target",
        "two": "target",
    }
    assert gone.used == (("l1", Fraction(3, 2)), ("l2", Fraction(2)))
    assert gone.air == (Air("soviet", "far", 2),)
    again = marched(replace(battle, used=(("l1", HALF),)), (March("one", 1, near),))
    assert again.used == (("l1", Fraction(3, 2)),)


def test_b13_what_is_told_of_a_retreat():
    where = FORK.replace("foe: {side: ATTACKER, holds: none}", "foe: {side: ATTACKER, holds: partisan}")
    battle = combat({"a": "major 1 soviet"}, SIZES, where=where)
    near, far, start, foe = battle.ways
    attack = far._replace(attacked=True)
    events = march_events(battle.setting, (March("one", 1, near), March("two", 1, near)))
    assert [type(event) for event in events] == [Status, Status]
    assert [(event.side, event.unit, event.count) for event in events] == [("Axis", "One", 1), ("Axis", "Two", 1)]
    events = march_events(battle.setting, (March("one", 1, attack), March("soviet-air", 2, attack), March("two", 1, foe)))
    assert [type(event) for event in events] == [Status, Status, Status, Note, Note]
    assert (events[1].unit, events[1].count) == ("Soviet air units", 2)
    assert len(march_events(battle.setting, (March("one", 1, start),))) == 1
    assert march_events(battle.setting, ()) == []


def test_b13_what_is_told_of_units_that_found_no_way_out():
    setting = fork(SIZES).setting
    events = trapped_events(setting, {"one": 1, "soviet-air": 2})
    assert [(event.side, event.unit, event.count) for event in events if isinstance(event, Loss)] == [
        ("Axis", "One", 1),
        ("Axis", "Soviet air units", 2),
    ]
    assert events[-1].option == "no-retreat"
    assert [type(event) for event in trapped_events(setting, {"soviet-air": 2})] == [Loss, Note]


# air units


@pytest.mark.parametrize(
    ("german", "points", "offered"),
    [(3, {"near": 2, "far": 0, "foe": 9}, (("near", 2), ("foe", 3))), (0, {"near": 2}, ()), (2, {}, ())],
)
def test_b6_where_german_air_can_go(german, points, offered):
    battle = fork(german=german)
    assert german_air_move(battle, "retreat", points) == AirMove(battle.setting, german, offered, "retreat")


@pytest.mark.parametrize(
    ("points", "answers", "landed", "statuses"),
    [
        ((), {}, (Air("axis", "", 3),), [3]),
        (
            (("near", 2), ("far", 3)),
            {"german-air.retreat": {"near": 1, "far": 1}},
            (Air("axis", "near", 1), Air("axis", "far", 1), Air("axis", "", 1)),
            [1, 1, 1],
        ),
        ((("near", 2), ("far", 3)), {"german-air.retreat": {"far": 3}}, (Air("axis", "far", 3),), [3]),
        ((("near", 2), ("far", 3)), {"german-air.retreat": {}}, (Air("axis", "", 3),), [3]),
    ],
)
def test_b6_german_air_goes_with_ground_units_or_is_displaced(points, answers, landed, statuses):
    setting, told = fork(german=3).setting, []

    def follow(ref, move):
        tell = ref.tell
        ref.tell = lambda make, *args: (told.append(make(*args)), tell(make, *args))
        return german_air_follows(ref, move)

    assert ask(follow, AirMove(setting, 3, points, "retreat"), answers=answers).value == landed
    assert [event.count for event in told if isinstance(event, Status)] == statuses
    assert ask(german_air_follows, AirMove(setting, 0, points, "retreat")).value == ()


def test_b6_the_usual_answer_fills_the_first_point():
    setting, asked = fork(german=3).setting, {}

    class Referee(Listener):
        def allot(self, key, items, **more):
            asked[key] = (items, more["by"], more["most"], more["default"], more.get("least", 0))
            return more["default"]

    german_air_follows(Referee(), AirMove(setting, 3, (("near", 2), ("far", 3)), "advance"))
    soviet_air_returns(Referee(), AirMove(setting, 3, (("near", 3), ("far", 3))))
    assert asked == {
        "german-air.advance": ({"near": 2, "far": 3}, "Axis", 3, {"near": 2}, 0),
        "soviet-air.return": ({"near": 3, "far": 3}, "Soviet", 3, {"near": 3}, 3),
    }


def test_b6_german_air_left_alone_is_placed_by_its_player():
    battle = fork(german=2)
    ref = Listener()
    after = displaced(ref, battle)
    assert (after.german_air, after.air) == (0, (Air("axis", "", 2),))
    assert [event.count for event in ref.events] == [2]
    assert displaced(ref, after) is after


TWO_STARTS = FORK.replace("l3: {between: [foe, target]", "by-road: {between: [foe, target]")
MORE = "  - {id: b, nation: soviet, type: major, strength: 2, at: foe, line: by-road}"


def two_starts(soviet=2, **said):
    return combat(
        {"a": "major 1 soviet"}, {"x": "major 1 german", "z": "major 2 german"}, where=TWO_STARTS, more=MORE, soviet=soviet, **said
    )


def test_b12_soviet_air_goes_back_with_ground_units_or_to_a_free_start():
    battle = two_starts()
    assert soviet_air_move(battle, ["start"]) == AirMove(battle.setting, 2, (("start", 2),))
    assert soviet_air_move(battle, ()) == AirMove(battle.setting, 2, (("start", 2), ("foe", 2)), alone=True)
    driven = battle.with_units(unit._replace(at="foe") for unit in battle.ground if unit.id == "x")
    assert soviet_air_move(driven, ()).points == (("start", 2),)
    assert soviet_air_move(driven, ["foe"]).points == (("foe", 2),)


@pytest.mark.parametrize(
    ("option", "points", "returns", "told"),
    [
        ("return", (("start", 2),), True, []),
        ("return", (), False, [Note, Loss]),
        ("eliminate", (("start", 2),), False, [Loss]),
        ("eliminate", (), False, [Loss]),
    ],
)
def test_b4_air_that_has_lost_its_ground_units(option, points, returns, told):
    setting = fork(options=f"attacking-soviet-air-alone: {option}").setting
    ref = Listener()
    assert may_return_alone(ref, AirMove(setting, 2, points, alone=True)) is returns
    assert ref.options() == ["attacking-soviet-air-alone"]
    assert [type(event) for event in ref.events[1:]] == told
    move = AirMove(setting, 2, points, alone=True)
    landed = ask(soviet_air_returns, move, answers={}).value
    assert landed == ((Air("soviet", "start", 2),) if returns else ())


def test_b12_soviet_air_may_split_up_on_its_way_back():
    setting, points = fork().setting, (("start", 3), ("foe", 3))
    answers = {"soviet-air.return": {"start": 1, "foe": 2}}
    assert ask(soviet_air_returns, AirMove(setting, 3, points), answers=answers).value == (
        Air("soviet", "start", 1),
        Air("soviet", "foe", 2),
    )
    answers = {"soviet-air.return": {"start": 0, "foe": 3}}
    assert ask(soviet_air_returns, AirMove(setting, 3, points), answers=answers).value == (Air("soviet", "foe", 3),)
    assert ask(soviet_air_returns, AirMove(setting, 0, points)).value == ()


@pytest.mark.parametrize(("option", "dispersed"), [("yes", True), ("no", False)])
def test_b12_returning_air_is_dispersed_by_option(option, dispersed):
    setting = fork(options=f"retreating-soviet-air-dispersed: {option}").setting
    ref = Listener()
    landed = (Air("soviet", "start", 1), Air("soviet", "foe", 2))
    assert dispersed_on_arrival(ref, setting, landed) == tuple(air._replace(dispersed=dispersed) for air in landed)
    assert ref.options() == ["retreating-soviet-air-dispersed"]
    assert dispersed_on_arrival(Listener(), setting, ()) == ()


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_b4_air_without_ground_units_at_a_point_is_lost_or_displaced(side):
    """German air is displaced, Soviet air eliminated; that of the other side, and elsewhere, stays."""
    nation, other = ("german", "soviet") if side == "axis" else ("soviet", "german")
    attacker = "soviet" if side == "axis" else "axis"
    battle = combat({"a": f"major 1 {other}"}, {"x": f"major 1 {nation}"}, attacker=attacker)
    stays = (Air(attacker, "target", 5), Air(side, "rear", 4))
    battle = replace(battle, air=(Air(side, "target", 2), Air(side, "target", 1, True), *stays))
    ref = Listener()
    after = defending_air_is_lost(ref, battle, "target")
    assert set(after.air) == {*stays, *([Air("axis", "", 3)] if side == "axis" else [])}
    assert [(type(event), event.side, event.count) for event in ref.events] == [
        (Status if side == "axis" else Loss, side.title(), 3)
    ]
    quiet = Listener()
    assert defending_air_is_lost(quiet, battle, "start") is battle
    assert quiet.events == []


@pytest.mark.parametrize(("option", "rooms"), [("none", {"near": 6, "foe": 3}), ("one", {"near": 2, "foe": 0})])
def test_b6_room_for_german_air_beside_its_ground_units(option, rooms):
    battle = fork({"x": "major 1 german", "y": "major 1 german, retreat-size: 1/2"}, german=3, options=f"german-air-room: {option}")
    near, far, start, foe = battle.ways
    battle = replace(battle, ways=(near, far, start, foe, near._replace(line="l9", room=Fraction(3, 2))))
    retreat = replace(retreat_of(battle, {}, ()), marches=(March("x", 1, near), March("y", 1, foe)))
    assert air_room(battle, retreat) == rooms


def test_b6_german_air_crowds_the_lines_it_takes():
    battle = fork(german=3)
    near, far, start, foe = battle.ways
    battle = replace(battle, ways=(near, far, start, foe, near._replace(line="l9")), used=(("l1", Fraction(3, 2)), ("l2", HALF)))
    after = crowding(battle, (Air("axis", "near", 2), Air("axis", "", 1)))
    assert after.used == (("l1", Fraction(3, 2)), ("l2", HALF), ("l9", Fraction(2)))
    free = crowding(replace(battle, used=()), (Air("axis", "near", 3), Air("axis", "foe", 1)))
    assert free.used == (("l1", Fraction(2)), ("l3", Fraction(1)), ("l9", Fraction(1)))
    shut = replace(battle, ways=(near._replace(closed=True), near._replace(line="l9")), used=())
    assert crowding(shut, (Air("axis", "near", 2),)).used == (("l9", Fraction(2)),)


@pytest.mark.parametrize(
    ("german", "option", "used", "told"),
    [(0, "one", (), []), (1, "none", (), ["german-air-room"]), (1, "one", (("l1", Fraction(1)),), ["german-air-room"])],
)
def test_b6_after_german_air_has_gone(german, option, used, told):
    battle = fork(german=german, options=f"german-air-room: {option}")
    landed = (Air("axis", "near", 1),) if german else ()
    ref = Listener()
    move = german_air_is_gone(ref, battle, landed)
    assert (move.step.__name__, move.state.german_air, move.state.used, move.state.air) == ("attackers_advance", 0, used, landed)
    assert ref.options() == told


# attackers go back


def test_b12_attackers_go_back_where_they_came_from():
    battle = two_starts()
    assert starting_points(battle) == ["start", "foe"]
    assert [unit.id for unit in returning_to(battle, "foe")] == ["b"]
    gone = battle.with_units(unit._replace(at="") for unit in battle.ground if unit.id == "a")
    assert starting_points(gone) == ["foe"]


@pytest.mark.parametrize(
    ("dispersed", "air", "option", "loser", "told"),
    [
        (False, 0, "yes", "defender", []),
        (True, 0, "yes", "attacker", []),
        (True, 2, "yes", "defender", ["soviet-air-against-intruders"]),
        (True, 2, "no", "attacker", ["soviet-air-against-intruders"]),
        (False, 2, "no", "defender", []),
    ],
)
def test_b14_who_is_destroyed_at_the_starting_point(dispersed, air, option, loser, told):
    battle = two_starts(options=f"soviet-air-against-intruders: {option}")
    battle = battle.with_units(unit._replace(at="foe") for unit in battle.ground if unit.id == "x")
    battle = battle.with_units(unit._replace(dispersed=dispersed) for unit in battle.ground if unit.id == "b")
    battle = replace(battle, air=(Air("axis", "foe", 1),))
    landed = (Air("soviet", "start", 1), *([Air("soviet", "foe", air)] if air else []))
    ref = Listener()
    after, left = met_intruders(ref, battle, "foe", landed)
    where = {unit.id: unit.at for unit in after.ground}
    assert ref.options() == told
    if loser == "attacker":
        assert (where["b"], where["x"], where["a"]) == ("", "foe", "target")
        assert left == landed[:1]
        assert after.air == (Air("axis", "foe", 1),)
        lost = [("Soviet", "B", 1), *([("Soviet", "Soviet air units", air)] if air else [])]
    else:
        assert (where["b"], where["x"], where["a"]) == ("target", "", "target")
        assert left == landed
        assert after.air == (Air("axis", "", 1),)
        lost = [("Axis", "X", 1)]
    assert [(event.side, event.unit, event.count) for event in ref.events if isinstance(event, Loss)] == lost


def test_b14_nobody_is_told_destroyed_where_nobody_has_been_driven():
    battle = two_starts()
    ref = Listener()
    assert met_intruders(ref, battle, "foe", ()) == (battle, ())
    assert ref.events == []


def test_b12_what_is_told_of_attackers_that_return():
    battle = two_starts().with_units([Unit("b", "target", 0, True)])
    events = return_events(battle, battle.units("attacker"), "start")
    assert [(type(event), event.unit) for event in events] == [(Status, "A"), (Loss, "A"), (Status, "B")]
    assert {event.side for event in events} == {"Soviet"}


@pytest.mark.parametrize("alive", [True, False])
def test_b12_the_attack_is_over(alive):
    battle = two_starts()
    battle = battle.with_units(
        unit._replace(at="start" if alive and unit.id == "a" else "") for unit in battle.ground if unit.id in "ab"
    )
    outcome = ask(attackers_are_back, battle, (Air("soviet", "start", 2),)).value
    assert outcome.result is (Result.ATTACKERS_RETREATED if alive else Result.ATTACKERS_DESTROYED)
    assert outcome.air == (Air("soviet", "start", 2),)


# the phase


def test_b0_air_of_a_kind_at_one_place_is_counted_together():
    air = (Air("axis", "near", 1), Air("soviet", "far", 2))
    more = (Air("axis", "near", 2), Air("axis", "near", 1, True), Air("axis", "foe", 0), Air("axis", "", 1))
    assert joined(air, more) == (Air("axis", "", 1), Air("axis", "near", 1, True), Air("axis", "near", 3), Air("soviet", "far", 2))


def test_b0_what_a_battle_can_affect():
    phase = opened(
        {"a": "major 1 soviet"}, {"x": "major 1 german", "y": "major 1 german", "z": "major 1 german"}, where=TWO_STARTS, more=MORE
    )
    units = {unit.id: unit for unit in phase.units}
    phase = phase.with_units([units["y"]._replace(at="foe"), units["z"]._replace(at="near"), units["b"]._replace(at="start")])
    phase = replace(
        phase, air=(Air("axis", "foe", 1), Air("axis", "near", 2), Air("soviet", "target", 3), Air("axis", "target", 4))
    )
    around, air = phase.around("target")
    assert {unit.id for unit in around} == {"a", "x", "y"}
    assert air == (Air("axis", "foe", 1), Air("axis", "target", 4))
    assert phase.setting.origins("target") == ("start", "foe")
    assert phase.setting.origins("near") == ()
    assert [unit.id for unit in phase.of_side("target", "axis")] == ["x"]
    battle = battle_at(phase, "target", 1)
    assert (battle.ground, battle.air, battle.soviet_air, battle.german_air, battle.works) == (around, air, 1, 0, 0)


@pytest.mark.parametrize("result", list(Result))
def test_b0_the_phase_after_a_battle(result):
    phase = replace(
        opened({"a": "major 1 soviet"}, {"x": "major 1 german"}, where=FORK),
        used=(("l1", Fraction(1)),),
        air=(Air("axis", "target", 1), Air("axis", "near", 2)),
        taken=("start",),
        results=(("near", Result.BOTH_DESTROYED),),
    )
    outcome = Outcome(
        "target", result, (Unit("x", "far", 1, True),), (Air("axis", "near", 1),), (("l1", Fraction(2)), ("l2", HALF))
    )
    after = phase.after(outcome)
    taken = result in (Result.DEFENDERS_DESTROYED, Result.DEFENDERS_RETREATED)
    assert after.taken == (("start", "target") if taken else ("start",))
    assert after.controller("target") == ("soviet" if taken else "axis")
    assert after.used == (("l1", Fraction(3)), ("l2", HALF))
    assert after.air == (Air("axis", "near", 3),)
    assert after.results == (("near", Result.BOTH_DESTROYED), ("target", result))
    assert after.fought == ""
    assert {unit.id: unit.at for unit in after.units} == {"a": "target", "x": "far"}
    assert changed_units(phase.units, ()) == phase.units


def test_b8_a_battle_knows_its_units():
    battle = two_starts(german=1)
    assert [unit.id for unit in battle.units("attacker")] == ["a", "b"]
    assert [unit.id for unit in battle.units("defender")] == ["x", "z"]
    moved = battle.with_units(unit._replace(at="near", losses=1) for unit in battle.ground if unit.id == "x")
    assert [unit.id for unit in moved.units("defender")] == ["z"]
    assert moved.belongs(moved.ground[-2], "defender")
    assert (moved.lost("defender"), moved.lost("attacker")) == (1, 0)
    assert [unit.id for unit in moved.defenders_at("near")] == ["x"]
    assert moved.defenders_at("foe") == ()
    assert (battle.air_of("axis"), battle.air_of("soviet")) == (1, 2)
    assert (battle.without_air("axis").german_air, battle.without_air("axis").soviet_air) == (0, 2)
    assert (battle.without_air("soviet").german_air, battle.without_air("soviet").soviet_air) == (1, 0)
    assert battle.over(Result.BOTH_DESTROYED) == Outcome("target", Result.BOTH_DESTROYED, battle.ground, (), ())


def test_b0_two_battles_share_a_phase():
    text = scenario({"a": "major 1 soviet"}, {"x": "major 1 german"})
    phase = parse_scenario(text, "test.yaml").start.state
    assert (phase.pending, phase.fought, phase.taken, phase.survivors) == (("target",), "", (), ())


@pytest.mark.parametrize(
    ("movers", "lines_left", "offered"),
    [
        # another line follows: nobody need go here, but whoever could must find room there
        ({"one": 1, "two": 1}, (0, 2), ({"one": 1, "two": 1}, 0, 2, {"one": 1, "two": 1})),
        ({"one": 1, "army": 1}, (0, 2), ({"one": 1, "army": 1}, 0, 2, {"army": 1})),
        ({"army": 1, "ss": 1}, (0, 2), ({"army": 1, "ss": 1}, 0, 4, {"army": 1})),
        # the last line: all that fit must go, unless there is a choice
        ({"one": 1}, (1, 2), ({"one": 1}, 1, 1, {"one": 1})),
        ({"one": 1, "two": 1}, (1, 2), ({"one": 1, "two": 1}, 0, 1, {"one": 1})),
        ({"one": 1, "army": 1}, (1, 2), ({"one": 1}, 1, 1, {"one": 1})),
        ({"army": 1}, (1, 2), ({}, 0, 1, {})),
        ({"soviet-air": 3}, (1, 2), ({"soviet-air": 1}, 1, 1, {"soviet-air": 1})),
        ({"one": 1}, (0, 1), ({"one": 1}, 1, 1, {"one": 1})),  # there is more room than units
        ({"one": 1, "ss": 1}, (0, 1), ({"one": 1, "ss": 1}, 2, 2, {"one": 1, "ss": 1})),
        ({"soviet-air": 3}, (0, 2), ({"soviet-air": 2}, 0, 2, {"soviet-air": 2})),
    ],
)
def test_b13a_who_is_offered_a_line(movers, lines_left, offered):
    battle = fork(SIZES)
    retreat = retreat_of(battle, movers, battle.ways[slice(*lines_left)])
    asked = []

    class Referee(Listener):
        def allot(self, key, items, **more):
            asked.append((key, dict(items), more["least"], more["most"], dict(more["default"]), more["by"]))
            return dict(more["default"])

    sent_over(Referee(), retreat, retreat.ways[0])
    ((key, items, least, most, default, by),) = asked
    assert (items, least, most, default) == offered
    assert by == "Axis"
    assert key == f"{retreat.who}.refuge.{retreat.ways[0].point}"


def test_b13a_where_two_lines_lead_to_one_point_the_question_names_the_line():
    battle = fork(SIZES)
    twin = replace(battle, ways=(*battle.ways, battle.ways[0]._replace(line="l9")))
    keys = []

    class Referee(Listener):
        def allot(self, key, items, **more):
            keys.append(key)
            return {}

    for way in (twin.ways[0], twin.ways[1]):
        sent_over(Referee(), retreat_of(twin, {"one": 1}, [way]), way)
    assert keys == ["defender.refuge.near.l1", "defender.refuge.far"]


def test_b13a_lines_are_filled_one_after_the_other():
    battle = fork(SIZES)
    near, far, _, foe = battle.ways
    retreat = retreat_of(battle, {"one": 1, "two": 1, "army": 1}, (near, far), (foe,))

    class Referee(Listener):
        def allot(self, key, items, **more):
            return {"one": 1}

    filled = fill_lines(Referee(), retreat).state
    assert (filled.movers, filled.ways, filled.later, filled.spare) == ((("two", 1), ("army", 1)), (far,), (foe,), 1)
    assert filled.marches == (March("one", 1, near),)
    full = fill_lines(Referee(), replace(retreat, spare=Fraction(3, 2))).state
    assert full.spare == Fraction(3, 2)
    later = fill_lines(Referee(), replace(retreat, ways=(), spare=Fraction(1))).state
    assert (later.ways, later.later, later.spare, later.movers) == ((foe,), (), 0, retreat.movers)
    nobody = replace(retreat, movers=())
    assert fill_lines(Referee(), nobody).value is nobody
    nowhere = replace(retreat, ways=(), later=())
    assert fill_lines(Referee(), nowhere).value is nowhere


def test_b13a_what_matters_about_the_lines_still_to_be_filled():
    battle = fork(SIZES)
    near, far, start, foe = battle.ways
    retreat = replace(retreat_of(battle, {"one": 1}, (near, far, foe), (start, foe)), spare=Fraction(1))
    assert retreat.outlook == Outlook(Fraction(1), [Fraction(1), Fraction(1)], None)
    assert replace(retreat, nobody_lost=True).outlook == Outlook(
        Fraction(1), [Fraction(1), Fraction(1)], [Fraction(0), Fraction(1)]
    )
