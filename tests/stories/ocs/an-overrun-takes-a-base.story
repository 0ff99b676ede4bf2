# 4.3 8.0, 9.12g D and 9.14f: an overrun in a movement segment ends in an advance after combat, which adds 2 to the capture rolls.
title: An overrun takes a base
scenario:
    airwar: 1
    ruleset: ocs
    title: A guarded base
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    bases:
      near: {side: axis, level: 1, supply: 1}
      guarded: {side: allies, level: 2, combat-units: [allies], re: 2}
      empty: {side: allies, level: 1}
      rear: {side: allies, level: 1}
    distances: {near: {guarded: 9, empty: 9, rear: 12}, guarded: {empty: 5, rear: 5}, empty: {rear: 5}}
    units:
      - {id: spit, side: allies, type: F, range: 12, rating: 4, at: guarded, status: inactive}
      - {id: hurricane, side: allies, type: F, range: 12, rating: 3, at: empty, status: inactive}

> capture guarded overrun
dice 2 3
= roll: +2 advance after combat, total 7, result -
> rear
= spit: 2 at rear
> capture empty                      # nobody is there, so nobody was overrun
dice 2 3
= roll: total 5, result loss
= hurricane: 1 at rear (inactive)
...
