"""Whatever is typed at any prompt is accepted, or refused with a sentence; it never ends the program."""

import io
import re
from functools import cache
from random import Random

import pytest
from raids import RAIDS
from rich.console import Console

from airwar.answers import prompt
from airwar.answers.prompt import Left, Prompt
from airwar.battle.battle import begin
from airwar.engine.log import Log
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.show.console import names_of
from airwar.show.page import BattleView
from airwar.table import at_table, referee_commands
from airwar.table.at_table import play_at_table

MAPLESS = "raids without distances"  # which are facts that the table tells
ENTRIES = ("roll", "choice", "stated")
MODES = ("machine", "physical", "ask")
LINES = 40  # typed at each table
COMMANDS = (
    *["s", "x", "?", ".", "u", "a", "c", "c", "r", "n", "h"],
    "n low cloud",
    "N x",
    "n  ",
    *["1", "2", "all", "none", "rest", "end", "0"],
)
FOR_REFEREES = (
    *["why", "1", "2", "3", "4", "+1", "-2"],
    "+" + "9" * 30,
    *["fire", "*.fire", "count=2", "ready=1"],
    "steps 1",
    "1 1",
    "=",
)
SCRAPS = (
    "3 5",
    "12 13",
    "[9] x",
    *["٣", "²", "½", "0", "-1", "1e9"],
    "9" * 400,
    *["'", '"', "{}", "%s", "=", ",", ",=,", "[", "]", "\\"],
)
STRANGE = ("\x00", "\x1b[2J", "\ufffd", "\u202e", "é", "ß", "İ", "\t", "💥", "a" * 500, "1 " * 200, "a=1," * 50)


class Person:
    """Types at random: sometimes what is asked for, sometimes Enter, mostly neither. Leaves after a while."""

    def __init__(self, random, log):
        self.random, self.log = random, log
        self.said, self.typed, self.asked = [], [], set()
        self.kind = None  # of the question at the prompt
        self.last = None  # the prompt, the records in the log and the lines on the screen, when the last line was typed

    def speak(self, line, style=""):
        self.said.append(line)

    def at_prompt(self, question):
        self.kind = "closing" if question is None else type(question).__name__

    def read_line(self, text, words=()):
        now = text, len(self.log.records), len(self.said)
        assert now != self.last, "it was neither accepted nor refused"
        self.last = now
        self.asked.add(self.kind if text == "> " else text.partition("?")[0].rpartition(";")[2].strip())
        if len(self.typed) == LINES:
            raise Left("q")
        offered = words("") if callable(words) else words
        self.typed.append(self.line(offered, at_table=text == "> "))
        return f"{self.typed[-1]}\n"

    def line(self, words, at_table):
        choose = self.random.choice
        offered = ["0", *words, *(str(record.seq) for record in self.log.records if record.kind in ENTRIES)]
        rolled = " ".join(str(self.random.randint(0, 7)) for _ in range(self.random.randint(1, 3)))
        ways = ("", "", rolled, rolled, choose(offered), choose(offered), choose(COMMANDS if at_table else FOR_REFEREES))
        if self.random.random() < 0.6:
            return choose(ways)
        parts = [
            *offered,
            *SCRAPS,
            *STRANGE,
            *COMMANDS,
            *FOR_REFEREES,
            "".join(map(chr, self.random.choices(range(1, 0x250), k=5))),
        ]
        return choose((" ", " ", "", ",", "=", ", ", "; ")).join(self.random.choices(parts, k=self.random.randint(1, 4)))


@cache
def scenario(name):
    if name != MAPLESS:
        return load_scenario(name)
    without = re.sub(r"distances:\n(  .*\n)+", "", RAIDS)
    return parse_scenario(without, name)


def sit_down(name, mode, seed, path, monkeypatch):
    """A battle at which somebody types at random; returns which prompts there were."""
    battle = begin(scenario(name), path, seed, mode)
    person = Person(Random(f"{name} {mode} {seed}"), battle.log)
    for module in (prompt, referee_commands):
        monkeypatch.setattr(module, "read_line", person.read_line)
    line_at = Prompt._line
    monkeypatch.setattr(
        Prompt, "_line", lambda self, question, show: (person.at_prompt(question), line_at(self, question, show))[1]
    )
    monkeypatch.setattr(at_table, "speak", person.speak)
    view = BattleView(Console(file=io.StringIO(), width=100), names_of(battle.scenario))
    try:
        play_at_table(battle, view, {})
    except Left:
        pass
    except Exception as error:
        raise AssertionError(f"{name}, {mode}, seed {seed}, typed {person.typed[-5:]}: {error}") from error
    battle.log.close()
    assert Log.load(path).last.hash == battle.log.last.hash
    return person.asked


@pytest.mark.slow
def test_whatever_is_typed_at_any_prompt_is_accepted_or_refused(tmp_path, monkeypatch):
    asked = set()
    for seed in range(120):
        asked |= sit_down(MAPLESS, MODES[seed % 3], seed, tmp_path / f"{seed}.jsonl", monkeypatch)
    assert asked >= {"Choice", "Allotment", "Fact", "Roll", "closing"}
    assert asked >= {"which entry is wrong", "what is right", "what do you rule", "why"}
    assert asked >= {"rule on which", "which roll", "which unit", "which option"}


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["gross-deutschland", "saint-lo-1944", "tatsinskaya-1942", "sample-air-battle"])
def test_whatever_is_typed_in_any_game_is_accepted_or_refused(name, mode, tmp_path, monkeypatch):
    for seed in range(5):
        sit_down(name, mode, seed, tmp_path / f"{seed}.jsonl", monkeypatch)
