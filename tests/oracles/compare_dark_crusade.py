"""Random battles of Dark Crusade, fought by airwar and by the naive program with the same dice and decisions.

python tests/oracles/compare_dark_crusade.py 10000
"""

import sys
from fractions import Fraction
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_dark_crusade as naive
from side_by_side import main
from support import bare_log

from airwar.engine.walk import Walk
from airwar.loading import parse_scenario

MOST_ROUNDS = 15
HOLDS = ("none", "combat", "support", "emplaced-factory", "entrained-factory", "partisan")
SIDES = ("axis", "soviet")


def random_table(random):
    """A made-up table: column heads, and the results of each column from 1 up."""
    highest = random.randint(19, 36)
    starts = sorted({1, 2, *random.sample(range(3, highest + 1), random.randint(3, 9))})
    ends = [start - 1 for start in starts[1:]] + [highest]
    heads, table = [], {}
    for low, high in zip(starts, ends, strict=True):
        heads.append(str(low) if low == high else f"{low}-{high}")
        strong = random.randint(1, max(1, low // 2 + 1))
        results = sorted(random.randint(0, strong) for _ in range(6))
        results[5] = max(1, results[5])
        table |= dict.fromkeys(range(low, high + 1), results)
    return heads, starts, table


def random_unit(random, side, number):
    nation = random.choice(("german", "german", "romanian", "finnish")) if side == "axis" else "soviet"
    size = random.choice(("1", "1", "1", "1/2")) if nation in ("german", "soviet") else "2"
    kind = random.choice(("major", "minor"))
    strength = random.randint(1, 9)
    most = strength if kind == "major" else strength - 1
    losses = random.randint(0, most) if random.random() < 0.15 else 0
    return {
        "id": f"{side[0]}{number}",
        "nation": nation,
        "size": kind,
        "strength": strength,
        "supplied": random.random() < 0.8,
        "dispersed": losses > 0 or random.random() < 0.15,
        "losses": losses,
        "size_on_line": Fraction(size),
    }


def random_position(seed):
    random = Random(seed)
    attacker = random.choice(SIDES)
    heads, starts, table = random_table(random)
    large = random.random() < 0.2
    units = {side: [random_unit(random, side, number) for number in range(random.randint(1, 8 if large else 4))] for side in SIDES}
    origins = {unit["id"]: random.choice(("north", "south")) for unit in units[attacker]}
    lines = []
    for name, own, holds in (
        ("north", False, random.choice(HOLDS) if random.random() < 0.4 else "none"),
        ("south", False, random.choice(HOLDS) if random.random() < 0.4 else "none"),
        ("east", True, "none"),
        ("west", random.random() < 0.5, random.choice(HOLDS)),
    ):
        lines.append({"id": name, "own": own, "capacity": random.randint(0, 4), "holds": holds})
    policy = {}
    for side in SIDES:
        order = [unit["id"] for unit in units[side]]
        random.shuffle(order)
        last = random.randint(1, MOST_ROUNDS)
        policy[side] = {"losses": order, "retreat": last if side == attacker else random.choice((None, 1, 2, 3))}
    return {
        "attacker": attacker,
        "weather": random.choice(("good", "good", "snow", "mud")),
        "units": units,
        "german": random.choice((0, 0, 1, 2, 3, 4)),
        "soviet": random.choice((0, 0, 1, 2, 4, 8)),
        "heads": heads,
        "starts": starts,
        "table": table,
        "lines": lines,
        "origins": origins,
        "dice": [random.randint(1, 6) for _ in range(400)],
        "policy": policy,
    }


def scenario_of(position):
    attacker = position["attacker"]
    defender = "soviet" if attacker == "axis" else "axis"
    out = ["airwar: 1", "ruleset: dark-crusade", "title: a random battle"]
    out += [f"weather: {position['weather']}", f"attacker: {attacker}", "charts:", "  combat-table:", "    roll: 1d6"]
    out += [f'    columns: "{" ".join(position["heads"])}"', "    rows: |"]
    for face in range(6):
        out.append(f"      {face + 1} " + " ".join(str(position["table"][start][face]) for start in position["starts"]))
    out += ["points:", f"  target: {{side: {defender}}}"]
    for line in position["lines"]:
        out.append(f"  {line['id']}: {{side: {defender if line['own'] else attacker}, holds: {line['holds']}}}")
    out += ["lines:"]
    out += [f"  to-{line['id']}: {{between: [target, {line['id']}], capacity: {line['capacity']}}}" for line in position["lines"]]
    out += ["units:"]
    for side in SIDES:
        for unit in position["units"][side]:
            origin = position["origins"].get(unit["id"])
            where = f"at: {origin}, line: to-{origin}" if origin else "at: target"
            status = f"supplied: {unit['supplied']}, dispersed: {unit['dispersed']}, losses: {unit['losses']}".lower()
            out.append(
                f"  - {{id: {unit['id']}, nation: {unit['nation']}, type: {unit['size']}, strength: {unit['strength']}, {where},"
                f" {status}, retreat-size: {unit['size_on_line']}}}"
            )
    out += ["battles:", f"  target: {{air: {{german: {position['german']}, soviet: {position['soviet']}}}}}"]
    return "\n".join(out) + "\n"


class Answers:
    """The dice of the list in order, and simple policies."""

    def __init__(self, position):
        self.position = position
        self.used = 0

    def side(self, role):
        attacker = self.position["attacker"]
        return attacker if role == "attacker" else next(side for side in SIDES if side != attacker)

    def faces(self, roll, drawn):
        number = roll.reading.dice.count
        self.used += number
        return tuple(self.position["dice"][self.used - number : self.used]), "scripted"

    def choice(self, question):
        key = question.key.split(".")
        if key[-1] == "retreat" and key[-2] in ("attacker", "defender"):
            number, last = int(key[-3][1:]), self.position["policy"][self.side(key[-2])]["retreat"]
            wish = "retreat" if last is not None and number >= last else "stay"
            return wish if wish in question.options else "stay"
        if key[-1] == "losses":
            left, answer = question.least, {}
            for name in self.position["policy"][self.side(key[-2])]["losses"]:
                if name in question.items:
                    answer[name] = min(left, question.items[name])
                    left -= answer[name]
            return answer
        return question.default


def by_airwar(position):
    answers, log = Answers(position), bare_log()
    end = Walk(parse_scenario(scenario_of(position), "random.yaml").start, log, answers).run()
    records = [record.content for record in log.records]
    fired = []
    for body in records:
        if body["t"] == "roll" and body["key"].endswith(".fire"):
            _, number, role, _ = body["key"].split(".")
            fired.append((int(number[1:]), answers.side(role), body["column"]))
    shot_down = sum(
        body["count"]
        for body in records
        if body["t"] == "told" and body["what"] == "loss" and body["rule"] in ("B1", "B2") and body["unit"] == "Soviet air units"
    )
    rounds = max([body["round"] for body in records if body["t"] == "round"], default=0)
    told = {
        "end": end.result,
        "rounds": rounds,
        "simultaneous": any(body.get("text") == "simultaneous combat" for body in records),
        "soviet_air": position["soviet"] - shot_down,
        "dice": answers.used,
        "fire": fired,
        "units": {unit.id: (fate(unit), unit.losses) for unit in end.state.units},
    }
    return told, {unit.id: unit.at for unit in end.state.units}


def fate(unit):
    return "dead" if not unit.at else "dispersed" if unit.dispersed else "fit"


RESULTS = {"attacker retreats": "held: attackers retreated", "attacker destroyed": "held: attackers destroyed"}
RESULTS |= {"defender retreats": "taken: defenders retreated", "defender destroyed": "taken: defenders destroyed"}


def by_naive(position):
    units = {side: [dict(unit) for unit in position["units"][side]] for side in SIDES}
    lines = position["lines"]
    air = (position["german"], position["soviet"])
    outcome = naive.fight(
        position["attacker"], position["weather"], units, *air, position["table"], lines, position["dice"], position["policy"]
    )
    side, _, what = outcome["end"].partition(" ")
    role = "attacker" if side == position["attacker"] else "defender"
    end = "held: both sides destroyed" if side == "both" else RESULTS[f"{role} {what}"]
    fired = [(number, by, " + ".join(columns_of(position, total))) for number, by, total, _ in outcome["fire"] if total]
    kept = ("rounds", "simultaneous", "soviet_air", "dice", "units")
    return {**{key: outcome[key] for key in kept}, "end": end, "fire": fired}


def columns_of(position, total):
    """The heads of the columns in which a total is read."""
    highest = max(position["table"])
    groups = -(-total // highest)
    sizes = [total // groups + (number < total % groups) for number in range(groups)]
    return [position["heads"][max(at for at, start in enumerate(position["starts"]) if start <= size)] for size in sizes]


def compare(seed):
    """What airwar and the naive program say about one random battle; a retreat of defenders is checked, not repeated."""
    position = random_position(seed)
    ours, places = by_airwar(position)
    theirs = by_naive(position)
    if ours["end"] == "taken: defenders retreated":
        defender = next(side for side in SIDES if side != position["attacker"])
        walkers = {
            unit["id"]: unit["size_on_line"] for unit in position["units"][defender] if theirs["units"][unit["id"]][0] != "dead"
        }
        went = {name: places[name] for name in walkers if places[name]}
        ours["retreat"], theirs["retreat"] = naive.wrong_with_retreat(walkers, went, position["lines"]), ""
        for name in walkers:
            if name not in went:  # found no way out
                theirs["units"][name] = ("dead", theirs["units"][name][1])
    return ours, theirs


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
