"""The forces of both sides in the sentence above a question: what is left of each, of how many, and whose losses are taken."""

from __future__ import annotations

from typing import NamedTuple

from airwar.engine.words import count, listed, verb
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war.air_combat.facts import Contingent
from airwar.rulesets.world_at_war.air_combat.forces import Effect, Force, Line, broken_down, fought_in_squadrons
from airwar.rulesets.world_at_war.units.types import SQUADRON_KINDS

MOST_TYPES = 3  # that a sentence names on one side


class Strength(NamedTuple):
    """One type of air unit in a force."""

    number: int = 0
    inverted: int = 0
    aborted: int = 0

    def with_line(self, line: Line) -> Strength:
        return Strength(self.number + line.number, self.inverted + line.number * line.inverted, self.aborted + sum(line.aborted))

    @property
    def remark(self) -> str:
        """How many of them are not fit: ` (2 inverted, 1 aborted)`."""
        inverted = "inverted" if self.inverted == self.number else f"{self.inverted} inverted"
        said = [inverted] * bool(self.inverted) + [f"{self.aborted} aborted"] * bool(self.aborted)
        return f" ({', '.join(said)})" if said else ""


def by_kind(force: Force) -> dict[str, Strength]:
    """The strength of each type in a force, by its name in the singular: `German AAF`, `US jet squadron`."""
    kinds: dict[str, Strength] = {}
    for line in force:
        name = f"{line.air_type.label} squadron" if line.whole else line.air_type.label
        kinds[name] = kinds.get(name, Strength()).with_line(line)
    return kinds


def plural(kind: str) -> str:
    return kind if kind.endswith(("AAF", "NAS")) else f"{kind}s"


def in_words(force: Force) -> str:
    """A force by its types: `5 German AAF (2 inverted) and 3 Italian AAF`."""
    kinds = [f"{count(one.number, kind, plural(kind))}{one.remark}" for kind, one in by_kind(force).items() if one.number]
    return listed(kinds, MOST_TYPES, "other type") or "nothing"


def left_of(one: Contingent) -> str:
    """What is left of a force, of all that came: `5 of 9 German AAF (1 aborted) and 0 of 2 Italian AAF`."""
    came = by_kind(broken_down(one.came) if fought_in_squadrons(one.left) else one.came)
    left = by_kind(one.left)
    said = []
    for kind in {**came, **left}:
        now, all_ = left.get(kind, Strength()), came.get(kind, left.get(kind, Strength()))
        said.append(f"{now.number} of {count(all_.number, kind, plural(kind))}{now.remark}")
    return listed(said, MOST_TYPES, "other type") or "nothing"


def both_left(rulings: Rulings, attackers: Contingent, defenders: Contingent) -> str:
    """Both sides by their names: `Axis 5 of 9 German AAF left; Allies 3 of 4 British AAF`."""
    return f"{rulings.name('attacker')} {left_of(attackers)} left; {rulings.name('defender')} {left_of(defenders)}"


# whose losses


def types_share(rulings: Rulings, side: str, force: Force, effects: Effect) -> str:
    """What the owner of a mixed force shares out over equal types."""
    return f"Losses of {rulings.name(side)}: {fates(effects)}, among {in_words(force)}. Equal types: choose which takes more."


def kinds_share(rulings: Rulings, side: str, force: Force, effects: Effect) -> str:
    """What the owner shares out over attack, cover and search squadrons."""
    attack, cover, search = (sum(line.parts[at] for line in force) for at in range(3))
    there = f"{attack} attack, {cover} cover and {search} search squadrons"
    return f"Losses of {rulings.name(side)}: {fates(effects)}, among {there} ({force[0].air_type.label})."


def units_take(rulings: Rulings, side: str, force: Force, number: int, what: str) -> str:
    """Which units take what falls on their type."""
    fate = "must abort" if ".aborted" in what else f"{verb(number, 'are', 'is')} eliminated"
    kind = what.rpartition(".")[2]
    there = in_words(force)
    if kind in SQUADRON_KINDS:
        at = SQUADRON_KINDS.index(kind)
        there = f"{sum(line.parts[at] for line in force)} {force[0].air_type.label} {kind} squadrons"
    return f"Losses of {rulings.name(side)}: {number} of {there} {fate}. Choose from which units."


def fates(effects: Effect) -> str:
    said = [f"{effects.eliminated} eliminated"] * bool(effects.eliminated) + [f"{effects.aborted} aborted"] * bool(effects.aborted)
    return listed(said) or "none"
