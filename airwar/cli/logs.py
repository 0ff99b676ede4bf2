"""next, fork, script, correct: what to do with a logged battle."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from airwar.answers.chance import parse_seed
from airwar.battle.battle import resume
from airwar.battle.next_turn import next_scenario
from airwar.battle.what_if import fork as forked
from airwar.battle.what_if import script_from
from airwar.cli import has_stdin
from airwar.cli.files import fork_of, write_new
from airwar.cli.options import LOG, OUT, PATH
from airwar.cli.play import Seating, fight
from airwar.engine.files import read_regular
from airwar.engine.history import only_ruled_on
from airwar.engine.records import Rolled
from airwar.engine.words import count
from airwar.errors import CannotWrite
from airwar.play.session import Session
from airwar.setup.loading import load_scenario
from airwar.show.text import clean
from airwar.table.referee_commands import entry_lines, foreseen_words, kept_words, ruling_on, typed_answer


@click.command(name="next")
@LOG
@OUT
@click.option("--unfinished", is_flag=True, help="Leave the rest of a turn unplayed, if only part of it was fought.")
def next_(log: Path, out: Path | None, unfinished: bool) -> int:
    """\b
    airwar next smolensk-1941.jsonl -o turn-2.yaml

    Print the scenario of the turn after the battle in LOG: the same text with its comments, edited to match the position at the
    end. Counts, places and status are brought up to date, lost units are removed or commented out, and orders are cleared. If
    only part of a turn was fought, airwar first finishes the turn by doing everything that the rules do without a decision.
    """
    text, notes, files = next_scenario(log, finish=not unfinished)
    if out is None:
        click.echo(text, nl=False)
    else:
        for name, content in files.items():
            _bring(out.parent / name, content)
        write_new(out, text)  # last: if anything fails, its name is still free
        click.echo(f"{out}: look at it, then run: airwar run {out}", err=True)
    for note in notes:
        click.echo(clean(f"check: {note}"), err=True)
    return 0


def _bring(path: Path, content: str) -> None:
    """Puts the chart file of the battle next to the scenario, unless there is one."""
    try:
        there = read_regular(path)
    except FileNotFoundError:
        there = None
    except OSError as error:
        raise CannotWrite(f"cannot compare {path} with the file of the battle: {error.strerror}") from None
    if there is None:
        path.parent.mkdir(exist_ok=True)
        write_new(path, content)
        click.echo(f"{path}: copied from the log", err=True)
    elif there != content.encode("utf-8"):
        click.echo(f"check: {path} is not the file that the battle was fought with", err=True)


# a battle that branches off


@click.command()
@LOG
@click.option("--at", type=click.IntRange(0), help="Branch off after this record. Default: the last.")
@click.option("--scenario", help="Use another scenario, such as the file as it is now.")
@click.option("--log", "to", type=PATH, help="The new log. Default: a free name beside LOG.")
@click.option("--seed", help="The seed of the new battle. Default: a secret random one.")
def fork(log: Path, at: int | None, scenario: str | None, to: Path | None, seed: str | None) -> int:
    """\b
    airwar fork malta-1942.jsonl --at 40
    airwar fork malta-1942.jsonl --scenario malta-1942.yaml

    Begin a new log from the battle in LOG as it was after a record. The fork names its parent, gets its own
    seed, and keeps everything up to there; with --scenario, as much of it as still fits.
    """
    new = to or fork_of(log)
    made = forked(log, new, at, load_scenario(scenario) if scenario else None, None if seed is None else parse_seed(seed))
    click.echo(f"{new}: {count(made.taken_over, 'entry', 'entries')} taken over, {made.dropped} dropped")
    if made.waiting_for:
        click.echo(f"it waits for {made.waiting_for}", err=True)
    click.echo(f"to continue: airwar resume {quote(str(new))}", err=True)
    return 0


@click.command()
@LOG
@click.option("--with-dice", is_flag=True, help="Include the faces of the dice.")
def script(log: Path, with_dice: bool) -> int:
    """\b
    airwar script malta-1942.jsonl

    Print the answers given in the battle of LOG as a `choices` block, for its scenario or for `run --play`.
    """
    click.echo(script_from(log, with_dice), nl=False)
    return 0


# another answer to an entry of a battle


@click.command()
@LOG
@click.argument("seq", type=click.IntRange(1), required=False)
@click.option("--answer", help="The right answer: an option, numbers or faces; or for a machine die a ruling: +1, or a result.")
@click.option("--why", default="", help="The reason.")
@click.option("--who", help="Who signs it.  [default: referee]")
@click.option("--dry-run", is_flag=True, help="Only say how many of the later entries would be entered again.")
def correct(log: Path, seq: int | None, answer: str | None, why: str, who: str | None, dry_run: bool) -> int:
    """\b
    airwar correct malta-1942.jsonl
    airwar correct malta-1942.jsonl 14 --answer "3 3" --why "misread the die"

    Correct an entry of the battle in LOG, finished or not. Without SEQ, list its entries. The log keeps the
    old answer too. Later entries that still fit are entered again, machine dice keep their faces, and the rest is asked again. At
    a terminal, airwar first tells you how much that is.
    """
    battle = resume(log)
    if answer is None:
        return _correct_at_table(log, seq, who)
    if seq is None:
        raise click.UsageError("--answer needs SEQ, the number of the record to correct")
    session = Session(battle, who=who, ask_before_end=True)
    old = session.entry(seq).body
    if dry_run:
        click.echo(foreseen_words(session.foresee(seq, typed_answer(session.question_at(seq), answer))))
        session.close()
        return 0
    if isinstance(old, Rolled) and only_ruled_on(old):
        on, value = ruling_on(session, seq, answer)
        after = session.rule(on, old.key, value, why, back_to=seq)
    else:
        after = session.correct(seq, typed_answer(session.question_at(seq), answer), why)
    click.echo(kept_words(after))
    if session.end is not None:
        session.finish()
        click.echo(f"Result  {session.end.result}")
    else:
        session.close()
        waiting = session.question.key if session.question else ""
        click.echo(f"the battle waits for {waiting}; to continue: airwar resume {quote(str(log))}", err=True)
    return 0


def _correct_at_table(log: Path, seq: int | None, who: str | None) -> int:
    """Lists the entries; at a terminal, asks which one is wrong and plays on."""
    if not has_stdin():
        if seq is not None:
            raise click.UsageError("without a terminal, --answer and --why say what is right, and why")
        session = Session(resume(log), who=who, ask_before_end=True)
        for line in entry_lines(session, session.entries):
            click.echo(clean(line))
        session.close()
        click.echo("airwar correct LOG SEQ --answer ANSWER --why REASON corrects one", err=True)
        return 0
    return fight(resume(log), Seating(who=who), correct=seq or 0)
