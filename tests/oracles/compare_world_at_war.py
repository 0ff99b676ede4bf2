"""Random counterair battles of A World at War, fought by airwar and by the naive program with the same dice and decisions.

python tests/oracles/compare_world_at_war.py 10000
"""

import sys
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_world_at_war as naive
from side_by_side import main
from support import bare_log

from airwar.engine.walk import Walk
from airwar.setup.loading import parse_scenario

NATION_NAMES = {
    "germany": "Germany",
    "italy": "Italy",
    "japan": "Japan",
    "rumania": "Rumania",
    "finland": "Finland",
    "britain": "Britain",
    "us": "United States",
    "russia": "Russia",
    "australia": "Australia",
    "poland": "Poland",
    "free-france": "Free French",
}
SIDES = {"axis": ("germany", "italy", "japan", "rumania", "finland")}
SIDES["allies"] = ("britain", "us", "russia", "australia", "poland", "free-france")
NAVAL = ("germany", "italy", "japan", "britain", "us", "australia")
KINDS = {"aaf": "army", "nas": "naval", "jet": "jet", "transport": "transport"}
HEAD = """airwar: 1
ruleset: world-at-war
title: a random counterair
theater: europe
sides: {axis: [germany, italy, japan, rumania, finland], allies: [britain, us, russia, australia, poland, free-france]}
attacker: axis
unlisted-distances: far
"""
MOST_ROUNDS = 12


def random_units(random, side, kinds, at, reserve):
    """Units of different types at one base. Each is (id, nation, type, elite, count, inverted, in reserve)."""
    units = []
    naval = random.random() < 0.4
    size = random.choice((2, 3, 6, 12))
    for _ in range(random.randint(1, 4)):
        type_ = random.choice(kinds)
        if type_ == "nas" and not naval:
            type_ = "aaf"
        nation = random.choice(NAVAL if type_ == "nas" else SIDES[side])
        nation = nation if nation in SIDES[side] else ("japan" if side == "axis" else "britain")
        elite = type_ == "nas" and nation == "japan" and random.random() < 0.5
        count = min(random.randint(1, size), 30 - sum(unit[4] for unit in units))
        if not count:
            continue
        inverted = random.randint(0, count) if side == "allies" and random.random() < 0.4 else 0
        later = reserve and units and random.random() < 0.25
        units.append((f"{at}{len(units)}", nation, type_, elite, count, inverted, later))
    if side == "allies" or any(not unit[6] for unit in units):
        return units
    return [(*unit[:6], False) for unit in units]


def random_position(seed):
    random = Random(seed)
    position = {
        "attackers": random_units(random, "axis", ("aaf", "aaf", "nas", "jet"), "a", True),
        "defenders": random_units(random, "allies", ("aaf", "aaf", "nas", "jet", "transport"), "d", False),
        "winter": {},
        "supply": random.choice(("full", "full", "partial")),
        "research": {nation: random.randint(0, 1) for nation in ("germany", "us")},
        "dice": [[[random.randint(1, 6) for _ in range(2)] for _ in range(2)] for _ in range(MOST_ROUNDS)],
        "engage": random.random() < 0.5,
        "targets": random.choice(("uninverted", "both")),
        "inverted_first": random.random() < 0.5,
        "which_order": random.randint(0, 3),
        "attacker_leaves_after": random.randint(1, MOST_ROUNDS),
        "defender_leaves_after": random.choice((None, None, 1, 2, 4)),
    }
    for unit in position["attackers"] + position["defenders"]:
        position["winter"][unit[0]] = 8 if random.random() < 0.15 else 0
    return position


def scenario_of(position):
    lines = [HEAD, "bases:", f"  home: {{side: axis, facilities: [{', '.join(['city'] * 6)}]}}"]
    cities = ", ".join(["city"] * 6)
    lines += [f"  target: {{side: allies, facilities: [{cities}], supply: {position['supply']}}}"]
    lines += [f"  refuge: {{side: allies, facilities: [{cities}]}}", f"  refuge-two: {{side: allies, facilities: [{cities}]}}"]
    lines += ["distances: {home: {target: 1}, target: {refuge: 4, refuge-two: 4}}"]
    nations = {unit[1] for unit in position["attackers"] + position["defenders"]}
    research = [
        f"{nation}: {{jets: 12, air-nationality: {position['research'].get(nation, 0)}}}"
        for nation in sorted(nations & {"germany", "italy", "japan", "britain", "us", "russia"})
    ]
    jets = {unit[1] for unit in position["attackers"] + position["defenders"] if unit[2] == "jet"}
    research += [f"{nation}: {{jets: 12}}" for nation in sorted(jets - {"germany", "italy", "japan", "britain", "us", "russia"})]
    lines += [f"research: {{{', '.join(research)}}}"] if research else []
    lines += ["units:"]
    for name, nation, type_, elite, count, inverted, _ in position["attackers"] + position["defenders"]:
        more = f", inverted: {inverted}" * bool(inverted) + ", elite: true" * elite + f", winter: {position['winter'][name]}"
        at = "home" if name[0] == "a" else "target"
        lines.append(f"  - {{id: {name}, nation: {nation}, type: {type_}, count: {count}, at: {at}{more}}}")
    flying = ", ".join(f"{unit[0]}: {unit[4]}" for unit in position["attackers"] if not unit[6])
    lines += ["counterair:", f"  - {{at: target, with: {{{flying}}}}}"]
    return "\n".join(lines) + "\n"


class Answers:
    """Rigged dice and simple policies; remembers how the owners ordered tied types and kinds."""

    def __init__(self, position):
        self.position = position
        self.orders = {}

    def faces(self, roll, drawn):
        _, number, side, _ = roll.key.split(".")
        return tuple(self.position["dice"][int(number[1:]) - 1][side == "defender"]), "scripted"

    def choice(self, question):
        key = question.key.split(".")
        number = int(key[1][1:]) if len(key) > 1 and key[1][:1] == "r" and key[1][1:].isdigit() else 0
        what = ".".join(key[2:])
        if what.endswith("disengage"):
            side = key[2]
            leaves = self.position[f"{side}_leaves_after"]
            return "disengage" if leaves == number else "stay"
        if what == "attacker.engage-transports":
            return "engage" if self.position["engage"] else "leave"
        if what == "attacker.target":
            return self.position["targets"]
        if what == "attacker.reinforce":
            return dict(question.items) if number == 1 else {}
        if what.endswith((".types", ".kinds")):
            options = list(question.options)
            picked = options[self.position["which_order"] % len(options)]
            name = key[4] if what.endswith(".kinds") else "types"
            self.orders.setdefault((number, key[2], name), []).append(picked.split(","))
            return picked
        if ".losses." in question.key:
            return self.losses(question)
        if question.optional or ".refuge." in question.key:
            return question.default
        raise AssertionError(f"unexpected question {question.key}")

    def losses(self, question):
        left, answer = question.least, {}
        names = sorted(question.items, key=lambda name: name.endswith("-inverted") != self.position["inverted_first"])
        for name in names:
            answer[name] = min(left, question.items[name])
            left -= answer[name]
        return answer


def group_of(position, unit, count, inverted):
    name, nation, type_, elite = unit[:4]
    change = -1 if position["winter"][name] >= 8 else 0
    change -= 1 if name[0] == "d" and position["supply"] == "partial" else 0
    if nation in NATION_NAMES:
        change += position["research"].get(nation, 0)
    group = {"nation": NATION_NAMES[nation], "kind": KINDS[type_], "count": count, "elite": elite, "change": change}
    return {**group, "inverted": inverted}


def groups(position, units):
    found = []
    for unit in units:
        if unit[4] - unit[5]:
            found.append(group_of(position, unit, unit[4] - unit[5], False))
        if unit[5]:
            found.append(group_of(position, unit, unit[5], True))
    return found


def type_of(position, unit):
    return naive.type_of(group_of(position, unit, 1, False))


def names_of(position, type_):
    """What airwar calls a type in questions: with its DRM where that tells two types apart."""
    unit = next(unit for unit in position["attackers"] + position["defenders"] if type_of(position, unit) == type_)
    slug = f"{'elite-' if unit[3] else ''}{unit[1]}-{unit[2]}"
    return (slug, f"{slug}{type_[2]:+d}")


def owner_choices(position, orders):
    """The orders of tied types and kinds that airwar was told, as the naive program asks for them: by side and round."""

    def choices(side, number):
        def types(present, type_):
            """Where the owner put a type that was tied with others; the second answer of a round is for the spill."""
            asked = orders.get((number, side, "types"), [])
            named = {one: names_of(position, one) for one in present}
            fitting = [
                order for order in asked if len(order) == len(named) and all(set(order) & set(two) for two in named.values())
            ]
            if not fitting:
                return 0
            order = fitting[-1 if (number, side) in dealt else 0]
            if type_ == present[-1]:
                dealt.add((number, side))
            return next(at for at, name in enumerate(order) if name in named[type_])

        def kinds(type_, kind):
            asked = [order for name in names_of(position, type_) for order in orders.get((number, side, name), [])]
            return asked[0].index(("attack", "cover", "search")[kind]) if asked else kind

        return {"types": types, "kinds": kinds, "inverted_first": position["inverted_first"]}

    dealt = set()
    return {"attacker": partial(choices, "attacker"), "defender": partial(choices, "defender")}


def by_naive(position, orders, fight=naive.fight):
    policy = {
        **owner_choices(position, orders),
        "targets": position["targets"],
        "engage_transports": position["engage"],
        "attacker_leaves_after": position["attacker_leaves_after"],
        "defender_leaves_after": position["defender_leaves_after"],
    }
    first = [unit for unit in position["attackers"] if not unit[6]]
    later = [unit for unit in position["attackers"] if unit[6]]
    return fight(
        groups(position, first), groups(position, position["defenders"]), groups(position, later), position["dice"], policy
    )


def row_of(strength):
    twenties, rest = divmod(strength, 20)
    return "+".join(["20"] * twenties + [str(rest)] * bool(rest))


def told_by_naive(position, outcome):
    """What the naive program says, in words that both can be put into."""
    rounds = []
    for one in outcome["rounds"]:
        told = {}
        for side in ("attacker", "defender"):
            strength, net, report = one[side]
            if strength:
                told[f"{side} fires"] = (row_of(strength), net)
            for fate, type_, inverted in report:
                key = (side, type_, fate, inverted)
                told[key] = told.get(key, 0) + 1
        rounds.append(told)
    standing = {}
    for side, force in (("attacker", outcome["attack"]), ("defender", outcome["defense"])):
        came = [unit for unit in position[f"{side}s"] if not unit[6] or len(rounds) > 1]
        had = {}
        for unit in came:
            ready, inverted = had.get(type_of(position, unit), (0, 0))
            had[type_of(position, unit)] = (ready + unit[4] - unit[5], inverted + unit[5])
        left = naive.aftermath(force, had, side == "attacker" or outcome["end"] == "defender disengaged")
        for unit in position[f"{side}s"]:
            if unit not in came:
                ready, inverted = left.get(type_of(position, unit), (0, 0))
                left[type_of(position, unit)] = (ready + unit[4], inverted)  # reinforcements that never came
        standing |= {(side, type_): numbers for type_, numbers in left.items()}
    return {"end": outcome["end"], "rounds": rounds, "standing": standing}


def told_by_airwar(position, end, records):
    types = {unit[0]: type_of(position, unit) for unit in position["attackers"] + position["defenders"]}
    sides = {"a": "attacker", "d": "defender"}
    rounds = []
    for body in records:
        if body["t"] == "round":
            rounds.append({})
        elif body["t"] == "roll":
            side = body["key"].split(".")[2]
            rounds[-1][f"{side} fires"] = (body["row"], sum(term[1] for term in body["terms"]))
        elif body["t"] == "told" and body["what"] == "loss":
            unit, _, label = body["unit"].partition(": ")
            key = (body["side"], types[unit], body["fate"], "(inverted)" in label)
            rounds[-1][key] = rounds[-1].get(key, 0) + body["count"]
    standing = {(sides[unit[0]], type_): (0, 0) for unit, type_ in types.items()}
    for unit in end.state.units:
        name = unit.id.partition("/")[0]
        key = (sides[name[0]], types[name])
        ready, inverted = standing[key]
        standing[key] = (ready + unit.uninverted, inverted + unit.inverted)
    return {"end": end.result, "rounds": rounds, "standing": standing}


def compare(seed):
    """What airwar and the naive program say about one random battle."""
    position = random_position(seed)
    answers, log = Answers(position), bare_log()
    end = Walk(parse_scenario(scenario_of(position), "random.yaml").start, log, answers).run()
    ours = told_by_airwar(position, end, [record.content for record in log.records])
    return ours, told_by_naive(position, by_naive(position, answers.orders))


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
