"""Strategic bombing (18.57): over the target, and what a scenario may order."""

from dataclasses import replace

import pytest
from waw import BRITISH, GERMAN, GERMAN_JET, line
from waw_direct import begun, called, changed_unit, complaints, holding, options
from waw_raids import BOMB, BOMBING, EIGHTH, ESCORT, HEAD, JETS, JG, RAIDS, over, section

from airwar.engine.dice import D6
from airwar.rulesets.kit.rulings import Rulings
from airwar.rulesets.world_at_war import strategic_bombing as bombing
from airwar.rulesets.world_at_war import strategic_raid as chart
from airwar.rulesets.world_at_war import strategic_raid as raid
from airwar.rulesets.world_at_war.setting import BombingRaid
from airwar.rulesets.world_at_war.units import Effect
from airwar.scenario.problems import Problems


@pytest.fixture
def turn():
    return begun(RAIDS, HEAD, "combat", "combat.bombing")


@pytest.mark.parametrize(
    ("attackers", "defenders", "strength"),
    [((EIGHTH,), (JG,), 3), ((EIGHTH,), (JG, JETS), 4), ((BOMBING,), (JG,), 0), ((line(GERMAN_JET, 2), BOMBING), (JG,), 6),
     ((ESCORT, BOMBING), (line(GERMAN, 9),), 3)],
)  # fmt: skip
def test_18_57_a_raid_fights_with_no_more_than_the_defender_has(attackers, defenders, strength):
    assert raid.raid_strength(attackers, defenders) == strength
    rows = raid.strengths(Rulings({}, {}, {"attacker": "Allies", "defender": "Axis"}), attackers, defenders).rows
    assert all(len(row) == 4 for row in rows)
    bombing_ = sum(one.number for one in attackers if one.bombing)
    whole = sum(one.number for one in attackers)
    met = sum(one.number for one in defenders)
    jets = [sum(one.number for one in force if one.type == "jet") for force in (attackers, defenders)]
    assert [(row[0], row[2]) for row in rows] == [
        ("Allies", str(whole)),
        ("Allies", str(bombing_)),
        ("Allies", str(min(met, whole - bombing_))),
        ("Allies", str(2 * jets[0])),
        ("Allies", str(strength)),
        ("Axis", str(met)),
        ("Axis", str(2 * jets[1])),
        ("Axis", str(met + 2 * jets[1])),
    ]


def test_19_31d_radar_helps_the_defender(turn):
    end = called(raid.raid_is_met, over(turn, radar=2), dice={"attacker.fire": [3, 4], "defender.fire": [3, 4]})
    terms = {key: {rule: value for _, value, rule, *_ in roll.get("terms", ())} for key, roll in end.rolls().items()}
    assert (terms["attacker.fire"]["19.31D"], terms["defender.fire"]["19.31D"]) == (-2, 2)
    quiet = called(raid.raid_is_met, over(turn, defenders=()))
    assert (quiet.rolls(), quiet.state.state) == ({}, over(turn, defenders=()))
    assert bombing.radar_of(turn, (("jg", 1), ("regia", 1))) == 3
    assert bombing.radar_of(turn, ()) == 0


def test_18_57_bombers_that_get_through(turn):
    assert over(turn, (EIGHTH._replace(aborted=(2,)), ESCORT, BOMBING)).bombers == 5
    table = chart.damage_chart(section(roll="1d6", columns="1 2 3 4 5 6", rows="1-2 a b c d e f\n3+ A B C D E F"), Problems("x"))
    end = called(raid.bombs_fall, over(turn, damage=table), dice={"attacker.bombs": [4]})
    assert end.rolls()["attacker.bombs"]["result"] == "D"
    few = called(raid.bombs_fall, over(turn, (BOMBING,), damage=table), dice={"attacker.bombs": [2]})
    assert few.rolls()["attacker.bombs"]["result"] == "b"
    none = called(raid.bombs_fall, over(turn, (ESCORT,), damage=table))
    assert (none.rolls(), len(none.told("note"))) == ({}, 1)
    by_hand = called(raid.bombs_fall, over(turn))
    assert len(by_hand.told("needschart")) == 1


@pytest.mark.parametrize(
    ("rows", "found"),
    [("4 a b\n5-6 c d\n7+ e f", {3: None, 4: "a", 5: "c", 6: "c", 7: "e", 400: "e"}),
     ("4 a b\n\n5 c d", {4: "a", 5: "c", 6: None}),
     ("4 a", None), ("x a b", None), ("4 a b c", None)],
)  # fmt: skip
def test_18_57_a_bombing_table_that_the_players_supply(rows, found):
    problems = Problems("x")
    table = chart.damage_chart(section(roll="2d6", columns="2 3+", rows=rows), problems)
    if found is None:
        assert (table, len(problems)) == (None, 1)
        return
    assert table.dice == 2 * D6
    for bombers, cell in found.items():
        row = table.row(bombers)
        assert (row.cells[0] if row else None) == cell
        assert row is None or row.first == 2


@pytest.mark.parametrize(
    ("heads", "totals"),
    [("2 3 4", [2, 3, 4]), ("2- 3 4+", [2, 3, 4]), ("", None), ("2 4", None), ("a b", None), ("2 x", None), ("7", [7])],
)
def test_18_57_columns_are_consecutive_totals(heads, totals):
    assert chart.consecutive(heads.split()) == totals
    assert chart.damage_chart(None, Problems("x")) is None


@pytest.mark.parametrize(
    ("force", "effects", "told"),
    [
        ((ESCORT, line(BRITISH._replace(drm=1), 3, unit="raf")), Effect(1, 0), 1),
        ((ESCORT, line(BRITISH._replace(drm=1), 3, unit="raf")), Effect(2, 0), 0),
        ((ESCORT, line(BRITISH._replace(drm=1), 2, unit="raf")), Effect(1, 0), 0),
        ((ESCORT, line(BRITISH, 3, unit="raf")), Effect(1, 0), 0),
    ],
)
def test_19_62_the_remainder_of_a_tie_is_told_where_the_drm_would_decide(turn, force, effects, told):
    assert len(raid.remnant_ruling(turn.setting, "attacker", force, effects)) == told
    assert called(raid.raiders_suffer, turn.setting, "attacker", force, Effect(0, 0)).state == force


def test_18_42a_after_a_raid_all_that_flew_are_inverted(turn):
    one = BombingRaid("ruhr", (("eighth", 4),), (("ninth", 2),), (("jg", 2),))
    turn = replace(turn, bombing=(one, BombingRaid("paris")))
    for name, number in (("eighth", 4), ("ninth", 2), ("jg", 2)):
        turn = changed_unit(turn, name, ready=turn.unit(name).ready - number, flying=number)
    outcome = raid.RaidOutcome((EIGHTH._replace(parts=(3,)), ESCORT._replace(parts=(1,))), (JG._replace(parts=(2,)),), "bombed")
    end = called(bombing.raid_over, turn, outcome, answers={"defender.return.jg": "paris"})
    after = end.state.state
    assert after.bombing == (BombingRaid("paris"),)
    assert after.results == (("Ruhr", "bombed"),)
    there = holding(after)
    assert (there["eighth"], there["ninth"]) == (("western", 1, 0, 0, 4, 0), ("england", 4, 0, 0, 1, 0))
    assert there["jg/paris"] == ("paris", 0, 0, 0, 2, 0)
    idle = called(bombing.next_raid, replace(turn, bombing=(one._replace(bombers=()),)))
    assert idle.state.state.results == (("Ruhr", "not flown"),)
    assert called(bombing.next_raid, replace(turn, bombing=())).state.value.bombing == ()


def test_18_57_the_raid_as_it_flies(turn):
    one = BombingRaid("ruhr", (("eighth", 4), ("ninth", 1)), (("ninth", 2),), (("jg", 2),))
    move = called(bombing.next_raid, replace(turn, bombing=(one,))).state
    flying = move.state
    assert [(line_.unit, line_.number, line_.bombing) for line_ in flying.attackers] == [
        ("ninth", 2, False),
        ("eighth", 4, False),
        ("ninth", 1, True),
    ]
    assert (flying.radar, [(line_.unit, line_.number) for line_ in flying.defenders]) == (2, [("jg", 2)])


def test_17_71_bombers_and_interceptors_change_fronts(turn):
    turn = replace(turn, phase="redeployment", part="redeployment.strategic")
    assert list(bombing.open_moves(turn).others) == ["eighth", "command", "mustangs"]
    moved = turn.with_basing(turn.basing._replace(moved=("command",)))
    assert list(bombing.open_moves(moved).others) == ["eighth", "mustangs"]
    strategy = replace(turn.setting.strategy, moves={"eighth": "southern", "reich": "southern"})
    ordered = turn.with_setting(replace(turn.setting, strategy=strategy))
    assert list(bombing.open_moves(ordered).prepared) == ["eighth@southern"]
    lone = turn.with_setting(replace(turn.setting, strategy=replace(strategy, moves={}, fronts={"western": ()})))
    assert bombing.open_moves(lone).others == {}
    end = called(bombing.front_changed, turn, "eighth", answers={"attacker.front.eighth": {"southern": 5}})
    assert options(end.asked[0]) == {"southern": 6}
    there = holding(end.state)
    assert (there["eighth"], there["eighth/southern"]) == (("western", 0, 0, 0, 1, 0), ("southern", 5, 0, 0, 0, 0))
    assert end.state.basing.moved == ("eighth", "eighth/southern")
    whole = called(bombing.front_changed, turn, "eighth@southern").state
    assert holding(whole)["eighth"] == ("southern", 5, 0, 0, 1, 0)


def test_18_73a_strategic_units_are_ready_again_at_the_end_of_their_turn(turn):
    end = called(bombing.uninvert_strategic, turn)
    there = holding(end.state.value)
    assert (there["eighth"], there["reich"]) == (("western", 6, 0, 0, 0, 0), ("western", 3, 0, 0, 1, 0))
    assert len(end.told("note")) == 1


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("", "", []),
        ("front: western, dist", "front: western, passes: {western: {paris: 1}}, dist", [""]),
        ("front: western, dist", "front: western, passes: {southern: {rome: 1}}, dist", []),
        ("defense: {}", "defense: {reich: 3}", []),
        ("defense: {}", "defense: {reich: 4}", ["18.41"]),
        ("id: mustangs, nation: us, type: interceptor", "id: mustangs, nation: us, type: interceptor, pacific: true", ["17.75"]),
        ("id: command, nation: britain, type: bomber", "id: command, nation: britain, type: bomber, pacific: true", ["17.75"]),
        ("id: eighth, nation: us, type: bomber", "id: eighth, nation: us, type: bomber, pacific: true", ["17.75A"]),
        ("id: south, nation", "id: jg, nation", [""]),
        ("southern: [rome]", "southern: [rome, paris]", ["17.71"]),
        ("bombers: {eighth: 5}", "bombers: {ninth: 1}", ["rule 26, one public summary"]),
        ("bombers: {eighth: 5}, escort: {}", "escort: {ninth: 1}", []),
        ("bombers: {eighth: 5}, escort: {}", "bombers: {ninth: 1}, escort: {ninth: 2}", []),
        ("bombing:", "strategic-redeployment: {eighth: southern}\nbombing:", []),
        ("bombing:", "strategic-redeployment: {south: western}\nbombing:", ["17.71"]),
        ("count: 4, front: western}\n  - {id: mus", "count: 4, inverted: 5, front: western}\n  - {id: mus", [""]),
    ],
)
def test_18_57_what_is_refused_of_raids(old, new, rules):
    text = RAIDS + BOMB
    assert old in text
    assert [rule for _, rule in complaints(text.replace(old, new, 1) if old else text, HEAD)] == rules


@pytest.mark.parametrize(
    ("box", "attacker", "results", "rule"),
    [("urals", "axis", 0, None), ("urals", "allies", 0, "18.49"),
     ("atlantic-us", "axis", 3, None), ("atlantic-us", "axis", 2, "18.49"),
     ("pacific-us", "axis", 3, "18.49"), ("india", "axis", 3, "18.49")],
)  # fmt: skip
def test_18_49_boxes_that_may_be_bombed(box, attacker, results, rule):
    text = RAIDS.replace("italy: {radar: 3}", f"italy: {{air-range: {results}}}")
    text += f"bombing:\n  - {{id: faraway, front: western, box: {box}, bombers: {{}}, escort: {{}}, defense: {{}}}}\n"
    found = complaints(text, HEAD.replace("attacker: allies", f"attacker: {attacker}"))
    assert [one for _, one in found] == ([rule] if rule else [])
