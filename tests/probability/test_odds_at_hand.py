"""The battle at hand: the innermost procedure by itself, exact, for each answer; and the rest of the turn after it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from support import SHIPPED, bare_log
from test_odds_advice import First
from toys import DUELS, Duel, script

import airwar
from airwar.answers.chance import MachineDice, Scripted, derived_seed
from airwar.engine.dice import D6, Hits, Total
from airwar.engine.moves import End, Return, Then, call, then
from airwar.engine.questions import REFEREE, Fact
from airwar.engine.referee import Asked
from airwar.engine.walk import Walk
from airwar.probability.at_hand import BattleAtHand
from airwar.probability.budget import Budget
from airwar.probability.forecast import with_policies
from airwar.probability.nodes import answers_to
from airwar.probability.prospects import Outlook
from airwar.rulesets.ruleset import ELIMINATED, Standing
from airwar.setup.loading import load_scenario

STAY = script(("*", "stay"))
RESULTS = {"held": Fraction(2, 3), "taken": Fraction(1, 3)}


class Over:
    """What a battle returns: a duel, and its result."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.result = "held" if duel.d else "taken"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Over) and other.duel == self.duel

    def __hash__(self) -> int:
        return hash(self.duel)


def turn(ref, lost):
    return call(battle, Duel(2, 1, had=(2, 1)), back=later, keep=lost)


def battle(ref, duel):
    """d may leave; otherwise each side rolls once."""
    if ref.choose("d.leave", ("stay", "leave"), by="d") == "leave":
        return Return(Over(duel))
    lost = ref.roll("a.fire", Hits(D6, 2)), ref.roll("d.fire", Hits(D6, 3))
    return Return(Over(duel._replace(a=duel.a - lost[1], d=duel.d - lost[0])))


def later(ref, lost, over):
    """Something else in the turn costs a many factors, which is no part of the battle."""
    return then(storm, over.duel)


def storm(ref, duel):
    return End("over", duel._replace(a=duel.a - ref.roll("storm", Total(D6))))


def standing(states):
    duel = next((state.duel if isinstance(state, Over) else state for state in states if isinstance(state, Over | Duel)), None)
    if duel is None:
        return []
    lost = {"a": duel.had[0] - duel.a, "d": duel.had[1] - duel.d}
    return [Standing(side, "", side, "factor", number, ELIMINATED) for side, number in lost.items() if number]


def front(ref, _):
    """The phase asks about a battle before it begins."""
    ref.enter("front", "Front")
    return turn(ref, None) if ref.choose("hold", ("stay", "leave"), by="d") == "stay" else then(storm, Duel(2, 1, had=(2, 1)))


def rear(ref, _):
    """The question is about no battle, and the next one is another."""
    ref.enter("front", "Front")
    ref.choose("hold", ("stay", "leave"), by="d")
    ref.enter("rear", "Rear")
    return turn(ref, None)


def at_the_question(first=turn):
    rules = replace(DUELS, standing=standing)
    walk = Walk(Then(first, ()), bare_log(), First(STAY, MachineDice(1)))
    with pytest.raises(Asked) as asked:
        walk.run()
    return rules, walk, asked.value.question


def test_the_battle_at_hand_ends_where_its_procedure_does():
    rules, walk, question = at_the_question()
    stay, leave = BattleAtHand(rules, STAY, walk, question).after(answers_to(question))
    assert (stay.option, stay.results) == ("[stay]", RESULTS)
    assert (stay.own_losses, stay.enemy_losses) == (Fraction(1, 3), Fraction(1, 2))  # the storm is not of this battle
    assert (leave.option, leave.results, leave.own_losses, leave.enemy_losses) == ("leave", {"held": 1}, 0, 0)


def test_where_a_phase_is_too_large_it_is_the_battle_that_comes_next():
    rules, walk, question = at_the_question(front)
    stay, leave = BattleAtHand(rules, STAY, walk, question, Budget(9)).after(answers_to(question))
    assert (stay.results, stay.own_losses, stay.enemy_losses) == (RESULTS, Fraction(1, 3), Fraction(1, 2))
    assert (leave.results, leave.own_losses, leave.enemy_losses) == ({}, 0, 0)
    stay, leave = BattleAtHand(rules, STAY, walk, question, Budget(999)).after(answers_to(question))
    assert (stay.enemy_losses, leave.enemy_losses) == (Fraction(1, 2) + Fraction(7, 2), Fraction(7, 2))
    for first in (turn, rear):  # it has begun, and it is another
        rules, walk, question = at_the_question(first)
        assert BattleAtHand(rules, STAY, walk, question, Budget(1)).after(answers_to(question)) == []


def test_advice_is_about_the_battle_at_hand():
    rules, walk, question = at_the_question()
    assert BattleAtHand(rules, STAY, walk, question).advised() == {"stay": Fraction(1, 6), "leave": 0}
    outlook = Outlook(rules, STAY, walk, question)
    assert [one.value for one in outlook.at_hand] == [Fraction(1, 6), 0]
    stay, _ = outlook.look()
    assert stay.enemy_losses == Fraction(1, 2) + Fraction(7, 2)  # the storm comes later in the turn


def test_where_a_later_decision_has_no_answer_there_is_no_advice():
    chosen = '"*.attacker.disengage": stay\n'  # and nothing about reinforcements
    text = load_scenario("malta-1942").text.partition("choices:")[0] + f"choices:\n  {chosen}"
    session = airwar.session(text, seed=11)
    scenario = session.scenario
    assert session.question.key == "malta.r1.attacker.disengage"
    assert BattleAtHand(scenario.ruleset, scenario.script, session.walk, session.question).advised() == {}


def test_a_whole_turn_has_no_battle_at_hand_beside_it():
    from test_odds_advice import at_the_first_question
    from toys import duel

    walk, question = at_the_first_question(duel(1, 1), STAY)
    assert BattleAtHand(DUELS, STAY, walk, question).is_the_whole
    assert Outlook(DUELS, STAY, walk, question).at_hand == []


def test_what_is_too_large_for_the_time_is_not_shown(monkeypatch):
    rules, walk, question = at_the_question()
    monkeypatch.setattr("airwar.probability.budget.PROMPT_AT_HAND", -1.0)
    assert BattleAtHand(rules, STAY, walk, question).after(answers_to(question)) == []


def numbers(rows):
    found = Counter()
    for row in rows:
        found[row._replace(count=0)] += row.count
    return {row: number for row, number in found.items() if number}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_a_procedure_returns_shows_what_it_has_cost(path):
    """No loss disappears when the caller takes over: what is eliminated in what is returned is so in the next position too."""
    scenario = load_scenario(str(path))
    ruleset = scenario.ruleset

    def lost(states):
        rows = [row for row in ruleset.standing(states) if row.marks == ELIMINATED]
        assert numbers(ruleset.eliminated(states)) == numbers(rows)
        gone = {}
        for row in rows:
            gone[row.side] = gone.get(row.side, 0) + row.count
        return gone

    seen = []

    class Watching(Walk):
        def _begin(self, position):
            super()._begin(position)
            seen.append(position)

    for seed in range(3):
        seen.clear()
        dice = MachineDice(derived_seed(5, seed))
        end = Watching(scenario.start, bare_log(), Scripted(scenario.script, dice)).run()
        after = [*(position.all_states for position in seen[1:]), (end.state,)]
        for position, states in zip(seen, after, strict=True):
            if len(position.args) > 1:
                now, then_ = lost(position.all_states), lost(states)
                assert all(then_.get(side, 0) >= number for side, number in now.items())


class Stopping(Scripted):
    """Follows the script, and stops at a decision of a battle."""

    def __init__(self, script, dice, stop):
        super().__init__(script, dice)
        self.left = stop

    def choice(self, question):
        if not self.left:
            raise Asked(question)
        self.left -= 1
        return super().choice(question)


@pytest.mark.parametrize("name", ["malta-1942", "typhoon-1941", "husky-1943", "case-blue-1942"])
def test_the_battle_at_hand_is_what_many_walks_of_it_come_to(name):
    """Brute force: the procedure is walked to its end with other dice, again and again, and its results are counted."""
    scenario = load_scenario(name)
    script = with_policies(scenario.script)
    compared = 0
    for stop in range(0, 60, 3):
        walk = Walk(scenario.start, bare_log(), Stopping(scenario.script, MachineDice(derived_seed(7, 0)), stop))
        try:
            walk.run()
            break
        except Asked as asked:
            question = asked.question
        if isinstance(question, Fact) or question.by == REFEREE or walk.here().first.stack is None:
            continue
        at_hand = BattleAtHand(scenario.ruleset, script, walk, question, Budget(5_000))  # edges, not seconds
        found = at_hand.after(answers_to(question))
        answers = dict(answers_to(question))
        for one in found[:2]:
            if not one.results or len(one.results) > 3:
                continue
            counts = {}
            for seed in range(200):
                result = walked(walk.here(answers[one.option]), script, MachineDice(derived_seed(9, seed)))
                counts[result] = counts.get(result, 0) + 1
            compared += 1
            assert counts.keys() <= one.results.keys()
            for result, share in one.results.items():
                assert abs(counts.get(result, 0) / 200 - share) < 0.15
    assert compared


def walked(here, script, dice):
    """The result of a procedure, walked from here on without its callers."""

    def over(ref, _, value):
        return End(getattr(value, "result", ""), value)

    def inside(ref, _):
        return here.first.step(ref, *here.first.args)

    def begin(ref, _):
        return call(inside, (), back=over, keep=())

    walk = Walk(Then(begin, ()), bare_log(), Scripted(script, dice))
    walk.scope, walk.round = here.scope, here.round
    return walk.run().result
