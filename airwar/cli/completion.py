"""completion: scripts for shells, and what they complete."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, get_completion_class

if TYPE_CHECKING:
    from airwar.rulesets.ruleset import AnyRuleset

_VARIABLE = "_AIRWAR_COMPLETE"  # by which a shell asks
INSTALL = {
    "bash": "airwar completion bash > ~/.local/share/bash-completion/completions/airwar\n"
    '# or in ~/.bashrc: eval "$(airwar completion bash)"',
    "zsh": 'airwar completion zsh > "${fpath[1]}/_airwar"\n# or in ~/.zshrc, after compinit: eval "$(airwar completion zsh)"',
    "fish": "airwar completion fish > ~/.config/fish/completions/airwar.fish",
}

# Click's scripts for these two insert some names as commands: they neither quote in bash nor keep what follows a comma in fish.
_SCRIPTS = {
    "bash": """\
%(complete_func)s() {
    local IFS=$'\\n' response type value
    response=$(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                case ${COMP_WORDS[COMP_CWORD]} in  # inside quotes, bash itself completes files that would need more quoting
                    \\'*) [[ $value == *\\'* ]] && compopt -o default && continue ;;
                    \\"*) [[ $value == *[\\"\\$\\`\\\\!]* ]] && compopt -o default && continue ;;
                    *) printf -v value %%q "$value" ;;
                esac
                [[ $value == *[/=] ]] && compopt -o nospace
                COMPREPLY+=("$value")
                ;;
        esac
    done <<< "$response"
}

complete -o nosort -F %(complete_func)s %(prog_name)s
""",
    "fish": """\
function %(complete_func)s
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -t) %(prog_name)s)
    for completion in $response
        set -l item (string split --max 1 "," -- $completion)
        switch $item[1]
            case dir
                __fish_complete_directories $item[2]
            case file
                __fish_complete_path $item[2]
            case plain
                printf "%%s\\n" $item[2]
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
""",
}


@click.command()
@click.argument("shell", type=click.Choice(list(INSTALL)))
def completion(shell: str) -> int:
    """\b
    airwar completion bash > ~/.local/share/bash-completion/completions/airwar
    airwar completion zsh > "${fpath[1]}/_airwar"
    airwar completion fish > ~/.config/fish/completions/airwar.fish

    Print a script that lets SHELL complete commands, options, scenarios, logs, rulesets, charts, sides and decisions. Save it
    where the shell looks for such scripts, as above, and open a new shell.
    """
    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(click.get_current_context().find_root().command, {}, "airwar", _VARIABLE)
    script = (_SCRIPTS.get(shell, made.source_template) % made.source_vars()).strip("\n")
    mark, _, rest = script.partition("\n")
    if not mark.startswith("#compdef"):  # which has to be the first line
        mark, rest = "# How to install it:", script
    click.echo(f"{mark}\n# {INSTALL[shell]}\n{rest}")
    return 0


# what is completed: by the name of a parameter

Complete = Callable[[click.Context, str], list[CompletionItem]]


class _Completed(click.types.StringParamType):
    """A parameter whose values are completed."""

    name = "completed"

    def __init__(self, complete: Complete) -> None:
        self.complete = complete

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from airwar.errors import AirwarError

        try:
            return self.complete(ctx, incomplete)
        except (AirwarError, OSError, ValueError):  # there is nothing to complete in a file that cannot be read
            return []


def completing(command: click.Command) -> None:
    """Lets the parameters of a command be completed."""
    for param in command.params:
        if param.name in COMPLETED and not isinstance(param.type, click.Choice):
            param.type = _Completed(COMPLETED[param.name])


def _scenarios(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Shipped scenarios by name, and files."""
    from airwar import rulesets
    from airwar.scenario import shipped_scenarios

    outside = [path for offer in rulesets.outside.usable(rulesets.IDS).values() for path in offer.scenarios]
    return _names_or_files([path.stem for path in [*shipped_scenarios(), *outside]], incomplete, (".yaml", ".yml", ".json"))


def logs(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    return _names_or_files([], incomplete, (".jsonl",))


def _logs_that_wait(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """For `resume`, the logs of unfinished battles, if there are any; otherwise all logs."""
    found = logs(ctx, incomplete)
    if ctx.info_name != "resume":
        return found
    waiting = [item for item in found if item.type == "plain" and not _ended(item.value)]
    return waiting if any(item.value.endswith(".jsonl") for item in waiting) else found


def _ended(path: str) -> bool:
    """Whether the last record of a log is the end of its battle; nothing is checked, to keep this quick."""
    if not path.endswith(".jsonl"):
        return False
    lines = Path(path).read_bytes().splitlines()
    return bool(lines) and b'"t":"end"' in lines[-1]


def _folders(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="dir")]


def _settings(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """What a default can be set to, if there are only a few values."""
    return _fitting(["machine", "physical", "ask", "none"] if ctx.params.get("name") == "dice" else ["none"], incomplete)


def stories(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    return _names_or_files([], incomplete, (".story",))


def _games(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    from airwar import rulesets

    return _fitting([*rulesets.every_id(), *(["log", "serve"] if ctx.info_name == "schema" else [])], incomplete)


def _names(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """What NAME is: for `new` a ruleset or a shipped scenario, for `table` a chart."""
    if ctx.info_name != "new":
        return _charts(ctx, incomplete)
    from airwar.scenario import shipped_scenarios

    return [*_games(ctx, incomplete), *_fitting([path.stem for path in shipped_scenarios()], incomplete)]


def _sections(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The sections of a scenario."""
    from airwar.scenario.shape import described
    from airwar.setup.loading import shape_of

    return _fitting(dict.fromkeys(one.path[0] for one in described(shape_of(_game(ctx)))), incomplete)


def _topics(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    from airwar.guide import TOPICS

    return _fitting(TOPICS, incomplete)


def _charts(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The charts of a ruleset, which is not imported for this if it is one of ours."""
    from importlib.util import find_spec

    from airwar import rulesets

    named = _typed(ctx)
    if named not in rulesets.IDS:  # of another package
        from airwar.rulesets.kit.charts import chart_names

        return _fitting(chart_names(rulesets.load(named).package), incomplete)
    package = find_spec(rulesets.IDS[named])
    folders = package.submodule_search_locations if package else None
    return _fitting(sorted(path.stem for folder in folders or () for path in Path(folder, "tables").glob("*.yaml")), incomplete)


def _rule_numbers(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    from airwar.rulesets.index import rule_index

    return [CompletionItem(key, help=one.text) for key, one in rule_index(_game(ctx).id).items() if key.startswith(incomplete)]


def _options(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """NAME=VALUE of the options of a ruleset."""
    name, equals, value = incomplete.partition("=")
    known = _game(ctx).options
    if equals:
        values = known[name].values if name in known else ()
        return [CompletionItem(f"{name}={one}") for one in values if one.startswith(value)]
    return [CompletionItem(f"{one}=", help=option.help) for one, option in known.items() if one.startswith(name)]


def _decisions(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Patterns that match one kind of decision; the typed text can also be the middle of an id."""
    known = {key if key.startswith("*") else f"*.{key}": text for key, text in _game(ctx).decisions.items()}
    typed = incomplete.lstrip("*.")
    return [CompletionItem(key, help=text) for key, text in known.items() if key.startswith(incomplete) or f".{typed}" in key]


def _policies(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """KEY= for each kind of decision."""
    return [CompletionItem(f"{item.value}=", help=item.help) for item in _decisions(ctx, incomplete)]


def _sides(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    from airwar.battle.battle import scenario_of
    from airwar.engine.log import Log
    from airwar.setup.loading import load_scenario

    named = _typed(ctx)
    scenario = scenario_of(Log.load(Path(named))) if named.endswith(".jsonl") else load_scenario(named)
    return _fitting(scenario.sides, incomplete)


def battles(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Logs; scenarios if a side is named, or where no log fits."""
    found = logs(ctx, incomplete)
    return _scenarios(ctx, incomplete) if ctx.params.get("side") or [item.type for item in found] == ["file"] else found


COMPLETED: dict[str | None, Complete] = {
    "scenario": _scenarios,
    "folder": _folders,
    "value": _settings,
    "files": _scenarios,
    "battle": battles,
    "log": _logs_that_wait,
    "logs": logs,
    "stories": stories,
    "place": logs,
    "ruleset": _games,
    "name": _names,
    "section": _sections,
    "topic": _topics,
    "words": _rule_numbers,
    "options": _options,
    "auto": _decisions,
    "policies": _policies,
    "play": _sides,
    "side": _sides,
}


def _fitting(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _names_or_files(names: Iterable[str], incomplete: str, endings: tuple[str, ...]) -> list[CompletionItem]:
    """Names, files with these endings, and folders. If there are only folders, the shell completes files in its usual way."""
    folder, _, begun = incomplete.rpartition("/")
    found = _fitting(names, incomplete)
    folders = []
    try:
        inside = sorted(os.scandir(f"{folder}/" if "/" in incomplete else "."), key=lambda entry: entry.name)
    except OSError:
        inside = []
    for entry in inside:
        path = f"{folder}/{entry.name}" if "/" in incomplete else entry.name
        hidden = entry.name.startswith(".") and not begun
        if hidden or not entry.name.startswith(begun) or not entry.name.isprintable():  # shells read one name a line
            continue
        if entry.is_dir():
            folders.append(CompletionItem(f"{path}/"))
        elif entry.name.endswith(endings):
            found.append(CompletionItem(path))
    return [*found, *folders] if found else [CompletionItem(incomplete, type="file")]


def _typed(ctx: click.Context) -> str:
    """The scenario, the log or the ruleset that the line names so far. With an open option, click leaves it among the rest."""
    named = [ctx.params.get(name) for name in ("scenario", "log", "ruleset")]
    many = [one for name in ("files", "logs") for one in ctx.params.get(name) or ()]
    return next((str(one) for one in [*named, *many, *ctx.args] if one), "")


def _game(ctx: click.Context) -> AnyRuleset:
    """The ruleset that the line is about. Neither a scenario nor a log is checked for this, so that it is quick."""
    from airwar import rulesets
    from airwar.engine.files import read_regular
    from airwar.setup.loading import find

    named = _typed(ctx)
    if rulesets.knows(named):
        return rulesets.load(named)
    text = read_regular(find(named)).decode("utf-8", "replace")
    if text.startswith("{"):
        return rulesets.load(str(json.loads(text.partition("\n")[0])["ruleset"]["id"]))
    found = re.search(r"^ruleset:\s*[\"']?([\w-]+)", text, re.MULTILINE)
    return rulesets.load(found[1] if found else "")
