"""Ground combat (B7-B11): fire, losses and decisions, in turn or at once, until one side is gone or retreats.

normal combat         defender_fires, attacker_suffers, attacker_decides, attacker_fires, defender_suffers, defender_decides
simultaneous combat   both_fire, attacker_suffers, defender_suffers, attacker_decides, defender_decides
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from airwar.rulesets.dark_crusade.combat_table import groups, rolled, with_heads
from airwar.rulesets.dark_crusade.position import AIR_IDS, AIR_NAMES, MOST_GERMAN_AIR, WORKS, Battle, Unit
from airwar.rulesets.dark_crusade.refuge import retreat_in_words, retreat_refused, room_in_words
from airwar.rulesets.dark_crusade.retreat import (
    attackers_advance,
    attackers_are_destroyed,
    attackers_retreat,
    both_are_destroyed,
    defenders_retreat,
    return_in_words,
)
from airwar.rulesets.kit import Event, Loss, Move, Note, Referee, Ruling, Sheet, count, replace, rule, then
from airwar.rulesets.kit import facts as shared_facts

SUFFERED = {"attacker": "repulse", "defender": "breakthrough"}
MOST_STAYS = 50  # by attackers that cannot inflict a loss; otherwise the battle might never end

# the type of combat


@rule("B7")
def type_of_combat(ref: Referee, battle: Battle) -> Move[Battle]:
    """Weather, attacker and air decide whether the sides fire in turn or at once."""
    at_once = fights_at_once(ref, battle)
    ref.tell(Note, f"{'simultaneous' if at_once else 'normal'} combat")
    if battle.point.works == 0:
        ref.tell(Note, "there are field works; what they do is not in the source, and the scenario has them absorb nothing")
    battle = replace(battle, simultaneous=at_once)
    if nobody_can_fire(battle):
        return stand_down(ref, battle)
    return then(both_fire if at_once else defender_fires, battle)


@rule("B7")
def fights_at_once(ref: Referee, battle: Battle) -> bool:
    """Whether the sides fire at once; Soviet air that has retreated to the point matters only by option."""
    weather = battle.point.weather or battle.setting.weather
    without = is_simultaneous(battle.setting.attacker, weather, battle.german_air, battle.soviet_air)
    if not without or not any((one.side, one.at) == ("soviet", battle.point.id) for one in battle.air):
        return without
    rulings = battle.setting.rulings
    present = rulings.value("sheltering-air") == "present"
    said = "is present, so combat is normal" if present else "takes no part, so combat is simultaneous"
    ref.tell(rulings.ruled, "sheltering-air", f"the Soviet air that retreated to {battle.point.title} {said}")
    return not present


@rule("B7")
def is_simultaneous(attacker: str, weather: str, german_air: int, soviet_air: int) -> bool:
    """Whether combat is simultaneous: an Axis attack, no Soviet air against it, and good weather or, with Axis air, snow."""
    return attacker == "axis" and soviet_air == 0 and (weather == "good" or (weather == "snow" and german_air > 0))


# what a side fires with


@rule("B5")
def multiplier(battle: Battle, role: str, unit: Unit) -> int:
    """German air multiplies units in supply: German units on attack, all Axis units on defense."""
    # Ruling: the source stops at four air units, so five multiply no more than four. They multiply fire, not endurance.
    if unit.fights_for != "axis" or not unit.supplied:
        return 1
    german_only = battle.setting.rulings.value("air-bonus-attack") == "german"
    if role == "attacker" and unit.nation != "german" and german_only:
        return 1
    return min(battle.german_air, MOST_GERMAN_AIR) + 1


@rule("B4")
def soviet_air_fires(battle: Battle, role: str) -> int:
    """Each Soviet air unit adds one, as long as ground units of its own side are there, dispersed or not."""
    return battle.soviet_air if battle.setting.side(role) == "soviet" and battle.units(role) else 0


@rule("B9")
def ground_fire(battle: Battle, role: str) -> list[tuple[Unit, int]]:
    """The undispersed units, each with its strength as multiplied by air."""
    return [(unit, unit.strength * multiplier(battle, role, unit)) for unit in battle.units(role) if not unit.dispersed]


@rule("B9")
def firing_total(battle: Battle, role: str) -> int:
    """The total with which a side fires."""
    return sum(value for _, value in ground_fire(battle, role)) + soviet_air_fires(battle, role)


@rule("B11")
def nobody_can_fire(battle: Battle) -> bool:
    """Whether both sides have only dispersed units."""
    return not firing_total(battle, "attacker") and not firing_total(battle, "defender")


# fire


@rule("B8")
def defender_fires(ref: Referee, battle: Battle) -> Move[Battle]:
    """Normal combat: a round begins with the defender's fire."""
    ref.new_round()
    return then(attacker_suffers, fire(ref, battle, "defender"))


@rule("B8")
def attacker_fires(ref: Referee, battle: Battle) -> Move[Battle]:
    """Normal combat: the attackers that are left fire."""
    return then(defender_suffers, fire(ref, battle, "attacker"))


@rule("B11")
def both_fire(ref: Referee, battle: Battle) -> Move[Battle]:
    """Simultaneous combat: both sides fire before either takes losses."""
    ref.new_round()
    return then(attacker_suffers, fire(ref, fire(ref, battle, "attacker"), "defender"))


@rule("B9", "B16")
def fire(ref: Referee, battle: Battle, role: str) -> Battle:
    """A side fires with all undispersed units; a total beyond the table is split, with one die for each group."""
    total, table = firing_total(battle, role), with_heads(ref, battle.setting.table)
    ref.tell(fire_events, battle, role, groups(total, table.highest))
    if not total:
        return battle
    enemy = "defender" if role == "attacker" else "attacker"
    # Losses beyond what eliminates everybody have no effect.
    most = sum(unit.bears for unit in battle.units(enemy)) + (battle.works if enemy == "defender" else 0)
    losses = rolled(ref, table, f"{role}.fire", total, most=most, by=battle.setting.player(role))
    return replace(battle, breakthroughs=losses) if role == "attacker" else replace(battle, repulses=losses)


def fire_events(battle: Battle, role: str, split: Sequence[int]) -> list[Event]:
    """What a side fires with, item by item, and the ruling on allies where it made a difference."""
    fired = ground_fire(battle, role)
    parts = [
        f"{unit.title} ({unit.strength}" + (f" x {value // unit.strength})" if value > unit.strength else ")")
        for unit, value in fired
    ]
    air, total = soviet_air_fires(battle, role), firing_total(battle, role)
    parts += [f"Soviet air +{air}"] if air else []
    split_up = f" in groups of {' + '.join(map(str, split))} (B16), a die for each in this order" if len(split) > 1 else ""
    who = f"{battle.setting.player(role)} ({role})"
    said = f"{who} fires with {total}{split_up}: {', '.join(parts)}" if total else f"{who} has nothing to fire with"
    allies = any(unit.nation != "german" and unit.supplied for unit, _ in fired)
    if role == "defender" or battle.setting.attacker != "axis" or not battle.german_air or not allies:
        return [Note(said)]
    rulings = battle.setting.rulings
    multiplied = "are multiplied too" if rulings.value("air-bonus-attack") == "axis" else "fire unmultiplied"
    return [Note(said), rulings.ruled("air-bonus-attack", f"Axis allies {multiplied} on attack")]


# losses


@rule("B8", "B11")
def attacker_suffers(ref: Referee, battle: Battle) -> Move[Battle]:
    """The attacker takes the repulses. In simultaneous combat the defender's losses follow, whoever is left."""
    battle = replace(absorb(ref, battle, "attacker", battle.repulses), repulses=0)
    if battle.simultaneous:
        return then(defender_suffers, battle)
    return then(attacker_decides if battle.units("attacker") else attackers_are_destroyed, battle)


@rule("B8", "B11")
def defender_suffers(ref: Referee, battle: Battle) -> Move[Battle]:
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


@rule("B10", "B4", "B6")
def absorb(ref: Referee, battle: Battle, role: str, losses: int) -> Battle:
    """The owner distributes the losses among his ground units and field works; air units absorb none."""
    units = battle.units(role)
    works = {WORKS: min(battle.works, losses)} if role == "defender" and battle.works else {}
    given = ref.allot(
        f"{role}.losses",
        works | {unit.id: min(unit.bears, losses) for unit in units},
        by=battle.setting.player(role),
        least=losses,
        most=losses,
        default=works | spread(units, losses - sum(works.values())),
        labels={WORKS: "the field works of the point"} | {unit.id: label(unit) for unit in units},
        facts=facts(battle, role),
        about=lambda: to_absorb(battle, role, losses),
        why_not=lambda name: absorbs_nothing(battle, role, name),
    )
    struck = [suffering(unit, given[unit.id]) for unit in units if given[unit.id]]
    ref.tell(loss_events, battle, role, struck, given)
    if given.get(WORKS):
        battle = replace(battle, point=replace(battle.point, works=battle.works - given[WORKS]))
    return battle.with_units(struck)


@rule("B10")
def suffering(unit: Unit, losses: int) -> Unit:
    """A unit with more losses: unhurt behind its field works, dispersed, or eliminated beyond its limit."""
    absorbed = min(unit.works, losses)
    total, dispersed = unit.losses + losses - absorbed, unit.dispersed or losses > absorbed or None
    struck = replace(unit, losses=total, dispersed=dispersed, works=unit.works - absorbed)
    return struck.lost() if total > unit.limit else struck


@rule("B4", "B6", "B10", "B13c")
def absorbs_nothing(battle: Battle, role: str, name: str) -> str:
    """Why something not offered cannot take losses here."""
    side, enemy = battle.setting.side(role), "defender" if role == "attacker" else "attacker"
    for of_side, air in AIR_IDS.items():
        if name == air:
            return f"{AIR_NAMES[of_side]} ({air}) absorb no losses ({'B6' if of_side == 'axis' else 'B4'})"
    if name == WORKS:
        return f"no field works absorb losses of the {role} at {battle.point.title} (B10)"
    for unit in battle.here.values():
        if unit.id == name and unit.fights_for != side:
            return (
                f"{unit.title} fights for the {battle.setting.player(enemy)} side; its owner takes the losses of its own side (B10)"
            )
        if unit.id == name and not unit.at:
            return f"{unit.title} is eliminated (B10)"
        if unit.id == name:
            return f"{unit.title} takes no part in the battle, so it absorbs no losses (B13c)"
    return f"{name!r} is not a unit in the battle for {battle.point.title} (B10)"


def spread(units: Sequence[Unit], losses: int) -> dict[str, int]:
    """A cautious split of losses: field works and dispersed units take most, few are newly dispersed, and none dies needlessly."""
    given = dict.fromkeys((unit.id for unit in units), 0)
    for unit in units:
        given[unit.id] = min(unit.works, losses - sum(given.values()))
    spare = {unit.id: unit.bears - 1 for unit in units}
    upright = [unit.id for unit in units if not unit.dispersed and spare[unit.id] > given[unit.id]]
    for name in [unit.id for unit in units if unit.dispersed]:
        given[name] += min(spare[name] - given[name], losses - sum(given.values()))
    while upright and (left := losses - sum(given.values())):
        room = {name: spare[name] - given[name] for name in upright}
        enough = [name for name in upright if room[name] >= left]
        bearer = min(enough, key=room.__getitem__) if enough else max(upright, key=room.__getitem__)
        given[bearer] += min(room[bearer], left)
        upright.remove(bearer)
    for unit in sorted(units, key=lambda unit: unit.strength):
        given[unit.id] += given[unit.id] == spare[unit.id] and sum(given.values()) < losses
    return given


def label(unit: Unit) -> str:
    """A unit with its type, strength and losses."""
    state = ", dispersed" if unit.dispersed else ""
    works = f", field works absorb {unit.works}" if unit.works else ""
    losses = f"{unit.losses} of {unit.limit} losses" if unit.limit else "any loss eliminates it"
    return f"{unit.title} ({unit.type} {unit.strength}, {losses}{state}{works})"


def loss_events(battle: Battle, role: str, struck: Sequence[Unit], given: Mapping[str, int]) -> list[Event]:
    """What became of each unit that absorbed losses."""
    before, player = {unit.id: unit for unit in battle.units(role)}, battle.setting.player(role)
    events: list[Event] = [works_ruling(given[WORKS], battle.point.title)] if given.get(WORKS) else []
    for unit in struck:
        was = before[unit.id]
        if was.works > unit.works:
            events.append(works_ruling(was.works - unit.works, unit.title))
        if unit.losses > was.losses:
            taken, so_far = count(unit.losses - was.losses, SUFFERED[role]), f"{unit.losses} in all, limit {unit.limit}"
            events.append(Note(f"{unit.title} absorbs {taken}: {so_far}"))
        if not unit.at:
            events.append(Loss(player, unit.title, 1, "eliminated"))
        elif unit.dispersed and not was.dispersed:
            events.append(Loss(player, unit.title, 1, "dispersed"))
    return events


def works_ruling(absorbed: int, whose: str) -> Event:
    """The note that the source does not say what field works do; the scenario says how many losses they absorb."""
    return Ruling("field works", "absorb", f"the field works of {whose} absorb {count(absorbed, 'loss', 'losses')}", "B10-works")


# staying and retreating


@rule("B8", "B11")
def attacker_decides(ref: Referee, battle: Battle) -> Move[Battle]:
    """The attacker stays or retreats. In simultaneous combat the defender is asked only if he stays."""
    if battle.stalled >= MOST_STAYS and harmless(battle):
        ref.tell(Note, f"the attackers cannot inflict a loss and have stayed {MOST_STAYS} times: they retreat")
        return then(attackers_retreat, battle)
    if retreats(ref, battle, "attacker", f"retreat with everything: {return_in_words(battle)}"):
        return then(attackers_retreat, battle)
    return then(defender_decides, battle) if battle.simultaneous else then(attacker_fires, persisting(battle))


@rule("B8", "B11")
def defender_decides(ref: Referee, battle: Battle) -> Move[Battle]:
    """The defender stays or retreats; if he stays, the next round begins."""
    refused = retreat_refused(battle)
    if refused:
        ref.tell(Note, "the defenders have nowhere to retreat to")
    if retreats(ref, battle, "defender", "" if refused else f"retreat with everything: {room_in_words(battle)}"):
        return then(defenders_retreat, battle)
    if battle.simultaneous:
        return then(both_fire, persisting(battle))
    return stand_down(ref, battle) if nobody_can_fire(battle) else then(defender_fires, battle)


@rule("B12", "B8")
def retreats(ref: Referee, battle: Battle, role: str, retreat: str) -> bool:
    """A side stays, or retreats with everything it has."""
    hopeless = not firing_total(battle, role) and retreat and not nobody_can_fire(battle)
    answer = ref.choose(
        f"{role}.retreat",
        {"stay": "fight on"} | ({"retreat": retreat} if retreat else {}),
        by=battle.setting.player(role),
        default="retreat" if hopeless else "stay",
        facts=facts(battle, role),
        about=lambda: both_sides(battle) + (f" {retreat_in_words(battle)}" if role == "defender" else ""),
        why_not=lambda name: (retreat_refused(battle) if name == "retreat" else None) or half_retreat(name),
    )
    return answer == "retreat"


@rule("B12")
def half_retreat(name: str) -> str:
    """Why single units cannot be named where a whole side stays or retreats."""
    return f"{name!r}: retreat is all or nothing; every unit of the side stays, or every one retreats (B12)"


@rule("B11", "B8")
def stand_down(ref: Referee, battle: Battle) -> Move[Battle]:
    """With only dispersed units on both sides the attacker retreats and the defender holds."""
    # Ruling: the source says this about simultaneous combat; without it normal combat would never end.
    doubt = "" if battle.simultaneous else " (for normal combat the source does not say so)"
    ref.tell(Note, f"both sides have only dispersed units: the attacker retreats{doubt}")
    return then(attackers_retreat, battle)


@rule("B8")
def harmless(battle: Battle) -> bool:
    """Whether the attackers can no longer inflict a single loss."""
    return not battle.setting.table.can_harm(firing_total(battle, "attacker"))


def persisting(battle: Battle) -> Battle:
    """The attackers stay; counts how often they have done so without being able to do harm."""
    return replace(battle, stalled=battle.stalled + 1) if harmless(battle) else battle


# what a question is about


def facts(battle: Battle, role: str) -> Callable[[], dict[str, int]]:
    """What a condition can ask about, seen from one side."""
    enemy = "defender" if role == "attacker" else "attacker"

    def known() -> dict[str, int]:
        own, other = battle.units(role), battle.units(enemy)
        undispersed = {
            "own.undispersed": sum(not unit.dispersed for unit in own),
            "enemy.undispersed": sum(not unit.dispersed for unit in other),
        }
        more = {"own.units": len(own), "enemy.units": len(other), **undispersed}
        return shared_facts(firing_total(battle, role), firing_total(battle, enemy), battle.lost(role), battle.lost(enemy), **more)

    return known


def forces(battle: Battle) -> Sheet:
    """A table of who fights here: each unit with its line of approach, the air units, and what each side fires with."""
    rows = []
    for role in ("attacker", "defender"):
        side, player = battle.setting.side(role), battle.setting.player(role)
        for unit in battle.units(role):
            line, state = f"{battle.name(unit.at)} by {unit.line}" if unit.line else "", "dispersed" if unit.dispersed else ""
            rows.append((player, unit.title, line, f"{unit.type} {unit.strength}", f"{unit.losses} of {unit.limit}", state))
        if battle.air_of(side):
            rows.append((player, AIR_NAMES[side], "", str(battle.air_of(side)), "", ""))
        rows.append((player, f"fires with, as {role}", "", str(firing_total(battle, role)), "", ""))
    return Sheet(f"Forces at {battle.point.title}", ("side", "unit", "from", "strength", "losses", "state"), tuple(rows))


def side_now(battle: Battle, role: str) -> str:
    """One side in words: its units, how many of them are dispersed, and what it fires with."""
    units = battle.units(role)
    dispersed, air = sum(bool(unit.dispersed) for unit in units), battle.air_of(battle.setting.side(role))
    remarks = [f"{dispersed} dispersed"] * bool(dispersed) + [count(air, "air unit")] * bool(air)
    said = f"{battle.setting.player(role)} {count(len(units), 'unit')}" + (f" ({', '.join(remarks)})" if remarks else "")
    return f"{said}, firing with {firing_total(battle, role)}"


def both_sides(battle: Battle) -> str:
    """A battle in words as it is now, with the losses so far."""
    lost = {role: battle.lost(role) for role in ("attacker", "defender")}
    toll = ", ".join(f"{battle.setting.player(role)} {number}" for role, number in lost.items() if number)
    return f"At {battle.point.title}: {side_now(battle, 'attacker')}; {side_now(battle, 'defender')}." + (
        f" Losses so far: {toll}." if toll else ""
    )


def to_absorb(battle: Battle, role: str, losses: int) -> str:
    """The losses that a side must take, and the units that can."""
    works = f" Field works absorb {battle.works}." if role == "defender" and battle.works else ""
    due = f"{count(losses, 'loss', 'losses')} to take on {count(len(battle.units(role)), 'unit')}"
    return f"{battle.setting.player(role)} side: {due}. {both_sides(battle)}{works}"
