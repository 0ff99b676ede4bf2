"""Who decides for several defending nations, and what is said when a battle is over."""

import pytest

from airwar.battle.battle import begin
from airwar.engine.events import Note
from airwar.engine.records import Told
from airwar.setup.loading import load_scenario, parse_scenario

TWO_NATIONS = """
airwar: 1
ruleset: air-supremacy
title: Two nations defend
attacker: japan
spaces:
  a: {kind: sea, adjacent: [b]}
  b: {kind: sea}
units:
  - {id: uk-ships, nation: uk, type: destroyer, count: UK, at: a}
  - {id: us-ships, nation: usa, type: destroyer, count: US, at: a}
  - {id: fleet, nation: japan, type: destroyer, count: 6, at: b}
options: {placeholder-values: yes}
battles: [{at: a, with: {fleet: 6}}]
choices: {"*": default}
"""


@pytest.mark.parametrize(("uk", "us", "leads"), [(1, 3, "usa"), (3, 1, "uk")])
def test_44_the_nation_with_most_units_fires_for_all(uk, us, leads):
    text = TWO_NATIONS.replace("UK", str(uk)).replace("US", str(us))
    battle = begin(parse_scenario(text, "two.yaml"), None, 3)
    battle.by_script()
    fired = next(record.body for record in battle.log.records if record.kind == "roll" and ".defender." in record.body.key)
    assert fired.by == leads


def test_22_the_result_of_a_battle_is_told_when_it_is_over():
    battle = begin(load_scenario("sample-air-battle"), None, 3)
    end = battle.by_script()
    notes = [
        record.body.event.text
        for record in battle.log.records
        if isinstance(record.body, Told) and isinstance(record.body.event, Note)
    ]
    assert any(note.startswith("Kiev: ") and "win" in note for note in notes), (end.result, notes)
