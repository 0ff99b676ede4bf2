# 4.3 14.7d D, 18.3: a hip shoot and guns are aimed at a carrier as at any other ship; what is no target is refused for its reason.
title: A carrier is hip shot
scenario:
    airwar: 1
    ruleset: ocs
    title: A carrier off the beach
    options: {profile: ocs-4.3, naval: v4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    hip-shoot: [germany]
    play: [axis.movement, axis.combat]
    orders: ask
    hexes:
      beach: {hex: "21.20", combat-units: [axis]}
    bases:
      field: {hex: "12.20", side: axis, level: 1, supply: 5}
      ark: {hex: "23.20", side: allies, kind: carrier, protection: 2, planes: 3, spotters: [axis]}
      fury: {hex: "30.20", side: allies, kind: carrier, protection: 2, planes: 1}
    artillery:
      battery: {side: axis, at: beach, barrage: 20, range: 2, coastal: true}
    units:
      - {id: ju88, side: axis, type: T, range: 40, rating: (2), barrage: 9, at: field}

! hip-shoot fury ju88
  fury: ju88 cannot: a hip shoot needs a spotter of the Axis next to Fury
> hip-shoot ark ju88
dice 1 1, 6 3                        # no flak; twice 9 divided by 2
= roll: row 9, column 8-11, result DG
= ark: (dg)
> 0
> gunfire ark battery
dice 6 3                             # 20 points divided by 2
= roll: row 9, column 8-11, result DG
...
