"""Battles of Dark Crusade in a few words: a map, units, a script of dice and answers, and what became of everybody.

text = scenario({"a": "major 4 soviet"}, {"x": "major 3 german"}, soviet=2)
fought = play(text, "flak 1; defender.fire 4; attacker.losses a=2; attacker.retreat retreat")
assert fates(fought) == {"a": "start dispersed losses=2", "x": "target"}
"""

from typing import Any, NamedTuple

import pytest
from support import Stopped, StopsAt, bare_log, fight

from airwar import rulesets
from airwar.engine.walk import Walk
from airwar.setup.loading import parse_scenario

RULESET = rulesets.load("dark-crusade")
PLAIN = "start-target 9, target-rear 9"
FORK = "start-target 0, target-near 2, target-far 1, foe-target 3"  # room for 2, 1 and, at half capacity, 1
DRIVEN = "defender.fire 1; attacker.retreat stay; attacker.fire 1; defender.retreat retreat"  # off, without a loss
THROWN_BACK = "defender.fire 1; attacker.retreat retreat"
DEMO = "synthetic-demo"  # points times die, divided by six, rounded down

# scenarios


def scenario(
    attackers,
    defenders,
    lines=PLAIN,
    battles=None,
    *,
    attacker="soviet",
    weather="good",
    german=0,
    soviet=0,
    charts=DEMO,
    options="",
    foes="foe",
    points=None,
    choices="",
):
    """A combat phase.

    Units map ids to words such as `minor 2 soviet`, with `south>lower` for an attack, `at rear`, and YAML after a comma; attackers
    come from `start` and defenders are at `target` unless they say so. A line is `start-target 9` or `road:start-target 9`. Points
    are the defender's, but for `foes` and those that an attack comes from. Battles map points to YAML.
    """
    roads = [line_of(said) for line in lines.split(",") for said in [line.strip()]]
    units = [unit_of(name, said, "start>target", roads) for name, said in attackers.items()]
    own = {unit["at"] for unit in units if "line" in unit} | {*foes.split()}
    units += [unit_of(name, said, "at target", roads) for name, said in defenders.items()]
    other = "axis" if attacker == "soviet" else "soviet"
    sides = {name: attacker if name in own else other for _, one, two, _ in roads for name in (one, two)}
    more = {name: f", {said}" for name, said in (points or {}).items()}
    fought = battles or {"target": f"air: {{german: {german}, soviet: {soviet}}}"}
    return "\n".join(
        [
            "airwar: 1\nruleset: dark-crusade\ntitle: A test",
            f"weather: {weather}\nattacker: {attacker}\noptions: {{{options}}}",
            *([charts_of(charts)] if charts else []),
            "points:",
            *(f"  {name}: {{side: {side}{more.get(name, '')}}}" for name, side in sides.items()),
            "lines:",
            *(f"  {name}: {{between: [{one}, {two}], capacity: {room}}}" for name, one, two, room in roads),
            "units:",
            *(f"  - {{{', '.join(f'{key}: {value}' for key, value in unit.items())}}}" for unit in units),
            "battles:",
            *(f"  {point}: {{{said}}}" for point, said in fought.items()),
            *(["choices:", *(f"  {line.strip()}" for line in choices.split(";"))] if choices else []),
        ]
    )


def line_of(said):
    """`road:start-target 9` as an id, two points and a capacity."""
    where, room = said.split()
    name, _, ends = where.rpartition(":")
    return (name or ends, *ends.split("-"), room)


def unit_of(name, said, usual, roads):
    words, _, more = said.partition(",")
    kind, strength, nation, *place = words.split()
    place = " ".join(place) or usual
    start, _, target = place.partition(">")
    unit = {"id": name, "nation": nation, "type": kind, "strength": strength, "at": start.removeprefix("at ")}
    if target:
        unit["line"] = next(road for road, *ends, _ in roads if {*ends} == {start, target})
    return unit | dict(part.strip().split(": ") for part in more.split(",") if part)


def charts_of(table):
    """The charts of a scenario: a table by name, or drawn."""
    return f"charts: {{combat-table: {table}}}" if table[0] != "\n" else f"charts:\n  combat-table: {table}"


def drawn(columns, *more):
    """A combat table as a block of YAML, from column heads and their results."""
    rows = [" ".join(map(str, (face, *results))) for face, results in enumerate(zip(*columns.values(), strict=True), 1)]
    return "\n    ".join(["", *more, f'columns: "{" ".join(columns)}"', "rows: |", *(f"  {row}" for row in rows)])


def made_up(highest=36):
    """The table of the acceptance cases, drawn up to some number of points."""
    return drawn({str(points): [points * face // 6 for face in range(1, 7)] for points in range(1, highest + 1)})


# play


def script(said):
    """Dice and answers by full key, from `flak 1; defender.fire 6 1; attacker.losses a=2 b=1; r2: attacker.retreat stay`.

    `lower:` goes on at another point. Numbers are dice; an answer that sends nobody is `nobody`.
    """
    point, number, dice, answers = "target", "r1", {}, {}
    for part in said.split(";"):
        *places, key, value = split(part)
        for place in places:
            point, number = (point, place[:-1]) if place[0] == "r" and place[1:-1].isdecimal() else (place[:-1], "r1")
        if "next-battle" in key:
            full = key
        elif key == "flak" or key.startswith("air-to-air"):
            full = f"{point}.{key}"
        else:
            full = f"{point}.{number}.{key}"
        words = value.split()
        if all(word.isdecimal() for word in words):
            dice[full] = [int(word) for word in words]
        elif "=" in value:
            answers[full] = {name: int(many) for name, many in (word.split("=") for word in words)}
        else:
            answers[full] = {} if value == "nobody" else value
    return dice, answers


def split(part):
    """`lower: r2: flak 1` as its places, its key and its value."""
    words = part.split()
    places = [word for word in words if word.endswith(":")]
    key, *value = words[len(places) :]
    return (*places, key, " ".join(value))


def play(text, said="", facts=None):
    """Fights a scenario with a script, all of which must be used; `facts` are further answers by full key."""
    dice, answers = script(said) if said else ({}, {})
    return fight(text, dice, answers | (facts or {}))


class Pending(NamedTuple):
    """A battle that waits at a question."""

    question: Any
    rows: list  # what is where
    sheets: dict  # what is on the table, by title
    records: list

    @property
    def standing(self):
        return places(self.rows)


class Waits(StopsAt):
    """Keeps the question that it stops at."""

    def faces(self, roll, drawn):
        self.question = roll
        return super().faces(roll, drawn)

    def choice(self, question):
        self.question = question
        return super().choice(question)


def waiting(text, key, said="", facts=None):
    """The battle at the question with this full key, reached by a script."""
    dice, answers = script(said) if said else ({}, {})
    player, log = Waits(key, dice, answers | (facts or {})), bare_log()
    walk = Walk(parse_scenario(text, "test.yaml").start, log, player)
    with pytest.raises(Stopped):
        walk.run()
    rows = RULESET.standing(walk.position.all_states)
    sheets = {sheet.title: sheet.rows for sheet in RULESET.tables(walk.states)}
    return Pending(player.question, rows, sheets, [record.content for record in log.records])


# what is seen of a battle


def places(rows):
    """Every ground unit and where it is, with its marks: `target dispersed losses=2`, `eliminated`."""
    return {row.unit: " ".join(filter(None, (row.place, *row.marks))) for row in rows if not row.unit.endswith("-air")}


def fates(fought, *names):
    """What became of each ground unit, or of some of them."""
    found = places(RULESET.standing((fought.state,)))
    return {name: found[name] for name in names} if names else found


def air(fought, side):
    """Where the air units of a side have ended, and how many; those that are lost are left out."""
    unit = "german-air" if side == "axis" else "soviet-air"
    rows = [row for row in RULESET.standing((fought.state,)) if row.unit == unit and "eliminated" not in row.marks]
    return {" ".join(filter(None, (row.place, *row.marks))): row.count for row in rows}


def results(fought):
    return dict(RULESET.results(fought.state))


def controls(fought):
    """Which side controls each point in the end."""
    (points,) = [sheet.rows for sheet in RULESET.tables((fought.state,)) if sheet.title == "Points"]
    return {name: side for name, side, _ in points}


def columns(fought):
    """The column of the table in which each roll was read: what was fired with."""
    return {key.removeprefix("target.").removeprefix("r1."): roll["column"] for key, roll in fought.rolls().items()}


def course(fought):
    """The rolls and decisions of a battle in their order."""
    return [body["key"].removeprefix("target.") for body in fought.records if body["t"] in ("roll", "choice")]


def notes(fought):
    return [body["text"] for body in fought.told("note")]


def ruled(fought):
    """The options that made a difference, as they were told."""
    return {body["option"]: body["value"] for body in fought.told("ruling")}


def sheet(fought, title):
    """The rows of a table that was told."""
    return next([tuple(row) for row in body["rows"]] for body in fought.told("sheet") if body["title"] == title)


def fires_with(text, role, said=""):
    """The points that a side is about to fire with in the first round, in groups if the table is too small for them."""
    reading = waiting(text, f"target.r1.{role}.fire", said).question.reading
    return reading.record((1,) * reading.dice.count).column
