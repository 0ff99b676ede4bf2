"""When a battle is over: aircraft go home, and those without a home look for another or are lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from airwar.engine.referee import Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.engine.words import listed
from airwar.rulesets.air_supremacy.about import to_land
from airwar.rulesets.air_supremacy.forces import LOCKED, Line, is_guest
from airwar.rulesets.air_supremacy.places import afloat, all_fit, decks, free_deck, friendly_places, origin_groups
from airwar.rulesets.air_supremacy.turn import HELD, HOME, HOMEWARD, LEFT, OUT, WON, Battle, Group, Turn
from airwar.rulesets.air_supremacy.units import Kind, nation_name
from airwar.rulesets.kit.names import count, verb


class Homeless(NamedTuple):
    """Aircraft without a home, the space where it was, and the option that says what becomes of them."""

    kind: Kind
    number: int
    space: str
    option: str


@rule("30", "37", "27")
def close_battle(ref: Referee, turn: Turn, battle: Battle, result: str) -> Turn:
    """A battle is over: dispatched aircraft return, aircraft at home are free again, all other units stay where they are."""
    turn = turn.with_battle(battle)
    aircraft = [line for line in battle.defenders if line.kind.type.flies]
    homeless = [line for line in aircraft if not is_guest(line.kind, battle.space) and carrier_is_sunk(turn, line)]
    stranded = [line for line in battle.attackers if carrier_is_sunk(turn, line)]
    groups = [group for line in battle.support for group in origin_groups(turn, battle, line, LEFT)]
    groups += [after_battle(turn, battle, line) for line in aircraft if line not in homeless]
    ref.tell(Note, f"{turn.setting.name(battle.space)}: {result_in_words(turn, battle, result)}")
    over = battle._replace(
        attackers=tuple(line for line in battle.attackers if line not in stranded),
        defenders=tuple(line for line in battle.defenders if line not in aircraft),
        support=(),
        result=result,
    )
    turn = turn.with_battle(over).joined_by(groups)
    lost = [Homeless(line.kind, line.number, battle.space, "carrier-sunk") for line in (*homeless, *stranded)]
    return find_landing(ref, turn, lost)


def result_in_words(turn: Turn, battle: Battle, result: str) -> str:
    """How a battle has ended, with the nations by name: `Germany wins` for `attacker wins`."""
    if result == HELD:
        return f"{listed(map(nation_name, battle.nations))} {verb(len(battle.nations), 'win')}"
    return result.replace("attacker", nation_name(turn.setting.attacker))


@rule("21")
def carrier_is_sunk(turn: Turn, line: Line) -> bool:
    """Whether aircraft have lost their carrier."""
    return line.kind.type.flies and line.kind.aboard and not afloat(turn, line.kind.home)


@rule("30", "37", "27")
def after_battle(turn: Turn, battle: Battle, line: Line) -> Group:
    """Where defending aircraft with a home go when their battle is over."""
    kind, number = line.kind, line.number
    if is_guest(kind, battle.space):
        return Group(kind, number, HOMEWARD)
    # aircraft whose carrier has retreated from this zone follow it, and are out like the carrier
    follows = kind.aboard and afloat(turn, kind.home) != battle.space
    return Group(kind, number, OUT if follows or line.mode == LOCKED else HOME)


@rule("30")
def home_is_lost(turn: Turn, kind: Kind) -> bool:
    """Whether a home was sunk, or captured by enemy troops."""
    if kind.aboard:
        return not afloat(turn, kind.home)
    battle = turn.battle_in(kind.home)
    return bool(battle and battle.result == WON and any(line.kind.type.sphere == "land" for line in battle.attackers))


# aircraft without a home


@rule("30")
def find_landing(ref: Referee, turn: Turn, homeless: Sequence[Homeless]) -> Turn:
    """Aircraft without a home are lost, or land at a friendly place nearby for the rest of the turn, as the option says."""
    for nation in dict.fromkeys(one.kind.nation for one in homeless):
        turn = nation_lands(ref, turn, nation, [one for one in homeless if one.kind.nation == nation and one.number])
    return turn


def nation_lands(ref: Referee, turn: Turn, nation: str, homeless: Sequence[Homeless]) -> Turn:
    """The aircraft of one nation land where their owner says; those that find no room are lost."""
    rulings, name = turn.setting.rulings, turn.setting.name
    offers = {f"{one.kind.id}-to-{place}": (one, place) for one in homeless for place in landing_places(turn, one)}
    numbers = chosen_landings(ref, turn, nation, offers) if offers else {}
    landed = []
    for offer, number in numbers.items():
        one, place = offers[offer]
        if number:
            ref.tell(rulings.ruled, one.option, f"no home to return to, landed at {name(place)}: {one.kind.counted(number)}")
            landed.append(landed_group(turn, one.kind, number, place))
    for one in homeless:
        lost = one.number - sum(number for offer, number in numbers.items() if offers[offer][0] is one)
        if lost:
            ref.tell(rulings.ruled, one.option, f"no home to return to: {one.kind.counted(lost)}")
            ref.tell(Loss, nation_name(nation), one.kind.type.name, lost, "lost without a home")
    return turn.joined_by(landed)


def landed_group(turn: Turn, kind: Kind, number: int, place: str) -> Group:
    """Aircraft at a new base. Attackers have a home only aboard ships."""
    if kind.nation in turn.setting.movers and place in turn.setting.spaces:
        return Group(turn.setting.based(kind, ""), number, LEFT, place)
    return Group(turn.setting.based(kind, place), number, OUT)


def landing_places(turn: Turn, one: Homeless) -> list[str]:
    """Friendly carriers in the same zone, then friendly places next to it."""
    if turn.setting.rulings.value(one.option) == "destroyed":
        return []
    battle = turn.battle_in(one.space)
    here = [] if battle and battle.on else decks(turn, one.kind, one.space)
    return [*here, *friendly_places(turn, one.kind, one.space)]


def chosen_landings(ref: Referee, turn: Turn, nation: str, offers: Mapping[str, tuple[Homeless, str]]) -> dict[str, int]:
    """The owner says where his homeless aircraft land; by default on carriers first. As many land as find room."""
    default = dict.fromkeys(offers, 0)
    for offer, (one, _) in offers.items():
        left = one.number - sum(number for other, number in default.items() if offers[other][0] is one)
        default[offer] = next(
            number for number in range(left, -1, -1) if not landing_refused(turn, offers, {**default, offer: number})
        )
    return ref.allot(
        f"{next(iter(offers.values()))[0].space}.{nation}.land",
        {offer: one.number for offer, (one, _) in offers.items()},
        by=nation,
        least=sum(default.values()),
        most=sum(default.values()),
        default=default,
        labels={offer: f"{one.kind.label} to {turn.setting.name(place)}" for offer, (one, place) in offers.items()},
        refuse=partial(landing_refused, turn, offers),
        about=partial(to_land, turn, [(one.kind, one.number, place) for one, place in offers.values()]),
    )


@rule("21")
def landing_refused(turn: Turn, offers: Mapping[str, tuple[Homeless, str]], numbers: Mapping[str, int]) -> str | None:
    """Why aircraft cannot land like this, or None: each lands once, and no carrier takes more than it holds."""
    for one in dict.fromkeys(one for one, _ in offers.values()):
        number = sum(numbers[offer] for offer, (other, _) in offers.items() if other is one)
        if number > one.number:
            return f"{count(number, one.kind.type.name)} to land, but there are only {one.number}"
    for ship in dict.fromkeys(place for _, place in offers.values() if place not in turn.setting.spaces):
        number = sum(numbers[offer] for offer, (_, place) in offers.items() if place == ship)
        if not all_fit(turn, [(number, frozenset({ship}))]):
            return f"{turn.setting.name(ship)} has room for {free_deck(turn, ship)} (21)"
    return None
