"""Files made to hang the program: each is refused at once, or read at once.

A file that hangs it is stopped by a limit on processor time, far above what any of these needs.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

SECONDS = 20
HEAD = "airwar: 1\nruleset: world-at-war\ntitle: x\n"
MALTA = Path(__file__).parents[2] / "scenarios" / "world-at-war" / "malta-1942.yaml"
INVISIBLE = "".join(
    chr(code)
    for code in range(0x20000)
    if unicodedata.category(chr(code)) in {"Cc", "Cf", "Zl", "Zp"} and chr(code) not in "\t\n\r"
)


def with_choices(lines: str) -> str:
    return MALTA.read_text().partition("\nchoices:")[0] + "\nchoices:\n" + lines


def with_bases(number: int) -> str:
    extra = "".join(f"  b{at}: {{side: axis, facilities: [city, airbase]}}\n" for at in range(number))
    return MALTA.read_text().replace("bases:\n", "bases:\n" + extra, 1)


FILES = {
    "spaces after a second colon": HEAD + "x: y: " + " " * 900_000 + '"\n',
    "invisible characters after a million lines": "\n" * 900_000 + INVISIBLE,
    "a million blank lines before a wrong colon": HEAD + "x\n" + "\n" * 900_000 + "y: 1: 2\n",
    "a thousand patterns of stars": with_choices("".join(f"  '*{at:04}" + "*x" * 90 + "': stay\n" for at in range(1000))),
    "four thousand patterns of stars": with_choices("".join(f"  '*{at:04}" + "*x" * 90 + "': stay\n" for at in range(4000))),
    "a thousand long names": with_choices("".join(f"  '{at:04}" + "x" * 190 + "': stay\n" for at in range(1000))),
    "many short names": with_choices("".join(f"  a{at}: stay\n" for at in range(24_000))),
    "one word over and over": with_choices("".join(f"  'a{at}" + ".attacker" * 20 + "': stay\n" for at in range(900))),
    "998 bases": with_bases(998),
    "5,000 bases": with_bases(5000),
    "similar keys": HEAD + "".join(f"unit{at}: 1\n" for at in range(24_000)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_file_made_to_hang_the_program_is_dealt_with(name: str, tmp_path: Path):
    file = tmp_path / "x.yaml"
    file.write_text(FILES[name], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "airwar", "check", str(file)],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
    )
    assert done.returncode in {0, 65}
    assert b"Traceback" not in done.stderr
    assert len(done.stdout + done.stderr) < 25_000
