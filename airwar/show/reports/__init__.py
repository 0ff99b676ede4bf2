"""A battle told to people who were not there: built once, then written as HTML, Markdown, BBCode or text."""

from __future__ import annotations

from pathlib import Path

from airwar.errors import CannotWrite
from airwar.show.reports.blocks import Report, bbcode, markdown, text
from airwar.show.reports.html import html

_FORMATS = ("html", "markdown", "bbcode", "text")
_ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".bbcode": "bbcode", ".txt": "text", "": "text"}


def format_of(path: Path | None) -> str:
    """The format that the ending of a file asks for; text if it has none. Raises CannotWrite if no format has that ending."""
    ending = path.suffix.lower() if path else ""
    if ending not in _ENDINGS:
        raise CannotWrite(f"{path}: a report ends in .html, .md, .bbcode or .txt")
    return _ENDINGS[ending]


def written(report: Report, format_: str, width: int = 80) -> str:
    """The report in a format."""
    if format_ == "text":
        return text(report, width)
    return {"html": html, "markdown": markdown, "bbcode": bbcode}[format_](report)
