"""Pieces for tests of single rules: kinds and lines of units by name, forces at random, and a setting to fight in."""

from functools import cache
from random import Random

from as_table import battle, parsed

from airwar.rulesets.air_supremacy.show import turn_in
from airwar.rulesets.air_supremacy.units import Line, kind_of, merged, printed_types

MODES = ("", "leaving", "grounded", "locked")
LAND = ("infantry", "armor", "anti-aircraft")
AIRCRAFT = ("fighter", "dive-bomber", "dogfighter", "bomber")
SHIPS = ("destroyer", "battleship", "submarine", "aircraft-carrier")


@cache
def kind(type_, nation="uk", home="", space="", landed=False, ship="", order=None):
    """A kind of unit; its order is that of its name, so that forces are always in the same order."""
    name = "-".join(part for part in (nation, type_, home, ship, "ashore" if landed else "") if part)
    number = sum(ord(letter) * 31**at for at, letter in enumerate(name)) % 10007 if order is None else order
    aboard = home != space
    return kind_of(name, name, number, nation, printed_types()[type_], home, space, aboard, landed, ship)


def line(type_, number=1, mode="", damage=0, arrived=False, guest=False, **more):
    return Line(kind(type_, **more), number, mode, damage, arrived, guest)


@cache
def setting(**options):
    """The setting of a small battle at `field`, under these options (with _ for -)."""
    said = {name.replace("_", "-"): value for name, value in options.items()}
    return turn_in(parsed(battle({"infantry": 1}, {"infantry": 1}, options=said)).start.state).setting


def random_force(seed, at_sea=None):
    """Units of one side in a battle, in all modes: on land, or at sea with a carrier and what is below its deck."""
    random = Random(seed)
    sea = random.random() < 0.5 if at_sea is None else at_sea
    lines = []
    for type_ in random.sample(SHIPS[:3] if sea else LAND, random.randint(0, 3)):
        lines.append(line(type_, random.randint(1, 3), random.choice(("", "", "leaving"))))
        if type_ == "battleship" and random.random() < 0.5:
            lines.append(line(type_, random.randint(1, 2), damage=1))
    if sea and random.random() < 0.7:
        lines.append(line("aircraft-carrier", 1, ship="ark"))
        lines.append(line("fighter", random.randint(1, 2), random.choice(("grounded", "locked", "")), home="ark", space="bay"))
    if sea and random.random() < 0.5:
        lines.append(line("transport", 1, ship="tug"))
        lines.append(line("infantry", random.randint(1, 2), "aboard", home="tug", space="bay"))
    for type_ in random.sample(AIRCRAFT, random.randint(0, 3)):
        modes = ("", "leaving") if sea else MODES
        lines.append(line(type_, random.randint(1, 3), random.choice(modes), home="base", space="base"))
    return merged(lines)
