# One infantry is aboard the first transport and two are aboard the second: three land, whoever carried them (41).
title: All troops aboard two transports land in Java
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: One and two aboard land in java
    attacker: japan
    types:
      battleship: {sphere: sea, attack: 8, defend: 8, hits: 2}
      destroyer: {sphere: sea, attack: 6, defend: 6}
      transport: {sphere: sea, attack: 0, defend: 2, holds: 2}
    spaces:
      java-sea: {kind: sea, adjacent: [java]}
      java: {kind: land, nation: uk}
    units:
      - {id: k, nation: uk, type: destroyer, at: java-sea}
      - {id: n, nation: uk, type: infantry, count: 2, at: java}
      - {id: har, nation: japan, type: battleship, count: 1, at: java-sea}
      - {id: asama, nation: japan, type: transport, at: java-sea}
      - {id: guards, nation: japan, type: infantry, count: 1, aboard: asama}
      - {id: sakito, nation: japan, type: transport, at: java-sea}
      - {id: marines, nation: japan, type: infantry, count: 2, aboard: sakito}
    battles:
      - {at: java-sea, with: {har: 1, asama: 1, sakito: 1}}
      - {at: java, after: java-sea, landing: {guards: 1, marines: 2}}

dice 11, 12
> attack fight
  Java is under attack (41)
= java: 1 guards, 2 marines
dice 12, 6, 11 11 11, 1 2
> fight
dice 1, 12, 6, 10 5, 6, 11 2
= result: Java Sea: attacker wins; Java: defender wins
= japan: 3 infantry lost
= uk: 1 destroyer lost
= java-sea: 1 har (damaged), 1 asama, 1 sakito
= java: 2 n
