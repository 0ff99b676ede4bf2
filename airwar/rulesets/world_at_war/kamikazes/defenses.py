"""The defenses that kamikazes face (17.47E): the air units over a combat group, then the guns of its ships."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from airwar.engine.moves import Move, then
from airwar.engine.referee import Event, Loss, Note, Referee, Status
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count, verb
from airwar.rulesets.world_at_war.air_combat.fire import fire
from airwar.rulesets.world_at_war.air_combat.forces import NOTHING, Effect, Line
from airwar.rulesets.world_at_war.kamikazes.about import where_to_divert
from airwar.rulesets.world_at_war.kamikazes.naval_attack import air_defense
from airwar.rulesets.world_at_war.kamikazes.state import CombatGroup
from airwar.rulesets.world_at_war.kamikazes.targets import choose_targets
from airwar.rulesets.world_at_war.kamikazes.wave import Wave, group_names
from airwar.rulesets.world_at_war.units.types import AirType


@rule("17.47E")
def kamikazes_approach(ref: Referee, wave: Wave) -> Move[Wave]:
    """The air units over a group fire first, then its ships: kamikazes are shot down, or diverted as the defender chooses."""
    if not wave.approaching:
        return then(choose_targets, wave)
    (group_id, number), approaching = wave.approaching[0], wave.approaching[1:]
    group = wave.fleet.groups[group_id]
    title = "in a second wave" if wave.second else "kamikazes"
    ref.enter(wave.scope(group_id), f"{number} {title} against {group.name}")
    wave = wave._replace(approaching=approaching)
    by_air = air_over(ref, wave, group, number)
    ref.tell(fates, by_air, "by the air units over the group")
    sent = diverted(ref, wave, group, "air", by_air.aborted)
    facing = number - by_air.eliminated - by_air.aborted + sent.pop(group_id, 0)
    by_ships = capped(air_defense(ref, group.air_defense), facing) if facing else NOTHING
    ref.tell(fates, by_ships, "by the ships")
    again = diverted(ref, wave, group, "ships", by_ships.aborted)
    wave = wave.with_through({group_id: facing - by_ships.eliminated - by_ships.aborted})
    return then(kamikazes_approach, wave.with_through(sent).with_through(again))


def capped(effects: Effect, number: int) -> Effect:
    """Effects on this many kamikazes; the excess is ignored."""
    eliminated = min(effects.eliminated, number)
    return Effect(eliminated, min(effects.aborted, number - eliminated))


@rule("17.47E", "17.464", "19.31C")
def air_over(ref: Referee, wave: Wave, group: CombatGroup, number: int) -> Effect:
    """Air cover and combat air patrol fire; the kamikazes do not, and have the DRM of regular naval air."""
    defenders = dict(wave.cover)[group.id]
    if not defenders:
        return NOTHING
    fleet = wave.fleet
    kamikazes = (Line("kamikazes", AirType("japan", "kamikaze", fleet.air_drm), (number,)),)
    # Ruling: air cover has no modifier of its own, but if any patrol flies, the kamikazes have engaged it.
    patrol = int(bool(group.patrol) and fleet.at_sea and not fleet.surprised)
    return capped(fire(ref, "fleet", defenders, kamikazes, patrol=patrol, rulings=wave.setting.rulings), number)


@rule("17.47E")
def diverted(ref: Referee, wave: Wave, group: CombatGroup, by: str, number: int) -> dict[str, int]:
    """The defender chooses the combat groups that diverted kamikazes attack."""
    if not number:
        return {}
    others = [other for other in wave.fleet.found if other != group.id]
    elsewhere = wave.setting.rulings.value("diverted-kamikazes") == "other-group" and others
    items = dict.fromkeys(others if elsewhere else [group.id, *others], number)
    labels = group_names(wave.fleet)
    key, turned = f"fleet.divert.{by}", partial(where_to_divert, wave, group, by, number)
    sent = ref.allot(key, items, by="fleet", least=number, most=number, labels=labels, facts=wave.facts, about=turned)
    ref.tell(diversion, wave, group, by, sent)
    return sent


def diversion(wave: Wave, group: CombatGroup, by: str, sent: Mapping[str, int]) -> list[Event]:
    """Where diverted kamikazes go, and the ruling if some go back to the group that they came from."""
    groups = wave.fleet.groups
    said = [
        Note(f"{count(number, 'kamikaze')} diverted to {groups[to].name}")
        for to, number in sent.items()
        if number and to != group.id
    ]
    back = sent.get(group.id, 0)
    if not back:
        return [*said]
    fate = f"still {verb(back, 'face')} the ships' guns" if by == "air" else f"{verb(back, 'attack')} without another roll"
    text = f"{count(back, 'diverted kamikaze')} {verb(back, 'return')} to {group.name} and {fate}"
    return [*said, wave.setting.rulings.ruled("diverted-kamikazes", text)]


def fates(effects: Effect, by: str) -> list[Event]:
    """What the defenses did."""
    shot = [Loss("japan", "kamikaze", effects.eliminated, f"shot down {by}")] if effects.eliminated else []
    turned = [Status("japan", "kamikaze", effects.aborted, f"diverted {by}")] if effects.aborted else []
    return [*shot, *turned]


STEPS = (kamikazes_approach,)
