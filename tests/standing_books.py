"""Which rows of a position are units that the tally counts, in every game."""

from airwar.rulesets.ruleset import Standing

ON_HAND = ("base", "strip", "carrier", "supply", "gliders", "port")  # of a place, in OCS


def counted(ruleset, state):
    """Whether the tally counts what a row is about, given the first state of the outermost procedure."""
    if ruleset == "ocs":
        units = set(state.board.units)
        return lambda row: row.unit.partition(":")[0] in units and row.unit not in ON_HAND
    return {
        "world-at-war": lambda row: not row.name.startswith("carrier") and "kamikaze" not in row.name,
        "war-in-europe": lambda row: row.name.endswith("Ground Support"),
    }.get(ruleset, every)


def every(row: Standing) -> bool:
    return True
