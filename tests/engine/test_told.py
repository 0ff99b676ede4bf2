"""What a step tells: under which rule it is recorded, and where it is shown."""

import io

from rich.console import Console
from support import Rigged, bare_log

from airwar.engine.events import Loss, Note, Ruling, Status
from airwar.engine.moves import End
from airwar.engine.rule import rule
from airwar.engine.walk import Walk
from airwar.show.console import Names
from airwar.show.lines import losses_lines
from airwar.show.page import BattleView


@rule("34")
def opens_the_turn(ref):
    ref.tell(Ruling, "die-sides", "6", "every shot is one d6", "12.1")
    ref.tell(Note, "the turn begins")


def walk():
    return Walk(End("", None), bare_log(), Rigged())


def test_a_ruling_cites_the_rule_of_its_option_and_a_note_the_function_that_tells_it():
    referee = walk()
    opens_the_turn(referee)
    assert [(record.body.rule, record.content["rule"]) for record in referee.log.records[1:]] == [("12.1", "12.1"), ("34", "34")]


def test_one_event_is_recorded_or_several_or_none():
    referee = walk()
    for made in (None, [], Note("one"), [Note("two"), Note("three")]):
        referee.tell(lambda made: made, made)
    assert [record.content["text"] for record in referee.log.records[1:]] == ["one", "two", "three"]


def test_a_change_of_status_is_not_shown_among_the_losses():
    referee = walk()
    referee.tell(Loss, "attacker", "stukas", 1, "eliminated")
    referee.tell(Status, "attacker", "stukas", 3, "inverted at Sicily")
    screen = io.StringIO()
    view = BattleView(Console(file=screen, width=200))
    view.render(referee.log.records[1].body)
    view.render(referee.log.records[2].body)
    view.flush()
    assert screen.getvalue().splitlines() == ["  attacker: stukas: 1 eliminated", "  attacker: stukas: 3 inverted at Sicily"]


def test_losses_of_a_side_are_one_line_and_what_happens_to_several_units_is_said_once():
    losses = [
        Loss("defender", "spitfires", 1, "lost"),
        Loss("attacker", "stukas", 1, "dispersed"),
        Loss("attacker", "heinkels", 1, "dispersed"),
        Loss("defender", "spitfires", 1, "lost"),
        Loss("defender", "guns", 3, "lost"),
    ]
    lines = [line.plain for line in losses_lines(losses, Names())]
    assert lines == ["defender: spitfires: 2 lost; guns: 3 lost", "attacker: 1 each dispersed: stukas, heinkels"]
