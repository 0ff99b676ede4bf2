# Who may roll next, and who may be lost: what is not offered is refused with its reason (3, 5, 11, 20).
title: Reasons while the dice fall
scenario: sample-air-battle

> none
> none
! dive-bomber-surface
  'dive-bomber-surface': enemy aircraft fly, and they come first (3)
! fighter-bombs
  'fighter-bombs': only attacking bombers bomb (11)
! dogfighter-air
  'dogfighter-air': no unit of that name still has to roll at aircraft (5)
> fighter-air
dice 1
> bomber-bombs
dice 12 12, 12
dice 12 12
! 1 ussr-infantry
  'ussr-infantry' cannot take these hits; they fall on ussr-bomber and ussr-dogfighter (3)
> 1 ussr-bomber
...
