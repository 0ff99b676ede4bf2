"""Kamikazes (17.4): one attack a turn, past air cover and ships' guns, upon combat groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from airwar.engine.dice import D6, Bands, Term
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air_combat.fire import fire
from airwar.rulesets.world_at_war.air_combat.forces import NOTHING, Effect, Force, Line
from airwar.rulesets.world_at_war.kamikazes.naval_attack import air_defense, attack
from airwar.rulesets.world_at_war.kamikazes.state import CATEGORIES, CombatGroup, Fleet
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.types import AirType

MOST = 15  # kamikazes against one combat group
LIGHT = "light-ships"


@dataclass(frozen=True)
class KamikazeAttack:
    """A kamikaze attack in progress."""

    turn: Turn
    waves: tuple[tuple[str, int], ...]  # not yet past the defenses: combat group, kamikazes
    through: tuple[tuple[str, int], ...] = ()  # past them, or diverted there
    targets: tuple[tuple[str, str, int], ...] = ()  # combat group, ship, kamikazes upon it
    sunk: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    hits: int = 0  # on light ships, and on all ships where damage is settled by hand
    second: bool = False

    @property
    def fleet(self) -> Fleet:
        assert self.turn.fleet is not None
        return self.turn.fleet

    def with_through(self, arriving: Mapping[str, int]) -> KamikazeAttack:
        """More kamikazes past the defenses of a group."""
        total = dict(self.through)
        for group, number in arriving.items():
            if number:
                total[group] = total.get(group, 0) + number
        return replace(self, through=tuple(total.items()))

    def facts(self) -> dict[str, int]:
        """What a policy may ask about."""
        pool = self.turn.kamikazes
        flying = sum(number for _, number in self.waves) + sum(number for _, number in self.through)
        ships = {"ships.sunk": len(self.sunk), "ships.damaged": len(self.damaged), "ships.hits": self.hits}
        return {"kamikazes.built": pool.built, "kamikazes.flying": flying, "kamikazes.spent": pool.spent, **ships}

    def afloat(self, group: CombatGroup, category: str) -> list[str]:
        """The targets of a category that are left."""
        if category == LIGHT:
            return [LIGHT] if group.light else []
        return [ship for ship in group.ships(category) if ship not in self.sunk]


@rule("17.47D", "17.47A", "17.463", "17.4", "17.46", "17.47")
def announce_kamikazes(ref: Referee, turn: Turn) -> Move[Turn]:
    """Japan announces all kamikaze attacks of the turn at once, group by group, at most 15 on each."""
    ref.enter("kamikazes", "Kamikaze attacks")
    fleet = turn.fleet
    assert fleet is not None
    if fleet.strikes is not None:
        strikes = dict(fleet.strikes)
    else:
        room = {group: min(MOST, turn.kamikazes.built) for group in fleet.open_to_attack}
        strikes = ref.allot("japan.strikes", room, by="japan", most=turn.kamikazes.built, labels=names(fleet))
    waves = tuple((group, number) for group, number in strikes.items() if number)
    if not waves:
        ref.tell(Note, "no kamikazes attack")
        return Return(replace(turn, results=(*turn.results, ("kamikazes", "no attack"))))
    return then(defenses_meet_kamikazes, KamikazeAttack(taking_off(turn, waves), waves))


def names(fleet: Fleet) -> dict[str, str]:
    return {group.id: group.name for group in fleet.groups.values()}


@rule("17.48", "17.45")
def taking_off(turn: Turn, waves: tuple[tuple[str, int], ...]) -> Turn:
    """Who takes off does not come back, whatever becomes of the sortie; oil is of no concern."""
    number = sum(count for _, count in waves)
    pool = turn.kamikazes
    pool = pool._replace(built=pool.built - number, spent=pool.spent + number)
    return replace(turn, kamikazes=pool._replace(all_used=pool.built == 0))


# 17.47E: the defenses


@rule("17.47E")
def defenses_meet_kamikazes(ref: Referee, battle: KamikazeAttack) -> Move[Turn]:
    """First the air over a group, then its ships: what is shot down is gone, what aborts is diverted as the defender likes."""
    if not battle.waves:
        return then(choose_targets, battle)
    (group_id, number), waves = battle.waves[0], battle.waves[1:]
    group = battle.fleet.groups[group_id]
    wave = "second wave" if battle.second else "kamikazes"
    ref.enter(f"{group_id}.second" if battle.second else group_id, f"{number} {wave} against {group.name}")
    battle = replace(battle, waves=waves)
    in_the_air = air_over(ref, battle, group, number)
    ref.tell(fates, in_the_air, "by the air over the group")
    sent = diverted(ref, battle, group, "air", in_the_air.aborted)
    facing = number - in_the_air.eliminated - in_the_air.aborted + sent.pop(group_id, 0)
    from_ships = capped(air_defense(ref, group.air_defense), facing) if facing else NOTHING
    ref.tell(fates, from_ships, "by the ships")
    again = diverted(ref, battle, group, "ships", from_ships.aborted)
    battle = battle.with_through({group_id: facing - from_ships.eliminated - from_ships.aborted})
    return then(defenses_meet_kamikazes, battle.with_through(sent).with_through(again))


def capped(effects: Effect, number: int) -> Effect:
    """Effects as far as there is somebody to suffer them."""
    eliminated = min(effects.eliminated, number)
    return Effect(eliminated, min(effects.aborted, number - eliminated))


@rule("17.47E", "17.464", "19.31C")
def air_over(ref: Referee, battle: KamikazeAttack, group: CombatGroup, number: int) -> Effect:
    """Air cover and combat air patrol fire, kamikazes do not; they have the DRM of regular naval air here."""
    defenders = defending_air(battle.turn, group)
    if not defenders:
        return NOTHING
    fleet = battle.fleet
    kamikazes = (Line("kamikazes", AirType("japan", "kamikaze", fleet.air_drm), (number,)),)
    # Ruling: cover gives no modifier, but where any patrol flies the attackers have engaged it
    patrol = int(bool(group.patrol) and fleet.at_sea and not fleet.surprised)
    return capped(fire(ref, "fleet", defenders, kamikazes, patrol=patrol, house=battle.turn.setting.house), number)


@rule("17.25", "17.141C")
def defending_air(turn: Turn, group: CombatGroup) -> Force:
    """The squadrons over a group; army air flies cover with its cover squadrons."""
    lines = []
    for unit_id, number in {**group.patrol, **group.cover}.items():
        type_ = turn.unit(unit_id).type
        army = type_.kind == "aaf"
        lines.append(Line(unit_id, type_, (0, number, 0) if army else (number,), whole=number if army else 0))
    return tuple(lines)


@rule("17.47E")
def diverted(ref: Referee, battle: KamikazeAttack, group: CombatGroup, by: str, number: int) -> dict[str, int]:
    """The defender sends diverted kamikazes to combat groups of his choice."""
    if not number:
        return {}
    fleet = battle.fleet
    reading = battle.turn.setting.options["diverted-kamikazes"]
    others = [other for other in fleet.found if other != group.id]
    able = others if reading == "other-group" and others else [group.id, *others]
    items = dict.fromkeys(able, number)
    labels = names(fleet)
    sent = ref.allot(f"fleet.divert.{by}", items, by="fleet", least=number, most=number, labels=labels, facts=battle.facts)
    ref.tell(diversion, battle, group, by, sent)
    return sent


def diversion(battle: KamikazeAttack, group: CombatGroup, by: str, sent: Mapping[str, int]) -> list[Event]:
    """Where diverted kamikazes go, and the ruling when some go back to the group that they came from."""
    groups = battle.fleet.groups
    said = [Note(f"{number} diverted to {groups[to].name}") for to, number in sent.items() if number and to != group.id]
    back = sent.get(group.id, 0)
    if not back:
        return [*said]
    fate = "still meet its guns" if by == "air" else "attack it without a further roll"
    reading = battle.turn.setting.options["diverted-kamikazes"]
    return [*said, ruled("diverted-kamikazes", reading, f"{back} of the diverted go back to {group.name} and {fate}")]


def fates(effects: Effect, by: str) -> list[Event]:
    """What the defenses did."""
    shot = [Loss("japan", "kamikaze", effects.eliminated, f"shot down {by}")] if effects.eliminated else []
    turned = [Loss("japan", "kamikaze", effects.aborted, f"diverted {by}")] if effects.aborted else []
    return [*shot, *turned]


# 17.47F: the targets


@rule("17.47F")
def choose_targets(ref: Referee, battle: KamikazeAttack) -> Move[Turn]:
    """Each kamikaze that gets through has a category of ships by lot; all have their targets before any attack is rolled."""
    if not battle.through:
        ref.tell(at_sea_ruling, battle)
        return then(resolve_attacks, battle)
    (group_id, number), through = battle.through[0], battle.through[1:]
    group = battle.fleet.groups[group_id]
    ref.enter(f"{group_id}.second" if battle.second else group_id, f"Targets in {group.name}")
    battle = replace(battle, through=through)
    upon = targets_in(ref, battle, group, number)
    targets = tuple((group_id, ship, count) for ship, count in upon.items() if count)
    return then(choose_targets, replace(battle, targets=battle.targets + targets))


@rule("17.47F")
def targets_in(ref: Referee, battle: KamikazeAttack, group: CombatGroup, number: int) -> dict[str, int]:
    """One kamikaze to a named ship at most, Japan choosing where ships are more; what is left over goes anywhere in the group."""
    by_category = categories(ref, battle, group, number)
    upon: dict[str, int] = {}
    surplus = 0
    for category, count in by_category.items():
        ships = battle.afloat(group, category)
        if category == LIGHT:
            upon[LIGHT] = count
            continue
        labels = {ship: shown(ship) for ship in ships}
        picked = ref.allot(f"japan.{category}", dict.fromkeys(ships, 1), by="japan", least=count, most=count, labels=labels)
        upon.update(picked)
        surplus += count - sum(picked.values())
    everything = [ship for category in CATEGORIES for ship in battle.afloat(group, category)]
    room, labels = dict.fromkeys(everything, surplus), {ship: shown(ship) for ship in everything}
    more = ref.allot("japan.surplus", room, by="japan", least=surplus, most=surplus, labels=labels)
    return {ship: upon.get(ship, 0) + more.get(ship, 0) for ship in everything}


@rule("17.47F")
def categories(ref: Referee, battle: KamikazeAttack, group: CombatGroup, number: int) -> dict[str, int]:
    """How many aim at each category: a die each, in halves for two categories and in thirds for three."""
    there = [category for category in CATEGORIES if battle.afloat(group, category)]
    if len(there) < 2 or not number:
        return dict.fromkeys(there, number)
    width = 6 // len(there)
    bands = Bands(number * D6, tuple((category, width * at) for at, category in enumerate(there, 1)))
    aimed = ref.roll("kamikazes.targets", bands, "japan")
    return dict(zip(there, aimed, strict=True))


# 17.47G: the attacks


@rule("17.47G", "17.47H")
def resolve_attacks(ref: Referee, battle: KamikazeAttack) -> Move[Turn]:
    """One roll on the Naval Attack Table for each target; a kamikaze counts as two squadrons."""
    if not battle.targets:
        return then(kamikazes_are_spent, battle)
    (group_id, ship, number), targets = battle.targets[0], battle.targets[1:]
    group = battle.fleet.groups[group_id]
    ref.enter(f"{group_id}.second" if battle.second else group_id, f"{number} upon {shown(ship)} of {group.name}")
    hits = attack(ref, ship, 2 * number, attack_modifiers(battle, group))
    battle = struck(ref, replace(battle, targets=targets), group, ship, hits)
    return then(resolve_attacks, battle)


def shown(ship: str) -> str:
    return "the light ships" if ship == LIGHT else ship.replace("-", " ").title()


@rule("17.47H", "17.464", "17.354")
def attack_modifiers(battle: KamikazeAttack, group: CombatGroup) -> tuple[Term, ...]:
    """Elite naval air against ships, one more for each growth of the pool, and at sea as all naval air."""
    fleet = battle.fleet
    at_sea = fleet.at_sea and battle.turn.setting.options["kamikazes-at-sea"] == "plus-one"
    terms = (
        Term("air nationality", fleet.air_drm, "19.31A"),
        Term("elite naval air", 1, "17.464"),
        Term("pool growth", battle.turn.kamikazes.expansions, "17.47H"),
        Term("naval air at sea", int(at_sea), "17.354"),
        Term("naval nationality", -group.naval_drm, "23.441"),
    )
    return tuple(term for term in terms if term.value)


def at_sea_ruling(battle: KamikazeAttack) -> list[Event]:
    """Says that the bonus of naval air at sea is read into the rule, or left out."""
    if not battle.fleet.at_sea or not battle.targets:
        return []
    reading = battle.turn.setting.options["kamikazes-at-sea"]
    text = "kamikazes have naval air's +1 against ships at sea" if reading == "plus-one" else "kamikazes have no +1 at sea"
    return [ruled("kamikazes-at-sea", reading, text)]


@rule("17.47G")
def struck(ref: Referee, battle: KamikazeAttack, group: CombatGroup, ship: str, hits: int) -> KamikazeAttack:
    """Hits are told; a named ship is damaged or sunk by its size where players trust the one source for that."""
    told = f"{hits} hit{'s' * (hits != 1)}"
    reading = battle.turn.setting.options["ship-damage"]
    if ship == LIGHT or reading == "by-hand":
        ref.tell(Note, f"{told} on {shown(ship)}; settle the damage by hand (20.52)")
        return replace(battle, hits=battle.hits + hits)
    size = group.size_of(ship)
    fate = "sunk" if hits >= size else "damaged" if hits >= size - 1 and hits else "afloat and undamaged"
    ref.tell(ruled, "ship-damage", reading, f"{told} on {shown(ship)}, size {size}: {fate} (one public source, not the rule book)")
    if fate == "sunk":
        damaged = tuple(other for other in battle.damaged if other != ship)
        return replace(battle, sunk=(*battle.sunk, ship), damaged=damaged)
    return replace(battle, damaged=(*battle.damaged, ship)) if fate == "damaged" and ship not in battle.damaged else battle


# 17.47D: the second wave


@rule("17.47D", "17.48")
def kamikazes_are_spent(ref: Referee, battle: KamikazeAttack) -> Move[Turn]:
    """Every kamikaze that took off is gone; against a single combat group a second wave may follow at once."""
    fleet = battle.fleet
    left = battle.turn.kamikazes.built
    if len(fleet.groups) == 1 and left and not battle.second:
        group = fleet.open_to_attack[0]
        ref.enter(f"{group}.second", "A second wave")
        number = fleet.second_wave
        if number is None:
            number = ref.allot("japan.second-wave", {group: min(MOST, left)}, by="japan", facts=battle.facts)[group]
        if number:
            wave = ((group, number),)
            return then(defenses_meet_kamikazes, replace(battle, turn=taking_off(battle.turn, wave), waves=wave, second=True))
    ref.enter("", "After the kamikazes")
    ref.tell(Loss, "japan", "kamikaze", battle.turn.kamikazes.spent, "expended")
    return Return(replace(battle.turn, results=(*battle.turn.results, ("kamikazes", outcome(battle)))))


def outcome(battle: KamikazeAttack) -> str:
    """What the attack did to the fleet."""
    ships = [f"{len(battle.sunk)} sunk"] * bool(battle.sunk) + [f"{len(battle.damaged)} damaged"] * bool(battle.damaged)
    hits = [f"{battle.hits} hit{'s' * (battle.hits != 1)} to settle by hand"] * bool(battle.hits)
    return ", ".join(ships + hits) or "no ship hurt"


STEPS = (announce_kamikazes, defenses_meet_kamikazes, choose_targets, resolve_attacks, kamikazes_are_spent)
