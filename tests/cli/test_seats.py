"""Who sits at the table stays there: the log remembers who plays a side, what is not asked, and who signs."""

import json

import pytest
from raids import RAIDS, happened
from terminal import Terminal, airwar

from airwar.analysis.verify import verify

SEATS = ("--play", "axis", "--auto", "*.losses.*", "--ask", "all", "--who", "Anna")
SAID = "the scenario's choices answer for Axis; nobody is asked *.losses.*; every question is asked; Anna signs"
DISENGAGE = "malta.r1.defender.disengage"


@pytest.fixture
def table(tmp_path):
    """Types lines at a command, one at each prompt, and leaves; returns what was shown."""
    (tmp_path / "raids.yaml").write_text(RAIDS)

    def sit_down(*arguments, lines=("q",)):
        with Terminal(*arguments, "--detail", cwd=tmp_path) as terminal:
            for line in lines:
                terminal.until("\r\n> ")
                terminal.type(line)
            assert terminal.exit_code() == 0
            return " ".join(terminal.shown.split())

    return sit_down


def records(tmp_path, name="raids.jsonl"):
    return [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]


def seats(tmp_path, name="raids.jsonl"):
    kept = ("play", "auto", "ask", "who")
    return [{key: record[key] for key in kept if key in record} for record in records(tmp_path, name) if record["t"] == "seats"]


ALL = {"play": {"axis": ""}, "auto": ["*.losses.*"], "ask": "all", "who": "Anna"}


def test_resume_keeps_the_seats_and_says_so(table, tmp_path):
    shown = table("run", "raids.yaml", "--seed", "3", *SEATS)
    assert DISENGAGE in shown  # the Axis has answered for itself
    assert seats(tmp_path) == [ALL]
    shown = table("resume", "raids.jsonl", lines=("n tea", "stay", "q"))
    assert f"as before: {SAID}" in shown
    assert "malta.r2.defender.disengage" in shown
    assert "Does the Axis fight on" not in shown
    assert seats(tmp_path) == [ALL]
    assert [record["who"] for record in records(tmp_path) if record["t"] == "note"] == ["Anna"]
    assert verify(tmp_path / "raids.jsonl").notes == 1


@pytest.mark.parametrize(
    ("changed", "now"),
    [
        (("--play", "none"), {key: ALL[key] for key in ("auto", "ask", "who")}),
        (("--auto", "none"), {**ALL, "auto": []}),
        (("--ask", "open"), {key: ALL[key] for key in ("play", "auto", "who")}),
        (("--who", "Bert"), {**ALL, "who": "Bert"}),
        (("--play", "allies"), {**ALL, "play": {"allies": ""}}),
    ],
)
def test_resume_can_change_the_seats(table, tmp_path, changed, now):
    table("run", "raids.yaml", "--seed", "3", *SEATS)
    shown = table("resume", "raids.jsonl", *changed)
    assert "from here on" in shown
    assert "as before" not in shown
    assert seats(tmp_path) == [ALL, now]
    verify(tmp_path / "raids.jsonl")


def test_a_side_that_nobody_plays_any_more_is_asked_again(table):
    table("run", "raids.yaml", "--seed", "3", *SEATS)
    assert "Does the Axis fight on over Malta?" in table("resume", "raids.jsonl", "--play", "none", lines=("stay", "q"))


def test_choices_from_a_file_outlive_the_file(table, tmp_path):
    (tmp_path / "axis.yaml").write_text('"*.disengage": stay\n"*": default\n')
    table("run", "raids.yaml", "--seed", "3", "--play", "axis=axis.yaml")
    (tmp_path / "axis.yaml").unlink()
    shown = table("resume", "raids.jsonl", lines=("stay", "q"))
    assert "choices from a file answer for Axis" in shown
    assert "Does the Axis fight on" not in shown


def test_an_undo_does_not_lose_the_seats(table, tmp_path):
    table("run", "raids.yaml", "--seed", "3", "--dice", "physical", *SEATS, lines=("35", "44", "stay", "u", "q"))
    shown = table("resume", "raids.jsonl")
    assert SAID in shown
    assert DISENGAGE in shown
    assert verify(tmp_path / "raids.jsonl").undone == 1


def test_a_fork_keeps_the_seats(table, tmp_path):
    table("run", "raids.yaml", "--seed", "3", *SEATS)
    assert airwar("fork", "raids.jsonl", "--log", "other.jsonl", cwd=tmp_path).returncode == 0
    assert seats(tmp_path, "other.jsonl") == [ALL]
    assert SAID in table("resume", "other.jsonl")
    verify(tmp_path / "other.jsonl")


def test_a_battle_without_seats_has_none_in_its_log(table, tmp_path):
    table("run", "raids.yaml", "--seed", "3")
    assert seats(tmp_path) == []
    assert "as before" not in table("resume", "raids.jsonl")


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (("--play", "narnia"), "there is no side 'narnia'"),
        (("--play", "axis=beste"), "no such file: beste; expected a file of choices, or one of best, steady"),
        (("--auto", "attacker.tea"), "matches no decision"),
        (("--play", "none", "--play", "axis"), "cannot be combined with others"),
        (("--ask", "nothing"), "nothing"),
    ],
)
@pytest.mark.parametrize("command", [("run", "raids.yaml"), ("resume", "raids.jsonl")])
def test_seats_that_there_are_not_are_a_mistake_of_usage(table, tmp_path, command, option, why):
    table("run", "raids.yaml", "--seed", "3")
    before = (tmp_path / "raids.jsonl").read_bytes()
    done = airwar(*command, *option, "--no-input", cwd=tmp_path)
    assert done.returncode == 2
    assert why in done.stderr.decode()
    assert (tmp_path / "raids.jsonl").read_bytes() == before
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["raids.jsonl"]  # and no other battle was begun


# asked no more


def test_a_is_shown_kept_after_a_resume_and_taken_back(table, tmp_path):
    shown = table("run", "raids.yaml", "--seed", "3", lines=("", "a", "q"))
    assert (
        "takes the usual answer without asking: stay and fight on, or break off (*.defender.disengage); u takes that back" in shown
    )
    shown = table("resume", "raids.jsonl", lines=("u", "q"))
    assert "as before: nobody is asked *.defender.disengage" in shown
    assert "taken back: malta.r1.defender.disengage" in shown
    assert "as before" not in table("resume", "raids.jsonl", lines=("stay", "q"))
    assert happened(tmp_path / "raids.jsonl")[-1]["key"] == DISENGAGE


def test_auto_none_asks_again_what_a_has_left_alone(table, tmp_path):
    table("run", "raids.yaml", "--seed", "3", lines=("", "a", "q"))
    shown = table("resume", "raids.jsonl", "--auto", "none", lines=("stay", "none", "q"))
    assert "malta.r2.defender.disengage" in shown
    verify(tmp_path / "raids.jsonl")
