"""What shells complete: by the protocol that their scripts use, and in the shells themselves where they are installed."""

import shutil
import subprocess
import sys

import pytest
from support import TESTS
from terminal import ROOT, Terminal, airwar, environment

from airwar import rulesets
from airwar.cli import COMMANDS, command_named
from airwar.cli.completion import COMPLETED, INSTALL
from airwar.rulesets.kit.charts import chart_names
from airwar.setup.loading import load_scenario, shipped_scenarios

GOLDEN = TESTS / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl"
SCENARIOS = [path.stem for path in shipped_scenarios()]


@pytest.fixture
def complete(tmp_path):
    """What a line may go on with, as a shell asks for it: type and value."""
    (tmp_path / "mine.yaml").write_text(load_scenario("malta-1942").text)
    (tmp_path / "battle.jsonl").write_bytes(GOLDEN.read_bytes())
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inner.jsonl").write_text("")

    def asked(line):
        words = f"{line}x".split()
        asking = {"_AIRWAR_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        done = airwar(cwd=tmp_path, env=asking)
        assert done.stderr == b""
        return [tuple(item.split(",", 1)) for item in done.stdout.decode().split()]

    return asked


def values(items):
    return [value for _, value in items]


@pytest.mark.parametrize("command", ["run", "check", "odds", "batch", "sweep"])
def test_scenarios_by_name_and_files(complete, command):
    assert values(complete(f"airwar {command} mal")) == [name for name in SCENARIOS if name.startswith("mal")]
    assert values(complete(f"airwar {command} m")) == [*(name for name in SCENARIOS if name.startswith("m")), "mine.yaml"]
    assert values(complete(f"airwar {command} ")) == [*SCENARIOS, "mine.yaml", "folder/"]


def test_the_shell_completes_files_where_no_name_fits(complete):
    assert complete("airwar run fol") == [("file", "fol")]


@pytest.mark.parametrize("command", ["resume", "replay", "verify", "report", "analyze", "odds --at"])
def test_logs(complete, command):
    assert values(complete(f"airwar {command} ")) == ["battle.jsonl", "folder/"]
    assert values(complete(f"airwar {command} folder/")) == ["folder/inner.jsonl"]


def test_resume_offers_battles_that_are_not_over(complete, tmp_path):
    assert values(complete("airwar resume b")) == ["battle.jsonl"]  # which is over, but there is no other
    (tmp_path / "begun.jsonl").write_bytes(GOLDEN.read_bytes().splitlines(keepends=True)[0])
    assert values(complete("airwar resume b")) == ["begun.jsonl"]
    assert values(complete("airwar resume ")) == ["begun.jsonl", "folder/"]
    assert values(complete("airwar replay b")) == ["battle.jsonl", "begun.jsonl"]


@pytest.mark.parametrize("command", ["new", "rules", "table", "schema", "fields"])
def test_rulesets(complete, command):
    assert set(rulesets.ids()) <= set(values(complete(f"airwar {command} ")))
    assert values(complete(f"airwar {command} wo")) == ["world-at-war"]


@pytest.mark.parametrize("ruleset", rulesets.ids())
def test_charts(complete, ruleset):
    assert values(complete(f"airwar table {ruleset} ")) == chart_names(rulesets.load(ruleset).package)


def test_what_new_copies(complete):
    assert values(complete("airwar new mal")) == [name for name in SCENARIOS if name.startswith("mal")]


def test_sections_and_topics(complete):
    assert values(complete("airwar fields ocs uni")) == ["units"]
    assert "first-battle" in values(complete("airwar guide fi"))


def test_rule_numbers(complete):
    assert values(complete("airwar rules world-at-war 18.522")) == ["18.522", "18.522A", "18.522B", "18.522C"]


def test_options_and_their_values(complete):
    assert values(complete("airwar replay battle.jsonl --option rec")) == ["recombination="]
    assert values(complete("airwar replay battle.jsonl --option recombination=c")) == ["recombination=ceil"]
    assert complete("airwar replay missing.jsonl --option rec") == []


@pytest.mark.parametrize("file", ["malta-1942", "mine.yaml"])
def test_decisions_and_sides(complete, file):
    assert "*.attacker.disengage" in values(complete(f"airwar run {file} --auto "))
    assert values(complete(f"airwar run {file} --auto '*.attacker.dise")) == ["*.attacker.disengage"]
    assert "*.attacker.disengage=" in values(complete(f"airwar run {file} --policy att"))
    assert values(complete(f"airwar run {file} --play a")) == ["axis", "allies", "attacker"]


def test_commands_and_their_options(complete):
    assert values(complete("airwar re")) == ["resume", "reply", "referee", "replay", "report"]
    assert values(complete("airwar run --no-")) == ["--no-log", "--no-input", "--no-pager"]
    assert "--width" in values(complete("airwar replay --w"))
    assert values(complete("airwar completion ")) == list(INSTALL)


def test_a_line_that_is_wrong_completes_without_a_message(complete):
    complete("airwar nothing x")
    assert complete("airwar table nothing x") == []
    assert complete("airwar run nothing --auto x") == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_of_every_command_can_be_completed(name):
    for param in command_named(name).params:
        if param.param_type_name == "argument" and param.name not in ("seq",):
            assert param.name in COMPLETED or hasattr(param.type, "choices"), f"{name} {param.name}"


def test_names_of_files_are_completed_without_loading_a_ruleset(tmp_path):
    line = "import sys; from airwar.cli import exit_code; exit_code([]); print(*sys.modules, file=sys.stderr)"
    asking = {"_AIRWAR_COMPLETE": "bash_complete", "COMP_WORDS": "airwar run m", "COMP_CWORD": "2"}
    done = subprocess.run([sys.executable, "-c", line], env=environment(**asking), cwd=tmp_path, capture_output=True, text=True)
    assert "malta-1942" in done.stdout
    assert not {"yaml", "rich", "airwar.setup.loading", "airwar.rulesets.world_at_war"} & set(done.stderr.split())


# in the shells


def with_airwar(shell, tmp_path, otherwise="", **more):
    """The environment of a shell that finds airwar; `otherwise` it runs this instead, unless it asks for completions."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    folder = tmp_path / "bin"
    folder.mkdir()
    real = f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m airwar "$@"'
    other = f'[ -n "$_AIRWAR_COMPLETE" ] || [ "$1" = completion ] || {otherwise}' if otherwise else ""
    (folder / "airwar").write_text(f"#!/bin/sh\n{other}\n{real}\n")
    (folder / "airwar").chmod(0o755)
    return environment(PATH=f"{folder}:/usr/bin:/bin", **more)


def in_shell(shell, script, tmp_path):
    env = with_airwar(shell, tmp_path)
    done = subprocess.run([shell, "-c", script], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes(tmp_path):
    script = """
        eval "$(airwar completion bash)"
        COMP_WORDS=(airwar run malt) COMP_CWORD=2
        _airwar_completion airwar
        echo "${COMPREPLY[@]}"
        complete -p airwar
    """
    assert in_shell("bash", script, tmp_path)[:2] == ["malta-1942", "complete"]


def test_fish_completes(tmp_path):
    script = 'airwar completion fish | source; complete --do-complete "airwar run malt"'
    assert in_shell("fish", script, tmp_path) == ["malta-1942"]


def test_zsh_completes(tmp_path):
    script = """
        autoload -U compinit && compinit -u -d ./dump
        eval "$(airwar completion zsh)"
        compadd() { print -r -- "$completions" "$completions_with_descriptions" }
        _describe() { print -r -- "$completions_with_descriptions" }
        words=(airwar run malt) CURRENT=3
        _airwar_completion
    """
    assert "malta-1942" in in_shell("zsh", script, tmp_path)


NAMES = [
    "a$(touch HURT).jsonl",
    "b;touch HURT;.jsonl",
    "c`touch HURT`.jsonl",
    "d&touch HURT&.jsonl",
    "e|touch HURT|.jsonl",
    "f>HURT.jsonl",
    "g h.jsonl",
    "i'j.jsonl",
    'k"l.jsonl',
    "m,n.jsonl",
    "o\\p.jsonl",
    "q*.jsonl",
    "r!!.jsonl",
    "s#t.jsonl",
    "u{v,w}.jsonl",
    "x$HOME.jsonl",
    "y'$(touch HURT)'.jsonl",
    'z"$(touch HURT)".jsonl',
]
PROMPT = "ready> "
STARTED = {
    "bash": (["bash", "--noprofile", "--rcfile", "rc", "-i"], f"PS1='{PROMPT}'; stty echo; eval \"$(airwar completion bash)\""),
    "zsh": (
        ["zsh", "-i"],
        f"PS1='{PROMPT}'; unsetopt prompt_cr prompt_sp\n"
        'autoload -U compinit; compinit -u -d ./dump; eval "$(airwar completion zsh)"',
    ),
    "fish": (
        ["fish", "--no-config", "--init-command", "source rc", "-i"],
        f"function fish_prompt; printf '{PROMPT}'; end; airwar completion fish | source",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("quote", ["", "'", '"'], ids=["", "in single quotes", "in double quotes"])
@pytest.mark.parametrize("shell", STARTED)
def test_tab_and_enter_name_the_file_and_run_nothing_else(shell, quote, tmp_path):
    """Tab inserts the name so that the shell takes it for nothing but the name."""
    program, rc = STARTED[shell]
    home = tmp_path / "home"
    home.mkdir()
    given = r"""{ printf '<%s>' "$@"; echo; exit; }"""
    env = with_airwar(shell, home, given, HOME=str(home), ZDOTDIR=str(home), XDG_CONFIG_HOME=str(home))
    (home / ("rc" if shell != "zsh" else ".zshrc")).write_text(f"{rc}\ncd here\n")
    here = home / "here"
    here.mkdir()
    for name in NAMES:
        (here / name).touch()
    with Terminal(cwd=home, env=env, program=program) as terminal:
        for name in NAMES:
            terminal.until(PROMPT)
            terminal.press(f"airwar verify {quote}{name[0]}\t")
            terminal.until("jsonl")
            terminal.press("\r")
            assert terminal.until(">\r\n").splitlines()[-1] == f"<verify><{name}>"
    assert sorted(path.name for path in here.iterdir()) == sorted(NAMES)


def test_a_name_that_would_be_several_lines_is_not_offered(complete, tmp_path):
    (tmp_path / "battle\nplain,$(touch HURT).jsonl").touch()
    (tmp_path / "battle\x1b[2J.jsonl").touch()
    assert values(complete("airwar verify b")) == ["battle.jsonl"]


@pytest.mark.parametrize("shell", INSTALL)
def test_the_script_says_how_to_install_it(tmp_path, shell):
    script = airwar("completion", shell, cwd=tmp_path).stdout.decode()
    assert INSTALL[shell].splitlines()[0] in script
    assert script.startswith("#compdef airwar\n" if shell == "zsh" else "# ")
