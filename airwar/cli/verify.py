"""verify, story: whether a log holds up, by its dice and the rules; and whether stories do, or one from a battle."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import click

from airwar.analysis.verify import Proof
from airwar.analysis.verify import verify as verified
from airwar.cli import print_json, say, say_problems
from airwar.cli.options import JSON, PATH
from airwar.engine.files import open_own
from airwar.engine.words import count, listed
from airwar.errors import AirwarError, BadScenario, CannotWrite, NoSuchFile
from airwar.mail.proof import MailProof
from airwar.show.text import clean, folded
from airwar.story.reading import SUFFIX, Story, StoryLine, read_story
from airwar.story.telling import Failure, Telling, mended
from airwar.story.writing import written_story

HOLDER = (
    "whoever knew the seed could have looked ahead, tried several seeds before the battle, or cut the log and chosen again; "
    "nothing in this log would show it. To rule this out, let somebody who does not play run the battle, or roll real dice. "
    "Players who get a copy of the log after every turn can see at least that it was not cut."
)


@click.command()
@click.argument("logs", metavar="LOG...", type=PATH, nargs=-1, required=True)
@click.option("-v", "--verbose", is_flag=True, help="With several logs: say everything about every log.")
@JSON
def verify(logs: tuple[Path, ...], verbose: bool, as_json: bool) -> int:
    """\b
    airwar verify malta-1942.jsonl
    airwar verify logs

    Check every LOG: that no record was changed, dropped, duplicated or moved; that every machine die is the one that the
    seed gives; that replaying the rules reproduces every record. Also report what no check can show, such as what
    a player who knew the seed could have done. Exit code 4 if a record is bad. A folder means the logs in it, - means stdin.
    For several logs, print a line for each and a summary.
    """
    found = _expanded(logs, "logs", ".jsonl")
    if len(found) == 1 and not os.path.isdir(logs[0]):
        only = verified(found[0])
        if as_json:
            print_json(log=str(found[0]), **asdict(only))
        else:
            click.echo("\n".join(folded(line, sys.stdout) for line in proof_lines(only)))
        return 0
    checked: list[tuple[Path, Proof | AirwarError]] = []
    for log in found:
        try:
            checked.append((log, verified(log)))
        except AirwarError as error:
            checked.append((log, error))
        if not as_json:
            for line in _said_of(*checked[-1], verbose):
                click.echo(folded(line, sys.stdout))
    bad = [result for _, result in checked if isinstance(result, AirwarError)]
    if as_json:
        print_json(logs=[_entry(*one) for one in checked], good=len(checked) - len(bad), failed=len(bad))
    else:
        click.echo(folded(_summary([result for _, result in checked]), sys.stdout))
    return bad[0].exit_code if bad else 0


def _expanded(paths: tuple[Path, ...], what: str, ending: str) -> list[Path]:
    """The logs or stories to check: for a folder, those in it."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob(f"*{ending}")) if os.path.isdir(path) else [path]
        if not inside:
            raise NoSuchFile(f"no {what} in {path}; expected files that end in {ending}")
        found += inside
    return list(dict.fromkeys(found))


def _said_of(log: Path, result: Proof | AirwarError, verbose: bool) -> list[str]:
    """One of several logs on one line; with `verbose`, everything about it."""
    if not _is_proof(result):
        return [f"FAILED  {log}: {result}"]
    finished = "" if result.finished else f", unfinished: it waits for {result.waiting_for}"
    typed = f", {count(result.typed_dice, 'typed die', 'typed dice')}" if result.typed_dice else ""
    changed = len(result.corrections) + len(result.rulings)
    word = f", {count(changed, 'correction or ruling', 'corrections and rulings')}" if changed else ""
    line = f"good    {log}: {count(result.records, 'record')}{typed}{word}{finished}"
    return [line, *(f"  {part}" for part in proof_lines(result))] if verbose else [line]


def _entry(log: Path, result: Proof | AirwarError) -> dict[str, Any]:
    """One of several logs, for programs."""
    return {"log": str(log), **(asdict(result) if _is_proof(result) else {"error": str(result)})}


def _summary(results: list[Proof | AirwarError]) -> str:
    """How many logs are good."""
    good = [result for result in results if _is_proof(result)]
    open_ = sum(not proof.finished for proof in good)
    unfinished = f", {open_} of them unfinished" if open_ else ""
    return f"{count(len(results), 'log')}: {len(good)} verified{unfinished}, {len(results) - len(good)} failed"


def _is_proof(result: Proof | AirwarError) -> TypeGuard[Proof]:
    return not isinstance(result, Exception)


def proof_lines(proof: Proof) -> list[str]:
    """What is verified, and what is not."""
    reproduced = "the facts of every one of them" if proof.other_version else "every one of them"
    lines = [f"verified  the chain of {count(proof.records, 'record')} is intact, and the rules reproduce {reproduced}"]
    return lines + (_mail_lines(proof, proof.mail) if proof.mail is not None else _table_lines(proof))


def _table_lines(proof: Proof) -> list[str]:
    """What is verified of a battle at the table, and what is not."""
    lines = [*_machine_dice_lines(proof), *_other_dice_lines(proof)]
    if proof.undone:
        lines.append(f"noted     {count(proof.undone, 'entry was', 'entries were')} taken back, never past a machine die")
    lines += [f"trusted   {correction}" for correction in proof.corrections]
    lines += [f"trusted   {ruling}" for ruling in proof.rulings]
    lines += [f"noted     {ruling}" for ruling in proof.unmet]
    if proof.notes:
        lines.append(f"noted     {count(proof.notes, 'note')} by the referee")
    for seq in proof.reopened:
        lines.append(f"trusted   after record {seq}, where the battle was over, the seed and so the dice to come were known")
    if proof.other_version:
        lines.append(f"noted     {proof.other_version}")
    if not proof.finished:
        lines.append(f"open      the battle is unfinished; it waits for {proof.waiting_for}")
    if proof.missing:
        missing = count(proof.missing, "record")
        lines.append(f"open      it was interrupted before {missing} that need no answer; `airwar resume` adds them")
    return lines


def _machine_dice_lines(proof: Proof) -> list[str]:
    """What the seed proves, and what whoever knew it could have done."""
    lines = []
    proven = proof.machine_dice - proof.lost_dice - proof.new_seed_dice
    if proven and proof.seed_known:
        lines.append(f"verified  {_machine_dice(proven)} from the seed")
    elif proven:
        dice = count(proof.machine_dice, "machine die", "machine dice")
        lines.append(f"open      {dice}: the seed is secret until the battle ends")
    if proof.machine_dice:
        lines.append(f"trusted   {HOLDER}")
    return lines


def _other_dice_lines(proof: Proof) -> list[str]:
    """Where the dice come from that no seed proves, or only one that was drawn during the battle."""
    lines = []
    if proof.typed_dice:
        typed = count(proof.typed_dice, "die was", "dice were")
        lines.append(f"trusted   {typed} typed in from the table, which cannot be verified")
    if proof.lost_dice:
        lines.append(f"trusted   {_machine_dice(proof.lost_dice)} from a seed that was lost, which can no longer be verified")
    lines += [f"trusted   {change}" for change in proof.new_seeds]
    if proof.new_seed_dice:
        lines.append(f"trusted   {_machine_dice(proof.new_seed_dice)} from such a new seed")
    if proof.forked:
        dice = count(proof.parent_dice, "die of its parent", "dice of its parent") if proof.parent_dice else "no die of its parent"
        lines.append(f"trusted   this battle is a fork with {dice}; it was not compared with the parent")
    if proof.scripted_dice:
        lines.append(f"verified  {count(proof.scripted_dice, 'die comes', 'dice come')} from the scenario's script")
    return lines


def _machine_dice(number: int) -> str:
    return count(number, "machine die comes", "machine dice come")


_NOBODY_PROVES = (
    "who holds a key (compare the name of the battle on the phone), and that there are two players; that nobody stopped because "
    "of dice that they saw first; how many battles were begun before this one; that the scenario is fair"
)


def _mail_lines(proof: Proof, mail: MailProof) -> list[str]:
    """What a battle by mail proves."""
    keys = [f"{mail.sides[side]} (key {key[:8]})" for side, key in mail.signed.items()]
    letters = f"{count(mail.letters, 'letter')}, each continues the one before"
    lines = []
    if len(keys) == len(mail.sides) and mail.checked:
        lines.append(f"verified  battle {mail.name}: {letters}, signed by {listed(keys)}")
    elif mail.checked or not keys:
        lines.append(f"trusted   battle {mail.name}: {letters}; not everybody signs, so either player could have made up this log")
    else:
        lines.append(f"open      battle {mail.name}: {letters}; the signatures were not checked: pip install pynacl")
    if mail.dice:
        dice, draws = count(mail.dice, "die", "dice"), count(mail.draws, "draw")
        each = "each from a link of both sides, published before either could know the other's"
        lines.append(f"verified  {dice} of {draws}: {each}")
    decisions = " and ".join(f"{number} by {mail.sides[side]}" for side, number in mail.decisions.items())
    lines.append(f"verified  every decision was made before anybody could know its dice: {decisions}")
    if mail.ordered:
        lines.append(
            f"verified  {count(mail.ordered, 'answer follows', 'answers follow')} from standing orders, given before those dice"
        )
    lines += [f"agreed    {one}" for one in mail.agreed]
    lines += [f"trusted   {one}" for one in (*mail.trusted, *proof.rulings)]
    lines += [f"noted     {ruling}" for ruling in proof.unmet]
    lines += [f"open      {one}" for one in mail.open]
    if proof.other_version:
        lines.append(f"noted     {proof.other_version}")
    return [*lines, f"unproven  {_NOBODY_PROVES}"]


# stories


_NOT_SO = 1  # the exit code if a line is not so


@click.command()
@click.argument("stories", metavar="FILE...", type=PATH, nargs=-1)
@click.option("-v", "--verbose", is_flag=True, help="Show every line as it is played, with everything airwar says.")
@click.option("--fix", is_flag=True, help="Rewrite the expectations that failed, to say what happened.")
@click.option("--from", "log", metavar="LOG", type=PATH, help="Print a story of the battle in this log.")
def story(stories: tuple[Path, ...], verbose: bool, fix: bool, log: Path | None) -> int:
    """\b
    airwar story malta.story
    airwar story my-stories
    airwar story --from malta-1942.jsonl > malta.story

    Play stories and check them: every line that fails is shown with what happened instead. A story is a scenario with the
    lines that somebody types, the dice that fall, and what must be true afterwards; `airwar guide stories` shows how to write
    one. A folder means the stories in it. Exit code 1 if a line fails.
    """
    if log is not None and (stories or verbose or fix):
        raise click.UsageError("--from writes a story, so it takes neither files nor other options.")
    if log is not None:
        click.echo(written_story(log), nl=False)
        return 0
    if not stories:
        raise click.UsageError("Missing argument 'FILE...'.")

    outcomes = [_played(path, verbose, fix) for path in _expanded(stories, "stories", SUFFIX)]
    wrong = sum(one.code == _NOT_SO for one in outcomes)
    unplayed = sum(one.code > _NOT_SO for one in outcomes)
    rewritten = sum(one.mended for one in outcomes)
    parts = [
        count(len(outcomes), "story", "stories"),
        f"{wrong} failed" if wrong else "",
        f"{unplayed} not played" if unplayed else "",
    ]
    parts += ["" if wrong or unplayed else "all passed", f"{count(rewritten, 'line')} rewritten" if rewritten else ""]
    click.echo(", ".join(filter(None, parts)))
    codes = [one.code for one in outcomes]
    return max(codes)


class _Outcome(NamedTuple):
    """How a story went: an exit code, and how many of its lines were rewritten."""

    code: int
    mended: int = 0


def _played(path: Path, verbose: bool, fix: bool) -> _Outcome:
    """Plays a story, shows the lines that fail, and corrects them if asked to."""
    try:
        told = read_story(path)
        telling = Telling(told)
    except BadScenario as bad:
        say_problems(bad)
        return _Outcome(bad.exit_code)
    except AirwarError as error:
        say(f"airwar: {error}")
        return _Outcome(error.exit_code)
    failures = []
    for line, failure in telling.play():
        if verbose and line in told.lines:
            _show_played(telling, line)
        if failure:
            failures.append(failure)
    rewritten = [one for one in failures if one.right is not None] if fix else []
    if rewritten:
        _rewrite(told, rewritten)
    for failure in rewritten:
        _show_rewritten(told, failure)
    left = [one for one in failures if one not in rewritten]
    for failure in left:
        _show(told, failure)
    unplayed = [line for line in told.lines if failures and failures[-1].stops and line.number > failures[-1].line.number]
    if unplayed:
        click.echo(f"    nothing after this line was played: {count(len(unplayed), 'line')}")
    return _Outcome(_NOT_SO if left else 0, len(rewritten))


def _show(told: Story, failure: Failure) -> None:
    """A line that fails, and what happened instead."""
    click.echo(clean(f"{told.path}:{failure.line.number}: {str(failure.line).strip()}"))
    for text in failure.instead.split("\n"):
        click.echo(f"    {clean(text)}")


def _show_rewritten(told: Story, failure: Failure) -> None:
    """A line as it was, and as it is now."""
    line = failure.line
    click.echo(clean(f"{told.path}:{line.number}: {str(line).strip()}"))
    click.echo(f"    {clean(f'now {line._replace(text=failure.right or line.text)}'.rstrip())}")


def _show_played(telling: Telling, line: StoryLine) -> None:
    """A line as it is played, and below it what was said because of it."""
    click.echo(clean(f"{line.number:5}  {line}"))
    if line.is_expected:
        return
    for text in [telling.refusal] if telling.refusal else [wordings[0] for wordings in telling.heard(telling.before)]:
        click.echo(f"         {clean(text)}")


def _rewrite(told: Story, failures: list[Failure]) -> None:
    """Writes a story with its failed lines corrected."""
    try:
        with open(told.path, "w", encoding="utf-8", newline="", opener=open_own) as file:
            file.write(mended(told, failures))
    except OSError as error:
        raise CannotWrite.to(told.path, error) from error
