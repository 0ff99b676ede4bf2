"""check, new and schema: scenario files."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from airwar.loading import Scenario

TRIAL_SECONDS = 1.0  # for the trial battles of one file
MOST_TRIALS = 200


@click.command()
@click.argument("files", nargs=-1, required=True)
def check(files: tuple[str, ...]) -> int:
    """\b
    airwar check my-scenario.yaml
    airwar check scenarios/*/*.yaml

    Check FILES and report every problem, each with its line and column and what was expected. Fight a few trial battles
    to find scripted answers that are illegal or never used. Exit code 65 if there are any problems.
    """
    from airwar.cli import say_problems
    from airwar.errors import BadScenario, NoSuchFile
    from airwar.loading import load_scenario
    from airwar.show.sanitize import clean

    code = 0
    for file in files:
        try:
            scenario = load_scenario(file)
            for note in scenario.notes:
                click.echo(clean(str(note)), err=True)
            try_script(file, scenario)
        except BadScenario as bad:
            say_problems(bad)
            code = bad.exit_code
        except NoSuchFile as missing:
            click.echo(clean(f"airwar: {missing}"), err=True)
            code = code or missing.exit_code
        else:
            click.echo(clean(f"{file}: good: {scenario.title} ({scenario.ruleset.id})"))
    return code


def try_script(file: str, scenario: Scenario) -> None:
    """Fights trial battles by the script. Raises BadScenario at an illegal answer, and notes entries that were never used."""
    from airwar.errors import AirwarError, BadScenario
    from airwar.odds.sample import Sampler
    from airwar.show.sanitize import clean

    until = monotonic() + TRIAL_SECONDS
    try:
        sampler = Sampler(scenario.ruleset, scenario.script, scenario.start)
        for seed in range(MOST_TRIALS):
            sampler.end(seed)
            if monotonic() > until:
                break
    except BadScenario:
        raise
    except AirwarError:
        return  # a script need not answer everything: there may be players to ask
    for entry in scenario.script.entries:
        if entry not in scenario.script.used and entry.pattern != "*":
            where = f"{file}:{entry.line}:{entry.column}"
            click.echo(clean(f"{where}: note: {entry.pattern!r} was never used in the trial battles; is it misspelled?"), err=True)


@click.command()
@click.argument("ruleset")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write to a new file instead.")
def new(ruleset: str, out: Path | None) -> int:
    """\b
    airwar new world-at-war > my-scenario.yaml

    Print a commented, valid scenario of RULESET to start from.
    """
    from airwar import rulesets

    template = rulesets.load(ruleset).template
    if out is None:
        click.echo(template, nl=False)
        return 0
    write_new(out, template)
    click.echo(f"{out}: edit it, then run: airwar check {out}", err=True)
    return 0


def write_new(path: Path, text: str) -> None:
    """Writes a file that does not exist yet."""
    from airwar.errors import CannotWrite

    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CannotWrite(f"{path} already exists; choose another name or delete it first") from None
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}") from None


@click.command()
@click.argument("ruleset")
def schema(ruleset: str) -> int:
    """\b
    airwar schema world-at-war > world-at-war.schema.json
    airwar schema log

    Print the JSON Schema of RULESET's scenarios, for editors that complete and check as you type.
    `airwar schema log` prints the JSON Schema of a line of a log.
    """
    if ruleset == "log":
        from airwar.engine.record_json import log_schema

        click.echo(json.dumps(log_schema(), indent=2))
        return 0
    from airwar import rulesets
    from airwar.loading import shape_of
    from airwar.scenario.schema import json_schema

    game = rulesets.load(ruleset)
    click.echo(json.dumps(json_schema(shape_of(game), f"airwar scenario: {game.title}", f"airwar:{game.id}"), indent=2))
    return 0
