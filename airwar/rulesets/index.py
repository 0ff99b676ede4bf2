"""The rule index of a ruleset: every rule of its source that is in scope, and how airwar treats it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from airwar import rulesets
from airwar.errors import BrokenRuleset, NoSuchFile
from airwar.scenario.problems import Map, Node, Scalar
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
    root = read_text(text, str(path))
    entries = [_entry_of(key.text, value) for key, value in root.pairs] if isinstance(root, Map) else []
    if not entries or None in entries:
        raise BrokenRuleset(f'{path}: expected a line for each rule, such as "3": {{adjudicated: What it says.}}')
    return {entry.number: entry for entry in entries if entry}


def _entry_of(number: str, said: Node) -> RuleEntry | None:
    """The entry of a rule; None if it does not say how the rule is treated."""
    parts = {name.text: item.text for name, item in said.pairs if isinstance(item, Scalar)} if isinstance(said, Map) else {}
    treatment = next((name for name in parts if name not in ("reason", "reading")), None)
    if treatment is None:
        return None
    return RuleEntry(number, treatment, parts[treatment], parts.get("reason", ""), parts.get("reading", ""))


def found(entries: Sequence[RuleEntry], words: Sequence[str]) -> list[RuleEntry]:
    """The rules that a number names, or those whose text has all these words."""
    by_number = [entry for entry in entries if len(words) == 1 and is_part(entry.number, words[0])]
    return by_number or [entry for entry in entries if has_words(f"{entry.number} {entry.treatment} {entry.text}", words)]


def has_words(text: str, words: Sequence[str]) -> bool:
    """Whether a text has all these words, or words that begin with them; case does not matter."""
    return all(re.search(rf"(?<![^\W_]){re.escape(word)}", text, re.IGNORECASE) for word in words)


def is_part(number: str, whole: str) -> bool:
    """Whether a rule is this one or belongs to it: 18.52 and 18.522B belong to 18.5, 12.3 to 12, but R20 does not belong to R2."""
    rest = number[len(whole) :]
    return number.lower().startswith(whole.lower()) and ("." in whole or not rest[:1].isdigit())
