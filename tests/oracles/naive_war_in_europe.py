"""The air part of a turn of War in Europe (case 13.9), written from the rules by themselves and as simply as possible.

Imports nothing of airwar. `position` is the scenario as plain data (see `compare_war_in_europe.py`). `players` roll the dice and
decide (see `side_by_side.py`); the turn tells them which question comes now, who is asked, and which answers are legal.
"""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import NamedTuple

REFEREE = "referee"
TO_A_BOMBER_POINT = 5  # 13.92
TO_A_FLAK_DIE = 5  # 13.921
FLAK_HITS = 6  # 13.921
MOST_TRIES = 3  # at allotting points that buy nothing
FAR_BELOW = "1-90"  # odds for which no table has a column
TYPED_ODDS = ("72-24", "30-21/2", "10-8", "5:7", "8 - 4", "60-7", FAR_BELOW)
CHARTS = {"allied": "current", "german": "14", "russian": "5", "italian": "5"}  # 13.92


class Pool(NamedTuple):
    """The Ground Support points of a nation on a Front."""

    front: str
    side: str
    nation: str


class Order(NamedTuple):
    """Points of a pool that are sent to a mission, and whether one more is for the die."""

    pool: Pool
    points: int
    die: int = 0


# supremacy, which nothing changes during the turn


class Sides:
    """13.91: who is allied with whom, and who has Total Air Supremacy over whom."""

    def __init__(self, position):
        self.said, self.fronts = position["sides"], position["fronts"]
        self.missions = [*position["raids"], *position["battles"]]
        self.options = position["options"]

    def option(self, name, usual):
        return self.options.get(name, usual)

    def allied(self, one, two):
        return self.said[one]["alliance"] == self.said[two]["alliance"]

    def remaining(self, front, side):
        """13.911: the points in both boxes; it does not matter why there are none, and uncommitted points are in neither."""
        boxes = self.fronts[front].get(side)
        return boxes["superiority"] + sum(boxes["support"].values()) if boxes else 0

    def is_exposed(self, front, side):
        """13.91: nothing is left in the boxes of a player, or by option in those of his whole alliance."""
        if self.option("tas-scope", "player") == "player":
            return not self.remaining(front, side)
        return not any(self.remaining(front, other) for other in self.said if self.allied(side, other))

    def has_supremacy(self, front, side, over):
        return not self.allied(side, over) and self.is_exposed(front, over)

    def are_there(self, front, *sides):
        """13.91: whether sides are on a Front: listed there, on a mission of the scenario, or of an alliance that has neither."""
        here = {*self.fronts[front]}
        for mission in self.missions:
            if mission["front"] == front:
                here |= {mission["attacker"], mission["defender"], *(unit["side"] for unit in mission.get("defenders", ()))}
        alliances = {self.said[side]["alliance"] for side in here}
        return all(side in here or self.said[side]["alliance"] not in alliances for side in sides)

    def shifter(self, battle):
        """13.93: the attacker, with supremacy over every defender; by option the defender, with supremacy over the attacker."""
        front, attacker, defender = battle["front"], battle["attacker"], battle["defender"]
        able = all(self.has_supremacy(front, attacker, unit["side"]) for unit in battle["defenders"])
        if self.option("odds-shift-user", "attacker") == "either" and self.has_supremacy(front, defender, attacker):
            return attacker if able and self.has_points(front, attacker) else defender
        return attacker if able else None

    def has_points(self, front, side):
        """Whether a side or one of its allies has Ground Support left on a Front."""
        allies = [other for other in self.said if self.allied(side, other) and other in self.fronts[front]]
        return any(number for other in allies for number in self.fronts[front][other]["support"].values())

    def german_player(self):
        return next((side for side, said in self.said.items() if "german" in said["nations"]), None)

    def owner(self, user, nation):
        """Who commands the points of a nation on a mission of a side: the side itself, or the first ally that does."""
        allies = [user, *(side for side in self.said if side != user and self.allied(side, user))]
        return next((side for side in allies if nation in self.said[side]["nations"]), None)


def printed_defense(battle):
    """13.93: the unadjusted defense factors under attack."""
    return sum(unit["printed"] * unit.get("count", 1) for unit in battle["defenders"])


def strengths(odds):
    """The adjusted strengths in odds that a player types, such as 72-24 or 30 : 21/2."""
    attack, defense = odds.replace(":", "-").split("-")
    return {"attack-strength": attack.strip(), "defense-strength": defense.strip()}


def column_before(battle, heads):
    """13.93: the column of a battle before any shift: its number, or "below" the table; rounded in favor of the defender."""
    if battle.get("column"):
        return heads.index(battle["column"])
    odds = [Fraction(*map(int, head.split("-"))) for head in heads]
    strength = Fraction(battle["attack-strength"]) / Fraction(battle["defense-strength"])
    return max((at for at, head in enumerate(odds) if head <= strength), default="below")


# what a scenario may not say


def faults(position):
    """Every reason to refuse the position."""
    sides, ordered = Sides(position), Counter()
    found = [fault for raid in position["raids"] for fault in faults_of_raid(position, sides, raid)]
    found += [fault for battle in position["battles"] for fault in faults_of_battle(position, sides, battle)]
    hexes = Counter(raid["at"] for raid in position["raids"])
    found += [f"13.92: {at} is bombed more than once" for at, number in hexes.items() if number > 1]
    for mission in (*position["raids"], *position["battles"]):
        for order in orders_of(position, sides, mission, ordered):
            ordered[order.pool] += order.points + order.die
    found += [f"13.912: {number} points of {pool}" for pool, number in ordered.items() if number > points_of(position, pool)]
    return found


def points_of(position, pool):
    boxes = position["fronts"][pool.front].get(pool.side)
    return boxes["support"].get(pool.nation, 0) if boxes else 0


def faults_of_raid(position, sides, raid):
    if not sides.are_there(raid["front"], raid["attacker"], raid["defender"]):
        yield f"13.91: {raid['id']} is by or against somebody who is not there"
    if not sides.has_supremacy(raid["front"], raid["attacker"], raid["defender"]):
        yield f"13.91: {raid['id']} is flown without supremacy"
    if not raid["in-range"]:
        yield f"13.92: {raid['id']} is out of range"
    for nation, points in (raid["points"] or {}).items():
        bombers = points // TO_A_BOMBER_POINT
        if not bombers:
            yield f"13.92: {points} points on {raid['id']} make no bomber point"
        if sides.owner(raid["attacker"], nation) is None:
            yield f"13.92: nobody on the attacker's side of {raid['id']} has {nation} points"
        chart = position["charts"]["accuracy"].get(chart_number(position, nation))
        if chart and not has_column(chart, bombers):
            yield f"24.82: the chart has no column for {bombers} bomber points"


def faults_of_battle(position, sides, battle):
    name, tables = battle["id"], position["charts"]["combat-results"]
    if not sides.are_there(battle["front"], battle["attacker"], *(unit["side"] for unit in battle["defenders"])):
        yield f"13.91: {name} is by or against somebody who is not there"
    if battle["shift-points"] and not sides.shifter(battle):
        yield f"13.93: the odds of {name} are shifted without supremacy"
    if battle["shift-points"] and not printed_defense(battle):
        yield f"13.93: there is no defense factor in {name}"
    if battle["shift-points"]:
        user = sides.shifter(battle) or battle["attacker"]
        if any(sides.owner(user, nation) is None for nation in battle["shift-points"]):
            yield f"13.93: points of a nation that is not on the side of {user}"
    if tables and column_before(battle, tables[battle["table"]]["heads"]) == "below":
        yield f"13.93: the odds of {name} are below the table"


def orders_of(position, sides, mission, ordered):
    """13.912: what the scenario orders to a mission; `ordered` are the points that have orders already."""
    is_raid = "flak" in mission
    points = mission["points"] if is_raid else mission["shift-points"]
    user = mission["attacker"] if is_raid else sides.shifter(mission) or mission["attacker"]
    owners = {nation: sides.owner(user, nation) for nation, number in (points or {}).items() if number}
    orders = [Order(Pool(mission["front"], owner, nation), points[nation]) for nation, owner in owners.items() if owner]
    if not is_raid and mission["die-point"]:
        orders.append(Order(pool_of_die_point(position, mission, orders, ordered), 0, 1))
    return orders


def pool_of_die_point(position, battle, orders, ordered):
    """13.93: the point for the die is of the first nation of the attacker, or of his allies, that has one to spare."""
    said, attacker = position["sides"], battle["attacker"]
    allies = [attacker, *(side for side in said if side != attacker and said[side]["alliance"] == said[attacker]["alliance"])]
    pools = [Pool(battle["front"], side, nation) for side in allies for nation in said[side]["nations"]]
    at_once = position["options"].get("allotment") == "all-at-once"
    for pool in pools:
        here = sum(order.points for order in orders if order.pool == pool)
        if points_of(position, pool) - here - (ordered[pool] if at_once else 0) > 0:
            return pool
    return pools[0]


def chart_number(position, nation):
    """13.92: the accuracy chart of a nation; the Allies have the current one, if anybody says which that is."""
    number = CHARTS[nation]
    return position["charts"]["allied-current"] or number if number == "current" else number


def column_for(heads, number):
    """The head of the column for a number, such as 3, 4-5 or 6+; None if there is none."""
    for head in heads:
        low, _, high = head.rstrip("+").partition("-")
        if int(low) <= number and (head.endswith("+") or number <= int(high or low)):
            return head
    return None


def has_column(chart, bombers):
    """Whether an accuracy chart of the scenario can be read for so many bomber points."""
    return chart is not None and (chart["heads"] == ["each"] or column_for(chart["heads"], bombers) is not None)


def drawn_cell(chart, head, row):
    return chart["rows"][row][chart["heads"].index(head)]


# charts


class Page:
    """24.82: charts that the scenario does not supply. Somebody has them in print, or nobody has. Each cell is read once."""

    def __init__(self, position, players):
        self.players = players
        self.printed = position["printed"]  # the charts that somebody has: id -> heads, dice and a function for the cells
        self.asked, self.read = {}, set()

    def has(self, chart, scope):
        """Whether somebody reads a chart; asked once."""
        if chart not in self.asked:
            wish = "yes" if chart in self.printed else "no"
            self.asked[chart] = self.players.choose(f"{scope}.{chart}.by-hand", REFEREE, ["no", "yes"], wish) == "yes"
            if self.asked[chart] and "heads" in self.printed[chart]:
                said = self.printed[chart]
                self.players.has_ready(f"{chart}.columns", " ".join(said["heads"]), said["wrong heads"])
                self.players.has_ready(f"{chart}.roll", said["dice"], ["", "d6", "1d1", "six"])
        return self.asked[chart]

    def cell(self, chart, column, row):
        """A cell as printed; whoever has read it once knows it."""
        key, said = f"{chart}.{column}.{row}", self.printed[chart]
        text = said["cell"](column, row)
        if key not in self.read:
            self.read.add(key)
            self.players.fact(key, text, wrong=said["wrong cells"])
        return text


# the turn


class Turn:
    """13.9: supremacy is tested, points are allotted, rail lines are bombed, and ground battles are fought."""

    def __init__(self, position, players):
        self.position, self.players = position, players
        self.sides, self.page = Sides(position), Page(position, players)
        self.had = {
            Pool(front, side, nation): number
            for front, boxes in position["fronts"].items()
            for side, said in boxes.items()
            for nation, number in said["support"].items()
        }
        self.left, self.spent = dict(self.had), Counter()
        self.orders = {}  # by mission
        self.results = []
        self.bombed = {raid["at"] for raid in position["raids"]}

    def play(self):
        """The whole turn, and how it ends."""
        ordered = Counter()
        for mission in self.listed():
            self.orders[mission["id"]] = orders_of(self.position, self.sides, mission, ordered)
            for order in self.orders[mission["id"]]:
                ordered[order.pool] += order.points + order.die
        if self.at_once:
            self.allot_everything()
        for raid in self.position["raids"]:
            self.raid(raid)
        for battle in self.position["battles"]:
            self.battle(battle)
        if self.position["orders"] == "ask" or (self.position["orders"] is None and not self.listed()):
            self.order_more()
        return {"standing": self.standing(), "results": self.results, "tally": self.tally()}

    def listed(self):
        return [*self.position["raids"], *self.position["battles"]]

    @property
    def at_once(self):
        return self.sides.option("allotment", "each-mission") == "all-at-once"

    # points

    def free(self, pool, mission):
        """13.912: a point has one job a turn. What is ordered to other missions is given away only if all is allotted at once."""
        others = self.orders.items() if self.at_once else [(mission["id"], self.orders.get(mission["id"], []))]
        ordered = sum(order.points + order.die for _, orders in others for order in orders if order.pool == pool)
        return self.left[pool] - self.spent[pool] - ordered

    def may_join(self, pool, front, user):
        """13.912: points of a side, and of its allies, on the Front of the mission."""
        return user is not None and pool.front == front and self.sides.allied(pool.side, user)

    def items(self, pool, mission, afresh=False):
        """13.92, 13.93: what points of a pool may be allotted to, and how many at most; `afresh`: whatever the scenario orders."""
        room = self.free(pool, mission)
        if "flak" in mission:
            able = self.may_join(pool, mission["front"], mission["attacker"]) and room >= TO_A_BOMBER_POINT
            supremacy = self.sides.has_supremacy(mission["front"], mission["attacker"], mission["defender"])
            return {"bomb": room} if able and supremacy and (afresh or mission["points"] is None) else {}
        if room <= 0 or self.is_below_table(mission):
            return {}
        items = {}
        open_shift = (afresh or mission["shift-points"] is None) and printed_defense(mission)
        open_shift = open_shift and not self.goes_beyond_the_table(mission, 1)
        if open_shift and self.may_join(pool, mission["front"], self.sides.shifter(mission)):
            items["shift"] = room
        has_die = any(order.die for order in self.orders.get(mission["id"], []))
        open_die = (afresh or mission["die-point"] is None) and not has_die
        if open_die and self.may_join(pool, mission["front"], mission["attacker"]):
            items["die"] = 1
        return items

    def is_below_table(self, battle):
        table = self.position["charts"]["combat-results"].get(battle["table"])
        return table is not None and column_before(battle, table["heads"]) == "below"

    def name(self, pool):
        """A pool in keys: the side, and the nation if the side has several."""
        return pool.side if len(self.sides.said[pool.side]["nations"]) == 1 else f"{pool.side}.{pool.nation}"

    def spend(self, order, lost=0):
        self.spent[order.pool] += order.points + order.die - lost
        self.left[order.pool] -= lost

    # allotting them

    def allot_for(self, mission):
        """13.912: when the time of a mission has come, everybody who can support it says with how many points."""
        name, afresh = mission["id"], False
        prepared = self.orders.setdefault(name, [])
        ordered = Counter()
        for order in prepared:
            ordered[order.pool] += order.points + order.die
        if any(number > self.left[pool] - self.spent[pool] for pool, number in ordered.items()):
            self.orders[name], afresh = [], True  # the order lapses, since the points are no longer there
        before = list(self.orders[name])
        for attempt in range(1, MOST_TRIES + 1):
            self.orders[name] = list(before)
            again = f".{attempt}" if attempt > 1 else ""
            for pool in self.had:
                items = self.items(pool, mission, afresh)
                if items:
                    self.ask(f"{name}.{self.name(pool)}.allot{again}", pool, {item: (mission, item) for item in items}, items)
            new = {name: self.orders[name][len(before) :]}
            user = mission["attacker"] if "flak" in mission else self.sides.shifter(mission) or mission["attacker"]
            if self.commits(f"{name}.commit", attempt, user, [mission], new):
                return

    def allot_everything(self):
        """13.912: by option, the owner of each pool says at once what its points do in the whole turn."""
        pools = [pool for pool in self.had if self.has_orders(pool) or any(self.items(pool, one) for one in self.listed())]
        for at, pool in enumerate(pools):
            before = {name: list(orders) for name, orders in self.orders.items()}
            for attempt in range(1, MOST_TRIES + 1):
                self.orders = {name: list(orders) for name, orders in before.items()}
                settled = self.allot_pool(pool, attempt, pools[at + 1 :])
                new = {name: orders[len(before[name]) :] for name, orders in self.orders.items()}
                if self.commits(f"{pool.front}.{self.name(pool)}.commit", attempt, pool.side, settled, new):
                    break

    def has_orders(self, pool):
        return any(order.pool == pool for orders in self.orders.values() for order in orders)

    def allot_pool(self, pool, attempt, later):
        """One pool is allotted to all missions; returns the missions to which no later pool can add."""
        means, most = {}, {}
        for mission in self.listed():
            for item, number in self.items(pool, mission).items():
                name = mission["id"] + (".die" if item == "die" else "")
                means[name], most[name] = (mission, item), number
        missions = {mission["id"]: mission for mission, _ in means.values()}
        settled = [
            one for one in missions.values() if "flak" in one or not any("shift" in self.items(other, one) for other in later)
        ]
        again = f".{attempt}" if attempt > 1 else ""
        if most:
            self.ask(f"{pool.front}.{self.name(pool)}.allot{again}", pool, means, most)
        return settled

    def ask(self, key, pool, means, most):
        """13.912, 13.92: the owner of a pool says how many points go where; fewer than five make no bomber point."""
        room = max(self.free(pool, mission) for mission, _ in means.values())
        raids = [name for name, (_, item) in means.items() if item == "bomb"]

        def legal(answer):
            enough = all(answer.get(name, 0) == 0 or answer[name] >= TO_A_BOMBER_POINT for name in raids)
            return enough and sum(answer.values()) <= room and all(number <= most[name] for name, number in answer.items())

        given = self.players.allot(key, pool.side, most, legal, lambda: self.made_up(most, legal))
        for mission, _ in {id(mission): (mission, item) for mission, item in means.values()}.values():
            shares = {item: given.get(name, 0) for name, (one, item) in means.items() if one is mission}
            points, die = shares.get("bomb", 0) + shares.get("shift", 0), shares.get("die", 0)
            if points or die:
                self.orders[mission["id"]].append(Order(pool, points, die))

    def made_up(self, most, legal):
        """A legal allotment of any size."""
        random = self.players.random
        while True:
            answer = {name: random.choice((0, 0, number, random.randint(0, number))) for name, number in most.items()}
            answer = {name: number for name, number in answer.items() if number}
            if legal(answer):
                return answer

    def commits(self, key, attempt, by, missions, new):
        """Whether the new orders to these missions stand. Whoever sends points that buy nothing is asked, and may allot again.

        Whoever sends any points at all may also be asked about such points that are ordered there already.
        """
        if attempt == MOST_TRIES:
            return True
        key += f".{attempt}" if attempt > 1 else ""
        must = any(self.buys_nothing(mission, new[mission["id"]]) for mission in missions)
        may = any(new.values()) and any(self.buys_nothing(mission, self.orders[mission["id"]]) for mission in missions)
        if not must and not (may and self.players.is_asked(key)):
            return True
        return self.players.choose(key, by, ["commit", "again"]) == "commit"

    def buys_nothing(self, mission, new):
        """13.92, 13.93: whether some of the points sent just now make no bomber point or shift no column."""
        if "flak" in mission:
            wasted = {order.pool: order.points % TO_A_BOMBER_POINT for order in new}
            return any(wasted.values())
        points, price = sum(order.points for order in self.orders[mission["id"]]), printed_defense(mission)
        if not any(order.points for order in new):
            return False
        return bool(points % price) or self.goes_beyond_the_table(mission, points // price)

    def goes_beyond_the_table(self, battle, columns):
        """13.93: whether points for so many columns are wasted, because the table ends before."""
        table = self.position["charts"]["combat-results"].get(battle["table"])
        if table is None:
            return False
        base, last = column_before(battle, table["heads"]), len(table["heads"]) - 1
        return columns > (last - base if self.sides.shifter(battle) == battle["attacker"] else base)

    # rail raids

    def raid(self, raid):
        """13.92: five Air Points are a Strategic Bomber Point; the hits of all nations on a hex count together."""
        name = raid["id"]
        if not self.at_once or raid not in self.position["raids"]:
            self.allot_for(raid)
        flights = self.joined(name)
        if not flights:
            self.results.append((raid["name"], "not flown"))
            return
        for order in flights:
            self.page_of(self.chart_of(order), name, order.points // TO_A_BOMBER_POINT)
        if self.position["charts"]["rail-damage"] is None:
            self.page.has("rail-damage", name)
        lost = self.flak(raid, flights)
        hits = [self.bomb(raid, flights, order, lost[order.pool]) for order in flights]
        for order in flights:
            self.spend(order, lost[order.pool])
        self.orders[name] = []
        self.results.append((raid["name"], self.damage(flights, hits)))

    def joined(self, name):
        """All orders to a mission, those of a pool as one."""
        pools = dict.fromkeys(order.pool for order in self.orders[name])
        own = {pool: [order for order in self.orders[name] if order.pool == pool] for pool in pools}
        orders = [Order(pool, sum(one.points for one in some), sum(one.die for one in some)) for pool, some in own.items()]
        return [order for order in orders if order.points or order.die]

    def flight_name(self, flights, order):
        """A nation on a raid in keys; with its side, if another side flies with the same nation."""
        same = [other for other in flights if other.pool.nation == order.pool.nation]
        return order.pool.nation if len(same) == 1 else f"{order.pool.side}.{order.pool.nation}"

    def flak(self, raid, flights):
        """13.921: the German player rolls a die for each five points, and each 6 eliminates one; the attacker says whose."""
        german, none = self.sides.german_player(), Counter()
        if not raid["flak"] or german is None or not self.sides.allied(german, raid["defender"]):
            return none
        dice = sum(order.points for order in flights) // TO_A_FLAK_DIE
        hits = sum(face >= FLAK_HITS for face in self.players.roll(f"{raid['id']}.flak", german, f"{dice}d6"))
        if not hits:
            return none
        points = {self.flight_name(flights, order): order.points for order in flights}
        each = [name for name, number in points.items() for _ in range(number)]
        lost = self.players.allot(
            f"{raid['id']}.flak-losses",
            raid["attacker"],
            {name: min(hits, number) for name, number in points.items()},
            lambda answer: sum(answer.values()) == hits and all(number <= points[name] for name, number in answer.items()),
            lambda: dict(Counter(self.players.random.sample(each, hits))),
        )
        return Counter({order.pool: lost.get(self.flight_name(flights, order), 0) for order in flights})

    def chart_of(self, order):
        return chart_number(self.position, order.pool.nation)

    def page_of(self, number, scope, bombers):
        """24.82: whether somebody reads an accuracy chart, where the scenario has none with a column for the bomber points."""
        if not has_column(self.position["charts"]["accuracy"].get(number), bombers):
            self.page.has(f"accuracy-{number}", scope)

    def bomb(self, raid, flights, order, lost):
        """24.82: the hits of a nation on its chart; None if nobody has it. 13.921: by option, flak comes before the count."""
        before = self.sides.option("flak-timing", "after") == "before"
        bombers = (order.points - lost if before else order.points) // TO_A_BOMBER_POINT
        if not bombers:
            return 0
        key, by = f"{raid['id']}.{self.flight_name(flights, order)}.bombing", order.pool.side
        chart, page = self.position["charts"]["accuracy"].get(self.chart_of(order)), f"accuracy-{self.chart_of(order)}"
        if has_column(chart, bombers):
            return self.read_hits(chart, key, by, bombers, partial(drawn_cell, chart))
        if self.page.asked.get(page):
            return self.read_hits(self.page.printed[page], key, by, bombers, partial(self.page.cell, page))
        return None

    def read_hits(self, chart, key, by, bombers, cell):
        """24.82: a die for each bomber point, or one roll in the column of their number."""
        count, sides = chart["dice"].split("d")
        if chart["heads"] == ["each"]:
            return sum(int(cell("each", face)) for face in self.players.roll(key, by, f"{bombers}d{sides}"))
        column = column_for(chart["heads"], bombers) or str(bombers)  # a page may have a column that its heads do not show
        return int(cell(column, sum(self.players.roll(key, by, f"{count}d{sides}"))))

    def damage(self, flights, hits):
        """24.82: what the hits do to the rail line, or the charts that are needed to tell."""
        total = sum(number for number in hits if number)
        said = f"{total} hit{'' if total == 1 else 's'}"
        missing = dict.fromkeys(
            f"accuracy {self.chart_of(order)}" for order, number in zip(flights, hits, strict=True) if number is None
        )
        if missing:
            return f"{f'{said} so far, ' if total else ''}needs chart {' and '.join(missing)}"
        chart = self.position["charts"]["rail-damage"]
        if chart is not None:
            return chart["effects"][min(total, len(chart["effects"]) - 1)]
        if self.page.asked["rail-damage"]:
            return self.page.cell("rail-damage", "hits", total)
        return f"{said}, needs chart rail-damage"

    # ground battles

    def battle(self, battle):
        """13.93: the odds are shifted by points that equal the printed defense, and one more point adds one to the die."""
        name = battle["id"]
        if not self.at_once or battle not in self.position["battles"]:
            self.allot_for(battle)
        orders = self.joined(name)
        result = self.result(battle, sum(order.points for order in orders), sum(order.die for order in orders))
        for order in orders:
            self.spend(order)
        self.orders[name] = []
        self.results.append((battle["name"], result))

    def result(self, battle, points, die):
        """The result of a battle, from its table; or what a player needs to read it himself."""
        table = self.position["charts"]["combat-results"].get(battle["table"])
        page = f"combat-results.{battle['table']}" if table else "combat-results"
        read = self.page.has(page, battle["id"]) if table is None or not table["rows"] else False
        if table is None and not read:
            return "needs chart combat-results"
        chart = table or self.page.printed[page]
        heads, base = chart["heads"], column_before(battle, chart["heads"])
        if base == "below":
            return "not allowed: odds below the table"
        head = heads[self.shifted(battle, points, base, len(heads) - 1)]
        modifier = die + sum((battle.get("modifiers") or {}).values())
        if not read and not table["rows"]:
            return f"column {head}, die {modifier:+d}"
        total = sum(self.players.roll(f"{battle['id']}.combat", battle["attacker"], chart["dice"])) + modifier
        if read:
            number, sides = map(int, chart["dice"].split("d"))
            return self.page.cell(page, head, min(max(total, number), number * sides))  # beyond the rows, the nearest one
        total = min(max(total, min(table["rows"])), max(table["rows"]))  # beyond the rows, the nearest one
        return drawn_cell(table, head, total)

    def shifted(self, battle, points, base, last):
        """The column after the shift: the attacker's to the right, the defender's to the left, up to the edge of the table."""
        columns = points // printed_defense(battle) if points else 0
        right = self.sides.shifter(battle) == battle["attacker"]
        return min(max(base + (columns if right else -columns), 0), last)

    # missions that the scenario does not list

    def order_more(self):
        """13.912: raids and battles are ordered at the table, one after the other."""
        number = 0
        while targets := self.targets():
            number += 1
            wish = "no-more" if self.players.random.random() < 0.25 or number > 5 else None
            chosen = self.players.choose(f"next-mission-{number}", REFEREE, ["no-more", *targets], wish)
            if chosen == "no-more":
                return
            kind, front, attacker, defender = chosen.split(".")
            said = {"front": front, "attacker": attacker, "defender": defender}
            if kind == "raid":
                self.raid(self.raid_ordered(f"raid-{number}", said))
            else:
                self.battle(self.battle_ordered(f"battle-{number}", said))

    def targets(self):
        """13.92: raids by whoever has supremacy and five points in one pool. 13.93: battles by anybody."""
        found = []
        for front in self.position["fronts"]:
            for attacker in self.sides.said:
                pools = [pool for pool in self.had if self.may_join(pool, front, attacker)]
                free = max((self.left[pool] - self.spent[pool] for pool in pools), default=0)
                for defender in self.sides.said:
                    if self.sides.allied(attacker, defender) or not self.sides.are_there(front, attacker, defender):
                        continue
                    if free >= TO_A_BOMBER_POINT and self.sides.has_supremacy(front, attacker, defender):
                        found.append(f"raid.{front}.{attacker}.{defender}")
                    found.append(f"battle.{front}.{attacker}.{defender}")
        return found

    def raid_ordered(self, name, said):
        """13.92: a hex in range that nobody has bombed in this turn, with flak or without."""
        random = self.players.random
        at, flak = (
            random.choice([str(number) for number in range(1500, 1520) if str(number) not in self.bombed]),
            random.random() < 0.6,
        )
        self.players.fact(f"{name}.hex", at, wrong=sorted(self.bombed))
        self.players.fact(f"{name}.in-range", "yes", wrong=["no", "perhaps"])
        self.players.fact(f"{name}.has-flak", "yes" if flak else "no", wrong=["perhaps"])
        self.bombed.add(at)
        return {**said, "id": name, "name": f"hex {at}", "at": at, "flak": int(flak), "points": None}

    def battle_ordered(self, name, said):
        """13.93: the printed defense, the table if there are several, and the odds."""
        random, tables = self.players.random, self.position["charts"]["combat-results"]
        table = random.choice(list(tables)) if tables else ""
        defense = random.choice((0, 1, 2, 4, 6, 7, 24))
        below = {text for text in TYPED_ODDS if table and column_before(strengths(text), tables[table]["heads"]) == "below"}
        odds = random.choice([text for text in TYPED_ODDS if text not in below])
        self.players.fact(f"{name}.defense", str(defense), wrong=["", "-1", "six", "4 nobody"])
        if len(tables) > 1:
            self.players.fact(f"{name}.table", table, wrong=["", "no-such-table"])
        self.players.fact(f"{name}.odds", odds, wrong=["", "3", "3-0", "three to one", *sorted(below)])
        units = [{"printed": defense, "side": said["defender"]}]
        battle = {**said, "id": name, "name": name, "defenders": units, "table": table, **strengths(odds)}
        return {**battle, "shift-points": None, "die-point": None}

    # the end

    def standing(self):
        """The points in both boxes, and what has become of Ground Support: free, spent or eliminated."""
        rows = []
        for front, boxes in self.position["fronts"].items():
            for side, said in boxes.items():
                rows.append((side, front, "air-superiority", said["superiority"], ()))
                rows.append((side, front, "uncommitted", said.get("uncommitted", 0), ()))
        lost = Counter()
        for pool, number in self.had.items():
            name = f"{pool.nation}-ground-support"
            rows.append((pool.side, pool.front, name, self.left[pool] - self.spent[pool], ()))
            rows.append((pool.side, pool.front, name, self.spent[pool], ("spent",)))
            lost[pool.side, "", name, ("eliminated",)] += number - self.left[pool]
        rows += [(side, place, name, number, marks) for (side, place, name, marks), number in lost.items()]
        return sorted(row for row in rows if row[3])

    def tally(self):
        """The Ground Support points that each side had and lost."""
        had, lost = Counter(), Counter()
        for pool, number in self.had.items():
            had[pool.side] += number
            lost[pool.side] += number - self.left[pool]
        return {side: (number, lost[side]) for side, number in had.items()}
