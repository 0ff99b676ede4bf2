"""The battles of one turn under the Air Supremacy rules, written from the rules by themselves. Imports nothing of airwar.

A unit is {"id", "kind", "home"}; attackers have no home. `next_die` gives the next die of a round, a space, a side, a sort of shot
and a value, so that the dice do not depend on who rolls before whom. The policies are lists of kinds, spaces and round numbers.

Where the rules leave something open, the reading is: fighters and guns must roll at aircraft while any fly; hits are placed when
a side has rolled, those of bombs before other fire; fire at the surface hits aircraft in flight only when no surface unit is left,
and grounded aircraft last; bombs fall on grounded aircraft by their owner's choice or when no surface unit is left; units that
were hit still roll; retreating units do not.
"""

# land units: attack, defense. Aircraft: against surface, against air. A bomber: bombs, air.
LAND = {"infantry": (2, 4), "armor": (8, 4), "artillery": (4, 4), "aa-gun": (5, 5)}
FIGHTERS = {"fighter": (6, 6), "dive-bomber": (8, 4), "dogfighter": (4, 8)}
BOMBS, BOMBER_AIR = (8, 8), 2
SHIPS = {"destroyer": (6, 6), "battleship": (8, 8), "carrier": (2, 6), "submarine": (4, 4)}  # house values: attack, defense
SURFACE = LAND | SHIPS
NEVER_AT_AIRCRAFT = {"attacker": ("aa-gun", "submarine"), "defender": ("submarine",)}


def is_air(unit):
    return unit["kind"] in FIGHTERS or unit["kind"] == "bomber"


class Battle:
    """The battle for one territory."""

    def __init__(self, space, attackers, defenders, next_die, policy):
        self.space = space
        self.attackers = list(attackers)
        self.defenders = list(defenders)
        self.next_die = next_die
        self.policy = policy
        self.number = 0
        self.result = ""
        self.arrived = []
        self.retreated = []
        self.grounded = []
        self.leaving = []
        self.damaged = []
        self.withdrawing = []  # attackers that leave while others stay: they do not roll, but can be hit

    def away(self, unit):
        """Whether a defender was dispatched here from elsewhere."""
        return unit["home"] != self.space

    # who is there

    def flying(self, units):
        return [unit for unit in units if is_air(unit) and unit not in self.grounded]

    def on_the_ground(self, units):
        return [unit for unit in units if unit in self.grounded]

    def surface(self, units):
        return [unit for unit in units if not is_air(unit)]

    def survives(self, unit):
        """Whether a hit only damages a unit: the first one on a battleship."""
        if unit["kind"] != "battleship" or unit["id"] in self.damaged:
            return False
        self.damaged.append(unit["id"])
        return True

    # one side rolls

    def in_order(self, units, side):
        order = self.policy[side]["rolls"]
        return sorted(units, key=lambda unit: order.index(unit["kind"]))

    def hits(self, side, sort, value):
        return self.next_die(self.number, self.space, side, sort, value) <= value

    def attacker_rolls(self):
        """The hits of the attackers, by sort: air, bombs, fire, and low fire that never reaches aircraft in flight."""
        left = len(self.flying(self.defenders))  # enemy aircraft in flight that nobody has hit
        bombs = "bombs" if self.on_the_ground(self.defenders) else "fire"
        score = {"air": 0, "bombs": 0, "fire": 0, "low": 0}
        staying = [unit for unit in self.attackers if unit not in self.withdrawing]
        aircraft = [unit for unit in staying if is_air(unit)]
        for unit in self.in_order(aircraft, "attacker"):
            if unit["kind"] == "bomber" and not (left and self.policy["attacker"]["bomber_fights"]):
                for value in BOMBS:
                    score[bombs] += self.hits("attacker", bombs, value)
            elif left:
                value = BOMBER_AIR if unit["kind"] == "bomber" else FIGHTERS[unit["kind"]][1]
                hit = self.hits("attacker", "air", value)
                score["air"] += hit
                left -= hit
            else:
                score["fire"] += self.hits("attacker", "fire", FIGHTERS[unit["kind"]][0])
        for unit in staying:
            if not is_air(unit):
                sort = "low" if unit["kind"] in NEVER_AT_AIRCRAFT["attacker"] else "fire"
                score[sort] += self.hits("attacker", "fire", SURFACE[unit["kind"]][0])
        return score

    def defender_rolls(self, ready):
        left = len(self.flying(self.attackers))
        score = {"air": 0, "bombs": 0, "fire": 0, "low": 0}
        pool = [unit for unit in ready if is_air(unit) or unit["kind"] == "aa-gun"]
        for unit in self.in_order(pool, "defender"):
            if unit["kind"] == "bomber":
                values = (BOMBER_AIR, BOMBER_AIR)
            elif unit["kind"] == "aa-gun":
                values = (LAND["aa-gun"][1], LAND["aa-gun"][1])
            else:
                values = FIGHTERS[unit["kind"]]
            if left:
                hit = self.hits("defender", "air", values[1])
                score["air"] += hit
                left -= hit
            else:
                score["fire"] += self.hits("defender", "fire", values[0])
        for unit in ready:
            if unit not in pool:
                sort = "low" if unit["kind"] in NEVER_AT_AIRCRAFT["defender"] else "fire"
                score[sort] += self.hits("defender", "fire", SURFACE[unit["kind"]][1])
        return score

    # hits fall

    def place(self, enemy, side, score):
        """The units that are lost. Their owner gives up those first whose kind comes first on his list."""
        order = self.policy[side]["losses"]

        def rank(unit):
            status = (unit in self.arrived, unit in self.leaving or unit in self.withdrawing)
            return order.index(unit["kind"]), self.away(unit), unit["home"], status

        left = sorted(enemy, key=rank)
        lost = []

        def hit(*groups):
            """Hits the first unit of the first group that is not empty."""
            for group in groups:
                if group and self.survives(group[0]):
                    return
                if group:
                    left.remove(group[0])
                    lost.append(group[0])
                    return

        for _ in range(score["air"]):
            hit(self.flying(left))
        aircraft_fly = bool(self.flying(left))
        spare = 0  # low hits that find nothing yet
        for _ in range(score["low"] if aircraft_fly else 0):
            spare += not self.surface(left)
            hit(self.surface(left))
        for _ in range(score["bombs"]):
            chosen = self.on_the_ground(left) if self.policy[side]["bombs_on_grounded"] else []
            hit(chosen, self.surface(left), self.on_the_ground(left), self.flying(left))
        for _ in range(score["fire"] + (0 if aircraft_fly else score["low"])):
            hit(self.surface(left), self.flying(left), self.on_the_ground(left))
        for _ in range(0 if self.flying(left) else spare):
            hit(self.on_the_ground(left))
        return lost

    # a round

    def declare(self):
        """Retreats and grounding, before any roll of the round. Who has just arrived is committed; guests do not go to ground."""
        policy = self.policy["defender"]
        self.leaving = [
            unit for unit in self.defenders if policy["retreat"].get(unit["kind"]) == self.number and unit not in self.arrived
        ]
        self.grounded = [
            unit
            for unit in self.defenders
            if is_air(unit) and unit["kind"] in policy["ground"] and unit not in self.leaving and not self.away(unit)
        ]

    def fire(self):
        """Both sides roll, and the hits fall. Returns the units that are lost."""
        ready = [unit for unit in self.defenders if unit not in self.grounded and unit not in self.leaving]
        attack, defense = self.attacker_rolls(), self.defender_rolls(ready)
        dead = self.place(self.defenders, "defender", attack)
        dead_attackers = self.place(self.attackers, "attacker", defense)
        self.retreated += [unit for unit in self.leaving if unit not in dead]
        self.attackers = [unit for unit in self.attackers if unit not in dead_attackers and unit not in self.withdrawing]
        self.defenders = [unit for unit in self.defenders if unit not in dead and unit not in self.leaving]
        if not self.attackers:
            self.result = "defender wins" if self.defenders else "nobody is left"
        elif not self.defenders:
            self.result = "attacker wins"
        return dead + dead_attackers


class CarrierBattle(Battle):
    """A battle at sea. The home of a defending aircraft is its carrier, and to stay on the ground is to be below deck."""

    def away(self, unit):
        return False

    def on_the_ground(self, units):
        return []

    def carrier_of(self, unit, units):
        return next((other for other in units if other["id"] == unit["home"] and other["kind"] == "carrier"), None)

    def declare(self):
        super().declare()
        self.grounded = [unit for unit in self.grounded if self.carrier_of(unit, self.defenders)]

    def fire(self):
        """Aircraft below deck sink with their carrier, and leave with it."""
        carriers = [unit for unit in self.defenders if unit["kind"] == "carrier"]
        below, leaving = list(self.grounded), list(self.leaving)
        lost = super().fire()
        sunk = [unit for unit in below if self.carrier_of(unit, carriers) in lost]
        gone = [unit for unit in below if self.carrier_of(unit, carriers) in leaving and unit not in sunk]
        self.retreated += gone
        self.defenders = [unit for unit in self.defenders if unit not in sunk and unit not in gone]
        if self.result == "defender wins" and not self.defenders:
            self.result = "nobody is left"
        elif not self.result and not self.defenders:
            self.result = "attacker wins"
        return lost + sunk


class Turn:
    """All battles of a turn, round by round, and the aircraft that fly between them.

    An aircraft declared in round N fights from round N + 1 on. When its battle is over, or was before it came, it flies back for a
    round, and may be declared again in the round after. One that retreats is out for the turn.
    """

    def __init__(self, battles, at_home, adjacent, dispatches):
        self.battles = battles
        self.at_home = list(at_home)  # aircraft at homes that are not attacked, or no longer
        self.adjacent = adjacent
        self.dispatches = dispatches  # which rounds aircraft are declared in, and to which spaces, the first choice first
        self.en_route = []  # pairs of aircraft and space
        self.returning = []
        self.number = 0
        self.lost = []  # one list for each round

    def attacker_decides(self):
        for battle in self.battles.values():
            battle.withdrawing = []
            if battle.result or self.number == 1:
                continue
            policy = battle.policy["attacker"]
            if policy["calls_off"] == self.number:
                battle.result = "called off"
                continue
            some = [unit for unit in battle.attackers if policy["withdraws"].get(unit["kind"]) == self.number]
            if len(some) < len(battle.attackers):
                battle.withdrawing = some

    def aircraft_move(self):
        """Those that flew back are home. Others arrive, or find the battle over and fly back in this round."""
        home, self.returning = self.returning, []
        self.at_home += home
        for battle in self.battles.values():
            battle.arrived = []
            if battle.result:
                aircraft = [unit for unit in battle.defenders if is_air(unit)]
                battle.defenders = [unit for unit in battle.defenders if unit not in aircraft]
                self.returning += [unit for unit in aircraft if battle.away(unit)]
                self.at_home += [unit for unit in aircraft if not battle.away(unit)]
        for unit, space in self.en_route:
            battle = self.battles[space]
            if battle.result:
                self.returning.append(unit)
            else:
                battle.defenders.append(unit)
                battle.arrived.append(unit)
        self.en_route = []

    def declare_dispatches(self):
        if self.number not in self.dispatches["rounds"]:
            return
        for unit in list(self.at_home):
            for space in self.dispatches["spaces"]:
                battle = self.battles.get(space)
                if battle and not battle.result and space in self.adjacent[unit["home"]] and self.friends_in(battle):
                    self.en_route.append((unit, space))
                    self.at_home.remove(unit)
                    break

    def friends_in(self, battle):
        return bool(battle.defenders)

    def play(self):
        while not all(battle.result for battle in self.battles.values()):
            self.number += 1
            self.attacker_decides()
            self.aircraft_move()
            fought = [battle for battle in self.battles.values() if not battle.result]
            for battle in fought:
                battle.number = self.number
                battle.declare()
            self.declare_dispatches()
            self.lost.append([(battle.space, unit) for battle in fought for unit in battle.fire()])


def fight(battles, at_home, adjacent, dispatches):
    turn = Turn({battle.space: battle for battle in battles}, at_home, adjacent, dispatches)
    turn.play()
    return {
        "ends": {battle.space: battle.result for battle in battles},
        "lost": turn.lost,
        "retreated": [unit for battle in battles for unit in battle.retreated],
    }
