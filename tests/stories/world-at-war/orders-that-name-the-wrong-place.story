# An order that names a hex is carried out there or refused; and whoever came by sea hears that this is why he does not stage.
title: Orders to the wrong place (18.142C, 18.24)
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Tunisia
    date: fall 1942
    theater: europe
    sides: {axis: [germany, italy], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      tunis: {side: axis, nation: italy, hex: A10, facilities: [port]}
      sfax: {side: axis, nation: italy, hex: A12, facilities: [airbase], airbase-of: italy}
      gafsa: {side: axis, nation: italy, hex: A11, facilities: [city], supply: partial}
      gabes: {side: allies, nation: britain, hex: A14, facilities: [city]}
    units:
      - {id: 2-stormo, nation: italy, type: aaf, count: 2, inverted: 1, at: gafsa}
      - {id: jg-51, nation: germany, type: aaf, count: 2, at: tunis, sea-transported: true}

! germany gafsa                                   # only Tunis is left, so the hex is not asked; Gafsa is not Tunis
  Gafsa is not fully supplied; expected a fully supplied hex (18.142C)
! germany gabes
  Gabes is not controlled by axis
= tunis: 2 jg-51
> germany tunis
  airbase placed at Tunis
! stage jg-51 1 sfax
  jg-51 was sea transported in this turn and may not stage (18.24)
> stage 2-stormo 1 tunis
...
