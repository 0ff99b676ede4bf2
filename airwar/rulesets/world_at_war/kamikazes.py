"""Kamikaze attacks (17.47): announced at once, thinned out by air and by guns, and resolved ship by ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from airwar.engine.dice import D6, Bands, OnRow, Row, Term
from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Loss, Note, Referee, Sheet, Status
from airwar.engine.rule import rule
from airwar.engine.words import count, listed
from airwar.rulesets.kit import Fault, beyond, load_chart, title_of, verb
from airwar.rulesets.world_at_war.air_combat import effect, fire
from airwar.rulesets.world_at_war.carriers import carriers_hit
from airwar.rulesets.world_at_war.ordering import MOST_PLACES, fliers, units_in_words, who_can
from airwar.rulesets.world_at_war.setting import CATEGORIES, FORCE, CombatGroup, Fleet, Kamikazes, Program, Setting
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.taking_off import takeoff_refused
from airwar.rulesets.world_at_war.units import (
    NOTHING,
    PACKAGE,
    AirType,
    Effect,
    Force,
    Line,
    Sent,
    Unit,
    added,
    jets_never,
    nonzero,
)

LIGHT = "light-ships"
A_SHIP = "a ship"


class Wave(NamedTuple):
    """A kamikaze attack in progress, and what it has done so far."""

    setting: Setting
    fleet: Fleet
    cover: tuple[tuple[str, Force], ...]  # the air units over each combat group
    pool: Kamikazes
    approaching: Sent  # combat groups, and the kamikazes that still face their defenses
    through: Sent = ()  # kamikazes that got through to a group, or were diverted there
    targets: tuple[tuple[str, str, int], ...] = ()  # combat group, ship, kamikazes that attack it
    gone: tuple[str, ...] = ()  # ships that were sunk before
    sunk: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    hits: int = 0  # on light ships, and on all ships if damage is worked out by hand
    second: bool = False

    @property
    def result(self) -> str:
        """What the attack did to the fleet, once it is over: to light ships only if to no others."""
        if self.approaching or self.through:
            return ""
        return result_of(self._replace(hits=0) if self.sunk or self.damaged else self)

    def scope(self, group: str) -> str:
        """The scope of a combat group, for the keys of answers."""
        return f"{group}.second" if self.second else group

    def with_through(self, arriving: Mapping[str, int]) -> Wave:
        """More kamikazes get through to these groups."""
        total = dict(self.through)
        for group, number in arriving.items():
            if number:
                total[group] = total.get(group, 0) + number
        return self._replace(through=tuple(total.items()))

    def facts(self) -> dict[str, int]:
        """What a policy may ask about."""
        flying = sum(number for _, number in self.approaching) + sum(number for _, number in self.through)
        ships = {"ships.sunk": len(self.sunk), "ships.damaged": len(self.damaged), "ships.hits": self.hits}
        return {"kamikazes.built": self.pool.built, "kamikazes.flying": flying, "kamikazes.spent": self.pool.spent, **ships}

    def afloat(self, group: CombatGroup, category: str) -> list[str]:
        """The targets of a category that are left."""
        if category == LIGHT:
            return [LIGHT] if group.light_ships else []
        return [ship for ship in group.ships(category) if ship not in self.sunk and ship not in self.gone]


def group_names(fleet: Fleet) -> dict[str, str]:
    return {group.id: group.name for group in fleet.groups.values()}


def ship_name(ship: str) -> str:
    return "the light ships" if ship == LIGHT else title_of(ship)


# in words


def when_to_attack(turn: Turn, fleet: Fleet) -> str:
    """The kamikazes that are ready, and the fleet."""
    return f"{ready(turn)} against {fleet_in_words(fleet)}. All of a turn attack at one moment: now, in the {turn.phase} phase?"


def whom_to_attack(turn: Turn, fleet: Fleet) -> str:
    """The kamikazes, and what each combat group has."""
    return f"{ready(turn)} against {fleet_in_words(fleet)}. At most 15 attack one group."


def ready(turn: Turn) -> str:
    return f"Japan has {count(turn.kamikazes.built, 'kamikaze')} ready"


def fleet_in_words(fleet: Fleet) -> str:
    """The combat groups that can be attacked, with their named ships."""
    groups = [fleet.groups[group] for group in fleet.open_to_attack]
    return listed((group_in_words(group) for group in groups), 3, "other group") or "no group that can be attacked"


def group_in_words(group: CombatGroup) -> str:
    ships = (len(group.fast_carriers), "carrier"), (len(group.capital_ships), "other named ship")
    said = [count(number, noun) for number, noun in ships if number] + ["light ships"] * group.light_ships
    return f"{group.name} ({', '.join(said)})"


def second_wave(turn: Turn, wave: Wave, group: str) -> str:
    """What the first wave has done, and what is left."""
    return f"First wave over: {damage(wave)}. {ready(turn)} for a second wave against {wave.fleet.groups[group].name}."


def damage(wave: Wave) -> str:
    """The ships that are hit so far."""
    said = [f"{listed(map(ship_name, wave.sunk), MOST_PLACES)} sunk"] * bool(wave.sunk)
    said += [f"{listed(map(ship_name, wave.damaged), MOST_PLACES)} damaged"] * bool(wave.damaged)
    return ", ".join(said + [count(wave.hits, "hit")] * bool(wave.hits)) or "no ship hurt"


def ships_to_hit(wave: Wave, group: CombatGroup, category: str, aimed: int, ships: list[str]) -> str:
    """The kamikazes that got through to a category of ships."""
    named = listed((f"{ship_name(ship)} (size {group.size_of(ship)})" for ship in ships), MOST_PLACES)
    return f"{count(aimed, 'kamikaze')} dive on the {title_of(category).lower()} of {group.name}: {named}. One for each ship."


def surplus_to_assign(wave: Wave, group: CombatGroup, number: int, ships: list[str]) -> str:
    """Kamikazes beyond one for each ship."""
    named = listed(map(ship_name, ships), MOST_PLACES)
    return f"{count(number, 'more kamikaze')} over {group.name} can join the attack on any ship: {named}."


def where_to_divert(wave: Wave, group: CombatGroup, by: str, number: int) -> str:
    """Kamikazes that the defenses have turned aside."""
    cause = "the air units over it" if by == "air" else "its guns"
    turned = f"{count(number, 'kamikaze')} bound for {group.name} turned aside by {cause}"
    return f"{turned}. {title_of(wave.fleet.side)}: where do they go?"


# construction


def invoke(turn: Turn, program: Program) -> str:
    """What the rule would give Japan."""
    rate = program.rate
    return f"Invoked now, the kamikaze rule gives Japan a pool of {2 * rate}, twice its training rate of {rate}, for good."


def convert(turn: Turn) -> str:
    """The pool, and what can become kamikazes."""
    own = [unit for unit in turn.units if unit.air_type.nation == "japan" and unit.type in ("nas", "aaf") and unit.number]
    pool = turn.kamikazes
    return f"{pool.created} of {pool.limit} kamikazes created. Japan has {units_in_words(own)}: 1 for each NAS, 3 for each AAF."


def build(turn: Turn, most: int) -> str:
    """The kamikazes that are not built yet."""
    pool = turn.kamikazes
    return f"{count(pool.built, 'kamikaze')} built, {pool.unbuilt} unbuilt; Japan can pay for {most}, one BRP each."


# the Naval Attack Table


TABLE_TOP = 20  # the highest number of squadrons that the table prints


@cache
def air_defense_row(level: int) -> Row[Effect]:
    """The row of the Air Defense Table for ships of a level."""
    return load_chart(PACKAGE, "air-defense").row(str(level), effect)


@cache
def attack_row(squadrons: int) -> Row[int]:
    """The row of the Naval Attack Table; above 20 squadrons, row 20 is added as often as it fits, then the remainder."""
    twenties, rest = divmod(squadrons, TABLE_TOP)
    labels = [str(TABLE_TOP)] * twenties + ([str(rest)] if rest else [])
    rows = [load_chart(PACKAGE, "naval-attack").row(label, int) for label in labels]
    cells = tuple(sum(column) for column in zip(*(row.cells for row in rows), strict=True))
    return Row("+".join(labels), rows[0].first, cells, rows[0].chart)


@cache
def attack_reading(squadrons: int, modifiers: tuple[Term, ...]) -> OnRow[int]:
    """What the dice of an attack mean."""
    return OnRow(2 * D6, attack_row(squadrons), modifiers)


@rule("17.47E")
def air_defense(ref: Referee, level: int) -> Effect:
    """The ships fire one roll at the aircraft that get through; ships of level 0 do not fire."""
    return ref.roll("ships.air-defense", OnRow(2 * D6, air_defense_row(level)), "fleet") if level else NOTHING


@rule("17.47G")
def attack(ref: Referee, target: str, squadrons: int, modifiers: tuple[Term, ...]) -> int:
    """The hits on one target: a single roll for all its attackers."""
    return ref.roll(f"attack.{target}", attack_reading(squadrons, modifiers), "japan")


# targets


@rule("17.47F")
def choose_targets(ref: Referee, wave: Wave) -> Move[Wave]:
    """A die gives each kamikaze a category of ships; all targets are chosen before any attack is rolled."""
    if not wave.through:
        ref.tell(at_sea_ruling, wave)
        return then(resolve_attacks, wave)
    (group_id, number), through = wave.through[0], wave.through[1:]
    group = wave.fleet.groups[group_id]
    ref.enter(wave.scope(group_id), f"Targets in {group.name}")
    wave = wave._replace(through=through)
    chosen = targets_in(ref, wave, group, number)
    targets = tuple((group_id, ship, attackers) for ship, attackers in chosen.items() if attackers)
    return then(choose_targets, wave._replace(targets=wave.targets + targets))


@rule("17.47F")
def targets_in(ref: Referee, wave: Wave, group: CombatGroup, number: int) -> dict[str, int]:
    """Japan assigns at most one kamikaze to each named ship of a category; the surplus attacks any ship of the group."""
    chosen: dict[str, int] = {}
    surplus = 0
    for category, aimed in categories(ref, wave, group, number).items():
        if category == LIGHT:
            chosen[LIGHT] = aimed
            continue
        ships = wave.afloat(group, category)
        labels = {ship: ship_name(ship) for ship in ships}
        items, dive = dict.fromkeys(ships, 1), partial(ships_to_hit, wave, group, category, aimed, ships)
        picked = ref.allot(f"japan.{category}", items, by="japan", least=aimed, most=aimed, labels=labels, about=dive)
        chosen.update(picked)
        surplus += aimed - sum(picked.values())
    everything = [ship for category in CATEGORIES for ship in wave.afloat(group, category)]
    room, labels = dict.fromkeys(everything, surplus), {ship: ship_name(ship) for ship in everything}
    join = partial(surplus_to_assign, wave, group, surplus, everything)
    more = ref.allot("japan.surplus", room, by="japan", least=surplus, most=surplus, labels=labels, about=join)
    return {ship: chosen.get(ship, 0) + more.get(ship, 0) for ship in everything}


@rule("17.47F")
def categories(ref: Referee, wave: Wave, group: CombatGroup, number: int) -> dict[str, int]:
    """How many kamikazes aim at each category: a die for each, in halves for two categories and in thirds for three."""
    there = [category for category in CATEGORIES if wave.afloat(group, category)]
    if len(there) < 2 or not number:
        return dict.fromkeys(there, number)
    width = 6 // len(there)
    nouns = [category.removesuffix("s").replace("-", " ") for category in there]
    bands = Bands(number * D6, tuple((noun, width * at) for at, noun in enumerate(nouns, 1)))
    aimed = ref.roll("kamikazes.targets", bands, "japan")
    return dict(zip(there, aimed, strict=True))


@rule("17.47G", "17.47H")
def resolve_attacks(ref: Referee, wave: Wave) -> Move[Wave]:
    """One roll on the Naval Attack Table for each target; a kamikaze counts as two squadrons."""
    if not wave.targets:
        return Return(wave)
    (group_id, ship, number), targets = wave.targets[0], wave.targets[1:]
    group = wave.fleet.groups[group_id]
    ref.enter(wave.scope(group_id), f"{number} against {ship_name(ship)} of {group.name}")
    hits = attack(ref, ship, 2 * number, attack_modifiers(wave, group))
    return then(resolve_attacks, struck(ref, wave._replace(targets=targets), group, ship, hits))


def attack_modifiers(wave: Wave, group: CombatGroup) -> tuple[Term, ...]:
    """What modifies an attack on a ship of this combat group."""
    fleet = wave.fleet
    at_sea = not fleet.in_port and wave.setting.rulings.value("kamikazes-at-sea") == "plus-one"
    return modifiers_for(fleet.air_drm, wave.pool.expansions, at_sea, group.naval_drm or 0)


@rule("17.47H", "17.464", "17.354")
@cache
def modifiers_for(air_drm: int, expansions: int, at_sea: bool, naval_drm: int) -> tuple[Term, ...]:
    """The DRM of elite naval air, one for each time the pool has grown, and the bonus of naval air at sea."""
    terms = (
        Term.of("air-nationality", air_drm, "19.31A"),
        Term.of("elite-naval-air", 1, "17.464"),
        Term.of("pool-growth", expansions, "17.47H"),
        Term.of("naval-air-at-sea", int(at_sea), "17.354"),
        Term.of("naval-nationality", -naval_drm, "23.441"),
    )
    return tuple(term for term in terms if term.value)


def at_sea_ruling(wave: Wave) -> list[Event]:
    """Says whether kamikazes get the bonus of naval air at sea, which the rule does not make clear."""
    if wave.fleet.in_port or not wave.targets:
        return []
    reading = wave.setting.rulings.value("kamikazes-at-sea")
    text = "kamikazes get naval air's +1 against ships at sea" if reading == "plus-one" else "kamikazes get no +1 at sea"
    return [wave.setting.rulings.ruled("kamikazes-at-sea", text)]


@rule("17.47G")
def struck(ref: Referee, wave: Wave, group: CombatGroup, ship: str, hits: int) -> Wave:
    """Hits damage or sink a named ship by its size, if the players accept the one source for that."""
    if ship == LIGHT or wave.setting.rulings.value("ship-damage") == "by-hand":
        ref.tell(Note, f"{count(hits, 'hit')} on {ship_name(ship)}; work out the damage by hand (20.52)")
        return wave._replace(hits=wave.hits + hits)
    size = group.size_of(ship)
    fate = "sunk" if hits >= size else "damaged" if hits >= size - 1 and hits else "not damaged"
    source = "one public source, not the rule book"
    text = f"{count(hits, 'hit')} on {ship_name(ship)}, size {size}: {fate} ({source})"
    ref.tell(wave.setting.rulings.ruled, "ship-damage", text)
    name = A_SHIP if ref.by_itself else ship  # no other attack of this wave is on the same ship
    if fate == "sunk":
        damaged = tuple(other for other in wave.damaged if other != ship)
        return wave._replace(sunk=(*wave.sunk, name), damaged=damaged)
    return wave._replace(damaged=(*wave.damaged, name)) if fate == "damaged" and ship not in wave.damaged else wave


# air that covers the force


@rule("18.42B", "18.58B", "17.25", "17.141C")
def air_that_takes_off(ref: Referee, turn: Turn, fleet: Fleet) -> tuple[Turn, tuple[tuple[str, Force], ...]]:
    """The squadrons over each group, as far as they are left; those that fly cover fly no mission in this turn."""
    flying: Sent = ()
    covering: Sent = ()
    over = []
    for group in fleet.groups.values():
        patrol = able_of(ref, turn, fleet, group.patrol, "patrol", flying)
        cover = able_of(ref, turn, fleet, group.cover, "cover", flying)
        flying, covering = added(flying, added(patrol, cover)), added(covering, cover)
        over.append((group.id, squadrons(turn, added(patrol, cover))))
    used = [(turn.unit(unit_id), number) for unit_id, number in covering]
    return turn.with_units(served_at_sea(unit, number) for unit, number in used), tuple(over)


def able_of(ref: Referee, turn: Turn, fleet: Fleet, ordered: Mapping[str, int], task: str, flying: Sent) -> Sent:
    """As many of the ordered squadrons as can fly over a group."""
    elsewhere = dict(flying)

    def free(unit: Unit) -> int:
        return free_over(unit, task) - elsewhere.get(unit.id, 0) if unit.id in ordered else 0

    able = who_can(ref, turn, lambda ref, unit: cover_refused(ref, turn, fleet, unit, task), free)
    return fliers(ref, turn, able, tuple(ordered.items()))


@rule("18.42B")
def free_over(unit: Unit, task: str) -> int:
    """How many of a unit may fly over a group: carriers' air even after a mission, cover even if it was at sea before."""
    return unit.ready + (unit.flown if task == "patrol" else unit.at_sea)


def served_at_sea(unit: Unit, number: int) -> Unit:
    """A unit some of which search, cover or strike at sea; those that did before do so again first."""
    new = max(0, min(number - unit.at_sea, unit.ready))
    return unit._replace(ready=unit.ready - new, at_sea=unit.at_sea + new)


@rule("17.25", "17.141C")
def squadrons(turn: Turn, sent: Sent) -> Force:
    """The squadrons over a group; army air flies cover with its cover squadrons."""
    lines = []
    for unit_id, number in sent:
        air_type = turn.unit(unit_id).air_type
        army = air_type.type == "aaf"
        lines.append(Line(unit_id, air_type, (0, number, 0) if army else (number,), whole=number if army else 0))
    return tuple(lines)


@rule("17.33B", "17.33E", "17.23B", "17.531", "18.51", "18.58B", "18.49")
def cover_refused(ref: Referee | None, turn: Turn, fleet: Fleet, unit: Unit, task: str) -> str | None:
    """Why a unit may not fly over a combat group."""
    carrier = turn.find_carrier(unit.home)
    if unit.side != fleet.side:
        return f"{unit.id} does not belong to the attacked side, {fleet.side}"
    if unit.type == "jet":
        return jets_never("air cover")
    if unit.type not in ("nas", "aaf"):
        return f"{unit.air_type.label} units do not fly patrol or cover (17.23, 17.33)"
    if task == "patrol" and not carrier:
        return f"{unit.id} is not on a carrier; combat air patrol is flown from carriers, air cover from land (17.33)"
    if task == "cover" and carrier:
        return f"{unit.id} is on a carrier; air cover is flown from land, combat air patrol from carriers (17.33)"
    if carrier and carrier.port and fleet.in_port:
        return None  # it defends its port (17.3126)
    refused = takeoff_refused(turn, unit)
    if refused or carrier:
        return refused
    far = beyond(ref, turn, unit.home, FORCE, unit.range)
    return f"{unit.id} has a range of {unit.range}; {far} (18.58B)" if far else None


# defenses


@rule("17.47E")
def kamikazes_approach(ref: Referee, wave: Wave) -> Move[Wave]:
    """The first group: air units over it fire, then its ships. Kamikazes are shot down, or diverted as the defender chooses."""
    (group_id, number), approaching = wave.approaching[0], wave.approaching[1:]
    group = wave.fleet.groups[group_id]
    title = "in a second wave" if wave.second else "kamikazes"
    ref.enter(wave.scope(group_id), f"{number} {title} against {group.name}")
    wave = wave._replace(approaching=approaching)
    by_air = air_over(ref, wave, group, number)
    ref.tell(fates, by_air, "by the air units over the group")
    sent = diverted(ref, wave, group, "air", by_air.aborted)
    facing = number - by_air.eliminated - by_air.aborted + sent.pop(group_id, 0)
    by_ships = capped(air_defense(ref, group.air_defense), facing) if facing else NOTHING
    ref.tell(fates, by_ships, "by the ships")
    again = diverted(ref, wave, group, "ships", by_ships.aborted)
    wave = wave.with_through({group_id: facing - by_ships.eliminated - by_ships.aborted})
    return Return(wave.with_through(sent).with_through(again))


@rule("17.47E", "17.47F")
def next_group(ref: Referee, turn: Turn, wave: Wave) -> Move[Turn]:
    """The next group is approached; once all have been, those that got through choose their targets."""
    if wave.approaching:
        return call(kamikazes_approach, wave, back=next_group, keep=turn)
    return call(choose_targets, wave, back=wave_over, keep=turn)


def capped(effects: Effect, number: int) -> Effect:
    """Effects on this many kamikazes; the excess is ignored."""
    eliminated = min(effects.eliminated, number)
    return Effect(eliminated, min(effects.aborted, number - eliminated))


@rule("17.47E", "17.464", "19.31C")
def air_over(ref: Referee, wave: Wave, group: CombatGroup, number: int) -> Effect:
    """Air cover and combat air patrol fire; the kamikazes do not, and have the DRM of regular naval air."""
    defenders = dict(wave.cover)[group.id]
    if not defenders:
        return NOTHING
    fleet = wave.fleet
    kamikazes = (Line("kamikazes", AirType("japan", "kamikaze", fleet.air_drm), (number,)),)
    # Ruling: air cover has no modifier of its own, but if any patrol flies, the kamikazes have engaged it.
    patrol = int(bool(group.patrol) and not fleet.in_port and not fleet.surprised)
    return capped(fire(ref, "fleet", defenders, kamikazes, patrol=patrol, rulings=wave.setting.rulings), number)


@rule("17.47E")
def diverted(ref: Referee, wave: Wave, group: CombatGroup, by: str, number: int) -> dict[str, int]:
    """The defender chooses the combat groups that diverted kamikazes attack."""
    if not number:
        return {}
    others = [other for other in wave.fleet.in_reach if other != group.id]
    elsewhere = wave.setting.rulings.value("diverted-kamikazes") == "other-group" and others
    items = dict.fromkeys(others if elsewhere else [group.id, *others], number)
    labels = group_names(wave.fleet)
    key, turned = f"fleet.divert.{by}", partial(where_to_divert, wave, group, by, number)
    sent = ref.allot(key, items, by="fleet", least=number, most=number, labels=labels, facts=wave.facts, about=turned)
    ref.tell(diversion, wave, group, by, sent)
    return sent


def diversion(wave: Wave, group: CombatGroup, by: str, sent: Mapping[str, int]) -> list[Event]:
    """Where diverted kamikazes go, and the ruling if some go back to the group that they came from."""
    groups = wave.fleet.groups
    said = [
        Note(f"{count(number, 'kamikaze')} diverted to {groups[to].name}")
        for to, number in sent.items()
        if number and to != group.id
    ]
    back = sent.get(group.id, 0)
    if not back:
        return [*said]
    fate = f"still {verb(back, 'face')} the ships' guns" if by == "air" else f"{verb(back, 'attack')} without another roll"
    text = f"{count(back, 'diverted kamikaze')} {verb(back, 'return')} to {group.name} and {fate}"
    return [*said, wave.setting.rulings.ruled("diverted-kamikazes", text)]


def fates(effects: Effect, by: str) -> list[Event]:
    """What the defenses did."""
    shot = [Loss("japan", "kamikaze", effects.eliminated, f"shot down {by}")] if effects.eliminated else []
    turned = [Status("japan", "kamikaze", effects.aborted, f"diverted {by}")] if effects.aborted else []
    return [*shot, *turned]


# attacks


MOST = 15  # kamikazes against one combat group


@rule("17.47D", "17.47A", "17.463", "17.4", "17.46", "17.47")
def announce_kamikazes(ref: Referee, turn: Turn) -> Move[Turn]:
    """Japan announces all kamikaze attacks of the turn at once, group by group, at most 15 against each."""
    fleet = fleet_of(turn)
    if turn.setting.orders_asked and not attacked_now(ref, turn, fleet):
        return Return(turn)
    ref.enter("kamikazes", "Kamikaze attacks")
    strikes = None if fleet.strikes is None else tuple(fleet.strikes.items())
    if strikes is None:
        room = {group: min(MOST, turn.kamikazes.built) for group in fleet.open_to_attack}
        names = group_names(fleet)
        whom = partial(whom_to_attack, turn, fleet)

        def why_not(name: str) -> str | None:
            return next(map(str, group_faults(fleet, name)), None)

        most = turn.kamikazes.built
        strikes = nonzero(ref.allot("japan.strikes", room, by="japan", most=most, labels=names, about=whom, why_not=why_not))
    if not strikes:
        ref.tell(Note, "no kamikazes attack")
        return Return(turn.with_result("kamikazes", "no attack"))
    turn = taking_off(turn, strikes)
    turn, cover = air_that_takes_off(ref, turn, fleet)
    lost = tuple(carrier.id for carrier in turn.carriers if carrier.sunk)
    wave = Wave(turn.setting, fleet, cover, turn.kamikazes, strikes, gone=lost)
    return call(kamikazes_approach, wave, back=next_group, keep=turn)


@rule("17.47B", "17.47C")
def group_faults(fleet: Fleet, name: str) -> Iterator[Fault]:
    """Why kamikazes do not attack a combat group: in naval combat it must be found, and they attack alone."""
    group = fleet.groups.get(name)
    if group and fleet.naval_combat and not group.found:
        yield Fault(f"strikes.{name}", f"{name} is not found; kamikazes attack found combat groups only", "17.47B")
    if group and group.struck:
        text = f"{name} is attacked by other Japanese air in this round; kamikazes attack alone"
        yield Fault(f"strikes.{name}", text, "17.47C")


@rule("17.47D")
def attacked_now(ref: Referee, turn: Turn, fleet: Fleet) -> bool:
    """Whether the kamikazes of the turn attack at this moment; once some have attacked, the others do not."""
    if not turn.kamikazes.built or "kamikazes" in dict(turn.results):
        return False
    ref.enter(turn.part, "Kamikazes")
    options = {"attack": "all kamikazes of this turn attack now", "wait": "they do not attack now"}
    usual = "attack" if turn.part == fleet.moment else "wait"
    when = partial(when_to_attack, turn, fleet)
    return ref.choose("japan.moment", options, by="japan", default=usual, optional=True, about=when) == "attack"


def fleet_of(turn: Turn) -> Fleet:
    assert turn.setting.fleet is not None
    return turn.setting.fleet


@rule("17.48", "17.45")
def taking_off(turn: Turn, strikes: Sent) -> Turn:
    """Kamikazes that take off do not come back, whatever happens to them; they need no oil."""
    number = sum(kamikazes for _, kamikazes in strikes)
    pool = turn.kamikazes
    pool = pool._replace(built=pool.built - number, spent=pool.spent + number)
    return replace(turn, kamikazes=pool._replace(all_used=pool.built == 0))


@rule("17.47D", "17.48")
def wave_over(ref: Referee, turn: Turn, wave: Wave) -> Move[Turn]:
    """All kamikazes that took off are gone; a single combat group may face a second wave at once."""
    left = turn.kamikazes.built
    if len(wave.fleet.groups) == 1 and left and not wave.second:
        group = wave.fleet.open_to_attack[0]
        ref.enter(f"{group}.second", "A second wave")
        number = wave.fleet.second_wave
        if number is None:
            items, labels = {group: min(MOST, left)}, group_names(wave.fleet)
            done = partial(second_wave, turn, wave, group)
            number = ref.allot("japan.second-wave", items, by="japan", labels=labels, facts=wave.facts, about=done)[group]
        if number:
            turn = taking_off(turn, ((group, number),))
            second = wave._replace(pool=turn.kamikazes, approaching=((group, number),), second=True)
            return call(kamikazes_approach, second, back=next_group, keep=turn)
    ref.enter("", "After the kamikazes")
    ref.tell(Loss, "japan", "kamikaze", turn.kamikazes.spent, "expended")
    turn = ships_struck(ref, turn, wave)
    return Return(turn.with_result("kamikazes", result_of(wave)))


@rule("17.3124", "17.3127")
def ships_struck(ref: Referee, turn: Turn, wave: Wave) -> Turn:
    """Carriers that kamikazes have sunk or damaged launch no more; their naval air goes to other carriers of the force."""
    patrols = {line.unit: line.number for _, force in wave.cover for line in force}
    sunk = {
        ship: sum(patrols.get(unit.id, 0) for unit in turn.units if unit.home == ship)
        for ship in wave.sunk
        if turn.find_carrier(ship)
    }
    return carriers_hit(ref, turn, sunk, [ship for ship in wave.damaged if turn.find_carrier(ship)])


def result_of(wave: Wave) -> str:
    """What the attack did to the fleet."""
    ships = [f"{len(ships)} {fate}" for ships, fate in ((wave.sunk, "sunk"), (wave.damaged, "damaged")) if ships]
    hits = [f"{count(wave.hits, 'hit')} to settle by hand"] if wave.hits else []
    return ", ".join(ships + hits) or "no ship hurt"


STEPS = (announce_kamikazes, kamikazes_approach, next_group, choose_targets, resolve_attacks, wave_over)


# tables


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """Which combat groups and ships the kamikazes attack, and how far they have come."""
    if not isinstance(state, Wave):
        return []
    groups = state.fleet.groups
    coming = [(groups[group].name, "approaching", str(number)) for group, number in state.approaching]
    through = [(groups[group].name, "past the defenses", str(number)) for group, number in state.through]
    diving = [(groups[group].name, f"attacking {ship_name(ship)}", str(number)) for group, ship, number in state.targets]
    return [Sheet("Kamikazes in the air", ("combat group", "where", "number"), (*coming, *through, *diving))]


def pool_sheets(turn: Turn) -> list[Sheet]:
    """The kamikazes, once there are any."""
    pool = turn.kamikazes
    if not pool.limit:
        return []
    row = (str(pool.built), str(pool.unbuilt), str(pool.limit), f"+{pool.expansions}")
    return [Sheet("Kamikazes", ("built", "unbuilt", "pool", "growth modifier"), (row,))]
