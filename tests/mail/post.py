"""Two players, and a post that wraps, quotes, loses, doubles and shuffles."""

from __future__ import annotations

import html
import quopri
import random
import re
import textwrap
from itertools import count

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.engine.questions import Roll
from airwar.mail.desk import Desk, correspondents, invitation
from airwar.mail.hashes import public_key
from airwar.mail.letter import read_letter
from airwar.mail.secret import Secret
from airwar.mail.wire import Damaged, payloads
from airwar.play.pending import SessionAnswers
from airwar.setup.loading import load_scenario
from airwar.show.reports.account import letter_text

BATTLES = {"malta-1942": "axis", "germany-attacks-the-royal-navy": "germany", "typhoon-1941": "axis"}


def usual(battle):
    """Decides as the scenario's choices say, or as usual; where there is no usual answer, anything that the rules allow."""
    question = battle.question
    answer = SessionAnswers(battle.scenario, "mail", None, False).usual(question)
    return [(question.key, AnyLegal(0).choice(question) if answer is None else answer)]


def by_hand(battle):
    """Decides as usual; rolls ones."""
    if isinstance(battle.question, Roll):
        return [(battle.question.key, (1,) * battle.question.reading.dice.count)]
    return usual(battle)


def secret_of(number):
    """A secret that a test can have again."""
    return bytes([number]) * 32


class Table:
    """Two folders on one machine. `first` and `second` make what each side puts into its first letter."""

    def __init__(self, folder, name="malta-1942", side="", number=1, first=None, second=None, signed=True):
        self.scenario = load_scenario(name)
        self.signed = signed
        self.number = number  # of the secret of side a
        (folder / "a").mkdir(parents=True)
        (folder / "b").mkdir()
        self.paths = {side: folder / side / "battle.jsonl" for side in "ab"}
        mail = correspondents(self.scenario, side or BATTLES[name])
        a = Desk.begin(self.scenario, self.paths["a"], mail, secret_of(number))
        a.signs = signed
        self.letters = [a.write(usual, first(a) if first else ())]
        b = invitation(self.letters[0]).accept(self.paths["b"], secret_of(number + 100))
        self.desks = {"a": a, "b": b}
        self.second = second

    def close(self):
        for desk in self.desks.values():
            desk.log.close()

    def write(self, side, decide=usual, first=()):
        """The next letter of a side."""
        desk = self.desks[side]
        desk.signs = self.signed
        if desk.last == 1 and self.second:
            first = self.second(desk)
        self.letters.append(desk.write(decide, first))
        return self.letters[-1]

    def turn(self, decide=usual):
        """The side that has the pen writes, and the other reads."""
        side = self.desks["a"].rules.pen
        payload = self.write(side, decide)
        return self.desks["b" if side == "a" else "a"].read(payload)

    def fight(self):
        """To the end, with a perfect post."""
        while any(desk.has_pen for desk in self.desks.values()):
            self.turn()
        return self

    @property
    def logs(self):
        return {path.read_bytes() for path in self.paths.values()}


def lasting(folder):
    """A table at which the battle goes on after two letters. The dice depend on the version too, so several secrets are tried."""
    for number in count(1):
        trial = Table(folder / f"trial-{number}", number=number)
        trial.turn()
        trial.turn()
        trial.close()
        if any(desk.has_pen for desk in trial.desks.values()):
            return Table(folder / "table", number=number)
    raise AssertionError


class Three:
    """Two players and a referee, each with a folder. Everybody sends every letter to both of the others."""

    def __init__(self, folder, name="typhoon-1941", number=1):
        scenario = load_scenario(name)
        self.paths = {writer: folder / writer / "battle.jsonl" for writer in "abr"}
        for path in self.paths.values():
            path.parent.mkdir(parents=True)
        Secret.create(self.paths["r"], "r", secret_of(77))
        mail = correspondents(scenario, BATTLES[name], public_key(secret_of(77)))
        a = Desk.begin(scenario, self.paths["a"], mail, secret_of(number))
        self.letters = [a.write(usual)]
        offered = invitation(self.letters[0])
        self.desks = {"a": a, "b": offered.accept(self.paths["b"], secret_of(number + 100)), "r": offered.accept(self.paths["r"])}

    @property
    def pen(self):
        return self.desks["a"].rules.pen

    def turn(self, decide=usual, first=()):
        writer = self.pen
        self.letters.append(self.desks[writer].write(decide, first))
        for name, desk in self.desks.items():
            if name != writer:
                assert desk.read(self.letters[-1]).how == "taken"
        return read_letter(self.letters[-1])

    def until(self, so):
        while not so(self.desks["a"].battle):
            self.turn()

    def fight(self):
        while not self.desks["a"].battle.over:
            self.turn()

    def proof(self):
        """What the log proves, which is the same in all three folders."""
        for desk in self.desks.values():
            desk.log.close()
        assert len({path.read_bytes() for path in self.paths.values()}) == 1
        return verify(self.paths["r"])


def text_of(desk, payload):
    return letter_text(desk.battle, read_letter(payload), payload)


# what the post does to a letter


def wrapped(text, width):
    return "\n".join(line[at : at + width] for line in text.split("\n") for at in range(0, max(len(line), 1), width))


def softly(text, width):
    return "\n".join(textwrap.fill(line, width, break_long_words=False) if line else "" for line in text.split("\n"))


def each(text, before):
    return "\n".join(before + line for line in text.split("\n"))


def shuffled(text, r):
    lines = text.split("\n")
    rows = [at for at, line in enumerate(lines) if re.fullmatch(r"(?:[0-9A-Z]{5} ){7}[0-9A-Z]{5}", line)]
    for at, line in zip(rows, r.sample([lines[at] for at in rows], len(rows)), strict=True):
        lines[at] = line
    return "\n".join(lines)


MANGLED = {
    "quoted": lambda text, r: each(text, "> "),
    "initials": lambda text, r: each(text, "JD> "),
    "soft wrap": lambda text, r: softly(text, r.randint(24, 76)),
    "hard wrap": lambda text, r: wrapped(text, r.randint(28, 80)),
    "html": lambda text, r: f"<html><body><div>{html.escape(text)}</div></body></html>".replace("\n", "<br>\n"),
    "quoted-printable": lambda text, r: quopri.encodestring(text.encode()).decode(),
    "trailing blanks": lambda text, r: "\n".join(line + " " * r.randint(0, 4) for line in text.split("\n")),
    "crlf": lambda text, r: text.replace("\n", "\r\n"),
    "smart quotes": lambda text, r: text.replace("--", "\u2014").replace("'", "\u2019").replace("-", "\u2013"),
    "lower case": lambda text, r: text.lower(),
    "blank lines": lambda text, r: text.replace("\n", "\n\n"),
    "one line": lambda text, r: re.sub(r"\s*\n\s*", " ", text) if ">" not in text else text,
    "bbcode": lambda text, r: f"[quote=Otto][code]{text}[/code][/quote]",
    "colored words": lambda text, r: re.sub(r"\S+", lambda word: f"[color=navy]{word[0]}[/color]", text),
    "twice": lambda text, r: f"{text}\n\nOn Tuesday Otto wrote:\n{text}",
    "no-break spaces": lambda text, r: text.replace(" ", "\u00a0"),
    "zero width": lambda text, r: text.replace(" ", " \u200b"),
    "indented": lambda text, r: each(text, "\t"),
    "table": lambda text, r: each(text, "| "),
    "chat": lambda text, r: (
        f"Hello Otto,\nhere it is: 12345 ABCDE, you will not like it.\n\n{text}\n\nbest\nJ.\n-- \nsent by phone"
    ),
    "shuffled rows": shuffled,
    "read out": lambda text, r: text.replace("0", "O").replace("1", "I") if "=" not in text and "<" not in text else text,
}


def mangled(text, r: random.Random):
    for name in r.sample(sorted(MANGLED), r.randint(1, 4)):
        text = MANGLED[name](text, r)
    return text


def through(text, r: random.Random, most=20):
    """What arrives: a damaged letter is sent again."""
    for _ in range(most):
        try:
            return payloads(mangled(text, r))
        except Damaged:
            continue
    raise AssertionError("nothing arrives")
