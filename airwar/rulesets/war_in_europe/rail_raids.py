"""TAC bombing of rail lines (13.92): flak fires, five Air Points are one Strategic Bomber Point, the nation's chart is read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from airwar.engine.dice import D6, Hits
from airwar.engine.events import Event, Loss, NeedsChart, Note, Ruling, Sheet
from airwar.engine.moves import Move, Return, then
from airwar.engine.referee import Referee
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.kit.names import count
from airwar.rulesets.war_in_europe.charts import DEMO, PACKAGE
from airwar.rulesets.war_in_europe.state import Pool, RailRaid, Setting

POINTS = load_chart(PACKAGE, "bomber-points")
TO_A_BOMBER_POINT = POINTS.row("air-points-to-a-bomber-point", int, 0).at(0)
TO_A_FLAK_DIE = POINTS.row("air-points-to-a-flak-die", int, 0).at(0)
ELIMINATES_ON = POINTS.row("flak-die-eliminates-on", int, 0).at(0)
CHART_OF = {nation: cells[0] for nation, cells in load_chart(PACKAGE, "accuracy-chart-by-nation").rows}


class Flight(NamedTuple):
    """The Air Points of one nation on a raid, and how many of them flak has eliminated."""

    pool: Pool
    points: int
    lost: int = 0


@dataclass(frozen=True)
class RaidUnderWay:
    """A raid in progress: the nations bomb one after the other, and their hits count together."""

    setting: Setting = field(hash=False, repr=False)
    mission: str
    flying: tuple[Flight, ...]  # nations that have still to bomb; the first is over the target
    home: tuple[Flight, ...] = ()  # nations that have bombed
    hits: int = 0
    needed: tuple[str, ...] = ()  # charts that are missing

    @property
    def raid(self) -> RailRaid:
        return self.setting.raids[self.mission]


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
    """Flak fires at the next nation over the target."""
    flight = raid.flying[0]
    lost = flak_losses(ref, raid.setting, raid.raid, flight)
    return then(bombs_fall, replace(raid, flying=(flight._replace(lost=lost), *raid.flying[1:])))


@rule("13.92")
def bombs_fall(ref: Referee, raid: RaidUnderWay) -> Move[RaidOutcome]:
    """The nation bombs; after the last one, the hits of all are counted against the rail line."""
    flight, *rest = raid.flying
    scored = bombed(ref, raid.setting, flight)
    needed = (f"accuracy {chart_number(raid.setting, flight.pool.nation)}",) if scored is None else ()
    raid = replace(
        raid,
        flying=tuple(rest),
        home=(*raid.home, flight),
        hits=raid.hits + (scored or 0),
        needed=(*raid.needed, *needed),
    )
    if rest:
        return then(flak_fires, raid)
    return Return(RaidOutcome(raid.mission, rail_damage(ref, raid), raid.home))


@rule("13.921")
def flak_losses(ref: Referee, setting: Setting, raid: RailRaid, flight: Flight) -> int:
    """The German player rolls a die for each full five points, and each 6 eliminates one; how much flak there is does not matter.

    Ruling: it replaces any flak in the bombing procedure.
    """
    german, pool = setting.german_side, flight.pool
    dice = flight.points // TO_A_FLAK_DIE
    if german is None or not dice or not under_flak(setting, raid):
        return 0
    lost = ref.roll(f"{pool.nation}.flak", Hits(dice * D6, ELIMINATES_ON, or_less=False), setting.name(german))
    if lost:
        ref.tell(Loss, setting.name(pool.side), f"{pool.whose} Ground Support", lost, "eliminated")
    return lost


@rule("13.921")
def under_flak(setting: Setting, raid: RailRaid) -> bool:
    """Whether German flak protects the hex. Ruling: all flak is the German player's, in his or an ally's territory."""
    german = setting.german_side
    return raid.flak > 0 and german is not None and setting.allied(german, raid.defender)


@rule("13.921")
def bombers_left(ref: Referee, setting: Setting, points: int, lost: int) -> int:
    """The Strategic Bomber Points that bomb: by default those that set out, since both ratios count attacking points."""
    before, after = converted(points).bombers, converted(points - lost).bombers
    if before == after:
        return before
    text = f"{lost} of {points} Air Points lost to flak: {before} bomber points set out, {after} would be left"
    ref.tell(setting.rulings.ruled, "flak-timing", text)
    return after if setting.rulings.value("flak-timing") == "before" else before


@rule("13.92")
def bombed(ref: Referee, setting: Setting, flight: Flight) -> int | None:
    """The hits of one nation's bomber points on its chart; None if nobody has supplied the chart."""
    pool, bombers = flight.pool, bombers_left(ref, setting, flight.points, flight.lost)
    if not bombers:
        return 0
    number = chart_number(setting, pool.nation)
    chart = setting.charts.accuracy_chart(number)
    reading = chart.reading(bombers, chart_title(setting, number)) if chart else None
    if reading is None:
        lacks = f"the chart has no column for {bombers} bomber points" if chart else "the scenario does not supply it"
        ref.tell(NeedsChart, f"accuracy {number}", f"{bombers} bomber points bomb by accuracy chart {number} (24.82), but {lacks}")
        return None
    if "accuracy" in setting.charts.demo:
        text = f"SYNTHETIC chart, not the game's, in place of accuracy chart {number}"
        ref.tell(Ruling, "charts.accuracy", DEMO, text, "24.82")
    return ref.roll(f"{pool.nation}.bombing", reading, setting.name(pool.side))


@rule("13.92")
def rail_damage(ref: Referee, raid: RaidUnderWay) -> str:
    """What the hits do to the rail line, if the scenario says so; else which chart is needed."""
    hits = count(raid.hits, "hit")
    if raid.needed:
        so_far = f"{hits} so far, " if raid.hits else ""
        return f"{so_far}needs chart {' and '.join(dict.fromkeys(raid.needed))}"
    damage, name = raid.setting.charts.rail_damage, raid.raid.name
    if damage is None:
        ref.tell(NeedsChart, "rail-damage", f"{hits} on {name}; what hits do to a rail line is not known")
        return f"{hits}, needs chart rail-damage"
    if "rail-damage" in raid.setting.charts.demo:
        text = f"SYNTHETIC chart, not the game's: {count(damage.hits, 'hit')} to cut a line"
        ref.tell(Ruling, "charts.rail-damage", DEMO, text, "24.82")
    cut = raid.hits >= damage.hits
    effect = f": {damage.effect}" if cut and damage.effect else ""
    ref.tell(Note, f"{name}: rail line {'cut' if cut else 'not cut'} ({hits}, {damage.hits} needed){effect}")
    return "cut" if cut else "not cut"


# how it is told


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
