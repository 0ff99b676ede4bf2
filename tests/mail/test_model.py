"""The protocol in a model, searched exhaustively: no cheat works, and the same search finds what is wrong with flawed variants.

And the model says what airwar does: both accept and refuse the same entries.
"""

import random
from types import SimpleNamespace

import model
import pytest
from model import FLAWED, SAFE, Search, battles, fought

from airwar.engine.dice import D6, Total
from airwar.engine.log import Log
from airwar.engine.memory import Memory
from airwar.engine.moves import End, then
from airwar.engine.records import Correspondents, Header, RulesetUsed, ScenarioText
from airwar.engine.rule import rule
from airwar.errors import AirwarError
from airwar.mail import hashes
from airwar.mail.battle import BadLetter, MailBattle
from airwar.mail.letter import Answer, Join, Link

PLANS = ({}, {"orders": "odd"}, {"under_seal": (b"secret nonce", "odd")})


def test_honest_battles_end():
    for battle in (*battles(5), *battles(4, "ABRab")):
        fought(battle)


def test_a_whole_battle_in_three_letters():
    state, letters = fought("ARBRaRbRABR", under_seal=(b"nonce", "odd"), orders="1")
    assert (letters, state.number) == (3, 1)


@pytest.mark.parametrize(
    ("battle", "letters"), [("AR", 3), ("ARB", 4), ("ARA", 3), ("ARBRARBR", 7), ("RRRRA", 3), ("ABABR", 5), ("RARBR", 5)]
)
def test_letters_needed(battle, letters):
    assert fought(battle)[1] == letters


def searched(battle, rules=SAFE, **more):
    return [Search(battle, cheat, rules, **more).run() for cheat in "AB"]


@pytest.mark.slow
@pytest.mark.parametrize("battle", [*battles(2), "ABR", "RAR", "RBR", "RaR", "RbR"])
def test_no_cheat_knows_or_steers_a_die(battle):
    for plans in PLANS if len(battle) < 3 else PLANS[:1]:
        for search in searched(battle, **plans):
            assert search.faults == {}
            assert search.states > 3


@pytest.mark.slow
@pytest.mark.parametrize("battle", [*(one for one in battles(3) if len(one) == 3), "ARaR", "RbAR", "ARBR"])
def test_no_cheat_knows_or_steers_a_die_in_longer_battles(battle):
    assert [search.faults for search in searched(battle)] == [{}, {}]


@pytest.mark.parametrize("name", FLAWED)
def test_the_search_finds_what_is_wrong_with_a_flawed_protocol(name):
    found = {}
    for battle in ("R", "AR", "BR", "ABR", "RAR", "RBR"):
        for search in searched(battle, FLAWED[name], longest=4, most=20_000):
            found |= search.faults
        if found:
            return
    raise AssertionError(f"nothing was found wrong with {name}")


# the model and airwar


@rule("1")
def play(ref, state):
    """A battle of the model, as steps."""
    battle, at = state
    if at == len(battle):
        return End("over", ())
    if battle[at] == "R":
        ref.roll(f"q{at}", Total(D6), "A")
    else:
        ref.choose(f"q{at}", ("0", "1"), by=battle[at])
    return then(play, (battle, at + 1))


@rule("2")
def state_a_fact(ref, state):
    ref.fact("distance", "the distance", examples=("3",))
    return End("over", ())


def course_of(battle):
    """A battle of the model, in airwar."""
    return course_from(then(play, (battle, 0)))


def course_from(start):
    game = SimpleNamespace(tally=lambda state: [], standing=lambda states: [], questions=None)
    scenario = SimpleNamespace(ruleset=game, start=start, memory=Memory(), script=None, party=str)
    header = Header(3, "0.0.0", RulesetUsed("", ""), ScenarioText("", ""), "mail", mail=Correspondents(("A",), ("B",), "a"))
    return MailBattle(scenario, Log.create(None, header))


class Both:
    """The same entries in the model and in airwar. Links are named by their chain and their number."""

    def __init__(self, battle, number):
        self.state, self.battle = model.begun(battle), course_of(battle)
        names = {who + str(chain): f"{who}{chain}{number}".encode() for who in "AB" for chain in (1, 2)}
        self.chains = {name: (model.chain(secret), hashes.chain(secret, model.LINKS)) for name, secret in names.items()}

    def put(self, by, entry):
        """Tries an entry in both; returns whether it was accepted, which must be the same."""
        kind, what = entry
        ours, theirs = {
            "end": lambda: (("end", self.link(what)[0]), Join(self.link(what)[1].hex())),
            "open": lambda: (("open", self.link(what)[0]), Link(self.link(what)[1].hex())),
            "choice": lambda: (("choice", self.state.question[1], what), Answer(str(what))),
        }[kind]()
        course = self.battle.copy()
        try:
            state = model.applied(self.state, by, ours)
        except model.Refused:
            state = None
        try:
            course.put(by.lower(), theirs)
        except AirwarError:
            course = None
        assert (state is None) == (course is None), (self.state.battle, self.state.log, by, entry)
        if state is not None:
            self.state, self.battle = state, course
        return state is not None

    def link(self, what):
        """A link in the model, and in airwar."""
        if what is None:
            return b"f" * 32, b"f" * 32
        name, at = what
        return self.chains[name][0][at], self.chains[name][1][at]

    def same(self):
        """Both have the same records, whatever the dice show."""
        kinds = {"joined": "end", "opened": "open"}
        return [kinds.get(one.kind, one.kind) for one in self.battle.log.records[1:] if one.kind not in ("letter", "end")] == [
            kind for kind, _, _ in self.state.log
        ]


@pytest.mark.parametrize("number", range(40))
def test_the_model_says_what_airwar_does(number):
    """Random letters of right, skipped, forged and copied links, ends and answers: both accept and refuse the same."""
    r = random.Random(number)
    both = Both("".join(r.choice("ABRR") for _ in range(r.randint(1, 5))) + "R", number)
    opened, chains = dict.fromkeys("AB", 0), {"A": "A1", "B": "B1"}
    tried = 0
    for letter in range(8):
        me, him = "AB"[letter % 2], "BA"[letter % 2]
        if letter < 2:
            assert both.put(me, ("end", (chains[me], 0)))
        for _ in range(r.randint(0, 6)):
            if both.state.question is None:
                break
            at = opened[me] + 1
            entries = [("open", (chains[me], at))] * 4 + [("open", (chains[me], at + 1)), ("open", None)]
            entries += [("end", (f"{me}2", 0))]
            if letter:  # what the other has published
                entries += [("open", (chains[him], opened[him])), ("end", (chains[him], opened[him]))]
            if both.state.question[0] != "R":
                entries += [("choice", 0), ("choice", 1)] * 3
            entry = r.choice([one for one in entries if one != ("end", (chains[me], 0))])
            tried += 1
            if both.put(me, entry):
                if entry[0] == "open":
                    opened[me] += 1
                elif entry[0] == "end":
                    chains[me], opened[me] = f"{me}2", 0
        both.battle.close(me.lower(), letter + 1, None)
        assert both.same()
    assert tried


def test_an_answer_is_a_printable_line():
    """A fact is free text that anybody may send: nothing in it moves a cursor, and it has an end."""
    course = course_from(then(state_a_fact, ()))
    course.put("a", Join("ab" * 32))
    for answer in ("3\x1b[2J", "3\n4", "9" * 1001):
        with pytest.raises(BadLetter, match="an answer is a printable line of at most 1,000 characters"):
            course.put("a", Answer(answer))
    course.put("a", Answer("9" * 1000))
    assert course.over
