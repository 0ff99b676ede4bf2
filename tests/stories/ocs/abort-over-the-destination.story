# 4.3 14.1c: a transport that aborts over the friendly base it flies to lands there, and its cargo with it.
title: A transport aborts over its destination
scenario:
    airwar: 1
    ruleset: ocs
    title: A pocket
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    bases:
      field: {side: axis, level: 1, supply: 4}
      pocket: {side: axis, level: 2}
      enemy: {side: allies, level: 1}
    distances: {field: {pocket: 15, enemy: 25}, pocket: {enemy: 9}}
    units:
      - {id: ju52, side: axis, type: Tpt, range: 30, rating: (0), capacity: 3, at: field}
      - {id: spitfire, side: allies, type: F, range: 12, rating: 4, at: enemy}

> transport pocket 1T, 1 RE as battalion
> ju52
> spitfire
dice 6 6, 1
= ju52: 2 at pocket (inactive)
> 0
  1T of supply lands at Pocket
  battalion lands at Pocket
= field: 3 supply
= pocket: 1 supply
...
