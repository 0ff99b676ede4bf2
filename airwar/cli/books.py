"""rules and table: the rule index and the charts."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click


@click.command()
@click.argument("ruleset", required=False)
@click.argument("number", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def rules(ruleset: str | None, number: str | None, as_json: bool) -> int:
    """\b
    airwar rules
    airwar rules world-at-war 18.52

    Without arguments lists the rulesets; with one, its rules and how each is treated: adjudicated (carried out), checked
    (an illegal scenario is refused), input (the scenario states it), outside (with the reason). NUMBER narrows it down.
    """
    from airwar import rulesets

    if ruleset is None:
        books = [rulesets.load(name) for name in rulesets.ids()]
        if as_json:
            click.echo(json.dumps({"airwar": 1, "rulesets": [{"id": book.id, "title": book.title} for book in books]}, indent=2))
            return 0
        return show("Rulesets", ("id", "game", "rules"), [(b.id, b.title, str(len(rulesets.rule_index(b.id)))) for b in books])
    index = rulesets.rule_index(ruleset)
    wanted = [entry for key, entry in index.items() if number is None or rulesets.is_part(key, number)]
    if not wanted:
        from airwar.errors import NoSuchFile

        raise NoSuchFile(f"no rule {number} in {ruleset}; airwar rules {ruleset} lists them")
    if as_json:
        click.echo(json.dumps({"airwar": 1, "ruleset": ruleset, "rules": [vars(entry) for entry in wanted]}, indent=2))
        return 0
    rows = [(entry.number, entry.treatment, entry.text) for entry in wanted]
    show(rulesets.load(ruleset).title, ("rule", "treatment", "in our words"), rows)
    if number is None:
        return show_options(ruleset)
    return 0


def show_options(ruleset: str) -> int:
    """The named rulings of a ruleset."""
    from airwar import rulesets

    options = rulesets.load(ruleset).options
    rows = [(name, option.default, ", ".join(option.values), option.help) for name, option in options.items()]
    return show("Options: rulings on what the source leaves open", ("option", "default", "may be", "decides"), rows) if rows else 0


@click.command()
@click.argument("ruleset")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the chart as data.")
def table(ruleset: str, name: str | None, as_json: bool) -> int:
    """\b
    airwar table world-at-war
    airwar table world-at-war air-combat

    Prints a chart of RULESET as it is printed; without a NAME, lists the charts.
    """
    from airwar import rulesets
    from airwar.errors import NoSuchFile
    from airwar.rulesets.kit.charts import chart_names, load_chart

    package = rulesets.load(ruleset).package
    names = chart_names(package)
    if name is None:
        charts = [load_chart(package, one) for one in names]
        return show("Charts", ("name", "chart", "rule", "roll"), [(c.name, c.title, c.cite, c.roll) for c in charts])
    if name not in names:
        raise NoSuchFile(f"no chart {name} in {ruleset}; there are {', '.join(names) or 'none'}")
    chart = load_chart(package, name)
    if as_json:
        rows = [{"row": label, "cells": list(cells)} for label, cells in chart.rows]
        said = {"chart": chart.title, "cite": chart.cite, "roll": chart.roll, "columns": list(chart.columns), "note": chart.note}
        click.echo(json.dumps({"airwar": 1, **said, "rows": rows}, indent=2))
        return 0
    cite = "" if chart.title.startswith(chart.cite) else chart.cite
    title = "  ".join(part for part in (chart.title, cite, chart.roll) if part)
    show(title, ("", *chart.columns), [(label, *cells) for label, cells in chart.rows])
    if chart.note:
        from airwar.show.console import folded

        click.echo(folded(chart.note, sys.stdout))
    return 0


def show(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> int:
    from airwar.show.console import clean, results
    from airwar.show.console import table as made

    console = results()
    console.print(clean(title), style="bold")
    console.print(made(console, "", columns, [tuple(row) for row in rows]))
    return 0
