"""Who leaves before anybody rolls: attackers call off battles or withdraw (rules 47, 48), defenders retreat or sit out the round.

Defenders leave under fire (16 to 23, 29, 30), and so do attackers that leave others behind. If many aircraft want a place on
deck at the same moment (21, 22, 34), this module decides who gets it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple, TypeAlias

from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.position import ruling
from airwar.rulesets.air_supremacy.turn import Battle, Result, Turn, facts, free_deck, friendly_places, home_is_lost
from airwar.rulesets.air_supremacy.units import Force, Kind, Line, Mode, alike, also_called, describe, nation_name, size, split
from airwar.rulesets.kit import Note, Referee, rule

# the attacker


@rule("48", "47")
def attacker_decides(ref: Referee, turn: Turn, space: str) -> Turn:
    """The attacker fights on, calls the battle off, or withdraws some units; not before the first rolls of a new battle."""
    battle = turn.battle(space)
    if not battle.on or battle.new:
        return turn
    able = withdrawable(alike(battle.attackers))
    everybody = size(able) == size(line for line in battle.attackers if line.mode != Mode.ABOARD)
    options = {"fight": "fight on"}
    if everybody:
        options["call-off"] = "call the battle off and withdraw unscathed"
    if size(able) - everybody > 0:
        options["withdraw-some"] = "withdraw some units under fire"
    if len(options) == 1:
        return turn
    answer = ref.choose(
        f"{space}.attacker.go-on",
        options,
        by=turn.setting.attacker,
        facts=partial(facts, turn, battle, True),
        about=partial(about.go_on, turn, battle),
        why_not=lambda said: (
            "troops that came ashore cannot leave again (47)"
            if said == "call-off"
            else f"{said!r}: the attacker fights on, withdraws some units, or calls the battle off (48)"
        ),
    )
    if answer == "call-off":
        return turn.with_battle(battle._replace(result=Result.CALLED_OFF))  # `break_off` withdraws all that are called off at once
    if answer == "withdraw-some":
        return turn.with_battle(battle._replace(attackers=withdraw_some(ref, turn, battle, able, everybody)))
    return turn


@rule("47")
def withdrawable(attackers: Force) -> Force:
    """Troops that came ashore cannot leave again; all other units can, and ships take along what is aboard."""
    return tuple(line for line in attackers if not line.kind.landed and line.mode != Mode.ABOARD)


@rule("47")
def withdraw_some(ref: Referee, turn: Turn, battle: Battle, able: Force, everybody: bool) -> Force:
    """Units that leave while others stay do not roll, and the defenders roll at them once more."""
    numbers = ref.allot(
        f"{battle.space}.attacker.withdraw",
        {line.name: line.number for line in able},
        by=turn.setting.attacker,
        least=1,
        most=size(able) - everybody,
        labels={line.name: describe(line) for line in able},
        about=partial(about.able_to, "leave, under fire", turn, battle, able),
        why_not=lambda name: f"{name} is not one of the units that can withdraw; troops ashore and units aboard cannot (47)",
    )
    ref.tell(ruling, turn.setting.rulings, "retreaters-roll")
    return split(battle.attackers, numbers, Mode.LEAVING)


# defenders that retreat


@rule("22", "23", "28", "29", "36", "44")
def declare_retreat(ref: Referee, turn: Turn, space: str, nation: str) -> Turn:
    """A nation may retreat single units, under fire; aircraft that arrived in this round are committed to fight it."""
    battle = turn.battle(space)
    own = [line for line in alike(battle.defenders) if line.kind.nation == nation]
    able = {line: number for line in own if (number := most_to_retreat(turn, battle, line))}
    if not able:
        return turn
    numbers = ref.allot(
        f"{space}.{nation}.retreat",
        {line.name: number for line, number in able.items()},
        by=nation,
        labels={line.name: f"{describe(line)}{home_lost(turn, line)}" for line in able},
        refuse=partial(retreat_refused, turn, battle, tuple(able)),
        facts=partial(facts, turn, battle, False),
        about=partial(about.fall_back, turn, battle, able),
        why_not=partial(cannot_retreat, turn, battle, nation),
    )
    if not any(numbers.values()):
        return turn
    ref.tell(ruling, turn.setting.rulings, "retreaters-roll")
    return turn.with_battle(battle._replace(defenders=split(battle.defenders, numbers, Mode.LEAVING)))


@rule("29", "30")
def most_to_retreat(turn: Turn, battle: Battle, line: Line) -> int:
    """How many units of a line may retreat: none in the round of arrival, and only as many as find room."""
    if line.mode != Mode.FIGHTS or line.arrived:
        return 0
    places = refuges(turn, battle, line)
    if any(has_room(turn, line.kind, place) for place in places):
        return line.number
    return min(line.number, sum(free_deck(turn, ship) for ship in places))


@rule("22", "29", "36")
def cannot_retreat(turn: Turn, battle: Battle, nation: str, name: str) -> str:
    """Why something cannot retreat although somebody names it."""
    line = next((line for line in alike(battle.defenders) if name in (line.name, line.kind.name)), None)
    if line is None or line.kind.nation != nation:
        known = also_called((one for one in battle.defenders if one.kind.nation == nation), name)
        return f"{known or f'{nation_name(nation)} has no {name!r} in the battle at {turn.setting.name(battle.space)}'} (22)"
    if line.arrived:
        return f"{name}: dispatched aircraft fight in the round they arrive (29)"
    if line.mode != Mode.FIGHTS:
        return f"{name}: aircraft that have retreated are out for the turn, and units aboard go with their ship (36)"
    if line.guest:
        return f"{name}: their home is lost, and they return nowhere else (30)"
    if line.kind.type.flies and line.kind.aboard and home_is_lost(turn, line.kind):
        return f"{name}: their carrier is sunk, and no place takes them (21)"
    return f"{name}: no adjacent friendly space that nobody attacks takes them (22)"


@rule("30", "22")
def refuges(turn: Turn, battle: Battle, line: Line) -> list[str]:
    """Where units can retreat: dispatched aircraft to where they came from, others to adjacent friendly places that nobody attacks.

    Aircraft that would be lost without their home fight on, unless they are leaving already. Rulings: origin-lost, carrier-sunk.
    """
    option = "origin-lost" if line.guest else "carrier-sunk"
    at_risk = line.kind.type.flies and (line.guest or line.kind.aboard) and home_is_lost(turn, line.kind)
    if at_risk and line.mode != Mode.LEAVING and turn.setting.rulings.value(option) == "destroyed":
        return []
    return [line.kind.home] if line.guest else friendly_places(turn, line.kind, battle.space)


def home_lost(turn: Turn, line: Line) -> str:
    return ", whose home is lost" if line.guest and home_is_lost(turn, line.kind) else ""


# carriers have room for only a few


@rule("21", "30")
def has_room(turn: Turn, kind: Kind, place: str) -> bool:
    """Whether a place takes any number of units of a kind: land and sea do, and the carrier that keeps their places."""
    return place in turn.setting.spaces or place == kind.home


def bound_for_decks(turn: Turn, battle: Battle, lines: Iterable[Line]) -> Iterator[tuple[Line, Some]]:
    """Those of some lines that can retreat only to carriers: how many, and to which carriers with room."""
    for line in lines:
        if line.kind.type.flies and line.number:
            places = refuges(turn, battle, line)
            if not any(has_room(turn, line.kind, place) for place in places):
                yield line, (line.number, frozenset(ship for ship in places if free_deck(turn, ship)))


def room_on(turn: Turn, ships: Iterable[str]) -> dict[str, int]:
    """How many more aircraft some carriers can take."""
    return {ship: free_deck(turn, ship) for ship in ships}


@rule("21", "22")
def retreat_refused(turn: Turn, battle: Battle, able: Force, numbers: Mapping[str, int]) -> str | None:
    """Why units cannot retreat together, or None: aircraft that retreat to carriers need a place on deck.

    Others may want the same places; `share_refuges` sees to that when all have declared.
    """
    wanted = [some for _, some in bound_for_decks(turn, battle, [line._replace(number=numbers[line.name]) for line in able])]
    if all_fit(room_on(turn, {ship for _, ships in wanted for ship in ships}), wanted):
        return None
    return f"{sum(number for number, _ in wanted)} aircraft to carriers, which have no room for so many (21)"


@rule("22", "21", "34")
def share_refuges(ref: Referee, turn: Turn) -> Turn:
    """All have said who retreats. If the decks have no room for that many, their owner says who comes; the others stay."""
    leaving = [
        (battle.space, line, some)
        for battle in turn.battles
        if battle.on
        for line, some in bound_for_decks(turn, battle, [line for line in alike(battle.defenders) if line.mode == Mode.LEAVING])
    ]
    names = [line.kind.name for _, line, _ in leaving]
    wants = {
        Want(
            f"{line.kind.name}{f'-at-{space}' if names.count(line.kind.name) > 1 else ''}",
            line.kind.nation,
            f"{line.kind.counted(line.number)} from {turn.setting.name(space)}",
            line.number,
            (some,),
        ): (space, line)
        for space, line, some in leaving
    }
    room = room_on(turn, {ship for want in wants for ship in want.ships})
    staying = {wants[want]: want.number - number for want, number in shared_out(ref, turn, "retreat", room, wants)}
    for (space, line), number in staying.items():
        turn = stay(ref, turn, space, line, number) if number else turn
    for space, nation in dict.fromkeys((space, line.kind.nation) for (space, line), number in staying.items() if number):
        own = {line.kind.name: number for (at, line), number in staying.items() if (at, line.kind.nation) == (space, nation)}
        turn = declare_grounding(ref, turn, space, nation, own)
    return turn


@rule("21")
def stay(ref: Referee, turn: Turn, space: str, line: Line, number: int) -> Turn:
    """Aircraft for which no carrier has room do not retreat after all."""
    ref.tell(Note, f"no room on deck, so they stay: {line.kind.counted(number)}")
    battle = turn.battle(space)
    return turn.with_battle(battle._replace(defenders=split(battle.defenders, {line.name: number}, Mode.FIGHTS)))


# grounding


@rule("16", "28", "29", "44")
def declare_grounding(ref: Referee, turn: Turn, space: str, nation: str, after_all: Mapping[str, int] | None = None) -> Turn:
    """Aircraft at home may sit out the round; dispatched aircraft are committed.

    `after_all`: only this many of these, which found no room on deck; the others have already said what they do.
    """
    battle = turn.battle(space)
    own = [line for line in alike(battle.defenders) if line.kind.nation == nation]
    able = [line for line in own if grounding_refused(battle, line) is None]
    if after_all is not None:
        able = [line._replace(number=after_all[line.name]) for line in able if after_all.get(line.name)]
    if not able:
        return turn
    numbers = ref.allot(
        f"{space}.{nation}.ground{'' if after_all is None else '-after-all'}",
        {line.name: line.number for line in able},
        by=nation,
        labels={line.name: describe(line) for line in able},
        facts=partial(facts, turn, battle, False),
        about=partial(about.able_to, "sit out this round", turn, battle, able),
        why_not=lambda name: next(
            (
                f"{name}: {grounding_refused(battle, line) or 'they have already declared what they do (28)'}"
                for line in own
                if name in (line.name, line.kind.name)
            ),
            f"{also_called(own, name) or f'{nation_name(nation)} has no {name!r} at {turn.setting.name(space)}'} (16)",
        ),
    )
    if not any(numbers.values()):
        return turn
    stay_down(ref, able, numbers)
    return turn.with_battle(battle._replace(defenders=split(battle.defenders, numbers, Mode.GROUNDED)))


@rule("17", "18")
def stay_down(ref: Referee, able: list[Line], numbers: Mapping[str, int]) -> None:
    """Grounded aircraft are out of the fight for the sky: they are no targets there, and do not roll (18)."""
    staying = ", ".join(line.kind.counted(numbers[line.name]) for line in able if numbers[line.name])
    ref.tell(Note, f"sitting out the fight for the sky this round, without a roll (18): {staying}")


@rule("16", "29")
def grounding_refused(battle: Battle, line: Line) -> str | None:
    """Why units cannot sit out the round, or None: aircraft on land may, and aircraft whose carrier is still afloat here."""
    if not line.kind.type.flies:
        return "only aircraft stay on the ground or below deck (16)"
    if line.guest:
        return "dispatched aircraft have come to fight, and have no base here (29)"
    if line.mode != Mode.FIGHTS:
        return f"they are {'in retreat' if line.mode == Mode.LEAVING else 'on the ground already'} (16)"
    if line.kind.aboard and not any(other.kind.ship == line.kind.home for other in battle.defenders):
        return "their carrier is not here any more (21)"
    return None


# places on deck that many aircraft want at the same moment

Some: TypeAlias = tuple[int, frozenset[str]]  # how many aircraft, and the carriers that they can reach


class Want(NamedTuple):
    """Aircraft that can go only to carriers, and are counted together."""

    name: str  # in an answer
    nation: str
    label: str
    number: int  # the most of them that go
    parts: tuple[Some, ...]

    @property
    def ships(self) -> frozenset[str]:
        return frozenset().union(*(ships for _, ships in self.parts))


@rule("21")
def most_that_fit(room: Mapping[str, int], wanted: Iterable[tuple[int, Sequence[Some]]]) -> int:
    """The most aircraft that find a place on carriers with this much room; each entry is a limit, with the parts that share it."""
    wanted = list(wanted)
    every = sorted(frozenset[str]().union(*(ships for _, parts in wanted for _, ships in parts)))
    return min(  # the tightest of all sets of carriers: they are full, and all that can go elsewhere do
        sum(room[ship] for ship in some)
        + sum(min(most, sum(number for number, ships in parts if not ships <= some)) for most, parts in wanted)
        for some in (frozenset(chosen) for length in range(len(every) + 1) for chosen in combinations(every, length))
    )


def all_fit(room: Mapping[str, int], wanted: Iterable[Some]) -> bool:
    """Whether aircraft fit on carriers with this much room: each number with the carriers it can reach."""
    wanted = list(wanted)
    return most_that_fit(room, [(some[0], (some,)) for some in wanted]) == sum(number for number, _ in wanted)


def apart(wants: Iterable[Want]) -> list[list[Want]]:
    """The wants, grouped so that no two groups have a carrier in common."""
    found: list[list[Want]] = []
    for want in wants:
        touching = [group for group in found if any(want.ships & other.ships for other in group)]
        found = [group for group in found if group not in touching] + [[*(one for group in touching for one in group), want]]
    return found


@rule("21", "22", "34")
def shared_out(ref: Referee, turn: Turn, why: str, room: Mapping[str, int], wants: Iterable[Want]) -> Iterator[tuple[Want, int]]:
    """How many of each get a place. If decks are short, their owner decides, by default for his own aircraft first.

    Among several owners, it is the one with the most places.
    """
    owners = {kind.ship: kind.nation for kind, _ in turn.units() if kind.ship in room}
    for some in apart(sorted(wants)):
        if granted(room, some, {want.name: want.number for want in some}):
            yield from ((want, want.number) for want in some)
            continue
        places = Counter[str]()
        ships = sorted(frozenset().union(*(want.ships for want in some)))
        for ship in ships:
            places[owners[ship]] += room[ship]
        by = min(places, key=lambda nation: (-places[nation], nation))
        usual = dict.fromkeys((want.name for want in some), 0)
        for want in sorted(some, key=lambda want: (want.nation != by, want)):
            usual[want.name] = max(n for n in range(want.number + 1) if granted(room, some, {**usual, want.name: n}))
        numbers = ref.allot(
            f"{ships[0]}.{by}.{why}-places",
            {want.name: want.number for want in some},
            by=by,
            least=sum(usual.values()),
            most=sum(usual.values()),
            default=usual,
            labels={want.name: want.label for want in some},
            refuse=partial(not_granted, room, some),
            about=partial(about.short_of_places, turn, ships, [want.label for want in some], sum(usual.values())),
            why_not=lambda name: f"{name!r} is not one of those that want a place on deck (21)",
        )
        yield from ((want, numbers[want.name]) for want in some)


def granted(room: Mapping[str, int], wants: Iterable[Want], numbers: Mapping[str, int]) -> bool:
    """Whether there is room for this many of each."""
    return most_that_fit(room, [(numbers[want.name], want.parts) for want in wants]) == sum(numbers.values())


@rule("21")
def not_granted(room: Mapping[str, int], wants: Sequence[Want], numbers: Mapping[str, int]) -> str | None:
    """Why places cannot be given like this, or None."""
    return None if granted(room, wants, numbers) else "the decks that these can reach have no room for so many (21)"
