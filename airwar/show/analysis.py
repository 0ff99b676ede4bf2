"""An analysis as tables: turning points, the course of the battle, luck and skill by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from airwar.analysis.explain import Explanation
from airwar.analysis.timeline import Change, Sum, Timeline, changes, cost_sentence, sums, turning_points
from airwar.engine.words import count
from airwar.show.console import WIDE, ascii_only, sheet_table, table
from airwar.show.lines import hung
from airwar.show.text import clean

_BLOCKS, _ASCII_BLOCKS = "▁▂▃▄▅▆▇█", "_.-=+*#@"
_CURVE_COLUMNS = 60  # at most


def page(console: Console, line: Timeline, most: int) -> None:
    """The whole analysis, with this many turning points; 0 shows every moment."""
    if not line.moments:
        console.print(_not_judged(line) or "nothing was rolled or decided in this battle")
        return
    console.print(_method(line), style="dim")
    shown = turning_points(line, most) if most else changes(line)
    if shown:
        console.print()
        console.print(_moments_table(console, line, shown))
    else:
        console.print("\nnothing changed the prospects")
    console.print()
    console.print(_curve(console, line))
    console.print()
    console.print(_sums_table(console, line, sums(line)))
    for text in _legend(line):
        console.print(text, style="dim")
    if line.left_out:
        console.print(_not_judged(line), style="dim")


def _not_judged(line: Timeline) -> str:
    """How much there was no time for."""
    missed = count(line.left_out, "roll or decision", "rolls and decisions")
    which = "" if line.moments else "all "
    return f"no time was left for {which}{missed}; --seconds gives more" if line.left_out else ""


def _method(line: Timeline) -> str:
    """What the scores measure, and whether they are exact."""
    sampled = sum(moment.before.sampled for moment in line.moments)
    positions = count(len(line.moments), "position")
    what = "chance to win" if line.can_be_won else "enemy losses minus own, since nobody can win"
    if sampled:
        return f"{what}; {positions}, {sampled} of them sampled, the others exact"
    rounded = any(moment.before.rounded for moment in line.moments)
    return f"{what}; {positions}, all exact" + (" except for rounding" if rounded else "")


def _number(line: Timeline, value: Fraction) -> str:
    """A score: points of the chance to win, or losses."""
    return f"{float(value) * 100:.1f}" if line.can_be_won else f"{float(value):.2f}"


def _signed(line: Timeline, value: Fraction) -> str:
    shown = _number(line, value)
    return shown if shown.startswith("-") else f"+{shown}"


def _moments_table(console: Console, line: Timeline, found: Sequence[Change]) -> Table:
    """One row for each moment: what happened, and what it changed for whoever rolled or decided."""
    narrow = console.width < WIDE
    rows: list[tuple[str | Text, ...]] = []
    for change in found:
        moment = change.moment
        what = "rolled" if moment.roll else "chose"
        better = cost_sentence(line, change)
        told = moment.key, f"{what} {moment.called(moment.answer)}", better
        scores = (
            line.name(change.side),
            _number(line, change.before),
            _number(line, change.after),
            _signed(line, change.luck) if moment.roll else "",
            _number(line, -change.cost) if change.cost and change.clear else "",
        )
        seq = str(moment.seq)
        lines = Text("\n  ".join(clean(text) for text in told if text))
        rows.append((seq, lines, *scores) if narrow else (seq, *told[:2], *scores, better))
    scored = ("side", "before", "after", "luck", "skill")
    heads = ("record", "what", *scored) if narrow else ("record", "what", "answer", *scored, "")
    return table(console, "Turning points", heads, rows)


def _curve(console: Console, line: Timeline) -> str:
    """The score of the first side over the battle, as a row of blocks."""
    scores = [line.score(moment.before, 0) for moment in line.moments] + [line.score(line.last, 0)]
    low, high = (Fraction(0), Fraction(1)) if line.can_be_won else (min(scores), max(scores))
    blocks = _ASCII_BLOCKS if ascii_only(console) else _BLOCKS
    most = _CURVE_COLUMNS
    picked = scores if len(scores) <= most else [scores[at * (len(scores) - 1) // (most - 1)] for at in range(most)]
    scale = high - low or Fraction(1)
    drawn = "".join(blocks[min(len(blocks) - 1, int((score - low) / scale * len(blocks)))] for score in picked)
    return f"{clean(line.name(0))}  {_number(line, scores[0])} {drawn} {_number(line, scores[-1])}"


def _sums_table(console: Console, line: Timeline, found: Sequence[Sum]) -> Table:
    """Luck and skill by side."""
    rows: list[tuple[str | Text, ...]] = []
    for one in found:
        skill = (cost_of(line, one), _errors(one)) if line.can_be_won else ()
        rows.append((line.name(line.sides.index(one.side)), *luck_of(line, one), *skill))
    heads = ("side", "first", "last", "luck", "without luck", *(("skill", "errors") if line.can_be_won else ()))
    return table(console, "Luck and skill", heads, rows)


def luck_of(line: Timeline, one: Sum) -> tuple[str, str, str, str]:
    """The first and the last score of a side, its luck, and the last score without luck."""
    margin = f" ± {one.luck_margin * (100 if line.can_be_won else 1):.1f}" if one.luck_margin else ""
    return _number(line, one.first), _number(line, one.last), _signed(line, one.luck) + margin, _number(line, one.adjusted)


def cost_of(line: Timeline, one: Sum) -> str:
    """What the decisions of a side cost."""
    return _number(line, -one.cost) if one.cost else "0"


def _errors(one: Sum) -> str:
    """How many inaccuracies, mistakes and blunders, of how many decisions."""
    plural = {"inaccuracy": "inaccuracies"}
    found = [count(times, grade, plural.get(grade, "")) for grade, times in one.graded.items() if times]
    return f"{', '.join(found) or 'none'} in {count(one.decisions, 'decision')}"


def _legend(line: Timeline) -> list[str]:
    """What the numbers mean."""
    if not line.can_be_won:
        return ["luck: the score after a roll minus the score before it. Decisions are not judged where nobody can win."]
    return [
        "luck: the chance to win after a roll minus the chance before it. skill: what a decision cost against the best option, "
        "if both sides follow their policies from there on. An inaccuracy costs 5 points, a mistake 10, a blunder 20; "
        "only decisions whose odds are exact are called so.",
    ]


def for_programs(line: Timeline) -> dict[str, Any]:
    """The analysis for programs: scores as numbers, one object for each moment and each side."""
    return {
        "measure": "chance to win" if line.can_be_won else "enemy losses minus own",
        "sides": list(line.sides),
        "result": line.end.result if line.end else None,
        "moments": [_moment_document(line, change) for change in changes(line)],
        "totals": [
            {
                "side": one.side,
                "first": float(one.first),
                "last": float(one.last),
                "luck": float(one.luck),
                "luck_margin": one.luck_margin,
                "without_luck": float(one.adjusted),
                "decisions": one.decisions,
                "skill_lost": float(one.cost),
                **one.graded,
            }
            for one in sums(line)
        ],
        "not_judged": line.left_out,
        "policies": list(line.policies),
    }


def _moment_document(line: Timeline, change: Change) -> dict[str, Any]:
    moment = change.moment
    return {
        "seq": moment.seq,
        "key": moment.key,
        "rule": moment.rule,
        "kind": "roll" if moment.roll else "decision",
        "side": line.sides[change.side] if moment.side >= 0 else None,
        "answer": moment.answer,
        "source": moment.source or None,
        "how": "sampled" if moment.before.sampled else "rounded" if moment.before.rounded else "exact",
        "before": float(change.before),
        "after": float(change.after),
        "margin": change.margin,
        "luck": float(change.luck),
        "best": change.best or None,
        "skill_lost": float(change.cost),
        "grade": change.grade or None,
        "options": {name: float(line.score(worth, change.side)) for name, worth in moment.options.items()},
    }


# one result explained


def explain(console: Console, found: Explanation) -> None:
    """The whole explanation."""
    console.print(clean(found.title), style="bold")
    for line in found.lines:
        console.print(hung(console, Text(clean(line))))
    if found.excerpt:
        console.print(sheet_table(console, found.excerpt))
    _section(console, "what followed", found.followed)
    _section(console, "rulings", found.rulings)
    _section(console, "rules, in our words", tuple(f"{entry.number}  {entry.text}" for entry in found.rules))


def _section(console: Console, head: str, lines: tuple[str, ...]) -> None:
    """Lines below a heading, if there are any."""
    if lines:
        console.print(head, style="dim")
    for line in lines:
        console.print(hung(console, Text(clean(line))))
