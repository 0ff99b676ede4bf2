"""Small battles of Dark Crusade for tests: a start, a target, a rear, and units named in a few words."""

from dataclasses import replace

from support import ask

from airwar.engine.moves import Return
from airwar.loading import parse_scenario
from airwar.rulesets.dark_crusade.battle import battle_at
from airwar.rulesets.dark_crusade.combat_table import Column, CombatTable

MAP = """
points:
  start: {side: ATTACKER}
  target: {side: DEFENDER}
  rear: {side: DEFENDER}
lines:
  road: {between: [start, target], capacity: 9}
  way: {between: [target, rear], capacity: 9}
"""


def made_up(highest=36, die=6):
    """The table of the cases, as YAML: points times die, divided by six, rounded down."""
    heads = {str(points): [points * face // 6 for face in range(1, die + 1)] for points in range(1, highest + 1)}
    return drawn(heads, f"roll: 1d{die}")


def drawn(columns, *more):
    """A combat table as a block of YAML, from column heads and their results."""
    rows = [" ".join(map(str, (face, *results))) for face, results in enumerate(zip(*columns.values(), strict=True), 1)]
    return "\n    ".join(["", *more, f'columns: "{" ".join(columns)}"', "rows: |", *(f"  {row}" for row in rows)])


def table(*columns, highest=None, die=6):
    """A table from (low, high, results)."""
    built = tuple(Column(low, high, tuple(results)) for low, high, results in columns)
    return CombatTable("test", built, highest or built[-1].high, die)


def unit(name, said, where):
    """`major 3 german` at a place; anything after a comma is added as YAML."""
    words, _, more = said.partition(",")
    kind, strength, nation = words.split()
    more = f", {more.strip()}" if more else ""
    return f"  - {{id: {name}, nation: {nation}, type: {kind}, strength: {strength}, {where}{more}}}"


def scenario(
    attackers,
    defenders,
    *,
    attacker="soviet",
    weather="good",
    german=0,
    soviet=0,
    charts="synthetic-demo",
    options="",
    where=MAP,
    more="",
):
    """One battle at `target`; attackers and defenders map ids to words such as `minor 2 soviet`."""
    other = "axis" if attacker == "soviet" else "soviet"
    units = [unit(name, said, "at: start, line: road") for name, said in attackers.items()]
    units += [unit(name, said, "at: target") for name, said in defenders.items()]
    return "\n".join(
        [
            "airwar: 1",
            "ruleset: dark-crusade",
            "title: A test",
            f"weather: {weather}",
            f"attacker: {attacker}",
            f"options: {{{options}}}",
            charts_of(charts),
            where.replace("ATTACKER", attacker).replace("DEFENDER", other),
            "units:",
            *units,
            more,
            "battles:",
            f"  target: {{air: {{german: {german}, soviet: {soviet}}}}}",
        ]
    )


def charts_of(table):
    """The charts of a scenario: a table by name, or drawn; none at all without one."""
    return (
        f"charts: {{combat-table: {table}}}" if table and table[0] != "\n" else f"charts:\n  combat-table: {table}" if table else ""
    )


def combat(*args, **kwargs):
    """The battle of a scenario, before anything has happened."""
    phase = opened(*args, **kwargs)
    return battle_at(phase, "target", phase.setting.battles["target"].soviet_air)


def opened(*args, **kwargs):
    """The phase of a scenario, before anything has happened; the battle at `target` is about to be fought."""
    return replace(parse_scenario(scenario(*args, **kwargs), "test.yaml").start.state, pending=(), fought="target")


def returned(step, state, dice=None, answers=None):
    """What a procedure returns, all its steps taken with these dice and answers; it calls no other procedure."""

    def run(ref):
        move = step(ref, state)
        while not isinstance(move, Return):
            move = move.step(ref, move.state)
        return move.value

    return ask(run, dice=dice, answers=answers)


def fates(fought):
    """What became of each unit: (where, losses, dispersed)."""
    return {unit.id: (unit.at or "lost", unit.losses, unit.dispersed) for unit in fought.state.units}


def air(fought, side):
    """Where the air units of a side have ended, and how many."""
    return {(one.at or "displaced"): one.number for one in fought.state.air if one.side == side}
