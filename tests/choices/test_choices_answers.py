"""The answers of a script: the first entry that fits, in every form, and what it says when one is illegal."""

from dataclasses import replace

import pytest
from questions import allotment, choice, refusal, script, when
from raids import RAIDS, fought

from airwar.choices.script import LONGEST_WORD, Entry, Script, written
from airwar.engine.dice import D6, Total
from airwar.engine.referee import Roll
from airwar.errors import BadScenario
from airwar.play.pending import StandIn
from airwar.setup.loading import parse_scenario


def test_default_is_the_default_of_the_rule():
    assert script(("*", "default")).answer(choice(default="disengage")) == "disengage"
    assert script(("*", "default")).answer(allotment(a=3, b=2)) == {"a": 1, "b": 1}


def test_default_is_no_answer_to_what_only_the_table_knows():
    asked, left = replace(choice(), unknown=True), replace(choice(), unknown=True, optional=True)
    assert script(("*", "default")).answer(asked) is None
    assert script(("*", "default"), ("*", "disengage")).answer(asked) == "disengage"
    assert script(("*", "default")).answer(left) == script().decision(left) == "stay"  # its default says that nobody knows
    assert StandIn(script(("*", "default")), pattern="*").answer(asked, str) is None


def test_all_and_none_of_the_items():
    assert script(("*", "all")).answer(allotment(a=3, b=2)) == {"a": 3, "b": 2}
    assert script(("*", "none")).answer(allotment(a=3, b=2)) == {}
    assert script(("*", {"b": 2})).answer(allotment(a=3, b=2)) == {"b": 2}


def test_an_order_of_losses_takes_as_many_as_usual():
    asked = allotment(a=3, b=2, c=1)  # usually one of each
    assert script(("*", "first b, a")).answer(asked) == {"b": 2, "a": 1}
    assert script(("*", "first lost-already, c")).answer(asked) == {"c": 1, "a": 2}
    assert script(("*", "last a")).answer(asked) == {"b": 2, "c": 1}
    assert script(("*", "last b, a")).answer(allotment(a=1, b=1)) == {"b": 1, "a": 1}
    assert script(("*", "first b")).answer(replace(asked, unknown=True)) is None  # nobody knows how many
    assert "'firsta' does not say how many of each" in refusal(script(("*", "firsta")), asked)


@pytest.mark.parametrize(
    ("answer", "question", "why"),
    [
        ("flee", choice(), "'flee' is not one of stay, disengage"),
        ({"a": 1}, choice(), "is not one of stay, disengage"),
        ("some", allotment(a=3), "'some' does not say how many of each"),
        ({"a": 4}, allotment(a=3, b=2), "4 of a is not between 0 and 3"),
        ({"c": 1}, allotment(a=3, b=2), "'c' is not one of a, b"),
        ({"a": 1}, allotment(a=3, b=2, refuse=lambda sent: "no room" if sent == {"a": 1, "b": 0} else None), "no room"),
    ],
)
def test_an_illegal_answer_is_reported_with_its_line(answer, question, why):
    told = refusal(script(("nothing", "x"), ("*", answer)), question)
    assert told.startswith(f"test.yaml:2:0: {question.key}: ")
    assert why in told


def test_an_illegal_answer_in_a_scenario_is_reported_with_file_and_line():
    text = RAIDS.replace("{luftwaffe: 4, regia: 2}", "{luftwaffe: 99}")
    line = text.splitlines().index('  "malta.attacker.commit": {luftwaffe: 99}') + 1
    with pytest.raises(BadScenario) as refused:
        fought(scenario=parse_scenario(text, "raids.yaml"))
    assert str(refused.value) == f"raids.yaml:{line}:28: malta.attacker.commit: 99 of luftwaffe is not between 0 and 9 (18.521)"


# dice


def roll(key="malta.r1.attacker.fire", dice=2 * D6):
    return Roll(key, "19.4", Total(dice))


def test_faces_answer_rolls_and_words_do_not():
    said = script(("*", "default"), ("malta.r1.*", [3, 5]))
    assert said.answer(roll()) == (3, 5)
    assert said.answer(roll("malta.r2.attacker.fire")) is None
    assert said.has_dice
    assert not script(("*", "default")).has_dice


@pytest.mark.parametrize("faces", [[3], [3, 7], [0, 1], [1, 2, 3]])
def test_impossible_faces_are_refused(faces):
    assert "is not a roll of 2d6" in refusal(script(("*", faces)), roll())


def test_faces_by_round():
    said = script(("*", when("round == 2", [6, 6])))
    assert said.answer(roll("malta.r2.attacker.fire")) == (6, 6)
    assert said.answer(roll()) is None


def test_scripted_faces_are_marked_in_the_log_and_use_no_machine_dice():
    scenario = parse_scenario(RAIDS.replace("choices:", 'choices:\n  "malta.r1.attacker.fire": [6, 6]'), "raids.yaml")
    rolls = [record.content for record in fought(seed=3, scenario=scenario).log.records if record.content["t"] == "roll"]
    assert (rolls[0]["faces"], rolls[0]["source"], "die" in rolls[0]) == ([6, 6], "scripted", False)
    plain = [record.content for record in fought(seed=3).log.records if record.content["t"] == "roll"]
    assert (rolls[1]["faces"], rolls[1]["source"], rolls[1]["die"]) == (plain[0]["faces"], "machine", 0)


# off the scenario's own course


def test_a_lenient_script_skips_illegal_answers_of_the_scenario():
    said = script(("*.reinforce", {"a": 9}), ("*.disengage", "vanish"), ("*.fire", [7]), ("*", "default"))
    refusal(said, allotment(a=3))
    said.lenient = True
    assert said.answer(allotment(a=3)) == {"a": 1}
    assert said.answer(choice()) == "stay"
    assert said.answer(Roll("malta.r1.attacker.fire", "", Total(D6))) is None
    assert said.assumed == [
        "*.reinforce: {a: 9} (where it fits)",
        "*.disengage: vanish (where it fits)",
        "*.fire: [7] (where it fits)",
        "*: default",
    ]


def test_even_a_lenient_script_does_not_skip_answers_from_the_command_line():
    typed = Script((Entry("*.reinforce", {"a": 9}, file="--policy"), Entry("*", "default")), "test.yaml", lenient=True)
    assert "9 of a" in refusal(typed, allotment(a=3))


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (["raf", "usaaf"], "[raf, usaaf]"),
        ({"raf": 2}, "{raf: 2}"),
        ("x" * LONGEST_WORD, "x" * LONGEST_WORD),
        ("x" * (LONGEST_WORD + 1), "x" * (LONGEST_WORD - 1) + "…"),
    ],
)
def test_an_answer_is_shown_as_a_player_would_write_it(answer, shown):
    assert written(answer) == shown


def test_a_script_knows_which_entries_were_used():
    said = script(("*.disengage", "stay"), ("*", "default"))
    said.answer(choice())
    assert [entry.pattern for entry in said.used] == ["*.disengage"]
