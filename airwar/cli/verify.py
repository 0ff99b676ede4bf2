"""verify: a log against its dice and the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from airwar.verify import Proof

HOLDER = (
    "whoever knew the seed could have looked ahead, tried several seeds before the battle, or cut the log and chosen again; "
    "nothing in this log would show it. To rule this out, let somebody who does not play run the battle, or roll real dice. "
    "Players who get a copy of the log after every turn can see at least that it was not cut."
)


@click.command()
@click.argument("logs", metavar="LOG...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(logs: tuple[Path, ...], as_json: bool) -> int:
    """\b
    airwar verify malta-1942.jsonl
    airwar verify logs/*.jsonl

    Check every LOG: that no record was changed, dropped, duplicated or moved; that every machine die is the one that the
    seed gives; that replaying the rules reproduces every record. Report what cannot be verified, such as what
    whoever knew the seed might have done. Exit code 4 if a record is bad. With several logs, all are checked.
    """
    from dataclasses import asdict

    from airwar.errors import AirwarError
    from airwar.show.console import clean, folded
    from airwar.show.document import as_json as document
    from airwar.verify import verify as verified

    documents: list[dict[str, Any]] = []
    code = 0
    for log in logs:
        if len(logs) > 1 and not as_json:
            click.echo(clean(str(log)))
        try:
            proof = verified(log)
        except AirwarError as error:
            if len(logs) == 1:
                raise
            code = code or error.exit_code
            documents.append({"log": str(log), "error": str(error)})
            if not as_json:
                click.echo(folded(f"  FAILED  {error}", sys.stdout))
            continue
        documents.append({"log": str(log), **asdict(proof)})
        if not as_json:
            for line in proof_lines(proof):
                click.echo(folded("  " * (len(logs) > 1) + line, sys.stdout))
    if as_json:
        click.echo(document(**documents[0]) if len(logs) == 1 else document(logs=documents))
    return code


def proof_lines(proof: Proof) -> list[str]:
    """What is verified, and what is not."""
    from airwar.engine.words import count

    lines = [f"verified  the chain of {count(proof.records, 'record')} is intact, and the rules reproduce every one of them"]
    proven = proof.machine_dice - proof.lost_dice
    if proven and proof.seed_known:
        seeds = "the seed" if proof.seeds == 1 else f"the {proof.seeds} seeds of this battle, each from its own first die on"
        lines.append(f"verified  {count(proven, 'machine die comes', 'machine dice come')} from {seeds}")
    elif proven:
        lines.append(
            f"open      {count(proof.machine_dice, 'machine die', 'machine dice')}: the seed is secret until the battle ends"
        )
    if proof.machine_dice:
        lines.append(f"trusted   {HOLDER}")
    if proof.typed_dice:
        typed = count(proof.typed_dice, "die was", "dice were")
        lines.append(f"trusted   {typed} typed in from the table, which cannot be verified")
    if proof.lost_dice:
        lost = count(proof.lost_dice, "machine die comes", "machine dice come")
        lines.append(f"trusted   {lost} from a seed that was lost, which cannot be verified any more")
    if proof.parent_dice:
        lines.append(
            f"trusted   {count(proof.parent_dice, 'die is', 'dice are')} those of the battle that this one was forked from"
        )
    if proof.scripted_dice:
        lines.append(f"verified  {count(proof.scripted_dice, 'die comes', 'dice come')} from the scenario's script")
    if proof.undone:
        lines.append(f"noted     {count(proof.undone, 'entry was', 'entries were')} taken back, never past a machine die")
    lines += [f"trusted   {correction}" for correction in proof.corrections]
    lines += [f"trusted   {ruling}" for ruling in proof.rulings]
    if proof.notes:
        lines.append(f"noted     {count(proof.notes, 'note')} by the table")
    for seq in proof.reopened:
        lines.append(f"trusted   after record {seq}, where the battle was over, the seed and so the dice to come were known")
    if not proof.finished:
        lines.append(f"open      the battle is unfinished; it waits for {proof.waiting_for}")
    if proof.missing:
        lines.append(
            f"open      it was interrupted before {count(proof.missing, 'record')} that need no answer; `airwar resume` adds them"
        )
    return lines
