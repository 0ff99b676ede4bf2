"""Who answers when nobody is asked: machine dice, random play, and scripts.

Machine die k depends only on the seed and k, on every machine and in every version.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from airwar.choices.script import Script
from airwar.engine.dice import Faces
from airwar.engine.referee import Allotment, Asked, Choice, Decision, Fact, Roll
from airwar.errors import BadSeed

_BLOCK = 32  # dice per HMAC-SHA256


def parse_seed(text: str) -> int:
    """A seed as typed: a decimal number, or hexadecimal with or without 0x."""
    try:
        seed = int(text, 10) if text.isdecimal() else int(text, 16)
    except ValueError:
        raise BadSeed(f"seed {text[:40]!r} is neither a whole number nor hexadecimal") from None
    return checked_seed(seed)


def checked_seed(seed: int) -> int:
    """The seed, if it is one; raises BadSeed."""
    if not isinstance(seed, int) or seed < 0 or seed.bit_length() > 4096:
        raise BadSeed("a seed is a whole number between 0 and 2^4096")
    return seed


def show_seed(seed: int) -> str:
    """A seed as printed; it can be typed back."""
    return f"0x{seed:x}"


def drawn_seed() -> int:
    """A new, unpredictable seed."""
    return secrets.randbits(128)


def commitment(seed: int) -> str:
    """A commitment to a secret seed, which can be published: it binds but reveals nothing."""
    return hmac.digest(_key(seed), b"airwar commitment", "sha256").hex()


def derived_seed(seed: int, run: int) -> int:
    """The seed of one run of a batch; the first run uses the seed of the batch."""
    if run == 0:
        return seed
    return int.from_bytes(hmac.digest(_key(seed), b"airwar run %d" % run, "sha256")[:16], "big")


def _key(seed: int) -> bytes:
    """The seed as an HMAC key. HMAC pads keys with zero bytes, so the key must not end in one: the highest byte comes last."""
    return seed.to_bytes((seed.bit_length() + 7) // 8 or 1, "little")


@cache
def faces_of_bytes(sides: int) -> bytes:
    """The face for each byte; 0 if the byte is rejected, so that every face is equally likely."""
    fair = 256 - 256 % sides
    return bytes(byte % sides + 1 if byte < fair else 0 for byte in range(256))


class MachineDice:
    """The dice of one seed, by number. One HMAC gives a block of dice; a rejected byte is replaced by an HMAC of its own."""

    def __init__(self, seed: int) -> None:
        self.key = _key(seed)
        self.block_number = -1
        self.block = b""

    def die(self, number: int, sides: int) -> int:
        """Die `number`, read as a die with that many sides."""
        block_number, at = divmod(number, _BLOCK)
        if block_number != self.block_number:
            self._draw(block_number)
        table = faces_of_bytes(sides)
        face = table[self.block[at]]
        attempt = 0
        while not face:
            attempt += 1
            face = table[hmac.digest(self.key, b"airwar die %d attempt %d" % (number, attempt), "sha256")[0]]
        return face

    def _draw(self, block_number: int) -> None:
        """Computes a block of dice, and makes it the current one."""
        self.block = hmac.digest(self.key, b"airwar dice %d" % block_number, "sha256")
        self.block_number = block_number

    def faces(self, first: int, count: int, sides: int) -> Faces:
        """That many dice, starting with number `first`."""
        block_number, at = divmod(first, _BLOCK)
        if at + count <= _BLOCK:
            if block_number != self.block_number:
                self._draw(block_number)
            faces = tuple(self.block[at : at + count].translate(faces_of_bytes(sides)))
            if 0 not in faces:
                return faces
        return tuple([self.die(number, sides) for number in range(first, first + count)])


class AnyLegal:
    """Plays at random: machine dice, and any legal answer."""

    def __init__(self, seed: int) -> None:
        self.dice = MachineDice(seed)
        self.random = Random(seed)

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        return self.dice.faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question: Decision) -> Any:
        if isinstance(question, Choice):
            return self.random.choice(list(question.options))
        if isinstance(question, Fact):
            return self.random.choice(question.examples)
        for _ in range(200):
            answer = self._some(question)
            if question.refuses(answer) is None:
                return answer
        return dict(question.default)

    def _some(self, question: Allotment) -> dict[str, int]:
        pool = [name for name, count in question.items.items() for _ in range(count)]
        answer: dict[str, int] = {}
        for name in self.random.sample(pool, self.random.randint(question.least, question.most)):
            answer[name] = answer.get(name, 0) + 1
        return answer


class Scripted:
    """The script answers, and the machine rolls unless the script gives the faces."""

    def __init__(self, script: Script, dice: MachineDice | None) -> None:
        self.script = script
        self.dice = dice
        self.best: Callable[[Decision], Any] | None = None  # finds the answer where the script says `best`

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        faces = self.script.answer(roll)
        if faces is not None:
            return faces, "scripted"
        if self.dice is None:
            raise Asked(roll)
        return self.dice.faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question: Decision) -> Any:
        if self.best is not None and self.script.is_best(question):
            return self.best(question)
        answer = self.script.decision(question)
        if answer is None:
            raise Asked(question)
        return answer
