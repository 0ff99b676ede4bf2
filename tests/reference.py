"""Reference pages of the guide, written from docstrings: what a program and what a ruleset can use."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import airwar
from airwar.rulesets import kit

LIBRARY = """# airwar as a library

`import airwar` has all of this. A test writes this page from the docstrings: `pytest tests/test_guide.py --update-golden`.

A battle from plain values, its odds, and the same battle question by question:

```python
>>> import airwar
>>> crete = {
...     "airwar": 1,
...     "ruleset": "world-at-war",
...     "title": "Crete",
...     "theater": "europe",
...     "sides": {"axis": ["germany"], "allies": ["britain"]},
...     "attacker": "axis",
...     "bases": {
...         "athens": {"side": "axis", "facilities": ["city"]},
...         "maleme": {"side": "allies", "facilities": ["airbase"]},
...     },
...     "distances": {"maleme": {"athens": 2}},
...     "units": [
...         {"id": "jg-77", "nation": "germany", "type": "aaf", "count": 4, "at": "athens"},
...         {"id": "hurricanes", "nation": "britain", "type": "aaf", "count": 2, "at": "maleme"},
...     ],
...     "counterair": [{"at": "maleme", "with": {"jg-77": 4}}],
...     "choices": {"*": "default"},
... }
>>> airwar.odds(crete)
<Odds 'Crete': defender eliminated 99.9%, exact>
>>> session = airwar.session(crete, seed=3)
>>> while session.question is not None:
...     session.answer(session.default)
>>> session.end.result
'defender eliminated'
```
"""
KIT = """# What a ruleset is written with

`airwar.rulesets.kit` has all of this; `airwar guide adding-a-ruleset` shows how it is used. A test writes this page from the
docstrings: `pytest tests/test_guide.py --update-golden`.
"""


def library() -> str:
    return page(LIBRARY, ((name, getattr(airwar, name)) for name in airwar.PUBLIC))


def ruleset_kit() -> str:
    return page(KIT, ((name, getattr(kit, name)) for name in kit.__all__ if callable(getattr(kit, name))))


def page(head: str, things: Iterable[tuple[str, Any]]) -> str:
    return "\n".join([head, *(line for name, thing in things for line in entry(name, thing))])


def entry(name: str, thing: Any) -> Iterator[str]:
    """A function, or a class with what it has."""
    if not own_doc(thing):
        return
    called = signature(thing) if inspect.isfunction(thing) else ""
    yield f"## {name}{called}\n"
    yield f"{inspect.getdoc(thing)}\n"
    if is_dataclass(thing):
        yield f"It has {', '.join(f'`{one.name}`' for one in fields(thing) if one.repr)}.\n"
    members = list(members_of(thing)) if inspect.isclass(thing) else []
    if members:
        yield "\n".join(members) + "\n"


def members_of(kind: type) -> Iterator[str]:
    """The public methods and properties that a class explains, in the order in which they are written."""
    for name, member in vars(kind).items():
        inner = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(inner) and inner.__doc__:
            called = signature(inner) if inner is member or isinstance(member, classmethod | staticmethod) else ""
            yield f"- `{name}{called}`: {first_paragraph(inspect.getdoc(inner) or '')}"


def signature(function: Any) -> str:
    """The names of the arguments; a default shows that one may be left out."""
    arguments = [one for one in inspect.signature(function).parameters.values() if one.name not in ("self", "cls")]
    return f"({', '.join(shown(one) for one in arguments)})"


def shown(argument: inspect.Parameter) -> str:
    stars = {argument.VAR_POSITIONAL: "*", argument.VAR_KEYWORD: "**"}.get(argument.kind, "")
    default = "" if argument.default is argument.empty else f"={argument.default!r}"
    return f"{stars}{argument.name}{default if ' at 0x' not in default else '=...'}"


def own_doc(thing: Any) -> bool:
    """Whether somebody has written the docstring, and not a named tuple or a dataclass."""
    text = thing.__doc__ or ""
    return bool(text) and not text.startswith(f"{getattr(thing, '__name__', '')}(")


def first_paragraph(text: str) -> str:
    return re.sub(r"\s+", " ", text.partition("\n\n")[0])
