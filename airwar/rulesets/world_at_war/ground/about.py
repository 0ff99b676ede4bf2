"""What the questions of ground attacks and of the air over them are about: who attacks what, at which strength, with which air."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from airwar.engine.words import count, listed
from airwar.rulesets.world_at_war.about import MOST_PLACES, ready_to_fly, sent_in_words, units_in_words
from airwar.rulesets.world_at_war.air.sent import Sent, nonzero
from airwar.rulesets.world_at_war.air_combat.about import both_left, in_words
from airwar.rulesets.world_at_war.air_combat.facts import Contingent
from airwar.rulesets.world_at_war.ground.state import Battle, Interception
from airwar.rulesets.world_at_war.ground.strength import attack_strength, defense_strength, in_factors, supported_ground
from airwar.rulesets.world_at_war.state import Turn

NOUNS = {"overrun": "overrun of", "regular": "attack on", "exploitation": "exploitation against"}


def factors(number: int) -> str:
    return count(number, "ground factor")


def the_attack(battle: Battle) -> str:
    """An attack by its name: `attack on Smolensk`."""
    return f"{NOUNS.get(battle.kind, 'attack on')} {battle.name}"


def strengths(battle: Battle) -> str:
    """Both strengths as they are now: `Axis 12 against Allies 6`."""
    own, enemy = battle.rulings.name("attacker"), battle.rulings.name("defender")
    return f"{own} strength {attack_strength(battle)} against {enemy} {defense_strength(battle)}"


def over(battle: Battle, sent: Sent, what: str) -> str:
    """Air over the battle, or nothing."""
    return f" {what}: {in_words(battle.force(sent))}." if sent else ""


# what attacks, and where


def attacks_so_far(turn: Turn, kind: str, by: str) -> str:
    """The attacks that are announced, and what can still fly for a side."""
    named = [f"{battle.name} ({strengths_short(battle)})" for battle in turn.battles if battle.kind == kind and battle.known]
    made = [turn.setting.name(hex_) for hex_, how, _ in turn.attacked if how == kind]
    none = f"Attacks made: {listed(made, MOST_PLACES)}." if made else "No attack announced yet."
    said = f"Attacks announced: {listed(named, MOST_PLACES)}." if named else none
    return f"{ready_to_fly(turn, by, lambda unit: unit.type in ('aaf', 'nas', 'jet'))} {said}"


def strengths_short(battle: Battle) -> str:
    """Both strengths, with the air over the hex that has not been used yet: `7 against 2, with 1 German AAF over it`."""
    there = f", with {in_words(battle.force(battle.cover))} over it" if battle.cover else ""
    return f"{attack_strength(battle)} against {defense_strength(battle)}{there}"


def attacked_with_it(battle: Battle) -> str:
    """An attack that is ordered at the table, on one hex or several."""
    return f"{battle.rulings.name('attacker')} orders an {the_attack(battle)}. Which hexes do the same units attack with it?"


def forces_to_state(battle: Battle) -> str:
    """An attack that is ordered at the table."""
    there = f" {factors(battle.attackers)} landed there already." if battle.attackers else ""
    return f"{battle.rulings.name('attacker')} orders an {the_attack(battle)}. Say which forces attack.{there}"


def defenders_to_state(battle: Battle, ground: int, dropping: int) -> str:
    """The ground forces that the program does not know."""
    own, enemy = battle.rulings.name("attacker"), battle.rulings.name("defender")
    forces = [factors(ground)] * bool(ground) + [f"{count(dropping, 'airborne factor')} to be dropped"] * bool(dropping)
    return f"{own} attacks {battle.name} with {listed(forces)}. Say which {enemy} ground factors defend it."


def got_through(battle: Battle) -> str:
    """A prepared exploitation."""
    return f"Exploitation at {battle.name} is prepared with {factors(battle.attackers)}. Say how many got through."


def at_sea(battle: Battle) -> str:
    """An invasion on its way."""
    return f"{battle.rulings.name('attacker')} invades {battle.name} with {factors(battle.invading)}. Say how many get ashore."


def attacks_left(battles: Iterable[Battle]) -> str:
    """The attacks that are still to be made."""
    named = [f"{battle.name} ({strengths_short(battle)})" for battle in battles]
    return f"{count(len(named), 'attack')} left: {listed(named, MOST_PLACES)}. Which is next?"


# with which air


def support_wanted(turn: Turn, battle: Battle, able: Mapping[str, int]) -> str:
    """The attack as it is without more support, and what could fly for it."""
    ready = f"Ready in range: {sent_in_words(turn, nonzero(able))}." if able else "No air is ready in range."
    landing = f" {count(battle.dropping, 'airborne factor')} still to drop." if battle.dropping else ""
    return f"At {battle.name}: {strengths(battle)}.{landing} {ready}"


def cover_wanted(turn: Turn, battle: Battle, able: Mapping[str, int]) -> str:
    """What attacks a hex, and what could cover it."""
    ready = f"Ready in range: {sent_in_words(turn, nonzero(able))}."
    if not battle.known:
        return f"No attack on {battle.name} is announced, but one may come. {ready}"
    there = f"{over(battle, battle.support, 'Its ground support')}{over(battle, battle.cover, 'Over the hex already')}"
    return f"At {battle.name}: {strengths(battle)}.{there} {ready}"


def over_the_hexes(turn: Turn, battles: Iterable[str]) -> str:
    """Where the enemy has placed air that may be intercepted."""
    named = [
        f"{in_words(battle.force(battle.cover))} over {battle.name}"
        for battle in turn.battles
        if battle.id in battles and battle.cover
    ]
    return f"Defensive air support, {turn.setting.rulings.name('defender')}: {listed(named, MOST_PLACES)}. Which is first?"


def to_intercept(turn: Turn, battle: Battle, cover: Sent, able: Mapping[str, int]) -> str:
    """The defensive air support over a hex, and what could meet it."""
    placed = f"Over {battle.name}: {turn.setting.rulings.name('defender')} {sent_in_words(turn, cover)}"
    return f"{placed}. Ready to intercept: {sent_in_words(turn, nonzero(able))}."


def after_round(fight: Interception, number: int) -> str:
    """What the rounds so far have left of both sides."""
    left = both_left(fight.rulings, Contingent(fight.attackers, fight.came), Contingent(fight.defenders, fight.cover))
    return f"After round {number} over {fight.rulings.name(fight.at)}: {left}."


def may_press(fight: Interception, number: int) -> str:
    """The defender has gone on; the attacker may fight another round."""
    more = f" Ready to join: {in_words(fight.reserves)}." if fight.reserves else ""
    return f"{after_round(fight, number)} The enemy goes on with its mission.{more}"


def may_join(fight: Interception, number: int) -> str:
    """The attacker fights another round, and may send more."""
    return f"{after_round(fight, number)} Ready to join: {in_words(fight.reserves)}."


# the attack


def about_to_attack(battle: Battle) -> str:
    """The attack as it stands, and the air that the defender may still use."""
    support = over(battle, battle.support, "Ground support")
    return f"At {battle.name}: {strengths(battle)}.{support}{over(battle, battle.cover, 'Enemy air over the hex')}"


def cover_to_use(battle: Battle, sent: Sent) -> str:
    """The defensive air support that is there, and how much of it may take part."""
    most = 3 * supported_ground(battle)
    return (
        f"At {battle.name}: {strengths(battle)}. {in_words(battle.force(sent))} over the hex; at most {most} factors may take part."
    )


def may_stay(battle: Battle) -> str:
    """Air that took no part."""
    end = f"The attack on {battle.name} is over" if battle.known else f"{battle.name} was not attacked"
    return f"{end}. {in_words(battle.force(battle.cover))} can stay there against exploitation; the rest goes home inverted."


def won(turn: Turn, battle: Battle, hex_: str) -> str:
    """A hex that the attacker has won."""
    there = [unit for unit in turn.units if unit.number and turn.hex_of(unit.home) == hex_]
    based = f" Based there: {units_in_words(there)}." if there else ""
    left = f"{factors(battle.attackers)} left" if battle.attackers else "the attackers"
    return f"{battle.rulings.name('attacker')} has won {turn.setting.name(hex_)} with {left}.{based}"


def too_much_support(battle: Battle, over_: int) -> str:
    """Ground support beyond three times the ground factors."""
    support = in_words(battle.force(battle.support))
    return f"{factors(battle.attackers)} attack {battle.name}: {in_factors(over_)} of the support is too much, of {support}."


def round_fought(battle: Battle, number: int) -> str:
    """What a round of ground combat has left."""
    own, enemy = battle.rulings.name("attacker"), battle.rulings.name("defender")
    left = f"{own} {factors(battle.attackers)}, {enemy} {factors(battle.defending)} left"
    return f"After round {number} at {battle.name}: {left}. {strengths(battle)}."


def odds_to_read(battle: Battle, column: str) -> str:
    """The odds, or the result at these odds, which the players read off."""
    return f"At {battle.name}: {strengths(battle)}, which is {column} rounded down."


def both_lose(battle: Battle, result: str) -> str:
    """A result whose losses the players state for both sides."""
    return f"At {battle.name}: {strengths(battle)}. Result {result}: say what each side loses, in factors."


def to_give_up(battle: Battle, side: str, owed: int) -> str:
    """What a side must give up, in any mix, and what it has."""
    attacks = side == "attacker"
    ground = battle.attackers if attacks else battle.defending
    air = battle.support if attacks else battle.used
    had = [factors(ground)] * bool(ground) + [in_words(battle.force(air))] * bool(air)
    ships = (battle.cve, "escort carrier factor"), (battle.fleets, "fleet factor")
    had += [count(number, noun) for number, noun in ships if number and attacks]
    lost = "a factor" if owed == 3 else f"{in_factors(owed)} factors"
    return f"Losses of {battle.rulings.name(side)} at {battle.name}: {lost} in any mix, of {listed(had)}."
