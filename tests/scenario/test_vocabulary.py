"""One vocabulary: the same notion has the same word in the scenarios of every game, and options look alike."""

import ast
import re
from typing import NamedTuple

import pytest
from support import SHIPPED, TESTS

from airwar import rulesets
from airwar.rulesets.index import rule_index
from airwar.setup.loading import shape_of

RULESETS = rulesets.ids()


class Notion(NamedTuple):
    """A notion, its word, and other words for it that nobody may use. `within` limits them to the fields of some sections."""

    notion: str
    word: str
    forbidden: tuple[str, ...]
    within: str = ""


NOTIONS = (
    Notion("whose turn or combat phase it is", "attacker", ("moving", "active", "phasing")),
    Notion("the side or unit that is attacked", "defender", ("target-side", "against")),
    Notion("what sort of unit", "type", ("class", "category")),
    Notion("what sort of unit", "type", ("kind",), within=r"\.(units|construction|strategic)\[\]|\.carrying\[\]"),
    Notion("what sort of mission, attack, base or event", "kind", ("task", "does", "what", "sort")),
    Notion("where something is or takes place", "at", ("base", "space", "place", "location", "where")),
    Notion("the label of a place on the printed map", "hex", ("coordinates", "grid-reference", "hex-number")),
    Notion("which side controls or owns it", "side", ("control", "controller", "owner", "by", "player")),
    Notion("which nation controls or owns it", "nation", ("country", "nationality")),
    Notion("the sides of a game", "sides", ("players", "parties")),
    Notion("ground or space battles of the turn", "battles", ("attacks", "combats", "fights", "engagements")),
    Notion("missions that are ordered", "missions", ("sorties",)),
    Notion("whether orders are asked for or only prepared", "orders", ("ask", "asked", "prepared")),
    Notion("adjacent spaces", "adjacent", ("next-to", "neighbors", "neighbours")),
    Notion("who goes first in the turn", "first-player", ("first", "previous-first")),
    Notion("how many", "count", ("number", "amount", "quantity")),
    Notion("which units take part", "with", ("using", "flown-by")),
    Notion("how something is shown", "name", ("label", "called")),
    Notion("what names something within the file", "id", ("key", "ident")),
)

# Words of a game's own rule book that would be forbidden otherwise: (ruleset, field) -> why.
OWN_WORDS: dict[tuple[str, str], str] = {}

# Options that belong to no single rule: (ruleset, option) -> why.
WITHOUT_A_RULE = {
    ("ocs", "profile"): "an edition of the whole game",
    ("air-supremacy", "die-sides"): "the die of the game is not in the module",
    ("air-supremacy", "placeholder-values"): "values that the module does not give",
}

BRITISH = re.compile(r"defence|offence|centre|theatre|colour|armour|harbour|manoeuvre|favour")
DRAWN = {"chart", "cite", "roll", "columns", "rows", "note"}
YES_OR_NO = {
    *("yes", "no", "true", "false", "on", "off"),
    *("must", "may", "mandatory", "optional", "required", "not-required"),
    *("allow", "refuse", "allowed", "forbidden", "forbid", "never", "blocked"),
}
PRIVATE_NUMBER = re.compile(r"\b(AMB-\d+|[AN]\d{1,2})\b")  # numbers of notes that are not part of airwar
ROOT = TESTS.parent


def fields(schema, path=""):
    """Every field of a scenario, such as `.units[].type`, with its schema; names that the player chooses are `[]`."""
    for name, below in schema.get("properties", {}).items():
        yield f"{path}.{name}", below
        yield from fields(below, f"{path}.{name}")
    for part in ("items", "additionalProperties"):
        if isinstance(schema.get(part), dict):
            yield from fields(schema[part], f"{path}[]")
    for one in schema.get("anyOf", ()):
        yield from fields(one, path)


def fields_of(ruleset_id):
    """The fields of a ruleset's scenarios, its options left out."""
    schema = shape_of(rulesets.load(ruleset_id)).schema()
    return {path: below for path, below in fields(schema) if not path.startswith(".options")}


def options():
    return [(name, option, value) for name in RULESETS for option, value in rulesets.load(name).options.items()]


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_no_field_has_a_second_word_for_a_known_notion(ruleset_id):
    wrong = [
        f"{path}: {notion.notion} is `{notion.word}`"
        for path in fields_of(ruleset_id)
        for notion in NOTIONS
        if path.rpartition(".")[2] in notion.forbidden
        and re.search(notion.within or "", path)
        and (ruleset_id, path) not in OWN_WORDS
    ]
    assert wrong == []


def test_no_word_is_the_right_one_and_forbidden():
    everywhere = {word for notion in NOTIONS if not notion.within for word in notion.forbidden}
    assert {notion.word for notion in NOTIONS} & everywhere == set()


def test_every_exception_is_needed():
    assert [(name, path) for name, path in OWN_WORDS if path not in fields_of(name)] == []


def test_a_second_word_is_noticed():
    """The check itself: a schema that says `class` and `players`."""
    schema = {"properties": {"players": {}, "units": {"items": {"properties": {"class": {}, "at": {}}}}}}
    words = [path.rpartition(".")[2] for path, _ in fields(schema)]
    forbidden = {word for notion in NOTIONS for word in notion.forbidden}
    assert [word for word in words if word in forbidden] == ["players", "class"]


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_spelling_is_american(ruleset_id):
    texts = [text for path, below in fields_of(ruleset_id).items() for text in (path, str(below.get("description", "")))]
    texts += [text for name, option in rulesets.load(ruleset_id).options.items() for text in (name, option.text, *option.values)]
    assert [text for text in texts if BRITISH.search(text)] == []


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_every_chart_is_drawn_in_the_one_format(ruleset_id):
    for path, below in fields_of(ruleset_id).items():
        keys = set(below.get("properties", {}))
        assert "rows" not in keys or {"columns", "rows"} <= keys <= DRAWN, path


def test_an_option_offers_a_choice_and_a_yes_or_no_question_is_answered_yes_or_no():
    for *names, option in options():
        if option.whole:
            assert option.default.isdigit(), names
            continue
        assert len(option.values) >= 2, f"{names}: a single reading belongs in the rule index"
        assert option.default in option.values, names
        if set(option.values) <= YES_OR_NO:
            assert set(option.values) == {"yes", "no"}, names


def test_an_option_names_a_rule_of_its_game_and_explains_itself():
    for ruleset_id, name, option in options():
        assert option.text, name
        assert not PRIVATE_NUMBER.search(option.text), name
        assert not option.rule or option.rule in rule_index(ruleset_id), name


def test_every_option_belongs_to_a_rule_unless_the_source_has_none_for_it():
    assert {(ruleset_id, name) for ruleset_id, name, option in options() if not option.rule} == set(WITHOUT_A_RULE)


def texts_of(ruleset_id):
    """Everything that a ruleset shows, with its place: its rules, its template, and the strings and docstrings of its code."""
    game = rulesets.load(ruleset_id)
    yield from ((f"rule {number}", entry.text) for number, entry in rule_index(ruleset_id).items())
    yield "template", game.template
    for file in (ROOT / game.package.replace(".", "/")).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{file.name}:{node.lineno}", node.value


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_nobody_is_shown_a_number_that_is_defined_nowhere(ruleset_id):
    shown = [(place, text) for place, text in texts_of(ruleset_id) if PRIVATE_NUMBER.search(text)]
    shown += [(path.name, line) for path in SHIPPED for line in path.read_text().splitlines() if PRIVATE_NUMBER.search(line)]
    assert shown == []
