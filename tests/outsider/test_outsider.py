"""A ruleset from outside, an installable package of its own: two decisions and one chart, written with nothing beyond what the
guide tells. It must stay small, and every command must find it."""

import ast
import json
import shutil
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from installed import commands, install, offer, python

from airwar import rulesets
from airwar.guide import text_of
from airwar.scenario import shipped_scenarios
from airwar.testing import conformance

HERE = Path(__file__).parent
CIRCUS = HERE / "flying_circus" / "__init__.py"
SCENARIO = HERE / "flying_circus" / "scenarios" / "circus.yaml"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the package installed."""
    folder = tmp_path_factory.mktemp("site")
    install(HERE, folder)
    return folder


@pytest.fixture
def said(site, tmp_path):
    """Runs commands beside the installed package; what they print."""

    def run(*lines):
        answers = commands(site, *lines, cwd=tmp_path)
        assert [(code, "Traceback" in err) for code, _, err in answers] == [(0, False)] * len(lines), answers
        return [answer.out for answer in answers]

    return run


def test_it_takes_no_more_than_130_lines_besides_its_imports():
    files = [path for path in (HERE / "flying_circus").rglob("*") if path.suffix in (".py", ".yaml")]
    imports = [node for node in ast.parse(CIRCUS.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert lines - sum(node.end_lineno - node.lineno + 1 for node in imports) <= 130


def test_it_imports_from_one_module():
    wanted = [node for node in ast.walk(ast.parse(CIRCUS.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    assert {node.module for node in wanted if node.module.startswith("airwar")} == {"airwar.rulesets.kit"}
    assert "airwar.rulesets.kit" in text_of("adding-a-ruleset")


def test_every_command_finds_it(said):
    """By the name of its scenario, without a file in sight."""
    wanted = {
        "run --list": "Over Douai",
        "run circus --no-input --seed 3 --log circus.jsonl": "holds the sky",
        "verify circus.jsonl": "",
        "replay circus.jsonl": "Dogfight",
        "check circus": "good: Over Douai",
        "rules": "flying-circus",
        "rules flying-circus": "holds the sky",
        "table flying-circus dogfight": "7+",
        "new flying-circus": "# ",
    }
    for line, out in zip(wanted, said(*wanted), strict=True):
        assert wanted[line] in out, line
    schema, counted = map(json.loads, said("schema flying-circus", "batch circus --runs 30 --seed 7 --jobs 2 --format json"))
    assert "flights" in schema["properties"]
    assert sum(row["runs"] for row in counted["scenarios"][0]["results"]) == 30


def test_its_odds_are_exact_and_its_policies_count(said):
    odds = map(json.loads, said("odds circus --json --policy *.leave=stay", "odds circus --json"))
    chances = [{one["result"]: Fraction(one["fraction"]) for one in found["results"]} for found in odds]
    assert [sum(found.values()) for found in chances] == [1, 1]
    assert chances[0] != chances[1]


def test_its_scenario_is_checked(site, tmp_path):
    (tmp_path / "bad.yaml").write_text(SCENARIO.read_text().replace("rfc: 4", "rfc: 4, escadrille: 2"), encoding="utf-8")
    done = python(site, "-m", "airwar", "check", "bad.yaml", cwd=tmp_path)
    assert (done.returncode, "3 flights; expected two" in done.stderr) == (65, True)


@pytest.mark.slow
def test_its_own_tests_pass(site, tmp_path):
    """Which are those that airwar gives every ruleset, and one for each of its rules."""
    shutil.copytree(HERE / "tests", tmp_path / "tests")
    line = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"]
    done = python(site, *line, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    proofs = tmp_path / "tests" / "test_flying_circus.py"
    proofs.write_text(proofs.read_text().replace("def test_3_", "def test_nothing_"))
    again = python(site, *line, "-k", "proved", cwd=tmp_path)
    assert "assert ['3'] == []" in again.stdout


# logs name the package


def test_a_log_names_the_package_and_its_version(said, tmp_path):
    said("run circus --no-input --seed 3 --log circus.jsonl", "run malta-1942 --no-input --seed 3 --log malta.jsonl")
    header = json.loads((tmp_path / "circus.jsonl").read_text().splitlines()[0])
    assert {name: header["ruleset"][name] for name in ("id", "package", "version")} == {
        "id": "flying-circus",
        "package": "flying-circus",
        "version": "1.0",
    }
    assert set(json.loads((tmp_path / "malta.jsonl").read_text().splitlines()[0])["ruleset"]) == {"id", "charts"}


def test_another_version_of_the_package_is_named(said, tmp_path):
    said("run circus --no-input --seed 3 --log circus.jsonl")
    newer = tmp_path / "newer"
    install(HERE, newer, version="1.1")
    elsewhere = "the battle was fought with flying-circus of flying-circus 1.0; here it comes from flying-circus 1.1"
    done = python(newer, "-m", "airwar", "verify", "circus.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert elsewhere in " ".join(done.stdout.split())
    code = newer / "flying_circus" / "__init__.py"
    code.write_text(code.read_text().replace(' holds the sky"', ' is master of the sky"'))
    done = python(newer, "-m", "airwar", "verify", "circus.jsonl", cwd=tmp_path)
    assert (done.returncode, f"({elsewhere})" in done.stderr) == (4, True)
    log = tmp_path / "circus.jsonl"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:6]))
    done = python(newer, "-m", "airwar", "resume", "circus.jsonl", "--no-input", cwd=tmp_path)
    assert (done.returncode, elsewhere in done.stderr) == (0, True)


def test_a_missing_package_is_named(said, tmp_path):
    said("run circus --no-input --seed 3 --log circus.jsonl")
    (tmp_path / "empty").mkdir()
    lines = [f"{command} circus.jsonl" for command in ("verify", "resume", "replay", "analyze")]
    wanted = "airwar: this battle needs ruleset flying-circus of flying-circus 1.0, which is not installed\n"
    assert [(code, err) for code, _, err in commands(tmp_path / "empty", *lines, cwd=tmp_path)] == [(66, wanted)] * 4


# what is broken is one plain line, and does no harm

BROKEN = {
    "import": ("import nothing_like_this", "ModuleNotFoundError: No module named 'nothing_like_this'"),
    "syntax": ("RULESET = (", "SyntaxError: '(' was never closed (broken_syntax.py, line 1)"),
    "exits": ("raise SystemExit(3)", "SystemExit: 3"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt: no message"),
    "raises": ("raise BaseException('boo')", "BaseException: boo"),
    "empty": ("", "AttributeError: module 'broken_empty' has no attribute 'RULESET'"),
    "number": ("RULESET = 7", "broken_number:RULESET is not a Ruleset but int"),
    "other": ("from flying_circus import RULESET", "its id is 'flying-circus', but its entry point says 'broken-other'"),
}


def test_a_broken_package_is_one_plain_line(tmp_path):
    folder = tmp_path / "site"
    install(HERE, folder)
    offer(folder, "bad-games", "0.1", {f"broken-{case}": f"broken_{case}:RULESET" for case in BROKEN})
    for case, (code, _) in BROKEN.items():
        (folder / f"broken_{case}.py").write_text(code)
        (tmp_path / f"{case}.yaml").write_text(f"airwar: 1\nruleset: broken-{case}\ntitle: x\n")
    lines = {
        f"broken-{case}": f"airwar: ruleset broken-{case} of bad-games 0.1 cannot be used: {why}\n"
        for case, (_, why) in BROKEN.items()
    }
    every, *one_by_one = commands(folder, "rules", *(f"rules {name}" for name in lines), cwd=tmp_path)
    assert [tuple(said) for said in one_by_one] == [(1, "", line) for line in lines.values()]
    assert (every.code, every.err, "flying-circus" in every.out) == (0, "".join(sorted(lines.values())), True)
    for checked, line in zip(
        commands(folder, *(f"check {case}.yaml circus malta-1942" for case in BROKEN), cwd=tmp_path), lines.values(), strict=True
    ):
        assert (checked.code, checked.err, checked.out.count(": good: ")) == (1, line, 2)


@pytest.mark.slow
@pytest.mark.parametrize("raised", ["RuntimeError('boom')", "SystemExit(7)", "KeyboardInterrupt"])
def test_a_package_that_raises_does_no_harm_to_the_ruleset_inside_it(tmp_path, raised):
    folder = tmp_path / "site"
    install(HERE, folder)
    offer(folder, "bad-game", "0.1", {"broken": "outer.inner:RULESET"})
    (folder / "outer" / "inner" / "scenarios").mkdir(parents=True)
    (folder / "outer" / "__init__.py").write_text(f"raise {raised}")
    (folder / "outer" / "inner" / "__init__.py").write_text("RULESET = 7")
    (folder / "outer" / "inner" / "scenarios" / "bad.yaml").write_text("airwar: 1\nruleset: broken\ntitle: A bad game\n")
    why = "cannot be used: " + {"SystemExit(7)": "SystemExit: 7", "KeyboardInterrupt": "KeyboardInterrupt: no message"}.get(
        raised, ""
    )
    wanted = {
        "run --list": (0, "A bad game", ""),
        "run no-such-thing": (66, "", "no such scenario: no-such-thing"),
        "batch no-such-thing": (66, "", "no such scenario: no-such-thing"),
        "new": (0, "flying-circus", f"ruleset broken of bad-game 0.1 {why}"),
        "rules": (0, "flying-circus", f"ruleset broken of bad-game 0.1 {why}"),
        "run bad --no-input": (1, "", f"ruleset broken of bad-game 0.1 {why}"),
        "check malta-1942 circus": (0, "circus", ""),
    }
    for (line, (code, out, err)), said in zip(wanted.items(), commands(folder, *wanted, cwd=tmp_path), strict=True):
        assert (said.code, out in said.out, err in said.err, "Traceback" in said.err) == (code, True, True, False), line


def test_ctrl_c_while_a_package_is_imported_is_still_ctrl_c(tmp_path):
    offer(tmp_path, "slow-game", "0.1", {"slow": "slow:RULESET"})
    (tmp_path / "slow.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = python(tmp_path, "-m", "airwar", "rules", "slow", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "airwar: interrupted")


def test_the_library_keeps_the_traceback_of_a_broken_package(tmp_path):
    offer(tmp_path, "bad-game", "0.1", {"broken": "broken:RULESET"})
    (tmp_path / "broken.py").write_text("RULESET = 7\nimport nothing_like_this\n")
    done = python(tmp_path, "-c", "from airwar import rulesets; rulesets.load('broken')", cwd=tmp_path)
    assert 'broken.py", line 2' in done.stderr


def test_an_id_that_airwar_has_is_not_taken_over(tmp_path):
    folder = tmp_path / "site"
    install(HERE, folder)
    offer(folder, "bad-game", "0.1", {"ocs": "flying_circus:RULESET"})
    done = python(folder, "-m", "airwar", "rules", cwd=tmp_path)
    assert done.stderr == "airwar: ruleset ocs of bad-game 0.1 cannot be used: airwar has a ruleset of that id\n"
    assert "Operational Combat Series" in python(folder, "-m", "airwar", "rules", "ocs", cwd=tmp_path).stdout


def test_two_packages_with_one_id_are_told_apart(tmp_path):
    folder = tmp_path / "site"
    install(HERE, folder)
    offer(folder, "twin", "2.0", {"flying-circus": "flying_circus:RULESET"})
    done = python(folder, "-m", "airwar", "odds", str(SCENARIO), cwd=tmp_path)
    assert done.returncode == 1
    assert "twin 2.0 has one of that id too; uninstall one of them" in done.stderr


def test_airwars_own_games_look_for_no_packages(site, tmp_path):
    code = """if True:
        import sys
        from airwar.cli import exit_code
        assert exit_code(["odds", "malta-1942"]) == 0
        print("importlib.metadata" in sys.modules)
    """
    assert python(site, "-c", code, cwd=tmp_path).stdout.splitlines()[-1] == "False"


# the tests that every ruleset gets


@pytest.mark.parametrize(("typed", "played"), [(0, 3), (7, 7)])
def test_the_command_line_says_how_many_games_are_played(monkeypatch, tmp_path, typed, played):
    seeds = []
    monkeypatch.setattr("airwar.testing.suite.scenarios_of", lambda ruleset: [])
    monkeypatch.setattr("airwar.testing.random_play.check_game", lambda scenario, seed: seeds.append(seed))
    tests = conformance(rulesets.load("dark-crusade"), tests=tmp_path, games=3)
    request = SimpleNamespace(config=SimpleNamespace(getoption=lambda name, default: typed if name == "--games" else default))
    tests["test_random_games_end_and_keep_the_books"](shipped_scenarios()[0], request)
    assert seeds == list(range(played))
