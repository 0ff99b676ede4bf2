"""13.9 played by orders at the table: what can be ordered, what is refused and why, and what the next turn knows."""

import pytest
from wie import CONTESTED, CRT, asked, bombing_charts, combat, fight, noted, raid, rulings, scenario, sheet, support

from airwar.battle.battle import begin
from airwar.battle.next_turn import next_scenario
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

BATTLE = "battle.west.allies.axis"
COUNTER = "battle.west.axis.allies"
FULL_TABLE = "combat-results: synthetic-demo"
FOUR = "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, "
FOUR += "axis: {alliance: pact, nations: [german]}, italy: {alliance: pact, nations: [italian]}}"
EMPTY = "{west: {allies: {}, axis: {air-superiority: 3}}}"


def ordered(odds, defense="24", **more):
    return {"next-mission-1": BATTLE, "battle-1.defense": defense, "battle-1.odds": odds, **more}


def refusal(text, key, answer, *before):
    """What is said of an answer to a question at the table, after some other answers."""
    session = Session.begin(parse_scenario(text, "test.yaml"), None, 1)
    for one in before:
        session.answer(one)
    assert session.question.key == key
    return session.question.refuses(answer)


# what can be ordered


def test_13_93_an_attack_is_ordered_without_any_points():
    fought = fight(scenario(fronts=EMPTY, charts=CRT), "next-mission-1 battle.west.allies.axis; defense 24; odds 72-24")
    assert fought.end.result == "column 3-1, die +0"


def test_13_93_the_other_side_attacks_when_all_points_are_used():
    fought = fight(
        scenario(fronts="{west: {allies: {ground-support: 73}, axis: {}}}", charts=CRT),
        """
            next-mission-1 battle.west.allies.axis
            defense 24; odds 72-24; allot 72 shift 1 die
            next-mission-2 battle.west.axis.allies
            defense 5; odds 10-10
        """,
    )
    assert fought.end.result == "battle-1: column 6-1, die +1; battle-2: column 1-1, die +0"


def test_13_91_who_is_not_on_a_front_neither_attacks_nor_is_attacked_there():
    fronts = "{west: {allies: {ground-support: 30}, axis: {}}, east: {soviets: {ground-support: 30}, axis: {}}}"
    menu = [*asked(fight(scenario(sides=FOUR, fronts=fronts)), "next-mission-1").options]
    assert "raid.west.allies.axis" in menu
    assert "raid.east.soviets.axis" in menu
    assert not [key for key in menu if "italy" in key or "west.soviets" in key or "east.allies" in key]


def test_13_91_an_alliance_of_which_nobody_is_listed_is_there():
    menu = [*asked(fight(scenario(fronts="{west: {allies: {ground-support: 30}}}")), "next-mission-1").options]
    assert "raid.west.allies.axis" in menu


def test_13_91_a_side_that_takes_no_part_on_a_front_is_no_target():
    text = scenario(fronts="{west: {allies: {ground-support: 30}, axis: {present: false}}}", raids=raid(5))
    with pytest.raises(Exception, match="Axis has neither units nor territory on the West Front"):
        parse_scenario(text, "test.yaml")


def test_13_9_only_the_player_who_moves_attacks():
    menu = [*asked(fight(scenario() + "moves: axis\n"), "next-mission-1").options]
    assert menu == ["no-more", COUNTER]
    why = refusal(scenario() + "moves: axis\n", "next-mission-1", BATTLE)
    assert why == f"'{BATTLE}': Allies does not attack in the player turn of Axis (13.9)"


def test_13_9_whose_player_turn_it_is_may_be_asked():
    fought = fight(scenario() + "moves: ask\n", "moves axis")
    assert [*asked(fought, "next-mission-1").options] == ["no-more", COUNTER]


def test_13_93_what_only_a_file_could_say_is_typed_too():
    """Defenders of several sides, the name of the place, a modifier of the die, and a column."""
    sides = "{allies: {nations: [allied]}, axis: {alliance: pact, nations: [german]}, italy: {alliance: pact, nations: [italian]}}"
    fronts = "{west: {allies: {ground-support: 60}, axis: {}, italy: {air-superiority: 1}}}"
    text = scenario(sides=sides, fronts=fronts, charts=FULL_TABLE)
    fought = fight(text, "next-mission-1 battle.west.allies.axis; defense 12, 4 italy at Cassino; odds column 3-1 +2; combat 3")
    assert [body["title"] for body in fought.records if body["t"] == "enter"][2] == "Battle at Cassino"
    assert asked(fought, "battle-1.allies.allot").items == {"die": 1}  # Italy still has points, so nobody shifts
    assert fought.rolls()["battle-1.combat"]["row"] == "5"


# what is refused, and why


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            "raid.west.allies.axis",
            "Allies has no Total Air Supremacy over Axis on the West Front: Axis has 1 in Air Superiority and 0 in Ground",
        ),
        ("raid.west.axis.allies", "Axis has no Total Air Supremacy over Allies"),
        ("battle.west.allies.allies", "Allies is not an opponent of Allies (13.93)"),
        ("battle.east.allies.axis", "no front is called 'east'; there are west (13.93)"),
        ("raid.west.allies.mars", "no defender is called 'mars'; there are allies, axis (13.92)"),
        ("axis", "an order is like raid.front.attacker.defender or battle.front.attacker.defender (13.92)"),
    ],
)
def test_13_912_what_is_not_offered_is_refused_with_its_reason_and_rule(answer, why):
    said = refusal(scenario(fronts=CONTESTED), "next-mission-1", answer)
    assert why in said
    assert said.endswith(")")


def test_13_92_a_raid_without_five_points_is_refused():
    said = refusal(scenario(fronts="{west: {allies: {ground-support: 4}, axis: {}}}"), "next-mission-1", "raid.west.allies.axis")
    assert said.endswith("Allies has 4 Ground Support points free on the West Front; a bomber point takes 5 (13.92)")


def test_13_93_odds_below_the_table_are_refused_when_they_are_typed():
    said = refusal(scenario(charts=CRT), "battle-1.odds", "1-90", BATTLE, "24")
    assert said == "1 against 90 is below 1-1; expected better odds (13.93)"


def test_13_93_odds_below_a_table_that_a_person_reads_are_not_allowed():
    assert (
        fight(
            scenario(),
            """
            next-mission-1 battle.west.allies.axis
            defense 24; odds 10-24
            by-hand yes
            columns 1-2 1-1 2-1; roll 1d6
        """,
        ).end.result
        == "not allowed: odds below the table"
    )


@pytest.mark.parametrize(
    ("fronts", "battle", "word", "why"),
    [
        (
            CONTESTED,
            combat(),
            "shift",
            "Allies has no Total Air Supremacy over Axis on the West Front: Axis has 1 in Air Superiority",
        ),
        (
            CONTESTED,
            combat(),
            "bomb",
            "'bomb' is nothing that points can do at Caen; they can shift the odds, or raise the die (13.912)",
        ),
        (None, combat(odds="column: 6-1"), "shift", "Caen is at the edge of the table already (13.93)"),
        (None, combat(defenders="{printed: 0}"), "shift", "Caen has 0 printed defense factors to divide the points by (13.93)"),
        (None, combat(die="true"), "die", "the scenario has ordered that for Caen (13.912)"),
    ],
)
def test_13_93_points_that_cannot_be_used_are_refused_with_the_reason(fronts, battle, word, why):
    text = scenario(**({"fronts": fronts} if fronts else {}), battles=battle, charts=CRT)
    assert why in refusal(text, "caen.allies.allot", {word: 1})


def test_13_912_the_former_word_for_no_more_is_understood():
    assert fight(scenario(), "next-mission-1 none").end.result == "supremacy tested"


# points beyond the edge of the table


def test_13_93_points_beyond_the_table_are_warned_of_before_they_are_committed():
    text = scenario(battles=combat(defenders="{printed: 5}", odds="column: 5-1"), charts=CRT)
    fought = fight(text, "allot 60 shift; commit again; allot 5 shift")
    question = asked(fought, "caen.commit")
    assert question.about() == (
        "Allies: 55 of 60 points buy no column at Caen, where the table ends after 1 column. Commit them anyway, or allot again?"
    )
    assert support(fought) == ["5", "5", "+1", "0", "+0"]


def test_13_93_points_beyond_the_table_are_counted_as_wasted():
    text = scenario(battles=combat(60, defenders="{printed: 5}", odds="column: 5-1"), charts=CRT)
    fought = fight(text)
    assert support(fought) == ["5", "60", "+1", "55", "+0"]
    assert noted(fought, "the column moves from 5-1 to 6-1, where the table ends; the rest of the shift is lost")
    assert any("55 of 60 points buy no column at Caen" in note.text for note in parse_scenario(text, "test.yaml").notes)


def test_13_93_a_defender_whose_points_are_used_is_not_said_to_have_any():
    battles = f"{combat(48, 'true')}, {combat(name='cobra', attacker='axis', defenders='{printed: 6}')}"
    fought = fight(scenario(fronts="{west: {allies: {ground-support: 49}, axis: {}}}", battles=battles, charts=CRT))
    assert "odds-shift-user" not in rulings(fought)


def test_13_912_a_question_says_what_is_ordered_to_a_later_mission():
    battles = f"{combat()}, {combat(25, name='cobra', defenders='{printed: 5}')}"
    fought = fight(scenario(battles=battles, charts=CRT))
    assert asked(fought, "caen.allies.allot").about().endswith("Ordered already: 25 to Cobra.")


# the next turn


def next_after(text, path):
    """The scenario of the turn after one that was fought by its script."""
    battle = begin(parse_scenario(text, "test.yaml"), path, 1)
    battle.by_script()
    battle.settle()
    return next_scenario(path).text


def test_13_92_a_rail_line_that_was_cut_is_in_the_position_and_in_the_next_turn(tmp_path):
    text = scenario(raids=raid(10), charts=bombing_charts(9, current=9, cut=1))
    fought = fight(text, "bombing 6 1")
    assert sheet(fought, "Damaged rail lines") == [["2214", "cut"]]
    after = next_after(text + 'choices: {"seine.allied.bombing": [6, 1]}\n', tmp_path / "turn.jsonl")
    assert "damaged-rails: {2214: cut}" in after
    assert sheet(fight(after, "allies.air-superiority 12; axis.air-superiority 0"), "Damaged rail lines") == [["2214", "cut"]]


def test_13_91_the_next_turn_asks_what_air_combat_has_left(tmp_path):
    after = next_after(scenario(battles=combat(0, "false"), charts=CRT), tmp_path / "turn.jsonl")
    fought = fight(after, "allies.air-superiority 12; axis.air-superiority 4")
    assert sheet(fought, "Air Points on the West Front") == [
        ["Allies", "12", "80", "0", "nobody"],
        ["Axis", "4", "0", "0", "nobody"],
    ]


def test_24_82_what_was_read_from_a_printed_chart_is_known_in_the_next_turn(tmp_path):
    """And that somebody reads it."""
    path = tmp_path / "turn.jsonl"
    session = Session.begin(parse_scenario(scenario(raids=raid(5)), "test.yaml"), path, 1, "physical")
    session.answer("yes")
    session.answer("no")
    for answer in ("each", "1d6"):
        session.answer(answer)
    session.roll((4,))
    session.answer("1")
    session.finish()
    session.close()
    after = next_scenario(path).text
    assert "printed: [accuracy-current]" in after
    for line in ("accuracy-current.columns: each", "accuracy-current.roll: 1d6", "accuracy-current.each.4: 1"):
        assert line in after


def test_13_91_an_option_that_was_ruled_holds_in_the_next_turn(tmp_path):
    path = tmp_path / "turn.jsonl"
    session = Session.begin(parse_scenario(scenario().replace("options: {}\n", ""), "test.yaml"), path, 1)
    session.rule("option", "tas-scope", "alliance", "the players agree")
    session.answer("no-more")
    session.finish()
    session.close()
    assert "options: {tas-scope: alliance}" in next_scenario(path).text


def test_13_92_a_lighter_raid_repairs_nothing():
    charts = bombing_charts(9, current=9) + "\n  rail-damage:\n    columns: effect\n    rows: |\n      1 slowed\n      2+ cut"
    text = scenario(raids=raid(10), charts=charts) + 'damaged-rails: {"2214": cut}\n'
    fought = fight(text, "bombing 6 1")
    assert fought.end.result == "slowed"
    assert noted(fought, "hex 2214 is damaged already: cut")
    assert sheet(fought, "Damaged rail lines") == [["2214", "cut"]]


def test_13_92_long_effects_and_names_are_cut_to_what_the_next_turn_can_say():
    charts = bombing_charts(9, current=9) + f"\n  rail-damage:\n    columns: effect\n    rows: |\n      1+ {'x' * 61}"
    fought = fight(scenario(raids=raid(5), charts=charts), {"seine.allied.bombing": [6]})
    assert sheet(fought, "Damaged rail lines") == [["2214", "x" * 60]]
    fought = fight(scenario(fronts=EMPTY, charts=CRT), answers=ordered("72-24", f"24 at {'X' * 61}"))
    assert [body["title"] for body in fought.records if body["t"] == "enter"][2] == f"Battle at {'X' * 60}"


def test_13_92_a_hex_is_the_same_however_it_is_typed():
    answers = {"next-mission-1": "raid.west.allies.axis", "raid-1.hex": "e1417 "}
    with pytest.raises(ValueError, match="hex e1417  is already bombed by seine"):
        fight(scenario(raids=raid(0, at="E1417").replace(", points: 0", ""), orders="ask"), answers=answers)


def test_13_91_whoever_is_attacked_on_a_front_is_still_there_in_the_next_turn(tmp_path):
    fronts = "{west: {allies: {ground-support: 30}, italy: {}, soviets: {}}}"
    text = scenario(sides=FOUR, fronts=fronts, battles=combat(0, "false", more=", defender: axis"), charts=CRT)
    after = next_after(text, tmp_path / "turn.jsonl")
    fought = fight(after, "allies.air-superiority 0; air-superiority 0; air-superiority 0; axis.air-superiority 0")
    assert "raid.west.allies.axis" in asked(fought, "next-mission-1").options


def test_13_9_a_turn_in_which_everybody_attacks_is_followed_by_another(tmp_path):
    assert "moves" not in next_after(scenario(orders="prepared"), tmp_path / "first.jsonl")
    assert "moves: ask" in next_after(scenario(orders="prepared") + "moves: axis\n", tmp_path / "second.jsonl")


def test_13_91_units_of_a_side_that_is_not_there_do_not_defend():
    said = refusal(scenario(sides=FOUR, fronts="{west: {allies: {}, axis: {}}}"), "battle-1.defense", "4 italy", BATTLE)
    assert said == "Italy has neither units nor territory on the West Front (13.91)"


def test_13_93_an_ally_gives_the_point_for_the_die():
    sides = "{allies: {alliance: un, nations: [allied]}, soviets: {alliance: un, nations: [russian]}, axis: {nations: [german]}}"
    fronts = "{west: {allies: {}, soviets: {ground-support: 3}, axis: {}}}"
    fought = fight(scenario(sides=sides, fronts=fronts, battles=combat(0, "true"), charts=CRT))
    assert fought.end.result == "column 3-1, die +1"


def test_13_93_of_two_with_supremacy_the_one_who_has_points_shifts():
    sides = "{allies: {nations: [allied]}, axis: {alliance: pact, nations: [german]}, italy: {alliance: pact, nations: [italian]}}"
    fronts = "{west: {allies: {}, axis: {}, italy: {ground-support: 24}}}"
    battle = combat(more=", defender: axis")
    text = scenario(sides=sides, fronts=fronts, battles=battle, charts=CRT, options="odds-shift-user: either")
    assert fight(text, "allot 24 shift").end.result == "column 2-1, die +0"


def test_13_93_a_roll_beyond_the_rows_of_a_printed_table_is_read_in_the_nearest():
    assert (
        fight(
            scenario(fronts=EMPTY),
            """
            next-mission-1 battle.west.allies.axis
            defense 24; odds 72-24 +1
            by-hand yes
            columns 2-1 3-1 4-1; roll 1d6
            combat 6
            3-1 DE
        """,
        ).end.result
        == "DE"
    )
