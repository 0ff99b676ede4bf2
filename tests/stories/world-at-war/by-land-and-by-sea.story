# One attack by land and by sea: escort carriers only for the invaders, and the attack goes on by land if the invasion is aborted.
title: A hex attacked by land and by sea (18.551, 18.553, 18.5551)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Land and sea
    theater: europe
    date: summer 1943
    sides: {allies: [us], axis: [germany]}
    attacker: allies
    turn: true
    options: {ground-table: typed}
    bases:
      gela: {side: allies, facilities: [city, airbase], nation: us, airbase-of: us}
      messina: {side: axis, facilities: [city], nation: germany}
      rome: {side: axis, facilities: [city], nation: germany}
    distances: {gela: {messina: 3, rome: 9}, messina: {rome: 6}}
    units:
      - {id: p-40, nation: us, type: aaf, count: 9, at: gela}
      - {id: jg-53, nation: germany, type: aaf, count: 3, at: messina}
    battles:
      - {at: rome, attackers: 3, defenders: [{factors: 3}]}

> ground-support messina
! 2 by-land, 1 by-sea, 2 escort-carriers           # no more than there are invaders
> 2 by-land, 1 by-sea, 1 escort-carriers
> 2 dm-2
! 9 p-40
  10 factors of ground support for 3 ground factors; expected at most 9 (18.554)
> 8 p-40
> ground-support rome                             # nobody else is asked: no air reaches Rome
> cover messina 3 jg-53
> intercept none
> attack rome attack                              # by land: nobody asks how many get ashore
? ground.result
> A
? referee.landed
> 1 landed
? abort
> abort                                           # what is beyond three times the two factors by land goes home
= p-40: 6 at messina (over), 3 at gela (2 inverted)
...
