"""The start and the end of a player turn: the winter result (19.31A), and uninverting air units (18.7)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Return
from airwar.engine.referee import Event, Note, Referee, Sheet, Status
from airwar.engine.rule import rule
from airwar.rulesets.kit import title_of
from airwar.rulesets.world_at_war.basing import aboard, carrier_inverted, to_uninvert, winter
from airwar.rulesets.world_at_war.ordering import Chapter
from airwar.rulesets.world_at_war.state import Turn
from airwar.rulesets.world_at_war.units import US_BOXES, WEST, Unit
from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section

# the weather


RESULTS = {
    "fair": "no winter result of 8 or more",
    "8": "a winter result of 8: one less on the dice of air combat",
    "9": "a winter result of 9 or more: air units defend only their own hex as well",
}
BOTH = "both"


@rule("19.31A", "18.45", "18.611D")
def winter_comes(ref: Referee, turn: Turn) -> Move[Turn]:
    """The referee says which winter result holds, where, and whose air units suffer from it. Nothing happens by default."""
    if not (turn.setting.orders_asked and turn.setting.winter):
        return Return(turn)
    ref.enter("weather", "Weather")
    about = partial(winter, turn, "Which result did the winter roll give?")
    said = ref.choose("referee.winter", RESULTS, by="referee", default="fair", optional=True, about=about)
    if said == "fair":
        ref.tell(Note, RESULTS["fair"])
        return Return(turn)
    items = {base.id: 1 for base in turn.bases if not base.box}
    labels = {base: f"winter at {turn.setting.name(base)}" for base in items}
    about = partial(winter, turn, f"The winter result is {said}; where does it apply?")
    hexes = ref.allot("referee.winter-hexes", items, by="referee", default=items, labels=labels, optional=True, about=about)
    sides = {BOTH: "the air units of both sides suffer"} | {side: f"only those of {title_of(side)}" for side in turn.setting.sides}
    about = partial(winter, turn, f"The winter result is {said}; whose air units suffer from it?")
    suffering = ref.choose("referee.winter-side", sides, by="referee", default=BOTH, optional=True, about=about)
    under = [base for base, number in hexes.items() if number]
    ref.tell(Note, f"winter result of {said}: {', '.join(turn.setting.name(base) for base in under) or 'nowhere'}")
    return Return(in_winter(turn, under, int(said), suffering))


@rule("19.31A")
def in_winter(turn: Turn, hexes: list[str], result: int, side: str) -> Turn:
    """The turn with a winter result in these hexes."""
    there = [unit for unit in turn.units if not unit.strategic and turn.hex_of(unit.home) in hexes and side in (unit.side, BOTH)]
    battles = tuple(
        battle._replace(winter=max(battle.winter, result)) if {*battle.hexes} & {*hexes} else battle for battle in turn.battles
    )
    suffering = "" if side == BOTH else side
    turn = replace(turn, winter=tuple((hex_, result) for hex_ in hexes), winter_for=suffering, battles=battles)
    return turn.with_units([suffers(unit, result) for unit in there])


@rule("19.31A")
def suffers(unit: Unit, result: int) -> Unit:
    """A unit under a winter result; from 8 on it costs one on the dice."""
    worse = int(result >= 8) - int(unit.winter >= 8)
    air_type = unit.air_type._replace(drm=unit.air_type.drm - max(0, worse))
    return unit._replace(winter=max(unit.winter, result), air_type=air_type)


def read_winter(document: Section, turn: Turn, problems: Problems) -> Turn:
    """Winter comes in winter, or when the scenario has no date."""
    date = document["date"] or "winter"
    return turn.with_setting(replace(turn.setting, winter=date.startswith("winter")))


WEATHER = Chapter(
    fields={},
    read=read_winter,
    steps=(winter_comes,),
)


# 18.7: uninverting


@rule("18.71", "18.7", "18.72", "18.72B")
def uninvert_at_the_start(ref: Referee, turn: Turn) -> Move[Turn]:
    """The attacker may uninvert units that begin the turn inverted."""
    ref.enter("start", "Start of the player turn")
    return Return(carriers_uninverted(ref, uninverted(ref, turn, able(turn))))


@rule("18.71", "18.72A")
def uninvert_after_staging(ref: Referee, turn: Turn) -> Move[Turn]:
    """Units that staged to a supplied base may be uninverted there before any mission."""
    return Return(uninverted(ref, turn, able(turn)))


@rule("18.72A", "18.72E", "18.72C", "18.72D")
def able(turn: Turn) -> list[Unit]:
    """The attacker's land-based units that may be uninverted: fully supplied, and not inverted through the enemy turn."""
    stay = held(turn)
    return [unit for unit in turn.attackers if unit.inverted > stay.get(unit.id, 0) and supplied(turn, unit)]


@rule("18.72C", "18.72D")
def held(turn: Turn) -> dict[str, int]:
    """How many of each unit have redeployed inverted, and stay so through the enemy turn."""
    stay = Counter[str]()
    for unit_id, number in turn.basing.held:
        stay[unit_id] += number
    return {name: min(unit.inverted, number) for name, number in stay.items() if (unit := turn.find(name))}


@rule("18.72A")
def supplied(turn: Turn, unit: Unit) -> bool:
    """Land-based and fully supplied; naval air on a carrier has its carrier's status instead (17.3122D)."""
    base = turn.find_base(unit.home)
    return bool(base and base.supply == "full")


@rule("18.71")
def uninverted(ref: Referee, turn: Turn, units: list[Unit]) -> Turn:
    """The owner uninverts all eligible land-based air, or waits."""
    options = {"uninvert": "uninvert all eligible units", "wait": "leave them inverted for now"}
    about = partial(to_uninvert, turn, units)
    if not units or ref.choose("attacker.uninvert", options, by="attacker", about=about, quiet=True) == "wait":
        return turn
    return all_uninverted(ref, turn, units)


def all_uninverted(ref: Referee, turn: Turn, units: list[Unit]) -> Turn:
    after, held_back = [], held(turn)
    for unit in units:
        stay = held_back.get(unit.id, 0)
        ref.tell(is_uninverted, "attacker", unit, unit.inverted - stay)
        after.append(unit.holding(ready=unit.number - stay, inverted=stay))
    return turn.with_units(after)


def is_uninverted(by: str, unit: Unit, number: int) -> Status:
    return Status(by, f"{unit.id}: {unit.air_type.label}", number, "uninverted")


@rule("18.72", "18.72B", "18.72C", "18.72D", "18.71")
def uninvert_at_the_end(ref: Referee, turn: Turn) -> Move[Turn]:
    """After redeployment the attacker uninverts the units it used, so that they can serve in the enemy turn."""
    ref.enter("end", "End of the player turn")
    turn = automatically_uninverted(ref, turn)
    turn = carriers_uninverted(ref, uninverted(ref, turn, able(turn)))
    turn = aboard_as_their_carriers(ref, turn)
    ref.tell(still_inverted, turn)
    return Return(turn.with_basing(turn.basing._replace(held=())))


@rule("17.3122D", "18.44")
def carriers_uninverted(ref: Referee, turn: Turn) -> Turn:
    """The naval rules say when an inverted carrier is uninverted; its naval air is uninverted with it."""
    for carrier in turn.carriers if turn.setting.orders_asked else ():
        own = turn.setting.alliances.side(carrier.nation) == turn.setting.attacker
        if not own or carrier.sunk or not carrier.inverted:
            continue
        options = {"stays": f"{carrier.name} stays inverted", "uninvert": f"{carrier.name} and its naval air are uninverted"}
        key, about = f"referee.uninvert.{carrier.id}", partial(carrier_inverted, turn, carrier)
        if ref.choose(key, options, by="referee", optional=True, about=about) == "uninvert":
            ref.tell(Note, f"{carrier.name} and its naval air are uninverted")
            turn = turn.with_carrier(replace(carrier, inverted=False))
            turn = turn.with_units([unit.all_ready() for unit in aboard(turn, carrier.id)])
    return turn


@rule("17.3122D", "17.3126C")
def aboard_as_their_carriers(ref: Referee, turn: Turn) -> Turn:
    """Naval air that aborted in an attacked port was inverted for the turn; now it has the status of its carrier again."""
    for carrier in turn.carriers:
        for unit in aboard(turn, carrier.id):
            if unit.inverted and not carrier.inverted:
                ref.tell(is_uninverted, turn.player(unit.side), unit, unit.inverted)
                turn = turn.with_units([unit.all_ready()])
    return turn


@rule("18.72B", "18.73", "18.42B", "17.3122D")
def at_the_end(turn: Turn) -> Turn:
    """The turn at its end, for units that nobody was asked about: all are uninverted that may be."""
    if turn.setting.whole_turn:
        return turn
    back = {unit.id: unit for unit in turn.units if unit.at_sea and not turn.find_carrier(unit.home)}
    turn = turn.with_units([unit._replace(at_sea=0, inverted=unit.inverted + unit.at_sea) for unit in back.values()])
    own = [unit for unit in turn.units if unit.side == turn.setting.attacker]
    ready = {unit.id for unit in (*able(turn), *(unit for unit in own if unit.strategic or uninverts_itself(turn, unit)))}
    for carrier in turn.carriers:
        ready |= {unit.id for unit in aboard(turn, carrier.id) if not carrier.inverted}
    stay, still = held(turn), [unit for unit in turn.units if unit.id in ready]
    return turn.with_units(unit.holding(ready=unit.number - stay.get(unit.id, 0), inverted=stay.get(unit.id, 0)) for unit in still)


@rule("18.73", "18.73B")
def automatically_uninverted(ref: Referee, turn: Turn) -> Turn:
    """Western Allied air in the US boxes is uninverted even without supply, unless it arrived there in this turn."""
    free = [unit for unit in turn.units if unit.inverted and unit.side == turn.setting.attacker and uninverts_itself(turn, unit)]
    return all_uninverted(ref, turn, free)


@rule("18.73", "18.73B")
def uninverts_itself(turn: Turn, unit: Unit) -> bool:
    """Whether a unit is uninverted at the end of its turn even if unsupplied."""
    base = turn.find_base(unit.home)
    if base is None or base.box not in US_BOXES:
        return False
    return turn.setting.alliances.faction(unit.air_type.nation) == WEST and unit.inverted > held(turn).get(unit.id, 0)


@rule("18.72")
def still_inverted(turn: Turn) -> list[Event]:
    """The units that stay inverted through the enemy turn, and why."""
    rows = tuple(
        (unit.id, unit.air_type.label, turn.setting.name(unit.home), str(unit.inverted), reason(turn, unit))
        for unit in turn.units
        if unit.inverted and unit.side == turn.setting.attacker and not unit.strategic
    )
    if not rows:
        return [Note(f"{turn.setting.rulings.name('attacker')}: all air units are uninverted")]
    return [Sheet("Inverted through the enemy turn", ("unit", "type", "base", "inverted", "why"), rows)]


def reason(turn: Turn, unit: Unit) -> str:
    if held(turn).get(unit.id):
        return "redeployed (18.72C, D)"
    return "like its carrier (17.3122D)" if turn.find_carrier(unit.home) else "not uninverted (18.72A)"


def read_uninversion(document: Section, turn: Turn, problems: Problems) -> Turn:
    """A whole player turn begins and ends with uninversion; later orders are checked with all eligible units uninverted."""
    if not document["turn"]:
        return turn
    ready = [unit.all_ready() for unit in able(turn)]
    whole = ("start.uninversion", "movement.staging", "redeployment.units", "end.uninversion")
    return turn.with_units(ready).with_agenda(*whole)


CHAPTER = Chapter(
    fields={},
    read=read_uninversion,
    steps=(uninvert_at_the_start, uninvert_after_staging, uninvert_at_the_end),
)
