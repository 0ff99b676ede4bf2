"""Reports: every golden log in every format, one of each kept, and no name can become markup."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from raids import RAIDS

from airwar.battle import scenario_of
from airwar.cli import exit_code
from airwar.engine.log import Log
from airwar.engine.records import Chosen
from airwar.loading import parse_scenario
from airwar.session import Session
from airwar.show.reports.html import html
from airwar.show.reports.markup import bbcode, escaped, markdown, text
from airwar.show.reports.story import story_of

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "format-3").glob("*/*.jsonl"))
MALTA = next(path for path in GOLDEN if path.stem == "malta-1942")
KEPT = Path(__file__).parent / "reports"
ENDINGS = {"html": "html", "markdown": "md", "bbcode": "bbcode", "text": "txt"}
VOID = {"meta"}


class Checker(HTMLParser):
    """Checks that every tag is closed in turn, and keeps the tags and attributes."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def parsed(page):
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    return checker


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_log_can_be_told(path):
    story = story_of(Log.load(path), proof=["verified"], text=path.read_bytes())
    page = parsed(html(story))
    assert "script" not in page.tags
    assert not [
        one for one in page.attributes if one[1] in ("src", "onload") or (one[1] == "href" and not one[2].startswith("data:"))
    ]
    for told in (markdown(story), bbcode(story), text(story)):
        assert story.result.split(";")[0].split("[")[0][:20] in told.replace("\\", "")


@pytest.mark.parametrize("format_", ENDINGS)
def test_one_report_of_each_format_is_kept(format_, tmp_path, request):
    out = tmp_path / f"malta.{ENDINGS[format_]}"
    assert exit_code(["report", str(MALTA), "--format", format_, "-o", str(out)]) == 0
    kept = KEPT / f"malta-1942.{ENDINGS[format_]}"
    if request.config.getoption("--update-golden"):
        kept.write_text(out.read_text(encoding="utf-8"), encoding="utf-8")
    assert out.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


HOSTILE = "<script>alert(1)</script> [b]x[/b] **y** | `z` ![i](http://e) & www.evil.example"


def hostile_story():
    quoted = HOSTILE.replace("'", "''")
    scenario = parse_scenario(RAIDS.replace("title: Two raids", f"title: '{quoted}'"), "x.yaml")
    session = Session.begin(scenario, seed=1, scripted=True)
    return story_of(session.log)


def test_a_hostile_name_is_text_in_html():
    page = html(hostile_story())
    assert "script" not in parsed(page).tags
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_hostile_name_is_text_in_markdown():
    first = markdown(hostile_story()).splitlines()[0]
    assert r"\<script\>" in first
    assert r"\*\*y\*\*" in first
    assert r"\!\[i\](http\://e)" in first
    assert r"www\.evil.example" in first


def test_a_hostile_name_is_text_in_bbcode():
    first = bbcode(hostile_story()).splitlines()[0]
    assert "(b)x(/b)" in first
    assert re.sub(r"\[/?(?:size(?:=16)?|b)\]", "", first).count("[") == 0


def test_one_side_reads_only_what_it_may_know(tmp_path, capsys):
    session = Session.begin(parse_scenario(RAIDS, "x.yaml"), tmp_path / "raids.jsonl", seed=1, scripted=True)
    deciders = {record.body.by for record in session.log.records if record.kind == "choice"}
    session.close()
    assert deciders == {"attacker", "defender"}
    scenario = parse_scenario(RAIDS, "x.yaml")
    for side, other in (("attacker", "defender"), ("defender", "attacker")):
        assert exit_code(["report", str(tmp_path / "raids.jsonl"), "--side", side, "--format", "markdown"]) == 0
        out = capsys.readouterr().out
        own, enemy = (scenario.party(one).title() for one in (side, other))
        decisions = "|".join(re.escape(escaped(text)) for text in scenario.ruleset.decisions.values())
        assert re.search(rf"^- {own}: .*\((?:{decisions})\)$", out, re.MULTILINE)
        assert not re.search(rf"^- {enemy}: .*\((?:{decisions})\)$", out, re.MULTILINE)
        assert "Order of battle" not in out
        assert "hash" not in out


def test_the_log_is_not_embedded_for_one_side(tmp_path):
    out = tmp_path / "one.html"
    assert exit_code(["report", str(MALTA), "--side", "attacker", "-o", str(out)]) == 0
    assert "data:" not in out.read_text()


def test_a_side_may_be_called_by_its_own_name(capsys):
    assert exit_code(["report", str(MALTA), "--side", "Axis", "--format", "markdown"]) == 0
    assert "- Axis: fight on " in capsys.readouterr().out
    assert exit_code(["report", str(MALTA), "--side", "allies", "--format", "markdown"]) == 0
    assert "- Axis: fight on " not in capsys.readouterr().out


def test_the_order_of_battle_is_the_one_before_the_first_unit_moves():
    smolensk = next(path for path in GOLDEN if path.stem == "smolensk-1941")
    lines = [line.split() for line in text(story_of(Log.load(smolensk))).partition("  Bases")[0].splitlines()]
    order = {line[1]: line[4:6] for line in lines if line[:1] in (["Axis"], ["Allies"]) and len(line) == 9}
    assert order["ii-air-corps"] == ["Brest", "5"]  # two of them have flown by the time of the first question


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_sides_have_their_names_and_choices_their_labels(path):
    log = Log.load(path)
    scenario = scenario_of(log)
    told = text(story_of(log), 400)
    keys = {record.body.key for record in log.records if isinstance(record.body, Chosen)}
    assert not [key for key in keys if f"({key})" in told]
    for role in ("attacker", "defender"):
        if scenario.party(role) not in ("attacker", "defender"):
            assert not re.search(rf"^  {role}(?:: |  )", told, re.MULTILINE)


def test_no_line_of_the_head_is_wider_than_the_page():
    smolensk = next(path for path in GOLDEN if path.stem == "smolensk-1941")
    head = text(story_of(Log.load(smolensk)), 60).partition("\n\n")[0].splitlines()
    assert len(head) > 2
    assert max(map(len, head)) <= 60


def test_nobody_else_has_a_report(capsys):
    assert exit_code(["report", str(MALTA), "--side", "nobody"]) == 1
    assert "there is no side 'nobody'" in capsys.readouterr().err


def test_pictures_have_text_alternatives():
    page = parsed((KEPT / "malta-1942.html").read_text(encoding="utf-8"))
    labels = [value for tag, name, value in page.attributes if tag == "svg" and name == "aria-label"]
    assert len(labels) == page.tags.count("svg") == 3
    assert labels[2] == "Luck: Axis 38.2, Allies -38.2"
    assert labels[1].startswith("Chance to win from the first position to the last: Axis 62% to 100%")


def test_a_series_is_told_beside_its_odds(tmp_path):
    out = tmp_path / "series.md"
    assert exit_code(["batch", "malta-1942", "--runs", "200", "--seed", "7", "--report", str(out)]) == 0
    told = out.read_text(encoding="utf-8")
    assert "| defender eliminated |" in told
    assert "odds: exact: " in told
    page = tmp_path / "series.html"
    assert exit_code(["batch", "malta-1942", "--runs", "50", "--seed", "7", "--report", str(page)]) == 0
    assert "svg" in parsed(page.read_text(encoding="utf-8")).tags


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_browser_shows_it_without_errors(tmp_path):
    """A real browser reads the whole page, says nothing on its console, and draws it."""
    page, picture = KEPT / "malta-1942.html", tmp_path / "page.png"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    home = f"--user-data-dir={tmp_path / 'browser'}"
    offline = "--host-resolver-rules=MAP * ~NOTFOUND"
    drawn = subprocess.run(
        [CHROMIUM, *flags, home, offline, "--enable-logging=stderr", "--v=0", f"--screenshot={picture}", page.as_uri()],
        capture_output=True,
        timeout=120,
    )
    assert picture.stat().st_size > 10_000
    assert b"CONSOLE" not in drawn.stderr
    dumped = subprocess.run([CHROMIUM, *flags, home, offline, "--dump-dom", page.as_uri()], capture_output=True, timeout=120)
    assert b"Luck and skill" in dumped.stdout
