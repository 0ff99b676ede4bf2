"""No step of a ruleset's sequence of play is dead: each is reached in random play of the shipped scenarios and the template."""

from collections import Counter
from functools import cache

import pytest
from raids import RAIDS
from support import SHIPPED, TESTS

from airwar import rulesets
from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.battle.next_turn import next_scenario
from airwar.choices.patterns import can_match
from airwar.engine.rule import first_rule
from airwar.setup.loading import load_scenario, parse_scenario

GAMES = 40  # at most, for each scenario

# Steps that no shipped scenario reaches yet; other tests prove them. Remove a step from the list when a scenario reaches it.
NOT_SHIPPED = {
    "world-at-war": {
        "exploitation_airdrops",
        "hump_in_combat",
        "redeployment_air_transport",
    },
    "war-in-europe": {"tell_mover"},
}


@cache
def scenarios_of(ruleset_id):
    """The shipped ones, the template, the turns after those of the golden logs, and the raids that the tests of the core fight."""
    ruleset = rulesets.load(ruleset_id)
    shipped = [load_scenario(str(path)) for path in SHIPPED if path.parent.name == ruleset_id]
    texts = [ruleset.template] + ([RAIDS] if ruleset_id == "world-at-war" else [])
    if ruleset.following is not None:
        turns = [next_scenario(path) for path in sorted((TESTS / "golden" / "format-3" / ruleset_id).glob("*.jsonl"))]
        shipped += [parse_scenario(turn.text, "next.yaml", turn.files) for turn in turns]
    return shipped + [parse_scenario(text, "text.yaml") for text in texts if text]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_step_is_reached_and_every_question_is_a_decision_or_roll_that_the_ruleset_lists(ruleset_id):
    """The latter so that a script can answer it."""
    ruleset = rulesets.load(ruleset_id)
    known = {"choice": tuple(ruleset.decisions), "roll": tuple(ruleset.rolls)}
    listed = {step.__name__ for step in ruleset.steps}
    assert listed
    wanted = listed - NOT_SHIPPED.get(ruleset_id, set())
    scenarios = scenarios_of(ruleset_id)
    reached = set()
    for seed in range(GAMES):
        for scenario in scenarios:
            if seed and wanted <= reached:
                break
            battle = begin(scenario, None, seed)
            walk = battle.walk(AnyLegal(seed))
            walk.run()
            reached |= {start.position.step.__name__ for start in walk.starts}
            for asked in (record.content for record in battle.log.records if record.content["t"] in known):
                assert can_match(asked["key"], known[asked["t"]]), asked["key"]
    assert wanted - reached == set(), "never reached"
    assert reached - listed == set(), "not listed in the ruleset's steps"
    assert reached & NOT_SHIPPED.get(ruleset_id, set()) == set(), "a shipped scenario reaches it; remove it from the list"


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_step_has_a_name_of_its_own_a_rule_and_a_sentence(ruleset_id):
    steps = rulesets.load(ruleset_id).steps
    names = Counter(step.__name__ for step in steps)
    assert [name for name, count in names.items() if count > 1] == []
    assert [step.__name__ for step in steps if not first_rule(step)] == []
    assert [step.__name__ for step in steps if not (step.__doc__ or "").strip()] == []
