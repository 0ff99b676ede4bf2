"""Hashes and signatures of a battle by mail. Each kind of hash has its own tag, and every hashed part is preceded by its length."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from airwar.errors import AirwarError

_LINKS = 1024  # links of a chain
FEW = 16  # when this few links are left, a new chain is begun
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U


def tagged(tag: str, *parts: bytes) -> bytes:
    """The hash of some parts, for the purpose that the tag names."""
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return sha256(b"airwar mail " + tag.encode() + b"\0" + joined).digest()


def chain(secret: bytes, length: int = _LINKS) -> list[bytes]:
    """The end of the chain, which is published, and then its links in the order in which they are opened."""
    links = [tagged("secret", secret)]
    for _ in range(length):
        links.append(link_before(links[-1]))
    return links[::-1]


def link_before(link: bytes) -> bytes:
    """The link that was opened before this one."""
    return tagged("link", link)


def dice_seed(first_opening: bytes, second_link: bytes) -> int:
    """The seed of a draw: from the hash of the record that opened its first link, and from the second link.

    That record covers the scenario, every decision, both ends and the first link. The head of the log at the second opening would
    not do: whoever opens second could vary a note until they like the dice.
    """
    return int.from_bytes(tagged("dice", first_opening, second_link), "big")


def seal_of(battle: bytes, side: str, covers: Sequence[str], nonce: bytes, text: str) -> bytes:
    """A seal. It covers the battle and the side, so nobody else can use a copy of it."""
    return tagged("seal", battle, side.encode(), *(pattern.encode() for pattern in covers), nonce, text.encode())


def signed_part(writer: str, number: int, head: bytes, to: str | None = None) -> bytes:
    """What a letter signs: its number, the hash of the last record in it, and who writes next if the letter says so."""
    return tagged("letter", writer.encode(), number.to_bytes(4, "big"), head, *([to.encode()] if to else []))


def giving_up(side: str, number: int, head: bytes) -> bytes:
    """What a side signs to give up out of turn: the number of the letter after which it does so, and that letter's hash."""
    return tagged("resign", side.encode(), number.to_bytes(4, "big"), head)


def battle_name(*joined: str) -> str:
    """The name of a battle, from the hashes of the records by which the two sides join: K7QW2-9XM4T."""
    bits = int.from_bytes(tagged("battle", *map(bytes.fromhex, joined))[:7], "big") >> 6
    letters = "".join(ALPHABET[bits >> shift & 31] for shift in reversed(range(0, 50, 5)))
    return f"{letters[:5]}-{letters[5:]}"


# signatures: Ed25519 by PyNaCl, the extra `airwar[mail]`. We do no cryptography of our own


class NoSignatures(AirwarError):
    """The library for signatures is not installed."""

    def __init__(self) -> None:
        super().__init__("signatures need a package: pip install pynacl; or begin the battle with --unsigned")


def public_key(secret: bytes) -> str:
    """The key that a side publishes."""
    try:
        from nacl.signing import SigningKey
    except ImportError:
        raise NoSignatures from None
    return bytes(SigningKey(_seed(secret)).verify_key).hex()


def signature(secret: bytes, message: bytes) -> str:
    try:
        from nacl.signing import SigningKey
    except ImportError:
        raise NoSignatures from None
    return SigningKey(_seed(secret)).sign(message).signature.hex()


def has_signed(key: str, message: bytes, made: str) -> bool:
    """Whether the owner of a key has signed this."""
    try:
        from nacl.exceptions import BadSignatureError
        from nacl.signing import VerifyKey
    except ImportError:
        raise NoSignatures from None
    try:
        VerifyKey(bytes.fromhex(key)).verify(message, bytes.fromhex(made))
    except (BadSignatureError, ValueError):
        return False
    return True


def can_sign() -> bool:
    """Whether the library is installed."""
    try:
        import nacl.signing  # noqa: F401
    except ImportError:
        return False
    return True


def _seed(secret: bytes) -> bytes:
    return tagged("sign", secret)
