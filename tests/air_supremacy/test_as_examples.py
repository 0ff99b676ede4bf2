"""The module's Examples 1, 2 and 3, on the shipped scenarios."""

import json
from pathlib import Path

import pytest
from as_table import MISS, play, theater
from support import SHIPPED

TEXT = {path.stem: path.read_text() for path in SHIPPED if path.parent.name == "air-supremacy"}
ROYAL_NAVY = TEXT["germany-attacks-the-royal-navy"]
GREAT_BRITAIN = TEXT["germany-attacks-great-britain"]

# Example 1
MANCHURIA = ["peking", "inner-mongol", "north-manchuria", "vladivostok", "korea", "yellow-sea"]
SEA_OF_JAPAN = ["korea", "vladivostok", "sea-of-okhotsk", "sakhalin", "hokkaido", "np-1", "japan", "east-china-sea"]
SEAS = ("yellow-sea", "sea-of-okhotsk", "np-1", "east-china-sea", "sea-of-japan")


def japan(attacked):
    """Japanese units in every space of Example 1, of which these are attacked."""
    places = list(dict.fromkeys(MANCHURIA + SEA_OF_JAPAN))
    spaces = {place: {"kind": "sea"} if place in SEAS else {"kind": "land", "nation": "japan"} for place in places}
    spaces["south-manchuria"] = {"kind": "land", "nation": "japan", "adjacent": MANCHURIA}
    spaces["sea-of-japan"] = {"kind": "sea", "adjacent": SEA_OF_JAPAN}
    spaces |= {"camp": {"kind": "land"}}
    units = [("kwantung", "japan", "fighter", 1, "south-manchuria"), ("akagi", "japan", "aircraft-carrier", 1, "sea-of-japan")]
    units += [("zeros", "japan", "fighter", 1, "@akagi")]
    units += [(f"in-{place}", "japan", "destroyer" if place in SEAS else "infantry", 1, place) for place in places]
    units += [("red-air", "ussr", "fighter", len(places), "camp")]
    return theater(units, [{"at": place, "with": {"red-air": 1}} for place in attacked], spaces, attacker="ussr")


@pytest.mark.proves("24", "42")
def test_e1a_each_fighter_reaches_exactly_the_spaces_of_the_example():
    played = play(japan(dict.fromkeys(MANCHURIA + SEA_OF_JAPAN)), rest=MISS, until="r2")
    assert set(played.offered("r1.south-manchuria.japan.dispatch")) == {f"fighter-to-{place}" for place in MANCHURIA}
    assert set(played.offered("r1.akagi.japan.dispatch")) == {f"fighter-to-{place}" for place in SEA_OF_JAPAN}


def test_e1b_the_two_bases_do_not_reach_each_other():
    played = play(japan(["sea-of-okhotsk"]), rest=MISS, until="r2")
    assert "r1.south-manchuria.japan.dispatch" not in played.asked
    assert set(played.offered("r1.akagi.japan.dispatch")) == {"fighter-to-sea-of-okhotsk"}


def test_e1c_with_korea_alone_attacked_both_are_offered_korea_alone():
    played = play(japan(["korea"]), rest=MISS, until="r2")
    for home in ("south-manchuria", "akagi"):
        assert played.offered(f"r1.{home}.japan.dispatch") == {"fighter-to-korea": 1}


# Example 2
ONE_TO_EACH = {"r1.ranger.usa.dispatch": {"fighter-to-sz-cv": 1, "fighter-to-bay-of-biscay": 1}}


def dispatches(played, number):
    return [key for key in played.asked if key.startswith(f"r{number}.") and key.endswith(".dispatch")]


@pytest.mark.proves("44", "45", "27")
def test_x2a_in_round_1_only_the_american_fighters_may_be_dispatched():
    played = play(ROYAL_NAVY, rest=MISS, until="r2")
    assert dispatches(played, 1) == ["r1.ranger.usa.dispatch"]
    assert played.offered("r1.ranger.usa.dispatch") == {"fighter-to-sz-cv": 2, "fighter-to-bay-of-biscay": 2}
    assert played.asked["r1.ranger.usa.dispatch"].by == "usa"
    assert played.offered("r1.sz-cv.uk.ground") == {"uk-fighter-ark-royal": 1}
    assert played.offered("r1.sz-cv.uk.retreat") == {"ark-royal": 1, "uk-destroyer": 1}  # NA-5 is full of American fighters


@pytest.mark.proves("28")
def test_x2b_nobody_rolls_before_the_american_player_has_answered():
    played = play(ROYAL_NAVY, until="r1.ranger")
    assert played.waiting == "r1.ranger.usa.dispatch"
    assert not played.rolls


@pytest.mark.proves("26")
def test_x2c_one_fighter_to_each_sea_zone_fights_from_round_2():
    played = play(ROYAL_NAVY, answers=ONE_TO_EACH, rest=MISS, until="r3")
    assert played.force("sz-cv")["usa-fighter"] == 1
    assert played.force("bay-of-biscay")["usa-fighter"] == 1
    assert "r2.bay-of-biscay.defender.air.fighter-1" in played.rolls


def test_x2d_if_the_carrier_battle_ends_first_the_american_fighter_may_go_on_in_round_3():
    dice = {"r1.sz-cv.defender.surface-6": [1, 1], "r1.sz-cv.attacker.surface-8": [1], "r1.sz-cv.attacker.surface-6": [1, 12]}
    dice |= {"r1.sz-cv.attacker.air.fighter-1": [1]}
    played = play(ROYAL_NAVY, dice, ONE_TO_EACH, rest=MISS, until="r4")
    assert played.turn.battle("sz-cv").result == "attacker wins"
    assert "r2.ranger.usa.dispatch" not in played.asked
    assert played.offered("r3.ranger.usa.dispatch") == {"fighter-to-bay-of-biscay": 1}


@pytest.mark.proves("27")
def test_x2e_once_the_infantry_is_dead_the_british_fighter_may_go_to_either_sea_battle():
    dice = {"r1.great-britain.defender.surface-4": [1, 12]}
    answers = ONE_TO_EACH | {"r2.great-britain.uk.dispatch": {"fighter-to-sz-cv": 1}}
    played = play(ROYAL_NAVY, dice, answers, rest=MISS, until="r4")
    assert played.offered("r2.great-britain.uk.dispatch") == {"fighter-to-sz-cv": 1, "fighter-to-bay-of-biscay": 1}
    assert played.force("sz-cv")["uk-fighter-great-britain"] == 1


@pytest.mark.proves("34")
def test_x2g_all_three_battles_finish_a_round_before_any_begins_the_next():
    played = play(ROYAL_NAVY, rest=MISS, until="r4")
    order = [(key.split(".")[0], key.split(".")[1]) for key in played.rolls]
    assert list(dict.fromkeys(order)) == [
        (f"r{number}", place) for number in (1, 2, 3) for place in ("sz-cv", "bay-of-biscay", "great-britain")
    ]


# Example 3


@pytest.mark.proves("46")
def test_x3a_in_round_1_only_the_carriers_fighters_may_go():
    played = play(GREAT_BRITAIN, rest=MISS, until="r2")
    assert dispatches(played, 1) == ["r1.ark-royal.uk.dispatch"]
    assert played.offered("r1.ark-royal.uk.dispatch") == {"fighter-to-great-britain": 2}
    assert played.offered("r1.great-britain.uk.ground") == {"uk-fighter-great-britain": 1}
    supported = [key for key in played.rolls if "support" in key]
    assert supported == ["r1.great-britain.attacker.support-8", "r1.great-britain.attacker.support-6"]


def test_46_support_is_fired_once_in_the_first_round_and_cannot_be_hit():
    played = play(GREAT_BRITAIN, rest=MISS, until="r4")
    assert [key for key in played.rolls if "support" in key and not key.startswith("r1")] == []
    assert played.flights[("germany-battleship", "left the battle", "north-sea")] == 1
    assert "support-shots" in played.rulings()


def test_x3c_while_the_destroyer_lives_the_americans_stay():
    played = play(GREAT_BRITAIN, rest=MISS, until="r3")
    assert "r2.ranger.usa.dispatch" not in played.asked
    sunk = play(GREAT_BRITAIN, {"r1.bay-of-biscay.defender.surface-8": [1]}, rest=MISS, until="r3")
    assert sunk.offered("r2.ranger.usa.dispatch") == {"fighter-to-great-britain": 2}


@pytest.mark.proves("33")
def test_x3f_coming_too_late_the_carriers_fighters_return_and_may_go_in_round_3():
    text = GREAT_BRITAIN.replace("count: 5, at: great-britain", "count: 1, at: great-britain")
    dice = {
        "r1.great-britain.attacker.air.fighter-3": [1],
        "r1.great-britain.attacker.support-8": [1],
        "r1.great-britain.attacker.support-6": [1],
    }
    played = play(
        text, dice, {"r1.ark-royal.uk.dispatch": {"fighter-to-great-britain": 2}}, rest=MISS, until="r2.bay-of-biscay.attacker.s"
    )
    assert played.turn.battle("great-britain").result == "attacker wins"
    assert played.flights[("uk-fighter-ark-royal", "returning", "")] == 2
    later = play(
        text, dice, {"r1.ark-royal.uk.dispatch": {"fighter-to-great-britain": 2}}, rest=MISS, until="r3.bay-of-biscay.attacker.s"
    )
    assert later.flights[("uk-fighter-ark-royal", "at home", "")] == 2


def test_47_with_troops_ashore_the_fighters_cannot_leave_unscathed():
    played = play(GREAT_BRITAIN, rest=MISS, until="r3")
    assert played.offered("r2.great-britain.attacker.go-on") == ["fight", "withdraw-some"]
    answers = {"r2.great-britain.attacker.go-on": "withdraw-some", "r2.great-britain.attacker.withdraw": {"germany-fighter": 3}}
    left = play(GREAT_BRITAIN, {"r2.great-britain.defender.air.fighter-1": [6]}, answers, rest=MISS, until="r3")
    assert ("Germany", "fighter", 1) in left.losses
    assert left.flights[("germany-fighter", "left the battle", "france")] == 2
    assert not [key for key in left.rolls if key.startswith("r2.great-britain.attacker.air")]  # withdrawing units do not roll


@pytest.mark.parametrize("name", sorted(TEXT))
def test_the_map_and_the_timeline_are_told_after_every_round(name):
    golden = Path(__file__).parent.parent / "golden" / "format-3" / "air-supremacy" / f"{name}.jsonl"
    records = [json.loads(line) for line in golden.read_text().splitlines()]
    rounds = sum(body["t"] == "round" for body in records)
    sheets = [body for body in records if body.get("what") == "sheet"]
    assert sum(body["title"] == "Map" for body in sheets) == rounds
    assert all(body["rows"] for body in sheets)  # where no aircraft are left, there is no timeline of them
    assert 0 < sum(body["title"] == "Aircraft" for body in sheets) <= rounds
