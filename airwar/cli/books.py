"""rules, table, guide: what there is to read."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from airwar.cli import print_json
from airwar.cli.options import JSON
from airwar.engine.words import did_you_mean
from airwar.errors import AirwarError, NoSuchChart, NoSuchRule, NotFound
from airwar.guide import TOPICS, text_of, title_of
from airwar.show.text import clean, folded

if TYPE_CHECKING:
    from airwar.engine.dice import Chart
    from airwar.rulesets.ruleset import Option


@click.command()
@click.argument("ruleset", required=False)
@click.argument("words", nargs=-1)
@JSON
def rules(ruleset: str | None, words: tuple[str, ...], as_json: bool) -> int:
    """\b
    airwar rules
    airwar rules world-at-war 18.52
    airwar rules world-at-war abort carrier

    List the rulesets, or the rules of RULESET and how each is treated: adjudicated (carried out), checked (a scenario that
    breaks it is refused), input (the scenario states it), outside (with the reason). WORDS narrow down the
    list: the number of a rule, or words that must all appear in its text or in an option.
    """
    from airwar import rulesets
    from airwar.rulesets.index import found, rule_index

    if ruleset is None:
        return _list_rulesets(as_json)
    entries = list(rule_index(ruleset).values())
    wanted = found(entries, words)
    options = _matching_options(ruleset, words)
    if not wanted and not options:
        raise NoSuchRule(f"no rule {' '.join(words)} in {ruleset}; airwar rules {ruleset} lists them")
    if as_json:
        print_json(ruleset=ruleset, rules=[vars(entry) for entry in wanted])
        return 0
    rows = [(entry.number, entry.treatment, entry.text) for entry in wanted]
    if rows:
        _show(rulesets.load(ruleset).title, ("rule", "treatment", "in our words"), rows)
    return _list_options(options)


def _list_rulesets(as_json: bool) -> int:
    """Every ruleset with its title and the number of its rules."""
    from airwar import rulesets
    from airwar.rulesets.index import rule_index

    games, unusable = rulesets.every()
    broken: list[AirwarError] = [*unusable]
    rows, documents = [], []
    for game in games:
        try:
            rows.append((game.id, game.title, str(len(rule_index(game.id)))))
            documents.append({"id": game.id, "title": game.title})
        except AirwarError as error:
            broken.append(error)
    if as_json:
        print_json(rulesets=documents)
    else:
        _show("Rulesets", ("id", "game", "rules"), rows)
    return _say_broken(broken)


def _say_broken(broken: Sequence[Exception]) -> int:
    """A line on stderr for each ruleset from another package that cannot be used. The others still work."""
    for error in broken:
        click.echo(clean(f"airwar: {error}"), err=True)
    return 0


def _matching_options(ruleset: str, words: tuple[str, ...]) -> dict[str, Option]:
    """The named rulings of a ruleset that have all these words; an option with a single value is not listed."""
    from airwar import rulesets
    from airwar.rulesets.index import has_words

    known = rulesets.load(ruleset).options.items()
    open_ = [(name, option) for name, option in known if option.whole or len(option.values) > 1]
    return {name: option for name, option in open_ if has_words(f"{name} {option.choices} {option.help}", words)}


def _list_options(options: Mapping[str, Option]) -> int:
    """The named rulings of a ruleset."""
    rows = [(name, option.default, option.choices, option.help) for name, option in options.items()]
    columns = ("option", "default", "values", "what it decides")
    return _show("Options: rulings on what the source leaves open", columns, rows) if rows else 0


@click.command()
@click.argument("ruleset", required=False)
@click.argument("name", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "yaml", "json"]),
    default="table",
    show_default=True,
    help="yaml prints the chart file, in the form that a scenario can supply under charts.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def table(ruleset: str | None, name: str | None, format_: str, as_json: bool) -> int:
    """\b
    airwar table
    airwar table world-at-war
    airwar table world-at-war air-combat
    airwar table world-at-war air-combat --format yaml

    List the rulesets, or the charts of RULESET, or print the chart NAME.
    """
    from airwar import rulesets
    from airwar.rulesets.kit.charts import chart_file, chart_names, load_chart

    if ruleset is None:
        return _list_rulesets(as_json or format_ == "json")
    package = rulesets.load(ruleset).package
    names = chart_names(package)
    if name is None:
        charts = [load_chart(package, one) for one in names]
        if as_json or format_ == "json":
            print_json(charts=[{"name": c.name, "chart": c.title, "cite": c.cite, "roll": c.roll} for c in charts])
            return 0
        return _show("Charts", ("name", "chart", "rule", "roll"), [(c.name, c.title, c.cite, c.roll) for c in charts])
    if name not in names:
        raise NoSuchChart(f"no chart {name} in {ruleset}; expected one of {', '.join(names)}")
    if format_ == "yaml" and not as_json:
        click.echo(chart_file(package, name).read_text(encoding="utf-8"), nl=False)
        return 0
    chart = load_chart(package, name)
    return _chart_as_json(chart) if as_json or format_ == "json" else _show_chart(chart)


def _chart_as_json(chart: Chart) -> int:
    rows = [{"row": label, "cells": list(cells)} for label, cells in chart.rows]
    head = {"chart": chart.title, "cite": chart.cite, "roll": chart.roll, "columns": list(chart.columns), "note": chart.note}
    print_json(**head, rows=rows)
    return 0


def _show_chart(chart: Chart) -> int:
    """Draws a chart as it is printed, with its note."""
    from airwar.show.console import results

    cite = "" if chart.title.startswith(chart.cite) else chart.cite
    title = "  ".join(part for part in (chart.title, cite, chart.roll) if part)
    for number, part in enumerate(blocks_of(chart, results().width)):
        heads = tuple(chart.columns[at] for at in part)
        if number:
            click.echo()
        _show("" if number else title, ("", *heads), [(label, *(cells[at] for at in part)) for label, cells in chart.rows])
    if chart.note:
        click.echo(folded(chart.note, sys.stdout))
    return 0


def blocks_of(chart: Chart, width: int) -> list[list[int]]:
    """The columns of a chart by number, in as many blocks as it takes to keep each within the screen."""
    from airwar.show.console import GAP

    room = width - max(len(label) for label, _ in chart.rows)
    needed = [GAP + max(len(head), *(len(cells[at]) for _, cells in chart.rows)) for at, head in enumerate(chart.columns)]
    every = list(range(len(needed)))
    for size in range(len(needed), 1, -1):
        blocks = [every[at : at + size] for at in every[::size]]
        if all(sum(needed[at] for at in block) <= room for block in blocks):
            even = -(-len(needed) // len(blocks))  # no block much shorter than the others
            spread = [every[at : at + even] for at in every[::even]]
            return spread if all(sum(needed[at] for at in block) <= room for block in spread) else blocks
    return [[at] for at in every]


def _show(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> int:
    from airwar.show.console import results
    from airwar.show.console import table as drawn

    console = results()
    if title:
        console.print(clean(title), style="bold")
    console.print(drawn(console, "", columns, [tuple(row) for row in rows]))
    return 0


# the guide

_WIDEST = 100  # columns; longer lines are hard to read


@click.command()
@click.argument("topic", required=False)
def guide(topic: str | None) -> int:
    """\b
    airwar guide
    airwar guide first-battle
    airwar guide writing-a-scenario > writing-a-scenario.md

    List the topics of the guide, or print one: as text at a terminal, as Markdown elsewhere.
    """
    if topic is None:
        width = max(map(len, TOPICS))
        for name in TOPICS:
            click.echo(f"{name:<{width}}  {title_of(name)}")
        click.echo(f"to read one: airwar guide {TOPICS[0]}", err=True)
        return 0
    text = text_of(_found(topic))
    if sys.stdout.isatty():
        _render(text)
    else:
        click.echo(text, nl=False)
    return 0


def _found(topic: str) -> str:
    """The topic that a word names; the beginning of its name is enough."""
    from difflib import get_close_matches

    starting = [name for name in TOPICS if name.startswith(topic)]
    if len(starting) == 1:
        return starting[0]
    near = get_close_matches(topic, TOPICS, 1, cutoff=0.4) or [name for name in TOPICS if topic in name]
    raise NotFound(f"no such topic: {topic}; expected one of {', '.join(TOPICS)}{did_you_mean(near[0] if near else None)}")


def _render(text: str) -> None:
    """The guide is our own, so its Markdown can be trusted; names from files never come through here."""
    from rich.markdown import Markdown

    from airwar.show.console import results

    console = results()
    console.print(Markdown(text, code_theme="bw", hyperlinks=False), width=min(console.width, _WIDEST))
