"""new, check, fields, schema: a scenario to start from, everything wrong with one, and what it can say."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from airwar.cli import print_json, say
from airwar.cli.options import JSON, OUT
from airwar.engine.files import DASH, NAME, is_stdin
from airwar.engine.words import closest, count, did_you_mean
from airwar.errors import BadScenario, BrokenRuleset, CannotWrite, NoSuchFile, NotFound
from airwar.show.text import clean

if TYPE_CHECKING:
    from airwar.choices.grammar import Questions
    from airwar.errors import Problem
    from airwar.scenario.shape import Described


@click.command()
@click.argument("name", metavar="[NAME|DIR]", required=False)
@OUT
@click.option("--ruleset", "game", metavar="ID", help="Write a package with a ruleset of your own to DIR.")
def new(name: str | None, out: Path | None, game: str | None) -> int:
    """\b
    airwar new
    airwar new world-at-war > my-scenario.yaml
    airwar new malta-1942 -o my-malta.yaml
    airwar new --ruleset flying-circus flying-circus

    Print a scenario to start from: a commented template, if NAME is a ruleset, or a copy of a shipped scenario. With -o, a
    chart file that it names is copied too. Without NAME, list the rulesets. With --ruleset, write a small working ruleset to DIR:
    a package with its rules, a chart, a scenario and tests, for you to change.
    """
    from airwar import rulesets
    from airwar.setup.new import template_of

    if game is not None:
        if name is None or out is not None:
            raise click.UsageError("--ruleset takes the name of a new folder, and no --out: airwar new --ruleset ID DIR")
        return _new_ruleset(game, Path(name))
    if name is None:
        return _list_rulesets("new")
    if not rulesets.knows(name):
        return _copy_shipped(name, out)
    ruleset = rulesets.load(name)
    if not ruleset.template:
        raise NotFound(f"{name} has no template; airwar run --list names its scenarios, which airwar new copies")
    text = template_of(ruleset)
    if out is None:
        click.echo(text, nl=False)
        return 0
    write_new(out, text)
    click.echo(f"{out}: edit it, then run: airwar check {out}", err=True)
    return 0


def _copy_shipped(name: str, out: Path | None) -> int:
    """Copies a shipped scenario, and the chart file that it names."""
    from airwar import rulesets
    from airwar.setup.loading import load_scenario, outside_scenarios, shipped_scenarios

    shipped = {path.stem: path for path in [*(path for _, path in outside_scenarios()), *shipped_scenarios()]}
    wanted = name.removesuffix(".yaml")
    if wanted not in shipped:
        meant = did_you_mean(closest(wanted, [*rulesets.every_id(), *shipped]))
        raise NotFound(f"{name} is neither a ruleset ({', '.join(rulesets.every_id())}) nor a shipped scenario{meant}")
    text = shipped[wanted].read_text(encoding="utf-8")
    files = load_scenario(wanted).files
    if out is None:
        click.echo(text, nl=False)
        for chart in files:
            click.echo(f"airwar: it reads {chart}, which -o copies too", err=True)
        return 0
    for chart, content in files.items():
        path = out.parent / chart
        if not os.path.exists(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_new(path, content)
    write_new(out, text)  # last: if anything fails, its name is still free
    click.echo(f"{out}: edit it, then run: airwar check {out}", err=True)
    return 0


def _new_ruleset(name: str, folder: Path) -> int:
    """Writes the skeleton of a ruleset and says what to do next."""
    from airwar.setup.new import write_ruleset

    for path in write_ruleset(name, folder):
        click.echo(clean(str(path)))
    click.echo(clean(f"next: cd {quote(str(folder))} && pip install -e '.[test]' && pytest --update-golden"), err=True)
    return 0


def _list_rulesets(command: str) -> int:
    """The rulesets that a command takes."""
    from airwar import rulesets

    games, broken = rulesets.every()
    width = max(len(game.id) for game in games)
    for game in games:
        click.echo(f"{game.id:<{width}}  {game.title}")
    for error in broken:
        click.echo(f"airwar: {error}", err=True)
    click.echo(f"for example: airwar {command} {games[0].id}", err=True)
    return 0


@click.command()
@click.argument("ruleset", required=False)
def schema(ruleset: str | None) -> int:
    """\b
    airwar schema
    airwar schema world-at-war > world-at-war.schema.json
    airwar schema log
    airwar schema serve

    Print the JSON Schema of RULESET's scenarios, for editors that complete and check as you type: the first line of a
    template names the file. `airwar schema log` prints the schema of a line of a log, and `airwar schema serve` that of what
    `airwar serve` sends and receives. Without RULESET, list the rulesets.
    """
    if ruleset is None:
        return _list_rulesets("schema")
    if ruleset == "log":
        from airwar.engine.record_json import log_schema

        click.echo(json.dumps(log_schema(), indent=2))
        return 0
    if ruleset == "serve":
        from airwar.table.pipe import serve_schema

        click.echo(json.dumps(serve_schema(), indent=2))
        return 0
    from airwar import rulesets
    from airwar.scenario.shape import json_schema
    from airwar.setup.loading import shape_of

    game = rulesets.load(ruleset)
    click.echo(json.dumps(json_schema(shape_of(game), f"airwar scenario: {game.title}", f"airwar:{game.id}"), indent=2))
    return 0


@click.command()
@click.argument("ruleset", required=False)
@click.argument("section", required=False)
@click.option("--all", "every", is_flag=True, help="Every field of every section.")
def fields(ruleset: str | None, section: str | None, every: bool) -> int:
    """\b
    airwar fields
    airwar fields ocs
    airwar fields ocs units
    airwar fields ocs choices

    Print what a scenario of RULESET can say: its sections, or every field of one SECTION with its values, its default and
    its meaning. For choices, print the id of every decision and roll. Without RULESET, list the rulesets.
    """
    from airwar import rulesets
    from airwar.scenario.shape import described
    from airwar.setup.loading import shape_of

    if ruleset is None:
        return _list_rulesets("fields")
    if section == "choices":
        click.echo("\n".join(_question_lines(rulesets.load(ruleset).questions)))
        return 0
    known = list(described(shape_of(rulesets.load(ruleset))))
    if section is None:
        shown = [one for one in known if every or len(one.path) == 1]
        click.echo("\n".join(_lines_of(shown)))
        if not every:
            click.echo(f"airwar fields {ruleset} SECTION prints the keys of a section, --all those of every section", err=True)
        return 0
    path = tuple(section.split("."))
    inside = [one for one in known if one.path[: len(path)] == path]
    if not inside:  # the name of a field rather than a section
        inside = [one for one in known if one.name == section]
        path = ()
    if not inside:
        raise NotFound(_no_such_field(ruleset, section, [one.name for one in known]))
    click.echo("\n".join(_lines_of(inside, len(path) - 1) if path else _by_place(inside)))
    return 0


def _by_place(found: list[Described]) -> list[str]:
    """Fields of one name in several sections, each under its full name."""
    return _lines_of([one._replace(path=(".".join(one.path),)) for one in found])


def _no_such_field(ruleset: str, section: str, names: list[str]) -> str:
    return f"no field {section} in {ruleset}; airwar fields {ruleset} lists the sections{did_you_mean(closest(section, names))}"


# the field reference, for people who write scenarios

_PIPED = 80  # columns, where nobody says otherwise
_WIDEST = 100  # longer lines are hard to read


def width() -> int:
    """How wide the reference is printed."""
    return min(_WIDEST, get_terminal_size((_PIPED, 24)).columns if sys.stdout.isatty() else _PIPED)


def _lines_of(fields: Iterable[Described], above: int = 0) -> list[str]:
    """The lines of the reference: name, values and default, then what the field means; inner fields are indented."""
    lines: list[str] = []
    for one in fields:
        indent = "  " * (len(one.path) - 1 - above)
        status = f" ({one.status})" if one.status else ""
        lines += _wrapped(f"{one.name}{status}: {one.what}", indent, indent + "    ")
        lines += _wrapped(one.text, indent + "    ", indent + "    ")
    return lines


def _question_lines(questions: Questions) -> list[str]:
    """The ids that `choices` may name: every decision with what it decides, then every roll."""
    from airwar.choices.script import EXPECTED

    lines = _wrapped("choices: the id of a question, and its answer", "", "    ")
    lines += _wrapped(
        "The name of a battle and the round can come before an id: write *. for them. A * in an id stands for a name.",
        "    ",
        "    ",
    )
    lines += ["", "decisions"]
    for id_, text in questions.decisions.items():
        lines += _wrapped(f"{id_}: {text}", "  ", "      ")
        if stance := questions.stances.get(id_):
            lines += _wrapped(f"{stance.stay} or {stance.leave}; policies: {EXPECTED}", "      ", "      ")
    if questions.rolls:
        lines += ["", "rolls; the answer is the faces, such as [3, 5]"]
    for id_, text in questions.rolls.items():
        lines += _wrapped(f"{id_}: {text}", "  ", "      ")
    return lines


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(text, width(), initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


# files that commands write


def free_log(scenario: str) -> Path:
    """A new name for a log in the working directory, after a scenario."""
    return _free(Path(f"{Path(scenario).stem}.jsonl"))


def fork_of(log: Path) -> Path:
    """A new name for a log next to this one, for a fork of it."""
    log = Path(NAME) if is_stdin(log) or not log.name else log
    return _free(log.with_name(f"{log.stem}-fork.jsonl"))


def _free(wanted: Path) -> Path:
    path, number = wanted, 2
    while os.path.exists(path):
        path, number = wanted.with_name(f"{wanted.stem}-{number}.jsonl"), number + 1
    return path


def write(path: Path, text: str, opener: Callable[[str, int], int] | None = None) -> None:
    """Writes a file, replacing any that is already there."""
    try:
        with open(path, "w", encoding="utf-8", opener=opener) as file:
            file.write(text)
    except OSError as error:
        raise CannotWrite.to(path, error) from None


def write_new(path: Path, text: str) -> None:
    """Writes a file that does not exist yet."""
    from airwar.engine import files

    try:
        files.write_new(path, text.encode())
    except FileExistsError:
        raise CannotWrite(f"{path} already exists; choose another name or delete it first") from None
    except OSError as error:
        raise CannotWrite.to(path, error) from None


_MOST_SHOWN = 40  # problems of one file
_NO_TRIALS = "trial battles need a scenario that can be played"


@dataclass
class _Checked:
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
        wrong = ("error", "warning") if strict else ("error",)
        if self.missing:
            return self.missing_code
        return BadScenario.exit_code if any(problem.severity in wrong for problem in self.found) else 0


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@JSON
def check(files: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """\b
    airwar check my-scenario.yaml
    airwar check my-scenarios

    Check FILES, which are scenarios or folders of scenarios, and report everything at once, with line and column: errors
    (what cannot be played), warnings (what is probably a mistake) and notes. Where it is clear what you meant, the check
    goes on as if you had written that. Once a scenario can be played, trial battles find answers in `choices` that are
    illegal or never used, and missions that are never flown. Exit code 65 if there are any errors.
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


def _checked(file: str) -> _Checked:
    """Everything there is to say about a file."""
    from airwar.battle.rehearsal import rehearse
    from airwar.scenario.problems import in_file_order
    from airwar.setup.loading import load_scenario

    try:
        scenario = load_scenario(file)
    except BadScenario as bad:
        return _Checked(file, list(bad.problems), unchecked=bad.unchecked or _NO_TRIALS)
    except (NoSuchFile, BrokenRuleset) as missing:
        return _Checked(file, missing=str(missing), missing_code=missing.exit_code)
    return _Checked(file, in_file_order([*scenario.notes, *rehearse(scenario)]), scenario.title, scenario.ruleset.id)


def _show(result: _Checked, strict: bool) -> None:
    """Prints the problems of a file to stderr, or to stdout that it is good."""
    from airwar.show.console import show_problem

    if result.missing:
        say(f"airwar: {result.missing}")
    for problem in result.found[:_MOST_SHOWN]:
        show_problem(problem, result.file)
    if len(result.found) > _MOST_SHOWN:
        click.echo(clean(f"{_named(result.file)}: {len(result.found)} problems, the first {_MOST_SHOWN} shown"), err=True)
    if result.unchecked:
        say(f"{_named(result.file)}: not everything could be checked; fix these first ({result.unchecked})")
    if not result.code(strict):
        click.echo(clean(f"{_named(result.file)}: good: {result.title} ({result.ruleset})"))


def _named(file: str) -> str:
    """What messages call a file, even if it is stdin."""
    return NAME if file == DASH else file


def _summarize(results: Iterable[_Checked]) -> None:
    """How many problems there are, if any."""
    found = [problem.severity for result in results for problem in result.found]
    parts = [count(found.count(severity), severity) for severity in ("error", "warning") if severity in found]
    if parts:
        click.echo(f"airwar: {', '.join(parts)}", err=True)


def _print_json(results: list[_Checked], strict: bool) -> None:

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
    print_json(files=files, problems=problems)
