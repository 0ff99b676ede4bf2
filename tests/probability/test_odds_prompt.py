"""The odds at a prompt equal the odds of the log at that record, and neither leaves a trace."""

import json

import pytest
from support import SEED, SHIPPED, bare_log
from tiny import TINY, crusade
from toys import DUELS, duel, script

from airwar.answers.chance import MachineDice, Scripted
from airwar.battle.battle import begin
from airwar.cli import exit_code
from airwar.cli.odds import logged
from airwar.engine.questions import REFEREE, Allotment, Asked, Choice, Roll
from airwar.engine.walk import Walk
from airwar.errors import AirwarError
from airwar.probability.forecast import at_a_prompt, forecast, situation_at, with_policies
from airwar.probability.graph import graph_of
from airwar.probability.nodes import answers_to
from airwar.probability.prospects import prospects
from airwar.probability.solve import Solver
from airwar.setup.loading import load_scenario, parse_scenario

MID_STEP = crusade(
    ["major 3 soviet", "minor 2 soviet"], ["major 3 german", "minor 2 german"], {"*": "default"}, german=1, soviet=2
)  # one step fires, chooses losses and asks whether to retreat
BATTLES = {
    "malta-1942": load_scenario("malta-1942").text,
    "in the middle of a step": MID_STEP,
    "a reserve in reach": TINY["a reserve in reach"],
    "points to be allotted": TINY["points to be allotted"],
}


class UntilAsked(Scripted):
    """Follows the script, and stops at the question with a given number, for dice or for a choice."""

    unnoticed = False  # it counts the questions

    def __init__(self, script, dice, stop):
        super().__init__(script, dice)
        self.left = stop

    def faces(self, roll, drawn):
        self.count(roll)
        return super().faces(roll, drawn)

    def choice(self, question):
        self.count(question)
        return super().choice(question)

    def count(self, question):
        if not self.left:
            raise Asked(question)
        self.left -= 1


def stopped(text, path, stop, seed=3):
    """A battle that waits at the question with this number: its walk and the question; None if it ends before."""
    battle = begin(parse_scenario(text, "test.yaml"), path, seed)
    walk = battle.walk(UntilAsked(battle.scenario.script, battle.dice, stop))
    try:
        walk.run()
    except Asked as asked:
        return battle, walk, asked.question
    finally:
        battle.log.close()
    return None


def same(one, other):
    assert not one.sampled
    assert not other.sampled
    assert one.results() == other.results()
    assert one.losses() == other.losses()
    assert one.left() == other.left()
    assert one.rounds == other.rounds


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nobody gives up on exact odds here, however busy the machine is."""
    for name in ("PROMPT_EXACT", "COMMAND", "PROMPT_ADVICE"):
        monkeypatch.setattr(f"airwar.probability.budget.{name}", 1000.0)


@pytest.mark.parametrize("text", BATTLES.values(), ids=BATTLES)
def test_the_odds_at_a_prompt_are_those_of_the_log_there(text, tmp_path):
    asked = []
    for stop in range(1, 12, 2) if text == MID_STEP else range(12):
        path = tmp_path / f"{stop}.jsonl"
        found = stopped(text, path, stop)
        if found is None:
            break
        battle, walk, question = found
        asked.append(type(question))
        before = path.read_bytes()
        scenario, script = battle.scenario, with_policies(battle.scenario.script)
        same(at_a_prompt(situation_at(scenario.ruleset, script, walk)), forecast(logged(str(path), None, ())[0]))
        if not isinstance(question, Roll):
            answers = dict(answers_to(question))
            for one in prospects(scenario.ruleset, script, walk, question):
                policy = f"{question.key}={flow(answers[one.option])}"
                same(one.odds, forecast(logged(str(path), None, (policy,))[0]))
        assert path.read_bytes() == before
        assert len(battle.log.records) == before.count(b"\n")
    assert Roll in asked
    assert Choice in asked or Allotment in asked


def flow(answer):
    """An answer as it is typed."""
    return answer if isinstance(answer, str) else "{" + ", ".join(f"{name}: {count}" for name, count in answer.items()) + "}"


def test_every_record_of_a_log_has_its_odds(tmp_path):
    """LOG:SEQ is the battle as it was when that record was the last one."""
    whole = tmp_path / "whole.jsonl"
    assert stopped(MID_STEP, whole, 1000) is None
    lines = whole.read_bytes().splitlines(keepends=True)
    last = max(seq for seq, line in enumerate(lines) if json.loads(line)["t"] in ("roll", "choice"))
    for seq in range(1, last, 5):
        part = tmp_path / f"part-{seq}.jsonl"
        part.write_bytes(b"".join(lines[: seq + 1]))
        (at, title, _), (cut, cut_title, _) = logged(f"{whole}:{seq}", None, ()), logged(str(part), None, ())
        assert title == cut_title
        same(forecast(at), forecast(cut))
    with pytest.raises(AirwarError, match="the battle is over at that record"):
        logged(f"{whole}:{last}", None, ())


def test_the_odds_of_a_log_are_those_of_what_is_left(tmp_path):
    """If only one roll is left, its faces are the odds."""
    path = tmp_path / "x.jsonl"
    stopped(TINY["a raid and a combat"], path, 2)
    found = forecast(logged(str(path), None, ())[0])
    assert {str(share) for share in found.results().values()} <= {"1", "1/2", "1/3", "1/6", "2/3", "5/6"}


def test_a_choice_taken_back_is_not_given(tmp_path):
    path = tmp_path / "x.jsonl"
    battle, _, question = stopped(TINY["points to be allotted"], path, 0)
    fresh = forecast(logged(str(path), None, ())[0])
    walk = battle.walk(UntilAsked(battle.scenario.script, battle.dice, 1))
    with pytest.raises(Asked):
        walk.run()
    battle.undo()
    battle.log.close()
    again, title, _ = logged(str(path), None, ())
    assert title.endswith(question.key)
    same(fresh, forecast(again))


def test_looking_at_the_odds_changes_no_file(tmp_path, capsys):
    """With a secret seed: neither the log nor the seed, and no new file."""
    path = tmp_path / "secret.jsonl"
    stopped(BATTLES["malta-1942"], path, 2, seed=None)  # both rolls of a round that both sides survive, whatever the seed
    before = {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()}
    assert set(before) == {"secret.jsonl", "secret.jsonl.seed"}
    for method in ("auto", "exact", "sample"):
        assert exit_code(["odds", "--at", str(path), "--method", method, "--runs", "50"]) == 0
    assert exit_code(["odds", "--at", f"{path}:2", "--json"]) == 0
    assert {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()} == before
    capsys.readouterr()


def test_looking_at_the_odds_does_not_change_the_dice(tmp_path):
    looked, blind = (bare_log() for _ in range(2))
    answers = script(("*", "stay"))

    class Looking(Scripted):
        def choice(self, question):
            prospects(DUELS, self.script, walk, question)
            return super().choice(question)

    walk = Walk(duel(3, 3), looked, Looking(answers, MachineDice(9)))
    walk.run()
    Walk(duel(3, 3), blind, Scripted(answers, MachineDice(9))).run()
    assert looked.text() == blind.text()


def test_forced_questions_are_not_counted_among_the_given_answers(tmp_path):
    """A step with a forced choice and a forced allotment between two real ones."""
    from airwar.engine.dice import D6, Total
    from airwar.engine.moves import End, Then

    def step(ref, state):
        ref.new_round()
        first = ref.choose("first", ("x", "y"), by="a")
        alone = ref.choose("alone", ("only",), by="a")
        none = ref.allot("none", {"k": 3}, by="a", most=0)
        everything = ref.allot("all", {"k": 3}, by="a", least=3)
        one_kind = ref.allot("kind", {"k": 3, "m": 0}, by="a", least=2, most=2)
        rolled = ref.roll("die", Total(D6))
        free = ref.allot("free", {"k": 2, "m": 1}, by="a")
        last = ref.choose("last", ("x", "y"), by="a")
        return End("done", (first, alone, none["k"], everything["k"], one_kind["k"], rolled, *free.values(), last))

    answers = script(("*.first", "y"), ("*.free", {"m": 1}), ("*.last", "y"))
    for stop, share in ((0, 6), (1, 6), (2, 1), (3, 1)):
        walk = Walk(Then(step, 0), bare_log(), UntilAsked(answers, MachineDice(1), stop))
        with pytest.raises(Asked):
            walk.run()
        at = situation_at(DUELS, answers, walk)
        graph = graph_of(answers)
        found = Solver(graph).distribution(graph.start(at.first, at.scope, at.round))
        assert len(found.ways) == share
        assert {end.state[:5] + end.state[6:] for end in found.ways} == {("y", "only", 0, 3, 2, 0, 1, "y")}
        assert found.rounds == at.begun  # the round has begun already


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_whoever_decides_is_in_the_tally(path):
    """Otherwise a prompt could not tell own losses from the enemy's. What the referee answers is no side's decision."""
    scenario = load_scenario(str(path))
    ruleset = scenario.ruleset
    asked = []

    class Listening(Scripted):
        def choice(self, question):
            if question.by != REFEREE:
                asked.append((walk.states[0], question.by))
            return super().choice(question)

    walk = Walk(scenario.start, bare_log(), Listening(scenario.script, MachineDice(SEED)))
    end = walk.run()
    parties = {ruleset.party(end.state, tally.side) for tally in ruleset.tally(end.state)}
    assert {ruleset.party(state, by) for state, by in asked} <= parties


def test_illegal_answers_of_the_scenario_are_skipped(tmp_path, monkeypatch):
    """A plan that sends more fighters than there are does not keep the prompt from showing odds."""
    monkeypatch.setattr("airwar.probability.budget.PROMPT_EXACT", 0.2)  # a sample will do
    scenario = load_scenario("battle-of-britain-1940")
    text = scenario.text.replace("{fighter-to-kent: 2, fighter-to-sussex: 1}", "{fighter-to-kent: 4}")
    battle, walk, question = stopped(text, tmp_path / "log.jsonl", 0)
    script = with_policies(battle.scenario.script)
    found = prospects(battle.scenario.ruleset, script, walk, question)
    assert found
    assert any(line.endswith("{fighter-to-kent: 4} (where it fits)") for line in script.assumed)
