# The orders of the shipped script in the fewest lines that somebody has to type.
title: Typhoon in few lines
scenario: typhoon-1941

> germany orsha 0; kg-53 4 orsha; zg-26 1 orsha; kg-2 2 kiev 0; counterair bryansk 4 kg-53; counterair kalinin 3 jg-51 0; bryansk
dice 2 2, 6 2
> uninverted
> stay
> disengage
dice 2 3, 3 3
> uninverted
> disengage 1 10-sad 1 31-sad
> demyansk all
> none; none
> 0; smolensk minsk 2 ju-52-center 2 infantry
> none
> minsk; vyazma 8 by-land 1 dm-1 2 stg-1
> none
> overrun full 0
> 0
> counterair kharkov 3 jg-3 1 csir 0
dice 3 4, 1 1
> stay
> disengage; bryansk 9 by-land 2 dm-2 3 kg-55 2 kg-2; kalinin 6 by-land 2 dm-1 2 sch-210 0
> kalinin 3 6-iak; tula 2 81-bad; bryansk; none; 0
> kalinin none none bryansk attack
dice 2
> 1 unknown kalinin attack
> 3 6-iak
dice 6
> 1 unknown; 0
> 2 81-bad
> exploitation-support tula 4 by-land 1 dm-1 3 stg-2 0
> tula-exploitation; none; 0
> tula-exploitation attack
dice 6
> advance full
> 3 6-rag@moscow 2 26-sad@kalinin
> 0 0; 0 0; kg-28 1 smolensk 0
= axis: 3 German AAF lost
= russia: 5 Russian AAF lost
= tula: defender eliminated
= smolensk: 1 kg-28
