"""Who may fly counterair (18.521, 18.51), who is sent, and who joins later (18.522B)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Carrier, Counterair, Raid, Setting, Turn, Unit
from airwar.rulesets.world_at_war.units.types import army_operations, naval_operations


def flown(turn: Turn, force: tuple[tuple[str, int], ...]) -> list[tuple[Unit, int]]:
    return [(turn.unit(unit_id), number) for unit_id, number in force]


@rule("18.521", "18.51", "18.4", "18.41", "18.45")
def eligible(turn: Turn, base: str, kind: str = "counterair") -> dict[str, int]:
    """Who may still fly to a base, and how many: uninverted, uncommitted, in range of an operational base or a carrier at sea.

    What a patrol is to do from later hexes (19.12) does not keep its aircraft from what it does now.
    """
    out = {}
    now = [raid for raid in turn.raids if raid.phase == turn.phase and not kind == raid.kind == "patrol"]
    for unit in turn.units:
        pledged = sum(number for raid in now for unit_id, number in raid.force if unit_id == unit.id)
        flying = sum(one.number for one in turn.away if one.unit == unit.id)
        free = turn.free(unit) - pledged - flying
        if free > 0 and may_attack(turn, unit, base):
            out[unit.id] = free
    return out


@rule("18.51", "18.49")
def may_fly_from(setting: Setting, unit: Unit) -> bool:
    """Offensive missions need a fully supplied base on the map, free of air oil effects, and of the right sort."""
    base = setting.bases[unit.home]
    if not base.operational or base.box:
        return False
    barred = {"ports": (), "no-artificial": ("artificial-port",), "printed": ("artificial-port", "port")}
    wrong = barred[setting.options["offensive-bases"]]
    naval_island = base.island and unit.type.kind == "nas"
    return naval_island or any(place not in wrong for place in base.places)


@rule("18.51", "18.31", "17.23", "17.33", "17.53", "17.3126E")
def may_attack(turn: Turn, unit: Unit, base: str) -> bool:
    """Army air, naval air and jets of the moving side, in range, from where offensive missions may be flown."""
    setting = turn.setting
    distance = setting.distance(unit.home, base)
    home = setting.bases.get(unit.home)
    carrier = setting.carriers.get(unit.home)
    from_here = may_fly_from(setting, unit) if home else bool(carrier and not carrier.port and not carrier.damaged)
    able = unit.type.kind == "jet" or "counterair" in operations(unit, carrier)
    return unit.side == setting.moving and able and from_here and distance is not None and distance <= unit.range


@rule("17.23", "17.33")
def operations(unit: Unit, carrier: Carrier | None) -> frozenset[str]:
    """What a unit of army or naval air may do from where it is."""
    if unit.type.kind == "aaf":
        return army_operations()
    return naval_operations(carrier=carrier is not None) if unit.type.kind == "nas" else frozenset()


@rule("18.521")
def commit(ref: Referee, turn: Turn, raid: Raid) -> Raid:
    """The attacker says who flies, unless the scenario has said so; who cannot fly any more stays at home."""
    able = eligible(turn, raid.base, raid.kind)
    if raid.force:
        fit = tuple((unit, min(number, able.get(unit, 0))) for unit, number in raid.force)
        if fit != raid.force:
            ref.tell(Note, "not all that were meant to fly can fly now")
        return raid._replace(force=tuple((unit, number) for unit, number in fit if number))
    sent = ref.allot("attacker.commit", able, by="attacker", default=able)
    return raid._replace(force=tuple((unit, number) for unit, number in sent.items() if number))


@lru_cache(maxsize=4096)
def uncommitted(turn: Turn, base: str, committed: tuple[tuple[str, int], ...]) -> Mapping[str, int]:
    """Who may still join, besides those that came already."""
    here = dict(committed)
    free = {unit: number - here.get(unit, 0) for unit, number in eligible(turn, base).items()}
    return {unit: number for unit, number in free.items() if number > 0}


@rule("18.522B")
def attacker_reinforces(ref: Referee, battle: Counterair) -> Counterair:
    """The attacker may add units that are not committed yet."""
    turn = battle.turn
    free = uncommitted(turn, battle.base, battle.committed)
    if not free:
        return battle
    here = dict(battle.committed)
    added = ref.allot("attacker.reinforce", free, by="attacker", default={}, facts=lambda: battle.facts("attacker"))
    if not any(added.values()):
        return battle
    lines = tuple(Line(unit, turn.unit(unit).type, (number,)) for unit, number in added.items() if number)
    ref.tell(joined, turn, added)
    total = {**here, **{unit: here.get(unit, 0) + number for unit, number in added.items() if number}}
    return battle._replace(attackers=merged(battle.attackers, lines), committed=tuple(total.items()))


def joined(turn: Turn, added: Mapping[str, int]) -> list[Event]:
    return [Note(f"{number} {turn.unit(unit).type.label} of {unit} join") for unit, number in added.items() if number]


def merged(force: Force, more: Force) -> Force:
    """Reinforcements of a unit that is already there join its line where both are counted alike."""
    lines = {(line.unit, bool(line.whole)): line for line in force}
    for line in more:
        new = line.broken() if any(old.whole for old in force) else line
        old = lines.get((new.unit, bool(new.whole)))
        if old is not None:
            parts = tuple(a + b for a, b in zip(old.parts, new.parts, strict=True))
            new = old._replace(parts=parts, whole=old.whole + new.whole)
        lines[new.unit, bool(new.whole)] = new
    return tuple(lines.values())


@rule("18.51", "18.521")
def rulings_on_the_raid(battle: Counterair) -> list[Event]:
    """Says when a raid rests on a ruling on ports, or attacks a hex with several facilities."""
    setting = battle.turn.setting
    told: list[Event] = []
    homes = dict.fromkeys(battle.turn.unit(unit).home for unit, _ in battle.committed)
    ports = [setting.bases[home] for home in homes if home in setting.bases]
    ports = [base for base in ports if base.places and not {"city", "port-city", "airbase"} & set(base.places)]
    if ports:
        names = ", ".join(base.name for base in ports)
        told.append(ruled("offensive-bases", setting.options["offensive-bases"], f"offensive missions are flown from {names}"))
    if setting.bases[battle.base].facilities > 1 and battle.defenders:
        text = f"all air units in the hex of {setting.name(battle.base)} are counteraired together"
        told.append(Note(text))
    return told
