# The first turn is prepared, the second is not: its attacks are ordered at the table (34, 38).
title: A later turn without battles is ordered at the table
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: F14
    attacker: japan
    spaces:
      a: {kind: land, nation: usa, adjacent: [b, c]}
      b: {kind: land, nation: japan}
      c: {kind: land, nation: usa}
    units:
      - {id: j, nation: japan, type: infantry, count: 2, at: b}
      - {id: k, nation: japan, type: infantry, count: 1, at: b}
      - {id: u, nation: usa, type: infantry, count: 1, at: a}
      - {id: v, nation: usa, type: infantry, count: 3, at: c}
    battles:
      - {at: a, with: {j: 2}}
    later-turns:
      - attacker: usa

> none
dice 2 2, 5
? turn-2.attack-1.at
...
