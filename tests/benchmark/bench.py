"""airwar measured against its yardsticks in one run: `python tests/benchmark/bench.py` (icepool and dyce from the bench extra).

Every figure is a ratio to something measured beside it, so it means the same on a slow machine as on a fast one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))

import yardsticks

from airwar.answers.batch import Fighter
from airwar.answers.chance import MachineDice, derived_seed
from airwar.answers.script import Scripted, graph_of
from airwar.battle import begin
from airwar.engine.odds import solve
from airwar.scenario.load import Scenario, parse_scenario

COUNTERAIR = """
airwar: 1
ruleset: world-at-war
title: {a} against {d}
theater: europe
sides: {{axis: [germany], allies: [britain]}}
moving: axis
bases:
  field: {{side: axis, facilities: [city, city, city, city]}}
  target: {{side: allies, facilities: [city, city, city, city]}}
distances: {{field: {{target: 2}}}}
units:
  - {{id: raiders, nation: germany, kind: aaf, count: {a}, base: field}}
  - {{id: defenders, nation: britain, kind: aaf, count: {d}, base: target}}
counterair: [{{base: target, with: {{raiders: {a}}}}}]
choices: {{"*": default}}
"""


def counterair(a: int, d: int) -> Scenario:
    return parse_scenario(COUNTERAIR.format(a=a, d=d), "bench.yaml")


def best(function: Callable[[], object], times: int = 5) -> float:
    """The shortest of a few tries, in seconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        function()
        found.append(time.perf_counter() - start)
    return min(found)


def line(what: str, figure: str, wanted: str) -> None:
    print(f"{what:<58} {figure:>22}   {wanted}", flush=True)


def start_up() -> None:
    def ran(*command: str) -> float:
        return best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), 9)

    python = sys.executable
    click = ran(python, "-c", "import click")
    for flag in ("--version", "--help"):
        ratio = ran(python, "-m", "airwar", flag) / click
        line(f"airwar {flag} / import click", f"{ratio:.2f}", "at most 1.5")
    bare = ran(python, "-c", "import click, rich.table, yaml")
    with TemporaryDirectory() as folder:
        log = os.path.join(folder, "x.jsonl")

        def whole_run() -> None:
            Path(log).unlink(missing_ok=True)
            subprocess.run(
                [python, "-m", "airwar", "run", "malta-1942", "--seed", "7", "--no-input", "--log", log],
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        ratio = best(whole_run, 7) / bare
        line("a whole run of malta-1942 / import click, rich, yaml", f"{ratio:.2f}", "at most 3 (to its first table)")


def throughput() -> None:
    runs = 20_000
    scenario = counterair(10, 8)

    def by_graph() -> None:
        fighter = Fighter(scenario.ruleset, scenario.script, scenario.start)
        for run in range(runs):
            fighter.fight(derived_seed(7, run))

    def by_hand() -> None:
        for _ in range(runs):
            yardsticks.plain_battle(10, 8)

    def walked() -> None:
        for run in range(runs // 100):
            battle = begin(scenario, None, derived_seed(7, run))
            battle.walk(Scripted(scenario.script, MachineDice(derived_seed(7, run)))).run()

    hand, graph, walk = runs / best(by_hand, 3), runs / best(by_graph, 3), runs / 100 / best(walked, 3)
    line("batch battles a second, 10 against 8, logs off", f"{graph:,.0f}", "")
    line("  of a plain loop's", f"{graph / hand:.2f}", "at least 0.20")
    line("  times the steps walked with a log in memory", f"{graph / walk:.0f}", "at least 10")


def processes() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ten.yaml"
        path.write_text(COUNTERAIR.format(a=10, d=8))

        def batch(jobs: int) -> float:
            command = [sys.executable, "-m", "airwar", "batch", str(path), "--runs", "400000", "--seed", "7", "--jobs", str(jobs)]
            return best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), 2)

        line("two processes / one, 400,000 battles", f"{batch(1) / batch(2):.2f}", "at least 1.7")


def exact_odds() -> None:
    for a, d, most in ((10, 8, 0.05), (20, 20, 0.2)):
        scenario = counterair(a, d)

        def ours(scenario: Scenario = scenario) -> None:
            solve(graph_of(scenario.script).start(scenario.start))

        mine = best(ours)
        line(f"exact odds, {a} against {d} to the end", f"{1000 * mine:.1f} ms", f"within {1000 * most:.0f} ms")
        for name in ("icepool_survivors", "dyce_survivors", "dedicated"):
            try:
                its = best(partial(getattr(yardsticks, name), a, d))
            except ImportError:
                line(f"  {name.partition('_')[0]}", "not installed", "pip install '.[bench]'")
                continue
            wanted = "above 1" if "_" in name else "(how far the dedicated program is)"
            line(f"  {name.partition('_')[0]}'s time / ours", f"{its / mine:.2f}", wanted)


if __name__ == "__main__":
    start_up()
    throughput()
    processes()
    exact_odds()
