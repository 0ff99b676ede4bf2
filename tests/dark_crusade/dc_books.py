"""The books of a combat phase: what must hold after every step, whatever is played."""

from airwar import rulesets

RULESET = rulesets.load("dark-crusade")


def check_books(states):
    """Every ground unit is in one place; who has losses is dispersed; all air is somewhere or lost, and German air never lost."""
    rows = RULESET.standing(tuple(states))
    ground = [row for row in rows if not row.unit.endswith("-air")]
    assert len({row.unit for row in ground}) == len(ground), ground
    for row in ground:
        assert row.count == 1, row
        assert "dispersed" in row.marks or not any(mark.startswith("losses=") for mark in row.marks), row
    had = {line.unit: line.had for line in RULESET.tally(states[0])}
    for unit, name in (("german-air", "German air units"), ("soviet-air", "Soviet air units")):
        assert sum(row.count for row in rows if row.unit == unit) == had.get(name, 0), rows
    assert not [row for row in rows if row.unit == "german-air" and "eliminated" in row.marks], rows
