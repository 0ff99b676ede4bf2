# Each activity is intercepted by itself, whether the scenario prepares both or they are ordered one after the other.
title: Two air transports on one route (18.542, 18.621)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: To Rhodes
    theater: europe
    date: spring 1941
    sides: {axis: [germany], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      athens: {side: axis, nation: germany, facilities: [city, airbase]}
      rhodes: {side: axis, nation: germany, facilities: [city]}
      maleme: {side: allies, nation: britain, facilities: [airbase]}
    distances: {athens: {rhodes: 5, maleme: 3}, rhodes: {maleme: 4}}
    units:
      - {id: kgzbv, nation: germany, type: transport, count: 4, at: athens}
      - {id: raf, nation: britain, type: aaf, count: 2, at: maleme}
    transports:
      - {kind: transport, from: athens, to: rhodes, with: {kgzbv: 2}, carrying: [{id: alpini}, {id: folgore}]}
      - {kind: transport, from: athens, to: rhodes, with: {kgzbv: 1}, carrying: [{id: trento}]}

> transport rhodes-transport-athens-2
> rhodes 1 raf
> 1 raf
dice 5 6
  1 kgzbv: German air transport eliminated
= kgzbv: 1 eliminated
> transport rhodes-transport-athens
> rhodes 1 raf
dice 1 1
> rhodes
  alpini is air transported
  folgore is air transported
> transport rhodes athens 1 kgzbv
> rhodes
= rhodes: 3 kgzbv (inverted)
...
