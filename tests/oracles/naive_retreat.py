"""Who retreats where in Dark Crusade (B13), found by going through every way to do it. Imports nothing of airwar.

A mover is a name and what it counts on a line; air units have one name in common. The owner is asked line by line, in any order,
for as long as he has a choice.
"""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple


class Way(NamedTuple):
    """A line out of a battle, the point at its end, whether that is a point of one's own, and what can still retreat over it."""

    line: str
    point: str
    own: bool
    room: Fraction


def march(players, start, by, movers, ways, names):
    """The owner says who takes which line. Returns each mover with its way, or with None if it found none.

    The keys of the questions are `start` and the name of a line.
    """
    plans, decided = retreat_plans(movers, ways), {}
    while key := players.key_after(start):
        name = key.removeprefix(start)
        can_be_asked = name in names and names.index(name) not in decided
        players.same(f"{key} is asked", f"{key} is {'' if can_be_asked else 'not '}asked")
        at = names.index(name)
        decided[at] = fill_line(players, key, by, movers, {plan[at] for plan in plans if fits(plan, decided)})
    left = [plan for plan in plans if fits(plan, decided)]
    players.same(f"{start} nothing more to choose", f"{start} {'nothing more' if len(left) == 1 else 'something'} to choose")
    return plans[left[0]]


def fill_line(players, key, by, movers, answers):
    """The owner says who takes one line; `answers` are those that leave a legal retreat for the others."""
    given = players.allot(
        key,
        by,
        dict(Counter(name for name, _ in movers)),
        lambda answer: frozenset(answer.items()) in answers,
        lambda: dict(players.random.choice(sorted(answers, key=sorted))),
    )
    return frozenset(given.items())


def fits(plan, decided):
    return all(plan[at] == who for at, who in decided.items())


def retreat_plans(movers, ways):
    """Every legal retreat: for each line who takes it -> the same as a list of movers with their ways."""
    plans = {}
    for goes in spreads(movers, [way.room for way in ways]):
        if is_legal_retreat(movers, ways, goes):
            by_line = [Counter(name for (name, _), to in zip(movers, goes, strict=True) if to == at) for at in range(len(ways))]
            went = [(name, None if to is None else ways[to]) for (name, _), to in zip(movers, goes, strict=True)]
            plans[tuple(frozenset(line.items()) for line in by_line)] = went
    return plans


def spreads(movers, rooms):
    """Every way to send movers over lines without overloading one: for each mover the number of its line, or None."""
    if not movers:
        yield ()
        return
    (_, size), *others = movers
    for rest in spreads(others, rooms):
        yield (None, *rest)
    for at, room in enumerate(rooms):
        if size <= room:
            for rest in spreads(others, [*rooms[:at], room - size, *rooms[at + 1 :]]):
                yield (at, *rest)


def is_legal_retreat(movers, ways, goes):
    """B13: nobody stays behind who fits on a line, and nobody goes to an enemy point who fits on a line to one of his own."""
    left = [way.room for way in ways]
    for (_, size), to in zip(movers, goes, strict=True):
        if to is not None:
            left[to] -= size
    for (_, size), to in zip(movers, goes, strict=True):
        if to is None and any(room >= size for room in left):
            return False
        to_enemy = to is not None and not ways[to].own
        if to_enemy and any(way.own and room >= size for way, room in zip(ways, left, strict=True)):
            return False
    return True
