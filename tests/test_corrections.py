"""Corrections: the referee changes an earlier entry, and what came later is entered again as long as it fits."""

import pytest
from forger import forged
from raids import fought, raids, read_once
from support import SHIPPED

from airwar.analysis.verify import verify
from airwar.battle.battle import begin
from airwar.engine import history
from airwar.engine.history import answer_of, in_force
from airwar.engine.log import Log
from airwar.engine.questions import Allotment, Asked, Choice, Roll
from airwar.engine.records import Chosen, Corrected, Rolled, Stated
from airwar.engine.redo import Redo, adapted
from airwar.errors import BadAnswer, Mismatch
from airwar.play.session import Reentered, Session
from airwar.setup.loading import load_scenario

ENTRY = Rolled | Chosen | Stated


@pytest.fixture
def path(tmp_path):
    return tmp_path / "battle.jsonl"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("airwar.battle.battle.parse_scenario", read_once)


def typed(session, faces=(3, 5)):
    """Plays on with the same typed dice and the usual answers."""
    while session.question is not None:
        if isinstance(session.question, Roll):
            session.roll(tuple(faces[at % len(faces)] for at in range(session.question.reading.dice.count)))
        else:
            session.answer(session.default)
    return session


def entry(session, key):
    return next(record for record in session.entries if record.body.key == key)


# typed dice


def test_a_typed_die_is_taken_back_until_something_else_is_entered(path):
    session = Session.begin(raids(), path, seed=3, mode="physical")
    session.answer(session.default)
    key = session.question.key
    session.roll((3, 5))
    assert session.can_undo
    assert session.undo() == key == session.question.key
    session.roll((3, 3))
    second = session.question.key
    session.roll((1, 1))
    assert session.undo() == second
    assert not session.can_undo  # the first die was followed by another entry
    session.close()
    assert verify(path).undone == 2


# the last choice


def test_before_the_end_a_person_is_asked_once(path):
    session = Session.begin(raids(), path, seed=3, ask_before_end=True)
    while session.question is not None:
        last = session.question.key
        session.answer(session.default)
    assert session.end is not None
    assert not session.log.finished
    session.close()
    assert verify(path).waiting_for == "somebody to close it"
    session = Session.resume(path, ask_before_end=True)
    if session.can_undo:
        assert session.undo() == last == session.question.key
        session.answer(session.default)
    session.finish()
    assert session.log.finished
    assert session.log.last.body == fought(seed=3).log.last.body


# corrections


def test_a_correction_says_what_was_what_is_why_and_who(path):
    session = typed(Session.begin(raids(), path, seed=3, mode="physical", ask_before_end=True))
    wrong = entry(session, "malta.r1.attacker.fire")
    after = session.correct(wrong.seq, (6, 6), "misread")
    assert isinstance(after, Reentered)
    record = next(record for record in session.log.records if isinstance(record.body, Corrected))
    assert record.body == Corrected(wrong.seq, wrong.body.key, (3, 5), (6, 6), "misread", "referee")
    assert entry(session, "malta.r1.attacker.fire").body.source == "corrected"
    typed(session).finish()
    assert verify(path).corrections == (f"record {record.seq}: referee corrects malta.r1.attacker.fire from 3 5 to 6 6: misread",)


@pytest.mark.parametrize(
    ("key", "now", "why", "said"),
    [
        ("malta.r1.attacker.fire", (6, 6), "", "needs a reason"),
        ("malta.r1.attacker.fire", (3, 5), "why", "that is its answer already"),
        ("malta.r1.attacker.fire", (7, 1), "why", "cannot show"),
        ("malta.r1.attacker.fire", "stay", "why", "cannot show"),
        ("malta.r1.defender.disengage", "flee", "why", "is not one of"),
        ("malta.attacker.commit", {"luftwaffe": 99}, "why", "is not between"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_nothing_is_written(path, key, now, why, said):
    session = typed(Session.begin(raids(), path, seed=3, mode="physical", ask_before_end=True))
    before = path.read_bytes()
    with pytest.raises(BadAnswer, match=said):
        session.correct(entry(session, key).seq, now, why)
    with pytest.raises(BadAnswer, match="not an entry"):
        session.correct(1, now, "why")
    assert path.read_bytes() == before


def test_a_machine_die_is_not_corrected_but_ruled(path):
    session = Session.begin(raids(), path, seed=3)
    session.answer(session.default)
    roll = entry(session, "malta.r1.attacker.fire")
    with pytest.raises(BadAnswer, match="nobody rolls a machine die again"):
        session.correct(roll.seq, (6, 6), "why")
    session.rule("modifier", "", "+1", "dusk", back_to=roll.seq)
    again = entry(session, "malta.r1.attacker.fire").body
    assert (again.faces, again.die, again.total) == (roll.body.faces, roll.body.die, roll.body.total + 1)
    assert again.terms[-1] == ("dusk", 1, "ruling", "ruling")
    session.close()
    assert len(verify(path).rulings) == 1


def test_a_finished_battle_is_corrected_and_the_new_end_names_the_old_one(path):
    session = typed(Session.begin(raids(), path, mode="physical"))
    old = session.log.last.seq
    assert session.log.finished
    session = Session.resume(path, ask_before_end=True)
    session.correct(entry(session, "malta.r1.attacker.fire").seq, (6, 6), "misread")
    session.close()
    session = typed(Session.resume(path, ask_before_end=True))
    session.finish()
    assert session.log.last.body.corrects == old
    proof = verify(path)
    assert (proof.finished, proof.reopened) == (True, (old,))


# the re-applied battle equals one played that way from the start


class AsEntered:
    """Answers by key as a log did, dice and all; what the log does not have is asked."""

    def __init__(self, entries):
        self.again = Redo(entries)

    def faces(self, roll, drawn):
        held = self.again.entry(roll.key)
        if held is None:
            raise Asked(roll)
        self.again.follow(held)
        return held.faces, held.source

    def choice(self, question):
        held = self.again.entry(question.key)
        if held is None:
            raise Asked(question)
        self.again.follow(held)
        return held.answer


def course(records):
    """What a course of a battle says, without the places of its records and the numbers of its dice."""
    content = [dict(record.content) for record in records[1:] if record.kind not in ("note", "dice", "ruling")]
    for one in content:
        one.pop("die", None)
        one.pop("corrects", None)
        one.pop("seed", None)
    return content


def another(question, old):
    """Another legal answer to a question, or None."""
    if isinstance(question, Roll):
        sides = question.reading.dice.sides
        return tuple(face % sides + 1 for face in old.faces)
    if isinstance(question, Choice):
        return next((name for name in question.options if name != old.answer), None)
    if isinstance(question, Allotment):
        for other in ({}, dict(question.items), dict(question.default)):
            written = {name: count for name, count in other.items() if count}
            if question.refuses(other) is None and written != old.answer:
                return written
    return None


def corrected_everywhere(scenario, path, seed=7):
    """Corrects each entry of a battle in turn, and compares with the battle played that way from the start."""
    whole = fought(None, seed, scenario).log
    tried = 0
    for record in whole.records:
        if not isinstance(record.body, ENTRY) or (isinstance(record.body, Rolled) and record.body.source == "machine"):
            continue
        battle = begin(scenario, None, seed)
        battle.log.records[:] = list(whole.records)
        session = Session(battle, ask_before_end=True)
        now = another(session.question_at(record.seq), record.body)
        if now is None:
            continue
        later = sum(isinstance(one.body, ENTRY) and one.seq > record.seq for one in whole.records)
        after = session.correct(record.seq, now, "a test")
        assert after.kept + after.waiting <= later
        if session.end is not None:
            session.finish()
        log = session.log
        path.write_text(log.text())
        verify(path)
        counted = in_force(log.records)
        fresh = begin(scenario, None, seed)
        answers = AsEntered([one.body for one in counted])
        walk = fresh.walk(answers)
        try:
            walk.run()
        except Asked as asked:
            assert session.question.key == asked.question.key
        assert course(in_force(fresh.log.records)) == course(counted)
        tried += 1
    return tried


GOLDEN_BATTLES = [path for path in SHIPPED if path.stem in {
    "malta-1942", "mogilev-1941", "demyansk-1942", "kursk-1943", "burma-1944", "crusader-1941", "pedestal-1942",
    "battle-of-britain-1940", "ruhr-1943", "okinawa-1945", "diadem-1944", "case-blue-1942", "smolensk-1941", "husky-1943",
}]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GOLDEN_BATTLES, ids=lambda path: path.stem)
def test_a_correction_anywhere_equals_a_battle_played_that_way_from_the_start(scenario, path):
    assert corrected_everywhere(load_scenario(str(scenario)), path) > 0


def test_a_correction_anywhere_in_the_raids_equals_a_battle_played_that_way(path):
    assert corrected_everywhere(raids(), path, 3) > 5


# crashes


def test_a_battle_killed_while_entries_are_entered_again_goes_on_with_them(path, tmp_path):
    session = Session.begin(raids(), path, seed=3, ask_before_end=True)
    while session.question is not None:
        session.answer(session.default)
    seq = entry(session, "malta.r1.attacker.reinforce").seq
    session.correct(seq, {"luftwaffe": 2}, "miscounted")
    while session.question is not None:
        session.answer(session.default)
    session.finish()
    lines = path.read_bytes().splitlines(keepends=True)
    first = next(at for at, record in enumerate(session.log.records) if record.kind == "correction")
    for cut in range(first + 1, len(lines) + 1):
        part = tmp_path / f"cut-{cut}.jsonl"
        part.write_bytes(b"".join(lines[:cut]))
        resumed = Session.resume(part, ask_before_end=True)
        while resumed.question is not None:
            resumed.answer(resumed.default)
        resumed.finish()
        assert part.read_bytes() == b"".join(lines)


# forgeries


def test_forged_corrections_are_found(path):
    session = typed(Session.begin(raids(), None, seed=3, mode="physical", ask_before_end=True))
    roll, choice = entry(session, "malta.r2.attacker.fire"), entry(session, "malta.r1.defender.disengage")
    honest = [record.content for record in session.log.records]
    good = {"t": "correction", "to": roll.seq, "key": roll.body.key, "was": [3, 5], "now": [6, 6], "why": "w", "who": "r"}
    rolled = {**roll.content, "faces": [6, 6], "source": "corrected"}
    false = {
        "another key": {**good, "key": "malta.r1.attacker.fire"},
        "another record": {**good, "to": roll.seq + 1},
        "what was not": {**good, "was": [1, 1]},
        "no change": {**good, "now": [3, 5]},
        "no reason": {**good, "why": ""},
        "a choice by dice": {**good, "to": choice.seq, "key": choice.body.key, "was": choice.body.answer},
        "impossible faces": {**good, "now": [9, 9]},
    }
    for name, correction in false.items():
        path.write_bytes(forged([*honest, correction, {**rolled, "faces": correction["now"]}]))
        with pytest.raises(Mismatch) as found:
            verify(path)
        assert found.value.seq in (len(honest), len(honest) + 1), name
    for faces, source in (([6, 5], "corrected"), ([6, 6], "machine")):
        path.write_bytes(forged([*honest, good, {**rolled, "faces": faces, "source": source}]))
        with pytest.raises(Mismatch):
            verify(path)
    path.write_bytes(forged([*honest[: roll.seq], {**roll.content, "source": "corrected"}]))
    with pytest.raises(Mismatch, match="no correction gives"):
        verify(path)


def test_a_machine_die_is_not_corrected_by_a_forger_either(path):
    log = fought(seed=3).log
    roll = next(record for record in log.records if isinstance(record.body, Rolled))
    correction = Corrected(roll.seq, roll.body.key, answer_of(roll.body), (6, 6), "why", "who")
    copy = Log(list(log.records))
    copy.append(correction)
    path.write_text(copy.text())
    with pytest.raises(Mismatch, match="machine"):
        verify(path)


def test_an_entry_after_a_correction_is_found_though_dice_that_no_longer_count_have_fallen():
    session = Session.begin(raids(), None, seed=3, mode="ask")
    while session.question is not None and session.question.key != "malta.r2.attacker.disengage":
        if isinstance(session.question, Roll):
            session.roll()
        else:
            session.answer("stay" if session.question.key.endswith("disengage") else session.default)
    session.correct(entry(session, "malta.r1.attacker.disengage").seq, "disengage", "the wrong key")
    while session.question is not None:
        session.roll() if isinstance(session.question, Roll) else session.answer(session.default)
    asked = [(session.question_at(record.seq).key, record.body.key) for record in session.entries]
    assert len(asked) > 8
    assert [key for key, _ in asked] == [key for _, key in asked]


def test_resuming_takes_a_look_at_each_correction_not_at_each_pair(tmp_path, monkeypatch):
    path = tmp_path / "battle.jsonl"
    session = Session.begin(load_scenario("malta-1942"), path, seed=11, mode="physical")
    while isinstance(session.question, Roll):
        session.roll((3,) * session.question.reading.dice.count)
    for turn in range(30):
        session.correct(session.entries[-1].seq, (1 + turn % 6, 2 + turn % 4), "misread")
    session.close()
    looks = []
    real = history.check_back
    monkeypatch.setattr(history, "check_back", lambda *args: looks.append(args) or real(*args))
    again = Session.resume(path)
    assert again.question.key == session.question.key
    assert 30 <= len(looks) <= 10 * 30
    again.close()


@pytest.mark.parametrize(
    ("old", "least", "most", "kept"),
    [
        ({"a": 2}, 2, 3, {"a": 2, "b": 0, "c": 0}),
        ({"a": 9, "gone": 1}, 2, 3, {"a": 2, "b": 0, "c": 0}),
        ({"a": 1}, 2, 3, {"a": 2, "b": 0, "c": 0}),  # too few: more of what comes first
        ({"c": 1}, 4, 4, {"a": 2, "b": 1, "c": 1}),
        ({"a": 1}, 4, 4, {"a": 2, "b": 2, "c": 0}),
        ({"a": 2, "b": 2, "c": 2}, 0, 3, {"a": 2, "b": 1, "c": 0}),  # too many: fewer of what comes last
        ({"a": 2, "c": 1}, 7, 7, None),
    ],
)
def test_what_is_left_of_an_earlier_answer_is_as_much_as_is_still_accepted(old, least, most, kept):
    question = Allotment("losses", "1", "axis", {"a": 2, "b": 2, "c": 2}, {}, least, most, {})
    assert adapted(question, old) == kept
