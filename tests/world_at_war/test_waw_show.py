"""How a player turn looks at the table: what `s` shows at a prompt, in the middle of every sort of battle."""

from types import SimpleNamespace

import pytest
from support import problems_of, sheets_at
from test_waw_18_52_counterair import ONE_RAID
from test_waw_kamikazes import CARRIERS, SCREEN, attack
from test_waw_strategic_bombing import raid
from waw import AXIS_AND_ALLIES
from waw_cases import case_text, played
from waw_front import DROP, SUPPLY, battle, front

from airwar.choices.patterns import meaning
from airwar.rulesets.world_at_war import RULESET, show
from airwar.rulesets.world_at_war.show import BEFORE


def status(sheets, title="Air units"):
    """Where each unit is, and how many are uninverted, inverted and in the air."""
    rows = sheets[title] if title in sheets else sheets[title + BEFORE]
    return {row[1]: (row[3], str(int(row[4]) + int(row[5])), *row[6:]) for row in rows}


# air transports


def test_transports_on_their_way_are_in_the_air_with_their_cargo():
    sheets = sheets_at("pocket-supply.defender.intercept", front(SUPPLY, "ju-52", "raf"))
    assert list(sheets) == ["Air transports on their way", "Air units", "Bases"]
    assert sheets["Air transports on their way"] == (
        ("ju-52", "German air transport", "2", "Home to Pocket"),
        ("corps", "ground unit", "1 factor", "supply"),
        ("panzers", "ground unit", "4 factors", "supply"),
    )
    assert status(sheets) == {"ju-52": ("Home", "1", "0", "2"), "raf": ("Fort", "3", "0", "0")}


def test_an_interception_shows_both_sides_and_leaves_nobody_at_two_places():
    text = front(SUPPLY, "ju-52", "raf", "fighters")
    answers = {
        "pocket-supply.defender.intercept": "pocket",
        "pocket-supply.defender.interceptors": {"raf": 2},
        "pocket-supply.attacker.counter": {"fighters": 2},
    }
    dice = {"pocket-supply.r1.attacker.fire": [3, 4], "pocket-supply.r1.defender.fire": [1, 1]}
    before = sheets_at("pocket-supply.r1.attacker.fire", text, {}, answers)
    assert before["Over Pocket"] == (
        ("attacker", "fighters", "German AAF", "2", ""),
        ("defender", "raf", "British AAF", "2", ""),
    )
    after = sheets_at("pocket-supply.r1.defender.press", text, dice, answers)
    assert after["Over Pocket"][1] == ("defender", "raf", "British AAF", "1", "1")
    assert list(after) == ["Over Pocket", "Air transports on their way", "Air units" + BEFORE, "Bases"]
    wanted = {"ju-52": ("Home", "1", "0", "2"), "fighters": ("Home", "1", "0", "2"), "raf": ("Fort", "1", "0", "2")}
    assert status(before) == wanted
    assert status(after) == wanted


def test_after_an_attack_on_transports_all_of_the_turn_is_shown():
    answers = {
        "pocket-supply.defender.intercept": "pocket",
        "pocket-supply.defender.interceptors": {"raf": 3},
        "pocket-supply.defender.attack": {"raf": 3},
    }
    sheets = sheets_at("pocket-supply.transports.defender.fire", front(SUPPLY, "ju-52", "raf"), {}, answers)
    assert list(sheets) == ["Air units", "Bases"]
    assert status(sheets)["ju-52"] == ("Home", "1", "0", "2")


def test_an_airdrop_carries_airborne_units():
    text = front(DROP + battle("attackers: 0, defenders: [{factors: 1}], with: {}"), "ju-52", "raf")
    sheets = sheets_at("field-airdrop.defender.intercept", text, {}, {"field.defender.support": {}})
    assert sheets["Air transports on their way"][1:] == (
        ("para-1", "ground unit", "1 factor", "airdrop"),
        ("para-2", "ground unit", "1 factor", "airdrop"),
    )


# defensive air support


def test_an_interception_over_a_battlefield_shows_both_sides():
    text = front(battle("attackers: 2, defenders: [{factors: 1}], with: {stukas: 2}"), "stukas", "fighters", "raf")
    answers = {"field.defender.support": {"raf": 2}, "field.air.attacker.intercept": {"fighters": 3}}
    sheets = sheets_at("field.air.r1.attacker.fire", text, {}, answers)
    assert sheets["Over Field"] == (
        ("attacker", "fighters", "German AAF", "3", ""),
        ("defender", "raf", "British AAF", "2", ""),
    )
    assert status(sheets)["stukas"] == ("Home", "4", "0", "2")


def test_a_ground_combat_shows_the_strengths_and_the_air_units():
    text = front(battle("attackers: 2, defenders: [{factors: 1}], with: {stukas: 2}"), "stukas", "raf")
    answers = {"field.defender.support": {"raf": 2}, "field.air.attacker.intercept": {}}
    answers |= {"field.attacker.attack": "attack", "field.defender.use": {"raf": 2}}
    sheets = sheets_at("field.r1.ground.die", text, {}, answers)
    assert ("Axis", "strength", "", "4") in sheets["Strengths at Field"]
    assert ("Allies", "strength", "", "3") in sheets["Strengths at Field"]
    assert status(sheets) == {"stukas": ("Home", "4", "0", "2"), "raf": ("Fort", "1", "0", "2")}


# counterair


def test_a_counterair_shows_both_sides_and_reinforcements_in_the_air():
    text = AXIS_AND_ALLIES + ONE_RAID
    dice = {"malta.r1.attacker.fire": [1, 1], "malta.r1.defender.fire": [1, 1]}
    answers = {"malta.r1.attacker.disengage": "stay", "malta.r1.attacker.reinforce": {"luftwaffe": 2}}
    sheets = sheets_at("malta.r2.attacker.fire", text, dice, answers)
    assert sheets["Over Malta"] == (
        ("attacker", "luftwaffe", "German AAF", "5", ""),
        ("defender", "raf", "British AAF", "3", ""),
    )
    assert status(sheets) == {"luftwaffe": ("Sicily", "0", "0", "6"), "raf": ("Malta", "4", "0", "0")}


# strategic bombing


def test_a_raid_shows_both_sides_and_the_strategic_warfare_boxes():
    text = raid("bombers: {eighth: 6, ninth: 1}\nescort: {mustangs: 2, ninth: 2}\ndefense: {reich: 4, me-262: 1}")
    sheets = sheets_at("essen.attacker.fire", text)
    assert list(sheets) == ["Over Essen", "Air units" + BEFORE, "Bases", "Strategic warfare" + BEFORE]
    assert [row[:4] for row in sheets["Over Essen"]] == [
        ("attacker", "mustangs", "US interceptor", "2"),
        ("attacker", "ninth", "US AAF", "2"),
        ("attacker", "eighth", "US strategic bomber", "6"),
        ("attacker", "ninth/bombing", "US AAF", "1"),
        ("defender", "reich", "German interceptor", "4"),
        ("defender", "me-262", "German jet", "1"),
    ]
    assert status(sheets, "Strategic warfare")["eighth"] == ("western", "0", "0", "6")
    assert status(sheets)["ninth"] == ("England", "0", "0", "3")


def test_before_a_raid_flies_all_units_are_at_their_bases():
    sheets = sheets_at("essen.attacker.bombers", raid("escort: {}\ndefense: {}"))
    assert list(sheets) == ["Air units", "Bases", "Strategic warfare"]
    assert status(sheets, "Strategic warfare")["eighth"] == ("western", "6", "0", "0")


# kamikazes


def test_kamikazes_are_shown_approaching_past_the_defenses_and_attacking():
    text = attack([CARRIERS.replace("air-defense: 0", "air-defense: 1"), SCREEN], "strikes: {carriers: 5, screen: 2}")
    defended = {"carriers.ships.air-defense": [2, 2]}  # nobody is hit
    first = sheets_at("carriers.ships.air-defense", text)
    assert list(first) == ["Kamikazes in the air", "Air units", "Bases", "Kamikazes"]
    assert first["Kamikazes in the air"] == (("Carriers", "approaching", "5"), ("Screen", "approaching", "2"))
    assert first["Kamikazes"] == (("13", "7", "20", "+2"),)
    aimed = {**defended, "carriers.kamikazes.targets": [1, 1, 3, 5, 6]}
    second = sheets_at("carriers.kamikazes.targets", text, defended)
    assert second["Kamikazes in the air"] == (("Carriers", "past the defenses", "5"), ("Screen", "past the defenses", "2"))
    third = sheets_at("carriers.attack.hornet", text, aimed)
    assert third["Kamikazes in the air"] == (
        ("Carriers", "attacking Hornet", "1"),
        ("Carriers", "attacking Wasp", "1"),
        ("Carriers", "attacking Iowa", "1"),
        ("Carriers", "attacking the light ships", "2"),
        ("Screen", "attacking the light ships", "2"),
    )


def test_kamikazes_are_not_shown_before_there_are_any():
    assert "Kamikazes" not in sheets_at("essen.attacker.bombers", raid("escort: {}\ndefense: {}"))


def test_the_end_of_a_turn_says_where_everything_is_and_can_be_played_on():
    end = played("captured-city")
    sheets = {body["title"]: body["rows"] for body in end.told("sheet")}
    assert sheets["Where everything is"] == [
        ["Axis", "lw", "German AAF", "Warsaw", "4", "0"],
        ["Russia", "vvs", "Russian AAF", "Smolensk", "0", "5"],
    ]
    lines = [line for (line,) in sheets["To continue from here, in a scenario"]]
    assert [line for line in lines if "id: " in line or line.startswith(("  minsk: {s", "  vitebsk: {s"))] == [
        "  minsk: {side: axis, facilities: [city], nation: germany}",
        "  vitebsk: {side: axis, nation: germany}",
        "  - {id: lw, nation: germany, type: aaf, count: 4, at: warsaw}",
        "  - {id: vvs, nation: russia, type: aaf, count: 5, inverted: 5, at: smolensk}",
    ]


def test_the_position_at_the_end_is_a_scenario_again():
    for name in ("carriers-sunk-by-kamikazes", "us-boxes"):
        end = played(name, lambda text: text.replace("n: 4, g: 3}}", "n: 4}}"))
        lines = [line for (line,) in end.told("sheet")[-1]["rows"]]
        sections = {line.partition(":")[0] for line in lines if not line.startswith(" ")}
        wanted = {
            "airwar",
            "ruleset",
            "title",
            "theater",
            "sides",
            "options",
            "unlisted-distances",
            "not-at-war",
            "fronts",
        } - sections
        head = [line for line in case_text(name).split("\n") if line.partition(":")[0] in wanted]
        assert problems_of("\n".join([*head, *lines, ""])) == []


def test_the_state_shows_what_is_in_the_air_over_the_battlefields():
    said = battle("attackers: 3, defenders: [{factors: 3}], with: {stukas: 4}")
    answers = {"field.defender.support": {"raf": 2}}
    sheets = sheets_at("field.air.attacker.intercept", front(said, "stukas", "fighters", "raf"), (), answers)
    assert [list(row) for row in sheets["In the air"]] == [
        ["stukas", "German AAF", "4", "ground support", "Field"],
        ["raf", "British AAF", "2", "defensive air support", "Field"],
    ]
    assert status(sheets)["stukas"] == ("Home", "2", "0", "4")


def test_a_ground_attack_where_a_raid_was_flown_is_named_as_such():
    setting = SimpleNamespace(name=str.capitalize)
    results = (("trondheim", "base empty"), ("trondheim", "defender holds"), ("oslo", "overrun"), ("trondheim", "overrun"))
    attacked = (
        ("trondheim", "regular", "defender holds"),
        ("oslo", "overrun", "overrun"),
        ("trondheim", "exploitation", "overrun"),
    )
    turn = SimpleNamespace(setting=setting, results=results, attacked=attacked)
    names = [name for name, _ in show.results(SimpleNamespace(turn=turn))]
    assert names == ["Trondheim", "Trondheim, ground", "Oslo", "Trondheim, exploitation"]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("movement.counterair.attacker.order.2", "which base is counteraired next, or no more"),
        ("staging.attacker.order.1", "which unit stages next, or no more"),
        ("redeployment.air-transport.attacker.order.1", "which base ground units are flown to next, or no more"),
        ("redeployment.attacker.order.1", "which unit redeploys next, or no more"),
    ],
)
def test_18_5_the_question_for_an_order_says_what_is_ordered(key, said):
    assert meaning(key, RULESET.decisions) == said
