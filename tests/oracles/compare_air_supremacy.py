"""Random turns under the Air Supremacy rules, one to three battles each, fought by airwar and by the naive program alike.

python tests/oracles/compare_air_supremacy.py 10000
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_air_supremacy as naive
from side_by_side import main
from support import bare_log

from airwar.engine.walk import Walk
from airwar.rulesets.air_supremacy.turn import Status
from airwar.setup.loading import parse_scenario

KINDS = ("infantry", "armor", "artillery", "aa-gun", "fighter", "dive-bomber", "dogfighter", "bomber")
AIRCRAFT = ("fighter", "dive-bomber", "dogfighter", "bomber")
TYPES = {"aa-gun": "anti-aircraft"}
KIND_OF = {TYPES.get(kind, kind): kind for kind in KINDS}
MOST_ROUNDS = 10
ADJACENT = {  # depot and rear are never attacked; base may be
    "north": ("south", "base", "rear"),
    "south": ("north", "base", "depot", "rear"),
    "base": ("north", "south", "rear"),
    "depot": ("south", "rear"),
    "rear": (),
}
HEAD = """airwar: 1
ruleset: air-supremacy
title: a random turn
attacker: germany
options: {placeholder-values: yes}
spaces:
  north: {kind: land, nation: uk, adjacent: [south, base, rear]}
  south: {kind: land, nation: uk, adjacent: [depot, base, rear]}
  base: {kind: land, nation: uk, adjacent: [rear]}
  depot: {kind: land, nation: uk, adjacent: [rear]}
  rear: {kind: land, nation: uk}
  camp: {kind: land, nation: germany}
units:
"""


def random_force(random, kinds, most):
    return Counter({kind: random.randint(1, most) for kind in kinds if random.random() < 0.45}) or Counter({kinds[0]: 1})


def shuffled(random):
    kinds = list(KINDS)
    random.shuffle(kinds)
    return kinds


def random_policy(random):
    return {
        "attacker": {
            "rolls": shuffled(random),
            "losses": shuffled(random),
            "bomber_fights": random.random() < 0.5,
            "bombs_on_grounded": False,
            "calls_off": random.randint(2, MOST_ROUNDS),
            "withdraws": {kind: random.randint(2, 4) for kind in KINDS if random.random() < 0.15},
        },
        "defender": {
            "rolls": shuffled(random),
            "losses": shuffled(random),
            "bombs_on_grounded": random.random() < 0.5,
            "ground": random.sample(AIRCRAFT, random.choice((0, 0, 1, 2, 4))),
            "retreat": {kind: random.randint(1, 4) for kind in KINDS if random.random() < 0.15},
        },
    }


def random_position(seed):
    random = Random(seed)
    most = random.choice((2, 3, 5))
    attacked = random.choice((("south",), ("north", "south"), ("north", "south", "base")))
    spaces = [space for space in ("base", "depot") if space not in attacked]
    preference = list(attacked)
    random.shuffle(preference)
    position = {
        "attackers": {space: random_force(random, KINDS, most) for space in attacked},
        "defenders": {space: random_force(random, KINDS, most) for space in attacked},
        "at home": {space: random_force(random, AIRCRAFT, 2) for space in spaces if random.random() < 0.6},
        "dispatches": {
            "rounds": random.sample(range(1, MOST_ROUNDS), random.randint(1, MOST_ROUNDS - 1)),
            "spaces": preference,
        },
        "policy": {space: random_policy(random) for space in attacked},
        "seed": seed,
    }
    if attacked == ("north", "south"):
        short_beside_long(random, position)
    return position


def short_beside_long(random, position):
    """A short battle beside a long one, so that aircraft fly more than once."""
    for force in ("attackers", "defenders"):
        position[force]["north"] = random_force(random, ("infantry", "fighter"), 1)
        position[force]["south"] = Counter({"infantry": random.randint(8, 16)}) + random_force(random, AIRCRAFT, 1)
    position["at home"]["base"] = random_force(random, AIRCRAFT, 2)
    position["dispatches"]["spaces"] = ["north", "south"]
    position["policy"]["south"]["attacker"]["calls_off"] = MOST_ROUNDS


def scenario_of(position):
    lines = [HEAD.rstrip()]
    battles = ["battles:"]
    for space, units in position["attackers"].items():
        for kind, number in units.items():
            lines.append(f"  - {{id: {space}-{kind}, nation: germany, type: {TYPES.get(kind, kind)}, count: {number}, at: camp}}")
        force = ", ".join(f"{space}-{kind}: {number}" for kind, number in units.items())
        battles += [f"  - at: {space}", f"    with: {{{force}}}"]
    for space, units in (*position["defenders"].items(), *position["at home"].items()):
        for kind, number in units.items():
            lines.append(f"  - {{id: uk-{space}-{kind}, nation: uk, type: {TYPES.get(kind, kind)}, count: {number}, at: {space}}}")
    return "\n".join([*lines, *battles]) + "\n"


class Streams:
    """A stream of dice for each round, space, side, sort of shot and value."""

    def __init__(self, seed):
        self.seed = seed
        self.streams = {}

    def next(self, number, space, side, sort, value):
        key = f"{self.seed} {number} {space} {side} {sort} {value}"
        if key not in self.streams:
            self.streams[key] = Random(key)
        return self.streams[key].randint(1, 12)


SORTS = {"air": "air", "bombs": "bombs", "surface": "fire", "surface-only": "fire"}


class Answers:
    """Dice from the streams, and simple policies."""

    def __init__(self, position):
        self.position = position
        self.streams = Streams(position["seed"])
        self.grounded = {}  # by space: the round in which aircraft are on the ground there

    def faces(self, roll, drawn):
        number, space, side, what = roll.key.split(".", 3)
        number = int(number[1:])
        sort = SORTS[what.split(".")[0] if "." in what else what.rpartition("-")[0]]
        if sort == "bombs" and self.grounded.get(space) != number:
            sort = "fire"
        reading = roll.reading
        return tuple(self.streams.next(number, space, side, sort, reading.needed) for _ in range(reading.dice.count)), "scripted"

    def choice(self, question):
        number, _, rest = question.key.partition(".")
        number = int(number[1:])
        space, who, what = rest.split(".", 2)
        if what == "dispatch":
            return self.dispatched(question, number)
        policy = self.position["policy"][space]
        if what == "go-on":
            return self.goes_on(question, policy["attacker"], number)
        if what == "withdraw":
            withdraws = policy["attacker"]["withdraws"]
            return {name: most for name, most in question.items.items() if withdraws.get(kind_of(name)) == number}
        if what == "retreat":
            retreat = policy["defender"]["retreat"]
            return {name: most for name, most in question.items.items() if retreat.get(kind_of(name)) == number}
        if what == "ground":
            answer = {name: most for name, most in question.items.items() if kind_of(name) in policy["defender"]["ground"]}
            if answer:
                self.grounded[space] = number
            return answer
        if what.startswith("next-"):
            return self.next_shot(question, who, policy[who])
        if what.startswith("losses-"):
            return self.losses(question, policy[who], what.removeprefix("losses-"), space)
        return question.default

    def goes_on(self, question, policy, number):
        """Calls the battle off, or withdraws some kinds of unit if others stay, when their round has come."""
        if policy["calls_off"] == number:
            return "call-off"
        facts = question.facts()
        there = {kind for type_, kind in KIND_OF.items() if facts.get(f"own.{type_}")}
        leaving = {kind for kind in there if policy["withdraws"].get(kind) == number}
        return "withdraw-some" if leaving and leaving != there else "fight"

    def dispatched(self, question, number):
        """All aircraft go to the first space of the list that is offered to them."""
        dispatches, answer = self.position["dispatches"], {}
        if number not in dispatches["rounds"]:
            return answer
        for type_ in dict.fromkeys(name.rpartition("-to-")[0] for name in question.items):
            offered = [f"{type_}-to-{space}" for space in dispatches["spaces"] if f"{type_}-to-{space}" in question.items]
            answer[offered[0]] = question.items[offered[0]]
        return answer

    def next_shot(self, question, side, policy):
        """The next kind of the list that has yet to roll, one unit at a time."""
        for kind in policy["rolls"]:
            name = TYPES.get(kind, kind)
            if kind == "bomber" and side == "attacker" and not policy["bomber_fights"]:
                if f"{name}-bombs" in question.options:
                    return f"{name}-bombs"
            elif f"{name}-air" in question.options:
                return f"{name}-air"
        raise AssertionError(f"nobody to roll: {list(question.options)}")

    def losses(self, question, policy, which, space):
        left, answer = question.least, {}

        def key(name):
            grounded = name.endswith("-grounded")
            # only bombs offer grounded aircraft beside surface units
            first = which == "bombs" and grounded and policy["bombs_on_grounded"]
            last = which == "bombs" and grounded and not policy["bombs_on_grounded"]
            home = next((home for home in ADJACENT if f"-{home}" in name), "")
            away = bool(home) and home != space
            status = ("arriving" in name, "leaving" in name)
            return not first, last, policy["losses"].index(kind_of(name)), away, home, status

        for name in sorted(question.items, key=key):
            answer[name] = min(left, question.items[name])
            left -= answer[name]
        return answer


def kind_of(name):
    """The kind of unit in a name such as uk-fighter-grounded."""
    nation, _, rest = name.partition("-")
    assert nation in ("uk", "germany"), name
    return KIND_OF[max((type_ for type_ in KIND_OF if rest.startswith(type_)), key=len)]


NAMES = {
    "anti-aircraft gun": "aa-gun",
    "dive bomber": "dive-bomber",
}


def lost_by_round(log, names):
    """What each side lost in each round, damage apart, as the naive program names it."""
    lost = []
    for record in log.records:
        body = record.content
        if body["t"] == "round":
            lost.append(Counter())
        elif body["t"] == "told" and body["what"] == "loss" and body["fate"] != "damaged":
            side = "attacker" if body["side"] == "Germany" else "defender"
            lost[-1][side, names.get(body["unit"], body["unit"])] += body["count"]
    return lost


def by_airwar(position):
    answers, log = Answers(position), bare_log()
    end = Walk(parse_scenario(scenario_of(position), "random.yaml").start, log, answers).run()
    lost = lost_by_round(log, NAMES)
    retreated = Counter()
    for group in end.state.groups:
        if group.kind.nation == "uk" and group.status in (Status.OUT, Status.LEFT):
            retreated[KIND_OF[group.kind.type.id]] += group.number
    return {"ends": {battle.space: battle.result for battle in end.state.battles}, "lost": lost, "retreated": retreated}


def by_naive(position):
    battles = [
        naive.Battle(
            space,
            units_of(position["attackers"][space], ""),
            units_of(position["defenders"][space], space),
            Streams(position["seed"]).next,
            policy,
        )
        for space, policy in position["policy"].items()
    ]
    at_home = [unit for space, units in position["at home"].items() for unit in units_of(units, space)]
    outcome = naive.fight(battles, at_home, ADJACENT, position["dispatches"])
    lost = [Counter(("defender" if unit["home"] else "attacker", unit["kind"]) for _, unit in one) for one in outcome["lost"]]
    return {"ends": outcome["ends"], "lost": lost, "retreated": Counter(unit["kind"] for unit in outcome["retreated"])}


def units_of(numbers, home):
    return [
        {"id": f"{home}-{kind}-{number}", "kind": kind, "home": home} for kind, count in numbers.items() for number in range(count)
    ]


def compare(seed):
    """What airwar and the naive program say about one random battle."""
    position = random_position(seed)
    return by_airwar(position), by_naive(position)


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
