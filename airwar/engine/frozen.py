"""Dataclasses that are quick to declare, frozen ones above all: nothing is compiled before the first instance is made.

The standard library's decorator compiles six functions for every class, which took a fifth of a whole run. These are the
same dataclasses in every other way. Classes that use rarer options are left to it.

`replace` copies an object with some fields changed. What `follows_from` unchanged fields need not be worked
out again, and `hashed_once` keeps the hash.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import cached_property
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

T = TypeVar("T")
K = TypeVar("K")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind: type | None = None, /, **how: bool) -> Any:
        """Like `dataclasses.dataclass`."""
        if kind is None:
            return lambda kind: dataclass(kind, **how)
        if how.keys() - {"frozen", "slots", "eq", "repr", "kw_only", "order"}:
            return dataclasses.dataclass(kind, **how)
        own = set(kind.__dict__)
        if "__eq__" in own and kind.__dict__["__hash__"] is None:
            own.remove("__hash__")  # Python's, not the author's
        frozen, eq = how.get("frozen", False), how.get("eq", True)
        derived = any(dataclasses.is_dataclass(base) for base in kind.__mro__[1:])
        left = {name: how[name] for name in ("slots", "kw_only") if name in how}
        made = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=frozen and derived, **left)(kind)
        made.__dataclass_params__.frozen = frozen
        methods = {"__init__": _init_of(made)}
        if frozen:
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if how.get("repr", True):
            methods["__repr__"] = _shown
        if eq:
            methods |= _comparing(made) if frozen else {**_comparing(made), "__hash__": None}
        if how.get("order"):
            methods |= _ordering(made)
        if frozen and how.get("slots"):
            methods |= {"__getstate__": _state_of, "__setstate__": _set_state}
        for name, method in methods.items():
            if name not in own:
                setattr(made, name, method)
        return made


def _init_of(made: type[Any]) -> Any:
    """An `__init__` that is generated when it is first called."""

    def first(self: Any, *args: Any, **named: Any) -> None:
        made.__init__ = _written_init(made)
        made.__init__(self, *args, **named)

    return first


def _written_init(made: type[Any]) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__, "_missing": dataclasses.MISSING}
    parameters, named, body = ["self"], ["*"], []
    put = "_set(self, {name!r}, {value})" if made.__dataclass_params__.frozen else "self.{name} = {value}"
    for field in dataclasses.fields(made):
        name, usual, make = field.name, field.default, field.default_factory
        if make is not dataclasses.MISSING:
            known[f"_make_{name}"] = make
            fresh = f"_make_{name}()"
            body.append(put.format(name=name, value=f"{fresh} if {name} is _missing else {name}" if field.init else fresh))
        elif field.init:
            body.append(put.format(name=name, value=name))
        if field.init and make is dataclasses.MISSING and usual is dataclasses.MISSING:
            (named if field.kw_only else parameters).append(name)
        elif field.init:
            known[f"_usual_{name}"] = usual  # MISSING if the field has a factory
            (named if field.kw_only else parameters).append(f"{name}=_usual_{name}")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    if len(named) > 1:
        parameters += named
    text = f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body or ["pass"])
    exec(text, known)
    return known["__init__"]


def _comparing(made: type[Any]) -> dict[str, Any]:
    """`__eq__` and `__hash__`: equal objects have the same class and equal compared fields; the hash skips fields that say so."""
    values = _values_of([field.name for field in dataclasses.fields(made) if field.compare])
    hashing = _values_of(
        [field.name for field in dataclasses.fields(made) if (field.compare if field.hash is None else field.hash)]
    )

    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(hashing(self))

    return {"__eq__": equal, "__hash__": hashed}


def _ordering(made: type[Any]) -> dict[str, Any]:
    """`__lt__` and its like: objects of one class compare as their compared fields do."""
    values = _values_of([field.name for field in dataclasses.fields(made) if field.compare])

    def by(compare: Callable[[Any, Any], bool]) -> Any:
        return lambda self, other: compare(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented

    return {f"__{compare.__name__}__": by(compare) for compare in (lt, le, gt, ge)}


def _values_of(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that returns these fields of an object as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _refuse(self: Any, name: str, *value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")


def _shown(self: Any) -> str:
    parts = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _state_of(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


# what follows from fields


class FollowsFrom(Generic[T]):
    """A property that is worked out from some fields when first used. Made by `follows_from`."""

    def __init__(self, names: tuple[str, ...], work_out: Callable[..., T]) -> None:
        self.sources = frozenset(names)
        self.values = _values_of(list(names))
        self.work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, one: None, owner: type[Any]) -> FollowsFrom[T]: ...
    @overload
    def __get__(self, one: object, owner: type[Any]) -> T: ...
    def __get__(self, one: Any, owner: type[Any]) -> T | FollowsFrom[T]:
        if one is None:
            return self
        found = one.__dict__[self.name] = self.work_out(*self.values(one))
        return found


def follows_from(work_out: Callable[..., T], *names: str) -> FollowsFrom[T]:
    """A property that follows from these fields and nothing else: the function gets their values, not the object.

    So it cannot go stale: `replace` keeps it as long as none of these fields is replaced.
    """
    return FollowsFrom(names, work_out)


_STALE: dict[tuple[Any, ...], tuple[str, ...]] = {}  # what follows from some fields of a class


def replace(one: K, /, **values: Any) -> K:
    """A copy with some fields changed: like `dataclasses.replace`, but faster, and without running `__post_init__`.

    What `follows_from` the changed fields may be given with them, if it is known already.
    """
    kind = type(one)
    stale = _STALE.get((kind, *values))
    if stale is None:
        stale = _stale_by(kind, values)
    now = {**one.__dict__, **values}
    for name in stale:
        now.pop(name, None)
    if "_hash" in now:
        now["_hash"] = None  # not deleted: a dict without gaps is copied far faster
    other = _new(kind)
    _set(other, "__dict__", now)
    return other


_new, _set = object.__new__, object.__setattr__


def _stale_by(kind: type[Any], changed: Iterable[str]) -> tuple[str, ...]:
    """What goes stale when these fields of a class change: what follows from them or from any field."""
    made = {name: found for base in reversed(kind.__mro__) for name, found in vars(base).items()}
    any_field = [name for name, found in made.items() if isinstance(found, cached_property)]
    follows = {name: found.sources for name, found in made.items() if isinstance(found, FollowsFrom)}
    fields = [field.name for field in dataclasses.fields(kind)]
    for name, sources in follows.items():
        if other := sources.difference(fields):  # nobody would notice when that changes
            raise TypeError(f"{kind.__name__}.{name} follows from {', '.join(sorted(other))}, which is not a field")
    affected = [name for name, sources in follows.items() if not sources.isdisjoint(changed)]
    for name in changed:
        if name not in fields and name not in affected:
            raise TypeError(f"{kind.__name__} has no field {name}")
    stale = _STALE[kind, *changed] = (*any_field, *(name for name in affected if name not in changed))
    return stale


def hashed_once(kind: type[K]) -> type[K]:
    """Makes objects of a class compute their hash only once: most records of a position are those of the one before."""
    work_out = kind.__hash__
    found_again = {"_hash", *(name for name, value in vars(kind).items() if isinstance(value, FollowsFrom))}

    def kept(one: Any) -> int:
        found: int | None = one._hash
        if found is None:
            found = one.__dict__["_hash"] = work_out(one)
        return found

    def to_pickle(one: Any) -> dict[str, Any]:
        # texts have other hashes elsewhere
        return {name: value for name, value in one.__dict__.items() if name not in found_again}

    kind._hash = None  # type: ignore[attr-defined]
    kind.__hash__ = kept  # type: ignore[assignment]
    kind.__getstate__ = to_pickle  # type: ignore[assignment,method-assign]
    return kind
