# The Air Points of a turn, allotted before anything is resolved (13.912): two rail raids and one battle. The charts are invented.
# Written from a battle with seed 3, and edited.
title: Sicily, July 1943
scenario: sicily-1943

> 12 catania 1 catania.die 15 messina
  38 of 40 Allied points have orders, 2 stay for ordinary ground support (13.912)

# Messina: a die for each five points, and a 6 shoots one down (13.921). Fourteen points make two bombers of three.
dice 2 2 6
= western allies: 1 Allied Ground Support lost
  3 bomber points set out, and 2 could be made of the rest (13.921)
dice 2 2
= roll: needed 5 or more, 0 hits
  Messina: rail line not cut (0 hits, 2 needed) (24.82)

# Villa San Giovanni is prepared in the scenario: ten points.
dice 3 3, 3 3
  Villa San Giovanni: rail line not cut (0 hits, 2 needed) (24.82)

# Catania: twelve points move the odds by one column, and the thirteenth is on the die (13.93).
  the column moves from 3-2 to 3-1 (13.93)
dice 4
= roll: 4, +1 one Air Point, row 5, column 3-1, result D2
= south: 39 allied-ground-support (37 spent), 15 air-superiority
= result: Messina: not cut; Villa San Giovanni: not cut; Catania: D2
