# A base may be too full while units stage, but not when staging is over (18.11, 18.21): only a lost airbase costs aircraft (18.15).
title: Staging beyond the capacity of a base
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Before Moscow
    theater: europe
    date: summer 1942
    sides: {axis: [germany], russia: [russia]}
    attacker: russia
    turn: true
    bases:
      orel: {side: axis, facilities: [city]}
      moscow: {side: russia, facilities: [city, city]}
      tula: {side: russia, facilities: [city]}
      urals: {side: russia, box: urals}
    distances:
      moscow: {tula: 2, orel: 4, urals: 8}
      tula: {orel: 2}
    unlisted-distances: far
    units:
      - {id: o, nation: germany, type: aaf, count: 2, at: orel}
      - {id: mo, nation: russia, type: aaf, count: 9, at: moscow}
      - {id: tu, nation: russia, type: aaf, count: 3, at: tula}
      - {id: tat, nation: russia, type: transport, count: 1, at: tula}

> airbases no-more
> stage mo 2 tula
! no-more
  staging has made a base too full: Tula holds 6 factors
> stage tu 1 moscow
> no-more
= tula: 2 mo, 2 tu, 1 tat
= moscow: 7 mo, 1 tu
= russia: no losses
...
