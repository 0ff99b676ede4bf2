"""Which records of a log count.

Undos and corrections are appended: nothing disappears, but what they take back no longer counts. An undo takes back the last
entry, up to the last die. A correction goes back to any entry, gives another answer there, and names the reason; what was
entered after it is entered again as long as it still fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from airwar.engine.dice import Faces
from airwar.engine.log import Record
from airwar.engine.questions import Roll
from airwar.engine.records import Answer, Chosen, Corrected, Ended, Rolled, Stated, Undone
from airwar.errors import Mismatch

Entry: TypeAlias = Rolled | Chosen | Stated  # what somebody entered, or dice showed
Back: TypeAlias = Undone | Corrected  # what goes back


class FallenDice:
    """The numbers of the machine dice. Each roll has the next numbers, and keeps them for good under its key.

    So nobody rolls a machine die again: after a correction, the same roll shows the same faces, and a new one the next dice.
    If a key is rolled several times in a course of the battle, each of these rolls has its own dice, in their order.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.drawn = 0
        self.by_roll: dict[tuple[str, str], list[tuple[int, Faces]]] = {}
        self.made: dict[tuple[str, str], int] = {}  # how many rolls of a key the present course has come to
        for entry in entries:
            if isinstance(entry, Rolled) and entry.die is not None and entry.die >= self.drawn:
                self._add((entry.key, entry.dice), entry.faces)

    def _add(self, roll: tuple[str, str], faces: Faces) -> None:
        self.by_roll.setdefault(roll, []).append((self.drawn, faces))
        self.drawn += len(faces)

    def fallen(self, roll: Roll) -> Faces | None:
        """The faces of a roll that the machine has made before."""
        key = roll.key, str(roll.reading.dice)
        known, made = self.by_roll.get(key, ()), self.made.get(key, 0)
        return known[made][1] if made < len(known) else None

    def number(self, roll: Roll, faces: Faces) -> int:
        """The number of the first die of a roll, which is the next one if the roll is new."""
        key = roll.key, str(roll.reading.dice)
        made = self.made.get(key, 0)
        self.made[key] = made + 1
        if made == len(self.by_roll.get(key, ())):
            self._add(key, faces)
        return self.by_roll[key][made][0]

    def go_back(self, records: Iterable[Record]) -> None:
        """The present course has not come to these records yet."""
        for record in records:
            if record.kind == "roll" and isinstance(record.body, Rolled) and record.body.die is not None:
                self.made[record.body.key, record.body.dice] -= 1


def answer_of(entry: Entry) -> Answer:
    """What an entry says: an option, how many of each, a fact, or faces."""
    return entry.faces if isinstance(entry, Rolled) else entry.answer


def entries(records: Iterable[Record]) -> list[Entry]:
    """What these records say was entered or rolled."""
    return [record.body for record in records if isinstance(record.body, Rolled | Chosen | Stated)]


def in_force(records: Sequence[Record]) -> list[Record]:
    """The records that count: without those that were taken back, and without what took them back."""
    kept: list[Record] = []
    last_roll = 0
    for record in records:
        if record.kind == "roll":
            last_roll = record.seq
        if record.kind in ("undo", "correction"):
            back = record.body
            assert isinstance(back, Undone | Corrected)
            check_back(record.seq, back, kept, last_roll)
            while kept[-1].seq >= back.to:
                kept.pop()
        else:
            kept.append(record)
    return kept


def undoable(records: Sequence[Record]) -> Record | None:
    """The last entry in force, if it can be taken back: a player's undo ends at the last die that anybody has seen.

    A die that was typed can be taken back itself, as long as nothing was entered after it.
    """
    if isinstance(records[-1].body, Ended):
        return None
    last_roll = max((record.seq for record in records if record.kind == "roll"), default=0)
    for record in reversed(in_force(records)):
        if isinstance(record.body, Rolled):
            return record if record.body.source == "physical" and record.seq == last_roll else None
        if isinstance(record.body, Chosen | Stated):
            return record if record.seq > last_roll else None
    return None


def check_back(seq: int, back: Back, kept: Sequence[Record], last_roll: int) -> None:
    """Checks that an undo or a correction takes back what it may. Raises Mismatch."""
    verb = "takes back" if isinstance(back, Undone) else "corrects"
    old = next((record for record in reversed(kept) if record.seq == back.to), None)
    if old is None or not isinstance(old.body, Rolled | Chosen | Stated):
        raise Mismatch(seq, f"it {verb} record {back.to}, which is not an entry in force")
    if old.body.key != back.key:
        raise Mismatch(seq, f"it {verb} {back.key}, but record {back.to} is {old.body.key}")
    if isinstance(back, Corrected):
        refused = correction_refused(old.body, back.now)
        if refused:
            raise Mismatch(seq, f"it {verb} {back.key}: {refused}")
        if back.was != answer_of(old.body):
            raise Mismatch(seq, f"it says that {back.key} was {back.was}, but record {back.to} has {answer_of(old.body)}")
        return
    if isinstance(old.body, Rolled) and old.body.source != "physical":
        raise Mismatch(seq, f"it takes back a roll that was not typed: {back.key}")
    if last_roll > back.to:
        raise Mismatch(seq, "it takes back a roll of the dice; an undo ends at the last die")
    if kept[-1].kind == "end":
        raise Mismatch(seq, "it takes back the end of the battle, where the seed has been revealed")


def correction_refused(old: Entry, now: Answer) -> str | None:
    """Why an entry cannot be corrected to this, or None."""
    if isinstance(old, Rolled) and old.source == "machine":
        return "the machine rolled it, and nobody rolls a machine die again; a ruling can change its result"
    if answer_of(old) == now:
        return "it says that already"
    return None


def to_enter_again(records: Sequence[Record]) -> dict[str, Entry]:
    """What a correction at the end of a log still has to enter again, by key.

    Nothing if there was none, or if something else has been entered since: from there on everything is asked.
    """
    at = max((place for place, record in enumerate(records) if record.kind in ("undo", "correction")), default=0)
    back = records[at].body
    if not isinstance(back, Corrected):
        return {}
    waiting = abandoned(records[:at], back)
    for entry in entries(records[at + 1 :]):
        if isinstance(entry, Rolled) and entry.source == "machine":
            continue
        held = waiting.pop(entry.key, None)
        if held is None or answer_of(held) != answer_of(entry):
            return {}
    return waiting


def abandoned(records: Sequence[Record], back: Corrected) -> dict[str, Entry]:
    """What was in force after the corrected entry, by key; and the corrected entry itself, as it is now."""
    later = entries(record for record in in_force(records) if record.seq >= back.to)
    return {entry.key: entry for entry in (corrected(later[0], back.now), *later[1:])}


def corrected(entry: Entry, now: Answer) -> Entry:
    """The entry with another answer."""
    if isinstance(entry, Rolled):
        assert isinstance(now, tuple)
        return replace(entry, faces=now, source="corrected", die=None)
    assert not isinstance(now, tuple)
    return replace(entry, answer=now) if isinstance(entry, Chosen) else replace(entry, answer=str(now))
