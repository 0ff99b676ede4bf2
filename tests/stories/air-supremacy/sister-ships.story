# Two carriers of one entry fight in the first zone, and one of them is to go on. When the first is sunk, the other may (39). The
# fighters of the carrier that was sunk have fought, and go nowhere without her.
title: One carrier stands in for the other
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: One carrier stands in for the other
    attacker: usa
    options: {placeholder-values: yes}
    spaces:
      cp-1: {kind: sea, adjacent: [cp-2]}
      cp-2: {kind: sea, adjacent: [cp-3]}
      cp-3: {kind: sea}
    units:
      - {id: essex, nation: usa, type: aircraft-carrier, count: 2, at: cp-1}
      - {id: hellcats, nation: usa, type: fighter, count: 3, aboard: essex}
      - {id: fletcher, nation: usa, type: destroyer, at: cp-1}
      - {id: yamato, nation: japan, type: battleship, at: cp-2}
      - {id: taiho, nation: japan, type: aircraft-carrier, at: cp-3}
    battles:
      - {at: cp-2, with: {essex: 2, hellcats: 2, fletcher: 1}}
      - {at: cp-3, after: cp-2, with: {essex: 1, hellcats: 2, fletcher: 1}}

> none
dice 7 7 7, 3 3, 8
> essex
? pass-through
> attack-in-part
> 1 essex-2 1 usa-destroyer
  Cp 3 is under attack (39)
= cp-2: 2 hellcats (over), 1 yamato
= cp-3: 1 essex-2, 1 fletcher, 1 taiho
...
