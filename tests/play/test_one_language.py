"""One line is one order, in every game: what is typed, refused, taken back, and every random game as lines."""

from random import Random

import pytest
from lines import any_line, random_game, typed
from support import SHIPPED, TESTS

from airwar.answers.words import ReadAnswer, Reader
from airwar.engine.questions import Allotment, Roll
from airwar.errors import NotUnderstood
from airwar.play.session import Session
from airwar.setup.loading import load_scenario

LINES = 60  # random lines in each scenario
MALTA = TESTS / "play" / "malta.yaml"


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_random_game_can_be_typed(path):
    """Answers become lines, and the lines give the same answers."""
    scenario = load_scenario(str(path))
    typed(scenario, random_game(scenario, 11, most=80))


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_whatever_is_typed(path):
    """A refused line leaves the log byte for byte, an order that is taken back the same question; none crosses a die or a side."""
    rng = Random(path.stem)
    session = Session.begin(load_scenario(str(path)), seed=3, mode="ask", ask_before_end=True, ask_all=False)
    for _ in range(LINES):
        question = session.question
        if question is None:
            return
        if isinstance(question, Roll):
            session.roll()
            continue
        before, log, entered = question, session.log.text(), len(session.entries)
        rolls = len(session.rolls)
        line = any_line(rng, question)
        try:
            plan = session.planner().plan(line.split(";")[0])
            assert session.log.text() == log, "planning writes nothing"
        except NotUnderstood:
            plan = None
        try:
            done = session.order(line)
        except NotUnderstood:
            assert session.log.text() == log, line
            assert session.question is question, line
            assert plan is None or not line.split(";")[0].strip(), line
            continue
        assert len(session.rolls) == rolls, "machine dice are asked for here, so no line rolls any"
        check_sides(session, done, line)
        if rng.random() < 0.4:
            orders = 0
            while session.question is None or session.question.key != before.key:
                session.undo()
                orders += 1
            assert orders <= line.count(";") + 1, f"{line}: {orders} undos"
            assert session.question.key == before.key
            assert len(session.entries) == entered


def check_sides(session, done, line):
    """What an order says is said for one side, and the referee; others' orders it can only pass over."""
    if ";" not in line:
        party = session.scenario.party
        said = [question for question, _ in done.answers if question.key not in done.passed and question.by != "referee"]
        assert len({party(question.by) for question in said}) <= 1, line


def test_18_52_a_counterair_is_one_line():
    """The target and what flies there; there is no other target to ask for."""
    session = malta()
    done = session.order("counterair malta 5 flieger 2 regia")
    assert [answer for _, answer in done.answers] == ["malta", {"fliegerkorps-ii": 5, "regia-aeronautica": 2}]
    session.undo()
    assert session.question.key == "movement.counterair.attacker.order.1"


def test_a_number_belongs_to_the_name_that_follows_it():
    """Where one thing is counted, a number alone is enough; but 1 spitfires is never one of something else, and then spitfires."""
    question = Allotment("x.retreat", "22", "usa", {"usa-fighter": 1}, {}, 0, 1, {"usa-fighter": 0})
    alone, named = (list(Reader(question).readings(words, whole=True)) for words in (["1"], ["1", "uk-fighter"]))
    assert ReadAnswer({"usa-fighter": 1}, 1) in alone
    assert not [one for one in named if isinstance(one, ReadAnswer)]


def test_18_21_a_staging_and_no_more_in_one_line():
    """0 after a name says that no more is ordered, and not that none of it is meant."""
    session = Session.begin(load_scenario("typhoon-1941"), seed=3, mode="ask", ask_before_end=True, ask_all=False)
    session.order("germany orsha 0")
    done = session.order("stage kg-53 orsha 0")
    assert [answer for _, answer in done.answers] == ["kg-53", {"orsha": 4}, "no-more"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("counterair malta 6 flieger", "after 'counterair malta': 6 of fliegerkorps-ii is not between 0 and 5"),
        ("counterair malta flieger", "after 'counterair malta': how many fliegerkorps-ii, 1 to 5, or all?"),
        ("counterair malta 5", "after 'counterair malta': 5 of what?"),
        ("counterair malta 5 fliger", "after 'counterair malta 5': 'fliger' is not one of"),
        ("counterair tunis 5 flieger", "'tunis'"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place_and_reason(line, why):
    session = malta()
    log = session.log.text()
    with pytest.raises(NotUnderstood) as refused:
        session.order(line)
    assert why in str(refused.value)
    assert session.log.text() == log


def malta():
    session = Session.begin(load_scenario(str(MALTA)), seed=3, mode="ask", ask_before_end=True, ask_all=False)
    while not session.question.key.startswith("movement.counterair"):
        session.answer(session.default)
    return session
