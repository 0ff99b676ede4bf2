"""Random combat phases of Dark Crusade, played by airwar and by the naive program with the same dice and decisions.

python tests/oracles/compare_dark_crusade.py 10000
"""

import sys
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_dark_crusade as naive
from side_by_side import main, play_beside

SIDES = ("axis", "soviet")
NATIONS = {"axis": ("german", "german", "german", "romanian", "finnish", "hungarian"), "soviet": ("soviet", "soviet", "polish")}
HOLDS = ("combat", "support", "emplaced-factory", "entrained-factory", "partisan")
OPTIONS = {
    "air-bonus-attack": ("german", "axis"),
    "flak-from-dispersed": ("yes", "no"),
    "stranded-soviet-air": ("eliminate", "retreat"),
    "sheltering-air": ("apart", "present"),
    "battle-order": ("attacker", "listed"),
    "air-combat": ("each-battle", "all-first"),
}
MOST_BATTLES = 4


def other(side):
    return "soviet" if side == "axis" else "axis"


# random positions


def random_position(random):
    attacker = random.choice(SIDES)
    options = {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < 0.5}
    position = {"attacker": attacker, "weather": random.choice(("good", "good", "snow", "mud")), "options": options}
    position["table"] = random_table(random, options)
    add_map(random, position)
    position["units"], position["battles"] = [], {}
    if random.random() < 0.15:
        add_large_battle(random, position)
    else:
        add_battles(random, position)
    if random.random() < 0.1:
        random.choice(SPOILERS)(random, position)
    return position


def random_table(random, options):
    """A made-up table, and how it is supplied: drawn, only its heads, on a page that somebody reads, or by nobody."""
    highest = random.randint(19, 36)
    if random.random() < 0.15:
        highest, options["unusual-table"] = random.choice((8, 12, 18, 37, 50)), "yes"
    starts = sorted({1, 2, *random.sample(range(3, highest + 1), random.randint(3, 6))})
    columns = list(zip(starts, [*(start - 1 for start in starts[1:]), highest], strict=True))
    results = []
    for low, _ in columns:
        results.append(sorted(random.randint(0, max(1, low // 2 + 1)) for _ in range(6)))
        results[-1][5] = max(1, results[-1][5])
    heads = [str(low) if low == high else f"{low}-{high}" for low, high in columns]
    supplied = random.choice(("drawn",) * 7 + ("heads", "page", "page"))
    supplied = "nobody" if random.random() < 0.02 else supplied
    return {"heads": heads, "columns": columns, "results": results, "highest": highest, "supplied": supplied}


def add_map(random, position):
    """Points and lines; p0 is the attacker's, and a line leads from it to p1 and to p2, which are the defender's."""
    attacker, defender = position["attacker"], other(position["attacker"])
    sides = [attacker, defender, defender, *(random.choice(SIDES) for _ in range(random.randint(2, 4)))]
    points = position["points"] = {f"p{at}": {"side": side} for at, side in enumerate(sides)}
    lines, most = {}, random.choice((2, 4, 4, 8))
    position["lines"] = lines
    for one, two in combinations(points, 2):
        if (one, two) in (("p0", "p1"), ("p0", "p2")) or random.random() < 0.45:
            lines[f"{one}-{two}"] = {"between": [one, two], "capacity": random.randint(0, most)}
    for name in list(lines):
        if random.random() < 0.08:  # a second line between the same points
            lines[f"{name}-south"] = {**lines[name], "capacity": random.randint(0, most)}


def add_battles(random, position):
    """Some points of the defender are attacked; units of both sides are at other points."""
    points, attacker, defender = position["points"], position["attacker"], other(position["attacker"])
    for point in [name for name, said in points.items() if said["side"] == defender]:
        lines = attack_lines(position, point)
        if lines and len(position["battles"]) < MOST_BATTLES and (point == "p1" or random.random() < 0.7):
            few = random.random() < 0.1  # and so weak that both sides may be destroyed
            for _ in range(1 if few else random.randint(1, 3)):
                add_unit(random, position, attacker, *random.choice(lines), strongest=1 if few else 5)
            for _ in range(1 if few else random.randint(1, 4)):
                add_unit(random, position, defender, point, strongest=1 if few else 5)
            position["battles"][point] = random_battle(random)
        elif random.random() < 0.2:
            add_unit(random, position, defender, point)
    for point, said in points.items():
        free = all(unit["at"] != point for unit in position["units"])
        if said["side"] == attacker and random.random() < 0.15:
            add_unit(random, position, attacker, point)
        elif free and said["side"] == attacker and random.random() < 0.2:
            add_unit(random, position, defender, point)
        elif free and random.random() < 0.3:
            said["holds"] = random.choice(HOLDS)


def add_large_battle(random, position):
    """One battle with many units, and few lines out of it."""
    position["points"] = {"p0": position["points"]["p0"], "p1": position["points"]["p1"], "p2": {"side": random.choice(SIDES)}}
    between = {"p0-p1": ["p0", "p1"], "p1-p2": ["p1", "p2"]}
    position["lines"] = {name: {"between": ends, "capacity": random.randint(0, 9)} for name, ends in between.items()}
    for _ in range(random.randint(3, 8)):
        add_unit(random, position, position["attacker"], "p0", "p0-p1", strongest=9)
    for _ in range(random.randint(3, 7)):
        add_unit(random, position, other(position["attacker"]), "p1", strongest=9)
    position["battles"] = {"p1": random_battle(random)}


def attack_lines(position, point):
    """Where an attack on a point can come from: starting point and line."""
    found = []
    for name, line in position["lines"].items():
        start = next((end for end in line["between"] if end != point), "")
        if point in line["between"] and position["points"][start]["side"] == position["attacker"]:
            found.append((start, name))
    return found


def add_unit(random, position, side, at, line=None, strongest=5):
    nation = random.choice(NATIONS[side])
    unit = {"id": f"u{len(position['units']) + 1}", "nation": nation, "at": at}
    if side == "soviet" and random.random() < 0.05:
        unit |= {"nation": "romanian", "side": "soviet"}  # as in 1944
    unit |= {"type": random.choice(("major", "minor")) if strongest > 1 else "minor", "strength": random.randint(1, strongest)}
    if unit["nation"] in ("german", "soviet") and random.random() < 0.25:
        unit["retreat-size"] = "1/2"
    elif nation in naive.AXIS_ALLIES and random.random() < 0.3:
        unit["retreat-size"] = "1"
    unit |= {"line": line} if line else {}
    unit |= {"supplied": False} if random.random() < 0.2 else {}
    unit |= {"works": random.randint(1, 2)} if not line and random.random() < 0.15 else {}
    if random.random() < (0.06 if line else 0.2):
        unit["losses" if random.random() < 0.5 and naive.limit_of(unit) else "dispersed"] = True
    if "losses" in unit:
        unit["losses"] = random.randint(1, naive.limit_of(unit))
    position["units"].append(unit)


def random_battle(random):
    return {
        "air": {"german": random.choice((0, 0, 0, 0, 1, 2, 3, 4)), "soviet": random.choice((0, 0, 1, 2, 4, 5))},
        "fieldworks": random.choice((None, None, None, {"absorbs": 2}, {"absorbs": 0}, {"present": False, "absorbs": 2})),
        "weather": random.choice((None, None, None, "good", "snow", "mud")),
        "breakthrough": random.random() < 0.15,
    }


# positions that must be refused, most of them


def too_much_air(random, position):
    random.choice(list(position["battles"].values()))["air"]["german"] = random.randint(4, 6)


def another_place(random, position):
    unit = random.choice(position["units"])
    unit["at"] = random.choice(list(position["points"]))


def another_line(random, position):
    random.choice(position["units"])["line"] = random.choice(list(position["lines"]))


def another_size(random, position):
    random.choice(position["units"])["retreat-size"] = random.choice(("1/2", "1", "2"))


def more_losses(random, position):
    unit = random.choice(position["units"])
    unit["losses"] = naive.limit_of(unit) + random.randint(-1, 1) if naive.limit_of(unit) else 1
    unit |= {"dispersed": random.random() < 0.5}


def another_battle(random, position):
    point = random.choice([name for name in position["points"] if name not in position["battles"]] or ["p1"])
    position["battles"][point] = random_battle(random)


def usual_table(random, position):
    position["options"].pop("unusual-table", None)
    position["table"]["supplied"] = random.choice(("drawn", "heads"))


SPOILERS = [too_much_air, another_place, another_line, another_size, more_losses, another_battle, usual_table]


# the same as a scenario


def scenario_of(position):
    out = ["airwar: 1", "ruleset: dark-crusade", "title: a random phase"]
    out += [f"options: {flow(position['options'])}"] if position["options"] else []
    out += [f"weather: {position['weather']}", f"attacker: {position['attacker']}"]
    out += chart_lines(position["table"]) if position["table"]["supplied"] in ("drawn", "heads") else []
    out += ["points:", *(f"  {name}: {flow({'name': name, **said})}" for name, said in position["points"].items())]
    out += ["lines:", *(f"  {name}: {flow(said)}" for name, said in position["lines"].items())]
    out += ["units:", *(f"  - {flow(said)}" for said in position["units"])]
    out += ["battles:", *(f"  {point}: {flow(said)}" for point, said in position["battles"].items())]
    return "\n".join(out) + "\n"


def chart_lines(table):
    lines = ["charts:", "  combat-table:", "    roll: 1d6", f'    columns: "{" ".join(table["heads"])}"']
    if table["supplied"] == "heads":
        return lines
    rows = [f"      {face} " + " ".join(str(results[face - 1]) for results in table["results"]) for face in range(1, 7)]
    return [*lines, "    rows: |", *rows]


def flow(value):
    """A value as YAML on one line; what is None is left out."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items() if inner is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if value in ("yes", "no") else str(value)


def compare(seed):
    """What airwar and the naive program say about one random phase."""
    random = Random(seed)
    position = random_position(random)
    return play_beside(scenario_of(position), random, naive.faults(position), lambda players: naive.Phase(position, players).play())


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
