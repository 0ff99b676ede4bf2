"""A battle of Dark Crusade, written from the rules by themselves. Imports nothing of airwar.

A unit is {"id", "nation", "size" ("major" or "minor"), "strength", "supplied", "dispersed", "losses", "size_on_line"}.
`table` maps a column from 1 up to six results. The dice are a list, used in order. The policies are the round after which a
side retreats (or never) and the order in which its units take losses.
"""


class Battle:
    def __init__(self, attacker, weather, units, german_air, soviet_air, table, lines, dice, policy):
        self.attacker = attacker
        self.defender = "soviet" if attacker == "axis" else "axis"
        self.weather = weather
        self.units = {"axis": units["axis"], "soviet": units["soviet"]}
        self.german_air = german_air
        self.soviet_air = soviet_air
        self.table = table
        self.highest = max(table)
        self.lines = lines
        self.dice = list(dice)
        self.used = 0
        self.policy = policy
        self.fire = []

    def die(self):
        self.used += 1
        return self.dice[self.used - 1]

    def read(self, total):
        """One die on the combat table, or one for each of the fewest and most equal groups of a large total."""
        if total <= 0:
            return 0
        groups = -(-total // self.highest)
        result = 0
        for number in range(groups):
            size = total // groups + (1 if number < total % groups else 0)
            result += self.table[size][self.die() - 1]
        return result

    def air_combat(self):
        if self.soviet_air == 0:
            return
        if self.german_air:
            for _ in range(self.german_air):
                if self.soviet_air:
                    self.soviet_air = min(self.soviet_air, self.read(self.soviet_air))
        elif self.alive("axis"):
            self.soviet_air -= min(self.soviet_air, self.read(self.soviet_air))

    def alive(self, side):
        return [unit for unit in self.units[side] if not unit.get("dead")]

    def total(self, side):
        """Undispersed strength; German air multiplies, Soviet air adds."""
        total = 0
        for unit in self.alive(side):
            if unit["dispersed"]:
                continue
            value = unit["strength"]
            if side == "axis" and unit["supplied"] and (unit["nation"] == "german" or self.attacker != "axis"):
                value *= 1 + self.german_air
            total += value
        if side == "soviet" and self.alive("soviet"):
            total += self.soviet_air
        return total

    def limit(self, unit):
        """The loss that destroys the unit."""
        return unit["strength"] + 1 if unit["size"] == "major" else unit["strength"]

    def absorb(self, side, losses):
        """The owner's simple way: the first unit on his list takes all it can, then the next."""
        for name in self.policy[side]["losses"]:
            for unit in self.alive(side):
                if unit["id"] != name:
                    continue
                taken = min(losses, self.limit(unit) - unit["losses"])
                if taken > 0:
                    losses -= taken
                    unit["losses"] += taken
                    unit["dispersed"] = True
                    if unit["losses"] >= self.limit(unit):
                        unit["dead"] = True

    def simultaneous(self):
        if self.attacker != "axis" or self.soviet_air:
            return False
        return self.weather == "good" or (self.weather == "snow" and self.german_air > 0)

    def retreats(self, side, number):
        """A side retreats when its time has come; defenders only if at least one of them has somewhere to go."""
        if self.policy[side]["retreat"] is None or number < self.policy[side]["retreat"]:
            return False
        rooms = room_on(self.lines).values()
        return side == self.attacker or any(unit["size_on_line"] <= room for unit in self.alive(side) for room in rooms)

    def cannot_fire(self, side):
        return self.total(side) == 0

    def normal(self):
        number = 0
        while True:
            number += 1
            for shooter, target in ((self.defender, self.attacker), (self.attacker, self.defender)):
                total = self.total(shooter)
                losses = self.read(total)
                self.fire.append((number, shooter, total, losses))
                self.absorb(target, losses)
                if not self.alive(target):
                    return f"{target} destroyed", number
                if self.retreats(target, number):
                    return f"{target} retreats", number
            if self.cannot_fire("axis") and self.cannot_fire("soviet"):
                return f"{self.attacker} retreats", number

    def together(self):
        number = 0
        while True:
            number += 1
            at_defender = self.total(self.attacker)
            at_attacker = self.total(self.defender)
            defender_loses = self.read(at_defender)
            attacker_loses = self.read(at_attacker)
            self.fire.append((number, self.attacker, at_defender, defender_loses))
            self.fire.append((number, self.defender, at_attacker, attacker_loses))
            self.absorb(self.attacker, attacker_loses)
            self.absorb(self.defender, defender_loses)
            if not self.alive(self.attacker) and not self.alive(self.defender):
                return "both destroyed", number
            for side in (self.attacker, self.defender):
                if not self.alive(side):
                    return f"{side} destroyed", number
            if self.cannot_fire("axis") and self.cannot_fire("soviet"):
                return f"{self.attacker} retreats", number
            for side in (self.attacker, self.defender):
                if self.retreats(side, number):
                    return f"{side} retreats", number

    def battle(self):
        self.air_combat()
        together = self.simultaneous()
        if self.cannot_fire("axis") and self.cannot_fire("soviet"):  # nobody has anything to fight with from the start
            end, rounds = f"{self.attacker} retreats", 0
        else:
            end, rounds = self.together() if together else self.normal()
        loser = end.split()[0] if end != "both destroyed" else self.attacker
        if end == f"{self.attacker} retreats":
            for unit in self.alive(self.attacker):
                unit["dispersed"] = True
        return {
            "end": end,
            "rounds": rounds,
            "simultaneous": together,
            "soviet_air": self.soviet_air,
            "dice": self.used,
            "fire": self.fire,
            "holder": self.defender if loser == self.attacker else self.attacker,
            "units": {
                unit["id"]: (
                    "dead" if unit.get("dead") else ("dispersed" if unit["dispersed"] else "fit"),
                    unit["losses"],
                )
                for side in ("axis", "soviet")
                for unit in self.units[side]
            },
        }


def fight(*position):
    return Battle(*position).battle()


BARRED = ("combat", "support", "emplaced-factory")


def room_on(lines):
    """What each line takes of retreating defenders: all of an own line, half of one to an open enemy point."""
    room = {}
    for line in lines:
        if line["own"]:
            room[line["id"]] = line["capacity"]
        elif line["holds"] not in BARRED:
            room[line["id"]] = line["capacity"] // 2
    return room


def wrong_with_retreat(walkers, went, lines):
    """What is wrong with a retreat: `walkers` are sizes by id, `went` has the line of each that got away."""
    room = room_on(lines)
    own = {line["id"] for line in lines if line["own"]}
    for name, line in went.items():
        if line not in room:
            return f"{name} went over {line}, which is closed"
        room[line] -= walkers[name]
    if any(left < 0 for left in room.values()):
        return f"too many on a line: {room}"
    for name, size in walkers.items():
        if went.get(name) in own:
            continue
        open_lines = own if name in went else set(room)
        if any(room[line] >= size for line in open_lines):
            return f"{name} had room elsewhere: {room}"
    return ""
