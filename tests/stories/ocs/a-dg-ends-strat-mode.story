title: A DG ends Strat Mode
ask: all
scenario:
    airwar: 1
    ruleset: ocs
    title: H2 three
    options: {profile: ocs-4.3, naval: v4.3}
    date: 1943-07
    sides: {axis: [germany], allies: [britain, usa]}
    first-player: axis
    hip-shoot: [germany]
    hexes:
      ridge: {hex: "20.20", terrain: hills, closeness: very-close, combat-units: [allies], re: 2, hedgehog: 3, spotters: [axis], strat-mode: true}
      sea: {hex: "22.10", terrain: sea}
      harbor: {hex: "16.12", terrain: open, port: {side: allies, capacity: 10}, combat-units: [allies], re: 1/2}
    bases:
      axb: {hex: "10.20", side: axis, level: 3, supply: 8}
      alb: {hex: "40.20", side: allies, level: 1, supply: 4}
      ark: {hex: "24.10", side: allies, kind: carrier, protection: 3, flak: 2, planes: 2}
    ships:
      cru: {name: Cruiser, side: allies, at: sea, protection: 3, flak: 1, barrage: 24, range: 4, back: {barrage: 12, protection: 2, flak: 0}}
      dd: {name: DD, side: allies, at: sea, protection: 1, flak: 1, barrage: 6, range: 3}
    artillery:
      nebel: {side: axis, at: axb, barrage: 20, range: 2}
    units:
      - {id: bf109, side: axis, type: F, range: 20, rating: 4, barrage: 3, at: axb}
      - {id: ju87, side: axis, type: T, range: 20, rating: (1), barrage: 12, at: axb}
      - {id: ju88, side: axis, type: T, range: 40, rating: (2), barrage: 9, at: axb}
      - {id: he111, side: axis, type: S, range: 60, rating: (1), barrage: 16, at: axb}
      - {id: he115, side: axis, type: T, range: 40, rating: (0), barrage: 8, torpedo: true, at: axb}
      - {id: me110, side: axis, type: T, range: 30, rating: 2, barrage: 5, at: axb}
      - {id: sea1, side: allies, nation: britain, type: F, range: 12, rating: 3, barrage: 1, at: ark}
      - {id: sea2, side: allies, nation: britain, type: T, range: 12, rating: (1), barrage: 6, torpedo: true, at: ark}
      - {id: beau, side: allies, nation: britain, type: T, range: 40, rating: 2, barrage: 10, at: alb}

> hip-shoot ridge 1 ju87                # Strat Mode: +3
dice 1 1, 5 5, 1
  DG
> done
> barrage ridge 1 ju88                  # 9: 8-11; hedgehog -1, very close -1, short range +1, no Strat Mode any more
dice 1 1, 4 1
= roll: column 5-7
...
