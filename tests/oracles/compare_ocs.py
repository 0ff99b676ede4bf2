"""Random game turns of the Operational Combat Series, played by airwar and by the naive program with the same dice and decisions.

python tests/oracles/compare_ocs.py 2000

A difference is printed with the scenario, the last questions and answers, and a story that leads there.
"""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_ocs as naive
from side_by_side import Parted, Players, all_answers, main, reason_for_refusal

from airwar.story.writing import ASK_ALL, entries_of, heads_of, told

SIDES = {"axis": ["germany", "italy"], "allies": ["britain", "us"]}
DATES = ("1943-07", "1944-08", "1944-09", "1944-12", "1945-01")
PHASES = ("movement", "reaction", "exploitation")
ON_THE_GROUND = "-supply"
SPREAD = 14  # the places are so many hexes from the middle of the map, or fewer


def other(side):
    return "allies" if side == "axis" else "axis"


# random positions


def random_position(random):
    profile = random.choice((naive.V3, naive.V4))
    options = {"profile": profile} if profile == naive.V4 or random.random() < 0.5 else {}
    options |= {"long-range": "yes"} if random.random() < 0.3 else {}
    position = {"options": options, "sides": SIDES, "date": random.choice(DATES), "hexes": {}, "bases": {}, "units": []}
    if random.random() < 0.9:
        position["first-player"] = random.choice(list(SIDES))
    if random.random() < 0.1:
        phases = random.sample(PHASES, random.randint(1, 2))
        position["weather"] = random.choice(({"flight": "none"}, {"flight": "limited", "phases": phases}))
    for side in SIDES:
        for number in range(1, random.randint(2, 3) + 1):
            position["bases"][f"{side[:2]}-base-{number}"] = random_base(random, side)
        position["hexes"][f"{side[:2]}-front"] = random_hex(random, side)
    position["hexes"]["no-mans-land"] = {key: said for key, said in random_ground(random).items() if key not in ("hq", "flak")}
    add_distances(random, position)
    for side in SIDES:
        for number in range(1, random.randint(3, 6) + 1):
            position["units"].append(random_plane(random, position, side, f"{side[:2]}-{number}"))
    if random.random() < 0.5:
        position["hip-shoot"] = random.sample(["germany", "italy", "britain", "us"], random.randint(1, 3))
    return position


def random_base(random, side):
    base = {"side": side, **random_ground(random)}
    if random.random() < 0.25:
        base["kind"] = "strip"
    else:
        base["level"] = random.randint(1, 3)
    base["supply"] = random.choice((0, 1, 2, 4))
    if random.random() < 0.1:
        base["enemy-zoc"] = True
    if random.random() < 0.3:
        base |= {"combat-units": [side], "re": random.choice((1, 2, 4))}
    if random.random() < 0.4:
        base["spotters"] = [other(side)]
    return base


def random_hex(random, side):
    """A hex with combat units of this side, often with enemy ones next to it."""
    ground = {"combat-units": [side], "re": random.choice(("1/2", 1, "3/2", 2, 3, "7/2", 4, 5, 6, 8)), **random_ground(random)}
    if random.random() < 0.6:
        ground["spotters"] = [other(side)]
    return ground


def random_ground(random):
    ground = {}
    if random.random() < 0.3:
        ground["closeness"] = random.choice(list(naive.CLOSENESS))
    if random.random() < 0.3:
        ground["hedgehog"] = random.randint(1, 4)
    if random.random() < 0.2:
        ground["flak"] = random.randint(1, 3)
    if random.random() < 0.2:
        ground["hq"] = True
    if random.random() < 0.1:
        ground["strat-mode"] = True
    if random.random() < 0.3:
        ground["terrain"] = random.choice(("hills", "forest", "city"))
    if random.random() < 0.2:
        ground[random.choice(("village", "airfield"))] = True
    return ground


def add_distances(random, position):
    """Every place has a hex of its own; distances are those of a hex map."""
    names, spots = [*position["hexes"], *position["bases"]], set()
    while len(spots) < len(names):
        q, r = random.randint(-SPREAD, SPREAD), random.randint(-SPREAD, SPREAD)
        if abs(q + r) <= SPREAD:
            spots.add((q, r))
    where = dict(zip(names, random.sample(sorted(spots), len(names)), strict=True))
    position["distances"] = {
        one: {two: apart(where[one], where[two]) for two in names[at + 1 :]} for at, one in enumerate(names[:-1])
    }


def apart(one, two):
    q, r = one[0] - two[0], one[1] - two[1]
    return max(abs(q), abs(r), abs(q + r))


def random_plane(random, position, side, name):
    kind = random.choice(("F", "F", "F", "T", "T", "S", "F/T", "Tpt", "T/Tpt"))
    rating = random.randint(0, 5)
    weak = random.random() < (0.05 if kind == "F" else 0.8)
    plane = {"id": name, "side": side, "nation": random.choice(SIDES[side]), "type": kind}
    plane |= {"range": random.randint(11 if "F" in kind else 5, 40), "rating": f"({rating})" if weak else rating}
    plane["barrage"] = random.choice((0, 1, 1, 2, 3)) if kind == "F" else random.choice((5, 7, 9, 14, 17, 30, 50, 90))
    if "Tpt" in kind:
        plane["capacity"] = random.choice(("1/2", 1, 2, 3))
        plane["back"] = {"rating": rating // 2, "barrage": plane["barrage"] // 2, "capacity": random.choice(("1/2", 1))}
    elif random.random() < 0.3:
        plane["back"] = {"rating": random.randint(0, rating), "barrage": plane["barrage"] // 2}
    if random.random() < 0.2:
        plane["steps"] = 1
    bases = [base for base, said in position["bases"].items() if said["side"] == side]
    plane["at"] = random.choice(bases)
    if random.random() < 0.25 or is_full(position, plane["at"]):
        plane["status"] = "inactive"
    elif position["options"].get("profile") != naive.V4 and random.random() < 0.2:
        plane |= somewhere_else(random, position, plane)
    return plane


def somewhere_else(random, position, plane):
    """R8: it is over a hex when the turn begins."""
    places = [name for name, said in (position["hexes"] | position["bases"]).items() if said.get("side") != plane["side"]]
    over = random.choice(places)
    away = naive.distance(position, plane["at"], over)
    if away > plane["range"]:
        return {}
    duty = {"duty": "interdiction"} if 2 * away < plane["range"] and random.random() < 0.5 else {}
    return {"over": over, **duty, **({"spent": True} if random.random() < 0.3 else {})}


def is_full(position, name):
    """R14: as many active units as a base holds."""
    active = [plane for plane in position["units"] if plane["at"] == name and "status" not in plane]
    return len(active) >= naive.Base(position["bases"][name]).holds


# the same as a scenario


def scenario_of(position):
    out = ["airwar: 1", "ruleset: ocs", "title: a random game turn"]
    out += [
        f"{key}: {flow(position[key])}"
        for key in ("options", "sides", "date", "first-player", "weather", "hip-shoot")
        if position.get(key)
    ]
    for key in ("hexes", "bases", "distances"):
        out += [f"{key}:", *(f"  {name}: {flow(said)}" for name, said in position[key].items())]
    return "\n".join([*out, "units:", *(f"  - {flow(said)}" for said in position["units"])]) + "\n"


def flow(value):
    """A value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if value in ("yes", "no") else str(value)


# airwar's side of the table


class Table(Players):
    """Questions are known by the end of their keys; before each answer, airwar's books must be those of the naive program."""

    books = None  # where everything is, as the naive program has it

    def is_asked(self, key):
        return self.question is not None and fits(self.question.key, key)

    def expect(self, kind, key, by):
        question = self.question
        if question is None or not fits(question.key, key):
            ours = f"{type(question).__name__.lower()} {question.key} by {question.by}" if question is not None else "the end"
            raise Parted(ours, f"{kind} {key} by {by}")
        self.same(f"{type(question).__name__.lower()} {key} by {question.by}", f"{kind} {key} by {by}")
        return question

    @property
    def question(self):
        """The pending question, but for orders in segments that are none of the air war's."""
        while True:
            question = super().question
            if question is None or not question.key.endswith(".order") or not question.key.split(".")[0].endswith(ON_THE_GROUND):
                return question
            self.answer(question, "done")

    def order(self, side, segment, menu, scope, taken):
        """What the player orders next: a kind of the menu and a target, or that he is done.

        Kinds outside of the scope may be offered more often than the naive program knows; so may strikes on a base that is taken.
        """
        if not (self.is_asked("order") and self.question.key.startswith(f"{side}-{segment}.")):
            known = {kind: menu[kind] for kind in menu if kind in scope}
            self.same(f"{side}-{segment}: nothing to do", f"{side}-{segment}: {known or 'nothing to do'}")
            return "done", ""
        self.settled()
        question = self.expect("choice", "order", side)
        if taken:
            scope = scope - {"barrage", "hip-shoot"}
            menu = {kind: [at for at in menu[kind] if kind in scope or at not in taken] for kind in menu}
        offered = {*question.options}
        menu = {kind: menu[kind] for kind in menu if menu[kind] and (kind in scope or kind in offered)}
        self.same(f"{question.key}: {sorted(offered & scope)}", f"{question.key}: {sorted(scope & {*menu})}")
        kind = self.random.choice([*menu, "done"])
        if kind == "capture" and self.random.random() < 0.5:
            kind = "done"
        self.answer(question, kind)
        if kind == "done":
            return kind, ""
        if kind in scope:
            return kind, self.choose("target", side, menu[kind])
        if not self.is_asked("target"):
            return kind, menu[kind][0]
        at = self.random.choice([name for name in self.question.options if name in menu[kind]])
        self.answer(self.expect("choice", "target", side), at)
        return kind, at

    def state(self, key, by, answer):
        """A player says something in words."""
        self.answer(self.expect("fact", key, by), answer)

    def say(self, key, by, answer):
        """One of the options, whatever the others are; a question with a single one need not be asked."""
        if not self.is_asked(key):
            return None
        self.answer(self.expect("choice", key, by), answer)
        return answer

    def pick(self, key, by, names):
        """Just these go; others might have."""
        self.answer(self.expect("allotment", key, by), dict.fromkeys(names, 1))

    def give_up(self, key, by, number):
        """So many of what is listed, whichever."""
        question = self.expect("allotment", key, by)
        for answer in all_answers(dict(question.items)):
            self.judge(question, answer, sum(answer.values()) == number and max(answer.values()) == 1)
        self.answer(question, dict.fromkeys(self.random.sample(list(question.items), number), 1))

    def whoever_is_asked(self, key, sides):
        """The sides, in the order in which airwar asks them; the rules have none."""
        return sorted(sides, key=lambda side: not (self.is_asked(key) and self.question.by == side))

    def allot(self, key, by, most, legal, some):
        """As the naive program likes; every answer is tried before, or some if there are too many."""
        allowed = [answer for answer in all_answers(most) if legal(answer)]
        if len(allowed) == 1 and not self.is_asked(key):
            return allowed[0]
        question = self.expect("allotment", key, by)
        self.same(f"{key}: {sorted(question.items)}", f"{key}: {sorted(most)}")
        for answer in all_answers(most) or self.sample(most, some):
            self.judge(question, answer, legal(answer))
        chosen = some()
        self.answer(question, chosen)
        return chosen

    def settled(self):
        """A step is over: everything must be where the naive program has it."""
        ours = sorted((row.side, row.place, row.unit, row.count, row.marks) for row in self.session.standing)
        theirs = self.books()
        if ours != theirs:
            question = self.question.key if self.question is not None else "the end"
            raise Parted(
                f"before {question}: {[row for row in ours if row not in theirs]}",
                f"before {question}: {[row for row in theirs if row not in ours]}",
            )

    def roll(self, key, by, dice, meaning=None):
        before = len(self.session.log.records)
        full = self.question.key if self.question is not None else ""
        faces = super().roll(key, by, dice)
        if meaning is not None:
            body = next(record.content for record in self.session.log.records[before:] if record.content["t"] == "roll")
            said = {**body, "terms": sorted(term[1] for term in body["terms"] if term[1])}
            meant = meaning(faces)
            self.same(f"{full} {faces} means { ({name: said.get(name) for name in meant}) }", f"{full} {faces} means {meant}")
        return faces


def fits(key, end):
    if end.endswith("*"):  # whatever it is called
        return f".{end[:-1]}" in key
    return key == end or key.endswith(f".{end}")


def compare(seed):
    """What airwar and the naive program say about one random turn."""
    random = Random(seed)
    position = random_position(random)
    text = scenario_of(position)
    refused = reason_for_refusal(text)
    if refused:
        return {"scenario": text, "refused": refused}, {"scenario": text, "refused": ""}
    table = Table(text, random)
    try:
        theirs = naive.Turn(position, table).play()
        ends = table.end()
        ours = {key: ends[key] for key in theirs}
    except Parted as parted:
        ours, theirs = {"next": parted.ours}, {"next": parted.theirs}
    context = {"play": table.play} if ours == theirs else {"scenario": story_of(table.session), "play": table.play}
    return {**context, **ours}, {**context, **theirs}


def story_of(session):
    """The turn so far as a story, to be played with `airwar story`."""
    return told(heads_of(session.log.header.scenario, "a random game turn") + ASK_ALL, entries_of(session.log))


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
