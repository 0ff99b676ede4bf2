# The overrun with a hip shoot of the 4.3 rules (chapter 9): a motorcycle battalion spots, and a Stuka disorganizes a tank brigade.
title: A hip shoot before an overrun
scenario:
    airwar: 1
    ruleset: ocs
    title: A tank brigade in the open
    options: {profile: ocs-4.3}
    sides: {axis: [germany], soviets: [soviet-union]}
    first-player: axis
    play: [axis.movement]
    hip-shoot: [germany]
    hexes:
      brigade: {combat-units: [soviets], re: 1, spotters: [axis]}
    bases:
      base: {side: axis, level: 2, supply: 2}
    distances: {brigade: {base: 12}}
    units:
      - {id: stuka, side: axis, nation: germany, type: T, range: 95, rating: (1), barrage: 17, at: base}
    missions:
      - {id: shoot, in: axis.movement, kind: hip-shoot, at: brigade, with: [stuka]}
    orders: prepared

dice 3 3                             # flak: no result
= roll: total 6, result -
dice 4 4                             # from 17-24 one to the left, for 1 RE
= roll: row 8, column 12-16, result DG
  the units at Brigade are DG
= shoot: DG
= stuka: 2 at base (inactive)
