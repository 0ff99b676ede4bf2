"""airwar: a combat adjudicator for tabletop air war.

As a library:

    airwar.load      a scenario from a file, by name, from text, or from plain values in Python: a Scenario
    airwar.fight     a battle by its script: a Battle
    airwar.odds      the chance of every result and every loss: Odds
    airwar.batch     many battles, counted: Odds
    airwar.session   a battle question by question: a Session, which asks for a Roll, Choice, Allotment or Fact
    airwar.resume    the same from its log
    airwar.analyze   the luck and the skill in a battle: an Analysis

What goes wrong is an AirwarError: a BadScenario lists its problems, a BadAnswer can be given again. The names are looked up in
`airwar.api` when they are first used, so that `import airwar` costs nothing. `airwar guide library` lists what each can do.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from airwar.version import __version__

if TYPE_CHECKING:
    from airwar.api import AirwarError as AirwarError
    from airwar.api import Allotment as Allotment
    from airwar.api import Analysis as Analysis
    from airwar.api import BadAnswer as BadAnswer
    from airwar.api import BadScenario as BadScenario
    from airwar.api import Battle as Battle
    from airwar.api import Choice as Choice
    from airwar.api import Fact as Fact
    from airwar.api import Odds as Odds
    from airwar.api import Roll as Roll
    from airwar.api import Scenario as Scenario
    from airwar.api import Seated as Seated
    from airwar.api import Session as Session
    from airwar.api import analyze as analyze
    from airwar.api import batch as batch
    from airwar.api import fight as fight
    from airwar.api import load as load
    from airwar.api import odds as odds
    from airwar.api import resume as resume
    from airwar.api import session as session

PUBLIC = (
    *("load", "fight", "odds", "batch", "session", "resume", "analyze"),
    *("Scenario", "Battle", "Session", "Odds", "Analysis"),
    *("Roll", "Choice", "Allotment", "Fact"),  # what a session asks
    "Seated",  # who answers at its table
    *("AirwarError", "BadAnswer", "BadScenario"),
)
__all__ = ["__version__", *PUBLIC]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in PUBLIC:
        return getattr(import_module("airwar.api"), name)
    raise AttributeError(f"module 'airwar' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
