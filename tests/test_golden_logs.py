"""Every shipped scenario, fought by its own script, gives its golden log byte for byte."""

import pytest
from support import SHIPPED, TESTS, unattended

from airwar.verify import verify


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_golden_log_is_fought_again_byte_for_byte(path, tmp_path, update_golden):
    golden = TESTS / "golden" / path.parent.name / f"{path.stem}.jsonl"
    log_path = tmp_path / golden.name
    unattended(path, log_path)
    if update_golden:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_bytes(log_path.read_bytes())
    assert log_path.read_bytes() == golden.read_bytes()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_golden_log_is_proven(path):
    proof = verify(TESTS / "golden" / path.parent.name / f"{path.stem}.jsonl")
    assert proof.finished
    assert proof.seed_known


def test_every_shipped_scenario_has_a_name_of_its_own():
    names = [path.stem for path in SHIPPED]
    assert sorted(set(names)) == sorted(names)


def test_no_golden_log_is_left_over():
    wanted = {f"{path.parent.name}/{path.stem}" for path in SHIPPED}
    assert {f"{golden.parent.name}/{golden.stem}" for golden in (TESTS / "golden").glob("*/*.jsonl")} == wanted
