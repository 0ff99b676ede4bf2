"""Plays random scenarios for an hour: python tests/random_books/hour.py --minutes 60 [RULESET...]

Every battle has another seed. What fails is printed once with the files to look at it again: the scenario, and the
log up to there. At the end: what was played, and which fields of a scenario never appeared.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

import neighbors  # noqa: F401  the books lie beside this folder
from drafts import THEATERS, every_field
from evening import EVENINGS, Report, play, without_syncing
from hypothesis import HealthCheck, Phase, given, seed, settings

CHECKS = list(HealthCheck)
BATCH = 25  # scenarios between two looks at the clock


class Failures:
    """What went wrong, each thing once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: set[str] = set()

    def is_new(self, wrong: BaseException) -> bool:
        return self.name(wrong) not in self.known

    def name(self, wrong: BaseException) -> str:
        """What went wrong and where, without the names and numbers of one scenario."""
        last = traceback.extract_tb(wrong.__traceback__)[-1]
        words = re.sub(r"\b[a-z]+\d+\b|\d+|'[^']*'", "#", str(wrong).split("\n")[0])
        return f"{type(wrong).__name__} {Path(last.filename).name}:{last.lineno} {words[:80]}"

    def keep(self, ruleset: str, wrong: BaseException, drawn: tuple[object, ...]) -> None:
        """Writes the scenario and the log of a failure, and says where they are."""
        self.known.add(self.name(wrong))
        self.folder.mkdir(parents=True, exist_ok=True)
        number = len(self.known)
        stem = self.folder / f"{ruleset}-{number}"
        for note in getattr(wrong, "__notes__", ()):
            for kind, suffix in (("LOG ", ".jsonl"), ("SCENARIO ", ".yaml")):
                if note.startswith(kind):
                    stem.with_suffix(suffix).write_text(note.removeprefix(kind))
        stem.with_suffix(".txt").write_text("".join([*traceback.format_tb(wrong.__traceback__)[-25:], str(wrong)]))
        print(f"FAILED {ruleset}: {self.name(wrong)}\n  {stem}.*  {drawn[1:]}", flush=True)


def search(ruleset: str, number: int, report: Report, failures: Failures, phases: list[Phase]) -> None:
    """A batch of battles. Known failures are passed over; a new one is shrunk and kept."""
    found: list[tuple[BaseException, tuple[object, ...]]] = []

    @seed(number)
    @settings(
        max_examples=BATCH, deadline=None, database=None, suppress_health_check=CHECKS, phases=phases,
        report_multiple_bugs=False,
    )  # fmt: skip
    @given(EVENINGS)
    def evening(drawn: tuple[object, ...]) -> None:
        try:
            play(ruleset, *drawn, report)  # type: ignore[arg-type]
        except Exception as wrong:
            if failures.is_new(wrong):
                found.append((wrong, drawn))
                raise

    try:
        evening()
    except Exception:
        failures.keep(ruleset, *found[-1])


def main() -> int:
    parser = argparse.ArgumentParser(description="Play random scenarios.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=f"of {', '.join(THEATERS)}; all of them if left out")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the first batch; the time if left out")
    parser.add_argument("--failures", type=Path, default=Path("random-failures"), help="the folder for what fails")
    parser.add_argument("--shrink", action="store_true", help="look for the smallest scenario that fails; this takes minutes")
    said = parser.parse_args()
    phases = [Phase.generate, Phase.shrink] if said.shrink else [Phase.generate]
    report, failures, until, number = Report(), Failures(said.failures), time.monotonic() + 60 * said.minutes, said.seed
    print(f"seed {number}", flush=True)
    with without_syncing(), suppress(KeyboardInterrupt):
        while time.monotonic() < until:
            for ruleset in said.rulesets or THEATERS:
                search(ruleset, number, report, failures, phases)
            number += 1
    for ruleset, counts in report.counts.items():
        never = sorted(every_field(ruleset) - set(report.fields.get(ruleset, ())))
        print(f"{ruleset}: {', '.join(f'{count:,} {what}' for what, count in sorted(counts.items()))}")
        print(
            f"  {len(every_field(ruleset)) - len(never)} of {len(every_field(ruleset))} fields appeared; never: {', '.join(never)}"
        )
    return 1 if failures.known else 0


if __name__ == "__main__":
    sys.exit(main())
