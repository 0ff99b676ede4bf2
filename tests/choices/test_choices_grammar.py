"""Choices as a player writes them: what is read; and what each mistake is called, where it is, and what was probably meant."""

import pytest
from questions import STANCES
from raids import RAIDS, raids
from support import problems_of

from airwar.answers.chance import Scripted
from airwar.battle.battle import begin
from airwar.choices.grammar import (
    CHOICES,
    MOST_STARS,
    Questions,
    is_conditional,
    known_ids,
    meant_id,
    misspelled_ending,
    read_script,
    script_of,
)
from airwar.choices.script import Stance
from airwar.engine.questions import Asked
from airwar.errors import BadScenario
from airwar.scenario.problems import Problems
from airwar.scenario.reader import read_text
from airwar.setup.loading import parse_scenario

QUESTIONS = Questions(
    {"attacker.disengage": "", "attacker.commit": "", "order": "", "attack.*": ""}, {"attacker.fire": ""}, STANCES, "ocs"
)


def read(text, questions=QUESTIONS):
    return read_script(text, "mine.yaml", questions).entries


def problems(text, questions=QUESTIONS):
    with pytest.raises(BadScenario) as bad:
        read_script(text, "mine.yaml", questions)
    return [(one.line, one.column, one.text) for one in bad.value.problems]


# in a scenario


def test_the_script_of_the_raids():
    entries = raids().script.entries
    assert [entry.pattern for entry in entries][-1] == "*"
    assert entries[0].answer == {"luftwaffe": 4, "regia": 2}
    assert [entry.line for entry in entries] == sorted(entry.line for entry in entries)


def test_a_battle_without_choices_asks_for_everything():
    battle = begin(parse_scenario(RAIDS[: RAIDS.index("choices:")], "raids.yaml"), None, 3)
    with pytest.raises(Asked) as asked:
        battle.walk(Scripted(battle.scenario.script, battle.dice)).run()
    assert asked.value.question.key == "malta.attacker.commit"


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('"*": {when: own factors, then: stay}', "is not a comparison"),
        ('"*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.nobody": {when: own factors, then: stay}', "stars; expected at most"),
        ('"*.attacker.disengagge": {when: own factors, then: stay}', "matches no decision"),
        ('"*.attacker.commit": leave-below-3', "expected one of attacker.disengage, defender.disengage"),
    ],
)
def test_a_mistake_in_a_scenario_is_one_problem_with_its_line(entry, problem):
    (told,) = problems_of(RAIDS.replace('"*": default', entry))
    assert problem in told
    assert told.startswith(f"{len(RAIDS.splitlines())}:")


def as_list(*entries):
    return RAIDS[: RAIDS.index("choices:")] + "choices:\n" + "".join(f"  - {entry}\n" for entry in entries)


def test_choices_may_be_a_list_with_one_entry_per_item():
    lines = RAIDS[RAIDS.index("choices:") :].splitlines()[1:]
    listed = parse_scenario(as_list(*(line.strip() for line in lines)), "raids.yaml").script
    assert [str(entry) for entry in listed.entries] == [str(entry) for entry in raids().script.entries]
    assert [entry.line for entry in listed.entries] == [entry.line for entry in raids().script.entries]


def test_in_a_list_a_pattern_may_occur_more_than_once_and_an_item_has_one_entry():
    twice = as_list('"*.attacker.disengage": {when: round >= 3, then: disengage}', '"*.attacker.disengage": stay', '"*": default')
    entries = parse_scenario(twice, "raids.yaml").script.entries
    assert [entry.pattern for entry in entries] == ["*.attacker.disengage", "*.attacker.disengage", "*"]
    (told,) = problems_of(as_list('{"*.attacker.disengage": stay, "*": default}'))
    assert "found 2 values; expected one decision per list entry" in told
    (told,) = problems_of(as_list("default"))
    assert "expected a mapping" in told


def test_a_policy_file_may_be_a_list():
    entries = read("- '*.attacker.disengage': leave-below-3\n- '*': default\n")
    assert [str(entry) for entry in entries] == ["*.attacker.disengage: leave-below-3", "*: default"]
    assert {entry.file for entry in entries} == {"mine.yaml"}


# from YAML to entries


def test_entries_with_their_places():
    first, second, third, fourth = read(
        "'*.fire': [3, 5]\nattacker.commit: {x: 1, y: 0}\norder: {when: round > 2, then: {x: 1}, else: none}\n'*': 3\n"
    )
    assert (first.pattern, first.answer, first.line, first.column, first.file) == ("*.fire", [3, 5], 1, 11, "mine.yaml")
    assert (second.answer, second.when, second.otherwise, second.line) == ({"x": 1, "y": 0}, None, None, 2)
    assert (third.answer, third.when.text, third.otherwise) == ({"x": 1}, "round > 2", "none")
    assert (fourth.answer, fourth.line) == ("3", 4)
    assert read_script("order: x", "mine.yaml", QUESTIONS).stances == STANCES
    assert read("[]") == ()
    assert read("order: {when: round > 2, then: 2}")[0].answer == "2"
    units = read("order: {when: 2, then: 1}")
    assert units[0].answer == {"when": 2, "then": 1}  # numbers of units that are called so


def test_stars_at_their_limit():
    assert read(f"'{'*.' * (MOST_STARS - 1)}*': x")
    found = "*." * MOST_STARS + "*"
    ((_, _, words),) = problems(f"'{found}': x")
    assert words.endswith(f"has {MOST_STARS + 1} stars; expected at most {MOST_STARS}")


@pytest.mark.parametrize(
    "entry",
    [
        f"'{'*.' * MOST_STARS}*': x",
        "attacker.comit: x",
        "attacker.commit: leave-below-3",
        "order: {when: round, then: x}",
    ],
)
def test_an_entry_that_makes_no_sense_is_one_problem_and_left_out(entry):
    noted = Problems("x")
    assert script_of(CHOICES.check(read_text(entry, "x"), noted), "x", QUESTIONS, noted).entries == ()
    assert len(noted) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("order: {when: round > 2}", (1, 8, "key 'then' is missing; expected the answer to give when the condition holds")),
        ("order: {else: x, then: y}", (1, 8, "key 'when' is missing; expected a condition such as own.factors < 3")),
        (
            "order: {when: round > 2, then: x, esle: y}",
            (1, 35, "unknown key 'esle'; expected when, then and perhaps else; did you mean else?"),
        ),
        ("order: {when: [1], then: x}", (1, 15, "a condition is text, such as own.factors < 3")),
        ("order: {when: round, then: x}", (1, 15, "'round' is not a comparison; expected one like own.factors < 3")),
        ("order: [1, 10001]", (1, 12, "'10001' is out of range; expected a whole number from 0 to 10000")),
        ("order: [1, x]", (1, 12, "'x' is not a whole number; expected a whole number from 0 to 10000")),
        ("order: {luftwaffe: many}", (1, 20, "'many' is not a whole number; expected a whole number from 0 to 10000")),
        ("order: {luftwaffe: [1]}", (1, 20, "found a list; expected a whole number from 0 to 10000")),
        ("order: [[1]]", (1, 9, "found a list; expected a whole number from 0 to 10000")),
    ],
)
def test_each_mistake_has_its_place_and_its_words(text, said):
    line, column, words = said
    (found,) = problems(text)
    assert found[:2] == (line, column)
    assert found[2] == words


def test_a_bad_answer_of_a_condition_drops_the_entry():
    for text in ("{when: round > 2, then: [x]}", "{when: round > 2, then: x, else: [x]}", "{when: x, then: x}"):
        assert len(problems(f"order: {text}")) == 1
    both = [words for _, _, words in problems("order: {wehn: round > 2, tehn: x}")]
    assert both == [
        "unknown key 'wehn'; expected when, then and perhaps else; did you mean when?",
        "unknown key 'tehn'; expected when, then and perhaps else; did you mean then?",
    ]
    stray = [words for _, _, words in problems("order: {when: round > 2, wheen: 3, then: x, zzz: 3}")]
    assert stray == [f"unknown key {name!r}; expected when, then and perhaps else" for name in ("wheen", "zzz")]


def conditional(text):
    ((_, node),) = read_text(f"k: {text}", "x").pairs
    return is_conditional(node, Problems("x"))


def test_what_is_meant_as_a_condition():
    assert conditional("{when: a > 1, then: b}")
    assert conditional("{wehn: a > 1}")
    assert conditional("{luftwaffe: 1, then: x}")
    assert not conditional("{when: 1, then: 2}")
    assert not conditional("{luftwaffe: x}")
    assert not conditional("when")
    assert not conditional("[when]")
    assert not conditional("{}")


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [
        ("atacker.disengage", "attacker.disengage"),
        ("*.atacker.disengage", "*.attacker.disengage"),
        ("malta.atacker.comit", "malta.attacker.commit"),
        ("*.odrer", "*.order"),
        ("odrer", "order"),
        ("*", None),
        ("zzz", None),
        ("*.r1.atacker.disengage", "*.r1.attacker.disengage"),
        ("*.disengage", "*.attacker.disengage"),
        ("*.attack", "*.attack.*"),
        ("attack", "attack.*"),
    ],
)
def test_the_id_that_was_probably_meant(pattern, meant):
    assert meant_id(pattern, QUESTIONS, Problems("x")) == meant


def test_the_battle_is_kept_when_a_shorter_pattern_meant_a_longer_id():
    questions = Questions({"attack": "", "attacker.go-on": ""})
    assert meant_id("x.order", Questions({"orders": "", "a.x.order": ""}), Problems("x")) == "a.x.order"  # the longer id first
    assert meant_id("*.attackk", questions, Problems("x")) == "*.attack"
    assert meant_id("*.go-onn", Questions({"x.go-on": ""}), Problems("x")) == "*.x.go-on"
    assert meant_id("*.go-onn", Questions({"*.go-on": ""}), Problems("x")) == "*.go-on"


def test_known_ids_are_listed_with_where_the_others_are():
    assert known_ids(Questions()) == ""
    assert known_ids(Questions({"a": "", "b": ""})) == "; there are a, b"
    assert known_ids(Questions({"a": ""}, ruleset="ocs")) == "; there are a; airwar fields ocs choices lists them"


MANY = Questions({f"attacker.mission-{number}": "" for number in range(1, 31)}, {}, {"attacker.go-on": Stance("fight", "call-off")})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foo.bar: stay", "'foo.bar' matches no decision; there are attacker.mission-1, .*, attacker.mission-8 and 22 more"),
        ("'*.attacker.misson-3': stay", r"'\*\.attacker\.misson-3' matches no decision; did you mean \*\.attacker\.mission-3\?"),
        ("'*.attacker.mission-3': leave-bellow-4", "'leave-bellow-4' is not a policy; .*; did you mean leave-below-4?"),
        ("'*.attacker.mission-3': leave-undr-50%", "'leave-undr-50%' is not a policy; .*; did you mean leave-under-50%?"),
    ],
)
def test_a_misspelled_id_or_policy_is_suggested_and_few_are_listed(line, why):
    with pytest.raises(BadScenario, match=why):
        read(line, MANY)


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [
        ("attack.comit", "attack.commit"),
        ("malta.attack.firee", "malta.attack.fire"),
        ("attack.commit", None),
        ("attack.malta", None),  # a name of the scenario
        ("attack.zzz", None),
        ("comit", None),
        ("attack.commi*", None),
        ("attack.commi?", None),
        ("attack.[c]ommit", None),
    ],
)
def test_an_ending_that_is_nearly_a_known_word(pattern, meant):
    assert misspelled_ending(pattern, QUESTIONS, {"malta", "committ"}) == meant
    assert misspelled_ending(pattern, QUESTIONS, set()) is None
    assert misspelled_ending("attack.committ", QUESTIONS, {"committ"}) is None
    assert misspelled_ending("attack.commx", Questions({"attack.comm*": ""}), {"malta"}) is None  # no word ends in a star


def test_a_numbered_id_is_no_misspelling_of_the_id_without_a_number():
    questions = Questions({"attack.support": ""}, {"attacker.support-*": ""})
    assert misspelled_ending("r1.attacker.support-8", questions, {"malta"}) is None
    assert misspelled_ending("r1.attack.suport", questions, {"malta"}) == "r1.attack.support"


def test_a_scenario_with_names_hears_of_a_misspelled_ending():
    found = Problems("x")
    node = CHOICES.check(read_text("attack.comit: x", "x"), found)
    assert len(script_of(node, "x", QUESTIONS, found).entries) == 1
    found.declare("units", "malta", node.at("attack.comit"))
    assert script_of(node, "x", QUESTIONS, found).entries == ()
    assert [one.text for one in found.sorted()] == ["'attack.comit' matches no decision; did you mean attack.commit?"]


@pytest.mark.parametrize(
    "answer",
    [
        "[x]",
        "{a: x}",
        "{when: round > 2, then: [x]}",
        "{when: round > 2, then: x, else: [x]}",
        "{when: round, then: x}",
        "{when: [1], then: x}",
        "{when: round > 2}",
        "{then: x, else: x}",
        "{when: round > 2, then: x, elze: y}",
        "leave-below-4",
    ],
)
def test_an_entry_with_a_mistake_is_not_in_the_script(answer):
    found = Problems("x")
    node = CHOICES.check(read_text(f"order: {answer}\n'*': default", "x"), found)
    assert [entry.pattern for entry in script_of(node, "x", QUESTIONS, found).entries] == ["*"]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("'*': leave-below", "'leave-below' is not a policy; expected stay, leave-below-N (own factors) or leave-under-P%"),
        ("'*': leave-below-x", "'leave-below-x' is not a policy; expected stay, leave-below-N"),
        ("'*': leave-under-50", "'leave-under-50' is not a policy; expected stay, leave-below-N"),
        ("'*': {when: round > 2, then: x, else: leave-under-5}", "'leave-under-5' is not a policy; expected stay"),
        (
            "order: leave-below-4",
            "order: leave-below-4: a policy answers stay-or-leave decisions only; expected one of attacker.disengage",
        ),
    ],
)
def test_policies_that_make_no_sense_there(text, said):
    ((line, column, words),) = problems(text)
    assert (line, column) == (1, text.index(": ") + 3)
    assert words.startswith(said)


def test_policies_that_make_sense():
    assert len(read("'*': leave-below-4\n'*.disengage': leave-under-50%\norder: stay")) == 3
    none = Questions({"order": ""})
    assert problems("order: leave-below-4", none)[0][2].endswith("stay-or-leave decisions only; this game has none")
