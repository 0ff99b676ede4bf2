"""The guide is true: its files are written, its commands are run, and they print what it shows; `...` leaves something out."""

import re
import shlex

import pytest
import yaml
from support import TESTS
from terminal import Terminal

from airwar import rulesets
from airwar.choices.grammar import read_script
from airwar.cli import COMMANDS, exit_code
from airwar.guide import TOPICS, text_of, title_of
from airwar.loading import load_scenario, shape_of


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
        named = re.match(r"# ([\w-]+\.yaml)\n", text)
        if language == "yaml" and named:
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


def test_adding_a_ruleset_shows_the_step_and_the_chart_of_the_whole_game_that_it_points_to():
    circus = TESTS / "outsider" / "flying_circus"
    (step,) = [text for language, text in blocks("adding-a-ruleset") if language == "python"]
    assert step in (circus / "__init__.py").read_text(encoding="utf-8")
    (chart,) = [text for language, text in blocks("adding-a-ruleset") if not language]
    assert (circus / "tables" / "dogfight.yaml").read_text(encoding="utf-8").startswith(chart)
