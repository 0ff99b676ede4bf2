"""A block of text that survives the mail: wrapping, quoting, HTML, smart quotes, even a telephone.

    AIRWAR LETTER 3 FROM GERMANY, BATTLE K7QW2-9XM4T

    000FN GNEHH 9CFSK YXAV1 B9YQJ RCR94 JK6BR HBK5T
    ...
    END OF LETTER 3

The rows are in Crockford's base32: no case, no I, L, O or U, and no character that mail programs touch. Seven groups of a row are
data, the eighth is a checksum of its number and data. So a row is recognized wherever it is: order, doubled rows and text in
between do not matter, and a row that is damaged or missing is named.
"""

from __future__ import annotations

import html
import quopri
import re
import unicodedata
from zlib import crc32

from airwar.errors import AirwarError
from airwar.mail.hashes import ALPHABET

DATA, _CHECK = 35, 5  # characters of a row
_GROUP = 5
_MOST_ROWS = 6_000
_MOST_CHARACTERS = 512 * 1024  # the longest mail
MODULUS = 1 << 25
_SPREAD = 0x7EDFD9  # odd; one wrong letter in a checksum shifts the number of its row by at least 800,000
UNSPREAD = pow(_SPREAD, -1, MODULUS)
_VALUES = {character: value for value, character in enumerate(ALPHABET)}
_MISREAD = str.maketrans("ILO", "110")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_QUOTE = re.compile(r"^[ \t]*(?:[A-Za-z]{0,3}[>|\u203a\u00bb][ \t]?)+")
_TITLE = re.compile(r"AIRWAR\s+LETTER\s+(\d{1,6})\s+FROM\b.{0,160}?\bBATTLE\s+(?:NEW|\w{5}\W\s*\w{5})\b", re.IGNORECASE | re.DOTALL)


_NO_ROW = "none of its rows can be read"
_NO_LETTER = "there is no airwar letter in this mail; it needs the lines from AIRWAR LETTER to END OF LETTER"


class Damaged(AirwarError):
    """A block cannot be read; says which rows are missing."""

    exit_code = 65


# writing


def block(payload: bytes, number: int, who: str, battle: str) -> str:
    """A payload between its title and its end."""
    whole = len(payload).to_bytes(3, "big") + payload + crc32(payload).to_bytes(4, "big")
    text = in_letters(whole)
    text += "0" * (-len(text) % DATA)
    rows = [text[at : at + DATA] for at in range(0, len(text), DATA)]
    lines = [_grouped(data + _check(row, data)) for row, data in enumerate(rows)]
    name = re.sub(r"[^A-Z0-9 ]", " ", who.upper())
    return "\n".join([f"AIRWAR LETTER {number} FROM {name}, BATTLE {battle or 'NEW'}", "", *lines, "", f"END OF LETTER {number}"])


def in_letters(data: bytes) -> str:
    bits = int.from_bytes(data, "big") << (-len(data) * 8 % 5)
    length = -(-len(data) * 8 // 5)
    return "".join(ALPHABET[bits >> 5 * at & 31] for at in reversed(range(length)))


def in_bytes(text: str) -> bytes:
    bits = 0
    for character in text:
        bits = bits << 5 | _VALUES[character]
    return (bits >> len(text) * 5 % 8).to_bytes(len(text) * 5 // 8, "big")


def _check(row: int, data: str) -> str:
    """The checksum of a row: 25 bits, from which its number can be recovered."""
    bits = (crc32(data.encode()) + row * _SPREAD) % MODULUS
    return "".join(ALPHABET[bits >> shift & 31] for shift in (20, 15, 10, 5, 0))


def _number_of(data: str, mark: str) -> int:
    """The number of a row, from its data and its checksum. If either is damaged, the number is almost certainly absurdly large."""
    bits = 0
    for character in mark:
        bits = bits << 5 | _VALUES[character]
    return (bits - crc32(data.encode())) * UNSPREAD % MODULUS


def _grouped(row: str) -> str:
    return " ".join(row[at : at + _GROUP] for at in range(0, len(row), _GROUP))


# reading


def payloads(mail: str) -> list[bytes]:
    """Every letter in a mail, including quoted ones, each once. Raises Damaged if none can be read completely."""
    if len(mail) > _MOST_CHARACTERS:
        raise Damaged(f"the mail has {len(mail):,} characters; expected at most {_MOST_CHARACTERS:,}")
    text = _plain(mail)
    found: list[bytes] = []
    wrong: list[str] = []
    for number, inside in blocks(text):
        try:
            found.append(payload_of(inside))
        except Damaged as damage:
            wrong.append(f"letter {number}: {damage}")
    if not found:  # the title may be lost
        try:
            found.append(payload_of(text))
        except Damaged as damage:
            missing = _NO_LETTER if str(damage) == _NO_ROW else f"the letter in this mail is damaged: {damage}"
            raise Damaged("; ".join(wrong) or missing) from None
    return list(dict.fromkeys(found))


def _plain(mail: str) -> str:
    """A mail, a web page or a forum post as plain lines."""
    if re.search(r"=\r?\n|=(?:20|3D|0D|0A|E2)", mail):
        mail = quopri.decodestring(mail.encode("utf-8", "replace")).decode("utf-8", "replace")
    if re.search(r"<(?:br|p|div|pre|html|blockquote|span|td)\b", mail, re.IGNORECASE):
        mail = re.sub(r"(?i)<(?:br|/p|/div|/tr|/pre|/blockquote|p|div|blockquote)\b[^<>]*>", "\n", mail)
        mail = re.sub(r"<[^<>]*>", "", mail)
    mail = html.unescape(html.unescape(mail))
    mail = unicodedata.normalize("NFKC", mail).translate(_INVISIBLE).replace("\u00a0", " ")
    mail = re.sub(r"\[/?[A-Za-z]+(?:=[^\]]*)?\]", " ", mail)  # BBCode
    mail = "\n".join(_QUOTE.sub("", line) for line in mail.splitlines())
    return re.sub(r"(?:(?<=\s)|^)[A-Za-z]{0,3}[>|]+\s?", " ", mail)  # quoted lines that were joined


def blocks(text: str) -> list[tuple[int, str]]:
    """The number and the text of every block."""
    titles = list(_TITLE.finditer(text))
    found = []
    starts = [*(title.start() for title in titles[1:]), len(text)]
    for title, until in zip(titles, starts, strict=False):
        end = re.compile(rf"END\s+OF\s+LETTER\s+{title[1]}\b", re.IGNORECASE).search(text, title.end(), until)
        found.append((int(title[1]), text[title.end() : end.start() if end else until]))
    return found


def _rows_in(text: str) -> dict[int, str]:
    """Every row with a correct checksum, by number: first group by group, then, for text cut within groups, letter by letter."""
    groups = [token.upper().translate(_MISREAD) for token in re.findall(r"[0-9A-Za-z]+", text)]
    limit = min(len(text) // (DATA + _CHECK) + 2, _MOST_ROWS)
    found: dict[int, str] = {}

    def taken(row: str) -> bool:
        if not all(character in _VALUES for character in row):
            return False
        number = _number_of(row[:DATA], row[DATA:])
        if number < limit:
            found[number] = row[:DATA]
        return number < limit

    at = 0
    while at + 8 <= len(groups):
        window = groups[at : at + 8]
        at += 8 if all(len(group) == _GROUP for group in window) and taken("".join(window)) else 1
    if _complete(found):
        return found
    stream, at = "".join(groups), 0
    while at + DATA + _CHECK <= len(stream):
        at += DATA + _CHECK if taken(stream[at : at + DATA + _CHECK]) else 1
    return found


def _rows_needed(rows: dict[int, str]) -> int:
    """How many rows a block has, according to its first; 0 if that is missing."""
    if 0 not in rows:
        return 0
    size = int.from_bytes(in_bytes(rows[0])[:3], "big")
    letters = ((size + 7) * 8 + 4) // 5
    return (letters + DATA - 1) // DATA


def _complete(rows: dict[int, str]) -> bool:
    return 0 in rows and all(number in rows for number in range(_rows_needed(rows)))


def payload_of(text: str) -> bytes:
    """The content of the rows of a block. Raises Damaged."""
    rows = _rows_in(text)
    if not rows:
        raise Damaged(_NO_ROW)
    if 0 not in rows:
        raise Damaged("row 1 is damaged or missing")
    count = _rows_needed(rows)
    missing = [number + 1 for number in range(count) if number not in rows]
    if missing:
        named = ", ".join(map(str, missing[:20]))
        raise Damaged(f"row{'s' * (len(missing) > 1)} {named} of {count} {'are' if len(missing) > 1 else 'is'} damaged or missing")
    whole = in_bytes("".join(rows[number] for number in range(count)))
    size = int.from_bytes(whole[:3], "big")
    payload, crc = whole[3 : size + 3], whole[size + 3 : size + 7]
    if crc32(payload).to_bytes(4, "big") != crc:
        raise Damaged("its rows do not belong together")
    return payload
