"""Air combat (19) part by part: rolls, modifiers, losses, squadrons."""

import pytest
from waw import AMERICAN, BRITISH, BRITISH_NAVAL, GERMAN, GERMAN_JET, GERMAN_TRANSPORT, ITALIAN, line
from waw_desert import DESERT
from waw_direct import begun, called, changed_unit, options

from airwar.rulesets.world_at_war import air_combat as fire
from airwar.rulesets.world_at_war import air_combat as losses
from airwar.rulesets.world_at_war import air_combat as recombining
from airwar.rulesets.world_at_war import units as forces
from airwar.rulesets.world_at_war.air_combat import Contingent, combat_facts
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.state import Interception
from airwar.rulesets.world_at_war.taking_off import after_combat, drawn, eliminations, merged, part_of, reinforced, remaining
from airwar.rulesets.world_at_war.units import Effect, Line, added, nonzero, sent_of, without


def test_19_21_a_force_of_air_transports_makes_no_roll():
    end = called(fire.fire, "attacker", (line(GERMAN_TRANSPORT, 2, unit="ju"),), (line(BRITISH, 1),))
    assert (end.state, len(end.told("note"))) == (Effect(0, 0), 1)


@pytest.mark.parametrize(
    ("own", "enemy", "patrol", "radar", "terms"),
    [
        ((line(GERMAN, 3),), (line(BRITISH, 3),), 0, 0, {}),
        ((line(GERMAN, 3),), (line(ITALIAN, 3),), 0, 0, {"19.31A": 1}),
        ((line(ITALIAN, 3), line(GERMAN, 3)), (line(BRITISH, 3),), 0, 0, {"19.31A": -1}),
        ((line(GERMAN_JET, 2),), (line(BRITISH, 3),), 0, 0, {"19.31B": 2}),
        ((line(GERMAN, 2),), (line(GERMAN_JET, 3),), 1, 0, {"19.31B": -3, "19.31C": 1}),
        ((line(GERMAN, 2),), (line(BRITISH, 3),), -1, 2, {"19.31C": -1, "19.31D": 2}),
        ((line(GERMAN_JET, 8, whole=3),), (line(BRITISH, 3),), 0, 0, {"19.31B": 2}),
        ((line(GERMAN_JET, 4, whole=2), line(GERMAN_JET, 2, whole=1, unit="x")), (line(BRITISH, 3),), 0, 0, {"19.31B": 2}),
    ],
)
def test_19_31_every_modifier_by_its_rule(own, enemy, patrol, radar, terms):
    found = fire.modifiers(own, enemy, patrol=patrol, radar=radar)
    assert {term.rule: term.value for term in found} == terms


@pytest.mark.parametrize(
    ("cell", "most", "matter", "meant"),
    [((3, 4), 9, True, (3, 4)), ((3, 4), 5, True, (3, 2)), ((6, 1), 5, True, (5, 0)), ((3, 4), 9, False, (3, 0))],
)
def test_19_42_results_beyond_the_targets_are_ignored(cell, most, matter, meant):
    assert fire.within(most, matter)(Effect(*cell)) == Effect(*meant)
    assert fire.eliminations_only(Effect(2, 3)) == Effect(2, 0)
    assert [fire.effect(text) for text in ("0", "1/2", "3/0")] == [Effect(0, 0), Effect(1, 2), Effect(3, 0)]
    assert fire.reading((line(GERMAN_TRANSPORT, 2),), (line(BRITISH, 1),), True) is None


@pytest.mark.parametrize(
    ("force", "effects", "left"),
    [
        ((line(GERMAN, 3, unit="a"),), Effect(1, 1), [("a", (2,), (1,))]),
        ((line(GERMAN, 3, unit="a"),), Effect(1, 9), [("a", (2,), (2,))]),
        ((line(GERMAN, 3, unit="a"),), Effect(3, 2), []),
        ((line(GERMAN, 3, unit="a"), line(ITALIAN, 2, unit="b")), Effect(1, 1), [("a", (2,), (0,)), ("b", (2,), (1,))]),
        ((line(GERMAN, 3, unit="a"), line(ITALIAN, 2, unit="b")), Effect(2, 2), [("a", (2,), (1,)), ("b", (1,), (1,))]),
        ((line(GERMAN, 2, unit="a"), line(ITALIAN, 2, unit="b")), Effect(1, 0), [("a", (2,), ()), ("b", (1,), ())]),
        ((line(GERMAN, 1, unit="a", inverted=True),), Effect(0, 1), [("a", (1,), (0,))]),
        ((line(GERMAN, 2, 2, 2, unit="a", whole=2),), Effect(3, 3), [("a", (1, 1, 1), (1, 1, 1))]),
    ],
)
def test_19_6_losses_are_shared_over_types(force, effects, left):
    after = called(losses.suffer, "attacker", force, effects).state
    assert [(one.unit, one.parts, one.aborted) for one in after] == left


def test_19_65_the_owner_chooses_kinds_and_units():
    army = Line("a", GERMAN, (3, 3, 2), whole=3)
    answers = {"attacker.losses.germany-aaf.kinds": "cover,attack,search"}
    end = called(losses.suffer, "attacker", (army,), Effect(1, 1), answers=answers)
    assert options(end.asked[0]) == ["attack,cover,search", "cover,attack,search"]
    assert [(one.parts, one.aborted) for one in end.state] == [((3, 2, 2), (1, 0, 0))]
    pair = (line(GERMAN, 2, unit="a"), line(GERMAN, 3, unit="b"))
    answers = {"attacker.losses.germany-aaf.eliminated": {"a": 1, "b": 1}, "attacker.losses.germany-aaf.aborted": {"b": 1}}
    end = called(losses.suffer, "attacker", pair, Effect(2, 1), answers=answers)
    assert [(one.unit, one.parts, one.aborted) for one in end.state] == [("a", (1,), (0,)), ("b", (2,), (1,))]
    assert [options(question) for question in end.asked] == [{"a": 2, "b": 3}, {"a": 1, "b": 2}]
    squads = (Line("a", GERMAN, (1, 1, 1), whole=1), Line("b", GERMAN, (2, 1, 1), whole=2))
    answers = {"attacker.losses.germany-aaf.eliminated.attack": {"b": 1}}
    end = called(losses.suffer, "attacker", squads, Effect(1, 0), answers=answers)
    assert [one.parts for one in end.state] == [(1, 1, 1), (1, 1, 1)]
    bombers = (line(AMERICAN, 2, unit="n"), line(AMERICAN, 1, unit="n")._replace(bombing=True))
    answers = {"attacker.losses.us-aaf.eliminated": {"n/bombing": 1}}
    assert [one.bombing for one in called(losses.suffer, "attacker", bombers, Effect(1, 0), answers=answers).state] == [False]


def test_19_61_types_by_nation_type_drm_and_status():
    force = (line(GERMAN, 2, unit="a"), line(GERMAN._replace(drm=1), 2, unit="b"), line(GERMAN, 1, unit="a", inverted=True))
    assert {name: len(lines) for name, lines in losses.by_type(force).items()} == {"germany-aaf+2": 2, "germany-aaf+1": 1}
    aborted = (line(GERMAN, 2, unit="a")._replace(aborted=(1,)),)
    assert losses.by_type(aborted)["germany-aaf"][0].aborted == ()
    assert list(losses.by_type(force[::2])) == ["germany-aaf"]


def test_19_6_a_report_of_losses_line_by_line():
    before = (line(GERMAN, 3, unit="a"), line(GERMAN, 2, unit="a", inverted=True), line(ITALIAN, 1, unit="b"))
    after = (before[0]._replace(parts=(2,), aborted=(1,)), before[1])
    told = losses.loss_report("attacker", before, after)
    assert [(event.count, event.fate) for event in told] == [(1, "eliminated"), (1, "aborted"), (1, "eliminated")]
    assert losses.loss_report("attacker", before, before) == []


@pytest.mark.parametrize(
    ("parts", "debt", "broken"), [((4,), 0, (4, 4, 4)), ((4,), 1, (3, 4, 4)), ((4,), 2, (3, 3, 4)), ((4,), 4, (2, 3, 3))]
)
def test_19_51_army_factors_break_down_into_three_kinds(parts, debt, broken):
    assert Line("a", GERMAN, parts, debt=debt).broken() == Line("a", GERMAN, broken, debt=debt, whole=4)
    assert Line("a", GERMAN_JET, parts, debt=debt).broken().parts == (12 - debt,)
    assert Line("a", BRITISH_NAVAL, parts).broken() == Line("a", BRITISH_NAVAL, parts)
    assert not forces.fought_in_squadrons((Line("a", GERMAN, parts),))
    assert forces.fought_in_squadrons((Line("a", GERMAN, parts),), (Line("b", BRITISH_NAVAL, (1,)),))
    assert forces.fought_in_squadrons((Line("a", GERMAN, broken, whole=4),))
    assert str(Effect(0, 0)) == "0"
    assert [str(Effect(*one)) for one in ((1, 0), (0, 2))] == ["1/0", "0/2"]


def test_18_522b_aborted_units_rejoin_and_are_told():
    tired = (line(GERMAN, 3)._replace(aborted=(2,)), line(ITALIAN, 1))
    assert len(forces.aborted_fight_on(tired)) == 1
    assert forces.aborted_fight_on(forces.fresh(tired)) == []
    assert [one.aborted for one in forces.fresh(tired)] == [(), ()]


@pytest.mark.parametrize(
    ("thirds", "floor", "ceil", "debt"), [(0, 0, 0, 0), (1, 0, 1, 0), (2, 0, 1, 1), (3, 1, 1, 1), (4, 1, 2, 1), (5, 1, 2, 2)]
)
def test_19_52_thirds_of_a_factor_are_rounded_by_ruling(thirds, floor, ceil, debt):
    assert [recombining.whole_factors(thirds, policy) for policy in ("floor", "ceil", "debt")] == [floor, ceil, debt]


def test_19_52_the_rounding_is_told_where_thirds_are_left():
    assert recombining.recombination(DEFAULTS, (line(GERMAN, 6, whole=2), line(BRITISH_NAVAL, 2))) == []
    assert len(recombining.recombination(DEFAULTS, (line(GERMAN, 5, whole=2), line(GERMAN, 1, whole=1, unit="x")))) == 1


def test_19_52_what_combat_leaves_of_units_in_the_air():
    turn = changed_unit(begun(DESERT), "jg", ready=0, flying=2, debt=1)
    came = (line(GERMAN, 2, unit="jg")._replace(debt=1),)
    left = after_combat(turn, came, (came[0]._replace(parts=(1,), aborted=(1,)),))
    assert (left.sound, left.aborted, left.all) == ((), (("jg", 1),), (("jg", 1),))
    assert (left.turn.unit("jg").flying, left.turn.unit("jg").debt) == (1, 1)
    gone = after_combat(turn, came, ())
    assert (gone.turn.unit("jg").flying, gone.all) == (0, ())
    empty = after_combat(turn.with_units([turn.unit("jg").holding()]), came, ())
    assert empty.turn.unit("jg").debt == 0
    (event,) = eliminations(turn, (("jg", 2),))
    assert (event.side, event.count, event.fate) == ("attacker", 2, "eliminated")


def test_18_522b_reinforcements_join_the_lines_of_their_units():
    reserves = (line(GERMAN, 3, unit="jg")._replace(debt=2), line(BRITISH, 1, unit="raf"))
    assert drawn(reserves, (("jg", 2),)) == (line(GERMAN, 2, unit="jg"),)
    assert drawn(reserves, (("jg", 3),)) == reserves[:1]
    assert remaining(reserves, (("jg", 2), ("raf", 1))) == (line(GERMAN, 1, unit="jg"),)
    assert part_of(reserves[0], 3).debt == 2
    force = (line(GERMAN, 2, unit="jg")._replace(debt=1),)
    assert merged(force, (line(GERMAN, 1, unit="jg"), reserves[1])) == (line(GERMAN, 3, unit="jg")._replace(debt=1), reserves[1])
    broken = (Line("jg", GERMAN, (1, 2, 2), whole=2),)
    assert merged(broken, (line(GERMAN, 1, unit="jg"),)) == (Line("jg", GERMAN, (2, 3, 3), whole=3),)
    fight = Interception("x", force, (), force, (), reserves, DEFAULTS, (("jg", 1),))
    after = called(reinforced, fight, (("jg", 2),))
    assert (after.state.attackers[0].number, after.state.came[0].number, after.state.joined) == (4, 4, (("jg", 3),))
    assert [one.number for one in after.state.reserves] == [1, 1]
    assert len(after.told("note")) == 1
    assert called(reinforced, fight, ()).state is fight
    assert added((("a", 1),), (("a", 2), ("b", 0))) == (("a", 3),)
    assert without((("a", 3), ("b", 1)), (("a", 1), ("b", 1))) == (("a", 2),)
    assert nonzero({"a": 0, "b": 2}) == (("b", 2),)
    assert sent_of((line(GERMAN, 1, 2, 3, unit="jg", whole=2),)) == (("jg", 6),)


def test_18_522b_facts_about_an_air_combat():
    attackers = Contingent((line(GERMAN, 2, unit="a"),), (line(GERMAN, 3, unit="a"),))
    defenders = Contingent((line(BRITISH, 1, unit="b"),), (line(BRITISH, 4, unit="b"),))
    own = combat_facts("attacker", attackers, defenders)
    names = ("own.factors", "enemy.factors", "own.lost", "enemy.lost")
    assert [own.get(name) for name in names] == [2, 1, 1, 3]
    assert [combat_facts("defender", attackers, defenders).get(name) for name in names] == [1, 2, 3, 1]
    squads = Contingent((Line("a", GERMAN, (2, 2, 2), whole=3),), (line(GERMAN, 3, unit="a"),))
    assert [combat_facts("attacker", squads, defenders).get(name) for name in names] == [6, 1, 3, 11]
