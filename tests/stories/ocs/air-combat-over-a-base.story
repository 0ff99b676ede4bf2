# The example of air combat of the 4.3 rules (14.3e): a LaGG-3 and an IL-2 meet a Bf 109f and two Stukas over a German air base.
title: LaGG-3 against Bf 109f
scenario:
    airwar: 1
    ruleset: ocs
    title: A raid on a German air base
    options: {profile: ocs-4.3}
    sides: {axis: [germany], soviets: [soviet-union]}
    first-player: soviets
    play: [soviets.movement]
    bases:
      german-base: {side: axis, level: 1, supply: 2}
      soviet-base: {side: soviets, level: 1, supply: 2}
    distances: {german-base: {soviet-base: 12}}
    units:
      - {id: lagg-3, side: soviets, type: F, range: 16, rating: 2, barrage: 2, at: soviet-base}
      - {id: il-2, side: soviets, type: T, range: 14, rating: (2), barrage: 10, at: soviet-base}
      - {id: bf-109f, side: axis, type: F, range: 20, rating: 4, barrage: 2, at: german-base}
      - {id: stuka-north, side: axis, type: T, range: 20, rating: (1), barrage: 17, at: german-base}
      - {id: stuka-south, side: axis, type: T, range: 20, rating: (1), barrage: 17, at: german-base}
    missions:
      - {id: raid, in: soviets.movement, kind: base-attack, at: german-base, with: [lagg-3, il-2]}
    orders: prepared

> none                               # nobody breaks off before the fight; the IL-2 cannot attack, so the LaGG-3 does
> none
? stuka-north                            # the Germans may pick any unit
> bf-109f
dice 4 5
= roll: +2 attacker's rating, -4 defender's rating, total 7, result both-abort
dice 4                               # the third die: no loss
= lagg-3: 2 at soviet-base (inactive)
= bf-109f: 2 at german-base (inactive)
> none                               # two Stukas and the IL-2: nobody can attack, and the raid goes on
> none
dice 3 4
= roll: +1 level of the air base, total 8, result -
dice 2
= roll: row 2, column 5-10, result -
= raid: no effect
= il-2: 2 at soviet-base (inactive)
= german-base: 2 stuka-north, 2 stuka-south
= axis: no losses
= soviets: no losses
