"""airwar as a user sees it: as a process, with or without a terminal. Nothing here waits for a time, only for what appears."""

from __future__ import annotations

import atexit
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

PATIENCE = 30  # seconds to wait for anything
ROOT = Path(__file__).parent.parent
UNWANTED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "AIRWAR_PAGER")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "PAGER": "cat", **more}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "airwar", *map(str, arguments)]


class Process:
    """A command in a process that the fork server has made, with the streams that it is given."""

    def __init__(self, arguments: Iterable[object], cwd: Path, env: dict[str, str], streams: list[int]) -> None:
        request = {"arguments": [str(argument) for argument in arguments], "cwd": str(cwd), "env": env}
        self.pid = asked(request, streams)
        self.returncode: int | None = None

    def wait(self) -> int:
        """The exit code; kills the process after a while."""
        if self.returncode is None:
            timer = threading.Timer(PATIENCE, self.kill)
            timer.start()
            self.returncode = asked({"wait": self.pid})
            timer.cancel()
        return self.returncode

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)


@cache
def fork_server() -> socket.socket:
    """The channel to a process in which all of airwar is loaded. It ends with this one."""
    near, far = socket.socketpair()
    line = [sys.executable, str(Path(__file__).with_name("fork_server.py")), str(far.fileno())]
    server = subprocess.Popen(line, env=environment(), pass_fds=[far.fileno()], stdin=subprocess.DEVNULL, start_new_session=True)
    far.close()
    atexit.register(lambda: (near.close(), server.wait()))
    return near


def asked(request: dict[str, object], streams: Iterable[int] = ()) -> int:
    """What the fork server answers."""
    socket.send_fds(fork_server(), [json.dumps(request).encode() + b"\n"], list(streams))
    return int(fork_server().recv(64))


def airwar(
    *arguments: object, cwd: Path, env: dict[str, str] | None = None, mail: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command without a terminal, to its end; in a new Python only where the environment is about Python itself.

    `mail`: what comes through a pipe into its stdin.
    """
    whole, line = environment(**(env or {})), command(*arguments)
    if any(name.startswith("PYTHON") for name in env or {}):
        return subprocess.run(line, cwd=cwd, env=whole, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    with TemporaryFile() as out, TemporaryFile() as err:
        source, sink = os.pipe() if mail is not None else (os.open(os.devnull, os.O_RDONLY), None)
        process = Process(arguments, cwd, whole, [source, out.fileno(), err.fileno()])
        os.close(source)
        if sink is not None:
            with suppress(BrokenPipeError), open(sink, "wb") as pipe:
                pipe.write(mail or b"")
        return subprocess.CompletedProcess(line, process.wait(), contents(out), contents(err))


def contents(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read()


class Terminal:
    """A command on a pseudo-terminal of its own, echo off; stdout and stderr both go there, as they do for a user.

    `program`: another one instead of airwar; or airwar in a new Python.
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
        whole = environment(**(env or {}))
        self.process: Process | subprocess.Popen[bytes]
        if program:
            self.process = subprocess.Popen(
                program,
                cwd=cwd,
                env=whole,
                stdin=far,
                stdout=far,
                stderr=far,
                start_new_session=True,
                preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # becomes the controlling terminal
            )
        else:
            self.process = Process(arguments, cwd, whole, [far] * 3)
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
        code = self.process.wait()
        os.close(self.near)
        return code

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
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
