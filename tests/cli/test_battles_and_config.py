"""airwar alone, run alone, list and config: what is offered to somebody who names nothing."""

import json

import pytest
from raids import RAIDS
from terminal import Terminal, airwar


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "raids.yaml").write_text(RAIDS)
    return tmp_path


def begun(folder, *more):
    """A battle that somebody has left at its first question."""
    with Terminal("run", "raids.yaml", "--seed", "3", *more, cwd=folder) as terminal:
        terminal.until("\r\n> ")
        terminal.type("q")
        assert terminal.exit_code() == 0
        return terminal.shown


def test_list_says_whose_move_it_is_and_what_a_battle_waits_for(folder):
    begun(folder)
    airwar("run", "malta-1942", "--seed", "11", cwd=folder)
    (folder / "broken.jsonl").write_text("nonsense\n")
    lines = airwar("list", cwd=folder).stdout.decode().splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["raids.jsonl", "broken.jsonl", "malta-1942.jsonl"]
    assert "Axis" in lines[2]
    assert "Which aircraft does the Axis raid Malta with?" in lines[2]
    assert "attacker disengaged" in lines[4]
    assert lines[-1] == "to go on: airwar resume raids.jsonl"
    battles = json.loads(airwar("list", "--json", cwd=folder).stdout)["battles"]
    assert [battle["state"] for battle in battles] == ["open", "damaged", "over"]


def test_list_names_the_roll_that_a_battle_waits_for(tmp_path):
    airwar("run", "malta-1942", "--dice", "physical", "--no-input", cwd=tmp_path)
    assert "Axis   a roll for air combat" in airwar("list", cwd=tmp_path).stdout.decode()


def test_list_says_who_writes_the_next_letter_of_a_battle_by_mail(folder):
    letter = airwar("letter", "malta-1942", "--side", "axis", "--log", "anna.jsonl", "--unsigned", cwd=folder).stdout
    lines = airwar("list", cwd=folder).stdout.decode().splitlines()
    assert lines[2].split()[-5:] == ["Allies", "letter", "2,", "from", "Allies"]
    assert lines[-1] == "to go on: airwar reply anna.jsonl < MAIL"
    (folder / "1.txt").write_bytes(letter)
    airwar("reply", "otto.jsonl", "--mail", "1.txt", "--join", "--unsigned", cwd=folder)
    lines = airwar("list", cwd=folder).stdout.decode().splitlines()
    assert lines[3].split()[-5:] == ["Axis", "letter", "3,", "from", "Axis"]
    with Terminal(cwd=folder, columns=120) as terminal:
        offered = terminal.until("Enter leaves > ")
        assert "fight a scenario" in offered
        assert "anna.jsonl" not in offered  # it goes on with a mail


def test_list_of_an_empty_folder(tmp_path):
    assert airwar("list", cwd=tmp_path).stdout == b"no battles in .; airwar run starts one\n"


def test_airwar_alone_offers_to_go_on(folder):
    begun(folder)
    with Terminal(cwd=folder, columns=120) as terminal:
        offered = terminal.until("Enter leaves > ")
        assert "1  go on with Two raids: Which aircraft does the Axis raid Malta with? (raids.jsonl)" in offered
        terminal.type("1")
        assert "Which aircraft does the Axis raid Malta with?" in terminal.until("\r\n> ")
        terminal.type("q")
        assert terminal.exit_code() == 0


def test_run_alone_offers_the_scenarios_by_number_and_by_a_part_of_their_names(tmp_path):
    with Terminal("run", cwd=tmp_path, rows=24) as terminal:
        assert "m shows more" in terminal.until("Enter leaves > ")
        terminal.type("1942")
        shown = terminal.until("Enter leaves > ")
        assert "ceylon-1942" in shown
        assert "typhoon-1941" not in shown
        terminal.type("malta")
        assert "Malta, May 1942" in terminal.until("\r\n> ")
        terminal.type("q")
        assert terminal.exit_code() == 0


def test_without_a_terminal_nothing_is_offered(tmp_path):
    assert airwar(cwd=tmp_path).returncode == 2
    assert b"Missing argument 'SCENARIO'" in airwar("run", cwd=tmp_path).stderr


def test_config_is_shown_set_and_used_at_a_terminal_only(folder):
    env = {"AIRWAR_CONFIG": str(folder / "mine.yaml")}
    assert b"# dice: who rolls" in airwar("config", cwd=folder, env=env).stdout
    assert b"dice: physical" in airwar("config", "dice", "physical", cwd=folder, env=env).stdout
    assert airwar("config", "dice", "both", cwd=folder, env=env).returncode == 1
    with Terminal("run", "malta-1942", cwd=folder, env=env) as terminal:
        terminal.until("roll 2d6 for air combat")
        terminal.until("\r\n> ")
        terminal.type("q")
        assert terminal.exit_code() == 0
    done = airwar("run", "malta-1942", "--seed", "11", "--log", "piped.jsonl", cwd=folder, env=env)
    assert b"1 4 = 5" in done.stdout  # the machine has rolled
    assert b"dice: physical" not in airwar("config", "dice", "none", cwd=folder, env=env).stdout


def test_resume_signs_and_is_as_wide_as_the_config_says(folder):
    (folder / "mine.yaml").write_text("who: Ann\nwidth: 50\n")
    with Terminal("run", "malta-1942", "--seed", "11", cwd=folder) as terminal:
        terminal.until("\r\n> ")
        terminal.type("q")
        terminal.exit_code()
    with Terminal("resume", "malta-1942.jsonl", cwd=folder, env={"AIRWAR_CONFIG": str(folder / "mine.yaml")}) as terminal:
        asked = terminal.until("\r\n> ")
        assert max(map(len, asked.splitlines())) <= 50
        terminal.type("n low cloud")
        terminal.until("\r\n> ")
    assert '"Ann"' in (folder / "malta-1942.jsonl").read_text()


def test_what_config_has_written_it_can_read(folder):
    env = {"AIRWAR_CONFIG": str(folder / "mine.yaml")}
    assert b'who: Ann "Ace" \\ Otto' in airwar("config", "who", 'Ann "Ace" \\ Otto', cwd=folder, env=env).stdout
    assert b'who: Ann "Ace" \\ Otto' in airwar("config", cwd=folder, env=env).stdout
    airwar("config", "who", "none", cwd=folder, env=env)
    with Terminal("run", "malta-1942", cwd=folder, env=env) as terminal:  # the last default is removed
        assert "fight on" in terminal.until("\r\n> ")


def test_a_setting_that_there_is_not_is_refused(folder):
    (folder / "mine.yaml").write_text("dize: physical\n")
    done = airwar("config", cwd=folder, env={"AIRWAR_CONFIG": str(folder / "mine.yaml")})
    assert done.returncode == 1
    assert b"there is no setting 'dize'" in done.stderr


def test_list_gives_one_result_of_a_turn(tmp_path):
    airwar("run", "watchtower-1942", "--seed", "3", cwd=tmp_path)
    lines = airwar("list", "--width", "100", cwd=tmp_path).stdout.decode().splitlines()
    assert len(lines) == 3
    assert lines[2].endswith("Tulagi: single round fought; 3 more")
    assert "Guadalcanal" in json.loads(airwar("list", "--json", cwd=tmp_path).stdout)["battles"][0]["waiting"]


def test_next_names_the_comments_that_may_no_longer_be_true(tmp_path):
    airwar("run", "maleme-1941", "--seed", "3", cwd=tmp_path)
    told = airwar("next", "maleme-1941.jsonl", "-o", "next.yaml", cwd=tmp_path).stderr.decode()
    assert "check: comments on lines that have changed: # nobody is left to defend it\n" in told
