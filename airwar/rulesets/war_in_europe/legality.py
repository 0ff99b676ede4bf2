"""What a scenario may not ask for: missions without supremacy, points that are not there, charts that do not fit."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.rule import rule
from airwar.engine.words import count, verb
from airwar.rulesets.war_in_europe.allotment import idle_points, open_items, pledged
from airwar.rulesets.war_in_europe.columns import base_here
from airwar.rulesets.war_in_europe.rail_raids import TO_A_BOMBER_POINT, chart_number, converted
from airwar.rulesets.war_in_europe.state import GroundBattle, Mission, Order, RailRaid, Setting, Side, Turn
from airwar.rulesets.war_in_europe.supremacy import holds_supremacy, may_add_to_die, shifter, supremacy_refused
from airwar.scenario.problems import Problems, did_you_mean
from airwar.scenario.shape import Section


def check_sides(document: Section, sides: Mapping[str, Side], problems: Problems) -> None:
    """There are at least two alliances, and at most one German player, who owns the flak."""
    if len({side.alliance for side in sides.values()}) < 2:
        problems.add(document.at("sides"), "all sides are in one alliance; expected opponents")
    germans = [side.id for side in sides.values() if "german" in side.nations]
    if len(germans) > 1:
        problems.add(document.at("sides"), f"{' and '.join(germans)} command German points; expected one German player (13.921)")


def nations_of(said: Section, key: str, side: Side, problems: Problems) -> dict[str, int]:
    """Points by nation; a bare number is enough for a side that commands one nation."""
    points = said[key] or 0
    if isinstance(points, int):
        if points and len(side.nations) > 1:
            problems.add(said.at(key), f"{points} points of {' and '.join(side.nations)}; expected a number for each (13.92)")
            return {}
        return {side.nations[0]: points} if points else {}
    for nation in points:
        if nation not in side.nations:
            problems.add(points.at(nation), f"{side.name} does not command {nation} points; expected {' or '.join(side.nations)}")
    return {nation: number for nation, number in points.items() if nation in side.nations}


@rule("13.912")
def points_of(said: Section, key: str, mission: Mission, user: str, setting: Setting, problems: Problems) -> list[Order]:
    """The points that the scenario orders to a mission of a side: its own, and by option those of its allies, by nation."""
    points, side = said[key] or 0, setting.sides[user]
    owners: dict[str, str] = {}
    for owner in setting.allies(user) if setting.rulings.yes("allied-support") else [user]:
        owners |= {nation: owner for nation in setting.sides[owner].nations if nation not in owners}
    if isinstance(points, int):
        return [Order(mission.id, user, nation, number) for nation, number in nations_of(said, key, side, problems).items()]
    for nation in points:
        if nation not in owners:
            problems.add(points.at(nation), f"{side.name} does not command {nation} points; expected {' or '.join(owners)}")
    return [Order(mission.id, owners[nation], nation, number) for nation, number in points.items() if nation in owners and number]


@rule("13.92", "13.91")
def check_raid(said: Section, raid: RailRaid, setting: Setting, problems: Problems) -> None:
    """A rail hex is in range, in the territory of a side over which supremacy is held, with at least five points of each nation."""
    refused = supremacy_refused(setting, raid.front, raid.attacker, raid.defender)
    if refused:
        where = said.at("defender" if setting.allied(raid.attacker, raid.defender) else "front")
        problems.add(where, f"{refused} (13.91)")
    if not said["in-range"]:
        problems.add(said.at("in-range"), f"hex {raid.hex} is out of range; expected a rail hex within regular air range (13.92)")
    groups = [(order.nation, order.points) for order in points_of(said, "points", raid, raid.attacker, setting, problems)]
    for nation, points in [("Air", 0)] if said["points"] == 0 else groups:
        if points < TO_A_BOMBER_POINT:
            wanted = f"expected at least {TO_A_BOMBER_POINT} (13.92)"
            problems.add(
                said.at("points"),
                f"{count(points, f'{nation} point')} {verb(points, 'do', 'does')} not make a Strategic Bomber Point; {wanted}",
            )
        else:
            check_column(said, nation, points, setting, problems)


@rule("24.82")
def check_column(said: Section, nation: str, points: int, setting: Setting, problems: Problems) -> None:
    """An accuracy chart that the scenario supplies has a column for the bomber points that it sends."""
    number, bombers = chart_number(setting, nation), converted(points).bombers
    chart = setting.charts.accuracy_chart(number)
    if chart and chart.most is not None and bombers > chart.most:
        most = f"accuracy chart {number} has columns up to {chart.most}"
        problems.add(said.at("points"), f"{points} {nation} points are {bombers} bomber points; {most} (24.82)")


@rule("13.92")
def check_hexes(raids: list[tuple[Section, RailRaid]], setting: Setting, problems: Problems) -> None:
    """A hex is bombed once, by allies together if they may support one another: the points are converted together."""
    seen: dict[tuple[str, str], str] = {}
    for said, raid in raids:
        together = setting.sides[raid.attacker].alliance if setting.rulings.yes("allied-support") else raid.attacker
        first = seen.setdefault((together, raid.hex), raid.id)
        if first != raid.id:
            problems.add(said.at("at"), f"hex {raid.hex} is already bombed by {first}; expected one raid with all its points")


@rule("13.93")
def check_battle(said: Section, battle: GroundBattle, setting: Setting, problems: Problems) -> None:
    """Opponents fight, and support is what supremacy allows."""
    strangers = [side for side in (battle.defender, *battle.under_attack) if not setting.allied(side, battle.defender)]
    if setting.allied(battle.attacker, battle.defender):
        text = f"{setting.name(battle.defender)} is not an opponent of {setting.name(battle.attacker)}"
        problems.add(said.at("defender"), text)
    elif strangers:
        problems.add(said.at("defenders"), f"{setting.name(strangers[0])} is not an ally of {setting.name(battle.defender)}")
    elif said["shift-points"]:
        check_shift(said, battle, setting, problems)
    if said["die-point"] and not may_add_to_die(setting, battle):
        text = "a point for the die without Total Air Supremacy; the option die-point-without-supremacy does not allow it (13.93)"
        problems.add(said.at("die-point"), text)
    check_strengths(said, battle, setting, problems)


@rule("13.93", "13.912")
def check_shift(said: Section, battle: GroundBattle, setting: Setting, problems: Problems) -> None:
    """The odds are shifted by a side with supremacy over all it fights, against units with a defense factor."""
    where = said.at("shift-points")
    if not battle.printed_defense:
        problems.add(where, f"{battle.id} has 0 printed defense factors; expected some to divide the points by (13.93)")
    if shifter(setting, battle) is None:
        front = setting.fronts[battle.front]
        free = next(side for side in battle.under_attack if not holds_supremacy(setting, front, battle.attacker, side))
        problems.add(where, f"{supremacy_refused(setting, battle.front, battle.attacker, free)} (13.93)")


@rule("13.93")
def check_strengths(said: Section, battle: GroundBattle, setting: Setting, problems: Problems) -> None:
    """The table is there, if the scenario has any, and the column can be found in it."""
    tables = setting.charts.combat_results
    table = tables.get(battle.table)
    if battle.defense == 0:
        problems.add(said.at("defense-strength"), "odds need an adjusted defense of more than 0")
    if not tables:
        return
    if table is None:
        meant = problems.similar(battle.table, tables) if battle.table else None
        missing = f"no such table {battle.table!r}" if battle.table else "key 'table' is missing"
        problems.add(said.at("table"), f"{missing}; expected one of {', '.join(tables)}{did_you_mean(meant)}", meant)
    elif battle.column and battle.column not in table.heads:
        problems.add(said.at("column"), f"no such column {battle.column!r}; expected one of {', '.join(table.heads)}")
    elif not battle.column and not table.odds:
        problems.add(said.mark, f"the columns of {battle.table} are not odds; expected the column before air support")
    elif not battle.column and (battle.attack is None or battle.defense is None):
        problems.add(said.mark, "no odds; expected attack-strength and defense-strength, or column")
    else:
        check_odds(said, battle, setting, problems)


@rule("13.93")
def check_odds(said: Section, battle: GroundBattle, setting: Setting, problems: Problems) -> None:
    """Odds below the table are not lifted onto it, unless the option says what becomes of such an attack."""
    base = base_here(setting, battle)
    if base and base.fit == "below" and setting.rulings.value("odds-below-table") == "not-allowed":
        lowest = setting.charts.combat_results[battle.table].heads[0]
        allowed = "expected better odds, or the option odds-below-table"
        problems.add(said.at("attack-strength"), f"{battle.attack} against {battle.defense} is below {lowest}; {allowed} (13.93)")


@rule("13.912")
def check_orders(said: Section, mission: Mission, turn: Turn, problems: Problems) -> None:
    """No more is ordered than the Ground Support box holds; Air Superiority points never qualify."""
    setting = turn.setting
    key = "points" if isinstance(mission, RailRaid) else "shift-points" if said["shift-points"] else "die-point"
    owners = dict.fromkeys((order.side, order.nation) for order in turn.orders if order.mission == mission.id)
    for side, nation in owners:
        pool = turn.pool(mission.front, side, nation)
        ordered = pledged(turn, pool, mission.id if setting.rulings.yes("support-reuse") else "")
        if ordered > pool.had:
            held = f"{ordered} {nation} points are ordered on {mission.front} so far, where {pool.had} are in Ground Support"
            superiority = setting.fronts[mission.front].of(side).superiority
            other = f"; the {superiority} in Air Superiority cannot fly this" if superiority else ""
            alone = pledged(turn, pool, mission.id) <= pool.had
            option = "; a point has one job a turn, unless the option support-reuse says otherwise" if alone else ""
            problems.add(said.at(key), f"{held}{other}{option} (13.912)")


# what a player should know before he plays


def note_doubts(said: Section, mission: Mission, turn: Turn, problems: Problems) -> None:
    """Points that buy nothing, and charts that are missing, are no problems; `check` reports them."""
    key = "points" if isinstance(mission, RailRaid) else "shift-points"
    idle = idle_points(turn, mission.id)
    if idle:
        problems.note(said.at(key), f"{idle} (13.92)" if isinstance(mission, RailRaid) else f"{idle} (13.93)")
    if isinstance(mission, RailRaid):
        note_accuracy(said, mission, turn, problems)
        return
    table = turn.setting.charts.combat_results.get(mission.table)
    if table is None or not table.rows:
        missing = f"the rows of {mission.table}" if table else "the combat results table"
        problems.note(said.mark, f"{missing} will be needed: type it in, or read the printed one at a terminal (13.93)")


@rule("24.82")
def note_accuracy(said: Section, raid: RailRaid, turn: Turn, problems: Problems) -> None:
    """The accuracy charts that a raid may need and the scenario does not have, or not with enough columns."""
    charts = turn.setting.charts
    sent = {order.nation: order.points for order in turn.orders if order.mission == raid.id}
    able = {pool.nation: pool.had for pool in turn.pools if open_items(turn, pool, raid)}
    for nation, points in (able | sent).items():
        number = chart_number(turn.setting, nation)
        chart, bombers = charts.accuracy_chart(number), converted(points).bombers
        if chart is None:
            problems.note(
                said.mark, f"accuracy chart {number} will be needed: type it in, or read the printed one at a terminal (24.82)"
            )
        elif chart.most is not None and bombers > chart.most:
            most = f"accuracy chart {number} has columns up to {chart.most} bomber points"
            problems.note(said.mark, f"{most}, and {points} {nation} points can make {bombers} (24.82)")
    if charts.rail_damage is None:
        problems.note(said.mark, "rail-damage will be needed: what hits do to a rail line is not in the source (24.82)")
