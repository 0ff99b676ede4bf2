"""The air part of a turn, from the end of air combat on (13.9): the sequence of play is the table TURN."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Never

from airwar.rulesets.kit import (
    NOT_FLOWN,
    REFEREE,
    Book,
    End,
    Event,
    Move,
    Note,
    OpenChart,
    Part,
    Problems,
    Referee,
    Sheet,
    Whole,
    call,
    can_order,
    next_order,
    passed,
    place_of,
    proceed,
    replace,
    rule,
    then,
    title_of,
    to_continue,
    typed,
)
from airwar.rulesets.war_in_europe.allotment import (
    allot_all,
    allot_to,
    drop_unfunded,
    each_mission,
    idle_points,
    missions_so_far,
    open_items,
    prepared_orders,
    unallotted_pools,
)
from airwar.rulesets.war_in_europe.charts import table_page
from airwar.rulesets.war_in_europe.odds_shifting import BATTLES, SupportedBattle, fight_battle, support_events, support_of
from airwar.rulesets.war_in_europe.position import MOST, Boxes, GroundBattle, Mission, RailRaid, Turn, front_title
from airwar.rulesets.war_in_europe.rail_raids import (
    RAIDS,
    Flight,
    RaidOutcome,
    RaidUnderWay,
    converted,
    fly_raid,
    most_bombers,
    pages_needed,
)
from airwar.rulesets.war_in_europe.supremacy import findings

MOST_FURTHER = 60  # the most missions ordered at the table in one turn

# the first position


def begun(turn: Turn) -> Turn:
    """The turn at its start: fills in defenders and tables that need not be named, and lists what is still to be done."""
    turn = replace(
        turn,
        rail_raids=Book({raid.id: replace(raid, defender=opponent(turn, raid)) for raid in turn.rail_raids.values()}),
        battles=Book({battle.id: filled_in(turn, battle) for battle in turn.battles.values()}),
    )
    for mission in turn.missions.values():  # whoever takes part in a mission is on the Front, in the next turn too
        front = turn.fronts[mission.front]
        new = {side: Boxes() for side in mission.sides if side and side not in front}
        turn = replace(turn, fronts=turn.fronts.having(mission.front, front.updated(new)))
    known = all(mission.defender for mission in turn.missions.values())
    turn = replace(turn, given=prepared_orders(turn) if known else ())
    return replace(
        turn,
        to_test=tuple(turn.fronts),
        unallotted=unallotted_pools(turn) if known else (),
        raids_left=tuple(turn.rail_raids),
        battles_left=tuple(turn.battles),
        asking=turn.orders == "ask" if turn.orders else not turn.missions,
    )


def opponent(turn: Turn, mission: Mission) -> str:
    """The side that a mission is directed against; empty if that is not clear."""
    others = [side for side in turn.sides if not turn.setting.allied(side, mission.attacker)]
    return mission.defender or (others[0] if len(others) == 1 else "")


def filled_in(turn: Turn, battle: GroundBattle) -> GroundBattle:
    tables = list(turn.charts.tables)
    return replace(battle, defender=opponent(turn, battle), table=battle.table or (tables[0] if len(tables) == 1 else ""))


@rule("13.912", "13.921")
def check(turn: Turn, problems: Problems) -> None:
    """Reports what is illegal: there must be opponents, at most one German player, and only orders that can be carried out."""
    if len({side.party for side in turn.sides.values()}) < 2:
        problems.add(place_of(turn, "sides"), "all sides are in one alliance; expected opponents")
    germans = [side.id for side in turn.sides.values() if "german" in side.nations]
    if len(germans) > 1:
        text = f"{' and '.join(germans)} command German points; expected one German player (13.921)"
        problems.add(place_of(turn, "sides"), text)
    check_boxes(turn, problems)
    unknown = [mission for mission in turn.missions.values() if not mission.defender]
    for mission in unknown:
        others = [side for side in turn.sides if not turn.setting.allied(side, mission.attacker)]
        problems.add(place_of(mission), f"key 'defender' is missing; expected one of {', '.join(others)}")
    if not unknown:
        RAIDS.check(turn, problems)
        BATTLES.check(turn, problems)
    if not len(problems):
        for mission in turn.missions.values():
            note_doubts(turn, mission, problems)


@rule("13.92")
def check_boxes(turn: Turn, problems: Problems) -> None:
    """Checks that Ground Support points are given by nation if a side commands several, and only for nations that it commands."""
    for boxes in turn.fronts.values():
        for side_id, box in boxes.items():
            side, points = turn.sides[side_id], box.ground_support
            if isinstance(points, int) and points and len(side.nations) > 1:
                text = f"{points} points of {' and '.join(side.nations)}; expected a number for each (13.92)"
                problems.add(place_of(box, "ground-support"), text)
            for nation in () if isinstance(points, int) else points:
                if nation not in side.nations:
                    text = f"{side.title} does not command {nation} points; expected {' or '.join(side.nations)}"
                    problems.add(place_of(box, f"ground-support.{nation}"), text)


def note_doubts(turn: Turn, mission: Mission, problems: Problems) -> None:
    """Notes points that buy nothing and missing charts, which are not mistakes; `check` reports them."""
    field, number = ("points", "13.92") if isinstance(mission, RailRaid) else ("shift-points", "13.93")
    idle = idle_points(turn, mission.id)
    if idle:
        problems.note(place_of(mission, field), f"{idle} ({number})")
    if isinstance(mission, RailRaid):
        note_accuracy(turn, mission, problems)
        return
    table = turn.charts.tables.get(mission.table)
    if (table is None or not table.rows) and table_page(mission.table).id not in turn.printed:
        missing = f"the rows of {mission.table}" if table else "the combat results table"
        problems.note(place_of(mission), f"{missing} will be needed: type it in, or read the printed one at a terminal (13.93)")


@rule("24.82")
def note_accuracy(turn: Turn, raid: RailRaid, problems: Problems) -> None:
    """Notes the accuracy charts that a raid may need and the scenario lacks, or that have too few columns."""
    sent = {order.nation: order.points for order in turn.given if order.mission == raid.id}
    able = {pool.nation: pool.had for pool in turn.pools if open_items(turn, pool, raid)}
    for nation, points in (able | sent).items():
        number, bombers = turn.charts.number_for(nation), converted(points).bombers
        most = most_bombers(turn, number)
        if turn.charts.accuracy_chart(number) is None:
            text = f"accuracy chart {number} will be needed: type it in, or read the printed one at a terminal (24.82)"
            problems.note(place_of(raid), text)
        elif most is not None and bombers > most:
            has = f"accuracy chart {number} has columns up to {most} bomber points"
            problems.note(place_of(raid), f"{has}, and {points} {nation} points can make {bombers} (24.82)")
    if turn.charts.damage is None:
        problems.note(place_of(raid), "rail-damage will be needed: what hits do to a rail line is not in the source (24.82)")


# the sequence of play


@rule("13.9")
def go_on(ref: Referee, turn: Turn) -> Move[Never]:
    """Continues with the first part of the turn that has anything left to do; after the last, the turn is over."""

    def over() -> End:
        ref.enter("", "After the turn")
        ref.tell(final_position, turn)
        return End(result_of(turn), turn)

    return proceed(TURN, turn, over)


@rule("13.9")
def tell_mover(ref: Referee, turn: Turn) -> Move[Never]:
    """The players say whose turn it is, if the scenario leaves that to them."""
    named = {side.id: f"the player turn of {side.title}" for side in turn.sides.values()}
    return then(go_on, replace(turn, moves=ref.choose("moves", named, by=REFEREE, about=lambda: "Whose player turn is it?")))


@rule("13.91")
def tell_boxes(ref: Referee, turn: Turn) -> Move[Never]:
    """The players say what is left in an Air Superiority box, if the scenario leaves that to them."""
    front, side = unknown_boxes(turn)[0]
    ref.enter(front, f"Air Superiority on {front_title(front)}")
    what = f"the Air Superiority points of {turn.setting.name(side)} on {front_title(front)}"
    ask = f"How many points of {turn.setting.name(side)} are left in Air Superiority on {front_title(front)}?"
    points = ref.fact(f"{front}.{side}.air-superiority", what, examples=["0", "12"], refuse=points_refused, ask=ask)
    boxes = replace(turn.boxes(front, side), air_superiority=int(points))
    return then(go_on, replace(turn, fronts=turn.fronts.having(front, turn.fronts[front].having(side, boxes))))


def points_refused(text: str) -> str | None:
    """Why a text is not a number of points, or None."""
    try:
        typed(Whole(0, MOST), text)
    except ValueError as wrong:
        return f"{wrong} (13.91)"
    return None


def unknown_boxes(turn: Turn) -> list[tuple[str, str]]:
    return [(front, side) for front, boxes in turn.fronts.items() for side, box in boxes.items() if box.air_superiority is None]


@rule("13.91", "13.911")
def find_supremacy(ref: Referee, turn: Turn) -> Move[Never]:
    """The next Front is tested: a side with nothing in either box there gives its opponents supremacy over it."""
    front = turn.to_test[0]
    ref.enter(front, f"Total Air Supremacy on {front_title(front)}")
    ref.tell(findings, turn, front)
    return then(go_on, replace(turn, to_test=turn.to_test[1:]))


@rule("13.912")
def allot_support(ref: Referee, turn: Turn) -> Move[Never]:
    """By option, the owner of the next pool says at once what its Ground Support points do in this turn."""
    pool = next(pool for pool in turn.pools if pool.id == turn.unallotted[0])
    ref.enter(pool.front, f"Ground Support on {front_title(pool.front)}")
    return then(go_on, allot_all(ref, replace(turn, unallotted=turn.unallotted[1:]), pool))


@rule("13.912")
def allot_when_due(ref: Referee, turn: Turn, mission: Mission) -> Turn:
    """Allots support to a mission whose time has come, unless that was done for the whole turn at once."""
    turn = drop_unfunded(ref, turn, mission)
    return allot_to(ref, turn, mission) if each_mission(turn) or mission.id in turn.further else turn


def ask_for_charts(ref: Referee, turn: Turn, charts: Iterable[OpenChart]) -> Turn:
    """Asks whether somebody reads these charts; each is asked about once."""
    for chart in charts:
        if chart.id not in (*turn.printed, *turn.not_printed):
            if chart.is_at_hand(ref):
                turn = replace(turn, printed=(*turn.printed, chart.id))
            else:
                turn = replace(turn, not_printed=(*turn.not_printed, chart.id))
    return turn


@rule("13.92")
def next_raid(ref: Referee, turn: Turn) -> Move[Never]:
    """The next rail hex is bombed, if anybody is sent there and it is still legal."""
    raid = turn.missions[turn.raids_left[0]]
    assert isinstance(raid, RailRaid)
    ref.enter(raid.id, f"Rail raid on {raid.title}")
    if raid.at in turn.damaged_rails:
        ref.tell(Note, f"hex {raid.at} is damaged already: {turn.damaged_rails[raid.at]}")
    turn = replace(turn, raids_left=turn.raids_left[1:])
    refused = RAIDS.refused(replace(turn, given=()), raid)
    if refused:
        ref.tell(Note, f"nobody flies to {raid.title}: {refused}")
        return then(go_on, turn.done(raid.id, NOT_FLOWN))
    turn = allot_when_due(ref, turn, raid)
    flying = tuple(Flight(pool, order.points) for pool, order in turn.ordered(raid.id) if order.points)
    if not flying:
        ref.tell(Note, f"nobody flies to {raid.title}")
        return then(go_on, turn.done(raid.id, NOT_FLOWN))
    charts = pages_needed(turn.setting, flying)
    turn = ask_for_charts(ref, turn, charts)
    printed = tuple(chart.id for chart in charts if chart.id in turn.printed)
    return call(fly_raid, RaidUnderWay(turn.setting, raid, flying, printed=printed), back=raid_over, keep=turn)


@rule("13.92")
def raid_over(ref: Referee, turn: Turn, outcome: RaidOutcome) -> Move[Never]:
    """Removes what flak has eliminated; the rest returns, and has done its job."""
    turn = after_raid(turn, outcome)
    raid = turn.missions[outcome.mission]
    assert isinstance(raid, RailRaid)
    if outcome.damaged:
        turn = replace(turn, damaged_rails=turn.damaged_rails.having(raid.at, worse(turn, raid.at, outcome.result[:60])))
    return then(go_on, turn.done(outcome.mission, outcome.result))


@rule("13.92")
def worse(turn: Turn, at: str, damage: str) -> str:
    """The damage to a rail hex after a raid: a lighter raid repairs nothing."""
    before, effects = turn.damaged_rails.get(at, ""), turn.charts.damage.effects if turn.charts.damage else ("", damage, "cut")
    return max(before, damage, key=effects.index) if before in effects and damage in effects else damage


def after_raid(turn: Turn, outcome: RaidOutcome) -> Turn:
    """The boxes after a raid."""
    for flight in outcome.flights:
        turn = turn.using(flight.pool, flight.points, flight.lost)
    return turn


@rule("13.93")
def next_battle(ref: Referee, turn: Turn) -> Move[Never]:
    """The next ground battle is fought, with its support."""
    battle = turn.missions[turn.battles_left[0]]
    assert isinstance(battle, GroundBattle)
    ref.enter(battle.id, f"Battle at {battle.title}")
    turn = allot_when_due(ref, turn, battle)
    table, page = turn.charts.tables.get(battle.table), table_page(battle.table)
    if table is None or not table.rows:
        turn = ask_for_charts(ref, turn, [page])
    support = support_of(turn, battle)
    ref.tell(support_events, turn, battle, support)
    fought = SupportedBattle(turn.setting, battle, support, page.id in turn.printed)
    return call(fight_battle, fought, back=battle_over, keep=turn)


@rule("13.93")
def battle_over(ref: Referee, turn: Turn, result: str) -> Move[Never]:
    """The result is recorded, and the points have done their job."""
    battle = turn.battles_left[0]
    for pool, order in list(turn.ordered(battle)):
        turn = turn.using(pool, order.spent)
    return then(go_on, replace(turn, battles_left=turn.battles_left[1:]).done(battle, result))


@rule("13.912")
def order_mission(ref: Referee, turn: Turn) -> Move[Never]:
    """The players order one more raid or battle, or none. A battle with no points left is fought without them."""
    ref.enter("", "Further missions")
    number = len(turn.further) + 1
    about = partial(missions_so_far, turn)
    chosen = next_order(ref, f"next-mission-{number}", turn, (RAIDS, BATTLES), by=REFEREE, about=about, formerly=("none",))
    if chosen is None:
        return then(go_on, replace(turn, asking=False))
    kind, draft = chosen
    if kind is RAIDS:
        raid = RAIDS.given(ref, turn, RAIDS.named(draft, number, turn.missions))
        assert raid is not None  # all its details are typed
        raid = replace(raid, name=f"hex {raid.at}")
        return then(go_on, replace(turn, further=turn.further.having(raid.id, raid), raids_left=(raid.id,)))
    battle = BATTLES.given(ref, turn, filled_in(turn, BATTLES.named(draft, number, turn.missions)))
    assert battle is not None  # all its details are typed
    battle = replace(battle, name=battle.name or battle.id)
    return then(go_on, replace(turn, further=turn.further.having(battle.id, battle), battles_left=(battle.id,)))


TURN: tuple[Part[Turn], ...] = (
    Part("if the scenario leaves it open, whose player turn it is", "13.9", lambda turn: turn.moves is None, tell_mover),
    Part("if the scenario leaves it open, what is left after air combat", "13.91", unknown_boxes, tell_boxes),
    Part("Total Air Supremacy is tested, Front by Front", "13.91", lambda turn: turn.to_test, find_supremacy),
    Part("by option, all points are allotted, pool by pool", "13.912", lambda turn: turn.unallotted, allot_support),
    Part("rail lines are bombed, raid by raid", "13.92", lambda turn: turn.raids_left, next_raid),
    Part("ground battles are fought, one by one", "13.93", lambda turn: turn.battles_left, next_battle),
    Part(
        "further missions are ordered at the table",
        "13.912",
        lambda turn: turn.asking and len(turn.further) < MOST_FURTHER and can_order(turn, (RAIDS, BATTLES)),
        order_mission,
    ),
)

# the end


def results(turn: Turn) -> list[tuple[str, str]]:
    """The result of each raid and each battle."""
    return [(turn.missions[mission].title, result) for mission, result in turn.results]


def result_of(turn: Turn) -> str:
    """The results of all missions, with their names if there are several."""
    if len(turn.results) == 1:
        return turn.results[0][1]
    return "; ".join(f"{name}: {result}" for name, result in results(turn)) or "supremacy tested"


def final_position(turn: Turn) -> list[Event]:
    """Tables of every Front with its boxes and of damaged rail lines, and the scenario of the next turn."""
    rows: list[tuple[str, ...]] = []
    for front, boxes in turn.fronts.items():
        for side, box in boxes.items():
            where = (title_of(front), turn.setting.name(side))
            rows.append((*where, "", str(box.air_superiority), "", "", str(box.uncommitted)))
            rows += [(*where, pool.whose, "", str(pool.left), str(pool.spent), "") for pool in turn.pools_of(front, side)]
    columns = ("front", "side", "nation", "Air Superiority", "Ground Support", "used this turn", "uncommitted")
    events: list[Event] = [Sheet("Position", columns, tuple(rows))]
    if turn.damaged_rails:
        events.append(Sheet("Damaged rail lines", ("hex", "damage"), tuple(turn.damaged_rails.items())))
    return [*events, to_continue(passed(turn, turn)[0])]
