"""The end of a turn: its position, the turn that follows, and how orders are asked for."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from waw import GERMAN, JAPAN_AND_ALLIES
from waw_books import PACIFIC
from waw_direct import begun, called, changed_base, changed_carrier, changed_unit

from airwar.engine.moves import End
from airwar.rulesets.kit import written
from airwar.rulesets.world_at_war import ordering, position, sequence, standing, training


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
    units, ships, _ = position.position_sheets(turn)
    assert [(row[0], row[1], *row[3:]) for row in units.rows] == [
        ("Allies", "marines", "Noumea", "0", "3"),
        ("Japan", "army", "Truk", "3", "1"),
        ("Japan", "navy", "Akagi", "3", "0"),
        ("Japan", "mobile", "Soryu", "3", "0"),
    ]
    assert [row[0] for row in ships.rows] == ["Akagi", "Soryu", "Hornet"]
    assert [position.lies(turn, one) for one in turn.carriers] == ["Truk", "sunk", "at sea"]
    assert [position.status(one) for one in turn.carriers] == ["damaged, inverted", "", "ready"]


def test_a_position_is_a_scenario(turn):
    assert position.position_of(turn) == turn.setting.said
    turn = changed_base(
        turn, "noumea", side="japan", supply="partial", oil=True, airbase_of="", nation="japan", facilities=("port",)
    )
    turn = changed_carrier(changed_carrier(turn, "soryu", sunk=True), "akagi", damaged=True, port="")
    mobile = turn.unit("mobile")
    regular = mobile._replace(home="lae", air_type=mobile.air_type._replace(elite=False))
    part = turn.unit("army").holding(ready=1)._replace(id="army/lae", home="lae", had=0)
    turn = replace(turn.with_units([regular, turn.unit("army").holding(inverted=3), turn.unit("marines").holding()]), units=(
        *(turn.unit("army").holding(inverted=3), turn.unit("navy"), regular, turn.unit("gone")), part))  # fmt: skip
    now = position.position_of(turn)
    assert written(now.bases["noumea"]) == {
        "side": "japan", "facilities": ["port"], "supply": "partial", "oil": "true", "nation": "japan", "new": "true"}  # fmt: skip
    assert list(now.carriers) == ["akagi", "hornet"]
    assert written(now.carriers["akagi"]) == {"nation": "japan", "size": "4", "damaged": "true"}
    assert [(unit.id, unit.count, unit.inverted, unit.at, unit.elite) for unit in now.units.values()] == [
        ("army", 3, 3, "truk", False),
        ("army-lae", 1, 0, "lae", False),
        ("navy", 3, 0, "akagi", True),
        ("mobile", 3, 0, "lae", False),
        ("gone", 0, 0, "noumea", False),
    ]
    assert "gone" not in position.passed(turn, turn)[0].units
    assert "soryu" not in str(now.distances)


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
    ("attacker", "date", "other", "later"),
    [
        ("japan", "spring 1941", "allies", "spring 1941"),
        ("allies", "spring 1941", "japan", "summer 1941"),
        ("allies", "summer 1941", "japan", "fall 1941"),
        ("allies", "fall 1941", "japan", "winter 1941"),
        ("allies", "winter 1941", "japan", "spring 1942"),
        ("allies", "", "japan", ""),
    ],
)
def test_18_51_the_other_side_moves_next_and_nothing_is_ordered(attacker, date, other, later):
    head = JAPAN_AND_ALLIES.replace("attacker: japan", f"attacker: {attacker}") + (f"date: {date}\n" if date else "")
    turn = begun(PACIFIC + "fallen: [{at: noumea}]\n", head)
    following, notes = position.passed(turn, turn)
    assert (following.attacker, following.date, following.turn, following.fallen) == (other, later, True, None)
    assert notes[0].startswith(f"side to move: {other.title()}")


def test_18_72b_next_brings_a_turn_to_its_end_of_which_a_part_was_played(turn):
    part = changed_unit(turn, "army", ready=0, inverted=4)
    part = part.with_setting(replace(turn.setting, whole_turn=False))
    finished, notes = position.passed(part, turn)
    assert finished.units["army"].inverted == 0
    assert finished.units["marines"].inverted == 3  # not in its owner's turn (18.72E)
    assert "the rest of Japan's turn was not played" in notes[0]
    redeployed = part.with_basing(part.basing._replace(held=(("army", 1),)))
    assert position.passed(redeployed, turn)[0].units["army"].inverted == 1  # through the enemy turn (18.72D)
    left, notes = position.left_as_it_is(part, turn)
    assert left.units["army"].inverted == 4
    assert not [note for note in notes if "not played" in note]


def test_18_15_what_a_base_cannot_hold_is_lost_when_a_part_of_a_turn_is_over(turn):
    part = turn.with_setting(replace(turn.setting, whole_turn=False))
    crowded = changed_unit(part, "army", ready=30, inverted=0)
    following, notes = position.passed(crowded, turn)
    lost = [note for note in notes if "nobody has redeployed" in note]
    told = ["25 of army have no base at Truk and are lost: nobody has redeployed them (18.15)"]
    assert (following.units["army"].count, lost) == (5, told)
    assert not [note for note in position.passed(part, turn)[1] if "nobody has redeployed" in note]


NAVAL = """
turn: true
bases: {rabaul: {side: japan, facilities: [port, airbase]}, lae: {side: allies, facilities: [city]}}
distances: {rabaul: {lae: 3}}
units: [{id: n, nation: japan, type: nas, count: 6, elite: true, at: rabaul}, {id: u, nation: us, type: nas, count: 5, at: lae}]
naval-air-training: {nations: {japan: {results: 1, eliminated: 4, unbuilt: 3}, us: {eliminated: 1}}}
"""


def test_17_353_the_next_turn_knows_what_was_lost_and_built():
    start = begun(NAVAL, JAPAN_AND_ALLIES)
    end = replace(changed_unit(changed_unit(start, "n", ready=4), "u", ready=2), trained=(("japan", 5),))
    following, notes = position.passed(end, start)
    japan, us = (following.naval_air_training.nations[nation] for nation in ("japan", "us"))
    assert (japan.eliminated, japan.unbuilt, japan.to_place) == (4, 0, 5)  # three new ones, and two of six rebuilt
    assert (us.eliminated, us.to_place) == (4, 0)  # it builds in its own turn
    assert "5 NAS of japan are built: add them to units (17.34)" in notes
    assert "2 elite NAS are lost; they are rebuilt as regular ones (17.352C)" in notes


def test_17_353a_naval_air_lost_after_construction_can_be_rebuilt_but_not_what_became_kamikazes():
    start = begun(NAVAL, JAPAN_AND_ALLIES)
    built = called(training.train_naval_air, start, answers={"training.japan.build": {"nas": 2}}).state.value
    later = changed_unit(built, "n", ready=3)  # no base had room for them in redeployment
    assert position.position_of(later).naval_air_training.nations["japan"].eliminated == 4 + 3
    flown = replace(later, kamikazes=later.kamikazes._replace(converted=1))
    assert position.position_of(flown).naval_air_training.nations["japan"].eliminated == 4 + 2


def test_a_ruling_changes_how_many_a_unit_has_and_where(turn):
    army = turn.unit("army")
    assert standing.adjustable_units(turn)["army"] == {"ready": 3, "inverted": 1, "at": "truk"}
    for what, value, now in (
        ("ready", "2", army._replace(ready=2, had=3)),
        ("inverted", "2", army._replace(inverted=2, had=5)),
        ("at", "tokyo", army._replace(home="tokyo")),
    ):
        assert standing.adjusted(turn, "army", what, value) == turn.with_units([now])
    in_a_box = standing.adjusted(turn, "army", "at", "tokyo")
    assert standing.adjusted(in_a_box, "army", "ready", "200").unit("army").had == 201


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
        standing.adjusted(turn, unit_id, what, value)


def test_17_3124_nobody_is_put_on_a_sunk_carrier(turn):
    sunk = changed_unit(changed_carrier(turn, "soryu", sunk=True), "mobile", ready=0)
    for unit_id, what, value in (("mobile", "ready", "1"), ("navy", "at", "soryu")):
        with pytest.raises(ValueError, match="Soryu is sunk"):
            standing.adjusted(sunk, unit_id, what, value)


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
