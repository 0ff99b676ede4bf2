"""Naval pass-through (rules 39 to 41): a fleet fights in a first zone and attacks a second space from round 2 on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from airwar.rulesets.air_supremacy import about
from airwar.rulesets.air_supremacy.round_end import Homeless, close_battles, find_landing
from airwar.rulesets.air_supremacy.turn import Battle, Group, Pass, Result, Status, Turn, home_is_lost, home_of, where_home_was
from airwar.rulesets.air_supremacy.units import Force, Kind, Line, Mode, dealt, describe, merged
from airwar.rulesets.kit import Note, Referee, listed, rule, under, verb

ROLES = ("attack", "support", "land", "join")


class Offer(NamedTuple):
    """Units that can go on to the second space: how many, in what role, which line they are now, and what they become there."""

    kind: Kind  # there
    number: int
    role: str  # attack, support, land or join
    line: Line  # as they are now

    @property
    def there(self) -> Line:
        return Line(self.kind, self.number, damage=self.line.damage)

    @property
    def name(self) -> str:
        return f"{self.there.name}{'-joining' if self.role == 'join' else ''}"


@rule("40", "39", "41")
def second_leg(ref: Referee, turn: Turn, number: int) -> Turn:
    """In the second round a fleet that passed through its first zone attacks the second space, in full, in part or not at all.

    Nobody moves before all fleets have decided, since a fleet that has just come to a zone does not go on from there.
    """
    plan = turn.passes[number]
    if turn.first or plan.done:
        return turn
    turn = turn._replace(passes=tuple(old._replace(done=True) if old is plan else old for old in turn.passes))
    plan = turn.passes[number]
    setting, able = turn.setting, offers(turn, plan)
    everything = as_ordered(turn, plan, able)
    refused = pass_refused(turn, plan, able, everything)
    going: Mapping[str, int] = {}
    if not refused:
        options = {"attack": f"attack {setting.name(plan.space)}", "stay": "do not attack there"}
        if sum(numbers_of(turn, plan, able).values()) > 1:
            options["attack-in-part"] = "attack there with some of these units"
        now = partial(about.pass_on_to, turn, plan.first, plan.space, [one.there for one in able])
        several = sum(other.space == plan.space for other in turn.passes) > 1
        key = f"pass-through-from-{plan.first}" if several else "pass-through"
        answer = ref.choose(f"{plan.space}.attacker.{key}", options, by=setting.attacker, about=now)
        going = chosen_to_go(ref, turn, plan, able, answer, key)
    if any(going.values()):
        goers = tuple(dealt([(one, one.name) for one in able if has_carrier(one, going)], going))
        return turn._replace(passes=tuple(old._replace(going=goers) if old is plan else old for old in turn.passes))
    ref.tell(Note, refused or f"{setting.name(plan.space)} is not attacked after all")
    return sent_back(turn, plan)


@rule("39", "41")
def offers(turn: Turn, plan: Pass) -> list[Offer]:
    """The units that can go on: survivors of the first battle, troops aboard its transports, and aircraft that wait.

    Ships of one entry are interchangeable. Aircraft go on with their carrier, or take off from it.
    """
    first, units, found = turn.battle(plan.first), turn.setting.units, []
    gone = Counter[Line]()
    for one, number in (going for other in turn.passes if other.first == plan.first for going in other.going):
        gone[one.line] += number
    promised = {kind.unit for other in turn.passes if other is not plan and not other.done for kind, *_ in other.units}
    for role in ("attack", "support"):
        ordered_here = [kind for kind, _, other in plan.units if other == role]
        entries, own = {units[kind.unit].entry for kind in ordered_here}, {kind.unit for kind in ordered_here}
        lines = [line for line in first.attackers if units[line.kind.unit].entry in entries]
        ships = {line.kind.ship for line in lines if line.kind.ship and line.mode == Mode.FIGHTS}
        for line in sorted(lines, key=lambda line: (line.kind.unit not in own, line.mode, line.damage)):
            below = line.mode == Mode.ABOARD and line.kind.type.flies
            in_flight = line.kind.type.flies and line.mode == Mode.FIGHTS
            able = below or (line.mode == Mode.FIGHTS and (not in_flight or line.kind.home in ships))
            if able and (line.kind.unit in own or line.kind.unit not in promised):
                found.append(Offer(line.kind.from_zone(plan.first), line.number - gone[line], role, line))
    for kind, ashore, number in plan.landing:
        for line in (line for line in first.attackers if line.kind is kind and line.mode == Mode.ABOARD):
            found.append(Offer(ashore, min(number, line.number - gone[line]), "land", line))
    found += [Offer(line.kind, line.number, "join", line) for line in plan.waiting]
    return [one for one in found if one.number > 0]


class Quota(NamedTuple):
    """Units that are interchangeable, by name and by entry, and how many of them were ordered to go on."""

    names: frozenset[str]
    sorts: frozenset[tuple[str, str]]
    most: int


def quotas(turn: Turn, plan: Pass, able: list[Offer]) -> list[Quota]:
    """Units of one entry are interchangeable, and so are units of one name; loaded ships have names of their own."""

    def sort(kind: Kind, role: str) -> tuple[str, str]:
        return role, turn.setting.units[kind.unit].entry if kind.ship or kind.aboard else kind.name

    ordered = Counter[tuple[str, str]]()
    for kind, number, role in plan.units:
        ordered[sort(kind, role)] += number
    found: list[Quota] = []
    for one in (one for one in able if one.role in ("attack", "support")):
        names, sorts = frozenset({one.name}), frozenset({sort(one.kind, one.role)})
        touching = [quota for quota in found if names & quota.names or sorts & quota.sorts]
        names, sorts = names.union(*(quota.names for quota in touching)), sorts.union(*(quota.sorts for quota in touching))
        found = [quota for quota in found if quota not in touching] + [Quota(names, sorts, sum(ordered[each] for each in sorts))]
    return found


@rule("39")
def has_carrier(one: Offer, numbers: Mapping[str, int]) -> bool:
    """Whether units can go on if this many of each name do: aircraft that have fought need their carrier."""
    in_flight = one.role == "attack" and one.kind.type.flies and one.line.mode == Mode.FIGHTS
    return not in_flight or bool(numbers.get(one.kind.home))


def numbers_of(turn: Turn, plan: Pass, able: list[Offer]) -> dict[str, int]:
    """How many can go on, by name."""
    found = Counter[str]()
    for one in able:
        found[one.name] += one.number
    most = {name: quota.most for quota in quotas(turn, plan, able) for name in quota.names}
    return {name: min(number, most.get(name, number)) for name, number in found.items()}


def as_ordered(turn: Turn, plan: Pass, able: list[Offer]) -> dict[str, int]:
    """How many of each name go on if all that were ordered do: of interchangeable units, the first ones. Ships first."""
    every, found = quotas(turn, plan, able), dict.fromkeys((one.name for one in able), 0)
    for one in sorted(able, key=lambda one: one.kind.type.flies):
        left = [quota.most - sum(found[name] for name in quota.names) for quota in every if one.name in quota.names]
        found[one.name] += min([one.number, *left]) if has_carrier(one, found) else 0
    return found


@rule("40", "39", "41", "46")
def pass_refused(turn: Turn, plan: Pass, able: list[Offer], numbers: Mapping[str, int]) -> str | None:
    """Why a second space cannot be attacked with these units, or None: a zone requires a ship, and land requires troops to land."""
    name, at_sea = turn.setting.name(plan.space), turn.setting.spaces[plan.space].sea
    going = [one for one in able if numbers[one.name]]
    if at_sea and not any(one.kind.type.sphere == "sea" for one in going):
        return f"no ship is left to pass through to {name} (39)"
    if not at_sea and not any(one.role == "land" for one in going):
        return f"no troops land in {name}; after a pass-through, land is attacked by a landing (41)"
    for quota in quotas(turn, plan, able):
        if sum(numbers[name] for name in quota.names) > quota.most:
            who = listed(sorted(quota.names))
            return f"only {quota.most} of {who} {verb(quota.most, 'were', 'was')} ordered to {name} (39)"
    for one in going:
        there = sum(other.number for other in able if other.name == one.name and has_carrier(other, numbers))
        if numbers[one.name] > there:
            return f"{one.name}: {there} can go on; aircraft that have fought go on with their carrier (39)"
    return None


def chosen_to_go(ref: Referee, turn: Turn, plan: Pass, able: list[Offer], answer: str, key: str) -> Mapping[str, int]:
    """How many of the units go on."""
    everything = as_ordered(turn, plan, able)
    if answer != "attack-in-part":
        return everything if answer == "attack" else {}
    return ref.allot(
        f"{plan.space}.attacker.{key.replace('pass-through', 'pass-through-with', 1)}",
        numbers_of(turn, plan, able),
        by=turn.setting.attacker,
        least=1,
        default=everything,
        labels={one.name: describe(one.there) for one in able},
        refuse=partial(pass_refused, turn, plan, able),
        about=partial(about.pass_on_to, turn, plan.first, plan.space, [one.there for one in able]),
        why_not=lambda name: f"{name!r} is not one of the units that can go on to {turn.setting.name(plan.space)} (39)",
    )


@rule("40")
def sent_back(turn: Turn, plan: Pass, joined: Force = ()) -> Turn:
    """Aircraft that waited for the fleet and have not joined it stay where they are."""
    staying = merged((*plan.waiting, *(line._replace(number=-line.number) for line in joined)))
    groups = [Group(line.kind, line.number, Status.LEFT, "" if line.kind.home else line.kind.space) for line in staying]
    passes = tuple(old._replace(waiting=(), going=()) if old == plan else old for old in turn.passes)
    return turn._replace(passes=passes).joined_by(groups)


@rule("40", "41", "46")
def fleets_go_on(ref: Referee, turn: Turn) -> Turn:
    """All fleets go on at once. Ships that support a landing, or carry its troops, stay in the zone but leave its battle."""
    plans = [plan for plan in turn.passes if plan.going]
    cargo: list[Line] = []
    for zone in dict.fromkeys(plan.first for plan in plans):
        first, here = turn.battle(zone), [going for plan in plans if plan.first == zone for going in plan.going]
        staying, transports, aboard = parted(first.attackers, here)
        groups = [Group(line.kind, line.number, Status.LEFT, zone, line.damage) for line in transports]
        groups += [Group(line.kind, line.number, Status.LEFT) for line in aboard if not goes_along(line, here)]
        cargo += [line for line in aboard if goes_along(line, here)]
        turn = turn.with_battle(first._replace(attackers=staying)).joined_by(groups)
    for plan in plans:
        attack, support, land, join = (
            [one.there._replace(number=number) for one, number in plan.going if one.role == role] for role in ROLES
        )
        turn = sent_back(turn, plan, tuple(join))
        battle, aboard = turn.battle(plan.space), [line for line in cargo if goes_along(line, plan.going)]
        battle = battle._replace(
            attackers=merged((*battle.attackers, *attack, *land, *join, *aboard)),
            support=merged((*battle.support, *support)),
        )
        turn = now_attacked(ref, turn, battle)
    return turn


def goes_along(line: Line, going: Iterable[tuple[Offer, int]]) -> bool:
    """Whether units are aboard a ship that goes on."""
    return any(one.role == "attack" and one.kind.ship == line.kind.home for one, _ in going)


def parted(attackers: Force, going: Sequence[tuple[Offer, int]]) -> tuple[Force, list[Line], list[Line]]:
    """Who stays in the first battle, the transports whose troops land, and what else is aboard the ships that leave."""
    leaving = Counter[Line]()
    for one, number in going:
        leaving[one.line] += number if one.role != "join" else 0
    carrying = {one.line.kind.home for one, _ in going if one.role == "land"}
    transports = [line for line in attackers if line.kind.ship in carrying]
    gone = carrying | {line.kind.ship for line in leaving if line.kind.ship}
    rest = merged(line._replace(number=line.number - leaving[line]) for line in attackers if line not in transports)
    cargo = [line for line in rest if line.mode == Mode.ABOARD and line.kind.home in gone]
    return tuple(line for line in rest if line not in cargo), transports, cargo


@rule("40", "27", "39", "41")
def now_attacked(ref: Referee, turn: Turn, battle: Battle) -> Turn:
    """The second space, and the aircraft at home there, are under attack from now on."""
    name = turn.setting.name(battle.space)
    if battle.on:
        ref.tell(Note, f"{name}: the fleet joins the attack")
        return turn.with_battle(battle)
    under("39" if turn.setting.spaces[battle.space].sea else "41", ref.tell, Note, f"{name} is under attack")
    return defend_home(turn.with_battle(battle._replace(after="", result="", new=True)), (Status.HOME, Status.OUT))


@rule("27")
def defend_home(turn: Turn, statuses: tuple[str, ...]) -> Turn:
    """Aircraft at home in a space under attack are in its battle; those that are out stay on the ground."""
    for battle in [battle for battle in turn.battles if battle.on]:
        here = [
            group
            for group in turn.groups
            if group.kind.type.flies
            and group.kind.nation in battle.nations
            and group.status in statuses
            and home_of(turn, group.kind) == battle.space
        ]
        lines = [Line(group.kind, group.number, Mode.FIGHTS if group.status == Status.HOME else Mode.LOCKED) for group in here]
        turn = turn.with_groups(group for group in turn.groups if group not in here) if here else turn
        turn = turn.with_battle(battle._replace(defenders=merged((*battle.defenders, *lines)))) if here else turn
    return turn


# after all fleets have gone on


@rule("40", "39")
def fleets_have_passed(ref: Referee, turn: Turn) -> Turn:
    """Fleets go on. First battles that everybody has left are over; second spaces that no fleet attacks are not attacked."""
    if turn.first:
        return turn
    turn = fleets_go_on(ref, turn)
    idle = [battle for battle in turn.battles if battle.after]
    for battle in idle:
        turn = turn.with_battle(battle._replace(after="", result=Result.NOT_ATTACKED))
    left = {plan.first for plan in turn.passes}
    passed = [battle.space for battle in turn.battles if battle.space in left and battle.on and not battle.attackers]
    turn = close_battles(ref, turn, dict.fromkeys(passed, Result.PASSED)) if passed else turn
    return call_off_dispatches(ref, turn)


@rule("40", "30")
def call_off_dispatches(ref: Referee, turn: Turn) -> Turn:
    """Aircraft on the way to a second space that is not attacked are called back, and are home again if they still have a home."""
    idle = {battle.space for battle in turn.battles if battle.result == Result.NOT_ATTACKED}
    called = [group for group in turn.groups if group.status == Status.ON_THE_WAY and group.place in idle]
    if not called:
        return turn
    who = listed(group.kind.counted(group.number) for group in called)
    ref.tell(Note, f"the dispatch to a space that is not attacked is called off, and costs nothing: {who}")
    lost = [group for group in called if home_is_lost(turn, group.kind)]
    groups = [Group(group.kind, group.number) if group in called else group for group in turn.groups if group not in lost]
    homeless = [Homeless(group.kind, group.number, where_home_was(turn, group.kind), "origin-lost") for group in lost]
    return find_landing(ref, defend_home(turn.with_groups(groups), (Status.HOME,)), homeless)
