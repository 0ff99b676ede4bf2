"""What a turn comes to: who is where and in what state, which is the position of the next turn; the results, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from airwar.rulesets.air_supremacy.forces import CARGO, Line, in_flight
from airwar.rulesets.air_supremacy.opening import turn_of
from airwar.rulesets.air_supremacy.position import Position, Unit, begun, new_ids
from airwar.rulesets.air_supremacy.turn import (
    CALLED_OFF,
    FLYING,
    HELD,
    NOT_ATTACKED,
    ON_THE_WAY,
    OUT,
    WON,
    Battle,
    Group,
    Turn,
    home_of,
)
from airwar.rulesets.air_supremacy.units import Kind, nation_name, number_of, type_name
from airwar.rulesets.kit import Book, End, Event, Sheet, Tally, count, passed, rule, to_continue


class Stand(NamedTuple):
    """Units of one kind in one place and state."""

    kind: Kind
    number: int
    space: str  # where they belong, unless aboard
    aboard: str = ""
    damage: int = 0
    out: bool = False
    place: str = ""  # where they are now: in a battle, or at home
    doing: tuple[str, ...] = ()  # what they do there, in the words of a scenario


def stands(turn: Turn) -> Iterator[Stand]:
    """All units left. Attacking aircraft belong where they came from; the module does not say where they land."""
    for battle in turn.battles:
        for line in (*battle.attackers, *battle.defenders):
            yield in_battle(turn, battle, line)
        for line in battle.support:
            yield Stand(line.kind, line.number, line.kind.space, "", line.damage, place=line.kind.space)
    for plan in turn.passes:
        for line in plan.waiting:
            aboard = line.kind.home if line.kind.aboard else ""
            where = "" if aboard else line.kind.space
            yield Stand(line.kind, line.number, where, aboard, place=line.kind.space, doing=(f"bound-for={plan.space}",))
    for group in turn.groups:
        kind, aboard = group.kind, group.kind.home if group.kind.aboard else ""
        space = "" if aboard else kind.home or group.place
        where = (home_of(turn, kind) if kind.home else group.place) or kind.space
        yield Stand(kind, group.number, space, aboard, group.damage, group.status == OUT, where, under_way(group))


def in_battle(turn: Turn, battle: Battle, line: Line) -> Stand:
    """Units in a battle. When it is over, aircraft are no longer over the space."""
    kind, aboard = line.kind, line.kind.home if line.kind.aboard else ""
    over = ("over",) if not battle.result and in_flight(line) else ()
    if kind.type.flies and not kind.home:
        doing = (*over, f"from={kind.space}") if over and kind.space != battle.space else over
        return Stand(kind, line.number, kind.space, place=battle.space if over else kind.space, doing=doing)
    if aboard and (kind.type.flies or line.mode == CARGO):
        back = kind.type.flies and battle.result  # on its carrier, unless that is sunk and the turn is not over
        return Stand(kind, line.number, "", aboard, place=(back and home_of(turn, kind)) or battle.space, doing=over)
    space = kind.home if line.guest else battle.space
    return Stand(kind, line.number, space, "", line.damage, place=battle.space, doing=over)


def under_way(group: Group) -> tuple[str, ...]:
    """What aircraft outside the battles are doing."""
    if group.status == ON_THE_WAY:
        return (f"bound-for={group.place}",)
    return ("returning",) if group.status in FLYING else ()


# the position


def position_of(turn: Turn) -> Position:
    """Who is where after a turn, and who holds which space. Parts of an entry in other places or states get new ids."""
    before, used = turn.setting.position, set[str]()
    parts: dict[str, dict[Unit, int]] = {unit_id: {} for unit_id in before.units}
    for stand in stands(turn):
        unit_id = stand.kind.unit
        out_for = turn.setting.attacker if stand.out else ""
        now = replace(
            before.units[unit_id],
            count=0,
            at=stand.space,
            aboard=stand.aboard,
            damaged=bool(stand.damage),
            out_for=out_for,
            bound_for="",
            returning=False,
            of="",
        )
        parts[unit_id][now] = parts[unit_id].get(now, 0) + stand.number
    units: dict[str, Unit] = {}
    for unit_id, found in parts.items():
        for now in sorted(
            found, key=lambda now: (now.at != before.units[unit_id].at, now.at, now.aboard, now.damaged, now.out_for)
        ):
            name = next(new_ids(unit_id, {*parts, *used}, 1)) if unit_id in used else unit_id
            used.add(name)
            units[name] = replace(now, id=name, count=found[now])
    spaces = {name: replace(space, nation=turn.holder(name)) for name, space in before.spaces.items()}
    return replace(before, units=Book(units), spaces=Book(spaces))


def at_end(state: Turn | Position) -> Position:
    """The position in the state with which a scenario begins or ends. House values that are in use stay allowed."""
    position = state if isinstance(state, Position) else position_of(state)
    options = position.options
    if position.house_types and not options.yes("placeholder-values"):
        options = replace(options, values={**options.values, "placeholder-values": "yes"})
    return replace(position, options=options)


@rule("38")
def next_turn(turn: Turn) -> Turn | None:
    """The turn of the next opponent, which begins where this one ended; None after the last."""
    position = turn.setting.position
    if position.number + 1 == len(position.turns):
        return None
    results = ((turn.setting.attacker, battle.nations[0], battle.result) for battle in turn.battles)
    following = replace(position_of(turn), number=position.number + 1)
    return turn_of(following, ())._replace(earlier=(*turn.earlier, *results))


def final_position(turn: Turn) -> list[Event]:
    """Every unit with its place and state; and the position with which the next turn begins, as a scenario has it."""
    now, setting = position_of(turn), turn.setting
    rows = []
    for unit in now.units.values():
        place = f"aboard {setting.name(unit.aboard)}" if unit.aboard else setting.name(unit.at)
        strength = number_of(unit.count, now.type_of(unit).name, now.type_of(unit).name)
        rows.append((place, nation_name(unit.nation), unit.id, strength, "damaged" if unit.damaged else ""))
    sheet = Sheet("Position", ("place", "nation", "unit", "strength", "state"), tuple(sorted(rows)))
    return [sheet, to_continue(begun(passed(now, setting.position)[0]))]


# results


def turn_in(state: Turn | Position) -> Turn:
    """The turn in a state: under way, over, or still to begin."""
    return turn_of(state, state.battles if not state.number else ()) if isinstance(state, Position) else state


def result_of_turns(turn: Turn) -> str:
    """The results of the last turn; of earlier turns, how many battles their attackers won."""
    said = [f"{nation_name(nation)} turn: {wins_of(turn, nation)}" for nation in dict.fromkeys(old[0] for old in turn.earlier)]
    last = result_of_turn(turn)
    return "; ".join([*said, f"{nation_name(turn.setting.attacker)} turn: {last}"]) if said else last


def wins_of(turn: Turn, attacker: str) -> str:
    results = [result for nation, _, result in turn.earlier if nation == attacker and result != NOT_ATTACKED]
    return f"{count(results.count(WON), 'win')} in {count(len(results), 'battle')}"


def result_of_turn(turn: Turn) -> str:
    """The result of the only battle, or the results of all."""
    if not turn.battles:
        return "no attack"
    fought = [battle for battle in turn.battles if battle.result != NOT_ATTACKED] or list(turn.battles)
    if len(fought) == 1:
        return fought[0].result
    return "; ".join(f"{turn.setting.name(battle.space)}: {battle.result}" for battle in fought)


def results(state: Turn | Position) -> list[tuple[str, str]]:
    """The result of each battle; those of earlier turns by who attacked whom."""
    turn = turn_in(state)
    earlier = [(f"{nation_name(nation)} against {nation_name(enemy)}", result) for nation, enemy, result in turn.earlier]
    return [*earlier, *((turn.setting.name(battle.space), battle.result) for battle in turn.battles)]


def winner(end: End) -> str:
    """Whoever has won more of the battles: the attacker, or the first defending nation. A battle called off is the defender's."""
    turn = turn_in(end.state)
    battles = [*turn.earlier, *((turn.setting.attacker, battle.nations[0], battle.result) for battle in turn.battles)]
    first = battles[0][0] if battles else ""
    lead = 0
    for attacker, _, result in battles:
        sign = 1 if turn.setting.friendly(attacker, first) else -1
        lead += sign * ((result == WON) - (result in (HELD, CALLED_OFF)))
    others = (nation for battle in battles for nation in battle[:2] if not turn.setting.friendly(nation, first))
    return "" if lead == 0 else first if lead > 0 else next(others, "")


def tally(state: Turn | Position) -> list[Tally]:
    """What each nation had and lost, by type."""
    lines = turn_in(state).lost().items()
    return [Tally(nation_name(nation), type_name(type_id), had, lost) for (nation, type_id), (had, lost) in lines]


def party(state: Turn | Position, who: str) -> str:
    """All nations that attack in the first turn are one party, with their friends; all others the other; by id or by name."""
    position = turn_in(state).setting.position
    movers, groups = position.movers(0), position.groups
    ours = [nation for nation in groups if nation in movers or groups[nation] == groups.get(position.attacker or "")]
    return "attacker" if who in ("attacker", *ours, *map(nation_name, ours)) else "defender"
