"""A record as a line of text, who decided what and what happened; and rolls as rows. Long lines break between words, indented."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rich.console import Console, ConsoleRenderable, Group
from rich.rule import Rule
from rich.text import Text

from airwar.answers.menu import NO_MORE
from airwar.engine.dice import Term
from airwar.engine.events import Event, Loss, NeedsChart, Ruling, Status, event_words, units_in_words
from airwar.engine.records import Chosen, Entered, Remark, Rolled, RoundBegun, Stated, Undone
from airwar.engine.remarks import remark_words, source_words
from airwar.engine.words import ROLES, count, listed
from airwar.show.console import GAP, Names, ascii_only, colored, table
from airwar.show.text import clean, hanging

_FATES = {"eliminated": "bold red", "aborted": "yellow"}
_INDENT = 2
_NOTHING_NAMED: Mapping[str, str] = MappingProxyType({})
_ORDINAL = re.compile(r"r?\d+")  # a round, or the number of an order
_ENDS_WITH_A_RULE = re.compile(r"\(([A-Z]{1,2}\d+|\d+\.\d+)(\.\d+)*[A-Za-z]?\)$")  # a number alone may be a strength


def hung(console: Console, text: Text, indent: int = _INDENT) -> Text:
    """A line of text indented; where the screen breaks it, between words, it continues two columns further to the right."""
    lines = [line for part in colored(text).split("\n") for line in _broken_between_words(part, console.width - indent)]
    made = Text()
    for at, line in enumerate(lines):
        made.append(("\n" if at else "") + " " * (indent + 2 if at else indent)).append_text(line)
    return made


def _broken_between_words(text: Text, room: int) -> Iterable[Text]:
    pieces = text.divide(hanging(text.plain, max(room, 1), max(room - 2, 1)))
    for piece in pieces:
        piece.rstrip()
        yield piece[len(piece.plain) - len(piece.plain.lstrip()) :]


def cited(rule: str, after: str = "") -> tuple[str, str]:
    """The number of a rule, in parentheses; nothing if the text before it ends with one already."""
    has_one = after.endswith(f"({rule})") or _ENDS_WITH_A_RULE.search(after)
    return (f"  ({rule})" if rule and not has_one else "", "dim")


def heading(console: Console, title: str, rule: str = "") -> ConsoleRenderable:
    """A heading, with a line to the edge of the screen."""
    text = Text.assemble((clean(title), "bold"), cited(rule))
    if console.is_terminal:
        if text.cell_len > console.width - 4:
            return Group(Text(), hung(console, text, 0))
        return Group(Text(), Rule(text, align="left", characters="-" if ascii_only(console) else "─", style="dim"))
    return Text(f"\n== {text.plain} ==")


def entry_line(
    console: Console, body: Entered | RoundBegun | Chosen | Stated | Undone | Remark, names: Names, detail: bool = True
) -> ConsoleRenderable:
    """A heading, or what somebody entered; in detail with the id of the question."""
    match body:
        case Entered():
            return heading(console, body.title, body.rule)
        case RoundBegun():
            return Text(f"Round {body.round}", style="bold cyan")
        case Chosen():
            return hung(console, _chosen(console, body, names, detail))
        case Stated():
            return hung(console, _stated(console, body, names))
        case Undone():
            return hung(console, Text(f"taken back: {body.key}", style="magenta"))
        case _:
            return hung(console, Text(f"* {clean(remark_words(body))}", style="magenta"))


def _chosen(console: Console, body: Chosen, names: Names, detail: bool = False) -> Text:
    answer, about = chosen_words(body, names, detail)
    who = (_arrow(console), names(body.by), ": ", (clean(answer), "bold"))
    return Text.assemble(*who, (f"   {clean(about)}" if about else "", "dim"), cited(body.rule))


def chosen_words(body: Chosen, names: Names, detail: bool = False) -> tuple[str, str]:
    """What was chosen, and what that was about; in detail with the ids of the log."""
    things = {} if detail else names.things
    answer = body.answer
    if isinstance(answer, dict):
        answer = ", ".join(_share_of(count, name, things) for name, count in answer.items()) or "none"
    about = body.key if detail else topic(body.key, things)
    if not detail:
        answer = answer.replace("-", " ") if answer in NO_MORE else things.get(answer, answer)
        about = "" if about in (answer, "order", "event") else about
    return answer, about


def _share_of(number: int, name: str, things: Mapping[str, str]) -> str:
    """`2 kg-53`; `Ju 88`, which is one; `4 of 3rd Pz Group`."""
    called = things.get(name, name)
    if called != name and number == 1:
        return called
    return f"{number} of {called}" if called[:1].isdecimal() else f"{number} {called}"


def topic(key: str, things: Mapping[str, str] = _NOTHING_NAMED) -> str:
    """What a decision is about, without where and when: `commit` for malta.attacker.commit, `stage kg-53`."""
    parts = key.split(".")
    ends = [at for at, part in enumerate(parts[:-1]) if part in (*ROLES, "referee") or _ORDINAL.fullmatch(part)]
    after = parts[ends[-1] + 1 :] if ends else parts[1:] or parts
    return " ".join(things.get(part, part) for part in after if not _ORDINAL.fullmatch(part)) or parts[-1]


def _stated(console: Console, body: Stated, names: Names) -> Text:
    what = f"{names(body.by)} states {clean(body.what)}: "
    return Text.assemble(_arrow(console), what, (clean(body.answer), "bold"), cited(body.rule))


def _arrow(console: Console) -> tuple[str, str]:
    return ("> " if ascii_only(console) else "▸ ", "cyan")


def event_text(event: Event, names: Names) -> Text:
    """An event as a sentence. What a ruling is on stands out, and so does the name of a chart that is missing."""
    text = Text(clean(event_words(event, names)))
    if isinstance(event, Ruling):
        text.highlight_regex(r"^ruling ", "yellow")
        text.highlight_regex(rf"(?<=^ruling ){re.escape(f'{event.option} = {event.value}')}: ", "bold")
    elif isinstance(event, NeedsChart):
        text.highlight_regex(rf"^needs chart {re.escape(event.chart)}: ", "bold yellow")
    return text


def status_text(events: Sequence[Status], names: Names) -> Text:
    """Units of one side to which the same happens, in one sentence."""
    if len(events) == 1:
        return event_text(events[0], names)
    if all(": " in event.unit for event in events):
        units = listed(units_in_words(clean(event.unit), event.count) for event in events)
        return Text(f"{names(events[0].side)}: {units} {clean(events[0].text)}")
    counted = any(event.count > 1 for event in events)
    units = ", ".join(f"{event.count} {clean(event.unit)}" if counted else clean(event.unit) for event in events)
    each = "" if counted else "1 each "
    return Text(f"{names(events[0].side)}: {each}{clean(events[0].text)}: {units}")


def losses_lines(losses: Iterable[Loss], names: Names) -> list[Text]:
    """Losses, one line for each side. Units to which the same happens once each are listed after it."""
    by_side: dict[str, dict[str, dict[str, int]]] = {}
    for loss in losses:
        fates = by_side.setdefault(names(loss.side), {}).setdefault(loss.unit, {})
        fates[loss.fate] = fates.get(loss.fate, 0) + loss.count
    return [_side_losses(side, units) for side, units in by_side.items()]


def _side_losses(side: str, units: dict[str, dict[str, int]]) -> Text:
    """`Axis: 2 German AAF of kg-2 eliminated, 1 aborted; ...`, or `Axis: 1 each dispersed: XLI Pz Corps, ...`"""
    alike: dict[tuple[bool, tuple[tuple[str, int], ...]], list[str]] = {}
    for unit, fates in units.items():
        alike.setdefault((": " in unit, tuple(fates.items())), []).append(clean(unit))
    text = Text(f"{side}: ")
    for (counts, fates_of_all), names in alike.items():
        together = len(names) > 1 and (len(fates_of_all) == 1 if counts else [number for _, number in fates_of_all] == [1])
        for group in [names] if together else [[name] for name in names]:
            text.append("; " if len(text) > len(side) + 2 else "")
            text.append_text((_counted_losses if counts else _named_losses)(group, fates_of_all))
    return text


_Fates = Sequence[tuple[str, int]]  # what happened, and to how many


def _counted_losses(units: Sequence[str], fates: _Fates) -> Text:
    """`2 German AAF of kg-2 and 1 Italian AAF of regia eliminated`, of units whose counts are lost."""
    (first, number), *others = fates
    text = Text(listed(units_in_words(unit, number) for unit in units)).append(
        f" {clean(first)}", style=_FATES.get(first, "yellow")
    )
    for fate, number in others:
        text.append(", ").append(f"{number} {clean(fate)}", style=_FATES.get(fate, "yellow"))
    return text


def _named_losses(units: Sequence[str], fates: _Fates) -> Text:
    """`Ju 88: 1 aborted`; where the same happens to several, they come after it."""
    each, text = " each" if len(units) > 1 else "", Text("" if len(units) > 1 else f"{units[0]}: ")
    for at, (fate, number) in enumerate(fates):
        text.append(", " if at else "").append(f"{number}{each} {clean(fate)}", style=_FATES.get(fate, "yellow"))
    return text.append(f": {', '.join(units)}" if each else "")


# rolls: one row each


_EFFECT = re.compile(r"(\d+)/(\d+)")  # how many are eliminated, and how many abort
_WIDEST_CHART = 30  # characters of a chart that can be the head of a column


class RollRow(NamedTuple):
    """A roll, and the name it has in the table."""

    roll: Rolled
    name: str


def roll_name(key: str) -> Text:
    """The key of a roll, without its battle and round, or the round of all battles. A battle may itself be called r1."""
    return Text(clean(re.sub(r"^(.+\.r\d+\.|r\d+\.(?=[^.]+\.[^.]+\.))", "", key)))


def short_name(roll: Rolled, scope: str, names: Names, detail: bool = False) -> str:
    """A roll in players' words: `Axis fire` for malta.r1.attacker.fire. In detail, its key, as rulings and scripts name it."""
    if detail:
        return clean(roll.key)
    name = roll_name(roll.key).plain.removeprefix(f"{clean(scope)}.")
    side = names(roll.by)
    words = [side if side and word in (roll.by, *ROLES) else word for word in name.split(".")]
    return " ".join(words)


def rolls_table(console: Console, rows: Sequence[RollRow]) -> ConsoleRenderable:
    """The table, and below it the names of the modifiers and the charts, as far as they are not in it."""
    whole = _columns_of(rows, named=True)
    named = _natural_width(whole) <= console.width
    shown = whole if named else _columns_of(rows, named=False)
    if _natural_width(shown) > console.width and _shared_row(rows):
        shown = _columns_of(rows, named=False, row_below=True)
        rows_below = [Text(f"row {_shared_row(rows)}", style="dim")]
    else:
        rows_below = []
    made = table(console, "", tuple(shown), [tuple(row) for row in zip(*shown.values(), strict=True)])
    below = [*([] if named else _modifier_lines(rows)), *_chart_lines(rows), *rows_below]
    return Group(made, *(hung(console, line) for line in below)) if below else made


def _natural_width(columns: dict[str, list[Text]]) -> int:
    widths = [max(len(name), *(len(cell) for cell in cells)) for name, cells in columns.items()]
    return sum(widths) + GAP * (len(widths) - 1)


def _shared_row(rows: Sequence[RollRow]) -> str:
    """The row of the chart that all rolls are read in, if there are several."""
    found = {row.roll.row for row in rows}
    return clean(found.pop() or "") if len(rows) > 1 and len(found) == 1 else ""


def _columns_of(rows: Sequence[RollRow], named: bool, row_below: bool = False) -> dict[str, list[Text]]:
    """The columns that have anything in them."""
    read, rules = read_head(rows), {row.roll.rule for row in rows}
    only = rules.pop() if len(rules) == 1 else ""
    summed = not named and len(rows) > 1 and len({row.roll.terms for row in rows}) == 1
    columns = {
        f"roll {only}".rstrip(): [Text.assemble(row.name, ("" if only else f" {row.roll.rule}".rstrip(), "dim")) for row in rows],
        "dice": [_dice_cell(row.roll) for row in rows],
        "modifiers": [_modifiers_cell(row.roll, named, summed) for row in rows],
        read: [Text(f"column {clean(row.roll.column or '')}") if row_below else _read_cell(row.roll) for row in rows],
        "result": [Text(clean(row.roll.result), style="bold") for row in rows],
    }
    return {name: cells for name, cells in columns.items() if any(cell.plain for cell in cells)}


def _dice_cell(roll: Rolled) -> Text:
    faces = roll.faces
    shown = " ".join(map(str, faces)) if len(faces) <= 12 else " ".join(map(str, sorted(faces)))
    total = f" = {sum(faces)}" if len(faces) > 1 and roll.total is not None else ""
    return Text.assemble(shown, total, (f" {word}" if (word := source_words(roll)) else "", "dim"))


def _modifiers_cell(roll: Rolled, named: bool, summed: bool = False) -> Text:
    """`+2 radar 19.31D -1 nationality 19.31A = 7`; or only `+2 -1 = 7`, or their sum, `+1 = 7`."""
    terms = roll.terms or ()
    if summed and terms:
        terms = (Term("", sum(term.value for term in terms)),)
    parts = Text(" ").join(_term_text(term, named) for term in terms)
    if parts and roll.total is not None:
        parts.append(f" = {roll.total}")
    return parts


def _term_text(term: Term, named: bool = True) -> Text:
    if not named:
        return Text(f"{term.value:+d}")
    return Text.assemble(f"{term.value:+d} {clean(term.name)}", (f" {term.rule}" if term.rule else "", "dim"))


def _modifier_lines(rows: Sequence[RollRow]) -> list[Text]:
    """Which modifiers there are, once for all rolls that have the same."""
    groups: dict[tuple[Term, ...], list[str]] = {}
    for row in rows:
        if row.roll.terms:
            groups.setdefault(tuple(row.roll.terms), []).append(row.name)
    lines = []
    for terms, names in groups.items():
        which = "modifiers" if len(groups) == 1 else ", ".join(names)
        lines.append(Text.assemble(f"{which}: ", Text(", ").join(map(_term_text, terms))))
    return lines


def read_head(rows: Sequence[RollRow]) -> str:
    """The chart, if all rolls that are read anywhere are read on it, and its name is short."""
    charts = {row.roll.chart or "" for row in rows if row.roll.row or row.roll.needed}
    only = clean(charts.pop()) if len(charts) == 1 else ""
    return only if only and len(only) <= _WIDEST_CHART else "read in"


def _chart_lines(rows: Sequence[RollRow]) -> list[Text]:
    """The charts that the rolls are read on, where the head of the column does not say so."""
    if read_head(rows) != "read in":
        return []
    charts: dict[str, list[str]] = {}
    for row in rows:
        if row.roll.chart:
            charts.setdefault(clean(row.roll.chart), []).append(row.name)
    if len(charts) == 1 and all(row.roll.chart for row in rows):
        return [Text(f"read on {chart}", style="dim") for chart in charts]
    if not charts:
        return []
    parts = "; ".join(f"{', '.join(dict.fromkeys(names))}: {chart}" for chart, names in charts.items())
    return [Text(f"charts: {parts}", style="dim")]


def _read_cell(roll: Rolled) -> Text:
    return Text(f"row {clean(roll.row)}, column {clean(roll.column or '')}" if roll.row else clean(roll.needed or ""))


def reading_line(row: RollRow) -> Text:
    """A roll in one line, as soon as it has fallen: `Axis fire: 4 4 = 8 +2 = 10, Air Combat row 6, column 10: 3/5`."""
    roll = row.roll
    modified = _modifiers_cell(roll, named=False)
    read = " ".join(part for part in (clean(roll.chart or ""), _read_cell(roll).plain) if part)
    return Text.assemble(
        f"{row.name}: ",
        _dice_cell(roll),
        *((" ", modified) if modified else ()),
        f", {read}" if read else "",
        ": ",
        (clean(roll.result), "bold"),
    )


def without_effect(rolls: Sequence[Rolled], losses: Sequence[Loss], names: Names) -> dict[str, str]:
    """By side, what the enemy's rolls called for and nobody suffered: aborts that do not matter, or too few targets."""
    wanted: dict[str, list[int]] = {}
    for roll in rolls:
        found = _EFFECT.fullmatch(roll.result)
        if found and roll.chart and roll.by:
            counts = wanted.setdefault(names(roll.by), [0, 0])
            counts[0] += int(found[1])
            counts[1] += int(found[2])
    remarks = {}
    for side in dict.fromkeys(names(loss.side) for loss in losses):
        enemies = [counts for by, counts in wanted.items() if by != side]
        if len(enemies) != 1 or any(loss.fate not in _FATES for loss in losses if names(loss.side) == side):
            continue
        rest = [enemies[0][at] - _suffered(losses, side, fate, names) for at, fate in enumerate(_FATES)]
        parts = [count(left, noun) for left, noun in zip(rest, ("elimination", "abort"), strict=True) if left > 0]
        if parts:
            remarks[side] = f"{' and '.join(parts)} without effect"
    return remarks


def _suffered(losses: Sequence[Loss], side: str, fate: str, names: Names) -> int:
    return sum(loss.count for loss in losses if names(loss.side) == side and loss.fate == fate)
