"""Small battles of Dark Crusade for tests: a start, a target, a rear, and units named in a few words."""

from airwar.loading import parse_scenario
from airwar.rulesets.dark_crusade.combat_table import Column, CombatTable
from airwar.rulesets.dark_crusade.state import Combat

MAP = """
points:
  start: {control: ATTACKER}
  target: {control: DEFENDER}
  rear: {control: DEFENDER}
lines:
  road: {between: [start, target], capacity: 9}
  way: {between: [target, rear], capacity: 9}
"""


def made_up(highest=36, die=6):
    """The table of the cases, as YAML: points times die, divided by six, rounded down."""
    results = {points: [points * face // 6 for face in range(1, die + 1)] for points in range(1, highest + 1)}
    columns = [f"{{min: {points}, max: {points}, results: {row}}}" for points, row in results.items()]
    return "{die: " + str(die) + ", columns: [" + ", ".join(columns) + "]}"


def table(*columns, highest=None, die=6):
    """A table from (low, high, results)."""
    built = tuple(Column(low, high, tuple(results)) for low, high, results in columns)
    return CombatTable("test", built, highest or built[-1].high, die)


def unit(name, said, where):
    """`major 3 german` at a place; what else is said stands behind a comma, as YAML."""
    words, _, more = said.partition(",")
    kind, strength, nation = words.split()
    more = f", {more.strip()}" if more else ""
    return f"  - {{id: {name}, nation: {nation}, class: {kind}, strength: {strength}, {where}{more}}}"


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
            f"charts: {{combat-table: {charts}}}" if charts else "",
            where.replace("ATTACKER", attacker).replace("DEFENDER", other),
            "units:",
            *units,
            more,
            "battles:",
            f"  target: {{air: {{german: {german}, soviet: {soviet}}}}}",
        ]
    )


def combat(*args, **kwargs):
    """The battle of a scenario, before anything has happened."""
    phase = parse_scenario(scenario(*args, **kwargs), "test.yaml").start.state
    plan = phase.setting.battles["target"]
    return Combat(phase, "target", plan.german_air, plan.soviet_air, plan.works)


def fates(fought):
    """What became of each unit: (where, losses, dispersed)."""
    state = fought.state.phase if isinstance(fought.state, Combat) else fought.state
    return {unit.id: (unit.at or "lost", unit.losses, unit.dispersed) for unit in state.units}


def air(fought, side):
    """Where the air units of a side have ended, and how many."""
    return {(one.at or "displaced"): one.number for one in fought.state.air if one.side == side}
