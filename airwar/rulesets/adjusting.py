"""What a referee's ruling does to a position: a unit with another count or status, or another value of an option."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from typing import Any, NamedTuple

from airwar.engine.moves import Position
from airwar.engine.records import Ruled
from airwar.rulesets.kit.records import Book
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.ruleset import Adjustable, AdjustableCounts, AnyRuleset

Change = Callable[[Any], Any]  # a part of a state after a ruling; unchanged parts come back as the same object

NOTHING = "has nothing that a ruling can change"
_WHOLE = (str, int, type(None))  # values without parts


def adjusted(ruleset: AnyRuleset, position: Position, ruling: Ruled) -> Position:
    """The position after a ruling on a unit or an option. Raises ValueError with the reason if that cannot be."""
    if ruling.on == "option":
        change = partial(with_option, name=ruling.key, value=option_value(ruleset, ruling.key, ruling.value))
        wrong = f"option {ruling.key} is {ruling.value} already, or this scenario does not use it"
    else:
        what, _, value = ruling.value.partition("=")
        unit = _known_unit(ruleset, position, ruling.key)
        now = unit.now()
        if what not in now:
            raise ValueError(f"{what!r} of {ruling.key} cannot be changed; there is {', '.join(now)}")
        change = partial(_with_unit, ruleset, found=unit, what=what, was=now[what], value=value)
        wrong = f"{what} of {ruling.key} is {value} already"
    after: Position = rebuilt(position, change, {})
    if after is position:
        raise ValueError(wrong)
    return after


class Found(NamedTuple):
    """A unit, with the newest part of a state that holds it."""

    id: str
    kind: Adjustable | AdjustableCounts
    part: Any

    def now(self) -> dict[str, str]:
        """What may be changed about it, with its present value."""
        return {what: str(now) for what, now in self.kind.units(self.part)[self.id].items()}


def _units_now(ruleset: AnyRuleset, position: Position) -> dict[str, Found]:
    """Every unit as it is now. What a procedure holds or returns is newer than what its callers keep."""
    found: dict[str, Found] = {}

    def look(part: Any) -> Any:
        for kind in ruleset.adjustable:
            if isinstance(part, kind.kind):
                for name in kind.units(part):
                    found.setdefault(name, Found(name, kind, part))
        return part

    known: dict[int, tuple[Any, Any]] = {}
    for part in (*reversed(position.args), position.stack):
        rebuilt(part, look, known)
    return found


def adjustments(ruleset: AnyRuleset, position: Position) -> dict[str, dict[str, str]]:
    """What a ruling may change about each unit in a position, with its present value."""
    units = _units_now(ruleset, position)
    waiting = _not_now(ruleset, position, units)
    return {name: unit.now() for name, unit in units.items() if name not in waiting}


def not_now(ruleset: AnyRuleset, position: Position) -> dict[str, str]:
    """The units that no ruling can change at the moment, and why."""
    return _not_now(ruleset, position, _units_now(ruleset, position))


def _not_now(ruleset: AnyRuleset, position: Position, units: Mapping[str, Found]) -> dict[str, str]:
    engaged = ruleset.engaged(position)
    return {name: engaged.get(name, NOTHING) for name, unit in units.items() if name in engaged or not unit.now()}


def _known_unit(ruleset: AnyRuleset, position: Position, unit_id: str) -> Found:
    """A unit that a ruling may change. Raises ValueError if there is no such unit, or if it cannot be changed now."""
    known = _units_now(ruleset, position)
    waiting = _not_now(ruleset, position, known)
    if unit_id in waiting:
        raise ValueError(f"{unit_id} {waiting[unit_id]}")
    if unit_id not in known:
        there = ", ".join(name for name in known if name not in waiting)
        raise ValueError(f"no unit {unit_id!r} can be changed here; there is {there or 'none'}")
    return known[unit_id]


def _with_unit(ruleset: AnyRuleset, part: Any, *, found: Found, what: str, was: str, value: str) -> Any:
    """A part of a state, changed if it holds or counts that unit. Earlier copies of the unit are changed too where possible."""
    if was == value:
        return part
    if part is found.part:
        return found.kind.after(part, found.id, what, value)
    if isinstance(found.kind, Adjustable) and isinstance(part, found.kind.kind) and found.kind.name(part) == found.id:
        with suppress(ValueError):
            return found.kind.changed(part, what, value)
    for books in ruleset.books:
        if isinstance(part, books.kind) and books.name(part) == found.id:
            return books.changed(part, what, was, value)
    return part


def with_option(part: Any, *, name: str, value: str | int) -> Any:
    """A part of a state, changed if it is the options of the scenario."""
    if isinstance(part, Rulings) and part.values.get(name) != value:
        return replace(part, values={**part.values, name: value})
    return part


def option_value(ruleset: AnyRuleset, name: str, value: str) -> str | int:
    """The value of an option as typed. Raises ValueError."""
    option = ruleset.options.get(name)
    if option is None:
        raise ValueError(f"no option {name!r}; there is {', '.join(ruleset.options)}")
    least, most = option.bounds
    if not (value.isdecimal() and least <= int(value[:9]) <= most if option.whole else value in option.values):
        raise ValueError(f"{value!r} is not a value of {name}; expected {option.choices}")
    return int(value) if option.whole else value


def rebuilt(value: Any, change: Change, known: dict[int, tuple[Any, Any]]) -> Any:
    """A value rebuilt with every part that `change` changes; whatever has no such part stays the same object."""
    if isinstance(value, _WHOLE) or callable(value):
        return value
    if id(value) in known:
        return known[id(value)][1]
    changed = change(value)
    after = _rebuilt(value, change, known) if changed is value else changed
    known[id(value)] = value, after
    return after


@cache
def _given_fields(kind: type) -> tuple[str, ...]:
    """The fields that an object of a dataclass is made from."""
    return tuple(field.name for field in fields(kind) if field.init)


def _rebuilt(value: Any, change: Change, known: dict[int, tuple[Any, Any]]) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        old = {name: getattr(value, name) for name in _given_fields(type(value))}
        new = {name: rebuilt(part, change, known) for name, part in old.items()}
        different = {name: part for name, part in new.items() if part is not old[name]}
        return replace(value, **different) if different else value
    if isinstance(value, Mapping):
        pairs = {key: rebuilt(part, change, known) for key, part in value.items()}
        if all(pairs[key] is part for key, part in value.items()):
            return value
        return Book(pairs) if isinstance(value, Book) else pairs
    if isinstance(value, tuple | frozenset):
        parts = [rebuilt(part, change, known) for part in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value
