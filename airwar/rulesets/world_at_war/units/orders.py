"""Units as a scenario lists them: the side they belong to, and how many of them are inverted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from airwar.rulesets.kit.records import place_of
from airwar.rulesets.world_at_war.units.nations import ALIASES
from airwar.scenario.problems import Problems, did_you_mean
from airwar.scenario.shape import Field, PartRef, Record, Section, Whole

A_UNIT = PartRef("units", places="bases")  # a unit, or the part of it that an earlier order has sent to another base


RESEARCH = Record(
    {
        "air-nationality": Field(Whole(0, 9), default=0, help="Air Nationality DRM results"),
        "jets": Field(Whole(0, 12), default=0, help="the jet result: 9, 11 or 12"),
        "air-range": Field(Whole(0, 3), default=0, help="air range results"),
        "radar": Field(Whole(0, 9), default=0, help="radar results"),
    }
)


class Listed(Protocol):
    """A unit of the scenario."""

    @property
    def nation(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def inverted(self) -> int: ...


def side_of(said: Listed, document: Section, problems: Problems) -> str | None:
    """The side of a unit by its nation; None, and a problem, if no side has that nation."""
    side: str | None = next((name for name, nations in document["sides"].items() if said.nation in nations), None)
    if side is None:
        text, meant = on_no_side(said.nation, nations_of(document), problems)
        problems.add(place_of(said, "nation"), text, meant)
    return side


def nations_of(document: Section) -> list[str]:
    """The nations of both sides."""
    return [nation for nations in document["sides"].values() for nation in nations]


def on_no_side(nation: str, nations: list[str], problems: Problems) -> tuple[str, str | None]:
    """What to say of a nation that no side has, and which one was probably meant."""
    known_as = ALIASES.get(nation)
    meant = known_as if known_as in nations else problems.similar(nation, nations)
    return f"{nation!r} belongs to no side; the sides have {', '.join(nations)}{did_you_mean(meant)}", meant


def research_of(document: Section, nation: str) -> Mapping[str, int]:
    """The research results of a nation, as far as the file gives any."""
    return (document["research"] or {}).get(nation, {})  # type: ignore[no-any-return]


def check_research(document: Section, problems: Problems) -> None:
    """Research is the work of one nation, which is on a side."""
    research: Section = document["research"] or Section(document.mark)
    nations = nations_of(document)
    for nation in research:
        if nation not in nations:
            problems.add(research.at(nation), on_no_side(nation, nations, problems)[0])


def check_inverted(said: Listed, problems: Problems) -> bool:
    """No more units are inverted than there are."""
    if said.inverted <= said.count:
        return True
    problems.add(place_of(said, "inverted"), f"{said.inverted} inverted of {said.count}; expected at most {said.count}")
    return False
