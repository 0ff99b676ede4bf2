"""Luck and skill: fair dice bring no luck on average, the best answers cost nothing, and a planted blunder is found."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from larger import against
from rich.console import Console
from tiny import TINY

from airwar.analysis.stats import Stats
from airwar.analysis.timeline import NOBODY, Judge, changes, share_margin, spread, sums, timeline, turning_points
from airwar.cli import analyze, exit_code
from airwar.engine.log import Log
from airwar.engine.questions import Roll
from airwar.play.session import Session
from airwar.probability.forecast import Situation, exact, situation_at, with_policies
from airwar.probability.sample import Sampler
from airwar.setup.loading import parse_scenario
from airwar.show.analysis import page
from airwar.show.reports import blocks
from airwar.show.reports.battle import report_of
from airwar.show.stats import summary

TO_THE_END = {"*": "default"}
CEYLON = Path(__file__).parents[1] / "golden" / "format-3" / "air-supremacy" / "ceylon-1942.jsonl"
MALTA = Path(__file__).parents[1] / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl"


def session_of(text, faces=()):
    """A battle with these dice, one tuple of faces for each roll; its own script decides."""
    session = Session.begin(parse_scenario(text, "tiny.yaml"), seed=1, mode="physical", scripted=True)
    for one in faces:
        session.roll(one)
    return session


def judge_at(session):
    ruleset = session.scenario.ruleset
    script = with_policies(session.scenario.script)
    party = partial(ruleset.party, session.states[0])
    sides = dict.fromkeys(party(tally.side) for tally in ruleset.tally(session.states[0]))
    return Judge(ruleset, script, tuple(sides), party), script


def worth_here(judge, script, session):
    if session.end is not None:
        return judge.of_end(session.end)
    return judge.of(situation_at(session.scenario.ruleset, script, session.walk))


@pytest.mark.parametrize(
    "name", ["mixed defenders, one round", "a raid and a combat", "one round in turn", "one air combat", "infantry, one round"]
)
def test_luck_is_zero_on_average_at_every_roll(name):
    """Over every face of the first two rolls of a tiny battle: chance times luck adds up to exactly nothing."""
    assert isinstance(session_of(TINY[name]).question, Roll)
    judge, script = judge_at(session_of(TINY[name]))
    waiting = [()]
    while waiting:
        rolled = waiting.pop()
        session = session_of(TINY[name], rolled)
        if not isinstance(session.question, Roll):
            continue
        before = worth_here(judge, script, session)
        dice = session.question.reading.dice
        every = list(product(range(1, dice.sides + 1), repeat=dice.count)) if dice.count <= 2 else []
        after = [worth_here(judge, script, session_of(TINY[name], (*rolled, faces))) for faces in every]
        for at in range(len(judge.sides)) if every else ():
            assert sum(worth.wins[at] - before.wins[at] for worth in after) == 0
            assert sum(worth.lost[at] - before.lost[at] for worth in after) == 0
        if not rolled:
            waiting += [(faces,) for faces in every[:: max(1, len(every) // 3)]]


def test_a_position_is_worth_what_the_odds_say():
    """Backward from the ends and forward from the start: the same chances."""
    for text in TINY.values():
        scenario = parse_scenario(text, "tiny.yaml")
        session = session_of(text)
        if session.question is None:
            continue
        judge, script = judge_at(session)
        odds = exact(Situation(scenario.ruleset, script, scenario.start))
        worth = worth_here(judge, script, session)
        assert worth.wins == tuple(odds.wins(side, judge.party) for side in judge.sides)


def test_luck_is_what_the_dice_did_to_the_result():
    """If both sides follow their policies, the score at the end is the score at first plus all the luck."""
    line = timeline(Log.load(MALTA))
    assert len(line.moments) > 5
    for one in sums(line):
        assert one.first + one.luck == one.last
        assert one.adjusted == one.first
    assert sum(one.luck for one in sums(line)) == 0  # somebody wins, and nobody else


def battle_log(tmp_path, text, dice, answers):
    """The log of a battle with these dice and these answers, in turn."""
    path = tmp_path / "battle.jsonl"
    session = Session.begin(parse_scenario(text, "battle.yaml"), path, seed=1, mode="physical")
    dice, answers = list(dice), list(answers)
    while session.question is not None and (dice if isinstance(session.question, Roll) else answers):
        if isinstance(session.question, Roll):
            session.roll(dice.pop(0))
        else:
            session.answer(answers.pop(0))
    session.close()
    return path


def test_a_planted_blunder_is_found_and_graded(tmp_path):
    """With six left against one, breaking off throws the battle away."""
    path = battle_log(tmp_path, against(6, 4, TO_THE_END, rear=4), [(3, 4), (1, 1)], ["stay", "disengage"])
    line = timeline(Log.load(path))
    worst = max(changes(line), key=lambda change: change.cost)
    assert (worst.moment.answer, worst.best, worst.grade) == ("disengage", "stay", "blunder")
    assert worst.cost > Fraction(20, 100)
    assert worst in turning_points(line, 3)


def test_whoever_follows_the_best_advice_loses_nothing_by_skill(tmp_path):
    text = against(6, 2, TO_THE_END, rear=4)
    path = tmp_path / "best.jsonl"
    session = Session.begin(parse_scenario(text, "battle.yaml"), path, seed=3, mode="machine")
    while session.question is not None:
        session.close()
        so_far = timeline(Log.load(path))
        judge, script = judge_at(session)
        by = judge.sides.index(judge.party(session.question.by))
        worths = {
            option: judge.of(situation_at(session.scenario.ruleset, script, session.walk, option))
            for option in session.question.options
        }
        session.answer(max(worths, key=lambda option: so_far.score(worths[option], by)))
    line = timeline(Log.load(path))
    assert any(not moment.roll for moment in line.moments)
    assert all(change.cost == 0 for change in changes(line))


def test_the_luck_of_many_battles_averages_zero():
    """Ten thousand battles with machine dice: the mean of their luck is within four standard errors of nothing."""
    scenario = parse_scenario(against(3, 3, TO_THE_END), "three.yaml")
    script = with_policies(scenario.script)
    expected = exact(Situation(scenario.ruleset, script, scenario.start)).wins("attacker")
    sampler = Sampler(scenario.ruleset, script, scenario.start)
    luck = [float((sampler.outcome(seed).winner == "attacker") - expected) for seed in range(10_000)]
    mean = sum(luck) / len(luck)
    error = (sum(value**2 for value in luck) / len(luck) ** 2) ** 0.5
    assert abs(mean) < 4 * error


def test_what_there_is_no_time_for_is_not_judged(capsys):
    assert exit_code(["analyze", str(MALTA), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not_judged"] == 0
    line = timeline(Log.load(MALTA), seconds=0)
    assert (line.moments, line.sides, line.left_out) == ((), (), 10)
    page(Console(width=100), line, 10)
    assert capsys.readouterr().out == "no time was left for all 10 rolls and decisions; --seconds gives more\n"


def test_where_the_time_is_over_rolls_are_judged_first(monkeypatch, capsys):
    """The positions come first, of these the ones around rolls; then the options of decisions. The end is always known."""
    whole = timeline(Log.load(MALTA))
    valued = []

    def of(judge, at, waiting=1):
        valued.append(at)
        return in_time(judge, at, waiting) if len(valued) <= 6 else None

    in_time = Judge.of
    monkeypatch.setattr(Judge, "of", of)
    line = timeline(Log.load(MALTA))
    rolls = [(one.seq, one.before) for one in whole.moments if one.roll]
    assert [(moment.seq, moment.before) for moment in line.moments] == [
        rolls[0],
        rolls[2],
        rolls[3],
        rolls[5],
    ]  # of the whole battle
    assert (line.last, line.final, line.left_out) == (whole.last, whole.last, 6)
    assert not any(moment.options for moment in line.moments)
    page(Console(width=100), line, 10)
    assert "no time was left for 6 rolls and decisions; --seconds gives more" in capsys.readouterr().out
    assert "There was no time to judge 6 rolls and decisions." in blocks.text(report_of(Log.load(MALTA), line), 400)
    stats = Stats()
    stats.add(Log.load(MALTA), line)
    assert summary(stats) == "1 battle, 6 rolls and decisions not judged in time"
    assert [one.wins for one in stats.sides.values()] == list(whole.last.wins)  # as it ended, judged or not


def test_numbers_are_spread_over_the_whole_battle():
    assert spread([]) == []
    assert spread([7]) == [7]
    assert spread([10, 20, 30, 40, 50]) == [10, 50, 40, 30, 20]
    assert sorted(spread(range(37))) == list(range(37))


def test_an_undone_choice_is_not_judged(tmp_path):
    path = battle_log(tmp_path, against(6, 4, TO_THE_END, rear=4), [(3, 4), (1, 1)], ["stay"])
    session = Session.resume(path)
    session.undo()
    session.answer("disengage")
    session.close()
    line = timeline(Log.load(path))
    assert [moment.answer for moment in line.moments if not moment.roll] == ["disengage"]


def test_what_the_referee_answers_is_nobodys_skill():
    session = session_of(against(1, 1, TO_THE_END) + "turn: true\n", [(6, 6), (1, 1)])
    sides = {moment.by: moment.side for moment in timeline(session.log).moments}
    assert sides == {"attacker": 0, "defender": 1, "referee": NOBODY}


def test_a_battle_whose_machine_die_was_overruled_is_judged_with_the_ruled_faces(tmp_path):
    """The roll that was overruled has used up its dice, so the roll after it keeps its numbers."""
    path = tmp_path / "ruled.jsonl"
    session = Session.begin(parse_scenario(against(6, 4, TO_THE_END, rear=4), "ruled.yaml"), path, seed=1)
    first, second = session.entries[:2]
    session.rule("result", first.body.key, "1 1", "misread", back_to=first.seq)
    session.close()
    line = timeline(Log.load(path))
    assert [(moment.key, moment.answer, moment.source) for moment in line.moments if moment.roll] == [
        (first.body.key, "1 1", "ruled"),
        (second.body.key, " ".join(map(str, second.body.faces)), "machine"),
    ]


def test_the_command_prints_turning_points_and_sums(capsys):
    assert exit_code(["analyze", str(MALTA)]) == 0
    out = capsys.readouterr().out
    assert "chance to win; 10 positions, all exact" in out
    assert "Turning points" in out
    assert "+38.2" in out


def test_the_command_prints_one_document_for_programs(capsys):
    assert exit_code(["analyze", str(MALTA), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["measure"] == "chance to win"
    assert sum(one["luck"] for one in document["totals"]) == pytest.approx(0)
    assert {moment["kind"] for moment in document["moments"]} == {"roll", "decision"}


def test_a_log_that_stops_is_analyzed_as_far_as_it_goes(tmp_path):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(MALTA.read_bytes().splitlines(keepends=True)[:7]))
    line = timeline(Log.load(cut))
    assert line.end is None
    assert [moment.seq for moment in line.moments] == [5, 6]


def test_a_few_sampled_battles_without_a_win_prove_little():
    assert 0.25 < share_margin(0, 4) < 0.35
    assert share_margin(4, 4) == pytest.approx(share_margin(0, 4))
    assert share_margin(500, 1000) == pytest.approx(0.031, abs=0.001)


def test_attacker_and_defender_are_called_by_name():
    line = timeline(Log.load(CEYLON.with_name("sample-air-battle.jsonl")))
    assert [line.name(side) for side in range(2)] == ["Germany", "USSR"]


def test_progress_counts_time_where_that_is_over_first(monkeypatch, capsys):
    now = iter((0.0, 1.0, 9.0, 9.5))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(analyze, "monotonic", lambda: next(now))
    show = analyze.progress(10.0)
    show(50, 100)
    show(51, 100)
    show(100, 100)
    told = capsys.readouterr().err.split("\r")
    assert [part.partition("\033")[0] for part in told] == [
        "",
        "airwar: weighing rolls and decisions (at most 10 s), 50%",
        "airwar: weighing rolls and decisions (at most 10 s), 90%",
        "",
    ]
