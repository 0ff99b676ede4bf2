"""Normal and simultaneous combat, and losses (B8-B11, B15)."""

from itertools import pairwise

import pytest
from dc_support import air, combat, fates, made_up, scenario
from support import SHIPPED, ask, bare_log, fight

from airwar.answers.script import Scripted
from airwar.battle import begin
from airwar.engine.walk import Walk
from airwar.loading import load_scenario, parse_scenario
from airwar.rulesets.dark_crusade.losses import absorb, endurance, spread, suffering


def stay(rounds, *, simultaneous=False):
    """Everybody stays, round after round; the last round ends the battle by itself."""
    answers = {}
    for number in range(1, rounds + 1):
        answers[f"target.r{number}.attacker.retreat"] = "stay"
        answers[f"target.r{number}.defender.retreat"] = "stay"
    del answers[f"target.r{rounds}.defender.retreat"]
    if simultaneous:
        del answers[f"target.r{rounds}.attacker.retreat"]
    return answers


def with_losses(said, losses):
    """What becomes of the lone defender after these breakthroughs."""
    battle = combat({"a": "major 9 soviet"}, {"x": said})
    (unit,) = battle.units("defender")
    return suffering(unit, battle.formation(unit), losses)


# the rule book's example


@pytest.mark.proves("B10")
def test_d6_gross_deutschland_takes_one_loss_in_each_of_four_rounds():
    (path,) = [path for path in SHIPPED if path.stem == "gross-deutschland"]
    example = load_scenario(str(path))
    battle = begin(example, None, 1)
    end = battle.walk(Scripted(example.script, None)).run()
    records = [record.content for record in battle.log.records]
    absorbed = [body["text"] for body in records if "Gross Deutschland Pz Corps absorbs" in body.get("text", "")]
    assert absorbed == [f"Gross Deutschland Pz Corps absorbs 1 breakthrough: {n} in all, limit 3" for n in (1, 2, 3, 4)]
    fates = [(body["unit"], body["fate"]) for body in records if body.get("what") == "loss" and body["side"] == "Axis"]
    assert fates == [("Gross Deutschland Pz Corps", "dispersed"), ("Gross Deutschland Pz Corps", "eliminated")]
    assert [body["key"] for body in records if body["t"] == "roll" and "defender" in body["key"]] == ["lodz.r1.defender.fire"]
    assert end.result == "taken: defenders destroyed"


@pytest.mark.proves("B10")
def test_d7_four_losses_at_once_eliminate_it_and_three_do_not():
    assert with_losses("major 3 german", 4) == ("x", "", 4, True, 0)
    assert with_losses("major 3 german", 3) == ("x", "target", 3, True, 0)


@pytest.mark.proves("B10")
def test_d7_of_five_losses_one_is_wasted():
    text = scenario({"a": "major 5 soviet"}, {"x": "major 3 german"}, charts=made_up())
    fought = fight(text, {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [6]}, {"target.r1.attacker.retreat": "stay"})
    assert fates(fought)["x"] == ("lost", 4, True)
    assert fought.rolls()["target.r1.attacker.fire"]["result"] == "5, 1 without effect"


@pytest.mark.proves("B10")
@pytest.mark.parametrize(("losses", "where"), [(1, "target"), (2, "target"), (3, "")])
def test_d8_a_minor_unit_survives_one_loss_less_than_its_strength(losses, where):
    assert with_losses("minor 3 german", losses) == ("x", where, losses, True, 0)


@pytest.mark.proves("B10")
def test_d8_a_minor_unit_of_one_is_eliminated_without_being_dispersed():
    text = scenario({"a": "major 4 soviet"}, {"x": "minor 1 german"})
    fought = fight(text, {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [2]}, {"target.r1.attacker.retreat": "stay"})
    assert [loss for loss in fought.losses() if loss[0] == "Axis"] == [("Axis", "X", 1, "eliminated")]


def test_b10_losses_before_the_battle_count():
    assert with_losses("major 3 german, losses: 3", 1).at == ""


def test_b10_all_losses_must_be_absorbed_and_no_unit_takes_more_than_kills_it():
    battle = combat({"a": "major 2 soviet", "b": "minor 2 soviet"}, {"x": "major 3 german"})
    for answer in ({"a": 1}, {"a": 2, "b": 2}, {"b": 3}):
        with pytest.raises(ValueError, match="losses"):
            ask(absorb, battle, "attacker", 3, answers={"attacker.losses": answer})
    after = ask(absorb, battle, "attacker", 3, answers={"attacker.losses": {"a": 1, "b": 2}})
    assert [(unit.id, unit.losses) for unit in after.units("attacker")] == [("a", 1)]


def test_b10_overkill_on_one_unit_while_another_could_live_is_legal():
    battle = combat({"a": "major 2 soviet", "b": "minor 2 soviet"}, {"x": "major 3 german"})
    after = ask(absorb, battle, "attacker", 3, answers={"attacker.losses": {"a": 3}})
    assert [unit.id for unit in after.units("attacker")] == ["b"]


@pytest.mark.proves("B4", "B6", "B10")
@pytest.mark.parametrize("name", ["soviet-air", "german-air"])
def test_d34_air_units_absorb_nothing(name):
    battle = combat({"a": "major 3 soviet", "b": "major 3 soviet"}, {"x": "major 3 german"}, german=2, soviet=2)
    with pytest.raises(ValueError, match=f"'{name}' is not one of a, b"):
        ask(absorb, battle, "attacker", 1, answers={"attacker.losses": {name: 1}})


def test_b10_german_air_adds_fire_but_no_endurance():
    bare = combat({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis")
    covered = combat({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis", german=4)
    assert endurance(bare, "attacker") == endurance(covered, "attacker") == 4


def test_b10_field_works_absorb_what_the_scenario_says():
    text = scenario({"a": "major 6 soviet"}, {"x": "major 3 german"}).replace("{air:", "{fieldworks: {absorbs: 2}, air:")
    answers = {"target.r1.attacker.retreat": "stay", "target.r1.defender.retreat": "stay", "target.r2.attacker.retreat": "retreat"}
    dice = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [3]}
    fought = fight(text, dice, answers | {"target.r1.defender.losses": {"field-works": 2, "x": 1}})
    assert fates(fought)["x"] == ("target", 1, True)
    assert fought.told("ruling")[1]["text"] == "the field works of Target absorb 2 losses"


def test_b10_the_owner_says_whether_field_works_absorb_losses():
    text = scenario({"a": "major 6 soviet"}, {"x": "major 3 german"}).replace("{air:", "{fieldworks: {absorbs: 2}, air:")
    answers = {"target.r1.attacker.retreat": "stay", "target.r1.defender.retreat": "stay", "target.r2.attacker.retreat": "retreat"}
    dice = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [3]}
    fought = fight(text, dice, answers | {"target.r1.defender.losses": {"field-works": 0, "x": 3}})
    assert fates(fought)["x"] == ("target", 3, True)


def test_b10_the_field_works_of_a_unit_keep_it_from_being_dispersed():
    battle = combat({"a": "major 6 soviet"}, {"x": "major 3 german, works: 2", "y": "major 3 german"})
    after = ask(absorb, battle, "defender", 2, answers={"defender.losses": {"x": 2}})
    assert after.units("defender")[0] == ("x", "target", 0, False, 0)
    after = ask(absorb, after, "defender", 2, answers={"defender.losses": {"x": 2}})
    assert after.units("defender")[0] == ("x", "target", 2, True, 0)
    assert endurance(battle, "defender") == 2 + 4 + 4


@pytest.mark.parametrize("losses", range(1, 14))
def test_b10_the_default_distribution_is_always_legal(losses):
    attackers = {"a": "major 4 soviet", "b": "minor 3 soviet, losses: 1", "c": "minor 1 soviet", "d": "major 3 soviet"}
    battle = combat(attackers, {"x": "major 3 german"})
    units = battle.units("attacker")
    given = spread(units, battle.setting.formations, min(losses, endurance(battle, "attacker")))
    assert sum(given.values()) == min(losses, 12)
    assert all(given[unit.id] <= battle.formation(unit).fatal - unit.losses for unit in units)


# normal combat


@pytest.mark.proves("B8", "B9", "B15")
def test_d18_two_soviet_armies_wear_gross_deutschland_down():
    text = scenario({"a": "major 4 soviet", "b": "major 4 soviet"}, {"gd": "major 3 german"})
    dice = {"target.r1.defender.fire": [4]} | {f"target.r{number}.attacker.fire": [2] for number in (1, 2, 3, 4)}
    fought = fight(text, dice, stay(4) | {"target.r1.attacker.losses": {"a": 2}})
    assert fates(fought) == {"a": ("target", 2, True), "b": ("target", 0, False), "gd": ("lost", 4, True)}
    assert fought.end.result == "taken: defenders destroyed"


@pytest.mark.proves("B8")
def test_d20_in_mud_the_attacker_dies_before_he_fires():
    text = scenario({"a": "minor 2 german"}, {"x": "minor 2 soviet"}, attacker="axis", weather="mud")
    fought = fight(text, {"target.r1.defender.fire": [6]})
    assert fates(fought) == {"a": ("lost", 2, True), "x": ("target", 0, False)}
    assert fought.end.result == "held: attackers destroyed"


def test_b8_each_side_decides_after_the_enemys_fire_even_without_loss():
    text = scenario({"a": "major 1 soviet"}, {"x": "major 1 german"})
    dice = {"target.r1.defender.fire": [1], "target.r1.attacker.fire": [1]}
    answers = {
        "target.r1.attacker.retreat": "stay",
        "target.r1.defender.retreat": "retreat",
    }
    fought = fight(text, dice, answers)
    assert fates(fought) == {"a": ("target", 0, False), "x": ("rear", 0, False)}


@pytest.mark.proves("B8", "B11")
@pytest.mark.parametrize(("attacker", "weather"), [("soviet", "good"), ("axis", "mud"), ("axis", "good")])
def test_d23_with_only_dispersed_units_on_both_sides_the_attacker_retreats(attacker, weather):
    mine, yours = ("soviet", "german") if attacker == "soviet" else ("german", "soviet")
    units = {"a": f"major 3 {mine}, dispersed: true"}, {"x": f"major 3 {yours}, dispersed: true"}
    fought = fight(scenario(*units, attacker=attacker, weather=weather))
    assert fates(fought) == {"a": ("start", 0, True), "x": ("target", 0, True)}
    assert fought.end.result == "held: attackers retreated"


def test_b8_harmless_attackers_may_stay_only_a_limited_number_of_times():
    text = scenario({"a": "major 3 soviet, dispersed: true"}, {"x": "minor 1 german"}, options="max-rounds: 3")
    dice = {f"target.r{number}.defender.fire": [1] for number in (1, 2, 3, 4)}
    answers = {f"target.r{number}.{role}.retreat": "stay" for number in (1, 2, 3) for role in ("attacker", "defender")}
    fought = fight(text, dice, answers)
    assert fought.told("ruling")[-1]["option"] == "max-rounds"
    assert fates(fought)["a"] == ("start", 0, True)


class NobodyIsHit:
    """Rolls ones, and stays until the third round."""

    def faces(self, roll, drawn):
        return (1,) * roll.reading.dice.count, "scripted"

    def choice(self, question):
        return "retreat" if question.key == "target.r3.attacker.retreat" else "stay"


def test_b8_a_round_without_a_hit_leads_back_to_the_same_position():
    text = scenario({"a": "major 2 soviet"}, {"x": "major 2 german"})
    walk = Walk(parse_scenario(text, "test.yaml").start, bare_log(), NobodyIsHit())
    walk.run()
    steps = pairwise(start.position for start in walk.starts)
    first, second = (after for before, after in steps if before.step.__name__ == "attacker_fires")
    assert first == second


def test_b10_an_attacker_that_begins_dispersed_is_pointed_out():
    text = scenario({"a": "major 3 soviet, dispersed: true", "b": "major 1 soviet"}, {"x": "minor 1 german"})
    fought = fight(text, {"target.r1.defender.fire": [1]}, {"target.r1.attacker.retreat": "retreat"})
    assert fought.told("note")[1]["text"].endswith("unless the battle is under way (B10): A")


# simultaneous combat


@pytest.mark.proves("B11")
def test_d21_both_sides_eliminate_each_other_and_the_defender_controls_the_point():
    text = scenario({"a": "minor 2 german"}, {"x": "minor 2 soviet"}, attacker="axis")
    fought = fight(text, {"target.r1.attacker.fire": [6], "target.r1.defender.fire": [6]})
    assert fates(fought) == {"a": ("lost", 2, True), "x": ("lost", 2, True)}
    assert fought.state.controller("target") == "soviet"
    assert fought.end.result == "held: both sides destroyed"


def test_b11_the_attacker_takes_losses_and_declares_first():
    text = scenario(
        {"a": "major 3 german", "b": "major 3 german"}, {"x": "major 3 soviet", "y": "major 3 soviet"}, attacker="axis", soviet=0
    )
    fought = fight(
        text,
        {"target.r1.attacker.fire": [2], "target.r1.defender.fire": [2]},
        {
            "target.r1.attacker.losses": {"a": 2},
            "target.r1.defender.losses": {"x": 2},
            "target.r1.attacker.retreat": "stay",
            "target.r1.defender.retreat": "retreat",
        },
    )
    asked = [question.key.removeprefix("target.r1.") for question in fought.asked]
    assert asked == ["attacker.losses", "defender.losses", "attacker.retreat", "defender.retreat"]
    assert fates(fought)["a"] == ("target", 2, True)
    assert fates(fought)["x"] == ("rear", 2, True)


def test_b11_totals_are_taken_before_any_loss():
    text = scenario({"a": "minor 3 german"}, {"x": "minor 3 soviet"}, attacker="axis")
    fought = fight(text, {"target.r1.attacker.fire": [6], "target.r1.defender.fire": [2]})
    assert fates(fought) == {"a": ("target", 1, True), "x": ("lost", 3, True)}
    assert fought.end.result == "taken: defenders destroyed"


def test_b11_when_the_attacker_breaks_off_the_defender_is_not_asked():
    text = scenario({"a": "major 3 german"}, {"x": "major 3 soviet"}, attacker="axis")
    dice = {"target.r1.attacker.fire": [1], "target.r1.defender.fire": [1]}
    fought = fight(text, dice, {"target.r1.attacker.retreat": "retreat"})
    assert fates(fought) == {"a": ("start", 0, True), "x": ("target", 0, False)}


# advance


def test_b15_all_attackers_enter_and_soviet_air_with_them():
    text = scenario({"a": "major 6 soviet", "b": "major 2 soviet, dispersed: true"}, {"x": "minor 1 german"}, soviet=2)
    dice = {"target.flak": [1], "target.r1.defender.fire": [1], "target.r1.attacker.fire": [6]}
    fought = fight(text, dice, {"target.r1.attacker.retreat": "stay"})
    assert fates(fought)["b"] == ("target", 0, True)
    assert fought.state.controller("target") == "soviet"
    assert air(fought, "soviet") == {"target": 2}


def test_b15_defenders_do_not_advance():
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 3 german"})
    fought = fight(text, {"target.r1.defender.fire": [6]})
    assert fates(fought)["x"] == ("target", 0, False)
    assert fought.state.taken == ()


def test_b5_german_air_advances_as_its_player_likes():
    text = scenario({"a": "major 3 german"}, {"x": "minor 1 soviet"}, attacker="axis", german=3)
    dice = {"target.r1.attacker.fire": [6], "target.r1.defender.fire": [1]}
    fought = fight(text, dice, {"target.r1.german-air.advance": {"target": 1}})
    assert air(fought, "axis") == {"target": 1, "displaced": 2}
