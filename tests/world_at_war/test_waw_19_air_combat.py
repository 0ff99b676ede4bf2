"""Air combat: the table, the modifiers, one round, and how losses fall on mixed forces."""

import json

import pytest
from support import TESTS, ask
from waw import (
    AMERICAN,
    AMERICAN_NAVAL,
    AUSTRALIAN,
    BRITISH,
    BRITISH_NAVAL,
    ELITE,
    GERMAN,
    GERMAN_JET,
    GERMAN_TRANSPORT,
    ITALIAN,
    JAPANESE_NAVAL,
    MINOR_TRANSPORT,
    fought,
    line,
    squadrons,
)

from airwar.rulesets.world_at_war.air_combat import (
    Share,
    dealt,
    effect,
    fire,
    lowest_drm,
    modifiers,
    orders,
    reading,
    strength,
    suffer,
    table_row,
)
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.units import Effect, air_nationality_drm, broken_down, fought_in_squadrons

CASES = {case["id"]: case for case in json.loads((TESTS / "cases" / "world-at-war.json").read_text())}


def cases(prefix):
    return [pytest.param(case, id=name) for name, case in CASES.items() if name.startswith(prefix)]


def result(text):
    return effect(text)


# the table

PRINTED = """
 1   0    0    0/1  0/1  1/0  1/0  1/1  1/1  1/2  1/2  1/3
 2   0/1  0/1  1/0  1/0  1/1  1/1  1/2  1/2  1/3  1/3  2/2
 3   1/0  1/0  1/1  1/1  1/2  1/2  1/3  1/3  2/2  2/3  2/4
 4   1/1  1/1  1/2  1/2  1/3  1/3  2/2  2/3  2/4  3/3  3/4
 5   1/2  1/2  1/3  1/3  2/2  2/3  2/4  3/3  3/4  3/5  4/4
 6   1/2  1/3  1/3  2/2  2/3  2/4  3/3  3/4  3/5  4/4  4/5
 7   1/3  1/3  2/2  2/3  2/4  3/3  3/4  3/5  4/4  4/5  4/6
"""
LADDER = [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (3, 5), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6), (5, 7), (6, 6), (6, 7), (6, 8)]
LADDER += [(7, 7), (7, 8), (7, 9), (8, 8), (8, 9), (8, 10), (9, 9)]


@pytest.mark.parametrize("row", PRINTED.strip().splitlines(), ids=lambda row: row.split()[0])
def test_19_2_the_lower_rows_as_printed(row):
    label, *cells = row.split()
    assert table_row(int(label)).cells == tuple(effect(cell) for cell in cells)


def test_19_2_row_8_leaves_the_ladder_in_its_first_cell():
    assert table_row(8).cells == (Effect(1, 3), *(Effect(*LADDER[at]) for at in range(10)))


@pytest.mark.parametrize("of_strength", range(9, 21))
def test_19_2_from_row_9_each_row_climbs_the_same_ladder_one_rung_later(of_strength):
    first = of_strength - 9
    assert table_row(of_strength).cells == tuple(Effect(*LADDER[first + at]) for at in range(11))


@pytest.mark.parametrize("case", cases("T-"))
def test_19_2_derived_cells(case):
    said = case["input"]
    assert table_row(said["strength"]).at(said["modified_roll"]) == result(case["expected"])


def test_19_2_above_20_the_rows_are_added():
    row = table_row(27)
    assert row.label == "20+7"
    assert row.at(7) == Effect(7 + 3, 8 + 3)


def test_19_2_above_40_row_20_is_repeated():
    assert table_row(45).label == "20+20+5"


def test_19_42_below_two_reads_as_two_and_above_twelve_as_twelve():
    row = table_row(6)
    assert row.at(-3) == row.at(2) == Effect(1, 2)
    assert row.at(15) == row.at(12) == Effect(4, 5)


def test_19_4_the_cell_of_the_table_is_what_the_enemy_suffers():
    own, enemy = (line(GERMAN, 6),), (line(BRITISH, 9),)
    assert ask(fire, "attacker", own, enemy, dice={"attacker.fire": [1, 1]}) == Effect(1, 2)
    assert ask(fire, "attacker", own, enemy, dice={"attacker.fire": [6, 6]}) == Effect(4, 5)


@pytest.mark.proves("19.21", "19.3", "19.31")
@pytest.mark.parametrize("case", cases("F-"))
def test_19_41_derived_rounds(case):
    said, expected = case["input"], case["expected"]
    force = {side: (line(GERMAN._replace(drm=said[side]["drm"]), said[side]["strength"], unit=side),) for side in ("A", "B")}
    extra = said.get("extra_A", 0)
    a = reading(force["A"], force["B"], True, extra)
    b = reading(force["B"], force["A"], True, -extra)
    net = sum(term.value for term in a.terms)
    assert net == expected["net_A"] == -sum(term.value for term in b.terms)
    assert a.row.at(said["roll_A"] + net) == result(expected["result_by_A"])
    assert b.row.at(said["roll_B"] - net) == result(expected["result_by_B"])


# the modifiers


def test_19_31_what_is_plus_for_one_side_is_minus_for_the_other():
    german, polish = (line(GERMAN, 3),), (line(BRITISH._replace(nation="poland", drm=0), 3),)
    assert [term.value for term in modifiers(german, polish)] == [2]
    assert [term.value for term in modifiers(polish, german)] == [-2]


def test_19_31a_the_lowest_drm_counts_and_only_as_long_as_it_is_there():
    mixed = (line(GERMAN, 3), line(ITALIAN, 1))
    assert lowest_drm(mixed) == 1
    assert lowest_drm(mixed[:1]) == 2


@pytest.mark.parametrize(
    ("nation", "drm"),
    [
        *[(nation, 2) for nation in ("germany", "japan", "us", "britain", "finland", "sweden", "australia", "india")],
        *[(nation, 1) for nation in ("italy", "russia", "france", "free-france", "vichy-france")],
        *[(nation, 0) for nation in ("china", "poland", "rumania")],
    ],
)
def test_19_31a_the_chart_of_nationalities(nation, drm):
    assert air_nationality_drm(nation, "aaf", elite=False, impaired=0, research=0) == drm


@pytest.mark.proves("17.352", "17.464", "17.75", "17.85")
@pytest.mark.parametrize(
    ("nation", "kind", "pacific", "drm"),
    [
        ("japan", "kamikaze", False, 2),
        ("us", "bomber", True, 3),
        ("us", "bomber", False, 2),
        ("britain", "interceptor", False, 3),
        ("britain", "nas", False, 1),
    ],
)
def test_19_31a_modifiers_of_the_chart(nation, kind, pacific, drm):
    assert air_nationality_drm(nation, kind, elite=False, impaired=0, research=0, pacific=pacific) == drm


def test_17_352_elite_japanese_naval_air_has_one_more_besides_research():
    assert air_nationality_drm("japan", "nas", elite=True, impaired=0, research=0) == 3
    assert air_nationality_drm("japan", "nas", elite=True, impaired=0, research=1) == 4


def test_19_31a_winter_supply_and_oil_cost_one_each_but_supply_and_oil_together_only_one():
    rest = """
bases:
  hungry: {side: axis, facilities: [city], supply: partial, oil: true}
  oilless: {side: axis, facilities: [city], supply: none, oil: true}
  london: {side: allies, facilities: [city]}
units:
  - {id: frozen, nation: germany, type: aaf, count: 1, at: hungry, winter: 8}
  - {id: thirsty, nation: germany, type: aaf, count: 1, at: hungry, winter: 7}
  - {id: stuck, nation: germany, type: aaf, count: 1, at: oilless}
  - {id: raf, nation: britain, type: aaf, count: 1, at: london}
counterair:
  - {at: london}
"""
    end = fought(rest)
    drms = {one.id: one.air_type.drm for one in end.state.units}
    assert drms == {"frozen": 0, "thirsty": 1, "stuck": 1, "raf": 2}


def test_19_31a_engaged_transports_count_for_the_lowest_drm():
    force = (line(GERMAN, 3), line(MINOR_TRANSPORT, 1))
    assert lowest_drm(force) == 0


@pytest.mark.proves("17.56", "19.31B")
def test_17_56_each_jet_factor_or_three_jet_squadrons_is_worth_one_net():
    jets, enemy = (line(GERMAN_JET, 3),), (line(BRITISH, 5),)
    assert modifiers(jets, enemy)[0][:2] == ("jets", 3)
    theirs = (line(GERMAN_JET._replace(nation="britain"), 1), line(BRITISH, 2))
    assert modifiers(jets, theirs)[0][:2] == ("jets", 2)
    assert modifiers(theirs, jets)[0][:2] == ("jets", -2)
    five_squadrons = (line(GERMAN_JET, 5, whole=2),)
    assert modifiers(five_squadrons, enemy)[0][:2] == ("jets", 1)


@pytest.mark.proves("19.31D")
def test_19_31c_patrol_and_radar_are_terms_of_their_own():
    own, enemy = (line(AMERICAN_NAVAL, 4),), (line(JAPANESE_NAVAL, 8),)
    assert [(term.name, term.value, term.rule) for term in modifiers(own, enemy, patrol=1, radar=2)] == [
        ("combat air patrol", 1, "19.31C"),
        ("radar", 2, "19.31D"),
    ]


# strength


@pytest.mark.proves("17.65")
def test_17_55_a_jet_factor_counts_three_and_a_transport_nothing():
    force = (line(GERMAN, 4), line(GERMAN_JET, 2), line(GERMAN_TRANSPORT, 3))
    assert strength(force) == 4 + 6
    assert strength(broken_down(force)) == 3 * (4 + 6)


def test_17_65_a_force_of_transports_makes_no_roll():
    assert reading((line(GERMAN_TRANSPORT, 3),), (line(BRITISH, 2),), True) is None


@pytest.mark.proves("17.14", "17.141", "17.141C", "17.25", "19.5")
def test_19_51_with_naval_air_on_either_side_every_factor_is_three_squadrons():
    army, naval = (line(AMERICAN, 2),), (line(JAPANESE_NAVAL, 5),)
    assert fought_in_squadrons(army, naval)
    assert fought_in_squadrons(naval, army)
    assert not fought_in_squadrons(army, army)
    (broken,) = broken_down(army)
    assert broken.parts == (2, 2, 2)
    assert strength((broken,)) == 6
    assert broken_down(naval) == naval


def test_17_65_transports_are_squadrons_against_naval_air():
    (broken,) = broken_down((line(GERMAN_TRANSPORT, 2),))
    assert broken.parts == (6,)


def test_19_41_strengths_are_those_before_the_losses_of_the_round():
    both = ask(
        lambda ref: (
            fire(ref, "attacker", (line(GERMAN, 1),), (line(BRITISH, 1),)),
            fire(ref, "defender", (line(BRITISH, 1),), (line(GERMAN, 1),)),
        ),
        dice={"attacker.fire": [6, 6], "defender.fire": [6, 6]},
    )
    assert both == (Effect(1, 3), Effect(1, 3))


# losses from mixed forces


def fates(force, effects, answers=None, rulings=DEFAULTS):
    """What each line suffers: unit -> (left, aborted)."""
    after = ask(suffer, "defender", force, effects, rulings, answers=answers)
    return {(one.unit, one.inverted): (one.parts, one.aborted) for one in after}


@pytest.mark.proves("19.61", "19.62", "19.6")
@pytest.mark.parametrize("case", [*cases("S-1"), *cases("D-")])
def test_19_63_sharing_cases(case):
    shares = tuple(Share(said["type"], said["count"], said["drm"]) for said in case["input"]["types"])
    expected = {name: Effect(**fate) for name, fate in case["expected"].items()}
    outcomes = [dealt(order, result(case["input"]["result"])) for order in orders(shares, result(case["input"]["result"]))]
    assert expected in outcomes
    if "any two different" not in case["note"]:
        assert outcomes == [expected]


@pytest.mark.proves("19.61A")
def test_19_63_worked_example_three_american_and_one_british():
    force = (line(AMERICAN, 3), line(BRITISH, 1))
    assert fates(force, Effect(1, 1)) == {("us-aaf", False): ((2,), (0,)), ("britain-aaf", False): ((1,), (1,))}


@pytest.mark.proves("19.65A", "19.65B")
def test_19_65_worked_example_two_american_one_australian_factor_and_one_naval_squadron():
    force = (squadrons(AMERICAN, 2), squadrons(AUSTRALIAN, 1), line(AMERICAN_NAVAL, 1))
    answers = {"defender.losses.us-aaf.kinds": "search,attack,cover", "defender.losses.australia-aaf.kinds": "cover,search,attack"}
    assert fates(force, Effect(2, 3), answers) == {
        ("us-aaf", False): ((2, 2, 1), (1, 0, 0)),
        ("australia-aaf", False): ((1, 0, 1), (0, 0, 1)),
        ("us-nas", False): ((1,), (1,)),
    }


def test_19_65b_elimination_and_abort_never_fall_on_the_same_kind_while_there_are_others():
    kinds = tuple(Share(kind, 2) for kind in ("attack", "cover", "search"))
    for order in orders(kinds, Effect(1, 1)):
        assert [fate for fate in dealt(order, Effect(1, 1)).values() if fate == Effect(1, 1)] == []
    assert len(orders(kinds, Effect(1, 1))) == 6


def test_19_61b_jets_and_army_air_are_types_and_a_jet_counts_once_for_losses():
    force = (line(GERMAN, 5), line(GERMAN_JET, 2))
    assert fates(force, Effect(2, 3)) == {("germany-aaf", False): ((4,), (2,)), ("germany-jet", False): ((1,), (1,))}


def test_17_57_jets_may_fall_to_other_aircraft():
    force = (line(GERMAN, 1), line(GERMAN_JET, 1))
    assert fates(force, Effect(2, 0)) == {}


def test_19_61c_elite_and_regular_naval_air_are_types():
    force = (line(ELITE, 3), line(JAPANESE_NAVAL, 3))
    assert fates(force, Effect(1, 2)) == {("elite-japan-nas", False): ((3,), (1,)), ("japan-nas", False): ((2,), (1,))}


def test_19_61c_units_of_one_kind_with_different_drms_are_types():
    frozen = line(GERMAN._replace(drm=1), 3, unit="frozen")
    assert fates((line(GERMAN, 3), frozen), Effect(1, 0)) == {
        ("germany-aaf", False): ((3,), ()),
        ("frozen", False): ((2,), ()),
    }


def test_19_62_equal_numbers_the_lower_drm_takes_the_remnant():
    force = (line(GERMAN, 4), line(ITALIAN, 4))
    assert fates(force, Effect(2, 1)) == {("germany-aaf", False): ((3,), (0,)), ("italy-aaf", False): ((3,), (1,))}


def test_19_62_equal_in_all_the_owner_chooses():
    force = (line(AMERICAN, 2), line(BRITISH, 2))
    answers = {"defender.losses.types": "britain-aaf,us-aaf"}
    assert fates(force, Effect(1, 0), answers)[("britain-aaf", False)] == ((1,), ())


def test_19_42_excess_aborts_are_ignored():
    assert fates((line(GERMAN, 5),), Effect(2, 4)) == {("germany-aaf", False): ((3,), (3,))}
    assert fates((line(GERMAN, 3),), Effect(4, 4)) == {}


def test_19_6_among_units_of_one_type_the_owner_picks():
    force = (line(GERMAN, 2, unit="kg-3"), line(GERMAN, 2, unit="jg-27"))
    answers = {"defender.losses.germany-aaf.eliminated": {"jg-27": 1}, "defender.losses.germany-aaf.aborted": {"kg-3": 2}}
    assert fates(force, Effect(1, 2), answers) == {("kg-3", False): ((2,), (2,)), ("jg-27", False): ((1,), (0,))}


def test_19_64_inverted_units_share_with_their_type_and_do_not_abort():
    force = (line(GERMAN, 1), line(GERMAN, 3, inverted=True))
    answers = {"defender.losses.germany-aaf.eliminated": {"germany-aaf-inverted": 1}}
    assert fates(force, Effect(1, 3), answers) == {
        ("germany-aaf", False): ((1,), (1,)),
        ("germany-aaf", True): ((2,), (0,)),
    }


def test_19_64_the_owner_is_not_asked_for_aborts_that_inverted_units_cannot_take():
    force = (line(BRITISH, 2, inverted=True), line(AMERICAN, 2))
    assert fates(force, Effect(0, 1)) == {
        ("britain-aaf", True): ((2,), (0,)),
        ("us-aaf", False): ((2,), (1,)),
    }
    named = {share.name for order in orders((Share("b", 2, inverted=1), Share("a", 2)), Effect(0, 3)) for share in order[:1]}
    assert named == {"b"}  # whoever is first, one of b and two of a abort


def test_19_61_british_naval_air_beside_british_army_air():
    force = (squadrons(BRITISH, 1), line(BRITISH_NAVAL, 3))
    answers = {"defender.losses.britain-aaf.kinds": "cover,attack,search"}
    assert fates(force, Effect(1, 1), answers) == {
        ("britain-aaf", False): ((1, 1, 1), (0, 1, 0)),
        ("britain-nas", False): ((2,), (0,)),
    }
