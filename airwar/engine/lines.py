"""A record as a line of a log: canonical JSON, written out field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from airwar.engine.canonical import canonical
from airwar.engine.codec import Codec
from airwar.engine.events import Ruling
from airwar.engine.record_json import CODECS, EVENT_CODECS, EVENTS, KINDS
from airwar.engine.records import Body, Told

ALL = ()  # no field is None
HOLE = "\0"  # canonical JSON never contains this character

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
        there = tuple([item is not None for item in values]) if None in values else ALL
        template = self.templates.get(there)
        if template is None:
            template = self.templates[there] = self.template(there or (True,) * len(values))
        fill, writers = template
        if there is not ALL:
            values = tuple([item for item in values if item is not None])
        before, previous, number, after = fill(*[write(item) for write, item in zip(writers, values, strict=True)]).split(HOLE)
        return before, previous, number, after

    def template(self, there: tuple[bool, ...]) -> Template:
        """The line with these fields in it, each in its place."""
        used = [form for form, is_there in zip(self.forms, there, strict=True) if is_there]
        places = {name: f'"{name}":{{{at}}}' for at, (name, _) in enumerate(used)}
        places |= {"seq": f'"seq":{HOLE}', "prev": f'"prev":"{HOLE}"'}
        places |= {name: f'"{name}":"{value}"' for name, value in self.constants.items()}
        before = "".join(f"{places[name]}," for name in sorted(places) if name < "h")
        after = ",".join(places[name] for name in sorted(places) if name > "h")
        return f"{{{{{before}{HOLE}{after}}}}}".format, [write for _, write in used]


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
