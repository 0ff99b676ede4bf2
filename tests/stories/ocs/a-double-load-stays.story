# 4.3 14.9e C, 14.9f: a plane with a double load may stay at the base it flies to, which then unloads all of it. What is too much is
# refused by its weight, however long the line is.
title: A double load stays
scenario:
    airwar: 1
    ruleset: ocs
    title: A lift within half the range
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    bases:
      field: {side: axis, level: 2, supply: 8}
      pocket: {side: axis, level: 1, supply: 1}
      enemy: {side: allies, level: 3, supply: 4}
    distances: {field: {pocket: 10, enemy: 18}, pocket: {enemy: 8}}
    units:
      - {id: ju52, side: axis, type: Tpt, range: 30, rating: (0), capacity: 2, at: field}
      - {id: spitfire, side: allies, type: F, range: 14, rating: 4, at: enemy}

! transport pocket yes 9T 1 ju52
  9T of supply; the bases of the transports have 8T
! transport pocket yes 1T, 2 RE ju52
  the cargo weighs 5T; the mission carries 4T
> transport pocket yes 4T
> ju52
> none                               # nobody intercepts
dice 1 1
= pocket: 5 axis supply
= ju52: 2 at pocket (inactive)
...
