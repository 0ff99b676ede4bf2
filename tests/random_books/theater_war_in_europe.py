"""The habits of a War in Europe scenario: players and their fronts, raids and battles, charts of every sort."""

from __future__ import annotations

from random import Random
from typing import Any

from writer import LEFT_OUT, Tree, Writer

ALL = {"allies": ["allied"], "soviets": ["russian"], "axis": ["german", "italian"], "italy": ["italian"]}
EACH = {"columns": "each", "rows": "1 0\n2 0\n3 0\n4 1\n5 1\n6 2"}
BY_POINTS = {"columns": "1 2 3-4 5+", "rows": "1 0 0 0 0\n2 0 0 1 1\n3 0 1 1 2\n4 1 1 2 3\n5 1 2 3 4\n6 1 2 4 6"}
CRT = {"columns": "1-2 1-1 2-1 3-1 4-1", "rows": "\n".join(f"{face} AE AR EX DR DE" for face in range(1, 7))}


def theater(random: Random) -> tuple[dict[str, list[str]], dict[Any, Any], dict[str, float]]:
    sides = random.choice((["allies", "axis"], ["allies", "soviets", "axis"], ["soviets", "axis"], ["allies", "axis", "italy"]))
    ids = {
        "sides": sides,
        "fronts": ["west", "south"][: random.randint(1, 2)],
        "rail-raids": [f"r{n}" for n in range(random.randint(1, 3))],
        "battles": [f"k{n}" for n in range(random.randint(1, 3))],
    }
    habits: dict[Any, Any] = {
        "sides": lambda w, tree: {side: player(w, side) for side in sides},
        "fronts": lambda w, tree: {front: {side: boxes(w, side) for side in w.some(sides, 1, 4)} for front in w.ids["fronts"]},
        "rail-raids.*.at": lambda w, tree: w.one(("2214", "E1", "W0102")),
        "rail-raids.*.in-range": lambda w, tree: w.happens(0.9),
        "rail-raids.*.points": lambda w, tree: support(w, tree["attacker"]),
        "rail-raids.*.defender": lambda w, tree: w.one(side for side in sides if side != tree["attacker"]),
        "battles.*.defender": lambda w, tree: w.one(side for side in sides if side != tree["attacker"]),
        "battles.*.shift-points": lambda w, tree: support(w, tree["attacker"]),
        "battles.*.defenders.*.side": lambda w, tree: w.one(sides),
        "battles.*.defenders.*.printed": lambda w, tree: w.random.randint(0, 10),
        "battles.*.column": lambda w, tree: w.one(("1-2", "1-1", "2-1", "3-1")),
        "battles.*.table": lambda w, tree: w.one(("t", "t", "nowhere")),
        "battles.*.attack-strength": lambda w, tree: w.one((0, 3, "9/2", 12, 40)),
        "battles.*.defense-strength": lambda w, tree: w.one((1, 4, "7/2", 10)),
        "battles.*.modifiers": lambda w, tree: {"surprise": w.random.randint(-2, 2)},
        "charts": charts,
    }
    odds = {
        "rail-raids": 0.7, "battles": 0.7, "orders": 0.5, "charts": 0.85, "options": 0.7, "rail-raids.*.points": 0.5, "*.name": 0.1,
        "battles.*.column": 0.5, "battles.*.attack-strength": 0.6, "battles.*.defense-strength": 0.6, "battles.*.defender": 0.7,
        "rail-raids.*.defender": 0.7,
    }  # fmt: skip
    return ids, habits, odds


def player(w: Writer, side: str) -> Tree:
    nations = [nation for nation in ALL[side] if nation != "italian" or side == "italy" or "italy" not in w.ids["sides"]]
    made: Tree = {"nations": nations}
    if side in ("allies", "soviets") and w.happens(0.8):
        made["alliance"] = "un"
    if side == "italy" and w.happens(0.3):
        made["alliance"] = "un"
    if w.happens(0.1):
        made["name"] = "The Other Side"
    return made


def points(w: Writer) -> int:
    return w.random.choice((0, 1, 4, 5, 9, 12, 24, 31, 60))


def boxes(w: Writer, side: str) -> Tree:
    nations = w.document["sides"][side]["nations"]
    support = {nation: points(w) for nation in nations} if len(nations) > 1 else points(w)
    made = {"air-superiority": w.random.choice((0, 0, 0, 3, 12)), "ground-support": support, "uncommitted": points(w)}
    return {name: value for name, value in made.items() if w.happens(0.8)}


def support(w: Writer, side: Any) -> Any:
    """Points sent: a number, or by nation, the allies' too."""
    sides = w.document["sides"]
    if side not in sides:
        return LEFT_OUT
    everybody = [nation for one in sides.values() for nation in one["nations"]]
    return {nation: points(w) for nation in w.some(everybody, 1, 2)} if w.happens(0.3) else points(w)


def charts(w: Writer, tree: Tree) -> Tree:
    kinds = {
        "accuracy": lambda: w.one(("synthetic-demo", {str(n): dict(w.one((EACH, BY_POINTS))) for n in (5, 9, 14)})),
        "allied-current": lambda: w.one((9, 14)),
        "rail-damage": lambda: w.one(("synthetic-demo", {"columns": "hits", "rows": f"to-cut-the-line {w.random.randint(1, 6)}"})),
        "combat-results": lambda: w.one(("synthetic-demo", {"t": dict(CRT)}, {"t": {"columns": CRT["columns"]}})),
    }
    return {name: make() for name, make in kinds.items() if w.happens(0.75)}
