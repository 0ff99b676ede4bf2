"""One record of a battle from dice to losses: what was rolled, what modified it, where it was read, and what followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from airwar.analysis.timeline import walk_to
from airwar.engine.dice import Chart
from airwar.engine.events import Ruling, Sheet, event_words
from airwar.engine.history import in_force
from airwar.engine.log import Log, Record
from airwar.engine.questions import Asked
from airwar.engine.records import Chosen, Corrected, Rolled, Ruled, Stated, Told
from airwar.engine.remarks import answer_words, corrected_words, ruled_words
from airwar.engine.ruling import concerns
from airwar.errors import AirwarError
from airwar.rulesets.index import RuleEntry, rule_index
from airwar.rulesets.kit.charts import chart_names, load_chart
from airwar.scenario.problems import fields_of, texts_of
from airwar.scenario.reader import read_text
from airwar.setup.loading import Scenario

_AROUND_ROW, _AROUND_COLUMN = 1, 4  # of a chart: rows and columns shown on each side of the cell


@dataclass(frozen=True)
class Explanation:
    """A result, explained in lines, an excerpt of its chart, and the rules that it follows from."""

    title: str
    lines: tuple[str, ...]
    excerpt: Sheet | None = None
    rules: tuple[RuleEntry, ...] = ()
    followed: tuple[str, ...] = ()  # what came of it at once
    rulings: tuple[str, ...] = ()  # named options, rulings and corrections that mattered


def explain(log: Log, scenario: Scenario, seq: int) -> Explanation:
    """Explains one record of a log."""
    record = next((record for record in log.records if record.seq == seq), None)
    if record is None:
        raise AirwarError(f"no record {seq}; the last is {log.last.seq}")
    found = _explained(log, scenario, record)
    if record in in_force(log.records):
        return found
    return replace(found, lines=("no longer in force: taken back, corrected or entered again since", *found.lines))


def _explained(log: Log, scenario: Scenario, record: Record) -> Explanation:
    """A record as it was at its time."""
    body = record.body
    if isinstance(body, Rolled):
        return _roll(log, scenario, record, body)
    if isinstance(body, Chosen | Stated):
        return _decision(log, scenario, record, body)
    if isinstance(body, Told):
        return _told(log, scenario, record, body)
    near = _nearest(log, record.seq)
    raise AirwarError(f"record {record.seq} is not a roll, a decision or an event; try {near}")


def last_result(log: Log) -> int | None:
    """The last roll or decision in force."""
    found = [record.seq for record in in_force(log.records) if isinstance(record.body, Rolled | Chosen | Stated)]
    return found[-1] if found else None


def _nearest(log: Log, seq: int) -> str:
    """The records around this one that can be explained."""
    seqs = [record.seq for record in log.records if isinstance(record.body, Rolled | Chosen | Stated)]
    return " or ".join(str(one) for one in sorted(sorted(seqs, key=lambda one: abs(one - seq))[:2])) or "another log"


def _roll(log: Log, scenario: Scenario, record: Record, roll: Rolled) -> Explanation:
    natural = f"{roll.dice}: {' '.join(map(str, roll.faces))}"
    if len(roll.faces) > 1 and roll.total is not None:
        natural += f" = {sum(roll.faces)}"
    lines = [natural + _source(roll)]
    lines += [f"{term.value:+d} {term.name}" + (f" ({term.rule})" if term.rule else "") for term in roll.terms or ()]
    lines += _compared(log, scenario, record, roll)
    if roll.terms and roll.total is not None:
        lines.append(f"modified total: {roll.total}")
    if roll.needed:
        lines.append(f"each die: {roll.needed}")
    if roll.chart and roll.row:
        lines.append(f"{roll.chart}: row {roll.row}, column {roll.column}")
    lines.append(f"result: {roll.result}")
    numbers = [roll.rule, *(term.rule for term in roll.terms or ())]
    return Explanation(
        f"{roll.key}, rolled by {scenario.side_name(roll.by)}" if roll.by else roll.key,
        tuple(lines),
        _excerpt(scenario, roll),
        _rules_of(scenario, numbers),
        _followed(log, scenario, record),
        _rulings(log, scenario, record),
    )


def _compared(log: Log, scenario: Scenario, record: Record, roll: Rolled) -> list[str]:
    """What the modifiers come from. The log has only their values; the position before the roll has the rest."""
    walk = walk_to(scenario, log, record.seq)
    with suppress(Asked, AirwarError):
        walk.run()
    return scenario.ruleset.compared(walk.states, roll)


def _source(roll: Rolled) -> str:
    """Where the dice come from."""
    if roll.source == "machine":
        return f" (machine dice, number {roll.die} of the seed)" if roll.die is not None else " (machine dice)"
    words = {
        "physical": "typed in at the table",
        "scripted": "fixed by the scenario",
        "corrected": "corrected by the referee",
        "ruled": "ruled by the referee",
    }
    return f" ({words.get(roll.source, roll.source)})"


def _decision(log: Log, scenario: Scenario, record: Record, body: Chosen | Stated) -> Explanation:
    if isinstance(body, Stated):
        lines = [f"{scenario.side_name(body.by)} stated {body.what}: {body.answer}"]
    else:
        could = (
            body.options if isinstance(body.options, tuple) else [f"up to {number} {name}" for name, number in body.options.items()]
        )
        lines = [f"could choose: {', '.join(could)}", f"chose: {answer_words(body.answer)}"]
    return Explanation(
        f"{body.key}, decided by {scenario.side_name(body.by)}",
        tuple(lines),
        None,
        _rules_of(scenario, [body.rule]),
        _followed(log, scenario, record),
        _rulings(log, scenario, record),
    )


def _told(log: Log, scenario: Scenario, record: Record, told: Told) -> Explanation:
    before = [one for one in log.records if one.seq < record.seq and isinstance(one.body, Rolled | Chosen)]
    lines = [event_line(told, scenario.side_name)]
    if before and isinstance(before[-1].body, Rolled | Chosen):
        lines.append(f"after record {before[-1].seq}, {before[-1].body.key}")
    return Explanation(f"record {record.seq}", tuple(lines), None, _rules_of(scenario, [told.rule]), (), ())


# the parts of an explanation


def _excerpt(scenario: Scenario, roll: Rolled) -> Sheet | None:
    """The cell of the chart that a roll is read in, marked, with the cells around it. None if the scenario supplies the chart."""
    chart = _chart(scenario, roll)
    if chart is None:
        return None
    labels = [label for label, _ in chart.rows]
    row, column = labels.index(roll.row or ""), chart.columns.index(roll.column or "")
    rows = range(max(0, row - _AROUND_ROW), min(len(labels), row + _AROUND_ROW + 1))
    columns = range(max(0, column - _AROUND_COLUMN), min(len(chart.columns), column + _AROUND_COLUMN + 1))
    cells = [
        (labels[at], *(f">{chart.rows[at][1][to]}<" if (at, to) == (row, column) else chart.rows[at][1][to] for to in columns))
        for at in rows
    ]
    return Sheet(chart.title, ("", *(chart.columns[to] for to in columns)), tuple(cells))


def _chart(scenario: Scenario, roll: Rolled) -> Chart | None:
    """The chart of a ruleset that a roll was read in."""
    package = scenario.ruleset.package
    for name in chart_names(package) if roll.chart else ():
        chart = load_chart(package, name)
        full = all(len(cells) == len(chart.columns) for _, cells in chart.rows)
        if chart.title == roll.chart and roll.row in dict(chart.rows) and roll.column in chart.columns and full:
            return chart
    return None


def _rules_of(scenario: Scenario, numbers: Sequence[str]) -> tuple[RuleEntry, ...]:
    """The entries of the rule index for these numbers, each once."""
    index = rule_index(scenario.ruleset.id)
    return tuple(index[number] for number in dict.fromkeys(numbers) if number in index)


def _followed(log: Log, scenario: Scenario, record: Record) -> tuple[str, ...]:
    """What was told after a record, up to the next question."""
    later = [log.records[seq].body for seq in _around(log, record) if seq > record.seq]
    told = [body for body in later if isinstance(body, Told) and not isinstance(body.event, Ruling | Sheet)]
    return tuple(event_line(body, scenario.side_name) for body in told)


def event_line(told: Told, names: Callable[[str], str] = str) -> str:
    """An event in a line, with its rule and the name of the side."""
    text = event_words(told.event, names)
    return f"{text} ({told.rule})" if told.rule else text


def _rulings(log: Log, scenario: Scenario, record: Record) -> tuple[str, ...]:
    """The named rulings told around a record, the options that the scenario sets, and the referee's own words about it."""
    found: list[str] = []
    assert isinstance(record.body, Rolled | Chosen | Stated)
    key = record.body.key
    near = _around(log, record)
    for other in log.records:
        body = other.body
        if isinstance(body, Told) and isinstance(body.event, Ruling) and other.seq in near:
            found.append(event_line(body))
        elif isinstance(body, Corrected) and body.key == key:
            found.append(f"record {other.seq}: {corrected_words(body)}")
        elif isinstance(body, Ruled) and (body.at == key or concerns(body, key)):
            found.append(f"record {other.seq}: {ruled_words(body)}")
    return (*found, *(f"the scenario sets {name}: {value}" for name, value in _options_of(scenario)))


def _around(log: Log, record: Record) -> range:
    """The records that belong together with an entry: rolls at once, what was told before them, and what came of them."""
    first, last, records = record.seq, record.seq, log.records
    while isinstance(records[first - 1].body, Rolled):
        first -= 1
    while isinstance(records[first - 1].body, Told):
        first -= 1
    while last + 1 < len(records) and isinstance(records[last + 1].body, Rolled):
        last += 1
    while last + 1 < len(records) and isinstance(records[last + 1].body, Told):
        last += 1
    return range(first, last + 1)


def _options_of(scenario: Scenario) -> list[tuple[str, str]]:
    """The options that a scenario sets itself."""
    return list(texts_of(fields_of(read_text(scenario.text, scenario.name)).get("options")).items())
