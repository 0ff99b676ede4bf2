"""TAC bombing of rail lines (13.92): flak fires, five Air Points are one Strategic Bomber Point, the nation's chart is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from airwar.engine.dice import D6, Hits
from airwar.engine.events import Event, Loss, NeedsChart, Note, Ruling, Sheet
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Referee, first_come
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.names import count
from airwar.rulesets.kit.printed import PrintedChart
from airwar.rulesets.war_in_europe.about import hit_by_flak
from airwar.rulesets.war_in_europe.charts import DEMO, PACKAGE, RailDamage
from airwar.rulesets.war_in_europe.printed_charts import RAIL_DAMAGE, accuracy_printed, damage_read, hits_read
from airwar.rulesets.war_in_europe.state import Pool, RailRaid, Setting

POINTS = load_chart(PACKAGE, "bomber-points")
TO_A_BOMBER_POINT = POINTS.row("air-points-to-a-bomber-point", int, 0).at(0)
TO_A_FLAK_DIE = POINTS.row("air-points-to-a-flak-die", int, 0).at(0)
ELIMINATES_ON = POINTS.row("flak-die-eliminates-on", int, 0).at(0)
CHART_OF = {nation: cells[0] for nation, cells in load_chart(PACKAGE, "accuracy-chart-by-nation").rows}


class Flight(NamedTuple):
    """The Air Points of one nation of a side on a raid, and how many of them flak has eliminated."""

    pool: Pool
    points: int
    lost: int = 0


@dataclass(frozen=True)
class RaidUnderWay:
    """A raid in progress: the nations bomb one after the other, and their hits count together."""

    setting: Setting = field(hash=False, repr=False)
    raid: RailRaid
    flying: tuple[Flight, ...]  # nations that have still to bomb; the first is over the target
    home: tuple[Flight, ...] = ()  # nations that have bombed
    hits: int = 0
    needed: tuple[str, ...] = ()  # charts that are missing
    printed: tuple[str, ...] = ()  # charts that somebody reads from the page

    def key(self, flight: Flight) -> str:
        """What its rolls are called by: the nation; the side too, if two sides fly with the same nation."""
        pool = flight.pool
        same = [other for other in (*self.flying, *self.home) if other.pool.nation == pool.nation]
        return pool.nation if len(same) == 1 else f"{pool.side}.{pool.nation}"


class RaidOutcome(NamedTuple):
    """What a raid did, and what flak did to it."""

    mission: str
    result: str
    flights: tuple[Flight, ...]


class Conversion(NamedTuple):
    """Air Points as Strategic Bomber Points."""

    bombers: int
    wasted: int


@rule("13.92")
def converted(points: int) -> Conversion:
    """Every full five Air Points are one Strategic Bomber Point. Ruling: the remainder is wasted, at each hex separately."""
    return Conversion(*divmod(points, TO_A_BOMBER_POINT))


@rule("13.92")
def chart_number(setting: Setting, nation: str) -> str:
    """The accuracy chart of a nation; `current` if the scenario does not say which chart the Allies use now."""
    number = CHART_OF[nation]
    return setting.charts.allied_current or number if number == "current" else number


# the raid


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


@rule("13.92")
def bombs_fall(ref: Referee, raid: RaidUnderWay) -> Move[RaidOutcome]:
    """The next nation bombs; after the last one, the hits of all are counted against the rail line."""
    flight, *rest = raid.flying
    scored = bombed(ref, raid, flight)
    needed = (f"accuracy {chart_number(raid.setting, flight.pool.nation)}",) if scored is None else ()
    raid = replace(
        raid,
        flying=tuple(rest),
        home=(*raid.home, flight),
        hits=raid.hits + (scored or 0),
        needed=(*raid.needed, *needed),
    )
    if rest:
        return then(bombs_fall, raid)
    return Return(RaidOutcome(raid.raid.id, rail_damage(ref, raid), raid.home))


@rule("13.921")
def flak_losses(ref: Referee, raid: RaidUnderWay) -> dict[str, int]:
    """A die for each full five attacking points, and each 6 eliminates one; how much flak there is does not matter.

    Ruling: it replaces any flak in the bombing procedure.
    """
    rulings, points = raid.setting.rulings, {raid.key(flight): flight.points for flight in raid.flying}
    together, apart = flak_dice(sum(points.values())), {name: flak_dice(number) for name, number in points.items()}
    if together != sum(apart.values()):
        said = f"{count(together, 'flak die', 'flak dice')} for all {sum(points.values())} points; by nation {sum(apart.values())}"
        ref.tell(rulings.ruled, "flak-dice", said)
    if rulings.value("flak-dice") == "by-nation":
        return {name: flak_hits(ref, raid, f"{name}.flak", dice) for name, dice in apart.items()}
    hits = flak_hits(ref, raid, "flak", together)
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


@rule("13.921")
def flak_dice(points: int) -> int:
    """One die for each full five points."""
    return points // TO_A_FLAK_DIE


@rule("13.921")
def flak_hits(ref: Referee, raid: RaidUnderWay, key: str, dice: int) -> int:
    """The Air Points that flak eliminates: one for each 6 that the German player rolls."""
    german = raid.setting.german_side
    assert german is not None
    return ref.roll(key, Hits(dice * D6, ELIMINATES_ON, or_less=False), raid.setting.name(german)) if dice else 0


@rule("13.921")
def under_flak(setting: Setting, raid: RailRaid) -> bool:
    """Whether German flak protects the hex. Ruling: all flak is the German player's, in his or an ally's territory."""
    german = setting.german_side
    return raid.flak and german is not None and setting.allied(german, raid.defender)


@rule("13.921")
def bombers_left(ref: Referee, setting: Setting, points: int, lost: int) -> int:
    """The Strategic Bomber Points that bomb: by default those that set out, since both ratios count attacking points."""
    before, after = converted(points).bombers, converted(points - lost).bombers
    if before == after:
        return before
    text = f"{lost} of {points} Air Points lost to flak: {before} bomber points set out, {after} would be left"
    ref.tell(setting.rulings.ruled, "flak-timing", text)
    return after if setting.rulings.value("flak-timing") == "before" else before


@rule("24.82", "13.92")
def bombed(ref: Referee, raid: RaidUnderWay, flight: Flight) -> int | None:
    """The hits of one nation's bomber points on its chart; None if nobody has the chart."""
    setting, pool = raid.setting, flight.pool
    bombers = bombers_left(ref, setting, flight.points, flight.lost)
    if not bombers:
        return 0
    number = chart_number(setting, pool.nation)
    chart = setting.charts.accuracy_chart(number)
    reading = chart.reading(bombers, chart_title(setting, number)) if chart else None
    key, by = f"{raid.key(flight)}.bombing", setting.name(pool.side)
    if reading is None and accuracy_printed(number).id in raid.printed:
        return hits_read(ref, number, bombers, key, by)
    if reading is None:
        lacks = "it has no such column" if chart else "the scenario does not supply it"
        said = f"{count(bombers, 'bomber point')} on accuracy chart {number} (24.82), but {lacks}"
        ref.tell(NeedsChart, f"accuracy {number}", said)
        return None
    if "accuracy" in setting.charts.demo:
        text = f"SYNTHETIC chart, not the game's, in place of accuracy chart {number}"
        ref.tell(Ruling, "charts.accuracy", DEMO, text, "24.82")
    return ref.roll(key, reading, by)


@rule("24.82")
def charts_to_read(setting: Setting, flights: Sequence[Flight]) -> list[PrintedChart]:
    """The charts that a raid needs and the scenario does not supply, or not with a column for so many bomber points."""
    needed = {}
    for flight in flights:
        number = chart_number(setting, flight.pool.nation)
        chart = setting.charts.accuracy_chart(number)
        if chart is None or chart.reading(converted(flight.points).bombers, "") is None:
            needed[number] = accuracy_printed(number)
    return [*needed.values(), *([] if setting.charts.rail_damage else [RAIL_DAMAGE])]


@rule("24.82")
def rail_damage(ref: Referee, raid: RaidUnderWay) -> str:
    """What the hits do to the rail line, if the scenario or the players know; else which chart is needed."""
    hits = count(raid.hits, "hit")
    if raid.needed:
        so_far = f"{hits} so far, " if raid.hits else ""
        return f"{so_far}needs chart {' and '.join(dict.fromkeys(raid.needed))}"
    damage, name = raid.setting.charts.rail_damage, raid.raid.name
    if damage is None and RAIL_DAMAGE.id in raid.printed:
        return damage_read(ref, raid.hits)
    if damage is None:
        ref.tell(NeedsChart, "rail-damage", f"{hits} on {name}; what hits do to a rail line is not known")
        return f"{hits}, needs chart rail-damage"
    if "rail-damage" in raid.setting.charts.demo:
        needed = count(damage.effects.index("cut"), "hit")
        ref.tell(Ruling, "charts.rail-damage", DEMO, f"SYNTHETIC chart, not the game's: {needed} to cut a line", "24.82")
    ref.tell(damage_event, name, damage, raid.hits)
    return damage.of(raid.hits)


# how it is told


def damage_event(name: str, damage: RailDamage, hits: int) -> Event:
    effect = damage.of(hits)
    needed = f", {damage.effects.index('cut')} needed" if "cut" in damage.effects else ""
    note = f": {damage.note}" if damage.note and effect != damage.effects[0] else ""
    return Note(f"{name}: rail line {effect} ({count(hits, 'hit')}{needed}){note}")


def conversions(raid: RaidUnderWay) -> list[Event]:
    """The raid as a table: Air Points, bomber points, what is wasted, and the chart."""
    setting = raid.setting
    rows = []
    for pool, points, _ in raid.flying:
        bombers, wasted = converted(points)
        rows.append((pool.whose, str(points), str(bombers), str(wasted), chart_title(setting, chart_number(setting, pool.nation))))
    sheet = Sheet("Strategic Bomber Points", ("nation", "Air Points", "bomber points", "wasted", "chart"), tuple(rows))
    if raid.raid.flak and not under_flak(setting, raid.raid):
        defender = setting.name(raid.raid.defender)
        text = f"{defender}: the flak there has no effect; the only flak in the rules is the German player's (13.921)"
        return [sheet, Note(text)]
    return [sheet]


def chart_title(setting: Setting, number: str) -> str:
    title = f"accuracy chart {number}"
    return f"{title} (demo)" if "accuracy" in setting.charts.demo else title
