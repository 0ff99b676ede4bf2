"""check: everything wrong with scenario files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from airwar.cli.options import JSON

if TYPE_CHECKING:
    from airwar.errors import Problem

MOST_SHOWN = 40  # problems of one file
NO_TRIALS = "trial battles need a scenario that can be played"


@dataclass
class Checked:
    """A file, what was found in it, and what it is if it can be played."""

    file: str
    found: list[Problem] = field(default_factory=list)
    title: str = ""
    ruleset: str = ""
    unchecked: str = ""  # why not everything could be checked
    missing: str = ""  # why it could not be read at all
    missing_code: int = 0

    def code(self, strict: bool) -> int:
        """The exit code for this file."""
        from airwar.errors import BadScenario

        wrong = ("error", "warning") if strict else ("error",)
        if self.missing:
            return self.missing_code
        return BadScenario.exit_code if any(problem.severity in wrong for problem in self.found) else 0


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Warnings are errors, too.")
@JSON
def check(files: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """\b
    airwar check my-scenario.yaml
    airwar check my-scenarios

    Check FILES, which are scenarios or folders of scenarios, and report everything at once, with line and column: errors
    (what cannot be played), warnings (what is probably a mistake) and notes. Where it is clear what was meant, the search
    goes on as if it had been written. Once a scenario can be played, trial battles find answers in `choices` that are
    illegal or never used, and missions that nobody flies. Exit code 65 if there are any errors.
    """
    from airwar.batches.batch import expanded

    results = [_checked(file) for file in expanded(files)]
    if as_json:
        _print_json(results, strict)
    else:
        for result in results:
            _show(result, strict)
        _summarize(results)
    codes = [result.code(strict) for result in results]
    return max((code for code in codes if code == 65), default=next((code for code in codes if code), 0))


def _checked(file: str) -> Checked:
    """Everything there is to say about a file."""
    from airwar.battle.rehearsal import rehearse
    from airwar.errors import BadScenario, BrokenRuleset, NoSuchFile
    from airwar.scenario.problems import in_file_order
    from airwar.setup.loading import load_scenario

    try:
        scenario = load_scenario(file)
    except BadScenario as bad:
        return Checked(file, list(bad.problems), unchecked=bad.unchecked or NO_TRIALS)
    except (NoSuchFile, BrokenRuleset) as missing:
        return Checked(file, missing=str(missing), missing_code=missing.exit_code)
    return Checked(file, in_file_order([*scenario.notes, *rehearse(scenario)]), scenario.title, scenario.ruleset.id)


def _show(result: Checked, strict: bool) -> None:
    """The problems of a file on stderr, or on stdout that it is good."""
    from airwar.cli import say as say_on_stderr
    from airwar.show.console import show_problem
    from airwar.show.text import clean

    if result.missing:
        say_on_stderr(f"airwar: {result.missing}")
    for problem in result.found[:MOST_SHOWN]:
        show_problem(problem, result.file)
    if len(result.found) > MOST_SHOWN:
        click.echo(clean(f"{_named(result.file)}: {len(result.found)} problems, the first {MOST_SHOWN} shown"), err=True)
    if result.unchecked:
        say_on_stderr(f"{_named(result.file)}: not everything could be checked; fix these first ({result.unchecked})")
    if not result.code(strict):
        click.echo(clean(f"{_named(result.file)}: good: {result.title} ({result.ruleset})"))


def _named(file: str) -> str:
    """A file as messages call it, also where it is stdin."""
    from airwar.engine.files import DASH, NAME

    return NAME if file == DASH else file


def _summarize(results: Iterable[Checked]) -> None:
    """How many problems there are, if any."""
    from airwar.engine.words import count

    found = [problem.severity for result in results for problem in result.found]
    parts = [count(found.count(severity), severity) for severity in ("error", "warning") if severity in found]
    if parts:
        click.echo(f"airwar: {', '.join(parts)}", err=True)


def _print_json(results: list[Checked], strict: bool) -> None:
    from airwar.show.text import as_json

    files = [
        {
            "file": _named(result.file),
            "good": not result.code(strict),
            "title": result.title,
            "ruleset": result.ruleset,
            "unchecked": result.unchecked or result.missing,
        }
        for result in results
    ]
    problems = [
        {"file": one.file, "line": one.line, "column": one.column, "severity": one.severity, "message": one.text}
        for result in results
        for one in result.found
    ]
    click.echo(as_json(files=files, problems=problems))
