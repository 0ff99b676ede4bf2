"""Orders: legality is written once, menus are lazy, and what is not offered is refused with its reason and rule."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from support import ask

from airwar.answers.menu import Nameable, Refused
from airwar.engine.questions import Allotment, Choice, Menu
from airwar.rulesets.kit import (
    REFEREE,
    Book,
    Detail,
    Fault,
    Flag,
    HowMany,
    Id,
    MapOf,
    OneOf,
    Orders,
    Ref,
    Which,
    Whole,
    ask_target,
    can_order,
    inside,
    list_of,
    map_of,
    named,
    next_kind,
    next_order,
    record,
    said,
)

looked_at: list[str] = []


@record
class Base:
    id: str = named()
    planes: int = said(Whole(0, 9), "how many")


@record
class Raid:
    id: str = said(Id(), "a name")
    at: str = said(Ref("bases"), "its target")
    planes: int = said(Whole(0, 9), "how many fly")
    low: bool = said(Flag(), "whether they fly low", default=False)


@record
class Board:
    bases: Book[Base] = said(map_of(Id(), Base, 1, 9, "bases"), "bases")
    raids: Book[Raid] = said(list_of(Raid, 0, 9, "raids"), "raids", default=Book())
    free: int = inside(default=3)


def faults(board: Board, raid: Raid) -> Iterator[Fault]:
    looked_at.append(raid.at)
    if not board.bases[raid.at].planes:
        yield Fault("at", f"{raid.at} is empty", "18.5")
    if raid.planes is not None and raid.planes > board.free:
        yield Fault("planes", f"{raid.planes} planes; {board.free} are free", "18.6")


RAIDS: Orders[Board, Raid] = Orders(
    Raid,
    "raids",
    "raid",
    rule="18",
    target={"at": "bases"},
    faults=faults,
    label=lambda board, raid: f"raid {raid.at}",
    details=(
        Detail("planes", "how many fly", ("planes",), "How many fly to {at}?", ("1", "9")),
        Detail("low", "whether they fly low", ("low",), lambda board, raid: "Low?" if raid.planes > 1 else "", ("no",)),
    ),
)
BOARD = Board(bases=Book({"malta": Base(id="malta", planes=4), "tunis": Base(id="tunis", planes=0)}))


@pytest.fixture(autouse=True)
def _nobody_has_looked():
    looked_at.clear()


def ordered(ref, answer_about=lambda: "What next?"):
    return next_order(ref, "next", BOARD, [RAIDS], by=REFEREE, about=answer_about, formerly=("none",))


def asked(answers):
    """The question for the next order."""
    from airwar.engine.moves import End
    from airwar.engine.walk import Walk
    from airwar.testing.random_play import Rigged, bare_log

    rigged = Rigged({}, dict(answers))
    ordered(Walk(End("", None), bare_log(), rigged))
    return rigged.asked[0]


def test_an_order_begins_with_its_word_and_its_target():
    kind, draft = ask(ordered, answers={"next": "raid.malta"})
    assert (kind, draft.at, draft.planes) == (RAIDS, "malta", None)


@pytest.mark.parametrize("word", ["no-more", "none"])
def test_no_more_in_any_word_for_it(word):
    assert ask(ordered, answers={"next": word}) is None


def test_a_menu_lists_what_is_legal():
    assert dict(asked({"next": "no-more"}).options) == {"no-more": "no more orders", "raid.malta": "raid malta"}


def test_a_menu_is_worked_out_when_somebody_looks():
    question = asked({"next": "raid.malta"})
    assert {*looked_at} == {"malta"}  # only the one answer was checked
    assert list(question.options)
    assert {*looked_at} == {"malta", "tunis"}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("raid.tunis", "'raid.tunis': tunis is empty (18.5)"),
        ("raid.rome", "'raid.rome': no at is called 'rome'; there are malta, tunis (18)"),
        ("malta", "'malta': an order is like raid.at (18)"),
    ],
)
def test_what_is_not_offered_is_refused_with_its_reason_and_rule(answer, why):
    assert asked({"next": "no-more"}).refuses(answer) == why


def test_the_details_are_asked_for_and_refused_as_in_a_file():
    draft = RAIDS.named(RAIDS.draft(at="malta"), 1, ())
    raid = ask(lambda ref: RAIDS.given(ref, BOARD, draft), answers={"raid-1.planes": "2", "raid-1.low": "yes"})
    assert raid == Raid(id="raid-1", at="malta", planes=2, low=True)
    with pytest.raises(ValueError, match=r"9 planes; 3 are free \(18.6\)"):
        ask(lambda ref: RAIDS.given(ref, BOARD, draft), answers={"raid-1.planes": "9"})
    with pytest.raises(ValueError, match=r"'many' is not a whole number.* \(18\)"):
        ask(lambda ref: RAIDS.given(ref, BOARD, draft), answers={"raid-1.planes": "many"})


def test_a_detail_that_need_not_be_asked_is_not():
    draft = RAIDS.named(RAIDS.draft(at="malta"), 1, ())
    assert ask(lambda ref: RAIDS.given(ref, BOARD, draft), answers={"raid-1.planes": "1"}).low is False


def test_whether_anything_can_be_ordered_takes_one_look():
    assert can_order(BOARD, [RAIDS])
    assert looked_at == ["malta"]
    assert not can_order(Board(bases=Book({"tunis": Base(id="tunis", planes=0)})), [RAIDS])


# questions


def test_a_choice_and_an_allotment_give_the_reason_for_what_is_not_offered():
    def why_not(word):
        return "K1 is out of supply (18.51)" if word == "k1" else None

    choice = Choice("a", "", "x", {"k2": "K2"}, "k2", why_not=why_not)
    assert choice.refuses("k1") == "K1 is out of supply (18.51)"
    assert choice.refuses("k3") == "'k3' is not k2"
    allotment = Allotment("a", "", "x", {"k2": 2}, {}, 0, 2, {"k2": 0}, why_not=why_not)
    assert allotment.refuses({"k1": 1}) == "K1 is out of supply (18.51)"
    assert allotment.refuses({"k2": 1}) is None


def test_a_question_may_be_quiet():
    assert not asked({"next": "no-more"}).quiet
    assert Choice("a", "", "x", {"k2": "K2"}, "k2", quiet=True).quiet


def test_a_menu_is_a_mapping():
    menu = Menu(lambda: ("a", "b", "c"), lambda name: name.upper() if name in "ab" else None)
    assert dict(menu) == {"a": "A", "b": "B"}
    assert ("a" in menu, "c" in menu, 1 in menu, len(menu)) == (True, False, False, 2)
    with pytest.raises(KeyError):
        menu["c"]


def test_an_order_at_the_table_takes_no_id_of_the_scenario():
    assert RAIDS.named(RAIDS.draft(at="malta"), 1, {"raid-1", "raid-2"}).id == "raid-3"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"target": {"where": "bases"}}, "its target has 'where', which is no field of Raid"),
        ({"details": (Detail("low", "whether low", ("hight",), "Low?"),)}, "its detail low has 'hight', which is no field"),
        ({"details": ()}, "planes must be said, but is in no target and no detail"),
        ({"details": (Detail("planes", "how many", ("planes",), "How many?"),)}, "detail planes needs examples"),
    ],
)
def test_a_declaration_that_does_not_fit_its_record_is_refused(more, why):
    with pytest.raises(TypeError, match=why):
        replace(RAIDS, **more)


def test_a_fault_of_a_field_that_there_is_not_is_a_mistake_of_the_ruleset():
    odd = replace(RAIDS, faults=lambda board, raid: [Fault("plane", "too many", "18.6")])
    with pytest.raises(AssertionError, match="a fault of 'plane', which is no field of its record"):
        odd.refused(BOARD, RAIDS.draft(at="malta"))


def test_a_name_as_it_is_shown_gets_the_reason_of_its_id():
    def why_not(word):
        return "Cape Gela is empty (18.5)" if word == "cape-gela" else f"{word!r} is not on the map (18)"

    for typed_word in ("cape-gela", "Cape Gela", "cape gela"):
        refused = Nameable({"malta": "Malta"}, why_not).one(typed_word)
        assert isinstance(refused, Refused)
        assert refused.why == "Cape Gela is empty (18.5)"
    near = Nameable({"malta": "Malta", "tunis": "Tunis"}, why_not).one("malto")
    assert isinstance(near, Refused)
    assert near.why == "'malto' is not on the map (18); did you mean malta?"


# details that are offered in a list


@record
class Strike:
    id: str = said(Id(), "a name", default="")
    at: str = said(Ref("bases"), "its target")
    from_: str = said(Ref("bases"), "the base from which it is flown")
    with_: Book[int] = said(MapOf(Id(), Whole(1, 9)), "who flies")
    low: str = said(OneOf(("high", "low")), "how high", default="high")


def strike_faults(board, strike):
    looked_at.append(f"{strike.at} {strike.from_}")
    if strike.at is not None and not board.bases[strike.at].planes:
        yield Fault("at", f"{strike.at} is empty", "18.5")
    if strike.from_ is not None and strike.from_ == strike.at:
        yield Fault("from", f"{strike.from_} is the target", "18.5")
    for unit, number in (strike.with_ or {}).items():
        if unit == "k1":
            yield Fault("with.k1", "K1 is out of supply", "18.51")
        elif number > board.free:
            yield Fault(f"with.{unit}", f"{number} of {unit}; {board.free} are free", "18.6")
    if strike.with_ and sum(strike.with_.values()) > 3:
        yield Fault("with", "more than three fly", "18.7")


STRIKES: Orders[Board, Strike] = Orders(
    Strike,
    "strikes",
    "strike",
    rule="18",
    target={"at": "bases"},
    faults=strike_faults,
    label=lambda board, strike: f"strike {strike.at}",
    bare=True,
    words=("hit",),
    title="strike a base",
    details=(
        Which(
            "from", "from where it is flown", ("from",), "From which base do they fly to {at}?", lambda board, strike: board.bases
        ),
        HowMany(
            "with",
            "who flies",
            ("with",),
            lambda board, strike: f"Who flies to {strike.at}?",
            lambda board, strike: {"k1": 3, "k2": board.free, "k3": 2, "k4": 0},
            lambda board, strike, unit: unit.upper(),
            default=lambda board, strike: {"k1": 1, "k3": 1},
            least=1,
            quiet=True,
            words=("with",),
        ),
    ),
)
OPEN = Board(bases=Book({name: Base(id=name, planes=planes) for name, planes in {"malta": 4, "tunis": 0, "rome": 1}.items()}))
TO_MALTA = STRIKES.draft(at="malta", id="strike-1")


def questions_of(call, answers):
    """What is asked, and what comes of it."""
    from airwar.engine.moves import End
    from airwar.engine.walk import Walk
    from airwar.testing.random_play import Rigged, bare_log

    rigged = Rigged({}, dict(answers))
    found = call(Walk(End("", None), bare_log(), rigged))
    return found, {question.key: question for question in rigged.asked}


FLOWN = {"strike-1.from": "rome", "strike-1.with": {"k2": 2, "k3": 1}}


def given_to_malta(answers=FLOWN, board=OPEN):
    return questions_of(lambda ref: STRIKES.given(ref, board, TO_MALTA, by="axis"), answers)


def test_details_of_a_list_are_asked_of_whoever_gives_the_order():
    strike, asked_for = given_to_malta()
    assert strike == Strike(id="strike-1", at="malta", from_="rome", with_=Book({"k2": 2, "k3": 1}))
    where, who = asked_for.values()
    assert (where.key, where.by, where.about()) == ("strike-1.from", "axis", "From which base do they fly to malta?")
    assert dict(where.options) == {"tunis": "Tunis", "rome": "Rome"}
    assert (who.by, who.about(), who.quiet, who.words) == ("axis", "Who flies to malta?", True, ("with",))
    assert (dict(who.items), dict(who.labels)) == ({"k2": 3, "k3": 2}, {"k2": "K2", "k3": "K3"})
    assert (dict(who.default), who.least) == ({"k2": 0, "k3": 1}, 1)


@pytest.mark.parametrize(
    ("key", "answer", "why"),
    [
        ("strike-1.from", "malta", "malta is the target (18.5)"),
        ("strike-1.from", "oslo", "'oslo' is not one of malta, tunis, rome (18)"),
        ("strike-1.with", {"k1": 1}, "K1 is out of supply (18.51)"),
        ("strike-1.with", {"k4": 1}, "k4: none is left (18)"),
        ("strike-1.with", {"k9": 1}, "'k9' is not one of k1, k2, k3, k4 (18)"),
        ("strike-1.with", {"k2": 3, "k3": 1}, "more than three fly (18.7)"),
    ],
)
def test_what_a_detail_does_not_offer_is_refused_with_its_reason_and_rule(key, answer, why):
    assert given_to_malta()[1][key].refuses(answer) == why


def test_the_last_detail_is_refused_for_every_fault_of_the_order():
    def faults(board, strike):
        if strike.with_ and "k3" in strike.with_:
            yield Fault("low", "K3 flies low", "18.8")

    low = replace(STRIKES, faults=faults)
    _, asked_for = questions_of(lambda ref: low.given(ref, OPEN, TO_MALTA), {"strike-1.from": "rome", "strike-1.with": {"k2": 1}})
    assert asked_for["strike-1.with"].refuses({"k3": 1}) == "K3 flies low (18.8)"


def test_a_unit_is_judged_by_all_of_it_that_could_be_named():
    """With one plane free, the two of K3 are too many, and K2 is left."""
    strike, asked_for = given_to_malta({"strike-1.from": "rome"}, replace(OPEN, free=1))
    assert (dict(strike.with_), list(asked_for)) == ({"k2": 1}, ["strike-1.from"])


def test_a_list_is_worked_out_when_somebody_looks():
    many = Board(bases=Book({f"b{number}": Base(id=f"b{number}", planes=1) for number in range(9)}))
    draft = STRIKES.draft(at="b0", id="strike-1")
    questions = questions_of(lambda ref: STRIKES.given(ref, many, draft), {"strike-1.from": "b5", "strike-1.with": {"k3": 1}})[1]
    assert {one for one in looked_at if not one.endswith("None")} == {"b0 b0", "b0 b1", "b0 b2", "b0 b5"}
    assert len(questions["strike-1.from"].options) == 8


def test_one_legal_answer_is_not_asked_for():
    two = Board(bases=Book({"malta": Base(id="malta", planes=4), "tunis": Base(id="tunis", planes=0)}))
    strike, questions = given_to_malta({"strike-1.with": {"k3": 1}}, two)
    assert (strike.from_, list(questions)) == ("tunis", ["strike-1.with"])


def test_an_order_without_a_legal_answer_is_not_given():
    assert given_to_malta({}, Board(bases=Book({"malta": Base(id="malta", planes=4)})))[0] is None
    nobody = replace(STRIKES.details[1], among=lambda board, strike: {"k1": 3})
    kind = replace(STRIKES, details=(STRIKES.details[0], nobody))
    assert questions_of(lambda ref: kind.given(ref, OPEN, TO_MALTA), {"strike-1.from": "rome"})[0] is None


@pytest.mark.parametrize(("usual", "default"), [("rome", "rome"), ("malta", "tunis"), ("atlantis", "tunis")])
def test_a_usual_answer_that_is_not_legal_is_not_the_default(usual, default):
    where = replace(STRIKES.details[0], default=lambda board, strike: usual)
    strikes = replace(STRIKES, details=(where, *STRIKES.details[1:]))
    _, asked_for = questions_of(lambda ref: strikes.given(ref, OPEN, TO_MALTA, by="axis"), FLOWN)
    assert asked_for["strike-1.from"].default == default


def test_a_target_may_hang_on_what_is_named_before():
    pairs = replace(
        STRIKES,
        target={"at": "bases", "from": lambda board, strike: [base for base in board.bases if base != strike.at]},
        details=STRIKES.details[1:],
    )
    assert [pairs.key(order) for order in pairs.legal(OPEN)] == ["malta.tunis", "malta.rome", "rome.malta", "rome.tunis"]
    assert pairs.meant(OPEN, "malta.malta") == "no from is called 'malta'; there are tunis, rome"
    assert pairs.meant(OPEN, "malta") == f"an order is like {pairs.shape()}"
    assert RAIDS.meant(BOARD, "sortie.malta") == "an order is like raid.at"


# prepared orders

PREPARED = Strike(id="dawn", at="malta", from_="rome", with_=Book({"k2": 2}))


def next_strike(answers, prepared=PREPARED, **more):
    def call(ref):
        ready = {STRIKES.key(prepared): (STRIKES, prepared)} if prepared else {}
        return next_order(ref, "next", OPEN, [STRIKES], by="axis", about=lambda: "Next?", prepared=ready, **more)

    return questions_of(call, answers)


def test_a_prepared_order_is_the_answer_in_brackets():
    chosen, asked_for = next_strike({"next": "malta"}, stop="enough")
    assert chosen == (STRIKES, PREPARED)
    assert asked_for["next"].default == "malta"
    assert dict(asked_for["next"].options) == {"malta": "strike malta, as prepared", "no-more": "enough", "rome": "strike rome"}
    assert asked_for["next"].words == ("strike", "hit")
    assert next_strike({"next": "no-more"})[0] is None
    assert next_strike({"next": "rome"})[0] == (STRIKES, STRIKES.draft(at="rome"))


def test_something_may_have_to_be_ordered():
    asked_for = next_strike({"next": "malta"}, prepared=None, stop="")[1]
    assert list(asked_for["next"].options) == ["malta", "rome"]


def test_prepared_orders_alone_are_done_without_a_question():
    assert next_strike({}, ask=False) == ((STRIKES, PREPARED), {})
    assert next_strike({}, prepared=None, ask=False) == (None, {})


def looked_at_again(order, answers=(), board=OPEN, **more):
    return questions_of(lambda ref: STRIKES.still(ref, board, order, by="axis", **more), answers)


def test_a_prepared_order_that_still_stands_is_not_asked_about():
    assert looked_at_again(PREPARED) == (PREPARED, {})


def test_what_no_longer_fits_of_a_prepared_order_is_asked_for_anew():
    order = replace(PREPARED, with_=Book({"k1": 2, "k2": 1}))
    again, asked_for = looked_at_again(order, {"dawn.with": {"k3": 2}})
    assert (dict(again.with_), dict(asked_for["dawn.with"].default)) == ({"k3": 2}, {"k2": 1, "k3": 0})


def test_where_nobody_is_asked_what_still_fits_goes_ahead():
    assert looked_at_again(replace(PREPARED, with_=Book({"k1": 2, "k2": 1})), ask=False)[0].with_ == Book({"k2": 1})
    assert looked_at_again(replace(PREPARED, with_=Book({"k1": 2})), ask=False)[0] is None
    fewer = replace(OPEN, free=1)
    assert looked_at_again(replace(PREPARED, with_=Book({"k2": 2})), ask=False, board=fewer)[0].with_ == Book({"k2": 1})


def test_what_a_prepared_order_leaves_open_is_asked_for_when_its_time_comes():
    again, asked_for = looked_at_again(replace(PREPARED, with_=None), {"dawn.with": {"k3": 1}}, ask=False)
    assert (dict(again.with_), list(asked_for)) == ({"k3": 1}, ["dawn.with"])


def test_a_prepared_order_whose_target_is_gone_is_not_carried_out():
    assert looked_at_again(replace(PREPARED, at="tunis", from_="rome")) == (None, {})


# kinds first, then targets


def test_a_kind_is_chosen_and_then_its_target():
    def kinds(ref):
        return next_kind(ref, "kind", OPEN, [STRIKES], by="axis", about=lambda: "What?", formerly=("done",))

    kind, asked_for = questions_of(kinds, {"kind": "strike"})
    assert (kind, dict(asked_for["kind"].options)) == (STRIKES, {"no-more": "no more orders", "strike": "strike a base"})
    assert questions_of(kinds, {"kind": "done"})[0] is None
    assert asked_for["kind"].refuses("bomb") == "'bomb' is not one of strike (18)"

    def target(ref):
        return ask_target(ref, "target", OPEN, STRIKES, by="axis", about=lambda: "Where?")

    order, asked_for = questions_of(target, {"target": "rome"})
    assert (order.at, dict(asked_for["target"].options)) == ("rome", {"malta": "strike malta", "rome": "strike rome"})
    assert asked_for["target"].refuses("tunis") == "tunis is empty (18.5)"


def test_the_only_legal_target_is_not_asked_for():
    one = Board(bases=Book({name: Base(id=name, planes=planes) for name, planes in {"malta": 4, "tunis": 0}.items()}))
    order, asked_for = questions_of(lambda ref: ask_target(ref, "target", one, STRIKES, by="axis", about=lambda: "Where?"), {})
    assert (order.at, asked_for) == ("malta", {})


def test_a_kind_without_a_legal_target_is_refused_with_the_reasons():
    empty = Board(bases=Book({"tunis": Base(id="tunis", planes=0)}))
    asked_for = questions_of(
        lambda ref: next_kind(ref, "kind", empty, [STRIKES], by="axis", about=lambda: "What?"), {"kind": "no-more"}
    )[1]
    assert list(asked_for["kind"].options) == ["no-more"]
    assert asked_for["kind"].refuses("strike") == "'strike': tunis is empty (18.5)"


def test_a_menu_is_looked_at_no_further_than_somebody_wants_to_see():
    looked = []

    def label(name):
        looked.append(name)
        return name.upper() if name != "a" else None

    menu = Menu(lambda: ("a", "b", "c", "d"), label)
    assert next(iter(menu)) == "b"
    assert looked == ["a", "b"]
    assert list(menu) == ["b", "c", "d"]
    assert len(menu) == 3
    assert looked == ["a", "b", "c", "d"]
    assert list(menu) == ["b", "c", "d"]
    assert menu["b"] == "B"
    assert "a" not in menu
    assert looked == ["a", "b", "c", "d"]


def test_a_menu_knows_whether_it_offers_anything_when_it_has_looked_at_the_first():
    looked = []
    assert Menu(lambda: ("a", "b", "c"), lambda name: looked.append(name) or name)
    assert looked == ["a"]
    assert not Menu(lambda: ("a", "b"), lambda name: None)
