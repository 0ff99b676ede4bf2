"""Scenarios with edits: whatever the style of the text, it says afterward what the edits mean."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from support import SHIPPED

from airwar.scenario import edit
from airwar.scenario.edit import Add, Drop, Move, Retire, Set, carried_out, content, edited

NAMES = ("a", "b", "c")
VALUES = ("1", "yes", "{x: 1, y: no}", "[p, q]", "{}", "'two words'")


def composed(text):
    return yaml.compose(text, Loader=yaml.BaseLoader)


def dumped(value, flow):
    return yaml.safe_dump(value, default_flow_style=flow, sort_keys=False, width=1000).removesuffix("\n...\n").rstrip("\n")


leaves = st.one_of(st.sampled_from([1, "word"]), st.builds(lambda: [1, 2]), st.builds(list), st.builds(dict))
mappings = st.recursive(leaves, lambda inner: st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=3), max_leaves=8)
entries = st.lists(
    st.tuples(st.sampled_from(NAMES), mappings).map(lambda pair: {"id": pair[0], "of": pair[1]}),
    max_size=3,
    unique_by=lambda entry: entry["id"],
)
sections = st.fixed_dictionaries({}, optional={"s": mappings, "t": mappings, "list": entries, "u": mappings})
paths = st.one_of(
    st.tuples(st.sampled_from("stu"), st.sampled_from(NAMES)),
    st.tuples(st.sampled_from("stu"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("list"), st.sampled_from((*NAMES, "1", "2"))),
    st.tuples(st.just("list"), st.sampled_from(NAMES), st.sampled_from(("of", "new"))),
    st.tuples(st.sampled_from(("s", "t", "list", "new"))),
)
edits = st.one_of(
    st.builds(Set, paths, st.sampled_from(VALUES)),
    st.builds(Drop, paths),
    st.builds(Retire, paths, st.just("lost")),
    st.builds(Add, st.tuples(st.just("list"), st.sampled_from(NAMES)), st.sampled_from(("{id: d}", "{id: e, of: 2}"))),
    st.builds(Move, st.tuples(st.sampled_from("st"), st.sampled_from(NAMES)), st.sampled_from(("u", "v"))),
)


@st.composite
def texts(draw):
    """A scenario whose sections are written in any style, with comments between them."""
    parts = ["# the head\nairwar: 1\n"]
    for name, value in draw(sections).items():
        style = draw(st.sampled_from(["flow", "block", "mixed"]))
        if style == "mixed" and isinstance(value, dict) and value:
            inner = "".join(f"  {key}: {dumped(one, True)} # {key}\n" for key, one in value.items())
            parts.append(f"# about {name}\n{name}:\n{inner}")
        else:
            written = f"{name}: {dumped(value, True)}" if style == "flow" else dumped({name: value}, False)
            parts.append(f"# about {name}\n{written} # behind\n")
    return "".join(parts)


@settings(max_examples=100, deadline=None)
@given(texts(), st.lists(edits, max_size=5))
def test_the_text_says_what_the_edits_mean(text, wanted):
    made = edited(text, wanted)
    assert content(composed(made)) == content(carried_out(composed(text), wanted))
    assert made.startswith("# the head\nairwar: 1\n")


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ([Set(("s", "a"), "2"), Drop(("s", "b"))], {"s": {"a": "2"}, "list": [{"id": "a"}, {"id": "b"}]}),
        ([Set(("s", "c"), "[1]"), Set(("s", "c"), "[2]")],
         {"s": {"a": "1", "b": "x", "c": ["2"]}, "list": [{"id": "a"}, {"id": "b"}]}),
        ([Drop(("s",)), Set(("s", "c"), "1")], {"list": [{"id": "a"}, {"id": "b"}]}),
        ([Set(("new",), "{x: 1}"), Set(("new", "y"), "2"), Set(("list", "of"), "3")],
         {"s": {"a": "1", "b": "x"}, "list": [{"id": "a"}, {"id": "b"}], "new": {"x": "1"}}),
        ([Add(("list", "a"), "{id: c}"), Add(("list", "a"), "{id: d}"), Retire(("list", "a"), "lost")],
         {"s": {"a": "1", "b": "x"}, "list": [{"id": "c"}, {"id": "d"}, {"id": "b"}]}),
        ([Set(("list", "2"), "{id: z}"), Set(("list", "b", "n"), "1")],
         {"s": {"a": "1", "b": "x"}, "list": [{"id": "a"}, {"id": "z"}]}),
        ([Move(("s", "a"), "t"), Set(("t", "a"), "5")], {"s": {"b": "x"}, "list": [{"id": "a"}, {"id": "b"}], "t": {"a": "5"}}),
        ([Move(("s", "a"), "t"), Move(("s", "b"), "t")], {"list": [{"id": "a"}, {"id": "b"}], "t": {"a": "1", "b": "x"}}),
        ([Move(("s", "q"), "t"), Drop(("q",)), Retire(("list", "q"), "lost")],
         {"s": {"a": "1", "b": "x"}, "list": [{"id": "a"}, {"id": "b"}]}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", ["s: {a: 1, b: x}\nlist: [{id: a}, {id: b}]\n", "s:\n  a: 1\n  b: x\nlist:\n- id: a\n- id: b\n"])
def test_what_edits_mean(text, edits, said):
    assert yaml.load(edited(text, edits), yaml.BaseLoader) == said


def test_a_section_that_cannot_be_edited_in_place_is_written_anew_and_the_others_keep_their_comments():
    text = "# one\na: {x: 1, y: 2} # behind\n# two\nb: {k: '010', z: no}\n"
    made = edited(text, [Drop(("b", "k")), Drop(("b", "z")), Set(("b", "new"), "'010'"), Set(("c",), "1")])
    assert made == "# one\na: {x: 1, y: 2} # behind\n# two\nb: {new: '010'}\nc: 1\n"


def places(node):
    """Where a node and all that it holds begin and end."""
    inner = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
    own = (node.start_mark.index, node.start_mark.column, node.end_mark.index, node.end_mark.column)
    return [own, *(place for part in inner for place in places(part))] if isinstance(node, yaml.CollectionNode) else [own]


@pytest.mark.skipif(not hasattr(yaml, "CBaseLoader"), reason="no C parser here")
@pytest.mark.parametrize("text", ["a: ü\nb: {😀: [1, '𝟏 ✈']}\n", "a: 1\r\nb:\r\n  - x # é\r\n  - |\r\n    y\r\n"])
def test_both_parsers_find_the_same_places(text):
    for one in (text, f"\ufeff{text}"):
        assert places(edit.composed(one)) == places(composed(one))


@pytest.mark.skipif(not hasattr(yaml, "CBaseLoader"), reason="no C parser here")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_both_parsers_find_the_same_places_in_shipped_scenarios(path):
    test_both_parsers_find_the_same_places(path.read_text(encoding="utf-8"))
