"""The ships that kamikazes attack (17.47F), and the attacks on them (17.47G, 17.47H)."""

from __future__ import annotations

from functools import partial

from airwar.engine.dice import D6, Bands, Term
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.world_at_war.kamikazes import about
from airwar.rulesets.world_at_war.kamikazes.naval_attack import attack
from airwar.rulesets.world_at_war.kamikazes.state import CATEGORIES, CombatGroup
from airwar.rulesets.world_at_war.kamikazes.wave import LIGHT, Wave, ship_name


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
        items, dive = dict.fromkeys(ships, 1), partial(about.ships_to_hit, wave, group, category, aimed, ships)
        picked = ref.allot(f"japan.{category}", items, by="japan", least=aimed, most=aimed, labels=labels, about=dive)
        chosen.update(picked)
        surplus += aimed - sum(picked.values())
    everything = [ship for category in CATEGORIES for ship in wave.afloat(group, category)]
    room, labels = dict.fromkeys(everything, surplus), {ship: ship_name(ship) for ship in everything}
    join = partial(about.surplus, wave, group, surplus, everything)
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


@rule("17.47H", "17.464", "17.354")
def attack_modifiers(wave: Wave, group: CombatGroup) -> tuple[Term, ...]:
    """The DRM of elite naval air, one for each time the pool has grown, and the bonus of naval air at sea."""
    fleet = wave.fleet
    at_sea = fleet.at_sea and wave.setting.rulings.value("kamikazes-at-sea") == "plus-one"
    terms = (
        Term.of("air-nationality", fleet.air_drm, "19.31A"),
        Term.of("elite-naval-air", 1, "17.464"),
        Term.of("pool-growth", wave.pool.expansions, "17.47H"),
        Term.of("naval-air-at-sea", int(at_sea), "17.354"),
        Term.of("naval-nationality", -group.naval_drm, "23.441"),
    )
    return tuple(term for term in terms if term.value)


def at_sea_ruling(wave: Wave) -> list[Event]:
    """Says whether kamikazes get the bonus of naval air at sea, which the rule does not make clear."""
    if not wave.fleet.at_sea or not wave.targets:
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
    if fate == "sunk":
        damaged = tuple(other for other in wave.damaged if other != ship)
        return wave._replace(sunk=(*wave.sunk, ship), damaged=damaged)
    return wave._replace(damaged=(*wave.damaged, ship)) if fate == "damaged" and ship not in wave.damaged else wave


STEPS = (choose_targets, resolve_attacks)
