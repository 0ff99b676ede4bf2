"""Ground combat (18.5521, 18.556, 18.616): the table, its rounds, and how each owner takes losses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from airwar.engine.dice import D6, OnRow, Row
from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Event, Loss, NeedsChart, Note, Referee
from airwar.engine.rule import rule
from airwar.engine.words import count
from airwar.rulesets.kit import load_chart
from airwar.rulesets.world_at_war.ground_forces import (
    attack_strength,
    both_lose,
    defense_strength,
    in_thirds,
    odds_to_read,
    round_fought,
    spoken,
    strength_sheet,
    strengths,
    to_give_up,
)
from airwar.rulesets.world_at_war.ground_support import fewest
from airwar.rulesets.world_at_war.options import NEEDS_CHART
from airwar.rulesets.world_at_war.state import Battle, GroundOutcome
from airwar.rulesets.world_at_war.units import PACKAGE, Force, nonzero, without

UNKNOWN = "unknown"  # where nobody can say what the ground rules decide
RESULTS = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")


@rule("18.5521")
def odds_column(ref: Referee, battle: Battle) -> str:
    """The column of the ground table. Odds are rounded down, or the players choose; the source does not say."""
    attack, defense = attack_strength(battle), defense_strength(battle)
    column = column_of(attack, defense)
    if battle.rulings.value("ground-odds") == "typed":
        columns, read = load_chart(PACKAGE, "ground-combat").columns, partial(odds_to_read, battle, column)
        return ref.choose("ground.odds", columns, by="attacker", default=column, about=read)
    ref.tell(odds_mattered, battle, column)
    return column


def column_of(attack: int, defense: int) -> str:
    """Odds in whole numbers, rounded down for the attacker, within the columns that the table has."""
    return f"{min(attack // defense, 5)}:1" if attack >= defense else f"1:{min(-(-defense // max(1, attack)), 4)}"


def odds_mattered(battle: Battle, column: str) -> list[Event]:
    """Says when odds had to be rounded."""
    attack, defense = attack_strength(battle), defense_strength(battle)
    own, enemy = (int(part) for part in column.split(":"))
    if attack * enemy == defense * own:
        return []
    return [battle.rulings.ruled("ground-odds", f"{attack}:{defense} is read as {column}")]


@rule("18.5521")
def ground_result(ref: Referee, battle: Battle, column: str) -> str:
    """A die on the ground table, or a result that the players read off their own."""
    if battle.rulings.value("ground-table") == "typed":
        options = {**{result: result for result in RESULTS}, UNKNOWN: "nobody knows"}
        read = partial(odds_to_read, battle, column)
        return ref.choose("ground.result", options, by="attacker", default=UNKNOWN, about=read, optional=True, unknown=True)
    text = "the ground table is a transcription from one source, checked against one printed example"
    ref.tell(battle.rulings.ruled, "ground-table", text)
    return ref.roll("ground.die", OnRow(D6, table_column(column)), "attacker")


@cache
def table_column(column: str) -> Row[str]:
    """A column of the ground table, from die 1 to 6."""
    chart = load_chart(PACKAGE, "ground-combat")
    at = chart.columns.index(column)
    return Row(column, 1, tuple(cells[at] for _, cells in chart.rows), chart.title)


# losses


GROUND, CVE, FLEETS = "ground", "cve", "fleets"
FACTORS = {GROUND: "ground factors", CVE: "escort carrier factors", FLEETS: "fleet factors"}


@rule("18.556", "18.616")
def losses_taken(ref: Referee, battle: Battle, result: str) -> Battle:
    """What each side loses by the result, and which units it gives up."""
    attack, defense = attack_strength(battle), defense_strength(battle)
    owed = owed_by(result, attack, defense)
    if owed is None or battle.rulings.value("ground-losses") == "typed":
        owed = typed_losses(ref, battle, result, attack, defense)
        if owed is None:
            return battle._replace(result=f"{NEEDS_CHART}: {result}")
    else:
        own, enemy = (battle.rulings.name(side) for side in ("attacker", "defender"))
        text = f"{result} costs {own} {count(owed[0], 'factor')} and {enemy} {count(owed[1], 'factor')}"
        ref.tell(battle.rulings.ruled, "ground-losses", text)
    battle = attacker_loses(ref, battle, owed[0], everything=owed[0] >= attack)
    return defender_loses(ref, battle, owed[1], everything=owed[1] >= defense)


@rule("18.5521")
def owed_by(result: str, attack: int, defense: int) -> tuple[int, int] | None:
    """The factors that each side loses; None where the source does not say what the result costs."""
    weaker = min(attack, defense)
    return {"A": (attack, 0), "D": (0, defense), "Ex": (weaker, weaker)}.get(result)


@rule("18.556")
def typed_losses(ref: Referee, battle: Battle, result: str, attack: int, defense: int) -> tuple[int, int] | None:
    """The players say what the result costs each side; None if nobody knows."""
    ref.tell(NeedsChart, "15.6", f"the losses for result {result!r} are not in the source; enter each side's losses")
    labels = {side: f"{side}: factors lost by {battle.rulings.name(side)}" for side in ("attacker", "defender")}
    labels[UNKNOWN] = "nobody knows what it costs"
    most = {"attacker": attack, "defender": defense, UNKNOWN: 1}

    def refuse(answer: Mapping[str, int]) -> str | None:
        return "say either what is lost or that nobody knows, not both" if answer[UNKNOWN] and sum(answer.values()) > 1 else None

    said = ref.allot(
        "ground.losses",
        most,
        by="attacker",
        default={UNKNOWN: 1},
        labels=labels,
        refuse=refuse,
        optional=True,
        about=partial(both_lose, battle, result),
        unknown=True,
    )
    return None if said[UNKNOWN] else (said["attacker"], said["defender"])


# the attacker


@rule("18.556", "18.5521", "18.553E")
def attacker_loses(ref: Referee, battle: Battle, owed: int, *, everything: bool) -> Battle:
    """The attacker loses ground factors, air, escort carriers and fleets in any mix, squadrons and fleets three for one."""
    support = battle.force(battle.support)
    items = {GROUND: battle.attackers, CVE: battle.cve, FLEETS: battle.fleets, **dict(battle.support)}
    items = {name: count for name, count in items.items() if count}
    weight = {GROUND: 3, CVE: 3, FLEETS: 1} | {line.unit: in_thirds(line.air_type) for line in support}
    labels = FACTORS | air_labels(support)
    paid = paid_in(ref, battle, "attacker", items, weight, 3 * owed, labels, everything=everything)
    air = nonzero({unit: paid.get(unit, 0) for unit, _ in battle.support})
    ref.tell(payment, "attacker", battle.force(air), {name: paid.get(name, 0) for name in FACTORS}, FACTORS)
    return battle._replace(
        attackers=battle.attackers - paid.get(GROUND, 0),
        cve=battle.cve - paid.get(CVE, 0),
        fleets=battle.fleets - paid.get(FLEETS, 0),
        support=without(battle.support, air),
    )


# the defender


@rule("18.616", "18.611C", "18.614C")
def defender_loses(ref: Referee, battle: Battle, owed: int, *, everything: bool) -> Battle:
    """The defender loses ground factors at their multiplied worth, and air that took part at the worth it added."""
    used = battle.force(battle.used)
    groups = {group_name(battle, at): group.factors for at, group in enumerate(battle.defenders) if group.factors}
    items = {**groups, **dict(battle.used)}
    dms = {group_name(battle, at): group.dm for at, group in enumerate(battle.defenders)}
    worth = 3 if battle.invasion else 1
    weight = {name: 3 * dm for name, dm in dms.items()} | {line.unit: worth * in_thirds(line.air_type) for line in used}
    names = {
        group_name(battle, at): f"{group.name.removesuffix('s')} factors, times {group.dm}"
        for at, group in enumerate(battle.defenders)
    }
    labels = {name: names[name] for name in groups} | air_labels(used)
    paid = paid_in(ref, battle, "defender", items, weight, 3 * owed, labels, everything=everything)
    air = nonzero({unit: paid.get(unit, 0) for unit, _ in battle.used})
    ref.tell(payment, "defender", battle.force(air), {name: paid.get(name, 0) for name in groups}, names | FACTORS)
    left = tuple(
        replace(group, factors=group.factors - paid.get(group_name(battle, at), 0)) for at, group in enumerate(battle.defenders)
    )
    return battle._replace(defenders=left, used=without(battle.used, air))


def group_name(battle: Battle, at: int) -> str:
    return GROUND if len(battle.defenders) == 1 else f"{GROUND}-{at + 1}"


# paying


def air_labels(force: Force) -> dict[str, str]:
    return {line.unit: f"{line.unit}: {line.label}" for line in force}


def paid_in(
    ref: Referee,
    battle: Battle,
    side: str,
    items: Mapping[str, int],
    weight: Mapping[str, int],
    owed: int,
    labels: Mapping[str, str],
    *,
    everything: bool,
) -> dict[str, int]:
    """How many of each are lost: enough of them, in any mix; the owner is not asked if only all of them are enough."""
    if not owed:
        return {}
    if everything or sum(items[name] * weight[name] for name in items) - min(weight[name] for name in items) < owed:
        return dict(items)

    def refuse(answer: Mapping[str, int]) -> str | None:
        given = sum(number * weight[name] for name, number in answer.items())
        return None if given >= owed else f"{spoken(given)} given up; {spoken(owed)} must be"

    default, about = prudent(items, weight, owed), partial(to_give_up, battle, side, owed)
    key, quiet = f"{side}.ground-losses", len(items) == 1  # nobody gives up more of them than he must
    return ref.allot(key, items, by=side, default=default, labels=labels, refuse=refuse, about=about, quiet=quiet)


def prudent(items: Mapping[str, int], weight: Mapping[str, int], owed: int) -> dict[str, int]:
    """As little as is enough, keeping one ground factor to hold the hex if possible."""
    kept = {name: count - (name == GROUND) for name, count in items.items()}
    able = sum(count * weight[name] for name, count in kept.items()) >= owed
    return fewest(kept if able else items, weight, owed)


def payment(side: str, air: Force, ground: Mapping[str, int], words: Mapping[str, str]) -> list[Event]:
    """Reports what a side gave up."""
    events: list[Event] = [Loss(side, words[name], number, "eliminated") for name, number in ground.items() if number]
    return events + [Loss(side, f"{line.unit}: {line.label}", line.number, "eliminated") for line in air]


# a round


@rule("18.5521", "18.556", "18.616")
def ground_round(ref: Referee, battle: Battle) -> Move[GroundOutcome]:
    """The odds give the column, a die the result, and each owner takes losses from ground, air and ships in any mix."""
    ref.new_round()
    ref.tell(strength_sheet, battle)
    column = odds_column(ref, battle)
    result = battle.result or ground_result(ref, battle, column)
    if result == UNKNOWN:
        return Return(GroundOutcome(battle._replace(result=f"{NEEDS_CHART}: ground table"), ref.round))
    ref.tell(Note, f"odds {column}, result {result}")
    battle = losses_taken(ref, battle._replace(result=""), result)
    if battle.result or not battle.attackers or not battle.defending:
        return Return(GroundOutcome(battle, ref.round))
    return then(further_round, battle)


@rule("18.554C", "18.614B")
def further_round(ref: Referee, battle: Battle) -> Move[GroundOutcome]:
    """Where the rules of ground combat allow another round the attacker may fight it; the limits on air are not tested again."""
    options = {"end": "the combat is over", "again": "another round"}
    facts, left = partial(strengths, battle), partial(round_fought, battle, ref.round)
    if ref.choose("attacker.another-round", options, by="attacker", facts=facts, about=left) == "again":
        return then(ground_round, battle)
    return Return(GroundOutcome(battle, ref.round))


STEPS = (ground_round, further_round)
