"""The weather of the game turn (R1): what the scenario says, and what it keeps on the ground."""

from __future__ import annotations

from airwar.engine.events import Event, Note
from airwar.engine.rule import rule
from airwar.rulesets.ocs.board.setting import Setting


@rule("R1")
def weather_report(setting: Setting) -> Event | None:
    """What the weather allows. Ignoring it is a ruling."""
    weather = setting.weather
    if setting.rulings.yes("ignore-weather"):
        return setting.rulings.graded("ignore-weather", f"{weather.name} weather stops no mission")
    limited = f"missions may be flown only in these phases: {', '.join(weather.phases) or 'none'}"
    allowed = {"full": "all missions may be flown", "none": "no mission may be flown"}.get(weather.flight, limited)
    return Note(f"weather: {weather.name}; {allowed}")


@rule("R1")
def weather_refuses(setting: Setting, phase: str) -> str | None:
    """Why nothing flies in a phase, or None if the weather allows it."""
    weather = setting.weather
    if setting.rulings.yes("ignore-weather") or weather.flight == "full":
        return None
    if weather.flight == "limited" and phase in weather.phases:
        return None
    return f"the weather ({weather.name}) allows no flight in the {phase} phase"
