"""The options of a scenario: named rulings on what a rule book leaves open.

An option has at least two values (or is a whole number), a rule it belongs to, and a text that says what it decides. A yes-or-no
question has the values `yes` and `no`. A reading with only one sensible value is not an option: it is a `reading` in the rule
index, `rules.yaml`.

A step reads an option with `value`, `number` or `yes`, and says so where the ruling mattered:

    if rulings.yes("flak-from-dispersed"): ...
    ref.tell(rulings.ruled, "flak-from-dispersed", "the Axis has only dispersed units, which fire flak")

The event carries the rule of the option, not the rule of the step that happens to be running.

Every battle carries its rulings, and with them what the scenario calls its sides and places, for the sentence above a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from airwar.engine.events import Ruling
from airwar.engine.frozen import dataclass
from airwar.rulesets.kit.telling import title_of
from airwar.rulesets.ruleset import Option

YES_NO = ("yes", "no")
NO_YES = ("no", "yes")


@dataclass(frozen=True, eq=False)
class Rulings:
    """The value of each option of a ruleset in one scenario."""

    options: Mapping[str, Option] = field(repr=False)  # the declarations of options are not part of a position
    values: Mapping[str, str | int]
    names: Mapping[str, str] = field(default_factory=dict, repr=False)  # names of sides and places, by id

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rulings) and self.options is other.options and self.values == other.values)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.values.items()))

    @property
    def chosen_values(self) -> dict[str, str]:
        """The options whose value is not their default, as a scenario says them."""
        return {name: str(value) for name, value in self.values.items() if name in self.options and not self.is_default(name)}

    @classmethod
    def defaults(cls, options: Mapping[str, Option], **chosen: str | int) -> Rulings:
        """Every option at its default, except those named: `die_sides=6` is the option `die-sides`."""
        values = {name: int(option.default) if option.whole else option.default for name, option in options.items()}
        return cls(options, {**values, **{name.replace("_", "-"): value for name, value in chosen.items()}})

    def value(self, option: str) -> str:
        """The value of an option, as text."""
        return str(self.values[option])

    def number(self, option: str) -> int:
        """The value of an option that is a whole number."""
        value = self.values[option]
        assert isinstance(value, int), f"{option} is {value!r}, not a whole number"
        return value

    def yes(self, option: str) -> bool:
        """Whether a yes-or-no option is yes."""
        value = self.value(option)
        assert value in YES_NO, f"{option} is {value!r}, neither yes nor no"
        return value == "yes"

    def name(self, id_: str) -> str:
        """What the scenario calls a side or a place."""
        return self.names.get(id_) or title_of(id_)

    def is_default(self, option: str) -> bool:
        """Whether an option has its default value."""
        return self.value(option) == self.options[option].default

    def ruled(self, option: str, text: str) -> Ruling:
        """The event for a ruling that mattered: the option, its value, its rule, and what it did."""
        return Ruling(option, self.value(option), text, self.options[option].rule)

    def chosen(self, option: str, text: str) -> Ruling | None:
        """Like `ruled`, but only if the scenario chose a value other than the default; else None."""
        return None if self.is_default(option) else self.ruled(option, text)
