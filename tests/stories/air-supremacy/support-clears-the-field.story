# Only aircraft defend the isle, one in the air and one on the ground. The infantry hit the one that flies, since nothing else is
# left; then the hit of the battleship, which never reaches aircraft in flight, falls on the one on the ground (19, 46).
title: Support fire finds grounded aircraft when the sky is clear
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Support fire finds grounded aircraft
    attacker: usa
    options: {placeholder-values: yes}
    spaces:
      z: {kind: sea, adjacent: [g]}
      g: {kind: land, nation: japan}
    units:
      - {id: apa, nation: usa, type: transport, at: z}
      - {id: inf, nation: usa, type: infantry, count: 2, aboard: apa}
      - {id: bb, nation: usa, type: battleship, at: z}
      - {id: zeros, nation: japan, type: fighter, count: 2, at: g}
    battles:
      - {at: g, landing: {inf: 2}, support: {bb: 1}}

> 1
dice 7, 2 12, 12
= japan: 2 fighter lost
= result: attacker wins
