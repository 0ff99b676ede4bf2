"""How a game turn looks at the table."""

import io

from ocs_theatre import F2, T1, game
from rich.console import Console
from support import fight

from airwar.show.battle import BattleView

RAID = "{id: raid, in: axis.movement, does: base-attack, at: y, with: [t1], result: AB}"


def shown(fought, width=160):
    """What a referee sees of a fight."""
    out = io.StringIO()
    view = BattleView(Console(file=out, width=width))
    for body in fought.records:
        view.show(body, past=False)
    view.flush()
    return out.getvalue()


def test_a_roll_keeps_its_name_where_that_begins_like_a_round():
    tired = F2.replace("id: f2", "id: raf-2").replace("base: y", "base: y, status: inactive")
    fought = fight(game([RAID], [T1, tired], play="axis.movement"), {"raid.reduction.raf-2": (1,)}, {"raid.flak": "none"})
    assert "raid.reduction.raf-2  R31" in shown(fought)


def test_rolls_on_two_charts_name_both_with_their_grades():
    fought = fight(
        game([RAID], [T1, F2], play="axis.movement"),
        {"raid.r1.air-combat": (6, 5), "raid.r1.loss": (1,)},
        {"raid.r1.attacker.abort-after": {}, "raid.r1.abort.t1": "x"},
    )
    assert "14.6c Air to Air Combat (reconstructed)" in shown(fought)
    assert "Third die" in shown(fought)
