"""What a side fires with (B4, B5, B9), and which sequence of combat that leads to (B7)."""

from __future__ import annotations

from collections.abc import Callable

from airwar.engine.referee import Event, Note, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.combat_table import groups
from airwar.rulesets.dark_crusade.state import Combat, Formation


@rule("B7")
def is_simultaneous(attacker: str, weather: str, german_air: int, soviet_air: int) -> bool:
    """The Axis attacks without Soviet air against it, in good weather, or in snow with air of its own."""
    return attacker == "axis" and soviet_air == 0 and (weather == "good" or (weather == "snow" and german_air > 0))


@rule("B5")
def multiplier(combat: Combat, role: str, formation: Formation) -> int:
    """German air multiplies what is in supply: German units in attack, all Axis units in defence."""
    if formation.side != "axis" or not formation.supplied:
        return 1
    if role == "attacker" and formation.nation != "german" and combat.setting.options["air-bonus-attack"] == "german":
        return 1
    return combat.german_air + 1


@rule("B4")
def soviet_air_fires(combat: Combat, role: str) -> int:
    """Each Soviet air unit adds one, as long as ground units of its own side are there."""
    units = combat.units(role)
    if combat.setting.side(role) != "soviet" or not units:
        return 0
    # Ruling: the source lets air attack with dispersed units and is silent about defence.
    silent = role == "defender" and combat.setting.options["soviet-air-with-dispersed-defenders"] == "false"
    if silent and all(unit.dispersed for unit in units):
        return 0
    return combat.soviet_air


@rule("B9")
def ground_fire(combat: Combat, role: str) -> list[tuple[Formation, int]]:
    """The undispersed units, each with what it multiplies to."""
    formations = [combat.phase.formation(unit) for unit in combat.units(role) if not unit.dispersed]
    return [(formation, formation.strength * multiplier(combat, role, formation)) for formation in formations]


@rule("B9")
def firing_total(combat: Combat, role: str) -> int:
    """All that a side fires with."""
    return sum(value for _, value in ground_fire(combat, role)) + soviet_air_fires(combat, role)


@rule("B11")
def nobody_can_fire(combat: Combat) -> bool:
    """Both sides have nothing but dispersed units."""
    return not firing_total(combat, "attacker") and not firing_total(combat, "defender")


def facts(combat: Combat, role: str) -> Callable[[], dict[str, int]]:
    """What a policy may ask about, seen from one side."""
    enemy = "defender" if role == "attacker" else "attacker"

    def known() -> dict[str, int]:
        own_fire, enemy_fire = firing_total(combat, role), firing_total(combat, enemy)
        return {
            "own.factors": own_fire,
            "enemy.factors": enemy_fire,
            "own.lost": combat.lost(role),
            "enemy.lost": combat.lost(enemy),
            "own.units": len(combat.units(role)),
            "enemy.units": len(combat.units(enemy)),
            "own.undispersed": sum(not unit.dispersed for unit in combat.units(role)),
            "enemy.undispersed": sum(not unit.dispersed for unit in combat.units(enemy)),
            "strength-percent": 100 * own_fire // max(1, enemy_fire),
        }

    return known


# how it is told


def told_fire(combat: Combat, role: str) -> list[Event]:
    """What a side fires with, part by part, and the rulings that went into it."""
    table = combat.setting.table
    assert table is not None
    parts = [
        f"{formation.name} {formation.strength}" + (f" x{value // formation.strength}" if value > formation.strength else "")
        for formation, value in ground_fire(combat, role)
    ]
    air = soviet_air_fires(combat, role)
    parts += [f"Soviet air +{air}"] if air else []
    total = firing_total(combat, role)
    split = groups(total, table.highest)
    shown = f"{total} in groups of {' + '.join(map(str, split))}" if len(split) > 1 else str(total)
    said = f"{role} fires with {shown}: {', '.join(parts)}" if total else f"{role} has nothing to fire with"
    return [Note(said), *rulings_on_fire(combat, role)]


def rulings_on_fire(combat: Combat, role: str) -> list[Event]:
    """Which options decided how much is fired."""
    options = combat.setting.options
    units = combat.units(role)
    fired: list[Event] = []
    allies = any(formation.nation != "german" and formation.supplied for formation, _ in ground_fire(combat, role))
    if role == "attacker" and combat.setting.attacker == "axis" and combat.german_air and allies:
        value = options["air-bonus-attack"]
        said = "is multiplied too" if value == "axis" else "fires unmultiplied"
        fired.append(Ruling("air-bonus-attack", value, f"what is not German {said} in attack"))
    dispersed = units and all(unit.dispersed for unit in units)
    if role == "defender" and combat.setting.attacker == "axis" and combat.soviet_air and dispersed:
        value = options["soviet-air-with-dispersed-defenders"]
        said = "fires" if value == "true" else "does not fire"
        fired.append(Ruling("soviet-air-with-dispersed-defenders", value, f"Soviet air {said} with dispersed defenders only"))
    if combat.setting.side(role) == "axis" and combat.german_air > 4:
        said = f"{combat.german_air} German air units multiply by {combat.german_air + 1}; the source ends at four"
        fired.append(Ruling("max-german-air", str(options["max-german-air"]), said))
    return fired
