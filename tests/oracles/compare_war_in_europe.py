"""Random turns of War in Europe, played by airwar and by the naive program with the same dice and decisions.

python tests/oracles/compare_war_in_europe.py 10000
"""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_war_in_europe as naive
from compare_dark_crusade import flow
from side_by_side import main, play_beside

PLAYERS = (
    {"west": ("un", ["allied"]), "sov": ("un", ["russian"]), "axis": ("ax", ["german", "italian"])},
    {"west": ("un", ["allied"]), "sov": ("un", ["russian"]), "ger": ("ax", ["german"]), "ita": ("ax", ["italian"])},
    {"us": ("un", ["allied"]), "uk": ("un", ["allied"]), "ger": ("ax", ["german"]), "ita": ("ax", ["italian"])},
    {"west": ("un", ["allied", "russian"]), "axis": ("ax", ["german", "italian"])},
    {"sov": ("un", ["russian"]), "ita": ("ax", ["italian"])},
)
OPTIONS = {
    "tas-scope": ("player", "alliance"),
    "allotment": ("each-mission", "all-at-once"),
    "flak-timing": ("after", "before"),
    "odds-shift-user": ("attacker", "either"),
}
HEADS = ["1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
POINTS = (0, 1, 3, 4, 5, 9, 12, 20, 33)


# random positions


def random_position(random):
    players = random.choice(PLAYERS)
    sides = {name: {"name": name, "alliance": alliance, "nations": nations} for name, (alliance, nations) in players.items()}
    options = {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < 0.5}
    position = {"sides": sides, "options": options, "raids": [], "battles": []}
    position["fronts"] = {front: random_boxes(random, sides) for front in ("f", "g")[: random.randint(1, 2)]}
    add_charts(random, position)
    if random.random() < 0.85:
        add_missions(random, position)
    position["orders"] = random.choice(("ask", "prepared", "prepared", None))
    return position


def random_boxes(random, sides):
    """The boxes of a Front; many sides have nothing left in theirs, and some are not listed."""
    boxes = {}
    for side, said in sides.items():
        if random.random() < 0.8:
            empty = random.random() < 0.5
            support = {nation: 0 if empty else random.choice(POINTS) for nation in said["nations"]}
            boxes[side] = {"superiority": 0 if empty else random.randint(0, 3), "support": support}
            boxes[side] |= {"uncommitted": random.randint(0, 4)} if random.random() < 0.3 else {}
    return boxes or {next(iter(sides)): {"superiority": 1, "support": {next(iter(sides.values()))["nations"][0]: 12}}}


def add_missions(random, position):
    """Raids and battles between opponents, some with orders, and nearly all of them legal."""
    rules = naive.Sides(position)
    places = [
        (front, one, two) for front in position["fronts"] for one in rules.said for two in rules.said if not rules.allied(one, two)
    ]
    bombable = [place for place in places if rules.has_supremacy(*place) and (can_bomb(position, *place) or random.random() < 0.1)]
    careless = random.random() < 0.06  # then missions may be illegal
    for number in range(random.randint(0, 3)):
        if bombable or careless:
            add_mission(
                position, "raids", random_raid(random, f"r{number}", *random.choice(places if careless else bombable)), careless
            )
    for number in range(random.randint(0, 4)):
        add_mission(position, "battles", random_battle(random, position, f"b{number}", *random.choice(places)), careless)
    for kind in ("raids", "battles"):
        for at, mission in enumerate(position[kind]):
            position[kind][at] = {**mission, **random_orders(random, position, rules, mission)}
            if naive.faults(position) and not careless:
                position[kind][at] = mission  # without orders


def can_bomb(position, front, attacker, defender):
    allies = naive.Sides(position).allied
    pools = [boxes["support"] for side, boxes in position["fronts"][front].items() if allies(side, attacker)]
    return any(number >= naive.TO_A_BOMBER_POINT for support in pools for number in support.values())


def add_mission(position, kind, mission, careless):
    position[kind].append(mission)
    if naive.faults(position) and not careless:
        position[kind].pop()


def random_raid(random, name, front, attacker, defender):
    said = {"id": name, "name": name, "front": front, "attacker": attacker, "defender": defender}
    at = "1501" if random.random() < 0.2 else f"150{name[1:]}"
    return {**said, "at": at, "in-range": random.random() < 0.9, "flak": random.choice((0, 2, 2)), "points": None}


def random_battle(random, position, name, front, attacker, defender):
    alliance = position["sides"][defender]["alliance"]
    allies = [side for side, said in position["sides"].items() if said["alliance"] == alliance]
    units = []
    for _ in range(random.randint(1, 3)):
        side = random.choice(allies) if random.random() < 0.3 else defender
        units.append({"printed": random.choice((0, 1, 2, 4, 6, 7)), "side": side})
        units[-1] |= {"count": 2} if random.random() < 0.1 else {}
    said = {"id": name, "name": name, "front": front, "attacker": attacker, "defender": defender, "defenders": units}
    tables = position["charts"]["combat-results"]
    table = random.choice(list(tables)) if tables else ""
    if table and random.random() < 0.15:
        said["column"] = random.choice(tables[table]["heads"])
    else:
        said["attack-strength"] = random.choice(("8", "10", "20", "33", "60", "80", "21/2"))
        said["defense-strength"] = random.choice(("3", "4", "6", "10", "21", "21/2"))
    said |= {"modifiers": {"weather": random.choice((-2, -1, 1))}} if random.random() < 0.15 else {}
    return {**said, "table": table, "shift-points": None, "die-point": None}


def random_orders(random, position, rules, mission):
    """What the scenario says already about the points of a mission, if anything."""
    sides, boxes = position["sides"], position["fronts"][mission["front"]]

    def some_points(user, wanted):
        """Points of one or two nations, of the user's own or of his allies."""
        nations = [nation for side in sides if rules.allied(side, user) for nation in sides[side]["nations"]]
        nations = sides[user]["nations"] if random.random() < 0.6 else list(dict.fromkeys(nations))
        chosen = random.sample(nations, min(len(nations), random.choice((1, 1, 2))))
        have = {nation: boxes.get(rules.owner(user, nation), {"support": {}})["support"].get(nation, 0) for nation in chosen}
        return {nation: min(number, random.choice(wanted)) for nation, number in have.items()}

    if "flak" in mission:
        points = some_points(mission["attacker"], (5, 7, 10, 15)) if random.random() < 0.3 else None
        return {"points": points if points and all(points.values()) else None}
    orders, price = {}, naive.printed_defense(mission)
    if random.random() < 0.25:
        orders["die-point"] = random.choice((True, False))
    if random.random() < 0.3:
        user = rules.shifter(mission) or mission["attacker"]
        orders["shift-points"] = some_points(user, (0, price, price + 1, 2 * price, 12))
    return orders


# random charts


def add_charts(random, position):
    """Each chart is drawn in the scenario, on a page that somebody reads, or missing."""
    accuracy, printed = {}, {}
    current = random.choice(("9", "9", "9", None))
    for number in ("5", "14", current or "current"):
        where = random.choice(("drawn",) * 6 + ("page", "missing"))
        if number != "current" and where == "drawn":
            accuracy[number] = random_accuracy(random)
        if where == "page" or random.random() < 0.3:  # a drawn chart may lack a column, and then the page is read
            printed[f"accuracy-{number}"] = accuracy_on_page(random)
    damage = random.choice(({"effects": ["not cut", "cut"]}, {"effects": ["no effect", "damaged", "cut"]}, None))
    if damage is None and random.random() < 0.5:
        printed["rail-damage"] = {"cell": lambda column, hits: f"line-hit-{hits}-times", "wrong cells": [""]}
    charts = {"accuracy": accuracy, "allied-current": current, "rail-damage": damage, "combat-results": random_tables(random)}
    add_pages_of_tables(random, charts["combat-results"], printed)
    position["charts"], position["printed"] = charts, printed


def random_accuracy(random):
    """An accuracy chart: a die for each bomber point, or a column for their number."""
    if random.random() < 0.5:
        hits_from = random.choice((4, 5, 6))
        return {"heads": ["each"], "dice": "1d6", "rows": {face: [int(face >= hits_from)] for face in range(1, 7)}}
    heads = random.choice((["1-2", "3", "4+"], ["1", "2-3", "4-5"], ["1-2"]))
    dice, totals = random.choice((("1d6", range(1, 7)), ("2d6", range(2, 13))))
    return {"heads": heads, "dice": dice, "rows": {total: [random.randint(0, 2) for _ in heads] for total in totals}}


def accuracy_on_page(random):
    number = random.randint(0, 5)
    return {
        "heads": random.choice((["each"], ["1-2", "3", "4+"], ["1", "2-3"])),
        "dice": random.choice(("1d6", "2d6")),
        "cell": lambda column, row: str((len(column) + row + number) % 3),
        "wrong heads": ["", "2-3", "1 3+", "1+ 2", "each 1"],
        "wrong cells": ["", "x", "-1", "1/2"],
    }


def random_tables(random):
    """Combat results tables by name: none, one, or two; whole, or only their heads."""
    tables = {}
    for name in random.choice(([], ["k"], ["k"], ["k"], ["k", "m"])):
        heads, letters = HEADS[random.randint(0, 2) :], "ABCDEFG"
        dice, totals = random.choice((("1d6", range(1, 7)), ("2d6", range(2, 13))))
        rows = {total: [f"{letters[HEADS.index(head)]}{total}" for head in heads] for total in totals}
        tables[name] = {"heads": heads, "dice": dice, "rows": rows if random.random() < 0.8 else {}}
    return tables


def add_pages_of_tables(random, tables, printed):
    """Somebody may have the tables in print that the scenario does not draw."""
    for page in [f"combat-results.{name}" for name, table in tables.items() if not table["rows"]] or ["combat-results"]:
        if random.random() < 0.6:
            printed[page] = {"cell": lambda column, total: f"{column}-gives-{total}", "wrong cells": [""]}
    if "combat-results" in printed:
        printed["combat-results"] |= {"heads": HEADS, "dice": random.choice(("1d6", "2d6"))}
        printed["combat-results"]["wrong heads"] = ["", "1-1 1-1", "2-1 1-1"]


# the same as a scenario


def scenario_of(position):
    out = ["airwar: 1", "ruleset: war-in-europe", "title: a random turn"]
    out += [f"options: {flow(position['options'])}"] if position["options"] else []
    out += ["sides:", *(f"  {side}: {flow(said)}" for side, said in position["sides"].items()), "fronts:"]
    for front, boxes in position["fronts"].items():
        out += [f"  {front}:", *(f"    {side}: {flow(renamed(said))}" for side, said in boxes.items())]
    if position["raids"]:
        out += ["rail-raids:", *(f"  - {flow({**raid, 'at': quoted(raid['at'])})}" for raid in position["raids"])]
    if position["battles"]:
        out += ["battles:", *(f"  - {flow({**battle, 'table': battle['table'] or None})}" for battle in position["battles"])]
    out += [f"orders: {position['orders']}"] if position["orders"] else []
    return "\n".join([*out, *chart_lines(position["charts"])]) + "\n"


def quoted(text):
    return f'"{text}"'


def renamed(boxes):
    return {
        "air-superiority": boxes["superiority"],
        "ground-support": boxes["support"],
        "uncommitted": boxes.get("uncommitted"),
    }


def chart_lines(charts):
    out = [f"  allied-current: {charts['allied-current']}"] if charts["allied-current"] else []
    out += ["  accuracy:"] if charts["accuracy"] else []
    for number, chart in charts["accuracy"].items():
        out += drawn(f"    {number}:", chart)
    if charts["rail-damage"]:
        effects = charts["rail-damage"]["effects"]
        simple = len(effects) == 2
        out += ["  rail-damage:", f"    columns: {'hits' if simple else 'effect'}", "    rows: |"]
        out += ["      to-cut-the-line 1"] if simple else [f"      1 {effects[1]}", f"      2+ {effects[2]}"]
    out += ["  combat-results:"] if charts["combat-results"] else []
    for name, table in charts["combat-results"].items():
        out += drawn(f"    {name}:", table)
    return ["charts:", *out] if out else []


def drawn(head, chart):
    lines = [head, f"      roll: {chart['dice']}", f'      columns: "{" ".join(chart["heads"])}"']
    rows = [f"        {row} " + " ".join(map(str, cells)) for row, cells in chart["rows"].items()]
    return [*lines, "      rows: |", *rows] if rows else lines


def compare(seed):
    """What airwar and the naive program say about one random turn."""
    random = Random(seed)
    position = random_position(random)
    ours, theirs = play_beside(
        scenario_of(position), random, naive.faults(position), lambda players: naive.Turn(position, players).play()
    )
    if "tally" in ours:
        ours["tally"] = tally_by_side(ours["tally"])
    return ours, theirs


def tally_by_side(tally):
    sides = dict.fromkeys(side for side, _, _, _ in tally)
    return {name: tuple(sum(row[at] for row in tally if row[0] == name) for at in (2, 3)) for name in sides}


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
