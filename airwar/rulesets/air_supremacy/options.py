"""The named rulings on what the source leaves open, the ids of decisions and rolls, and a scenario to start from."""

from __future__ import annotations

from airwar.rulesets.ruleset import Option

YES_NO = ("yes", "no")

OPTIONS = {
    "die-sides": Option("12", (), "the die of every shot; other sources point to twelve sides", whole=True),
    "hit": Option("or-less", ("or-less", "or-more"), "a shot hits on its value or less, or on its value or more"),
    "placeholder-values": Option(
        "refuse", ("refuse", "allow"), "whether types that the module gives no values for may use the house placeholders"
    ),
    "air-priority": Option("mandatory", ("mandatory", "optional"), "A1: fighters and guns must, or may, aim at aircraft first"),
    "casualty-chooser": Option("owner", ("owner", "shooter"), "A2: who says which of the units that may be hit are lost"),
    "surface-fire-vs-airborne": Option(
        "if-no-surface-target",
        ("if-no-surface-target", "never", "owner-choice"),
        "A3: when hits of troops, ships and bombs fall on aircraft in flight",
    ),
    "grounded-last": Option("yes", YES_NO, "A4: aircraft in flight are other defenders, lost before grounded ones"),
    "dispatched-bomber-vs-surface": Option("yes", YES_NO, "A5: dispatched bombers roll at surface units under a clear sky"),
    "origin-lost": Option("destroyed", ("destroyed", "adjacent-friendly"), "A6: dispatched aircraft whose home is taken or sunk"),
    "passthrough-calloff-costs-return": Option("no", ("no", "yes"), "A7: whether a called-off dispatch costs a return round"),
    "casualties": Option("simultaneous", ("simultaneous", "attacker-first"), "A8: whether defenders that were hit still roll"),
    "retreaters-roll": Option("no", ("no", "yes"), "A9: whether units that retreat roll in that round"),
    "dispatched-may-ground": Option("no", ("no", "yes"), "A10: whether dispatched aircraft may be grounded where they went"),
    "second-zone-aircraft": Option(
        "may-dispatch", ("may-dispatch", "stay"), "A11: aircraft at home in the second space of a pass-through, in round 1"
    ),
    "grounding-declared": Option("before-any-roll", ("before-any-roll",), "A12: before bombers show what they do"),
    "retreating-aircraft": Option("ordinary-targets", ("ordinary-targets",), "A13: hits on them count like any other at aircraft"),
    "aa-attack": Option("land-only", ("land-only", "none"), "A14: what anti-aircraft guns roll at in attack"),
    "edition": Option("module-iv-1st", ("module-iv-1st",), "A15: the text that is followed"),
    "support-shots": Option("first-round", ("first-round",), "each supporting ship fires once, in the first round of the landing"),
    "joint-defense": Option(
        "space-owner", ("space-owner",), "who rolls and chooses losses for several defending nations; else the first listed"
    ),
    "out-at-home": Option("grounded", ("grounded",), "aircraft that are out for the turn, when their home is attacked"),
    "sunk-transports": Option("cargo-lost", ("cargo-lost",), "troops go down with their transports"),
    "retreat-to": Option("adjacent-friendly", ("adjacent-friendly", "anywhere"), "where units that are not dispatched may retreat"),
    "carrier-sunk": Option(
        "land-elsewhere", ("land-elsewhere", "destroyed"), "fighters in flight whose carrier is sunk, when the battle is over"
    ),
    "withdraw-before-first-roll": Option("no", ("no", "yes"), "whether the attacker may withdraw before the first rolls"),
}

DECISIONS = {
    "attacker.go-on": "fight on, call the battle off, or withdraw a part",
    "attacker.withdraw": "who leaves under fire",
    "attacker.pass-through": "whether the fleet attacks its second space",
    "attacker.next-*": "which unit rolls next, while enemy aircraft fly",
    "defender.next-*": "which unit rolls next, while enemy aircraft fly",
    "attacker.losses-*": "which of the attackers that may be hit are lost",
    "defender.losses-*": "which of the defenders that may be hit are lost",
    "*.retreat": "which units of a nation retreat under fire",
    "*.retreat-to-*": "where they go",
    "*.ground": "which aircraft of a nation stay on the ground or below deck",
    "*.dispatch": "which aircraft of a nation fly to whose defence",
}
ROLLS = ("*.air.*", "*.bombs.*", "*.bombs-*", "*.surface.*", "*.surface-*", "*.support-*")

TEMPLATE = """\
# One attacker's turn: a map, who is where, and what is attacked. All battles are fought in step, round by round.
airwar: 1
ruleset: air-supremacy
title: A turn of battles
attacker: germany # germany, italy, uk, france, usa, china, japan, ussr; others under nations

spaces: # land territories and sea zones; next-to one way is enough
  picardy: {kind: land, owner: france, next-to: [paris]}
  paris: {kind: land, owner: france}

units: # infantry, anti-aircraft, fighter, dive-bomber, dogfighter, bomber; others under types
  - {id: panzergrenadiere, nation: germany, type: infantry, count: 3, space: picardy}
  - {id: stukas, nation: germany, type: dive-bomber, count: 2, space: picardy}
  - {id: poilus, nation: france, type: infantry, count: 3, space: picardy}
  - {id: hurricanes, nation: uk, type: fighter, count: 2, space: paris} # may be dispatched to Picardy

attacks:
  - space: picardy
    with: {panzergrenadiere: 3, stukas: 2}
    # landing: {...}   troops that come ashore and cannot leave
    # support: {...}   ships that support them
    # after: <zone>    the first zone of a naval pass-through

choices: # who answers when nobody is at the table
  "r1.paris.uk.dispatch": all
  "*.attacker.go-on": {when: strength-percent < 50, then: call-off, else: fight}
  "*": default
"""
