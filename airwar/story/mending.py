"""Rewrites the expectations of a story that failed, with what is so. Everything else stays as it is."""

from __future__ import annotations

from collections.abc import Iterable

from airwar.story.reading import Story
from airwar.story.telling import Failure


def mended(story: Story, failures: Iterable[Failure]) -> str:
    """The text of a story in which these lines say what is so, as far as that can be said."""
    lines = story.text.split("\n")
    for line, _, right in failures:
        if right is None or not line.is_expected:
            continue
        raw = lines[line.number - 1]
        start = raw.index(line.text, len(line.sign))
        lines[line.number - 1] = f"{raw[:start]}{right}{raw[start + len(line.text) :]}"
    return "\n".join(lines)
