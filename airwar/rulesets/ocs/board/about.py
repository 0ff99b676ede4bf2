"""Air units, bases and targets in the sentence above a question."""

from __future__ import annotations

from collections.abc import Iterable

from airwar.engine.words import count, listed
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.board.setting import Mission
from airwar.rulesets.ocs.board.words import rating_of
from airwar.rulesets.ocs.units.air import AT_BASE, INACTIVE

MOST_PLANES = 4  # that a sentence names on one side
VERBS = {
    "barrage": "barrages the units at", "base-attack": "attacks the air base at", "port-attack": "attacks the port of",
    "trainbust": "attacks the rail line at", "ship-attack": "attacks", "hip-shoot": "hip shoots at", "gunfire": "fires at",
    "interdict": "interdicts", "station": "waits over", "sweep": "sweeps", "drop": "drops on", "transport": "flies cargo to",
    "transfer": "moves to", "capture": "attacks", "build": "builds at", "reduce": "tears down at",
}  # fmt: skip


def planes(board: Board, units: Iterable[str]) -> str:
    """Air units by name, equal ones counted: `2 Spitfire V and Wellington`."""
    names = [board.counter(unit).name for unit in units]
    said = [name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in dict.fromkeys(names)]
    return listed(said, MOST_PLANES) or "nothing"


def rated(board: Board, units: Iterable[str]) -> str:
    """Air units by name with their ratings, which decide a fight: `Bf 109F 3 and Ju 88 (2)`."""
    return listed((f"{board.counter(unit).name} {rating_of(board, unit)}" for unit in units), MOST_PLANES) or "nothing"


def ready(board: Board, side: str) -> str:
    """The active air units of a side at its bases, and how many are inactive."""
    own = [unit for unit in board.units if board.counter(unit.id).side == side]
    active = [unit.id for unit in own if unit.status == AT_BASE]
    inactive = sum(unit.status == INACTIVE for unit in own)
    more = f", {inactive} inactive" if inactive else ""
    return f"{title_of(side)}: {planes(board, active) if active else 'no air unit'} active at bases{more}"


def doing(board: Board, mission: Mission) -> str:
    """A mission in words: `Axis attacks the air base at Malta`."""
    ship = board.setting.ships.get(mission.ship)
    target = ship.name if ship else board.setting.name(mission.at)
    return f"{title_of(mission.side)} {VERBS[mission.kind]} {target}"


def defended(board: Board, mission: Mission) -> str:
    """What the enemy has at the target: units, planes, flak and a base; nothing if it has nothing."""
    enemy = board.setting.enemy_of(mission.side)
    ground, base, port = board.ground_at(mission.at), board.base(mission.at), board.port(mission.at)
    said = [f"{ground.res} RE"] * (enemy in ground.combat)
    if base and base.side == enemy and base.kind == "base":
        said.append(f"a base of level {base.level}")
    if port and port.side == enemy:
        said.append(f"a port with {count(port.hits, 'hit')}")
    based = [unit for unit in board.based_at(mission.at) if board.counter(unit).side == enemy]
    over = [unit for unit in board.active_at(mission.at, enemy) if unit not in based]
    said += [planes(board, (*based, *over))] * bool(based or over)
    return f" {title_of(enemy)} there: {', '.join(said)}." if said else ""
