"""Ground attacks that are ordered at the table: where, and with what on both sides. The ground forces are the players' to state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.engine.words import listed
from airwar.rulesets.kit.names import count, verb
from airwar.rulesets.world_at_war.air.landing import landed
from airwar.rulesets.world_at_war.air.sent import added
from airwar.rulesets.world_at_war.ground import about
from airwar.rulesets.world_at_war.ground.state import Battle, Defenders
from airwar.rulesets.world_at_war.ground.strength import escort_carriers_allowed
from airwar.rulesets.world_at_war.ordering import Menu, menu_of
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


def enemy_hexes(turn: Turn) -> list[Base]:
    """The defender's hexes on the map."""
    return [base for base in turn.bases if base.side != turn.setting.attacker and not base.box]


def fought(turn: Turn, base: Base, kind: str) -> bool:
    """Whether a hex has been attacked in this way already."""
    return any((hex_, how) == (base.id, kind) for hex_, how, _ in turn.attacked)


def attacks(turn: Turn, kind: str, ids: tuple[str, ...], verb: str, stop: str) -> Menu:
    """The attacks with these ids, and others that may be ordered."""
    prepared = {battle.id: f"{verb} {battle.name}, as prepared" for battle in turn.battles if battle.id in ids}
    every = {base.id: f"{verb} {base.name}" for base in turn.bases}
    return menu_of(turn, prepared, every, partial(attack_refused, turn, kind), stop)


@rule("18.551", "18.49")
def attack_refused(turn: Turn, kind: str, hex_: str) -> str | None:
    """Why a hex cannot be attacked in this way now, or None."""
    base = turn.find_base(hex_)
    if base is None:
        return None
    if base.side == turn.setting.attacker or base.box:
        return f"{base.name} is no enemy hex on the map (18.551)"
    done = fought(turn, base, kind) or any(hex_ in battle.hexes for battle in turn.battles if battle.kind == kind and battle.known)
    return f"{base.name} has its {kind} attack in this phase already (18.551)" if done else None


# with what


def unattacked(turn: Turn, hex_: str, kind: str) -> Battle:
    """A hex that nobody attacks yet: air units may cover it, and paratroops land there, before both sides state their forces."""
    name, rulings = turn.setting.name(hex_), turn.setting.rulings
    return Battle((hex_,), kind, False, turn.winter_at(hex_), 0, 0, 0, (), name=name, rulings=rulings, known=False)


def attack_on(ref: Referee, turn: Turn, hex_: str, kind: str) -> tuple[Turn, Battle]:
    """A new attack: the attacker states its forces, the referee those of the defender. Air that is there already stays."""
    covered = [battle for battle in turn.battles if battle.kind == kind and not battle.known]
    battle = next((battle for battle in covered if hex_ in battle.hexes), unattacked(turn, hex_, kind))
    ref.enter(battle.id, f"{'Overrun of' if kind == 'overrun' else 'Attack on'} {battle.name}")
    for other in further_hexes(ref, turn, battle):
        battle = attacked_together(battle, next((one for one in covered if other in one.hexes), unattacked(turn, other, kind)))
    forces = attacking_forces(ref, battle)
    ground = forces[BY_LAND] + forces.get(BY_SEA, 0)
    battle = battle._replace(
        known=True,
        invasion=bool(forces.get(BY_SEA)),
        planned=battle.planned + ground,
        attackers=battle.attackers + ground,
        dropping=forces.get(AIRBORNE, 0),
        invading=forces.get(BY_SEA, 0),
        defenders=defending_forces(ref, battle, battle.attackers + ground, forces.get(AIRBORNE, 0)),
        cve=forces.get(ESCORT_CARRIERS, 0),
        fleets=forces.get(FLEET, 0),
    )
    others = tuple(other for other in turn.battles if other.kind != kind or not {*other.hexes} & {*battle.hexes})
    return replace(turn, battles=(*others, battle)), battle


@rule("18.551")
def further_hexes(ref: Referee, turn: Turn, battle: Battle) -> tuple[str, ...]:
    """Other hexes that the same units attack in one attack; they are next to all of them, so these are two hexes apart at most."""
    free = [base.id for base in turn.bases if base.id not in battle.hexes and attack_refused(turn, battle.kind, base.id) is None]
    near = [hex_ for hex_ in free if (far := turn.distance(battle.hex, hex_)) is None or far <= 2]
    if not near or battle.kind == "overrun":  # of the hex that is entered
        return ()
    labels = {hex_: f"{turn.setting.name(hex_)} as well" for hex_ in near}
    which, words = partial(about.attacked_with_it, battle), ("also",)
    items = dict.fromkeys(near, 1)
    answer = ref.allot(
        "attacker.also", items, by="attacker", default={}, labels=labels, optional=True, about=which, quiet=True, words=words
    )
    return tuple(hex_ for hex_, number in answer.items() if number)


def attacked_together(battle: Battle, other: Battle) -> Battle:
    """One attack on the hexes of two, with the air that covers them and the paratroops that have landed there."""
    joined = battle.joined_by(other.force(other.cover))
    return joined._replace(
        hexes=tuple(dict.fromkeys((*battle.hexes, *other.hexes))),
        planned=battle.planned + other.planned,
        attackers=battle.attackers + other.attackers,
        airborne=battle.airborne + other.airborne,
        dropped_on=(*battle.dropped_on, *other.dropped_on),
        cover=added(battle.cover, other.cover),
    )


@rule("18.553A", "18.553C", "18.553", "18.554")
def attacking_forces(ref: Referee, battle: Battle) -> dict[str, int]:
    """The ground and naval forces of an attack, by land, by sea or both; escort carriers only with invaders, within their limit.

    Ruling: a hex is attacked by land and by sea in one attack, which is a seaborne invasion.
    """

    def refuse(answer: Mapping[str, int]) -> str | None:
        invading = answer.get(BY_SEA, 0)
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


def defending_forces(ref: Referee, battle: Battle, ground: int, dropping: int) -> tuple[Defenders, ...]:
    """The defending ground factors by their multiplier; none if the hex is undefended."""
    items = {**dict.fromkeys(MULTIPLIERS, 30), PARTISANS: 10}
    labels = {name: f"ground factors times {dm}" for name, dm in MULTIPLIERS.items()}
    labels |= {PARTISANS: "partisans"}
    state = partial(about.defenders_to_state, battle, ground, dropping)
    said = ref.allot("referee.defenders", items, by="referee", default={"dm-1": 1}, labels=labels, about=state, unknown=True)
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
    """Attacks on hexes that the attacker has captured since are not made, and the air over them goes home.

    If only some hexes of an attack have fallen, the others are attacked as prepared, or as it is stated when the attack is ordered.
    """
    for battle in [battle for battle in turn.battles if battle.kind == kind]:
        left = tuple(hex_ for hex_ in battle.hexes if turn.held_by(hex_) != turn.setting.attacker)
        if left == battle.hexes:
            continue
        ref.enter(battle.id, f"Air over {battle.name}")
        fallen = listed(turn.setting.name(hex_) for hex_ in battle.hexes if hex_ not in left)
        ref.tell(Note, f"{fallen} {'have' if len(battle.hexes) - len(left) > 1 else 'has'} been captured; it is not attacked again")
        others = tuple(other for other in turn.battles if other.id != battle.id)
        if not left:
            turn = landed(ref, turn, added(battle.support, battle.cover), battle.hex)
            turn = replace(turn, battles=others)
        else:
            rest = battle._replace(hexes=left, name=turn.setting.name(left[0]), winter=turn.winter_at(left[0]))
            asked = unattacked(turn, left[0], kind)._replace(hexes=left, cover=rest.cover, types=rest.types)
            turn = replace(turn, battles=(*others, asked if turn.setting.orders_asked else rest))
    return turn


DECISIONS = {
    "attacker.also": "which further hexes are attacked together with the one that is ordered",
    "attacker.forces": "the ground and naval forces of an attack that is ordered at the table",
    "attacker.exploiting": "the ground factors of a prepared exploitation",
    "referee.defenders": "the defending ground factors by their multiplier; none if the hex is undefended",
    "referee.landed": "how many invading ground factors get ashore",
}
