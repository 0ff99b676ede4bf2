"""The rule index of a ruleset: every rule of its source that is in scope, and how airwar treats it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from airwar import rulesets
from airwar.errors import NoSuchFile
from airwar.scenario.nodes import Map, Scalar
from airwar.scenario.reader import read_text


@dataclass(frozen=True)
class RuleEntry:
    """One rule of a source: how airwar treats it, and what it says in our own words."""

    number: str
    treatment: str
    summary: str
    reason: str = ""  # why it is outside
    reading: str = ""  # how airwar reads it where the source is unclear and only one reading makes sense

    @property
    def text(self) -> str:
        """The summary, with the reason and the reading."""
        reason = f" ({self.reason})" if self.reason else ""
        return self.summary + reason + (f" Reading: {self.reading}" if self.reading else "")


@cache
def rule_index(ruleset_id: str) -> dict[str, RuleEntry]:
    """The rule index of a ruleset, `rules.yaml`, in the order of its source."""
    home = import_module(rulesets.load(ruleset_id).package).__file__
    assert home is not None
    path = Path(home).parent / "rules.yaml"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise NoSuchFile(f"cannot read the rules of {ruleset_id}, {path}: {error.strerror}") from None
    root = read_text(text, "rules.yaml")
    assert isinstance(root, Map)
    index = {}
    for key, value in root.pairs:
        assert isinstance(value, Map)
        parts = {name.text: item.text for name, item in value.pairs if isinstance(item, Scalar)}
        treatment = next(name for name in parts if name not in ("reason", "reading"))
        index[key.text] = RuleEntry(key.text, treatment, parts[treatment], parts.get("reason", ""), parts.get("reading", ""))
    return index


def is_part(number: str, whole: str) -> bool:
    """Whether a rule is this one or belongs to it: 18.52 and 18.522B belong to 18.5, 12.3 to 12, but R20 does not belong to R2."""
    rest = number[len(whole) :]
    return number.lower().startswith(whole.lower()) and ("." in whole or not rest[:1].isdigit())
