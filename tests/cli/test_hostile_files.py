"""Malicious scenario files on the command line: one clear sentence, exit 65, at once, no traceback."""

import os
from pathlib import Path

import pytest
from raids import RAIDS
from terminal import airwar

from airwar.battle.battle import begin
from airwar.cli import exit_code
from airwar.setup.loading import load_scenario

HEAD = "airwar: 1\nruleset: world-at-war\ntitle: x\n"


def bomb(join):
    """Each level holds the one before it nine times."""
    return "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {join(n - 1)}\n" for n in range(1, 12))


# what is wrong with the file: its text, and a part of the sentence that says so; the tests of the reader have all that it refuses
HOSTILE = {
    "merge-key bomb": (bomb(lambda n: "{<<: [" + ", ".join([f"*a{n}"] * 9) + "]}")[:400].rpartition("\n")[0] + "\n", "anchor &a0"),
    "100,000-deep list": ("[" * 100_000, "too deeply"),
    "5-million-digit integer": (RAIDS.replace("count: 9", "count: " + "9" * 5_000_000), "bytes"),
    "escape sequence": (RAIDS.replace("Two raids", '"\\e[2J"'), "invisible character U+001B"),
    "not UTF-8": (RAIDS.encode().replace(b"Two", b"\xff\xfe"), "not UTF-8"),
    "a Python object": (HEAD + "bases: !!python/object/apply:os.system ['touch hurt']\n", "tag"),
    "another format": (RAIDS.replace("airwar: 1", "airwar: 2"), "airwar"),
    "another ruleset": (RAIDS.replace("world-at-war", "world-at-peace"), "no such ruleset"),
    "no ruleset": (RAIDS.replace("ruleset: world-at-war\n", ""), "'ruleset' is missing"),
    "60,000 values": (HEAD + "bases: [" + "1, " * 60_000 + "1]\n", "too many values"),
    "40,000 keys": (HEAD + "".join(f"k{n}: 1\n" for n in range(40_000)), "too many values"),
    "9,000 unknown keys": (HEAD + "".join(f"k{n}: 1\n" for n in range(9_000)), "unknown key"),
    "a script that answers nothing": (RAIDS.replace('"*": default', "retreat: default"), "matches no decision"),
    "an answer of 9,000 faces": (RAIDS.replace('"*": default', '"*": [' + "1, " * 8_999 + "1]"), "a list of 9,000 is not"),
    "a fact of 9,000 letters": (RAIDS.replace("round == 1", "a" * 9_000 + " < 1"), "there is no fact"),
    "a pattern of stars": (RAIDS.replace('"*": default', f'"{"*a" * 90}": default'), "90 stars; expected at most 12"),
    "a script that calls": (RAIDS.replace("round == 1", "__import__('os')"), "is not a comparison"),
}


def checked(path, capsys, command="check"):
    code = exit_code([command, str(path)])
    return code, capsys.readouterr().err


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_sentence(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content, sentence = HOSTILE[name]
    path = tmp_path / "hostile.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    code, err = checked(path, capsys)
    assert code == 65
    assert sentence in err
    assert err.startswith(f"{path}:")
    assert "Traceback" not in err
    assert len(err) < 12_000
    assert max(map(len, err.splitlines())) < 600
    assert not (tmp_path / "hurt").exists()
    assert all(character.isprintable() or character == "\n" for character in err)


def test_run_and_batch_refuse_it_too(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "hostile.yaml"
    path.write_text(HOSTILE["merge-key bomb"][0])
    for command in ("run", "batch", "check"):
        code, err = checked(path, capsys, command)
        assert code == 65
        assert "anchor" in err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["hostile.yaml"]


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/stdin", "/proc/self/mem"])
def test_a_file_that_is_not_a_regular_file(path, capsys):
    code, err = checked(path, capsys)
    assert code in (65, 66)
    assert err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("kind", ["pipe", "zero", "folder", "sparse", "\udcff", "x" * 5_000, "."])
@pytest.mark.parametrize(
    "command",
    [
        ["resume", "FILE"],
        ["verify", "FILE", "FILE"],
        ["check", "FILE"],
        ["fork", "FILE"],
        ["odds", "--at", "FILE:5"],
        ["next", "FILE"],
        ["report", "FILE"],
        ["stats", "FILE"],
        ["run", "malta-1942", "--no-log", "--play", "allies=FILE"],
        ["run", "malta-1942", "--no-log", "--policy", "FILE"],
    ],
    ids=" ".join,
)
def test_a_pipe_a_device_or_a_huge_file_is_not_read(command, kind, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    os.symlink("/dev/zero", "zero")
    os.mkdir("folder")
    with open("sparse", "wb") as file:
        file.truncate(3 * 1024**3)
    assert exit_code([part.replace("FILE", kind) for part in command]) in (2, 65, 66)
    said = capsys.readouterr()
    assert len(said.err) < 1_500
    assert "Traceback" not in said.err


@pytest.mark.parametrize("seed", [[], ["--seed", "1"]])
@pytest.mark.parametrize("log", ["", ".", "..", "/", "folder"])
def test_a_folder_is_not_overwritten_by_a_log(log, seed, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    assert exit_code(["run", "malta-1942", "--log", log, *seed]) == 73
    assert exit_code(["resume", log]) in (2, 66)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("name", ["a folder", "not text", "3 GB", "two words"])
def test_a_strange_seed_file_beside_a_log(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    begin(load_scenario("malta-1942"), Path("a.jsonl")).log.close()
    seed = Path("a.jsonl.seed")
    seed.unlink()
    match name:
        case "a folder":
            seed.mkdir()
        case "not text":
            seed.write_bytes(b"\xff\xfe" * 9)
        case "3 GB":
            with seed.open("wb") as file:
                file.truncate(3 * 1024**3)
        case _:
            seed.write_text("no seed")
    assert exit_code(["resume", "a.jsonl"]) in (4, 66)
    assert "seed" in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["000080" + "0" * 5_000, "9" * 5_000, "-1", "\u0665\u0660", "1e3"])
def test_a_strange_width_of_the_terminal(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert exit_code(["table", "world-at-war", "air-combat"]) == 0
    assert capsys.readouterr().err == ""


def test_a_record_number_of_thousands_of_digits(tmp_path, capsys):
    path = tmp_path / "a.jsonl"
    begin(load_scenario("malta-1942"), path, 1).log.close()
    assert exit_code(["odds", "--at", f"{path}:{'9' * 5_000}"]) == 1
    assert "has no record 999999999; its last is 0" in capsys.readouterr().err


@pytest.mark.parametrize("until", ["win>=" + "9" * 5_000, "win>=0." + "9" * 5_000, "win>=nan", "x" * 5_000])
def test_a_goal_of_a_sweep_that_is_no_number(until, capsys):
    assert exit_code(["sweep", "malta-1942", "--vary", "units.fliegerkorps-ii.count=2..3", "--until", until]) == 2
    assert len(capsys.readouterr().err) < 1_500


def test_thousands_of_values_that_are_varied_together(capsys):
    together = "+".join(["units.fliegerkorps-ii.count"] * 5_000)
    assert exit_code(["sweep", "malta-1942", "--vary", f"{together}=2..3"]) == 2
    assert "too many values together; expected at most 20" in capsys.readouterr().err


def test_a_message_is_not_as_long_as_what_was_typed(capsys):
    for arguments in (
        ["run", "x" * 20_000],
        ["run", "malta-1942", "--set", "y" * 20_000],
        ["z" * 20_000],
        ["run", "malta-1942", "--dice", "z" * 20_000],
    ):
        assert exit_code(arguments) in (2, 65, 66)
        assert len(capsys.readouterr().err) < 1_500


def test_words_that_yaml_would_turn_into_booleans_stay_words(tmp_path, capsys):
    """A unit called no, a base called on: text until the scenario says otherwise."""
    text = RAIDS.replace("tunis", "on").replace("regia", "no").replace("Two raids", "010 3:1 yes")
    (tmp_path / "words.yaml").write_text(text)
    assert checked(tmp_path / "words.yaml", capsys)[0] == 0


@pytest.mark.parametrize("name", ["merge-key bomb", "100,000-deep list", "5-million-digit integer"])
def test_as_a_process_of_its_own(name, tmp_path):
    (tmp_path / "hostile.yaml").write_text(HOSTILE[name][0])
    done = airwar("check", "hostile.yaml", cwd=tmp_path)
    assert done.returncode == 65
    assert done.stderr.startswith(b"hostile.yaml:1:")
    assert done.stderr.endswith(b" error\n") or done.stderr.endswith(b" errors\n")
    assert b"Traceback" not in done.stderr
