"""What a scenario may say of counterair, and what is legal of it."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.orders import named_units
from airwar.rulesets.world_at_war.counterair.raiders import may_attack, may_fly_from
from airwar.rulesets.world_at_war.counterair.steps import SINGLE_ROUND, STEPS
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.state import Raid, Turn, Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, ListOf, MapOf, OneOf, Record, Ref, Section, Whole

RAID = Record(
    {
        "at": Field(Ref("bases"), required=True, help="the base that is attacked"),
        "with": Field(MapOf(Ref("units"), Whole(1, 200)), help="who flies, and how many; asked if left out"),
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
    phases = dict.fromkeys(f"{raid.phase}.counterair" for raid in raids)
    return replace(turn, raids=raids, agenda=(*turn.agenda, *phases))


@rule("18.521", "18.45", "18.51", "18.41", "19.12")
def check_raids(document: Section, turn: Turn, problems: Problems) -> None:
    """Every counterair is against an enemy base, by units that may fly it and are not promised twice.

    A patrol's aircraft may attack from each hex that it enters, the same base too.
    """
    setting = turn.setting
    promised: dict[str, int] = {}
    targets: dict[tuple[str, str], str] = {}
    for said in sorted(document["counterair"], key=lambda said: bool(said["kind"] == "patrol")):
        base = setting.bases.get(said["at"])
        if base is None:
            continue
        if base.side == setting.moving:
            problems.add(said.at("at"), f"{base.name} is the attacker's own; expected an enemy base")
        again = (base.id, said["phase"]) in targets
        before = targets.setdefault((base.id, said["phase"]), said["kind"])
        if again and not said["kind"] == before == "patrol":
            problems.add(said.at("at"), f"{base.name} is attacked twice in one phase; add the forces together (18.525)")
        if base.box:
            problems.add(said.at("at"), f"{base.name} is a box; no mission is flown into one (18.49)")
        flying = dict(promised) if said["kind"] == "patrol" else promised
        for unit, _, mark in named_units(said, turn, flying, problems):
            if not may_attack(turn, unit, base.id):
                problems.add(mark, why_not(turn, unit, base.id))


@rule("18.51")
def why_not(turn: Turn, unit: Unit, base: str) -> str:
    """Why a unit may not fly this counterair."""
    setting = turn.setting
    home = setting.bases.get(unit.home)
    if unit.side != setting.moving:
        return f"{unit.id} is not of the moving side, {setting.moving} (18.521)"
    if unit.type.kind not in ("aaf", "nas", "jet"):
        return f"{unit.type.label} units do not fly counterair; expected army air, naval air or jets (17.23)"
    if home and not home.operational:
        reason = "subject to air oil effects" if home.oil else {"partial": "in partial supply"}.get(home.supply, "unsupplied")
        return f"{unit.id} flies from {home.name}, which is {reason}; expected a fully supplied base (18.51)"
    if home is None and setting.carriers[unit.home].port:
        return f"{unit.id} is on a carrier in port; it only defends there (17.3126)"
    if home is None and setting.carriers[unit.home].damaged:
        return f"{unit.id} is on a damaged carrier, which launches nothing (17.3124)"
    if home and home.box:
        return f"{unit.id} is in a box; no mission is flown out of one (18.49)"
    if home and not may_fly_from(setting, unit):
        return f"{unit.id} flies from {home.name}, which has no facility that offensive missions may be flown from (18.51)"
    distance = setting.distance(unit.home, base)
    if distance is None:
        return f"no distance is given between {setting.name(unit.home)} and {setting.name(base)}; add it under distances"
    return f"{unit.id} has a range of {unit.range}; {setting.name(base)} is {distance} hexes away (18.45)"


PART = Part(
    fields={"counterair": Field(ListOf(RAID, 1, 30), help="the bases attacked in this phase")},
    plan=plan,
    decisions={
        "attacker.commit": "who flies to a base, when the scenario does not say",
        "attacker.engage-transports": "leave the air transports in the base alone, or engage them",
        "attacker.target": "results on uninverted defenders only, or on inverted ones as well",
        "attacker.losses.*": "which of the attacker's equal units take losses",
        "defender.losses.*": "which of the defender's equal units take losses or abort",
        "defender.disengage": "stay, or fly off",
        "defender.refuge.*": "how many fly to each refuge",
        "attacker.disengage": "fight on, or break off",
        "attacker.reinforce": "who joins for the next round",
        "attacker.return.*": "where a unit lands",
    },
    rolls=("attacker.fire", "defender.fire"),
    steps=STEPS,
)
