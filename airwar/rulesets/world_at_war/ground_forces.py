"""Ground attacks (18.551): where and with what on both sides, their strengths, and how they are spoken of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from airwar.engine.frozen import replace
from airwar.engine.referee import Note, Referee, Sheet
from airwar.engine.rule import rule
from airwar.engine.words import agreeing, count, listed, not_one_of
from airwar.rulesets.kit import Fault, beyond, facts, verb
from airwar.rulesets.world_at_war.air_combat import Contingent, both_left, in_words
from airwar.rulesets.world_at_war.landing import landed
from airwar.rulesets.world_at_war.ordering import (
    MOST_PLACES,
    Menu,
    base_menu,
    ready_to_fly,
    sent_in_words,
    units_in_words,
)
from airwar.rulesets.world_at_war.setting import Base
from airwar.rulesets.world_at_war.state import MOST_DEFENDERS, Battle, Defenders, Interception, Seen, Turn, free_to_fly
from airwar.rulesets.world_at_war.taking_off import enemy_refused, taken_off
from airwar.rulesets.world_at_war.units import AirType, Force, Line, Sent, Unit, added, nonzero


class Operation(NamedTuple):
    """Ground attacks that are prepared or fought in a phase; the first of them is at hand."""

    turn: Turn
    waiting: tuple[str, ...]
    kind: str = ""  # overrun, regular or exploitation

    @property
    def battle(self) -> Battle:
        return self.turn.battle(self.waiting[0])

    def with_battle(self, battle: Battle) -> Operation:
        """The operation with the battle at hand in a new state."""
        if battle is self.battle:
            return self
        return self._replace(turn=self.turn.with_battle(battle))


def battles_of(turn: Turn, kind: str) -> tuple[str, ...]:
    """The attacks of a kind, by their ids; hexes that are only covered are not attacked."""
    return tuple(battle.id for battle in turn.battles if battle.kind == kind and battle.known)


class Plan(NamedTuple):
    """What a side has announced before the battles of a phase."""

    asked: int
    battles: tuple[Battle, ...]
    flying: Sent


def seen_by(turn: Turn, units: tuple[Unit, ...], kind: str) -> Seen:
    """What a side looks at that announces what flies to the ground attacks of a kind: its own free units and the hexes."""
    fought = tuple([hex_ for hex_, how, _ in turn.attacked if how == kind])
    return Seen(turn, free_to_fly(units), turn.surroundings, turn.battles, fought, turn.winter, turn.part, turn.asked)


def planned(turn: Turn, plan: Plan) -> Turn:
    """The turn after what a side has announced."""
    return replace(taken_off(turn, plan.flying), battles=plan.battles, asked=plan.asked)


# strengths


Entry = tuple[str, int, int]  # what adds strength, how many of it, and what they add in thirds of a factor

# the attack


@rule("18.5521", "17.143")
def thirds(force: Force) -> int:
    """Air units in thirds of a factor: three for an army factor, one for a naval squadron."""
    return sum(line.number * in_thirds(line.air_type) for line in force)


def in_thirds(type_: AirType) -> int:
    """One air unit of a type in thirds of a factor."""
    return 1 if type_.in_squadrons else 3


def most_within(items: Mapping[str, int], weight: Mapping[str, int], room: int) -> int:
    """How many of these units fit into a room given in thirds of a factor, the lightest first."""
    number = 0
    for name in sorted(items, key=weight.__getitem__):
        fit = min(items[name], max(room, 0) // weight[name])
        number, room = number + fit, room - fit * weight[name]
    return number


@rule("18.5521", "17.143")
def naval_factors(squadrons: int, fleets: int) -> int:
    """Three squadrons, or three fleet factors of shore bombardment, are a factor; remnants are added together."""
    return (squadrons + fleets) // 3


@rule("18.55", "18.5521", "18.553B", "18.615")
def attack_strength(battle: Battle) -> int:
    """Ground factors, army air one each, naval air and shore bombardment three to one, escort carriers one each."""
    support = battle.force(battle.support)
    army = sum(line.number for line in support if not line.air_type.in_squadrons)
    naval = naval_factors(squadrons_of(support), battle.fleets)
    return battle.attackers + army + naval + battle.cve


def squadrons_of(force: Force) -> int:
    """The naval squadrons among these units."""
    return sum(line.number for line in force if line.air_type.in_squadrons)


@rule("18.554A", "18.553D")
def support_over_limit(air_thirds: int, cve: int, ground: int) -> str | None:
    """Why this is too much ground support, escort carriers included, or None: at most three times the attacking ground factors."""
    given = air_thirds + 3 * cve
    if given <= 9 * ground:
        return None
    return f"{in_factors(given)} factors of ground support for {factors(ground)}; expected at most {3 * ground} (18.554)"


@rule("18.553C", "18.554B")
def escort_carriers_allowed(cve: int, ground: int) -> int:
    """Escort carriers add at most as many factors as there are invading ground factors."""
    return min(cve, ground)


# the defense


@rule("18.614A", "18.611D")
def supported_ground(battle: Battle) -> int:
    """The defending ground factors that count for the limit: no multipliers, no partisans."""
    return sum(group.factors for group in battle.defenders if not group.partisans)


@rule("18.611B", "18.611C", "18.612")
def support_strength(army: int, squadrons: int, *, invasion: bool) -> int:
    """What defensive air support adds: one for a factor, one for three squadrons; three and one against an invasion."""
    return 3 * army + squadrons if invasion else army + squadrons // 3


def by_kind(force: Force) -> tuple[int, int]:
    """Army factors and naval squadrons; jets only escort."""
    return sum(line.number for line in force if line.type == "aaf"), squadrons_of(force)


@rule("18.611A", "18.611C", "18.615")
def defense_strength(battle: Battle) -> int:
    """Ground factors with their multipliers, and the air that takes part, which is never multiplied."""
    ground = sum(group.factors * group.dm for group in battle.defenders)
    return ground + support_strength(*by_kind(battle.force(battle.used)), invasion=battle.invasion)


@rule("18.614A", "18.614B")
def cover_over_limit(battle: Battle, force: Force) -> str | None:
    """Why this is too much air, or None: at most three times the defending ground factors, in army factors or their equivalent."""
    army, squadrons = by_kind(force)
    given, ground = 3 * army + squadrons, supported_ground(battle)
    if given <= 9 * ground:
        return None
    defenders = count(ground, "defending ground factor")
    return f"{in_factors(given)} air factors for {defenders}; expected at most {3 * ground} (18.614)"


# both


def strengths(battle: Battle, side: str = "attacker") -> dict[str, int]:
    """What a policy may ask about; defensive air support that is not used yet does not count."""
    attack, defense = attack_strength(battle), defense_strength(battle)
    own, enemy = (attack, defense) if side == "attacker" else (defense, attack)
    return facts(own, enemy)


def strength_sheet(battle: Battle) -> Sheet:
    """The strength of each side, line by line: how many there are, and the factors they add."""
    attack: list[Entry] = [("ground", battle.attackers, 3 * battle.attackers)]
    attack += [(air_line(line), line.number, thirds((line,))) for line in battle.force(battle.support)]
    attack += [("escort carriers", battle.cve, 3 * battle.cve)] * bool(battle.cve)
    attack += [("shore bombardment", battle.fleets, battle.fleets)] * bool(battle.fleets)
    worth = 3 if battle.invasion else 1
    defense: list[Entry] = [
        (f"{group.name}, times {group.dm}", group.factors, 3 * group.factors * group.dm) for group in battle.defenders
    ]
    defense += [(air_line(line), line.number, worth * thirds((line,))) for line in battle.force(battle.used)]
    own, enemy = (battle.rulings.name(side) for side in ("attacker", "defender"))
    rows = side_rows(own, attack, attack_strength(battle)) + side_rows(enemy, defense, defense_strength(battle))
    return Sheet(f"Strengths at {battle.name}", ("side", "what", "number", "factors"), tuple(rows))


def air_line(line: Line) -> str:
    return f"{line.unit}: {line.label}"


def side_rows(side: str, entries: list[Entry], strength: int) -> list[tuple[str, ...]]:
    """One side of the sheet; thirds of a factor that are left over are taken off, so that the column adds up."""
    rows = [(side, what, str(number), in_factors(worth)) for what, number, worth in entries]
    over = sum(worth for _, _, worth in entries) - 3 * strength
    rows += [(side, "thirds left over", "", f"-{in_factors(over)}")] * bool(over)
    return [*rows, (side, "strength", "", str(strength))]


def in_factors(thirds: int) -> str:
    """Thirds of a factor, written as factors: 4, 1 1/3, 2/3."""
    whole, rest = divmod(thirds, 3)
    return " ".join([str(whole)] * bool(whole or not rest) + [f"{rest}/3"] * bool(rest))


def spoken(thirds: int) -> str:
    """Thirds of a factor, with their noun: 1 factor, 1 1/3 factors."""
    return f"{in_factors(thirds)} factor{'' if thirds in (1, 2, 3) else 's'}"


# in words


NOUNS = {"overrun": "overrun of", "regular": "attack on", "exploitation": "exploitation against"}


def factors(number: int) -> str:
    return count(number, "ground factor")


def the_attack(battle: Battle) -> str:
    """An attack by its name: `attack on Smolensk`."""
    return f"{NOUNS.get(battle.kind, 'attack on')} {battle.name}"


def strengths_in_words(battle: Battle) -> str:
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
    invading = agreeing(battle.rulings.name("attacker"), f"invades {battle.name}")
    return f"{invading} with {factors(battle.invading)}. Say how many get ashore."


def attacks_left(battles: Iterable[Battle]) -> str:
    """The attacks that are still to be made."""
    named = [f"{battle.name} ({strengths_short(battle)})" for battle in battles]
    return f"{count(len(named), 'attack')} left: {listed(named, MOST_PLACES)}. Which is next?"


# with which air


def support_wanted(turn: Turn, battle: Battle, able: Mapping[str, int]) -> str:
    """The attack as it is without more support, and what could fly for it."""
    ready = f"Ready in range: {sent_in_words(turn, nonzero(able))}." if able else "No air is ready in range."
    landing = f" {count(battle.dropping, 'airborne factor')} still to drop." if battle.dropping else ""
    return f"At {battle.name}: {strengths_in_words(battle)}.{landing} {ready}"


def cover_wanted(turn: Turn, battle: Battle, able: Mapping[str, int]) -> str:
    """What attacks a hex, and what could cover it."""
    ready = f"Ready in range: {sent_in_words(turn, nonzero(able))}."
    if not battle.known:
        return f"No attack on {battle.name} is announced, but one may come. {ready}"
    there = f"{over(battle, battle.support, 'Its ground support')}{over(battle, battle.cover, 'Over the hex already')}"
    return f"At {battle.name}: {strengths_in_words(battle)}.{there} {ready}"


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
    return f"At {battle.name}: {strengths_in_words(battle)}.{support}{over(battle, battle.cover, 'Enemy air over the hex')}"


def cover_to_use(battle: Battle, sent: Sent) -> str:
    """The defensive air support that is there, and how much of it may take part."""
    most = 3 * supported_ground(battle)
    return (
        f"At {battle.name}: {strengths_in_words(battle)}. {in_words(battle.force(sent))} over the hex; "
        f"at most {most} factors may take part."
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
    return f"After round {number} at {battle.name}: {left}. {strengths_in_words(battle)}."


def odds_to_read(battle: Battle, column: str) -> str:
    """The odds, or the result at these odds, which the players read off."""
    return f"At {battle.name}: {strengths_in_words(battle)}, which is {column} rounded down."


def both_lose(battle: Battle, result: str) -> str:
    """A result whose losses the players state for both sides."""
    return f"At {battle.name}: {strengths_in_words(battle)}. Result {result}: say what each side loses, in factors."


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


# orders at the table


BY_LAND, BY_SEA, AIRBORNE, ESCORT_CARRIERS, FLEET = "by-land", "by-sea", "airborne", "escort-carriers", "fleet"
MOST = {BY_LAND: 60, BY_SEA: 30, AIRBORNE: 12, ESCORT_CARRIERS: 20, FLEET: 60}  # of each kind of force in one attack
FORCES = {
    BY_LAND: "ground factors that attack by land",
    BY_SEA: "ground factors that invade by sea",
    AIRBORNE: "airborne factors to be dropped",
    ESCORT_CARRIERS: "escort carrier factors",
    FLEET: "fleet factors of shore bombardment",
}
OF_KIND = {"overrun": (BY_LAND,), "regular": tuple(MOST), "exploitation": (BY_LAND, AIRBORNE)}
NOT_OF_KIND = {  # why a force takes no part in other attacks than those of its kinds, and the rule
    BY_SEA: ("an invasion is a regular attack", "18.553"),
    AIRBORNE: ("airborne units are dropped in the combat phase", "17.63C"),
    ESCORT_CARRIERS: ("escort carriers give ground support to seaborne invasions only", "18.553"),
    FLEET: ("ships bombard for regular attacks only", "18.5521"),
}
MULTIPLIERS = {f"dm-{dm}": dm for dm in range(1, 7)}
PARTISANS = "partisans"


# where


def enemy_hexes(turn: Turn) -> list[Base]:
    """The defender's hexes on the map."""
    return [base for base in turn.bases if base.side != turn.setting.attacker and not base.box]


def fought(turn: Turn, base: Base, kind: str) -> bool:
    """Whether a hex has been attacked in this way already."""
    return any((hex_, how) == (base.id, kind) for hex_, how, _ in turn.attacked)


def attacks(turn: Turn, kind: str, ids: tuple[str, ...], verb: str, stop: str) -> Menu:
    """The attacks with these ids, and others that may be ordered."""
    prepared = {battle.id: f"{verb} {battle.name}, as prepared" for battle in turn.battles if battle.id in ids}
    return base_menu(
        turn, prepared, verb, partial(attack_refused, turn, kind), stop, lambda: [base.id for base in enemy_hexes(turn)]
    )


@rule("18.551", "18.49")
def attack_refused(turn: Turn, kind: str, base: Base) -> str | None:
    """Why a hex cannot be attacked in this way now, or None."""
    if refused := enemy_refused(turn, base, "hex (18.551)"):
        return refused
    ordered = [battle for battle in turn.battles if battle.kind == kind and battle.known]
    done = fought(turn, base, kind) or any(base.id in battle.hexes for battle in ordered)
    return f"{base.name} has its {kind} attack in this phase already (18.551)" if done else None


@rule("18.551")
def together_refused(turn: Turn, battle: Battle, base: Base) -> str | None:
    """Why the same units cannot attack a hex together with those of a battle, or None.

    Ruling: they are next to all hexes that they attack, so these are two hexes apart at most; an overrun is of one hex.
    """
    if refused := attack_refused(turn, battle.kind, base):
        return refused
    if battle.kind == "overrun":
        return f"{base.name} is not overrun together with {battle.name}; an overrun is of the hex that is entered (18.551)"
    far = beyond(None, turn, battle.hex, base.id, 2)
    return f"{far} from {battle.name}; the same units attack hexes at most two hexes apart (18.551)" if far else None


# with what


def unattacked(turn: Turn, hex_: str, kind: str) -> Battle:
    """A hex that nobody attacks yet: air units may cover it, and paratroops land there, before both sides state their forces."""
    name, rulings = turn.setting.name(hex_), turn.setting.rulings
    return Battle((hex_,), kind, False, turn.winter_at(hex_), 0, 0, 0, (), name=name, rulings=rulings, known=False)


def attack_on(ref: Referee, turn: Turn, hex_: str, kind: str) -> tuple[Turn, Battle]:
    """A new attack: the attacker states its forces, the referee those of the defender. Air that is there already stays."""
    covered = [battle for battle in turn.battles if battle.kind == kind and not battle.known]
    battle = next((battle for battle in covered if hex_ in battle.hexes), unattacked(turn, hex_, kind))
    ref.enter(battle.id, f"{'Overrun of' if kind == 'overrun' else 'Attack on'} {battle.name}")
    for other in further_hexes(ref, turn, battle):
        battle = attacked_together(battle, next((one for one in covered if other in one.hexes), unattacked(turn, other, kind)))
    battle = ref.settle(stated, battle)
    others = tuple(other for other in turn.battles if other.kind != kind or not {*other.hexes} & {*battle.hexes})
    return replace(turn, battles=(*others, battle)), battle


def stated(ref: Referee, battle: Battle) -> Battle:
    """An attack with the ground forces of both sides."""
    forces = attacking_forces(ref, battle)
    ground = forces[BY_LAND] + forces.get(BY_SEA, 0)
    return battle._replace(
        known=True,
        invasion=bool(forces.get(BY_SEA)),
        planned=battle.planned + ground,
        attackers=battle.attackers + ground,
        dropping=forces.get(AIRBORNE, 0),
        invading=forces.get(BY_SEA, 0),
        defenders=defending_forces(ref, battle, battle.attackers + ground, forces.get(AIRBORNE, 0)),
        cve=forces.get(ESCORT_CARRIERS, 0),
        fleets=forces.get(FLEET, 0),
    )


@rule("18.551")
def further_hexes(ref: Referee, turn: Turn, battle: Battle) -> tuple[str, ...]:
    """Other hexes that the same units attack in one attack; they are next to all of them, so these are two hexes apart at most."""
    if ref.takes_default("attacker.also", "attacker"):
        return ()
    others = [base for base in turn.bases if base.id not in battle.hexes]
    near = [base.id for base in others if together_refused(turn, battle, base) is None]
    if not near:
        return ()

    def why_not(name: str) -> str | None:
        base = turn.find_base(name)
        return together_refused(turn, battle, base) if base else f"{not_one_of(name, items)} (18.551)"

    labels = {hex_: f"{turn.setting.name(hex_)} as well" for hex_ in near}
    which, words = partial(attacked_with_it, battle), ("also",)
    items = dict.fromkeys(near, 1)
    answer = ref.allot(
        "attacker.also",
        items,
        by="attacker",
        default={},
        labels=labels,
        optional=True,
        about=which,
        quiet=True,
        words=words,
        why_not=why_not,
    )
    return tuple(hex_ for hex_, number in answer.items() if number)


def attacked_together(battle: Battle, other: Battle) -> Battle:
    """One attack on the hexes of two, with the air that covers them and the paratroops that have landed there."""
    joined = battle.joined_by(other.force(other.cover))
    return joined._replace(
        hexes=tuple(dict.fromkeys((*battle.hexes, *other.hexes))),
        planned=battle.planned + other.planned,
        attackers=battle.attackers + other.attackers,
        airborne=battle.airborne + other.airborne,
        dropped_on=(*battle.dropped_on, *other.dropped_on),
        cover=added(battle.cover, other.cover),
    )


@rule("18.553A", "18.553C", "18.553", "18.554")
def attacking_forces(ref: Referee, battle: Battle) -> dict[str, int]:
    """The ground and naval forces of an attack, by land, by sea or both; escort carriers only with invaders, within their limit.

    Ruling: a hex is attacked by land and by sea in one attack, which is a seaborne invasion.
    """

    def refuse(answer: Mapping[str, int]) -> str | None:
        return next(map(str, force_faults(battle.kind, answer, battle.attackers)), None)

    def why_not(force: str) -> str | None:
        return refuse({force: 1}) if force in FORCES else f"{not_one_of(force, items)} (18.551)"

    # Airborne factors that have landed are there already; the others are planned with before they are dropped.
    kinds = [kind for kind in OF_KIND[battle.kind] if kind != AIRBORNE or not battle.attackers]
    items = {kind: MOST[kind] for kind in kinds}
    least = {} if battle.attackers else {BY_LAND: 1}
    state = partial(forces_to_state, battle)
    return ref.allot(
        "attacker.forces", items, by="attacker", default=least, labels=FORCES, refuse=refuse, about=state, why_not=why_not
    )


@rule("18.553A", "18.553C", "18.553", "18.5521")
def force_faults(kind: str, forces: Mapping[str, int], there: int = 0) -> Iterator[Fault]:
    """What is wrong with the forces of an attack, by kind of force. `there`: the ground factors that have landed already."""
    for force, number in forces.items():
        if number and force not in OF_KIND[kind]:
            yield Fault(force, *NOT_OF_KIND[force])
        if number > MOST[force]:
            yield Fault(force, f"{number} {FORCES[force]}; expected at most {MOST[force]}", "18.551")
    ground, carriers = [forces.get(force, 0) for force in (BY_LAND, BY_SEA, AIRBORNE)], forces.get(ESCORT_CARRIERS, 0)
    if not there + sum(ground):
        yield Fault(BY_LAND, "no ground factors attack; expected some, or an airdrop", "18.551")
    if carriers > (allowed := escort_carriers_allowed(carriers, ground[1])) and kind == "regular":
        text = f"{carriers} escort carrier factors for {allowed} invading factors"
        yield Fault(ESCORT_CARRIERS, *((text, "18.553") if ground[1] else NOT_OF_KIND[ESCORT_CARRIERS]))


def defending_forces(ref: Referee, battle: Battle, ground: int, dropping: int) -> tuple[Defenders, ...]:
    """The defending ground factors by their multiplier; none if the hex is undefended."""
    items = {**dict.fromkeys(MULTIPLIERS, MOST_DEFENDERS), PARTISANS: 10}
    labels = {name: f"ground factors times {dm}" for name, dm in MULTIPLIERS.items()}
    labels |= {PARTISANS: "partisans"}
    state = partial(defenders_to_state, battle, ground, dropping)
    said = ref.allot("referee.defenders", items, by="referee", default={"dm-1": 1}, labels=labels, about=state, unknown=True)
    groups = [Defenders(factors=said[name], dm=dm) for name, dm in MULTIPLIERS.items() if said[name]]
    return (*groups, *([Defenders(factors=said[PARTISANS], partisans=True)] if said[PARTISANS] else []))


@rule("18.551")
def exploiting(ref: Referee, turn: Turn, battle: Battle) -> Battle:
    """A prepared exploitation is made with what has got through, which the attacker states now; as prepared if nothing is said."""
    if not turn.setting.orders_asked or battle.kind != "exploitation":
        return battle
    ref.enter(battle.id, f"Exploitation at {battle.name}")
    items, usual = {BY_LAND: MOST[BY_LAND]}, {BY_LAND: battle.attackers}
    labels = {BY_LAND: FORCES[BY_LAND]}
    state = partial(got_through, battle)
    forces = ref.allot("attacker.exploiting", items, by="attacker", default=usual, labels=labels, optional=True, about=state)
    return battle._replace(planned=forces[BY_LAND], attackers=forces[BY_LAND])


@rule("18.5551", "18.5552")
def landed_ashore(ref: Referee, turn: Turn, battle: Battle) -> Battle:
    """How many of an invasion got ashore past interception at sea, which only the referee knows."""
    if not battle.invading or battle.landing_stated or not turn.setting.orders_asked:
        return battle
    items = {"landed": battle.invading}
    labels = {"landed": f"ground factors of {battle.invading} that get ashore"}
    state = partial(at_sea, battle)
    said = ref.allot("referee.landed", items, by="referee", default=items, labels=labels, about=state, unknown=True)
    landed = said["landed"]
    lost = battle.invading - landed
    if lost:
        ref.tell(Note, f"{lost} of {count(battle.invading, 'invading ground factor')} {verb(lost, 'fail')} to get ashore")
    return battle._replace(attackers=battle.attackers - lost, invading=landed)


@rule("18.551", "18.618")
def still_the_enemys(ref: Referee, turn: Turn, kind: str) -> Turn:
    """Attacks on hexes that the attacker has captured since are not made, and the air over them goes home.

    If only some hexes of an attack have fallen, the others are attacked as prepared, or as it is stated when the attack is ordered.
    """
    for battle in [battle for battle in turn.battles if battle.kind == kind]:
        left = tuple(hex_ for hex_ in battle.hexes if turn.held_by(hex_) != turn.setting.attacker)
        if left == battle.hexes:
            continue
        ref.enter(battle.id, f"Air over {battle.name}")
        fallen = listed(turn.setting.name(hex_) for hex_ in battle.hexes if hex_ not in left)
        ref.tell(Note, f"{fallen} {'have' if len(battle.hexes) - len(left) > 1 else 'has'} been captured; it is not attacked again")
        others = tuple(other for other in turn.battles if other.id != battle.id)
        if not left:
            turn = landed(ref, turn, added(battle.support, battle.cover), battle.hex)
            turn = replace(turn, battles=others)
        else:
            rest = battle._replace(hexes=left, name=turn.setting.name(left[0]), winter=turn.winter_at(left[0]))
            asked = unattacked(turn, left[0], kind)._replace(hexes=left, cover=rest.cover, types=rest.types)
            turn = replace(turn, battles=(*others, asked if turn.setting.orders_asked else rest))
    return turn
