# Air barrage missions of the 4.3 rules, target 2 again, had the flak missed: the same 10 is a 1/2.
title: A Stuka that flak has missed
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

dice 5 4
= roll: +1 headquarters, total 10, result -
dice 6 4                             # from 17-24 one to the right
= roll: row 10, column 25-40, result 1/2
dice 4                               # 4-6: one of the units
  Soviets: 1 units at Stack step lost
= stuka: 2 at base (inactive)
