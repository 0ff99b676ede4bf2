# A whole German player turn before Moscow, phase by phase (18.51). Written from a battle with seed 3, and edited.
title: Operation Typhoon, fall 1941
scenario: typhoon-1941

# An airbase at Orsha (18.142), and three staging moves (18.21).
> germany orsha 0
  German airbase placed at Orsha (18.142)
> kg-53 4 orsha
> zg-26 1 orsha
! kg-2 3 kiev                        # there are only two
> kg-2 2 kiev 0
= kg-53: 4 at orsha
= zg-26: 1 at orsha, 1 at warsaw
= warsaw: no kg-53, 1 kg-28

# Counterair in the movement phase (18.521): both targets with their units first, then the battles in the order of choice.
> counterair bryansk 4 kg-53
> counterair kalinin 3 jg-51 0
> next bryansk
dice 2 2
= roll: +1 air nationality, row 4, column 5, result 1/2
dice 6 2
= roll: -1 air nationality, row 4, column 7, result 1/3
> uninverted                         # the Russians lose an uninverted AAF
  Russia: 1 61-sad: Russian AAF eliminated
= bryansk: 2 61-sad (1 aborted, 1 inverted), 1 11-sad (aborted)
= kg-53: 3 at bryansk (over), 1 eliminated
> stay
> disengage                          # the Germans go home after one round
dice 2 3, 3 3                        # Kalinin
= roll: row 3, column 5, result 1/1
> uninverted
> disengage 1 10-sad 1 31-sad                 # what is left of the Russians flies to Moscow, inverted (18.523)
= moscow: 1 10-sad (inverted), 1 31-sad (inverted)
= kalinin: defender disengaged, nothing
= orsha: 3 kg-53 (inverted)
= smolensk: 2 jg-51 (inverted)

# Transports supply the corps at Demyansk (18.532), from two bases, and bring paratroops to the front.
> demyansk all
> none                               # nobody intercepts
= riga: 2 ju-52-riga (inverted)
> none
> 0
> smolensk minsk 2 ju-52-center
> none
> minsk
= minsk: 2 ju-52-center (inverted)
= demyansk: 1 of 1 supplied, 2 of 2 supplied

# Vyazma is overrun (18.551): eight factors and two AAF against one.
> vyazma 8 by-land 1 dm-1 2 stg-1
> none
> overrun 0
  Vyazma is captured by Axis (18.147)
= stg-1: 2 at smolensk (inverted)
> 0

# Counterair in the combat phase.
> counterair kharkov 1 csir 3 jg-3 0
dice 3 4, 1 1
= kharkov: 1 63-sad (aborted), 2 76-sad (aborted)
= roll: row 4, column 2, result 1/1
> stay
> disengage
= kiev: 2 jg-3 (inverted), 1 csir (inverted)

# Ground support for two attacks, and what the Russians send against them (18.611).
> bryansk 9 by-land 2 dm-2 2 kg-2 3 kg-55
> kalinin 6 by-land 2 dm-1 2 sch-210 0
? russia
> kalinin 3 6-iak
> tula 2 81-bad                      # Tula is not attacked yet
> bryansk
> none
> 0
> kalinin none none bryansk attack
  14:4 is read as 3:1 (18.5521)
dice 2
= roll: 2, row 3:1, column 2, result Ex-1
> none end kalinin attack
? defender.use                       # some may be kept against exploitation (18.611A)
> 3 6-iak
  8:5 is read as 1:1
dice 6
= roll: row 1:1, result d
> none end
= moscow: 5 6-iak (3 inverted)
> 0
> 2 81-bad                           # over Tula, which was not attacked
  defensive air support that stays over Tula: 2 Russian AAF (18.613)

# Exploitation: Tula falls, and the aircraft based there are displaced (18.25).
> exploitation-support tula 4 by-land 1 dm-1 3 stg-2 0
> tula-exploitation
> none
> 0
> tula-exploitation attack
dice 6
  D costs Axis 0 factors and Russia 3 factors (18.556)
= 81-bad: 2 eliminated
> advance
> full
> 3 6-rag@moscow 2 26-sad@kalinin
= moscow: 3 6-rag (inverted)
= kalinin: 2 26-sad (inverted)
= tula: nothing

# The end of the turn: one redeployment, and the Axis is uninverted (18.72).
> 0 0
> 0 0
> kg-28 1 smolensk 0
= axis: 3 German AAF lost
= russia: 5 Russian AAF lost
= smolensk: 2 jg-51, 2 stg-1, 3 stg-2, 2 sch-210, 1 kg-28
= jg-51: 0 inverted
= tula: defender eliminated
= bryansk: 2 61-sad (inverted), 1 11-sad (inverted)
