"""Random interceptions of defensive air support in A World at War, fought by airwar's procedure and by the naive program alike.

python tests/oracles/compare_interception.py 10000
"""

import sys
from random import Random

import compare_world_at_war as counterair
import naive_world_at_war as naive
from side_by_side import main
from support import bare_log

from airwar.engine.moves import End, call, then
from airwar.engine.walk import Walk
from airwar.rulesets.world_at_war.defensive_air_support import interception_round
from airwar.rulesets.world_at_war.options import DEFAULTS
from airwar.rulesets.world_at_war.state import Interception
from airwar.rulesets.world_at_war.units import AirType, Line, air_nationality_drm


def random_position(seed):
    """As for counterair, without inverted units and transports: neither flies defensive air support."""
    position = counterair.random_position(seed)
    random = Random(f"interception {seed}")
    flying = [unit for unit in position["defenders"] if unit[2] != "transport"] or [("d9", "poland", "aaf", False, 2, 0, False)]
    position["defenders"] = [(*unit[:5], 0, False) for unit in flying]
    position["winter"].setdefault("d9", 0)
    position["supply"] = "full"
    position["attacker_leaves_after"] = random.randint(1, counterair.MOST_ROUNDS)
    return position


def line_of(position, unit):
    name, nation, type_, elite, count = unit[:5]
    drm = air_nationality_drm(
        nation,
        type_,
        elite=elite,
        impaired=int(position["winter"][name] >= 8),
        research=position["research"].get(nation, 0),
    )
    return Line(name, AirType(nation, type_, drm, elite), (count,))


class Answers(counterair.Answers):
    def faces(self, roll, drawn):
        number, side, _ = roll.key.split(".")
        return tuple(self.position["dice"][int(number[1:]) - 1][side == "defender"]), "scripted"

    def choice(self, question):
        number, side, what = question.key.split(".", 2)
        number = int(number[1:])
        if what == "continue":
            return "return" if self.position["defender_leaves_after"] == number else "continue"
        if what == "press":
            return "disengage" if self.position["attacker_leaves_after"] == number else "another"
        if what == "reinforce":
            return dict(question.items)
        if what.endswith(("types", ".kinds")):
            options = list(question.options)
            picked = options[self.position["which_order"] % len(options)]
            name = what.split(".")[1] if what.endswith(".kinds") else "types"
            self.orders.setdefault((number, side, name), []).append(picked.split(","))
            return picked
        return self.losses(question)


def intercepted(ref, fight):
    """Runs airwar's procedure by itself; its outcome is the last state."""
    return call(interception_round, fight, back=lambda ref, keep, met: End("", met), keep=None)


def by_airwar(position):
    answers, log = Answers(position), bare_log()
    attackers = tuple(line_of(position, unit) for unit in position["attackers"] if not unit[6])
    reserves = tuple(line_of(position, unit) for unit in position["attackers"] if unit[6])
    defenders = tuple(line_of(position, unit) for unit in position["defenders"])
    fight = Interception("target", attackers, defenders, attackers, defenders, reserves, DEFAULTS)
    met = Walk(then(intercepted, fight), log, answers).run().state
    types = {unit[0]: counterair.type_of(position, unit) for unit in position["attackers"] + position["defenders"]}
    told = {"end": "support stays" if met.defenders else "support eliminated", "rounds": [], "left": {}, "aborted": {}}
    if met.turned_back:
        told["end"] = "support turned back"
    for record in log.records:
        body = record.content
        if body["t"] == "round":
            told["rounds"].append({})
        elif body["t"] == "roll":
            side = body["key"].split(".")[1]
            told["rounds"][-1][f"{side} fires"] = (body["row"], sum(term[1] for term in body["terms"]))
    for side, force in (("attacker", met.attackers), ("defender", met.defenders)):
        for line in force:
            key = (side, types[line.unit])
            told["left"][key] = [one + more for one, more in zip(told["left"].get(key, [0, 0, 0]), padded(line.parts), strict=True)]
            if side == "defender" and any(line.aborted):
                told["aborted"][key] = told["aborted"].get(key, 0) + sum(line.aborted)
    return told, answers.orders


def padded(parts):
    return [*parts, 0, 0][:3]


def by_naive(position, orders):
    outcome = counterair.by_naive(position, orders, naive.intercept)
    told = {"end": outcome["end"], "rounds": [], "left": {}, "aborted": {}}
    for one in outcome["rounds"]:
        told["rounds"].append(
            {f"{side} fires": (counterair.row_of(one[side][0]), one[side][1]) for side in ("attacker", "defender")}
        )
    for side, force in (("attacker", outcome["attack"]), ("defender", outcome["defense"])):
        for type_ in force.types:
            if force.count(type_):
                told["left"][side, type_] = padded(force.fresh[type_])
            if side == "defender" and force.aborted[type_]:
                told["aborted"][side, type_] = force.aborted[type_]
    return told


def compare(seed):
    """What airwar and the naive program say about one random interception."""
    position = random_position(seed)
    ours, orders = by_airwar(position)
    return ours, by_naive(position, orders)


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
