"""odds: what a battle comes to, exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from airwar.answers.forecast import Situation
    from airwar.answers.script import Entry, Script
    from airwar.scenario.load import Scenario


@click.command()
@click.argument("scenario", required=False)
@click.option("--at", "place", help="LOG or LOG:SEQ: from that record of a logged battle on.")
@click.option("--policy", "policies", multiple=True, help="KEY=ANSWER, or a YAML file of such lines; before the scenario's own.")
@click.option("--method", type=click.Choice(["auto", "exact", "sample"]), default="auto", show_default=True)
@click.option("--runs", type=click.IntRange(1, 10_000_000), default=10_000, show_default=True, help="Battles, when sampled.")
@click.option("--seed", default="1", show_default=True, help="Of the sample.")
@click.option("--exact-fractions", is_flag=True, help="Show every chance as a fraction too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def odds(
    scenario: str | None,
    place: str | None,
    policies: tuple[str, ...],
    method: str,
    runs: int,
    seed: str,
    exact_fractions: bool,
    as_json: bool,
) -> int:
    """\b
    airwar odds malta-1942
    airwar odds malta-1942 --policy '*.attacker.disengage=leave-below-4'
    airwar odds --at malta-1942.jsonl:17

    The chance of every result of SCENARIO and of every loss, from the very steps that fight it, when both sides keep to their
    policies: the scenario's choices, with --policy lines before them. An answer may also be a named policy: stay (to the
    end), leave-below-N (own factors), leave-under-P (own strength below P percent of the enemy's), default. Exact where that
    can be done, else sampled; the output says which.
    """
    from airwar.answers.chance import parse_seed
    from airwar.answers.forecast import forecast
    from airwar.engine.odds import TooMany
    from airwar.errors import AirwarError

    at, title = situation(scenario, place, policies)
    try:
        found = forecast(at, method, runs, parse_seed(seed))
    except TooMany:
        raise AirwarError("there are too many positions for exact odds; use --method sample or auto") from None
    if as_json:
        from airwar.show.odds import document

        click.echo(json.dumps({**document(found), "policies": assumed(at.script)}, indent=2, ensure_ascii=False))
        return 0
    from airwar.show.console import clean, results
    from airwar.show.odds import page

    console = results()
    console.print(clean(title), style="bold")
    page(console, found, exact_fractions)
    console.print("assumed, first match wins: " + "; ".join(assumed(at.script)), style="dim")
    return 0


def assumed(script: Script) -> list[str]:
    """The policies that were kept to."""
    return [entry.shown for entry in script.entries] or ["nothing is left open"]


def situation(name: str | None, place: str | None, policies: tuple[str, ...]) -> tuple[Situation, str]:
    """Where the odds are asked for."""
    from airwar.answers.forecast import Situation, with_policies
    from airwar.scenario.load import load_scenario

    if place is not None:
        return logged(place, policies)
    if name is None:
        raise click.UsageError("name a SCENARIO, or a log with --at")
    scenario = load_scenario(name)
    script = with_policies(scenario.script, further(scenario, policies))
    return Situation(scenario.ruleset, script, scenario.start), scenario.title


def logged(place: str, policies: tuple[str, ...]) -> tuple[Situation, str]:
    """The position of a log after one of its records; the last one if none is named."""
    from airwar.answers.forecast import Situation, with_policies
    from airwar.battle import Battle, Nobody, scenario_of
    from airwar.engine.log import Log
    from airwar.engine.referee import Asked
    from airwar.errors import AirwarError

    file, colon, number = place.rpartition(":")
    named = bool(colon) and number.isdecimal()
    log = Log.load(Path(file if named else place))
    records = [record for record in log.records if not named or record.seq <= int(number)]
    if records and records[-1].body["t"] == "end":
        records = records[:-1]
    scenario = scenario_of(log)
    walk = Battle(scenario, Log(records), None).walk(Nobody())
    try:
        walk.run()
    except Asked as asked:
        first, scope, round_ = walk.here()
        script = with_policies(scenario.script, further(scenario, policies))
        title = f"{scenario.title}, at {asked.question.key}"
        return Situation(scenario.ruleset, script, first, scope, round_), title
    raise AirwarError(f"{place}: the battle is over there; name an earlier record")


def further(scenario: Scenario, policies: tuple[str, ...]) -> Script:
    """Policies from the command line, or from files of `choices`."""
    from airwar.answers.script import Script
    from airwar.scenario.load import script_from

    entries: list[Entry] = []
    for said in policies:
        key, equals, answer = said.partition("=")
        if equals and not Path(said).exists():
            text, name = f'"{key}": {answer}\n', "--policy"
        else:
            path = Path(said)
            if not path.is_file():
                raise click.UsageError(f"--policy {said!r} is neither KEY=ANSWER nor a file")
            text, name = path.read_text(encoding="utf-8"), said
        entries += script_from(text, name, scenario.ruleset).entries
    return Script(tuple(entries), "--policy")
