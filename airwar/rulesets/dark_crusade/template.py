"""A scenario to start from."""

TEMPLATE = """\
# One combat phase of Dark Crusade: points and lines, the units on them, and the battles to be fought.
airwar: 1
ruleset: dark-crusade
title: A new battle
weather: good        # good, snow or mud
attacker: axis       # axis or soviet

# The published combat table is not part of airwar. Type yours in, column by column:
#   charts: {combat-table: {columns: [{min: 1, max: 1, results: [.., .., .., .., .., ..]}, ...]}}
# or once for all your scenarios, in a file beside them that begins with combat-table:
#   charts: charts/my-copy.yaml
# or try the program with a made-up one:
charts: {combat-table: synthetic-demo}

points:
  orel: {control: axis}
  kursk: {control: soviet}
  voronezh: {control: soviet}    # holds: emplaced-factory, entrained-factory, partisan, support or combat, if anything

lines:
  orel-kursk: {between: [orel, kursk], capacity: 4}
  kursk-voronezh: {between: [kursk, voronezh], capacity: 3}

units:               # an attacker stands where it came from, and names its line; a defender stands at the point
  - {id: panzer-corps, nation: german, class: major, strength: 3, at: orel, line: orel-kursk}
  - {id: hungarian-2nd, nation: hungarian, class: major, strength: 2, at: orel, line: orel-kursk, retreat-size: 2}
  - {id: rifle-army, nation: soviet, class: major, strength: 4, at: kursk}

battles:
  kursk: {air: {german: 1, soviet: 2}}

choices:             # who answers when nobody is at the table; first match wins
  "*.attacker.retreat": {when: own.factors < 2, then: retreat, else: stay}
  "*": default
"""
