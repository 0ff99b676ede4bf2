# The orders of the shipped script in the fewest lines that somebody has to type.
title: Maleme in few lines
scenario: maleme-1941

> ship-attack 1 stg-2; barrage 1 jg-77 1 kg-30; drop maleme paradrop 1/2 RE, 1/2 RE 1 kgzbv-1
dice 2 2, 6 2, 2 3
> transport maleme yes 1 RE 1 kgzbv-2
dice 3 3
> 0
dice 3 4, 1 1, 2 6, 6 1
> sweep galatas 1 raf-274
> none; jg-77
dice 5 1, 6
> none; 0; hex galatas combat-units axis 2 no no 0; 0
> base-attack maleme 1 raf-14 0
dice 2 2, 6, 2
> 0 0; 0
= allies: 1 raf-274 lost
= maleme: 2 kgzbv-2 (inactive), 2 raf-14 (over, spent)
= drop on Maleme: 1 safe, 1 lost; Maleme captured, 0 air steps lost
