# While a base is too full, nobody else takes the room that those need who have to leave it.
title: Room that others need (18.21, 18.11)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Two full bases
    theater: europe
    date: summer 1942
    sides: {axis: [germany], allies: [britain]}
    attacker: axis
    turn: true
    unlisted-distances: far
    bases:
      home: {side: axis, nation: germany, facilities: [city]}
      away: {side: axis, nation: germany, facilities: [city]}
      free: {side: axis, nation: germany, facilities: [city]}
      rear: {side: axis, nation: germany, facilities: [city]}
      malta: {side: allies, nation: britain, facilities: [port]}
    distances:
      home: {away: 7, free: 7, rear: 20, malta: 30}
      away: {free: 2, rear: 20, malta: 30}
      free: {rear: 2, malta: 30}
    units:
      - {id: kg-1, nation: germany, type: aaf, count: 4, at: home}
      - {id: naval, nation: germany, type: nas, count: 15, at: away}
      - {id: kg-3, nation: germany, type: aaf, count: 1, at: free, sea-transported: true}
      - {id: kg-4, nation: germany, type: aaf, count: 5, at: rear}

> stage kg-1 4 away
? staging.attacker.stage.naval                    # nobody else may stage before the naval air has left
! 11 free
  not enough could leave again
> 12 free
= free: 1 kg-3, 12 naval
...
