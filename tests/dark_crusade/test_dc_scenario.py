"""What a Dark Crusade scenario may say: every problem a sentence at its place; and what the shipped ones show."""

import pytest
from dc_support import RULESET, THROWN_BACK, notes, places, play, scenario
from support import SEED, SHIPPED, problems_of, unattended

from airwar.battle.battle import begin
from airwar.cli import exit_code
from airwar.errors import BadScenario
from airwar.setup.loading import load_scenario, parse_scenario

BATTLE = {"a": "major 4 soviet"}, {"x": "major 3 german"}
OURS = {path.stem: path for path in SHIPPED if path.parent.name == "dark-crusade"}


def problems_at(text):
    """Each problem, and what is written at its place."""
    rows = text.splitlines()
    try:
        parse_scenario(text, "test.yaml")
    except BadScenario as bad:
        return [(rows[problem.line - 1][problem.column - 1 :], problem.text) for problem in bad.problems]
    return []


def check(text, wanted):
    """A scenario has these problems and no others: what is written where, and what is said about it."""
    found = problems_at(text)
    assert len(found) == len(wanted), found
    for (place, said), (begins, words) in zip(sorted(found), sorted(wanted), strict=True):
        assert place.startswith(begins), (place, said)
        assert words in said


# units


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("major 2 german, losses: 2", []),
        ("major 2 german, losses: 3", [("3", "3 losses; a major unit of strength 2 survives 2 (B10)")]),
        ("minor 2 german, losses: 1, dispersed: true", []),
        ("minor 2 german, losses: 2", [("2", "2 losses; a minor unit of strength 2 survives 1 (B10)")]),
        ("major 2 german, losses: 1, dispersed: false", [("false", "x has losses, so it is dispersed (B10)")]),
        ("major 2 german, dispersed: false", []),
        ("major 0 german", [("0", "'0'")]),
        ("major 2 romanian, retreat-size: 2", []),
        ("major 2 romanian, retreat-size: 1", []),
        ("major 2 german, retreat-size: 1/2", []),
        (
            "major 2 romanian, retreat-size: 1/2",
            [("1/2", "only SS Pz divisions and the 1st Moscow Motorized count as 1/2 (B13a)")],
        ),
        ("major 2 german, retreat-size: 2", [("2", "x is german; only an Axis allied army counts as 2 (B13a)")]),
        ("major 2 german, retreat-size: 0.5", [("0.5", "'0.5' is not one of 1/2, 1, 2")]),
        ("major 2 polish, side: axis, retreat-size: 2", []),
        ("major 2 soviet, side: axis", [("axis", "x is soviet; expected it on its own side")]),
        ("major 2 soviet", []),  # driven to an enemy point
        ("major 2 romanian, side: soviet", []),
        ("major 2 romainian", [("romainian", "did you mean romanian?")]),
        ("major 2 german, armour: true", [("armour", "unknown key 'armour'")]),
        (
            "major 2 german, line: target-rear",
            [
                ("target-rear", "X fights for the Axis side, and the Soviet side attacks (B12)"),
                ("target-rear", "target-rear leads to rear, where there is no battle; expected one under battles"),
            ],
        ),
    ],
)
def test_b10_what_a_defending_unit_can_be(said, wanted):
    check(scenario({"a": "major 2 soviet"}, {"y": "major 1 german", "x": said}), wanted)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("major 2 soviet, retreat-size: 1/2", []),
        ("major 2 soviet, retreat-size: 2", [("2", "a is soviet; only an Axis allied army counts as 2 (B13a)")]),
        ("major 2 romanian, side: soviet", []),
        ("major 2 romanian, side: soviet, retreat-size: 2", [("2", "a is romanian; only an Axis allied army counts as 2 (B13a)")]),
        ("major 2 polish, retreat-size: 1/2", [("1/2", "a is polish; only SS Pz divisions")]),
    ],
)
def test_b13a_what_an_attacking_unit_can_be(said, wanted):
    check(scenario({"a": said}, {"x": "major 1 german"}), wanted)


@pytest.mark.parametrize("name", ["soviet-air", "field-works"])
def test_b10_ids_of_what_is_no_ground_unit_are_reserved(name):
    check(
        scenario({"a": "major 2 soviet"}, {name: "major 1 german"}), [(name, f"'{name}' is reserved for what is not a ground unit")]
    )


# the map and the battles


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            "line: start-target",
            "line: target-rear",
            [("target-rear", "target-rear does not touch start; it connects target and rear (B12)")],
        ),
        (
            "line: start-target",
            "line: start-targ",
            [("start-targ", "unknown id 'start-targ'; expected an id from lines; did you mean start-target?")],
        ),
        ("[target, rear]", "[rear, rear]", [("{between", "line target-rear has rear at both ends; expected two points")]),
        ("[target, rear]", "[rear]", [("[rear]", "two points")]),
        ("[target, rear]", "[rear, nowhere]", [("nowhere", "unknown id 'nowhere'")]),
        ("[target, rear]", "[target, rear, start]", [("[target", "two points")]),
        ("weather: good", "weather: fog", [("fog", "'fog' is not one of good, snow, mud")]),
        ("target: {side: axis}", "target: {side: soviet}", []),  # x was driven there, and can be attacked there
        ("at: target", "at: rear", [("{air", "no Axis ground unit is at Target")]),
        ("  target: {air", "  nowhere: {air", [("nowhere", "unknown id 'nowhere'")]),
        ("german: 0", "german: none", [("none", "'none'")]),
    ],
)
def test_b12_what_the_map_and_the_battles_can_be(old, new, wanted):
    text = scenario(*BATTLE)
    assert old in text
    check(text.replace(old, new, 1), wanted)


def test_b12_an_attacker_has_a_battle_to_go_to():
    text = scenario({**BATTLE[0], "b": "major 1 soviet start>rear"}, BATTLE[1], "start-target 9, start-rear 2")
    check(text, [("start-rear", "start-rear leads to rear, where there is no battle; expected one under battles")])


@pytest.mark.proves("B4", "B6")
@pytest.mark.parametrize("missing", ["attackers", "defenders"])
def test_b4_both_sides_have_ground_units_in_a_battle(missing):
    others = dict.fromkeys(("s", "t"), "major 1 german at rear")
    attackers, defenders = ({}, {**BATTLE[1], **others}) if missing == "attackers" else (BATTLE[0], others)
    said = "no Soviet ground unit has a line to Target" if missing == "attackers" else "no Axis ground unit is at Target"
    check(scenario(attackers, defenders, foes="start"), [("{air", said)])


def test_every_problem_is_reported_at_once_and_bad_parts_hide_no_others():
    text = scenario({"a": "major 4 sovjet"}, {"x": "minor 3 german, losses: 3", "y": "major 1 german, retreat-size: 2"}, german=7)
    found = "\n".join(problems_of(text))
    for said in ("did you mean soviet?", "survives 2", "only an Axis allied army", "7 German air units"):
        assert said in found


READINGS = {
    "max-german-air": "4",
    "soviet-air-with-dispersed-defenders": "yes",
    "attacking-soviet-air-alone": "return",
    "soviet-air-retreats": "with-ground-units",
    "soviet-air-against-intruders": "yes",
    "retreating-soviet-air-dispersed": "no",
    "german-air-room": "none",
    "attacked-points-first": "yes",
    "max-rounds": "50",
    "breakthrough-procedure": "as-regular",
}


@pytest.mark.parametrize("name", READINGS)
def test_a_scenario_may_say_what_is_the_reading_anyway(name):
    assert problems_of(scenario(*BATTLE, options=f"{name}: {READINGS[name]}")) == []


def test_b12_an_attacker_without_a_line_is_pointed_out_if_it_is_next_to_a_battle():
    units = {"a": "major 1 soviet", "idle": "major 1 soviet at start", "away": "major 1 soviet at foe"}
    fought = play(scenario(units, BATTLE[1], "start-target 9, target-rear 9, foe-rear 9"), THROWN_BACK)
    assert "no line of attack is given for Idle at Start: they stay where they are" in notes(fought)


# what is shipped


def test_the_template_is_a_valid_scenario_that_runs_unattended():
    battle = begin(parse_scenario(RULESET.template, "template.yaml"), None, 3)
    battle.by_script()
    assert battle.log.finished


def test_at_least_five_scenarios_are_shipped_and_one_has_three_battles():
    assert len(OURS) >= 5
    assert len(RULESET.results(begin(load_scenario(str(OURS["uranus-1942"])), None, SEED).by_script().state)) == 3


@pytest.mark.proves("B16")
def test_b16_the_37_points_of_the_source_are_a_scenario():
    (roll,) = [
        record.content
        for record in unattended(OURS["kursk-1943"]).log.records
        if record.content.get("key") == "kursk.r1.defender.fire"
    ]
    assert (roll["column"], roll["result"]) == ("19 + 18", "19 + 3 = 22")


def test_b14_the_linked_battles_meet_at_the_attackers_start():
    end = begin(load_scenario(str(OURS["uranus-1942"])), None, SEED).by_script()
    stands = places(RULESET.standing((end.state,)))
    assert stands["pz-division-22"].startswith("kletskaya")
    assert (stands["army-21"], stands["tank-corps-3"]) == ("eliminated", "eliminated")


@pytest.mark.parametrize(("name", "won"), [("gross-deutschland", "Soviet"), ("kursk-1943", "Soviet"), ("uranus-1942", "")])
def test_the_attacker_wins_by_taking_everything_and_the_defender_by_holding_it(name, won):
    assert RULESET.winner(begin(load_scenario(str(OURS[name])), None, SEED).by_script()) == won


def test_the_roll_that_led_to_a_refused_answer_is_shown(tmp_path, capsys):
    choices = '"*.defender.fire": [6]; "*.attacker.losses": {a: 2}'
    path = tmp_path / "refused.yaml"
    path.write_text(scenario(dict.fromkeys("ab", "major 4 soviet"), {"x": "major 6 german"}, weather="mud", choices=choices))
    assert exit_code(["run", str(path), "--log", str(tmp_path / "log.jsonl"), "--no-input"]) == 65
    said = capsys.readouterr()
    assert "2 in all; expected exactly 6" in said.err
    assert "6 scripted" in said.out
