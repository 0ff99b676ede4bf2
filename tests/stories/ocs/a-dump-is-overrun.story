# 4.3 9.14b: combat units that enter the hex of an enemy dump capture the share that a die says; the rest is destroyed.
title: A dump is overrun
scenario:
    airwar: 1
    ruleset: ocs
    title: A dump behind the front
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    hexes:
      dump: {supply: 6, occupied-by: [allies]}
    bases:
      field: {side: axis, level: 1, supply: 4}
    distances: {field: {dump: 12}}
    units:
      - {id: ju52, side: axis, type: Tpt, range: 20, rating: (0), capacity: 4, at: field}

> hex dump combat-units axis 3 no no
dice 3
= roll: column 3, result 25
  Allies: 4 supply at Dump T destroyed
= dump: 2 axis supply
...
