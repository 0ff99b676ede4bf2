"""`airwar serve`: questions and answers as lines of JSON. The log is that of `run`, byte for byte."""

import json
import re
import subprocess
import sys

import jsonschema
import pytest
from support import SEED, SHIPPED, TESTS
from terminal import Terminal, command, environment

from airwar.analysis.verify import verify
from airwar.battle.battle import begin
from airwar.cli import exit_code
from airwar.guide import text_of
from airwar.setup.loading import load_scenario
from airwar.table.pipe import Serving, serve_schema, understood

SCHEMA = serve_schema()
OUT, IN = ({"$ref": f"#/$defs/{way}", "$defs": SCHEMA["$defs"]} for way in ("out", "in"))
GOLDEN = TESTS / "golden" / "format-3"


class Program:
    """A program at the other end: `reply` makes a message of each question; nothing ends it."""

    def __init__(self, reply):
        self.reply = reply
        self.said = []

    def say(self, line):
        assert "\n" not in line
        self.said.append(json.loads(line))

    def hear(self):
        message = self.reply(self.said)
        return "" if message is None else message if isinstance(message, str) else json.dumps(message)

    def play(self, name, path=None, seed=SEED, mode="machine", ask_all=True, **more):
        battle = begin(load_scenario(str(name)), path, seed, mode)
        closed = Serving(self.say, self.hear).run(battle, ask_all, **more)
        return battle.log.text(), closed

    def kinds(self, *kinds):
        return [said for said in self.said if said["t"] in kinds]


def as_usual(said):
    """The usual answer, or that nobody knows; at the end, closes the battle."""
    last = said[-1]
    assert last["t"] != "refused", last
    if last["t"] == "ask":
        return {"do": "answer", "answer": {"unknown": 1} if last["usual"] is None else last["usual"]}
    return {"do": "finish"} if last["t"] == "over" else None


def in_turn(*messages):
    """These messages one after another, then nothing."""
    left = list(messages)
    return lambda said: left.pop(0) if left else None


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_golden_battle_through_the_pipe_has_the_same_bytes(path):
    program = Program(as_usual)
    text, closed = program.play(path)
    assert closed
    assert text.encode() == (GOLDEN / path.parent.name / f"{path.stem}.jsonl").read_bytes()
    check = jsonschema.Draft202012Validator(OUT)
    for sort in {json.dumps(sorted(said)): said for said in program.said}.values():  # one message of each make
        check.validate(sort)
    assert [one["record"] for one in program.kinds("record")] == [json.loads(line) for line in text.splitlines()[1:]]


def test_a_battle_at_the_prompt_and_one_at_the_pipe_have_the_same_bytes(tmp_path):
    """The lines that a person types are those that a program sends, and undo and notes are the same too."""
    typed = ["n low cloud", "stay", "u", "stay", "2 regia", "disengage"]
    with Terminal("run", "malta-1942", "--seed", "11", "--log", "typed.jsonl", cwd=tmp_path) as terminal:
        for line in typed:
            terminal.until("> ")
            terminal.type(line)
        terminal.until("> ")
        terminal.type("")  # closes it
        assert terminal.exit_code() == 0
    deeds = {"n low cloud": {"do": "note", "text": "low cloud"}, "u": {"do": "undo"}}
    program = Program(in_turn(*(deeds.get(line, {"do": "order", "line": line}) for line in typed), {"do": "finish"}))
    text, closed = program.play("malta-1942", seed=11, ask_all=False)
    assert closed
    assert text.encode() == (tmp_path / "typed.jsonl").read_bytes()


def test_every_message_in_the_guide_is_understood():
    shown = re.findall(r"^\| `(\{.*?\})` \|", text_of("serve"), re.MULTILINE)
    assert len(shown) == 12
    for line in shown:
        jsonschema.validate(json.loads(line), IN)
        understood(line)


def test_every_kind_of_message_is_in_the_guide():
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\|(.*?)\|", text_of("serve"), re.MULTILINE))))
    assert {one["properties"]["t"]["const"] for one in SCHEMA["$defs"]["out"]["oneOf"]} <= named


def test_the_bot_of_the_guide_fights(tmp_path):
    (program,) = re.findall(r"^```python\n(.*?)^```$", text_of("serve"), re.MULTILINE | re.DOTALL)
    program = program.replace('["airwar",', f'["{sys.executable}", "-m", "airwar",')
    line = [sys.executable, "-c", program]
    done = subprocess.run(line, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("defender eliminated", "")
    assert (tmp_path / "malta-1942.jsonl").read_bytes() == (GOLDEN / "world-at-war" / "malta-1942.jsonl").read_bytes()


def test_undo_takes_back_and_the_question_comes_again():
    program = Program(in_turn({"do": "answer", "answer": "stay"}, {"do": "undo"}))
    program.play("malta-1942")
    first, reinforce, again = program.kinds("ask")
    assert (first["key"], first["undo"], reinforce["undo"]) == ("malta.r1.attacker.disengage", False, True)
    assert again == first
    assert program.kinds("undone") == [{"t": "undone", "key": first["key"]}]
    assert program.kinds("back") == [{"t": "back", "to": 10}]


def test_dice_from_the_table_are_corrected():
    rolls = [{"do": "roll", "faces": [1, 4]}, {"do": "order", "line": "44"}]
    program = Program(in_turn(*rolls, {"do": "correct", "seq": 5, "now": [2, 2], "why": "misread"}, {"do": "roll"}))
    text, _ = program.play("malta-1942", mode="physical")
    asked = program.kinds("ask")
    assert [one["sort"] for one in asked] == ["roll", "roll", "choice", "choice", "choice"]
    assert asked[0]["dice"] == "2d6"
    assert not asked[0]["machine"]
    assert program.kinds("reentered") == [{"t": "reentered", "kept": 1, "waiting": 0}]
    assert program.kinds("refused") == [{"t": "refused", "why": "no roll is pending"}]
    assert '"now":[2,2]' in text


def test_a_ruling_on_a_coming_roll_and_one_on_a_roll_that_was_made():
    rule = {"do": "rule", "on": "modifier", "value": "+1", "why": "low cloud"}
    program = Program(
        in_turn({**rule, "key": "*.attacker.fire"}, {**rule, "key": "*", "seq": 5}, {"do": "answer", "answer": "stay"})
    )
    text, _ = program.play("malta-1942")
    assert program.kinds("refused") == []
    assert len(program.kinds("reentered")) == 2
    assert text.count('"t":"ruling"') == 3  # the first one is made again after the second goes back


def test_odds_and_the_state_change_nothing():
    program = Program(in_turn({"do": "odds"}, {"do": "state"}))
    text, _ = program.play("malta-1942")
    other, _ = Program(in_turn()).play("malta-1942")
    assert text == other
    (odds,), (state,) = program.kinds("odds"), program.kinds("state")
    assert [one["option"] for one in odds["options"]] == ["stay", "disengage"]
    assert {unit["unit"] for unit in state["units"]} == {"fliegerkorps-ii", "regia-aeronautica", "malta-spitfires"}
    for said in program.said:
        jsonschema.validate(said, OUT)


def test_no_more_questions_of_a_kind():
    program = Program(in_turn({"do": "auto"}))
    program.play("malta-1942")
    assert program.kinds("auto") == [{"t": "auto", "pattern": "*.attacker.disengage"}]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "not a line of JSON"),
        ("[" * 100_000, "not a line of JSON"),
        ('{"do": "answer", "answer": 1.5}', "whole numbers only"),
        ("[]", "say what to do"),
        ('{"do": ["answer"]}', "say what to do"),
        ('{"do": "answer"}', "answer: answer is missing"),
        ('{"do": "answer", "answer": "flee"}', "malta.r1.attacker.disengage: 'flee'"),
        ('{"do": "answer", "answer": {"flee": -1}}', "malta.r1.attacker.disengage: "),
        ('{"do": "answer", "answer": "stay", "seed": "0x1"}', "unknown field 'seed'"),
        ('{"do": "roll", "faces": [6, 6]}', "no roll is pending"),
        ('{"do": "correct", "seq": 5, "now": [6, 6], "why": "better"}', "nobody rolls a machine die again"),
        ('{"do": "correct", "seq": 99, "now": "stay", "why": "x"}', "record 99 is not an entry"),
        ('{"do": "rule", "on": "weather", "key": "x", "value": "y", "why": "z"}', "no ruling on 'weather'"),
        ('{"do": "note", "text": "\\u001b[2J"}', "note: text"),
        ('{"do": "undo"}', "nothing to undo"),
        ('{"do": "finish"}', "the battle is not over"),
    ],
)
def test_what_is_refused_is_refused_with_its_reason_and_nothing_has_happened(line, why):
    program = Program(in_turn(line))
    text, _ = program.play("malta-1942")
    (refused,) = program.kinds("refused")
    assert why in refused["why"]
    assert text == Program(in_turn()).play("malta-1942")[0]
    assert program.said[-1] == program.kinds("ask")[0]


def test_a_battle_goes_on_from_its_log(tmp_path, monkeypatch):
    path = tmp_path / "x.jsonl"
    deeds = [{"do": "answer", "answer": "stay"}]
    lines = "".join(f"{json.dumps(deed)}\n" for deed in deeds)
    serve = command("serve", "malta-1942", "--seed", "7", "--log", path)
    left = subprocess.run(serve, input=lines.encode() + b"\xff\n", capture_output=True, env=environment(), cwd=tmp_path, timeout=60)
    assert (left.returncode, left.stderr) == (3, b"")
    assert b'"t":"refused"' in left.stdout
    rest = [{"do": "order", "line": ""}] * 12 + [{"do": "finish"}]
    lines = "".join(f"{json.dumps(deed)}\n" for deed in rest)
    again = command("serve", "--resume", path)
    done = subprocess.run(again, input=lines.encode(), capture_output=True, env=environment(), cwd=tmp_path, timeout=60)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert said[1]["past"]
    assert (done.returncode, said[-1]["t"]) == (0, "end")
    assert verify(path).finished
    assert exit_code(["serve"]) == exit_code(["serve", "malta-1942", "--resume", str(path)]) == 2
    assert exit_code(["serve", "--resume", str(path), "--seed", "3"]) == 2


def test_the_schema_is_printed(capsys):
    assert exit_code(["schema", "serve"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
