"""What is refused of bombing, kamikazes and training: a sentence with its line for each."""

import pytest
from support import problems_of
from waw import changed, changes

BOMBING = """airwar: 1
ruleset: world-at-war
title: Raid
theater: europe
sides: {allies: [us, britain], axis: [germany, italy]}
attacker: allies
research: {us: {jets: 9}, germany: {jets: 9}}
bases:
  england: {side: allies, facilities: [city, airbase]}
  ruhr: {side: axis, facilities: [city]}
fronts: {western: [england, ruhr], southern: []}
strategic:
  - {id: eighth, nation: us, type: bomber, count: 6, front: western}
  - {id: command, nation: britain, type: bomber, count: 6, front: western}
  - {id: reich, nation: germany, type: interceptor, count: 4, front: southern}
units:
  - {id: ninth, nation: us, type: aaf, count: 5, at: england}
  - {id: jets, nation: us, type: jet, count: 1, at: england}
  - {id: regia, nation: italy, type: aaf, count: 2, at: ruhr}
bombing:
  - {id: essen, front: western, nation: germany, distances: {england: 4, ruhr: 0},
     bombers: {eighth: 6}, escort: {}, defense: {}}
"""


def test_the_raid_itself_is_sound():
    assert problems_of(BOMBING) == []


@changes("""
    bombers: {eighth: 6} => bombers: {jets: 1}
        22:22: jets fly no bombing (17.531)
    {england: 4, => {england: 5,
        22:24: eighth has a range of 4; Essen is 5 hexes from the nearest operational base of the western front (17.72)
    bombers: {eighth: 6} => bombers: {eighth: 6, command: 2}
        22:15: a raid is of one nationality; this one has britain and us (rule 26, one public summary)
    bombers: {eighth: 6} => bombers: {eighth: 7}
        22:24: eighth has 6 uninverted; 7 are to fly (18.41)
    escort: {} => escort: {jets: 1}
        22:43: jets has a range of 2; Essen is 4 hexes away (18.45)
    bombers: {eighth: 6}, escort: {} => bombers: {ninth: 2}, escort: {ninth: 3}
        22:15: 2 of 5 AAF in the raid bomb; at most one third may, 1 here (rule 26, one public summary)
    escort: {} => escort: {command: 1}
        22:46: strategic bombers only bomb (17.73)
    defense: {} => defense: {regia: 1}
        22:57: regia: Italian army air does not defend Germany, by one public summary of rule 26 (18.57)
    defense: {} => defense: {reich: 1}
        22:57: reich: the raid on Essen does not come within its front and range of 4 (18.31G)
    defense: {} => defense: {command: 1}
        22:59: command belongs to the attacker, allies; only the defender opposes bombing (17.83)
    front: western}\\n  - {id: command => front: western, pacific: true}\\n  - {id: command
        13:79: eighth: American Pacific strategic bombers fly in the Pacific only (17.75A)
    southern: [] => southern: [ruhr]
        11:47: ruhr is on the western front already; expected each base on one front (17.71)
    type: aaf, count: 5 => type: bomber, count: 5
        17:35: US strategic bomber units are not based on the map; put them under strategic (17.13)
    nation: germany, distances => box: urals, distances
        21:38: allies may not bomb the urals box; expected germany, italy or japan (18.49)
    bombing: => strategic-redeployment: {reich: western}\\nbombing:
        20:33: reich does not belong to the attacker, allies (17.71)
    bombing: => charts: {bombing: {columns: "2 4 6", rows: "1 0 0 0"}}\\nbombing:
        20:29: '2 4 6' are not consecutive totals; expected for example 2 3 4 5 6 7 8 9 10 11 12+
    bombing: => charts: {bombing: {columns: "2 3 4", rows: "few 0 0 0"}}\\nbombing:
        20:44: the row 'few 0 0 0' does not fit; expected bombers (4, 5-6 or 7+) and 3 cells
""")
@pytest.mark.proves("17.75A", "17.531", "17.71", "17.81")
def test_18_57_raids_that_are_refused(old, new, problem):
    assert problem in changed(BOMBING, old, new)


@pytest.mark.parametrize("results", [2, 3])
@pytest.mark.proves("18.49B")
def test_18_49a_american_boxes_need_three_air_range_results(results):
    text = BOMBING.replace("attacker: allies", "attacker: axis").replace("germany: {jets: 9}", f"germany: {{air-range: {results}}}")
    text = text.replace("type: interceptor, count: 4, front: southern", "type: bomber, count: 4, front: western")
    text = text.replace("nation: germany, distances", "box: atlantic-us, distances").replace("{eighth: 6}", "{reich: 4}")
    wanted = ["21:38: bombing the atlantic-us box needs three air range results; axis has 2 (18.49)"] if results == 2 else []
    assert problems_of(text) == wanted


def test_18_57_japan_sends_ten_army_factors_at_most():
    text = """airwar: 1
ruleset: world-at-war
title: Raid
theater: pacific
sides: {allies: [us], japan: [japan]}
attacker: japan
bases: {hankow: {side: japan, facilities: [city, city, airbase]}}
fronts: {asia: [hankow]}
units: [{id: third-air-army, nation: japan, type: aaf, count: 12, at: hankow}]
bombing: [{id: chungking, front: asia, distances: {hankow: 3}, bombers: {third-air-army: 4}, escort: {third-air-army: 8}}]
"""
    wanted = "12 Japanese AAF bomb or escort in the turn; at most 10 (rule 26, one public summary)"
    assert problems_of(text) == [f"10:73: {wanted}"]
    escort = text.replace("bombers: {third-air-army: 4}, escort: {third-air-army: 8}", "escort: {third-air-army: 12}")
    assert problems_of(escort) == [f"10:72: {wanted}"]


def test_17_352b_naval_air_that_is_built_keeps_to_the_rate_and_is_regular_in_war():
    text = """airwar: 1
ruleset: world-at-war
title: Construction
theater: pacific
sides: {japan: [japan], allies: [us]}
attacker: japan
bases: {kyushu: {side: japan, facilities: [city]}}
construction: [{id: new, nation: japan, type: nas, count: 3, at: kyushu, elite: true}]
naval-air-training: {nations: {japan: {results: 1, additions: 5}}}
"""
    assert problems_of(text) == [
        "8:59: 3 squadrons are ordered; japan may build 2 (17.353A)",
        "8:81: Japan is at war with the Western Allies; new naval air is regular (17.352B)",
    ]


KAMIKAZES = """airwar: 1
ruleset: world-at-war
title: Kamikazes
theater: pacific
sides: {japan: [japan], allies: [us]}
attacker: allies
research: {us: {jets: 9}}
bases: {kyushu: {side: japan, facilities: [city]}, okinawa: {side: allies, facilities: [airbase]}}
carriers: {hornet: {nation: us, size: 4}}
units:
  - {id: hellcats, nation: us, type: nas, count: 4, at: hornet}
  - {id: corsairs, nation: us, type: nas, count: 2, at: okinawa}
  - {id: jets, nation: us, type: jet, count: 1, at: okinawa}
kamikazes:
  built: 20
  attack:
    distances: {kyushu: 4}
    naval-drm: 2
    groups:
      carriers: {fast-carriers: {hornet: 4}, air-defense: 5, patrol: {hellcats: 4}}
      pickets: {light-ships: true, air-defense: 2}
    strikes: {carriers: 9, pickets: 2}
"""


def test_the_attack_itself_is_sound():
    assert problems_of(KAMIKAZES) == []


@changes("""
    carriers: 9 => carriers: 16
        22:25: 16 kamikazes against carriers; at most 15 attack one combat group (17.47D)
    carriers: 9, pickets: 2 => carriers: 15, pickets: 6
        22:14: 21 kamikazes are ordered to attack, but 20 are built
    kyushu: 4} => kyushu: 5}
        17:16: the force is 5 hexes from Japan; kamikazes have a range of 4 (17.462)
    {kyushu: 4} => {okinawa: 1}
        17:16: no distance from an air base in Japan to the force is given; add one (17.462)
    hornet: 4} => hornet: 5}
        20:42: hornet has size 5 here, but 4 under carriers
    naval-drm: 2\\n => naval-drm: 2\\n    naval-combat: true\\n    round: 2\\n
        20:12: round 2 of naval combat; kamikazes attack in the first only (17.47C)
    naval-drm: 2\\n => naval-drm: 2\\n    earlier: true\\n
        19:14: kamikazes have already attacked in this turn; all attack at the same time (17.47D)
    naval-drm: 2\\n => naval-drm: 2\\n    second-wave: 3\\n
        19:18: a second wave against 2 combat groups; expected a single one (17.47D)
    air-defense: 2} => air-defense: 2, cover: {jets: 1}}
        21:66: jets fly no air cover (17.531)
    air-defense: 2} => air-defense: 2, struck: true}
        22:37: pickets is attacked by other Japanese air in this round; kamikazes attack alone (17.47C)
    air-defense: 2} => air-defense: 2, patrol: {corsairs: 2}}
        21:71: corsairs is not on a carrier; combat air patrol is flown from carriers, air cover from land (17.33)
    patrol: {hellcats: 4} => patrol: {hellcats: 5}
        20:81: hellcats has 4 uninverted; 5 fly over the group (18.41)
    light-ships: true, =>
        21:16: pickets has no ships; expected fast-carriers, capital-ships or light-ships (17.47F)
    carriers: 9, pickets: 2} => carriers: 9}\\n  pool: 12
        23:9: 20 kamikazes in a pool of 12; expected no more than the pool (17.43)
    carriers: 9, pickets: 2} => carriers: 9}\\n  construction: {training-rate: 4}
        23:17: it is the turn of allies; Japan constructs in its own (17.41)
    carriers: 9, pickets: 2} => carriers: 9}\\n  construction: {training-rate: 4, brps: 3, build: 1}\\nturn: true
        23:17: it is the turn of allies; Japan constructs in its own (17.41)
    type: jet => type: kamikaze
        13:34: US kamikaze units are not based on the map; put them under kamikazes (17.13)
""")
@pytest.mark.proves("17.47B", "17.47C", "17.47D", "17.462", "18.31C", "17.461", "17.33", "17.41")
def test_17_47_attacks_that_are_refused(old, new, problem):
    assert problem in changed(KAMIKAZES, old, new)


def test_17_47b_only_found_groups_in_naval_combat():
    text = KAMIKAZES.replace("naval-drm: 2\n", "naval-drm: 2\n    naval-combat: true\n")
    found = changed(text, "air-defense: 2}", "air-defense: 2, found: false}")
    assert found == ["23:37: pickets is not found; kamikazes attack found combat groups only (17.47B)"]


CONSTRUCTION = """airwar: 1
ruleset: world-at-war
title: Construction
theater: pacific
sides: {japan: [japan], allies: [us]}
attacker: japan
bases: {kyushu: {side: japan, facilities: [city]}}
units: [{id: fleet, nation: japan, type: nas, count: 6, at: kyushu}]
kamikazes:
  construction: {training-rate: 2, invoke: true, convert: {fleet: 4}, brps: 3, build: 0}
"""


@changes("""
    training-rate: 2, =>
        10:17: key 'training-rate' is missing; expected it here, or japan under naval-air-training (17.43A)
    kamikazes: => naval-air-training: {nations: {japan: {results: 4}}}\\nkamikazes:
        11:33: a training rate of 2; by naval-air-training it is 5 (17.353)
    fleet: 4 => fleet: 5
        10:59: 5 more make 5 kamikazes; the pool is 4 (17.43)
    fleet: 4 => fleet: 7
        10:67: 7 of fleet are ordered to become kamikazes, but there are 6 (17.44A)
    fleet: 4 => army: 4
        10:66: 'army' is not Japanese naval or army air; Japan has fleet (17.44A)
    invoke: true => invoke: false
        10:60: units are converted only if the kamikaze rule is invoked; expected invoke: true (17.41)
    build: 0 => build: 4
        10:87: 4 kamikazes cost 4 BRPs; there are 3 (17.44C)
    kamikazes:\\n => kamikazes:\\n  built: 2\\n
        11:44: there are kamikazes already; the rule is invoked once (17.41)
""")
@pytest.mark.proves("17.41", "17.43A", "17.44C")
def test_17_44_construction_that_is_refused(old, new, problem):
    assert problems_of(CONSTRUCTION) == []
    assert problem in changed(CONSTRUCTION, old, new)


TRAINING = """airwar: 1
ruleset: world-at-war
title: Training
theater: europe
sides: {axis: [germany], allies: [us, britain]}
attacker: allies
bases: {london: {side: allies, facilities: [port]}}
naval-air-training:
  nations:
    us: {additions: 9, build: 4, cves: 4}
"""


@changes("""
    build: 4 => build: 5
        10:31: 5 squadrons are ordered; us may build 4 (17.353A)
    cves: 4 => cves: 5
        10:40: 5 escort carriers are begun for us; the limit is 4 (17.353B)
    us: => russia:
        10:13: russia never builds naval air units (17.353D)
    us: => france:
        10:13: france never builds naval air units (17.353D)
    us: => china:
        10:12: china never builds naval air units (17.353D)
    us: => poland:
        10:13: 'poland' has no naval air training rate; expected one of us, japan, britain, germany, italy, australia (17.353A)
    additions: 9 => results: 1, additions: 9
        10:19: naval air training results before the war; us has none (17.353A)
    us: {additions => germany: {results: 5, additions
        10:57: the US begins escort carriers for itself and for Britain, not for germany (17.353B)
""")
@pytest.mark.proves("17.353B", "17.353D")
def test_17_353_training_that_is_refused(old, new, problem):
    assert problems_of(TRAINING) == []
    assert problem in changed(TRAINING, old, new)
