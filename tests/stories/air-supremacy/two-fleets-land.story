# Two fleets fight in two straits and land in one island (39, 41); what landed its troops cannot be hit any more.
title: Two fleets land in Leyte
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Leyte
    attacker: usa
    moving-with: [uk]
    options: {placeholder-values: yes}
    spaces:
      surigao: {kind: sea, adjacent: [leyte]}
      bernardino: {kind: sea, adjacent: [leyte]}
      leyte: {kind: land, nation: japan}
    units:
      - {id: penn, nation: usa, type: battleship, at: surigao}
      - {id: ap, nation: usa, type: transport, at: surigao}
      - {id: gi, nation: usa, type: infantry, count: 2, aboard: ap}
      - {id: dd, nation: japan, type: destroyer, at: surigao}
      - {id: hms, nation: uk, type: destroyer, at: bernardino}
      - {id: tk, nation: uk, type: transport, at: bernardino}
      - {id: desert, nation: uk, type: infantry, aboard: tk}
      - {id: dc, nation: japan, type: destroyer, at: bernardino}
      - {id: garrison, nation: japan, type: infantry, count: 2, at: leyte}
      - {id: zero, nation: japan, type: fighter, at: leyte}
    battles:
      - {at: surigao, with: {penn: 1, ap: 1}}
      - {at: bernardino, with: {hms: 1, tk: 1}}
      - {at: leyte, after: surigao, landing: {gi: 2}, support: {penn: 1}}
      - {at: leyte, after: bernardino, landing: {desert: 1}}

? dispatch
> none
dice 8, 7, 7, 7
= surigao: attacker wins
? pass-through-from-surigao
> attack
? pass-through-from-bernardino
> attack
= leyte: 2 gi, 1 desert, 2 garrison
? go-on
> fight
? ground
> none
dice 1, 1
= bernardino: 1 tk
dice 8, 2 3 3, 7, 4 5
? losses-surface
> 1 uk-infantry-ashore
= leyte: 2 gi, 1 zero
= uk: 1 infantry lost
= bernardino: nobody is left
? ground
> 1 japan-fighter
dice 2 12
= result: Surigao: attacker wins; Bernardino: nobody is left; Leyte: attacker wins
= japan: 2 destroyer lost, 2 infantry lost, 1 fighter lost
= usa: no losses
= uk: 1 destroyer lost, 1 infantry lost
= surigao: 1 penn, 1 ap
