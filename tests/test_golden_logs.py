"""Every shipped scenario, fought by its own script, gives its golden log byte for byte; and what all golden logs have in common.

The logs are kept by format. All of them must open for ever, whatever comes after.
"""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import SHIPPED, TESTS, unattended

from airwar import rulesets
from airwar.analysis.verify import Mismatch, verify
from airwar.engine.records import FORMAT
from airwar.rulesets.index import rule_index
from airwar.testing import check_golden

GOLDEN = sorted((TESTS / "golden").glob("format-*/*/*.jsonl"))
NOW = TESTS / "golden" / f"format-{FORMAT}"
MENDED = sorted((TESTS / "golden" / "mended").glob("format-*/*/*.jsonl"))  # logs of rulings that were mended since
NO_LOSS = re.compile(r"\b(un)?invert|\bretreat|\badvance|\bland|\bjoin|\breturn|\bstag")


def told(ruleset_id, what):
    """Every event of one kind in the golden logs of a ruleset."""
    logs = [path for path in GOLDEN if path.parent.name == ruleset_id]
    records = [json.loads(line) for path in logs for line in path.read_text(encoding="utf-8").splitlines()]
    return [record for record in records if record["t"] == "told" and record["what"] == what]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_golden_log_is_fought_again_byte_for_byte_and_verifies(path, tmp_path, update_golden):
    golden = NOW / path.parent.name / f"{path.stem}.jsonl"
    check_golden(path, golden, update_golden)
    unattended(path, tmp_path / golden.name)
    assert (tmp_path / golden.name).read_bytes() == golden.read_bytes()


def test_no_two_shipped_scenarios_have_the_same_name():
    names = [path.stem for path in SHIPPED]
    assert sorted(set(names)) == sorted(names)


def test_no_golden_log_is_left_over():
    wanted = {f"{path.parent.name}/{path.stem}" for path in SHIPPED}
    assert {f"{golden.parent.name}/{golden.stem}" for golden in NOW.glob("*/*.jsonl")} == wanted


@pytest.mark.parametrize("path", MENDED, ids=lambda path: "/".join(path.parts[-3:]))
def test_a_log_of_a_ruling_that_was_mended_is_told_the_rule(path):
    """A hex that is captured is supplied as the referee says; air transports fly only over what lies on their way."""
    with pytest.raises(Mismatch, match=r"rules differently here than airwar [\d.]+ did( \((R\d+\w*|[\d.]+\w*)\))?:"):
        verify(path)


@pytest.mark.slow
def test_the_golden_logs_verify_in_threads():
    """Nothing that walks share, such as what their steps did before, is spoiled by another thread."""
    logs = sorted(NOW.glob("*/*.jsonl"))
    with ThreadPoolExecutor(4) as threads:
        assert all(proof.finished for proof in threads.map(verify, [*logs, *logs]))


@pytest.mark.slow
def test_the_golden_logs_verify_without_docstrings_and_assertions():
    """No rule may hang on either: `python -OO` drops both."""
    line = [sys.executable, "-OO", "-m", "airwar", "verify", *map(str, GOLDEN)]
    done = subprocess.run(line, capture_output=True, text=True, cwd=TESTS.parent, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_a_ruling_cites_the_rule_of_its_option(ruleset_id):
    """Or, for a chart that the scenario supplies, a rule of the index."""
    options, settled = rulesets.load(ruleset_id).options, rulesets.load(ruleset_id).settled
    cited = {(ruling["option"], ruling["rule"]) for ruling in told(ruleset_id, "ruling") if ruling["option"] not in settled}
    assert cited
    assert {(name, rule) for name, rule in cited if name in options and rule != options[name].rule} == set()
    assert {(name, rule) for name, rule in cited if name not in options and rule not in rule_index(ruleset_id)} == set()


@pytest.mark.parametrize("ruleset_id", rulesets.ids())
def test_a_loss_is_a_loss(ruleset_id):
    """Units that land, retreat or are inverted are not lost: that is told as a status."""
    assert {loss["fate"] for loss in told(ruleset_id, "loss") if NO_LOSS.search(loss["fate"])} == set()
