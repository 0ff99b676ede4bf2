# One line is one order: the target, the units and how many of each. What does not fit is refused whole.
title: Counterair against Malta in one line
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Malta, an order in a line
    date: spring 1942
    theater: europe
    sides: {axis: [germany, italy], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      sicily: {side: axis, facilities: [city, airbase]}
      malta: {side: allies, facilities: [port], island: true}
    distances: {malta: {sicily: 2}}
    units:
      - {id: fliegerkorps-ii, nation: germany, type: aaf, count: 5, at: sicily}
      - {id: regia-aeronautica, nation: italy, type: aaf, count: 2, at: sicily}
      - {id: malta-spitfires, nation: britain, type: aaf, count: 5, at: malta}

! counterair malta 6 flieger
  6 of fliegerkorps-ii is not between 0 and 5
! counterair malta flieger
  how many fliegerkorps-ii, 1 to 5, or all?
! counterair tunis 5 flieger
> counterair malta 5 flieger 2 regia
dice 35, 44
? disengage
= malta-spitfires: left 2, aborted 2
= regia-aeronautica: left 1
...
