"""The protocol, rule by rule: in each row the last record breaks one of them. No battle is fought; the rules do not matter here."""

from dataclasses import replace

import pytest

from airwar.engine.log import Record
from airwar.engine.questions import Allotment, Choice
from airwar.engine.records import (
    Chosen,
    Contested,
    Corrected,
    Correspondents,
    DiceChanged,
    Ended,
    Joined,
    LetterClosed,
    Noted,
    Opened,
    OrdersGiven,
    Replied,
    Requested,
    Resigned,
    Rolled,
    Ruled,
    Sealed,
    Stated,
    Unsealed,
)
from airwar.errors import BadAnswer, Mismatch
from airwar.mail.hashes import battle_name, chain, giving_up, seal_of, signed_part
from airwar.mail.rules import Correspondence, read_orders
from airwar.setup.loading import load_scenario

SCENARIO = load_scenario("malta-1942")
TWO = Correspondents(("axis",), ("allies",), "a")  # side a answers for the referee
THREE = Correspondents(("axis",), ("allies",), "r", "ee" * 32)
A, B = ([link.hex() for link in chain(secret, 9)] for secret in (b"a", b"b"))
NEW = "cd" * 32


def letter(by, number, to=None, sign=None):
    return LetterClosed(by, number, sign, to)


def choice(by, key="x", unasked=None):
    return Chosen(key, "1", by, ("stay", "go"), "stay", unasked)


def roll(die=None, key="x.fire", source="machine"):
    return Rolled(key, "1", "attacker", "2d6", (3, 4), source, "1 hit", die=die)


AXIS, ALLIES = choice("attacker"), choice("defender")
FACT = Stated("weather", "1", "referee", "how it is", "fair")
RULING = Ruled("modifier", "*", "+1", "clouds", "referee", "x.fire")
ORDERS = "'*': default"
JOIN_A, JOIN_B = Joined("a", A[0]), Joined("b", B[0])
OPEN_B, OPEN_A = Opened("b", 1, B[1]), Opened("a", 1, A[1], 0)
WHY = "misread"


def records_of(bodies):
    """A log with these records after its header."""
    records = [Record(0, "", Noted("in place of the header", "nobody"))]
    for body in bodies:
        records.append(Record(len(records), records[-1].hash, body))
    return records


def read(mail, bodies, signed=None):
    """The state of the protocol after these records."""
    rules = Correspondence(SCENARIO, mail)
    rules.follow(records_of(bodies), signed)
    return rules


JOINED = [JOIN_A, letter("a", 1), JOIN_B]
HALF = [*JOINED, OPEN_B, letter("b", 2)]
LIVE = [*HALF, OPEN_A]
ROLLED = [*LIVE, roll(0)]
DECIDED = [*ROLLED, AXIS]  # in record 8
STATED = [*ROLLED, FACT]  # in record 8
SEAL = seal_of(bytes.fromhex(records_of([JOIN_A])[-1].hash), "a", ("y", "x*"), bytes.fromhex(NEW), ORDERS).hex()
SEALED = [JOIN_A, Sealed("a", ("y", "x*"), SEAL), letter("a", 1), JOIN_B, letter("b", 2)]
CONTESTED = [*STATED, letter("a", 3), Contested("b", 8, WHY), letter("b", 4)]
ASKED = [*DECIDED, Requested("a", WHY, 8, "go"), letter("a", 3)]
GRANTED = [*ASKED, Replied("b", "yes")]
CORRECTED = Corrected(8, "x", "stay", "go", WHY, "side a, by agreement")
OTHER_DICE = [*ROLLED, Requested("a", WHY, dice="physical"), letter("a", 3), Replied("b", "yes")]
TYPED = [*OTHER_DICE, DiceChanged("physical"), letter("b", 4)]
UNDONE = [*DECIDED, FACT, choice("attacker", "z", "orders"), *ASKED[len(DECIDED) :], Replied("b", "yes")]
CALLED = [*ROLLED, Requested("a", WHY), letter("a", 3, "r")]  # with a third person as referee

OVER = "the battle is over"
HALF_OPEN = "a draw is half open: only the other link may follow"
NO_ROLL = "links were opened where no roll comes next"
REPLY_FIRST = "the other side has asked for something; the reply comes first"
OUT_OF_TURN = "side {} cannot give up out of turn here"
NO_REQUEST = "a request is for another answer, for other dice, or for a ruling"
UNGRANTED = "a correction that nobody has granted"
TWO_LINKS = "x.fire: dice of a battle by mail come from two links, not {}"
IN_USE = "the end of a chain that is already in use"
NUMBER = "the link has the number of another draw or die"
NOT_FITTING = "the link does not fit the one before"
RESTATE = "the fact in record 8 is contested; its side has to ask for another"
GRANTED_FIRST = "what was granted comes first"


REFUSED = [
    # when anything may be recorded at all
    (TWO, [*JOINED, Noted("x", "y")], "a battle by mail has no record of kind note"),
    (TWO, [*JOINED, Resigned("b"), ALLIES], OVER),
    (TWO, [*JOINED, Resigned("b"), Ended("won", ())], OVER),
    (TWO, [*ROLLED, Ended("won", ()), AXIS], OVER),
    (TWO, [*ROLLED, Ended("won", ()), Joined("a", NEW)], OVER),
    (TWO, [*ASKED[:-1], AXIS], "a request ends its letter"),
    (TWO, [*ASKED, ALLIES], REPLY_FIRST),
    (TWO, [*ASKED, letter("b", 4)], REPLY_FIRST),
    (TWO, [*CONTESTED[:-1], ALLIES], RESTATE),
    (TWO, [*CONTESTED, AXIS], RESTATE),
    (TWO, [*GRANTED, ALLIES], GRANTED_FIRST),
    (TWO, [*GRANTED, letter("b", 4)], GRANTED_FIRST),
    (TWO, [*LIVE, AXIS], NO_ROLL),
    (TWO, [*LIVE, Ended("won", ())], NO_ROLL),
    # who writes
    (TWO, [JOIN_B], "side b writes in a letter of side a"),
    (TWO, [*HALF, letter("b", 3)], "side b writes in a letter of side a"),
    (TWO, [*HALF, OPEN_B], "side b writes in a letter of side a"),
    (TWO, [*JOINED, letter("b", 2), OrdersGiven("b", ORDERS)], "side b writes in a letter of side a"),
    (TWO, [*SEALED[:3], Unsealed("a", NEW, ORDERS)], "side a writes in a letter of side b"),
    (THREE, [*CALLED, Replied("a", "yes")], "side a writes in a letter of the referee"),
    (TWO, [*JOINED, letter("b", 3)], "this is letter 2, not 3"),
    (TWO, [JOIN_A, letter("a", 1), letter("b", 2)], "side b has not joined"),
    (TWO, [*JOINED, letter("b", 2, "a")], "side a cannot write next"),
    (TWO, [*JOINED, letter("b", 2, "b")], "side b cannot write next"),
    (TWO, [*JOINED, letter("b", 2, "r")], "the referee cannot write next"),
    (THREE, [*JOINED, letter("b", 2, "a")], "side a cannot write next"),
    (THREE, [JOIN_A, letter("a", 1, "r")], "the referee cannot write next"),
    (THREE, [*CALLED, Replied("r", "yes"), letter("r", 4, None, "ab")], "the referee says which side writes next"),
    (THREE, [*CALLED, Replied("r", "yes"), letter("r", 4, "r", "ab")], "the referee says which side writes next"),
    (THREE, [*CALLED, Replied("r", "yes"), letter("r", 4, "a")], "the letter is not signed"),
    (TWO, [JOIN_A, letter("a", 1, sign="ab")], "there is no key for this signature"),
    # chains and links
    (TWO, [*JOINED[:2], Joined("b", A[0])], IN_USE),
    (TWO, [*ROLLED, Joined("a", B[1])], IN_USE),
    (TWO, [*HALF, Joined("a", NEW)], HALF_OPEN),
    (TWO, [JOIN_A, Opened("a", 1, A[1])], "both sides publish their ends before a link is opened"),
    (TWO, [*ROLLED, Opened("a", 2, A[2])], "no link is needed: the dice of the last two are not used up"),
    (TWO, [*HALF[:-1], Opened("b", 1, B[2], 0)], "this side's link is open already"),
    (TWO, [*STATED, Opened("a", 2, A[2])], "the side that states a fact does not open the next draw; the other side does"),
    (TWO, [*HALF, Opened("a", 1, A[2], 0)], NOT_FITTING),
    (TWO, [*HALF, Opened("a", 1, B[1], 0)], NOT_FITTING),
    (TWO, [*JOINED, Opened("b", 0, B[1])], NUMBER),
    (TWO, [*JOINED, Opened("b", 1, B[1], 0)], NUMBER),
    (TWO, [*HALF, Opened("a", 1, A[1])], NUMBER),
    (TWO, [*HALF, Opened("a", 1, A[1], 1)], NUMBER),
    (TWO, [*HALF, Opened("a", 2, A[1], 0)], NUMBER),
    (TWO, [*DECIDED, Opened("a", 1, A[2])], NUMBER),
    # dice
    (TWO, [*HALF, roll(0)], "x.fire: dice fall, but no two links are open for them"),
    (TWO, [*DECIDED, roll(2)], "x.fire: dice fall, but no two links are open for them"),
    (TWO, [*LIVE, roll(1)], "x.fire: the next die is 0, not 1"),
    (TWO, [*ROLLED, roll(3)], "x.fire: the next die is 2, not 3"),
    (TWO, [*LIVE, roll()], TWO_LINKS.format("machine")),
    (TWO, [*LIVE, roll(source="physical")], TWO_LINKS.format("physical")),
    (TWO, [*LIVE, roll(0, source="ask")], TWO_LINKS.format("ask")),
    (TWO, [*TYPED[:-1], roll(source="physical")], "side a writes in a letter of side b"),
    # decisions
    (TWO, [*ROLLED, ALLIES], "x: side a answers a question of side b"),
    (THREE, [*ROLLED, FACT], "weather: side a answers a question of the referee"),
    (TWO, [*GRANTED, CORRECTED, AXIS], "x: side b answers a question of side a"),
    (TWO, [*GRANTED, CORRECTED, replace(AXIS, answer="go"), replace(AXIS, answer="go")], "x: side b answers a question of side a"),
    (TWO, [*ROLLED, choice("attacker", unasked="usual")], "x: in a battle by mail every question is asked"),
    (TWO, [*HALF, AXIS], HALF_OPEN),
    (TWO, [*SEALED, AXIS], "x: sealed orders answer this; open the seal"),
    (TWO, [*HALF, OrdersGiven("a", ORDERS)], HALF_OPEN),
    (TWO, [*HALF, Sealed("a", ("*",), NEW)], HALF_OPEN),
    (TWO, [Sealed("a", ("*",), NEW)], "a side joins before it seals orders"),
    (TWO, [*SEALED, Sealed("a", ("*",), NEW)], "the last seal of this side is still closed"),
    (TWO, [*JOINED, Unsealed("b", NEW, ORDERS)], "there is no seal to open"),
    (TWO, [*SEALED, Unsealed("a", NEW, "x: stay")], "these orders are not those that were sealed"),
    # requests, facts and rulings
    (TWO, [*DECIDED, Requested("a", WHY, 8)], NO_REQUEST),
    (TWO, [*DECIDED, Requested("a", WHY, None, "go")], NO_REQUEST),
    (TWO, [*DECIDED, Requested("a", WHY, 8, "go", "physical")], NO_REQUEST),
    (TWO, [*DECIDED, Requested("a", WHY, 7, "go")], "record 7 is not a decision of side a"),
    (TWO, [*DECIDED, letter("a", 3), Requested("b", WHY, 8, "go")], "record 8 is not a decision of side b"),
    (TWO, [*DECIDED, Requested("a", WHY)], "there is no referee to rule on anything"),
    (TWO, [*DECIDED, Replied("a", "yes")], "nothing was asked"),
    (TWO, [*DECIDED, CORRECTED], UNGRANTED),
    (TWO, [*ASKED, Replied("b", "no"), CORRECTED], UNGRANTED),
    (TWO, [*GRANTED, replace(CORRECTED, now="run")], UNGRANTED),
    (TWO, [*GRANTED, replace(CORRECTED, why="I like it better")], UNGRANTED),
    (TWO, [*DECIDED, DiceChanged("physical")], "other dice that nobody has granted"),
    (TWO, [*OTHER_DICE, DiceChanged("mail")], "other dice that nobody has granted"),
    (TWO, [*GRANTED, DiceChanged("physical")], "other dice that nobody has granted"),
    (TWO, [*DECIDED, RULING], "a battle by mail without a referee has no rulings"),
    (THREE, [*DECIDED, RULING], "the referee writes in a letter of side a"),
    (TWO, [*STATED, Contested("a", 8, WHY)], "record 8 is not a fact that the other side has just stated"),
    (TWO, [*DECIDED, letter("a", 3), Contested("b", 8, WHY)], "record 8 is not a fact that the other side has just stated"),
    (
        TWO,
        [*STATED, letter("a", 3), ALLIES, letter("b", 4), letter("a", 5), Contested("b", 8, WHY)],
        "record 8 is not a fact that the other side has just stated",
    ),
    # the end
    (TWO, [*JOINED, Resigned("a")], "side a writes in a letter of side b"),
    (TWO, [*JOINED, letter("b", 2), Resigned("b", NEW)], OUT_OF_TURN.format("b")),
    (TWO, [*JOINED, Resigned("b"), letter("b", 2), Joined("a", NEW)], OVER),
    (TWO, [*JOINED, Resigned("b"), Joined("a", NEW)], "side a writes in a letter of side b"),
]


@pytest.mark.parametrize(("mail", "bodies", "why"), REFUSED)
def test_a_rule_is_broken(mail, bodies, why):
    read(mail, bodies[:-1])
    with pytest.raises(Mismatch) as refused:
        read(mail, bodies)
    assert refused.value.text == why
    assert str(refused.value).startswith(f"record {len(bodies)}: ")


ALLOWED = [
    (TWO, JOINED, {"state": "closed", "pen": "b", "drawn": 0}),
    (TWO, HALF, {"state": "half", "pen": "a"}),
    (TWO, ROLLED, {"state": "live", "drawn": 2}),
    (TWO, [*ROLLED, roll(2)], {"state": "live", "drawn": 4}),
    (TWO, [*ROLLED, roll(0)], {"state": "live", "drawn": 2}),  # as it fell before a correction
    (TWO, [*ROLLED, roll(source="ruled")], {"state": "live", "drawn": 2}),
    (TWO, [*ROLLED, choice("defender", unasked="orders")], {"state": "live", "decided": {}}),
    (TWO, DECIDED, {"state": "closed", "decided": {8: "a"}}),
    (TWO, [*DECIDED, Opened("a", 2, A[2])], {"state": "half"}),
    (TWO, [*ROLLED, Joined("a", NEW)], {"state": "closed"}),
    (TWO, [*ROLLED, OrdersGiven("a", ORDERS)], {"state": "closed"}),
    (TWO, SEALED, {"state": "closed", "pen": "a"}),
    (TWO, [*SEALED, choice("attacker", "z")], {"decided": {6: "a"}}),
    (TWO, [*SEALED, Unsealed("a", NEW, ORDERS), AXIS], {"seals": {}, "decided": {7: "a"}}),
    (TWO, [*HALF, Resigned("a"), letter("a", 3)], {"resigned": "a"}),
    (TWO, [*LIVE, Resigned("a")], {"resigned": "a"}),
    (TWO, [*HALF, Resigned("a"), Joined("a", NEW), letter("a", 3)], {"resigned": "a"}),  # its secret was lost
    (TWO, [*ROLLED, Ended("won", ()), letter("a", 3)], {"ended": True}),
    (TWO, [*ASKED, Resigned("b")], {"resigned": "b"}),
    (TWO, [*ASKED, Replied("b", "no"), ALLIES], {"asked": None, "agreed": [], "decided": {8: "a", 12: "b"}}),
    (TWO, [*GRANTED, CORRECTED], {"granted": None, "decided": {}}),
    (TWO, [*UNDONE, CORRECTED], {"facts": [], "stated": [], "ordered": [], "decided": {}}),
    (TWO, [*GRANTED, CORRECTED, replace(AXIS, answer="go")], {"decided": {13: "a"}}),  # in a letter of side b
    (TWO, [*GRANTED, CORRECTED, replace(AXIS, answer="go"), letter("b", 4), AXIS], {"decided": {13: "a", 15: "a"}}),
    (TWO, [*CONTESTED, Requested("a", WHY, 8, "foul"), letter("a", 5), Replied("b", "yes")], {"dispute": None}),
    (TWO, [*CONTESTED, Requested("a", WHY, 8, "foul"), letter("a", 5), Resigned("b")], {"resigned": "b"}),
    (TWO, [*STATED, letter("a", 3), Opened("b", 2, B[2])], {"state": "half"}),
    (TWO, [*STATED, letter("a", 3), letter("b", 4), Opened("a", 2, A[2])], {"stated": [], "state": "half"}),
    (TWO, [*TYPED, roll(source="physical")], {"roller": "a", "rolled_by": {"x.fire": "a"}, "state": "closed"}),
    (THREE, [*CALLED, Replied("r", "yes"), RULING, letter("r", 4, "a", "ab")], {"pen": "a", "state": "closed"}),
    (THREE, [*CALLED, Replied("r", "yes"), FACT, letter("r", 4, "b", "ab")], {"pen": "b", "stated": []}),
]


@pytest.mark.parametrize(("mail", "bodies", "state"), ALLOWED)
def test_all_rules_are_kept(mail, bodies, state):
    rules = read(mail, bodies)
    assert {name: getattr(rules, name) for name in state} == state


def test_a_fact_can_be_contested_until_its_side_has_got_a_letter_back():
    for bodies, open_facts in ((STATED, 1), ([*STATED, letter("a", 3)], 1), ([*STATED, letter("a", 3), letter("b", 4)], 0)):
        assert len(read(TWO, bodies).stated) == open_facts
    assert read(TWO, CONTESTED).dispute.to == 8
    denied = [*CONTESTED, Requested("a", WHY, 8, "foul"), letter("a", 5), Replied("b", "no"), letter("b", 6)]
    assert read(TWO, denied).dispute.to == 8


def test_what_a_letter_signs():
    """Its number, the record before, and who writes next; a side that gives up out of turn signs the last letter."""
    signing = [replace(JOIN_A, key=NEW), letter("a", 1, sign="a1"), replace(JOIN_B, key="ef" * 32), letter("b", 2, sign="b2")]
    bodies = [*signing, Resigned("b", "notice"), letter("a", 3, sign="a3")]
    heads = [bytes.fromhex(record.hash) for record in records_of(bodies)]
    messages = [
        (NEW, signed_part("a", 1, heads[1]), "a1"),
        ("ef" * 32, signed_part("b", 2, heads[3]), "b2"),
        ("ef" * 32, giving_up("b", 2, heads[4]), "notice"),
        (NEW, signed_part("a", 3, heads[5]), "a3"),
    ]
    seen = []
    assert read(TWO, bodies, lambda *asked: not seen.append(asked)).resigned == "b"
    assert seen == messages
    for at, (why, forged) in enumerate(
        (
            ("letter 1: it is not signed by side a", 2),
            ("letter 2: it is not signed by side b", 4),
            ("side b has not signed that it gives up", 5),
            ("letter 3: it is not signed by side a", 6),
        )
    ):
        with pytest.raises(Mismatch) as refused:
            read(TWO, bodies, lambda *asked, at=at: asked != messages[at])
        assert (refused.value.seq, refused.value.text) == (forged, why)
    for early in ([*signing[:3], Resigned("b", "notice")], [*signing, Resigned("a", "notice")]):
        with pytest.raises(Mismatch, match="cannot give up out of turn here"):
            read(TWO, early)


def test_the_name_of_a_battle():
    assert battle_name("00" * 32, "01" * 32) == "4WX4M-H9QQX"


@pytest.mark.parametrize(
    ("orders", "covers", "answer"),
    [
        ("'*': go", ("*",), "go"),
        ("'*': go", ("y", "x*"), "go"),
        ("'*': go", ("y",), None),
        ("'*.go-on': go", ("*",), None),
        ("'*': fly", ("*",), None),  # the rules refuse it, so the question is asked
    ],
)
def test_what_orders_answer(orders, covers, answer):
    question = Choice("x", "1", "attacker", {"stay": "", "go": ""}, "stay")
    assert read_orders(SCENARIO, orders, TWO, "a", covers).answer(question, SCENARIO.party) == answer
    assert read_orders(SCENARIO, orders, TWO, "b", covers).answer(question, SCENARIO.party) is None


def test_orders_under_a_new_seal_replace_those_under_the_last():
    seal = seal_of(bytes.fromhex(records_of([JOIN_A])[-1].hash), "a", ("*",), bytes.fromhex(NEW), "'*': go").hex()
    opened = [*SEALED, Unsealed("a", NEW, ORDERS), Sealed("a", ("*",), seal), Unsealed("a", NEW, "'*': go")]
    assert [one.covers for one in read(TWO, opened).unsealed] == [("*",)]


def test_orders_do_not_give_an_answer_that_the_rules_refuse():
    for least, answer in ((0, {}), (1, None)):
        question = Allotment("x", "1", "attacker", {"tank": 1}, {}, least, 1, {})
        assert read_orders(SCENARIO, ORDERS, TWO, "a").answer(question, SCENARIO.party) == answer


def test_orders_are_short_and_have_no_dice():
    assert read_orders(SCENARIO, f"{ORDERS} #".ljust(65_536), TWO, "a")
    with pytest.raises(BadAnswer, match="orders have at most 65,536 characters, not 65,537"):
        read_orders(SCENARIO, f"{ORDERS} #".ljust(65_537), TWO, "a")
    with pytest.raises(BadAnswer, match="orders give no dice; both chains do"):
        read_orders(SCENARIO, "'*.fire': [3, 4]", TWO, "a")
