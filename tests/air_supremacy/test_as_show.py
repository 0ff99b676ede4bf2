"""What the table looks like in the middle of a round."""

import pytest
from as_table import MISS, OPEN_FIELD, battle, play, theater

from airwar.rulesets.air_supremacy import RULESET

MAP, AIRCRAFT, FIRE = "Map", "Aircraft", "Fire under way"


def rows(played, title):
    return next((sheet.rows for sheet in played.sheets if sheet.title == title), ())


def test_between_the_fire_of_both_sides_the_map_shows_the_losses_and_the_fire_shows_who_still_rolls():
    played = play(battle({"infantry": 2}, {"infantry": 3}), {"r1.field.attacker.surface-2": [1, 12]})
    assert played.waiting == "r1.field.defender.surface-4"
    assert rows(played, MAP) == (("Field", "open", "2 German infantry", "2 British infantry"),)
    assert rows(played, FIRE) == (("Field", "UK", "3 British infantry", "2 German infantry", "none"),)


def test_in_the_fight_for_the_sky_the_hits_so_far_are_shown():
    text = battle({"fighter": 1, "dive-bomber": 2, "infantry": 1}, {"fighter": 2, "infantry": 1})
    answers = {"r1.field.attacker.next-3": "fighter-air"}
    played = play(text, {"r1.field.attacker.air.fighter-1": [1]}, answers)
    assert played.waiting == "r1.field.attacker.air.dive-bomber-2"
    (fire,) = rows(played, FIRE)
    assert fire[-1] == "1 at aircraft"
    assert rows(played, MAP)[0][-1] == "2 British fighters, 1 British infantry"  # its owner has yet to choose the losses


def test_fire_at_the_surface_shows_the_hits_in_the_sky_too():
    text = battle({"fighter": 1, "infantry": 1}, {"fighter": 1, "infantry": 1})
    played = play(text, {"r1.field.attacker.air.fighter-1": [1]})
    assert played.waiting == "r1.field.attacker.surface-2"
    assert rows(played, FIRE)[0][-1] == "1 at aircraft"


def test_when_losses_are_chosen_all_hits_are_shown():
    text = battle({"fighter": 1, "infantry": 1}, {"fighter": 2, "infantry": 1, "armor": 1})
    dice = {"r1.field.attacker.air.fighter-1": [1], "r1.field.attacker.surface-2": [1]}
    played = play(text, dice, until="r1.field.defender.losses-surface")
    assert played.waiting == "r1.field.defender.losses-surface"
    units = "2 British fighters, 1 British infantry, 1 British armor"
    assert rows(played, FIRE) == (("Field", "Germany", "all have rolled", units, "1 at aircraft, 1 at the surface"),)


def test_a_declaration_is_on_the_table_when_the_next_one_is_asked():
    text = battle({"fighter": 1}, {"fighter": 1, "bomber": 1}, spaces=OPEN_FIELD)
    played = play(text, answers={"r1.field.uk.retreat": {"uk-bomber": 1}}, until="r1.field.uk.ground")
    assert played.waiting == "r1.field.uk.ground"
    assert rows(played, MAP)[0][-1] == "1 British fighter, 1 British bomber, leaving"
    assert ("1 British bomber", "Field", "in retreat from Field", "not in this opponent's turn") in rows(played, AIRCRAFT)


def test_a_battle_called_off_is_over_when_the_next_decision_is_asked():
    spaces = {name: {"kind": "land", "nation": "uk"} for name in ("north", "south")} | {"camp": {"kind": "land"}}
    units = [("a", "germany", "infantry", 4, "camp"), ("n", "uk", "infantry", 1, "north"), ("s", "uk", "infantry", 1, "south")]
    text = theater(units, [{"at": "north", "with": {"a": 2}}, {"at": "south", "with": {"a": 2}}], spaces)
    played = play(text, answers={"r2.north.attacker.go-on": "call-off"}, rest=MISS, until="r2.south.attacker.go-on")
    assert played.waiting == "r2.south.attacker.go-on"
    assert [row[:2] for row in rows(played, MAP)] == [("North", "called off"), ("South", "open")]
    played = play(text, answers={"r2.north.attacker.go-on": "call-off"}, rest=MISS, until="r2.south.attacker.surface")
    assert [row[:2] for row in rows(played, MAP)] == [("North", "called off"), ("South", "open"), ("Camp", "not fighting")]


def rolled_for(played):
    """What the prompt for the dice that are waited for says."""
    *_, roll = [one for one in played.rolling if one.key == played.waiting]
    return RULESET.rolling(played.states, roll)


@pytest.mark.parametrize(
    ("until", "said"),
    [
        ("r1.field.attacker.air", "fire at aircraft at Field by 1 fighter"),
        ("r1.field.attacker.surface", "fire at surface units at Field by 2 infantry"),
        ("r1.field.defender.air", "fire at aircraft at Field by 1 fighter"),
        ("r1.field.defender.surface", "fire at surface units at Field by 3 infantry"),
    ],
)
def test_34_a_prompt_for_dice_names_the_battle_and_the_units(until, said):
    played = play(battle({"fighter": 1, "infantry": 2}, {"fighter": 1, "infantry": 3}), rest=MISS, until=until)
    assert rolled_for(played) == said


def test_aircraft_on_their_way_are_listed_with_the_round_in_which_they_are_free_again():
    spaces = {
        "field": {"kind": "land", "nation": "uk", "adjacent": ["base"]},
        "base": {"kind": "land", "nation": "uk"},
        "camp": {"kind": "land"},
    }
    units = [("a", "germany", "infantry", 2, "camp"), ("d", "uk", "infantry", 2, "field"), ("raf", "uk", "fighter", 2, "base")]
    text = theater(units, [{"at": "field", "with": {"a": 2}}], spaces)
    played = play(text, answers={"r1.base.uk.dispatch": {"fighter-to-field": 1}}, until="r1.field.attacker")
    assert rows(played, AIRCRAFT) == (
        ("1 British fighter", "Base", "at home", "now"),
        ("1 British fighter", "Base", "on the way to Field, there next round", "two rounds after the last fight there"),
    )
