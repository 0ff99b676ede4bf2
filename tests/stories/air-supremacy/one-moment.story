# Eagle is sunk off X in the round in which the battle off Y ends: her fighter looks for a deck when both are closed (34, 21).
title: A round ends in all battles at one moment
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Eagle sinks and argus is free
    attacker: germany
    types:
      destroyer: {sphere: sea, attack: 6, defend: 6}
      aircraft-carrier: {sphere: sea, attack: 2, defend: 6, holds: 2, carries: aircraft}
    spaces:
      x: {kind: sea, adjacent: [y]}
      y: {kind: sea}
    units:
      - {id: eagle, nation: uk, type: aircraft-carrier, at: x}
      - {id: f, nation: uk, type: fighter, aboard: eagle}
      - {id: argus, nation: uk, type: aircraft-carrier, at: y}
      - {id: gx, nation: germany, type: destroyer, at: x}
      - {id: gy, nation: germany, type: destroyer, at: y}
    battles:
      - {at: x, with: {gx: 1}}
      - {at: y, with: {gy: 1}}

> none
dice 1, 1 12, 12, 1
= result: X: defender wins; Y: defender wins
= uk: 1 aircraft carrier lost
= germany: 2 destroyer lost
= y: 1 argus, 1 f (aboard=argus, out-for=germany)
