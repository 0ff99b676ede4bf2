"""Cases from the table about whole turns: bases, staging, carriers, transports, and what happens where."""

import pytest
from support import problems_of
from waw import standing
from waw_cases import case_text, played

from airwar.engine.questions import Asked

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


def titles(end):
    return [record["title"] for record in end.records if record["t"] == "enter"]


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
