"""Total Air Supremacy (13.91): tested on every Front, once all air combat there is over."""

from __future__ import annotations

from airwar.engine.referee import Event, Next, Note, Referee, Ruling, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.war_in_europe.allotment import allot_support
from airwar.rulesets.war_in_europe.standing import exposed, holds_supremacy
from airwar.rulesets.war_in_europe.state import Front, Mission, Player, Setting, Turn


@rule("13.91", "13.911", "A1", "A2", "13.9")
def find_supremacy(ref: Referee, turn: Turn) -> Next:
    """Each Front is looked at for itself: whoever has nothing in either box there gives his opponents supremacy over him."""
    for front in turn.setting.fronts.values():
        ref.enter(front.id, f"Total Air Supremacy on {front.name}")
        ref.tell(findings, turn.setting, front)
    return Next(allot_support, turn)


def findings(setting: Setting, front: Front) -> list[Event]:
    """Every player's boxes and whom he holds supremacy over, and which readings of the rule mattered."""
    events: list[Event] = [Sheet(f"Air Points on {front.name}", COLUMNS, tuple(rows(setting, front)))]
    for player in concerned(setting, front):
        boxes = front.of(player.id)
        if not boxes.remaining and boxes.uncommitted:
            text = f"the {boxes.uncommitted} uncommitted points of {player.name} are in neither box and do not count"
            events.append(Note(text))
        alone, together = (exposed(setting, front, player.id, scope) for scope in ("player", "alliance"))
        if alone != together:
            text = f"nothing is left for {player.name} in either box on {front.name}, but something for an ally"
            events.append(Ruling("tas-scope", setting.options["tas-scope"], text))
    return events


def concerned(setting: Setting, front: Front) -> list[Player]:
    """Who matters on a Front: everybody named or on a mission there; all of an alliance of which nobody is."""
    missions: list[Mission] = [*setting.raids.values(), *setting.combats.values()]
    there = {*front.boxes, *(player for mission in missions if mission.front == front.id for player in mission.players)}
    alliances = {setting.players[player].alliance for player in there}
    return [player for player in setting.players.values() if player.id in there or player.alliance not in alliances]


COLUMNS = ("player", "Air Superiority", "Ground Support", "uncommitted", "supremacy over")


def rows(setting: Setting, front: Front) -> list[tuple[str, ...]]:
    table = []
    players = concerned(setting, front)
    for player in players:
        boxes = front.of(player.id)
        over = [other.name for other in players if holds_supremacy(setting, front, player.id, other.id)]
        counts = (boxes.superiority, boxes.ground_support, boxes.uncommitted)
        table.append((player.name, *map(str, counts), ", ".join(over) or "nobody"))
    return table
