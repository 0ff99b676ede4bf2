"""What `verify` verifies, and what it leaves to trust: honest logs pass whatever the referee did, chosen dice do not."""

from __future__ import annotations

import pytest
from forger import forged

from airwar.analysis.verify import verify
from airwar.answers.chance import commitment, show_seed
from airwar.battle.what_if import fork
from airwar.cli.verify import proof_lines
from airwar.engine.questions import Roll
from airwar.errors import Mismatch
from airwar.play.session import Session
from airwar.setup.loading import load_scenario


def play_on(session, faces=None):
    """Answers by default; rolls the machine's dice, or these at the table."""
    while session.question is not None:
        if isinstance(session.question, Roll):
            session.roll(faces(session.question) if faces else None)
        else:
            session.answer(session.default)
    session.finish()


def ones(roll):
    return (1,) * roll.reading.dice.count


def entry(session, key):
    return next(record for record in reversed(session.entries) if record.body.key == key)


# honest logs


def test_machine_dice_entered_again_after_the_table_took_over_are_good(tmp_path):
    """A ruling on an earlier machine roll enters it again as it fell, although real dice are rolled by then."""
    path = tmp_path / "x.jsonl"
    Session.begin(load_scenario("malta-1942"), path, seed=11).close()
    session = Session.resume(path, dice="physical", ask_before_end=True)
    session.rule("modifier", "", "+1", "forgotten", back_to=entry(session, "malta.r1.attacker.fire").seq)
    play_on(session, ones)
    proof = verify(path)
    assert (proof.machine_dice > 0, proof.typed_dice > 0) == (True, True)


def test_typed_dice_entered_again_after_the_machine_took_over_are_good(tmp_path):
    path = tmp_path / "x.jsonl"
    session = Session.begin(load_scenario("malta-1942"), path, seed=11, mode="physical")
    while isinstance(session.question, Roll):
        session.roll(ones(session.question))
    session.close()
    session = Session.resume(path, dice="machine", ask_before_end=True)
    session.correct(entry(session, "malta.r1.attacker.fire").seq, (2, 2), "misread")
    play_on(session)
    assert verify(path).finished


def test_the_script_does_not_bind_players_who_roll_their_own_dice(tmp_path):
    """Their dice may lead to rolls that the scenario's dice do not fit; the machine may take over again."""
    path = tmp_path / "kursk.jsonl"
    session = Session.begin(load_scenario("kursk-1943"), path, seed=5, mode="physical")
    typed = iter([(1,), (2, 4, 3), (2,)])
    while isinstance(session.question, Roll) and (faces := next(typed, None)):
        session.roll(faces)
    session.close()
    assert verify(path).typed_dice == 5
    session = Session.resume(path, dice="machine", ask_before_end=True)
    play_on(session)
    assert verify(path).finished


# chosen dice


def bodies_of(path):
    session = Session.begin(load_scenario("malta-1942"), path, seed=1)
    play_on(session)
    return [record.content for record in session.log.records]


def chosen(honest, change):
    """A forged log: before its second roll, somebody brings another seed."""
    first, second = [at for at, body in enumerate(honest) if body["t"] == "roll"][:2]
    return [*honest[:second], {"t": "dice", "dice": "machine", "first": len(honest[first]["faces"]), **change}]


def test_an_open_seed_in_the_middle_is_refused(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(forged(chosen(bodies_of(tmp_path / "honest.jsonl"), {"seed": show_seed(99)})))
    with pytest.raises(Mismatch, match="it changes the dice in a way that airwar never does"):
        verify(path)


def test_a_new_seed_while_the_old_one_is_known_is_refused(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(forged(chosen(bodies_of(tmp_path / "honest.jsonl"), {"commitment": commitment(99)})))
    with pytest.raises(Mismatch, match="it brings a new seed, although the one before it was not lost"):
        verify(path)


def test_a_lost_seed_is_trusted_by_record_and_its_dice_are_not_verified(tmp_path):
    path = tmp_path / "x.jsonl"
    Session.begin(load_scenario("malta-1942"), path).close()
    (tmp_path / "x.jsonl.seed").unlink()
    session = Session.resume(path, dice="machine", ask_before_end=True)
    record = session.log.last.seq
    assert session.log.last.kind == "dice"
    play_on(session)
    proof = verify(path)
    assert (proof.lost_dice, proof.new_seed_dice) == (4, proof.machine_dice - 4)
    lines = proof_lines(proof)
    assert any(line.startswith(f"trusted   record {record}: the seed was said to be lost") for line in lines)
    assert not any(line.startswith("verified") and "machine" in line for line in lines)


def test_a_machine_die_without_a_number_is_refused(tmp_path):
    path = tmp_path / "x.jsonl"
    honest = bodies_of(tmp_path / "honest.jsonl")
    without = [{name: value for name, value in body.items() if name != "die"} for body in honest]
    path.write_bytes(forged(without))
    with pytest.raises(Mismatch):
        verify(path)


def test_a_fork_without_dice_of_its_parent_is_still_said_to_be_a_fork(tmp_path):
    parent = tmp_path / "x.jsonl"
    Session.begin(load_scenario("malta-1942"), parent, seed=1).close()
    fork(parent, tmp_path / "fork.jsonl", 1, seed=2)
    proof = verify(tmp_path / "fork.jsonl")
    assert (proof.forked, proof.parent_dice) == (True, 0)
    assert any("this battle is a fork with no die of its parent" in line for line in proof_lines(proof))


def test_a_die_is_not_excused_by_a_correction_that_comes_later(tmp_path):
    """A machine die that was never rolled, called corrected, then corrected away and back."""
    path = tmp_path / "x.jsonl"
    honest = bodies_of(tmp_path / "honest.jsonl")
    at = next(at for at, body in enumerate(honest) if body["t"] == "roll")
    false = {name: value for name, value in honest[at].items() if name != "die"} | {"source": "corrected"}
    signed = {"t": "correction", "key": false["key"], "why": "x", "who": "y"}
    away = {**signed, "to": at, "was": false["faces"], "now": [1, 1]}
    back = {**signed, "to": at + 2, "was": [1, 1], "now": false["faces"]}
    path.write_bytes(forged([*honest[:at], false, away, {**false, "faces": [1, 1]}, back]))
    with pytest.raises(Mismatch, match=f"record {at}: .*no correction gives"):
        verify(path)


def test_an_end_without_its_position_is_refused(tmp_path):
    path = tmp_path / "x.jsonl"
    honest = bodies_of(tmp_path / "honest.jsonl")
    bare = {name: value for name, value in honest[-1].items() if name != "position"}
    path.write_bytes(forged([{**honest[0], "version": "1.9.0"}, *honest[1:-1], bare]))
    with pytest.raises(Mismatch, match="the end does not say where the units are"):
        verify(path)
    path.write_bytes(forged([{**honest[0], "airwar": 1}, *honest[1:]]))
    with pytest.raises(Mismatch, match="the header has fields or values that airwar never writes"):
        verify(path)


def test_a_ruling_on_a_unit_stands_at_a_question(tmp_path):
    """Between two sentences of a step nobody can rule."""
    session = Session.begin(load_scenario("crete-1941"), tmp_path / "honest.jsonl", seed=1)
    play_on(session)
    honest = [record.content for record in session.log.records]
    at = next(at for at, body in enumerate(honest) if body["t"] == "told")
    who = {"t": "ruling", "on": "unit", "key": "desert-air-force", "value": "inverted=1", "why": "x", "who": "", "at": "nowhere"}
    path = tmp_path / "x.jsonl"
    path.write_bytes(forged([*honest[:at], who, *honest[at:]]))
    with pytest.raises(Mismatch):
        verify(path)
