"""Places on the decks of carriers that many aircraft want at one moment (rules 21, 22, 34): who gets them where they are short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple, TypeAlias

from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.turn import Turn
from airwar.rulesets.kit import Referee, rule

Some: TypeAlias = tuple[int, frozenset[str]]  # how many aircraft, and the carriers that they can reach


class Want(NamedTuple):
    """Aircraft that can go to carriers only, and are counted together."""

    name: str  # in an answer
    nation: str
    label: str
    number: int  # of them that go, at most
    parts: tuple[Some, ...]

    @property
    def ships(self) -> frozenset[str]:
        return frozenset().union(*(ships for _, ships in self.parts))


@rule("21")
def most_that_fit(room: Mapping[str, int], wanted: Iterable[tuple[int, Sequence[Some]]]) -> int:
    """How many aircraft find a place on carriers with so much room. Of some parts together, no more than a number go."""
    wanted = list(wanted)
    every = sorted(frozenset[str]().union(*(ships for _, parts in wanted for _, ships in parts)))
    return min(  # the tightest of all sets of carriers: they are full, and whoever can go elsewhere does
        sum(room[ship] for ship in some)
        + sum(min(most, sum(number for number, ships in parts if not ships <= some)) for most, parts in wanted)
        for some in (frozenset(chosen) for length in range(len(every) + 1) for chosen in combinations(every, length))
    )


def all_fit(room: Mapping[str, int], wanted: Iterable[Some]) -> bool:
    """Whether aircraft fit on carriers with so much room: each number with the carriers it can reach."""
    wanted = list(wanted)
    return most_that_fit(room, [(some[0], (some,)) for some in wanted]) == sum(number for number, _ in wanted)


def apart(wants: Iterable[Want]) -> list[list[Want]]:
    """The wants in groups that have no carrier in common."""
    found: list[list[Want]] = []
    for want in wants:
        touching = [group for group in found if any(want.ships & other.ships for other in group)]
        found = [group for group in found if group not in touching] + [[*(one for group in touching for one in group), want]]
    return found


@rule("21", "22", "34")
def shared_out(ref: Referee, turn: Turn, why: str, room: Mapping[str, int], wants: Iterable[Want]) -> Iterator[tuple[Want, int]]:
    """How many of each get a place. Where decks are short, their owner says so, by default for his own aircraft first.

    Of several owners, it is the one who has most of the places.
    """
    owners = {kind.ship: kind.nation for kind, _ in turn.units() if kind.ship in room}
    for some in apart(sorted(wants)):
        if granted(room, some, {want.name: want.number for want in some}):
            yield from ((want, want.number) for want in some)
            continue
        places: dict[str, int] = {}
        ships = sorted(frozenset().union(*(want.ships for want in some)))
        for ship in ships:
            places[owners[ship]] = places.get(owners[ship], 0) + room[ship]
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
            why_not=lambda name: f"{name!r} is none of those that want a place on deck (21)",
        )
        yield from ((want, numbers[want.name]) for want in some)


def granted(room: Mapping[str, int], wants: Iterable[Want], numbers: Mapping[str, int]) -> bool:
    """Whether so many of each find a place."""
    return most_that_fit(room, [(numbers[want.name], want.parts) for want in wants]) == sum(numbers.values())


@rule("21")
def not_granted(room: Mapping[str, int], wants: Sequence[Want], numbers: Mapping[str, int]) -> str | None:
    """Why places cannot be given like this, or None."""
    return None if granted(room, wants, numbers) else "the decks that these can reach have no room for so many (21)"
