"""Displacement (18.25): nearest base first, ties and scarce room as the owner likes."""

import pytest
from waw import fought, problems, scene, standing
from waw_direct import called

from airwar.rulesets.world_at_war.displacement import stranded_displaced
from airwar.rulesets.world_at_war.landing import lands

CRETE = """
bases:
  crete: {side: allies, facilities: [port, airbase]}
  alexandria: {side: allies, facilities: [city]}
  tobruk: {side: allies, facilities: [port]}
  cairo: {side: allies, facilities: [city], supply: none}
  athens: {side: axis, facilities: [city]}
distances: {crete: {alexandria: 6, tobruk: 6, cairo: 7, athens: 3}}
units:
  - {id: raf, nation: britain, type: aaf, count: 4, inverted: 1, at: crete}
  - {id: fulmars, nation: britain, type: nas, count: 3, at: crete}
  - {id: desert, nation: britain, type: aaf, count: 3, at: alexandria}
  - {id: malta-wing, nation: britain, type: aaf, count: 4, at: tobruk}
fallen: [{at: crete}]
"""


@pytest.mark.proves("18.252", "18.253")
def test_18_25_ties_and_scarce_room_are_the_owner_s_choice_and_the_rest_goes_on():
    end = fought(CRETE, "displace.crete 1 raf@alexandria 3 fulmars@alexandria 1 raf@tobruk")
    where = standing(end)
    assert where["fulmars"] == ("alexandria", 0, 3)
    assert sorted(here for name, here in where.items() if name.startswith("raf")) == [
        ("alexandria", 0, 1),
        ("cairo", 0, 2),  # whatever its supply
        ("tobruk", 0, 1),
    ]
    assert [question.key for question in end.asked] == ["displacement.defender.displace.crete.6"]


def test_18_25_nobody_passes_the_nearest_base_while_it_has_room():
    with pytest.raises(ValueError, match="Tobruk has room for more of raf; the nearest base comes first"):
        fought(CRETE, None, {"displacement.defender.displace.crete.6": {"raf@alexandria": 2}})


def test_18_25_who_reaches_no_base_with_room_is_eliminated():
    rest = CRETE.replace("alexandria: 6, tobruk: 6", "alexandria: 7, tobruk: 7")
    end = fought(rest, "displace.crete 2 raf@alexandria 1 raf@tobruk 1 raf@cairo")
    assert ("defender", "fulmars: British NAS", 3, "eliminated") in end.losses()  # naval air stages six hexes only
    assert "fulmars" not in standing(end)


def test_18_25_boxes_take_displaced_units():
    rest = CRETE.replace("cairo: {side: allies, facilities: [city], supply: none}", "cairo: {side: allies, box: other}").replace(
        "alexandria: 6, tobruk: 6, ", ""
    )
    end = fought(rest)
    assert standing(end)["raf"] == ("cairo", 0, 4)


def test_18_25_without_choice_nobody_is_asked():
    rest = CRETE.replace("tobruk: 6, ", "").replace("count: 3, at: alexandria", "count: 0, at: alexandria")
    rest = rest.replace("  - {id: desert, nation: britain, type: aaf, count: 0, at: alexandria}\n", "")
    end = fought(rest)
    assert end.asked == []
    assert standing(end)["raf"] == ("alexandria", 0, 4)


@pytest.mark.proves("18.617")
def test_18_25_a_fallen_base_is_no_refuge_any_more():
    rest = CRETE.replace("fallen: [{at: crete}]", "fallen: [{at: crete}, {at: alexandria}]").replace(
        "distances: {", "distances: {alexandria: {cairo: 1, tobruk: 4}, "
    )
    end = fought(rest, "displace.crete 1 raf@tobruk")
    assert {home for home, _, _ in standing(end).values()} == {"tobruk", "cairo"}


def test_18_25_two_sides_lose_bases_at_once_and_who_comes_to_one_of_them_stays():
    """Germans and British change places: each side finds room where the other has left, and nobody is displaced twice."""
    german = "  - {id: kg-1, nation: germany, type: aaf, count: 4, at: athens}\n"
    rest = CRETE.replace("fallen: [{at: crete}]", f"{german}fallen: [{{at: athens}}, {{at: crete}}]")
    where = standing(fought(rest))
    assert {name: where[name] for name in ("kg-1", "raf", "fulmars")} == {
        "kg-1": ("crete", 0, 4),
        "raf": ("athens", 0, 4),
        "fulmars": ("athens", 0, 3),
    }


def test_18_147_a_hex_that_loses_its_airbase_only_lets_go_what_is_too_many():
    rest = CRETE.replace("fallen: [{at: crete}]", "fallen: [{at: crete, kind: airbase}]").replace(
        "count: 4, inverted: 1, at: crete", "count: 6, inverted: 1, at: crete"
    )
    end = fought(rest, "leave.crete 2 raf; displace.crete 2 raf@alexandria")
    assert standing(end)["raf"] == ("crete", 4, 0)
    assert standing(end)["raf/alexandria"] == ("alexandria", 0, 2)


def test_18_147_no_more_leave_than_must():
    rest = CRETE.replace("fallen: [{at: crete}]", "fallen: [{at: crete, kind: airbase}]").replace(
        "count: 4, inverted: 1, at: crete", "count: 6, inverted: 1, at: crete"
    )
    with pytest.raises(ValueError, match="raf need not all go"):
        fought(rest, None, {"displacement.defender.leave.crete": {"raf": 3}})


KHOLM = """
bases:
  demyansk: {side: allies, facilities: [airbase]}
  kholm: {side: allies, facilities: [city, airbase]}
  riga: {side: allies, facilities: [city]}
  kalinin: {side: axis, facilities: [city]}
distances: {demyansk: {kholm: 2, riga: 9}, kholm: {riga: 8}}
units:
  - {id: one, nation: russia, type: aaf, count: 3, at: demyansk}
  - {id: two, nation: russia, type: aaf, count: 5, at: kholm}
"""


@pytest.mark.parametrize(
    "fallen",
    [
        "{at: demyansk, kind: airbase}, {at: kholm, kind: airbase}",
        "{at: kholm, kind: airbase}, {at: demyansk, kind: airbase}",
        "{at: demyansk}, {at: kholm, kind: airbase}",
    ],
)
def test_18_147_nobody_is_displaced_to_an_airbase_that_is_lost_in_the_same_phase(fallen):
    end = fought(KHOLM + f"fallen: [{fallen}]\n")
    assert standing(end) == {"two": ("kholm", 5, 0)}  # the city is full without its airbase, and Riga is too far away
    assert end.losses() == [("defender", "one: Russian AAF", 3, "eliminated")]


def test_18_147_no_airbase_to_lose():
    rest = CRETE.replace("{at: crete}]", "{at: tobruk, kind: airbase}]")
    assert problems(rest) == ["14:29: Tobruk has no airbase to lose (18.147)"]


def test_18_25_a_box_does_not_fall():
    rest = CRETE.replace("cairo: {side: allies, facilities: [city], supply: none}", "cairo: {side: allies, box: other}")
    assert problems(rest.replace("[{at: crete}]", "[{at: cairo}]")) == ["14:15: Cairo is a box; expected a base on the map (18.25)"]


def test_18_521_a_base_taken_in_the_movement_phase_is_not_counteraired_afterwards():
    german = "  - {id: kg-1, nation: germany, type: aaf, count: 2, at: athens}\n"
    rest = CRETE.replace("  - {id: malta-wing", f"{german}  - {{id: malta-wing")
    rest += "counterair: [{at: crete, with: {kg-1: 2}, phase: combat}]\n"
    end = fought(rest, "displace.crete 2 raf@alexandria 1 raf@tobruk")
    assert standing(end)["kg-1"] == ("athens", 2, 0)
    assert end.end.result == "nothing flown"


class Silent:
    """A referee who is told everything and asked nothing."""

    def tell(self, *told):
        pass


def test_18_46_who_finds_no_room_left_where_others_were_displaced_to_is_displaced_too():
    rest = """
turn: true
bases:
  tobruk: {side: axis, facilities: [port]}
  alex: {side: allies, facilities: [city]}
  derna: {side: axis, facilities: [city]}
distances: {tobruk: {alex: 3}}
units:
  - {id: daf, nation: britain, type: aaf, count: 1, at: alex}
  - {id: usaaf, nation: us, type: aaf, count: 2, at: alex}
  - {id: jg, nation: germany, type: aaf, count: 1, at: derna}
"""
    turn = scene(rest).start.state
    turn = turn.with_units([turn.unit("daf")._replace(home="tobruk", ready=0, flying=5)])  # one flies elsewhere
    for place in ("tobruk", "alex"):  # two return to captured Tobruk, two land at Alex
        turn = lands(Silent(), turn, "daf", 2, place)
    assert turn.basing.stranded == (("daf", "tobruk", 2),)
    turn = called(stranded_displaced, turn).state
    assert sum(unit.left for unit in turn.units if unit.home == "alex") == 5
    assert all(min(unit.ready, unit.inverted, unit.flying) >= 0 for unit in turn.units)
    assert sum(unit.left for unit in turn.units if unit.id.startswith("daf")) == 4  # one of those from Tobruk finds no base
