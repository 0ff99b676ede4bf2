"""An air unit in words: its values as printed, and its status."""

from __future__ import annotations

from airwar.rulesets.ocs.board.board import Board
from airwar.rulesets.ocs.units.air import Air


def unit_label(board: Board, unit_id: str) -> str:
    """A unit as an option: its type and the values that are face up."""
    values = board.values(unit_id)
    carries = f", {values.capacity}T" if values.capacity else ""
    return f"{board.counter(unit_id).label}, rating {rating_of(board, unit_id)}, barrage {values.barrage}{carries}"


def rating_of(board: Board, unit_id: str) -> str:
    """Its rating, in parentheses if it is printed so."""
    rating = board.values(unit_id).rating
    return f"({rating})" if board.counter(unit_id).parenthesized else str(rating)


def status(unit: Air) -> str:
    """In few words, because seven columns must fit 80 characters; full strength goes without saying."""
    words = ["active" if unit.active else unit.status, "spent" if unit.spent else unit.duty, "reduced" if unit.steps == 1 else ""]
    return ", ".join(word for word in words if word)
