"""What a, d, Ex-1 and Ex-2 cost is in no source (18.556, 15.6): it is asked, and is a result of its own where nobody can say it."""

import pytest
from waw_front import front

from airwar import api
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

UNKNOWN = "what a, d, Ex-1 and Ex-2 of the ground table cost is not known (15.6)"
ATTACK = "battles:\n  - {at: field, attackers: 3, defenders: [{factors: 1}], with: {}}\n"


def scenario():
    return parse_scenario(front(ATTACK, "stukas") + 'choices: {"*": default}\n', "test.yaml")


def at_the_losses(die):
    session = Session.begin(scenario(), None, mode="physical", ask_before_end=True)
    while not session.question.key.endswith("ground.losses"):
        session.roll((die,)) if session.question.key.endswith("ground.die") else session.answer(session.default)
    return session


def test_18_556_losses_that_no_source_gives_are_asked_without_an_answer_in_brackets():
    session = at_the_losses(2)
    assert session.default is None
    assert (
        session.question.refuses({"unknown": 1, "attacker": 1}) == "say either what is lost or that nobody knows, not both (18.556)"
    )
    session.answer({"defender": 1})
    while session.question is not None:
        session.answer(session.default)
    assert session.end.result == "defender eliminated"


def test_18_556_where_nobody_can_say_it_the_result_needs_a_chart():
    found = [row["result"] for row in api.odds(scenario()).results]
    assert {result for result in found if result.startswith("needs chart: ")}
    assert "defender holds" not in found


def test_18_556_the_check_of_a_file_notes_it():
    assert sum(UNKNOWN in note.text for note in scenario().notes) == 1


@pytest.mark.parametrize("said", ["result: D", "kind: overrun"])
def test_18_556_nothing_is_noted_where_nothing_is_unknown(said):
    text = front(ATTACK.replace("attackers: 3", f"attackers: 3, {said}"), "stukas")
    assert not any(UNKNOWN in note.text for note in parse_scenario(text, "test.yaml").notes)
