"""A record as a line of a log: canonical JSON, written out field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from airwar.engine.canonical import canonical
from airwar.engine.codec import Codec
from airwar.engine.events import Ruling
from airwar.engine.records import CODECS, EVENT_CODECS, EVENTS, KINDS, Body, Told

ALL = ()  # no field is None
HOLE = "\0"  # marks where the hash belongs; canonical JSON never contains this character


class LineWriter:
    """Writes one kind of record as a line of a log, in canonical JSON, with a hole for its hash.

    Fields are filled into a template, which is several times faster than sorting and encoding a dict.
    """

    def __init__(self, codec: Codec[Any], constants: dict[str, str], cited: bool = False) -> None:
        self.values = codec.values
        self.constants = constants
        self.forms = [(name, codec.forms[name].write) for name in codec.names]
        if cited:
            self.forms.append(("rule", canonical))
        self.templates: dict[tuple[bool, ...], Template] = {}  # by which fields are not None

    def line(self, seq: int, prev: str, value: Any, *rule: str) -> str:
        values = (*self.values(value), *rule)
        there = tuple([item is not None for item in values]) if None in values else ALL
        template = self.templates.get(there)
        if template is None:
            template = self.templates[there] = self.template(there or (True,) * len(values))
        fill, writers = template
        if there is not ALL:
            values = tuple([item for item in values if item is not None])
        return fill(seq, prev, *[write(item) for write, item in zip(writers, values, strict=True)])

    def template(self, there: tuple[bool, ...]) -> Template:
        """The line with these fields in it, each in its place."""
        used = [form for form, is_there in zip(self.forms, there, strict=True) if is_there]
        places = {name: f'"{name}":{{{at}}}' for at, (name, _) in enumerate(used, 2)}
        places |= {"seq": '"seq":{0}', "prev": '"prev":"{1}"'}
        places |= {name: f'"{name}":"{value}"' for name, value in self.constants.items()}
        before = "".join(f"{places[name]}," for name in sorted(places) if name < "h")
        after = ",".join(places[name] for name in sorted(places) if name > "h")
        return f"{{{{{before}{HOLE}{after}}}}}".format, [write for _, write in used]


Template: TypeAlias = tuple[Callable[..., str], list[Callable[[Any], str]]]
_WRITERS = {kind: LineWriter(CODECS[name], {"t": name}) for name, kind in KINDS.items()}
_EVENT_WRITERS = {
    kind: LineWriter(EVENT_CODECS[name], {"t": "told", "what": name}, kind is not Ruling) for name, kind in EVENTS.items()
}


def write_line(seq: int, prev: str, body: Body) -> str:
    """A record as a line of a log, with a hole for its hash."""
    if not isinstance(body, Told):
        return _WRITERS[type(body)].line(seq, prev, body)
    event = body.event
    return _EVENT_WRITERS[type(event)].line(seq, prev, event, *(() if isinstance(event, Ruling) else (body.rule,)))
