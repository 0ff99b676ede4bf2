"""The strengths of both sides in a ground battle (18.55, 18.61), and the limits on air support (18.554, 18.614)."""

from __future__ import annotations

from airwar.engine.referee import Event, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.facts import facts
from airwar.rulesets.kit.names import count
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.ground.state import Battle
from airwar.rulesets.world_at_war.units.types import AirType

Entry = tuple[str, int, int]  # what adds strength, how many of it, and what they add in thirds of a factor

# the attack


@rule("18.5521", "17.143")
def thirds(force: Force) -> int:
    """Air units in thirds of a factor: three for an army factor, one for a naval squadron."""
    return sum(line.number * in_thirds(line.air_type) for line in force)


def in_thirds(type_: AirType) -> int:
    """One air unit of a type in thirds of a factor."""
    return 1 if type_.in_squadrons else 3


@rule("18.5521", "17.143")
def naval_factors(squadrons: int, fleets: int, remnants: str = "pooled") -> int:
    """Three squadrons, or three fleet factors of shore bombardment, are a factor; remnants are added together."""
    if remnants == "apart":
        return squadrons // 3 + fleets // 3
    return (squadrons + fleets) // 3


@rule("18.55", "18.5521", "18.553B", "18.615")
def attack_strength(battle: Battle) -> int:
    """Ground factors, army air one each, naval air and shore bombardment three to one, escort carriers one each."""
    support = battle.force(battle.support)
    army = sum(line.number for line in support if not line.air_type.in_squadrons)
    naval = naval_factors(squadrons_of(support), battle.fleets, battle.rulings.value("remnants"))
    return battle.attackers + army + naval + battle.cve


def squadrons_of(force: Force) -> int:
    """The naval squadrons among these units."""
    return sum(line.number for line in force if line.air_type.in_squadrons)


@rule("18.554A", "18.553D")
def within_limit(air_thirds: int, cve: int, ground: int) -> bool:
    """Ground support, escort carriers included, is at most three times the attacking ground factors."""
    return air_thirds + 3 * cve <= 9 * ground


@rule("18.553C", "18.554B")
def escort_carriers_allowed(cve: int, ground: int) -> int:
    """Escort carriers add at most as many factors as there are invading ground factors."""
    return min(cve, ground)


def remnants_mattered(battle: Battle) -> list[Event]:
    """Says when the pooling of remnants changed the strength."""
    squadrons, policy = squadrons_of(battle.force(battle.support)), battle.rulings.value("remnants")
    if naval_factors(squadrons, battle.fleets) == naval_factors(squadrons, battle.fleets, "apart"):
        return []
    how = "together" if policy == "pooled" else "apart"
    text = f"{count(squadrons, 'naval squadron')} and {count(battle.fleets, 'fleet factor')} are counted {how}"
    return [battle.rulings.ruled("remnants", text)]


# the defense


@rule("18.614A", "18.611D")
def supported_ground(battle: Battle) -> int:
    """The defending ground factors that count for the limit: no multipliers, no partisans."""
    return sum(group.factors for group in battle.defenders if not group.partisans)


@rule("18.611B", "18.611C", "18.612")
def support_strength(army: int, squadrons: int, *, invasion: bool) -> int:
    """What defensive air support adds: one for a factor, one for three squadrons; three and one against an invasion."""
    return 3 * army + squadrons if invasion else army + squadrons // 3


def by_kind(force: Force) -> tuple[int, int]:
    """Army factors and naval squadrons; jets only escort."""
    return sum(line.number for line in force if line.type == "aaf"), squadrons_of(force)


@rule("18.611A", "18.611C", "18.615")
def defense_strength(battle: Battle) -> int:
    """Ground factors with their multipliers, and the air that takes part, which is never multiplied."""
    ground = sum(group.factors * group.dm for group in battle.defenders)
    return ground + support_strength(*by_kind(battle.force(battle.used)), invasion=battle.invasion)


@rule("18.614A", "18.614B")
def within_cover_limit(battle: Battle, force: Force) -> bool:
    """At most three times the defending ground factors, in army factors or their equivalent."""
    army, squadrons = by_kind(force)
    if battle.invasion and battle.rulings.value("invasion-limit") == "strength":
        return support_strength(army, squadrons, invasion=True) <= 3 * supported_ground(battle)
    return 3 * army + squadrons <= 9 * supported_ground(battle)


# both


def strengths(battle: Battle, side: str = "attacker") -> dict[str, int]:
    """What a policy may ask about; defensive air support that is not used yet does not count."""
    attack, defense = attack_strength(battle), defense_strength(battle)
    own, enemy = (attack, defense) if side == "attacker" else (defense, attack)
    return facts(own, enemy)


def strength_sheet(battle: Battle) -> Sheet:
    """The strength of each side, line by line: how many there are, and the factors they add."""
    attack: list[Entry] = [("ground", battle.attackers, 3 * battle.attackers)]
    attack += [(air_line(line), line.number, thirds((line,))) for line in battle.force(battle.support)]
    attack += [("escort carriers", battle.cve, 3 * battle.cve)] * bool(battle.cve)
    attack += [("shore bombardment", battle.fleets, battle.fleets)] * bool(battle.fleets)
    worth = 3 if battle.invasion else 1
    defense: list[Entry] = [
        (f"{group.name}, times {group.dm}", group.factors, 3 * group.factors * group.dm) for group in battle.defenders
    ]
    defense += [(air_line(line), line.number, worth * thirds((line,))) for line in battle.force(battle.used)]
    own, enemy = (battle.rulings.name(side) for side in ("attacker", "defender"))
    rows = side_rows(own, attack, attack_strength(battle)) + side_rows(enemy, defense, defense_strength(battle))
    return Sheet(f"Strengths at {battle.name}", ("side", "what", "number", "factors"), tuple(rows))


def air_line(line: Line) -> str:
    return f"{line.unit}: {line.label}"


def side_rows(side: str, entries: list[Entry], strength: int) -> list[tuple[str, ...]]:
    """One side of the sheet; thirds of a factor that are left over are taken off, so that the column adds up."""
    rows = [(side, what, str(number), in_factors(worth)) for what, number, worth in entries]
    over = sum(worth for _, _, worth in entries) - 3 * strength
    rows += [(side, "thirds left over", "", f"-{in_factors(over)}")] * bool(over)
    return [*rows, (side, "strength", "", str(strength))]


def in_factors(thirds: int) -> str:
    """Thirds of a factor, written as factors: 4, 1 1/3, 2/3."""
    whole, rest = divmod(thirds, 3)
    return " ".join([str(whole)] * bool(whole or not rest) + [f"{rest}/3"] * bool(rest))
