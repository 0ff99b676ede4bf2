"""The forces of a raid: bombers and escorts of one nationality, within the known limits of rule 26; and its opposition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from airwar.engine.referee import Note, Referee, first_come
from airwar.engine.rule import rule
from airwar.rulesets.kit.facts import facts as shared_facts
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.world_at_war.air.sent import Sent, nonzero
from airwar.rulesets.world_at_war.ordering import Able, fliers, labels_of, who_can
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic.about import who_bombs, who_escorts, who_opposes
from airwar.rulesets.world_at_war.strategic.reach import opposition_refused, raid_refused
from airwar.rulesets.world_at_war.strategic.state import BombingRaid, Target
from airwar.rulesets.world_at_war.units.unit import Unit

JAPANESE_AAF = 10  # that bomb or escort in a turn
KNOWN_FROM = "rule 26, one public summary"


def pledged(raids: Iterable[BombingRaid], unit_id: str) -> int:
    """How many of a unit fly in these raids."""
    forces = [force or () for raid in raids for force in (raid.bombers, raid.escort, raid.defense)]
    return sum(number for force in forces for flown, number in force if flown == unit_id)


def raiders(ref: Referee | None, turn: Turn, target: Target, role: str, others: tuple[BombingRaid, ...]) -> Able:
    """The units that may still fly in a raid, and how many of each; distances that are not known are asked for."""
    return who_can(ref, turn, lambda ref, unit: raid_refused(ref, turn, target, unit, role), partial(in_no_other, turn, others))


def in_no_other(turn: Turn, others: tuple[BombingRaid, ...], unit: Unit) -> int:
    """How many of a unit fly in no other raid."""
    return turn.free(unit) - pledged(others, unit.id)


@rule("18.57")
def announced(ref: Referee, turn: Turn, raid: BombingRaid, others: tuple[BombingRaid, ...]) -> BombingRaid:
    """The attacker chooses bombers and escort, unless the scenario gives them; what can no longer fly stays at home."""
    target = turn.setting.strategy.targets[raid.target]
    base = turn.find_base(raid.target)
    if base and base.side == turn.setting.attacker:
        ref.tell(Note, f"the raid on {target.name} is not flown: it is held by {title_of(base.side)}")
        return raid._replace(bombers=(), escort=())
    raid = still_flying(ref, turn, target, raid, others)
    if raid.bombers is None:
        raid = raid._replace(bombers=chosen_bombers(ref, turn, target, raid, others))
    if raid.escort is None:
        raid = raid._replace(escort=chosen_escort(ref, turn, target, raid, others) if raid.bombers else ())
    return raid


@rule("18.41", "18.42A", "18.42B")
def still_flying(ref: Referee, turn: Turn, target: Target, raid: BombingRaid, others: tuple[BombingRaid, ...]) -> BombingRaid:
    """A prepared raid as far as it can still be flown: ghosts do not fly, nor does anybody who has flown in this turn."""

    def fit(ordered: Sent | None, role: str, others: tuple[BombingRaid, ...]) -> Sent | None:
        return fliers(ref, turn, raiders(ref, turn, target, role, others), ordered) if ordered else ordered

    bombers = fit(raid.bombers, "bomb", others)
    escort = fit(raid.escort, "escort", (*others, BombingRaid(target.id, bombers)))
    if (bombers, escort) == (raid.bombers, raid.escort):
        return raid
    fault = next(iter(faults(turn, bombers or (), escort, others)), None) if bombers else None
    if fault or not bombers:
        ref.tell(Note, f"the raid on {target.name} is not flown: {fault or 'no bombers are left'}")
        return raid._replace(bombers=(), escort=())
    return raid._replace(bombers=bombers, escort=escort)


@rule("18.57", "17.71")
def chosen_bombers(ref: Referee, turn: Turn, target: Target, raid: BombingRaid, others: tuple[BombingRaid, ...]) -> Sent:
    """The attacker picks bombers of one nationality; army air bombs only with twice as many factors in escort."""
    able = raiders(ref, turn, target, "bomb", (*others, raid))
    free, why_not = able.units, able.why_not
    escorts = list(raiders(ref, turn, target, "escort", ()).units) if raid.escort is None else []  # a refusal cannot ask

    def refuse(answer: Mapping[str, int]) -> str | None:
        bombers = nonzero(answer)
        escort = smallest_escort(turn, target, escorts, bombers, others) if raid.escort is None else raid.escort
        return next(iter(faults(turn, bombers, escort, others)), None) if bombers else None

    heavy = [turn.unit(unit_id) for unit_id in free if turn.unit(unit_id).type == "bomber"]
    default = {unit.id: free[unit.id] for unit in heavy if unit.air_type.nation == heavy[0].air_type.nation}
    default = {} if refuse(default) else default
    labels, about = labels_of(turn, free, target.id), partial(who_bombs, turn, target, free)
    answer = ref.allot(
        "attacker.bombers", free, by="attacker", default=default, labels=labels, refuse=refuse, about=about, why_not=why_not
    )
    return nonzero(answer)


def smallest_escort(turn: Turn, target: Target, escorts: Iterable[str], bombers: Sent, others: tuple[BombingRaid, ...]) -> Sent:
    """The army air among these units that must escort these bombers, or as much of it as there is."""
    nations = {turn.unit(unit_id).air_type.nation for unit_id, _ in bombers}
    able = [unit for unit in map(turn.unit, escorts) if unit.air_type.nation in nations and unit.type == "aaf"]
    raids = (*others, BombingRaid(target.id, bombers))
    planes = {unit.id: max(0, in_no_other(turn, raids, unit)) for unit in able}
    return nonzero(first_come(planes, 2 * army(turn, bombers)))


@rule("17.581", "17.83", "18.57")
def chosen_escort(ref: Referee, turn: Turn, target: Target, raid: BombingRaid, others: tuple[BombingRaid, ...]) -> Sent:
    """The attacker picks interceptors, jets and army air of the bombers' nationality to escort them."""
    bombers = raid.bombers or ()
    nation = turn.unit(bombers[0][0]).air_type.nation
    able = raiders(ref, turn, target, "escort", (*others, raid))
    free = {unit_id: number for unit_id, number in able.units.items() if turn.unit(unit_id).air_type.nation == nation}

    def why_not(name: str) -> str | None:
        foreign = f"{name} does not escort: a raid is of one nationality, and the bombers are of {nation} (18.57)"
        return foreign if name in able.units else able.why_not(name)

    def refuse(answer: Mapping[str, int]) -> str | None:
        return next(iter(faults(turn, bombers, nonzero(answer), others)), None)

    default = free if refuse(free) is None else dict(smallest_escort(turn, target, able.units, bombers, others))
    labels, about = labels_of(turn, free, target.id), partial(who_escorts, turn, target, raid, free)
    answer = ref.allot(
        "attacker.escort", free, by="attacker", default=default, labels=labels, refuse=refuse, about=about, why_not=why_not
    )
    return nonzero(answer)


def army(turn: Turn, numbers: Sent) -> int:
    """The army air factors among these."""
    return sum(number for unit_id, number in numbers if turn.unit(unit_id).type == "aaf")


@rule("18.57")
def faults(turn: Turn, bombers: Sent, escort: Sent | None, others: Iterable[BombingRaid] = ()) -> list[str]:
    """What is wrong with a raid of these forces. As long as the escort is not named, it may still turn out large enough."""
    found = []
    raiding = bombers + (escort or ())
    nations = sorted({turn.unit(unit_id).air_type.nation for unit_id, _ in raiding})
    if len(nations) > 1:
        found.append(f"a raid is of one nationality; this one has {' and '.join(nations)} ({KNOWN_FROM})")
    bombing, whole = army(turn, bombers), army(turn, raiding)
    if escort is not None and bombing > whole // 3:
        found.append(f"{bombing} of {whole} AAF in the raid bomb; at most one third may, {whole // 3} here ({KNOWN_FROM})")
    elsewhere = sum(army(turn, (raid.bombers or ()) + (raid.escort or ())) for raid in others)
    if "japan" in nations and whole and whole + elsewhere > JAPANESE_AAF:
        found.append(f"{whole + elsewhere} Japanese AAF bomb or escort in the turn; at most {JAPANESE_AAF} ({KNOWN_FROM})")
    return found


@rule("17.83", "17.53F", "17.582", "18.31G")
def opposed(ref: Referee, turn: Turn, raid: BombingRaid, others: tuple[BombingRaid, ...]) -> BombingRaid:
    """The defender chooses the units that meet the raid, unless the scenario gives them."""
    if not raid.bombers:
        return raid._replace(defense=())
    target = turn.setting.strategy.targets[raid.target]
    able = who_can(ref, turn, lambda ref, unit: opposition_refused(ref, turn, target, unit), partial(in_no_other, turn, others))
    if raid.defense is not None:
        return raid._replace(defense=fliers(ref, turn, able, raid.defense))
    sent = ref.allot(
        "defender.oppose",
        able.units,
        by="defender",
        default=able.units,
        labels=labels_of(turn, able.units, target.id),
        facts=partial(facts, turn, raid, [unit.id for unit in turn.units if able.refused(unit.id) is None]),
        about=partial(who_opposes, turn, target, raid, able.units),
        why_not=able.why_not,
    )
    return raid._replace(defense=nonzero(sent))


def facts(turn: Turn, raid: BombingRaid, able: Iterable[str]) -> dict[str, int]:
    """What a policy of the defender may ask about."""
    own = sum(turn.unit(unit).ready for unit in able)
    enemy = sum(number for _, number in (raid.bombers or ()) + (raid.escort or ()))
    bombers = sum(number for _, number in raid.bombers or ())
    return shared_facts(own, enemy, **{"enemy.bombers": bombers})
