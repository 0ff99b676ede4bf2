"""Fleets, decks, landings and the ownership of land under the Air Supremacy rules, written from the rules by themselves.

Imports nothing of airwar. A turn keeps books on single units: where each one is, what it is aboard of, and what it is doing. It
knows the session only as `table`, which answers for the players. It says which questions must come now and what they must offer;
the table tries that, and the dice and the choices come back. After every step the table compares the books.

What the module leaves open is read as the rule index has it. Units that are alike in every way are not told apart.
"""

from collections import Counter
from itertools import permutations

GROUPS = {"germany": "axis", "italy": "axis", "uk": "west", "usa": "west", "france": "west", "china": "west"}  # the others: alone
FIGHTERS = ("fighter", "dive-bomber", "dogfighter")
AIRCRAFT = (*FIGHTERS, "bomber")
SHIPS = ("battleship", "destroyer", "submarine", "aircraft-carrier", "transport")
HOLDS = {"aircraft-carrier": 2, "transport": 2}
OPTIONS = {  # how the module is read where tables argue, unless the scenario says otherwise
    "casualty-chooser": "owner",
    "joint-losses": "leader",
    "surface-fire-vs-airborne": "if-no-surface-target",
    "carrier-sunk": "land-elsewhere",
    "origin-lost": "destroyed",
}

# what an aircraft is doing; other units are always at home
HOME = "home"
BOUND = "bound"  # declared this round, there in the next one
OVER = "over"  # in the air over a battle
RETURNING = "returning"
OUT = "out"  # has retreated, or has found another home, in this opponent's turn


def neighbors(spaces):
    """The spaces next to each, whichever of the two says so."""
    near = {name: set(said.get("adjacent", ())) for name, said in spaces.items()}
    return {name: sorted(others | {other for other in near if name in near[other]}) for name, others in near.items()}


def group_of(nation):
    return GROUPS.get(nation, nation)


class Unit:
    """One unit. `base` is its space, or the ship that it is aboard of, or that is its home while it flies."""

    def __init__(self, entry, nation, type_, base, damaged=False):
        self.entry, self.nation, self.type, self.base, self.damaged = entry, nation, type_, base, damaged
        self.status = HOME
        self.space = None  # the space it flies over or is bound for
        self.origin = None  # where attackers on land or sea have come from
        self.attacks = False
        self.ashore = False  # troops that have landed cannot leave
        self.arrived = 0  # the round in which a dispatched aircraft began to fight
        self.sent = False  # dispatched, and not home again
        self.stranded = False  # has left the battle, and has no home
        self.flying_back = False  # out, but not home yet
        self.homeward = False  # its battle is over, so it starts back, whoever attacks that space next
        self.aside = False  # a ship that has landed troops or supports a landing: in no battle
        self.grounded = self.leaving = self.dead = False

    def __repr__(self):
        return f"<{self.entry} {self.nation} {self.type} {self.status} at {self.place}>"

    @property
    def group(self):
        return group_of(self.nation)

    @property
    def flies(self):
        return self.type in AIRCRAFT

    @property
    def swims(self):
        return self.type in SHIPS

    @property
    def ship(self):
        """The ship that it is aboard of, or whose deck is its home."""
        return self.base if isinstance(self.base, Unit) else None

    @property
    def home(self):
        """The space where its base is."""
        return self.ship.home if self.ship else self.base

    @property
    def place(self):
        return self.space if self.status == OVER else self.home

    @property
    def is_below(self):
        """Aboard a ship, and not in the air: it shares the ship's fate."""
        return bool(self.ship) and not self.is_up and self.status != RETURNING and not (self.status == BOUND and self.sent)

    @property
    def is_up(self):
        return self.flies and self.status == OVER and not self.grounded

    @property
    def points(self):
        """The hits that it can take."""
        return 2 if self.type == "battleship" and not self.damaged else 1


class Battle:
    def __init__(self, space, nations):
        self.space = space
        self.nations = list(nations)  # those that are attacked
        self.since = 1  # the round in which it began
        self.result = ""


class Passage:
    """The second leg of a pass-through: who may attack which space from round 2 on."""

    def __init__(self, first, second, nations):
        self.first, self.second, self.nations = first, second, nations
        self.parts = {}  # with, landing, support: how many of which entry
        self.joining = []  # aircraft that come from elsewhere
        self.done = False
        self.going = []


class Turn:
    """One opponent's turn."""

    def __init__(self, scenario, table):
        self.table = table
        table.turn = self
        self.spaces = scenario["spaces"]
        self.near = neighbors(self.spaces)
        self.owner = {name: said.get("nation") for name, said in self.spaces.items()}
        self.held = dict(self.owner)  # when the turn began
        self.units = units_of(scenario)
        self.option = OPTIONS | scenario["options"]
        self.attacker = scenario["attacker"]
        self.movers = [self.attacker, *scenario.get("moving-with", ())]
        self.round = 0
        self.occupied = set()  # land where only the attacker's troops are left
        self.taken = set()  # and that has changed hands
        self.battles, self.passages = {}, []
        for said in scenario["battles"]:
            self.begin(said)
        for said in scenario["units"]:
            if said.get("bound-for") or said.get("returning"):
                for unit in self.alive(lambda unit, entry=said["id"]: unit.entry == entry):
                    self.under_way(unit, said.get("bound-for"))

    def under_way(self, unit, space):
        """An aircraft that took off before the turn: it is there in round 1, or comes too late, or is home in round 2."""
        nations = [*self.battles[space].nations] if space in self.battles else []
        later = [nation for passage in self.passages if passage.second == space for nation in passage.nations]
        unit.status, unit.sent = RETURNING, True
        if any(group_of(nation) == unit.group for nation in nations):
            unit.status, unit.space, unit.arrived = OVER, space, 1
        elif not nations and any(group_of(nation) == unit.group for nation in later):
            unit.status, unit.space = BOUND, space

    # who is where

    def alive(self, *tests):
        return [unit for unit in self.units if not unit.dead and all(test(unit) for test in tests)]

    def attackers(self, space):
        return self.alive(
            lambda unit: (
                unit.attacks
                and not unit.aside
                and not unit.stranded
                and not unit.is_below
                and unit.status != BOUND
                and unit.place == space
            )
        )

    def defenders(self, space):
        """Units of the attacked nations that are there, except what is in the hold of a ship."""
        nations = self.battles[space].nations
        return self.alive(
            lambda unit: not unit.attacks and self.is_defending(unit, nations) and unit.place == space and not self.is_stowed(unit),
            lambda unit: unit.status not in (BOUND, RETURNING) and not unit.flying_back,
        )

    def present(self, space):
        """Everybody who is there, and not on his way."""
        return self.alive(lambda unit: unit.place == space and unit.status not in (BOUND, RETURNING) and not unit.flying_back)

    def is_defending(self, unit, nations):
        """An attacked nation, or an aircraft that came to help: a ship and what is aboard are attacked together."""
        return unit.nation in nations or self.is_guest(unit) or (unit.ship and unit.ship.nation in nations)

    def is_stowed(self, unit):
        return bool(unit.ship) and not unit.flies

    def is_guest(self, unit):
        """Dispatched here from somewhere else."""
        return unit.status == OVER and unit.sent

    def open_battles(self):
        return [battle for battle in self.battles.values() if not battle.result]

    def is_attacked(self, space):
        return space in self.battles and not self.battles[space].result

    def is_fighting_at_home(self, unit):
        return self.is_attacked(unit.home) and self.is_defending(unit, self.battles[unit.home].nations)

    def room(self, ship):
        """Free places on a deck: those of its own aircraft are kept while they are away."""
        return HOLDS[ship.type] - len(self.alive(lambda unit: unit.ship is ship))

    def has_name(self, ship):
        """Carriers and laden transports are told apart; other units of a kind are not."""
        return ship.type == "aircraft-carrier" or any(unit.ship is ship for unit in self.alive())

    def seen_at(self, unit):
        """Where it is; attacking aircraft are back as soon as their battle is over, if they can be."""
        back = unit.attacks and unit.status == OVER and self.is_done(unit) and not self.is_homeless(unit)
        return unit.home if back else unit.place

    # the attack

    def begin(self, said):
        nations = said["defenders"]
        if "after" in said:
            passage = Passage(said["after"], said["at"], nations)
            passage.parts = {part: said.get(part, {}) for part in ("with", "landing", "support")}
            fleet = self.attackers(passage.first)
            for name, number in passage.parts["with"].items():
                free = [unit for unit in self.units if unit.entry == name and not unit.attacks and unit.flies]
                passage.joining += [unit for unit in free if unit.ship not in fleet][:number]
            for unit in passage.joining:
                unit.attacks, unit.status, unit.space = True, BOUND, passage.second
            self.passages.append(passage)
            return
        battle = self.battles.setdefault(said["at"], Battle(said["at"], nations))
        for part in ("with", "landing", "support"):
            for name, number in said.get(part, {}).items():
                free = [unit for unit in self.units if unit.entry == name and not unit.attacks][:number]
                for unit in free:
                    if part == "support":
                        unit.attacks = unit.aside = True
                    else:
                        self.attack(unit, battle.space, part == "landing")

    def attack(self, unit, space, ashore=False):
        unit.attacks = True
        if unit.flies:
            unit.status, unit.space = OVER, space
            return
        if ashore:
            unit.ashore = True
        else:
            unit.origin = unit.base
        unit.base = space

    # the turn

    def play(self):
        self.fly_at_home()
        while self.open_battles() or self.waiting():
            self.round += 1
            self.passing()
            self.going_on()
            self.landing()
            self.come_down()
            if not self.open_battles():
                break
            self.moving()
            self.opening()
            self.table.books(self, "before declarations")
            self.declaring()
            self.table.books(self, "before fire")
            self.firing()
            self.ending()
            self.table.books(self, "after the round")
        self.closing()
        self.table.books(self, "at the end")

    def waiting(self):
        return [passage for passage in self.passages if not passage.done]

    def fly_at_home(self):
        """Aircraft of an attacked space are in the air unless they stay down."""
        for battle in self.open_battles():
            for unit in self.defenders(battle.space):
                if unit.flies and unit.status == HOME:
                    unit.status, unit.space = OVER, battle.space

    # the second space (39 to 41)

    def passing(self):
        if self.round != 2:
            return
        todo = self.waiting()
        while todo:
            passage = next((one for one in todo if self.table.is_asked(self.question_of(one))), todo[0])
            todo.remove(passage)
            passage.done = True
            passage.going = self.pass_on(passage)
        for passage in self.passages:  # all at one moment
            if passage.going:
                self.attack_second(passage)
        idle = self.alive(lambda unit: unit.status == BOUND and unit.sent and unit.space not in self.battles)
        lost = [unit for unit in idle if self.is_homeless(unit)]
        for unit in idle:
            if unit not in lost:
                unit.status, unit.space, unit.sent = HOME, None, False  # called off
        self.land(lost)
        self.fly_at_home()

    def question_of(self, passage, word="pass-through"):
        """The question whether a fleet goes on; where several go to one space, each is asked."""
        several = sum(other.second == passage.second for other in self.passages) > 1
        return f"r2.{passage.second}.attacker.{word}{f'-from-{passage.first}' if several else ''}"

    def goers(self, passage):
        """What is left of those that were to go on: ships and aircraft, supporting ships, troops."""
        gone = [unit for other in self.passages for unit in other.going]
        fleet = [unit for unit in self.attackers(passage.first) if unit not in gone]
        holds = self.alive(lambda unit: unit.ship in fleet and not unit.flies and unit not in gone)
        aircraft = self.alive(
            lambda unit: unit.flies and unit.ship in fleet and not unit.grounded and unit.status == HOME and unit not in gone
        )
        named = passage.parts["with"]
        flying = [unit for unit in fleet if unit.flies and unit.ship in fleet and unit.ship.entry in named]
        own = [*(unit for unit in fleet if unit.swims), *flying, *aircraft]
        goers = [*some_of(own, passage.parts["with"]), *passage.joining]
        support, troops = some_of(fleet, passage.parts["support"]), some_of(holds, passage.parts["landing"])
        return goers, support, troops

    def can_pass(self, passage):
        """A fleet needs a ship for that; to land, it needs troops."""
        goers, _, troops = self.goers(passage)
        if self.is_land(passage.second):
            return bool(troops)
        return any(unit.swims for unit in goers)

    def call_off(self, passage):
        passage.done = True
        for unit in passage.joining:
            unit.attacks, unit.status, unit.space = False, HOME, None

    def pass_on(self, passage):
        goers, support, troops = self.goers(passage)
        everybody, going = [*goers, *support, *troops], []
        if self.can_pass(passage):
            options = {"attack", "stay", *(["attack-in-part"] if len(everybody) > 1 else [])}
            chosen = self.table.choice(self.question_of(passage), options)
            going = everybody if chosen == "attack" else []
            if chosen == "attack-in-part":
                also = {"ashore": troops, "joining": passage.joining}
                going = self.table.pick(self.question_of(passage, "pass-through-with"), everybody, 1, len(everybody), also)
                going = self.with_their_carrier(passage, going)
        for unit in passage.joining:
            if unit not in going:
                unit.attacks, unit.status, unit.space = False, HOME, None
        passage.troops, passage.support = troops, support
        return going

    def with_their_carrier(self, passage, going):
        """Aircraft that have fought go on with their carrier; where it stays, others take off from its deck."""
        found = []
        for unit in going:
            if unit.flies and unit not in passage.joining and unit.status == OVER and unit.ship not in going:
                deck = self.alive(lambda other, like=unit: other.entry == like.entry and other.status == HOME)
                unit = next(other for other in deck if other not in going and other not in found)
            found.append(unit)
        return found

    def opening(self):
        """A space in which nobody is when the attackers come, not even from elsewhere: nobody fights there."""
        for battle in self.open_battles():
            if battle.since == self.round and not self.defenders(battle.space):
                battle.result = "attacker wins"
                self.take(battle)
        self.come_down()

    def attack_second(self, passage):
        going, troops, support = passage.going, passage.troops, passage.support
        battle = self.battles.get(passage.second)
        if battle is None or battle.result:
            battle = self.battles[passage.second] = Battle(passage.second, passage.nations)
            battle.since = 2
        for unit in going:
            if unit in support:
                unit.aside = True
            else:
                if unit in troops:
                    unit.ship.aside = True
                self.attack(unit, passage.second, unit in troops)

    # the attacker goes on or not (47, 48)

    def going_on(self):
        for battle in self.open_battles():
            if not self.attackers(battle.space):  # all have gone on to a second space
                battle.result = "called off"
        if self.table.key.endswith((".land", ".landing-places")):
            self.landing()
        todo = [battle for battle in self.open_battles() if battle.since < self.round]
        while todo:
            battle = next((one for one in todo if self.table.is_asked(f"r{self.round}.{one.space}.attacker.go-on")), todo[0])
            todo.remove(battle)
            units = self.attackers(battle.space)
            free = [unit for unit in units if not unit.ashore]
            if not free:
                continue
            key = f"r{self.round}.{battle.space}.attacker"
            options = {"fight"}
            options |= {"call-off"} if len(free) == len(units) else set()
            options |= {"withdraw-some"} if len(units) > 1 else set()
            chosen = self.table.choice(f"{key}.go-on", options)
            if chosen == "call-off":
                for unit in free:
                    self.go_back(unit)
                battle.result = "called off"
            elif chosen == "withdraw-some":
                for unit in self.table.pick(f"{key}.withdraw", free, 1, min(len(free), len(units) - 1)):
                    unit.leaving = True

    def go_back(self, unit):
        """An attacker that leaves the battle."""
        unit.leaving = False
        if unit.flies and self.is_homeless(unit):
            unit.stranded = True
            return
        if unit.flies:
            unit.status, unit.space = HOME, None
        elif unit.origin is not None:
            unit.base = unit.origin
        unit.attacks = False

    # aircraft that were sent (26, 29, 30, 32, 33, 37, 40)

    def moving(self):
        if self.round == 1:
            return
        back = self.alive(lambda unit: not unit.attacks and (unit.status == RETURNING or unit.flying_back))
        lost = [unit for unit in back if self.is_homeless(unit)]
        for unit in self.alive(lambda unit: not unit.attacks and unit not in lost):
            if unit.status == RETURNING:
                unit.status, unit.sent = HOME, False
            elif unit.status == BOUND:
                if self.is_attacked(unit.space):
                    unit.status, unit.arrived = OVER, self.round
                else:
                    unit.status, unit.space = RETURNING, None
            elif unit.status == OVER and (unit.homeward or not self.is_attacked(unit.space)):
                unit.status, unit.space = (RETURNING if self.is_guest(unit) else HOME), None
            unit.flying_back = unit.homeward = False
        self.land(lost)  # to the space that it came from, or nowhere (30)
        self.fly_at_home()

    # declarations (16, 22, 24 to 28, 39, 42, 43)

    def declaring(self):
        self.ask_all(self.declarations)
        stayed = self.sharing_refuges()
        self.ask_all(lambda: self.second_thoughts(stayed))
        self.ask_all(self.dispatches)

    def ask_all(self, declarations):
        """All questions of some kind, in whatever order they come."""
        asked = set()
        while True:
            due = {key: ask for key, ask in declarations().items() if key not in asked}
            key = next((key for key in due if self.table.is_asked(key)), None)
            if key is None:
                break
            due[key](key)
            asked.add(key)
        self.table.nothing_more(due)

    def declarations(self):
        """Who retreats, and who stays down."""
        due = {}
        for battle in self.open_battles():
            here = self.defenders(battle.space)
            for nation in dict.fromkeys(unit.nation for unit in here):
                own = [unit for unit in here if unit.nation == nation]
                leavers = [unit for unit in own if self.can_leave(unit) and self.refuges(unit, battle.space)]
                if leavers:
                    due[f"r{self.round}.{battle.space}.{nation}.retreat"] = lambda key, who=leavers: self.retreat(key, who)
                stay = [unit for unit in own if self.can_stay_down(unit) and not unit.leaving]
                if stay:
                    due[f"r{self.round}.{battle.space}.{nation}.ground"] = lambda key, who=stay: self.ground(key, who)
        return due

    def dispatches(self):
        due, homes = {}, {}
        for unit in self.alive(lambda unit: unit.flies and not unit.attacks and unit.status == HOME):
            if not self.is_attacked(unit.home) and unit.group != group_of(self.attacker):
                offers = [(unit, space) for space in self.destinations(unit)]
                homes.setdefault((unit.ship.entry if unit.ship else unit.base, unit.nation), []).extend(offers)
        for (home, nation), offers in homes.items():
            if offers:
                due[f"r{self.round}.{home}.{nation}.dispatch"] = lambda key, offers=offers: self.dispatch(key, offers)
        return due

    def can_leave(self, unit):
        return unit.arrived != self.round and unit.status != OUT

    def can_stay_down(self, unit):
        """Aircraft at home here; one without a deck here has nowhere to stay."""
        return unit.flies and unit.status == OVER and not unit.sent and not self.is_homeless(unit) and unit.home == unit.space

    def retreat(self, key, who):
        places = {unit: self.refuges(unit, unit.place) for unit in who}

        def legal(some):
            wants = self.deck_wants({unit: places[unit] for unit in some})
            return seated([(len(wants), list(wants.values()))], self.rooms_on(wants))

        for unit in self.table.pick(key, who, 0, len(who), None, lambda unit: self.rooms(unit, places[unit]), legal):
            unit.leaving, unit.grounded = True, False

    # decks that are short of places (21, 22, 34)

    def deck_wants(self, places):
        """Those that can go to the decks of strange carriers only, with these."""
        return {
            unit: decks
            for unit, decks in places.items()
            if unit.flies and decks and all(isinstance(to, Unit) and to is not unit.ship for to in decks)
        }

    def rooms_on(self, wants):
        return {deck: self.room(deck) for decks in wants.values() for deck in decks}

    def short(self, wants):
        """Groups of units that want the same decks, which have no room for all: with the one who decides, and how many come."""
        for units in crowds(wants):
            lists = [wants[unit] for unit in units]
            room = self.rooms_on({unit: wants[unit] for unit in units})
            most = max(number for number in range(len(units) + 1) if seated([(number, lists)], room))
            if most < len(units):
                places = Counter()
                for deck, free in room.items():
                    places[deck.nation] += free
                by = min(places, key=lambda nation: (-places[nation], nation))
                yield units, room, by, f"{min(deck.entry for deck in room)}.{by}", most

    def sharing_refuges(self):
        """All have declared; where decks are short, the nation with most of the places says who comes. The others, who stay."""
        leavers = [unit for battle in self.open_battles() for unit in self.defenders(battle.space) if unit.leaving]
        wants, stayed = self.deck_wants({unit: self.refuges(unit, unit.place) for unit in leavers}), []
        short = list(self.short(wants))
        while short:
            one = next((one for one in short if self.table.is_asked(f"r{self.round}.{one[3]}.retreat-places")), short[0])
            short.remove(one)
            units, room, by, key, most = one

            def legal(numbers, room=room, most=most):
                parts = [(number, [wants[unit] for unit in some]) for some, number in numbers]
                return sum(number for number, _ in parts) == most and seated(parts, room)

            for some, number in self.table.grant(f"r{self.round}.{key}.retreat-places", by, self.table.named(units), legal):
                stayed += some[number:]
        for unit in stayed:
            unit.leaving = False
        return stayed

    def second_thoughts(self, stayed):
        """Those that found no room may sit out the round."""
        due = {}
        for unit in stayed:
            if self.can_stay_down(unit) and not unit.grounded:
                key = f"r{self.round}.{unit.space}.{unit.nation}.ground-after-all"
                who = [one for one in stayed if (one.space, one.nation) == (unit.space, unit.nation)]
                due[key] = lambda key, who=who: self.ground(key, [one for one in who if self.can_stay_down(one)])
        return due

    def rooms(self, unit, places):
        """How many like it can go there; there is no end to the room on land, at sea and at home."""
        return sum(self.room(to) if isinstance(to, Unit) and to is not unit.ship else len(self.units) for to in places)

    def ground(self, key, who):
        for unit in self.table.pick(key, who, 0, len(who)):
            unit.grounded = True

    def dispatch(self, key, offers):
        for unit, space in self.table.send(key, offers, 0):
            unit.status, unit.space, unit.sent = BOUND, space, True

    def destinations(self, unit):
        return [space for space in self.near[unit.home] if self.needs_help(space, unit.group)]

    def needs_help(self, space, group):
        """Own or friendly units are attacked there; or will be, in the second space of a pass-through, in round 1."""
        if self.is_attacked(space):
            return any(other.group == group for other in self.defenders(space))
        if self.round > 1 or space in self.battles:
            return False
        nations = {nation for passage in self.waiting() if passage.second == space for nation in passage.nations}
        return any(unit.group == group and unit.nation in nations for unit in self.alive(lambda unit: unit.place == space))

    # refuges (21, 22, 30, 43)

    def is_second(self, space):
        """Waits for the fleet of a pass-through; where there is a fight already, only that counts."""
        return space not in self.battles and any(passage.second == space for passage in self.waiting())

    def refuges(self, unit, space):
        """Where a unit of this battle may retreat to: spaces, and ships with room on deck."""
        if self.is_guest(unit):
            stays = self.is_homeless(unit) and self.option["origin-lost"] == "destroyed" and not unit.leaving
            return [] if stays else [unit.base]
        if unit.ship and not unit.flies:
            return []
        if unit.ship and self.is_homeless(unit) and self.option["carrier-sunk"] == "destroyed" and not unit.leaving:
            return []  # it would be lost; one that has said that it goes is under way
        found = []
        for near in self.near[space]:
            if self.is_attacked(near) or self.is_second(near):
                continue
            found += self.landings(unit, near)
        return found

    def landings(self, unit, space):
        if self.strangers(unit, space):
            return []
        if self.spaces[space]["kind"] == "land":
            return [space] if not unit.swims and self.is_friendly(unit, space) else []
        if unit.swims:
            return [space]
        if unit.type not in FIGHTERS:
            return []
        decks = self.alive(lambda ship: ship.type == "aircraft-carrier" and ship.group == unit.group and ship.home == space)
        return [ship for ship in decks if ship is unit.ship or self.room(ship) > 0]

    def is_friendly(self, unit, space):
        """Its group's land; or land that nobody holds, if its group is there, or to come back there."""
        if self.owner[space]:
            return group_of(self.owner[space]) == unit.group
        own = self.alive(lambda other: other.group == unit.group and not self.is_homeless(other) and other is not unit)
        return any(space in (other.home, other.leaving and other.origin) for other in own)

    def strangers(self, unit, space):
        """Others are there, or on their way back there, except where it is already. Guests whose battle is over are gone (37)."""
        there = self.alive(
            lambda other: (
                space in (other.leaving and other.origin, other.sent and other.base)
                or (space == self.seen_at(other) and not (self.is_guest(other) and self.is_done(other)))
            ),
            lambda other: not (other.attacks and other.flies and (other.status == BOUND or (other.ship and self.is_done(other)))),
            lambda other: not (other.status in (BOUND, RETURNING) and other.ship and other.ship.dead),  # nowhere
        )
        return space != unit.space and any(other.group != unit.group for other in there)

    # fire: who is hit is the module's affair; here only what the dice say, and who is lost by it

    def firing(self):
        todo = self.open_battles()
        while todo:
            battle = next((battle for battle in todo if self.table.is_firing(self.round, battle.space)), todo[0])
            todo.remove(battle)
            leader = self.leader(battle)
            self.fire(battle, "attacker", leader, lambda battle=battle: self.defenders(battle.space))
            self.table.books(self, f"after the attack on {battle.space}")
            if self.option.get("casualties") == "attacker-first":
                leader = self.leader(battle)
            self.fire(battle, "defender", leader, lambda battle=battle: self.attackers(battle.space))

    def leader(self, battle):
        """Who rolls for all defenders (44): the nation that holds the space, or the one that has most units in it."""
        here = self.alive(
            lambda unit: not unit.attacks and self.is_defending(unit, battle.nations) and unit.place == battle.space,
            lambda unit: unit.status not in (BOUND, RETURNING) and not unit.flying_back,
        )
        numbers = Counter(unit.nation for unit in here)
        holder = self.held[battle.space]
        return holder if not here or holder in numbers else min(numbers, key=lambda nation: (-numbers[nation], nation))

    def fire(self, battle, side, leader, targets):
        before = {unit: (unit.points, self.alike(unit)) for unit in targets() if unit.swims and not self.has_name(unit)}
        hits = self.table.hits(f"r{self.round}.{battle.space}.{side}.")
        other = "defender" if side == "attacker" else "attacker"
        key = f"r{self.round}.{battle.space}.{other}.losses"
        owner, shooter = (leader, self.attacker) if side == "attacker" else (self.attacker, leader)
        by = owner if self.option["casualty-chooser"] == "owner" else shooter
        on_land = self.spaces[battle.space]["kind"] == "land"
        self.strike(key, by, hits["air"], {"air": [unit for unit in targets() if unit.is_up]})
        low = hits["support"] + hits["surface-only"]  # these never hit aircraft in flight
        low, fire = (low, hits["surface"]) if any(unit.is_up for unit in targets()) else (0, low + hits["surface"])
        low = self.strike(key, by, low, {"surface-only": self.levels(targets())["surface"]})
        if on_land and any(self.is_down(unit) for unit in targets()):
            fire += self.strike(key, owner, hits["bombs"], {"bombs": [unit for unit in targets() if not unit.is_up]})
        else:
            fire += hits["bombs"]
        levels = self.levels(targets())
        grounded = levels.pop("grounded")
        reach = self.option["surface-fire-vs-airborne"]
        up = levels.pop("necessity") if reach != "if-no-surface-target" else []
        levels["surface"] += up if reach == "owner-choice" else []
        fire = self.strike(key, by, fire, levels)
        if not any(unit.is_up for unit in targets()):
            self.strike(key, by, fire + low, {"grounded": grounded})
        self.ships_by_name(f"{key}-of-", shooter, before)

    def alike(self, unit):
        """Ships that fight alike; those that leave are not like those that stay."""
        return f"{unit.nation}-{unit.type}{'-leaving' if unit.leaving else ''}"

    def ships_by_name(self, start, shooter, before):
        """Which of several single ships that fight alike have been hit: Bismarck or Tirpitz (4). Their owner says."""
        groups = {}
        for unit, (_, name) in before.items():
            groups.setdefault(name, []).append(unit)
        todo = {name: ships for name, ships in groups.items() if len({unit.entry for unit in ships}) == len(ships) > 1}
        while todo:
            name = next((name for name in todo if self.table.is_asked(f"{start}{name}")), next(iter(todo)))
            ships = todo.pop(name)
            had, left = [before[unit][0] for unit in ships], sorted(0 if unit.dead else unit.points for unit in ships)
            ways = {way for way in permutations(left) if all(now <= old for now, old in zip(way, had, strict=True))}
            if len(ways) > 1:
                by = ships[0].nation if self.option["casualty-chooser"] == "owner" else shooter
                points = self.table.which_ships(f"{start}{name}", by, {unit.entry: before[unit][0] for unit in ships}, left)
                for unit in ships:
                    unit.dead = not points[unit.entry]
                    unit.damaged = unit.type == "battleship" and points[unit.entry] < 2

    def is_down(self, unit):
        return unit.flies and not unit.is_up and not (unit.ship and not self.is_land(unit.place))

    def is_land(self, space):
        return self.spaces[space]["kind"] == "land"

    def levels(self, targets):
        """Surface units first, then those in the air, then those on the ground."""
        return {
            "surface": [unit for unit in targets if not unit.flies],
            "necessity": [unit for unit in targets if unit.is_up],
            "grounded": [unit for unit in targets if self.is_down(unit)],
        }

    def strike(self, key, by, hits, levels):
        """Hits fall on one level after the other; the hits that are left over."""
        for sort, level in levels.items():
            level = [unit for unit in level if not unit.dead]
            points = sum(unit.points for unit in level)
            owner = sort == "bombs" or self.option["casualty-chooser"] == "owner"
            if owner and self.option["joint-losses"] == "each-nation" and 0 < hits < points:
                self.strike_each(f"{key}-{sort}", by, hits, level)
            else:
                self.strike_some(f"{key}-{sort}", by, hits, level)
            hits = max(0, hits - points)
        return hits

    def strike_some(self, key, by, hits, level):
        if hits >= sum(unit.points for unit in level):
            if hits:
                self.table.all_are_lost(key)
            for unit in level:
                self.lose(unit)
        elif hits:
            for unit, number in self.table.lose(key, by, level, hits):
                for _ in range(number):
                    self.hit(unit)

    def strike_each(self, key, by, hits, level):
        """The leader shares out the hits, and every nation chooses among its own (44)."""
        nations = {unit.nation: [other for other in level if other.nation == unit.nation] for unit in level}
        if len(nations) == 1:
            self.strike_some(key, by, hits, level)
            return
        most = {nation: min(hits, sum(unit.points for unit in own)) for nation, own in nations.items()}
        shares = dict(self.table.share_hits(f"{key}-nations", by, most, hits))
        while shares:
            nation = next((nation for nation in shares if self.table.is_asked(f"{key}-{nation}")), next(iter(shares)))
            self.strike_some(f"{key}-{nation}", nation, shares.pop(nation), nations[nation])

    def hit(self, unit):
        if unit.points == 2:
            unit.damaged = True
        else:
            self.lose(unit)

    def lose(self, unit):
        unit.dead = True
        for other in self.alive(lambda other: other.ship is unit and other.is_below):
            other.dead = True

    # the end of the round, for all battles at one moment (22, 30, 34, 36)

    def ending(self):
        battles = self.open_battles()
        for battle in battles:
            for unit in self.attackers(battle.space):
                if unit.leaving:
                    self.go_back(unit)
        leavers = [(unit, battle.space) for battle in battles for unit in self.defenders(battle.space) if unit.leaving]
        self.retreating([(unit, space) for unit, space in leavers if not unit.flies])
        self.retreating([(unit, space) for unit, space in leavers if unit.flies])  # perhaps to the deck of one that left, too
        for battle in battles:
            theirs, ours = self.attackers(battle.space), self.defenders(battle.space)
            if not theirs or not ours:
                battle.result = "defender wins" if ours else "attacker wins" if theirs else "nobody is left"
                self.take(battle)
        for unit in self.alive():
            unit.grounded = unit.leaving = False
            unit.homeward = self.is_guest(unit) and not self.is_attacked(unit.space)
        self.landing()
        self.come_down()
        for passage in self.waiting():
            if not self.can_pass(passage):
                self.call_off(passage)

    def retreating(self, leavers):
        """Everybody goes where he may; a place on a deck is for one."""
        ways = [(unit, self.refuges(unit, space), f"r{self.round}.{space}.{unit.nation}.retreat-to-") for unit, space in leavers]
        for unit, to in self.table.settle(ways, self.room):
            if unit.flies:
                unit.flying_back = unit.sent
                unit.status, unit.space, unit.sent = OUT, None, False
            unit.base, unit.leaving = to, False
            for other in self.alive(lambda other, ship=unit: other.ship is ship and other.grounded):
                other.status, other.space = OUT, None

    def landing(self, last=False):
        """Those whose battle is over and whose home is lost land elsewhere (21): attackers that have won do so after the turn."""
        lost = [unit for unit in self.alive(lambda unit: unit.flies and self.is_homeless(unit)) if self.is_done(unit)]
        lost = [unit for unit in lost if unit.status == OVER and not unit.sent and (last or unit.stranded or not unit.attacks)]
        if last:
            lost += self.alive(
                lambda unit: unit.flies and not unit.attacks and self.is_homeless(unit) and unit not in lost,
                lambda unit: unit.status in (BOUND, RETURNING) or unit.sent or unit.flying_back,
            )
        self.land(lost)

    def land(self, lost):
        """Aircraft without a home look for a place near where they are; those that were sent, near where their home was (30)."""
        if not lost:
            return
        sent = {unit: unit.sent or unit.flying_back for unit in lost}
        start = {unit: unit.home if sent[unit] else unit.space for unit in lost}
        places = {}
        for unit in lost:
            unit.space = start[unit]
            near = (unit.space, *self.near[unit.space])
            quiet = [space for space in near if not self.is_attacked(space) and not self.is_second(space)]
            places[unit] = [to for space in quiet for to in self.landings(unit, space) if to != unit.space and to not in self.taken]
            if self.option["origin-lost" if sent[unit] else "carrier-sunk"] == "destroyed":
                places[unit] = []
        wants = self.deck_wants(places)
        granted = self.sharing_landings(wants)
        nations = sorted({unit.nation for unit in lost if places[unit]})
        keys = {one: f".{min(unit.space for unit in lost if unit.nation == one)}.{one}.land" for one in nations}
        landed = []
        while nations:
            nation = next((one for one in nations if self.table.key.endswith(keys[one])), nations[0])
            nations.remove(nation)
            own = [unit for unit in lost if unit.nation == nation and places[unit]]
            others = [(number, [wants[unit] for unit in some]) for some, number in granted if some[0].nation in nations]
            room = {to: self.room(to) for unit in lost for to in places[unit] if isinstance(to, Unit)}
            number = len([unit for unit in own if unit not in wants])
            number += sum(number for some, number in granted if some[0].nation == nation)

            def legal(went, number=number, others=others, room=room):
                taken = Counter(to for _, to in went if isinstance(to, Unit))
                left = {deck: free - taken[deck] for deck, free in room.items()}
                return len(went) == number and min(left.values(), default=0) >= 0 and seated(others, left)

            offers = [(unit, to) for unit in own for to in places[unit]]
            for unit, to in self.table.land(keys[nation], offers, number, legal):
                unit.base, unit.status, unit.space, unit.stranded = to, HOME if unit.attacks else OUT, None, False
                unit.sent = unit.flying_back = False
                landed.append(unit)
        for unit in lost:
            unit.dead = unit not in landed

    def sharing_landings(self, wants):
        """How many of each nation find a place on a deck: units of one nation that want the same decks, and a number."""
        granted = []
        short = list(self.short(wants))
        for units in crowds(wants):
            if not any(units == one[0] for one in short):
                granted += [(some, len(some)) for some in by_nation(units)]
        while short:
            one = next((one for one in short if self.table.key.endswith(f".{one[3]}.landing-places")), short[0])
            short.remove(one)
            units, room, by, key, most = one

            def legal(numbers, room=room, most=most):
                parts = [(number, [wants[unit] for unit in some]) for some, number in numbers]
                return sum(number for number, _ in parts) == most and seated(parts, room)

            start = self.table.key.partition(".")[0]
            nations = {some[0].nation: some for some in by_nation(units)}
            granted += self.table.grant(f"{start}.{key}.landing-places", by, nations, legal)
        return granted

    def is_done(self, unit):
        return unit.stranded or unit.status == RETURNING or (unit.status == OVER and not self.is_attacked(unit.space))

    def take(self, battle):
        """Land is taken by troops that are alone there; a sea zone is nobody's."""
        troops = [unit for unit in self.attackers(battle.space) if not unit.flies and not unit.swims]
        others = [unit for unit in self.present(battle.space) if unit.group != group_of(self.attacker)]
        lost = group_of(self.owner[battle.space]) != group_of(self.attacker)
        if self.is_land(battle.space) and troops and not others:
            self.occupied.add(battle.space)
            if lost:
                self.owner[battle.space] = self.captor(troops)
                self.taken.add(battle.space)

    def captor(self, troops):
        """The nation with the most troops there; of equal ones, the one whose turn it is."""
        numbers = Counter(unit.nation for unit in troops)
        return min(numbers, key=lambda nation: (-numbers[nation], self.movers.index(nation)))

    def come_down(self):
        """Aircraft at home are; those whose carrier has left fly after it, and have retreated with it."""
        for unit in self.alive(lambda unit: unit.status == OVER and self.is_done(unit) and not unit.sent):
            if not unit.attacks:
                unit.status, unit.space = (HOME if unit.home == unit.space else OUT), None

    def is_homeless(self, unit):
        return unit.ship.dead if unit.ship else unit.base in self.occupied and unit.group != group_of(self.attacker)

    def closing(self):
        """The turn is over: all aircraft are home."""
        self.landing(last=True)
        for unit in self.alive(lambda unit: unit.flies):
            if unit.status != OUT:
                unit.status, unit.space = HOME, None
            if self.is_homeless(unit):
                unit.dead = True
        for unit in self.alive():
            unit.flying_back = unit.attacks = unit.ashore = unit.aside = unit.sent = False


def some_of(units, numbers):
    """So many of each entry, or as many as there are."""
    return [unit for name, number in numbers.items() for unit in [one for one in units if one.entry == name][:number]]


def crowds(wants):
    """Units that want decks, in groups that have no deck in common."""
    found = []
    for unit in wants:
        touching = [group for group in found if any(set(wants[unit]) & set(wants[other]) for other in group)]
        found = [group for group in found if group not in touching] + [[*(one for group in touching for one in group), unit]]
    return found


def by_nation(units):
    return [[unit for unit in units if unit.nation == nation] for nation in sorted({unit.nation for unit in units})]


def seated(groups, room):
    """Whether so many of each group find a place: groups are numbers, and for every unit of it the decks that it can reach."""
    decks, seen = list(room), set()

    def place(at, unit, needed, free):
        if at == len(groups):
            return True
        number, lists = groups[at]
        if needed == number:
            return place(at + 1, 0, 0, free)
        if (at, unit, needed, free) in seen or len(lists) - unit < number - needed:
            return False
        seen.add((at, unit, needed, free))
        for index, deck in enumerate(decks):
            if deck in lists[unit] and free[index] > 0:
                less = (*free[:index], free[index] - 1, *free[index + 1 :])
                if place(at, unit + 1, needed + 1, less):
                    return True
        return place(at, unit + 1, needed, free)

    return place(0, 0, 0, tuple(room.values()))


def units_of(scenario):
    """Single units. What is aboard follows its ship."""
    ships, units = {}, []
    for said in sorted(scenario["units"], key=lambda said: "aboard" in said):
        for _ in range(said.get("count", 1)):
            base = ships[said["aboard"]] if "aboard" in said else said["at"]
            unit = Unit(said["id"], said["nation"], said["type"], base, said.get("damaged", False))
            units.append(unit)
            if unit.type in HOLDS:
                ships[unit.entry] = unit
            if said.get("out-for") == scenario["attacker"]:
                unit.status = OUT
    return units


def rows(turn):
    """The books in the words of a scenario: side, place, unit or type, marks -> how many."""
    found = Counter()
    for unit in turn.units:
        name = unit.entry if turn.has_name(unit) else unit.type
        if unit.dead:
            found[unit.nation, "", unit.type, ("eliminated",)] += 1
            continue
        marks = {"over"} if unit.is_up and turn.is_attacked(unit.space) else set()
        marks |= {"damaged"} if unit.damaged else set()
        marks |= {f"aboard={unit.ship.entry}"} if unit.ship else set()
        marks |= {f"bound-for={unit.space}"} if unit.status == BOUND else set()
        back = unit.flying_back or (unit.sent and unit.status == OVER and not turn.is_attacked(unit.space))
        marks |= {"returning"} if unit.status == RETURNING or back else set()
        marks |= {f"out-for={turn.attacker}"} if unit.status == OUT and not back and not turn.is_fighting_at_home(unit) else set()
        found[unit.nation, unit.home if back else turn.seen_at(unit), name, tuple(sorted(marks))] += 1
    return found


def rows_after(turn):
    """The same as the scenario of the next turn has it, in which nobody is out, and those aboard are nowhere else."""
    found = Counter()
    for (nation, place, name, marks), number in rows(turn).items():
        if place:
            aboard = any(mark.startswith("aboard=") for mark in marks)
            found[nation, "" if aboard else place, name, tuple(mark for mark in marks if not mark.startswith("out-for="))] += number
    return found
