"""An opponent that plays a side by its prospects: it reaches the value of the game, and the tutor knows what an answer costs."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from support import bare_log
from test_odds_advice import First
from test_odds_at_hand import at_the_question
from toys import DUELS, Duel, duel, script, stay_or_leave

from airwar.answers.chance import MachineDice, derived_seed
from airwar.engine.moves import End, Then
from airwar.engine.questions import Allotment, Asked, Choice
from airwar.engine.records import Seated
from airwar.engine.walk import Walk
from airwar.errors import BadAnswer, Unsure
from airwar.play.pending import LEVELS, stand_ins_of
from airwar.play.session import Session
from airwar.probability.best import BestPlay
from airwar.probability.budget import Budget, TooMany
from airwar.probability.graph import Graph, graph_of
from airwar.probability.opponent import OWN_LOSSES, Opponent
from airwar.probability.values import Advice, Expectation
from airwar.setup.loading import load_scenario
from airwar.table.by_the_odds import Tutor, by_prospects

ALWAYS_STAY = script(("*", "stay"))


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr("airwar.probability.budget.OPPONENT_EXACT", 1000.0)


def points(by, duel, level="best"):
    """Victory, and losses of both sides."""
    lost = {"a": duel.had[0] - duel.a, "d": duel.had[1] - duel.d}
    enemy = "d" if by == "a" else "a"
    own_left, enemy_left = (duel.a, duel.d) if by == "a" else (duel.d, duel.a)
    won = 100 if own_left > enemy_left else -100 if own_left < enemy_left else 0
    return won + lost[enemy] - OWN_LOSSES[level] * lost[by]


def asked_of(by, state, answers):
    """The walk and the question where this side is asked in this state."""
    walk = Walk(Then(stay_or_leave, state), bare_log(), Asking(by, answers))
    with pytest.raises(Asked) as asked:
        walk.run()
    return walk, asked.value.question


class Asking(First):
    def __init__(self, by, answers):
        super().__init__(answers, MachineDice(1))
        self.by = by

    def choice(self, question):
        if question.by == self.by:
            raise Asked(question)
        return self.script.decision(question)


class Picks:
    """The picks of an opponent as a policy, by the strength of both sides; the enemy stays."""

    def __init__(self, by, picks):
        self.by, self.picks = by, picks

    def answer(self, question):
        if question.by != self.by:
            return "stay"
        facts = question.facts()
        return self.picks[facts["own.factors"], facts["enemy.factors"]]

    def standing(self, key):
        return None

    def word(self, key, options, facts):
        return None


@pytest.mark.parametrize("level", sorted(OWN_LOSSES))
@pytest.mark.parametrize(("a", "d", "a_hits", "d_hits"), [(3, 3, 2, 1), (3, 2, 1, 3), (2, 4, 4, 2), (4, 4, 3, 3)])
@pytest.mark.parametrize("by", ["a", "d"])
def test_an_opponent_reaches_the_value_of_the_game_against_a_fixed_policy(by, a, d, a_hits, d_hits, level):
    start = duel(a, d, a_hits, d_hits)
    opponent = Opponent(DUELS, ALWAYS_STAY, level)
    picks = {}
    for own_a, own_d in product(range(1, a + 1), range(1, d + 1)):
        state = Duel(own_a, own_d, a_hits, d_hits, (a, d))
        walk, question = asked_of(by, state, ALWAYS_STAY)
        picks[(own_a, own_d) if by == "a" else (own_d, own_a)] = opponent.answer(walk, question)
    graph = Graph(Picks(by, picks))
    played = Expectation(graph, lambda end: [points(by, end.state, level)], Fraction).of(graph.start(start), Budget())
    opened = graph_of(ALWAYS_STAY, lambda key, who: who == by)
    value = Advice(opened, lambda end: points(by, end.state, level), lambda node: True).of(opened.start(start))
    assert played == (value,)


def test_an_allotment_is_solved_over_all_its_answers():
    def share_out(ref, _):
        sent = ref.allot("send", {"x": 2, "y": 1}, by="a", most=2)
        return End("over", Duel(3 - sent["x"], 0 if sent == {"x": 1, "y": 1} else 5, had=(3, 5)))

    walk = Walk(Then(share_out, ()), bare_log(), First(ALWAYS_STAY, MachineDice(1)))
    with pytest.raises(Asked) as asked:
        walk.run()
    question = asked.value.question
    assert isinstance(question, Allotment)
    assert Opponent(DUELS, ALWAYS_STAY).answer(walk, question) == {"x": 1, "y": 1}
    assert Opponent(DUELS, ALWAYS_STAY, "steady").answer(walk, question) == {"x": 0, "y": 0}


@pytest.mark.parametrize("usual", ["stay", "leave"])
def test_of_answers_with_the_same_prospects_the_usual_one_is_given(usual):
    def go(ref, _):
        ref.choose("go", ("stay", "leave"), by="a", default=usual)
        return End("over", Duel(1, 1, had=(1, 1)))

    walk = Walk(Then(go, ()), bare_log(), First(ALWAYS_STAY, MachineDice(1)))
    with pytest.raises(Asked) as asked:
        walk.run()
    for player in (Opponent(DUELS, ALWAYS_STAY), BestPlay(DUELS, ALWAYS_STAY)):
        assert player.answer(walk, asked.value.question) == usual


def test_later_allotments_of_the_same_side_are_left_open_too():
    def first(ref, _):
        ref.choose("go", ("stay", "leave"), by="a")
        sent = ref.allot("send", {"x": 1}, by="a")
        return End("over", Duel(1, 1 - sent["x"], had=(1, 1)))

    graph = graph_of(ALWAYS_STAY, lambda key, by: by == "a")
    value = Advice(graph, lambda end: Fraction(1 - end.state.d), lambda node: True)
    assert value.of(graph.start(Then(first, ()))) == 1


def test_what_is_too_large_is_sampled(monkeypatch):
    monkeypatch.setattr("airwar.probability.budget.OPPONENT_EXACT", -1.0)
    walk, question = asked_of("d", Duel(3, 1, 5, 1, (3, 3)), ALWAYS_STAY)
    worth = Opponent(DUELS, ALWAYS_STAY).worth(walk, question)
    assert set(worth) == {"stay", "leave"}
    assert Opponent(DUELS, ALWAYS_STAY).answer(walk, question) in worth


@pytest.mark.parametrize("failure", [TooMany(), BadAnswer("no")])
def test_where_nothing_can_be_said_the_usual_answer_is_given(monkeypatch, failure):
    walk, question = asked_of("d", Duel(3, 1, 5, 1, (3, 3)), ALWAYS_STAY)
    opponent = Opponent(DUELS, ALWAYS_STAY)
    monkeypatch.setattr(opponent, "_solved", lambda *_: (_ for _ in ()).throw(failure))
    assert opponent.worth(walk, question) == {}
    assert opponent.answer(walk, question) == question.default


def test_where_the_turn_is_too_large_the_battle_at_hand_is_solved(monkeypatch):
    rules, walk, question = at_the_question()
    monkeypatch.setattr(Opponent, "_sampled", lambda *_: pytest.fail("it was sampled"))
    monkeypatch.setattr("airwar.probability.budget.MOST_ADVICE_EDGES", 20)
    assert Opponent(rules, ALWAYS_STAY).worth(walk, question) == {"stay": Fraction(1, 6), "leave": 0}
    monkeypatch.setattr("airwar.probability.budget.BEST_EDGES", 20)
    assert BestPlay(rules, ALWAYS_STAY).answer(walk, replace(question, default="leave")) == "stay"


def fought(level, seeds):
    scenario = load_scenario("malta-1942")
    seats = Seated(play={"axis": level}) if level else None
    found = [
        Session.begin(scenario, None, derived_seed(3, seed), scripted=True, seats=seats, think=by_prospects)
        for seed in range(seeds)
    ]
    return sum(scenario.ruleset.winner(one.end) == "attacker" for one in found), found


@pytest.mark.slow
def test_a_side_played_by_its_prospects_wins_more_often():
    by_script, _ = fought("", 20)
    by_best, played = fought("best", 20)
    assert by_best > by_script
    assert all(session.end for session in played)


def test_a_battle_against_an_opponent_is_resumed_with_it(tmp_path):
    scenario = load_scenario("malta-1942")
    path = tmp_path / "x.jsonl"
    session = Session.begin(scenario, path, 3, seats=Seated(play={"axis": "cautious"}), think=by_prospects)
    while session.question is not None:
        assert session.question.by != "attacker"
        session.answer(session.default)
    session.close()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]))
    again = Session.resume(path, think=by_prospects)
    while again.question is not None:
        again.answer(again.default)
    again.close()
    assert path.read_bytes() == whole


def test_there_is_no_such_level_or_side():
    scenario = load_scenario("malta-1942")
    assert len(LEVELS) == 4
    with pytest.raises(BadAnswer, match="there is no side 'mars'"):
        stand_ins_of(scenario, Seated(play={"mars": "best"}))


def test_the_tutor_asks_once_about_a_costly_answer():
    session = Session.begin(load_scenario("malta-1942"), None, 7, seats=Seated(play={"allies": ""}), ask_all=True)
    while not (isinstance(session.question, Choice) and session.question.key.endswith("attacker.disengage")):
        session.answer(session.default)
    tutor = Tutor(session)
    worth = Opponent(session.scenario.ruleset, session.scenario.script).worth(session.walk, session.question)
    assert worth["stay"] - worth["disengage"] > 5
    with pytest.raises(Unsure, match=r"sure\? stay is worth \d+ points more"):
        tutor.look_at("disengage")
    tutor.look_at("disengage")
    tutor.look_at("stay")
    tutor.look_at("")


def test_the_tutor_says_nothing_that_its_sample_cannot_tell(monkeypatch):
    for limit in ("OPPONENT_EXACT", "PROMPT_EXACT", "PROMPT_SAMPLE"):
        monkeypatch.setattr(f"airwar.probability.budget.{limit}", 0.0)
    session = Session.begin(load_scenario("malta-1942"), None, 7, seats=Seated(play={"allies": ""}), ask_all=True)
    while not (isinstance(session.question, Choice) and session.question.key.endswith("attacker.disengage")):
        session.answer(session.default)
    opponent = Opponent(session.scenario.ruleset, session.scenario.script)
    assert set(opponent.worth(session.walk, session.question)) == {"stay", "disengage"}
    assert set(opponent.worth(session.walk, session.question, beside="disengage")) == {"disengage"}
    Tutor(session).look_at("disengage")
