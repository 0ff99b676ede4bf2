"""What happens between two questions as a page: one table for the rolls of a step, no empty heading, nothing too long."""

import io

from rich.console import Console
from support import TESTS
from terminal import Terminal, airwar

from airwar import rulesets
from airwar.battle.battle import begin
from airwar.cli.books import blocks_of
from airwar.engine.dice import Term
from airwar.engine.events import Loss, Note, Ruling, Sheet, Status
from airwar.engine.questions import Roll
from airwar.engine.records import Chosen, Entered, Rolled, RoundBegun, Told
from airwar.rulesets.kit.charts import load_chart
from airwar.setup.loading import load_scenario
from airwar.show.console import Names
from airwar.show.lines import entry_line
from airwar.show.page import BattleView
from airwar.show.positions import fixed_rolls
from airwar.show.text import hanging

PARTY = {"attacker": "axis", "defender": "allies"}.get
RADAR, NATION = Term("radar", 2, "19.31D"), Term("nationality", -1, "19.31A")
STRENGTHS = Sheet("Strengths", ("what", "number"), tuple((f"row {at}", str(at)) for at in range(30)))


def rolled(key, by="attacker", terms=(RADAR, NATION), result="1/3", **more):
    total = 7 + sum(term.value for term in terms)
    read = {"chart": "Air Combat", "row": "5", "column": str(total)}
    return Rolled(key, "19.4", by, "2d6", (3, 4), "machine", result, terms, total, **(read | more))


def page(*bodies, width=80, asked=True, ended=False, detail=False):
    screen = io.StringIO()
    view = BattleView(Console(file=screen, width=width), Names(Names(lambda by: PARTY(by, by))), detail)
    for body in bodies:
        view.render(body)
    view.flush(asked, ended)
    return [line.rstrip() for line in screen.getvalue().splitlines()]


def test_modifiers_are_in_the_line_of_their_roll_where_there_is_room():
    lines = page(rolled("malta.r1.attacker.fire"), width=100)
    assert lines[-1].split("   ") == [
        "Axis fire",
        "3 4 = 7",
        "+2 radar 19.31D -1 nationality 19.31A = 8",
        "row 5, column 8",
        "1/3",
    ]


def test_modifiers_that_all_rolls_share_are_named_once_below_the_table():
    ships = [rolled(f"task-force.attack.{ship}") for ship in ("bunker-hill", "enterprise")]
    lines = page(Entered("task-force", "Attacks", "17.47"), *ships, width=70)
    assert [line.split("   ")[0] for line in lines[-3:-1]] == ["attack bunker-hill", "attack enterprise"]
    assert "+1 = 8" in lines[-2]
    assert lines[-1] == "  modifiers: +2 radar 19.31D, -1 nationality 19.31A"


def test_sections_with_one_roll_each_under_one_rule_share_a_table():
    attacks = [(Entered("tf", f"2 against {ship}", "17.47G"), rolled(f"tf.attack.{ship}")) for ship in ("Hornet", "Wasp")]
    lines = page(*(body for attack in attacks for body in attack), width=100)
    assert [line.split("   ")[0] for line in lines[-2:]] == ["2 against Hornet", "2 against Wasp"]


def test_a_heading_is_shown_only_above_something():
    bodies = [Entered("a", "Supply", ""), Entered("b", "Weather", ""), Told("", Note("clear")), Entered("c", "Movement", "")]
    assert page(*bodies, asked=False) == ["", "== Weather ==", "  clear"]
    assert page(*bodies)[-1] == "== Movement =="  # the question is below it


def test_what_happens_to_several_units_is_said_once():
    gone = [Told("B12", Status("attacker", unit, 1, "retreated to Orel")) for unit in ("XLI Corps", "Totenkopf")]
    assert page(*gone) == ["  Axis: 1 each retreated to Orel: XLI Corps, Totenkopf  (B12)"]


def test_a_text_that_ends_with_its_rule_gets_no_second_one():
    said = [Told("42", Note("fewer losses (42)")), Told("R10", Note("the crew bails out (R16)")), Told("B9", Note("19th Army (3)"))]
    assert page(*said) == ["  fewer losses (42)", "  the crew bails out (R16)", "  19th Army (3)  (B9)"]


def test_aborts_that_nobody_suffers_are_accounted_for():
    lost = Told("", Loss("defender", "spitfires", 1, "eliminated"))
    assert page(rolled("malta.r1.attacker.fire"), lost)[-1] == "  Allies: spitfires: 1 eliminated; 3 aborts without effect"


def test_losses_of_counted_units_are_a_sentence():
    told = [
        Told("", Loss("attacker", "kg-2: German AAF", 2, "eliminated")),
        Told("", Loss("attacker", "kg-2: German AAF", 1, "aborted")),
        Told("", Loss("defender", "lancasters: British bomber", 2, "eliminated")),
        Told("", Loss("defender", "raaf: Australian AAF", 2, "eliminated")),
    ]
    assert page(*told, width=120) == [
        "  Axis: 2 German AAF of kg-2 eliminated, 1 aborted",
        "  Allies: 2 British bombers of lancasters and 2 Australian AAF of raaf eliminated",
    ]


def test_a_decision_names_units_and_places_as_the_players_do():
    console, names = Console(width=100), Names(things={"kg-30": "Ju 88", "pz-3": "3rd Pz Group", "maleme": "Maleme"})

    def line(key, answer, **more):
        return entry_line(console, Chosen(key, "R10", "axis", (), answer), names, **more).plain.strip()

    assert line("axis.2.fly", {"kg-30": 1, "jg-77": 2}, detail=False) == "▸ Axis: Ju 88, 2 jg-77   fly  (R10)"
    assert line("axis.2.losses", {"pz-3": 4}, detail=False) == "▸ Axis: 4 of 3rd Pz Group   losses  (R10)"
    assert line("axis.2.land.kg-30", "maleme", detail=False) == "▸ Axis: Maleme   land Ju 88  (R10)"
    assert line("axis.2.land.kg-30", "maleme", detail=True) == "▸ Axis: maleme   axis.2.land.kg-30  (R10)"


def test_a_page_that_is_too_long_leaves_out_its_longest_table_and_says_so():
    told = [Told("", STRENGTHS), *(Told("1", Note(f"note {at}")) for at in range(20))]
    short, detailed = page(*told), page(*told, detail=True)
    assert short[-1] == "  --detail also shows: Strengths"
    assert len(short) < 10 < 27 < len(detailed)
    assert any("row 29" in line for line in detailed)


def test_the_same_ruling_is_made_once_on_a_page():
    ruling = Told("17.47G", Ruling("ship-damage", "by-size", "3 hits on Hornet: damaged (one source)", "17.47G"))
    other = Told("17.47G", Ruling("ship-damage", "by-size", "2 hits on Wasp: not damaged (one source)", "17.47G"))
    assert page(ruling, ruling, other) == [
        "  ruling ship-damage = by-size: 3 hits on Hornet: damaged (one source)  (17.47G)",
        "  ship-damage: 2 hits on Wasp: not damaged  (17.47G)",
    ]


def test_a_roll_is_read_out_before_the_next_die_is_asked_for_and_the_table_comes_once():
    screen = io.StringIO()
    view = BattleView(Console(file=screen, width=100), Names(lambda by: PARTY(by, by)))
    asked = Roll("malta.r1.defender.fire", "19.4", None)
    view.render(RoundBegun("malta", 1))
    view.before(asked)
    view.render(rolled("malta.r1.attacker.fire"))
    view.before(asked)
    view.flush()  # whatever is said now, the table waits
    assert screen.getvalue() == "Round 1\n  Axis fire: 3 4 = 7 +2 -1 = 8, Air Combat row 5, column 8: 1/3\n"
    view.render(rolled("malta.r1.defender.fire", "defender"))
    view.before(None)
    table = screen.getvalue().splitlines()[2:]
    assert [line.split("  ")[0] for line in table[2:]] == ["Axis fire", "Allies fire"]


def test_the_choice_that_ends_a_page_begins_the_next():
    choice = Chosen("malta.r1.attacker.disengage", "18.522B", "attacker", ("stay",), "stay")
    lines = page(Told("", Note("before")), choice, Told("", Note("after")))
    assert lines == ["  before", "  ▸ Axis: stay   disengage  (18.522B)", "  after"]


def test_long_lines_break_between_words_and_words_only_if_they_are_wider_than_the_screen():
    text = "Result: the Ruhr, one bomber through"
    assert [text[at:] for at in hanging(text, 20, 16)] == ["one bomber through", "through"]
    assert hanging("a" * 30, 20, 16) == [20]


def test_rolls_that_the_scenario_fixes_are_announced():
    def said(name):
        return fixed_rolls(begin(load_scenario(name), None, 1, "machine"))

    assert said("kursk-1943").startswith("3 rolls are fixed by the scenario")
    assert said("malta-1942") == ""


def test_replay_prints_what_run_prints_at_the_end(tmp_path):
    fought = airwar("run", "malta-1942", "--seed", "11", "--log", "m.jsonl", cwd=tmp_path).stdout
    replayed = airwar("replay", "m.jsonl", cwd=tmp_path).stdout
    assert b"Final position" in fought
    assert b"had   lost   left" in fought
    assert replayed.partition(b"\nResult")[2] == fought.partition(b"\nResult")[2]


def test_a_wide_chart_comes_in_blocks():
    chart = load_chart(rulesets.load("ocs").package, "barrage-4.3")
    assert [len(block) for block in blocks_of(chart, 80)] == [6, 5]
    assert blocks_of(chart, 200) == [list(range(11))]


def test_problems_break_between_words_at_a_terminal(tmp_path):
    text = (TESTS.parent / "scenarios" / "world-at-war" / "malta-1942.yaml").read_text(encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(text.replace("[britain]", "[britian]"), encoding="utf-8")
    with Terminal("check", "bad.yaml", cwd=tmp_path, columns=60) as terminal:
        assert terminal.exit_code() == 65
        lines = terminal.shown.splitlines()
    assert max(map(len, lines)) <= 60
    assert "did you mean britain?" in " ".join(line.strip() for line in lines)
