# A whole game turn of 4.3: Stukas under flak, counter-battery fire, artillery that pays supply, bombers on a railway.
title: Ponyri, 7 July 1943
scenario: ponyri-1943

> 0
> none
dice 4 6, 3, 5 2
> map
dice 2 1
> 0
> orel
dice 2 6, 6
> 0 0
> 0 0
> 0
dice 4 2, 2, 5 6, 4, 6 6
> end
= result: stukas: DG; counter-battery: no effect; preparation: DG and 1 step; rails: no effect; ground-attack: DG and 1 step
= axis: 1 stg-1 lost
= soviets: 1 la-5 lost
= orel: 3 base, 9 supply, 1 stg-1 (inactive), 2 jg-51 (inactive)
= glazunovka: 1 xli-corps (bombarded)
= heights: 1 nebelwerfer (bombarded, dg)
= kursk: 2 base, 8 supply, 1 la-5 (inactive), 2 il-2 (inactive), 2 pe-2 (inactive)
= ponyri: 1 breakthrough (bombarded)
