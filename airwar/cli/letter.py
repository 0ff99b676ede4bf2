"""letter, reply, referee: a battle by mail."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import Any

import click

from airwar.battle.battle import Battle, scenario_of
from airwar.cli import has_stdin
from airwar.cli.files import free_log
from airwar.cli.options import LOG, PATH, together
from airwar.cli.play import answer_from_terminal, tell
from airwar.engine.files import read_bytes
from airwar.engine.log import Log, name_taken
from airwar.engine.questions import Roll
from airwar.engine.records import Correspondents, LetterClosed
from airwar.engine.words import id_of, listed, side_name
from airwar.errors import AirwarError, BadAnswer, Left, NoSuchFile
from airwar.mail.battle import MailBattle
from airwar.mail.desk import Desk, Invitation, Undecided, correspondents, invitation
from airwar.mail.desk import lost as lost_secret
from airwar.mail.hashes import NoSignatures, can_sign, public_key
from airwar.mail.letter import Ask, Contest, Entry, Orders, Reply, Resign, Rule, read_letter
from airwar.mail.secret import Secret, file_of
from airwar.mail.wire import payloads
from airwar.play.pending import SessionAnswers
from airwar.play.session import Session
from airwar.scenario.reader import file_text
from airwar.setup.loading import Scenario, load_scenario
from airwar.show.console import names_of, talk
from airwar.show.page import BattleView
from airwar.show.reports.account import letter_text, status, written_by
from airwar.table.at_table import drafted
from airwar.table.referee_commands import typed_answer

_ENTRY_OPTIONS = together(
    click.option(
        "--answer", "answers", multiple=True, metavar="LINE", help="Answer the next question, as at a prompt. Repeatable."
    ),
    click.option("--play", is_flag=True, help="The scenario's choices and the usual answers decide for you."),
    click.option("--orders", type=PATH, help="Give standing orders that everybody can read."),
    click.option("--sealed", type=PATH, help="Give sealed orders, which nobody can read until they are needed."),
    click.option("--covers", multiple=True, metavar="PATTERN", help="The questions that the sealed orders answer.  [default: all]"),
    click.option("--ask", "asked", type=int, metavar="SEQ", help="Ask for another answer to your decision in this record."),
    click.option("--now", help="With --ask: what it should be."),
    click.option(
        "--ask-dice", type=click.Choice(["physical", "mail"]), help="Ask to type in real dice; or to use both chains again."
    ),
    click.option("--ask-ruling", is_flag=True, help="Call in the referee."),
    click.option("--grant/--deny", "granted", default=None, help="Grant or deny what was asked for."),
    click.option("--contest", type=int, metavar="SEQ", help="Do not accept the fact in this record."),
    click.option(
        "--rule", "rulings", nargs=3, multiple=True, metavar="ON KEY VALUE", help="As the referee: modifier, result, unit, option."
    ),
    click.option("--why", default="", help="The reason, where one is needed."),
    click.option("--resign", is_flag=True, help="Give up. This works at any time."),
)
_INTO_A_LETTER = ("orders", "sealed", "asked", "ask_dice", "ask_ruling", "granted", "contest", "rulings")


@click.command()
@click.argument("battle")
@click.option("--side", metavar="NAME", help="Begin a battle of this scenario; you play this side and write the first letter.")
@click.option("--log", "log_path", type=PATH, help="The log of the new battle.")
@click.option(
    "--referee",
    metavar="SIDE|KEY",
    help="Who answers the questions that are for neither side: a side, or a third person.  [default: you]",
)
@click.option("--unsigned", is_flag=True, help="Sign nothing. Needs no extra package, but proves less.")
@click.option("--lost", metavar="SIDE", help="The secret of your side was lost: begin a new chain.")
@click.option("--full", is_flag=True, help="Print all letters so far, in case the other side has lost them.")
@_ENTRY_OPTIONS
def letter(
    battle: str,
    side: str | None,
    log_path: Path | None,
    referee: str | None,
    unsigned: bool,
    lost: str | None,
    full: bool,
    **options: Any,
) -> int:
    """\b
    airwar letter malta-1942 --side axis > letter-1.txt
    airwar letter malta-1942.jsonl

    Write the next letter of a battle by mail: what is new as plain text, and a block that the other side reads with
    `airwar reply`. If it is the other side's turn, print your last letter again, byte for byte. BATTLE is a log; with --side it
    is a scenario, and a new battle begins. `airwar guide a-battle-by-mail` plays one.
    """
    if side is not None:
        desk = _new_battle(load_scenario(battle), side, log_path, referee or "", unsigned)
        with closing(desk.log):
            return _write(desk, options, not unsigned)
    if log_path or referee or unsigned:
        raise click.UsageError("--log, --referee and --unsigned are for a new battle, which needs --side")
    path = Path(battle)
    if not path.exists():
        raise NoSuchFile(f"there is no log {battle}; to begin a battle of a scenario, say which side you play: --side SIDE")
    if lost is not None:
        log = Log.load(path)
        lost_secret(path, _side_letter(scenario_of(log), log.header.mail, lost))
    desk = Desk.open(path)
    with closing(desk.log):
        if not full:
            return _write(desk, options)
        for payload in desk.thread():
            click.echo(letter_text(desk.battle, read_letter(payload), payload))
    return 0


def _new_battle(scenario: Scenario, side: str, log: Path | None, referee: str, unsigned: bool) -> Desk:
    """Begins a battle in which this side writes the first letter."""
    _check_keys(unsigned)
    mail = correspondents(scenario, id_of(side), id_of(referee))
    if unsigned and mail.key:
        raise click.UsageError("everybody has to sign in a battle with a third person as referee")
    desk = Desk.begin(scenario, log or free_log(scenario.name), mail)
    _tell_files(desk)
    return desk


def _tell_files(desk: Desk) -> None:
    """Where the log of a new battle and its secret are."""
    log = desk.log.path
    tell(f"log: {log}; its secret is {log}.secret: keep both, and show the secret to nobody")


@click.command()
@LOG
def referee(log: Path) -> int:
    """\b
    airwar referee malta-1942.jsonl

    Be the referee of a battle by mail that two other people are about to begin. This makes a key for you and prints it; whoever
    writes the first letter gives it with --referee. From then on everybody sends every letter to both of the others, and you read
    them all with `airwar reply LOG`, with the LOG that you named here.
    """
    if log.exists():
        raise name_taken(log)
    _check_keys(unsigned=False)
    kept = Secret.create(log, "r")
    tell(f"your secret is {kept.path}: show it to nobody. This is your key:")
    click.echo(public_key(kept.secret))
    return 0


@click.command()
@LOG
@click.option("--mail", type=PATH, help="Read the letter from this file instead of stdin.")
@click.option("--join", is_flag=True, help="Play the battle that a first letter offers, without being asked.")
@click.option("--unattended", is_flag=True, help="Answer only letters that ask for no decision; for a mail filter.")
@click.option("--unsigned", is_flag=True, help="When you join: sign nothing.")
@click.option("--new-key", is_flag=True, help="Accept the other side's new key. Call your opponent first.")
@click.option("--lost", metavar="SIDE", help="You play this side and have lost everything; the mail has all letters so far.")
@_ENTRY_OPTIONS
def reply(
    log: Path, mail: Path | None, join: bool, unattended: bool, unsigned: bool, new_key: bool, lost: str | None, **options: Any
) -> int:
    """\b
    airwar reply malta-1942.jsonl < mail.txt
    airwar reply malta-1942.jsonl --mail mail.txt --answer stay

    Read the letters in a mail, however it was wrapped or quoted; check them; ask what your side has to decide; and print your
    letter. The first letter of a battle begins its LOG. A letter that you have already read changes nothing, one that comes too
    early is kept, and for a damaged one airwar says which rows are missing. With --unattended, a letter that asks for a decision
    is read but not answered.
    """
    try:
        text = read_bytes(mail or Path("-")).decode("utf-8", "replace")
    except OSError as error:
        raise NoSuchFile(f"cannot read {mail}: {error.strerror}") from None
    if mail is None and not unattended:
        answer_from_terminal()
    found = sorted(payloads(text), key=lambda payload: read_letter(payload).number)
    if os.path.exists(log):
        if lost:
            raise click.UsageError(f"{log} is not lost; if only the secret is: airwar letter {quote(str(log))} --lost {lost}")
        desk = Desk.open(log)
    else:
        number = read_letter(found[0]).number
        if number != 1:
            raise NoSuchFile(f"there is no log {log}, and this is letter {number}; only letter 1 begins a new battle")
        desk = _begun(log, invitation(found[0]), lost, join, unattended, unsigned)
    with closing(desk.log):
        for payload in found:
            taken = desk.read(payload, new_key, rebuild=lost is not None)
            if taken.text:
                tell(taken.text)
        if lost:
            tell(f"this is battle {desk.rules.name}, up to letter {desk.last}; compare the name with one of your old emails")
        try:
            return _write(desk, options, not unsigned, unattended)
        except Undecided as undecided:
            if not unattended:
                raise
            tell(f"the letter was read, and has a question that a person has to answer: {undecided.key}")
            return undecided.exit_code


def _begun(log: Path, offered: Invitation, lost: str | None, join: bool, unattended: bool, unsigned: bool) -> Desk:
    """Begins the battle of a first letter, or begins it again for somebody who has lost the log."""
    if file_of(log).exists():  # of the referee, or of somebody who has lost only the log
        return offered.accept(log)
    if lost is not None:
        return offered.accept(log, side=_side_letter(offered.scenario, offered.mail, lost))
    _show_offer(offered)
    if not join and (unattended or not _asked_to_join()):
        raise click.UsageError(f"nothing was begun; to play it: airwar reply {quote(str(log))} --join")
    _check_keys(unsigned)
    desk = offered.accept(log)
    _tell_files(desk)
    return desk


def _check_keys(unsigned: bool) -> None:
    """Signing needs a library. If it is missing, this says so before anything is written."""
    if not unsigned and not can_sign():
        raise NoSignatures


def _side_letter(scenario: Scenario, mail: Correspondents | None, side: str) -> str:
    """a or b, for a side by name."""
    meant = scenario.side_of.get(id_of(side))
    if mail is None or meant is None:
        raise BadAnswer(f"there is no side {side!r} in a battle by mail here; expected one of {', '.join(scenario.sides)}")
    return "a" if meant in mail.a else "b"


def _show_offer(offered: Invitation) -> None:
    """What somebody is invited to play: the sides, the referee, and the scenario, unless it is one of airwar's own."""
    scenario, mail = offered.scenario, offered.mail
    sides = {writer: listed(map(side_name, mail.parties(writer))) for writer in "ab"}
    tell(f"{scenario.title} ({scenario.ruleset.title}): you play {sides['b']}, and your opponent plays {sides['a']}")
    if mail.key:
        tell(f"a third person is the referee; ask them whether this is their key: {mail.key}")
    else:
        contest = "; you can contest the answers" if mail.referee == "a" else ""
        tell(f"questions for a referee are answered by {sides[mail.referee]}{contest}")
    name = Path(scenario.name).stem
    try:
        known = load_scenario(name).word_for_word == scenario.word_for_word
    except AirwarError:
        known = False
    if known:
        tell(f"the scenario is {name}, word for word as airwar has it")
    else:
        tell(f"the scenario is your opponent's own text, so read it first:\n\n{scenario.text}")
    if scenario.script.entries:
        tell("the choices and dice in it are not used in a battle by mail")


def _asked_to_join() -> bool:
    return has_stdin() and click.confirm("Play this battle?", err=True)


def _write(desk: Desk, options: dict[str, Any], signed: bool = True, unattended: bool = False) -> int:
    """Writes the next letter and prints it; or prints the last one again."""
    payload: bytes | None
    desk.signs = signed
    try:
        if options["resign"] and not desk.has_pen:
            payload = desk.give_up()
        elif desk.has_pen:
            payload = desk.write(_decider(desk, options, unattended), _entries_of(desk, options))
        else:
            payload = _last_letter(desk, options)
    except Left:
        tell(f"nothing was sent; to go on: airwar letter {quote(str(desk.log.path))}")
        return 3
    if payload is not None:
        click.echo(letter_text(desk.battle, read_letter(payload), payload), nl=False)
    return 0


def _last_letter(desk: Desk, options: dict[str, Any]) -> bytes | None:
    """It is not this side's turn: its last letter again, unless the battle is over and the other side knows that."""
    rules = desk.rules
    if any(options[name] not in (None, False, ()) for name in _INTO_A_LETTER) and not desk.battle.over:
        raise AirwarError(f"it is not your turn: the next letter comes from {written_by(desk.battle, rules.pen)}")
    if not desk.battle.over:
        tell(
            f"it is not your turn: the next letter comes from {written_by(desk.battle, rules.pen)}. This is your last letter again"
        )
        return desk.again()
    tell(status(desk.battle))
    last = rules.letters[-1].body
    return desk.again() if isinstance(last, LetterClosed) and last.by == desk.me else None


def _entries_of(desk: Desk, options: dict[str, Any]) -> list[Entry]:
    """What the options put in the letter before anything is decided."""
    found: list[Entry] = []
    if options["granted"] is not None:
        found.append(Reply("yes" if options["granted"] else "no"))
    if options["contest"] is not None:
        found.append(Contest(options["contest"], options["why"]))
    found += [Rule(on, key, value, options["why"]) for on, key, value in options["rulings"]]
    if options["sealed"]:
        found.append(desk.seal(file_text(options["sealed"]), options["covers"] or ("*",)))
    if options["orders"]:
        found.append(Orders(file_text(options["orders"])))
    if options["asked"] is not None:
        found.append(Ask(options["why"], options["asked"], _other_answer(desk.battle, options["asked"], options["now"] or "")))
    if options["ask_dice"] or options["ask_ruling"]:
        found.append(Ask(options["why"], dice=options["ask_dice"]))
    if options["resign"]:
        found.append(Resign())
    return found


def _other_answer(battle: MailBattle, seq: int, line: str) -> Any:
    """Another answer to an earlier question, as it is typed."""
    session = Session(Battle(battle.scenario, Log(list(battle.log.records)), None), ask_before_end=True)
    return typed_answer(session.question_at(seq), line)


def _decider(desk: Desk, options: dict[str, Any], unattended: bool) -> Callable[[MailBattle], list[tuple[str, Any]]]:
    """Who decides for this side: what was typed on the command line, then the script, then the person at the terminal."""
    left = list(options["answers"])
    scenario = desk.scenario
    usual = SessionAnswers(scenario, "mail", None, False)

    def decide(battle: MailBattle) -> list[tuple[str, Any]]:
        question = battle.question
        assert question is not None
        if unattended:
            return []
        if left:
            return [(question.key, typed_answer(question, left.pop(0)))]
        if options["play"] and not isinstance(question, Roll):
            answer = usual.usual(question)
            return [] if answer is None else [(question.key, answer)]
        if not has_stdin():
            return []
        return drafted(battle, desk.me, BattleView(talk(), names_of(scenario)))

    return decide
