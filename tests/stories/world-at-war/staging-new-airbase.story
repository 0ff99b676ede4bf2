# In the phase in which it is placed, a German airbase takes no Italians (18.146): of them, the city alone holds five.
title: Allies at an airbase just placed
scenario:
    airwar: 1
    ruleset: world-at-war
    title: A strip at Catania
    theater: europe
    date: summer 1942
    sides: {axis: [germany, italy], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      naples: {side: axis, facilities: [city], nation: italy}
      taranto: {side: axis, facilities: [city], nation: italy}
      catania: {side: axis, facilities: [city], nation: italy}
      malta: {side: allies, facilities: [city], island: true, nation: britain}
    distances:
      naples: {taranto: 2, catania: 3, malta: 5}
      taranto: {catania: 3, malta: 4}
      catania: {malta: 2}
    units:
      - {id: g-naples, nation: germany, type: aaf, count: 5, at: naples}
      - {id: i-taranto, nation: italy, type: aaf, count: 4, at: taranto}
      - {id: i-catania, nation: italy, type: aaf, count: 3, at: catania}
      - {id: raf, nation: britain, type: aaf, count: 5, at: malta}

> airbase germany catania stock
> no-more
> stage g-naples 4 catania
> stage i-taranto 3 catania
! no-more
! none
> 1 taranto                                           # i-catania must make room
= catania: 4 g-naples, 3 i-taranto, 2 i-catania
...
