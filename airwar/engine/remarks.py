"""Corrections, rulings and other remarks: how the log records them, each in one line of limited length, and in plain words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from airwar.engine.history import Entry
from airwar.engine.questions import without_zeros
from airwar.engine.records import (
    ALL,
    LONGEST_NAME,
    LONGEST_REMARK,
    ON_POSITIONS,
    ON_ROLLS,
    Answer,
    Chosen,
    Contested,
    Corrected,
    DiceChanged,
    Joined,
    LetterClosed,
    Mailed,
    Noted,
    Opened,
    OrdersGiven,
    Remark,
    Replied,
    Requested,
    Resigned,
    Rolled,
    Ruled,
    Sealed,
    Seated,
    Unsealed,
)
from airwar.engine.words import count, listed, one_line, side_name, some_of, with_article
from airwar.errors import BadAnswer


def reason_missing(why: str) -> str | None:
    return None if one_line(why) else "a correction or a ruling needs a reason"


def brief(text: str, what: str, most: int = LONGEST_REMARK) -> str:
    """A text as one line for the log. Raises BadAnswer if it is too long."""
    line = one_line(text)
    if len(line) > most:
        raise BadAnswer(f"{what} has at most {most:,} characters, not {len(line):,}")
    return line


def written_as(old: Entry, now: Answer) -> Answer:
    """An answer as a record writes it: without the zeros of an allotment."""
    return without_zeros(now) if isinstance(now, dict) and isinstance(old, Chosen) else now


def ruling_refused(on: str, key: str, value: str) -> str | None:
    """Why a ruling cannot be made, or None."""
    if on not in (*ON_ROLLS, *ON_POSITIONS):
        return f"no ruling on {on!r}; there is {', '.join((*ON_ROLLS, *ON_POSITIONS))}"
    if on == "modifier" and not re.fullmatch(r"[+-]?\d{1,3}", value):
        return f"{value!r} is not a modifier such as +1 or -2"
    if max(len(key), len(value)) > LONGEST_NAME or one_line(key + value) != key + value:
        return f"what a ruling names must be one line of at most {LONGEST_NAME} characters"
    return None if key and value else "a ruling needs what it changes, and the new value"


def answer_words(answer: Answer) -> str:
    """An answer as a player would say it."""
    if isinstance(answer, dict):
        return ", ".join(f"{count} {name}" for name, count in answer.items()) or "none"
    return answer if isinstance(answer, str) else " ".join(map(str, answer))


_SOURCES = {"physical": "typed", "scripted": "scripted", "corrected": "corrected", "ruled": "ruled", "parent": "of the parent"}


def source_words(roll: Rolled) -> str:
    """Where the dice of a roll come from, in a word or two; nothing if the machine rolled them."""
    return _SOURCES.get(roll.source, "")


def corrected_words(body: Corrected) -> str:
    """What a correction says."""
    return f"{body.who} corrects {body.key} from {answer_words(body.was)} to {answer_words(body.now)}: {body.why}"


def ruled_words(body: Ruled) -> str:
    """What a ruling says, who made it, and why."""
    return f"{body.who} rules: {decreed_words(body)}: {body.why}"


def decreed_words(body: Ruled) -> str:
    """What a ruling says."""
    roll = "the next roll" if body.key == "*" else f"the roll {body.key}"
    what = {
        "modifier": f"{body.value} on {roll}",
        "result": f"{roll} is {body.value}",
        "option": f"option {body.key} is {body.value} from here on",
        "unit": f"{body.key}: {body.value.replace('=', ' ')}",
    }
    return what.get(body.on, body.on)


def unmet_words(waiting: Sequence[Ruled]) -> list[str]:
    """One sentence for each ruling that never met a roll, shown at the end."""
    return [f"this ruling met no roll: {decreed_words(ruling)}: {ruling.why}" for ruling in waiting]


def left_out_words(waiting: Sequence[Ruled]) -> str:
    """What odds say about rulings on rolls still to come; empty if there are none."""
    rulings = "; ".join(map(decreed_words, waiting))
    return f"these odds leave out what the referee has ruled on coming rolls: {rulings}" if rulings else ""


def fixed_rolls_words(rolls: Collection[str]) -> str:
    """What odds say about rolls whose faces the scenario gives; empty if there are none."""
    return f"{count(len(rolls), 'roll is', 'rolls are')} fixed by the scenario: {some_of(rolls)}" if rolls else ""


def made_up_words(charts: Collection[str]) -> str:
    """The warning shown with results from charts made up for trying out the program; empty if none are."""
    return f"uses {'made-up charts' if len(charts) > 1 else 'a made-up chart'}: {listed(charts)} (synthetic-demo)" if charts else ""


def remark_words(body: Remark) -> str:
    """What a remark says."""
    if isinstance(body, Ruled):
        return ruled_words(body)
    if isinstance(body, Noted):
        return f"note by {body.who}: {body.text}"
    if isinstance(body, Seated):
        return f"from here on {seats_words(body)}"
    return dice_words(body) if isinstance(body, DiceChanged) else _mail_words(body)


def _mail_words(body: Mailed) -> str:
    """What a record of a battle by mail says."""
    who = "the referee" if body.by == "r" else f"side {body.by}"
    match body:
        case Joined():
            return f"{who} publishes the end of its chain{' and its key' if body.key else ''}"
        case Opened():
            return f"{who} opens its link of draw {body.draw}{'' if body.first is None else '; the dice fall'}"
        case OrdersGiven():
            return f"standing orders of {who}: {_orders_in_short(body.choices)}"
        case Sealed():
            return f"{who} seals its orders for {', '.join(body.covers)}"
        case Unsealed():
            return f"{who} opens its sealed orders: {_orders_in_short(body.choices)}"
        case Requested():
            return f"{who} asks for {request_words(body)}: {body.why}"
        case Replied():
            return f"{who} {'grants' if body.granted == 'yes' else 'denies'} the request"
        case Contested():
            return f"{who} does not accept the fact in record {body.to}: {body.why}"
        case Resigned():
            return f"{who} gives up{', out of turn' if body.notice else ''}"
        case LetterClosed():
            return f"end of letter {body.number}, by {who}"


def request_words(body: Requested) -> str:
    """What a side asks for."""
    if body.now is not None:
        return f"another answer in record {body.to}, {answer_words(body.now)}"
    if body.dice is not None:
        return "dice that are rolled at a table and typed in" if body.dice == "physical" else "dice from both chains again"
    return "a ruling"


def _orders_in_short(choices: str) -> str:
    """The lines of standing orders, without those that are only comments."""
    return "; ".join(line.strip() for line in choices.splitlines() if line.strip() and not line.strip().startswith("#"))


def dice_words(body: DiceChanged) -> str:
    """Who rolls from here on."""
    who = {
        "machine": "the machine rolls",
        "physical": "all dice are rolled at the table",
        "ask": "the machine or the table rolls",
        "mail": "dice come from both chains",
    }
    return f"from here on {who.get(body.dice, body.dice)}{'' if body.first is None else ', with a new seed'}"


def seats_words(seated: Seated) -> str:
    """Who sits at the table."""
    play = seated.play or {}
    own = listed(side_name(side) for side, text in play.items() if not text)
    others = listed(side_name(side) for side, text in play.items() if text and not text.isalpha())
    levels = [f"airwar plays {with_article(side_name(side))} by the odds ({text})" for side, text in play.items() if text.isalpha()]
    parts = (
        f"the scenario's choices answer for {own}" if own else "",
        f"choices from a file answer for {others}" if others else "",
        *levels,
        f"nobody is asked {', '.join(seated.auto)}" if seated.auto else "",
        "every question is asked" if seated.ask == ALL else "",
        f"{seated.who} signs" if seated.who else "",
    )
    return "; ".join(part for part in parts if part) or "every side answers for itself"
