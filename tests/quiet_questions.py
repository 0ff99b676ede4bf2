"""The questions with one sensible answer, of which a player is not asked unless he wants to be."""

from fnmatch import fnmatchcase

from airwar.engine.questions import Allotment, Fact

ALL, NONE, SOME = "all", "none", "some"
QUIET = {  # by game: the only questions that may be quiet, and their usual answer; some of these are real questions elsewhere
    "world-at-war": {
        "*.uninvert": "uninvert",
        "*.return.*": SOME,  # home
        "*.route.*": NONE,
        "*.attacker.also": NONE,
        "*.referee.lands": SOME,  # home
        "*.cargo.*": "infantry",
        "*.passengers.*": SOME,  # units that nobody can tell apart
        "*.attacker.attack": "attack",
        "*.defender.use": ALL,  # against overruns and exploitation: nothing comes later
        "*.defender.use-deferred": ALL,
        "*.ground-losses": SOME,  # as few as are enough, where only one kind of factors can be given up
        "*.defender.losses.*": SOME,  # units that nobody can tell apart
    },
    "ocs": {
        "*.land.*": SOME,  # home
        "*.abort.*": SOME,  # home
        "*.refit.*": ALL,
        "*.strike": SOME,  # those that were sent to strike
        "*.advantage": NONE,
        "*.stays": "no",
        "*.overrun": "no",
        "*.self-inflicted": "no",
        "*.order": "done",  # where planes and guns can do nothing
    },
    "air-supremacy": {},
    "dark-crusade": {},
    "war-in-europe": {},
}
NEVER = (  # quiet in no game: real decisions, events elsewhere, and what somebody reads from a table or a map
    "*.order",
    "*.order.*",
    "*.event.*",
    "*.target",
    "*.kinds",
    "*.types",
    "*.attacker.losses*",
    "*.ground-losses",
    "*.ground.losses",
    "*.next-*",
    "*.split",
    "*.displace.*",
    "*.disengage",
    "*.retreat",
    "*.withdraw",
    "*.go-on",
    "*.continue",
    "*.press",
    "*.stand",
    "*.intercept",
    "*.another-round",
    "*.abort-before",
    "*.abort-after",
    "*.by-hand",
    "*.referee.landed",  # the rules do not know what happened at sea
    "*.defender.stay",
    "*.ends.*",  # either end of the flight (18.545)
    "*.refuge.*",  # any refuge within staging range, not the nearest (18.523)
    "*.defender.attack",  # interceptors that hold back can be used again (18.623)
)


def matches(key, patterns):
    """The patterns that a key matches, whatever battle or phase it begins with."""
    return {pattern for pattern in patterns if fnmatchcase(f".{key}", pattern)}


def faults(question, allowed):
    """What is wrong with a quiet question."""
    found = matches(question.key, allowed)
    if isinstance(question, Fact):
        yield f"{question.key}: nobody knows a fact without being told"
    elif question.refuses(question.default) is not None:
        yield f"{question.key}: its usual answer is refused"
    elif not found:
        yield f"{question.key}: not in the list"
    else:
        yield from (f"{question.key}: not {allowed[pattern]}" for pattern in found if not is_usual(question, allowed[pattern]))
    real = matches(question.key, NEVER) - set(allowed)
    yield from (f"{question.key}: {pattern} is a real question" for pattern in real)


def is_usual(question, meant):
    """Whether the default is the answer that practically everybody gives."""
    if isinstance(question, Allotment) and meant in question.items:
        return question.default[meant] == question.most
    if isinstance(question, Allotment) and meant in (ALL, NONE):
        return question.default == (question.items if meant == ALL else dict.fromkeys(question.items, 0))
    return meant in (SOME, question.default)
