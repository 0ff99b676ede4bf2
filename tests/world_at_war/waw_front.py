"""A small front for tests: a German base, a distant one behind it, hexes to attack or to supply, and one Allied base."""

MAP = """\
airwar: 1
ruleset: world-at-war
title: A test
theater: {theater}
sides: {{axis: [germany, italy, japan], allies: [britain, us, russia]}}
attacker: axis
research: {{germany: {{jets: 12}}, britain: {{jets: 12}}}}
options: {{{options}}}
unlisted-distances: far
bases:
  home: {{side: axis, facilities: [city, airbase]}}
  rear: {{side: axis, facilities: [city]}}
  pocket: {{side: axis}}
  field: {{side: allies}}
  hill: {{side: allies}}
  fort: {{side: allies, facilities: [city, port]{fort}}}
carriers:
  {{akagi: {{nation: japan, size: 5}}, hermes: {{nation: britain, size: 3, port: fort}}}}
distances:
  home: {{rear: 8, pocket: 3, field: 3, hill: 3, fort: 3}}
  fort: {{pocket: 2, field: 2, hill: 3, rear: 9}}
  akagi: {{field: 3, hill: 3, pocket: 3}}
units:
{units}
"""

UNITS = {
    "stukas": "{id: stukas, nation: germany, type: aaf, count: 6, at: home}",
    "fighters": "{id: fighters, nation: germany, type: aaf, count: 3, at: home}",
    "ju-52": "{id: ju-52, nation: germany, type: transport, count: 3, at: home}",
    "savoia": "{id: savoia, nation: italy, type: transport, count: 1, at: home}",
    "vals": "{id: vals, nation: japan, type: nas, count: 4, at: akagi}",
    "me-262": "{id: me-262, nation: germany, type: jet, count: 1, at: home}",
    "raf": "{id: raf, nation: britain, type: aaf, count: 3, at: fort}",
    "usaaf": "{id: usaaf, nation: us, type: aaf, count: 2, at: fort}",
    "faa": "{id: faa, nation: us, type: nas, count: 4, at: fort}",
    "meteors": "{id: meteors, nation: britain, type: jet, count: 1, at: fort}",
    "sea-hurricanes": "{id: sea-hurricanes, nation: britain, type: nas, count: 2, at: hermes}",
}


def front(what: str, *units: str, options: str = "", theater: str = "europe", fort: str = "") -> str:
    """The front with these units, by name or as written, and what is flown."""
    lines = "\n".join(f"  - {UNITS.get(unit, unit)}" for unit in units)
    return MAP.format(units=lines, options=options, theater=theater, fort=fort) + what


SUPPLY = """\
transports:
  - kind: supply
    from: home
    to: pocket
    with: {ju-52: 2}
    carrying: [{id: corps}, {id: panzers, type: armor, factors: 4}]
"""

TRANSPORT = """\
transports:
  - kind: transport
    from: home
    to: rear
    with: {ju-52: 2}
    carrying: [{id: alpini}, {id: rangers, type: specialized, factors: 2}]
"""

DROP = """\
transports:
  - kind: airdrop
    from: home
    to: field
    with: {ju-52: 2}
    carrying: [{id: para-1, type: airborne}, {id: para-2, type: airborne}]
"""


def battle(said: str, hex_: str = "field") -> str:
    """One attack, its fields in flow style."""
    return f"battles:\n  - {{at: {hex_}, {said}}}\n"


def unit(fought, name):
    """How many of a unit are ready in the end, and how many inverted."""
    found = fought.state.unit(name)
    return found.ready, found.inverted


def strengths(fought):
    """The strengths of attacker and defender, as they were told last."""
    rows = fought.told("sheet")[-1]["rows"]
    return tuple(int(row[3]) for row in rows if row[1] == "strength")
