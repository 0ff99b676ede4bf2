"""Dataclasses that are quick to declare are the same as those of the standard library, and no slower to use."""

import copy
import dataclasses
import pickle
from functools import cached_property
from typing import Any

import pytest

from airwar.engine import frozen

MADE = {}


def both(**how: bool) -> Any:
    """Has the class decorated by us and by the standard library when a test asks for it by name."""

    def decorated(plain):
        own = {name: value for name, value in vars(plain).items() if name not in ("__dict__", "__weakref__")}
        MADE[plain.__name__] = lambda: tuple(
            decorator(**how)(type(plain.__name__, plain.__bases__, own)) for decorator in (frozen.dataclass, dataclasses.dataclass)
        )
        return plain

    return decorated


@both(frozen=True)
class Plain:
    one: int
    two: str = "2"
    three: list[int] = dataclasses.field(default_factory=list, compare=False)
    four: int = dataclasses.field(default=4, repr=False, hash=False)


@both(frozen=True, slots=True)
class Slotted:
    one: int
    two: str = "2"


@both(frozen=True, kw_only=True)
class Named:
    one: int = 1
    two: str


@both(frozen=True)
class Post:
    one: int
    twice: int = dataclasses.field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "twice", 2 * self.one)


@both(frozen=True, eq=False)
class Apart:
    one: int


@both(frozen=True)
class Own:
    one: int

    def __repr__(self):
        return "mine"

    def __hash__(self):
        return 7


@both(frozen=True)
class OwnEquality:
    one: int

    def __eq__(self, other):
        return isinstance(other, type(self))


@both(frozen=True)
class OwnInit:
    one: int

    def __init__(self, one):
        object.__setattr__(self, "one", 2 * one)


@both(frozen=True)
class PartlyNamed:
    one: int
    two: str = dataclasses.field(kw_only=True, default="2")


@dataclasses.dataclass(frozen=True)
class Theirs:
    one: int
    two: str = "2"

    @property
    def twice(self):
        return 2 * self.one


@both(frozen=True)
class FromTheirs(Theirs):
    two: str = "3"
    three: int = 4


@both(frozen=True, slots=True)
class SlottedFromTheirs(Theirs):
    three: int = 4


@both()
class Open:
    one: int
    two: list[int] = dataclasses.field(default_factory=list)


@both(eq=False)
class OpenApart:
    one: int


@both(slots=True)
class OpenSlotted:
    one: int


@both()
class OpenHashed:
    one: int

    def __hash__(self):
        return 7


@both(frozen=True, order=True)
class Ordered:
    one: int
    two: str = "2"


@both(frozen=True)
class Single:
    one: int


@both(frozen=True)
class Empty:
    """Nothing."""


CALLS = [
    ((), {}),
    ((1,), {}),
    ((1, "x"), {}),
    ((), {"one": 1}),
    ((), {"one": 1, "two": "y"}),
    ((1,), {"one": 1}),
    ((1, 2, 3, 4, 5), {}),
]


@pytest.mark.parametrize("name", MADE)
def test_made_the_same_way_and_equal_where_theirs_are(name):
    for args, named in CALLS:
        found = [what_is_made(kind, args, named, name) for kind in MADE[name]()]
        assert found[0] == found[1], (args, named)


def what_is_made(kind, args, named, name):
    try:
        one, other = kind(*args, **named), kind(*args, **named)
    except TypeError:
        return "refused"
    fields = {field.name: getattr(one, field.name) for field in dataclasses.fields(kind)}
    known = repr(one).rpartition(".")[2] if "Apart" not in name else ""
    hashed = kind.__hash__ and (hash(one) == hash(other) if "Apart" in name else hash(one))
    return fields, one == other, one == 5, hashed, known, kind.__match_args__, dataclasses.is_dataclass(one)


@pytest.mark.parametrize("name", ["Open", "OpenSlotted"])
def test_what_is_not_frozen_can_be_changed(name):
    for kind in MADE[name]():
        one = kind(1)
        one.one = 2
        assert (one.one, one == kind(2), copy.deepcopy(one) == one) == (2, True, True)
        with pytest.raises(TypeError):
            hash(one)


@pytest.mark.parametrize("name", ["Plain", "Slotted", "Named", "FromTheirs", "SlottedFromTheirs", "Ordered"])
def test_they_are_frozen_and_can_be_replaced_and_copied(name):
    ours, _ = MADE[name]()
    one = ours(one=1, two="x")
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'one'"):
        one.one = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'one'"):
        del one.one
    assert dataclasses.replace(one, one=2).one == 2
    assert copy.deepcopy(one) == one
    assert hash(one) == hash(dataclasses.replace(one))
    assert dataclasses.replace(one, one=2) != one


# what follows from fields


def doubled(one):
    WORKED_OUT.append(one)
    return 2 * one


WORKED_OUT = []


@frozen.hashed_once
@frozen.dataclass(frozen=True)
class Board:
    one: int
    two: str = "2"

    twice = frozen.follows_from(doubled, "one")
    both = frozen.follows_from(lambda one, two: f"{one} {two}", "one", "two")

    @cached_property
    def all_of_it(self):
        return (self.one, self.two)


def test_what_follows_from_fields_is_kept_as_long_as_they_stay():
    WORKED_OUT.clear()
    board = Board(1)
    assert (board.twice, board.both, board.all_of_it) == (2, "1 2", (1, "2"))
    other = frozen.replace(board, two="b")
    assert (other.twice, other.both, other.all_of_it) == (2, "1 b", (1, "b"))
    assert WORKED_OUT == [1]
    third = frozen.replace(other, one=7)
    assert (third.twice, third.both, third.all_of_it) == (14, "7 b", (7, "b"))
    assert (board.twice, board.both) == (2, "1 2")


def test_what_follows_from_a_changed_field_may_be_given_with_it():
    WORKED_OUT.clear()
    board = frozen.replace(Board(1), one=3, twice=6)
    assert (board.twice, board.both, WORKED_OUT) == (6, "3 2", [])
    assert frozen.replace(board, one=4).twice == 8
    with pytest.raises(TypeError, match="Board has no field twice"):
        frozen.replace(board, two="b", twice=6)


def test_a_replaced_object_is_like_one_of_the_standard_library():
    board = Board(1)
    assert frozen.replace(board, one=3) == dataclasses.replace(board, one=3) == Board(3)
    assert hash(board) != hash(frozen.replace(board, one=3)) == hash(Board(3))
    with pytest.raises(TypeError, match="Board has no field three"):
        frozen.replace(board, three=3)
    with pytest.raises(TypeError, match="Board has no field twice"):
        frozen.replace(board, twice=3)


def test_what_follows_from_something_else_than_a_field_is_refused():
    """It would be kept when what it follows from changes."""

    @frozen.dataclass(frozen=True)
    class Chained:
        one: int
        twice = frozen.follows_from(lambda one: 2 * one, "one")
        four_times = frozen.follows_from(lambda twice: 2 * twice, "twice")

    with pytest.raises(TypeError, match=r"Chained\.four_times follows from twice, which is not a field"):
        frozen.replace(Chained(1), one=2)


def test_a_kept_hash_stays_in_its_process():
    board = Board(1)
    assert (hash(board), board.twice) == (vars(board)["_hash"], 2)
    assert vars(pickle.loads(pickle.dumps(board))) == {"one": 1, "two": "2"}  # a hash may follow from fields, too
    assert pickle.loads(pickle.dumps(board)) == copy.copy(board) == board
