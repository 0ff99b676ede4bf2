"""Defensive air support (18.61) and its interception by the attacker (18.56)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import takewhile

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return, call, then
from airwar.engine.referee import Event, Note, Referee
from airwar.engine.referee import Menu as Options
from airwar.engine.rule import rule
from airwar.rulesets.kit import NO_MORE, Rulings
from airwar.rulesets.world_at_war import ground_forces
from airwar.rulesets.world_at_war.air_combat import aborts_matter, fire, in_words, loss_report, recombination, suffer
from airwar.rulesets.world_at_war.ground_forces import (
    Operation,
    Plan,
    cover_over_limit,
    enemy_hexes,
    fought,
    planned,
    seen_by,
    strengths,
    supported_ground,
    unattacked,
)
from airwar.rulesets.world_at_war.landing import landed
from airwar.rulesets.world_at_war.ordering import (
    COVER,
    INTERCEPT,
    Able,
    Menu,
    labels_of,
    line_labels,
    next_order,
    offers,
    who_can,
)
from airwar.rulesets.world_at_war.state import Battle, Intercepted, Interception, Seen, Turn, outcome
from airwar.rulesets.world_at_war.taking_off import (
    FIGHTERS,
    after_combat,
    as_force,
    defense_refused,
    offense_refused,
    reinforced,
    remembered,
    taken_off,
    takeoff_refused,
)
from airwar.rulesets.world_at_war.units import (
    Effect,
    Force,
    Sent,
    Unit,
    aborted_fight_on,
    added,
    broken_down,
    fought_in_squadrons,
    fresh,
    nonzero,
    size,
    without,
)


@rule("18.5631", "18.622", "19.11", "19.5")
def clash(ref: Referee, attackers: Force, defenders: Force, rulings: Rulings) -> tuple[Force, Force]:
    """One round: both sides roll at once and the results take effect together. Aborts of the attacker change nothing."""
    ref.tell(aborted_fight_on, defenders)
    ref.new_round()
    attackers, defenders = ready_for_a_round(attackers, defenders)

    def attacker_fires(ref: Referee) -> Effect:
        matter = aborts_matter(ref, "defender", defenders, rulings)
        return fire(ref, "attacker", attackers, defenders, most=size(defenders), aborts_matter=matter, rulings=rulings)

    def defender_fires(ref: Referee) -> Effect:
        return fire(ref, "defender", defenders, attackers, most=size(attackers), aborts_matter=False, rulings=rulings)

    by_attacker, by_defender = ref.roll_both(attacker_fires, defender_fires)
    struck = suffer(ref, "attacker", attackers, by_defender, rulings) if by_defender.eliminated else attackers
    met = suffer(ref, "defender", defenders, by_attacker, rulings) if any(by_attacker) else defenders
    ref.tell(clash_report, attackers, struck, defenders, met)
    return struck, met


@rule("18.522B", "19.5", "19.51")
@lru_cache(maxsize=4096)
def ready_for_a_round(attackers: Force, defenders: Force) -> tuple[Force, Force]:
    """All survivors fight, those that aborted too; in squadrons if any of them are."""
    attackers, defenders = fresh(attackers), fresh(defenders)
    if fought_in_squadrons(attackers, defenders):
        return broken_down(attackers), broken_down(defenders)
    return attackers, defenders


def clash_report(attackers: Force, struck: Force, defenders: Force, met: Force) -> list[Event]:
    return loss_report("attacker", attackers, struck) + loss_report("defender", defenders, met)


# 18.561: who intercepts


@rule("18.561", "18.562", "17.23", "17.33", "17.53")
def interceptors(ref: Referee, turn: Turn, hexes: tuple[str, ...]) -> Able:
    """Uninverted army air, naval air and jets of the attacker in range, from carriers at sea as well."""
    return who_can(ref, turn, lambda ref, unit: interception_refused(ref, turn, unit, hexes), units=turn.attackers)


@rule("18.561", "18.562", "18.622")
def interception_refused(
    ref: Referee | None, turn: Turn, unit: Unit, hexes: tuple[str, ...], *, carriers: bool = True, number: str = "18.561"
) -> str | None:
    """Why a unit of the attacker cannot intercept over any of these hexes, or None."""
    if unit.type not in FIGHTERS or turn.player(unit.side) != "attacker":
        return f"{unit.id} is not army air, naval air or a jet of the attacker; only these intercept here ({number})"
    if not carriers and (refused := takeoff_refused(turn, unit, carriers=False)):
        return refused
    # Ruling: support of an attack on several hexes may be met over any one of them.
    reasons = (remembered(offense_refused, ref, turn, unit, hex_) for hex_ in hexes)
    far = list(takewhile(lambda reason: reason is not None, reasons))
    return far[0] if len(far) == len(hexes) else None


@rule("18.561", "18.615")
def next_interception(ref: Referee, operation: Operation) -> Move[Turn]:
    """With all defensive air support placed, the attacker may intercept it, hex by hex; ground support is not intercepted."""
    turn, waiting, kind = operation
    covered = [battle for one in waiting if (battle := turn.battle(one)).cover]
    while covered:
        menu = Menu({battle.id: f"intercept over {battle.name}" for battle in covered}, {}, "")
        placed = partial(ground_forces.over_the_hexes, turn, waiting)
        title = "Interception of defensive air support"
        turn, first = next_order(ref, turn, menu, title=title, about=placed, words=INTERCEPT)
        battle = turn.battle(first)
        covered = [other for other in covered if other.id != first]
        waiting = tuple(other.id for other in covered)
        ref.enter(f"{first}.air", f"Interception over {battle.name}")
        turn, fight = intercepted(ref, turn, battle, battle.cover)
        if fight is not None:
            return call(interception_round, fight, back=interception_over, keep=Operation(turn, (first, *waiting), kind))
    return Return(turn)


@rule("18.561")
def interception_over(ref: Referee, operation: Operation, met: Intercepted) -> Move[Turn]:
    """What is left of the defensive air support stays over the battle; the next battle's may be intercepted."""
    turn, cover = all_return(ref, operation.turn, operation.battle, met)
    operation = operation._replace(turn=turn)
    operation = operation.with_battle(operation.battle._replace(cover=cover))
    return then(next_interception, operation._replace(waiting=operation.waiting[1:]))


@rule("18.561")
def intercepted(ref: Referee, turn: Turn, battle: Battle, cover: Sent) -> tuple[Turn, Interception | None]:
    """The interceptors take off, and the air combat that they bring about; None if the attacker sends none."""
    came = interceptors_sent(ref, turn, battle, cover)
    turn = taken_off(turn, came)
    return turn, interception(ref, turn, battle, cover, came) if came else None


@rule("18.561")
def interceptors_sent(ref: Referee, turn: Turn, battle: Battle, cover: Sent) -> Sent:
    """The attacker says which units intercept, if any."""
    if ref.takes_default("attacker.intercept", "attacker"):
        return ()
    able = interceptors(ref, turn, battle.hexes)
    free, why_not = able.units, able.why_not
    if not free:
        ref.tell(Note, "no interception: no uninverted air is in range")
        return ()
    known = {"enemy.factors": sum(number for _, number in cover)}
    labels = labels_of(turn, free, *battle.hexes, nearest=True)
    meets = partial(ground_forces.to_intercept, turn, battle, cover, free)
    return nonzero(
        ref.allot(
            "attacker.intercept",
            free,
            by="attacker",
            default={},
            labels=labels,
            facts=lambda: known,
            about=meets,
            why_not=why_not,
        )
    )


def interception(ref: Referee, turn: Turn, battle: Battle, cover: Sent, came: Sent) -> Interception:
    """The air combat over a battle, once the interceptors have taken off."""
    attackers, defenders = as_force(turn, came), as_force(turn, cover)
    reserves = as_force(turn, nonzero(interceptors(ref, turn, battle.hexes).units))
    return Interception(battle.hex, attackers, defenders, attackers, defenders, reserves, turn.setting.rulings)


# 18.563: the rounds


@rule("18.5631", "18.563", "18.56")
def interception_round(ref: Referee, fight: Interception) -> Move[Intercepted]:
    """All interceptors meet all defensive air support, its surplus and its jets included."""
    attackers, defenders = clash(ref, fight.attackers, fight.defenders, fight.rulings)
    fight = fight._replace(attackers=attackers, defenders=defenders)
    if not defenders:
        return Return(outcome(fight, ref.round))
    return then(defender_continues, fight)


@rule("18.5631", "18.5632", "18.5633")
def defender_continues(ref: Referee, fight: Interception) -> Move[Intercepted]:
    """The defender continues the mission, or all defensive air support turns back."""
    options = {"continue": "continue the mission", "return": "return to base"}
    left = partial(ground_forces.after_round, fight, ref.round)
    choice = ref.choose("defender.continue", options, by="defender", facts=lambda: fight.facts("defender"), about=left)
    if choice == "return":
        return Return(outcome(fight, ref.round, turned_back=True))
    return then(attacker_presses, fight)


@rule("18.5634")
def attacker_presses(ref: Referee, fight: Interception) -> Move[Intercepted]:
    """The attacker may fight another round with survivors and fresh units, even if none survived."""
    if not fight.attackers and not fight.reserves:
        return Return(outcome(fight, ref.round))
    options = {"disengage": "break off", "another": "fight another round"}
    facts, left = partial(fight.facts, "attacker"), partial(ground_forces.may_press, fight, ref.round)
    if ref.choose("attacker.press", options, by="attacker", facts=facts, about=left) == "disengage":
        return Return(outcome(fight, ref.round))
    free = {line.unit: line.number for line in fight.reserves}
    least = 0 if fight.attackers else 1
    labels, left = line_labels(fight.reserves), partial(ground_forces.may_join, fight, ref.round)
    more = ref.allot("attacker.reinforce", free, by="attacker", least=least, labels=labels, facts=facts, about=left)
    return then(interception_round, reinforced(ref, fight, nonzero(more)))


# 18.5632, 18.564: the return


@rule("18.5632", "18.5633", "18.564")
def all_return(ref: Referee, turn: Turn, battle: Battle, met: Intercepted) -> tuple[Turn, Sent]:
    """Aborted and turned-back support goes home, then the interceptors; returns the support that stays over the battle."""
    ref.resume_round(met.last_round)
    rulings = turn.setting.rulings
    turn = taken_off(turn, met.joined)
    left = after_combat(turn, met.cover, met.defenders)
    ref.tell(recombination, rulings, met.defenders)
    staying: Sent = () if met.turned_back else left.sound
    turn = landed(ref, left.turn, left.all if met.turned_back else left.aborted, battle.hex)
    attackers = after_combat(turn, met.came, met.attackers)
    ref.tell(recombination, rulings, met.attackers)
    turn = landed(ref, attackers.turn, attackers.all, battle.hex)
    ref.tell(cover_left, battle.force(staying))
    return turn, staying


def cover_left(cover: Force) -> list[Event]:
    if not cover:
        return [Note("no defensive air support is left")]
    return [Note(line.air_type.does(line.number, line.unit, "stay") + " over the battle") for line in cover]


# defensive air support


@rule("18.611", "18.613", "18.614C", "18.6141", "18.61", "18.6")
def place_defensive_air_support(ref: Referee, operation: Operation) -> Move[Turn]:
    """With ground support announced, the defender covers hexes that are attacked, or that it thinks may be attacked.

    More air may come than can be used. Against an overrun it covers only the hex that is overrun.
    """
    turn, kind = operation.turn, operation.kind
    if kind == "overrun":
        return then(next_interception, operation._replace(turn=covered(ref, turn, operation.battle)))
    plan, waiting = ref.settle(cover_planned, seen_by(turn, turn.defenders, kind), kind, operation.waiting)
    return then(next_interception, Operation(planned(turn, plan), waiting, kind))


def cover_planned(ref: Referee, seen: Seen, kind: str, waiting: tuple[str, ...]) -> tuple[Plan, tuple[str, ...]]:
    """The defensive air support against all attacks of a kind, and the hexes that are attacked or covered."""
    turn, left = seen.turn, waiting
    done: tuple[str, ...] = ()
    flying: Sent = ()
    able: dict[str, Able] = {}  # who can cover the attacked hexes
    while True:
        attacked = [turn.battle(one) for one in waiting if one not in done]
        able = able or {battle.id: defenders_free(ref, turn, battle) for battle in attacked if battle.known}
        announced = tuple(one for one in able if one not in done and able[one].units)
        menu = open_cover(turn, kind, announced, left, done)
        if not offers(ref, turn, menu, "defender", turn.part):
            break
        so_far = partial(ground_forces.attacks_so_far, turn, kind, "defender")
        turn, order = next_order(ref, turn, menu, by="defender", title="Defensive air support", about=so_far, words=COVER)
        if order == NO_MORE:
            break
        if order not in [battle.id for battle in turn.battles]:
            guard = unattacked(turn, order, kind)
            turn, order = replace(turn, battles=(*turn.battles, guard)), guard.id
        before, turn = turn.battle(order), covered(ref, turn, turn.battle(order), able.get(order))
        if sent := without(turn.battle(order).cover, before.cover):
            done, able, flying = (*done, order), {}, added(flying, sent)
        waiting = (*waiting, *(one for one in (order,) if one not in waiting))
        left = tuple(one for one in left if one != order)
    return Plan(turn.asked, turn.battles, flying), waiting


@rule("18.611")
def open_cover(turn: Turn, kind: str, announced: tuple[str, ...], left: tuple[str, ...], done: tuple[str, ...]) -> Menu:
    """The attacked hexes, and the others that the defender may cover because they may be attacked.

    A hex that got no air may be named again.
    """
    attacked = {one: f"cover {turn.battle(one).name}, which is attacked" for one in announced}
    again = {one: label for one, label in attacked.items() if one not in left}
    of_this_kind = [battle for battle in turn.battles if battle.kind == kind]
    ids = {battle.hex: battle.id for battle in of_this_kind}
    known = {hex_ for battle in of_this_kind if battle.known for hex_ in battle.hexes}
    over = {hex_ for hex_, how, _ in turn.attacked if how == kind}
    free = [base for base in enemy_hexes(turn) if base.id not in known and base.id not in over]
    guarded = {ids.get(base.id, base.id): base for base in free} if turn.setting.orders_asked else {}

    def label(name: str) -> str | None:
        if name in again or name not in guarded:
            return again.get(name)
        guard = unattacked(turn, guarded[name].id, kind)
        able = guard.id not in done and defenders_free(None, turn, guard).units
        return f"cover {guard.name} against an attack" if able else None

    prepared = {one: label for one, label in attacked.items() if one in left}
    others = Options(lambda: (*again, *guarded), label)
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


def covered(ref: Referee, turn: Turn, battle: Battle, able: Able | None = None) -> Turn:
    """Defensive air support takes off for a hex; none unless the defender says so."""
    if ref.takes_default("defender.support", "defender", battle.id):
        return turn
    able = able or defenders_free(ref, turn, battle)
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
        about=partial(ground_forces.cover_wanted, turn, battle, able.units),
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
    ground = supported_ground(battle)
    return who_can(ref, turn, lambda ref, unit: cover_refused(ref, turn, unit, battle, ground), units=turn.defenders)


@rule("18.611", "18.611D", "18.613")
def cover_refused(ref: Referee | None, turn: Turn, unit: Unit, battle: Battle, ground: int) -> str | None:
    """Why a unit cannot fly defensive air support over a battle, or None. `ground`: the factors there that can be supported.

    It reaches an attacked hex; into deep winter it flies only from that hex. Naval air may fly against overruns too.
    """
    type_ = unit.air_type.type
    if type_ not in FIGHTERS or turn.player(unit.side) != "defender":
        return f"{unit.id} is not army air, naval air or a jet of the defender; only these fly defensive air support (18.611)"
    if battle.known and not ground:
        return f"no ground units that air supports defend {battle.name} (18.611D)"
    if type_ == "nas" and battle.kind != "regular" and turn.setting.rulings.value("exploitation-das") == "army":
        return f"{unit.id}: naval air does not fly against {battle.kind} attacks (18.613)"
    # Ruling: in an attack on several hexes it is enough to reach one of them.
    reasons = [remembered(defense_refused, ref, turn, unit, hex_) for hex_ in battle.hexes]
    if battle.winter >= 9 and unit.home not in battle.hexes:
        return f"{unit.id}: only air that is based there flies over {battle.name} in deep winter (18.611D)"
    return None if None in reasons else reasons[0]


# using it


@rule("18.611A", "18.614", "18.614C")
def cover_used(ref: Referee, operation: Operation) -> Operation:
    """Before ground combat the defender says how much of the air support takes part: all, some or none, within the limit."""
    battle = operation.battle
    if not battle.cover:
        return operation
    used = ref.settle(chosen, battle, battle.cover, "defender.use")
    return operation.with_battle(battle._replace(used=used, cover=without(battle.cover, used)))


@rule("18.619", "18.614A")
def deferred_used(ref: Referee, operation: Operation) -> Operation:
    """Deferred support takes part as far as the limit, which it shares with what came before, allows."""
    battle = operation.battle
    used = ref.settle(chosen, battle, battle.deferred, "defender.use-deferred")
    left = without(battle.deferred, used)
    return operation.with_battle(battle._replace(used=added(battle.used, used), deferred=(), cover=added(battle.cover, left)))


@rule("18.611A", "18.614A", "18.614C")
def chosen(ref: Referee, battle: Battle, sent: Sent, key: str) -> Sent:
    """Which units take part; as many as the limit allows unless the defender holds some back."""
    able = {line.unit: line.number for line in battle.force(sent) if line.type != "jet"}

    def refuse(answer: Mapping[str, int]) -> str | None:
        return cover_over_limit(battle, battle.force(added(battle.used, nonzero(answer))))

    most: dict[str, int] = {}
    for unit, number in able.items():
        fits = [count for count in range(number + 1) if refuse({**most, unit: count}) is None]
        most[unit] = fits[-1] if fits else 0
    facts = partial(strengths, battle, "defender")
    used: Sent = ()
    if any(most.values()):
        there, labels = partial(ground_forces.cover_to_use, battle, sent), line_labels(battle.force(sent))
        quiet = battle.kind != "regular" and most == able  # only there some can be kept for later (18.611A)
        used = nonzero(
            ref.allot(key, able, by="defender", default=most, labels=labels, refuse=refuse, facts=facts, about=there, quiet=quiet)
        )
    return used


# afterwards


@rule("18.613", "18.618", "18.614C")
def cover_stays_or_returns(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """What took part in a battle goes home inverted; what did not may stay in its hex against exploitation."""
    later = later_battle(turn, battle)
    staying: Sent = ()
    if later is not None and battle.cover:
        staying = stays(ref, turn, battle)
    turn = landed(ref, turn, added(battle.used, without(battle.cover, staying)), battle.hex)
    if later is not None and staying:
        ref.tell(stays_over, battle, staying)
        if later not in turn.battles:
            turn = replace(turn, battles=(*turn.battles, later))
        turn = turn.with_battle(later.joined_by(battle.force(staying))._replace(cover=added(later.cover, staying)))
    return turn


def stays_over(battle: Battle, staying: Sent) -> Note:
    return Note(f"defensive air support that stays over {battle.name}: {in_words(battle.force(staying))}")


@rule("18.613", "18.618")
def stays(ref: Referee, turn: Turn, battle: Battle) -> Sent:
    """After an overrun that failed everything stays for regular combat; after regular combat the defender says what stays."""
    if battle.kind == "overrun":
        return battle.cover
    items, labels = dict(battle.cover), line_labels(battle.force(battle.cover))
    over = partial(ground_forces.may_stay, battle)
    return nonzero(ref.allot("defender.stay", items, by="defender", default=items, labels=labels, about=over))


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
        turn = cover_stays_or_returns(ref, turn, guard)
        turn = replace(turn, battles=tuple(battle for battle in turn.battles if battle.id != guard.id))
    return turn


STEPS = (
    place_defensive_air_support,
    next_interception,
    interception_over,
    interception_round,
    defender_continues,
    attacker_presses,
)
