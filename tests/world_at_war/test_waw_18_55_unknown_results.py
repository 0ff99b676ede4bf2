"""What the ground rules decide is in no source (18.551, 18.5521, 18.613): it is asked, noted by `check`, or a result of its own."""

import pytest
from waw_front import front

from airwar import api
from airwar.errors import Unanswered
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

OVERRUN = "battles:\n  - {at: field, kind: overrun, attackers: 3, defenders: [{factors: 1}], with: {stukas: 2}%s}\n"
TYPED = "battles:\n  - {at: field, attackers: 3, defenders: [{factors: 1}], with: {}%s}\n"
UNKNOWN = "the result of the %s is not known: it is asked at the table, and odds and batch count it as needs chart"
CASES = {
    "attacker.overrun": (OVERRUN, "", "overrun of Field", "needs chart: overrun", "overrun"),
    "ground.result": (TYPED, "ground-table: typed", "attack on Field", "needs chart: ground table", "D"),
}
each = pytest.mark.parametrize("key", CASES)


def scenario(key, said="", choices='{"*": default}'):
    attack, options, *_ = CASES[key]
    return parse_scenario(front(attack % said, "stukas", options=options) + f"choices: {choices}\n", "test.yaml")


@each
def test_18_613_a_result_that_no_source_gives_is_asked_without_an_answer_in_brackets(key):
    session = Session.begin(scenario(key), None, 1, ask_before_end=True)
    while not session.question.key.endswith(key):
        session.answer(session.default)
    assert session.default is None


@each
def test_18_5521_where_nobody_can_say_it_the_result_needs_a_chart(key):
    _, _, _, wanted, _ = CASES[key]
    assert [row["result"] for row in api.odds(scenario(key)).results] == [wanted]


@each
def test_18_5521_the_check_of_a_file_notes_it_unless_it_says_the_result(key):
    _, _, attack, _, result = CASES[key]
    assert sum(UNKNOWN % attack in note.text for note in scenario(key).notes) == 1
    assert not any("is not known: it is asked" in note.text for note in scenario(key, f", result: {result}").notes)


def test_18_613_air_of_an_overrun_that_nobody_can_decide_goes_home():
    (one,) = api.odds(scenario("attacker.overrun")).results
    assert one["chance"] == 1
    session = Session.begin(scenario("attacker.overrun"), None, 1, scripted=True)
    assert session.end.state.unit("stukas").inverted == 2
    assert session.end.state.held_by("field") == "allies"


def test_18_551_a_script_says_who_defends_a_hex_that_it_attacks():
    choices = "\n  combat.attacks.attacker.order.1: field\n  field.attacker.forces: {by-land: 2}\n%s  '*': default"
    text = front("turn: true\n", "stukas") + f"choices:{choices}\n"
    with pytest.raises(Unanswered, match=r"field\.referee\.defenders"):
        api.odds(parse_scenario(text % "", "test.yaml"))
    assert api.odds(parse_scenario(text % "  field.referee.defenders: {}\n", "test.yaml")).results
