"""Cases from the table: small scenarios in table_cases/, each about one rule, fought by their own script."""

import pytest
from support import fight, problems_of
from waw import fought, standing
from waw_cases import CASES, case_text, played
from waw_front import battle, front
from waw_phases import titles

from airwar.engine.questions import Asked


def test_every_case_says_which_rule_it_is_about():
    assert all(case_text(path.stem).startswith("# 1") for path in CASES.glob("*.yaml"))


# bases, staging and redeployment


def test_17_3124_naval_air_from_an_inverted_carrier_inverts_the_one_it_joins_and_whoever_boards_it_next():
    there = standing(played("inverted-carrier-spreads").end)
    assert there == {
        "so": ("soryu", 0, 1),
        "so/zuikaku": ("zuikaku", 0, 1),
        "zu": ("zuikaku", 0, 1),
        "land": ("zuikaku", 0, 2),
    }


def test_17_3122d_naval_air_back_on_a_ready_carrier_is_uninverted_and_on_an_inverted_one_it_is_not():
    there = standing(played("carrier-air-after-missions").end)
    assert there["n"] == ("essex", 4, 0)
    assert there["m"] == ("hornet", 2, 0)
    assert there["l"] == ("lex", 0, 4)


def test_17_3122d_an_inverted_carrier_is_uninverted_when_the_referee_says_so_and_its_air_with_it():
    says = 'choices: {"start.referee.uninvert.lex": uninvert, '
    end = played("carrier-air-after-missions", lambda text: text.replace("choices: {", says))
    assert standing(end.end)["l"] == ("lex", 4, 0)
    assert not end.state.carrier("lex").inverted


def test_18_15_a_port_that_a_failed_sea_transport_has_overfilled_is_settled_in_redeployment():
    end = played("port-overfilled-by-sea")
    assert standing(end.end) == {"g": ("a", 5, 0), "back": ("b", 2, 0)}
    stays = played(
        "port-overfilled-by-sea", lambda text: text.replace("  - {unit: back, to: b}\n", "").replace("redeployment:", "")
    )
    assert sum(count for _, _, count, fate in stays.losses() if fate == "eliminated") == 2
    by_land = case_text("port-overfilled-by-sea").replace(", sea-transported: true", "")
    assert problems_of(by_land)[0].endswith("A holds 7 factors and 0 naval squadrons; it may base 5 factors (18.11-18.13)")


def test_18_51_missions_are_flown_from_an_airbase_placed_or_recycled_in_this_turn():
    assert standing(played("fly-from-a-new-airbase").end)["g"][0] == "a"
    assert standing(played("recycled-airbase").end)["g"][0] == "y"
    assert "Counterair against London" in titles(played("fly-from-a-new-airbase"))
    assert "Counterair against Malta" in titles(played("recycled-airbase"))


def test_18_25_air_units_in_a_captured_or_overrun_city_are_displaced_at_once():
    for name in ("captured-city", "overrun-city"):
        end = played(name)
        assert standing(end.end)["vvs"] == ("smolensk", 0, 5)
        assert not [question.key for question in end.asked if "defender.support" in question.key and "vitebsk" in question.key]


def test_18_72d_units_redeploy_to_a_city_captured_in_this_turn():
    def at_the_table(text):
        text = text.replace("redeployment:\n  - {unit: lw, to: minsk, count: 2}\n", "")
        asked = '  "redeployment.attacker.order.1": lw\n  "redeployment.attacker.redeploy.lw": {minsk: 2}\n'
        return text.replace("choices:\n", f"choices:\n{asked}")

    for changed in (str, at_the_table):
        assert standing(played("redeploy-to-a-captured-city", changed).end)["lw/minsk"][0] == "minsk"
    held = case_text("redeploy-to-a-captured-city").replace("battles:\n  - {at: minsk", "battles:\n  - {at: warsaw")
    assert any("Minsk is held by russia; expected a base of axis" in problem for problem in problems_of(held))


def test_18_142c_an_airbase_is_placed_in_a_city_captured_in_this_turn():
    end = played("airbase-in-a-captured-city")
    assert end.state.base("minsk").facilities == ("city", "airbase")


def test_18_73b_air_in_the_us_boxes_is_uninverted_and_elsewhere_without_supply_it_is_not():
    there = standing(played("us-boxes").end)
    assert (there["usa"], there["usb"], there["uk2"]) == (("atlantic-us", 3, 0), ("my-us-box", 3, 0), ("alex", 0, 2))
    assert (there["sb"], there["int"], there["gint"]) == (("west", 4, 0), ("west", 4, 0), ("west", 2, 2))


def test_18_45_a_forgotten_distance_is_asked_for():
    with pytest.raises(Asked, match=r"distance\.field\.minsk"):
        played("forgotten-distance")
    end = played("forgotten-distance", lambda text: text.replace("choices: {", 'choices: {"distance.*": "3", '))
    assert end.question("field.defender.support").items == {"vvs": 5}


# counterair


def test_18_521a_a_base_with_inverted_air_only_is_fought_for_and_an_empty_one_is_not():
    end = played("only-inverted-and-empty")
    assert end.losses() == [("defender", "b: British AAF (inverted)", 1, "eliminated")]
    assert dict(end.state.results)["y"] == "base empty"


@pytest.mark.parametrize(
    ("target", "transports", "left"),
    [
        ("uninverted", "leave", {"b": ("tgt", 0, 2), "t": ("tgt", 1, 0)}),
        ("both", "leave", {"b": ("tgt", 0, 1), "t": ("tgt", 1, 1)}),
        ("both", "engage", {"b": ("tgt", 0, 2), "t": ("tgt", 0, 1)}),
    ],
)
def test_19_64_losses_fall_on_uninverted_and_inverted_defenders_as_the_attacker_says(target, transports, left):
    end = played("spill", lambda text: text.replace(": both", f": {target}").replace(": leave", f": {transports}"))
    there = standing(end.end)
    assert {unit: there[unit] for unit in left} == left


# air transports


def test_18_513a_air_transport_in_the_redeployment_phase_is_countered_without_cost():
    end = played("transport-in-redeployment")
    assert end.end.result == "2 of 2 air transported"
    assert not any("BRP" in note for note in end.notes())


# ground combat


def strengths(end):
    sheet = next(body for body in end.told("sheet") if body["title"].startswith("Strengths at"))
    return [(row[1], row[3]) for row in sheet["rows"] if row[0] == sheet["rows"][0][0]]


def test_18_5552_excess_ground_support_returns_when_part_of_the_force_does_not_arrive():
    landing = played("landing-cut-short")
    assert standing(landing.end)["a"] == ("home", 0, 3)
    assert ("escort carriers", "1") in strengths(landing)
    by_land = played("landing-cut-short", lambda text: text.replace("invasion: true, ", "").replace("cve: 3, bombardment: 2, ", ""))
    assert ("ground", "1") in strengths(by_land)


def test_18_15_only_units_of_the_side_whose_turn_it_is_come_by_sea():
    defended = case_text("port-overfilled-by-sea").replace("attacker: axis", "attacker: allies")
    assert any(
        problem.endswith("back is of axis; only units of allies come by sea in its turn (18.15)")
        for problem in problems_of(defended)
    )


# missions


def test_19_52_a_squadron_lost_earlier_in_the_turn_does_not_fight_again():
    end = played("squadron-lost-earlier")
    rolls = end.rolls()
    assert rolls["oahu.r1.defender.fire"]["row"] == "6"  # two factors in squadrons
    assert rolls["combat.oahu.r1.defender.fire"]["row"] == "5"
    unit = end.state.unit("haf")
    assert (unit.number, unit.debt) == (1, -1)  # two of six squadrons are gone: one factor, and a squadron of another


def test_19_12_carrier_air_does_not_join_a_counterair_after_its_first_round():
    end = played("carriers-join-late")
    offered = {question.key: dict(question.items) for question in end.asked if question.key.endswith("reinforce")}
    assert offered == {"rabaul.r1.attacker.reinforce": {"marines": 1}}


def test_18_5521_the_strengths_on_the_screen_add_up():
    said = "invasion: true, attackers: 3, cve: 1, bombardment: 2, result: D"
    said += ", defenders: [{factors: 1, dm: 3}], with: {stukas: 3, vals: 3}"
    text = front(battle(said), "stukas", "vals", "faa")
    end = fight(text, "support 2 faa; intercept none; attack attack; use 2 faa")
    sheet = next(body for body in end.told("sheet") if body["title"] == "Strengths at Field")
    assert sheet["rows"] == [
        ["Axis", "ground", "3", "3"],
        ["Axis", "stukas: German AAF", "3", "3"],
        ["Axis", "vals: Japanese NAS", "3", "1"],
        ["Axis", "escort carriers", "1", "1"],
        ["Axis", "shore bombardment", "2", "2/3"],
        ["Axis", "thirds left over", "", "-2/3"],
        ["Axis", "strength", "", "8"],
        ["Allies", "ground, times 3", "1", "3"],
        ["Allies", "faa: US NAS", "2", "2"],
        ["Allies", "strength", "", "5"],
    ]


def test_18_45_questions_name_units_with_their_type_base_and_distance():
    end = played("carrier-air-after-missions", lambda text: text.replace(", with: {n: 4}", "").replace(", with: {m: 4}", ""))
    labels = {question.key: dict(question.labels) for question in end.asked if question.key.endswith("commit")}
    assert labels["isl2.attacker.commit"] == {"n": "n: US NAS at Essex, 2 hexes away", "m": "m: US NAS at Hornet, 2 hexes away"}


def test_18_251_paratroops_that_are_shot_down_capture_nothing():
    """An undefended air base falls to an airdrop that arrives, and to no other."""
    shot_down = played("airdrop-shot-down")
    assert shot_down.state.held_by("maleme") == "allies"
    arrived = played(
        "airdrop-shot-down", lambda text: text.replace('"*.defender.intercept": maleme', '"*.defender.intercept": none')
    )
    assert arrived.state.held_by("maleme") == "axis"


# raids


@pytest.mark.proves("18.4")
def test_18_41_a_prepared_raid_is_flown_with_what_is_left():
    end = played("shot-up-before-the-raid", lambda text: text.replace("escort: {p47: 8}", "escort: {}"))
    assert standing(end.end) == {"p47": ("london", 7, 0), "b17": ("west", 4, 0)}  # jg died in the counterair
    assert "jg: the 4 ordered to fly cannot: none are free to fly (18.41)" in end.notes()
    assert "the raid is not opposed" in end.notes()


def test_18_41_a_prepared_raid_without_bombers_is_not_flown():
    end = played("shot-up-before-the-raid", by_army_air)
    assert "p47: 5 of the 6 ordered to fly cannot: only 3 are free to fly (18.41)" in end.notes()
    text = "2 of 3 AAF in the raid bomb; at most one third may, 1 here (rule 26, one public summary)"
    assert f"the raid on Ruhr is not flown: {text}" in end.notes()
    assert "Ruhr is not bombed" in end.notes()


def by_army_air(text):
    """Five of the army air that is ordered to bomb join the counterair instead."""
    text = text.replace("bombers: {b17: 4}, escort: {p47: 8}", "bombers: {p47: 2}, escort: {p47: 6}")
    text = text.replace("  - {id: jg,", "  - {id: b26, nation: us, type: aaf, count: 2, at: london}\n  - {id: jg,")
    text = text.replace("with: {p47: 8}", "with: {b26: 2}").replace("[5, 6]", "[1, 1]")
    return text.replace('"*": default', '"essen.r1.attacker.reinforce": {p47: 5}\n  "*": default')


def test_18_45_winter_nine_and_boxes_keep_army_air_from_opposing_a_raid():
    end = played("winter-nine")
    assert [question.key for question in end.asked if "oppose" in question.key] == []
    assert "the raid is not opposed" in end.notes()
    warmer = played("winter-nine", lambda text: text.replace("winter: 9", "winter: 8"))
    offered = warmer.question("silesia.defender.oppose")
    assert dict(offered.items) == {"jg": 4}  # never those in the box


def test_17_72_pacific_bombers_reach_twelve_hexes_with_two_air_range_results():
    end = played("escort-left-behind", lambda text: text.replace("us: {air-range: 3}", "us: {air-range: 2}"))
    assert end.rolls()["honshu.attacker.fire"]["row"] == "3"  # as many of the bombers as there are defenders


def test_18_57_a_base_that_the_attacker_has_captured_is_not_bombed():
    raid = """
orders: ask
bases:
  a: {side: axis, facilities: [city]}
  x: {side: allies, facilities: [city]}
distances: {a: {x: 3}}
fronts: {east: [a, x]}
strategic: [{id: he-177, nation: germany, type: bomber, count: 2, front: east}]
bombing: [{id: x, front: east, bombers: {he-177: 2}}]
"""
    end = fought(
        raid,
        """
            attacks.attacker.order x
            x.attacker.forces 3 by-land; x.referee.defenders none; x.attacker.advance.x advance
        """,
    )
    assert "the raid on X is not flown: it is held by Axis" in end.notes()
    assert end.state.unit("he-177").ready == 2


# kamikazes


def without_army_air_support(text):
    return text.replace("n: 4, g: 3}}", "n: 4}}").replace("{m: 4, g: 3}", "{m: 4}")


def test_17_3124_carriers_that_kamikazes_sink_do_not_launch():
    end = played("carriers-sunk-by-kamikazes", without_army_air_support)
    assert standing(end.end)["n"] == ("guam", 4, 0)  # the patrol that lost its deck
    assert standing(end.end)["m"] == ("guam", 2, 0)  # Guam has no room for more
    assert [carrier.id for carrier in end.state.carriers if carrier.sunk] == ["essex", "hornet"]
    assert ("attacker", "m: US NAS", 2, "eliminated") in end.losses()
    assert not any("fly ground support" in note for note in end.notes())


def test_17_3124_the_naval_air_of_a_sunk_carrier_goes_to_another_of_the_force():
    def one_sunk(text):
        text = without_army_air_support(text).replace("essex: {nation: us, size: 4}", "essex: {nation: us, size: 6}")
        text = text.replace("{essex: 4, hornet: 4}", "{essex: 6, hornet: 4}")
        return text.replace('"*.attack.essex": [6, 6]', '"*.attack.essex": [1, 1]')

    end = played("carriers-sunk-by-kamikazes", one_sunk)
    assert [carrier.id for carrier in end.state.carriers if carrier.sunk] == ["hornet"]
    assert standing(end.end)["m"] == ("essex", 2, 0)
    assert standing(end.end)["n"] == ("essex", 4, 0)
    assert standing(end.end)["m/guam"] == ("guam", 2, 0)


def test_17_47e_the_patrol_over_a_group_is_what_is_left_of_it():
    end = played("kamikazes-after-counterair", without_army_air_support)
    assert "n: the 4 ordered to fly cannot: none are free to fly (18.41)" in end.notes()
    assert end.rolls()["tg1.fleet.fire"]["row"] == "7"  # four squadrons of m, three of g; n died in the counterair


def test_18_42b_air_units_that_fly_cover_fly_no_mission_and_are_inverted_after_redeployment():
    end = played("kamikazes-after-counterair", without_army_air_support)
    inverted = [(unit, number) for _, unit, number, text in end.statuses() if text == "inverted"]
    assert ("g: US AAF", 3) in inverted


def test_18_42b_only_what_does_not_fly_cover_may_fly_a_mission():
    def asking(text):
        return without_army_air_support(text).replace(", with: {m: 4}", "").replace("type: aaf, count: 3", "type: aaf, count: 4")

    asked = played("kamikazes-after-counterair", asking).asked
    offered = next(question for question in asked if question.key == "luzon.attacker.support")
    assert dict(offered.items) == {"g": 1}


def test_18_58b_air_cover_is_flown_within_range():
    near = case_text("cover-from-far-away").replace(", supply: none", "").replace(", boxed: 5", "")
    assert problems_of(near) == []
    known = near.replace("distances: {kyushu: 2}", "distances: {kyushu: 2, hawaii: 4}")
    assert problems_of(known) == ["21:60: far has a range of 3; the attacked force is 4 hexes away (18.58B)"]
