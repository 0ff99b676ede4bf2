"""serve: a battle for a program, one JSON line a question."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from airwar.cli.options import AUTO, MODES, NEW_LOG, PLAY, SEED, WHO


@click.command()
@click.argument("scenario", required=False)
@click.option("--resume", "log", type=click.Path(path_type=Path), help="Go on with this log instead.")
@NEW_LOG
@click.option("--no-log", is_flag=True, help="Keep no log.")
@SEED
@click.option("--dice", type=MODES, help="Who rolls.  [default: machine, or as before]")
@PLAY
@AUTO
@click.option(
    "--ask",
    type=click.Choice(["open", "all"]),
    default="all",
    show_default=True,
    help="With open, questions with one sensible answer are not asked, as at a terminal.",
)
@WHO
def serve(
    scenario: str | None,
    log: Path | None,
    log_path: Path | None,
    no_log: bool,
    seed: str | None,
    dice: str | None,
    play: tuple[str, ...],
    auto: tuple[str, ...],
    ask: str,
    who: str | None,
) -> int:
    """\b
    airwar serve malta-1942
    airwar serve --resume malta-1942.jsonl

    Fight SCENARIO for a program: every question goes out as a line of JSON, every answer comes in as one, and the log is the
    same as that of `run`. For bots, web pages and screen readers. `airwar schema serve` prints the JSON Schema of both
    directions, and `airwar guide serve` explains them.
    """
    from airwar.answers.chance import parse_seed
    from airwar.battle.battle import begin, resume
    from airwar.cli.files import free_log
    from airwar.cli.play import Seating, seats_of, tell
    from airwar.engine.history import seated_in
    from airwar.setup.loading import load_scenario
    from airwar.table.pipe import LONGEST_LINE, Serving

    if (scenario is None) == (log is None):
        raise click.UsageError("name either a SCENARIO, or with --resume a log")
    more: dict[str, Any] = {}
    if log is not None:
        if log_path or no_log or seed:
            raise click.UsageError("--log, --no-log and --seed are for new battles")
        battle, more["dice"] = resume(log), dice
    else:
        if no_log and log_path is not None:
            raise click.UsageError("--log and --no-log exclude each other")
        loaded = load_scenario(str(scenario))
        path = None if no_log else log_path or free_log(loaded.name)
        battle = begin(loaded, path, None if seed is None else parse_seed(seed), dice or "machine")
    more["seats"] = seats_of(battle.scenario, Seating(play=play, auto=auto, who=who), seated_in(battle.log.records))
    battle.log.hold()
    if battle.log.aside is not None:
        tell(f"the last line of {battle.log.path} was torn; it is now in {battle.log.aside}")

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def hear() -> str:
        try:
            return sys.stdin.readline(LONGEST_LINE)
        except UnicodeDecodeError:
            return "\ufffd"  # which is refused

    closed = Serving(say, hear).run(battle, ask == "all", **more)
    return 0 if closed else 3
