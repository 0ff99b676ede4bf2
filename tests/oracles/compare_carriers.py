"""Random battles at sea with carriers under the Air Supremacy rules, fought by airwar and by the naive program alike.

python tests/oracles/compare_carriers.py 10000
"""

import sys
from collections import Counter
from random import Random

import compare_air_supremacy as on_land
import naive_air_supremacy as naive
from side_by_side import main
from support import bare_log

from airwar.engine.walk import Walk
from airwar.rulesets.air_supremacy.turn import Status
from airwar.setup.loading import parse_scenario

KINDS = ("destroyer", "battleship", "submarine", "carrier", "fighter", "dive-bomber", "bomber")
ATTACKERS = tuple(kind for kind in KINDS if kind != "carrier")
AIRCRAFT = ("fighter", "dive-bomber")
CARRIERS = ("ark", "eagle")
NAMES = {"aircraft carrier": "carrier", "dive bomber": "dive-bomber"}
HEAD = """airwar: 1
ruleset: air-supremacy
title: a random battle at sea
attacker: germany
options: {placeholder-values: yes}
spaces:
  sea: {kind: sea, adjacent: [rear, ocean]}
  ocean: {kind: sea}
  rear: {kind: land, nation: uk}
  camp: {kind: land, nation: germany}
units:
"""


def random_position(seed):
    random = Random(f"carriers {seed}")

    def shuffled():
        kinds = list(KINDS)
        random.shuffle(kinds)
        return kinds

    attackers = Counter({kind: random.randint(1, 3) for kind in ATTACKERS if random.random() < 0.5})
    defenders = Counter({kind: random.randint(1, 2) for kind in ("destroyer", "submarine") if random.random() < 0.5})
    for force in (attackers, defenders):
        force["battleship"] = int(random.random() < 0.4)
    carriers = {name: Counter({random.choice(AIRCRAFT): random.randint(1, 2)}) for name in CARRIERS if random.random() < 0.7}
    if not +attackers:
        attackers["fighter"] = 1
    if not carriers and not +defenders:
        defenders["destroyer"] = 1
    return {
        "attackers": +attackers,
        "defenders": +defenders,
        "carriers": carriers,
        "seed": f"carriers {seed}",
        "dispatches": {"rounds": [], "spaces": []},
        "policy": {
            "sea": {
                "attacker": {
                    "rolls": shuffled(),
                    "losses": shuffled(),
                    "bomber_fights": random.random() < 0.5,
                    "bombs_on_grounded": False,
                    "calls_off": random.randint(2, 8),
                    "withdraws": {},
                },
                "defender": {
                    "rolls": shuffled(),
                    "losses": shuffled(),
                    "bombs_on_grounded": False,
                    "ground": random.sample(AIRCRAFT, random.choice((0, 1, 2))),
                    "retreat": {kind: random.randint(1, 4) for kind in (*KINDS, "carrier") if random.random() < 0.15},
                },
            }
        },
    }


def scenario_of(position):
    lines, force = [HEAD.rstrip()], []
    for kind, number in position["attackers"].items():
        at = "ocean" if kind in naive.SHIPS else "camp"
        lines.append(f"  - {{id: g-{kind}, nation: germany, type: {kind}, count: {number}, at: {at}}}")
        force.append(f"g-{kind}: {number}")
    for kind, number in position["defenders"].items():
        lines.append(f"  - {{id: b-{kind}, nation: uk, type: {kind}, count: {number}, at: sea}}")
    for name, aboard in position["carriers"].items():
        lines.append(f"  - {{id: {name}, nation: uk, type: aircraft-carrier, at: sea}}")
        for kind, number in aboard.items():
            lines.append(f"  - {{id: {name}-{kind}, nation: uk, type: {kind}, count: {number}, aboard: {name}}}")
    return "\n".join([*lines, "battles:", f"  - {{at: sea, with: {{{', '.join(force)}}}}}"]) + "\n"


def kind_of(name):
    """The kind of unit in a name such as uk-fighter-ark-grounded, or ark for a carrier."""
    if name.split("-")[0] in CARRIERS:
        return "carrier"
    rest = name.partition("-")[2]
    return next(kind for kind in sorted(KINDS, key=len, reverse=True) if rest.startswith(kind))


class Answers(on_land.Answers):
    def choice(self, question):
        number, _, who, what = (*question.key.split(".", 3), "")[:4]
        number, policy = int(number[1:]), self.position["policy"]["sea"]
        if what == "go-on":
            return "call-off" if policy["attacker"]["calls_off"] == number else "fight"
        if what == "retreat":
            retreat = policy["defender"]["retreat"]
            return {name: most for name, most in question.items.items() if retreat.get(kind_of(name)) == number}
        if what == "ground":
            return {name: most for name, most in question.items.items() if kind_of(name) in policy["defender"]["ground"]}
        if what.startswith("next-"):
            return self.next_shot(question, who, policy[who])
        if what.startswith("losses-"):
            return self.lost(question, policy[who])
        return question.default

    def lost(self, question, policy):
        left, answer = question.least, {}

        def key(name):
            home = next((carrier for carrier in CARRIERS if carrier in name.split("-")), "")
            return policy["losses"].index(kind_of(name)), home, "damaged" in name, "leaving" in name

        for name in sorted(question.items, key=key):
            answer[name] = min(left, question.items[name])
            left -= answer[name]
        return answer


def by_airwar(position):
    answers, log = Answers(position), bare_log()
    end = Walk(parse_scenario(scenario_of(position), "random.yaml").start, log, answers).run()
    lost = on_land.lost_by_round(log, NAMES)
    retreated = Counter()
    for group in end.state.groups:
        if group.kind.nation == "uk" and group.status in (Status.OUT, Status.LEFT) and not group.kind.type.flies:
            retreated[NAMES.get(group.kind.type.name, group.kind.type.name)] += group.number
    return {"end": end.result, "lost": lost, "retreated": retreated}


def by_naive(position):
    defenders = on_land.units_of(position["defenders"], "sea")
    for name, aboard in position["carriers"].items():
        defenders += [{"id": name, "kind": "carrier", "home": name}, *on_land.units_of(aboard, name)]
    attackers = [{**unit, "id": f"g{unit['id']}"} for unit in on_land.units_of(position["attackers"], "")]
    next_die = on_land.Streams(position["seed"]).next
    battle = naive.CarrierBattle("sea", attackers, defenders, next_die, position["policy"]["sea"])
    outcome = naive.fight([battle], [], {}, position["dispatches"])
    lost = [Counter(("defender" if unit["home"] else "attacker", unit["kind"]) for _, unit in one) for one in outcome["lost"]]
    ships = Counter(unit["kind"] for unit in outcome["retreated"] if not naive.is_air(unit))  # aircraft may land elsewhere later
    return {"end": outcome["ends"]["sea"], "lost": lost, "retreated": ships}


def compare(seed):
    """What airwar and the naive program say about one random battle at sea."""
    position = random_position(seed)
    return by_airwar(position), by_naive(position)


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
