"""At 80 columns and 24 lines no question, no menu and no situation is longer than the screen, in any shipped scenario."""

import pytest
from support import FOUGHT, SHIPPED

from airwar.answers import prompt
from airwar.answers.prompt import Prompt
from airwar.engine.questions import Fact, Roll
from airwar.play.session import Session
from airwar.setup.loading import board_of, load_scenario
from airwar.show.console import Quiet
from airwar.show.positions import board_map, look_at, situation
from airwar.table.asking import BoardFacts, what_is_asked, who_is_asked

WIDTH, HEIGHT = 80, 24
MOST_QUESTIONS = 150


class Enough(Exception):
    """The question has been shown."""


def enough(*_):
    raise Enough


class Names:
    def __init__(self, session):
        self.session = session

    def who(self, question):
        return who_is_asked(self.session, question)

    def what(self, question):
        return what_is_asked(self.session, question)


def question_on_screen(session, patch):
    """The lines of the pending question, as the terminal shows them; the last is where somebody types."""
    patch.setattr(prompt, "read_line", enough)
    facts, lines = BoardFacts(session, session.question), []
    size, nothing = (lambda: (WIDTH, HEIGHT)), (lambda *_: None)

    def say(line, style=""):
        lines.extend(prompt.wrapped(line, WIDTH, 4))

    person = Prompt(
        say,
        Names(session),
        {},
        nothing,
        nothing,
        nothing,
        nothing,
        told=facts.told,
        size=size,
        planned=lambda _: session.is_planned,
    )
    with pytest.raises(Enough):
        person.decide(session.question, session.default)
    return [*lines, "> "]


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_question_and_the_situation_fit(path, monkeypatch):
    session = Session.begin(load_scenario(path.stem), seed=11, ask_all=False, ask_before_end=True)
    console = Quiet(width=WIDTH, height=HEIGHT)
    for _ in range(MOST_QUESTIONS):
        question = session.question
        if question is None:
            break
        assert not isinstance(question, Roll)
        shown = question_on_screen(session, monkeypatch)
        assert len(shown) <= HEIGHT, "\n".join(shown)
        assert any("?" in line for line in shown[:4]), "\n".join(shown)
        for blocks in (
            situation(console, session.scenario, session.standing, HEIGHT - 3),
            board_map(console, session.scenario, session.all_states, HEIGHT - 3),
        ):
            assert sum(block.plain.count("\n") + 1 for block in blocks) <= HEIGHT - 3
        answer = session.default
        if answer is None:
            answer = question.examples[0] if isinstance(question, Fact) else {"unknown": 1}
        session.answer(answer)


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_s_of_every_place_unit_and_side_fits(path):
    scenario, console = load_scenario(path.stem), Quiet(width=WIDTH, height=HEIGHT)
    rows = scenario.ruleset.everything((scenario.start.state,))
    for what in {name for row in rows for name in (row.side, row.place, row.unit) if name} | set(board_of(scenario).names):
        blocks = look_at(console, scenario, rows, what)
        assert sum(block.plain.count("\n") + 1 for block in blocks) <= HEIGHT - 3, what
