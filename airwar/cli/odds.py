"""odds: what a battle comes to, exactly."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from airwar.answers.forecast import Situation
    from airwar.choices.script import Entry, Script
    from airwar.engine.log import Log
    from airwar.rulesets.ruleset import AnyRuleset

LONG = 2.0  # seconds after which one wonders what takes so long
TYPED = "--policy"  # where a policy stands that is typed on the command line


@click.command()
@click.argument("scenario", required=False)
@click.option("--at", "place", metavar="LOG[:SEQ]", help="From there on in a logged battle: from its last record, or from SEQ.")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="KEY=ANSWER|FILE",
    help="Answers that come before the scenario's own: one, or a YAML file of such lines as stand under choices. Repeatable.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "exact", "sample"]),
    default="auto",
    show_default=True,
    help="auto is exact where that takes no more than half a minute.",
)
@click.option("--runs", type=click.IntRange(1, 10_000_000), help="Battles, when sampled; else 10,000, or what half a minute gives.")
@click.option("--seed", default="1", show_default=True, help="Of the sample.")
@click.option("--exact-fractions", is_flag=True, help="Show every chance as a fraction too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document, with every chance as a fraction too.")
def odds(
    scenario: str | None,
    place: str | None,
    policies: tuple[str, ...],
    method: str,
    runs: int | None,
    seed: str,
    exact_fractions: bool,
    as_json: bool,
) -> int:
    """\b
    airwar odds malta-1942
    airwar odds malta-1942 --policy '*.attacker.disengage=leave-below-4'
    airwar odds --at malta-1942.jsonl:17

    The chance of every result of SCENARIO, of every loss and of what is left, from the very steps that fight it, when both
    sides keep to their policies: the scenario's choices, with --policy lines before them, and the default for whatever
    they leave open. The policies are printed. An answer may be a policy by name:

    \b
      stay             stays to the end
      leave-below-N    leaves when fewer than N own factors are left
      leave-under-P%   leaves when own strength is under P percent of the enemy's
      default          the default of the rule: for losses, for everything
      all, none        of whatever may be named

    Exact odds are whole numbers over one denominator; nothing is rounded and nothing cut off. Very large trees are solved
    in floating point, with the bound of the error, unless --exact-fractions is given. Where there are too many positions
    the battle is sampled, with seed and 95 % intervals. The output says which.
    """
    from airwar.answers.chance import parse_seed
    from airwar.answers.forecast import INSISTED_EDGES, forecast
    from airwar.engine.odds import MOST_EDGES

    at, title, further = situation(scenario, place, policies)
    limit = INSISTED_EDGES if method == "exact" else MOST_EDGES
    with waiting(method):
        found = forecast(at, method, runs, parse_seed(seed), limit, in_full=exact_fractions)
    assumed = at.script.assumed
    warn_of_silence(at.script, further, certain=found.exact and place is None)
    sys.set_int_max_str_digits(0)  # a fraction may be long; it is our own
    if as_json:
        from airwar.show.odds import document

        whole = {"scenario": title, **document(found), "policies": assumed}
        click.echo(json.dumps(whole, indent=2, ensure_ascii=False))
        return 0
    from airwar.show.console import clean, results
    from airwar.show.odds import page

    console = results()
    console.print(clean(title), style="bold")
    page(console, found, exact_fractions)
    console.print("\nassumed, first match wins", style="bold")
    for line in assumed:
        console.print(f"  {clean(line)}")
    return 0


@contextmanager
def waiting(method: str) -> Iterator[None]:
    """Tells whoever looks on, after a while, what it is that takes so long."""
    what = {
        "auto": "going through every outcome; after half a minute the battle is sampled instead",
        "exact": "going through every outcome",
        "sample": "fighting the battle again and again",
    }[method]
    timer = Timer(LONG, click.echo, (f"airwar: {what} (Ctrl-C stops)",), {"err": True})
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def warn_of_silence(script: Script, further: tuple[Entry, ...], certain: bool) -> None:
    """Tells of policies that nothing asked for; one that was typed, and that certainly nothing can ask for, is refused."""
    from difflib import get_close_matches

    from airwar.errors import BadPolicy

    for entry in further:
        if script.was_asked(entry):
            continue
        near = get_close_matches(entry.pattern, script.asked, 1, 0.7)
        text = f"--policy {entry}: nothing of that name is asked here" + (f"; did you mean {near[0]}?" if near else "")
        if certain and entry.file.startswith(TYPED):
            raise BadPolicy(text)
        click.echo(f"airwar: {text}", err=True)


def situation(name: str | None, place: str | None, policies: tuple[str, ...]) -> tuple[Situation, str, tuple[Entry, ...]]:
    """Where the odds are asked for, its title, and the policies of the command line."""
    from airwar.answers.forecast import Situation, with_policies
    from airwar.loading import load_scenario

    if place is not None:
        return logged(place, name, policies)
    if name is None:
        raise click.UsageError("name a SCENARIO, or a log with --at")
    scenario = load_scenario(name)
    further = read_policies(policies, scenario.ruleset)
    script = with_policies(scenario.script, further, lenient=bool(further))
    return Situation(scenario.ruleset, script, scenario.start), scenario.title, further


def logged(place: str, name: str | None, policies: tuple[str, ...]) -> tuple[Situation, str, tuple[Entry, ...]]:
    """The position of a log after one of its records; the last one if none is named. The log is only read."""
    from airwar.answers.forecast import situation_at, with_policies
    from airwar.battle import Battle, Nobody, scenario_of
    from airwar.engine.referee import Asked
    from airwar.errors import AirwarError
    from airwar.loading import load_scenario

    log = log_until(place)
    scenario = scenario_of(log)
    if name is not None and load_scenario(name).text != scenario.text:
        raise AirwarError(f"{place} is a battle of another scenario than {name}; leave {name} out, for a log knows its own")
    walk = Battle(scenario, log, None).walk(Nobody())
    try:
        walk.run()
    except Asked as asked:
        further = read_policies(policies, scenario.ruleset)
        at = situation_at(scenario.ruleset, with_policies(scenario.script, further), walk)
        return at, f"{scenario.title}, at {asked.question.key}", further
    raise AirwarError(f"{place}: the battle is over there; name an earlier record")


def log_until(place: str) -> Log:
    """A copy of a log in memory, up to the record that `LOG:SEQ` names."""
    from airwar.engine.log import Log
    from airwar.errors import AirwarError

    file, _, number = place.rpartition(":")
    if not file or not number.isdecimal() or Path(place).exists():
        file, number = place, ""
    records = Log.load(Path(file)).records
    last = int(number) if number else records[-1].seq
    if last > records[-1].seq:
        raise AirwarError(f"{file} has no record {last}; its last is {records[-1].seq}")
    return Log([record for record in records if record.seq <= last and record.body["t"] != "end"])


def read_policies(policies: tuple[str, ...], ruleset: AnyRuleset) -> tuple[Entry, ...]:
    """Policies from the command line, or from files of such lines as stand under `choices`."""
    from airwar.choices.grammar import read_script

    entries: list[Entry] = []
    for said in policies:
        key, equals, answer = said.partition("=")
        if Path(said).is_file():
            text, name = Path(said).read_text(encoding="utf-8", errors="replace"), said
        elif equals and key.strip() and answer.strip():
            text, name = f"{json.dumps(key.strip())}: {answer}\n", f"{TYPED} {said}"
        else:
            raise click.UsageError(f"--policy {said!r} is neither KEY=ANSWER nor a file")
        entries += read_script(text, name, ruleset.questions).entries
    return tuple(entries)
