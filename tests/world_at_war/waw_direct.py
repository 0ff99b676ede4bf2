"""One rule function at a time: called with a referee, and everything that it asked and told."""

import re
from dataclasses import replace

from support import Fought, bare_log
from waw import AXIS_AND_ALLIES, problems, scene

from airwar.engine.moves import End
from airwar.engine.walk import Walk
from airwar.testing.random_play import Rigged


def called(function, *args, dice=None, answers=None, scope="", **more):
    """Calls a rule function; `state` of what is returned is its result. All dice and answers must be used."""
    rigged, log = Rigged(dict(dice or {}), dict(answers or {})), bare_log()
    walk = Walk(End("", None), log, rigged)
    if scope:
        walk.enter(scope, "A test")
    result = function(walk, *args, **more)
    assert not rigged.leftover, f"never asked for: {rigged.leftover}"
    for question in rigged.asked:
        check_labels(question)
    return Fought(End("", result), [record.content for record in log.records], rigged.asked)


def check_labels(question):
    """Everything that may be allotted is said in words, and nothing else is."""
    labels = getattr(question, "labels", None)
    if labels is not None and not question.key.endswith("japan.build"):  # there is one thing to build
        assert set(question.items) <= set(labels), f"{question.key}: {set(question.items) - set(labels)} without a label"


def begun(rest, head=AXIS_AND_ALLIES, phase="movement", part=""):
    """The turn of a scenario before anything is done, in one of its phases."""
    return replace(scene(rest, head).start.state, phase=phase, part=part)


def holding(turn):
    """What every unit has, by status: id -> (home, ready, flown, at sea, inverted, flying)."""
    return {one.id: (one.home, one.ready, one.flown, one.at_sea, one.inverted, one.flying) for one in turn.units if one.left}


def changed_base(turn, name, **changes):
    return turn.with_base(replace(turn.base(name), **changes))


def changed_carrier(turn, name, **changes):
    return turn.with_carrier(replace(turn.carrier(name), **changes))


def changed_unit(turn, name, **changes):
    return turn.with_units([turn.unit(name)._replace(**changes)])


def options(question):
    """What a question offers, in its order: options, or items and how many of each."""
    return list(question.options) if hasattr(question, "options") else dict(question.items)


def cited(sentence):
    """The rule that a refusal cites; None if nothing is refused."""
    if sentence is None:
        return None
    found = re.findall(r"\(([0-9a-z][^()]*)\)$", sentence)
    return found[-1] if found else ""


def complaints(rest, head=AXIS_AND_ALLIES):
    """What is wrong with a scenario: line and column below the head, and the rule."""
    found = []
    for problem in problems(rest, head):
        line, column, sentence = problem.split(":", 2)
        found.append((f"{line}:{column}", cited(sentence)))
    return found
