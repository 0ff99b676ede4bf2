"""The guide: one Markdown file for each topic, in the order in which a newcomer reads them."""

from __future__ import annotations

from importlib.resources import files

TOPICS = (
    "first-battle",
    "a-referees-evening",
    "writing-a-scenario",
    "choices-and-policies",
    "charts-of-your-own",
    "dice-and-trust",
    "a-battle-by-mail",
    "batch-and-odds",
    "stories",
    "serve",
    "adding-a-ruleset",
    "library",
    "kit",
)


def text_of(topic: str) -> str:
    """The Markdown of a topic."""
    return files(__name__).joinpath(f"{topic}.md").read_text(encoding="utf-8")


def title_of(topic: str) -> str:
    """What a topic is about: its heading."""
    return text_of(topic).partition("\n")[0].removeprefix("# ")
