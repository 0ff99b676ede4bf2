"""What the questions of kamikazes are about: how many there are, which ships they attack, and what was lost so far."""

from __future__ import annotations

from airwar.engine.words import count, listed
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.world_at_war.about import MOST_PLACES, units_in_words
from airwar.rulesets.world_at_war.kamikazes.state import CombatGroup, Fleet, Program
from airwar.rulesets.world_at_war.kamikazes.wave import Wave, ship_name
from airwar.rulesets.world_at_war.state import Turn


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
    ships = (len(group.carriers), "carrier"), (len(group.capitals), "other named ship")
    said = [count(number, noun) for number, noun in ships if number] + ["light ships"] * group.light
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


def surplus(wave: Wave, group: CombatGroup, number: int, ships: list[str]) -> str:
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
    rate = program.training_rate
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
