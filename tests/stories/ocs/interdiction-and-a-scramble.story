# v3.0 from phase to phase: a fighter on interdiction (8 of 20 hexes, less than half), the enemy's scramble in the Reaction phase, refit
# of a reduced unit, and the capture of its base by an advance. The dice are those of the cases for the charts of v3.0.
title: Interdiction, a scramble, and the airfield falls
scenario:
    airwar: 1
    ruleset: ocs
    title: Two fighters over a road
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement, allies.reaction, next-turn, axis.refit, allies.combat]
    hexes:
      road: {combat-units: [allies], re: 2}
    bases:
      x: {side: axis, level: 1, supply: 2}
      z: {side: axis, level: 1, supply: 2}
      y: {side: allies, level: 1, supply: 2}
    distances: {road: {x: 8, z: 30, y: 9}, x: {z: 38, y: 17}, z: {y: 30}}
    units:
      - {id: f1, side: axis, type: F, range: 20, rating: 4, barrage: 2, at: x}
      - {id: f2, side: allies, type: F, range: 20, rating: 4, barrage: 2, at: y}
    missions:
      - {id: patrol, in: axis.movement, kind: interdict, at: road, with: [f1]}
      - {id: scramble, in: allies.reaction, kind: sweep, at: road, with: [f2]}
      - {id: advance, in: allies.combat, kind: capture, at: x, advance: true}
    orders: prepared

= road: 2 f1 (over, interdiction)
dice 4 3                             # 14.6c: 4 - (4 - 1) is +1
= roll: 4 3, +4 attacker's rating, -4 defender's rating, +1 defender on interdiction, total 8, result both-abort
dice 6                               # the third die is shared
= f2: 1 at y (inactive), 1 eliminated
= f1: 1 at x, 1 eliminated           # the next Axis player turn: the base has paid 1T for its refit
= x: 1 f1, 1 axis supply
> yes
dice 1 1                             # 9.15e: active, 2 and 2 for the advance is 4; the second step is lost
= roll: row active, column 4-, +2 advance after combat, total 4, result loss
= f1: 2 eliminated
= x: 1 allies base
= axis: 2 f1 lost
