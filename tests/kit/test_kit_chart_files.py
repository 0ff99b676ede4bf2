"""The chart files of a ruleset are drawn as a scenario may draw its own: one format for both."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from airwar import rulesets
from airwar.cli.books import table
from airwar.rulesets.kit.charts import SuppliedChart, chart_names, charts_digest, load_chart
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


def test_the_charts_of_each_game_have_a_fingerprint_of_their_own():
    digests = {charts_digest(rulesets.load(game).package) for game in rulesets.ids()}
    assert len(digests) == len(rulesets.ids())
    assert {len(digest) for digest in digests} == {64}
