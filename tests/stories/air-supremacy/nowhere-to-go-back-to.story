# Ent is sunk while one of her fighters defends the strait. It has nowhere to retreat to (30), and fights on. The destroyer that
# retreats leaves for the waters from which the attackers have come; they go back there all the same, and nobody fights there (48).
title: A fighter without a home, and two fleets in one zone
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: A fighter without a home, and two fleets in one zone
    attacker: japan
    options: {placeholder-values: yes}
    spaces:
      strait: {kind: sea, adjacent: [deep, waters]}
      deep: {kind: sea}
      waters: {kind: sea}
      far: {kind: sea, adjacent: [deep]}
    units:
      - {id: ent, nation: usa, type: aircraft-carrier, at: deep}
      - {id: cats, nation: usa, type: fighter, aboard: ent}
      - {id: screen, nation: usa, type: destroyer, count: 2, at: strait}
      - {id: kagero, nation: japan, type: destroyer, count: 2, at: waters}
      - {id: akagi, nation: japan, type: aircraft-carrier, at: far}
      - {id: kates, nation: japan, type: dive-bomber, count: 2, aboard: akagi}
    battles:
      - {at: strait, with: {kagero: 2}}
      - {at: deep, after: strait, with: {kagero: 1, kates: 2}}

> none
> 1 fighter-to-strait
dice 12 12, 12 12
> attack
> fight
> none
dice 12, 12 12 12, 8 12, 12
  Deep: Japan wins (30)
> fight
! 1 usa-fighter
  usa-fighter: their home is lost, and they return nowhere else (30)
> 1 usa-destroyer
dice 12, 12 12
> call-off
= waters: 1 kagero, 1 screen
= usa: 1 aircraft carrier lost, 1 fighter lost
