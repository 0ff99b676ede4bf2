"""Air to air combat (14.6): unit against unit, round by round, until one side is alone in the hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from airwar.engine.dice import D6, OnRow, Term
from airwar.engine.referee import Event, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.basing import abort, gone, step_lost
from airwar.rulesets.ocs.rulings import V4, Rulings, chosen, ruled
from airwar.rulesets.ocs.sequence import ACT_STEPS
from airwar.rulesets.ocs.state import Order, Turn
from airwar.rulesets.ocs.units import INTERDICTION, PACKAGE, at_half_range

ABORTS = {"attacker": (True, False), "both": (True, True), "defender": (False, True)}


class Contender(NamedTuple):
    """An air unit as the air combat table sees it."""

    rating: int
    fighter: bool = False
    interdicting: bool = False
    range: int = 0
    distance: int = 0
    own_base: bool = False
    parenthesised: bool = False


@dataclass(frozen=True)
class AirCombat:
    """Air combat in progress. Those sent are the units of the mission, on whichever side they fight."""

    turn: Turn
    place: str
    order: int
    sent: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    interception: bool = False
    switched: bool = False  # the roles of attacker and defender are

    @property
    def mission(self) -> Order:
        return self.turn.setting.orders[self.order]

    def of(self, role: str) -> tuple[str, ...]:
        return self.attackers if role == "attacker" else self.defenders

    def side(self, role: str) -> str:
        mission = self.mission.side
        moving = (role == "attacker") != (self.interception != self.switched)
        return mission if moving else self.turn.setting.enemy_of(mission)

    def without(self, unit_id: str, turn: Turn) -> AirCombat:
        """A unit has left the fight."""
        attackers = tuple(unit for unit in self.attackers if unit != unit_id)
        return replace(self, turn=turn, attackers=attackers, defenders=tuple(unit for unit in self.defenders if unit != unit_id))


# the roll


@rule("R20", "R21", "R22", "R23")
def modifiers(role: str, unit: Contender, advantage: bool, rulings: Rulings) -> list[Term]:
    """What a unit's own rating is changed by. v4.3 knows ratings and the long-range option only, unless Advantage is chosen."""
    v4 = rulings["profile"] == V4
    far = bool(unit.range) and at_half_range(unit.distance, unit.range, str(rulings["half-range"]))
    far = far and rulings["long-range"] == "on"
    interdicting = unit.interdicting and not v4
    terms = [
        Term(f"{role}'s rating", unit.rating, "R19"),
        Term(f"{role} uses Advantage", int(advantage), "R21"),
        Term(f"{role} on interdiction" if interdicting else f"{role} at long range", -int(interdicting or far), "R22"),
        Term(f"{role} F-type over its own base", int(unit.fighter and unit.own_base and not v4), "R23"),
    ]
    # Ruling: each modifier belongs to the rating of the unit that has it, so the defender's count against the roll (R20).
    return [term if role == "attacker" else term._replace(value=-term.value) for term in terms if term.value]


@rule("R19", "R20")
def combat_reading(attacker: Contender, defender: Contender, advantage: str, rulings: Rulings) -> OnRow[str]:
    """Two dice, more by the attacker's rating and less by the defender's: who aborts. Open at both ends."""
    chart = load_chart(PACKAGE, "air-combat-4.3" if rulings["profile"] == V4 else "air-combat")
    terms = modifiers("attacker", attacker, advantage == "attacker", rulings)
    terms += modifiers("defender", defender, advantage == "defender", rulings)
    return OnRow(2 * D6, chart.row("result", str), tuple(terms))


@rule("R25")
@cache
def loss_reading(profile: str) -> OnRow[str]:
    """The third die; nothing modifies it."""
    return OnRow(D6, load_chart(PACKAGE, "loss-die").row(profile, str))


@rule("R17")
def attack_refused(unit: Contender, rulings: Rulings) -> str | None:
    """Why a unit may not attack in air combat, or None when it may."""
    if unit.parenthesised and rulings["parentheses"] == "cannot-initiate":
        return f"a unit whose rating, ({unit.rating}), stands in parentheses does not attack in air combat (R17)"
    return None


@rule("R7", "R22", "R23")
def contender(turn: Turn, unit_id: str, place: str) -> Contender:
    """A unit as it fights over a hex."""
    unit, counter = turn.unit(unit_id), turn.counter(unit_id)
    base = turn.base(place)
    friendly = base is not None and base.side == counter.side
    own = friendly and (turn.rulings["own-base"] == "friendly" or place == counter.home)
    flown = turn.setting.distance(unit.place, place) or unit.flown
    rating = turn.values(unit).rating
    interdicting = unit.duty == INTERDICTION
    return Contender(rating, counter.fighter, interdicting, counter.range, flown, own, counter.parenthesised)


# the procedure


@rule("R17")
def roles(combat: AirCombat) -> AirCombat | None:
    """Who attacks: the side that began it, unless all its ratings stand in parentheses; None when nobody can."""
    rulings = combat.turn.rulings
    if attacking(combat, combat.attackers):
        return combat
    if rulings["attacker"] == "v4.3" and attacking(combat, combat.defenders):
        switched = not combat.switched
        return replace(combat, attackers=combat.defenders, defenders=combat.attackers, switched=switched)
    return None


def attacking(combat: AirCombat, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the units that may attack."""
    turn = combat.turn
    return tuple(unit for unit in units if attack_refused(contender(turn, unit, combat.place), turn.rulings) is None)


@rule("R18", "R16", "R17")
def air_combat_begins(ref: Referee, combat: AirCombat) -> Next:
    """Both sides have active units in the hex; each may first send some home, but one must stay and fight."""
    ref.tell(Note, f"air combat over {combat.turn.setting.name(combat.place)}")
    if roles(combat) is None:
        ref.tell(ruled, combat.turn.rulings, "parentheses", "no unit may attack, so the two sides ignore one another")
        return Next(ACT_STEPS["after-air-combat"], combat)
    if combat.turn.rulings["voluntary-abort"] == "allowed":
        for role in ("attacker", "defender"):
            combat = leaving(ref, combat, role, "abort-before", len(combat.of(role)) - 1)
    return Next(air_combat_round, combat)


def leaving(ref: Referee, combat: AirCombat, role: str, key: str, most: int) -> AirCombat:
    """A side sends units home of its own will, before or after air combat as its caller cites."""
    units = combat.of(role)
    side = combat.side(role)
    names = {unit: combat.turn.counter(unit).name for unit in units}
    sent = ref.allot(
        f"{role}.{key}", dict.fromkeys(units, 1), by=side, most=most, default={}, labels=names, facts=lambda: facts(combat, role)
    )
    for unit, number in sent.items():
        if number:
            ref.tell(ruled, combat.turn.rulings, "voluntary-abort", f"{names[unit]} breaks off by choice")
            combat = combat.without(unit, abort(ref, combat.turn, unit))
    return combat


@rule("R19", "R18")
def air_combat_round(ref: Referee, combat: AirCombat) -> Next:
    """The attacker picks a unit, then the defender; one roll says who aborts, the third die whether a step is lost."""
    turned = roles(combat)
    if turned is None:
        ref.tell(Note, "no unit is left that may attack; those that remain ignore one another")
        return Next(air_combat_ends, combat)
    if turned is not combat:
        ref.tell(ruled, combat.turn.rulings, "attacker", "the side that began has ratings in parentheses only: roles switch")
    combat = turned
    ref.new_round()
    turn, place = combat.turn, combat.place
    pair = (pick(ref, combat, "attacker"), pick(ref, combat, "defender"))
    attacker, defender = (contender(turn, unit, place) for unit in pair)
    ref.tell(pairing, combat, pair)
    meant = combat_reading(attacker, defender, advantage(ref, combat), turn.rulings)
    result = ref.roll("air-combat", meant, combat.side("attacker"))
    aborting = [unit for unit, aborts in zip(pair, ABORTS[result], strict=True) if aborts]
    combat = aborted(ref, combat, aborting)
    if not (combat.attackers and combat.defenders):
        return Next(air_combat_ends, combat)
    ref.tell(chosen, combat.turn.rulings, "rounds", "both sides are still there after the one round")
    return Next(air_combat_ends if combat.turn.rulings["rounds"] == "one" else air_combat_round, combat)


@rule("R18", "R23")
def pairing(combat: AirCombat, units: tuple[str, str]) -> list[Event]:
    """Who fights whom, and whether a friendly base that is not the unit's home counts as its own."""
    attacker, defender = (combat.turn.counter(unit).name for unit in units)
    told: list[Event] = [Note(f"{attacker} attacks {defender}")]
    turn, base = combat.turn, combat.turn.base(combat.place)
    for unit in units:
        counter = turn.counter(unit)
        over_friendly = base is not None and base.side == counter.side and counter.home != combat.place
        if counter.fighter and over_friendly:
            ruling = ruled(turn.rulings, "own-base", f"{counter.name} fights over a friendly base that is not its home")
            told += [ruling] if ruling else []
    if turn.counter(units[0]).parenthesised:
        ruling = chosen(turn.rulings, "parentheses", f"{attacker} attacks although its rating stands in parentheses")
        told += [ruling] if ruling else []
    return told


@rule("R18")
def pick(ref: Referee, combat: AirCombat, role: str) -> str:
    """One unit for this round: the attacker's must have a rating without parentheses, the defender's may be any."""
    turn, units = combat.turn, combat.of(role)
    able = attacking(combat, units) if role == "attacker" else units
    if len(able) == 1:
        return able[0]
    named = {unit: f"{turn.counter(unit).name}, rating {turn.values(turn.unit(unit)).rating}" for unit in able}
    best = max(able, key=lambda unit: turn.values(turn.unit(unit)).rating)
    return ref.choose(f"{role}.unit", named, by=combat.side(role), default=best, facts=lambda: facts(combat, role))


@rule("R21")
def advantage(ref: Referee, combat: AirCombat) -> str:
    """Which role uses Advantage: as declared, or (a guess) the side with more fighters in the hex."""
    rulings, declared = combat.turn.rulings, combat.mission.advantage
    if rulings["advantage"] == "outnumber":
        counts = {role: sum(combat.turn.counter(unit).fighter for unit in combat.of(role)) for role in ("attacker", "defender")}
        if counts["attacker"] != counts["defender"]:
            role = max(counts, key=lambda role: counts[role])
            ref.tell(ruled, rulings, "advantage", f"a guess: {combat.side(role)} has more fighters and so Advantage")
            return role
    elif rulings["advantage"] == "declared" and declared:
        ref.tell(ruled, rulings, "advantage", f"{declared} uses Advantage, as declared; 14.6d is not to hand")
        return "attacker" if combat.side("attacker") == declared else "defender"
    return "none"


@rule("R25", "R24", "R26")
def aborted(ref: Referee, combat: AirCombat, aborting: list[str]) -> AirCombat:
    """The aborting units lose a step on the third die, and what is left of them goes to a base."""
    turn = combat.turn
    meant = loss_reading(turn.setting.profile)
    if turn.rulings["loss-die"] == "shared":
        lost = dict.fromkeys(aborting, ref.roll("loss", meant, combat.side("attacker")))
        if len(aborting) > 1:
            ref.tell(ruled, turn.rulings, "loss-die", "one third die counts for both aborting units")
    else:
        ref.tell(chosen, turn.rulings, "loss-die", "each aborting unit has a third die of its own")
        lost = {unit: ref.roll(f"loss.{unit}", meant, turn.counter(unit).side) for unit in aborting}
    for unit in aborting:
        if lost[unit] == "loss":
            turn = step_lost(ref, turn, unit)
        if not gone(turn, unit):
            turn = abort(ref, turn, unit)
        combat = combat.without(unit, turn)
    return combat


@rule("R27", "R16")
def air_combat_ends(ref: Referee, combat: AirCombat) -> Next:
    """Survivors may go home; then the mission goes on with those of its units that are still there."""
    if combat.turn.rulings["voluntary-abort"] == "allowed":
        for role in ("attacker", "defender"):
            if not goes_home_anyway(combat, role):
                combat = leaving(ref, combat, role, "abort-after", len(combat.of(role)))
    return Next(ACT_STEPS["after-air-combat"], combat)


@rule("R16")
def goes_home_anyway(combat: AirCombat, role: str) -> bool:
    """Whether a side has nothing to decide after the fight, since its sweep goes home win or lose."""
    sweeping = combat.mission.does == "sweep" and combat.side(role) == combat.mission.side
    return sweeping and combat.turn.rulings["sweep-returns"] == "yes"


def facts(combat: AirCombat, role: str) -> Mapping[str, int]:
    """What a policy may ask about, seen from one side."""
    turn = combat.turn
    own, enemy = combat.of(role), combat.of("defender" if role == "attacker" else "attacker")
    best = [max((turn.values(turn.unit(unit)).rating for unit in units), default=0) for units in (own, enemy)]
    side = combat.side(role)
    return {
        "own.factors": len(own),
        "enemy.factors": len(enemy),
        "own.rating": best[0],
        "enemy.rating": best[1],
        "own.lost": turn.steps_lost(side),
        "enemy.lost": turn.steps_lost(turn.setting.enemy_of(side)),
        "strength-percent": 100 * len(own) // max(1, len(enemy)),
    }
