"""Where units stand in the middle of battles: over the place where they fight, with what they have lost taken off at once."""

from waw import BRITISH, GERMAN, line
from waw_direct import changed_unit
from waw_ground import covering, fight, in_support, operation

from airwar.rulesets.world_at_war.standing import standing
from airwar.rulesets.world_at_war.state import GroundOutcome, outcome


def rows_of(unit, *states):
    return [(row.place, row.count, row.marks) for row in standing(states) if row.unit == unit]


def test_18_556_air_given_up_in_a_round_of_ground_combat_is_lost_at_once():
    turn, battle = in_support(6)
    begun, after = operation(turn, battle), battle._replace(support=(("stukas", 4),))
    assert rows_of("stukas", turn, begun, battle) == [("field", 6, ("over",))]
    left = [("field", 4, ("over",)), ("", 2, ("eliminated",))]
    assert rows_of("stukas", turn, begun, after) == left
    assert rows_of("stukas", turn, begun, GroundOutcome(after, 2)) == left


def test_18_563_defensive_air_support_and_its_interceptors_are_over_the_battle():
    began = covering("regular", cover=(("raf", 3),))
    turn = changed_unit(began.turn, "stukas", ready=3, flying=2)
    interceptors, raf = line(GERMAN, 2, unit="stukas"), line(BRITISH, 3, unit="raf")
    met = fight((interceptors,), (raf,), reserves=(line(GERMAN, 1, unit="stukas"),))
    struck = met._replace(defenders=(raf._replace(parts=(2,), aborted=(1,)),), joined=(("stukas", 1),))
    struck = struck._replace(came=(line(GERMAN, 3, unit="stukas"),), attackers=(line(GERMAN, 3, unit="stukas"),))
    for now in (struck, outcome(struck, 1)):
        states = (turn, began._replace(turn=turn), now)
        assert rows_of("raf", *states) == [("field", 1, ("over",)), ("field", 1, ("aborted", "over")), ("", 1, ("eliminated",))]
        assert rows_of("stukas", *states)[:2] == [("home", 2, ()), ("field", 3, ("over",))]


def test_18_619_deferred_support_is_met_apart_from_what_came_early():
    began = covering("regular", cover=(("raf", 2),), deferred=(("raf", 1),))
    raf, stukas = line(BRITISH, 1, unit="raf"), line(GERMAN, 2, unit="stukas")
    met = fight((stukas,), (raf,))
    for late, rows in (((raf,), [("field", 3, ("over",))]), ((), [("field", 2, ("over",)), ("", 1, ("eliminated",))])):
        assert rows_of("raf", began.turn, began, met._replace(defenders=late)) == rows
