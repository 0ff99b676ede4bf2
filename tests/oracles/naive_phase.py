"""A movement phase of A World at War, played by the rules of `naive_movement.py`. Imports nothing of airwar.

`players` decide and roll (see `Table` in `compare_movement.py`); the phase tells them which question comes now, who is asked, and
which answers are legal, and after every step where everybody is. Who is lost in air combat is the business of
`naive_world_at_war.py`: here it is read off, and only those who fought may be lost.
"""

from naive_movement import FIGHTERS, POOLS, Map


class Phase(Map):
    """The phase as it is played. `players` are told what is legal, see whether airwar says the same, and choose."""

    def __init__(self, position, players):
        super().__init__(position)
        self.players = players
        self.defender = next(side for side in position["sides"] if side != self.attacker)
        self.counted = False  # whether those who were lost in a fight are off the books
        self.attacked = set()  # (unit, target): who has flown where

    def play(self):
        self.start()
        self.place_airbases()
        self.players.leave(r"movement\.transfers\.")
        self.stage_all()
        self.uninvert("staging")
        self.check("uninversion")
        self.players.leave(r"movement\.transfers-after\.")
        self.counterair()
        self.supply()
        self.players.leave(r"movement\.hump\.attacker\.order")
        self.transport()
        self.players.leave(r"movement\.overruns\.attacker\.order|^sinkings\.movement\.referee")
        self.check("the end of air transport")
        self.displace()

    def check(self, when):
        """Everything is where the books have it."""
        self.players.same_rows(when, self.rows())

    # the start of the turn

    def start(self):
        self.uninvert("start")
        for name, carrier in self.carriers.items():
            mine = carrier["nation"] in self.position["sides"][self.attacker]
            if not carrier.get("inverted") or not mine:
                continue
            if self.players.choose(rf"referee\.uninvert\.{name}$", "referee", ["stays", "uninvert"]) == "uninvert":
                carrier["inverted"] = False
                for unit, place in self.lots(self.attacker):
                    if place == name:
                        self.turn_up(unit, place)
        self.check("the start")

    def turn_up(self, unit, place):
        ready, inverted = self.at[unit, place]
        self.at[unit, place] = [ready + inverted, 0]

    def uninvert(self, when):
        """18.71, 18.72A."""
        some = [lot for lot in self.lots(self.attacker) if self.at[lot][1] and self.on_land(lot[1]) and self.supplied(lot[1])]
        if some and self.players.choose(rf"{when}\.attacker\.uninvert$", "attacker", ["uninvert", "wait"]) == "uninvert":
            for lot in some:
                self.turn_up(*lot)

    # 18.14

    def place_airbases(self):
        while True:
            powers = [nation for nation in self.position["sides"][self.attacker] if nation in POOLS]
            legal = {power: sites for power in powers if (sites := self.sites(power))}
            if not legal:
                return
            power = self.players.choose(r"movement\.airbases\.attacker\.order\.\d+$", "attacker", ["no-more", *legal])
            if power == "no-more":
                return
            name = self.players.choose(r"airbase-hex\.\d+$", "attacker", list(legal[power]))
            sources = legal[power][name]
            source = None
            if sources != [None]:
                source = self.players.choose(r"airbase-from\.\d+$", "attacker", sources)
            self.place(power, name, source)
            if self.players.asks(r"(airbases|staging)\.attacker\.order\.\d+$"):  # else airwar has gone on to what follows
                self.check("an airbase is placed")

    # 18.2

    def stage_all(self):
        while True:
            crowded = self.crowded(self.books())
            legal = []
            doubtful = set()
            for unit, place in self.lots(self.attacker):
                if self.can_stage(unit, place):
                    said = self.stageable(unit, place)
                    if True in said.values():
                        legal.append(unit)
                    elif None in said.values():
                        doubtful.add(unit)
            if crowded and set(crowded) <= self.recycled:
                doubtful.add("no-more")  # 18.15: it may be lost; 18.143: it must stage
            elif not crowded:
                legal.append("no-more")
            if not set(legal) - {"no-more"} and not doubtful:
                break
            if len(legal) < 2 and (key := self.players.asks(r"\.stage\.[^.]*$")):
                doubtful = {key.rsplit(".", 1)[1]} & doubtful  # the only one who is left
                legal = legal or list(doubtful)
            unit = self.players.choose(r"staging\.attacker\.order\.\d+$", "attacker", legal, doubtful)
            if unit in (None, "no-more"):
                break
            self.stage(unit, next(place for one, place in self.at if one == unit))
        self.lose_excess()

    def stageable(self, unit, place):
        """The bases to which one of a unit may go."""
        status = "ready" if self.at[unit, place][0] else "inverted"
        reached = [to for to in self.bases if self.reaches(unit, place, to)]
        return {to: self.staging_is_legal(unit, place, {(to, status): 1}, more=True) for to in reached}

    def stage(self, unit, place):
        said = self.stageable(unit, place)
        ready, inverted = self.at[unit, place]
        names = {}
        for to in self.bases:
            if self.reaches(unit, place, to):
                names[to] = (to, "ready" if ready else "inverted")
                if ready and inverted:
                    names[f"{to}/inverted"] = (to, "inverted")
        self.players.offers(rf"stage\.{unit}$", [to for to, good in said.items() if good], [to for to in said if said[to] is None])

        def legal(answer):
            return self.staging_is_legal(unit, place, {names[name]: number for name, number in answer.items() if number})

        answer = self.players.allot(rf"stage\.{unit}$", "attacker", dict.fromkeys(names, ready + inverted), legal)
        for name, number in answer.items():
            to, status = names[name]
            self.move(unit, place, to, **{status: number})
            if number:
                self.arrived.add((unit, to))
        self.ordered.add(unit)

    def lose_excess(self):
        """18.15: what a hex that has lost its airbase cannot hold after staging, at its owner's choice; and no more."""
        crowded = self.crowded_ashore()
        for place in crowded:
            if self.players.asks(rf"\.leave\.{place}$"):
                self.players.any_answer()
        lost = self.rows() - self.players.rows()
        for (unit, place, status), number in lost.items():
            good = "is lost" if place in crowded else "is not lost"
            self.players.same(f"{unit} at {place} is lost", f"{unit} at {place} {good}")
            self.at[unit, place][status == "inverted"] -= number
            self.players.same(f"{place} holds {self.over(place, self.based(place)) > -3}", f"{place} holds {True}")
        self.players.same(f"crowded: {self.crowded_ashore()}", "crowded: []")
        self.check("staging")

    def crowded_ashore(self):
        """18.24, 18.15: what came by sea may not stage; what a hex cannot hold only because of it is settled in redeployment."""
        ashore = {lot: number for lot, number in self.books().items() if not self.units[lot[0]].get("sea-transported")}
        return [place for place in self.crowded(self.books()) if place in self.crowded(ashore)]

    # 18.52

    def counterair(self):
        """18.521, AMB-07: all are announced before any is fought; whom nobody attacks is not attacked."""
        attacks = []
        while legal := [target for target in self.targets() if target not in attacks]:
            target = self.players.choose(r"movement\.counterair\.attacker\.order\.\d+$", "attacker", ["no-more", *legal])
            if target == "no-more":
                break
            answer = self.players.send(rf"{target}\.attacker\.commit$", "attacker", self.targets()[target], set(self.up))
            self.take_off(answer, target)
            attacks += [target] if answer else []
        self.fight_all(attacks)

    def fight_all(self, attacks):
        """18.522 to 18.526: all counterair of the phase, in the order that the attacker chooses, and the way home."""
        left, self.counted = set(), False  # bases that the defender has left
        before = {lot: sum(self.at[lot]) for lot in self.lots(self.defender)}
        waiting = list(attacks)
        while waiting:
            target = self.players.choose(r"movement\.counterair\.attacker\.next\.\d+$", "attacker", waiting)
            waiting.remove(target)
            while key := self.players.fighting(rf"^{target}\."):
                if self.one_round(key, target, attacks) == "disengage":
                    left.add(target)
        self.come_home()
        self.settle_defenders(attacks, left, before)
        self.check("counterair")

    def one_round(self, key, target, attacks):
        """Something that is asked in a fight."""
        if key.endswith("attacker.reinforce"):
            return self.reinforce(key, target)
        if key.endswith("defender.disengage"):
            return self.may_disengage(target, attacks)
        if ".refuge." in key:
            base, unit = key.partition(".refuge.")[2].partition("/")[0].split(".")
            good = base if base in self.refuges(unit, target, attacks) else "another base"
            self.players.same(f"{unit} from {target} to {base}", f"{unit} from {target} to {good}")
        self.players.any_answer()
        return None

    def reinforce(self, key, target):
        """18.522B: previously uncommitted units; carrier air fights in the first round only (AMB-28)."""
        fresh = self.in_range(self.attacker, target, FIGHTERS, land_only=True)
        self.take_off(self.players.send(rf"{key}$", "attacker", fresh, set(self.up), least=0), target)

    def may_disengage(self, target, attacks):
        """18.523: all survivors, or none."""
        there = self.players.there(target, self.defender, self.units)
        naval = any(self.units[unit]["type"] == "nas" for unit in [*there, *self.up])
        legal = self.can_leave(there, target, attacks)
        options = ["stay", "disengage"] if legal else ["stay"]
        return self.players.choose(r"defender\.disengage$", "defender", options, {"disengage"} if naval else set())

    def naval_fight(self, port, before):
        """19.51: whether a fight was one of squadrons; their losses are counted elsewhere."""
        there = [unit for unit, place in before if port in (place, self.carriers.get(place, {}).get("port"))]
        flew = [unit for unit, target in self.attacked if target == port]
        return any(self.units[unit]["type"] == "nas" for unit in [*there, *flew])

    def settle_defenders(self, attacks, left, before):
        """18.526, 18.523: survivors stay where they are, or are in refuges and inverted."""
        now = self.players.rows()
        for (unit, place), number in before.items():
            port = place if self.on_land(place) else self.carriers[place].get("port")
            if port not in attacks:
                continue
            found = {row: count for row, count in now.items() if row[0] == unit}
            self.players.same(f"{unit}: {max(0, sum(found.values()) - number)} too many", f"{unit}: 0 too many")
            if port not in left and not self.naval_fight(port, before):
                hurt, aborted = self.players.last_roll(port, unit)
                inverted = self.at[unit, place][1] - hurt + aborted
                down = sum(count for (_, _, status), count in found.items() if status == "inverted")
                self.players.same(f"18.526A: {down} {unit} inverted", f"18.526A: {inverted} {unit} inverted")
            homes = {place, port, *(name for name, carrier in self.carriers.items() if carrier.get("port") == port)}
            for _, where, status in found:
                good = where in homes
                if port in left:
                    good = where in self.refuges(unit, port, attacks) and status == "inverted"
                self.players.same(f"{unit} is {status} at {where}", f"{unit} is {status} at {where}" if good else "18.523, 18.526")
            self.at[unit, place] = [0, 0]
            for (_, where, status), count in found.items():
                self.at.setdefault((unit, where), [0, 0])[status == "inverted"] += count

    # 18.46

    def come_home(self, ending=r"\.return\."):
        """Survivors return to their base or to another, and are inverted; carrier air returns to its carrier (18.524)."""
        while key := self.players.asks(ending):
            self.one_return(key)
        for unit in list(self.up):
            self.land(unit)

    def one_return(self, key):
        name, activity = key.partition(".return.")[2].rsplit(".", 1)
        unit = name.partition("/")[0]
        self.count_survivors()
        home, number, _ = self.up[unit]
        where = self.choose_landing(self.landing(unit, home, activity, number), number)
        self.put_down(unit, number, where, True)

    def count_survivors(self):
        """Those who are lost no longer take room at home; counted once, before the first of them lands."""
        if self.counted:
            return
        self.counted = True
        for unit, (home, number, target) in list(self.up.items()):
            alive = self.players.over(unit)
            self.at[unit, home][0] -= number - alive
            self.up[unit] = (home, alive, target)

    def land(self, unit):
        """Those who were not asked are back at home."""
        home, number, _ = self.up.pop(unit)
        self.at[unit, home][0] -= number
        number -= self.players.missing(unit, self.rows(), number)
        self.at[unit, home][1 if self.on_land(home) else 0] += number
        if not self.on_land(home):
            self.flown[unit, home] += number

    # 18.53, 18.54, 18.62

    def supply(self):
        while legal := self.supply_targets():
            target = self.players.choose(r"movement\.air-supply\.attacker\.order\.\d+$", "attacker", ["no-more", *legal])
            if target == "no-more":
                return
            flyers = self.players.send(r"air-supply\.\d+\.attacker\.transports$", "attacker", legal[target], set())
            self.fly_all("supply", target, flyers)

    def transport(self):
        while legal := self.transport_ends():
            target = self.players.choose(r"movement\.air-transport\.attacker\.order\.\d+$", "attacker", ["no-more", *legal])
            if target == "no-more":
                return
            start = self.players.choose(r"air-transport\.\d+\.attacker\.embark$", "attacker", list(legal[target]))
            flyers = self.players.send(
                r"air-transport\.\d+\.attacker\.transports$",
                "attacker",
                legal[target][start],
                set(),
                fit=lambda some, start=start: self.over(start, [*self.based(start), *self.staging_there(some, start)]) <= 0,
            )
            for (unit, place), number in flyers.items():
                if place != start:  # 18.545
                    self.move(unit, place, start, ready=number)
                    self.arrived.add((unit, start))
            self.fly_all("transport", target, {(unit, start): number for (unit, _), number in flyers.items()})

    def staging_there(self, flyers, start):
        return [(unit, number) for (unit, place), number in flyers.items() if place != start]

    def fly_all(self, kind, target, flyers):
        """The flights of one order, one from each base; their routes are told first."""
        over = {}
        while key := self.players.asks(rf"air-{kind}\.\d+\.(attacker\.(route|cargo)|units)\."):
            start = key.rsplit(".", 1)[1]
            if ".route." in key:
                over[start] = self.players.route(self.on_the_way(start, target))
            else:
                self.players.any_answer()
        for start in [name for name in self.bases if name in {place for _, place in flyers}]:
            some = {lot: number for lot, number in flyers.items() if lot[1] == start}
            self.fly(kind, start, target, some, over.get(start, []))
        self.check(f"the flights to {target}")

    def fly(self, kind, start, target, flyers, over):
        """One flight: its interception, and where everybody lands."""
        self.counted = False
        self.take_off(flyers, target)
        flight = {
            "kind": kind,
            "start": start,
            "target": target,
            "over": over,
            "met": None,
            "fought": False,
            "shot": False,
            "used": {},
        }
        flight["transports"] = [unit for unit, _ in flyers]
        while key := self.players.fighting(rf"^{target}-{kind}-\d+(-{start})?\."):
            self.one_answer(key, flight)
        self.is_met(flight)
        for unit in list(self.up):
            self.land_transport(unit, flight) if unit in flight["transports"] else self.land_fighter(unit, flight)

    def one_answer(self, key, flight):
        if self.is_met(flight):
            return
        if self.players.rolling:
            flight["shot"] = flight["shot"] or ".transports." in key
            self.players.any_answer()
        elif key.endswith("attacker.reinforce"):
            fresh = self.in_range(self.attacker, flight["met"], FIGHTERS, land_only=True)
            self.take_off(self.players.send(r"attacker\.reinforce$", "attacker", fresh, set(self.up), least=0), flight["met"])
        elif key.endswith("attacker.stand"):
            fresh = self.in_range(self.attacker, flight["met"], FIGHTERS, land_only=True)
            alive = any(self.players.over(unit) for unit in self.up if self.side_of(unit) == self.attacker and self.fights(unit))
            if self.players.any_answer() == "stand" and not alive and sum(fresh.values()) == 1:
                self.take_off(fresh, flight["met"])  # 18.622: somebody has to fight the round
        elif key.endswith("defender.attack"):
            flight["used"] = self.players.any_answer()
            flight["used"] = {name.partition("/")[0]: number for name, number in flight["used"].items()}
        elif ".return." in key and (not flight["shot"] or self.returning(key) not in flight["transports"]):
            self.flight_return(key, flight)
        elif ".ends." in key and not flight["shot"]:
            self.ends(key, flight)
        else:
            self.players.any_answer()

    def returning(self, key):
        return key.partition(".return.")[2].partition("/")[0].partition(".")[0]

    def fights(self, unit):
        return self.units[unit]["type"] in FIGHTERS

    def take_off(self, answer, target):
        for (unit, place), number in answer.items():
            home, before, _ = self.up.get(unit, (place, 0, ""))
            if home != place:  # another part of it flies only when nobody is left of the first
                self.at[unit, home][0] -= before
                before = 0
            self.up[unit] = (place, number + before, target)
            self.attacked.add((unit, target))

    def is_met(self, flight):
        """18.621, 18.622: asked once for each flight, before anything else happens to it."""
        if flight["met"] is not None:
            return False
        route = dict.fromkeys([flight["start"], *flight["over"], flight["target"]])
        meeting = {name: there for name in route if (there := self.interceptors(name))}
        flight["met"] = ""
        if not meeting:
            return False
        answer = self.players.choose(r"defender\.intercept$", "defender", ["none", *meeting])
        if answer != "none":
            flight["met"] = answer
            flyers = self.players.send(r"defender\.interceptors$", "defender", meeting[answer], set())
            self.take_off(flyers, answer)
            flight["met by"] = {unit: number for (unit, _), number in flyers.items()}
            counter = self.in_range(self.attacker, answer, FIGHTERS, land_only=True)
            if counter:
                answer = self.players.send(r"attacker\.counter$", "attacker", counter, set(self.up), least=0)
                self.take_off(answer, flight["met"])
                flight["fought"] = bool(answer)
        return True

    def flight_return(self, key, flight):
        name, activity = key.partition(".return.")[2].removesuffix(".unused").rsplit(".", 1)
        unit = name.partition("/")[0]
        self.count_survivors()
        home, number, _ = self.up[unit]
        idle = key.endswith(".unused")
        if self.side_of(unit) == self.defender and not flight["fought"]:
            used = flight["used"].get(unit, 0)
            number = flight["met by"][unit] - used if idle else used
        where = self.choose_landing(self.landing(unit, home, activity, number), number)
        self.put_down(unit, number, where, not idle)

    def choose_landing(self, legal, number):
        options = [base for base, room in legal.items() if room >= number]
        options += ["split"] if number > 1 and len(legal) > 1 else []
        answer = self.players.choose(r"\.(return|ends)\..*", "", options)
        if answer != "split":
            return {answer: number}
        return self.players.allot(r"\.split$", "", legal, lambda some: sum(some.values()) == number and fits_in(some, legal))

    def put_down(self, unit, number, where, inverted):
        """Some of a unit that is in the air land."""
        home, flying, target = self.up[unit]
        self.up[unit] = (home, flying - number, target)
        self.at[unit, home][0] -= number
        for base, count in where.items():
            self.at.setdefault((unit, base), [0, 0])[1 if inverted or base != home else 0] += count
        if flying == number:
            del self.up[unit]

    def ends(self, key, flight):
        """18.545: in either base of the flight."""
        unit = key.partition(".ends.")[2].partition("/")[0]
        self.count_survivors()
        home, number, _ = self.up[unit]
        legal = {home: number}
        if room := self.room(unit, flight["target"]):
            legal[flight["target"]] = min(room, number)
        self.put_down(unit, number, self.choose_landing(legal, number), True)

    def land_transport(self, unit, flight):
        """Those who were not asked are home; where they were shot at, they are where airwar has them, if that is legal."""
        home, number, _ = self.up[unit]
        if not flight["shot"]:
            if flight["kind"] == "transport":
                legal = [home, *([flight["target"]] if self.room(unit, flight["target"]) else [])]
            else:
                legal = list(self.landing(unit, home, flight["target"], number))
            self.players.same(f"{unit} may land at {[home]}", f"{unit} may land at {legal}")
            self.put_down(unit, number, {home: number}, True)
            return
        del self.up[unit]
        self.at[unit, home][0] -= number
        came = self.players.rows() - self.rows()
        for (who, where, status), count in came.items():
            if who == unit:
                legal = [home, flight["target"]] if flight["kind"] == "transport" else list(self.landing(unit, home, where, 1))
                good = status == "inverted" and count <= number and (where in legal or flight["kind"] == "supply")
                self.players.same(f"{unit} lands at {where} {status}", f"{unit} lands at {where} {status}" if good else "elsewhere")
                self.at.setdefault((unit, where), [0, 0])[1] += count

    def land_fighter(self, unit, flight):
        home, number, _ = self.up[unit]
        if self.side_of(unit) == self.defender and not flight["fought"]:
            used = max(0, number - (flight["met by"][unit] - flight["used"].get(unit, 0)))
            if used:
                self.put_down(unit, used, {home: used}, True)
            if number - used:
                self.put_down(unit, number - used, {home: number - used}, False)
            return
        del self.up[unit]
        self.at[unit, home][0] -= number
        self.at[unit, home][1] += number - self.players.missing(unit, self.rows(), number)

    # 18.25, 18.147

    def displace(self):
        """Bases are captured, and airbases isolated; all who lose theirs are displaced together, at the end of the phase."""
        lost = {}
        while options := self.events(lost):
            own = [
                name
                for name, base in self.bases.items()
                if base["side"] == self.attacker and name not in lost and "box" not in base
            ]
            answer = self.players.choose(r"^displacement\.referee\.event\.\d+$", "referee", ["no-more", *options], typed=own)
            if answer == "no-more":
                break
            name, _, airbase = answer.partition("/")
            lost[name] = "airbase" if airbase else "hex"
        for name, what in lost.items():
            base = self.bases[name]
            if "airbase" in base["facilities"]:
                base["facilities"].remove("airbase")
                del base["airbase-of"]
                self.fresh.pop(name, None)
            base["side"] = self.attacker if what == "hex" else base["side"]
        while self.players.asks(r"^displacement\.(?!combat)"):
            self.players.any_answer()
        self.settle_displaced(lost)
        self.check("displacement")

    def events(self, lost):
        """What may still be lost."""
        found = []
        for name, base in self.bases.items():
            if name not in lost and "box" not in base:
                found += [name] if base["side"] == self.defender else []
                found += [f"{name}/airbase"] if "airbase" in base["facilities"] else []
        return found

    def settle_displaced(self, lost):
        """Nobody has left another base, all who have moved are inverted and in the nearest base that had room."""
        before, after = self.rows(), self.players.rows()
        left, came = before - after, after - before
        afloat = {name for name, carrier in self.carriers.items() if lost.get(carrier.get("port")) == "hex"}  # put to sea, 17.3126C
        left = {row: number for row, number in left.items() if row[1] not in afloat}
        came = {row: number for row, number in came.items() if row[1] not in afloat}
        for unit, place, _ in left:
            self.players.same(f"{unit} leaves {place}", f"{unit} leaves {place if place in lost else 'another base'}")
        homes = {}
        for unit, place, _ in left:
            homes.setdefault(unit, set()).add(place)
        self.at = {}
        for (unit, place, status), number in after.items():
            self.at.setdefault((unit, place), [0, 0])[status == "inverted"] = number
        for (unit, place, status), number in came.items():
            where = f"{number} {unit} {status} at {place}"
            good = status == "inverted" and any(self.is_nearest(unit, home, place) for home in homes.get(unit, ()))
            self.players.same(where, where if good else f"18.25: {unit} elsewhere, or inverted")
        for unit, places in homes.items():
            dead = sum(n for (one, _, _), n in left.items() if one == unit) - sum(
                n for (one, _, _), n in came.items() if one == unit
            )
            if dead > 0 and len(places) == 1:
                home = next(iter(places))
                room = [name for name in self.shelters(unit, home) if self.room(unit, name)]
                self.players.same(f"{unit} is lost, room {room}", f"{unit} is lost, room []")
        self.players.same(f"crowded: {self.crowded_ashore()}", "crowded: []")
        for name, what in lost.items():
            there = [unit for unit, _ in self.based(name) if what == "hex" and self.side_of(unit) == self.defender]
            self.players.same(f"in {name}, which is captured: {there}", f"in {name}, which is captured: []")

    def shelters(self, unit, home):
        """Bases and boxes within staging distance."""
        mine = [name for name, base in self.bases.items() if base["side"] == self.side_of(unit) and name != home]
        return [name for name in mine if self.hexes(home, name) <= 2 * self.range_of(unit)]

    def is_nearest(self, unit, home, place):
        nearer = [name for name in self.shelters(unit, home) if self.hexes(home, name) < self.hexes(home, place)]
        return place in self.shelters(unit, home) and not any(self.room(unit, name) for name in nearer)


def fits_in(some, room):
    return all(number <= room[name] for name, number in some.items())
