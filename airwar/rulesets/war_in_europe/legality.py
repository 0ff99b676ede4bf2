"""What a scenario may not ask for: missions without supremacy, points that are not there, charts that do not fit."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.rule import rule
from airwar.rulesets.war_in_europe.allotment import pledged, reuse
from airwar.rulesets.war_in_europe.rail_raids import TO_A_BOMBER_POINT
from airwar.rulesets.war_in_europe.standing import holds_supremacy, may_add_to_die, may_bomb, shifter
from airwar.rulesets.war_in_europe.state import GroundCombat, Mission, Player, RailRaid, Setting, Turn
from airwar.scenario.problems import Problems, did_you_mean
from airwar.scenario.shape import Section


def check_players(document: Section, players: Mapping[str, Player], problems: Problems) -> None:
    """There are two alliances at least, and one German player at most, who owns the flak."""
    if len({player.alliance for player in players.values()}) < 2:
        problems.add(document.at("players"), "all players are in one alliance; expected opponents")
    germans = [player.id for player in players.values() if "german" in player.nations]
    if len(germans) > 1:
        problems.add(document.at("players"), f"{' and '.join(germans)} command German points; expected one German player (13.921)")


def nations_of(said: Section, key: str, player: Player, problems: Problems) -> dict[str, int]:
    """Points by nation; a bare number is enough for a player who commands one nation."""
    points = said[key] or 0
    if isinstance(points, int):
        if points and len(player.nations) > 1:
            problems.add(said.at(key), f"{points} points of {' and '.join(player.nations)}; expected a number for each (13.92)")
            return {}
        return {player.nations[0]: points} if points else {}
    for nation in points:
        if nation not in player.nations:
            problems.add(points.at(nation), f"{player.name} commands no {nation} points; expected {' or '.join(player.nations)}")
    return {nation: number for nation, number in points.items() if nation in player.nations}


def why_no_supremacy(setting: Setting, front_id: str, player: str, over: str) -> str:
    """Why a player has no Total Air Supremacy over another: who still has what."""
    front = setting.fronts[front_id]
    if setting.allied(player, over):
        return f"{setting.name(over)} is no opponent of {setting.name(player)}"
    holders = [other for other in setting.players if setting.allied(other, over) and front.of(other).remaining]
    left = []
    for other in holders:
        if setting.options["tas-scope"] == "alliance" or other == over:
            boxes = front.of(other)
            counts = f"{boxes.superiority} in Air Superiority and {boxes.ground_support} in Ground Support"
            left.append(f"{setting.name(other)} has {counts}")
    return f"{setting.name(player)} has no Total Air Supremacy over {setting.name(over)} on {front_id}: {', '.join(left)}"


@rule("13.92", "A4", "13.91", "A1")
def check_raid(said: Section, raid: RailRaid, setting: Setting, problems: Problems) -> None:
    """A rail hex in range, in the territory of a player over whom supremacy is held, and five points of each nation at least."""
    if not may_bomb(setting, raid):
        where = said.at("owner" if setting.allied(raid.by, raid.owner) else "front")
        problems.add(where, f"{why_no_supremacy(setting, raid.front, raid.by, raid.owner)} (13.91)")
    if not said["in-range"]:
        problems.add(said.at("in-range"), f"hex {raid.hex} is out of range; expected a rail hex within regular air range (13.92)")
    groups = nations_of(said, "points", setting.players[raid.by], problems)
    if said["points"] == 0:
        groups = {"Air": 0}
    for nation, points in groups.items():
        if points < TO_A_BOMBER_POINT:
            text = f"{points} {nation} points make no Strategic Bomber Point; expected at least {TO_A_BOMBER_POINT} (13.92)"
            problems.add(said.at("points"), text)


@rule("A4")
def check_hexes(raids: list[tuple[Section, RailRaid]], problems: Problems) -> None:
    """A player bombs a hex once: its points are converted together."""
    seen: dict[tuple[str, str], str] = {}
    for said, raid in raids:
        first = seen.setdefault((raid.by, raid.hex), raid.id)
        if first != raid.id:
            problems.add(said.at("hex"), f"hex {raid.hex} is bombed by {first} already; expected one raid with all its points")


@rule("13.93", "A6")
def check_combat(said: Section, combat: GroundCombat, setting: Setting, problems: Problems) -> None:
    """Opponents fight, and support is what supremacy allows."""
    strangers = [player for player in (combat.defender, *combat.under_attack) if not setting.allied(player, combat.defender)]
    if setting.allied(combat.attacker, combat.defender):
        problems.add(said.at("defender"), f"{setting.name(combat.defender)} is no opponent of {setting.name(combat.attacker)}")
    elif strangers:
        problems.add(said.at("defenders"), f"{setting.name(strangers[0])} is no ally of {setting.name(combat.defender)}")
    elif said["shift-points"]:
        check_shift(said, combat, setting, problems)
    if said["die-point"] and not may_add_to_die(setting, combat):
        text = "a point for the die without Total Air Supremacy; the option die-point-without-supremacy does not allow it (13.93)"
        problems.add(said.at("die-point"), text)
    check_table(said, combat, setting, problems)


@rule("13.93", "A6", "13.912", "A3")
def check_shift(said: Section, combat: GroundCombat, setting: Setting, problems: Problems) -> None:
    """The odds are shifted by whoever has supremacy over all he fights, against units with a defence factor."""
    where = said.at("shift-points")
    if not combat.printed_defence:
        problems.add(where, f"{combat.id} has 0 printed defence factors; expected some to divide the points by (13.93)")
    if shifter(setting, combat) is None:
        front = setting.fronts[combat.front]
        free = next(player for player in combat.under_attack if not holds_supremacy(setting, front, combat.attacker, player))
        problems.add(where, f"{why_no_supremacy(setting, combat.front, combat.attacker, free)} (13.93)")


@rule("A6")
def check_table(said: Section, combat: GroundCombat, setting: Setting, problems: Problems) -> None:
    """The table is there, if any is, and the column can be found in it."""
    tables = setting.charts.combat_results
    table = tables.get(combat.table)
    if combat.defence == 0:
        problems.add(said.at("defence-strength"), "an adjusted defence of 0 gives no odds; expected more than 0")
    if not tables:
        return
    if table is None:
        meant = did_you_mean(problems.similar(combat.table, tables)) if combat.table else ""
        missing = f"no such table {combat.table!r}" if combat.table else "key 'table' is missing"
        problems.add(said.at("table"), f"{missing}; expected one of {', '.join(tables)}{meant}")
    elif combat.column and combat.column not in table.heads:
        problems.add(said.at("column"), f"no such column {combat.column!r}; expected one of {', '.join(table.heads)}")
    elif not combat.column and not table.odds:
        problems.add(said.mark, f"the columns of {combat.table} are no odds; expected the column before air support")
    elif not combat.column and (combat.attack is None or combat.defence is None):
        problems.add(said.mark, "no odds; expected attack-strength and defence-strength, or column")


@rule("13.912", "A3")
def check_orders(said: Section, mission: Mission, turn: Turn, problems: Problems) -> None:
    """No more is ordered than lies in the Ground Support box; Air Superiority points never qualify."""
    setting = turn.setting
    key = "points" if isinstance(mission, RailRaid) else "shift-points" if said["shift-points"] else "die-point"
    owners = dict.fromkeys((order.player, order.nation) for order in turn.orders if order.mission == mission.id)
    for player, nation in owners:
        pool = turn.pool(mission.front, player, nation)
        ordered = pledged(turn, pool, mission.id if reuse(setting) else "")
        if ordered > pool.had:
            held = f"{ordered} {nation} points are ordered on {mission.front} so far, where {pool.had} are in Ground Support"
            superiority = setting.fronts[mission.front].of(player).superiority
            other = f"; the {superiority} in Air Superiority cannot fly this" if superiority else ""
            alone = pledged(turn, pool, mission.id) <= pool.had
            option = "; a point has one job a turn, unless the option support-reuse says otherwise" if alone else ""
            problems.add(said.at(key), f"{held}{other}{option} (13.912)")
