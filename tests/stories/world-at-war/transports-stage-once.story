# Air transports may stage to where ground units embark (18.545), but like all air units once, in the movement phase, to a base with room.
title: Where air transports may load
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Airlift to Demyansk
    theater: europe
    date: spring 1942
    sides: {axis: [germany], russia: [russia]}
    attacker: axis
    turn: true
    bases:
      pskov: {side: axis, facilities: [city, airbase], nation: germany, airbase-of: germany}
      riga: {side: axis, facilities: [city], nation: germany}
      dno: {side: axis, facilities: [city], nation: germany}
      full: {side: axis, facilities: [city], nation: germany}
      demyansk: {side: axis, facilities: [city], nation: germany}
      bologoe: {side: russia, facilities: [city]}
    distances:
      riga: {pskov: 2, demyansk: 6, dno: 4, full: 3}
      pskov: {demyansk: 4, dno: 2, full: 2}
      full: {demyansk: 2, dno: 2}
      dno: {demyansk: 2}
      bologoe: {demyansk: 3}
    unlisted-distances: far
    units:
      - {id: fighters, nation: germany, type: aaf, count: 5, at: full}
      - {id: jur, nation: germany, type: transport, count: 1, at: riga}
      - {id: jud, nation: germany, type: transport, count: 1, at: dno}
      - {id: jus, nation: germany, type: transport, count: 2, at: riga, sea-transported: true}
      - {id: bo, nation: russia, type: aaf, count: 5, at: bologoe}

> airbases no-more
> stage jur 1 pskov
> no-more
> supply no-more
! transport demyansk dno 1 jur
! transport demyansk dno 1 jus
! transport demyansk full 1 jud                       # no room
> transport demyansk dno 1 jud
= demyansk: 1 jud (over)
...
