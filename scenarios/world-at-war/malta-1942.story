# The battle at the top of the README, and how it goes on: the dice are those of seed 11, and the Axis fights on.
title: The first battle, counterair against Malta
scenario: malta-1942

dice 1 4                             # the Axis fires: 5 factors, and a 5 (19.4)
= roll: 1 4, row 5, column 5, result 1/3
dice 4 4                             # the Allies fire
= roll: 4 4, row 5, column 8, result 2/4
  Axis: fliegerkorps-ii: German AAF: 2 eliminated
  Allies: malta-spitfires: British AAF: 1 eliminated
= malta: 4 malta-spitfires (3 aborted), 3 fliegerkorps-ii (over)
? axis, disengage, stay
> stay
> 2 regia
  2 Italian AAF of regia-aeronautica join (18.522B)
  3 aborted factors rejoin for the next round (18.522B)
dice 1 4, 5 4                        # round 2: with Italians among them, the Axis fires at -1, and the Allies at +1
= roll: +1, row 4, column 10, result 2/4
= malta: 3 malta-spitfires (aborted)
> disengage
= result: attacker disengaged
= axis: 3 German AAF lost, 1 Italian AAF lost
= allies: 2 British AAF lost
