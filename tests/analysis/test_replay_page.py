"""The replay on a page: in a real browser, every record shows the state that `airwar replay` shows there, and no request leaves."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape

import pytest
from rich.console import Console
from support import TESTS

from airwar import rulesets
from airwar.analysis.chronicle import Film
from airwar.engine.log import Log
from airwar.engine.records import FORMAT, Ended
from airwar.show.positions import position
from airwar.show.reports.battle import report_of
from airwar.show.reports.html import html

GOLDEN = TESTS / "golden"
NOW = sorted((GOLDEN / f"format-{FORMAT}").glob("*/*.jsonl"))
EARLIER = {path.parent: path for path in sorted(GOLDEN.glob("format-*/*/*.jsonl")) if path not in NOW}  # one of each folder
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


def dumped(page, address, folder, *flags):
    """The page as the browser has it after its script has run, and what the browser complained about."""
    home, offline = f"--user-data-dir={folder / 'browser'}", "--host-resolver-rules=MAP * ~NOTFOUND"
    line = [CHROMIUM, *FLAGS, *flags, home, offline, "--enable-logging=stderr", "--v=0", "--dump-dom", f"{page.as_uri()}{address}"]
    done = subprocess.run(line, capture_output=True, timeout=120)
    assert b"CONSOLE" not in done.stderr
    return done.stdout.decode()


def state_lines(film, at):
    """The state at a record as `airwar replay` prints it, without the heading."""
    console = Console(width=4000, color_system=None)
    last = isinstance(film.records[at].body, Ended)
    with console.capture() as captured:
        position(console, film.scenario, film.last_states if last else film.all_states[at], "State")
    return [" ".join(line.split()) for line in captured.get().splitlines() if line.strip() and not line.startswith("==")]


# The state at every record of each page, which `#every-step` puts there, in one list.
COLLECT = """
addEventListener("load", function () {
  const frames = Array.from(document.querySelectorAll("iframe"));
  const shown = frames.map((frame) => JSON.parse(frame.contentDocument.getElementById("every-step").textContent));
  document.getElementById("shown").textContent = JSON.stringify(shown);
});
"""


def shown_in_frames(paths, folder):
    """What one browser shows of several logs, each on its own page in a frame: to start a browser takes longer than a page."""
    for number, path in enumerate(paths):
        (folder / f"{number}.html").write_text(html(report_of(Log.load(path))), encoding="utf-8")
    frames = "".join(f'<iframe src="{number}.html#every-step"></iframe>' for number in range(len(paths)))
    page = folder / "frames.html"
    page.write_text(f'<body>{frames}<pre id="shown"></pre><script>{COLLECT}</script></body>', encoding="utf-8")
    found = re.search(r'<pre id="shown">(.*?)</pre>', dumped(page, "", folder, "--allow-file-access-from-files"), re.DOTALL)
    return json.loads(unescape(found[1]))


@pytest.mark.slow
@in_a_browser
@pytest.mark.parametrize("game", rulesets.ids())
def test_the_state_at_every_record_is_that_of_the_replay(game, tmp_path):
    paths = [path for path in (*NOW, *EARLIER.values()) if path.parent.name == game]
    for path, shown in zip(paths, shown_in_frames(paths, tmp_path), strict=True):
        film = Film(path)
        stops = [at for at, record in enumerate(film.records) if record.kind != "step"]
        assert [one["seq"] for one in shown] == [film.records[at].seq for at in stops], path
        if film.scenario.ruleset.standing(film.states[0]):
            lines = [[" ".join(line.split()) for line in one["lines"]] for one in shown]
            assert lines == [state_lines(film, at) for at in stops], path


@pytest.mark.slow
@in_a_browser
def test_a_link_to_a_record_opens_it(tmp_path):
    path = next(path for path in NOW if path.stem == "malta-1942")
    page = tmp_path / "page.html"
    page.write_text(html(report_of(Log.load(path))), encoding="utf-8")
    shown = dumped(page, "#14", tmp_path)
    assert re.search(r'<p class="record"><a class="number" href="#14">14</a> <span class="told">Axis fire, 2 2', shown)
    assert '<section id="replay" aria-label="Replay">' in shown  # no longer hidden
    assert '<details class="protocol">' in shown  # closed again, for the map is what one came for
    assert '<span class="told">The end' in dumped(page, "", tmp_path)


def test_without_scripts_the_page_is_whole():
    path = next(path for path in NOW if path.stem == "malta-1942")
    page = html(report_of(Log.load(path)))
    body = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert '<section id="replay" hidden' in body
    assert 'id="14" href="#14"' in body  # links lead to the protocol
    assert "Counterair against Malta" in body


@pytest.mark.slow
@in_a_browser
def test_a_long_turn_prints_on_six_pages_without_its_protocol(tmp_path):
    path = next(path for path in NOW if path.stem == "typhoon-1941")
    page, paper = tmp_path / "page.html", tmp_path / "page.pdf"
    page.write_text(html(report_of(Log.load(path), proof=["verified"], text=path.read_bytes())), encoding="utf-8")
    line = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'browser'}", f"--print-to-pdf={paper}", page.as_uri()]
    subprocess.run(line, capture_output=True, timeout=120)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b(?!s)", paper.read_bytes())) <= 6
