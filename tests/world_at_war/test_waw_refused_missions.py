"""Why units may not fly or transfer: every reason by itself, and the case next to it where they may."""

from dataclasses import replace

import pytest
from waw import JAPAN_AND_ALLIES
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, cited, holding
from waw_pacific import PACIFIC

from airwar.rulesets.world_at_war import carriers
from airwar.rulesets.world_at_war.carriers import Transfer
from airwar.rulesets.world_at_war.ordering import who_can
from airwar.rulesets.world_at_war.sea_service import service_refused
from airwar.rulesets.world_at_war.staging import Staging
from airwar.rulesets.world_at_war.taking_off import (
    as_force,
    defense_refused,
    hampered,
    range_refused,
    shortage,
    side_refused,
    taken_off,
    takeoff_refused,
)
from airwar.rulesets.world_at_war.units import jets_may, jets_never


@pytest.fixture
def turn():
    return begun(PACIFIC, JAPAN_AND_ALLIES)


def test_18_41_who_can_fly_is_free_and_everybody_else_gets_a_reason(turn):
    def refused(ref, unit):
        return None if unit.type == "aaf" else f"{unit.id} is no army air (17.23)"

    able = who_can(None, turn, refused)
    assert list(able.units) == ["army", "seabees"]
    assert able.why_not("navy") == "navy is no army air (17.23)"
    assert able.why_not("nobody").startswith("'nobody' is not one of army, seabees (18.41)")
    tired = who_can(None, changed_unit(turn, "army", ready=0, flown=1, at_sea=2), refused)
    assert (list(tired.units), cited(tired.why_not("army"))) == (["seabees"], "18.41")
    some = who_can(None, turn, refused, lambda unit: 1)
    assert some.units == {"army": 1, "seabees": 1}


def test_18_5_only_the_side_whose_turn_it_is_flies_missions(turn):
    assert side_refused(turn.setting, turn.unit("army"), "18.521") is None
    assert cited(side_refused(turn.setting, turn.unit("seabees"), "18.521")) == "18.521"


def test_18_45_a_hex_at_the_range_is_reached_and_one_beyond_is_not(turn):
    army = turn.unit("army")
    assert army.range == 3
    assert cited(range_refused(None, turn, army._replace(range=2), "truk", "efate")) == "18.45"
    assert range_refused(None, turn, army, "truk", "efate") is None
    assert cited(range_refused(None, turn, army, "palau", "efate")) == "18.45"


@pytest.mark.parametrize(
    ("unit", "carriers_fly", "change", "rule"),
    [
        ("army", True, None, None),
        ("army", True, ("neutral",), "not-at-war"),
        ("soryu-air", True, ("neutral",), "not-at-war"),
        ("army", True, ("base", {"side": "allies"}), "18.51"),
        ("army", True, ("base", {"supply": "partial"}), "18.51"),
        ("army", True, ("base", {"oil": True}), "18.51"),
        ("army", True, ("base", {"box": "other"}), "18.49"),
        ("army", True, ("unit", {"home": "western"}), "18.51"),
        ("army", True, ("type", "bomber"), "18.51"),  # strategic units are not at a base
        ("soryu-air", True, None, None),
        ("soryu-air", False, None, "18.5522"),
        ("soryu-air", True, ("carrier", {"sunk": True}), "17.3124"),
        ("soryu-air", True, ("carrier", {"damaged": True}), "17.3124"),
        ("soryu-air", True, ("carrier", {"port": "truk"}), "17.3126"),
        ("soryu-air", False, ("carrier", {"port": "truk"}), "17.3126"),
        ("soryu-air", False, ("carrier", {"damaged": True}), "17.3124"),
        ("navy", False, None, None),
    ],
)
def test_18_51_where_offensive_missions_are_flown_from(turn, unit, carriers_fly, change, rule):
    kind, what = (change or ("", None))[0], (change or ("", None))[-1]
    if kind == "neutral":
        turn = turn.with_setting(replace(turn.setting, neutral=frozenset({"japan"})))
    elif kind == "base":
        turn = changed_base(turn, "truk", **what)
    elif kind == "carrier":
        turn = changed_carrier(turn, "soryu", **what)
    elif kind == "unit":
        turn = changed_unit(turn, unit, **what)
    elif kind == "type":
        turn = changed_unit(turn, unit, air_type=turn.unit(unit).air_type._replace(type=what))
    assert cited(takeoff_refused(turn, turn.unit(unit), carriers=carriers_fly)) == rule


@pytest.mark.parametrize(
    ("ruling", "places", "unit", "island", "rule"),
    [
        ("ports", ("port",), "army", False, None),
        ("ports", ("artificial-port",), "army", False, None),
        ("no-artificial", ("artificial-port",), "army", False, "18.51"),
        ("no-artificial", ("artificial-port",), "navy", True, None),
        ("no-artificial", ("artificial-port",), "army", True, "18.51"),
        ("no-artificial", ("artificial-port",), "navy", False, "18.51"),
        ("no-artificial", ("port",), "army", False, None),
        ("printed", ("port",), "army", False, "18.51"),
        ("printed", ("port", "artificial-port"), "army", False, "18.51"),
        ("printed", ("port", "airbase"), "army", False, None),
        ("printed", ("port-city",), "army", False, None),
        ("ports", (), "army", False, "18.51"),
    ],
)
def test_18_51_ports_as_bases_of_offensive_missions_by_ruling(ruling, places, unit, island, rule):
    turn = begun(PACIFIC + f"options: {{offensive-bases: {ruling}}}\n", JAPAN_AND_ALLIES)
    turn = changed_base(turn, "truk", facilities=places, island=island)
    assert cited(takeoff_refused(turn, turn.unit(unit))) == rule


def test_18_51_what_a_base_lacks(turn):
    base = turn.base("truk")
    found = [shortage(replace(base, **lack)) for lack in ({"oil": True}, {"supply": "partial"}, {"supply": "none"})]
    assert len(set(found)) == 3
    assert shortage(replace(base, oil=True, supply="partial")) == found[0]


@pytest.mark.parametrize(
    ("base", "unit", "own_hex", "elsewhere"),
    [
        ({}, {}, True, True),
        ({"supply": "partial"}, {}, True, False),
        ({"oil": True}, {}, True, False),
        ({"supply": "none"}, {}, False, False),
        ({"box": "other"}, {}, False, False),
        ({}, {"winter": 9}, True, False),
        ({}, {"winter": 8}, True, True),
        ({}, {"range": 2}, True, False),
        ({}, {"home": "soryu"}, False, False),
    ],
)
def test_18_611d_defense_over_the_own_hex_only_if_hampered(turn, base, unit, own_hex, elsewhere):
    turn = changed_unit(changed_base(turn, "truk", **base), "army", **unit)
    army = turn.unit("army")
    assert [defense_refused(None, turn, army, hex_) is None for hex_ in ("truk", "efate")] == [own_hex, elsewhere]
    assert hampered(army, turn.base("truk")) == (army.winter >= 9 or turn.base("truk").supply != "full" or turn.base("truk").oil)


def test_18_41_a_neutral_power_does_not_defend(turn):
    turn = turn.with_setting(replace(turn.setting, neutral=frozenset({"japan"})))
    assert "not at war" in defense_refused(None, turn, turn.unit("army"), "truk")


def test_18_41_who_takes_off_is_neither_ready_nor_inverted(turn):
    after = holding(taken_off(turn, (("army", 2), ("soryu-air", 2))))
    assert after["army"] == ("truk", 1, 0, 0, 1, 2)
    assert after["soryu-air"] == ("soryu", 0, 0, 0, 0, 2)
    owing = changed_unit(turn, "army", debt=2)
    (all_of_it,) = as_force(owing, (("army", 4),))
    (some_of_it,) = as_force(owing, (("army", 3),))
    assert (all_of_it.parts, all_of_it.debt, some_of_it.parts, some_of_it.debt) == ((4,), 2, (3,), 0)


@pytest.mark.parametrize(
    ("unit", "search", "cover", "attack"),
    [
        ("army", None, None, None),
        ("navy", None, None, None),
        ("jets", "17.53", "17.531", "17.531"),
        ("cargo", "17.63", "17.63", "17.63"),
        ("soryu-air", "17.33C", "17.33B", None),
        ("akagi-air", "17.33C", "17.33B", "17.3126"),
    ],
)
def test_18_58_who_searches_covers_and_attacks_at_sea(turn, unit, search, cover, attack):
    found = [cited(service_refused(turn, turn.unit(unit), task)) for task in ("search", "cover", "attack")]
    assert found == [search, cover, attack]


@pytest.mark.parametrize(
    ("mission", "why"),
    [
        ("counterair", None),
        ("escort of port strikes", None),
        ("escort of bombing", None),
        ("interception of defensive air support", None),
        ("escort of defensive air support", None),
        ("opposing bombing", None),
        ("interception of air transport", None),
        ("counter-interception", None),
        ("air cover", "17.531"),
        ("ground support", "17.531"),
        ("search", "17.53"),
    ],
)
def test_17_53_what_jets_fly(mission, why):
    assert jets_may(mission) == (why is None)
    assert cited(jets_never(mission)) == why


@pytest.mark.parametrize(
    ("unit", "place", "number", "change", "rule"),
    [
        ("navy", "akagi", 2, {}, None),
        ("navy", "akagi", 3, {}, "17.312"),  # two are aboard, of four
        ("navy", "kaga", 3, {}, None),
        ("navy", "kaga", 4, {}, "17.3122C"),  # inverted ones do not go aboard
        ("army", "kaga", 1, {}, "17.3122"),
        ("hermes-air", "akagi", 1, {}, "17.3122"),
        ("navy", "hermes", 1, {}, "17.312"),
        ("navy", "rabaul", 1, {}, "18.21"),
        ("navy", "truk", 1, {}, "18.21"),
        ("navy", "soryu", 1, {}, "17.3122"),
        ("akagi-air", "kaga", 2, {}, None),
        ("akagi-air", "akagi", 1, {}, "17.3122"),
        ("akagi-air", "truk", 2, {}, None),
        ("akagi-air", "rabaul", 1, {}, "17.3122"),
        ("soryu-air", "zuikaku", 1, {}, None),
        ("soryu-air", "zuikaku", 2, {}, "17.312"),
        ("soryu-air", "ryujo", 1, {}, "17.3122"),
        ("soryu-air", "zuikaku", 1, {"soryu": {"damaged": True}}, "17.3122"),
        ("soryu-air", "zuikaku", 1, {"zuikaku": {"damaged": True}}, "17.3124"),
        ("soryu-air", "zuikaku", 1, {"zuikaku": {"sunk": True}}, "17.3124"),
        ("soryu-air", "zuikaku", 1, {"soryu": {"force": ""}, "zuikaku": {"force": ""}}, "17.3122"),
        ("soryu-air", "zuikaku", 1, {"zuikaku": {"force": "other"}}, "17.3122"),
    ],
)
def test_17_3122_between_port_and_carrier_and_between_carriers_of_a_force(turn, unit, place, number, change, rule):
    for name, what in change.items():
        turn = changed_carrier(turn, name, **what)
    assert cited(carriers.transfer_refused(turn, turn.unit(unit), place, number)) == rule


def test_18_11_naval_air_goes_ashore_as_far_as_the_port_has_room(turn):
    turn = changed_unit(turn, "army", ready=7)  # 7 + 1 + 1 + 1 factors and 5 of 3 squadrons: no room
    assert cited(carriers.transfer_refused(turn, turn.unit("akagi-air"), "truk", 1)) == "18.11"
    turn = changed_unit(turn, "army", ready=5, inverted=1)  # 8 factors and 5 squadrons: one third left
    assert carriers.transfer_refused(turn, turn.unit("akagi-air"), "truk", 1) is None
    assert cited(carriers.transfer_refused(turn, turn.unit("akagi-air"), "truk", 2)) == "18.11"


def test_17_3122_where_naval_air_may_transfer_and_how_much(turn):
    assert carriers.transfers_of(turn, turn.unit("navy")) == {"akagi": 2, "kaga": 3}
    assert carriers.transfers_of(turn, turn.unit("akagi-air")) == {"truk": 2, "kaga": 2}
    assert carriers.transfers_of(turn, turn.unit("army")) == {}
    moved = turn.with_basing(turn.basing._replace(moved=("navy",)))
    assert carriers.transfers_of(moved, turn.unit("navy")) == {}


def test_17_3122_what_is_offered_for_transfer(turn):
    turn = replace(turn, part="movement.transfers")
    assert list(carriers.open_transfers(turn).others) == ["navy", "akagi-air", "soryu-air", "zuikaku-air"]
    order = Transfer(unit="soryu-air", to="truk", count=1)
    later, other = replace(order, to="zuikaku", phase="redeployment"), Staging(unit="soryu-air", to="zuikaku")
    ready = replace(order, to="zuikaku")
    turn = turn.with_basing(turn.basing._replace(moves=(order, later, other, ready)))
    assert list(carriers.open_transfers(turn).prepared) == ["soryu-air@zuikaku"]  # the other may be possible after staging
    after = replace(turn, part="movement.transfers-after")
    assert list(carriers.open_transfers(after).prepared) == ["soryu-air@truk", "soryu-air@zuikaku"]
    left = called(carriers.naval_air_transfers, after, answers={}).state.value
    assert left.basing.moves == (later, other)


@pytest.mark.parametrize("left", [None, 0])
def test_17_3122_a_transfer_of_what_is_gone_is_refused(turn, left):
    turn = changed_unit(turn, "navy", ready=0, inverted=0) if left == 0 else turn
    move = Transfer(unit="navy" if left == 0 else "nobody", to="kaga", count=2)
    assert carriers.prepared_refused(turn, move)
    assert carriers.prepared_refused(turn, replace(move, unit="akagi-air")) is None
    too_many = replace(move, unit="soryu-air", to="zuikaku", count=9)  # all that there are
    assert cited(carriers.prepared_refused(turn, too_many)) == "17.312"
