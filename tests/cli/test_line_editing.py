"""Editing a line at a prompt: arrow keys, history and Tab on a terminal, and a clean stdout where that is not one."""

import json
import os
import pty
import re
import subprocess
import termios
import time

import pytest
from terminal import PATIENCE, Terminal, command, environment

pytest.importorskip("readline")

LEFT, UP = "\x1b[D", "\x1b[A"


@pytest.fixture
def table(tmp_path):
    opened = []

    def sit_down(*arguments, **more):
        opened.append(Terminal(*arguments, cwd=tmp_path, **more))
        opened[-1].until("> ")
        return opened[-1]

    yield sit_down
    for terminal in opened:
        terminal.__exit__()


def choices(path):
    records = [json.loads(line) for line in path.read_text().splitlines()]
    return [record["answer"] for record in records if record["t"] == "choice"]


def test_arrow_keys_move_the_cursor(table, tmp_path):
    terminal = table("run", "malta-1942", "--seed", "11")
    terminal.press(f"tay{LEFT}{LEFT}{LEFT}s\n")
    terminal.until("Who joins the ")
    assert choices(tmp_path / "malta-1942.jsonl") == ["stay"]


def test_the_last_line_can_be_typed_again(table, tmp_path):
    terminal = table("run", "malta-1942", "--seed", "11")
    terminal.type("stayy")
    terminal.until("did you mean stay?")
    terminal.until("> ")
    terminal.press(f"{UP}\x7f\n")
    terminal.until("Who joins the ")
    assert choices(tmp_path / "malta-1942.jsonl") == ["stay"]


@pytest.mark.parametrize(("keys", "answer"), [("dis\t", "disengage"), ("fig\t", "stay"), ("BREAK\t", "disengage")])
def test_tab_completes_the_names_and_labels_of_options(table, tmp_path, keys, answer):
    terminal = table("run", "malta-1942", "--seed", "11")
    terminal.press(f"{keys}\n")
    terminal.until("18.522B")
    terminal.until("> ")
    assert choices(tmp_path / "malta-1942.jsonl") == [answer]


def test_tab_completes_the_names_of_units_one_after_another(table, tmp_path):
    terminal = table("run", "battle-of-britain-1940", "--seed", "3")
    terminal.press("1 uk-fi\t, 1 uk-bom\t\n")
    terminal.until("> ")
    assert choices(tmp_path / "battle-of-britain-1940.jsonl") == [{"uk-bomber": 1, "uk-fighter-kent": 1}]


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        ("stage zg\t smol\t\n", ["stage zg-26 smolensk"]),
        ("stage kg-53 smol\t; stage kg-2 ki\t\n", ["stage kg-53 smolensk", "stage kg-2 kiev"]),
        ("stage kg-53 3 smol\t\n", ["stage kg-53 3 smolensk"]),
    ],
)
def test_tab_completes_every_word_of_an_order(table, tmp_path, keys, typed):
    terminal = table("run", "typhoon-1941", "--seed", "3", "--auto", "*.uninvert")
    for part in re.split(r"(?<=\t)", keys):  # a person waits for the word
        terminal.press(part)
        if part.endswith("\t"):
            time.sleep(0.3)
    terminal.until("Warsaw to Smolensk")
    terminal.until("\r\n> ")
    terminal.type("q")
    assert terminal.exit_code() == 0
    records = [json.loads(line) for line in (tmp_path / "typhoon-1941.jsonl").read_text().splitlines()]
    assert [" ".join(record["line"].split()) for record in records if record["t"] == "order"] == typed


def test_the_terminal_gets_no_codes_where_none_are_wanted(table):
    terminal = table("run", "malta-1942", "--seed", "11", env={"NO_COLOR": "1"})
    terminal.type("?")
    terminal.until("> ")
    assert b"\x1b" not in terminal.raw


def test_stdout_in_a_file_gets_nothing_of_the_prompts(tmp_path):
    near, far = pty.openpty()
    termios.tcsetwinsize(far, (50, 160))
    with open(tmp_path / "out.json", "wb") as out:
        arguments = command("run", "malta-1942", "--seed", "11", "--json")
        process = subprocess.Popen(arguments, cwd=tmp_path, env=environment(), stdin=far, stdout=out, stderr=far)
    os.write(near, b"disengage\n\n")
    assert process.wait(PATIENCE) == 0
    shown = os.read(near, 65536)
    os.close(near)
    os.close(far)
    assert b"fight on over Malta?" in shown
    assert json.loads((tmp_path / "out.json").read_text())["result"] == "attacker disengaged"
