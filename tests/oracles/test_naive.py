"""Random battles with the same dice and decisions: airwar and the naive programs must agree on every loss and every result.

A sample. `python tests/oracles/compare_world_at_war.py 10000` and its like fight as many as you want.
"""

import compare_air_supremacy
import compare_carriers
import compare_dark_crusade
import compare_interception
import compare_movement
import compare_ocs
import compare_pass_through
import compare_war_in_europe
import compare_world_at_war
import pytest
from side_by_side import difference

GAMES = {
    "world-at-war": compare_world_at_war.compare,
    "interception": compare_interception.compare,
    "air-supremacy": compare_air_supremacy.compare,
    "movement": compare_movement.compare,
    "carriers": compare_carriers.compare,
    "pass-through": compare_pass_through.compare,
    "dark-crusade": compare_dark_crusade.compare,
    "war-in-europe": compare_war_in_europe.compare,
    "ocs": compare_ocs.compare,
}
FOUGHT = {"dark-crusade": 250, "war-in-europe": 300, "movement": 40, "pass-through": 30, "ocs": 20}  # the others: 100
TOGETHER = {"movement": 10, "pass-through": 6, "ocs": 5}  # the others: 50


def lots():
    """A few battles of each game, and more of them for those who have the time."""
    for game in GAMES:
        together, fought = TOGETHER.get(game, 50), FOUGHT.get(game, 100)
        yield pytest.param(game, range(together))
        for first in range(together, fought, together):
            yield pytest.param(game, range(first, min(first + together, fought)), marks=pytest.mark.slow)


@pytest.mark.parametrize(("game", "seeds"), [*lots()])
def test_random_battles_end_as_the_naive_program_says(game, seeds):
    for seed in seeds:
        said = difference(seed, *GAMES[game](seed))
        if said:
            pytest.fail(said, pytrace=False)
