"""The books of every ruleset, checked after every step of every walk, whoever walks: a session, a replay or a verification."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import as_books
import books as waw_books
import dc_books
import test_wie_books as wie_books

from airwar.engine.moves import End, Position
from airwar.engine.walk import Walk
from airwar.rulesets.air_supremacy.turn import Turn as AirTurn
from airwar.rulesets.ocs.position import MOST_HITS, SINKS, State
from airwar.rulesets.ocs.show import board_of, fleet, ports_of
from airwar.rulesets.world_at_war.state import Turn
from airwar.setup.loading import Scenario

Tallied = list[tuple[str, str, int, int]]


class Watch:
    """Checks the books of one ruleset. After a ruling on an option, limits that the option moved are not checked."""

    def __init__(self, scenario: Scenario) -> None:
        self.ruleset = scenario.ruleset
        self.had = {tuple(line[:2]): line.had for line in self.ruleset.tally(scenario.start.state)}
        self.limits = True
        self.checked = 0

    def after_step(self, before: Position, now: Position | End) -> None:
        """What must hold after a step, compared with the position in which it began."""
        self.checked += 1
        then, states = with_returned(before), now.states if isinstance(now, Position) else (now.state,)
        CHECKS[self.ruleset.id](then, states, now, self.limits)
        if type(then[0]) is type(states[0]):
            self.nobody_rises(then[0], states[0])

    def check(self, states: Any) -> None:
        """What must hold at a question."""
        CHECKS[self.ruleset.id](states, states, None, self.limits)

    def nobody_rises(self, before: Any, now: Any) -> None:
        """What is lost stays lost, and nobody gains what he never had."""
        was = {line[:2]: line for line in self.ruleset.tally(before)}
        for line in self.ruleset.tally(now):
            assert 0 <= line.lost <= line.had, line
            if line[:2] in was:
                assert line.lost >= was[line[:2]].lost, f"back from the dead: {was[line[:2]]}, then {line}"

    def check_end(self, state: Any, tally: Tallied, unruled: bool) -> None:
        """At the end everybody has what the scenario gave him, less what he lost."""
        assert all(0 <= lost <= had for _, _, had, lost in tally), tally
        if unruled:
            assert {(side, unit): had for side, unit, had, _ in tally} == self.had

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Every walk checks the books after every step."""
        leave = Walk._leave

        def leave_and_check(walk: Walk, begun: Position, *last: Any) -> Any:
            course = leave(walk, begun, *last)
            self.after_step(begun, walk.position)
            return course

        Walk._leave = leave_and_check  # type: ignore[method-assign]
        try:
            yield
        finally:
            Walk._leave = leave  # type: ignore[method-assign]


# one for each ruleset


def world_at_war(then: Any, states: Any, now: Any, limits: bool) -> None:
    before, turns = turns_in(then), turns_in(with_returned(now) if isinstance(now, Position) else states)
    if before and turns:
        over = isinstance(now, End) or turns[-1].phase != before[-1].phase
        waw_books.check_books(before[-1], turns[-1], phase_over=over and limits)
        waw_books.check_battles(turns[-1], states)
        if isinstance(now, End):
            waw_books.check_nobody_is_left_in_the_air(turns[-1])


def with_returned(position: Position) -> tuple[Any, ...]:
    """The states, and what a procedure has just returned: that is newer than what its caller keeps."""
    return (*position.states, *position.args[1:])


def turns_in(states: Any) -> list[Turn]:
    return [found for state in states if isinstance(found := getattr(state, "turn", state), Turn)]


def air_supremacy(then: Any, states: Any, now: Any, limits: bool) -> None:
    if isinstance(states[0], AirTurn):
        as_books.check_books(states[0])


def dark_crusade(then: Any, states: Any, now: Any, limits: bool) -> None:
    handed_over = isinstance(now, Position) and len(now.args) > 1  # a procedure has returned; nobody has its value yet
    if not handed_over:
        dc_books.check_books(states)


def war_in_europe(then: Any, states: Any, now: Any, limits: bool) -> None:
    wie_books.check_books(states)


def ocs(then: Any, states: Any, now: Any, limits: bool) -> None:
    handed_over = isinstance(now, Position) and len(now.args) > 1
    if not handed_over:
        check_board(board_of(states), settled=len(states) == 1, limits=limits)


STATUSES = (State.AT_BASE, State.ELSEWHERE, State.INACTIVE, State.ELIMINATED, State.EXPECTED)


def check_board(board: Any, settled: bool, limits: bool) -> None:
    """Every air unit is in one place with one status; no supply, hits or steps are out of bounds."""
    assert all(name == unit.id for name, unit in board.units.items())
    for unit in board.units.values():
        check_unit(board, unit, settled)
    for base in board.bases.values():
        assert base.supply >= 0, base
        assert base.gliders >= 0, base
        assert base.unloaded >= 0, base
        assert base.level >= 0, base
        if settled and limits:
            check_room(board, base)
    assert all(0 <= hits <= SINKS for _, hits in fleet(board)), fleet(board)
    assert all(0 <= port.hits <= MOST_HITS for _, port in ports_of(board)), ports_of(board)
    assert len(set(board.markers)) == len(board.markers), board.markers


def check_unit(board: Any, unit: Any, settled: bool) -> None:
    assert unit.state in STATUSES, unit
    assert 0 <= unit.steps <= unit.had, unit
    assert (unit.state == State.ELIMINATED) == (unit.steps == 0), unit
    if unit.state == State.ELIMINATED:
        return
    assert unit.place in board.all_places, unit
    if settled and unit.state in (State.AT_BASE, State.INACTIVE):
        base = board.base(unit.place)
        assert base is not None, f"{unit.id} is at {unit.place}, which is no base"
        assert base.side == unit.side, f"{unit.id} is at {unit.place}, which {base.side} holds"


def check_room(board: Any, base: Any) -> None:
    """No carrier has more planes than it holds (R52)."""
    if base.carrier and base.planes is not None:
        assert len(board.based_at(base.id)) <= base.planes, f"{base.id} carries more than {base.planes}"


CHECKS = {
    "world-at-war": world_at_war,
    "air-supremacy": air_supremacy,
    "dark-crusade": dark_crusade,
    "war-in-europe": war_in_europe,
    "ocs": ocs,
}
