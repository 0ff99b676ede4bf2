"""A table for Air Supremacy tests: small theatres, dice by key, default answers unless told otherwise."""

import json
from dataclasses import dataclass, field
from fractions import Fraction

from airwar.engine.log import Log
from airwar.engine.positions import Graph
from airwar.engine.referee import Allotment, Asked, End
from airwar.engine.walk import Walk
from airwar.rulesets.air_supremacy.show import whole
from airwar.scenario.load import parse_scenario

MISS = 12  # no unit of these tests hits on a twelve


def theatre(units, attacks, spaces=None, **more):
    """A scenario as text; units are (id, nation, type, count, place), where `@ship` is aboard that ship."""
    document = {"airwar": 1, "ruleset": "air-supremacy", "title": "test", "attacker": "germany"}
    document |= {"options": {"placeholder-values": "allow"} | more.pop("options", {})}
    document["spaces"] = spaces or {"field": {"kind": "land", "owner": "uk"}, "camp": {"kind": "land", "owner": "germany"}}
    document["units"] = [
        {"id": name, "nation": nation, "type": type_, "count": count}
        | ({"aboard": place[1:]} if place.startswith("@") else {"space": place})
        for name, nation, type_, count, place in units
    ]
    document["attacks"] = attacks
    return json.dumps(document | more, indent=1)


def battle(attackers, defenders, **more):
    """One battle on a field without neighbours: Germany against the UK, types and numbers."""
    units = [(f"a-{type_}", "germany", type_, count, "camp") for type_, count in attackers.items()]
    units += [(f"d-{type_}", "uk", type_, count, "field") for type_, count in defenders.items()]
    return theatre(units, [{"space": "field", "with": {f"a-{type_}": count for type_, count in attackers.items()}}], **more)


@dataclass
class Table:
    """Gives the dice that it has and default answers where it has none; stops at the first missing die or at a prefix."""

    dice: dict
    answers: dict
    until: str
    rest: int | None
    asked: dict = field(default_factory=dict)

    def faces(self, roll, drawn):
        if self.until and roll.key.startswith(self.until):
            raise Asked(roll)
        if roll.key in self.dice:
            return tuple(self.dice.pop(roll.key)), "scripted"
        if self.rest is None:
            raise Asked(roll)
        return (self.rest,) * roll.reading.dice.count, "scripted"

    def choice(self, question):
        self.asked[question.key] = question
        if self.until and question.key.startswith(self.until) and question.key not in self.answers:
            raise Asked(question)
        if question.key in self.answers:
            return self.answers.pop(question.key)
        return dict(question.default) if isinstance(question, Allotment) else question.default


@dataclass
class Played:
    """What came of it."""

    turn: object
    asked: dict
    records: list
    waiting: str
    end: str

    def offered(self, key):
        question = self.asked[key]
        return dict(question.items) if isinstance(question, Allotment) else list(question.options)

    @property
    def rolls(self):
        return {body["key"]: body for body in self.records if body["t"] == "roll"}

    @property
    def keys(self):
        return [body["key"] for body in self.records if body["t"] in ("roll", "choice")]

    def force(self, space, side="defenders"):
        """A side of a battle as {kind: number}."""
        force = getattr(self.turn.battle(space), side)
        return {
            line.kind.id + (f" {line.mode}" if line.mode else "") + (" damaged" if line.hurt else ""): line.number for line in force
        }

    @property
    def flights(self):
        return {(flight.kind.id, flight.status, flight.place): flight.number for flight in self.turn.flights}

    def told(self, what):
        return [body for body in self.records if body["t"] == "told" and body["what"] == what]

    @property
    def losses(self):
        return [(body["side"], body["unit"], body["count"]) for body in self.told("loss") if body["fate"] != "damaged"]

    def rulings(self):
        return {body["option"] for body in self.told("ruling")}


def play(text, dice=None, answers=None, until="", rest=None):
    """Plays a scenario as far as the dice go, or to the first roll or unanswered question whose key begins with `until`."""
    scenario = parse_scenario(text, "test.yaml")
    table = Table(dict(dice or {}), dict(answers or {}), until, rest)
    log = Log.create(None, {"t": "battle", "airwar": 1})
    walk = Walk(scenario.start, log, table)
    waiting, end = "", ""
    try:
        end = walk.run().result
    except Asked as asked:
        waiting = asked.question.key
    assert not table.dice, f"never rolled: {list(table.dice)}"
    assert not table.answers, f"never asked: {list(table.answers)}"
    return Played(whole(walk.position.state), table.asked, [record.body for record in log.records], waiting, end)


class Policy:
    """A function as a policy for the graph of positions."""

    def __init__(self, answer):
        self.answer = answer

    def standing(self, key):
        return None


def chances(text, answers, outcome):
    """The exact odds of every outcome: `outcome(state or End, rolled)` says what it is, None as long as it is open."""

    def policy(question):
        key = question.key.partition(".")[2]
        if key in answers:
            return answers[key]
        return dict(question.default) if isinstance(question, Allotment) else question.default

    odds = {}
    todo = [(Graph(Policy(policy)).start(parse_scenario(text, "test.yaml").start)[0], Fraction(1), ())]
    while todo:
        fork, chance, rolled = todo.pop()
        found = outcome(fork if isinstance(fork, End) else fork.at[1], rolled)
        if found is not None:
            odds[found] = odds.get(found, 0) + chance
            continue
        total = fork.dice_sides**fork.dice_count
        todo += [(fork.after(hits)[0], chance * Fraction(ways, total), (*rolled, hits)) for hits, ways in fork.reading.outcomes()]
    return odds
