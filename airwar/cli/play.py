"""run and resume: a battle at the table, or by its script."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from airwar.answers.prompt import Left, Prompt, Undo
from airwar.engine.questions import REFEREE, Fact, Question, Roll

if TYPE_CHECKING:
    from airwar.battle import Battle
    from airwar.choices.script import Script
    from airwar.engine.moves import End
    from airwar.session import Session
    from airwar.show.battle import BattleView

NO_INPUT = click.option("--no-input", is_flag=True, help="Ask nothing: the scenario's script answers. Implied without a terminal.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end instead of tables.")


def list_shipped(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Prints the shipped scenarios and exits."""
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
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="The log file; an existing one is never overwritten.")
@click.option("--seed", help="A number; the same seed and answers give the same battle. Default: a secret random one.")
@click.option(
    "--dice",
    type=click.Choice(["machine", "physical", "ask"]),
    default="machine",
    show_default=True,
    help="Who rolls; with ask, you decide for each roll.",
)
@NO_INPUT
@JSON
def run(scenario: str, log_path: Path | None, seed: str | None, dice: str, no_input: bool, as_json: bool) -> int:
    """\b
    airwar run malta-1942
    airwar run my-turn.yaml --dice physical --log turn-3.jsonl

    Fight SCENARIO, a file or the name of a shipped one. At every prompt: Enter takes the answer in brackets, ? explains,
    s shows the state, o the odds, u takes back the last choice, q quits; `airwar resume LOG` continues.
    """
    from airwar.answers.chance import parse_seed
    from airwar.battle import begin
    from airwar.loading import load_scenario

    number = None if seed is None else parse_seed(seed)
    loaded = load_scenario(scenario)
    path = log_path or free_name(Path(loaded.name).stem)
    return fight(begin(loaded, path, number, dice), no_input, as_json)


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@NO_INPUT
@JSON
def resume(log: Path, no_input: bool, as_json: bool) -> int:
    """\b
    airwar resume malta-1942.jsonl

    Resume the battle in LOG, at the question that was left unanswered.
    """
    from airwar.battle import resume as resume_battle

    battle = resume_battle(log)
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
        end = attend(battle, view) if attended else by_script(battle, view)
    except Left as left:
        return leave(battle, left.how)
    except KeyboardInterrupt:
        return leave(battle, "interrupt")
    view.flush()
    if as_json:
        click.echo(document(battle, end))
    else:
        result(console, battle, end)
    return 0


def leave(battle: Battle, how: str) -> int:
    """The log is intact; says how to continue."""
    battle.log.close()
    click.echo(f"to continue: airwar resume {quote(str(battle.log.path))}", err=True)
    return {"q": 0, "interrupt": 130}.get(how, 3)


def by_script(battle: Battle, view: BattleView) -> End:
    """Without a terminal, the script answers. A decision that it does not answer ends the run."""
    from airwar.errors import Unanswered
    from airwar.session import Session

    session = Session(battle, view, scripted=True)
    if session.end is None:
        session.close()
        key = session.question.key if session.question else ""
        resumed = f"airwar resume {quote(str(battle.log.path))}"
        raise Unanswered(f"nothing answers {key}; add it to the scenario's choices, or continue at a terminal: {resumed}")
    return session.end


def attend(battle: Battle, view: BattleView) -> End:
    """At a terminal, the person is asked."""
    from airwar.session import Session

    session = Session(battle, view)
    table = Table(session)
    while session.end is None:
        view.catch_up()
        try:
            if isinstance(session.question, Roll):
                session.roll(table.prompt.faces(session.question, machine=battle.mode == "ask"))
            elif session.question is not None:
                view.flush()
                session.answer(table.prompt.choice(session.question, session.default))
        except Undo:
            click.echo(f"  taken back: {session.undo()}", err=True)
    return session.end


class Table:
    """What a person can ask for at every prompt of a session."""

    def __init__(self, session: Session) -> None:
        from airwar.rulesets.index import rule_index

        self.session = session
        self.ruleset = session.scenario.ruleset
        self.index = rule_index(self.ruleset.id)
        keys: dict[str, Callable[[Question], None]] = {"s": self.show_state, "o": self.show_odds, "?": self.explain}
        self.prompt = Prompt(self.say, self.summary, keys, lambda: session.can_undo)

    def say(self, line: str) -> None:
        from airwar.show.console import folded

        click.echo(folded(line), err=True)

    def summary(self, rule: str) -> str:
        return self.index[rule].summary if rule in self.index else ""

    def explain(self, question: Question) -> None:
        """The rule of the question, and those it belongs to."""
        from airwar.rulesets.index import is_part

        number = question.rule
        wanted = [key for key in self.index if is_part(number, key) or is_part(key, number)]
        for key in wanted[:12]:
            self.say(f"  {key}  {self.summary(key)}")
        self.say(f"  more: airwar rules {self.ruleset.id} {number}")

    def show_state(self, question: Question) -> None:
        from airwar.show.console import talk
        from airwar.show.report import state

        state(talk(), self.ruleset, self.session.states)

    def show_odds(self, question: Question) -> None:
        """The odds of each option. Neither the log nor the dice are touched."""
        from airwar.errors import AirwarError
        from airwar.odds.forecast import with_policies

        script = with_policies(self.session.scenario.script, facts=self.session.walk.facts)
        try:
            self.say("  working out the odds ...")
            self.compare(question, script)
        except KeyboardInterrupt:
            self.say("  stopped; the question is still open")
        except AirwarError as error:
            self.say(f"  no odds: {error}")
        else:
            self.say("  policies, first match wins: " + "; ".join(script.assumed))

    def compare(self, question: Question, script: Script) -> None:
        """The options of a decision side by side; at a roll, or where no side decides, the odds of the battle."""
        from airwar.odds.forecast import at_a_prompt, prospects, situation_at
        from airwar.show.console import talk
        from airwar.show.odds import ADVICE, comparison, summary

        console, ruleset, walk = talk(), self.ruleset, self.session.walk
        if isinstance(question, Roll | Fact) or question.by == REFEREE:
            summary(console, at_a_prompt(situation_at(ruleset, script, walk)))
            return
        found = prospects(ruleset, script, walk, question, self.session.default)
        console.print(comparison(console, found, question.by))
        if ruleset.won and any(one.odds.can_be_won() for one in found):
            self.say(f"  wins: {ruleset.won}")
        if any(one.value is not None for one in found):
            self.say(f"  {ADVICE}")
