"""Random Pacific turns, in chains of three, played by airwar and by the naive program with the same dice and decisions.

Fleets pass through, transports land their troops, carriers sink under their aircraft, and land changes hands. After every step
both must say the same about where everything is; after every turn about who owns what, and the scenario of the next turn is read.

python tests/oracles/compare_pass_through.py 700
"""

import sys
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_pass_through as naive
from naive_orders import Ordering
from side_by_side import Parted, main, reason_for_refusal
from support import dumped, read_yaml

from airwar.battle.next_turn import following_text
from airwar.engine.questions import Roll
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

TURNS = 3  # in a chain
LAST_ROUND = 7  # in which the attacker still fights on if he may call the battle off
TRIES = 40


class Table:
    """Answers airwar's questions at random, after a look at what they offer."""

    def __init__(self, text, random):
        self.session = Session.begin(parse_scenario(text, "random.yaml"), None, seed=1, mode="physical")
        self.random = random
        self.types = {said["id"]: said["type"] for said in read_yaml(text)["units"]}
        self.play = []
        self.given = {}  # the same as choices of a scenario, so that a difference can be replayed

    @property
    def key(self):
        return self.session.question.key if self.session.question is not None else ""

    def is_asked(self, key):
        return self.key == key and not isinstance(self.session.question, Roll)

    def is_firing(self, number, space):
        return self.key.startswith((f"r{number}.{space}.attacker.", f"r{number}.{space}.defender."))

    def same(self, what, ours, theirs):
        if ours != theirs:
            raise Parted(f"{what}: {ours}", f"{what}: {theirs}")

    def expect(self, key):
        self.same("asked", self.key or "the end", key)
        return self.session.question

    def answer(self, question, answer):
        self.play.append(f"{question.key} by {question.by}: {answer}")
        self.given[question.key] = answer or "none"
        self.session.answer(answer)

    def nothing_more(self, due):
        """No more questions of this kind are due."""
        if due:
            raise Parted(f"asked {self.key or 'nothing more'}", f"asked {' or '.join(sorted(due))}")

    # orders

    def one_of(self, key, options, wish=None):
        if len(options) == 1:
            return options[0]
        question = self.expect(key)
        self.same(key, sorted(question.options), sorted(options))
        chosen = wish or self.random.choice(options)
        self.answer(question, chosen)
        return chosen

    def some_of(self, key, space, items, needed, legal, everybody):
        """Units for an attack; of those that look alike, only from one entry. Others are typed too, and refused with a rule."""
        if sum(items.values()) <= needed:
            return dict(items)
        question = self.expect(key)
        self.same(key, (question.items, question.least), (items, int(needed)))
        for name in everybody:
            self.judge(question, {name: 1}, legal({name: 1}))
            refused = question.refuses({name: 1})
            self.same(f"{key}: {name}, a rule", refused is None or refused.endswith(")"), True)
        self.judge(question, {name: number for name, number in question.default.items() if number}, True)
        chosen = {}
        for _ in range(TRIES):
            able = [name for name in items if self.random.random() < 0.5 and self.orders.is_unlike(name, space, look=True)]
            chosen = {name: self.orders.part(name, items[name]) for name in able if self.only_one_like(name, able)}
            self.judge(question, chosen, legal(chosen))
            if legal(chosen):
                break
        else:
            chosen = {name: number for name, number in question.default.items() if number}
        for name in chosen:
            self.orders.is_unlike(name, space)
        self.answer(question, chosen)
        return chosen

    def only_one_like(self, name, names):
        return next(one for one in names if self.orders.sort(one) == self.orders.sort(name)) == name

    # one of several, or some of several units

    def choice(self, key, options):
        question = self.expect(key)
        self.same(key, sorted(question.options), sorted(options))
        number = int(key.partition(".")[0][1:])
        wish = "call-off" if number >= LAST_ROUND else "fight" if self.random.random() < 0.6 else None
        if "attack" in options:
            wish = "attack" if self.random.random() < 0.6 else None
        chosen = wish if wish in options else self.random.choice(sorted(options))
        self.answer(question, chosen)
        return chosen

    def pick(self, key, units, least, most, also=None, room=None, legal=None):
        """Some of the units, each of which must be on offer. `legal` says whether some can be picked together."""
        if not self.is_asked(key) and (
            least == len(units) or (least == most and len({self.words(unit, key) for unit in units}) == 1)
        ):
            return first_of(units, least)
        question = self.expect(key)
        items = shared_out(question.items, units, lambda unit: self.words(unit, key, also))
        theirs = {name: min(len(those), most, room(those[0]) if room and those else most) for name, those in items.items()}
        self.same(key, {name: min(number, most) for name, number in question.items.items()}, theirs)
        if room is None:
            self.same(f"{key}, how many", (question.least, question.most), (least, most))
        chosen = {}
        for _ in range(TRIES):
            number = self.random.choice((least, self.random.randint(least, most), self.random.randint(least, most)))
            some = self.random.sample(units, number)
            chosen = Counter(name_of(items, unit) for unit in some)
            if legal is not None:
                self.judge(question, chosen, legal(some))
            if question.refuses(chosen) is None:
                break
        else:
            chosen = {name: number for name, number in question.default.items() if number}
        self.answer(question, dict(chosen))
        return [unit for name, number in chosen.items() for unit in first_of(items[name], number)]

    def send(self, key, offers, least):
        """Pairs of units and places: each unit goes to one place."""
        question = self.expect(key)
        units = list(dict.fromkeys(unit for unit, _ in offers))
        items = {}
        for name in question.items:
            who, _, to = name.rpartition("-to-")
            items[name] = [unit for unit, place in offers if called(place) == to and fits(who, self.words(unit, key))]
        missing = [f"{unit} to {called(place)}" for unit, place in offers if not any(unit in those for those in items.values())]
        self.same(key, [], missing)
        self.same(key, dict(question.items), {name: len(those) for name, those in items.items()})
        sent, counts = [], Counter()
        for unit in units:
            names = [name for name, those in items.items() if unit in those]
            if least or self.random.random() < 0.6:
                name = self.random.choice(names)
                counts[name] += 1
                sent.append(
                    (unit, next(place for one, place in offers if one is unit and called(place) == name.rpartition("-to-")[2]))
                )
        self.answer(question, dict(counts))
        return sent

    def land(self, key, offers, number, legal):
        """Pairs of units and places, for as many units as there is room for; `legal` says whether these can be had together."""
        units = list(dict.fromkeys(unit for unit, _ in offers))
        ways = [[None, *((unit, to) for one, to in offers if one is unit)] for unit in units]
        if not self.key.endswith(key):
            found = {}
            for some in product(*ways):
                went = [pair for pair in some if pair is not None]
                if len(went) == number and legal(went):
                    alike = Counter((self.words(unit, ""), unit.space, called(to)) for unit, to in went)
                    found.setdefault(frozenset(alike.items()), went)
            self.same(f"{key}: ways to land", min(len(found), 2), 1)
            return next(iter(found.values()))
        key = self.key
        question = self.session.question
        items = {}
        for name in question.items:
            who, _, to = name.rpartition("-to-")
            who, _, at = who.partition("-at-")  # of aircraft of one name that fought in several spaces
            items[name] = [
                (unit, place)
                for unit, place in offers
                if called(place) == to and fits(who, self.words(unit, key)) and at in ("", unit.space, unit.place)
            ]
        missing = [
            f"{unit} to {called(place)}" for unit, place in offers if not any((unit, place) in those for those in items.values())
        ]
        self.same(f"{key}, not offered", missing, [])
        self.same(f"{key}, offered", [name for name, those in items.items() if not those], [])
        self.same(f"{key}, how many", (question.least, question.most), (number, number))
        allowed = []
        for _ in range(TRIES * 5):
            went = [self.random.choice(some[1:]) for some in ways]
            went = self.random.sample(went, self.random.choice((len(went), number, number)))
            chosen = Counter(next(name for name, those in items.items() if pair in those) for pair in went)
            self.judge(question, chosen, legal(went))
            allowed += [(chosen, went)] if legal(went) else []
            if len(allowed) > TRIES // 10:
                break
        if not allowed:
            raise Parted(f"{key}: {dict(question.items)}", f"{key}: no way found, {offers}")
        chosen, went = allowed[-1]
        self.answer(question, dict(chosen))
        return went

    # places on deck that are short

    def judge(self, question, answer, allowed):
        answer = {name: number for name, number in answer.items() if number}
        refused = question.refuses(answer)
        ours = "allowed" if refused is None else f"refused, {refused}" if allowed else "refused"
        self.same(f"{question.key}: {answer}", ours, "allowed" if allowed else "refused")

    def named(self, units):
        """Aircraft that retreat, under the names that they may have in a question: alike, and from one space."""
        found = {}
        for unit in units:
            found.setdefault((self.words(unit, ""), unit.space), []).append(unit)
        return found

    def grant(self, key, by, groups, legal):
        """How many of each group get a place; the one who has most of the places decides."""
        groups = dict(groups)
        counts = [range(len(some) + 1) for some in groups.values()]
        every = [list(zip(groups.values(), numbers, strict=True)) for numbers in product(*counts)]
        allowed = [numbers for numbers in every if legal(numbers)]
        if len(allowed) == 1 and not self.is_asked(key):
            COUNT[f"{key.rpartition('.')[2]}, only way"] += 1
            return allowed[0]
        question = self.expect(key)
        self.same(f"{key} by", question.by, by)
        names = {}
        for name in question.items:
            who, _, at = name.partition("-at-")
            fitting = [group for group in groups if group == name or is_called(group, who, at)]
            self.same(f"{key}: {name}, groups", len(fitting), 1)
            names[name] = groups[fitting[0]]
        self.same(key, dict(question.items), {name: len(some) for name, some in names.items()})
        self.same(f"{key}, not offered", [group for group, some in groups.items() if some not in names.values()], [])
        said = {id(some): name for name, some in names.items()}
        for numbers in every:
            self.judge(question, {said[id(some)]: number for some, number in numbers}, legal(numbers))
        own = max(sum(number for some, number in numbers if some[0].nation == by) for numbers in allowed)
        usual = sum(number for name, number in question.default.items() if names[name][0].nation == by)
        self.same(f"{key}, own ones by default", usual, own)
        COUNT[key.rpartition(".")[2]] += 1
        chosen = self.random.choice(allowed)
        self.answer(question, {said[id(some)]: number for some, number in chosen if number})
        return chosen

    # dice, and who is lost

    def hits(self, start):
        """Rolls whatever is to be rolled."""
        hits = Counter()
        while self.key.startswith(start) and ".losses-" not in self.key:
            question = self.session.question
            if isinstance(question, Roll):
                reading = question.reading
                faces = tuple(self.random.randint(1, reading.dice.sides) for _ in range(reading.dice.count))
                sort, _, who = question.key.removeprefix(start).partition(".")
                sort = "surface-only" if who.startswith("anti-aircraft") and sort == "surface" else sort.rstrip("-0123456789")
                hits[sort] += sum(face <= reading.needed for face in faces)
                self.play.append(f"{question.key} by {question.by}: {faces}")
                self.given[question.key] = list(faces)
                self.session.roll(faces)
            else:
                self.answer(question, self.random.choice(sorted(question.options)))
        return hits

    def share_hits(self, key, by, most, hits):
        """How many hits fall on each nation."""
        question = self.expect(key)
        self.same(key, (question.by, dict(question.items), question.least, question.most), (by, most, hits, hits))
        chosen = Counter(self.random.sample([nation for nation, number in most.items() for _ in range(number)], hits))
        self.answer(question, dict(chosen))
        return chosen

    def lose(self, key, by, units, hits):
        """Who takes the hits: pairs of units and numbers. Of units that are alike, those whose ids come last are lost (38)."""
        units = sorted(units, key=lambda unit: unit.entry, reverse=True)
        if not self.is_asked(key) and len({self.words(unit, key) for unit in units}) == 1:
            return share(units, hits)
        if not self.is_asked(key) and (forced := self.only_way(key, units, hits)):
            return forced
        question = self.expect(key)
        self.same(f"{key} by", question.by, by)
        items = shared_out(question.items, units, lambda unit: self.words(unit, key))
        most = {name: min(hits, len(those)) for name, those in items.items()}
        for name, those in list(items.items()):
            if those and those[0].points > 1 and hits > 1:  # a second hit on the same ship
                items[f"{name}-damaged"] = [*items.get(f"{name}-damaged", ()), *those]
                damaged = most.get(f"{name}-damaged", 0)
                most[f"{name}-damaged"] = min(hits, damaged + min((hits - damaged) // 2, len(those)))
        self.same(key, dict(question.items), most)
        for _ in range(TRIES):
            chosen = Counter(self.random.sample([name for name, number in most.items() for _ in range(number)], hits))
            if question.refuses(chosen) is None:
                break
        else:
            chosen = Counter(question.default)
        self.answer(question, dict(chosen))
        return [pair for name, number in chosen.items() for pair in share(items[name], number, 1)]

    def all_are_lost(self, key):
        """Of bombs and other hits that together destroy everything, it may be asked which falls on what; it does not matter."""
        while self.key.startswith(key) and not isinstance(self.session.question, Roll):
            question = self.session.question
            self.answer(question, {name: number for name, number in question.default.items() if number})

    def only_way(self, key, units, hits):
        """A sound ship and damaged ones like it, where one hit on each is as good as two on the sound one: nobody is asked."""
        sound, hurt = ([unit for unit in units if (unit.points == 1) == one] for one in (False, True))
        alike = len({(*self.words(unit, key)[:-1], self.words(unit, key)[-1] - {"damaged"}) for unit in units}) == 1
        room = min(hits, len(sound)) + min(hits, len(hurt) + min((hits - len(hurt)) // 2, len(sound)))
        return share([*hurt, *sound], hits, 1) if alike and sound and hurt and room == hits else []

    def which_ships(self, key, by, had, left):
        """How many hits each of these ships can take now, where together they can take so many."""
        question = self.expect(key)
        self.same(key, (question.by, dict(question.items)), (by, had))
        legal = []
        for after in {tuple(way) for way in permutations(left)}:
            hits = {name: points - now for (name, points), now in zip(had.items(), after, strict=True)}
            if min(hits.values()) >= 0:
                self.judge(question, hits, True)
                legal.append(dict(zip(had, after, strict=True)))
        for name in had:
            self.judge(question, {name: sum(had.values()) - sum(left) + 1}, False)
        chosen = self.random.choice(legal)
        self.answer(question, {name: had[name] - now for name, now in chosen.items() if had[name] > now})
        COUNT["ships by name"] += 1
        return chosen

    # where to

    def settle(self, leavers, room):
        """Where units go: each with the places that it may go to, and how a question about it begins. A deck is soon full."""
        starts = {unit: start for unit, _, start in leavers}
        left, went = {unit: places for unit, places, _ in leavers}, []

        def free(unit):
            left_on = on_deck([])
            return [to for to in left[unit] if is_kept(unit, to) or left_on[to] > 0]

        def is_kept(unit, to):
            return not isinstance(to, naive.Unit) or unit.base is to

        def on_deck(going):
            taken = Counter(to for one, to in [*went, *going] if not is_kept(one, to))
            decks = {to for places in left.values() for to in places if isinstance(to, naive.Unit)} | set(taken)
            return {to: room(to) - taken[to] for to in decks}

        def legal(going):
            """Everybody else who can go to strange decks only still finds a place there."""
            still, gone = on_deck(going), [unit for unit, _ in going]
            wants = [left[unit] for unit in left if unit not in gone and not any(is_kept(unit, to) for to in left[unit])]
            return min(still.values(), default=0) >= 0 and naive.seated([(len(wants), wants)], still)

        while self.key.startswith(tuple(starts.values())):
            key, question = self.key, self.session.question
            units = [
                unit
                for unit in left
                if key.startswith(starts[unit]) and fits(key.removeprefix(starts[unit]), self.words(unit, key))
                if unit.damaged == key.endswith("-damaged")
            ]
            if not units:
                break
            places = {called(to): to for unit in units for to in free(unit)}
            offered = {name for name, number in question.items.items() if number}
            self.same(f"{key}, not free", sorted(offered - set(places)), [])
            needed = {name for name, to in places.items() if any(to in left[unit] and legal([(unit, to)]) for unit in units)}
            self.same(f"{key}, not offered", [], sorted(needed - offered))
            for _ in range(TRIES):
                some = [self.random.choice(sorted(places)) for _ in units]
                chosen = dict(Counter(some))
                self.judge(question, chosen, legal([(unit, places[name]) for unit, name in zip(units, some, strict=True)]))
                if question.refuses(chosen) is None:
                    break
            else:
                chosen = {name: number for name, number in question.default.items() if number}
            self.answer(question, chosen)
            for unit in units:
                to = next((name for name, number in chosen.items() if number), None)
                if to is not None:
                    chosen[to] -= 1
                    went.append((unit, places[to]))
                del left[unit]
        for unit in list(left):
            places = [to for to in free(unit) if legal([(unit, to)])]
            alike = [one for one in left if self.words(one, "") == self.words(unit, "") and left[one] == left[unit]]
            still = on_deck([])
            full = all(isinstance(to, naive.Unit) for to in places) and sum(still[to] for to in places) <= len(alike)
            self.same(f"{starts[unit]}: {unit} has a choice", len(places) > 1 and not full, False)
            if places:
                went.append((unit, places[0]))
            del left[unit]
        return went

    def words(self, unit, key, also=None):
        """The names that a question may have for a unit, with all that may be said of it."""
        said = {called(unit.base)} if unit.flies else set()
        said |= {"leaving"} if unit.leaving else set()
        said |= {"damaged"} if unit.damaged else set()
        said |= {"grounded"} if unit.flies and not unit.is_up and unit.status != naive.OUT else set()
        said |= {"out"} if unit.flies and unit.status == naive.OUT else set()
        said |= {"arriving"} if unit.arrived and key.startswith(f"r{unit.arrived}.") else set()
        said |= {"ashore"} if unit.ashore else set()
        said |= {word for word, units in (also or {}).items() if unit in units}
        names = [unit.entry] if self.turn.has_name(unit) else [f"{unit.nation}-{unit.type}", unit.type]
        return *names, frozenset(said)

    # the books

    def books(self, turn, when):
        """Compares where everything is, if the session is at the same moment."""
        ready = {
            "before declarations": self.key.endswith((".retreat", ".ground", ".dispatch")),
            "before fire": isinstance(self.session.question, Roll) or ".next-" in self.key,
            "after the round": self.key.endswith(".go-on") and not (turn.round == 1 and turn.passages),
            "at the end": True,
        }
        if not ready.get(when, ".defender." in self.key and f".{when.rpartition(' ')[2]}." in self.key):
            return
        if when == "at the end":
            self.same("asked", self.key, "")
        ours, standing = Counter(), self.session.standing
        laden = {mark.removeprefix("aboard=") for row in standing for mark in row.marks if mark.startswith("aboard=")}
        for row in standing:
            marks = tuple(mark for mark in row.marks if not mark.startswith("from="))
            type_ = self.types.get(row.unit, row.unit)
            named = row.unit in laden or (type_ == "aircraft-carrier" and row.place)
            ours[row.side, row.place, row.unit if named else type_, marks] += row.count
        theirs = naive.rows(turn)
        self.same(f"round {turn.round}, {when}", sorted((ours - theirs).items()), sorted((theirs - ours).items()))


def called(place):
    return place.entry if isinstance(place, naive.Unit) else place


def fits(name, these):
    *heads, said = these
    for head in heads:
        if name == head or name.startswith(f"{head}-"):
            return set(name.removeprefix(head).split("-")) - {""} <= said
    return False


def is_called(group, who, at):
    return isinstance(group, tuple) and fits(who, group[0]) and at in ("", group[1])


def shared_out(names, units, words_of):
    """The units under each name of a question, each under the one that says most about it."""
    items = {name: [] for name in names}
    for unit in units:
        fitting = [name for name in names if fits(name, words_of(unit))]
        best = max(fitting, key=lambda name: (name.startswith(unit.entry), len(name)), default=f"(not offered: {unit})")
        items.setdefault(best, []).append(unit)
    return items


def first_of(units, number):
    """Of units that are alike, those whose ids come first in the alphabet go (38)."""
    return sorted(units, key=lambda unit: unit.entry)[:number]


def name_of(items, unit):
    return next(name for name, those in items.items() if unit in those)


def share(units, hits, each=2):
    pairs = []
    for unit in units:
        number = min(hits, unit.points, each)
        hits -= number
        if number:
            pairs.append((unit, number))
    return pairs


# random positions

SEAS, LANDS = ("s1", "s2", "s3", "s4"), ("l1", "l2", "l3", "l4")
SIDES = (("japan",), ("uk", "usa"))
OPTIONS = {
    "die-sides": (10, 20),
    "air-priority": ("no",),
    "casualties": ("attacker-first",),
    "casualty-chooser": ("shooter",),
    "joint-losses": ("each-nation",),
    "surface-fire-vs-airborne": ("never", "owner-choice"),
    "support-shots": ("every-round",),
    "carrier-sunk": ("destroyed",),
    "retreaters-roll": ("yes",),
    "dispatched-bomber-vs-surface": ("no",),
    "origin-lost": ("adjacent-friendly",),
}


def random_scenario(random):
    """A map, and units of Japan and of the Western Allies on it; sometimes Soviets beside them."""
    spaces = {name: {"kind": "sea" if name in SEAS else "land", "adjacent": []} for name in (*SEAS, *LANDS)}
    names = list(spaces)
    for at, one in enumerate(names):
        for two in names[at + 1 :]:
            if random.random() < 0.55:
                spaces[one]["adjacent"].append(two)
    units = []

    def add(nation, type_, where, count=1):
        units.append({"id": f"u{len(units) + 1}", "nation": nation, "type": type_, "count": count, **where})
        return units[-1]["id"]

    soviets = random.random() < 0.3
    for land in LANDS:
        nation = random.choice(("japan", "uk", "uk", "usa"))
        spaces[land] |= {"nation": nation} if random.random() < 0.85 else {}  # or nobody holds it
        for other in ("japan",) if nation == "japan" else ("uk", "usa"):
            if random.random() < (0.8 if other == nation else 0.3):
                add_army(random, add, other, {"at": land})
        if soviets and random.random() < 0.4:
            add_army(random, add, "ussr", {"at": land})
    for sea in SEAS:
        for nation in ("japan", "uk", "usa", *(["ussr"] if soviets else [])):
            if random.random() < (0.6 if nation in ("japan", "uk") else 0.3):
                add_fleet(random, add, nation, {"at": sea})
    return scenario(random, spaces, units)


def scenario(random, spaces, units):
    changed = random.sample(sorted(OPTIONS), random.choice((0, 0, 1, 2, 4)))
    return {
        "airwar": 1,
        "ruleset": "air-supremacy",
        "title": "a random turn",
        "options": {"placeholder-values": "yes", **{name: random.choice(OPTIONS[name]) for name in changed}},
        "spaces": spaces,
        "units": units,
    }


def crowded_scenario(random):
    """Allied carriers of two nations under attack at sea, around decks that have few places."""
    decks = [f"d{number}" for number in range(1, random.randint(2, 4))]
    spaces = {name: {"kind": "sea", "adjacent": []} for name in ("b1", *decks)}
    units = []

    def add(nation, type_, where, count=1):
        units.append({"id": f"u{len(units) + 1}", "nation": nation, "type": type_, "count": count, **where})
        return units[-1]["id"]

    def add_carrier(place, fighters):
        nation = random.choice(("uk", "usa"))
        carrier = add(nation, "aircraft-carrier", {"at": place})
        for type_ in random.sample(("fighter", "dogfighter"), fighters):
            add(random.choice((nation, nation, "uk")), type_, {"aboard": carrier})

    for deck in decks:
        add_carrier(deck, random.choice((0, 1, 1, 2)))
    for number in range(random.randint(1, 3)):
        place = f"x{number + 1}"
        spaces[place] = {"kind": "sea", "adjacent": ["b1", *random.sample(decks, random.randint(1, len(decks)))]}
        for _ in range(random.randint(1, 3)):
            add_carrier(place, random.choice((1, 1, 2)))
        add("japan", "destroyer", {"at": random.choice((place, "b1"))}, random.randint(2, 3))
    add_fleet(random, add, "japan", {"at": "b1"})
    return scenario(random, spaces, units)


def add_army(random, add, nation, where):
    for type_, chance in (
        ("infantry", 0.7),
        ("armor", 0.2),
        ("anti-aircraft", 0.2),
        ("fighter", 0.5),
        ("dogfighter", 0.2),
        ("bomber", 0.2),
    ):
        if random.random() < chance:
            add(nation, type_, where, random.randint(1, 2))


def add_fleet(random, add, nation, where):
    if random.random() < 0.7:
        add(nation, "destroyer", where, random.randint(1, 3))
    for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
        add(nation, "battleship", where, random.choice((1, 1, 2)))
    if random.random() < 0.2:
        add(nation, "submarine", where)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        carrier = add(nation, "aircraft-carrier", where)
        for type_ in random.sample(("fighter", "dogfighter"), random.choice((0, 1, 1, 2))):
            add(nation, type_, {"aboard": carrier})
    for _ in range(random.choice((0, 1, 1, 2))):
        transport = add(nation, "transport", where)
        if random.random() < 0.8:
            add(nation, "infantry", {"aboard": transport}, random.randint(1, 2))


# random orders


class Orders:
    """The attacks of one turn on a position."""

    def __init__(self, random, doc, movers):
        self.random, self.doc, self.movers = random, doc, movers
        self.spaces = doc["spaces"]
        self.near = naive.neighbors(self.spaces)
        self.units = {said["id"]: said for said in doc["units"]}
        self.free = {name: said.get("count", 1) for name, said in self.units.items() if said["nation"] in movers}
        self.battles = []
        self.chosen = {}
        self.there = {}  # who attacks which space: nation, type, and the id of those that are told apart

    def place(self, name):
        said = self.units[name]
        return self.place(said["aboard"]) if "aboard" in said else said["at"]

    def enemies(self, space):
        """Whom to attack there: the same nations in every attack on it."""
        if space not in self.chosen:
            self.chosen[space] = self.choose_enemies(space)
        return list(self.chosen[space])

    def choose_enemies(self, space):
        here = {said["nation"] for name, said in self.units.items() if self.place(name) == space and said.get("count", 1)}
        groups = sorted({naive.group_of(nation) for nation in here} - {naive.group_of(self.movers[0])})
        if len(groups) > 1 and self.random.random() < 0.6:
            groups = [self.random.choice(groups)]
        if naive.group_of(self.spaces[space].get("nation")) == naive.group_of(self.movers[0]):
            return []
        return sorted(nation for nation in here if naive.group_of(nation) in groups)

    def is_free(self, name):
        """Not aboard a ship that is in a battle."""
        ship = self.units[name].get("aboard")
        return ship is None or bool(self.free.get(ship))

    def some(self, space, names, chance=0.6):
        """Some of these units for a space; of those that look alike, only from one entry, since nobody could tell them apart."""
        taken = {}
        for name in names:
            if self.free.get(name) and self.random.random() < chance and self.is_unlike(name, space):
                taken[name] = self.random.randint(1, self.free[name])
                self.free[name] -= taken[name]
        return taken

    def is_unlike(self, name, space, look=False):
        if self.sort(name) in self.there.setdefault(space, set()):
            return False
        if not look:
            self.there[space].add(self.sort(name))
        return True

    def sort(self, name):
        said = self.units[name]
        laden = said["type"] == "aircraft-carrier" or any(other.get("aboard") == name for other in self.units.values())
        return said["nation"], said["type"], name if laden or "aboard" in said else ""

    def of(self, types, places):
        return [
            name
            for name, said in self.units.items()
            if said["type"] in types and self.place(name) in places and ("aboard" not in said or said["type"] in naive.FIGHTERS)
        ]

    def all(self):
        seas = [name for name, said in self.spaces.items() if said["kind"] == "sea"]
        lands = [name for name, said in self.spaces.items() if said["kind"] == "land"]
        for sea in self.random.sample(seas, len(seas)):
            enemies = self.enemies(sea)
            if enemies and self.random.random() < 0.8:
                self.at_sea(sea, enemies)
        for land in self.random.sample(lands, len(lands)):
            enemies = self.enemies(land)
            if enemies and self.random.random() < 0.6:
                self.on_land(land, enemies)
        return self.battles

    def at_sea(self, sea, enemies):
        ships = self.some(sea, self.of(naive.SHIPS, {sea, *self.near[sea]}))
        planes = self.some(sea, self.of(naive.AIRCRAFT, {sea, *self.near[sea]}), 0.4)
        if not ships and not planes:
            return
        self.battles.append({"at": sea, "with": {**ships, **planes}, "defenders": enemies})
        for second in self.random.sample(self.near[sea], len(self.near[sea])):
            if ships and self.random.random() < 0.5:
                self.passing(sea, second, ships, planes)

    def passing(self, first, second, ships, planes):
        enemies = self.enemies(second)
        if not enemies:
            return
        battle = {"at": second, "after": first, "defenders": enemies}
        joining = self.some(
            second, [name for name in self.of(naive.AIRCRAFT, {first, second, *self.near[second]}) if self.is_free(name)], 0.35
        )
        for name in joining:
            self.free[self.units[name].get("aboard")] = 0
        carriers = [name for name in ships if self.units[name]["type"] == "aircraft-carrier"]
        if self.spaces[second]["kind"] == "sea":
            goers = {
                name: self.part(name, number)
                for name, number in ships.items()
                if self.random.random() < 0.7 and self.is_unlike(name, second)
            }
            ships_left = {name: number - goers.get(name, 0) for name, number in ships.items()}
            ships.clear()
            ships.update({name: number for name, number in ships_left.items() if number})
            if goers:
                own = self.of_the_fleet(carriers, planes, ships, second, goers)
                self.battles.append({**battle, "with": {**goers, **own, **joining}})
            return
        troops = {}
        for name in list(ships):
            if self.units[name]["type"] == "transport":
                aboard = [one for one, said in self.units.items() if said.get("aboard") == name]
                landed = self.some(second, aboard, 0.8)
                troops |= landed
                if landed:
                    del ships[name]
        if not troops:
            return
        support = {
            name: self.part(name, ships[name])
            for name in ships
            if self.units[name]["type"] in ("battleship", "destroyer") and self.random.random() < 0.5
        }
        for name, number in support.items():
            ships[name] -= number
            self.there.setdefault(second, set())
            if not ships[name]:
                del ships[name]
        joining |= self.of_the_fleet(carriers, planes, ships, second)
        self.battles.append(
            {**battle, "landing": troops, **({"with": joining} if joining else {}), **({"support": support} if support else {})}
        )

    def part(self, name, number):
        """Some of an entry; of battleships all, for those that are damaged are not like the others."""
        return number if self.units[name]["type"] == "battleship" else self.random.randint(1, number)

    def of_the_fleet(self, carriers, planes, ships, second, goers=()):
        """Aircraft of the fleet's carriers that go on: with their carrier, or from the deck of one that then goes nowhere else."""
        going = {}
        for name, said in self.units.items():
            along = said.get("aboard") in goers
            able = self.free.get(name, 0) + (planes.get(name, 0) if along else 0)
            if said.get("aboard") in carriers and able and self.random.random() < 0.5 and self.is_unlike(name, second):
                going[name] = self.random.randint(1, able)
                fought = min(going[name], planes.get(name, 0)) if along else 0
                planes[name] = planes.get(name, 0) - fought
                self.free[name] -= going[name] - fought
                ships.pop(said["aboard"], None)
        return going

    def on_land(self, land, enemies):
        fought = {battle["at"] for battle in self.battles}
        army = self.some(land, self.of(("infantry", "armor"), {space for space in self.near[land] if space not in fought}), 0.5)
        planes = self.some(land, self.of(naive.AIRCRAFT, self.near[land]), 0.4)
        quiet = [sea for sea in self.near[land] if sea not in fought and self.spaces[sea]["kind"] == "sea"]
        transports = [name for name in self.of(("transport",), quiet) if self.free.get(name)]
        troops = self.some(land, [name for name, said in self.units.items() if said.get("aboard") in transports], 0.5)
        for name in troops:
            self.free[self.units[name]["aboard"]] = 0
        support = self.some(land, self.of(("battleship", "destroyer"), quiet), 0.4) if troops else {}
        if army or planes or troops:
            battle = {"at": land, "defenders": enemies}
            battle |= {part: said for part, said in (("with", army | planes), ("landing", troops), ("support", support)) if said}
            self.battles.append(battle)


# side by side


def compare(seed):
    """What airwar and the naive program say about a chain of random turns."""
    random = Random(f"pass-through {seed}")
    doc = crowded_scenario(random) if seed % 3 == 2 else random_scenario(random)
    for turn in range(TURNS):
        movers = list(SIDES[(seed + turn) % 2])
        orders = Orders(random, doc, movers)
        doc["attacker"], doc["battles"] = movers[0], orders.all()
        doc.pop("moving-with", None)
        if movers[1:]:
            doc["moving-with"] = movers[1:]
        asked = random.random() < 0.3
        if asked:
            doc["orders"], doc["battles"] = "ask", []
            orders.there = {}
        if not doc["battles"] and not asked:
            break
        if not turn:
            send_off(random, doc, movers)
        text = dumped(doc)
        refused = reason_for_refusal(text)
        if refused:
            return {"scenario": text, "refused": refused}, {"scenario": text, "refused": ""}
        table = Table(text, random)
        said = read_yaml(text)
        try:
            if asked:
                table.orders = orders
                ordering = Ordering(said, table)
                ordering.play(random.randint(1, 6))
                said["battles"] = ordering.orders
                COUNT["orders at the table"] += len(ordering.orders)
            if not said["battles"]:
                break
            books = naive.Turn(said, table)
            books.play()
            following, _ = following_text(table.session.scenario, table.session.end.state)
            doc = read_yaml(following)
            table.same("owners", owners(doc), {space: nation for space, nation in books.owner.items() if nation})
            table.same("next turn", *parted(units_in(doc), naive.rows_after(books)))
        except Parted as parting:
            context = {"scenario": f"{text}{dumped({'choices': table.given})}", "play": table.play}
            return {**context, "next": parting.ours}, {**context, "next": parting.theirs}
        COUNT["turns"] += 1
    return {}, {}


def send_off(random, doc, movers):
    """Some aircraft of the defenders are under way when the turn begins, or have retreated in it already."""
    near, places = naive.neighbors(doc["spaces"]), {said["id"]: said.get("at") for said in doc["units"]}
    for said in doc["units"]:
        if said["type"] in naive.AIRCRAFT and said["nation"] not in movers and random.random() < 0.15:
            spaces = near[said.get("at") or places[said["aboard"]]]
            bound = {"bound-for": random.choice(spaces)} if spaces else {}
            said |= random.choice((bound, bound, {"returning": True}, {"out-for": movers[0]}))


COUNT = Counter()


def owners(doc):
    return {name: said["nation"] for name, said in doc["spaces"].items() if said.get("nation")}


def units_in(doc):
    """The units of a scenario, as the books have them."""
    found, laden = Counter(), {said.get("aboard") for said in doc["units"] if said.get("count", 1)}
    for said in doc["units"]:
        marks = {"damaged"} if said.get("damaged") else set()
        marks |= {f"{word}={said[word]}" for word in ("aboard", "bound-for", "out-for") if word in said}
        marks |= {"returning"} if said.get("returning") else set()
        name = said["id"] if said["id"] in laden or said["type"] == "aircraft-carrier" else said["type"]
        if said.get("count", 1):
            found[said["nation"], said.get("at", ""), name, tuple(sorted(marks))] += said.get("count", 1)
    return found


def parted(one, two):
    return sorted((one - two).items()), sorted((two - one).items())


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
    print(f"{COUNT['turns']} turns")
