# One of two battleships is damaged in the first zone. The owner says which of them goes on to support the landing (39, 46).
title: The damaged battleship supports the landing
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Marianas
    attacker: usa
    options: {placeholder-values: yes}
    opponents: {usa: [], japan: []}
    spaces:
      cp-1: {kind: sea, adjacent: [cp-2, eniwetok]}
      cp-2: {kind: sea, adjacent: [cp-3, saipan, cp-4]}
      cp-3: {kind: sea, adjacent: [guam, saipan]}
      cp-4: {kind: sea, adjacent: [iwo, saipan]}
      saipan: {kind: land, nation: japan}
      guam: {kind: land, nation: japan}
      iwo: {kind: land, nation: japan}
      eniwetok: {kind: land, nation: usa}
    units:
      - {id: essex, nation: usa, type: aircraft-carrier, count: 2, at: cp-1}
      - {id: hellcats, nation: usa, type: fighter, count: 4, aboard: essex}
      - {id: iowa, nation: usa, type: battleship, count: 2, at: cp-1}
      - {id: apa, nation: usa, type: transport, count: 2, at: cp-1}
      - {id: marines, nation: usa, type: infantry, count: 3, aboard: apa}
      - {id: lvt, nation: usa, type: armor, count: 1, aboard: apa}
      - {id: fletcher, nation: usa, type: destroyer, count: 2, at: cp-1}
      - {id: yamato, nation: japan, type: battleship, at: cp-2}
      - {id: taiho, nation: japan, type: aircraft-carrier, at: cp-3}
      - {id: zeros, nation: japan, type: fighter, count: 2, aboard: taiho}
      - {id: saipan-air, nation: japan, type: fighter, count: 2, at: saipan}
      - {id: guam-air, nation: japan, type: dive-bomber, count: 1, at: guam}
      - {id: guam-army, nation: japan, type: infantry, count: 1, at: guam}
      - {id: iwo-air, nation: japan, type: bomber, count: 1, at: iwo}
      - {id: iwo-army, nation: japan, type: infantry, count: 1, at: iwo}
    battles:
      - {at: cp-2, with: {essex: 2, hellcats: 3, iowa: 2, apa: 2, fletcher: 2}}
      - {at: saipan, after: cp-2, landing: {marines: 3, lvt: 1}, support: {iowa: 1, fletcher: 1}}
      - {at: cp-3, after: cp-2, with: {essex: 1, hellcats: 2, fletcher: 1}}

> none
> fighter-to-cp-2 2
> fighter-to-cp-3 2
? r1.guam.japan.dispatch
> none
dice 9 9, 6 7 7 7 7, 3 3, 8
> battleship
> attack-in-part
> 3 infantry, 1 armor, 1 damaged, 1 destroyer
# nobody moves before the other fleet has decided
= cp-2: 2 marines, 1 marines-2, 1 lvt
> attack
= cp-3: 1 essex
= saipan: 2 marines, 1 marines-2, 1 lvt, 2 saipan-air (bound-for=cp-3)
= cp-2: 2 iowa (1 damaged), 1 yamato (damaged)
...
