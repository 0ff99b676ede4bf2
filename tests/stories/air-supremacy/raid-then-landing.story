# Bombers raid Java in round 1 while the fleet fights its way through; the troops land in round 2. The fighter that was sent from
# Timor when the raid was on meets them there (41).
title: The raid empties Java, and the landing finds a fighter
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Raid then landing in java
    attacker: japan
    types:
      battleship: {sphere: sea, attack: 8, defend: 8, hits: 2}
      destroyer: {sphere: sea, attack: 6, defend: 6}
      transport: {sphere: sea, attack: 0, defend: 2, holds: 2}
    spaces:
      java-sea: {kind: sea, adjacent: [java]}
      java: {kind: land, nation: uk, adjacent: [timor]}
      timor: {kind: land, nation: uk}
      formosa: {kind: land, nation: japan}
    units:
      - {id: k, nation: uk, type: destroyer, at: java-sea}
      - {id: n, nation: uk, type: infantry, count: 1, at: java}
      - {id: tf, nation: uk, type: fighter, count: 1, at: timor}
      - {id: har, nation: japan, type: battleship, count: 1, at: java-sea}
      - {id: t1, nation: japan, type: transport, at: java-sea}
      - {id: p1, nation: japan, type: infantry, count: 2, aboard: t1}
      - {id: bettys, nation: japan, type: bomber, at: formosa}
    battles:
      - {at: java-sea, with: {har: 1, t1: 1}}
      - {at: java, with: {bettys: 1}}
      - {at: java, after: java-sea, landing: {p1: 2}}

> none 1 fighter-to-java
dice 1, 12, 1 1, 12
  Java: Japan wins (30)
= java: nothing                      # an air raid takes nothing (43), so Java is still British
> attack bomber-bombs
  arriving at Java: 1 British fighter (26)
dice 11 12, 12 6, 11
> fight
> none
> bomber-bombs
dice 11 11, 1 2, 1
= result: Java Sea: attacker wins; Java: attacker wins
= japan: 1 bomber lost
= uk: 1 destroyer lost, 1 infantry lost, 1 fighter lost
= java-sea: 1 har, 1 t1
= java: 2 p1
