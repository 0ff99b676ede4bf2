# A whole combat phase: three attacks around Stalingrad, with flak, air combat, retreats and a trap. The combat table is made up, as the
# scenario says (B16). The numbers in brackets are those of `airwar rules dark-crusade`. Written from a battle with seed 3, and edited.
title: Uranus, November 1942
scenario: uranus-1942

# Bokovskaya: flak takes one of three air units (B2), then the defender fires first (B7).
> bokovskaya
  flak fires at 3 Soviet air units: column 3 gives how many are lost (B2)
dice 2
= bokovskaya: 2 soviet-air (over)
dice 1
= roll: 1, row 1, column 8, result 1
> 1 guards-1 stay
  Soviet (attacker) fires with 7: 5th Tank Army (5), Soviet air +2 (B9)
= guards-1: losses 1, dispersed
dice 4
! 5 romanian-3 retreat               # four breakthroughs are four
> 1 pz-division-22 3 romanian-3 retreat 1 romanian-3 1 pz-corps-48
  3rd Romanian Army absorbs 3 breakthroughs: 3 in all, limit 3 (B10)
= chernyshevskaya: 1 romanian-3 (losses 3)
= golubinsky: 1 pz-corps-48
= kletskaya: 1 pz-division-22 (losses 1, dispersed)
= bokovskaya: taken, 1 tank-army-5

# Golubinsky: one German air unit shoots down two (B1), and the attackers cannot go back to where they came from (B14).
> golubinsky
dice 1
= roll: column 2, result 0 survive
dice 5
= roll: 5, column 6, result 5
> 4 army-21 1 tank-corps-3 retreat
  defenders were driven to Kletskaya, and all attackers that return there are dispersed (B14)
= army-21: 1 eliminated
= tank-corps-3: 1 eliminated
= golubinsky: held

# Abganerovo: two air units add 2 to the fire (B9), and six breakthroughs eliminate everybody.
dice 2, 2
> 1 army-57 stay
  Soviet (attacker) fires with 6: 51st Army (4), Soviet air +2 (B9)
dice 6
  4th Romanian Army absorbs 4 breakthroughs: 4 in all, limit 3 (B10)
  29th Motorized Division absorbs 2 breakthroughs: 2 in all, limit 1 (B10)
= abganerovo: 1 army-57 (losses 1), 1 army-51, 2 soviet-air
= axis: 1 romanian-4 lost, 1 division-29 lost
= soviet: 3 Soviet air units lost
