"""The referee's evening of the README, at a pseudo-terminal; and what else a referee says at a prompt."""

import json

import pytest
from terminal import Terminal, airwar

from airwar.analysis.verify import verify


@pytest.fixture
def evening(tmp_path):
    with Terminal("run", "malta-1942", "--dice", "physical", "--play", "allies", cwd=tmp_path) as terminal:
        yield terminal


def say(terminal, *lines):
    """Types each line when a prompt is there."""
    for line in lines:
        terminal.until("> ")
        terminal.type(line)


def records(tmp_path, log="malta-1942.jsonl"):
    return [json.loads(line) for line in (tmp_path / log).read_text().splitlines()]


def test_a_wrong_die_a_house_modifier_and_the_next_turn(evening, tmp_path):
    say(evening, "35", "44", "c")
    evening.until("Counterair against Malta, round 1")
    evening.until(" fire: 3 5 (typed)")
    say(evening, "malta.r1.attacker.fire")
    evening.until(" fire was 3 5 (typed); what is right?")
    say(evening, "33")
    evening.until("  1 later entry will be entered again")
    say(evening, "misread the die")
    evening.until("done; 1 later entry entered again")
    say(evening, "n tea at five", "r", "1", "defender.fire", "-1", "low cloud")
    evening.until("referee rules: -1 on the roll defender.fire: low cloud")
    say(evening, "r", "1", "ground.die", "-2", "mud", "1", "", "45", "36", "2")
    evening.until("this ruling met no roll: -2 on the roll ground.die: mud")
    evening.until("Enter closes it, u goes back")
    say(evening, "u")
    evening.until("taken back: disengage (2)")
    say(evening, "2", "")
    assert evening.exit_code() == 0
    kinds = [record["t"] for record in records(tmp_path)]
    assert [kinds.count(kind) for kind in ("correction", "ruling", "note", "undo", "end")] == [1, 2, 1, 1, 1]
    assert len(verify(tmp_path / "malta-1942.jsonl").rulings) == 2
    proof = airwar("verify", "malta-1942.jsonl", cwd=tmp_path).stdout.decode()
    assert "referee corrects malta.r1.attacker.fire from 3 5 to 3 3: misread the die" in proof
    assert "referee rules: -1 on the roll defender.fire: low cloud" in proof
    assert airwar("next", "malta-1942.jsonl", "-o", "malta-2.yaml", cwd=tmp_path).returncode == 0
    assert b"good" in airwar("check", "malta-2.yaml", cwd=tmp_path).stdout
    assert airwar("next", "malta-1942.jsonl", "-o", "malta-2.yaml", cwd=tmp_path).returncode == 73


def test_what_the_referee_says_can_be_left_unsaid(evening, tmp_path):
    say(evening, "c")
    evening.until("nothing has been entered yet")
    say(evening, "35", "c", "")
    evening.until("nothing changed")
    say(evening, "r", "")
    evening.until("nothing ruled")
    say(evening, "r", "3")
    evening.until("fliegerkorps-ii is in the battle over Malta; rule on it when the battle is over")
    evening.until("not accepted: nothing about the units can be changed now")
    say(evening, "r", "1", "attaker.fire")
    evening.until("not accepted: no roll 'attaker.fire' can come; there is malta.r1.defender.fire, attacker.fire")
    say(evening, "1", "")
    evening.until("nothing ruled")
    say(evening, "q")
    assert evening.exit_code() == 0
    assert {record["t"] for record in records(tmp_path)} & {"correction", "ruling"} == set()


def test_a_wrong_value_in_a_correction_or_a_ruling_is_asked_for_again(evening, tmp_path):
    say(evening, "35", "c", "99", "five", "6", "29")
    evening.until("not accepted: a 6-sided die has no 9")
    say(evening, "24", "misread the die")
    evening.until("done")
    say(evening, "r", "nine", "1", "", "one", "", "-1", "low cloud")
    evening.until("referee rules: -1")
    say(evening, "q")
    assert evening.exit_code() == 0
    bodies = records(tmp_path)
    assert [body["now"] for body in bodies if body["t"] == "correction"] == [[2, 4]]
    assert [body["value"] for body in bodies if body["t"] == "ruling"] == ["-1"]


def test_a_finished_battle_is_corrected_from_the_command_line(tmp_path):
    assert airwar("run", "malta-1942", "--seed", "3", cwd=tmp_path).returncode == 0
    listed = airwar("correct", "malta-1942.jsonl", cwd=tmp_path).stdout.decode()
    seq = next(line.split()[0] for line in listed.splitlines() if "Axis fire" in line)
    done = airwar("correct", "malta-1942.jsonl", seq, "--answer", "+1", "--why", "dusk", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"later entries entered again" in done.stdout
    assert airwar("correct", "malta-1942.jsonl", seq, "--answer", "+1", cwd=tmp_path).returncode == 1
    assert b"dusk" in airwar("verify", "malta-1942.jsonl", cwd=tmp_path).stdout


def test_a_machine_die_is_ruled_on_in_faces_as_they_are_typed_everywhere(tmp_path):
    with Terminal("run", "malta-1942", "--seed", "11", cwd=tmp_path) as terminal:
        say(terminal, "c", "5", "stay")
        terminal.until("cannot have the result stay")
        terminal.until("what do you rule?")
        say(terminal, "66", "the real dice")
        terminal.until("done")
        say(terminal, "q")
        assert terminal.exit_code() == 0
    assert [body["value"] for body in records(tmp_path) if body["t"] == "ruling"] == ["6 6"]
    seq = next(str(body["seq"]) for body in reversed(records(tmp_path)) if body.get("key") == "malta.r1.attacker.fire")
    assert airwar("correct", "malta-1942.jsonl", seq, "--answer", "55", "--why", "again", cwd=tmp_path).returncode == 0
    assert [body["value"] for body in records(tmp_path) if body["t"] == "ruling"] == ["6 6", "5 5"]


def test_an_edited_scenario_is_named_when_a_battle_is_resumed(tmp_path):
    text = airwar("new", "world-at-war", cwd=tmp_path).stdout.decode()
    (tmp_path / "mine.yaml").write_text(text)
    with Terminal("run", "mine.yaml", "--seed", "3", cwd=tmp_path) as terminal:
        say(terminal, "q")
        assert terminal.exit_code() == 0
    assert b"edited" not in airwar("resume", "mine.jsonl", "--no-input", cwd=tmp_path).stderr
    (tmp_path / "mine.jsonl").unlink()
    with Terminal("run", "mine.yaml", "--seed", "3", cwd=tmp_path) as terminal:
        say(terminal, "q")
        assert terminal.exit_code() == 0
    (tmp_path / "mine.yaml").write_text(text + "# a new thought\n")
    said = airwar("resume", "mine.jsonl", "--no-input", cwd=tmp_path).stderr.decode()
    assert "mine.yaml was edited after this battle began; the log's own copy is used" in said
    assert "airwar fork mine.jsonl --scenario mine.yaml" in said


def test_a_machine_die_may_be_ruled_by_modifier_result_or_faces(tmp_path):
    with Terminal("run", "malta-1942", "--seed", "11", "--no-log", cwd=tmp_path) as evening:
        say(evening, "c", "5")
        evening.until("you can rule: a modifier such as +1, a result such as 1/3, or faces such as 1 4")
        say(evening, "2/3", "misread")
        evening.until("referee rules: the roll malta.r1.attacker.fire is 2/3: misread")


def test_all_entries_can_be_listed_and_a_unit_is_known_without_its_place(tmp_path):
    airwar("run", "germany-attacks-great-britain", "--seed", "11", "--log", "whole.jsonl", cwd=tmp_path)
    late = next(body["seq"] for body in records(tmp_path, "whole.jsonl") if body.get("round") == 2)
    assert airwar("fork", "whole.jsonl", "--at", str(late), "--log", "b.jsonl", cwd=tmp_path).returncode == 0
    with Terminal("resume", "b.jsonl", cwd=tmp_path) as evening:
        say(evening, "c")
        evening.until("which entry is wrong? (m: show all, Enter: none)")
        assert "UK Great Britain uk ground: none" not in evening.shown
        say(evening, "m", "")
        evening.until("nothing changed")
        assert "UK Great Britain uk ground: none" in evening.shown
        say(evening, "r", "3", "uk-infantry")
        evening.until("what? for example count=2 (Enter: nothing)")
        say(evening, "")
        evening.until("nothing ruled")
        say(evening, "q")
        assert evening.exit_code() == 0
