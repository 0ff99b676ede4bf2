# The complex mission of the 4.3 rules (end of 14.11): a Blenheim and two Hurricanes in a patrol zone. Nobody intercepts; flak is +2.
title: A Blenheim and two Hurricanes
scenario:
    airwar: 1
    ruleset: ocs
    title: A stack in reserve
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: allies
    play: [allies.movement]
    hexes:
      stack: {name: an Axis stack, combat-units: [axis], re: 4}
    bases:
      axis-base: {side: axis, level: 1, supply: 2}
      allied-base: {side: allies, level: 2, supply: 2}
    distances: {stack: {axis-base: 9, allied-base: 14}, axis-base: {allied-base: 20}}
    units:
      - {id: blenheim, side: allies, type: T, range: 40, rating: (1), barrage: 6, at: allied-base, back: {rating: 0, barrage: 3}}
      - {id: hurricane-red, side: allies, type: F, range: 20, rating: 3, barrage: 3, at: allied-base}
      - {id: hurricane-blue, side: allies, type: F, range: 20, rating: 3, barrage: 3, at: allied-base}
      - {id: bf-109, side: axis, type: F, range: 20, rating: 5, barrage: 2, at: axis-base}
    missions:
      - {id: strike, in: allies.movement, kind: barrage, at: stack, with: [blenheim, hurricane-red, hurricane-blue]}
    orders: prepared

? bf-109
> none
dice 4 6                             # a 10, and 2 more: 12 is a loss
= roll: +1 three or more aircraft, +1 patrol zone, total 12, result loss
dice 1                               # of the first of three aircraft
= blenheim: 1 at stack (over), 1 eliminated
dice 6 6                             # 9 points, no spotter (three left), 4 RE (one right): column 3-4
= roll: row 12, column 3-4, result 1/2
dice 5                               # rounded up: a step, and DG
  the units at an Axis stack are DG
  Axis: 1 units at an Axis stack step lost
= allied-base: 1 blenheim (inactive), 2 hurricane-red (inactive), 2 hurricane-blue (inactive)
= bf-109: 2 at axis-base
