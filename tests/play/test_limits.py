"""An answer over a limit is refused with its value, the limit and the rule, and the prompt shows how many may be named."""

import pytest

from airwar.answers.menu import how_to_count
from airwar.engine.questions import Allotment, Roll
from airwar.errors import NotUnderstood
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

KALININ = """\
airwar: 1
ruleset: world-at-war
title: Kalinin
date: summer 1942
theater: europe
sides: {axis: [germany], allies: [russia]}
attacker: axis
bases:
  smolensk: {side: axis, nation: germany, hex: A10, facilities: [city, airbase], airbase-of: germany}
  kalinin: {side: allies, nation: russia, hex: A12, facilities: [city]}
  tver: {side: allies, nation: russia, hex: A14, facilities: [city]}
units:
  - {id: kg, nation: germany, type: aaf, count: 8, at: smolensk}
  - {id: gu, nation: russia, type: aaf, count: 2, at: kalinin}
  - {id: vvs, nation: russia, type: aaf, count: 5, at: tver}
battles:
  - {at: kalinin, attackers: 4, defenders: [{factors: 1, dm: 2}]}
"""

KAMIKAZES = """\
airwar: 1
ruleset: world-at-war
title: The pool
date: summer 1945
theater: pacific
sides: {japan: [japan], allies: [us]}
attacker: japan
turn: true
bases:
  kyushu: {side: japan, nation: japan, hex: A10, facilities: [city]}
  okinawa: {side: allies, nation: us, hex: A14, facilities: [city]}
units:
  - {id: ijn, nation: japan, type: nas, count: 3, at: kyushu}
  - {id: ija, nation: japan, type: aaf, count: 2, at: kyushu}
kamikazes: {built: 5, unbuilt: 1, pool: 12, construction: {brps: 4, training-rate: 3}}
"""

FIVE_BOMBERS = """\
airwar: 1
ruleset: ocs
title: Five bombers over a hex
options: {flak: off}
sides: {axis: [germany], allies: [britain]}
date: 1943-07
play: [axis.combat]
hexes: {h: {combat-units: [allies], re: 3, spotters: [axis]}}
bases: {x: {side: axis, level: 2, supply: 4}}
distances: {h: {x: 8}}
units:
""" + "".join(
    f"  - {{id: t{n}, side: axis, type: T, nation: germany, range: 30, rating: (2), barrage: 12, at: x, over: h}}\n"
    for n in range(1, 6)
)

TWO_FIGHTERS = """\
airwar: 1
ruleset: air-supremacy
title: Two fighters and two battles
attacker: germany
options: {placeholder-values: yes}
spaces:
  base: {kind: land, nation: uk, adjacent: [north, south]}
  north: {kind: land, nation: uk}
  south: {kind: land, nation: uk}
  camp: {kind: land, nation: germany}
units:
  - {id: raf, nation: uk, type: fighter, count: 2, at: base}
  - {id: n, nation: uk, type: infantry, count: 9, at: north}
  - {id: s, nation: uk, type: infantry, count: 9, at: south}
  - {id: an, nation: germany, type: infantry, count: 9, at: camp}
  - {id: as, nation: germany, type: infantry, count: 9, at: camp}
battles:
  - {at: north, with: {an: 9}}
  - {at: south, with: {as: 9}}
"""


def at(text, *lines):
    """The question after these lines; dice fall as they like."""
    session = Session.begin(parse_scenario(text, "test.yaml"), seed=3, mode="ask", ask_before_end=True, ask_all=False)
    for line in lines:
        while isinstance(session.question, Roll):
            session.roll()
        session.order(line)
    return session


def refused(session, line):
    with pytest.raises(NotUnderstood) as why:
        session.order(line)
    return str(why.value)


def test_18_614_more_than_the_limit_of_defensive_air_support():
    session = at(KALININ, "2 kg", "2 gu 3 vvs", "none", "attack")
    assert session.question.key == "kalinin.defender.use"
    assert how_to_count(session.question).startswith("0 to 3 in all")
    why = "'2 gu 2 vvs': 4 air factors for 1 defending ground factor; expected at most 3 (18.614)"
    assert refused(session, "2 gu 2 vvs") == why
    assert refused(session, "2 gu 2 vvs nonsense") == why
    assert refused(session, "4 vvs").startswith("4 of vvs is not between 0 and 3 (18.611A)")
    assert refused(session, "2 gu vvs") == "after '2 gu': how many vvs, 1 to 3, or all?"
    session.order("2 gu 1 vvs")


def test_17_43_more_kamikazes_than_the_pool_has_room_for():
    session = at(KAMIKAZES)
    while not session.question.key.endswith("japan.convert"):
        session.order("0")
    assert refused(session, "3 ijn 2 ija") == "'3 ijn 2 ija': 9 more make 15 kamikazes; the pool is 12 (17.43)"
    assert how_to_count(session.question).startswith("0 to 4 in all")  # three squadrons and an army factor make 6


def test_r14_more_bombers_than_barrage_together():
    session = at(FIVE_BOMBERS, "barrage h")
    assert how_to_count(session.question).startswith("0 to 4 in all")
    assert refused(session, "t1 t2 t3 t4 t5") == "'t1 t2 t3 t4 t5': 5 in all; expected 0 to 4 (R14)"


def test_31_more_aircraft_than_are_at_home():
    session = at(TWO_FIGHTERS)
    while not session.question.key.endswith("base.uk.dispatch"):
        session.order("0" if not session.question.least else "all")
    assert how_to_count(session.question).startswith("0 to 2 in all")
    why = "'2 fighter-to-north 1 fighter-to-south': 3 fighters dispatched, but only 2 at home (31)"
    assert refused(session, "2 fighter-to-north 1 fighter-to-south") == why


@pytest.mark.parametrize(("limit", "expected"), [(0, (0, 0)), (3, (0, 3)), (9, (0, 5))])
def test_how_many_may_be_named_is_what_the_rules_accept(limit, expected):
    def weighed(answer):
        return None if 3 * answer["x"] + answer["y"] <= limit else "too heavy"

    question = Allotment("k", "7.1", "axis", {"x": 2, "y": 3}, {}, 0, 5, {}, weighed)
    assert question.totals() == expected
    assert question.refuses({"x": 2, "y": 3}) == (None if limit == 9 else "too heavy (7.1)")


def test_how_many_may_be_named_is_as_declared_where_there_is_too_much_to_try():
    many = {f"u{n}": 9 for n in range(9)}
    question = Allotment("k", "7.1", "axis", many, {}, 0, 81, {}, lambda answer: "too much" if sum(answer.values()) > 20 else None)
    assert question.totals() == (0, 81)
