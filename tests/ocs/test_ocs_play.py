"""Random play orders missions in every scenario, asks only declared questions, and leaves every unit in a legal place."""

import re
from fnmatch import fnmatch

import pytest
from support import SHIPPED

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.rulesets.ocs import RULESET
from airwar.setup.loading import parse_scenario

OURS = [path for path in SHIPPED if path.parent.name == "ocs"]
SEEDS = range(10)


def asking(path, prepared=True):
    """A shipped scenario in which missions are ordered at the table, with those that it prepares or without any."""
    text = path.read_text(encoding="utf-8")
    if not prepared:
        text = re.sub(r"^missions:\n(?:[ #].*\n|\n)*", "", text, flags=re.MULTILINE)
    return parse_scenario(f"{text}\norders: ask\n", path.name)


def played(scenario, seed):
    battle = begin(scenario, None, seed)
    return battle, battle.walk(AnyLegal(seed)).run()


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_missions_are_ordered_at_random_and_units_are_always_where_they_may_be(path):
    scenario, ordered = asking(path, prepared=False), set()
    for seed in SEEDS:
        turn = played(scenario, seed)[1].state
        ordered |= {mission.kind for mission in turn.ordered}
        for unit in turn.board.units.values():
            base = turn.board.base(unit.place)
            assert unit.state in ("active-elsewhere", "eliminated", "expected") or (base is not None and base.side == unit.side)
            assert (unit.steps == 0) == (unit.state == "eliminated")
        assert all(base.supply >= 0 and base.gliders >= 0 for base in turn.board.bases.values())
    assert not scenario.start.state.board.missions
    assert ordered or not scenario.start.state.board.units


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_what_is_ordered_at_random_is_carried_out_or_the_output_says_why_not_and_every_question_is_declared(path):
    scenario = asking(path)
    declared = {"choice": RULESET.decisions, "fact": RULESET.decisions, "roll": RULESET.rolls}
    for seed in SEEDS:
        battle, end = played(scenario, seed)
        for body in (record.content for record in battle.log.records if record.content["t"] in declared):
            assert any(fnmatch(f".{body['key']}", f"*.{pattern}") for pattern in declared[body["t"]]), body["key"]
        results = [result for _, result in end.state.results]
        told = [record.content.get("text", "") for record in battle.log.records if record.content["t"] == "told"]
        assert {mission.id for mission in end.state.ordered} <= set(end.state.over)
        assert results.count("not flown") == sum(text.startswith("not flown: ") for text in told)
