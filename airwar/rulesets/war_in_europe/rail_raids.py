"""TAC bombing of rail lines (13.92): flak fires, five Air Points are one Strategic Bomber Point, the nation's chart is read."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from airwar.engine.dice import D6, Hits
from airwar.engine.referee import Event, Loss, NeedsChart, Next, Note, Referee, Ruling, Sheet
from airwar.engine.rule import rule
from airwar.rulesets.kit.charts import load_chart
from airwar.rulesets.war_in_europe.charts import DEMO, PACKAGE
from airwar.rulesets.war_in_europe.odds_shifting import fight_combats
from airwar.rulesets.war_in_europe.state import Pool, RailRaid, Setting, Turn

POINTS = load_chart(PACKAGE, "bomber-points")
TO_A_BOMBER_POINT = POINTS.row("air-points-to-a-bomber-point", int, 0).at(0)
TO_A_FLAK_DIE = POINTS.row("air-points-to-a-flak-die", int, 0).at(0)
ELIMINATES_ON = POINTS.row("flak-die-eliminates-on", int, 0).at(0)
CHART_OF = {nation: cells[0] for nation, cells in load_chart(PACKAGE, "accuracy-chart-by-nation").rows}


class Conversion(NamedTuple):
    """Air Points as Strategic Bomber Points."""

    bombers: int
    wasted: int


@rule("13.92", "A4")
def converted(points: int) -> Conversion:
    """Every full five Air Points are one Strategic Bomber Point. Ruling: the remainder is wasted, at each hex for itself."""
    return Conversion(*divmod(points, TO_A_BOMBER_POINT))


@rule("13.92", "A4")
def chart_number(setting: Setting, nation: str) -> str:
    """The accuracy chart of a nation; `current` when the scenario does not say which is the Allies' now."""
    number = CHART_OF[nation]
    return setting.charts.allied_current or number if number == "current" else number


@rule("13.92", "A4")
def fly_raids(ref: Referee, turn: Turn) -> Next:
    """The next rail hex is bombed by each nation for itself, the hits falling together."""
    if not turn.raids:
        return Next(fight_combats, turn)
    setting = turn.setting
    raid = setting.raids[turn.raids[0]]
    turn = replace(turn, raids=turn.raids[1:])
    ref.enter(raid.id, f"Rail raid on {raid.name}")
    flying = [(pool, order.points) for pool, order in turn.ordered(raid.id) if order.points]
    if not flying:
        ref.tell(Note, f"nobody flies to {raid.name}")
        return Next(fly_raids, turn.done(raid.id, "not flown"))
    ref.tell(conversions, setting, raid, flying)
    hits, needed = 0, []
    for pool, points in flying:
        lost = flak(ref, setting, raid, pool, points)
        turn = turn.losing(pool, lost)
        scored = bomb(ref, setting, pool, bombers_left(ref, setting, points, lost))
        if scored is None:
            needed.append(f"accuracy {chart_number(setting, pool.nation)}")
        hits += scored or 0
    return Next(fly_raids, turn.done(raid.id, rail_damage(ref, setting, raid, hits, needed)))


@rule("13.921", "A5")
def flak(ref: Referee, setting: Setting, raid: RailRaid, pool: Pool, points: int) -> int:
    """Flak over the hex: the German player rolls a die for each full five points, and each 6 takes one; how much flak is no matter.

    Ruling: it stands in place of any flak in the bombing procedure.
    """
    german = setting.german_player
    dice = points // TO_A_FLAK_DIE
    if german is None or not dice or not under_flak(setting, raid):
        return 0
    lost = ref.roll(f"{pool.nation}.flak", Hits(dice * D6, ELIMINATES_ON, or_less=False), setting.name(german))
    if lost:
        ref.tell(Loss, setting.name(pool.player), f"{pool.whose} Ground Support", lost, "eliminated")
    return lost


@rule("13.921", "A5")
def under_flak(setting: Setting, raid: RailRaid) -> bool:
    """Whether German flak protects the hex. Ruling: all flak is the German player's, in his or an ally's territory."""
    german = setting.german_player
    return raid.flak > 0 and german is not None and setting.allied(german, raid.owner)


@rule("A5")
def bombers_left(ref: Referee, setting: Setting, points: int, lost: int) -> int:
    """The Strategic Bomber Points that bomb: by default those that set out, since both ratios count attacking points."""
    before, after = converted(points).bombers, converted(points - lost).bombers
    if before == after:
        return before
    timing = setting.options["flak-timing"]
    text = f"{lost} of {points} Air Points lost to flak: {before} bomber points set out, {after} would be left"
    ref.tell(Ruling, "flak-timing", timing, text)
    return after if timing == "before" else before


@rule("13.92", "A4")
def bomb(ref: Referee, setting: Setting, pool: Pool, bombers: int) -> int | None:
    """The hits of one nation's bomber points on its chart; None when nobody has supplied the chart."""
    if not bombers:
        return 0
    number = chart_number(setting, pool.nation)
    chart = setting.charts.accuracy_chart(number)
    reading = chart.reading(bombers, chart_title(setting, number)) if chart else None
    if reading is None:
        lacks = f"the chart has no column for {bombers} bomber points" if chart else "the scenario lacks it"
        ref.tell(NeedsChart, f"accuracy {number}", f"{bombers} bomber points bomb by accuracy chart {number} (24.82), but {lacks}")
        return None
    if "accuracy" in setting.charts.demo:
        ref.tell(Ruling, "charts.accuracy", DEMO, f"SYNTHETIC chart, not the game's: it stands in for accuracy chart {number}")
    return ref.roll(f"{pool.nation}.bombing", reading, setting.name(pool.player))


@rule("13.92", "A4")
def rail_damage(ref: Referee, setting: Setting, raid: RailRaid, hits: int, needed: list[str]) -> str:
    """What the hits do to the rail line, as the scenario has it; else what chart is needed."""
    if needed:
        so_far = f"{in_hits(hits)} so far, " if hits else ""
        return f"{so_far}needs chart {' and '.join(dict.fromkeys(needed))}"
    damage = setting.charts.rail_damage
    if damage is None:
        ref.tell(NeedsChart, "rail-damage", f"{in_hits(hits)} on {raid.name}; what hits do to a rail line is not known")
        return f"{in_hits(hits)}, needs chart rail-damage"
    if "rail-damage" in setting.charts.demo:
        ref.tell(Ruling, "charts.rail-damage", DEMO, f"SYNTHETIC chart, not the game's: {in_hits(damage.hits)} to cut a line")
    cut = hits >= damage.hits
    effect = f": {damage.effect}" if cut and damage.effect else ""
    ref.tell(Note, f"{raid.name}: rail line {'cut' if cut else 'not cut'} ({in_hits(hits)}, {damage.hits} needed){effect}")
    return "cut" if cut else "not cut"


def in_hits(number: int) -> str:
    return f"{number} hit" + "s" * (number != 1)


def conversions(setting: Setting, raid: RailRaid, flying: list[tuple[Pool, int]]) -> list[Event]:
    """The raid as a table: Air Points, bomber points, what is wasted, and the chart."""
    rows = []
    for pool, points in flying:
        bombers, wasted = converted(points)
        rows.append((pool.whose, str(points), str(bombers), str(wasted), chart_title(setting, chart_number(setting, pool.nation))))
    sheet = Sheet("Strategic Bomber Points", ("nation", "Air Points", "bomber points", "wasted", "chart"), tuple(rows))
    if raid.flak and not under_flak(setting, raid):
        owner = setting.name(raid.owner)
        return [sheet, Note(f"{owner} has flak there, to no effect: the only flak in the rules is the German player's (13.921)")]
    return [sheet]


def chart_title(setting: Setting, number: str) -> str:
    title = f"accuracy chart {number}"
    return f"{title} (demo)" if "accuracy" in setting.charts.demo else title
