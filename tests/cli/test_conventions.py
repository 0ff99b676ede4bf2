"""What every command-line tool is expected to do: width, colors, `-`, pager, closed pipes, Ctrl-C."""

import csv
import io
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from raids import RAIDS, fought
from support import TESTS
from terminal import Terminal, airwar, command, environment

from airwar.cli import exit_code
from airwar.setup.loading import load_scenario, shipped_scenarios
from airwar.show import pager
from airwar.show.batch import CsvRows
from airwar.show.text import WIDTH, width_of

GOLDEN = TESTS / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "raids.yaml").write_text(RAIDS)
    return tmp_path


def piped(text, *arguments, cwd, **env):
    """A command with something on its stdin, and no terminal anywhere."""
    return airwar(*arguments, cwd=cwd, env=env, mail=text)


def longest(text):
    return max(map(len, text.decode().splitlines()))


# width


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_pipe_is_as_wide_as_columns_says(folder, columns):
    for arguments in (["replay", GOLDEN], ["rules", "world-at-war"], ["odds", "malta-1942"], ["verify", GOLDEN]):
        done = airwar(*arguments, cwd=folder, env={"COLUMNS": str(columns)})
        assert columns - 20 < longest(done.stdout) <= columns, arguments
        assert "…" not in done.stdout.decode()


@pytest.mark.parametrize("place", ["before", "after"])
def test_the_option_width_is_stronger_than_columns(folder, place):
    arguments = ["--width", "72", "rules", "ocs"] if place == "before" else ["rules", "ocs", "--width", "72"]
    assert longest(airwar(*arguments, cwd=folder, env={"COLUMNS": "200"}).stdout) in range(60, 73)


def test_without_either_nothing_is_broken(folder):
    assert longest(airwar("rules", "world-at-war", cwd=folder).stdout) > 150
    for columns in ("", "0", "wide", "-5", "99999999999"):
        assert longest(airwar("rules", "world-at-war", cwd=folder, env={"COLUMNS": columns}).stdout) > 150


def test_every_word_is_there_at_any_width(folder):
    words = airwar("replay", GOLDEN, cwd=folder).stdout.decode().replace("=", "").replace("-", "").split()
    narrow = airwar("replay", GOLDEN, cwd=folder, env={"COLUMNS": "40"}).stdout.decode().replace("-", "").split()
    assert [word for word in words if word.isalpha() and word not in (*narrow, "losses")] == []  # a column of wide tables


def test_a_dumb_terminal_is_as_wide_as_it_is(folder):
    with Terminal("rules", "ocs", cwd=folder, env={"TERM": "dumb"}, columns=70) as terminal:
        assert terminal.exit_code() == 0
        assert longest(terminal.shown.encode()) in range(60, 71)
        assert b"\x1b" not in terminal.raw


def test_the_width_is_forgotten_after_the_command(folder, capsys):
    assert exit_code(["--width", "50", "rules"]) == 0
    assert WIDTH.get() is None
    assert exit_code(["rules", "--width", "7"]) == 2
    assert width_of(io.StringIO()) > 1000


def test_messages_on_a_terminal_are_broken_between_words(folder):
    (folder / "bad.yaml").write_text("airwar: 1\nruleset: nothing\n")
    with Terminal("run", "bad.yaml", cwd=folder, columns=60) as terminal:
        assert terminal.exit_code() == 65
        assert longest(terminal.shown.encode()) <= 60
        assert "expected one of\n  world-at-war, air-supremacy," in terminal.shown


# colors


def test_colors_in_a_pipe_only_if_forced_and_never_if_forbidden(folder):
    assert b"\x1b[1m" in airwar("rules", cwd=folder, env={"FORCE_COLOR": "1"}).stdout
    for env in ({"FORCE_COLOR": "0"}, {"FORCE_COLOR": ""}, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, {"COLUMNS": "80"}):
        assert b"\x1b" not in airwar("rules", cwd=folder, env=env).stdout, env


def test_no_color_on_a_terminal(folder):
    with Terminal("rules", cwd=folder, env={"NO_COLOR": "1"}) as terminal:
        assert terminal.exit_code() == 0
        assert b"\x1b[1m" not in terminal.raw


# stdin


def test_a_scenario_comes_in_on_stdin(folder):
    text = RAIDS.encode()
    done = piped(text, "run", "-", "--seed", "3", cwd=folder)
    assert done.returncode == 0
    assert b"log: stdin.jsonl" in done.stderr
    lines, same = (folder / "stdin.jsonl").read_text().splitlines(), fought(seed=3).log.text().splitlines()
    assert json.loads(lines[-1])["result"] == json.loads(same[-1])["result"]
    assert b"stdin" not in piped(text, "odds", "-", cwd=folder).stderr
    assert piped(text, "check", "-", cwd=folder).returncode == 0
    one = piped(text, "batch", "-", "--runs", "6", "--seed", "3", "--format", "csv", cwd=folder)
    two = piped(text, "batch", "-", "--runs", "6", "--seed", "3", "--format", "csv", "--jobs", "2", cwd=folder)
    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout
    assert len({row["run"] for row in csv.DictReader(io.StringIO(one.stdout.decode()))}) == 6
    swept = piped(text, "sweep", "-", "--vary", "units.luftwaffe.count=8..9", "--format", "csv", cwd=folder)
    assert swept.returncode == 0
    assert len(swept.stdout.splitlines()) == 3


def test_problems_of_stdin_have_lines(folder):
    done = piped(b"airwar: 1\nruleset: nothing\n", "check", "-", cwd=folder)
    assert done.returncode == 65
    assert done.stderr.startswith(b"stdin:2:10: ")
    done = piped(b"x" * (1024 * 1024 + 1), "check", "-", cwd=folder)
    assert done.returncode == 65
    assert b"more than 1,048,576 bytes" in done.stderr


def test_a_log_comes_in_on_stdin(folder):
    log = GOLDEN.read_bytes()
    for arguments in (["verify"], ["replay"], ["explain"], ["report", "--no-analysis"], ["script"]):
        named = airwar(*arguments, GOLDEN, cwd=folder)
        done = piped(log, *arguments, "-", cwd=folder)
        assert (done.returncode, done.stderr) == (0, b"")
        if arguments[0] != "report":  # which says the name of the log
            assert done.stdout == named.stdout
    assert list(folder.iterdir()) == [folder / "raids.yaml"]


@pytest.mark.parametrize("arguments", [["resume", "-"], ["correct", "-", "5", "--answer", "3 3", "--why", "x"]], ids=lambda a: a[0])
def test_a_log_on_stdin_cannot_be_continued(folder, arguments):
    done = piped(GOLDEN.read_bytes(), *arguments, cwd=folder)
    assert done.returncode == 73
    assert b"name its file" in done.stderr


def test_a_terminal_is_not_waited_for_as_a_file(folder):
    with Terminal("run", "-", cwd=folder) as terminal:
        assert terminal.exit_code() == 66
        assert "which is this terminal" in terminal.shown


def test_answers_come_from_the_terminal_when_the_scenario_comes_from_stdin(folder):
    line = f"{sys.executable} -m airwar run - --no-log --seed 3 < raids.yaml"
    near, far = pty.openpty()
    process = subprocess.Popen(
        ["sh", "-c", line],
        cwd=folder,
        env=environment(),
        stdin=far,
        stdout=far,
        stderr=far,
        start_new_session=True,
        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
    )
    os.close(far)
    shown = b""
    while b"> " not in shown:
        shown += os.read(near, 65536)
    os.write(near, b"q\n")
    while b"the battle is gone" not in shown:
        shown += os.read(near, 65536)
    assert process.wait(30) == 0
    os.close(near)


# logs


def test_no_log_leaves_nothing_behind_and_says_so(folder):
    done = airwar("run", "raids.yaml", "--seed", "3", "--no-log", cwd=folder)
    assert done.returncode == 0
    assert b"log: none; this battle cannot be resumed" in done.stderr
    kept = airwar("run", "raids.yaml", "--seed", "3", cwd=folder)
    assert done.stdout == kept.stdout
    (folder / "raids.jsonl").unlink()
    assert json.loads(airwar("run", "raids.yaml", "--no-log", "--json", cwd=folder).stdout)["log"] is None
    assert list(folder.iterdir()) == [folder / "raids.yaml"]
    assert airwar("run", "raids.yaml", "--no-log", "--log", "x.jsonl", cwd=folder).returncode == 2


def test_no_log_at_a_terminal_with_a_secret_seed(folder):
    with Terminal("run", "raids.yaml", "--no-log", cwd=folder) as terminal:
        terminal.until("> ")
        terminal.type("q")
        assert terminal.exit_code() == 0
        assert "the battle is gone" in terminal.shown
    assert list(folder.iterdir()) == [folder / "raids.yaml"]


@pytest.mark.parametrize("seed", [[], ["--seed", "3"]], ids=["secret", "given"])
def test_a_log_in_a_folder_that_is_not_there(folder, seed):
    done = airwar("run", "raids.yaml", "--log", "missing/x.jsonl", *seed, cwd=folder)
    assert done.returncode == 73
    assert b"cannot write the log missing/x.jsonl: there is no folder missing; choose another place with --log" in done.stderr


def test_a_battle_that_nobody_reads_any_longer_is_fought_to_its_end(folder):
    line = '"$0" -m airwar run husky-1943 --seed 7 --log husky.jsonl --no-input | head -1'
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}", sys.executable], cwd=folder, env=environment(), capture_output=True
    )
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert b"Traceback" not in done.stderr
    assert (folder / "husky.jsonl").read_bytes() == (TESTS / "golden" / "format-3" / "ocs" / "husky-1943.jsonl").read_bytes()


@pytest.mark.parametrize("reader", ["head -1", "true"])
def test_a_battle_that_nobody_listens_to_any_longer_is_fought_to_its_end(folder, reader):
    line = f'"$0" -m airwar run raids.yaml --seed 3 --log raids.jsonl --no-input 2>&1 | {reader}'
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {line}", sys.executable], cwd=folder, env=environment())
    assert done.returncode == 0
    assert (folder / "raids.jsonl").read_text() == fought(seed=3).log.text()


def test_a_battle_whose_questions_nobody_sees_is_left_unanswered(folder):
    """Exit code 3, as without a terminal: what is typed would answer nothing."""
    line = f"{shlex.join(command('run', 'raids.yaml', '--seed', '3', '--log', 'raids.jsonl'))} 2>&1 | true; exit ${{PIPESTATUS[0]}}"
    with Terminal(cwd=folder, program=["bash", "-c", line]) as terminal:
        assert terminal.exit_code() == 3
    assert airwar("resume", "raids.jsonl", "--no-input", cwd=folder).returncode == 0


# pager


def terminal_with_pager(*arguments, cwd, rows=24, **env):
    """A pager that marks each line it is given."""
    return Terminal(*arguments, cwd=cwd, columns=80, rows=rows, env={"PAGER": "sed 's/^/paged: /'", **env})


def test_long_output_at_a_terminal_is_paged(folder):
    for arguments in (
        ["rules", "ocs"],
        ["odds", "malta-1942"],
        ["replay", GOLDEN, "--to", "99"],
        ["run", "--list"],
    ):
        with terminal_with_pager(*arguments, cwd=folder, rows=12) as terminal:
            assert terminal.exit_code() == 0
            lines = terminal.shown.splitlines()
            assert len(lines) > 12
            assert all(line.startswith("paged: ") for line in lines), arguments


def test_colors_and_width_are_those_of_the_terminal(folder):
    with terminal_with_pager("rules", "ocs", cwd=folder) as terminal:
        terminal.exit_code()
        assert b"\x1b[1m" in terminal.raw
        assert longest(terminal.shown.encode()) in range(80, 80 + len("paged: ") + 1)


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        (["rules"], {}),  # short
        (["rules", "ocs", "--no-pager"], {}),
        (["--no-pager", "rules", "ocs"], {}),
        (["rules", "ocs"], {"PAGER": ""}),
        (["rules", "ocs"], {"PAGER": "no-such-program-anywhere"}),
        (["rules", "ocs"], {"PAGER": "'open quote"}),
        (["rules", "ocs"], {"AIRWAR_PAGER": "cat"}),
        (["rules", "ocs"], {"TERM": "dumb"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_no_pager(folder, arguments, env):
    with terminal_with_pager(*arguments, cwd=folder, **env) as terminal:
        assert terminal.exit_code() == 0
        assert "paged: " not in terminal.shown
        assert "ocs" in terminal.shown or "Operational" in terminal.shown


def test_no_pager_in_a_pipe_and_no_shell_ever(folder):
    done = airwar("rules", "ocs", cwd=folder, env={"PAGER": "touch paged; touch"})
    assert done.returncode == 0
    with terminal_with_pager("rules", "ocs", cwd=folder, PAGER="touch one; touch two") as terminal:
        terminal.exit_code()
    assert {path.name for path in folder.iterdir()} == {"raids.yaml", "one;", "touch", "two"}


def test_a_pager_that_is_left_early_is_not_an_error(folder):
    with terminal_with_pager("rules", "world-at-war", cwd=folder, PAGER="head -n 3") as terminal:
        assert terminal.exit_code() == 0
        assert len(terminal.shown.splitlines()) == 3


def test_an_error_after_some_output_is_shown_too(folder):
    with terminal_with_pager("rules", "ocs", "999", cwd=folder) as terminal:
        assert terminal.exit_code() == 66
        assert "no rule 999" in terminal.shown


def test_only_the_pager_starts_another_program():
    """Besides the processes of a batch."""
    users = [path for path in Path(pager.__file__).parent.parent.rglob("*.py") if "subprocess" in path.read_text(encoding="utf-8")]
    assert users == [Path(pager.__file__)]


# batch


def test_a_broken_scenario_is_named_before_anything_is_fought(folder, monkeypatch, capsys):
    (folder / "bad.yaml").write_text("airwar: 1\nruleset: nothing\n")

    def fight_runs(*_):
        assert "bad.yaml:2:10" in capsys.readouterr().err
        raise KeyboardInterrupt

    monkeypatch.setattr("airwar.batches.workers.fight_piece", fight_runs)
    assert exit_code(["batch", "raids.yaml", "bad.yaml", "--runs", "3", "--seed", "1"]) == 130
    assert "interrupted after 0 of 3 runs" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_batch_keeps_what_is_finished(folder, jobs):
    arguments = ["--seed", "3", "--jobs", jobs, "--out", "out", "--format", "csv"]
    with Terminal("batch", "raids.yaml", "malta-1942", "--runs", "200000", *arguments, cwd=folder) as terminal:
        terminal.until("/400000")
        terminal.until("000/400000")  # a piece has a thousand runs, and one is done
        terminal.press("\x03")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.shown
        said = terminal.shown.partition("interrupted after ")[2].partition(" of 400,000 runs")[0]
    done = int(said.replace(",", ""))
    assert done >= 1000
    kept = (folder / "out" / "runs.csv").read_bytes()
    whole = airwar("batch", "raids.yaml", "--runs", done, "--seed", "3", "--format", "csv", cwd=folder)
    assert kept == whole.stdout


def test_what_is_counted_is_written_even_if_ctrl_c_comes_in_between(folder, monkeypatch, capsys):
    written = CsvRows.add
    pieces = []

    def interrupted(rows, part):
        pieces.append(part)
        if len(pieces) == 2:
            signal.raise_signal(signal.SIGINT)
        written(rows, part)

    monkeypatch.setattr(CsvRows, "add", interrupted)
    assert exit_code(["batch", "raids.yaml", "--runs", "200", "--seed", "3", "--format", "csv"]) == 130
    said = capsys.readouterr()
    assert "interrupted after 100 of 200 runs" in said.err
    assert len({row["run"] for row in csv.DictReader(io.StringIO(said.out))}) == 100


def test_a_failure_in_the_middle_is_said_once(folder, capsys):
    (folder / "silent.yaml").write_text(RAIDS.replace('"*": default', '"*.defender.*": default'))
    assert exit_code(["batch", "silent.yaml", "--runs", "300", "--seed", "3"]) == 3
    assert capsys.readouterr().err.count("nothing answers") == 1


# documents


def test_lists_as_documents(folder, capsys):
    assert exit_code(["run", "--list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["scenarios"]
    assert [one["scenario"] for one in listed] == [path.stem for path in shipped_scenarios()]
    assert {"ruleset": "world-at-war", "scenario": "malta-1942", "title": load_scenario("malta-1942").title} in listed
    assert exit_code(["table", "ocs", "--json"]) == 0
    assert "name" in json.loads(capsys.readouterr().out)["charts"][0]
