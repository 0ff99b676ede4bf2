"""What a Dark Crusade scenario may say: every problem a sentence with its line; and what the shipped ones show."""

from dataclasses import replace

import pytest
from dc_support import drawn, made_up, scenario
from support import SEED, SHIPPED, TESTS, problems_of, unattended

from airwar.battle import begin
from airwar.cli import exit_code
from airwar.errors import BadScenario
from airwar.loading import load_scenario, parse_scenario
from airwar.rulesets.dark_crusade import RULESET
from airwar.rulesets.dark_crusade.battle import battle_at
from airwar.rulesets.dark_crusade.show import tables, tally, winner
from airwar.verify import verify

BATTLE = {"a": "major 4 soviet"}, {"x": "major 3 german"}
OURS = {path.stem: path for path in SHIPPED if path.parent.name == "dark-crusade"}


def test_the_template_is_a_valid_scenario_that_runs_unattended():
    template = parse_scenario(RULESET.template, "template.yaml")
    battle = begin(template, None, 3)
    battle.by_script()
    assert battle.log.finished


def test_at_least_five_scenarios_are_shipped_and_one_has_three_battles():
    assert len(OURS) >= 5
    assert max(len(load_scenario(str(path)).start.state.pending) for path in OURS.values()) == 3


def test_b16_the_37_points_of_the_source_are_a_scenario():
    battle = unattended(OURS["kursk-1943"])
    (roll,) = [record.content for record in battle.log.records if record.content.get("key") == "kursk.r1.defender.fire"]
    assert (roll["column"], roll["result"]) == ("19 + 18", "19 + 3 = 22")


def test_b14_the_linked_battles_meet_at_the_attackers_start():
    golden = (TESTS / "golden" / "format-2" / "dark-crusade" / "uranus-1942.jsonl").read_text()
    assert "defenders were driven to Kletskaya, and all attackers that return there are dispersed" in golden
    assert "Golubinsky is under attack: units that retreat there take no part" in golden


@pytest.mark.parametrize("path", OURS.values(), ids=OURS)
def test_every_state_can_be_shown(path):
    start = load_scenario(str(path)).start.state
    end = unattended(path)
    assert all(len(row) == len(sheet.columns) for sheet in tables((start,)) for row in sheet.rows)
    assert sum(one.lost for one in tally(start)) == 0
    assert end.log.finished


def test_a_battle_is_shown_with_its_ways_out_and_what_is_elsewhere():
    phase = load_scenario(str(OURS["uranus-1942"])).start.state
    phase = replace(phase, pending=("golubinsky", "abganerovo"), fought="bokovskaya")
    here, ways, elsewhere, points = tables((phase, battle_at(phase, "bokovskaya", 3)))
    assert (here.title, ways.title) == ("At Bokovskaya", "Ways out of Bokovskaya")
    assert ("Serafimovich", "Soviet", "serafimovich-bokovskaya", "0", "closed") in ways.rows
    assert ("Soviet", "on the line to Golubinsky", "21st Army", "major", "4", "0 of 4", "has left Kletskaya") in elsewhere.rows
    assert not any("Bokovskaya" in row for row in elsewhere.rows)
    assert ("Bokovskaya", "Axis", "being fought") in points.rows


@pytest.mark.parametrize(("name", "won"), [("gross-deutschland", "Soviet"), ("kursk-1943", "Soviet"), ("uranus-1942", "")])
def test_the_attacker_wins_by_taking_everything_and_the_defender_by_holding_it(name, won):
    example = load_scenario(str(OURS[name]))
    battle = begin(example, None, SEED)
    end = battle.by_script()
    assert winner(end) == won


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("at: target}", "at: start}", "start is controlled by the Soviet side; x is Axis"),
        ("line: road}", "line: way}", "way does not touch start; it connects target and rear (B12)"),
        ("line: road}", "line: rode}", "unknown id 'rode'; expected an id from lines; did you mean road?"),
        ("at: target}", "at: target, line: way}", "x has a line of attack, but the Soviet side attacks (B12)"),
        ("at: target}", "at: target, losses: 4}", "4 losses; a major unit of strength 3 survives 3 (B10)"),
        ("at: target}", "at: target, losses: 1, dispersed: false}", "x has losses, so it is dispersed"),
        ("at: target}", "at: target, retreat-size: 2}", "only an Axis allied army counts as 2 (B13a)"),
        ("at: target}", "at: target, retreat-size: 3}", "'3' is not one of 1/2, 1, 2"),
        ("id: x,", "id: soviet-air,", "'soviet-air' is reserved for what is not a ground unit"),
        ("  target: {air", "  start: {air", "start is controlled by the attacker; expected a point of the Axis side"),
        ("  target: {air", "  rear: {air", "rear has no Soviet ground unit with a line to rear"),
        ("[start, target]", "[start, start]", "line road has start at both ends; expected two points"),
        ("weather: good", "weather: fog", "'fog' is not one of good, snow, mud"),
        ("options: {}", "options: {max-rounds: 0}", "max-rounds is 0; expected 1 or more"),
        ("synthetic-demo", "my-copy", "'my-copy' is not synthetic-demo"),
    ],
)
def test_bad_input_gets_a_sentence_with_its_line(old, new, said):
    text = scenario(*BATTLE)
    assert old in text
    changed = text.replace(old, new, 1)
    lines = {number for number, line in enumerate(changed.splitlines(), 1) if line not in text.splitlines()}
    found = problems_of(changed)
    assert any(said in problem and int(problem.split(":")[0]) in lines for problem in found), found


def test_b13a_an_ally_is_never_half_a_unit():
    text = scenario(BATTLE[0], {"x": "major 3 romanian, retreat-size: 1/2"})
    (problem,) = problems_of(text)
    assert "x is romanian; only SS Pz divisions and the 1st Moscow Motorized count as 1/2 (B13a)" in problem


def test_b16_a_table_can_be_in_its_own_file_which_the_log_keeps(tmp_path):
    (tmp_path / "mine.yaml").write_text(f"combat-table:{made_up()}\n")
    path = tmp_path / "battle.yaml"
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 6 german"})
    path.write_text(text.replace("{combat-table: synthetic-demo}", "mine.yaml") + '\nchoices: {"*.fire": [6], "*": default}\n')
    battle = begin(load_scenario(str(path)), tmp_path / "log.jsonl", 1)
    battle.by_script()
    battle.settle()
    (tmp_path / "mine.yaml").unlink()
    assert verify(tmp_path / "log.jsonl").finished


def test_b16_a_fault_in_a_chart_file_is_reported_there(tmp_path):
    (tmp_path / "mine.yaml").write_text('combat-table:\n  columns: "2-36"\n  rows: "1 0"\n  roll: 1d6\n')
    path = tmp_path / "battle.yaml"
    path.write_text(scenario(*BATTLE).replace("{combat-table: synthetic-demo}", "mine.yaml"))
    with pytest.raises(BadScenario, match=r"mine.yaml:2:12: column 2-36 begins at 2; expected 1"):
        load_scenario(str(path))


def test_every_problem_is_reported_at_once():
    text = scenario({"a": "major 4 soviet, retreat-size: 2"}, {"x": "minor 3 german, losses: 3"}, german=7)
    assert len(problems_of(text)) == 3


def test_b16_a_faulty_table_does_not_hide_other_problems():
    charts = drawn({"2-36": [0, 0, 0, 1, 1, 1]})
    found = problems_of(scenario(BATTLE[0], {"x": "minor 3 german, losses: 3"}, charts=charts))
    assert len(found) == 2


def test_bad_parts_do_not_hide_other_problems():
    text = scenario({"a": "major 4 sovjet"}, {"x": "minor 3 german, losses: 3"}, german=7)
    found = problems_of(text)
    assert any("did you mean soviet?" in problem for problem in found)
    assert any("7 German air units" in problem for problem in found)


@pytest.mark.parametrize(("old", "new"), [("german: 0", "german: none"), ("strength: 3, at: target", "strength: 0, at: target")])
def test_a_bad_part_is_not_also_reported_as_missing(old, new):
    text = scenario(*BATTLE)
    assert old in text
    assert len(problems_of(text.replace(old, new))) == 1


def test_the_roll_that_led_to_a_refused_answer_is_shown(tmp_path, capsys):
    text = scenario({"a": "major 4 soviet", "b": "major 4 soviet"}, {"x": "major 6 german"}, weather="mud")
    script = '\nchoices:\n  "*.defender.fire": [6]\n  "*.attacker.losses": {a: 2}\n'
    path = tmp_path / "refused.yaml"
    path.write_text(text + script)
    assert exit_code(["run", str(path), "--log", str(tmp_path / "log.jsonl"), "--no-input"]) == 65
    said = capsys.readouterr()
    assert "2 in all; expected exactly 6" in said.err
    assert "6 scripted" in said.out
