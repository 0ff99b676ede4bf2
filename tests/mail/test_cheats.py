"""Every way to cheat that we know of is tried on an honest player; what he says to it. What nothing can catch is in the guide."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from forger import forged as forged_log
from post import Table, lasting, secret_of, usual

from airwar.analysis.verify import verify
from airwar.cli import exit_code
from airwar.engine.log import Log
from airwar.engine.questions import Roll
from airwar.engine.records import LetterClosed, Opened
from airwar.errors import AirwarError, Mismatch
from airwar.guide import text_of as guide
from airwar.mail.battle import BadLetter, MailBattle, beginning, enter
from airwar.mail.desk import Contradiction, Desk, ReplyPending, Writing, correspondents, invitation
from airwar.mail.hashes import chain, signature, signed_part
from airwar.mail.letter import Answer, Ask, Contest, Dice, Join, Letter, Link, Orders, Reply, Resign, Seal, Unseal, read_letter
from airwar.setup.loading import load_scenario, parse_scenario


@pytest.fixture
def table(tmp_path):
    made = lasting(tmp_path)
    yield made
    made.close()


def cheated(desk, *entries, number=None, base=None, by=None, sign_as=None, head=None):
    """A letter that a cheat makes of anything, signed with his own key and leading as far as the rules let him."""
    course = base or desk.battle.copy()
    by = by or desk.me
    for entry in entries:
        with suppress(AirwarError, AssertionError):
            course.put(by, entry)
    number = number or len(course.rules.letters) + 1
    head = head or course.log.last.hash
    key = signature((sign_as or desk).secret.secrets[0], signed_part(by, number, bytes.fromhex(head)))
    begun = (beginning(course.log.header),) if number == 1 else ()
    return Letter(number, by, desk.rules.name, head, (*begun, *entries), key).payload()


def links_of(desk):
    return [link.hex() for link in chain(desk.secret.secret)]


def before_letter_one(desk):
    return MailBattle(desk.scenario, Log(desk.log.records[:1]))


# the cheats that a log with one seed cannot see


def test_look_ahead(table):
    """A copy has no link of the other side, so no die falls in it."""
    a = table.desks["a"]
    course = before_letter_one(a)
    course.put("a", Join(links_of(a)[0]))
    with pytest.raises(AirwarError, match="both sides publish their ends"):
        course.put("a", Link(links_of(a)[1]))
    table.turn()
    table.turn()
    course = a.battle.copy()
    assert isinstance(course.question, Roll)
    assert course.rules.state == "half"
    with pytest.raises(AirwarError, match="does not fit"):
        course.put("b", Link("ab" * 32))


def test_several_seeds(table):
    """A second first letter with another chain: the first one is known, and the two are kept as a proof."""
    a, b = table.desks.values()
    other = [link.hex() for link in chain(b"another secret")]
    key = a.rules.keys["a"]
    with pytest.raises(Contradiction, match="a second, different letter 1; both are signed"):
        b.read(cheated(a, Join(other[0], key), base=before_letter_one(a), number=1))
    (kept,) = table.paths["b"].parent.glob("*.contradiction")
    assert len(kept.read_text().split()) == 2


def test_cut_and_choose_again(table):
    table.turn()
    a, b = table.desks.values()
    earlier = a.battle.copy()
    first = table.write("a")
    assert b.read(first).how == "taken"
    other = cheated(a, Link(links_of(a)[1]), Answer("disengage"), base=earlier.copy())
    assert other != first
    with pytest.raises(Contradiction, match="a second, different letter 3"):
        b.read(other)
    later = cheated(a, Link(links_of(a)[2]), base=earlier.copy(), number=5)
    assert b.read(later).how == "early"
    table.write("b")
    with pytest.raises(BadLetter, match="letter 5"):
        b.read(later)  # it continues another log


def test_a_new_seed_in_the_middle(table):
    """While the other's link is open, it is refused; at other times it gains nothing, and is listed."""
    table.turn()
    a, b = table.desks.values()
    other = [link.hex() for link in chain(b"another secret")]
    with pytest.raises(BadLetter, match="half open"):
        b.read(cheated(a, Join(other[0], a.rules.keys["a"]), Link(other[1])))


def test_the_seed_is_lost(table):
    """The same, with a new key: an open draw can only be completed by its chain."""
    table.turn()
    a, b = table.desks.values()
    a.secret.note(f"secret {secret_of(9).hex()}")
    a.secret.secrets = a.secret.secrets[1:]
    with pytest.raises(AirwarError, match="the other side's link is open: you can resign"):
        table.write("a")
    with pytest.raises(BadLetter, match="brings a new key"):
        b.read(cheated(a, Join("cd" * 32, "ef" * 32)))


def test_the_opponents_decision(table):
    table.turn()
    a, b = table.desks.values()
    course = a.battle.copy()
    course.put("a", Link(links_of(a)[1]))
    with pytest.raises(BadLetter, match=r"malta\.r1\.attacker\.disengage is not a question of side b"):
        course.put("b", Answer("disengage"))
    payload = cheated(a, Link(links_of(a)[1]), Answer("stay"), by="b")
    with pytest.raises(BadLetter, match="in your name, but you did not write it"):
        b.read(payload)
    forged = cheated(a, Link(links_of(a)[1]), sign_as=b)
    with pytest.raises(BadLetter, match="not signed by side a"):
        b.read(forged)


def test_another_scenario_text(table, tmp_path):
    """The header is under every hash; and whoever is invited makes it again."""
    a, b = table.desks.values()
    text = load_scenario("malta-1942").text
    richer = parse_scenario(text.replace("count: 5", "count: 6", 1), "malta-1942.yaml")
    other = Desk.begin(richer, tmp_path / "other.jsonl", correspondents(richer, "axis"), secret_of(table.number))
    with pytest.raises(Contradiction):
        b.read(other.write(usual))
    other.log.close()
    letter = read_letter(table.letters[0])
    begun = letter.entries[0]
    differs = "the ruleset or its charts differ from those of this airwar"
    for change, why in (
        ({"charts": "0" * 64}, differs),
        ({"version": "0.9"}, "the letter comes from airwar 0.9"),
        ({"ruleset": "ocs"}, differs),
    ):
        changed = Letter(
            *letter[:4], (type(begun)(**{**{f: getattr(begun, f) for f in begun.__dataclass_fields__}, **change}),), None
        )
        with pytest.raises(BadLetter, match=why):
            invitation(changed.payload())
    with pytest.raises(BadLetter, match="does not lead to the log"):
        enter(before_letter_one(a), letter._replace(head="0" * 64))


def test_a_correction_a_ruling_or_a_typed_die_passed_off_as_a_die(table):
    """A letter has no rolls; and a log with another kind of record or die does not verify."""
    table.fight()
    table.close()
    contents = [json.loads(line) for line in table.paths["a"].read_text().splitlines()]
    for content in contents:
        for name in ("seq", "prev", "h"):
            del content[name]
    at = next(at for at, content in enumerate(contents) if content["t"] == "roll")
    typed = {name: value for name, value in contents[at].items() if name != "die"} | {"source": "physical"}
    ruling = {"t": "ruling", "on": "modifier", "key": "*", "value": "+1", "why": "x", "who": "y", "at": contents[at]["key"]}
    note = {"t": "note", "text": "x", "who": "y"}
    better = {**contents[at], "faces": [6, 6]}
    path = table.paths["b"]
    for changed, why in (
        ([*contents[:at], typed, *contents[at + 1 :]], "dice of a battle by mail come from two links, not physical"),
        ([*contents[:at], ruling, *contents[at:]], "links were opened where no roll comes next"),
        ([*contents[: at - 2], note, *contents[at - 2 :]], "no record of kind note"),
        ([*contents[:at], better, *contents[at + 1 :]], "not signed by side a"),
    ):
        path.write_bytes(forged_log(changed))
        with pytest.raises(Mismatch, match=why):
            verify(path)


def test_other_faces_than_the_links_give(tmp_path):
    """Without signatures too: the walk makes every die again."""
    table = Table(tmp_path, signed=False).fight()
    table.close()
    contents = [json.loads(line) for line in table.paths["a"].read_text().splitlines()]
    for content in contents:
        for name in ("seq", "prev", "h"):
            del content[name]
    roll = next(content for content in contents if content["t"] == "roll" and len(set(content["faces"])) > 1)
    roll["faces"].reverse()  # the same total
    table.paths["b"].write_bytes(forged_log(contents))
    with pytest.raises(Mismatch, match="the seed does not give"):
        verify(table.paths["b"])


def test_dice_of_a_parent(table):
    """A fork is no battle by mail."""
    table.turn()
    table.close()
    fork = table.paths["a"].with_name("fork.jsonl")
    assert exit_code(["fork", str(table.paths["a"]), "--log", str(fork)]) == 0
    header = json.loads(fork.read_text().splitlines()[0])
    assert (header["dice"], "mail" in header) == ("machine", False)


def test_rewrite_the_chain(table):
    """Hashes need no key, but the signatures of both sides cover them."""
    table.fight()
    table.close()
    contents = [json.loads(line) for line in table.paths["a"].read_text().splitlines()]
    for content in contents:
        for name in ("seq", "prev", "h"):
            del content[name]
    contents[0]["scenario"]["text"] = contents[0]["scenario"]["text"].replace("1942", "1943")
    table.paths["b"].write_bytes(forged_log(contents))
    with pytest.raises(Mismatch, match="not signed by side a"):
        verify(table.paths["b"])


def test_links(table):
    """A forged link, one that is skipped, the other side's link as one's own, an end that is copied."""
    table.turn()
    a, b = table.desks.values()
    for link in ("ab" * 32, links_of(a)[2], b.rules.ends["b"]):
        with pytest.raises(BadLetter, match="does not fit the one before"):
            b.read(cheated(a, Link(link)))
    course = before_letter_one(a)
    course.put("a", Join(links_of(a)[0]))
    course.close("a", 1, None)
    with pytest.raises(Mismatch, match="already in use"):
        course.put("b", Join(links_of(a)[0]))


def test_a_link_where_no_roll_comes_next(table):
    """The literal 'one link a letter': the other side would know the dice of each of its options."""
    table.turn()
    a, b = table.desks.values()
    with pytest.raises(BadLetter, match="only where a roll comes next"):
        b.read(cheated(a, Link(links_of(a)[1]), Link(links_of(a)[2])))


@pytest.mark.parametrize("openings", [1, 2])
def test_a_log_that_ends_with_links_where_no_roll_comes_next(openings, tmp_path):
    table = Table(tmp_path, "germany-attacks-the-royal-navy", signed=False)
    a, b = table.desks.values()
    course = b.battle.copy()
    course.put("b", Join(links_of(b)[0]))
    bodies = [Opened("b", 1, links_of(b)[1]), LetterClosed("b", 2), Opened("a", 1, links_of(a)[1], 0)]
    for body in bodies[: 2 * openings - 1]:
        course.log.append(body)
    table.close()
    with pytest.raises(Mismatch, match=f"record {course.log.last.seq}: a link was opened where no roll comes next"):
        verify(written(course.log, tmp_path))


def written(log, folder):
    """A log that the program would not write."""
    path = folder / "forged.jsonl"
    path.write_text("".join(f"{record.line}\n" for record in log.records))
    return path


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"answer": {"ark-royal": 1}}, "the standing orders do not say"),
        ({"unasked": None}, "standing orders answer this; nobody has a choice"),
    ],
)
def test_a_log_in_which_standing_orders_are_not_followed(change, why, tmp_path):
    table = Table(tmp_path, "germany-attacks-the-royal-navy", signed=False)
    table.write("b", first=[Orders("'*': default")])
    records = table.desks["b"].log.records
    answered = next(record for record in records if record.kind == "choice")
    log = Log(records[: answered.seq])
    log.append(replace(answered.body, **change))
    table.close()
    with pytest.raises(Mismatch, match=f"record {answered.seq}: r1.sz-cv.uk.retreat: {why}"):
        verify(written(log, tmp_path))


def test_nothing_is_free_while_a_draw_is_half_open(table):
    table.turn()
    a, b = table.desks.values()
    half = "a draw is half open: only the other link may follow"
    for entry, why in (
        (Orders("'*': default"), half),
        (Seal(("*",), "ab" * 32), half),
        (Answer("stay"), "it answers a question where dice come next"),
        (Dice((6, 6)), "side a has no dice to type in here"),
        (Ask("x", dice="physical"), half),
        (Ask("x", 1, "stay"), "record 1 is not a decision of side a"),
        (Ask("x", len(a.log.records), "stay"), f"record {len(a.log.records)} is not a decision of side a"),
        (Contest(1, "x"), half),
    ):
        with pytest.raises(BadLetter, match=f"letter 3: .*{why}"):
            b.read(cheated(a, entry, Link(links_of(a)[1])))


def test_sealed_orders_are_those_that_were_sealed(tmp_path):
    orders = "'*': default"
    table = Table(tmp_path, first=lambda desk: [desk.seal(orders)])
    table.turn()
    a, b = table.desks.values()
    (nonce, _), link = next(iter(a.secret.seals.values())), links_of(a)[1]
    with pytest.raises(BadLetter, match="are not those that were sealed"):
        b.read(cheated(a, Unseal(nonce, "'*': stay"), Link(link)))
    with pytest.raises(BadLetter, match="sealed orders answer this; open the seal"):
        b.read(cheated(a, Link(link), Answer("disengage")))
    copied = Seal(("*",), a.rules.seals["a"].seal)
    table.close()
    course = b.battle.copy()
    assert copied.seal not in b.secret.seals
    assert course.rules.seals.keys() == {"a"}


def test_open_orders_do_not_answer_in_place_of_those_under_seal(tmp_path):
    """Otherwise a side could seal one decision, see the other's, and order another."""
    disengage, stay = "'*.attacker.disengage': disengage\n'*': default", "'*.attacker.disengage': stay\n'*': default"
    table = Table(tmp_path, first=lambda desk: [desk.seal(disengage), Orders(stay)])
    table.fight().close()
    assert table.desks["b"].battle.end.result == "attacker disengaged"
    assert verify(table.paths["b"]).mail.letters == 3


def test_an_old_backup_of_the_honest_side(table):
    """The journal beside the secret never opens a link for two logs."""
    a, b = table.desks.values()
    table.write("b")
    (link, head), *_ = b.secret.links.items()
    b.secret.check_opening(link, head)
    with pytest.raises(AirwarError, match="already opened for another course"):
        b.secret.check_opening(link, "0" * 64)
    writing = Writing(before_letter_one(a), b.secret, "b")
    writing.battle.put("a", Join(links_of(a)[0]))
    writing.battle.close("a", 1, None)
    writing.join(signed=False)
    with pytest.raises(AirwarError, match="already opened for another course"):
        writing.open()


def test_letters_of_another_battle_and_letters_that_nobody_writes(table, tmp_path):
    other = Table(tmp_path / "other", number=3)
    other.turn()
    a, b = table.desks.values()
    table.turn()
    with pytest.raises(BadLetter, match="belongs to another battle"):
        a.read(other.letters[1])
    assert b.read(table.letters[0]).how == "known"
    assert b.read(table.letters[1]).how == "mine"
    early = cheated(a, number=5)
    assert b.read(early).how == "early"
    with pytest.raises(BadLetter, match="not signed by side a"):
        b.read(cheated(a, number=7, sign_as=b))
    with pytest.raises(BadLetter, match="many letters are missing"):
        b.read(cheated(a, number=31))
    other.close()


def test_what_is_typed_elsewhere_is_refused(table):
    """run, resume, correct and serve do not touch a battle by mail."""
    table.close()
    path = str(table.paths["a"])
    before = table.paths["a"].read_bytes()
    for arguments in (["resume", path], ["correct", path, "3", "--answer", "stay"], ["serve", "--resume", path]):
        assert exit_code(arguments) == 1
    assert table.paths["a"].read_bytes() == before


# by agreement


def typhoon(tmp_path, until):
    """The battle up to the point where a side has the pen and this is so."""
    table = Table(tmp_path, "typhoon-1941")
    while not until(table.desks["a"].rules):
        table.turn()
    return table


def after_a_decision(tmp_path):
    """Malta where the attacker has stayed, the dice of the next round have fallen, and he has the pen."""
    for number in range(1, 30):
        table = Table(tmp_path / str(number), number=number)
        for _ in range(3):
            table.turn() if not table.desks["a"].battle.over else None
        a = table.desks["a"]
        if not a.battle.over and a.rules.pen == "a" and a.rules.decided:
            return table
        table.close()
    raise AssertionError


def test_another_answer_by_agreement(tmp_path):
    """A request ends its letter; the other side grants it, and `verify` says which dice were known by then."""
    table = after_a_decision(tmp_path)
    a, b = table.desks.values()
    seq = next(iter(a.rules.decided))
    assert a.log.records[seq].body.answer == "stay"
    with pytest.raises(AirwarError, match="is not a decision of side a"):
        a.write(usual, [Ask("because", 1, "x")])
    b.read(a.write(usual, [Ask("misread the map", seq, "disengage")]))
    with pytest.raises(ReplyPending, match=r'another answer in record \d+, disengage: "misread the map"\. It knows these dice'):
        b.write(usual)
    with pytest.raises(BadLetter, match="the reply comes first"):
        a.read(cheated(b, Orders("'*': default")))
    a.read(b.write(usual, [Reply("yes")]))
    assert a.battle.end.result == "attacker disengaged"
    table.close()
    assert len(table.logs) == 1
    (line,) = verify(table.paths["a"]).mail.agreed
    assert "corrects malta.r1.attacker.disengage from stay to disengage: misread the map, knowing the dice" in line


def test_a_request_that_is_not_granted_changes_nothing(tmp_path):
    table = after_a_decision(tmp_path)
    a, b = table.desks.values()
    b.read(a.write(usual, [Ask("misread the map", next(iter(a.rules.decided)), "disengage")]))
    a.read(b.write(usual, [Reply("no")]))
    table.fight().close()
    proof = verify(table.paths["b"])
    assert (len(table.logs), proof.finished, proof.mail.agreed) == (1, True, ())


def test_a_correction_that_nobody_has_granted(tmp_path):
    table = after_a_decision(tmp_path)
    table.close()
    contents = [json.loads(line) for line in table.paths["a"].read_text().splitlines()]
    seq = next(iter(table.desks["a"].rules.decided))
    for content in contents:
        for name in ("seq", "prev", "h"):
            del content[name]
    key = contents[seq]["key"]
    contents.append({"t": "correction", "to": seq, "key": key, "was": "stay", "now": "disengage", "why": "x", "who": "side a"})
    table.paths["b"].write_bytes(forged_log(contents))
    with pytest.raises(Mismatch, match="a correction that nobody has granted"):
        verify(table.paths["b"])


def test_a_contested_fact_is_stated_otherwise_before_anything_goes_on(tmp_path):
    table = typhoon(tmp_path, lambda rules: rules.pen == "b" and rules.stated)
    a, b = table.desks.values()
    fact = b.rules.stated[-1][0]
    with pytest.raises(AirwarError, match="is not a fact"):
        b.write(usual, [Contest(1, "no")])
    a.read(b.write(usual, [Contest(fact.seq, "there are more")]))
    with pytest.raises(ReplyPending, match=rf'record {fact.seq} is contested: "there are more"\. State another with --ask'):
        a.write(usual)
    with pytest.raises(BadLetter, match="is contested; its side has to ask for another"):
        b.read(cheated(a, Orders("'*': default")))
    assert any("contested record" in line for line in verify(table.paths["a"]).mail.trusted)
    table.close()


def test_whoever_states_a_fact_does_not_open_the_next_draw(tmp_path):
    """The other side can contest the fact before either knows the dice."""
    table = typhoon(tmp_path, lambda rules: rules.pen == "b" and rules.stated)
    while not (table.desks["a"].rules.stated and isinstance(table.desks["a"].battle.question, Roll)):
        table.turn()
    a = table.desks["a"]
    letter = read_letter(table.letters[-1])
    assert letter.by == "a"
    course = MailBattle(a.scenario, Log(a.log.records[: a.rules.letters[-2].seq + 1]))
    for entry in letter.entries:
        course.put("a", entry)
    with pytest.raises(Mismatch, match="the side that states a fact does not open the next draw"):
        course.put("a", Link(a.secret.link_after(a.rules.ends["a"])))
    table.close()


def test_a_side_resigns_and_the_log_says_what_it_knew(table):
    table.turn()
    a, b = table.desks.values()
    b.read(a.write(usual, [Resign()]))
    assert a.battle.over
    assert b.battle.over
    table.close()
    assert verify(table.paths["b"]).mail.open == ("axis gave up, and knows the dice of draw 1",)
    assert len(table.logs) == 1


def test_the_guide_names_every_cheat():
    page = guide("dice-and-trust")
    for cheat in ("look ahead", "several seeds", "cut and choose again", "old backup", "refuse"):
        assert cheat in page.lower(), cheat


def test_a_new_battle_is_locked_at_once(tmp_path):
    scenario = load_scenario("malta-1942")
    desk = Desk.begin(scenario, tmp_path / "x.jsonl", correspondents(scenario, "axis"))
    with pytest.raises(AirwarError, match="in use by another airwar process"):
        Log.load(tmp_path / "x.jsonl").hold()
    desk.log.close()
