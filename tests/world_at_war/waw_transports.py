"""Air transport for tests: flights, and an interception of one."""

from dataclasses import replace

from waw import BRITISH, GERMAN, line
from waw_direct import changed_unit
from waw_front import front

from airwar.rulesets.kit import Book
from airwar.rulesets.world_at_war import transport_interception as interception
from airwar.rulesets.world_at_war.state import Cargo, Flight
from airwar.setup.loading import parse_scenario

UNITS = ("stukas", "ju-52", "savoia", "vals", "raf", "faa", "meteors", "sea-hurricanes")


def turn_of(*units, options="", part="movement.air-supply", asked=True, theater="europe", **changes):
    text = front(f"orders: {'ask' if asked else 'prepared'}\nturn: true\n", *(units or UNITS), options=options, theater=theater)
    turn = parse_scenario(text, "test.yaml").start.state
    return replace(turn, phase=part.partition(".")[0], part=part, **changes)


def flight(kind="supply", to="pocket", origin="home", force=(("ju-52", 2),), cargo=2, phase="movement", **more):
    carried = tuple(Cargo(id=f"corps-{number}", factors=number) for number in range(1, cargo + 1))
    return Flight(kind=kind, phase=phase, from_=origin, to=to, with_=Book(dict(force)), carrying=carried, **more)


def ordered(said, kind="transport", to="rear"):
    return front(f"transports:\n  - {{kind: {kind}, from: home, to: {to}, with: {{ju-52: 1}}, {said}}}\n", "ju-52", "raf")


def fight(**more):
    turn = turn_of()
    transit = interception.Transit(turn, flight())
    raf, stukas = line(BRITISH, 3, unit="raf"), line(GERMAN, 4, unit="stukas")
    usual = {"defenders": (raf,), "intercepting": (raf,), "reserves": (stukas,)}
    return interception.Fight(transit, "pocket", **{**usual, **more})


def flying(**more):
    turn = turn_of(part="movement.air-transport", **more)
    return changed_unit(turn, "ju-52", ready=0, flying=3)
