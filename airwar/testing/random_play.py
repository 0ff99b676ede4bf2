"""Battles with rigged dice and answers, and battles at random, which must end, conserve units, offer nothing illegal, replay
identically, and survive undo and resume.

Also, that every position can be written as a scenario, and that every refusal of an order cites a rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.battle.battle import Battle, Nobody, begin
from airwar.battle.next_turn import next_scenario
from airwar.engine.dice import D6, Faces
from airwar.engine.log import Log
from airwar.engine.moves import End, Position
from airwar.engine.questions import Allotment, Choice, Decision, Fact, Menu, Roll
from airwar.engine.records import Header, Ruled, RulesetUsed, ScenarioText
from airwar.engine.referee import Referee
from airwar.engine.walk import Walk
from airwar.engine.words import id_of
from airwar.errors import BadAnswer
from airwar.play.session import Session
from airwar.rulesets.adjusting import adjusted, adjustments
from airwar.rulesets.index import rule_index
from airwar.rulesets.kit.records import differences
from airwar.rulesets.ruleset import ELIMINATED, AnyRuleset, Standing, Tally
from airwar.setup.loading import Scenario, parse_scenario

Content = dict[str, Any]  # a record as its JSON object
BARE = Header(1, "0.0.0", RulesetUsed("", ""), ScenarioText("", ""), "machine", "0x0")


def bare_log() -> Log:
    """A log in memory for a walk that has no scenario file."""
    return Log.create(None, BARE)


def _check_sentence(question: Decision) -> None:
    """Checks that a person would see a sentence above the question."""
    if not isinstance(question, Fact) and question.about is not None:
        sentence = question.about()
        assert sentence, f"{question.key}: nothing is said above it"
        assert sentence.endswith((".", "?")), f"{question.key}: {sentence!r} is not a sentence"


@dataclass
class Rigged:
    """Answers by full key; skips optional questions, and fails on any other question without an answer here.

    `leftover` lists what was not used.
    """

    dice: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    asked: list[Decision] = field(default_factory=list)

    def faces(self, roll: Roll, drawn: int) -> tuple[Faces, str]:
        if roll.key not in self.dice:
            raise AssertionError(f"no dice for {roll.key} ({roll.reading.dice})")
        return tuple(self.dice.pop(roll.key)), "scripted"

    def choice(self, question: Decision) -> Any:
        self.asked.append(question)
        _check_sentence(question)
        if question.key not in self.answers:
            if isinstance(question, Fact):
                raise AssertionError(f"no answer for {question.key}: {question.what}")
            if question.optional:
                return question.default
            offered = list(question.options) if isinstance(question, Choice) else dict(question.items)
            raise AssertionError(f"no answer for {question.key}: {offered}")
        return self.answers.pop(question.key)

    @property
    def leftover(self) -> list[str]:
        return [*self.dice, *self.answers]


@dataclass
class Fought:
    """A battle that was fought in a test."""

    end: End
    records: list[Content]
    asked: list[Decision]

    @property
    def state(self) -> Any:
        return self.end.state

    def told(self, what: str) -> list[Content]:
        """The events of one kind: note, loss, ruling, needschart, sheet."""
        return [body for body in self.records if body["t"] == "told" and body["what"] == what]

    def notes(self) -> list[str]:
        """The sentences that were told."""
        return [body["text"] for body in self.told("note")]

    def rulings(self) -> dict[str, str]:
        """The options that made a difference, with their values."""
        return {body["option"]: body["value"] for body in self.told("ruling")}

    def question(self, key: str) -> Decision:
        """The question with this key."""
        return next(question for question in self.asked if question.key == key)

    def losses(self) -> list[tuple[str, str, int, str]]:
        """The losses that were told: side, unit, count and fate."""
        return [(body["side"], body["unit"], body["count"], body["fate"]) for body in self.told("loss")]

    def statuses(self) -> list[tuple[str, str, int, str]]:
        """The statuses that were told: side, unit, count and text."""
        return [(body["side"], body["unit"], body["count"], body["text"]) for body in self.told("status")]

    def rolls(self) -> dict[str, Content]:
        """The rolls by key."""
        return {body["key"]: body for body in self.records if body["t"] == "roll"}


def fight(
    scenario: str | Scenario,
    dice: Mapping[str, Any] | None = None,
    answers: Mapping[str, Any] | None = None,
    rigged: Rigged | None = None,
) -> Fought:
    """Fights a scenario (its YAML text) with exactly these dice and answers, or those of `rigged`; all must be used."""
    battle = scenario if isinstance(scenario, Scenario) else parse_scenario(scenario, "test.yaml")
    rigged = rigged or Rigged(dict(dice or {}), dict(answers or {}))
    log = bare_log()
    end = Walk(battle.start, log, rigged).run()
    assert not rigged.leftover, f"never asked for: {rigged.leftover}"
    fought = Fought(end, [record.content for record in log.records], rigged.asked)
    for sheet in fought.told("sheet"):
        assert {len(row) for row in sheet["rows"]} <= {len(sheet["columns"])}, f"{sheet['title']}: a row does not fit the columns"
    return fought


def ask(
    function: Any,
    *args: Any,
    dice: Mapping[str, Any] | None = None,
    answers: Mapping[str, Any] | None = None,
    **more: Any,
) -> Any:
    """Calls one rule function that takes a referee, with these dice and answers."""
    rigged = Rigged(dict(dice or {}), dict(answers or {}))
    referee: Referee = Walk(End("", None), bare_log(), rigged)
    result = function(referee, *args, **more)
    assert not rigged.leftover, f"never asked for: {rigged.leftover}"
    return result


_MOST_QUESTIONS = 100_000  # the most questions of one game; a battle with more never ends
_RULE = re.compile(r"\(([A-Z]?\d[\w., /-]*)\)$")  # ends a reason: (13.92), (B4)
_RULINGS = 0.05  # how often the referee makes a ruling


class Watched(AnyLegal):
    """Plays at random, and checks what is offered."""

    def choice(self, question: Decision) -> Any:
        check_question(question)
        return super().choice(question)


def check_question(question: Decision) -> None:
    """Checks that there is something to decide, that it is asked in a sentence, and that the default and the examples are legal."""
    _check_sentence(question)
    if isinstance(question, Fact):
        assert question.what, f"{question.key}: it does not say what it asks for"
        assert question.examples, f"{question.key}: no examples"
        assert [example for example in question.examples if question.refuses(example)] == [], f"{question.key}: bad examples"
        return
    if isinstance(question, Choice):
        assert len(question.options) > 1, f"{question.key}: nothing to choose"
    else:
        assert question.least <= question.most <= sum(question.items.values()), f"{question.key}: bad limits"
        assert all(count >= 0 for count in question.items.values()), f"{question.key}: less than none of something"
    assert question.refuses(question.default) is None, f"{question.key}: the default is refused"


def _check_books(scenario: Scenario, end: End) -> None:
    """Checks that every unit is still in the books: each side had what it had at the start, and lost no more than that."""
    tallies = scenario.ruleset.tally(end.state)
    had = {(tally.side, tally.unit): tally.had for tally in scenario.ruleset.tally(scenario.start.state)}
    assert {(tally.side, tally.unit): tally.had for tally in tallies} == had
    assert all(0 <= tally.lost <= tally.had for tally in tallies), tallies


class StandingBooks:
    """Checks that every unit is in one place with one status, or lost: the sum never changes.

    `counted` are the rows of units that the tally counts.
    """

    def __init__(self, scenario: Scenario, counted: Callable[[Standing], bool] = lambda row: True) -> None:
        self.scenario, self.counted = scenario, counted
        first = self.checked(scenario.ruleset.standing((scenario.start.state,)))
        self.had, self.units, self.lost = self.by_side(first), self.by_unit(first), self.by_side(first, lost=True)

    def checked(self, rows: list[Standing]) -> list[Standing]:
        """The rows that the tally counts; checks that all rows are well formed."""
        assert len({row._replace(count=0) for row in rows}) == len(rows), "two rows of one unit in one place and status"
        for row in rows:
            assert row.count > 0, row
            assert row.marks == tuple(sorted(set(row.marks))), row
            assert row.place or {"eliminated", "displaced"} & {*row.marks}, row
            assert row.place == "" or self.scenario.place_name(row.place), row
        return [row for row in rows if self.counted(row)]

    def side(self, whose: str) -> str:
        return id_of(self.scenario.party(whose))

    def by_side(self, rows: list[Standing], *, lost: bool = False) -> Counter[str]:
        return _added((self.side(row.side), row.count) for row in rows if not lost or row.marks == ELIMINATED)

    def by_unit(self, rows: list[Standing]) -> Counter[str]:
        return _added((f"{row.side}.{row.unit}", row.count) for row in rows if row.marks != ELIMINATED)

    def check(self, standing: list[Standing], at: str) -> None:
        """Checks that nothing was counted twice or forgotten, and that nobody is back from the dead."""
        rows = self.checked(standing)
        assert self.by_side(rows) == self.had, f"{at}: {self.by_side(rows)}, not {self.had}"
        more = {unit: number for unit, number in self.by_unit(rows).items() if number > self.units.get(unit, number)}
        assert not more, f"{at}: more than there were: {more}"
        before, self.lost = self.lost, self.by_side(rows, lost=True)
        assert before <= self.lost, f"{at}: back from the dead: {before}, then {self.lost}"

    def check_end(self, end: End) -> None:
        """Checks that the tally agrees with what is lost at the end."""
        self.check(self.scenario.ruleset.standing((end.state,)), "the end")
        tallies = [tally for tally in self.scenario.ruleset.tally(end.state) if self.counted(_as_row(tally))]
        assert self.lost == _added((self.side(tally.side), tally.lost) for tally in tallies)


def _added(numbers: Iterable[tuple[str, int]]) -> Counter[str]:
    """Adds up numbers by name, without zeros."""
    total: Counter[str] = Counter()
    for name, number in numbers:
        total[name] += number
    return +total


def _as_row(tally: Tally) -> Standing:
    return Standing(tally.side, "", tally.unit, tally.unit, tally.lost, ELIMINATED)


def check_standing(scenario: Scenario, seed: int, counted: Callable[[Standing], bool] = lambda row: True) -> None:
    """Plays one game at random, and checks at every question and at the end that everything is somewhere or lost."""
    books, player, session = StandingBooks(scenario, counted), Watched(seed), Session.begin(scenario, None, seed)
    for _ in range(_MOST_QUESTIONS):
        question = session.question
        if question is None:
            break
        assert not isinstance(question, Roll)
        books.check(session.standing, question.key)
        session.answer(player.choice(question))
    assert session.end is not None, "the battle never ends"
    books.check_end(session.end)


def check_game(scenario: Scenario, seed: int, player: Watched | None = None) -> Walk:
    """Plays one game at random and replays its log; returns the walk. `player`: somebody who looks at more than the rules."""
    battle: Battle = begin(scenario, None, seed)
    walk = battle.walk(player or Watched(seed))
    end = walk.run()
    _check_books(scenario, end)
    copy = Log(list(battle.log.records))
    assert Walk(scenario.start, copy, Nobody(), None, battle.closing).run() == end
    assert len(copy.records) == len(battle.log.records)
    return walk


def check_interrupted_game(scenario: Scenario, seed: int, path: Path) -> None:
    """Plays one game at random with many undos, interruptions and resumptions, and checks that its log verifies."""
    chance, player = Random(seed), Watched(seed)
    session = Session.begin(scenario, path, seed)
    for _ in range(_MOST_QUESTIONS):
        if session.question is None:
            break
        if chance.random() < 0.1:
            session = _left_and_resumed(session, path)
        if session.can_undo and chance.random() < 0.2:
            session.undo()
        question = session.question
        assert question is not None
        assert not isinstance(question, Roll)
        session.answer(player.choice(question))
    assert session.end is not None, "the battle never ends"
    _check_books(scenario, session.end)
    session.close()
    assert verify(path).finished


def check_ruled_game(scenario: Scenario, seed: int, path: Path) -> Counter[str]:
    """Plays one game at random with many rulings by the referee; returns what was ruled on, and how often.

    Checks that the books balance after every answer and every ruling, and that the log verifies.
    """
    chance, player, made = Random(seed), Watched(seed), Counter[str]()
    session = Session.begin(scenario, path, seed, mode=chance.choice(("machine", "ask")))
    for _ in range(_MOST_QUESTIONS):
        _check_tally(session)
        if session.question is None:
            break
        if chance.random() < 0.4:
            made[rule_at_random(session, chance)] += 1
        elif isinstance(session.question, Roll):
            session.roll()
        else:
            session.answer(player.choice(session.question))
    assert session.end is not None, "the battle never ends"
    session.close()
    assert verify(path).finished
    return made


def _check_tally(session: Session) -> None:
    """Checks that no side has lost more than it had, or fewer than none."""
    tallies = _tally_now(session.scenario.ruleset, session.states)
    assert all(0 <= tally.lost <= tally.had for tally in tallies), tallies


def rule_at_random(session: Session, chance: Random) -> str:
    """Makes a random ruling, and checks that it is carried out or refused. Returns what it is on, or "refused"."""
    on, key, value = _some_ruling(session, chance)
    written, waiting = len(session.log.records), session.not_now
    position, ruleset = session.walk.position, session.scenario.ruleset
    try:
        session.rule(on, key, value, "agreed")
    except BadAnswer as refused:
        assert str(refused)
        assert len(session.log.records) == written, f"{refused}, but something is written"
        assert key not in waiting or waiting[key] in str(refused), refused
        return "refused"
    assert key not in waiting, f"{key} {waiting[key]}, but a ruling on it is accepted"
    if on == "unit":
        assert isinstance(position, Position)
        after = adjusted(ruleset, position, Ruled(on, key, value, "agreed", "referee", ""))
        assert _lost_in(ruleset, after) == _lost_in(ruleset, position), f"{key}: {value} is lost or found"
        what, _, now = value.partition("=")
        unit = adjustments(ruleset, after).get(key, {what: now})  # a unit may go by another name when it does something else
        assert unit[what] == now, f"{key}: {value} is not carried out"
    return on


def _lost_in(ruleset: AnyRuleset, position: Position) -> dict[tuple[str, str], int]:
    return {(tally.side, tally.unit): tally.lost for tally in _tally_now(ruleset, position.states)}


def _tally_now(ruleset: AnyRuleset, states: Sequence[Any]) -> list[Tally]:
    """The tally of the newest state that has one: during a procedure, what its callers keep is out of date."""
    for state in reversed(states[1:]):
        with suppress(AttributeError, TypeError):
            return ruleset.tally(state)
    return ruleset.tally(states[0])


def _some_ruling(session: Session, chance: Random) -> tuple[str, str, str]:
    """A random ruling on an existing roll, option or unit."""
    ruleset, known = session.scenario.ruleset, session.adjustments
    on = chance.choice(("modifier", "result", "option", "unit", "unit", "unit"))
    if on == "unit" and (known or session.not_now):
        unit = chance.choice([*known, *session.not_now])
        what = chance.choice(list(known[unit])) if unit in known else "count"
        values = {known[other][what] for other in known if what in known[other]}
        return on, unit, f"{what}={chance.choice(sorted({*values, '0', '1', '2', '3', 'yes', 'no'}))}"
    if on == "option" and ruleset.options:
        name = chance.choice(list(ruleset.options))
        option = ruleset.options[name]
        return on, name, str(chance.randint(0, 3)) if option.whole else chance.choice(option.values)
    key = chance.choice(["*", *session.coming_rolls])
    if on == "result":
        dice = session.question.reading.dice if isinstance(session.question, Roll) else 2 * D6
        return on, key, " ".join(str(chance.randint(1, dice.sides)) for _ in range(dice.count))
    return "modifier", key, chance.choice(("+1", "-2"))


def _left_and_resumed(session: Session, path: Path) -> Session:
    """The battle resumed from its log, which must be at the same question."""
    asked = session.question
    session.close()
    again = Session.resume(path)
    assert again.question is not None
    assert asked is not None
    assert again.question.key == asked.key
    return again


def check_next(scenario: Scenario, seed: int, path: Path) -> Scenario:
    """Plays one turn at random, with rulings, and checks that the next scenario holds exactly the next turn's starting position."""
    following = scenario.ruleset.following
    assert following is not None, f"{scenario.ruleset.id} does not declare its position"
    chance, player, session = Random(seed), AnyLegal(seed), Session.begin(scenario, path, seed)
    for _ in range(_MOST_QUESTIONS):
        question = session.question
        if question is None:
            break
        assert not isinstance(question, Roll)
        if chance.random() < _RULINGS:
            rule_at_random(session, chance)
        else:
            session.answer(player.choice(question))
    assert session.end is not None, "the battle never ends"
    session.finish()
    session.close()
    wanted, _ = following.passed(session.end.state, scenario.start.state)
    text, _, files = next_scenario(path)
    read = parse_scenario(text, "next.yaml", files)
    found = list(differences(wanted, following.position(read.start.state)))
    assert not found, f"the next scenario says otherwise: {found[:5]}\n{text}"
    return read


class _Curious(AnyLegal):
    """Types every word of the scenario at every question for an order, and checks the replies; then plays at random."""

    def __init__(self, seed: int, words: set[str], rules: set[str]) -> None:
        super().__init__(seed)
        self.words, self.rules = words, rules
        self.tried = 0

    def choice(self, question: Decision) -> Any:
        if isinstance(question, Choice | Allotment) and (question.why_not or isinstance(getattr(question, "options", None), Menu)):
            for word in self.words.difference(getattr(question, "items", ())):
                self.tried += 1
                refused = question.refuses(word if isinstance(question, Choice) else {word: 1})
                cited = _RULE.search(refused or "")
                assert refused is None or cited, f"{question.key}: {word!r} is refused without a rule: {refused}"
                assert cited is None or {*cited[1].split(", ")} <= self.rules, f"{question.key}: no such rule: {refused}"
        return super().choice(question)


def check_reasons(scenario: Scenario, seed: int) -> int:
    """Plays one game at random, and checks that everything typed at an order is accepted or refused with a rule. Counts it."""
    rows = scenario.ruleset.standing((scenario.start.state,))
    words = {word for row in rows for word in (row.side, row.place, row.unit) if word} | {"nonsense", "none.of.this"}
    player, session = _Curious(seed, words, {*rule_index(scenario.ruleset.id)}), Session.begin(scenario, None, seed)
    for _ in range(_MOST_QUESTIONS):
        if session.question is None:
            break
        assert not isinstance(session.question, Roll)
        session.answer(player.choice(session.question))
    assert session.end is not None, "the battle never ends"
    return player.tried
