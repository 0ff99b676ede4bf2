"""What the referee announces when a turn begins: the rulings that every roll depends on, and those the table has changed."""

from __future__ import annotations

from airwar.engine.referee import Event
from airwar.rulesets.air_supremacy.options import OPTIONS, ruling
from airwar.rulesets.air_supremacy.turn import Turn


def opening_rulings(turn: Turn) -> list[Event]:
    """The rulings that matter for this turn from the start, each once."""
    setting, rulings = turn.setting, turn.setting.rulings
    if setting.number:
        return []  # they were announced in the first turn
    always = ["hit", "casualties", "casualty-chooser"]
    units = [line.kind.type for battle in turn.battles for line in (*battle.attackers, *battle.defenders)]
    if any(type_.flies for type_ in units):
        always.append("air-priority")
    if any(line.kind.type.id == "anti-aircraft" for battle in turn.battles for line in battle.attackers):
        always.append("aa-attack")
    if not rulings.yes("withdraw-before-first-roll"):
        always.append("withdraw-before-first-roll")
    events = [rulings.ruled("die-sides", f"every shot is one d{setting.sides}")]
    events += [ruling(rulings, option) for option in always]
    if setting.campaign.house_types:
        text = f"house values, not in the module, for {', '.join(setting.campaign.house_types)}"
        events.append(rulings.ruled("placeholder-values", text))
    announced = {event.option for event in events}
    return [*events, *(ruling(rulings, name) for name in OPTIONS if name not in announced and not rulings.is_default(name))]
