"""Orders of every kind, written into the file and given at the prompt: taken or refused for one reason, and carried out alike."""

from collections import Counter
from random import Random

import orders_air_supremacy
import orders_ocs
import orders_world_at_war
import pytest
from both_ways import agreement, as_said, turns


def agreed(ruleset, orders, games):
    """The kinds of orders of a game that are carried out, and those that are refused; file and prompt agree about all of them."""
    chance, counts = Random(1943), Counter()
    for _, (tree, scenario) in zip(range(games), turns(chance, ruleset, orders.ORDERED, orders.unordered), strict=False):
        for _ in range(2):
            for order in orders.orders_of(chance, scenario.start.state):
                agreeing = agreement(tree, scenario, order, getattr(orders, "reason", as_said))
                counts[order.kind or order.section, agreeing == "carried out"] += 1
    return ({kind for kind, carried_out in counts if carried_out is how} for how in (True, False))


@pytest.mark.slow
def test_18_5_the_file_and_the_prompt_take_and_refuse_the_same_orders_of_world_at_war(games):
    carried_out, refused = agreed("world-at-war", orders_world_at_war, games or 60)
    assert carried_out >= orders_world_at_war.ORDERED - {"bombing", "transports", "at-sea"}
    assert refused >= orders_world_at_war.ORDERED - {"sunk", "transports", "at-sea"}


@pytest.mark.slow
def test_r3_the_file_and_the_prompt_take_and_refuse_the_same_missions_of_ocs(games):
    carried_out, refused = agreed("ocs", orders_ocs, games or 60)
    assert carried_out >= {*orders_ocs.Kind.ALL} - {"port-attack", "ship-attack", "reduce"}
    assert refused == {*orders_ocs.Kind.ALL}


@pytest.mark.slow
def test_42_the_file_and_the_prompt_take_and_refuse_the_same_attacks_of_air_supremacy(games):
    carried_out, refused = agreed("air-supremacy", orders_air_supremacy, games or 100)
    assert carried_out == refused == {"attack", "landing", "pass-through"}
