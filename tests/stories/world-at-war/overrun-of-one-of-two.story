# Air held over the second hex of a prepared attack whose first hex falls comes home, and that hex can still be attacked.
title: An overrun takes one of two hexes (18.613, 18.618, 18.25)
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
    battles:
      - {at: r1, also: [r2], attackers: 6, defenders: [{factors: 2, dm: 2}]}

> overrun r2 2 by-land
> 2 dm-1
> none
> 1 z
> none
> prevented
> overrun r1 4 by-land
> 1 dm-1
> none
> none
> overrun                                         # nobody is asked whether they stay where they are
  R1 is captured by Axis
> none                                            # it is out of supply
> ground-support r2
= r1: no x                                       # displaced at the end of the phase
  R1 has been captured; it is not attacked again
> 3 by-land
> 2 dm-1
= z: 2 at r3, 1 at r2 (over)
> none
> no-more
> no-more
> intercept none
> attack r2 attack
> 1 z
> Ex
  Ex costs Axis 3 factors and Russia 3 factors
...
