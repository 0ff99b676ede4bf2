"""An order written into a file and given at the prompt: taken or refused for one reason, and carried out alike.

A random turn is played in which nothing else is ordered. What a file cannot know is refused when the time of the order has come.
"""

import re
from typing import Any, NamedTuple

from drafts import written
from writer import lines_of

from airwar.answers.chance import MachineDice
from airwar.engine.questions import Allotment, Fact
from airwar.engine.walk import Walk
from airwar.errors import BadScenario
from airwar.rulesets.kit import differences
from airwar.setup.loading import parse_scenario
from airwar.testing.random_play import bare_log

IN_ALL = "|".join((  # a reason that holds for all answers, or for now: the file may have another
    "no unit is active", "allows no flight", " cannot: ", "of 0 points", "no active transport", "no guns can", "can be carried",
    "no plane of", "bases of the transports have", "the mission carries", "that is (expected|inactive)", "no plane is over",
    "there is no target", "nobody can", "has no base within", "no (other )?base has room", "has no hex where",
    "no carrier or port", "nothing to", "that is free can", "nobody attacks", "aircraft (need|alone)",
))  # fmt: skip


class Order(NamedTuple):
    """An order as a section of a file, and as answers to questions, by the ends of their keys."""

    section: str
    said: Any
    answers: dict[str, Any]
    kind: str = ""  # where a section has several


class Refused(Exception):
    pass


class Gives:
    """Gives one order, and leaves everything else as it is; whatever is asked about a distance, it is one hex."""

    def __init__(self, answers, reason):
        self.left, self.reason, self.dice = dict(answers), reason, MachineDice(7)

    def faces(self, roll, drawn):
        return self.dice.faces(drawn, roll.reading.dice.count, roll.reading.dice.sides), "machine"

    def choice(self, question):
        key = next((key for key in self.left if re.search(f"(^|\\.){key}$", question.key)), None)
        if key is not None:
            answer = self.left.pop(key)
            why = self.reason(question, answer, self.left) or question.refuses(answer)
            if why:
                raise Refused(why, *reasons_alone(question, answer))
            return answer
        if isinstance(question, Fact):
            return "1" if question.key.startswith("distance") else question.examples[0]
        return question.default


class Played(NamedTuple):
    refused: tuple[str, ...]  # the reason for an order, then those for each of its units
    unasked: bool
    outcome: Any
    notes: list[str]


def reasons_alone(question, answer):
    """Why each part of an answer would be refused alone."""
    parts = answer.items() if isinstance(question, Allotment) else ()
    return [str(why) for name, number in parts if (why := question.refuses({name: number}))]


def as_said(question, answer, left):
    """The reason of the prompt is the one that counts."""


def played(scenario, answers=None, reason=as_said):
    """A turn in which an order is given: why it is refused, or all that happens."""
    gives, log = Gives(answers or {}, reason), bare_log()
    try:
        end = Walk(scenario.start, log, gives).run()
    except Refused as refused:
        return Played(refused.args, False, None, [])
    records = [record.content for record in log.records]
    told = [record for record in records if record["t"] == "told"]
    rolls = [record["dice"] for record in records if record["t"] == "roll"]
    losses = [(record["unit"], record["count"], record["fate"]) for record in told if record["what"] == "loss"]
    where = sorted(map(tuple, scenario.ruleset.standing((end.state,))))
    after, _ = scenario.ruleset.following.passed(end.state, scenario.start.state)
    notes = [record["text"] for record in told if record["what"] == "note"]
    return Played((), any(gives.left.values()), (rolls, losses, where, after), notes)


def text_of(tree, order=None):
    """A scenario with one order, or without any."""
    tree = tree if order is None else {**tree, order.section: order.said}
    return "".join(f"{line}\n" for line, _ in lines_of(tree))


def agreement(tree, base, order, reason=as_said):
    """How file and prompt agree about an order; fails where they do not.

    `reason` may know at the first question of an order why what follows is refused.
    """
    prompt, problems = played(base, order.answers, reason), []
    try:
        file = played(parse_scenario(text_of(tree, order), "random.yaml"))
    except BadScenario as bad:
        problems = [problem.text for problem in bad.problems]
    at = f"{text_of(tree, order)}\n{order.answers}\nthe file says {problems}, the prompt {prompt.refused}"
    why, too_many = prompt.refused, any(re.search("is not between|in all; expected", text) for text in prompt.refused)
    in_all = prompt.unasked or any(re.search(IN_ALL, text) for text in why)
    if problems:
        assert in_all or too_many or {*map(rule_of, why)} & {*map(rule_of, problems)}, at
        return "refused"
    if file.outcome == prompt.outcome:
        return "carried out"
    nothing_happens = file.outcome[:-1] == played(base).outcome[:-1]  # to any unit
    said = any(text in note or rule_of(text) in (rule_of(note), None) for text in why for note in file.notes)
    assert said or too_many or (in_all and nothing_happens), f"{at}; it is carried out: {differing(file, prompt)}"
    return "refused later"


def differing(file, prompt):
    """What came of an order in a file, and what came of it at the prompt."""
    if prompt.outcome is None:
        return file.notes
    *_, after = file.outcome
    *_, later = prompt.outcome
    return [*file.notes, "but", *prompt.notes, "so", *differences(after, later)]


def rule_of(text):
    return next(reversed(re.findall(r"\(([^()]*\d[^()]*)\)", text)), None)


def turns(chance, ruleset, ordered, unordered):
    """Random scenarios in which nothing is ordered yet."""
    while True:
        found = written(chance, ruleset)
        tree = {name: value for name, value in found.tree.items() if name not in {*ordered, "choices"}}
        tree = unordered(tree | {"orders": "ask"})
        try:
            yield tree, parse_scenario(text_of(tree), "random.yaml")
        except BadScenario:
            continue
