# A whole game turn of v3.0: strikes that wait over their targets, a drop, a sweep against interdiction, an airfield that falls.
title: Sicily, 13 July 1943
scenario: husky-1943

dice 4 6, 3 5
> first 1 ra-4 0
> none
dice 2 2
> none
> jg-53
dice 1 2, 6
> none
> end
> none
dice 6 4, 2 2, 5 6, 4 6
> 0
> none
> AB 0
dice 6 4, 4
> 0
> yes
dice 2 2, 1 2
> 0 0
> 0
= result: beachhead: DG; cover: driven off; patrol: interdicted; fustian: 3 safe, 1 lost; gerbini-raid: no effect; scramble: swept; comiso-falls: captured, 1 air step lost
= axis: 1 jg-77 lost
= allies: 1 raf-324 lost
= gerbini: 3 base, 6 supply, 1 jg-77 (inactive), 2 ra-4 (inactive), 1 raf-324 (over, spent), 2 usaaf-12 (over, spent), 2 sqn-205 (over, spent)
= gela: 2 jg-53 (over, spent), 2 kg-54 (over, spent)
= comiso: 2 base, 2 supply
= malta: 3 base, 10 supply, 2 wing-38 (inactive), 2 wing-51 (inactive)
= pachino: 1 strip, 2 supply, 2 raf-244 (inactive)
