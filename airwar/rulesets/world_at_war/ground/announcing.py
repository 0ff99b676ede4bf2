"""Ground attacks that are ordered at the table: where, and with what on both sides. The ground forces are the players' to state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count, verb
from airwar.rulesets.world_at_war.air.landing import landed
from airwar.rulesets.world_at_war.air.sent import added
from airwar.rulesets.world_at_war.ground import about
from airwar.rulesets.world_at_war.ground.state import Battle, Defenders
from airwar.rulesets.world_at_war.ground.strength import escort_carriers_allowed
from airwar.rulesets.world_at_war.ordering import Menu
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import Turn

BY_LAND, BY_SEA, AIRBORNE, ESCORT_CARRIERS, FLEET = "by-land", "by-sea", "airborne", "escort-carriers", "fleet"
MOST = {BY_LAND: 60, BY_SEA: 30, AIRBORNE: 12, ESCORT_CARRIERS: 20, FLEET: 60}  # of each kind of force in one attack
FORCES = {
    BY_LAND: "ground factors that attack by land",
    BY_SEA: "ground factors that invade by sea",
    AIRBORNE: "airborne factors to be dropped",
    ESCORT_CARRIERS: "escort carrier factors",
    FLEET: "fleet factors of shore bombardment",
}
OF_KIND = {"overrun": (BY_LAND,), "regular": tuple(MOST), "exploitation": (BY_LAND, AIRBORNE)}
MULTIPLIERS = {f"dm-{dm}": dm for dm in range(1, 7)}
PARTISANS = "partisans"


# where


@rule("18.551", "18.49")
def open_attacks(turn: Turn, kind: str, verb: str) -> dict[str, str]:
    """The hexes that may still be attacked in this way: the enemy's, on the map, and not attacked in this phase already."""
    if not turn.setting.orders_asked:
        return {}
    taken = {hex_ for battle in turn.battles if battle.kind == kind and battle.known for hex_ in battle.hexes}
    return {base.id: f"{verb} {base.name}" for base in enemy_hexes(turn) if base.id not in taken and not fought(turn, base, kind)}


def enemy_hexes(turn: Turn) -> list[Base]:
    """The defender's hexes on the map."""
    return [base for base in turn.bases if base.side != turn.setting.attacker and not base.box]


def fought(turn: Turn, base: Base, kind: str) -> bool:
    """Whether a hex has been attacked in this way already."""
    return any((hex_, how) == (base.id, kind) for hex_, how, _ in turn.attacked)


def attacks(turn: Turn, kind: str, ids: tuple[str, ...], verb: str, stop: str) -> Menu:
    """The attacks with these ids, and others that may be ordered."""
    prepared = {battle.id: f"{verb} {battle.name}, as prepared" for battle in turn.battles if battle.id in ids}
    return Menu(prepared, open_attacks(turn, kind, verb), stop)


# with what


def unattacked(turn: Turn, hex_: str, kind: str) -> Battle:
    """A hex that nobody attacks yet: air units may cover it, and paratroops land there, before both sides state their forces."""
    name, rulings = turn.setting.name(hex_), turn.setting.rulings
    return Battle((hex_,), kind, False, turn.winter_at(hex_), 0, 0, 0, (), name=name, rulings=rulings, known=False)


def attack_on(ref: Referee, turn: Turn, hex_: str, kind: str) -> tuple[Turn, Battle]:
    """A new attack: the attacker states its forces, the referee those of the defender. Air that is there already stays."""
    known = next((battle for battle in turn.battles if battle.kind == kind and hex_ in battle.hexes), None)
    battle = known or unattacked(turn, hex_, kind)
    ref.enter(battle.id, f"{'Overrun of' if kind == 'overrun' else 'Attack on'} {battle.name}")
    forces = attacking_forces(ref, battle)
    ground = forces[BY_LAND] + forces.get(BY_SEA, 0)
    battle = battle._replace(
        known=True,
        invasion=bool(forces.get(BY_SEA)),
        planned=battle.planned + ground,
        attackers=battle.attackers + ground,
        dropping=forces.get(AIRBORNE, 0),
        invading=forces.get(BY_SEA, 0),
        defenders=defending_forces(ref, battle, battle.attackers + ground),
        cve=forces.get(ESCORT_CARRIERS, 0),
        fleets=forces.get(FLEET, 0),
    )
    others = tuple(other for other in turn.battles if other is not known)
    return replace(turn, battles=(*others, battle)), battle


@rule("18.553A", "18.553C", "18.553", "18.554")
def attacking_forces(ref: Referee, battle: Battle) -> dict[str, int]:
    """The ground and naval forces of an attack: by land or by sea; escort carriers only with an invasion, within their limit."""

    def refuse(answer: Mapping[str, int]) -> str | None:
        invading = answer.get(BY_SEA, 0)
        if answer.get(BY_LAND, 0) and invading:
            return "an attack is made by land or by sea; attack twice with the two forces"
        if not battle.attackers and not answer.get(BY_LAND, 0) + invading + answer.get(AIRBORNE, 0):
            return "no ground factors attack"
        carriers = answer.get(ESCORT_CARRIERS, 0)
        too_many = escort_carriers_allowed(carriers, invading) < carriers
        return f"{carriers} escort carrier factors for {invading} invading factors (18.553)" if too_many else None

    # Airborne factors that have landed are there already; the others are planned with before they are dropped.
    kinds = [kind for kind in OF_KIND[battle.kind] if kind != AIRBORNE or not battle.attackers]
    items = {kind: MOST[kind] for kind in kinds}
    least = {} if battle.attackers else {BY_LAND: 1}
    state = partial(about.forces_to_state, battle)
    return ref.allot("attacker.forces", items, by="attacker", default=least, labels=FORCES, refuse=refuse, about=state)


def defending_forces(ref: Referee, battle: Battle, ground: int) -> tuple[Defenders, ...]:
    """The defending ground factors by their multiplier; none if the hex is undefended."""
    items = {**dict.fromkeys(MULTIPLIERS, 30), PARTISANS: 10}
    labels = {name: f"ground factors times {dm}" for name, dm in MULTIPLIERS.items()}
    labels |= {PARTISANS: "partisans"}
    state = partial(about.defenders_to_state, battle, ground)
    said = ref.allot("referee.defenders", items, by="referee", default={"dm-1": 1}, labels=labels, about=state)
    groups = [Defenders(said[name], dm) for name, dm in MULTIPLIERS.items() if said[name]]
    return (*groups, *([Defenders(said[PARTISANS], 1, partisans=True)] if said[PARTISANS] else []))


@rule("18.551")
def exploiting(ref: Referee, turn: Turn, battle: Battle) -> Battle:
    """A prepared exploitation is made with what has got through, which the attacker states now; as prepared if nothing is said."""
    if not turn.setting.orders_asked or battle.kind != "exploitation":
        return battle
    ref.enter(battle.id, f"Exploitation at {battle.name}")
    items, usual = {BY_LAND: MOST[BY_LAND]}, {BY_LAND: min(battle.attackers, MOST[BY_LAND])}
    labels = {BY_LAND: FORCES[BY_LAND]}
    state = partial(about.got_through, battle)
    forces = ref.allot("attacker.exploiting", items, by="attacker", default=usual, labels=labels, optional=True, about=state)
    return battle._replace(planned=forces[BY_LAND], attackers=forces[BY_LAND])


@rule("18.5551", "18.5552")
def landed_ashore(ref: Referee, turn: Turn, battle: Battle) -> Battle:
    """How many of an invasion got ashore past interception at sea; all of them unless the referee says otherwise."""
    if not battle.invading or battle.landing_stated or not turn.setting.orders_asked:
        return battle
    items = {"landed": battle.invading}
    labels = {"landed": f"ground factors of {battle.invading} that get ashore"}
    state = partial(about.at_sea, battle)
    said = ref.allot("referee.landed", items, by="referee", default=items, labels=labels, optional=True, about=state, quiet=True)
    landed = said["landed"]
    lost = battle.invading - landed
    if lost:
        ref.tell(Note, f"{lost} of {count(battle.invading, 'invading ground factor')} {verb(lost, 'fail')} to get ashore")
    return battle._replace(attackers=battle.attackers - lost, invading=landed)


@rule("18.551", "18.618")
def still_the_enemys(ref: Referee, turn: Turn, kind: str) -> Turn:
    """Attacks on hexes that the attacker has captured since are not made, and the air over them goes home."""
    for battle in [battle for battle in turn.battles if battle.kind == kind]:
        if any(turn.held_by(hex_) != turn.setting.attacker for hex_ in battle.hexes):
            continue
        ref.enter(battle.id, f"Air over {battle.name}")
        ref.tell(Note, f"{battle.name} has been captured; it is not attacked again")
        turn = landed(ref, turn, added(battle.support, battle.cover), battle.hex)
        turn = replace(turn, battles=tuple(other for other in turn.battles if other.id != battle.id))
    return turn


DECISIONS = {
    "attacker.forces": "the ground and naval forces of an attack that is ordered at the table",
    "attacker.exploiting": "the ground factors of a prepared exploitation",
    "referee.defenders": "the defending ground factors by their multiplier; none if the hex is undefended",
    "referee.landed": "how many invading ground factors get ashore",
}
