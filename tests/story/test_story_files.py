"""airwar story: exit codes, what it prints, --fix and --from."""

import re
from pathlib import Path

import pytest
from click import Command, Context
from story_books import FOUGHT, SCENARIO
from support import SHIPPED

from airwar.battle.battle import begin
from airwar.cli import exit_code
from airwar.cli.completion import stories
from airwar.engine.log import Log
from airwar.play.session import Session
from airwar.setup.loading import load_scenario
from airwar.story.reading import read_story, story_in
from airwar.story.telling import Telling
from airwar.story.writing import entries_of, written_story

GOOD = f"{SCENARIO}\n{FOUGHT}= malta: 2 spitfires\n...\n"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments):
    code = exit_code(["story", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_stories_that_are_so(capsys):
    Path("a.story").write_text(GOOD)
    Path("deep/er").mkdir(parents=True)
    Path("deep/er/b.story").write_text(GOOD)
    assert run(capsys, "a.story", "deep") == (0, "2 stories, all passed\n", "")


def test_a_line_that_is_not_so_is_shown_with_what_happened_instead(capsys):
    Path("a.story").write_text(GOOD.replace("2 spitfires\n", "4 spitfires (1 aborted)  # really?\n"))
    number = GOOD.count("\n", 0, GOOD.index("= malta")) + 1
    code, out, _ = run(capsys, "a.story")
    assert code == 1
    assert out == (
        f"a.story:{number}: = malta: 4 spitfires (1 aborted)\n"
        "    not so: 4 spitfires (1 aborted); it is 2 spitfires (aborted)\n"
        "    malta: 3 fliegerkorps-ii (over), 1 regia (over), 2 spitfires (aborted)\n"
        "1 story, 1 failed\n"
    )


def test_files_that_are_bad_or_missing(capsys):
    Path("bad.story").write_text("scenario: malta-1942\nfly\n")
    Path("wrong.story").write_text(GOOD.replace("2 spitfires\n", "4 spitfires\n"))
    code, out, err = run(capsys, "bad.story", "wrong.story")
    assert (code, err.splitlines()[0][:16]) == (65, "bad.story:2:1: n")
    assert out.endswith("2 stories, 1 failed, 1 not played\n")
    assert run(capsys, "none.story")[0] == 66
    assert run(capsys, ".")[0] == 65
    Path("empty").mkdir()
    assert run(capsys, "empty")[0] == 66
    assert run(capsys)[0] == 2
    assert run(capsys, "bad.story", "--from", "x.jsonl")[0] == 2


def test_verbose_shows_every_line_with_what_is_said(capsys):
    Path("a.story").write_text(GOOD)
    code, out, _ = run(capsys, "-v", "a.story")
    assert code == 0
    assert [line.split()[1] for line in out.splitlines() if re.match(r" +\d+  \S", line)] == [">", "dice", "="]
    assert "         Axis: 1 regia: Italian AAF eliminated (18.522)\n" in out


def test_a_scenario_cannot_move_the_cursor(capsys):
    Path("a.story").write_text("scenario: malta-1942\ndice 1 4, 4 4\n> \x1b[2Jfly\n...\n")
    assert "\x1b" not in run(capsys, "-v", "a.story")[1]


# --fix


def test_fix_rewrites_what_failed_and_nothing_else(capsys):
    wrong = f"""{SCENARIO}
# fought in spring
{FOUGHT}  9 regia: Italian AAF eliminated   # alas
? reinforce, axis
=  malta:  4 spitfires (1 aborted), 3 fliegerkorps-ii,   1 regia  # there
= spitfires: at sicily
= axis: no losses
= roll: 6 6, row 4, column 9
> disengage
> end
= result: somebody won
"""
    Path("a.story").write_bytes(wrong.replace("\n", "\r\n").encode())
    code, out, _ = run(capsys, "--fix", "a.story")
    assert (code, out.splitlines()[-1]) == (0, "1 story, all passed, 7 lines rewritten")
    assert "= spitfires: at sicily\n    now = spitfires: 2 at malta (aborted), 3 eliminated\n" in out
    fixed = Path("a.story").read_bytes().decode()
    assert fixed.count("\r\n") == fixed.count("\n")
    before, after = wrong.split("\n"), fixed.replace("\r\n", "\n").split("\n")
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [
        "  Axis: 1 regia: Italian AAF eliminated (18.522)   # alas",
        "? malta.r1.attacker.disengage",
        "=  malta: 2 spitfires (aborted), 3 fliegerkorps-ii, 1 regia  # there",
        "= spitfires: 2 at malta (aborted), 3 eliminated",
        "= axis: 2 German AAF lost, 1 Italian AAF lost",
        "= roll: 4 4, row 5, column 9",
        "= result: attacker disengaged",
    ]
    assert run(capsys, "a.story")[0] == 0


def test_what_cannot_be_fixed_is_shown(capsys):
    text = GOOD.replace("= malta: 2 spitfires", "= malta: 3 spitfires\n= malta: no zeros\n! disengage")
    Path("a.story").write_text(text)
    code, out, _ = run(capsys, "--fix", "a.story")
    assert code == 1
    assert [line.split(": ", 1)[1] for line in out.splitlines() if line.startswith("a.story")] == [
        "= malta: 3 spitfires",
        "= malta: no zeros",
        "! disengage",
    ]
    assert "    now = malta: 2 spitfires\n" in out
    assert Path("a.story").read_text() == text.replace("3 spitfires", "2 spitfires")


def test_what_was_said_is_not_rewritten_to_something_else(capsys):
    Path("a.story").write_text(GOOD.replace("= malta: 2 spitfires", "  2 spitfires fly to Bryansk"))
    code, out, _ = run(capsys, "--fix", "a.story")
    assert code == 1
    assert "what was said:" in out


def test_a_line_that_cannot_be_played_ends_the_story_and_that_is_said(capsys):
    Path("a.story").write_text(GOOD.replace("= malta: 2 spitfires", "> fly\n= malta: 2 spitfires\n= malta: 2 spitfires"))
    assert "    nothing after this line was played: 2 lines\n" in run(capsys, "a.story")[1]


def test_verbose_shows_why_a_line_was_refused(capsys):
    Path("a.story").write_text(GOOD.replace("= malta: 2 spitfires", "! fly"))
    assert "         'fly' is not one of" in run(capsys, "-v", "a.story")[1]


def test_a_story_that_is_so_is_not_written_again(capsys):
    Path("a.story").write_text(GOOD)
    Path("a.story").chmod(0o400)
    assert run(capsys, "--fix", "a.story")[0] == 0


# --from


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_battle_becomes_a_story_that_is_so(path, tmp_path):
    log = tmp_path / "battle.jsonl"
    begin(load_scenario(str(path)), log, 3).by_script()
    text = written_story(log)
    assert f"scenario: {path.stem}\n" in text
    telling = Telling(story_in(text, tmp_path / "battle.story"))
    assert [failure for _, failure in telling.play() if failure] == []
    assert entries_of(telling.session.log) == entries_of(Log.load(log))
    assert "> \n" not in text


def test_charts_of_other_files_come_along(capsys, tmp_path):
    source = next(path for path in SHIPPED if path.stem == "sicily-1943")
    Path("charts").mkdir()
    Path("charts/invented-1943.yaml").write_text((source.parent / "charts/invented-1943.yaml").read_text())
    Path("mine.yaml").write_text(source.read_text().replace("Sicily, July 1943", "Sicily, as we played it"))
    begin(load_scenario("mine.yaml"), Path("mine.jsonl"), 3).by_script()
    code, text, _ = run(capsys, "--from", "mine.jsonl")
    assert code == 0
    Path("elsewhere").mkdir()
    Path("elsewhere/mine.story").write_text(text)
    assert "\nfile: charts/invented-1943.yaml\n    " in text
    assert run(capsys, "elsewhere/mine.story")[0] == 0


def test_a_battle_that_is_not_over_goes_on(capsys):
    session = Session.begin(read_story(written("a.story", GOOD)).scenario(), Path("a.jsonl"), seed=1, mode="physical")
    for line in ("counterair malta 5 flieger 2 regia", "3 5, 4 4"):
        session.order(line)
    session.close()
    text = written_story(Path("a.jsonl"))
    assert text.endswith("= malta: 3 fliegerkorps-ii (over), 1 regia (over), 2 spitfires (aborted)\n...\n")
    assert run(capsys, written("b.story", text))[0] == 0


def test_a_ruling_cannot_be_told():
    session = Session.begin(load_scenario("malta-1942"), Path("a.jsonl"), seed=1, mode="physical")
    session.rule("modifier", "malta.r1.attacker.fire", "+1", "clear weather")
    session.close()
    assert exit_code(["story", "--from", "a.jsonl"]) == 1


def written(name, text):
    path = Path(name)
    path.write_text(text)
    return path


def test_a_shell_completes_stories():
    written("a.story", GOOD)
    written("b.yaml", "")
    assert [item.value for item in stories(Context(Command("story")), "")] == ["a.story"]
