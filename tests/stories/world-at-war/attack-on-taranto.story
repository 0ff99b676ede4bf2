title: The survivors of an attack on a naval base go on to its ships (18.512B, 19.42, 19.63)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Taranto
    date: winter 1940
    theater: europe
    sides: {allies: [britain], axis: [italy, germany]}
    attacker: allies
    bases:
      malta: {side: allies, nation: britain, hex: A10, facilities: [port], island: true}
      taranto: {side: axis, nation: italy, hex: A13, facilities: [port-city]}
      bari: {side: axis, nation: italy, hex: A14, facilities: [city]}
    carriers:
      illustrious: {nation: britain, size: 3, hex: A12}
    units:
      - {id: faa, nation: britain, type: nas, count: 3, at: illustrious}
      - {id: raf, nation: britain, type: aaf, count: 2, at: malta}
      - {id: regia, nation: italy, type: aaf, count: 2, inverted: 1, at: taranto}
      - {id: jg, nation: germany, type: aaf, count: 1, at: taranto}
    counterair:
      - {at: taranto, kind: naval-base, phase: combat, with: {faa: 3, raf: 2}}

# Nine squadrons on each side, and no modifier: British naval air and Italy are both at 1.
dice 3 3, 2 2
= roll: row 9, column 4, result 2/4
? attacker.losses
> search                                          # two of each kind: the owner says which takes the loss, the others abort
> uninverted
> 1
> 1
  2 faa: British NAS aborted
  2 raf: British AAS aborted
  3 raf (British AAS: 1 attack, 1 cover, 1 search) may go on to attack the ships (18.512B)
= faa: 2 at illustrious, 1 eliminated
= raf: 2 at malta, inverted
= result: single round fought
