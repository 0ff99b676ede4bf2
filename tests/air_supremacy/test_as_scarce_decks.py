"""Places on decks that are short (21, 22, 34): all who want one ask at one moment, and the owner of the deck says who gets it."""

import json
from random import Random

import pytest
from as_table import MISS, play, theater
from test_as_file_order import fought, shuffled

from airwar.rulesets.air_supremacy.turn import afloat
from airwar.rulesets.air_supremacy.units import size

SPACES = {
    "z0": {"kind": "sea", "adjacent": ["z1", "z3"]},
    "z1": {"kind": "sea", "adjacent": ["z2"]},
    "z2": {"kind": "sea", "adjacent": ["z3"]},
    "z3": {"kind": "sea"},
}
UNITS = [
    ("dd1", "japan", "destroyer", 2, "z0"),
    ("dd3", "japan", "destroyer", 2, "z0"),
    ("hms", "uk", "aircraft-carrier", 1, "z1"),
    ("seafire", "uk", "fighter", 1, "@hms"),
    ("wasp", "usa", "aircraft-carrier", 1, "z3"),
    ("f4f", "usa", "fighter", 1, "@wasp"),
    ("cv2", "usa", "aircraft-carrier", 1, "z2"),
    ("sbd", "usa", "dive-bomber", 1, "@cv2"),
]
BATTLES = [{"at": "z1", "with": {"dd1": 2}}, {"at": "z3", "with": {"dd3": 2}}]


def waters(units=UNITS, battles=BATTLES, spaces=SPACES, **more):
    return theater(units, battles, spaces, attacker="japan", **more)


RETREATS = {"r1.z1.uk.retreat": {"uk-fighter": 1}, "r1.z3.usa.retreat": {"usa-fighter": 1}}
PLACES = "r1.cv2.usa.retreat-places"
UK, USA = "uk-fighter", "usa-fighter"


def aboard(played, ship):
    return {unit for unit, *_ in ((kind.unit, number) for kind, number in played.turn.units() if kind.home == ship)}


@pytest.mark.parametrize("battles", [BATTLES, BATTLES[::-1]])
@pytest.mark.parametrize(("chosen", "unit"), [(UK, "seafire"), (USA, "f4f"), (None, "f4f")])
def test_22_the_owner_of_the_deck_says_who_retreats_to_its_last_place(battles, chosen, unit):
    said = {PLACES: {UK: int(chosen == UK), USA: int(chosen == USA)}} if chosen else {}
    played = play(waters(battles=battles), answers=RETREATS | said, until="r2", rest=MISS)
    assert played.offered(PLACES) == {UK: 1, USA: 1}
    assert played.asked[PLACES].by == "usa"
    assert played.asked[PLACES].default == {UK: 0, USA: 1}  # his own first
    assert aboard(played, "cv2") == {"sbd", unit}


def test_22_of_owners_with_as_many_places_the_first_by_name_decides():
    units = [("seafire", "uk", "fighter", 2, "@hms") if one[0] == "seafire" else one for one in UNITS]
    units += [("hmt", "uk", "aircraft-carrier", 1, "z2"), ("fulmar", "uk", "dogfighter", 1, "@hmt")]
    answers = RETREATS | {"r1.z1.uk.retreat": {UK: 2}}
    played = play(waters(units), answers=answers, until="r2", rest=MISS)
    question = played.asked["r1.cv2.uk.retreat-places"]
    assert (question.by, question.default) == ("uk", {UK: 2, USA: 0})


def test_22_those_without_a_place_stay_in_the_fight_and_may_be_grounded():
    played = play(waters(), answers=RETREATS, until="r1.z1.attacker", rest=MISS)
    assert played.force("z1") == {"hms": 1, UK: 1}
    assert played.force("z3") == {"wasp": 1, f"{USA} leaving": 1}
    assert "r1.z1.uk.ground-after-all" in played.asked
    assert "r1.z3.usa.ground-after-all" not in played.asked
    assert played.notes("21") == ["no room on deck, so they stay: 1 British fighter"]


def test_22_only_those_that_found_no_place_think_again_about_grounding():
    """The other British fighters at Hms have said already that they fight."""
    units = [*UNITS, ("fulmar", "uk", "dogfighter", 1, "@hms")]
    played = play(waters(units), answers=RETREATS, until="r1.z1.attacker", rest=MISS)
    assert played.offered("r1.z1.uk.ground") == {"uk-dogfighter": 1}
    assert played.offered("r1.z1.uk.ground-after-all") == {UK: 1}
    after_all = played.asked["r1.z1.uk.ground-after-all"]
    assert after_all.refuses({"uk-dogfighter": 1}) == "uk-dogfighter: they have already declared what they do (28)"
    two = [("seafire", "uk", "fighter", 2, "@hms") if one[0] == "seafire" else one for one in UNITS]  # one of them fights anyway
    played = play(waters(two), answers=RETREATS, until="r1.z1.attacker", rest=MISS)
    assert played.offered("r1.z1.uk.ground") == {UK: 1}
    assert played.offered("r1.z1.uk.ground-after-all") == {UK: 1}


def test_22_nobody_is_asked_where_all_find_room():
    units = [one for one in UNITS if one[0] != "sbd"]
    played = play(waters(units), answers=RETREATS, until="r2", rest=MISS)
    assert PLACES not in played.asked
    assert aboard(played, "cv2") == {"seafire", "f4f"}


def test_22_decks_that_nobody_shares_are_shared_out_each_for_itself():
    """Two fighters for each of two decks of two owners, far apart."""
    spaces = SPACES | {"y0": {"kind": "sea", "adjacent": ["y1", "y3"]}, "y1": {"kind": "sea", "adjacent": ["y2"]}}
    spaces |= {"y2": {"kind": "sea", "adjacent": ["y3"]}, "y3": {"kind": "sea"}}
    nations = {"japan": "japan", "uk": "china", "usa": "france"}
    there = [
        (f"y{name}", nations[nation], type_, number, f"@y{place[1:]}" if place[0] == "@" else f"y{place[1:]}")
        for name, nation, type_, number, place in UNITS
    ]
    battles = [*BATTLES, {"at": "y1", "with": {"ydd1": 2}}, {"at": "y3", "with": {"ydd3": 2}}]
    answers = RETREATS | {"r1.y1.china.retreat": {"china-fighter": 1}, "r1.y3.france.retreat": {"france-fighter": 1}}
    played = play(waters([*UNITS, *there], battles, spaces), answers=answers, until="r1.z1.attacker", rest=MISS)
    assert played.asked[PLACES].by == "usa"
    assert played.asked["r1.ycv2.france.retreat-places"].by == "france"
    assert played.offered("r1.ycv2.france.retreat-places") == {"china-fighter": 1, "france-fighter": 1}


def test_21_a_full_deck_is_nobodys_refuge_and_does_not_join_two_questions_to_one():
    """Cv2 is next to both battles and full; Cv4 beside the one and Cv5 beside the other have one place each."""
    spaces = SPACES | {"z4": {"kind": "sea", "adjacent": ["z1"]}, "z5": {"kind": "sea", "adjacent": ["z3"]}}
    full = [("sbd", "usa", "dive-bomber", 2, "@cv2") if one[0] == "sbd" else one for one in UNITS]
    units = [*full, ("wildcat", "usa", "fighter", 1, "@hms"), ("dewoitine", "france", "fighter", 1, "@wasp")]
    units += [("cv4", "uk", "aircraft-carrier", 1, "z4"), ("a4", "uk", "dogfighter", 1, "@cv4")]
    units += [("cv5", "usa", "aircraft-carrier", 1, "z5"), ("a5", "usa", "dogfighter", 1, "@cv5")]
    answers = {
        "r1.z1.uk.retreat": {"uk-fighter": 1},
        "r1.z1.usa.retreat": {"usa-fighter-hms": 1},
        "r1.z3.usa.retreat": {"usa-fighter-wasp": 1},
        "r1.z3.france.retreat": {"france-fighter": 1},
    }
    played = play(waters(units, spaces=spaces), answers=answers, until="r1.z1.attacker", rest=MISS)
    places = {key: (one.by, dict(one.items)) for key, one in played.asked.items() if key.endswith("retreat-places")}
    assert places == {
        "r1.cv4.uk.retreat-places": ("uk", {"uk-fighter": 1, "usa-fighter-hms": 1}),
        "r1.cv5.usa.retreat-places": ("usa", {"usa-fighter-wasp": 1, "france-fighter": 1}),
    }


# aircraft without a home

BOTH_SUNK = {f"r1.{space}.attacker.surface-6": (1, 12) for space in ("z1", "z3")}
OVER = {"r2.z1.attacker.go-on": "call-off", "r2.z3.attacker.go-on": "call-off"}
LANDING = "r2.cv2.usa.landing-places"


@pytest.mark.parametrize("battles", [BATTLES, BATTLES[::-1]])
@pytest.mark.parametrize(("chosen", "unit"), [("uk", "seafire"), ("usa", "f4f"), (None, "f4f")])
def test_21_the_owner_of_the_deck_says_whose_aircraft_get_its_last_place(battles, chosen, unit):
    said = {LANDING: {"uk": int(chosen == "uk"), "usa": int(chosen == "usa")}} if chosen else {}
    played = play(waters(battles=battles), BOTH_SUNK, OVER | said, rest=MISS)
    assert played.asked[LANDING].by == "usa"
    assert played.asked[LANDING].default == {"uk": 0, "usa": 1}
    assert aboard(played, "cv2") == {"sbd", unit}


def test_21_nobody_takes_the_only_place_of_others_where_he_has_land():
    """The British fighter could land on Cv2 too, but the island takes it, and the US fighter has no other place."""
    spaces = SPACES | {"isle": {"kind": "land", "nation": "uk", "adjacent": ["z1"]}}
    played = play(waters(spaces=spaces), BOTH_SUNK, OVER, rest=MISS)
    assert LANDING not in played.asked
    assert aboard(played, "cv2") == {"sbd", "f4f"}
    assert aboard(played, "isle") == {"seafire"}
    refused = played.asked["r2.z1.uk.land"].refuses({"uk-fighter-to-cv2": 1, "uk-fighter-to-isle": 0})
    assert refused == "other aircraft need that place on deck (21)"


def test_21_of_one_nation_its_own_player_says_who_lands():
    units = [(name, "usa" if nation == "uk" else nation, *rest) for name, nation, *rest in UNITS]
    played = play(waters(units), BOTH_SUNK, OVER, rest=MISS)
    assert LANDING not in played.asked
    assert played.offered("r2.z1.usa.land") == {"usa-fighter-hms-to-cv2": 1, "usa-fighter-wasp-to-cv2": 1}


def test_21_as_many_land_as_can_whoever_is_first_in_the_list():
    """Two decks with one place each: Hms' fighter can reach both, Wasp's only Cv2; the usual answer finds room for both."""
    spaces = SPACES | {"z4": {"kind": "sea", "adjacent": ["z1"]}}
    units = [(name, "usa" if nation == "uk" else nation, *rest) for name, nation, *rest in UNITS]
    units += [("cv4", "usa", "aircraft-carrier", 1, "z4"), ("tbf", "usa", "dive-bomber", 1, "@cv4")]
    played = play(waters(units, spaces=spaces), BOTH_SUNK, OVER, rest=MISS)
    assert aboard(played, "cv2") == {"sbd", "f4f"}
    assert aboard(played, "cv4") == {"tbf", "seafire"}


@pytest.mark.parametrize(("free", "landed"), [(2, 2), (1, 1)])
def test_21_two_fighters_of_one_carrier_land_on_another_deck_together(free, landed):
    units = [(name, nation, type_, 2 if name == "seafire" else number, at) for name, nation, type_, number, at in UNITS]
    units = [one for one in units if one[0] != "sbd" or free == 1]
    played = play(
        waters(units, BATTLES[:1]), {"r1.z1.attacker.surface-6": (1, 12)}, {"r2.z1.attacker.go-on": "call-off"}, rest=MISS
    )
    assert played.turn.lost()["uk", "fighter"] == (2, 2 - landed)
    assert aboard(played, "cv2") - {"sbd"} == {"seafire"}


def test_21_nobody_lands_on_a_carrier_that_is_still_under_fire():
    """Zuikaku withdraws from z1 in round 2, and is back at z2 when the round is over; the fighter of Shokaku needs a deck now."""
    units = [
        ("shokaku", "japan", "aircraft-carrier", 1, "z0"),
        ("zero", "japan", "fighter", 1, "@shokaku"),
        ("zuikaku", "japan", "aircraft-carrier", 1, "z2"),
        ("dd0", "japan", "destroyer", 1, "z0"),
        ("hms", "uk", "destroyer", 1, "z1"),
        ("wasp", "usa", "destroyer", 1, "z3"),
    ]
    battles = [{"at": "z1", "with": {"shokaku": 1, "zuikaku": 1, "dd0": 1}}, {"at": "z3", "with": {"zero": 1}}]
    sunk = {"r1.z1.attacker.losses-surface": {"shokaku": 1}}
    leave = {"r2.z1.attacker.go-on": "withdraw-some", "r2.z1.attacker.withdraw": {"zuikaku": 1}, "r2.z3.attacker.go-on": "call-off"}
    for some in (battles, battles[::-1]):
        played = play(
            waters(units, some), {"r1.z1.defender.surface-6": [1]}, sunk | leave, rest=MISS, until="r2.z1.attacker.surface"
        )
        assert "r2.z3.japan.land" not in played.asked
        assert ("Japan", "fighter", 1) in played.losses
        assert aboard(played, "zuikaku") == set()


ZERO_ALONE = [
    ("shokaku", "japan", "aircraft-carrier", 1, "z0"),
    ("zero", "japan", "fighter", 1, "@shokaku"),
    ("zuikaku", "japan", "aircraft-carrier", 1, "z2"),
    ("dd0", "japan", "destroyer", 1, "z0"),
    ("hms", "uk", "destroyer", 1, "z1"),
    ("wasp", "usa", "destroyer", 1, "z3"),
]
SHOKAKU = {"at": "z1", "with": {"shokaku": 1, "dd0": 1}}


def test_21_nobody_lands_on_a_carrier_that_fights_on_in_the_battle_he_leaves():
    """The fighter of Shokaku, which is sunk, leaves z3, where Zuikaku fights on."""
    sunk = {"r1.z1.attacker.losses-surface": {"shokaku": 1}}
    leave = {"r2.z3.attacker.go-on": "withdraw-some", "r2.z3.attacker.withdraw": {"japan-fighter": 1}}
    text = waters(ZERO_ALONE, [SHOKAKU, {"at": "z3", "with": {"zero": 1, "zuikaku": 1}}])
    played = play(text, {"r1.z1.defender.surface-6": [1]}, sunk | leave, rest=MISS, until="r3.z3.attacker.surface")
    assert played.force("z3", "attackers") == {"zuikaku": 1}
    assert ("Japan", "fighter", 1) in played.losses
    assert aboard(played, "zuikaku") == set()


def test_48_aircraft_that_withdraw_are_aboard_their_carrier_in_the_battle_it_fights():
    text = waters(ZERO_ALONE, [SHOKAKU, {"at": "z3", "with": {"zero": 1}}])
    played = play(text, answers={"r2.z3.attacker.go-on": "call-off"}, rest=MISS, until="r3")
    assert played.force("z1", "attackers") == {"shokaku": 1, "japan-destroyer": 1, "japan-fighter aboard": 1}


def test_46_a_ship_with_aircraft_that_supports_a_landing_is_afloat_before_it_has_fired_and_afterwards():
    spaces = SPACES | {"isle": {"kind": "land", "nation": "uk", "adjacent": ["z0"]}}
    hybrid = {"sphere": "sea", "attack": 6, "defend": 6, "hits": 1, "holds": 1, "carries": "aircraft"}
    units = [("ise", "japan", "hybrid", 1, "z0"), ("zero", "japan", "fighter", 1, "@ise"), ("wasp", "usa", "destroyer", 1, "z3")]
    units += [("tug", "japan", "transport", 1, "z0"), ("army", "japan", "infantry", 1, "@tug"), ("uk", "uk", "infantry", 1, "isle")]
    battles = [{"at": "isle", "landing": {"army": 1}, "support": {"ise": 1}}, {"at": "z3", "with": {"zero": 1}}]
    text = waters(units, battles, spaces, types={"hybrid": hybrid})
    before, after = (play(text, rest=MISS, until=until).turn for until in ("r1", "r3"))
    assert (size(before.battle("isle").support), size(after.battle("isle").support)) == (1, 0)
    assert afloat(before, "ise") == afloat(after, "ise") == "z0"


# in any order of the file


def crowded(seed):
    """A theater where battles lie around decks with few places."""
    chance = Random(f"decks {seed}")
    units, battles, spaces = [], [], {"base": {"kind": "sea"}}
    for number in range(chance.randint(1, 2)):
        spaces[f"deck-{number}"] = {"kind": "sea", "adjacent": []}
        units.append((f"cv{number}", chance.choice(("uk", "usa")), "aircraft-carrier", 1, f"deck-{number}"))
        units += [(f"air{number}", "uk", "fighter", 1, f"@cv{number}")] * chance.randint(0, 1)
    decks = [name for name in spaces if name != "base"]
    for number in range(chance.randint(2, 4)):
        space, nation = f"sea-{number}", chance.choice(("uk", "usa", "france"))
        spaces[space] = {"kind": "sea", "adjacent": ["base", *chance.sample(decks, chance.randint(1, len(decks)))]}
        units.append((f"ship{number}", nation, "aircraft-carrier", 1, space))
        units.append((f"f{number}", chance.choice((nation, "uk")), "fighter", chance.randint(1, 2), f"@ship{number}"))
        units.append((f"dd{number}", "japan", "destroyer", 3, "base"))
        battles.append({"at": space, "with": {f"dd{number}": 3}})
    return json.loads(waters(units, battles, spaces))


@pytest.mark.parametrize("seed", range(60))
def test_34_who_gets_a_place_on_deck_does_not_depend_on_the_order_of_a_file(seed):
    document = crowded(seed)
    wanted = fought(json.dumps(document), seed)
    for number in range(4):
        assert fought(json.dumps(shuffled(document, Random(number))), seed) == wanted
