"""The published examples of play of version 4.3, from beginning to end."""

import pytest
from support import fight

HEAD = """
airwar: 1
ruleset: ocs
title: An example of play
options: {profile: ocs-4.3}
"""

AIR_COMBAT = (
    HEAD
    + """
sides: {soviets: [], axis: []}
play: [soviets.movement]
bases:
  field: {side: soviets, level: 1}
  target: {side: axis, level: 1}
distances: {field: {target: 12}}
units:
  - {id: lagg, name: LaGG-3, side: soviets, type: F, range: 16, rating: 2, barrage: 2, at: field}
  - {id: il-2, name: Il-2, side: soviets, type: T, range: 16, rating: (2), barrage: 8, at: field}
  - {id: bf-109f, name: Bf 109f, side: axis, type: F, range: 20, rating: 4, at: target}
  - {id: stuka-1, name: Stuka, side: axis, type: T, range: 16, rating: (1), at: target}
  - {id: stuka-2, name: Stuka, side: axis, type: T, range: 16, rating: (1), at: target}
missions:
  - {id: raid, in: soviets.movement, kind: base-attack, at: target, with: [lagg, il-2]}
"""
)


@pytest.mark.proves("R17", "R18", "R19", "R24")
def test_example_of_air_combat_over_a_german_base():
    """The LaGG and the 109 both abort; the Stukas and the Il-2 cannot attack and ignore each other; the base is barraged."""
    fought = fight(
        AIR_COMBAT,
        """
            attacker.abort-before none; defender.abort-before none
            unit bf-109f; air-combat 5 4; loss 4; attacker.abort-after none; defender.abort-after none
            flak 1 1; facility 1
        """,
    )
    picked = fought.question("raid.r1.defender.unit")
    assert list(picked.options) == ["bf-109f", "stuka-1", "stuka-2"]
    assert fought.rolls()["raid.r1.air-combat"]["total"] == 7
    assert fought.rolls()["raid.r1.air-combat"]["result"] == "both-abort"
    assert [fought.state.board.unit(unit).state for unit in ("lagg", "bf-109f", "stuka-1")] == [
        "inactive",
        "inactive",
        "active-at-base",
    ]
    assert "raid.facility" in fought.rolls()


COMPLEX = (
    HEAD
    + """
sides: {allies: [], axis: []}
play: [allies.movement]
hexes:
  stack: {combat-units: [axis], re: 4}
bases:
  gambut: {side: allies, level: 2}
  derna: {side: axis, level: 2}
distances: {stack: {gambut: 14, derna: 9}}
units:
  - {id: blenheim, name: Blenheim V, side: allies, type: T, range: 30, rating: (1), barrage: 6, at: gambut}
  - {id: hurricane-1, name: Hurricane II, side: allies, type: F, range: 20, rating: 3, barrage: 3, at: gambut}
  - {id: hurricane-2, name: Hurricane II, side: allies, type: F, range: 20, rating: 3, barrage: 3, at: gambut}
  - {id: bf-109, name: Bf 109, side: axis, type: F, range: 20, rating: 4, at: derna}
missions:
  - {id: raid, in: allies.movement, kind: barrage, at: stack, with: [blenheim, hurricane-1, hurricane-2]}
"""
)


@pytest.mark.proves("R15", "R28", "R29", "R34")
def test_example_of_a_complex_mission():
    """Flak with +2 hits the Blenheim; nine points, unspotted, against four RE are read at 3-4; a half becomes a step."""
    fought = fight(COMPLEX, "intercept none; flak 4 6; unit 1; barrage 6 6; half 5")
    assert fought.rolls()["raid.flak"]["total"] == 12
    assert [name for name, *_ in fought.rolls()["raid.flak"]["terms"]] == ["three or more aircraft", "patrol zone"]
    assert fought.told("sheet")[0]["title"] == "barrage of 9 points"
    assert fought.rolls()["raid.barrage"]["column"] == "3-4"
    assert fought.end.result == "DG and 1 step"
    assert [(unit.state, unit.steps) for unit in list(fought.state.board.units.values())[:3]] == [
        ("inactive", 1),
        ("inactive", 2),
        ("inactive", 2),
    ]
