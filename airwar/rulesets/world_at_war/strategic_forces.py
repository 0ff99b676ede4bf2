"""Who can bomb a strategic target, escort and oppose a raid (17.7, 17.8, 18.31), and which units do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from airwar.engine.referee import Note, Referee, first_come
from airwar.engine.rule import rule
from airwar.engine.words import count, listed
from airwar.rulesets.kit import FAR, beyond, hexes_between, title_of
from airwar.rulesets.kit import facts as shared_facts
from airwar.rulesets.world_at_war.ordering import (
    MOST_PLACES,
    Able,
    fliers,
    labels_of,
    places_in_words,
    ready_to_fly,
    sent_in_words,
    who_can,
)
from airwar.rulesets.world_at_war.setting import Base, BombingRaid, Target
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.taking_off import field_refused, hampered, side_refused, takeoff_refused
from airwar.rulesets.world_at_war.units import Sent, Unit, jets_never, nonzero

BOMBS = ("bomber", "aaf", "jet", "interceptor")


def raids_so_far(turn: Turn, raids: tuple[BombingRaid, ...]) -> str:
    """What is ready to bomb or escort, and which raids are announced."""
    named = f"Raids so far: {places_in_words(turn, [raid.target for raid in raids])}." if raids else "No raid announced yet."
    return f"{ready_to_fly(turn, 'attacker', lambda unit: unit.type in BOMBS)} {named}"


def who_bombs(turn: Turn, target: Target, able: Mapping[str, int]) -> str:
    """The target, and what can bomb it."""
    return f"Raid on {target.name}, {front_name(target.front)}. Ready to bomb it: {sent_in_words(turn, nonzero(able))}."


def who_escorts(turn: Turn, target: Target, raid: BombingRaid, able: Mapping[str, int]) -> str:
    """The bombers, and what can escort them."""
    bombers = sent_in_words(turn, raid.bombers or ())
    return f"Raid on {target.name} with {bombers}. Ready to escort: {sent_in_words(turn, nonzero(able))}."


def who_opposes(turn: Turn, target: Target, raid: BombingRaid, able: Mapping[str, int]) -> str:
    """What comes, and what can meet it. The raids still to be answered share the same defenders."""
    escort = f", escorted by {sent_in_words(turn, raid.escort)}" if raid.escort else ", without escort"
    later = turn.bombing[turn.bombing.index(raid) + 1 :] if raid in turn.bombing else ()
    others = [f"{sent_in_words(turn, one.bombers or ())} to {turn.setting.name(one.target)}" for one in later if one.bombers]
    more = f" Still to answer: {listed(others, MOST_PLACES)}." if others else ""
    comes = f"{turn.setting.rulings.name('attacker')}: {sent_in_words(turn, raid.bombers or ())}{escort}, approach {target.name}."
    return f"{comes} You can meet them with {sent_in_words(turn, nonzero(able))}.{more}"


def who_moves(turn: Turn, unit: Unit) -> str:
    """A unit that may change fronts."""
    return f"{turn.setting.rulings.name('attacker')}: {unit.air_type.counted(unit.number)} on {front_name(unit.home)} may move."


def moved_so_far(turn: Turn) -> str:
    """The strategic units that may change fronts."""
    own = [unit for unit in turn.strategic if unit.side == turn.setting.attacker and unit.number]
    there = sent_in_words(turn, tuple((unit.id, unit.number) for unit in own))
    moved = f" {count(len(turn.basing.moved), 'unit')} moved so far." if turn.basing.moved else ""
    return f"{turn.setting.rulings.name('attacker')}: {there} on {count(len({unit.home for unit in own}), 'front')}.{moved}"


def front_name(front_id: str) -> str:
    return f"the {title_of(front_id)} Front"


# reach


ROLES = {"bomb": ("bomber", "aaf"), "escort": ("interceptor", "jet", "aaf"), "oppose": ("interceptor", "jet", "aaf")}
DOES_NOT = {
    "bomber": "strategic bombers only bomb (17.73)",
    "interceptor": "interceptors do not bomb; they escort and oppose bombing (17.83)",
    "nas": "naval air does not bomb, escort bombing or oppose it (17.33)",
    "transport": "air transports take no part in bombing (17.63)",
    "kamikaze": "kamikazes only attack ships (17.463)",
}


@rule("17.23", "17.53C", "17.53F", "17.531", "17.73", "17.83")
def type_refused(unit: Unit, role: str) -> str | None:
    """Why a type of unit does not bomb, escort or oppose bombing."""
    if unit.type in ROLES[role]:
        return None
    if unit.type == "jet":
        return jets_never("bombing")
    return DOES_NOT[unit.type]


def raid_refused(ref: Referee | None, turn: Turn, target: Target, unit: Unit, role: str) -> str | None:
    """Why a unit may not fly in a raid."""
    if other_side := side_refused(turn.setting, unit, "18.512"):
        return other_side
    wrong = type_refused(unit, role)
    if wrong:
        return wrong
    if unit.strategic:
        return out_of_range_of_front(ref, turn, target, unit)
    return out_of_range_of_base(ref, turn, target, unit)


@rule("17.71", "17.72", "17.82", "18.31F", "18.31G", "18.49")
def out_of_range_of_front(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Bombers and escorting interceptors count their range from any operational base of their front, even a full one."""
    bases = [base for base in front_bases(turn, unit, unit.home) if field_refused(turn, unit, base) is None]
    if not bases:
        return f"{unit.id}: the {unit.home} front has no operational base of {unit.side} (17.72)"
    near = nearest(ref, turn, target, bases, unit.range)
    if near is not None and near > unit.range:
        number = "17.72" if unit.type == "bomber" else "17.82"
        base = f"the nearest operational base of the {unit.home} front"
        where = "out of reach of" if near >= FAR else f"{count(near, 'hex', 'hexes')} from"
        return f"{unit.id} has a range of {unit.range}; {target.name} is {where} {base} ({number})"
    return None


def front_bases(turn: Turn, unit: Unit, front: str) -> list[Base]:
    """The bases of a unit's side on a front where air units can be."""
    bases = [turn.find_base(base) for base in turn.setting.strategy.fronts.get(front, ())]
    return [base for base in bases if base and base.side == unit.side and base.takes_air_units and not base.box]


def nearest(ref: Referee | None, turn: Turn, target: Target, bases: list[Base], reach: int) -> int | None:
    """How far a target is from the nearest of these bases, as far as it matters: distances are asked for until one is in reach.

    Without a referee it is None as long as an unknown distance might be in reach.
    """
    known = [hexes for base in bases if (hexes := turn.distance(target.id, base.id)) is not None]
    unknown = [base for base in bases if turn.distance(target.id, base.id) is None]
    near = min(known, default=None)
    for base in unknown:
        if near is not None and near <= reach:
            return near
        if ref is None:
            return None
        hexes = hexes_between(ref, turn, target.id, base.id)
        near = hexes if near is None else min(near, hexes)
    return near


@rule("18.45", "18.51", "17.581", "17.52", "18.31E", "18.49")
def out_of_range_of_base(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Army air and jets fly from their own base, which must be operational."""
    if refused := takeoff_refused(turn, unit):
        return refused
    far = beyond(ref, turn, unit.home, target.id, unit.range)
    return f"{unit.id} has a range of {unit.range}; {far} (18.45)" if far else None


def opposition_refused(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Why a unit may not oppose a raid."""
    if unit.side == turn.setting.attacker:
        return f"{unit.id} belongs to the attacker, {turn.setting.attacker}; only the defender opposes bombing (17.83)"
    wrong = type_refused(unit, "oppose")
    if wrong:
        return wrong
    if unit.air_type.nation == "italy" and unit.type == "aaf" and target.nation == "germany":
        return f"{unit.id}: Italian army air does not defend Germany, by one public summary of rule 26 (18.57)"
    if unit.type == "interceptor":
        if interceptors_engage(ref, turn, target, unit):
            return None
        return f"{unit.id}: the raid on {target.name} does not come within its front and range of {unit.range} (18.31G)"
    return defender_out_of_range(ref, turn, target, unit)


@rule("17.582", "18.45", "18.49")
def defender_out_of_range(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> str | None:
    """Army air and jets engage a raid that comes within range; if hampered, only over their own hex."""
    base = turn.find_base(unit.home)
    if base is None or base.box:
        return f"{unit.id} is not at a base on the map, and no mission is flown out of a box (18.49)"
    if base.supply == "none":
        return f"{unit.id} is at {base.name}, which is not supplied; it cannot fly (18.21)"
    if unit.air_type.nation in turn.setting.neutral:
        return f"{unit.id}: {unit.air_type.nation} is not at war in this theater and flies no missions (not-at-war)"
    reach = 0 if hampered(unit, base) else unit.range
    on_the_way = target.passing(unit.home)
    if on_the_way is not None and on_the_way <= reach:
        return None
    hexes = nearest(ref, turn, target, [base], reach)
    if hexes is None or hexes <= reach:
        return None
    nearer = min(hexes, on_the_way if on_the_way is not None else hexes)
    comes = "does not come near" if nearer >= FAR else f"comes no nearer than {nearer} hexes"
    return f"{unit.id} has a range of {reach} here; the raid on {target.name} {comes} (18.45)"


@rule("17.82", "18.31G")
def interceptors_engage(ref: Referee | None, turn: Turn, target: Target, unit: Unit) -> bool:
    """Interceptors engage a raid on their front and within range of a supplied base there."""
    return unit.home in target.fronts() and meets(ref, turn, target, unit, unit.home)


@rule("17.82", "18.31G")
def meets(ref: Referee | None, turn: Turn, target: Target, unit: Unit, front: str) -> bool:
    """Whether a raid comes, on one front, within range of a supplied base that the unit counts from."""
    bases = [base for base in front_bases(turn, unit, unit.home) if base.supply == "full"]
    if front != target.front:
        way: Mapping[str, int] = target.passes.get(front, {})
        return any(way[base.id] <= unit.range for base in bases if base.id in way)
    near = nearest(ref, turn, target, bases, unit.range) if bases else FAR
    return near is None or near <= unit.range


# forces


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
        raid = chosen_escort(ref, turn, target, raid, others) if raid.bombers else raid._replace(escort=())
    return raid


@rule("18.41", "18.42A", "18.42B")
def still_flying(ref: Referee, turn: Turn, target: Target, raid: BombingRaid, others: tuple[BombingRaid, ...]) -> BombingRaid:
    """A prepared raid as far as it can still be flown: without units that are gone, or that have flown in this turn."""

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
def chosen_escort(ref: Referee, turn: Turn, target: Target, raid: BombingRaid, others: tuple[BombingRaid, ...]) -> BombingRaid:
    """The attacker picks interceptors, jets and army air of the bombers' nationality to escort them.

    If distances that are only told now leave too few of them, the raid is not flown.
    """
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
    if fault := refuse(default):
        ref.tell(Note, f"the raid on {target.name} is not flown: {fault}")
        return raid._replace(bombers=(), escort=())
    labels, about = labels_of(turn, free, target.id), partial(who_escorts, turn, target, raid, free)
    answer = ref.allot(
        "attacker.escort", free, by="attacker", default=default, labels=labels, refuse=refuse, about=about, why_not=why_not
    )
    return raid._replace(escort=nonzero(answer))


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
