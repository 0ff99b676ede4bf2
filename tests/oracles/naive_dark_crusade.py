"""A combat phase of Dark Crusade, written from the rules by themselves and as simply as possible. Imports nothing of airwar.

The numbers B0 to B16 are those of the rule index. `position` is the scenario as plain data (see `compare_dark_crusade.py`).
`players` roll the dice and decide (see `side_by_side.py`); the phase tells them which question comes now, who is asked, and which
answers are legal.
"""

from collections import Counter
from fractions import Fraction

from naive_retreat import Way, march

SIDES = {"axis": "Axis", "soviet": "Soviet"}
AIR = {"axis": "german", "soviet": "soviet"}
AXIS_ALLIES = ("romanian", "finnish", "hungarian")
SOVIETS = ("soviet", "polish")
SOVIET_AIR, GERMAN_AIR, FIELD_WORKS = "soviet-air", "german-air", "field-works"
MOST_GERMAN_AIR = 4
TABLE_ENDS = range(19, 37)  # 37 points must be 19 and 18, so the table ends somewhere here (B16)
BARRING = ("combat", "support", "emplaced-factory")


def side_of(said):
    return said.get("side") or ("soviet" if said["nation"] in SOVIETS else "axis")


def limit_of(said):
    """B10: the losses that a unit survives."""
    return said["strength"] if said["type"] == "major" else said["strength"] - 1


def size_of(said):
    """B13a: what a unit counts in a retreat."""
    ally = said["nation"] in AXIS_ALLIES and side_of(said) == "axis"
    return Fraction(said.get("retreat-size") or (2 if ally else 1))


# what a scenario may not say


def faults(position):
    """Every reason to refuse the position."""
    return [
        *(fault for said in position["units"] for fault in faults_of_unit(position, said)),
        *(fault for point in position["battles"] for fault in faults_of_battle(position, point)),
        *faults_of_table(position),
    ]


def faults_of_unit(position, said):
    side, size, losses = side_of(said), size_of(said), said.get("losses", 0)
    if losses > limit_of(said):
        yield f"B10: {said['id']} would not have survived {losses} losses"
    if losses and said.get("dispersed") is False:
        yield f"B10: {said['id']} has losses, but is not dispersed"
    if size == 2 and (said["nation"] not in AXIS_ALLIES or side == "soviet"):
        yield f"B13a: {said['id']} is no Axis allied army"
    if size < 1 and said["nation"] not in ("german", "soviet"):
        yield f"B13a: {said['id']} is neither an SS Pz division nor the 1st Moscow Motorized"
    if "line" in said:
        ends = position["lines"][said["line"]]["between"]
        if side != position["attacker"]:
            yield f"B12: {said['id']} defends, but has a line of attack"
        if said["at"] not in ends:
            yield f"B12: {said['id']} is not where its line begins"
        elif post_of(position, said) not in position["battles"]:
            yield f"B12: {said['id']} attacks where there is no battle"


def faults_of_battle(position, point):
    attacker, air = position["attacker"], position["battles"][point]["air"]
    there = {side_of(said) for said in position["units"] if post_of(position, said) == point}
    if position["points"][point]["side"] == attacker and not there - {attacker}:
        yield f"{point} belongs to the attacker"
    if air["german"] > MOST_GERMAN_AIR:
        yield f"B5: there is no multiplier for {air['german']} German air units"
    if attacker not in there:
        yield f"B4, B6: nobody attacks {point} on the ground"
    if not there - {attacker}:
        yield f"B4, B6: nobody defends {point} on the ground"


def faults_of_table(position):
    """B16: a table that the scenario draws, whole or only its heads, splits 37 points into 19 and 18, unless the option is set."""
    drawn = position["table"]["supplied"] in ("drawn", "heads")
    if drawn and position["table"]["highest"] not in TABLE_ENDS and position["options"].get("unusual-table") != "yes":
        yield f"B16: the table ends at {position['table']['highest']}"


def post_of(position, said):
    """The point where a unit fights if there is a battle: the other end of its line, or where it is."""
    if "line" not in said:
        return said["at"]
    return next((end for end in position["lines"][said["line"]]["between"] if end != said["at"]), "")


# the pieces


class Unit:
    """A ground unit. `at` is empty when it is eliminated; `post` is the battle that it takes part in."""

    def __init__(self, position, said):
        self.id, self.nation, self.side = said["id"], said["nation"], side_of(said)
        self.kind, self.strength, self.limit = said["type"], said["strength"], limit_of(said)
        self.supplied = said.get("supplied", True)
        self.losses = said.get("losses", 0)
        self.dispersed = said.get("dispersed", False) or self.losses > 0
        self.works = said.get("works", 0)
        self.size = size_of(said)
        self.origin = said["at"] if "line" in said else ""
        self.at = self.post = post_of(position, said)

    @property
    def bears(self):
        """B10: the losses that can be given to it: those its field works absorb, those it survives, and the one that kills it."""
        return self.works + self.limit + 1 - self.losses

    def suffers(self, losses):
        """B10: losses beyond its field works disperse it, and more of them than its limit destroy it."""
        absorbed = min(self.works, losses)
        self.works -= absorbed
        self.losses += losses - absorbed
        self.dispersed = self.dispersed or losses > absorbed
        if self.losses > self.limit:
            self.at = ""


class CombatTable:
    """B16: the one table of the game: drawn in the scenario, or read by somebody from the page, wholly or below the drawn heads."""

    def __init__(self, said, unusual, players):
        self.heads, self.columns, self.highest = said["heads"], said["columns"], said["highest"]
        self.results = said["results"]
        self.players = players
        self.supplied = said["supplied"]
        self.read = set()  # cells that somebody has read from the page
        if self.supplied == "page":
            too_high = [] if unusual else ["1-18", "1-37"]
            wrong = ["", "1 3-20", "2-20", "1-4 4-20", "one", "1 2-20 21+", *too_high]
            players.has_ready("combat-table.columns", " ".join(self.heads), wrong)

    def is_there(self):
        """Whether anybody has the table. Without it there is no combat."""
        if self.supplied == "drawn":
            return True
        wish = "no" if self.supplied == "nobody" else "yes"
        return self.players.choose("combat-table.by-hand", "referee", ["no", "yes"], wish) == "yes"

    def groups(self, total):
        """B16: the fewest and most equal groups, none above the highest number of the table."""
        number = -(-total // self.highest)
        return [total // number + (1 if at < total % number else 0) for at in range(number)]

    def roll(self, key, by, total):
        """One die for each group of a total; their results are added."""
        ats = [next(at for at, (low, high) in enumerate(self.columns) if low <= group <= high) for group in self.groups(total)]
        columns = " + ".join(self.heads[at] for at in ats) if self.supplied == "drawn" else None
        faces = self.players.roll(key, by, f"{len(ats)}d6", columns)
        return sum(self.cell(at, face) for at, face in zip(ats, faces, strict=True))

    def cell(self, at, face):
        """A cell, read once from the page if nobody has drawn it. A dash is none."""
        key, result = f"combat-table.{self.heads[at]}.{face}", self.results[at][face - 1]
        if self.supplied != "drawn" and key not in self.read:
            self.read.add(key)
            self.players.fact(key, str(result) if result else "-", wrong=["x", "-1", "1/2", ""])
        return result


# the phase


class Phase:
    """B0: battle after battle, each with air combat before ground combat."""

    def __init__(self, position, players):
        self.players, self.options = players, position["options"]
        self.attacker = position["attacker"]
        self.defender = "soviet" if self.attacker == "axis" else "axis"
        self.weather = position["weather"]
        self.controller = {point: said["side"] for point, said in position["points"].items()}
        self.holds = {point: said.get("holds", "none") for point, said in position["points"].items()}
        self.lines, self.plans = position["lines"], position["battles"]
        self.units = [Unit(position, said) for said in position["units"]]
        self.table = CombatTable(position["table"], self.option("unusual-table", "no") == "yes", players)
        self.pending = list(self.plans)
        self.used = Counter()  # what has retreated over each line
        self.landed = Counter()  # air units that have left their battle: (side, point), and no point if displaced
        self.survivors = {}  # Soviet air units at points whose air combat is over before their battle
        self.results = []

    def option(self, name, usual):
        return self.options.get(name, usual)

    def at(self, point, side):
        return [unit for unit in self.units if unit.at == point and unit.side == side]

    def play(self):
        """The whole phase, and how it ends."""
        if not self.table.is_there():
            return self.end("needs chart combat-table")
        if self.option("air-combat", "each-battle") == "all-first" and len(self.pending) > 1:
            for point in self.pending:
                self.survivors[point] = Battle(self, point).air_combat()
        while self.pending:
            point = self.next_battle()
            self.pending.remove(point)
            self.results.append((point, Battle(self, point).fight()))
        return self.end()

    def next_battle(self):
        """B0: the attacker says which battle is next; by option it is the next one of the scenario."""
        if self.option("battle-order", "attacker") == "listed":
            return self.pending[0]
        ready = [point for point in self.pending if not self.plans[point]["breakthrough"]] or self.pending
        number = len(self.plans) - len(self.pending) + 1
        return self.players.choose(f"attacker.next-battle-{number}", SIDES[self.attacker], list(ready))

    # the end

    def end(self, result=None):
        if result is None:
            several = len(self.results) > 1
            result = "; ".join(f"{point}: {said}" if several else said for point, said in self.results)
        return {"standing": self.standing(), "results": self.results, "result": result, "tally": self.tally()}

    def standing(self):
        """Where everything is in the end."""
        rows = [(unit.side, *self.place_and_marks(unit)) for unit in self.units]
        rows += [row for side in SIDES for row in self.air_rows(side)]
        return sorted(row for row in rows if row[3])

    def place_and_marks(self, unit):
        """A unit whose battle is still to come has not left its starting point for good."""
        if not unit.at:
            return "", unit.id, 1, ("eliminated",)
        coming = unit.origin and unit.post in self.pending
        marks = {
            f"bound-for={unit.at}": coming,
            "dispersed": unit.dispersed,
            f"losses={unit.losses}": unit.losses,
            f"works={unit.works}": unit.works,
        }
        return unit.origin if coming else unit.at, unit.id, 1, tuple(sorted(mark for mark in marks if marks[mark]))

    def air_rows(self, side):
        """Air units over battles that are still to come, where they went from the others, and how many are lost."""
        name = GERMAN_AIR if side == "axis" else SOVIET_AIR
        rows = [(side, point, name, self.plans[point]["air"][AIR[side]], ("over",)) for point in self.pending]
        for (whose, point), number in self.landed.items():
            if whose == side:
                rows.append((side, point, name, number, () if point else ("displaced",)))
        return [*rows, (side, "", name, self.air_at_first(side) - sum(row[3] for row in rows), ("eliminated",))]

    def air_at_first(self, side):
        return sum(plan["air"][AIR[side]] for plan in self.plans.values())

    def tally(self):
        """What each side had and lost, by nation and type; displaced air units are not lost."""
        had, lost = Counter(), Counter()
        for unit in self.units:
            kind = SIDES[unit.side], f"{unit.nation.capitalize()} {unit.kind} units"
            had[kind] += 1
            lost[kind] += not unit.at
        for side in SIDES:
            kind = SIDES[side], f"{AIR[side].capitalize()} air units"
            had[kind] = self.air_at_first(side)
            lost[kind] = self.air_rows(side)[-1][3]
        return sorted((*kind, number, lost[kind]) for kind, number in had.items() if number)


class Battle:
    """One battle: air combat, ground combat, and what follows from it."""

    def __init__(self, phase, point):
        self.phase, self.players, self.point = phase, phase.players, point
        self.plan = phase.plans[point]
        self.german_air = self.plan["air"]["german"]
        self.soviet_air = phase.survivors.get(point, self.plan["air"]["soviet"])
        works = self.plan["fieldworks"]
        self.works = works["absorbs"] if works and works.get("present", True) else 0
        self.round = 0
        if self.plan["breakthrough"]:
            self.german_air += phase.landed.pop(("axis", point), 0)
            self.soviet_air += phase.landed.pop(("soviet", point), 0)
        self.fought = {role: self.force(role) for role in ("attacker", "defender")}

    def key(self, name):
        return ".".join([self.point, *([f"r{self.round}"] if self.round else []), name])

    def side(self, role):
        return self.phase.attacker if role == "attacker" else self.phase.defender

    def player(self, role):
        return SIDES[self.side(role)]

    def force(self, role):
        """The ground units of a side in this battle. B13c: units that have retreated to the point take no part."""
        return [unit for unit in self.phase.at(self.point, self.side(role)) if unit.post == self.point]

    def sheltering_air(self, side):
        """B13c: air units that have retreated to this point count as present only by option."""
        present = self.phase.option("sheltering-air", "apart") == "present"
        return self.phase.landed[side, self.point] if present else 0

    def fight(self):
        """The whole battle, and its result."""
        if self.point not in self.phase.survivors:
            self.soviet_air = self.air_combat()
        if self.nobody_can_fire():
            return self.attackers_retreat()
        return self.simultaneous_combat() if self.is_simultaneous() else self.normal_combat()

    # air combat

    def air_combat(self):
        """B1, B2: the Soviet air units that survive German air, or flak where there is no German air. B3: German air does."""
        soviet, german = self.soviet_air, self.german_air + self.sheltering_air("axis")
        for number in range(1, german + 1):
            if soviet:  # B1: the result is how many survive
                soviet = min(soviet, self.phase.table.roll(f"{self.point}.air-to-air.{number}", "Soviet", soviet))
        if not german and soviet and self.fires_flak():  # B2: one roll, and the result is how many are lost
            soviet -= min(soviet, self.phase.table.roll(f"{self.point}.flak", "Soviet", soviet))
        return soviet

    def fires_flak(self):
        """B2: Axis ground units fire flak, by option only if one of them is undispersed."""
        axis = self.force("attacker" if self.phase.attacker == "axis" else "defender")
        if self.phase.option("flak-from-dispersed", "yes") == "no":
            return any(not unit.dispersed for unit in axis)
        return bool(axis)

    # fire

    def is_simultaneous(self):
        """B7: the Axis attacks, no Soviet air is left, and the weather is good, or there is snow and German air."""
        weather = self.plan["weather"] or self.phase.weather
        no_soviet_air = self.soviet_air + self.sheltering_air("soviet") == 0
        good = weather == "good" or (weather == "snow" and self.german_air > 0)
        return self.phase.attacker == "axis" and no_soviet_air and good

    def total(self, role):
        """B9: all undispersed units fire. B4: each Soviet air unit adds one, as long as there are ground units."""
        force = self.force(role)
        total = sum(unit.strength * self.multiplier(unit, role) for unit in force if not unit.dispersed)
        return total + (self.soviet_air if force and self.side(role) == "soviet" else 0)

    def multiplier(self, unit, role):
        """B5: German air multiplies units in supply: German units on attack, all Axis units on defense."""
        all_axis = role == "defender" or self.phase.option("air-bonus-attack", "german") == "axis"
        if unit.side == "axis" and unit.supplied and (unit.nation == "german" or all_axis):
            return 1 + min(self.german_air, MOST_GERMAN_AIR)
        return 1

    def nobody_can_fire(self):
        return self.total("attacker") == 0 and self.total("defender") == 0

    def fire(self, role):
        """B9, B16: the losses that a side inflicts."""
        total = self.total(role)
        return self.phase.table.roll(self.key(f"{role}.fire"), self.player(role), total) if total else 0

    def absorb(self, role, losses):
        """B10: the owner distributes all losses as he likes; what nobody is left to take has no effect. Air units take none."""
        force = {unit.id: unit for unit in self.force(role)}
        bears = {name: unit.bears for name, unit in force.items()}
        if role == "defender" and self.works:
            bears[FIELD_WORKS] = self.works
        losses = min(losses, sum(bears.values()))
        if not losses:
            return

        def legal(answer):
            return sum(answer.values()) == losses and all(number <= bears[name] for name, number in answer.items())

        def some():
            each = [name for name, number in bears.items() for _ in range(number)]
            return dict(Counter(self.players.random.sample(each, losses)))

        most = {name: min(number, losses) for name, number in bears.items()}
        if losses == sum(most.values()):  # nobody is left, so there is nothing to choose
            given = most
        else:
            given = self.players.allot(self.key(f"{role}.losses"), self.player(role), most, legal, some)
        self.works -= given.pop(FIELD_WORKS, 0)
        for name, number in given.items():
            force[name].suffers(number)

    # rounds of combat

    def normal_combat(self):
        """B8: the defender fires, and the attacker stays or retreats; then the attacker fires, and the defender does."""
        while True:
            self.round += 1
            self.absorb("attacker", self.fire("defender"))
            if not self.force("attacker"):
                return self.attackers_are_destroyed()
            if self.retreats("attacker"):
                return self.attackers_retreat()
            self.absorb("defender", self.fire("attacker"))
            if not self.force("defender"):
                return self.attackers_advance()
            if self.retreats("defender"):
                return self.defenders_retreat()
            if self.nobody_can_fire():  # the source says so of simultaneous combat; without it this would never end
                return self.attackers_retreat()

    def simultaneous_combat(self):
        """B11: both sides fire before either takes losses; then the attacker, and after him the defender, stays or retreats."""
        while True:
            self.round += 1
            breakthroughs, repulses = self.fire("attacker"), self.fire("defender")
            self.absorb("attacker", repulses)
            self.absorb("defender", breakthroughs)
            if not self.force("attacker"):
                return self.attackers_are_destroyed() if self.force("defender") else self.both_are_destroyed()
            if not self.force("defender"):
                return self.attackers_advance()
            if self.nobody_can_fire() or self.retreats("attacker"):
                return self.attackers_retreat()
            if self.retreats("defender"):
                return self.defenders_retreat()

    def retreats(self, role):
        """B12: a side stays, or retreats with everything; defenders need somewhere to go."""
        options = ["stay", "retreat"] if role == "attacker" or self.defenders_can_go() else ["stay"]
        tired = self.round > 5 or self.players.random.random() < (0.2 if role == "attacker" else 0.5)
        wish = "retreat" if tired else "stay"
        return self.players.choose(self.key(f"{role}.retreat"), self.player(role), options, wish) == "retreat"

    # defenders retreat

    def ways(self):
        """B13: the lines out of the battle that are open to the defender."""
        return [way for name, line in self.phase.lines.items() if self.point in line["between"] and (way := self.way(name, line))]

    def way(self, name, line):
        """One line out of the battle; nothing if it is closed."""
        phase = self.phase
        point = next(end for end in line["between"] if end != self.point)
        own = phase.controller[point] == phase.defender
        if own and self.plan["breakthrough"] and point in phase.pending:  # B13c
            return None
        if not own and self.is_barred(point):
            return None
        capacity = line["capacity"] if own else line["capacity"] // 2  # B13a, B13b
        used = phase.used[name]
        return Way(name, point, own, max(Fraction(0), capacity - Fraction(used)))

    def is_barred(self, point):
        """B13b: enemy units, even Soviet air, and an emplaced factory bar a point; partisans and an entrained factory do not.

        German air may not be at a point without an Axis ground unit (B6), so it does not hold one by itself.
        """
        phase = self.phase
        units = phase.at(point, phase.attacker) or (phase.attacker == "soviet" and phase.landed[phase.attacker, point])
        return bool(units) or phase.holds[point] in BARRING

    def defenders_can_go(self):
        """B13: somebody has somewhere to go."""
        ways, force = self.ways(), self.force("defender")
        return any(unit.size <= way.room for unit in force for way in ways)

    def defenders_retreat(self):
        """B12, B13: all defenders leave, and air units go with them."""
        force, ways = {unit.id: unit for unit in self.force("defender")}, self.ways()
        went = self.march([(unit.id, unit.size) for unit in force.values()], ways, "defender")
        for name, way in went:
            force[name].at = way.point if way else ""
            if way:
                self.arrives(force[name], way)
        reached = {way.point for _, way in went if way}
        if self.phase.defender == "soviet":
            ways = [way for way in self.ways_after(ways, went) if way.point in reached]
            self.soviet_air_leaves(ways)
        else:
            self.german_air_goes("retreat", sorted(reached))
        return self.attackers_advance()

    def arrives(self, unit, way):
        """A unit is at the end of its line; it defends there if a breakthrough attack is still to come."""
        self.phase.used[way.line] += unit.size
        to_come = way.point in self.phase.pending and self.phase.plans[way.point]["breakthrough"]
        if to_come:
            unit.post = way.point

    def ways_after(self, ways, went):
        """The lines with the room that those who went have left on them."""
        taken = Counter()
        for name, way in went:
            if way:
                taken[way.line] += next(unit.size for unit in self.phase.units if unit.id == name)
        return [way._replace(room=way.room - taken[way.line]) for way in ways]

    def soviet_air_leaves(self, ways):
        """B4, B12: Soviet air retreats over these lines, each unit as one ground unit; those without room are eliminated."""
        if self.soviet_air:
            for _, way in self.march([(SOVIET_AIR, Fraction(1))] * self.soviet_air, ways, SOVIET_AIR):
                if way:
                    self.phase.used[way.line] += 1
                    self.phase.landed["soviet", way.point] += 1
        self.soviet_air = 0

    def march(self, movers, ways, who):
        """The owner says who goes where: each mover with its way, or with None if it found none."""
        points = Counter(way.point for way in self.ways())
        names = [way.point if points[way.point] == 1 else f"{way.point}.{way.line}" for way in ways]
        return march(self.players, self.key(f"{who}.refuge."), self.player("defender"), movers, ways, names)

    # attackers retreat

    def attackers_retreat(self):
        """B12: the attackers go back to their starting points, and are dispersed there."""
        force = self.force("attacker")
        origins = list(dict.fromkeys(unit.origin for unit in force))
        returned = self.soviet_air_returns(origins) if self.phase.attacker == "soviet" else {}
        for origin in origins:
            self.come_back(origin, [unit for unit in force if unit.origin == origin], returned.get(origin, 0))
        alive = [unit for unit in force if unit.at]
        if self.phase.attacker == "axis":
            self.german_air_goes("retreat", [unit.at for unit in alive])
        return self.ends("held: attackers retreated" if alive else "held: attackers destroyed")

    def come_back(self, origin, units, air):
        """B14: defenders that were driven there destroy attackers that are all dispersed; otherwise they are destroyed."""
        intruders = self.phase.at(origin, self.phase.defender)
        if intruders and all(unit.dispersed for unit in units) and not air:
            for unit in units:
                unit.at = ""
            return
        for unit in intruders:
            unit.at = ""
        self.defending_air_is_lost(origin)
        for unit in units:
            unit.at, unit.dispersed = origin, True
        self.phase.landed["soviet", origin] += air

    def soviet_air_returns(self, points):
        """B4: all attacking Soviet air goes back to these points, as its player likes; without any it is eliminated."""
        air, self.soviet_air = self.soviet_air, 0
        if not air or not points:
            return {}
        return self.players.allot(
            self.key("soviet-air.return"),
            "Soviet",
            dict.fromkeys(points, air),
            lambda answer: sum(answer.values()) == air,
            lambda: dict(Counter(self.players.random.choice(points) for _ in range(air))),
        )

    def german_air_goes(self, how, points):
        """B6: German air may go with Axis ground units; the rest is displaced, and not lost."""
        air, points, sent = self.german_air, list(dict.fromkeys(points)), {}
        self.german_air = 0
        if air and points:
            sent = self.players.allot(
                self.key(f"german-air.{how}"),
                "Axis",
                dict.fromkeys(points, air),
                lambda answer: sum(answer.values()) <= air,
                lambda: {self.players.random.choice(points): air},
            )
        for point, number in sent.items():
            self.phase.landed["axis", point] += number
        self.phase.landed["axis", ""] += air - sum(sent.values())

    # the end of the battle

    def attackers_advance(self):
        """B15: the attackers enter the point, all of them. B4, B6: air units that lost their ground units do not stay."""
        if self.phase.attacker == "soviet":
            self.german_air_goes("displaced", [])
            self.phase.landed["soviet", self.point] += self.soviet_air
        else:
            to_own_points = self.phase.option("stranded-soviet-air", "eliminate") == "retreat"
            self.soviet_air_leaves([way for way in self.ways() if way.own] if to_own_points else [])
            self.german_air_goes("advance", [self.point])
        self.soviet_air = 0
        self.phase.controller[self.point] = self.phase.attacker
        fled = any(unit.at for unit in self.fought["defender"])
        return self.ends(f"taken: defenders {'retreated' if fled else 'destroyed'}")

    def attackers_are_destroyed(self):
        """B6: German air is displaced. B4: Soviet air goes back to a starting point to which no enemy was driven."""
        if self.phase.attacker == "axis":
            self.german_air_goes("displaced", [])
        else:
            origins = dict.fromkeys(unit.origin for unit in self.phase.units if unit.post == self.point and unit.origin)
            free = [origin for origin in origins if not self.phase.at(origin, self.phase.defender)]
            for point, number in self.soviet_air_returns(free).items():
                self.phase.landed["soviet", point] += number
        return self.ends("held: attackers destroyed")

    def both_are_destroyed(self):
        """B11: the defender still controls the point."""
        self.german_air_goes("displaced", [])
        return self.ends("held: both sides destroyed")

    def ends(self, result):
        """B13c: units that retreated here are lost unless the defenders still occupy the point."""
        phase, side = self.phase, self.phase.defender
        if self.force("defender"):
            phase.landed[side, self.point] += self.german_air if side == "axis" else self.soviet_air
            return result
        for unit in phase.at(self.point, side):
            unit.at = ""
        self.defending_air_is_lost(self.point)
        return result

    def defending_air_is_lost(self, point):
        """B4, B6: without ground units, Soviet air is eliminated and German air is displaced."""
        number = self.phase.landed.pop((self.phase.defender, point), 0)
        if self.phase.defender == "axis":
            self.phase.landed["axis", ""] += number
