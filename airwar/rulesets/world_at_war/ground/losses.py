"""Losses from ground combat and how their owner takes them: ground, air and ships in any mix (18.553E, 18.556, 18.616)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.referee import Event, Loss, NeedsChart, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.world_at_war.air.sent import nonzero, without
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.ground.about import both_lose, to_give_up
from airwar.rulesets.world_at_war.ground.state import Battle
from airwar.rulesets.world_at_war.ground.strength import attack_strength, defense_strength, in_factors, in_thirds
from airwar.rulesets.world_at_war.ground.support import fewest
from airwar.rulesets.world_at_war.ground.table import UNKNOWN
from airwar.rulesets.world_at_war.results import NEEDS_CHART

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
    labels = {side: f"{side}: factors that {battle.rulings.name(side)} loses" for side in ("attacker", "defender")}
    labels[UNKNOWN] = f"{UNKNOWN}: 1 if nobody knows what it costs"
    most = {"attacker": attack, "defender": defense, UNKNOWN: 1}

    def refuse(answer: Mapping[str, int]) -> str | None:
        return "losses that nobody knows, and losses; expected either" if answer[UNKNOWN] and sum(answer.values()) > 1 else None

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
        group._replace(factors=group.factors - paid.get(group_name(battle, at), 0)) for at, group in enumerate(battle.defenders)
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

    default = prudent(items, weight, owed)
    about = partial(to_give_up, battle, side, owed)
    return ref.allot(f"{side}.ground-losses", items, by=side, default=default, labels=labels, refuse=refuse, about=about)


def prudent(items: Mapping[str, int], weight: Mapping[str, int], owed: int) -> dict[str, int]:
    """As little as is enough, keeping one ground factor to hold the hex if possible."""
    kept = {name: count - (name == GROUND) for name, count in items.items()}
    able = sum(count * weight[name] for name, count in kept.items()) >= owed
    return fewest(kept if able else items, weight, owed)


def spoken(thirds: int) -> str:
    """Thirds of a factor, written out."""
    return f"{in_factors(thirds)} factors"


def payment(side: str, air: Force, ground: Mapping[str, int], words: Mapping[str, str]) -> list[Event]:
    """Reports what a side gave up."""
    events: list[Event] = [Loss(side, words[name], number, "eliminated") for name, number in ground.items() if number]
    return events + [Loss(side, f"{line.unit}: {line.label}", line.number, "eliminated") for line in air]
