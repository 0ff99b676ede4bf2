"""What a turn looks like, who is where, and how it turns out: the position of the next turn, the results, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from airwar.rulesets.air_supremacy.combat import Fire, Firing, Lot, Sky, muster
from airwar.rulesets.air_supremacy.losses import Struck
from airwar.rulesets.air_supremacy.position import Position, Unit, begun, new_ids
from airwar.rulesets.air_supremacy.turn import FREE, Battle, Group, Result, Status, Turn, home_is_lost, home_of, space_of, turn_of
from airwar.rulesets.air_supremacy.units import (
    Force,
    Kind,
    Line,
    Mode,
    alike,
    below_deck,
    describe,
    in_flight,
    nation_name,
    number_of,
    type_name,
)
from airwar.rulesets.kit import (
    ELIMINATED,
    Book,
    End,
    Event,
    Geography,
    Roll,
    Sheet,
    Site,
    Standing,
    Tally,
    count,
    listed,
    passed,
    replace,
    rule,
    standing_of,
    title_of,
    to_continue,
)


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
    """All the units left. Attacking aircraft belong where they came from; the module does not say where they land."""
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
        yield Stand(kind, group.number, space, aboard, group.damage, group.status == Status.OUT, where, under_way(group))


def in_battle(turn: Turn, battle: Battle, line: Line) -> Stand:
    """Units in a battle. When it is over, aircraft are no longer over the space."""
    kind, aboard = line.kind, line.kind.home if line.kind.aboard else ""
    over = ("over",) if not battle.result and in_flight(line) else ()
    if kind.type.flies and not kind.home:
        doing = (*over, f"from={kind.space}") if over and kind.space != battle.space else over
        return Stand(kind, line.number, kind.space, place=battle.space if over else kind.space, doing=doing)
    if aboard and (kind.type.flies or line.mode == Mode.ABOARD):
        back = kind.type.flies and battle.result  # on its carrier, unless that is sunk and the turn is not over
        return Stand(kind, line.number, "", aboard, place=(back and home_of(turn, kind)) or battle.space, doing=over)
    space = kind.home if line.guest else battle.space
    return Stand(kind, line.number, space, "", line.damage, place=battle.space, doing=over)


def under_way(group: Group) -> tuple[str, ...]:
    """What aircraft outside the battles are doing."""
    if group.status == Status.ON_THE_WAY:
        return (f"bound-for={group.place}",)
    return ("returning",) if group.status in Status.FLYING else ()


# the position


def position_of(turn: Turn) -> Position:
    """Who is where after a turn, and who holds which space. Parts of an entry in different places or states get new ids."""
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
            name = next(new_ids(unit_id, {*parts, *used})) if unit_id in used else unit_id
            used.add(name)
            units[name] = replace(now, id=name, count=found[now])
    spaces = {name: replace(space, nation=turn.holder(name)) for name, space in before.spaces.items()}
    return replace(before, units=Book(units), spaces=Book(spaces))


def at_end(state: Turn | Position) -> Position:
    """The position in a state at the beginning or end of a scenario. House values in use stay allowed."""
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
    """Every unit with its place and state; and the position at the start of the next turn, as a scenario."""
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
    """The turn in a state: in progress, over, or still to begin."""
    return turn_of(state, state.battles if not state.number else ()) if isinstance(state, Position) else state


def result_of_turns(turn: Turn) -> str:
    """The results of the last turn; of earlier turns, how many battles their attackers won."""
    said = [f"{nation_name(nation)} turn: {wins_of(turn, nation)}" for nation in dict.fromkeys(old[0] for old in turn.earlier)]
    last = result_of_turn(turn)
    return "; ".join([*said, f"{nation_name(turn.setting.attacker)} turn: {last}"]) if said else last


def wins_of(turn: Turn, attacker: str) -> str:
    results = [result for nation, _, result in turn.earlier if nation == attacker and result != Result.NOT_ATTACKED]
    return f"{count(results.count(Result.WON), 'win')} in {count(len(results), 'battle')}"


def result_of_turn(turn: Turn) -> str:
    """The result of the only battle, or the results of all."""
    if not turn.battles:
        return "no attack"
    fought = [battle for battle in turn.battles if battle.result != Result.NOT_ATTACKED] or list(turn.battles)
    if len(fought) == 1:
        return fought[0].result
    return "; ".join(f"{turn.setting.name(battle.space)}: {battle.result}" for battle in fought)


def results(state: Turn | Position) -> list[tuple[str, str]]:
    """The result of each battle; those of earlier turns by who attacked whom."""
    turn = turn_in(state)
    earlier = [(f"{nation_name(nation)} against {nation_name(enemy)}", result) for nation, enemy, result in turn.earlier]
    return [*earlier, *((turn.setting.name(battle.space), battle.result) for battle in turn.battles)]


def winner(end: End) -> str:
    """Whoever won more of the battles: the attacker, or the first defending nation. A battle called off goes to the defender."""
    turn = turn_in(end.state)
    battles = [*turn.earlier, *((turn.setting.attacker, battle.nations[0], battle.result) for battle in turn.battles)]
    first = battles[0][0] if battles else ""
    lead = 0
    for attacker, _, result in battles:
        sign = 1 if turn.setting.friendly(attacker, first) else -1
        lead += sign * ((result == Result.WON) - (result in (Result.HELD, Result.CALLED_OFF)))
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


# tables


def tables(states: Sequence[Any]) -> list[Sheet]:
    """The turn, and the fire in progress in one of its battles."""
    sheets, under_way = turn_sheets(turn_in(states[0])), states[1:]
    if under_way:
        sheets.append(fire_sheet(under_way[0], under_way[-1]))
    return sheets


def turn_sheets(turn: Turn) -> list[Sheet]:
    """The map with its battles, and the aircraft."""
    return [sheet for sheet in (map_sheet(turn), aircraft_sheet(turn)) if sheet.rows]


# the map


def map_sheet(turn: Turn) -> Sheet:
    """Every battle with its units, then all other units; once a battle is over, all units of the space are in its row."""
    others: dict[str, tuple[list[str], list[str]]] = {}
    for kind, number, place, damage in outside_battles(turn):
        units = others.setdefault(place, ([], []))[kind.nation not in turn.setting.movers]
        units.append(f"{kind.shown(number)}, damaged" if damage else kind.shown(number))
    rows: list[tuple[str, ...]] = []
    for battle in turn.battles:
        attackers, defenders = others.pop(battle.space, ([], [])) if battle.result else ([], [])
        waiting = [line for plan in turn.passes if plan.space == battle.space for line in plan.waiting] if battle.after else []
        sides = (
            names_or_none([*unit_names((*battle.attackers, *waiting)), *attackers]),
            names_or_none([*unit_names(battle.defenders), *defenders]),
        )
        rows.append((turn.setting.name(battle.space), battle_status(turn, battle), *sides))
    for place, both in others.items():
        beside = "beside the battle" if turn.battle_in(place) else "not fighting"
        rows.append((turn.setting.name(place), beside, *map(names_or_none, both)))
    return Sheet("Map", ("space", "battle", "attackers", "defenders"), tuple(rows))


def outside_battles(turn: Turn) -> Iterator[tuple[Kind, int, str, int]]:
    """The units outside the battles that are in some space of the map, and the hits they have taken."""
    for group in turn.groups:
        space = space_of(turn, group)
        if space in turn.setting.spaces:
            yield group.kind, group.number, space, group.damage
    for battle in turn.battles:
        yield from ((line.kind, line.number, line.kind.space, line.damage) for line in battle.support)


def battle_status(turn: Turn, battle: Battle) -> str:
    if battle.result:
        return battle.result
    return f"from round 2, after {turn.setting.name(battle.after)}" if battle.after else "open"


def unit_names(force: Force) -> list[str]:
    return [describe(line, line.number) for line in alike(force)]


def names_or_none(names: list[str]) -> str:
    return ", ".join(names) or "none"


# the aircraft


def aircraft_sheet(turn: Turn) -> Sheet:
    """All defending aircraft: where they are and when they may be dispatched again."""
    rows = []
    for battle in turn.battles:
        name = turn.setting.name(battle.space)
        for line in battle.defenders:
            if line.kind.type.flies:
                home = turn.setting.name(line.kind.home)
                rows.append((line.kind.counted(line.number), home, f"{doing(line)} {name}", free_again(turn, battle, line)))
    for group in turn.groups:
        if group.kind.type.flies and group.kind.nation not in turn.setting.movers:
            home = turn.setting.name(group.kind.home)
            here = turn.battle_in(home_of(turn, group.kind)) if group.status in (Status.HOME, Status.RETURNING) else None
            free = pinned(turn.setting.name(here.space)) if here and here.on else FREE[group.status]
            free = NEVER if home_is_lost(turn, group.kind) else free
            rows.append((group.kind.counted(group.number), home, whereabouts(turn, group), free))
    return Sheet("Aircraft", ("aircraft", "home", "now", "may be dispatched"), tuple(rows))


def doing(line: Line) -> str:
    if line.mode == Mode.LEAVING:
        return "in retreat from"
    if line.mode == Mode.FIGHTS:
        return "in the battle at"
    return "below deck at" if below_deck(line) else "grounded at"


NEVER = "never: its home is lost"


def pinned(name: str) -> str:
    return f"once {name} is no longer attacked"


def free_again(turn: Turn, battle: Battle, line: Line) -> str:
    """When aircraft in a battle may be dispatched again. Those that follow a retreating carrier are out, as it is (23)."""
    if home_is_lost(turn, line.kind):
        return NEVER
    follows = line.kind.aboard and not line.guest and home_of(turn, line.kind) != battle.space
    if line.mode in (Mode.LOCKED, Mode.LEAVING) or follows:
        return FREE[Status.OUT]
    return FREE[Status.ON_THE_WAY] if line.guest else pinned(turn.setting.name(battle.space))


def whereabouts(turn: Turn, group: Group) -> str:
    place = turn.setting.name(group.place) if group.place else ""
    if group.status == Status.ON_THE_WAY:
        return f"on the way to {place}, there next round"
    if group.status in (Status.HOMEWARD, Status.RETREATING):
        return "on the way back next round" if group.status == Status.HOMEWARD else "flying back in retreat"
    return f"at {place}" if group.status == Status.LEFT and place else group.status


# the fire under way


def fire_sheet(fire: Fire | Struck, now: Sky | Firing | Struck) -> Sheet:
    """Who fires at whom in one battle, and the hits scored so far. The map shows losses once they are chosen."""
    score = now.score
    hits = ((score.air, "at aircraft"), (score.bombs, "with bombs"), (score.fire + score.low, "at the surface"))
    row = (
        fire.setting.name(fire.space),
        nation_name(fire.by),
        names_or_none(unit_names(fire.own)) if isinstance(fire, Fire) else "all have rolled",
        names_or_none(unit_names(fire.enemy)),
        names_or_none([f"{number} {what}" for number, what in hits if number]),
    )
    return Sheet("Fire under way", ("space", "firing", "with", "at", "hits so far"), (row,))


def rolling(states: Sequence[Any], roll: Roll) -> str:
    """Who rolls at what, and where: `fire at surface units at Ceylon by 1 destroyer and 2 fighters`."""
    fire, now = states[1], states[-1]
    where = f"{fire.setting.name(fire.space)} by"
    if isinstance(now, Firing):
        lot = now.lots[0]
        able = shooters_of(fire, lot)
        exact = sum(number for _, number in able) == lot.dice
        who = [number_of(number, name, name) if exact else f"{name}s" for name, number in able]
        return f"{SHOTS[lot.name]} at {where} {'' if exact else f'{lot.dice} of '}{listed(who)}"
    *_, at, shooter = (part for part in roll.key.split(".") if not part.isdecimal())
    name = type_name(shooter.rpartition("-")[0])
    number = roll.reading.dice.count
    return f"{SHOTS[at]} at {where} {number_of(number, name, name) if at == 'air' else name}"


SHOTS = {
    "air": "fire at aircraft",
    "bombs": "bombs",
    "surface": "fire at surface units",
    "surface-only": "fire at surface units only",
    "support": "support fire",
}


def shooters_of(fire: Fire, lot: Lot) -> list[tuple[str, int]]:
    """The types of units whose dice these are, and how many of each there are."""
    if lot.name == "support":
        return [(line.kind.type.name, line.number) for line in fire.support if line.kind.type.attack == lot.value]
    both = (shooter for some in muster(fire.setting, fire.own, fire.attacking) for shooter in some)
    found = [(type_name(one.name), one.number, (one.surface, *one.bombs).count(lot.value)) for one in both]
    return [(name, number * dice) for name, number, dice in found if dice]


# where everything stands


def standing(states: Sequence[Any]) -> list[Standing]:
    """Every unit where it fights or belongs, by the entry of the scenario that it is part of; what is lost, by its type."""
    turn = turn_in(states[0])
    rows = [
        Standing(one.kind.nation, one.place, one.kind.unit, name_of(one), one.number, marks_of(turn, one)) for one in stands(turn)
    ]
    for (nation, type_id), (_, number) in turn.lost().items():
        rows.append(Standing(nation, "", type_id, type_name(type_id), number, ELIMINATED))
    return standing_of(rows)


def name_of(stand: Stand) -> str:
    """A type; a carrier or a loaded ship by its own name: `Akagi (aircraft carrier)`."""
    type_, title = stand.kind.type.name, title_of(stand.kind.ship)
    named = stand.kind.ship and stand.number == 1 and type_ not in title.lower()
    return f"{title} ({type_})" if named else type_


def marks_of(turn: Turn, stand: Stand) -> tuple[str, ...]:
    flags = {
        f"aboard={stand.aboard}": stand.aboard,
        "damaged": stand.damage,
        f"out-for={turn.setting.attacker}": stand.out,
    }
    return (*stand.doing, *(mark for mark, holds in flags.items() if holds))


def called(row: Standing) -> str:
    """`2 fighters`, `Akagi (aircraft carrier)`."""
    return row.name if row.name.endswith(")") else number_of(row.count, row.name, row.name)


def place_name(state: Turn | Position, place: str) -> str:
    """The name of a space, a ship or a nation."""
    return turn_in(state).setting.name(place)


def geography(states: Sequence[Any]) -> Geography:
    """Spaces, who holds them, and which are adjacent."""
    turn = turn_in(states[0])
    spaces = turn.setting.spaces
    sites = tuple(Site(name, space.title, turn.holder(name)) for name, space in spaces.items())
    links = ((here, there) for here, others in turn.setting.beside.items() for there in sorted(others) if here < there)
    return Geography(sites, links=tuple(links))
