"""letter and reply: a battle by mail."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from airwar.mail.course import Course
    from airwar.mail.desk import Desk, Invitation
    from airwar.mail.letter import Entry

Command = Callable[..., Any]

ENTRIES = (
    click.option(
        "--answer", "answers", multiple=True, metavar="LINE", help="Answer the next question, as at a prompt. Repeatable."
    ),
    click.option("--play", is_flag=True, help="The scenario's choices and the usual answers decide for you."),
    click.option("--orders", type=click.Path(path_type=Path), help="Give the standing orders in this file, for all to read."),
    click.option("--sealed", type=click.Path(path_type=Path), help="Give the standing orders in this file, under seal."),
    click.option("--covers", multiple=True, metavar="PATTERN", help="What the sealed orders answer.  [default: everything]"),
    click.option("--ask", "asked", type=int, metavar="SEQ", help="Ask for another answer to your decision in this record."),
    click.option("--now", help="With --ask: what it should be."),
    click.option("--grant/--deny", "granted", default=None, help="Grant what the other side asks for, or do not."),
    click.option("--contest", type=int, metavar="SEQ", help="Do not accept the fact in this record."),
    click.option("--why", default="", help="With --ask and --contest: the reason."),
    click.option("--resign", is_flag=True, help="Give up."),
)


def entry_options(command: Command) -> Command:
    """The options for what a letter may say."""
    for option in reversed(ENTRIES):
        command = option(command)
    return command


@click.command()
@click.argument("battle")
@click.option("--side", metavar="NAME", help="Begin a battle of this scenario; you play this side and write the first letter.")
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="The log of the new battle.")
@click.option("--referee", metavar="SIDE", help="Who states what belongs to no side.  [default: you]")
@click.option("--unsigned", is_flag=True, help="Sign nothing. Needs no extra, and proves less.")
@click.option("--lost", metavar="SIDE", help="The secret of your side was lost: begin a new chain.")
@entry_options
def letter(
    battle: str,
    side: str | None,
    log_path: Path | None,
    referee: str | None,
    unsigned: bool,
    lost: str | None,
    **said: Any,
) -> int:
    """\b
    airwar letter malta-1942 --side axis > letter-1.txt
    airwar letter malta-1942.jsonl

    Write the next letter of a battle by mail: what is new as plain text, and a block that the other side reads with
    `airwar reply`. If it is the other side's turn, print your last letter again, byte for byte. BATTLE is a log; with --side it
    is a scenario, and a new battle begins. `airwar guide a-battle-by-mail` plays one.
    """
    from airwar.cli.play import free_name, tell
    from airwar.engine.words import id_of
    from airwar.loading import load_scenario
    from airwar.mail.desk import Desk, correspondents
    from airwar.mail.desk import lost as lost_secret

    if side is not None:
        scenario = load_scenario(battle)
        path = log_path or free_name(Path(scenario.name).stem)
        check_keys(unsigned)
        desk = Desk.begin(scenario, path, correspondents(scenario, id_of(side), id_of(referee or "")))
        tell(f"log: {path}; its secret is {path}.secret: keep both, and show the secret to nobody")
        return write(desk, said, not unsigned)
    if log_path or referee or unsigned:
        raise click.UsageError("--log, --referee and --unsigned are for a new battle, which needs --side")
    path = Path(battle)
    if lost is not None:
        lost_secret(path, side_letter(path, lost))
    return write(Desk.open(path), said)


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--mail", type=click.Path(path_type=Path), help="Read the letter from this file instead of stdin.")
@click.option("--join", is_flag=True, help="Play the battle that a first letter offers, without being asked.")
@click.option("--unattended", is_flag=True, help="Answer only letters that ask for no decision; for a mail filter.")
@click.option("--unsigned", is_flag=True, help="When you join: sign nothing.")
@click.option("--new-key", is_flag=True, help="Accept a new key of the other side. Ask by another way first.")
@entry_options
def reply(log: Path, mail: Path | None, join: bool, unattended: bool, unsigned: bool, new_key: bool, **said: Any) -> int:
    """\b
    airwar reply malta-1942.jsonl < mail.txt
    airwar reply malta-1942.jsonl --mail mail.txt --answer stay

    Read the letters in a mail, however it was wrapped or quoted; check them; ask what your side has to decide; and print your
    letter. The first letter of a battle begins its LOG. A letter that was read before changes nothing, one that comes too early
    is kept, and a damaged one is named with its rows. With --unattended a letter that asks for a decision is only read.
    """
    from airwar.cli.play import answer_from_terminal, tell
    from airwar.engine.stdin import read_bytes
    from airwar.errors import NoSuchFile
    from airwar.mail.desk import Desk, invitation
    from airwar.mail.letter import read_letter
    from airwar.mail.wire import payloads
    from airwar.mail.writing import Undecided

    try:
        text = read_bytes(mail or Path("-")).decode("utf-8", "replace")
    except OSError as error:
        raise NoSuchFile(f"cannot read {mail}: {error.strerror}") from None
    if mail is None and not unattended:
        answer_from_terminal()
    found = sorted(payloads(text), key=lambda payload: read_letter(payload).number)
    if not os.path.exists(log):
        offered = invitation(found[0])
        show_offer(offered)
        if not join and (unattended or not asked_to_join()):
            raise click.UsageError(f"nothing was begun; to play it: airwar reply {quote(str(log))} --join")
        check_keys(unsigned)
        desk = offered.accept(log)
        tell(f"log: {log}; its secret is {log}.secret: keep both, and show the secret to nobody")
    else:
        desk = Desk.open(log)
    for payload in found:
        taken = desk.read(payload, new_key)
        if taken.text:
            tell(taken.text)
    try:
        return write(desk, said, not unsigned, unattended)
    except Undecided as undecided:
        if not unattended:
            raise
        tell(f"the letter was read; it is for a person to answer: {undecided.key}")
        return undecided.exit_code


def check_keys(unsigned: bool) -> None:
    """Signing needs a library. It is missed before anything is written."""
    from airwar.mail.keys import NoSignatures, can_sign

    if not unsigned and not can_sign():
        raise NoSignatures


def side_letter(path: Path, side: str) -> str:
    """a or b, for a side by name."""
    from airwar.battle import scenario_of
    from airwar.engine.log import Log
    from airwar.engine.words import id_of
    from airwar.errors import BadAnswer

    log = Log.load(path)
    meant = scenario_of(log).side_of.get(id_of(side))
    if log.header.mail is None or meant is None:
        raise BadAnswer(f"{path} has no side {side!r}")
    return "a" if meant in log.header.mail.a else "b"


def show_offer(offered: Invitation) -> None:
    """What the text of a scenario brings along, for whoever is asked to play it."""
    from airwar.cli.play import tell
    from airwar.engine.words import count, listed
    from airwar.mail.letter import Beginning

    scenario, begun = offered.scenario, offered.letter.entries[0]
    assert isinstance(begun, Beginning)
    tell(f"{scenario.title} ({scenario.ruleset.title}): you play {listed(begun.mail.b)}, the other side {listed(begun.mail.a)}")
    stating = begun.mail.a if begun.mail.referee == "a" else begun.mail.b
    tell(f"what belongs to no side is stated by {listed(stating)}, and you can contest it")
    entries = scenario.script.entries
    dice = sum(entry.has_dice for entry in entries)
    unused = f"{count(len(entries), 'entry', 'entries')} of choices and {count(dice, 'fixed roll')} in it are not used by anybody"
    tell(f"the scenario has {len(scenario.text.splitlines())} lines; read it in the log, or as {scenario.name}. {unused}")


def asked_to_join() -> bool:
    if not (sys.stdin is not None and sys.stdin.isatty()):
        return False
    return click.confirm("Play this battle?", err=True)


def write(desk: Desk, said: dict[str, Any], signed: bool = True, unattended: bool = False) -> int:
    """Writes the next letter and prints it; or prints the last one again."""
    from airwar.cli.play import tell
    from airwar.errors import AirwarError
    from airwar.mail.letter import read_letter
    from airwar.show.letter import letter_text, status

    desk.signs = signed
    if desk.has_pen:
        payload: bytes | None = desk.write(decider(desk, said, unattended), entries_of(desk, said), signed)
    else:
        if any(said[name] for name in ("orders", "sealed", "asked", "contest", "resign")) or said["granted"] is not None:
            raise AirwarError("the other side writes now; your last letter cannot be changed")
        over, last = desk.course.over, desk.rules.letters[-1].body
        payload = desk.again() if not over or getattr(last, "by", "") == desk.me else None
        tell(status(desk.course) if over else "it is the other side's turn; this is your last letter again")
    if payload is not None:
        click.echo(letter_text(desk.course, read_letter(payload), payload), nl=False)
    desk.log.close()
    return 0


def entries_of(desk: Desk, said: dict[str, Any]) -> list[Entry]:
    """What the options put into the letter before anything is decided."""
    from airwar.mail.letter import Ask, Contest, Orders, Reply, Resign
    from airwar.scenario.reader import file_text

    found: list[Entry] = []
    if said["granted"] is not None:
        found.append(Reply("yes" if said["granted"] else "no"))
    if said["contest"] is not None:
        found.append(Contest(said["contest"], said["why"]))
    if said["sealed"]:
        found.append(desk.seal(file_text(said["sealed"]), said["covers"] or ("*",)))
    if said["orders"]:
        found.append(Orders(file_text(said["orders"])))
    if said["asked"] is not None:
        found.append(Ask(said["asked"], other_answer(desk.course, said["asked"], said["now"] or ""), said["why"]))
    if said["resign"]:
        found.append(Resign())
    return found


def other_answer(course: Course, seq: int, line: str) -> Any:
    """Another answer to an earlier question, as it is typed."""
    from airwar.battle import Battle
    from airwar.engine.log import Log
    from airwar.session import Session
    from airwar.table.word import typed_answer

    session = Session(Battle(course.battle.scenario, Log(list(course.log.records)), None), ask_before_end=True)
    return typed_answer(session.question_at(seq), line)


def decider(desk: Desk, said: dict[str, Any], unattended: bool) -> Callable[[Course], list[tuple[str, Any]]]:
    """Who decides for this side: what was typed on the command line, then the script, then the person at the terminal."""
    from airwar.answers.given import AnswersGiven
    from airwar.engine.questions import Roll
    from airwar.show.battle import BattleView
    from airwar.show.console import talk
    from airwar.table.draft import drafted
    from airwar.table.word import typed_answer

    left = list(said["answers"])
    scenario = desk.scenario
    usual = AnswersGiven(scenario, "mail", None, False)

    def decide(course: Course) -> list[tuple[str, Any]]:
        question = course.question
        assert question is not None
        assert not isinstance(question, Roll)
        if unattended:
            return []
        if left:
            return [(question.key, typed_answer(question, left.pop(0)))]
        if said["play"]:
            answer = usual.usual(question)
            return [] if answer is None else [(question.key, answer)]
        if sys.stdin is None or not sys.stdin.isatty():
            return []
        return drafted(course, desk.me, BattleView(talk(), scenario.party, False))

    return decide
