"""Naval air training (17.35) part by part."""

from dataclasses import replace

import pytest
from waw_direct import begun, called, changed_carrier, changed_unit, complaints, options
from waw_raids import NEW, SCHOOL_HEAD, school

from airwar.rulesets.world_at_war import training
from airwar.rulesets.world_at_war.setting import School, Trained


def test_17_352c_what_a_nation_has_lost_in_this_turn():
    turn = begun(school("us", "unbuilt: 9"), SCHOOL_HEAD, "construction", "construction.training")
    turn = changed_unit(changed_unit(turn, "ashore", ready=1), "army", ready=0)
    turn = changed_unit(turn, "zeros", ready=1)
    assert training.lost_this_turn(turn, "us") == 3
    assert training.lost_this_turn(turn, "japan") == 2
    assert training.lost_this_turn(turn, "britain") == 0


@pytest.mark.parametrize(
    ("row", "lost", "waiting"),
    [({"eliminated": 1}, 0, 1), ({"additions": 2}, 0, 2), ({"unbuilt": 1}, 1, 2),
     ({"eliminated": 1, "additions": 1, "unbuilt": 1}, 1, 4),
     ({"unbuilt": 99}, 0, 99)],
)  # fmt: skip
def test_17_353a_up_to_the_training_rate_is_built_of_what_waits(row, lost, waiting):
    turn = begun(school("us", "unbuilt: 1"), SCHOOL_HEAD)
    turn = changed_unit(turn, "ashore", ready=4 - lost)
    turn = turn.with_setting(replace(turn.setting, school=School(nations={"us": Trained(production=3, **row)})))
    rate = training.starting_rate("us", "standard", european=False) + 3
    assert training.training_rate("us", turn.setting.school) == rate
    assert training.buildable(turn, "us") == min(waiting, rate)


@pytest.mark.parametrize(
    ("nation", "war", "number", "told"),
    [("japan", True, 2, ["2 regular"]), ("japan", False, 2, ["2 elite"]), ("japan", False, 4, ["3 elite", "1 regular"]),
     ("japan", False, 0, None), ("us", False, 2, None)],
)  # fmt: skip
def test_17_352_new_japanese_squadrons_are_elite_before_the_war(nation, war, number, told):
    note = training.elite_or_regular(nation, Trained(additions=1, unbuilt=2, war=war), number)
    if told is None:
        assert note is None
    else:
        assert all(words in note.text for words in told)
        assert sum(word in note.text for word in ("elite", "regular NAS", "1 regular", "2 regular")) >= len(told)


@pytest.mark.parametrize(
    ("war", "number", "words"),
    [(True, 3, None), (False, 0, None), (False, 2, ["2 to Lexington"]), (False, 5, ["2 to Lexington", "3 to Saratoga"]),
     (False, 7, ["2 to Lexington", "4 to Saratoga", "1 wait"])],
)  # fmt: skip
def test_17_355_new_american_squadrons_go_to_carriers_first(war, number, words):
    turn = begun(school("us", "unbuilt: 1"), SCHOOL_HEAD)
    note = training.assignment(turn, Trained(war=war), number)
    if words is None:
        assert note is None
        return
    assert all(word in note.text for word in words)
    assert note.text.count(" to ") == sum(" to " in word for word in words)
    sunk = changed_carrier(turn, "lexington", sunk=True)
    assert "Lexington" not in training.assignment(sunk, Trained(war=war), number).text


def test_17_353_the_table_of_each_nation():
    turn = begun(school("us", "production: 1, eliminated: 2, additions: 3, unbuilt: 4, war: true"), SCHOOL_HEAD)
    turn = changed_unit(turn, "ashore", ready=3)
    start = training.starting_rate("us", "standard", european=False)
    end = called(training.train_naval_air, turn, answers={"training.us.build": {"nas": 2}})
    most = min(10, start + 1)
    assert (options(end.asked[0]), dict(end.asked[0].default)) == ({"nas": most}, {"nas": most})
    (sheet,) = end.told("sheet")
    numbers = [row[1] for row in sheet["rows"]]
    assert numbers == [str(start), "+0", "+1", str(start + 1), "2", "1", "3", "4", str(most), "2", "2", str(start + 1)]
    fixed = begun(school("australia", "unbuilt: 4, build: 0"), SCHOOL_HEAD)
    end = called(training.train_naval_air, fixed)
    assert (end.asked, len(end.told("sheet")[0]["rows"])) == ([], 11)


@pytest.mark.parametrize(
    ("nation", "row", "game", "new", "rules"),
    [
        ("russia", "unbuilt: 1", "", None, ["17.353D"]),
        ("poland", "unbuilt: 1", "", None, ["17.353A"]),
        ("us", "results: 1", "", None, ["17.353A"]),
        ("australia", "results: 1", "", None, ["17.353A"]),
        ("britain", "results: 1", "", None, []),
        ("britain", "results: 1", "game: classic", None, ["17.353A"]),
        ("us", "unbuilt: 1, build: 1", "", None, []),
        ("us", "unbuilt: 1, build: 2", "", None, ["17.353A"]),
        ("japan", "cves: 1", "", None, ["17.353B"]),
        ("us", "cves: 5", "european: true", None, ["17.353B"]),
        ("us", "cves: 4", "european: true", None, []),
        ("us", "unbuilt: 1", "", ("us", "nas", 1, "hawaii", "false"), []),
        ("us", "unbuilt: 1", "", ("us", "nas", 2, "hawaii", "false"), ["17.353A"]),
        ("us", "unbuilt: 1", "", ("us", "aaf", 2, "hawaii", "false"), []),
        ("us", "unbuilt: 1", "", ("britain", "nas", 2, "hawaii", "false"), []),
        ("japan", "unbuilt: 1", "", ("japan", "nas", 1, "tokyo", "true"), ["17.352B"]),
        ("japan", "unbuilt: 1, war: false", "", ("japan", "nas", 1, "tokyo", "true"), []),
        ("japan", "unbuilt: 1", "", ("japan", "nas", 1, "tokyo", "false"), []),
    ],
)
def test_17_353_what_is_refused_of_training(nation, row, game, new, rules):
    said = NEW
    for key, value in zip(("NATION", "TYPE", "COUNT", "BASE", "ELITE"), new or (), strict=False):
        said = said.replace(key, str(value))
    found = complaints(school(nation, row, game or "game: standard", said if new else ""), SCHOOL_HEAD)
    assert [rule for _, rule in found] == rules
