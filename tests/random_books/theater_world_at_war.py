"""The habits of a World at War scenario: two sides with bases, carriers and units, and orders that could be flown."""

from __future__ import annotations

from random import Random
from typing import Any

from writer import LEFT_OUT, Tree, Writer

from airwar.rulesets.kit.places import HEX
from airwar.rulesets.world_at_war.units import NATION

EUROPE = (("germany", "italy", "rumania", "finland"), ("britain", "us", "russia", "france", "greece"))
PACIFIC = (("japan",), ("us", "britain", "australia", "china", "netherlands"))
SIDES = ("axis", "allies")
SEASONS = ("spring", "summer", "fall", "winter")
BOMBING = {"columns": "2 3 4 5 6 7 8 9 10 11 12+", "rows": "1-3 0 0 0 0 1 1 1 1 1 2 2\n4+ 0 0 1 1 1 2 2 2 3 3 4"}


def theater(random: Random) -> tuple[dict[str, list[str]], dict[Any, Any], dict[str, float]]:
    pacific = random.random() < 0.5
    ids = {
        "sides": list(SIDES),
        "bases": [f"b{n}" for n in range(random.randint(2, 7))],
        "carriers": [f"c{n}" for n in range(random.randint(0, 3))],
        "units": [f"u{n}" for n in range(random.randint(1, 8))],
        "construction": [f"new{n}" for n in range(random.randint(1, 2))],
        "strategic": [f"s{n}" for n in range(random.randint(1, 4))],
        "bombing": [f"t{n}" for n in range(random.randint(1, 2))],
        "fronts": ["west", "east"],
        "groups": [f"g{n}" for n in range(random.randint(1, 2))],
    }
    one, other = PACIFIC if pacific else EUROPE
    nations = {"axis": one[: random.randint(1, 3)], "allies": other[: random.randint(1, 5)]}
    labels = random.random() < 0.3
    whole_turn = random.random() < 0.5
    habits: dict[Any, Any] = {
        "theater": lambda w, tree: "pacific" if pacific else "europe",
        "sides": lambda w, tree: {side: list(nations[side]) for side in SIDES},
        "minors": lambda w, tree: {"mordor": w.one(("germany", "japan", "britain"))},
        "research": lambda w, tree: {nation: research(w) for nation in w.some(all_nations(w), 1, 2)},
        NATION: lambda w, tree: nation_for(w, tree),
        HEX: lambda w, tree: f"{w.one('ABCDEFGH')}{w.random.randint(1, 12)}" if labels else LEFT_OUT,
        "bases.*.facilities": lambda w, tree: w.some(("city", "port", "port-city", "airbase", "city", "artificial-port"), 0, 3),
        "bases.*.side": lambda w, tree: SIDES[int(w.key[1:]) % 2],
        "bases.*.box": lambda w, tree: w.one(("australia", "india", "urals", "other")),
        "carriers.*.port": lambda w, tree: w.one(bases_of(w, side_of(w, tree["nation"]))),
        "distances": lambda w, tree: distances(w),
        "units.*.type": lambda w, tree: w.one(("aaf", "aaf", "aaf", "nas", "nas", "transport", "jet", "bomber", "interceptor")),
        "units.*.count": lambda w, tree: w.random.randint(0, 4),
        "units.*.inverted": lambda w, tree: w.random.randint(0, tree["count"]),
        "units.*.at": home,
        "construction.*.at": home,
        "construction.*.count": lambda w, tree: w.random.randint(1, 4),
        "date": lambda w, tree: f"{w.one(SEASONS)} {w.random.randint(1939, 1946)}",
        "turn": lambda w, tree: whole_turn,
        "airbases.*.nation": lambda w, tree: w.one(n for n in all_nations(w) if n in POWERS),
        "staging.*.unit": lambda w, tree: w.one(units_of(w, attacker(w))),
        "staging.*.to": lambda w, tree: w.one([base for base in bases_of(w, attacker(w)) if base != home_of(w, tree)]),
        "redeployment.*.unit": lambda w, tree: w.one(units_of(w, attacker(w))),
        "redeployment.*.to": lambda w, tree: w.one(bases_of(w, attacker(w))),
        "counterair.*.at": lambda w, tree: w.one(bases_of(w, defender(w))),
        "counterair.*.with": lambda w, tree: force(w, attacker(w), "aaf", "nas", "jet"),
        "transports.*.from": lambda w, tree: w.one(bases_of(w, attacker(w))),
        "transports.*.to": lambda w, tree: w.one(bases_of(w, attacker(w) if w.happens(0.6) else defender(w))),
        "transfers.*.unit": lambda w, tree: w.one(units_of(w, attacker(w), "nas")),
        "transfers.*.to": lambda w, tree: w.one(w.document.get("carriers") or ()),
        "transports.*.carrying": lambda w, tree: carried(w, tree),
        "transports.*.with": lambda w, tree: force(w, attacker(w), "transport"),
        "battles.*.at": lambda w, tree: w.one(bases_of(w, defender(w))),
        "battles.*.also": lambda w, tree: w.some(bases_of(w, defender(w)), 1, 1),
        "battles.*.with": lambda w, tree: force(w, attacker(w), "aaf", "nas"),
        "fallen.*.at": lambda w, tree: w.one(bases_of(w, defender(w) if w.happens(0.8) else attacker(w))),
        "at-sea.*": lambda w, tree: {w.one(("search", "cover", "attack")): w.small(1, 3)},
        "fronts": lambda w, tree: {"west": w.ids["bases"][::2], "east": w.ids["bases"][1::2]},
        "bombing.*.distances": lambda w, tree: {base: w.random.randint(1, 9) for base in w.ids["bases"]},
        "bombing.*.bombers": lambda w, tree: force(w, attacker(w), "bomber", "aaf"),
        "bombing.*.escort": lambda w, tree: force(w, attacker(w), "interceptor", "aaf"),
        "bombing.*.defense": lambda w, tree: force(w, defender(w), "interceptor", "aaf"),
        "charts.bombing": lambda w, tree: dict(BOMBING),
        "naval-air-training.nations.key": lambda w, tree: w.some(all_nations(w), 1, 2),
        "kamikazes.attack.distances": lambda w, tree: {base: w.random.randint(1, 6) for base in w.ids["bases"]},
        "kamikazes.attack.groups.*.fast-carriers": lambda w, tree: ships(w, "cv"),
        "kamikazes.attack.groups.*.capital-ships": lambda w, tree: ships(w, "bb"),
        "kamikazes.construction.convert.key": lambda w, tree: w.some(("unbuilt-nas", "unbuilt-aaf", *w.ids["units"]), 1, 2),
    }
    odds = {
        "units": 0.97, "distances": 0.8, "turn": 0.9, "orders": 0.5, "options": 0.7, "carriers": 0.5, "unlisted-distances": 0.5,
        "bases.*.facilities": 0.85, "counterair": 0.5, "counterair.*.with": 0.6, "battles": 0.4, "transports": 0.35,
        "staging": 0.35, "bases.*.hex": 1.0 if labels else 0.0, "bases.*.box": 0.07, "strategic": 0.3, "bombing": 0.3,
        "fronts": 0.6, "charts": 0.3, "kamikazes": 0.2 if pacific else 0.03, "kamikazes.attack": 0.7, "minors": 0.05,
        "bases.*.new": 0.05, "*.name": 0.1, "not-at-war": 0.05, "kamikazes.built": 0.9, "battles.*.result": 0.1,
        "units.*.winter": 0.05,
    }  # fmt: skip
    return ids, habits, odds


POWERS = ("germany", "japan", "britain", "russia", "us", "italy", "france", "china")


def all_nations(w: Writer) -> list[str]:
    return [nation for nations in w.document["sides"].values() for nation in nations]


def nation_for(w: Writer, tree: Tree) -> Any:
    """A nation of the side that the entry has, if it has one."""
    sides = w.document["sides"]
    side = tree.get("side")
    if side in sides:
        return w.one(sides[side])
    return w.one(all_nations(w)) if w.happens(0.97) else "atlantis"


def research(w: Writer) -> Tree:
    made = {"air-nationality": w.small(0, 3), "jets": w.one((0, 9, 11, 12)), "air-range": w.small(0, 3), "radar": w.small(0, 9)}
    return {name: value for name, value in made.items() if w.happens(0.6)}


def attacker(w: Writer) -> str:
    return str(w.document["attacker"])


def defender(w: Writer) -> str:
    return SIDES[1 - SIDES.index(attacker(w))]


def side_of(w: Writer, nation: str) -> str:
    return next((side for side, nations in w.document["sides"].items() if nation in nations), "axis")


def bases_of(w: Writer, side: str) -> list[str]:
    return [name for name, base in w.document["bases"].items() if base["side"] == side]


def units_of(w: Writer, side: str, *types: str) -> list[str]:
    listed = [*(w.document.get("units") or ()), *(w.document.get("strategic") or ())]
    return [unit["id"] for unit in listed if side_of(w, unit["nation"]) == side and (not types or unit["type"] in types)]


def force(w: Writer, side: str, *types: str) -> Any:
    """Some units of a side, and how many of each fly."""
    chosen = w.some(units_of(w, side, *types), 1, 3)
    return {unit: w.small(1, 4) for unit in chosen} or LEFT_OUT


def home(w: Writer, tree: Tree) -> Any:
    """A base of the unit's side; for naval air perhaps a carrier of its nation."""
    carriers = [name for name, carrier in (w.document.get("carriers") or {}).items() if carrier["nation"] == tree["nation"]]
    if tree["type"] == "nas" and carriers and w.happens(0.6):
        return w.one(carriers)
    return w.one(bases_of(w, side_of(w, tree["nation"])) or w.ids["bases"])


def distances(w: Writer) -> Tree:
    """How far most places are from one another."""
    places = [*w.document["bases"], *(w.document.get("carriers") or {})]
    made: Tree = {}
    for at, one in enumerate(places[:-1]):
        far = {other: w.random.randint(1, 7) for other in places[at + 1 :] if w.happens(0.9)}
        if far:
            made[one] = far
    return made


def ships(w: Writer, kind: str) -> Tree:
    return {f"{kind}{n}": w.random.randint(1, 5) for n in range(w.random.randint(1, 2))}


def home_of(w: Writer, tree: Tree) -> Any:
    """Where the unit of an order is."""
    return next((unit["at"] for unit in w.document.get("units") or () if unit["id"] == tree.get("unit")), "")


def carried(w: Writer, tree: Tree) -> Any:
    """One ground unit for each air transport, unless grants are flown."""
    if tree["kind"] == "hump":
        return LEFT_OUT
    kinds = ("infantry", "airborne", "specialized", "replacement", "partisan", "armor")
    number = sum((tree.get("with") or {}).values()) or 1
    return [{"id": f"troops-{n}", "type": w.one(kinds), **moved(w)} for n in range(min(number, 3))]


def moved(w: Writer) -> Tree:
    said = {"factors": 1, "movement": w.random.randint(0, 4), "supplied": w.happens(0.7), "nation": "italy", "moved-by": ["sea"]}
    return {name: value for name, value in said.items() if w.happens(0.2)}
