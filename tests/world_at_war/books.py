"""The books of a World at War turn: what must hold after every step, whatever is played."""

from collections import Counter
from contextlib import contextmanager

from airwar.engine.moves import End
from airwar.engine.walk import Walk
from airwar.rulesets.world_at_war.basing import may_base, rebased
from airwar.rulesets.world_at_war.state import Interception, Turn

STATUSES = ("ready", "flown", "at_sea", "inverted", "flying")


def check_books(before, turn, *, phase_over=False):
    """What must hold of a turn at any time; at the end of a phase no base of the attacker is overfull."""
    check_counts(before, turn)
    check_places(turn)
    if phase_over:
        check_capacity(turn)


def check_counts(before, turn):
    """No status is negative, no id stands twice, and nobody has more than the scenario gave and the turn built."""
    ids = [unit.id for unit in turn.units]
    assert len(ids) == len(set(ids)), f"an id stands twice: {ids}"
    for unit in turn.units:
        assert all(getattr(unit, status) >= 0 for status in STATUSES), unit
    assert had_by(turn) == had_by(before)
    for name, left in left_by(turn).items():
        assert left <= had_by(turn)[name], f"{name} has {left} of {had_by(turn)[name]}"


def check_nobody_is_left_in_the_air(turn):
    """When the turn is over, everybody has landed."""
    assert not any(unit.flying for unit in turn.units), [unit for unit in turn.units if unit.flying]


def check_battles(turn, states):
    """A battle fights with what the turn has in it, no more and no less."""
    for state in states:
        for unit in getattr(state, "based", ()):
            now = turn.unit(unit.id)
            assert [getattr(now, status) for status in STATUSES] == [getattr(unit, status) for status in STATUSES], (now, unit)
        flying = Counter()
        for line in (*getattr(state, "came", ()), *(state.cover if isinstance(state, Interception) else ())):
            flying[line.unit] += line.number
        for unit_id, number in flying.items():
            unit = turn.unit(unit_id)
            assert number <= unit.flying + unit.ready, f"{number} of {unit} fight"


def original(unit_id):
    """The unit of the scenario that a part belongs to."""
    return unit_id.partition("/")[0]


def had_by(turn):
    """How many the scenario gave each unit, built or to be built."""
    had = {}
    for unit in (*turn.units, *turn.basing.building):
        had[original(unit.id)] = had.get(original(unit.id), 0) + unit.had
    return had


def left_by(turn):
    """How many of each unit there are, wherever its parts are."""
    left = {}
    for unit in (*turn.units, *turn.basing.building):
        left[original(unit.id)] = left.get(original(unit.id), 0) + unit.left
    return left


def check_places(turn):
    """Everybody is somewhere that exists and is not the enemy's; nobody is on a sunk carrier; carriers' air has their status."""
    for unit in turn.units:
        if not unit.number or unit.strategic:
            continue
        base, carrier = turn.find_base(unit.home), turn.find_carrier(unit.home)
        assert base or carrier, f"{unit.id} is nowhere: {unit.home}"
        if base:
            assert base.side == unit.side, f"{unit.id} is at {base.name}, which {base.side} holds"
        if carrier:
            assert not carrier.sunk, f"{unit.id} is on {carrier.name}, which is sunk"
            assert not (carrier.inverted and unit.uninverted), f"{unit.id} is uninverted on {carrier.name}, which is not"
            assert carrier.port or carrier.inverted or not unit.inverted, f"{unit.id} is inverted on {carrier.name}, which is not"
        stated = turn.setting.winter_stated.get((turn.hex_of(unit.home), unit.side))
        there = rebased(turn, unit._replace(home=""), unit.home)  # supply, oil and winter belong to the place (19.31A)
        assert stated or there == unit, f"{unit.id} has {unit.air_type.drm} in winter {unit.winter}; {unit.home} gives {there}"
    for carrier in turn.carriers:
        aboard = sum(unit.left for unit in turn.units if unit.home == carrier.id and not carrier.sunk)
        assert aboard <= carrier.size, f"{carrier.name} carries {aboard} of {carrier.size}"


def check_aboard(turn):
    """When a whole turn is over, naval air has the status of its carrier, in port too (17.3122D)."""
    for carrier in turn.carriers if turn.setting.whole_turn else ():
        inverted = [unit.id for unit in turn.units if unit.home == carrier.id and unit.inverted]
        assert carrier.inverted or not inverted, f"{inverted} are inverted on {carrier.name}, which is not"


def check_capacity(turn):
    """No base holds more than it may (18.11). Who is in the air finds another base if there is no room on return.

    Exceptions: a port that a failed sea transport has overfilled (18.15), and one where carriers' air is land-based (17.3126B).
    """
    ashore = turn.setting.rulings.value("carrier-air-in-port") == "land-based"
    for base in turn.bases:
        if ashore and any(carrier.port == base.id for carrier in turn.carriers):
            continue
        by_sea = any(unit.home == base.id and unit.id in turn.setting.sea_transported for unit in turn.units)
        held = turn.with_units([unit._replace(flying=0) for unit in turn.units]).load(base.id)
        assert by_sea or may_base(base, turn.setting.theater, *held), f"{base.name} is overfull: {held}"


def checked(leave):
    """The end of a step, after which the books must be in order."""

    def leave_and_check(walk, step, position):
        leave(walk, step, position)
        turns = [found for state in walk.states if isinstance(found := getattr(state, "turn", state), Turn)]
        if turns:
            before, turn = getattr(walk, "books", None) or (turns[-1], turns[-1]), turns[-1]
            check_books(before[0], turn, phase_over=isinstance(position, End) or turn.phase != before[1].phase)
            if isinstance(position, End):
                check_nobody_is_left_in_the_air(turn)
                check_aboard(turn)
            walk.books = before[0], turn

    return leave_and_check


@contextmanager
def books_are_checked():
    """Every walk checks the books after every step."""
    leave = Walk._leave
    Walk._leave = checked(leave)
    try:
        yield
    finally:
        Walk._leave = leave
