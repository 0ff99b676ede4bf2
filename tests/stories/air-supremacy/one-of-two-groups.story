# The Soviets and the Americans both stand in Sakhalin, which Japan holds half: Japan raids the Soviets first and lands later.
title: A landing against one of two groups
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Sakhalin
    attacker: japan
    options: {placeholder-values: yes, support-shots: every-round, surface-fire-vs-airborne: owner-choice}
    spaces:
      sakhalin: {kind: land, nation: ussr, adjacent: [okhotsk, tartary]}
      okhotsk: {kind: sea}
      tartary: {kind: sea, adjacent: [hokkaido]}
      hokkaido: {kind: land, nation: japan}
    units:
      - {id: red, nation: ussr, type: infantry, count: 2, at: sakhalin}
      - {id: yak, nation: ussr, type: fighter, at: sakhalin}
      - {id: gi, nation: usa, type: infantry, at: sakhalin}
      - {id: p39, nation: usa, type: fighter, at: sakhalin}
      - {id: guards, nation: japan, type: infantry, count: 3, at: hokkaido}
      - {id: kongo, nation: japan, type: battleship, at: tartary}
      - {id: betty, nation: japan, type: bomber, at: hokkaido}
    battles:
      - {at: sakhalin, with: {betty: 1}, landing: {guards: 3}, support: {kongo: 1}, defenders: [ussr]}

# the Americans are not attacked: their fighter is neither grounded nor dispatched
? ussr
> none
? bomber-bombs
> bomber-bombs
# bombs 9 9 miss; support 8 hits an infantry; landed infantry 2 12 12: one hit, which the Soviets may take on the Yak
dice 9 9, 8, 2 12 12
? losses-surface
> 1 ussr-fighter
# the Yak still rolls: at the bomber, on 6; one infantry was hit: both roll on 4
dice 6, 5 5
= sakhalin: 3 guards, 1 red, 1 gi, 1 p39
# round 2: the bomber is lost, so all attackers are ashore and nobody can leave; Kongo fires again, at a red infantry
dice 12, 1 12 12, 12
= result: attacker wins
= sakhalin: 3 guards, 1 gi, 1 p39
= ussr: 2 infantry lost, 1 fighter lost
= japan: 1 bomber lost
