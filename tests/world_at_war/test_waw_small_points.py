"""Small points: what is told when nothing happens, what may be left unanswered, labels of what is asked, and exact limits."""

from dataclasses import replace

import pytest
from test_waw_17_3127_sinking import SEA
from waw import AMERICAN_NAVAL, BRITISH, GERMAN, JAPAN_AND_ALLIES, line
from waw_counterair import EAST, INVERTED, RAF, TRANSPORT, fleeing, refuge
from waw_desert import DESERT
from waw_direct import begun, called, changed_base, changed_unit, holding, options
from waw_ground import battle, operation, turn_of
from waw_kamikazes import at_home
from waw_phases import titles
from waw_raids import HEAD as RAID_HEAD
from waw_raids import RAIDS
from waw_transports import flight
from waw_transports import turn_of as transports_of

from airwar.rulesets.world_at_war import airbases, carriers, defensive_air_support, staging
from airwar.rulesets.world_at_war import carriers as sinking
from airwar.rulesets.world_at_war import counterair_rounds as flying_off
from airwar.rulesets.world_at_war import counterair_rounds as rounds
from airwar.rulesets.world_at_war import defensive_air_support as interception
from airwar.rulesets.world_at_war import kamikaze_orders as construction
from airwar.rulesets.world_at_war import strategic_bombing as bombing
from airwar.rulesets.world_at_war import transport_interception as over_transports
from airwar.rulesets.world_at_war import transport_orders as ordering
from airwar.rulesets.world_at_war.ordering import line_labels
from airwar.rulesets.world_at_war.setting import BombingRaid, Kamikazes
from airwar.rulesets.world_at_war.standing import adjusted, geography, place_name, standing
from airwar.rulesets.world_at_war.state import Intercepted, Interception, free_to_fly
from airwar.rulesets.world_at_war.strategic_forces import chosen_bombers, chosen_escort
from airwar.rulesets.world_at_war.units import Effect


@pytest.mark.parametrize("ready", [1, 2])
def test_18_51_what_matters_of_units_for_a_mission_is_each_factor_that_is_free(ready):
    unit = begun(DESERT).unit("jg")
    assert free_to_fly([unit.holding(ready=ready)]) != free_to_fly([unit.holding(ready=ready - 1, inverted=1)])


def prepared_only(turn):
    return turn.with_setting(replace(turn.setting, orders_asked=False))


@pytest.mark.parametrize(
    ("step", "part"),
    [
        (sinking.carriers_are_sunk, "combat.sinkings"),
        (carriers.naval_air_transfers, "movement.transfers"),
        (airbases.airbases_are_placed, "movement.airbases"),
    ],
)
def test_18_51_a_phase_in_which_nothing_is_ordered_is_not_entered(step, part):
    turn = prepared_only(begun(SEA, JAPAN_AND_ALLIES, part.partition(".")[0], part))
    end = called(step, turn)
    assert (titles(end), end.asked, end.state.value) == ([], [], turn)


def test_17_71_no_change_of_front_is_not_entered():
    turn = prepared_only(begun(RAIDS, RAID_HEAD, "redeployment", "redeployment.strategic"))
    assert titles(called(bombing.redeploy_strategic, turn)) == []
    asked = begun(RAIDS, RAID_HEAD, "redeployment", "redeployment.strategic")
    end = called(bombing.redeploy_strategic, asked)
    assert len(titles(end)) == 1
    assert end.asked[0].optional


def test_17_3124_a_damaged_carrier_is_not_offered_again():
    turn = begun(SEA, JAPAN_AND_ALLIES, "combat", "combat.sinkings")
    answers = {"sinkings.referee.event.1": "ryujo/damaged", "sinkings.referee.event.2": "no-more"}
    end = called(sinking.carriers_are_sunk, turn, answers=answers)
    before, after = options(end.asked[0]), options(end.asked[1])
    assert [one for one in before if one not in after] == ["ryujo", "ryujo/damaged"]
    assert end.asked[0].facts() == {f"won.{base.id}": 0 for base in turn.bases}
    (question,) = called(sinking.on_patrol, turn, "soryu", answers={"referee.patrol.soryu": {}}).asked
    assert question.optional
    assert not any(question.default.values())


def test_18_523_as_many_as_possible_fly_to_a_refuge_by_default():
    turn = begun(EAST)
    fight_ = fleeing(turn, (refuge("near", 3, 6), refuge("also", 3, 9)))
    end = called(flying_off.defender_flies_off, fight_, answers={"defender.refuge.near.raf": {"raf": 1}})
    (question,) = end.asked
    assert dict(question.default) == {"raf": 2}
    assert question.refuses({"raf": 0}) is not None  # naval air would find no room


def test_19_64_nothing_spills_without_a_surplus_or_without_inverted_units():
    for spared, surplus in (((INVERTED, TRANSPORT), 0), ((TRANSPORT,), 3)):
        assert called(rounds.spill, spared, surplus).state == spared
    after = called(rounds.spill, (INVERTED, TRANSPORT), 1).state
    assert [(one.unit, one.number) for one in after] == [("ju", 2), ("raf", 1)]


def test_18_5631_who_is_not_hit_is_as_before():
    stukas, raf = line(GERMAN, 3, unit="stukas"), line(BRITISH, 2, unit="raf")
    dice = {"x.r1.attacker.fire": [6, 6], "x.r1.defender.fire": [1, 1]}
    weak = raf._replace(parts=(1,))
    end = called(interception.clash, (stukas,), (weak,), turn_of().setting.rulings, dice=dice, scope="x")
    attackers, defenders = end.state
    assert (attackers, defenders) == ((stukas,), ())
    assert [loss[0] for loss in end.losses()] == ["defender"]


def test_19_52_rounding_is_told_for_both_sides_of_an_interception():
    turn = turn_of("stukas", "raf")
    turn = changed_unit(changed_unit(turn, "raf", ready=0, flying=3), "stukas", ready=4, flying=2)
    one = battle(cover=(("raf", 3),), types=(("raf", turn.unit("raf").air_type),), turn=turn)
    came, cover = (line(GERMAN, 2, unit="stukas"),), (line(BRITISH, 3, unit="raf"),)
    whole = Intercepted((came[0].broken(),), (cover[0].broken(),), came, cover, (), False, 1)
    assert called(interception.all_return, turn, one, whole).told("ruling") == []
    left = cover[0].broken()._replace(parts=(2, 3, 3))
    halves = whole._replace(defenders=(left,))
    assert [body["option"] for body in called(interception.all_return, turn, one, halves).told("ruling")] == ["recombination"]
    struck = came[0].broken()._replace(parts=(2, 2, 1))
    both = halves._replace(attackers=(struck,))
    assert len(called(interception.all_return, turn, one, both).told("ruling")) == 2


def test_17_43b_what_is_told_of_the_pool():
    pool = Kamikazes(6, 4, 2)
    assert len(called(construction.growing, pool, 4).told("note")) == 1
    turn = replace(at_home("training-rate: 4, unbuilt-nas: 2"), kamikazes=Kamikazes(9))
    notes = called(construction.converted, turn, {"elite": 1, "unbuilt-nas": 1}).notes()
    assert ["unbuilt kamikaze" in note for note in notes] == [False, True]


def test_18_621_a_base_in_trouble_is_told_when_its_units_intercept():
    turn = changed_base(transports_of(options="interception-base: own-hex"), "fort", supply="partial")
    transit = over_transports.Transit(turn, flight(to="fort"))
    answers = {"defender.intercept": "fort", "defender.interceptors": {"raf": 1}}
    end = called(over_transports.defender_intercepts, transit, answers=answers)
    assert [body["option"] for body in end.told("ruling")] == ["interception-base"]


def test_18_532_no_transport_that_is_inverted_flies():
    turn = transports_of()
    spent = turn.with_units([turn.unit(name).all_inverted() for name in ("ju-52", "savoia")])
    assert ordering.transports(None, spent, "home", "pocket").units == {}


def test_18_522b_every_unit_that_is_asked_about_has_a_label():
    force = (line(GERMAN, 2, unit="jg"), line(AMERICAN_NAVAL, 1, unit="faa"))
    assert list(line_labels(force)) == ["jg", "faa"]
    rulings = turn_of().setting.rulings
    before = Interception("field", force, (RAF,), force, (RAF,), force, rulings)
    answers = {"attacker.press": "another", "attacker.reinforce": {"jg": 1}}
    end = called(interception.attacker_presses, before, answers=answers)
    assert set(end.asked[1].labels) == {"jg", "faa"}


def test_18_611_each_hex_is_covered_once_and_waits_once():
    turn = replace(turn_of(), part="combat.ground-support")
    before = operation(turn, battle("field", turn=turn), battle("hill", known=False, turn=turn))
    answers = {
        "combat.ground-support.defender.order.1": "hill",
        "hill.defender.support": {"raf": 1},
        "combat.ground-support.defender.order.2": "no-more",
    }
    end = called(defensive_air_support.place_defensive_air_support, before, answers=answers)
    assert end.state.state.waiting == ("field", "hill")


def test_18_21_who_has_room_is_not_told_that_there_is_none():
    turn = begun(DESERT, part="movement.staging")
    end = called(staging.staging_ordered, turn, "jg", answers={"attacker.stage.jg": {}})
    assert (end.told("note"), holding(end.state)) == ([], holding(turn))


def test_18_12_a_full_port_city_is_told_when_somebody_would_stage_there():
    text = DESERT.replace("tripoli: {side: axis, facilities: [city]}", "tripoli: {side: axis, facilities: [port-city]}")
    turn = begun(text, part="movement.staging")
    guest = turn.unit("regia")._replace(id="guest", home="tripoli", ready=5, inverted=0)
    full = replace(turn, units=(*turn.units, guest))
    end = called(staging.staging_ordered, full, "jg", answers={"attacker.stage.jg": {}})
    assert [body["option"] for body in end.told("ruling")] == ["port-city"]
    roomy = full.with_units([guest._replace(ready=4)])
    assert called(staging.staging_ordered, roomy, "jg", answers={"attacker.stage.jg": {}}).told("ruling") == []


@pytest.mark.parametrize(("effects", "left"), [(Effect(0, 1), 3), (Effect(2, 0), 1)])
def test_19_64_a_lone_line_takes_everything(effects, left):
    (after,) = called(rounds.defenders_suffer, (RAF,), (RAF,), effects).state
    assert after.number == left
    (inverted,) = called(rounds.defenders_suffer, (INVERTED,), (INVERTED,), Effect(1, 1)).state
    assert (inverted.number, inverted.aborted) == (1, (0,))


def test_17_71_strategic_units_stand_on_a_front():
    turn = begun(RAIDS, RAID_HEAD)
    places = dict.fromkeys((row.side, place_name(turn, row.place)) for row in standing((turn,)))
    fronts = [(side, place) for side, place in places if place.endswith("front")]
    assert fronts == [("allies", "Western front"), ("axis", "Western front"), ("axis", "Southern front")]


def test_18_57_a_map_shows_who_holds_each_base_and_the_targets_of_raids_as_the_defenders():
    """Where orders are asked for, the attacker's own bases are among the targets that can be named."""
    raids = "bombing: [{id: essen, front: western, nation: germany, distances: {england: 4}, bombers: {eighth: 1}}]\n"
    for rest, targets in ((RAIDS, {}), (RAIDS + raids, {"essen": "axis"})):
        sites = geography((begun(rest, RAID_HEAD),)).sites
        held = dict.fromkeys(("england", "scotland"), "allies") | dict.fromkeys(("ruhr", "paris", "rome", "box"), "axis")
        assert {site.id: site.holder for site in sites} == held | targets


def test_17_71_strategic_units_are_put_on_a_front_by_a_ruling():
    turn = begun(RAIDS, RAID_HEAD)
    assert adjusted(turn, "eighth", "at", "southern").unit("eighth").home == "southern"
    with pytest.raises(ValueError, match="'asia' is not a front; there is western, southern"):
        adjusted(turn, "eighth", "at", "asia")


def test_17_71_a_front_that_is_called_like_a_base_takes_none_of_its_room():
    turn = begun(RAIDS.replace("western", "england"), RAID_HEAD)
    based = [turn.unit(unit).left for unit in ("ninth", "raf", "shooting")]
    assert (turn.unit("eighth").home, turn.load("england")) == ("england", (sum(based), 0))


def test_18_21_of_a_partly_inverted_unit_the_uninverted_go_first_by_default():
    turn = changed_unit(begun(RAIDS, RAID_HEAD), "ninth", ready=2, inverted=1)
    places, usual = {"scotland": 5, "paris": 5}, {"scotland": 2, "paris": 1}
    end = called(staging.destinations, turn, turn.unit("ninth"), places, "k", usual=usual, answers={"k": {"paris": 1}})
    assert end.asked[0].default == {"scotland": 2, "scotland/inverted": 0, "paris": 0, "paris/inverted": 1}
    assert end.state == [("paris", 1, 0)]


def test_18_57_bases_are_targets_only_where_orders_are_asked_for():
    asked = begun(RAIDS, RAID_HEAD).setting.strategy.targets
    prepared = begun(RAIDS.replace("orders: ask", "orders: prepared"), RAID_HEAD).setting.strategy.targets
    assert (len(asked), prepared) == (6, {})


def test_18_57_the_escort_that_is_proposed_is_legal():
    turn = begun(RAIDS, RAID_HEAD, "combat", "combat.bombing")
    japanese = turn.unit("ninth").air_type._replace(nation="japan")
    turn = changed_unit(changed_unit(turn, "ninth", air_type=japanese, ready=12), "raf", air_type=japanese)
    one = BombingRaid("ruhr", (("ninth", 1),))
    aim = turn.setting.strategy.targets["ruhr"]
    end = called(chosen_escort, turn, aim, one, (), answers={"attacker.escort": {"ninth": 2}})
    assert options(end.asked[0]) == {"ninth": 11, "raf": 3}
    assert {name: number for name, number in end.asked[0].default.items() if number} == {"ninth": 2}  # all would be too many


def test_18_545_ground_units_embark_at_one_of_several_bases():
    turn = transports_of(part="movement.air-transport")
    turn = changed_base(turn, "pocket", facilities=("city",))
    scope = "movement.air-transport.0"
    answers = {
        f"{scope}.attacker.embark": "pocket",
        f"{scope}.attacker.transports": {"ju-52": 1},
        f"{scope}.attacker.cargo.pocket": {"infantry": 1},
    }
    end = called(ordering.flights_ordered, turn, "home", answers=answers)
    assert options(end.asked[0]) == ["rear", "pocket"]
    (one,) = end.state.flights
    assert (one.from_, one.to, one.force, one.route) == ("pocket", "home", (("ju-52", 1),), ("pocket", "home"))


def test_18_57_bombers_that_do_not_suit_the_escort_are_not_proposed():
    turn = begun(RAIDS, RAID_HEAD, "combat", "combat.bombing")
    aim = turn.setting.strategy.targets["ruhr"]
    for escort, proposed in ((("raf", 1), {}), (("mustangs", 1), {"eighth": 5})):
        one = BombingRaid("ruhr", escort=(escort,))
        (question,) = called(chosen_bombers, turn, aim, one, (), answers={"attacker.bombers": {}}).asked
        assert {name: number for name, number in question.default.items() if number} == proposed


def test_18_523_the_most_that_a_refuge_takes_is_proposed():
    fight_ = fleeing(begun(EAST), (refuge("near", 3, 9), refuge("also", 3, 15)))
    answers = {"defender.refuge.near.raf": {"raf": 0}, "defender.refuge.near.faa": {"faa": 2}}
    question, _ = called(flying_off.defender_flies_off, fight_, answers=answers).asked
    assert (options(question), dict(question.default)) == ({"raf": 3}, {"raf": 3})


def test_18_12_a_port_city_with_room_for_all_squadrons_is_not_told():
    text = DESERT.replace("tripoli: {side: axis, facilities: [city]}", "tripoli: {side: axis, facilities: [port-city]}")
    turn = begun(text, part="movement.staging")
    guest = turn.unit("regia")._replace(id="guest", home="tripoli", ready=4, inverted=0)
    naval = turn.unit("faa")._replace(id="one", side="axis", home="tripoli", ready=1)
    turn = replace(turn, units=(*turn.units, guest, naval, naval._replace(id="two", home="benghazi", ready=2)))
    end = called(staging.staging_ordered, turn, "two", answers={"attacker.stage.two": {"tripoli": 1}})
    assert end.told("ruling") == []  # two thirds of a factor are left, which is enough for two squadrons
    three = changed_unit(turn, "two", ready=3)
    end = called(staging.staging_ordered, three, "two", answers={"attacker.stage.two": {"tripoli": 1}})
    assert [body["option"] for body in end.told("ruling")] == ["port-city"]
