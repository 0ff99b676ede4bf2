"""What a scenario may say of counterair, and what is legal of it."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.ruleset import Option
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
    options={
        "announcements": Option("together", ("together", "one-by-one"), "AMB-07: all counterair of a phase is announced first"),
        "transports-in-base": Option("declared", ("declared", "always"), "AMB-06: whether air transports in a base are engaged"),
        "inverted-types": Option("pooled", ("pooled", "apart"), "AMB-05: inverted units of a type share with the others"),
        "offensive-bases": Option(
            "ports", ("ports", "no-artificial", "printed"), "AMB-04: missions from ports and artificial ports as from cities"
        ),
        "transport-drm": Option("engaged", ("engaged", "combat-only"), "AMB-12: engaged air transports count for the lowest DRM"),
        "above-forty": Option("repeat-20", ("repeat-20", "as-forty"), "AMB-13: strengths above 40 on the Air Combat Table"),
        "no-strength": Option("no-roll", ("no-roll",), "AMB-18: a force without strength makes no roll"),
        "aborted-units": Option("fight-on", ("fight-on",), "AMB-15, AMB-16: who aborted counts again in the next round"),
        "final-roll": Option("simultaneous", ("simultaneous",), "AMB-17: the last roll of a dying attacker is the final roll"),
        "counterair-target": Option("hex", ("hex",), "AMB-20: all facilities of a hex are one base"),
        "tied-types": Option("owner", ("owner", "largest-nation"), "AMB-22: who takes the remnant of types equal in all"),
        "recombination": Option("debt", ("debt", "ceil", "floor"), "AMB-23: how squadrons lost become lost factors"),
        "island-squadron": Option("naval", ("naval",), "AMB-02: an island's extra squadron is naval; army air bases in factors"),
        "return-elsewhere": Option("inverts", ("inverts",), "AMB-19: who lands at another base is inverted at once"),
        "carrier-missions": Option("one", ("one", "any"), "whether carriers' air flies more than one mission in a turn (18.44)"),
        "naval-combat-aborts": Option(
            "player-turn", ("player-turn", "none"), "how long counterair in naval combat inverts who aborts (22.43)"
        ),
        "operational-base": Option("supplied-with-oil", ("supplied-with-oil",), "AMB-24: what an operational base is"),
        "carrier-air-in-port": Option(
            "defends-only", ("defends-only", "land-based"), "AMB-25: what carriers' air in an attacked port may do afterwards"
        ),
        "mixed-strikes": Option(
            "carriers-one-round", ("carriers-one-round", "all-go-on"), "AMB-28: carrier and land-based air attacking together"
        ),
    },
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
