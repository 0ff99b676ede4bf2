"""A series of battles as a story: what came of it against the exact odds, with pictures."""

from __future__ import annotations

from airwar.engine.words import count, side_name
from airwar.probability.distribution import Distribution, Outcome, mean, percentile
from airwar.show.batch import Fought
from airwar.show.odds import method
from airwar.show.reports.blocks import Bars, Block, Grid, Heading, Line, Story

MOST_RESULTS = 12


def series(fought: list[Fought], expected: dict[str, Distribution[Outcome]], seed: str) -> Story:
    """The story of a batch. `expected`: the odds of each scenario, by its file."""
    blocks: list[Block] = []
    runs = 0
    for one in fought:
        runs += one.odds.total
        blocks.append(Heading(2, f"{one.title} ({one.file})"))
        blocks += of_scenario(one, expected.get(one.file))
    blocks.append(Line(f"Machine dice from seed {seed}; the same command with this seed fights the same battles again."))
    games = ", ".join(dict.fromkeys(one.ruleset for one in fought))
    return Story("A series of battles", games, count(runs, "battle"), tuple(blocks))


def of_scenario(one: Fought, expected: Distribution[Outcome] | None) -> list[Block]:
    """Results and losses of one scenario, counted and expected."""
    found, runs = one.odds.results(), one.odds.total
    chances = expected.results() if expected else {}
    listed = list(found)[:MOST_RESULTS]
    rows = [
        (name, str(int(found[name] * runs)), f"{float(found[name]):.1%}", f"{float(chances[name]):.1%}" if name in chances else "")
        for name in listed
    ]
    if len(found) > MOST_RESULTS:
        rest = sum((found[name] for name in list(found)[MOST_RESULTS:]), start=found[listed[0]] * 0)
        rows.append((count(len(found) - MOST_RESULTS, "other result"), str(int(rest * runs)), f"{float(rest):.1%}", ""))
    heads = ("result", "battles", "share", "odds")
    bars = tuple((name[:40], int(found[name] * runs), runs) for name in listed)
    blocks: list[Block] = [Grid("Results", heads, tuple(rows)), Bars("Results", bars)]
    means = {kind: mean(spread) for kind, spread in expected.losses().items()} if expected else {}
    lost = [
        (
            side_name(side),
            unit,
            str(had),
            f"{float(mean(spread)):.2f}",
            f"{float(means[side, unit, had]):.2f}" if (side, unit, had) in means else "",
            *(str(percentile(spread, part)) for part in (10, 50, 90)),
        )
        for (side, unit, had), spread in one.odds.losses().items()
    ]
    if lost:
        blocks.append(Grid("Losses", ("side", "unit", "had", "mean lost", "odds", "10 %", "median", "90 %"), tuple(lost)))
        spreads = one.odds.losses().items()
        blocks.append(
            Bars(
                "Mean lost",
                tuple((f"{side_name(side)}: {unit}", float(mean(spread)), had) for (side, unit, had), spread in spreads),
            )
        )
    if expected:
        blocks.append(Line(f"odds: {method(expected)}"))
    return blocks
