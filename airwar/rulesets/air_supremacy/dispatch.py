"""Dispatch (rules 24 to 44): which aircraft may fly where, and the clock.

Aircraft declared in round 1 fight from round 2 on. If they fight there for the last time in round 4, they return in round 5
and may be declared again in round 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.position import ruling
from airwar.rulesets.air_supremacy.round_end import Homeless, close_battles, find_landing, home_in_words
from airwar.rulesets.air_supremacy.turn import (
    FREE,
    Battle,
    Group,
    Result,
    Status,
    Turn,
    dispatch_refused,
    home_is_lost,
    home_of,
    where_home_was,
)
from airwar.rulesets.air_supremacy.units import Line, Mode, dealt, merged, nation_name, type_name
from airwar.rulesets.kit import Note, Referee, count, rule, under


def destinations(turn: Turn, group: Group) -> list[str]:
    """The battles that aircraft can fly to."""
    return [battle.space for battle in turn.battles if dispatch_refused(turn, group, battle.space) is None]


@rule("26", "24", "25", "28", "31", "44", "45")
def declare_dispatches(ref: Referee, turn: Turn) -> Turn:
    """Every nation declares which of its aircraft fly to which battle; they fight there in the next round."""
    reach = {group: destinations(turn, group) for group in turn.groups}
    for home, nation in dict.fromkeys((group.kind.home, group.kind.nation) for group in turn.groups if reach[group]):
        able = [group for group in turn.groups if (group.kind.home, group.kind.nation) == (home, nation) and reach[group]]
        turn = declare_from(ref, turn, able, reach[able[0]])
    return turn


def declare_from(ref: Referee, turn: Turn, able: Sequence[Group], spaces: Sequence[str]) -> Turn:
    """A nation declares which of its aircraft at one base fly to which battle."""
    home, nation = able[0].kind.home, able[0].kind.nation
    there: dict[str, int] = {}
    for group in able:
        there[group.kind.type.id] = there.get(group.kind.type.id, 0) + group.number
    labels = {group.kind.type.id: group.kind.label for group in able}
    offers = {f"{type_id}-to-{space}": (type_id, space) for type_id in there for space in spaces}
    numbers = ref.allot(
        f"{home}.{nation}.dispatch",
        {offer: there[type_id] for offer, (type_id, _) in offers.items()},
        by=nation,
        most=sum(there.values()),
        labels={offer: f"{labels[type_id]} to {turn.setting.name(space)}" for offer, (type_id, space) in offers.items()},
        refuse=partial(too_many, there, offers),
        facts=lambda: {f"to.{space}": sum(there.values()) if space in spaces else 0 for space in turn.setting.spaces},
        about=partial(about.to_dispatch, turn, home, able, spaces),
        why_not=partial(not_offered, turn, home, nation),
    )
    return send(ref, turn, able, offers, numbers) if any(numbers.values()) else turn


@rule("31")
def too_many(there: Mapping[str, int], offers: Mapping[str, tuple[str, str]], numbers: Mapping[str, int]) -> str | None:
    """Why a dispatch is illegal, or None: each aircraft has one destination."""
    for type_id, most in there.items():
        number = sum(numbers[offer] for offer, (other, _) in offers.items() if other == type_id)
        if number > most:
            return f"{count(number, type_name(type_id))} dispatched, but only {most} at home (31)"
    return None


@rule("24", "27", "32", "36", "42", "43")
def not_offered(turn: Turn, home: str, nation: str, answer: str) -> str:
    """Why something typed cannot be dispatched like this: `fighter-to-malta`, a space, or a unit."""
    type_id, _, space = answer.rpartition("-to-")
    based = [group for group in turn.groups if (group.kind.home, group.kind.nation) == (home, nation)]
    if type_id and space in turn.setting.spaces:
        based = [group for group in based if group.kind.type.id == type_id]
        refused = (dispatch_refused(turn, group, space) for group in based)
        none = f"{nation_name(nation)} has no {type_name(type_id)} at {turn.setting.name(home)} (24)"
        return next(filter(None, refused), none)
    if answer in turn.setting.spaces:
        refused = (dispatch_refused(turn, group, answer) for group in based if group.status == Status.HOME)
        return next(filter(None, refused), f"say which aircraft fly there, such as fighter-to-{answer} (31)")
    known = turn.setting.units.get(answer)
    found = next((group for group in turn.groups if group.kind.unit == answer), None)
    if found and found.kind.type.flies and found.status != Status.HOME:
        return f"{answer}: {found.status}; free again {FREE[found.status]} (32)"
    if known:
        return f"{answer} is not named here; aircraft at {turn.setting.name(home)} go by type, such as fighter-to-<space> (31)"
    return f"{answer!r} is not a dispatch; try something like fighter-to-<space> (24)"


@rule("24", "2", "25")
def send(
    ref: Referee, turn: Turn, able: Sequence[Group], offers: Mapping[str, tuple[str, str]], numbers: Mapping[str, int]
) -> Turn:
    """Aircraft take off for their destinations."""
    at_home, gone = list(able), []
    for offer, (type_id, space) in offers.items():
        going = dict(dealt([(group, group.kind.type.id) for group in at_home], {type_id: numbers[offer]}))
        at_home = [group._replace(number=group.number - going.get(group, 0)) for group in at_home]
        gone += [Group(group.kind, number, Status.ON_THE_WAY, space) for group, number in going.items()]
        if numbers[offer]:
            kind = next(group.kind for group in able if group.kind.type.id == type_id)
            number, without = ("25", ", without bombs") if kind.type.bombs else ("24", "")
            under(number, ref.tell, Note, f"{kind.counted(numbers[offer])} dispatched to {turn.setting.name(space)}{without}")
    return turn.with_groups([*(group for group in turn.groups if group not in able), *at_home, *gone])


# the clock


@rule("26", "30", "32", "33", "35", "37", "40")
def move_aircraft(ref: Referee, turn: Turn) -> Turn:
    """A round has passed: dispatched aircraft arrive or are too late, those whose battle is over return, others are home."""
    under_way = [group for group in turn.groups if group.status in Status.FLYING]
    if turn.first or not (under_way or any(line.arrived for battle in turn.battles for line in battle.defenders)):
        return turn
    defenders = {battle.space: no_longer_committed(battle) for battle in turn.battles}
    groups = [group for group in turn.groups if group.status not in Status.FLYING]
    homeless: list[Homeless] = []
    for group in under_way:
        if group.status in (Status.RETURNING, Status.RETREATING):
            homeless += come_home(ref, turn, group, defenders, groups)
        elif group.status == Status.ON_THE_WAY and turn.battle(group.place).on:
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
    if group.kind.type.bombs:
        ref.tell(ruling, turn.setting.rulings, "dispatched-bomber-vs-surface")
    return Line(group.kind, group.number, arrived=True, guest=True)


@rule("37", "32", "33")
def starts_back(ref: Referee, turn: Turn, group: Group) -> Group:
    """Aircraft whose battle is over fly back in this round, and so do those that are too late."""
    number, text = "37", f"flying back to {home_in_words(turn, group.kind)}"
    if group.status == Status.ON_THE_WAY:
        number, text = "33", f"too late at {turn.setting.name(group.place)}, returning"
    under(number, ref.tell, Note, f"{text}: {group.kind.counted(group.number)}")
    return Group(group.kind, group.number, Status.RETURNING)


@rule("30", "32", "35", "36", "37")
def come_home(ref: Referee, turn: Turn, group: Group, defenders: dict[str, list[Line]], groups: list[Group]) -> list[Homeless]:
    """Aircraft are home again, and in the battle if their home is attacked; those that have retreated stay on the ground.

    Returns them if they have lost their home.
    """
    kind, number = group.kind, group.number
    if home_is_lost(turn, kind):
        return [Homeless(kind, number, where_home_was(turn, kind), "origin-lost")]
    home, out = home_of(turn, kind), group.status == Status.RETREATING
    battle = turn.battle_in(home)
    if battle and battle.on and kind.nation in battle.nations:
        defenders[home].append(Line(kind, number, Mode.LOCKED if out else Mode.FIGHTS))
    else:
        groups.append(Group(kind, number, Status.OUT if out else Status.HOME))
    name = turn.setting.name(kind.home)
    if out:
        text = f"{'on the ground' if battle and battle.on else 'back'} at {name}, out for the turn"
    else:
        text = f"back to defend {name}" if battle and battle.on else f"back at {name}, free to be dispatched again (35)"
    under("36" if out else "32", ref.tell, Note, f"{text}: {kind.counted(number)}")
    return []


@rule("40", "41", "42")
def undefended(ref: Referee, turn: Turn) -> Turn:
    """If nobody is left to defend a space once the aircraft of this round have arrived, it is taken without a fight."""
    empty = [battle for battle in turn.battles if battle.on and battle.new and not battle.defenders and battle.attackers]
    return close_battles(ref, turn, {battle.space: Result.WON for battle in empty}) if empty else turn
