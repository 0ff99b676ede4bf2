"""The commands, their exit codes and their documents; run in this process if that makes no difference, otherwise in their own."""

import csv
import io
import json
import subprocess

import pytest
from raids import RAIDS, fought, raids
from support import SHIPPED, TESTS
from terminal import ROOT, Terminal, airwar, command, environment

from airwar import __version__, rulesets
from airwar.battle.battle import begin, scenario_of
from airwar.choices.patterns import meaning
from airwar.cli import COMMANDS, exit_code
from airwar.cli.verify import HOLDER
from airwar.engine.log import Log
from airwar.engine.records import Chosen, Stated
from airwar.rulesets.index import rule_index
from airwar.setup.loading import load_scenario

GOLDEN = TESTS / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl"


class Said:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def document(self):
        return json.loads(self.out)


@pytest.fixture
def call(capsys, tmp_path, monkeypatch):
    """Calls a command in a folder with the raids in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "raids.yaml").write_text(RAIDS)

    def called(*arguments):
        capsys.readouterr()
        code = exit_code([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Said(code, captured.out, captured.err)

    return called


# the whole


def test_help_of_everything_opens_with_an_example(call):
    assert call("--version").out == f"airwar {__version__}\n"
    whole = call("--help")
    assert whole.code == 0
    for name in COMMANDS:
        assert f"  {name} " in whole.out
        said = call(name, "--help")
        assert said.code == 0
        assert said.out.split("\n\n")[1].strip().startswith(f"airwar {name}"), said.out
    assert call("-h").out == whole.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["rnu"],
        ["run"],
        ["run", "raids.yaml", "--dice", "loaded"],
        ["run", "raids.yaml", "--seed", "seven"],
        ["run", "raids.yaml", "--nonsense"],
        ["batch"],
        ["batch", "raids.yaml", "--runs", "0"],
        ["batch", "raids.yaml", "--jobs", "none"],
        ["batch", "raids.yaml", "--seed", "seven"],
        ["replay", "raids.jsonl", "--to", "-1"],
    ],
    ids=" ".join,
)
def test_2_for_a_usage_error(call, arguments):
    said = call(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err


def test_a_mistyped_command_is_guessed(call):
    assert "Did you mean run?" in call("rnu").err
    assert "There are run, resume" in call("zzz").err


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "nothing.yaml"],
        ["run", "n" * 300],
        ["run", "."],
        ["run", "raids.yaml/inside"],
        ["resume", "nothing.jsonl"],
        ["replay", "nothing.jsonl"],
        ["verify", "nothing.jsonl"],
        ["verify", "."],
        ["check", "nothing.yaml"],
        ["batch", "nothing.yaml"],
        ["new", "nothing"],
        ["schema", "nothing"],
        ["rules", "nothing"],
        ["rules", "world-at-war", "999"],
        ["table", "nothing"],
        ["table", "world-at-war", "nothing"],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_66_for_a_file_that_does_not_exist(call, arguments):
    said = call(*arguments)
    assert (said.code, said.out) == (66, "")
    assert said.err


def test_a_name_that_is_nearly_right_is_guessed(call):
    assert "did you mean malta-1942?" in call("run", "malta-1943").err
    assert "did you mean world-at-war?" in call("rules", "world-at-wr").err


# run


def test_without_a_terminal_the_script_fights_the_battle(tmp_path):
    (tmp_path / "raids.yaml").write_text(RAIDS)
    done = airwar("run", "raids.yaml", "--seed", "3", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "raids.jsonl").read_text() == fought(seed=3).log.text()
    assert b"log: raids.jsonl" in done.stderr
    assert b"Malta: attacker disengaged; Benghazi: attacker disengaged" in done.stdout


def test_a_shipped_scenario_is_found_by_name(call, tmp_path):
    assert call("run", "malta-1942", "--seed", "7").code == 0
    assert (tmp_path / "malta-1942.jsonl").read_bytes() == GOLDEN.read_bytes()


def test_default_log_names_are_free_ones(call, tmp_path):
    for name in ("raids.jsonl", "raids-2.jsonl", "raids-3.jsonl"):
        assert f"log: {name}\n" in call("run", "raids.yaml", "--no-input").err
        assert (tmp_path / name).exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["raids-2.jsonl", "raids-3.jsonl", "raids.jsonl", "raids.yaml"]


@pytest.mark.parametrize("seed", [["--seed", "1"], []], ids=["open", "secret"])
def test_73_if_the_log_exists_or_cannot_be_written(call, tmp_path, seed):
    (tmp_path / "old.jsonl").write_text("old")
    for name in ("old.jsonl", "missing/new.jsonl", "raids.yaml/new.jsonl", "n" * 300):
        said = call("run", "raids.yaml", "--log", name, *seed)
        assert (said.code, said.out) == (73, "")
        assert name in said.err
    assert (tmp_path / "old.jsonl").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.jsonl", "raids.yaml"]


def test_3_for_a_decision_that_nothing_answers(call, tmp_path):
    (tmp_path / "silent.yaml").write_text(RAIDS.replace('"*": default', '"*.defender.*": default'))
    said = call("run", "silent.yaml", "--seed", "3", "--no-input")
    assert said.code == 3
    assert "nothing answers benghazi.r1.attacker.reinforce" in said.err or "nothing answers attacker.return.luftwaffe" in said.err
    assert "airwar resume silent.jsonl" in said.err
    assert call("verify", "silent.jsonl").code == 0
    assert call("resume", "silent.jsonl").code == 3


def test_3_for_physical_dice_that_nobody_rolls(call):
    said = call("run", "raids.yaml", "--dice", "physical", "--no-input")
    assert said.code == 3
    assert "nothing answers malta.r1.attacker.fire" in said.err


def test_the_document_of_run(call, tmp_path):
    said = call("run", "raids.yaml", "--seed", "3", "--json")
    assert said.code == 0
    document = said.document
    assert list(document) == ["airwar", "scenario", "title", "ruleset", "result", "losses", "decisions", "state", "log"]
    assert document["airwar"] == 1
    assert document["log"] == "raids.jsonl"
    assert document["losses"][0] == {"side": "axis", "unit": "German AAF", "had": 9, "lost": document["losses"][0]["lost"]}
    battle = fought(seed=3)
    assert document["result"] == battle.log.last.content["result"]
    assert [list(loss.values()) for loss in document["losses"]] == battle.log.last.content["tally"]
    choices = [record.content for record in battle.log.records if record.content["t"] == "choice"]
    assert document["decisions"] == [{name: body[name] for name in ("key", "rule", "answer")} for body in choices]
    assert document["state"]["units"]


def test_ask_without_a_terminal_lets_the_machine_roll(call, tmp_path):
    assert call("run", "raids.yaml", "--seed", "3", "--dice", "ask").code == 0
    assert fought(seed=3).log.text().splitlines()[-1].split('"result"')[1] in (tmp_path / "raids.jsonl").read_text()


# resume


def test_resume_continues_and_says_when_the_battle_is_finished(call, tmp_path):
    lines = fought(seed=3).log.text().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:30]) + lines[30][:40])
    said = call("resume", "cut.jsonl", "--no-input", "--json")
    assert said.code == 0
    assert said.document["log"] == "cut.jsonl"
    assert (tmp_path / "cut.jsonl").read_text() == "".join(lines)
    again = call("resume", "cut.jsonl")
    assert again.code == 0
    assert "finished" in again.err


def test_65_for_a_file_that_is_not_a_log_and_4_for_a_forged_one(call, tmp_path):
    (tmp_path / "empty.jsonl").write_text("")
    lines = GOLDEN.read_text().splitlines(keepends=True)
    (tmp_path / "broken.jsonl").write_text("".join(lines[:5] + lines[6:]))
    for command_ in ("resume", "replay"):
        said = call(command_, "raids.yaml")
        assert (said.code, said.err) == (65, "airwar: raids.yaml is not an airwar log\n")
        assert call(command_, "empty.jsonl").code == 65
        said = call(command_, "broken.jsonl")
        assert said.code == 65
        assert "record 5" in said.err
    assert call("verify", "empty.jsonl").code == 65
    said = call("verify", "broken.jsonl")
    assert said.code == 4
    assert said.err == "airwar: record 5: the line says it is record 6; a record is missing, doubled or moved\n"


def test_a_battle_whose_secret_seed_is_missing_cannot_be_resumed(call, tmp_path):
    begin(raids(), tmp_path / "secret.jsonl").log.close()
    (tmp_path / "secret.jsonl.seed").unlink()
    said = call("resume", "secret.jsonl", "--no-input")
    assert said.code == 66
    assert "secret.jsonl.seed" in said.err


# verify


def test_verify_says_what_is_verified(call):
    said = call("verify", GOLDEN)
    assert said.code == 0
    assert said.out == (
        "verified  the chain of 30 records is intact, and the rules reproduce every one of them\n"
        "verified  12 machine dice come from the seed\n"
        f"trusted   {HOLDER}\n"
    )
    document = call("verify", GOLDEN, "--json").document
    assert document["airwar"] == 1
    assert (document["records"], document["finished"], document["machine_dice"], document["seed_known"]) == (30, True, 12, True)


def test_verify_checks_every_log_and_sums_up(call, tmp_path):
    lines = GOLDEN.read_text().splitlines(keepends=True)
    (tmp_path / "bad.jsonl").write_text("".join(lines[:5] + lines[6:]))
    said = call("verify", "bad.jsonl", GOLDEN, "nowhere.jsonl")
    assert said.code == 4
    assert said.out.splitlines() == [
        "FAILED  bad.jsonl: record 5: the line says it is record 6; a record is missing, doubled or moved",
        f"good    {GOLDEN}: 30 records",
        "FAILED  nowhere.jsonl: no such log: nowhere.jsonl",
        "3 logs: 1 verified, 2 failed",
    ]
    document = call("verify", "bad.jsonl", GOLDEN, "--json").document
    assert ["error" in one for one in document["logs"]] == [True, False]
    assert (document["good"], document["failed"]) == (1, 1)


def test_verify_takes_folders_and_says_everything_if_wanted(call, tmp_path):
    call("batch", "raids.yaml", "--runs", "2", "--seed", "3", "--logs", "logs")
    (tmp_path / "logs" / "cut.jsonl").write_text("".join(fought(seed=3).log.text().splitlines(keepends=True)[:20]))
    said = call("verify", "logs")
    assert said.code == 0
    told = said.out.splitlines()
    assert len(told) == 4
    assert told[0].startswith("good    logs/cut.jsonl: 20 records, unfinished: it waits for ")
    assert told[-1] == "3 logs: 3 verified, 1 of them unfinished, 0 failed"
    full = call("verify", "logs", "--verbose").out
    assert full.count("\n  verified  the chain of") == 3
    (tmp_path / "none").mkdir()
    assert call("verify", "none").code == 66


def test_verify_says_what_is_open(call, tmp_path):
    records = fought(seed=None).log.records
    cut = next(record.seq for record in records if record.content.get("key") == "malta.r1.defender.fire")
    (tmp_path / "cut.jsonl").write_text("".join(record.line + "\n" for record in records[:cut]))
    said = call("verify", "cut.jsonl")
    assert said.code == 0
    assert "2 machine dice: the seed is secret until the battle ends" in said.out
    assert "the battle is unfinished; it waits for malta.r1.defender.fire" in said.out


# replay


def test_replay_in_a_pipe_prints_the_whole_battle(call):
    said = call("replay", GOLDEN)
    assert said.code == 0
    wanted = ("Malta, May 1942", "== Counterair against Malta  (18.521) ==", "Round 1", "4 6 = 10", "Result  defender eliminated")
    for shown in wanted:
        assert shown in said.out


def test_replay_up_to_a_record(call):
    said = call("replay", GOLDEN, "--to", "4")
    assert said.code == 0
    assert "Round 1" in said.out
    assert "4 6 = 10" not in said.out
    assert "Result" not in said.out


def test_replay_as_a_document(call):
    document = call("replay", GOLDEN, "--json").document
    assert [record["seq"] for record in document["records"]] == list(range(30))
    assert [record["seq"] for record in call("replay", GOLDEN, "--json", "--to", "5").document["records"]] == list(range(6))


def test_replay_of_an_unfinished_battle(call, tmp_path):
    lines = fought(seed=3).log.text().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_text("".join(lines[:20]))
    said = call("replay", "cut.jsonl")
    assert said.code == 0
    assert "Round 1" in said.out


# batch


def test_batch_counts_the_runs(call):
    document = call("batch", "raids.yaml", "--runs", "40", "--seed", "3", "--format", "json").document
    (only,) = document["scenarios"]
    assert (document["airwar"], document["seed"], only["runs"], only["scenario"]) == (1, "0x3", 40, "raids.yaml")
    assert sum(result["runs"] for result in only["results"]) == 40
    for loss in only["losses"]:
        assert sum(lost["runs"] for lost in loss["lost"]) == 40


def test_the_first_run_is_the_battle_of_run_and_every_other_run_can_be_repeated_by_its_seed(call, tmp_path):
    rows = list(csv.DictReader(io.StringIO(call("batch", "raids.yaml", "--runs", "5", "--seed", "3", "--format", "csv").out)))
    assert {row["run"] for row in rows} == set("12345")
    assert rows[0]["seed"] == "0x3"
    for run in "12345":
        mine = [row for row in rows if row["run"] == run]
        document = call("run", "raids.yaml", "--seed", mine[0]["seed"], "--log", f"{run}.jsonl", "--json").document
        assert {row["result"] for row in mine} == {document["result"]}
        assert [(row["unit"], int(row["lost"])) for row in mine] == [(loss["unit"], loss["lost"]) for loss in document["losses"]]


def test_batch_logs_are_those_of_run(call, tmp_path):
    assert call("batch", "raids.yaml", "--runs", "3", "--seed", "3", "--logs", "logs").code == 0
    assert (tmp_path / "logs" / "raids-000001.jsonl").read_text() == fought(seed=3).log.text()
    assert len(list((tmp_path / "logs").iterdir())) == 3
    for log in (tmp_path / "logs").iterdir():
        assert call("verify", log).code == 0
    again = call("batch", "raids.yaml", "--runs", "3", "--seed", "4", "--logs", "logs")
    assert again.code == 73
    assert (tmp_path / "logs" / "raids-000001.jsonl").read_text() == fought(seed=3).log.text()


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_batch_gives_the_same_counts_with_and_without_logs(call, path):
    """The graph of positions and the walk are one battle."""
    quick = call("batch", path, "--runs", "8", "--seed", "7", "--format", "csv")
    walked = call("batch", path, "--runs", "8", "--seed", "7", "--format", "csv", "--logs", "logs")
    assert quick.code == walked.code == 0
    assert quick.out == walked.out


@pytest.mark.slow
def test_batch_gives_the_same_bytes_whatever_the_jobs(tmp_path):
    """Tables, csv, files and logs; one scenario of three is bad."""
    (tmp_path / "raids.yaml").write_text(RAIDS)
    (tmp_path / "bad.yaml").write_text(RAIDS.replace("type: aaf, count: 9", "type: zeppelin, count: 9"))
    seen = []
    for jobs in (1, 2):
        folders = ["--out", f"out{jobs}", "--logs", f"logs{jobs}"]
        files = ["malta-1942", "bad.yaml", "raids.yaml"]
        done = airwar("batch", *files, "--runs", "11", "--seed", "5", "--jobs", jobs, "--format", "csv", *folders, cwd=tmp_path)
        assert done.returncode == 65
        kept = {path.name: path.read_bytes() for name in ("out", "logs") for path in (tmp_path / f"{name}{jobs}").iterdir()}
        seen.append((done.stdout, done.stderr, kept))
    assert seen[0] == seen[1]
    out, err, kept = seen[0]
    assert b"bad.yaml:22:" in err
    assert b"1 of 3 scenarios could not be fought" in err
    assert {row["scenario"] for row in csv.DictReader(io.StringIO(out.decode()))} == {"malta-1942", "raids.yaml"}
    assert len(kept) == 2 + 22
    assert kept["runs.csv"] == out
    assert [one["scenario"] for one in json.loads(kept["summary.json"])["scenarios"]] == ["malta-1942", "raids.yaml"]


def test_batch_takes_folders_and_tells_scenarios_of_one_name_apart(call, tmp_path):
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "raids.yaml").write_text(RAIDS)
    said = call("batch", "first", "second", "first/raids.yaml", "--runs", "1", "--seed", "1", "--format", "json", "--logs", "logs")
    assert [one["scenario"] for one in said.document["scenarios"]] == ["first/raids.yaml", "second/raids.yaml"]
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == ["first-raids-000001.jsonl", "second-raids-000001.jsonl"]


def test_batch_prints_a_seed_that_it_draws(call):
    said = call("batch", "raids.yaml", "--runs", "2")
    assert said.err.startswith("seed: 0x")
    assert "2 runs" in said.out
    again = call("batch", "raids.yaml", "--runs", "2", "--seed", said.err.split()[1])
    assert again.out == said.out


def test_batch_says_which_decision_nothing_answers(call, tmp_path):
    (tmp_path / "silent.yaml").write_text(RAIDS.replace('"*": default', '"*.defender.*": default'))
    said = call("batch", "silent.yaml", "raids.yaml", "--runs", "5", "--seed", "3", "--format", "json")
    assert said.code == 3
    assert "silent.yaml: nothing answers" in said.err
    assert [one["scenario"] for one in said.document["scenarios"]] == ["raids.yaml"]


@pytest.mark.parametrize("option", ["--out", "--logs"])
def test_batch_into_a_folder_that_cannot_be_written(call, tmp_path, option):
    said = call("batch", "raids.yaml", "--runs", "1", "--seed", "1", option, "raids.yaml/inside")
    assert said.code == 73
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "summary.json").mkdir()
    (tmp_path / "full" / "raids-000001.jsonl").mkdir()
    assert call("batch", "raids.yaml", "--runs", "1", "--seed", "1", option, "full").code == 73


def test_batch_of_an_empty_folder(call, tmp_path):
    (tmp_path / "empty").mkdir()
    assert call("batch", "empty", "--seed", "1").code == 66


# check, new, schema


def test_check_lists_every_problem_of_every_file(call, tmp_path):
    (tmp_path / "one.yaml").write_text(RAIDS.replace("count: 9", "count: nine").replace("at: malta}", "at: mlata}"))
    (tmp_path / "two.yaml").write_text(RAIDS.replace("theater: europe", "theatre: europe"))
    said = call("check", "one.yaml", "missing.yaml", "raids.yaml", "two.yaml")
    assert said.code == 65
    assert said.out == "raids.yaml: good: Two raids (world-at-war)\n"
    lines = said.err.splitlines()
    assert sum(line.startswith("one.yaml:22:") for line in lines) == 1
    assert any(line.startswith("one.yaml:") and "mlata" in line and "did you mean malta?" in line for line in lines)
    assert any(line.startswith("two.yaml:4:1: ") and "theater" in line for line in lines)
    assert any("missing.yaml" in line for line in lines)
    assert "two.yaml: not everything could be checked; fix these first (trial battles need a scenario that can be played)" in lines


@pytest.mark.parametrize("command", ["rules", "table", "new", "schema", "fields"])
def test_without_a_ruleset_the_rulesets_are_listed(call, command):
    said = call(command)
    assert said.code == 0
    assert all(ruleset in said.out for ruleset in rulesets.ids())


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_scenario_is_good(call, path):
    assert call("check", path).code == 0


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_new_prints_a_commented_scenario_that_can_be_fought(call, tmp_path, ruleset):
    if not rulesets.load(ruleset).template:
        pytest.skip("no template yet")
    said = call("new", ruleset)
    assert said.code == 0
    assert "#" in said.out
    (tmp_path / "new.yaml").write_text(said.out)
    assert call("check", "new.yaml").code == 0
    assert call("run", "new.yaml", "--seed", "1", "--no-input").code == 0
    assert call("new", ruleset, "--out", "file.yaml").code == 0
    assert (tmp_path / "file.yaml").read_text() == said.out
    assert call("new", ruleset, "--out", "file.yaml").code == 73


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_schema_is_json(call, ruleset):
    document = call("schema", ruleset).document
    assert document["$schema"].startswith("https://json-schema.org/")
    assert {"airwar", "ruleset", "title", "choices", "options"} <= document["properties"].keys()
    assert document["properties"].keys() >= rulesets.load(ruleset).fields.keys()


# rules and table


def test_rules_lists_rulesets_rules_and_one_rule(call):
    assert all(name in call("rules").out for name in rulesets.ids())
    assert [one["id"] for one in call("rules", "--json").document["rulesets"]] == rulesets.ids()
    for ruleset in rulesets.ids():
        index = rule_index(ruleset)
        document = call("rules", ruleset, "--json").document
        assert [one["number"] for one in document["rules"]] == list(index)
        said = call("rules", ruleset)
        assert all(entry.summary in said.out for entry in index.values()), "something is cut"
    narrow = call("rules", "world-at-war", "18.522b")
    assert "18.522B" in narrow.out
    assert "19.2" not in narrow.out


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_table_prints_every_chart_also_as_data(call, ruleset):
    from airwar.rulesets.kit.charts import chart_names, load_chart

    package = rulesets.load(ruleset).package
    listed = call("table", ruleset)
    assert listed.code == 0
    for name in chart_names(package):
        assert name in listed.out
        chart = load_chart(package, name)
        printed = call("table", ruleset, name)
        assert printed.code == 0
        assert all(head in printed.out for head in chart.columns)
        document = call("table", ruleset, name, "--json").document
        assert tuple(document["columns"]) == chart.columns
        assert [(row["row"], tuple(row["cells"])) for row in document["rows"]] == list(chart.rows)


# streams


def test_piped_output_has_no_escape_codes_and_nothing_is_cut(tmp_path):
    """Without COLUMNS, lines are as long as they need to be."""
    (tmp_path / "raids.yaml").write_text(RAIDS.replace("Two raids", "A title that is " + "very " * 20 + "long"))
    done = airwar("run", "raids.yaml", "--seed", "3", cwd=tmp_path)
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout + done.stderr
    assert b"very very long" in done.stdout
    assert "…" not in done.stdout.decode()
    for line in done.stdout.decode().splitlines():
        if "attacker.fire" in line:
            assert "Air Combat" in done.stdout.decode()
            assert "row" in line


@pytest.mark.slow
def test_output_in_ascii(tmp_path):
    """Letters that cannot be written are replaced; boxes and marks are drawn without them."""
    (tmp_path / "raids.yaml").write_text(RAIDS.replace("Two raids", "Köln ▸ raids"), encoding="utf-8")
    for arguments in (["run", "raids.yaml", "--seed", "3"], ["rules", "world-at-war"], ["table", "world-at-war", "air-combat"]):
        done = airwar(*arguments, cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
        assert done.returncode == 0, done.stderr
        assert done.stdout.isascii()
    assert b"K?ln ? raids" in airwar("replay", "raids.jsonl", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"}).stdout
    document = airwar("run", "raids.yaml", "--seed", "3", "--json", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert json.loads(document.stdout.decode())["title"] == "Köln ▸ raids"


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "world-at-war"],
        ["batch", "malta-1942", "--runs", "2000", "--seed", "1", "--format", "csv"],
        ["schema", "world-at-war"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_closed_pipe_is_not_a_failure(tmp_path, arguments):
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command(*arguments), cwd=tmp_path, env=environment(), **streams)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 0


@pytest.mark.slow
def test_closed_streams(tmp_path):
    (tmp_path / "raids.yaml").write_text(RAIDS)
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        name = f"{len(list(tmp_path.iterdir()))}.jsonl"
        line = f'"$0" -m airwar run raids.yaml --seed 3 --no-input --log {name} {closed}'
        done = subprocess.run(["sh", "-c", line, command()[0]], cwd=tmp_path, env=environment(), capture_output=True, timeout=30)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), closed
        assert (tmp_path / name).read_text() == fought(seed=3).log.text()


def test_a_forged_log_sends_no_escape_codes_to_the_terminal(call, tmp_path):
    """Not even in the message that says what is wrong with it."""
    from forger import forged

    contents = [record.content for record in fought(seed=3).log.records]
    at = next(number for number, content in enumerate(contents) if "text" in content)
    contents = contents[: at + 1]
    contents[at]["text"] = "\x1b[2J\x9b2J\u202e\ud800"
    (tmp_path / "forged.jsonl").write_bytes(forged(contents))
    for command_ in ("verify", "replay", "resume"):
        said = call(command_, "forged.jsonl")
        assert said.code == 4
        assert "[2J" in said.err
        assert not set(said.err) & set("\x1b\x9b\u202e\ud800")


def test_a_file_name_sends_no_escape_codes_either(call, tmp_path):
    (tmp_path / "a\x1b[2Jb.yaml").write_text(RAIDS)
    (tmp_path / "c\x1b[2Jd.yaml").write_text("[")
    names = [path.name for path in tmp_path.iterdir()]
    for arguments in (["check", *names], ["batch", ".", "--runs", "1", "--seed", "1"], ["run", "\x1b[2J.yaml"]):
        said = call(*arguments)
        assert "\x1b" not in said.out + said.err


def test_python_m_airwar_is_airwar(tmp_path):
    assert airwar("--version", cwd=tmp_path).stdout.decode() == f"airwar {__version__}\n"
    assert airwar("run", "nothing", cwd=tmp_path).returncode == 66
    assert (ROOT / "airwar" / "__main__.py").exists()


def test_an_interrupt_while_the_commands_are_imported_is_no_traceback(tmp_path):
    """As a Ctrl-C is that comes before `main` is there."""
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")
    path = f"{tmp_path}:{ROOT}"
    done = airwar("--version", cwd=tmp_path, env={"PYTHONPATH": path})
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_same_scenario_is_the_same_battle_however_it_is_named(call, tmp_path):
    shipped = load_scenario("malta-1942")
    (tmp_path / "malta-1942.yaml").write_text(shipped.text)
    call("run", "malta-1942.yaml", "--seed", "7", "--log", "copy.jsonl")
    assert (tmp_path / "copy.jsonl").read_bytes() == GOLDEN.read_bytes()


def test_odds_that_take_long_say_why_and_can_be_stopped(tmp_path):
    with Terminal("odds", "husky-1943", "--method", "exact", cwd=tmp_path) as terminal:
        terminal.until("exploring every outcome")
        terminal.press("\x03")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.shown


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "malta-1942", "--seed", "7", "--no-input"),
        ("odds", "malta-1942"),
        ("rules", "ocs"),
        ("table", "world-at-war", "air-combat"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_line_of_a_piped_table_ends_in_blanks(call, arguments):
    said = call(*arguments)
    assert said.out.count("\n") > 10
    assert [line for line in said.out.split("\n") if line.endswith(" ")] == []


# what a person may mistype


def test_a_report_is_never_written_over_its_log(call, tmp_path):
    log = tmp_path / "malta.jsonl"
    log.write_bytes(GOLDEN.read_bytes())
    said = call("report", log, "--format", "text", "-o", log)
    assert said.code == 73
    assert "is the log; choose another name for the report" in said.err
    assert log.read_bytes() == GOLDEN.read_bytes()


def test_a_report_has_the_ending_of_its_format(call, tmp_path):
    said = call("report", GOLDEN, "-o", "malta.pdf")
    assert said.code == 73
    assert "a report ends in .html, .md, .bbcode or .txt" in said.err
    assert call("report", GOLDEN, "--no-analysis", "-o", "malta.txt").code == 0
    assert (tmp_path / "malta.txt").read_text().startswith("Malta, May 1942\n")


def test_a_log_is_no_scenario_and_the_message_says_how_to_resume_it(call):
    said = call("run", GOLDEN)
    assert said.code == 65
    assert f"airwar resume {GOLDEN}" in said.err


@pytest.mark.parametrize("path", ["units.nobody=3", "title.nobody=3"])
def test_a_setting_of_what_is_not_there_is_refused(call, path):
    said = call("run", "malta-1942", "--set", path)
    assert said.code == 2
    assert "has no 'nobody'" in said.err


def test_a_side_that_does_not_exist_cannot_be_played(call):
    said = call("run", "malta-1942", "--play", "alies")
    assert said.code == 2
    assert "there is no side 'alies'; expected one of axis, allies, attacker, defender" in said.err


def test_questions_that_do_not_exist_cannot_be_left_to_the_script(call):
    said = call("run", "malta-1942", "--auto", "*.attacker.lossess")
    assert said.code == 2
    assert "'*.attacker.lossess' matches no decision of world-at-war" in said.err


@pytest.mark.parametrize("log", sorted((TESTS / "golden" / "format-3").glob("*/*.jsonl")), ids=lambda path: path.stem)
def test_everybody_who_is_ever_asked_is_known_by_name(log):
    scenario = scenario_of(Log.load(log))
    asked = {record.body.by for record in Log.load(log).records if isinstance(record.body, Chosen | Stated)}
    assert [by for by in asked if not scenario.knows(by)] == []


@pytest.mark.parametrize("log", sorted((TESTS / "golden" / "format-3").glob("*/*.jsonl")), ids=lambda path: path.stem)
def test_every_question_says_what_it_decides(log):
    known = scenario_of(Log.load(log)).ruleset.decisions
    asked = [record.body.key for record in Log.load(log).records if isinstance(record.body, Chosen)]
    assert [key for key in asked if not meaning(key, known)] == []


def test_a_correction_without_a_terminal_says_what_is_missing(call):
    said = call("correct", GOLDEN, "5")
    assert said.code == 2
    assert "--answer and --why say what is right" in said.err
    assert "Counterair against Malta, round 1\n    5  Axis fire: 4 6 (machine)" in call("correct", GOLDEN).out
