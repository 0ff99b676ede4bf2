"""What the rules cannot tell apart fares alike: renamed, in another order, split in two, with the sides' names swapped."""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path

import pytest
from metamorphic import changed, fought, ids_of, prefixes, renamed, restored, turned_around, words_of
from support import SHIPPED

from airwar.probability.distribution import Distribution, Outcome
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.scenario.problems import Map
from airwar.scenario.reader import read_text
from airwar.setup.loading import load_scenario, parse_scenario

PLAIN = [path for path in SHIPPED if "charts: charts/" not in path.read_text(encoding="utf-8")]  # in one file
SIDED = [
    path
    for path in PLAIN
    if re.search(r"\n  (axis: .*\n  allies|allies: .*\n  axis): ", path.read_text(encoding="utf-8"))
    and path.stem != "saint-lo-1944"
]  # where one is called Western Allies
SEEDS = (1, 2)
ARRIVE_BY_NAME = ("battle-of-britain-1940", "germany-attacks-the-royal-navy")  # aircraft on their way are told of by place


def told_alike(records: list[dict[str, object]]) -> list[object]:
    """The records without what may be sorted by name: tables, positions, lists in rulings, notes in a row. All else is the same."""
    told: list[object] = []
    for is_note, group in groupby(records, lambda record: record.get("what") == "note"):
        some = [sorted_list(record) for record in group if record.get("what") != "sheet"]
        told += sorted(some, key=str) if is_note else some
    return told


def sorted_list(record: dict[str, object]) -> dict[str, object]:
    if isinstance(record.get("position"), list):
        return {**record, "position": sorted(record["position"])}
    return {**record, "text": sorted(re.findall(r"[\w-]+", str(record["text"])))} if "option" in record else record


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_other_names_give_the_same_battle(path: Path):
    text = path.read_text(encoding="utf-8")
    names = prefixes(ids_of(read_text(text, path.name), words_of(load_scenario(str(path)))), path.stem not in ARRIVE_BY_NAME)
    other = changed(text, lambda node: renamed(node, names))
    for seed in SEEDS:
        again = json.loads(restored(json.dumps(fought(other, path.name, seed)), names))
        assert told_alike(again) == told_alike(fought(text, path.name, seed))


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_keys_in_another_order_give_the_same_battle(path: Path):
    text = path.read_text(encoding="utf-8")
    other = changed(text, turned_around)
    for seed in SEEDS:
        assert fought(other, path.name, seed) == fought(text, path.name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("path", SIDED, ids=lambda path: path.stem)
def test_the_names_of_the_sides_do_not_matter(path: Path):
    text = path.read_text(encoding="utf-8")
    tree = read_text(text, path.name)
    assert isinstance(tree, Map)
    sides = next(value for key, value in tree.pairs if key.text == "sides")
    assert isinstance(sides, Map)
    one, two = (key.text for key, _ in sides.pairs)
    swap = {one: two, two: one}
    again = json.dumps(fought(changed(text, lambda node: renamed(node, swap)), path.name, 1))
    assert told_alike(json.loads(swapped(again, one, two))) == told_alike(fought(text, path.name, 1))


def swapped(text: str, one: str, two: str) -> str:
    """A text with two names exchanged, with and without a capital letter."""
    names = {one: two, two: one, one.capitalize(): two.capitalize(), two.capitalize(): one.capitalize()}
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)


WHOLE = """\
airwar: 1
ruleset: world-at-war
title: A raid
theater: europe
sides: {axis: [germany, italy], allies: [britain]}
attacker: axis
bases:
  sicily: {side: axis, facilities: [city, airbase]}
  malta: {side: allies, facilities: [port, city]}
distances:
  malta: {sicily: 2}
units:
  - {id: luftwaffe, nation: germany, type: aaf, count: 6, at: sicily}
  - {id: spitfires, nation: britain, type: aaf, count: 4, at: malta}
counterair:
  - {at: malta, with: {luftwaffe: 6}}
choices:
  "*.disengage": {when: round < 3, then: stay, else: disengage}
  "*": default
"""
SPLIT = WHOLE.replace(
    "  - {id: luftwaffe, nation: germany, type: aaf, count: 6, at: sicily}\n",
    "  - {id: luftwaffe, nation: germany, type: aaf, count: 3, at: sicily}\n"
    "  - {id: second, nation: germany, type: aaf, count: 3, at: sicily}\n",
).replace("{luftwaffe: 6}", "{luftwaffe: 3, second: 3}")

ASSAULT = """\
airwar: 1
ruleset: air-supremacy
title: An assault
attacker: germany
spaces:
  picardy: {kind: land, nation: france, adjacent: [paris]}
  paris: {kind: land, nation: france}
units:
  - {id: panzers, nation: germany, type: infantry, count: 4, at: picardy}
  - {id: stukas, nation: germany, type: dive-bomber, count: 2, at: picardy}
  - {id: poilus, nation: france, type: infantry, count: 2, at: picardy}
  - {id: dewoitines, nation: france, type: fighter, count: 2, at: picardy}
battles:
  - {at: picardy, with: {panzers: 4, stukas: 2}}
choices:
  "*": default
"""
DIVIDED = ASSAULT.replace(
    "  - {id: panzers, nation: germany, type: infantry, count: 4, at: picardy}\n",
    "  - {id: panzers, nation: germany, type: infantry, count: 2, at: picardy}\n"
    "  - {id: others, nation: germany, type: infantry, count: 2, at: picardy}\n",
).replace("{panzers: 4, stukas: 2}", "{panzers: 2, others: 2, stukas: 2}")


@pytest.mark.parametrize(("whole", "parts"), [(WHOLE, SPLIT), (ASSAULT, DIVIDED)], ids=["world-at-war", "air-supremacy"])
def test_one_unit_or_two_halves_have_the_same_odds(whole: str, parts: str):
    one, two = odds_of(whole), odds_of(parts)
    assert one.results() == two.results()
    assert one.losses() == two.losses()


def odds_of(text: str) -> Distribution[Outcome]:
    scenario = parse_scenario(text, "x.yaml")
    odds = forecast(Situation(scenario.ruleset, with_policies(scenario.script), scenario.start), "exact", in_full=True)
    assert not odds.sampled
    return odds


def test_two_like_forces_have_like_odds():
    """Four factors against four, with the same air nationality, to the end: each side loses the other's share."""
    even = WHOLE.replace("count: 6", "count: 4").replace("{luftwaffe: 6}", "{luftwaffe: 4}")
    odds = odds_of(even.replace("{when: round < 3, then: stay, else: disengage}", "stay"))
    spread = {side: dict(shares) for (side, _, _), shares in odds.losses().items()}
    assert spread["axis"] == spread["allies"]
