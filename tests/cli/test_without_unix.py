"""As on Windows: without readline, termios and fcntl a battle is played with plain lines, and its log is locked in another way."""

import os
import subprocess
import sys
import textwrap

import pytest
from support import TESTS
from terminal import Terminal, environment

from airwar.engine import files

WINDOWS = """
    import fcntl, os, signal, sys, types

    def locking(handle, mode, count, lock=fcntl.flock, how=fcntl.LOCK_EX | fcntl.LOCK_NB):
        assert (mode, count) == ("no waiting", 1)
        assert os.lseek(handle, 0, os.SEEK_CUR) >= 1 << 30, "nobody else can read the bytes that are locked"
        lock(handle, how)

    sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK="no waiting", locking=locking)
    for name in ("fcntl", "readline", "termios", "tty"):
        sys.modules[name] = None
    del signal.SIGALRM, signal.setitimer

    from airwar.cli import main
    main()
"""


@pytest.fixture
def on_windows(tmp_path):
    """Starts a command there."""

    def start(*arguments):
        return Terminal(cwd=tmp_path, program=command(*arguments), columns=80, rows=24)

    return start


def command(*arguments):
    return [sys.executable, "-c", textwrap.dedent(WINDOWS), *map(str, arguments)]


def test_a_battle_is_played_left_and_resumed(on_windows):
    with on_windows("run", "malta-1942", "--seed", "11", "--log", "malta.jsonl") as terminal:
        terminal.until("\n> ")
        with on_windows("resume", "malta.jsonl") as second:
            second.until("malta.jsonl is in use by another airwar process")
            assert second.exit_code() == 73
        terminal.type("stay")
        terminal.until("\n> ")
        terminal.type("q")
        assert terminal.exit_code() == 0
    with on_windows("resume", "malta.jsonl") as terminal:
        terminal.until("\n> ")
        terminal.type("\n" * 9)
        assert terminal.exit_code() == 0
    with on_windows("verify", "malta.jsonl") as terminal:
        terminal.until("machine dice come from the seed")
        assert terminal.exit_code() == 0


def test_a_log_is_replayed_line_by_line(on_windows):
    with on_windows("replay", TESTS / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl") as terminal:
        terminal.until("[0/29]")
        terminal.type("n")
        terminal.until("[1/29]")
        terminal.type("q")
        assert terminal.exit_code() == 0


@pytest.mark.slow
def test_a_battle_by_mail_is_played_to_its_end(tmp_path):
    def mailed(*arguments, mail=b""):
        done = subprocess.run(command(*arguments), input=mail, cwd=tmp_path, env=environment(), capture_output=True, check=True)
        return done.stdout, done.stderr.decode()

    mail, _ = mailed("letter", "malta-1942", "--side", "axis", "--log", "anna.jsonl")
    mail, shown = mailed("reply", "otto.jsonl", "--join", mail=mail)
    battles = ["anna.jsonl", "otto.jsonl"]
    while "The battle is over" not in mail.decode() + shown:
        mail, shown = mailed("reply", battles[0], "--play", mail=mail)
        battles.reverse()
    mailed("reply", battles[0], mail=mail)
    assert (tmp_path / "anna.jsonl").read_bytes() == (tmp_path / "otto.jsonl").read_bytes()
    assert "verified" in mailed("verify", "otto.jsonl")[0].decode()


def test_what_is_written_is_written_as_it_is(monkeypatch, tmp_path):
    """Windows ends lines with two characters in files that are not opened as binary."""
    opened, really, binary = [], os.open, 1 << 40

    def watched(path, flags, mode=0o777):
        opened.append(bool(flags & binary))
        return really(path, flags & ~binary, mode)

    monkeypatch.setattr(files, "BINARY", binary)
    monkeypatch.setattr(os, "open", watched)
    os.close(files.open_own(tmp_path / "seed", os.O_WRONLY | os.O_CREAT))
    assert opened == [True]
