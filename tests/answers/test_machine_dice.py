"""Machine die k is a pure function of the seed and k. The vectors here never change: every log ever written depends on them."""

import hmac
from collections import Counter

import pytest

from airwar.answers import chance
from airwar.answers.chance import (
    MachineDice,
    commitment,
    derived_seed,
    drawn_seed,
    faces_of_bytes,
    hmac_sha256,
    parse_seed,
    show_seed,
)
from airwar.errors import AirwarError

VECTORS = {
    (0, 6): "4 1 6 3 4 1 5 1 5 2 5 2 1 4 3 5 6 5 4 2 5 2 5 1 1 5 3 5 4 2 6 6 2 2 1 2 6 6 5 6",
    (7, 6): "4 6 3 5 2 2 1 2 6 6 4 2 2 5 6 4 6 6 4 4 2 2 1 2 6 5 6 1 1 1 4 4 3 6 5 2 1 3 2 5",
    (7, 10): "6 2 1 1 8 2 7 10 4 4 6 8 10 1 2 4 8 10 4 10 2 6 1 6 2 5 10 9 1 3 10 6 9 4 9 8 5 5 8 1",
    (7, 12): "4 6 9 11 8 2 1 8 6 12 4 2 8 11 6 4 12 12 4 10 2 8 7 2 6 5 6 1 7 1 10 10 3 12 11 8 1 3 2 5",
    (0x123456789ABCDEF, 6): "3 5 2 1 1 6 3 6 4 4 5 3 2 3 3 5 4 6 1 1 3 5 5 4 3 1 6 6 3 3 6 4 6 2 4 1 3 4 6 2",
    (2**128 - 1, 6): "4 6 4 3 2 2 3 3 5 4 1 2 3 3 4 3 2 5 5 2 5 3 1 6 4 2 1 1 3 5 1 2 4 5 1 6 6 1 5 3",
}


@pytest.mark.parametrize(("seed", "sides"), VECTORS)
def test_known_dice_never_change(seed, sides):
    assert " ".join(map(str, MachineDice(seed).faces(0, 40, sides))) == VECTORS[seed, sides]


def test_the_die_of_a_rejected_byte_never_changes_either():
    assert {number: MachineDice(7).faces(number, 1, 6) for number in (49, 148, 181)} == {49: (1,), 148: (1,), 181: (4,)}


def test_known_seeds_never_change():
    assert commitment(7) == "8d73e957241c4d4790735fca0baefa9d3479db251a7cda36aee58162704b14ae"
    assert derived_seed(7, 0) == 7
    assert derived_seed(7, 1) == 0xDB0F05C4C20BCB390C5EAEACFEEF6E0E
    assert derived_seed(7, 999) == 0x474814778C1B624E280F5663E308A0EA


@pytest.mark.parametrize("length", [1, 2, 16, 63, 64, 65, 128, 512])
def test_the_hmac_is_the_standard_one(length):
    key = bytes(range(1, 256))[:length].ljust(length, b"k")
    for text in (b"", b"airwar dice 0", bytes(range(256))):
        assert hmac_sha256(key, text) == hmac.digest(key, text, "sha256")


def one_die(seed, number, sides):
    """The definition again: byte `number` of the blocks, or the first byte of the first fair attempt after it."""
    key = seed.to_bytes(max(1, (seed.bit_length() + 7) // 8), "little")
    fair = 256 // sides * sides
    byte = hmac.digest(key, f"airwar dice {number // 32}".encode(), "sha256")[number % 32]
    attempt = 0
    while byte >= fair:
        attempt += 1
        byte = hmac.digest(key, f"airwar die {number} attempt {attempt}".encode(), "sha256")[0]
    return byte % sides + 1


@pytest.mark.parametrize("sides", [2, 6, 10, 12, 20, 100])
def test_die_k_depends_on_seed_and_k_alone(sides):
    """In any order, in any number, across blocks, after any other dice."""
    expected = tuple(one_die(11, number, sides) for number in range(150))
    assert MachineDice(11).faces(0, 150, sides) == expected
    dice = MachineDice(11)
    for number in (149, 0, 31, 32, 33, 63, 64, 5, 148, 31):
        assert dice.faces(number, 1, sides) == (expected[number],)
    for first in range(0, 140, 7):
        dice.faces(first * 3, 1, 6)
        assert dice.faces(first, 9, sides) == expected[first : first + 9]


def test_every_face_has_the_same_number_of_bytes():
    for sides in range(1, 256):
        table = faces_of_bytes(sides)
        assert len(table) == 256
        assert Counter(table) == +Counter({0: 256 % sides, **dict.fromkeys(range(1, sides + 1), 256 // sides)}), sides


@pytest.mark.parametrize("sides", [6, 10, 12])
def test_every_face_comes_up(sides):
    assert set(MachineDice(3).faces(0, 300, sides)) == set(range(1, sides + 1))


def test_the_rejection_is_exercised():
    """With 6 sides 4 bytes of 256 are rejected: among 1000 dice some are, and each of them is settled by its own HMAC."""
    seed = 3
    key = bytes([seed])
    rejected = [k for k in range(1000) if not faces_of_bytes(6)[hmac.digest(key, b"airwar dice %d" % (k // 32), "sha256")[k % 32]]]
    assert rejected
    for number in rejected:
        assert MachineDice(seed).faces(number, 1, 6) == (one_die(seed, number, 6),)


def test_a_byte_can_be_rejected_several_times(monkeypatch):
    told = iter([bytes([255] * 32), bytes([254] * 32), bytes([253] * 32), bytes([9] * 32)])
    asked = []
    monkeypatch.setattr(chance, "hmac_sha256", lambda key, text: (asked.append(text), next(told))[1])
    assert MachineDice(1).faces(40, 1, 6) == (9 % 6 + 1,)
    assert asked == [b"airwar dice 1", b"airwar die 40 attempt 1", b"airwar die 40 attempt 2", b"airwar die 40 attempt 3"]


def test_a_seed_is_decimal_or_hexadecimal_and_a_printed_seed_can_be_typed_back():
    assert [parse_seed(text) for text in ("7", "007", "0x7", "ff", "0xFF", "10", "0x10")] == [7, 7, 7, 255, 255, 10, 16]
    for seed in (0, 1, 255, 2**128 - 1, 2**4096 - 1):
        assert parse_seed(show_seed(seed)) == seed


@pytest.mark.parametrize("text", ["", "xyz", "-1", "0x", "1.5", "0x" + "f" * 1025, "9" * 5000, "1 2"])
def test_a_bad_seed_is_refused(text):
    with pytest.raises(AirwarError):
        parse_seed(text)


def test_drawn_seeds_differ():
    assert len({drawn_seed() for _ in range(50)}) == 50


def test_different_seeds_give_different_dice():
    """Even if they differ only in zero bytes at one end, with which HMAC pads its key."""
    seeds = {*range(600), *(7 << shift for shift in range(0, 512, 8)), *(0x7F00FF << shift for shift in range(0, 488, 8))}
    assert len({MachineDice(seed).faces(0, 32, 6) for seed in seeds}) == len(seeds)
    assert len({commitment(seed) for seed in seeds}) == len(seeds)
