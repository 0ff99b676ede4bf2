"""Flying Circus, a game made up for this test: two flights of scouts meet, high or low, and fight until one goes home."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Never

from airwar.rulesets.kit import (
    D6,
    ELIMINATED,
    End,
    Field,
    Loss,
    MapOf,
    Move,
    OnRow,
    Problems,
    Referee,
    Return,
    Ruleset,
    Section,
    Sheet,
    Stance,
    Standing,
    Tally,
    Term,
    Text,
    Then,
    Whole,
    call,
    facts,
    load_chart,
    rule,
    standing_of,
    then,
)  # fmt: skip  # isort: skip


class Flight(NamedTuple):
    name: str
    had: int
    left: int


class Meeting(NamedTuple):
    """Both flights; the first dives or climbs, the second may go home."""

    flights: tuple[Flight, Flight]
    height: str = ""


@rule("1")
def meet(ref: Referee, meeting: Meeting) -> Move[Never]:
    """The first flight comes in high or low, and a dogfight begins."""
    ref.enter("dogfight", "Dogfight")
    height = ref.choose("height", ("high", "low"), by=meeting.flights[0].name)
    return call(dogfight, meeting._replace(height=height), back=go_home, keep=meeting)


@rule("2")
def dogfight(ref: Referee, meeting: Meeting) -> Move[tuple[Flight, Flight]]:
    """Both flights roll on the chart at the same time; height helps the first."""
    ref.new_round()
    one, two = meeting.flights
    lost_two = fire(ref, one, (Term.of("height", 1, "2"),) if meeting.height == "high" else ())
    lost_one = fire(ref, two, ())
    one, two = suffer(ref, one, lost_one), suffer(ref, two, lost_two)
    if not one.left or not two.left:
        return Return((one, two))
    return then(stay_or_leave, meeting._replace(flights=(one, two)))


def fire(ref: Referee, flight: Flight, terms: tuple[Term, ...]) -> int:
    row = load_chart(__name__, "dogfight").row(str(min(flight.left, 4)), int)
    return ref.roll(f"{flight.name}.fire", OnRow(D6, row, terms), by=flight.name)


def suffer(ref: Referee, flight: Flight, hits: int) -> Flight:
    lost = min(hits, flight.left)
    if lost:
        ref.tell(Loss, flight.name, "scouts", lost, "shot down")
    return flight._replace(left=flight.left - lost)


@rule("3")
def stay_or_leave(ref: Referee, meeting: Meeting) -> Move[tuple[Flight, Flight]]:
    """The second flight stays, or goes home."""
    one, two = meeting.flights
    known = partial(facts, two.left, one.left)
    if ref.choose("leave", ("stay", "go-home"), by=two.name, facts=known) == "go-home":
        return Return(meeting.flights)
    return then(dogfight, meeting)


@rule("4")
def go_home(ref: Referee, meeting: Meeting, left: tuple[Flight, Flight]) -> Move[Never]:
    """Whoever has more scouts left holds the sky."""
    one, two = left
    held = "nobody" if one.left == two.left else max(left, key=lambda flight: flight.left).name
    return End(f"{held} holds the sky", meeting._replace(flights=left))


def standing(states: Sequence[Any]) -> list[Standing]:
    """The scouts of both flights. A dogfight that has just ended has returned what is left of them."""
    flights: Sequence[Flight] = getattr(states[-1], "flights", states[-1])
    rows = [Standing(flight.name, "sky", "scouts", "scouts", flight.left) for flight in flights]
    rows += [Standing(flight.name, "", "scouts", "scouts", flight.had - flight.left, ELIMINATED) for flight in flights]
    return standing_of(rows)


def setup(said: Section, problems: Problems) -> Then[Never] | None:
    flights = [Flight(name, count, count) for name, count in said["flights"].items()]
    if len(flights) != 2:
        problems.add(said.at("flights"), f"{len(flights)} flights; expected two")
        return None
    return then(meet, Meeting((flights[0], flights[1])))


RULESET: Ruleset[Meeting] = Ruleset(
    id="flying-circus",
    title="Flying Circus",
    package=__name__,
    fields={"flights": Field(MapOf(Text(max_length=20), Whole(1, 12)), required=True, help="the two flights and their scouts")},
    setup=setup,
    tables=lambda states: [Sheet("Flights", ("flight", "left"), tuple((f.name, str(f.left)) for f in states[-1].flights))],
    tally=lambda meeting: [Tally(flight.name, "scouts", flight.had, flight.had - flight.left) for flight in meeting.flights],
    standing=standing,
    decisions={"height": "come in high or low", "leave": "stay, or go home"},
    stances={"leave": Stance(stay="stay", leave="go-home")},
    rolls={"*.fire": "a dogfight"},
    winner=lambda end: end.result.removesuffix(" holds the sky").replace("nobody", ""),
    won="the flight that holds the sky wins",
    steps=(meet, dogfight, stay_or_leave, go_home),
    template=(Path(__file__).parent / "scenarios" / "circus.yaml").read_text(encoding="utf-8"),
)
