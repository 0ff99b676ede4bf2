"""rules and table: the rule index and the charts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from airwar.engine.chart import Chart

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.command()
@click.argument("ruleset", required=False)
@click.argument("number", required=False)
@AS_JSON
def rules(ruleset: str | None, number: str | None, as_json: bool) -> int:
    """\b
    airwar rules
    airwar rules world-at-war 18.52

    List the rulesets, or the rules of RULESET and how each is treated: adjudicated (carried out), checked (a scenario that
    breaks it is refused), input (the scenario states it), outside (with the reason). NUMBER narrows the list down.
    """
    from airwar import rulesets
    from airwar.errors import NoSuchRule
    from airwar.rulesets.index import is_part, rule_index

    if ruleset is None:
        return list_rulesets(as_json)
    wanted = [entry for key, entry in rule_index(ruleset).items() if number is None or is_part(key, number)]
    if not wanted:
        raise NoSuchRule(f"no rule {number} in {ruleset}; airwar rules {ruleset} lists them")
    if as_json:
        return print_json(ruleset=ruleset, rules=[vars(entry) for entry in wanted])
    rows = [(entry.number, entry.treatment, entry.text) for entry in wanted]
    show(rulesets.load(ruleset).title, ("rule", "treatment", "in our words"), rows)
    return list_options(ruleset) if number is None else 0


def list_rulesets(as_json: bool) -> int:
    """Every ruleset with its title and the number of its rules."""
    from airwar import rulesets
    from airwar.rulesets.index import rule_index

    games = [rulesets.load(name) for name in rulesets.ids()]
    if as_json:
        return print_json(rulesets=[{"id": game.id, "title": game.title} for game in games])
    rows = [(game.id, game.title, str(len(rule_index(game.id)))) for game in games]
    return show("Rulesets", ("id", "game", "rules"), rows)


def list_options(ruleset: str) -> int:
    """The named rulings of a ruleset."""
    from airwar import rulesets

    options = rulesets.load(ruleset).options
    rows = [(name, option.default, option.choices, option.help) for name, option in options.items()]
    columns = ("option", "default", "values", "what it decides")
    return show("Options: rulings on what the source leaves open", columns, rows) if rows else 0


@click.command()
@click.argument("ruleset")
@click.argument("name", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "yaml", "json"]),
    default="table",
    show_default=True,
    help="yaml is the chart file, drawn as a scenario may supply it under charts.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def table(ruleset: str, name: str | None, format_: str, as_json: bool) -> int:
    """\b
    airwar table world-at-war
    airwar table world-at-war air-combat
    airwar table world-at-war air-combat --format yaml

    List the charts of RULESET, or print the chart NAME.
    """
    from airwar import rulesets
    from airwar.errors import NoSuchChart
    from airwar.rulesets.kit.charts import chart_file, chart_names, load_chart

    package = rulesets.load(ruleset).package
    names = chart_names(package)
    if name is None:
        charts = [load_chart(package, one) for one in names]
        return show("Charts", ("name", "chart", "rule", "roll"), [(c.name, c.title, c.cite, c.roll) for c in charts])
    if name not in names:
        raise NoSuchChart(f"no chart {name} in {ruleset}; expected one of {', '.join(names)}")
    if format_ == "yaml" and not as_json:
        click.echo(chart_file(package, name).read_text(encoding="utf-8"), nl=False)
        return 0
    chart = load_chart(package, name)
    return chart_as_json(chart) if as_json or format_ == "json" else show_chart(chart)


def chart_as_json(chart: Chart) -> int:
    rows = [{"row": label, "cells": list(cells)} for label, cells in chart.rows]
    head = {"chart": chart.title, "cite": chart.cite, "roll": chart.roll, "columns": list(chart.columns), "note": chart.note}
    return print_json(**head, rows=rows)


def show_chart(chart: Chart) -> int:
    """Draws a chart as it is printed, with its note."""
    from airwar.show.console import folded

    cite = "" if chart.title.startswith(chart.cite) else chart.cite
    title = "  ".join(part for part in (chart.title, cite, chart.roll) if part)
    show(title, ("", *chart.columns), [(label, *cells) for label, cells in chart.rows])
    if chart.note:
        click.echo(folded(chart.note, sys.stdout))
    return 0


def print_json(**document: object) -> int:
    from airwar.show.document import as_json

    click.echo(as_json(**document))
    return 0


def show(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> int:
    from airwar.show.console import clean, results
    from airwar.show.console import table as drawn

    console = results()
    console.print(clean(title), style="bold")
    console.print(drawn(console, "", columns, [tuple(row) for row in rows]))
    return 0
