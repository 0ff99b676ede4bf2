# Air barrage missions of the 4.3 rules, target 1: a tank brigade in the forest, and nobody to spot it.
title: A Stuka over the forest
scenario:
    airwar: 1
    ruleset: ocs
    title: A tank brigade in the forest
    options: {profile: ocs-4.3}
    sides: {axis: [germany], soviets: [soviet-union]}
    first-player: axis
    play: [axis.movement]
    hexes:
      forest: {terrain: forest, closeness: close, combat-units: [soviets], re: 1}
    bases:
      base: {side: axis, level: 2, supply: 2}
    distances: {forest: {base: 12}}
    units:
      - {id: stuka, side: axis, type: T, range: 95, rating: (1), barrage: 17, at: base}
    missions:
      - {id: strike, in: axis.movement, kind: barrage, at: forest, with: [stuka]}
    orders: prepared

dice 4 4                             # flak without modifiers: 8 misses
= roll: total 8, result -
dice 5 5                             # from 17-24 five to the left: terrain, no spotter (three), 1 RE
= roll: row 10, column 2, result DG
  the units at Forest are DG
= stuka: 2 at base (inactive)
= strike: DG
