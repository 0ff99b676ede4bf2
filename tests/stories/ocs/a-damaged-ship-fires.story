# 4.3 18.1f and 18.3d A: a hit flips a ship, and its damaged side counts. What it prints is in the scenario, or it is asked for.
title: A damaged ship fires
scenario:
    airwar: 1
    ruleset: ocs
    title: Two battleships
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement, allies.reaction]
    orders: ask
    hexes:
      sea: {terrain: sea}
      hill: {combat-units: [axis], re: 2, spotters: [allies]}
    bases:
      field: {side: axis, level: 1, supply: 1}
    ships:
      rodney: {side: allies, at: sea, protection: 4, barrage: 30, range: 3, back: {barrage: 15, protection: 4}}
      valiant: {side: allies, at: sea, protection: 4, barrage: 30, flak: 1, range: 3}
    distances: {field: {sea: 12, hill: 9}, sea: {hill: 2}}
    units:
      - {id: ju87, side: axis, type: T, range: 12, rating: (1), barrage: 32, at: field}
      - {id: ju88, side: axis, type: T, range: 12, rating: (1), barrage: 32, at: field}

> done
> ship-attack rodney ju87
dice 1 1, 6 6
= rodney: 1 at sea (damaged, dg)
> ship-attack valiant ju88
dice 1 1, 6 6
= valiant: 1 at sea (damaged, dg)
> gunfire hill rodney valiant
? back.valiant
! barrage 20
  expected barrage and a number, protection and a number, flak and a number (R52)
> barrage 20, protection 3, flak 1
  Rodney, Valiant: 35 points
dice 1 1
= roll: total 2, column 25-40, result -
