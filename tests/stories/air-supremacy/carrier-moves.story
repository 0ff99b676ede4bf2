# Ark retreats from B to C. Her fighter is dispatched back to B later: it is a guest there, and returns to Ark and nowhere else,
# although land L is next to B (30, 36).
title: A fighter is a guest where its carrier was
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Carrier moves and its fighter comes back
    attacker: germany
    types:
      destroyer: {sphere: sea, attack: 6, defend: 6}
      aircraft-carrier: {sphere: sea, attack: 2, defend: 6, holds: 2, carries: aircraft}
      transport: {sphere: sea, attack: 0, defend: 2, holds: 2}
    spaces:
      a: {kind: sea, adjacent: [b]}
      b: {kind: sea, adjacent: [c, l]}
      c: {kind: sea}
      l: {kind: land, nation: uk}
    units:
      - {id: k, nation: uk, type: destroyer, count: 3, at: a}
      - {id: ark, nation: uk, type: aircraft-carrier, at: b}
      - {id: f, nation: uk, type: fighter, count: 1, aboard: ark}
      - {id: kb, nation: uk, type: destroyer, at: b}
      - {id: tc, nation: uk, type: transport, at: c}
      - {id: li, nation: uk, type: infantry, at: l}
      - {id: g, nation: germany, type: destroyer, count: 2, at: a}
    battles:
      - {at: a, with: {g: 2}}
      - {at: b, after: a, with: {g: 1}}

> 1 fighter-to-a
dice 12 12, 12 12 12
> attack fight
> 1 ark
dice 12, 1 1 1 12, 12, 12
> fight
> none
dice 12, 12
> fight
> none 1 fighter-to-b
dice 12, 12
> fight
> none
dice 12, 12 12
> fight
> 1 uk-fighter
dice 12, 12
  flying back to Ark, out for the turn: 1 British fighter (36)
> fight
> none
dice 12, 12
> fight
> none
dice 11, 12
> fight
> none
dice 12, 6
= result: A: defender wins; B: defender wins
= uk: no losses
= germany: 2 destroyer lost
= a: 3 k
= b: 1 kb
= c: 1 ark, 1 f (aboard=ark, out-for=germany), 1 tc
= l: 1 li
