"""The log: canonical, chained, and safe against any tampering."""

import json
import re

import pytest
from forger import forged as forged_log
from raids import fought, raids, read_once
from support import BARE, TESTS

from airwar.analysis.verify import verify
from airwar.battle.battle import begin
from airwar.engine.codec import canonical
from airwar.engine.events import Note
from airwar.engine.log import GENESIS, Log
from airwar.engine.records import Rolled, Told
from airwar.errors import BadLog, CannotWrite, Mismatch
from airwar.setup.loading import load_scenario, parse_scenario

GOLDEN = TESTS / "golden" / "format-3" / "world-at-war" / "malta-1942.jsonl"
FOUND = (Mismatch, BadLog)
NOTE = Told("18", Note("something"))


@pytest.fixture
def verifies(tmp_path, monkeypatch):
    """Verifies these bytes as a log; each scenario is read only once."""
    path = tmp_path / "battle.jsonl"
    monkeypatch.setattr("airwar.battle.battle.parse_scenario", read_once)

    def verified(content):
        path.unlink(missing_ok=True)  # writing a new file is faster than truncating an old one
        path.write_bytes(content)
        return verify(path)

    return verified


# writing


def test_the_golden_log_is_a_chain_without_floats():
    previous = GENESIS
    for seq, line in enumerate(GOLDEN.read_text().splitlines()):
        content = json.loads(line, parse_float=pytest.fail)
        assert (content["seq"], content["prev"]) == (seq, previous)
        assert line == canonical(content)
        previous = content["h"]


def test_one_write_and_one_sync_a_record(tmp_path, monkeypatch):
    battle = begin(raids(), tmp_path / "battle.jsonl", 7)
    battle.log.append(NOTE)
    calls = []
    import os

    for name in ("write", "fsync", "open", "stat", "replace", "truncate"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *args, name=name, real=real: (calls.append(name), real(*args))[1])
    battle.log.append(NOTE)
    assert calls == ["write", "fsync"]


# damage


@pytest.mark.slow
def test_every_single_byte_changed_is_found(verifies, stride):
    content = GOLDEN.read_bytes()
    verifies(content)
    for at, byte in list(enumerate(content))[::stride]:
        for other in {byte ^ 1, byte ^ 1 if at % 16 else ord("\n")} - {byte}:
            changed = bytearray(content)
            changed[at] = other
            with pytest.raises(FOUND):
                verifies(bytes(changed))


@pytest.mark.parametrize("after", [0, 1])
def test_a_changed_byte_right_after_a_hash_is_found(verifies, after):
    """The hash covers the line without `"h":"...",`, so these two bytes are checked by themselves."""
    content = GOLDEN.read_bytes()
    for found in re.finditer(rb'"h":"[0-9a-f]{64}', content):
        changed = bytearray(content)
        changed[found.end() + after] ^= 1
        with pytest.raises(FOUND):
            verifies(bytes(changed))


@pytest.mark.slow
def test_any_byte_dropped_or_duplicated_is_found(verifies, stride):
    content = GOLDEN.read_bytes()
    for at in range(0, len(content), stride):
        with pytest.raises(FOUND):
            verifies(content[:at] + content[at + 1 :])
        with pytest.raises(FOUND):
            verifies(content[:at] + content[at : at + 1] + content[at:])


def disorders(records, furthest):
    """The records with one dropped, one duplicated, or two swapped that are at most this far apart.

    The end is not dropped: without it, the battle waits to be closed.
    """
    for at in range(len(records)):
        if at < len(records) - 1:
            yield records[:at] + records[at + 1 :]
        yield records[: at + 1] + records[at:]
        for other in range(at + 1, min(len(records), at + 1 + furthest)):
            yield [*records[:at], records[other], *records[at + 1 : other], records[at], *records[other + 1 :]]


def test_every_dropped_duplicated_or_swapped_record_is_found(verifies):
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    for disorder in disorders(lines, len(lines)):
        with pytest.raises(FOUND):
            verifies(b"".join(disorder))


@pytest.mark.slow
def test_a_forger_who_repairs_the_chain_cannot_drop_duplicate_or_swap_records_either(verifies):
    bodies = [record.content for record in fought(seed=3).log.records]
    assert verifies(forged_log(bodies)).finished
    for disorder in disorders(bodies, 2):
        if disorder != bodies:
            with pytest.raises(FOUND):
                verifies(forged_log(disorder))


def test_the_first_bad_record_is_named(verifies):
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    for seq in range(len(lines)):
        with pytest.raises(Mismatch) as found:
            verifies(b"".join([*lines[:seq], lines[seq].replace(b'"t":', b'"T":'), *lines[seq + 1 :]]))
        assert found.value.seq == seq
        assert f"record {seq}: " in str(found.value)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content.replace(b"\n", b"\r\n"),
        lambda content: content.replace(b"\n", b"\n\n", 1),
        lambda content: content + b"\n",
        lambda content: b"\n" + content,
        lambda content: b"\xef\xbb\xbf" + content,
        lambda content: content[:-1],
        lambda content: content[:-20],
        lambda content: content + content,
        lambda content: content[: content.index(b"\n")],
        lambda content: content[: content.index(b"\n") // 2],
        lambda content: content[: content.index(b"\n") // 2] + b"\n",
        lambda content: b"",
        lambda content: b"\n",
        lambda content: b"\0" * 500,
        lambda content: b"[" * 100_000 + b"\n",
        lambda content: b'{"t":' * 50_000 + b"\n",
        lambda content: b'{"t":"battle","seq":0,"prev":NaN}\n',
        lambda content: b'{"t":"battle","seq":0,"prev":' + b"9" * 10_000 + b"}\n",
        lambda content: b"{}\n",
        lambda content: b'"battle"\n',
    ],
)
def test_a_file_that_is_not_a_log_is_refused(verifies, damage):
    with pytest.raises(FOUND):
        verifies(damage(GOLDEN.read_bytes()))


# forgery


def forgeries(value):
    """Other values that could replace a value."""
    yield from (None, True, 99, "other", [1], {"x": 1})
    if type(value) is int:
        yield from (value + 1, float(value), bool(value), str(value))
    if isinstance(value, list):
        yield from (value[:-1], [*value, *value], value[::-1], [str(item) for item in value])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, None])
def test_every_forged_field_is_found(verifies, seed):
    """A forger who repairs the chain is caught by the rules and the dice, and never crashes airwar."""
    bodies = [record.content for record in fought(seed=seed).log.records]
    verifies(forged_log(bodies))
    kinds = {(body["t"], body.get("what"), type(body.get("answer"))): seq for seq, body in enumerate(bodies)}
    for (kind, *_), seq in kinds.items():
        if seed is None and kind not in ("battle", "end"):
            continue  # a secret seed makes no difference to these
        body = bodies[seq]
        for name, value in body.items():
            without = {key: kept for key, kept in body.items() if key != name}
            forged = [without, {**without, "more": 1}] + [{**body, name: other} for other in forgeries(value)]
            for other in forged:
                if canonical(other) == canonical(body) or (name == "version" and isinstance(other.get(name), str)):
                    continue
                if body["t"] == "choice" and name == "answer" and other.get(name) == {"luftwaffe": 1}:
                    continue
                with pytest.raises(FOUND) as found:
                    verifies(forged_log([*bodies[:seq], other, *bodies[seq + 1 :]]))
                if name != "answer":
                    assert getattr(found.value, "seq", 0) in (0, seq, len(bodies) - 1)


@pytest.mark.parametrize("inside", ["scenario", "ruleset"])
def test_every_forged_part_of_the_header_is_found(verifies, inside):
    bodies = [record.content for record in fought(seed=3).log.records]
    said = bodies[0][inside]
    for name in [*said, "files", "more"]:
        for other in (None, 1, "x", [], {}, {"a": 1}, {"a": "b"}):
            header = {**bodies[0], inside: {**said, name: other}}
            if (inside, name, other) != ("scenario", "name", "x"):
                with pytest.raises(FOUND):
                    verifies(forged_log([header, *bodies[1:]]))


def test_dice_that_the_seed_does_not_give_are_found(verifies):
    """All 35 other outcomes of one roll, each with the total, column and result that belong to it."""
    scenario = load_scenario("malta-1942")
    battle = begin(scenario, None, 7)

    class Cheating:
        def faces(self, roll, drawn):
            return (wish if drawn == 0 else battle.dice.faces(drawn, 2, 6)), "machine"

        def choice(self, question):
            return question.default

    fair = battle.dice.faces(0, 2, 6)
    for wish in [(one, two) for one in range(1, 7) for two in range(1, 7)]:
        battle = begin(scenario, None, 7)
        battle.walk(Cheating()).run()
        if wish == fair:
            assert verifies(battle.log.text().encode()).machine_dice
        else:
            with pytest.raises(Mismatch, match="the seed does not give") as found:
                verifies(battle.log.text().encode())
            assert found.value.seq == next(record.seq for record in battle.log.records if isinstance(record.body, Rolled))


@pytest.mark.parametrize(
    ("mode", "source", "accepted"),
    [
        ("machine", "machine", True),
        ("machine", "physical", False),
        ("machine", "scripted", False),
        ("machine", "thin air", False),
        ("physical", "physical", True),
        ("physical", "machine", False),
        ("physical", "scripted", False),
        ("ask", "machine", True),
        ("ask", "physical", True),
        ("ask", "scripted", False),
    ],
)
def test_dice_come_from_where_the_header_says(verifies, mode, source, accepted):
    battle = begin(load_scenario("malta-1942"), None, 7, mode)

    class Rolled:
        def faces(self, roll, drawn):
            return MachineDiceOf7.faces(drawn, 2, 6) if source == "machine" else (3, 4), source

        def choice(self, question):
            return question.default

    from airwar.answers.chance import MachineDice

    MachineDiceOf7 = MachineDice(7)
    battle.walk(Rolled()).run()
    content = battle.log.text().encode()
    if accepted:
        proof = verifies(content)
        assert (proof.machine_dice, proof.typed_dice) == ((12, 0) if source == "machine" else (0, proof.typed_dice))
    else:
        with pytest.raises(Mismatch):
            verifies(content)


def test_scripted_dice_are_those_of_the_script(verifies):
    text = load_scenario("malta-1942").text.replace("choices:", 'choices:\n  "malta.*.fire": [6, 6]\n#')
    battle = fought(scenario=parse_scenario(text, "malta.yaml"))
    bodies = [record.content for record in battle.log.records]
    assert verifies(forged_log(bodies)).scripted_dice == 8
    for seq, body in enumerate(bodies):
        if body["t"] == "roll":
            with pytest.raises(Mismatch, match="the script does not give"):
                verifies(forged_log([*bodies[:seq], {**body, "source": "physical"}, *bodies[seq + 1 :]]))


def test_a_seed_that_the_header_is_not_committed_to_is_found(verifies, tmp_path):
    bodies = [record.content for record in fought(seed=None).log.records]
    for seed in ("0x1", "", "zzz"):
        with pytest.raises(Mismatch):
            verifies(forged_log([*bodies[:-1], {**bodies[-1], "seed": seed}]))


@pytest.mark.parametrize("torn", [b"", b'{"half'])
def test_a_log_that_somebody_wrote_to_after_it_was_read_is_left_alone(tmp_path, torn):
    """Two processes resume one battle: the second has read the log before the first adds to it, and locks it afterwards."""
    path = tmp_path / "one.jsonl"
    Log.create(path, BARE).close()
    path.write_bytes(path.read_bytes() + torn)
    first, second = Log.load(path), Log.load(path)
    first.append(NOTE)
    first.close()
    content = path.read_bytes()
    with pytest.raises(CannotWrite, match="was changed by another process"):
        second.hold()
    assert path.read_bytes() == content
    Log.load(path).append(NOTE)


def test_nothing_is_added_to_a_log_that_was_edited_or_deleted_meanwhile(tmp_path):
    path = tmp_path / "one.jsonl"
    log = Log.create(path, BARE)
    log.append(NOTE)
    path.write_bytes(path.read_bytes() + b"garbage\n")
    with pytest.raises(CannotWrite, match="was changed by another process"):
        log.append(NOTE)
    assert path.read_bytes().endswith(b"garbage\n")
    path.unlink()
    with pytest.raises(CannotWrite, match="was deleted while the battle was going on"):
        log.append(NOTE)
    log.close()
