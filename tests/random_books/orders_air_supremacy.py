"""Attacks of Air Supremacy, as a file says them and as they are ordered at the prompt."""

from both_ways import Order

from airwar.rulesets.air_supremacy.orders import offered, passing_faults, ways_to
from airwar.rulesets.air_supremacy.position import Attack, Setting
from airwar.rulesets.air_supremacy.turn import opponents
from airwar.rulesets.kit import Book

ORDERED = {"battles", "later-turns"}


def unordered(tree):
    return tree


def orders_of(chance, position):
    """Some random attacks, and a fleet that passes through a zone; most of them are sensible."""
    setting = Setting(position)
    if not any(ways_to(setting, space) for space in setting.spaces) and chance.random() < 0.8:
        return
    coasts = [space for space in setting.spaces if offered(setting, Attack(at=space), "landing")]
    for at in ("", "", *coasts[:1]):
        said, answers = attack(chance, setting, 1, at)
        yield Order("battles", [said], answers, "landing" if "landing" in said else "attack")
    zones = [space.id for space in setting.spaces.values() if space.sea and enemies_in(setting, space.id)]
    if zones and len(setting.spaces) > 1:
        first, answers = attack(chance, setting, 1, at=chance.choice(zones))
        fleet = Attack(at=first["at"], with_=Book(first.get("with", {})), landing=Book(first.get("landing", {})))
        second, more = attack(chance, Setting(position, (fleet,)), 2, after=first["at"])
        yield Order("battles", [first, second], answers | more, "pass-through")


def reason(question, answer, left):
    """Why a fleet cannot pass through to a space, where the prompt would not ask whether it does."""
    if not question.key.endswith(".at"):
        return None
    [setting] = question.why_not.args
    after = left[rf"attack-{len(setting.attacks) + 1}\.after"]
    if after == "no" or after in ways_to(setting, answer):
        return None
    fault = next(passing_faults(setting, setting.attacks, Attack(at=answer, after=after)), None)
    return str(fault or "no unit that is free can do so (39)")


def enemies_in(setting, space):
    return [unit for unit in setting.others_in(space) if not setting.is_friend(unit.nation)]


def attack(chance, setting, number, at="", after=""):
    """An attack, as the file says it and as answers; the number is that of the attack in the turn."""
    able = [space for space in setting.spaces if after in ways_to(setting, space)]
    others = [space for space in setting.spaces if space != after]
    at = at or chance.choice(able if able and chance.random() < 0.9 else others)
    said, answers = {"at": at}, {"at": at, "after": after or "no"}
    if after:
        said["after"] = after
    groups = {}
    for nation in opponents(setting, Attack(at=at)):
        groups.setdefault(setting.groups[nation], []).append(nation)
    if len(groups) > 1 and chance.random() < 0.9:
        said["defenders"] = chance.choice(list(groups.values()))
        answers["defenders"] = said["defenders"][0]
    for way, often in {"with": 0.9, "landing": 0.4, "support": 0.2}.items():
        answers[way] = force(chance, setting, way, Attack(at=at, after=after)) if chance.random() < often else {}
        said |= {way: answers[way]} if answers[way] else {}
    return said, {rf"attack-{number}\.{key}": answer for key, answer in answers.items()}


def force(chance, setting, way, order):
    """Some units; most of the time such as can go this way. Parts of an entry have no name in a file."""
    whole = {unit.id for unit in setting.units.values()} - {unit.id for unit in setting.units.values() if unit.of}
    whole -= {unit.of for unit in setting.units.values()}
    able = {unit_id: number for unit_id, number in offered(setting, order, way).items() if unit_id in whole}
    if able and chance.random() < 0.9:
        some = chance.sample(list(able), min(len(able), chance.randint(1, 3)))
        return {unit_id: chance.randint(1, able[unit_id]) for unit_id in some}
    some = chance.sample(sorted(whole), min(len(whole), chance.randint(1, 2)))
    return {unit_id: chance.randint(1, max(1, setting.units[unit_id].count)) for unit_id in some}
