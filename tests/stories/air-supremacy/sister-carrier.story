# Wake and Midway: carriers of one entry; one is sunk, its fighters in flight land on the sister ship, which has room for one only.
title: Two carriers of one entry, one sunk
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Midway
    attacker: japan
    options: {placeholder-values: yes}
    spaces:
      west: {kind: sea, adjacent: [midway-sea]}
      midway-sea: {kind: sea, adjacent: [north]}
      north: {kind: sea}
    units:
      - {id: cv, nation: japan, type: aircraft-carrier, count: 2, at: west}
      - {id: zeke, nation: japan, type: fighter, count: 3, aboard: cv}
      - {id: york, nation: usa, type: aircraft-carrier, at: midway-sea}
      - {id: f4f, nation: usa, type: fighter, count: 2, aboard: york}
      - {id: horn, nation: usa, type: aircraft-carrier, at: north}
      - {id: sbd, nation: usa, type: dive-bomber, aboard: horn}
    battles:
      - {at: midway-sea, with: {cv: 2, zeke: 3}}

? retreat
> none
? ground
> none
? horn
> 1 dive-bomber-to-midway-sea
dice 6 7, 12
# the carriers roll on 2: York is hit; both Wildcats roll, one of them hit; York rolls too
dice 2 12, 6 12, 6
? losses-air
> 1 japan-fighter-cv-2
? losses-surface
> 1 cv
= midway-sea: 1 cv-2, 2 zeke, 1 f4f
# round 2: the two Zekes of the sunk Cv fly on; Cv-2 has two free places for them when the battle is over. The Wildcat may go to Horn
? go-on
> call-off
= west: 1 cv-2, 2 zeke
= result: called off
= north: 1 sbd, 1 f4f
= japan: 1 aircraft-carrier lost, 1 fighter lost
= usa: 1 aircraft-carrier lost, 1 fighter lost
