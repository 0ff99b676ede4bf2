"""Random movement phases of A World at War, played by airwar and by the naive program with the same decisions and dice.

python tests/oracles/compare_movement.py 2000
"""

import re
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_movement
import naive_phase
from random_movement import random_orders, random_position, scenario_of
from side_by_side import Players, main, play_beside, reason_for_refusal

from airwar.engine.questions import Allotment, Choice, Fact, Roll

TRIES = 20  # answers that are made up for a question


# at the table


class Table(Players):
    """What airwar asks, by the ends of its keys, and what it says of the legal answers."""

    def __init__(self, text, random):
        super().__init__(text, random)
        self.asked = 0

    def asks(self, pattern):
        """The key of the pending question, if it is like this; else nothing."""
        key = self.question.key if self.question is not None else ""
        return key if re.search(pattern, key) else ""

    is_asked = asks

    def expect_like(self, pattern, by):
        question = self.question
        ours = question.key if question is not None else "the end"
        self.same(ours, ours if self.asks(pattern) else pattern)
        if by:
            self.same(f"{ours} by {question.by}", f"{ours} by {by}")
        return question

    def same(self, ours, theirs):
        if ours != theirs:
            self.play.append(f"(asked: {self.question.key if self.question is not None else 'nothing'})")
            self.play.append(f"(there: {[(row.place, row.unit, row.count, *row.marks) for row in self.session.standing]})")
        super().same(ours, theirs)

    # the books

    def rows(self):
        """Who is where, and in what state, carriers apart."""
        found = Counter()
        for row in self.session.standing:
            if "eliminated" not in row.marks and row.unit not in self.carriers:
                found[row.unit, row.place, "inverted" if "inverted" in row.marks else "ready"] += row.count
        return found

    @property
    def carriers(self):
        return {row.unit for row in self.session.standing if row.unit.startswith("cv-") and not row.unit.endswith("-air")}

    def same_rows(self, when, theirs):
        ours = self.rows()
        self.same(f"{when}: {sorted((ours - theirs).items())}", f"{when}: {sorted((theirs - ours).items())}")

    def over(self, unit):
        """How many of a unit are in the air."""
        return sum(row.count for row in self.session.standing if row.unit == unit and "over" in row.marks)

    def there(self, place, side, units):
        """Who of a side is in a hex, on the ground or aboard."""
        found = Counter()
        for row in self.session.standing:
            port = place == row.place or self.port_of(row.place) == place
            if row.side == side and port and row.unit in units and "over" not in row.marks and "eliminated" not in row.marks:
                found[row.unit] += row.count
        return found

    def port_of(self, place):
        return self.position["carriers"].get(place, {}).get("port")

    def missing(self, unit, others, number):
        """How many of a unit are lost, of so many that flew; `others` are all rows without them."""
        alive = sum(count for (who, _, _), count in self.rows().items() if who == unit)
        return number - (alive - sum(count for (who, _, _), count in others.items() if who == unit))

    def last_roll(self, place, unit):
        """Of a unit that was attacked at a place: how many inverted ones were lost, and how many aborted in the last round."""
        hurt = aborted = 0
        fight = False
        for record in self.session.log.records:
            body = record.content
            if body["t"] == "round":
                fight = body["scope"] == place
                aborted = 0 if fight else aborted
            if fight and body["t"] == "told" and body["what"] == "loss" and body["unit"].startswith((f"{unit}:", f"{unit}/")):
                hurt += body["count"] if "(inverted)" in body["unit"] else 0
                aborted += body["count"] if body["fate"] == "aborted" else 0
        return hurt, aborted

    # questions

    def leave(self, pattern):
        while self.asks(pattern):
            self.answer(self.question, self.question.default)

    def choose(self, pattern, by, options, doubtful=(), typed=()):
        """One of the options; those that are doubtful may be offered or not, those that are typed are legal but not listed."""
        if not self.asks(pattern) and (len(options) == 1 or (not options and not doubtful)):
            return options[0] if options else None
        if not self.asks(pattern) and doubtful and set(options) <= {"no-more"}:
            return "no-more"
        question = self.expect_like(pattern, by)
        offered = set(question.options)
        wanted = (set(options) | (offered & set(doubtful))) - (set(doubtful) - offered)
        self.same(f"{question.key}: {sorted(offered)}", f"{question.key}: {sorted(wanted)}")
        for name in self.position["bases"]:
            if name not in offered:
                self.judge(question, name, name in typed)
        some = sorted(offered - {"no-more", "none"})
        chosen = self.random.choice(some) if some and self.random.random() < 0.75 else self.random.choice(sorted(offered))
        self.answer(question, chosen)
        return chosen

    def offers(self, pattern, names, doubtful):
        """The names that an allotment offers; more of them do no harm if they are refused."""
        if not self.asks(pattern):
            return
        question = self.question
        offered = {name.partition("/")[0] for name, most in question.items.items() if most}
        missing = set(names) - offered
        self.same(f"{question.key} does not offer {sorted(missing)}", f"{question.key} does not offer []")
        for name in offered - set(names) - set(doubtful):
            self.judge(question, {name: 1}, False)

    def allot(self, pattern, by, most, legal):
        """How many of each; `legal` says True, False, or None if nobody knows."""
        if not self.asks(pattern):
            only = [answer for answer in self.tries(most) if legal(answer)]
            self.same(f"{pattern} is not asked", f"{pattern} is not asked" if len(only) == 1 else f"{only}")
            return only[0]
        question = self.expect_like(pattern, by)
        good = []
        for answer in [*self.tries(most), {name: number for name, number in question.default.items() if number}]:
            allowed = legal(answer)
            if allowed is not None:
                self.judge(question, answer, allowed)
            if question.refuses(answer) is None:
                good.append(answer)
        chosen = self.random.choice([answer for answer in good if any(answer.values())] or good)
        self.answer(question, chosen)
        return chosen

    def tries(self, most):
        """Answers of all sorts."""
        names = list(most)
        found = [{}]
        for name in names:
            found += [{name: number} for number in {1, most[name], most[name] + 1}]
        for _ in range(TRIES):
            some = self.random.sample(names, min(len(names), self.random.randint(1, 3)))
            found.append({name: self.random.randint(0, most[name]) for name in some})
        return [{name: number for name, number in answer.items() if number} for answer in found]

    def send(self, pattern, by, lots, barred, least=1, fit=None):
        """Who flies, among (unit, place) and number. One lot of a unit at a time, and none that is barred.

        `fit` says whether some of them may fly together; if it is left out, all may.
        """
        if not self.asks(pattern) and sum(lots.values()) == 1 and least == 1:
            return dict(lots)
        if not self.asks(pattern) and not lots:
            return {}
        question = self.expect_like(pattern, by)
        homes = {unit.id: unit.home for unit in self.session.states[0].units}
        names = {name: (name.partition("/")[0], homes.get(name)) for name in question.items}
        offered = {lot: question.items[name] for name, lot in names.items() if question.items[name]}
        self.same(f"{question.key}: {sorted(offered.items())}", f"{question.key}: {sorted(lots.items())}")
        names = {lot: name for name, lot in names.items()}
        for (unit, place), number in lots.items():
            self.judge(question, {names[unit, place]: number + 1}, False)
        fit = fit or (lambda some: True)
        for _ in range(TRIES):
            some = {lot: self.random.randint(1, number) for lot, number in lots.items() if self.random.random() < 0.6}
            if some:
                self.judge(question, {names[lot]: number for lot, number in some.items()}, fit(some))
        free = [lot for lot in lots if lot[0] not in barred]
        self.random.shuffle(free)
        answer = {}
        for unit, place in free[: self.random.randint(least, 3)]:
            number = self.random.randint(1, lots[unit, place])
            if unit not in [other for other, _ in answer] and fit({**answer, (unit, place): number}):
                answer[unit, place] = number
        if not answer and question.least:
            answer[next(iter(lots))] = 1
        answer = {lot: answer[lot] for lot in lots if lot in answer}
        self.answer(question, {names[lot]: number for lot, number in answer.items()})
        return answer

    def route(self, places):
        """Which hexes a flight crosses."""
        question = self.question
        offered = [name for name, most in question.items.items() if most]
        self.same(f"{question.key}: {sorted(offered)}", f"{question.key}: {sorted(places)}")
        chosen = [name for name in offered if self.random.random() < 0.5]
        self.answer(question, dict.fromkeys(chosen, 1))
        return chosen

    # fights

    @property
    def rolling(self):
        return isinstance(self.question, Roll)

    def fighting(self, pattern):
        return "" if self.asks(r"\.(order|event)\.\d+$") else self.asks(pattern)

    def any_answer(self):
        """Rolls, or answers at random what is not judged here."""
        question = self.question
        if isinstance(question, Roll):
            count, sides = map(int, str(question.reading.dice).split("d"))
            faces = tuple(self.random.randint(1, sides) for _ in range(count))
            self.play.append(f"{question.key}: {faces}")
            self.session.roll(faces)
            return None
        answer = question.examples[0] if isinstance(question, Fact) else None
        if isinstance(question, Choice):
            answer = self.random.choice(list(question.options))
        elif isinstance(question, Allotment):
            tries = [{name: self.random.randint(0, most) for name, most in question.items.items()} for _ in range(TRIES)]
            answer = next((one for one in tries if question.refuses(one) is None), dict(question.default))
        self.answer(question, answer)
        return answer


def compare(seed):
    """What airwar and the naive program say about one random movement phase."""
    random = Random(seed)
    position = random_position(random)
    if random.random() < 0.3:
        random_orders(random, position)
        return as_read(position)

    def program(players):
        naive_phase.Phase(position, players).play()
        return {}

    return play_beside(scenario_of(position), random, [], program, partial(at_table, position))


def as_read(position):
    """Whether both take the orders of a file."""
    text, faults = scenario_of(position), list(naive_movement.Orders(position).faults())
    refused = reason_for_refusal(text)
    ours = {"scenario": text, "good": not refused, "why not": refused if not faults else ""}
    return ours, {"scenario": text, "good": not faults, "why not": "" if refused or not faults else faults}


def at_table(position, text, random):
    table = Table(text, random)
    table.position = position
    return table


if __name__ == "__main__":
    main(int(sys.argv[1]), compare)
