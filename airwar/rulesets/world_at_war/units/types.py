"""Air units (17): types, ranges, nationality modifiers, factors and squadrons."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.names import title_of, verb
from airwar.rulesets.world_at_war.units.nations import NATIONS

PACKAGE = "airwar.rulesets.world_at_war"

TYPES = {
    "aaf": "AAF",
    "nas": "NAS",
    "jet": "jet",
    "transport": "air transport",
    "bomber": "strategic bomber",
    "interceptor": "interceptor",
    "kamikaze": "kamikaze",
}
SQUADRON_KINDS = ("attack", "cover", "search")


class AirType(NamedTuple):
    """What counts as one type when losses are shared (19.61): nationality, type of aircraft and Air Nationality DRM."""

    nation: str
    type: str
    drm: int
    elite: bool = False

    @property
    def label(self) -> str:
        nation = NATIONS.get(self.nation, title_of(self.nation))
        return f"{'elite ' if self.elite else ''}{nation} {TYPES[self.type]}"

    def counted(self, number: int) -> str:
        """A number of this type: 4 US interceptors, 2 German AAF."""
        ending = "" if number == 1 or self.type in ("aaf", "nas") else "s"
        return f"{number} {self.label}{ending}"

    def does(self, number: int, unit: str, plain: str, third_person: str = "") -> str:
        """What a number of this type in a unit does: 1 German AAF of jg-54 joins."""
        return f"{self.counted(number)} of {unit} {verb(number, plain, third_person)}"

    @property
    def slug(self) -> str:
        return f"{'elite-' if self.elite else ''}{self.nation}-{self.type}"

    @property
    def in_squadrons(self) -> bool:
        """Naval air and kamikazes are counted in squadrons, everything else in factors (17.141)."""
        return self.type in ("nas", "kamikaze")


@rule("19.31A", "17.352", "17.464", "17.75", "17.85")
def air_nationality_drm(nation: str, type_: str, *, elite: bool, impaired: int, research: int, pacific: bool = False) -> int:
    """The DRM of one type of air unit of a nation; `impaired` counts the -1s for winter, supply and oil.

    `pacific` is for American Pacific strategic bombers, which are produced from 1944 on; others have no +1 there.
    """
    chart = {label: int(cells[0]) for label, cells in load_chart(PACKAGE, "air-nationality").rows}
    drm = chart.get(nation, chart["other-minor"]) + research
    if nation == "japan" and type_ == "nas" and elite:
        drm += chart["elite-japanese-naval-air"]
    if nation == "britain" and type_ == "nas":
        drm += chart["british-naval-air"]
    if type_ == "interceptor":
        drm += chart["interceptor"]
    if pacific:
        drm += chart["us-pacific-strategic-bomber"]
    return drm - impaired


BY_LAND = frozenset({"air-cover", "search", "defensive-air-support", "intercept-transport", "counter-intercept"})
ANYWHERE = frozenset({"counterair", "attack-ships", "ground-support", "intercept-support"})
ARMY = ANYWHERE | BY_LAND | {"bomb", "oppose-bombing"}


@rule("17.23", "17.23A", "17.23B", "17.23C", "17.23D", "17.23E", "17.23F", "17.23G", "17.23H", "17.23I", "17.23J", "17.23K")
def army_operations() -> frozenset[str]:
    """What army air may do."""
    return ARMY


@rule("17.33", "17.33A", "17.33B", "17.33C", "17.33D", "17.33E", "17.33F", "17.33G", "17.33H", "17.33I", "17.33J")
def naval_operations(*, carrier: bool) -> frozenset[str]:
    """What naval air may do, on land and on a carrier at sea."""
    return ANYWHERE | {"combat-air-patrol"} if carrier else ANYWHERE | BY_LAND


@rule("18.31", "18.31A", "18.31B", "18.31D", "18.3", "17.22", "17.32", "17.462", "17.52", "17.62", "17.72")
@cache
def range_of(type_: str, theater: str, research: int = 0) -> int:
    """The range of a type of air unit in hexes; jets, bombers and interceptors by research."""
    rows = dict(load_chart(PACKAGE, "range").rows)
    europe, pacific = rows[f"{type_}-{research}" if type_ in ("jet", "bomber", "interceptor") else type_]
    return int(europe if theater == "europe" else pacific)
