# Nobody has said yet how a captured base is supplied (18.51): the referee says so before anything else, and the units there follow.
title: The referee is asked how captured bases are supplied
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Supply is asked
    theater: europe
    date: summer 1942
    sides: {axis: [germany], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      tobruk: {side: axis, facilities: [port], supply: ask}
      derna: {side: axis, facilities: [city]}
      matruh: {side: allies, facilities: [city], supply: ask}
    distances:
      matruh: {tobruk: 3, derna: 4}
      tobruk: {derna: 2}
    units:
      - {id: t, nation: germany, type: aaf, count: 2, at: tobruk}
      - {id: d, nation: germany, type: aaf, count: 2, at: derna}
      - {id: m, nation: britain, type: aaf, count: 2, at: matruh}

? referee.supply.tobruk
> none
  Tobruk is unsupplied (18.51)
? referee.supply.matruh
> oil
> no-more
> no-more
! counterair matruh 2 t
  t flies from Tobruk, which is unsupplied
> counterair matruh 2 d
dice 3 5, 3 5
= roll: 3 5, -1 air nationality, column 7
...
