"""Random positions at the start of a movement phase of A World at War, some with orders, and the same as scenarios."""

import naive_movement as naive

SIDES = {
    "europe": {"axis": ["germany", "italy", "rumania", "finland"], "allies": ["britain", "us", "russia", "australia", "poland"]},
    "pacific": {"axis": ["japan"], "allies": ["britain", "us", "russia", "australia", "india"]},
}
POWERS = ("germany", "italy", "japan", "britain", "us", "russia")
NAVAL = ("germany", "italy", "japan", "britain", "us", "australia")
JETS = ("germany", "britain", "us", "japan")
BOXES = {"europe": ("urals", "atlantic-us", "other"), "pacific": ("australia", "india", "urals", "pacific-us", "other")}
OPTIONS = {
    "offensive-bases": ("ports", "no-artificial", "printed"),
    "interception-base": ("own-hex", "strict"),
    "port-city": ("one", "two"),
}


def random_position(random):
    theater = random.choice(("europe", "europe", "pacific"))
    sides = SIDES[theater]
    attacker = random.choice(list(sides))
    position = {"theater": theater, "sides": sides, "attacker": attacker, "date": random.choice(("summer 1942", "spring 1943"))}
    position["options"] = {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < 0.3}
    position["research"] = {nation: random.choice((9, 11, 12)) for side in sides.values() for nation in side if nation in JETS}
    position["not-at-war"] = ["us"] if random.random() < 0.1 else []
    position["airbase-counters"] = {}
    for nation in sides[attacker]:
        if nation in POWERS and random.random() < 0.5:
            position["airbase-counters"][nation] = random.choice((-3, -2, -2, -1, -1, 1))
    add_bases(random, position)
    for power, number in list(position["airbase-counters"].items()):  # no more airbases than counters
        there = sum(1 for base in position["bases"].values() if base.get("airbase-of") == power)
        position["airbase-counters"][power] = max(number, there - naive.POOLS[power][theater == "pacific"])
    add_carriers(random, position)
    add_units(random, position)
    return position


def add_bases(random, position):
    theater, sides, attacker = position["theater"], position["sides"], position["attacker"]
    bases = position["bases"] = {}
    spots = random.sample([(q, r) for q in range(9) for r in range(7)], 14)
    position["spots"] = {}
    for at in range(random.randint(5, 9)):
        side = attacker if at < 2 or (at > 3 and random.random() < 0.6) else next(one for one in sides if one != attacker)
        name = f"{side[:2]}{at}"
        base = bases[name] = {"side": side, "nation": random.choice(sides[side]), "facilities": []}
        position["spots"][name] = spots.pop()
        if at > 3 and random.random() < 0.12:
            base["box"] = random.choice(BOXES[theater])
            continue
        kinds = random.choices(("city", "port", "port-city", "artificial-port"), (6, 2, 2, 1), k=random.choice((0, 1, 1, 1, 2)))
        base["facilities"] = kinds
        if random.random() < 0.25:
            base["island"] = True
        if random.random() < 0.15:
            base["jungle"] = True
        if random.random() < 0.3:
            owner = random.choice([nation for nation in sides[side] if nation in POWERS])
            base["facilities"] = [*kinds, "airbase"]
            base["airbase-of"] = owner
        base["supply"] = random.choice(("full",) * 6 + ("partial", "none"))
        if random.random() < 0.1:
            base["oil"] = True
        if theater == "pacific" and random.random() < 0.6:
            base["island-group"] = random.choice(("solomons", "solomons", "marshalls", "aleutians"))
        if random.random() < 0.08:
            base["new"] = True
        if side != attacker and random.random() < 0.15:
            base["winter"] = random.choice((8, 9, 9))


def add_carriers(random, position):
    position["carriers"] = {}
    for side, nations in position["sides"].items():
        able = [one for one in nations if one in ("japan", "britain", "us") and one not in position["not-at-war"]]
        if able and random.random() < 0.4:
            port = [
                name
                for name, base in position["bases"].items()
                if base["side"] == side and {"port", "port-city"} & set(base["facilities"])
            ]
            name = f"cv-{side[:2]}"
            carrier = position["carriers"][name] = {"nation": random.choice(able), "size": random.randint(1, 4)}
            if port and random.random() < 0.5:
                carrier["port"] = random.choice(port)
                position["spots"][name] = position["spots"][carrier["port"]]
            else:
                position["spots"][name] = (random.randint(0, 8), random.randint(0, 6))
                if position["spots"][name] in [spot for other, spot in position["spots"].items() if other != name]:
                    position["spots"][name] = (random.randint(9, 10), 3)
            if random.random() < 0.15:
                carrier["damaged"] = True
            if random.random() < 0.15:
                carrier["inverted"] = True


def add_units(random, position):
    units = position["units"] = []
    for name, base in position["bases"].items():
        for _ in range(random.choice((0, 1, 1, 2, 3))):
            side = base["side"]
            nation = random.choice([one for one in position["sides"][side] if one not in position["not-at-war"]])
            type_ = random.choice(("aaf", "aaf", "aaf", "nas", "transport", "transport", "jet"))
            if (type_ == "nas" and nation not in NAVAL) or (type_ == "jet" and nation not in JETS):
                type_ = "aaf"
            count = random.randint(1, 5)
            unit = {
                "id": f"{'nas' if type_ == 'nas' else type_[0]}-{nation[:2]}-{len(units)}",
                "nation": nation,
                "type": type_,
                "count": count,
                "at": name,
            }
            if random.random() < 0.3:
                unit["inverted"] = random.randint(1, count)
            if base.get("winter"):
                unit["winter"] = base["winter"]
            if side == position["attacker"] and random.random() < 0.08 and {"port", "port-city"} & set(base["facilities"]):
                unit["sea-transported"] = True
            if fits(position, name, [*(one for one in units if one["at"] == name), unit]):
                units.append(unit)
    for name, carrier in position["carriers"].items():
        if random.random() < 0.85:
            count = random.randint(1, carrier["size"])
            unit = {"id": f"{name}-air", "nation": carrier["nation"], "type": "nas", "count": count, "at": name}
            if carrier.get("inverted"):
                unit["inverted"] = count
            units.append(unit)


# orders in the file


def random_orders(random, position):
    """Orders of the file: a few, most of them legal, some not."""
    orders = position["orders"] = {}
    attacker, bases = position["attacker"], position["bases"]
    for unit in position["units"]:
        unit.pop("inverted", None)
    for carrier in position["carriers"].values():
        carrier.pop("inverted", None)
    mine = [name for name, base in bases.items() if base["side"] == attacker]
    table = naive.Map(position)
    if random.random() < 0.5:
        power = random.choice([nation for nation in position["sides"][attacker] if nation in POWERS])
        sites = table.sites(power)
        site = random.choice(list(sites)) if sites and random.random() < 0.8 else random.choice(mine)
        source = random.choice(sites[site]) if site in sites else random.choice([None, *mine])
        orders["airbases"] = [{"nation": power, "at": site, "from": source}]
        if site in sites and source in sites[site]:
            table.place(power, site, source)
    flyers = [unit for unit in position["units"] if table.side_of(unit["id"]) == attacker and unit["at"] in bases]
    for unit in random.sample(flyers, min(len(flyers), random.choice((0, 1, 1, 2)))):
        near = [to for to in mine if table.can_stage(unit["id"], unit["at"]) and table.reaches(unit["id"], unit["at"], to)]
        to = random.choice(near) if near and random.random() < 0.85 else random.choice(mine)
        count = random.randint(1, unit["count"])
        orders.setdefault("staging", []).append({"unit": unit["id"], "to": to, "count": count})
    if random.random() < 0.5:
        targets = table.targets()
        theirs = [name for name in bases if name not in mine]
        target = random.choice(list(targets)) if targets and random.random() < 0.8 else random.choice(theirs)
        able = [unit for unit, _ in targets.get(target, ())] if random.random() < 0.8 else [unit["id"] for unit in flyers]
        if able:
            unit = random.choice(able)
            count = random.randint(1, table.units[unit]["count"] + (random.random() < 0.1))
            orders["counterair"] = [{"at": target, "with": {unit: count}}]
    transports = [unit for unit in flyers if unit["type"] == "transport"]
    if transports and random.random() < 0.7:
        orders["transports"] = [random_flight(random, table, random.choice(transports), mine)]


def random_flight(random, table, unit, mine):
    kind = random.choice(("supply", "transport"))
    ends = [name for name in mine if name != unit["at"]]
    flight = {"kind": kind, "from": unit["at"] if random.random() < 0.8 else random.choice(mine), "to": random.choice(ends or mine)}
    count = random.randint(1, unit["count"])
    flight["with"] = {unit["id"]: count}
    flight["carrying"] = []
    for number in range(count if random.random() < 0.9 else random.randint(1, 3)):
        said = {"id": f"g{number}"}
        if random.random() < 0.3:
            said["type"] = random.choice(("infantry", "specialized", "armor", "replacement", "partisan", "other"))
        if random.random() < 0.1:
            said["factors"] = random.randint(1, 3)
        if random.random() < 0.3:
            said["movement"] = random.randint(0, 4)
        if random.random() < 0.08:
            said["supplied"] = False
        if random.random() < 0.08:
            said["moved-by"] = [random.choice(("air", "sea"))]
        if random.random() < 0.2:
            said["nation"] = random.choice(("japan", "chindit", "britain"))
        flight["carrying"].append(said)
    if kind == "transport" and random.random() < 0.3:
        flight["enemy-zoc"] = True
    if kind == "transport" and random.random() < 0.4:
        flight["terrain"] = random.choice(("rough", "jungle"))
    return flight


def fits(position, name, units):
    there = naive.Map({**position, "units": units})
    return there.over(name, there.based(name)) <= 0


def flow(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items() if inner is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def scenario_of(position):
    out = ["airwar: 1", "ruleset: world-at-war", "title: a random movement phase", "turn: true", "unlisted-distances: far"]
    for key in ("theater", "sides", "attacker", "date"):
        out.append(f"{key}: {flow(position[key])}")
    for key in ("options", "not-at-war", "airbase-counters"):
        out += [f"{key}: {flow(position[key])}"] if position[key] else []
    out += ["minors: {poland: britain}"] if "poland" in position["sides"]["allies"] else []
    out += ["research:", *(f"  {nation}: {{jets: {result}}}" for nation, result in position["research"].items())]
    out += ["bases:", *(f"  {name}: {flow({**base, 'winter': None})}" for name, base in position["bases"].items())]
    out += (
        ["carriers:", *(f"  {name}: {flow(said)}" for name, said in position["carriers"].items())] if position["carriers"] else []
    )
    spots, positioned = position["spots"], naive.Map(position)
    out += ["distances:"]
    for name, spot in spots.items():
        far = {other: naive.Map.hexes(positioned, name, other) for other, there in spots.items() if other > name and there != spot}
        out += [f"  {name}: {flow(far)}"] if far else []
    out += ["units:", *(f"  - {flow(unit)}" for unit in position["units"])]
    for section, orders in position.get("orders", {}).items():
        out += [f"{section}:", *(f"  - {flow(order)}" for order in orders)]
    return "\n".join(out) + "\n"
