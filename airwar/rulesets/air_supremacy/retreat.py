"""Retreats (rules 22, 23, 29, 30, 36): single units leave under fire; survivors leave the battle, or are out for the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from airwar.engine.referee import Note, Referee, Ruling
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.about import fall_back, where_to
from airwar.rulesets.air_supremacy.attack import laden_ships_split, withdrawn
from airwar.rulesets.air_supremacy.forces import (
    FIGHTS,
    GROUNDED,
    LEAVING,
    PARKED,
    Force,
    Line,
    below_deck,
    describe,
    is_guest,
    line_name,
    merged,
    split,
)
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.places import all_fit, free_deck, friendly_places
from airwar.rulesets.air_supremacy.turn import LEFT, OFF_THE_MAP, OUT, RETREATING, Battle, Group, Turn, facts
from airwar.rulesets.air_supremacy.units import Kind


@rule("22", "23", "28", "29", "36", "44")
def declare_retreat(ref: Referee, turn: Turn, space: str, nation: str) -> Turn:
    """A nation may retreat single units, under fire; aircraft that arrived in this round are committed to fight it."""
    battle = turn.battle(space)
    able = {
        line: number for line in battle.defenders if line.kind.nation == nation and (number := most_to_retreat(turn, battle, line))
    }
    if not able:
        return turn
    numbers = ref.allot(
        f"{space}.{nation}.retreat",
        {line_name(line): number for line, number in able.items()},
        by=nation,
        labels={line_name(line): describe(line) for line in able},
        refuse=partial(retreat_refused, turn, battle, tuple(able)),
        facts=partial(facts, turn, battle, False),
        about=partial(fall_back, turn, battle, able),
    )
    if not any(numbers.values()):
        return turn
    ref.tell(ruling, turn.setting.rulings, "retreaters-roll")
    if any(numbers[line_name(line)] and not is_guest(line.kind, space) for line in able):
        ref.tell(ruling, turn.setting.rulings, "retreat-to")
    return turn.with_battle(battle._replace(defenders=split(battle.defenders, numbers, LEAVING)))


def no_retreat_ruling(turn: Turn) -> Ruling | None:
    """Names the battles from which nobody can retreat, so that nobody wonders why the question is not asked."""
    setting = turn.setting
    trapped = [
        setting.name(battle.space)
        for battle in turn.battles
        if battle.on and not any(refuges(turn, battle, line.kind) for line in battle.defenders)
    ]
    text = f"no adjacent friendly space to retreat to from {', '.join(trapped)}"
    return setting.rulings.ruled("retreat-to", text) if trapped else None


@rule("29", "30")
def most_to_retreat(turn: Turn, battle: Battle, line: Line) -> int:
    """How many units of a line may retreat: none in the round of arrival, and only as many as find room."""
    if line.mode != FIGHTS or line.arrived:
        return 0
    places = refuges(turn, battle, line.kind)
    if any(has_room(turn, line.kind, place) for place in places):
        return line.number
    return min(line.number, sum(free_deck(turn, ship) for ship in places))


@rule("30", "22")
def refuges(turn: Turn, battle: Battle, kind: Kind) -> list[str]:
    """Where units may retreat: dispatched aircraft to their origin, others to adjacent friendly places that nobody attacks."""
    if is_guest(kind, battle.space):
        return [kind.home]
    if turn.setting.rulings.value("retreat-to") == "anywhere":
        return [OFF_THE_MAP]
    return friendly_places(turn, kind, battle.space)


# carriers have room for a few only


@rule("21", "30")
def has_room(turn: Turn, kind: Kind, place: str) -> bool:
    """Whether a place takes any number of units of a kind: land and sea do, and the carrier that keeps their places."""
    return place in turn.setting.spaces or place in (OFF_THE_MAP, kind.home)


def bound_for_decks(turn: Turn, battle: Battle, lines: Force) -> Iterator[tuple[int, frozenset[str]]]:
    """Those of some lines that can retreat to carriers only: how many, and to which carriers."""
    for line in lines:
        places = refuges(turn, battle, line.kind)
        if line.kind.type.flies and not any(has_room(turn, line.kind, place) for place in places):
            yield line.number, frozenset(places)


@rule("21", "22")
def retreat_refused(turn: Turn, battle: Battle, able: Force, numbers: Mapping[str, int]) -> str | None:
    """Why units cannot retreat together, or None: aircraft that retreat to carriers need a place on deck."""
    going = tuple(line._replace(number=numbers[line_name(line)]) for line in able)
    promised = [
        demand
        for other in turn.battles
        for demand in bound_for_decks(turn, other, tuple(line for line in other.defenders if line.mode == LEAVING))
    ]
    wanted = list(bound_for_decks(turn, battle, going))
    if all_fit(turn, [*promised, *wanted]):
        return laden_ships_split(battle.defenders, numbers)
    return f"{sum(number for number, _ in wanted)} aircraft to carriers, which have no room for so many (21)"


# when the round is over


@rule("22", "23", "36", "47")
def leave_battle(ref: Referee, turn: Turn, battle: Battle) -> tuple[Turn, Battle]:
    """Survivors of a retreat leave, a ship with all that is aboard; everybody else is ready again."""
    leaving = with_cargo(battle.defenders)
    withdrawing = with_cargo(battle.attackers)
    attackers = ready(tuple(line for line in battle.attackers if line not in withdrawing))
    defenders = ready(tuple(line for line in battle.defenders if line not in leaving))
    battle = battle._replace(attackers=attackers, defenders=defenders)
    turn = turn.with_battle(battle)
    leaving = tuple(sorted(leaving, key=below_deck))  # ships before what is aboard them
    for number, line in enumerate(leaving):
        turn = retreated(ref, turn, battle, line, leaving[number + 1 :])
    turn = withdrawn(ref, turn, turn.battle(battle.space), withdrawing)
    return turn, turn.battle(battle.space)


@rule("23")
def with_cargo(force: Force) -> Force:
    """The units of a side that leave: those that said so, and what is below the decks of ships among them."""
    ships = {line.kind.ship for line in force if line.kind.ship and line.mode == LEAVING}
    return tuple(line for line in force if line.mode == LEAVING or (below_deck(line) and line.kind.home in ships))


def ready(force: Force) -> Force:
    """Grounding lasts one round."""
    return merged(line._replace(mode=FIGHTS) if line.mode in (GROUNDED, PARKED, LEAVING) else line for line in force)


@rule("22", "23", "36")
def retreated(ref: Referee, turn: Turn, battle: Battle, line: Line, others: Force) -> Turn:
    """Survivors of a line reach their refuge. Dispatched aircraft fly home; units below deck stay aboard."""
    if is_guest(line.kind, battle.space):
        return fly_home(ref, turn, line)
    if below_deck(line):
        if any(other.kind.ship == line.kind.home for other in turn.battle(battle.space).defenders):
            return stay_behind(turn, battle, line)
        return turn.joined_by([Group(line.kind, line.number, OUT if line.kind.type.flies else LEFT)])
    left = line.number
    for place, number in chosen_refuges(ref, turn, battle, line, others).items():
        if number:
            ref.tell(Note, f"retreated to {turn.setting.name(place)}: {line.kind.counted(number)}")
            turn, left = turn.joined_by([refugees(turn, line, place, number)]), left - number
    if not left:
        return turn
    ref.tell(Note, f"the refuge is lost, so they stay in {turn.setting.name(battle.space)}: {line.kind.counted(left)}")
    return stay_behind(turn, battle, line._replace(number=left))


def stay_behind(turn: Turn, battle: Battle, line: Line) -> Turn:
    """Units that have lost their refuge are still in the battle."""
    now = turn.battle(battle.space)
    return turn.with_battle(now._replace(defenders=ready(merged((*now.defenders, line)))))


@rule("36", "30")
def fly_home(ref: Referee, turn: Turn, line: Line) -> Turn:
    """Dispatched aircraft that retreat fly home and are out for the turn; they are there in the next round."""
    name = turn.setting.name(line.kind.home)
    ref.tell(Note, f"flying back to {name}, out for the turn: {line.kind.counted(line.number)}")
    return turn.joined_by([Group(line.kind, line.number, RETREATING)])


def refugees(turn: Turn, line: Line, place: str, number: int) -> Group:
    """Units in their refuge. Aircraft are based there from now on, and out for the turn."""
    if line.kind.type.flies and place != OFF_THE_MAP:
        return Group(turn.setting.based(line.kind, place), number, OUT)
    return Group(line.kind, number, LEFT, place, line.damage)


def is_laden(turn: Turn, line: Line, others: Force) -> bool:
    """Whether units are aboard the ships of a line, leaving with them or elsewhere. Then it must be clear who is aboard which."""
    crews = [*turn.units(), *((other.kind, other.number) for other in others)]
    return bool(line.kind.ship) and any(kind.aboard and kind.home == line.kind.ship and number for kind, number in crews)


@rule("22", "21")
def chosen_refuges(ref: Referee, turn: Turn, battle: Battle, line: Line, others: Force) -> Mapping[str, int]:
    """Where the units of a line retreat to; their owner chooses if there are several places."""
    waiting = list(bound_for_decks(turn, battle, tuple(other for other in others if not below_deck(other))))

    def refuse(numbers: Mapping[str, int]) -> str | None:
        if sum(map(bool, numbers.values())) > 1 and is_laden(turn, line, others):
            return f"{line.kind.ship} is {line.number} ships with units aboard; all of them go to one space"
        aboard = [(number, frozenset({place})) for place, number in numbers.items() if not has_room(turn, line.kind, place)]
        return None if all_fit(turn, [*waiting, *aboard]) else "other aircraft need that place on deck (21)"

    places = dict.fromkeys(refuges(turn, battle, line.kind), line.number)
    places |= {place: min(line.number, free_deck(turn, place)) for place in places if not has_room(turn, line.kind, place)}
    default: dict[str, int] = {}
    for place in sorted(places, key=lambda place: not has_room(turn, line.kind, place)):  # strange decks last: they are scarce
        default[place] = next(
            number
            for number in range(min(places[place], line.number - sum(default.values())), -1, -1)
            if not refuse({**default, place: number})
        )
    return ref.allot(
        f"{battle.space}.{line.kind.nation}.retreat-to-{line_name(line._replace(mode=FIGHTS))}",
        places,
        by=line.kind.nation,
        least=sum(default.values()),
        most=sum(default.values()),
        default=default,
        labels={place: turn.setting.name(place) for place in places},
        refuse=refuse,
        about=partial(where_to, turn, battle, line, places),
    )
