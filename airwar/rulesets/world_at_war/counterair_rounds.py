"""The rounds of a counterair (18.521, 18.522, 18.523): who may fly it and joins, what is hit, and who breaks off to where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Note, Referee, Sheet, Status
from airwar.engine.rule import rule, under
from airwar.engine.words import count, listed
from airwar.rulesets.kit import Rulings, away
from airwar.rulesets.world_at_war.air_combat import (
    Contingent,
    aborts_matter,
    back_in_factors,
    both_left,
    by_kind,
    combat_facts,
    combat_sheet,
    fates,
    fire,
    in_words,
    loss_report,
    on_to_the_ships,
    recombination,
    suffer,
)
from airwar.rulesets.world_at_war.basing import ARMY_AIR, Room, all_fit, full_port_city, room_in
from airwar.rulesets.world_at_war.displacement import rings
from airwar.rulesets.world_at_war.options import (
    ATTACKER_DISENGAGED,
    ATTACKER_ELIMINATED,
    BOTH_ELIMINATED,
    DEFAULTS,
    DEFENDER_DISENGAGED,
    DEFENDER_ELIMINATED,
    SINGLE_ROUND_FOUGHT,
)
from airwar.rulesets.world_at_war.ordering import (
    MOST_PLACES,
    Able,
    fliers,
    labels_of,
    line_labels,
    places_in_words,
    ready_to_fly,
    sent_in_words,
    units_in_words,
    who_can,
)
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.state import NAVAL_BASE, SINGLE_ROUND, OnTheMap, Raid, Turn
from airwar.rulesets.world_at_war.taking_off import (
    as_force,
    offense_refused,
    reinforced,
    remembered,
    side_refused,
    taken_off,
    takeoff_refused,
)
from airwar.rulesets.world_at_war.units import (
    Effect,
    Force,
    Sent,
    Unit,
    aborted_fight_on,
    added,
    army_operations,
    as_lines,
    broken_down,
    fought_in_squadrons,
    fresh,
    naval_operations,
    nonzero,
    size,
    upright,
)


class Refuge(NamedTuple):
    """A base to which defenders may fly off, and the room that it has."""

    base: str
    name: str
    distance: int
    room: Room
    port_city: bool = False  # how its port city is counted is an option


class Counterair(NamedTuple):
    """A counterair in progress: one base, its attackers and its defenders."""

    base: str
    kind: str
    attackers: Force
    defenders: Force
    came: Force  # all attackers that were sent, as they took off
    based: tuple[Unit, ...]  # the units in the base, as they were before the battle
    reserves: Force  # attackers that may still join
    carrier_air: tuple[str, ...]  # which attackers come from carriers
    refuges: tuple[Refuge, ...]  # nearest first
    denied: tuple[Refuge, ...]  # bases that would be refuges, but are to be counteraired in this phase
    rulings: Rulings
    joined: Sent = ()  # attackers that came after the first round
    homeward: Force = ()  # attackers that have left for their carriers

    def facts(self, side: str) -> dict[str, int]:
        """What a policy may ask about, seen from one side."""
        return combat_facts(side, Contingent(self.attackers, self.came), Contingent(self.defenders, as_lines(self.based)))


class Fought(NamedTuple):
    """How a counterair ended."""

    base: str
    kind: str
    result: str
    came: Force = ()  # all attackers that were sent
    joined: Sent = ()  # those of them that came after the first round
    attackers: Force = ()  # those that are left
    defenders: Force = ()
    flown_off: tuple[tuple[str, str, int], ...] = ()  # units, refuges, and how many went there


# in words


FLIES = ("aaf", "nas", "jet")


def targets_so_far(turn: Turn) -> str:
    """What is ready to fly, and which bases are announced."""
    tried = turn.counterair.tried
    named = f"Announced so far: {places_in_words(turn, tried)}." if tried else "No counterair announced yet."
    return f"{ready_to_fly(turn, 'attacker', lambda unit: unit.type in FLIES)} {named}"


def which_first(turn: Turn, raids: Iterable[Raid]) -> str:
    """The counterairs that are announced, with what flies to each."""
    named = [f"{turn.setting.name(raid.at)} ({sent_in_words(turn, raid.force)})" for raid in raids]
    return f"Announced: {listed(named, MOST_PLACES)}. Which is fought next?"


def who_flies(turn: Turn, base: str, able: Mapping[str, int]) -> str:
    """What is in the base, and what can be sent."""
    there = turn.at(base)
    held = f"{units_in_words(there)} at {turn.setting.name(base)}" if there else f"{turn.setting.name(base)} is empty"
    return f"{turn.setting.rulings.name('defender')}: {held}. Ready in range: {sent_in_words(turn, nonzero(able))}."


def after_round(battle: Counterair, number: int) -> str:
    """What the rounds so far have left of both sides."""
    attackers, defenders = Contingent(battle.attackers, battle.came), Contingent(battle.defenders, as_lines(battle.based))
    left = both_left(battle.rulings, attackers, defenders)
    home = f" {in_words(battle.homeward)} went home." if battle.homeward else ""
    return f"After round {number} over {battle.rulings.name(battle.base)}: {left}.{home}"


def may_leave(battle: Counterair, number: int, refuges: list[Refuge]) -> str:
    """The defender's way out: the bases that survivors can fly to."""
    ways = listed((f"{refuge.name} ({count(refuge.distance, 'hex', 'hexes')})" for refuge in refuges), 3)
    return f"{after_round(battle, number)} Refuge: {ways}."


def may_break_off(battle: Counterair, number: int, can_leave: bool) -> str:
    """The attacker's choice: what the enemy does, and what could still join."""
    enemy = "The enemy stays and fights." if can_leave else f"No refuge: {battle.rulings.name('defender')} cannot break off."
    reserves = in_words(battle.reserves) if len(by_kind(battle.reserves)) == 1 else f"{size(battle.reserves)} more"
    more = f" {reserves} can join." if battle.reserves else ""
    return f"{after_round(battle, number)} {enemy}{more}"


def may_join(battle: Counterair, number: int) -> str:
    """The attacker fights on, and may send more."""
    return f"{after_round(battle, number)} Ready to join: {in_words(battle.reserves)}."


def transports_there(rulings: Rulings, attackers: Force, defenders: Force) -> str:
    """Air transports in the base, which the attacker may engage or leave alone."""
    return f"{rulings.name('attacker')} attacks with {in_words(attackers)}; in the base: {in_words(defenders)}."


def hits_on(rulings: Rulings, defenders: Force, effects: Effect) -> str:
    """What the attacker's roll does, and what it may fall on."""
    return f"Losses of {rulings.name('defender')}: {fates(effects)}, among {in_words(defenders)}. Choose where they fall."


def fly_off(battle: Counterair, unit: Unit, refuge: Refuge, room: int) -> str:
    """A refuge, and what is still to be sent to one."""
    base = battle.rulings.name(battle.base)
    there = f"{refuge.name}, {away(refuge.distance)}, has room for {room}"
    return f"{battle.rulings.name('defender')} gives up {base}: {unit.air_type.counted(unit.number)} still to send. {there}."


def may_sail(turn: Turn, carrier: Carrier) -> str:
    """A carrier in a port that has been attacked."""
    aboard = [unit for unit in turn.units if unit.home == carrier.id and unit.number]
    load = units_in_words(aboard) if aboard else "no naval air"
    return f"{turn.setting.name(carrier.port)} was attacked; {carrier.name} lies there with {load} aboard."


# who flies


@rule("18.521", "18.51", "18.4", "18.41", "18.45")
def eligible(ref: Referee | None, turn: Turn, base: str, kind: str = "counterair") -> Able:
    """The units that may fly counterair to a base, less those that are promised to other targets of the phase.

    A patrol's aircraft may attack from every hex that it enters.
    """
    elsewhere: Sent = ()
    for raid in promised(turn):
        if not kind == raid.kind == "patrol":
            elsewhere = added(elsewhere, raid.force)
    gone = dict(elsewhere)

    def free(unit: Unit) -> int:
        return turn.free(unit) - gone.get(unit.id, 0)

    return who_can(ref, turn, lambda ref, unit: counterair_refused(ref, turn, unit, base, kind), free, turn.attackers)


def promised(turn: Turn) -> list[Raid]:
    """The raids of the phase that are still to be fought, whether announced or only prepared."""
    return [*turn.counterair.announced, *(raid for raid in turn.counterair.raids if raid.phase == turn.phase)]


@rule("18.51", "18.31", "18.521", "17.23", "17.33", "17.53", "19.12")
def counterair_refused(ref: Referee | None, turn: Turn, unit: Unit, base: str, kind: str = "counterair") -> str | None:
    """Why a unit cannot fly counterair to a base, or None: army air, naval air and jets of the attacker may, within range.

    A patrol flies from a hex that it enters on its way, wherever its carriers are now.
    """
    if kind == "patrol" and turn.find_carrier(unit.home):
        return no_counterair(turn, unit) or takeoff_refused(turn, unit)
    return remembered(raid_refused, ref, turn, unit, base)


def raid_refused(ref: Referee | None, turn: OnTheMap, unit: Unit, base: str) -> str | None:
    return no_counterair(turn, unit) or offense_refused(ref, turn, unit, base)


def no_counterair(turn: OnTheMap, unit: Unit) -> str | None:
    """Why a unit never flies counterair in this player turn, wherever to, or None."""
    if other_side := side_refused(turn.setting, unit, "18.521"):
        return other_side
    if unit.type == "jet" or "counterair" in operations(unit, turn.find_carrier(unit.home)):
        return None
    return f"{unit.air_type.label} units do not fly counterair; expected army air, naval air or jets (17.23)"


@rule("17.23", "17.33")
def operations(unit: Unit, carrier: Carrier | None) -> frozenset[str]:
    """What a unit of army or naval air may do from where it is."""
    if unit.type == "aaf":
        return army_operations()
    return naval_operations(carrier=carrier is not None) if unit.type == "nas" else frozenset()


@rule("18.521")
def commit(ref: Referee, turn: Turn, raid: Raid) -> Sent:
    """The attacker chooses the units that fly, unless the scenario names them; units that can no longer fly stay at home."""
    able = eligible(ref, turn, raid.at, raid.kind)
    if raid.force:
        return fliers(ref, turn, able, raid.force, again="attacker.commit")
    units, why_not = able.units, able.why_not
    labels, about = labels_of(turn, units, raid.at), partial(who_flies, turn, raid.at, units)
    return nonzero(ref.allot("attacker.commit", units, by="attacker", default=units, labels=labels, about=about, why_not=why_not))


@rule("18.522B", "19.12")
def reserves(ref: Referee, turn: Turn, base: str) -> Force:
    """The units that may still join a counterair, once its first attackers have taken off.

    Naval air from carriers strikes for one round, the first.
    """
    able = eligible(ref, turn, base).units.items()
    return as_force(turn, nonzero({unit: number for unit, number in able if not turn.find_carrier(turn.unit(unit).home)}))


@rule("18.522B")
def attacker_reinforces(ref: Referee, battle: Counterair) -> Counterair:
    """The attacker may add units that are not committed yet."""
    if ref.takes_default("attacker.reinforce", "attacker"):
        return battle
    free = {line.unit: line.number for line in battle.reserves}
    labels, facts = line_labels(battle.reserves), partial(battle.facts, "attacker")
    about = partial(may_join, battle, ref.round)
    sent = ref.allot("attacker.reinforce", free, by="attacker", default={}, labels=labels, facts=facts, about=about)
    return reinforced(ref, battle, nonzero(sent))


@rule("18.51", "18.521")
def rulings_on_the_raid(turn: Turn, base: str, sent: Sent) -> list[Event]:
    """Says when a raid rests on the ruling on ports, and when it meets several facilities in a hex."""
    setting = turn.setting
    events: list[Event] = []
    homes = dict.fromkeys(turn.unit(unit).home for unit, _ in sent)
    ports = [port for home in homes if (port := turn.find_base(home))]
    ports = [port for port in ports if port.facilities and not {"city", "port-city", "airbase"} & set(port.facilities)]
    if ports:
        names = ", ".join(port.name for port in ports)
        events.append(setting.rulings.ruled("offensive-bases", f"offensive missions are flown from {names}"))
    if turn.base(base).count > 1 and turn.at(base):
        events.append(Note(f"all air units in the {setting.name(base)} hex are counteraired together"))
    return events


# flying off


@rule("18.522B")
def disengages(ref: Referee, battle: Counterair, side: str) -> bool:
    """A side may break off. The defender needs a refuge for every survivor (18.523)."""
    if side == "defender" and not may_fly_off(battle):
        ref.tell(ruling_on_announcements, battle)
        ref.tell(ruling_on_full_refuges, battle)
        return False
    options = {"stay": "fight on" if side == "attacker" else "stay and fight on", "disengage": "break off"}
    leave = partial(leaving, battle, side, ref.round)
    return ref.choose(f"{side}.disengage", options, by=side, facts=lambda: battle.facts(side), about=leave) == "disengage"


def leaving(battle: Counterair, side: str, number: int) -> str:
    """What the question is about: the defender's refuges, or whether the defender could have left."""
    if side == "attacker":
        return may_break_off(battle, number, may_fly_off(battle))
    reached = {base for unit in survivors_of(battle) for base in within_reach(unit, battle.refuges)}
    return may_leave(battle, number, [refuge for refuge in battle.refuges if refuge.base in reached])


# 18.523: the refuges


@rule("18.523")
def refuges_from(ref: Referee, turn: Turn, base: str) -> tuple[Refuge, ...]:
    """Where the air units of a base may fly off to: bases neither counteraired in this phase nor about to be."""
    barred = {*turn.counterair.counteraired, *announced(turn)}
    return tuple(refuge for refuge in friendly_bases(ref, turn, base) if refuge.base not in barred)


@rule("18.523", "18.521D")
def denied_to(ref: Referee, turn: Turn, base: str) -> tuple[Refuge, ...]:
    """Bases that would be refuges, were they not announced as targets of this phase."""
    pending = set(announced(turn)) - set(turn.counterair.counteraired)
    return tuple(refuge for refuge in friendly_bases(ref, turn, base) if refuge.base in pending) if pending else ()


def announced(turn: Turn) -> list[str]:
    """The bases announced in this phase and not attacked yet; none when each counterair is announced in its turn."""
    return [raid.at for raid in turn.counterair.announced]


def friendly_bases(ref: Referee, turn: Turn, base: str) -> list[Refuge]:
    """The bases of the defender in staging range of a base, nearest first."""
    based = turn.at(base)
    if not based:
        return []
    reach = max(unit.staging_range for unit in based)
    near = []
    for distance, ring in ref.settle(rings, turn.surroundings, base, based[0].side):
        for other in map(turn.base, sorted(ring) if distance <= reach else ()):
            near.append(Refuge(other.id, other.name, distance, room_in(turn, other), "port-city" in other.facilities))
    return near


def within_reach(unit: Unit, refuges: tuple[Refuge, ...]) -> list[str]:
    """The refuges that a unit can reach, nearest first."""
    return [refuge.base for refuge in refuges if refuge.distance <= unit.staging_range]


# 18.522B: whether the defender may break off


@rule("18.523")
@lru_cache(maxsize=65536)
def can_fly_off(based: tuple[Unit, ...], defenders: Force, refuges: tuple[Refuge, ...], recombination: str) -> bool:
    """All survivors or none: there must be room for every one of them."""
    survivors = surviving_units(based, defenders, recombination)
    reach = {unit.id: within_reach(unit, refuges) for unit in survivors}
    return all(reach.values()) and all_fit({refuge.base: refuge.room for refuge in refuges}, survivors, reach)


def may_fly_off(battle: Counterair) -> bool:
    """Whether the defender may break off."""
    return can_fly_off(battle.based, battle.defenders, battle.refuges, battle.rulings.value("recombination"))


def surviving_units(based: tuple[Unit, ...], defenders: Force, recombination: str) -> list[Unit]:
    """The defenders as units again, with what is left of each."""
    return [unit for unit in back_in_factors(based, defenders, recombination) if unit.number]


def survivors_of(battle: Counterair) -> list[Unit]:
    return surviving_units(battle.based, battle.defenders, battle.rulings.value("recombination"))


@rule("18.523", "18.12")
def ruling_on_full_refuges(battle: Counterair) -> list[Event]:
    """Says when a port city counted once is a refuge without room."""
    reached = {base for unit in survivors_of(battle) for base in within_reach(unit, battle.refuges)}
    full = [one for one in battle.refuges if one.base in reached and one.port_city and not one.room.for_type(ARMY_AIR)]
    return [full_port_city(battle.rulings, refuge.name) for refuge in full]


@rule("18.523", "18.521D")
def ruling_on_announcements(battle: Counterair) -> list[Event]:
    """Says when only bases that are announced but not attacked yet would have been refuges."""
    reached = {base for unit in survivors_of(battle) for base in within_reach(unit, battle.denied)}
    names = ", ".join(refuge.name for refuge in battle.denied if refuge.base in reached)
    if not names:
        return []
    text = f"no refuge at {names}: all counterair of a phase is announced together"
    return [battle.rulings.ruled("announcements", text)]


# flying off


@rule("18.523", "18.43")
def defender_flies_off(ref: Referee, battle: Counterair) -> Move[Fought]:
    """Every surviving defender flies to a refuge of the owner's choice and is inverted."""
    ref.tell(recombination, battle.rulings, battle.defenders)
    waiting = {unit.id: unit for unit in survivors_of(battle)}
    rooms = {refuge.base: refuge.room for refuge in battle.refuges}
    names = {refuge.base: refuge.name for refuge in battle.refuges}
    flown_off = []
    reach = {unit.id: within_reach(unit, battle.refuges) for unit in waiting.values()}
    for unit in list(waiting.values()):
        for place in reach[unit.id]:
            left = waiting[unit.id]
            number = sent_to(ref, battle, rooms, waiting, reach, left, place)
            if number:
                ref.tell(Status, "defender", f"{unit.id}: {unit.air_type.label}", number, f"inverted at {names[place]}")
                flown_off.append((unit.id, place, number))
                rooms[place] = rooms[place].taking(unit.air_type, number)
                waiting[unit.id] = left.holding(inverted=left.number - number)
    left_over = battle.attackers + battle.homeward
    came, joined = battle.came, battle.joined
    return Return(
        Fought(battle.base, battle.kind, DEFENDER_DISENGAGED, came, joined, left_over, battle.defenders, tuple(flown_off))
    )


@rule("18.523")
def sent_to(
    ref: Referee,
    battle: Counterair,
    rooms: Mapping[str, Room],
    waiting: Mapping[str, Unit],
    reach: Mapping[str, list[str]],
    unit: Unit,
    place: str,
) -> int:
    """How many of a unit go to one refuge; the rest must still find room elsewhere."""
    most = min(unit.number, rooms[place].for_type(unit.air_type))
    if not most:
        return 0
    refuge = next(refuge for refuge in battle.refuges if refuge.base == place)
    name = refuge.name
    later = reach[unit.id][reach[unit.id].index(place) + 1 :]

    others = [other for other in waiting.values() if other.number and other.id != unit.id]

    def leaves_room(number: int) -> bool:
        rest = unit.holding(ready=unit.number - number)
        left = {**rooms, place: rooms[place].taking(unit.air_type, number)}
        return all_fit(left, [*others, rest] if rest.number else others, {**reach, unit.id: later})

    def refuse(answer: Mapping[str, int]) -> str | None:
        number = answer[unit.id]
        return None if leaves_room(number) else f"with {number} at {name} there is no room for all the others (18.523)"

    usual = next(number for number in range(most, -1, -1) if leaves_room(number))
    key = f"defender.refuge.{place}.{unit.id}"
    if ref.takes_default(key, "defender") or not any(leaves_room(number) for number in range(usual)):
        return usual
    label = {unit.id: f"{unit.air_type.label} to {name}"}
    default = {unit.id: usual}
    left = partial(fly_off, battle, unit, refuge, rooms[place].for_type(unit.air_type))
    return ref.allot(key, {unit.id: most}, by="defender", default=default, labels=label, refuse=refuse, about=left)[unit.id]


# a round


@rule("18.522", "18.522A", "18.522C", "18.521A", "18.521B", "19.1", "19.11")
def counterair_round(ref: Referee, battle: Counterair) -> Move[Fought]:
    """Both sides roll at once and the results take effect together; then each side may break off, the defender first."""
    ref.new_round()
    attackers, defenders = battle.attackers, battle.defenders
    rulings = battle.rulings
    engaged = engaged_defenders(ref, defenders, rulings, attackers)
    ships = battle.kind == NAVAL_BASE

    def attacker_fires(ref: Referee) -> Effect:
        matter = aborts_matter(ref, "defender", defenders, rulings)
        return fire(ref, "attacker", attackers, engaged, most=size(defenders), aborts_matter=matter, rulings=rulings)

    def defender_fires(ref: Referee) -> Effect:
        matter = ships and aborts_matter(ref, "attacker", attackers, rulings)
        return fire(ref, "defender", engaged, attackers, most=size(attackers), aborts_matter=matter, rulings=rulings)

    by_attacker, by_defender = ref.roll_both(attacker_fires, defender_fires)
    battle = battle._replace(
        attackers=suffer(ref, "attacker", attackers, by_defender, rulings) if any(by_defender) else attackers,
        defenders=ref.settle(defenders_suffer, defenders, engaged, by_attacker, rulings, battle.based),
    )
    ref.tell(round_report, battle, attackers, defenders)
    if ships:
        under("18.512B", ref.tell, on_to_the_ships, rulings, "attacker", battle.attackers)
    if not battle.attackers or not battle.defenders:
        return Return(outcome(battle))
    return then(after_the_round, battle)


@rule("18.522B", "19.12")
def after_the_round(ref: Referee, battle: Counterair) -> Move[Fought]:
    """The defender decides first; if the defender stays, the attacker breaks off or fights on with survivors and reinforcements."""
    battle = carriers_go_home(ref, battle)
    if not battle.attackers:
        return Return(outcome(battle))
    if disengages(ref, battle, "defender"):
        return then(defender_flies_off, battle)
    if disengages(ref, battle, "attacker"):
        return Return(outcome(battle))
    battle = in_squadrons(attacker_reinforces(ref, battle))
    ref.tell(aborted_fight_on, battle.defenders)
    return then(counterair_round, battle._replace(attackers=fresh(battle.attackers), defenders=fresh(battle.defenders)))


def round_report(battle: Counterair, attackers: Force, defenders: Force) -> list[Event]:
    return loss_report("attacker", attackers, battle.attackers) + loss_report("defender", defenders, battle.defenders)


@rule("19.5", "17.141C")
def in_squadrons(battle: Counterair) -> Counterair:
    """Once naval air takes part, all units fight in squadrons."""
    if not fought_in_squadrons(battle.attackers, battle.defenders):
        return battle
    return battle._replace(attackers=broken_down(battle.attackers), defenders=broken_down(battle.defenders))


@rule("18.521B", "17.65")
def engaged_defenders(ref: Referee, defenders: Force, rulings: Rulings = DEFAULTS, attackers: Force = ()) -> Force:
    """Everything in the base fights, inverted or not; the attacker may engage the air transports too."""
    others = without_transports(defenders)
    if others == defenders:
        return defenders
    if not others:
        ref.tell(Note, "only air transports are in the base, so they are engaged")
        return defenders
    options = {"leave": "leave the air transports alone", "engage": "engage the air transports too"}
    about = partial(transports_there, rulings, attackers, defenders)
    engage = ref.choose("attacker.engage-transports", options, by="attacker", about=about)
    return defenders if engage == "engage" else others


@lru_cache(maxsize=4096)
def without_transports(force: Force) -> Force:
    return tuple(line for line in force if line.type != "transport")


@rule("19.64", "18.521B")
def defenders_suffer(
    ref: Referee, defenders: Force, engaged: Force, effects: Effect, rulings: Rulings = DEFAULTS, based: Sequence[Unit] = ()
) -> Force:
    """The attacker applies the result to uninverted defenders only, or to inverted ones as well; surplus results spill over."""
    if not effects.eliminated and not effects.aborted:
        return defenders
    counted = tuple(line for line in engaged if not (line.inverted and line.type == "transport"))
    target, uninverted = counted, upright(counted)
    if uninverted and uninverted != counted:
        options = {"uninverted": "uninverted defenders only", "both": "uninverted and inverted ones alike"}
        wish = ref.choose("attacker.target", options, by="attacker", about=partial(hits_on, rulings, counted, effects))
        target = uninverted if wish == "uninverted" else counted
    target = target or engaged
    spared = tuple(line._replace(aborted=()) for line in defenders if line not in target)
    struck = suffer(ref, "defender", target, effects, rulings, based=based)
    surplus = max(0, effects.eliminated - size(target))
    return struck + spill(ref, spared, surplus if not upright(struck) else 0, rulings, based)


@rule("19.64")
def spill(ref: Referee, spared: Force, surplus: int, rulings: Rulings = DEFAULTS, based: Sequence[Unit] = ()) -> Force:
    """Once all uninverted units are eliminated, further eliminations hit the inverted ones, whether they fought or not."""
    inverted = tuple(line for line in spared if line.inverted)
    if not surplus or not inverted:
        return spared
    others = tuple(line for line in spared if not line.inverted)
    return others + suffer(ref, "defender", inverted, Effect(surplus, 0), rulings, based=based)


@rule("19.12")
def carriers_go_home(ref: Referee, battle: Counterair) -> Counterair:
    """Naval air from carriers strikes a land base for one round only; land-based air may fight on."""
    if battle.kind in SINGLE_ROUND:
        ref.tell(Note, "this counterair is a single round")
        return battle._replace(homeward=battle.homeward + battle.attackers, attackers=())
    naval = tuple(line for line in battle.attackers if line.unit in battle.carrier_air)
    remaining = tuple(line for line in battle.attackers if line not in naval)
    if not naval:
        return battle
    ref.tell(Note, "carrier naval air returns after one round")
    return battle._replace(homeward=battle.homeward + naval, attackers=remaining)


@rule("18.522B", "18.526")
def outcome(battle: Counterair) -> Fought:
    """How the counterair ended, and what is left of both sides."""
    left = battle.attackers + battle.homeward
    return Fought(battle.base, battle.kind, result_of(battle), battle.came, battle.joined, left, battle.defenders)


def result_of(battle: Counterair) -> str:
    if not battle.attackers and not battle.homeward:
        return ATTACKER_ELIMINATED if battle.defenders else BOTH_ELIMINATED
    if not battle.defenders:
        return DEFENDER_ELIMINATED
    return ATTACKER_DISENGAGED if battle.attackers else SINGLE_ROUND_FOUGHT


STEPS = (counterair_round, after_the_round, defender_flies_off)


# tables


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """Both sides, if a counterair is being fought."""
    return [combat_sheet(turn.setting.name(state.base), state.attackers, state.defenders)] if isinstance(state, Counterair) else []


def airborne(state: object, turn: Turn) -> Turn:
    """The turn with the reinforcements of a counterair in the air."""
    return taken_off(turn, state.joined) if isinstance(state, Counterair) else turn
