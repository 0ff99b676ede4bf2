"""Losses from ground combat and how their owner takes them: ground, air and ships in any mix (18.553E, 18.556, 18.616)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from airwar.engine.referee import Event, Loss, NeedsChart, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.in_the_air import eliminated, eliminations
from airwar.rulesets.world_at_war.air.missions import Battle, Sent, nonzero, without
from airwar.rulesets.world_at_war.ground.interception import Operation
from airwar.rulesets.world_at_war.ground.strength import attack_strength, defense_strength
from airwar.rulesets.world_at_war.ground.support import fewest
from airwar.rulesets.world_at_war.options import ruled
from airwar.rulesets.world_at_war.state import Turn

GROUND, CVE, FLEETS = "ground", "cve", "fleets"


@rule("18.556", "18.616")
def losses_taken(ref: Referee, operation: Operation, result: str) -> Operation:
    """What each side owes by the result, and how it pays."""
    turn, battle = operation.turn, operation.battle
    attack, defense = attack_strength(turn, battle), defense_strength(turn, battle)
    owed = owed_by(result, attack, defense)
    if owed is None or turn.setting.options["ground-losses"] == "typed":
        owed = typed_losses(ref, result, attack, defense)
    else:
        ref.tell(ruled, "ground-losses", "named", f"{result} costs the attacker {owed[0]} and the defender {owed[1]} factors")
    operation = attacker_loses(ref, operation, owed[0], everything=owed[0] >= attack)
    return defender_loses(ref, operation, owed[1], everything=owed[1] >= defense)


@rule("18.5521")
def owed_by(result: str, attack: int, defense: int) -> tuple[int, int] | None:
    """The factors that each side loses; None where the source does not say what the result costs."""
    weaker = min(attack, defense)
    return {"A": (attack, 0), "D": (0, defense), "Ex": (weaker, weaker)}.get(result)


@rule("18.556")
def typed_losses(ref: Referee, result: str, attack: int, defense: int) -> tuple[int, int]:
    """The players say what the result costs each side."""
    ref.tell(NeedsChart, "15.6", f"what {result} costs is not in the source; the factors that each side loses are typed in")
    labels = {"attacker": "factors that the attacker loses", "defender": "factors that the defender loses"}
    most = {"attacker": attack, "defender": defense}
    said = ref.allot("ground.losses", most, by="attacker", default={}, labels=labels)
    return said["attacker"], said["defender"]


# the attacker


@rule("18.556", "18.5521", "18.553E")
def attacker_loses(ref: Referee, operation: Operation, owed: int, *, everything: bool) -> Operation:
    """The attacker pays with ground factors, air, escort carriers and fleets as he likes, squadrons and fleets three for one."""
    turn, battle = operation.turn, operation.battle
    items = {GROUND: battle.attackers, CVE: battle.cve, FLEETS: battle.fleets, **dict(battle.support)}
    items = {name: count for name, count in items.items() if count}
    weight = {name: attacker_weight(turn, name) for name in items}
    labels = {GROUND: "ground factors", CVE: "escort carrier factors", FLEETS: "fleet factors"} | air_labels(turn, battle.support)
    paid = paid_in(ref, "attacker", items, weight, 3 * owed, labels, everything=everything)
    air = nonzero({unit: paid.get(unit, 0) for unit, _ in battle.support})
    ref.tell(payment, turn, "attacker", air, {name: paid.get(name, 0) for name in (GROUND, CVE, FLEETS)})
    battle = battle._replace(
        attackers=battle.attackers - paid.get(GROUND, 0),
        cve=battle.cve - paid.get(CVE, 0),
        fleets=battle.fleets - paid.get(FLEETS, 0),
        support=without(battle.support, air),
    )
    return replace(operation, turn=eliminated(turn, air)).with_battle(battle)


def attacker_weight(turn: Turn, name: str) -> int:
    """What a loss pays, in thirds of a factor."""
    if name in (GROUND, CVE):
        return 3
    return 1 if name == FLEETS or turn.unit(name).type.in_squadrons else 3


# the defender


@rule("18.616", "18.611C", "18.614C")
def defender_loses(ref: Referee, operation: Operation, owed: int, *, everything: bool) -> Operation:
    """The defender pays with ground factors at their multiplied worth and with the air that took part, at the worth it added."""
    turn, battle = operation.turn, operation.battle
    groups = {group_name(battle, at): group.factors for at, group in enumerate(battle.defenders) if group.factors}
    items = {**groups, **dict(battle.used)}
    dms = {group_name(battle, at): group.dm for at, group in enumerate(battle.defenders)}
    weight = {name: 3 * dms[name] if name in dms else cover_weight(turn, battle, name) for name in items}
    labels = {name: f"ground factors, times {dms[name]}" for name in groups} | air_labels(turn, battle.used)
    paid = paid_in(ref, "defender", items, weight, 3 * owed, labels, everything=everything)
    air = nonzero({unit: paid.get(unit, 0) for unit, _ in battle.used})
    ref.tell(payment, turn, "defender", air, {name: paid.get(name, 0) for name in groups})
    left = tuple(
        group._replace(factors=group.factors - paid.get(group_name(battle, at), 0)) for at, group in enumerate(battle.defenders)
    )
    battle = battle._replace(defenders=left, used=without(battle.used, air))
    return replace(operation, turn=eliminated(turn, air)).with_battle(battle)


def group_name(battle: Battle, at: int) -> str:
    return GROUND if len(battle.defenders) == 1 else f"{GROUND}-{at + 1}"


def cover_weight(turn: Turn, battle: Battle, unit: str) -> int:
    """What a lost factor or squadron of defensive air support pays, in thirds."""
    return (1 if turn.unit(unit).type.in_squadrons else 3) * (3 if battle.invasion else 1)


# paying


def air_labels(turn: Turn, sent: Sent) -> dict[str, str]:
    return {unit: f"{unit}: {turn.unit(unit).type.label}" for unit, _ in sent}


def paid_in(
    ref: Referee,
    side: str,
    items: Mapping[str, int],
    weight: Mapping[str, int],
    owed: int,
    labels: Mapping[str, str],
    *,
    everything: bool,
) -> dict[str, int]:
    """How many of each are given up: enough of them, in any mix; nobody is asked where nothing less than all will do."""
    if not owed:
        return {}
    if everything or sum(items[name] * weight[name] for name in items) - min(weight.values()) < owed:
        return dict(items)

    def refuse(answer: Mapping[str, int]) -> str | None:
        given = sum(number * weight[name] for name, number in answer.items())
        return None if given >= owed else f"{spoken(given)} given up; {spoken(owed)} must be"

    default = prudent(items, weight, owed)
    return ref.allot(f"{side}.ground-losses", items, by=side, default=default, labels=labels, refuse=refuse)


def prudent(items: Mapping[str, int], weight: Mapping[str, int], owed: int) -> dict[str, int]:
    """As little as will do, and one ground factor kept to hold the hex where that is possible."""
    kept = {name: count - (name == GROUND) for name, count in items.items()}
    able = sum(count * weight[name] for name, count in kept.items()) >= owed
    return fewest(kept if able else items, weight, owed)


def spoken(thirds: int) -> str:
    """So many thirds of a factor in words."""
    whole, rest = divmod(thirds, 3)
    return f"{whole}{('', ' 1/3', ' 2/3')[rest]} factors"


def payment(turn: Turn, side: str, air: Sent, ground: Mapping[str, int]) -> list[Event]:
    events: list[Event] = [Loss(side, f"{name} factors", number, "eliminated") for name, number in ground.items() if number]
    return events + eliminations(turn, air)
