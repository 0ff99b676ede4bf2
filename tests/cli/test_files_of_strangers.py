"""A log from a stranger, with traps beside it: nothing is written through a link or into a pipe, and nothing is ever erased."""

import os
from pathlib import Path

import pytest

from airwar.battle.battle import keep_seed
from airwar.cli import exit_code
from airwar.engine.files import NotRegular, open_own, set_aside
from airwar.play.session import Session

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
TRAPS = ["link", "dangling link", "second name", "pipe", "folder"]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with somebody's file in it, which must stay as it is."""
    monkeypatch.chdir(tmp_path)
    victim = Path("victim")
    victim.write_text("precious")
    yield tmp_path
    assert victim.read_text() == "precious"
    assert not Path("not-there").exists()


def set_trap(trap, name):
    match trap:
        case "link":
            os.symlink("victim", name)
        case "dangling link":
            os.symlink("not-there", name)
        case "second name":
            os.link("victim", name)
        case "pipe":
            os.mkfifo(name)
        case "folder":
            os.mkdir(name)


def torn_log(name, lines=8):
    """A log whose last line was cut off: the first lines of a battle, or all of them."""
    assert exit_code(["run", "malta-1942", "--seed", "1", "--no-input", "--log", "whole.jsonl"]) == 0
    whole = Path("whole.jsonl").read_bytes().splitlines(keepends=True)
    Path(name).write_bytes(b"".join(whole[:lines]) + b"echo pwned #")
    return b"".join(whole)


@pytest.mark.parametrize("trap", TRAPS)
def test_a_torn_line_is_moved_past_whatever_has_its_name(trap):
    whole = torn_log("x.jsonl")
    set_trap(trap, "x.jsonl.torn")
    assert exit_code(["resume", "x.jsonl", "--no-input"]) == 0
    assert Path("x.jsonl").read_bytes() == whole
    assert Path("x.jsonl.torn-2").read_text() == "echo pwned #"


def test_what_was_torn_before_is_kept(capsys):
    for number, name in enumerate(["x.jsonl.torn", "x.jsonl.torn-2", "x.jsonl.torn-3"], 1):
        torn_log("x.jsonl")
        Path("whole.jsonl").unlink()
        with open("x.jsonl", "ab") as log:
            log.write(b" %d" % number)
        assert exit_code(["resume", "x.jsonl", "--no-input"]) == 0
        assert f"the last line of x.jsonl was torn; it is now in {name}" in capsys.readouterr().err
    names = sorted(path.name for path in Path().glob("x.jsonl.torn*"))
    assert names == ["x.jsonl.torn", "x.jsonl.torn-2", "x.jsonl.torn-3"]
    assert [Path(name).read_text()[-1] for name in names] == ["1", "2", "3"]


@pytest.mark.parametrize("trap", TRAPS)
def test_a_battle_whose_seed_would_go_elsewhere_is_not_begun(trap, capsys):
    set_trap(trap, "y.jsonl.seed")
    assert exit_code(["run", "malta-1942", "--no-input", "--log", "y.jsonl"]) == 73
    assert capsys.readouterr().err.startswith("airwar: cannot write y.jsonl.seed: it is not a regular file")
    assert not Path("y.jsonl").exists()


@pytest.mark.parametrize("trap", TRAPS[:-1])
def test_a_new_seed_takes_the_place_of_a_trap(trap):
    Path("z.jsonl").write_bytes(b"")
    set_trap(trap, ".z.jsonl.seed.new")
    set_trap(trap, "z.jsonl.seed")
    keep_seed(Path("z.jsonl"), 7)
    assert not Path("z.jsonl.seed").is_symlink()
    assert Path("z.jsonl.seed").read_text() == "0x7\n"
    assert not os.path.lexists(".z.jsonl.seed.new")


@pytest.mark.parametrize("trap", TRAPS)
def test_what_looks_like_a_leftover_of_a_killed_process_does_not_hang(trap):
    set_trap(trap, ".w.jsonl.123")
    assert exit_code(["run", "malta-1942", "--seed", "1", "--no-input", "--log", "w.jsonl"]) == 0


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("name", ["summary.json", "runs.csv"])
def test_the_folder_of_a_batch_may_have_traps_in_it(trap, name, capsys):
    Path("out").mkdir()
    os.link("victim", "out/victim")
    set_trap(trap, "trap")
    os.rename("trap", f"out/{name}")
    assert exit_code(["batch", "malta-1942", "--runs", "3", "--seed", "1", "--out", "out"]) == 73
    assert f"cannot write out/{name}: it is not a regular file" in capsys.readouterr().err
    assert not Path("out/not-there").exists()


def test_only_a_regular_file_by_its_only_name_is_written():
    Path("own").write_text("mine")
    os.close(open_own("own", os.O_WRONLY))
    os.link("own", "other")
    with pytest.raises(NotRegular, match="has another name too"):
        open_own("own", os.O_WRONLY)
    os.close(open_own("own", os.O_RDONLY))
    with pytest.raises(FileNotFoundError):
        open_own("nothing", os.O_WRONLY)


def test_what_is_set_aside_is_whole_or_not_there(monkeypatch):
    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        set_aside(Path("a.torn"), b"torn")
    assert os.listdir() == ["victim"]


@pytest.mark.parametrize("resumed", ["command", "session"])
def test_a_finished_log_with_a_torn_tail_is_mended_by_resume(resumed, capsys):
    """As verify says: a correction of a finished battle was cut off."""
    whole = torn_log("g.jsonl", lines=None)
    assert exit_code(["verify", "g.jsonl"]) == 4
    assert "`airwar resume` moves it aside" in capsys.readouterr().err
    if resumed == "command":
        assert exit_code(["resume", "g.jsonl", "--no-input"]) == 0
        assert "g.jsonl is finished" in capsys.readouterr().err
    else:
        Session.resume(Path("g.jsonl")).close()
    assert (Path("g.jsonl").read_bytes(), Path("g.jsonl.torn").read_bytes()) == (whole, b"echo pwned #")
    assert exit_code(["verify", "g.jsonl"]) == 0


def test_a_finished_log_that_is_whole_is_only_looked_at(monkeypatch):
    whole = torn_log("g.jsonl")
    monkeypatch.setattr("airwar.engine.log.Log._open", lambda *_: pytest.fail("it was opened for writing"))
    assert exit_code(["resume", "whole.jsonl"]) == 0
    assert Path("whole.jsonl").read_bytes() == whole
