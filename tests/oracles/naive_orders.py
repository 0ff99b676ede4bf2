"""Which attacks may be ordered under the Air Supremacy rules, written from the rules by themselves.

Imports nothing of airwar. Units are the entries of a scenario, and numbers of them. The table says what is wanted, and sees whether
the session offers the same.
"""

from naive_pass_through import AIRCRAFT, SHIPS, group_of, neighbors

NO_SUPPORT = ("aircraft-carrier", "submarine", "transport")


class Ordering:
    """The attacks of a turn, one after the other."""

    def __init__(self, scenario, table):
        self.table = table
        self.spaces = scenario["spaces"]
        self.near = neighbors(self.spaces)
        self.units = {said["id"]: said for said in scenario["units"] if said.get("count", 1)}
        self.attacker = scenario["attacker"]
        self.movers = [self.attacker, *scenario.get("moving-with", ())]
        self.orders = list(scenario.get("battles", ()))

    # the units

    def place(self, name):
        said = self.units[name]
        return self.place(said["aboard"]) if "aboard" in said else said["at"]

    def flies(self, name):
        return self.units[name]["type"] in AIRCRAFT

    def swims(self, name):
        return self.units[name]["type"] in SHIPS

    def is_troops(self, name):
        return not self.flies(name) and not self.swims(name)

    def is_sea(self, space):
        return self.spaces[space]["kind"] == "sea"

    def is_enemy(self, nation):
        return bool(nation) and group_of(nation) != group_of(self.attacker)

    def enemies(self, space):
        """The nations in a space that can be attacked."""
        there = dict.fromkeys(said["nation"] for name, said in self.units.items() if self.place(name) == space)
        return [nation for nation in there if self.is_enemy(nation)]

    def is_empty(self, space):
        """Enemy land without an enemy: troops walk in (41)."""
        return not self.is_sea(space) and self.is_enemy(self.spaces[space].get("nation")) and not self.enemies(space)

    def has_name(self, name):
        return self.units[name]["type"] == "aircraft-carrier" or any(said.get("aboard") == name for said in self.units.values())

    # who has orders already

    def first(self, order):
        """The battle after which an attack is made."""
        return next((old for old in self.orders if old["at"] == order.get("after") and "after" not in old), None)

    def in_battle(self):
        return {name for old in self.orders if "after" not in old for name in old.get("with", {})}

    def is_of_fleet(self, order, name):
        """A ship of the first battle, or an aircraft of a carrier in it."""
        fleet = self.first(order)
        return fleet is not None and (self.swims(name) or self.units[name].get("aboard") in fleet.get("with", {}))

    def fought(self, order, carriers, name):
        """Aircraft that have fought in the first zone, and go on with their carrier."""
        return self.first(order).get("with", {}).get(name, 0) if self.units[name].get("aboard") in carriers else 0

    def busy(self, name):
        """How many have orders; whoever passes through is counted where he fights first."""
        number = 0
        for old in self.orders:
            ordered = old.get("with", {}).get(name, 0)
            if "after" not in old or not self.is_of_fleet(old, name):
                number += ordered
            elif self.flies(name):
                number += max(0, ordered - self.fought(old, old.get("with", {}), name))
            number += old.get("landing", {}).get(name, 0) + ("after" not in old and old.get("support", {}).get(name, 0))
        return number

    # who can take part

    def free(self, order, way, name, carriers=None):
        """How many can be ordered. `carriers`: the ships that go on, if that is known."""
        used = sum(order.get(other, {}).get(name, 0) for other in ("with", "landing", "support") if other != way)
        left = self.units[name].get("count", 1) - self.busy(name) - used
        if "after" not in order or way == "landing" or not self.is_of_fleet(order, name):
            return left
        fleet = self.first(order).get("with", {})
        if self.flies(name):
            return left + (self.fought(order, fleet if carriers is None else carriers, name) if self.is_sea(order["at"]) else 0)
        others = [old for old in self.orders if old.get("after") == order["after"]]
        gone = sum(old.get(part, {}).get(name, 0) for old in others for part in ("with", "support"))
        return fleet.get(name, 0) - gone - used

    def can(self, order, way, name):
        """Whether units of an entry can take part in this way, however many."""
        if self.units[name]["nation"] not in self.movers:
            return False
        if way == "support":
            return self.can_support(order, name)
        if way == "landing":
            return self.can_land(order, name)
        return self.can_fight(order, name)

    def can_fight(self, order, name):
        aboard = self.units[name].get("aboard")
        if self.is_troops(name):  # by land, from the first round on
            return not self.is_sea(order["at"]) and not aboard and "after" not in order
        if self.swims(name) and not self.is_sea(order["at"]):
            return False
        if "after" not in order:
            return self.flies(name) or not (self.waits_below(name) or self.lands_troops(name))
        if self.is_of_fleet(order, name):
            return self.goes_on(order, name)
        return aboard not in self.in_battle()

    def waits_below(self, ship):
        """Aircraft aboard that are to join a fleet elsewhere keep the ship out of battle."""
        waiting = [name for old in self.orders if "after" in old for name in old.get("with", {})]
        return any(self.units[name].get("aboard") == ship for name in waiting)

    def lands_troops(self, ship):
        landing = [name for old in self.orders if "after" not in old for name in old.get("landing", {})]
        return any(self.units[name].get("aboard") == ship for name in landing)

    def can_land(self, order, name):
        """Troops land from a ship next to the coast, or across one zone in ships that are not counted; or from a passing one."""
        space, aboard = order["at"], self.units[name].get("aboard")
        if not self.is_troops(name) or self.is_sea(space) or not any(self.is_sea(near) for near in self.near[space]):
            return False
        if "after" in order:
            return aboard in self.first(order).get("with", {}) and self.goes_on(order, name)
        if aboard:
            return aboard not in self.in_battle() and self.place(name) in self.near[space]
        return any(self.is_sea(zone) for zone in {*self.near[space]} & {*self.near[self.place(name)]})

    def can_support(self, order, name):
        if not self.swims(name) or self.units[name]["type"] in NO_SUPPORT:
            return False
        if "after" in order:
            return self.goes_on(order, name)
        return self.place(name) in self.near[order["at"]]

    def goes_on(self, order, name):
        """A ship and what it carries go to one second space; aircraft of one that stays may go to several."""
        aboard = self.units[name].get("aboard")
        ship = aboard or (name if self.has_name(name) else None)
        for old in self.orders:
            if "after" in old and old["at"] != order["at"] and ship:
                taken = {*old.get("with", {}), *old.get("support", {})}
                troops = old.get("landing", {}) if aboard else (*old.get("landing", {}), *old.get("with", {}))
                if ship in taken | {self.units[one].get("aboard") for one in troops}:
                    return False
        return (aboard or name) in self.first(order).get("with", {}) or name in self.first(order).get("with", {})

    def offers(self, order, way):
        if way != "with" and (self.is_sea(order["at"]) or not any(self.is_sea(near) for near in self.near[order["at"]])):
            return {}
        able = {name: self.free(order, way, name) for name in self.units if self.can(order, way, name)}
        return {name: number for name, number in able.items() if number > 0}

    def is_enough(self, order, names):
        """Whether an attack can be made with these: a second space takes a ship, and empty land takes troops."""
        names = [name for name in names if not self.is_empty(order["at"]) or self.is_troops(name)]
        return any("after" not in order or self.swims(name) for name in names)

    def ways(self, space):
        """At once, or after a battle in a zone next to it."""
        zones = [
            old["at"] for old in self.orders if "after" not in old and self.is_sea(old["at"]) and old["at"] in self.near[space]
        ]
        ways = [{"at": space}, *({"at": space, "after": zone} for zone in zones)]
        new = [way for way in ways if not any((old["at"], old.get("after")) == (space, way.get("after")) for old in self.orders)]
        return [way for way in new if self.is_enough(way, self.offers(way, "with")) or self.offers(way, "landing")]

    def targets(self):
        return [space for space in self.spaces if (self.enemies(space) or self.is_empty(space)) and self.ways(space)]

    # the questions

    def play(self, most):
        while self.order("done" if len(self.orders) >= most else None):
            pass

    def order(self, wish):
        key = f"attack-{len(self.orders) + 1}"
        space = self.table.one_of(f"{key}.at", ["done", *self.targets()], wish)
        if space == "done":
            return False
        ways = {way.get("after", "no"): way for way in self.ways(space)}
        order = dict(ways[self.table.one_of(f"{key}.after", list(ways))])
        order["defenders"] = self.defenders(f"{key}.defenders", space)
        landing = self.offers(order, "landing")
        order["with"] = self.units_for(key, order, "with", not landing)
        order["landing"] = self.units_for(key, order, "landing", not self.is_enough(order, order["with"]))
        if order["landing"]:
            order["support"] = self.units_for(key, order, "support", False)
        self.orders.append({part: said for part, said in order.items() if said or part == "defenders"})
        return True

    def defenders(self, key, space):
        """One group, or all of them; the same in every attack on a space."""
        earlier = [old["defenders"] for old in self.orders if old["at"] == space]
        nations = self.enemies(space)
        groups = sorted({group_of(nation) for nation in nations})
        if earlier or len(groups) < 2:
            return earlier[0] if earlier else nations or [self.spaces[space]["nation"]]  # of empty land, whoever holds it
        first = {next(nation for nation in nations if group_of(nation) == group): group for group in groups}
        chosen = self.table.one_of(key, [*first, "all"])
        return [nation for nation in nations if chosen == "all" or group_of(nation) == first[chosen]]

    def units_for(self, key, order, way, needed):
        items = self.offers(order, way)

        def legal(chosen):
            if sum(chosen.values()) < needed or any(number > items.get(name, 0) for name, number in chosen.items()):
                return False
            if needed and way == "with" and not self.is_enough(order, chosen):
                return False
            if needed and self.is_empty(order["at"]) and not any(map(self.is_troops, chosen)):
                return False
            named = chosen if way == "with" else order["with"]
            return all(number <= self.free(order, way, name, named) for name, number in chosen.items())

        return self.table.some_of(f"{key}.{way}", order["at"], items, needed, legal, [*self.units])
