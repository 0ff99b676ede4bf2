"""Units as a scenario lists them: the side they belong to, and how many of them are inverted."""

from __future__ import annotations

from airwar.scenario.problems import Problems
from airwar.scenario.shape import Section


def side_of(said: Section, document: Section, problems: Problems) -> str | None:
    """The side of a unit by its nation; None, and a problem, if no side has that nation."""
    side: str | None = next((name for name, nations in document["sides"].items() if said["nation"] in nations), None)
    if side is None:
        nations = ", ".join(nation for nations in document["sides"].values() for nation in nations)
        problems.add(said.at("nation"), f"{said['nation']!r} belongs to no side; the sides have {nations}")
    return side


def check_inverted(said: Section, problems: Problems) -> bool:
    """No more units are inverted than there are."""
    if said["inverted"] <= said["count"]:
        return True
    problems.add(said.at("inverted"), f"{said['inverted']} inverted of {said['count']}; expected at most {said['count']}")
    return False
