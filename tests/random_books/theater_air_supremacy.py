"""The habits of an Air Supremacy scenario: land and sea, units of several nations, attacks and pass-throughs."""

from __future__ import annotations

from random import Random
from typing import Any

from writer import LEFT_OUT, Tree, Writer

NATIONS = ("germany", "germany", "italy", "uk", "uk", "usa", "ussr", "japan", "france")
LAND = ("infantry", "infantry", "anti-aircraft", "fighter", "fighter", "dive-bomber", "dogfighter", "bomber", "armor", "mine")
SEA = ("battleship", "destroyer", "destroyer", "submarine", "transport", "aircraft-carrier", "aircraft-carrier", "barge")


def theater(random: Random) -> tuple[dict[str, list[str]], dict[Any, Any], dict[str, float]]:
    ids = {
        "spaces": [f"p{n}" for n in range(random.randint(2, 7))],
        "units": [f"u{n}" for n in range(random.randint(2, 14))],
        "types": ["mine", "barge", "zeppelin"],
        "nations": ["spain"],
    }
    habits: dict[Any, Any] = {
        "options.die-sides": lambda w, tree: w.one((6, 12, 12, 20)),
        "options.placeholder-values": lambda w, tree: "yes",
        "attacker": lambda w, tree: w.one(("germany", "germany", "uk", "japan")),
        "moving-with": allies_of,
        "nations": lambda w, tree: {"spain": {"with": w.one(("germany", "uk"))}},
        "types": types,
        "spaces.*.kind": lambda w, tree: w.one(("land", "sea")),
        "spaces.*.nation": lambda w, tree: w.one(NATIONS) if tree["kind"] == "land" else LEFT_OUT,
        "spaces.*.adjacent": lambda w, tree: w.some([name for name in w.ids["spaces"] if name != w.key], 1, 3),
        "units": units,
        "battles": battles,
        "later-turns.*.attacker": lambda w, tree: w.one(("uk", "japan", "ussr", "usa")),
        "later-turns.*.moving-with": allies_of,
        "later-turns.*.battles": battles,
    }
    odds = {
        "spaces.*.nation": 0.95, "spaces.*.adjacent": 0.9, "moving-with": 0.4, "battles": 0.5, "orders": 0.5, "later-turns": 0.3,
        "options": 0.97, "options.placeholder-values": 0.95, "types": 0.4, "nations": 0.2,
    }  # fmt: skip
    return ids, habits, odds


def types(w: Writer, tree: Tree) -> Tree:
    """Types of the scenario's own, on land, at sea and in the air."""
    mine = {
        "sphere": "land",
        "defend": w.random.randint(0, 12),
        "defend-air": w.random.randint(0, 6),
        "by-necessity": w.happens(0.5),
    }
    barge = {
        "sphere": "sea",
        "hits": w.random.randint(1, 2),
        "holds": w.random.randint(0, 3),
        "carries": w.one(("aircraft", "troops")),
    }
    bombs = {"bombs": [w.random.randint(0, 9) for _ in range(w.random.randint(1, 3))]}
    zeppelin = {
        "sphere": "air",
        "attack": 3,
        "attack-air": w.random.randint(0, 9),
        "defend": 2,
        **(bombs if w.happens(0.5) else {}),
    }
    made = {"mine": mine, "barge": barge, "zeppelin": zeppelin}
    return {name: made[name] for name in w.some(made, 1, 3)}


def units(w: Writer, tree: Tree) -> list[Tree]:
    spaces, made = w.document["spaces"], []
    for name in w.ids["units"]:
        nation = w.one(NATIONS) if w.happens(0.95) else "spain"
        ships = [unit for unit in made if unit["type"] in ("transport", "aircraft-carrier", "barge")]
        if ships and w.happens(0.35):
            ship = w.one(ships)
            kind = "infantry" if ship["type"] == "transport" else w.one(("fighter", "dive-bomber", "dogfighter"))
            made.append({"id": name, "nation": ship["nation"] if w.happens(0.8) else nation, "type": kind, "aboard": ship["id"]})
        else:
            place = w.one(spaces)
            if spaces[place]["kind"] == "land":
                holder = spaces[place].get("nation")
                nation = holder if holder and w.happens(0.6) else nation
            kind = w.one(LAND if spaces[place]["kind"] == "land" else SEA)
            made.append({"id": name, "nation": nation, "type": kind, "at": place})
        extras(w, made[-1])
    return made


def extras(w: Writer, unit: Tree) -> None:
    if w.happens(0.6):
        unit["count"] = w.random.randint(0, 3)
    if unit["type"] == "battleship" and w.happens(0.3):
        unit["damaged"] = True
    if w.happens(0.06):
        unit["out-for"] = w.one(("germany", "uk"))
    if w.happens(0.05):
        unit["bound-for"] = w.one(w.ids["spaces"])
    if w.happens(0.03):
        unit["returning"] = True


def battles(w: Writer, tree: Tree) -> list[Tree]:
    """Attacks by the nation whose turn it is."""
    attacker = tree.get("attacker") or w.document["attacker"]
    movers = (attacker, *(tree.get("moving-with") or ()))
    own = [unit for unit in w.document["units"] if unit["nation"] in movers]
    made: list[Tree] = []
    held = [unit["at"] for unit in w.document["units"] if unit["nation"] not in movers and unit.get("count", 1) and "at" in unit]
    for space in w.some(list(dict.fromkeys(held)), 1, 2):
        battle: Tree = {"at": space}
        for part, chance in (("with", 0.9), ("landing", 0.15), ("support", 0.15)):
            if own and w.happens(chance):
                chosen = w.some(fitting(w, own, part, space) or own, 1, 3)
                battle[part] = {unit["id"]: w.random.randint(1, max(1, unit.get("count", 1))) for unit in chosen}
        if made and w.happens(0.3):
            battle["after"] = made[0]["at"]
        if w.happens(0.1):
            battle["defenders"] = w.some(("uk", "usa", "ussr"), 1, 2)
        made.append(battle)
    return made


def fitting(w: Writer, own: list[Tree], part: str, space: str) -> list[Tree]:
    """The units that may be part of an attack: troops land, ships support them, and neither fights where it cannot be."""
    ships = [unit for unit in own if unit["type"] in SEA]
    fliers = [unit for unit in own if unit["type"] in ("fighter", "dive-bomber", "dogfighter", "bomber")]
    troops = [unit for unit in own if unit["type"] in ("infantry", "armor")]
    if part == "with":
        return fliers + (ships if w.document["spaces"][space]["kind"] == "sea" else troops)
    return [unit for unit in troops if "aboard" in unit] if part == "landing" else ships


ALLIES = {"germany": ("italy",), "uk": ("usa", "france"), "usa": ("uk",)}


def allies_of(w: Writer, tree: Tree) -> Any:
    """Nations that move at the same time; with enemies among them, nobody would know whom an attack is against."""
    return w.some(ALLIES.get(tree["attacker"], ()), 1, 1) or LEFT_OUT
