"""The next turn: the scenario's own text, edited to the position at the end; three turns in a row, and every unit compared."""

from dataclasses import replace

import pytest
from support import SHIPPED

from airwar.answers.chance import AnyLegal
from airwar.battle.battle import begin
from airwar.battle.next_turn import next_scenario
from airwar.battle.rehearsal import rehearse
from airwar.cli import exit_code
from airwar.engine.questions import Fact
from airwar.errors import AirwarError
from airwar.rulesets.air_supremacy.show import position_of
from airwar.setup.loading import load_scenario, parse_scenario


class Usual(AnyLegal):
    """Machine dice and the usual answers, so that something is left for the next turn."""

    def choice(self, question):
        return super().choice(question) if isinstance(question, Fact) else question.default


def played(scenario, path, seed):
    """A turn played to its end: at random if it is the first one."""
    path.unlink(missing_ok=True)
    battle = begin(scenario, path, seed)
    end = battle.walk(AnyLegal(seed) if seed == 1 else Usual(seed)).run()
    battle.settle()
    return end.state


def in_a_row(path, log, seeds):
    """The turns of a shipped scenario, one after the other: the scenario, its end, and the beginning of the next."""
    scenario = load_scenario(str(path))
    for seed in seeds:
        end = played(scenario, log, seed)
        following = parse_scenario(next_scenario(log).text, "next.yaml", scenario.files)
        yield scenario, end, following.start.state
        scenario = following


def test_the_text_keeps_its_comments_and_loses_its_orders(tmp_path):
    path = next(path for path in SHIPPED if path.stem == "malta-1942")
    scenario, log = load_scenario(str(path)), tmp_path / "turn.jsonl"
    played(scenario, log, 1)
    text, notes, _ = next_scenario(log)
    assert "counterair:" not in text
    assert text.startswith("# The turn after turn.jsonl, record ")
    comments = [line for line in scenario.text.splitlines() if line.startswith("#")]
    assert all(line in text for line in comments)
    assert notes[0].startswith("the rest of the Axis's turn was not played; air units are uninverted as at its end (18.72B)")
    assert notes[1] == "side to move: Allies; the date advances after the turn of the second side (Allies)"
    assert [problem for problem in rehearse(parse_scenario(text, "next.yaml")) if problem.severity == "error"] == []


CHOICES = """\
choices:
  malta.r1.attacker.disengage: stay
  "*.attacker.disengage": {when: own.lost > enemy.lost, then: disengage, else: stay}
  "*.attacker.reinforce": {when: own.factors < 3, then: {regia-aeronautica: 1}, else: none}
  "*.r2.attacker.fire": [3, 4]
  "*.ground.losses": {attacker: 1, defender: 2}
  "*": default
"""


def test_choices_that_can_still_apply_are_kept_and_the_others_are_named(tmp_path):
    scenario = load_scenario("malta-1942")
    head, _, _ = scenario.text.partition("choices:")
    log = tmp_path / "turn.jsonl"
    played(parse_scenario(head + CHOICES, "malta.yaml"), log, 2)
    text, notes, _ = next_scenario(log)
    kept = [entry.pattern for entry in parse_scenario(text, "next.yaml").script.entries]
    assert kept == ["*.attacker.disengage", "*.ground.losses", "*"]
    assert "  " + CHOICES.splitlines()[2].strip() in text.splitlines()
    assert any(
        note.endswith("are left out: malta.r1.attacker.disengage, *.attacker.reinforce, *.r2.attacker.fire") for note in notes
    )


def test_a_battle_that_is_not_over_has_no_next_turn(tmp_path):
    log = tmp_path / "turn.jsonl"
    begin(load_scenario("malta-1942"), log, 1).log.close()
    with pytest.raises(AirwarError, match="not over"):
        next_scenario(log)


# OCS


def ocs_units(turn):
    """Every air unit on the map: steps, status and where it is."""
    on_the_map = [unit for unit in turn.board.units.values() if unit.steps]
    return {unit.id: (unit.steps, unit.state, unit.place) for unit in on_the_map}


def ocs_bases(turn):
    return {base.id: (base.side, base.level, base.supply, base.gliders, base.kind) for base in turn.board.bases.values()}


OCS = [path for path in SHIPPED if path.parent.name == "ocs"]


@pytest.mark.parametrize("path", OCS, ids=lambda path: path.stem)
def test_three_turns_of_ocs_in_a_row(path, tmp_path):
    for _, end, begun in in_a_row(path, tmp_path / "turn.jsonl", (2, 3, 4)):
        assert ocs_units(begun) == ocs_units(end)
        assert ocs_bases(begun) == ocs_bases(end)


# Air Supremacy


AIR_SUPREMACY = [path for path in SHIPPED if path.parent.name == "air-supremacy"]


@pytest.mark.parametrize("path", AIR_SUPREMACY, ids=lambda path: path.stem)
def test_three_turns_of_air_supremacy_in_a_row(path, tmp_path):
    for _, end, begun in in_a_row(path, tmp_path / "turn.jsonl", (1, 1, 1)):
        position = position_of(end)
        assert {name: replace(unit, out_for="") for name, unit in position.units.items()} == dict(begun.units)
        assert begun.spaces == position.spaces
        assert not begun.battles
        assert begun.attacker != end.setting.attacker or not enemies(end)


def enemies(turn):
    """The units left of those who do not take the turn."""
    return [kind for kind, _ in turn.units() if not turn.setting.friendly(kind.nation, turn.setting.attacker)]


ISLANDS = """\
airwar: 1
ruleset: air-supremacy
title: Islands
attacker: japan
moving-with: [germany]
spaces:
  home: {kind: land, nation: japan, adjacent: [wake]}
  wake: {kind: land, nation: usa}
  hawaii: {kind: land, nation: usa}
units: # who is there
  - {id: marines, nation: japan, type: infantry, count: 3, at: home}
  - {id: flak, nation: usa, type: anti-aircraft, at: wake}
battles:
  - {at: wake, with: {marines: 2}}
"""
LATER = """\
later-turns:
  - battles: # the first key of its entry
      - {at: home, with: {flak: 1}}
    attacker: usa
"""


def next_of_islands(tmp_path, text=ISLANDS):
    log = tmp_path / "turn.jsonl"
    battle = begin(parse_scenario(text, "islands.yaml"), log, 1)
    battle.walk(Usual(3)).run()
    battle.settle()
    return next_scenario(log).text


def test_a_space_that_was_taken_and_a_unit_in_two_places(tmp_path):
    """Two marines take Wake and stay there, as a unit of their own; the third is at home. The next turn is the enemy's."""
    text = next_of_islands(tmp_path)
    assert "attacker: usa\n" in text
    assert "opponents: {japan: [germany]}\n" in text  # for the turn in which Japan moves again
    assert "wake: {kind: land, nation: japan}" in text
    assert "{id: marines, nation: japan, type: infantry, at: home}" in text
    assert "{id: marines-2, nation: japan, type: infantry, count: 2, at: wake}" in text
    assert "flak" not in text


def test_the_turns_of_several_opponents_begin_again_without_their_battles(tmp_path):
    text = next_of_islands(tmp_path, ISLANDS + LATER)
    assert "attacker: japan\nmoving-with: [germany]\n" in text
    (later,) = parse_scenario(text, "next.yaml").start.state.later_turns
    assert (later.attacker, later.battles) == ("usa", ())


# War in Europe


def war_in_europe_boxes(ruleset, turn):
    """The points in every box, by Front and side; used or not, but not those that are lost."""
    found = {}
    for row in ruleset.standing((turn,)):
        if row.place and row.unit != "air-superiority":  # which the next turn asks for
            found[row.place, row.side, row.unit] = found.get((row.place, row.side, row.unit), 0) + row.count
    return found


WAR_IN_EUROPE = [path for path in SHIPPED if path.parent.name == "war-in-europe"]


@pytest.mark.parametrize("path", WAR_IN_EUROPE, ids=lambda path: path.stem)
def test_three_turns_of_war_in_europe_in_a_row(path, tmp_path):
    for scenario, end, begun in in_a_row(path, tmp_path / "turn.jsonl", (1, 1, 1)):
        assert war_in_europe_boxes(scenario.ruleset, begun) == war_in_europe_boxes(scenario.ruleset, end)
        assert not begun.missions  # but those of the table


def test_the_chart_file_comes_along(tmp_path, capsys):
    """A scenario that names a chart file finds it in its own folder, wherever it is written."""
    log, out = tmp_path / "turn.jsonl", tmp_path / "elsewhere" / "turn-2.yaml"
    charts = out.parent / "charts" / "invented-1943.yaml"
    played(load_scenario("sicily-1943"), log, 1)
    out.parent.mkdir()
    assert exit_code(["next", str(log), "-o", str(out)]) == 0
    assert f"{charts}: copied from the log" in capsys.readouterr().err
    assert load_scenario(str(out)).files == load_scenario("sicily-1943").files
    charts.write_text("accuracy: synthetic-demo\n")
    out.unlink()
    assert exit_code(["next", str(log), "-o", str(out)]) == 0
    assert f"{charts} is not the file that the battle was fought with" in capsys.readouterr().err


# Dark Crusade


DARK_CRUSADE = [path for path in SHIPPED if path.parent.name == "dark-crusade"]


@pytest.mark.parametrize("path", DARK_CRUSADE, ids=lambda path: path.stem)
def test_three_phases_of_dark_crusade_in_a_row(path, tmp_path):
    for scenario, end, begun in in_a_row(path, tmp_path / "phase.jsonl", (1, 2, 3)):
        rows = [row for row in scenario.ruleset.standing((end,)) if row.marks != ("eliminated",)]
        assert scenario.ruleset.standing((begun,)) == rows
