"""Naval pass-through (rules 39 to 41): a fleet fights in a first zone and attacks a second space from round 2 on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from airwar.engine.referee import Note, Referee
from airwar.engine.rule import rule
from airwar.rulesets.air_supremacy.about import pass_on_to
from airwar.rulesets.air_supremacy.attack import laden_ships_split
from airwar.rulesets.air_supremacy.forces import CARGO, FIGHTS, LOCKED, Force, Line, describe, line_name, merged, size
from airwar.rulesets.air_supremacy.landing import close_battle
from airwar.rulesets.air_supremacy.options import ruling
from airwar.rulesets.air_supremacy.places import came_from, home_of
from airwar.rulesets.air_supremacy.turn import (
    HOME,
    HOMEWARD,
    LEFT,
    NOT_ATTACKED,
    ON_THE_WAY,
    OUT,
    PASSED,
    WON,
    Battle,
    Group,
    Origins,
    Pass,
    Turn,
)

ROLES = ("attack", "support", "land", "join")


class Offer(NamedTuple):
    """Units that can go on to the second space: as what, and what they are there."""

    line: Line  # as they are now
    role: str  # attack, support, land or join
    there: Line

    @property
    def name(self) -> str:
        return f"{line_name(self.there)}{'-joining' if self.role == 'join' else ''}"


@rule("40", "39", "41")
def second_leg(ref: Referee, turn: Turn, number: int) -> Turn:
    """In the second round a fleet that passed through its first zone attacks the second space, in full or in part, or does not."""
    plan = turn.passes[number]
    if turn.first or plan.done:
        return turn
    turn = turn._replace(passes=tuple(old._replace(done=True) if old is plan else old for old in turn.passes))
    setting, battle = turn.setting, turn.battle(plan.space)
    able = offers(turn, plan)
    refused = pass_refused(turn, plan, able, {one.name: one.there.number for one in able})
    going: Mapping[str, int] = {}
    if not refused:
        options = {"attack": f"attack {setting.name(plan.space)}", "stay": "do not attack there"}
        if size(one.there for one in able) > 1:
            options["attack-in-part"] = "attack there with a part of these units"
        about = partial(pass_on_to, turn, plan.first, plan.space, [one.there for one in able])
        answer = ref.choose(f"{plan.space}.attacker.pass-through", options, by=setting.attacker, about=about)
        going = chosen_to_go(ref, turn, plan, able, answer)
    if any(going.values()):
        return pass_on(ref, turn, plan, battle, {one: going[one.name] for one in able})
    ref.tell(Note, refused or f"{setting.name(plan.space)} is not attacked after all")
    turn = sent_back(turn, plan)
    return turn.with_battle(battle._replace(after="", result=NOT_ATTACKED)) if battle.after else turn


def offers(turn: Turn, plan: Pass) -> list[Offer]:
    """The units that can go on: survivors of the first battle, troops aboard its transports, and aircraft that wait."""
    first, found = turn.battle(plan.first), []
    for kind, number, role in plan.units:
        for line in (line for line in first.attackers if line.kind is kind and line.mode == FIGHTS):
            there = line._replace(number=min(number, line.number))
            number -= there.number
            found.append(Offer(line, role, there))
    for kind, ashore, number in plan.landing:
        for line in (line for line in first.attackers if line.kind is kind and line.mode == CARGO):
            found.append(Offer(line, "land", Line(ashore, min(number, line.number))))
    found += [Offer(line, "join", line) for line in plan.waiting]
    return [one for one in found if one.there.number]


@rule("40", "39", "41", "46")
def pass_refused(turn: Turn, plan: Pass, able: list[Offer], numbers: Mapping[str, int]) -> str | None:
    """Why a second space cannot be attacked with these units, or None: it takes a ship that survived the first battle."""
    name, battle = turn.setting.name(plan.space), turn.battle(plan.space)
    going = [one for one in able if numbers[one.name]]
    if battle.result == WON:
        return f"nobody is left to attack at {name}"
    if not any(one.line.kind.type.sphere == "sea" or one.role == "land" for one in going):
        return f"no ship is left to pass through to {name} (39)"
    if not battle.on and not any(one.role != "support" for one in going):
        return f"only supporting ships are left for {name}; support shots are for landings (46)"
    return laden_ships_split(turn.battle(plan.first).attackers, numbers)  # a ship has the same name in both battles


def chosen_to_go(ref: Referee, turn: Turn, plan: Pass, able: list[Offer], answer: str) -> Mapping[str, int]:
    """How many of the units go on."""
    everything = {one.name: one.there.number for one in able}
    if answer != "attack-in-part":
        return everything if answer == "attack" else {}
    return ref.allot(
        f"{plan.space}.attacker.pass-through-with",
        everything,
        by=turn.setting.attacker,
        least=1,
        default=everything,
        labels={one.name: describe(one.there) for one in able},
        refuse=partial(pass_refused, turn, plan, able),
        about=partial(pass_on_to, turn, plan.first, plan.space, [one.there for one in able]),
    )


@rule("40")
def sent_back(turn: Turn, plan: Pass, waiting: Force | None = None) -> Turn:
    """Aircraft that waited for the fleet stay where they are."""
    groups = []
    for line in plan.waiting if waiting is None else waiting:
        origins = came_from(plan.origins, line.kind, line.number)
        groups += [Group(line.kind, number, LEFT, "" if line.kind.home else space) for space, number in origins]
    passes = tuple(old._replace(waiting=()) if old.space == plan.space and old.done else old for old in turn.passes)
    return turn._replace(passes=passes).joined_by(groups)


@rule("40", "41", "46")
def pass_on(ref: Referee, turn: Turn, plan: Pass, battle: Battle, going: Mapping[Offer, int]) -> Turn:
    """The fleet goes on; ships that support a landing, or carry its troops, stay in the first zone but leave its battle."""
    first = turn.battle(plan.first)
    attack, support, land, join = (
        [one.there._replace(number=number) for one, number in going.items() if one.role == role and number] for role in ROLES
    )
    staying, transports, cargo = parted(first.attackers, going)
    with_fleet = [line for line in cargo if any(line.kind.home == ship.kind.ship for ship in attack)]
    beside = transports if land else support  # without a landing there is nothing to support
    groups = [Group(line.kind, line.number, LEFT, plan.first, line.damage) for line in beside]
    groups += [Group(line.kind, line.number, LEFT) for line in cargo if line not in with_fleet]
    origins = (came for line in (*attack, *support) for came in origins_after(first, line))
    turn = sent_back(turn.joined_by(groups), plan, left_waiting(plan, join))
    turn = leave_first_battle(ref, turn, first._replace(attackers=staying))
    battle = battle._replace(
        attackers=merged((*battle.attackers, *attack, *land, *join, *with_fleet)),
        support=merged((*battle.support, *support)) if land else battle.support,
        origins=(*battle.origins, *origins, *plan.origins),
    )
    return now_attacked(ref, turn, battle)


def parted(attackers: Force, going: Mapping[Offer, int]) -> tuple[Force, list[Line], list[Line]]:
    """Who stays in the first battle; the transports whose troops land; and what else is aboard the ships that leave."""
    leaving = {one.line: number for one, number in going.items() if one.role != "join"}
    carrying = {line.kind.home for line, number in leaving.items() if number and line.mode == CARGO}
    transports = [line for line in attackers if line.kind.ship in carrying]
    gone = carrying | {line.kind.ship for line, number in leaving.items() if number and line.kind.ship}
    rest = merged(line._replace(number=line.number - leaving.get(line, 0)) for line in attackers if line not in transports)
    cargo = [line for line in rest if line.mode == CARGO and line.kind.home in gone]
    return tuple(line for line in rest if line not in cargo), transports, cargo


def origins_after(first: Battle, line: Line) -> Origins:
    """Where units that go on came from: ships from the first zone, aircraft from their own base."""
    if not line.kind.type.flies:
        return ((line.kind, first.space, line.number),)
    return tuple((line.kind, space, number) for space, number in came_from(first.origins, line.kind, line.number))


def left_waiting(plan: Pass, joined: list[Line]) -> Force:
    """The aircraft that did not join the fleet."""
    return merged((*plan.waiting, *(line._replace(number=-line.number) for line in joined)))


@rule("40", "27")
def now_attacked(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """The second space, and the aircraft at home there, are under attack from now on."""
    if battle.on:
        ref.tell(Note, f"{turn.setting.name(battle.space)}: the fleet joins the attack")
        return turn.with_battle(battle)
    (at_sea_now if turn.setting.spaces[battle.space].sea else on_land_now)(ref, turn.setting.name(battle.space))
    at_home = [group for group in turn.groups if is_attacked_at_home(turn, group, battle)]
    lines = [Line(group.kind, group.number, FIGHTS if group.status == HOME else LOCKED) for group in at_home]
    battle = battle._replace(defenders=merged((*battle.defenders, *lines)), after="", result="", new=True)
    return turn.with_groups(group for group in turn.groups if group not in at_home).with_battle(battle)


@rule("39")
def at_sea_now(ref: Referee, name: str) -> None:
    """The fleet attacks its second zone."""
    ref.tell(Note, f"{name} is under attack")


@rule("41")
def on_land_now(ref: Referee, name: str) -> None:
    """Land is invaded after a pass-through."""
    ref.tell(Note, f"{name} is under attack")


def is_attacked_at_home(turn: Turn, group: Group, battle: Battle) -> bool:
    """Whether aircraft at home are in a space that is attacked now."""
    kind = group.kind
    attacked = kind.type.flies and kind.nation in battle.nations and group.status in (HOME, OUT)
    return attacked and home_of(turn, kind) == battle.space


def leave_first_battle(ref: Referee, turn: Turn, first: Battle) -> Turn:
    """The first battle is over if the whole fleet has moved on."""
    if first.on and not first.attackers:
        return close_battle(ref, turn, first, PASSED)
    return turn.with_battle(first)


# after all fleets have gone on


@rule("40")
def call_off_dispatches(ref: Referee, turn: Turn) -> Turn:
    """Aircraft on the way to a second space that is not attacked are called back. Ruling: passthrough-calloff-costs-return."""
    idle = {battle.space for battle in turn.battles if battle.result == NOT_ATTACKED}
    called = [group for group in turn.groups if group.status == ON_THE_WAY and group.place in idle]
    if not called:
        return turn
    ref.tell(ruling, turn.setting.rulings, "passthrough-calloff-costs-return")
    status = HOMEWARD if turn.setting.rulings.yes("passthrough-calloff-costs-return") else HOME
    groups = [Group(group.kind, group.number, status) if group in called else group for group in turn.groups]
    turn = turn.with_groups(groups)
    for battle in [battle for battle in turn.battles if battle.on]:
        at_home = [group for group in turn.groups if group.status == HOME and is_attacked_at_home(turn, group, battle)]
        lines = [Line(group.kind, group.number) for group in at_home]
        turn = turn.with_groups(group for group in turn.groups if group not in at_home)
        turn = turn.with_battle(battle._replace(defenders=merged((*battle.defenders, *lines))))
    return turn


@rule("40", "41")
def undefended(ref: Referee, turn: Turn) -> Turn:
    """A second space where nobody is left to defend it is taken without a fight."""
    for battle in turn.battles:
        if battle.on and battle.new and not battle.defenders and battle.attackers:
            turn = close_battle(ref, turn, battle, WON)
    return turn
