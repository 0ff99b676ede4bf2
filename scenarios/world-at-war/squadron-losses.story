# A World at War 19.65, the example. Carriers attack a base with two American AAF, one Australian AAF and one American NAS. Against
# naval aircraft everybody fights as squadrons, three to an AAF. The attacker's result is 2/3: two squadrons are lost, three abort.
title: 2/3 against two American and one Australian AAF and an American NAS
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Darwin, an example of 19.65
    date: spring 1942
    theater: pacific
    sides:
      japan: [japan]
      allies: [us, australia]
    attacker: japan
    turn: true
    bases:
      darwin: {side: allies, facilities: [port, city, airbase]}
    carriers:
      akagi: {nation: japan, size: 4, force: kido-butai}
      kaga: {nation: japan, size: 4, force: kido-butai}
    distances:
      darwin: {akagi: 3, kaga: 3}
    units:
      - {id: akagi-air, nation: japan, type: nas, count: 4, at: akagi}
      - {id: kaga-air, nation: japan, type: nas, count: 4, at: kaga}
      - {id: p-40s, nation: us, type: aaf, count: 2, at: darwin}
      - {id: raaf, nation: australia, type: aaf, count: 1, at: darwin}
      - {id: usn, nation: us, type: nas, count: 1, at: darwin}

! counterair darwin 9 akagi-air
  9 of akagi-air is not between 0 and 4
> counterair darwin 4 akagi-air 4 kaga-air
dice 2 2                             # 8 squadrons, and a 4
= roll: row 8, column 4, result 2/3, 19.4
dice 3 3                             # 10 squadrons fire back: 3/5
> 3 akagi-air
! losses attack,attack,cover         # not both effects on the same kind of squadron (19.65B)
> search,attack,cover                # the Americans lose a search squadron, and an attack squadron aborts
> cover,search,attack                # the Australians lose a cover squadron, and a search squadron aborts
  1 p-40s: US AAS eliminated
  1 p-40s: US AAS aborted
  1 raaf: Australian AAS eliminated
  1 raaf: Australian AAS aborted
  1 usn: US NAS aborted
> end
= darwin: 2 p-40s, 1 raaf, 1 usn (inverted)
= akagi: 1 akagi-air
= japan: 3 Japanese NAS lost
