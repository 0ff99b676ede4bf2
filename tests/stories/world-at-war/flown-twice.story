# Ground units that are air transported may not drop in the same turn: they are told by name.
title: A unit that was air transported does not drop (18.547C)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Flown twice
    theater: europe
    date: spring 1941
    sides: {axis: [germany], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      sofia: {side: axis, facilities: [city, airbase], nation: germany, airbase-of: germany}
      athens: {side: axis, facilities: [city, airbase], nation: germany, airbase-of: germany}
      maleme: {side: allies, facilities: [city], nation: britain}
    distances: {athens: {maleme: 3, sofia: 4}, sofia: {maleme: 7}}
    units:
      - {id: ju-52, nation: germany, type: transport, count: 2, at: sofia}
      - {id: kgzbv-2, nation: germany, type: transport, count: 2, at: athens}

> transport athens sofia 2 ju-52 1 specialized 1 infantry
? units
> Ramcke
? ends                                            # in either base (18.545)
> sofia
> no-more
> airdrop maleme 2 kgzbv-2 2 airborne-1
! Student, Ramcke
  Ramcke is air transported in this turn already
! Student
  1 name for 2 units
> Student, Meindl
  meindl is dropped
...
