# What the prompt refuses, each with its reason and its rule.
title: Who cannot attack, be dispatched or retreat, and why
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: What is refused
    attacker: germany
    spaces:
      island: {kind: land, nation: uk, adjacent: [base, camp]}
      base: {kind: land, nation: uk, adjacent: [far]}
      far: {kind: land, nation: uk}
      camp: {kind: land, nation: germany}
    units:
      - {id: raf, nation: uk, type: fighter, count: 1, at: island}
      - {id: guard, nation: uk, type: infantry, count: 2, at: island}
      - {id: spits, nation: uk, type: fighter, count: 2, at: base}
      - {id: wing, nation: uk, type: bomber, count: 1, at: base}
      - {id: jg, nation: germany, type: fighter, count: 2, at: camp}
      - {id: army, nation: germany, type: infantry, count: 2, at: camp}

! attack moon
  'moon' is not a space of the map (42)
! attack camp
  'camp': nobody defends Camp; an attack needs enemy units to fight, or land that an enemy holds (42)
> attack island 2 jg 2 army
! 1 jg
  UK has no 'jg' in the battle at Island (22)
! 1 moon
  UK has no 'moon' in the battle at Island (22)
> none none
! 1 fighter-to-moon
  'fighter-to-moon' is not a dispatch; try something like fighter-to-<space> (24)
! 1 fighter-to-far
  'fighter-to-far': nobody attacks Far; aircraft are dispatched to where friends are attacked (42)
! 1 dive-bomber-to-island
  'dive-bomber-to-island': UK has no dive bomber at Base (24)
! 1 island
  say which aircraft fly there, such as fighter-to-island (31)
! 1 spits
  spits is not named here; aircraft at Base go by type, such as fighter-to-<space> (31)
! 1 raf
  raf is not named here; aircraft at Base go by type, such as fighter-to-<space> (31)
! 1 nonsense
  'nonsense' is not a dispatch; try something like fighter-to-<space> (24)
! 3 fighter-to-island
  3 of fighter-to-island is not between 0 and 2 (26)
> 1 fighter-to-island
dice 12, 12, 12 12, 12, 12 12
> fight
! 1 spits
  spits is counted as uk-fighter-base here (22)
! 1 uk-fighter-base
  uk-fighter-base: dispatched aircraft fight in the round they arrive (29)
> none none
...
