"""The scenario of the next turn: the text of the one that was played, edited in place to match the position at its end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from airwar.battle.battle import Battle, Nobody, scenario_of, seed_of
from airwar.engine.history import in_force
from airwar.engine.log import Log
from airwar.engine.questions import Asked
from airwar.engine.records import Stated
from airwar.engine.words import ROLES, some_of
from airwar.errors import AirwarError, BadScenario
from airwar.rulesets.kit.passing import flow
from airwar.rulesets.ruleset import Following
from airwar.scenario.edit import Add, Edit, Set, edited, known_keys, outline_of, takes_new_keys, without_entries
from airwar.setup.loading import Scenario, parse_scenario


class NextScenario(NamedTuple):
    """The next scenario, what the players have to check, and the text of its chart file."""

    text: str
    notes: list[str]
    files: Mapping[str, str]


def next_scenario(path: Path, *, finish: bool = True) -> NextScenario:
    """The scenario after a battle that is over. Raises AirwarError, BadScenario.

    `finish`: a turn that was played only in part is brought to its end, as far as the ruleset can do that.
    """
    log = Log.load(path)
    scenario, source = scenario_of(log), log.header.scenario
    try:
        end = Battle(scenario, Log(list(log.records)), seed_of(log)).walk(Nobody(), ask_before_end=True).run()
    except Asked as asked:
        raise AirwarError(f"the battle is not over; it waits for {asked.question.key}") from None
    text, notes = following_text(scenario, end.state, finish=finish)
    left_out: list[str] = []
    text = without_entries(text, "choices", partial(_is_over, scenario.ruleset.lasting, left_out))
    if left_out:
        notes = [*notes, f"choices for one decision, units or dice of the turn that is over are left out: {some_of(left_out)}"]
    text = edited(text, _told(text, log, scenario.ruleset.lasting))
    if log.last.kind == "end":
        earlier = re.compile(r"\A# The turn after .*\n")
        text = f"# The turn after {path.name}, record {log.last.seq} {log.last.hash[:16]}\n{earlier.sub('', text)}"
    stale = _stale_comments(scenario.text, text)
    if stale:
        notes = [*notes, f"comments on lines that have changed: {some_of(stale)}"]
    following = parse_scenario(text, f"the turn after {path.name}", source.files)
    return NextScenario(text, notes, following.files)


def _stale_comments(before: str, after: str) -> list[str]:
    """The comments that the player wrote beside something that is different now, and may no longer be true."""
    known = set(before.splitlines())
    beside = {comment for line in known for _, sharp, comment in [line.partition(" # ")] if sharp}
    changed = [line.partition(" # ")[2] for line in after.splitlines() if line not in known]
    return [f"# {comment}" for comment in changed if comment in beside]


def following_text(scenario: Scenario, end: Any, *, finish: bool = True) -> tuple[str, list[str]]:
    """The text of the next turn, and what the players have to check."""
    ruleset = scenario.ruleset
    if ruleset.following is not None:
        return _written_out(scenario, ruleset.following, end, finish=finish)
    if ruleset.next_turn is None:
        raise AirwarError(f"{ruleset.id} has no next turn that airwar could write")
    edits, notes = ruleset.next_turn(end, outline_of(scenario.text))
    return edited(scenario.text, edits), notes


def _written_out(scenario: Scenario, following: Following[Any], end: Any, *, finish: bool) -> tuple[str, list[str]]:
    """The scenario that holds the starting position of the next turn; sections are rewritten where edits do not suffice."""
    passed = following.passed if finish or following.unfinished is None else following.unfinished
    position, notes = passed(end, scenario.start.state)
    start = following.position(scenario.start.state)
    text = edited(scenario.text, following.edits(start, position))
    try:
        read = following.position(parse_scenario(text, scenario.name, scenario.files).start.state)
    except BadScenario:
        return edited(scenario.text, following.whole_sections(start, position)), notes
    if following.written(read) != following.written(position):
        text = edited(text, following.whole_sections(read, position))
    return text, notes


def _told(text: str, log: Log, lasting: tuple[str, ...]) -> list[Edit]:
    """Facts that the table stated and that stay true, as choices of the next scenario."""
    stated = [record.body for record in in_force(log.records) if isinstance(record.body, Stated)]
    facts = {fact.key: fact.answer for fact in stated if _lasts(fact.key, lasting)}
    known = known_keys(text, ("choices",))
    new = {key: answer for key, answer in facts.items() if key not in known}
    if takes_new_keys(text, ("choices",)):
        return [Set(("choices", key), flow(answer)) for key, answer in new.items()]
    if known:  # a list
        return [Add(("choices", known[-1]), flow({key: answer})) for key, answer in new.items()]
    return [Set(("choices",), flow(dict(new)))] if new else []


def _lasts(key: str, lasting: tuple[str, ...]) -> bool:
    """Whether a fact stays true in the next turn."""
    return any(fnmatchcase(key, pattern) for pattern in lasting)


def _is_over(lasting: tuple[str, ...], left_out: list[str], key: str, value: Any) -> bool:
    """Whether an entry of `choices` was only for the past turn: for one decision, or naming units or dice. If so, lists it."""
    over = not _lasts(key, lasting) and ("*" not in key or not _is_policy(value))
    if over:
        left_out.append(key)
    return over


def _is_policy(value: Any) -> bool:
    """Whether an answer can serve in any turn: a word, or a number for each role, perhaps conditional."""
    if not isinstance(value, dict):
        return isinstance(value, str)
    if "when" in value:
        return all(_is_policy(value[part]) for part in ("then", "else") if part in value)
    return set(value) <= {*ROLES}
