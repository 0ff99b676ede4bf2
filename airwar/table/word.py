"""The referee's word: what to correct, what to rule, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from airwar.answers.line import read_line
from airwar.answers.prompt import Say, read_as
from airwar.answers.typed import Known, Refused, picked, typed_faces
from airwar.engine.history import only_ruled_on
from airwar.engine.questions import Question, Roll
from airwar.engine.records import Chosen, Rolled, Stated
from airwar.engine.remarks import ruling_refused
from airwar.engine.said import answer_words
from airwar.engine.words import count
from airwar.errors import BadAnswer
from airwar.show.console import folded

if TYPE_CHECKING:
    from airwar.engine.log import Record
    from airwar.session import Reentered, Session

T = TypeVar("T")

RECENT = 12
RULINGS = {
    "modifier": "a modifier on a coming roll",
    "result": "the result of a coming roll",
    "unit": "a count or a status of a unit",
    "option": "an option of the scenario, from here on",
}


class Nothing(Exception):
    """The referee has nothing to say after all."""


def line_for(text: str, words: Sequence[str] = ()) -> str:
    """A line from the referee. The request for it is broken between words if the terminal is too narrow."""
    return read_line(f"{folded(f'  {text} >')} ", words).strip()


def asked(text: str, words: Sequence[str] = ()) -> str:
    """A line from the referee, of which Tab completes `words`; an empty one ends it."""
    line = line_for(text, words)
    if not line:
        raise Nothing
    return line


def until_right(say: Say, ask: Callable[[], T]) -> T:
    """Asks again after each thing that is not accepted, until it is, or until the referee leaves it."""
    while True:
        try:
            return ask()
        except BadAnswer as bad:
            say(f"  not accepted: {bad}")


# corrections


def hear_correction(session: Session, say: Say, seq: int | None = None) -> None:
    """Lists the recent entries, asks which one is wrong, what is right, and why."""
    try:
        record = wrong_entry(session, say) if seq is None else session.entry(seq)
        old = record.body
        if isinstance(old, Rolled) and only_ruled_on(old):
            rule_on_roll(session, say, record.seq, old)
            return
        now = until_right(say, partial(right_answer, session, record))
        say(f"  {kept_words(session.correct(record.seq, now, asked('why?')))}")
    except Nothing:
        say("  nothing changed")
    except BadAnswer as bad:
        say(f"  not accepted: {bad}")


def wrong_entry(session: Session, say: Say) -> Record:
    """The entry that the referee wants to correct."""
    entries = session.entries[-RECENT:]
    if not entries:
        raise BadAnswer("nothing has been entered yet")
    for record in entries:
        say(f"  {record.seq:5}  {key_of(record)}  {was(record)}")
    return until_right(say, partial(asked_entry, session))


def asked_entry(session: Session) -> Record:
    """An entry by the number of its record. Raises BadAnswer."""
    line = asked("which record is wrong? (Enter: none)")
    if not line.isdecimal():
        raise BadAnswer(f"{line!r} is not the number of a record")
    return session.entry(int(line[:9]))


def key_of(record: Record) -> str:
    assert isinstance(record.body, Rolled | Chosen | Stated)
    return record.body.key


def was(record: Record) -> str:
    """What an entry says, and where dice came from."""
    body = record.body
    if isinstance(body, Rolled):
        return f"{answer_words(body.faces)} ({'typed' if body.source == 'physical' else body.source})"
    assert isinstance(body, Chosen | Stated)
    return answer_words(body.answer)


def right_answer(session: Session, record: Record) -> Any:
    """What the referee gives as the right answer to an earlier question. Raises BadAnswer."""
    question = session.question_at(record.seq)
    now = typed_answer(question, asked(f"{question.key} was {was(record)}; what is right? (Enter: leave it)"))
    refused = session.refuses_correction(record.seq, now)
    if refused:
        raise BadAnswer(refused)
    return now


def typed_answer(question: Question, line: str) -> Any:
    """What was typed as an answer to an earlier question. Raises BadAnswer."""
    if isinstance(question, Roll):
        faces = typed_faces(line, question.reading.dice)
        if isinstance(faces, str):
            raise BadAnswer(faces)
        return faces
    answer = read_as(line, question)
    if isinstance(answer, Refused):
        raise BadAnswer(answer.why)
    return answer


def kept_words(after: Reentered) -> str:
    """How much of what came later still fits."""
    if not after.kept + after.dropped:
        return "done"
    return f"done; {count(after.kept, 'later entry', 'later entries')} kept, {after.dropped} dropped"


# rulings


def hear_ruling(session: Session, say: Say) -> None:
    """Asks what the referee rules, and why."""
    for number, text in enumerate(RULINGS.values(), 1):
        say(f"   {number}  {text}")
    try:
        on = until_right(say, asked_ruling)
        if session.question is None:
            raise BadAnswer("the battle is over; correct an entry, or rule on an earlier roll")
        if on == "unit" and not session.adjustments:
            raise BadAnswer("nothing about the units can be changed here")
        say(f"  {kept_words(until_right(say, partial(rule_on, session, say, on)))}")
    except Nothing:
        say("  nothing ruled")
    except BadAnswer as bad:
        say(f"  not accepted: {bad}")


def asked_ruling() -> str:
    """What the referee wants to rule on. Raises BadAnswer."""
    on = picked(asked("rule on which? (Enter: none)", list(RULINGS)), RULINGS)
    if isinstance(on, Refused):
        raise BadAnswer(on.why)
    return on


def rule_on(session: Session, say: Say, on: str) -> Reentered:
    """Asks for a ruling and why, and carries it out. Raises BadAnswer."""
    key, value = {"modifier": on_roll, "result": on_roll, "unit": on_unit, "option": on_option}[on](session, say, on)
    refused = ruling_refused(on, key, value)
    if refused:
        raise BadAnswer(refused)
    return session.rule(on, key, value, asked("why?"))


def on_roll(session: Session, say: Say, on: str) -> tuple[str, str]:
    """A modifier or a result, and the roll that it is for."""
    value = asked("the modifier, such as +1" if on == "modifier" else "the result as the table shows it, or the faces")
    key = line_for("which roll? such as attacker.fire (Enter: the next one)")
    return key or "*", value


def on_unit(session: Session, say: Say, on: str) -> tuple[str, str]:
    """A unit, and what is to be changed about it."""
    known = session.adjustments
    for name, now in known.items():
        say(f"    {name}: {', '.join(f'{what} {value}' for what, value in now.items())}")
    unit = picked_name(asked("which unit?", list(known)), list(known))
    what, _, value = asked(f"what? for example {next(iter(known[unit]))}=2").replace(" ", "=").partition("=")
    if what not in known[unit]:
        raise BadAnswer(f"{what!r} of {unit} cannot be changed; there is {', '.join(known[unit])}")
    return unit, f"{what}={value.strip('= ')}"


def on_option(session: Session, say: Say, on: str) -> tuple[str, str]:
    """An option, and its value from here on."""
    options = session.scenario.ruleset.options
    for name, option in options.items():
        say(f"    {name}: {option.text}")
    name = picked_name(asked("which option?", list(options)), list(options))
    return name, asked(f"{name}: {options[name].choices}")


def picked_name(line: str, names: list[str]) -> str:
    found = Known({name: name for name in names}).one(line)
    if isinstance(found, Refused):
        raise BadAnswer(found.why)
    return found


def rule_on_roll(session: Session, say: Say, seq: int, old: Rolled) -> None:
    """A machine die keeps its faces: the referee may give the roll a modifier or a result."""
    say(f"  {old.key}: nobody rolls a machine die again, but you can rule: a modifier such as +1, or a result")

    def ruled() -> Reentered:
        line = asked(f"{old.key} was {answer_words(old.faces)}, result {old.result}; what do you rule? (Enter: leave it)")
        return session.rule(modifier_or_result(line), old.key, line, asked("why?"), back_to=seq)

    say(f"  {kept_words(until_right(say, ruled))}")


def modifier_or_result(line: str) -> str:
    """What a ruling on a roll gives it: a modifier has a sign."""
    return "modifier" if line.startswith(("+", "-")) and line[1:].isdecimal() else "result"
