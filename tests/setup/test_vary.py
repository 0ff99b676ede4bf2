"""What-ifs without a file: settings, policies and sweeps."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

import airwar
from airwar.cli import exit_code
from airwar.errors import AirwarError, BadScenario
from airwar.setup.overrides import BadSetting, setting, variable, with_settings

FLYING = "units.fliegerkorps-ii.count+counterair.1.with.fliegerkorps-ii"


def test_a_setting_changes_the_scenario_and_its_text():
    changed = with_settings("malta-1942", ["units.fliegerkorps-ii.count=6"])
    assert "count: 6" in changed.text
    plain = with_settings("malta-1942", [])
    assert changed.text.replace("count: 6", "count: 5", 1) == plain.text


def test_an_option_is_set_where_the_scenario_sets_none():
    changed = with_settings("malta-1942", ["options.port-city=two", "options.recombination=ceil"])
    rulings = changed.start.state.setting.rulings
    assert (rulings.value("port-city"), rulings.value("recombination")) == ("two", "ceil")
    with pytest.raises(BadScenario, match="unknown key 'house'"):
        with_settings("malta-1942", ["options.house=two"])


def test_a_setting_is_checked_like_the_file():
    with pytest.raises(BadScenario, match="fliegerkorps-ii has 3 uninverted; 5 are to fly"):
        with_settings("malta-1942", ["units.fliegerkorps-ii.count=3"])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("units.fliegerkorp.count=6", "units has no 'fliegerkorp'; did you mean fliegerkorps-ii?"),
        ("unit.x.count=6", "the scenario has no 'unit'; did you mean units?"),
        ("counterair.malta.with=6", "counterair has no 'malta'; there is 1"),
        ("units", "is not a setting"),
        ("units..count=1", "is not a setting"),
        ("units.x.count=", "is not a setting"),
    ],
)
def test_a_setting_of_what_is_not_there_is_refused(typed, message):
    with pytest.raises(BadSetting, match=message.replace("?", r"\?")):
        with_settings("malta-1942", [typed])


def test_a_range_of_values():
    assert variable("a.b=2..5").values == ("2", "3", "4", "5")
    assert variable("a.b=2..8/3").values == ("2", "5", "8")
    assert variable("a.b=good,mud").values == ("good", "mud")
    assert variable("a.b+c.d=1..2").paths == (("a", "b"), ("c", "d"))
    assert setting("a.b=1").path == ("a", "b")
    with pytest.raises(BadSetting, match="has no values"):
        variable("units.a.count")
    with pytest.raises(BadSetting, match="from low to high"):
        variable("a.b=5..2")


def test_odds_of_a_setting_are_those_of_the_file(tmp_path, capsys):
    text = airwar.load("malta-1942").text
    file = tmp_path / "six.yaml"
    file.write_text(text.replace("count: 5, at: malta", "count: 4, at: malta"))
    assert file.read_text() != text
    exit_code(["odds", str(file), "--json"])
    by_file = json.loads(capsys.readouterr().out)
    exit_code(["odds", "malta-1942", "--set", "units.malta-spitfires.count=4", "--json"])
    assert json.loads(capsys.readouterr().out)["results"] == by_file["results"]


def test_a_battle_with_a_setting_verifies(tmp_path, capsys):
    log = str(tmp_path / "set.jsonl")
    assert (
        exit_code(["run", "malta-1942", "--set", "units.malta-spitfires.count=2", "--seed", "3", "--no-input", "--log", log]) == 0
    )
    assert exit_code(["verify", log]) == 0
    capsys.readouterr()


def test_a_policy_of_run_and_batch(tmp_path, capsys):
    log = str(tmp_path / "policy.jsonl")
    policy = "*.attacker.disengage=disengage"
    assert exit_code(["run", "malta-1942", "--policy", policy, "--seed", "11", "--no-input", "--log", log]) == 0
    assert '"answer":"disengage"' in Path(log).read_text()
    assert exit_code(["verify", log]) == 0
    assert exit_code(["batch", "malta-1942", "--policy", policy, "--runs", "50", "--seed", "1", "--jobs", "2"]) == 0
    assert "attacker disengaged" in capsys.readouterr().out


def test_dice_are_not_fixed_by_a_policy(capsys):
    assert exit_code(["run", "malta-1942", "--policy", "*.attacker.fire=[6, 6]", "--no-input"]) == 2
    assert "dice are fixed in the scenario's choices" in capsys.readouterr().err


def cells(capsys, *arguments):
    code = exit_code(["sweep", "malta-1942", *arguments, "--runs", "1000", "--format", "csv"])
    return code, list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_more_attackers_win_more_often(capsys):
    code, found = cells(capsys, "--vary", f"{FLYING}=3..6")
    values = [float(cell["value"]) for cell in found]
    assert code == 0
    assert values == sorted(values)
    assert values[2] == pytest.approx(float(airwar.odds("malta-1942", method="exact").win("attacker")))
    assert {cell["method"] for cell in found} == {"exact"}


def test_how_many_do_i_need(capsys):
    assert exit_code(["sweep", "malta-1942", "--runs", "9", "--vary", f"{FLYING}=2..12", "--until", "win>=80%"]) == 0
    captured = capsys.readouterr()
    assert "win>=80% is reached at 7" in captured.err
    assert exit_code(["sweep", "malta-1942", "--runs", "9", "--vary", f"{FLYING}=2..3", "--until", "win>=0.8"]) == 1
    assert "win>=0.8 is not reached" in capsys.readouterr().err


def test_a_sweep_with_another_value_set(capsys):
    """A cell of a sweep with a setting is the cell of a sweep over both."""
    spitfires = ("--vary", "units.malta-spitfires.count=3..3")
    fewer = [word for path in FLYING.split("+") for word in ("--set", f"{path}=3")]
    _, (one,) = cells(capsys, *spitfires, *fewer)
    _, (both,) = cells(capsys, *spitfires, "--vary", f"{FLYING}=3..3")
    _, (without,) = cells(capsys, *spitfires)
    assert one["value"] == both["value"] != without["value"]


def test_what_cannot_be_played_says_why(capsys):
    _, found = cells(capsys, "--vary", "units.fliegerkorps-ii.count=4..5")
    assert found[0]["refused"].startswith("fliegerkorps-ii has 4 uninverted; 5 are to fly")
    assert found[1]["refused"] == ""


def test_two_variables_make_a_heat_map(capsys):
    exit_code(["sweep", "malta-1942", "--runs", "9", "--vary", f"{FLYING}=4..5", "--vary", "units.malta-spitfires.count=5..6"])
    out = capsys.readouterr().out
    assert "36.54" in out
    assert "61.78" in out
    assert "Axis: chance to win, %" in out
    assert "-: cannot be fought; at 4, 6: Malta holds 6 factors" in out


def test_a_heat_map_leaves_open_what_was_not_worked_out(capsys):
    arguments = ["--runs", "9", "--vary", f"{FLYING}=6..7", "--vary", "units.malta-spitfires.count=4..5"]
    assert exit_code(["sweep", "malta-1942", *arguments, "--until", "win>=0.1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[3][0] == "6"
    assert rows[4] == ["7"]


def test_other_measures(capsys):
    _, found = cells(capsys, "--vary", f"{FLYING}=5..5", "--measure", "losses", "--side", "defender")
    assert float(found[0]["value"]) > 1
    _, found = cells(capsys, "--vary", f"{FLYING}=5..5", "--measure", "defender eliminated")
    assert float(found[0]["value"]) == pytest.approx(0.6178, abs=1e-4)


def test_a_side_or_a_result_that_is_not_there_is_refused(capsys):
    line = ["sweep", "malta-1942", "--vary", f"{FLYING}=5..5"]
    assert exit_code([*line, "--side", "nobody"]) == 2
    assert "there is no side 'nobody'" in capsys.readouterr().err
    assert exit_code([*line, "--measure", "defender elimnated"]) == 1
    assert "did you mean defender eliminated?" in capsys.readouterr().err


def test_until_takes_a_result(capsys):
    line = ["sweep", "malta-1942", "--runs", "9", "--vary", f"{FLYING}=2..12", "--until"]
    assert exit_code([*line, "defender eliminated >= 60%"]) == 0
    assert "is reached at 5" in capsys.readouterr().err
    for odd in ("win", "win>0.8", ">=0.8", "win>=x", "win>=-1"):
        assert exit_code([*line, odd]) == 2, odd
        assert "write it like" in capsys.readouterr().err


def test_with_runs_a_sweep_never_looks_at_the_clock(capsys, monkeypatch):
    """So that it comes out the same on every machine."""
    line = ["sweep", "malta-1942", "--vary", "title=A,B", "--format", "csv", "--runs", "20"]
    monkeypatch.setattr("airwar.batches.sweep.MOST_EDGES", 10)
    assert exit_code(line) == 0
    first = capsys.readouterr().out
    assert first.count("sampled") == 2
    monkeypatch.setattr("airwar.probability.budget.monotonic", lambda: 1e9)
    assert exit_code(line) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize("side", ["axis", "Axis", "attacker"])
def test_a_side_is_known_by_every_name_it_has(capsys, side):
    _, [named] = cells(capsys, "--vary", f"{FLYING}=5..5", "--side", side)
    _, [first] = cells(capsys, "--vary", f"{FLYING}=5..5")
    assert named == first
    assert named["side"] == "axis"
    assert airwar.odds("malta-1942").win(side) == airwar.odds("malta-1942").win("attacker") > Fraction(1, 2)


def test_the_sides_of_dark_crusade_are_known_by_their_ids(capsys):
    sweep = ["sweep", "vyazma-1941", "--vary", "airwar=1..1", "--runs", "500", "--format", "csv"]
    values = {}
    for side in ("soviet", "Soviet"):
        assert exit_code([*sweep, "--side", side]) == 0
        [row] = csv.DictReader(io.StringIO(capsys.readouterr().out))
        values[side] = float(row["value"])
    assert values["soviet"] == values["Soviet"] > 0
    assert exit_code([*sweep, "--side", "attacker"]) == 2
    assert "there is no side 'attacker'; expected one of axis, soviet" in capsys.readouterr().err


def test_where_nobody_can_win_a_sweep_says_what_to_measure(capsys):
    assert exit_code(["sweep", "prokhorovka-1943", "--vary", "airwar=1..1", "--runs", "5"]) == 1
    assert "nobody wins here; use --measure losses, or a result: " in capsys.readouterr().err


def test_a_side_that_there_is_not_has_no_chance_to_win():
    with pytest.raises(AirwarError, match="there is no side 'axs'; expected one of axis, allies, attacker, defender"):
        airwar.odds("malta-1942").win("axs")


UNWRITABLE = {
    "title=@x": "'@' cannot begin a value; quote text that begins with it",
    "title=`x`": "'`' cannot begin a value",
    "title=%YAML 2": "'%' cannot begin a value",
    'units.malta-spitfires.count="': "the quote that opens here is never closed",
    "units.malta-spitfires.count=&a *a": "anchor &a; expected the value alone",
    "title=\x1b[2J": "invisible character U+001B",
    "title=\udcff": "invisible character U+DCFF",
    "title=a: b: c": "a second colon in one value",
    "\udcff=3": "invisible character U+DCFF",
}


@pytest.mark.parametrize(
    "command", [["run", "--no-log", "--no-input"], ["odds"], ["batch", "--runs", "9"], ["sweep", "--vary", "title=A"]]
)
@pytest.mark.parametrize("setting", UNWRITABLE)
def test_a_setting_that_no_scenario_can_say_is_refused_with_the_reason(command, setting, capsys):
    assert exit_code([*command, "malta-1942", "--set", setting]) == 2
    assert UNWRITABLE[setting] in capsys.readouterr().err


def test_a_value_to_vary_that_no_scenario_can_say_is_refused_with_the_reason(capsys):
    assert exit_code(["sweep", "malta-1942", "--vary", "title=@x"]) == 2
    assert UNWRITABLE["title=@x"] in capsys.readouterr().err


@pytest.mark.parametrize("key", ["@x", "%", "a: b", '"', "- x", "#", "---"])
def test_a_new_key_is_taken_word_for_word(key, capsys):
    assert exit_code(["run", "malta-1942", "--no-log", "--no-input", "--set", f"{key}=3"]) == 65
    assert f"unknown key {key!r}" in capsys.readouterr().err


@pytest.mark.parametrize("title", ["---", "...", "1\n---\n2", "Malta # again"])
def test_a_value_is_one_value_even_if_it_looks_like_the_end_of_a_document(title):
    assert with_settings("malta-1942", [f"title={title}"]).title == " ".join(title.partition(" #")[0].split())
