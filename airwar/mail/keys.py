"""Signatures: Ed25519 by PyNaCl, the extra `airwar[mail]`. We do no cryptography of our own."""

from __future__ import annotations

from airwar.errors import AirwarError
from airwar.mail.hashes import tagged


class NoSignatures(AirwarError):
    """The library for signatures is not installed."""

    def __init__(self) -> None:
        super().__init__("signatures need the extra: pip install 'airwar[mail]'; or begin the battle with --unsigned")


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
