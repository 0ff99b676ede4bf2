"""run and resume: a battle at the table, or by its script."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from airwar.answers.prompt import Prompt
    from airwar.battle import Battle
    from airwar.engine.referee import End
    from airwar.engine.walk import Answers, Walk
    from airwar.show.battle import BattleView

NO_INPUT = click.option("--no-input", is_flag=True, help="Ask nothing: the scenario's script answers. Implied without a terminal.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end instead of tables.")


def list_shipped(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Prints the shipped scenarios, and leaves."""
    if not wanted:
        return
    from airwar.loading import shipped_scenarios
    from airwar.scenario.reader import Map, Scalar, read_file
    from airwar.show.console import results, table

    rows = []
    for path in shipped_scenarios():
        root = read_file(path)[1]
        pairs = root.pairs if isinstance(root, Map) else []
        title = next((value.text for key, value in pairs if key.text == "title" and isinstance(value, Scalar)), "")
        rows.append((path.parent.name, path.stem, title))
    console = results()
    console.print(table(console, "", ("ruleset", "scenario", "title"), [tuple(row) for row in rows]))
    ctx.exit()


@click.command()
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=list_shipped, help="List the shipped scenarios.")
@click.argument("scenario")
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="Where the log goes; never overwritten.")
@click.option("--seed", help="A number or hexadecimal: the same seed and answers give the same battle. Drawn if left out.")
@click.option(
    "--dice",
    type=click.Choice(["machine", "physical", "ask"]),
    default="machine",
    show_default=True,
    help="Who rolls; ask decides roll by roll.",
)
@NO_INPUT
@JSON
def run(scenario: str, log_path: Path | None, seed: str | None, dice: str, no_input: bool, as_json: bool) -> int:
    """\b
    airwar run malta-1942
    airwar run my-turn.yaml --dice physical --log turn-3.jsonl

    Fights SCENARIO, a file or the name of a shipped one. At every prompt: Enter takes what is in brackets, ? explains,
    s shows the state, o the odds, u takes back the last choice, q leaves; `airwar resume LOG` goes on.
    """
    from airwar.answers.chance import parse_seed
    from airwar.battle import begin
    from airwar.loading import load_scenario

    number = None if seed is None else parse_seed(seed)
    loaded = load_scenario(scenario)
    path = log_path or free_name(Path(loaded.name).stem)
    battle = begin(loaded, path, number, dice)
    return fight(battle, no_input, as_json)


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@NO_INPUT
@JSON
def resume(log: Path, no_input: bool, as_json: bool) -> int:
    """\b
    airwar resume malta-1942.jsonl

    Goes on with the battle in LOG, at the very question that was left unanswered.
    """
    from airwar.battle import resume as resumed

    battle = resumed(log)
    if battle.log.finished:
        battle.settle()
        click.echo(f"{log} is finished; look at it with: airwar replay {quote(str(log))}", err=True)
        return 0
    return fight(battle, no_input, as_json)


def free_name(stem: str) -> Path:
    """A log in the working directory that does not exist yet."""
    path = Path(f"{stem}.jsonl")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.jsonl")
        number += 1
    return path


def fight(battle: Battle, no_input: bool, as_json: bool) -> int:
    """Fights a battle to its end, or until the person leaves."""
    from airwar.show.battle import BattleView, Unseen
    from airwar.show.console import clean, results, talk
    from airwar.show.report import document, result

    attended = sys.stdin is not None and sys.stdin.isatty() and not no_input
    console = talk() if as_json else results()
    view = BattleView(console) if attended or not as_json else Unseen(console)
    battle.log.hold()
    if not as_json:
        console.print(f"{clean(battle.scenario.title)}  ({battle.scenario.ruleset.title})")
    if attended or not as_json:
        click.echo(f"log: {battle.log.path}", err=True)
    try:
        end = to_the_end(battle, Table(battle, view, console) if attended else Unattended(battle), view)
    except LeftEarly as left:
        return left.code
    view.flush()
    battle.settle()
    if as_json:
        click.echo(document(battle, end))
    else:
        result(console, battle, end)
    return 0


class LeftEarly(Exception):
    """The battle was left before its end."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Unattended:
    """Nobody is at the table: the script answers, and a decision it is silent on ends the run."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def answers(self, walk: list[Walk]) -> Answers:
        from airwar.answers.script import Scripted

        if self.battle.mode == "physical":
            return Scripted(self.battle.scenario.script, None)
        return Scripted(self.battle.scenario.script, machine_dice(self.battle))


def machine_dice(battle: Battle) -> Any:
    from airwar.errors import SeedMissing

    if battle.dice is None:
        raise SeedMissing(f"the seed file {battle.log.path}.seed is missing; machine dice cannot continue this battle verifiably")
    return battle.dice


class Table:
    """Somebody is at the table."""

    def __init__(self, battle: Battle, view: Any, console: Console) -> None:
        self.battle = battle
        self.view = view
        self.console = console

    def answers(self, walk: list[Walk]) -> Answers:
        from airwar.answers.prompt import Prompt
        from airwar.rulesets import rule_index

        index = rule_index(self.battle.scenario.ruleset.id)

        def summary(rule: str) -> str:
            return index[rule].summary if rule in index else ""

        prompt = Prompt(
            self.battle.scenario.script,
            None if self.battle.mode == "physical" else machine_dice(self.battle),
            self.battle.mode,
            self.say,
            summary,
            {
                "s": lambda question: self.show_state(walk[0]),
                "o": lambda question: self.show_odds(walk[0], question, prompt),
                "?": lambda question: self.explain(question, summary),
            },
            lambda: self.battle.log.undoable() is not None,
        )
        return Watching(prompt, self.view)

    def say(self, line: str) -> None:
        from airwar.show.console import folded

        click.echo(folded(line), err=True)

    def show_state(self, walk: Walk) -> None:
        from airwar.show.console import talk
        from airwar.show.report import state

        state(talk(), self.battle.scenario.ruleset, walk.states)

    def show_odds(self, walk: Walk, question: Any, prompt: Prompt) -> None:
        """What follows from each option; neither the log nor the dice know of it."""
        from airwar.engine.referee import Roll
        from airwar.errors import AirwarError
        from airwar.odds.forecast import at_a_prompt, prospects, situation_at, with_policies
        from airwar.show.console import talk
        from airwar.show.odds import ADVICE, comparison, summary

        ruleset = self.battle.scenario.ruleset
        script = with_policies(self.battle.scenario.script)
        console = talk()
        try:
            self.say("  working out the odds ...")
            if isinstance(question, Roll):
                summary(console, at_a_prompt(situation_at(ruleset, script, walk)))
            else:
                found = prospects(ruleset, script, walk, question, prompt.default(question))
                console.print(comparison(console, found, question.by))
                if ruleset.won and any(one.odds.can_be_won() for one in found):
                    self.say(f"  wins: {ruleset.won}")
                if any(one.value is not None for one in found):
                    self.say(f"  {ADVICE}")
        except KeyboardInterrupt:
            self.say("  stopped; the question stands")
            return
        except AirwarError as error:
            self.say(f"  no odds: {error}")
            return
        self.say("  policies, first match wins: " + "; ".join(script.assumed))

    def explain(self, question: Any, summary: Any) -> None:
        """The rule being applied, and those it belongs to."""
        from airwar.rulesets import is_part, rule_index

        number = question.rule
        wanted = [key for key in rule_index(self.battle.scenario.ruleset.id) if is_part(number, key) or is_part(key, number)]
        for key in wanted[:12]:
            self.say(f"  {key}  {summary(key)}")
        self.say(f"  more: airwar rules {self.battle.scenario.ruleset.id} {number}")


class Watching:
    """Shows what waits to be shown before a person is asked."""

    def __init__(self, prompt: Any, view: Any) -> None:
        self.prompt = prompt
        self.view = view

    def faces(self, roll: Any, drawn: int) -> Any:
        if self.prompt.mode != "machine":
            self.view.catch_up()
        return self.prompt.faces(roll, drawn)

    def choice(self, question: Any) -> Any:
        self.view.catch_up()
        self.view.flush()
        return self.prompt.choice(question)


def to_the_end(battle: Battle, who: Table | Unattended, view: BattleView) -> End:
    """Walks, and walks anew after each undo."""
    from airwar.answers.prompt import Left, Undo
    from airwar.engine.referee import Asked
    from airwar.errors import Unanswered

    while True:
        here: list[Walk] = []
        walk = battle.walk(who.answers(here), view)
        here.append(walk)
        try:
            return walk.run()
        except Undo:
            click.echo(f"  taken back: {battle.undo().key}", err=True)
            view.back(0)
        except Left as left:
            raise LeftEarly(leave(battle, left.how)) from None
        except Asked as asked:
            battle.log.close()
            raise Unanswered(
                f"nothing answers {asked.question.key}; add it to the scenario's choices, or go on at a terminal: "
                f"airwar resume {quote(str(battle.log.path))}"
            ) from None
        except KeyboardInterrupt:
            raise LeftEarly(leave(battle, "interrupt")) from None


def leave(battle: Battle, how: str) -> int:
    """The log is whole; says how to go on."""
    battle.log.close()
    click.echo(f"left; go on with: airwar resume {quote(str(battle.log.path))}", err=True)
    return {"q": 0, "interrupt": 130}.get(how, 3)
