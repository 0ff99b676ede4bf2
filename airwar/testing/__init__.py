"""The tests that airwar runs on its own rulesets, for any ruleset. Needs pytest.

    from airwar.testing import conformance
    from flying_circus import RULESET

    globals().update(conformance(RULESET, tests=__file__))

Rule numbers are proved by tests in the same folder: `test_3_the_second_flight_may_go_home` proves rule 3. Golden logs are in its
folder `golden`; `pytest --update-golden` writes them, and `pytest --games 500` plays more games at random, if conftest.py says
`pytest_plugins = ["airwar.testing.plugin"]`.
"""

import pytest

pytest.register_assert_rewrite(*(f"airwar.testing.{name}" for name in ("suite", "random_play")))

from airwar.testing.random_play import Fought as Fought  # noqa: E402
from airwar.testing.random_play import check_game as check_game  # noqa: E402
from airwar.testing.random_play import check_interrupted_game as check_interrupted_game  # noqa: E402
from airwar.testing.random_play import check_next as check_next  # noqa: E402
from airwar.testing.random_play import check_reasons as check_reasons  # noqa: E402
from airwar.testing.random_play import check_ruled_game as check_ruled_game  # noqa: E402
from airwar.testing.random_play import check_standing as check_standing  # noqa: E402
from airwar.testing.random_play import fight as fight  # noqa: E402
from airwar.testing.suite import SEED as SEED  # noqa: E402
from airwar.testing.suite import check_golden as check_golden  # noqa: E402
from airwar.testing.suite import conformance as conformance  # noqa: E402
from airwar.testing.suite import unattended as unattended  # noqa: E402
