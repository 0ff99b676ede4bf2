"""An air base is captured (9.15e): each air unit there is rolled for, and what is left is displaced."""

from __future__ import annotations

from dataclasses import dataclass, replace

from airwar.engine.dice import D6, OnRow, Term
from airwar.engine.referee import Loss, Next, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.ocs.basing import DISPLACEMENT, come_down, displacement_reach, gone, step_lost
from airwar.rulesets.ocs.rulings import V4, Rulings, borrowed, ruled
from airwar.rulesets.ocs.sequence import carries_out, next_act
from airwar.rulesets.ocs.state import Turn
from airwar.rulesets.ocs.units import PACKAGE

ADVANCE = 2  # what a capture by advance after combat, or a self-inflicted roll, adds


@dataclass(frozen=True)
class Captured:
    """A captured base: the air units that were there and are still to be rolled for, and the steps lost."""

    turn: Turn
    order: int
    waiting: tuple[str, ...]
    lost: int = 0


@rule("R38", "R39")
def capture_reading(active: bool, advance: bool, self_inflicted: bool, rulings: Rulings) -> OnRow[str]:
    """Two dice in the column of the unit's status; +2 once in v3.0, in 4.3 for an active unit and for an advance alike."""
    inflicted = self_inflicted and rulings["self-inflicted"] == "input"
    if rulings["profile"] == V4:
        terms = [Term("active", 2 * active, "R38"), Term("advance after combat", ADVANCE * advance, "R38")]
        row = load_chart(PACKAGE, "capture-4.3").row("unit", str)
    else:
        name = "advance after combat" if advance else "self-inflicted"
        terms = [Term(name, ADVANCE * (advance or inflicted), "R38")]
        row = load_chart(PACKAGE, "capture").row("active" if active else "inactive", str)
    return OnRow(2 * D6, row, tuple(term for term in terms if term.value))


@carries_out("capture")
@rule("R37", "R40", "R41")
def base_captured(ref: Referee, turn: Turn) -> Next:
    """Enemy ground units take a base, whatever the weather; it is theirs at once, and the gliders there are lost."""
    act = turn.acts[0]
    order = turn.setting.orders[act.order]
    turn = replace(turn, acts=turn.acts[1:])
    name = turn.setting.name(order.at)
    ref.enter(order.id, f"{order.side}: {name} is captured")
    base = turn.base(order.at)
    assert base is not None
    if base.side == order.side:
        ref.tell(Note, f"{name} belongs to {order.side} already")
        return Next(next_act, turn.with_result(order.id, "not captured"))
    if base.gliders:
        ref.tell(Loss, base.side, f"gliders at {name}", base.gliders, f"destroyed{borrowed(turn.rulings)}")
    waiting = turn.based_at(order.at)
    turn = turn.with_base(base._replace(side=order.side, gliders=0))
    turn = turn.with_ground(turn.ground_at(order.at)._replace(now=(order.side,), combat=(order.side,)))
    ref.tell(Note, f"{name}, level {base.level}, now belongs to {order.side}, to be used at once{borrowed(turn.rulings)}")
    return Next(units_rolled_for, Captured(turn, act.order, waiting))


@rule("R38", "R39", "R40", "R26")
def units_rolled_for(ref: Referee, captured: Captured) -> Next:
    """Two dice for the next air unit; if anything is left of it, it goes to another base and is inactive there."""
    turn, order = captured.turn, captured.turn.setting.orders[captured.order]
    if not captured.waiting:
        result = f"captured, {captured.lost} air step{'s' * (captured.lost != 1)} lost"
        return Next(next_act, turn.with_result(order.id, result))
    unit, *rest = captured.waiting
    meant = capture_reading(turn.unit(unit).active, order.advance, order.self_inflicted, turn.rulings)
    lost = ref.roll(f"capture.{unit}", meant, turn.counter(unit).side) == "loss"
    if order.self_inflicted and not order.advance:
        ref.tell(ruled, turn.rulings, "self-inflicted", "what makes a roll self-inflicted is not known; the scenario says so")
    if lost:
        turn = step_lost(ref, turn, unit)
    if not gone(turn, unit):
        turn = displaced(ref, turn, unit)
    return Next(units_rolled_for, replace(captured, turn=turn, waiting=tuple(rest), lost=captured.lost + lost))


@rule("R40")
def displaced(ref: Referee, turn: Turn, unit: str) -> Turn:
    """A survivor must go to another friendly base, within twice its range, and is inactive there."""
    reach = displacement_reach(turn, unit)
    ref.tell(ruled, turn.rulings, "displace-factor", f"{turn.counter(unit).name} is displaced up to {reach} hexes")
    return come_down(ref, turn, unit, reach, DISPLACEMENT)
