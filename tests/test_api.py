"""airwar as a library."""

from __future__ import annotations

import doctest
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections import UserDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
import yaml
from raids import RAIDS

import airwar
from airwar.cli import exit_code
from airwar.errors import AirwarError, BadScenario
from airwar.guide import text_of

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("text", "number"), [(CONTRIBUTING.partition("## As a library")[2], 5), (text_of("library"), 6)])
def test_the_examples_for_programs_are_true(text, number):
    code = text.partition("```python")[2].partition("```")[0]
    found = doctest.DocTestParser().get_doctest(code, {}, "examples", None, 0)
    assert len(found.examples) == number
    assert doctest.DocTestRunner(verbose=False).run(found).failed == 0


def test_importing_airwar_imports_nothing_else():
    code = "import sys, airwar; print(sorted(m for m in sys.modules if m.startswith(('airwar', 'yaml', 'rich', 'click'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['airwar', 'airwar.version']"


def test_no_module_has_the_name_of_a_public_function():
    """Once it is imported, a module would hide the function."""
    modules = {found.name for found in pkgutil.iter_modules(airwar.__path__)}
    assert modules & set(airwar.PUBLIC) == set()
    assert dir(airwar) == sorted(["__version__", *airwar.PUBLIC])
    assert all(getattr(airwar, name).__doc__ for name in airwar.PUBLIC)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = airwar.nothing


def test_a_battle_is_built_of_plain_values():
    raids = yaml.safe_load(RAIDS)
    assert airwar.fight(raids, seed=11).to_dict() == airwar.fight(RAIDS, seed=11).to_dict()
    with pytest.raises(AirwarError, match="dictionaries, lists, texts and numbers, not <object"):
        airwar.load({**raids, "title": object()})
    with pytest.raises(BadScenario, match="ruleset"):
        airwar.load({"title": "Nothing"})


def test_plain_values_may_be_shared_and_read_only():
    raids = yaml.safe_load(RAIDS)
    alike = [base["facilities"] for base in raids["bases"].values()]
    shared = {**raids, "bases": {name: {**base, "facilities": alike[0]} for name, base in raids["bases"].items()}}
    apart = {**raids, "bases": {name: {**base, "facilities": list(alike[0])} for name, base in raids["bases"].items()}}
    assert airwar.load(shared).text == airwar.load(apart).text
    assert airwar.load(MappingProxyType({**raids, "bases": UserDict(raids["bases"])})).text == airwar.load(raids).text
    raids["bases"]["within"] = raids
    with pytest.raises(AirwarError, match="none of which holds itself"):
        airwar.load(raids)


@pytest.mark.parametrize("seed", [-1, "11", 1 << 4097])
def test_a_seed_that_is_none_is_refused(seed):
    for play in (airwar.fight, airwar.session):
        with pytest.raises(AirwarError, match="a seed is a whole number between 0 and"):
            play("malta-1942", seed=seed)


def test_a_battle_is_the_one_that_the_command_fights(tmp_path, capsys):
    battle = airwar.fight("malta-1942", seed=11, log=tmp_path / "mine.jsonl")
    assert exit_code(["run", "malta-1942", "--seed", "11", "--no-input", "--log", str(tmp_path / "theirs.jsonl")]) == 0
    assert (tmp_path / "mine.jsonl").read_bytes() == (tmp_path / "theirs.jsonl").read_bytes()
    assert battle.result in capsys.readouterr().out
    assert sum(row["lost"] for row in battle.losses) == sum(row["had"] - row["left"] for row in battle.losses) > 0
    assert all(set(row) == {"seq", "key", "by", "faces", "result"} for row in battle.rolls)


def test_odds_are_exact_and_follow_the_policies():
    plain = airwar.odds("malta-1942")
    careful = airwar.odds("malta-1942", policies={"*.attacker.disengage": "leave-below-4"})
    assert plain.method == careful.method == "exact"
    assert isinstance(plain.win("attacker"), Fraction)
    assert careful.win("attacker") < plain.win("attacker")
    assert sum(row["chance"] for row in plain.results) == pytest.approx(1)


def test_a_batch_is_the_one_that_the_command_counts(capsys):
    series = airwar.batch("malta-1942", runs=200, seed=7)
    exit_code(["batch", "malta-1942", "--runs", "200", "--seed", "7", "--format", "json"])
    counted = {row["result"]: row["runs"] for row in json.loads(capsys.readouterr().out)["scenarios"][0]["results"]}
    assert {row["result"]: round(row["chance"] * 200) for row in series.results} == counted


def test_a_session_asks_takes_back_and_ends():
    session = airwar.session(RAIDS, seed=11)
    assert repr(session) == f"<Session 'Two raids': asks {session.question.key}>"
    while session.question is not None:
        asked = session.question.key
        session.answer(session.default)
        if session.can_undo:
            session.undo()
            assert session.question.key == asked
            session.answer(session.default)
    fought = airwar.fight(RAIDS, seed=11)
    assert session.end.result == fought.result
    assert repr(session) == f"<Session 'Two raids': {session.end.result}>"
    battle = airwar.Battle.of(session)
    assert (battle.winner, battle.losses, battle.seed) == (fought.winner, fought.losses, fought.seed)
    assert [roll["faces"] for roll in battle.rolls] == [roll["faces"] for roll in fought.rolls]
    assert airwar.analyze(session, seconds=0).timeline.scenario.title == "Two raids"


def test_a_question_shows_what_can_be_answered_and_no_more():
    session = airwar.session("malta-1942", seed=11)
    assert repr(session.question) == (
        "Choice(key='malta.r1.attacker.disengage', rule='18.522B', by='attacker', "
        "options={'stay': 'fight on', 'disengage': 'break off'}, default='stay', optional=False)"
    )
    session.answer("stay")
    assert len(repr(session.question)) < 300


def test_a_session_corrects_a_typed_die():
    session = airwar.session("malta-1942", dice="physical")
    session.roll((3, 5))
    session.roll((4, 4))
    kept, dropped = session.correct(session.entries[0].seq, (3, 3), "misread the die")
    assert (kept, dropped) == (1, 0)
    assert [record.body.faces for record in session.entries] == [(3, 3), (4, 4)]


def test_faces_may_be_lists_and_a_modifier_a_number():
    session = airwar.session("malta-1942", dice="physical")
    session.roll([3, 5])
    session.correct(session.entries[-1].seq, [4, 5], "misread")
    assert session.entries[-1].body.faces == (4, 5)
    session.rule("modifier", "*", 2, "a house rule")
    session.roll([4, 5])
    assert session.entries[-1].body.terms[-1][:2] == ("a house rule", 2)


def test_a_side_may_be_left_to_the_choices_of_the_scenario():
    session = airwar.session("malta-1942", seed=11, seats=airwar.Seated(play={"axis": ""}))
    assert session.end is not None


def test_a_session_that_goes_on_is_no_battle_yet():
    with pytest.raises(AirwarError, match="not over"):
        airwar.Battle.of(airwar.session(RAIDS))


def test_a_battle_whose_seed_is_lost_shows_none(tmp_path):
    with closing(airwar.session(RAIDS, log=tmp_path / "raids.jsonl")):
        (tmp_path / "raids.jsonl.seed").unlink()
    session = airwar.resume(tmp_path / "raids.jsonl", dice="physical")
    while (question := session.question) is not None:
        if isinstance(question, airwar.Roll):
            session.roll((1,) * question.reading.dice.count)
        else:
            session.answer(session.default)
    assert airwar.Battle.of(session).seed == ""
    assert repr(airwar.Battle.of(session)) == f"<Battle 'Two raids': {session.end.result}>"


def test_fewer_battles_than_one_are_refused():
    for few in (0, -1):
        with pytest.raises(AirwarError, match=f"expected at least 1 run, not {few}"):
            airwar.batch(RAIDS, runs=few)
        with pytest.raises(AirwarError, match=f"expected at least 1 run, not {few}"):
            airwar.odds(RAIDS, method="sample", runs=few)


def test_a_word_that_is_no_method_and_no_kind_of_dice_is_refused():
    with pytest.raises(AirwarError, match="'exakt' is not one of auto, exact, sample; did you mean exact"):
        airwar.odds("malta-1942", method="exakt")
    with pytest.raises(AirwarError, match="'real' is not one of machine, physical, ask"):
        airwar.session("malta-1942", dice="real")


def test_a_scenario_may_be_text():
    assert airwar.load(RAIDS).title == "Two raids"
    assert repr(airwar.load(RAIDS)) == "<Scenario 'Two raids': world-at-war>"
    with pytest.raises(BadScenario):
        airwar.load("airwar: 1\nruleset: nothing\n")


def test_results_are_plain_values_and_show_themselves():
    battle = airwar.fight("malta-1942", seed=11)
    for result in (battle, airwar.odds("malta-1942"), airwar.analyze(battle)):
        assert json.loads(json.dumps(result.to_dict()))["title"] == "Malta, May 1942"
        assert "<table>" in result._repr_html_()
        assert repr(result).startswith(f"<{type(result).__name__} 'Malta, May 1942'")


def test_installing_airwar_pulls_in_three_packages():
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [re.split("[<>=]", one)[0] for one in about["dependencies"]] == ["click", "rich", "pyyaml"]
    assert {"cluster", "parquet"} <= set(about["optional-dependencies"])


def test_a_batch_by_any_executor_is_the_same(tmp_path):
    plain = airwar.batch(RAIDS, runs=120, seed=7)
    with ThreadPoolExecutor(2) as threads:
        assert airwar.batch(RAIDS, runs=120, seed=7, jobs=2, executor=threads).to_dict() == plain.to_dict()
    assert airwar.batch(airwar.load(RAIDS), runs=120, seed=7, out=tmp_path).to_dict() == plain.to_dict()
    assert len(list(tmp_path.iterdir())) == 3
