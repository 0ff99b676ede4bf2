"""`airwar letter` and `airwar reply`, as players use them."""

import sys
from itertools import count

import pytest
from terminal import Terminal, airwar

from airwar.analysis.verify import verify
from airwar.cli import exit_code

ORDERS = '"*.attacker.disengage": disengage\n"*": default\n'


def said(*arguments, cwd, mail=None, code=0):
    """What a command prints, with a mail on its stdin and no terminal anywhere."""
    done = airwar(*arguments, cwd=cwd, mail=mail or b"")
    assert done.returncode == code, done.stderr.decode()
    return done.stdout, done.stderr.decode()


@pytest.fixture
def begun(tmp_path):
    """The first two letters."""
    first, _ = said("letter", "malta-1942", "--side", "Axis", "--log", "anna.jsonl", cwd=tmp_path)
    second, shown = said("reply", "otto.jsonl", "--join", cwd=tmp_path, mail=first)
    assert "you play Allies, and your opponent plays Axis" in shown
    assert "questions for a referee are answered by Axis; you can contest the answers" in shown
    assert "the scenario is malta-1942, word for word as airwar has it" in shown
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
    assert "This is your last letter again" in shown
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
    assert "a question that a person has to answer: malta.r1.attacker.disengage" in shown
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
        (["letter", "otto.jsonl", "--orders", "first.txt"], 1, "it is not your turn: the next letter comes from Axis"),
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
    assert "pip install pynacl; or begin the battle with --unsigned" in capsys.readouterr().err
    assert exit_code(["referee", "ruth.jsonl"]) == 1
    assert "signatures need a package: pip install pynacl" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert exit_code(["letter", "malta-1942", "--side", "axis", "--log", "a.jsonl", "--unsigned"]) == 0
    (tmp_path / "1.txt").write_text(capsys.readouterr().out)
    assert exit_code(["reply", "b.jsonl", "--mail", "1.txt", "--join", "--unsigned"]) == 0
    assert exit_code(["verify", "b.jsonl"]) == 0
    assert "not everybody signs" in capsys.readouterr().out


def run(capsys, *arguments, code=0):
    """What a command prints, in this process."""
    assert exit_code([*arguments]) == code, capsys.readouterr().err
    return capsys.readouterr()


def test_somebody_leaves_the_prompt_and_nothing_is_sent(begun):
    folder, _, second = begun
    (folder / "mail.txt").write_bytes(second)
    with Terminal("reply", "anna.jsonl", "--mail", "mail.txt", cwd=folder, columns=100) as terminal:
        terminal.until("> ")
        terminal.type("q")
        terminal.until("nothing was sent; to go on: airwar letter anna.jsonl")
        assert terminal.exit_code() == 3
    letter, _ = said("letter", "anna.jsonl", "--answer", "disengage", cwd=folder)
    assert b"Letter 3, from Axis" in letter


def test_a_third_person_is_the_referee(tmp_path, monkeypatch, capsys):
    """Ruth's key is in the first letter; every letter goes to all three; she rules when she is called in."""
    for number in range(3, 90, 3):  # until the dice leave something to rule on
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        if referee_is_called_in(folder, number, monkeypatch, capsys):
            return
    raise AssertionError("every battle was over too soon")


def referee_is_called_in(folder, number, monkeypatch, capsys):
    """Fights up to the first ruling; False if the battle is over before."""
    drawn = count(number)
    monkeypatch.setattr("airwar.mail.secret.secrets.token_bytes", lambda size: bytes([next(drawn)]) * size)
    key = run(capsys, "referee", "ruth.jsonl").out.strip()
    letters = []

    def send(*arguments, code=0):
        """Whoever writes a letter sends it to both others."""
        printed = run(capsys, *arguments, code=code)
        letters.append(folder / f"{len(letters) + 1}.txt")
        letters[-1].write_text(printed.out)
        return printed

    send("letter", "malta-1942", "--side", "axis", "--log", "anna.jsonl", "--referee", key)
    assert f"ask them whether this is their key: {key}" in send("reply", "otto.jsonl", "--mail", "1.txt", "--join").err
    run(capsys, "reply", "ruth.jsonl", "--mail", "1.txt")
    run(capsys, "reply", "ruth.jsonl", "--mail", "2.txt")
    send("reply", "anna.jsonl", "--mail", "2.txt", "--answer", "stay", "--answer", "none")
    run(capsys, "reply", "ruth.jsonl", "--mail", "3.txt")
    fourth = send("reply", "otto.jsonl", "--mail", "3.txt", "--play")
    if "The battle is over" in fourth.out + fourth.err:
        return False
    run(capsys, "reply", "ruth.jsonl", "--mail", "4.txt")
    if exit_code(["reply", "anna.jsonl", "--mail", "4.txt"]) == 0:
        return False  # there was nothing to decide
    capsys.readouterr()
    send("letter", "anna.jsonl", "--ask-ruling", "--why", "low cloud?")
    run(capsys, "reply", "otto.jsonl", "--mail", "5.txt")
    said = send("reply", "ruth.jsonl", "--mail", "5.txt", "--grant", "--rule", "modifier", "*.fire", "-1", "--why", "low cloud")
    assert "AIRWAR LETTER 6 FROM REFEREE" in said.out
    run(capsys, "reply", "otto.jsonl", "--mail", "6.txt")
    assert exit_code(["reply", "anna.jsonl", "--mail", "6.txt", "--play"]) == 0
    shown = run(capsys, "verify", "otto.jsonl").out
    assert "low cloud" in shown
    assert f"referee (key {key[:8]})" in shown
    return True


def test_a_player_who_has_lost_his_folder_gets_all_letters_again(begun, monkeypatch, capsys):
    folder, _, second = begun
    monkeypatch.chdir(folder)
    (folder / "2.txt").write_bytes(second)
    (folder / "3.txt").write_text(run(capsys, "reply", "anna.jsonl", "--mail", "2.txt", "--answer", "stay", "--answer", "none").out)
    thread = folder / "thread.txt"
    thread.write_text(run(capsys, "letter", "anna.jsonl", "--full").out)
    assert thread.read_text().count("END OF LETTER") == 3
    for name in ("otto.jsonl", "otto.jsonl.secret"):
        (folder / name).unlink()
    assert exit_code(["reply", "otto.jsonl", "--mail", "thread.txt", "--lost", "allies"]) == 1
    shown = capsys.readouterr().err
    assert "compare the name with one of your old emails" in shown
    assert "the secret of your chain is lost, and the other side's link is open: you can resign" in shown
    assert (folder / "anna.jsonl").read_bytes() == (folder / "otto.jsonl").read_bytes()
    (folder / "4.txt").write_text(run(capsys, "letter", "otto.jsonl", "--resign").out)
    assert "brings a new key" in run(capsys, "reply", "anna.jsonl", "--mail", "4.txt", code=4).err
    run(capsys, "reply", "anna.jsonl", "--mail", "4.txt", "--new-key")
    assert (folder / "anna.jsonl").read_bytes() == (folder / "otto.jsonl").read_bytes()
    assert "allies gave up, and knows the dice of draw" in run(capsys, "verify", "anna.jsonl").out


def test_resigning_out_of_turn(begun, monkeypatch, capsys):
    folder, _, second = begun
    monkeypatch.chdir(folder)
    (folder / "2.txt").write_bytes(second)
    (folder / "notice.txt").write_text(run(capsys, "letter", "otto.jsonl", "--resign").out)
    assert "Allies resigned after letter 2" in (folder / "notice.txt").read_text()
    assert exit_code(["reply", "anna.jsonl", "--mail", "2.txt"]) == 3
    capsys.readouterr()
    said = run(capsys, "reply", "anna.jsonl", "--mail", "notice.txt")
    assert "The battle is over: Allies resigned." in said.out
    (folder / "3.txt").write_text(said.out)
    run(capsys, "reply", "otto.jsonl", "--mail", "3.txt")
    assert (folder / "anna.jsonl").read_bytes() == (folder / "otto.jsonl").read_bytes()
    assert "allies gave up" in run(capsys, "verify", "otto.jsonl").out


def test_nonsense_gets_a_clear_sentence(begun, monkeypatch, capsys):
    folder, _, second = begun
    monkeypatch.chdir(folder)
    (folder / "nothing.txt").write_text("Dear Anna, how are you?")
    (folder / "2.txt").write_bytes(second)
    (folder / "cut.txt").write_bytes(second[:700])
    for arguments, why in (
        (["reply", "anna.jsonl", "--mail", "nothing.txt"], "there is no airwar letter in this mail"),
        (["reply", "anna.jsonl", "--mail", "cut.txt"], "letter 2: row 11 of 11 is damaged or missing"),
        (
            ["reply", "new.jsonl", "--mail", "2.txt"],
            "there is no log new.jsonl, and this is letter 2; only letter 1 begins a new battle",
        ),
        (["letter", "malta-1942"], "to begin a battle of a scenario, say which side you play"),
        (["letter", "malta-1942", "--side", "axis", "--referee", "nobody"], "or the key that airwar referee prints"),
        (["referee", "anna.jsonl"], "already exists"),
    ):
        assert exit_code(arguments) != 0, arguments
        assert why in capsys.readouterr().err
