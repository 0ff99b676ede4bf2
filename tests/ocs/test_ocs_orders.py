"""Missions are ordered at the table, in their phase and segment, and the ground war is told as it happens."""

import pytest
from ocs_boards import Air, air
from ocs_theater import BASES, C1, F1, F2, T1, game
from support import fight

from airwar.api import Session
from airwar.probability.nodes import answers_to
from airwar.setup.loading import load_scenario, parse_scenario

OVER = T1.replace("at: x", "at: x, over: h")
MOVEMENT = "axis.movement"
GROUND = "build reduce hex supply"
AIR = "base-attack trainbust interdict station sweep"


def offered(fought, key):
    return list(next(question.options for question in fought.asked if question.key == key))


def test_r10_a_scenario_without_missions_is_ordered_at_the_table():
    text = game(units=[F1, T1, F2], play=MOVEMENT)
    fought = fight(text, "order barrage; fly 1 t1; flak none; barrage 4 4")
    assert fought.end.result == "DG"
    assert air(fought.state.board.unit("t1"))[:4] == ("t1", "active-elsewhere", "h", 2)


@pytest.mark.parametrize(
    ("play", "key", "kinds"),
    [
        ("axis.movement", "axis-movement.1.order", f"barrage {AIR} transfer capture {GROUND}"),
        ("axis.supply", "axis-supply.1.order", "supply"),
        ("allies.reaction", "allies-reaction.1.order", f"{AIR} capture hex supply"),
        ("axis.combat", "axis-combat-combat.1.order", "capture hex"),
    ],
)
@pytest.mark.proves("R10", "R11")
def test_r3_what_can_be_ordered_is_what_the_phase_allows(play, key, kinds):
    fought = fight(game(units=[F1, T1, F2], play=play))
    assert offered(fought, key) == ["done", *kinds.split()]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("port-attack", "port-attack: H has no port (R55); K has no port (R55); X has no port (R55)"),  # and so on
        ("ship-attack", "ship-attack: ships can be attacked only with the option naval: v4.3 (R52)"),
        ("march", "march: nothing of the kind happens in this segment (R3)"),
        ("refit", "'refit' is not an order; there are barrage, base-attack, port-attack, trainbust, ship-attack, hip-shoot, "),
    ],
)
def test_r3_what_cannot_be_ordered_is_refused_with_up_to_three_reasons(order, why):
    session = Session.begin(parse_scenario(game(units=[C1, F1, T1, F2], play=MOVEMENT), "test.yaml"), None, 1)
    said = session.question.refuses(order)
    assert said.startswith(why) if order == "refit" else said == why


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("range: 20", "range: 2", "C1 cannot: it is at X already (R45)"),
        ("at: x", "at: x, status: inactive", "no active transport can carry anything there (R45)"),
    ],
)
def test_r45_why_nothing_is_carried_is_said_of_own_active_transports_only(old, new, why):
    enemy = C1.replace("c1, name: C1, side: axis", "c2, name: C2, side: allies").replace("at: x", "at: y")
    session = Session.begin(parse_scenario(game(units=[F2, enemy, F1, C1.replace(old, new)], play=MOVEMENT), "test.yaml"), None, 1)
    no_base = "transport: H has no air base (R45); K has no air base (R45)"
    assert session.question.refuses("transport") == f"{no_base}; {why}"


def test_r8_inactive_units_cannot_be_ordered_to_fly():
    tired = F1.replace("at: x", "at: x, status: inactive")
    assert offered(fight(game(units=[tired, F2], play=MOVEMENT)), "axis-movement.1.order") == ["done", "capture", *GROUND.split()]


def test_r1_weather_that_forbids_flight_leaves_only_the_ground_war():
    fought = fight(game(units=[F1, F2], play=MOVEMENT, more="weather: {flight: none}"))
    assert offered(fought, "axis-movement.1.order") == ["done", "capture", *GROUND.split()]


def test_r11_units_over_a_hex_barrage_it_in_any_barrage_segment_of_their_player():
    for phase in ("movement", "combat", "exploitation"):
        key = f"axis-{phase}-barrage.1"
        fought = fight(
            game(units=[OVER], play=f"axis.{phase}"), {f"{key}.barrage": (4, 4)}, {f"{key}.order": "barrage", f"{key}.flak": "none"}
        )
        assert fought.end.result == "DG"


def test_r3_orders_are_numbered_within_a_phase_and_strikes_follow_in_the_barrage_segment():
    fought = fight(
        game(units=[F1, T1], play=MOVEMENT),
        "order barrage; fly 1 t1; order interdict; fly 1 f1; strike 1 t1; flak none; barrage 1 1",
    )
    assert fought.end.result == "interdiction of H: interdicted; barrage of H: no effect"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (game(units=[F1], play=MOVEMENT), True),
        (game(["{id: o, in: axis.movement, kind: interdict, at: h, with: [f1]}"], [F1], play=MOVEMENT), False),
        (game(["{id: o, in: axis.movement, kind: interdict, at: h, with: [f1]}"], [F1], play=MOVEMENT, more="orders: ask"), True),
        (game(units=[F1], play=MOVEMENT, more="orders: prepared"), False),
    ],
)
def test_r3_orders_are_asked_in_a_whole_turn_or_where_none_are_prepared(text, asked):
    assert any(question.key.endswith(".order") for question in fight(text).asked) == asked


def test_r37_whether_a_prepared_attack_captures_the_base_is_asked():
    falls = "{id: fall, in: allies.combat, kind: capture, at: x, advance: true}"
    text = game([falls], [F1, F2], play="allies.combat")
    held = fight(text, "captured no")
    assert held.end.result == "not captured"
    assert held.state.board.base("x").side == "axis"
    assert fight(text, "capture.f1 6 6").state.board.base("x").side == "allies"


def test_r38_a_capture_told_in_the_combat_segment_is_an_advance():
    fought = fight(game(units=[F1, F2], play="allies.combat"), "order capture; target x; self-inflicted no; capture.f1 1 1")
    assert fought.rolls()["allies-combat-combat.1.capture.f1"]["terms"] == [
        ["advance after combat", 2, "R38", "advance-after-combat"]
    ]


@pytest.mark.parametrize("phase", ["movement", "reaction", "combat", "exploitation"])
def test_r38_an_advance_follows_combat_or_an_overrun(phase):
    falls = f"{{id: fall, in: allies.{phase}, kind: capture, at: x, advance: true}}"
    fought = fight(game([falls], [F1], play=f"allies.{phase}"), "capture.f1 1 2")
    assert fought.rolls()["fall.capture.f1"]["terms"] == [["advance after combat", 2, "R38", "advance-after-combat"]]


@pytest.mark.parametrize(
    ("what", "answer", "term"),
    [
        ("spotters", {"who": "nobody"}, ["no spotter", -3]),
        ("re", {"re": "5"}, ["5 RE or less", 2]),
        ("hedgehog", {"level": "2"}, ["hedgehog", -1]),
        ("strat-mode", {"is-there": "yes"}, ["strat mode", 3]),
    ],
)
def test_r34_what_changes_on_the_ground_counts_from_then_on(what, answer, term):
    answers = {"axis-movement.1.order": "hex", "axis-movement.1.target": "h", "axis-movement.1.what": what}
    answers |= {f"axis-movement.1.{key}": value for key, value in answer.items()}
    answers |= {"axis-movement.2.order": "barrage", "axis-movement.2.flak": "none", "axis-movement.2.fly": {"t1": 1}}
    fought = fight(game(units=[T1], play=MOVEMENT), {"axis-movement.2.barrage": (1, 1)}, answers)
    shifts = [[row[0], int(row[1])] for row in fought.told("sheet")[0]["rows"][1:-1]]
    assert term in shifts


@pytest.mark.proves("R5")
def test_r5_the_supply_at_a_base_is_told_in_the_supply_phase():
    answers = {"axis-supply.1.order": "supply", "axis-supply.1.target": "z", "axis-supply.1.supply": "7"}
    fought = fight(game(units=[F1], play="axis.supply"), "order supply; target z; supply 7")
    assert fought.state.board.base("z").supply == 7
    assert "Z has 7T of supply now; it had 4T" in fought.notes()
    with pytest.raises(ValueError, match="'much' is not a whole number from 0 to 1000"):
        fight(game(units=[F1], play="axis.supply"), answers={**answers, "axis-supply.1.supply": "much"})


def test_r44a_a_hex_that_is_said_to_be_entered_is_friendly_from_the_next_phase():
    drop = "{id: food, in: axis.%s, kind: drop, at: k, with: [c1], cargo: [{id: food, supply: 1}]}"
    answers = {
        f"axis-movement.1.{key}": value
        for key, value in {
            "order": "hex",
            "target": "k",
            "what": "combat-units",
            "who": "axis",
            "re": "1",
            "hq": "no",
            "strat-mode": "no",
        }.items()
    }
    for phase, row in (("movement", "enemy"), ("exploitation", "friendly")):
        text = game([drop % phase], [C1], play="axis.movement, axis.exploitation", more="orders: ask", hexes="{h: {}, k: {}}")
        fought = fight(text, {"food.drop.food-1": (6, 6)}, {**answers, "food.flak": "none", "food.land.c1": "x"})
        assert fought.rolls()["food.drop.food-1"]["row"] == f"{row}-clear-paradrop"


def test_r12_a_unit_that_has_barraged_is_not_offered_again():
    fought = fight(
        game(units=[OVER], play="axis.movement, axis.combat"), "axis-movement-barrage.order barrage; flak none; barrage 4 4"
    )
    assert "axis-combat-barrage.1.order" not in [question.key for question in fought.asked]
    assert offered(fought, "axis-combat-combat.1.order") == ["done", "capture", "hex"]
    assert fought.state.board.unit("t1") == Air("t1", "active-elsewhere", "h", 2, "strike", 8, spent=True)


LIFT = {"axis-movement.1.order": "transport", "axis-movement.1.flak": "none"}


@pytest.mark.parametrize(
    ("cargo", "result", "x", "z"),
    [
        ("2T", "2T flown in", 2, 6),
        ("1/2 RE", "1/2 RE flown in", 4, 4),
        ("1T, 1/2 RE as 1/505", "1T and 1/505 flown in", 3, 5),
        ("1/4 RE MA 8", "1/4 RE flown in", 4, 4),
    ],
)
def test_r45_cargo_is_said_at_the_table_and_supply_is_taken_from_the_base(cargo, result, x, z):
    answers = {**LIFT, "axis-movement.1.cargo": cargo, "axis-movement.1.fly": {"c1": 1}, "axis-movement.1.land.c1": "x"}
    fought = fight(game(units=[C1], play=MOVEMENT), answers={**answers, "axis-movement.1.stays": "no"})
    assert fought.end.result == result
    assert [fought.state.board.base(base).supply for base in "xz"] == [x, z]


@pytest.mark.parametrize(
    ("cargo", "sentence"),
    [
        ("much", "'much' is not cargo; expected for example 1T or 1/2 RE or 2T"),
        ("0T", "'0T' is not cargo"),
        ("1/0 RE", "'1/0 RE' is not cargo"),
        ("5T", r"5T of supply; the bases of the transports have 4T \(R45\)"),
        ("3 RE", r"the cargo weighs 6T; the mission carries 4T \(R45\)"),
        ("1/4 RE MA 12", r"1/4 RE has allowance 12 on foot; expected at most 10 on foot \(R45\)"),
    ],
)
def test_r45_what_cannot_be_flown_is_refused_at_the_table(cargo, sentence):
    with pytest.raises(ValueError, match=sentence):
        fight(game(units=[C1], play=MOVEMENT), answers={**LIFT, "axis-movement.1.stays": "no", "axis-movement.1.cargo": cargo})


SMALL = C1.replace("c1", "c0").replace("capacity: 2", "capacity: 1")


@pytest.mark.parametrize(
    ("cargo", "most", "gliders", "carried"),
    [("7T", 4, 0, 6), ("5T", 1, 0, 4), ("7T", 2, 2, 6), ("6T by glider", 4, 2, 4), ("4T by glider", 4, 1, 2)],
)
def test_r45_a_mission_carries_what_its_largest_planes_or_the_gliders_hold(cargo, most, gliders, carried):
    bases = BASES.replace("supply: 4, gliders: 2", f"supply: 9, gliders: {gliders}")
    text = game(units=[SMALL, C1], play=MOVEMENT, bases=bases, options=f"max-per-mission: {most}")
    with pytest.raises(ValueError, match=rf"the cargo weighs {cargo[0]}T; the mission carries {carried}T \(R45\)"):
        fight(text, answers={**LIFT, "axis-movement.1.stays": "no", "axis-movement.1.cargo": cargo})


DROP = {"axis-movement.1.order": "drop", "axis-movement.1.target": "k", "axis-movement.1.cargo": "1/2 RE"}


def test_r37_what_happens_on_the_ground_map_is_not_weighed_unless_it_is_planned():
    session = Session.begin(load_scenario("maleme-1941"), None, 1)
    question = session.question
    assert (question.key, "capture" in question.options) == ("axis-movement.1.order", True)
    assert not {name for _, name in answers_to(question)} & {"capture", "hex", "supply", "march", "train"}
    assert ("[capture]", "capture") in answers_to(question, "capture")


def test_r45_a_drop_on_an_own_base_is_seldom_wanted():
    for kind, seldom in (("drop", ("x", "z")), ("station", ())):
        session = Session.begin(parse_scenario(game(units=[C1, F1], play=MOVEMENT), "test.yaml"), None, 1)
        session.answer(kind)
        assert (session.question.key, session.question.seldom) == ("axis-movement.1.target", seldom)


def test_r47_a_drop_of_units_that_was_not_planned_is_not_ordered():
    text = game(units=[C1], play=MOVEMENT, options="drop-plan-required: yes")
    fought = fight(text, "order drop; target k; method paradrop; cargo 1/2 RE; planned no")
    assert "no drop: drops of units are planned at least two turns ahead (R47)" in fought.notes()
    assert fought.end.result == "nothing flown"
    assert (
        fight(
            text,
            """
            order drop; target k; method paradrop; cargo 1/2 RE; planned yes; fly 1 c1; flak none
            unit-1 6 6
            land.c1 x
        """,
        ).end.result
        == "1 safe, 0 lost"
    )


def test_r47_with_plans_units_are_dropped_only_in_the_movement_phase():
    answers = {"axis-exploitation.1.order": "drop", "axis-exploitation.1.target": "k", "axis-exploitation.1.method": "paradrop"}
    text = game(units=[C1], play="axis.exploitation", options="drop-plan-required: yes")
    with pytest.raises(ValueError, match=r"units are dropped only in the movement phase, not in exploitation \(R47\)"):
        fight(text, answers={**answers, "axis-exploitation.1.cargo": "1/2 RE"})


def test_r45_gliders_stay_at_home_if_their_base_has_nothing_that_they_may_carry():
    bases = "{x: {side: axis, level: 2, supply: 0, gliders: 2}, y: {side: allies}, z: {side: axis, kind: strip, supply: 4}}"
    planes = [C1, C1.replace("c1", "c2").replace("at: x", "at: z")]
    text = game(units=planes, play="axis.exploitation", options="drop-plan-required: yes", bases=bases)
    fought = fight(text, "order drop; target k; method glider")
    assert "no drop: nothing can be carried" in fought.notes()
    assert "axis-exploitation.2.order" in {question.key for question in fought.asked}


@pytest.mark.parametrize(("answer", "terms"), [("yes", [["Allied drop in Europe", -1, "R43", "allied-drop"]]), ("no", [])])
def test_r43_whether_a_drop_is_an_allied_drop_in_europe_is_asked(answer, terms):
    plane = C1.replace("side: axis", "side: allies").replace("at: x", "at: y")
    said = {"order": "drop", "target": "k", "cargo": "1/2 RE", "allied-eto": answer, "flak": "none", "fly": {"c1": 1}}
    fought = fight(
        game(units=[plane], play="allies.movement"),
        {"allies-movement.1.drop.unit-1": (6, 6)},
        {f"allies-movement.1.{key}": value for key, value in said.items()},
    )
    assert fought.rolls()["allies-movement.1.drop.unit-1"]["terms"] == terms


def test_r46_gliders_are_offered_only_where_a_transport_can_tow_them():
    away = game(units=[C1.replace("at: x", "at: z")], play=MOVEMENT)
    keys = [
        question.key
        for question in fight(away, "order drop; target k; cargo 1/2 RE; fly 1 c1; flak none; unit-1 6 6; land.c1 z").asked
    ]
    assert "axis-movement.1.method" not in keys


def default_of(text, key, dice=None, answers=None):
    """What Enter does at a question."""
    return next(question.default for question in fight(text, dice, answers).asked if question.key == key)


def test_r46_by_default_a_transport_flies_that_can_tow_a_glider():
    full, reduced = C1.replace("id: c1", "id: c2"), C1.replace("capacity: 2", "capacity: 9, steps: 1")
    said = {**DROP, "axis-movement.1.method": "glider", "axis-movement.1.fly": {}}
    default = default_of(game(units=[reduced, full], play=MOVEMENT), "axis-movement.1.fly", answers=said)
    assert default == {"c1": 0, "c2": 1}


def test_r45_by_default_no_more_transports_fly_than_the_cargo_needs():
    three = [C1, C1.replace("id: c1", "id: c2").replace("capacity: 2", "capacity: 3"), C1.replace("id: c1", "id: c3")]
    lift = "{id: lift, in: axis.movement, kind: transport, at: z, flak: none, stays: true, cargo: [{id: food, supply: %s}]}"
    for tons, sent in ((3, {"c2": 1}), (7, {"c1": 1, "c2": 1})):
        text = game([lift % tons], [F1, *three], play=MOVEMENT)
        default = default_of(text, "lift.fly", answers={"lift.fly": sent})
        assert {unit: number for unit, number in default.items() if number} == sent


@pytest.mark.parametrize(
    ("kind", "at", "sent"),
    [
        ("barrage", "h", {"t1", "f1"}),
        ("station", "h", {"t1", "f1"}),
        ("interdict", "h", {"p1"}),
        ("sweep", "y", {"f1"}),
        ("transfer", "z", {"p1"}),
    ],
)
def test_r10_by_default_the_units_fly_that_can_do_the_work(kind, at, sent):
    weak = F1.replace("id: f1", "id: p1").replace("rating: 4, barrage: 2", "rating: (4)")
    text = game([f"{{id: go, in: axis.movement, kind: {kind}, at: {at}}}"], [C1, weak, T1, F1, F2], play=MOVEMENT)
    default = default_of(text, "go.fly", answers={"go.fly": {}})
    assert {unit for unit, number in default.items() if number} == sent


@pytest.mark.parametrize(("barrage", "usual"), [("1/4", 0), ("1/2", 1)])
def test_r34_by_default_nobody_barrages_who_is_too_weak_for_it(barrage, usual):
    weak = OVER.replace("t1", "t0").replace("barrage: 12", f"barrage: {barrage}")
    text = game(["{id: raid, in: axis.combat, kind: barrage, at: h}"], [weak, OVER], "axis.combat", "max-per-mission: 1")
    default = default_of(text, "raid.strike", {"raid.barrage": (1, 1)}, {"raid.flak": "none", "raid.strike": {"t1": 1}})
    assert default == {"t0": usual, "t1": 0}


def test_r17_ratings_keep_their_parentheses_in_the_options():
    fought = fight(game(units=[T1, C1], play=MOVEMENT), "order interdict; target h; fly 1 t1")
    fly = fought.question("axis-movement.1.fly")
    assert fly.labels == {
        "t1": "T1 (T), rating (2), barrage 12, at X, 8 of 30 hexes",
        "c1": "C1 (Tpt), rating (0), barrage 0, 2T, at X, 8 of 20 hexes",
    }


@pytest.mark.parametrize(
    ("side", "term"), [("none", None), ("allies", ["defender uses Advantage", -1, "R21", "defender-advantage"])]
)
def test_r21_advantage_in_a_mission_ordered_at_the_table_is_asked_for(side, term):
    answers = {"axis-movement.1.order": "sweep", "axis-movement.1.fly": {"f1": 1}, "axis-movement.1.advantage": side}
    dice = {"axis-movement.1.r1.air-combat": (6, 6), "axis-movement.1.r1.loss": (1,)}
    fought = fight(game(units=[F1, F2], play=MOVEMENT), dice, {**answers, "axis-movement.1.land.f1": "x"})
    terms = fought.rolls()["axis-movement.1.r1.air-combat"]["terms"]
    assert (term in terms) if term else not any("Advantage" in name for name, *_ in terms)


def test_r3_the_turn_ends_with_a_table_of_where_everything_is():
    fought = fight(game(units=[F1.replace("at: x", "at: x, over: h"), F2], play="axis.clean-up"))
    sheets = {body["title"]: body["rows"] for body in fought.told("sheet")}
    assert sheets["Air units"][0] == ["Axis", "F1 (F)", "4", "2", "20", "active, strike", "over H"]
    assert sheets["Air bases"][0] == ["Axis", "X", "2", "4T"]


def test_r10_the_output_says_why_no_unit_can_fly():
    tired = T1.replace("at: x", "at: x, status: inactive")
    text = game(["{id: go, in: axis.movement, kind: sweep, at: y}"], [C1, tired, F2], play=MOVEMENT)
    told = fight(text).notes()
    assert "cannot fly: C1: only fighters fly sweeps (R16)" in told
    assert any(text.startswith("cannot fly: T1: a unit that is inactive may not fly out") for text in told)
    assert "not flown: no unit flies" in told


AROUND = {
    "hexes": "{h: {combat-units: [allies], re: 3, spotters: [axis], supply: 2}, k: {supply: 3}, s: {terrain: sea}}",
    "bases": "{x: {side: axis, level: 2, supply: 4, gliders: 2, port: {side: axis, capacity: 8}},"
    " z: {side: axis, kind: strip, supply: 4},"
    " y: {side: allies, level: 2, supply: 4, port: {side: allies, capacity: 8}}, c: {side: allies, kind: carrier}}",
    "distances": "{h: {x: 8, y: 8, z: 12, k: 2}, k: {x: 15, y: 3, z: 20}, x: {y: 12, z: 6, s: 5, c: 9}, y: {z: 14}}",
    "more": "ships: {a: {side: allies, at: s, barrage: 8, range: 9}}\nhip-shoot: [germany]\n",
}
WEAK = "{id: w1, side: axis, type: T, nation: germany, range: 20, rating: (1), barrage: 2/5, at: x}"


@pytest.mark.parametrize(
    ("order", "at", "refused"),
    [
        ("trainbust", "h k y", {"s": "S is at sea (R51)", "x": "X is a base of the Axis (R51)"}),
        ("interdict", "h s y c", {"k": "15 hexes", "x": "X is a base of the Axis"}),
        ("station", "h k s y c", {"x": "X is a base of the Axis; a plane there is at the base, not over it (R8)"}),
        ("drop", "h k x z y", {"s": "S is at sea (R42)", "c": "C is a carrier, not a land hex (R42)"}),
        ("build", "x.base z.base", {}),
        ("reduce", "x.base x.port", {}),
        ("hex", "h k x z y", {}),
        ("supply", "x z k", {}),
    ],
)
def test_r10_where_each_order_can_be_carried_out(order, at, refused):
    session = Session.begin(parse_scenario(game(units=[F1, T1, C1, WEAK, F2], play=MOVEMENT, **AROUND), "test.yaml"), None, seed=1)
    session.answer(order)
    assert list(session.question.options) == at.split()
    for place, why in refused.items():
        assert why in session.question.refuses(place), session.question.refuses(place)
