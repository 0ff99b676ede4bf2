"""The stories of War in Europe turns: see `stories`. Here are their sides, fronts and charts."""

from stories import in_words, story_of
from stories import lines_of as lines_of
from wie import scenario

UNITED = """{allies: {alliance: un, nations: [allied, italian]}, soviets: {alliance: un, nations: [russian]},
  axis: {nations: [german]}}"""
BOTH = """
  west:
    allies: {air-superiority: 2, ground-support: {allied: 30, italian: 13}}
    soviets: {ground-support: 9}
    axis: {uncommitted: 4}
  east: {soviets: {ground-support: 50, uncommitted: 3}, axis: {air-superiority: 1}}
"""
DEMO = "accuracy: synthetic-demo, rail-damage: synthetic-demo, combat-results: synthetic-demo"
TABLE = """
  combat-results:
    t:
      columns: 1-2 1-1 2-1 3-1
      rows: |
        1  AE AR AR EX
        2  AE AR EX EX
        3  AR EX EX DR
        4  AR EX DR DR
        5  EX DR DR DE
        6  DR DR DE DE
"""


def story(text, faces="", answers=None):
    """What happens in a scenario, then the points and the results."""
    return story_of(text, faces, answers, position)


def position(turn):
    return [*map(in_words, turn.pools), *(f"{mission}: {result}" for mission, result in turn.results)]


def united(**more):
    return scenario(sides=UNITED, fronts=BOTH, **more)
