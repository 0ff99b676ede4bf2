"""A process in which all of airwar is loaded: `python fork_server.py SOCKET` forks for every command that it is sent.

A command begins at once then. Apart from its imports, and that it does not wait for the disk, it is the same as in a new Python:
nothing has touched its streams or its terminal before.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import socket
import sys
import traceback
from importlib import import_module
from typing import Any

import airwar
from airwar import rulesets
from airwar.cli import main
from airwar.rulesets.index import rule_index


def load_all() -> None:
    for module in pkgutil.walk_packages(airwar.__path__, "airwar."):
        if not module.name.startswith(("airwar.testing", "airwar.__main__")):
            import_module(module.name)
    for name in rulesets.IDS:
        rulesets.load(name)
        rule_index(name)
    os.fsync = lambda handle: None
    gc.freeze()


def serve(channel: socket.socket) -> dict[str, Any] | None:
    """Answers requests until the channel is closed; in a forked process, returns the command that it is to run."""
    while True:
        message, streams, _, _ = socket.recv_fds(channel, 65536, 3)
        while message and not message.endswith(b"\n"):
            message += channel.recv(65536)
        if not message:
            return None
        request = json.loads(message)
        if "wait" in request:
            reply = os.waitstatus_to_exitcode(os.waitpid(request["wait"], 0)[1])
        else:
            reply = os.fork()
            if reply == 0:
                channel.close()
                return {**request, "streams": streams}
            for stream in streams:
                os.close(stream)
        channel.send(b"%d\n" % reply)


def run(request: dict[str, Any]) -> int:
    """Runs a command in a session of its own, and on its terminal if it has one; returns its exit code."""
    os.setsid()
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    for number, stream in enumerate(request["streams"]):
        os.dup2(stream, number)
        os.close(stream)
    if os.isatty(0):
        os.close(os.open(os.ttyname(0), os.O_RDWR))  # becomes the controlling terminal
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    try:
        main(request["arguments"])
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except BaseException:
        traceback.print_exc()
    return 1


if __name__ == "__main__":
    load_all()
    command = serve(socket.socket(fileno=int(sys.argv[1])))
    if command is not None:
        code = run(command)
        atexit._run_exitfuncs()
        for shown in filter(None, (sys.stdout, sys.stderr)):
            shown.flush()
        os._exit(code)  # without taking apart all that was loaded
