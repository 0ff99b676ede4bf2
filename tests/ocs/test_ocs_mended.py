"""Logs of earlier versions that used a rule which was mended since: `verify` says which record, and which rule."""

import pytest
from support import TESTS

from airwar.analysis.verify import verify
from airwar.errors import AirwarError

MENDED = TESTS / "golden" / "mended"
CASES = {
    "burma-1944": "end: position is",  # supply that lies in a hex is part of the position
    "husky-1943": "end: position is",
    "case-blue-1942": "here, found choice pocket.cargo-lost",  # a reduced plane near its base carries double, and loses nothing
    "maleme-1941": "(R44a): expected stated axis-exploitation.1.re here",  # who enters a hex, and how strong
    "tunisia-1942": "(R32): expected told here, found choice harbor.land.fg-14",  # a raid landed too early
    "format-3/tunisia-1942": "end: position is",  # cargo of a plane that aborts lands with it
}


@pytest.mark.parametrize("path", sorted(MENDED.glob("*/ocs/*.jsonl")), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_an_old_log_that_used_a_mended_rule_is_told_so(path):
    with pytest.raises(AirwarError, match="rules differently here than airwar 1") as told:
        verify(path)
    expected = CASES.get(f"{path.parts[-3]}/{path.stem}") or CASES[path.stem]
    assert expected in str(told.value)
