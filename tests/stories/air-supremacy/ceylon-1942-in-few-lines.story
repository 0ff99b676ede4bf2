# The orders of the shipped script in the fewest lines that somebody has to type.
title: Ceylon in few lines
scenario: ceylon-1942

> attack ceylon 1 akagi-zeros 1 akagi-vals; attack off-batticaloa 2 hiryu-vals
> 1 uk-bomber
dice 2, 2
> fighter-air-together
dice 6 8, 2, 9 3
> 1 uk-destroyer
dice 9 3
> fight
> none
dice 10, 7
> fight
> none
dice 1, 2
> attack indian-ocean
> none
dice 12 12, 7 5 7 6
= japan: 1 fighter lost, 3 dive bombers lost
= indian-ocean: 1 akagi, 1 hiryu, 2 tone
