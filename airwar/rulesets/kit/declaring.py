"""Builds a ruleset from its declarations: its position, its orders, its charts and its sequence of play.

The questions of a game, in its `asks.yaml`: what each decides, and how it is asked.

    "land.*": [the base that a unit returns to, "Where {do} {side} land {unit}?"]
    "flak": [the result of the flak, "What does the flak of {side} do?", read-off]
    "raid-*.hex": "Which hex do they bomb?"       # only the sentence; what it decides is declared with its order or chart

A third word marks decisions that only say what has happened, `reported`, or what players read on a chart of their own, `read-off`.
airwar/table/asking.py says what may stand in braces and brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from airwar.engine.frozen import replace
from airwar.engine.moves import Move, Step, Then, then
from airwar.engine.referee import Referee
from airwar.engine.words import some_of
from airwar.rulesets.kit.charts import OpenChart, template_of
from airwar.rulesets.kit.details import typed
from airwar.rulesets.kit.orders import Orders, id_and_detail
from airwar.rulesets.kit.passing import edits, whole_sections
from airwar.rulesets.kit.records import Due, OrAsk, declared, field_shapes, made, passed, remembering, written, yaml_fields
from airwar.rulesets.ruleset import Adjustable, Following, Ruleset
from airwar.scenario.problems import Map, Problems, Scalar, Seq
from airwar.scenario.reader import read_text
from airwar.scenario.shape import Field, Flag, Section

FILE = "asks.yaml"


class Ask(NamedTuple):
    """What a question decides, its sentence, and `reported` or `read-off`; each empty if the file does not say it."""

    decides: str = ""
    sentence: str = ""
    what: str = ""


@cache
def asks_of(package: str) -> Mapping[str, Ask]:
    """The questions of a game, by key; none if it has no file of them."""
    path = Path(import_module(package).__file__ or "").parent / FILE
    root = read_text(path.read_text(encoding="utf-8"), str(path)) if path.is_file() else None
    found = {}
    for key, said in root.pairs if isinstance(root, Map) else ():
        parts = [part.text for part in said.items if isinstance(part, Scalar)] if isinstance(said, Seq) else []
        found[key.text] = Ask("", said.text) if isinstance(said, Scalar) else Ask(*parts)
    return found


def decisions_of(package: str) -> dict[str, str]:
    """What the questions of a game decide, by key."""
    return {key: ask.decides for key, ask in asks_of(package).items() if ask.decides}


def reported_of(package: str) -> tuple[str, ...]:
    """The questions of a game that only say what has happened."""
    return tuple(key for key, ask in asks_of(package).items() if ask.what)


S = TypeVar("S")
K = TypeVar("K")


class Part(NamedTuple, Generic[S]):
    """A part of the sequence of play: its name, its rule, what is still waiting there, and the step that takes the next of it."""

    title: str
    rule: str
    waiting: Callable[[S], object]  # anything truthy if there is something left to do
    step: Callable[[Referee, S], Move[Any]]


def proceed(parts: Iterable[Part[S]], state: S, over: Callable[[], Move[Any]]) -> Move[Any]:
    """Continues with the first part that has anything left to do, or with `over` if there is none."""
    for part in parts:
        if part.waiting(state):
            return then(part.step, state)
    return over()


def declared_ruleset(
    *,
    id: str,  # noqa: A002
    package: str,
    position: type[S],
    check: Callable[[S, Problems], None],
    begun: Callable[[S], S],
    first: Callable[[Referee, Any], Move[Any]],
    parts: Sequence[Part[S]],
    steps: Sequence[Step] = (),
    orders: Sequence[Orders[S, Any]] = (),
    charts: Sequence[OpenChart] = (),
    decisions: Mapping[str, str] = MappingProxyType({}),
    look_at: Sequence[str] = (),
    missions: Sequence[str] = (),
    lasting: Sequence[str] = (),
    state: Callable[[S], Any] | None = None,
    at_end: Callable[[Any], S] = lambda state: state,
    as_said: Callable[[S], S] = lambda position: position,
    finished: Callable[[S], tuple[S, list[str]]] | None = None,
    **more: Any,
) -> Ruleset[Any]:
    """A ruleset whose scenarios are positions.

    `begun` is a position as its turn begins, with what follows from what is said; `check` reports what is illegal in it; `first` is
    the first step, and `steps` are those besides the parts of the sequence of play. `look_at` says what
    the players have to look at themselves before the next turn. `at_end` is the position in the state of the end, where the steps
    hold another state than the position; `state(position)` is that state as a turn begins, where it is another one from the first
    step on. `as_said` undoes what `begun` does to the entries of a file, so that they can be edited. `finished` brings a position
    to the end of a turn of which only a part was played, and says so. `missions` are sections of missions, and `lasting` keys of
    facts that stay true in the next turn, besides those of orders and charts. `decisions` are those besides `asks.yaml` (see
    airwar.rulesets.kit.declaring), orders and charts.
    """

    def held(start: S) -> Any:
        return start if state is None else state(start)

    def known(start: Any) -> Any:
        return start if state is None else at_end(start)

    def setup(document: Section, problems: Problems) -> Then[Any] | None:
        start = remembering(begun(made(position, document)), document)
        check(start, problems)
        return None if len(problems) else then(first, held(start))

    def following(end: Any, start: Any) -> tuple[Any, list[str]]:
        over, said = finished(at_end(end)) if finished else (at_end(end), [])
        return begins(over, known(start), said)

    def unfinished(end: Any, start: Any) -> tuple[Any, list[str]]:
        return begins(at_end(end), known(start), [])

    def begins(end: S, start: S, said: list[str]) -> tuple[Any, list[str]]:
        after, due = passed(end, start)
        return held(begun(after)), [*said, *asked_again(due), *look_at]

    return Ruleset(
        id=id,
        package=package,
        fields=field_shapes(position),
        setup=setup,
        missions=(*missions, *(kind.section for kind in orders)),
        decisions={
            **decisions,
            **decisions_of(package),
            **questions(orders),
            **{key: text for chart in charts for key, text in chart.decisions.items()},
        },
        reported=reported_of(package),
        read_off=tuple(key for key, ask in asks_of(package).items() if ask.what == "read-off"),
        lasting=(*lasting, *(key for chart in charts for key in chart.facts)),
        template=template_of(package),
        steps=(first, *(part.step for part in parts), *steps),
        following=Following(
            following,
            lambda was, now: edits(as_said(known(was)), known(now)),
            lambda was, now: whole_sections(known(was), known(now)),
            lambda start: written(known(start)),
            unfinished=unfinished if finished else None,
        ),
        **more,
    )


def ruled_fields(kind: type[K], refused: Callable[[K, K], str | None], now: Callable[[K], bool] = lambda one: True) -> Adjustable:
    """What a ruling may change about a record: the fields declared as `ruled`, to any value that a file may give them.

    `refused(was, after)` says why the rules do not allow it, or None; `now(record)` says whether it can be ruled on at all.
    """
    fields = {field: yaml for field, yaml in field_shapes(kind).items() if declared(yaml_fields(kind)[field]).ruled}

    def values(one: K) -> dict[str, str | int]:
        known = {field: getattr(one, yaml_fields(kind)[field].name) for field in fields}
        return (
            {field: ("yes" if value else "no") if is_flag(fields[field]) else value for field, value in known.items()}
            if now(one)
            else {}
        )

    def after(one: K, field: str, text: str) -> K:
        changed = replace(one, **{yaml_fields(kind)[field].name: typed(fields[field].shape, text)})
        why = refused(one, changed)
        if why is not None:
            raise ValueError(why)
        return changed

    return Adjustable(kind, values, after)


def is_flag(field: Field) -> bool:
    return isinstance(field.shape.shape if isinstance(field.shape, OrAsk) else field.shape, Flag)


def questions(orders: Iterable[Orders[Any, Any]]) -> dict[str, str]:
    """The questions for the details of orders given at the table, by key."""
    return {
        f"{kind.word}-*.{detail.key}" if kind.keys is id_and_detail else detail.key: detail.meaning
        for kind in orders
        for detail in kind.details
    }


def asked_again(due: Sequence[Due]) -> list[str]:
    """What the next turn will ask for when it begins, in words."""
    where: dict[str, list[str]] = {}
    for record, field, rule in due:
        where.setdefault(f"{field} ({rule})", []).extend([record] * bool(record))
    return [f"the next turn asks for {what}{': ' if names else ''}{some_of(names)}" for what, names in where.items()]
