# Nobody has air supremacy, so no odds are moved (13.91): each attacker may put one point on his die, and that is all.
title: Prokhorovka, July 1943
scenario: prokhorovka-1943

? prokhorovka, axis
! 15 shift
! 2 die
> 1 die
  1 German point for Prokhorovka, 8 left (13.912)
dice 2
= roll: 2, +1 one Air Point, row 3, column 2-1, result -
> 1 die                              # the Soviet counter-attack, in the mud
dice 2
= roll: +1 one Air Point, -1 mud, row 2, column 1-1, result A1
= voronezh: 9 german-ground-support (1 spent), 7 russian-ground-support (1 spent), 6 axis air-superiority
= axis: no losses
