"""Plays airwar and a naive program side by side, and shows where they part.

A naive program of a whole turn knows airwar only as `players`, who roll and decide. It says which question must come now, who must
be asked, and which answers the rules allow. The players see whether airwar asks the same, try answers that are not allowed, and
then answer at random.
"""

from itertools import product

from airwar.errors import BadScenario
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

ENOUGH = 5  # differences, after which the command line stops
MOST_ANSWERS = 1500  # so many answers to a question are all tried; of more, only some
SOME_ANSWERS = 60
LINES_BEFORE = 12  # questions and answers that are shown before the line where the two part
SHOWN_FIRST = ("scenario", "play")
REFEREE = "referee"


# on the command line, and in a test


def main(number, compare):
    """Fights this many battles twice; stops after a few that end differently."""
    different = fought = 0
    while fought < number and different < ENOUGH:
        said = difference(fought, *compare(fought))
        if said:
            different += 1
            print(said)
        fought += 1
    print(f"{different} different of {fought}")


def difference(seed, ours, theirs):
    """Everything that airwar and the naive program say differently, after the scenario; empty if nothing."""
    if ours == theirs:
        return ""
    lines = [f"seed {seed}"]
    lines += [ours["scenario"]] if "scenario" in ours else []
    lines += [f"  {line}" for line in ours.get("play", ())[-LINES_BEFORE:]]
    for key in {**ours, **theirs}:
        one, two = ours.get(key), theirs.get(key)
        if key not in SHOWN_FIRST and one != two:
            if isinstance(one, list) and isinstance(two, list) and sorted(one) != sorted(two):  # only the rows that differ
                one, two = [row for row in one if row not in two], [row for row in two if row not in one]
            lines.append(f"  {key}\n    airwar {one}\n    naive  {two}")
    return "\n".join(lines)


# whole turns


def play_beside(text, random, faults, program, players_of=None):
    """What airwar and the naive program say about a scenario: whether it is good, where they part, and how it ends.

    `faults` are the naive program's reasons to refuse the scenario. `program(players)` plays it and returns how it ends, as a
    dictionary with some of the keys of `Players.end`; with none of them, the turn is not played to its end.
    `players_of(text, random)`: other players than `Players`.
    """
    refused = reason_for_refusal(text)
    if refused or faults:
        return (
            {"scenario": text, "good": not refused, "why not": refused if not faults else ""},
            {"scenario": text, "good": not faults, "why not": faults if not refused else ""},
        )
    players = (players_of or Players)(text, random)
    context = {"scenario": text, "play": players.play}
    try:
        theirs = program(players)
        ours = players.end() if theirs else {}
    except Parted as parted:
        return {**context, "next": parted.ours}, {**context, "next": parted.theirs}
    return {**context, **{key: ours[key] for key in theirs}}, {**context, **theirs}


def reason_for_refusal(text):
    try:
        parse_scenario(text, "random.yaml")
    except BadScenario as bad:
        return str(bad)
    return ""


class Parted(Exception):
    """airwar and the naive program want different things next."""

    def __init__(self, ours, theirs):
        super().__init__(f"airwar: {ours}; naive: {theirs}")
        self.ours, self.theirs = ours, theirs


class Players:
    """They answer airwar's questions as the naive program expects them, and choose at random among the legal answers."""

    def __init__(self, text, random):
        self.session = Session.begin(parse_scenario(text, "random.yaml"), None, seed=1, mode="physical")
        self.random = random
        self.play = []  # every question so far, with its answer
        self.ready = {}  # facts that airwar may ask for at any time: key -> (answer, what must be refused)

    # which question is pending

    @property
    def question(self):
        """The pending question, when all facts that were ready have been told."""
        while self.session.question is not None and self.session.question.key in self.ready:
            self.tell(self.session.question, *self.ready.pop(self.session.question.key))
        return self.session.question

    def is_asked(self, key):
        return self.question is not None and self.question.key == key

    def key_after(self, start):
        """The key of the pending question, if it begins like this; else nothing."""
        return self.question.key if self.question is not None and self.question.key.startswith(start) else ""

    def expect(self, kind, key, by):
        """The pending question, which must be this one, to this player."""
        question = self.question
        ours = f"{type(question).__name__.lower()} {question.key} by {question.by}" if question is not None else "the end"
        self.same(ours, f"{kind} {key} by {by}")
        return question

    def same(self, ours, theirs):
        if ours != theirs:
            raise Parted(ours, theirs)

    def answer(self, question, answer):
        self.play.append(f"{question.key} by {question.by}: {answer}")
        self.session.answer(answer)

    # what the naive program wants to know

    def roll(self, key, by, dice, column=None):
        """The faces of some dice, such as 2d6; `column`: the heads under which airwar must have read them."""
        question = self.expect("roll", key, by)
        self.same(f"{key} with {question.reading.dice}", f"{key} with {dice}")
        count, sides = map(int, dice.split("d"))
        faces = tuple(self.random.randint(1, sides) for _ in range(count))
        before = len(self.session.log.records)
        self.play.append(f"{key} by {by}: {faces}")
        self.session.roll(faces)
        if column is not None:
            records = [record.content for record in self.session.log.records[before:]]
            self.same(
                f"{key} in column {next(body['column'] for body in records if body['t'] == 'roll')}", f"{key} in column {column}"
            )
        return faces

    def choose(self, key, by, options, wish=None):
        """One of the options: the one wished for if it can be had, or any. A single option need not be asked about."""
        if len(options) == 1 and not self.is_asked(key):
            return options[0]
        question = self.expect("choice", key, by)
        self.same(f"{key}: {sorted(question.options)}", f"{key}: {sorted(options)}")
        chosen = wish if wish in options else self.random.choice(options)
        self.answer(question, chosen)
        return chosen

    def allot(self, key, by, most, legal, some):
        """How many of each item, without those that get nothing.

        `most` has the items with more than any legal answer gives them, or as many. `legal(answer)` says whether the rules allow
        an answer, and `some()` makes one up that they do. The only legal answer need not be asked about.
        """
        answers = all_answers(most)
        allowed = [answer for answer in answers if legal(answer)]
        if answers and len(allowed) == 1 and not self.is_asked(key):
            return allowed[0]
        question = self.expect("allotment", key, by)
        self.same(f"{key}: items among {sorted({*most, *question.items})}", f"{key}: items among {sorted(most)}")
        for answer in answers or self.sample(most, some):
            self.judge(question, answer, legal(answer))
        self.judge(question, {"somebody-else": 1}, False)
        chosen = self.random.choice(allowed) if answers else some()
        self.answer(question, chosen)
        return chosen

    def sample(self, most, some):
        """Some legal answers, and the same with one more or one less of something."""
        for _ in range(SOME_ANSWERS):
            answer, name = some(), self.random.choice(list(most))
            yield answer
            changed = {**answer, name: max(0, answer.get(name, 0) + self.random.choice((-1, 1)))}
            yield {item: count for item, count in changed.items() if count}

    def judge(self, question, answer, allowed):
        refused = question.refuses(answer)
        ours = f"refused, {refused}" if refused is not None and allowed else "refused" if refused is not None else "allowed"
        self.same(f"{question.key}: {answer} is {ours}", f"{question.key}: {answer} is {'allowed' if allowed else 'refused'}")

    def fact(self, key, answer, wrong=()):
        """Tells the referee what only the table knows; before that, some answers that must be refused."""
        self.tell(self.expect("fact", key, REFEREE), answer, wrong)

    def has_ready(self, key, answer, wrong=()):
        """A fact that airwar may ask for once, now or later."""
        self.ready[key] = (answer, wrong)

    def tell(self, question, answer, wrong):
        for text in wrong:
            self.judge(question, text, False)
        self.judge(question, answer, True)
        self.answer(question, answer)

    def leave(self, start, but=()):
        """Leaves all questions with keys like this at their defaults."""
        while self.key_after(start) and not self.question.key.endswith(but):
            self.answer(self.question, self.question.default)

    # how it ends

    def end(self):
        """The end of the turn, as airwar has it."""
        self.same(f"{self.question.key} by {self.question.by}" if self.question is not None else "the end", "the end")
        ruleset, state = self.session.scenario.ruleset, self.session.end.state
        return {
            "standing": sorted((row.side, row.place, row.unit, row.count, row.marks) for row in self.session.standing),
            "results": ruleset.results(state),
            "result": self.session.end.result,
            "tally": sorted((row.side, row.unit, row.had, row.lost) for row in ruleset.tally(state)),
        }


def all_answers(most):
    """Every answer with up to one more of each item than it may have; nothing if there are too many of them."""
    size = 1
    for number in most.values():
        size *= number + 2
    if size > MOST_ANSWERS:
        return []
    names = list(most)
    counts = product(*(range(most[name] + 2) for name in names))
    return [{name: number for name, number in zip(names, some, strict=True) if number} for some in counts]
