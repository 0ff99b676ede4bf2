# One factor stages at the start of the phase; the other has not staged, and may still stage to where ground units embark.
title: Transports that stayed may stage to load (18.545, 18.21)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Airlift to Maleme
    theater: europe
    date: summer 1941
    sides: {axis: [germany], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      athens: {side: axis, nation: germany, facilities: [city]}
      rhodes: {side: axis, nation: germany, facilities: [city]}
      maleme: {side: axis, nation: germany, facilities: [city]}
      sofia: {side: axis, nation: germany, facilities: [city]}
      alexandria: {side: allies, nation: britain, facilities: [city]}
    distances:
      athens: {maleme: 3, rhodes: 4, sofia: 4}
      rhodes: {maleme: 3, sofia: 7}
      maleme: {sofia: 7}
    unlisted-distances: far
    units:
      - {id: ju-52, nation: germany, type: transport, count: 2, at: sofia}

> stage ju-52 1 athens
> no-more
! transport maleme rhodes 1 ju-52/athens
> transport maleme rhodes 1 ju-52 1 infantry
  infantry-1 is air transported
...
