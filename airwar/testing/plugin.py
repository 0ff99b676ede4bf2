"""A pytest plugin: `pytest_plugins = ["airwar.testing.plugin"]` in the conftest.py of a ruleset's tests.

It adds `--update-golden` and `--games`, and the marker `proves`.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden logs instead of comparing them")
    parser.addoption("--games", type=int, default=0, help="games of random play for each scenario (default: the test's own)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "proves(*rules): rule numbers that a test proves besides the one in its name")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--games"))
