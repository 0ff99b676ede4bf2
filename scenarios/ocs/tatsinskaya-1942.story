# OCS 9.15e, Air Base Capture & Air Unit Reduction. The charts have no worked example, so this is every line of that table: an active
# unit loses a step on 4 or less, an inactive one on 6 or less; the others displace and are inactive there.
title: Tatsinskaya, one roll for each air unit
scenario: tatsinskaya-1942

> yes
dice 2 2                             # active: 4 loses a step
  1 Ju 52 I reduced
! tatsinskaya                        # where the Russians are now
> novocherkassk
dice 3 4                             # inactive: 7 is enough
> salsk
dice 2 4                             # inactive: 6 is not, and it was the last step
  1 Ju 86 eliminated
= raid: captured, 2 air steps lost
= novocherkassk: 1 kgzbv-50 (inactive)
= salsk: 2 kgzbv-102 (inactive), no Ju 86
= tatsinskaya: no kgzbv-50, 12 soviets supply
= axis: 1 kgzbv-50 lost, 1 Ju 86 lost
