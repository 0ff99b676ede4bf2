"""Random play on random maps, tables and options: it ends, every default is legal, and what must hold at the end holds."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
import yaml
from dc_books import check_books
from dc_support import RULESET, charts_of, drawn

from airwar.play.session import Session
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import StandingBooks, Watched

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
    chosen = {name: dice.choice(option.values) for name, option in RULESET.options.items() if option.values and dice.random() < 0.5}
    chosen.pop("breakthrough-procedure", None)
    return ", ".join(f"{name}: {value}" for name, value in chosen.items())


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


@pytest.mark.parametrize("seed", range(60))
def test_random_play_on_a_random_map(seed):
    text = some_scenario(seed)
    scenario, said = parse_scenario(text, "random.yaml"), yaml.safe_load(text)
    books, player, session = StandingBooks(scenario), Watched(seed), Session.begin(scenario, None, seed)
    while session.question is not None:
        books.check(session.standing, session.question.key)
        check_books(session.walk.position.all_states)
        session.answer(player.choice(session.question))
    books.check_end(session.end)
    rows, state = session.standing, session.end.state
    assert len(RULESET.results(state)) == len(said["battles"])
    told = [record.content for record in session.log.records if record.content.get("what") == "loss"]
    lost = sum(body["count"] for body in told if (body["unit"], body["fate"]) == ("Soviet air units", "eliminated"))
    assert sum(line.lost for line in RULESET.tally(state) if line.unit == "Soviet air units") == lost
    limits = {unit["id"]: unit["strength"] - (unit["type"] == "minor") for unit in said["units"]}
    for row in rows:
        losses = [int(mark.removeprefix("losses=")) for mark in row.marks if mark.startswith("losses=")]
        assert not losses or losses[0] <= limits[row.unit], row
    held = {row.place for row in rows if row.side == "axis" and row.unit in limits}
    assert all(row.place in held for row in rows if row.unit == "german-air" and row.place)
    used = next((sheet.rows for sheet in RULESET.tables((state,)) if sheet.title == "Lines retreated over"), ())
    assert all(Fraction(carried) <= int(capacity) for _, _, capacity, carried in used)
