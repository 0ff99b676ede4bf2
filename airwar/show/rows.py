"""The runs of a batch one by one, as CSV or Parquet: one row for each run and kind of unit, written as the runs come in."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any, Protocol

from airwar.answers.chance import derived_seed, show_seed
from airwar.batches.batch import Runs
from airwar.errors import AirwarError

COLUMNS = ("scenario", "run", "seed", "result", "side", "unit", "had", "lost")


class Rows(Protocol):
    """Somewhere that rows are written to."""

    def add(self, part: Runs) -> None:
        """Writes some runs."""

    def close(self) -> None:
        """Writes what is left."""


def rows_of(seed: int, part: Runs) -> Iterator[tuple[str | int, ...]]:
    """The rows of some runs."""
    for run, index in enumerate(part.by_run, part.first):
        outcome, own = part.outcomes[index], show_seed(derived_seed(seed, run))
        for tally in outcome.tallies:
            yield (part.file, run + 1, own, outcome.result, *tally)


class CsvRows:
    """Rows as CSV."""

    def __init__(self, file: IO[str], seed: int) -> None:
        self.seed = seed
        self.writer = csv.writer(file, lineterminator="\n")
        self.writer.writerow(COLUMNS)

    def add(self, part: Runs) -> None:
        self.writer.writerows(rows_of(self.seed, part))

    def close(self) -> None:
        pass


class ParquetRows:
    """Rows as Parquet, a row group for each piece of a batch. Needs the extra `airwar[parquet]`."""

    def __init__(self, file: IO[bytes], seed: int) -> None:
        self.seed = seed
        self.arrow = arrow()
        numbers = ("run", "had", "lost")
        kinds = [(name, self.arrow.int64() if name in numbers else self.arrow.string()) for name in COLUMNS]
        self.schema = self.arrow.schema(kinds)
        self.writer: Any = import_module("pyarrow.parquet").ParquetWriter(file, self.schema)

    def add(self, part: Runs) -> None:
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in rows_of(self.seed, part)]
        if rows:
            self.writer.write_table(self.arrow.Table.from_pylist(rows, schema=self.schema))

    def close(self) -> None:
        self.writer.close()


def arrow() -> Any:
    """The library that writes Parquet, which is not there for everybody."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise AirwarError("Parquet needs pyarrow; install it with: pip install 'airwar[parquet]'") from None
