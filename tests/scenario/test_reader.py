"""Untrusted YAML: whatever is in the file, the worst outcome is a message with a line and a column."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
import yaml

from airwar.errors import BadScenario, NoSuchFile
from airwar.scenario.problems import Map, Mark, Scalar, Seq
from airwar.scenario.reader import MAX_BYTES, MAX_DEPTH, MAX_SCALAR, MAX_VALUES, read_file, read_text


@pytest.fixture(autouse=True, params=["C parser", "Python parser"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test holds for both parsers: not every machine has the one in C."""
    if request.param == "Python parser":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML is built without its C parser here")
    return str(request.param)


def refused(text: str) -> list[str]:
    with pytest.raises(BadScenario) as caught:
        read_text(text, "x.yaml")
    return [str(problem) for problem in caught.value.problems]


def plain(text: str, line: int, column: int) -> Scalar:
    return Scalar(text, True, Mark(line, column))


# --- what is read


def test_nodes_carry_their_places_counted_from_one():
    text = 'title: "Raid"\nunits:\n  - id: vf-5\n  - [a, b]\n'
    assert read_text(text, "x.yaml") == Map(
        [
            (plain("title", 1, 1), Scalar("Raid", False, Mark(1, 8))),
            (
                plain("units", 2, 1),
                Seq(
                    [
                        Map([(plain("id", 3, 5), plain("vf-5", 3, 9))], Mark(3, 5)),
                        Seq([plain("a", 4, 6), plain("b", 4, 9)], Mark(4, 5)),
                    ],
                    Mark(3, 3),
                ),
            ),
        ],
        Mark(1, 1),
    )


@pytest.mark.parametrize(
    "text", ["no", "on", "yes", "true", "null", "~", "3:1", "010", "0x1F", "1e3", "1_000", "1942-03-14", ".inf", "="]
)
def test_a_plain_scalar_stays_text(text: str):
    assert read_text(f"a: {text}", "x.yaml") == Map([(plain("a", 1, 1), plain(text, 1, 4))], Mark(1, 1))


@pytest.mark.parametrize("quoted", ['"no"', "'no'", "|-\n  no", ">-\n  no"])
def test_a_scalar_in_quotes_or_a_block_is_not_plain(quoted: str):
    assert read_text(f"a: {quoted}", "x.yaml") == Map([(plain("a", 1, 1), Scalar("no", False, Mark(1, 4)))], Mark(1, 1))


def test_an_absent_value_is_missing_but_an_empty_string_is_not():
    node = read_text("a:\nb: ''\n", "x.yaml")
    assert isinstance(node, Map)
    assert [value.missing for _, value in node.pairs if isinstance(value, Scalar)] == [True, False]


def test_a_block_keeps_its_line_breaks_and_its_tabs():
    node = read_text("rows: |\n  1\t2\n  \t3\nb: c\n", "x.yaml")
    assert isinstance(node, Map)
    assert node.pairs[0][1] == Scalar("1\t2\n\t3\n", False, Mark(1, 7))


@pytest.mark.parametrize("text", ["a: 'x\n\ty'\n", "\ufeffa: 1\n", "a: 1\r\nb: 2\r\n", "--- \na: é\n", "%YAML 1.1\n---\na: 1\n"])
def test_harmless_oddities_are_read(text: str):
    assert isinstance(read_text(text, "x.yaml"), Map)


def test_quoted_keys_are_keys():
    node = read_text('"*.disengage": stay\n', "x.yaml")
    assert isinstance(node, Map)
    assert node.pairs[0][0].text == "*.disengage"


# --- hostile input, each by its name


def test_merge_key_bomb():
    bomb = "a: &a {x: 1}\n"
    for one, two in zip("abcdefgh", "bcdefghi", strict=True):
        bomb += f"{two}: &{two} {{<<: [{', '.join([f'*{one}'] * 9)}]}}\n"
    assert len(bomb) < 500
    assert refused(bomb)[0] == "x.yaml:1:4: anchor &a; expected the value alone; quote text that begins with &"


def test_merge_key_alone():
    assert refused("a:\n  <<: {b: 1}\n") == ["x.yaml:2:3: merge key <<; expected the keys themselves"]


def test_alias_bomb():
    bomb = "a: &a [x]\n" + "".join(f"{two}: &{two} [*{one},*{one}]\n" for one, two in zip("abc", "bcd", strict=True))
    assert refused(bomb)[-1] == "x.yaml:2:8: alias *a; expected the value itself; quote text that begins with *"


def test_self_referencing_anchor():
    assert refused("&a [*a]") == [
        "x.yaml:1:1: anchor &a; expected the value alone; quote text that begins with &",
        "x.yaml:1:5: alias *a; expected the value itself; quote text that begins with *",
    ]


@pytest.mark.parametrize(("nest", "column"), [("[", 33), ("{a: ", 129), ("- ", 65)])
def test_a_hundred_thousand_levels(nest: str, column: int):
    assert refused(nest * 100_000) == [f"x.yaml:1:{column}: lists and mappings nest too deeply here; expected at most 32 levels"]


def test_the_deepest_nesting_allowed_is_read():
    assert read_text("[" * MAX_DEPTH + "]" * MAX_DEPTH, "x.yaml")


def test_a_hundred_thousand_levels_of_keys():
    assert refused("? " * 100_000) == ["x.yaml:1:3: a list or mapping instead of a key; expected a word; quote text with { or ["]


def test_integer_of_five_million_digits():
    assert refused("a: " + "9" * 5_000_000) == ["x.yaml:1:1: the text has 5,000,003 characters; expected at most 1,048,576"]


def test_the_longest_scalar_allowed_is_read_but_not_a_longer_one():
    assert read_text("a: " + "9" * MAX_SCALAR, "x.yaml")
    assert refused("a: " + "9" * (MAX_SCALAR + 1)) == ["x.yaml:1:4: a value of 10,001 characters; expected at most 10,000"]


def test_the_most_values_allowed_are_read_but_not_more():
    assert read_text("[" + "a," * (MAX_VALUES - 1) + "]", "x.yaml")
    assert refused("[" + "a," * MAX_VALUES + "]") == ["x.yaml:1:40000: too many values; expected at most 20,000 in a file"]


def test_file_of_fifty_megabytes_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "huge.yaml"
    path.touch()
    os.truncate(path, 50_000_000)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("the file is opened"))
    with pytest.raises(BadScenario) as caught:
        read_file(path)
    assert str(caught.value) == f"{path}:1:1: the file has 50,000,000 bytes; expected at most 1,048,576"


def test_reading_stops_at_a_thousand_tags():
    problems = refused("- !x y\n" * 1000)
    assert len(problems) == 101  # a hundred, and that the rest is not checked
    assert problems[-1] == "x.yaml:101:3: too many problems; the rest of the file is not checked"


@pytest.mark.parametrize("tag", ["!!python/object:os.system", "!!str", "!x", "!"])
def test_tags(tag: str):
    (problem,) = refused(f"a: {tag} b")
    assert problem.startswith("x.yaml:1:4: tag '")
    assert problem.endswith("; expected the value alone; quote text that begins with !")


# --- characters


@pytest.mark.parametrize(
    ("escape", "name"),
    [
        (r"\e[2J", "U+001B (control character)"),
        (r"\x07", "U+0007 (control character)"),
        (r"\r", "U+000D (control character)"),
        (r"\N", "U+0085 (control character)"),
        (r"\L", "U+2028 (line separator)"),
        (r"\u202e", "U+202E (right-to-left override)"),
        (r"\u3164", "U+3164 (hangul filler)"),
    ],
)
def test_escapes_cannot_produce_forbidden_characters(escape: str, name: str):
    assert refused(f'a: "{escape}"') == [f"x.yaml:1:4: an escape for the invisible character {name}; remove it"]


@pytest.mark.parametrize("code", [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C, 0x200B, 0xAD])
def test_bidirectional_and_invisible_characters(code: int):
    name = unicodedata.name(chr(code)).lower()
    assert refused(f"a: b\nc: d{chr(code)}e\n") == [f"x.yaml:2:5: invisible character U+{code:04X} ({name}); remove it"]


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x0c", "\x1b", "\x7f", "\x85", "\u2028", "\ud800", "\uffff"])
def test_control_characters_in_a_comment(character: str):
    (problem,) = refused(f"a: b # {character}\n")
    assert problem.startswith(f"x.yaml:1:8: invisible character U+{ord(character):04X} (")


def test_each_kind_of_invisible_character_is_reported_once():
    assert [problem.split(" (")[0] for problem in refused("a: \x07\x07\nb: \u200b\n")] == [
        "x.yaml:1:4: invisible character U+0007",
        "x.yaml:2:4: invisible character U+200B",
    ]


@pytest.mark.parametrize("text", ['a: "b\\nc"', "a: b\n\n  c", "a: 'b\n\n  c'"])
def test_line_breaks_belong_in_blocks(text: str):
    assert refused(text) == ["x.yaml:1:4: a line break inside the text; expected one line, or a block after |"]


@pytest.mark.parametrize("text", ['a: "b\\tc"', "a: b\tc", "a: 'b\tc'"])
def test_tabs_belong_in_blocks(text: str):
    (problem,) = refused(text)
    assert problem.startswith("x.yaml:1:")
    assert ": a tab inside the " in problem


@pytest.mark.parametrize("escape", [r"\ud800", r"\U00110000", r"\UFFFFFFFF"])
def test_escapes_that_are_not_characters(escape: str):
    (problem,) = refused(f'a: "{escape}"')
    assert "escape" in problem


# --- the file


def test_a_file_gives_its_text_and_its_nodes(tmp_path: Path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: \xc3\xa9\r\n")
    assert read_file(path) == ("a: é\r\n", Map([(plain("a", 1, 1), plain("é", 1, 4))], Mark(1, 1)))


def test_the_largest_file_allowed_is_read(tmp_path: Path):
    path = tmp_path / "a.yaml"
    path.write_text("a: b\n" + "#" * (MAX_BYTES - 5))
    assert len(read_file(path)[0]) == MAX_BYTES


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.yaml"
    path.touch()
    monkeypatch.setattr(Path, "open", lambda *_: io.BytesIO(b"#" * (MAX_BYTES + 2)))
    with pytest.raises(BadScenario, match="the file grew while it was being read; expected at most 1,048,576 bytes"):
        read_file(path)


def test_not_utf_8(tmp_path: Path):
    path = tmp_path / "latin.yaml"
    path.write_bytes("a: 1\nb: é ".encode() + b"\xe9\n")
    with pytest.raises(BadScenario) as caught:
        read_file(path)
    assert str(caught.value) == f"{path}:2:6: byte 0xE9 is not UTF-8; save the file as UTF-8"


def test_missing_file(tmp_path: Path):
    with pytest.raises(NoSuchFile, match=r"^no such file: .*gone\.yaml$"):
        read_file(tmp_path / "gone.yaml")


def test_a_directory_is_not_a_scenario(tmp_path: Path):
    with pytest.raises(NoSuchFile, match=r"it is a directory; expected a scenario file$"):
        read_file(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NoSuchFile, match=r"it is not a regular file; expected a scenario file$"):
        read_file(tmp_path / "pipe")


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.yaml"
    path.touch()

    def refusing(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refusing)
    with pytest.raises(NoSuchFile, match=r"^cannot read '.*a\.yaml': permission denied$"):
        read_file(path)


def test_an_impossible_file_name():
    with pytest.raises(NoSuchFile, match=r"^cannot read 'a\\x00b': "):
        read_file(Path("a\0b"))


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "\ufeff"])
def test_an_empty_file(text: str):
    assert refused(text) == ["x.yaml:1:1: the file is empty; expected a scenario"]


@pytest.mark.parametrize("text", ["a: 1\n---\nb: 2\n", "a: 1\n---\n", "a: 1\n--- b\n"])
def test_a_second_document(text: str):
    assert refused(text) == ["x.yaml:2:1: a second document begins here; expected one per file"]


# --- keys


def test_duplicate_keys_name_both_lines():
    assert refused("a: 1\nb:\n  c: 1\n  'c': 2\na: 3\n") == [
        "x.yaml:4:3: duplicate key 'c' (lines 3 and 4)",
        "x.yaml:5:1: duplicate key 'a' (lines 1 and 5)",
    ]


def test_the_same_key_in_two_mappings_is_not_a_duplicate():
    assert read_text("- a: 1\n- a: 2\n", "x.yaml")


@pytest.mark.parametrize("text", ["[a, b]: c", "{a: b}: c", "? [a]\n: b", "{{a}}"])
def test_a_key_that_is_not_a_scalar(text: str):
    (problem,) = refused(text)
    assert problem.endswith(": a list or mapping instead of a key; expected a word; quote text with { or [")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("? |\n  a\n: b", "x.yaml:1:3: a block of lines instead of a key; expected a word"),
        ("{: b}", "x.yaml:1:2: ':' instead of a value; expected a value, or quotes"),
        (": b", "x.yaml:1:1: a key is missing; expected a word before the colon"),
        ("&k a: b", "x.yaml:1:1: anchor &k; expected the value alone; quote text that begins with &"),
        ("*k : b", "x.yaml:1:1: alias *k; expected the value itself; quote text that begins with *"),
    ],
)
def test_other_invalid_keys(text: str, problem: str):
    assert refused(text) == [problem]


# --- slips of the pen

TAB = "a tab indents this line; expected spaces"
QUOTE = "the quote that opens here is never closed; expected the same quote at the text's end"
BRACKET = "the bracket that opens here is not closed; expected a comma or its end at line"
COLON = "a second colon in one value; expected text with a colon to be quoted"
AFTER = "text after the end of the content above; expected one document, of `key: value` lines"
ALIGN = "this line is not aligned with those above; expected the same indentation throughout a list or mapping"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\ntitle: Raid: two\n", f'2:12: {COLON}; did you mean title: "Raid: two"?'),
        ("a:\n  - name: Raid: two # ?\n", f'2:15: {COLON}; did you mean name: "Raid: two"?'),
        ("a: {title: Raid: two}\n", f"1:16: {COLON}"),
        ("a:\n\tb: 1\n", f"2:1: {TAB}"),
        ("a:\n  b: 1\n \tc: 2\n", f"3:2: {TAB}"),
        ("- a\n\t- b\n", f"2:1: {TAB}"),
        ("a: [\n\t1]\n", f"2:1: {TAB}"),
        ("a: |\n\tx\n", f"2:1: {TAB}"),
        ('a: 1\nb: "x\nc: 2\n', f"2:4: {QUOTE}"),
        ("a: 1\nb: 'x\nc: 2\n", f"2:4: {QUOTE}"),
        (
            'a: "x\nb: "c"\n',
            "2:5: text after a closing quote; expected the end of the value; is a quote missing above?",
        ),
        ("a: [1, 2\nb: c\n", f"1:4: {BRACKET} 2, column 2"),
        ("a: {x: 1\nb: c\n", f"1:4: {BRACKET} 2, column 2"),
        ("a: [\n", f"1:4: {BRACKET} 2, column 1"),
        ("a: {b: 1]\n", f"1:4: {BRACKET} 1, column 9"),
        ("a: [b,,c]\n", "1:7: ',' instead of a value; expected a value, or quotes"),
        ("a: ]\n", "1:4: ']' instead of a value; expected a value, or quotes"),
        ("a: @b\n", "1:4: '@' cannot begin a value; quote text that begins with it"),
        ("a: `b`\n", "1:4: '`' cannot begin a value; quote text that begins with it"),
        ("*.disengage: stay\n", "1:1: * begins an alias; expected a value; quote text that begins with *"),
        ("a: & b\n", "1:4: & begins an anchor; expected a value; quote text that begins with &"),
        ("a: !x!y b\n", "1:4: ! begins a tag; expected a value; quote text that begins with !"),
        ("a: > 3\n", "1:4: | or > begins a block; expected its lines below it; quote text that begins with | or >"),
        ("a: ? b\n", "1:4: ? begins a key; expected a value; quote text that begins with ?"),
        ("a: Raid:\tx: two\n", f"1:8: {COLON}"),
        ("a: - b\n", "1:4: a list item on the line of its key; expected - on a line of its own"),
        ("a: 1\n  b: 2\n", "2:4: a key indented below line 1, which already has a value; expected the same indentation"),
        ("a:\n  b: 1\n c: 2\n", f"3:2: {ALIGN}"),
        ("- b\na: 1\n", f"2:1: {ALIGN}"),
        ("title\nb: 1\n", "1:1: no colon follows 'title'; expected `key: value`"),
        ("a: 1\ntitle\nb: 1\n", "2:1: no colon follows this key; expected `key: value`"),
        ("title:Raid\nb: 1\n", "1:6: no space follows this colon; expected `key: value`"),
        ("a" * 2000 + ": 1\n", "1:2001: a colon is not allowed here; expected text with a colon to be quoted"),
        ("a: 1\n...\nb: 2\n", f"3:1: {AFTER}"),
        ("title:Raid\n# so\nb: 1\n", f"3:1: {AFTER}"),
    ],
)
def test_a_slip_gets_one_message_with_a_hint(text: str, problem: str):
    assert refused(text) == [f"x.yaml:{problem}"]


def test_an_unknown_escape():
    (problem,) = refused('a: "\\q"\n')
    assert problem.endswith(r": an unknown escape after \; expected \\ for a backslash, or single quotes")


def test_a_slip_without_a_message_of_its_own_still_has_a_place():
    (problem,) = refused("%\na: 1\n")
    assert problem.startswith("x.yaml:1:2: this is not YAML: while scanning a directive")


def test_problems_before_a_slip_are_reported_with_it():
    assert refused("a: 1\na: 2\nb: @\n") == [
        "x.yaml:2:1: duplicate key 'a' (lines 1 and 2)",
        "x.yaml:3:4: '@' cannot begin a value; quote text that begins with it",
    ]


def test_shapes_are_declared_without_loading_yaml():
    code = "import sys, airwar.scenario.shape; sys.exit('yaml' in sys.modules)"
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
