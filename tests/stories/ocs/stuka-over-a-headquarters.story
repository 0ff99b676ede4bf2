# Air barrage missions of the 4.3 rules, target 2: three brigades and an HQ in the open, spotted. Flak makes 9 points of 17.
title: A Stuka over a headquarters
scenario:
    airwar: 1
    ruleset: ocs
    title: Three brigades and a headquarters
    options: {profile: ocs-4.3}
    sides: {axis: [germany], soviets: [soviet-union]}
    first-player: axis
    play: [axis.movement]
    hexes:
      stack: {combat-units: [soviets], re: 4, hq: true, spotters: [axis]}
    bases:
      base: {side: axis, level: 2, supply: 2}
    distances: {stack: {base: 12}}
    units:
      - {id: stuka, side: axis, type: T, range: 95, rating: (1), barrage: 17, at: base}
    missions:
      - {id: strike, in: axis.movement, kind: barrage, at: stack, with: [stuka]}
    orders: prepared

dice 5 5
= roll: +1 headquarters, total 11, result loss
= stuka: 1 at stack (over), 1 eliminated
dice 6 4                             # from 8-11 one to the right; [1/2] is a DG for planes
= roll: row 10, column 12-16, result [1/2]
  the units at Stack are DG
= strike: DG
= stuka: 1 at base (inactive)
