"""What is legal in a movement phase of A World at War, written from the rules by themselves and as simply as possible.

Basing limits, airbases, staging, who may counterair what, refuges, returning to base, air supply, air transport and interception.
Imports nothing of airwar. The numbers are those of the rule book; AMB-nn is a ruling where the book leaves something open.
`position` is the scenario as plain data (see `random_movement.py`). `naive_phase.py` plays the phase.
"""

from collections import Counter
from itertools import product

POOLS = {  # 18.14: Europe, the Pacific
    "germany": (4, 4),
    "italy": (2, 2),
    "japan": (3, 3),
    "britain": (3, 1),
    "russia": (3, 1),
    "us": (3, 3),
}
POWER_OF = {"rumania": "germany", "finland": "germany", "australia": "britain", "india": "britain", "poland": "britain"}
FACTION_OF = {"germany": "axis", "italy": "axis", "japan": "japan", "britain": "western", "us": "western", "russia": "russia"}
BOX_OF = {"western": ("australia", "india"), "russia": ("urals",)}  # 18.23
FIGHTERS = ("aaf", "nas", "jet")
JET_RANGE = {9: 2, 11: 3, 12: 4}  # 18.31E, in Europe
ANY = 10_000  # squadrons that a mapboard box has room for (17.21)
MOST_STEPS = 4000  # of the search for a legal end of staging; beyond that, nobody says


def faction(nation):
    return FACTION_OF[POWER_OF.get(nation, nation)]


def may_use(nation, power):
    """18.146: whether a nation may use an airbase in the phase in which a power placed it."""
    return nation == power or (power == "britain" and nation in ("australia", "free-france"))


def pool_of(position, power):
    return POOLS[power][position["theater"] == "pacific"] + position["airbase-counters"].get(power, 0)


def squadrons_for(position, name, facilities):
    """18.12: for how many squadrons these facilities of a hex have room."""
    base = position["bases"][name]
    small = position["theater"] == "pacific" and (base.get("island") or base.get("jungle"))
    twice = position["options"].get("port-city") == "two"
    return 3 * (3 if small else 5) * sum(2 if one == "port-city" and twice else 1 for one in facilities)


class Map:
    """Bases, airbases and distances, and where every unit is."""

    def __init__(self, position):
        self.position = position
        self.attacker = position["attacker"]
        self.europe = position["theater"] == "europe"
        self.bases = {name: {**base, "facilities": list(base["facilities"])} for name, base in position["bases"].items()}
        self.carriers = {name: dict(carrier) for name, carrier in position["carriers"].items()}
        self.units = {unit["id"]: unit for unit in position["units"]}
        self.at = {}  # (unit, place): ready and inverted
        for unit in position["units"]:
            inverted = unit.get("inverted", 0)
            self.at[unit["id"], unit["at"]] = [unit["count"] - inverted, inverted]
        self.placed = Counter()  # airbases of this turn, by power
        self.fresh = {}  # 18.146: hex and power of an airbase of this phase
        self.recycled = set()  # hexes that have lost their airbase in this phase
        self.ordered = set()  # units that have had their order to stage
        self.arrived = set()  # (unit, place): has staged there
        self.up = {}  # unit in the air: home, number, the hex it flies to; one lot of a unit at a time
        self.flown = Counter()  # carrier air that has flown its mission, though it is not inverted (18.41)

    # plain facts

    def side_of(self, unit):
        nation = self.units[unit]["nation"]
        return next(side for side, nations in self.position["sides"].items() if nation in nations)

    def hexes(self, one, two):
        (q, r), (s, t) = self.position["spots"][one], self.position["spots"][two]
        return max(abs(q - s), abs(r - t), abs(q - s + r - t))

    def range_of(self, unit):
        """18.31."""
        said = self.units[unit]
        if said["type"] == "nas":
            return 3
        if said["type"] == "jet":
            return JET_RANGE[self.position["research"][said["nation"]]] - (not self.europe)
        return 4 if self.europe else 3

    def size_of(self, unit):
        """17.141B: in squadrons."""
        return 1 if self.units[unit]["type"] == "nas" else 3

    def on_land(self, place):
        return place in self.bases

    def lots(self, side):
        return [(unit, place) for (unit, place), number in self.at.items() if sum(number) and self.side_of(unit) == side]

    def supplied(self, place):
        return self.bases[place].get("supply", "full") == "full"

    def operational(self, place):
        """AMB-24."""
        return self.supplied(place) and not self.bases[place].get("oil")

    def takes_off(self, unit, place):
        """18.51, 18.533, 18.545, AMB-04: whether an offensive mission may be flown from a place."""
        if not self.on_land(place):
            carrier = self.carriers[place]
            return not carrier.get("port") and not carrier.get("damaged")
        base = self.bases[place]
        if "box" in base or not self.operational(place):
            return False
        return bool(base.get("island") and self.units[unit]["type"] == "nas") or self.is_field(place)

    def is_field(self, place, unit=None):
        """Whether there is a city, an airbase or, AMB-04, a port; for a unit, not only an airbase that it may not use (18.146)."""
        barred = {"no-artificial": ("artificial-port",), "printed": ("artificial-port", "port")}
        barred = barred.get(self.position["options"].get("offensive-bases"), ())
        facilities, power = self.bases[place]["facilities"], self.fresh.get(place)
        if facilities == ["airbase"] and power and unit and not may_use(self.units[unit]["nation"], power):
            return False
        return any(one not in barred for one in facilities)

    # basing limits

    def used(self, lots):
        """18.11: squadrons of room that these take, naval air apart. `lots`: (unit, number)."""
        naval = sum(number for unit, number in lots if self.units[unit]["type"] == "nas")
        return sum(3 * number for unit, number in lots if self.units[unit]["type"] != "nas"), naval

    def over(self, place, lots):
        """By how many squadrons these are too many for a hex (18.11, 18.12, 18.13, 18.146); at most 0 if they fit."""
        base = self.bases[place]
        if "box" in base:
            return -ANY
        island = 1 if base.get("island") else 0
        most = [squadrons_for(self.position, place, base["facilities"])]
        sets = [lots]
        if place in self.fresh:
            old = [one for one in base["facilities"] if one != "airbase"]
            most.append(squadrons_for(self.position, place, old))
            sets.append([(unit, number) for unit, number in lots if not may_use(self.units[unit]["nation"], self.fresh[place])])
        found = []
        for room, some in zip(most, sets, strict=True):
            factors, naval = self.used(some)
            found.append(factors + max(0, naval - island) - room)
        return max(found)

    def based(self, place):
        return [(unit, sum(number)) for (unit, where), number in self.at.items() if where == place and sum(number)]

    def room(self, unit, place):
        """How many of a unit can still base in a hex, besides those who are there."""
        there = self.based(place)
        number = 0
        while number < 60 and self.over(place, [*there, (unit, number + 1)]) <= 0:
            number += 1
        return number

    # moving

    def move(self, unit, place, to, ready=0, inverted=0):
        here, there = self.at[unit, place], self.at.setdefault((unit, to), [0, 0])
        here[0] -= ready
        here[1] -= inverted
        there[0] += ready
        there[1] += inverted
        assert min(here) >= 0

    def rows(self):
        """Who is where, and in what state."""
        found = Counter()
        for (unit, place), (ready, inverted) in self.at.items():
            found[unit, place, "ready"] += ready
            found[unit, place, "inverted"] += inverted
        return +found

    # 18.14: airbases

    def sites(self, power):
        """The hexes in which a power may place an airbase, and for each the hexes a counter may come from; None is stock."""
        if power in self.position["not-at-war"] or self.placed[power] >= self.each_turn(power):
            return {}
        mine = [name for name, base in self.bases.items() if base.get("airbase-of") == power]
        standing = [name for name in mine if name not in self.fresh]  # one that is placed in this phase stays
        sources = [None] if len(mine) < pool_of(self.position, power) else standing
        found = {}
        for name in self.bases:
            fitting = [source for source in sources if source != name and self.may_place(power, name, source)]
            if fitting:
                found[name] = fitting
        return found

    def each_turn(self, power):
        """18.142B."""
        return 2 if power in ("germany", "us") or (power == "russia" and self.position["date"] == "spring 1943") else 1

    def may_place(self, power, name, source):
        """18.142C to E."""
        base = self.bases[name]
        if base["side"] != self.attacker or "box" in base or base.get("new") or not self.supplied(name):
            return False
        if "airbase" in base["facilities"] or faction(base["nation"]) != faction(power):
            return False
        group = base.get("island-group")
        if group == "aleutians":
            return False
        for other, said in self.bases.items():
            mine = "airbase-of" in said and faction(said["airbase-of"]) == faction(power)
            if group and other != source and said.get("island-group") == group and mine:
                return False
        return True

    def place(self, power, name, source):
        if source:
            self.bases[source]["facilities"].remove("airbase")
            del self.bases[source]["airbase-of"]
            self.fresh.pop(source, None)
            self.recycled.add(source)
        self.bases[name]["facilities"].append("airbase")
        self.bases[name]["airbase-of"] = power
        self.fresh[name] = power
        self.placed[power] += 1

    # 18.2: staging

    def reaches(self, unit, place, to):
        """18.21, 18.21B, 18.23: whether a unit may stage there, leaving room aside."""
        base = self.bases[to]
        if to == place or base["side"] != self.side_of(unit) or self.hexes(place, to) > 2 * self.range_of(unit):
            return False
        return "box" not in base or base["box"] in BOX_OF.get(faction(self.units[unit]["nation"]), ())

    def can_stage(self, unit, place):
        """18.21, 18.24: whether a unit is free to stage; inverted ones are."""
        free = unit not in self.ordered and not self.units[unit].get("sea-transported")
        return free and self.side_of(unit) == self.attacker and self.on_land(place)

    def crowded(self, books):
        """The hexes that hold too many."""
        there = {place: [] for place in self.bases}
        for (unit, place), number in books.items():
            if number and place in there:
                there[place].append((unit, number))
        return [place for place in self.bases if self.over(place, there[place]) > 0]

    def can_end(self, books, movable):
        """Whether staging can still end within all limits. `movable`: how many of (unit, place) may yet stage. None: not known."""
        seen, steps = set(), 0

        def search(books, movable):
            nonlocal steps
            steps += 1
            full = self.crowded(books)
            if not full:
                return True
            key = (tuple(sorted(books.items())), tuple(sorted(movable.items())))
            if key in seen or steps > MOST_STEPS:
                return False
            seen.add(key)
            place = full[0]
            for unit, where in [lot for lot, number in movable.items() if lot[1] == place and number]:
                for to in sorted(self.bases, key=lambda name: self.hexes(place, name)):
                    if self.reaches(unit, place, to):
                        after = Counter(books)
                        after[unit, where] -= 1
                        after[unit, to] += 1
                        left = Counter(movable)
                        left[unit, where] -= 1
                        if search(+after, +left):
                            return True
            return False

        found = search(+Counter(books), +Counter(movable))
        return None if not found and steps > MOST_STEPS else found

    def books(self):
        return Counter({lot: sum(number) for lot, number in self.at.items() if sum(number)})

    def movable(self, without=None):
        return Counter({lot: sum(number) for lot, number in self.at.items() if lot != without and self.can_stage(*lot)})

    def staging_is_legal(self, unit, place, wanted, more=False):
        """Whether so many of a unit may go to each of some bases: (to, status) and number. None: not known.

        `more`: whether they may if more of the unit go, too.
        """
        ready, inverted = self.at[unit, place]
        going = Counter()
        for (_, status), number in wanted.items():
            going[status] += number
        if going["ready"] > ready or going["inverted"] > inverted:
            return False
        if any(number and not self.reaches(unit, place, to) for (to, _), number in wanted.items()):
            return False
        books = self.books()
        before = set(self.crowded(books))
        for (to, _), number in wanted.items():
            books[unit, place] -= number
            books[unit, to] += number
        if not self.crowded(books):
            return True
        left = self.movable((unit, place))
        if more:
            left[unit, place] = books[unit, place]
        legal = self.can_end(books, left)
        if not legal and before & self.recycled:
            return None  # 18.15: what cannot leave is lost; who has to give way is not said
        return legal

    # 18.5: who may fly

    def ready(self, unit, place):
        """How many of a unit are at a place, uninverted and free to fly a mission (18.41)."""
        home, number, _ = self.up.get(unit, ("", 0, ""))
        return self.at[unit, place][0] - self.flown[unit, place] - (number if home == place else 0)

    def in_range(self, side, target, types, land_only=False):
        """Ready units of a side that may fly an offensive mission to a hex: (unit, place) and number."""
        found = {}
        for unit, place in self.lots(side):
            ready = self.ready(unit, place)
            able = self.units[unit]["type"] in types and self.takes_off(unit, place) and (self.on_land(place) or not land_only)
            if ready > 0 and able and self.hexes(place, target) <= self.range_of(unit):
                found[unit, place] = ready
        return found

    def targets(self):
        """18.521, 18.49: enemy air bases that somebody may counterair."""
        found = {}
        for name, base in self.bases.items():
            a_base = base["facilities"] or base.get("island")
            if base["side"] != self.attacker and "box" not in base and a_base:
                flyers = self.in_range(self.attacker, name, FIGHTERS)
                if flyers:
                    found[name] = flyers
        return found

    def interceptors(self, target):
        """18.621, 17.33I, AMB-24: defenders that may meet transports over a hex."""
        defender = next(side for side in self.position["sides"] if side != self.attacker)
        found = {}
        for unit, place in self.lots(defender):
            if not self.on_land(place) or "box" in self.bases[place] or self.units[unit]["type"] not in FIGHTERS:
                continue
            ready = self.ready(unit, place)
            own = place == target and self.bases[place].get("supply", "full") != "none"
            own = own and self.position["options"].get("interception-base") != "strict"
            away = self.operational(place) and (self.bases[place].get("winter", 0) < 9 or place == target)  # 18.45
            if ready and (away or own) and self.hexes(place, target) <= self.range_of(unit):
                found[unit, place] = ready
        return found

    def landing(self, unit, place, activity, number):
        """18.46: bases to which so many of a unit may return, and for how many each has room."""
        found = {place: number}
        for name, base in self.bases.items():
            if name == place or base["side"] != self.side_of(unit) or "box" in base or not self.operational(name):
                continue
            room = self.room(unit, name)
            if self.hexes(name, activity) <= self.range_of(unit) and room:
                found[name] = min(room, number)
        return found

    # 18.523: refuges

    def refuges(self, unit, target, attacked):
        found = []
        for name, base in self.bases.items():
            free = name not in attacked and name != target and base["side"] == self.side_of(unit)
            if free and self.hexes(name, target) <= 2 * self.range_of(unit):
                found.append(name)
        return found

    def can_leave(self, survivors, target, attacked):
        """Whether all of these fit into refuges. `survivors`: unit and number."""
        pieces = [unit for unit, number in survivors.items() for _ in range(number)]
        pieces.sort(key=lambda unit: (-self.size_of(unit), len(self.refuges(unit, target, attacked)), unit))
        seen = set()

        def search(index, added):
            if index == len(pieces):
                return True
            key = (index, tuple(sorted(added.items())))
            if key in seen:
                return False
            seen.add(key)
            for name in self.refuges(pieces[index], target, attacked):
                after = Counter(added)
                after[pieces[index], name] += 1
                come = [(unit, number) for (unit, to), number in after.items() if to == name]
                if self.over(name, [*self.based(name), *come]) <= 0 and search(index + 1, after):
                    return True
            return False

        return search(0, Counter())

    # 18.53, 18.54: air transports

    def supply_targets(self):
        """18.532, 18.533, 18.49: hexes that can be supplied, and by whom."""
        found = {}
        for name, base in self.bases.items():
            if base["side"] == self.attacker and "box" not in base:
                flyers = self.in_range(self.attacker, name, ("transport",))
                flyers = {lot: number for lot, number in flyers.items() if lot[1] != name}
                if flyers:
                    found[name] = flyers
        return found

    def transport_ends(self):
        """18.541, 18.545: for each destination the bases of embarkation, and for each of those the transports."""
        most = 8 if self.europe else 6
        mine = [name for name, base in self.bases.items() if base["side"] == self.attacker and "box" not in base]
        found = {}
        for start, end in product(mine, mine):
            if start != end and self.hexes(start, end) <= most and self.operational(start) and self.operational(end):
                flyers = self.transports_at(start)
                flyers = {lot: number for lot, number in flyers.items() if self.is_field(end, lot[0])}
                if flyers:
                    found.setdefault(end, {})[start] = flyers
        return found

    def on_the_way(self, start, target):
        """The hexes that a flight may cross without a detour."""
        others = [name for name, base in self.bases.items() if name not in (start, target) and "box" not in base]
        far = self.hexes(start, target)
        return [name for name in others if self.hexes(start, name) + self.hexes(name, target) == far]

    def transports_at(self, start):
        """18.545: ready transports in a base, and those that may stage to it."""
        found = {}
        for unit, place in self.lots(self.attacker):
            ready = self.ready(unit, place)
            if self.units[unit]["type"] != "transport" or not ready or not self.is_field(start, unit):
                continue
            came_by_sea = self.units[unit].get("sea-transported")
            free = (unit, place) not in self.arrived and not came_by_sea
            if place == start:
                found[unit, place] = ready
            elif free and self.reaches(unit, place, start) and self.room(unit, start):
                found[unit, place] = min(ready, self.room(unit, start))
        return found


class Orders(Map):
    """Orders that a file gives before the phase begins; nobody is inverted."""

    def faults(self):
        orders = self.position["orders"]
        for order in orders.get("airbases", ()):
            yield from self.airbase(order)
        for order in orders.get("staging", ()):
            yield from self.staged(order)
        staged = {order["unit"] for order in orders.get("staging", ())}
        others = Counter({lot: number for lot, number in self.movable().items() if lot[0] not in staged})
        if self.can_end(self.books(), others) is False:
            yield f"18.11, 18.143: too many at {self.crowded(self.books())}, whoever else stages"
        for order in orders.get("counterair", ()):
            yield from self.attack(order)
        for order in orders.get("transports", ()):
            yield from self.flight(order)

    def airbase(self, order):
        sources = self.sites(order["nation"]).get(order["at"], ())
        if order["from"] not in sources:
            yield f"18.142, 18.143: {order['nation']} at {order['at']}, from {order['from']}"
        else:
            self.place(order["nation"], order["at"], order["from"])

    def staged(self, order):
        unit, to = order["unit"], order["to"]
        place = self.units[unit]["at"]
        if not self.can_stage(unit, place) or not self.reaches(unit, place, to):
            yield f"18.21: {unit} to {to}"
        else:
            self.move(unit, place, to, ready=order["count"])
            self.arrived.add((unit, to))

    def attack(self, order):
        """18.521. What is left of a unit at its first base has its name."""
        flyers = self.targets().get(order["at"], {})
        for unit, number in order["with"].items():
            lot = self.lot_of(unit)
            if flyers.get(lot, 0) < number:
                yield f"18.521: {number} {unit} to {order['at']}"
            self.up[unit] = (lot[1], number, order["at"])

    def lot_of(self, unit):
        first = self.units[unit]["at"]
        return (
            (unit, first)
            if sum(self.at[unit, first])
            else next((unit, place) for one, place in self.at if one == unit and place != first)
        )

    def flight(self, order):
        """18.53, 18.54, 18.547."""
        unit, number = next(iter(order["with"].items()))
        start, end = order["from"], order["to"]
        lot = self.lot_of(unit)
        if order["kind"] == "supply":
            able = self.supply_targets().get(end, {}) if lot[1] == start else {}
        else:
            able = self.transport_ends().get(end, {}).get(start, {})
        if able.get(lot, 0) < number:
            yield f"18.53, 18.54: {number} {unit} from {start} to {end}"
        if len(order["carrying"]) != number:
            yield f"18.532, 18.542: {len(order['carrying'])} units with {number}"
        if order["kind"] == "transport":
            for said in order["carrying"]:
                yield from self.carried(order, said)

    def carried(self, order, said):
        type_ = said.get("type", "infantry")
        if type_ not in ("infantry", "specialized") or (type_ == "infantry" and said.get("factors", 1) > 1):
            yield f"18.544: {said}"
        if not said.get("supplied", True) or said.get("moved-by"):
            yield f"18.547C: {said}"
        at_home = order.get("terrain") == "jungle" and said.get("nation") in ("japan", "chindit")
        cost = 1 + (order.get("terrain") in ("rough", "jungle") and not at_home)
        cost += (2 if self.europe else 1) if order.get("enemy-zoc") else 0
        if said.get("movement", 9) < cost:
            yield f"18.547A: {said} needs {cost}"
