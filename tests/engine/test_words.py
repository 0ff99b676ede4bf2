"""Words for messages, each rule of grammar and each limit by itself."""

import pytest

from airwar.engine.records import (
    Contested,
    Corrected,
    DiceChanged,
    Joined,
    LetterClosed,
    Noted,
    Opened,
    OrdersGiven,
    Replied,
    Requested,
    Resigned,
    Ruled,
    Sealed,
    Seated,
    Unsealed,
)
from airwar.engine.remarks import (
    answer_words,
    brief,
    corrected_words,
    decreed_words,
    dice_words,
    fixed_rolls_words,
    left_out_words,
    made_up_words,
    reason_missing,
    remark_words,
    ruled_words,
    ruling_refused,
    written_as,
)
from airwar.engine.words import (
    agreeing,
    closest,
    count,
    did_you_mean,
    id_of,
    is_plural,
    listed,
    not_one_of,
    one_line,
    shown,
    side_name,
    some_of,
    verb,
    with_article,
)
from airwar.errors import BadAnswer


@pytest.mark.parametrize(
    ("function", "arguments", "wanted"),
    [
        (count, (0, "step"), "0 steps"),
        (count, (1, "step"), "1 step"),
        (count, (2, "step"), "2 steps"),
        (count, (1234, "aircraft", "aircraft"), "1,234 aircraft"),
        (count, (1, "roll is", "rolls are"), "1 roll is"),
        (id_of, ("  Western Allies ",), "western-allies"),
        (verb, (1, "join"), "joins"),
        (verb, (2, "join"), "join"),
        (verb, (0, "join"), "join"),
        (verb, (1, "fly", "flies"), "flies"),
        (verb, (2, "fly", "flies"), "fly"),
        (side_name, ("western-allies",), "Western Allies"),
        (side_name, ("uk",), "UK"),
        (side_name, ("the-ussr-9th",), "The USSR 9th"),
        (side_name, ("deGaulle",), "DeGaulle"),
        (listed, ([],), ""),
        (listed, (["a"],), "a"),
        (listed, (["a", "b"],), "a and b"),
        (listed, (["a", "b", "c"],), "a, b and c"),
        (listed, ("abc", 3), "a, b and c"),
        (listed, ("abcd", 3), "a, b and 2 others"),
        (listed, ("abcde", 2, "unit"), "a and 4 units"),
        (listed, ("ab", 1), "2 others"),
        (some_of, ("abcdefgh",), "a, b, c, d, e, f, g, h"),
        (some_of, ("abcdefghi",), "a, b, c, d, e, f, g, h and 1 more"),
        (some_of, ([],), ""),
    ],
)
def test_numbers_names_and_lists(function, arguments, wanted):
    assert function(*arguments) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("x" * 40, repr("x" * 40)),
        ("x" * 41, repr("x" * 39 + "…")),
        (7, "7"),
        ([1] * 40, repr([1] * 40)),
        ([1] * 41, "a list of 41"),
        ((1,) * 41, "a list of 41"),
        (dict.fromkeys(range(1000)), "a mapping of 1,000"),
        (10**119, "1" + "0" * 119),
        (10**120, "1" + "0" * 118 + "…"),
    ],
)
def test_a_value_is_cut_short_however_long_it_is(value, wanted):
    assert shown(value) == wanted


def test_a_value_may_be_cut_shorter():
    assert shown("abcdef", 5) == "'abcd…'"
    assert shown("abcde", 5) == "'abcde'"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  plain text ", "plain text"),
        ("two\nlines\tof text", "two lines of text"),
        ("bell\x07 and escape\x1b[0m", "bell and escape[0m"),
        ("über\u200eall\u2028Malta\u3000", "überall Malta"),
        ("\ud800lone", "lone"),
        ("", ""),
    ],
)
def test_a_text_on_one_line(text, line):
    assert one_line(text) == line


def test_the_name_that_was_probably_meant():
    names = ["Spitfire", "hurricane"]
    assert closest("spitfre", names) == "Spitfire"
    assert closest("HURRICAN", names) == "hurricane"
    assert closest("tank", names) is None
    assert closest("a" * 60, ["a" * 61]) == "a" * 61
    assert closest("a" * 61, ["a" * 61]) is None
    assert not_one_of("spitfre", names) == "'spitfre' is not one of Spitfire, hurricane; did you mean Spitfire?"
    assert not_one_of("tank", names) == "'tank' is not one of Spitfire, hurricane"
    assert not_one_of("tank", names[:1]) == "'tank' is not Spitfire"
    assert not_one_of(3, names) == "3 is not one of Spitfire, hurricane"
    also = "policies are stay"
    assert not_one_of("spitfre", names, also) == f"'spitfre' is not one of Spitfire, hurricane; {also}; did you mean Spitfire?"
    assert [did_you_mean(word) for word in ("stay", "", None, "bell\x07")] == ["; did you mean stay?", "", "", ""]


# corrections and remarks


def ruled(on="modifier", key="*.fire", value="+1"):
    return Ruled(on, key, value, "the wind", "referee", "malta.r1.fire")


def test_answers_corrections_and_rulings_in_words():
    assert answer_words({"x": 2, "y": 1}) == "2 x, 1 y"
    assert answer_words({}) == "none"
    assert answer_words("stay") == "stay"
    assert answer_words((3, 5)) == "3 5"
    correction = Corrected(4, "malta.fire", (3, 5), (3, 6), "misread", "referee")
    assert corrected_words(correction) == "referee corrects malta.fire from 3 5 to 3 6: misread"
    assert ruled_words(ruled()) == "referee rules: +1 on the roll *.fire: the wind"
    assert decreed_words(ruled("result", value="2 hits")) == "the roll *.fire is 2 hits"
    assert decreed_words(ruled(key="*")) == "+1 on the next roll"
    assert decreed_words(ruled("option", "rounds", "one")) == "option rounds is one from here on"
    assert decreed_words(ruled("unit", "kg-2", "count=3")) == "kg-2: count 3"
    assert decreed_words(ruled("weather")) == "weather"
    assert remark_words(ruled()) == ruled_words(ruled())
    assert remark_words(Noted("tea", "host")) == "note by host: tea"
    assert remark_words(DiceChanged("ask")) == "from here on the machine or the table rolls"


HASH = "ab" * 32


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (Joined("a", HASH), "side a publishes the end of its chain"),
        (Joined("b", HASH, HASH), "side b publishes the end of its chain and its key"),
        (Opened("a", 3, HASH), "side a opens its link of draw 3"),
        (Opened("b", 3, HASH, 0), "side b opens its link of draw 3; the dice fall"),
        (OrdersGiven("a", "# first\n'*': stay\n\n  # then\norder: x\n"), "standing orders of side a: '*': stay; order: x"),
        (Sealed("a", ("*.fire", "order"), HASH), "side a seals its orders for *.fire, order"),
        (Unsealed("a", HASH, "'*': stay"), "side a opens its sealed orders: '*': stay"),
        (Requested("a", "misread", 3, {"x": 2}), "side a asks for another answer in record 3, 2 x: misread"),
        (Requested("a", "we met", dice="physical"), "side a asks for dice that are rolled at a table and typed in: we met"),
        (Requested("b", "at home", dice="mail"), "side b asks for dice from both chains again: at home"),
        (Requested("b", "the wind"), "side b asks for a ruling: the wind"),
        (Replied("a", "yes"), "side a grants the request"),
        (Replied("r", "no"), "the referee denies the request"),
        (Contested("b", 3, "there are more"), "side b does not accept the fact in record 3: there are more"),
        (Resigned("a"), "side a gives up"),
        (Resigned("b", HASH), "side b gives up, out of turn"),
        (LetterClosed("r", 2, HASH, "b"), "end of letter 2, by the referee"),
        (Seated(), "from here on every side answers for itself"),
    ],
)
def test_every_kind_of_remark_in_words(body, wanted):
    assert remark_words(body) == wanted


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (DiceChanged("machine"), "from here on the machine rolls"),
        (DiceChanged("physical"), "from here on all dice are rolled at the table"),
        (DiceChanged("machine", "0x1", None, 0), "from here on the machine rolls, with a new seed"),
        (DiceChanged("lots"), "from here on lots"),
    ],
)
def test_who_rolls_from_here_on(change, wanted):
    assert dice_words(change) == wanted


def test_what_odds_say_of_rulings_fixed_rolls_and_made_up_charts():
    assert left_out_words(()) == ""
    both = left_out_words((ruled(), ruled("result", value="6")))
    assert both == "these odds leave out what the referee has ruled on coming rolls: +1 on the roll *.fire; the roll *.fire is 6"
    assert fixed_rolls_words([]) == ""
    assert fixed_rolls_words(["a"]) == "1 roll is fixed by the scenario: a"
    assert fixed_rolls_words(["a", "b"]) == "2 rolls are fixed by the scenario: a, b"
    assert made_up_words([]) == ""
    assert made_up_words(["x"]) == "uses a made-up chart: x (synthetic-demo)"
    assert made_up_words(["x", "y"]) == "uses made-up charts: x and y (synthetic-demo)"


# what the referee says


def test_a_reason_is_needed_and_a_remark_has_a_limit():
    assert reason_missing(" \n") == "a correction or a ruling needs a reason"
    assert reason_missing("wind") is None
    assert brief(" two\nlines ", "a note") == "two lines"
    assert brief("x" * 1000, "a note") == "x" * 1000
    with pytest.raises(BadAnswer, match="a note has at most 1,000 characters, not 1,001"):
        brief("x" * 1001, "a note")
    assert brief("abcd", "a name", 4) == "abcd"
    with pytest.raises(BadAnswer, match="a name has at most 4 characters, not 5"):
        brief("abcde", "a name", 4)


@pytest.mark.parametrize(
    ("on", "key", "value", "why"),
    [
        ("weather", "k", "v", "no ruling on 'weather'; there is modifier, result, option, unit"),
        ("modifier", "k", "+1", None),
        ("modifier", "k", "-12", None),
        ("modifier", "k", "999", None),
        ("modifier", "k", "1000", "'1000' is not a modifier such as +1 or -2"),
        ("modifier", "k", "one", "'one' is not a modifier such as +1 or -2"),
        ("result", "k", "one", None),
        ("result", "k" * 255, "v" * 255, None),
        ("result", "k" * 256, "v", "what a ruling names must be one line of at most 255 characters"),
        ("result", "k", "v" * 256, "what a ruling names must be one line of at most 255 characters"),
        ("option", "k", "two\nlines", "what a ruling names must be one line of at most 255 characters"),
        ("option", "k\x07", "v", "what a ruling names must be one line of at most 255 characters"),
        ("unit", "", "v", "a ruling needs what it changes, and the new value"),
        ("unit", "k", "", "a ruling needs what it changes, and the new value"),
        ("unit", "k", "v", None),
    ],
)
def test_which_rulings_can_be_made(on, key, value, why):
    assert ruling_refused(on, key, value) == why


def test_an_allotment_is_written_without_its_zeros():
    from airwar.engine.records import Chosen, Rolled

    chosen = Chosen("k", "", "a", {"x": 2, "y": 1}, {"x": 1})
    assert written_as(chosen, {"x": 0, "y": 1}) == {"y": 1}
    assert written_as(chosen, "stay") == "stay"
    assert written_as(Rolled("k", "", "a", "1d6", (3,), "physical", "3"), {"x": 0}) == {"x": 0}


def test_sides_have_articles_and_numbers_as_people_say_them():
    assert [with_article(name) for name in ("Axis", "Allies", "Russia", "UK", "Soviet")] == [
        "the Axis",
        "the Allies",
        "Russia",
        "the UK",
        "the Soviet side",
    ]
    assert [name for name in ("Axis", "Allies", "Russia", "USSR", "Soviets") if is_plural(name)] == ["Allies", "Soviets"]


def test_what_a_side_does_goes_with_its_name():
    assert agreeing("Allies", "sweeps Galatas") == "Allies sweep Galatas"
    assert agreeing("Allies", "flies cargo to Maleme") == "Allies fly cargo to Maleme"
    assert agreeing("Axis", "sweeps Galatas") == "Axis sweeps Galatas"
