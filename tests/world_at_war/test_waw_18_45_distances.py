"""Distances (18.45): from the map, typed, or stated at the table; never assumed."""

from waw import AXIS_AND_ALLIES, fought, problems, standing, text

from airwar.setup.loading import parse_scenario

ASKING = AXIS_AND_ALLIES.replace("unlisted-distances: far\n", "")
MALTA = """bases:
  sicily: {side: axis, HEX1facilities: [city, airbase]}
  malta: {side: allies, HEX2facilities: [port], island: true}
  tunis: {side: allies, facilities: [city]}
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 2, at: sicily}
  - {id: raf, nation: britain, type: aaf, count: 1, at: malta}
counterair: [{at: malta, with: {luftwaffe: 2}}]
"""
TOOK_OFF = {"distance.malta.sicily": "2", "distance.malta.tunis": "far"}


def malta(one="", other="", more=""):
    return MALTA.replace("HEX1", f"hex: {one}, " if one else "").replace("HEX2", f"hex: {other}, " if other else "") + more


def test_18_45_a_distance_that_is_needed_is_asked_for():
    end = fought(malta(), "malta.sicily 2; malta.tunis far; fire 1 1, 1 1; disengage disengage", head=ASKING)
    assert [question.key for question in end.asked] == [*TOOK_OFF, "malta.r1.attacker.disengage"]


def test_18_45_a_prepared_raid_that_turns_out_to_be_too_far_is_not_flown():
    end = fought(malta(), "malta.sicily 5", head=ASKING)
    assert standing(end)["luftwaffe"] == ("sicily", 2, 0)
    assert "luftwaffe: the 2 ordered to fly cannot: luftwaffe has a range of 4; Malta is 5 hexes away (18.45)" in end.notes()


def test_18_45_hexes_tell_the_distance():
    assert problems(malta("K28", "K33"), ASKING) == ["8:44: luftwaffe has a range of 4; Malta is 5 hexes away (18.45)"]
    assert problems(malta("K28", "K32"), ASKING) == []


def test_18_45_a_typed_distance_overrides_the_map():
    detour = malta("K28", "K30", "distances: {sicily: {malta: 5}}\n")
    assert problems(detour, ASKING) == ["8:44: luftwaffe has a range of 4; Malta is 5 hexes away (18.45)"]


def test_18_45_which_lines_of_the_map_are_shifted_is_said_under_grid():
    grids = [malta("A1", "E7", f"grid: {{shifted: {shifted}}}\n") for shifted in ("even", "each", "each-back")]
    distances = []
    for grid in grids:
        found = problems(grid, ASKING)
        distances.append(found[0].partition("Malta is ")[2] if found else "")
    assert distances == ["8 hexes away (18.45)", "10 hexes away (18.45)", "6 hexes away (18.45)"]


def test_18_45_a_label_that_no_map_has_is_a_problem():
    assert problems(malta("AB3"), ASKING) == [
        "2:29: AB is not a line of this map; after Z come AA, BB and so on, or say after-z: alphabetical"
    ]
    assert "expected a hex label such as K28, 34.12 or B12.07" in problems(malta("k28"), ASKING)[0]


def test_18_45_typed_distances_that_contradict_each_other_are_a_problem():
    both = malta(more="distances: {sicily: {malta: 3, sicily: 2}, malta: {sicily: 5}}\n")
    assert problems(both, ASKING) == [
        "9:40: sicily is 2 hexes from itself; expected two different places",
        "9:60: malta to sicily is 5, but sicily to malta is 3; expected the same both ways",
    ]


def notes(rest):
    return [note.text for note in parse_scenario(text(rest, ASKING), "test.yaml").notes]


def test_18_45_check_notes_the_distances_that_may_be_asked_for():
    asked = "asked for when needed: give places a hex, add distances, or say unlisted-distances: far"
    assert notes(malta()) == [f"3 distances are not given (sicily-malta, sicily-tunis, malta-tunis); {asked}"]
    assert notes(malta("K28", "K29")) == [f"2 distances are not given (sicily-tunis, malta-tunis); {asked}"]
    assert notes(malta(more="unlisted-distances: far\ndistances: {sicily: {malta: 2}}\n")) == []


def test_18_45_check_notes_a_typed_distance_that_is_shorter_than_the_map():
    short = malta("K28", "K31", "distances: {sicily: {malta: 2}}\nunlisted-distances: far\n")
    assert notes(short) == ["sicily to malta is 2, but the map has 3 hexes between them"]


RUHR = """bases:
  london: {side: axis, hex: A1, facilities: [city]}
  dover: {side: axis, facilities: [city]}
  essen: {side: allies, facilities: [city]}
fronts: {west: [london, dover, essen]}
strategic: [{id: b17, nation: germany, type: bomber, count: 2, front: west}]
units: [{id: raf, nation: britain, type: aaf, count: 2, at: essen}]
bombing: [{id: ruhr, HEX front: west}]
"""


def test_18_45_the_distance_to_a_target_follows_from_its_hex():
    ordered = RUHR.replace("HEX front: west}]", "HEX front: west, bombers: {b17: 2}}]").replace(
        "london, dover, essen", "london, essen"
    )
    far = "8:59: b17 has a range of 4; Ruhr is 5 hexes from the nearest operational base of the west front (17.72)"
    assert problems(ordered.replace("HEX", "hex: A6,"), ASKING) == [far]
    assert problems(ordered.replace("HEX", "hex: A5,"), ASKING) == []


def test_18_45_the_distance_to_a_target_is_asked_for_until_a_base_is_in_range():
    asked = {"distance.london.ruhr": "9", "distance.dover.ruhr": "4", "distance.essen.ruhr": "far"}
    end = fought(
        RUHR.replace("HEX", "").replace("hex: A1, ", ""), "london.ruhr 9; dover.ruhr 4; bombers 2 b17; essen.ruhr far", head=ASKING
    )
    assert [question.key for question in end.asked if question.key.startswith("distance")] == list(asked)
    fought(RUHR.replace("HEX", ""), "london.ruhr 4; bombers 2 b17; essen.ruhr far", head=ASKING)


def test_18_45_check_notes_the_distances_to_targets_that_may_be_asked_for():
    asked = "asked for when needed: give places a hex, add distances, or say unlisted-distances: far"
    assert notes(RUHR.replace("HEX", "hex: A5,")) == [
        f"2 distances are not given (ruhr-dover, ruhr-essen); {asked}",
    ]


def test_18_45_who_orders_what_turns_out_to_be_too_far_is_told_so():
    rest = """
orders: ask
bases: {a: {side: axis, facilities: [city]}, b: {side: axis, facilities: [city]}, x: {side: allies, facilities: [city]}}
units:
  - {id: u, nation: germany, type: aaf, count: 1, at: a}
  - {id: ju, nation: germany, type: transport, count: 1, at: a}
"""
    end = fought(
        rest,
        """
            staging.attacker.order u
            distance.a.b far
            counterair.attacker.order x
            distance.a.x far
            air-supply.attacker.order b
        """,
        head=ASKING,
    )
    told = end.notes()
    assert "no base that u may stage to is within 8 hexes (18.21)" in told
    assert "no unit flies to X" in told
    assert "no air transport that is free to fly reaches B" in told
    offered = {question.key: question for question in end.asked}
    assert "u" not in offered["staging.attacker.order.2"].options
    assert (
        "movement.counterair.attacker.order.2" not in offered or "x" not in offered["movement.counterair.attacker.order.2"].options
    )
