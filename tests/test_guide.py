"""The guide is true: its files are written, its commands are run, and they print what it shows; `...` leaves something out."""

import importlib
import re
import shlex
import textwrap

import pytest
import yaml
from reference import library, ruleset_kit
from support import TESTS, fight
from terminal import Terminal

from airwar import rulesets
from airwar.choices.grammar import read_script
from airwar.cli import COMMANDS, exit_code
from airwar.errors import BadScenario
from airwar.guide import TOPICS, text_of, title_of
from airwar.setup.loading import load_scenario, parse_scenario, shape_of


def blocks(topic):
    """The code blocks of a topic, in order, with their languages."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text_of(topic), re.MULTILINE | re.DOTALL)


def pattern(lines):
    """What is shown, as a regular expression: `...` on a line of its own is any lines, at the end of one any text."""
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(map(re.escape, line.split("..."))) + r"[ ]*\n")
    return "".join(parts)


def run(arguments, shown, capsys, tmp_path):
    """Runs a command without a terminal, and compares what it prints."""
    line, _, target = arguments.partition(" > ")
    code = exit_code(shlex.split(line))
    said = capsys.readouterr()
    if target:
        assert code == 0
        (tmp_path / target).write_text(said.out)
    elif shown != ["..."]:
        assert re.fullmatch(pattern(shown), said.err + said.out) or re.fullmatch(pattern(shown), said.out), (arguments, said)
    else:
        assert code == 0, (arguments, said)


TYPED = re.compile(r"(?:^|(?<= ))>(?: ([^>]*)|)$")  # what somebody types, after a prompt


def play(arguments, shown, tmp_path):
    """Runs a command at a terminal, types what is typed, and compares what appears."""
    with Terminal(*shlex.split(arguments), cwd=tmp_path, columns=80) as terminal:
        for line in shown:
            if typed := TYPED.search(line):
                terminal.until("> ")
                terminal.type(typed[1] or "")
        assert terminal.exit_code() == 0
        text = terminal.shown
    for line in shown:
        wanted = TYPED.sub(">", line)
        if line.strip() != "...":
            assert wanted in text, (arguments, line)
            text = text.partition(wanted)[2]


@pytest.mark.parametrize("topic", TOPICS)
def test_what_the_guide_shows_is_what_happens(topic, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for language, text in blocks(topic):
        named = re.match(r"# ([\w-]+\.(?:yaml|story))\n", text)
        if language in ("yaml", "story") and named:
            (tmp_path / named[1]).write_text(text)
        elif language == "console":
            for part in text.split("$ airwar ")[1:]:
                arguments, *shown = part.splitlines()
                if any(map(TYPED.search, shown)):
                    play(arguments, shown, tmp_path)
                else:
                    run(arguments, shown, capsys, tmp_path)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_piece_of_yaml_is_sound(topic):
    game = rulesets.load("world-at-war")
    for language, text in blocks(topic):
        if language == "yaml":
            said = yaml.safe_load(text)
            assert said.keys() <= shape_of(rulesets.load(said.get("ruleset", "world-at-war"))).fields.keys()
            assert set(said.get("options", {})) <= game.options.keys()
            if "choices" in said and "ruleset" not in said:
                read_script(yaml.safe_dump(said["choices"], sort_keys=False), topic, load_scenario("malta-1942").ruleset.questions)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_command_that_the_guide_names_exists(topic):
    assert (
        set(re.findall(r"\bairwar ([a-z]+)\b(?=[ `])", " ".join(re.findall(r"`airwar [^`]*`", text_of(topic))))) <= COMMANDS.keys()
    )


def test_the_topics_are_listed_and_a_misspelled_one_is_understood(capsys):
    assert exit_code(["guide"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split(None, 1) == ["first-battle", title_of("first-battle")]
    assert exit_code(["guide", "choises"]) == 66
    assert "did you mean choices-and-policies?" in capsys.readouterr().err
    assert exit_code(["guide", "dice"]) == 0
    assert capsys.readouterr().out == text_of("dice-and-trust")


def test_the_topics_are_the_files():
    assert sorted(TOPICS) == sorted(path.stem for path in (TESTS.parent / "airwar" / "guide").glob("*.md"))


def test_a_terminal_shows_the_guide_without_its_marks(tmp_path):
    with Terminal("guide", "first-battle", cwd=tmp_path, columns=80) as terminal:
        assert terminal.exit_code() == 0
        shown = terminal.shown
    assert "Your first battle" in shown
    assert "```" not in shown
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize(("topic", "written"), [("library", library), ("kit", ruleset_kit)])
def test_the_reference_is_what_the_docstrings_say(topic, written, update_golden):
    if update_golden:
        (TESTS.parent / "airwar" / "guide" / f"{topic}.md").write_text(written(), encoding="utf-8")
    assert text_of(topic) == written()


SKELETON = TESTS.parent / "airwar" / "setup" / "skeleton" / "package"


def code_of(topic):
    """The blocks of Python of a topic, those of a list too."""
    found = re.findall(r"^( *)```python\n(.*?)^ *```$", text_of(topic), re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(text) for _, text in found]


def test_adding_a_ruleset_shows_a_step_and_a_chart_of_the_game_that_a_new_ruleset_begins_with():
    game = (SKELETON / "__init__.py.txt").read_text(encoding="utf-8")
    assert code_of("adding-a-ruleset")[-1] in game
    (chart,) = [text for language, text in blocks("adding-a-ruleset") if not language]
    assert (SKELETON / "tables" / "gunnery.yaml.txt").read_text(encoding="utf-8").startswith(chart)


STEP = """
@rule("6")
def bomb(ref: Referee, turn: Turn) -> Move[Never]:
    bombing, *others = turn.to_bomb
    ref.enter(bombing.id, BOMBINGS.label(turn, bombing))
    squadron = replace(turn.squadrons[bombing.attacker], flown=True)
    result = (bombing.attacker, f"{bombing.tons} tons from {bombing.height}")
    turn = replace(turn, to_bomb=tuple(others), squadrons=turn.squadrons.having(squadron.id, squadron))
    return then(go_on, replace(turn, results=(*turn.results, result)))
"""


PART = '\n    Part("bombs fall", "6", lambda turn: turn.to_bomb, bomb),'


def test_the_kind_of_order_that_the_guide_adds_works(tmp_path, monkeypatch):
    """The game of `airwar new --ruleset` with the blocks of the guide put where it says."""
    said, orders = code_of("adding-a-ruleset")[2:4]
    field = re.search(r"`(bombings: Book.*?)`\.", text_of("adding-a-ruleset"))[1]
    game = (SKELETON / "__init__.py.txt").read_text(encoding="utf-8")
    for before, after in {
        "@record\nclass Turn:": f"{said}\n\n@record\nclass Turn:",
        "    waiting: tuple": f"    {field}\n    to_bomb: tuple[Bombing, ...] = inside(default=())\n    waiting: tuple",
        "waiting=tuple(turn.attacks.values())": "waiting=tuple(turn.attacks.values()), to_bomb=tuple(turn.bombings.values())",
        "    ATTACKS.check(turn, problems)": "    ATTACKS.check(turn, problems)\n    BOMBINGS.check(turn, problems)",
        "# the sequence of play": f"{orders}\n# the sequence of play",
        "TURN: tuple[Part[Turn], ...] = (": f"{STEP}\nTURN: tuple[Part[Turn], ...] = ({PART}",
        "turn, [ATTACKS]": "turn, [ATTACKS, BOMBINGS]",
        "    return then(go_on, replace(turn, waiting=(ATTACKS": (
            "    if chosen[0] is BOMBINGS:\n"
            "        bombing = BOMBINGS.given(ref, turn, BOMBINGS.named(chosen[1], number, turn.bombings))\n"
            "        return then(go_on, replace(turn, to_bomb=(bombing,)))\n"
            "    return then(go_on, replace(turn, waiting=(ATTACKS"
        ),
        "orders=[ATTACKS]": "orders=[ATTACKS, BOMBINGS]",
        "RESET, Book": "RESET, Book, Detail, OneOf",
    }.items():
        assert before in game, before
        game = game.replace(before, after)
    words = {"id": "bomber-duel", "module": "bomber_duel", "title": "Bomber Duel", "scenario": "first"}
    for path in SKELETON.rglob("*.txt"):
        text = game if path.name.startswith("__init__") else path.read_text(encoding="utf-8")
        place = tmp_path / "bomber_duel" / path.relative_to(SKELETON).with_suffix("")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]], text), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    ruleset = importlib.import_module("bomber_duel").RULESET
    monkeypatch.setattr(rulesets, "knows", lambda name: True)
    monkeypatch.setattr(rulesets, "load", lambda name: ruleset)
    text = """
airwar: 1
ruleset: bomber-duel
title: Two kinds of orders
squadrons: {red: {side: red, planes: 2}, blue: {side: blue, planes: 0}}
bombings: [{id: dawn, attacker: red, height: low, tons: 3}]
"""
    with pytest.raises(BadScenario, match=r"6:57: 3 tons; Red carries 2 \(6\)"):
        parse_scenario(text, "raid.yaml")
    assert fight(text.replace("tons: 3", "tons: 2")).end.result == "2 tons from low"
    nothing = "\n".join(line for line in text.splitlines() if not line.startswith("bombings"))
    assert (
        fight(nothing, answers={"next-1": "bomb.red", "bomb-1.height": "high", "bomb-1.tons": "1"}).end.result == "1 tons from high"
    )
    with pytest.raises(ValueError, match="9 tons; Red carries 2"):
        fight(nothing, answers={"next-1": "bomb.red", "bomb-1.height": "high", "bomb-1.tons": "9"})
