"""Requests, grants, contested facts and rulings at random: both folders end with the same bytes, and every die is proven."""

import random

import pytest
from post import Table, Three, by_hand, usual

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.errors import AirwarError
from airwar.mail.letter import Answer, Ask, Contest, Orders, Reply, Rule

MOST = 12  # requests in a battle


def another_answer(battle, seq, r):
    """Another answer that the rules allow to the decision in a record, if chance finds one."""
    body = battle.log.records[seq].body
    question = battle.walk.answering.asked[body.key]
    for _ in range(8):
        answer = AnyLegal(r.getrandbits(32)).choice(question)
        if isinstance(answer, dict):
            answer = {name: count for name, count in answer.items() if count}
        if answer != body.answer:
            return answer
    return None


def requested(desk, r):
    """What a side puts into its letter: a reply, another answer to a contested fact, or at random a request or a contest."""
    rules = desk.rules
    if rules.asked is not None:
        ruling = Rule("modifier", "*", r.choice(("+1", "-1")), "weather") if desk.me == "r" and r.random() < 0.5 else None
        return [Reply(r.choice(("yes", "yes", "no"))), *([ruling] if ruling else [])]
    if rules.state == "half" or not rules.drawn or desk.me == "r":
        return []
    if rules.dispute is not None:
        answer = another_answer(desk.battle, rules.dispute.to, r)
        return [] if desk.me == rules.dispute.by or answer is None else [Ask("as you say", rules.dispute.to, answer)]
    if r.random() < 0.1:
        return [Ask("we have met", dice="mail" if rules.roller else "physical")]
    if rules.mail.key and r.random() < 0.2:
        return [Ask("what is the weather?")]
    if rules.stated and r.random() < 0.3 and any(by != desk.me for _, by in rules.stated):
        return [Contest(next(fact.seq for fact, by in rules.stated if by != desk.me), "no")]
    mine = [seq for seq, side in rules.decided.items() if side == desk.me]
    if mine and r.random() < 0.6:
        seq = r.choice(mine)
        answer = another_answer(desk.battle, seq, r)
        if answer is not None:
            return [Ask("a mistake", seq, answer)]
    return []


def fought(name, kind, number, folder):
    """A battle, how much somebody asked for in it, and how much of that was granted."""
    r = random.Random(f"{name} {kind.__name__} {number}")
    table = kind(folder, name, number=number + 1)
    tried = agreed = 0
    for _ in range(400):
        if table.desks["a"].battle.over:
            break
        desk = table.desks[table.desks["a"].rules.pen]
        asked = desk.rules.asked
        first = requested(desk, r) if tried < MOST or asked or desk.rules.dispute else []
        tried += any(isinstance(entry, Ask | Contest) for entry in first)
        agreed += Reply("yes") in first and (asked.body.to is not None or asked.body.dice is not None)
        payload = desk.write(by_hand, first)
        for other in table.desks.values():
            assert other is desk or other.read(payload).how == "taken"
    return table, tried, agreed


@pytest.mark.parametrize(
    ("name", "kind", "number"),
    [
        ("germany-attacks-the-royal-navy", Table, 0),
        ("germany-attacks-the-royal-navy", Three, 1),
        pytest.param("typhoon-1941", Table, 0, marks=pytest.mark.slow),
        pytest.param("typhoon-1941", Three, 1, marks=pytest.mark.slow),
    ],
)
def test_battles_with_everything_that_can_be_agreed_on(name, kind, number, tmp_path):
    table, tried, agreed = fought(name, kind, number, tmp_path)
    for desk in table.desks.values():
        desk.log.close()
    assert len({path.read_bytes() for path in table.paths.values()}) == 1
    proof = verify(table.paths["a"])
    assert proof.finished
    assert len(proof.mail.agreed) == agreed
    assert tried > 0
    rolls = [record.body for record in table.desks["a"].log.records if record.kind == "roll" and record.body.die is not None]
    assert proof.mail.dice == max(roll.die + len(roll.faces) for roll in rolls)


def test_what_was_decided_before_orders_is_entered_again_after_a_correction(tmp_path):
    table = Table(tmp_path, "germany-attacks-the-royal-navy")
    a, b = table.desks.values()
    orders = Orders("'*.great-britain.uk.ground': {uk-fighter-great-britain: 1}")
    earlier = a.log.last.seq + 3  # before it side b joins, and decides who retreats
    with pytest.raises(AirwarError, match=f"record {earlier}: 2 of uk-fighter-ark-royal is not between 0 and 1"):
        table.write("b", first=[*[Answer({})] * 5, Ask("misread", earlier, {"uk-fighter-ark-royal": 2})])
    correction = Ask("misread", earlier, {"uk-fighter-ark-royal": 1})
    a.read(table.write("b", first=[*[Answer({})] * 5, orders, correction]))
    b.read(table.write("a", first=[Reply("yes")]))
    table.close()
    assert verify(table.paths["b"]).mail.agreed
    last = {record.body.key: record.body for record in b.log.records if record.kind == "choice"}
    assert last["r1.sz-cv.uk.ground"].answer == {"uk-fighter-ark-royal": 1}
    assert (last["r1.great-britain.uk.ground"].answer, last["r1.great-britain.uk.ground"].unasked) == ({}, None)


def rolls_of(desk):
    """The machine dice of a log, by roll: the number of the first, and the faces."""
    rolls = [record.body for record in desk.log.records if record.kind == "roll"]
    return {(roll.key, roll.dice): (roll.die, roll.faces) for roll in rolls}


def test_dice_stay_as_they_fell_and_other_rolls_need_new_draws(tmp_path):
    """After a granted correction the same rolls show the same dice, and a roll that has not come before needs both links."""
    r, kept, new = random.Random(1), 0, 0
    for number in range(1, 9):
        table = Table(tmp_path / str(number), "germany-attacks-the-royal-navy", number=number)
        a, b = table.desks.values()
        while not a.battle.over and (a.rules.pen != "a" or a.rules.state == "half" or len(a.rules.decided) < 4):
            table.turn()
        mine = [] if a.battle.over else [seq for seq, side in a.rules.decided.items() if side == "a"][:3]
        seq = r.choice(mine or [0])
        answer = another_answer(a.battle, seq, r) if mine else None
        if answer is not None:
            before, draws = rolls_of(a), len(a.rules.seeds)
            b.read(a.write(usual, [Ask("misread", seq, answer)]))
            a.read(b.write(usual, [Reply("yes")]))
            table.fight()
            later = rolls_of(a)
            assert all(later[key] == before[key] for key in before)
            assert later.keys() == before.keys() or len(a.rules.seeds) > draws
            again = [record for record in a.log.records[a.rules.agreed[0].seq :] if record.kind == "roll"]
            kept += sum((record.body.key, record.body.dice) in before for record in again)
            new += len(later.keys() - before.keys())
            table.close()
            assert len(table.logs) == 1
            assert verify(table.paths["a"]).mail.dice == sum(len(faces) for _, faces in later.values())
        table.close()
    assert kept > 0
    assert new > 0
