"""Two folders fight by letters only, through a bad post: the same bytes on both sides, and every die is proven."""

import random
from collections import Counter

import pytest
import yaml
from post import BATTLES, Table, secret_of, text_of, through

from airwar.analysis.verify import verify
from airwar.answers.chance import MachineDice
from airwar.cli.verify import proof_lines
from airwar.engine.log import Log
from airwar.engine.records import Joined
from airwar.errors import AirwarError
from airwar.mail.battle import BadLetter
from airwar.mail.desk import Desk, Undecided, lost
from airwar.mail.hashes import chain, dice_seed, link_before, tagged
from airwar.mail.letter import Orders
from airwar.mail.secret import SecretMissing

# The dice depend on the header, and so on charts and scenario: these are the shortest and the longest of many battles.
LETTERS = {"malta-1942": range(3, 10), "germany-attacks-the-royal-navy": range(5, 22), "typhoon-1941": range(30, 46)}


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_through_a_bad_post(name, tmp_path):
    """Letters are wrapped, quoted, doubled, lost and shuffled; each is recognized, and none is refused."""
    r = random.Random(name)
    table = Table(tmp_path, name)
    bag = []
    for _ in range(2000):
        if table.desks["a"].battle.over and table.desks["b"].battle.over:
            break
        side = r.choice("ab")
        desk = table.desks[side]
        payload = table.write(side) if desk.has_pen else desk.again()
        if payload is not None and r.random() > 0.3:  # or it is lost
            bag += [("b" if side == "a" else "a", text_of(desk, payload))] * r.choice((1, 1, 2))
        for _ in range(r.randint(0, 2)):
            if bag:
                to, text = r.choice(bag) if r.random() < 0.3 else bag.pop(r.randrange(len(bag)))
                for one in through(text, r):
                    table.desks[to].read(one)
    table.close()
    assert len(table.logs) == 1
    proof = verify(table.paths["a"])
    assert proof.finished
    assert proof.mail.letters in LETTERS[name]
    assert proof.mail.dice == proof.machine_dice > 0
    assert len(proof.mail.signed) == 2
    lines = proof_lines(proof)
    assert any(line.startswith(f"verified  {proof.mail.dice} dice of {proof.mail.draws} draw") for line in lines)
    assert not any("could have looked ahead" in line for line in lines)


def orders_of(scenario):
    """The choices of a scenario as standing orders, without its dice; the usual answer to all else."""
    said = yaml.safe_load(scenario.text).get("choices") or {}
    entries = [entry for part in (said if isinstance(said, list) else [said]) for entry in part.items()]
    kept = {key: answer for key, answer in entries if not isinstance(answer, list)}
    return yaml.safe_dump({**kept, "*": kept.get("*", "default")}, sort_keys=False)


@pytest.mark.parametrize(("name", "most"), [("malta-1942", 10), ("germany-attacks-the-royal-navy", 12), ("typhoon-1941", 13)])
def test_standing_orders_of_one_side_save_letters(name, most, tmp_path):
    table = Table(tmp_path, name, second=lambda desk: [Orders(orders_of(desk.scenario))]).fight()
    table.close()
    proof = verify(table.paths["b"])
    assert len(table.logs) == 1
    assert proof.finished
    assert proof.mail.letters <= most
    assert proof.mail.decisions["b"] == 0
    assert name == "malta-1942" or proof.mail.ordered > 0


@pytest.mark.parametrize("name", BATTLES)
def test_a_whole_battle_in_three_letters(name, tmp_path):
    """Side a seals its orders, side b gives open ones and its link, side a opens both."""
    table = Table(
        tmp_path,
        name,
        first=lambda desk: [desk.seal(orders_of(desk.scenario))],
        second=lambda desk: [Orders(orders_of(desk.scenario))],
    ).fight()
    table.close()
    proof = verify(table.paths["a"])
    assert (len(table.logs), proof.finished, proof.mail.letters, proof.mail.draws) == (1, True, 3, 1)
    assert proof.mail.decisions == {"a": 0, "b": 0}


def test_a_question_that_orders_leave_open_is_asked(tmp_path):
    table = Table(tmp_path, first=lambda desk: [Orders("'*.attacker.reinforce': default")])
    table.turn()
    with pytest.raises(Undecided, match=r"malta\.r1\.attacker\.disengage"):
        table.write("a", lambda course: [])
    table.turn(lambda course: [(course.question.key, "stay")])
    proof = verify(table.paths["a"])
    table.close()
    assert proof.mail.decisions == {"a": 1, "b": 0}
    assert proof.mail.ordered == 1


def test_nothing_that_is_hidden_is_in_any_letter_or_report(tmp_path):
    """Neither the secret, nor a link that is closed, nor what is under seal is in any byte that the other side may see."""
    from airwar.cli import exit_code

    marked = "'*.disengage': {when: own.factors < 3, then: disengage, else: stay}\n'*': default\n# KUTUZOV\n"
    table = Table(tmp_path, first=lambda desk: [desk.seal(marked)])
    hidden = {side: [desk.secret.secret, *chain(desk.secret.secret)[5:]] for side, desk in table.desks.items()}
    table.turn()  # side b opens a link; the orders of side a are still under seal
    table.close()
    seen = [text_of(table.desks["b"], table.letters[1]).encode(), *table.letters, *table.logs]
    for side in ("axis", "allies"):
        out = tmp_path / f"{side}.txt"
        assert exit_code(["report", str(table.paths["b"]), "--side", side, "-o", str(out)]) == 0
        seen.append(out.read_bytes())
    for data in seen:
        assert b"KUTUZOV" not in data
        for values in hidden.values():
            assert not any(value in data or value.hex().encode() in data for value in values)


def test_letters_without_signatures(tmp_path):
    table = Table(tmp_path, signed=False)
    assert verify(table.paths["a"]).mail.open == ("allies has to write letter 2",)
    table.fight().close()
    proof = verify(table.paths["a"])
    assert proof.mail.open == ()
    assert proof.mail.signed == {}
    assert any("either player could have made up this log" in line for line in proof_lines(proof))


# the dice


def test_the_dice_of_five_thousand_draws_are_fair():
    """Chi-square of each of the first two dice of a draw, for d6 and d10, at the 99.9 % level."""
    a, b = chain(b"one", 5000), chain(b"two", 5000)
    head, seen = b"", Counter()
    for number in range(1, 5001):
        assert (link_before(a[number]), link_before(b[number])) == (a[number - 1], b[number - 1])
        head = tagged("record", head, a[number])
        dice = MachineDice(dice_seed(head, b[number]))
        seen.update((6, at, *dice.faces(at, 1, 6)) for at in (0, 1))
        seen.update((10, at, *dice.faces(at + 2, 1, 10)) for at in (0, 1))
    for sides, limit in ((6, 20.52), (10, 27.88)):
        for at in (0, 1):
            expected = 5000 / sides
            assert sum((seen[sides, at, face] - expected) ** 2 / expected for face in range(1, sides + 1)) < limit


# loss and crashes


def test_a_letter_that_was_half_entered_is_entered_whole(tmp_path):
    """The program is killed after every record of a letter, its own or the other's."""
    table = Table(tmp_path).fight()
    table.close()
    for path in table.paths.values():
        lines = path.read_bytes().splitlines(keepends=True)
        for cut in range(1, len(lines)):
            path.write_bytes(b"".join(lines[:cut]))
            Desk.open(path).log.close()
            assert path.read_bytes() == b"".join(lines)


def test_an_old_copy_of_the_log_is_brought_up_to_date_and_no_link_is_opened_twice(tmp_path):
    table = Table(tmp_path)
    old = table.paths["b"].read_bytes()
    payload = table.write("b")
    table.close()
    table.paths["b"].write_bytes(old)
    again = Desk.open(table.paths["b"])
    assert again.again() == payload
    assert not again.has_pen
    again.log.close()


def test_the_last_letter_is_printed_again_byte_for_byte(tmp_path):
    table = Table(tmp_path)
    payload = table.write("b")
    assert text_of(table.desks["b"], payload) == text_of(table.desks["b"], table.desks["b"].again())
    table.close()
    again = Desk.open(table.paths["b"])
    assert text_of(again, again.again()) == text_of(table.desks["b"], payload)
    again.log.close()


def test_a_log_that_goes_on_after_the_last_letter_by_itself_is_refused(tmp_path):
    table = Table(tmp_path)
    table.close()
    log = Log.load(table.paths["b"])
    log.append(Joined("b", "ab" * 32))
    log.close()
    with pytest.raises(AirwarError, match=rf"record {log.last.seq} and those after it belong to no letter that the journal knows"):
        Desk.open(table.paths["b"])


def test_a_lost_secret_is_replaced_by_a_new_chain_and_a_key_that_the_other_has_to_accept(tmp_path):
    table = Table(tmp_path, "typhoon-1941")
    while table.desks["a"].rules.pen != "a" or table.desks["a"].rules.state == "half":
        table.turn()
    table.close()
    table.desks["a"].secret.path.unlink()
    lost(table.paths["a"], "a")
    table.desks["a"] = Desk.open(table.paths["a"])
    payload = table.write("a")
    with pytest.raises(BadLetter, match="brings a new key for side a"):
        table.desks["b"].read(payload)
    assert table.desks["b"].read(payload, accept_key=True).how == "taken"
    table.fight().close()
    assert len(table.logs) == 1
    (line,) = [line for line in verify(table.paths["a"]).mail.trusted if "new chain" in line]
    assert "a new key, whose owner nothing proves" in line


def test_a_chain_that_is_nearly_used_up_is_renewed_with_the_same_key(tmp_path, monkeypatch):
    monkeypatch.setattr("airwar.mail.secret.chain", lambda secret: chain(secret, 17))
    table = Table(tmp_path, "typhoon-1941").fight()
    table.close()
    assert len(table.logs) == 1
    proof = verify(table.paths["a"])
    assert any(line.endswith("began a new chain") for line in proof.mail.trusted)
    assert secret_of(1) == table.desks["a"].secret.secrets[0]


def test_a_damaged_secret_is_named(tmp_path):
    table = Table(tmp_path)
    table.close()
    path = table.desks["a"].secret.path
    for content, why in ((b"\xff\xfe", "it is damaged"), (b"side a\n", "no secret"), (b"side x\nsecret 00\n", "no secret")):
        path.write_bytes(content)
        with pytest.raises(SecretMissing, match=why):
            Desk.open(table.paths["a"])
    path.unlink()
    with pytest.raises(SecretMissing, match="begin a new chain with --lost"):
        Desk.open(table.paths["a"])
