"""A game turn of the Operational Combat Series, written from the rules by themselves. Imports nothing of airwar.

R1 to R56 are the numbers of the rule index. `position` is the scenario as plain data (see `compare_ocs.py`). `players` roll dice
and decide (see `side_by_side.py`): the turn tells them which question comes now, what a roll must mean, and where everything is.
Missions, interception, air combat, flak, barrage, return, refit, transfer and capture, by the charts of v3.0 or of 4.3. Ships,
artillery, gliders and building are left out.
"""

from collections import Counter
from fractions import Fraction

V3, V4 = "ocs-3.0", "ocs-4.3"
LOITERERS = ("barrage", "base-attack", "trainbust")
STRIKES = (*LOITERERS, "hip-shoot")
LIFTS = ("drop", "transport")
MOVEMENT = {
    V3: (*LOITERERS, "interdict", "station", "sweep", "transfer", "hip-shoot", *LIFTS, "capture"),
    V4: ("sweep", "transfer", "hip-shoot", *LIFTS, "capture"),
}
SCOPE = {*STRIKES, "interdict", "station", "sweep", "transfer"}
PATROL = 10  # hexes (R28)
SHORT = 10  # hexes (R35)
MOST_TOGETHER = 4  # planes in a mission (R14)

# charts: the numbers are those of the digest

BARRAGE_HEADS = ("1", "2", "3-4", "5-7", "8-11", "12-16", "17-24", "25-40", "41-68", "69-116", "117+")
BARRAGE_ENDS = (1, 2, 4, 7, 11, 16, 24, 40, 68, 116)
BARRAGE = {
    2: "- - - - - - - - - DG DG",
    3: "- - - - - - - - DG DG DG",
    4: "- - - - - - - DG DG DG DG",
    5: "- - - - - - DG DG DG DG [1/2]",
    6: "- - - - - DG DG DG DG [1/2] [1/2]",
    7: "- - - - DG DG DG DG [1/2] [1/2] 1/2",
    8: "- - - DG DG DG DG [1/2] [1/2] 1/2 1/2",
    9: "- - DG DG DG [1/2] [1/2] [1/2] 1/2 1/2 1/2",
    10: "- DG DG DG [1/2] [1/2] 1/2 1/2 1/2 1 1",
    11: "DG DG DG 1/2 1/2 1/2 1/2 1/2 1 1 2",
    12: "DG 1/2 1/2 1/2 1/2 1 1 1 1 2 3",
}
FACILITY_HEADS = ("1", "2", "3-4", "5-10", "11-20", "21-40", "41-80", "81+")
FACILITY_ENDS = (1, 2, 4, 10, 20, 40, 80)
FACILITY = {
    1: "- - - - - - (5) 1(5)",
    2: "- - - - - (5) 1(4) 1(4)",
    3: "- - - - (5) 1(5) 1(4) 1(4)",
    4: "- - - *(6) 1*(5) 1*(4) 1*(4) 2*(4)",
    5: "- (6) *(6) 1*(5) 1*(4) 2*(4) 2*(4) 2*(3)",
    6: "(6) *(5) 1*(5) 1*(4) 1*(4) 2*(4) 2*(3) 2*(3)",
}
DENSITY = ((1, -1), (3, 0), (4, 1), (5, 2), (6, 3))  # up to so many RE; more than that: 4
CLOSENESS = {"close": -1, "very-close": -1, "extremely-close": -2}
MISSION_LOSS = {2: (1, 1, 1, 2, 2, 2), 3: (1, 1, 2, 2, 3, 3), 4: (1, 2, 3, 4, "weakest", "strongest")}
DROP_NEEDS = {("friendly", "clear"): 5, ("friendly", "closed"): 6, ("enemy", "clear"): 6, ("enemy", "closed"): 7}  # a paradrop
CODES = ("NE", "AB", "1", "2")


def half_up(number):
    return int(Fraction(number) + Fraction(1, 2))


def column_of(ends, points):
    return sum(points > end for end in ends)


def distance(position, one, two):
    if one == two:
        return 0
    apart = position["distances"]
    return apart.get(one, {}).get(two) or apart[two][one]


# the pieces


class Plane:
    """R7, R8: an air unit, at a base or over a hex."""

    def __init__(self, said):
        self.id, self.side, self.types = said["id"], said["side"], said["type"].split("/")
        self.nation, self.range = said["nation"], said["range"]
        rating = str(said["rating"])
        self.weak, self.full_rating = rating.startswith("("), int(rating.strip("()"))
        self.full_barrage, self.full_capacity = said.get("barrage", 0), Fraction(said.get("capacity", 0))
        self.back, self.steps = said.get("back"), said.get("steps", 2)
        self.home, self.place = said["at"], said.get("over", said["at"])
        self.aloft, self.active = "over" in said, said.get("status", "active") == "active"
        self.interdicts = said.get("duty") == "interdiction"
        self.spent = said.get("spent", False)
        self.intercepts = False
        self.flown = 0  # hexes from the base to where it is
        self.missed = set()  # phases in which it has flown a mission (4.3: 14.2e)

    @property
    def rating(self):
        """R9."""
        if self.steps == 2:
            return self.full_rating
        return self.back["rating"] if self.back else max(0, self.full_rating - 1)

    @property
    def barrage(self):
        """R9: half of a printed 1 is 0; other halves are added before they are rounded."""
        if self.steps == 2:
            return Fraction(self.full_barrage)
        if self.back:
            return Fraction(self.back.get("barrage", 0))
        return Fraction(0) if self.full_barrage == 1 else Fraction(self.full_barrage, 2)

    @property
    def capacity(self):
        return self.full_capacity if self.steps == 2 else Fraction((self.back or {}).get("capacity", 0))

    @property
    def is_fighter(self):
        return "F" in self.types

    @property
    def lives(self):
        return self.steps > 0


class Base:
    def __init__(self, said):
        self.side, self.kind, self.level = said["side"], said.get("kind", "base"), said.get("level", 1)
        self.supply, self.zoc = said.get("supply", 0), said.get("enemy-zoc", False)

    @property
    def holds(self):
        """R14: how many units may be active there."""
        return 4 + (self.level if self.kind == "base" else 0)

    @property
    def refits(self):
        """R5."""
        return 2 * self.level if self.kind == "base" else 1


class Mission:
    """What a player has ordered. `planes` are those that still take part."""

    def __init__(self, side, kind, at, planes=()):
        self.side, self.kind, self.at, self.planes = side, kind, at, list(planes)
        self.advantage, self.target = "none", "units"
        self.carrier, self.load, self.doubled = None, 0, False


# the turn


class Turn:
    """R3: the sequence of play."""

    def __init__(self, position, players):
        self.players, self.profile = players, position["options"].get("profile", V3)
        self.long_range = position["options"].get("long-range") == "yes"
        self.position, self.sides = position, list(position["sides"])
        self.bases = {name: Base(said) for name, said in position["bases"].items()}
        self.grounds = {**position["hexes"], **position["bases"]}
        self.planes = {said["id"]: Plane(said) for said in position["units"]}
        self.lost = Counter()  # steps
        for plane in self.planes.values():
            if plane.aloft:
                plane.flown = self.distance(plane.home, plane.place)
        self.hip_shooters = position.get("hip-shoot", [])
        self.phase = self.now = self.phasing = ""
        self.barraged = set()  # hexes, in this phase
        self.taken = set()  # bases that have changed hands
        self.dumps = Counter()  # T of supply by hex and side, where there is no base
        self.dumps_before = set()  # the same, as the phase begins
        self.unloaded = Counter()  # T, in this movement segment (R33)
        self.planned = []  # strikes that wait for the barrage segment (v3.0)
        players.books = self.standing

    def other(self, side):
        return self.sides[1 - self.sides.index(side)]

    def distance(self, one, two):
        return distance(self.position, one, two)

    def is_v3(self):
        return self.profile == V3

    def play(self):
        first = self.first_player()
        for phasing in (first, self.other(first)):
            self.player_turn(phasing)
        return {"standing": self.standing()}

    def first_player(self):
        """R2: the higher roll chooses; ties are rolled again."""
        if "first-player" in self.position:
            return self.position["first-player"]
        totals, number = dict.fromkeys(self.sides, 0), 0
        while len(set(totals.values())) == 1:
            number += 1
            totals = {side: sum(self.players.roll(f"r{number}.{side}.initiative", side, "2d6")) for side in self.sides}
        winner = max(totals, key=totals.get)
        goes = self.players.choose("player-order", winner, ["first", "second"])
        return winner if goes == "first" else self.other(winner)

    def player_turn(self, phasing):
        self.phasing = phasing
        if self.is_v3():
            self.air_return(phasing)
        self.refit(phasing)
        self.air_phase("movement", phasing)
        self.air_phase("reaction", self.other(phasing))
        self.begin("combat")
        if self.is_v3():
            self.segment(phasing, "combat-barrage", LOITERERS)
        self.segment(phasing, "combat-combat", ("capture",))
        self.air_phase("exploitation", phasing)
        self.segment(phasing, "exploitation-combat", ("capture",))

    def begin(self, phase):
        self.phase = phase
        self.barraged, self.unloaded, self.dumps_before = set(), Counter(), set(self.dumps)

    def air_phase(self, phase, side):
        """R15: a movement segment, then a barrage segment."""
        self.begin(phase)
        self.segment(side, phase, MOVEMENT[self.profile])
        self.now = f"{phase}-barrage"
        planned, self.planned = self.planned, []
        for mission in planned:
            self.strikes_as_planned(mission)
        self.segment(side, self.now, LOITERERS)

    def segment(self, side, now, kinds):
        """R10, R11: the player gives orders, as long as there is anything to do."""
        self.now = now
        while True:
            menu = {kind: targets for kind in kinds if (targets := self.targets(kind, side))}
            kind, at = self.players.order(side, now, menu, SCOPE, self.taken)
            if kind == "done":
                return
            self.carry_out(Mission(side, kind, at))

    def targets(self, kind, side):
        """Where something of this kind may be done now."""
        return [at for at in self.grounds if self.is_possible(Mission(side, kind, at))]

    def is_possible(self, mission):
        if mission.kind == "capture":
            return self.may_capture(mission)
        if not self.makes_sense(mission):
            return False
        able = self.able(mission)
        if mission.kind in LIFTS:
            return any(self.can_carry(mission, plane) for plane in able)
        return self.can_do(mission, sorted(able, key=lambda plane: plane.barrage)[-self.most(mission) :])

    def most(self, mission):
        """R14, R36."""
        return 1 if mission.kind == "hip-shoot" else MOST_TOGETHER

    def can_do(self, mission, planes):
        """Whether just these planes may do it. R34: a barrage takes one point."""
        if not planes or len(planes) > self.most(mission):
            return False
        return mission.kind not in STRIKES or self.points(planes) >= 1

    def able(self, mission):
        """The planes that may take part: those that fly there, and in a barrage segment of v3.0 those that wait there."""
        own = [plane for plane in self.planes.values() if plane.side == mission.side]
        if mission.kind in STRIKES and self.is_v3() and self.now.endswith("barrage"):
            return [plane for plane in own if self.can_barrage(plane, mission)]
        able = [plane for plane in own if self.can_fly(plane, mission)]
        if mission.kind == "hip-shoot":
            able = [plane for plane in able if "S" not in plane.types and plane.nation in self.hip_shooters]
        return [plane for plane in able if plane.is_fighter or mission.kind != "sweep"]

    def who_goes(self, mission, key):
        """The player says who takes part."""
        able = {plane.id: plane for plane in self.able(mission)}

        def legal(answer):
            if not answer:
                return True  # they do not fly after all
            return self.can_do(mission, [able[name] for name in answer]) and all(number <= 1 for number in answer.values())

        def some():
            while True:
                number = self.players.random.randint(1, min(len(able), self.most(mission)))
                answer = dict.fromkeys(self.players.random.sample(list(able), number), 1)
                if legal(answer):
                    return answer

        if key == "strike" and len(able) == 1 and not self.players.is_asked(key):
            return list(able.values())
        chosen = self.players.allot(key, mission.side, dict.fromkeys(able, 1), legal, some)
        return [plane for name, plane in able.items() if name in chosen]

    # where everything is

    def standing(self):
        rows = []
        for name, base in self.bases.items():
            rows.append((base.side, name, base.kind, base.level if base.kind == "base" else 1, ()))
            if base.supply:
                rows.append((base.side, name, "supply", base.supply, ()))
        rows += [(side, place, "supply", tons, ()) for (place, side), tons in self.dumps.items() if tons]
        for plane in self.planes.values():
            if plane.lives and plane.intercepts:
                rows.append((plane.side, plane.home, plane.id, plane.steps, ()))
            elif plane.lives:
                rows.append((plane.side, plane.place, plane.id, plane.steps, self.marks(plane)))
            if self.lost[plane.id]:
                rows.append((plane.side, "", plane.id, self.lost[plane.id], ("eliminated",)))
        return sorted(rows)

    def marks(self, plane):
        if not plane.active:
            return ("inactive",)
        if not plane.aloft:
            return ()
        marks = {"over": True, "interdiction": plane.interdicts, "spent": plane.spent}
        return tuple(sorted(mark for mark in marks if marks[mark]))

    def at_base(self, name):
        """The units at a base, in the order of the scenario."""
        side = self.bases[name].side
        return [plane for plane in self.planes.values() if plane.lives and self.is_at(plane, name) and plane.side == side]

    def is_at(self, plane, name):
        return plane.place == name and not plane.aloft

    def active_in(self, place, side):
        """R16: the active units of a side in a hex, at a base or over it."""
        return [p for p in self.planes.values() if p.lives and p.active and p.side == side and p.place == place]

    def own_base(self, place, side):
        return place in self.bases and self.bases[place].side == side

    def bases_in_reach(self, plane, place, reach):
        return [name for name, base in self.bases.items() if base.side == plane.side and self.distance(place, name) <= reach]

    # what happens to planes

    def loses_step(self, plane):
        """R9, R26."""
        plane.steps -= 1
        self.lost[plane.id] += 1

    def destroy(self, plane):
        self.lost[plane.id] += plane.steps
        plane.steps = 0

    def comes_down(self, plane, name, active=False):
        plane.place = plane.home = name
        plane.aloft, plane.active, plane.flown = False, active, 0
        plane.interdicts = plane.intercepts = plane.spent = False

    def lands(self, plane, key, reach=None):
        """R4, R24: at a friendly base in range, inactive there; a unit without one is destroyed."""
        reach = plane.range if reach is None else reach
        names = self.bases_in_reach(plane, plane.place, reach)
        if not names:
            self.destroy(plane)
            return
        self.comes_down(plane, self.players.choose(f"{key}.{plane.id}", plane.side, names))

    def aborts(self, plane, key, interceptor=None):
        """R24: to the base below it, or any in range; an interceptor (R28) to its own."""
        if plane is interceptor:
            self.comes_down(plane, plane.home)
        elif self.own_base(plane.place, plane.side):
            self.comes_down(plane, plane.place)
        else:
            self.lands(plane, key)

    # return and refit

    def air_return(self, side):
        """R4: all units that are active elsewhere."""
        for plane in list(self.planes.values()):
            if plane.lives and plane.side == side and plane.active and plane.aloft:
                self.lands(plane, "land")

    def refit(self, side):
        """R5: 1T for a base, two units for each level, one at a strip; R14: no more active ones than it holds."""
        for name, base in self.bases.items():
            idle = [plane for plane in self.at_base(name) if not plane.active]
            room = base.holds - sum(plane.active for plane in self.at_base(name))
            most = min(base.refits, room)
            if base.side != side or not idle or base.zoc:
                continue
            zoc = self.players.random.choice(("no", "yes"))
            if name in self.taken and self.players.say(f"enemy-zoc.{name}", side, zoc) == "yes":
                base.zoc = True
            if base.zoc or most < 1:
                continue
            payer = self.payer(side, name)
            if payer == "nobody":
                continue
            chosen = self.players.allot(
                f"{side}-refit.refit.{name}",
                side,
                dict.fromkeys([plane.id for plane in idle], 1),
                lambda answer, most=most: sum(answer.values()) <= most and all(number <= 1 for number in answer.values()),
                lambda idle=idle, most=most: self.some_of([plane.id for plane in idle], most),
            )
            for plane_id in chosen:
                self.planes[plane_id].active = True
            if chosen and payer in self.bases:
                self.bases[payer].supply -= 1
            elif chosen and payer != "map":
                self.dumps[payer, side] -= 1

    def payer(self, side, name):
        """R5: a base draws on its own supply, or on any dump or headquarters in reach; the map shows which are."""
        hexes = [place for (place, owner), tons in self.dumps.items() if owner == side and tons]
        if self.bases[name].supply and not hexes:
            return name
        bases = [other for other, base in self.bases.items() if base.side == side and base.supply]
        return self.players.choose(f"{side}-refit.pays.{name}", side, ["map", "nobody", *bases, *hexes])

    def some_of(self, names, most):
        return dict.fromkeys(self.players.random.sample(names, self.players.random.randint(0, min(most, len(names)))), 1)

    # who may fly

    def weather_allows(self):
        """R1."""
        weather = self.position.get("weather", {})
        flight = weather.get("flight", "full")
        return flight == "full" or (flight == "limited" and self.phase in weather.get("phases", []))

    def can_fly(self, plane, mission):
        """R10: active at a friendly base, in range; a transfer doubles it. 4.3: one mission in a phase."""
        if not (plane.lives and plane.active and not plane.aloft and self.own_base(plane.place, plane.side)):
            return False
        here = plane.place == mission.at and mission.kind != "sweep"
        if here or not self.weather_allows():
            return False
        if not self.is_v3() and (self.phase, self.phasing) in plane.missed:
            return False
        away = self.distance(plane.place, mission.at)
        if mission.kind == "interdict" and 2 * away >= plane.range:  # R51, note 3
            return False
        return away <= plane.range * (2 if mission.kind == "transfer" else 1)

    def takes_off(self, mission):
        for plane in mission.planes:
            plane.flown = self.distance(plane.place, mission.at)
            plane.place, plane.aloft = mission.at, True
            plane.interdicts = mission.kind == "interdict"
            plane.missed.add((self.phase, self.phasing))

    # missions

    def carry_out(self, mission):
        if mission.kind == "capture":
            self.capture(mission)
            return
        if mission.kind in LIFTS:
            self.lifts(mission)
            return
        loiter = mission.kind in STRIKES and self.is_v3()
        if loiter and self.now.endswith("barrage"):
            mission.planes = self.who_goes(mission, "strike")
            self.barrages(mission)
            return
        mission.planes = self.who_goes(mission, "fly")
        if mission.kind == "hip-shoot":
            mission.target = self.aim(mission)
        self.takes_off(mission)
        self.fights_on_arrival(mission)
        if loiter and mission.kind != "hip-shoot":
            if any(plane.side == mission.side and self.can_barrage(plane, mission) for plane in self.planes.values()):
                self.planned.append(mission)
            else:
                self.barraged.add(mission.at)  # R34: it counts though nobody is left of it
        elif mission.kind == "sweep":
            self.goes_home(mission)
        elif mission.kind not in ("interdict", "station"):
            if not self.is_v3():
                self.is_intercepted(mission)
            if mission.kind == "transfer":
                if mission.planes:
                    self.meets_flak(mission)
                self.transfers(mission)
            else:
                self.barrages(mission)

    def makes_sense(self, mission):
        """What a mission needs at its target."""
        enemy, ground = self.other(mission.side), self.grounds[mission.at]
        if mission.kind == "sweep":
            return bool(self.active_in(mission.at, enemy))  # R16
        if mission.kind in ("transfer", "transport"):
            return self.own_base(mission.at, mission.side)
        if mission.kind == "drop":
            return mission.at not in self.bases
        if mission.kind in STRIKES:  # R34: one barrage of a hex in a phase; R36: a hip shoot has a spotter
            spotted = mission.side in ground.get("spotters", [])
            return self.is_target(mission) and (spotted if mission.kind == "hip-shoot" else mission.at not in self.barraged)
        return not self.own_base(mission.at, mission.side)

    def goes_home(self, mission):
        for plane in mission.planes:
            self.lands(plane, "land")

    def transfers(self, mission):
        """R13: inactive; in 4.3 a fighter within its range stays active, with option 21.4 within half of it."""
        for plane in mission.planes:
            reach = Fraction(plane.range, 2) if self.long_range else plane.range
            room = self.bases[mission.at].holds > sum(p.active for p in self.at_base(mission.at))
            stays_active = not self.is_v3() and plane.is_fighter and plane.flown <= reach and room
            self.comes_down(plane, mission.at, stays_active)

    # air transport and air drops: one transport with supply, and whoever goes along

    def can_carry(self, mission, plane):
        """R45: how many T of the supply at its base a transport can take there: its capacity, or twice that at half its range."""
        if not plane.capacity or plane.place == mission.at:
            return 0
        twice = 2 if 2 * self.distance(plane.place, mission.at) <= plane.range else 1
        most = min(int(plane.capacity * twice), self.bases[plane.place].supply)
        if mission.kind == "transport":
            base = self.bases[mission.at]
            most = min(most, 2 * (base.level if base.kind == "base" else 1) - self.unloaded[mission.at])  # R33
        return max(0, most)

    def lifts(self, mission):
        able, random = self.able(mission), self.players.random
        carrier = mission.carrier = random.choice([plane for plane in able if self.can_carry(mission, plane)])
        mission.load = random.randint(1, self.can_carry(mission, carrier))
        mission.doubled = mission.load > carrier.capacity
        if mission.kind == "transport":
            self.players.say("stays", mission.side, "no")
        self.players.state("cargo", mission.side, f"{mission.load}T")
        harder = mission.kind == "drop" and self.is_allied_drop_in_europe(mission)
        escorts = [plane for plane in able if not plane.capacity]
        along = random.sample(escorts, random.randint(0, min(len(escorts), MOST_TOGETHER - 1)))
        mission.planes = [plane for plane in able if plane in along or plane is carrier]
        self.players.pick("fly", mission.side, [plane.id for plane in mission.planes])
        origin = carrier.place
        self.bases[origin].supply -= mission.load
        self.takes_off(mission)
        self.fights_on_arrival(mission)
        if not self.is_v3():
            self.is_intercepted(mission)
        if mission.planes:
            self.meets_flak(mission)
        self.cargo_suffers(mission)
        if carrier not in mission.planes:
            if carrier.lives:
                self.bases[carrier.place].supply += mission.load  # it lands with its plane
        elif mission.kind == "transport":
            self.bases[mission.at].supply += mission.load
            self.unloaded[mission.at] += mission.load
        else:
            self.drops(mission, harder)
        for plane in mission.planes:
            reach = plane.range // 2 if plane is carrier and mission.doubled else plane.range
            self.lands(plane, "land", reach)

    def cargo_suffers(self, mission):
        """R45: what a reduced transport can no longer carry is lost, rounded in favor of the cargo."""
        carrier = mission.carrier
        if carrier in mission.planes and mission.load > -int(-carrier.capacity // 1) and 2 * carrier.flown <= carrier.range:
            mission.doubled = True  # within half its range, rather than to lose cargo
        room = carrier.capacity * (2 if mission.doubled else 1) if carrier.lives else 0
        aboard, mission.load = mission.load, min(mission.load, -int(-room // 1))
        gone = aboard - mission.load if mission.carrier in mission.planes else aboard
        if 0 < gone < aboard:  # otherwise there is nothing to choose
            self.players.give_up("cargo-lost", mission.side, gone)

    def is_allied_drop_in_europe(self, mission):
        """R43: until the end of 1944 in v3.0, until August in 4.3. The player says whether the game is in Europe."""
        if mission.side != "allies":
            return False
        last = "1944-12" if self.is_v3() else "1944-08"
        if not self.players.is_asked("allied-eto"):
            return False
        return self.players.choose("allied-eto", mission.side, ["no", "yes"]) == "yes" and self.position["date"] <= last

    def drops(self, mission, harder):
        """R42 to R44: two dice for each 1T."""
        ground = self.grounds[mission.at]
        friendly = mission.side in ground.get("combat-units", []) or (mission.at, mission.side) in self.dumps_before
        village = ground.get("village") and not self.is_v3()
        clear = ground.get("terrain", "open") == "open" or ground.get("airfield") or village
        needs = DROP_NEEDS["friendly" if friendly else "enemy", "clear" if clear else "closed"]

        def meaning(faces):
            total = sum(faces) - (1 if harder else 0)
            return {"terms": [-1] if harder else [], "total": total, "result": "safe" if total >= needs else "lost"}

        for _ in range(mission.load):
            if meaning(self.players.roll("drop.*", mission.side, "2d6", meaning))["result"] == "safe":
                self.lands_safely(mission)

    def lands_safely(self, mission):
        """R44c, R45: supply is where it lands, at a base or as a dump; on enemy combat units it is destroyed."""
        if self.other(mission.side) in self.grounds[mission.at].get("combat-units", []):
            return
        if mission.at in self.bases:
            self.bases[mission.at].supply += 1
            return
        enemys = self.dumps.get((mission.at, self.other(mission.side)), 0)  # what lands on it is the enemy's
        self.dumps[mission.at, self.other(mission.side) if enemys else mission.side] += 1

    # strikes

    def is_target(self, mission):
        """R30, R34: enemy combat units, or an enemy base."""
        enemy = self.other(mission.side)
        base = mission.at in self.bases and self.bases[mission.at].side == enemy
        units = enemy in self.grounds[mission.at].get("combat-units", [])
        fits = {"barrage": units, "base-attack": base, "hip-shoot": bool(self.aims(mission))}
        return fits.get(mission.kind, not self.own_base(mission.at, mission.side))

    def aims(self, mission):
        """R36: what a hip shoot can hit in a hex."""
        enemy = self.other(mission.side)
        units = enemy in self.grounds[mission.at].get("combat-units", [])
        return [*(["units"] if units else []), *(["base"] if self.own_base(mission.at, enemy) else [])]

    def aim(self, mission):
        """10.0d of 4.3: the player announces it."""
        aims = self.aims(mission)
        return self.players.choose("aim", mission.side, aims) if len(aims) > 1 else aims[0]

    def points(self, planes):
        """R34: added, then rounded."""
        return half_up(sum(plane.barrage for plane in planes))

    def can_barrage(self, plane, mission):
        """R11, R12: active over the target, and not since it took off."""
        return plane.lives and plane.active and plane.aloft and plane.place == mission.at and not plane.spent

    def strikes_as_planned(self, mission):
        """R10, R15: in v3.0 they flew in the movement segment, and have waited for the barrage segment."""
        if mission.at not in self.barraged and self.is_possible(mission):
            mission.planes = self.who_goes(mission, "strike")
            self.barrages(mission)

    def barrages(self, mission):
        if mission.kind != "hip-shoot":
            self.barraged.add(mission.at)
        if mission.planes:
            self.meets_flak(mission)
        if mission.planes:
            self.bombs(mission)
        self.after_strike(mission)

    def after_strike(self, mission):
        """R12: over the target until their Return phase in v3.0; home at once in 4.3."""
        if self.is_v3():
            for plane in mission.planes:
                plane.spent = True
        else:
            self.goes_home(mission)

    def bombs(self, mission):
        points = self.points(mission.planes)
        if points < 1:
            return
        if mission.kind == "barrage" or (mission.kind == "hip-shoot" and mission.target == "units"):
            self.barrages_units(mission, points)
        elif self.is_v3():
            self.facility_as_stated(mission)
        else:
            self.facility_is_rolled(mission, points)

    def barrages_units(self, mission, points):
        """R34, R35: strength gives the column, and shifts move it."""
        ground, planes = self.grounds[mission.at], mission.planes
        strategic = any("S" in plane.types for plane in planes)
        shift = next((by for most, by in DENSITY if Fraction(ground["re"]) <= most), 4)
        shift -= 1 if ground.get("hedgehog", 0) else 0
        shift += CLOSENESS.get(ground.get("closeness"), 0)
        shift -= 3 if strategic or mission.side not in ground.get("spotters", []) else 0
        shift += 3 if ground.get("strat-mode") else 0
        shift += 1 if not strategic and all(plane.flown <= SHORT for plane in planes) else 0
        shift -= 1 if self.long_range and any(self.is_far(plane) for plane in planes) else 0
        column = min(max(column_of(BARRAGE_ENDS, points) + shift, 0), len(BARRAGE_HEADS) - 1)

        def meaning(faces):
            return {"column": BARRAGE_HEADS[column], "result": BARRAGE[sum(faces)].split()[column], "total": sum(faces)}

        faces = self.players.roll("barrage", mission.side, "2d6", meaning)
        if meaning(faces)["result"] != "-":  # a DG takes other modes away (4.3: 5.10)
            ground["strat-mode"] = False
        if meaning(faces)["result"] == "1/2":  # [1/2] is a DG for planes
            self.players.roll("barrage.half", mission.side, "1d6")

    def facility_as_stated(self, mission):
        """R30, R31: AB or better is a die for every unit at the base. R32: a number lowers its level, down to 1."""
        if mission.kind == "trainbust":
            self.players.choose("rail", mission.side, ["none", "cut"])
            return
        code = self.players.choose("facility", mission.side, list(CODES))
        self.hits_facility(mission, int(code) if code.isdigit() else 0, 5 if code != "NE" else 0)

    def facility_is_rolled(self, mission, points):
        column = column_of(FACILITY_ENDS, points)

        def meaning(faces):
            return {"column": FACILITY_HEADS[column], "result": FACILITY[faces[0]].split()[column], "total": faces[0]}

        result = meaning(self.players.roll("facility", mission.side, "1d6", meaning))["result"]
        needs = int(result[result.index("(") + 1]) if "(" in result else 0
        self.hits_facility(mission, int(result[0]) if result[0].isdigit() else 0, needs)

    def hits_facility(self, mission, levels, needs):
        if mission.kind == "trainbust":
            return
        base = self.bases[mission.at]
        if base.kind == "base":
            base.level = max(1, base.level - levels)
        if not needs:
            return
        for plane in self.at_base(mission.at):

            def meaning(faces):
                return {"hit": faces[0] >= needs}

            if meaning(self.players.roll(f"reduction.{plane.id}", mission.side, "1d6"))["hit"]:
                self.loses_step(plane)

    # air combat

    def is_far(self, plane):
        """R22, option 21.4: at half its range or more in v3.0, beyond half in 4.3."""
        return 2 * plane.flown >= plane.range if self.is_v3() else 2 * plane.flown > plane.range

    def fights_on_arrival(self, mission):
        AirCombat(self, mission, mission.side).fight()

    def is_intercepted(self, mission):
        """R28: one fighter from a base within ten hexes, against a mission that meets flak. It stays at its base if it wins."""
        enemy = self.other(mission.side)
        if not mission.planes or not self.is_subject_to_flak(mission):
            return
        ready = {plane.id: plane for plane in self.patrols(mission.at, enemy) if not plane.weak and plane.place != mission.at}
        if not ready:
            return
        name = self.players.choose("intercept", enemy, ["none", *ready])
        if name == "none":
            return
        fighter = ready[name]
        fighter.flown = self.distance(fighter.place, mission.at)
        fighter.place, fighter.aloft, fighter.intercepts = mission.at, True, True
        AirCombat(self, mission, enemy, fighter).fight()
        if fighter.lives and fighter.aloft:
            self.comes_down(fighter, fighter.home, active=True)

    def patrols(self, place, side):
        """R28: the active fighters whose patrol zone reaches a place."""
        return [
            plane
            for name, base in self.bases.items()
            for plane in self.at_base(name)
            if base.side == side and plane.active and plane.is_fighter and self.distance(name, place) <= PATROL
        ]

    # flak

    def is_subject_to_flak(self, mission):
        """R29."""
        if mission.kind in STRIKES:
            return True
        if self.is_v3():
            return mission.kind in ("transport", "drop")
        return mission.kind in ("transport", "drop", "transfer") and bool(self.patrols(mission.at, self.other(mission.side)))

    def meets_flak(self, mission):
        if not self.is_subject_to_flak(mission):
            return
        self.players.settled()
        enemy = self.other(mission.side)
        if self.is_v3():
            result = self.players.choose("flak", enemy, ["none", "loss", "abort"])
        else:
            terms = self.flak_terms(mission, enemy)

            def meaning(faces):
                total = sum(faces) + sum(terms)
                return {"terms": terms, "total": total, "result": "loss" if total >= 11 else "-"}

            result = meaning(self.players.roll("flak", enemy, "2d6", meaning))["result"]
        if result not in ("loss", "abort"):
            return
        plane = self.hit_by_flak(mission)
        if result == "loss":
            self.loses_step(plane)
        else:
            self.aborts(plane, "abort")
        mission.planes = [p for p in mission.planes if p.lives and p.aloft]

    def flak_terms(self, mission, enemy):
        ground, terms = self.grounds[mission.at], []
        hostile = mission.at in self.bases and self.bases[mission.at].side == enemy
        theirs = hostile or (mission.at not in self.bases and enemy in ground.get("combat-units", []))
        terms.append(1 if len(mission.planes) >= 3 else 0)
        terms.append(1 if theirs and ground.get("hq") else 0)
        terms.append(self.bases[mission.at].level if hostile and self.bases[mission.at].kind == "base" else 0)
        terms.append(ground.get("flak", 0) if theirs else 0)
        if self.patrols(mission.at, enemy):
            fighter = any(plane.is_fighter for plane in mission.planes)
            terms.append((1 if fighter else 2) + (1 if mission.kind == "trainbust" else 0))
        return sorted(term for term in terms if term)

    def hit_by_flak(self, mission):
        """R29: by a die and the order of the mission; the owner picks among equals. In v3.0 the players may say which."""
        planes = mission.planes
        if len(planes) == 1:
            return planes[0]
        if self.is_v3():
            return self.planes[self.players.choose("flak-hit", mission.side, [plane.id for plane in planes])]
        row = MISSION_LOSS[len(planes)]
        faces = self.players.roll("flak.unit", mission.side, "1d6", lambda faces: {"result": str(row[faces[0] - 1])})
        found = row[faces[0] - 1]
        if isinstance(found, int):
            return planes[found - 1]
        pick = max if found == "strongest" else min
        extreme = pick(plane.barrage for plane in planes)
        equals = [plane.id for plane in planes if plane.barrage == extreme]
        return self.planes[self.players.choose("flak-hit", mission.side, equals)]

    # capture

    def may_capture(self, mission):
        """R37: an enemy base. What else is in the hex is then for the players to say, so nobody strikes there afterward."""
        ground, base = self.grounds[mission.at], self.bases.get(mission.at)
        plain = not ground.get("hq") and not ground.get("flak")
        over = [plane for plane in self.planes.values() if plane.lives and plane.aloft and plane.place == mission.at]
        return base is not None and base.side != mission.side and plain and not over

    def capture(self, mission):
        """R37 to R41: two dice for every unit at the base; survivors go to another one within twice their range."""
        base, owner, planes = self.bases[mission.at], self.bases[mission.at].side, self.at_base(mission.at)
        advance = self.now.endswith("-combat")
        if not advance:  # R38: an overrun ends in an advance
            advance = self.players.choose("overrun", mission.side, ["overrun", "no"]) == "overrun"
        if self.is_v3():
            bonus = self.players.say("self-inflicted", mission.side, self.players.random.choice(("no", "no", "yes"))) == "yes"
        elif base.supply:
            share = (0, 25, 25, 50, 50, 75)[self.players.roll("captured-supply", mission.side, "1d6")[0] - 1]
            base.supply = half_up(Fraction(base.supply * share, 100))
        base.side, base.zoc = mission.side, False
        self.taken.add(mission.at)
        self.grounds[mission.at] = {"combat-units": [mission.side]}
        for plane in planes:
            if self.is_v3():
                terms, most = [2] if advance or bonus else [], 4 if plane.active else 6
            else:
                terms, most = [2] * (advance + plane.active), 6

            def meaning(faces, terms=terms, most=most):
                total = sum(faces) + sum(terms)
                return {"terms": terms, "total": total, "result": "loss" if total <= most else "-"}

            if meaning(self.players.roll(f"capture.{plane.id}", owner, "2d6", meaning))["result"] == "loss":
                self.loses_step(plane)
            if plane.lives:
                self.lands(plane, "displace", 2 * plane.range)


class AirCombat:
    """R16 to R27: all active units of both sides in a hex."""

    def __init__(self, turn, mission, initiator, interceptor=None):
        self.turn, self.players, self.mission, self.place = turn, turn.players, mission, mission.at
        self.initiator, self.interceptor = initiator, interceptor
        self.number = 0

    def units(self, side):
        if self.interceptor is not None and side == self.interceptor.side:
            return [self.interceptor] if self.interceptor.lives and self.interceptor.intercepts else []
        return self.turn.active_in(self.place, side)

    def strong(self, side):
        return [plane for plane in self.units(side) if not plane.weak]

    def attacker(self):
        """R17: the initiator, unless all its ratings are in parentheses; nobody if all are."""
        for side in (self.initiator, self.turn.other(self.initiator)):
            if self.strong(side):
                return side
        return None

    def goes_on(self):
        return all(self.units(side) for side in self.turn.sides) and self.attacker() is not None

    def fight(self):
        if not self.goes_on():
            return
        if self.turn.is_v3():  # R21: who may use it is not known
            self.mission.advantage = self.players.choose("advantage", self.mission.side, ["none", *self.turn.sides])
        sides = (self.initiator, self.turn.other(self.initiator))
        for side in sides:
            self.break_off("abort-before", side, len(self.units(side)) - 1)
        while self.goes_on():
            self.number += 1
            self.round()
        for side in self.players.whoever_is_asked("abort-after", sides):
            sweeping = self.mission.kind == "sweep" and side == self.mission.side and self.interceptor is None
            if self.units(side) and not sweeping:
                self.break_off("abort-after", side, len(self.units(side)))
        self.mission.planes = [plane for plane in self.mission.planes if plane.lives and plane.aloft and plane.active]

    def break_off(self, key, side, most):
        """R18, R27: by choice."""
        units = self.units(side)
        if most < 1:
            return
        chosen = self.players.allot(
            key,
            side,
            dict.fromkeys([plane.id for plane in units], 1),
            lambda answer: sum(answer.values()) <= most and all(number <= 1 for number in answer.values()),
            lambda: self.some(units, most),
        )
        for plane in units:
            if plane.id in chosen:
                self.turn.aborts(plane, "abort", self.interceptor)

    def some(self, units, most):
        random = self.players.random
        names = [plane.id for plane in units]
        return dict.fromkeys(random.sample(names, random.randint(0, most)), 1) if random.random() < 0.3 else {}

    def round(self):
        """R18 to R26."""
        self.players.settled()
        attacker = self.attacker()
        defender = self.turn.other(attacker)
        one = self.pick("attacker.unit", attacker, self.strong(attacker))
        two = self.pick("defender.unit", defender, self.units(defender))
        terms = [one.rating, -two.rating, *self.extras(one), *(-extra for extra in self.extras(two))]
        low, high = (6, 8) if self.turn.is_v3() else (7, 7)

        def meaning(faces):
            total = sum(faces) + sum(terms)
            result = "attacker-aborts" if total < low else "both-abort" if total <= high else "defender-aborts"
            return {"terms": sorted(term for term in terms if term), "total": total, "result": result}

        result = meaning(self.players.roll("air-combat", attacker, "2d6", meaning))["result"]
        worst = 6 if self.turn.is_v3() else 5
        die = self.players.roll("loss", attacker, "1d6", lambda faces: {"result": "loss" if faces[0] >= worst else "-"})[0]
        aborting = [one] * (result != "defender-aborts") + [two] * (result != "attacker-aborts")
        for plane in aborting:
            if die >= worst:
                self.turn.loses_step(plane)
        for plane in aborting:
            if plane.lives:
                self.turn.aborts(plane, "abort", self.interceptor)

    def pick(self, key, side, units):
        return self.turn.planes[self.players.choose(key, side, [plane.id for plane in units])]

    def extras(self, plane):
        """R20 to R23: what changes a rating."""
        turn, extras = self.turn, []
        if self.mission.advantage == plane.side and turn.is_v3():
            extras.append(1)
        far = turn.long_range and turn.is_far(plane) and plane.aloft
        if (turn.is_v3() and plane.interdicts) or far:
            extras.append(-1)
        if turn.is_v3() and plane.is_fighter and turn.own_base(self.place, plane.side):
            extras.append(1)
        return extras
