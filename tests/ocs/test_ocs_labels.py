"""What questions and notes say, where two things could be mistaken for one another."""

import pytest
from ocs_stories import V4
from ocs_theater import BASES, C1, F1, F2, HEXES, T1, game
from support import fight

from airwar.rulesets.ocs.lifts import drop_terms
from airwar.rulesets.ocs.rulings import profile
from airwar.setup.loading import parse_scenario

MOVEMENT = "axis.movement"


def test_r29_stated_flak_counts_no_modifiers_of_another_version():
    hexes = HEXES.replace("re: 3", "re: 3, hq: true, flak: 3")
    order = "{id: raid, in: axis.movement, kind: hip-shoot, at: h, with: [t1]}"
    fought = fight(game([order], [T1], MOVEMENT, hexes=hexes, more="hip-shoot: [germany]"), """
            flak none  # fmt: skip
            barrage 1 1
        """)  # fmt: skip
    assert fought.question("raid.flak").about() == "Allies flak fires at T1 of the Axis. Read your own table: what does it do?"


def test_r55_a_port_takes_hits_and_an_air_base_loses_levels():
    bases = BASES.replace("y: {", "y: {port: {side: allies, capacity: 8}, ")
    planes = [T1.replace("at: x", "at: x, over: y")]
    for kind, label, said in (("port-attack", "1 hit", "the port of Y"), ("base-attack", "1 level lost", "the air base at Y")):
        order = f"{{id: raid, in: axis.combat, kind: {kind}, at: y, with: [t1], flak: none}}"
        question = fight(game([order], planes, "axis.combat", bases=bases), "facility NE").question("raid.facility")
        assert question.options["1"].startswith(label)
        assert question.options["NE"] == "no effect"
        assert said in question.about()


def test_r53_what_guns_fire_at_in_one_hex_is_named():
    bases = BASES.replace("y: {", "y: {combat-units: [allies], ")
    more = "artillery: {guns: {side: axis, at: k, barrage: 12, range: 4, dg: true}}"
    fought = fight(game(units=[F1], play="axis.combat", options=V4, bases=bases, more=more), """
            order gunfire; target y; guns none  # fmt: skip
        """)  # fmt: skip
    labels = fought.question("axis-combat-barrage.1.target").options
    assert labels["y"].startswith("the units at Y")
    assert labels["y.base"].startswith("the air base at Y")
    assert fought.question("axis-combat-barrage.1.guns").labels == {"guns": "Guns, barrage 12, halved by DG"}


def test_r29_the_planes_are_numbered_before_the_die_finds_one():
    pair = [T1, T1.replace("t1", "t2").replace("T1", "T2")]
    order = "{id: raid, in: axis.movement, kind: barrage, at: h, with: [t2, t1]}"
    fought = fight(game([order], pair, MOVEMENT, V4), "flak 6 6; unit 1; barrage 1 1; land.t2 x; land.t1 x")
    assert "the flak hits one of the mission: 1 T2, 2 T1" in fought.notes()
    assert fought.losses()[0][1] == "T2"


def test_r33_what_a_base_cannot_unload_is_not_a_lack_of_room():
    carried = "order transport; stays some; cargo 4T; fly 1 c1; stay none; cargo-left 1 supply-1 1 supply-2; flak none; land.c1 x"
    fought = fight(game(units=[C1], play=MOVEMENT), carried)
    about = fought.question("axis-movement.1.cargo-left").about()
    assert about == "Axis: 4T to carry in 4 pieces; Z can unload 2T. Choose what stays behind."


def test_r45_the_question_for_cargo_names_what_can_be_carried():
    small = C1.replace("capacity: 2", "capacity: 1")
    fought = fight(game(units=[small, F2], play=MOVEMENT), """
            order drop; target k; method paradrop; cargo 1T; fly 1 c1  # fmt: skip
            flak none
            supply-1 6 6
            land.c1 x
        """)  # fmt: skip
    assert "2T" not in fought.question("axis-movement.1.cargo").ask


def test_r46_cargo_on_gliders_is_an_example_where_transports_can_tow():
    fought = fight(game(units=[C1], play=MOVEMENT), "order transport; stays no; cargo 2T by glider; fly 1 c1; flak none; land.c1 x")
    assert "2T by glider" in fought.question("axis-movement.1.cargo").examples
    text = game(units=[C1], play=MOVEMENT, hexes="{h: {}, k: {}}")
    fought = fight(
        text,
        """
            order drop; target h; method both; cargo 1T glider, 1/2 RE; fly 1 c1; flak none
            supply-1 6 6; unit-2 6 6
        """,
    )
    assert "1T glider, 1/2 RE" in fought.question("axis-movement.1.cargo").examples


def test_r51_a_hex_of_a_march_costs_at_most_two_digits():
    over = F2.replace("at: y", "at: y, over: h, duty: interdiction")
    text = game(units=[over], play=MOVEMENT)
    question = fight(text, "order march; march 99 h").question("axis-movement.1.march")
    assert "is not a march" in question.refuses("100 h")


def test_r1_planes_over_a_hex_barrage_it_in_any_weather_and_that_is_told():
    order = "{id: raid, in: axis.combat, kind: barrage, at: h, with: [t1], flak: none}"
    text = game([order], [T1.replace("at: x", "at: x, over: h")], "axis.combat", more="weather: {name: storm, flight: none}")
    told = fight(text, "barrage 1 1").notes()
    assert "storm weather stops flights, not the planes that are over H already (R1)" in told


def test_r5_that_a_carrier_refits_its_planes_free_of_charge_is_told():
    deck = BASES.replace("kind: strip, supply: 4", "kind: carrier")
    tired = F1.replace("at: x", "at: z, status: inactive")
    told = fight(game(units=[tired], play="axis.refit", bases=deck), "refit.z 1 f1").told("note")
    assert [body["text"] for body in told] == ["Z refits its planes free of charge (borrowed from 4.3); now active: F1"]


def test_r43_merely_close_terrain_modifies_no_drop():
    rulings = profile(drop_terrain="yes")
    values = [[term.value for term in drop_terms(rulings, (1945, 1), soviet=False, allied_eto=False, closeness=closeness)]
              for closeness in ("close", "very-close", "extremely-close")]  # fmt: skip
    assert values == [[], [-1], [-2]]


def test_r34_losses_that_leave_less_than_one_point_stop_an_attack_on_a_port():
    bases = BASES.replace("y: {", "y: {port: {side: allies, capacity: 8}, ")
    small = T1.replace("barrage: 12", "barrage: 1").replace("at: x", "at: x, over: y")
    order = "{id: raid, in: axis.combat, kind: port-attack, at: y, with: [t1], flak: loss}"
    fought = fight(game([order], [small], "axis.combat", bases=bases))
    assert fought.end.result == "no barrage"


def test_r29_the_first_of_the_mission_is_the_usual_victim_of_flak():
    pair = [T1.replace("at: x", "at: x, over: h"), T1.replace("t1", "t2").replace("T1", "T2").replace("at: x", "at: x, over: h")]
    order = "{id: raid, in: axis.combat, kind: barrage, at: h, with: [t2, t1], flak: loss}"
    fought = fight(game([order], pair, "axis.combat"), "flak-hit t1; barrage 1 1")
    assert fought.question("raid.flak-hit").default == "t2"


@pytest.mark.parametrize(("who", "stays"), [("allies", True), ("nobody", False)])
def test_r29_a_headquarters_stays_as_long_as_its_side_is_there(who, stays):
    hexes = HEXES.replace("re: 3", "re: 3, hq: true")
    answers = {"order": "hex", "target": "h", "what": "occupied-by", "who": who}
    fought = fight(
        game(units=[F1], play=MOVEMENT, hexes=hexes), answers={f"axis-movement.1.{key}": said for key, said in answers.items()}
    )
    assert fought.state.board.hex("h").hq is stays


def test_r41_a_dump_stays_with_its_side_when_the_combat_units_leave():
    hexes = HEXES.replace("re: 3", "re: 3, supply: 5")
    fought = fight(game(units=[F1], play=MOVEMENT, hexes=hexes), "order hex; target h; what combat-units; who nobody")
    assert "h" in fought.state.board.dumps("allies")
    assert "h" not in fought.state.board.dumps("axis")


@pytest.mark.parametrize(("occupied", "said"), [("", "nobody is at k"), ("occupied-by: [axis, allies], ", "both sides are at k")])
def test_r41_a_dump_that_may_be_anybodys_is_noted(occupied, said):
    hexes = HEXES.replace("k: {", f"k: {{{occupied}supply: 2, ")
    text = game(units=[F1], hexes=hexes)
    assert any(f"{said}, so its supply may be anybody's" in note.text for note in parse_scenario(text, "test.yaml").notes)
    known = text.replace("supply: 2,", "supply: 2, combat-units: [axis],").replace("occupied-by: [axis, allies], ", "")
    assert not any("may be anybody's" in note.text for note in parse_scenario(known, "test.yaml").notes)
