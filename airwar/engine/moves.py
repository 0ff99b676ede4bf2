"""How a step ends. A step is a plain function that takes a referee and a state, and its result says what comes next.

    then(step, state)                        continue with another step of the same procedure
    call(step, state, back=..., keep=...)    run a procedure; when it returns, back(ref, keep, value) continues
    Return(value)                            this procedure is over
    End(result, state)                       the whole walk is over

A procedure is a step and all the steps it leads to. `Move[R]` is the move of a procedure that returns R; a procedure that
never returns, such as a whole turn, has moves of type `Move[Never]`. The type checker makes sure that a step gets the
state it wants, and that a caller continues with what the procedure returns.

State is immutable and hashable. Nothing but the state and what callers keep survives a step, so a step, its state and the
stack of kept frames are a complete position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from airwar.engine.referee import Referee

S = TypeVar("S")
K = TypeVar("K")
R = TypeVar("R")
Q = TypeVar("Q")
R_co = TypeVar("R_co", covariant=True)

Step: TypeAlias = Callable[..., Any]  # a step as a walk or the odds run it, out of reach of the type checker


class Then(NamedTuple, Generic[R_co]):
    """Continues with the next step of the same procedure and its state. Made by `then`."""

    step: Step
    state: Any


class Call(NamedTuple, Generic[R_co]):
    """Runs another procedure from its first step, and names what continues when it returns. Made by `call`."""

    step: Step
    state: Any
    back: Step
    keep: Any


class Return(NamedTuple, Generic[R_co]):
    """The procedure is over; its caller continues with the value."""

    value: R_co


class End(NamedTuple):
    """The battle is over: its named result, and what is left."""

    result: str
    state: Any


Move: TypeAlias = Then[R] | Call[R] | Return[R] | End


def then(step: Callable[[Referee, S], Move[R]], state: S) -> Then[R]:
    """Continue with another step of the same procedure."""
    return Then(step, state)


def call(step: Callable[[Referee, S], Move[R]], state: S, *, back: Callable[[Referee, K, R], Move[Q]], keep: K) -> Call[Q]:
    """Run a procedure from its first step; when it returns, `back(ref, keep, value)` continues."""
    return Call(step, state, back, keep)


class Frame(NamedTuple):
    """A waiting caller: how it continues, what it kept, and the scope and round to which it returns."""

    back: Step
    keep: Any
    scope: str
    round: int
    below: Frame | None


class Position(NamedTuple):
    """A step about to be taken, its arguments (a state, or what was kept and returned), and the waiting callers."""

    step: Step
    args: tuple[Any, ...]
    stack: Frame | None = None

    @property
    def state(self) -> Any:
        """The state of the procedure that is under way."""
        return self.args[0]

    @property
    def states(self) -> tuple[Any, ...]:
        """The states of all procedures under way, the outermost first."""
        found = [self.args[0]]
        frame = self.stack
        while frame is not None:
            found.append(frame.keep)
            frame = frame.below
        return tuple(reversed(found))

    @property
    def all_states(self) -> tuple[Any, ...]:
        """Like `states`, followed by what a procedure that has just ended returns to this step: its caller does not know it yet."""
        return self.states + self.args[1:]


def not_a_move(step: Step | None, found: object) -> TypeError:
    """The error for a step that returned something other than a move: a bug in a ruleset."""
    name = f"step {step.__name__}" if step else "a step"
    return TypeError(f"{name} returned {found!r:.60}; a step ends in then, call, Return or End")


def follow(move: Move[Any], stack: Frame | None, referee: Referee, step: Step | None = None) -> Position | End:
    """The position that a step's move leads to. A caller continues in the scope and round from which it called."""
    if isinstance(move, Then):
        return Position(move.step, (move.state,), stack)
    if isinstance(move, Call):
        return Position(move.step, (move.state,), Frame(move.back, move.keep, referee.scope, referee.round, stack))
    if isinstance(move, Return):
        assert stack is not None, "the outermost procedure ends the walk; it has no caller to return to"
        back, keep, referee.scope, referee.round, below = stack
        return Position(back, (keep, move.value), below)
    if not isinstance(move, End):
        raise not_a_move(step, move)
    return move
