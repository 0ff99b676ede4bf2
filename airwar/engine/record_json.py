"""Writes, reads and compares records as JSON objects, and describes them by a JSON Schema."""

from __future__ import annotations

from typing import Any

from airwar.engine.codec import Codec, Schema, Wrong, form_of
from airwar.engine.events import Event, Loss, NeedsChart, Note, Ruling, Sheet, Status
from airwar.engine.records import (
    Body,
    Chosen,
    Contested,
    Corrected,
    DiceChanged,
    Ended,
    Entered,
    Hash,
    Header,
    Joined,
    LetterClosed,
    Noted,
    Opened,
    Ordered,
    OrdersGiven,
    Remark,
    Replied,
    Requested,
    Resigned,
    Rolled,
    RoundBegun,
    Ruled,
    Sealed,
    Seated,
    Stated,
    StepTaken,
    Told,
    Undone,
    Unsealed,
)
from airwar.engine.words import shown

LONGEST_QUOTED = 120  # characters of a value in a message
EVENTS: dict[str, type[Event]] = {
    "note": Note,
    "loss": Loss,
    "status": Status,
    "ruling": Ruling,
    "needschart": NeedsChart,
    "sheet": Sheet,
}
KINDS: dict[str, type[Any]] = {
    "battle": Header,
    "enter": Entered,
    "round": RoundBegun,
    "roll": Rolled,
    "choice": Chosen,
    "stated": Stated,
    "step": StepTaken,
    "undo": Undone,
    "correction": Corrected,
    "ruling": Ruled,
    "note": Noted,
    "dice": DiceChanged,
    "seats": Seated,
    "order": Ordered,
    "end": Ended,
    "joined": Joined,
    "opened": Opened,
    "orders": OrdersGiven,
    "sealed": Sealed,
    "unsealed": Unsealed,
    "asked": Requested,
    "replied": Replied,
    "contested": Contested,
    "resigned": Resigned,
    "letter": LetterClosed,
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


# comparison


def named(body: Body) -> str:
    """A record's kind, and its key if it has one."""
    content = write_body(body)
    return f"{content['t']} {plainly(content.get('key', ''))}".strip()


def difference(rules: Body, log: Body) -> str:
    """The first difference between a record of the log and the record that the rules produce."""
    ours, theirs = write_body(rules), write_body(log)
    if isinstance(log, Undone | Corrected | Remark | Ordered):
        return f"the log has {named(log)} where the rules continue without a question"
    if ours["t"] != theirs["t"]:
        return f"expected a {ours['t']} record here, found {theirs['t']}"
    for name in sorted({*ours, *theirs}):
        if ours.get(name) != theirs.get(name):
            said = f"{name} is {plainly(theirs.get(name))} in the log, {plainly(ours.get(name))} by the rules"
            return f"{plainly(theirs.get('key', theirs['t']))}: {said}"
    return "the records differ"


def plainly(value: object) -> str:
    """A value of a record, for a message; a long one is cut short."""
    return value if isinstance(value, str) and len(value) <= LONGEST_QUOTED else shown(value, LONGEST_QUOTED)


# JSON Schema

HASH: Schema = form_of(Hash).schema
CHAIN: dict[str, Schema] = {"seq": {"type": "integer", "minimum": 0}, "prev": HASH, "h": HASH}


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
