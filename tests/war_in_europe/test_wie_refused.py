"""What is refused or noted in a scenario, and where: a `!` is before every part that is, and before no other."""

import pytest
from marks import marks_in, noted_at, refused_at
from wie import CRT, bombing_charts, combat, raid, scenario

from airwar.loading import parse_scenario
from airwar.rulesets.war_in_europe.state import GroundBattle, Order, RailRaid

UN = "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}"
TWO = "{allies: {nations: [allied, russian]}, axis: {nations: [german]}}"
FIVE = "{west: {allies: {ground-support: 5}, soviets: {ground-support: 5}}}"
TWO_NATIONS = "{west: {allies: {ground-support: {allied: 20, russian: 7}}}}"
CONTESTED = "{west: {allies: {ground-support: 9}, axis: {air-superiority: 1}}}"
COLUMNS = """
  accuracy:
    9:
      columns: 1 2
      rows: |
        1  0 0
        2  0 0
        3  0 0
        4  0 1
        5  1 1
        6  1 1
  rail-damage: {columns: hits, rows: to-cut-the-line 1}
  allied-current: 9
"""


def another(hex_='"2215"', **said):
    """A second raid, on another hex."""
    return raid(**said).replace("id: seine", "id: loire").replace('"2214"', hex_)


def both(first, second, **more):
    return scenario(raids=f"{first}, {second}", **more)


def fought(more="", charts=CRT, **said):
    return scenario(battles=combat(**said, more=more), charts=charts)


def on_front(front, **said):
    return raid(**said).replace("front: west", f"front: {front}")


def battle_on(front, *args, **said):
    return combat(*args, **said).replace("front: west", f"front: {front}")


AXIS = raid(5, more=", defender: axis")
ALONE = "allied-support: no"
STRANGER = combat(more=", defender: axis", defenders="{printed: 6}, {printed: 2, side: soviets}")
NO_ODDS = fought(odds="attack-strength: 3, defense-strength: 1", charts=CRT.replace("6-1", "more"))
REFUSED = {
    "sides": [
        scenario(sides="!{a: {alliance: un, nations: [allied]}, b: {alliance: un, nations: [german]}}", fronts="{west: {a: {}}}"),
        scenario(sides="{a: {alliance: un, nations: [allied]}, b: {alliance: ax, nations: [german]}}", fronts="{west: {a: {}}}"),
        scenario(sides="{a: {nations: ![]}, b: {nations: [german]}, c: {nations: [allied]}}", fronts="{west: {a: {}}}"),
        scenario(fronts="{west: {!nobody: {}}}"),
        scenario(sides="!{a: {nations: [allied, german]}, b: {nations: [german]}}", fronts="{west: {a: {}}}"),
    ],
    "points": [
        scenario(sides=TWO, fronts="{west: {allies: {ground-support: {allied: 5, russian: 4}}}}"),
        scenario(sides=TWO, fronts="{west: {allies: {ground-support: !5}}}"),
        scenario(sides=TWO, fronts="{west: {allies: {ground-support: 0}}}"),
        scenario(fronts="{west: {allies: {ground-support: {allied: 5, russian: !1}}}}"),
    ],
    "raids": [
        scenario(raids=raid(5)),
        scenario(raids=raid("!4")),
        scenario(raids=raid("!0")),
        scenario(raids=raid("80")),
        scenario(raids=raid("!81")),
        scenario(raids=on_front("!west", points=5), fronts=CONTESTED),
        scenario(raids=raid(5, more=", defender: !allies")),
        scenario(raids=raid(5).replace("in-range: true", "in-range: !false")),
        both(raid(5), another('!"2214"', points=5)),
        both(raid(5), another(points=5)),
        both(raid(50), another(points="!31")),
        both(raid(50), another(points=31), options="support-reuse: yes"),
        scenario(raids=raid("10"), charts=COLUMNS),
        scenario(raids=raid("!15"), charts=COLUMNS),
        scenario(raids=raid("14"), charts=COLUMNS),
        scenario(sides=TWO, fronts=TWO_NATIONS, raids=raid("{allied: 5, russian: 5}")),
        scenario(sides=TWO, fronts=TWO_NATIONS, raids=raid("!{allied: 5, russian: 4}")),
        scenario(sides=TWO, fronts=TWO_NATIONS, raids=raid("{allied: 5, german: !5}")),
        scenario(sides=UN, fronts=FIVE, raids=raid("{allied: 5, russian: 5}", more=", defender: axis")),
        scenario(sides=UN, fronts=FIVE, raids=raid("{allied: 5, russian: !5}", more=", defender: axis"), options=ALONE),
        both(AXIS, another('!"2214"', points=5, attacker="soviets", more=", defender: axis"), sides=UN, fronts=FIVE),
        both(AXIS, another('"2214"', points=5, attacker="soviets", more=", defender: axis"), sides=UN, fronts=FIVE, options=ALONE),
        scenario(sides=UN.replace("axis: {", "italy: {nations: [italian]}, axis: {"), fronts=FIVE, raids=f"!{raid(5)}"),
    ],
    "battles": [
        fought(shift=24),
        fought(more=", defender: !allies"),
        scenario(battles=combat(24, more=", defender: !allies", defenders="{printed: 6}"), charts=CRT),
        fought(shift="!24", defenders="{printed: 0}"),
        fought(defenders="{printed: 0}"),
        scenario(battles=combat("!1"), charts=CRT, fronts=CONTESTED),
        scenario(battles=combat(die="true"), charts=CRT, fronts=CONTESTED),
        scenario(battles=combat(die="!true"), charts=CRT, fronts=CONTESTED, options="die-point-without-supremacy: no"),
        scenario(battles=combat(die="true"), charts=CRT, options="die-point-without-supremacy: no"),
        scenario(battles=combat(defenders="{printed: 6, side: !nobody}"), charts=CRT),
        scenario(sides=UN.replace("axis: {", "italy: {nations: [italian]}, axis: {"), battles=f"!{combat()}", charts=CRT),
        scenario(battles=combat("!81"), charts=CRT),
        scenario(battles=combat(80), charts=CRT),
        scenario(battles=combat("!80", "true"), charts=CRT),
        scenario(battles=combat(79, "true"), charts=CRT),
        scenario(battles=combat("", "!true"), charts=CRT, fronts="{west: {axis: {}}}"),
        scenario(sides=UN, battles=combat(more=", defender: axis", defenders="{printed: 6}, {printed: 2, side: axis}"), charts=CRT),
        scenario(sides=UN, battles=STRANGER.replace("defenders: ", "defenders: !"), charts=CRT),
        scenario(sides=UN, fronts=FIVE, battles=combat(shift="{allied: 5, russian: 5}", more=", defender: axis"), charts=CRT),
        scenario(sides=UN, fronts=FIVE, battles=combat(shift="!{allied: 5, russian: 6}", more=", defender: axis"), charts=CRT),
    ],
    "odds": [
        fought(odds="attack-strength: 3, defense-strength: 1"),
        fought(odds="attack-strength: 3, defense-strength: !0"),
        fought(odds="column: !7-1"),
        fought(odds="column: 6-1"),
        fought(odds="column: 3-1", more=", table: !u"),
        fought(odds="column: 3-1", more=", table: t"),
        fought(odds="column: 3-1", charts=""),
        fought(odds="attack-strength: 1, defense-strength: 1"),
        fought(odds="attack-strength: !1, defense-strength: 2"),
        scenario(battles=combat(odds="attack-strength: 1, defense-strength: 2"), charts=CRT, options="odds-below-table: fails"),
        f"{fought(odds='attack-strength: 1')}".replace("[{id: caen", "[!{id: caen"),
        f"{fought(odds='defense-strength: 1')}".replace("[{id: caen", "[!{id: caen"),
        NO_ODDS.replace("[{id: caen", "[!{id: caen"),
        fought(odds="column: more", charts=CRT.replace("6-1", "more")),
        fought(odds="column: 3-1", charts=CRT.replace("1-1 2-1", "!2-1 1-1")),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("about", "number"), [(about, number) for about, cases in REFUSED.items() for number in range(len(cases))])
def test_13_91_13_92_13_93_what_is_refused(about, number):
    marked = REFUSED[about][number]
    assert refused_at(marked) == marks_in(marked)


ROWS = """
  combat-results:
    t:
      columns: 2-1 3-1
      rows: |
        1  A B
        2  A B
        3  A B
        4  A B
        5  A B
        6  A B
"""
ALL = bombing_charts(9, current=9, cut=1)
NOTED = [
    both(raid("{allied: 5}"), f"!{another(points='{russian: 5}')}", sides=TWO, fronts=TWO_NATIONS, charts=ALL),
    scenario(raids=raid(10), charts=ALL),
    scenario(raids=raid("!11"), charts=ALL),
    scenario(raids=f"!{raid(10)}", charts=bombing_charts(9, current=9)),
    scenario(raids=f"!{raid()}", charts=bombing_charts(9, current=8, cut=1)),
    scenario(raids=raid(), charts=ALL),
    scenario(raids=raid(10), charts=COLUMNS),
    scenario(raids=raid(14).replace("points: ", "points: !"), charts=COLUMNS),
    scenario(raids=f"!{raid()}", charts=COLUMNS),
    scenario(raids=raid(), charts=COLUMNS, fronts="{west: {allies: {ground-support: 14}}}"),
    scenario(raids=f"!{raid()}", charts=COLUMNS, fronts="{west: {allies: {ground-support: 15}}}"),
    scenario(raids=raid(), charts=COLUMNS, fronts="{west: {allies: {ground-support: 4}}}"),
    scenario(battles=f"!{combat(24)}", charts=CRT),
    scenario(battles=f"!{combat(24, odds='column: 3-1')}"),
    scenario(battles=combat(24, odds="column: 3-1"), charts=ROWS),
    scenario(battles=combat("!25", odds="column: 3-1"), charts=ROWS),
    scenario(battles=combat("!23", odds="column: 3-1"), charts=ROWS),
]


@pytest.mark.parametrize("marked", NOTED)
def test_13_92_13_93_what_the_players_should_know(marked):
    assert noted_at(marked) == marks_in(marked)


def test_13_912_what_a_scenario_orders():
    missions = {
        "raids": raid("{allied: 5, russian: 5}", flak=2, more=", defender: axis"),
        "battles": combat("{russian: 6, allied: 0}", "true", more=", defender: axis, modifiers: {rain: -1}"),
    }
    fronts = "{west: {allies: {ground-support: 9}, soviets: {ground-support: 11}}}"
    turn = parse_scenario(scenario(sides=UN, fronts=fronts, charts=CRT, **missions), "test.yaml").start.state
    assert turn.orders == (
        Order("seine", "allies", "allied", 5),
        Order("seine", "soviets", "russian", 5),
        Order("caen", "soviets", "russian", 6),
        Order("caen", "allies", "allied", 0, 1),
    )
    sides = ("allies", "axis")
    assert turn.setting.missions == [
        RailRaid("seine", "Seine", "west", *sides, "2214", True),
        GroundBattle("caen", "Caen", "west", *sides, (("axis", 24),), None, None, "t", "3-1", (("rain", -1),)),
    ]
    assert [mission.sides for mission in turn.setting.missions] == [sides, (*sides, "axis")]
    assert (turn.fronts, turn.raids, turn.battles, turn.unallotted, turn.asking) == (("west",), ("seine",), ("caen",), (), False)


@pytest.mark.parametrize(("points", "nation"), [("{allied: 3, russian: 9}", "allied"), ("{allied: 2, russian: 9}", "russian")])
def test_13_93_the_point_for_the_die_comes_from_the_first_nation_that_has_one_to_spare(points, nation):
    fronts = f"{{west: {{allies: {{ground-support: {points}}}}}}}"
    battle = combat("{allied: 2}", "true", defenders="{printed: 2}")
    turn = parse_scenario(scenario(sides=TWO, fronts=fronts, charts=CRT, battles=battle), "test.yaml").start.state
    assert [(order.nation, order.points, order.die) for order in turn.orders] == [("allied", 2, 0), (nation, 0, 1)]


@pytest.mark.parametrize(
    ("allotment", "raids", "busy"),
    [("each-mission", raid(), ()), ("all-at-once", raid(), (0,)), ("all-at-once", raid(5), (0,)), ("all-at-once", "", ())],
)
def test_13_912_which_pools_are_allotted_beforehand(allotment, raids, busy):
    fronts = "{west: {allies: {ground-support: 9}}, east: {allies: {ground-support: 9}}}"
    turn = parse_scenario(scenario(fronts=fronts, raids=raids, options=f"allotment: {allotment}"), "test.yaml").start.state
    assert turn.unallotted == busy
    assert turn.asking is (not raids)
