"""`check` fights trial battles, and finds answers that no decision accepts: both branches of every condition, in any battle."""

import json
from io import BytesIO, TextIOWrapper

import pytest
from raids import RAIDS
from support import SHIPPED
from terminal import Terminal

from airwar.battle.rehearsal import ENOUGH, Flights, prepared, rehearse
from airwar.cli import exit_code
from airwar.probability.sample import Sampler
from airwar.scenario.problems import Mark
from airwar.scenario.reader import read_text
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.show.console import excerpt

DISENGAGE = '"*.attacker.disengage": {when: own.factors < 2, then: disengage, else: stay}'


def checked(tmp_path, capsys, text, *options):
    path = tmp_path / "raids.yaml"
    path.write_text(text)
    code = exit_code(["check", str(path), *options])
    said = capsys.readouterr()
    return code, said.out.replace(str(path), "raids.yaml"), said.err.replace(str(path), "raids.yaml")


def test_an_answer_that_no_decision_accepts_is_a_problem_with_its_line(tmp_path, capsys):
    code, out, err = checked(tmp_path, capsys, RAIDS.replace(DISENGAGE, '"*.attacker.disengage": run'))
    assert code == 65
    assert "raids.yaml:34:27: error: malta.r1.attacker.disengage: 'run' is not one of stay, disengage\n" in err
    assert out == ""


@pytest.mark.parametrize(
    ("when", "wrong"),
    [
        ("own.factors < 2, then: leave, else: stay", "'leave' is not one of stay, disengage"),
        ("own.factors > 0, then: disengage, else: sty", "'sty' is not one of stay, disengage; did you mean stay?"),
        ("own.factors < -5, then: leave, else: stay", "'leave' is not one of stay, disengage"),
    ],
)
def test_both_branches_of_a_condition_are_checked_whichever_the_battles_take(tmp_path, capsys, when, wrong):
    code, _, err = checked(tmp_path, capsys, RAIDS.replace("own.factors < 2, then: disengage, else: stay", when))
    assert code == 65
    assert wrong in err


def test_an_unknown_fact_is_a_problem_even_if_the_script_stops_before_it(tmp_path, capsys):
    text = (
        RAIDS.replace("own.factors < 2", "own.factor < 2")
        .replace('  "*": default\n', "")
        .replace('"malta.attacker.commit"', '"*.x.fire"')
    )
    code, _, err = checked(tmp_path, capsys, text.replace('"*.x.fire": {luftwaffe: 4, regia: 2}', '"*.attacker.fire": [3, 5]'))
    assert code == 65
    assert "there is no fact 'own.factor' here" in err
    assert "did you mean own.factors?" in err
    assert "note: the trial battles stop early: nothing answers malta.attacker.commit;" in err


def test_every_illegal_answer_is_reported_in_one_run(tmp_path, capsys):
    text = RAIDS.replace("{luftwaffe: 4, regia: 2}", "{luftwaffe: 40}").replace("then: disengage", "then: leave")
    code, _, err = checked(tmp_path, capsys, text.replace("then: {luftwaffe: 1}", "then: {luftwafe: 1}"))
    assert code == 65
    assert "40 of luftwaffe is not between 0 and 9" in err
    assert "'leave' is not one of stay, disengage" in err
    assert "'luftwafe'" in err or "luftwafe was never offered" in err
    assert "did you mean luftwaffe?" in err


def test_an_entry_for_what_never_comes_up_is_a_warning_which_strict_makes_an_error(tmp_path, capsys):
    text = RAIDS.replace("choices:", 'choices:\n  "atlantis.*.attacker.disengage": stay')
    code, out, err = checked(tmp_path, capsys, text)
    assert code == 0
    assert "warning: 'atlantis.*.attacker.disengage' matches nothing that came up in the trial battles" in err
    assert "attacker.disengage\nairwar: 1 warning\n" in err
    assert out.startswith("raids.yaml: good")
    code, out, _ = checked(tmp_path, capsys, text, "--strict")
    assert (code, out) == (65, "")


def test_a_policy_for_one_kind_of_decision_anywhere_may_be_meant_for_another_turn(tmp_path, capsys):
    text = RAIDS.replace("choices:", 'choices:\n  "*.attacker.stand": withdraw')
    code, _, err = checked(tmp_path, capsys, text)
    assert code == 0
    assert "came up" not in err
    _, _, err = checked(tmp_path, capsys, text.replace("*.attacker.stand", "*.*.attacker.stand"))
    assert "'*.*.attacker.stand' matches nothing that came up in the trial battles" in err


def test_the_json_document_has_every_problem_with_its_place(tmp_path, capsys):
    code, out, err = checked(tmp_path, capsys, RAIDS.replace("at: malta}", "at: mlata}"), "--json")
    document = json.loads(out)
    assert (code, err, document["airwar"]) == (65, "", 1)
    assert [file["good"] for file in document["files"]] == [False]
    assert [problem for problem in document["problems"] if problem["severity"] == "error"] == [
        {
            "file": "raids.yaml",
            "line": 24,
            "column": 64,
            "severity": "error",
            "message": "unknown id 'mlata'; expected an id from bases or carriers; did you mean malta?",
        },
        {
            "file": "raids.yaml",
            "line": 28,
            "column": 10,
            "severity": "error",
            "message": "unknown id 'mlata'; expected an id from bases; did you mean malta?",
        },
    ]


def test_a_folder_is_checked_file_by_file(tmp_path, capsys):
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(RAIDS)
    assert exit_code(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count(": good: ") == 2


def test_an_empty_section_of_choices_is_good(tmp_path, capsys):
    code, _, err = checked(tmp_path, capsys, RAIDS.partition("choices:")[0] + "choices:\n")
    assert code == 0
    assert "raids.yaml:1:1: note: the trial battles stop early: nothing answers malta.attacker.commit" in err


def test_at_a_terminal_the_line_is_shown_with_a_mark_under_the_place(tmp_path):
    (tmp_path / "raids.yaml").write_text(RAIDS.replace("at: malta}", "at: mlata}", 1))
    with Terminal("check", "raids.yaml", cwd=tmp_path, columns=80) as terminal:
        assert terminal.exit_code() == 65
        lines = terminal.shown.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("   24 | "))
    assert lines[at][lines[at + 1].index("^") :].startswith("mlata")
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("column", [1, 60, 199])
def test_a_long_line_is_cut_around_the_place(column):
    line = "".join(chr(ord("a") + number % 26) for number in range(200))
    text, caret = excerpt(line, 7, column, 80)
    assert len(text) <= 80
    assert text[caret.index("^")] == line[column - 1]


def test_what_a_line_hides_does_not_reach_the_terminal():
    text, caret = excerpt("a\x1b[2J\tb", 1, 7, 80)
    assert text == "    1 | a[2J b"
    assert text[caret.index("^")] == "b"


def with_choice(name, entry):
    text = next(path for path in SHIPPED if path.stem == name).read_text(encoding="utf-8")
    return text.replace("choices:\n", f"choices:\n  {entry}\n", 1)


def test_a_policy_for_questions_that_are_not_about_leaving_is_never_applied(tmp_path, capsys):
    code, _, err = checked(tmp_path, capsys, with_choice("gela-1943", '"*.abort.*": stay'))
    assert code == 0
    why = "'stay' is not an answer to any question that it matched; those have the options comiso, catania"
    assert f"warning: *.abort.*: never applied: {why}\n" in err


def test_a_word_for_rolls_is_never_applied(tmp_path, capsys):
    _, _, err = checked(tmp_path, capsys, with_choice("gela-1943", '"*.air-combat": stay'))
    assert "'stay' is not an answer to any question that it matched; those are rolls, which only faces such as [3, 5] answer" in err


@pytest.mark.parametrize("entry", ['"*.abort.*": comiso', '"*.abort.*": default'])
def test_an_entry_that_answers_is_not_reported(tmp_path, capsys, entry):
    assert "never applied" not in checked(tmp_path, capsys, with_choice("gela-1943", entry))[2]


def test_a_misspelled_ending_is_found_though_the_star_of_another_id_would_take_it(tmp_path, capsys):
    code, _, err = checked(tmp_path, capsys, RAIDS.replace('"*.attacker.disengage"', '"*.disengaeg"'))
    assert code == 65
    assert "'*.disengaeg' matches no decision; did you mean *.disengage?" in err


def test_a_name_of_the_scenario_is_no_misspelled_ending(tmp_path, capsys):
    text = with_choice("gela-1943", '"*.abort.flaks": comiso').replace("jg-77", "flaks")
    assert "matches no decision" not in checked(tmp_path, capsys, text)[2]


def test_a_misspelled_phase_is_suggested(tmp_path, capsys):
    text = with_choice("gela-1943", '"*.abort.*": comiso').replace("in: allies.reaction,", "in: allies.reactions,")
    assert "'allies.reactions' is not a phase; expected" in checked(tmp_path, capsys, text)[2]
    assert "did you mean allies.reaction?" in checked(tmp_path, capsys, text)[2]


def test_stdin_has_one_name(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(RAIDS.encode())))
    assert exit_code(["check", "-"]) == 0
    assert capsys.readouterr().out.startswith("stdin: good: ")


NEVER_FLOWN = [
    ("malta-1942", "    with: {fliegerkorps-ii: 5}\n", "", '  "*": default', '  "*.commit": none\n  "*": default', "27:5", "Malta"),
    ("kiev-1941", "    points: {german: 20, italian: 8}\n", "", "", "", "18:5", "the Romny line"),
    ("husky-1943", "name: clear, flight: full", "name: storm, flight: none", "", "", "46:5", "patrol"),
]


@pytest.mark.parametrize(("name", "old", "new", "also", "instead", "place", "mission"), NEVER_FLOWN, ids=lambda value: value[:12])
def test_a_mission_that_nobody_flies_in_any_trial_battle_is_a_warning(name, old, new, also, instead, place, mission):
    scenario = load_scenario(name)
    assert not [problem for problem in rehearse(scenario) if "nobody flies" in problem.text]
    assert old in scenario.text
    text = scenario.text.replace(old, new).replace(also, instead) if also else scenario.text.replace(old, new)
    (found,) = [one for one in rehearse(parse_scenario(text, "x.yaml", scenario.files)) if one.text.startswith(f"{mission}: ")]
    assert (
        str(found)
        == f"x.yaml:{place}: warning: {mission}: nobody flies this mission in any of the trial battles; airwar run shows why"
    )


def test_a_mission_is_found_by_the_name_of_its_place():
    text = load_scenario("malta-1942").text.replace("island: true}", "island: true, name: the fortress}")
    mark = prepared(read_text(text, "x.yaml"), "the fortress", ("counterair",))
    assert mark == Mark(27, 5)
    assert prepared(read_text(text, "x.yaml"), "the fortress", ("bombing",)) is None


@pytest.mark.parametrize(("battles", "warned"), [(ENOUGH - 1, False), (ENOUGH, True)])
def test_a_mission_is_missed_only_after_enough_trial_battles(battles, warned):
    """How many there are depends on the machine; a warning must not."""
    scenario = load_scenario("kiev-1941")
    text = scenario.text.replace("    points: {german: 20, italian: 8}\n", "")
    scenario = parse_scenario(text, "x.yaml", scenario.files)
    flights, sampler = Flights(), Sampler(scenario.ruleset, scenario.script, scenario.start)
    for seed in range(battles):
        flights.see(scenario, sampler.end(seed)[0])
    assert bool(list(flights.problems(scenario))) is warned
