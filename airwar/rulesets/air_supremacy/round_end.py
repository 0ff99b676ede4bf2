"""The end of a round (rules 19 to 23, 30, 36, 37, 47, 48): it ends in all battles at the same moment.

Retreating units reach their refuge while every battle is still as it was when the retreat was declared. Attackers that withdraw
go back. Then decided battles are closed, all at once; troops take the spaces where nobody else is left; and last of all,
aircraft without a home look for a place to land.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.combat import nobody_can_hit
from airwar.rulesets.air_supremacy.retreat import (
    Some,
    Want,
    all_fit,
    apart,
    bound_for_decks,
    has_room,
    most_that_fit,
    refuges,
    room_on,
    shared_out,
)
from airwar.rulesets.air_supremacy.turn import (
    Battle,
    Group,
    Result,
    Status,
    Turn,
    afloat,
    decks,
    dispatch_refused,
    free_deck,
    friendly_places,
    home_is_lost,
    is_attacked,
    occupied,
    ready,
    where_home_was,
)
from airwar.rulesets.air_supremacy.units import (
    Force,
    Kind,
    Line,
    Mode,
    below_deck,
    combined,
    dealt,
    merged,
    nation_name,
    nations_in,
    size,
)
from airwar.rulesets.kit import Loss, Note, Referee, listed, rule, verb


class Homeless(NamedTuple):
    """Aircraft without a home, the space where they look for another one, and the option that says what happens to them."""

    kind: Kind
    number: int
    space: str
    option: str


@rule("34", "22", "47", "19")
def round_ends(ref: Referee, turn: Turn) -> Turn:
    """Retreating units leave all battles; then the battles that somebody has won, or that nobody can win, are over."""
    stranded: list[Homeless] = []
    changed = [battle.space for battle in turn.battles if battle.on and not all_fight(battle)]
    if changed:
        turn = retreated(ref, turn)
        turn, stranded = withdrawn(turn, {space: with_cargo(turn.battle(space).attackers) for space in changed})
    for battle in map(turn.battle, changed):
        attackers, defenders = (merged(map(ready, force)) for force in (battle.attackers, battle.defenders))
        turn = turn.with_battle(battle._replace(attackers=attackers, defenders=defenders))
    results = {battle.space: result for battle in turn.battles if battle.on and (result := result_of_battle(turn, battle))}
    for space in [space for space, result in results.items() if result == Result.STAND_OFF and not turn.battle(space).still]:
        if help_is_near(turn, turn.battle(space)):
            turn = turn.with_battle(turn.battle(space)._replace(still=True))
            del results[space]
    return close_battles(ref, turn, results, stranded)


def all_fight(battle: Battle) -> bool:
    """Whether every unit fights: none leaves, or stays on the ground or aboard."""
    return all(line.mode == Mode.FIGHTS for force in (battle.attackers, battle.defenders) for line in force)


def result_of_battle(turn: Turn, battle: Battle) -> str:
    """How a battle has ended, or nothing if it goes on."""
    if not battle.attackers:
        return Result.HELD if battle.defenders else Result.NOBODY
    if not battle.defenders:
        return Result.WON
    reinforced = any(group.status == Status.ON_THE_WAY and group.place == battle.space for group in turn.groups)
    if not reinforced and nobody_can_hit(turn.setting, battle.attackers, battle.defenders):
        return Result.STAND_OFF
    return ""


@rule("26", "24")
def help_is_near(turn: Turn, battle: Battle) -> bool:
    """Whether aircraft could be dispatched in the coming round to a battle where nobody can hit anybody without them."""
    return any(dispatch_refused(turn, group, battle.space) is None for group in turn.groups)


@rule("23")
def with_cargo(force: Force) -> Force:
    """The units of a side that leave: those that declared it, and what is below the decks of ships among them."""
    ships = {line.kind.ship for line in force if line.kind.ship and line.mode == Mode.LEAVING}
    return tuple(line for line in force if line.mode == Mode.LEAVING or (below_deck(line) and line.kind.home in ships))


# retreats


@rule("22", "23", "36")
def retreated(ref: Referee, turn: Turn) -> Turn:
    """Survivors of all retreats leave their battles at once, and find their places together.

    Dispatched aircraft fly home. Ships and troops go to their refuge, units below deck with their ship. Aircraft come last.
    """
    leaving = [(battle, line) for battle in turn.battles for line in with_cargo(battle.defenders)]
    for battle in {battle.space: battle for battle, _ in leaving}.values():
        staying = tuple(line for line in battle.defenders if (battle, line) not in leaving)
        turn = turn.with_battle(battle._replace(defenders=staying))
    for _, line in leaving:
        if line.guest:
            turn = fly_home(ref, turn, line)
        elif below_deck(line):
            turn = turn.joined_by([Group(line.kind, line.number, Status.OUT if line.kind.type.flies else Status.LEFT)])
    for by_air in (False, True):
        lines = [(battle, line) for battle, line in leaving if not (line.guest or below_deck(line))]
        turn = find_refuge(ref, turn, [one for one in lines if one[1].kind.type.flies == by_air])
    return turn


@rule("36", "30")
def fly_home(ref: Referee, turn: Turn, line: Line) -> Turn:
    """Dispatched aircraft that retreat fly home and are out for the turn; they arrive in the next round."""
    ref.tell(Note, f"flying back to {home_in_words(turn, line.kind)}, out for the turn: {line.kind.counted(line.number)}")
    return turn.joined_by([Group(line.kind, line.number, Status.RETREATING)])


def home_in_words(turn: Turn, kind: Kind) -> str:
    """The home of aircraft, and whether it is lost."""
    return f"{turn.setting.name(kind.home)}{', which is lost' if home_is_lost(turn, kind) else ''}"


@rule("22", "21")
def find_refuge(ref: Referee, turn: Turn, leaving: Sequence[tuple[Battle, Line]]) -> Turn:
    """Where units retreat to; their owners choose if there are several places. All of them find one."""
    crowds: dict[tuple[str, str], list[Line]] = {}
    for battle, line in leaving:
        crowds.setdefault((battle.space, line._replace(mode=Mode.FIGHTS).name), []).append(line)
    waiting = [(space, lines[0]._replace(number=size(lines)), lines) for (space, _), lines in sorted(crowds.items())]
    places = [refuges(turn, turn.battle(space), line) for space, line, _ in waiting]
    strange = {place for some in places for place in some if place not in turn.setting.spaces}
    room = {ship: free_deck(turn, ship, [line for _, line in leaving]) for ship in strange}
    found: list[Group] = []
    for at, (space, line, lines) in enumerate(waiting):
        later = [bound_for_decks(turn, turn.battle(there), [other]) for there, other, _ in waiting[at + 1 :]]
        others = [some for wanted in later for _, some in wanted]
        for place, number in chosen_refuges(ref, turn, space, line, places[at], room, others).items():
            if number:
                ref.tell(Note, f"retreated to {turn.setting.name(place)}: {line.kind.counted(number)}")
                room |= {} if has_room(turn, line.kind, place) else {place: room[place] - number}
                going = dict(dealt([(one, "") for one in lines], {"": number}))
                found += [refugees(turn, one, place, share) for one, share in going.items()]
                lines = [one._replace(number=one.number - going.get(one, 0)) for one in lines]
    return turn.joined_by(found)


def refugees(turn: Turn, line: Line, place: str, number: int) -> Group:
    """Units in their refuge. Aircraft are based there from now on, and are out for the turn."""
    if line.kind.type.flies:
        return Group(turn.setting.based(line.kind, place), number, Status.OUT)
    return Group(line.kind, number, Status.LEFT, place, line.damage)


@rule("22", "21")
def chosen_refuges(
    ref: Referee,
    turn: Turn,
    space: str,
    line: Line,
    places: Sequence[str],
    room: Mapping[str, int],
    others: Sequence[Some],
) -> Mapping[str, int]:
    """Where the units of a line retreat to; their owner chooses if there are several places. Others need room on deck too."""

    def refuse(numbers: Mapping[str, int]) -> str | None:
        aboard = [(number, frozenset({place})) for place, number in numbers.items() if not has_room(turn, line.kind, place)]
        return None if all_fit(room, [*others, *aboard]) else "other aircraft need that place on deck (21)"

    most = {place: line.number if has_room(turn, line.kind, place) else min(line.number, room[place]) for place in places}
    default: dict[str, int] = {}
    for place in sorted(
        most, key=lambda place: not has_room(turn, line.kind, place)
    ):  # other carriers last, since places are scarce
        left = min(most[place], line.number - sum(default.values()))
        default[place] = next(number for number in range(left, -1, -1) if not refuse({**default, place: number}))
    nation = line.kind.nation
    return ref.allot(
        f"{space}.{nation}.retreat-to-{line._replace(mode=Mode.FIGHTS).name}",
        most,
        by=nation,
        least=line.number,
        most=line.number,
        default=default,
        labels={place: turn.setting.name(place) for place in most},
        refuse=refuse,
        about=partial(about.where_to, turn, space, line, places),
        why_not=lambda place: f"{turn.setting.name(place)} is not an adjacent friendly place that can take them (22)",
    )


# attackers that withdraw


@rule("47", "48")
def withdrawn(turn: Turn, leaving: Mapping[str, Force]) -> tuple[Turn, list[Homeless]]:
    """Attackers that leave their battles are back where they came from. Also returns aircraft whose carrier is sunk."""
    for space, lines in leaving.items():
        battle = turn.battle(space)
        turn = turn.with_battle(battle._replace(attackers=tuple(line for line in battle.attackers if line not in lines)))
    gone = [(space, line) for space, lines in leaving.items() for line in lines]
    groups = [Group(line.kind, line.number, Status.LEFT, line.kind.space, line.damage) for _, line in gone if not line.kind.aboard]
    turn = turn.joined_by(groups)  # ships first, to know which are afloat
    homeless = []
    for space, line in gone:
        if carrier_is_sunk(turn, line):
            homeless.append(Homeless(line.kind, line.number, space, "carrier-sunk"))
        elif line.kind.aboard:
            turn = aboard_again(turn, line)
    return turn, homeless


def aboard_again(turn: Turn, line: Line) -> Turn:
    """Units aboard a ship share its fate, no matter which battle it is in."""
    zone = turn.battle_in(afloat(turn, line.kind.home))
    if zone and any(other.kind.ship == line.kind.home for other in zone.attackers):
        return turn.with_battle(zone._replace(attackers=merged((*zone.attackers, Line(line.kind, line.number, Mode.ABOARD)))))
    return turn.joined_by([Group(line.kind, line.number, Status.LEFT)])


@rule("48")
def break_off(ref: Referee, turn: Turn) -> Turn:
    """Battles called off: all attackers withdraw before anybody rolls, and nobody fires at them."""
    called = {battle.space: battle.attackers for battle in turn.battles if battle.result == Result.CALLED_OFF and battle.attackers}
    turn, stranded = withdrawn(turn, called)
    return close_battles(ref, turn, dict.fromkeys(called, Result.CALLED_OFF), stranded)


# battles that are over


@rule("30", "37", "27", "34")
def close_battles(ref: Referee, turn: Turn, results: Mapping[str, str], homeless: Iterable[Homeless] = ()) -> Turn:
    """Battles end, all at the same moment: dispatched aircraft return, aircraft at home are free again, others stay where they are.

    Then troops take the spaces where nobody else is left, and all aircraft without a home land elsewhere; victorious attackers
    do so when the turn is over.
    """
    without = list(homeless)
    for space, result in results.items():
        battle = turn.battle(space)
        aircraft = [line for line in battle.defenders if line.kind.type.flies]
        lost = [line for line in aircraft if not line.guest and carrier_is_sunk(turn, line)]
        groups = [Group(line.kind, line.number, Status.LEFT, line.kind.space, line.damage) for line in battle.support]
        groups += [after_battle(turn, battle, line) for line in aircraft if line not in lost]
        without += [Homeless(line.kind, line.number, space, "carrier-sunk") for line in lost]
        ref.tell(Note, f"{turn.setting.name(space)}: {result_in_words(turn, battle, result)}")
        over = battle._replace(
            defenders=tuple(line for line in battle.defenders if line not in aircraft),
            support=(),
            result=result,
        )
        turn = turn.with_battle(over).joined_by(groups)
    return find_landing(ref, occupied(turn, results), without)


def result_in_words(turn: Turn, battle: Battle, result: str) -> str:
    """How a battle has ended, with the nations by name: `Germany wins` for `attacker wins`."""
    if result == Result.HELD:
        left = nations_in(battle.defenders)
        return f"{listed(map(nation_name, left))} {verb(len(left), 'win')}"
    return result.replace("attacker", nation_name(turn.setting.attacker))


@rule("21")
def carrier_is_sunk(turn: Turn, line: Line) -> bool:
    """Whether aircraft have lost their carrier."""
    return line.kind.type.flies and line.kind.aboard and not afloat(turn, line.kind.home)


@rule("30", "37", "27")
def after_battle(turn: Turn, battle: Battle, line: Line) -> Group:
    """Where defending aircraft with a home go when their battle is over."""
    kind, number = line.kind, line.number
    if line.guest:
        return Group(kind, number, Status.HOMEWARD)
    # aircraft whose carrier has retreated from this zone follow it, and are out like the carrier
    follows = kind.aboard and afloat(turn, kind.home) != battle.space
    return Group(kind, number, Status.OUT if follows or line.mode == Mode.LOCKED else Status.HOME)


# aircraft without a home


Crowd: TypeAlias = tuple[str, str]  # the name of aircraft, and the space from which they look for a place


class Landing(NamedTuple):
    """Some aircraft, and one of the places that can take them."""

    crowd: Crowd
    place: str


@rule("30", "21", "34")
def find_landing(ref: Referee, turn: Turn, homeless: Sequence[Homeless]) -> Turn:
    """Aircraft without a home are lost, or land at a friendly place nearby for the rest of the turn, as the option says.

    All look for a place at the same moment. No nation takes places on deck that others need.
    """
    crowds: dict[Crowd, list[Homeless]] = {}
    for one in sorted(combined(homeless), key=lambda one: (one.space, one.kind.name, one.kind.unit)):
        crowds.setdefault((one.kind.name, one.space), []).append(one)
    places = {crowd: landing_places(turn, some[0]) for crowd, some in crowds.items()}
    room = room_on(turn, {ship for some in places.values() for ship in some if ship not in turn.setting.spaces})
    needed = dict(shared_out(ref, turn, "landing", room, deck_wants(turn, crowds, places)))
    landed: list[Group] = []
    for nation in sorted({some[0].kind.nation for some in crowds.values()}):
        own = {crowd: some for crowd, some in crowds.items() if some[0].kind.nation == nation}
        needed = {want: number for want, number in needed.items() if want.nation != nation}
        others = [(number, want.parts) for want, number in needed.items()]
        groups = nation_lands(ref, turn, own, places, Decks(dict(room), others))
        for group in groups:
            if group.kind.home in room:
                room[group.kind.home] -= group.number
        landed += groups
    return turn.joined_by(landed)


def deck_wants(turn: Turn, crowds: Mapping[Crowd, Sequence[Homeless]], places: Mapping[Crowd, Sequence[str]]) -> list[Want]:
    """The aircraft of each nation that can land only on carriers, those that can reach different carriers listed separately."""
    single = []
    for crowd, ships in places.items():
        if ships and not any(place in turn.setting.spaces for place in ships):
            number, nation = sum(one.number for one in crowds[crowd]), crowds[crowd][0].kind.nation
            single.append(Want(nation, nation, "", number, ((number, frozenset(ships)),)))
    found: list[Want] = []
    for some in apart(single):
        for nation in {want.nation for want in some}:
            parts = tuple(part for want in some if want.nation == nation for part in want.parts)
            number = sum(most for most, _ in parts)
            found.append(Want(nation, nation, f"{number} aircraft of {nation_name(nation)}", number, parts))
    return found


class Decks(NamedTuple):
    """The room on carriers, and the aircraft of other nations that need a place there."""

    room: Mapping[str, int]
    others: Sequence[tuple[int, Sequence[Some]]]

    def take(self, landing: Iterable[tuple[str, int]], more: Iterable[Some] = ()) -> bool:
        """Whether the others still find places if this many land on each carrier and some more are to come."""
        own = [*((number, frozenset({ship})) for ship, number in landing if ship in self.room), *more]
        wanted = [*self.others, *((some[0], (some,)) for some in own)]
        return most_that_fit(self.room, wanted) == sum(number for number, _ in wanted)


def nation_lands(
    ref: Referee, turn: Turn, crowds: dict[Crowd, list[Homeless]], places: Mapping[Crowd, Sequence[str]], decks: Decks
) -> list[Group]:
    """The aircraft of one nation land where their owner says; those that find no room are lost."""
    rulings, name = turn.setting.rulings, turn.setting.name
    known = [kind for kind, _ in crowds]
    offers = {
        f"{kind}{f'-at-{space}' if known.count(kind) > 1 else ''}-to-{place}": Landing((kind, space), place)
        for kind, space in crowds
        for place in places[kind, space]
    }
    numbers = chosen_landings(ref, turn, crowds, offers, decks)
    landed: list[Group] = []
    for offer, number in numbers.items():
        crowd, place = offers[offer]
        if number:
            first = crowds[crowd][0]
            ref.tell(rulings.ruled, first.option, f"no home to return to, landed at {name(place)}: {first.kind.counted(number)}")
            going = dict(dealt([(one, "") for one in crowds[crowd]], {"": number}))
            landed += [landed_group(turn, one.kind, share, place) for one, share in going.items()]
            crowds[crowd] = [one._replace(number=one.number - going.get(one, 0)) for one in crowds[crowd]]
    for some in crowds.values():
        lost = sum(one.number for one in some)
        if lost:
            ref.tell(rulings.ruled, some[0].option, f"no home to return to: {some[0].kind.counted(lost)}")
            ref.tell(Loss, nation_name(some[0].kind.nation), some[0].kind.type.name, lost, "lost without a home")
    return landed


def landed_group(turn: Turn, kind: Kind, number: int, place: str) -> Group:
    """Aircraft at a new base. Defenders are out for the turn; attackers have a home only aboard ships."""
    based = turn.setting.based(kind, place)
    return Group(based, number, Status.LEFT if kind.nation in turn.setting.movers else Status.OUT, "" if based.home else place)


def landing_places(turn: Turn, one: Homeless) -> list[str]:
    """Friendly carriers with room in the same zone or next to it, then friendly land next to it."""
    if turn.setting.rulings.value(one.option) == "destroyed":
        return []
    here = [] if is_attacked(turn, one.space) else decks(turn, one.kind, one.space)
    found = [*here, *friendly_places(turn, one.kind, one.space)]
    free = [place for place in found if place in turn.setting.spaces or free_deck(turn, place)]
    return sorted(free, key=lambda place: (place in turn.setting.spaces, place))


def chosen_landings(
    ref: Referee, turn: Turn, crowds: Mapping[Crowd, Sequence[Homeless]], offers: Mapping[str, Landing], decks: Decks
) -> dict[str, int]:
    """The owner says where his homeless aircraft land, by default on carriers first. As many land as find room."""
    there = {crowd: sum(one.number for one in some) for crowd, some in crowds.items()}
    default = usual_landings(there, offers, decks)
    kinds = {crowd: some[0].kind for crowd, some in crowds.items()}
    nation = next(iter(kinds.values())).nation
    return ref.allot(
        f"{min(space for _, space in crowds)}.{nation}.land",
        {offer: there[crowd] for offer, (crowd, _) in offers.items()},
        by=nation,
        least=sum(default.values()),
        most=sum(default.values()),
        default=default,
        labels={offer: f"{kinds[crowd].label} to {turn.setting.name(place)}" for offer, (crowd, place) in offers.items()},
        refuse=partial(landing_refused, turn, there, offers, decks),
        about=partial(about.to_land, turn, [(kinds[crowd], there[crowd], place) for crowd, place in offers.values()]),
        why_not=lambda offer: f"{offer!r} is neither a friendly carrier with room nor friendly land next to them (21)",
    )


def usual_landings(there: Mapping[Crowd, int], offers: Mapping[str, Landing], decks: Decks) -> dict[str, int]:
    """As many as find room, on carriers first; none takes a place that would leave another one without any."""
    reach = {crowd: [place for other, place in offers.values() if other == crowd] for crowd in there}
    bound = {crowd: 0 for crowd, places in reach.items() if places and all(place in decks.room for place in places)}

    def still() -> list[Some]:
        """Those that still have to land on carriers, and can land nowhere else."""
        return [(number, frozenset(reach[crowd])) for crowd, number in bound.items() if number]

    for crowd in bound:
        for _ in range(there[crowd]):
            bound[crowd] += 1
            bound[crowd] -= not decks.take((), still())
    left, usual = {**there, **bound}, dict.fromkeys(offers, 0)
    for offer, (crowd, place) in offers.items():
        for _ in range(left[crowd]):
            usual[offer] += 1
            if crowd in bound:
                bound[crowd] -= 1
            if not decks.take(((offers[other].place, number) for other, number in usual.items()), still()):
                usual[offer] -= 1
                if crowd in bound:
                    bound[crowd] += 1
                break
        left[crowd] -= usual[offer]
        reach[crowd].remove(place)  # those that have not landed here land at one of the other places
    return usual


@rule("21")
def landing_refused(
    turn: Turn, there: Mapping[Crowd, int], offers: Mapping[str, Landing], decks: Decks, numbers: Mapping[str, int]
) -> str | None:
    """Why aircraft cannot land like this, or None: each lands once, and no carrier takes more than it holds."""
    for crowd, most in there.items():
        number = sum(numbers[offer] for offer, landing in offers.items() if landing.crowd == crowd)
        if number > most:
            return f"{number} of {crowd[0]} to land, but there are only {most} (21)"
    for ship in dict.fromkeys(place for _, place in offers.values() if place in decks.room):
        number = sum(numbers[offer] for offer, (_, place) in offers.items() if place == ship)
        if number > decks.room[ship]:
            return f"{turn.setting.name(ship)} has room for {decks.room[ship]} (21)"
    if not decks.take((offers[offer].place, number) for offer, number in numbers.items()):
        return "other aircraft need that place on deck (21)"
    return None


@rule("30", "37")
def return_home(ref: Referee, turn: Turn) -> Turn:
    """When the last battle is over, all aircraft that are still away go home."""
    groups: list[Group] = []
    homeless: list[Homeless] = []
    for group in turn.groups:
        if group.status not in Status.FLYING:
            groups.append(group)
        elif home_is_lost(turn, group.kind):
            homeless.append(Homeless(group.kind, group.number, where_home_was(turn, group.kind), "origin-lost"))
        else:
            groups.append(Group(group.kind, group.number, Status.OUT if group.status == Status.RETREATING else Status.HOME))
    turn = turn.with_groups(groups)
    for battle in turn.battles:  # attackers whose carrier was sunk in a battle elsewhere
        stranded = [line for line in battle.attackers if carrier_is_sunk(turn, line)]
        homeless += [Homeless(line.kind, line.number, battle.space, "carrier-sunk") for line in stranded]
        staying = tuple(line for line in battle.attackers if line not in stranded)
        turn = turn.with_battle(battle._replace(attackers=staying)) if stranded else turn
    return find_landing(ref, turn, homeless)
