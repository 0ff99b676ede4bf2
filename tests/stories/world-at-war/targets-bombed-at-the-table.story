# Every target that a scenario lists can be bombed at the table, not only the enemy's bases; nobody bombs the own side's.
title: Listed targets are bombed (18.57, 18.49)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Point-blank
    date: summer 1944
    theater: europe
    sides: {allies: [us, britain], axis: [germany]}
    attacker: allies
    turn: true
    research: {us: {air-range: 2}, britain: {air-range: 1}}
    bases:
      london: {side: allies, nation: britain, hex: A10, facilities: [city, city]}
      koln: {side: axis, nation: germany, hex: A15, facilities: [city]}
    fronts: {west: [london, koln]}
    strategic:
      - {id: b-17, nation: us, type: bomber, count: 6, front: west}
      - {id: nj-1, nation: germany, type: interceptor, count: 2, front: west}
    targets:
      ruhr: {front: west, nation: germany, hex: A16}
      leipzig: {front: west, nation: germany, hex: A45}
      coventry: {front: west, nation: britain, hex: A09}
      urals: {front: west, box: urals, distances: {london: 3}}

! bombing coventry
  Coventry belongs to the Allies (18.57)
! bombing leipzig
  nobody can bomb Leipzig
! bombing urals
  allies may not bomb the urals box
> bombing ruhr 2 b-17
! ruhr
  the raid on Ruhr is announced already
> no-more
> none
  the raid is not opposed
= b-17: 6, 2 inverted
...
