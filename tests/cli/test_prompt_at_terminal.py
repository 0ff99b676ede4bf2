"""Prompts on a real pseudo-terminal."""

import json
import os
import signal

import pytest
from raids import RAIDS, fought, happened
from terminal import Terminal, airwar

from airwar.analysis.verify import verify

PROMPT = "> "
ROLL = ": roll 2d6 for air combat"
FLAK_READ_OFF = """
airwar: 1
ruleset: ocs
title: An airlift
sides: {axis: [germany], soviets: [ussr]}
first-player: axis
bases:
  papa: {side: axis, level: 2, supply: 4}
  budapest: {side: axis, kind: strip}
distances: {papa: {budapest: 22}}
units:
  - {id: ju-52, name: Ju 52, side: axis, type: Tpt, range: 60, rating: (0), capacity: 3, at: papa}
missions:
  - {id: airlift, in: axis.movement, kind: transport, at: budapest, with: [ju-52], cargo: [{id: ammo, supply: 2}]}
choices: {"*": default}
"""


@pytest.fixture
def table(tmp_path):
    """Opens terminals in a folder with the raids in it. With --detail, every question has its id."""
    (tmp_path / "raids.yaml").write_text(RAIDS)
    opened = []

    def sit_down(*arguments, detail=True, **more):
        opened.append(Terminal(*arguments, *["--detail"] * detail, cwd=tmp_path, **more))
        return opened[-1]

    yield sit_down
    for terminal in opened:
        terminal.__exit__()


def records(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def typed(answer):
    """A logged answer as one would type it."""
    return answer if isinstance(answer, str) else " ".join(f"{name}={count}" for name, count in answer.items()) or "none"


def lines_after(line, shown):
    """The lines that follow a line."""
    lines = shown.splitlines()
    return lines[lines.index(line) + 1 :]


# answers


def test_a_question_shows_its_rule_its_options_and_its_default(table):
    terminal = table("run", "raids.yaml", "--seed", "3")
    asked = terminal.until(PROMPT)
    assert lines_after("Which aircraft does the Axis raid Malta with?  (18.521)", asked) == [
        "  Allies: 5 British AAF at Malta. Ready in range: 9 German AAF and 5 Italian AAF.",
        "    luftwaffe: German AAF at Sicily, 2 hexes away: 0 to 9 [4] (plan)",
        "    regia: Italian AAF at Sicily, 2 hexes away: 0 to 5 [2] (plan)",
        "  0 to 14 in all; such as 1 luftwaffe, all, none",
        "  malta.attacker.commit",
        "  Enter takes what is in brackets  s state  map  o odds  u undo  ? help  q quit",
        PROMPT,
    ]
    terminal.type("")
    asked = terminal.until(PROMPT)
    assert "Axis: 4 luftwaffe, 2 regia" in asked
    assert "Round 1" in asked
    assert lines_after("Do the Allies fight on over Malta?  (18.522B)", asked)[-4:] == [
        "  [1] stay and fight on",
        "   2  break off (disengage)",
        "  malta.r1.defender.disengage",
        PROMPT,
    ]


def test_ids_are_for_those_who_want_details(table):
    terminal = table("run", "raids.yaml", "--seed", "3", detail=False)
    terminal.until(PROMPT)
    terminal.type("")
    terminal.until(PROMPT)
    assert "Do the Allies fight on over Malta?  (18.522B)" in terminal.shown
    assert "▸ Axis: 4 luftwaffe, 2 regia   commit  (18.521)" in terminal.shown
    assert "malta.attacker.commit" not in terminal.shown
    assert "malta.r1.defender.disengage" not in terminal.shown


def test_enter_takes_the_plan_or_the_rules_usual_answer_and_no_policy(table, tmp_path):
    """What the scenario says for all questions of a kind is for battles without anybody at the table."""
    policy = 'choices:\n  "*r1.attacker.disengage": disengage'
    (tmp_path / "raids.yaml").write_text(RAIDS.replace("choices:", policy))
    terminal = table("run", "raids.yaml", "--seed", "3")
    assert "luftwaffe: German AAF at Sicily, 2 hexes away: 0 to 9 [4] (plan)" in terminal.until(PROMPT)
    terminal.type("")
    assert "[1] stay and fight on" in terminal.until(PROMPT)
    terminal.type("")
    asked = terminal.until(PROMPT)
    assert "[1] fight on (stay)" in asked
    assert "(plan)" not in asked
    terminal.type("")
    terminal.until(PROMPT)
    answers = [record["answer"] for record in records(tmp_path / "raids.jsonl") if record["t"] == "choice"]
    assert answers == [{"luftwaffe": 4, "regia": 2}, "stay", "stay"]


def test_typed_answers_equal_to_the_script_give_the_same_battle(table, tmp_path):
    terminal = table("run", "raids.yaml", "--seed", "8", "--log", "typed.jsonl", "--ask", "all")
    for record in fought(seed=8).log.records:
        if record.content["t"] == "choice":
            terminal.until(PROMPT)
            terminal.type(typed(record.content["answer"]))
    terminal.until("Enter closes it")
    terminal.type("")
    assert terminal.exit_code() == 0
    assert happened(tmp_path / "typed.jsonl") == happened(fought(seed=8).log)


@pytest.mark.parametrize(
    ("lines", "sent"),
    [
        (["3 luft 2 regia"], {"luftwaffe": 3, "regia": 2}),
        (["  3 luft ,  2  regia "], {"luftwaffe": 3, "regia": 2}),
        (["all luft 1 regia"], {"luftwaffe": 9, "regia": 1}),
        (["regia=1"], {"regia": 1}),
        (["regia=1, luftwaffe=2"], {"luftwaffe": 2, "regia": 1}),
        (["all"], {"luftwaffe": 9, "regia": 5}),
        (["none"], {}),
        (["0"], {}),
        (["3", "regia", "3 2", "x=1", "luftwaffle", "luftwaffe=-1", "luftwaffe=", "1.5", "9999999", "1 regia"], {"regia": 1}),
    ],
)
def test_how_many_of_each_in_every_form(table, tmp_path, lines, sent):
    terminal = table("run", "raids.yaml", "--seed", "3")
    for line in lines[:-1]:
        terminal.until(PROMPT)
        terminal.type(line)
        assert "malta" not in terminal.until("not accepted: ")
    terminal.until(PROMPT)
    terminal.type(lines[-1])
    terminal.until(PROMPT)
    assert next(record for record in records(tmp_path / "raids.jsonl") if record["t"] == "choice")["answer"] == sent
    terminal.type("q")
    assert terminal.exit_code() == 0


def test_numbers_names_beginnings_and_what_is_refused(table, tmp_path):
    terminal = table("run", "raids.yaml", "--seed", "3")
    terminal.until(PROMPT)
    terminal.type("")
    for wrong, why in (
        ("3", "the options are 1 to 2"),
        ("0", "0 means no more, which is not an option here"),
        ("flee", "'flee' is not one of stay, disengage"),
        ("99999999999999999999", "is not one of"),
        ("-1", "is not one of"),
        ("\x07bell", "is not one of"),
    ):
        terminal.until(PROMPT)
        terminal.type(wrong)
        assert why in terminal.until(why)
    for right in ("1", "st", "none", "STAY", "disengage"):  # disengage of both sides, reinforce, then round 2
        terminal.until(PROMPT)
        terminal.type(right)
    terminal.until("benghazi.attacker.commit")
    terminal.until(PROMPT)
    terminal.type("q")
    assert terminal.exit_code() == 0
    answers = [record["answer"] for record in records(tmp_path / "raids.jsonl") if record["t"] == "choice"]
    assert answers == [{"luftwaffe": 4, "regia": 2}, "stay", "stay", {}, "stay", "disengage"]
    assert b"\x07" not in terminal.raw


def test_after_help_and_state_the_question_is_still_open(table, tmp_path):
    terminal = table("run", "raids.yaml", "--seed", "3")
    terminal.until(PROMPT)
    before = (tmp_path / "raids.jsonl").read_bytes()
    terminal.type("?")
    explained = terminal.until(PROMPT)
    assert ".  print the question again" in explained
    assert "18.521A  If the base holds air units" in explained
    assert "airwar rules world-at-war 18.521" in explained
    terminal.type("s")
    state = terminal.until(PROMPT)
    assert "luftwaffe" in state
    assert "Benghazi" in state
    assert "Which aircraft does the Axis raid Malta with?  (18.521)  (. shows the choices)" in state  # there is room for no more
    terminal.type(".")
    assert "0 to 14 in all" in terminal.until(PROMPT)
    terminal.type("x")
    assert "nothing has been rolled or decided yet" in terminal.until(PROMPT)
    assert (tmp_path / "raids.jsonl").read_bytes() == before
    terminal.type("")
    assert "malta.r1.defender.disengage" in terminal.until(PROMPT)
    terminal.type("x")
    explained = terminal.until(PROMPT)
    assert "malta.r1.defender.fire, rolled by Allies" in explained
    assert "rules, in our words" in explained


def test_a_forced_answer_is_not_asked_for(table):
    """With nobody in reserve there is no reinforcement to ask for."""
    terminal = table("run", "raids.yaml", "--seed", "3")
    terminal.until(PROMPT)
    terminal.type("all")
    for answer in ("stay", "stay"):
        terminal.until(PROMPT)
        terminal.type(answer)
    terminal.until("Round 2")
    assert "attacker.reinforce" not in terminal.shown


# leaving


@pytest.mark.parametrize(
    ("leave", "code"),
    [("q\n", 0), ("\x03", 130), ("\x04", 3)],
    ids=["q", "Ctrl-C", "end of input"],
)
def test_leaving_at_a_prompt(table, tmp_path, leave, code):
    terminal = table("run", "raids.yaml", "--seed", "3", "--log", "my battle.jsonl")
    terminal.until(PROMPT)
    terminal.type("")
    terminal.until(PROMPT)
    before = (tmp_path / "my battle.jsonl").read_bytes()
    terminal.press(leave)
    assert terminal.exit_code() == code
    assert "to continue: airwar resume 'my battle.jsonl'" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert (tmp_path / "my battle.jsonl").read_bytes() == before
    assert verify(tmp_path / "my battle.jsonl").waiting_for == "malta.r1.defender.disengage"
    again = table("resume", "my battle.jsonl", detail=False)
    asked = again.until(PROMPT)
    assert "Axis fire" in asked, "the last round is shown again"
    assert "Do the Allies fight on over Malta?" in asked
    again.type("q")
    assert again.exit_code() == 0
    assert airwar("resume", "my battle.jsonl", "--no-input", cwd=tmp_path).returncode == 0
    assert happened(tmp_path / "my battle.jsonl") == happened(fought(seed=3).log)


def test_an_interrupt_between_prompts_leaves_a_whole_log(table, tmp_path):
    terminal = table("run", "raids.yaml", "--seed", "3", "--dice", "physical")
    terminal.until(PROMPT)
    terminal.type("")
    terminal.until(ROLL)
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.exit_code() == 130
    assert "airwar resume raids.jsonl" in terminal.shown
    assert verify(tmp_path / "raids.jsonl").waiting_for == "malta.r1.attacker.fire"


# undo


def test_undo_at_the_prompt(table, tmp_path):
    terminal = table("run", "raids.yaml", "--seed", "3")
    terminal.until(PROMPT)
    terminal.type("u")
    terminal.until("nothing to undo")
    terminal.until(PROMPT)
    terminal.type("")
    terminal.until(PROMPT)
    terminal.type("u")
    terminal.until("nothing to undo: a machine die has been rolled")
    terminal.until(PROMPT)
    terminal.type("stay")
    assert "attacker.disengage" in terminal.until(PROMPT)
    terminal.type("disengage")
    assert "benghazi.attacker.commit" in terminal.until(PROMPT)
    terminal.type("u")
    terminal.until("taken back: malta.r1.attacker.disengage")
    assert "malta.r1.attacker.disengage" in terminal.until(PROMPT)
    terminal.type("u")
    terminal.until("taken back: malta.r1.defender.disengage")
    assert "malta.r1.defender.disengage" in terminal.until(PROMPT)
    terminal.type("q")
    assert terminal.exit_code() == 0
    assert sum(record["t"] == "undo" for record in records(tmp_path / "raids.jsonl")) == 2
    assert airwar("resume", "raids.jsonl", "--no-input", cwd=tmp_path).returncode == 0
    assert happened(tmp_path / "raids.jsonl") == happened(fought(seed=3).log)
    proof = airwar("verify", "raids.jsonl", cwd=tmp_path)
    assert proof.returncode == 0
    assert b"2 entries were taken back" in proof.stdout


# dice


def test_physical_dice_in_every_form(table, tmp_path):
    terminal = table("run", "raids.yaml", "--seed", "3", "--dice", "physical")
    terminal.until(PROMPT)
    terminal.type("")
    asked = terminal.until(PROMPT)
    assert "Axis (attacker): roll 2d6 for air combat, -1 air nationality, row 6 of Air Combat" in asked
    assert "malta.r1.attacker.fire  19.4  (type what you rolled)" in asked
    for wrong, why in (
        ("", "2 dice from 1 to 6, please: 3 5, or 35"),
        ("3", "1 face, but the roll is 2d6; type both dice, e.g. 3 5, or 35"),
        ("123", "3 faces"),
        ("07", "a 6-sided die has no 0"),
        ("3 7", "a 6-sided die has no 7"),
        ("3 -1", "is not a roll"),
        ("three five", "is not a roll"),
        ("35 1", "a 6-sided die has no 35"),
    ):
        terminal.type(wrong)
        terminal.until(why)
        terminal.until(PROMPT)
    terminal.type("35")
    terminal.until("3 5 = 8")
    assert "malta.r1.defender.fire" in terminal.until(PROMPT)
    terminal.type("s")
    terminal.until("luftwaffe")
    terminal.until(ROLL)
    terminal.type("1 2")
    terminal.until("1 2 = 3")
    terminal.until(PROMPT)
    for answer, then in (("stay", PROMPT), ("stay", PROMPT), ("none", ROLL)):
        terminal.type(answer)
        terminal.until(then)
    terminal.type("4,6")
    terminal.until("4 6 = 10")
    terminal.until(ROLL)
    terminal.type("q")
    assert terminal.exit_code() == 0
    rolls = [record for record in records(tmp_path / "raids.jsonl") if record["t"] == "roll"]
    assert [(roll["faces"], roll["source"]) for roll in rolls] == [([3, 5], "physical"), ([1, 2], "physical"), ([4, 6], "physical")]
    assert not any("die" in roll for roll in rolls)
    proof = airwar("verify", "raids.jsonl", cwd=tmp_path).stdout.decode()
    assert "6 dice were typed in" in proof
    assert "waits for malta.r2.defender.fire" in proof


def test_ask_mixes_both_and_the_log_says_which(table, tmp_path):
    terminal = table("run", "raids.yaml", "--seed", "3", "--dice", "ask")
    terminal.until(PROMPT)
    terminal.type("")
    terminal.until("Enter lets the machine roll)")
    terminal.until(PROMPT)
    terminal.type("66")
    terminal.until("Enter lets the machine roll)")
    terminal.until(PROMPT)
    terminal.type("")
    terminal.until(PROMPT)
    terminal.type("q")
    assert terminal.exit_code() == 0
    rolls = [record for record in records(tmp_path / "raids.jsonl") if record["t"] == "roll"]
    first = next(record.content for record in fought(seed=3).log.records if record.content["t"] == "roll")
    assert [(roll["faces"], roll["source"], roll.get("die")) for roll in rolls] == [
        ([6, 6], "physical", None),
        (first["faces"], "machine", 0),
    ]
    proof = airwar("verify", "raids.jsonl", cwd=tmp_path)
    assert proof.returncode == 0
    assert b"2 machine dice come from the seed" in proof.stdout
    assert b"2 dice were typed in" in proof.stdout


def test_scripted_dice_replace_machine_dice(table, tmp_path):
    (tmp_path / "raids.yaml").write_text(RAIDS.replace("choices:", 'choices:\n  "malta.r1.*.fire": [1, 1]'))
    terminal = table("run", "raids.yaml")
    terminal.until(PROMPT)
    terminal.type("")
    assert "1 1 = 2 scripted" in terminal.until(PROMPT)


def test_scripted_dice_do_not_replace_physical_dice(table, tmp_path):
    (tmp_path / "raids.yaml").write_text(RAIDS.replace("choices:", 'choices:\n  "malta.r1.*.fire": [1, 1]'))
    terminal = table("run", "raids.yaml", "--dice", "physical", "--log", "own.jsonl")
    terminal.until(PROMPT)
    terminal.type("")
    assert "Axis (attacker): roll 2d6" in terminal.until(PROMPT)
    terminal.type("35")
    said = terminal.until(PROMPT)
    assert "3 5 = 8 typed" in said  # each result is shown before the next die is asked for
    assert "Allies (defender): roll 2d6" in said
    terminal.type("44")
    assert "4 4 = 8 typed" in terminal.until(PROMPT)
    assert verify(tmp_path / "own.jsonl").typed_dice == 4


# what reaches the terminal


def test_bytes_that_are_not_text_are_refused(table):
    terminal = table("run", "raids.yaml", "--seed", "3")
    terminal.until(PROMPT)
    os.write(terminal.near, b"\xff\xfe\x80\n")
    terminal.until("not accepted")
    terminal.until(PROMPT)
    terminal.type("q")
    assert terminal.exit_code() == 0


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_no_escape_codes_where_none_are_wanted(table, env):
    terminal = table("run", "raids.yaml", "--seed", "3", env=env)
    terminal.until(PROMPT)
    terminal.type("s")
    terminal.until(PROMPT)
    terminal.type("")
    terminal.until(PROMPT)
    terminal.type("q")
    assert terminal.exit_code() == 0
    assert b"\x1b" not in terminal.raw


def test_a_terminal_has_colors(table):
    terminal = table("run", "raids.yaml", "--seed", "3")
    terminal.until(PROMPT)
    assert b"\x1b[" in terminal.raw


def test_o_at_a_question_for_the_referee_shows_the_battle_and_no_losses_of_one_side(table):
    terminal = table("run", "bagration-1944", "--seed", "3")
    assert "Referee: Will you read the combat table?" in terminal.until(PROMPT)
    terminal.type("o")
    said = terminal.until(PROMPT)
    assert "needs chart combat-table" in said
    assert "own losses" not in said


@pytest.mark.parametrize("key", ["?", "h", "help"])
def test_after_help_the_question_is_asked_again_in_short(table, key):
    terminal = table("run", "malta-1942", "--seed", "11", rows=24, columns=80)
    terminal.until(PROMPT)
    terminal.type(key)
    explained = terminal.until("\r\n> ").splitlines()
    assert explained[-2] == "Does the Axis fight on over Malta?  (18.522B)  (. shows the choices)"
    assert len(explained) <= 24


def test_a_at_an_order_and_where_nothing_is_in_brackets_says_why_not(table, tmp_path):
    (tmp_path / "flak.yaml").write_text(FLAK_READ_OFF)
    for scenario, why in (("typhoon-1941", "orders are always asked for"), ("flak.yaml", "nothing is in brackets here")):
        terminal = table("run", scenario, "--seed", "3")
        terminal.until(PROMPT)
        terminal.type("a")
        assert f"not accepted: {why}" in terminal.until("\r\n> ")


def test_what_is_read_on_a_chart_of_the_players_is_not_in_brackets(table, tmp_path):
    (tmp_path / "flak.yaml").write_text(FLAK_READ_OFF)
    terminal = table("run", "flak.yaml", "--seed", "3", detail=False)
    asked = terminal.until("\r\n> ")
    assert "   1  no effect (none)" in asked
    assert "Enter takes" not in asked
    terminal.type("")
    assert "not accepted: nothing is in brackets here" in terminal.until("\r\n> ")


def test_odds_of_an_allotment_say_that_not_all_answers_are_compared(table):
    terminal = table("run", "kursk-1943", "--seed", "11", "--no-log", detail=False)
    while "take the losses" not in terminal.until(PROMPT):
        terminal.type("")
    terminal.type("o")
    shown = terminal.until("Which units")
    assert "too many other answers to compare them all" in shown
    assert "100.00 %" in shown  # the one answer that is looked at
    assert "best of" not in shown


@pytest.mark.parametrize("key", ["o", "x", "n low cloud", ".", "c", "r"])
def test_the_question_is_printed_again_after_every_command(table, key):
    terminal = table("run", "malta-1942", "--seed", "11")
    terminal.until(PROMPT)
    terminal.type(key)
    if key in ("c", "r"):
        terminal.until("(Enter: none)")
        terminal.type("")
    after = lines_after("Does the Axis fight on over Malta?  (18.522B)", terminal.until("\r\n> "))
    assert after[0].startswith("  After round 1 over Malta: Axis 3 of 5 German AAF left")
    assert after[1:3] == ["  [1] fight on (stay)", "   2  break off (disengage)"]


def test_without_color_a_rule_stands_above_the_question(table):
    terminal = table("run", "malta-1942", "--seed", "11", env={"NO_COLOR": "1"})
    lines = terminal.until("Does the Axis fight on over Malta?  (18.522B)").splitlines()
    assert lines[-3:-1] == ["", "─" * len(lines[-1])]


def test_with_color_the_question_is_bold_and_its_id_is_dim(table):
    terminal = table("run", "malta-1942", "--seed", "11")
    terminal.until(PROMPT)
    assert b"\x1b[1mDoes the \x1b[0m\x1b[1;94mAxis\x1b[0m\x1b[1m fight on over Malta?\x1b[0m" in terminal.raw
    assert b"\x1b[2m  malta.r1.attacker.disengage\x1b[0m" in terminal.raw


def test_a_fact_in_brackets_says_that_it_is_the_plan(tmp_path):
    with Terminal("run", "maleme-1941", "--seed", "5", cwd=tmp_path) as terminal:
        terminal.until("\r\n> ")
        asked = ""
        while "What do they carry?" not in asked:
            terminal.type("")
            asked = terminal.until("\r\n> ")
    assert "[1/2 RE, 1/2 RE] (plan)" in asked


def test_what_an_order_passes_over_is_said_once_and_counted(tmp_path):
    with Terminal("run", "maleme-1941", "--play", "allies", "--seed", "1", cwd=tmp_path) as terminal:
        terminal.until("\r\n> ")
        terminal.type("end")
        terminal.until("passed over: order (done) ")
        terminal.until(" times")
        terminal.until("\r\n> ")
        terminal.type("q")
        assert terminal.exit_code() == 0
    assert terminal.shown.count("order (done)") == 1
