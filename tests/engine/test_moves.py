"""Procedures that return: a turn of raids, each a battle that knows nothing of the turn."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Never

import pytest
from support import Rigged, bare_log

from airwar.engine.dice import D6, Hits
from airwar.engine.moves import End, Move, Return, Then, call, then
from airwar.engine.referee import Referee
from airwar.engine.walk import Walk


class Battle(NamedTuple):
    attackers: int
    defenders: int


class Turn(NamedTuple):
    raids: tuple[tuple[str, int, int], ...]
    results: tuple[str, ...] = ()


def battle_round(ref: Referee, battle: Battle) -> Move[Battle]:
    ref.new_round()
    hits = ref.roll("fire", Hits(D6, 3))
    losses = ref.roll("return-fire", Hits(D6, 2))
    battle = Battle(battle.attackers - losses, battle.defenders - hits)
    return then(battle_round, battle) if battle.attackers and battle.defenders else Return(battle)


def next_raid(ref: Referee, turn: Turn) -> Move[Never]:
    if not turn.raids:
        return End(" ".join(turn.results), turn)
    name, attackers, defenders = turn.raids[0]
    ref.enter(name, name)
    return call(battle_round, Battle(attackers, defenders), back=raid_over, keep=turn._replace(raids=turn.raids[1:]))


def raid_over(ref: Referee, turn: Turn, left: Battle) -> Move[Never]:
    again = ref.choose("report", ("yes", "no"), by="attacker")
    return then(next_raid, turn._replace(results=(*turn.results, f"{left.attackers}-{left.defenders}-{again}")))


def walk_of(turn, dice, answers):
    walk = Walk(then(next_raid, turn), bare_log(), Rigged(dice, answers))
    return walk, walk.run()


def test_a_caller_continues_with_what_the_procedure_returned():
    dice = {"a.r1.fire": [6], "a.r1.return-fire": [6], "a.r2.fire": [1], "a.r2.return-fire": [6]}
    dice |= {"b.r1.fire": [6], "b.r1.return-fire": [1]}
    _, end = walk_of(Turn((("a", 2, 1), ("b", 1, 1))), dice, {"a.report": "yes", "b.report": "no"})
    assert end == End("2-0-yes 0-1-no", Turn((), ("2-0-yes", "0-1-no")))


def test_a_caller_finds_its_own_scope_and_round_again():
    """The battle counted rounds; the question that its caller asks afterwards has none."""
    walk, _ = walk_of(Turn((("a", 1, 1),)), {"a.r1.fire": [1], "a.r1.return-fire": [6]}, {"a.report": "no"})
    assert [record.content["key"] for record in walk.log.records if record.content["t"] == "choice"] == ["a.report"]


def test_a_caller_may_resume_the_last_round_of_the_procedure():
    def fight(ref, turn):
        ref.new_round()
        ref.new_round()
        return Return(ref.round)

    def report(ref, turn, last_round):
        ref.resume_round(last_round)
        return End(ref.choose("report", ("yes", "no"), by="attacker"), turn)

    def start(ref, turn):
        ref.enter("a", "a")
        return call(fight, turn, back=report, keep=turn)

    assert Walk(then(start, 0), bare_log(), Rigged({}, {"a.r2.report": "no"})).run() == End("no", 0)


def test_the_states_of_all_procedures_under_way_are_seen_outermost_first():
    seen = []

    class Looking(Rigged):
        def faces(self, roll, drawn):
            seen.append(walk.states)
            return super().faces(roll, drawn)

    rigged = Looking({"a.r1.fire": [1], "a.r1.return-fire": [6]}, {"a.report": "no"})
    walk = Walk(then(next_raid, Turn((("a", 1, 1),))), bare_log(), rigged)
    walk.run()
    assert seen[0] == (Turn(()), Battle(1, 1))


def test_odds_follow_calls():
    from toys import odds, results, script

    found = odds(then(next_raid, Turn((("a", 1, 1), ("b", 1, 1)))), script(("*", "default")))
    both = results(found)
    assert sum(both.values()) == 1
    assert both["1-0-yes 1-0-yes"] == Fraction(1, 2) ** 2


def forgetful(ref: Referee, turn: Turn) -> None:
    ref.new_round()


def test_a_step_that_returns_no_move_is_named():
    from toys import odds, script

    said = "step forgetful returned None; a step ends in then, call, Return or End"
    start = Then(forgetful, Turn(()))
    with pytest.raises(TypeError, match=said):
        Walk(start, bare_log(), Rigged()).run()
    with pytest.raises(TypeError, match=said):
        odds(start, script())
