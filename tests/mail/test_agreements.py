"""Requests, grants, contested facts and rulings at random: both folders end with the same bytes, and every die is proven."""

import random
import re
from dataclasses import fields, replace
from itertools import chain

import pytest
from post import Table, Three, by_hand, usual

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.engine.log import Record
from airwar.engine.records import (
    Chosen,
    Contested,
    DiceChanged,
    Entered,
    Header,
    Noted,
    OrdersGiven,
    Requested,
    Resigned,
    RoundBegun,
    Ruled,
    Sealed,
    Told,
    Unsealed,
)
from airwar.errors import AirwarError
from airwar.mail.letter import Ask, Contest, Reply, Rule
from airwar.mail.rules import Correspondence

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


# what the protocol refuses


MORE = (
    Resigned("a"),
    Resigned("b", "ab" * 64),
    Chosen("malta.r1.attacker.disengage", "18.522B", "Axis", ("stay", "disengage"), "stay", "usual"),
    Sealed("a", ("*",), "ab" * 32),
    Unsealed("a", "ab" * 32, ""),
    OrdersGiven("a", "'*': default"),
    DiceChanged("physical"),
    DiceChanged("mail"),
    Ruled("modifier", "*", "+1", "why", "who", "at"),
    Requested("a", "why", 5, "stay"),
    Requested("a", "why", 5),
    Contested("a", 5, "why"),
    Noted("text", "who"),
)
REFUSED = """\
X answers a question of X
X cannot write next
X has not joined
X says which side writes next
X writes in a letter of X
a battle by mail has no record of kind note
a battle by mail without a referee has no rulings
a correction that nobody has granted
a draw is half open: only the other link may follow
a request ends its letter
a request is for another answer, for other dice, or for a ruling
a side joins before it seals orders
both sides publish their ends before a link is opened
dice fall, but no two links are open for them
dice of a battle by mail come from two links, not machine
dice of a battle by mail come from two links, not physical
in a battle by mail every question is asked
links were opened where no roll comes next
no link is needed: the dice of the last two are not used up
nothing was asked
other dice that nobody has granted
record # is not a decision of X
record # is not a fact that the other side has just stated
sealed orders answer this; open the seal
the battle is over
the end of a chain that is already in use
the letter is not signed
the link does not fit the one before
the link has the number of another draw or die
the next die is #, not #
the other side has asked for something; the reply comes first
there is no key for this signature
there is no referee to rule on anything
there is no seal to open
these orders are not those that were sealed
this is letter #, not #
X cannot give up out of turn here
this side's link is open already
what was granted comes first
"""  # X: a side or the referee; #: a number


def protocol(desk, bodies):
    """What the protocol says to these records: nothing, or why it refuses one."""
    records = []
    for body in bodies:
        records.append(Record(len(records), records[-1].hash if records else "", body))
    try:
        Correspondence(desk.scenario, desk.rules.mail).follow(records)
    except AirwarError as refused:
        said = re.sub(r"^record \d+: |[\w.-]+\.[\w.-]+: ", "", str(refused))
        return re.sub(r"\d+", "#", re.sub(r"side [ab]|the referee", "X", said))
    return ""


MOST_BREACHES = 40_000  # every rule has been broken after some 5,000


@pytest.mark.slow
def test_everything_that_the_protocol_refuses_is_refused_somewhere(tmp_path):
    """Records are left out of battles, and others put in with something changed, until every rule has been broken."""
    ship = "germany-attacks-the-royal-navy"
    tables = [fought(ship, Table, 0, tmp_path / "two")[0], fought(ship, Three, 1, tmp_path / "three")[0]]
    desks = [table.desks["a"] for table in (*tables, Table(tmp_path / "unsigned", signed=False).fight())]
    battles = [(desk, [record.body for record in desk.log.records]) for desk in desks]
    assert [protocol(*battle) for battle in battles] == [""] * len(battles)
    kinds: dict[type, list[object]] = {}
    for body in (*MORE, *chain(*(bodies for _, bodies in battles))):
        if not isinstance(body, Header | Entered | RoundBegun | Told):
            kinds.setdefault(type(body), []).append(body)
    r, unmet = random.Random(4), {*REFUSED.splitlines()}

    def changed(body):
        name = r.choice([field.name for field in fields(body)])
        return replace(body, **{name: getattr(r.choice(kinds[type(body)]), name)})

    for _ in range(MOST_BREACHES):
        if not unmet:
            break
        desk, bodies = r.choice(battles)
        at = r.randrange(1, min(len(bodies), 90))
        put = [changed(r.choice(kinds[r.choice([*kinds])])) for _ in range(r.randint(0, 2))]
        put += [changed(body) for body in bodies[at : at + 1] if type(body) in kinds and r.random() < 0.3]
        unmet.discard(protocol(desk, [*bodies[:at], *put, *bodies[at + r.randint(0, 1) : at + 9]]))
    assert unmet == set()
