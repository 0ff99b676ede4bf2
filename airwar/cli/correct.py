"""correct: another answer to an entry of a battle."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote

import click


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.argument("seq", type=click.IntRange(1), required=False)
@click.option("--answer", help="What is right: an option, numbers, faces; or for a machine die a ruling: +1, or a result.")
@click.option("--why", default="", help="The reason.")
@click.option("--who", help="Who signs it.  [default: referee]")
@click.option("--dry-run", is_flag=True, help="Only say how much of what came later would be entered again.")
def correct(log: Path, seq: int | None, answer: str | None, why: str, who: str | None, dry_run: bool) -> int:
    """\b
    airwar correct malta-1942.jsonl
    airwar correct malta-1942.jsonl 14 --answer "3 3" --why "misread the die"

    Correct an entry of the battle in LOG, finished or not. Without SEQ, its entries are listed. The log keeps what was.
    Whatever was entered later and still fits is entered again, and machine dice keep their faces; what no longer fits is
    asked. At a terminal, airwar first says how much that is.
    """
    from airwar.battle.battle import resume
    from airwar.engine.history import only_ruled_on
    from airwar.engine.records import Rolled
    from airwar.sessions import Session
    from airwar.table.referee_commands import foreseen_words, kept_words, modifier_or_result, typed_answer

    battle = resume(log)
    if answer is None:
        return correct_at_table(log, seq, who)
    if seq is None:
        raise click.UsageError("--answer needs SEQ, the number of the record to correct")
    session = Session(battle, who=who, ask_before_end=True)
    old = session.entry(seq).body
    if dry_run:
        click.echo(foreseen_words(session.foresee(seq, typed_answer(session.question_at(seq), answer))))
        session.close()
        return 0
    if isinstance(old, Rolled) and only_ruled_on(old):
        after = session.rule(modifier_or_result(answer), old.key, answer, why, back_to=seq)
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


def correct_at_table(log: Path, seq: int | None, who: str | None) -> int:
    """Lists the entries; at a terminal, asks which is wrong and plays on."""
    from airwar.battle.battle import resume
    from airwar.cli.play import Seating, fight
    from airwar.sessions import Session
    from airwar.table.referee_commands import key_of, was

    if not (sys.stdin is not None and sys.stdin.isatty()):
        if seq is not None:
            raise click.UsageError("without a terminal, --answer and --why say what is right, and why")
        session = Session(resume(log), who=who, ask_before_end=True)
        for record in session.entries:
            click.echo(f"{record.seq:5}  {key_of(record)}  {was(record)}")
        session.close()
        click.echo("airwar correct LOG SEQ --answer ANSWER --why REASON corrects one", err=True)
        return 0
    return fight(resume(log), Seating(who=who), correct=seq or 0)
