# Japan takes Wake and holds it with what has landed; in its own turn the USA lands there again, with what is left (38, 41, 43).
title: Wake is taken, and taken back
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Wake
    attacker: japan
    options: {placeholder-values: yes}
    spaces:
      wake: {kind: land, nation: usa, adjacent: [north, south]}
      north: {kind: sea, adjacent: [kwajalein, south]}
      south: {kind: sea, adjacent: [midway]}
      kwajalein: {kind: land, nation: japan}
      midway: {kind: land, nation: usa, adjacent: [north]}
    units:
      - {id: defense, nation: usa, type: infantry, at: wake}
      - {id: f4f, nation: usa, type: fighter, count: 2, at: wake}
      - {id: snlf, nation: japan, type: infantry, count: 2, at: kwajalein}
      - {id: nell, nation: japan, type: bomber, at: kwajalein}
      - {id: dd, nation: japan, type: destroyer, count: 2, at: north}
      - {id: sara, nation: usa, type: aircraft-carrier, at: south}
      - {id: buff, nation: usa, type: fighter, aboard: sara}
      - {id: ap, nation: usa, type: transport, at: south}
      - {id: raiders, nation: usa, type: infantry, count: 2, aboard: ap}
      - {id: dbs, nation: usa, type: destroyer, count: 2, at: south}
    battles:
      - {at: wake, with: {nell: 1}, landing: {snlf: 2}, support: {dd: 1}}
    later-turns:
      - attacker: usa
        battles:
          - {at: north, with: {dbs: 1, f4f: 1}}
          - {at: wake, with: {buff: 1}, landing: {raiders: 2}, support: {dbs: 1}}

# Wake is attacked, so its fighters cannot leave; Sara's may come. One Wildcat retreats, to Sara, which has one place besides its own;
# the other flies
? retreat
> 1 usa-fighter-wake
? ground
> none
? sara
> 1 fighter-to-wake
# two fly, one of them in retreat: the bomber may roll in the air or bomb
> bomber-bombs
dice 8 9, 12, 2 12
# three hits? no: bomb 8 hits, support misses, one landed infantry hits; one surface unit: the bomb kills it, the other hit goes on
# by necessity to an aircraft: the owner chooses
? losses-necessity
> 1 usa-fighter-wake
# the Wildcat that fights rolls at the bomber, though hit; the infantry too
dice 6, 12
= wake: 2 snlf
# the turn is over: Sara's fighter is home again, and the USA attacks with what it has prepared. The Wildcat flies from Sara now
= north: 1 f4f, 1 dbs, 2 dd
= wake: 1 buff, 2 raiders, 2 snlf
# the Japanese destroyers may retreat: to no zone next to them that is free of strangers; they are not asked. Troops neither
# north: destroyer and fighter on 6 roll together; two destroyers on 6
dice 6 7
dice 7 7
# Wake: support on 6 and the fighter on 6 hit both infantry, so the troops need not roll; both infantry roll on 4
dice 6, 6, 12 12
= wake: attacker wins
# round 2: the north is called off; the fighter is back aboard Sara, the destroyer in the south
? go-on
> call-off
= result: Japan turn: 1 win in 1 battle; USA turn: North: called off; Wake: attacker wins
= south: 1 f4f, 1 buff, 2 dbs
= wake: 2 raiders
= north: 1 dd
