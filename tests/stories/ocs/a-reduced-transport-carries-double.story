# 4.3 14.4g, 14.9e C: after a loss the load is worked out anew. Within half its range a reduced plane carries double, and loses nothing.
title: A reduced transport carries double
scenario:
    airwar: 1
    ruleset: ocs
    title: A lift within half the range
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    bases:
      field: {side: axis, level: 2, supply: 8}
      pocket: {side: axis, level: 1, supply: 1}
      enemy: {side: allies, level: 3, supply: 4}
    distances: {field: {pocket: 10, enemy: 18}, pocket: {enemy: 8}}
    units:
      - {id: ju52, side: axis, type: Tpt, range: 30, rating: (0), capacity: 2, at: field}
      - {id: spitfire, side: allies, type: F, range: 14, rating: 4, at: enemy}

> transport pocket 2T ju52
> none                               # nobody intercepts
dice 5 5
= roll: +2 patrol zone, total 12, result loss
= ju52: 1 left
= pocket: 3 axis supply
...
