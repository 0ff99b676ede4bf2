"""From a file to a battle: everything wrong with a file is reported at once, and a bug of a ruleset is not hidden by it."""

import re
from dataclasses import replace

import pytest
from support import SHIPPED
from toys import DUELS, duel

from airwar import rulesets
from airwar.errors import BadScenario, NoSuchFile
from airwar.rulesets.ruleset import Option
from airwar.scenario.shape import Field, Id, ListOf, Record, Ref, Whole
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.show.console import Names

FILE = """\
airwar: 1
ruleset: duels
title: A duel
units:
  - {id: red, count: 2}
  - {id: blue, count: 3}
leader: red
"""
UNIT = Record({"id": Field(Id(), required=True), "count": Field(Whole(1, 9), required=True)})
FIELDS = {"units": Field(ListOf(UNIT, declares="units"), required=True), "leader": Field(Ref("units"), required=True)}


@pytest.fixture
def game(monkeypatch):
    """Makes duels a ruleset whose scenarios are set up by the function given."""

    def install(setup):
        made = replace(
            DUELS, fields=FIELDS, setup=setup, decisions={"a.leave": ""}, options={"weather": Option("fair", ("fair", "foul"), "")}
        )
        monkeypatch.setattr(rulesets, "knows", lambda ruleset_id: ruleset_id == "duels")
        monkeypatch.setattr(rulesets, "load", lambda ruleset_id: made)

    return install


def sound(document, problems):
    """Looks its leader up, and refuses a leader with few factors."""
    units = {unit["id"]: unit for unit in document["units"]}
    if sum(unit["count"] for unit in document["units"]) > 9:
        problems.add(document.at("units"), "too many")
    leader = units[document["leader"]]
    if leader["count"] < 2:
        problems.add(document.at("leader"), "a weak leader")
        return None
    return duel(2, 3)


def buggy(document, problems):
    """A typo of the ruleset's author."""
    return duel(len(document["unit"]), 3)


def problems(text):
    with pytest.raises(BadScenario) as refused:
        parse_scenario(text, "duel.yaml")
    return [f"{problem.line}: {problem.text}" for problem in refused.value.problems], refused.value


def test_a_good_file(game):
    game(sound)
    assert parse_scenario(FILE, "duel.yaml").start == duel(2, 3)


def test_a_bug_in_a_good_file(game):
    game(buggy)
    with pytest.raises(KeyError, match="unit"):
        parse_scenario(FILE, "duel.yaml")


SLIPS = [
    FILE + "choices: {a.leeve: stay}\n",
    FILE + "choices: {a.leave: {when: x, then: stay}}\n",
    FILE + "options: {weather: wet}\n",
    FILE.replace("title: A duel\n", ""),
]


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_elsewhere_does_not_hide_a_bug(game, text):
    game(buggy)
    with pytest.raises(KeyError, match="unit"):
        parse_scenario(text, "duel.yaml")
    game(sound)
    assert len(problems(text)[0]) == 1


def test_an_unreadable_part_can_end_the_search_for_problems_and_the_report_says_so(game):
    game(sound)
    told, bad = problems(FILE.replace("{id: red, count: 2}", "{id: red, count: many}").replace("count: 3", "count: 10"))
    assert [text.partition(";")[0] for text in told] == ["5: 'many' is not a whole number", "6: '10' is out of range"]
    assert bad.unchecked == "KeyError: 'red'"
    assert isinstance(bad.__cause__, KeyError)


def test_a_bug_that_no_unreadable_part_can_explain_is_raised(game):
    def mixed_up(document, problems):
        return duel(document["units"] + 1, 3)

    game(mixed_up)
    with pytest.raises(TypeError):
        parse_scenario(FILE.replace("count: 3", "count: many"), "duel.yaml")


def test_all_kinds_of_problems_are_reported_at_once(game):
    game(sound)
    text = FILE.replace("count: 2", "count: 1").replace("title: A duel", "titel: A duel") + "choices: {a.leeve: stay}\n"
    told, bad = problems(text)
    assert [text.split(";")[0] for text in told] == [
        "3: unknown key 'titel'",
        "7: a weak leader",
        "8: 'a.leeve' matches no decision",
    ]
    assert bad.unchecked == ""


def test_a_misspelled_file_is_suggested_from_its_folder(tmp_path):
    (tmp_path / "norway.yaml").write_text("")
    with pytest.raises(NoSuchFile, match=rf"did you mean {re.escape(str(tmp_path / 'norway.yaml'))}\?"):
        load_scenario(str(tmp_path / "norvay.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_referee_belongs_to_no_side(path):
    scenario = load_scenario(str(path))
    assert scenario.party("referee") == Names(scenario.party)("referee") == "referee"
    assert "referee" not in scenario.sides
