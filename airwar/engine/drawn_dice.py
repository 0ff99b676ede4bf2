"""The machine's dice, numbered. Once rolled, a die keeps its face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from airwar.engine.dice import Faces
from airwar.engine.history import Entry
from airwar.engine.log import Record
from airwar.engine.questions import Roll
from airwar.engine.records import Rolled


class DrawnDice:
    """Numbers the machine dice. Each roll takes the next numbers, and keeps them for good under its key.

    So a machine die is never rolled twice: after a correction, the same roll shows the same faces, and a new roll takes new dice.
    If a key is rolled several times in a course of the battle, each of these rolls has its own dice, in their order.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.drawn = 0
        self.by_roll: dict[tuple[str, str], list[tuple[int, Faces]]] = {}
        self.made: dict[tuple[str, str], int] = {}  # how often each key has been rolled in the present course
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
        """Takes these records out of the present course, which will come to them again."""
        for record in records:
            if record.kind == "roll":
                assert isinstance(record.body, Rolled)
                if record.body.die is not None:
                    self.made[record.body.key, record.body.dice] -= 1
