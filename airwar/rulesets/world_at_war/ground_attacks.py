"""Ground attacks as far as they concern the air: whether they are made, late support, overruns, and what follows (18.55, 18.61)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit import NO_MORE, Fault, shape_of
from airwar.rulesets.world_at_war import defensive_air_support, ground_forces, ground_support
from airwar.rulesets.world_at_war.air_combat import combat_sheet
from airwar.rulesets.world_at_war.defensive_air_support import (
    all_return,
    committed,
    cover_of_unattacked_hexes,
    cover_stays_or_returns,
    cover_used,
    defenders_free,
    deferred_used,
    intercepted,
    interception_round,
)
from airwar.rulesets.world_at_war.displacement import captured
from airwar.rulesets.world_at_war.ground_combat import RESULTS, UNKNOWN, ground_round, owed_by
from airwar.rulesets.world_at_war.ground_combat import STEPS as ROUND_STEPS
from airwar.rulesets.world_at_war.ground_forces import (
    AIRBORNE,
    BY_LAND,
    BY_SEA,
    ESCORT_CARRIERS,
    FLEET,
    Operation,
    attack_on,
    attack_refused,
    attack_strength,
    attacks,
    battles_of,
    defense_strength,
    force_faults,
    landed_ashore,
    still_the_enemys,
    strength_sheet,
    strengths,
    support_over_limit,
    the_attack,
    thirds,
    together_refused,
)
from airwar.rulesets.world_at_war.ground_support import (
    announce_overrun_support,
    excess_eliminated,
    excess_returns,
    expected_ground,
    support_eliminated,
    support_refused,
    support_returns,
)
from airwar.rulesets.world_at_war.options import (
    ABORTED,
    ATTACKER_ELIMINATED,
    BOTH_ELIMINATED,
    CALLED_OFF,
    DEFENDER_ELIMINATED,
    DEFENDER_HOLDS,
    NEEDS_CHART,
    OVERRUN,
    TURNED_BACK,
)
from airwar.rulesets.world_at_war.ordering import Chapter, blame, next_order, orders_over
from airwar.rulesets.world_at_war.setting import A_UNIT
from airwar.rulesets.world_at_war.state import Battle, Defenders, GroundOutcome, Intercepted, Interception, Turn
from airwar.rulesets.world_at_war.taking_off import (
    as_force,
    eliminated,
    eliminations,
    flier_faults,
    sent_to_counterair,
    taken_off,
)
from airwar.rulesets.world_at_war.units import added, without
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, ListOf, MapOf, OneOf, Record, Ref, Section, Whole


@rule("18.512")
def regular_attacks(ref: Referee, turn: Turn) -> Move[Turn]:
    """The regular attacks of the combat phase are made, on hexes that are still the enemy's."""
    turn = still_the_enemys(ref, turn, "regular")
    return then(next_attack, Operation(turn, battles_of(turn, "regular"), "regular"))


@rule("18.512", "18.551")
def exploitation_attacks(ref: Referee, turn: Turn) -> Move[Turn]:
    """The exploitation attacks are made, on hexes that are still the enemy's."""
    turn = still_the_enemys(ref, turn, "exploitation")
    return then(next_attack, Operation(turn, battles_of(turn, "exploitation"), "exploitation"))


@rule("18.512")
def next_attack(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacks are made in the order that the attacker chooses; others than those announced may be made without support."""
    if operation.turn.setting.orders_asked:
        return attack_ordered(ref, operation)
    if not operation.waiting:
        return Return(cover_of_unattacked_hexes(ref, operation.turn, operation.kind))
    left = len(operation.waiting)
    if left > 1:
        ref.enter(operation.battle.kind, "Ground combat")
        named = {battle.id: battle.name for battle in operation.turn.battles if battle.id in operation.waiting}
        there = [battle for battle in operation.turn.battles if battle.id in named]
        first = ref.choose(f"attacker.next-attack.{left}", named, by="attacker", about=partial(ground_forces.attacks_left, there))
        others = tuple(battle for battle in operation.waiting if battle != first)
        operation = operation._replace(waiting=(first, *others))
    return then(attack_decided, operation)


@rule("18.512", "18.551")
def attack_ordered(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker names the attack that is made next. Every attack that was announced is made or called off."""
    kind = operation.kind
    stop = "" if operation.waiting else f"no more {kind} attacks"
    menu = attacks(operation.turn, kind, operation.waiting, "attack", stop)
    order, announced = NO_MORE, partial(ground_forces.attacks_so_far, operation.turn, kind, "attacker")
    if not orders_over(ref, operation.turn, menu, operation.turn.part):
        turn, order = next_order(ref, operation.turn, menu, title=f"Ground combat: {kind} attacks", about=announced)
        operation = Operation(turn, operation.waiting, kind)
    if order == NO_MORE:
        return Return(cover_of_unattacked_hexes(ref, operation.turn, kind))
    if order not in operation.waiting:
        turn, battle = attack_on(ref, operation.turn, order, kind)
        operation, order = operation._replace(turn=turn), battle.id
    others = tuple(one for one in operation.waiting if one != order)
    return then(attack_decided, Operation(operation.turn, (order, *others), kind))


@rule("18.555", "18.5551", "18.5552")
def attack_decided(ref: Referee, operation: Operation) -> Move[Turn]:
    """The attacker attacks as planned, with less, or not at all; ground support that is given up by choice is eliminated."""
    name = operation.battle.name
    ref.enter(operation.battle.id, f"Attack on {name}")
    operation = operation.with_battle(only_by_land(landed_ashore(ref, operation.turn, operation.battle)))
    if not_dropped(operation):
        ref.tell(Note, f"the airborne factors announced for {name} are not dropped (18.555)")
        operation = operation.with_battle(operation.battle._replace(dropping=0))
        if not operation.battle.attackers:
            operation = support_eliminated(ref, operation)
            return attack_over(ref, operation, not_made(operation.battle, CALLED_OFF))
        operation = excess_eliminated(ref, operation, operation.battle.attackers)
    if not operation.battle.attackers:
        ref.tell(Note, f"no ground factors are left to attack {name}")
        return attack_over(ref, operation, not_made(operation.battle, TURNED_BACK))
    stands = as_announced(operation.battle)
    operation = excess_returns(ref, operation)
    battle = operation.battle
    if not battle.defending:
        ref.tell(Note, f"{name} is not defended")
        return attack_over(ref, operation, battle)
    choice = attack_or_less(ref, battle, stands)
    if choice == "call-off":
        operation = support_eliminated(ref, operation)
        return attack_over(ref, operation, not_made(operation.battle, CALLED_OFF))
    if choice == "abort" and not 0 < battle.invading < battle.attackers:
        return attack_over(ref, operation, not_made(battle, ABORTED))
    if choice == "abort":
        operation = excess_returns(ref, operation.with_battle(without_invaders(battle)))
    if choice == "fewer":
        operation = excess_eliminated(ref, operation, fewer_ground_factors(ref, battle))
    return then(cover_takes_part, operation)


def attack_or_less(ref: Referee, battle: Battle, stands: bool) -> str:
    """What the attacker does: attack, call it off, abort an invasion, or attack with fewer. `stands`: nothing has changed."""
    options = {"attack": "attack", "call-off": "call the attack off: its ground support is eliminated"}
    if battle.invasion:
        options["abort"] = "abort the invasion: its ground support goes home"
    if battle.attackers > 1:
        options["fewer"] = "attack with fewer ground factors: ground support beyond three to one is eliminated"
    facts, now = partial(strengths, battle), partial(ground_forces.about_to_attack, battle)
    return ref.choose("attacker.attack", options, by="attacker", facts=facts, about=now, quiet=stands)


def fewer_ground_factors(ref: Referee, battle: Battle) -> int:
    """With how many ground factors the attacker attacks, of those announced."""
    items = {"ground": battle.attackers - 1}
    labels, now = {"ground": f"ground factors of {battle.attackers} that attack"}, partial(ground_forces.about_to_attack, battle)
    return ref.allot("attacker.ground", items, by="attacker", least=1, default=items, labels=labels, about=now)["ground"]


@rule("18.611A")
def cover_takes_part(ref: Referee, operation: Operation) -> Move[Turn]:
    """The defender says how much of the air support over the hex is used."""
    if not operation.battle.cover:
        return low_odds(ref, operation)
    return then(low_odds, cover_used(ref, operation))


@rule("18.5551", "18.611B")
def only_by_land(battle: Battle) -> Battle:
    """An attack is not a seaborne invasion if nobody gets ashore."""
    return battle if battle.invading else battle._replace(invasion=False)


@rule("18.5551")
def without_invaders(battle: Battle) -> Battle:
    """An attack by land and by sea whose invasion is aborted goes on by land."""
    return battle._replace(invasion=False, attackers=battle.attackers - battle.invading, invading=0, fleets=0)


def as_announced(battle: Battle) -> bool:
    """Whether nothing has changed an attack since it was ordered: nobody has been kept away, and no enemy air is over it."""
    return battle.attackers >= expected_ground(battle) and not battle.cover


@rule("18.555")
def not_dropped(operation: Operation) -> bool:
    """Whether the attacker has announced airborne factors and then chosen not to fly them at all."""
    battle = operation.battle
    flown = [place for place, result in operation.turn.results if result.endswith("dropped")]
    return bool(battle.dropping and operation.turn.setting.orders_asked and not {*battle.hexes} & {*flown})


def not_made(battle: Battle, why: str) -> Battle:
    """The attack is not made, for this reason."""
    return battle._replace(attackers=0, result=why)


# 18.619


@rule("18.619")
def low_odds(ref: Referee, operation: Operation) -> Move[Turn]:
    """Against an attack at less than 1:1 the defender may send air that is still free; the attack is made anyway."""
    turn, battle = operation.turn, operation.battle
    if ref.takes_default("defender.support", "defender", f"{battle.id}.deferred"):
        return ground_combat(ref, operation)
    able = defenders_free(ref, turn, battle)
    if attack_strength(battle) >= defense_strength(battle) or not able.units:
        return ground_combat(ref, operation)
    ref.enter(f"{battle.id}.deferred", f"Deferred defensive air support at {battle.name}")
    sent = committed(ref, turn, battle._replace(cover=()), able)
    if not sent:
        return ground_combat(ref, operation)
    battle = battle.joined_by(as_force(turn, sent))._replace(deferred=sent)
    operation = operation._replace(turn=taken_off(turn, sent)).with_battle(battle)
    turn, fight = intercepted(ref, operation.turn, battle, sent)
    if fight is None:
        return then(ground_combat, deferred_used(ref, operation))
    return call(interception_round, fight, back=deferred_interception_over, keep=operation._replace(turn=turn))


@rule("18.619")
def deferred_interception_over(ref: Referee, operation: Operation, met: Intercepted) -> Move[Turn]:
    """What is left of the deferred support joins what was there; the attack is made whatever the odds."""
    turn, deferred = all_return(ref, operation.turn, operation.battle, met)
    operation = operation._replace(turn=turn)
    operation = operation.with_battle(operation.battle._replace(deferred=deferred))
    return then(ground_combat, deferred_used(ref, operation))


# strengths, odds and result


@rule("18.615", "18.55")
def ground_combat(ref: Referee, operation: Operation) -> Move[Turn]:
    """Each side adds its air support to its ground factors; there is no air combat between the two."""
    battle = operation.battle
    ref.enter(battle.id, f"Ground combat at {battle.name}")
    return call(ground_round, battle, back=battle_over, keep=operation)


# afterwards


@rule("18.617", "18.42A", "18.556", "18.616")
def battle_over(ref: Referee, operation: Operation, fought: GroundOutcome) -> Move[Turn]:
    """The air units that were given up as losses are eliminated; the others go home."""
    ref.resume_round(fought.last_round)
    before, after = operation.battle, fought.battle
    lost = added(without(before.support, after.support), without(before.used, after.used))
    return attack_over(ref, operation._replace(turn=eliminated(operation.turn, lost)), after)


@rule("18.617", "18.42A")
def attack_over(ref: Referee, operation: Operation, battle: Battle) -> Move[Turn]:
    """All air goes home, except what stays against exploitation; air based in a captured hex is displaced."""
    turn = operation.turn
    if battle.attackers and not battle.defending:
        turn = advanced(ref, turn, battle)
    turn = cover_stays_or_returns(ref, support_returns(ref, turn, battle), battle)
    turn = done(ref, turn, battle, outcome(battle))
    return then(next_attack, Operation(turn, operation.waiting[1:], operation.kind))


def outcome(battle: Battle) -> str:
    """How the attack ended."""
    if battle.result:
        return battle.result
    if not battle.attackers:
        return ATTACKER_ELIMINATED if battle.defending else BOTH_ELIMINATED
    return DEFENDER_HOLDS if battle.defending else DEFENDER_ELIMINATED


def done(ref: Referee, turn: Turn, battle: Battle, result: str) -> Turn:
    """The battle is over, with this result."""
    ref.tell(Note, f"{ground_forces.the_attack(battle)} is over: {result}")
    over = battle.id
    battles = tuple([other for other in turn.battles if other.id != over])
    attacked = tuple((hex_, battle.kind, result) for hex_ in battle.hexes)
    results = (*turn.results, (battle.hex, result))
    return replace(turn, battles=battles, attacked=(*turn.attacked, *attacked), results=results)


@rule("18.617")
def advanced(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """The attackers may advance into the hexes that they have won; enemy air that is based there is displaced.

    Units that overrun a hex, or have been dropped on it, are there already. All hexes of an attack are captured at one moment.
    """
    taken = []
    for hex_ in battle.hexes:
        if occupied(battle, hex_):
            taken.append(hex_)
            continue
        matters = turn.setting.orders_asked or turn.base(hex_).takes_air_units
        if not matters and not any(unit.left for unit in turn.units if turn.hex_of(unit.home) == hex_):
            continue
        options = {"advance": f"advance into {turn.setting.name(hex_)}", "stay": "stay where they are"}
        if (
            ref.choose(f"attacker.advance.{hex_}", options, by="attacker", about=partial(ground_forces.won, turn, battle, hex_))
            == "advance"
        ):
            taken.append(hex_)
    return captured(ref, turn, *taken)


@rule("18.25", "18.251")
def occupied(battle: Battle, hex_: str) -> bool:
    """Whether attackers are in a hex that they have won without any advance: by overrun, or because paratroops are left there."""
    return battle.kind == "overrun" or (hex_ in battle.dropped_on and battle.attackers > battle.planned - battle.airborne)


STEPS = (
    regular_attacks,
    exploitation_attacks,
    next_attack,
    attack_decided,
    cover_takes_part,
    low_odds,
    deferred_interception_over,
    ground_combat,
    battle_over,
)


# overruns


@rule("18.551", "18.511")
def next_overrun(ref: Referee, turn: Turn) -> Move[Turn]:
    """The movement phase: overruns one after another, each with its ground support, defensive air support and interception."""
    turn = still_the_enemys(ref, turn, "overrun")
    waiting = battles_of(turn, "overrun")
    menu = attacks(turn, "overrun", waiting, "overrun", "no more overruns")
    order = NO_MORE
    if not orders_over(ref, turn, menu, turn.part):
        turn, order = next_order(
            ref, turn, menu, title="Overruns", about=partial(ground_forces.attacks_so_far, turn, "overrun", "attacker")
        )
    if order == NO_MORE:
        return Return(replace(turn, battles=tuple(battle for battle in turn.battles if battle.kind != "overrun")))
    if order not in waiting:
        turn, battle = attack_on(ref, turn, order, "overrun")
        order = battle.id
    operation = Operation(turn, (order,), "overrun")
    return call(announce_overrun_support, operation, back=overrun, keep=operation)


@rule("18.613", "18.551", "18.555")
def overrun(ref: Referee, operation: Operation, turn: Turn) -> Move[Turn]:
    """The ground rules say whether the overrun succeeds; defensive air support that stops it stays for regular combat."""
    operation = operation._replace(turn=turn)
    ref.enter(operation.battle.id, f"Overrun at {operation.battle.name}")
    operation = cover_used(ref, operation)
    battle = operation.battle
    ref.tell(strength_sheet, battle)
    options = {
        "prevented": "the overrun is prevented",
        "overrun": "the defenders are overrun",
        "call-off": "call the overrun off: its ground support is eliminated",
        UNKNOWN: "nobody knows",
    }
    facts, now = partial(strengths, battle), partial(ground_forces.about_to_attack, battle)
    result = battle.result or ref.choose(
        "attacker.overrun", options, by="attacker", default=UNKNOWN, facts=facts, about=now, optional=True, unknown=True
    )
    turn = support_eliminated(ref, operation).turn if result == "call-off" else support_returns(ref, operation.turn, battle)
    if result == OVERRUN:
        turn, battle = overrun_cover(ref, advanced(ref, turn, battle), battle)
    else:
        battle = battle._replace(cover=added(battle.used, battle.cover), used=())
    turn = cover_stays_or_returns(ref, turn, battle)
    return then(next_overrun, done(ref, turn, battle, f"{NEEDS_CHART}: overrun" if result == UNKNOWN else result))


@rule("18.616", "18.42A")
def overrun_cover(ref: Referee, turn: Turn, battle: Battle) -> tuple[Turn, Battle]:
    """The source does not say what happens to the air that supported overrun defenders: an option. The rest goes home."""
    policy = turn.setting.rulings.value("overrun-das")
    if battle.used:
        fate = policy if policy == "returns" else f"is {policy}"
        ref.tell(turn.setting.rulings.ruled, "overrun-das", f"defensive air support of overrun defenders {fate}")
    if policy == "eliminated":
        ref.tell(eliminations, turn, battle.used)
        turn, battle = eliminated(turn, battle.used), battle._replace(used=())
    return turn, battle


# in a scenario


BATTLE = Record(
    {
        "at": Field(Ref("bases"), required=True, help="the attacked hex"),
        "also": Field(ListOf(Ref("bases"), maximum=5), help="further hexes attacked together with it"),
        "kind": Field(OneOf(("overrun", "regular", "exploitation")), default="regular", help="what sort of attack"),
        "invasion": Field(Flag(), default=False, help="a seaborne invasion"),
        "by-land": Field(Whole(1, 99), help="how many of the attackers of an invasion come by land"),
        "attackers": Field(Whole(0, 99), required=True, help="attacking ground factors"),
        "landed": Field(Whole(0, 99), help="how many of those that come by sea got past interception; all if left out"),
        "defenders": Field(
            ListOf(shape_of(Defenders), 0, 20), required=True, help="ground factors by multiplier; an empty list for none"
        ),
        "cve": Field(Whole(0, 40), default=0, help="escort carrier factors in the invasion hex that give ground support"),
        "bombardment": Field(Whole(0, 99), default=0, help="fleet factors of shore bombardment"),
        "winter": Field(Whole(0, 12), default=0, help="the winter result in the hex"),
        "with": Field(MapOf(A_UNIT, Whole(1, 200)), help="ground support, and how much; asked if left out"),
        "result": Field(OneOf((*RESULTS, "overrun", "prevented")), help="the ground result, if it is known"),
    }
)


def read_attacks(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Every attack waits for its phase."""
    battles: list[Battle] = []
    promised = sent_to_counterair(document, turn)
    for said in document["battles"] or ():
        battle = battle_of(said, turn)
        if any(not turn.find_base(hex_) for hex_ in battle.hexes):
            continue
        earlier = replace(turn, battles=tuple(battles))
        blame(
            problems,
            said,
            (*hex_faults(battle, earlier), *battle_faults(said, battle), *support_faults(said, battle, turn, promised)),
        )
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
        sum(cargo.factors for flight in drops for cargo in flight.carrying),
        tuple(said["defenders"]),
        said["cve"],
        said["bombardment"],
        None if said["with"] is None else tuple(said["with"].items()),
        said["result"] or "",
        ashore if said["invasion"] else 0,
        turn.setting.name(hexes[0]),
        turn.setting.rulings,
        landing_stated=said["landed"] is not None,
    )


@rule("18.551", "18.49")
def hex_faults(battle: Battle, turn: Turn) -> Iterator[Fault]:
    """Each hex of an attack is the enemy's, has no such attack yet, and is near the others."""
    first, *others = (turn.base(hex_) for hex_ in battle.hexes)
    if refused := attack_refused(turn, battle.kind, first):
        yield Fault("at", refused)
    for base in others:
        if refused := together_refused(turn, battle, base):
            yield Fault("also", refused)


FIELDS = {BY_LAND: "attackers", BY_SEA: "invasion", AIRBORNE: "attackers", ESCORT_CARRIERS: "cve", FLEET: "bombardment"}


@rule("18.553A", "18.553C", "18.553", "18.5551")
def battle_faults(said: Section, battle: Battle) -> Iterator[Fault]:
    """The ground and naval forces of an attack, and what is said to have become of it."""
    by_land = said["by-land"] or 0
    invading = said["attackers"] - by_land
    forces = {BY_LAND: by_land, BY_SEA: invading} if battle.invasion else {BY_LAND: said["attackers"]}
    forces |= {AIRBORNE: battle.dropping, ESCORT_CARRIERS: battle.cve, FLEET: battle.fleets}
    for fault in force_faults(battle.kind, forces):
        yield fault._replace(field=FIELDS[fault.field])
    if by_land and (not battle.invasion or invading < 1):
        yield Fault("by-land", f"{by_land} of {said['attackers']} come by land; expected an invasion with others that come by sea")
    if said["landed"] is not None and said["landed"] > invading:
        yield Fault("landed", f"{said['landed']} landed of {invading}; expected at most {invading}")
    if battle.result and (battle.result in ("overrun", "prevented")) != (battle.kind == "overrun"):
        yield Fault("result", f"a {battle.kind} attack cannot have the result {battle.result}")


@rule("18.551", "18.5522", "18.554", "18.554A", "18.41")
def support_faults(said: Section, battle: Battle, turn: Turn, promised: dict[str, int]) -> Iterator[Fault]:
    """Ground support comes from units that may fly it, are not promised twice, and are not too many."""
    named = said["with"] or {}
    yield from flier_faults(turn, named, promised, lambda unit: support_refused(None, turn, unit, battle))
    known = tuple((unit_id, number) for unit_id, number in named.items() if turn.find(unit_id))
    if too_much := support_over_limit(thirds(as_force(turn, known)), battle.cve, expected_ground(battle)):
        yield Fault("with", too_much)


CHAPTER = Chapter(
    fields={"battles": Field(ListOf(BATTLE, 1, 30), help="ground attacks: overruns, regular attacks, exploitation")},
    read=read_attacks,
    rolls={"ground.die": "the ground attack"},
    steps=(
        *ground_support.STEPS,
        *defensive_air_support.STEPS,
        *STEPS,
        *ROUND_STEPS,
        next_overrun,
        overrun,
    ),
)


# tables


def sheets(state: object, turn: Turn) -> list[Sheet]:
    """The strengths of the ground attack at hand, or both sides of the interception over it."""
    if isinstance(state, Interception):
        return [combat_sheet(turn.setting.name(state.at), state.attackers, state.defenders)]
    if isinstance(state, Operation) and state.waiting:
        return [strength_sheet(state.battle)]
    return [strength_sheet(state)] if isinstance(state, Battle) else []


def air_sheets(turn: Turn) -> list[Sheet]:
    """The air units over the battlefields: what they do, and where."""
    rows = [
        (unit_id, turn.unit(unit_id).air_type.label, str(number), mission, turn.setting.name(battle.hexes[0]))
        for battle in turn.battles
        for mission, sent in (("ground support", battle.support), ("defensive air support", battle.cover))
        for unit_id, number in sent
    ]
    return [Sheet("In the air", ("unit", "type", "number", "mission", "over"), tuple(rows))] if rows else []


def airborne(state: object, turn: Turn) -> Turn:
    """The turn with the reinforcements of an interception in the air."""
    return taken_off(turn, state.joined) if isinstance(state, Interception) else turn
