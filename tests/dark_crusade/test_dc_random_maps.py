"""Random play on random maps, tables and options: it ends, every default is legal, and what must hold at the end holds."""

from itertools import pairwise
from random import Random

import pytest
from dc_books import books_are_checked
from dc_support import charts_of, drawn

from airwar.answers.chance import AnyLegal
from airwar.battle import begin
from airwar.loading import parse_scenario
from airwar.rulesets.dark_crusade.rulings import OPTIONS

NATIONS = {"soviet": ("soviet",), "axis": ("german", "german", "romanian")}


def some_unit(dice, number, side, place):
    nation = dice.choice(NATIONS[side])
    kind, strength = dice.choice(("major", "minor")), dice.randint(1, 5)
    state = dice.choice(("", "", "", ", dispersed: true", f", losses: {strength - 1}", ", supplied: false"))
    size = dice.choice(("1", "2") if nation == "romanian" else ("1", "1", "1/2"))
    return f"  - {{id: u{number}, nation: {nation}, type: {kind}, strength: {strength}, retreat-size: {size}, {place}{state}}}"


def some_table(dice):
    heads = [*range(1, 20, dice.randint(1, 4)), 31]
    columns = {}
    for low, after in pairwise(heads):
        results = sorted(dice.randint(0, max(1, low // 2)) for _ in range(6)) if dice.random() < 0.8 else [0] * 6
        columns[f"{low}-{after - 1}" if after - 1 > low else str(low)] = results
    return drawn(columns)


def some_options(dice):
    chosen = {name: dice.choice(option.values) for name, option in OPTIONS.items() if option.values and dice.random() < 0.5}
    chosen.pop("breakthrough-procedure", None)
    return ", ".join(f"{name}: {value}" for name, value in {**chosen, "max-rounds": dice.randint(1, 6)}.items())


def some_map(dice, attacker, defender):
    """Points a0.. of the attacker and d0.. of the defender, and lines between most of them; a0 is joined to all."""
    points = {f"a{n}": attacker for n in range(dice.randint(1, 3))} | {f"d{n}": defender for n in range(dice.randint(1, 4))}
    names = list(points)
    ends = [(one, two) for at, one in enumerate(names) for two in names[at + 1 :] if dice.random() < 0.7 or one == "a0"]
    return points, {f"l{number}": pair for number, pair in enumerate(ends)}


def some_scenario(seed):
    dice = Random(seed)
    attacker, defender = dice.sample(("axis", "soviet"), 2)
    points, lines = some_map(dice, attacker, defender)
    fought = [point for point in points if point[0] == "d"][: dice.randint(1, 3)]
    units = []
    for point in fought:
        ways = [(name, one) for name, (one, two) in lines.items() if two == point and one[0] == "a"]
        places = [(defender, f"at: {point}") for _ in range(dice.randint(1, 4))]
        for name, start in dice.choices(ways, k=dice.randint(1, 3)):
            places.append((attacker, f"at: {start}, line: {name}"))
        for side, place in places:
            units.append(some_unit(dice, len(units), side, place))
    holds = ("none", "none", "partisan", "entrained-factory", "combat")
    return "\n".join(
        [
            f"airwar: 1\nruleset: dark-crusade\ntitle: Random\nattacker: {attacker}",
            f"weather: {dice.choice(('good', 'snow', 'mud'))}",
            f"options: {{{some_options(dice)}}}\n{charts_of(some_table(dice))}",
            "points:",
            *(f"  {name}: {{side: {side}, holds: {dice.choice(holds)}}}" for name, side in points.items()),
            "lines:",
            *(f"  {name}: {{between: [{one}, {two}], capacity: {dice.randint(0, 4)}}}" for name, (one, two) in lines.items()),
            "units:",
            *units,
            "battles:",
            *(
                f"  {point}: {{air: {{german: {dice.randint(0, 4)}, soviet: {dice.randint(0, 6)}}}, "
                f"breakthrough: {dice.choice(('true', 'false'))}, fieldworks: {{absorbs: {dice.choice((0, 0, 2))}}}}}"
                for point in fought
            ),
        ]
    )


class Legal(AnyLegal):
    """Plays at random, and looks whether every default is legal."""

    def choice(self, question):
        assert question.refuses(question.default) is None, f"{question.key}: the default is refused"
        return super().choice(question)


@pytest.mark.parametrize("seed", range(60))
def test_random_play_on_a_random_map(seed):
    scenario = parse_scenario(some_scenario(seed), "random.yaml")
    setting = scenario.start.state.setting
    battle = begin(scenario, None, seed)
    with books_are_checked():
        phase = battle.walk(Legal(seed)).run().state
    assert not phase.pending
    told = [record.content for record in battle.log.records if record.content.get("what") == "loss"]
    lost = sum(body["count"] for body in told if (body["unit"], body["fate"]) == ("Soviet air units", "eliminated"))
    had = sum(plan.soviet_air for plan in setting.battles.values())
    assert sum(air.number for air in phase.air if air.side == "soviet") == had - lost
    for unit in phase.units:
        assert not unit.at or unit.losses <= setting.formation(unit).limit
        assert not unit.losses or unit.dispersed
    assert sum(air.number for air in phase.air if air.side == "axis") == sum(plan.german_air for plan in setting.battles.values())
    assert all(phase.of_side(air.at, "axis") for air in phase.air if air.side == "axis" and air.at)
    assert all(used <= setting.lines[line].capacity for line, used in phase.used)
