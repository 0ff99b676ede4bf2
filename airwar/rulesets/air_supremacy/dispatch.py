"""Dispatch (rules 24 to 44): which aircraft may fly where, and the clock.

Aircraft declared in round 1 fight from round 2 on. If they fight there for the last time in round 4, they return in round 5
and may be declared again in round 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from airwar.engine.referee import Event, Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.about import to_dispatch
from airwar.rulesets.air_supremacy.forces import FIGHTS, LOCKED, Line, merged
from airwar.rulesets.air_supremacy.landing import Homeless, carrier_is_sunk, find_landing, home_is_lost
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.places import home_of
from airwar.rulesets.air_supremacy.turn import (
    FLYING,
    HOME,
    ON_THE_WAY,
    OUT,
    RETREATING,
    RETURNING,
    Battle,
    Group,
    Turn,
)
from airwar.rulesets.kit.names import count

Reach: TypeAlias = Mapping[Group, list[str]]  # where each group may go


@rule("24", "2", "26", "27", "31", "34", "35", "39", "41", "42")
def destinations(turn: Turn, group: Group) -> list[str]:
    """Spaces next to home where friends are attacked; in the first round, the second space of a pass-through too."""
    setting, kind = turn.setting, group.kind
    if group.status != HOME or not kind.type.flies or kind.nation in setting.movers:
        return []
    home = home_of(turn, kind)
    own = turn.battle_in(home)
    if own and (own.on or (own.after and not setting.rulings.yes("second-space-dispatch"))):
        return []
    adjacent = [battle for battle in turn.battles if battle.space in setting.spaces[home].adjacent]
    return [battle.space for battle in adjacent if (battle.on or battle.after) and has_friends(turn, group, battle)]


@rule("42", "43")
def has_friends(turn: Turn, group: Group, battle: Battle) -> bool:
    """Whether own or friendly units are attacked there."""
    nations = [line.kind.nation for line in battle.defenders]
    if battle.after:
        at_home = [other.kind for other in turn.groups if other.status == HOME and other.kind.type.flies]
        nations += [kind.nation for kind in at_home if kind.nation in battle.nations and home_of(turn, kind) == battle.space]
    return any(turn.setting.friendly(group.kind.nation, nation) for nation in nations)


@rule("26", "24", "25", "28", "31", "44", "45")
def declare_dispatches(ref: Referee, turn: Turn) -> Turn:
    """Every nation declares which of its aircraft fly to which battle; they fight there in the next round."""
    reach = {group: destinations(turn, group) for group in turn.groups}
    for home, nation in dict.fromkeys((group.kind.home, group.kind.nation) for group in turn.groups if reach[group]):
        able = [group for group in turn.groups if (group.kind.home, group.kind.nation) == (home, nation) and reach[group]]
        offers = [(group, space) for group in able for space in reach[group]]
        numbers = ref.allot(
            f"{home}.{nation}.dispatch",
            {offer_name(group, space): group.number for group, space in offers},
            by=nation,
            most=sum(group.number for group in able),
            labels={offer_name(group, space): f"{group.kind.label} to {turn.setting.name(space)}" for group, space in offers},
            refuse=partial(dispatch_refused, able, reach),
            facts=partial(dispatch_facts, turn, able, reach),
            about=partial(to_dispatch, turn, home, able, [space for _, space in offers]),
        )
        if any(numbers.values()):
            turn = send(ref, turn, able, reach, numbers)
    return turn


def offer_name(group: Group, space: str) -> str:
    return f"{group.kind.type.id}-to-{space}"


def dispatch_facts(turn: Turn, able: list[Group], reach: Reach) -> dict[str, int]:
    """How many aircraft may fly to each space, as `to.<space>`."""
    able_to = {f"to.{space}": 0 for space in turn.setting.spaces}
    for group in able:
        for space in reach[group]:
            able_to[f"to.{space}"] += group.number
    return able_to


@rule("31")
def dispatch_refused(able: list[Group], reach: Reach, numbers: Mapping[str, int]) -> str | None:
    """Why a dispatch is illegal, or None: each aircraft has one destination."""
    for group in able:
        number = sum(numbers[offer_name(group, space)] for space in reach[group])
        if number > group.number:
            return f"{count(number, group.kind.type.name)} dispatched, but only {group.number} at home (31)"
    return None


def send(ref: Referee, turn: Turn, able: list[Group], reach: Reach, numbers: Mapping[str, int]) -> Turn:
    """Aircraft take off for their destinations."""
    groups = list(turn.groups)
    own = turn.battle_in(home_of(turn, able[0].kind))
    if own and own.after:
        ref.tell(ruling, turn.setting.rulings, "second-space-dispatch")
    for group in able:
        for space in reach[group]:
            number = numbers[offer_name(group, space)]
            groups += [group._replace(number=-number), Group(group.kind, number, ON_THE_WAY, space)]
            if number:
                (bombers_go if group.kind.type.bombs else fighters_go)(ref, turn, group.kind.counted(number), space)
    return turn.with_groups(groups)


@rule("24", "2")
def fighters_go(ref: Referee, turn: Turn, who: str, space: str) -> None:
    """Fighters fly to the defense of an adjacent space."""
    ref.tell(Note, f"{who} dispatched to {turn.setting.name(space)}")


@rule("25")
def bombers_go(ref: Referee, turn: Turn, who: str, space: str) -> None:
    """Bombers may go too, for their air roll only."""
    ref.tell(Note, f"{who} dispatched to {turn.setting.name(space)}, without bombs")


# the clock


@rule("26", "30", "32", "33", "35", "37", "40")
def move_aircraft(ref: Referee, turn: Turn) -> Turn:
    """A round has passed: dispatched aircraft arrive or are too late, those whose battle is over return, others are home."""
    under_way = [group for group in turn.groups if group.status in FLYING]
    if turn.first or not (under_way or any(line.arrived for battle in turn.battles for line in battle.defenders)):
        return turn
    defenders = {battle.space: no_longer_committed(battle) for battle in turn.battles}
    groups = [group for group in turn.groups if group.status not in FLYING]
    homeless = []
    for group in under_way:
        if group.status in (RETURNING, RETREATING):
            homeless += come_home(ref, turn, group, defenders, groups)
        elif group.status == ON_THE_WAY and turn.battle(group.place).on:
            defenders[group.place].append(arrived(ref, turn, group))
        else:
            groups.append(starts_back(ref, turn, group))
    battles = tuple(battle._replace(defenders=merged(defenders[battle.space])) for battle in turn.battles)
    return find_landing(ref, turn._replace(battles=battles).with_groups(groups), homeless)


def no_longer_committed(battle: Battle) -> list[Line]:
    """The defenders; aircraft that arrived a round ago may retreat and stay on the ground."""
    return [line._replace(arrived=False) if line.arrived else line for line in battle.defenders]


@rule("26", "39", "41")
def arrived(ref: Referee, turn: Turn, group: Group) -> Line:
    """Dispatched aircraft reach their battle."""
    battle = turn.battle(group.place)
    ref.tell(Note, f"arriving at {turn.setting.name(battle.space)}: {group.kind.counted(group.number)}")
    ref.tell(guest_rulings, turn, group, battle)
    return Line(group.kind, group.number, arrived=True)


def guest_rulings(turn: Turn, group: Group, battle: Battle) -> list[Event]:
    """The rulings on what dispatched aircraft may do at their destination."""
    events: list[Event] = []
    if group.kind.type.bombs:
        events.append(ruling(turn.setting.rulings, "dispatched-bomber-vs-surface"))
    if not turn.setting.rulings.yes("dispatched-may-ground") and not turn.setting.spaces[battle.space].sea:
        events.append(ruling(turn.setting.rulings, "dispatched-may-ground"))
    return events


def starts_back(ref: Referee, turn: Turn, group: Group) -> Group:
    """Aircraft whose battle is over fly back in this round, those that are too late as well."""
    (too_late if group.status == ON_THE_WAY else flies_back)(ref, turn, group)
    return Group(group.kind, group.number, RETURNING)


@rule("37", "32")
def flies_back(ref: Referee, turn: Turn, group: Group) -> None:
    """The flight back takes a round."""
    ref.tell(Note, f"flying back to {turn.setting.name(group.kind.home)}: {group.kind.counted(group.number)}")


@rule("33", "32")
def too_late(ref: Referee, turn: Turn, group: Group) -> None:
    """A battle that is over before dispatched aircraft arrive still costs them the flight back."""
    ref.tell(Note, f"too late at {turn.setting.name(group.place)}, returning: {group.kind.counted(group.number)}")


@rule("30", "32", "36", "37")
def come_home(ref: Referee, turn: Turn, group: Group, defenders: dict[str, list[Line]], groups: list[Group]) -> list[Homeless]:
    """Aircraft are home again, and in the battle there if it is attacked; those that have retreated stay on the ground.

    Returns them if they have lost their home.
    """
    kind, number = group.kind, group.number
    if home_is_lost(turn, kind):
        return [Homeless(kind, number, kind.space, "origin-lost")]
    home, out = home_of(turn, kind), group.status == RETREATING
    battle = turn.battle_in(home)
    if battle and battle.on and kind.nation in battle.nations:
        defenders[home].append(Line(kind, number, LOCKED if out else FIGHTS))
    else:
        groups.append(Group(kind, number, OUT if out else HOME))
    (out_again if out else back_again)(ref, turn, group, bool(battle and battle.on))
    return []


@rule("32", "37", "35")
def back_again(ref: Referee, turn: Turn, group: Group, attacked: bool) -> None:
    """Aircraft whose battle is over are back, and may be dispatched again."""
    name = turn.setting.name(group.kind.home)
    text = f"back to defend {name}" if attacked else f"back at {name}, free to be dispatched again (35)"
    ref.tell(Note, f"{text}: {group.kind.counted(group.number)}")


@rule("36")
def out_again(ref: Referee, turn: Turn, group: Group, attacked: bool) -> None:
    """Aircraft that have retreated are back, and out for the turn; if their home is attacked, they stay on the ground."""
    text = "on the ground at" if attacked else "back at"
    ref.tell(Note, f"{text} {turn.setting.name(group.kind.home)}, out for the turn: {group.kind.counted(group.number)}")


@rule("30", "37")
def return_home(ref: Referee, turn: Turn) -> Turn:
    """When the last battle is over, all aircraft that are still away go home."""
    groups: list[Group] = []
    homeless: list[Homeless] = []
    for group in turn.groups:
        if group.status not in FLYING:
            groups.append(group)
        elif home_is_lost(turn, group.kind):
            homeless.append(Homeless(group.kind, group.number, group.kind.space, "origin-lost"))
        else:
            groups.append(Group(group.kind, group.number, OUT if group.status == RETREATING else HOME))
    turn = turn.with_groups(groups)
    for battle in turn.battles:  # attackers whose carrier was sunk in a battle elsewhere
        stranded = [line for line in battle.attackers if carrier_is_sunk(turn, line)]
        homeless += [Homeless(line.kind, line.number, battle.space, "carrier-sunk") for line in stranded]
        staying = tuple(line for line in battle.attackers if line not in stranded)
        turn = turn.with_battle(battle._replace(attackers=staying)) if stranded else turn
    return find_landing(ref, turn, homeless)
