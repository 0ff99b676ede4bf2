"""What steps did before is retraced: with the same answers to the same records, and never without asking."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from forger import forged
from support import bare_log

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal, Scripted
from airwar.battle.battle import begin
from airwar.engine.dice import D6, Total
from airwar.engine.events import Note
from airwar.engine.memory import Memory
from airwar.engine.moves import End, call, then
from airwar.engine.moves import Return as Back
from airwar.engine.questions import Asked
from airwar.engine.walk import Walk
from airwar.errors import Mismatch
from airwar.setup.loading import Scenario, load_scenario

NAMES = ("malta-1942", "aegean-1941", "kiev-1941", "uranus-1942", "burma-1944", "torch-1942")


def log_of(scenario: Scenario, seed: int, at_random: bool = False) -> str:
    battle = begin(scenario, None, seed)
    battle.walk(AnyLegal(seed) if at_random else Scripted(scenario.script, battle.dice)).run()
    return battle.log.text()


@pytest.mark.parametrize("name", NAMES)
def test_a_log_says_the_same_whatever_is_remembered(name):
    scenario = load_scenario(name)
    for seed in range(8):
        for at_random in (False, True):
            alone = replace(scenario, memory=Memory())
            assert log_of(scenario, seed, at_random) == log_of(alone, seed, at_random)
    assert scenario.memory.count > 0


def test_threads_share_a_memory():
    scenario = load_scenario("malta-1942")
    alone = [log_of(replace(scenario, memory=Memory()), seed) for seed in range(40)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda seed: log_of(scenario, seed), range(40))) == alone


def test_a_forgery_is_found_after_good_logs_of_the_same_battle(tmp_path):
    scenario, path = load_scenario("malta-1942"), tmp_path / "battle.jsonl"
    battle = begin(scenario, None, 7)
    battle.by_script()
    contents = [record.content for record in battle.log.records]
    path.write_bytes(forged(contents))
    assert verify(path).finished
    for at, content in enumerate(contents):
        if content["t"] in ("told", "step", "roll", "choice"):
            field = next(name for name in ("text", "fate", "state", "result", "rule") if name in content)
            path.write_bytes(forged([*contents[:at], {**content, field: content[field] + "."}, *contents[at + 1 :]]))
            with pytest.raises(Mismatch, match=f"record {at}:"):
                verify(path)


# steps


class Answers:
    """Gives the answers in turn, and keeps what it was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def _next(self, question):
        self.asked.append(question.key)
        if not self.answers:
            raise Asked(question)
        return self.answers.pop(0)

    def faces(self, roll, drawn):
        return (self._next(roll),), "physical"

    def choice(self, question):
        answer = self._next(question)
        assert question.refuses(answer) is None
        return answer


taken: list[str] = []


def raid(ref, number):
    taken.append("raid")
    ref.enter(f"raid{number}", "a raid")
    ref.new_round()
    hits = ref.roll("hits", Total(D6))
    ref.tell(Note, f"{hits} hits")
    if ref.choose("again", ["yes", "no"], by="attacker") == "yes":
        return call(flight, hits, back=landed, keep=number)
    return End("over", hits)


def flight(ref, hits):
    taken.append("flight")
    return Back(hits + ref.roll("flight", Total(D6)))


def landed(ref, number, total):
    taken.append("landed")
    ref.tell(Note, f"{total} in all after raid {number}")
    return then(raid, number + 1)


def walked(memory, *answers):
    given = Answers(*answers)
    walk = Walk(then(raid, 1), bare_log(), given, memory=memory)
    end = walk.run()
    return end, [record.line for record in walk.log.records], given.asked


def test_the_same_answers_take_no_step_again_but_everything_is_asked():
    memory = Memory()
    taken.clear()
    first = walked(memory, 3, "yes", 5, 2, "no")
    assert taken == ["raid", "flight", "landed", "raid"]
    taken.clear()
    assert walked(memory, 3, "yes", 5, 2, "no") == first
    assert taken == []


def test_another_answer_takes_the_step_itself():
    memory = Memory()
    walked(memory, 3, "yes", 5, 2, "no")
    taken.clear()
    end, lines, asked = walked(memory, 3, "yes", 6, 2, "no")
    assert taken == ["flight", "landed"]  # the second raid begins as it did before
    assert (end, lines, asked) == walked(Memory(), 3, "yes", 6, 2, "no")


def test_what_a_step_refuses_is_refused_by_the_step_itself():
    """Its local names may mean something else when it is over."""

    def sent(ref, units):
        left, place = dict(units), "malta"

        def refuse(answer):
            return None if place == "malta" or not answer["b"] else "b does not fly to Crete"

        first = ref.allot("malta", left, by="attacker", refuse=refuse)
        left, place = {name: number - first[name] for name, number in left.items()}, "crete"
        second = ref.allot("crete", left, by="attacker", refuse=refuse)
        return End("over", tuple((name, number - second[name]) for name, number in left.items()))

    memory = Memory()
    for answers in ([{"b": 2}, {"a": 1}], [{"b": 1}, {"a": 1}], [{"b": 2}, {"a": 2}], [{"b": 2}, {"a": 1}]):
        walk = Walk(then(sent, (("a", 3), ("b", 3))), bare_log(), Answers(*answers), memory=memory)
        (_, from_b), (_, from_a) = (*answers[0].items(), *answers[1].items())
        assert walk.run().state == (("a", 3 - from_a), ("b", 3 - from_b))


def test_a_step_that_is_not_a_pure_function_is_found_out():
    asked = iter("abc")

    def moody(ref, state):
        return End(str(ref.roll(next(asked), Total(D6))), state)

    memory = Memory()
    Walk(then(moody, 0), bare_log(), Answers(1), memory=memory).run()
    with pytest.raises(AssertionError, match="the same after the same answers"):
        Walk(then(moody, 0), bare_log(), Answers(2), memory=memory).run()
