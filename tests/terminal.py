"""airwar as a user sees it: as a process, with or without a terminal. Nothing here waits for a time, only for what appears."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import threading
import time
import traceback
import warnings
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from airwar.cli import COMMANDS, command_named, main

PATIENCE = 30  # seconds to wait for anything
ROOT = Path(__file__).parent.parent
UNWANTED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "AIRWAR_PAGER")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "PAGER": "cat", **more}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "airwar", *map(str, arguments)]


def airwar(*arguments: object, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """Runs a command without a terminal, to its end; in a new Python only where the environment is about Python itself."""
    whole, line = environment(**(env or {})), command(*arguments)
    if any(name.startswith("PYTHON") for name in env or {}):
        return subprocess.run(line, cwd=cwd, env=whole, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    with TemporaryFile() as out, TemporaryFile() as err:
        code = exit_code_of(forked(arguments, cwd, whole, out.fileno(), err.fileno()))
        return subprocess.CompletedProcess(line, code, contents(out), contents(err))


def forked(arguments: Iterable[object], cwd: Path, env: dict[str, str], out: int, err: int) -> int:
    """The id of a process that runs a command. As a fork of this one, in which airwar is loaded, it begins at once."""
    for name in COMMANDS:
        command_named(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the thread of pytest-xdist only listens
        pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.setsid()
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(env)
        for stream, file in enumerate((os.open(os.devnull, os.O_RDONLY), out, err)):
            os.dup2(file, stream)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w", encoding="utf-8"), open(2, "w", encoding="utf-8")  # noqa: SIM115
        main([str(argument) for argument in arguments])
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        for shown in filter(None, (sys.stdout, sys.stderr)):
            shown.flush()
        os._exit(code)


def exit_code_of(pid: int) -> int:
    """Waits for the end of a process; kills it after a while."""
    timer = threading.Timer(PATIENCE, os.kill, (pid, signal.SIGKILL))
    timer.start()
    _, status = os.waitpid(pid, 0)
    timer.cancel()
    return os.waitstatus_to_exitcode(status)


def contents(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read()


class Terminal:
    """A command on a pseudo-terminal of its own, echo off; stdout and stderr both go there, as they do for a user.

    `program`: another one instead of airwar.
    """

    def __init__(
        self,
        *arguments: object,
        cwd: Path,
        env: dict[str, str] | None = None,
        columns: int = 160,
        rows: int = 50,
        program: list[str] | None = None,
    ) -> None:
        self.near, far = pty.openpty()
        modes = termios.tcgetattr(far)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(far, termios.TCSANOW, modes)
        termios.tcsetwinsize(far, (rows, columns))
        self.process = subprocess.Popen(
            program or command(*arguments),
            cwd=cwd,
            env=environment(**(env or {})),
            stdin=far,
            stdout=far,
            stderr=far,
            start_new_session=True,
            preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # becomes the controlling terminal
        )
        os.close(far)
        self.raw = b""  # all that was ever shown
        self.read = 0

    @property
    def shown(self) -> str:
        """All that was shown, without colors."""
        return ESCAPE.sub("", self.raw.decode("utf-8", "replace")).replace("\r\n", "\n")

    def until(self, text: str) -> str:
        """Waits until a text appears that was not waited for before; returns what came up to it."""
        wanted = text.encode()
        while (at := self.raw.find(wanted, self.read)) < 0:
            if not self._more():
                raise AssertionError(f"{text!r} never appeared; instead: {self.raw[self.read :].decode('utf-8', 'replace')}")
        before, self.read = self.raw[self.read : at + len(wanted)], at + len(wanted)
        return ESCAPE.sub("", before.decode("utf-8", "replace")).replace("\r\n", "\n")

    def _more(self) -> bool:
        ready, _, _ = select.select([self.near], [], [], PATIENCE)
        try:
            data = os.read(self.near, 65536) if ready else b""
        except OSError:  # the other end is closed
            data = b""
        self.raw += data
        return bool(data)

    def type(self, text: str) -> None:
        """Types a line."""
        os.write(self.near, text.encode() + b"\n")

    def press(self, keys: str) -> None:
        """Presses keys, without Enter."""
        os.write(self.near, keys.encode())

    def press_when_awaited(self, key: str) -> None:
        """Presses a key once single keys are read; what was pressed before that would be thrown away."""
        until = time.monotonic() + PATIENCE
        while termios.tcgetattr(self.near)[3] & termios.ICANON and time.monotonic() < until:
            select.select([], [], [], 0.001)
        self.press(key)

    def exit_code(self) -> int:
        """Waits for the end."""
        until = time.monotonic() + PATIENCE
        while self._more():
            assert time.monotonic() < until, "it goes on and on"
        code = self.process.wait(PATIENCE)
        os.close(self.near)
        return code

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


def appeared(path: Path, size: int) -> bool:
    """Waits until a file has at least this size; False when that takes too long."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if path.stat().st_size >= size:
                return True
        except FileNotFoundError:
            pass
        time.sleep(0.0002)
    return False
