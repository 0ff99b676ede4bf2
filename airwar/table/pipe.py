"""A program at the table: one JSON line out for each question, one in for each answer.

    < {"t": "ask", "key": "malta.r1.attacker.disengage", "sort": "choice", "options": {"stay": "fight on", ...}, "usual": "stay"}
    > {"do": "answer", "answer": "stay"}

A bot, a web page or a screen reader can sit here. Whatever it sends is carried out by the same `Session` as at a terminal, so
the log is the same to the byte. `airwar schema serve` prints the JSON Schema of both directions; the guide explains them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeAlias

from airwar.answers.prompt import modifiers_of
from airwar.battle.battle import Battle
from airwar.engine.codec import Codec, Schema, TextLine, Wrong, decode
from airwar.engine.frozen import dataclass
from airwar.engine.log import Record
from airwar.engine.questions import REFEREE, Allotment, Choice, Fact, Question, Roll, labels_of
from airwar.engine.records import LONGEST_REMARK, ON_POSITIONS, ON_ROLLS, Name, Text
from airwar.errors import AirwarError
from airwar.play.session import Reentered, Session
from airwar.probability.forecast import at_a_prompt, situation_at
from airwar.probability.prospects import Outlook
from airwar.table.asking import what_is_asked, who_is_asked
from airwar.table.by_the_odds import by_prospects, policies_at
from airwar.version import __version__

_FORMAT = 1
LONGEST_LINE = 1024 * 1024  # characters of a message that comes in
_Said: TypeAlias = str | dict[str, int] | tuple[int, ...]
_Message: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class _Answer:
    """Answers the pending decision: an option, how many of each, or a fact."""

    answer: str | dict[str, int]


@dataclass(frozen=True)
class _Order:
    """A line as a person types it at the prompt: an order, dice, or nothing for the usual answer."""

    line: Annotated[str, TextLine(LONGEST_REMARK)]


@dataclass(frozen=True)
class _Dice:
    """Answers the pending roll with these faces; without them the machine rolls, if it may."""

    faces: tuple[int, ...] | None = None


@dataclass(frozen=True)
class _Undo:
    """Takes back the last order or answer since the last die."""


@dataclass(frozen=True)
class _Correct:
    """Gives another answer to the entry in record `seq`. Later entries that still fit are entered again."""

    seq: int
    now: _Said
    why: Text


@dataclass(frozen=True)
class _Rule:
    """Rules as the referee: a modifier or result of an upcoming roll, a unit or an option; with `seq`, an earlier roll."""

    on: Name
    key: Name
    value: Name
    why: Text
    seq: int | None = None


@dataclass(frozen=True)
class _Note:
    """Adds a note to the log."""

    text: Text


@dataclass(frozen=True)
class _Odds:
    """Asks for the odds of the pending question. Nothing is logged, and no die is rolled."""


@dataclass(frozen=True)
class _State:
    """Asks where everything is."""


@dataclass(frozen=True)
class _Auto:
    """Takes the usual answer, here and to every question of this kind from here on."""


@dataclass(frozen=True)
class _Finish:
    """Closes a battle that is over."""


@dataclass(frozen=True)
class _Quit:
    """Leaves the table; the log is intact. The end of input does the same."""


_DEEDS: dict[str, type[Any]] = {
    "answer": _Answer,
    "order": _Order,
    "roll": _Dice,
    "undo": _Undo,
    "correct": _Correct,
    "rule": _Rule,
    "note": _Note,
    "odds": _Odds,
    "state": _State,
    "auto": _Auto,
    "finish": _Finish,
    "quit": _Quit,
}
_CODECS: dict[str, Codec[Any]] = {name: Codec(kind) for name, kind in _DEEDS.items()}


def understood(line: str) -> Any:
    """What a line asks for. Raises AirwarError."""
    try:
        content = decode(line)
    except (ValueError, RecursionError):
        raise AirwarError("that is not a line of JSON with whole numbers only") from None
    deed = content.pop("do", None) if isinstance(content, dict) else None
    codec = _CODECS.get(deed) if isinstance(deed, str) else None
    if codec is None:
        raise AirwarError(f'say what to do, such as {{"do": "answer", "answer": "stay"}}; there is {", ".join(_DEEDS)}')
    try:
        return codec.read(content)
    except Wrong as wrong:
        raise AirwarError(f"{deed}: {wrong}") from None


class Serving:
    """A session whose questions go out and whose answers come in as lines of JSON. `say` sends one, `hear` reads one."""

    def __init__(self, say: Callable[[str], None], hear: Callable[[], str]) -> None:
        self.say, self.hear = say, hear
        self.session: Session | None = None

    # a view of the battle

    def show(self, record: Record, past: bool) -> None:
        self.say(f'{{"past":{json.dumps(past)},"record":{record.line},"t":"record"}}')

    def back(self, seq: int) -> None:
        self.send("back", to=seq)

    # the conversation

    def send(self, kind: str, **content: Any) -> None:
        """Sends a message of one kind."""
        self.say(json.dumps({"t": kind, **content}, sort_keys=True, separators=(",", ":")))

    def run(self, battle: Battle, ask_all: bool, **more: Any) -> bool:
        """Plays until the battle is closed, which is True, or somebody leaves."""
        scenario, path = battle.scenario, battle.log.path
        self.send(
            "battle",
            serve=_FORMAT,
            airwar=__version__,
            title=scenario.title,
            ruleset=scenario.ruleset.id,
            sides=scenario.sides,
            dice=battle.mode,
            log=None if path is None else str(path),
        )
        session = self.session = Session(battle, self, ask_before_end=True, ask_all=ask_all, think=by_prospects, **more)
        try:
            self.send(**_asking(session))
            while not (battle.log.finished and session.end) and self.heard(session):
                pass
        finally:
            session.close()
        return battle.log.finished

    def heard(self, session: Session) -> bool:
        """Reads a line and does what it says; False if somebody leaves."""
        line = self.hear()
        if not line:
            return False
        try:
            deed = understood(line)
            if isinstance(deed, _Quit):
                return False
            for message in _carried_out(session, deed):
                self.send(**message)
        except AirwarError as refused:
            self.send("refused", why=str(refused))
        self.send(**_asking(session))
        return True


def _carried_out(session: Session, deed: Any) -> Iterator[_Message]:
    """Does what a line asks for, and yields what there is to say about it besides the records. Raises AirwarError."""
    match deed:
        case _Answer(answer=answer):
            session.answer(answer)
        case _Order(line=line):
            done = session.order(line)
            yield {"kind": "done", "passed": sorted(done.passed), "left": done.left, "why": done.why}
        case _Dice(faces=faces):
            session.roll(faces)
        case _Undo():
            yield {"kind": "undone", "key": session.undo()}
        case _Correct(seq=seq, now=now, why=why):
            yield _reentered(session.correct(seq, now, why))
        case _Rule(on=on, key=key, value=value, why=why, seq=seq):
            yield _reentered(session.rule(on, key, value, why, back_to=seq))
        case _Note(text=text):
            session.note(text)
        case _Odds():
            yield _odds_at(session)
        case _State():
            yield {"kind": "state", "units": [row._asdict() | {"marks": list(row.marks)} for row in session.standing]}
        case _Auto():
            yield {"kind": "auto", "pattern": session.ask_no_more()}
        case _Finish():
            session.finish()


def _reentered(after: Reentered) -> _Message:
    return {"kind": "reentered", "kept": after.kept, "waiting": after.waiting}


def _asking(session: Session) -> _Message:
    """The pending question; or that the battle is over."""
    question = session.question
    if question is None:
        result = session.end.result if session.end else ""
        return {"kind": "end" if session.log.finished else "over", "result": result}
    return {
        "kind": "ask",
        "key": question.key,
        "rule": question.rule,
        "by": question.by,
        "who": who_is_asked(session, question),
        "what": what_is_asked(session, question),
        "undo": session.can_undo,
        **_particulars(session, question),
    }


def _particulars(session: Session, question: Question) -> _Message:
    """What only this kind of question has."""
    if isinstance(question, Roll):
        dice = question.reading.dice
        sorts = {"sort": "roll", "dice": str(dice), "modifiers": modifiers_of(question), "goal": question.reading.goal()}
        return {**sorts, "machine": session.battle.mode != "physical"}
    if isinstance(question, Fact):
        ask = question.ask or f"what is {question.what}?"
        return {"sort": "fact", "ask": ask, "examples": list(question.examples), "usual": session.default}
    about = question.about() if question.about else ""
    common = {"about": about, "usual": session.default, "quiet": question.quiet, "optional": question.optional}
    if isinstance(question, Choice):
        return {"sort": "choice", "options": dict(question.options), **common}
    least, most = question.totals()
    counts = {"items": dict(question.items), "labels": labels_of(question), "least": least, "most": most}
    return {"sort": "allotment", **counts, **common}


def _odds_at(session: Session) -> _Message:
    """The odds of each answer to a decision; at a roll, or where no side decides, of the battle."""
    question, ruleset = session.question, session.scenario.ruleset
    if question is None:
        raise AirwarError("the battle is over")
    script = policies_at(session)
    if isinstance(question, Roll | Fact) or question.by == REFEREE:
        odds = at_a_prompt(situation_at(ruleset, script, session.walk))
        results = [{"result": result, "chance": float(share)} for result, share in odds.results().items()]
        return {"kind": "odds", "options": [], "at_hand": [], "results": results, "sampled": odds.sampled}
    assert isinstance(question, Choice | Allotment)
    outlook = Outlook(ruleset, script, session.walk, question, session.default)
    found = outlook.look()
    options = [
        {
            "option": _without_brackets(one.option),
            "wins": float(one.wins),
            "own_losses": float(one.own_losses),
            "enemy_losses": float(one.enemy_losses),
            "advice": None if one.value is None else float(one.value),
        }
        for one in found
    ]
    at_hand = [
        {
            "option": _without_brackets(one.option),
            "results": [{"result": result, "chance": float(share)} for result, share in one.results.items()],
            "own_losses": float(one.own_losses),
            "enemy_losses": float(one.enemy_losses),
        }
        for one in outlook.at_hand
    ]
    sampled = any(one.odds.sampled for one in found)
    return {"kind": "odds", "options": options, "at_hand": at_hand, "results": [], "sampled": sampled}


def _without_brackets(option: str) -> str:
    """An option as it is answered: the usual one is shown in brackets."""
    return option[1:-1] if option.startswith("[") else option


# JSON Schema

_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_NUMBER: Schema = {"type": "number"}
_YES_OR_NO: Schema = {"type": "boolean"}
_COUNTS: Schema = {"type": "object", "additionalProperties": _WHOLE}
_NAMES: Schema = {"type": "object", "additionalProperties": _TEXT}
_TEXTS: Schema = {"type": "array", "items": _TEXT}


def _one_of(**properties: Schema) -> Schema:
    """An object with exactly these properties."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _or_none(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_ASKED: dict[str, Schema] = {"key": _TEXT, "rule": _TEXT, "by": _TEXT, "who": _TEXT, "what": _TEXT, "undo": _YES_OR_NO}
_DECIDED: dict[str, Schema] = {"about": _TEXT, "quiet": _YES_OR_NO, "optional": _YES_OR_NO}
_SORTS: dict[str, dict[str, Schema]] = {
    "roll": {"dice": _TEXT, "modifiers": _TEXT, "goal": _TEXT, "machine": _YES_OR_NO},
    "choice": {"options": _NAMES, "usual": _or_none(_TEXT), **_DECIDED},
    "allotment": {"items": _COUNTS, "labels": _NAMES, "least": _WHOLE, "most": _WHOLE, "usual": _or_none(_COUNTS), **_DECIDED},
    "fact": {"ask": _TEXT, "examples": _TEXTS, "usual": _or_none(_TEXT)},
}
_STANDING: dict[str, Schema] = {"side": _TEXT, "place": _TEXT, "unit": _TEXT, "name": _TEXT, "count": _WHOLE, "marks": _TEXTS}
_CHANCES: Schema = {"type": "array", "items": _one_of(result=_TEXT, chance=_NUMBER)}
_PROSPECT: dict[str, Schema] = {
    "option": _TEXT,
    "wins": _NUMBER,
    "own_losses": _NUMBER,
    "enemy_losses": _NUMBER,
    "advice": _or_none(_NUMBER),
}
_SENT: dict[str, dict[str, Schema]] = {
    "battle": {
        "serve": {"const": _FORMAT},
        "airwar": _TEXT,
        "title": _TEXT,
        "ruleset": _TEXT,
        "sides": _TEXTS,
        "dice": _TEXT,
        "log": _or_none(_TEXT),
    },
    "record": {"past": _YES_OR_NO, "record": {"description": "a line of the log: airwar schema log", "type": "object"}},
    "back": {"to": _WHOLE},
    "over": {"result": _TEXT},
    "end": {"result": _TEXT},
    "refused": {"why": _TEXT},
    "done": {"passed": _TEXTS, "left": _TEXT, "why": _TEXT},
    "undone": {"key": _TEXT},
    "reentered": {"kept": _WHOLE, "waiting": _WHOLE},
    "auto": {"pattern": _TEXT},
    "state": {"units": {"type": "array", "items": _one_of(**_STANDING)}},
    "odds": {
        "options": {"type": "array", "items": _one_of(**_PROSPECT)},
        "at_hand": {"type": "array", "items": _one_of(option=_TEXT, results=_CHANCES, own_losses=_NUMBER, enemy_losses=_NUMBER)},
        "results": _CHANCES,
        "sampled": _YES_OR_NO,
    },
}


def serve_schema() -> Schema:
    """The JSON Schema of a line, in either direction."""
    sent = [_one_of(t={"const": kind}, **content) for kind, content in _SENT.items()]
    sent += [_one_of(t={"const": "ask"}, sort={"const": sort}, **_ASKED, **content) for sort, content in _SORTS.items()]
    heard = []
    for name, codec in _CODECS.items():
        schema = codec.schema()
        more = {"properties": {**schema["properties"], "do": {"const": name}}, "required": [*schema["required"], "do"]}
        heard.append({"description": " ".join((codec.kind.__doc__ or "").split()), **schema, **more})
    heard[list(_CODECS).index("rule")]["properties"]["on"] = {"enum": [*ON_ROLLS, *ON_POSITIONS]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "airwar:serve",
        "title": "one line of airwar serve",
        "anyOf": [{"$ref": "#/$defs/out"}, {"$ref": "#/$defs/in"}],
        "$defs": {"out": {"oneOf": sent}, "in": {"oneOf": heard}},
    }
