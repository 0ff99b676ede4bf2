"""The odds of several battles: each by itself, and the most likely results of all together, whatever the order of fighting."""

import json
import re
from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console
from support import SHIPPED

from airwar.cli import exit_code
from airwar.probability.distribution import Distribution, Exact, Outcome, Sampled, numbered, outcome_of
from airwar.probability.sample import Sampler
from airwar.setup.loading import load_scenario
from airwar.show.odds import MOST_OF_A_BATTLE, MOST_TOGETHER, Listed, print_results, results_by_battle, results_of

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
FLOWN = ["fustian", "gerbini-raid", "comiso-falls"]  # missions of one side in husky-1943, in order of play


def ended(*battles, result=""):
    return Outcome(result or "; ".join(f"{name}: {how}" for name, how in battles), "", (), numbered(battles))


def test_a_name_that_comes_twice_is_numbered():
    assert numbered([("Malta", "won"), ("Benghazi", "held"), ("Malta", "lost")]) == (
        ("Malta", "won"),
        ("Benghazi", "held"),
        ("Malta (2)", "lost"),
    )


def test_battles_come_in_order_of_play_the_commonest_order_first_and_others_where_they_belong():
    odds = Distribution(
        {
            ended(("Malta", "won"), ("Benghazi", "held")): 3,
            ended(("Benghazi", "held"), ("Malta", "won")): 1,
            ended(("Malta", "lost"), ("Rail", "cut"), ("Benghazi", "held")): 2,
            ended(("Airlift", "landed"), ("Malta", "won")): 1,
        },
        7,
    )
    assert odds.order_of_play() == list(odds.battles()) == ["Airlift", "Malta", "Rail", "Benghazi"]


def test_the_same_results_are_one_whatever_the_order_of_fighting():
    one, other = ended(("Malta", "won"), ("Benghazi", "held")), ended(("Benghazi", "held"), ("Malta", "won"))
    assert one.result != other.result
    odds = Distribution({one: 3, other: 1}, 4)
    assert odds.results() == {"Benghazi: held; Malta: won": 1}  # by name, in odds and in a batch alike
    assert results_of(odds) == [Listed("Malta: won; Benghazi: held", Fraction(1))]  # in order of play, for people


def test_each_battle_has_its_own_chances_and_may_not_be_fought_at_all():
    odds = Distribution(
        {
            ended(("Malta", "won"), ("Benghazi", "held")): 1,
            ended(("Malta", "lost"), ("Benghazi", "held")): 1,
            ended(("Malta", "lost"), result="lost"): 2,
        },
        4,
    )
    assert odds.battles() == {"Malta": {"lost": 3 * QUARTER, "won": QUARTER}, "Benghazi": {"held": HALF}}
    assert results_by_battle(odds) == [
        Listed("lost", 3 * QUARTER, "Malta"),
        Listed("won", QUARTER, "Malta"),
        Listed("held", HALF, "Benghazi"),
        Listed("not fought", HALF, "Benghazi"),
    ]
    assert odds.results() == {"Malta: lost": HALF, "Benghazi: held; Malta: lost": QUARTER, "Benghazi: held; Malta: won": QUARTER}


def test_a_battle_that_always_ends_the_same_is_not_repeated_in_every_line():
    odds = Distribution({ended(("Malta", "won"), ("Rail", "cut")): 1, ended(("Malta", "lost"), ("Rail", "cut")): 1}, 2)
    assert [line.result for line in results_of(odds)] == ["Malta: lost", "Malta: won"]
    same = Distribution({ended(("Malta", "won"), ("Rail", "cut")): 1}, 1)
    assert [line.result for line in results_of(same)] == ["Malta: won; Rail: cut"]


def test_one_battle_has_no_table_by_battle():
    odds = Distribution({ended(("Malta", "won"), result="won"): 1, ended(("Malta", "lost"), result="lost"): 1}, 2)
    assert results_by_battle(odds) == []
    assert odds.results() == {"lost": HALF, "won": HALF}


def test_long_lists_end_with_the_number_of_others():
    odds = Distribution({ended(("Malta", f"{lost:02} lost"), ("Rail", "cut")): 1 for lost in range(40)}, 40)
    by_battle = results_by_battle(odds)
    assert [line.battle for line in by_battle].count("Malta") == MOST_OF_A_BATTLE + 1
    assert by_battle[MOST_OF_A_BATTLE] == Listed("32 others", Fraction(32, 40), "Malta")
    assert results_of(odds)[MOST_TOGETHER] == Listed("30 others", Fraction(30, 40))


def test_results_of_all_together_are_shown_where_they_say_something():
    def said(ways, how=None):
        odds = Distribution(ways, sum(ways.values()), how or Exact())
        console = Console(file=StringIO(), width=100)
        print_results(console, odds, False)
        return "all together" in console.file.getvalue()

    even = {ended(("Malta", f"{lost} lost"), ("Rail", cut)): 1 for lost in range(2) for cut in ("cut", "held")}
    assert said(even)
    assert not said({ended(("Malta", f"{lost} lost"), ("Rail", f"{lost}")): 1 for lost in range(21)})
    assert said(dict.fromkeys(even, 100), Sampled("0x1"))
    assert not said(even, Sampled("0x1"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_results_by_battle_are_those_of_the_end(path):
    """The end says the same in one line; Air Supremacy leaves out spaces that nobody attacked and sums up earlier turns."""
    scenario = load_scenario(str(path))
    end, _ = Sampler(scenario.ruleset, scenario.script, scenario.start).end(5)
    results = scenario.ruleset.results(end.state)
    assert {part for part in results if ": ".join(part) in end.result or part[1] in end.result} or not results
    if scenario.ruleset.id != "air-supremacy" and len(results) > 1:
        said = "; ".join(": ".join(part) for part in results)
        assert re.sub(", (ground|exploitation|overrun): ", ": ", said) == end.result  # World at War names kinds of attacks too
    assert len(outcome_of(scenario.ruleset, end).battles) == len(results)


def test_odds_and_batch_print_a_few_lines_and_their_json_has_every_result(capsys):
    for command in (
        ["odds", "husky-1943", "--method", "sample", "--runs", "60"],
        ["batch", "husky-1943", "--runs", "60", "--seed", "3"],
    ):
        assert exit_code(command) == 0
        shown = capsys.readouterr().out
        assert "beachhead" in shown
        results = shown.partition("\nside")[0].splitlines()
        assert len(results) < 60
        if command[0] == "odds":
            assert "all together" not in shown  # of so many results, the likeliest says nothing
        else:
            assert any("others" in line for line in results)
        form = ["--json"] if command[0] == "odds" else ["--format", "json"]
        assert exit_code([*command, *form]) == 0
        document = json.loads(capsys.readouterr().out)
        found = document if command[0] == "odds" else document["scenarios"][0]
        assert len(found["results"]) > MOST_TOGETHER + 1
        names = [battle["battle"] for battle in found["battles"]]
        flown = [name for name in names if name in FLOWN]
        assert flown == FLOWN
        if command[0] == "batch":
            for battle in found["battles"]:
                assert sum(one["runs"] for one in battle["results"]) + battle["not fought"]["runs"] == 60


def test_intervals_are_not_broken_at_80_columns(capsys):
    assert exit_code(["odds", "husky-1943", "--runs", "3", "--width", "80"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("38.74 to 100.00" in line or "43.85 to 100.00" in line for line in lines)
    assert not [line for line in lines if line.rstrip().endswith(" to")]
