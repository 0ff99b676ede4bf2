"""Missions of OCS, as a file says them and as they are ordered at the prompt."""

from both_ways import Order

from airwar.rulesets.ocs.orders import judged, target_key, why_no_order
from airwar.rulesets.ocs.position import Kind

ORDERED = {"missions", "loads", "marches", "stacks"}
PHASES = ("movement", "movement", "reaction", "combat", "exploitation", "reinforcement", "clean-up")
CARGO = {
    "1T": {"id": "supply", "supply": 1},
    "3T": {"id": "supply", "supply": 3},
    "1/2 RE": {"id": "unit-1", "name": "1/2 RE", "re": "1/2", "para": True},
    "1 RE MA 8": {"id": "unit-1", "name": "1 RE", "re": 1, "allowance": 8, "para": True},
}
AIMS = {Kind.GUNFIRE: ("units", "base", "port"), Kind.BUILD: ("base", "strip", "port"), Kind.REDUCE: ("base", "port")}


def unordered(tree):
    return tree


def orders_of(chance, turn):
    """Some random missions; most of them are sensible."""
    board = turn.board
    ships = [*board.ships.values(), *(base for base in board.bases.values() if base.carrier)]
    for kind in chance.sample(Kind.ALL, 8) if any(board.all_places) else ():
        if ships or kind != Kind.SHIP_ATTACK:
            yield mission(chance, board, kind, ships)


def mission(chance, board, kind, ships):
    """A mission of one kind."""
    strikes = kind in (*Kind.STRIKES, Kind.GUNFIRE)
    side = chance.choice(board.players)
    phase = chance.choice(PHASES) if chance.random() < 0.3 else chance.choice(("combat", "movement") if strikes else ("movement",))
    if board.play and chance.random() < 0.8:
        side, _, phase = chance.choice(board.play).partition(".")
    said = {"id": "m", "in": f"{side}.{phase}", "kind": kind, "at": target(chance, board, kind, side)}
    if kind in Kind.WORKS and not is_near(board, side, said["at"]):
        said["at"] = chance.choice([place for place in board.all_places if is_near(board, side, place)] or [said["at"]])
    scope, answers = scope_of(board, kind, side, phase), {"order": kind, "target": said["at"]}
    if kind in (Kind.SHIP_ATTACK, *Kind.AIMED):
        aim_at_ship(chance, ships, kind, side, said, answers)
    if kind in AIMS and "ship" not in said:
        said["target"] = chance.choice(AIMS[kind])
        answers["target"] += "" if said["target"] == "units" else f".{said['target']}"
    if kind in Kind.LIFTS:
        load(chance, kind, said, answers)
    if kind == Kind.CAPTURE:
        inflicted = chance.random() < 0.3 and board.rulings.profile.self_inflicted
        said |= {"advance": phase == "combat"} | ({"self-inflicted": True} if inflicted else {})
        answers |= {"overrun": "no", "self-inflicted": "yes" if inflicted else "no"}
    if kind not in (Kind.CAPTURE, *Kind.WORKS) and chance.random() < 0.8:
        crew(chance, board, kind, side, phase, said, answers)
    return Order("missions", [said], {rf"{scope}\.1\.{key}": answer for key, answer in answers.items()}, kind)


def reason(question, answer, left):
    """Why a target is refused, where the prompt says why a kind of mission has none."""
    asked = getattr(question, "why_not", None)
    target = next((after for key, after in left.items() if key.endswith("target")), None)
    if getattr(asked, "func", None) is not why_no_order or target is None:
        return None
    return {target_key(mission): refused for mission, refused in judged(*asked.args, answer)}.get(target)


def scope_of(board, kind, side, phase):
    """The scope of the question for an order: the phase and, if it is ordered in a later segment of it, that one."""
    if kind == Kind.GUNFIRE or (kind in Kind.STRIKES and (phase == "combat" or not board.rulings.profile.return_phase)):
        return f"{side}-{phase}-barrage"
    return f"{side}-combat-combat" if kind == Kind.CAPTURE and phase == "combat" else f"{side}-{phase}"


def target(chance, board, kind, side):
    """A place; most of the time one's own to fly or to work at, and the enemy's to attack."""
    own = kind in (Kind.TRANSPORT, Kind.TRANSFER, *Kind.WORKS)
    bases = [base.id for base in board.bases.values() if (base.side == side) == own]
    occupied = [place.id for place in board.hexes.values() if board.enemy_of(side) in place.combat_units]
    liked = bases if own or kind in (Kind.BASE_ATTACK, Kind.PORT_ATTACK, Kind.CAPTURE) else [*occupied, *bases]
    return chance.choice(liked if liked and chance.random() < 0.8 else list(board.all_places))


def is_near(board, side, place):
    """Whether engineers may be there; a menu that has one such place does not ask where else they may be."""
    return place in board.bases or side in (*board.hex(place).now, *board.hex(place).spotters)


def aim_at_ship(chance, ships, kind, side, said, answers):
    carrier = [ship for ship in ships if ship.id == said["at"]]
    if carrier or (ships and (kind == Kind.SHIP_ATTACK or chance.random() < 0.3)):
        ship = chance.choice(carrier or [ship for ship in ships if ship.side != side] or ships)
        said |= {"ship": ship.id, "at": ship.at}
        answers["target"] = ship.id


def load(chance, kind, said, answers):
    text = chance.choice(list(CARGO))
    said["cargo"], answers["cargo"] = [CARGO[text]], text
    if kind == Kind.TRANSPORT and chance.random() < 0.4:
        said["stays"], answers["stays"] = True, "yes"
    elif kind == Kind.DROP:
        planned, eto = chance.choice((0, 2)), chance.random() < 0.5
        said |= {"planned": planned, "allied-eto": eto}
        answers |= {"method": "paradrop", "planned": "yes" if planned else "no", "allied-eto": "yes" if eto else "no"}


def crew(chance, board, kind, side, phase, said, answers):
    """Those who fly or fire; most of the time all of them could."""
    fires = kind == Kind.GUNFIRE
    every = [*board.artillery.values(), *board.ships.values()] if fires else list(board.units.values())
    own = [one.id for one in every if one.side == side]
    most = 1 if kind == Kind.HIP_SHOOT else board.rulings.number("max-per-mission") if kind in Kind.LIFTS else 3
    some = set(chance.sample(own, chance.randint(1, min(most, len(own))))) if own else set()
    if every and kind not in Kind.LIFTS and chance.random() < 0.1:
        some.add(chance.choice(every).id)
    named = [one.id for one in every if one.id in some]
    if named:
        question = "guns" if fires else "strike" if phase == "combat" else "fly"
        said["with"], answers[question] = named, dict.fromkeys(named, 1)
