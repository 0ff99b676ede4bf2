"""Random play under random rulings: it ends, and every missing unit was told as a loss."""

from collections import Counter
from random import Random

import pytest
from support import SHIPPED

from airwar import rulesets
from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.setup.loading import parse_scenario

OPTIONS = rulesets.load("air-supremacy").options
SCENARIOS = {path.stem: path.read_text() for path in SHIPPED if path.parent.name == "air-supremacy"}


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_a_shipped_script_answers_whatever_the_dice(name, games):
    scenario = parse_scenario(SCENARIOS[name], f"{name}.yaml")
    for seed in range(games):
        battle = begin(scenario, None, seed)
        assert battle.by_script().result


def ruled(text, random):
    """The scenario with any other rulings."""
    rulings = {name: random.choice(option.values) for name, option in OPTIONS.items() if option.values}
    rulings |= {"placeholder-values": "yes", "die-sides": random.choice((6, 10, 12))}
    lines = [line for line in text.splitlines() if not line.startswith("options:")]
    said = ", ".join(f"{name}: {value}" for name, value in rulings.items())
    return "\n".join([*lines, f"options: {{{said}}}"])


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_the_losses_told_match_the_tally_whatever_the_rulings(name, games):
    for seed in range(games):
        scenario = parse_scenario(ruled(SCENARIOS[name], Random(seed)), f"{name}.yaml")
        battle = begin(scenario, None, seed)
        end = battle.walk(AnyLegal(seed)).run()
        told = Counter()
        for record in battle.log.records:
            if record.content.get("what") == "loss" and record.content["fate"] != "damaged":
                told[record.content["side"], record.content["unit"]] += record.content["count"]
        had = {(tally.side, tally.unit): tally.lost for tally in scenario.ruleset.tally(end.state) if tally.lost}
        assert had == dict(told), f"seed {seed}"
