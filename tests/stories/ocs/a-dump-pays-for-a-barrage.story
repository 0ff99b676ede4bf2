# 4.3 10.1b A: one dump pays for the whole barrage, a dump in a hex too. The enemy's dump pays nothing.
title: A dump pays for a barrage
scenario:
    airwar: 1
    ruleset: ocs
    title: Guns beside a dump
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.combat]
    hexes:
      guns: {supply: 9, combat-units: [axis]}
      theirs: {supply: 9, occupied-by: [allies]}
      hill: {combat-units: [allies], re: 2, spotters: [axis]}
    artillery:
      howitzers: {side: axis, at: guns, barrage: 16, range: 3}
    distances: {guns: {hill: 2, theirs: 2}, theirs: {hill: 2}}

> gunfire hill howitzers
? pays
! theirs
  theirs
> guns
  this costs 3T of supply; Guns has 6T left
dice 1 1
= roll: total 2, column 12-16, result -
= guns: 6 supply
...
