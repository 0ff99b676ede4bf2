"""What a forger may try who repairs the chain: every log here has good hashes."""

import pytest
from forger import forged
from raids import fought, raids

from airwar.analysis.verify import verify
from airwar.cli import exit_code
from airwar.engine.questions import Roll
from airwar.errors import BadAnswer, BadLog, Mismatch
from airwar.play.session import Session

NOTE = {"t": "note", "text": "agreed", "who": "referee"}
FOUND = (Mismatch, BadLog)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "battle.jsonl"


@pytest.fixture
def battle(path):
    """The records of a battle with typed dice, played to its end."""
    session = Session.begin(raids(), path, seed=3, mode="ask")
    while session.question is not None:
        if isinstance(session.question, Roll):
            session.roll((2,) * session.question.reading.dice.count if session.question.key.startswith("malta.r1.") else None)
        else:
            session.answer(session.default)
    return [record.content for record in session.log.records]


def checked(path, records):
    path.write_bytes(forged(records))
    return verify(path)


def correction(records):
    """A correction of the first typed roll."""
    seq = next(at for at, record in enumerate(records) if record.get("source") == "physical")
    old = records[seq]
    now = [3] * len(old["faces"])
    return {"t": "correction", "to": seq, "key": old["key"], "was": old["faces"], "now": now, "why": "misread", "who": "referee"}


# the end


@pytest.mark.parametrize("after", [NOTE, {"t": "dice", "dice": "physical"}, {"t": "undo", "to": 5, "key": "x"}])
def test_nothing_follows_the_end_but_a_correction(path, battle, after):
    assert checked(path, battle).finished
    with pytest.raises(Mismatch) as found:
        checked(path, [*battle, after])
    assert found.value.seq == len(battle)
    assert checked(path, [*battle, correction(battle)]).reopened == (len(battle) - 1,)
    with pytest.raises(Mismatch):
        checked(path, [*battle, after, correction(battle)])


def test_nobody_adds_a_note_to_a_battle_that_is_over(path, battle):
    content = path.read_bytes()
    session = Session.resume(path)
    with pytest.raises(BadAnswer, match="the battle is over"):
        session.note("one more thing")
    session.close()
    assert path.read_bytes() == content


@pytest.mark.parametrize("more", [[], [NOTE], ["correction"]])
def test_a_battle_that_was_over_is_not_verified_without_its_seed(path, battle, more):
    """The forger rolls what he likes, commits to nothing, reveals nothing, and makes the battle look unfinished."""
    first = {**{name: value for name, value in battle[0].items() if name != "seed"}, "commitment": "0" * 64}
    rolls = [{**record, "faces": [1] * len(record["faces"])} if record.get("source") == "machine" else record for record in battle]
    more = [correction(battle) if record == "correction" else record for record in more]
    records = [first, *rolls[1:-1], {**battle[-1], "seed": ""}, *more]
    assert any(record.get("source") == "machine" for record in records)
    with pytest.raises(Mismatch):
        checked(path, records)
    honest = [first, *battle[1:-1], {**battle[-1], "seed": ""}, *more]
    with pytest.raises(Mismatch, match=r"reveal the seed|nothing may follow"):
        checked(path, honest)


# a battle in progress


def test_a_battle_cut_after_any_record_is_unfinished_not_forged(path):
    whole = fought(seed=3).log.text().encode().splitlines(keepends=True)
    cuts = set()
    for length in range(1, len(whole)):
        path.write_bytes(b"".join(whole[:length]))
        proof = verify(path)
        assert (proof.finished, proof.records, bool(proof.waiting_for)) == (False, length, True)
        cuts.add(proof.missing > 0)
    assert cuts == {True, False}


# what no rule checks


HEADERS = {
    "version with escapes": {"version": "0\x1b[2J"},
    "no version": {"version": ""},
    "long version": {"version": "1" * 41},
    "version with a line": {"version": "1.0\n"},
    "commitment of words": {"commitment": "none", "seed": None},
    "parent with escapes": {"parent": "\x1b[2J"},
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_loose_header_is_refused(path, battle, name):
    first = {key: value for key, value in {**battle[0], **HEADERS[name]}.items() if value is not None}
    with pytest.raises(FOUND):
        checked(path, [first, *battle[1:]])


@pytest.mark.parametrize("name", ["a\nverified  all is well", "\x1b[2J", "\u202etxt", "\u009b2J", "\ud800", "x" * 300])
def test_a_loose_name_of_a_scenario_is_refused(path, battle, name):
    scenario = {**battle[0]["scenario"], "name": name}
    with pytest.raises(FOUND):
        checked(path, [{**battle[0], "scenario": scenario}, *battle[1:]])


@pytest.mark.parametrize("text", ["", "x" * 2_000_000, "two\nlines", "\x1b[2J", "\u202etxt", "\ud800", " "])
@pytest.mark.parametrize("field", ["text", "who"])
def test_a_loose_note_is_refused(path, battle, field, text):
    at = next(seq for seq, record in enumerate(battle) if record["t"] == "roll")
    assert checked(path, [*battle[:at], NOTE]).notes == 1
    if (field, text) == ("who", ""):
        return
    with pytest.raises(FOUND):
        checked(path, [*battle[:at], {**NOTE, field: text}])


@pytest.mark.parametrize("why", ["", "x" * 1_001, "a\nb", "\x1b[2J"])
def test_a_loose_reason_is_refused(path, battle, why):
    with pytest.raises(FOUND):
        checked(path, [*battle, {**correction(battle), "why": why}])


def test_what_is_said_at_the_table_is_written_as_a_line(path):
    session = Session.begin(raids(), path, seed=3, mode="physical", who="Anna\x1b[2J")
    session.note(" a note\nof \u202etwo lines\x07 ")
    assert (session.log.last.body.text, session.log.last.body.who) == ("a note of two lines", "Anna[2J")
    with pytest.raises(BadAnswer, match=r"at most 1,000 characters, not 1,001"):
        session.note("x" * 1_001)
    session.close()
    assert verify(path).notes == 1


def test_a_scenario_with_a_strange_file_name_can_be_played(path, tmp_path):
    from airwar.setup.loading import load_scenario
    from airwar.setup.overrides import with_settings

    strange = tmp_path / "ma\nlta\x1b[2J.yaml"
    strange.write_text(with_settings("malta-1942", ()).text)
    session = Session.begin(load_scenario(str(strange)), path, seed=3, scripted=True)
    assert session.log.header.scenario.name == "ma lta[2J.yaml"
    assert verify(path).finished


# what the dice prove


def test_verify_says_what_whoever_knew_the_seed_could_have_done(path, battle, capsys):
    from airwar.cli import exit_code

    assert exit_code(["verify", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for words in ("looked ahead", "tried several seeds", "cut the log and chosen again", "somebody who does not play"):
        assert words in said
    assert "prove" not in said


def test_verify_says_that_a_battle_was_interrupted(path, battle, capsys):
    from airwar.cli import exit_code

    at = next(seq for seq, record in enumerate(battle) if record["t"] == "told")
    path.write_bytes(forged(battle[:at]))
    assert exit_code(["verify", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "the battle is unfinished; it waits for" in said
    assert "`airwar resume` adds" in said


@pytest.mark.parametrize("field", ["key", "rule", "by", "dice", "result"])
def test_a_message_does_not_quote_a_huge_forgery(path, battle, field, capsys):
    seq = next(at for at, record in enumerate(battle) if record["t"] == "roll")
    records = [*battle[:seq], {**battle[seq], field: "A" * 100_000}, *battle[seq + 1 :]]
    with pytest.raises(Mismatch) as found:
        checked(path, records)
    assert len(str(found.value)) < 1_000
    assert exit_code(["explain", str(path), str(seq), "--width", "40"]) == 0  # it explains what the log says, in n steps


def test_a_forged_answer_is_escaped_in_a_script(path, battle, capsys):
    seq = next(at for at, record in enumerate(battle) if record["t"] == "choice" and isinstance(record["answer"], str))
    path.write_bytes(forged([*battle[:seq], {**battle[seq], "answer": "\x1b]0;x\x07\x9b31m\u202e"}, *battle[seq + 1 :]]))
    assert exit_code(["script", str(path)]) == 0
    assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())


# orders and seats


@pytest.fixture
def typed(path):
    """The records of a battle in which two lines were typed, with dice between them."""
    session = Session.begin(raids(), path, seed=3, ask_before_end=True)
    session.order("4 luft 2 regia")
    session.order("stay")
    session.close()
    return [record.content for record in session.log.records]


def orders(records):
    return [seq for seq, record in enumerate(records) if record["t"] == "order"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"key": "malta.r1.defender.disengage"}, "it says that it was made at malta.r1.defender.disengage"),
        ({"answers": 0}, "an order without an answer"),
        ({"answers": -1}, "an order without an answer"),
    ],
)
def test_a_forged_order_is_refused(path, typed, change, why):
    assert checked(path, typed).waiting_for == "malta.r1.attacker.disengage"
    seq = orders(typed)[0]
    with pytest.raises(Mismatch, match=why):
        checked(path, [*typed[:seq], {**typed[seq], **change}, *typed[seq + 1 :]])


@pytest.mark.parametrize("line", ["two\nlines", "\x1b[2J", "x" * 1_001])
def test_a_loose_line_is_refused(path, typed, line):
    seq = orders(typed)[0]
    with pytest.raises(FOUND):
        checked(path, [*typed[:seq], {**typed[seq], "line": line}, *typed[seq + 1 :]])


def test_an_order_stands_at_a_question(path, typed):
    """Between two sentences of a step nobody types."""
    seq, told = orders(typed)[0], next(seq for seq, record in enumerate(typed) if record["t"] == "told")
    with pytest.raises(Mismatch):
        checked(path, [*typed[:told], typed[seq], *typed[told:]])


def test_an_undo_to_an_order_before_a_die_is_refused(path, typed):
    first, second = orders(typed)
    good = {"t": "undo", "to": second, "key": typed[second]["key"]}
    assert checked(path, [*typed, good]).waiting_for == "malta.r1.defender.disengage"
    with pytest.raises(Mismatch, match="an undo ends at the last die"):
        checked(path, [*typed, {"t": "undo", "to": first, "key": typed[first]["key"]}])
    with pytest.raises(Mismatch, match=f"but record {second} is malta.r1.defender.disengage"):
        checked(path, [*typed, {**good, "key": "malta.attacker.commit"}])


def test_seats_that_the_battle_does_not_have_are_said_when_it_is_resumed(path, typed, capsys):
    path.write_bytes(forged([*typed, {"t": "seats", "play": {"narnia": ""}}]))
    assert exit_code(["resume", str(path), "--no-input"]) == 2
    assert "there is no side 'narnia'" in capsys.readouterr().err
    assert exit_code(["resume", str(path), "--no-input", "--play", "none"]) == 0


@pytest.mark.parametrize("seats", [{"play": {"\x1b[2J": ""}}, {"auto": ["\x1b[2J"]}, {"who": "two\nlines"}, {"ask": "x" * 300}])
def test_loose_seats_are_refused(path, typed, seats):
    with pytest.raises(FOUND):
        checked(path, [*typed, {"t": "seats", **seats}])
