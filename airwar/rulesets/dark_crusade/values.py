"""What a side fires with (B4, B5, B9), and whether the sides fire in turn or at once (B7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from airwar.engine.events import Event, Note
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.state import Formation
from airwar.rulesets.kit.facts import facts as shared_facts


@rule("B7")
def is_simultaneous(attacker: str, weather: str, german_air: int, soviet_air: int) -> bool:
    """The Axis attacks without Soviet air against it, in good weather, or in snow with air units of its own."""
    return attacker == "axis" and soviet_air == 0 and (weather == "good" or (weather == "snow" and german_air > 0))


@rule("B5")
def multiplier(battle: Battle, role: str, formation: Formation) -> int:
    """German air multiplies units in supply: German units on attack, all Axis units on defense."""
    if formation.side != "axis" or not formation.supplied:
        return 1
    german_only = battle.setting.rulings.value("air-bonus-attack") == "german"
    if role == "attacker" and formation.nation != "german" and german_only:
        return 1
    return battle.german_air + 1


@rule("B4")
def soviet_air_fires(battle: Battle, role: str) -> int:
    """Each Soviet air unit adds one, as long as ground units of its own side are there."""
    units = battle.units(role)
    if battle.setting.side(role) != "soviet" or not units:
        return 0
    # Ruling: the source lets air attack with dispersed units and is silent about defense.
    silent = role == "defender" and not battle.setting.rulings.yes("soviet-air-with-dispersed-defenders")
    if silent and all(unit.dispersed for unit in units):
        return 0
    return battle.soviet_air


@rule("B9")
def ground_fire(battle: Battle, role: str) -> list[tuple[Formation, int]]:
    """The undispersed units, each with its strength as multiplied by air."""
    formations = [battle.formation(unit) for unit in battle.units(role) if not unit.dispersed]
    return [(formation, formation.strength * multiplier(battle, role, formation)) for formation in formations]


@rule("B9")
def firing_total(battle: Battle, role: str) -> int:
    """All that a side fires with."""
    return sum(value for _, value in ground_fire(battle, role)) + soviet_air_fires(battle, role)


@rule("B11")
def nobody_can_fire(battle: Battle) -> bool:
    """Whether both sides have only dispersed units."""
    return not firing_total(battle, "attacker") and not firing_total(battle, "defender")


def facts(battle: Battle, role: str) -> Callable[[], dict[str, int]]:
    """What a condition can ask about, seen from one side."""
    enemy = "defender" if role == "attacker" else "attacker"

    def known() -> dict[str, int]:
        own, other = battle.units(role), battle.units(enemy)
        undispersed = {
            "own.undispersed": sum(not unit.dispersed for unit in own),
            "enemy.undispersed": sum(not unit.dispersed for unit in other),
        }
        more = {"own.units": len(own), "enemy.units": len(other), **undispersed}
        return shared_facts(firing_total(battle, role), firing_total(battle, enemy), battle.lost(role), battle.lost(enemy), **more)

    return known


# how it is told


def fire_events(battle: Battle, role: str, split: Sequence[int]) -> list[Event]:
    """What a side fires with, part by part, and the rulings that made a difference."""
    parts = [
        f"{formation.name} ({formation.strength}" + (f" x {value // formation.strength})" if value > formation.strength else ")")
        for formation, value in ground_fire(battle, role)
    ]
    air = soviet_air_fires(battle, role)
    parts += [f"Soviet air +{air}"] if air else []
    total = firing_total(battle, role)
    split_up = f" in groups of {' + '.join(map(str, split))} (B16), a die for each in this order" if len(split) > 1 else ""
    who = f"{battle.setting.player(role)} ({role})"
    said = f"{who} fires with {total}{split_up}: {', '.join(parts)}" if total else f"{who} has nothing to fire with"
    rulings = (allies_ruling(battle, role), dispersed_defenders_ruling(battle, role), more_air_ruling(battle, role))
    return [Note(said), *(event for event in rulings if event)]


def allies_ruling(battle: Battle, role: str) -> Event | None:
    """Whether air multiplies allies on attack, where German air and supplied allies attack together."""
    allies = any(formation.nation != "german" and formation.supplied for formation, _ in ground_fire(battle, role))
    if role == "defender" or battle.setting.attacker != "axis" or not battle.german_air or not allies:
        return None
    rulings = battle.setting.rulings
    said = "are multiplied too" if rulings.value("air-bonus-attack") == "axis" else "fire unmultiplied"
    return rulings.ruled("air-bonus-attack", f"Axis allies {said} on attack")


def dispersed_defenders_ruling(battle: Battle, role: str) -> Event | None:
    """Whether Soviet air fires with defenders that are all dispersed."""
    units = battle.units(role)
    if role == "attacker" or battle.setting.attacker != "axis" or not battle.soviet_air or not units:
        return None
    if not all(unit.dispersed for unit in units):
        return None
    rulings = battle.setting.rulings
    said = "fires" if rulings.yes("soviet-air-with-dispersed-defenders") else "does not fire"
    return rulings.ruled("soviet-air-with-dispersed-defenders", f"Soviet air {said}, as all defenders are dispersed")


def more_air_ruling(battle: Battle, role: str) -> Event | None:
    """More German air units than the source has a multiplier for."""
    if battle.setting.side(role) != "axis" or battle.german_air <= 4:
        return None
    said = f"{battle.german_air} German air units multiply by {battle.german_air + 1}; the source stops at four"
    return battle.setting.rulings.ruled("max-german-air", said)
