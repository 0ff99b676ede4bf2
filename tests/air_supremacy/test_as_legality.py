"""Everything that a scenario may not say, by the place in the file where it is said; and what is just within the limits."""

import json

import pytest

from airwar.errors import BadScenario
from airwar.setup.loading import parse_scenario

SPACES = {
    "field": {"kind": "land", "nation": "uk", "adjacent": ["sea", "base"]},
    "sea": {"kind": "sea", "adjacent": ["sound"]},
    "sound": {"kind": "sea"},
    "far": {"kind": "sea"},
    "base": {"kind": "land", "nation": "uk"},
    "camp": {"kind": "land", "nation": "germany", "adjacent": ["sea"]},
}
ARMY = {"id": "army", "nation": "germany", "type": "infantry", "count": 2, "at": "camp"}
GUARD = {"id": "guard", "nation": "uk", "type": "infantry", "at": "field"}
RAF = {"id": "raf", "nation": "uk", "type": "fighter", "at": "base"}
PICKET = {"id": "picket", "nation": "uk", "type": "destroyer", "at": "sea"}
CRUISER = {"id": "cruiser", "nation": "germany", "type": "destroyer", "count": 2, "at": "sea"}
SHIP = {"id": "ship", "nation": "germany", "type": "transport", "at": "sea"}
TROOPS = {"id": "troops", "nation": "germany", "type": "infantry", "count": 2, "aboard": "ship"}
ARK = {"id": "ark", "nation": "uk", "type": "aircraft-carrier", "at": "sea"}
JG = {"id": "jg", "nation": "germany", "type": "fighter", "count": 2, "at": "camp"}
ATTACK = {"at": "field", "with": {"army": 2}}
AT_SEA = {"at": "sea", "with": {"cruiser": 2, "ship": 1}}


def file(units=(), battles=(ATTACK,), **more):
    """A scenario with an attack on a field; a key of a line each, so that a problem's line says what it is about."""
    document = {"airwar": 1, "ruleset": "air-supremacy", "title": "test", "attacker": "germany", "spaces": SPACES}
    document |= {"options": {"placeholder-values": "yes"}, "units": [ARMY, GUARD, *units], "battles": list(battles)}
    return json.dumps(document | more, indent=1)


def faults(text):
    """The lines of a file at which it has problems, without commas."""
    lines = text.splitlines()
    try:
        parse_scenario(text, "test.yaml")
    except BadScenario as bad:
        return [lines[problem.line - 1].strip().rstrip(",") for problem in bad.problems]
    return []


def unit(like, **more):
    return {key: value for key, value in (like | more).items() if value is not None}


@pytest.mark.parametrize(
    ("units", "found"),
    [
        ([RAF], []),
        ([unit(RAF, damaged=True)], ['"damaged": true']),
        ([unit(PICKET, type="battleship", damaged=True)], []),
        ([unit(RAF, **{"out-for": "germany"})], []),
        ([unit(RAF, **{"out-for": "atlantis"})], ['"out-for": "atlantis"']),
        ([unit(RAF, **{"bound-for": "field"})], []),
        ([unit(RAF, returning=True)], []),
        ([unit(GUARD, id="more", **{"out-for": "germany"})], ['"out-for": "germany"']),
        ([unit(GUARD, id="more", **{"bound-for": "field"})], ['"bound-for": "field"']),
        ([unit(JG, returning=True)], ['"returning": true']),
        ([unit(RAF, returning=True, **{"bound-for": "field"})], ['"returning": true']),
        ([unit(RAF, returning=True, **{"out-for": "germany"})], ['"returning": true']),
        ([unit(RAF, **{"out-for": "germany", "bound-for": "field"})], ['"bound-for": "field"']),
        ([unit(JG, returning=True, **{"out-for": "uk"})], ['"out-for": "uk"']),
        ([unit(RAF, at="sea")], ['"at": "sea"']),
        ([unit(PICKET, at="base")], ['"at": "base"']),
        ([unit(GUARD, id="more", at="sea")], ['"at": "sea"']),
        ([unit(RAF, at=None)], ["{"]),
        ([unit(RAF, aboard="ark"), ARK], ["{"]),
        ([unit(RAF, at=None, aboard="nobody")], ['"aboard": "nobody"']),
        ([ARK, unit(RAF, at=None, aboard="ark", count=2)], []),
        ([ARK, unit(RAF, at=None, aboard="ark", count=3)], ['"id": "ark"']),
        ([ARK, unit(RAF, at=None, aboard="ark", type="bomber")], ['"aboard": "ark"']),
        ([ARK, unit(GUARD, id="more", at=None, aboard="ark")], ['"aboard": "ark"']),
        ([ARK, unit(RAF, at=None, aboard="ark", nation="france")], []),
        ([ARK, unit(RAF, at=None, aboard="ark", nation="japan")], ['"aboard": "ark"']),
        ([unit(ARK, count=2)], []),  # each of them becomes an entry of its own
        ([unit(ARK, nation="germany", count=2)], []),
        ([unit(ARK, id="far")], ['"id": "far"']),
        ([unit(PICKET, id="far")], []),
        ([PICKET, unit(RAF, at=None, aboard="picket")], ['"id": "picket"', '"aboard": "picket"']),
        ([SHIP, TROOPS], []),
        ([SHIP, unit(TROOPS, count=3)], ['"id": "ship"']),
        ([unit(SHIP, count=2), unit(TROOPS, count=4)], []),
        ([SHIP, unit(TROOPS, type="fighter", count=1)], ['"aboard": "ship"']),
        ([SHIP, unit(TROOPS, type="destroyer", count=1)], ['"aboard": "ship"']),
        ([SHIP, unit(TROOPS, nation="italy")], []),
        ([SHIP, unit(TROOPS, nation="uk")], ['"aboard": "ship"']),
        ([unit(RAF, type="spitfire")], ['"type": "spitfire"']),
        ([unit(RAF, nation="atlantis")], ['"nation": "atlantis"']),
        ([unit(RAF, type="spitfire", nation="atlantis")], ['"type": "spitfire"']),
    ],
)
def test_21_where_a_unit_can_be_and_in_what_state(units, found):
    assert faults(file(units)) == found


@pytest.mark.parametrize(
    ("type_", "found"),
    [
        ({"sphere": "air", "bombs": [4], "attack-air": 4}, []),
        ({"sphere": "air", "bombs": [4], "attack": 2}, ['"attack": 2']),
        ({"sphere": "sea", "bombs": [4]}, ['"bombs": [']),
        ({"sphere": "land", "bombs": [4], "attack": 2}, ['"bombs": [', '"attack": 2']),
        ({"sphere": "sea", "holds": 2}, []),
        ({"sphere": "land", "holds": 2}, ['"holds": 2']),
        ({"sphere": "air", "holds": 0}, []),
    ],
)
def test_12_what_a_type_of_the_scenario_can_be(type_, found):
    assert faults(file(types={"odd": type_})) == found


@pytest.mark.parametrize("allowed", ["yes", "no"])
def test_12_types_without_values_in_the_module_are_used_on_request_only(allowed):
    found = faults(file([PICKET], options={"placeholder-values": allowed}))
    assert found == ([] if allowed == "yes" else ['"type": "destroyer"'])
    assert faults(file([PICKET], options={"placeholder-values": allowed}, types={"destroyer": {"sphere": "sea"}})) == []


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"nations": {"hungary": {"with": "germany"}}}, []),
        ({"nations": {"hungary": {"with": "ruritania"}}}, ['"with": "ruritania"']),
        ({"nations": {"hungary": {}}, "moving-with": ["hungary"]}, []),
        ({"moving-with": ["hungary"]}, ['"hungary"']),
        ({"attacker": "hungary"}, ['"attacker": "hungary"']),
        ({"spaces": SPACES | {"camp": {"kind": "land", "nation": "hungary"}}}, ['"nation": "hungary"']),
        ({"spaces": SPACES | {"camp": {"kind": "land", "adjacent": ["camp"]}}}, ['"adjacent": [']),
        ({"later-turns": [{"attacker": "uk"}]}, []),
        ({"later-turns": [{"attacker": "hungary"}]}, ['"attacker": "hungary"']),
        ({"later-turns": [{"attacker": "uk", "battles": [{"at": "camp", "with": {"guard": 1}}]}]}, []),
        ({"later-turns": [{"attacker": "uk", "battles": [{"at": "camp", "with": {"army": 1}}]}]}, ['"army": 1']),
        ({"later-turns": [{"attacker": "uk", "battles": [{"at": "camp", "landing": {"army": 1}}]}]}, ['"army": 1']),
        ({"later-turns": [{"attacker": "uk", "battles": [{"at": "camp", "support": {"army": 1}}]}]}, ['"army": 1']),
        ({"options": {"placeholder-values": "yes", "retreat-to": "adjacent-friendly"}}, []),  # once an option
        ({"options": {"placeholder-values": "yes", "retreat-to": "anywhere"}}, ['"retreat-to": "anywhere"']),
    ],
)
def test_38_who_takes_a_turn_and_with_what(more, found):
    assert faults(file(**more)) == found


PASSING = [CRUISER, SHIP, TROOPS, PICKET]


@pytest.mark.parametrize(
    ("units", "battles", "found"),
    [
        # where and whom
        ([], [ATTACK, ATTACK], ['"at": "field"', '"army": 2']),
        ([], [{"at": "base", "with": {"army": 2}}], []),  # nobody is there, so troops walk in
        ([JG], [{"at": "base", "with": {"jg": 2}}], ['"at": "base"']),  # aircraft do not take land
        ([], [{"at": "camp", "with": {"army": 2}}], ['"at": "camp"']),
        ([], [{"at": "field"}], ["{"]),
        ([], [ATTACK | {"defenders": ["uk"]}], []),
        ([], [ATTACK | {"defenders": ["usa"]}], ['"defenders": [']),
        ([], [ATTACK | {"defenders": ["germany"]}], ['"defenders": [']),
        ([], [ATTACK | {"defenders": ["italy"]}], ['"defenders": [']),
        ([], [ATTACK | {"defenders": ["atlantis"]}], ['"defenders": [']),
        ([unit(GUARD, id="reds", nation="ussr")], [ATTACK], ['"at": "field"']),
        ([unit(GUARD, id="reds", nation="ussr")], [ATTACK | {"defenders": ["ussr"]}], []),
        ([unit(GUARD, id="reds", nation="usa")], [ATTACK], []),
        ([unit(GUARD, id="ally", nation="italy")], [ATTACK], []),
        ([unit(GUARD, id="ally", nation="italy", at="camp")], [{"at": "camp", "with": {"army": 2}}], ['"at": "camp"']),
        # who takes part
        ([], [{"at": "field", "with": {"army": 3}}], ['"army": 3']),
        ([], [{"at": "field", "with": {"guard": 1}}], ['"guard": 1']),
        ([RAF], [{"at": "field", "with": {"army": 1}}, {"at": "base", "with": {"army": 1}}], []),
        ([RAF], [{"at": "field", "with": {"army": 1}}, {"at": "base", "with": {"army": 2}}], ['"army": 2']),
        ([CRUISER], [{"at": "field", "with": {"cruiser": 1}}], ['"cruiser": 1']),
        ([PICKET], [{"at": "sea", "with": {"army": 1}}], ['"army": 1']),
        ([PICKET, JG], [{"at": "sea", "with": {"jg": 1}}], []),
        ([JG], [{"at": "field", "landing": {"jg": 1}}], ['"jg": 1']),
        ([SHIP, TROOPS], [{"at": "field", "with": {"troops": 1}}], ['"troops": 1']),
        # landings
        ([SHIP, TROOPS], [{"at": "field", "landing": {"troops": 2}}], []),
        ([], [{"at": "field", "landing": {"army": 2}}], []),
        ([], [{"at": "field", "with": {"army": 1}, "landing": {"army": 1}}], []),
        ([], [{"at": "field", "with": {"army": 2}, "landing": {"army": 1}}], ['"army": 2', '"army": 1']),
        ([RAF], [{"at": "base", "landing": {"army": 2}}], ['"landing": {']),
        ([PICKET, SHIP, TROOPS], [{"at": "sea", "landing": {"troops": 1}}], ['"landing": {', '"troops": 1']),
        ([unit(SHIP, at="far"), TROOPS], [{"at": "field", "landing": {"troops": 2}}], ['"troops": 2']),
        # support
        ([CRUISER], [{"at": "field", "landing": {"army": 2}, "support": {"cruiser": 2}}], []),
        ([CRUISER], [ATTACK | {"support": {"cruiser": 2}}], ['"support": {']),
        ([unit(CRUISER, at="sound")], [{"at": "field", "landing": {"army": 2}, "support": {"cruiser": 2}}], ['"cruiser": 2']),
        ([SHIP], [{"at": "field", "landing": {"army": 2}, "support": {"ship": 1}}], ['"ship": 1']),
        ([unit(SHIP, type="submarine")], [{"at": "field", "landing": {"army": 2}, "support": {"ship": 1}}], ['"ship": 1']),
        ([JG], [{"at": "field", "landing": {"army": 2}, "support": {"jg": 1}}], ['"jg": 1']),
        # a ship does one thing at a time
        (PASSING, [AT_SEA, {"at": "field", "landing": {"troops": 2}}], ['"troops": 2']),
        (PASSING, [{"at": "field", "landing": {"troops": 2}}, AT_SEA], ['"ship": 1']),
        (PASSING, [{"at": "sea", "with": {"cruiser": 2}}, {"at": "field", "landing": {"troops": 2}}], []),
        (
            [unit(SHIP, count=2), unit(TROOPS, count=4), PICKET],
            [{"at": "sea", "with": {"ship": 1}}, {"at": "field", "landing": {"troops": 2}}],
            [],
        ),
        ([unit(SHIP, count=2), unit(TROOPS, count=4), PICKET], [{"at": "sea", "with": {"ship": 2}}], []),
        ([unit(SHIP, count=2), PICKET], [{"at": "sea", "with": {"ship": 1}}], []),
        # passing through
        (PASSING, [AT_SEA, {"at": "field", "after": "sea", "landing": {"troops": 2}}], []),
        (PASSING, [AT_SEA, {"at": "field", "after": "sea", "landing": {"troops": 2}, "support": {"cruiser": 2}}], []),
        (PASSING, [AT_SEA, {"at": "field", "after": "sea", "landing": {"troops": 2}, "support": {"cruiser": 3}}], ['"cruiser": 3']),
        (PASSING, [AT_SEA, {"at": "field", "after": "sea", "landing": {"army": 2}}], ['"army": 2']),
        (PASSING, [AT_SEA, {"at": "field", "after": "sound", "landing": {"troops": 2}}], ['"after": "sound"']),
        (
            PASSING,
            [ATTACK, {"at": "base", "after": "field", "with": {"cruiser": 1}}],
            ['"at": "base"', '"after": "field"', '"cruiser": 1'],
        ),
        (
            [*PASSING, unit(PICKET, id="convoy", at="far")],
            [AT_SEA, {"at": "far", "after": "sea", "with": {"cruiser": 2}}],
            ['"after": "sea"'],
        ),
        ([*PASSING, unit(PICKET, id="convoy", at="sound")], [AT_SEA, {"at": "sound", "after": "sea", "with": {"cruiser": 2}}], []),
        (
            [*PASSING, JG, unit(PICKET, id="convoy", at="sound")],
            [AT_SEA, {"at": "sound", "after": "sea", "with": {"jg": 2}}],
            ['"after": "sea"'],
        ),
        ([*PASSING, JG], [AT_SEA, {"at": "field", "after": "sea", "with": {"jg": 2}, "landing": {"troops": 2}}], []),
        (
            [*PASSING, unit(CRUISER, id="raider"), unit(PICKET, id="convoy", at="sound")],
            [AT_SEA, {"at": "sound", "after": "sea", "with": {"raider": 1}}],
            ['"raider": 1'],
        ),
        (
            [*PASSING, unit(PICKET, id="convoy", at="sound")],
            [
                AT_SEA,
                {"at": "sound", "after": "sea", "with": {"cruiser": 1}},
                {"at": "field", "after": "sea", "landing": {"troops": 2}, "support": {"cruiser": 1}},
            ],
            [],
        ),
        (
            [*PASSING, unit(PICKET, id="convoy", at="sound")],
            [
                AT_SEA,
                {"at": "sound", "after": "sea", "with": {"cruiser": 1}},
                {"at": "field", "after": "sea", "landing": {"troops": 2}, "support": {"cruiser": 2}},
            ],
            ['"cruiser": 2'],
        ),
    ],
)
def test_42_what_makes_an_attack_legal(units, battles, found):
    assert faults(file(units, battles)) == found


CARRIER = {"id": "graf", "nation": "germany", "type": "aircraft-carrier", "at": "sea"}
STUKAS = {"id": "stukas", "nation": "germany", "type": "dive-bomber", "count": 2, "aboard": "graf"}


@pytest.mark.parametrize(
    ("battles", "found"),
    [
        ([{"at": "sea", "with": {"graf": 1, "stukas": 2}}], []),
        ([{"at": "sea", "with": {"stukas": 2}}], []),
        ([{"at": "sea", "with": {"graf": 1}}, {"at": "sound", "after": "sea", "with": {"graf": 1, "stukas": 2}}], []),
        ([{"at": "sea", "with": {"graf": 1, "stukas": 2}}, {"at": "sound", "after": "sea", "with": {"graf": 1, "stukas": 2}}], []),
        (
            [
                {"at": "sea", "with": {"cruiser": 1}},
                {"at": "sound", "after": "sea", "with": {"cruiser": 1, "stukas": 2}},
                {"at": "far", "with": {"graf": 1}},
            ],
            ['"stukas": 2'],
        ),
        ([{"at": "sea", "with": {"cruiser": 1}}, {"at": "sound", "after": "sea", "with": {"cruiser": 1, "stukas": 2}}], []),
    ],
)
def test_39_aircraft_of_a_carrier_fly_from_it_or_wait_aboard(battles, found):
    enemies = [PICKET, unit(PICKET, id="convoy", at="sound"), unit(PICKET, id="stray", at="far")]
    assert faults(file([CARRIER, STUKAS, CRUISER, *enemies], battles)) == found


@pytest.mark.parametrize(("second", "found"), [(1, []), (2, ['"jg": 2'])])
def test_39_aircraft_from_land_that_join_a_fleet_are_not_those_that_fight_in_the_first_zone(second, found):
    first = {"at": "sea", "with": {"cruiser": 2, "jg": 1}}
    battles = [first, {"at": "sound", "after": "sea", "with": {"cruiser": 1, "jg": second}}]
    assert faults(file([CRUISER, JG, PICKET, unit(PICKET, id="convoy", at="sound")], battles)) == found


def test_39_a_carrier_and_its_aircraft_go_to_one_second_space():
    first = {"at": "sea", "with": {"graf": 1, "cruiser": 1}}
    spaces = {**SPACES, "far": {"kind": "sea", "adjacent": ["sea"]}}
    enemies = [PICKET, unit(PICKET, id="convoy", at="sound"), unit(PICKET, id="stray", at="far")]
    apart = [
        {"at": "sound", "after": "sea", "with": {"graf": 1}},
        {"at": "far", "after": "sea", "with": {"cruiser": 1, "stukas": 1}},
    ]
    for battles in (apart, apart[::-1]):
        text = file([CARRIER, STUKAS, CRUISER, *enemies], [first, *battles], spaces=spaces)
        assert faults(text) == [f'"{next(iter(battles[1]["with"])) if battles is not apart else "stukas"}": 1']


def test_34_carriers_of_one_entry_attack_in_two_zones():
    two = unit(CARRIER, count=2)
    battles = [{"at": "sound", "with": {"graf": 1, "stukas": 1}}, {"at": "sea", "with": {"graf": 1, "stukas": 2}}]
    enemies = [PICKET, unit(PICKET, id="convoy", at="sound")]
    text = file([two, unit(STUKAS, count=3), *enemies], battles)
    assert faults(text) == []
    orders = {order.at: dict(order.with_) for order in parse_scenario(text, "test.yaml").start.state.battles}
    assert orders == {"sea": {"graf": 1, "stukas": 2}, "sound": {"graf-2": 1, "stukas-2": 1}}
    again = file([two, unit(STUKAS, count=3), *enemies], battles[::-1])
    assert {order.at: dict(order.with_) for order in parse_scenario(again, "test.yaml").start.state.battles} == orders
    raids = [{"at": "sound", "with": {"stukas": 1}}, {"at": "sea", "with": {"stukas": 2}}]  # without their carriers
    text = file([two, unit(STUKAS, count=3), *enemies], raids)
    orders = {order.at: dict(order.with_) for order in parse_scenario(text, "test.yaml").start.state.battles}
    assert orders == {"sea": {"stukas": 2}, "sound": {"stukas-2": 1}}


def test_38_nobody_moves_until_somebody_attacks():
    document = json.loads(file(battles=[])) | {"attacker": "ask", "moving-with": ["italy"]}
    assert parse_scenario(json.dumps(document), "test.yaml").start.state.movers(0) == frozenset()


def test_43_ships_of_a_nation_that_nobody_declared_are_reported_when_they_are_attacked():
    text = file([unit(ARK, nation="atlantis", count=2), CRUISER], [{"at": "sea", "with": {"cruiser": 2}}])
    with pytest.raises(BadScenario, match="unknown nation 'atlantis'"):
        parse_scenario(text, "test.yaml")


def test_46_troops_that_are_not_aboard_land_across_one_sea_zone():
    spaces = {**SPACES, "camp": {"kind": "land", "nation": "germany", "adjacent": ["sound"]}}
    text = file(battles=[{"at": "field", "landing": {"army": 2}}], spaces=spaces)
    assert faults(text) == ['"army": 2']
    with pytest.raises(
        BadScenario, match=r"no sea zone is next to both Camp and Field; army needs a transport to land there \(46\)"
    ):
        parse_scenario(text, "test.yaml")


@pytest.mark.parametrize(
    ("battle", "lines"),
    [
        ({"at": "nowhere", "with": {"army": 3}}, ['"at": "nowhere"']),
        ({"at": "field", "after": "nowhere", "with": {"army": 3}}, ['"after": "nowhere"']),
        ({"at": "field", "with": {"nobody": 1, "army": 3}}, ['"nobody": 1']),
        ({"at": "field", "landing": {"nobody": 1, "army": 3}}, ['"nobody": 1']),
    ],
)
def test_42_an_attack_with_a_name_that_nothing_has_is_reported_for_that_alone(battle, lines):
    assert faults(file([], [battle])) == lines


def test_42_a_unit_in_a_place_that_does_not_exist_is_reported_once():
    assert faults(file([unit(JG, at="nowhere")], [{"at": "field", "with": {"jg": 2}}])) == ['"at": "nowhere"']
    landing = {"at": "field", "landing": {"army": 2}, "support": {"cruiser": 2}}
    assert faults(file([unit(CRUISER, at="nowhere")], [landing])) == ['"at": "nowhere"']


def test_42_an_order_with_a_wrong_number_counts_against_those_after_it():
    """An attack that is not made elsewhere still uses up its units; one against nobody does not."""
    wrong = {"at": "field", "with": {"army": 2, "guard": 1}}
    assert faults(file([RAF], [wrong, {"at": "base", "with": {"army": 1}}])) == ['"guard": 1', '"army": 1']
    nobody = {"at": "camp", "with": {"army": 2}}
    assert faults(file([], [nobody, ATTACK])) == ['"at": "camp"']


# answers that could never be given


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        ({"*.uk.ground": "all"}, []),
        ({"*.germany.ground": "all"}, ['"*.germany.ground": "all"']),
        ({"field.germany.retreat": "all"}, ['"field.germany.retreat": "all"']),
        ({"*.attacker.retreat": "all"}, ['"*.attacker.retreat": "all"']),
        ({"*.attacker.dispatch": "all"}, ['"*.attacker.dispatch": "all"']),
        ({"*.attacker.go-on": "fight"}, []),
        ({"base.uk.dispatch": {"fighter-to-field": 1}}, []),
        ({"r1.base.uk.dispatch": {"fighter-to-field": 1}}, []),
        ({"base.uk.dispatch": {"fighter-to-camp": 1}}, ['"fighter-to-camp": 1']),
        ({"base.uk.dispatch": {"fighter-to-sound": 1}}, ['"fighter-to-sound": 1']),
        ({"ark.uk.dispatch": {"fighter-to-field": 1}}, []),
        ({"ark.uk.dispatch": {"fighter-to-base": 1}}, ['"fighter-to-base": 1']),
        ({"ark.uk.dispatch": {"fighter-to-sound": 1}}, ['"fighter-to-sound": 1']),
        ({"base.ussr.dispatch": {"fighter-to-field": 1}}, ['"fighter-to-field": 1']),
        ({"base.usa.dispatch": {"fighter-to-field": 1}}, []),
        ({"base.*.dispatch": {"fighter-to-field": 1}}, []),
        ({"nowhere.uk.dispatch": {"fighter-to-field": 1}}, []),
        ({"base.uk.land": {"fighter-to-camp": 1}}, []),
        ({"base.uk.dispatch": {"fighter-to-nowhere": 1}}, []),
        (
            {"base.uk.dispatch": {"when": "own.factors > 1", "then": {"fighter-to-camp": 1}, "else": {"fighter-to-sound": 1}}},
            ['"fighter-to-camp": 1', '"fighter-to-sound": 1'],
        ),
    ],
)
def test_24_prepared_declarations_that_no_defender_could_make(choices, found):
    assert [line for line in faults(file([ARK, RAF], choices=choices)) if "own.factors" not in line] == found


@pytest.mark.parametrize(
    "more",
    [{"battles": []}, {"orders": "ask"}, {"later-turns": [{"attacker": "uk"}]}],
)
def test_42_declarations_are_not_checked_where_the_attacks_are_not_known(more):
    assert faults(file([RAF], **({"choices": {"*.germany.ground": "all"}} | more))) == []
