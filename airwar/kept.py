"""Finished pieces of a batch in a folder, so that a batch that was interrupted goes on where it was.

The name of a file is a hash of everything that its runs depend on: the scenario with its charts and policies, the ruleset, the
seed, the first run, how many, and the version of airwar. So a file is never taken for another one, whatever else has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import astuple
from pathlib import Path
from typing import Any

from airwar.batch import Piece, Runs
from airwar.errors import CannotWrite
from airwar.odds.distribution import Outcome
from airwar.rulesets.ruleset import Tally


def name_of(piece: Piece) -> str:
    """The name of a piece, by content."""
    work = piece.work
    content = [work.version, astuple(work.ruleset), work.scenario.text, work.scenario.files, work.scenario.policies]
    whole = json.dumps([*content, hex(piece.seed), piece.first, piece.count])
    return f"{hashlib.sha256(whole.encode()).hexdigest()[:32]}-{piece.first}-{piece.count}.json"


class Kept:
    """A folder of finished pieces."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, piece: Piece) -> Runs | None:
        """The runs of a piece, if they are there and whole. A damaged file is as good as none."""
        try:
            said = json.loads((self.folder / name_of(piece)).read_bytes())
            runs, proof = said["runs"], said["sha256"]
            if hashed(runs) != proof or len(runs["by_run"]) != piece.count:
                return None
            outcomes = [
                Outcome(result, winner, tuple(Tally(*one) for one in tallies), tuple((name, of) for name, of in battles))
                for result, winner, tallies, battles in runs["outcomes"]
            ]
            return Runs(
                piece.work.file,
                piece.first,
                runs["title"],
                runs["ruleset"],
                outcomes,
                runs["by_run"],
                runs["fixed"],
                runs["made_up"],
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None

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
            with open(fresh, "w", encoding="utf-8") as file:
                json.dump({"runs": content, "sha256": hashed(content)}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise CannotWrite.to(path, error) from None


def hashed(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
