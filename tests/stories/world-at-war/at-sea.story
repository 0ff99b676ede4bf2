# What happens at sea is told when it happens: a carrier sails, Vals strike, Wildcats on patrol meet them, a search lands elsewhere.
title: Service and air combat at sea (18.58, 18.46, 19.31C)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: At sea
    theater: pacific
    date: summer 1942
    sides: {japan: [japan], allies: [us]}
    attacker: japan
    turn: true
    events-at-sea: true
    bases:
      rabaul: {side: japan, facilities: [city], nation: japan}
      buin: {side: japan, facilities: [city], nation: japan}
      noumea: {side: allies, facilities: [port-city], nation: us}
    carriers:
      enterprise: {nation: us, size: 4, port: noumea}
    distances: {rabaul: {buin: 3, noumea: 12}, buin: {noumea: 10}}
    unlisted-distances: far
    units:
      - {id: vals, nation: japan, type: nas, count: 4, at: rabaul}
      - {id: nells, nation: japan, type: aaf, count: 2, at: buin}
      - {id: wildcats, nation: us, type: nas, count: 4, at: enterprise}

! at-sea combat
  air combat at sea takes air of both sides at sea
! at-sea wildcats
  wildcats is on a carrier in port; it only defends there (17.3126)
> at-sea enterprise/sails
  Enterprise puts to sea from Noumea
> at-sea vals attack 3 vals
= vals: 4 at rabaul
> at-sea nells search 1 nells lands rabaul
  1 nells: Japanese AAF inverted at Rabaul
> at-sea combat attacker 3 vals 2 wildcats
dice 3 4, 3 4
= roll: +1 combat air patrol, row 2, column 8, result 1/2
= vals: 3 left
= wildcats: 3 left
> 0
...
