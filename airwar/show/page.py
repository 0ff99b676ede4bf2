"""What happens between two questions, laid out as a page that a person can read at a glance.

All rolls of a step come in one table, all losses of a side in one line. Sections with a single roll each, one after another
under the same rule, share a table. A heading without anything below it is left out. A page that is too long is shortened,
and says so; `--detail` shows everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import groupby
from typing import TypeAlias

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderResult
from rich.segment import Segment
from rich.text import Text

from airwar.engine.events import Event, Loss, Note, Ruling, Sheet, Status
from airwar.engine.frozen import dataclass
from airwar.engine.log import Record
from airwar.engine.questions import Question, Roll
from airwar.engine.records import (
    Body,
    Chosen,
    DiceChanged,
    Entered,
    Noted,
    Remark,
    Rolled,
    RoundBegun,
    Ruled,
    Seated,
    Stated,
    Told,
    Undone,
)
from airwar.show.console import Names, sheet_table
from airwar.show.lines import (
    RollRow,
    cited,
    entry_line,
    event_text,
    hung,
    losses_lines,
    reading_line,
    rolls_table,
    short_name,
    status_text,
    without_effect,
)
from airwar.show.text import clean

_MOST_LINES = 26  # of a page; the question below it needs room too
_MANY_ALIKE = 4  # notes under the same rule that become one paragraph on a page that is too long
_Entry: TypeAlias = Entered | RoundBegun | Chosen | Stated | Undone | Ruled | Noted | DiceChanged | Seated
_ENTRIES = (Entered, RoundBegun, Chosen, Stated, Undone, Ruled, Noted, DiceChanged, Seated)


@dataclass
class _Segment:
    """A step: what was told before its first roll, its rolls, the losses, and what was told after."""

    rows: list[RollRow] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    before: list[Told] = field(default_factory=list)
    after: list[Told] = field(default_factory=list)

    def add(self, body: Told) -> None:
        if isinstance(body.event, Loss):
            self.losses.append(body.event)
        else:
            later = self.rows or (self.losses and not isinstance(body.event, Note))
            (self.after if later else self.before).append(body)


_Part: TypeAlias = _Entry | _Segment


@dataclass
class _Style:
    """How a page is laid out, and the rulings that are on it already."""

    joined: bool = False  # like notes in one paragraph
    shown: dict[tuple[str, str, str], None] = field(default_factory=dict)  # rulings: option, value, text


class _Layout:
    """Lays out pages for a screen, with the names of the sides, in detail or not."""

    def __init__(self, console: Console, names: Names, detail: bool = False) -> None:
        self.console = console
        self.names = names
        self.detail = detail
        self.scope = ""  # of the battle or phase
        self.above = 0  # lines of the screen that are taken already, by the order of battle

    def page(self, bodies: Sequence[Body], asked: bool = True, ended: bool = False) -> list[ConsoleRenderable]:
        """What to print. `asked`: a question follows, so that a heading at the end belongs to it. `ended`: the position follows."""
        parts = _without_empty(list(self.parts(bodies)), asked)
        if ended and not self.detail:
            parts = _without_last_position(parts)
        room, self.above = max(_MOST_LINES - self.above, _MOST_LINES // 2), 0
        blocks = self.printed(parts, _Style())
        return blocks if self.detail or self.height(blocks) <= room else self.shortened(parts, room, asked)

    # from records to parts

    def parts(self, bodies: Sequence[Body]) -> Iterator[_Part]:
        """Headings and entries, with a segment for what happens between them."""
        segment = _Segment()
        for body in self.merged(bodies):
            if isinstance(body, _ENTRIES):
                yield segment
                segment = _Segment()
                yield body
                self.scope = body.scope if isinstance(body, Entered | RoundBegun) else self.scope
            elif isinstance(body, RollRow):
                segment.rows.append(body)
            elif isinstance(body, Rolled):
                segment.rows.append(RollRow(body, short_name(body, self.scope, self.names, self.detail)))
            elif isinstance(body, Told):
                segment.add(body)
        yield segment

    def merged(self, bodies: Sequence[Body]) -> Iterator[Body | RollRow]:
        """The records; sections under one rule that have a single roll each become one, its rolls named by their headings."""
        sections = [list(some) for some in _sections_of(bodies)]
        for rule, some in groupby(sections, key=lambda section: "" if self.detail else _rule_if_single(section)):
            alike = list(some)
            if not rule or len(alike) < 2:
                yield from (body for section in alike for body in section)
                continue
            yield Entered("", "", "")  # a blank line, for a heading of its own would say nothing new
            heads = [section[0].title for section in alike if isinstance(section[0], Entered)]
            for section, name in zip(alike, _short_titles(heads, self.console.width), strict=True):
                yield from (RollRow(body, name) if isinstance(body, Rolled) else body for body in section[1:])

    # from parts to what is printed

    def printed(self, parts: Sequence[_Part], style: _Style) -> list[ConsoleRenderable]:
        return [
            block if isinstance(block, Text) else Lines(self.console, block) for part in parts for block in self.blocks(part, style)
        ]

    def blocks(self, part: _Part, style: _Style) -> Iterator[ConsoleRenderable]:
        if not isinstance(part, _Segment):
            yield (
                Text() if isinstance(part, Entered) and not part.title else entry_line(self.console, part, self.names, self.detail)
            )
            return
        yield from self.told(part.before, style)
        if part.rows:
            yield rolls_table(self.console, part.rows)
        remarks = without_effect([row.roll for row in part.rows], part.losses, self.names)
        for line in losses_lines(part.losses, self.names):
            remark = remarks.get(line.plain.partition(":")[0], "")
            yield hung(self.console, Text.assemble(line, (f"; {remark}" if remark else "", "dim")))
        yield from self.told(part.after, style)

    def told(self, told: Sequence[Told], style: _Style) -> Iterator[ConsoleRenderable]:
        """Notes, rulings and tables; what happens to several units of a side at once is one line."""
        told = _gathered(told) if style.joined else told
        for _, some in groupby(told, key=lambda body: _alike(body, style.joined)):
            bodies = list(some)
            event = bodies[0].event
            if isinstance(event, Sheet):
                yield sheet_table(self.console, event)
            elif isinstance(event, Status):
                events = [body.event for body in bodies if isinstance(body.event, Status)]
                yield self.line(status_text(events, self.names), bodies[0].rule)
            elif isinstance(event, Ruling) and not self.detail:
                rulings = [body.event for body in bodies if isinstance(body.event, Ruling)]
                if text := _rulings_text(rulings, style, self.names):
                    yield self.line(text, bodies[0].rule)
            elif len(bodies) >= _MANY_ALIKE:
                yield self.line(Text("; ").join(event_text(body.event, self.names) for body in bodies), bodies[0].rule)
            else:
                yield from (self.line(event_text(body.event, self.names), body.rule) for body in bodies)

    def line(self, text: Text, rule: str) -> Text:
        return hung(self.console, Text.assemble(text, cited(rule, text.plain)))

    def read_out(self, bodies: Sequence[Body]) -> Iterator[ConsoleRenderable]:
        """Each roll in a line, with what it led to."""
        for body in bodies:
            if isinstance(body, Rolled):
                name = short_name(body, self.scope, self.names, self.detail)
                yield hung(self.console, reading_line(RollRow(body, name)))
            elif isinstance(body, Told):
                segment = _Segment()
                segment.add(body)
                yield from self.blocks(segment, _Style())

    # pages that are too long

    def height(self, blocks: Sequence[ConsoleRenderable]) -> int:
        return sum(height(self.console, block) for block in blocks)

    def shortened(self, parts: Sequence[_Part], room: int, asked: bool) -> list[ConsoleRenderable]:
        """The page in fewer lines: like notes joined; then without tables, the longest first; then with rulings only named."""
        left_out: list[str] = []
        blocks = self.printed(parts, _Style(joined=True))
        for sheet in sorted(_sheets_of(parts), key=lambda sheet: -len(sheet.rows)):
            if self.height(blocks) <= room:
                break
            left_out.append(sheet.title or "a table")
            parts = _without_empty([_without(part, [sheet]) for part in parts], asked)
            blocks = [*self.printed(parts, _Style(joined=True)), self.left_out(left_out)]
        rulings = _single_rulings(parts)
        if rulings and self.height(blocks) > room:
            left_out.append("rulings " + ", ".join(dict.fromkeys(f"{ruling.option} = {ruling.value}" for ruling in rulings)))
            parts = _without_empty([_without(part, rulings) for part in parts], asked)
            blocks = [*self.printed(parts, _Style(joined=True)), self.left_out(left_out)]
        return blocks

    def left_out(self, what: Sequence[str]) -> Text:
        return self.line(Text(f"--detail also shows: {'; '.join(dict.fromkeys(what))}", style="dim"), "")


class Lines:
    """A block in the lines of the screen that it takes, laid out once, whether it is measured or printed."""

    def __init__(self, console: Console, block: ConsoleRenderable) -> None:
        self.lines = console.render_lines(block, pad=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines:
            yield from line
            yield Segment.line()


def height(console: Console, block: ConsoleRenderable) -> int:
    """How many lines of the screen a block takes; texts are broken into lines already."""
    if isinstance(block, Text):
        return block.plain.count("\n") + 1
    return len((block if isinstance(block, Lines) else Lines(console, block)).lines)


def _sections_of(bodies: Sequence[Body]) -> Iterator[list[Body]]:
    """The records from one heading or entry to the next."""
    section: list[Body] = []
    for body in bodies:
        if isinstance(body, _ENTRIES):
            if section:
                yield section
            section = []
        section.append(body)
    if section:
        yield section


def _rule_if_single(section: Sequence[Body]) -> str:
    """The rule of a heading that is followed by exactly one roll and a few lines; otherwise nothing."""
    head = section[0]
    rolls = sum(isinstance(body, Rolled) for body in section)
    sheets = any(isinstance(body, Told) and isinstance(body.event, Sheet) for body in section)
    return head.rule if isinstance(head, Entered) and rolls == 1 and not sheets else ""


def _short_titles(titles: Sequence[str], width: int) -> list[str]:
    """Titles as names of rolls; on a narrow screen without what they belong to, from the last `of` on."""
    if max(map(len, titles)) <= width // 3:
        return [clean(title) for title in titles]
    return [clean(title.rpartition(" of ")[0] or title) for title in titles]


def _without_empty(parts: Sequence[_Part], asked: bool) -> list[_Part]:
    """The parts without headings that nothing follows before the next heading of their level."""
    kept: list[_Part] = []
    level = 3 if asked else 0  # of what follows: 3 is text, 2 the heading of a round, 1 that of a battle or phase
    for part in reversed(parts):
        if isinstance(part, _Segment) and not (part.rows or part.losses or part.before or part.after):
            continue
        own = 1 if isinstance(part, Entered) else 2 if isinstance(part, RoundBegun) else 3
        if own < 3 and level <= own:
            continue
        kept.append(part)
        level = own
    return kept[::-1]


def _without_last_position(parts: Sequence[_Part]) -> list[_Part]:
    """The parts without the tables at the end, if nothing but tables comes there: the final position says the same."""
    kept = list(parts)
    last = kept[-1] if kept else None
    if isinstance(last, _Segment) and not last.rows and not last.losses:
        rest = [body for body in last.before if not isinstance(body.event, Sheet)]
        if not rest:
            kept.pop()
        return _without_empty(kept, asked=False) if not rest else kept
    return kept


def _sheets_of(parts: Sequence[_Part]) -> list[Sheet]:
    told = [body.event for part in parts if isinstance(part, _Segment) for body in (*part.before, *part.after)]
    return [event for event in told if isinstance(event, Sheet)]


def _single_rulings(parts: Sequence[_Part]) -> list[Ruling]:
    """Rulings under options that decide only one thing on the page. Others say what became of each of several units."""
    told = [body.event for part in parts if isinstance(part, _Segment) for body in (*part.before, *part.after)]
    rulings = [event for event in told if isinstance(event, Ruling)]
    texts: dict[tuple[str, str], set[str]] = {}
    for ruling in rulings:
        texts.setdefault((ruling.option, ruling.value), set()).add(ruling.text)
    return [ruling for ruling in rulings if len(texts[ruling.option, ruling.value]) == 1]


def _without(part: _Part, events: Sequence[Event]) -> _Part:
    """A part without some tables or rulings."""
    if not isinstance(part, _Segment):
        return part
    gone = {id(event) for event in events}
    before, after = ([body for body in told if id(body.event) not in gone] for told in (part.before, part.after))
    return _Segment(part.rows, part.losses, before, after)


def _gathered(told: Sequence[Told]) -> list[Told]:
    """What is told, with rulings under the same option together, where the first of them is."""
    first: dict[tuple[str, str], int] = {}
    for at, body in enumerate(told):
        if isinstance(body.event, Ruling):
            first.setdefault((body.event.option, body.event.value), at)
    places = [first[body.event.option, body.event.value] if isinstance(body.event, Ruling) else at for at, body in enumerate(told)]
    return [told[at] for at in sorted(range(len(told)), key=lambda at: places[at])]


def _alike(body: Told, joined: bool) -> tuple[object, ...]:
    """What is told together: the same thing happening to several units; on a page that is too long, what comes under one rule."""
    event: Event = body.event
    if isinstance(event, Status):
        return "status", event.side, event.text, body.rule
    if isinstance(event, Note) and joined:
        return "note", body.rule
    if isinstance(event, Ruling) and joined:
        return "ruling", event.option, event.value
    return "one", id(body)


def _rulings_text(rulings: Sequence[Ruling], style: _Style, names: Names) -> Text | None:
    """Rulings under one option: in full the first time on a page, then without the value and the closing remark.

    The same again is left out.
    """
    option, value = rulings[0].option, rulings[0].value
    texts = [text for text in dict.fromkeys(ruling.text for ruling in rulings) if (option, value, text) not in style.shown]
    known = next((one for one in style.shown if one[:2] == (option, value)), None)
    style.shown.update(dict.fromkeys((option, value, text) for text in texts))
    if not texts:
        return None
    full = known[2] if known else texts[0]
    remark = full[full.rfind(" (") :] if full.endswith(")") else ""
    short = [text.removesuffix(remark) if remark else text for text in texts]
    if known:
        return Text.assemble((f"{option}: ", "yellow"), clean("; ".join(short)))
    return event_text(Ruling(option, value, "; ".join([*short[:-1], texts[-1]]), ""), names)


# a battle in progress


class BattleView:
    """Shows records as they are made. What happens waits for the next question, so that it can be shown together."""

    def __init__(self, console: Console, names: Names | None = None, detail: bool = False) -> None:
        self.console = console
        self.names = names or Names()
        self.layout = _Layout(console, self.names, detail)
        self.waiting: list[Body] = []  # not shown yet
        self.heard = 0  # how many of those are rolls that were read out
        self.held = False  # whether they wait for the other rolls of their step
        self.round: list[Record] = []  # what has happened in the present round
        self.unshown = 0  # how many records of the round are still to be shown
        self.attended = False  # whether somebody is asked; then a page ends at the question

    def show(self, record: Record, past: bool) -> None:
        """A record was just written, or, if it is past, read from the log."""
        if not past:
            self.catch_up()
        self._keep(record)
        if past:
            self.unshown = len(self.round)
        else:
            self.render(record.body)

    def _keep(self, record: Record) -> None:
        """Keeps the records of the present round, and the heading of its battle."""
        if isinstance(record.body, Entered):
            self.round = []
        elif isinstance(record.body, RoundBegun):
            self.round = [old for old in self.round if isinstance(old.body, Entered)]
        self.round.append(record)

    def catch_up(self) -> None:
        """Shows what happened earlier in the round, before anything new."""
        records, self.unshown = self.round[: self.unshown], 0
        for record in records:
            self.render(record.body)

    def back(self, seq: int) -> None:
        """A choice was taken back: the round up to there is shown again."""
        self.waiting, self.heard, self.held = [], 0, False
        self.round = [record for record in self.round if record.seq < seq]
        self.unshown = len(self.round)

    def render(self, body: Body) -> None:
        """A record to be shown."""
        if isinstance(body, Chosen | Stated) and not self.attended:
            self.held = False
            self.flush()  # a decision ends the page
        if isinstance(body, Rolled | Told | Entered | RoundBegun | Chosen | Stated | Undone | Remark):
            self.held = False
            self.waiting.append(body)

    def before(self, question: Question | None) -> None:
        """Shows what has happened, before a question is asked or the end (None) is confirmed."""
        self.attended = True
        if isinstance(question, Roll):
            self.read_out()
        else:
            self.flush(asked=question is not None, ended=question is None)

    def read_out(self) -> None:
        """Another die is asked for: each roll so far is read out in a line. The table comes when all have fallen."""
        begun = max((at for at, body in enumerate(self.waiting) if isinstance(body, _ENTRIES)), default=-1) + 1
        first = next((at for at, body in enumerate(self.waiting) if at >= begun and isinstance(body, Rolled)), len(self.waiting))
        if first:
            step, self.waiting = self.waiting[first:], self.waiting[:first]
            self.flush()
            self.waiting, self.heard = step, 0
        for line in self.layout.read_out(self.waiting[self.heard :]):
            self.console.print(line)
        self.waiting = [body for body in self.waiting if isinstance(body, Rolled)]
        self.heard = len(self.waiting)
        self.held = True

    def flush(self, asked: bool = True, ended: bool = False) -> None:
        """Shows everything that waits, except rolls that were read out and wait for others."""
        if self.waiting and not self.held:
            waiting, self.waiting, self.heard = self.waiting, [], 0
            for block in self.layout.page(waiting, asked, ended):
                self.console.print(block)


class Unseen(BattleView):
    """Shows nothing: only the document at the end is wanted."""

    def render(self, body: Body) -> None:
        pass
