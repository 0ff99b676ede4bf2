"""Raids and battles that the scenario does not list (13.912): ordered when the listed ones are over, one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from airwar.engine.questions import REFEREE
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.printed import whole_number_refused
from airwar.rulesets.war_in_europe.about import missions_so_far
from airwar.rulesets.war_in_europe.rail_raids import TO_A_BOMBER_POINT
from airwar.rulesets.war_in_europe.state import GroundBattle, Mission, Pool, RailRaid, Setting, Turn
from airwar.rulesets.war_in_europe.supremacy import holds_supremacy

NONE = "none"
MOST_FURTHER = 60  # missions ordered at the table in one turn
ODDS = re.compile(r"(\d{1,5}(?:/[1-9]\d?)?) ?[-:] ?(\d{1,5}(?:/[1-9]\d?)?)")


class Target(NamedTuple):
    """What can be ordered: a raid or a battle on a Front, by one side against another."""

    kind: str
    front: str
    attacker: str
    defender: str

    @property
    def key(self) -> str:
        return ".".join(self)


@rule("13.912", "13.92", "13.93")
def targets(turn: Turn) -> list[Target]:
    """Every kind of mission for which somebody has points: raids with supremacy only, battles always."""
    setting = turn.setting
    if len(turn.further) >= MOST_FURTHER:
        return []
    found = []
    for front in setting.fronts:
        for attacker, defender in opponents(setting):
            free = max((turn.available(pool) for pool in helpers(turn, front, attacker)), default=0)
            if free >= TO_A_BOMBER_POINT and holds_supremacy(setting, setting.fronts[front], attacker, defender):
                found.append(Target("raid", front, attacker, defender))
            if free:
                found.append(Target("battle", front, attacker, defender))
    return found


def opponents(setting: Setting) -> Iterator[tuple[str, str]]:
    return ((one, other) for one in setting.sides for other in setting.sides if not setting.allied(one, other))


def helpers(turn: Turn, front: str, attacker: str) -> list[Pool]:
    """The Ground Support points that a side can count on: its own, and by option those of its allies."""
    sides = turn.setting.allies(attacker) if turn.setting.rulings.yes("allied-support") else [attacker]
    return [pool for pool in turn.pools if pool.front == front and pool.side in sides]


@rule("13.912")
def with_mission(ref: Referee, turn: Turn) -> Turn:
    """The turn with the mission that is ordered next; or with no more questions."""
    open_ = {target.key: target for target in targets(turn)}
    labels = {NONE: "no more missions"} | {key: in_words(turn.setting, target) for key, target in open_.items()}
    number = len(turn.further) + 1
    about = partial(missions_so_far, turn, len(open_))
    chosen = ref.choose(f"next-mission-{number}", labels, by=REFEREE, default=NONE, optional=True, about=about)
    if chosen == NONE:
        return replace(turn, asking=False)
    target = open_[chosen]
    if target.kind == "raid":
        raid = raid_ordered(ref, turn, target, f"raid-{number}")
        return replace(turn, further=(*turn.further, raid), raids=(raid.id,))
    battle = battle_ordered(ref, turn, target, f"battle-{number}")
    return replace(turn, further=(*turn.further, battle), battles=(battle.id,))


def in_words(setting: Setting, target: Target) -> str:
    front, attacker, defender = setting.fronts[target.front].name, setting.name(target.attacker), setting.name(target.defender)
    if target.kind == "raid":
        return f"{front}: rail raid by {attacker} on {defender}"
    return f"{front}: ground attack by {attacker} on {defender}"


# what the table has to say about it


@rule("13.92")
def raid_ordered(ref: Referee, turn: Turn, target: Target, name: str) -> RailRaid:
    """A rail hex within range, in the territory of the defender, and whether it has flak."""
    bombed = {mission.hex for mission in every(turn) if isinstance(mission, RailRaid)}

    def hex_refused(text: str) -> str | None:
        return f"hex {text} has been bombed in this turn; a hex is bombed once (13.92)" if text in bombed else None

    free = next(str(number) for number in range(2214, 9999) if str(number) not in bombed)
    at = ref.fact(f"{name}.hex", "the rail hex, as printed on the map", examples=[free], refuse=hex_refused)
    ref.fact(f"{name}.in-range", f"whether hex {at} is within regular air range", examples=["yes"], refuse=range_refused)
    flak = ref.fact(f"{name}.has-flak", f"whether flak protects hex {at}", examples=["yes", "no"], refuse=yes_or_no)
    return RailRaid(name, f"hex {at}", target.front, target.attacker, target.defender, at, flak == "yes", asked=True)


def every(turn: Turn) -> list[Mission]:
    return [*turn.setting.missions, *turn.further]


def range_refused(text: str) -> str | None:
    """Only a hex in range can be bombed."""
    return yes_or_no(text) or (None if text == "yes" else "a rail line must be within regular air range (13.92)")


def yes_or_no(text: str) -> str | None:
    """Why a text is neither yes nor no, or None."""
    return None if text in ("yes", "no") else f"{text!r} is neither yes nor no"


@rule("13.93")
def battle_ordered(ref: Referee, turn: Turn, target: Target, name: str) -> GroundBattle:
    """The printed factors under attack, and the odds before any air support."""
    what = "the defense factors printed on the units under attack, added up"
    printed = int(ref.fact(f"{name}.defense", what, examples=["24", "6"], refuse=whole_number_refused))
    what = "the adjusted strengths, attack and defense, such as 72-24"
    attack, defense = strengths(ref.fact(f"{name}.odds", what, examples=["72-24", "30-21/2"], refuse=odds_refused))
    tables = list(turn.setting.charts.combat_results)
    table = tables[0] if len(tables) == 1 else ""
    if len(tables) > 1:
        table = ref.fact(f"{name}.table", "the combat results table", examples=tables, refuse=one_of(tables))
    defenders = ((target.defender, printed),)
    where = (target.front, target.attacker, target.defender)
    return GroundBattle(name, name, *where, defenders, attack, defense, table, "", (), ask_shift=True, ask_die=True)


def strengths(text: str) -> tuple[Fraction, Fraction]:
    found = ODDS.fullmatch(text)
    assert found is not None
    return Fraction(found[1]), Fraction(found[2])


def odds_refused(text: str) -> str | None:
    """Why a text is not two strengths, or None."""
    found = ODDS.fullmatch(text)
    if found is None:
        return f"{text!r} is not two strengths; expected attack and defense, such as 72-24"
    return None if Fraction(found[2]) else "odds need an adjusted defense of more than 0"


def one_of(names: list[str]) -> Callable[[str], str | None]:
    return lambda text: None if text in names else f"no such table {text!r}; expected one of {', '.join(names)}"
