"""Cases from the table about raids: what is left of the units that a file has ordered, and who may meet a raid."""

import pytest
from waw import fought, standing
from waw_cases import played


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
