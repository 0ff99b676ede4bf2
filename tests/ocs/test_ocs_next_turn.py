"""What a turn leaves of ships and guns is there in the next one (R52, R53)."""

from ocs_theater import F1, F2, T1, game
from support import fight

from airwar.loading import parse_scenario
from airwar.rulesets.ocs.board import Gun, Hull
from airwar.rulesets.ocs.next_turn import next_turn
from airwar.scenario.editing import edited
from airwar.scenario.outline import outline_of

BASES = """
  x: {side: axis, level: 2, supply: 4}
  cv: {name: Illustrious, side: allies, kind: carrier, protection: 2}
  w: {side: allies, level: 1}
"""
DISTANCES = "{x: {cv: 12, w: 20, h: 8, k: 8}, cv: {w: 9, h: 9, k: 9}, w: {h: 9, k: 9}, h: {k: 1}}"
SHIPS = "ships: {warspite: {name: Warspite, side: allies, at: k, protection: 4}}"
GUNS = "artillery: {battery: {side: allies, at: h, barrage: 10, range: 2}}"
FULMAR = "{id: fulmar, name: Fulmar, side: allies, type: F, range: 20, rating: (2), at: cv}"


def following(missions, bomber, dice, play="axis.movement"):
    """The board with which the next turn begins, and what is to be looked at."""
    text = game(
        missions, [bomber, FULMAR], play, "profile: ocs-4.3", f"{SHIPS}\n{GUNS}", bases=BASES, distances=DISTANCES
    )  # fmt: skip
    edits, notes = next_turn(fight(text, dice).state, outline_of(text))
    return parse_scenario(edited(text, edits), "next.yaml").start.state.board, notes


def strike(kind, at, more=""):
    return f"{{id: raid, in: axis.movement, kind: {kind}, at: {at}, with: [t1]{more}}}"


def test_r52_a_damaged_and_disorganized_carrier_is_so_in_the_next_turn():
    attack = [strike("ship-attack", "cv", ", ship: cv")]
    board, _ = following(attack, T1, {"raid.flak": (1, 1), "raid.barrage": (6, 5), "raid.barrage.half": (4,)})
    assert board.hull("cv") == Hull("cv", 1, True)


def test_r52_a_sunk_carrier_is_not_in_the_next_turn():
    bomber = T1.replace("barrage: 12", "barrage: 300")
    board, _ = following([strike("ship-attack", "cv", ", ship: cv")], bomber, {"raid.flak": (1, 1), "raid.barrage": (6, 6)})
    assert (board.base("cv"), board.hull("cv"), [unit.id for unit in board.units]) == (None, None, ["t1"])


def test_r52_a_ship_that_is_dg_is_so_in_the_next_turn_until_its_clean_up_phase():
    dice = {"raid.flak": (1, 1), "raid.barrage": (5, 5)}
    board, _ = following([strike("ship-attack", "k", ", ship: warspite")], T1, dice)
    assert board.hull("warspite") == Hull("warspite", 0, True)
    board, _ = following([strike("ship-attack", "k", ", ship: warspite")], T1, dice, "axis.movement, allies.clean-up")
    assert board.hull("warspite") == Hull("warspite", 0, False)


def test_r53_artillery_that_is_dg_is_so_in_the_next_turn():
    board, _ = following([strike("barrage", "h")], T1, {"raid.flak": (1, 1), "raid.barrage": (4, 4)})
    assert [gun for gun in board.guns if gun.id == "battery"] == [Gun("battery", dg=True)]


def test_r51_the_players_are_told_of_markers_that_the_next_turn_inherits():
    _, notes = following([strike("trainbust", "k")], T1, {"raid.flak": (1, 1), "raid.facility": (6,)})
    assert any("rail interdiction at K" in note for note in notes)
    _, notes = following([], F1, {})
    assert not any("rail interdiction" in note for note in notes)


def test_r37_units_without_a_base_are_left_out_of_the_next_turn_and_the_owner_is_told():
    late = "{id: late, name: Late, side: axis, type: F, range: 20, rating: 4, at: x, status: arriving}"
    aloft = "{id: aloft, name: Aloft, side: axis, type: F, range: 20, rating: 4, at: x, over: h}"
    bases, distances = "{x: {side: axis}, y: {side: allies}}", "{h: {x: 8, y: 8, k: 1}, x: {y: 12, k: 7}, y: {k: 9}}"
    capture = "{id: storm, in: allies.movement, kind: capture, at: x}"
    text = game([capture], [late, aloft, F2], "allies.movement", bases=bases, distances=distances)
    edits, notes = next_turn(fight(text).state, outline_of(text))
    assert [unit.id for unit in parse_scenario(edited(text, edits), "next.yaml").start.state.board.units] == ["f2"]
    assert [note for note in notes if note.startswith("where")] == [
        "where Late (F) arrives, now that X is lost",
        "where Aloft (F) lands, which is over H and has no base left",
    ]
