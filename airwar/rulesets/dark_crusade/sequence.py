"""The sequence of a combat phase (B0), as the table PHASE: battle after battle, each with air combat before ground combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Never

from airwar.rulesets.dark_crusade.air_combat import air_combat
from airwar.rulesets.dark_crusade.combat_table import PAGE, SYNTHETIC, groups_on_any_table
from airwar.rulesets.dark_crusade.ground_combat import firing_total, forces, is_simultaneous, type_of_combat
from airwar.rulesets.dark_crusade.position import (
    AIR_NAMES,
    HOLDS,
    MOST_GERMAN_AIR,
    SIDE_NAMES,
    Air,
    Attack,
    Battle,
    Line,
    Phase,
    Unit,
    after,
    battle_at,
    joined,
)
from airwar.rulesets.dark_crusade.refuge import ways_out_of
from airwar.rulesets.dark_crusade.setup import approach_faults, attack_faults, cannot_move, table_doubts
from airwar.rulesets.kit import (
    NO_MORE,
    REFEREE,
    Book,
    End,
    Event,
    Move,
    NeedsChart,
    Note,
    Part,
    Referee,
    Ruling,
    Sheet,
    Status,
    call,
    count,
    listed,
    passed,
    proceed,
    replace,
    rule,
    then,
    to_continue,
)

MOST_NAMED = 4  # places in a sentence
DISPLACED = "displaced"  # displaced German air
HOW_TO_SUPPLY = (
    "the combat table is needed from here on: draw it in the scenario, under charts (airwar new dark-crusade shows how), "
    "or read the printed one at a terminal"
)


@rule("B0")
def go_on(ref: Referee, phase: Phase) -> Move[Never]:
    """Continues with the first part of the phase that has anything left to do; after the last battle, the phase is over."""

    def over() -> End:
        ref.enter("", "After the phase")
        last = replace(german_air_is_not_alone(ref, phase), over=True)
        ref.tell(lambda: to_continue(passed(last, phase)[0]))
        return End(result_of(last), last)

    return proceed(PHASE, phase, over)


@rule("B6")
def german_air_is_not_alone(ref: Referee, phase: Phase) -> Phase:
    """German air whose ground units have all left its point cannot stay there; its player places it."""
    alone = [one for one in phase.air if one.side == "axis" and one.at and not phase.present(one.at, "axis")]
    if not alone:
        return phase
    number = sum(one.count for one in alone)
    ref.tell(Status, SIDE_NAMES["axis"], AIR_NAMES["axis"], number, "displaced")
    stay = [one for one in phase.air if one not in alone]
    return replace(phase, air=joined(*stay, Air(side="axis", count=number)))


def result_of(phase: Phase) -> str:
    if len(phase.results) < 2:
        return next(map(str, phase.results.values()), "no battle")
    return "; ".join(f"{phase.setting.names[point]}: {result}" for point, result in phase.results.items())


# what the scenario leaves open


@rule("B0", "B7")
def tell_phase(ref: Referee, phase: Phase) -> Move[Never]:
    """The players say whose combat phase it is, and in what weather."""
    if phase.attacker is None:
        sides = {side: f"the {name} side" for side, name in SIDE_NAMES.items()}
        return then(go_on, replace(phase, attacker=ref.choose("attacker", sides, by=REFEREE, about=lambda: "Who attacks?")))
    weathers = {"good": "good weather", "snow": "snow", "mud": "mud"}
    return then(go_on, replace(phase, weather=ref.choose("weather", weathers, by=REFEREE, about=lambda: "What is the weather?")))


def unknown_points(phase: Phase) -> list[str]:
    """The points whose garrison is unknown as the phase begins."""
    return [point.id for point in phase.points.values() if point.holds is None and not phase.announced]


@rule("B13b")
def tell_point(ref: Referee, phase: Phase) -> Move[Never]:
    """The players say what the side that took a point has there besides its units, since that can bar it to a retreat."""
    point = phase.points[unknown_points(phase)[0]]
    held = {kind: "nothing" if kind == "none" else kind.replace("-", " ") for kind in HOLDS}
    about = f"What does the {SIDE_NAMES[point.side]} side have at {point.title}, besides the units of the scenario?"
    ref.enter(point.id, point.title)
    holds = ref.choose("holds", held, by=REFEREE, about=lambda: about)
    return then(go_on, replace(phase, points=phase.points.having(point.id, replace(point, holds=holds))))


# battles ordered at the table


@rule("B0")
def order_battle(ref: Referee, phase: Phase) -> Move[Never]:
    """The attacker names the next point to attack and the units that attack it, or no more."""
    setting, number = phase.setting, len(phase.battles) + 1
    ref.enter("", "The battles of the phase")
    points = {point: setting.names[point] for point in phase.points if attack_refused(phase, point) is None}
    chosen = ref.choose(
        f"attacker.new-battle-{number}",
        {NO_MORE: "no more battles", **points},
        by=setting.player("attacker"),
        default=NO_MORE,
        optional=True,
        about=lambda: attacks_so_far(phase),
        why_not=lambda name: attack_refused(phase, name),
        words=("attack",),
    )
    if chosen == NO_MORE:
        return then(go_on, replace(phase, asking=False))
    ref.enter(chosen, f"Attack on {setting.names[chosen]}")
    attack = Attack(point=chosen, breakthrough=phase.combat == "breakthrough")
    return then(
        go_on, with_air(ref, with_attackers(ref, replace(phase, battles=phase.battles.having(chosen, attack)), chosen), chosen)
    )


@rule("B0", "B10")
def attack_refused(phase: Phase, point: str) -> str | None:
    """Why a point cannot be attacked, or None."""
    if point not in phase.points:
        return f"{point!r} is not a point on the map (B0)"
    name = phase.setting.names[point]
    if point in phase.battles:
        return f"{name} is attacked already; a battle has all its attackers from the beginning (B0)"
    fault = next(attack_faults(phase, Attack(point=point), ("defender",)), None)
    if fault:
        return str(fault)
    if not approaches(phase, point):
        return (
            f"no {phase.setting.player('attacker')} unit that could attack {name} is next to it; dispersed ones cannot move (B10)"
        )
    return None


def approaches(phase: Phase, point: str) -> dict[str, tuple[Unit, str]]:
    """The units that can attack a point, each with its line; if two lines lead there, each unit has two entries."""
    found: dict[str, tuple[Unit, str]] = {}
    for unit in phase.units.values():
        if not unit.line and not cannot_move(unit):
            lines = [line.id for line in lines_to(phase, point) if not any(approach_faults(phase, unit, line)) and unit.at != point]
            found |= {f"{unit.id}.{line}" if len(lines) > 1 else unit.id: (unit, line) for line in lines}
    return found


def lines_to(phase: Phase, point: str) -> list[Line]:
    return [line for line in phase.lines.values() if point in line.between]


@rule("B12", "B10")
def with_attackers(ref: Referee, phase: Phase, point: str) -> Phase:
    """The attacker says which units attack a point, and along which lines."""
    able = approaches(phase, point)

    def twice(answer: Mapping[str, int]) -> str | None:
        units = Counter(able[name][0].title for name, number in answer.items() if number)
        return next((f"{name} cannot attack over two lines (B12)" for name, number in units.items() if number > 1), None)

    sent = ref.allot(
        "attacker.units",
        dict.fromkeys(able, 1),
        by=phase.setting.player("attacker"),
        least=1,
        most=len({unit.id for unit, _ in able.values()}),
        default={next(iter(able)): 1},
        labels={name: f"{unit.title} ({unit.type} {unit.strength}) by {line}" for name, (unit, line) in able.items()},
        refuse=twice,
        about=lambda: f"Which units attack {phase.setting.names[point]}?",
        why_not=lambda name: cannot_attack(phase, point, name),
    )
    attackers = [replace(unit, line=line) for name, (unit, line) in able.items() if sent.get(name)]
    return replace(phase, units=phase.units.updated({unit.id: unit for unit in attackers}))


@rule("B10", "B12")
def cannot_attack(phase: Phase, point: str, name: str) -> str:
    """Why something not offered cannot attack a point."""
    unit, where = phase.units.get(name), phase.setting.names[point]
    if unit is None:
        return f"{name!r} is not a ground unit (B12)"
    if unit.line:
        return f"{unit.title} attacks {phase.setting.names[phase.target(unit)]} (B12)"
    if still := cannot_move(unit):
        return f"{still} (B10)"
    if unit.fights_for != phase.attacker:
        return str(next(approach_faults(phase, unit, lines_to(phase, point)[0])))
    return f"no line leads {unit.title} to {where} (B12)"


def with_air(ref: Referee, phase: Phase, point: str) -> Phase:
    """The attacker says how many air units take part, from where the attack starts; displaced German air may join too."""
    side, origins = phase.setting.attacker, phase.origins(point)
    there = [one for one in phase.air if one.side == side and not one.sheltering and (one.at in origins or not one.at)]
    together = joined(*there)
    able = {one.at or DISPLACED: one.count for one in together}
    sent = german_air_joins(ref, phase, point, able) if side == "axis" else soviet_air_joins(ref, phase, point, able)
    left = [replace(one, count=one.count - sent.get(one.at or DISPLACED, 0)) for one in together]
    starts = Book({place: number for place, number in sent.items() if number and side == "soviet"})
    going = Air(side=side, at=point, count=sum(sent.values()), from_=starts)
    return replace(phase, air=joined(*(one for one in phase.air if one not in there), *left, going))


@rule("B5")
def german_air_joins(ref: Referee, phase: Phase, point: str, able: Mapping[str, int]) -> dict[str, int]:
    """The Axis player says how many German air units join an attack, four at most."""
    return air_sent(ref, phase, point, able, MOST_GERMAN_AIR, "B5")


@rule("B4")
def soviet_air_joins(ref: Referee, phase: Phase, point: str, able: Mapping[str, int]) -> dict[str, int]:
    """The Soviet player says how many Soviet air units join an attack."""
    return air_sent(ref, phase, point, able, sum(able.values()), "B4")


def air_sent(ref: Referee, phase: Phase, point: str, able: Mapping[str, int], most: int, number: str) -> dict[str, int]:
    side, names = phase.setting.attacker, phase.setting.names
    return ref.allot(
        "attacker.air",
        able,
        by=SIDE_NAMES[side],
        most=most,
        labels={place: f"{AIR_NAMES[side]} from {names.get(place, 'nowhere')}" for place in able},
        about=lambda: f"How many {AIR_NAMES[side]} take part in the attack on {names[point]}?",
        why_not=lambda name: f"the attack has no {AIR_NAMES[side]} from {names.get(name, name)} ({number})",
    )


def attacks_so_far(phase: Phase) -> str:
    """The battles that have been ordered."""
    so_far = listed((phase.setting.names[point] for point in phase.battles), MOST_NAMED)
    return f"The {phase.setting.player('attacker')} side attacks {so_far or 'nowhere yet'}. Which point does it attack next?"


# the battles


@rule("B0", "B16")
def open_phase(ref: Referee, phase: Phase) -> Move[Never]:
    """The battles of the phase are announced. If there is no combat table, everything that does not need one is worked out."""
    ref.enter("", "Combat")
    ref.tell(opening, phase)
    if phase.setting.table.by_hand:
        ref.tell(worked_out, phase)
        if not PAGE.is_at_hand(ref):
            ref.tell(NeedsChart, "combat-table", HOW_TO_SUPPLY)
            return End("needs chart combat-table", phase)
    return then(go_on, replace(phase, announced=True))


def before_ground_combat(phase: Phase) -> list[Attack]:
    """By option, the battles whose air combat comes before the first ground combat."""
    all_first = phase.options.value("air-combat") == "all-first" and not phase.results
    return [attack for attack in phase.battles.values() if all_first and not attack.air_fought]


@rule("B0")
def next_air_combat(ref: Referee, phase: Phase) -> Move[Never]:
    """By option, air combat is fought at every point before the first ground combat."""
    attack = before_ground_combat(phase)[0]
    ref.enter(attack.point, f"Air combat at {phase.setting.names[attack.point]}")
    return call(air_combat, battle_at(phase, attack.point), back=air_combat_is_over, keep=replace(phase, fought=attack))


@rule("B0")
def air_combat_is_over(ref: Referee, phase: Phase, battle: Battle) -> Move[Never]:
    """The Soviet air units that are left wait for their battle."""
    assert phase.fought is not None
    attack = replace(phase.fought, air_fought=True)
    phase = phase.with_soviet_air(attack.point, battle.soviet_air)
    return then(go_on, replace(phase, battles=phase.battles.having(attack.point, attack), fought=None))


@rule("B0")
def next_battle(ref: Referee, phase: Phase) -> Move[Never]:
    """The attacker says which battle is next, and air combat opens it."""
    attack = chosen_battle(ref, phase)
    name = phase.setting.names[attack.point]
    ref.enter(attack.point, f"{'Breakthrough combat' if attack.breakthrough else 'Combat'} at {name}")
    if phase.setting.table.synthetic:
        text = "NOT THE GAME'S TABLE: what follows is for trying the program only"
        ref.tell(Ruling, "combat-table", SYNTHETIC, text, "B16")
    combat = "breakthrough" if attack.breakthrough else phase.combat
    phase = replace(phase, fought=attack, battles=phase.battles.without(attack.point), combat=combat)
    battle = battle_at(phase, attack.point, ways_out_of(phase, attack))
    ref.tell(forces, battle)
    if attack.air_fought:
        return call(type_of_combat, battle, back=battle_over, keep=phase)
    return call(air_combat, battle, back=air_combat_ends, keep=phase)


@rule("B0")
def air_combat_ends(ref: Referee, phase: Phase, battle: Battle) -> Move[Never]:
    """The ground units fight, with the Soviet air units that are left."""
    return call(type_of_combat, battle, back=battle_over, keep=phase)


@rule("B0")
def battle_over(ref: Referee, phase: Phase, battle: Battle) -> Move[Never]:
    """Applies what the battle has changed, for the battles that follow."""
    return then(go_on, replace(after(phase, battle), fought=None))


@rule("B0")
def chosen_battle(ref: Referee, phase: Phase) -> Attack:
    """The order of battles is not in the source: the attacker's choice, regular battles first, or the scenario's order."""
    # Ruling: battles are fought one after another, and what one changes holds for the next. Breakthrough attacks follow
    # breakthrough movement, which follows all regular combat; a scenario that lists its battles may still say otherwise.
    setting, pending = phase.setting, list(phase.battles.values())
    if setting.rulings.value("battle-order") == "listed" or len(pending) == 1:
        return pending[0]
    may_be_next = [attack for attack in pending if not attack.breakthrough] or pending
    if len(may_be_next) == 1:
        return may_be_next[0]

    def not_next(point: str) -> str:
        if point in phase.results:
            return f"the battle for {setting.names[point]} has been fought (B0)"
        late = point in phase.battles
        return "breakthrough combat comes after all regular combat (B0)" if late else f"there is no battle for {point!r} (B0)"

    ref.enter("", "The next battle")
    point = ref.choose(
        f"attacker.next-battle-{len(phase.results) + 1}",
        {attack.point: setting.names[attack.point] for attack in may_be_next},
        by=setting.player("attacker"),
        about=lambda: battles_left(phase),
        why_not=not_next,
    )
    return phase.battles[point]


PHASE: tuple[Part[Phase], ...] = (
    Part(
        "if the scenario leaves it open, whose combat phase it is, and the weather",
        "B0",
        lambda phase: phase.attacker is None or phase.weather is None,
        tell_phase,
    ),
    Part("if the scenario leaves it open, what a captured point holds", "B13b", unknown_points, tell_point),
    Part("if the scenario lists none, the battles", "B0", lambda phase: phase.asking, order_battle),
    Part("the battles are announced", "B0", lambda phase: phase.battles and not phase.announced, open_phase),
    Part("by option, air combat at every point", "B0", before_ground_combat, next_air_combat),
    Part("battle after battle", "B0", lambda phase: phase.battles, next_battle),
)

# how it is told


def battles_left(phase: Phase) -> str:
    """A sentence about the battles still to be fought."""
    names, battles = phase.setting.names, phase.battles.values()
    left = listed((names[attack.point] + " (breakthrough)" * attack.breakthrough for attack in battles), MOST_NAMED)
    won = listed((names[point] for point, result in phase.results.items() if result.taken), MOST_NAMED)
    taken = f" Taken so far: {won}." if won else ""
    return f"The {phase.setting.player('attacker')} side has {count(len(battles), 'battle')} left to fight: {left}.{taken}"


def opening(phase: Phase) -> list[Event]:
    """The opening notes: who attacks where, who stays behind, and what is odd about the units and the table."""
    return [Note(text) for text in opening_words(phase)]


def opening_words(phase: Phase) -> Iterator[str]:
    setting, points, table = phase.setting, phase.points, phase.setting.table
    weathers = {point: points[point].weather or setting.weather for point in phase.battles}
    where = (f"{setting.names[point]} in {'good weather' if said == 'good' else said}" for point, said in weathers.items())
    yield f"{'the Axis' if setting.attacker == 'axis' else 'the Soviet side'} attacks {', '.join(where)}"
    near = {line.beyond(point) for line in phase.lines.values() for point in phase.battles if point in line.between}
    idle = [unit for place in points if place in near for unit in phase.present(place, setting.attacker)]
    if idle:
        behind = ", ".join(f"{unit.title} at {setting.names[unit.at]}" for unit in idle)
        yield f"no line of attack is given for {behind}: they stay where they are"
    if table.note and not table.synthetic:
        yield f"combat table: {table.note}"
    yield from (f"combat table: {doubt}" for doubt in table_doubts(phase))


@rule("B5", "B7", "B16")
def worked_out(phase: Phase) -> Event:
    """A table of multipliers, totals, groups and sequence of every battle, for each number of Soviet air units that may survive."""
    setting, rows = phase.setting, []
    for point in phase.battles:
        whole = battle_at(phase, point)
        for survivors in range(whole.soviet_air + 1):
            battle = replace(whole, soviet_air=survivors)
            weather = battle.point.weather or setting.weather
            at_once = is_simultaneous(setting.attacker, weather, battle.german_air, survivors)
            for role in ("attacker", "defender"):
                multiplied = f"x{battle.german_air + 1}" if setting.side(role) == "axis" else ""
                total = firing_total(battle, role)
                combat = "simultaneous" if at_once else "normal"
                cells = (str(survivors), combat, setting.player(role), multiplied, str(total), shown_groups(total))
                rows.append((battle.point.title, *cells))
    heads = ("battle", "Soviet air", "combat", "side", "air", "total", "groups")
    return Sheet("What needs no combat table (H: its highest number)", heads, tuple(rows))


def shown_groups(total: int) -> str:
    """The groups of a total, such as 24 + 2 x 23; if the highest number of the table matters, a line for each possibility."""

    def summed(split: Sequence[int]) -> str:
        return " + ".join(f"{number} x {size}" if number > 1 else str(size) for size, number in Counter(split).items())

    ways = groups_on_any_table(total)
    if len(ways) == 1:
        return summed(ways[0][2])
    return "\n".join(f"{summed(split)}, H {low}{f'-{high}' if high > low else ''}" for low, high, split in ways)
