"""The end of a turn: its position, the turn that follows, and how orders are asked for."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from waw import GERMAN, JAPAN_AND_ALLIES
from waw_books import PACIFIC
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit

from airwar.engine.moves import End
from airwar.rulesets.world_at_war import adjusting, next_turn, ordering, position, sequence, standing
from airwar.rulesets.world_at_war.setting import Carrier
from airwar.rulesets.world_at_war.units.unit import Unit
from airwar.scenario.edit import Add, Drop, Retire, Set


@pytest.fixture
def turn():
    return begun(PACIFIC, JAPAN_AND_ALLIES)


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
        ("Allies", "marines", "Noumea", "0", "3"),
        ("Japan", "army", "Truk", "3", "1"),
        ("Japan", "navy", "Akagi", "3", "0"),
        ("Japan", "mobile", "Soryu", "3", "0"),
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


def test_where_everything_is(turn):
    turn = changed_unit(changed_unit(turn, "army", ready=1, flown=1, at_sea=1), "gone", had=3)
    turn = changed_carrier(turn, "soryu", sunk=True, damaged=True)
    new = turn.unit("army")._replace(id="new", home="lae", ready=0, inverted=2, flown=0, at_sea=0, had=2)
    turn = turn.with_basing(turn.basing._replace(building=(new,)))
    assert [(row[0], row[1], row[2], *row[4:]) for row in standing.standing((SimpleNamespace(turn=turn),))] == [
        ("japan", "truk", "army", 1, ()),
        ("japan", "truk", "army", 1, ("flown",)),
        ("japan", "truk", "army", 1, ("at-sea",)),
        ("japan", "truk", "army", 1, ("inverted",)),
        ("japan", "akagi", "akagi", 1, ("port=truk",)),
        ("japan", "akagi", "navy", 3, ()),
        ("japan", "soryu", "mobile", 3, ()),
        ("japan", "lae", "new", 2, ("construction", "inverted")),
        ("japan", "", "soryu", 1, ("eliminated",)),
        ("allies", "noumea", "marines", 3, ("inverted",)),
        ("allies", "hornet", "hornet", 1, ()),
        ("allies", "", "gone", 3, ("eliminated",)),
    ]
    pool = turn.kamikazes._replace(limit=6, built=2, created=5, expansions=1, had=4, spent=2, side="japan")
    rows = standing.standing((replace(turn, kamikazes=pool),))
    assert [(row.place, row.count, row.marks) for row in rows if row.unit == "kamikazes"] == [
        ("kamikazes", 2, ("built",)),
        ("kamikazes", 3, ("unbuilt",)),
        ("kamikazes", 6, ("pool",)),
        ("kamikazes", 1, ("expansions",)),
        ("", 2, ("eliminated",)),
    ]


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


def test_a_ruling_changes_how_many_a_unit_has_and_where(turn):
    army = turn.unit("army")
    assert adjusting.units(turn)["army"] == {"ready": 3, "inverted": 1, "at": "truk"}
    for what, value, now in (
        ("ready", "2", army._replace(ready=2, had=3)),
        ("inverted", "2", army._replace(inverted=2, had=5)),
        ("at", "tokyo", army._replace(home="tokyo")),
    ):
        assert adjusting.changed(turn, "army", what, value) == turn.with_units([now])
    in_a_box = adjusting.changed(turn, "army", "at", "tokyo")
    assert adjusting.changed(in_a_box, "army", "ready", "200").unit("army").had == 201


@pytest.mark.parametrize(
    ("unit_id", "what", "value", "why"),
    [
        ("army", "ready", "201", "is not a number from 0 to 200"),
        ("army", "ready", "-1", "is not a number from 0 to 200"),
        ("army", "inverted", "many", "is not a number from 0 to 200"),
        ("army", "inverted", "3", "Truk holds 6 factors"),
        ("army", "at", "atlantis", "'atlantis' is not a base or a carrier of this scenario"),
        ("army", "at", "reef", "Reef has no facility that takes air units"),
        ("army", "at", "noumea", "Noumea is held by allies; expected a base of japan"),
        ("army", "at", "akagi", "Akagi carries naval air of japan only"),
        ("mobile", "ready", "5", "Soryu carries 5 naval squadrons; its size is 4"),
        ("mobile", "inverted", "1", "Soryu is at sea and not inverted"),
    ],
)
def test_a_ruling_puts_no_unit_where_a_scenario_could_not(turn, unit_id, what, value, why):
    with pytest.raises(ValueError, match=why):
        adjusting.changed(turn, unit_id, what, value)


def test_17_3124_nobody_is_put_on_a_sunk_carrier(turn):
    sunk = changed_unit(changed_carrier(turn, "soryu", sunk=True), "mobile", ready=0)
    for unit_id, what, value in (("mobile", "ready", "1"), ("navy", "at", "soryu")):
        with pytest.raises(ValueError, match="Soryu is sunk"):
            adjusting.changed(sunk, unit_id, what, value)


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
        return called(ordering.fliers, turn, ordering.Able({"army": 3, "mobile": 2}, lambda one: None), ordered, **more)

    assert fly(turn, (("army", 3),)).state == (("army", 3),)
    short = fly(turn, (("army", 4), ("navy", 1), ("nobody", 1)))
    assert (short.state, len(short.told("note")), short.asked) == ((("army", 3),), 3, [])
    again = fly(turn, (("army", 4),), again="attacker.commit", answers={"attacker.commit": {"mobile": 1}})
    assert (again.state, dict(again.asked[0].default)) == ((("mobile", 1),), {"army": 3, "mobile": 0})
    assert again.asked[0].optional
    quiet = turn.with_setting(replace(turn.setting, orders_asked=False))
    assert fly(quiet, (("army", 4),), again="attacker.commit").asked == []
    assert called(ordering.fliers, turn, ordering.Able({}, lambda one: None), (("army", 4),), again="x").state == ()


def test_18_25_a_script_may_ask_where_the_attacker_has_won(turn):
    turn = replace(turn, attacked=(("noumea", "regular", "defender eliminated"), ("truk", "regular", "defender holds")))
    won = ordering.won_hexes(turn)
    assert won == {f"won.{base.id}": int(base.id == "noumea") for base in turn.bases}


def test_18_45_how_far_units_are_from_where_they_fly(turn):
    (known,) = ordering.labels_of(turn, ["army"], "rabaul").values()
    (both,) = ordering.labels_of(turn, ["army"], "truk", "rabaul").values()
    (nearest,) = ordering.labels_of(turn, ["army"], "truk", "rabaul", nearest=True).values()
    assert known == both  # the farther one
    assert nearest.endswith("0 hexes away")
    assert known.endswith("4 hexes away")
    bomber = turn.unit("army")._replace(air_type=GERMAN._replace(type="bomber"), home="western")
    assert ordering.flier_label(turn, bomber, ("rabaul",), False).endswith("western front")
    assert ordering.flier_label(turn, turn.unit("army"), (), False).endswith("Truk")
