"""The habits of an OCS scenario: hexes, bases, ships and guns of two sides, and missions in every phase."""

from __future__ import annotations

from random import Random
from typing import Any

from writer import LEFT_OUT, TEXTS, Tree, Writer

from airwar.rulesets.kit.places import HEX

SIDES = ("axis", "allies")
NATIONS = {"axis": ("germany", "italy"), "allies": ("britain", "us", "soviet-union")}
PHASES = ("movement", "movement", "movement", "movement", "reaction", "exploitation", "exploitation", "combat", "clean-up")
FLIERS = {"F": 4, "T": 2, "S": 2, "Tpt": 0, "T/Tpt": 1, "F/T": 3}


def theater(random: Random) -> tuple[dict[str, list[str]], dict[Any, Any], dict[str, float]]:
    ids = {
        "sides": list(SIDES),
        "hexes": [f"h{n}" for n in range(random.randint(1, 4))],
        "bases": [f"b{n}" for n in range(random.randint(2, 5))],
        "ships": [f"s{n}" for n in range(random.randint(1, 3))],
        "artillery": [f"a{n}" for n in range(random.randint(1, 2))],
        "units": [f"u{n}" for n in range(random.randint(1, 9))],
        "missions": [f"m{n}" for n in range(random.randint(1, 5))],
        "loads": ["load-1", "load-2"],
        "marches": ["march-1"],
    }
    labels = random.random() < 0.3
    habits: dict[Any, Any] = {
        "sides": lambda w, tree: {side: list(NATIONS[side]) for side in SIDES},
        "hip-shoot": lambda w, tree: w.some(("germany", "britain", "us"), 1, 2),
        HEX: lambda w, tree: f"{w.random.randint(1, 14)}.{w.random.randint(1, 14)}" if labels else LEFT_OUT,
        "distances": distances,
        "play": lambda w, tree: [f"{w.one(SIDES)}.{w.one(PHASES)}" for _ in range(w.random.randint(1, 4))],
        "facility-codes": lambda w, tree: ["NE", "AB", "1", "2"],
        "options.patrol-zone": lambda w, tree: w.small(0, 12),
        "options.max-per-mission": lambda w, tree: w.random.randint(1, 6),
        "bases.*.side": lambda w, tree: SIDES[int(w.key[1:]) % 2],
        "options.profile": lambda w, tree: "ocs-4.3",
        "bases.*.kind": lambda w, tree: w.one(("base", "base", "strip", "carrier")),
        **dict.fromkeys(("bases.*.damaged", "bases.*.dg"), afloat),
        "bases.*.planes": lambda w, tree: w.random.randint(2, 9) if tree.get("kind") == "carrier" else LEFT_OUT,
        "bases.*.level": lambda w, tree: w.random.randint(0, 3),
        "ships.*.barrage": lambda w, tree: w.one((0, 4, "15/2", 20)),
        "ships.*.range": lambda w, tree: w.random.randint(0, 9),
        "artillery.*.range": lambda w, tree: w.random.randint(1, 9),
        "units.*.nation": lambda w, tree: w.one(NATIONS[tree["side"]]),
        "units.*.at": lambda w, tree: w.one(bases_of(w, tree["side"]) or w.ids["bases"]),
        "units.*.type": lambda w, tree: w.one(FLIERS),
        "units.*.range": lambda w, tree: w.one((5, 12, 20, 40, 90)),
        "units.*.rating": lambda w, tree: w.one(("1", "2", "3", "4", "(0)", "(2)")),
        "units.*.barrage": lambda w, tree: w.one((0, 2, 4, "7/2", 12, 20)),
        "missions.*.in": lambda w, tree: f"{w.one(SIDES)}.{w.one(PHASES)}",
        "missions.*.at": target,
        "missions.*.cargo": lambda w, tree: cargo(w, tree),
        "missions.*.with": crew,
        "missions.*.result": lambda w, tree: w.one(("NE", "AB", "1", "2", "DG", "1/2", *TEXTS[:2])),
        "loads.*.in": lambda w, tree: f"{w.one(SIDES)}.movement",
        "marches.*.in": lambda w, tree: f"{w.one(SIDES)}.movement",
    }
    odds = {
        "hexes": 0.9, "bases": 0.97, "units": 0.95, "distances": 0.8, "orders": 0.4, "options": 0.9, "missions": 0.65,
        "play": 0.5, "options.profile": 0.5,
        "bases.*.supply": 0.8, "units.*.barrage": 0.7, "units.*.capacity": 0.4, "units.*.over": 0.1, "missions.*.with": 0.6,
        "hexes.*.combat-units": 0.5, "hexes.*.spotters": 0.5, "*.hex": 1.0 if labels else 0.0,
        "unlisted-distances": 0.5, "first-player": 0.5, "*.name": 0.1, "missions.*.result": 0.1, "missions.*.cargo": 0.4,
        "missions.*.cargo.*.supply": 0.6, "units.*.nation": 0.6, "units.*.status": 0.3, "date": 0.6, "weather": 0.3,
    }  # fmt: skip
    return ids, habits, odds


def bases_of(w: Writer, side: str) -> list[str]:
    return [name for name, base in (w.document.get("bases") or {}).items() if base["side"] == side]


def distances(w: Writer, tree: Tree) -> Tree:
    """How far most places are from one another."""
    places = [*(w.document.get("hexes") or {}), *(w.document.get("bases") or {})]
    made: Tree = {}
    for at, one in enumerate(places[:-1]):
        far = {other: w.one((1, 2, 5, 8, 12, 20)) for other in places[at + 1 :] if w.happens(0.9)}
        if far:
            made[one] = far
    return made


def crew(w: Writer, tree: Tree) -> Any:
    """Some units of the side whose mission it is; guns for gunfire."""
    side = str(tree["in"]).partition(".")[0]
    if tree.get("kind") == "gunfire":
        arms = {**(w.document.get("artillery") or {}), **(w.document.get("ships") or {})}
        return w.some([name for name, gun in arms.items() if gun["side"] == side], 1, 2) or LEFT_OUT
    return w.some([unit["id"] for unit in w.document.get("units") or () if unit["side"] == side], 1, 3) or LEFT_OUT


LIFTS = ("drop", "transport")


def target(w: Writer, tree: Tree) -> Any:
    """A hex, or a base: one's own to fly to, the enemy's to attack."""
    side, bases = str(tree["in"]).partition(".")[0], w.document.get("bases") or {}
    own = tree["kind"] in ("transfer", "transport", "build", "reduce")
    there = [name for name, base in bases.items() if (base["side"] == side) == own]
    places = there if own or tree["kind"] in ("base-attack", "capture") else [*(w.document.get("hexes") or ()), *there]
    return w.one(places or w.ids["bases"])


def cargo(w: Writer, tree: Tree) -> Any:
    """Supply or a unit, for missions that carry something."""
    if tree["kind"] not in LIFTS:
        return LEFT_OUT
    supply, troops = {"id": "food", "supply": w.random.randint(1, 2)}, {"id": "troops", "re": w.one(("1/2", 1)), "para": True}
    return [supply] if w.happens(0.5) else [troops]


def afloat(w: Writer, tree: Tree) -> Any:
    """What only a carrier can be."""
    return w.happens(0.5) if tree.get("kind") == "carrier" else LEFT_OUT
