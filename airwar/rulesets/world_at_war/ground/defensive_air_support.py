"""Defensive air support (18.61): placing it, its limit, what is used of it and what stays for exploitation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.world_at_war.air.landing import landed
from airwar.rulesets.world_at_war.air.sent import Sent, added, nonzero, without
from airwar.rulesets.world_at_war.air.taking_off import FIGHTERS, as_force, defense_refused, taken_off
from airwar.rulesets.world_at_war.air_combat.about import in_words
from airwar.rulesets.world_at_war.air_combat.forces import Force
from airwar.rulesets.world_at_war.ground import about
from airwar.rulesets.world_at_war.ground.announcing import enemy_hexes, fought, unattacked
from airwar.rulesets.world_at_war.ground.interception import next_interception
from airwar.rulesets.world_at_war.ground.operation import Operation
from airwar.rulesets.world_at_war.ground.state import Battle
from airwar.rulesets.world_at_war.ground.strength import by_kind, strengths, support_strength, supported_ground, within_cover_limit
from airwar.rulesets.world_at_war.ordering import COVER, NO_MORE, Able, Menu, labels_of, line_labels, next_order, who_can
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units.unit import Unit


@rule("18.611", "18.613", "18.614C", "18.6141", "18.61", "18.6")
def place_defensive_air_support(ref: Referee, operation: Operation) -> Move[Turn]:
    """With ground support announced, the defender covers hexes that are attacked, or that it thinks may be attacked.

    More air may come than can be used. Against an overrun it covers only the hex that is overrun.
    """
    turn, left = operation.turn, operation.waiting
    done: tuple[str, ...] = ()
    if operation.kind == "overrun":
        return then(next_interception, operation._replace(turn=covered(ref, turn, operation.battle)))
    while True:
        attacked = [one for one in operation.waiting if battle_in(turn, one).known and one not in done]
        announced = tuple(one for one in attacked if defenders_free(ref, turn, battle_in(turn, one)).units)
        menu = open_cover(turn, operation.kind, announced, left, done)
        if not menu.offers(turn):
            break
        so_far = partial(about.attacks_so_far, turn, operation.kind, "defender")
        turn, order = next_order(ref, turn, menu, by="defender", title="Defensive air support", about=so_far, words=COVER)
        if order == NO_MORE:
            break
        if order not in [battle.id for battle in turn.battles]:
            guard = unattacked(turn, order, operation.kind)
            turn, order = replace(turn, battles=(*turn.battles, guard)), guard.id
        before, turn = battle_in(turn, order).cover, covered(ref, turn, battle_in(turn, order))
        done = done if battle_in(turn, order).cover == before else (*done, order)
        waiting = (*operation.waiting, *(one for one in (order,) if one not in operation.waiting))
        operation, left = operation._replace(waiting=waiting), tuple(one for one in left if one != order)
    return then(next_interception, operation._replace(turn=turn))


def battle_in(turn: Turn, battle_id: str) -> Battle:
    return next(battle for battle in turn.battles if battle.id == battle_id)


@rule("18.611")
def open_cover(turn: Turn, kind: str, announced: tuple[str, ...], left: tuple[str, ...], done: tuple[str, ...]) -> Menu:
    """The attacked hexes, and the others that the defender may cover because they may be attacked.

    A hex for which nobody was named may be named again.
    """
    attacked = {one: f"cover {battle_in(turn, one).name}, which is attacked" for one in announced}
    others: dict[str, str] = {one: label for one, label in attacked.items() if one not in left}
    if turn.setting.orders_asked:
        named = {hex_ for battle in turn.battles if battle.kind == kind and battle.known for hex_ in battle.hexes}
        free = [base for base in enemy_hexes(turn) if base.id not in named]
        guards = [unattacked(turn, base.id, kind) for base in free if not fought(turn, base, kind)]
        able = [guard for guard in guards if guard.id not in done and defenders_free(None, turn, guard).units]
        ids = {battle.hex: battle.id for battle in turn.battles if battle.kind == kind}
        others |= {ids.get(guard.hex, guard.hex): f"cover {guard.name} against an attack" for guard in able}
    prepared = {one: label for one, label in attacked.items() if one in left}
    return Menu(prepared, others, "no more defensive air support", partial(place_refused, turn, kind))


@rule("18.611")
def place_refused(turn: Turn, kind: str, place: str) -> str | None:
    """Why the defender cannot cover a hex now, or None."""
    base = turn.find_base(place)
    if base is None:
        return None
    if base.side == turn.setting.attacker or base.box:
        return f"{base.name} is not the defender's hex on the map (18.611)"
    if fought(turn, base, kind):
        return f"{base.name} has been attacked already (18.611)"
    able = defenders_free(None, turn, unattacked(turn, place, kind))
    return f"{base.name} has its air already (18.611)" if able.units else f"nobody can cover {base.name}: {able.nobody}"


def covered(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """Defensive air support takes off for a hex."""
    able = defenders_free(ref, turn, battle)
    if not able.units:
        ref.tell(no_cover, turn, battle)
        return turn
    ref.enter(battle.id, f"Defensive air support at {battle.name}")
    sent = committed(ref, turn, battle, able)
    with_cover = battle.joined_by(as_force(turn, sent))._replace(cover=added(battle.cover, sent))
    return taken_off(turn, sent).with_battle(with_cover)


def no_cover(turn: Turn, battle: Battle) -> list[Event]:
    """Says that nobody reaches a hex that the defender has chosen, before its distances were known."""
    return [Note(f"{turn.setting.rulings.name('defender')}: no uninverted air reaches {battle.name}")] if not battle.known else []


@rule("18.611", "18.6141", "18.614C")
def committed(ref: Referee, turn: Turn, battle: Battle, able: Able) -> Sent:
    """The defender chooses the units that fly; jets fly only as escorts."""

    def refuse(answer: Mapping[str, int]) -> str | None:
        flying = {unit for unit, number in answer.items() if number}
        alone = flying and all(turn.unit(unit).type == "jet" for unit in (*flying, *dict(battle.cover)))
        return "jets only escort army or naval air that flies defensive air support (18.6141)" if alone else None

    answer = ref.allot(
        "defender.support",
        able.units,
        by="defender",
        default={},
        labels=labels_of(turn, able.units, *battle.hexes, nearest=True),
        refuse=refuse,
        facts=partial(strengths, battle, "defender"),
        about=partial(about.cover_wanted, turn, battle, able.units),
        why_not=able.why_not,
    )
    sent = nonzero(answer)
    ref.tell(placed, turn, battle, sent)
    return sent


def placed(turn: Turn, battle: Battle, sent: Sent) -> list[Event]:
    """Which units fly, and whether naval air does so only because of an option."""
    events: list[Event] = [
        Note(turn.unit(unit).air_type.does(number, unit, "fly", "flies") + " defensive air support") for unit, number in sent
    ]
    if battle.kind != "regular" and any(turn.unit(unit).type == "nas" for unit, _ in sent):
        text = f"land-based naval air flies against {battle.kind} attacks too"
        events.append(turn.setting.rulings.ruled("exploitation-das", text))
    return events


@rule("18.611", "18.611D", "18.612", "18.6141", "17.23", "17.33", "17.53")
def defenders_free(ref: Referee | None, turn: Turn, battle: Battle) -> Able:
    """Uninverted army air, land-based naval air and jets in range of the defenders; none flies for partisans alone."""
    return who_can(ref, turn, lambda ref, unit: cover_refused(ref, turn, unit, battle))


@rule("18.611", "18.611D", "18.613")
def cover_refused(ref: Referee | None, turn: Turn, unit: Unit, battle: Battle) -> str | None:
    """Why a unit cannot fly defensive air support over a battle, or None.

    It reaches an attacked hex; into deep winter it flies only from that hex. Naval air may fly against overruns too.
    """
    if unit.type not in FIGHTERS or turn.player(unit.side) != "defender":
        return f"{unit.id} is no army air, naval air or jet of the defender; only these fly defensive air support (18.611)"
    if battle.known and not supported_ground(battle):
        return f"no ground units that air supports defend {battle.name} (18.611D)"
    if unit.type == "nas" and battle.kind != "regular" and turn.setting.rulings.value("exploitation-das") == "army":
        return f"{unit.id}: naval air does not fly against {battle.kind} attacks (18.613)"
    # Ruling: in an attack on several hexes it is enough to reach one of them.
    reasons = {hex_: defense_refused(ref, turn, unit, hex_) for hex_ in battle.hexes}
    if battle.winter >= 9 and unit.home not in battle.hexes:
        return f"{unit.id}: only air that is based there flies over {battle.name} in deep winter (18.611D)"
    return None if None in reasons.values() else reasons[battle.hex]


# using it


@rule("18.611A", "18.614", "18.614C")
def cover_used(ref: Referee, operation: Operation) -> Operation:
    """Before ground combat the defender says how much of the air support takes part: all, some or none, within the limit."""
    battle = operation.battle
    used = chosen(ref, battle, battle.cover, "defender.use")
    return operation.with_battle(battle._replace(used=used, cover=without(battle.cover, used)))


@rule("18.619", "18.614A")
def deferred_used(ref: Referee, operation: Operation) -> Operation:
    """Deferred support takes part as far as the limit, which it shares with what came before, allows."""
    battle = operation.battle
    used = chosen(ref, battle, battle.deferred, "defender.use-deferred")
    left = without(battle.deferred, used)
    return operation.with_battle(battle._replace(used=added(battle.used, used), deferred=(), cover=added(battle.cover, left)))


@rule("18.611A", "18.614A", "18.614C")
def chosen(ref: Referee, battle: Battle, sent: Sent, key: str) -> Sent:
    """Which units take part; as many as the limit allows unless the defender holds some back."""
    able = {line.unit: line.number for line in battle.force(sent) if line.type != "jet"}

    def refuse(answer: Mapping[str, int]) -> str | None:
        if within_cover_limit(battle, battle.force(added(battle.used, nonzero(answer)))):
            return None
        return f"more than three times the {supported_ground(battle)} defending ground factors (18.614)"

    most: dict[str, int] = {}
    for unit, number in able.items():
        fits = [count for count in range(number + 1) if refuse({**most, unit: count}) is None]
        most[unit] = fits[-1] if fits else 0
    facts = partial(strengths, battle, "defender")
    used: Sent = ()
    if any(most.values()):
        there, labels, everything = partial(about.cover_to_use, battle, sent), line_labels(battle.force(sent)), most == able
        used = nonzero(
            ref.allot(
                key, able, by="defender", default=most, labels=labels, refuse=refuse, facts=facts, about=there, quiet=everything
            )
        )
    ref.tell(limit_mattered, battle, battle.force(added(battle.used, sent)))
    return used


def limit_mattered(battle: Battle, there: Force) -> list[Event]:
    """Says when the two ways to count the limit against an invasion differ."""
    army, squadrons = by_kind(there)
    ground = supported_ground(battle)
    if not battle.invasion or support_strength(army, squadrons, invasion=True) <= 3 * ground:
        return []
    policy = battle.rulings.value("invasion-limit")
    text = f"the limit of {3 * ground} is on {'army factors or their equivalent' if policy == 'equivalents' else 'added strength'}"
    return [battle.rulings.ruled("invasion-limit", text)]


# afterwards


@rule("18.613", "18.618", "18.614C")
def cover_stays_or_returns(ref: Referee, operation: Operation) -> Operation:
    """What took part goes home inverted; what did not may stay in its hex against exploitation."""
    battle = operation.battle
    later = later_battle(operation.turn, battle)
    staying: Sent = ()
    if later is not None and battle.cover:
        staying = stays(ref, operation, battle)
    turn = landed(ref, operation.turn, added(battle.used, without(battle.cover, staying)), battle.hex)
    if later is not None and staying:
        ref.tell(Note, f"defensive air support that stays over {battle.name}: {in_words(battle.force(staying))}")
        if later not in turn.battles:
            turn = replace(turn, battles=(*turn.battles, later))
        turn = turn.with_battle(later.joined_by(battle.force(staying))._replace(cover=added(later.cover, staying)))
    return operation._replace(turn=turn).with_battle(battle._replace(cover=(), used=()))


@rule("18.613", "18.618")
def stays(ref: Referee, operation: Operation, battle: Battle) -> Sent:
    """After an overrun that failed everything stays for regular combat; after regular combat the defender says what stays."""
    if battle.kind == "overrun":
        return battle.cover
    turn = operation.turn
    surplus = battle.known and not within_cover_limit(battle, battle.force(added(battle.used, battle.cover)))
    policy = turn.setting.rulings.value("surplus-das")
    if surplus:
        ref.tell(turn.setting.rulings.ruled, "surplus-das", f"air beyond the limit that took no part {policy}")
        if policy == "returns":
            return ()
    items, labels = dict(battle.cover), line_labels(battle.force(battle.cover))
    over = partial(about.may_stay, battle)
    return nonzero(ref.allot("defender.stay", items, by="defender", default=items, labels=labels, about=over, quiet=True))


NEXT_KIND = {"overrun": "regular", "regular": "exploitation"}
SUPPORT_OF = {"regular": "combat.ground-support", "exploitation": "combat.exploitation-support"}


def follows(other: Battle, battle: Battle) -> bool:
    """Whether a battle is fought in the same hex later in the turn."""
    return other.kind == NEXT_KIND.get(battle.kind) and bool({*other.hexes} & {*battle.hexes})


@rule("18.613", "18.618")
def later_battle(turn: Turn, battle: Battle) -> Battle | None:
    """The next attack on the same hex, or one that the attacker may still order: the defender cannot know."""
    held = [hex_ for hex_ in battle.hexes if turn.held_by(hex_) != turn.setting.attacker]
    if not held:
        return None
    known = next((other for other in turn.battles if follows(other, battle)), None)
    next_kind = NEXT_KIND.get(battle.kind, "")
    if known or not (turn.setting.orders_asked and SUPPORT_OF.get(next_kind) in turn.agenda):
        return known
    return unattacked(turn, held[0], next_kind)


@rule("18.618")
def cover_of_unattacked_hexes(ref: Referee, turn: Turn, kind: str) -> Turn:
    """Air over hexes that nobody has attacked stays against exploitation, or goes home inverted all the same."""
    for guard in [battle for battle in turn.battles if battle.kind == kind and not battle.known]:
        ref.enter(guard.id, f"Air over {guard.name}")
        turn = cover_stays_or_returns(ref, Operation(turn, (guard.id,), kind)).turn
        turn = replace(turn, battles=tuple(battle for battle in turn.battles if battle.id != guard.id))
    return turn


STEPS = (place_defensive_air_support,)
