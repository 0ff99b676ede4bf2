"""A battle in progress: what happens between two questions, as a page with headings, rolls, losses, notes and rulings."""

from __future__ import annotations

from rich.console import Console

from airwar.engine.log import Record
from airwar.engine.questions import Question, Roll
from airwar.engine.records import Body, Chosen, Entered, Remark, Rolled, RoundBegun, Stated, Told, Undone
from airwar.show.lines import Names
from airwar.show.page import ENTRIES, Layout


class BattleView:
    """Shows records as they are made. What happens waits for the next question, so that it can be shown together."""

    def __init__(self, console: Console, names: Names | None = None, detail: bool = False) -> None:
        self.console = console
        self.names = names or Names()
        self.layout = Layout(console, self.names, detail)
        self.waiting: list[Body] = []  # not shown yet
        self.heard = 0  # how many of those are rolls that were read out
        self.held = False  # whether they wait for the other rolls of their step
        self.round: list[Record] = []  # what has happened in the present round
        self.unshown = 0  # how many records of the round are still to be shown
        self.attended = False  # whether somebody is asked; then a page ends where he is

    def show(self, record: Record, past: bool) -> None:
        """A record has been made, or followed."""
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
        """Shows what happened before, when something new is about to be shown."""
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
        """A question is about to be asked, or the end (None) to be confirmed: shows what has happened."""
        self.attended = True
        if isinstance(question, Roll):
            self.read_out()
        else:
            self.flush(asked=question is not None, ended=question is None)

    def read_out(self) -> None:
        """Another die is asked for: each roll so far is read out in a line. The table comes when all have fallen."""
        begun = max((at for at, body in enumerate(self.waiting) if isinstance(body, ENTRIES)), default=-1) + 1
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
