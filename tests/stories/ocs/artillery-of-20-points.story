# The comprehensive combat of the 4.3 rules (chapter 9): an artillery regiment of 20 points, 3T from the dump beside it, no shifts.
title: An artillery regiment, 20 points
scenario:
    airwar: 1
    ruleset: ocs
    title: The barrage before an attack
    options: {profile: ocs-4.3}
    sides: {axis: [germany], soviets: [soviet-union]}
    first-player: axis
    play: [axis.combat]
    hexes:
      hex-1: {combat-units: [soviets], re: 3, spotters: [axis]}
    bases:
      hex-c: {name: the dump, side: axis, level: 1, supply: 20}
    artillery:
      regiment: {side: axis, at: hex-c, barrage: 20, range: 3}
    distances: {hex-1: {hex-c: 3}}
    missions:
      - {id: fire, in: axis.combat, kind: gunfire, at: hex-1, with: [regiment]}
    orders: prepared

> hex-c
dice 2 4
= roll: row 6, column 17-24, result DG
  the units at Hex 1 are DG
= fire: DG
= the dump: 17 supply                # 4 SP and 1T are left
