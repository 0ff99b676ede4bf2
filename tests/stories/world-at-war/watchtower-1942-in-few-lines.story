# The orders of the shipped script in the fewest lines that somebody has to type.
title: Watchtower in few lines
scenario: watchtower-1942

> marine-fighters 1 wasp 0; dakotas 1 port-moresby 0; 0; counterair tulagi 4 saratoga-air 0
dice 2 2, 6 2
> 0 0
> 0 0; 0
> counterair rabaul 1 fifth-air-force 2 raaf 0
dice 2 3, 3 3
> attack,cover,search attack,cover,search uninverted
> stay
> disengage; guadalcanal 4 by-sea 6 fleet 1 dm-2 4 enterprise-air 0
> guadalcanal 3 tainan
> 0 guadalcanal 4 landed attack
> 3 tainan
dice 3
> 3 ground 6 fleets advance full; tulagi 1 by-sea 1 dm-1 1 landed attack
dice 4
> 1 unknown 0; 0 0; 0 0
> wasp/damaged 0; 0 0
> 0 0; 0; fortresses 2 noumea 0; 0 uninvert

= noumea: 2 fortresses
= wasp: damaged
= guadalcanal: defender eliminated
