# Dark Crusade, Firing Procedure, the example: a corps of value 3 takes a breakthrough in each of four rounds. The first disperses
# it, so that it never fires again; the fourth is one more than its value, and eliminates it.
title: Gross Deutschland takes one breakthrough in each of four rounds
scenario: gross-deutschland

dice 4                               # the corps fires first: two repulses
= roll: result 2
> 2 guards-8th
= guards-8th: losses 2, dispersed
> stay
dice 2                               # one breakthrough
= gross-deutschland: losses 1, dispersed
> stay
! 2 guards-8th                       # a dispersed unit does not fire, so nobody has losses to take
> stay
dice 2
= gross-deutschland: losses 2
> stay; stay
dice 2
? lodz.r3.defender.retreat, axis
= gross-deutschland: losses 3
> stay; stay
dice 2
  4 in all, limit 3
  1 Gross Deutschland Pz Corps eliminated
= lodz: taken, 8th Guards Army (losses 2), 69th Army, no Gross Deutschland Pz Corps
= axis: 1 German major units lost
= soviet: no losses
