"""A commented scenario to start from."""

TEMPLATE = """\
airwar: 1
ruleset: war-in-europe
title: My offensive, July 1944

players: # who plays, and whose Air Points they command: allied, german, italian, russian
  allies: {name: Western Allies, nations: [allied]}
  axis: {nations: [german, italian]} # several nations: points are given as {german: 4, italian: 2}

fronts: # what lies in the boxes when all air combat is over; who is not named has committed nothing
  west:
    allies: {air-superiority: 12, ground-support: 80}
    axis: {air-superiority: 0, ground-support: 0, uncommitted: 5} # nothing in either box: total air supremacy

rail-raids: # five Air Points are one Strategic Bomber Point
  - id: seine
    front: west
    by: allies
    hex: "2214"
    in-range: true # you measure the range
    flak: 2 # any amount does the same
    # points: 23 # asked if left out

combats:
  - id: saint-lo
    name: Saint-Lo # how it is shown
    front: west
    attacker: allies
    defenders: # printed defence factors: the 6 of a 6-5
      - {printed: 6, count: 4}
    attack-strength: 72 # adjusted, for the odds
    defence-strength: 24
    # shift-points: 48 # asked if left out
    # die-point: true # asked if left out

charts: # copy them from your game; without one, all else is done and the result says which is needed
  allied-current: 9
  # accuracy:
  #   9: {roll: 1d6, hit-on: 5+} # a die for each bomber point; or columns of bomber points and rows of hits
  # rail-damage: {hits-to-cut: 1, effect: no rail movement through the hex}
  combat-results:
    mine:
      roll: 1d6
      columns: 1-2 1-1 2-1 3-1 4-1 5-1 6-1
      # rows: |
      #   1  ...

choices: # who answers when nobody is at the table
  "west.allies.allot": {saint-lo: 48, saint-lo.die: 1, seine: 23}
  "*": default
"""
