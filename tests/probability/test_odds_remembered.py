"""What the odds remember is what they would find: every remembered decision is worked out anew for the state at hand."""

from __future__ import annotations

import pytest
from support import SHIPPED

from airwar.answers.chance import derived_seed
from airwar.engine.frozen import replace
from airwar.engine.referee import Referee
from airwar.probability.explorer import Explorer
from airwar.probability.sample import Sampler
from airwar.rulesets.world_at_war.state import Turn
from airwar.setup.loading import load_scenario


@pytest.mark.parametrize("name", ["typhoon-1941", "watchtower-1942", "aegean-1941", "hump-1943"])
def test_decisions_that_are_settled_once_would_be_settled_in_the_same_way_again(name, monkeypatch):
    remember, again = Explorer.settle, []

    def settle(self, decide, *args):
        begun = self.scope, self.round, self.used
        known = (decide, args, self.scope, self.round) in self.settled
        found = remember(self, decide, *args)
        if known:
            left = self.scope, self.round, self.used
            self.scope, self.round, self.used = begun
            assert (decide(self, *args), (self.scope, self.round, self.used)) == (found, left), decide.__name__
            again.append(decide.__name__)
        return found

    monkeypatch.setattr(Explorer, "settle", settle)
    scenario = load_scenario(name)
    sampler = Sampler(scenario.ruleset, scenario.script, scenario.start)
    for run in range(60):
        sampler.outcome(derived_seed(3, run))
    assert again


PLAIN = {
    "known_choice": lambda self, *asked: None,
    "known_allotment": lambda self, *asked: None,
    "takes_default": lambda self, *asked: False,
    "foreseen": lambda self, *asked: "",
    "settle": Referee.settle,
    "roll_both": Referee.roll_both,
    "roll_lots": Referee.roll_lots,
}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_turns_are_the_same_where_nothing_is_known_before_it_is_asked(path, monkeypatch):
    """Every question is built and answered, and every die rolled, one after another, as at the table."""
    scenario = load_scenario(str(path))
    quick = Sampler(scenario.ruleset, scenario.script, scenario.start)
    known = [quick.outcome(derived_seed(3, run)) for run in range(15)]
    for method, plain in PLAIN.items():
        monkeypatch.setattr(Explorer, method, plain)
    slow = Sampler(scenario.ruleset, scenario.script, scenario.start)
    assert [slow.outcome(derived_seed(3, run)) for run in range(15)] == known


@pytest.mark.parametrize("name", ["typhoon-1941", "watchtower-1942"])
def test_what_turns_keep_is_what_follows_from_their_units(name):
    """A turn with some units changed keeps what still holds; worked out anew it is the same."""
    scenario = load_scenario(name)
    sampler = Sampler(scenario.ruleset, scenario.script, scenario.start)
    for run in range(10):
        sampler.outcome(derived_seed(3, run))
    kept = 0
    for place in sampler.graph.places:
        for turn in [state for state in place[1] if isinstance(state, Turn)]:
            anew = replace(turn, units=turn.units, battles=turn.battles)
            known = [key for key in ("_order", "_units_hash", "_battles") if key in vars(turn)]
            assert [getattr(turn, key) for key in known] == [getattr(anew, key) for key in known]
            for base in turn.setting.bases:
                assert (turn.based_at(base), turn.load(base)) == (anew.based_at(base), anew.load(base))
            kept += len(known)
    assert kept > 100
