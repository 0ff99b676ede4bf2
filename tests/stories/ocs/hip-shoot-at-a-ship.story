# 4.3 14.7d D: a hip shoot can hit any type of target, a ship too.
title: A hip shoot at a ship
scenario:
    airwar: 1
    ruleset: ocs
    title: A battleship off the coast
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    hip-shoot: [germany]
    hexes:
      sea: {terrain: sea, spotters: [axis]}
    bases:
      field: {side: axis, level: 1, supply: 1}
    ships:
      rodney: {side: allies, at: sea, protection: 4}
    distances: {field: {sea: 9}}
    units:
      - {id: ju87, side: axis, type: T, range: 12, rating: (1), barrage: 16, at: field}

> hip-shoot rodney ju87
dice 1 1, 6 6                        # no flak; twice 16 divided by 4 is 8, and one to the right within 10 hexes
= roll: row 12, column 12-16, result 1
= rodney: 1 at sea (damaged, dg)
= ju87: 2 at field (inactive)
...
