"""Forks, other options, and the answers of a battle as a script."""

import pytest
from raids import RAIDS, fought, happened, raids
from support import TESTS

from airwar.analysis.verify import verify
from airwar.battle.battle import begin, resume
from airwar.battle.what_if import fork, script_from, under_options
from airwar.cli import exit_code
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.records import Seated
from airwar.errors import AirwarError, BadAnswer
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario


def golden(battle):
    return next((TESTS / "golden" / "format-3").glob(f"*/{battle}.jsonl"))


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "battle.jsonl"
    fought(path, 3)
    return path


def play_on(session):
    while session.question is not None:
        session.answer(session.default)
    return session


def test_a_fork_names_its_parent_and_has_a_seed_of_its_own(path, tmp_path):
    parent = Log.load(path)
    at = next(record.seq for record in parent.records if record.content.get("key") == "malta.r2.defender.disengage")
    made = fork(path, tmp_path / "fork.jsonl", at, seed=8)
    assert made.dropped == 0
    log = Log.load(tmp_path / "fork.jsonl")
    assert (log.header.parent, log.header.seed) == (parent.records[at].hash, "0x8")
    session = Session.resume(tmp_path / "fork.jsonl")
    assert session.question.key == made.waiting_for
    play_on(session)
    proof = verify(tmp_path / "fork.jsonl")
    assert proof.finished
    assert proof.parent_dice > 0
    copied = [record.content for record in parent.records[1 : at + 1] if record.kind not in ("roll",)]
    assert [record.content for record in log.records[1:] if record.kind not in ("roll",)][: len(copied)] == copied


def test_dice_of_a_parent_are_only_in_a_fork(path, tmp_path):
    fork(path, tmp_path / "fork.jsonl", 30, seed=8)
    log = Log.load(tmp_path / "fork.jsonl")
    from dataclasses import replace

    orphan = Log.create(None, replace(log.header, parent=None))
    for record in log.records[1:]:
        orphan.append(record.body)
    (tmp_path / "orphan.jsonl").write_text(orphan.text())
    with pytest.raises(AirwarError, match="not a fork"):
        verify(tmp_path / "orphan.jsonl")


def test_a_fork_with_an_edited_scenario_keeps_what_fits(path, tmp_path):
    edited = parse_scenario(RAIDS.replace("count: 5, at: malta", "count: 1, at: malta"), "raids.yaml")
    made = fork(path, tmp_path / "fork.jsonl", scenario=edited, seed=8)
    assert made.taken_over > 0
    assert made.dropped > 0
    assert resume(tmp_path / "fork.jsonl").scenario.text == edited.text
    verify(tmp_path / "fork.jsonl")


def test_a_fork_of_a_record_that_is_not_there(path, tmp_path):
    with pytest.raises(AirwarError, match="no record 9999"):
        fork(path, tmp_path / "fork.jsonl", 9999)


def test_the_same_battle_under_the_same_options_is_the_same(path):
    found = under_options(path, {"recombination": "debt"})
    assert (found.seq, found.was) == (None, found.now)


@pytest.mark.parametrize(
    ("battle", "option", "key", "instead"),
    [
        ("sample-air-battle", "die-sides=20", "r1.kiev.attacker.air.fighter-1", "would be asked"),
        ("sample-air-battle", "casualty-chooser=shooter", "r1.kiev.defender.losses-surface", "by is ussr in the log, germany"),
    ],
)
def test_the_first_difference_under_another_option_is_found(battle, option, key, instead):
    """The first roll or question that the option changes; not the announcement of the option, nor a fingerprint before it."""
    path = golden(battle)
    found = under_options(path, dict([option.split("=")]))
    assert Log.load(path).records[found.seq].content["key"] == key
    assert instead in found.instead


def test_a_difference_that_only_the_losses_show_is_found():
    """With the fraction of a factor rounded down, another factor is lost; the result is the same."""
    path = golden("darwin-1942")
    found = under_options(path, {"recombination": "floor"})
    assert Log.load(path).records[found.seq].kind == "told"
    assert found.was == found.now
    assert "count is None in the log, 1 by the rules" in found.instead


@pytest.mark.parametrize(
    ("battle", "option"),
    [("malta-1942", "recombination=ceil"), ("sample-air-battle", "placeholder-values=yes")],
)
def test_an_option_that_changes_nothing_is_said_to_change_nothing(battle, option, capsys):
    """Although the option is part of every position's fingerprint, or announced at the start."""
    path = golden(battle)
    assert exit_code(["replay", str(path), "--option", option]) == 0
    result = Log.load(path).last.content["result"]
    assert capsys.readouterr().out == f"no record differs; the result is the same: {result}\n"


DEFENDER_HAS_THE_AIR = """
airwar: 1
ruleset: war-in-europe
title: A defender who may shift the odds by option
sides: {allies: {nations: [allied]}, axis: {nations: [german]}}
fronts: {west: {allies: {}, axis: {ground-support: 30}}}
battles: [{id: caen, front: west, attacker: allies, defenders: [{printed: 6}], column: 3-1}]
charts: {combat-results: synthetic-demo}
choices: {"*": default}
"""


def test_the_difference_in_words(tmp_path, capsys):
    path = tmp_path / "caen.jsonl"
    battle = begin(parse_scenario(DEFENDER_HAS_THE_AIR, "caen.yaml"), path, 7)
    battle.by_script()
    battle.settle()
    assert exit_code(["replay", str(path), "--option", "odds-shift-user=either"]) == 0
    first, logged, now, result = capsys.readouterr().out.splitlines()
    assert first.startswith("the first difference is at record ")
    assert (logged.split(), now.split()[-4:]) == (
        ["in", "the", "log:", "roll", "caen.combat"],
        ["caen.axis.allot", "would", "be", "asked"],
    )
    assert result.endswith("is open: it would be asked caen.axis.allot")


def test_an_unknown_option_is_refused(path):
    with pytest.raises(BadAnswer, match="no option"):
        under_options(path, {"gravity": "on"})


def test_the_answers_of_a_battle_are_a_script_that_fights_it_again(path):
    text = script_from(path)
    scenario = parse_scenario(RAIDS[: RAIDS.index("choices:")] + text + '  "*": default\n', "raids.yaml")
    again = [record.content for record in fought(None, 3, scenario).log.records[1:]]
    assert again == [record.content for record in in_force(Log.load(path).records)[1:]]


def test_with_its_dice_a_script_needs_no_seed(path):
    scenario = parse_scenario(RAIDS[: RAIDS.index("choices:")] + script_from(path, with_dice=True), "raids.yaml")
    assert fought(None, 99, scenario).log.last.content["result"] == Log.load(path).last.content["result"]


def test_a_script_plays_a_side(path):
    """Only the other side is asked."""
    seats = Seated(play={"axis": script_from(path).removeprefix("choices:\n")})
    session = Session.begin(raids(), None, seed=3, seats=seats)
    asked = []
    while session.question is not None:
        asked.append(session.question.by)
        session.answer(session.default)
    assert set(asked) == {"defender"}


def test_dull_questions_are_not_asked():
    session = Session.begin(raids(), None, seed=3, seats=Seated(auto=("*.disengage",)))
    while session.question is not None:
        assert not session.question.key.endswith("disengage")
        session.answer(session.default)
    assert happened(session.log) == happened(fought(None, 3).log)


# dice from here on


def test_a_lost_seed_does_not_end_a_battle(tmp_path):
    path = tmp_path / "battle.jsonl"
    session = Session.begin(raids(), path)
    session.answer(session.default)
    session.close()
    (tmp_path / "battle.jsonl.seed").unlink()
    with pytest.raises(AirwarError, match="--dice machine"):
        Session.resume(path)
    session = Session.resume(path, dice="machine")
    session.answer(session.default)
    session.close()
    play_on(Session.resume(path))
    proof = verify(path)
    assert (proof.finished, proof.seeds) == (True, 2)
    assert 0 < proof.lost_dice < proof.machine_dice
    assert Log.load(path).last.content["seed"].startswith("lost 0x")


def test_from_machine_dice_to_real_ones(tmp_path):
    from airwar.engine.questions import Roll

    path = tmp_path / "battle.jsonl"
    session = Session.begin(raids(), path, seed=3)
    session.answer(session.default)
    session.close()
    session = Session.resume(path, dice="physical")
    while not isinstance(session.question, Roll):
        session.answer(session.default)
    session.roll((3, 5))
    session.close()
    assert verify(path).typed_dice == 2
    assert Session.resume(path).battle.mode == "physical"
