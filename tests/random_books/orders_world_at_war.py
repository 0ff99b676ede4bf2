"""Orders of World at War, as a file says them and as they are given at the prompt."""

from both_ways import Order

from airwar.rulesets.world_at_war.airbases import POWERS

ORDERED = {
    "staging", "transfers", "airbases", "counterair", "transports", "battles", "fallen", "sunk", "at-sea", "redeployment",
    "bombing", "strategic-redeployment",
}  # fmt: skip
PHASES = {"movement": "displacement", "combat": "displacement.combat"}
SEAS = {"movement": "sinkings.movement", "combat": "sinkings"}
SUPPORT = {"overrun": "overruns", "regular": "ground-support", "exploitation": "exploitation-support"}


def unordered(tree):
    """The scenario with all its air ready."""
    for unit in tree.get("units") or ():
        unit["inverted"] = 0
    return tree | {"turn": True}


def orders_of(chance, turn):
    """One random order of every kind; most of them are sensible."""
    side, named = turn.setting.attacker, turn.setting.name

    def one(every, sensible=()):
        liked = [name for name in every if name in sensible]
        return chance.choice(liked if liked and chance.random() < 0.8 else list(every))

    units = [unit for unit in turn.units if not unit.strategic]
    by_id = {unit.id: unit for unit in turn.units}
    bases, carriers = [base.id for base in turn.bases], list(turn.setting.carriers)
    own_bases = {base.id for base in turn.bases if base.side == side}
    enemy_bases = {*bases} - own_bases
    own = {unit.id for unit in turn.units if unit.side == side and unit.number}

    def force(types, candidates):
        liked = [unit.id for unit in candidates if unit.type in types and unit.id in own and unit.ready]
        chosen = {one([unit.id for unit in candidates], liked) for _ in range(chance.randint(1, 2))}
        return {unit.id: chance.randint(1, max(1, unit.number)) for unit in candidates if unit.id in chosen}

    if units:
        ids = [unit.id for unit in units]
        unit, to, phase = one(ids, own), one(bases, own_bases), chance.choice(("movement", "combat"))
        number = chance.randint(1, max(1, by_id[unit].number))
        moved = [{"unit": unit, "to": to, "count": number}]
        yield Order("staging", moved, {r"staging\.attacker\.order\.1": unit, rf"attacker\.stage\.{unit}": {to: number}})
        answers = {r"redeployment\.attacker\.order\.1": unit, rf"attacker\.redeploy\.{unit}": {to: number}}
        yield Order("redeployment", moved, answers)
        there = {place for place in (*bases, *carriers) if turn.hex_of(place) == turn.hex_of(by_id[unit].home)}
        place, when = one((*bases, *carriers), there), chance.choice(("movement", "redeployment"))
        said = [{"unit": unit, "to": place, "count": number, "phase": when}]
        key = rf"{when}\.transfers(-after)?\.attacker\.order\.1"
        yield Order("transfers", said, {key: unit, rf"attacker\.transfer\.{unit}": {place: number}})
        at, flying = one(bases, enemy_bases), force(("aaf", "nas", "jet"), units)
        answers = {rf"{phase}\.counterair\.attacker\.order\.1": at, r"attacker\.commit": flying}
        yield Order("counterair", [{"at": at, "with": flying, "phase": phase}], answers)
        kind, attack, defend = chance.choice(tuple(SUPPORT)), chance.randint(1, 6), chance.randint(0, 3)
        said = {"at": at, "kind": kind, "attackers": attack, "defenders": [{"factors": defend}] * bool(defend), "with": flying}
        answers = {
            rf"{SUPPORT[kind]}\.attacker\.order\.1": at, r"attacker\.forces": {"by-land": attack},
            r"referee\.defenders": {"dm-1": defend}, r"attacker\.support": flying,
        }  # fmt: skip
        yield Order("battles", [said], answers)
    at, phase, what = chance.choice(bases), chance.choice(tuple(PHASES)), chance.choice(("hex", "airbase"))
    event = {rf"{PHASES[phase]}\.referee\.event\.1": at if what == "hex" else f"{at}/airbase"}
    yield Order("fallen", [{"at": at, "phase": phase, "kind": what}], event)
    if carriers:
        ship = chance.choice(carriers)
        yield Order("sunk", [{"carrier": ship, "phase": phase}], {rf"{SEAS[phase]}\.referee\.event\.1": ship})
    power = one(POWERS, [power for power in POWERS if turn.setting.alliances.side(power) == side])
    at, phase = one(bases, own_bases), chance.choice(("movement", "construction", "redeployment"))
    source = chance.choice((None, None, *bases))
    answers = {
        rf"{phase}\.airbases\.attacker\.order\.1": power,
        r"attacker\.airbase-hex\.1": at,
        r"attacker\.airbase-from\.1": source or "stock",
    }
    said = {"nation": power, "at": at, "phase": phase} | ({"from": source} if source else {})
    yield Order("airbases", [said], answers)
    if turn.strategic and turn.setting.strategy.fronts:
        unit, front = chance.choice(turn.strategic), chance.choice(list(turn.setting.strategy.fronts))
        answers = {r"strategic\.attacker\.order\.1": unit.id, rf"attacker\.front\.{unit.id}": {front: unit.number}}
        yield Order("strategic-redeployment", {unit.id: front}, answers)
    if turn.setting.strategy.targets and turn.units:
        target = chance.choice(list(turn.setting.strategy.targets.values()))
        bombers, escort = force(("bomber", "aaf"), turn.units), force(("aaf", "interceptor", "jet"), turn.units)
        said = {"id": target.id, "name": named(target.id), "front": target.front, "bombers": bombers, "escort": escort}
        said |= {name: getattr(target, name) for name in ("nation", "box", "hex") if getattr(target, name)}
        said |= {"distances": dict(target.distances)} if target.distances else {}
        said |= {"passes": {front: dict(way) for front, way in target.passes.items()}} if target.passes else {}
        answers = {r"bombing\.attacker\.order\.1": target.id, r"attacker\.bombers": bombers, r"attacker\.escort": escort}
        yield Order("bombing", [said], answers)
