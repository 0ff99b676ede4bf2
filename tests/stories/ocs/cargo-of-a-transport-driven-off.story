# A transport that is reduced and aborts in an interception cannot carry all of its cargo any more: its owner says what is
# lost (4.3 14.4g), troops or supply. The rest lands with the plane.
title: The cargo of a transport that is driven off
scenario:
    airwar: 1
    ruleset: ocs
    title: A transport is driven off
    options: {profile: ocs-4.3, long-range: yes}
    date: 1943-07
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.movement]
    orders: ask
    bases:
      axb: {hex: "12.20", side: axis, level: 2, supply: 9}
      axc: {hex: "42.20", side: axis, level: 1, supply: 1}
      alb: {hex: "50.20", side: allies, level: 1, supply: 1}
    units:
      - {id: tq, side: axis, type: Tpt, range: 30, rating: (0), capacity: 2, at: axb}
      - {id: tp, side: axis, type: Tpt, range: 20, rating: (0), capacity: 3, at: axb}
      - {id: sp, side: allies, type: F, range: 16, rating: 4, barrage: 3, at: alb}

> transport axc yes 1/2 RE, 2T
> 1 tp
> sp
dice 6 5, 6
> none
? cargo-lost
! 1 supply-2-1 1 unit-1              # only what exceeds the room is given up
> 1 unit-1
= axc: 3 supply
> 0
