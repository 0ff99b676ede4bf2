"""The habits of a Dark Crusade scenario: points joined by lines, units that attack along them, air at the battles."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from writer import Tree, Writer

SIDES = ("axis", "soviet")
NATIONS = {"axis": ("german", "german", "romanian", "finnish", "slovak"), "soviet": ("soviet", "soviet", "polish")}


def theater(random: Random) -> tuple[dict[str, list[str]], dict[Any, Any], dict[str, float]]:
    attacker = random.choice(SIDES)
    defender = SIDES[1 - SIDES.index(attacker)]
    own = [f"a{n}" for n in range(random.randint(1, 3))]
    theirs = [f"d{n}" for n in range(random.randint(1, 4))]
    ids = {
        "points": [*own, *theirs],
        "lines": [f"l{n}" for n in range(random.randint(1, 8))],
        "units": [f"u{n}" for n in range(random.randint(2, 10))],
    }
    holders = dict.fromkeys(own, attacker) | dict.fromkeys(theirs, defender)
    habits: dict[Any, Any] = {
        "attacker": lambda w, tree: attacker,
        "charts": charts,
        "points.*.side": lambda w, tree: holders[tree["id"]] if tree.get("id") in holders else w.one(SIDES),
        "points": lambda w, tree: {name: point(w, side) for name, side in holders.items()},
        "lines": lines,
        "lines.*.between": lambda w, tree: w.some(w.ids["points"], 2, 2),
        "units": lambda w, tree: [unit(w, name, attacker, own, theirs) for name in w.ids["units"]],
        "battles": lambda w, tree: {name: battle(w) for name in w.some(attacked(w, attacker) or theirs, 1, 3)},
    }
    odds = {"options": 0.7, "charts": 0.9}
    return ids, habits, odds


def charts(w: Writer, tree: Tree) -> Any:
    kind = w.random.randint(0, 3)
    if kind == 0:
        return {"combat-table": "synthetic-demo"}
    if kind == 1:
        return {"combat-table": {"columns": "1-5 6-12 13-19 20-36"}}  # without rows: the player reads the printed table
    columns, rows = some_table(w.random)
    more = {"note": "Made up", "chart": "Mine", "cite": "B16", "roll": "1d6"} if w.happens(0.2) else {}
    return {"combat-table": {"columns": columns, "rows": rows, **more}}


def some_table(dice: Random) -> tuple[str, str]:
    """The columns and rows of a combat table, some of whose columns have no results at all."""
    heads = [*range(1, 20, dice.randint(1, 4)), 31]
    columns = [f"{low}-{after - 1}" if after - 1 > low else str(low) for low, after in pairwise(heads)]
    cells = [sorted(dice.randint(0, max(1, low // 2)) * (dice.random() < 0.8) for _ in range(6)) for low in heads[:-1]]
    rows = [" ".join(map(str, (face, *row))) for face, row in enumerate(zip(*cells, strict=True), 1)]
    return " ".join(columns), "\n".join(rows)


def point(w: Writer, side: str) -> Tree:
    made: Tree = {"side": side}
    if w.happens(0.5):
        made["holds"] = w.one(("none", "combat", "support", "emplaced-factory", "entrained-factory", "partisan"))
    if w.happens(0.1):
        made["name"] = "Kiev # 2"
    return made


def lines(w: Writer, tree: Tree) -> Tree:
    points = w.ids["points"]
    made = {"l0": {"between": [points[0], next(name for name in points if name[0] == "d")], "capacity": 3}}
    for name in w.ids["lines"][1:]:
        made[name] = {"between": w.some(points, 2, 2), "capacity": w.random.randint(0, 4)}
    return made


def unit(w: Writer, name: str, attacker: str, own: list[str], theirs: list[str]) -> Tree:
    """A defender at a point, or an attacker along a line that leads to the enemy."""
    side = attacker if name == "u0" else SIDES[1 - SIDES.index(attacker)] if name == "u1" else w.one(SIDES)
    made: Tree = {"id": name, "nation": w.one(NATIONS[side]), "type": w.one(("major", "minor")), "strength": w.random.randint(1, 9)}
    ways = [
        (line, one)
        for line, said in w.document["lines"].items()
        for one, two in (said["between"], said["between"][::-1])
        if one in own and two in theirs
    ]
    if side == attacker and ways and (name == "u0" or w.happens(0.85)):
        made["line"], made["at"] = w.one(ways)
    else:
        made["at"] = theirs[0] if name == "u1" else w.one(own if side == attacker else theirs)
    extras = {
        "supplied": w.happens(0.5), "dispersed": w.happens(0.5), "losses": w.random.randint(0, 3), "works": w.random.randint(0, 2),
        "retreat-size": w.one(("1/2", "1", "2")), "name": "1st", "side": side,
    }  # fmt: skip
    return {**made, **{key: value for key, value in extras.items() if w.happens(0.15)}}


def attacked(w: Writer, attacker: str) -> list[str]:
    """The points that somebody attacks."""
    lines, units = w.document["lines"], w.document.get("units") or ()
    ends = [(unit["at"], *lines[unit["line"]]["between"]) for unit in units if unit.get("line") in lines]
    return list(dict.fromkeys(two if at == one else one for at, one, two in ends))


def battle(w: Writer) -> Tree:
    made: Tree = {}
    if w.happens(0.8):
        made["air"] = {side: w.random.randint(0, 5) for side in w.some(("german", "soviet"), 0, 2)}
    if w.happens(0.3):
        made["fieldworks"] = {"present": w.happens(0.8), "absorbs": w.random.randint(0, 2)}
    if w.happens(0.2):
        made["weather"] = w.one(("good", "snow", "mud"))
    if w.happens(0.2):
        made["breakthrough"] = True
    return made
