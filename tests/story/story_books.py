"""What the tests of stories share: a small battle, and a story of it that is played."""

from pathlib import Path

from airwar.story.reading import story_in
from airwar.story.telling import Telling

SCENARIO = """\
scenario:
    airwar: 1
    ruleset: world-at-war
    title: Malta
    date: spring 1942
    theater: europe
    sides: {axis: [germany, italy], allies: [britain]}
    attacker: axis
    turn: true
    bases:
      sicily: {side: axis, facilities: [city, airbase]}
      sardinia: {name: Sardinia, side: axis, facilities: [city]}
      malta: {side: allies, facilities: [port], island: true}
    distances: {malta: {sicily: 2, sardinia: 6}, sicily: {sardinia: 6}}
    units:
      - {id: fliegerkorps-ii, nation: germany, type: aaf, count: 5, at: sicily}
      - {id: regia, nation: italy, type: aaf, count: 2, at: sicily}
      - {id: spitfires, nation: britain, type: aaf, count: 5, at: malta}
"""
FOUGHT = "> counterair malta 5 flieger 2 regia\ndice 3 5, 4 4\n"  # 3 Spitfires and 2 Germans and 1 Italian are lost


def story(lines, heads=SCENARIO):
    return story_in(f"{heads}\n{lines}", Path("test.story"))


def failures(lines, heads=SCENARIO):
    """What is not so in a story, as the line and what happened instead."""
    return [(str(line).strip(), failure.instead) for line, failure in Telling(story(lines, heads)).play() if failure]


def is_so(claim, before=FOUGHT):
    """Whether a claim is so at the end of some lines."""
    return failures(f"{before}= {claim}\n...") == []
