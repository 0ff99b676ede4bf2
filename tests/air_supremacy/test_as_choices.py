"""Who is asked for what (rules 4, 20, 21, 22, 30, 44): each question of losses, retreats and landings as a whole."""

import pytest
from as_table import BAY_SPACES as SPACES
from as_table import MISS, battle, play, theater
from test_as_fleets import DECKS, on_decks, question

ALLIES = [
    ("jg", "germany", "fighter", 5, "camp"),
    ("army", "germany", "infantry", 1, "camp"),
    ("raf", "uk", "fighter", 2, "field"),
    ("hurricanes", "uk", "dogfighter", 1, "field"),
    ("aaf", "usa", "fighter", 2, "field"),
    ("guard", "uk", "infantry", 2, "field"),
    ("rangers", "usa", "infantry", 1, "field"),
]
ATTACK = [{"at": "field", "with": {"jg": 5, "army": 1}}]
THREE_HITS = {"r1.field.attacker.air.fighter-5": [1, 1, 1, 12, 12]}


def allies(**options):
    return theater(ALLIES, ATTACK, options={name.replace("_", "-"): value for name, value in options.items()})


@pytest.mark.parametrize(("chooser", "by"), [("owner", "uk"), ("shooter", "germany")])
def test_4_the_owner_or_the_shooter_chooses_the_losses(chooser, by):
    played = play(allies(casualty_chooser=chooser), THREE_HITS, rest=MISS, until="r2")
    asked = played.asked["r1.field.defender.losses-air"]
    assert asked.by == by
    items, least, most, default = question(played, "r1.field.defender.losses-air")
    assert (items, least, most) == ({"uk-fighter": 2, "uk-dogfighter": 1, "usa-fighter": 2}, 3, 3)
    assert default == ({"uk-fighter": 2, "uk-dogfighter": 1} if chooser == "owner" else {"usa-fighter": 2, "uk-dogfighter": 1})


def test_44_each_nation_chooses_among_its_own_once_hits_are_shared_out():
    answers = {"r1.field.defender.losses-air-nations": {"uk": 2, "usa": 1}}
    played = play(allies(joint_losses="each-nation"), THREE_HITS, answers, rest=MISS, until="r2")
    nations = played.asked["r1.field.defender.losses-air-nations"]
    assert (dict(nations.items), nations.least, nations.most, nations.by) == ({"uk": 3, "usa": 2}, 3, 3, "uk")
    assert dict(nations.default) == {"uk": 3, "usa": 0}
    british = played.asked["r1.field.defender.losses-air-uk"]
    assert (dict(british.items), british.least, british.most, british.by) == ({"uk-fighter": 2, "uk-dogfighter": 1}, 2, 2, "uk")
    assert "r1.field.defender.losses-air-usa" not in played.asked  # all its aircraft are alike
    assert played.losses == [("UK", "fighter", 2), ("USA", "fighter", 1)]
    assert [body["option"] for body in played.told("ruling")].count("joint-losses") == 2


def test_44_a_nation_without_a_share_chooses_nothing():
    answers = {"r1.field.defender.losses-air-nations": {"uk": 3, "usa": 0}}
    played = play(allies(joint_losses="each-nation"), THREE_HITS, answers, rest=MISS, until="r2")
    assert played.losses == [("UK", "fighter", 2), ("UK", "dogfighter", 1)]


def test_44_where_the_shooter_chooses_no_nation_is_asked():
    options = {"joint_losses": "each-nation", "casualty_chooser": "shooter"}
    played = play(allies(**options), THREE_HITS, rest=MISS, until="r2")
    assert [(key, asked.by) for key, asked in played.asked.items() if "losses" in key] == [
        ("r1.field.defender.losses-air", "germany")
    ]


@pytest.mark.parametrize("chooser", ["owner", "shooter"])
def test_20_whether_bombs_fall_on_grounded_aircraft_is_always_their_owners_choice(chooser):
    text = battle({"bomber": 1}, {"fighter": 1, "infantry": 2}, options={"casualty-chooser": chooser})
    dice = {"r1.field.attacker.bombs-8": [1, 12]}
    played = play(text, dice, {"r1.field.uk.ground": {"uk-fighter": 1}}, rest=MISS, until="r2")
    asked = played.asked["r1.field.defender.losses-bombs"]
    assert asked.by == "uk"
    assert question(played, "r1.field.defender.losses-bombs") == (
        {"uk-fighter-grounded": 1, "uk-infantry": 1},
        1,
        1,
        {"uk-infantry": 1},
    )


def test_4_attackers_choose_their_own_losses():
    text = battle({"infantry": 1, "armor": 1, "artillery": 1}, {"infantry": 3})
    played = play(text, {"r1.field.defender.surface-4": [1, 1, 12]}, rest=MISS, until="r2")
    assert played.asked["r1.field.attacker.losses-surface"].by == "germany"
    assert question(played, "r1.field.attacker.losses-surface")[1:] == (2, 2, {"germany-infantry": 1, "germany-artillery": 1})


# retreats to decks


def test_22_aircraft_that_retreat_leave_room_for_those_after_them():
    """Two kinds of aircraft retreat; the second can only go to the Eagle, so the first does not take its place."""
    spaces = DECKS | {"isle": {"kind": "land", "nation": "uk"}, "bay": {"kind": "sea", "adjacent": ["ocean", "isle"]}}
    units = [
        ("ark", "uk", "aircraft-carrier", 1, "bay"),
        ("own", "uk", "fighter", 2, "@ark"),
        ("eagle", "uk", "aircraft-carrier", 1, "ocean"),
        ("full", "uk", "dive-bomber", 1, "@eagle"),
        ("wolf", "germany", "destroyer", 2, "gulf"),
    ]
    text = theater(units, [{"at": "bay", "with": {"wolf": 2}}], spaces)
    played = play(text, answers={"r1.bay.uk.retreat": {"uk-fighter": 2}}, rest=MISS, until="r2.bay.attacker")
    (key,) = [key for key in played.asked if "retreat-to" in key]
    assert question(played, key) == ({"eagle": 1, "isle": 2}, 2, 2, {"isle": 2})
    refuses = played.asked[key].refuses
    assert refuses({"eagle": 1, "isle": 1}) is None
    assert refuses({"eagle": 2, "isle": 0}) is not None


def test_42_between_exchanges_each_side_may_ask_for_the_strength_and_losses_of_both():
    text = battle({"infantry": 2, "fighter": 2, "bomber": 1}, {"infantry": 3, "fighter": 1})
    asked = play(text, {"r1.field.attacker.surface-2": [1, 12]}, rest=MISS, until="r3").asked
    own = {"factors": 5, "lost": 0, "infantry": 2, "fighter": 2, "bomber": 1, "aircraft": 3}
    enemy = {"factors": 3, "lost": 1, "infantry": 2, "fighter": 1, "bomber": 0, "aircraft": 1}
    for key, mine, theirs, percent in (("attacker.go-on", own, enemy, 166), ("uk.ground", enemy, own, 60)):
        found = {f"own.{name}": number for name, number in mine.items()} | {
            f"enemy.{name}": number for name, number in theirs.items()
        }
        assert asked[f"r2.field.{key}"].facts() == found | {"strength-percent": percent}


def test_21_a_single_place_on_deck_is_taken_without_a_question():
    name = "uk-fighter"
    played = play(on_decks(2, 1), answers={"r1.bay.uk.retreat": {name: 1}}, rest=MISS, until="r2.bay.attacker")
    assert not [key for key in played.asked if "retreat-to" in key]
    assert {(one.kind.home, one.status): one.number for one in played.turn.groups if one.kind.type.id == "fighter"} == {
        ("eagle", "out for the turn"): 1
    }
    assert sum(one.number for one in played.turn.battle("bay").defenders if one.kind.type.id == "fighter") == 1


def test_30_guests_whose_home_is_taken_are_lost_or_land_nearby():
    """Fighters of inland help the coast; meanwhile inland is captured."""
    units = [
        ("raf", "uk", "fighter", 2, "inland"),
        ("home-guard", "uk", "infantry", 1, "inland"),
        ("guard", "uk", "infantry", 3, "coast"),
        ("army", "germany", "infantry", 4, "camp"),
        ("convoy", "germany", "transport", 1, "gulf"),
        ("picket", "uk", "destroyer", 1, "gulf"),
        ("wolf", "germany", "destroyer", 1, "gulf"),
        ("lads", "germany", "infantry", 2, "@convoy"),
    ]
    spaces = SPACES | {"gulf": {"kind": "sea", "adjacent": ["inland"]}}
    attacks = [
        {"at": "coast", "with": {"army": 4}},
        {"at": "gulf", "with": {"convoy": 1, "wolf": 1}},
        {"at": "inland", "after": "gulf", "landing": {"lads": 2}},
    ]
    dice = {"r2.inland.attacker.surface-2": [1, 12]}
    answers = {
        "r1.inland.uk.dispatch": {"fighter-to-coast": 2},
        "r3.coast.attacker.go-on": "call-off",
        "r4.gulf.attacker.go-on": "call-off",
    }
    for option, lost in (("destroyed", 2), ("adjacent-friendly", 0)):
        text = theater(units, attacks, spaces, options={"origin-lost": option})
        played = play(text, dice, answers, rest=MISS)
        assert played.turn.battle("inland").result == "attacker wins"
        assert sum(number for _, unit, number in played.losses if unit == "fighter") == lost
        homes = {(one.kind.home, one.status): one.number for one in played.turn.groups if one.kind.type.id == "fighter"}
        assert homes == ({} if lost else {("coast", "out for the turn"): 2})
        assert [body["option"] for body in played.told("ruling")].count("origin-lost") >= 1


def test_the_map_is_shown_after_every_round():
    played = play(battle({"infantry": 2}, {"infantry": 2}), rest=MISS, until="r4")
    titles = [body["title"] for body in played.told("sheet")]
    assert titles.count("Map") == 3
