"""A third person as referee, typed dice, resignation out of turn, and what a player does who has lost his folder."""

import shutil

import pytest
from post import Table, Three, by_hand, lasting, secret_of, usual

from airwar.analysis.verify import verify
from airwar.cli.verify import proof_lines
from airwar.engine.questions import Roll
from airwar.engine.records import DiceChanged
from airwar.errors import AirwarError, Mismatch
from airwar.mail.battle import BadLetter
from airwar.mail.desk import Desk, Undecided, invitation
from airwar.mail.hashes import giving_up, signature, signed_part
from airwar.mail.letter import Answer, Ask, Contest, Dice, Link, Orders, Reply, Resign, Rule, read_letter
from airwar.mail.secret import Secret


@pytest.fixture
def three(tmp_path):
    return Three(tmp_path)


def test_a_referee_states_what_belongs_to_no_side_and_signs_it(three):
    three.fight()
    proof = three.proof()
    assert proof.finished
    assert proof.mail.dice > 0
    assert set(proof.mail.signed) == {"a", "b", "r"}
    stated = [line for line in proof.mail.trusted if line.endswith("was stated by referee")]
    assert len(stated) == proof.mail.decisions["r"] == sum(".referee." in line for line in proof.mail.trusted) > 3
    assert any("signed by axis (key" in line and "and referee (key" in line for line in proof_lines(proof))
    writers = [read_letter(payload).by for payload in three.letters]
    assert writers.count("r") == sum(read_letter(payload).to == "r" for payload in three.letters)


def test_a_side_does_not_answer_for_the_referee_nor_he_for_a_side(three):
    three.until(lambda course: course.rules.pen == "r")
    r, a = three.desks["r"], three.desks["a"]
    with pytest.raises(BadLetter, match=f"{r.battle.question.key} is not a question of side a"):
        a.battle.copy().put("a", Answer("none"))
    for entry in (Link("ab" * 32), Orders("'*': default"), Contest(1, "x"), Resign(), Ask("x")):
        with pytest.raises(AirwarError, match="the referee states facts, rules, and replies to requests"):
            r.write(usual, [entry])
    letter = read_letter(r.write(usual))
    other = "b" if letter.to == "a" else "a"
    with pytest.raises(BadLetter, match=f"letter {letter.number}: it is not signed by the referee"):
        a.read(letter._replace(to=other).payload())


def test_only_the_key_in_the_first_letter_is_the_referees(three, tmp_path):
    other = tmp_path / "other.jsonl"
    Secret.create(other, "r", secret_of(9))
    with pytest.raises(BadLetter, match="names another referee"):
        invitation(three.letters[0]).accept(other)
    assert not other.exists()
    three.until(lambda course: course.rules.pen == "r")
    letter = read_letter(three.desks["r"].write(usual))
    message = signed_part("r", letter.number, bytes.fromhex(letter.head), letter.to)
    with pytest.raises(BadLetter, match=f"letter {letter.number}: it is not signed by the referee"):
        three.desks["b"].read(letter._replace(signature=signature(secret_of(9), message)).payload())


def test_the_referee_rules_when_he_is_called_in(three):
    three.until(lambda course: course.rules.pen == "a" and course.rules.drawn > 0 and course.rules.state != "half")
    three.turn(first=[Ask("is there low cloud over Bryansk?")])
    assert three.pen == "r"
    with pytest.raises(AirwarError, match=r"asks for a ruling: .is there low cloud over Bryansk.*Reply with --grant or --deny"):
        three.desks["r"].write(usual, [Rule("modifier", "*", "+1", "low cloud")])
    letter = three.turn(first=[Reply("yes"), Rule("modifier", "*", "-1", "low cloud")])
    assert letter.to == "a"
    three.fight()
    proof = three.proof()
    assert proof.finished
    (line,) = [line for line in proof_lines(proof) if "low cloud" in line]
    assert line.startswith("trusted   record ")
    ruled = [record.body for record in three.desks["a"].log.records if record.kind == "roll" and record.body.terms]
    assert any(term.name == "low cloud" for roll in ruled for term in roll.terms)


def test_the_referee_hands_back_to_the_side_that_called_if_nobody_has_to_decide(tmp_path):
    three = Three(tmp_path, "malta-1942")
    assert three.turn(first=[Ask("how is the weather?")]).by == "b"
    coming = three.desks["r"].battle.question
    assert isinstance(coming, Roll)
    with pytest.raises(AirwarError, match=f"a ruling on {coming.key}: {coming.key} cannot have the result 999"):
        three.desks["r"].write(usual, [Reply("yes"), Rule("result", coming.key, "999", "as the referee likes")])
    assert three.turn(first=[Reply("yes")]).to == "b"


def test_a_letter_that_came_early_is_entered_after_the_one_before_it(three):
    three.turn()
    a, b, r = three.desks.values()
    third = a.write(usual)
    b.read(third)
    assert r.read(b.write(usual)).how == "early"
    assert (r.read(third).how, r.last) == ("taken", 4)


def test_nobody_rules_between_two_links_and_nobody_else_rules(three):
    three.until(lambda course: course.rules.state == "half")
    course = three.desks["a"].battle.copy()
    course.rules.pen = "r"
    with pytest.raises(AirwarError, match="a draw is half open"):
        course.put("r", Rule("modifier", "*", "+1", "x"))
    course = three.desks["a"].battle.copy()
    with pytest.raises(BadLetter, match="only the referee rules"):
        course.put(course.rules.pen, Rule("modifier", "*", "+1", "x"))


def test_the_referee_grants_or_denies_another_answer(three):
    three.until(lambda course: course.rules.pen == "a" and "a" in course.rules.decided.values() and course.rules.state != "half")
    a = three.desks["a"]
    seq, answer = next(
        (seq, next(option for option in body.options if option != body.answer))
        for seq, side in a.rules.decided.items()
        if side == "a" and isinstance((body := a.log.records[seq].body).options, tuple) and len(body.options) > 1
    )
    for reply, agreed in (("no", 0), ("yes", 1)):
        three.turn(first=[Ask("misread the map", seq, answer)])
        assert three.pen == "r"
        three.turn(first=[Reply(reply)])
        assert len(three.desks["b"].rules.agreed) == agreed
        three.until(lambda course: course.over or (course.rules.pen == "a" and course.rules.state != "half"))


# dice that somebody types in


def at_rest(table, pen):
    """The battle where a side has the pen, dice have fallen and no draw is half open."""
    rules = table.desks["a"].rules
    while rules.pen != pen or rules.state == "half" or not rules.drawn:
        table.turn()
        rules = table.desks["a"].rules
    return table


def no_such_dice(battle):
    """This battle; if its dice are typed in, they cannot show a hundred."""
    if isinstance(battle.question, Roll):
        with pytest.raises(BadLetter, match=r"cannot show \[100"):
            battle.copy().put("b", Dice((100,) * battle.question.reading.dice.count))
    return battle


def test_dice_are_typed_in_only_by_agreement_and_are_listed(tmp_path):
    table = at_rest(Table(tmp_path, "typhoon-1941"), "b")
    a, b = table.desks.values()
    a.read(b.write(by_hand, [Ask("we have met", dice="physical")]))
    b.read(a.write(by_hand, [Reply("yes")]))
    assert a.rules.roller == b.rules.roller == "b"
    drawn = a.rules.drawn
    while not a.rules.typed:
        table.turn(lambda battle: by_hand(no_such_dice(battle)))
    with pytest.raises(AirwarError, match="side a has no dice to type in"):
        a.battle.copy().put("a", Dice((1, 1)))
    while a.rules.pen != "b":
        table.turn(by_hand)
    a.read(b.write(by_hand, [Ask("he is gone", dice="mail")]))
    b.read(a.write(by_hand, [Reply("yes")]))
    table.fight().close()
    assert len(table.logs) == 1
    proof = verify(table.paths["a"])
    assert proof.mail.dice > drawn
    assert proof.typed_dice > 0
    assert [line.partition(": ")[2] for line in proof.mail.agreed] == [
        "from here on all dice are rolled at the table",
        "from here on dice come from both chains",
    ]
    assert sum("russia typed in" in line for line in proof.mail.trusted) == len(a.rules.typed) > 0


def test_the_referee_types_in_the_dice_of_both_sides(three):
    three.until(lambda course: course.rules.pen == "a" and course.rules.state != "half")
    three.turn(first=[Ask("we meet at the house of the referee", dice="physical")])
    three.turn(by_hand, [Reply("yes")])
    a = three.desks["a"]
    while not a.rules.typed:
        assert not isinstance(a.battle.question, Roll) or three.pen == "r"
        three.turn(by_hand)
    assert set(a.rules.rolled_by.values()) == {"r"}


def test_dice_that_nobody_has_agreed_to_are_refused(tmp_path):
    table = at_rest(Table(tmp_path, "typhoon-1941"), "b")
    a, b = table.desks.values()
    with pytest.raises(AirwarError, match="side b has no dice to type in"):
        b.battle.copy().put("b", Dice((6, 6)))
    course = b.battle.copy()
    with pytest.raises(Mismatch, match="other dice that nobody has granted"):
        course.record(DiceChanged("physical"))
    a.read(b.write(by_hand, [Ask("we have met", dice="physical")]))
    b.read(a.write(by_hand, [Reply("no")]))
    assert b.rules.roller == ""
    table.close()


# giving up out of turn


def test_a_side_gives_up_out_of_turn(tmp_path):
    """The other side enters what was signed, and both have the same log."""
    table = Table(tmp_path)
    table.turn()
    a, b = table.desks.values()
    notice = b.give_up()
    assert b.give_up() == notice
    assert a.read(notice).how == "notice"
    assert b.read(notice).how == "known"
    b.read(a.write(usual))
    assert a.battle.over
    assert b.battle.over
    table.close()
    assert len(table.logs) == 1
    assert verify(table.paths["a"]).mail.open == ("allies gave up",)


def test_a_side_gives_up_while_the_other_writes(tmp_path):
    """The letters cross. What was written counts, and then the resignation."""
    table = lasting(tmp_path)
    table.turn()
    a, b = table.desks.values()
    notice = b.give_up()
    letter = a.write(usual)
    assert "send that again" in a.read(notice).text
    assert b.read(letter).how == "taken"
    a.read(b.write(usual))
    table.close()
    assert len(table.logs) == 1
    assert verify(table.paths["b"]).mail.open[0].startswith("allies gave up")


def test_nobody_gives_up_for_the_other(tmp_path):
    table = Table(tmp_path)
    table.turn()
    a, b = table.desks.values()
    letter = read_letter(b.give_up())
    forged = Resign("b", signature(secret_of(1), b"anything"))
    with pytest.raises(BadLetter, match="says that side b gives up, but is not signed by it"):
        a.read(letter._replace(entries=(forged,)).payload())
    with pytest.raises(AirwarError, match="side b has not signed that it gives up"):
        a.battle.copy().put("a", forged)
    other = b"\0" * 32
    made = Resign("b", signature(b.secret.secrets[0], giving_up("b", 2, other)))
    with pytest.raises(BadLetter, match="gives up after a letter 2 that is not yours"):
        a.read(letter._replace(head=other.hex(), entries=(made,)).payload())
    course = a.battle.copy()
    course.put("a", Link(a.secret.link_after(a.rules.ends["a"])))
    with pytest.raises(Mismatch, match="side b cannot give up out of turn here"):
        course.put("a", letter.entries[0])
    table.close()
    unsigned = Table(tmp_path / "unsigned", signed=False)
    unsigned.turn()
    with pytest.raises(AirwarError, match="a side that does not sign gives up in its own letter"):
        unsigned.desks["b"].give_up()
    unsigned.close()


# a folder that was lost


def test_the_thread_of_all_letters_brings_back_a_lost_folder(tmp_path):
    table = at_rest(Table(tmp_path, "typhoon-1941"), "b")
    a, b = table.desks.values()
    table.close()
    before = table.paths["b"].read_bytes()
    for path in (b.secret.path, table.paths["b"]):
        path.unlink()
    thread = a.thread()
    assert thread == table.letters
    found = invitation(thread[0]).accept(table.paths["b"])
    with pytest.raises(BadLetter, match="in your name, but you did not write it"):
        found.read(thread[1])
    for payload in thread:
        found.read(payload, rebuild=True)
    assert table.paths["b"].read_bytes() == before
    table.desks["b"] = found
    assert a.read(found.write(usual), accept_key=True).how == "taken"
    table.letters = found.thread()
    table.fight().close()
    assert len(table.logs) == 1
    assert any("a new key" in line for line in verify(table.paths["a"]).mail.trusted)


def test_no_thread_without_one_of_the_letters(tmp_path):
    table = at_rest(Table(tmp_path, "typhoon-1941"), "b")
    a = table.desks["a"]
    a.secret.read.pop(2)
    with pytest.raises(AirwarError, match="does not have letter 2"):
        a.thread()
    table.close()


def test_the_journal_brings_back_a_lost_log(tmp_path):
    table = at_rest(Table(tmp_path, "typhoon-1941"), "b")
    table.close()
    before = table.paths["b"].read_bytes()
    table.paths["b"].unlink()
    found = invitation(table.letters[0]).accept(table.paths["b"])
    found.log.close()
    assert table.paths["b"].read_bytes() == before


def test_a_secret_in_escrow_completes_a_draw_and_decides_nothing(tmp_path):
    """Whoever holds a copy of a folder opens its links when its owner falls silent; decisions wait."""
    table = Table(tmp_path)
    held = tmp_path / "held" / "battle.jsonl"
    shutil.copytree(table.paths["a"].parent, held.parent)
    table.turn()
    table.close()
    third = Desk.open(held)
    third.read(table.letters[-1])
    with pytest.raises(Undecided, match=r"malta\.r1\.attacker\.disengage"):
        third.write(lambda course: [])
    third.log.close()
