# What the prompt refuses, each with its reason and its rule.
title: Who cannot attack, take losses or be fought next, and why
scenario:
    airwar: 1
    ruleset: dark-crusade
    title: What is refused
    weather: good
    attacker: axis
    charts: {combat-table: synthetic-demo}
    points:
      orel: {side: axis}
      bryansk: {side: axis}
      kursk: {side: soviet}
      sevsk: {side: soviet}
      livny: {side: soviet}
    lines:
      orel-kursk: {between: [orel, kursk], capacity: 4}
      orel-sevsk: {between: [orel, sevsk], capacity: 4}
      bryansk-sevsk: {between: [bryansk, sevsk], capacity: 4}
      orel-livny: {between: [orel, livny], capacity: 4}
    units:
      - {id: pz-1, nation: german, type: major, strength: 3, at: orel}
      - {id: pz-2, nation: german, type: major, strength: 3, at: orel}
      - {id: pz-3, nation: german, type: major, strength: 3, at: bryansk}
      - {id: pz-4, nation: german, type: major, strength: 3, at: bryansk, dispersed: true}
      - {id: army-1, nation: soviet, type: major, strength: 1, at: kursk}
      - {id: army-2, nation: soviet, type: major, strength: 4, at: sevsk}
      - {id: army-3, nation: soviet, type: minor, strength: 1, at: sevsk}
      - {id: army-4, nation: soviet, type: major, strength: 2, at: sevsk}

! attack moscow
  'moscow' is not a point on the map (B0)
! attack orel
  orel is controlled by the attacker
! attack livny
  no Soviet ground unit is at Livny (B0)
> attack kursk
! pz-3
  no line leads Pz 3 to Kursk (B12)
! pz-4
  Pz 4 is dispersed, and cannot move until it recovers (B10)
! army-1
  Army 1 fights for the Soviet side, and the Axis side attacks (B12)
! nobody
  'nobody' is not a ground unit (B12)
> pz-1
! attack kursk
  Kursk is attacked already; a battle has all its attackers from the beginning (B0)
> attack sevsk
! pz-1
  Pz 1 attacks Kursk (B12)
> pz-2 pz-3
! orel
  there is no battle for 'orel' (B0)
> sevsk
dice 3, 3
! 1 army-2
  Army 2 fights for the Soviet side; its owner takes the losses of its own side (B10)
! 1 army-9
  'army-9' is not a unit in the battle for Sevsk (B10)
! 1 soviet-air
  Soviet air units (soviet-air) absorb no losses (B4)
! 1 field-works
  no field works absorb losses of the attacker at Sevsk (B10)
> 3 pz-2
> 1 army-2 1 army-4 1 army-3
> stay
> stay
dice 5
! 1 army-3
  Army 3 is eliminated (B10)
...
