"""replay at a terminal: every key shows the battle as it was at a record, and the terminal is left as it was."""

import sys
import termios
from io import StringIO

import pytest
from rich.console import Console
from support import TESTS
from terminal import ESCAPE, Terminal

from airwar.analysis.chronicle import Film
from airwar.engine.records import Entered, RoundBegun
from airwar.show.player import Keyboard, Player, first_key

GOLDEN = TESTS / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl"


def screen(text):
    """What is left on the screen: all after it was cleared last."""
    return ESCAPE.sub("", text.split("\x1b[2J")[-1]).replace("\r\n", "\n")


class Replay(Terminal):
    def press_until(self, key, shown):
        """Presses a key and returns the screen that then ends with a text."""
        before = len(self.raw)
        self.press_when_awaited(key)
        self.until(shown)
        return screen(self.raw[before : self.read].decode())


@pytest.fixture
def replay(tmp_path):
    with Replay("replay", GOLDEN, cwd=tmp_path, columns=80, rows=24) as terminal:
        terminal.until("[0/29]")
        yield terminal


def test_letters_step_by_record_and_by_round(replay):
    for key, shown in (
        ("n", "[1/29]"),
        ("n", "[2/29]"),
        ("p", "[1/29]"),
        (" ", "[2/29]"),
        ("p", "[1/29]"),
        ("N", "[4/29]"),
        ("N", "[13/29]"),
        ("N", "[21/29]"),
        ("N", "no more rounds"),
        ("\x1b[F", "[29/29]"),
        ("n", "end of the log"),
        ("P", "[21/29]"),
        ("P", "[13/29]"),
    ):
        replay.press_until(key, shown)
    replay.press_when_awaited("q")
    assert replay.exit_code() == 0


def test_a_battle_without_rounds_is_stepped_through_by_its_headings():
    film = Film(TESTS / "golden" / "format-3" / "ocs" / "kharkov-rails-1943.jsonl")
    records = film.records
    assert not any(isinstance(record.body, RoundBegun) for record in records)
    player = Player(film, Console(file=StringIO()))
    assert player.by_round(1) == ""
    assert isinstance(records[player.at].body, Entered)


@pytest.mark.parametrize("mode", ["[", "O"], ids=["normal", "application"])
def test_arrows_home_and_end(replay, mode):
    for key, shown in (("C", "[1/29]"), ("B", "[2/29]"), ("A", "[1/29]"), ("D", "[0/29]"), ("F", "[29/29]"), ("H", "[0/29]")):
        replay.press_until(f"\x1b{mode}{key}", shown)


def test_a_step_back_shows_the_page_as_it_was(replay):
    fifth = replay.press_until("g5\n", "[5/29]")
    assert "Axis fire" in fifth
    assert "Allies fire" not in fifth
    sixth = replay.press_until("n", "[6/29]")
    assert "Allies fire" in sixth
    assert replay.press_until("p", "[5/29]").splitlines()[:-1] == screen(fifth).splitlines()[:-1]


def test_the_next_round_shows_what_lies_between(replay):
    replay.press_until("N", "[4/29]")
    page = replay.press_until("N", "[13/29]")
    for what in ("Round 1", "Axis fire", "Allies fire", "Axis: stay", "Round 2"):
        assert what in page


def test_page_up_shows_what_the_screen_has_no_room_for(replay):
    end = replay.press_until("\x1b[F", "[29/29]")
    assert "Malta, May 1942" not in end
    assert "Result" in end
    for _ in range(9):
        page = replay.press_until("\x1b[5~", "lines further down")
    assert page.startswith("Malta, May 1942")
    assert len(page.splitlines()) == 24


def test_the_state_and_the_keys_until_another_key(replay):
    replay.press_until("n", "[1/29]")
    assert "malta-spitfires" in replay.press_until("s", "any key goes back")
    replay.press_until("x", "[1/29]")
    assert "previous record" in replay.press_until("z", "any key goes back")
    replay.press_until("x", "[1/29]")


def test_several_keys_at_once_are_several_keys(replay):
    replay.press_when_awaited("nn\x1b[Cp")
    replay.until("[3/29]")
    replay.until("[2/29]")


@pytest.mark.parametrize("key", ["q", "\x03", "\x04", "\x1b"], ids=["q", "Ctrl-C", "Ctrl-D", "Escape"])
def test_the_terminal_is_left_as_it_was(replay, key):
    replay.press_when_awaited(key)
    replay.until("\x1b[?1049l")
    assert replay.process.wait() == 0
    assert termios.tcgetattr(replay.near)[3] & termios.ICANON
    assert "Traceback" not in replay.shown


def test_a_dumb_terminal_gets_no_escape_codes(tmp_path):
    with Terminal("replay", GOLDEN, cwd=tmp_path, env={"TERM": "dumb"}) as terminal:
        for key, shown in (("n", "[1/29]"), ("N", "[4/29]"), ("p", "[3/29]")):
            terminal.press_when_awaited(key)
            terminal.until(shown)
        terminal.press_when_awaited("q")
        assert terminal.exit_code() == 0
        assert b"\x1b" not in terminal.raw


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"nN", ["n", "N"]),
        (b"\x1b[A\x1b[5~\x1b[1;5C", ["up", "page-up", "unknown"]),
        ("é\u4e2d".encode(), ["é", "\u4e2d"]),
        (b"\r \x7f\x04", ["enter", "space", "backspace", "end-of-input"]),
        (b"\xff", ["\ufffd"]),
    ],
)
def test_bytes_become_keys(typed, keys):
    found = []
    while typed:
        key, typed = first_key(typed)
        found.append(key)
    assert found == keys


def test_a_sequence_that_is_not_complete_waits():
    assert first_key(b"\x1b[") == ("", b"\x1b[")
    assert first_key(b"\x1b") == ("", b"\x1b")


def test_keys_come_in_lines_where_single_ones_cannot_be_read(monkeypatch):
    import io

    monkeypatch.setitem(sys.modules, "termios", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("nN\n\nq\n"))
    keyboard = Keyboard()
    assert [keyboard.key() for _ in range(5)] == ["n", "N", "enter", "q", "end-of-input"]
