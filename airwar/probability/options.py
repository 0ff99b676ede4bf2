"""The answers to a question that are worth looking at: all of them if there are few."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any

from airwar.engine.questions import Allotment, Choice, complete

MOST_TRIES, MOST_ANSWERS = 1000, 20  # of an allotment: answers tried for legality, answers shown


def answers_to(question: Choice | Allotment, preset: Any = None) -> list[tuple[str, Any]]:
    """The options, with the preset one in brackets. For an allotment: every legal answer if there are few, otherwise the preset
    one, the default, none and all."""
    preset = question.default if preset is None else preset
    if isinstance(question, Choice):
        return [(f"[{name}]" if name == preset else name, name) for name in question.options]
    preset = complete(question.items, preset)
    answers: list[dict[str, int]] = []
    if prod(count + 1 for count in question.items.values()) <= MOST_TRIES:
        counts = product(*(range(count + 1) for count in question.items.values()))
        answers = [dict(zip(question.items, numbers, strict=True)) for numbers in counts]
        answers = [answer for answer in answers if question.refuses(answer) is None]
    if not answers or len(answers) > MOST_ANSWERS:
        few = [preset, dict(question.default), dict.fromkeys(question.items, 0), dict(question.items)]
        answers = [answer for at, answer in enumerate(few) if answer not in few[:at] and question.refuses(answer) is None]
    return [(f"[{counted(answer)}]" if answer == preset else counted(answer), answer) for answer in answers]


def counted(answer: Mapping[str, int]) -> str:
    """An allotment in words."""
    return ", ".join(f"{count} {name}" for name, count in answer.items() if count) or "none"
