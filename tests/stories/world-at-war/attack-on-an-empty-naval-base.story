title: Nobody meets an attack on the ships of an empty base (18.512B)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Taranto
    date: winter 1940
    theater: europe
    sides: {allies: [britain], axis: [italy]}
    attacker: allies
    bases:
      malta: {side: allies, nation: britain, hex: A10, facilities: [port], island: true}
      taranto: {side: axis, nation: italy, hex: A13, facilities: [port-city]}
    units:
      - {id: raf, nation: britain, type: aaf, count: 2, at: malta}
    counterair:
      - {at: taranto, kind: naval-base, phase: combat}

> 2 raf
  2 raf (British AAF) may go on to attack the ships (18.512B)
= raf: 2 at malta, inverted
