# The example of artillery of the 4.3 rules (10.1b): two battalions, 16 points, 3T; 8 RE behind a hedgehog in close terrain.
title: Two artillery battalions, 16 points
scenario:
    airwar: 1
    ruleset: ocs
    title: Two artillery battalions
    options: {profile: ocs-4.3}
    sides: {axis: [germany], soviets: [soviet-union]}
    first-player: axis
    play: [axis.combat]
    hexes:
      position: {terrain: hills, closeness: close, hedgehog: 1, combat-units: [soviets], re: 8, spotters: [axis]}
    bases:
      dump: {side: axis, level: 1, supply: 20}
    artillery:
      first: {side: axis, at: dump, barrage: 8, range: 3}
      second: {side: axis, at: dump, barrage: 8, range: 3}
    distances: {position: {dump: 2}}
    missions:
      - {id: fire, in: axis.combat, kind: gunfire, at: position, with: [first, second]}
    orders: prepared

> dump                               # 3T, by the column before shifts
dice 4 4                             # from 12-16: four right for density, one left for the hedgehog, one for the terrain
= roll: row 8, column 25-40, result [1/2]
dice 3                               # spotted, and no hedgehog of level 3: a regular 1/2, and no step
  the units at Position are DG
= fire: DG
= dump: 17 supply
