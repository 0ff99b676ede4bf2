"""Air units at sea (18.42B, 18.58, 18.63): who serves there, which carriers sail, and air combat.

A scenario says who searches, flies cover or attacks ships, or the referee does when it happens. The naval rules are not in the
source. Air combat at sea is a round on the Air Combat Table with the modifier of combat air patrol (19.31C). What it does to ships,
and what follows from it, is naval combat.
"""

from __future__ import annotations

from functools import partial

from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Note, Referee, Status
from airwar.engine.rule import rule, under
from airwar.engine.words import listed
from airwar.rulesets.kit import NO_MORE
from airwar.rulesets.world_at_war.air_combat import fire, loss_report, on_to_the_ships, recombination, suffer
from airwar.rulesets.world_at_war.basing import put_to_sea, room_at_once
from airwar.rulesets.world_at_war.landing import lands
from airwar.rulesets.world_at_war.ordering import (
    Chapter,
    Menu,
    Named,
    label_of,
    labels_of,
    menu_of,
    next_order,
    orders_over,
)
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.taking_off import after_combat, as_force, taken_off, takeoff_refused
from airwar.rulesets.world_at_war.units import (
    Force,
    Sent,
    Unit,
    army_operations,
    broken_down,
    fought_in_squadrons,
    jets_never,
    naval_operations,
    nonzero,
)
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Field, Flag, MapOf, Record, Ref, Section, Whole

TASKS = {"search": "search", "cover": "air-cover", "attack": "attack-ships"}  # and what the rules on operations call them
JETS = {"search": "search", "cover": "air cover", "attack": "attacks on ships"}
SERVED = Record(
    {
        "search": Field(Whole(1, 200), help="how many searched, or modified submarine attacks"),
        "cover": Field(Whole(1, 200), help="how many flew air cover over ships"),
        "attack": Field(Whole(1, 200), help="how many attacked ships at sea"),
    }
)


def numbers_at_sea(said: Section) -> dict[str, int]:
    """How many do what at sea, as the file says."""
    return {task: said[task] for task in TASKS if said[task]}


@rule("18.42B")
def served_at_sea(unit: Unit, document: Section) -> Unit:
    """A unit some of which serve at sea in this turn, as the scenario says."""
    said = (document["at-sea"] or {}).get(unit.id)
    number = min(sum(numbers_at_sea(said).values()), unit.ready) if said else 0
    return unit._replace(ready=unit.ready - number, at_sea=unit.at_sea + number)


@rule("18.42B", "18.58", "18.63")
def back_from_sea(ref: Referee, turn: Turn, only: str = "") -> Turn:
    """Squadrons that searched, covered or attacked at sea are inverted when they redeploy, or after redeployment."""
    for unit in turn.units:
        if unit.at_sea and unit.id == (only or unit.id) and not turn.find_carrier(unit.home):
            ref.tell(Status, turn.player(unit.side), f"{unit.id}: {unit.air_type.label}", unit.at_sea, "inverted")
            turn = turn.with_units([unit._replace(at_sea=0, inverted=unit.inverted + unit.at_sea)])
    return turn


@rule("18.58", "18.58A", "18.58B", "18.58C", "17.23B", "17.23C", "17.23D", "17.33B", "17.33C", "17.33D", "17.531", "18.51", "18.63")
def service_refused(turn: Turn, unit: Unit, task: str) -> str | None:
    """Why a unit may not serve at sea, or None: army and naval air do, from operational bases; carriers' air only attacks."""
    if unit.type == "jet":
        return f"{unit.id}: {jets_never(JETS[task])}"
    aboard = turn.find_carrier(unit.home) is not None
    may = naval_operations(carrier=aboard) if unit.type == "nas" else army_operations() if unit.type == "aaf" else frozenset()
    if TASKS[task] not in may:
        where = " from carriers" if unit.type == "nas" else ""
        number = {"search": "17.33C", "cover": "17.33B"}.get(task, "17.33") if unit.type == "nas" else "17.63"
        return f"{unit.id}: {unit.air_type.label} units do not {task} at sea{where} ({number})"
    return takeoff_refused(turn, unit)


@rule("18.42B", "18.58")
def read_service_at_sea(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Those that serve at sea are uninverted, of the right type, and in an operational base or on a carrier at sea.

    What else happens at sea is asked for in both phases, if the scenario wants it.
    """
    for name, said in (document["at-sea"] or {}).items():
        unit = turn.find(name)
        if unit is None:
            continue
        numbers = numbers_at_sea(said)
        for task in numbers:
            if refused := service_refused(turn, unit, task):
                problems.add(said.at(task), refused)
        if sum(numbers.values()) > unit.uninverted:
            many = f"{name} has {unit.uninverted} uninverted, but {sum(numbers.values())} are said to have served at sea (18.42B)"
            problems.add(document["at-sea"].at(name), many)
    events = ("movement.at-sea", "combat.at-sea") if document["events-at-sea"] else ()
    return turn.with_agenda(*["redeployment.units"] * bool(document["at-sea"]), *events)


# events at sea, told when they happen


COMBAT, SAILS = "combat", "sails"
DOES = {"search": "search", "cover": "fly cover over ships", "attack": "attack ships"}
DOES_IT = {"search": "searches", "cover": "flies cover over ships", "attack": "attacks ships"}
OTHER = {"attacker": "defender", "defender": "attacker"}


@rule("18.58", "18.63", "18.42B")
def events_at_sea(ref: Referee, turn: Turn) -> Move[Turn]:
    """The referee tells what happens at sea in this phase, one thing after another."""
    menu = open_events(turn)
    if orders_over(ref, turn, menu, turn.part, "referee"):
        return Return(turn)
    turn, event = next_order(ref, turn, menu, by="referee", title=f"At sea in the {turn.phase} phase", words=("at-sea",))
    if event == NO_MORE:
        return Return(turn)
    if event == COMBAT:
        return then(events_at_sea, air_combat(ref, turn))
    unit = turn.find(event)
    if unit is None:
        return then(events_at_sea, carrier_sails(ref, turn, event.removesuffix(f"/{SAILS}")))
    return then(events_at_sea, serves(ref, turn, unit))


def open_events(turn: Turn) -> Menu:
    """Units that may serve at sea, carriers in port that may sail, and air combat between those that are at sea."""

    serving = {unit.id: f"{label_of(turn, unit)}: some serve at sea" for unit in turn.units}
    sailing = {f"{carrier.id}/{SAILS}": f"{carrier.name} puts to sea" for carrier in turn.carriers}
    events = {**serving, **sailing, COMBAT: "air combat at sea"}
    return menu_of(turn, {}, Named(lambda: events, events.get), partial(event_refused, turn), "nothing more at sea")


@rule("18.58", "18.63")
def event_refused(turn: Turn, event: str) -> str | None:
    """Why something does not happen at sea now, or None."""
    unit, carrier = turn.find(event), turn.find_carrier(event.removesuffix(f"/{SAILS}"))
    if event == COMBAT:
        both = all(at_sea(turn, player) for player in OTHER)
        return None if both else "air combat at sea takes air of both sides at sea (18.58)"
    if carrier is not None:
        return None if carrier.port and not carrier.sunk else f"{carrier.name} does not lie in a port (17.3126)"
    if unit is None:
        return None
    if not turn.free(unit):
        return f"{unit.id} has none uninverted and free (18.42B)"
    if tasks_of(turn, unit):
        return None
    return service_refused(turn, unit, "attack")  # attacking ships has the fewest conditions


def tasks_of(turn: Turn, unit: Unit) -> list[str]:
    """What a unit may do at sea."""
    return [task for task in TASKS if service_refused(turn, unit, task) is None]


@rule("18.58", "18.58A", "18.58B", "18.58C", "18.46", "18.63")
def serves(ref: Referee, turn: Turn, unit: Unit) -> Turn:
    """Some of a unit search, cover or attack; they are inverted after redeployment, or at once if they land at another base."""
    ref.enter(f"{turn.part}.{turn.asked}", f"{unit.id} at sea")
    tasks = {task: DOES[task] for task in tasks_of(turn, unit)}
    task = ref.choose("referee.task", tasks, by="referee", about=partial(what_for, turn, unit))
    about = partial(how_many, turn, unit, task)
    items = {unit.id: turn.free(unit)}
    labels = labels_of(turn, items)
    number = ref.allot("referee.serve", items, by="referee", least=1, default=items, labels=labels, about=about)[unit.id]
    bases = [base for base in turn.bases if base.side == unit.side and base.operational and not base.box and base.id != unit.home]
    rooms = {base.id: base.name for base in bases if room_at_once(turn, unit, base) >= number} if turn.find_base(unit.home) else {}
    places = {unit.home: "return to their base"} | {place: f"land at {name} instead" for place, name in rooms.items()}
    place = ref.choose("referee.lands", places, by="referee", default=unit.home, about=about, quiet=True)
    ref.tell(Note, unit.air_type.does(number, unit.id, DOES[task], DOES_IT[task]))
    if place != unit.home:
        return lands(ref, taken_off(turn, ((unit.id, number),)), unit.id, number, place)
    return turn.with_units([unit._replace(ready=unit.ready - number, at_sea=unit.at_sea + number)])


def what_for(turn: Turn, unit: Unit) -> str:
    return f"{label_of(turn, unit)}, {turn.free(unit)} of them free. What do they do at sea?"


def how_many(turn: Turn, unit: Unit, task: str) -> str:
    return f"{label_of(turn, unit)}, {turn.free(unit)} of them free, {DOES[task]} at sea."


@rule("17.3126", "17.3122D")
def carrier_sails(ref: Referee, turn: Turn, carrier_id: str) -> Turn:
    """A carrier leaves port. Where it sails to is asked for when a distance from it is needed."""
    carrier = turn.carrier(carrier_id)
    ref.tell(Note, f"{carrier.name} puts to sea from {turn.setting.name(carrier.port)}")
    return put_to_sea(turn, carrier)


# air combat at sea


def at_sea(turn: Turn, player: str) -> dict[str, int]:
    """The air of a side that can meet others at sea: what serves there, and naval air on carriers at sea."""
    found = {}
    for unit in turn.units:
        carrier = turn.find_carrier(unit.home)
        aboard = unit.ready + unit.flown if carrier and not (carrier.port or carrier.sunk) else 0
        if turn.player(unit.side) == player and unit.at_sea + aboard:
            found[unit.id] = unit.at_sea + aboard
    return found


@rule("19.31C", "18.58B", "18.58C", "19.1", "19.2")
def air_combat(ref: Referee, turn: Turn) -> Turn:
    """A strike meets combat air patrol, which has its modifier, and air cover, in one round; neither of them aborts."""
    ref.enter(f"{turn.part}.{turn.asked}", "Air combat at sea")
    name = turn.setting.rulings.name
    options = {player: f"{name(player)} attacks ships" for player in OTHER}
    striking = ref.choose("referee.striking", options, by="referee", about=partial(who_strikes, turn))
    covering = OTHER[striking]
    turn, strike = joins(ref, turn, striking, "strike")
    turn, patrol = joins(ref, turn, covering, "patrol")
    own, enemy = (broken_down(strike), broken_down(patrol)) if fought_in_squadrons(strike, patrol) else (strike, patrol)
    ref.new_round()
    rulings = turn.setting.rulings
    # Ruling: air cover has no modifier of its own, but if any patrol flies, the strike has engaged it.
    flown = int(any(turn.find_carrier(turn.unit(line.unit).home) for line in patrol))
    by_strike = fire(ref, striking, own, enemy, patrol=-flown, aborts_matter=False, rulings=rulings)
    by_patrol = fire(ref, covering, enemy, own, patrol=flown, rulings=rulings)
    met = suffer(ref, covering, enemy, by_strike, rulings) if any(by_strike) else enemy
    struck = suffer(ref, striking, own, by_patrol, rulings) if any(by_patrol) else own
    ref.tell(loss_report, striking, own, struck)
    ref.tell(loss_report, covering, enemy, met)
    under("18.58", ref.tell, on_to_the_ships, rulings, striking, struck)
    for came, left in ((strike, struck), (patrol, met)):
        ref.tell(recombination, rulings, left)
        turn = back_at_sea(turn, came, left)
    return turn


def who_strikes(turn: Turn) -> str:
    there = (f"{turn.setting.rulings.name(player)} with {air_at_sea(turn, at_sea(turn, player))}" for player in OTHER)
    return f"Air of both sides meets at sea: {', '.join(there)}. Which side attacks ships?"


def joins(ref: Referee, turn: Turn, player: str, what: str) -> tuple[Turn, Force]:
    """The air of one side that takes part, in the air."""
    able = at_sea(turn, player)
    about = partial(who_meets, turn, player, what, able)
    labels = labels_of(turn, able)
    sent = nonzero(ref.allot(f"referee.{what}", able, by="referee", least=1, default=able, labels=labels, about=about))
    return in_the_air(turn, sent), as_force(turn, sent)


def who_meets(turn: Turn, player: str, what: str, able: dict[str, int]) -> str:
    there = air_at_sea(turn, able)
    return (
        f"{turn.setting.rulings.name(player)} at sea: {there}. Which of them {'strike' if what == 'strike' else 'meet the strike'}?"
    )


def air_at_sea(turn: Turn, able: dict[str, int]) -> str:
    return listed(turn.unit(unit).air_type.counted(number) for unit, number in able.items())


def in_the_air(turn: Turn, sent: Sent) -> Turn:
    """Those that serve at sea first, then those on carriers."""
    for unit_id, number in sent:
        unit = turn.unit(unit_id)
        serving = min(unit.at_sea, number)
        ready = min(unit.ready, number - serving)
        gone = unit._replace(at_sea=unit.at_sea - serving, ready=unit.ready - ready, flown=unit.flown - (number - serving - ready))
        turn = turn.with_units([gone._replace(flying=unit.flying + number)])
    return turn


def back_at_sea(turn: Turn, came: Force, left: Force) -> Turn:
    """What is left has served at sea in this turn; what has aborted takes no further part in this round of naval combat."""
    survivors = after_combat(turn, came, left)
    turn = survivors.turn
    for unit_id, number in survivors.all:
        unit = turn.unit(unit_id)
        turn = turn.with_units([unit._replace(flying=unit.flying - number, at_sea=unit.at_sea + number)])
    return turn


CHAPTER = Chapter(
    fields={
        "at-sea": Field(MapOf(Ref("units"), SERVED), help="how many of a unit search, cover or attack at sea in this turn"),
        "events-at-sea": Field(
            Flag(), default=False, help="whether service at sea, carriers that sail and air combat at sea are told at the table"
        ),
    },
    read=read_service_at_sea,
    steps=(events_at_sea,),
)
