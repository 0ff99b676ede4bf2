"""What lasts when a battle goes back: entries that still fit are entered again, and machine dice keep their faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from airwar.engine.dice import Faces
from airwar.engine.history import GO_BACK, Entry, InForce, goes_back, in_force
from airwar.engine.log import Record
from airwar.engine.questions import Allotment, Roll
from airwar.engine.records import Answer, Body, Chosen, Corrected, Rolled, Ruled, Stated

T = TypeVar("T")


class Redo:
    """What to enter again after a correction, by the key of the question: entries, and rulings made there."""

    def __init__(self, bodies: Iterable[Body] = ()) -> None:
        self.by_key: dict[str, list[Entry]] = {}
        self.rulings: dict[str, list[Ruled]] = {}
        self.entries = 0
        for body in bodies:
            if isinstance(body, Ruled):
                self.rulings.setdefault(body.at, []).append(unplaced(body))
            elif isinstance(body, Rolled | Chosen | Stated):
                self.by_key.setdefault(body.key, []).append(body)
                self.entries += 1

    @property
    def waiting(self) -> int:
        """How many entries are waiting."""
        return sum(map(len, self.by_key.values()))

    def __bool__(self) -> bool:
        return bool(self.by_key or self.rulings)

    def entry(self, key: str) -> Entry | None:
        """The next entry under a key. It goes on waiting until something is entered there."""
        queue = self.by_key.get(key)
        return queue[0] if queue else None

    def ruling(self, at: str) -> Ruled | None:
        """Takes the next ruling made at a question."""
        return pop_first(self.rulings, at)

    def then(self, later: Redo) -> Redo:
        """Merges two queues, this one first."""
        for key, entries in later.by_key.items():
            self.by_key.setdefault(key, []).extend(entries)
        for at, rulings in later.rulings.items():
            self.rulings.setdefault(at, []).extend(rulings)
        return self

    def follow(self, body: Body) -> None:
        """Drops what was waiting for this entry or ruling."""
        if isinstance(body, Ruled):
            if self.rulings.get(body.at, [None])[0] == unplaced(body):
                pop_first(self.rulings, body.at)
        elif isinstance(body, Rolled | Chosen | Stated):
            pop_first(self.by_key, body.key)


def unplaced(ruling: Ruled) -> Ruled:
    """A ruling without its place in the log."""
    return replace(ruling, to=None, state=None)


def pop_first(waiting: dict[str, list[T]], key: str) -> T | None:
    """Takes the first of those waiting under a key."""
    queue = waiting.get(key)
    if not queue:
        return None
    first = queue.pop(0)
    if not queue:
        del waiting[key]
    return first


def pending_redo(records: Sequence[Record]) -> Redo:
    """What the corrections and rulings of a log still have to enter again."""
    waiting, counting = Redo(), InForce()
    for record in records:
        gone = counting.add(record)
        back = goes_back(record.body) if record.kind in GO_BACK else None
        if isinstance(back, Corrected | Ruled):
            if isinstance(back, Ruled):
                waiting.follow(back)
            waiting = left_behind(gone, back).then(waiting)
        elif back is None and waiting:
            waiting.follow(record.body)
    return waiting


def abandoned(records: Sequence[Record], back: Corrected | Ruled) -> Redo:
    """What was in force from the entry that a record goes back to; a corrected entry has its new answer."""
    return left_behind([record for record in in_force(records) if record.seq >= (back.to or 0)], back)


def left_behind(records: Iterable[Record], back: Corrected | Ruled) -> Redo:
    """Like `abandoned`, for records already taken back."""
    later = [record.body for record in records]
    if isinstance(back, Corrected):
        first = later[0]
        assert isinstance(first, Rolled | Chosen | Stated)
        later[0] = corrected(first, back.now)
    return Redo(later)


def adapted(question: Allotment, old: Mapping[str, int]) -> dict[str, int] | None:
    """As much of an earlier answer as a question still accepts, topped up in the question's order; None if that is refused."""
    counts = {name: min(old.get(name, 0), most) for name, most in question.items.items()}
    for name in reversed(counts):
        counts[name] -= min(counts[name], max(0, sum(counts.values()) - question.most))
    for name, most in question.items.items():
        counts[name] += min(most - counts[name], max(0, question.least - sum(counts.values())))
    return counts if question.refuses(counts) is None else None


def corrected(entry: Entry, now: Answer) -> Entry:
    """The entry with another answer."""
    if isinstance(entry, Rolled):
        assert isinstance(now, tuple)
        return replace(entry, faces=now, source="corrected", die=None)
    assert not isinstance(now, tuple)
    return replace(entry, answer=now) if isinstance(entry, Chosen) else replace(entry, answer=str(now))


class DrawnDice:
    """Numbers the machine dice. Each roll takes the next numbers, and keeps them for good under its key.

    So a machine die is never rolled twice: after a correction, the same roll shows the same faces, and a new roll takes new dice.
    If a key is rolled several times in a course of the battle, each of these rolls has its own dice, in their order.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.drawn = 0
        self.by_roll: dict[tuple[str, str], list[tuple[int, Faces]]] = {}
        self.made: dict[tuple[str, str], int] = {}  # how often each key has been rolled so far, without what was taken back
        for entry in entries:
            if isinstance(entry, Rolled) and entry.die is not None and entry.die >= self.drawn:
                self._add((entry.key, entry.dice), entry.faces)

    def _add(self, roll: tuple[str, str], faces: Faces) -> None:
        self.by_roll.setdefault(roll, []).append((self.drawn, faces))
        self.drawn += len(faces)

    def seen_by(self, entries: Iterable[Entry]) -> None:
        """From here on only the rolls among these entries show their faces again. The numbers of the others stay used."""
        seen = Counter((entry.key, entry.dice) for entry in entries if isinstance(entry, Rolled) and entry.die is not None)
        self.by_roll = {roll: known[: seen[roll]] for roll, known in self.by_roll.items()}

    def fallen(self, roll: Roll) -> Faces | None:
        """The faces of a roll that the machine has made before, or None."""
        key = roll.key, str(roll.reading.dice)
        known, made = self.by_roll.get(key, ()), self.made.get(key, 0)
        return known[made][1] if made < len(known) else None

    def number(self, roll: Roll, faces: Faces) -> int:
        """The number of the first die of a roll; a new roll takes the next free one."""
        key = roll.key, str(roll.reading.dice)
        made = self.made.get(key, 0)
        self.made[key] = made + 1
        if made == len(self.by_roll.get(key, ())):
            self._add(key, faces)
        return self.by_roll[key][made][0]

    def go_back(self, records: Iterable[Record]) -> None:
        """Forgets that these rolls were made: the battle will come to them again."""
        for record in records:
            if record.kind == "roll":
                assert isinstance(record.body, Rolled)
                if record.body.die is not None:
                    self.made[record.body.key, record.body.dice] -= 1
