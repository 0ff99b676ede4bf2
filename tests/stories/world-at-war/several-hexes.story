# One attack on two hexes, ordered at the table; the air over both; what happens to it when one of them has fallen.
title: Attacks on two hexes (18.551, 18.613, 18.618)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Two hexes attacked together
    theater: europe
    date: summer 1941
    sides: {axis: [germany], russia: [russia]}
    attacker: axis
    turn: true
    options: {ground-table: typed}
    bases:
      a1: {side: axis, facilities: [city, airbase], nation: germany, airbase-of: germany}
      a2: {side: axis, facilities: [city], nation: germany}
      r1: {side: russia, facilities: [city], nation: russia}
      r2: {side: russia, facilities: [city], nation: russia}
      r3: {side: russia, facilities: [city], nation: russia}
      r4: {side: russia, facilities: [city], nation: russia}
    distances:
      a1: {a2: 2, r1: 4, r2: 4, r3: 6, r4: 9}
      a2: {r1: 4, r2: 5, r3: 6, r4: 9}
      r1: {r2: 1, r3: 3, r4: 6}
      r2: {r3: 2, r4: 5}
      r3: {r4: 3}
    units:
      - {id: g, nation: germany, type: aaf, count: 6, at: a1}
      - {id: h, nation: germany, type: aaf, count: 4, at: a2}
      - {id: x, nation: russia, type: aaf, count: 5, at: r1}
      - {id: y, nation: russia, type: aaf, count: 4, at: r2}
      - {id: z, nation: russia, type: aaf, count: 3, at: r3}

! ground-support a2
  A2 is the attacker's own; expected an enemy hex
> ground-support r1 also r2
? forces
> 6 by-land
> 2 dm-2
! 4 h
  h has a range of 4; R2 is 5 hexes away (18.45)
! 1 x
  x does not belong to the attacker
> 6 g
! ground-support r2
  R2 has its regular attack in this phase already (18.551)
> no-more
> cover r1 none                                   # it can be named again
! cover r1 1 g
  g is not army air, naval air or a jet of the defender
> cover r1 3 z
> no-more
> intercept 4 h                                   # R1 is near enough
dice 1 2, 1 2
...
