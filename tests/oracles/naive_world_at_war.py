"""A counterair battle of A World at War (18.52, 19), written from the rules by themselves. Imports nothing of airwar.

A force is a list of groups: {"nation", "kind", "count"} and, where it applies, "elite", "inverted", "change" (winter, supply,
oil and research, as one number). Kinds: army, naval, jet, transport. `dice` holds for each round the attacker's pair and
the defender's pair; a side without strength does not use its pair. Army squadrons are attack, cover and search squadrons.

Where the rules leave something open, the reading is: transports that are engaged count for the lowest DRM; inverted and
uninverted units of a type share losses; above 40, row 20 is read again; once in squadrons, a fight stays in squadrons; lost
thirds of a factor are rounded to the nearest whole factor.
"""

from pathlib import Path

CHART = Path(__file__).parent / "charts" / "waw-air-combat.txt"
AIR_NATIONALITY = {
    "Germany": 2,
    "Japan": 2,
    "United States": 2,
    "Britain": 2,
    "Finland": 2,
    "Sweden": 2,
    "Australia": 2,
    "India": 2,
    "Italy": 1,
    "Russia": 1,
    "France": 1,
    "Free French": 1,
    "Vichy French": 1,
}


def read_chart():
    table = {}
    for line in CHART.read_text().splitlines():
        words = line.split()
        if not words[0].isdigit():
            continue
        for column, cell in enumerate(words[1:], start=2):
            eliminated, _, aborted = cell.partition("/")
            table[int(words[0]), column] = (int(eliminated), int(aborted or 0))
    return table


TABLE = read_chart()


def nationality(group):
    """19.31A: the Air Nationality DRM of a group."""
    drm = AIR_NATIONALITY.get(group["nation"], 0)
    if group.get("elite"):
        drm += 1
    if group["nation"] == "Britain" and group["kind"] == "naval":
        drm -= 1
    return drm + group.get("change", 0)


def look_up(strength, roll):
    """19.2 with its note: row 20 as often as needed and the row of the rest, all with the same roll."""
    roll = max(2, min(12, roll))
    eliminated = aborted = 0
    while strength > 0:
        row = min(strength, 20)
        eliminated += TABLE[row, roll][0]
        aborted += TABLE[row, roll][1]
        strength -= row
    return eliminated, aborted


def type_of(group):
    """19.61: what is a type of its own when losses are shared."""
    return (group["nation"], group["kind"], nationality(group), bool(group.get("elite")))


class Force:
    """The types of one side: (nation, kind, DRM, elite) -> how many are uninverted and inverted, in factors or squadrons.

    Each number is a list: one number, or for army squadrons the attack, cover and search squadrons.
    """

    def __init__(self):
        self.fresh = {}
        self.inverted = {}
        self.aborted = {}
        self.types = []
        self.squadrons = False
        self.report = []

    def add(self, group):
        type_ = type_of(group)
        count = [group["count"]]
        if self.squadrons:
            count = broken(type_, count)
        if type_ not in self.types:
            self.types.append(type_)
            self.fresh[type_] = [0] * len(count)
            self.inverted[type_] = [0] * len(count)
            self.aborted[type_] = 0
        book = self.inverted if group.get("inverted") else self.fresh
        book[type_] = [one + more for one, more in zip(book[type_], count, strict=True)]

    def break_down(self):
        """19.51, 17.55, 17.65: every factor becomes three squadrons."""
        if not self.squadrons:
            self.squadrons = True
            for type_ in self.types:
                self.fresh[type_] = broken(type_, self.fresh[type_])
                self.inverted[type_] = broken(type_, self.inverted[type_])

    def count(self, type_):
        return sum(self.fresh[type_]) + sum(self.inverted[type_])

    def has_naval(self):
        return any(self.count(type_) for type_ in self.types if type_[1] == "naval")

    def gone(self):
        return all(self.count(type_) == 0 for type_ in self.types)

    def only_transports(self):
        return all(self.count(type_) == 0 for type_ in self.types if type_[1] != "transport")

    def strength(self):
        total = 0
        for type_ in self.types:
            if type_[1] == "jet":
                total += 3 * self.count(type_)
            elif type_[1] != "transport":
                total += self.count(type_)
        return total

    def jets(self):
        jets = sum(self.count(type_) for type_ in self.types if type_[1] == "jet")
        return jets // 3 if self.squadrons else jets

    def lowest(self, transports_engaged):
        drms = []
        for type_ in self.types:
            if self.count(type_) and (type_[1] != "transport" or transports_engaged):
                drms.append(type_[2])
        return min(drms)

    def start_round(self):
        self.report = []
        for type_ in self.types:
            self.aborted[type_] = 0


def broken(type_, count):
    if type_[1] == "naval":
        return list(count)
    if type_[1] == "army":
        return [count[0], count[0], count[0]]
    return [3 * count[0]]


def in_turn(order, place, able):
    """The next of an order that is able, going around from a place; and the place after it. None if nobody is."""
    for step in range(len(order)):
        one = order[(place + step) % len(order)]
        if able(one):
            return one, place + step + 1
    return None, place


def deal(force, fresh, inverted, effects, owner):
    """19.61-19.65: eliminations, then aborts, one at a time down the types, the largest first, the lower DRM first on a tie.

    `fresh` and `inverted` say which units can be hit, and are used up. `owner` has the owner's choices: the order of tied types
    and of tied kinds of squadron, and whether he gives up inverted units first. Returns the eliminations that found nobody.
    """
    types = [type_ for type_ in force.types if sum(fresh[type_]) + sum(inverted[type_]) > 0]
    ranks = {type_: (-(sum(fresh[type_]) + sum(inverted[type_])), type_[2], owner["types"](types, type_)) for type_ in types}
    types = sorted(types, key=ranks.get)
    kinds = {}
    for type_ in types:
        both = [one + other for one, other in zip(fresh[type_], inverted[type_], strict=True)]
        kinds[type_] = sorted(range(len(both)), key=lambda kind, type_=type_, both=both: (-both[kind], owner["kinds"](type_, kind)))
    place = 0
    place_in = dict.fromkeys(types, 0)
    for number in range(effects[0]):
        type_, place = in_turn(types, place, lambda type_: sum(fresh[type_]) + sum(inverted[type_]))
        if type_ is None:
            return effects[0] - number
        kind, place_in[type_] = in_turn(
            kinds[type_], place_in[type_], lambda kind, type_=type_: fresh[type_][kind] + inverted[type_][kind]
        )
        books = (inverted, fresh) if owner["inverted_first"] else (fresh, inverted)
        book = books[0] if books[0][type_][kind] else books[1]
        book[type_][kind] -= 1
        (force.fresh if book is fresh else force.inverted)[type_][kind] -= 1
        force.report.append(("eliminated", type_, book is inverted))
    for _ in range(effects[1]):
        type_, place = in_turn(types, place, lambda type_: sum(fresh[type_]))
        if type_ is None:
            return 0
        kind, place_in[type_] = in_turn(kinds[type_], place_in[type_], lambda kind, type_=type_: fresh[type_][kind])
        fresh[type_][kind] -= 1
        force.aborted[type_] += 1
        force.report.append(("aborted", type_, False))
    return 0


def nobody(force):
    return {type_: [0] * len(force.fresh[type_]) for type_ in force.types}


def those(force, book, chosen):
    """A copy of a book with only the chosen types in it."""
    return {type_: list(book[type_]) if chosen(type_) else [0] * len(book[type_]) for type_ in force.types}


def hit_attacker(force, effects, owner):
    """Aborts do not matter to attackers: all of them go home inverted."""
    force.start_round()
    deal(force, those(force, force.fresh, lambda type_: True), nobody(force), (effects[0], 0), owner)


def hit_defender(force, effects, engage, targets, owner):
    """19.64: the attacker's result on a base, where some units may be inverted.

    An inverted transport does not count for strength, so it is hit only by eliminations that all others could not take.
    """
    force.start_round()
    fresh = those(force, force.fresh, lambda type_: type_[1] != "transport" or engage)
    inverted = those(force, force.inverted, lambda type_: type_[1] != "transport")
    if targets == "uninverted" and any(sum(parts) for parts in fresh.values()):
        inverted = nobody(force)
    surplus = deal(force, fresh, inverted, effects, owner)
    if surplus:
        deal(force, nobody(force), those(force, force.inverted, lambda type_: True), (surplus, 0), owner)


def fight(attackers, defenders, reinforcements, dice, policy):
    """The whole battle. The reinforcements join before round 2."""
    attack, defense = Force(), Force()
    for group in attackers:
        attack.add(group)
    for group in defenders:
        defense.add(group)
    rounds = []
    end = ""
    while not end:
        if attack.has_naval() or defense.has_naval():
            attack.break_down()
            defense.break_down()
        number = len(rounds) + 1
        engage = policy["engage_transports"] or defense.only_transports()
        net = attack.lowest(True) - defense.lowest(engage) + attack.jets() - defense.jets()
        attack_strength, defense_strength = attack.strength(), defense.strength()
        attack_result = look_up(attack_strength, sum(dice[number - 1][0]) + net)
        defense_result = look_up(defense_strength, sum(dice[number - 1][1]) - net)
        hit_attacker(attack, defense_result, policy["attacker"](number))
        hit_defender(defense, attack_result, engage, policy["targets"], policy["defender"](number))
        rounds.append(
            {
                "attacker": (attack_strength, net, sorted(attack.report)),
                "defender": (defense_strength, -net, sorted(defense.report)),
            }
        )
        if attack.gone() or defense.gone():
            end = "both eliminated" if attack.gone() and defense.gone() else "attacker eliminated"
            end = "defender eliminated" if not attack.gone() else end
        elif policy["defender_leaves_after"] == number:
            end = "defender disengaged"
        elif policy["attacker_leaves_after"] == number:
            end = "attacker disengaged"
        elif number == 1:
            for group in reinforcements:
                attack.add(group)
    return {"end": end, "rounds": rounds, "attack": attack, "defense": defense}


def intercept(attackers, defenders, reserves, dice, policy):
    """Interception of defensive air support (18.563): the defender speaks first, and the reserves join after round 1.

    The attacker may go on with fresh units even if none of his survived. Units that aborted in the last round give no support.
    """
    attack, defense = Force(), Force()
    for group in attackers:
        attack.add(group)
    for group in defenders:
        defense.add(group)
    reserves = list(reserves)
    rounds = []
    while True:
        if attack.has_naval() or defense.has_naval() or attack.squadrons or defense.squadrons:
            attack.break_down()
            defense.break_down()
        number = len(rounds) + 1
        net = attack.lowest(True) - defense.lowest(True) + attack.jets() - defense.jets()
        strengths = attack.strength(), defense.strength()
        attack_result = look_up(strengths[0], sum(dice[number - 1][0]) + net)
        defense_result = look_up(strengths[1], sum(dice[number - 1][1]) - net)
        hit_attacker(attack, defense_result, policy["attacker"](number))
        defense.start_round()
        everybody = those(defense, defense.fresh, lambda type_: True)
        deal(defense, everybody, nobody(defense), attack_result, policy["defender"](number))
        rounds.append(
            {
                "attacker": (strengths[0], net, sorted(attack.report)),
                "defender": (strengths[1], -net, sorted(defense.report)),
            }
        )
        if defense.gone():
            end = "support eliminated"
        elif policy["defender_leaves_after"] == number:
            end = "support turned back"
        elif policy["attacker_leaves_after"] == number or (attack.gone() and not reserves):
            end = "support stays"
        else:
            for group in reserves:
                attack.add(group)
            reserves = []
            continue
        return {"end": end, "rounds": rounds, "attack": attack, "defense": defense}


def nearest(thirds):
    return (thirds + 1) // 3


def aftermath(force, had, all_inverted):
    """18.523, 18.524A, 18.526: for each type how many are uninverted and inverted, in whole factors (naval air: squadrons).

    `had` says how many of each type there were, uninverted and inverted.
    """
    after = {}
    for type_ in force.types:
        fresh, inverted = sum(force.fresh[type_]), sum(force.inverted[type_])
        aborted = force.aborted[type_]
        if force.squadrons and type_[1] != "naval":
            had_fresh, had_inverted = had[type_]
            left = had_fresh + had_inverted - nearest(3 * had_fresh + 3 * had_inverted - fresh - inverted)
            inverted = had_inverted - nearest(3 * had_inverted - inverted)
            inverted = max(inverted, left - had_fresh)
            fresh = left - inverted
            aborted = nearest(aborted)
        aborted = fresh if all_inverted else min(aborted, fresh)
        after[type_] = (fresh - aborted, inverted + aborted)
    return after
