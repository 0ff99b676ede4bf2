"""story: plays stories and checks them, or writes one from a battle."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from airwar.story.reading import Story, StoryLine
    from airwar.story.telling import Failure, Telling

_NOT_SO = 1  # the exit code if a line is not so


@click.command()
@click.argument("stories", metavar="FILE...", type=click.Path(path_type=Path), nargs=-1)
@click.option("-v", "--verbose", is_flag=True, help="Show every line as it is played, with everything airwar says.")
@click.option("--fix", is_flag=True, help="Rewrite the expectations that failed, to say what happened.")
@click.option("--from", "log", metavar="LOG", type=click.Path(path_type=Path), help="Print a story of the battle in this log.")
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
        from airwar.story.writing import written_story

        click.echo(written_story(log), nl=False)
        return 0
    if not stories:
        raise click.UsageError("Missing argument 'FILE...'.")
    from airwar.engine.words import count

    outcomes = [_played(path, verbose, fix) for path in _expanded(stories)]
    wrong = sum(one.code == _NOT_SO for one in outcomes)
    unplayed = sum(one.code > _NOT_SO for one in outcomes)
    mended = sum(one.mended for one in outcomes)
    said = [
        count(len(outcomes), "story", "stories"),
        f"{wrong} failed" if wrong else "",
        f"{unplayed} not played" if unplayed else "",
    ]
    said += ["" if wrong or unplayed else "all passed", f"{count(mended, 'line')} rewritten" if mended else ""]
    click.echo(", ".join(filter(None, said)))
    codes = [one.code for one in outcomes]
    return max(codes)


class _Outcome(NamedTuple):
    """How a story went: an exit code, and how many of its lines were rewritten."""

    code: int
    mended: int = 0


def _expanded(stories: tuple[Path, ...]) -> list[Path]:
    """The stories to play: for a folder, those in it."""
    from airwar.errors import NoSuchFile
    from airwar.story.reading import SUFFIX

    found: list[Path] = []
    for path in stories:
        inside = sorted(path.rglob(f"*{SUFFIX}")) if os.path.isdir(path) else [path]
        if not inside:
            raise NoSuchFile(f"no stories in {path}; expected files that end in {SUFFIX}")
        found += inside
    return list(dict.fromkeys(found))


def _played(path: Path, verbose: bool, fix: bool) -> _Outcome:
    """Plays a story, shows the lines that fail, and corrects them if asked to."""
    from airwar.cli import say, say_problems
    from airwar.engine.words import count
    from airwar.errors import AirwarError, BadScenario
    from airwar.story.reading import read_story
    from airwar.story.telling import Telling

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
    from airwar.show.text import clean

    click.echo(clean(f"{told.path}:{failure.line.number}: {str(failure.line).strip()}"))
    for text in failure.instead.split("\n"):
        click.echo(f"    {clean(text)}")


def _show_rewritten(told: Story, failure: Failure) -> None:
    """A line as it was, and as it is now."""
    from airwar.show.text import clean

    line = failure.line
    click.echo(clean(f"{told.path}:{line.number}: {str(line).strip()}"))
    click.echo(f"    {clean(f'now {line._replace(text=failure.right or line.text)}'.rstrip())}")


def _show_played(telling: Telling, line: StoryLine) -> None:
    """A line as it is played, and below it what was said because of it."""
    from airwar.show.text import clean

    click.echo(clean(f"{line.number:5}  {line}"))
    if line.is_expected:
        return
    for text in [telling.refusal] if telling.refusal else [wordings[0] for wordings in telling.heard(telling.before)]:
        click.echo(f"         {clean(text)}")


def _rewrite(told: Story, failures: list[Failure]) -> None:
    """Writes a story with its failed lines corrected."""
    from airwar.engine.files import open_own
    from airwar.errors import CannotWrite
    from airwar.story.telling import mended

    try:
        with open(told.path, "w", encoding="utf-8", newline="", opener=open_own) as file:
            file.write(mended(told, failures))
    except OSError as error:
        raise CannotWrite.to(told.path, error) from error
