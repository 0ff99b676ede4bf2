"""Airbase counters (18.14): where, when, how many, and who may use one at once."""

from dataclasses import replace

import pytest
from support import problems_of
from waw import JAPAN_AND_ALLIES, fought, problems, standing, text
from waw_direct import begun, called

from airwar.play.session import Session
from airwar.rulesets.world_at_war.airbases import built, counters_of, each_turn, hexes_for, sources, sources_for
from airwar.rulesets.world_at_war.displacement import excess_eliminated
from airwar.rulesets.world_at_war.redeployment import open_redeployments
from airwar.rulesets.world_at_war.setting import Placement
from airwar.rulesets.world_at_war.staging import open_stagings
from airwar.setup.loading import parse_scenario

EAST = """
turn: true
redeployment: []
bases:
  warsaw: {side: axis, facilities: [city, airbase], airbase-of: germany}
  minsk: {side: axis, facilities: [city]}
  smolensk: {side: axis, facilities: [city], supply: partial}
  bucharest: {side: axis, facilities: [city], new: true}
  moscow: {side: allies, facilities: [city]}
distances: {warsaw: {minsk: 4, smolensk: 7}, bucharest: {minsk: 6}}
units:
  - {id: luftflotte, nation: germany, type: aaf, count: 10, at: warsaw}
  - {id: rumanians, nation: rumania, type: aaf, count: 4, at: bucharest}
"""
STAY = "staging: []\n"


def refused(orders, rest=EAST, head=None):
    return problems(rest + orders, *([head] if head else []))


@pytest.mark.proves("18.142", "18.144")
def test_18_143_who_was_on_a_recycled_airbase_stages_away_even_to_the_new_one():
    orders = "airbases: [{nation: germany, at: minsk, from: warsaw}]\nstaging: [{unit: luftflotte, to: minsk, count: 8}]\n"
    assert standing(fought(EAST + orders))["luftflotte/minsk"] == ("minsk", 8, 0)
    too_few = orders.replace("count: 8", "count: 4")
    assert problems(EAST + too_few) == [
        "14:11: Warsaw loses its airbase and holds 6 factors and 0 naval squadrons, but can base 5 factors;"
        " stage the others (18.143)"
    ]


def test_18_143_a_file_that_recycles_a_counter_while_others_are_left_is_told_so():
    orders = "airbases: [{nation: germany, at: minsk, from: warsaw}]\nstaging: [{unit: luftflotte, to: minsk, count: 8}]\n"
    said = "germany has 1 of 4 airbases in this file, and recycles one only once all are on the map"
    assert [note.text.partition(";")[0] for note in parse_scenario(text(EAST + orders), "east.yaml").notes][-1:] == [said]
    told = parse_scenario(text(EAST + orders + "airbase-counters: {germany: -3}\n"), "east.yaml").notes
    assert [note for note in told if "airbases" in note.text] == []


def test_18_15_who_says_no_more_redeployment_is_told_what_dies():
    turn = begun(EAST + STAY, part="redeployment.units", phase="redeployment")
    assert open_redeployments(turn).stopping == "no more redeployment"
    bare = turn.with_base(turn.base("warsaw").without_airbase())
    assert open_redeployments(bare).stopping == "no more redeployment: what Warsaw cannot hold is eliminated (18.15)"


@pytest.mark.proves("18.15")
def test_18_143_a_counter_that_is_not_there_is_not_recycled():
    assert refused("airbases: [{nation: germany, at: minsk, from: smolensk}]\n" + STAY) == [
        "14:47: Smolensk has no airbase counter of germany to recycle (18.143)"
    ]


def test_18_14_each_power_has_its_counters():
    assert [counters_of("britain", theater, {}) for theater in ("europe", "pacific")] == [3, 1]
    assert counters_of("germany", "europe", {"germany": 1}) == 5
    orders = "airbases: [{nation: italy, at: minsk}]\n" + STAY
    rest = EAST.replace("airbase-of: germany", "airbase-of: italy").replace(
        "moscow: {side: allies", "rome: {side: axis, facilities: [airbase], airbase-of: italy}\n  moscow: {side: allies"
    )
    assert refused(orders, rest) == ["15:21: italy would have 3 airbases on the map but has 2 counters; recycle one (18.143)"]
    assert refused(orders + "airbase-counters: {italy: 1}\n", rest) == []


def test_18_145_britain_russia_and_the_us_count_the_theaters_apart():
    assert [counters_of("us", theater, {}) for theater in ("europe", "pacific")] == [3, 3]
    assert [counters_of("russia", theater, {}) for theater in ("europe", "pacific")] == [3, 1]


def test_18_14_other_powers_have_one_stock_for_both_theaters():
    assert [counters_of("france", theater, {}) for theater in ("europe", "pacific")] == [2, 2]
    assert [counters_of("japan", theater, {}) for theater in ("europe", "pacific")] == [3, 3]


@pytest.mark.parametrize(
    ("nation", "date", "number"),
    [
        ("germany", "", 2),
        ("us", "summer 1944", 2),
        ("italy", "summer 1941", 1),
        ("russia", "", 1),
        ("russia", "fall 1942", 1),
        ("russia", "winter 1942", 1),
        ("russia", "spring 1943", 2),
        ("russia", "winter 1944", 2),
    ],
)
def test_18_142b_how_many_in_a_turn(nation, date, number):
    assert each_turn(nation, date) == number


def test_18_142b_one_too_many():
    orders = "airbases: [{nation: italy, at: minsk}, {nation: italy, at: bucharest, phase: construction}]\n" + STAY
    assert refused(orders) == ["14:49: italy places 2 airbases in this turn; it may place 1 (18.142B)"]


def test_18_142a_only_in_three_phases():
    (found,) = refused("airbases: [{nation: germany, at: minsk, phase: combat}]\n" + STAY)
    assert found == "14:48: 'combat' is not one of movement, construction, redeployment"


@pytest.mark.parametrize(
    ("base", "sentence"),
    [
        ("moscow", "Moscow is not controlled by axis, which may place airbases only in its own hexes (18.142C)"),
        ("smolensk", "Smolensk is not fully supplied; expected a fully supplied hex (18.142C)"),
        ("bucharest", "Bucharest changed sides in this turn; no airbase may be placed in its first movement phase (18.142C)"),
        ("warsaw", "Warsaw already has an airbase; one per hex (18.142D)"),
    ],
)
@pytest.mark.proves("18.142D")
def test_18_142c_hexes_where_none_may_be_placed(base, sentence):
    assert refused(f"airbases: [{{nation: germany, at: {base}}}]\n" + STAY) == [f"14:34: {sentence}"]


ALLIED = """airwar: 1
ruleset: world-at-war
title: a test
theater: pacific
sides: {allies: [us, britain, china, russia, netherlands], japan: [japan]}
attacker: allies
bases: {java: {side: allies, facilities: [city], NATION}}
"""


@pytest.mark.parametrize(
    ("power", "said", "problem"),
    [
        ("us", "nation: britain", None),
        ("russia", "nation: us", "Java is controlled by us, of western allies; russia places airbases only for its own alliance"),
        ("us", "nation: russia", "Java is controlled by russia, of russia; us places airbases only for its own alliance"),
        ("us", "nation: china", "Java is controlled by china, of china; us places airbases only for its own alliance"),
        (
            "us",
            "nation: netherlands",
            "Java is controlled by netherlands, of an alliance that the scenario does not tell; declare it under minors; "
            "us places airbases only for its own alliance",
        ),
        ("us", "oil: false", "Java may belong to several allies; say with nation: which nation controls it"),
    ],
)
def test_18_142c_airbases_are_placed_for_members_of_the_same_alliance(power, said, problem):
    text = ALLIED.replace("NATION", said) + f"airbases: [{{nation: {power}, at: java}}]\n"
    assert problems_of(text) == ([] if problem is None else [f"8:{29 + len(power) - 2}: {problem} (18.142C)"])


def test_18_142c_a_declared_minor_belongs_to_the_alliance_of_its_power():
    text = ALLIED.replace("NATION", "nation: netherlands") + "minors: {netherlands: britain}\nairbases: [{nation: us, at: java}]\n"
    assert problems_of(text) == []


def test_18_142a_airbases_are_placed_in_ones_own_turn():
    text = ALLIED.replace("NATION", "nation: britain")
    assert problems_of(text + "airbases: [{nation: japan, at: java}]\n") == [
        "8:32: japan is not on the side of allies; airbases are placed in one's own turn (18.142A)"
    ]


def test_18_141_a_power_that_is_not_at_war_places_no_airbases():
    text = ALLIED.replace("NATION", "nation: britain") + "not-at-war: [us]\nairbases: [{nation: us, at: java}]\n"
    assert problems_of(text) == ["9:29: us is not at war in this theater and may not place airbases (18.141)"]


def test_18_142d_a_hex_whose_airbase_is_recycled_away_may_have_another():
    rest = """
bases:
  x: {side: axis, facilities: [airbase], airbase-of: germany}
  y: {side: axis}
airbases: [{nation: germany, at: y, from: x}, {nation: italy, at: x}]
"""
    assert problems(rest) == []


ISLANDS = """
bases:
  tulagi: {side: japan, facilities: [port, airbase], island-group: solomons}
  buin: {side: japan, facilities: [port], island-group: solomons}
  attu: {side: japan, island-group: aleutians}
  efate: {side: allies, facilities: [airbase]}
units:
  - {id: koku, nation: japan, type: nas, count: 1, at: buin}
"""


def test_18_142e_one_to_an_island_group_and_none_in_the_aleutians():
    assert refused("airbases: [{nation: japan, at: buin}]\n", ISLANDS, JAPAN_AND_ALLIES) == [
        "9:32: the solomons already have an airbase; one per island group (18.142E)"
    ]
    assert refused("airbases: [{nation: japan, at: attu}]\n", ISLANDS, JAPAN_AND_ALLIES) == [
        "9:32: Attu is in the Aleutians, where no airbase may be placed (18.142E)"
    ]


KURILES = """
airwar: 1
ruleset: world-at-war
title: the Kuriles
theater: pacific
sides: {axis: [japan], allies: [us, britain, russia]}
attacker: allies
turn: true
bases:
  shumshu: {side: allies, nation: russia, facilities: [airbase], airbase-of: russia, island-group: kuriles}
  onekotan: {side: allies, nation: us, facilities: [port], island-group: kuriles}
airbases: [{nation: us, at: onekotan}]
"""


def test_18_142e_each_alliance_faction_has_its_own_airbase_in_an_island_group():
    assert problems_of(KURILES) == []
    assert problems_of(KURILES.replace("nation: russia, facilities: [airbase], airbase-of: russia", "facilities: [airbase]")) != []
    british = KURILES.replace(
        "nation: russia, facilities: [airbase], airbase-of: russia", "facilities: [airbase], airbase-of: britain"
    )
    assert [said.partition(": ")[2] for said in problems_of(british)] == [
        "the kuriles already have an airbase; one per island group (18.142E)"
    ]


def test_18_143_an_airbase_is_recycled_within_an_island_group():
    recycled = ISLANDS.replace("[port, airbase]", "[port, airbase], airbase-of: japan") + "airbase-counters: {japan: -2}\n"
    assert refused("airbases: [{nation: japan, at: buin, from: tulagi}]\n", recycled, JAPAN_AND_ALLIES) == []
    turn = begun("turn: true\n" + recycled, JAPAN_AND_ALLIES, part="movement.airbases", phase="movement")
    turn = turn.with_base(replace(turn.base("efate"), side="japan", nation="japan").with_airbase("japan"))
    turn = turn.with_setting(replace(turn.setting, airbase_counters={**turn.setting.airbase_counters, "japan": 2}))
    assert list(sources(turn, "japan")) == ["tulagi", "efate"]
    assert [base.id for base in hexes_for(turn, "japan")] == ["buin"]
    assert list(sources_for(turn, "japan", turn.base("buin"))) == ["tulagi"]


def test_18_146_an_ally_waits_for_a_new_airbase_but_may_use_the_city():
    place = "airbases: [{nation: germany, at: minsk}]\n"
    both = "staging: [{unit: luftflotte, to: minsk, count: 5}, {unit: rumanians, to: minsk}]\n"
    assert standing(fought(EAST + place + both))["rumanians"] == ("minsk", 4, 0)
    rest = EAST.replace("count: 4, at: bucharest", "count: 5, at: bucharest").replace(
        "facilities: [city]}\n  smolensk", "facilities: []}\n  smolensk"
    )
    assert problems(rest + place + both) == [
        "15:74: Minsk has room for 0 more Rumanian AAF, but 5 are ordered there"
        " in the phase in which its airbase is placed (18.146)"
    ]


def test_18_146_worked_example_an_airbase_of_an_earlier_phase_takes_an_ally_in_redeployment():
    rest = EAST.replace("redeployment: []", "redeployment: [{unit: luftflotte, to: minsk, count: 10}]")
    orders = "airbases: [{nation: italy, at: minsk, phase: construction}]\n" + STAY
    assert standing(fought(rest + orders))["luftflotte"] == ("minsk", 10, 0)


def test_18_146_worked_example_an_airbase_of_the_redeployment_phase_takes_no_ally_in_it():
    rest = EAST.replace("redeployment: []", "redeployment: [{unit: luftflotte, to: minsk, count: 10}]")
    orders = "airbases: [{nation: italy, at: minsk, phase: redeployment}]\n" + STAY
    end = fought(rest + orders)
    assert standing(end)["luftflotte/minsk"] == ("minsk", 5, 0)  # the city takes five; the airbase waits
    assert standing(end)["luftflotte"] == ("warsaw", 5, 0)


def test_18_15_what_a_recycled_airbase_leaves_without_a_base_is_eliminated_unless_it_redeploys():
    orders = "airbases: [{nation: germany, at: minsk, from: warsaw, phase: redeployment}]\n" + STAY
    end = fought(EAST + orders)
    assert standing(end)["luftflotte"] == ("warsaw", 5, 0)
    assert ("attacker", "luftflotte: German AAF", 5, "eliminated") in end.losses()
    saved = EAST.replace("redeployment: []", "redeployment: [{unit: luftflotte, to: minsk, count: 6}]")
    assert standing(fought(saved + orders))["luftflotte/minsk"] == ("minsk", 6, 0)


FRESH = """
orders: prepared
airbases: [{nation: germany, at: field}]
bases:
  rome: {side: axis, facilities: [city], nation: italy}
  field: {side: axis, nation: germany}
  malta: {side: allies, facilities: [port]}
distances: {rome: {malta: 4, field: 3}, field: {malta: 3}}
units:
  - {id: regia, nation: italy, type: aaf, count: 1, at: rome}
  - {id: kg, nation: germany, type: aaf, count: 1, at: rome}
  - {id: savoia, nation: italy, type: transport, count: 1, at: rome}
  - {id: ju-52, nation: germany, type: transport, count: 1, at: rome}
"""


def test_18_146_an_ally_does_not_land_on_an_airbase_in_the_phase_in_which_it_is_placed():
    raid = "counterair: [{at: malta, with: {regia: 1, kg: 1}}]\n"
    end = fought(FRESH + raid, "return.kg.malta field")
    assert [question.key for question in end.asked] == ["attacker.return.kg.malta"]
    assert (standing(end)["regia"], standing(end)["kg"]) == (("rome", 0, 1), ("field", 0, 1))
    later = "counterair: [{at: malta, with: {regia: 1}, phase: combat}]\n"
    assert standing(fought(FRESH + later, "return.regia.malta field"))["regia"] == ("field", 0, 1)


def test_18_146_an_ally_transports_nobody_to_an_airbase_in_the_phase_in_which_it_is_placed():
    flight = "transports: [{kind: transport, from: rome, to: field, with: {WHO: 1}, carrying: [{id: alpini}]}]\n"
    assert problems(FRESH + flight.replace("WHO", "savoia")) == [
        "14:70: savoia may not use the German airbase at Field in the phase in which it is placed (18.146)"
    ]
    end = fought(FRESH + flight.replace("WHO", "ju-52"), "ends.ju-52 field")
    assert standing(end)["ju-52"] == ("field", 0, 1)


def test_18_142d_a_hex_holds_one_airbase_counter():
    two = "bases: {b: {side: axis, facilities: [airbase, city, airbase]}}\nturn: true\n"
    assert any(one.endswith("b has more than one airbase; a hex holds one airbase counter (18.142D)") for one in problems(two))


def test_18_143_a_counter_is_not_recycled_to_the_hex_where_it_is():
    """Britain's one counter of the Pacific is at Singapore, which nothing else could be placed at: no airbase is offered."""
    text = """
airwar: 1
ruleset: world-at-war
title: one counter
theater: pacific
sides: {axis: [japan], allies: [britain]}
attacker: allies
turn: true
bases:
  singapore: {side: allies, nation: britain, facilities: [], airbase-of: britain}
  hanoi: {side: axis, facilities: [city]}
distances: {singapore: {hanoi: 5}}
units: []
"""
    session = Session.begin(parse_scenario(text, "test.yaml"), None, seed=1)
    asked = []
    while session.question is not None:
        asked.append(session.question.key)
        session.answer(session.default)
    assert not any("airbase" in key for key in asked)


DERNA = """
turn: true
airbase-counters: {italy: -1}
bases:
  derna: {side: axis, nation: italy, facilities: [airbase], airbase-of: italy}
  martuba: {side: axis, nation: italy, facilities: []}
  tobruk: {side: allies, nation: britain, facilities: [city]}
distances: {derna: {martuba: FAR, tobruk: 3}}
units:
  - {id: squadra, nation: italy, type: aaf, count: 3, at: derna}
  - {id: jg, nation: germany, type: aaf, count: 1, at: derna}
"""
EXCHANGED = "airbases: [{nation: italy, at: martuba, from: derna}, {nation: germany, at: derna}]\n"


def test_18_146_who_loses_his_airbase_cannot_stay_on_the_one_that_an_ally_places_there_in_the_same_phase():
    near = DERNA.replace("FAR", "8")
    lost = "Derna loses its airbase and holds 3 factors and 0 naval squadrons, but can base 0 factors; stage the others (18.143)"
    assert [said.partition(": ")[2] for said in refused(EXCHANGED, near)] == [lost]
    assert refused(EXCHANGED + "staging: [{unit: squadra, to: martuba}]\n", near) == []


@pytest.mark.proves("18.15")
def test_18_146_who_cannot_leave_the_new_airbase_of_an_ally_is_eliminated():
    turn = begun(DERNA.replace("FAR", "9"), part="movement.staging", phase="movement")
    for placed in (
        Placement(nation="italy", at="martuba", phase="movement", from_="derna"),
        Placement(nation="germany", at="derna", phase="movement", from_=""),
    ):
        turn = built(turn, placed)
    assert open_stagings(turn).stopping == "no more staging: what Derna cannot hold is eliminated (18.15)"
    end = called(excess_eliminated, turn, answers={"attacker.leave.derna": {"squadra": 3}})
    assert {unit.id: unit.number for unit in end.state.units} == {"squadra": 0, "jg": 1}
    assert end.losses() == [("attacker", "squadra: Italian AAF", 3, "eliminated")]
