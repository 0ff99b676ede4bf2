# What has come of a battle is known when it is over, not when the phase is; and the losses are asked in the words that are typed.
title: Results as they fall (18.521, 18.512)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Two attacks
    theater: europe
    date: summer 1943
    sides: {allies: [us], axis: [germany]}
    attacker: allies
    turn: true
    bases:
      gela: {side: allies, facilities: [city, airbase], nation: us, airbase-of: us}
      messina: {side: axis, facilities: [city], nation: germany}
      catania: {side: axis, facilities: [city], nation: germany}
    distances: {gela: {messina: 3, catania: 2}, messina: {catania: 2}}
    units:
      - {id: p-40, nation: us, type: aaf, count: 6, at: gela}
      - {id: jg-53, nation: germany, type: aaf, count: 2, at: messina}
      - {id: jg-77, nation: germany, type: aaf, count: 2, at: catania}
    battles:
      - {at: messina, attackers: 6, defenders: [{factors: 3}], with: {}}
      - {at: catania, attackers: 4, defenders: [{factors: 3}], with: {}}

> counterair messina 3 p-40
> counterair catania 3 p-40
> next messina
dice 61, 21
> disengage
  counterair against Messina is over: attacker disengaged
= messina: attacker disengaged                    # the other counterair is still to be fought
dice 61, 21
> disengage
> end
> attack messina attack
dice 4
> 1 attacker 2 defender
> end                                             # nobody is asked which factors go: there are only ground factors
  attack on Messina is over: defender holds
= messina, ground: defender holds                  # the other attack is still to be made
...
