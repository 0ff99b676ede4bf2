# Units may stage to a full base if others can still leave it: whoever has somewhere to go is thought of before those who have not.
title: A base that others can leave (18.11, 18.146, 18.21)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Room to be made
    theater: europe
    date: spring 1943
    sides: {axis: [germany], allies: [britain, us, russia, australia]}
    attacker: allies
    turn: true
    bases:
      al0: {side: allies, nation: britain, facilities: [city]}
      al1: {side: allies, nation: britain, facilities: [artificial-port, city]}
      al4: {side: allies, nation: us, facilities: []}
      ax3: {side: axis, nation: germany, facilities: [port]}
    distances:
      al0: {al1: 8, al4: 4, ax3: 14}
      al1: {al4: 5, ax3: 14}
      al4: {ax3: 14}
    units:
      - {id: a-au-0, nation: australia, type: aaf, count: 5, at: al0}
      - {id: nas-au-1, nation: australia, type: nas, count: 5, at: al1}
      - {id: a-ru-2, nation: russia, type: aaf, count: 5, at: al1}
      - {id: a-au-3, nation: australia, type: aaf, count: 2, at: al1}

> britain al0
> us al4
> no-more
> stage a-au-0 5 al1
> a-ru-2 5 al0
> no-more
= al0: 5 a-ru-2
...
