"""Cases from the table about kamikazes: what they do to carriers, and what is over the combat groups."""

from support import problems_of
from waw import standing
from waw_cases import case_text, played


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
