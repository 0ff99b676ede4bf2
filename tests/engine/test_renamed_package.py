"""The copy in which everything is renamed and reworded is a whole airwar, and fights as this one does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from renamed_package import KEPT, NEW_OPTION, PREFIX, TOLD, VERSION, module_name, rename
from support import SHIPPED, unattended

from airwar import rulesets

SEED = 1
FOUGHT = [
    *("battle-of-britain-1940", "torch-1942"),
    *("bagration-1944", "gross-deutschland"),
    *("husky-1943", "maleme-1941"),  # facts are stated at Maleme
    *("kiev-1941", "sicily-1943"),
    *("malta-1942", "okinawa-1945"),
]
FIGHT = "import sys; from airwar.cli import exit_code; sys.exit(sum(exit_code(line.split()) for line in sys.argv[1:]))"


@pytest.fixture(scope="module")
def logs(renamed_package: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """What the copy logs."""
    folder = tmp_path_factory.mktemp("logs")
    commands = [f"run {name} --no-input --seed {SEED} --log {folder / name}.jsonl" for name in FOUGHT]
    done = subprocess.run(
        [sys.executable, "-c", FIGHT, *commands], capture_output=True, text=True, check=False, cwd=renamed_package
    )
    assert done.returncode == 0, done.stderr
    return {name: records((folder / f"{name}.jsonl").read_text(encoding="utf-8")) for name in FOUGHT}


def records(log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.splitlines()]


def facts(log: list[dict[str, Any]]) -> list[list[Any]]:
    """The dice, the answers, the losses and the result of a battle, without any words."""
    found: list[list[Any]] = []
    for record in log:
        match record:
            case {"t": "roll"}:
                modifiers = [number for _, number, *_ in record.get("terms", [])]
                read = [record.get(name) for name in ("faces", "total", "chart", "row", "column", "needed", "result", "die")]
                found.append([record["key"], record["rule"], modifiers, *read])
            case {"t": "choice"}:
                found.append([record["key"], record["by"], record["options"], record["answer"]])
            case {"t": "stated"}:
                found.append([record["key"], record["by"], record["answer"]])
            case {"t": "told", "what": "loss"} | {"t": "told", "what": "status"}:
                found.append([record["side"], record["unit"], record["count"], record.get("fate")])
            case {"t": "end"}:
                found.append([record["result"], record["tally"]])
    return found


@pytest.mark.slow
def test_the_copy_gives_the_same_dice_answers_losses_and_results(logs):
    fought = [path for path in SHIPPED if path.stem in FOUGHT]
    assert {path.parent.name for path in fought} == set(rulesets.IDS)
    for path in fought:
        assert facts(logs[path.stem]) == facts(records(unattended(path, seed=SEED).log.text())), path.stem


@pytest.mark.slow
def test_every_sentence_in_its_logs_is_in_other_words(logs):
    said = {kind: [] for kind in ("enter", "stated", *TOLD)}
    for record in (record for log in logs.values() for record in log):
        match record:
            case {"t": "enter", "title": words}:
                said["enter"].append(words)
            case {"t": "stated", "what": words}:
                said["stated"].append(words)
            case {"t": "told", "what": event, "text": words} | {"t": "told", "what": event, "title": words}:
                said[next(name for name in TOLD if name.lower() == event)].append(words)
            case {"t": "roll", "terms": terms}:
                said["Term"] += [name for name, *_ in terms]
    assert [kind for kind, words in said.items() if not words] == []
    assert [words for told in said.values() for words in told if not words.startswith(PREFIX)] == []


@pytest.mark.slow
def test_nothing_that_its_rulesets_define_keeps_its_name_but_what_is_listed(renamed_package):
    kept = set()
    for path in (renamed_package / "airwar/rulesets").rglob("*.py"):
        names = re.findall(r"^(?:class|def) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        kept |= {(module_name(path.relative_to(renamed_package)), name) for name in names if not name.lower().startswith("renamed")}
    assert kept == set(KEPT)


@pytest.mark.slow
def test_it_is_a_later_version_and_each_game_has_one_option_more(renamed_package):
    code = (
        "import json, airwar; from airwar.rulesets import IDS; from importlib import import_module;"
        "print(json.dumps([airwar.__version__, {game: list(import_module(IDS[game]).RULESET.options) for game in IDS}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=renamed_package)
    options = {game: [NEW_OPTION, *rulesets.load(game).options] for game in rulesets.IDS}
    assert json.loads(done.stdout) == [VERSION, options]


BEFORE = {
    "rulesets/game.py": """
class Raid:
    strike: int
    raid = 1

    def fly(self, raid, *, strike=0):
        return (strike, raid, lost(self.strike))

def strike(raid: Raid) -> Raid:
    return lost(raid=raid, strike=[strike for strike in raid if lost(strike)])

def raid(lost):
    return (lambda strike: strike(lost), strike(lost))

def lost(found):
    try:
        return ([raid for one in found if (raid := one)], raid)
    except Raid as strike:
        return strike
""",
    "rulesets/other.py": """
from airwar.rulesets import game
from airwar.rulesets.game import Raid as Raid
from airwar.rulesets.game import lost as gone
lost = gone

def fly(ref, raid):
    from airwar.rulesets.game import strike
    return ref.lost(game.strike(lost(strike(raid.strike))))
""",
    "cli.py": """
from airwar import rulesets
from airwar.rulesets.other import Raid
from airwar.rulesets import other as games
from airwar.rulesets import other

def main(fly: Raid):
    match fly:
        case Raid(strike=1):
            return rulesets.other.fly(games.fly(fly))
        case [Raid(), *other]:
            return other.fly
""",
}
AFTER = {
    "rulesets/game.py": """
class RenamedRaid:
    strike: int
    raid = 1

    def fly(self, raid, *, strike=0):
        return (strike, raid, renamed_lost(self.strike))

def renamed_strike(raid: RenamedRaid) -> RenamedRaid:
    return renamed_lost(raid=raid, strike=[strike for strike in raid if renamed_lost(strike)])

def renamed_raid(lost):
    return (lambda strike: strike(lost), renamed_strike(lost))

def renamed_lost(found):
    try:
        return ([raid for one in found if (raid := one)], raid)
    except RenamedRaid as strike:
        return strike
""",
    "rulesets/other.py": """
from airwar.rulesets import game
from airwar.rulesets.game import RenamedRaid as RenamedRaid
from airwar.rulesets.game import renamed_lost as gone
lost = gone

def renamed_fly(ref, raid):
    from airwar.rulesets.game import renamed_strike
    return ref.lost(game.renamed_strike(lost(renamed_strike(raid.strike))))
""",
    "cli.py": """
from airwar import rulesets
from airwar.rulesets.other import RenamedRaid
from airwar.rulesets import other as games
from airwar.rulesets import other

def main(fly: RenamedRaid):
    match fly:
        case RenamedRaid(strike=1):
            return rulesets.other.renamed_fly(games.renamed_fly(fly))
        case [RenamedRaid(), *other]:
            return other.fly
""",
}


def test_what_only_has_the_same_name_as_something_renamed_is_left_alone(tmp_path):
    (tmp_path / "airwar/rulesets").mkdir(parents=True)
    for package in ("airwar", "airwar/rulesets"):
        (tmp_path / package / "__init__.py").touch()
    for path, text in BEFORE.items():
        (tmp_path / "airwar" / path).write_text(text, encoding="utf-8")
    rename(tmp_path)
    assert {path: "\n" + (tmp_path / "airwar" / path).read_text(encoding="utf-8") for path in AFTER} == AFTER
