"""Ground combat (B7-B11): fire, losses and decisions, in turn or at once, until one side is gone or retreats.

normal combat         defender_fires, attacker_suffers, attacker_decides, attacker_fires, defender_suffers, defender_decides
simultaneous combat   both_fire, attacker_suffers, defender_suffers, attacker_decides, defender_decides
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from airwar.engine.events import Note
from airwar.engine.moves import Move, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.dark_crusade.about import both_sides
from airwar.rulesets.dark_crusade.advance import attackers_advance, attackers_are_destroyed, both_are_destroyed
from airwar.rulesets.dark_crusade.battle import Battle
from airwar.rulesets.dark_crusade.losses import absorb, fire
from airwar.rulesets.dark_crusade.refuge import may_retreat, no_way_out, room_in_words
from airwar.rulesets.dark_crusade.retreat import attackers_retreat, defenders_retreat, starting_points
from airwar.rulesets.dark_crusade.state import Outcome
from airwar.rulesets.dark_crusade.values import facts, firing_total, is_simultaneous, nobody_can_fire


@rule("B7")
def type_of_combat(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Weather, attacker and air decide whether the sides fire in turn or at once."""
    at_once = fights_at_once(ref, battle)
    ref.tell(Note, f"{'simultaneous' if at_once else 'normal'} combat")
    if battle.plan.fortified and not battle.works:
        ref.tell(Note, "there are field works; what they do is not in the source, and the scenario has them absorb nothing")
    battle = replace(battle, simultaneous=at_once)
    if nobody_can_fire(battle):
        return stand_down(ref, battle)
    return then(both_fire if at_once else defender_fires, battle)


@rule("B7")
def fights_at_once(ref: Referee, battle: Battle) -> bool:
    """Whether the sides fire at once; Soviet air that has retreated to the point matters only by option."""
    attacker, weather, german, soviet = battle.setting.attacker, battle.plan.weather, battle.german_air, battle.soviet_air
    without = is_simultaneous(attacker, weather, german, soviet)
    sheltering = battle.sheltering_air("soviet")
    if is_simultaneous(attacker, weather, german, soviet + sheltering) == without:
        return without
    rulings = battle.setting.rulings
    present = rulings.value("sheltering-air") == "present"
    said = "is present, so combat is normal" if present else "takes no part, so combat is simultaneous"
    ref.tell(rulings.ruled, "sheltering-air", f"the Soviet air that retreated to {battle.name} {said}")
    return without and not present


# fire


@rule("B8")
def defender_fires(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Normal combat: a round begins with the defender's fire."""
    ref.new_round()
    return then(attacker_suffers, replace(battle, repulses=fire(ref, battle, "defender")))


@rule("B8")
def attacker_fires(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Normal combat: the attackers that are left fire."""
    return then(defender_suffers, replace(battle, breakthroughs=fire(ref, battle, "attacker")))


@rule("B11")
def both_fire(ref: Referee, battle: Battle) -> Move[Outcome]:
    """Simultaneous combat: both sides fire before either takes losses."""
    ref.new_round()
    breakthroughs = fire(ref, battle, "attacker")
    return then(attacker_suffers, replace(battle, breakthroughs=breakthroughs, repulses=fire(ref, battle, "defender")))


# losses


@rule("B8", "B11")
def attacker_suffers(ref: Referee, battle: Battle) -> Move[Outcome]:
    """The attacker takes the repulses. In simultaneous combat the defender follows, whoever is left."""
    battle = replace(absorb(ref, battle, "attacker", battle.repulses), repulses=0)
    if battle.simultaneous:
        return then(defender_suffers, battle)
    return then(attacker_decides if battle.units("attacker") else attackers_are_destroyed, battle)


@rule("B8", "B11")
def defender_suffers(ref: Referee, battle: Battle) -> Move[Outcome]:
    """The defender takes the breakthroughs."""
    battle = replace(absorb(ref, battle, "defender", battle.breakthroughs), breakthroughs=0)
    attackers, defenders = battle.units("attacker"), battle.units("defender")
    if not attackers:
        return then(attackers_are_destroyed if defenders else both_are_destroyed, battle)
    if not defenders:
        return then(attackers_advance, battle)
    if not battle.simultaneous:
        return then(defender_decides, battle)
    return stand_down(ref, battle) if nobody_can_fire(battle) else then(attacker_decides, battle)


# staying and retreating


@rule("B8", "B11")
def attacker_decides(ref: Referee, battle: Battle) -> Move[Outcome]:
    """The attacker stays or retreats. In simultaneous combat the defender is asked only if he stays."""
    if retreats(ref, battle, "attacker"):
        return then(attackers_retreat, battle)
    if battle.simultaneous:
        return then(defender_decides, battle)
    return then(attacker_fires, persisting(battle))


@rule("B8", "B11")
def defender_decides(ref: Referee, battle: Battle) -> Move[Outcome]:
    """The defender stays or retreats; if he stays, the next round begins."""
    if retreats(ref, battle, "defender"):
        return then(defenders_retreat, battle)
    if battle.simultaneous:
        return then(both_fire, persisting(battle))
    return stand_down(ref, battle) if nobody_can_fire(battle) else then(defender_fires, battle)


@rule("B11", "B8")
def stand_down(ref: Referee, battle: Battle) -> Move[Outcome]:
    """With only dispersed units on both sides the attacker retreats and the defender holds."""
    # Ruling: the source says so of simultaneous combat; without it normal combat would never end.
    doubt = "" if battle.simultaneous else " (for normal combat the source does not say so)"
    ref.tell(Note, f"both sides have only dispersed units: the attacker retreats{doubt}")
    return then(attackers_retreat, battle)


@rule("B12", "B8")
def retreats(ref: Referee, battle: Battle, role: str) -> bool:
    """A side stays, or retreats with everything it has."""
    if role == "attacker" and exhausted(battle):
        limit = battle.setting.rulings.number("max-rounds")
        text = f"the attackers cannot inflict a loss and have stayed {limit} times: they retreat"
        ref.tell(battle.setting.rulings.ruled, "max-rounds", text)
        return True
    options = {"stay": "fight on", "retreat": f"retreat with everything: {cost_of_retreat(battle, role)}"}
    if role == "defender" and not may_retreat(battle):
        del options["retreat"]
        ref.tell(no_way_out, battle)
    known = facts(battle, role)
    hopeless = not firing_total(battle, role) and "retreat" in options and not nobody_can_fire(battle)
    usual = "retreat" if hopeless else "stay"
    by = battle.setting.player(role)
    about = partial(both_sides, battle)
    return ref.choose(f"{role}.retreat", options, by=by, default=usual, facts=known, about=about) == "retreat"


@rule("B12", "B13")
def cost_of_retreat(battle: Battle, role: str) -> str:
    """What a retreat costs, for the prompt: attackers are dispersed, defenders need room on the lines."""
    if role == "defender":
        return room_in_words(battle)
    name, origins = battle.setting.name, starting_points(battle)
    driven = [name(origin) for origin in origins if battle.defenders_at(origin)]
    where = f"all are dispersed at {', '.join(map(name, origins))}"
    return f"{where}; enemies have been driven to {', '.join(driven)} (B14)" if driven else where


@rule("B8")
def harmless(battle: Battle) -> bool:
    """Whether the attackers can no longer inflict a single loss."""
    total, table = firing_total(battle, "attacker"), battle.setting.table
    return not table.can_harm(total) if table is not None else not total


def exhausted(battle: Battle) -> bool:
    return battle.stalled >= battle.setting.rulings.number("max-rounds") and harmless(battle)


def persisting(battle: Battle) -> Battle:
    """The attackers stay. If they can do no harm that is counted, since the battle might otherwise never end."""
    return replace(battle, stalled=battle.stalled + 1) if harmless(battle) else battle
