"""Kamikaze attacks (17.4): all attacks of the turn at one moment, against combat groups of one naval force."""

from __future__ import annotations

from dataclasses import replace

from airwar.engine.moves import Move, Return, call
from airwar.engine.referee import Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.world_at_war.air.sent import Sent, nonzero
from airwar.rulesets.world_at_war.air_combat.forces import Force, Line
from airwar.rulesets.world_at_war.kamikazes.defenses import kamikazes_approach
from airwar.rulesets.world_at_war.kamikazes.state import CombatGroup, Fleet
from airwar.rulesets.world_at_war.kamikazes.wave import Wave, group_names
from airwar.rulesets.world_at_war.state import Turn

MOST = 15  # kamikazes against one combat group


@rule("17.47D", "17.47A", "17.463", "17.4", "17.46", "17.47")
def announce_kamikazes(ref: Referee, turn: Turn) -> Move[Turn]:
    """Japan announces all kamikaze attacks of the turn at once, group by group, at most 15 against each."""
    ref.enter("kamikazes", "Kamikaze attacks")
    fleet = fleet_of(turn)
    strikes = fleet.strikes
    if strikes is None:
        room = {group: min(MOST, turn.kamikazes.built) for group in fleet.open_to_attack}
        names = group_names(fleet)
        strikes = nonzero(ref.allot("japan.strikes", room, by="japan", most=turn.kamikazes.built, labels=names))
    if not strikes:
        ref.tell(Note, "no kamikazes attack")
        return Return(turn.with_result("kamikazes", "no attack"))
    turn = taking_off(turn, strikes)
    cover = tuple((group.id, air_units_over(turn, group)) for group in fleet.groups.values())
    wave = Wave(turn.setting, fleet, cover, turn.kamikazes, strikes)
    return call(kamikazes_approach, wave, back=wave_over, keep=turn)


def fleet_of(turn: Turn) -> Fleet:
    assert turn.setting.fleet is not None
    return turn.setting.fleet


@rule("17.48", "17.45")
def taking_off(turn: Turn, strikes: Sent) -> Turn:
    """Kamikazes that take off do not come back, whatever happens to the sortie; they need no oil."""
    number = sum(kamikazes for _, kamikazes in strikes)
    pool = turn.kamikazes
    pool = pool._replace(built=pool.built - number, spent=pool.spent + number)
    return replace(turn, kamikazes=pool._replace(all_used=pool.built == 0))


@rule("17.25", "17.141C")
def air_units_over(turn: Turn, group: CombatGroup) -> Force:
    """The squadrons over a group; army air flies cover with its cover squadrons."""
    lines = []
    for unit_id, number in {**group.patrol, **group.cover}.items():
        air_type = turn.unit(unit_id).air_type
        army = air_type.type == "aaf"
        lines.append(Line(unit_id, air_type, (0, number, 0) if army else (number,), whole=number if army else 0))
    return tuple(lines)


@rule("17.47D", "17.48")
def wave_over(ref: Referee, turn: Turn, wave: Wave) -> Move[Turn]:
    """All kamikazes that took off are gone; a single combat group may face a second wave at once."""
    left = turn.kamikazes.built
    if len(wave.fleet.groups) == 1 and left and not wave.second:
        group = wave.fleet.open_to_attack[0]
        ref.enter(f"{group}.second", "A second wave")
        number = wave.fleet.second_wave
        if number is None:
            number = ref.allot("japan.second-wave", {group: min(MOST, left)}, by="japan", facts=wave.facts)[group]
        if number:
            turn = taking_off(turn, ((group, number),))
            second = wave._replace(pool=turn.kamikazes, approaching=((group, number),), second=True)
            return call(kamikazes_approach, second, back=wave_over, keep=turn)
    ref.enter("", "After the kamikazes")
    ref.tell(Loss, "japan", "kamikaze", turn.kamikazes.spent, "expended")
    return Return(turn.with_result("kamikazes", result_of(wave)))


def result_of(wave: Wave) -> str:
    """What the attack did to the fleet."""
    ships = [f"{len(ships)} {fate}" for ships, fate in ((wave.sunk, "sunk"), (wave.damaged, "damaged")) if ships]
    hits = [f"{count(wave.hits, 'hit')} to settle by hand"] if wave.hits else []
    return ", ".join(ships + hits) or "no ship hurt"


STEPS = (announce_kamikazes, wave_over)
