"""The books of a turn: statuses of a unit, bases and carriers as they are now, and the turn that follows."""

from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import pytest
from waw import GERMAN, JAPAN_AND_ALLIES
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit, holding

from airwar.engine.moves import End
from airwar.rulesets.world_at_war import next_turn, ordering, position, sequence, stacks
from airwar.rulesets.world_at_war.bases.aboard import aboard, boarded, put_to_sea, with_carrier_status
from airwar.rulesets.world_at_war.bases.stationing import arrived, departed, rebased, stationed
from airwar.rulesets.world_at_war.scenario import pairs
from airwar.rulesets.world_at_war.setting import Base, Carrier
from airwar.rulesets.world_at_war.units.unit import Unit, as_lines
from airwar.scenario.edit import Add, Drop, Retire, Set

# a unit


def unit(ready=0, flown=0, at_sea=0, inverted=0, **more):
    return Unit("jg", "axis", GERMAN, 4, "home", ready, inverted, 9, flown=flown, at_sea=at_sea, **more)


def counters(one):
    return (*"r" * one.ready, *"f" * one.flown, *"s" * one.at_sea, *"i" * one.inverted)


@pytest.mark.parametrize("counts", list(product((0, 1, 2), repeat=4)))
def test_17_9_some_of_a_unit_are_the_first_or_the_last_of_its_counters_in_a_row(counts):
    whole = unit(*counts, flying=2)
    assert whole.uninverted == sum(counts[:3])
    assert (whole.number, whole.left) == (sum(counts), sum(counts) + 2)
    for number in range(whole.number + 1):
        first, last = whole.uninverted_first(number), whole.inverted_first(number)
        assert counters(first) == counters(whole)[:number]
        assert counters(last) == counters(whole)[whole.number - number :]
        assert whole.less(last) == whole.uninverted_first(whole.number - number)
        assert whole.less(first).joined_by(first) == whole
    assert counters(whole.all_ready()) == ("r",) * whole.number
    assert counters(whole.all_inverted()) == ("i",) * whole.number


def test_19_52_a_part_owes_squadrons_only_if_it_is_all_that_is_left():
    one = unit(ready=2, inverted=1, flying=1, debt=2)
    assert [one.debt_of(number) for number in (3, 4, 5)] == [0, 2, 0]


def test_18_521b_units_in_a_base_as_lines_uninverted_and_inverted_apart():
    force = as_lines([unit(1, 1, 1, 2, debt=2), unit(inverted=3, debt=1), unit()])
    assert [(one.parts, one.inverted, one.debt) for one in force] == [((3,), False, 2), ((2,), True, 0), ((3,), True, 1)]


# where units are

PACIFIC = """
orders: ask
turn: true
bases:
  truk: {side: japan, facilities: [port]}
  rabaul: {side: japan, facilities: [port], supply: partial}
  lae: {side: japan, facilities: [port], oil: true}
  reef: {side: japan}
  tokyo: {side: japan, box: other}
  noumea: {side: allies, facilities: [port, airbase], airbase-of: us, nation: us, new: true}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  soryu: {nation: japan, size: 4, force: mobile}
  hornet: {nation: us, size: 4}
distances: {truk: {rabaul: 4}}
units:
  - {id: army, nation: japan, type: aaf, count: 4, inverted: 1, at: truk}
  - {id: navy, nation: japan, type: nas, elite: true, count: 3, at: akagi}
  - {id: mobile, nation: japan, type: nas, count: 3, at: soryu}
  - {id: gone, nation: us, type: aaf, count: 0, at: noumea}
  - {id: marines, nation: us, type: aaf, count: 3, inverted: 3, at: noumea, winter: 8}
"""


@pytest.fixture
def turn():
    return begun(PACIFIC, JAPAN_AND_ALLIES)


@pytest.mark.parametrize(
    ("here", "there", "change"),
    [("truk", "rabaul", -1), ("rabaul", "truk", 1), ("rabaul", "lae", 0), ("truk", "lae", -1), ("truk", "soryu", 0),
     ("rabaul", "soryu", 1), ("akagi", "lae", -1), ("tokyo", "truk", 0)],
)  # fmt: skip
def test_19_31a_a_base_in_trouble_costs_one_while_the_unit_is_there(turn, here, there, change):
    army = turn.unit("army")._replace(home=here)
    moved = rebased(turn, army, there)
    assert moved == army._replace(home=there, air_type=army.air_type._replace(drm=army.air_type.drm + change))


def test_19_31a_who_leaves_a_captured_base_counts_from_what_it_was(turn):
    army = turn.unit("army")._replace(home="rabaul")
    taken = changed_base(turn, "rabaul", side="allies", supply="full")
    assert rebased(taken, army, "truk").air_type.drm == army.air_type.drm + 1


def test_18_21_parts_of_a_unit_that_arrive(turn):
    whole = turn.unit("army")
    part = whole.holding(ready=1, inverted=1)
    there = arrived(departed(turn, "army", part), "army", "lae", part)
    assert holding(there)["army"] == ("truk", 2, 0, 0, 0, 0)
    assert holding(there)["army/lae"] == ("lae", 1, 0, 0, 1, 0)
    new = there.unit("army/lae")
    assert (new.had, new.debt, new.air_type.drm) == (0, 0, whole.air_type.drm - 1)
    more = stationed(there, "army", "lae", ready=1)
    assert holding(more)["army/lae"] == ("lae", 2, 0, 0, 1, 0)
    back = arrived(there, "army", "truk", part)
    assert holding(back)["army"] == ("truk", 3, 0, 0, 1, 0)
    emptied = there.with_units([there.unit("army").holding()])
    assert holding(stationed(emptied, "army", "tokyo", inverted=2))["army"] == ("tokyo", 0, 0, 0, 2, 0)
    elsewhere = changed_unit(there, "army/lae", home="tokyo")  # that part has moved on
    assert holding(stationed(elsewhere, "army", "lae", ready=1))["army/lae/lae"] == ("lae", 1, 0, 0, 0, 0)
    spent = there.with_units([there.unit("army/lae")._replace(home="tokyo").holding()])
    assert holding(stationed(spent, "army", "lae", ready=1))["army/lae"] == ("lae", 1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("inverted", "arrives", "expected"),
    [
        (False, {"ready": 1, "flown": 1}, (1, 1, 0, 0)),
        (False, {"inverted": 2}, (2, 0, 0, 0)),
        (True, {"ready": 1, "at_sea": 1}, (0, 0, 0, 2)),
    ],
)
def test_17_3122d_naval_air_aboard_has_the_status_of_its_carrier(turn, inverted, arrives, expected):
    turn = changed_carrier(turn.with_units([turn.unit("mobile").holding()]), "soryu", inverted=inverted)
    after = boarded(turn, "mobile", "soryu", turn.unit("mobile").holding(**arrives))
    assert holding(after)["mobile"] == ("soryu", *expected, 0)
    assert after.carrier("soryu").inverted == inverted


def test_17_3124_naval_air_from_an_inverted_carrier_inverts_the_one_it_joins(turn):
    going = turn.unit("navy").holding(ready=1)
    after = boarded(departed(turn, "navy", going), "navy", "soryu", going, from_inverted=True)
    assert after.carrier("soryu").inverted
    assert holding(after)["mobile"] == ("soryu", 0, 0, 0, 3, 0)
    assert holding(after)["navy/soryu"] == ("soryu", 0, 0, 0, 1, 0)
    assert [one.id for one in aboard(after, "soryu")] == ["mobile", "navy/soryu"]
    in_port = boarded(departed(turn, "mobile", going), "mobile", "akagi", going.holding(inverted=1))
    assert holding(in_port)["mobile/akagi"] == ("akagi", 0, 0, 0, 1, 0)  # in port it keeps its own


@pytest.mark.parametrize(("inverted", "there"), [(False, (3, 0, 0, 0)), (True, (0, 0, 0, 3))])
def test_17_3126c_a_carrier_that_puts_to_sea_gives_its_air_its_status(turn, inverted, there):
    turn = changed_unit(changed_carrier(turn, "akagi", inverted=inverted, sails=True), "navy", ready=1, inverted=2)
    after = put_to_sea(turn, turn.carrier("akagi"))
    assert (after.carrier("akagi").port, after.carrier("akagi").sails) == ("", False)
    assert holding(after)["navy"] == ("akagi", *there, 0)
    served = with_carrier_status(unit(1, 1, 1, 1), inverted=False)
    assert counters(served) == ("r", "r", "f", "s")


def test_18_45_the_turn_knows_bases_and_carriers_as_they_are_now(turn):
    assert turn.hex_of("akagi") == "truk"
    assert turn.hex_of("soryu") == "soryu"
    assert turn.distance("akagi", "rabaul") == turn.distance("rabaul", "akagi") == 4
    assert turn.find_base("akagi") is None
    assert turn.find_carrier("truk") is None
    assert turn.find("nobody") is None
    assert [one.id for one in turn.at("truk")] == ["army", "navy"]
    assert turn.load("truk") == (4, 0)  # carriers' air does not count
    assert [turn.player(side) for side in ("japan", "allies")] == ["attacker", "defender"]
    both = changed_base(changed_base(turn, "truk", side="allies"), "lae", side="allies")
    assert [base.id for base in both.changed_bases] == ["lae", "truk"]
    assert [base.id for base in both.bases if base.side == "allies"] == ["truk", "lae", "noumea"]
    again = changed_base(both, "truk", oil=True)
    assert [(base.id, base.side, base.oil) for base in again.changed_bases] == [("lae", "allies", True), ("truk", "allies", True)]
    ships = changed_carrier(changed_carrier(turn, "soryu", sunk=True), "akagi", damaged=True)
    assert [carrier.id for carrier in ships.changed_carriers] == ["akagi", "soryu"]
    assert turn.with_agenda("x", "movement.staging", "x").agenda == (*turn.agenda, "x")
    assert turn.with_result("a", "b").with_result("c", "d").results == (("a", "b"), ("c", "d"))
    assert replace(turn, winter=(("truk", 8),)).winter_at("truk") == 8
    assert turn.winter_at("truk") == 0


def test_18_45_the_pairs_whose_distance_may_be_needed(turn):
    assert pairs(turn.setting) == [
        *(("truk", "rabaul"), ("truk", "lae"), ("truk", "noumea"), ("rabaul", "lae"), ("rabaul", "noumea"), ("lae", "noumea")),
        *((base, ship) for base in ("truk", "rabaul", "lae", "noumea") for ship in ("soryu", "hornet")),
        *((place, "reef") for place in ("truk", "rabaul", "lae", "noumea", "soryu", "hornet")),
        *((base, "tokyo") for base in ("truk", "rabaul", "lae", "noumea")),
    ]


@pytest.mark.parametrize(
    ("base", "takes", "impaired", "operational"),
    [
        (Base("a", "A", "x", 1), True, False, True),
        (Base("a", "A", "x", 0), False, False, True),
        (Base("a", "A", "x", 0, island=True), True, False, True),
        (Base("a", "A", "x", 0, box="other"), True, False, True),
        (Base("a", "A", "x", supply="partial"), True, True, False),
        (Base("a", "A", "x", supply="none"), True, False, False),
        (Base("a", "A", "x", oil=True), True, True, False),
    ],
)
def test_18_12_what_a_base_is_good_for(base, takes, impaired, operational):
    assert (base.takes_air_units, base.impaired, base.operational) == (takes, impaired, operational)
    assert base.without_airbase() is base
    new = base.with_airbase("us")
    assert (new.places, new.facilities, new.airbase_of) == (("airbase",), base.facilities + 1, "us")
    assert new.without_airbase() == base


# the end of the turn


def test_18_513_the_turn_is_over_and_tells_its_results(turn):
    whole, part = turn, turn.with_setting(replace(turn.setting, whole_turn=False))
    for now, nothing in ((whole, "turn over"), (part, "nothing flown")):
        now = replace(now, agenda=())
        assert sequence.result_of(now) == nothing
        assert sequence.result_of(now.with_result("truk", "held")) == "held"
        assert sequence.result_of(now.with_result("truk", "held").with_result("soryu", "sunk")) == "Truk: held; Soryu: sunk"
        end = called(sequence.proceed, now)
        assert end.state == End(nothing, now)
        assert bool(end.told("sheet")) == (now is not part and now.setting.whole_turn)


def test_18_511_a_new_phase_forgets_what_counted_in_the_last_one(turn):
    record = turn.counterair._replace(tried=("a",), counteraired=("a",))
    basing = turn.basing._replace(fresh=(("a", "us"),), moved=("army",), held=(("army", 1),))
    busy = replace(turn, counterair=record, basing=basing, asked=7, part="x", agenda=("combat.counterair", "end.uninversion"))
    now = called(sequence.proceed, replace(busy, phase="movement")).state
    after = now.state
    assert (after.phase, after.part, after.asked, after.agenda) == ("combat", "combat.counterair", 0, ("end.uninversion",))
    assert (after.counterair.tried, after.counterair.counteraired) == ((), ())
    assert (after.basing.fresh, after.basing.moved, after.basing.held) == ((), (), (("army", 1),))
    same = called(sequence.proceed, replace(busy, phase="combat")).state.state
    assert (same.counterair, same.basing.fresh, same.basing.moved) == (record, (("a", "us"),), ())


def test_the_position_at_the_end_says_where_everything_is(turn):
    turn = changed_carrier(changed_carrier(turn, "soryu", sunk=True, damaged=True), "akagi", damaged=True, inverted=True)
    units, ships, _ = position.position(turn)
    assert [(row[0], row[1], *row[3:]) for row in units.rows] == [
        ("allies", "marines", "Noumea", "0", "3"),
        ("japan", "army", "Truk", "3", "1"),
        ("japan", "navy", "Akagi", "3", "0"),
        ("japan", "mobile", "Soryu", "3", "0"),
    ]
    assert [row[0] for row in ships.rows] == ["Akagi", "Soryu", "Hornet"]
    assert [position.lies(turn, one) for one in turn.carriers] == ["Truk", "sunk", "at sea"]
    assert [position.status(one) for one in turn.carriers] == ["damaged, inverted", "", "ready"]
    none = turn.with_setting(replace(turn.setting, carriers={}))
    assert len(position.position(replace(none, changed_carriers=()))) == 2


def test_the_position_in_the_words_of_a_scenario(turn):
    turn = changed_base(turn, "noumea", side="japan", supply="partial", island=True, group="loyalties", airbase_of="", nation="")
    turn = changed_carrier(changed_carrier(turn, "soryu", sunk=True), "akagi", damaged=True, port="")
    bomber = turn.unit("army")._replace(id="b", air_type=GERMAN._replace(type="bomber"), home="western", ready=2, inverted=0)
    turn = replace(turn, units=(*turn.units, bomber, bomber._replace(id="c", ready=0)))
    text = " ".join(" ".join(position.scenario_lines(turn)).split())
    words = [word for word in ("units:", "strategic:", "bases:", "carriers:") if word in text]
    assert words == ["units:", "strategic:", "bases:", "carriers:"]
    assert position.unit_said(turn.unit("marines")) == {
        "id": "marines", "nation": "us", "type": "aaf", "count": "3", "at": "noumea", "inverted": "3", "winter": "8"}  # fmt: skip
    assert position.unit_said(turn.unit("navy")._replace(id="navy/lae")) == {
        "id": "navy-at-lae", "nation": "japan", "type": "nas", "count": "3", "at": "akagi", "elite": "true"}  # fmt: skip
    assert position.unit_said(bomber)["front"] == "western"
    assert position.base_said(turn.base("noumea")) == {
        "name": "Noumea", "side": "japan", "facilities": "[port, airbase]", "island": "true", "island-group": "loyalties",
        "supply": "partial"}  # fmt: skip
    assert position.base_said(turn.base("tokyo")) == {"name": "Tokyo", "side": "japan", "facilities": "[]", "box": "other"}
    assert position.base_said(turn.base("lae"))["oil"] == "true"
    assert position.carrier_said(turn.carrier("akagi")) == {"name": "Akagi", "nation": "japan", "size": "4", "damaged": "true"}
    assert position.carrier_said(replace(turn.carrier("soryu"), inverted=True, port="truk")) == {
        "name": "Soryu", "nation": "japan", "size": "4", "inverted": "true", "port": "truk", "force": "mobile"}  # fmt: skip
    assert "c," not in text
    assert "soryu: {" not in text
    quiet = position.scenario_lines(begun(PACIFIC, JAPAN_AND_ALLIES))
    assert not any(word in " ".join(quiet) for word in ("strategic:", "bases:", "carriers:"))
    assert sum("id: " in one for one in quiet) == 4


def test_the_order_of_battle_by_side_and_place(turn):
    turn = changed_unit(changed_unit(turn, "army", flown=1, at_sea=1, flying=2), "gone", had=3)
    turn = changed_carrier(turn, "soryu", sunk=True, damaged=True)
    new = turn.unit("army")._replace(id="new", home="lae", ready=0, inverted=2, flying=0, flown=0, at_sea=0)
    turn = turn.with_basing(turn.basing._replace(building=(new,)))
    found = stacks.stacks(SimpleNamespace(turn=turn))
    assert [(stack.side, stack.place) for stack in found] == [
        ("japan", "Truk"),
        ("japan", "Akagi (in Truk)"),
        ("japan", "Soryu (at sea, sunk, damaged)"),
        ("japan", "Lae"),
        ("allies", "Noumea"),
        ("allies", "eliminated"),
    ]
    assert found[0].units[0].startswith("army 8 ")
    assert found[0].units[0].endswith("(1 inverted, 2 used, 2 in the air)")
    assert found[3].units[0].endswith("(inverted)")
    pool = turn.kamikazes._replace(limit=6, built=2, created=5, expansions=1, side="japan")
    kamikazes = [stack for stack in stacks.stacks(replace(turn, kamikazes=pool)) if stack.place == "kamikazes"]
    assert [stack.units for stack in kamikazes] == [("2 built, 3 unbuilt, pool of 6, +1 from growth",)]


# the next turn


@pytest.mark.parametrize(
    ("date", "later"),
    [("spring 1941", "summer 1941"), ("summer 1941", "fall 1941"), ("fall 1941", "winter 1941"), ("winter 1941", "spring 1942")],
)
def test_18_51_the_season_after_a_date(date, later):
    assert next_turn.next_season(date) == later


def test_18_51_the_next_turn_changes_the_bases_that_have_changed(turn):
    then = turn.base("noumea")
    assert list(next_turn.base_edits(turn.base("truk"), turn.base("truk"))) == []
    assert list(next_turn.base_edits(then, then)) == [Drop(("bases", "noumea", "new"))]
    now = replace(then, new=False, side="japan", places=("port",), airbase_of="")
    assert list(next_turn.base_edits(now, then)) == [
        Set(("bases", "noumea", "side"), "japan"),
        Drop(("bases", "noumea", "nation")),
        Set(("bases", "noumea", "facilities"), "[port]"),
        Drop(("bases", "noumea", "airbase-of")),
    ]
    assert list(next_turn.base_edits(replace(then, new=False, airbase_of="britain"), then)) == [
        Set(("bases", "noumea", "airbase-of"), "britain")
    ]


@pytest.mark.parametrize(
    ("then", "changes", "edits"),
    [
        ({}, {}, []),
        ({"port": "truk"}, {"port": ""}, [Drop(("carriers", "c", "port"))]),
        ({}, {"port": "truk"}, [Set(("carriers", "c", "port"), "truk")]),
        ({}, {"damaged": True}, [Set(("carriers", "c", "damaged"), "true")]),
        ({"inverted": True}, {"inverted": False}, [Set(("carriers", "c", "inverted"), "false")]),
    ],
)
def test_18_51_the_next_turn_changes_the_carriers_that_have_changed(then, changes, edits):
    before = Carrier("c", "C", "us", 4, **then)
    always = [Drop(("carriers", "c", "sails")), Drop(("carriers", "c", "naval-combat"))]
    assert list(next_turn.carrier_edits(replace(before, **changes), before)) == edits + always
    assert list(next_turn.carrier_edits(replace(before, sunk=True, port="x"), before)) == [Retire(("carriers", "c"), "sunk")]


def test_18_51_the_units_of_the_next_turn():
    jg = Unit("jg", "axis", GERMAN, 4, "home", 3, 1, 9)
    parts = (
        jg._replace(id="jg/rear", home="rear", ready=0, inverted=2),
        jg,
        jg._replace(id="jg/rear/rear", home="rear", ready=1, inverted=0, air_type=GERMAN._replace(elite=True)),
        jg._replace(id="jg/lost", ready=0, inverted=0),
        jg._replace(id="dead", ready=0, inverted=0),
        jg._replace(id="new", ready=0, inverted=2),
        jg._replace(id="new/rear", home="rear", ready=0, inverted=1),
        jg._replace(id="b17", air_type=GERMAN._replace(type="bomber"), home="western", inverted=0),
    )
    edits = list(next_turn.unit_edits(SimpleNamespace(units=parts), ("jg", "dead")))
    assert edits == [
        Set(("units", "jg", "count"), "4"),
        Set(("units", "jg", "inverted"), "1"),
        Set(("units", "jg", "at"), "home"),
        Drop(("units", "jg", "sea-transported")),
        Add(("units", "jg"), "{id: jg-rear, nation: germany, type: aaf, count: 2, inverted: 2, at: rear}"),
        Add(("units", "jg"), "{id: jg-rear-2, nation: germany, type: aaf, count: 1, elite: true, at: rear}"),
        Retire(("units", "dead"), "lost"),
        Add(("units", "dead"), "{id: new, nation: germany, type: aaf, count: 2, inverted: 2, at: home}"),
        Add(("units", "dead"), "{id: new-rear, nation: germany, type: aaf, count: 1, inverted: 1, at: rear}"),
        Set(("strategic", "b17", "count"), "3"),
        Set(("strategic", "b17", "inverted"), "0"),
        Set(("strategic", "b17", "front"), "western"),
        Drop(("strategic", "b17", "sea-transported")),
    ]
    assert list(next_turn.unit_edits(SimpleNamespace(units=parts[5:6]), ())) == []


def test_18_51_a_free_id_is_the_first_that_nobody_has():
    taken = {"a", "a-2"}
    assert [next_turn.free_id("a", taken) for _ in range(2)] == ["a-3", "a-4"]
    assert next_turn.free_id("b", taken) == "b"
    assert taken == {"a", "a-2", "a-3", "a-4", "b"}


@pytest.mark.parametrize(("attacker", "other", "dated"), [("japan", "allies", False), ("allies", "japan", True)])
def test_18_51_the_other_side_moves_next_and_nothing_is_ordered(attacker, other, dated):
    turn = begun(PACIFIC, JAPAN_AND_ALLIES.replace("attacker: japan", f"attacker: {attacker}"))
    turn = changed_carrier(turn, "soryu", sunk=True)
    said = SimpleNamespace(words={"date": "winter 1942"}, ids={"units": ("army", "navy", "mobile", "gone", "marines")})
    edits = next_turn.next_turn(turn, said).edits
    assert edits[:2] == [Set(("attacker",), other), Set(("turn",), "true")]
    assert [edit.value for edit in edits if edit[0] == ("date",)] == ["spring 1943"] * dated
    dropped = [edit.path for edit in edits if isinstance(edit, Drop)]
    assert [path[0] for path in dropped if len(path) == 1] == list(next_turn.ORDERS)
    assert [path for path in dropped if path[0] == "distances"] == [
        ("distances", "soryu"),
        *(("distances", place, "soryu") for place in (*turn.setting.bases, *turn.setting.carriers)),
    ]
    assert isinstance(edits[-1], Retire)
    assert edits[-1].path == ("kamikazes",)
    undated = next_turn.next_turn(turn, SimpleNamespace(words={}, ids={})).edits
    assert not [edit for edit in undated if edit[0] == ("date",)]


def test_a_ruling_changes_how_many_a_unit_has_and_where():
    jg = unit(ready=3, inverted=1)
    assert next_turn.now(jg) == {"ready": 3, "inverted": 1, "at": "home"}
    assert next_turn.changed(jg, "ready", "5") == jg._replace(ready=5, had=11)
    assert next_turn.changed(jg, "inverted", "0") == jg._replace(inverted=0, had=8)
    assert next_turn.changed(jg, "inverted", "200") == jg._replace(inverted=200, had=208)
    assert next_turn.changed(jg, "at", "rear") == jg._replace(home="rear")
    for wrong in ("201", "-1", "many"):
        with pytest.raises(ValueError, match="200"):
            next_turn.changed(jg, "ready", wrong)


# orders


def test_18_41_orders_are_offered_prepared_ones_first_and_counted(turn):
    menu = ordering.Menu({"a": "A"}, {"b": "B"}, "stop")
    after, order = called(ordering.next_order, turn, menu, answers={"attacker.order.1": "b"}).state
    assert (after.asked, order) == (1, "b")
    end = called(ordering.next_order, replace(turn, asked=4), menu, by="referee", answers={"referee.event.5": "a"})
    assert list(end.asked[0].options) == ["a", "no-more", "b"]
    assert (end.asked[0].default, end.asked[0].optional, end.asked[0].by) == ("a", True, "referee")
    empty = called(ordering.next_order, turn, menu._replace(prepared={}), by="defender")
    assert (empty.state[1], empty.asked[0].key) == ("no-more", "defender.order.1")
    must = called(ordering.next_order, turn, menu._replace(prepared={}, stop=""))
    assert (must.state[1], must.asked) == ("b", [])
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert called(ordering.next_order, quiet, menu).state == (quiet, "a")
    assert called(ordering.next_order, quiet, menu._replace(prepared={})).state == (quiet, "no-more")
    assert [ordering.Menu(*one, "x").offers(turn) for one in (({}, {}), ({"a": ""}, {}), ({}, {"b": ""}))] == [False, True, True]
    assert [ordering.Menu(*one, "x").offers(quiet) for one in (({}, {}), ({"a": ""}, {}), ({}, {"b": ""}))] == [False, True, False]


def test_18_41_a_part_of_the_turn_is_entered_again_for_an_order(turn):
    turn = replace(turn, part="combat.attacks")
    menu = ordering.Menu({"a": "A"}, {}, "stop")
    end = called(ordering.next_order, turn, menu, title="Attacks", answers={"combat.attacks.attacker.order.1": "a"})
    assert [record["title"] for record in end.records if record["t"] == "enter"] == ["Attacks"]
    alone = called(ordering.next_order, turn, menu._replace(stop=""), title="Attacks")
    assert [record for record in alone.records if record["t"] == "enter"] == []


def test_18_41_who_cannot_fly_a_prepared_order_is_told_and_asked_again(turn):
    def fly(turn, ordered, **more):
        return called(ordering.fliers, turn, {"army": 3, "mobile": 2}, ordered, lambda one: None, **more)

    assert fly(turn, (("army", 3),)).state == (("army", 3),)
    short = fly(turn, (("army", 4), ("navy", 1), ("nobody", 1)))
    assert (short.state, len(short.told("note")), short.asked) == ((("army", 3),), 3, [])
    again = fly(turn, (("army", 4),), again="attacker.commit", answers={"attacker.commit": {"mobile": 1}})
    assert (again.state, dict(again.asked[0].default)) == ((("mobile", 1),), {"army": 3, "mobile": 0})
    assert again.asked[0].optional
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert fly(quiet, (("army", 4),), again="attacker.commit").asked == []
    assert called(ordering.fliers, turn, {}, (("army", 4),), lambda one: None, again="x").state == ()


def test_18_25_a_script_may_ask_where_the_attacker_has_won(turn):
    turn = replace(turn, attacked=(("noumea", "regular", "defender eliminated"), ("truk", "regular", "defender holds")))
    won = ordering.won_hexes(turn)
    assert won == {f"won.{base.id}": int(base.id == "noumea") for base in turn.bases}


def test_18_45_how_far_units_are_from_where_they_fly(turn):
    known = ordering.flier_label(turn, turn.unit("army"), ("rabaul",))
    both = ordering.flier_label(turn, turn.unit("army"), ("truk", "rabaul"))
    assert known == both  # the farther one
    assert known.endswith("4 hexes away")
    bomber = turn.unit("army")._replace(air_type=GERMAN._replace(type="bomber"), home="western")
    assert ordering.flier_label(turn, bomber, ("rabaul",)).endswith("western front")
    assert ordering.flier_label(turn, turn.unit("army"), ()).endswith("Truk")
