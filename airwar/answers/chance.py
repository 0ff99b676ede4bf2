"""Who answers when nobody is asked: machine dice, random play, and scripts.

Machine die k depends only on the seed and k, on every machine and in every version.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from airwar.choices.script import Script
from airwar.engine.dice import Faces
from airwar.engine.questions import Allotment, Asked, Choice, Decision, Fact, Roll
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
    return hmac_sha256(_key(seed), b"airwar commitment").hex()


def derived_seed(seed: int, run: int) -> int:
    """The seed of one run of a batch; the first run uses the seed of the batch."""
    if run == 0:
        return seed
    return int.from_bytes(hmac_sha256(_key(seed), b"airwar run %d" % run)[:16], "big")


def _key(seed: int) -> bytes:
    """The seed as an HMAC key. HMAC pads keys with zero bytes, so the key must not end in one: the highest byte comes last."""
    return seed.to_bytes((seed.bit_length() + 7) // 8 or 1, "little")


_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) of a short message, in half the time that the standard library takes."""
    if len(key) > 64:
        key = sha256(key).digest()
    block = key.ljust(64, b"\0")
    return sha256(block.translate(_OUTER) + sha256(block.translate(_INNER) + message).digest()).digest()


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

    def faces(self, first: int, count: int, sides: int) -> Faces:
        """That many dice, starting with number `first`."""
        block_number, at = divmod(first, _BLOCK)
        if block_number != self.block_number:
            self._draw(block_number)
        drawn = self.block[at : at + count]
        while len(drawn) < count:
            self._draw(self.block_number + 1)
            drawn += self.block[: count - len(drawn)]
        faces = drawn.translate(faces_of_bytes(sides))
        if 0 not in faces:
            return tuple(faces)
        return tuple([face or self._again(number, sides) for number, face in enumerate(faces, first)])

    def _draw(self, block_number: int) -> None:
        """Computes a block of dice, and makes it the current one."""
        self.block = hmac_sha256(self.key, b"airwar dice %d" % block_number)
        self.block_number = block_number

    def _again(self, number: int, sides: int) -> int:
        """The face of a die whose byte in the block was rejected."""
        face = attempt = 0
        while not face:
            attempt += 1
            byte = hmac_sha256(self.key, b"airwar die %d attempt %d" % (number, attempt))[0]
            face = faces_of_bytes(sides)[byte]
        return face


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

    @property
    def unnoticed(self) -> bool:
        """Whether nobody notices that a question is put twice; `best` would be worked out twice."""
        return not self.script.has_best

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
