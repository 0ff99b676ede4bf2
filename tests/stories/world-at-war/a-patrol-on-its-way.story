# A patrol strikes a base from each hex that it enters: how far its carriers were before does not matter.
title: A patrol strikes two bases on its way (19.12, 18.511C)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Patrol
    theater: pacific
    date: spring 1942
    sides: {japan: [japan], allies: [us, australia]}
    attacker: japan
    turn: true
    bases:
      truk: {side: japan, facilities: [port-city], nation: japan, hex: A1}
      darwin: {side: allies, facilities: [port-city], nation: australia, hex: A12}
      broome: {side: allies, facilities: [port], nation: australia, hex: A20}
    carriers:
      akagi: {nation: japan, size: 4, hex: A15}
    units:
      - {id: ak, nation: japan, type: nas, elite: true, count: 4, at: akagi}
      - {id: raaf, nation: australia, type: aaf, count: 2, at: darwin}
      - {id: pbys, nation: us, type: aaf, count: 1, at: broome}
    counterair:
      - {at: darwin, kind: patrol, phase: movement}
      - {at: broome, kind: patrol, phase: movement}

> 0
> darwin
> broome
> 4 ak
dice 3 3, 3 4
= roll: -1 air nationality, row 6, column 6, result 2/3
> attack,cover,search
= ak: 2 left, 2 eliminated
> 2 ak
dice 4 4, 2 2
= roll: -1 air nationality, row 3, column 3, result 1/0
> 1
= ak: 1 left, 3 eliminated
= pbys: at broome, inverted
...
