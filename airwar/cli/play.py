"""run, resume, serve: a battle at the table, by its script, or for a program with one JSON line a question."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from airwar.cli import at_a_terminal, has_stdin, in_pages, print_json
from airwar.cli.options import AUTO, LOG, MODES, NEW_LOG, PATH, PLAY, POLICY, SEATING, SEED, SET, WHO
from airwar.engine.files import DASH, read_regular
from airwar.engine.frozen import dataclass
from airwar.errors import AirwarError, BadAnswer, Left, NoSuchFile, RuledOtherwise, Unanswered
from airwar.show.text import WIDTH, clean, folded

if TYPE_CHECKING:
    from rich.console import Console

    from airwar.battle.battle import Battle
    from airwar.engine.moves import End
    from airwar.engine.records import Seated
    from airwar.errors import RuledOtherwise
    from airwar.setup.loading import Scenario
    from airwar.show.page import BattleView

_NONE = "none"  # nobody else plays a side, and every question is asked again


@dataclass(frozen=True)
class Seating:
    """Who is at the table: nobody with `no_input`; the sides and questions that a script answers; who signs for the referee."""

    no_input: bool = False
    as_json: bool = False
    detail: bool = False
    play: tuple[str, ...] = ()
    auto: tuple[str, ...] = ()
    ask: str | None = None
    who: str | None = None
    dice: str | None = None  # other dice than before, from here on
    tutor: bool = False

    @property
    def attended(self) -> bool:
        """Whether a person is asked."""
        return has_stdin() and not self.no_input


def _list_shipped(as_json: bool) -> int:
    """Prints the scenarios that come with airwar and with the rulesets of other packages."""
    from airwar.scenario.problems import texts_of
    from airwar.scenario.reader import read_file
    from airwar.setup.loading import outside_scenarios, shipped_scenarios
    from airwar.show.console import results, table

    rows = []
    for ruleset_id, path in [*((path.parent.name, path) for path in shipped_scenarios()), *outside_scenarios()]:
        try:
            rows.append((ruleset_id, path.stem, texts_of(read_file(path)[1]).get("title", "")))
        except AirwarError as error:  # in a package that is not ours
            click.echo(clean(f"airwar: {error}"), err=True)
    names = ("ruleset", "scenario", "title")
    if as_json:
        print_json(scenarios=[dict(zip(names, row, strict=True)) for row in rows])
    else:
        in_pages(lambda: results().print(table(results(), "", names, [tuple(row) for row in rows])))()
    return 0


@click.command()
@click.option("--list", "listed", is_flag=True, help="List the shipped scenarios, with --json as a document.")
@click.argument("scenario", required=False)
@NEW_LOG
@click.option("--no-log", is_flag=True, help="Keep no log. The battle cannot be resumed, replayed or verified.")
@SEED
@click.option(
    "--dice",
    type=MODES,
    default="machine",
    show_default=True,
    help="Who rolls; with ask, you decide for each roll.",
)
@SEATING
@SET
@POLICY
def run(
    listed: bool,
    scenario: str | None,
    log_path: Path | None,
    no_log: bool,
    seed: str | None,
    dice: str,
    settings: tuple[str, ...],
    policies: tuple[str, ...],
    **seating: Any,
) -> int:
    """\b
    airwar run malta-1942
    airwar run my-turn.yaml --dice physical --log turn-3.jsonl
    airwar run malta-1942 --play allies --auto '*.losses.*'

    Fight SCENARIO, a file, the name of a shipped one, or - for stdin. At every prompt: Enter takes the answer in brackets,
    ? explains, s shows the state, o the odds, x how the last result came about, u takes back the last order or typed die,
    a stops asking this, c corrects an earlier entry, n TEXT adds a note, r a ruling, q quits; `airwar resume LOG` continues.
    """
    from airwar.setup.overrides import with_policies_typed, with_settings

    if listed:
        return _list_shipped(seating["as_json"])
    seating, dice = _at_the_table(seating, dice)
    if scenario is None:
        scenario = _named_by_person()
    loaded = with_policies_typed(with_settings(scenario, settings), policies)
    if scenario == DASH and not seating["no_input"]:
        answer_from_terminal()
    seats = Seating(**seating)
    return fight(_new_battle(loaded, seats, log_path, no_log, seed, dice), seats)


def _new_battle(scenario: Scenario, seating: Seating, log_path: Path | None, no_log: bool, seed: str | None, dice: str) -> Battle:
    """Begins a battle. What is refused leaves no log behind."""
    from airwar.answers.chance import parse_seed
    from airwar.battle.battle import begin
    from airwar.cli.files import free_log

    if no_log and log_path is not None:
        raise click.UsageError("--log and --no-log exclude each other")
    number = None if seed is None else parse_seed(seed)
    _seats_of(scenario, seating)
    return begin(scenario, None if no_log else log_path or free_log(scenario.name), number, dice)


def _named_by_person() -> str:
    """Asks for the scenario if the command line names none."""
    from airwar.cli.battles import pick_scenario

    if not at_a_terminal():
        raise click.MissingParameter(param_hint="'SCENARIO'", param_type="argument")
    picked = pick_scenario()
    if picked is None:
        raise click.exceptions.Exit(0)
    return picked


def _at_the_table(seating: dict[str, Any], dice: str) -> tuple[dict[str, Any], str]:
    """What is said on the command line, and what the config file adds at a terminal."""
    config, ctx = _configured(seating["no_input"]), click.get_current_context()
    if ctx.get_parameter_source("dice") in (None, ParameterSource.DEFAULT):
        dice = config.get("dice", dice)
    auto = tuple(part.strip() for part in config.get("auto", "").split(",") if part.strip())
    return {**seating, "who": seating["who"] or config.get("who"), "auto": seating["auto"] or auto}, dice


def _configured(no_input: bool) -> Mapping[str, str]:
    """What the config file says, if somebody is at a terminal; from here on the output has the width that it gives."""
    from airwar.cli.config import read

    if not Seating(no_input=no_input).attended:
        return {}
    config = read()
    if "width" in config and WIDTH.get() is None:
        click.get_current_context().call_on_close(partial(WIDTH.reset, WIDTH.set(int(config["width"]))))
    return config


def answer_from_terminal() -> None:
    """Stdin has been read to its end; if there is a terminal, answers come from there instead."""
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return
    os.dup2(terminal, 0)
    os.close(terminal)


@click.command()
@LOG
@click.option("--dice", type=MODES, help="Who rolls from here on. If the seed was lost, machine dice start from a new one.")
@SEATING
def resume(log: Path, **seating: Any) -> int:
    """\b
    airwar resume malta-1942.jsonl
    airwar resume malta-1942.jsonl --dice physical

    Resume the battle in LOG at the question that was left unanswered. The log has its own copy of the scenario. If this
    version of airwar rules differently than the one that wrote the log, you can go on in a fork.
    """
    from airwar.battle.battle import other_version
    from airwar.battle.battle import resume as resume_battle

    config = _configured(seating["no_input"])  # the dice and what is not asked are as they were in the log
    battle, seats = resume_battle(log), Seating(**{**seating, "who": seating["who"] or config.get("who")})
    if battle.log.finished:
        if battle.log.torn:
            _hold(battle, seats)
        battle.settle()
        tell(f"{log} is finished; look at it with: airwar replay {quote(str(log))}", seats)
        return 0
    if edited := _edited_since(battle):
        tell(edited, seats)
    if elsewhere := other_version(battle.log, battle.scenario):
        tell(f"airwar: {elsewhere}", seats)
    try:
        return fight(battle, seats)
    except RuledOtherwise as otherwise:
        battle.log.close()
        return _offer_fork(log, otherwise, seats)


def _offer_fork(log: Path, otherwise: RuledOtherwise, seating: Seating) -> int:
    """Goes on from the last record that agrees, in a fork, if the person at the terminal wants that."""
    from airwar.battle.battle import resume as resume_battle
    from airwar.battle.what_if import fork
    from airwar.cli.files import fork_of

    last = otherwise.seq - 1
    if not seating.attended:
        hint = f"to go on from record {last}: airwar fork {quote(str(log))} --at {last}"
        raise type(otherwise)(otherwise.seq, f"{otherwise.text}; {hint}")
    click.echo(folded(f"airwar: {otherwise}"), err=True)
    if not click.confirm(folded(f"Go on from record {last} in a fork?"), err=True):
        return otherwise.exit_code
    new = fork_of(log)
    fork(log, new, last)
    return fight(resume_battle(new), seating)


def _edited_since(battle: Battle) -> str:
    """What to say if the scenario's file, next to the log or here, was edited after the battle began; otherwise nothing."""
    source, path = battle.log.header.scenario, battle.log.path
    folders = [Path(), *([path.parent] if path else [])]
    found = next((folder / source.name for folder in folders if os.path.isfile(folder / source.name)), None)
    if found is None or path is None:
        return ""
    try:
        text = read_regular(found).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""
    if text.replace("\r\n", "\n") == source.text.replace("\r\n", "\n"):
        return ""
    told = f"{found} was edited after this battle began; the log's own copy is used. To play on with the new one:"
    return f"{told} airwar fork {quote(str(path))} --scenario {quote(str(found))}"


def fight(battle: Battle, seating: Seating, correct: int | None = None) -> int:
    """Fights a battle, its sides in color."""
    from airwar.show.console import in_colors

    with in_colors(battle.scenario):
        return _fought(battle, seating, correct)


def _fought(battle: Battle, seating: Seating, correct: int | None = None) -> int:
    """Fights a battle to its end, or until the person leaves. `correct` first corrects that record; 0 asks which one."""
    from airwar.engine.history import seated_in
    from airwar.show.console import names_of, results, talk
    from airwar.show.page import BattleView, Unseen
    from airwar.show.positions import opening, title

    as_json, attended = seating.as_json, seating.attended
    console = talk() if as_json else results(goes_on=True)
    shown = BattleView if attended or not as_json else Unseen
    view = shown(console, names_of(battle.scenario), seating.detail)
    seats = _seats_of(battle.scenario, seating, seated_in(battle.log.records))
    _hold(battle, seating)
    if not as_json:
        title(console, battle.scenario)
    try:
        if attended or not as_json:
            tell(f"log: {battle.log.path or 'none; this battle cannot be resumed'}", seating)
        if attended:
            _tell_who_sits(battle, seats, seating)
        if not as_json:
            view.layout.above = opening(console, battle)
        more = {"seats": seats, "dice": seating.dice}
        if attended:
            from airwar.table.at_table import play_at_table

            end = play_at_table(battle, view, more, correct, seating.tutor)
        else:
            end = _by_script(battle, view, more)
        view.before(None)
    except Left as left:
        return _leave(battle, left.how)
    except KeyboardInterrupt:
        return _leave(battle, "interrupt")
    except BrokenPipeError:
        return _leave(battle, "nobody sees the questions")
    finally:
        view.flush()  # the last rolls are shown even if a scripted answer is refused
    _show_end(console, battle, end, seating)
    return 0


def _tell_who_sits(battle: Battle, seats: Seated, seating: Seating) -> None:
    """Tells the person who resumes a battle which side or question is answered by somebody else."""
    from airwar.engine.history import seated_in, seats_in
    from airwar.engine.records import Seated
    from airwar.engine.remarks import seats_words

    sitting = seats_in(battle.log.records, seats)
    if sitting != Seated() and len(battle.log.records) > 1:
        since = "as before" if seats == seated_in(battle.log.records) else "from here on"
        tell(f"{since}: {seats_words(sitting)} (change it with --play, --auto, --ask)", seating)


def _show_end(console: Console, battle: Battle, end: End, seating: Seating) -> None:
    """The result, as JSON or as tables; to a person also what to do next."""
    from airwar.engine.history import in_force
    from airwar.engine.remarks import unmet_words
    from airwar.engine.ruling import met_no_roll
    from airwar.show.positions import for_programs, result

    if seating.as_json:
        print_json(**for_programs(battle, end))
        return
    unmet = met_no_roll(record.body for record in in_force(battle.log.records))
    result(console, battle.scenario, end, unmet_words(unmet), seating.attended)
    if seating.attended and battle.log.path:
        _what_next(battle)


def _what_next(battle: Battle) -> None:
    """At the end of a battle: commands to use next."""
    for line in next_commands(battle.scenario, str(battle.log.path)):
        tell(line)


def next_commands(scenario: Scenario, log: str) -> list[str]:
    """What can be done with the log of a battle that is over."""
    more = [f"airwar report {quote(log)} --open", f"airwar analyze {quote(log)}"]
    if scenario.ruleset.next_turn or scenario.ruleset.following:
        more.insert(0, f"airwar next {quote(log)} -o next.yaml")
    return ["", *(f"{'What next:' if not at else ''}".ljust(12) + line for at, line in enumerate(more))]


def _hold(battle: Battle, seating: Seating) -> None:
    """Locks the log. If a crash left half a line at the end, that is moved aside, and the player is told where it went."""
    battle.log.hold()
    if battle.log.aside is not None:
        tell(f"the last line of {battle.log.path} was torn; it is now in {battle.log.aside}", seating)


def tell(text: str, seating: Seating | None = None) -> None:
    """Says something about a battle on stderr. If no person is being asked there, the battle goes on even if stderr is closed."""
    from airwar.show.console import talk

    talk(goes_on=seating is None or not seating.attended).print(folded(text), soft_wrap=True)


def _leave(battle: Battle, how: str) -> int:
    """The log is intact; says how to continue."""
    battle.log.close()
    lost = "the battle is gone: it was fought with --no-log"
    tell(f"to continue: airwar resume {quote(str(battle.log.path))}" if battle.log.path else lost)
    return {"q": 0, "interrupt": 130}.get(how, 3)


def _seats_of(scenario: Scenario, seating: Seating, before: Seated | None = None) -> Seated:
    """Who is at the table from here on: as before, apart from what the command line says now. Raises UsageError."""
    from airwar.engine.records import ALL, Seated
    from airwar.play.pending import stand_ins_of

    before = before or Seated()
    play = {side: _choices_of(who) for side, _, who in (one.partition("=") for one in seating.play)}
    for name, values in (("--play", tuple(play)), ("--auto", seating.auto)):
        if _NONE in values and len(values) > 1:
            raise click.UsageError(f"{name} {_NONE} cannot be combined with others")
    seats = Seated(
        before.play if not play else None if _NONE in play else play,
        before.auto if not seating.auto else () if _NONE in seating.auto else seating.auto,
        before.ask if seating.ask is None else ALL if seating.ask == ALL else None,
        before.who if seating.who is None else seating.who,
    )
    try:
        stand_ins_of(scenario, seats)
    except BadAnswer as wrong:
        raise click.UsageError(str(wrong)) from None
    return seats


def _choices_of(who: str) -> str:
    """Who plays a side: nobody but the scenario's choices, a level of the computer player, or choices from a file."""
    from airwar.play.pending import LEVELS
    from airwar.scenario.reader import file_text

    if not who or who in LEVELS:
        return who
    try:
        return file_text(Path(who))
    except NoSuchFile as missing:
        raise click.UsageError(f"{missing}; expected a file of choices, or one of {', '.join(LEVELS)}") from None


def _by_script(battle: Battle, view: BattleView, more: dict[str, Any]) -> End:
    """Without a terminal, the script answers. A decision that it does not answer ends the run."""
    from airwar.play.session import Session
    from airwar.table.by_the_odds import by_prospects

    session = Session(battle, view, scripted=True, think=by_prospects, **more)
    if session.end is None:
        session.close()
        key = session.question.key if session.question else ""
        path = battle.log.path
        raise Unanswered(key, f"continue at a terminal: airwar resume {quote(str(path))}" if path else "")
    return session.end


@click.command()
@click.argument("scenario", required=False)
@click.option("--resume", "log", type=PATH, help="Go on with this log instead.")
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
    from airwar.battle.battle import resume
    from airwar.engine.history import seated_in
    from airwar.setup.loading import load_scenario
    from airwar.table.pipe import LONGEST_LINE, Serving

    if (scenario is None) == (log is None):
        raise click.UsageError("name either a SCENARIO, or with --resume a log")
    more: dict[str, Any] = {}
    seats = Seating(play=play, auto=auto, who=who)
    if log is not None:
        if log_path or no_log or seed:
            raise click.UsageError("--log, --no-log and --seed are for new battles")
        battle, more["dice"] = resume(log), dice
    else:
        battle = _new_battle(load_scenario(str(scenario)), seats, log_path, no_log, seed, dice or "machine")
    more["seats"] = _seats_of(battle.scenario, seats, seated_in(battle.log.records))
    _hold(battle, seats)
    closed = Serving(_send_line, partial(_hear_line, LONGEST_LINE)).run(battle, ask == "all", **more)
    return 0 if closed else 3


def _send_line(line: str) -> None:
    """A line to the program on stdout, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _hear_line(longest: int) -> str:
    """A line from the program on stdin, or as much of it as may come at once."""
    try:
        return sys.stdin.readline(longest)
    except UnicodeDecodeError:
        return "\ufffd"  # which is refused
