"""Advice on staying or leaving: a game solved by hand, and no better answer for either side."""

from fractions import Fraction
from itertools import product

import pytest
from support import bare_log
from toys import DUELS, Duel, duel, odds, script, stay_or_leave

from airwar.answers.chance import MachineDice, Scripted
from airwar.engine.dice import D6, Hits
from airwar.engine.moves import End, Then
from airwar.engine.questions import Asked
from airwar.engine.walk import Walk
from airwar.errors import Endless
from airwar.probability.at_hand import BattleAtHand
from airwar.probability.budget import Budget, TooMany
from airwar.probability.graph import graph_of
from airwar.probability.prospects import prospects
from airwar.probability.values import Advice

STAY = script(("*", "stay"))


def net(end):
    """The losses of `d` minus those of `a`."""
    a, d = (tally.lost for tally in DUELS.tally(end.state))
    return Fraction(d - a)


def value(start, worth=net):
    graph = graph_of(STAY, lambda key, by: STAY.is_stance(key))
    return Advice(graph, worth, lambda node: node.question.by == "a").of(graph.start(start))


def test_a_duel_solved_by_hand():
    """One against one, asked after a round in which nobody was hit: the attacker hits on 1 to 2, the defender on 1.

    In a round d dies alone with 2/6 * 5/6 = 10/36, a alone with 4/6 * 1/6 = 4/36, both with 2/36, nobody with 20/36. Who stays
    to the end has 10/16 against 4/16, and both die in 2/16: the net loss of d is 10/16 - 4/16 = 3/8, if d stays forever.
    To leave is worth 0, so a stays. And d, who speaks first, leaves: 0 is better for him than any further round, which costs
    him 10/36 - 4/36 = 1/6. The value before d's word is 0; before the first round it is that round alone, 1/6.
    """
    alone = duel(1, 1)
    assert value(Then(stay_or_leave, alone.state)) == 0
    assert value(alone) == Fraction(1, 6)
    # If d is never asked and must stay, a stays too and gets 3/8.
    d_stays = script(("*.d.leave", "stay"), ("d.leave", "stay"))
    graph = graph_of(d_stays, lambda key, by: key == "a.leave")
    assert Advice(graph, net, lambda node: True).of(graph.start(alone)) == Fraction(3, 8)


def test_both_sides_hit_alike_and_it_does_not_matter_who_stays():
    assert value(duel(1, 1, 2, 2)) == 0


def fixed(stays):
    """Stationary answers: whether each side stays in each state that it may be asked in."""
    lines = []
    for (side, a, d), stay in stays.items():
        own, enemy = (a, d) if side == "a" else (d, a)
        lines.append((f"*{side}.leave", f"own.factors == {own} and enemy.factors == {enemy}", "stay" if stay else "leave", None))
    return script(*lines)


def costly_to_leave(end):
    """The same, and one more for the side that did not leave."""
    return net(end) + {"d left": 1, "a left": -1}.get(end.result, 0)


def mean(measure, start, stays):
    return sum((measure(end) * chance for end, chance in odds(start, fixed(stays)).chances().items()), Fraction(0))


@pytest.mark.parametrize("measure", [net, costly_to_leave])
@pytest.mark.parametrize(("a", "d", "a_hits", "d_hits"), [(2, 2, 2, 1), (2, 2, 3, 3), (2, 2, 1, 3), (3, 2, 1, 2), (3, 2, 2, 2)])
def test_neither_side_can_do_better_by_changing_its_answers_alone(a, d, a_hits, d_hits, measure):
    """Against every stationary answer of either side, by brute force: the advised value is the best that each can be sure of."""
    start = duel(a, d, a_hits, d_hits)
    places = [(x, y) for x in range(1, a + 1) for y in range(1, d + 1)]
    advised_value = value(start, measure)
    best = advised_answers(start, places, measure)
    assert mean(measure, start, best) == advised_value
    for side in ("a", "d"):
        for stays in product((True, False), repeat=len(places)):
            other = best | {(side, *place): stay for place, stay in zip(places, stays, strict=True)}
            changed = mean(measure, start, other)
            assert changed <= advised_value if side == "a" else changed >= advised_value


def advised_answers(start, places, measure):
    """What each side is advised to do in each state, as stationary answers."""
    graph = graph_of(STAY, lambda key, by: STAY.is_stance(key))
    advice = Advice(graph, measure, lambda node: node.question.by == "a")
    best = {}
    for a, d in places:
        asked = graph.start(Then(stay_or_leave, start.state._replace(a=a, d=d)))[0]
        for side in ("d", "a"):
            values = {option: advice.of(graph.after(asked, option)) for option in ("stay", "leave")}
            better = max if side == "a" else min
            best[side, a, d] = values["stay"] == better(values.values())
            asked = graph.after(asked, "stay")[0]
    return best


def test_if_nobody_can_hit_nobody_is_advised_to_stay_forever():
    assert value(duel(2, 2, 0, 0)) == 0


def test_if_nobody_may_leave_and_nobody_can_hit_there_is_no_advice():
    graph = graph_of(STAY)
    with pytest.raises(Endless):
        Advice(graph, net, lambda node: True).of(graph.start(duel(1, 1, 0, 0)))


def one_round(ref, state):
    stays = ref.choose("a.leave", ("stay", "leave"), by="a") == "stay"
    return End("over", Duel(1, 1 - ref.roll("fire", Hits(D6, 2)), had=(1, 1))) if stays else End("left", Duel(1, 1, had=(1, 1)))


def test_only_loops_are_solved_as_equations(monkeypatch):
    monkeypatch.setattr(Advice, "_evaluate", lambda *_: pytest.fail("there is no loop"))
    assert value(Then(one_round, 0)) == Fraction(1, 3)
    assert value(Then(one_round, 0), lambda node: False) == 0


def test_advice_pays_for_its_edges_and_for_each_option_once():
    for edges, enough in ((4, True), (3, False)):  # two options, and a die that hits or misses
        advice = Advice(graph_of(STAY, lambda key, by: STAY.is_stance(key)), net, lambda node: True, Budget(edges))
        arrival = advice.graph.start(Then(one_round, 0))
        if enough:
            assert advice.of(arrival) == Fraction(1, 3)
            assert advice.solver.budget.left == 0
            advice.solver.budget.left = -1
            assert advice.of(arrival) == Fraction(1, 3)  # what is known costs nothing
        else:
            with pytest.raises(TooMany):
                advice.of(arrival)


# at the prompt


class First(Scripted):
    def choice(self, question):
        raise Asked(question)


def at_the_first_question(start, answers):
    for seed in range(100):
        walk = Walk(start, bare_log(), First(answers, MachineDice(seed)))
        try:
            walk.run()
        except Asked as asked:
            if walk.state == start.state:
                return walk, asked.question
    raise AssertionError("never asked")


def test_at_the_prompt_each_option_has_its_value_for_whoever_decides():
    walk, question = at_the_first_question(duel(1, 1), STAY)
    assert (question.key, question.by) == ("r1.d.leave", "d")
    # Staying costs d one round, -1/6, and then d leaves; by policy d would stay to the end.
    assert BattleAtHand(DUELS, STAY, walk, question).advised() == {"stay": Fraction(-1, 6), "leave": 0}
    stay, leave = prospects(DUELS, STAY, walk, question)
    assert (stay.value, leave.value) == (Fraction(-1, 6), 0)
    assert (stay.wins, stay.own_losses, stay.enemy_losses) == (Fraction(4, 16), Fraction(12, 16), Fraction(6, 16))
    assert (leave.wins, leave.own_losses, leave.enemy_losses) == (0, 0, 0)


def test_given_dice_count_for_the_advice_too():
    answers = script(("r2.a.fire", [6]), ("r2.d.fire", [1]), ("*", "stay"))
    walk, question = at_the_first_question(duel(1, 1), answers)
    assert BattleAtHand(DUELS, answers, walk, question).advised() == {
        "stay": 0,
        "leave": 0,
    }  # a leaves, since the given dice would hit


def test_no_advice_if_nobody_may_leave():
    from dataclasses import replace

    walk, question = at_the_first_question(duel(1, 1), STAY)
    nobody = script(("*", "stay"))
    nobody.stances = {}
    assert BattleAtHand(replace(DUELS, stances={}), nobody, walk, question).advised() == {}
