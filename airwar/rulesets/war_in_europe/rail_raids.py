"""TAC bombing of rail lines (13.92): flak fires, five Air Points make one Strategic Bomber Point, the nation's chart is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from airwar.rulesets.kit import (
    D6,
    Detail,
    Dice,
    DownColumn,
    EachFace,
    Event,
    Fault,
    Flag,
    Grid,
    Hits,
    Loss,
    Move,
    NeedsChart,
    Note,
    OpenChart,
    Orders,
    Referee,
    Return,
    Ruling,
    Total,
    column_for,
    count,
    first_come,
    listed,
    load_chart,
    replace,
    rule,
    sheet,
    span_of,
    then,
    title_of,
    typed,
    verb,
    whole_number_refused,
)
from airwar.rulesets.war_in_europe.charts import (
    DAMAGE_PAGE,
    DEMO,
    EACH,
    PACKAGE,
    EachPoint,
    RailDamage,
    accuracy_page,
    heads_refused,
)
from airwar.rulesets.war_in_europe.position import Mission, Points, Pool, RailRaid, Setting, Turn, by_nation, front_title
from airwar.rulesets.war_in_europe.supremacy import mission_faults, supremacy_refused

POINTS = load_chart(PACKAGE, "bomber-points")
TO_A_BOMBER_POINT = POINTS.row("air-points-to-a-bomber-point", int, 0).at(0)
TO_A_FLAK_DIE = POINTS.row("air-points-to-a-flak-die", int, 0).at(0)
ELIMINATES_ON = POINTS.row("flak-die-eliminates-on", int, 0).at(0)
UNHARMED = ("not-cut", "not cut", "no effect", "none")  # what a person may read for an undamaged line

# what is legal


@rule("13.912")
def owners(turn: Turn, user: str) -> dict[str, str]:
    """Whose points a side can send, by nation: its own, and those of its allies."""
    found: dict[str, str] = {}
    for side in turn.setting.allies(user):
        found |= {nation: side for nation in turn.sides[side].nations if nation not in found}
    return found


@rule("13.912", "13.92")
def share_faults(turn: Turn, field: str, user: str, points: Points | None) -> Iterator[Fault]:
    """What is wrong with points by nation: a side with several must name them, and can send only its own or its allies'."""
    nations, known = turn.sides[user].nations, owners(turn, user)
    if isinstance(points, int):
        if points and len(nations) > 1:
            yield Fault(field, f"{points} points of {' and '.join(nations)}; expected a number for each", "13.92")
        return
    for nation in points or ():
        if nation not in known:
            text = f"{turn.setting.name(user)} does not command {nation} points; expected {' or '.join(known)}"
            yield Fault(f"{field}.{nation}", text, "13.912")


@rule("13.912")
def pledge_faults(turn: Turn, field: str, mission: Mission) -> Iterator[Fault]:
    """What is wrong with a number of points: only those in Ground Support count, not Air Superiority, and each has one job."""
    names = list(turn.missions)
    so_far = names[: names.index(mission.id) + 1] if mission.id in names else []
    for side, nation in dict.fromkeys((order.side, order.nation) for order in turn.given if order.mission == mission.id):
        pool = turn.pool(mission.front, side, nation)
        ordered, alone = turn.pledged(pool, *so_far), turn.pledged(pool, mission.id)
        if ordered > pool.had:
            superiority = turn.boxes(mission.front, side).air_superiority
            other = f"; the {superiority} in Air Superiority cannot fly this" if superiority else ""
            once = "; a point has one job a turn" if alone <= pool.had else ""
            held = f"{ordered} {nation} points are ordered on {mission.front} so far, where {pool.had} are in Ground Support"
            yield Fault(field, f"{held}{other}{once}", "13.912")


@rule("13.92", "13.91")
def raid_faults(turn: Turn, raid: RailRaid) -> Iterator[Fault]:
    """What is wrong with a raid: its range, a hex bombed twice, missing supremacy over the territory's owner, or too few points."""
    refused = supremacy_refused(turn, raid.front, raid.attacker, raid.defender)
    if refused:
        yield Fault("defender" if turn.setting.allied(raid.attacker, raid.defender) else "front", refused, "13.91")
    else:
        yield from mission_faults(turn, raid)
    if raid.in_range is False:
        yield Fault("in-range", f"hex {raid.at} is out of range; expected a rail hex within regular air range", "13.92")
    first = next((other for other in earlier_raids(turn, raid) if raid.at and same_hex(other.at, raid.at)), None)
    if first is not None:
        yield Fault("at", f"hex {raid.at} is already bombed by {first.id}; expected one raid with all its points", "13.92")
    most = max(
        (pool.free for pool in turn.pools if pool.front == raid.front and pool.side in turn.setting.allies(raid.attacker)),
        default=0,
    )
    if raid.id not in turn.missions and most < TO_A_BOMBER_POINT:
        text = f"{turn.setting.name(raid.attacker)} has {most} Ground Support points free on {front_title(raid.front)}"
        yield Fault("front", f"{text}; a bomber point takes {TO_A_BOMBER_POINT}", "13.92")
    yield from share_faults(turn, "points", raid.attacker, raid.points)
    yield from fives_faults(turn, raid)
    yield from pledge_faults(turn, "points", raid)


def same_hex(one: str, other: str) -> bool:
    """Whether two labels name the same hex, however they are typed."""
    return one.strip().casefold() == other.strip().casefold()


def earlier_raids(turn: Turn, raid: RailRaid) -> Iterator[RailRaid]:
    """The raids ordered before this one."""
    for mission in turn.missions.values():
        if mission.id == raid.id:
            return
        if isinstance(mission, RailRaid):
            yield mission


@rule("13.92", "24.82")
def fives_faults(turn: Turn, raid: RailRaid) -> Iterator[Fault]:
    """What is wrong with a nation's share: at least five points, and a column for them in its chart if the scenario supplies it."""
    for nation, points in [("Air", 0)] if raid.points == 0 else sent(turn, raid.attacker, raid.points):
        bombers = converted(points).bombers
        if not bombers:
            short = f"{count(points, f'{nation} point')} {verb(points, 'do', 'does')} not make a Strategic Bomber Point"
            yield Fault("points", f"{short}; expected at least {TO_A_BOMBER_POINT}", "13.92")
            continue
        number = turn.charts.number_for(nation)
        most = most_bombers(turn, number)
        if most is not None and bombers > most:
            text = f"{points} {nation} points are {bombers} bomber points; accuracy chart {number} has columns up to {most}"
            yield Fault("points", text, "24.82")


def sent(turn: Turn, user: str, points: Points | None) -> list[tuple[str, int]]:
    """The points that are sent, by nation."""
    if points is None or isinstance(points, int):
        return list(by_nation(turn.sides[user], points or 0).items()) if len(turn.sides[user].nations) == 1 else []
    return [(nation, number) for nation, number in points.items() if number and nation in owners(turn, user)]


def most_bombers(turn: Turn, number: str) -> int | None:
    """The most bomber points for which a chart of the scenario has a column; None if it is open-ended or missing."""
    chart = turn.charts.accuracy_chart(number)
    last = span_of(chart.heads[-1]) if isinstance(chart, Grid) else None
    return last.high if last else None


# a raid ordered at the table


def raid_label(turn: Turn, raid: RailRaid) -> str:
    name = turn.setting.name
    return f"{title_of(raid.front)}: rail raid by {name(raid.attacker)} on {name(raid.defender)}"


def free_hexes(turn: Turn, raid: RailRaid) -> list[str]:
    bombed = {mission.at for mission in turn.missions.values() if isinstance(mission, RailRaid)}
    return [next(str(number) for number in range(2214, 9999) if str(number) not in bombed)]


def flak_typed(turn: Turn, raid: RailRaid, text: str) -> dict[str, int]:
    return {"flak": int(typed(Flag(), text))}


RAIDS: Orders[Turn, RailRaid] = Orders(
    RailRaid,
    "rail-raids",
    "raid",
    rule="13.92",
    target={"front": "fronts", "attacker": "sides", "defender": "sides"},
    faults=raid_faults,
    label=raid_label,
    details=(
        Detail(
            "hex",
            "the rail hex of a raid ordered at the table",
            ("at",),
            "Which rail hex do they bomb, as printed on the map?",
            free_hexes,
        ),
        Detail("in-range", "whether that hex is within regular air range", ("in-range",), "Is hex {at} within regular air range?"),
        Detail("has-flak", "whether flak protects it", ("flak",), "Does flak protect hex {at}?", ("yes", "no"), flak_typed),
    ),
)

# the raid


class Flight(NamedTuple):
    """The Air Points of one nation of a side on a raid, and how many of them flak has eliminated."""

    pool: Pool
    points: int
    lost: int = 0


@dataclass(frozen=True)
class RaidUnderWay:
    """A raid in progress: the nations bomb one after another, and their hits are added up."""

    setting: Setting
    raid: RailRaid
    flying: tuple[Flight, ...]  # nations that still have to bomb; the first is over the target
    home: tuple[Flight, ...] = ()  # nations that have bombed
    hits: int = 0
    needed: tuple[str, ...] = ()  # charts that are missing
    printed: tuple[str, ...] = ()  # charts that somebody reads from the page

    def key(self, flight: Flight) -> str:
        """The key of its rolls: the nation, with the side if two sides fly with the same nation."""
        pool = flight.pool
        same = [other for other in (*self.flying, *self.home) if other.pool.nation == pool.nation]
        return pool.nation if len(same) == 1 else f"{pool.side}.{pool.nation}"


class RaidOutcome(NamedTuple):
    """What a raid did, and what flak did to it."""

    mission: str
    result: str
    damaged: bool
    flights: tuple[Flight, ...]


class Conversion(NamedTuple):
    """Air Points as Strategic Bomber Points."""

    bombers: int
    wasted: int


@rule("13.92")
def converted(points: int) -> Conversion:
    """Every full five Air Points make one Strategic Bomber Point. Ruling: the remainder is wasted, at each hex separately."""
    return Conversion(*divmod(points, TO_A_BOMBER_POINT))


@rule("13.92")
def fly_raid(ref: Referee, raid: RaidUnderWay) -> Move[RaidOutcome]:
    """Air Points become Strategic Bomber Points, nation by nation."""
    ref.tell(conversions, raid)
    return then(flak_fires, raid)


@rule("13.921")
def flak_fires(ref: Referee, raid: RaidUnderWay) -> Move[RaidOutcome]:
    """The German player rolls for his flak, and what it eliminates is known before the bombs fall."""
    lost = flak_losses(ref, raid) if under_flak(raid.setting, raid.raid) else {}
    hit = tuple(flight._replace(lost=lost.get(raid.key(flight), 0)) for flight in raid.flying)
    for flight in hit:
        if flight.lost:
            owner, unit = raid.setting.name(flight.pool.side), f"{flight.pool.whose} Ground Support"
            ref.tell(Loss, owner, unit, flight.lost, "eliminated")
    return then(bombs_fall, replace(raid, flying=hit))


@rule("13.921")
def under_flak(setting: Setting, raid: RailRaid) -> bool:
    """Whether German flak protects the hex. Ruling: all flak is the German player's, in his or an ally's territory."""
    german = setting.german_side
    return raid.flak > 0 and german is not None and setting.allied(german, raid.defender)


@rule("13.921")
def flak_losses(ref: Referee, raid: RaidUnderWay) -> dict[str, int]:
    """Rolls a die for each full five attacking points, all nations together; each 6 eliminates one, and the attacker says whose.

    Ruling: this replaces any flak in the bombing procedure. The amount of flak does not matter.
    """
    points = {raid.key(flight): flight.points for flight in raid.flying}
    dice = sum(points.values()) // TO_A_FLAK_DIE
    by = raid.setting.name(raid.setting.german_side or "")
    hits = ref.roll("flak", Hits(dice * D6, ELIMINATES_ON, or_less=False), by)
    return ref.allot(
        "flak-losses",
        points,
        by=raid.setting.name(raid.raid.attacker),
        least=hits,
        most=hits,
        default=first_come(dict(sorted(points.items(), key=lambda item: -item[1])), hits),
        labels={raid.key(flight): f"{flight.pool.whose} points" for flight in raid.flying},
        about=partial(hit_by_flak, raid, points, hits),
    )


def hit_by_flak(raid: RaidUnderWay, points: dict[str, int], hits: int) -> str:
    flying = listed(f"{flight.pool.whose} {flight.points}" for flight in raid.flying)
    return f"Flak at {raid.raid.title} eliminates {count(hits, 'point')} of {sum(points.values())}: {flying}. Choose whose."


@rule("13.92")
def bombs_fall(ref: Referee, raid: RaidUnderWay) -> Move[RaidOutcome]:
    """The next nation bombs; after the last one, the hits of all are counted against the rail line."""
    flight, *rest = raid.flying
    scored = bombed(ref, raid, flight)
    needed = (f"accuracy {raid.setting.charts.number_for(flight.pool.nation)}",) if scored is None else ()
    raid = replace(
        raid,
        flying=tuple(rest),
        home=(*raid.home, flight),
        hits=raid.hits + (scored or 0),
        needed=(*raid.needed, *needed),
    )
    if rest:
        return then(bombs_fall, raid)
    return Return(RaidOutcome(raid.raid.id, *rail_damage(ref, raid), raid.home))


@rule("13.921")
def bombers_left(ref: Referee, setting: Setting, points: int, lost: int) -> int:
    """The Strategic Bomber Points that bomb: by default all that set out, since both ratios count attacking points."""
    before, after = converted(points).bombers, converted(points - lost).bombers
    if before == after:
        return before
    bombers = f"{count(before, 'bomber point')} set out, and {after} could be made of the rest"
    text = f"{lost} of {points} Air Points lost to flak: {bombers}"
    ref.tell(setting.options.ruled, "flak-timing", text)
    return after if setting.options.value("flak-timing") == "before" else before


@rule("24.82", "13.92")
def bombed(ref: Referee, raid: RaidUnderWay, flight: Flight) -> int | None:
    """The hits of one nation's bomber points on its chart; None if nobody has the chart."""
    setting, pool = raid.setting, flight.pool
    bombers = bombers_left(ref, setting, flight.points, flight.lost)
    if not bombers:
        return 0
    number = setting.charts.number_for(pool.nation)
    chart, page = setting.charts.accuracy_chart(number), accuracy_page(number)
    key, by = f"{raid.key(flight)}.bombing", setting.name(pool.side)
    if setting.charts.lacks_column(number, bombers):
        if page.id in raid.printed:
            return hits_read(ref, page, bombers, key, by)
        lacks = "it has no such column" if chart else "the scenario does not supply it"
        ref.tell(
            NeedsChart, f"accuracy {number}", f"{count(bombers, 'bomber point')} on accuracy chart {number} (24.82), but {lacks}"
        )
        return None
    if setting.charts.accuracy == DEMO:
        ref.tell(Ruling, "charts.accuracy", DEMO, f"SYNTHETIC chart, not the game's, in place of accuracy chart {number}", "24.82")
    if isinstance(chart, EachPoint):
        return ref.roll(key, chart.reading(bombers), by)
    assert chart is not None
    column = replace(chart.column(column_for(chart.heads, bombers) or ""), chart=setting.charts.title(number))
    return int(ref.roll(key, DownColumn(chart.dice, column), by))


@rule("24.82")
def hits_read(ref: Referee, page: OpenChart, bombers: int, key: str, by: str) -> int:
    """The hits of some bomber points on an accuracy chart, as a person reads them."""
    heads, dice = page.heads(ref, examples=["1 2 3-4 5+", EACH], refuse=heads_refused), page.dice(ref)

    def hits(column: str, row: int) -> int:
        return int(page.cell(ref, column, str(row), examples=["0", "1"], refuse=whole_number_refused))

    if heads == (EACH,):
        return sum(hits(EACH, face) for face in ref.roll(key, EachFace(Dice(bombers, dice.sides)), by))
    return hits(column_for(heads, bombers) or str(bombers), ref.roll(key, Total(dice), by))


@rule("24.82")
def pages_needed(setting: Setting, flights: Sequence[Flight]) -> list[OpenChart]:
    """The charts that a raid needs but the scenario lacks, or that have no column for this many bomber points."""
    charts, needed = setting.charts, dict[str, OpenChart]()
    for flight in flights:
        number = charts.number_for(flight.pool.nation)
        if charts.lacks_column(number, converted(flight.points).bombers):
            needed[number] = accuracy_page(number)
    return [*needed.values(), *([] if charts.damage else [DAMAGE_PAGE])]


@rule("24.82")
def rail_damage(ref: Referee, raid: RaidUnderWay) -> tuple[str, bool]:
    """What the hits do to the rail line, or the charts needed to know; and whether it is damaged."""
    hits, name = count(raid.hits, "hit"), raid.raid.title
    if raid.needed:
        so_far = f"{hits} so far, " if raid.hits else ""
        return f"{so_far}needs chart {' and '.join(dict.fromkeys(raid.needed))}", False
    damage = raid.setting.charts.damage
    if damage is None and DAMAGE_PAGE.id in raid.printed:
        read = DAMAGE_PAGE.cell(ref, "hits", str(raid.hits), examples=["cut", "not-cut"])
        return read, read not in UNHARMED
    if damage is None:
        ref.tell(NeedsChart, "rail-damage", f"{hits} on {name}; what hits do to a rail line is not known")
        return f"{hits}, needs chart rail-damage", False
    if raid.setting.charts.rail_damage == DEMO:
        needed = count(damage.effects.index("cut"), "hit")
        ref.tell(Ruling, "charts.rail-damage", DEMO, f"SYNTHETIC chart, not the game's: {needed} to cut a line", "24.82")
    ref.tell(damage_event, name, damage, raid.hits)
    return damage.of(raid.hits), damage.of(raid.hits) != damage.effects[0]


# how it is told


def damage_event(name: str, damage: RailDamage, hits: int) -> Event:
    effect = damage.of(hits)
    needed = f", {damage.effects.index('cut')} needed" if "cut" in damage.effects else ""
    note = f": {damage.note}" if damage.note and effect != damage.effects[0] else ""
    return Note(f"{name}: rail line {effect} ({count(hits, 'hit')}{needed}){note}")


def conversions(raid: RaidUnderWay) -> list[Event]:
    """A table of the raid: Air Points, bomber points, what is wasted, and the chart."""
    charts = raid.setting.charts
    table = sheet(
        "Strategic Bomber Points",
        raid.flying,
        nation=lambda one: one.pool.whose,
        Air_Points=lambda one: one.points,
        bomber_points=lambda one: converted(one.points).bombers,
        wasted=lambda one: converted(one.points).wasted,
        chart=lambda one: charts.title(charts.number_for(one.pool.nation)),
    )
    if raid.raid.flak and not under_flak(raid.setting, raid.raid):
        defender = raid.setting.name(raid.raid.defender)
        text = f"{defender}: the flak there has no effect; the only flak in the rules is the German player's (13.921)"
        return [table, Note(text)]
    return [table]
