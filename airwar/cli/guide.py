"""guide: how to use airwar, by topic."""

from __future__ import annotations

import sys

import click

WIDEST = 100  # columns; longer lines are hard to read


@click.command()
@click.argument("topic", required=False)
def guide(topic: str | None) -> int:
    """\b
    airwar guide
    airwar guide first-battle
    airwar guide writing-a-scenario > writing-a-scenario.md

    List the topics of the guide, or print one: as text at a terminal, as Markdown elsewhere.
    """
    from airwar.guide import TOPICS, text_of, title_of

    if topic is None:
        width = max(map(len, TOPICS))
        for name in TOPICS:
            click.echo(f"{name:<{width}}  {title_of(name)}")
        click.echo(f"to read one: airwar guide {TOPICS[0]}", err=True)
        return 0
    text = text_of(found(topic))
    if sys.stdout.isatty():
        render(text)
    else:
        click.echo(text, nl=False)
    return 0


def found(topic: str) -> str:
    """The topic that a word names; the beginning of its name is enough."""
    from difflib import get_close_matches

    from airwar.engine.words import did_you_mean
    from airwar.errors import NotFound
    from airwar.guide import TOPICS

    starting = [name for name in TOPICS if name.startswith(topic)]
    if len(starting) == 1:
        return starting[0]
    near = get_close_matches(topic, TOPICS, 1, cutoff=0.4) or [name for name in TOPICS if topic in name]
    raise NotFound(f"no such topic: {topic}; expected one of {', '.join(TOPICS)}{did_you_mean(near[0] if near else None)}")


def render(text: str) -> None:
    """The guide is ours, so its Markdown can be trusted; names from files never come this way."""
    from rich.markdown import Markdown

    from airwar.show.console import results

    console = results()
    console.print(Markdown(text, code_theme="bw", hyperlinks=False), width=min(console.width, WIDEST))
