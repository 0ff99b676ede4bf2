"""Mutation testing: `python tests/mutation/run.py [PACKAGE ...]` puts small faults into the code and asks the tests to notice.

Every mutant is tried in a fork of one warm process, against the tests that reach its line, the fastest first. Tests that compare
with golden logs, kept reports or kept screens do not count. What survives is listed; what may survive is in survivors.yaml, with
its reason.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))  # the code beside the tests, not an installed copy
from mutants import Mutant, mutants_of, mutated
from patching import Caches, Imported
from reach import reach_of

ROOT = Path(__file__).parents[2]
SURVIVORS = Path(__file__).with_name("survivors.yaml")
RULESETS = ("air_supremacy", "world_at_war", "ocs", "dark_crusade", "war_in_europe")
ENGINE_ROOM = ("engine", "kit", "probability", "choices", "mail")
PACKAGES = (*RULESETS, *ENGINE_ROOM)
COMMON_TESTS = ("kit", "oracles", "battle", "story", "test_map_layout.py", "test_rulings.py", "test_session.py")
ENGINE_TESTS = (
    *(
        "engine",
        "probability",
        "choices",
        "answers",
        "batches",
        "battle",
        "cli",
        "scenario",
        "setup",
        "table",
        "kit",
        "mail",
        "story",
        "dark_crusade",
        "war_in_europe",
    ),
    *(f"test_{name}.py" for name in ("api", "corrections", "map_layout", "rulings", "session", "trust")),
)
AT_LENGTH = {
    "test_ocs_play.py",
    "test_odds_exact.py",
    "test_odds_perft.py",
    "test_odds_speed.py",
}  # minutes of play that prove no single rule
QUICK = 0.95  # of the tests; to map the others would take longer than all of these, and they kill little more
NOT_MUTATED = {"show", "about", "__init__", "version"}
KILLED, SURVIVED, SENSELESS, UNREACHED = "killed", "survived", "senseless", "unreached"


def folder_of(package: str) -> Path:
    return ROOT / "airwar" / ("rulesets/" if package in (*RULESETS, "kit") else "") / package


def files_of(package: str) -> dict[str, Path]:
    """The modules of a package that are mutated, by name."""
    found = sorted(folder_of(package).rglob("*.py"))
    return {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in found if file.stem not in NOT_MUTATED}


def tests_of(package: str) -> list[str]:
    """The tests that may kill the mutants of a package."""
    names = (package, *COMMON_TESTS) if package in RULESETS else ENGINE_TESTS
    return [str(ROOT / "tests" / name) for name in names]


def accepted(path: Path = SURVIVORS) -> dict[tuple[str, str, str], str]:
    """The mutants that may survive, with their reasons."""
    entries = yaml.safe_load(path.read_text(encoding="utf-8")) or [] if path.exists() else []
    return {(entry["module"], entry["function"], entry["change"]): entry["reason"] for entry in entries}


@dataclass
class Score:
    """What became of the mutants that were tried."""

    package: str
    of: int = 0
    fates: dict[Mutant, str] = field(default_factory=dict)
    killers: Counter[str] = field(default_factory=Counter)
    excused: set[Mutant] = field(default_factory=set)

    @property
    def killed(self) -> int:
        return sum(fate == KILLED for fate in self.fates.values())

    @property
    def counted(self) -> int:
        return sum(fate != SENSELESS for fate in self.fates.values())

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant, fate in self.fates.items() if fate in (SURVIVED, UNREACHED)]

    @property
    def unexcused(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant not in self.excused]

    @property
    def share(self) -> float:
        """The share of the mutants that could be killed: those with a reason to live do not count."""
        able = self.counted - len(self.excused)
        return self.killed / able if able else 1.0


def lot(seed: int, mutant: Mutant) -> bytes:
    """What draws a sample. It depends on the mutant alone, so that an edit elsewhere leaves the sample as it is."""
    return sha256(f"{seed} {' '.join(mutant.identity)}".encode()).digest()


class Trial:
    """A pytest session that, instead of running its tests once, runs them against mutants."""

    def __init__(self, packages: list[str], options: argparse.Namespace) -> None:
        self.packages = packages
        self.options = options
        self.files = {module: file for package in PACKAGES for module, file in files_of(package).items()}
        self.sources = {module: file.read_text(encoding="utf-8") for module, file in self.files.items()}
        self.scores: list[Score] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.get_closest_marker("slow") is None and item.path.name not in AT_LENGTH]
        if self.options.quick:
            quick = quickest(self.options.quick)
            items[:] = [item for item in items if named_in_report(item) in quick]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        Caches().forget()
        begun = time.monotonic()
        self.reach = reach_of(self.files, session.items, runs)
        self.say(
            f"{len(self.items)} tests, {self.reach.count('kept')} of them on kept files, {self.reach.count('failed')} failing, "
            f"mapped in {time.monotonic() - begun:.0f} s"
        )
        for test, reached in self.reach.found.items():
            if reached.fate == "failed":
                self.say(f"  fails without a fault: {test}")
        self.imported = Imported(list(self.files.values()))
        gc.freeze()
        for package in self.packages:
            self.scores.append(self.tried(package))
        return True

    def say(self, text: str) -> None:
        print(text, file=sys.__stdout__, flush=True)

    def tried(self, package: str) -> Score:
        """The score of a package over a sample of its mutants."""
        mutants = [mutant for module in files_of(package) for mutant in mutants_of(module, self.sources[module])]
        score = Score(package, len(mutants))
        if self.options.only:
            mutants = [mutant for mutant in mutants if self.options.only in str(mutant)]
        if self.options.sample:
            mutants = sorted(mutants, key=lambda mutant: lot(self.options.seed, mutant))[: self.options.sample]
        reasons = accepted()
        for mutant in sorted(mutants, key=lambda mutant: (mutant.module, mutant.number)):
            fate, killer = self.fate(mutant, score.killers)
            score.fates[mutant] = fate
            if killer:
                score.killers[killer] += 1
            if fate in (SURVIVED, UNREACHED):
                if mutant.identity in reasons:
                    score.excused.add(mutant)
                else:
                    self.say(f"  {fate}: {mutant}")
            elif self.options.verbose:
                self.say(f"  {fate}: {mutant} by {killer}")
        return score

    def fate(self, mutant: Mutant, killers: Counter[str]) -> tuple[str, str]:
        """What becomes of a mutant, and the test that killed it."""
        tests = self.reach.in_order(mutant.block)
        if not tests:
            return UNREACHED, ""
        first = [test for test, _ in killers.most_common(200) if test in self.reach.tests[mutant.block]][:5]
        order = [*first, *(test for test in tests if test not in first)]
        return in_a_fork(lambda: self.killer(mutant, order))

    def killer(self, mutant: Mutant, order: list[str]) -> tuple[str, str]:
        """In the child: the first test that fails with the fault in place."""
        file = self.files[mutant.module]
        try:
            changed = self.imported.patch(file, mutated(self.sources[mutant.module], mutant.number))
        except (ValueError, SyntaxError):
            changed = 0
        if not changed:
            return SENSELESS, ""
        spent = 0.0
        for test in order:
            spent += self.reach.seconds(test)
            if spent > self.options.budget and test != order[0]:
                break
            limit(2 + 10 * self.reach.seconds(test))
            if not runs(self.items[test]):
                return KILLED, test
        return SURVIVED, ""


def quickest(report: Path) -> set[tuple[str, str]]:
    """The quickest tests of a run, by its JUnit report."""
    cases = sorted(ElementTree.parse(report).iter("testcase"), key=lambda case: float(case.attrib["time"]))
    return {(case.attrib["classname"], case.attrib["name"]) for case in cases[: int(QUICK * len(cases))]}


def named_in_report(item: pytest.Item) -> tuple[str, str]:
    """A test as a JUnit report names it."""
    file, _, _ = item.nodeid.partition("::")
    return file.removesuffix(".py").replace("/", "."), item.name


def runs(item: pytest.Item) -> bool:
    """Whether one test passes, set up and torn down by itself."""
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def limit(seconds: float) -> None:
    """Ends this process if it takes longer than this in CPU time, or twenty times that in all."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 20 * seconds)


def in_a_fork(task: Any) -> tuple[str, str]:
    """The result of a task in a process of its own. A process that does not come back has been killed by the fault."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiving)
        quiet()
        try:
            fate, killer = task()
            os.write(sending, f"{fate}\n{killer}".encode())
        finally:
            os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, "rb") as stream:
        said = stream.read().decode()
    os.waitpid(child, 0)
    fate, _, killer = said.partition("\n")
    return (fate, killer) if fate else (KILLED, "")


def quiet() -> None:
    """A child says nothing, dies when its time is over, and cannot eat all memory."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def table(scores: list[Score]) -> str:
    lines = [f"{'package':<16}{'mutants':>9}{'tried':>7}{'killed':>8}{'excused':>9}{'survived':>10}{'score':>8}"]
    lines += [
        f"{score.package:<16}{score.of:>9}{score.counted:>7}{score.killed:>8}{len(score.excused):>9}"
        f"{len(score.unexcused):>10}{100 * score.share:>7.1f}%"
        for score in scores
    ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"one of {', '.join(PACKAGES)} (default: all)")
    parser.add_argument("--sample", type=int, default=0, help="mutants for each package (default: all of them)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--budget", type=float, default=30, help="CPU seconds of tests that a mutant may survive")
    parser.add_argument("--jobs", type=int, default=1, help="2: rulesets and engine room side by side")
    parser.add_argument("--quick", type=Path, metavar="REPORT", help="try only the quickest tests of this JUnit report of a run")
    parser.add_argument("--only", default="", help="only mutants whose description has this text")
    parser.add_argument("--floor", type=float, default=95, help="per cent that must be killed")
    parser.add_argument("--verbose", action="store_true", help="list the killed too, with their killers")
    options = parser.parse_args()
    packages = [name.replace("-", "_").removeprefix("airwar/") for name in options.packages] or list(PACKAGES)
    unknown = [name for name in packages if name not in PACKAGES]
    if unknown:
        parser.error(f"no such package: {', '.join(unknown)}; expected some of {', '.join(PACKAGES)}")
    begun = time.monotonic()
    groups = [[name for name in packages if name in group] for group in (RULESETS, ENGINE_ROOM)]
    scores = side_by_side([group for group in groups if group], options)
    print(table(scores))
    print(f"{sum(score.counted for score in scores)} mutants in {time.monotonic() - begun:.0f} s")
    return 0 if enough(scores, options.floor) else 1


def enough(scores: list[Score], floor: float) -> bool:
    """Whether the floor is reached by all packages together, and by each of which at least a hundred mutants were tried."""
    together = Score("all")
    for score in scores:
        together.fates |= score.fates
        together.excused |= score.excused
    return together.counted > 0 and all(
        100 * score.share >= floor for score in [together, *scores] if score is together or score.counted >= 100
    )


def side_by_side(groups: list[list[str]], options: argparse.Namespace) -> list[Score]:
    """The scores of groups of packages that have tests in common, one group a process if there are two of them and two cores.

    In one process every mutant is tried against the tests of all packages: many tests of a ruleset hold the kit to its promises.
    """
    if options.jobs < 2 or len(groups) < 2:
        return scores_of([package for group in groups for package in group], options)
    with ProcessPoolExecutor(len(groups), get_context("fork")) as pool:
        return [score for scores in pool.map(scores_of, groups, [options] * len(groups)) for score in scores]


def scores_of(packages: list[str], options: argparse.Namespace) -> list[Score]:
    trial = Trial(packages, options)
    in_a_session(list(dict.fromkeys(test for package in packages for test in tests_of(package))), trial)
    return trial.scores


def in_a_session(tests: list[str], plugin: object) -> None:
    """Collects tests in this process and leaves what is done with them to the plugin."""
    with tempfile.TemporaryDirectory() as folder:
        fixed = ["-qq", "-n", "0", "-p", "no:cacheprovider", "--capture=sys", "--hypothesis-seed=1", "--basetemp", f"{folder}/t"]
        pytest.main([*tests, *fixed], plugins=[plugin])


if __name__ == "__main__":
    sys.exit(main())
