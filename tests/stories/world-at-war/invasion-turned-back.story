# Nobody gets ashore, so what comes by land is no invasion: air defends with one factor each, not three.
title: The land attack goes on when its invasion is turned back (18.5551, 18.611B)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: By land after all
    theater: europe
    date: summer 1943
    sides: {allies: [us], axis: [germany]}
    attacker: allies
    turn: true
    bases:
      bone: {side: allies, nation: us, facilities: [city, airbase]}
      tunis: {side: axis, nation: germany, facilities: [city, airbase]}
    distances: {bone: {tunis: 2}}
    units:
      - {id: usaaf, nation: us, type: aaf, count: 6, at: bone}
      - {id: jg-53, nation: germany, type: aaf, count: 4, at: tunis}

> ground-support tunis 3 by-land 2 by-sea 2 escort-carriers 1 dm-2 5 usaaf
> cover tunis 2 jg-53
> intercept none
> 0 landed
  2 escort carrier factors beyond the invading ground factors take no part
! abort                                           # there is nothing left to abort
> attack
> 2 jg-53
? ground.die                                      # 8 against 4: not low odds
dice 6
  row 2:1
...
