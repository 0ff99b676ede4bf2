"""Kamikaze attacks (17.4): all attacks of the turn at one moment, against combat groups of one naval force."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.moves import Move, Return, call
from airwar.engine.referee import Loss, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.names import count
from airwar.rulesets.world_at_war.air.sent import Sent, nonzero
from airwar.rulesets.world_at_war.bases.sinking import carriers_hit
from airwar.rulesets.world_at_war.kamikazes import about
from airwar.rulesets.world_at_war.kamikazes.cover import air_over
from airwar.rulesets.world_at_war.kamikazes.defenses import kamikazes_approach
from airwar.rulesets.world_at_war.kamikazes.state import Fleet
from airwar.rulesets.world_at_war.kamikazes.wave import Wave, group_names
from airwar.rulesets.world_at_war.state import Turn

MOST = 15  # kamikazes against one combat group


@rule("17.47D", "17.47A", "17.463", "17.4", "17.46", "17.47")
def announce_kamikazes(ref: Referee, turn: Turn) -> Move[Turn]:
    """Japan announces all kamikaze attacks of the turn at once, group by group, at most 15 against each."""
    fleet = fleet_of(turn)
    if turn.setting.orders_asked and not attacked_now(ref, turn, fleet):
        return Return(turn)
    ref.enter("kamikazes", "Kamikaze attacks")
    strikes = fleet.strikes
    if strikes is None:
        room = {group: min(MOST, turn.kamikazes.built) for group in fleet.open_to_attack}
        names = group_names(fleet)
        whom = partial(about.whom_to_attack, turn, fleet)
        strikes = nonzero(ref.allot("japan.strikes", room, by="japan", most=turn.kamikazes.built, labels=names, about=whom))
    if not strikes:
        ref.tell(Note, "no kamikazes attack")
        return Return(turn.with_result("kamikazes", "no attack"))
    turn = taking_off(turn, strikes)
    turn, cover = air_over(ref, turn, fleet)
    lost = tuple(carrier.id for carrier in turn.carriers if carrier.sunk)
    wave = Wave(turn.setting, fleet, cover, turn.kamikazes, strikes, gone=lost)
    return call(kamikazes_approach, wave, back=wave_over, keep=turn)


@rule("17.47D")
def attacked_now(ref: Referee, turn: Turn, fleet: Fleet) -> bool:
    """Whether the kamikazes of the turn attack at this moment; once some have attacked, the others do not."""
    if not turn.kamikazes.built or "kamikazes" in dict(turn.results):
        return False
    ref.enter(turn.part, "Kamikazes")
    options = {"attack": "all kamikazes of this turn attack now", "wait": "they do not attack now"}
    usual = "attack" if turn.part == fleet.moment else "wait"
    when = partial(about.when_to_attack, turn, fleet)
    return ref.choose("japan.moment", options, by="japan", default=usual, optional=True, about=when) == "attack"


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


@rule("17.47D", "17.48")
def wave_over(ref: Referee, turn: Turn, wave: Wave) -> Move[Turn]:
    """All kamikazes that took off are gone; a single combat group may face a second wave at once."""
    left = turn.kamikazes.built
    if len(wave.fleet.groups) == 1 and left and not wave.second:
        group = wave.fleet.open_to_attack[0]
        ref.enter(f"{group}.second", "A second wave")
        number = wave.fleet.second_wave
        if number is None:
            items, labels = {group: min(MOST, left)}, group_names(wave.fleet)
            done = partial(about.second_wave, turn, wave, group)
            number = ref.allot("japan.second-wave", items, by="japan", labels=labels, facts=wave.facts, about=done)[group]
        if number:
            turn = taking_off(turn, ((group, number),))
            second = wave._replace(pool=turn.kamikazes, approaching=((group, number),), second=True)
            return call(kamikazes_approach, second, back=wave_over, keep=turn)
    ref.enter("", "After the kamikazes")
    ref.tell(Loss, "japan", "kamikaze", turn.kamikazes.spent, "expended")
    turn = ships_struck(ref, turn, wave)
    return Return(turn.with_result("kamikazes", result_of(wave)))


@rule("17.3124", "17.3127")
def ships_struck(ref: Referee, turn: Turn, wave: Wave) -> Turn:
    """Carriers that kamikazes have sunk or damaged launch no more; their naval air goes to other carriers of the force."""
    patrols = {line.unit: line.number for _, force in wave.cover for line in force}
    sunk = {
        ship: sum(patrols.get(unit.id, 0) for unit in turn.units if unit.home == ship)
        for ship in wave.sunk
        if turn.find_carrier(ship)
    }
    return carriers_hit(ref, turn, sunk, [ship for ship in wave.damaged if turn.find_carrier(ship)])


def result_of(wave: Wave) -> str:
    """What the attack did to the fleet."""
    ships = [f"{len(ships)} {fate}" for ships, fate in ((wave.sunk, "sunk"), (wave.damaged, "damaged")) if ships]
    hits = [f"{count(wave.hits, 'hit')} to settle by hand"] if wave.hits else []
    return ", ".join(ships + hits) or "no ship hurt"


STEPS = (announce_kamikazes, wave_over)
