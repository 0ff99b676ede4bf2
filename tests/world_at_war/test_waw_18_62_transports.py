"""Air supply, air transport, airdrops, the Hump, and their interception (17.6, 18.53, 18.54, 18.62)."""

import pytest
from support import fight, problems_of
from waw import changed, changes
from waw_front import DROP, SUPPLY, TRANSPORT, battle, front, unit

from airwar.rulesets.world_at_war.transport import gathered
from airwar.rulesets.world_at_war.transport_orders import transport_distance

# 18.53


@pytest.mark.proves("18.532", "17.63A", "17.6")
def test_18_53_each_transport_factor_supplies_one_ground_unit():
    fought = fight(front(SUPPLY, "ju-52"))
    assert fought.notes() == ["corps is supplied", "panzers is supplied"]
    assert unit(fought, "ju-52") == (1, 2)
    assert fought.end.result == "2 of 2 supplied"


def test_18_531_air_supply_is_flown_in_the_movement_phase_only():
    wrong = SUPPLY.replace("kind: supply", "kind: supply\n    phase: combat")
    assert problems_of(front(wrong, "ju-52")) == [
        "27:12: supply is not flown in the combat phase; expected movement (18.511-18.513)"
    ]


def test_18_533_air_supply_needs_a_base_and_range():
    far = SUPPLY.replace("to: pocket", "to: rear")
    assert problems_of(front(far, "ju-52")) == ["29:19: ju-52 has a range of 4; Rear is 8 hexes away (18.45)"]
    nowhere = SUPPLY.replace("from: home", "from: pocket")
    found = problems_of(front(nowhere, "ju-52"))
    assert found == [
        "28:9: supply Pocket from there; expected two places (18.531, 18.541, 18.545)",
        "29:19: ju-52 flies from Pocket, which has no facility that offensive missions may be flown from (18.51)",
    ]


@pytest.mark.proves("18.621", "18.621A", "18.471", "18.623")
def test_18_534_intercepted_transports_bring_no_supply():
    fought = fight(
        front(SUPPLY, "ju-52", "raf"),
        """
            intercept pocket; interceptors 1 raf; attack 1 raf
            defender.fire 6 6  # 1/3
            passengers.eliminated 1 panzers
        """,
    )
    assert fought.notes() == ["panzers gets no supply", "corps gets no supply"]
    assert unit(fought, "ju-52") == (1, 1)
    assert unit(fought, "raf") == (2, 1)
    assert fought.end.result == "0 of 2 supplied"


# 18.621


def test_18_621_any_one_hex_of_the_route_with_both_ends():
    routed = SUPPLY.replace("to: pocket", "over: [field, hill]\n    to: pocket")
    asked = fight(front(routed, "ju-52", "raf"), "intercept none").asked[0]
    assert list(asked.options) == ["none", "home", "field", "hill", "pocket"]


def test_18_621_air_at_a_base_in_partial_supply_intercepts_over_its_own_hex_only():
    over_fort = SUPPLY.replace("to: pocket", "over: [fort]\n    to: pocket")
    asked = fight(front(over_fort, "ju-52", "raf", fort=", supply: partial"), "intercept none").asked
    assert [list(question.options) for question in asked] == [["none", "fort"]]
    strict = front(over_fort, "ju-52", "raf", fort=", supply: partial", options="interception-base: strict")
    assert fight(strict).asked == []


def test_18_621_naval_air_on_carriers_and_inverted_air_do_not_intercept():
    idle = "{id: idle, nation: britain, type: aaf, count: 1, inverted: 1, at: fort}"
    assert fight(front(SUPPLY, "ju-52", "sea-hurricanes", idle)).asked == []


def test_18_621b_air_transport_is_intercepted():
    fought = fight(front(TRANSPORT, "ju-52", "raf"), "intercept none; ends.ju-52 home")
    assert list(fought.asked[0].options) == ["none", "home"]
    assert fought.notes() == ["alpini is air transported", "rangers is air transported"]


def test_18_621c_airdrops_are_intercepted():
    fought = fight(front(DROP, "ju-52", "raf"), "intercept none")
    assert fought.end.result == "2 of 2 dropped"


@pytest.mark.proves("17.63D")
def test_18_621d_flights_over_the_hump_are_intercepted():
    hump = "transports:\n  - {kind: hump, from: home, to: pocket, with: {ju-52: 3}}\n"
    fought = fight(
        front(hump, "ju-52", "raf", theater="pacific"), "intercept pocket; interceptors 3 raf; attack 3 raf; defender.fire 4 6"
    )
    assert fought.rolls()["pocket-hump.transports.defender.fire"]["result"] == "2/2"
    assert fought.end.result == "0 of 3 flown over the Hump"


# 18.622


INTERCEPT = {"pocket-supply.defender.intercept": "pocket"}


@pytest.mark.proves("18.62", "18.472")
@pytest.mark.proves("18.511I", "18.512H")
def test_18_622_all_counter_interceptors_meet_all_interceptors_and_the_excess_is_lost():
    fought = fight(
        front(SUPPLY, "ju-52", "fighters", "raf"),
        "intercept pocket; interceptors 3 raf; counter 1 fighters; fire 1 1, 6 6; press enough; attack none",
    )
    assert fought.losses()[0] == ("attacker", "fighters: German AAF", 1, "eliminated")
    assert unit(fought, "fighters") == (2, 0)
    assert unit(fought, "raf") == (0, 3)  # who fought is inverted
    assert fought.end.result == "2 of 2 supplied"  # effects beyond the escort do not reach the transports
    assert "counter-interception is an offensive operation; pay its BRP cost" in fought.notes()


def test_18_622_the_moving_player_adds_fresh_units_to_a_round_that_the_interceptors_want():
    fought = fight(
        front(SUPPLY, "ju-52", "fighters", "raf"),
        """
            intercept pocket; interceptors 2 raf; counter 1 fighters
            fire 1 1, 1 1  # row 2, 2: 0/1
            press another; stand stand; reinforce 2 fighters
            fire 6 6, 1 1  # row 3, 12: 2/3
        """,
    )
    assert unit(fought, "raf") == (1, 0)
    assert unit(fought, "fighters") == (0, 3)


def test_18_622_fresh_units_meet_another_round_though_no_counter_interceptor_survived():
    fought = fight(
        front(SUPPLY, "ju-52", "fighters", "raf"),
        """
            intercept pocket; interceptors 3 raf; counter 1 fighters
            fire 3 1, 6 6  # row 1: 0/1, so that one interceptor could not attack
            press another; stand stand; reinforce 2 fighters
            fire 1 1, 1 1; press withdraw
        """,
    )
    reinforce = next(question for question in fought.asked if question.key.endswith("attacker.reinforce"))
    assert reinforce.refuses({}) is not None  # there is nobody else to fight the round
    assert "1 aborted factor rejoins for the next round" in fought.notes()
    assert fought.rolls()["pocket-supply.r2.attacker.fire"]["row"] == "2"


def test_18_622_the_moving_player_may_withdraw_from_another_round():
    fought = fight(
        front(SUPPLY, "ju-52", "fighters", "raf"),
        """
            intercept pocket; interceptors 2 raf; counter 1 fighters
            fire 1 1, 1 1; press another; stand withdraw; attack 2 raf
            defender.fire 1 1  # row 2: 0/1
            passengers.aborted 1 corps
        """,
    )
    assert fought.end.result == "1 of 2 supplied"


def test_18_622_naval_air_on_carriers_does_not_counter_intercept():
    fought = fight(front(SUPPLY, "ju-52", "vals", "raf"), "intercept pocket; interceptors 1 raf; attack none")
    assert unit(fought, "vals") == (4, 0)


def test_18_623_interceptors_that_decline_a_round_may_attack_the_transports():
    declined = fight(
        front(SUPPLY, "ju-52", "fighters", "raf"),
        "intercept pocket; interceptors 1 raf; counter 1 fighters; fire 1 1, 1 1; press enough; attack none",
    )
    assert [dict(one.items) for one in declined.asked if one.key == "pocket-supply.r1.defender.attack"] == [{"raf": 1}]


# 18.623


def test_18_623_interceptors_that_aborted_in_the_last_round_may_not_attack():
    fought = fight(
        front(SUPPLY, "ju-52", "fighters", "raf"),
        """
            intercept pocket; interceptors 2 raf; counter 1 fighters
            fire 2 2, 1 1  # row 1, 4: 0/1
            press enough; attack 1 raf
            defender.fire 1 1
        """,
    )
    offered = next(question for question in fought.asked if question.key.endswith("defender.attack"))
    assert offered.items == {"raf": 1}
    assert fought.rolls()["pocket-supply.transports.defender.fire"]["row"] == "1"
    assert "pocket-supply.transports.attacker.fire" not in fought.rolls()  # transports do not roll


def test_18_623_interceptors_that_neither_fought_nor_attacked_return_uninverted():
    fought = fight(front(SUPPLY, "ju-52", "raf"), "intercept pocket; interceptors 3 raf; attack 1 raf; defender.fire 1 1")
    assert unit(fought, "raf") == (2, 1)


def test_18_46_interceptors_without_a_fight_that_land_at_another_base_are_inverted():
    twin = front(SUPPLY, "ju-52", "raf").replace("hill: {side: allies}", "hill: {side: allies, facilities: [city]}")
    twin = twin.replace("akagi: {field: 3, hill: 3, pocket: 3}", "hill: {pocket: 4}")
    fought = fight(twin, "intercept pocket; interceptors 3 raf; attack none; return.raf.pocket.unused fort")
    assert unit(fought, "raf") == (3, 0)
    fought = fight(twin, "intercept pocket; interceptors 3 raf; attack none; return.raf.pocket.unused hill")
    assert (fought.state.unit("raf").home, *unit(fought, "raf")) == ("hill", 0, 3)
    assert "raf lands at a base other than its own and is inverted" in fought.notes()


@pytest.mark.proves("17.65", "19.52")
def test_18_623_transports_are_squadrons_against_naval_air_and_gathered_into_factors():
    fought = fight(
        front(SUPPLY, "ju-52", "faa"),
        "intercept pocket; interceptors 4 faa; attack 4 faa; defender.fire 1 3; passengers.aborted 1 corps",
    )
    assert fought.rolls()["pocket-supply.transports.defender.fire"]["result"] == "1/2"
    assert "ju-52: 1 squadron eliminated and 2 aborted, combined into factors" in fought.notes()
    assert unit(fought, "ju-52") == (1, 2)  # one squadron lost is no factor lost, but three of one factor failed
    assert fought.end.result == "1 of 2 supplied"


@pytest.mark.parametrize(
    ("killed", "turned", "factors"),
    [(0, 0, (0, 0)), (0, 1, (0, 0)), (0, 2, (0, 1)), (1, 0, (0, 0)), (1, 1, (0, 1)), (2, 0, (1, 0)), (2, 2, (1, 0)), (2, 3, (1, 1)),
     (3, 0, (1, 0)), (3, 3, (1, 1)), (4, 1, (1, 1)), (5, 0, (2, 0)), (5, 1, (2, 0))],
)  # fmt: skip
def test_17_65_two_squadrons_in_three_settle_a_transport_factor(killed, turned, factors):
    assert gathered(killed, turned) == factors


# 18.624 and 18.54


@pytest.mark.proves("18.546", "18.542", "17.63B", "18.54")
def test_18_624_passengers_die_with_their_transport_or_return_with_it():
    fought = fight(
        front(TRANSPORT, "ju-52", "raf"),
        """
            intercept home; interceptors 1 raf; attack 1 raf
            defender.fire 4 4  # row 1, 8: 1/1
            passengers.eliminated 1 alpini
        """,
    )
    assert ("attacker", "alpini", 1, "eliminated with its transport") in fought.losses()
    assert ("attacker", "rangers", 1, "returned to base") in fought.statuses()
    assert fought.state.unit("ju-52").home == "home"
    assert unit(fought, "ju-52") == (1, 1)


@pytest.mark.proves("17.61")
def test_18_545_transports_end_at_either_base_and_may_stage_to_the_first():
    back = fight(front(TRANSPORT, "ju-52"), "ends.ju-52 home")
    assert unit(back, "ju-52") == (1, 2)
    there = fight(front(TRANSPORT, "ju-52"), "ends.ju-52 rear")
    assert unit(there, "ju-52") == (1, 0)
    assert there.state.unit("ju-52/rear").inverted == 2
    staged = TRANSPORT.replace("to: rear", "to: home").replace("from: home", "from: rear")
    fought = fight(front(staged, "ju-52"), "ends.ju-52 home")
    assert "2 German air transports of ju-52 stage to Rear" in fought.notes()


def test_18_541_how_far_ground_units_are_carried():
    assert (transport_distance("europe"), transport_distance("pacific")) == (8, 6)
    found = problems_of(front(TRANSPORT, "ju-52", theater="pacific"))
    assert "28:9: Rear is 8 hexes away from Home; air transport reaches 6 (18.541)" in found


@pytest.mark.proves("18.513B")
def test_18_513_counter_interception_in_the_redeployment_phase_costs_nothing():
    late = TRANSPORT.replace("kind: transport", "kind: transport\n    phase: redeployment")
    fought = fight(
        front(late, "ju-52", "fighters", "raf"),
        "intercept home; interceptors 1 raf; counter 3 fighters; fire 6 6, 1 1; ends.ju-52 rear",
    )
    assert not [text for text in fought.notes() if "BRP" in text]
    assert unit(fought, "raf") == (2, 0)


FLOWN = front(
    """transports:
  - {kind: transport, from: home, to: rear, with: {ju-52: 1}, carrying: [{id: unit, movement: 1}]}
  - {kind: airdrop, from: home, to: hill, with: {ju-52: 1}, carrying: [{id: para, type: airborne}]}
  - {kind: supply, from: home, to: pocket, with: {ju-52: 1}, carrying: [{id: corps}]}
""",
    *("ju-52", "stukas"),
)


@changes("""
    , movement: 1} => , type: armor}
        27:79: unit is armor; air transports carry one-factor infantry and specialized units (18.543, 18.544)
    , movement: 1} => , type: replacement}
        27:79: unit is replacement; air transports carry one-factor infantry and specialized units (18.543, 18.544)
    , movement: 1} => , type: partisan}
        27:79: unit is partisan; air transports carry one-factor infantry and specialized units (18.543, 18.544)
    , movement: 1} => , type: other}
        27:79: unit is other; air transports carry one-factor infantry and specialized units (18.543, 18.544)
    movement: 1 => factors: 2
        27:79: unit is infantry of 2 factors; air transports carry one-factor infantry (18.544)
    movement: 1}] => movement: 3}], enemy-zoc: true, terrain: rough
        27:79: unit has 3 movement factors left; embarking and debarking cost 4 (18.547)
    movement: 1 => supplied: false
        27:79: unit is unsupplied and may not be air transported (18.547)
    movement: 1 => moved-by: [air]
        27:79: unit was already air transported in this turn (18.547)
    movement: 1 => moved-by: [sea]
        27:79: unit was sea transported in this movement phase (18.547)
    type: airborne => type: airborne, moved-by: [air]
        28:77: para was air transported in this turn and may not be dropped (18.547)
    {ju-52: 1} => {stukas: 1}
        27:60: German AAF units carry nothing; expected air transports (17.63)
    home: {side: axis, => home: {side: axis, box: other,
        29:58: ju-52 is in Home, a box; no mission is flown out of one (18.49)
    pocket: {side: axis => pocket: {side: axis, box: other
        29:36: Pocket is a box; no mission is flown into one (18.49)
""")
@pytest.mark.proves("18.543", "18.544", "18.547", "18.547A", "18.547C", "17.63", "18.49")
def test_18_547_what_is_not_flown(old, new, problem):
    assert problem in changed(FLOWN, old, new)


@pytest.mark.parametrize(
    "cargo",
    ["{id: unit, movement: 1}", "{id: unit, type: specialized, factors: 3}", "{id: unit, movement: 1, nation: japan}"],
)
@pytest.mark.proves("18.547A")
def test_18_544_specialized_units_of_any_size_are_carried_and_debarking_costs_one(cargo):
    jungle = ", terrain: jungle" * ("japan" in cargo)
    assert changed(FLOWN, "carrying: [{id: unit, movement: 1}]", f"carrying: [{cargo}]{jungle}") == []


def test_18_547b_stacking_does_not_limit_air_transport():
    many = "transports:\n  - kind: transport\n    from: home\n    to: rear\n    with: {fleet: 9}\n    carrying: ["
    many += ", ".join(f"{{id: unit-{number}}}" for number in range(9)) + "]\n"
    fleet = "{id: fleet, nation: germany, type: transport, count: 9, at: home}"
    end = fight(front(many, fleet), "ends.fleet split; split 4 home 5 rear")
    assert end.end.result == "9 of 9 air transported"
    assert [(unit.home, unit.inverted) for unit in end.state.units] == [("home", 4), ("rear", 5)]


@pytest.mark.proves("18.512")
def test_17_63c_airborne_factors_that_come_through_join_the_attack():
    fought = fight(front(DROP + battle("attackers: 1, defenders: [{factors: 1}], result: D"), "ju-52"), "attack attack")
    sheet = fought.told("sheet")[0]
    assert ["Axis", "ground", "3", "3"] in sheet["rows"]
    assert fought.end.result == "Field: 2 of 2 dropped; Field: defender eliminated"


def test_19_61_losses_of_transports_are_shared_over_nationalities():
    both = SUPPLY.replace("{ju-52: 2}", "{ju-52: 1, savoia: 1}")
    fought = fight(
        front(both, "ju-52", "savoia", "raf"),
        """
            intercept pocket; interceptors 1 raf; attack 1 raf
            defender.fire 3 4  # row 1, +1: 8: 1/1
            passengers.eliminated 1 corps
        """,
    )
    assert unit(fought, "savoia") == (0, 0)  # equal numbers: the lower DRM first
    assert unit(fought, "ju-52") == (2, 1)


def test_18_545_nobody_is_flown_to_a_base_that_has_lost_its_airbase_since_the_order_was_given():
    text = front(TRANSPORT.replace("kind: transport", "kind: transport\n    phase: redeployment"), "ju-52").replace(
        "rear: {side: axis, facilities: [city]}", "rear: {side: axis, facilities: [airbase], airbase-of: germany}"
    )
    lost = "fallen: [{at: rear, phase: combat, kind: airbase}]\n"
    assert [unit.flying + unit.inverted for unit in fight(text + lost).state.units] == [0]
    told = fight(text + lost).notes()
    reason = "Rear is not an operational city or airbase of axis (18.545)"
    assert f"ju-52: the 2 ordered to fly cannot: {reason}" in told
