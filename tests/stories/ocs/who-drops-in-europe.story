# 14.11a: a side with Soviet and Western planes is asked whether its drop is an Allied one in Europe; -1 once, whoever flies.
title: Who drops in Europe
scenario:
    airwar: 1
    ruleset: ocs
    title: A drop in the summer of 1944
    options: {profile: ocs-4.3}
    date: 1944-07
    sides: {allies: [usa, soviet-union], axis: [germany]}
    first-player: allies
    play: [allies.movement]
    orders: ask
    hexes:
      town: {terrain: open, combat-units: [allies]}
    bases:
      field: {side: allies, level: 2, supply: 4}
    distances: {field: {town: 10}}
    units:
      - {id: li-2, side: allies, nation: soviet-union, type: Tpt, range: 40, rating: (0), capacity: 1, at: field}
      - {id: c-47, side: allies, nation: usa, type: Tpt, range: 40, rating: (0), capacity: 1, at: field}

> drop town 1T
? allied-eto
> yes
> c-47
dice 3 2
= roll: total 4, -1 Allied drop in Europe
> drop town 1T
> li-2
dice 3 2
= roll: total 4, -1 Soviet drop
...
