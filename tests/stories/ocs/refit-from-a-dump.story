# 4.3 12.3, 12.9c and 15.1B: a base draws the 1T of refit from its own hex, or from any dump or headquarters in reach.
title: Refit from a dump
scenario:
    airwar: 1
    ruleset: ocs
    title: Two bases and a dump
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.refit]
    hexes:
      dump: {supply: 6, occupied-by: [axis]}
      theirs: {supply: 9, occupied-by: [allies]}
    bases:
      bare: {side: axis, level: 1}
      stocked: {side: axis, level: 1, supply: 3}
      bog: {side: axis, level: 1}
    unlisted-distances: far
    units:
      - {id: ju87, side: axis, type: T, range: 12, rating: (1), barrage: 9, at: bare, status: inactive}
      - {id: ju88, side: axis, type: T, range: 12, rating: (1), barrage: 9, at: stocked, status: inactive}
      - {id: bf109, side: axis, type: F, range: 12, rating: 4, at: bog, status: inactive}

? pays
! theirs
  theirs
> dump
  Bare pays 1T of the supply at Dump for refit
> dump
  Stocked pays 1T of the supply at Dump for refit
> nobody
  Bog refits nothing: nobody pays the 1T
= bf109: at bog, inactive
= dump: 4 axis supply
= stocked: 3 supply
= ju87: 2 at bare
