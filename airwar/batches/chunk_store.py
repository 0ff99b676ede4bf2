"""Finished pieces of a batch, kept in a folder so that an interrupted batch can go on where it stopped.

The name of a file is a hash of everything that its runs depend on: the scenario with its charts and policies, the ruleset, the
seed, the first run, how many, and the version of airwar. So no file is ever mistaken for another, whatever else has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from airwar.batches.batch import Piece, Runs, is_whole
from airwar.engine.codec import Codec
from airwar.engine.files import open_own, read_regular
from airwar.errors import CannotWrite
from airwar.probability.distribution import Outcome


def name_of(piece: Piece) -> str:
    """The file name of a piece: a hash of its content."""
    work = piece.work
    content = [work.version, astuple(work.ruleset), work.scenario.text, work.scenario.files, work.scenario.policies]
    whole = json.dumps([*content, hex(piece.seed), piece.first, piece.count])
    return f"{hashlib.sha256(whole.encode()).hexdigest()[:32]}-{piece.first}-{piece.count}.json"


@dataclass(frozen=True)
class Content:
    """What the file of a piece says about its runs."""

    title: str
    ruleset: str
    outcomes: tuple[Outcome, ...]
    by_run: tuple[int, ...]
    fixed: tuple[str, ...]
    made_up: tuple[str, ...]


CONTENT = Codec(Content)


class ChunkStore:
    """A folder of finished pieces."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, piece: Piece) -> Runs | None:
        """The runs of a piece, if they are stored. A damaged file counts as missing."""
        try:
            said = json.loads(read_regular(self.folder / name_of(piece)))
            read = CONTENT.read(said["runs"])
            if hashed(said["runs"]) != said["sha256"]:
                return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        runs = Runs(
            piece.work.file,
            piece.first,
            read.title,
            read.ruleset,
            list(read.outcomes),
            list(read.by_run),
            list(read.fixed),
            list(read.made_up),
        )
        return runs if is_whole(piece, runs) else None

    def put(self, piece: Piece, runs: Runs) -> None:
        """Keeps the runs of a piece: the whole file appears at once, or not at all."""
        content = {
            "title": runs.title,
            "ruleset": runs.ruleset,
            "outcomes": runs.outcomes,
            "by_run": runs.by_run,
            "fixed": runs.fixed,
            "made_up": runs.made_up,
        }
        path = self.folder / name_of(piece)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with open(fresh, "w", encoding="utf-8", opener=open_own) as file:
                json.dump({"runs": content, "sha256": hashed(content)}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise CannotWrite.to(path, error) from None


def hashed(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
