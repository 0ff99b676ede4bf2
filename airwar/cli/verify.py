"""verify: a log against its dice and the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from airwar.verify import Proof


@click.command()
@click.argument("logs", metavar="LOG...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(logs: tuple[Path, ...], as_json: bool) -> int:
    """\b
    airwar verify malta-1942.jsonl
    airwar verify logs/*.jsonl

    Verifies every LOG: that no record was changed, dropped, doubled or moved; that every machine die is the one that the
    seed gives; that replaying the rules reproduces every record. Reports what cannot be verified. Exit code 4 if a record
    is bad. With several logs, all are checked.
    """
    import json
    from dataclasses import asdict

    from airwar.errors import AirwarError
    from airwar.show.console import clean, folded
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
        click.echo(json.dumps({"airwar": 1, **documents[0]} if len(logs) == 1 else {"airwar": 1, "logs": documents}, indent=2))
    return code


def proof_lines(proof: Proof) -> list[str]:
    """What is verified, and what is not."""
    lines = [f"verified  the chain of {proof.records} records is intact, and the rules reproduce every one of them"]
    if proof.machine_dice and proof.seed_known:
        dice = "1 machine die comes" if proof.machine_dice == 1 else f"{proof.machine_dice} machine dice come"
        lines.append(f"verified  {dice} from the seed")
    elif proof.machine_dice:
        lines.append(f"open      {proof.machine_dice} machine dice: the seed is secret until the battle ends")
    if proof.typed_dice:
        lines.append(f"trusted   {proof.typed_dice} dice were typed in from the table, which cannot be verified")
    if proof.scripted_dice:
        lines.append(f"verified  {proof.scripted_dice} dice come from the scenario's script")
    if proof.undone:
        choices = "1 choice was" if proof.undone == 1 else f"{proof.undone} choices were"
        lines.append(f"noted     {choices} taken back, never past a die")
    if not proof.finished:
        lines.append(f"open      the battle is unfinished; it waits for {proof.waiting_for}")
    return lines
