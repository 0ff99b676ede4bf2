"""The books of an Air Supremacy turn: what must hold after every step, whatever is played. And theaters to play at random."""

from collections import Counter
from contextlib import contextmanager
from random import Random

from as_table import theater

from airwar.engine.walk import Walk
from airwar.rulesets.air_supremacy.turn import Status, Turn, afloat, home_of


def check_books(turn):
    """Every unit is in one place that can hold it, and in one status."""
    check_counts(turn)
    check_battles(turn)
    for group in turn.groups:
        check_group(turn, group)
    check_ships(turn)


def check_counts(turn):
    """No entry has more units than when the turn began, and there are no empty or negative lines."""
    left = Counter()
    for kind, number in turn.units():
        assert number > 0, kind
        left[kind.unit] += number
    for unit, number in left.items():
        assert number <= turn.setting.units[unit].count, unit


def check_battles(turn):
    """Ships fight at sea, troops on land or wait aboard; nobody who is attacked at home sits beside the battle."""
    for battle in turn.battles:
        sea = turn.setting.spaces[battle.space].sea
        for line in (*battle.attackers, *battle.defenders):
            if line.mode == "aboard":
                assert afloat(turn, line.kind.home) == battle.space, f"{line.kind.name} is aboard a ship that is not here"
            elif not line.kind.type.flies:
                assert (line.kind.type.sphere == "sea") == sea, f"{line.kind.name} in {battle.space}"
        for line in battle.defenders:
            assert line.kind.nation in battle.nations or line.guest, f"{line.kind.name} is not attacked"
            assert any(turn.setting.friendly(line.kind.nation, one) for one in battle.nations), (
                f"{line.kind.name} defends strangers"
            )
            assert not line.guest or line.kind.type.flies
        for line in battle.attackers:
            assert line.kind.nation in turn.setting.movers or line.mode == "aboard"
        assert all(line.kind.type.sphere == "sea" for line in battle.support)


def check_group(turn, group):
    """Units outside the battles are somewhere that exists and suits them."""
    kind = group.kind
    if kind.type.flies and kind.nation not in turn.setting.movers:
        check_aircraft(turn, group)
    elif kind.home:
        assert kind.type.flies or afloat(turn, kind.home), f"{kind.name} is aboard a sunk ship"
        assert not group.place
    else:
        assert turn.setting.spaces[group.place].sea == (kind.type.sphere == "sea"), f"{kind.name} at {group.place}"


def check_aircraft(turn, group):
    """Aircraft at home have one, it is not taken, and if it is attacked they are in that battle."""
    kind = group.kind
    assert not (kind.type.bombs and kind.aboard), f"{kind.name} is on a carrier"
    if group.status in Status.FLYING:
        return
    assert group.status in (Status.HOME, Status.OUT) or (group.status == Status.LEFT and kind.aboard), (
        group
    )  # on a carrier that attacked
    home = home_of(turn, kind)
    assert home, f"{kind.name} is based on a sunk carrier"
    battle = turn.battle_in(home)
    if battle and kind.nation in battle.nations:
        assert not battle.on, f"{kind.name} is beside the battle at its home"
    assert turn.setting.is_friend(kind.nation) or home not in dict(turn.taken), f"{kind.name} is based in captured {home}"


def check_ships(turn):
    """Every ship that has units aboard is in one place, and carries no more than it holds. Empty ships of a unit may part."""
    ships, aboard, places = Counter(), Counter(), {}
    for battle in turn.battles:
        for line in (*battle.attackers, *battle.defenders):
            if line.kind.ship:
                places.setdefault(line.kind.ship, set()).add(battle.space)
    for group in turn.groups:
        if group.kind.ship:
            places.setdefault(group.kind.ship, set()).add(group.place)
    for kind, number in turn.units():
        if kind.ship:
            ships[kind.ship] += kind.type.holds * number
        if kind.aboard:
            aboard[kind.home] += number
    assert {ship: where for ship, where in places.items() if len(where) > 1 and aboard[ship]} == {}
    for ship, holds in ships.items():
        assert aboard[ship] <= holds, f"{ship} carries {aboard[ship]} and holds {holds}"


@contextmanager
def books_are_checked():
    """Every walk checks the books after every step."""
    leave = Walk._leave

    def checked(walk, step, position):
        leave(walk, step, position)
        turn = walk.states[0]
        if isinstance(turn, Turn):
            check_books(turn)

    Walk._leave = checked
    try:
        yield
    finally:
        Walk._leave = leave


# theaters


TYPES = {"land": ("infantry", "armor", "anti-aircraft"), "air": ("fighter", "dive-bomber", "dogfighter", "bomber")}
ALLIES = {"germany": "italy", "italy": "germany", "uk": "usa", "usa": "uk"}
SHIPS = ("battleship", "destroyer", "destroyer", "submarine", "transport", "aircraft-carrier")


def random_theater(seed):
    """A map of a few spaces and the units of several nations on it. Nothing is ordered: whoever plays orders the attacks."""
    random = Random(seed)
    spaces = {f"sea-{n}": {"kind": "sea"} for n in range(random.randint(2, 4))}
    spaces |= {
        f"land-{n}": {"kind": "land", "nation": random.choice(("uk", "uk", "usa", "germany", "italy", "ussr"))}
        for n in range(random.randint(2, 4))
    }
    names = list(spaces)
    for name in names:
        spaces[name]["adjacent"] = random.sample([other for other in names if other != name], random.randint(1, 3))
    units = []
    for number in range(random.randint(8, 16)):
        add_unit(random, spaces, units, f"u{number}")
    attacker = {"attacker": "germany", "moving-with": ["italy"] if random.random() < 0.5 else []}
    later = [{"attacker": random.choice(("uk", "japan", "ussr"))}] if random.random() < 0.3 else []
    return theater(units, [], spaces, **attacker, **({"later-turns": later} if later else {}))


def add_unit(random, spaces, units, name):
    """One more unit; carriers and transports may come with units aboard, their own or an ally's."""
    nation = random.choice(("germany", "germany", "germany", "italy", "uk", "uk", "usa", "ussr"))
    place = random.choice(list(spaces))
    if spaces[place]["kind"] == "land":
        type_ = random.choice(TYPES[random.choice(("land", "air"))])
        units.append((name, nation, type_, random.randint(1, 2), place))
        return
    type_ = random.choice(SHIPS)
    room = 2 if type_ in ("transport", "aircraft-carrier") else 0
    units.append((name, nation, type_, 1 if room else random.randint(1, 2), place))
    if room and random.random() < 0.8:
        cargo = "infantry" if type_ == "transport" else random.choice(TYPES["air"][:3])
        for part in random.choice(([2], [1], [1, 1])):
            whose = ALLIES.get(nation, nation) if random.random() < 0.3 else nation
            units.append((f"{name}-cargo-{len(units)}", whose, cargo, part, f"@{name}"))
