# Paratroops are in the hex that they have won: its air is displaced, and nobody is asked whether they advance.
title: Paratroops take an undefended base (18.251, 18.25)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Drop on an undefended base
    theater: europe
    date: spring 1941
    sides: {axis: [germany], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      athens: {side: axis, facilities: [city, airbase], nation: germany, airbase-of: germany}
      maleme: {side: allies, facilities: [city], nation: britain}
      alexandria: {side: allies, facilities: [port-city], nation: britain}
    distances: {athens: {maleme: 3, alexandria: 7}, maleme: {alexandria: 5}}
    units:
      - {id: ju-52, nation: germany, type: transport, count: 2, at: athens}
      - {id: raf, nation: britain, type: aaf, count: 2, at: maleme}

! airdrop athens
  Athens is our own; expected an enemy hex (17.63C)
> airdrop maleme 2 ju-52
> 2 airborne-1
? intercept
> none
> attack maleme
> none
> none
  Maleme is captured by Axis (18.147)
> partial
> no-more
> no-more
= raf: 2 at alexandria, inverted
...
