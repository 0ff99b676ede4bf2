"""A turn that is over is summed up in ten lines: what was flown, what it cost, who holds what, and what to do next."""

import pytest
from support import SHIPPED

from airwar.cli.play import next_commands
from airwar.play.session import Session
from airwar.setup.loading import load_scenario
from airwar.show.console import Quiet
from airwar.show.positions import summary

MOST = 10
CONSOLE = Quiet(width=80, height=24)


def played(name, seed=11):
    session = Session.begin(load_scenario(name), seed=seed, ask_all=False)
    while session.end is None:
        question = session.question
        answer = session.default
        if answer is None:
            answer = question.examples[0] if hasattr(question, "examples") else {"unknown": 1}
        session.answer(answer)
    return session


def shown(session):
    blocks = [line for block in summary(CONSOLE, session.scenario, session.end) for line in block.plain.splitlines()]
    return [*blocks, *filter(None, next_commands(session.scenario, session.scenario.name.replace(".yaml", ".jsonl")))]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_turn_is_summed_up_in_ten_lines(path):
    session = played(path.stem)
    lines = shown(session)
    assert len(lines) <= MOST, "\n".join(lines)
    assert max(map(len, lines)) <= CONSOLE.width
    assert lines[0].startswith("Result  ")
    assert any(" lost " in line for line in lines)
    assert lines[-1].endswith(f"airwar analyze {path.stem}.jsonl")


def test_what_was_taken_comes_first():
    lines = shown(played("maleme-1941", seed=3))
    assert any(line.startswith("Axis now: Maleme (taken); ") for line in lines), lines
