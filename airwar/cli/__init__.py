"""The commands. Each is in a module that is imported when it is called, so that `airwar --help` is instant."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial, wraps
from importlib import import_module
from typing import Any

import click

from airwar.engine.words import closest, count
from airwar.errors import AirwarError, BadScenario, CannotWrite
from airwar.show.text import NARROWEST, NATURAL_WIDTH, WIDTH, as_json, clean, folded
from airwar.version import __version__

# name: (module, what it does in one line)
COMMANDS = {
    "run": ("play", "Fight a scenario, at the table or by its script."),
    "resume": ("play", "Resume an unfinished battle."),
    "list": ("battles", "List the battles in a folder, and what each one is waiting for."),
    "letter": ("letter", "Write a letter in a battle by mail."),
    "reply": ("letter", "Read a letter in a battle by mail, and answer it."),
    "referee": ("letter", "Be the referee of a battle by mail."),
    "serve": ("play", "Fight a scenario for a program: JSON lines in and out."),
    "correct": ("logs", "Correct an entry in a battle, finished or not."),
    "next": ("logs", "Print the scenario of the following turn."),
    "fork": ("logs", "Play on from any record of a battle, in a new log."),
    "script": ("logs", "Print the answers of a battle as a `choices` block."),
    "replay": ("report", "Step through a logged battle, forward and back."),
    "verify": ("verify", "Verify a log against its dice and the rules."),
    "story": ("verify", "Play a story and check it, or write one from a battle."),
    "odds": ("odds", "Show the exact chance of every result and every loss."),
    "analyze": ("analyze", "Show the luck and the skill in a logged battle."),
    "report": ("report", "Report on a logged battle: HTML, Markdown, BBCode or text."),
    "map": ("report", "Draw the map of a scenario or a battle."),
    "stats": ("analyze", "Add up many logged battles: wins, luck, fair dice, costly decisions."),
    "campaign": ("analyze", "Add up the turns of a campaign: forces, losses, luck, who holds what."),
    "train": ("analyze", "Quiz you on the costly decisions of a battle, then show the odds."),
    "explain": ("analyze", "Explain one result of a logged battle, from dice to losses."),
    "sweep": ("odds", "Show the odds over a range of values."),
    "batch": ("batch", "Fight scenarios many times by their scripts."),
    "check": ("files", "Check scenario files and report every problem."),
    "new": ("files", "Print a scenario to start from: a template, or a shipped one."),
    "fields": ("files", "Print what a scenario can say, field by field."),
    "schema": ("files", "Print the JSON Schema of scenarios (for editors) or of logs."),
    "rules": ("books", "List rules and how each is treated."),
    "table": ("books", "Print a chart, or list the charts."),
    "guide": ("books", "Read the guide: first battle, scenarios, choices, charts, dice."),
    "config": ("config", "Show or set defaults: who, dice, width, auto."),
    "completion": ("completion", "Print a script that completes commands, names and files in a shell."),
}
_PAGED = {
    "rules",
    "table",
    "guide",
    "fields",
    "odds",
    "sweep",
    "analyze",
    "explain",
    "stats",
    "report",
    "map",
    "campaign",
    "schema",
}
_MAY_PAGE = {*_PAGED, "run", "replay"}  # the last two for lists, and where nobody is asked
_NO_PAGER = "airwar.no_pager"  # in the context of a command
_METHODS = {"next": "next_", "list": "list_", "map": "map_"}  # commands whose names mean something else in Python
_MOST_PROBLEMS = 50
_LONGEST_MESSAGE = 1_000  # characters
_FEW_COLLECTIONS = 50_000  # allocations: battles make many small objects and hardly any cycles


class _Commands(click.Group):
    """The group of commands; their help comes from the list above."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = command_named(cmd_name)
        if ctx.resilient_parsing:  # a shell asks how a line may go on
            from airwar.cli.completion import completing

            completing(command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = closest(args[0], COMMANDS)
            hint = f" Did you mean {near}?" if near else f" There are {', '.join(COMMANDS)}."
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _set_width(ctx: click.Context, option: click.Parameter, width: int | None) -> None:
    """Lays out all output for this width until the command is done."""
    if width is not None:
        ctx.call_on_close(partial(WIDTH.reset, WIDTH.set(width)))
        ctx.terminal_width = width


def _set_pager(ctx: click.Context, option: click.Parameter, off: bool) -> None:
    if off:
        ctx.meta[_NO_PAGER] = True


def _width_option() -> click.Option:
    wide = click.IntRange(NARROWEST, NATURAL_WIDTH)
    about = "Columns of the output. Default: COLUMNS, or the terminal's; in a pipe as many as are needed."
    return click.Option(["--width"], type=wide, metavar="N", is_eager=True, expose_value=False, callback=_set_width, help=about)


def _pager_option() -> click.Option:
    about = "Print long output without AIRWAR_PAGER, PAGER or less."
    return click.Option(["--no-pager"], is_flag=True, expose_value=False, callback=_set_pager, help=about)


@cache
def command_named(name: str) -> click.Command:
    """A command, with the options that many commands have."""
    command: click.Command = getattr(import_module(f"airwar.cli.{COMMANDS[name][0]}"), _METHODS.get(name, name))
    if "width" not in {param.name for param in command.params}:
        command.params.append(_width_option())
    if name in _MAY_PAGE:
        command.params.append(_pager_option())
    if name in _PAGED and command.callback is not None:
        command.callback = in_pages(command.callback)
    return command


def in_pages(show: Callable[..., Any]) -> Callable[..., Any]:
    """Shows what a function prints in a pager, unless nobody wants or needs one."""

    @wraps(show)
    def showing(*args: Any, **kwargs: Any) -> Any:
        from airwar.show.pager import paged

        with paged(not click.get_current_context().meta.get(_NO_PAGER)):
            return show(*args, **kwargs)

    return showing


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    params=[_width_option(), _pager_option()],
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="airwar", message="%(prog)s %(version)s")
@click.pass_context
def airwar(ctx: click.Context) -> int:
    """\b
    airwar run malta-1942

    A combat adjudicator for tabletop air war: walks through the sequence of play, asks for your decisions, rolls the dice or takes
    yours, and keeps a log that you can resume, replay and verify.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    if not at_a_terminal():
        raise click.exceptions.NoArgsIsHelpError(ctx)
    chosen: list[str] | None = import_module(f"{__name__}.battles").offer()
    return 0 if chosen is None else exit_code(chosen)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command and exits with its code."""
    gc.set_threshold(_FEW_COLLECTIONS)
    _ready_streams()
    code = exit_code(arguments)
    gc.freeze()  # or Python would look through everything once more before it ends, which takes a seventh of a short run
    sys.exit(code)


def _ready_streams() -> None:
    """Replaces closed streams with /dev/null and unencodable characters with '?'."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def exit_code(arguments: Sequence[str] | None) -> int:
    """Runs a command; every failure is a sentence on stderr and a code, never a traceback."""
    try:
        code = airwar.main(arguments, prog_name="airwar", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as wrong:
        _say_usage(wrong)
        return wrong.exit_code
    except BadScenario as bad:
        say_problems(bad)
        return bad.exit_code
    except AirwarError as error:
        say(f"airwar: {error}")
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("airwar: interrupted", err=True)
        return 130
    except OSError as error:
        sys.stdout = None
        if isinstance(error, BrokenPipeError):  # nobody is reading any longer
            return 0
        with suppress(OSError, ValueError):
            click.echo(f"airwar: cannot write: {error.strerror}", err=True)
        return CannotWrite.exit_code
    except SystemExit:
        # click turns a closed pipe into an exit.
        sys.stdout = None
        return 0


def _say_usage(wrong: click.ClickException) -> None:
    """What is wrong with the command line, as click says it."""
    if type(wrong) is click.UsageError:
        message = folded(f"Error: {_shortened(wrong.message)}").removeprefix("Error: ")
        wrong = click.UsageError(message, wrong.ctx)
    buffer = io.StringIO()
    wrong.show(buffer)
    click.echo("\n".join(map(_shortened, buffer.getvalue().splitlines())), err=True)


def say(text: str) -> None:
    """A message on stderr; on a terminal, broken between words."""
    lines = [_shortened(line) for line in text.splitlines()]
    click.echo("\n".join(map(folded if sys.stderr.isatty() else clean, lines)), err=True)


def print_json(**content: Any) -> None:
    """One JSON document on stdout."""
    click.echo(as_json(**content))


def has_stdin() -> bool:
    """Whether a person can type on stdin."""
    return sys.stdin is not None and sys.stdin.isatty()


def at_a_terminal() -> bool:
    """Whether a person can be asked what to do, and sees what is printed."""
    return has_stdin() and all(stream is not None and stream.isatty() for stream in (sys.stdout, sys.stderr))


def _shortened(line: str) -> str:
    """A message with the middle of anything much too long cut out, such as a name of thousands of characters."""
    if len(line) <= _LONGEST_MESSAGE:
        return line
    return f"{line[: _LONGEST_MESSAGE // 2]} ... {line[-_LONGEST_MESSAGE // 2 :]}"


def say_problems(bad: BadScenario) -> None:
    """Every problem in a file, one per line."""
    for problem in bad.problems[:_MOST_PROBLEMS]:
        say(str(problem))
    more = f", the first {_MOST_PROBLEMS} shown" if len(bad.problems) > _MOST_PROBLEMS else ""
    say(f"airwar: {count(len(bad.problems), 'problem')}{more}")
    if bad.unchecked:
        say(f"airwar: not everything could be checked; fix these first ({bad.unchecked})")
