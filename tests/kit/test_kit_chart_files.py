"""The chart files of a ruleset are drawn as a scenario may draw its own: one format for both."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from airwar import rulesets
from airwar.cli.books import table
from airwar.rulesets.kit.charts import SuppliedChart, chart_names, load_chart
from airwar.scenario.problems import Problems
from airwar.scenario.reader import read_text

CHARTS = [(game, name) for game in rulesets.ids() for name in chart_names(rulesets.load(game).package)]


@pytest.mark.parametrize(("game", "name"), CHARTS)
def test_what_airwar_prints_a_scenario_may_supply(game, name):
    printed = CliRunner().invoke(table, [game, name, "--format", "yaml"], standalone_mode=False)
    own = load_chart(rulesets.load(game).package, name)
    problems = Problems(f"{name}.yaml")
    shape = SuppliedChart(lambda chart, complaints: chart, "totals", "labels", roll=own.roll)
    read = shape.check(read_text(printed.output, f"{name}.yaml"), problems)
    assert problems.sorted() == []
    assert replace(read, name=name) == own
