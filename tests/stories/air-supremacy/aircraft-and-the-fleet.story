# A fleet passes through the strait and lands on the isle. Aircraft of its carrier go on with it; of two from land, one fights in the
# strait and the other waits for the landing (39, 41). When the carrier's fighter is shot down, the one still aboard takes its place.
title: Who goes on with a fleet
scenario:
    airwar: 1
    ruleset: air-supremacy
    title: Aircraft of the fleet and aircraft that join it
    attacker: japan
    options: {placeholder-values: yes}
    spaces:
      strait: {kind: sea, adjacent: [isle, home-waters]}
      home-waters: {kind: sea, adjacent: [kyushu]}
      isle: {kind: land, nation: uk}
      kyushu: {kind: land, nation: japan}
    units:
      - {id: patrol, nation: uk, type: destroyer, at: strait}
      - {id: hermes, nation: uk, type: aircraft-carrier, at: strait}
      - {id: fulmars, nation: uk, type: fighter, aboard: hermes}
      - {id: garrison, nation: uk, type: infantry, at: isle}
      - {id: kagero, nation: japan, type: destroyer, count: 2, at: home-waters}
      - {id: maru, nation: japan, type: transport, at: home-waters}
      - {id: marines, nation: japan, type: infantry, count: 2, aboard: maru}
      - {id: hiryu, nation: japan, type: aircraft-carrier, at: home-waters}
      - {id: zeros, nation: japan, type: fighter, count: 2, aboard: hiryu}
      - {id: vals, nation: japan, type: dive-bomber, count: 2, at: kyushu}
    battles:
      - {at: strait, with: {kagero: 2, maru: 1, hiryu: 1, zeros: 1, vals: 1}}
      - {at: isle, after: strait, landing: {marines: 2}, with: {zeros: 1, vals: 1}}

> none
> none
= strait: 2 kagero, 1 maru, 2 marines (aboard=maru), 1 hiryu, 2 zeros (aboard=hiryu, 1 over), 1 vals (from=kyushu, over), 1 patrol, 1 hermes, 1 fulmars (aboard=hermes, over)
= kyushu: 1 vals (bound-for=isle)
> fighter-air
dice 12, 12
dice 12 12, 12, 3, 12 12
> 1 japan-fighter
> attack
= isle: 2 marines, 1 zeros (aboard=hiryu, over), 1 vals (from=kyushu, over), 1 garrison
= strait: 2 kagero, 1 hiryu, 1 vals (from=kyushu, over), 1 maru, 1 patrol, 1 hermes, 1 fulmars (aboard=hermes, over)
...
