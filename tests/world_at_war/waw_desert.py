"""The desert front for tests of bases."""

from itertools import product

from airwar.rulesets.world_at_war.basing import may_base

DESERT = """
orders: ask
turn: true
bases:
  tobruk: {side: allies, facilities: [port, airbase], nation: britain}
  alex: {side: allies, facilities: [port-city]}
  cairo: {side: allies, facilities: [city]}
  suez: {side: allies, facilities: [city]}
  oasis: {side: allies}
  malta: {side: allies, facilities: [airbase], island: true}
  india: {side: allies, box: india}
  benghazi: {side: axis, facilities: [port, airbase], airbase-of: germany}
  tripoli: {side: axis, facilities: [city]}
  rome: {side: axis, box: other}
carriers:
  eagle: {nation: britain, size: 3, port: tobruk, sails: true}
  argus: {nation: britain, size: 2, port: alex}
  aquila: {nation: italy, size: 2, inverted: true}
distances:
  tobruk: {alex: 4, cairo: 4, suez: 6, oasis: 1, malta: 7, benghazi: 3}
  benghazi: {tripoli: 6, rome: 3}
units:
  - {id: daf, nation: britain, type: aaf, count: 5, inverted: 1, at: tobruk}
  - {id: faa, nation: britain, type: nas, count: 4, at: tobruk}
  - {id: eagle-air, nation: britain, type: nas, count: 2, inverted: 1, at: eagle}
  - {id: alex-wing, nation: britain, type: aaf, count: 3, at: alex}
  - {id: cairo-wing, nation: australia, type: aaf, count: 4, at: cairo}
  - {id: jg, nation: germany, type: aaf, count: 4, inverted: 2, at: benghazi}
  - {id: regia, nation: italy, type: aaf, count: 3, inverted: 1, at: benghazi}
  - {id: aquila-air, nation: italy, type: nas, count: 2, inverted: 2, at: aquila}
"""


def naive_filling(turn, ring, waiting):
    """Every way to spread units over a ring; the legal ones are those to which nobody can be added."""
    keys = [f"{name}@{base}" for name in waiting for base in ring]
    ranges = [range(waiting[key.split("@")[0]].number + 1) for key in keys]

    def fits(answer):
        spread = {name: sum(answer[f"{name}@{base}"] for base in ring) for name in waiting}
        if any(spread[name] > waiting[name].number for name in waiting):
            return False
        for base in ring:
            factors, squadrons = turn.load(base)
            for name, unit in waiting.items():
                if unit.air_type.in_squadrons:
                    squadrons += answer[f"{name}@{base}"]
                else:
                    factors += answer[f"{name}@{base}"]
            if not may_base(turn.base(base), turn.setting.theater, factors, squadrons):
                return False
        return True

    every = [dict(zip(keys, numbers, strict=True)) for numbers in product(*ranges)]
    return every, [one for one in every if fits(one) and not any(fits({**one, key: one[key] + 1}) for key in keys)]
