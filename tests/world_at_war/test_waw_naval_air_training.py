"""Naval air training (17.35)."""

import pytest
from support import fight

from airwar.rulesets.world_at_war.setting import School, Trained
from airwar.rulesets.world_at_war.training import most_cves, starting_rate, training_rate

TURN = """airwar: 1
ruleset: world-at-war
title: Training
theater: pacific
sides: {japan: [japan], allies: [us, britain]}
attacker: allies
bases: {pearl: {side: allies, facilities: [port]}, rabaul: {side: japan, facilities: [port]}}
distances: {pearl: {rabaul: 3}}
carriers: {yorktown: {nation: us, size: 4, port: pearl}, wasp: {nation: us, size: 3, port: pearl}}
units:
  - {id: yorktown-group, nation: us, type: nas, count: 3, at: yorktown}
  - {id: marines, nation: us, type: nas, count: 3, at: pearl}
  - {id: rabaul-group, nation: japan, type: nas, count: 2, at: rabaul, elite: true}
naval-air-training:
  GAME
  nations:
    NATIONS
"""


def train(nations, game="game: standard", answers=None, dice=None, more=""):
    text = TURN.replace("GAME", game).replace("NATIONS", nations) + more
    return fight(text, dice, answers)


@pytest.mark.parametrize(
    ("nation", "standard", "classic"),
    [("us", 4, 4), ("japan", 1, 3), ("britain", 1, 2), ("germany", 0, 1), ("italy", 0, 1), ("australia", 0, 0)],
)
def test_17_353a_rates_at_the_start(nation, standard, classic):
    assert starting_rate(nation, "standard", False) == standard
    assert starting_rate(nation, "classic", False) == classic


@pytest.mark.proves("17.353")
def test_17_353c_results_and_production_raise_the_rate():
    school = School(nations={"japan": Trained(results=2, production=1)})
    assert training_rate("japan", school) == 4


@pytest.mark.proves("17.353B")
def test_17_356_european_scenarios():
    school = School(european=True, nations={"us": Trained(production=1), "britain": Trained()})
    assert training_rate("us", school) == 1
    assert most_cves("us", school) == 4
    assert most_cves("britain", school) == 1
    assert most_cves("us", School(nations={})) == 4


@pytest.mark.proves("17.34")
def test_17_353a_the_sheet_shows_its_working():
    fought = train("us: {production: 1, eliminated: 4, additions: 3}", answers={"training.us.build": {"nas": 5}})
    (sheet,) = fought.told("sheet")
    rows = {what: number for what, number, _ in sheet["rows"]}
    assert (rows["training rate"], rows["may be built"], rows["built"], rows["BRPs for them"]) == ("5", "5", "5", "5")


def test_17_35_no_more_is_built_than_the_training_rate():
    fought = train("us: {production: 1, eliminated: 4, additions: 3}", answers={"training.us.build": {"nas": 3}})
    assert [dict(question.items) for question in fought.asked] == [{"nas": 5}]
    assert ["built", "3"] in [row[:2] for row in fought.told("sheet")[0]["rows"]]


def test_17_352b_new_squadrons_are_elite_before_the_war_only():
    before = train("japan: {results: 3, additions: 2, eliminated: 1, war: false, build: 3}")
    assert before.told("note")[0]["text"].startswith("Japan builds 2 elite and 1 regular NAS")
    after = train("japan: {results: 3, additions: 2, eliminated: 1, build: 3}")
    assert after.told("note")[0]["text"].startswith("Japan builds 3 regular NAS")


def test_17_352c_elite_losses_of_the_turn_are_rebuilt_as_regular():
    fought = train(
        "japan: {results: 3}",
        answers={"training.japan.build": {"nas": 2}},
        dice={"rabaul.r1.attacker.fire": [6, 6], "rabaul.r1.defender.fire": [1, 1]},
        more="counterair: [{at: rabaul, with: {marines: 3}}]\n",
    )
    assert "Japan builds 2 regular NAS" in " ".join(note["text"] for note in fought.told("note"))


def test_17_355_new_american_squadrons_go_to_carriers_before_the_war():
    fought = train("us: {additions: 4, war: false, build: 4}")
    note = fought.told("note")[0]["text"]
    assert note == "new American NAS must make fast carriers operational: 1 to Yorktown, 3 to Wasp"
