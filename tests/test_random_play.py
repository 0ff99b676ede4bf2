"""Random legal play of every shipped scenario: ends, conserves units, offers nothing illegal, replays identically.

And of what follows from them: every step is reached, and every question is one that its ruleset lists, asked in words.
"""

from collections import Counter
from functools import cache

import pytest
from quiet_questions import QUIET, faults, matches
from raids import RAIDS
from sentences import faults_of
from standing_books import counted
from support import FOUGHT, SHIPPED, TESTS

from airwar import rulesets
from airwar.battle.next_turn import next_scenario
from airwar.choices.patterns import can_match
from airwar.engine.rule import first_rule
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.testing import check_game, check_interrupted_game, check_standing
from airwar.testing.random_play import Watched

RECORDS = 500  # records of play for each scenario: a dozen short battles, 2 of the longest; `pytest --games 500` plays more
LATER = {"next.yaml", "text.yaml"}  # what follows from the shipped scenarios, and short texts
GAMES = 40  # at most, for each scenario, until every step has been reached

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


class Listener(Watched):
    """Plays at random and reads every question; with an odd seed it answers quiet ones as usual, as for a person."""

    def __init__(self, seed, game):
        super().__init__(seed)
        self.usual, self.allowed = seed % 2, QUIET[game]
        self.faults, self.seen = [], set()

    def choice(self, question):
        answer = super().choice(question)
        self.faults += faults_of(question)
        if not getattr(question, "quiet", False):
            return answer
        self.seen |= matches(question.key, self.allowed)
        self.faults += faults(question, self.allowed)
        return question.default if self.usual else answer


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_a_random_game(path):
    player = Listener(1000, path.parent.name)
    check_game(load_scenario(str(path)), 1000, player)
    assert player.faults == []


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_a_random_game_with_undo_and_resume(path, tmp_path):
    check_interrupted_game(load_scenario(str(path)), 1, tmp_path / "game.jsonl")


@pytest.mark.parametrize("path", FOUGHT, ids=lambda path: path.stem)
def test_at_every_question_every_unit_stands_somewhere_or_is_lost(path):
    scenario = load_scenario(str(path))
    check_standing(scenario, 1000, counted(scenario.ruleset.id, scenario.start.state))


@pytest.mark.slow
@pytest.mark.parametrize("game", rulesets.ids())
def test_every_step_is_reached_and_every_question_is_listed_and_asked_in_words(game, games):
    """Listed, so that a script can answer it; and quiet only if it has one sensible answer."""
    ruleset, scenarios = rulesets.load(game), scenarios_of(game)
    known = {"choice": tuple(ruleset.decisions), "roll": tuple(ruleset.rolls)}
    wanted = {step.__name__ for step in ruleset.steps} - NOT_SHIPPED.get(game, set())
    enough = dict.fromkeys(range(len(scenarios)), 1)
    reached, quiet = set(), set()
    for seed in range(games or GAMES):
        for number, scenario in enumerate(scenarios):
            if not games and seed >= enough[number] and wanted <= reached and quiet == set(QUIET[game]):
                continue
            player = Listener(seed, game)
            walk = check_game(scenario, seed, player)
            assert player.faults == [], f"{scenario.name}, seed {seed}"
            if scenario.name not in LATER:
                enough[number] = max(2, RECORDS // len(walk.log.records))
            quiet |= player.seen
            reached |= {start.position.step.__name__ for start in walk.starts}
            for asked in (record.content for record in walk.log.records if record.content["t"] in known):
                assert can_match(asked["key"], known[asked["t"]]), asked["key"]
    assert wanted - reached == set(), "never reached"
    assert reached - wanted == set(), "not listed in the ruleset's steps, or in the list above although a scenario reaches it"
    assert quiet == set(QUIET[game]), "never quiet"


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_every_step_has_a_name_of_its_own_a_rule_and_a_sentence(ruleset_id):
    steps = rulesets.load(ruleset_id).steps
    names = Counter(step.__name__ for step in steps)
    assert [name for name, count in names.items() if count > 1] == []
    assert [step.__name__ for step in steps if not first_rule(step)] == []
    assert [step.__name__ for step in steps if not (step.__doc__ or "").strip()] == []
