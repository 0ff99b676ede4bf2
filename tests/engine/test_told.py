"""What a step tells: under which rule it is recorded, and where it is shown."""

import io

from rich.console import Console
from support import Rigged, bare_log

from airwar.engine.moves import End
from airwar.engine.records import Rolled
from airwar.engine.referee import Loss, Note, Ruling, Status
from airwar.engine.rule import rule
from airwar.engine.walk import Walk
from airwar.show.battle import BattleView, losses_by_roll, losses_text


@rule("34")
def opens_the_turn(ref):
    ref.tell(Ruling, "die-sides", "6", "every shot is one d6", "12.1")
    ref.tell(Note, "the turn begins")


def walk():
    return Walk(End("", None), bare_log(), Rigged())


def test_a_ruling_cites_the_rule_of_its_option_and_a_note_the_function_that_tells_it():
    referee = walk()
    opens_the_turn(referee)
    assert [record.content["rule"] for record in referee.log.records[1:]] == ["12.1", "34"]


def test_a_change_of_status_is_not_shown_among_the_losses():
    referee = walk()
    referee.tell(Loss, "attacker", "stukas", 1, "eliminated")
    referee.tell(Status, "attacker", "stukas", 3, "inverted at Sicily")
    screen = io.StringIO()
    view = BattleView(Console(file=screen, width=200))
    view.render(referee.log.records[1].body)
    view.render(referee.log.records[2].body)
    assert not view.losses
    view.flush()
    assert screen.getvalue().splitlines() == ["  attacker: stukas: 1 eliminated", "  attacker: stukas: 3 inverted at Sicily"]


def test_losses_are_beside_the_last_roll_of_the_other_side_that_hit():
    rolls = [Rolled(f"fire-{n}", "", "attacker", "d6", (n,), "machine", result) for n, result in ((1, "1 hit"), (6, "0 hits"))]
    losses = [
        Loss("defender", "spitfires", 1, "lost"),
        Loss("attacker", "stukas", 1, "lost"),
        Loss("defender", "spitfires", 1, "lost"),
    ]
    assert losses_by_roll(rolls, losses) == [[losses[0], losses[2]], []]
    assert losses_text(losses).plain == "defender: spitfires: 2 lost\nattacker: stukas: 1 lost"
