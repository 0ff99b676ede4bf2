"""Nations by their names, the alliance faction that each belongs to, and the mapboard boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from airwar.engine.rule import rule
from airwar.rulesets.kit.records import place_of
from airwar.scenario.nodes import Mark
from airwar.scenario.problems import Problems, did_you_mean, shown
from airwar.scenario.shape import Section, Shape, Text

NATIONS = {
    "germany": "German",
    "italy": "Italian",
    "japan": "Japanese",
    "britain": "British",
    "us": "US",
    "russia": "Russian",
    "france": "French",
    "free-france": "Free French",
    "vichy-france": "Vichy French",
    "china": "Chinese",
    "australia": "Australian",
    "india": "Indian",
    "finland": "Finnish",
    "sweden": "Swedish",
    "poland": "Polish",
    "rumania": "Rumanian",
    "hungary": "Hungarian",
    "bulgaria": "Bulgarian",
    "greece": "Greek",
    "yugoslavia": "Yugoslav",
    "netherlands": "Dutch",
    "belgium": "Belgian",
    "norway": "Norwegian",
    "turkey": "Turkish",
    "spain": "Spanish",
}
ALIASES = {"usa": "us", "america": "us", "uk": "britain", "england": "britain", "ussr": "russia", "holland": "netherlands"}
FACTIONS = {
    "european axis": ("germany", "italy"),
    "japan": ("japan",),
    "western allies": ("us", "britain", "france", "australia", "india", "free-france"),
    "russia": ("russia",),
    "china": ("china",),
}
POWERS = ("germany", "italy", "japan", "britain", "us", "russia", "france", "china")  # major powers
WEST = "western allies"
STAGING_BOXES = {"australia": WEST, "india": WEST, "urals": "russia"}  # boxes that a faction may stage to (18.23)
US_BOXES = ("atlantic-us", "pacific-us")
BOXES = (*STAGING_BOXES, *US_BOXES, "other")

NATION: Shape = Text(max_length=30, pattern="[a-z][a-z-]*", help="a nation in lower case, such as germany")


@dataclass(frozen=True, eq=False)
class Alliances:
    """The nations of each side, and the major powers that minor countries are associated with."""

    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    minors: Mapping[str, str] = field(default_factory=dict)

    def side(self, nation: str) -> str | None:
        """The side that a nation is on, or None."""
        return next((side for side, nations in self.sides.items() if nation in nations), None)

    def faction(self, nation: str) -> str | None:
        """The alliance faction of a nation. A minor belongs to that of its major power, or to the only one on its side."""
        nation = self.minors.get(nation, nation)
        known = next((faction for faction, members in FACTIONS.items() if nation in members), None)
        if known:
            return known
        there = {self.faction(other) for other in self.sides.get(self.side(nation) or "", ()) if other in POWERS}
        return there.pop() if len(there) == 1 else None


def alliances_of(document: Section) -> Alliances:
    """The alliances of a scenario."""
    sides = {side: tuple(nations) for side, nations in document["sides"].items()}
    return Alliances(sides, dict(document["minors"] or {}))


@rule("19.31A")
def check_nations(document: Section, problems: Problems) -> None:
    """Every nation is one that airwar knows or a minor that the scenario declares, and is on one side only."""
    minors: Section = document["minors"] or Section(document.mark)
    for name in minors:
        if name in POWERS:
            problems.add(minors.at(name), f"{name} is a major power; expected a minor country")
    for mark, nation in listed(document):
        if nation not in NATIONS and nation not in minors:
            meant = ALIASES.get(nation) or problems.similar(nation, (*NATIONS, *minors))
            known = "expected a nation that airwar knows, or one declared under minors"
            problems.add(mark, f"unknown nation {shown(nation)}; {known}{did_you_mean(meant)}", meant)
    seen: dict[str, str] = {}
    for side, nations in document["sides"].items():
        for nation, mark in zip(nations, nations.marks, strict=True):
            if seen.setdefault(nation, side) != side:
                problems.add(mark, f"{nation} is on the side of {seen[nation]} already; expected it on one side")


def listed(document: Section) -> Iterator[tuple[Mark, str]]:
    """Every place where the file names a nation, other than for units: those must be on a side anyway."""
    for nations in document["sides"].values():
        yield from zip(nations.marks, nations, strict=True)
    for base in document["bases"].values():
        named = {"nation": base.nation, "airbase-of": base.airbase_of}
        yield from ((place_of(base, key), nation) for key, nation in named.items() if nation)
    yield from ((place_of(carrier, "nation"), carrier.nation) for carrier in document["carriers"].values())
    yield from ((said.at("nation"), said["nation"]) for said in document["bombing"] or () if said["nation"])
