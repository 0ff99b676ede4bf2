"""`airwar odds`: methods, policies, what is printed and what is refused."""

import json
from fractions import Fraction

import pytest
from tiny import TINY, counterair, side

from airwar.cli import exit_code

FIVE_FOUR = counterair(
    side("a", "germany", 5, "field") + ", " + side("d", "britain", 4, "target"), "a: 5", {"*.attacker.reinforce": "none"}, 4
)  # nothing answers who disengages


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "five.yaml"
    path.write_text(FIVE_FOUR)
    return str(path)


@pytest.fixture
def airwar(capsys):
    def run(*arguments):
        code = exit_code(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def document(airwar):
    def run(*arguments):
        code, out, err = airwar("odds", *arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return run


def results(document):
    return {one["result"]: Fraction(one["fraction"]) for one in document["results"]}


# what is printed


def test_the_page_says_how_the_odds_were_found_and_what_was_assumed(airwar, scenario):
    code, out, err = airwar("odds", scenario)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tiny"
    assert lines[1].startswith("exact: ")
    assert "expected rounds" in out
    assert "who is left" in out
    assert lines[-3:] == ["policies, first match wins", "  *.attacker.reinforce: none", "  *: default"]


def test_a_sample_says_its_size_its_seed_and_its_intervals(airwar, scenario):
    code, out, _ = airwar("odds", scenario, "--method", "sample", "--runs", "400", "--seed", "12")
    assert code == 0
    assert out.splitlines()[1] == "sampled: 400 battles, seed 0xc, 95 % intervals"
    assert "95 % interval" in out
    assert "±" in out
    assert airwar("odds", scenario, "--method", "sample", "--runs", "400", "--seed", "0xc")[1] == out


def test_fractions_are_shown_when_asked_for(airwar, tmp_path):
    path = tmp_path / "raid.yaml"
    path.write_text(TINY["a raid without flak"])
    assert "1/6" not in airwar("odds", str(path))[1]
    assert "1/6" in airwar("odds", str(path), "--exact-fractions")[1]


def test_on_a_narrow_terminal_nothing_is_wider(airwar, monkeypatch):
    from rich.console import Console

    from airwar.cli import odds

    monkeypatch.setattr(odds, "results", lambda: Console(width=80, markup=False, highlight=False))
    _, out, _ = airwar("odds", "malta-1942")
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80
    assert "survives" in out


def test_chances_of_the_document_sum_to_one(document, scenario):
    found = document(scenario)
    assert (found["airwar"], found["method"]) == (1, "exact")
    assert sum(results(found).values()) == 1
    assert sum(Fraction(one["fraction"]) for one in found["left"]) == 1
    for unit in found["losses"]:
        spread = {one["lost"]: Fraction(one["fraction"]) for one in unit["lost"]}
        assert sum(spread.values()) == 1
        mean = sum(lost * share for lost, share in spread.items())
        assert Fraction(unit["mean"]["fraction"]) == mean
        assert Fraction(unit["one survives"]["fraction"]) == 1 - mean / unit["had"]
        assert Fraction(unit["some left"]["fraction"]) == 1 - spread.get(unit["had"], 0)
        for part, lost in unit["percentiles"].items():
            assert sum(share for number, share in spread.items() if number <= lost) >= Fraction(int(part), 100)
            assert sum(share for number, share in spread.items() if number < lost) < Fraction(int(part), 100)
    assert float(Fraction(found["rounds"]["fraction"])) == found["rounds"]["mean"]
    assert found["policies"] == ["*.attacker.reinforce: none", "*: default"]


def test_the_document_of_a_sample(document, scenario):
    found = document(scenario, "--method", "sample", "--runs", "300")
    assert (found["method"], found["runs"], found["seed"]) == ("sample", 300, "0x1")
    assert sum(results(found).values()) == 1
    assert all(low <= one["chance"] <= high for one in found["results"] for low, high in [one["interval"]])


def test_long_fractions_are_written_out(document):
    found = document("malta-1942", "--method", "exact")
    assert sum(results(found).values()) == 1


# methods


def test_exact_and_auto_are_the_same_where_there_is_time(document, scenario):
    assert document(scenario, "--method", "exact") == document(scenario)


def test_a_battle_that_is_too_large_is_sampled_or_refused(airwar, scenario, monkeypatch):
    monkeypatch.setattr("airwar.probability.budget.MOST_EDGES", 10)
    monkeypatch.setattr("airwar.probability.budget.INSISTED_EDGES", 10)
    assert airwar("odds", scenario, "--runs", "50")[1].splitlines()[1].startswith("sampled: 50 battles")
    code, out, err = airwar("odds", scenario, "--method", "exact")
    assert (code, out) == (1, "")
    assert err == "airwar: too many positions for exact odds; use --method sample\n"


@pytest.mark.parametrize("arguments", [["--runs", "0"], ["--method", "guess"], ["--runs", "many"]])
def test_bad_options_are_usage_errors(airwar, scenario, arguments):
    assert airwar("odds", scenario, *arguments)[0] == 2


# policies

ATTACKER, DEFENDER = "*.attacker.disengage", "*.defender.disengage"


def test_stay_is_the_default_and_leaving_ends_the_battle(document, scenario):
    stay = document(scenario, "--policy", f"{ATTACKER}=stay", "--policy", f"{DEFENDER}=stay")
    assert results(stay) == results(document(scenario))
    leave = document(scenario, "--policy", f"{ATTACKER}=leave-below-99", "--policy", f"{DEFENDER}=stay")
    assert results(leave) == results(document(scenario, "--policy", f"{ATTACKER}=disengage"))
    assert leave["rounds"]["mean"] == 1


def test_leave_below_is_the_condition_on_own_factors(document, scenario, tmp_path):
    file = tmp_path / "policy.yaml"
    file.write_text(f'"{DEFENDER}": {{when: own.factors < 3, then: disengage, else: stay}}\n')
    by_file = document(scenario, "--policy", str(file))
    by_name = document(scenario, "--policy", f"{DEFENDER}=leave-below-3")
    assert results(by_file) == results(by_name) != results(document(scenario))
    assert by_file["policies"][0] == f"{DEFENDER}: disengage when own.factors < 3, else stay"
    assert by_name["policies"][0] == f"{DEFENDER}: leave-below-3"


def test_leave_under_is_the_condition_on_strength_percent(document, scenario, tmp_path):
    file = tmp_path / "policy.yaml"
    file.write_text(f'"{DEFENDER}": {{when: strength-percent < 60, then: disengage, else: stay}}\n')
    by_name = document(scenario, "--policy", f"{DEFENDER}=leave-under-60%")
    assert results(by_name) == results(document(scenario, "--policy", str(file))) != results(document(scenario))


def test_a_policy_by_name_answers_nothing_but_staying_and_leaving(document, scenario):
    """The scenario's own answers apply to everything else."""
    everything = document(scenario, "--policy", "*=leave-under-60%")
    both = document(scenario, "--policy", f"{ATTACKER}=leave-under-60%", "--policy", f"{DEFENDER}=leave-under-60%")
    assert results(everything) == results(both)
    assert everything["policies"] == ["*: leave-under-60%", "*.attacker.reinforce: none", "*: default"]


def test_default_is_a_policy(document, scenario):
    assert results(document(scenario, "--policy", "*=default")) == results(document(scenario))


def test_earlier_policies_come_first(document, scenario):
    once = document(scenario, "--policy", f"{ATTACKER}=disengage", "--policy", f"{ATTACKER}=stay")
    assert once["rounds"]["mean"] == 1


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("x=stay", "--policy x=stay:1:6: 'x' matches no decision"),
        (f"{ATTACKER}=sty", f"--policy {ATTACKER}=sty:1:25: target.r1.attacker.disengage: 'sty' is not one of stay, disengage"),
        (f"{ATTACKER}=leave-below-x", "'leave-below-x' is not a policy; expected stay, leave-below-N"),
        ("*.attacker.reinforce=leave-below-3", "a policy answers stay-or-leave decisions only; expected one of attacker.disengage"),
    ],
)
def test_an_unknown_key_or_word_is_refused_with_a_sentence(airwar, scenario, policy, said):
    code, out, err = airwar("odds", scenario, "--policy", policy)
    assert (code, out) == (65, "")
    assert said in err
    assert "1 problem" in err


@pytest.mark.parametrize("policy", ["nothing", "=stay", "key="])
def test_a_policy_that_is_neither_an_answer_nor_a_file_is_refused(airwar, scenario, policy):
    code, _, err = airwar("odds", scenario, "--policy", policy)
    assert code == 2
    assert f"--policy {policy!r} is neither KEY=ANSWER nor the name of a file" in err


def test_a_bad_policy_file_is_refused_with_its_lines(airwar, scenario, tmp_path):
    file = tmp_path / "policy.yaml"
    file.write_text(f'"{DEFENDER}": {{when: own.factors, then: disengage}}\n"x.y": stay\n')
    code, _, err = airwar("odds", scenario, "--policy", str(file))
    assert code == 65
    assert f"{file}:1:" in err
    assert f"{file}:2:" in err


def test_a_policy_for_a_question_that_never_comes_up_is_refused_or_noted(airwar, scenario, tmp_path):
    typed = "malta.r1.attacker.disengage"
    said = f"airwar: --policy {typed}: disengage: no such question comes up here; did you mean target.r1.attacker.disengage?\n"
    assert airwar("odds", scenario, "--policy", f"{typed}=disengage") == (65, "", said)
    file = tmp_path / "for-many-battles.yaml"
    file.write_text(f'"{typed}": disengage\n"{ATTACKER}": disengage\n')
    code, out, err = airwar("odds", scenario, "--policy", str(file))
    assert (code, err) == (0, said)
    assert "expected rounds  1.000" in out


# a log


def test_a_log_knows_its_scenario(airwar, scenario, tmp_path):
    log = str(tmp_path / "x.jsonl")
    assert airwar("run", "malta-1942", "--no-input", "--seed", "3", "--log", log)[0] == 0
    assert airwar("odds", "malta-1942", "--at", f"{log}:3")[1] == airwar("odds", "--at", f"{log}:3")[1]
    code, _, err = airwar("odds", scenario, "--at", f"{log}:3")
    assert code == 1
    assert "is a battle of another scenario" in err
    assert "the battle is over at that record; name an earlier one" in airwar("odds", "--at", log)[2]
    assert "has no record 9999; its last is" in airwar("odds", "--at", f"{log}:9999")[2]
    assert airwar("odds", "--at", str(tmp_path / "none.jsonl"))[0] == 66
    assert airwar("odds")[0] == 2


def test_a_battle_that_cannot_end_is_refused_in_a_sentence(airwar, scenario, monkeypatch):
    from airwar.errors import Endless

    def never(*_, **__):
        raise Endless("attacker.fire")

    monkeypatch.setattr("airwar.probability.solve.Solver.distribution", never)
    code, out, err = airwar("odds", scenario)
    assert (code, out) == (1, "")
    assert err.startswith("airwar: the battle never ends: it keeps returning to attacker.fire")
