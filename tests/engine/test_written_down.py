"""What is written down: plain data, charts and rule numbers; and what comes in on stdin."""

import gc
import io
import sys
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import pytest

from airwar.engine import collector, files
from airwar.engine.codec import plain
from airwar.engine.dice import Chart, Row, chart_of
from airwar.engine.rule import first_rule, rule, rule_at_work, under
from airwar.errors import NoSuchFile


class Cell(NamedTuple):
    kills: int
    aborts: int

    def __str__(self):
        return f"{self.kills}/{self.aborts}"


# what is written down


@dataclass(frozen=True)
class One:
    only: int
    hidden: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Two:
    left: object
    right: object


def test_states_as_plain_data():
    state = Two(One(1, 9), {3: (Cell(1, 2), frozenset({"b", "a"}))})
    assert plain(state) == {"left": {"only": 1}, "right": {"3": [{"kills": 1, "aborts": 2}, ["a", "b"]]}}
    assert plain([Fraction(1, 3), print, One, None, True, "x", {2, 10}]) == ["1/3", "print", "One", None, True, "x", [10, 2]]


# charts


def test_a_chart_as_it_is_drawn():
    drawing = {
        "chart": "Air Combat",
        "cite": "19.4",
        "roll": "2d6",
        "columns": "2- 3 4+",
        "rows": "1  0  0/1  1/0\n\n2  0/1  1/1  2/1\n",
        "note": " read it twice\n",
    }
    rows = (("1", ("0", "0/1", "1/0")), ("2", ("0/1", "1/1", "2/1")))
    chart = chart_of("air-combat", drawing)
    assert chart == Chart("air-combat", "Air Combat", "19.4", "2d6", ("2-", "3", "4+"), rows, "read it twice")
    assert chart.row("2", str.upper) == Row("2", 2, ("0/1", "1/1", "2/1"), "Air Combat", ("2-", "3", "4+"))
    assert chart.row("1", len, 0) == Row("1", 0, (1, 3, 3), "Air Combat", ("2-", "3", "4+"))
    assert chart_of("bare", {"columns": "x"}) == Chart("bare", "", "", "", ("x",), ())


# the collector


def test_objects_left_behind_are_collected_when_there_are_too_many(monkeypatch):
    calls = []
    for name in ("collect", "freeze", "unfreeze", "disable", "enable"):
        monkeypatch.setattr(gc, name, lambda name=name: calls.append(name))
    monkeypatch.setattr(gc, "get_count", lambda: (400_000, 7, 8))
    monkeypatch.setattr(gc, "isenabled", lambda: True)
    pause = collector.Pause()
    assert (pause.wanted, pause.was_on, pause.left_behind) == (0, False, 0)
    pause.begin()
    pause.begin()
    assert (calls, pause.wanted) == (["disable"], 2)
    pause.end()
    assert (calls, pause.left_behind) == (["disable"], 0)
    pause.end()
    assert calls == ["disable", "freeze", "unfreeze", "enable"]
    assert (pause.left_behind, pause.wanted) == (400_000, 0)
    pause.left_behind = collector.MOST_LEFT_BEHIND
    calls.clear()
    pause.begin()
    assert (calls, pause.left_behind) == (["disable"], collector.MOST_LEFT_BEHIND)
    pause.end()
    assert pause.left_behind == collector.MOST_LEFT_BEHIND + 400_000
    calls.clear()
    pause.begin()
    assert (calls, pause.left_behind) == (["collect", "disable"], 0)
    monkeypatch.setattr(gc, "isenabled", lambda: False)
    other = collector.Pause()
    calls.clear()
    other.begin()
    other.end()
    assert (calls, other.left_behind, other.wanted) == (["disable"], 0, 0)  # it was off before, and stays off


# rule numbers


@rule("18.1", "18.2")
def cites_two():
    return uncited()


def uncited():
    return rule_at_work()


@rule("19.4")
def cites_another(inner):
    return inner()


def test_the_rule_at_work_is_the_innermost_that_is_cited():
    assert rule_at_work() == ""
    assert cites_two() == "18.1"
    assert cites_another(cites_two) == "18.1"
    assert cites_another(uncited) == "19.4"
    assert (first_rule(cites_two), first_rule(uncited)) == ("18.1", "")
    assert cites_another(lambda: under("19.5", uncited)) == "19.5"
    assert under("19.5", cites_two) == "18.1"


# stdin


class Terminal(io.TextIOWrapper):
    def __init__(self, content, tty=False):
        super().__init__(io.BytesIO(content))
        self.tty = tty

    def isatty(self):
        return self.tty


def test_stdin_is_read_once_and_up_to_its_limit(monkeypatch, tmp_path):
    from pathlib import Path

    monkeypatch.setattr(files, "MOST_BYTES", 5)
    monkeypatch.setattr(sys, "stdin", Terminal(b"12345"))
    one = files.Stdin()
    assert one.kept is None
    assert one.read() == b"12345"
    assert one.read() == one.kept == b"12345"
    monkeypatch.setattr(sys, "stdin", Terminal(b"123456"))
    assert one.kept is None
    with pytest.raises(NoSuchFile, match="more than 5 bytes come in"):
        one.read()
    monkeypatch.setattr(sys, "stdin", Terminal(b"", tty=True))
    with pytest.raises(NoSuchFile, match="which is this terminal"):
        one.read()
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(NoSuchFile, match="it is closed"):
        one.read()
    assert files.Stdin().kept is None
    monkeypatch.setattr(sys, "stdin", Terminal(b"abc"))
    assert files.is_stdin(Path("-"))
    assert not files.is_stdin(Path("./x"))
    assert files.read_bytes(Path("-")) == b"abc"
    (tmp_path / "file").write_bytes(b"file")
    assert files.read_bytes(tmp_path / "file") == b"file"
    one.keep(b"from another process")
    assert one.kept == b"from another process"
