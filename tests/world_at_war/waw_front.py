"""A small front for tests: a German base, a distant one behind it, hexes to attack or to supply, and one Allied base."""

MAP = """\
airwar: 1
ruleset: world-at-war
title: A test
theater: {theater}
sides: {{axis: [germany, italy, japan], allies: [britain, us, russia]}}
moving: axis
research: {{axis: {{jets: 12}}, allies: {{jets: 12}}}}
options: {{{options}}}
bases:
  home: {{side: axis, facilities: [city, airbase]}}
  rear: {{side: axis, facilities: [city]}}
  pocket: {{side: axis}}
  field: {{side: allies}}
  hill: {{side: allies}}
  fort: {{side: allies, facilities: [city, port]{fort}}}
carriers:
  akagi: {{nation: japan, size: 5}}
  hermes: {{nation: britain, size: 3, port: fort}}
distances:
  home: {{rear: 8, pocket: 3, field: 3, hill: 3, fort: 3}}
  fort: {{pocket: 2, field: 2, hill: 3, rear: 9}}
  akagi: {{field: 3, hill: 3, pocket: 3}}
units:
{units}
"""

UNITS = {
    "stukas": "{id: stukas, nation: germany, kind: aaf, count: 6, base: home}",
    "fighters": "{id: fighters, nation: germany, kind: aaf, count: 3, base: home}",
    "ju-52": "{id: ju-52, nation: germany, kind: transport, count: 3, base: home}",
    "savoia": "{id: savoia, nation: italy, kind: transport, count: 1, base: home}",
    "vals": "{id: vals, nation: japan, kind: nas, count: 4, base: akagi}",
    "me-262": "{id: me-262, nation: germany, kind: jet, count: 1, base: home}",
    "raf": "{id: raf, nation: britain, kind: aaf, count: 3, base: fort}",
    "usaaf": "{id: usaaf, nation: us, kind: aaf, count: 2, base: fort}",
    "faa": "{id: faa, nation: us, kind: nas, count: 4, base: fort}",
    "meteors": "{id: meteors, nation: britain, kind: jet, count: 1, base: fort}",
    "sea-hurricanes": "{id: sea-hurricanes, nation: britain, kind: nas, count: 2, base: hermes}",
}


def front(what: str, *units: str, options: str = "", theater: str = "europe", fort: str = "") -> str:
    """The front with these units, by name or as written, and what is flown."""
    lines = "\n".join(f"  - {UNITS.get(unit, unit)}" for unit in units)
    return MAP.format(units=lines, options=options, theater=theater, fort=fort) + what


SUPPLY = """\
transports:
  - task: supply
    from: home
    to: pocket
    with: {ju-52: 2}
    carrying: [{id: corps}, {id: panzers, kind: armor, factors: 4}]
"""

TRANSPORT = """\
transports:
  - task: transport
    from: home
    to: rear
    with: {ju-52: 2}
    carrying: [{id: alpini}, {id: rangers, kind: specialized, factors: 2}]
"""

DROP = """\
transports:
  - task: airdrop
    from: home
    to: field
    with: {ju-52: 2}
    carrying: [{id: para-1, kind: airborne}, {id: para-2, kind: airborne}]
"""


def battle(said: str, hex_: str = "field") -> str:
    """One attack, its fields in flow style."""
    return f"battles:\n  - {{hex: {hex_}, {said}}}\n"
