title: Grants over the Hump are met twice over their destination (18.511E, 18.622, 18.623)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Hump
    theater: pacific
    date: fall 1943
    sides: {allies: [us, china, britain], japan: [japan]}
    attacker: allies
    turn: true
    bases:
      dinjan: {side: allies, nation: us, facilities: [city, airbase], airbase-of: us, hex: A10}
      kunming: {side: allies, nation: china, facilities: [city], hex: A13}
      chungking: {side: allies, nation: china, facilities: [city], hex: A14}
      myitkyina: {side: japan, nation: japan, facilities: [city], hex: C11}
    units:
      - {id: atc, nation: us, type: transport, count: 5, at: dinjan}
      - {id: tenth, nation: us, type: aaf, count: 3, at: dinjan}
      - {id: sentai, nation: japan, type: aaf, count: 4, at: myitkyina}

! hump chungking 1 atc
> hump kunming 4 atc
? intercept
> kunming 4 sentai
> 3 tenth
dice 5 4, 3 3
= sentai: 3 left, 1 eliminated
= tenth: 2 left, 1 eliminated
> another
> stand
dice 1 1, 2 2
= tenth: 1 left, 2 eliminated
> enough
> 2 sentai
dice 6 6
  0 of 4 air transports get over the Hump to Kunming
= atc: 3 left, 2 eliminated
= sentai: 3 left, inverted
= tenth: 1 left, inverted
> 0
...
