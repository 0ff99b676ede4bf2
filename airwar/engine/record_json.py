"""Records as JSON: written as the lines of a log, read back, and described by a JSON Schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from airwar.engine.codec import Codec, Schema, Wrong, canonical, form_of
from airwar.engine.events import Event, Loss, NeedsChart, Note, Ruling, Sheet, Status
from airwar.engine.records import KINDS, Body, Hash, Told

EVENTS: dict[str, type[Event]] = {
    "note": Note,
    "loss": Loss,
    "status": Status,
    "ruling": Ruling,
    "needschart": NeedsChart,
    "sheet": Sheet,
}
NAMES = {kind: name for name, kind in KINDS.items()} | {Told: "told"}
CODECS: dict[str, Codec[Any]] = {name: Codec(kind) for name, kind in KINDS.items()}
EVENT_CODECS: dict[str, Codec[Any]] = {name: Codec(kind) for name, kind in EVENTS.items()}
_EVENT_NAMES = {kind: name for name, kind in EVENTS.items()}


def write_body(body: Body) -> dict[str, Any]:
    """A record as a JSON object, without its place in the chain."""
    if isinstance(body, Told):
        what = _EVENT_NAMES[type(body.event)]
        return {**EVENT_CODECS[what].write(body.event), "t": "told", "what": what, "rule": body.rule}
    name = NAMES[type(body)]
    return {**CODECS[name].write(body), "t": name}


def read_body(content: dict[str, Any]) -> Body:
    """The record that a JSON object describes, without its place in the chain. Raises Wrong."""
    rest = dict(content)
    kind = rest.pop("t", None)
    if kind == "told":
        return _read_told(rest)
    codec = CODECS.get(kind) if isinstance(kind, str) else None
    if codec is None:
        raise Wrong(f"unknown kind of record {kind!r:.60}")
    body: Body = codec.read(rest)
    return body


def _read_told(rest: dict[str, Any]) -> Told:
    what = rest.pop("what", None)
    codec = EVENT_CODECS.get(what) if isinstance(what, str) else None
    if codec is None:
        raise Wrong(f"unknown event {what!r:.60}")
    rule = rest.get("rule") if codec.kind is Ruling else rest.pop("rule", None)
    if type(rule) is not str:
        raise Wrong("rule is missing" if rule is None else f"rule: expected text, found {rule!r:.60}")
    return Told(rule, codec.read(rest))


# JSON Schema

_HASH: Schema = form_of(Hash).schema
CHAIN: dict[str, Schema] = {"seq": {"type": "integer", "minimum": 0}, "prev": _HASH, "h": _HASH}


def log_schema() -> Schema:
    """The JSON Schema of one line of a log."""
    kinds = [line_schema(codec, {"t": name}) for name, codec in CODECS.items()]
    events = [line_schema(codec, {"t": "told", "what": name}) for name, codec in EVENT_CODECS.items()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "airwar:log",
        "title": "one line of an airwar log",
        "oneOf": [*kinds, *events],
    }


def line_schema(codec: Codec[Any], constants: dict[str, str]) -> Schema:
    """The JSON Schema of a line that holds one kind of record."""
    schema = codec.schema()
    fixed = {name: {"const": value} for name, value in constants.items()}
    rule = {"rule": {"type": "string"}} if "what" in constants else {}
    required = dict.fromkeys([*schema["required"], *fixed, *rule, *CHAIN])
    return {
        "description": " ".join((codec.kind.__doc__ or "").split()),
        **schema,
        "properties": {**schema["properties"], **fixed, **rule, **CHAIN},
        "required": list(required),
    }


# lines of a log

_ALL = ()  # no field is None
_HOLE = "\0"  # canonical JSON never contains this character

Pieces: TypeAlias = tuple[str, str, str, str]  # a line's text before its hash, its predecessor's hash, its number, and after


class LineWriter:
    """Writes one kind of record as a line of a log, in canonical JSON, with holes for its place in the chain.

    Fields are filled into a template, which is several times faster than sorting and encoding a dict.
    """

    def __init__(self, codec: Codec[Any], constants: dict[str, str], cited: bool = False) -> None:
        self.values = codec.values
        self.constants = constants
        self.forms = [(name, codec.forms[name].write) for name in codec.names]
        if cited:
            self.forms.append(("rule", canonical))
        self.templates: dict[tuple[bool, ...], Template] = {}  # by the fields that are not None

    def pieces(self, value: Any, *rule: str) -> Pieces:
        values = (*self.values(value), *rule)
        there = tuple([item is not None for item in values]) if None in values else _ALL
        template = self.templates.get(there)
        if template is None:
            template = self.templates[there] = self.template(there or (True,) * len(values))
        fill, writers = template
        if there is not _ALL:
            values = tuple([item for item in values if item is not None])
        before, previous, number, after = fill(*[write(item) for write, item in zip(writers, values, strict=True)]).split(_HOLE)
        return before, previous, number, after

    def template(self, there: tuple[bool, ...]) -> Template:
        """The line with these fields in it, each in its place."""
        used = [form for form, is_there in zip(self.forms, there, strict=True) if is_there]
        places = {name: f'"{name}":{{{at}}}' for at, (name, _) in enumerate(used)}
        places |= {"seq": f'"seq":{_HOLE}', "prev": f'"prev":"{_HOLE}"'}
        places |= {name: f'"{name}":"{value}"' for name, value in self.constants.items()}
        before = "".join(f"{places[name]}," for name in sorted(places) if name < "h")
        after = ",".join(places[name] for name in sorted(places) if name > "h")
        return f"{{{{{before}{_HOLE}{after}}}}}".format, [write for _, write in used]


Template: TypeAlias = tuple[Callable[..., str], list[Callable[[Any], str]]]
_WRITERS = {kind: LineWriter(CODECS[name], {"t": name}) for name, kind in KINDS.items()}
_EVENT_WRITERS = {
    kind: LineWriter(EVENT_CODECS[name], {"t": "told", "what": name}, kind is not Ruling) for name, kind in EVENTS.items()
}


def pieces_of(body: Body) -> Pieces:
    """The text of a record on its line, around the hole for its place in the chain."""
    if not isinstance(body, Told):
        return _WRITERS[type(body)].pieces(body)
    event = body.event
    return _EVENT_WRITERS[type(event)].pieces(event, *(() if isinstance(event, Ruling) else (body.rule,)))


class Wording:
    """A record, and its line apart from its place in the chain; the line is written once, when it is needed."""

    __slots__ = ("_pieces", "body")

    def __init__(self, body: Body) -> None:
        self.body = body
        self._pieces: Pieces | None = None

    @property
    def pieces(self) -> Pieces:
        pieces = self._pieces
        if pieces is None:
            pieces = self._pieces = pieces_of(self.body)
        return pieces

    def text(self, seq: int, prev: str) -> str:
        """The line for this place in the chain, without its own hash."""
        before, previous, number, after = self.pieces
        return f"{before}{previous}{prev}{number}{seq}{after}"
