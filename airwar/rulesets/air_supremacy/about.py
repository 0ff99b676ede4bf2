"""What the questions of a turn are about: who is fighting where and with what, what was lost, and who could still come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from airwar.rulesets.air_supremacy.position import Setting
from airwar.rulesets.air_supremacy.turn import Battle, Group, Turn, facts
from airwar.rulesets.air_supremacy.units import Force, Kind, Line, Mode, nation_name, number_of, size, type_name, unit_name
from airwar.rulesets.kit import count, listed, title_of, verb

if TYPE_CHECKING:
    from airwar.rulesets.air_supremacy.combat import Sky
    from airwar.rulesets.air_supremacy.losses import Score, Struck

MOST_TYPES = 4  # named on one side in a sentence
WAYS = {"with": "fight", "landing": "come ashore", "support": "support the landing"}


def in_words(force: Iterable[Line]) -> str:
    """Units by type, naming each nation once, with how many do not fight: `3 British fighters (1 grounded) and 2 infantry`."""
    kinds: dict[str, list[Line]] = {}
    for line in sorted(force, key=lambda line: line.kind.order):
        if line.mode != Mode.ABOARD:
            kinds.setdefault(line.kind.label, []).append(line)
    said, nation = [], ""
    for lines in kinds.values():
        kind, total = lines[0].kind, size(lines)
        named = kind.label if kind.nation != nation else kind.type.name
        said.append(number_of(total, named, kind.type.name) + remark(lines))
        nation = kind.nation
    return listed(said, MOST_TYPES, "other type") or "nothing"


def remark(lines: Iterable[Line]) -> str:
    """How many of some units do not fight: ` (1 grounded, 2 leaving)`."""
    leaving = sum(line.number for line in lines if line.mode == Mode.LEAVING)
    grounded = sum(line.number for line in lines if line.mode not in (Mode.FIGHTS, Mode.LEAVING))
    said = [f"{grounded} grounded"] * bool(grounded) + [f"{leaving} leaving"] * bool(leaving)
    return f" ({', '.join(said)})" if said else ""


def both_sides(turn: Turn, battle: Battle) -> str:
    """A battle as it is now, and the losses of the turn so far."""
    known = facts(turn, battle, True)
    lost = {nation_name(turn.setting.attacker): known["own.lost"], "the defenders": known["enemy.lost"]}
    toll = ", ".join(f"{side} {number}" for side, number in lost.items() if number)
    fight = f"{in_words(battle.attackers)} against {in_words(battle.defenders)}"
    name = turn.setting.name(battle.space)
    return f"{name[:1].upper()}{name[1:]}: {fight}." + (f" Lost this turn: {toll}." if toll else "")


# the battle


def go_on(turn: Turn, battle: Battle) -> str:
    """Whether the attacker fights another round."""
    return f"{both_sides(turn, battle)} {'Nobody has rolled yet.' if battle.new else 'Another round?'}"


def able_to(what: str, turn: Turn, battle: Battle, able: Iterable[Line]) -> str:
    """Units that can leave a battle, or stay on the ground this round."""
    return f"{both_sides(turn, battle)} Able to {what}: {in_words(able)}."


def fall_back(turn: Turn, battle: Battle, able: Mapping[Line, int]) -> str:
    """Units that can retreat under fire."""
    lines = [line._replace(number=number) for line, number in able.items()]
    nations = {line.kind.nation for line in lines}
    own = size(line for line in battle.defenders if line.kind.nation in nations)
    who = "All of yours" if size(lines) == own else in_words(lines)
    return f"{both_sides(turn, battle)} {who} can retreat, under fire."


def where_to(turn: Turn, space: str, line: Line, places: Iterable[str]) -> str:
    """Units that have left a battle, and the places that can take them."""
    names = listed((turn.setting.name(place) for place in places), MOST_TYPES)
    return f"{line.kind.counted(line.number)} {verb(line.number, 'retreat')} from {turn.setting.name(space)}: to {names}?"


def who_rolls(fight: Sky) -> str:
    """A side that rolls one unit at a time, what it rolls at, and the hits so far."""
    left = [number_of(one.number, type_name(one.name), type_name(one.name)) for one in fight.pool]
    hits = f"{fight.score.air} in the air, {fight.score.at_the_surface} on the surface"
    enemy = count(fight.flying, "enemy aircraft", "enemy aircraft")
    who = (
        f"{fight.setting.name(fight.space)}: {nation_name(fight.by)} still has to roll for {listed(left, MOST_TYPES, 'other type')}"
    )
    return f"{who}; {enemy} not yet hit. Hits so far: {hits}."


HITS = {
    "air": "in the air",
    "surface-only": "of support and low fire",
    "bombs": "with bombs",
    "surface": "on the surface",
    "necessity": "on the surface",
    "grounded": "on the surface",
}


def take_hits(setting: Setting, space: str, owner: str, by: str, force: Force, hits: int, which: str, score: Score) -> str:
    """Whose losses these are, who scored them and how, what else was scored, and what can take them."""
    others = {"in the air": score.air, "with bombs": score.bombs, "on the surface": score.fire + score.low}
    besides = [f"{number} {how}" for how, number in others.items() if number and how != HITS[which]]
    also = f" ({listed(besides)} besides)" if besides else ""
    scored = f"{nation_name(by)} has scored {count(hits, 'hit')} {HITS[which]}{also} at {setting.name(space)}"
    return f"{scored}. Losses of {nation_name(owner)}, among {in_words(force)}."


def share_hits(struck: Struck, able: Force, hits: int, which: str) -> str:
    """Hits on the units of several nations."""
    said = take_hits(struck.setting, struck.space, struck.owner, struck.by, able, hits, which, struck.score)
    return f"{said} Share them between the nations."


def which_ships(setting: Setting, space: str, ships: Sequence[Line], hits: int) -> str:
    """Ships that fight alike, of which some were hit."""
    names = listed(title_of(line.kind.unit) for line in ships)
    return f"{setting.name(space)}: {count(hits, 'hit')} on {names}. Who has taken {'it' if hits == 1 else 'them'}?"


# around the battles


def to_dispatch(turn: Turn, home: str, able: Iterable[Group], spaces: Iterable[str]) -> str:
    """Aircraft at one base, and the battles they can reach."""
    ready = listed((group.kind.counted(group.number) for group in able), MOST_TYPES, "other type")
    battles = [turn.battle(space) for space in dict.fromkeys(spaces)]
    fights = listed((f"{turn.setting.name(battle.space)} ({odds(battle)})" for battle in battles), MOST_TYPES)
    return f"{turn.setting.name(home)}: {ready} ready. In reach: {fights}. They arrive next round."


def odds(battle: Battle) -> str:
    if battle.after:
        return "attacked from the second round on"
    attackers = size(line for line in battle.attackers if line.mode != Mode.ABOARD)
    return f"{count(attackers, 'attacker')}, {count(size(battle.defenders), 'defender')}"


def to_land(turn: Turn, offers: Iterable[tuple[Kind, int, str]]) -> str:
    """Aircraft without a home, and the places that can take them."""
    planes = list(offers)
    homeless = dict.fromkeys((kind, number) for kind, number, _ in planes)
    who = listed((kind.counted(number) for kind, number in homeless), MOST_TYPES, "other type")
    names = listed((turn.setting.name(place) for place in dict.fromkeys(place for _, _, place in planes)), MOST_TYPES)
    return f"Without a home to return to: {who}. Room at {names}; what does not land is lost."


def short_of_places(turn: Turn, ships: Iterable[str], wants: Sequence[str], places: int) -> str:
    """Carriers without room for all the aircraft that want a place at the same moment."""
    names = listed((turn.setting.name(ship) for ship in ships), MOST_TYPES)
    return f"On {names}: room for {places} of {listed(wants)}. Who gets it?"


def pass_on_to(turn: Turn, first: str, space: str, able: Iterable[Line]) -> str:
    """A fleet that may attack a second space."""
    battle, name = turn.battle(space), turn.setting.name
    there = f"{name(space)} is held by {in_words(battle.defenders)}" if battle.defenders else f"{name(space)} is next"
    return f"Past {name(first)}: {in_words(able)} can go on. {there}."


# orders


def attacks_so_far(turn: Turn, targets: int) -> str:
    """The attacks that are ordered, and what else can be attacked."""
    setting = turn.setting
    ordered = [setting.name(order.at) for order in setting.attacks]
    said = f"Ordered so far: {listed(ordered, MOST_TYPES)}" if ordered else "No attack ordered yet"
    return f"{nation_name(setting.attacker)} turn. {said}; {count(targets, 'space')} can be attacked."


def how_to_attack(turn: Turn, space: str, what: str) -> str:
    """A space, and who is there."""
    setting = turn.setting
    units = setting.others_in(space)
    said = [number_of(one.count, unit_name(one.nation, setting.type(one.id)), type_name(one.type)) for one in units]
    there = listed(said, MOST_TYPES, "other unit") or "nobody"
    return f"{nation_name(setting.attacker)} attacks {setting.name(space)}, held by {there}. {what}"


def with_what(turn: Turn, space: str, way: str, items: Mapping[str, int]) -> str:
    """The units that can take part in an attack."""
    return how_to_attack(turn, space, f"{count(sum(items.values()), 'unit')} can {WAYS[way]}.")
