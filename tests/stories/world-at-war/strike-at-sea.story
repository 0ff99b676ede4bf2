# A strike on ships: combat air patrol has its modifier, air cover has none, and neither aborts; who gets through is told.
title: A strike on ships meets patrol, then cover (19.2, 19.31C, 18.58)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: The Coral Sea
    theater: pacific
    date: spring 1942
    sides: {japan: [japan], allies: [us, australia]}
    attacker: japan
    turn: true
    events-at-sea: true
    bases:
      rabaul: {side: japan, facilities: [city], nation: japan}
      moresby: {side: allies, facilities: [port-city], nation: australia}
    carriers:
      lexington: {nation: us, size: 4, hex: A20}
    distances: {rabaul: {moresby: 5}}
    unlisted-distances: far
    units:
      - {id: tainan, nation: japan, type: nas, elite: true, count: 3, at: rabaul}
      - {id: yokohama, nation: japan, type: nas, count: 5, at: rabaul}
      - {id: wildcats, nation: us, type: nas, count: 4, at: lexington}
      - {id: raaf, nation: australia, type: aaf, count: 2, at: moresby}

> at-sea tainan attack 3 tainan
> at-sea yokohama attack 5 yokohama
> at-sea raaf cover 2 raaf
# Elite squadrons have 3 against 2, and the patrol takes it back: no modifier.
> at-sea combat attacker 3 tainan 4 wildcats
dice 3 4, 4 4
= roll: row 4, column 8, result 2/2
= wildcats: 3 left, 1 eliminated
= tainan: 1 left, 2 eliminated
  nobody may go on to attack the ships (18.58)
# The Australians fly air cover, and have no modifier: 2 against 2.
> at-sea combat attacker 5 yokohama 2 raaf
dice 3 4, 1 3
= roll: row 6, column 4, result 1/3
? losses
> 1
= yokohama: 4 left
  1 yokohama (Japanese NAS) may go on to attack the ships (18.58)
...
