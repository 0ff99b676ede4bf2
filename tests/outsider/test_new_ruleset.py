"""`airwar new --ruleset` writes a package that works as it is: it runs, its own tests pass, and it is type-checked."""

import shutil

import pytest
from installed import install, python

from airwar.cli import exit_code


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A new package, and a folder where it is installed."""
    folder = tmp_path_factory.mktemp("new")
    assert exit_code(["new", "--ruleset", "sky-duel", str(folder / "sky-duel")]) == 0
    install(folder / "sky-duel", folder / "site")
    return folder


@pytest.mark.slow
def test_its_own_tests_pass_and_then_hold_it_to_its_golden_log(made, tmp_path):
    tests = tmp_path / "tests"
    shutil.copytree(made / "sky-duel" / "tests", tests)

    def played(*options):
        line = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests", *options]
        done = python(made / "site", *line, cwd=tmp_path)
        return done.returncode, done.stdout

    code, said = played()
    assert (code, "`pytest --update-golden` writes it" in said, "1 failed" in said) == (1, True, True), said
    assert played("--update-golden", "-k", "golden")[0] == 0
    assert played("-k", "golden")[0] == 0
    log = tests / "golden" / "sky-duel-first.jsonl"
    log.write_text(log.read_text().replace('"faces":[', '"faces":[6,', 1))
    assert "sky-duel-first.jsonl differs" in played("-k", "golden")[1]


def test_it_is_formatted_and_runs(made, tmp_path):
    done = python(made / "site", "-m", "airwar", "run", "sky-duel-first", "--seed", "1", "--no-input", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Gunnery" in done.stdout
    texts = [path.read_text() for path in (made / "sky-duel").rglob("*") if path.suffix in (".py", ".yaml", ".toml")]
    assert len(texts) == 8
    assert [text for text in texts if "{{" in text or max(map(len, text.splitlines())) > 132] == []


@pytest.mark.parametrize("name", ["ocs", "Sky Duel", "../up", "", "json", "class", "airwar", "x" * 50])
def test_a_name_that_cannot_be_one_is_refused(name, tmp_path, capsys):
    assert exit_code(["new", "--ruleset", name, str(tmp_path / "made")]) == 2
    assert not (tmp_path / "made").exists()
    assert "name" in capsys.readouterr().err


def test_nothing_is_overwritten(tmp_path, capsys):
    (tmp_path / "made").mkdir()
    assert exit_code(["new", "--ruleset", "sky-duel", str(tmp_path / "made")]) == 0
    assert exit_code(["new", "--ruleset", "sky-duel", str(tmp_path / "made")]) == 73
    assert "already exists" in capsys.readouterr().err
