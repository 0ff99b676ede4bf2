"""An interrupted battle resumes to the same end; an undo adds its own record and nothing else."""

from pathlib import Path

import pytest
from forger import forged as forged_log
from raids import duel, fought, raids, read_once
from support import SHIPPED

from airwar.analysis.verify import verify
from airwar.answers.chance import Scripted
from airwar.battle.battle import begin, resume, seed_file
from airwar.engine.history import in_force, undoable
from airwar.engine.log import Log
from airwar.engine.questions import Asked
from airwar.errors import BadLog, Mismatch
from airwar.play.session import Session
from airwar.setup.loading import load_scenario


def resume_to_the_end(path):
    """Resumes as the command does without a terminal."""
    battle = resume(path)
    if not battle.log.finished:
        battle.by_script()
    battle.settle()
    return battle


@pytest.fixture
def quick(monkeypatch):
    """For thousands of battles: the scenario is read once."""
    monkeypatch.setattr("airwar.battle.battle.parse_scenario", read_once)


# cuts


@pytest.mark.slow
def test_a_log_cut_at_any_byte_is_resumed_to_the_same_bytes(tmp_path, quick, stride):
    whole = fought(seed=8, scenario=duel()).log.text().encode()
    header = whole.index(b"\n") + 1
    around = {at + near for at, byte in enumerate(whole) if byte == ord("\n") for near in (-1, 0, 1, 2)}  # the ends of lines
    for cut in sorted({*range(0, len(whole), stride), *(cut for cut in around if cut <= len(whole))}):
        path = tmp_path / f"{cut}.jsonl"
        torn = tmp_path / f"{cut}.jsonl.torn"
        path.write_bytes(whole[:cut])
        if cut < header:
            with pytest.raises(BadLog, match="no complete header"):
                resume_to_the_end(path)
            assert path.read_bytes() == whole[:cut]
        else:
            resume_to_the_end(path)
            assert path.read_bytes() == whole
            assert (torn.read_bytes() if torn.exists() else b"") == whole[:cut].rpartition(b"\n")[2]
            torn.unlink(missing_ok=True)
        path.unlink()


@pytest.mark.slow
@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_battle_resumes_after_about_twenty_of_its_records(tmp_path, quick, shipped):
    path = tmp_path / "battle.jsonl"
    fought(path, scenario=load_scenario(str(shipped)))
    lines = path.read_bytes().splitlines(keepends=True)
    for cut in range(1, len(lines) + 1, 1 + len(lines) // 20):
        path.write_bytes(b"".join(lines[:cut]))
        resume_to_the_end(path)
        assert path.read_bytes() == b"".join(lines)


def test_a_torn_line_is_moved_aside_only_when_something_new_is_written(tmp_path):
    path = tmp_path / "battle.jsonl"
    fought(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    assert Log.load(path).torn
    with pytest.raises(Mismatch, match="torn"):
        verify(path)
    assert path.read_bytes() == whole[:-30]
    assert not path.with_name("battle.jsonl.torn").exists()
    resume_to_the_end(path)
    assert path.read_bytes() == whole
    assert path.with_name("battle.jsonl.torn").read_bytes() == whole[:-30].rpartition(b"\n")[2]


def test_the_pending_question_is_a_function_of_the_log(tmp_path, quick):
    """Cut before an answer, the battle waits for the same question, with the same options and the same default."""
    from airwar.battle.battle import Nobody

    whole = fought(seed=3).log
    for at, record in enumerate(whole.records):
        if record.content["t"] in ("choice", "roll"):
            path = tmp_path / f"cut-{at}.jsonl"
            path.write_text("".join(old.line + "\n" for old in whole.records[:at]))
            battle = resume(path)
            with pytest.raises(Asked) as asked:
                battle.walk(Nobody()).run()
            assert asked.value.question.key == record.content["key"]
            assert asked.value.question.rule == record.content["rule"]
            assert len(battle.log.records) == at
            assert verify(path).waiting_for == record.content["key"]


def test_dice_once_shown_are_never_rolled_again(tmp_path):
    """Resuming follows the dice in the log; only the rolls that are not there yet are made."""
    path = tmp_path / "battle.jsonl"
    whole = fought(path, seed=3).log
    rolls = [record for record in whole.records if record.content["t"] == "roll"]
    asked = []

    class Watching(Scripted):
        def faces(self, roll, drawn):
            asked.append((roll.key, drawn))
            return super().faces(roll, drawn)

    cut = rolls[4].seq + 1
    path.write_text("".join(record.line + "\n" for record in whole.records[:cut]))
    battle = resume(path)
    battle.walk(Watching(battle.scenario.script, battle.dice)).run()
    assert asked == [(record.content["key"], record.content["die"]) for record in rolls[5:]]


def test_a_log_that_breaks_the_rules_is_not_resumed(tmp_path):
    path = tmp_path / "battle.jsonl"
    whole = fought(seed=3).log
    contents = [record.content for record in whole.records[:24]]
    for content in contents:
        if content.get("key") == "malta.r1.attacker.disengage":
            content["answer"] = "disengage"
    before = forged_log(contents)
    path.write_bytes(before)
    with pytest.raises(Mismatch, match=r"expected .* here, found"):
        resume_to_the_end(path)
    assert path.read_bytes() == before


# the secret seed


def test_a_drawn_seed_is_committed_to_kept_beside_the_log_and_revealed_at_the_end(tmp_path):
    path = tmp_path / "battle.jsonl"
    battle = begin(raids(), path)
    beside = seed_file(path)
    assert battle.log.header.seed is None
    assert len(battle.log.header.commitment) == 64
    assert beside.stat().st_mode & 0o777 == 0o600
    assert beside.read_text().strip() not in path.read_text()
    resume_to_the_end(path)
    assert not beside.exists()
    told = Log.load(path).last.content["seed"]
    assert verify(path).seed_known
    assert fought(seed=int(told, 16)).log.last.content["tally"] == Log.load(path).last.content["tally"]


def test_a_seed_that_was_given_is_in_the_header(tmp_path):
    path = tmp_path / "battle.jsonl"
    battle = begin(raids(), path, 7)
    assert battle.log.header.seed == "0x7"
    assert battle.log.header.commitment is None
    assert not seed_file(path).exists()


def test_the_seed_file_of_a_battle_killed_at_its_end_is_removed_on_resume(tmp_path):
    path = tmp_path / "battle.jsonl"
    battle = begin(raids(), path)
    battle.by_script()
    assert seed_file(path).exists()
    resume_to_the_end(path)
    assert not seed_file(path).exists()


def test_a_missing_or_wrong_seed_is_reported(tmp_path):
    path = tmp_path / "battle.jsonl"
    begin(raids(), path)
    seed_file(path).write_text("0x1\n")
    with pytest.raises(Mismatch, match="commitment"):
        resume(path)
    seed_file(path).write_text("garbage\n")
    with pytest.raises(Mismatch, match="neither"):
        resume(path)
    seed_file(path).unlink()
    assert resume(path).dice is None


# undo


class Stopping(Scripted):
    """Answers by the script up to a question, at which the walk stops."""

    def __init__(self, battle, stop, instead=None):
        super().__init__(battle.scenario.script, battle.dice)
        self.stop, self.instead = stop, instead or {}

    def choice(self, question):
        if question.key == self.stop:
            raise Asked(question)
        return self.instead.get(question.key) or super().choice(question)


def walked_to(battle, stop, instead=None):
    with pytest.raises(Asked) as asked:
        battle.walk(Stopping(battle, stop, instead)).run()
    battle.log.close()
    assert asked.value.question.key == stop


def test_an_undo_adds_only_its_own_record_and_leads_to_the_same_state(tmp_path):
    path = tmp_path / "battle.jsonl"
    battle = begin(raids(), path, 3)
    walked_to(battle, "malta.r1.attacker.reinforce")
    before = path.read_bytes()
    choice = undoable(battle.log.records)
    assert battle.undo().key == choice.content["key"] == "malta.r1.attacker.disengage"
    added = path.read_bytes().removeprefix(before).splitlines()
    assert len(added) == 1
    assert Log.load(path).last.content == {"t": "undo", "to": choice.seq, "key": "malta.r1.attacker.disengage"}
    walked_to(battle, "malta.r1.attacker.reinforce")
    resume_to_the_end(path)
    plain = fought(seed=3).log
    assert [record.content for record in in_force(Log.load(path).records)] == [record.content for record in plain.records]
    proof = verify(path)
    assert (proof.undone, proof.finished) == (1, True)


def with_undos(contents, *undos):
    """The records with undos after them, the chain repaired."""
    return forged_log([*contents, *undos])


def at(log, wanted):
    return next(record for record in log.records if record.content.get("key") == wanted)


def test_records_that_an_undo_took_back_are_verified_too(tmp_path):
    """Taking a forged record back does not make it right."""
    log = fought(seed=3).log
    choice = at(log, "malta.r1.defender.disengage")
    contents = [record.content for record in log.records[: choice.seq]]
    contents.append({**choice.content, "answer": "surrender"})
    path = tmp_path / "battle.jsonl"
    path.write_bytes(with_undos(contents, {"t": "undo", "to": choice.seq, "key": choice.content["key"]}))
    with pytest.raises(Mismatch, match="surrender") as found:
        verify(path)
    assert found.value.seq == choice.seq


def test_a_finished_battle_is_looked_at_where_nothing_can_be_written(tmp_path, monkeypatch):
    path = tmp_path / "done.jsonl"
    session = Session.begin(load_scenario("malta-1942"), path, seed=3, scripted=True)
    assert session.end is not None
    session.close()

    def refusing(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", refusing)
    resume(path).settle()
