# Two player turns: Japanese carriers raid Ceylon and find Hermes at sea; then the Blenheims look for the carriers. The numbers in
# brackets are those of `airwar rules air-supremacy`. Written from a battle with seed 3, and edited.
title: Ceylon, 9 April 1942
scenario: ceylon-1942

! attack ceylon 2 akagi-vals         # she has one
> attack ceylon 1 akagi-vals 1 akagi-zeros
> attack off-batticaloa 2 hiryu-vals
  cannot be dispatched while Ceylon is under attack: 2 British fighters, 1 British bomber (27)

# Round 1 over Ceylon: the Blenheims stay on the ground (17), and the sky is fought for.
> 1 uk-bomber
dice 2, 2
= roll: needed 4 or less, 1 hit
  UK: 2 fighter lost (4)
> fighter-air-together               # units that are hit still roll in that round (14)
dice 6 8, 2
= ceylon: 1 blenheims, 1 trincomalee-guns, no hurricanes
= japan: 1 fighter lost, 1 dive bomber lost

# Off Batticaloa, in step: Vampire is lost for Hermes, and one of Hiryu's dive bombers for both.
dice 9 3
> 1 uk-destroyer
dice 9 3
  Ceylon: UK wins (30)               # the round ends in both battles at one moment (34)
= off-batticaloa: 1 hermes, no vampire, 1 hiryu-vals (over)
> fight
> none
dice 10, 7                           # round 2: both miss
= roll: 7, needed 6 or less, 0 hits
> fight
> none
dice 1, 2                            # round 3: both hit, and nobody is left
  UK: 1 aircraft carrier lost (4)
  off Batticaloa: nobody is left (30)
= off-batticaloa: nothing

# The British turn (38).
> attack indian-ocean
> none
dice 12 12, 7 5 7 6
= roll: 7 5 7 6, 2 hits, 1 counts
= result: Japan turn: 0 wins in 2 battles; UK turn: defender wins
= japan: 1 fighter lost, 3 dive bombers lost
= uk: 1 aircraft carrier lost, 1 destroyer lost, 2 fighters lost, 1 bomber lost
= indian-ocean: 1 akagi, 1 hiryu, 2 tone
