"""Air-to-air combat (14.6): unit against unit, round by round, until one side is alone in the hex.

The procedure knows only its units and the bases they can abort to. It returns the units as the fight leaves them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    D6,
    Move,
    Note,
    OnRow,
    Referee,
    Return,
    Term,
    count,
    facts,
    hexes_between,
    load_chart,
    replace,
    rule,
    state,
    then,
    title_of,
)
from airwar.rulesets.ocs.bases import abort, lose_step
from airwar.rulesets.ocs.board import at_long_range, picked, rated, rating_of
from airwar.rulesets.ocs.position import PACKAGE, Board, Duty, Unit
from airwar.rulesets.ocs.rulings import PROFILES, Rulings

ATTACKER, DEFENDER, NEITHER = "attacker", "defender", "none"
ROLES = (ATTACKER, DEFENDER)
ABORTS = {"attacker-aborts": (True, False), "both-abort": (True, True), "defender-aborts": (False, True)}  # attacker, defender
LOSS = "loss"


class Contender(NamedTuple):
    """What counts about an air unit in air combat."""

    rating: int
    fighter: bool = False
    interdicting: bool = False
    range: int = 0
    distance: int = 0
    own_base: bool = False
    parenthesized: bool = False


@rule("R7", "R22", "R23")
def contender(board: Board, unit_id: str, place: str, ref: Referee | None = None) -> Contender:
    """A unit fighting over a hex. How far it has flown counts only if there is a referee to ask."""
    unit, base = board.unit(unit_id), board.base(place)
    own = base is not None and base.side == unit.side
    flown = hexes_between(ref, board.places, unit.place, place) if ref and unit.place != place else unit.distance
    return Contender(unit.values.rating, unit.fighter, unit.duty == Duty.INTERDICTION, unit.range, flown, own, unit.parenthesized)


@rule("R20", "R21", "R22", "R23")
def modifiers(role: str, unit: Contender, advantage: bool, rulings: Rulings) -> list[Term]:
    """The modifiers of a unit's rating. v4.3 has only the long-range option, unless Advantage is chosen."""
    far = bool(unit.range) and at_long_range(unit.distance, unit.range, rulings)
    far = far and rulings.yes("long-range")
    interdiction = rulings.profile.interdiction_modifier if unit.interdicting else 0
    at_base = rulings.profile.own_base_modifier if unit.fighter and unit.own_base else 0
    terms = [
        Term.of(f"{role}-rating", unit.rating, "R19", f"{role}'s rating"),
        Term.of(f"{role}-advantage", int(advantage), "R21", f"{role} uses Advantage"),
        Term.of(f"{role}-interdiction", interdiction, "R22", f"{role} on interdiction"),
        Term.of(f"{role}-long-range", 0 if interdiction else -int(far), "R22", f"{role} at long range"),
        Term.of(f"{role}-own-base", at_base, "R23", f"{role} F-type over its own base"),
    ]
    # Ruling: a modifier changes its own unit's rating, so the defender's modifiers count against the roll (R20).
    return [term if role == ATTACKER else term._replace(value=-term.value) for term in terms if term.value]


@rule("R19", "R20")
def combat_reading(attacker: Contender, defender: Contender, advantage: str, rulings: Rulings) -> OnRow[str]:
    """Two dice plus the attacker's rating minus the defender's: who aborts."""
    chart = load_chart(PACKAGE, rulings.profile.air_combat)
    terms = modifiers(ATTACKER, attacker, advantage == ATTACKER, rulings)
    terms += modifiers(DEFENDER, defender, advantage == DEFENDER, rulings)
    return OnRow(2 * D6, chart.row("result", str), tuple(terms))


@rule("R25")
@cache
def loss_reading(profile: str) -> OnRow[str]:
    """The third die; nothing modifies it."""
    return OnRow(D6, load_chart(PACKAGE, "loss-die").row(PROFILES[profile].loss_die, str))


@rule("R17")
def attack_refused(unit: Contender) -> str | None:
    """Why a unit may not attack in air combat, or None if it may."""
    if unit.parenthesized:
        return f"a unit whose rating is in parentheses, ({unit.rating}), may not attack in air combat (R17)"
    return None


# the procedure


@state
class AirCombat:
    """Air combat over a hex."""

    board: Board  # with the units of this fight only
    place: str
    attacking_side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    aborting: tuple[str, ...] = ()  # units that the last roll made abort and that have not left yet
    advantage: str = ""  # the side that declares Advantage
    sweeping: str = ""  # the side whose units are on a fighter sweep
    lost_elsewhere: tuple[int, int] = (0, 0)  # air steps lost by each side before this fight, for conditions in `choices`

    def of(self, role: str) -> tuple[str, ...]:
        return self.attackers if role == ATTACKER else self.defenders

    def side(self, role: str) -> str:
        return self.attacking_side if role == ATTACKER else self.board.enemy_of(self.attacking_side)

    def without(self, unit_id: str, board: Board) -> AirCombat:
        """The fight without a unit that has left it."""
        attackers, defenders = (tuple(unit for unit in self.of(role) if unit != unit_id) for role in ROLES)
        return replace(self, board=board, attackers=attackers, defenders=defenders)

    def switched(self) -> AirCombat:
        """The fight with the roles of the sides switched."""
        return replace(self, attacking_side=self.side(DEFENDER), attackers=self.defenders, defenders=self.attackers)

    def steps_lost(self, side: str) -> int:
        """The air steps that a side has lost, here and elsewhere."""
        return self.board.steps_lost(side) + self.lost_elsewhere[self.board.players.index(side)]


@rule("R16")
def fight_over(
    board: Board,
    place: str,
    attacking_side: str,
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    *,
    advantage: str = "",
    sweeping: str = "",
) -> AirCombat:
    """Air combat between units on the board."""
    part = board.only((*attackers, *defenders))
    one, other = (board.steps_lost(side) - part.steps_lost(side) for side in board.sides)
    return AirCombat(part, place, attacking_side, attackers, defenders, (), advantage, sweeping, (one, other))


@rule("R18", "R16", "R17")
def air_combat_begins(ref: Referee, combat: AirCombat) -> Move[tuple[Unit, ...]]:
    """Both sides have active units in the hex. Each may first send some home, but at least one must stay and fight."""
    ref.tell(Note, f"air combat over {combat.board.name(combat.place)}")
    if with_attacker(combat) is None:
        ref.tell(Note, "no unit may attack, so the two sides ignore each other")
        return Return(units_of(combat))
    for role in ROLES:
        combat = break_off(ref, combat, role, "abort-before", len(combat.of(role)) - 1)
    return then(air_combat_round, combat)


@rule("R17")
def with_attacker(combat: AirCombat) -> AirCombat | None:
    """The initiator attacks, but if all its ratings are in parentheses, the roles switch. None if nobody can attack."""
    if may_attack(combat, combat.attackers):
        return combat
    return combat.switched() if may_attack(combat, combat.defenders) else None


def may_attack(combat: AirCombat, units: tuple[str, ...]) -> tuple[str, ...]:
    """The units that may attack."""
    board = combat.board
    return tuple(unit for unit in units if attack_refused(contender(board, unit, combat.place)) is None)


def break_off(ref: Referee, combat: AirCombat, role: str, key: str, most: int) -> AirCombat:
    """A side sends units home by choice. The caller cites the rule, which differs before and after air combat."""
    units = combat.of(role)
    names = {unit: combat.board.unit(unit).title for unit in units}
    labels = {unit: f"{name}, rating {rating_of(combat.board, unit)}" for unit, name in names.items()}
    sent = picked(
        ref,
        f"{role}.{key}",
        labels,
        by=combat.side(role),
        usual=(),
        most=most,
        facts=lambda: facts_of(combat, role),
        about=partial(may_leave, combat, key),
    )
    for unit in sent:
        ref.tell(Note, f"{names[unit]} breaks off by choice")
        combat = combat.without(unit, abort(ref, combat.board, unit))
    return combat


@rule("R19", "R18")
def air_combat_round(ref: Referee, combat: AirCombat) -> Move[tuple[Unit, ...]]:
    """The attacker picks a unit, then the defender. One roll says who aborts."""
    rulings = combat.board.rulings
    ready = with_attacker(combat)
    if ready is None:
        ref.tell(Note, "no unit that is left may attack; the two sides ignore each other")
        return then(air_combat_ends, combat)
    if ready is not combat:
        ref.tell(Note, "all of the attacker's ratings are in parentheses, so the roles switch")
    combat = ready
    ref.new_round()
    pair = (pick(ref, combat, ATTACKER), pick(ref, combat, DEFENDER))
    attacker, defender = (contender(combat.board, unit, combat.place, ref) for unit in pair)
    ref.tell(Note, f"{combat.board.unit(pair[0]).title} attacks {combat.board.unit(pair[1]).title}")
    reading = combat_reading(attacker, defender, advantage(ref, combat), rulings)
    result = ref.roll("air-combat", reading, combat.side(ATTACKER))
    aborting = tuple(unit for unit, leaves in zip(pair, ABORTS[result], strict=True) if leaves)
    return then(third_die, replace(combat, aborting=aborting))


@rule("R18")
def pick(ref: Referee, combat: AirCombat, role: str) -> str:
    """A side picks its unit for this round: the attacker any unit that may attack, the defender any at all."""
    board, units = combat.board, combat.of(role)
    able = may_attack(combat, units) if role == ATTACKER else units
    if len(able) == 1:
        return able[0]
    options = {unit: f"{board.unit(unit).title}, rating {rating_of(board, unit)}" for unit in able}
    best = max(able, key=lambda unit: board.values(unit).rating)
    facts, about = partial(facts_of, combat, role), partial(unit_wanted, combat, ref.round)
    return ref.choose(f"{role}.unit", options, by=combat.side(role), default=best, facts=facts, about=about)


@rule("R21")
def advantage(ref: Referee, combat: AirCombat) -> str:
    """The role that uses Advantage, as declared."""
    rulings, declared = combat.board.rulings, combat.advantage
    if rulings.value("advantage") != "declared" or not declared:
        return NEITHER
    ref.tell(rulings.graded, "advantage", f"Advantage for {title_of(declared)}, as declared; the text of 14.6d is not known")
    return ATTACKER if combat.side(ATTACKER) == declared else DEFENDER


@rule("R25", "R26")
def third_die(ref: Referee, combat: AirCombat) -> Move[tuple[Unit, ...]]:
    """The aborting units lose a step if the third die says so."""
    board, rulings, aborting = combat.board, combat.board.rulings, combat.aborting
    reading = loss_reading(rulings.value("profile"))
    if rulings.value("loss-die") == "shared":
        lost = dict.fromkeys(aborting, ref.roll("loss", reading, combat.side(ATTACKER)))
        if len(aborting) > 1:
            ref.tell(rulings.graded, "loss-die", "one third die counts for both aborting units")
    else:
        ref.tell(rulings.chosen, "loss-die", "each aborting unit has its own third die")
        lost = {unit: ref.roll(f"loss.{unit}", reading, board.unit(unit).side) for unit in aborting}
    for unit in aborting:
        if lost[unit] == LOSS:
            board = lose_step(ref, board, unit)
    return then(aborts, replace(combat, board=board))


@rule("R24", "R18")
def aborts(ref: Referee, combat: AirCombat) -> Move[tuple[Unit, ...]]:
    """The next aborting unit goes to a base if it survived; the fight then continues until one side is alone."""
    if combat.aborting:
        unit, *rest = combat.aborting
        board = combat.board if combat.board.unit(unit).eliminated else abort(ref, combat.board, unit)
        return then(aborts, replace(combat.without(unit, board), aborting=tuple(rest)))
    return then(air_combat_round if combat.attackers and combat.defenders else air_combat_ends, combat)


@rule("R27", "R16")
def air_combat_ends(ref: Referee, combat: AirCombat) -> Move[tuple[Unit, ...]]:
    """The survivors may go home."""
    for role in ROLES:
        if combat.side(role) != combat.sweeping:  # a sweep goes home anyway, win or lose
            combat = break_off(ref, combat, role, "abort-after", len(combat.of(role)))
    return Return(units_of(combat))


def units_of(combat: AirCombat) -> tuple[Unit, ...]:
    return tuple(combat.board.units.values())


def facts_of(combat: AirCombat, role: str) -> Mapping[str, int]:
    """The facts for conditions in `choices`, from one side's point of view."""
    board, side = combat.board, combat.side(role)
    own, enemy = combat.of(role), combat.of(DEFENDER if role == ATTACKER else ATTACKER)
    best = [max((board.values(unit).rating for unit in units), default=0) for units in (own, enemy)]
    lost = [combat.steps_lost(side), combat.steps_lost(board.enemy_of(side))]
    return facts(len(own), len(enemy), *lost, **{"own.rating": best[0], "enemy.rating": best[1]})


# what the questions are about


def both_sides(combat: AirCombat) -> str:
    """A sentence about both sides and their ratings, the attacker first."""
    board = combat.board
    own, enemy = (line_up(combat, role) for role in ROLES)
    lost = {side: combat.steps_lost(side) for side in board.sides}
    toll = ", ".join(f"{title_of(side)} {count(steps, 'step')}" for side, steps in lost.items() if steps)
    return f"Over {board.name(combat.place)}: {own} against {enemy}." + (f" Lost so far: {toll}." if toll else "")


def line_up(combat: AirCombat, role: str) -> str:
    """The units of a side in the fight, with their ratings."""
    side, units = title_of(combat.side(role)), combat.of(role)
    return f"{side} {rated(combat.board, units)}" if units else f"no units of the {side}"


def may_leave(combat: AirCombat, key: str) -> str:
    """A sentence about the units that may break off before or after the fight."""
    fate = "One must stay and fight." if key == "abort-before" else "The fight is over."
    return f"{both_sides(combat)} {fate}"


def unit_wanted(combat: AirCombat, number: int) -> str:
    """A sentence about a round that needs a unit of each side."""
    return f"Round {number}. {both_sides(combat)}"
