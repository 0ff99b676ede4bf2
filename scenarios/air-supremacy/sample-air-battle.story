# The sample battle of Module IV: bomber, fighter, dive bomber and two infantry against bomber, dogfighter, anti-aircraft gun and three
# infantry. The defender grounds his bomber, and flies it out in round 2. The module does not give the dice; these are ours.
title: The sample battle of the module
scenario: sample-air-battle

> none ground bomber
! bomber-bombs 3
> fighter-air
dice 4, 9 3, 8, 2 11                 # the fighter hits; one of two bombs; the dive bomber; one of two infantry
? losses-bombs, ussr-bomber-grounded  # a bomb may hit the bomber on the ground, if its owner wants that
> 1 infantry; 2 infantry
dice 3, 9, 1 5 6                     # the dogfighter hits, the gun misses, and so do two of three infantry
> 1 fighter
= kiev: 1 ussr bomber, 1 flak, no rifles, 1 germany bomber, 1 stukas, 1 germany infantry
= ussr: 3 infantry lost, 1 dogfighter lost
= germany: 1 fighter lost, 1 infantry lost
> fight
? r2.kiev.ussr.retreat
> retreat bomber
...
