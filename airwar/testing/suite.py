"""Builds the tests of a ruleset for its package: its rule index, code and tests agree, its scenarios play, its golden logs stay.

With a fixed seed a scenario always gives the same log. Odds are checked against two things that share only the steps with
them: brute force, and battles that are walked.
"""

from __future__ import annotations

import ast
import json
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from importlib import import_module
from itertools import count, product
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from airwar import rulesets
from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal, Scripted, derived_seed
from airwar.battle.battle import Battle, begin
from airwar.choices.script import Script
from airwar.engine.dice import Faces, Reading
from airwar.engine.moves import End, Position, Then, follow
from airwar.engine.questions import Allotment, Asked, Choice, Decision, Roll
from airwar.engine.referee import Referee
from airwar.engine.rule import cited_in, first_rule
from airwar.probability.distribution import Distribution, Outcome, outcome_of
from airwar.probability.forecast import Situation, forecast, with_policies
from airwar.rulesets.index import RuleEntry, rule_index
from airwar.rulesets.ruleset import AnyRuleset
from airwar.setup.loading import Scenario, load_scenario, parse_scenario
from airwar.testing import random_play

Answers: TypeAlias = tuple[Any, ...]
_FAR = 6  # standard deviations
_MOST_COURSES = 3_000  # that brute force follows
_WALKED = 200  # battles, to be compared with the odds


class FromTheStart(Referee):
    """Answers everything from one list of raw answers, with faces for dice; asks when it runs out."""

    def __init__(self, answers: Answers) -> None:
        self.answers = list(answers)

    def _next(self, question: Roll | Decision) -> Any:
        if not self.answers:
            raise Asked(question)
        return self.answers.pop(0)

    def roll(self, key: str, reading: Reading[Any], by: str = "") -> Any:
        return reading.read(self._next(Roll(self.full_key(key), "", reading, by)))

    def decide(self, question: Decision) -> Any:
        return self._next(question)

    def tell(self, make: Callable[..., Any], *args: Any) -> None:
        pass


def played(start: Then[Any], answers: Answers) -> End | Roll | Decision:
    """The end of a battle, or the question that these answers leave open."""
    referee = FromTheStart(answers)
    position = follow(start, None, referee)
    try:
        while isinstance(position, Position):
            position = follow(position.step(referee, *position.args), position.stack, referee)
    except Asked as asked:
        return asked.question
    return position


def _faces_of(roll: Roll) -> Iterator[Faces]:
    """Every combination of faces of a roll."""
    dice = roll.reading.dice
    return product(range(1, dice.sides + 1), repeat=dice.count)


class _Courses(NamedTuple):
    """The chance of every end that was reached, and the chance left in courses that were not followed to their end."""

    ends: dict[End, Fraction]
    rest: Fraction


def brute_force(start: Then[Any], script: Script) -> dict[End, Fraction]:
    """The chance of every end under a script. Only for battles that must end."""
    return _courses(start, script).ends


def _courses(start: Then[Any], script: Script, most: int | None = None) -> _Courses:
    """Follows every course of a battle under a script, the likeliest first; at most `most` of them, if given."""
    found: dict[End, Fraction] = {}
    number = count()
    waiting: list[tuple[Fraction, int, Answers]] = [(Fraction(-1), next(number), ())]
    followed = 0
    while waiting and (most is None or followed < most):
        minus, _, answers = heappop(waiting)
        reached = played(start, answers)
        followed += 1
        if isinstance(reached, End):
            found[reached] = found.get(reached, Fraction(0)) - minus
            continue
        answer = script.answer(reached)
        every = list(_faces_of(reached)) if answer is None and isinstance(reached, Roll) else [answer]
        assert every != [None], f"the script does not answer {reached.key}"
        for one in every:
            heappush(waiting, (minus / len(every), next(number), (*answers, one)))
    return _Courses(found, -sum((minus for minus, _, _ in waiting), Fraction(0)))


def legal(question: Choice | Allotment) -> list[Any]:
    """Every legal answer."""
    if isinstance(question, Choice):
        return list(question.options)
    ranges = [range(count + 1) for count in question.items.values()]
    answers = [dict(zip(question.items, counts, strict=True)) for counts in product(*ranges)]
    return [answer for answer in answers if question.refuses(answer) is None]


def leaves(start: Then[Any], depth: int) -> list[int]:
    """How many courses are possible after each number of answers: decisions times faces."""
    counts = []
    open_courses: list[Answers] = [()]
    for _ in range(depth):
        further: list[Answers] = []
        for answers in open_courses:
            reached = played(start, answers)
            if isinstance(reached, Roll):
                further += [(*answers, faces) for faces in _faces_of(reached)]
            elif isinstance(reached, Choice | Allotment):
                further += [(*answers, answer) for answer in legal(reached)]
        open_courses = further
        counts.append(len(open_courses))
    return counts


def _odds_of(scenario: Scenario) -> Distribution[Outcome]:
    """The odds that the command prints, exact if that is possible in a second."""
    script = with_policies(scenario.script, lenient=False)
    return forecast(Situation(scenario.ruleset, script, scenario.start))


def _check_brute_force(scenario: Scenario) -> Fraction:
    """Checks that no chance is below what brute force found, or above that plus the rest; returns the share it followed.

    A battle that brute force follows to every end must have exactly these chances.
    """
    script = with_policies(scenario.script, lenient=False)
    reached, rest = _courses(scenario.start, script, _MOST_COURSES)
    found: dict[Outcome, Fraction] = {}
    for end, chance in reached.items():
        outcome = outcome_of(scenario.ruleset, end)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    odds = _odds_of(scenario)
    if odds.sampled:
        return Fraction(0)
    error = Fraction(odds.error)
    chances = odds.chances()
    for outcome in {*chances, *found}:
        least, chance = found.get(outcome, Fraction(0)), chances.get(outcome, Fraction(0))
        assert least - error <= chance <= least + rest + error, f"{outcome}: {chance}, by brute force {least} and up to {rest} more"
    return 1 - rest


def _check_walked(scenario: Scenario) -> None:
    """Checks that battles walked step by step, with their logs, come out as the odds say."""
    counts: dict[str, int] = {}
    for run in range(_WALKED):
        battle = begin(scenario, None, derived_seed(3, run))
        end = battle.walk(Scripted(with_policies(scenario.script, lenient=False), battle.dice)).run()
        result = _results_in(outcome_of(scenario.ruleset, end))
        counts[result] = counts.get(result, 0) + 1
    odds = _odds_of(scenario)
    chances: dict[str, Fraction] = {}
    for outcome, part in odds.chances().items():
        chances[_results_in(outcome)] = chances.get(_results_in(outcome), Fraction(0)) + part
    for result in {*counts, *chances}:
        chance, share = float(chances.get(result, 0)), counts.get(result, 0) / _WALKED
        spread = sqrt(chance * (1 - chance) * (1 / _WALKED + (1 / odds.total if odds.sampled else 0))) + 1 / _WALKED
        assert abs(share - chance) <= _FAR * spread, f"{result}: {share:.1%} of {_WALKED} battles, {chance:.1%} by the odds"


def _results_in(outcome: Outcome) -> str:
    """The results of all battles in a fixed order; for a single battle, its result."""
    return "; ".join(f"{name}: {result}" for name, result in sorted(outcome.battles)) or outcome.result


SEED = 7  # the seed of every golden log
_ENOUGH = Fraction(1, 4)  # the share of all courses that brute force must follow in at least one scenario
Tests = dict[str, Callable[..., None]]


def conformance(ruleset: AnyRuleset, tests: str | Path, small: str = "", games: int = 20) -> Tests:
    """The tests of a ruleset, by name, for the namespace of a test module.

    `tests`: the test module or its folder. `small`: a scenario so short that brute force can follow a good part of its courses, if
    none of the shipped ones is. `games`: games of random play for each scenario, unless `pytest --games` says how many.
    """
    folder = Path(tests).parent if Path(tests).is_file() else Path(tests)
    paths = scenarios_of(ruleset)
    return {
        **_of_the_index(ruleset, folder),
        **_of_the_scenarios(ruleset, paths, folder / "golden"),
        **_of_play(ruleset, paths, games),
        **_of_the_odds(paths, small),
    }


def scenarios_of(ruleset: AnyRuleset) -> list[Path]:
    """The scenarios that a ruleset's package ships."""
    offer = rulesets.offered(ruleset.id)
    assert offer is not None, f"{ruleset.id} is not installed; run `pip install -e .` where its pyproject.toml is"
    return offer.scenarios


def _over(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


def _of_the_index(ruleset: AnyRuleset, folder: Path) -> Tests:
    def test_every_rule_has_a_treatment_and_a_summary() -> None:
        assert incomplete(rule_index(ruleset.id)) == []

    def test_every_adjudicated_or_checked_rule_is_cited_by_code() -> None:
        assert treated(rule_index(ruleset.id))
        assert uncited(rule_index(ruleset.id), ruleset.package) == []

    def test_no_rule_is_cited_that_the_index_does_not_list() -> None:
        assert unlisted(rule_index(ruleset.id), ruleset.package) == []

    def test_every_adjudicated_or_checked_rule_is_proved_by_a_test() -> None:
        assert unproved(rule_index(ruleset.id), folder) == []

    return _named(locals())


def _of_the_scenarios(ruleset: AnyRuleset, paths: list[Path], folder: Path) -> Tests:
    def test_it_ships_scenarios_and_a_template_that_can_be_played() -> None:
        assert paths, f"no scenarios/*.yaml in {ruleset.package}"
        if ruleset.template:
            assert parse_scenario(ruleset.template, "template.yaml").ruleset is ruleset

    @_over(paths)
    def test_the_golden_log_is_fought_again(path: Path, request: pytest.FixtureRequest) -> None:
        update = bool(request.config.getoption("--update-golden", False))
        check_golden(path, folder / f"{path.stem}.jsonl", update)

    def test_no_golden_log_is_left_over() -> None:
        assert {log.stem for log in folder.glob("*.jsonl")} <= {path.stem for path in paths}

    return _named(locals())


def _of_play(ruleset: AnyRuleset, paths: list[Path], games: int) -> Tests:
    def wanted(request: pytest.FixtureRequest) -> int:
        return int(request.config.getoption("--games", 0)) or games

    @_over(paths)
    def test_random_games_end_and_keep_the_books(path: Path, request: pytest.FixtureRequest) -> None:
        scenario = load_scenario(str(path))
        for seed in range(wanted(request)):
            random_play.check_game(scenario, seed)

    @_over(paths)
    def test_random_games_with_undo_and_resume_verify(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
        scenario = load_scenario(str(path))
        for seed in range(max(1, wanted(request) // 5)):
            random_play.check_interrupted_game(scenario, seed, tmp_path / f"{seed}.jsonl")

    @_over(paths)
    def test_in_random_games_every_unit_stands_somewhere_or_is_lost(path: Path, request: pytest.FixtureRequest) -> None:
        scenario = load_scenario(str(path))
        for seed in range(wanted(request) if ruleset.standing((scenario.start.state,)) else 0):
            random_play.check_standing(scenario, seed)

    @_over(paths)
    def test_random_games_with_rulings_keep_the_books(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
        scenario = load_scenario(str(path))
        for seed in range(max(1, wanted(request) // 5)):
            random_play.check_ruled_game(scenario, seed, tmp_path / f"{seed}.jsonl")

    @_over(paths)
    def test_after_random_games_the_next_scenario_is_the_position(
        path: Path, tmp_path: Path, request: pytest.FixtureRequest
    ) -> None:
        scenario = load_scenario(str(path))
        for seed in range(wanted(request) if ruleset.following else 0):
            random_play.check_next(scenario, seed, tmp_path / f"{seed}.jsonl")

    @_over(paths)
    def test_whatever_is_typed_at_an_order_is_accepted_or_refused_with_a_rule(path: Path, request: pytest.FixtureRequest) -> None:
        scenario = load_scenario(str(path))
        for seed in range(wanted(request) if ruleset.following else 0):
            random_play.check_reasons(scenario, seed)

    def test_every_step_is_reached_and_has_a_rule_and_a_sentence() -> None:
        every = {step.__name__ for step in ruleset.steps}
        assert _steps_reached([load_scenario(str(path)) for path in paths], 2 * games) == every
        assert [step.__name__ for step in ruleset.steps if not first_rule(step) or not step.__doc__] == []

    return _named(locals())


def _of_the_odds(paths: list[Path], small: str) -> Tests:
    def test_exact_odds_are_those_of_brute_force_as_far_as_it_goes() -> None:
        scenarios = [load_scenario(str(path)) for path in paths] + ([parse_scenario(small, "small.yaml")] if small else [])
        followed = max(map(_check_brute_force, scenarios), default=Fraction(0))
        why = "no scenario is short enough for brute force; give conformance() a small one: small=TEXT"
        assert followed >= _ENOUGH, why

    @_over(paths)
    def test_battles_come_out_as_the_odds_say(path: Path) -> None:
        _check_walked(load_scenario(str(path)))

    return _named(locals())


def _named(found: Mapping[str, Any]) -> Tests:
    return {name: test for name, test in found.items() if name.startswith("test_")}


def _steps_reached(scenarios: list[Scenario], games: int) -> set[str]:
    """The names of the steps that random play of these scenarios reaches."""
    reached: set[str] = set()
    for scenario in scenarios:
        for seed in range(games):
            walk = begin(scenario, None, seed).walk(AnyLegal(seed))
            walk.run()
            reached |= {start.position.step.__name__ for start in walk.starts}
    return reached


# golden logs


def unattended(path: Path, log_path: Path | None = None, seed: int = SEED) -> Battle:
    """A scenario fought by its own script."""
    battle = begin(load_scenario(str(path)), log_path, seed)
    battle.by_script()
    battle.settle()
    return battle


def check_golden(path: Path, golden: Path, update: bool = False) -> None:
    """Checks that a scenario gives its golden log byte for byte, unless another version wrote it, and that the log verifies.

    `update` writes the golden log instead.
    """
    text = unattended(path).log.text()
    if update:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8", newline="")
    assert golden.exists(), f"there is no golden log {golden}; `pytest --update-golden` writes it"
    kept = golden.read_bytes().decode()
    assert _versions(text) != _versions(kept) or text == kept, f"{golden} differs; `pytest --update-golden` writes it again"
    proof = verify(golden)
    assert proof.finished
    assert proof.seed_known


def _versions(text: str) -> tuple[Any, Any]:
    """Which version of airwar wrote a log, and which version of its ruleset."""
    header = json.loads(text.partition("\n")[0])
    return header["version"], header["ruleset"].get("version")


_TREATMENTS = {"adjudicated", "checked", "input", "outside"}
Index = Mapping[str, RuleEntry]


def treated(index: Index) -> list[str]:
    """The rules that code must cite and tests must prove."""
    return [number for number, entry in index.items() if entry.treatment in ("adjudicated", "checked")]


def incomplete(index: Index) -> list[str]:
    """The rules without a treatment or a summary, and those outside without a reason."""
    return [
        number
        for number, entry in index.items()
        if entry.treatment not in _TREATMENTS or not entry.summary or (entry.treatment == "outside" and not entry.reason)
    ]


@cache
def _cited(package: str) -> Mapping[str, list[str]]:
    """Every rule number that the code of a ruleset cites, in any of its modules."""
    home = import_module(package)
    for module in pkgutil.walk_packages(home.__path__, f"{package}."):
        import_module(module.name)
    return cited_in(package)


def uncited(index: Index, package: str) -> list[str]:
    """The rules that code must cite but does not."""
    return [number for number in treated(index) if number not in _cited(package)]


def unlisted(index: Index, package: str) -> list[str]:
    """The rules that code cites but the index does not list."""
    return [number for number in _cited(package) if number not in index]


@dataclass(frozen=True)
class _Proofs:
    """The names of the tests in a folder, and the rules that their markers name: `@pytest.mark.proves("18.522B")`."""

    names: tuple[str, ...]
    marked: frozenset[str]

    def prove(self, number: str) -> bool:
        """Whether a test is named for exactly this rule, or marked with it."""
        slug = re.sub(r"[.\-]", "_", number.lower())
        return number in self.marked or any(re.match(rf"test_{slug}_(?!\d)", name) for name in self.names)


@cache
def _proofs_in(folder: Path) -> _Proofs:
    """The tests of a folder, read without being run."""
    names: list[str] = []
    marked: set[str] = set()
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names.append(node.name)
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and getattr(mark.func, "attr", "") == "proves":
                        marked |= {str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant)}
    return _Proofs(tuple(names), frozenset(marked))


def unproved(index: Index, folder: Path) -> list[str]:
    """The rules that a test must prove but none does."""
    proofs = _proofs_in(folder)
    return [number for number in treated(index) if not proofs.prove(number)]
