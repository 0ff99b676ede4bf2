"""What the questions of strategic bombing are about: who bombs what, who escorts, and who can meet the raid."""

from __future__ import annotations

from collections.abc import Mapping

from airwar.engine.words import count, listed
from airwar.rulesets.kit.names import title_of
from airwar.rulesets.world_at_war.about import MOST_PLACES, places_in_words, ready_to_fly, sent_in_words
from airwar.rulesets.world_at_war.air.sent import nonzero
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.strategic.state import BombingRaid, Target
from airwar.rulesets.world_at_war.units.unit import Unit

BOMBS = ("bomber", "aaf", "jet", "interceptor")


def raids_so_far(turn: Turn, raids: tuple[BombingRaid, ...]) -> str:
    """What is ready to bomb or escort, and which raids are announced."""
    named = f"Raids so far: {places_in_words(turn, [raid.target for raid in raids])}." if raids else "No raid announced yet."
    return f"{ready_to_fly(turn, 'attacker', lambda unit: unit.type in BOMBS)} {named}"


def who_bombs(turn: Turn, target: Target, able: Mapping[str, int]) -> str:
    """The target, and what can bomb it."""
    return f"Raid on {target.name}, {front(target.front)}. Ready to bomb it: {sent_in_words(turn, nonzero(able))}."


def who_escorts(turn: Turn, target: Target, raid: BombingRaid, able: Mapping[str, int]) -> str:
    """The bombers, and what can escort them."""
    bombers = sent_in_words(turn, raid.bombers or ())
    return f"Raid on {target.name} with {bombers}. Ready to escort: {sent_in_words(turn, nonzero(able))}."


def who_opposes(turn: Turn, target: Target, raid: BombingRaid, able: Mapping[str, int]) -> str:
    """What comes, and what can meet it. The raids still to be answered share the same defenders."""
    escort = f", escorted by {sent_in_words(turn, raid.escort)}" if raid.escort else ", without escort"
    later = turn.bombing[turn.bombing.index(raid) + 1 :] if raid in turn.bombing else ()
    others = [f"{sent_in_words(turn, one.bombers or ())} to {turn.setting.name(one.target)}" for one in later if one.bombers]
    more = f" Still to answer: {listed(others, MOST_PLACES)}." if others else ""
    comes = f"{turn.setting.rulings.name('attacker')}: {sent_in_words(turn, raid.bombers or ())}{escort}, approach {target.name}."
    return f"{comes} You can meet them with {sent_in_words(turn, nonzero(able))}.{more}"


def who_moves(turn: Turn, unit: Unit) -> str:
    """A unit that may change fronts."""
    return f"{turn.setting.rulings.name('attacker')}: {unit.air_type.counted(unit.number)} on {front(unit.home)} may move."


def moved_so_far(turn: Turn) -> str:
    """The strategic units that may change fronts."""
    own = [unit for unit in turn.strategic if unit.side == turn.setting.attacker and unit.number]
    there = sent_in_words(turn, tuple((unit.id, unit.number) for unit in own))
    moved = f" {count(len(turn.basing.moved), 'unit')} moved so far." if turn.basing.moved else ""
    return f"{turn.setting.rulings.name('attacker')}: {there} on {count(len({unit.home for unit in own}), 'front')}.{moved}"


def front(front_id: str) -> str:
    return f"the {title_of(front_id)} Front"
