"""A raid over its target (18.57): the defenders meet it, and what gets through bombs; the chart of damage."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from airwar.engine.dice import D6, OnRow, Row
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, NeedsChart, Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.engine.words import count, shown
from airwar.rulesets.kit import Rulings
from airwar.rulesets.world_at_war.air_combat import (
    Share,
    by_type,
    eliminations_only,
    fire,
    jets,
    loss_report,
    modifiers,
    orders,
    strength,
    suffer,
    table_row,
)
from airwar.rulesets.world_at_war.setting import DamageChart, Setting
from airwar.rulesets.world_at_war.units import Effect, Force, size
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, OneOf, Record, Section, Text

SUMMARY = "rule 26, one public summary"


class Raid(NamedTuple):
    """A raid over its target."""

    setting: Setting
    target: str  # its name
    attackers: Force
    defenders: Force
    radar: int  # the defender's radar results
    damage: DamageChart | None  # the scenario's bombing table

    @property
    def bombers(self) -> int:
        """How many reach the target and bomb it."""
        bombing = [line for line in self.attackers if line.type == "bomber" or line.bombing]
        return sum(line.number - sum(line.aborted) for line in bombing)


class RaidOutcome(NamedTuple):
    """What is left of both sides, and what the bombs did."""

    attackers: Force
    defenders: Force
    result: str


@rule("19.12", "19.31D", "18.57", "17.581", "17.582", "17.58", "17.85")
def raid_is_met(ref: Referee, raid: Raid) -> Move[RaidOutcome]:
    """One round of air combat with the defender's radar; defenders that abort still fight."""
    attackers, defenders, rulings = raid.attackers, raid.defenders, raid.setting.rulings
    if not defenders:
        ref.tell(Note, "the raid is not opposed")
        return then(bombs_fall, raid)
    ref.tell(strengths, rulings, attackers, defenders)
    row = table_row(raid_strength(attackers, defenders))
    terms = modifiers(attackers, defenders, radar=-raid.radar)
    by_attacker = ref.roll("attacker.fire", OnRow(2 * D6, row, terms, eliminations_only), "attacker")
    by_defender = fire(ref, "defender", defenders, attackers, radar=raid.radar, rulings=rulings)
    struck = raiders_suffer(ref, raid.setting, "attacker", attackers, by_defender)
    met = raiders_suffer(ref, raid.setting, "defender", defenders, by_attacker)
    ref.tell(round_report, attackers, struck, defenders, met)
    return then(bombs_fall, raid._replace(attackers=struck, defenders=met))


@rule("18.57", "17.55")
@lru_cache(maxsize=4096)
def raid_strength(attackers: Force, defenders: Force) -> int:
    """At most as many factors as the defender has, plus the bonus for jets; army air that bombs does not fight."""
    fighting = sum(line.number for line in attackers if not line.bombing)
    return 2 * jets(attackers) + min(size(defenders), fighting)


def strengths(rulings: Rulings, attackers: Force, defenders: Force) -> Sheet:
    """What each side fights with, and where the number comes from."""
    bombing = sum(line.number for line in attackers if line.bombing)
    own, enemy = (rulings.name(side) for side in ("attacker", "defender"))
    rows = (
        (own, "factors in the raid", str(size(attackers)), ""),
        (own, "army air that bombs, not counted", str(bombing), SUMMARY),
        (own, "counted, at most the number of defenders", str(min(size(defenders), size(attackers) - bombing)), SUMMARY),
        (own, "two more for each jet", str(2 * jets(attackers)), "17.55"),
        (own, "strength", str(raid_strength(attackers, defenders)), SUMMARY),
        (enemy, "factors", str(size(defenders)), ""),
        (enemy, "two more for each jet", str(2 * jets(defenders)), "17.55"),
        (enemy, "strength", str(strength(defenders)), SUMMARY),
    )
    return Sheet("Strengths over the target", ("side", "what", "number", "source"), rows)


@rule("19.62")
def raiders_suffer(ref: Referee, setting: Setting, side: str, force: Force, effects: Effect) -> Force:
    """Losses are shared among types. Who takes the remainder of a tie is in 26.454, which is not in the source: an option."""
    if not any(effects):
        return force
    ref.tell(remnant_ruling, setting, side, force, effects)
    by_drm = setting.rulings.value("raid-remnant") == "lower-drm"
    return suffer(ref, side, force, effects, setting.rulings, drm_breaks_ties=by_drm)


def remnant_ruling(setting: Setting, side: str, force: Force, effects: Effect) -> list[Event]:
    """Says when the missing rule mattered: types of equal number and different DRM."""
    shares = [Share(name, size(line), line[0].air_type.drm) for name, line in by_type(force).items()]
    tied = any(one.number == other.number and one.drm != other.drm for one in shares for other in shares)
    if not tied or len(orders(tuple(share._replace(drm=0) for share in shares), effects)) == 1:
        return []
    who = "the owner chooses" if setting.rulings.value("raid-remnant") == "owner" else "the lower DRM takes it"
    text = f"{setting.rulings.name(side)}: types of equal number share a remainder, and {who}; 26.454 is not in the source"
    return [setting.rulings.ruled("raid-remnant", text)]


def round_report(attackers: Force, struck: Force, defenders: Force, met: Force) -> list[Event]:
    return loss_report("attacker", attackers, struck) + loss_report("defender", defenders, met)


@rule("18.57", "17.73")
def bombs_fall(ref: Referee, raid: Raid) -> Move[RaidOutcome]:
    """Bombers that were neither shot down nor turned back bomb: by the scenario's chart, or by hand without one."""
    bombers = count(raid.bombers, "bomber")
    row = raid.damage.row(raid.bombers) if raid.damage and raid.bombers else None
    if not raid.bombers:
        ref.tell(Note, f"no bomber reaches {raid.target}")
        result = "no bomber gets through"
    elif raid.damage and row:
        damage: str = ref.roll("attacker.bombs", OnRow(raid.damage.dice, row), "attacker")
        result = f"{bombers} through, damage {damage}"
    else:
        ref.tell(NeedsChart, "bombing", f"{bombers} over {raid.target}; resolve the bombing by hand (26.46)")
        result = f"{bombers} through, resolve the bombing by hand"
    return Return(RaidOutcome(raid.attackers, raid.defenders, result))


STEPS = (raid_is_met, bombs_fall)


# the chart of damage


CHART = Record(
    {
        "roll": Field(OneOf(("1d6", "2d6")), default="2d6", help="the dice that are rolled on it"),
        "columns": Field(Text(max_length=400), required=True, help="the totals, for example 2 3 4 5 6 7 8 9 10 11 12+"),
        "rows": Field(Text(max_length=8000, lines=True), required=True, help="bombers (4, 5-6 or 7+) and cells, line by line"),
    }
)
BOMBERS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3})|(\+))?")


@rule("18.57")
def damage_chart(said: Section | None, problems: Problems) -> DamageChart | None:
    """The bombing table of the scenario; None if there is none or it cannot be read."""
    if said is None:
        return None
    totals = consecutive(said["columns"].split())
    if totals is None:
        found = shown(said["columns"])
        problems.add(said.at("columns"), f"{found} are not consecutive totals; expected for example 2 3 4 5 6 7 8 9 10 11 12+")
        return None
    rows = []
    for line in said["rows"].splitlines():
        label, *cells = line.split() or [""]
        bombers = BOMBERS.fullmatch(label)
        if bombers and len(cells) == len(totals):
            low = int(bombers[1])
            high = 999 if bombers[3] else int(bombers[2] or low)
            rows.append((low, high, Row(label, totals[0], tuple(cells), "Bombing (the scenario's own)")))
        elif label:
            wanted = f"expected bombers (4, 5-6 or 7+) and {len(totals)} cells"
            problems.add(said.at("rows"), f"the row {shown(line.strip())} does not fit; {wanted}")
            return None
    return DamageChart((1 if said["roll"] == "1d6" else 2) * D6, tuple(rows))


def consecutive(heads: list[str]) -> list[int] | None:
    """Column heads as consecutive totals; None if they are not."""
    if not heads or not all(re.fullmatch(r"[0-9]{1,3}[+-]?", head) for head in heads):
        return None
    totals = [int(head.rstrip("+-")) for head in heads]
    return totals if totals == list(range(totals[0], totals[0] + len(totals))) else None
