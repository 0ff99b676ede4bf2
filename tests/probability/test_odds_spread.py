"""Odds of a turn, likeliest first: bounds that contain the truth, and exact odds where every position was explored."""

from fractions import Fraction
from random import Random

import pytest
from support import SHIPPED
from toys import DUELS, duel, script

from airwar.cli import exit_code
from airwar.engine.dice import D6, Hits, Total
from airwar.engine.moves import End, Return, Then, call, then
from airwar.probability import forecast as forecasting
from airwar.probability.budget import Budget
from airwar.probability.distribution import Bounded, Distribution, Outcome, bound
from airwar.probability.forecast import Situation, Spread, forecast, with_policies
from airwar.probability.graph import graph_of
from airwar.probability.solve import Solver
from airwar.setup.loading import load_scenario

NOBODY = script(("*", "default"))


def small_turn(random):
    """A turn of a few battles: each rolls against what the ones before have left, some of them again and again."""
    plan = tuple(
        (random.choice(("once", "again")), random.randint(1, 5), random.randint(1, 3)) for _ in range(random.randint(1, 4))
    )

    def turn(ref, state):
        done, score = state
        if done == len(plan):
            return End(str(score), score)
        return call(battle, (*plan[done], score), back=over, keep=done)

    def battle(ref, state):
        kind, limit, step, score = state
        hit = ref.roll("die", Hits(D6, limit) if step > 1 else Total(D6))
        if kind == "again" and not hit:
            return then(battle, state)  # nobody was hit
        return Return((score + step * hit) % 7)

    def over(ref, done, score):
        return then(turn, (done + 1, score))

    return Then(turn, (0, 0))


def test_bounds_contain_the_truth_in_a_thousand_small_turns():
    random = Random(1)
    partial = 0
    for _ in range(1000):
        start = small_turn(random)
        graph = graph_of(NOBODY)
        truth = Solver(graph).distribution(graph.start(start)).chances()
        graph = graph_of(NOBODY)
        spread = Spread(Solver(graph, enter_large=random.random() < 0.5), graph.start(start))
        spread.run(Budget(edges=random.randint(1, 60)))
        found = spread.distribution()
        assert sum(spread.ends.values()) + spread.unresolved == pytest.approx(1)
        if not found.ways:
            continue
        partial += bool(found.unresolved)
        for end, share in truth.items():
            low, high = found.interval(found.chances().get(end, Fraction(0)))
            assert low - 1e-12 <= share <= high + 1e-12
    assert partial > 100


def test_a_turn_that_was_explored_whole_is_exact():
    random = Random(2)
    for _ in range(100):
        start = small_turn(random)
        at = Situation(DUELS, NOBODY, start)
        graph = graph_of(NOBODY)
        truth = Solver(graph).distribution(graph.start(start))
        explored = graph_of(NOBODY)
        solver = Solver(explored, enter_large=True)
        spread = Spread(solver, explored.start(start))
        spread.run(Budget())
        assert spread.complete
        assert solver.distribution(explored.start(start)).chances() == truth.chances()
        assert at.first is start


def test_positions_that_lead_back_to_themselves_are_followed_too():
    graph = graph_of(script(("*", "stay")))
    spread = Spread(Solver(graph), graph.start(duel(3, 3)))
    spread.run(Budget())
    assert spread.complete
    assert Solver(graph).distribution(graph.start(duel(3, 3))).chances().keys() >= {final.move for final in spread.ends}


def test_the_likeliest_position_is_followed_first():
    def step(ref, state):
        if len(state) == 2:
            return End("over", state)
        return then(step, (*state, ref.roll("die", Hits(D6, 5))))

    graph = graph_of(NOBODY)
    spread = Spread(Solver(graph), graph.start(Then(step, ())))
    spread.run(Budget(edges=4))  # two for the first roll, two for the likelier of the second ones
    assert {final.move.state: round(share * 36) for final, share in spread.ends.items()} == {(1, 0): 5, (1, 1): 25}
    assert spread.unresolved == pytest.approx(1 / 6)


def test_a_large_procedure_is_entered_and_a_small_one_is_a_table(monkeypatch):
    monkeypatch.setattr("airwar.probability.budget.LARGE_EDGES", 3)
    graph = graph_of(NOBODY)
    solver = Solver(graph, enter_large=True)
    start = small_turn(Random(5))
    spread = Spread(solver, graph.start(start))
    spread.run(Budget())
    assert spread.complete
    assert solver.entered
    truth = Solver(graph_of(NOBODY))
    assert solver.distribution(graph.start(start)).chances() == truth.distribution(truth.graph.start(start)).chances()


def test_bounds_of_a_share_and_of_a_mean():
    won, lost = Outcome("won", "", ()), Outcome("lost", "", ())
    odds = Distribution({won: 3, lost: 1}, 4, Bounded(0.2))
    assert odds.interval(Fraction(3, 4)) == pytest.approx((0.6, 0.8))
    assert odds.interval(Fraction(0)) == pytest.approx((0, 0.2))
    assert (odds.certain, odds.error) == (False, 0.2)
    assert Distribution({won: 1}, 1).certain
    assert bound({0: Fraction(1, 2), 2: Fraction(1, 2)}, 5, 0.1) == pytest.approx(0.4)  # the mean is 1, and may be 5 in the rest


class Stopped:
    """A spread that has come so far, whenever somebody looks."""

    complete = False

    def __init__(self, unresolved):
        self.unresolved = unresolved
        self.looks = 0

    def __call__(self, solver, arrival):
        return self

    def run(self, budget):
        self.looks += 1

    def distribution(self):
        return Distribution({End("over", duel(1, 1).state): 1}, 1, Bounded(self.unresolved))


@pytest.mark.parametrize(
    ("unresolved", "bounded", "looks", "how"),
    [(0.99, True, 1, "sampled"), (0.5, True, 2, "sampled"), (0.1, True, 3, "bounded"), (0.1, False, 3, "sampled")],
)
def test_what_is_hopeless_is_sampled_early(unresolved, bounded, looks, how, monkeypatch):
    stopped = Stopped(unresolved)
    monkeypatch.setattr(forecasting, "Spread", stopped)
    at = Situation(DUELS, script(("*", "stay")), duel(1, 1))
    found = forecast(at, bounded=bounded)
    assert stopped.looks == looks
    assert (found.sampled, found.unresolved) == ((True, 0.0) if how == "sampled" else (False, unresolved))


def test_whoever_names_a_number_of_battles_gets_them(monkeypatch):
    monkeypatch.setattr(forecasting, "Spread", Stopped(0.01))
    found = forecast(Situation(DUELS, script(("*", "stay")), duel(1, 1)), runs=7, bounded=True)
    assert (found.sampled, found.total) == (True, 7)


SMALL = [path for path in SHIPPED if path.stem in ("malta-1942", "crete-1941", "gela-1943", "tarawa-1943", "seelow-1945")]


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_a_shipped_turn_explored_likeliest_first_is_what_its_exact_odds_say(path):
    scenario = load_scenario(str(path))
    at = Situation(scenario.ruleset, with_policies(scenario.script, lenient=False), scenario.start)
    assert forecast(at, seconds=600.0).ways == forecast(at, "exact").ways


def test_the_command_says_how_it_knows_and_what_to_type_for_more(monkeypatch, capsys):
    monkeypatch.setattr("airwar.probability.budget.SAMPLES", 5)
    assert exit_code(["odds", "malta-1942", "--method", "sample"]) == 0
    out = capsys.readouterr().out
    assert "sampled: 5 battles, seed 0x1, 95 % intervals" in out
    assert "too few battles for sharper odds; try --seconds 30" in out
    assert exit_code(["odds", "malta-1942"]) == 0
    out = capsys.readouterr().out
    assert "exact: " in out
    assert "--seconds" not in out
