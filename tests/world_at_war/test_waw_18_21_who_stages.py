"""Who may not stage, and why (18.21)."""

from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

BY_SEA = """
airwar: 1
ruleset: world-at-war
title: Came by sea
date: spring 1942
theater: europe
sides: {axis: [germany], allies: [britain]}
attacker: axis
turn: true
bases:
  sicily: {side: axis, facilities: [city, airbase]}
  naples: {side: axis, facilities: [city]}
  malta: {side: allies, facilities: [port], island: true}
distances: {malta: {sicily: 2, naples: 6}, sicily: {naples: 4}}
units:
  - {id: by-sea, nation: germany, type: aaf, count: 2, at: sicily, sea-transported: true}
  - {id: others, nation: germany, type: aaf, count: 2, at: sicily}
  - {id: spitfires, nation: britain, type: aaf, count: 2, at: malta}
"""


def test_18_21_a_unit_that_came_by_sea_is_refused_with_that_reason():
    session = Session.begin(parse_scenario(BY_SEA, "sea.yaml"), seed=3, ask_all=False, ask_before_end=True)
    while not session.question.key.startswith("staging"):
        session.answer("no-more")
    assert "sea" in session.question.why_not("by-sea")
    assert "others" in session.question.options
