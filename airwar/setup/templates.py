"""A scenario to start from: the template of a ruleset, with the fields that it leaves out named in comments."""

from __future__ import annotations

import textwrap

from airwar.rulesets.ruleset import AnyRuleset
from airwar.scenario.reference import unnamed
from airwar.setup.loading import shape_of

WIDTH = 100


def schema_file(ruleset_id: str) -> str:
    """The file name of a ruleset's JSON Schema, in the line that editors look for."""
    return f"{ruleset_id}.schema.json"


def template_of(ruleset: AnyRuleset) -> str:
    """The whole template. Its first line tells editors where the schema is; its last lines name every other field."""
    head = f"# yaml-language-server: $schema={schema_file(ruleset.id)}\n"
    hint = f"# The line above is for editors: `airwar schema {ruleset.id} > {schema_file(ruleset.id)}` makes the file it names.\n"
    return head + hint + ruleset.template.rstrip("\n") + "\n" + "".join(f"{line}\n" for line in other_fields(ruleset))


def other_fields(ruleset: AnyRuleset) -> list[str]:
    """Comments that name the fields missing from the template."""
    missing = unnamed(shape_of(ruleset), ruleset.template)
    if not missing:
        return []
    lines = ["", f"# What else a scenario may say; `airwar fields {ruleset.id}` explains every field."]
    for section, names in missing.items():
        if section == "options":
            continue
        begin = f"# in {section}: " if section else "# "
        lines += textwrap.wrap(begin + ", ".join(names), WIDTH, subsequent_indent="#   ", break_on_hyphens=False)
    options = missing.get("options", [])
    if options:
        lines.append("# options: # rulings on what the rules leave open, with their defaults; change those you play otherwise")
        lines += [f"#   {name}: {ruleset.options[name].default} # {ruleset.options[name].choices}" for name in options]
    return lines
