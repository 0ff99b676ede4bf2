"""A table for Air Supremacy tests: small theaters, dice by key, default answers unless told otherwise."""

import json
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from support import bare_log

from airwar.engine.moves import Call, Position, Return, follow
from airwar.engine.questions import Allotment, Asked
from airwar.engine.referee import Referee
from airwar.engine.walk import Walk
from airwar.rulesets.air_supremacy.combat import side_fires
from airwar.rulesets.air_supremacy.show import turn_in
from airwar.setup.loading import parse_scenario

MISS = 12  # no unit of these tests hits on a twelve


OPEN_FIELD = {  # a field that its defenders can leave
    "field": {"kind": "land", "nation": "uk", "adjacent": ["rear"]},
    "rear": {"kind": "land", "nation": "uk"},
    "camp": {"kind": "land", "nation": "germany"},
}


def theater(units, attacks, spaces=None, **more):
    """A scenario as text; units are (id, nation, type, count, place), where `@ship` is aboard that ship."""
    document = {"airwar": 1, "ruleset": "air-supremacy", "title": "test", "attacker": "germany"}
    document |= {"options": {"placeholder-values": "yes"} | more.pop("options", {})}
    document["spaces"] = spaces or {"field": {"kind": "land", "nation": "uk"}, "camp": {"kind": "land", "nation": "germany"}}
    document["units"] = [
        {"id": name, "nation": nation, "type": type_, "count": count}
        | ({"aboard": place[1:]} if place.startswith("@") else {"at": place})
        for name, nation, type_, count, place in units
    ]
    document["battles"] = attacks
    return json.dumps(document | more, indent=1)


def battle(attackers, defenders, **more):
    """One battle on a field without neighbors: Germany against the UK, types and numbers."""
    units = [(f"a-{type_}", "germany", type_, count, "camp") for type_, count in attackers.items()]
    units += [(f"d-{type_}", "uk", type_, count, "field") for type_, count in defenders.items()]
    return theater(units, [{"at": "field", "with": {f"a-{type_}": count for type_, count in attackers.items()}}], **more)


# a bay and a coast under attack, with carriers, friends and strangers around them
BAY_SPACES = {
    "bay": {"kind": "sea", "adjacent": ["coast", "ocean", "isle"]},
    "ocean": {"kind": "sea", "adjacent": ["isle"]},
    "gulf": {"kind": "sea"},
    "coast": {"kind": "land", "nation": "uk", "adjacent": ["inland", "neutral", "isle", "depot"]},
    "inland": {"kind": "land", "nation": "uk"},
    "neutral": {"kind": "land"},
    "isle": {"kind": "land", "nation": "usa"},
    "depot": {"kind": "land"},
    "camp": {"kind": "land", "nation": "germany"},
}
BAY_UNITS = [
    ("ark", "uk", "aircraft-carrier", 1, "bay"),
    ("swordfish", "uk", "dive-bomber", 1, "@ark"),
    ("wasp", "usa", "aircraft-carrier", 1, "ocean"),
    ("wildcats", "usa", "fighter", 2, "@wasp"),
    ("picket", "uk", "destroyer", 1, "bay"),
    ("raf", "uk", "fighter", 2, "inland"),
    ("guard", "uk", "infantry", 2, "coast"),
    ("reserve", "uk", "infantry", 1, "depot"),
    ("reds", "ussr", "infantry", 1, "neutral"),
    ("army", "germany", "infantry", 4, "camp"),
    ("jg", "germany", "fighter", 2, "camp"),
    ("wolf", "germany", "destroyer", 2, "gulf"),
]
BAY_ATTACKS = [{"at": "coast", "with": {"army": 2, "jg": 2}}, {"at": "bay", "with": {"wolf": 1}}]


def bay(units=BAY_UNITS, attacks=BAY_ATTACKS, spaces=BAY_SPACES, **more):
    """The turn with these attacks, before its first round."""
    return turn_in(parse_scenario(theater(units, attacks, spaces, **more), "test.yaml").start.state)


@dataclass
class Table:
    """Gives the dice that it has and default answers where it has none; stops at the first missing die or at a prefix."""

    dice: dict
    answers: dict
    until: str
    rest: int | None
    asked: dict = field(default_factory=dict)
    rolling: list = field(default_factory=list)

    def faces(self, roll, drawn):
        self.rolling.append(roll)
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
    sheets: list
    states: tuple = ()
    rolling: list = field(default_factory=list)

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
        found = Counter()
        for line in getattr(self.turn.battle(space), side):
            mode = f" {line.mode}" if line.mode else ""
            found[f"{line.kind.name}{mode}{' damaged' if line.damage else ''}"] += line.number
        return dict(found)

    @property
    def flights(self):
        """The units outside the battles, those that have done nothing left out: (kind, status, place) -> number."""
        groups = [group for group in self.turn.groups if group.kind.type.flies or group.status != "at home"]
        found = Counter()
        for group in groups:
            found[group.kind.name, group.status, group.place] += group.number
        return dict(found)

    def told(self, what):
        return [body for body in self.records if body["t"] == "told" and body["what"] == what]

    @property
    def losses(self):
        return [(body["side"], body["unit"], body["count"]) for body in self.told("loss") if body["fate"] != "damaged"]

    def notes(self, rule):
        """The notes that carry a rule's number."""
        return [body["text"] for body in self.told("note") if body["rule"] == rule]

    def rulings(self):
        return {body["option"] for body in self.told("ruling")}


def play(text, dice=None, answers=None, until="", rest=None):
    """Plays a scenario as far as the dice go, or to the first roll or unanswered question whose key begins with `until`."""
    scenario = parse_scenario(text, "test.yaml")
    table = Table(dict(dice or {}), dict(answers or {}), until, rest)
    log = bare_log()
    walk = Walk(scenario.start, log, table)
    waiting, end = "", ""
    try:
        end = walk.run().result
    except Asked as asked:
        waiting = asked.question.key
    assert not table.dice, f"never rolled: {list(table.dice)}"
    assert not table.answers, f"never asked: {list(table.answers)}"
    assert all(lost >= 0 for _, lost in turn_in(walk.states[0]).lost().values()), "there are more units than at the start"
    sheets = scenario.ruleset.tables(walk.states)
    return Played(
        walk.states[0], table.asked, [record.content for record in log.records], waiting, end, sheets, walk.states, table.rolling
    )


def by(answers):
    """Answers by key, whatever the round; the default for the rest."""

    def policy(question):
        key = question.key.partition(".")[2]
        if key in answers:
            return answers[key]
        return dict(question.default) if isinstance(question, Allotment) else question.default

    return policy


class Fork(BaseException):
    """A roll whose outcome nobody has given."""

    def __init__(self, reading):
        super().__init__(reading)
        self.reading = reading


class Course(Referee):
    """One course of events: rolls come to the given outcomes, choices go by a policy."""

    def __init__(self, policy, outcomes=()):
        self.policy = policy
        self.outcomes = list(reversed(outcomes))

    def roll(self, key, reading, by=""):
        if not self.outcomes:
            raise Fork(reading)
        return self.outcomes.pop()

    def decide(self, question):
        return self.policy(question)

    def tell(self, make, *args):
        pass

    def run(self, step, state, until=None):
        """What a procedure returns; or its move when that calls the procedure that begins with `until`."""
        position = Position(step, (state,))
        while True:
            move = position.step(self, *position.args)
            if isinstance(move, Call) and move.step is until:
                return move
            if isinstance(move, Return) and position.stack is None:
                return move.value
            position = follow(move, position.stack, self)


@cache
def parsed(text):
    """One scenario a text, so that its forces can be compared."""
    return parse_scenario(text, "test.yaml")


def courses(text, policy, attacking=True):
    """Every course that one side's fire in the first round can take: what each roll came to, what it left, its chance."""
    referee = Course(policy)
    called = referee.run(*parsed(text).start, until=side_fires)
    if not attacking:
        called = called.back(referee, called.keep, called.state.enemy)
    todo = [((), Fraction(1))]
    while todo:
        rolled, chance = todo.pop()
        course = Course(policy, rolled)
        course.scope, course.round = referee.scope, referee.round
        try:
            left = course.run(side_fires, called.state)
        except Fork as fork:
            outcomes = fork.reading.outcomes()
            total = sum(ways for _, ways in outcomes)
            todo += [((*rolled, hits), chance * Fraction(ways, total)) for hits, ways in outcomes]
        else:
            yield rolled, left, chance


def left_by(text, policy, attacking=True):
    """The exact odds of everything that one side's fire in the first round may leave of the other."""
    odds = Counter()
    for _, left, chance in courses(text, policy, attacking):
        odds[left] += chance
    return dict(odds)
