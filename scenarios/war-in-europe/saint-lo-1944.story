# War in Europe 13.93, the example: against four 6-5 divisions, 48 Air Points move the odds by two columns, and one more point adds
# one to the die. Before that, bombs on the railroad show the flak of 13.921: a die for each five points, and a 6 shoots one down.
title: Four 6-5s, 48 Air Points, two columns
scenario: saint-lo-1944

? seine.allies.allot
! 81 bomb                            # there are 80
> 23 bomb commit                     # three points are left over, and are wasted
dice 1 3 6 2, 5                      # flak; then the bombs
  1 Allied Ground Support eliminated (13.921)
  rail line cut
! 48 shift 2 die                     # only one point may go on the die
> 48 shift 1 die
  the column moves from 3-1 to 5-1 (13.93)
dice 3
= roll: 3, +1 one Air Point, row 4, column 5-1, result DE
= saint-lo: DE
= the Seine crossings: cut
= west: 79 Allied Ground Support (71 spent), 12 air superiority
= western allies: 1 Allied Ground Support lost
