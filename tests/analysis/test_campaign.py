"""Campaigns: logs in the order of play, whose sums are those of the single logs. Training: costly decisions asked again."""

from __future__ import annotations

import csv
import io
import itertools
import re

import pytest
from support import TESTS

from airwar.analysis.chronicle import Chronicle, Film
from airwar.analysis.stats import campaign, chained, lessons, logs_in
from airwar.analysis.timeline import timeline
from airwar.battle.next_turn import next_scenario
from airwar.cli import exit_code
from airwar.engine.log import Log
from airwar.errors import AirwarError
from airwar.play.session import Session
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.setup.overrides import fixed_orders, variable

MALTA = TESTS / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three turns; the names of the files say nothing about their order."""
    place = tmp_path_factory.mktemp("campaign")
    Session.begin(load_scenario("smolensk-1941"), place / "c.jsonl", seed=3, scripted=True).close()
    for before, after in (("c", "a"), ("a", "b")):
        text = next_scenario(place / f"{before}.jsonl").text
        Session.begin(parse_scenario(text, f"{after}.yaml"), place / f"{after}.jsonl", seed=4, scripted=True).close()
    return place


def test_logs_follow_each_other_by_the_end_that_a_scenario_names(folder):
    assert [log.path.name for log in logs_in(folder)] == ["c.jsonl", "a.jsonl", "b.jsonl"]


def test_the_order_in_which_logs_are_given_does_not_matter(folder):
    logs = [Log.load(folder / name) for name in ("a.jsonl", "b.jsonl")]
    assert [log.path.name for log in chained([logs[1], logs[0]])] == ["a.jsonl", "b.jsonl"]


def test_sums_are_those_of_the_single_logs(folder):
    turns = campaign(logs_in(folder), seconds=0)
    assert [turn.number for turn in turns] == [1, 2, 3]
    for side in ("axis", "allies"):
        single = [Chronicle(Film(path)).total(side) for path in folder.glob("*.jsonl")]
        assert sum(one.lost for turn in turns for one in turn.sides if one.side == side) == sum(single)
    for turn, later in itertools.pairwise(turns):
        left = {one.side: one.left for one in turn.sides}
        assert left == {one.side: one.had for one in later.sides}


def test_the_table_ends_with_what_each_side_lost_in_all_turns(folder, capsys):
    assert exit_code(["campaign", str(folder), "--seconds", "0", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert exit_code(["campaign", str(folder), "--seconds", "0"]) == 0
    last = capsys.readouterr().out.splitlines()[-3:-1]
    for line, side in zip(last, ("axis", "allies"), strict=True):
        assert line.split() == ["all", side.title(), str(sum(int(row["lost"]) for row in rows if row["side"] == side))]


def test_a_campaign_is_a_page_too(folder, tmp_path):
    page = tmp_path / "campaign.html"
    assert exit_code(["campaign", str(folder), "--seconds", "0", "-o", str(page)]) == 0
    told = page.read_text(encoding="utf-8")
    assert "Turn 3: Smolensk" in told
    assert "<script" not in told


def test_a_folder_without_logs_is_refused(tmp_path):
    with pytest.raises(AirwarError, match="no logs here"):
        logs_in(tmp_path)


@pytest.fixture(scope="module")
def left_early(tmp_path_factory):
    """Malta, where the Axis breaks off although it is about to win."""
    path = tmp_path_factory.mktemp("train") / "malta.jsonl"
    session = Session.begin(load_scenario("malta-1942"), path, seed=3)
    while session.question is not None:
        if session.question.key.endswith("attacker.disengage"):
            session.answer("disengage")
        elif hasattr(session.question, "reading"):
            session.roll()
        else:
            session.answer(session.default)
    session.close()
    return path


def test_a_costly_decision_is_asked_again_with_the_odds_after_each_option(left_early, capsys):
    log = Log.load(left_early)
    found = lessons(log, timeline(log), 5)
    assert [(one.taken, one.best, one.certain) for one in found] == [("disengage", "stay", True)]
    assert exit_code(["train", str(left_early)]) == 0
    out = capsys.readouterr().out
    assert "1 of 1, record " in out
    assert "after fight on  (the best)" in out
    assert "0.0 % after break off  (taken in the battle)" in out


def test_nobody_is_judged_by_what_happened_on_the_ground():
    log = Session.begin(load_scenario("smolensk-1941"), seed=11, scripted=True).log
    told, *_ = (moment for moment in timeline(log).moments if moment.key.endswith("attacker.overrun"))
    assert (told.answer, told.options) == ("prevented", {})


def test_only_one_side_is_trained(left_early, capsys):
    assert exit_code(["train", str(left_early), "--side", "allies"]) == 0
    assert "no decision of this battle cost anything" in capsys.readouterr().out
    assert exit_code(["train", str(left_early), "--side", "nobody"]) == 1


def test_a_cost_is_told_in_a_sentence(left_early, capsys):
    assert exit_code(["report", str(left_early), "--format", "text", "--width", "200"]) == 0
    assert re.search(r"chose “break off” \([^)]+\)(?: at Malta)?: 0 % after this, ", capsys.readouterr().out)


# sweeps whose orders send as many as before


def test_an_order_that_does_not_follow_the_varied_count_is_named():
    text = load_scenario("malta-1942").text
    assert fixed_orders(text, variable("units.fliegerkorps-ii.count=5..8")) == ["counterair.1.with.fliegerkorps-ii"]
    both = variable("units.fliegerkorps-ii.count+counterair.1.with.fliegerkorps-ii=5..8")
    assert fixed_orders(text, both) == []
    assert fixed_orders(text, variable("units.malta-spitfires.count=5..8")) == []


def test_a_sweep_says_that_nobody_sends_what_it_varies(tmp_path, capsys):
    never = load_scenario("malta-1942").text.replace("{when: own.factors <= enemy.factors, then: all, else: none}", "none")
    path = tmp_path / "malta.yaml"
    path.write_text(never, encoding="utf-8")
    assert exit_code(["sweep", str(path), "--vary", "units.regia-aeronautica.count=2,3"]) == 0
    said = "units.regia-aeronautica.count changes nothing here: no order sends what was added or taken away"
    assert said in capsys.readouterr().err
    assert exit_code(["sweep", "malta-1942", "--vary", "units.regia-aeronautica.count=2,3"]) == 0
    assert "changes nothing" not in capsys.readouterr().err
    assert exit_code(["sweep", "malta-1942", "--vary", "bases.sicily.hex=A1,A2"]) == 0
    assert "bases.sicily.hex changes nothing here: the odds are the same with every value" in capsys.readouterr().err


def test_a_sweep_offers_to_vary_the_order_too(capsys):
    assert exit_code(["sweep", "malta-1942", "--vary", "units.fliegerkorps-ii.count=5,6"]) == 0
    said = capsys.readouterr().err
    assert "note: counterair.1.with.fliegerkorps-ii sends as many as before; to vary it too: --vary " in said
    assert "'units.fliegerkorps-ii.count+counterair.1.with.fliegerkorps-ii=5,6'" in said
