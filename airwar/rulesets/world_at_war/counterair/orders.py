"""Counterair in a scenario: its section and its checks."""

from __future__ import annotations

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.orders import named_units
from airwar.rulesets.world_at_war.counterair import phase, rounds
from airwar.rulesets.world_at_war.counterair.raiders import counterair_refused
from airwar.rulesets.world_at_war.counterair.record import Raid
from airwar.rulesets.world_at_war.counterair.state import SINGLE_ROUND
from airwar.rulesets.world_at_war.ordering import ATTACKER_ORDERS
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.orders import A_UNIT
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, MapOf, OneOf, Record, Ref, Section, Whole

RAID = Record(
    {
        "at": Field(Ref("bases"), required=True, help="the base that is attacked"),
        "with": Field(MapOf(A_UNIT, Whole(1, 200)), help="the units that fly, and how many; asked if left out"),
        "phase": Field(OneOf(("movement", "combat")), default="movement", help="in which phase"),
        "kind": Field(
            OneOf(("counterair", *SINGLE_ROUND)),
            default="counterair",
            help="naval-base, patrol and naval-combat are a single round; a patrol may attack from each hex it enters (19.12)",
        ),
    }
)


def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Every counterair of the phase waits to be announced."""
    if not document["counterair"]:
        return turn
    check_raids(document, turn, problems)
    raids = tuple(
        Raid(said["at"], tuple((said["with"] or {}).items()), said["phase"], said["kind"]) for said in document["counterair"]
    )
    return turn.with_counterair(turn.counterair._replace(raids=raids)).with_agenda(*(f"{raid.phase}.counterair" for raid in raids))


@rule("18.521", "18.45", "18.51", "18.41", "19.12")
def check_raids(document: Section, turn: Turn, problems: Problems) -> None:
    """Every counterair is against an enemy base, by units that may fly it and are not promised twice.

    A patrol's aircraft may attack from each hex that it enters, the same base too.
    """
    setting = turn.setting
    promised: dict[str, int] = {}
    targets: dict[tuple[str, str], str] = {}
    for said in sorted(document["counterair"], key=lambda said: bool(said["kind"] == "patrol")):
        base = turn.find_base(said["at"])
        if base is None:
            continue
        if base.side == setting.attacker:
            problems.add(said.at("at"), f"{base.name} is the attacker's own; expected an enemy base")
        again = (base.id, said["phase"]) in targets
        before = targets.setdefault((base.id, said["phase"]), said["kind"])
        if again and not said["kind"] == before == "patrol":
            problems.add(said.at("at"), f"{base.name} is attacked twice in one phase; add the forces together (18.525)")
        if base.box:
            problems.add(said.at("at"), f"{base.name} is a box; no mission is flown into one (18.49)")
        elif not base.takes_air_units:
            problems.add(said.at("at"), f"{base.name} is no air base (18.521)")
        flying = dict(promised) if said["kind"] == "patrol" else promised
        for unit, _, mark in named_units(said, turn, flying, problems):
            refused = counterair_refused(None, turn, unit, base.id)
            if refused:
                problems.add(mark, refused)


PART = Part(
    fields={"counterair": Field(ListOf(RAID, 1, 30), help="the bases attacked in this phase")},
    plan=plan,
    decisions={
        **ATTACKER_ORDERS,
        "attacker.commit": "which units fly the counterair",
        "attacker.next.*": "which of the announced counterairs that are left is fought next",
        "defender.sail.*": "whether a carrier in an attacked port puts to sea after the attacks",
        "attacker.engage-transports": "leave the air transports in the base alone, or engage them",
        "attacker.target": "results on uninverted defenders only, or on inverted ones as well",
        "attacker.losses.*": "which of the attacker's identical units take the losses",
        "defender.losses.*": "which of the defender's identical units take the losses or abort",
        "defender.disengage": "stay and fight on, or break off",
        "defender.refuge.*": "how many fly off to each refuge",
        "attacker.disengage": "fight on, or break off",
        "attacker.reinforce": "which units join for the next round",
        "attacker.return.*": "where a unit lands",
    },
    rolls=dict.fromkeys(("attacker.fire", "defender.fire"), "air combat"),
    steps=(*phase.STEPS, *rounds.STEPS),
)
