"""What a scenario may say: bad input gets a sentence with its line; charts, shared and invented; the template."""

from dataclasses import replace

import pytest
from support import SHIPPED, problems_of
from wie import CRT, bombing_charts, combat, fight, raid, refused, scenario

from airwar.battle import begin, resume
from airwar.errors import BadScenario
from airwar.loading import load_scenario, parse_scenario
from airwar.rulesets import load
from airwar.show.rolls import roll_name
from airwar.verify import verify

OWN_CHARTS = """\
allied-current: 9
accuracy:
  9:
    columns: 1-4 5+
    rows: |
      1  0  1
      2  0  1
      3  0  1
      4  1  1
      5  1  2
      6  1  2
rail-damage: {columns: hits, rows: to-cut-the-line 1, note: no trains}
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (scenario(sides="{a: {nations: [allied], alliance: x}, b: {nations: [german], alliance: x}}", fronts="{west: {a: {}}}"),
         "5:8: all sides are in one alliance; expected opponents"),
        (scenario(sides="{allies: {nations: [german]}, axis: {nations: [german]}}"),
         "5:8: allies and axis command German points; expected one German player (13.921)"),
        (scenario(fronts="{west: {allies: {ground-support: {german: 3}}}}"),
         "Allies does not command german points; expected allied"),
        (scenario(sides="{a: {nations: [allied]}, b: {nations: [german, italian]}}", fronts="{west: {b: {ground-support: 7}}}"),
         "7 points of german and italian; expected a number for each (13.92)"),
        (scenario(raids=raid(5, attacker="axs")), "unknown id 'axs'; expected an id from sides; did you mean axis?"),
        (scenario(raids=raid(5, front="est")), "7:33: unknown id 'est'; expected an id from fronts; did you mean west?"),
        (scenario(raids=raid(5, more=", defender: allies")), "7:115: Allies is not an opponent of Allies (13.91)"),
        (scenario(raids=raid(5).replace("in-range: true, ", "")), "7:14: key 'in-range' is missing; expected true or false"),
        (scenario(battles=combat(more=", defender: allies")), "Allies is not an opponent of Allies"),
        (scenario(battles=combat(defenders="{printed: 6, side: allies}")), "8:64: Allies is not an ally of Axis"),
        (scenario(battles=combat(odds="column: 7-1"), charts=CRT),
         "8:98: no such column '7-1'; expected one of 1-1, 2-1, 3-1, 4-1, 5-1, 6-1"),
        (scenario(battles=combat(more=", table: s"), charts=CRT), "no such table 's'; expected one of t"),
        (scenario(battles=combat(odds="attack-strength: 4"), charts=CRT),
         "8:11: no odds; expected attack-strength and defense-strength, or column"),
        (scenario(battles=combat(odds="attack-strength: 4, defense-strength: 0"), charts=CRT),
         "odds need an adjusted defense of more than 0"),
        (scenario(battles=combat(odds="attack-strength: 4"), charts="combat-results: {t: {columns: low high}}"),
         "the columns of t are not odds; expected the column before air support"),
        (scenario(battles=combat(), charts="combat-results: {t: {columns: 1-1 2-1}, u: {columns: 1-1 2-1}}"),
         "key 'table' is missing; expected one of t, u"),
        (scenario(raids=raid(5), battles=combat().replace("caen", "seine")), "duplicate id 'seine'"),
        (scenario(charts="accuracy: synthetic"), "'synthetic' is not synthetic-demo; did you mean"),
        (scenario(charts="accuracy: {14: {}}"), "9:25: key 'columns' is missing"),
        (scenario(charts=bombing_charts(14).replace("6  1", "6  0")), "expected 1 for the highest or the lowest faces, else 0"),
        (scenario(charts=bombing_charts(14).replace("6  1", "6  2")), "a bomber point hits once or not at all"),
        (scenario(charts=bombing_charts(14).replace("6  1", "")), "needs one row for each face, 1 to 6, of one die"),
        (scenario(charts="rail-damage: {columns: hits, rows: to-cut-it 2}"), "expected one row, to-cut-the-line, with the number"),
        (scenario(charts='accuracy: {14: {columns: 1 x, rows: "1 0 0"}}'), "column 'x' is not a number of bomber points"),
        (scenario(charts='accuracy: {14: {columns: 1 2, rows: "1 0 many"}}'), "'many' is not a number of hits"),
        (scenario(charts='combat-results: {t: {columns: 1-1 2-1, rows: "1 a"}}'), "row '1' has 1 cells; expected 2, one for each"),
        (scenario(charts="combat-results: {t: {columns: 2-1 1-1}}"), "the odds 2-1 1-1 do not rise; expected the worst first"),
        (scenario(charts="combat-results: {t: {columns: 1-1 1-1}}"), "'1-1' heads two columns; expected each head once"),
        (scenario(charts="\n  combat-results:\n    t:\n      columns: 1-1\n      rows: |\n        1 a\n        3 b"),
         "13:13: the rows are 1, 3; expected consecutive totals of the dice, such as 1 to 6"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence_with_its_line(text, sentence):
    assert sentence in refused(text)


def test_every_problem_is_reported_at_once():
    text = scenario(raids=raid(4).replace("in-range: true", "in-range: false"), battles=combat(90), charts="accuracy: {14: {}}")
    assert len(problems_of(text)) >= 2


def test_the_opponent_must_be_named_when_there_are_two():
    sides = "{allies: {nations: [allied]}, axis: {nations: [german]}, soviets: {nations: [russian]}}"
    assert "key 'defender' is missing; expected one of axis, soviets" in refused(scenario(sides=sides, raids=raid(5)))
    assert "key 'defender' is missing; expected one of axis, soviets" in refused(scenario(sides=sides, battles=combat()))


def test_the_demonstration_charts_announce_themselves():
    charts = "accuracy: synthetic-demo, rail-damage: synthetic-demo, combat-results: synthetic-demo"
    fought = fight(
        scenario(raids=raid(23), battles=combat(48, "false"), charts=charts), {"seine.allied.bombing": [3], "caen.combat": [4]}
    )
    assert fought.end.result == "Seine: cut; Caen: DE"
    told = [body for body in fought.told("ruling") if body["option"].startswith("charts")]
    assert [body["option"] for body in told] == ["charts.accuracy", "charts.rail-damage", "charts.combat-results"]
    assert all(body["value"] == "synthetic-demo" and "SYNTHETIC" in body["text"] for body in told)


def test_a_chart_file_is_shared_and_the_log_needs_no_other_file(tmp_path):
    (tmp_path / "charts").mkdir()
    shared = tmp_path / "charts" / "own.yaml"
    shared.write_text(OWN_CHARTS)
    text = scenario(raids=raid(10)).replace("charts: {}", "charts: charts/own.yaml")
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(text)
        loaded = load_scenario(str(tmp_path / f"{name}.yaml"))
        battle = begin(loaded, tmp_path / f"{name}.jsonl", 7)
        battle.by_script()
        battle.settle()
    shared.unlink()
    assert verify(tmp_path / "one.jsonl").finished
    assert resume(tmp_path / "two.jsonl").scenario.files == {"charts/own.yaml": OWN_CHARTS}


def test_a_chart_file_that_is_not_there_is_named(tmp_path):
    text = scenario().replace("charts: {}", "charts: own.yaml")
    with pytest.raises(BadScenario) as bad:
        parse_scenario(text, "test.yaml")
    assert str(bad.value).startswith("test.yaml:9:9: no such file 'own.yaml'")


@pytest.mark.parametrize("name", ["../own.yaml", "/etc/own.yaml", "own.txt", "a/b/own.yaml", ".own.yaml"])
def test_a_chart_file_lies_beside_the_scenario(name):
    said = refused(scenario().replace("charts: {}", f"charts: {name}"))
    assert "does not fit; expected a chart file such as charts/mine.yaml, beside the scenario" in said


def test_problems_of_a_chart_file_are_reported_in_that_file():
    text = scenario().replace("charts: {}", "charts: own.yaml")
    with pytest.raises(BadScenario) as bad:
        parse_scenario(text, "test.yaml", {"own.yaml": OWN_CHARTS.replace("5+", "5x")})
    assert str(bad.value).startswith("own.yaml:4:14: column '5x' is not a number of bomber points")


def test_the_template_can_be_fought_unchanged():
    ready = parse_scenario(load("war-in-europe").template, "template.yaml")
    battle = begin(ready, None, 7)
    end = battle.by_script()
    assert end.result == "Seine: needs chart accuracy 9; Saint-Lo: column 5-1, die +1"


def test_the_example_of_the_rule_book_is_a_scenario():
    shipped = next(path for path in SHIPPED if path.stem == "saint-lo-1944")
    loaded = load_scenario(str(shipped))
    (battle,) = loaded.start.state.setting.battles.values()
    assert battle.printed_defense == 24
    assert any(entry.answer == {"shift": 48, "die": 1} for entry in loaded.script.entries)


def test_the_state_can_be_shown_at_any_time():
    ruleset = load("war-in-europe")
    start = parse_scenario(scenario(raids=raid(23), battles=combat(48, "true")), "test.yaml").start.state
    boxes, orders = ruleset.tables((start,))
    assert boxes.columns[3:] == ("at start", "shot down", "spent", "free")
    assert boxes.rows == (("West", "Allies", "Allied", "80", "0", "0", "80"),)
    worn = start.pools[0]._replace(left=78, spent=30)
    assert ruleset.tables((replace(start, pools=(worn,)),))[0].rows[0][3:] == ("80", "2", "30", "48")
    assert orders.rows == (
        ("Seine", "Allies", "Allied", "23", ""),
        ("Caen", "Allies", "Allied", "48", ""),
        ("Caen", "Allies", "Allied", "0", "1"),
    )
    assert ruleset.tally(start) == [("Allies", "Allied Ground Support", 80, 0)]


def test_a_roll_is_named_in_full_though_its_nation_begins_like_a_round():
    assert roll_name("minsk.russian.flak").plain.strip() == "minsk.russian.flak"
    assert roll_name("kursk.r12.attacker.fire").plain.strip() == "attacker.fire"
    assert roll_name("r1.flak").plain.strip() == "r1.flak"
    assert roll_name("r1.kent.attacker.bombs-8").plain.strip() == "kent.attacker.bombs-8"
    assert roll_name("r1.r2.fire").plain.strip() == "fire"
