# 4.3 14.10d and 9.14b: paratroops that land where the enemy has only a dump capture the share that a die says; the rest is destroyed.
title: Landing on a dump
scenario:
    airwar: 1
    ruleset: ocs
    title: Fallschirmjäger over a dump
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    hexes:
      dump: {supply: 8, occupied-by: [allies]}
    bases:
      field: {side: axis, level: 1, supply: 4}
    distances: {field: {dump: 12}}
    units:
      - {id: ju52, side: axis, type: Tpt, range: 20, rating: (0), capacity: 4, at: field}
    missions:
      - id: jump
        in: axis.movement
        kind: drop
        at: dump
        planned: 2
        with: [ju52]
        cargo: [{id: battalion, re: 1, para: true}, {id: ammo, supply: 1}]
    orders: prepared

= dump: 8 allies supply
dice 6 6, 6 6                        # both land
dice 5
= roll: column 5, result 50
  Allies: 4 supply at Dump T destroyed
  4T of supply at Dump now belong to the Axis
= dump: 5 axis supply, no allies supply
= field: 3 supply
