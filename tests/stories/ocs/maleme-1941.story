# A whole game turn: the paratroops take the airfield, the Junkers follow, the Hurricanes come from Egypt. The numbers in brackets are
# those of `airwar rules ocs`. Units are counted in steps. Written from a battle with seed 3, and edited.
title: Maleme, 21 May 1941
scenario: maleme-1941

# Axis movement: Stukas find Juno, bombers go for the ridge; both wait over their target for the barrage segment (R15).
> ship-attack 1 stg-2
  Ju 87R flies from Scarpanto, 4 of 24 hexes (R10)
> barrage 1 jg-77 1 kg-30
= galatas: 2 jg-77 (over), 2 kg-30 (over)
! transport maleme 1RE kgzbv-1       # Maleme is not ours yet

# The drop (R42): two halves of an RE, one of which is lost, and an airfield that nobody defends (R37).
> drop maleme paradrop 1/2 RE, 1/2 RE 1 kgzbv-1
dice 2 2, 6 2, 2 3                   # flak; the first half lands; the second is lost
= roll: row enemy-clear-paradrop, column 5, result lost
  Maleme, strip, now belongs to the Axis
= maleme: 1 axis strip
= kgzbv-1: 2 at eleusis (inactive)
> transport maleme yes 1RE kgzbv-2   # yes: they stay there
dice 3 3
  Maleme receives 1 RE
> 0
dice 3 4                             # Juno's flak: a 7, and 1 for ships
= roll: +1 ships' flak, total 8
dice 1 1
  HMS Juno: no effect (R52)
dice 2 6, 6 1
= roll: row 7, column 12-16, result DG
  the units at Galatas are DG (R34)

# The Allied reaction: one Hurricane at the end of its range (R10) against the Messerschmitts.
> sweep galatas 1 raf-274
  Hurricane flies from Mersa Matruh, 64 of 64 hexes (R10)
> none
> jg-77
dice 5 1
= roll: 5 1, +3 attacker's rating, -4 defender's rating, total 5, result attacker-aborts
dice 6
  Allies: 1 Hurricane reduced (R26)
= raf-274: 1 at mersa (inactive), 1 eliminated
> none
> 0

# Axis combat and exploitation: the New Zealanders fall back, which the players tell (R44a).
> 0
> hex galatas combat-units axis 2 no no
  Galatas now: combat units: Axis, 2 RE (R44a)
> 0
  Mersa Matruh pays 1T for refit (borrowed from 4.3); now active: Hurricane, Blenheim (R5)
= mersa: 7 supply, 2 raf-14, 1 raf-274

# The Allied player turn: Blenheims against the Junkers on the ground.
> base-attack maleme 1 raf-14 0
  Blenheim flies from Mersa Matruh, 65 of 70 hexes (R10)
dice 2 2, 6
= roll: 6, column 5-10, result 1*(4)
dice 2                               # the Junkers come to no harm
> end
= axis: no losses
= allies: 1 raf-274 lost
= maleme: 2 kgzbv-2 (inactive), 2 raf-14 (over, spent)
= galatas: 2 jg-77 (over, spent), 2 kg-30 (over, spent)
= drop on Maleme: 1 safe, 1 lost; Maleme captured, 0 air steps lost
= sweep over Galatas: driven off
