"""`airwar letter` and `airwar reply`, as players use them."""

import subprocess
import sys

import pytest
from terminal import Terminal, airwar, command, environment

from airwar.cli import exit_code
from airwar.verify import verify

ORDERS = '"*.attacker.disengage": disengage\n"*": default\n'


def said(*arguments, cwd, mail=None, code=0):
    """What a command prints, with a mail on its stdin and no terminal anywhere."""
    streams = {"input": mail or b"", "capture_output": True, "start_new_session": True, "timeout": 60}
    done = subprocess.run(command(*arguments), cwd=cwd, env=environment(), **streams)
    assert done.returncode == code, done.stderr.decode()
    return done.stdout, done.stderr.decode()


@pytest.fixture
def begun(tmp_path):
    """The first two letters."""
    first, _ = said("letter", "malta-1942", "--side", "Axis", "--log", "anna.jsonl", cwd=tmp_path)
    second, shown = said("reply", "otto.jsonl", "--join", cwd=tmp_path, mail=first)
    assert "you play allies, the other side axis" in shown
    assert "what belongs to no side is stated by axis" in shown
    return tmp_path, first, second


def test_a_battle_through_pipes(begun):
    folder, _first, mail = begun
    for turn in range(20):
        log = ("anna", "otto")[turn % 2]
        mail, shown = said("reply", f"{log}.jsonl", "--play", cwd=folder, mail=b"> " + mail.replace(b"\n", b"\n> "))
        if "The battle is over" in mail.decode() + shown:
            break
    said("reply", "otto.jsonl" if log == "anna" else "anna.jsonl", cwd=folder, mail=mail)
    assert (folder / "anna.jsonl").read_bytes() == (folder / "otto.jsonl").read_bytes()
    assert verify(folder / "otto.jsonl").finished
    assert (folder / "anna.jsonl.secret").stat().st_mode & 0o777 == 0o600


def test_nothing_changes_when_a_letter_comes_twice_and_the_last_one_is_printed_again(begun):
    folder, first, second = begun
    before = (folder / "otto.jsonl").read_bytes()
    again, shown = said("reply", "otto.jsonl", cwd=folder, mail=first)
    assert again == second
    assert "this is your last letter again" in shown
    assert said("letter", "anna.jsonl", cwd=folder)[0] == first
    assert (folder / "otto.jsonl").read_bytes() == before


def test_a_decision_is_asked_for_at_the_terminal_and_can_be_taken_back(begun):
    folder, _, second = begun
    (folder / "mail.txt").write_bytes(second)
    with Terminal("reply", "anna.jsonl", "--mail", "mail.txt", cwd=folder, columns=100) as terminal:
        terminal.until("> ")
        terminal.type("stay")
        terminal.until("> ")
        terminal.type("u")
        terminal.until("taken back: malta.r1.attacker.disengage")
        terminal.until("> ")
        terminal.type("c")
        terminal.until("nobody corrects or rules alone")
        terminal.until("> ")
        terminal.type("disengage")
        assert terminal.exit_code() == 0
        assert "END OF LETTER 3" in terminal.shown
    assert b'"t":"undo"' not in (folder / "anna.jsonl").read_bytes()
    assert b'"t":"order"' not in (folder / "anna.jsonl").read_bytes()


def test_without_a_terminal_a_decision_waits_and_the_letter_has_been_read(begun):
    folder, _, second = begun
    _, shown = said("reply", "anna.jsonl", cwd=folder, mail=second, code=3)
    assert "your side has to decide malta.r1.attacker.disengage" in shown
    _, shown = said("reply", "anna.jsonl", "--unattended", cwd=folder, mail=second, code=3)
    assert "it is for a person to answer: malta.r1.attacker.disengage" in shown
    letter, _ = said("letter", "anna.jsonl", "--answer", "disengage", cwd=folder)
    assert b"Letter 3, from Axis" in letter
    _, shown = said("reply", "otto.jsonl", "--unattended", cwd=folder, mail=letter)
    assert "The battle is over: attacker disengaged" in shown


def test_three_letters_with_a_seal(tmp_path):
    (tmp_path / "orders.yaml").write_text(ORDERS)
    first, _ = said("letter", "malta-1942", "--side", "axis", "--log", "a.jsonl", "--sealed", "orders.yaml", cwd=tmp_path)
    second, _ = said("reply", "b.jsonl", "--join", "--orders", "orders.yaml", cwd=tmp_path, mail=first)
    third, _ = said("reply", "a.jsonl", "--unattended", cwd=tmp_path, mail=second)
    _, shown = said("reply", "b.jsonl", cwd=tmp_path, mail=third)
    assert "The battle is over" in shown
    assert b"side a opens its sealed orders" in third
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_what_is_refused_says_why(begun, capsys, monkeypatch):
    folder, first, second = begun
    monkeypatch.chdir(folder)
    (folder / "damaged.txt").write_bytes(second.replace(second.splitlines()[-5], b""))
    (folder / "first.txt").write_bytes(first)
    for arguments, code, why in (
        (["reply", "anna.jsonl", "--mail", "damaged.txt"], 65, "damaged or missing"),
        (["reply", "anna.jsonl", "--mail", "nothing.txt"], 66, "cannot read nothing.txt"),
        (["reply", "new.jsonl", "--mail", "first.txt"], 2, "nothing was begun"),
        (["letter", "malta-1942", "--side", "nobody"], 1, "there is no side 'nobody'"),
        (["letter", "malta-1942", "--side", "axis", "--log", "anna.jsonl"], 73, "already exists"),
        (["letter", "otto.jsonl", "--orders", "first.txt"], 1, "it is not your turn: Axis writes next"),
        (["letter", "anna.jsonl", "--unsigned"], 2, "for a new battle"),
        (["letter", "anna.jsonl", "--lost", "axis"], 73, "only a secret that was lost is replaced"),
    ):
        assert exit_code(arguments) == code, arguments
        assert why in capsys.readouterr().err
    assert not (folder / "new.jsonl").exists()


def test_other_commands_look_at_a_battle_by_mail(begun):
    folder, _, second = begun
    said("reply", "anna.jsonl", "--answer", "disengage", cwd=folder, mail=second)
    (whose,) = verify(folder / "anna.jsonl").mail.whose.values()
    assert whose == "axis"
    for arguments in (["replay"], ["report", "--no-analysis"], ["script"], ["verify", "--json"], ["report", "--side", "allies"]):
        assert airwar(*arguments, "anna.jsonl", cwd=folder).returncode == 0, arguments


def test_without_the_library_for_signatures_a_battle_can_be_fought_unsigned(tmp_path, monkeypatch, capsys):
    for name in ("nacl", "nacl.signing", "nacl.exceptions"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.chdir(tmp_path)
    assert exit_code(["letter", "malta-1942", "--side", "axis", "--log", "a.jsonl"]) == 1
    assert "pip install 'airwar[mail]'; or begin the battle with --unsigned" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert exit_code(["letter", "malta-1942", "--side", "axis", "--log", "a.jsonl", "--unsigned"]) == 0
    (tmp_path / "1.txt").write_text(capsys.readouterr().out)
    assert exit_code(["reply", "b.jsonl", "--mail", "1.txt", "--join", "--unsigned"]) == 0
    assert exit_code(["verify", "b.jsonl"]) == 0
    assert "not every side signs" in capsys.readouterr().out
