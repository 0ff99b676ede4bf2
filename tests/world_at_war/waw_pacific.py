"""Units, bases and carriers in the Pacific for tests of what is refused."""

PACIFIC = """
orders: ask
turn: true
research: {japan: {jets: 9}}
bases:
  truk: {side: japan, facilities: [port, city]}
  rabaul: {side: japan, facilities: [port], jungle: true}
  palau: {side: japan, facilities: [airbase], island: true}
  tokyo: {side: japan, box: other}
  reef: {side: japan}
  efate: {side: allies, facilities: [airbase], island: true}
carriers:
  akagi: {nation: japan, size: 4, port: truk}
  kaga: {nation: japan, size: 4, port: truk}
  soryu: {nation: japan, size: 3, force: mobile}
  zuikaku: {nation: japan, size: 4, force: mobile}
  ryujo: {nation: japan, size: 2}
  hermes: {nation: britain, size: 2}
distances: {truk: {rabaul: 4, palau: 3, efate: 3, reef: 4}, efate: {soryu: 3, palau: 5, rabaul: 5}}
units:
  - {id: army, nation: japan, type: aaf, count: 4, inverted: 1, at: truk}
  - {id: navy, nation: japan, type: nas, count: 5, inverted: 2, at: truk}
  - {id: jets, nation: japan, type: jet, count: 1, at: truk}
  - {id: cargo, nation: japan, type: transport, count: 1, at: truk}
  - {id: akagi-air, nation: japan, type: nas, count: 2, at: akagi}
  - {id: soryu-air, nation: japan, type: nas, count: 2, at: soryu}
  - {id: zuikaku-air, nation: japan, type: nas, count: 3, at: zuikaku}
  - {id: hermes-air, nation: britain, type: nas, count: 2, at: hermes}
  - {id: seabees, nation: us, type: aaf, count: 2, at: efate}
"""
