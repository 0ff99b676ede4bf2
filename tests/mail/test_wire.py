"""A block survives what mail programs, forums and telephones do to it; damage is seen and named."""

import contextlib
import random
from zlib import compressobj

import pytest
from post import MANGLED, mangled

from airwar.mail.hashes import ALPHABET
from airwar.mail.letter import Answer, Join, Letter, Link, Orders, Resign, Seal, Unseal, read_letter
from airwar.mail.wire import DATA, MODULUS, UNSPREAD, Damaged, block, blocks, in_bytes, in_letters, payload_of, payloads

STORY = """Malta, April 1942. Letter 3.

  "Will they stay?" -- the Italians' second wave fires: 4 4 = 8, column 5 -- 2/4.
  Losses: Regia Aeronautica 2, Hurricanes 1 ... the attacker disengages.

"""


def text_of(payload):
    return f"{STORY}{block(payload, 3, 'Germany', 'K7QW2-9XM4T')}\n"


@pytest.mark.parametrize("how", MANGLED)
def test_a_letter_arrives(how):
    r = random.Random(how)
    for size in (0, 1, 90, 180, 420, 3000):
        payload = r.randbytes(size)
        assert payloads(MANGLED[how](text_of(payload), r)) == [payload]


def test_a_letter_arrives_after_several_things_were_done_to_it():
    """Of a thousand letters a few may be lost, but none is read wrongly."""
    r, lost = random.Random(7), 0
    for _ in range(1000):
        payload = r.randbytes(r.choice((90, 180, 250, 420)))
        try:
            assert payloads(mangled(text_of(payload), r)) == [payload]
        except Damaged:
            lost += 1
    assert lost < 30


def test_one_wrong_character_or_a_lost_row_is_seen_and_named():
    r = random.Random(8)
    for number in range(600):
        lines = block(r.randbytes(250), 3, "Germany", "K7QW2-9XM4T").split("\n")
        row = r.randrange(2, len(lines) - 2)
        if number % 2:
            at = r.choice([at for at, character in enumerate(lines[row]) if character != " "])
            lines[row] = lines[row][:at] + r.choice(ALPHABET.replace(lines[row][at], "")) + lines[row][at + 1 :]
        else:
            del lines[row]
        with pytest.raises(Damaged, match=rf"row {row - 1} "):
            payloads("\n".join(lines))


def test_one_wrong_letter_in_a_check_is_never_another_row():
    moved = [
        sign * (change << shift) * UNSPREAD % MODULUS for sign in (1, -1) for change in range(1, 32) for shift in range(0, 25, 5)
    ]
    assert min(moved) > 800_000


def test_two_letters_in_one_mail_are_both_read():
    first, second = b"first letter", b"second letter"
    mail = f"{text_of(second)}\n> On Tuesday you wrote:\n" + "".join(f"> {line}\n" for line in text_of(first).splitlines())
    assert payloads(mail) == [second, first]
    assert [number for number, _ in blocks(text_of(first))] == [3]


def test_rows_are_found_without_a_title():
    text = text_of(b"payload" * 20)
    rows = [line for line in text.splitlines() if len(line) == 47 and line.isupper()]
    assert payload_of("so here it is: " + " and ".join(rows)) == b"payload" * 20
    with pytest.raises(Damaged, match="there is no airwar letter in this mail"):
        payloads("Dear Otto, I have nothing to say.")
    with pytest.raises(Damaged, match="row 1 is damaged"):
        payload_of("\n".join(rows[1:]))
    other = [line for line in text_of(b"PAYLOAD" * 20).splitlines() if len(line) == 47 and line.isupper()]
    with pytest.raises(Damaged, match="do not belong together"):
        payload_of("\n".join([rows[0], *other[1:]]))


def test_rows_that_were_cut_inside_groups_are_found_up_to_the_last():
    payload = b"x" * 15  # one row, with nothing after it
    (row,) = [line for line in block(payload[:14], 1, "x", "").splitlines() if len(line) == 47]
    assert payload_of(row.replace(" ", "")) == payload[:14]


def test_a_mail_that_is_not_encoded_is_left_as_it_is():
    (row,) = [line for line in block(b"x", 1, "x", "").splitlines() if len(line) == 47]
    assert payloads(f"row 1={row}") == [b"x"]


def test_a_row_that_such_a_short_mail_cannot_have_is_no_row():
    rows = [line for line in block(random.Random(3).randbytes(5000), 1, "x", "").splitlines() if len(line) == 47]
    with pytest.raises(Damaged, match="there is no airwar letter in this mail"):
        payloads(rows[200])


def test_letters_and_bytes():
    for size in range(60):
        data = random.Random(size).randbytes(size)
        assert in_bytes(in_letters(data)) == data
    assert len(block(b"", 1, "x", "").splitlines()[2]) == DATA + 5 + 7


def test_a_mail_that_is_too_long_is_not_read():
    with pytest.raises(Damaged, match="the mail has 600,000 characters; expected at most"):
        payloads("x" * 600_000)


@pytest.mark.slow
def test_the_longest_mail_is_read_in_time():
    """No work grows with the square of a mail, which anybody may send."""
    with pytest.raises(Damaged):
        payloads("ABCDE 12345 " * 40_000)


# what is in a letter

HASH = "ab" * 32
LETTER = Letter(3, "b", "K7QW2-9XM4T", HASH, (Join(HASH, HASH), Answer("stay"), Answer({"x": 2}), Link(HASH)), "cd" * 64)


def test_a_letter_is_read_as_it_was_written():
    for letter in (
        LETTER,
        LETTER._replace(signature=None, battle="", number=1, by="a"),
        LETTER._replace(entries=()),
        LETTER._replace(entries=(Join(HASH), Orders("'*': default"), Seal(("*.losses.*",), HASH), Unseal(HASH, "x"), Resign())),
    ):
        assert read_letter(letter.payload()) == letter


def test_a_letter_without_the_bytes_of_its_last_link_is_refused():
    payload = LETTER._replace(signature=None).payload()
    size = payload.index(bytes.fromhex(HASH), 50) - 3
    shorter = (int.from_bytes(payload[size : size + 3], "big") - 1).to_bytes(3, "big") + payload[size + 4 :]
    with pytest.raises(Damaged, match="link: unexpected format"):
        read_letter(payload[:size] + shorter)


@pytest.mark.parametrize("cut", [30, 60, 150])  # within the hash, the signature, and the links
def test_a_letter_that_is_cut_says_so(cut):
    with pytest.raises(Damaged, match="the letter is cut short"):
        read_letter(LETTER.payload()[:cut])


def test_a_letter_that_is_no_list_of_entries_is_refused():
    empty = LETTER._replace(entries=(), signature=None).payload()
    packer = compressobj(wbits=-15)
    with pytest.raises(Damaged, match="the letter has no entries"):
        read_letter(empty[:52] + packer.compress(b'{"answer": "stay"}') + packer.flush())


def test_every_byte_of_a_letter_may_be_wrong():
    """It is refused, or is another letter; nothing else happens."""
    payload = LETTER.payload()
    r = random.Random(9)
    for cut in range(len(payload)):
        with pytest.raises(Damaged):
            read_letter(payload[:cut])
    for _ in range(2000):
        changed = bytearray(payload)
        changed[r.randrange(len(payload))] ^= 1 << r.randrange(8)
        with contextlib.suppress(Damaged):
            read_letter(bytes(changed))


def test_a_letter_that_unpacks_to_very_much_is_refused():
    bomb = LETTER._replace(entries=(Answer("a" * 5_000_000),)).payload()
    assert len(bomb) < 10_000
    with pytest.raises(Damaged, match="longer than"):
        read_letter(bomb)
