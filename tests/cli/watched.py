"""Runs airwar commands one after another under an audit hook, and prints what each of them touched, as JSON.

    python watched.py COMMANDS.json

COMMANDS.json is a list of argument lists. An audit hook cannot be removed, so this is a process of its own.
"""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any

MARK = "QUETZALCOATL"  # stands in the scenarios; no code that Python compiles may have it
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = (
    *(f"os.{name}" for name in ("mkdir", "rename", "remove", "rmdir", "link", "symlink", "chmod", "truncate")),
    *("shutil.", "tempfile."),
)
PROCESSES = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "pty.spawn")
NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "telnetlib.", "poplib.", "imaplib.", "webbrowser.")

touched: list[tuple[str, str]] = []


def watch(event: str, args: tuple[Any, ...]) -> None:
    if event.startswith(NETWORK):
        touched.append(("network", f"{event} {args}"))
    elif event.startswith(PROCESSES):
        touched.append(("process", f"{event} {args}"))
    elif event == "compile" and MARK in str(args[0]):
        touched.append(("code", "compiled a text from a scenario"))
    elif isinstance(args[0] if args else None, str | bytes) and changes(event, args):
        touched.append(("write", os.path.abspath(os.fsdecode(args[0]))))


def changes(event: str, args: tuple[Any, ...]) -> bool:
    """Whether an event changes the file that it names."""
    return writes(args[1], args[2]) if event == "open" else event.startswith(CHANGES)


def writes(mode: Any, flags: int) -> bool:
    """Whether a file is opened to be changed: by its mode, or by its flags where os.open was called."""
    return bool(set(mode) & set("wax+")) if isinstance(mode, str) else bool(flags & WRITING)


def main() -> None:
    from airwar.cli import exit_code

    with open(sys.argv[1], encoding="utf-8") as file:
        commands = json.load(file)
    sys.addaudithook(watch)
    seen = []
    for arguments in commands:
        touched.clear()
        code: int | str = ""
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as said, suppress(SystemExit):
            code = exit_code(arguments)
        seen.append({"arguments": arguments, "code": code, "touched": list(touched), "said": said.getvalue()})
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
