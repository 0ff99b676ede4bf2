# A winter result holds in hexes (19.31A, 18.45): who stages into the snow suffers from it, who stages out of it does not.
title: Staging into and out of the winter
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Winter at Vyazma
    theater: europe
    date: winter 1941
    sides: {axis: [germany], russia: [russia]}
    attacker: axis
    turn: true
    bases:
      vyazma: {side: axis, facilities: [city]}
      smolensk: {side: axis, facilities: [city]}
      moscow: {side: russia, facilities: [city]}
    distances:
      moscow: {vyazma: 3, smolensk: 4}
      smolensk: {vyazma: 2}
    units:
      - {id: w, nation: germany, type: aaf, count: 3, at: vyazma}
      - {id: s, nation: germany, type: aaf, count: 2, at: smolensk}
      - {id: mo, nation: russia, type: aaf, count: 3, at: moscow}

> 9
> 1 vyazma
> axis
> airbases no-more
> stage s 2 vyazma
> stage w 3 smolensk
> counterair moscow 2 s
dice 3 4
= roll: row 2, column 7             # no modifier: 2 of the Germans, less 1 in winter, against 1
dice 3 4
...
