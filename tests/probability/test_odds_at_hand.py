"""The battle at hand: the innermost procedure by itself, exact, for each answer; and the rest of the turn after it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import sqrt
from statistics import mean, pstdev

import pytest
from support import SHIPPED, bare_log
from test_odds_advice import First
from toys import DUELS, Duel, script

import airwar
from airwar.answers.chance import MachineDice, Scripted, derived_seed
from airwar.choices.script import Entry
from airwar.engine.dice import D6, Hits, Total
from airwar.engine.moves import End, Return, Then, call, then
from airwar.engine.questions import REFEREE, Asked, Fact
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


def phase(asks):
    """A turn of one phase."""

    def whole(ref, _):
        return call(asks, (), back=phase_over, keep=())

    return whole


def phase_over(ref, _, value):
    return End("over", value)


def front(ref, _, optional=False):
    """The phase asks about a battle before it begins."""
    ref.enter("front", "Front")
    answer = ref.choose("hold", ("stay", "leave"), by="d", optional=optional)
    return turn(ref, None) if answer == "stay" else then(storm, Duel(2, 1, had=(2, 1)))


def order(ref, _):
    """The phase asks whether to begin a battle at all."""
    return front(ref, _, optional=True)


def rear(ref, _):
    """The next battle is another than the question is about."""
    ref.enter("front", "Front")
    ref.choose("hold", ("stay", "leave"), by="d")
    ref.enter("rear", "Rear")
    return call(battle, Duel(1, 1, had=(1, 1)), back=rear_over, keep="the turn")


def rear_over(ref, kept, over):
    ref.enter("front", "Front")
    return turn(ref, None)


def at_the_front(ref, kept, scope):
    """Begins the battle at the front, which waits."""
    assert kept == "the turn"
    ref.enter("front", "Front")
    return turn(ref, None) if scope == "front" else Return(None)


def at_the_question(first=turn):
    rules = replace(DUELS, standing=standing, after_phases=(phase_over,))
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


def test_in_a_phase_it_is_the_battle_that_the_question_is_about():
    rules, walk, question = at_the_question(phase(front))
    stay, leave = BattleAtHand(rules, STAY, walk, question).after(answers_to(question))
    assert (stay.fought, stay.results, stay.own_losses, stay.enemy_losses) == (True, RESULTS, Fraction(1, 3), Fraction(1, 2))
    assert (leave.fought, leave.results, leave.own_losses, leave.enemy_losses) == (False, {}, 0, 0)
    named = replace(rules, after_phases=())  # for all that anybody knows, the procedure is a battle itself
    stay, leave = BattleAtHand(named, STAY, walk, question).after(answers_to(question))
    assert (stay.enemy_losses, leave.enemy_losses) == (Fraction(1, 2) + Fraction(7, 2), Fraction(7, 2))


def test_a_battle_that_waits_for_another_is_solved_as_if_it_came_next():
    rules, walk, question = at_the_question(phase(rear))
    assert BattleAtHand(rules, STAY, walk, question).after(answers_to(question)) == []
    rules = replace(rules, announced=at_the_front)
    for one in BattleAtHand(rules, STAY, walk, question).after(answers_to(question)):
        assert (one.fought, one.results, one.own_losses, one.enemy_losses) == (True, RESULTS, Fraction(1, 3), Fraction(1, 2))


def test_an_order_is_about_no_battle_yet():
    rules, walk, question = at_the_question(phase(order))
    at_hand = BattleAtHand(rules, STAY, walk, question)
    assert (at_hand.is_one, at_hand.after(answers_to(question))) == (False, [])
    assert Outlook(rules, STAY, walk, question).at_hand == []
    rules, walk, question = at_the_question(phase(front))
    assert BattleAtHand(rules, STAY, walk, question).is_one


class InFull(BattleAtHand):
    """Finds out too what the battle leaves behind, which nobody wants to know."""

    def _found(self, answers, by_itself):
        return super()._found(answers, by_itself=False)


def bruised(ref, lost):
    """A battle that leaves behind how many of a are hurt. By itself that costs nothing."""
    leave = ref.choose("d.leave", ("stay", "leave"), by="d") == "leave"
    hurt = 0 if leave or ref.by_itself else ref.roll("hurt", Hits(2 * D6, 3))
    lost = 0 if leave else ref.roll("a.fire", Hits(D6, 2))
    return Return(Over(Duel(2, 1 - lost, a_hits=hurt, had=(2, 1))))


def bruises(ref, lost):
    return call(bruised, lost, back=later, keep=lost)


def reckoning(ref, lost):
    """A battle of two parts: those hurt in the first are lost in the second."""
    ref.choose("d.hold", ("stay", "leave"), by="d")
    return call(bruised, lost, back=reckoned, keep=lost)


def reckoned(ref, lost, over):
    return Return(Over(over.duel._replace(a=over.duel.a - over.duel.a_hits)))


def reckonings(ref, lost):
    return call(reckoning, lost, back=later, keep=lost)


def test_what_a_battle_leaves_behind_does_not_matter_by_itself():
    rules, walk, question = at_the_question(bruises)
    short, full = (kind(rules, STAY, walk, question, Budget()) for kind in (BattleAtHand, InFull))
    stay, leave = short.after(answers_to(question))
    assert [stay, leave] == full.after(answers_to(question))
    assert (stay.own_losses, stay.enemy_losses, leave.own_losses) == (Fraction(1, 3), 0, 0)
    assert short.budget.left > full.budget.left


def test_what_a_procedure_leaves_to_one_that_calls_it_does_matter():
    rules, walk, question = at_the_question(reckonings)
    stay, leave = BattleAtHand(rules, STAY, walk, question).after(answers_to(question))
    assert (stay.own_losses, stay.enemy_losses) == (Fraction(1, 3), 1) == (leave.own_losses, leave.enemy_losses)


@pytest.mark.slow
@pytest.mark.parametrize("orders", [{}, {"*.losses.*.kinds": "cover,search,attack"}], ids=["by default", "in other orders"])
@pytest.mark.parametrize("name", ["hump-1943", "watchtower-1942", "aegean-1941"])
def test_a_shipped_battle_costs_the_same_whether_or_not_aborts_are_worked_out(name, orders):
    game = airwar.session(name, seed=1)
    rules, script = game.scenario.ruleset, with_policies(game.scenario.script, tuple(Entry(*one) for one in orders.items()))
    fewer = 0
    while game.question is not None and not isinstance(game.question, Fact):
        if game.question.by != REFEREE:
            short, full = (kind(rules, script, game.walk, game.question, Budget(20_000)) for kind in (BattleAtHand, InFull))
            answers = answers_to(game.question, game.default)
            assert short.after(answers) == full.after(answers)
            fewer += short.budget.left > full.budget.left
        game.answer(game.default)
    assert bool(fewer) != bool(orders)  # an order of losses may depend on who aborts


def test_two_raids_cost_what_each_of_them_costs_by_itself():
    game = airwar.session("ruhr-1943", seed=1)
    rules, script = game.scenario.ruleset, with_policies(game.scenario.script)
    first = None
    while game.question.key != "bremen.defender.oppose":
        if game.question.key == "ruhr.defender.oppose":
            first = BattleAtHand(rules, script, game.walk, game.question).after([("", game.default)])[0]
        game.answer(game.default)
    answers = answers_to(game.question)
    whole = BattleAtHand(replace(rules, after_phases=()), script, game.walk, game.question, Budget()).after(answers)
    second = BattleAtHand(rules, script, game.walk, game.question).after(answers)
    assert len(second) == len(answers) > 2
    for both, one in zip(whole, second, strict=True):
        assert (both.own_losses, both.enemy_losses) == (first.own_losses + one.own_losses, first.enemy_losses + one.enemy_losses)
        assert one.fought == (one.option != "none")


def test_where_diverted_kamikazes_go_is_about_the_approach_to_their_group_and_not_about_the_whole_fleet():
    """All of it takes 200,000 edges, and tells no losses that the approach does not tell."""
    game = airwar.session("okinawa-1945", seed=1)
    rules, script = game.scenario.ruleset, with_policies(game.scenario.script)
    groups = set()
    while ".divert." in game.question.key:
        battle = BattleAtHand(rules, script, game.walk, game.question, Budget())
        assert battle.is_one
        assert battle.after(answers_to(game.question)) == []
        assert Budget().left - battle.budget.left < 50
        groups.add(game.walk.scope)
        game.answer(game.default)
    assert groups == {"task-group-58-3", "task-force-57", "pickets"}


def test_which_ships_kamikazes_have_hit_does_not_matter_by_itself():
    game = airwar.session("okinawa-1945", seed=4)
    rules, script = game.scenario.ruleset, with_policies(game.scenario.script)
    compared = 0
    while compared < 2:
        if game.question.key.endswith(".japan.surplus"):
            short, full = (kind(rules, script, game.walk, game.question, Budget()) for kind in (BattleAtHand, InFull))
            found = short.after(answers_to(game.question))
            assert found == full.after(answers_to(game.question)) != []
            assert full.budget.left < short.budget.left
            assert all("sunk" in result or "damaged" in result or "ship" in result for one in found for result in one.results)
            compared += 1
        game.answer(game.default)


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
    assert not BattleAtHand(DUELS, STAY, walk, question).is_one
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


@pytest.mark.slow
@pytest.mark.parametrize("name", ["malta-1942", "typhoon-1941", "husky-1943", "case-blue-1942"])
def test_the_battle_at_hand_is_what_many_walks_of_it_come_to(name):
    """Brute force: the procedure is walked to its end with other dice, again and again; results and losses are counted."""
    scenario = load_scenario(name)
    script = with_policies(scenario.script)
    compared = 0
    for stop in range(0, 60, 3):
        walk = Walk(scenario.start, bare_log(), Stopping(scenario.script, MachineDice(derived_seed(7, 0)), stop))
        try:
            walk.run()
            break
        except Asked as asked:
            question = walk.question = asked.question
        if isinstance(question, Fact) or question.by == REFEREE or walk.here().first.stack is None:
            continue
        at_hand = BattleAtHand(scenario.ruleset, script, walk, question, Budget(5_000))  # edges, not seconds
        over = None if not at_hand.in_a_phase else walk.scope
        found = at_hand.after(answers_to(question))
        answers = dict(answers_to(question))
        for one in found[:2]:
            if not one.results or len(one.results) > 3:
                continue
            counts, own, enemy = {}, [], []
            for seed in range(200):
                result, *states = walked(walk, answers[one.option], script, MachineDice(derived_seed(9, seed)), over)
                counts[result] = counts.get(result, 0) + 1
                for mine, losses in ((True, own), (False, enemy)):
                    before, after = (lost(scenario.ruleset, every, walk, mine) for every in states)
                    losses.append(after - before)
            compared += 1
            assert counts.keys() <= one.results.keys()
            for result, share in one.results.items():
                assert abs(counts.get(result, 0) / 200 - share) < 0.15
            for losses, expected in ((own, one.own_losses), (enemy, one.enemy_losses)):
                assert abs(mean(losses) - expected) <= 5 * pstdev(losses) / sqrt(200)
    assert compared


def lost(ruleset, states, walk, mine):
    """What the side that is asked has lost, or its enemies, by the rows of everything that stands anywhere."""
    party = partial(ruleset.party, walk.states[0])
    sides = [row for row in ruleset.standing(states) if row.marks == ELIMINATED]
    me = party(walk.question.by)
    return sum((ruleset.worth(row.name) * row.count for row in sides if (party(row.side) == me) is mine), Fraction(0))


class OneResult(Walk):
    """Notes the result of the first battle that ends in a scope, and the states without and with what it returns."""

    found, wanted = None, None

    def _begin(self, position):
        super()._begin(position)
        if self.found is None and len(position.args) > 1 and self.scope == self.wanted:
            self.found = getattr(position.args[1], "result", ""), position.states, position.all_states


def walked(before, answer, script, dice, scope):
    """The result of a procedure, walked on after an answer without its callers; or of the battle that it fights in this scope.

    And the states of its callers, without and with what it returns.
    """
    here = before.here(answer)
    callers = before.position.states[:-1]

    def over(ref, _, value):
        return End(getattr(value, "result", ""), (*callers, value))

    def inside(ref, _):
        return here.first.step(ref, *here.first.args)

    def begin(ref, _):
        return call(inside, (), back=over, keep=())

    walk = OneResult(Then(begin, ()), bare_log(), Scripted(script, dice))
    walk.scope, walk.round, walk.wanted = here.scope, here.round, scope
    end = walk.run()
    return (end.result, callers, end.state) if scope is None else walk.found


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_losses_of_a_battle_and_of_the_turn_are_those_of_the_same_sides(path):
    """A loss that `tally` counts as a side's own in the turn is its own by `standing`, in a battle at hand, too."""
    scenario = load_scenario(str(path))
    first, rules = scenario.start.state, scenario.ruleset
    sides = {rules.party(first, row.side) for row in rules.standing((first,))}
    assert {rules.party(first, row.side) for row in rules.tally(first) if row.had} <= sides
