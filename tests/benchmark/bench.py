"""airwar measured against its yardsticks in one run: `python tests/benchmark/bench.py` (icepool and dyce from the bench extra).

Every figure is a ratio to something measured beside it, so it means the same on a slow machine as on a fast one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "air_supremacy"), str(HERE.parent / "batches")]

import yardsticks
from as_table import battle as assault

import airwar
from airwar.analysis.verify import verify
from airwar.answers.chance import MachineDice, Scripted, derived_seed
from airwar.batches.batch import Piece, fight_piece, work_of
from airwar.battle.battle import begin
from airwar.choices.script import Entry, Script
from airwar.engine.log import Log
from airwar.engine.questions import REFEREE, Allotment, Choice
from airwar.probability.at_hand import BattleAtHand
from airwar.probability.budget import Budget
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.probability.graph import graph_of
from airwar.probability.nodes import answers_to
from airwar.probability.sample import Sampler
from airwar.probability.solve import Solver
from airwar.setup.loading import Scenario, load_scenario, parse_scenario
from airwar.table.by_the_odds import policies_at

COUNTERAIR = """
airwar: 1
ruleset: world-at-war
title: counterair to the end
theater: europe
sides: {{axis: [{axis}], allies: [{allies}]}}
attacker: axis
bases:
  field: {{side: axis, facilities: [city, city, city, city, city, airbase]}}
  target: {{side: allies, facilities: [city, city, city, city, city, airbase]}}
distances: {{field: {{target: 2}}}}
units:
{units}
counterair: [{{at: target, with: {{{flown}}}}}]
choices: {{"*": default}}
"""


def counterair(axis: dict[str, int], allies: dict[str, int]) -> Scenario:
    """So many factors of each nation against so many."""
    units = [
        f"  - {{id: {nation}-air, nation: {nation}, type: aaf, count: {number}, at: {base}}}"
        for base, force in (("field", axis), ("target", allies))
        for nation, number in force.items()
    ]
    flown = ", ".join(f"{nation}-air: {number}" for nation, number in axis.items())
    said = {"axis": ", ".join(axis), "allies": ", ".join(allies), "units": "\n".join(units), "flown": flown}
    return parse_scenario(COUNTERAIR.format(**said), "bench.yaml")


def by_default(text: str) -> Scenario:
    """A scenario in which everybody answers by default."""
    scenario = parse_scenario(text, "bench.yaml")
    return replace(scenario, script=Script((Entry("*", "default"),), "bench.yaml"))


def solved(scenario: Scenario) -> None:
    """Works out the exact odds."""
    graph = graph_of(scenario.script)
    Solver(graph).distribution(graph.start(scenario.start))


def best(function: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest of a few tries, in seconds of processor time, so that others on the machine do not count."""
    found = []
    for _ in range(times):
        start = clock()
        function()
        found.append(clock() - start)
    return min(found)


def children() -> float:
    """The processor time of all processes that were started and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


cpu_time = partial(best, times=9)


def line(what: str, figure: str, wanted: str) -> None:
    print(f"{what:<58} {figure:>22}   {wanted}", flush=True)


# As installed: with the bytecode kept, whatever this shell says about it.
INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def start_up() -> None:
    def ran(*command: str) -> float:
        quiet = partial(subprocess.run, check=True, env=INSTALLED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return best(lambda: quiet(command), 9, clock=children)

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
                env=INSTALLED,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        ratio = best(whole_run, 9, clock=children) / bare
        line("a whole run of malta-1942 / import click, rich, yaml", f"{ratio:.2f}", "at most 3 (to its first table)")


def over_the_graph(scenario: Scenario, runs: int) -> None:
    sampler = Sampler(scenario.ruleset, scenario.script, scenario.start)
    for run in range(runs):
        sampler.outcome(derived_seed(7, run))


def throughput() -> None:
    runs = 20_000
    scenario = counterair({"germany": 10}, {"britain": 8})

    def by_hand() -> None:
        for _ in range(runs):
            yardsticks.plain_battle(10, 8)

    def walked() -> None:
        for run in range(runs // 100):
            battle = begin(scenario, None, derived_seed(7, run))
            battle.walk(Scripted(scenario.script, MachineDice(derived_seed(7, run)))).run()

    hand, walk = runs / best(by_hand, 3), runs / 100 / best(walked, 3)
    graph = runs / best(partial(over_the_graph, scenario, runs), 3)
    line("batch battles a second, 10 against 8, logs off", f"{graph:,.0f}", "")
    line("  of a plain loop's", f"{graph / hand:.2f}", "at least 0.40")
    line("  times the steps walked with a log in memory", f"{graph / walk:.0f}", "at least 10")


LARGE = ("typhoon-1941", "husky-1943", "maleme-1941")


def logs() -> None:
    """The limits are four, six and four times what the figures were before steps were remembered; of large turns, all three."""
    walk, check, batch = log_speeds("malta-1942", 60, tries=9, kept=600)
    line("walk with a log in memory: records, of a plain log's", f"{walk:.2f}", "at least 0.25")
    line("verify: records, of a plain log's", f"{check:.2f}", "at least 0.20")
    line("batch --logs: records, of a plain log's", f"{batch:.2f}", "at least 0.21")
    for name in LARGE:
        ratios = " / ".join(f"{speed:.3f}" for speed in log_speeds(name, 12, tries=4, kept=12))
        line(f"{name}: walk / verify / batch --logs, of a plain log's", ratios, "at least 0.10")


def log_speeds(name: str, each: int, tries: int, kept: int) -> tuple[float, float, float]:
    """How fast logs are walked, verified and kept by a batch: records, of those of the plainest log there can be.

    That is one whose records are encoded and hashed, nothing else. Every try fights or verifies other battles, so that none is
    measured with what was remembered of itself.
    """
    scenario, number = load_scenario(name), count()

    def fought() -> list[Log]:
        battles = [begin(scenario, None, derived_seed(7, next(number))) for _ in range(each)]
        for battle in battles:
            battle.walk(Scripted(scenario.script, battle.dice)).run()
        return [battle.log for battle in battles]

    made = fought()
    contents = [record.content for log in made for record in log.records[1:]]
    plain = cpu_time(lambda: yardsticks.plain_log(contents)) * sum(len(log.records) for log in made) / len(contents)
    with TemporaryDirectory() as folder:
        groups: list[list[Path]] = []
        for at in range(tries):
            groups.append([Path(folder) / f"{at}-{log}.jsonl" for log in range(each)])
            for path, log in zip(groups[-1], fought(), strict=True):
                path.write_text(log.text())

        def keep() -> None:
            assert not fight_piece(Piece(work_of(name), 7, kept * next(number), kept, f"{folder}/{name}")).error

        walked = cpu_time(fought, times=tries)
        verified = cpu_time(lambda: [verify(path) for path in groups.pop()], times=tries)
        batch = cpu_time(keep, times=4)
    return plain / walked, plain / verified, plain / batch * kept / each


def turns() -> None:
    """A turn that meets positions for the first time, against the same turn again."""
    for name in (*LARGE, "watchtower-1942", "case-blue-1942"):
        scenario = load_scenario(name)
        seeds = [derived_seed(7, run) for run in range(40)]
        fresh, again = [], []
        for _ in range(3):
            sampler = Sampler(scenario.ruleset, scenario.script, scenario.start)
            for times in (fresh, *[again] * 5):
                times.append(cpu_time(lambda sampler=sampler, seeds=seeds: [sampler.outcome(seed) for seed in seeds], times=1))
        line(f"{name}: a fresh turn / the same again", f"{min(fresh) / min(again):.0f}", "at most 150")


def odds_of_turns() -> None:
    """What the command finds out about every shipped turn that it does not solve exactly, in its default time."""
    for path in sorted((HERE.parent.parent / "scenarios").glob("*/*.yaml")):
        scenario = load_scenario(str(path))
        script = with_policies(scenario.script, lenient=False)
        found = forecast(Situation(scenario.ruleset, script, scenario.start), bounded=True)
        if not found.certain:
            figure = f"{found.total:,} turns" if found.sampled else f"off by {100 * found.unresolved:.1f} % at most"
            line(f"odds of {path.stem}", figure, "a bound, or at least 1,000 turns")


def battles_at_hand() -> None:
    """The battle at hand at every prompt that is about one, in every shipped scenario, each solved afresh: the slow ones."""
    prompts = slow = 0
    for path in sorted((HERE.parent.parent / "scenarios").glob("*/*.yaml")):
        game = airwar.session(str(path), seed=1)
        while (question := game.question) is not None and game.default is not None:  # the rest takes a person
            if isinstance(question, Choice | Allotment) and question.by != REFEREE:
                battle = BattleAtHand(game.scenario.ruleset, policies_at(game), game.walk, question, Budget(seconds=1.0))
                if battle.is_one:
                    prompts += 1
                    took = best(lambda: battle.after(answers_to(question, game.default)), 1)  # noqa: B023  # called at once
                    if took > AT_HAND:
                        slow += 1
                        line(f"  {path.stem}, {question.key}"[:58], f"{1000 * took:.0f} ms", f"within {1000 * AT_HAND:.0f} ms")
            game.answer(game.default)
    line("prompts about a battle / slow ones", f"{prompts} / {slow}", "none slow")


AT_HAND = 0.05  # seconds
MILLION = ["batch", "malta-1942", "--runs", "1000000", "--seed", "7"]


def timed(*arguments: str) -> tuple[float, float]:
    """The seconds of a command, on the clock and on all processors together (its own processes, not those of a cluster)."""
    before, start = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "airwar", *arguments], check=True, env=INSTALLED, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def processes() -> None:
    """A million battles of a shipped scenario. The clock needs a quiet machine with two cores; processor time does not."""
    (one, one_cpu), (two, two_cpu) = timed(*MILLION), timed(*MILLION, "--jobs", "2")
    line("a million battles: one process / two, on the clock", f"{one / two:.2f}", "at least 1.7")
    line("  processor time of two / one", f"{two_cpu / one_cpu:.2f}", "(1.00 would be no overhead)")
    on_a_cluster(two)


def on_a_cluster(two: float) -> None:
    """The same on a Dask cluster of two workers on this machine, against two processes."""
    try:
        from test_cluster import Dask
    except ImportError:
        line("  a cluster of two workers / two processes", "not installed", "pip install '.[cluster]'")
        return
    with TemporaryDirectory() as folder:
        dask = Dask(Path(folder))
        try:
            took, _ = timed(*MILLION, "--cluster", dask.address)
        finally:
            dask.stop()
    line("  a cluster of two workers / two processes", f"{took / two:.2f}", "(what the cluster costs)")


def exact_odds() -> None:
    for a, d, most in ((10, 8, 0.05), (20, 20, 0.2)):
        scenario = counterair({"germany": a}, {"britain": d})

        def ours(scenario: Scenario = scenario) -> None:
            solved(scenario)

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


def air_supremacy() -> None:
    runs = 5_000
    scenario = by_default(assault({"infantry": 10, "fighter": 5}, {"infantry": 10}))

    def by_hand() -> None:
        for _ in range(runs):
            yardsticks.plain_assault(10, 5, 10)

    hand, graph = runs / best(by_hand, 3), runs / best(partial(over_the_graph, scenario, runs), 3)
    line("10 infantry and 5 fighters against 10, battles a second", f"{graph:,.0f}", "more than 5,000")
    line("  of a plain loop's", f"{graph / hand:.2f}", "at least 0.20")
    exact = best(lambda: solved(scenario), 9)
    line("  exact odds", f"{1000 * exact:.1f} ms", "within 50 ms")
    kinds = {"infantry": 4, "fighter": 3, "bomber": 2, "dive-bomber": 2, "dogfighter": 1}
    enemy = {"infantry": 4, "fighter": 3, "bomber": 2, "dogfighter": 2, "anti-aircraft": 1}
    large = by_default(assault(kinds, enemy))
    took = best(lambda: solved(large), 1)
    line("12 against 12 units of five types, odds", f"{took:.1f} s", "within 5 s")


def mixed_odds() -> None:
    axis = {"germany": 8, "italy": 8, "finland": 7, "hungary": 7}
    scenario = counterair(axis, {"britain": 8, "us": 8, "russia": 7, "france": 7})
    took = best(lambda: solved(scenario), 2)
    line("30 mixed factors of four types a side, odds", f"{took:.1f} s", "within 5 s")


if __name__ == "__main__":
    start_up()
    throughput()
    logs()
    turns()
    odds_of_turns()
    battles_at_hand()
    processes()
    exact_odds()
    mixed_odds()
    air_supremacy()
