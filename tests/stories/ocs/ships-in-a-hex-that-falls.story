# 4.3 9.14g: combat units that enter a hex destroy the enemy's ships there, whether they march in, take an air base or jump.
title: Ships in a hex that falls
scenario:
    airwar: 1
    ruleset: ocs
    title: Three ports
    options: {profile: ocs-4.3, naval: v4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    hexes:
      porto: {hex: "20.20", port: {side: allies, capacity: 4}}
      cove: {hex: "16.20", terrain: open, port: {side: allies, capacity: 1}}
    bases:
      field: {hex: "12.20", side: axis, level: 2, supply: 5}
      strip: {hex: "22.20", side: allies, kind: strip}
    ships:
      destroyer: {side: allies, at: porto}
      e-boat: {side: axis, at: porto}
      corvette: {side: allies, at: strip, damaged: true}
      trawler: {side: allies, at: cove}
    units:
      - {id: ju52, side: axis, type: Tpt, range: 30, rating: (0), capacity: 2, at: field}

> hex porto combat-units axis 2 no no
= destroyer: eliminated
= e-boat: 1 at porto
> capture strip
= corvette: eliminated
> drop cove 1/2 RE yes               # planned in time
= trawler: 1 at cove
> ju52
dice 6 5                             # they land
= trawler: eliminated
...
