# 4.3 15.0b and 15.1: a base of level 3 refits six units for 1T, and seven may be active there.
title: A base of level 3 refits six
scenario:
    airwar: 1
    ruleset: ocs
    title: Seven units wait for fuel
    options: {profile: ocs-4.3}
    sides: {axis: [germany], allies: [britain]}
    first-player: axis
    play: [axis.refit]
    bases:
      gerbini: {side: axis, level: 3, supply: 4}
      malta: {side: allies, level: 3, supply: 4}
    distances: {gerbini: {malta: 22}}
    units:
      - {id: a, side: axis, type: F, range: 20, rating: 4, at: gerbini, status: inactive}
      - {id: b, side: axis, type: F, range: 20, rating: 4, at: gerbini, status: inactive}
      - {id: c, side: axis, type: F, range: 20, rating: 4, at: gerbini, status: inactive}
      - {id: d, side: axis, type: F, range: 20, rating: 4, at: gerbini, status: inactive}
      - {id: e, side: axis, type: F, range: 20, rating: 4, at: gerbini, status: inactive}
      - {id: f, side: axis, type: F, range: 20, rating: 4, at: gerbini, status: inactive, steps: 1}
      - {id: g, side: axis, type: F, range: 20, rating: 4, at: gerbini, status: inactive}
      - {id: h, side: allies, type: F, range: 20, rating: 4, at: malta}

! 1 a 1 b 1 c 1 d 1 e 1 f 1 g
> 1 a 1 b 1 c 1 d 1 e 1 f
= gerbini: 3 supply, 2 a, 1 f, 2 g (inactive)
