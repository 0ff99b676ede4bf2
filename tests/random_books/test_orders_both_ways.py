"""Orders of World at War, written into the file and given at the prompt: taken or refused for one reason, and carried out alike.

A random turn is played in which nothing else is ordered. What a file cannot know is refused when the time of the order has come.
"""

import re
from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest
from drafts import written
from writer import lines_of

from airwar.answers.chance import MachineDice
from airwar.engine.questions import Fact
from airwar.engine.walk import Walk
from airwar.errors import BadScenario
from airwar.rulesets.world_at_war.airbases import POWERS
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import bare_log

ORDERED = {
    "staging", "transfers", "airbases", "counterair", "transports", "battles", "fallen", "sunk", "at-sea", "redeployment",
    "bombing", "strategic-redeployment", "choices",
}  # fmt: skip
IN_ALL = r"nobody can|has no base within|no (other )?base has room|has no hex where|no carrier or port|nothing to"  # of all answers
PHASES = {"movement": "displacement", "combat": "displacement.combat"}
SEAS = {"movement": "sinkings.movement", "combat": "sinkings"}
SUPPORT = {"overrun": "overruns", "regular": "ground-support", "exploitation": "exploitation-support"}


class Order(NamedTuple):
    """An order as a section of a file, and as answers to questions, by the ends of their keys."""

    section: str
    said: Any
    answers: dict[str, Any]


class Refused(Exception):
    pass


class Gives:
    """Gives one order, and leaves everything else as it is; whatever is asked about a distance, it is one hex."""

    def __init__(self, answers):
        self.left, self.dice = dict(answers), MachineDice(7)

    def faces(self, roll, drawn):
        return self.dice.faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question):
        key = next((key for key in self.left if re.search(f"(^|\\.){key}$", question.key)), None)
        if key is not None:
            answer = self.left.pop(key)
            if why := question.refuses(answer):
                raise Refused(why)
            return answer
        if isinstance(question, Fact):
            return "1" if question.key.startswith("distance") else question.examples[0]
        return question.default


class Played(NamedTuple):
    refused: str | None
    unasked: bool
    outcome: Any
    notes: list[str]


def played(scenario, answers=None):
    """A turn in which an order is given: why it is refused, or all that happens."""
    gives, log = Gives(answers or {}), bare_log()
    try:
        end = Walk(scenario.start, log, gives).run()
    except Refused as refused:
        return Played(str(refused), False, None, [])
    records = [record.content for record in log.records]
    told = [record for record in records if record["t"] == "told"]
    rolls = [(record["key"], record["dice"]) for record in records if record["t"] == "roll"]
    losses = [(record["unit"], record["count"], record["fate"]) for record in told if record["what"] == "loss"]
    where = sorted(map(tuple, scenario.ruleset.standing((end.state,))))
    notes = [record["text"] for record in told if record["what"] == "note"]
    return Played(None, any(gives.left.values()), (end.result, rolls, losses, where), notes)


def text_of(tree, order=None):
    """A scenario with one order, or without any."""
    tree = tree if order is None else {**tree, order.section: order.said}
    return "".join(f"{line}\n" for line, _ in lines_of(tree))


def agreement(tree, base, order):
    """How file and prompt agree about an order; fails where they do not."""
    prompt, problems = played(base, order.answers), []
    try:
        file = played(parse_scenario(text_of(tree, order), "random.yaml"))
    except BadScenario as bad:
        problems = [problem.text for problem in bad.problems]
    at = f"{order}\nthe file says {problems}, the prompt {prompt.refused!r}"
    why = prompt.refused or ""
    in_all, too_many = prompt.unasked or re.search(IN_ALL, why), "is not between" in why
    if problems:
        same_rule = rule_of(why) in [rule_of(text) for text in problems]
        assert in_all or (why and (why in problems or same_rule or too_many)), at
        return "refused"
    if file.outcome == prompt.outcome:
        return "carried out"
    nothing_happens = file.outcome == played(base).outcome
    said = why and any(why in note for note in file.notes)
    assert said or too_many or (in_all and nothing_happens), f"{at}; it is carried out: {file}"
    return "refused later"


def rule_of(text):
    return (re.findall(r"\(([^()]*\d[^()]*)\)", text) or [""])[-1]


def orders_of(chance, turn):
    """One random order of every kind; most of them are sensible."""
    side, named = turn.setting.attacker, turn.setting.name

    def one(every, sensible=()):
        liked = [name for name in every if name in sensible]
        return chance.choice(liked if liked and chance.random() < 0.8 else list(every))

    units = [unit for unit in turn.units if not unit.strategic]
    by_id = {unit.id: unit for unit in turn.units}
    bases, carriers = [base.id for base in turn.bases], list(turn.setting.carriers)
    own_bases = {base.id for base in turn.bases if base.side == side}
    enemy_bases = {*bases} - own_bases
    own = {unit.id for unit in turn.units if unit.side == side and unit.number}

    def force(types, candidates):
        liked = [unit.id for unit in candidates if unit.type in types and unit.id in own and unit.ready]
        chosen = {one([unit.id for unit in candidates], liked) for _ in range(chance.randint(1, 2))}
        return {unit.id: chance.randint(1, max(1, unit.number)) for unit in candidates if unit.id in chosen}

    if units:
        ids = [unit.id for unit in units]
        unit, to, phase = one(ids, own), one(bases, own_bases), chance.choice(("movement", "combat"))
        number = chance.randint(1, max(1, by_id[unit].number))
        moved = [{"unit": unit, "to": to, "count": number}]
        yield Order("staging", moved, {r"staging\.attacker\.order\.1": unit, rf"attacker\.stage\.{unit}": {to: number}})
        answers = {r"redeployment\.attacker\.order\.1": unit, rf"attacker\.redeploy\.{unit}": {to: number}}
        yield Order("redeployment", moved, answers)
        there = {place for place in (*bases, *carriers) if turn.hex_of(place) == turn.hex_of(by_id[unit].home)}
        place, when = one((*bases, *carriers), there), chance.choice(("movement", "redeployment"))
        said = [{"unit": unit, "to": place, "count": number, "phase": when}]
        key = rf"{when}\.transfers(-after)?\.attacker\.order\.1"
        yield Order("transfers", said, {key: unit, rf"attacker\.transfer\.{unit}": {place: number}})
        at, flying = one(bases, enemy_bases), force(("aaf", "nas", "jet"), units)
        answers = {rf"{phase}\.counterair\.attacker\.order\.1": at, r"attacker\.commit": flying}
        yield Order("counterair", [{"at": at, "with": flying, "phase": phase}], answers)
        kind, attack, defend = chance.choice(tuple(SUPPORT)), chance.randint(1, 6), chance.randint(0, 3)
        said = {"at": at, "kind": kind, "attackers": attack, "defenders": [{"factors": defend}] * bool(defend), "with": flying}
        answers = {
            rf"{SUPPORT[kind]}\.attacker\.order\.1": at, r"attacker\.forces": {"by-land": attack},
            r"referee\.defenders": {"dm-1": defend}, r"attacker\.support": flying,
        }  # fmt: skip
        yield Order("battles", [said], answers)
    at, phase, what = chance.choice(bases), chance.choice(tuple(PHASES)), chance.choice(("hex", "airbase"))
    event = {rf"{PHASES[phase]}\.referee\.event\.1": at if what == "hex" else f"{at}/airbase"}
    yield Order("fallen", [{"at": at, "phase": phase, "kind": what}], event)
    if carriers:
        ship = chance.choice(carriers)
        yield Order("sunk", [{"carrier": ship, "phase": phase}], {rf"{SEAS[phase]}\.referee\.event\.1": ship})
    power = one(POWERS, [power for power in POWERS if turn.setting.alliances.side(power) == side])
    at, phase = one(bases, own_bases), chance.choice(("movement", "construction", "redeployment"))
    source = chance.choice((None, None, *bases))
    answers = {
        rf"{phase}\.airbases\.attacker\.order\.1": power,
        r"attacker\.airbase-hex\.1": at,
        r"attacker\.airbase-from\.1": source or "stock",
    }
    said = {"nation": power, "at": at, "phase": phase} | ({"from": source} if source else {})
    yield Order("airbases", [said], answers)
    if turn.strategic and turn.setting.strategy.fronts:
        unit, front = chance.choice(turn.strategic), chance.choice(list(turn.setting.strategy.fronts))
        answers = {r"strategic\.attacker\.order\.1": unit.id, rf"attacker\.front\.{unit.id}": {front: unit.number}}
        yield Order("strategic-redeployment", {unit.id: front}, answers)
    if turn.setting.strategy.targets and turn.units:
        target = chance.choice(list(turn.setting.strategy.targets.values()))
        bombers, escort = force(("bomber", "aaf"), turn.units), force(("aaf", "interceptor", "jet"), turn.units)
        said = {"id": target.id, "name": named(target.id), "front": target.front, "bombers": bombers, "escort": escort}
        said |= {name: getattr(target, name) for name in ("nation", "box", "hex") if getattr(target, name)}
        said |= {"distances": dict(target.distances)} if target.distances else {}
        said |= {"passes": {front: dict(way) for front, way in target.passes.items()}} if target.passes else {}
        answers = {r"bombing\.attacker\.order\.1": target.id, r"attacker\.bombers": bombers, r"attacker\.escort": escort}
        yield Order("bombing", [said], answers)


def turns(chance):
    """Random scenarios in which nothing is ordered yet, and where all air is ready."""
    while True:
        found = written(chance, "world-at-war")
        tree = {name: value for name, value in found.tree.items() if name not in ORDERED} | {"orders": "ask", "turn": True}
        for unit in tree.get("units") or ():
            unit["inverted"] = 0
        try:
            yield tree, parse_scenario(text_of(tree), "random.yaml")
        except BadScenario:
            continue


@pytest.mark.slow
def test_18_5_the_file_and_the_prompt_take_and_refuse_the_same_orders(games):
    chance, counts = Random(1943), Counter()
    for _, (tree, scenario) in zip(range(games or 60), turns(chance), strict=False):
        for _ in range(2):
            for order in orders_of(chance, scenario.start.state):
                counts[order.section, agreement(tree, scenario, order)] += 1
    kinds = {section for section, _ in counts}
    assert {section for section, how in counts if how == "carried out"} >= kinds - {"bombing"}, counts
    assert {section for section, how in counts if how != "carried out"} >= kinds - {"sunk"}, counts
