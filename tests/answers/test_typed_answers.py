"""What may be typed at a prompt: numbers, names, labels, the beginning of either; and everything that the prompt prints."""

import re
from dataclasses import replace
from random import Random

import pytest

from airwar.answers import prompt
from airwar.answers.menu import Refused, example_of
from airwar.answers.prompt import Prompt
from airwar.answers.words import read_whole
from airwar.engine.questions import Allotment, Choice
from airwar.engine.remarks import answer_words
from airwar.errors import NotUnderstood

WORDS = (
    *["stay", "fight", "on", "Malta", "Sicily", "2nd", "11th-fleet", "air", "AAF", "(4)", "of", "no", "all", "none", "to"],
    "Ju 88",
)
STAY = {"stay": "fight on", "disengage": "break off", "stand-down": "stand down"}
RAID = {"fliegerkorps-ii": 6, "regia-aeronautica": 3, "regia-marina": 2}


def allotment(items, labels=None):
    return Allotment("k", "1", "axis", items, labels or {}, 0, sum(items.values()), {})


def choice(options):
    return Choice("k", "1", "axis", options, next(iter(options)))


def random_labels(random):
    """Names with labels; some labels are shared, have commas and numbers in them, or are the names of others."""
    names = {"-".join(random.choices("abcde", k=random.randint(2, 4))) for _ in range(random.randint(1, 6))}
    names |= {random.choice(["no", "help", "11th-fleet", "2nd-air", "n-fleet"])} if random.random() < 0.4 else set()
    labels = {name: " ".join(random.choices(WORDS, k=random.randint(1, 3))) for name in sorted(names)}
    for name in labels:
        if random.random() < 0.3:
            labels[name] += ", 2 hexes away"
        if random.random() < 0.3:
            labels[name] = random.choice([name, name.replace("-", " "), random.choice(list(labels))])
    return labels


class Names:
    def who(self, question):
        return "Axis"

    def what(self, question):
        return "what to do"


def asked(question, default, *lines):
    """What a prompt prints and what the answer is, if these lines are typed."""
    typed, said, given = iter(lines), [], []

    def give(line):
        answer = read_whole(question, line) if line else default
        if isinstance(answer, Refused):
            raise NotUnderstood(answer.why)
        given.append(answer)

    def say(line, style=""):
        said.append(line)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prompt, "read_line", lambda *_: next(typed))
        Prompt(say, Names(), {"?": lambda _: None}, lambda: False, said.append, give, lambda _: ()).decide(question, default)
    return said, given[0]


def test_every_option_is_accepted_as_it_is_printed():
    for seed in range(300):
        random = Random(seed)
        options = random_labels(random)
        question = choice(options)
        said, _ = asked(question, question.default, "")
        printed = [line for line in said if re.match(r"  [ \[]\d+[ \]] ", line)]
        assert len(printed) == len(options)
        for line, (name, label) in zip(printed, options.items(), strict=True):
            number, _, shown = line.strip(" [").replace("]", " ", 1).partition(" ")
            for typed in (name, name.upper(), number, shown.strip(), line.strip(), f"  {shown.upper()} "):
                assert asked(question, question.default, typed)[1] == name, typed
            if [*options.values()].count(label) == 1 and label not in options:
                assert read_whole(question, label) == name


def test_every_number_of_units_is_accepted_as_it_is_printed():
    for seed in range(300):
        random = Random(seed)
        labels = random_labels(random)
        question = allotment({name: random.randint(1, 12) for name in labels}, labels)
        for _ in range(10):
            chosen = {name: random.randint(1, most) for name, most in question.items.items() if random.random() < 0.6}
            for text in (
                answer_words(chosen),
                " ".join(f"{number} {name}" for name, number in chosen.items()) or "none",
                ",".join(f"{name.upper()} = {number}" for name, number in chosen.items()) or "none",
                " ".join(f"{name} {number}" for name, number in chosen.items()) or "none",
            ):
                found = read_whole(question, text)
                assert isinstance(found, dict), (text, found.why)
                assert {name: number for name, number in found.items() if number} == chosen, text
        for name, label in labels.items():
            for text in (label, f"{label} ({name})"):
                if (
                    [*labels.values()].count(label) == 1
                    and label not in labels
                    and label.split()[0].strip(",") not in ("all", "none")
                ):
                    assert read_whole(question, f"1 {text}") == read_whole(question, f"{text}=1") == {name: 1}, text


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("1", "stay"),
        ("2", "disengage"),
        ("fight on", "stay"),
        ("Fight On", "stay"),
        ("fig", "stay"),
        ("d", "disengage"),
        ("BREAK", "disengage"),
        ("stand", "stand-down"),
        ("down", "stand-down"),
        ("fight on (stay)", "stay"),
        ("[2] break off (disengage)", "disengage"),
        ("1 fight on", "stay"),
    ],
)
def test_an_option_is_named_in_many_ways(typed, name):
    assert read_whole(choice(STAY), typed) == name


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("sta", "'sta' may be stay, stand-down; type more of it"),
        ("flee", "'flee' is not one of stay, disengage, stand-down"),
        ("disengaeg", "'disengaeg' is not one of stay, disengage, stand-down; did you mean disengage?"),
        ("figth on", "'figth' is not one of stay, disengage, stand-down; did you mean stay?"),
        ("4", "the options are 1 to 3"),
        ("0", "0 means no more, which is not an option here"),
        ("2 stay", "a number picks an option only by itself; type disengage"),
    ],
)
def test_a_mistyped_option_gets_one_helpful_line(typed, why):
    found = read_whole(choice(STAY), typed)
    assert isinstance(found, Refused)
    assert found.why == why


def test_an_exact_name_wins_over_longer_ones_and_over_labels():
    options = {"fighter": "bomber", "fighter-to-kent": "to Kent", "bomber": "fighter"}
    assert read_whole(choice(options), "fighter") == "fighter"
    assert read_whole(choice(options), "bomber") == "bomber"


def test_no_more_than_eight_names_are_listed():
    options = {f"hex-{number:02}": f"Hex {number:02}" for number in range(1, 31)}
    found = read_whole(choice(options), "vizzini")
    assert isinstance(found, Refused)
    assert found.why.endswith("Hex 07, Hex 08 and 22 more")


def test_options_that_are_numbers_are_printed_and_typed_as_such():
    """Option 1 would be 0 otherwise, and 1 would mean two things."""
    question = Choice("k", "1", "axis", {"0": "none", "1": "level 1", "2": "level 2"}, "1")
    said, answer = asked(question, "1", "2")
    assert said[2:5] == ["   0  none", "  [1] level 1", "   2  level 2"]
    assert answer == "2"
    assert [asked(question, "1", text)[1] for text in ("0", "1", "none", "level 2")] == ["0", "1", "0", "2"]


def test_an_option_with_the_name_of_a_command_can_be_typed():
    question = Choice("k", "1", "axis", {"help": "send help", "n-africa": "N Africa", "sicily": "c"}, "help")
    assert [asked(question, "", text)[1] for text in ("help", "n africa", "c")] == ["help", "n-africa", "sicily"]


def test_n_is_no_where_that_is_an_option_and_the_key_for_notes_elsewhere():
    yes_no = Choice("k", "1", "axis", {"yes": "yes, all of them", "no": "no, none"}, "yes")
    assert asked(yes_no, "yes", "n")[1] == "no"
    said, answer = asked(Choice("k", "1", "axis", STAY, "stay"), "stay", "n", "n low cloud", "")
    assert answer == "stay"
    assert "  type the note after the n, such as n low cloud over the target" in said
    assert "low cloud" in said


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("2 flieger", {"fliegerkorps-ii": 2}),
        ("flieger 2", {"fliegerkorps-ii": 2}),
        ("FLIEGER=2, 1 regia-m", {"fliegerkorps-ii": 2, "regia-marina": 1}),
        ("regia-a=1 regia-m=2", {"regia-aeronautica": 1, "regia-marina": 2}),
        ("2 flieger 1 regia-m", {"fliegerkorps-ii": 2, "regia-marina": 1}),
        ("flieger 2 regia-m 1", {"fliegerkorps-ii": 2, "regia-marina": 1}),
        ("all flieger, 1 regia-a", {"fliegerkorps-ii": 6, "regia-aeronautica": 1}),
        ("flieger=all", {"fliegerkorps-ii": 6}),
        ("all", RAID),
        ("NONE", {}),
    ],
)
def test_how_many_of_each_is_typed_in_many_ways(typed, sent):
    assert read_whole(allotment(RAID), typed) == sent


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1 regia", "'regia' may be regia-aeronautica, regia-marina; type more of it"),
        ("2 fliegerkrops", "'fliegerkrops' is not one of .*; did you mean fliegerkorps-ii\\?"),
        ("2", "2 of what\\? There is fliegerkorps-ii, regia-aeronautica, regia-marina"),
        ("2 0 1", "2 of what\\? .*"),
        ("flieger", "how many fliegerkorps-ii, 1 to 6, or all\\?"),
        ("2 regia-m flieger", "how many fliegerkorps-ii, 1 to 6, or all\\?"),
        ("flieger 1, flieger 2", "fliegerkorps-ii is named twice"),
        ("3 2 flieger", "3 of what\\? .*"),
        ("flieger=", "how many fliegerkorps-ii, 1 to 6, or all\\?"),
        ("-1", "'-1' is not a number of units"),
        ("1.5 flieger", "'1.5' is not a number of units"),
        ("9999999", "'9999999' is not a number of units"),
    ],
)
def test_a_mistyped_number_of_units_gets_one_helpful_line(typed, why):
    found = read_whole(allotment(RAID), typed)
    assert isinstance(found, Refused)
    assert re.fullmatch(why, found.why), found.why


@pytest.mark.parametrize(
    ("items", "least", "typed", "sent"),
    [
        ({"kg-2": 1, "kg-3": 4}, 0, "kg-2", {"kg-2": 1}),  # there is one
        ({"kg-2": 4, "kg-3": 4}, 4, "kg-3", {"kg-3": 4}),  # what is missing
        ({"kg-2": 4, "kg-3": 4}, 4, "1 kg-2 rest kg-3", {"kg-2": 1, "kg-3": 3}),
        ({"orsha": 3, "kiev": 3}, 0, "orsha", {"orsha": 3}),  # where it all goes
        ({"kg-2": 4}, 0, "3", {"kg-2": 3}),  # there is one thing to count
    ],
)
def test_a_bare_name_or_number_is_accepted_where_it_can_mean_one_thing(items, least, typed, sent):
    most = least or max(items.values())
    assert read_whole(replace(allotment(items), least=least, most=most), typed) == sent


def bombing(items, fewest):
    """Points that may go to a raid; fewer than `fewest` buy nothing."""
    refuses = lambda answer: None if sum(answer.values()) in (0, *range(fewest, 99)) else "too few"  # noqa: E731
    return Allotment("k", "1", "axis", items, {}, 0, sum(items.values()), {}, refuses)


def test_the_example_of_an_answer_would_be_accepted():
    assert example_of(bombing({"bomb": 12}, 1)) == "1 bomb"
    assert example_of(bombing({"bomb": 12}, 5)) == "5 bomb"
    assert example_of(bombing({"bomb": 3, "shift": 6}, 5)) == "5 shift"
    assert example_of(bombing({"bomb": 3}, 5)) == ""
    usual = replace(bombing({"bomb": 3, "shift": 3, "die": 3}, 5), default={"bomb": 3, "shift": 2, "die": 0})
    assert example_of(usual) == "3 bomb, 2 shift"  # nobody types 0 die
