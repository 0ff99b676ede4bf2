"""`best` in a script: whoever decides takes what is worth most to his side, in odds, in batches and in walks alike."""

from fractions import Fraction

import pytest
from toys import DUELS, duel, script

from airwar.analysis.verify import verify
from airwar.answers.chance import derived_seed
from airwar.batches.batch import Piece, fight_piece, work_of
from airwar.battle.battle import begin
from airwar.choices.script import Entry, Script
from airwar.play.session import Session
from airwar.probability import best
from airwar.probability.best import BestPlay, best_in, graph_for
from airwar.probability.budget import Budget
from airwar.probability.forecast import with_policies
from airwar.probability.graph import graph_of
from airwar.probability.sample import Sampler
from airwar.probability.values import Advice, Costs, Expectation
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.table.by_the_odds import by_prospects


def value(ruleset, start, answers, by):
    """What the game is worth to a side if its decisions are left open, by backward induction."""
    graph = graph_of(answers, lambda key, who: who == by)
    costs = Costs(ruleset, start.state, (), by)
    return Advice(graph, costs.points, lambda node: True, Budget(best.limits.BEST_EDGES)).of(graph.start(start))


def played(ruleset, start, answers, by):
    """What it comes to where the side takes the best answers."""
    costs = Costs(ruleset, start.state, (), by)
    graph = graph_for(ruleset, answers)
    assert graph.pick is not None
    return Expectation(graph, lambda end: [costs.points(end)], Fraction).of(graph.start(start), Budget())[0]


@pytest.mark.parametrize(("a", "d", "a_hits", "d_hits"), [(3, 3, 2, 1), (3, 2, 1, 3), (2, 4, 4, 2)])
@pytest.mark.parametrize("by", ["a", "d"])
def test_best_reaches_the_value_of_the_game(by, a, d, a_hits, d_hits):
    start = duel(a, d, a_hits, d_hits)
    others = ("*", "stay")
    assert played(DUELS, start, script((f"*{by}.leave", "best"), others), by) == value(DUELS, start, script(others), by)


@pytest.mark.parametrize("by", ["attacker", "defender"])
@pytest.mark.parametrize("name", ["bagration-1944", "gela-1943", "leyte-1944", "prokhorovka-1943", "saint-lo-1944", "sicily-1943"])
def test_best_reaches_the_value_of_a_shipped_battle(name, by):
    scenario = load_scenario(name)
    others = with_policies(scenario.script)
    mine = Script((Entry(f"*{by}.*", "best"), *others.entries), others.file, others.stances, lenient=True)
    wanted = value(scenario.ruleset, scenario.start, others, by)
    assert played(scenario.ruleset, scenario.start, mine, by) == wanted


def test_a_condition_may_say_best():
    start = duel(3, 3, 2, 1)
    sometimes = script(("*a.leave", "own.factors < 3", "best", "stay"), ("*", "stay"))
    always, never = script(("*a.leave", "best"), ("*", "stay")), script(("*", "stay"))
    graph, costs = graph_of(never), Costs(DUELS, start.state, (), "a")
    stays = Expectation(graph, lambda end: [costs.points(end)], Fraction).of(graph.start(start), Budget())[0]
    assert stays <= played(DUELS, start, sometimes, "a") <= played(DUELS, start, always, "a")


def test_what_is_too_large_is_answered_as_usual(monkeypatch):
    monkeypatch.setattr("airwar.probability.budget.BEST_EDGES", 0)
    start = duel(3, 3, 2, 1)
    graph, costs = graph_of(script(("*", "default"))), Costs(DUELS, start.state, (), "a")
    usual = Expectation(graph, lambda end: [costs.points(end)], Fraction).of(graph.start(start), Budget())[0]
    assert played(DUELS, start, script(("*a.leave", "best"), ("*", "default")), "a") == usual


def test_what_was_solved_for_one_answer_gives_the_next_as_a_fresh_look_does(monkeypatch):
    text = load_scenario("malta-1942").text.replace("choices:", 'choices:\n  "*.attacker.*": best', 1)
    scenario = parse_scenario(text, "malta.yaml")

    def ends():
        sampler = Sampler(scenario.ruleset, scenario.script, scenario.start)
        return [sampler.outcome(derived_seed(7, run)) for run in range(10)]

    again, found, used = BestPlay._again, ends(), []
    monkeypatch.setattr(BestPlay, "_again", lambda self, costs, starts: used.append(again(self, costs, starts)) or {})
    assert ends() == found
    assert any(used)


def test_a_batch_and_its_logs_take_the_same_answers(tmp_path):
    text = load_scenario("malta-1942").text.replace("choices:", 'choices:\n  "*.attacker.*": best', 1)
    path = tmp_path / "malta.yaml"
    path.write_text(text)
    work = work_of(str(path))
    plain = fight_piece(Piece(work, 7, 0, 12))
    logged = fight_piece(Piece(work, 7, 0, 12, str(tmp_path / "log")))
    assert not plain.error
    assert [plain.outcomes[at] for at in plain.by_run] == [logged.outcomes[at] for at in logged.by_run]
    assert all(verify(log).finished for log in tmp_path.glob("log*.jsonl"))
    scenario = load_scenario(str(path))
    ends = [begin(scenario, None, derived_seed(7, run)).by_script(best_in(scenario)) for run in range(12)]
    again = [Session.begin(scenario, None, derived_seed(7, run), scripted=True, think=by_prospects).end for run in range(12)]
    assert ends == again
    by_script = [begin(load_scenario("malta-1942"), None, derived_seed(7, run)).by_script() for run in range(12)]
    assert by_script != ends
