# Fighters dispatched from Guam; Guam falls while they are away. Option origin-lost: they land next to it, on a carrier with one place.
title: Guam falls while its fighters are over the sea
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Guam
    attacker: japan
    options: {placeholder-values: yes, origin-lost: adjacent-friendly, joint-losses: each-nation}
    spaces:
      guam: {kind: land, nation: usa, adjacent: [strait, lagoon, camp]}
      strait: {kind: sea, adjacent: [lagoon]}
      lagoon: {kind: sea}
      camp: {kind: land, nation: japan}
    units:
      - {id: marines, nation: usa, type: infantry, at: guam}
      - {id: p40, nation: usa, type: fighter, count: 2, at: guam}
      - {id: lex, nation: usa, type: aircraft-carrier, at: lagoon}
      - {id: f4f, nation: usa, type: fighter, aboard: lex}
      - {id: exeter, nation: uk, type: destroyer, count: 2, at: strait}
      - {id: houston, nation: usa, type: destroyer, at: strait}
      - {id: myoko, nation: japan, type: destroyer, count: 2, at: strait}
      - {id: ap, nation: japan, type: transport, at: strait}
      - {id: snlf, nation: japan, type: infantry, count: 2, aboard: ap}
    battles:
      - {at: strait, with: {myoko: 2, ap: 1}}
      - {at: guam, after: strait, landing: {snlf: 2}}

# round 1: the British and US destroyers may retreat to the lagoon; nobody does. Guam is not attacked yet: its fighters may leave.
? retreat
> none
> none
? guam
> 2 fighter-to-strait
? lex
> none
# two hits: shared out by the UK, which has most ships in the strait; then each nation chooses, without a choice
dice 6 6
? losses-surface-nations
> 1 uk 1 usa
dice 7 7 7
# round 2: the landing; the marines are alone, the fighters arrive in the strait
> attack
? go-on
> fight
  arriving at Strait: 2 US fighters
? retreat
> none
= guam: 2 snlf, 1 marines
? lex
> none
# the strait: both destroyers miss; two fighters at 6 (no enemy in the air) and a destroyer miss
dice 12 12, 12 12 12
# Guam: one of two landing infantry hits; the marines miss
dice 2 12, 12
= guam: attacker wins
# round 3: the fighters' home is lost; they fight on or retreat to it
? go-on
> call-off
  which is lost
= lagoon: 1 p40, 1 f4f
= usa: 1 destroyer lost, 1 infantry lost, 1 fighter lost
= result: Strait: called off; Guam: attacker wins
