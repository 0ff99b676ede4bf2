"""The air part of the following turn, as edits of the scenario."""

from __future__ import annotations

from airwar.rulesets.ruleset import NextTurn
from airwar.rulesets.war_in_europe.position import support_left, support_words
from airwar.rulesets.war_in_europe.state import Turn
from airwar.scenario.edit import Drop, Edit, Set
from airwar.scenario.outline import Outline

ORDERS = ("rail-raids", "battles", "orders")


def next_turn(turn: Turn, said: Outline) -> NextTurn:
    """The boxes hold what is left, all of it unused; whoever moves next orders raids and battles at the table."""
    edits: list[Edit] = [Drop((name,)) for name in ORDERS]
    for front in turn.setting.fronts.values():
        for side, boxes in front.boxes.items():
            left = support_left(turn, front, side)
            if left != {nation: boxes.support.get(nation, 0) for nation in left}:
                edits.append(Set(("fronts", front.id, side, "ground-support"), support_words(left)))
    moves = "who moves: raids and battles are asked for at the table, each with its attacker"
    return NextTurn(edits, [moves, "the boxes after the air combat of the next turn, and points that have arrived"])
