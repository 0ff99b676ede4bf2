"""Strategic bombers and interceptors (17.7, 17.8), and bombing (18.57)."""

import pytest
from support import ask, fight, problems_of

from airwar.engine.questions import Fact
from airwar.play.session import Session
from airwar.rulesets.world_at_war.strategic_forces import (
    interceptors_engage,
    opposition_refused,
    raid_refused,
)
from airwar.rulesets.world_at_war.strategic_raid import raid_strength, raiders_suffer
from airwar.rulesets.world_at_war.units import AirType, Effect, Line, range_of
from airwar.setup.loading import parse_scenario

RAID = """airwar: 1
ruleset: world-at-war
title: A raid
theater: europe
sides: {allies: [us, britain], axis: [germany, italy]}
attacker: allies
unlisted-distances: far
research: {us: {air-range: 2, jets: 12}, britain: {air-range: 2}, germany: {radar: 1, air-range: 1, jets: 9}}
bases:
  england: {side: allies, facilities: [airbase]}
  foggia: {side: allies, facilities: [airbase], oil: OIL}
  ruhr: {side: axis, facilities: [city], supply: SUPPLY}
  milan: {side: axis, facilities: [city]}
fronts: {western: [england, ruhr], southern: [foggia, milan]}
strategic:
  - {id: eighth, nation: us, type: bomber, count: 6, front: western}
  - {id: command, nation: britain, type: bomber, count: 6, front: western}
  - {id: fifteenth, nation: us, type: bomber, count: 2, front: southern}
  - {id: mustangs, nation: us, type: interceptor, count: 2, front: western}
  - {id: reich, nation: germany, type: interceptor, count: 4, front: western}
  - {id: south, nation: germany, type: interceptor, count: 2, front: southern}
units:
  - {id: ninth, nation: us, type: aaf, count: 3, at: england}
  - {id: shooting-stars, nation: us, type: jet, count: 1, at: england}
  - {id: jg-1, nation: germany, type: aaf, count: 4, at: ruhr}
  - {id: me-262, nation: germany, type: jet, count: 1, at: ruhr}
  - {id: regia, nation: italy, type: aaf, count: 2, at: milan}
bombing:
  - id: essen
    front: western
    nation: germany
    distances: {england: 4, foggia: 12, ruhr: 0, milan: 3}
    ORDERS
OPTIONS
"""


def raid(orders, options="", supply="full", oil="false"):
    lines = "\n    ".join(orders.splitlines())
    return RAID.replace("ORDERS", lines).replace("OPTIONS", options).replace("SUPPLY", supply).replace("OIL", oil)


def turn_of(**more):
    return parse_scenario(raid("bombers: {eighth: 1}", **more), "test.yaml").start.state


def unit(turn, name):
    return next(unit for unit in turn.units + turn.strategic if unit.id == name)


def reason(turn, name, role="bomb"):
    return raid_refused(None, turn, turn.setting.strategy.targets["essen"], unit(turn, name), role)


OPPOSED = raid("bombers: {eighth: 6}\nescort: {mustangs: 2}\ndefense: {reich: 4}")


@pytest.mark.proves("18.57", "19.31D", "17.85", "17.581", "17.58")
def test_19_12_one_round_with_the_defenders_radar():
    fought = fight(OPPOSED, "fire 3 4, 3 4")
    rolls = fought.rolls()
    # 2 from the bombers against 3 of the interceptors, and one radar result; 8 raiders fight as the defender's 4
    assert (rolls["essen.attacker.fire"]["row"], rolls["essen.attacker.fire"]["total"]) == ("4", 5)
    assert (rolls["essen.defender.fire"]["row"], rolls["essen.defender.fire"]["total"]) == ("4", 9)
    assert rolls["essen.defender.fire"]["terms"] == [
        ["air nationality", 1, "19.31A", "air-nationality"],
        ["radar", 1, "19.31D", "radar"],
    ]
    assert fought.losses()[:4] == [
        ("attacker", "mustangs: US interceptor", 1, "eliminated"),
        ("attacker", "mustangs: US interceptor", 1, "aborted"),
        ("attacker", "eighth: US strategic bomber", 1, "eliminated"),
        ("attacker", "eighth: US strategic bomber", 2, "aborted"),
    ]
    assert fought.end.result == "3 bombers through, resolve the bombing by hand"


def test_19_12_defenders_do_not_abort():
    fought = fight(OPPOSED, "fire 6 6, 1 1")
    assert [loss for loss in fought.losses() if loss[0] == "defender"] == [
        ("defender", "reich: German interceptor", 2, "eliminated")
    ]
    assert ("defender", "reich: German interceptor", 2, "inverted on the Western Front") in fought.statuses()


@pytest.mark.proves("18.42A", "18.73A")
def test_18_57_who_flew_is_inverted_and_the_attackers_boxes_are_ready_at_the_end():
    fought = fight(OPPOSED, "fire 1 1, 1 1")
    after = {unit.id: (unit.ready, unit.inverted) for unit in fought.state.strategic}
    assert after["eighth"] == (5, 0)  # one lost, the rest ready for the enemy turn
    assert after["reich"] == (0, 3)  # not their owner's turn


def test_18_57_an_unopposed_raid_bombs_with_all():
    fought = fight(raid("bombers: {command: 6}\nescort: {}\ndefense: {}"))
    assert fought.end.result == "6 bombers through, resolve the bombing by hand"
    assert fought.told("needschart")[0]["chart"] == "bombing"


CHART = """charts:
  bombing:
    columns: "2 3 4 5 6 7 8 9 10 11 12+"
    rows: |
      1-4     0 0 0 1 1 1 2 2 2 3 4
      5-6     0 1 1 1 2 2 2 3 3 4 5"""


def test_18_57_damage_is_read_from_the_scenarios_own_chart():
    fought = fight(raid("bombers: {command: 6}\nescort: {}\ndefense: {}", CHART), "bombs 4 5")
    assert fought.end.result == "6 bombers through, damage 3"


def test_18_57_a_chart_without_the_row_is_no_chart():
    fought = fight(raid("bombers: {command: 6}\nescort: {}\ndefense: {}", CHART.replace("5-6", "7-8")))
    assert fought.end.result == "6 bombers through, resolve the bombing by hand"


@pytest.mark.proves("17.582", "17.53F")
def test_17_58_jets_on_both_sides():
    text = raid("bombers: {eighth: 6}\nescort: {shooting-stars: 1}\ndefense: {me-262: 1, jg-1: 2}")
    fought = fight(text, "fire 3 3, 1 1; return.jg-1 milan")
    assert [(unit.id, unit.home, unit.inverted) for unit in fought.state.units][-1] == ("jg-1/milan", "milan", 1)
    rolls = fought.rolls()
    assert rolls["essen.attacker.fire"]["row"] == "5"  # three defenders' number, two more for the jet
    assert rolls["essen.defender.fire"]["row"] == "5"  # two army factors and a jet that counts three
    assert rolls["essen.attacker.fire"]["terms"] == [["radar", -1, "19.31D", "radar"]]  # the jets cancel each other


AAF = AirType("us", "aaf", 2)
SB = AirType("us", "bomber", 2)
INT = AirType("germany", "interceptor", 3)


def test_18_57_army_air_that_bombs_does_not_fight():
    attackers = (Line("ninth", AAF, (4,)), Line("ninth", AAF, (2,), bombing=True))
    assert raid_strength(attackers, (Line("reich", INT, (9,)),)) == 4
    assert raid_strength(attackers, (Line("reich", INT, (3,)),)) == 3


def tied(option):
    turn = turn_of(options=f"options: {{raid-remnant: {option}}}")
    force = (Line("eighth", SB, (3,)), Line("mustangs", AirType("us", "interceptor", 3), (3,)))
    answers = {"attacker.losses.types": "us-interceptor,us-bomber"} if option == "owner" else {}
    return {line.unit: line.number for line in ask(raiders_suffer, turn.setting, "attacker", force, Effect(1, 0), answers=answers)}


def test_19_62_the_remnant_of_a_raid_is_an_option():
    assert tied("owner") == {"eighth": 3, "mustangs": 2}
    assert tied("lower-drm") == {"eighth": 2, "mustangs": 3}


def test_19_62_the_ruling_is_told_when_it_mattered():
    text = raid("bombers: {eighth: 2}\nescort: {mustangs: 2}\ndefense: {reich: 1}")
    fought = fight(text, "fire 1 1, 3 3; losses.types us-bomber,us-interceptor")
    assert [ruling["option"] for ruling in fought.told("ruling")] == ["raid-remnant"]


@pytest.mark.parametrize(("results", "bomber", "interceptor"), [(0, 4, 4), (1, 8, 4), (2, 16, 8), (3, 24, 12)])
def test_17_72_range_by_research(results, bomber, interceptor):
    assert range_of("bomber", "europe", results) == bomber
    assert range_of("bomber", "pacific", results) == bomber * 3 // 4
    assert range_of("interceptor", "europe", results) == interceptor
    assert range_of("interceptor", "pacific", results) == interceptor * 3 // 4


@pytest.mark.parametrize(("results", "bomber", "interceptor"), [(0, 4, 4), (1, 8, 4), (2, 16, 8), (3, 24, 12)])
@pytest.mark.proves("17.72A", "17.72B", "17.72C", "17.72D", "17.82A", "17.82B", "17.82C", "17.82D", "17.7", "17.8", "18.31F")
def test_17_72_strategic_units_of_a_file_have_the_range_of_their_research(results, bomber, interceptor):
    text = raid("bombers: {eighth: 1}").replace("{us: {air-range: 2,", f"{{us: {{air-range: {results},")
    turn = parse_scenario(text.replace("england: 4, foggia", "england: 3, foggia"), "test.yaml").start.state
    assert (turn.unit("eighth").range, turn.unit("mustangs").range) == (bomber, interceptor)
    assert (turn.unit("eighth").home, turn.unit("eighth").ready) == ("western", 6)


def test_17_72_range_is_counted_from_operational_bases_of_the_front():
    assert reason(turn_of(), "fifteenth") is None  # on another front, but in range
    assert reason(turn_of(oil="true"), "fifteenth").startswith("fifteenth: the southern front has no operational base")


def test_17_73_strategic_bombers_only_bomb():
    assert reason(turn_of(), "eighth", "escort") == "strategic bombers only bomb (17.73)"


@pytest.mark.proves("17.53C", "17.531")
def test_17_83_who_bombs_and_who_escorts():
    turn = turn_of()
    assert reason(turn, "mustangs", "escort") is None
    assert reason(turn, "shooting-stars", "escort") is None
    assert "17.83" in reason(turn, "mustangs")
    assert reason(turn, "shooting-stars") == "jets fly no bombing (17.531)"


def oppose(turn, name):
    return opposition_refused(None, turn, turn.setting.strategy.targets["essen"], unit(turn, name))


@pytest.mark.proves("17.23")
def test_18_45_from_a_base_in_trouble_only_its_own_hex_is_defended():
    assert oppose(turn_of(), "jg-1") is None
    assert oppose(turn_of(supply="partial"), "jg-1") is None  # the raid is over its own hex
    assert "not supplied" in oppose(turn_of(supply="none"), "jg-1")
    assert "Italian army air" in oppose(turn_of(), "regia")


@pytest.mark.proves("18.31G")
def test_17_82_interceptors_need_front_and_range():
    turn = turn_of()
    essen = turn.setting.strategy.targets["essen"]
    assert interceptors_engage(None, turn, essen, unit(turn, "reich"))
    assert not interceptors_engage(None, turn, essen, unit(turn, "south"))  # in range of Milan, but the raid is on another front


def test_17_582_a_raid_may_be_met_where_it_passes():
    text = raid("bombers: {eighth: 6}\nescort: {}\npasses: {southern: {milan: 2, foggia: 4}}\ndefense: {south: 2}")
    fought = fight(text, "fire 1 1, 1 1")
    assert fought.told("ruling") == []


@pytest.mark.proves("17.81")
def test_17_71_fronts_change_in_the_redeployment_phase():
    text = raid("bombers: {eighth: 6}\nescort: {}\ndefense: {}", "strategic-redeployment: {eighth: southern, mustangs: southern}")
    homes = {unit.id: unit.home for unit in fight(text).state.strategic}
    assert homes["eighth"] == homes["mustangs"] == "southern"


SUPERFORTRESSES = """airwar: 1
ruleset: world-at-war
title: B-29s
theater: pacific
sides: {allies: [us], japan: [japan]}
attacker: allies
unlisted-distances: far
research: {us: {air-range: 3}}
bases: {saipan: {side: allies, facilities: [airbase]}}
fronts: {central: [saipan]}
strategic:
  - {id: b-29, nation: us, type: bomber, count: 6, front: central, pacific: true}
  - {id: b-24, nation: us, type: bomber, count: 2, front: central, pacific: false}
bombing: [{id: tokyo, front: central, distances: {saipan: 15}, bombers: {b-29: 6}}]
"""


@pytest.mark.proves("17.75")
def test_17_75c_american_pacific_bombers_are_better_than_other_bombers_there():
    turn = parse_scenario(SUPERFORTRESSES, "test.yaml").start.state
    assert [unit.air_type.drm for unit in turn.strategic] == [3, 2]
    assert [unit.range for unit in turn.strategic] == [18, 18]


def test_17_75c_the_file_says_which_us_bombers_in_the_pacific_are_pacific_bombers():
    assert problems_of(SUPERFORTRESSES.replace(", pacific: false", "")) == [
        "13:10: b-24: say whether they are American Pacific strategic bombers, with pacific: true or false (17.75C)"
    ]


@pytest.mark.parametrize(("date", "allowed"), [("winter 1943", False), ("spring 1944", True)])
def test_17_75b_american_pacific_bombers_are_produced_from_1944(date, allowed):
    refused = f"13:77: b-29: American Pacific strategic bombers are not produced before 1944; it is {date} (17.75B)"
    assert problems_of(SUPERFORTRESSES.replace("unlisted-distances: far", f"unlisted-distances: far\ndate: {date}")) == (
        [] if allowed else [refused]
    )


def test_18_57_the_attacker_is_asked_within_the_limits():
    fought = fight(raid("defense: {}"), "bombers 2 eighth 1 ninth; escort 2 ninth")
    bombers, escort = fought.asked
    mixed = "a raid is of one nationality; this one has britain and us (rule 26, one public summary)"
    assert bombers.refuses({"eighth": 1, "command": 1}) == mixed
    assert bombers.refuses({"ninth": 2}).startswith("2 of 3 AAF in the raid bomb; at most one third may, 1 here")
    assert escort.refuses({"ninth": 1}).startswith("1 of 2 AAF in the raid bomb; at most one third may, 0 here")
    assert fought.end.result == "3 bombers through, resolve the bombing by hand"


@pytest.mark.parametrize(("kind", "europe", "pacific"), [("aaf", 4, 3), ("nas", 3, 3), ("kamikaze", 4, 4), ("transport", 4, 3)])
@pytest.mark.proves("18.31A", "18.31B", "18.31D")
@pytest.mark.proves("18.31")
def test_18_31_ranges_that_research_does_not_change(kind, europe, pacific):
    assert range_of(kind, "europe") == europe
    assert range_of(kind, "pacific") == pacific


def test_18_512_in_a_whole_turn_bombing_is_of_the_combat_phase():
    text = raid("bombers: {eighth: 6}\nescort: {}\ndefense: {}", "strategic-redeployment: {eighth: southern}\nturn: true")
    fought = fight(text)
    titles = [body["title"] for body in fought.records if body["t"] == "enter"]
    assert titles.index("Strategic bombing") < titles.index("Redeployment of strategic warfare units")
    assert titles[-1] == "End of turn in the strategic warfare boxes"


def test_18_73a_bombers_and_interceptors_are_ready_again_though_no_raid_was_flown():
    quiet = raid("bombers: {eighth: 6}").replace("count: 6, front: western}", "count: 6, inverted: 6, front: western}", 1)
    quiet = quiet[: quiet.index("bombing:")] + "turn: true\nstaging: []\nredeployment: []\n"
    assert unit(fight(quiet).state, "eighth").ready == 6


def test_18_57_bombers_are_chosen_at_the_prompt_although_distances_were_asked_for():
    said = raid("").replace("unlisted-distances: far", "unlisted-distances: ask")
    said = said.replace("    distances: {england: 4, foggia: 12, ruhr: 0, milan: 3}\n", "")
    session = Session.begin(parse_scenario(said, "test.yaml"), None, seed=1)
    while isinstance(session.question, Fact):
        session.answer("3")
    assert session.question.key == "essen.attacker.bombers"
    assert "at most one third" in session.question.refuses({"ninth": 2})
    session.answer({"ninth": 1})
    assert session.question.key == "essen.attacker.escort"
