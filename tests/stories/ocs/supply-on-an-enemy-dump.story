# 4.3 14.10d, 9.14b: supply that lands on an enemy dump is the enemy's; paratroops capture the dump, here by the procedure of v1.
title: Supply on an enemy dump
scenario:
    airwar: 1
    ruleset: ocs
    title: Two drops
    options: {captured-supply: v1}
    sides: {axis: [germany], allies: [britain]}
    date: 1944-09
    first-player: allies
    play: [allies.movement]
    orders: ask
    hexes:
      dump: {supply: 7, occupied-by: [axis]}
    bases:
      uk: {side: allies, level: 3, supply: 20}
    distances: {uk: {dump: 20}}
    units:
      - {id: c47, side: allies, type: Tpt, range: 60, rating: (0), capacity: 2, at: uk}
      - {id: c46, side: allies, type: Tpt, range: 60, rating: (0), capacity: 2, at: uk}

> drop dump 1T no c47
> none
dice 6 6
  the enemy takes the 1T of supply that came down on his dump
= dump: 8 axis supply
= uk: 19 supply
> drop dump 1 RE no c46
> none
dice 6 6, 4
= roll: column 4, result 50
  4T of the supply at Dump are displaced
  Axis: 2 supply at Dump T destroyed
= dump: 2 allies supply
...
