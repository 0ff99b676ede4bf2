"""Ground attacks and their air support in a scenario: the section and its checks."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.orders import named_units, sent_to_counterair
from airwar.rulesets.world_at_war.air.taking_off import as_force
from airwar.rulesets.world_at_war.ground import announcing, combat, defensive_air_support, interception, overruns, rounds, support
from airwar.rulesets.world_at_war.ground.about import the_attack
from airwar.rulesets.world_at_war.ground.losses import owed_by
from airwar.rulesets.world_at_war.ground.state import Battle, Defenders
from airwar.rulesets.world_at_war.ground.strength import escort_carriers_allowed, thirds, within_limit
from airwar.rulesets.world_at_war.ground.support import expected_ground, support_refused
from airwar.rulesets.world_at_war.ground.table import RESULTS
from airwar.rulesets.world_at_war.parts import Part
from airwar.rulesets.world_at_war.results import NEEDS_CHART
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.orders import A_UNIT
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, ListOf, MapOf, OneOf, Record, Ref, Section, Whole

DEFENDERS = Record(
    {
        "factors": Field(Whole(1, 60), required=True, help="ground factors"),
        "dm": Field(Whole(1, 6), default=1, help="defense multiplier"),
        "partisans": Field(Flag(), default=False, help="they are partisans; no air unit supports them"),
    }
)
BATTLE = Record(
    {
        "at": Field(Ref("bases"), required=True, help="the attacked hex"),
        "also": Field(ListOf(Ref("bases"), maximum=5), help="further hexes attacked together with it"),
        "kind": Field(OneOf(("overrun", "regular", "exploitation")), default="regular", help="what sort of attack"),
        "invasion": Field(Flag(), default=False, help="a seaborne invasion"),
        "by-land": Field(Whole(1, 99), help="how many of the attackers of an invasion come by land"),
        "attackers": Field(Whole(0, 99), required=True, help="attacking ground factors"),
        "landed": Field(Whole(0, 99), help="how many of those that come by sea got past interception; all if left out"),
        "defenders": Field(ListOf(DEFENDERS, 0, 20), required=True, help="ground factors by multiplier; an empty list for none"),
        "cve": Field(Whole(0, 40), default=0, help="escort carrier factors in the invasion hex that give ground support"),
        "bombardment": Field(Whole(0, 99), default=0, help="fleet factors of shore bombardment"),
        "winter": Field(Whole(0, 12), default=0, help="the winter result in the hex"),
        "with": Field(MapOf(A_UNIT, Whole(1, 200)), help="ground support, and how much; asked if left out"),
        "result": Field(OneOf((*RESULTS, "overrun", "prevented")), help="the ground result, if it is known"),
    }
)


def plan(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Every attack waits for its phase."""
    battles: list[Battle] = []
    promised = sent_to_counterair(document, turn)
    for said in document["battles"] or ():
        battle = battle_of(said, turn)
        if any(not turn.find_base(hex_) for hex_ in battle.hexes):
            continue
        check_battle(said, battle, turn, problems)
        check_support(said, battle, turn, promised, problems)
        if any(other.id == battle.id for other in battles):
            problems.add(said.at("at"), f"a second {battle.kind} attack on {battle.name}; add them together")
        battles.append(battle)
    note_unknown_losses(document, turn, battles, problems)
    note_unknown_results(document, turn, battles, problems)
    return replace(turn, battles=tuple(battles)).with_agenda(*parts_of(battles))


@rule("18.556")
def note_unknown_losses(document: Section, turn: Turn, battles: list[Battle], problems: Problems) -> None:
    """What some results of the ground table cost is in no source that airwar has."""
    open_ = [battle for battle in battles if battle.kind != "overrun" and not owed_by(battle.result, 1, 1)]
    if open_ and turn.setting.rulings.value("ground-losses") != "typed":
        text = "what a, d, Ex-1 and Ex-2 of the ground table cost is not known (15.6): it is asked at the table"
        problems.note(document.at("battles"), f"{text}, and odds and batch count such a battle as {NEEDS_CHART}")


@rule("18.5521", "18.613")
def note_unknown_results(document: Section, turn: Turn, battles: list[Battle], problems: Problems) -> None:
    """Whether an overrun succeeds is for the ground rules to say; and so is every result if the players have their own table."""
    typed = turn.setting.rulings.value("ground-table") == "typed"
    for battle in battles:
        if not battle.result and (typed or battle.kind == "overrun"):
            text = f"the result of the {the_attack(battle)} is not known: it is asked at the table"
            problems.note(document.at("battles"), f"{text}, and odds and batch count it as {NEEDS_CHART}, unless choices say it")


def parts_of(battles: list[Battle]) -> tuple[str, ...]:
    """The parts of the turn that these attacks need."""
    parts = {
        "overrun": ("movement.overruns",),
        "regular": ("combat.ground-support", "combat.attacks"),
        "exploitation": ("combat.exploitation-support", "combat.exploitation-attacks"),
    }
    return tuple(dict.fromkeys(part for battle in battles for part in parts[battle.kind]))


def battle_of(said: Section, turn: Turn) -> Battle:
    kind, hexes = said["kind"], tuple(dict.fromkeys((said["at"], *(said["also"] or ()))))
    phase = {"regular": "combat"}.get(kind, kind)
    drops = [flight for flight in turn.flights if flight.kind == "airdrop" and flight.phase == phase and flight.to in hexes]
    by_land = said["by-land"] or 0
    ashore = said["attackers"] - by_land if said["landed"] is None else said["landed"]
    return Battle(
        hexes,
        kind,
        said["invasion"],
        said["winter"],
        said["attackers"],
        by_land + ashore,
        sum(cargo.factors for flight in drops for cargo in flight.cargo),
        tuple(Defenders(group["factors"], group["dm"], group["partisans"]) for group in said["defenders"]),
        said["cve"],
        said["bombardment"],
        None if said["with"] is None else tuple(said["with"].items()),
        said["result"] or "",
        ashore if said["invasion"] else 0,
        turn.setting.name(hexes[0]),
        turn.setting.rulings,
        landing_stated=said["landed"] is not None,
    )


@rule("18.553A", "18.553C", "18.553", "18.5551", "18.49")
def check_battle(said: Section, battle: Battle, turn: Turn, problems: Problems) -> None:
    """An attack has attackers and an enemy hex; escort carriers support invasions only, within their limit."""
    name = battle.name
    if not expected_ground(battle):
        problems.add(said.at("attackers"), f"{name} has no attackers; expected ground factors or an airdrop")
    for hex_ in battle.hexes:
        if turn.base(hex_).side == turn.setting.attacker:
            problems.add(said.at("at"), f"{turn.setting.name(hex_)} is the attacker's own; expected an enemy hex")
        if turn.base(hex_).box:
            problems.add(said.at("at"), f"{turn.setting.name(hex_)} is a box; no mission is flown into one (18.49)")
    invading = said["attackers"] - (said["by-land"] or 0)
    if said["by-land"] and (not battle.invasion or invading < 1):
        text = f"{said['by-land']} of {said['attackers']} come by land; expected an invasion with others that come by sea"
        problems.add(said.at("by-land"), text)
    if said["landed"] is not None and said["landed"] > invading:
        problems.add(said.at("landed"), f"{said['landed']} landed of {invading}; expected at most {invading}")
    if battle.invasion and battle.kind != "regular":
        problems.add(said.at("invasion"), f"an invasion is a regular attack, not {battle.kind}")
    if battle.cve and not battle.invasion:
        problems.add(said.at("cve"), "escort carriers give ground support to seaborne invasions only (18.553)")
    elif escort_carriers_allowed(battle.cve, invading) < battle.cve:
        problems.add(said.at("cve"), f"{battle.cve} escort carrier factors for {invading} invading factors (18.553)")
    if battle.result and (battle.result in ("overrun", "prevented")) != (battle.kind == "overrun"):
        problems.add(said.at("result"), f"a {battle.kind} attack cannot have the result {battle.result}")


@rule("18.551", "18.5522", "18.554", "18.554A", "18.41")
def check_support(said: Section, battle: Battle, turn: Turn, promised: dict[str, int], problems: Problems) -> None:
    """Ground support comes from units that may fly it, are not promised twice, and are not too many."""
    sound = []
    for unit, number, mark in named_units(said, turn, promised, problems):
        sound.append((unit.id, number))
        refused = support_refused(None, turn, unit, battle)
        if refused:
            problems.add(mark, refused)
    ground = expected_ground(battle)
    if not within_limit(thirds(as_force(turn, tuple(sound))), battle.cve, ground):
        total = f"{-(-thirds(as_force(turn, tuple(sound))) // 3) + battle.cve} factors of ground support"
        problems.add(said.at("with"), f"{total} for {ground} ground factors; expected at most {3 * ground} (18.554)")


PART = Part(
    fields={"battles": Field(ListOf(BATTLE, 1, 30), help="ground attacks: overruns, regular attacks, exploitation")},
    plan=plan,
    decisions={
        **announcing.DECISIONS,
        "defender.order.*": "the hex where defensive air support flies next, or no more",
        "attacker.support": "which units fly ground support",
        "defender.support": "which units fly defensive air support, and which jets escort it",
        "attacker.intercept": "which units intercept defensive air support",
        "defender.continue": "continue with defensive air support, or return to base",
        "attacker.press": "another round of interception, or break off",
        "attacker.next-attack.*": "which of the attacks that are left is resolved next",
        "attacker.attack": "attack, call off, abort an invasion, or attack with fewer",
        "attacker.ground": "how many ground factors attack",
        "attacker.excess": "which ground support beyond three to one is given up",
        "defender.use": "how much defensive air support takes part",
        "defender.use-deferred": "how much deferred support takes part",
        "defender.stay": "which defensive air support stays against exploitation",
        "ground.odds": "the column of the ground table",
        "ground.result": "the result on your own ground table",
        "ground.losses": "the factors that both sides lose",
        "attacker.ground-losses": "what the attacker gives up: ground, air or ships",
        "defender.ground-losses": "what the defender gives up: ground or air",
        "attacker.another-round": "end the ground combat, or fight another round",
        "attacker.advance.*": "whether attackers advance into a hex that they have won",
        "attacker.overrun": "whether an overrun succeeds, or is called off",
    },
    rolls={"ground.die": "the ground attack"},
    steps=(*support.STEPS, *defensive_air_support.STEPS, *interception.STEPS, *combat.STEPS, *rounds.STEPS, *overruns.STEPS),
)
