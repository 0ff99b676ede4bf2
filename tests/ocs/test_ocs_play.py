"""Random play asks only declared questions and leaves every unit in a legal place."""

from fnmatch import fnmatch

import pytest
from support import SHIPPED

from airwar.answers.chance import AnyLegal
from airwar.battle import begin
from airwar.loading import load_scenario
from airwar.rulesets.ocs import RULESET

OURS = [path for path in SHIPPED if path.parent.name == "ocs"]


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_every_question_is_declared(path):
    scenario = load_scenario(str(path))
    for seed in range(15):
        battle = begin(scenario, None, seed)
        battle.walk(AnyLegal(seed)).run()
        for record in battle.log.records:
            body = record.content
            known = RULESET.decisions if body["t"] == "choice" else RULESET.rolls if body["t"] == "roll" else None
            assert known is None or any(fnmatch(body["key"], f"*.{pattern}") for pattern in known), body["key"]


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_units_are_always_where_they_may_be(path):
    scenario = load_scenario(str(path))
    for seed in range(15):
        end = begin(scenario, None, seed).walk(AnyLegal(seed)).run()
        for unit in end.state.board.units:
            base = end.state.board.base(unit.place)
            side = end.state.board.counter(unit.id).side
            assert unit.status in ("active-elsewhere", "eliminated") or (base is not None and base.side == side)
            assert (unit.steps == 0) == (unit.status == "eliminated")
        assert all(base.supply >= 0 and base.gliders >= 0 for base in end.state.board.bases)
