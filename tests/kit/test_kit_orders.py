"""Orders: legality is written once, menus are lazy, and what is not offered is refused with its reason and rule."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from support import ask

from airwar.answers.typed import Known, Refused
from airwar.engine.questions import Allotment, Choice, Menu
from airwar.rulesets.kit import (
    REFEREE,
    Book,
    Detail,
    Fault,
    Flag,
    Id,
    Orders,
    Ref,
    Whole,
    can_order,
    inside,
    list_of,
    map_of,
    named,
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
    from airwar.testing.rigged import Rigged, bare_log

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
    assert choice.refuses("k3") == "'k3' is not one of k2"
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
        refused = Known({"malta": "Malta"}, why_not).one(typed_word)
        assert isinstance(refused, Refused)
        assert refused.why == "Cape Gela is empty (18.5)"
    near = Known({"malta": "Malta", "tunis": "Tunis"}, why_not).one("malto")
    assert isinstance(near, Refused)
    assert near.why == "'malto' is not on the map (18); did you mean malta?"
