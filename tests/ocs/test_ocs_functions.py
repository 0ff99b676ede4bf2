"""Which units may fly, barrage, interdict or return, and how many."""

import re

import pytest
from ocs_boards import air
from ocs_theater import BASES, C1, F1, F2, T1, game
from support import fight, problems_of

from airwar.rulesets.ocs.bases import active_limit
from airwar.rulesets.ocs.board import barrage_refused, flight_refused, interdiction_refused, return_refused
from airwar.rulesets.ocs.rulings import profile
from airwar.setup.loading import parse_scenario

PHASES = ("return", "refit", "reinforcement", "movement", "supply", "reaction", "combat", "exploitation", "clean-up")


def allowed(refused, status, version="ocs-3.0"):
    return {
        (phase, player)
        for phase in PHASES
        for player in ("phasing", "non-phasing")
        if refused(status, phase, player, version) is None
    }


def test_r10_only_units_active_at_a_base_fly_and_only_in_three_phases():
    assert allowed(flight_refused, "active-at-base") == {
        ("movement", "phasing"),
        ("reaction", "non-phasing"),
        ("exploitation", "phasing"),
    }
    assert allowed(flight_refused, "active-elsewhere") == allowed(flight_refused, "inactive") == set()


def test_r11_only_units_active_elsewhere_barrage_in_the_combat_phase_too_but_not_in_4_3():
    flying = {("movement", "phasing"), ("reaction", "non-phasing"), ("exploitation", "phasing")}
    assert allowed(barrage_refused, "active-elsewhere") == flying | {("combat", "phasing")}
    assert allowed(barrage_refused, "active-elsewhere", "ocs-4.3") == flying
    assert allowed(barrage_refused, "active-at-base") == allowed(barrage_refused, "inactive") == set()


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (flight_refused("inactive", "movement", "phasing", "ocs-3.0"), "a unit that is inactive may not fly out"),
        (flight_refused("active-at-base", "combat", "phasing", "ocs-3.0"), "in the combat phase no air unit may fly"),
        (flight_refused("eliminated", "movement", "phasing", "ocs-3.0"), "a unit that is eliminated may do nothing"),
        (
            barrage_refused("active-at-base", "combat", "phasing", "ocs-3.0"),
            "a unit that is active at a friendly base may not barrage",
        ),
        (
            barrage_refused("active-elsewhere", "reaction", "phasing", "ocs-3.0"),
            "only the non-phasing player's air units may barrage",
        ),
        (return_refused("active-at-base", "return", "phasing"), "may not return"),
        (
            return_refused("active-elsewhere", "movement", "phasing"),
            "units return in the Air Unit Return phase, not in the movement phase",
        ),
        (return_refused("active-elsewhere", "return", "non-phasing"), "only the phasing player's units return"),
        (interdiction_refused(20, 10), "only at less than half their range of 20"),
    ],
)
def test_r10_a_refusal_cites_the_line_that_forbids_it(sentence, said):
    assert said in sentence


@pytest.mark.parametrize(
    ("mission", "sentence"),
    [
        ("in: axis.combat, kind: interdict, at: h, with: [f1]", "in the combat phase no air unit may fly"),
        ("in: axis.supply, kind: sweep, at: h, with: [f1]", "in the supply phase no air unit may fly"),
        ("in: axis.combat, kind: barrage, at: h, with: [f1]", "f1: a unit that is active at a friendly base may not barrage"),
        ("in: axis.combat, kind: barrage, at: h, with: [tired]", "tired: a unit that is inactive may not barrage"),
        ("in: axis.movement, kind: sweep, at: h, with: [tired]", "tired: a unit that is inactive may not fly out"),
        ("in: axis.movement, kind: sweep, at: h, with: [f2]", "f2: it belongs to the Allies; this is a mission of the Axis"),
        ("in: axis.movement, kind: sweep, at: far, with: [f1]", "f1: Far is 21 hexes away; it can fly 20 (R10)"),
        (
            "in: axis.movement, kind: sweep, at: lost, with: [f1]",
            "f1: Lost is out of reach; it can fly 20 (R10)",
        ),
        (
            "in: axis.movement, kind: interdict, at: k, with: [f1]",
            "f1: K is 15 hexes away; units interdict only at less than half their range of 20",
        ),
        ("in: axis.movement, kind: sweep, at: h, with: [t1]", "t1: only fighters fly sweeps (R16)"),
        ("in: allies.reaction, kind: sweep, at: h, with: [f1]", "f1: it belongs to the Axis; this is a mission of the Allies"),
    ],
)
@pytest.mark.proves("R11", "R51", "R16")
def test_r10_missions_that_cannot_be_flown_are_refused_with_a_reason(mission, sentence):
    hexes = "{h: {combat-units: [allies], spotters: [axis]}, k: {}, far: {}, lost: {}}"
    units = [F1, F2, T1, F1.replace("id: f1", "id: tired").replace("at: x", "at: x, status: inactive")]
    distances = "{h: {x: 8, y: 8}, k: {x: 15, y: 3}, far: {x: 21}}"
    text = game(
        [f"{{id: o, {mission}}}"],
        units,
        play="axis.movement, axis.supply, allies.reaction, axis.combat",
        hexes=hexes,
        distances=distances,
    )
    assert any(sentence in problem for problem in problems_of(text))


def test_r10_a_unit_that_can_no_longer_fly_stays_and_the_output_says_why():
    twice = [f"{{id: {name}, in: axis.movement, kind: interdict, at: h, with: [f1]}}" for name in ("one", "two")]
    fought = fight(game(twice, [F1], play="axis.movement"))
    assert fought.end.result == "one: interdicted; two: not flown"
    assert any("F1 does not fly: a unit that is active elsewhere may not fly out" in body["text"] for body in fought.told("note"))


def test_r10_the_player_picks_among_the_units_that_may_fly():
    tired = F1.replace("id: f1", "id: tired").replace("at: x", "at: x, status: inactive")
    asked = game(["{id: raid, in: axis.movement, kind: barrage, at: h}"], [F1, T1, tired, F2], play="axis.movement")
    fought = fight(asked, "fly 1 t1; flak none; barrage 1 1")
    assert dict(fought.asked[0].items) == {"f1": 1, "t1": 1}
    assert fought.state.board.unit("f1").state == "active-at-base"


def test_r11_planes_that_wait_over_the_target_barrage_in_the_combat_phase():
    missions = [
        "{id: wait, in: axis.movement, kind: station, at: h, with: [t1]}",
        "{id: strike, in: axis.combat, kind: barrage, at: h, with: [t1]}",
    ]
    fought = fight(game(missions, [T1], play="axis.movement, axis.combat"), "flak none; barrage 4 4")
    assert fought.end.result == "wait: on station; strike: DG"


@pytest.mark.parametrize(("options", "status", "spent"), [("", "active-elsewhere", True), ("profile: ocs-4.3", "inactive", False)])
def test_r12_after_a_barrage_units_stay_until_the_return_phase_or_go_home_at_once(options, status, spent):
    raid = game(["{id: raid, in: axis.movement, kind: barrage, at: h, with: [t1]}"], [T1], play="axis.movement", options=options)
    answers = {"raid.land.t1": "x"} if options else {"raid.flak": "none"}
    dice = {"raid.barrage": (1, 1)} | ({"raid.flak": (1, 1)} if options else {})
    unit = fight(raid, dice, answers).state.board.unit("t1")
    assert (unit.state, unit.spent) == (status, spent)


def test_r12_a_unit_barrages_once_before_it_returns():
    missions = [f"{{id: {phase}, in: axis.{phase}, kind: barrage, at: h, with: [t1]}}" for phase in ("movement", "combat")]
    twice = game(missions, [T1], play="axis.movement, axis.combat")
    _dice, _answers = {"movement.barrage": (1, 1)}, {"movement.flak": "none"}
    fought = fight(twice, "flak none; barrage 1 1")
    assert fought.end.result == "movement: no effect; combat: no barrage"
    refused = "T1 does not barrage: it has already barraged and must return first (house default: once per sortie) (R12)"
    assert refused in fought.notes()


def test_r12_there_is_no_waiting_over_a_hex_in_4_3():
    wait = game(["{id: o, in: axis.movement, kind: station, at: h, with: [f1]}"], play="axis.movement", options="profile: ocs-4.3")
    assert any("4.3 has no station mission" in text for text in problems_of(wait))


def test_r13_a_transfer_ends_inactive_except_a_fighter_within_range_in_4_3():
    move = ["{id: move, in: axis.movement, kind: transfer, at: z, with: [f1]}"]
    assert air(fight(game(move, [F1], play="axis.movement")).state.board.unit("f1"))[:3] == ("f1", "inactive", "z")
    new = game(move, [F1], play="axis.movement", options="profile: ocs-4.3")
    assert air(fight(new).state.board.unit("f1"))[:3] == ("f1", "active-at-base", "z")
    far = game(move, [F1], play="axis.movement", distances="{x: {z: 40}}")
    assert fight(far).state.board.unit("f1").place == "z"
    assert problems_of(far.replace("z: 40", "z: 41"))


def test_r14_at_most_four_in_a_mission_and_four_plus_its_level_active_at_a_base():
    planes = [F1.replace("id: f1", f"id: f{n}") for n in range(1, 8)]
    five = "{id: o, in: axis.movement, kind: sweep, at: h, with: [f1, f2, f3, f4, f5]}"
    assert any("5 units in one sweep; at most 4 (R14)" in text for text in problems_of(game([five], planes[:5])))
    assert not problems_of(game([five], planes[:5], options="max-per-mission: 5"))
    noted = "7 active units are at x; at most 6 may be, unless it has just lost a level (R14)"
    assert any(noted in str(note) for note in parse_scenario(game(units=planes), "t").notes)
    unlimited = parse_scenario(game(units=planes, options="base-stacking: unlimited"), "t")
    assert not any("active units" in str(note) for note in unlimited.notes)
    assert [active_limit(profile(), 3), active_limit(profile(), 0, "strip"), active_limit(profile(), 0, "carrier")] == [7, 4, None]


def test_r14_refit_respects_the_limit_of_active_units():
    planes = [
        F1.replace("id: f1", f"id: f{n}").replace("at: x", f"at: x, status: {'inactive' if n > 5 else 'active'}")
        for n in range(1, 8)
    ]
    fought = fight(game(units=planes, play="axis.refit"), "refit.x 1 f7")
    assert fought.asked[0].most == 1


def test_r33_levels_are_one_to_three():
    wrong = BASES.replace("x: {side: axis, level: 2", "x: {side: axis, level: 0")
    assert any("x has level 0; expected 1 to 3 (R33)" in text for text in problems_of(game(units=[F1], bases=wrong)))


def test_r51_a_unit_that_begins_on_interdiction_is_at_less_than_half_its_range():
    far = F1.replace("at: x", "at: x, over: k, duty: interdiction")
    assert any("only at less than half their range of 20" in text for text in problems_of(game(units=[far])))
    assert any(
        "f1 is listed twice" in text
        for text in problems_of(game(["{id: o, in: axis.movement, kind: sweep, at: h, with: [f1, f1]}"]))
    )


def mangled(text):
    """The text without each of its lines, and with each of its words replaced by nonsense, one at a time."""
    lines = text.splitlines()
    yield from ("\n".join(lines[:at] + lines[at + 1 :]) for at in range(len(lines)))
    for match in re.finditer(r"[a-z0-9/()-]+", text):
        yield text[: match.start()] + "zz" + text[match.end() :]


@pytest.mark.parametrize(
    "missions",
    [
        ["{id: a, in: axis.movement, kind: drop, at: h, with: [c1], method: glider, cargo: [{id: p, re: 1/2}]}"],
        [
            "{id: a, in: axis.movement, kind: ship-attack, at: k, with: [t1], ship: s}",
            "{id: b, in: axis.combat, kind: barrage, at: h, with: [f1]}",
        ],
        [
            "{id: a, in: allies.combat, kind: capture, at: x, advance: true, with: [f1]}",
            "{id: b, in: axis.movement, kind: hip-shoot, at: h, with: [t1]}",
        ],
    ],
)
def test_r7_a_mangled_scenario_is_refused_with_reasons_or_can_be_played(missions):
    text = game(
        missions,
        [F1, F2, T1, C1],
        play="axis.movement, axis.combat, allies.combat",
        options="naval: v4.3",
        more="ships: {s: {side: allies, at: k}}\nhip-shoot: [germany]\nloads: [{id: l, re: 1, track: mixed}]",
    )
    assert sum(bool(problems_of(wrong)) for wrong in mangled(text)) > 50


def test_r14_a_fighter_that_transfers_to_a_full_strip_is_inactive_there():
    full = [F1.replace("f1", f"f{n}").replace("at: x", "at: z") for n in range(3, 7)]
    move = ["{id: move, in: axis.movement, kind: transfer, at: z, with: [f1]}"]
    fought = fight(game(move, [F1, *full], play="axis.movement", options="profile: ocs-4.3"))
    assert fought.state.board.unit("f1").state == "inactive"


def test_r10_a_unit_that_transfers_first_flies_from_its_new_base():
    missions = [
        "{id: move, in: axis.movement, kind: transfer, at: z, with: [f1]}",
        "{id: hunt, in: axis.exploitation, kind: trainbust, at: far, with: [f1]}",
    ]
    more = {"hexes": "{far: {}}", "distances": "{x: {z: 6, far: 25}, z: {far: 19}}", "play": "axis.movement, axis.exploitation"}
    new = game(missions, [F1], options="profile: ocs-4.3", **more)
    assert fight(new, "flak 1 1; facility 1").end.result == "move: transferred; hunt: no effect"
    assert fight(game(missions, [F1], **more)).end.result == "move: transferred; hunt: not flown"


def test_r14_the_limit_of_a_mission_is_reported_when_the_player_picks():
    planes = [F1.replace("id: f1", f"id: f{n}") for n in range(1, 6)]
    fought = fight(game(["{id: o, in: axis.movement, kind: interdict, at: h}"], planes, play="axis.movement"), "fly none")
    assert fought.asked[0].most == 4
    assert [body["option"] for body in fought.told("ruling")] == ["max-per-mission"]
    assert fought.end.result == "not flown"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (game(units=[F1], play="axis.refit, axis.refit"), "axis.refit is listed twice; expected each phase once"),
        (game(units=[F1], play="axis.supper"), "'axis.supper' is not a phase; expected a side and a phase of 2.2"),
        (game(units=[F1], hexes="{x: {}}"), "x is listed under hexes and under bases; expected one of them"),
        (
            game(units=[F1.replace("at: x", "at: x, over: h").replace("range: 20", "range: 7")]),
            "h is 8 hexes from x; the range is 7",
        ),
        (
            game(units=[F1.replace("at: x", "at: x, over: h")], distances="{}", more="unlisted-distances: ask"),
            "no distance is given between X and H",
        ),
    ],
)
@pytest.mark.proves("R3", "R10")
def test_r8_a_scenario_that_cannot_be_set_up_is_refused(text, sentence):
    assert any(sentence in problem for problem in problems_of(text))


@pytest.mark.parametrize(("option", "distance", "status"), [("no", 20, "active-at-base"), ("no", 21, "inactive"),
                                                            ("yes", 10, "active-at-base"), ("yes", 11, "inactive")])  # fmt: skip
def test_r13_with_option_21_4_a_fighter_stays_active_only_within_half_its_range(option, distance, status):
    move = "{id: move, in: axis.movement, kind: transfer, at: z, with: [f1]}"
    text = game([move], [F1], play="axis.movement", options=f"profile: ocs-4.3, long-range: {option}",
                distances=f"{{x: {{z: {distance}}}}}")  # fmt: skip
    assert fight(text).state.board.unit("f1").state == status
