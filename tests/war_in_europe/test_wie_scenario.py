"""What a scenario may say: bad input gets a sentence with its line; chart files; the template."""

import pytest
from marks import marks_in, noted_at, refused_at
from support import SHIPPED, problems_of
from wie import AGAINST_AXIS, CONTESTED, CRT, RULESET, TWO_ALLIES, bombing_charts, combat, drawn, raid, refused, scenario

from airwar.analysis.verify import verify
from airwar.battle.battle import begin, resume
from airwar.errors import BadScenario
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.show.lines import roll_name

TWO_TABLES = "combat-results: {t: {columns: 1-1 2-1}, u: {columns: 1-1 2-1}}"
BAD = [
    (scenario(sides="{a: {nations: [allied], alliance: x}, b: {nations: [german], alliance: x}}", fronts="{west: {a: {}, b: {}}}"),
     "5:8: all sides are in one alliance; expected opponents"),
    (scenario(sides="{allies: {nations: [german]}, axis: {nations: [german]}}"),
     "5:8: allies and axis command German points; expected one German player (13.921)"),
    (scenario(fronts="{west: {allies: {ground-support: {german: 3}}, axis: {}}}"),
     "Allies does not command german points; expected allied"),
    (scenario(sides="{a: {nations: [allied]}, b: {nations: [german, italian]}}", fronts="{west: {a: {}, b: {ground-support: 7}}}"),
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
    (scenario(battles=combat(), charts=TWO_TABLES), "key 'table' is missing; expected one of t, u"),
    (scenario(raids=raid(5), battles=combat(name="seine")), "duplicate id 'seine'"),
    (scenario(charts="accuracy: synthetic"), "'synthetic' is not synthetic-demo; did you mean"),
    (scenario(charts="accuracy: {14: {}}"), "9:25: key 'columns' is missing"),
    (scenario(charts=bombing_charts(14).replace("6  1", "6  0")), "expected 1 for the highest or the lowest faces, else 0"),
    (scenario(charts=bombing_charts(14).replace("6  1", "6  2")), "a bomber point hits once or not at all"),
    (scenario(charts=bombing_charts(14).replace("6  1", "")), "needs one row for each face, 1 to 6, of one die"),
    (scenario(charts="rail-damage: {columns: hits, rows: to-cut-it 2}"), "expected one row, to-cut-the-line, with the number"),
    (scenario(charts='accuracy: {14: {columns: 1 2, rows: "1 0 many"}}'), "'many' is not a number of hits"),
    (scenario(charts='combat-results: {t: {columns: 1-1 2-1, rows: "1 a"}}'), "row '1' has 1 cells; expected 2, one for each"),
    (scenario(charts="combat-results: {t: {columns: 2-1 1-1}}"), "the odds 2-1 1-1 do not rise; expected the worst first"),
    (scenario(charts="combat-results: {t: {columns: 1-1 1-1}}"), "'1-1' heads two columns; expected each head once"),
    (scenario(charts=drawn("combat-results", "1-1", ["1 a", "3 b"])),
     "13:13: the rows are 1, 3; expected consecutive totals of the dice, such as 1 to 6"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_bad_input_gets_a_sentence_with_its_line(text, sentence):
    assert sentence in refused(text)


def test_every_problem_is_reported_at_once():
    text = scenario(raids=raid(4).replace("in-range: true", "in-range: false"), battles=combat(90), charts="accuracy: {14: {}}")
    assert len(problems_of(text)) >= 2


@pytest.mark.parametrize("missions", [{"raids": raid(5, front="east")}, {"battles": combat(1, front="east")}])
def test_a_mission_on_an_unknown_front_is_refused_once(missions):
    (problem,) = problems_of(scenario(charts=CRT, **missions))
    assert "east" in problem


@pytest.mark.parametrize("allotment", ["each-mission", "all-at-once"])
def test_the_opponent_must_be_named_when_there_are_two(allotment):
    said = {"sides": "{allies: {nations: [allied]}, axis: {nations: [german]}, soviets: {nations: [russian]}}"}
    said |= {"fronts": "{west: {allies: {ground-support: 9}, axis: {}, soviets: {}}}", "options": f"allotment: {allotment}"}
    assert "key 'defender' is missing; expected one of axis, soviets" in refused(scenario(**said, raids=raid(5)))
    assert "key 'defender' is missing; expected one of axis, soviets" in refused(scenario(**said, battles=combat()))


# where it is refused: a `!` is before every part that is, and before no other

TWO = {
    "sides": "{allies: {nations: [allied, russian]}, axis: {nations: [german]}}",
    "fronts": "{west: {allies: {ground-support: {allied: 20, russian: 7}}, axis: {}}}",
}
FIVE_EACH = {**TWO_ALLIES, "fronts": "{west: {allies: {ground-support: 5}, soviets: {ground-support: 5}, axis: {}}}"}
CHARTS = "\n  allied-current: 9\n  rail-damage: {columns: hits, rows: to-cut-the-line 1}"
UP_TO_TWO = CHARTS + drawn("accuracy", "1 2", [f"{face} 0 1" for face in range(1, 7)])


def both(first, second, **more):
    return scenario(raids=f"{first}, {second}", **more)


def fought(charts=CRT, fronts="", **said):
    return scenario(battles=combat(**said), charts=charts, **({"fronts": fronts} if fronts else {}))


REFUSED = [
    # sides and boxes
    scenario(sides="{a: {nations: ![]}, b: {nations: [german]}, c: {nations: [allied]}}", fronts="{west: {b: {}, c: {}}}"),
    scenario(sides="!{a: {nations: [allied, german]}, b: {nations: [german]}}", fronts="{west: {a: {}, b: {}}}"),
    scenario(fronts="{west: {!nobody: {}}}"),
    scenario(sides=TWO["sides"], fronts="{west: {allies: {ground-support: !5}, axis: {}}}"),
    scenario(sides=TWO["sides"], fronts="{west: {allies: {ground-support: 0}, axis: {}}}"),
    scenario(fronts="{west: {allies: {ground-support: {allied: 5, russian: !1}}, axis: {}}}"),
    # raids
    *(scenario(raids=raid(points)) for points in ("!4", "!0", "5", "80", "!81")),
    scenario(raids=raid(5, front="!west"), fronts=CONTESTED),
    scenario(raids=raid(5, more=", defender: !allies")),
    scenario(raids=raid(5).replace("in-range: true", "in-range: !false")),
    both(raid(5), raid(5, name="loire").replace("at: ", "at: !")),
    both(raid(50), raid("30", name="loire", at="2215")),
    both(raid(50), raid("!31", name="loire", at="2215")),
    *(scenario(raids=raid(points), charts=UP_TO_TWO) for points in ("10", "14", "!15")),
    scenario(**TWO, raids=raid("{allied: 5, russian: 5}")),
    scenario(**TWO, raids=raid("!{allied: 5, russian: 4}")),
    scenario(**TWO, raids=raid("{allied: 5, german: !5}")),
    scenario(**FIVE_EACH, raids=raid("{allied: 5, russian: 5}")),
    # battles
    fought(shift=24),
    fought(more=", defender: !allies"),
    fought(shift="!24", defenders="{printed: 0}"),
    fought(defenders="{printed: 0}"),
    fought(shift="!1", fronts=CONTESTED),
    fought(die="true", fronts=CONTESTED),
    fought(defenders="{printed: 6, side: !nobody}"),
    fought(shift="!81"),
    fought(shift="80"),
    fought(shift="!80", die="true"),
    fought(shift="79", die="true"),
    fought(die="!true", fronts="{west: {allies: {}, axis: {}}}"),
    scenario(**FIVE_EACH, battles=combat(more=AGAINST_AXIS, defenders="{printed: 6}, {printed: 2, side: axis}"), charts=CRT),
    scenario(
        **FIVE_EACH,
        battles=combat(more=AGAINST_AXIS, defenders="{printed: 6}, {printed: 2, side: soviets}").replace("rs: [", "rs: !["),
        charts=CRT,
    ),
    scenario(**FIVE_EACH, battles=combat(shift="{allied: 5, russian: 5}"), charts=CRT),
    scenario(**FIVE_EACH, battles=combat(shift="!{allied: 5, russian: 6}"), charts=CRT),
    # odds
    fought(odds="attack-strength: 3, defense-strength: !0"),
    fought(odds="column: !7-1"),
    fought(more=", table: !u"),
    fought(more=", table: t"),
    fought(charts=""),
    fought(odds="attack-strength: 1, defense-strength: 1"),
    fought(odds="attack-strength: !1, defense-strength: 2"),
    fought(odds="attack-strength: 1").replace("{id: caen", "!{id: caen"),
    fought(odds="defense-strength: 1").replace("{id: caen", "!{id: caen"),
    fought(odds="attack-strength: 3, defense-strength: 1", charts=CRT.replace("6-1", "more")).replace("{id: caen", "!{id: caen"),
    fought(odds="column: more", charts=CRT.replace("6-1", "more")),
    fought(charts=CRT.replace("1-1 2-1", "!2-1 1-1")),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_13_91_13_92_13_93_where_a_scenario_is_refused(number):
    assert refused_at(REFUSED[number]) == marks_in(REFUSED[number])


ALL = bombing_charts(9, current=9, cut=1)
ROWS = drawn("combat-results", "2-1 3-1 4-1 5-1", [f"{face} A B C D" for face in range(1, 7)])
NOTED = [
    both(raid("{allied: 5}"), f"!{raid('{russian: 5}', name='loire', at='2215')}", **TWO, charts=ALL),
    scenario(raids=raid(10), charts=ALL),
    scenario(raids=raid("!11"), charts=ALL),
    scenario(raids=f"!{raid(10)}", charts=bombing_charts(9, current=9)),
    scenario(raids=f"!{raid()}", charts=bombing_charts(9, current=8, cut=1)),
    scenario(raids=raid(), charts=ALL),
    scenario(raids=raid("!14"), charts=UP_TO_TWO),
    scenario(raids=f"!{raid()}", charts=UP_TO_TWO),
    scenario(raids=raid(), charts=UP_TO_TWO, fronts="{west: {allies: {ground-support: 14}, axis: {}}}"),
    scenario(raids=f"!{raid()}", charts=UP_TO_TWO, fronts="{west: {allies: {ground-support: 15}, axis: {}}}"),
    scenario(battles=f"!{combat(24)}", charts=CRT),
    scenario(battles=f"!{combat(24)}"),
    *(scenario(battles=combat(points), charts=ROWS) for points in ("24", "!25", "!23", "48")),
]


@pytest.mark.parametrize("number", range(len(NOTED)))
def test_13_92_13_93_where_check_has_something_to_note(number):
    assert noted_at(NOTED[number]) == marks_in(NOTED[number])


# chart files

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


def test_a_chart_file_is_shared_and_the_log_needs_no_other_file(tmp_path):
    (tmp_path / "charts").mkdir()
    shared = tmp_path / "charts" / "own.yaml"
    shared.write_text(OWN_CHARTS)
    text = scenario(raids=raid(10)).replace("charts: {}", "charts: charts/own.yaml")
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(text)
        battle = begin(load_scenario(str(tmp_path / f"{name}.yaml")), tmp_path / f"{name}.jsonl", 7)
        battle.by_script()
        battle.settle()
    shared.unlink()
    assert verify(tmp_path / "one.jsonl").finished
    assert resume(tmp_path / "two.jsonl").scenario.files == {"charts/own.yaml": OWN_CHARTS}


def test_a_chart_file_that_is_not_there_is_named():
    with pytest.raises(BadScenario) as bad:
        parse_scenario(scenario().replace("charts: {}", "charts: own.yaml"), "test.yaml")
    assert str(bad.value).startswith("test.yaml:9:9: no such file 'own.yaml'")


@pytest.mark.parametrize("name", ["../own.yaml", "/etc/own.yaml", "own.txt", "a/b/own.yaml", ".own.yaml"])
def test_a_chart_file_lies_beside_the_scenario(name):
    said = refused(scenario().replace("charts: {}", f"charts: {name}"))
    assert "does not fit; expected a chart file such as charts/mine.yaml, beside the scenario" in said


def test_problems_of_a_chart_file_are_reported_in_that_file():
    files = {"own.yaml": OWN_CHARTS.replace("5+", "5x")}
    with pytest.raises(BadScenario) as bad:
        parse_scenario(scenario().replace("charts: {}", "charts: own.yaml"), "test.yaml", files)
    assert str(bad.value).startswith("own.yaml:4:14: column '5x' is not a number of bomber points")


# what is shipped


def test_the_template_can_be_fought_unchanged():
    end = begin(parse_scenario(RULESET.template, "template.yaml"), None, 7).by_script()
    assert end.result == "Seine: needs chart accuracy 9; Saint-Lo: column 5-1, die +1"


def test_13_93_the_example_of_the_rule_book_is_a_scenario():
    battle = begin(load_scenario(str(next(path for path in SHIPPED if path.stem == "saint-lo-1944"))), None, 7)
    battle.by_script()
    sheets = {body["title"]: body["rows"] for record in battle.log.records if (body := record.content).get("what") == "sheet"}
    assert sheets["Ground Support at Saint-Lo"] == [["24", "48", "+2", "0", "+1"]]


def test_a_roll_is_named_in_full_though_its_nation_begins_like_a_round():
    assert roll_name("minsk.russian.flak").plain.strip() == "minsk.russian.flak"
    assert roll_name("kursk.r12.attacker.fire").plain.strip() == "attacker.fire"
    assert roll_name("r1.flak").plain.strip() == "r1.flak"
    assert roll_name("r1.kent.attacker.bombs-8").plain.strip() == "kent.attacker.bombs-8"
    assert roll_name("r1.r2.fire").plain.strip() == "fire"
