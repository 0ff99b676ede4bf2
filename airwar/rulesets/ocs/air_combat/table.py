"""The air-to-air combat table (14.6c): what two units' ratings, modifiers and dice mean."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from airwar.engine.dice import D6, OnRow, Term
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.places import hexes_between
from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.profiles import PROFILES
from airwar.rulesets.ocs.rulings import Rulings
from airwar.rulesets.ocs.units.air import INTERDICTION, PACKAGE, at_half_range

ATTACKER, DEFENDER, NEITHER = "attacker", "defender", "none"
ROLES = (ATTACKER, DEFENDER)
ABORTS = {"attacker-aborts": (True, False), "both-abort": (True, True), "defender-aborts": (False, True)}  # attacker, defender
LOSS = "loss"


class Contender(NamedTuple):
    """An air unit as the air combat table sees it."""

    rating: int
    fighter: bool = False
    interdicting: bool = False
    range: int = 0
    distance: int = 0
    own_base: bool = False
    parenthesized: bool = False


@rule("R7", "R22", "R23")
def contender(board: Board, unit_id: str, place: str, ref: Referee | None = None) -> Contender:
    """A unit as it fights over a hex. How far it has flown counts only if somebody can be asked."""
    unit, counter = board.unit(unit_id), board.counter(unit_id)
    base = board.base(place)
    friendly = base is not None and base.side == counter.side
    own = friendly and (board.rulings.value("own-base") == "friendly" or place == counter.home)
    flown = hexes_between(ref, board.setting.places, unit.place, place) if ref and unit.place != place else unit.flown
    rating = board.values(unit_id).rating
    return Contender(rating, counter.fighter, unit.duty == INTERDICTION, counter.range, flown, own, counter.parenthesized)


@rule("R20", "R21", "R22", "R23")
def modifiers(role: str, unit: Contender, advantage: bool, rulings: Rulings) -> list[Term]:
    """What modifies a unit's rating. v4.3 has only the long-range option, unless Advantage is chosen."""
    far = bool(unit.range) and at_half_range(unit.distance, unit.range, rulings.value("half-range"))
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
    # Ruling: a modifier changes the rating of the unit that has it, so the defender's modifiers count against the roll (R20).
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
def attack_refused(unit: Contender, rulings: Rulings) -> str | None:
    """Why a unit may not attack in air combat, or None if it may."""
    if unit.parenthesized and rulings.value("parentheses") == "cannot-initiate":
        return f"a unit whose rating is in parentheses, ({unit.rating}), may not attack in air combat (R17)"
    return None
