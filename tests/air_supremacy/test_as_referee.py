"""What a referee found at the table: the file of the next turn, words that are true, and usual answers that make sense."""

import pytest
from as_table import MISS, battle, play, theater

from airwar.battle.next_turn import next_scenario
from airwar.errors import BadScenario
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario
from airwar.table.asking import who_is_asked

AIRCRAFT = "Aircraft"


def after(text, tmp_path, monkeypatch, seed=1):
    """The text of the turn after one that was fought with the usual answers."""
    monkeypatch.setattr("os.fsync", lambda file: None)
    path = tmp_path / "turn.jsonl"
    session = Session.begin(parse_scenario(text, "turn.yaml"), path, seed=seed, mode="machine")
    while session.question is not None:
        session.answer(session.default)
    session.close()
    return next_scenario(path).text


SPLIT = """\
airwar: 1
ruleset: air-supremacy
title: Marianas
attacker: usa
options: {placeholder-values: yes}
opponents: {japan: [], usa: [uk]}
moving-with: [uk]
spaces:
  cp-1: {kind: sea, adjacent: [cp-2]}
  cp-2: {kind: sea, adjacent: [saipan, guam]}
  saipan: {kind: land, nation: japan}
  guam: {kind: land, nation: japan, adjacent: [tinian]}
  tinian: {kind: land, nation: usa, adjacent: [saipan]}
units:
  # the fast carriers
  - {id: essex, nation: usa, type: aircraft-carrier, count: 2, at: cp-1}
  # veterans
  - {id: hellcats, nation: usa, type: fighter, count: 4, aboard: essex}
  - {id: yamato, nation: japan, type: battleship, at: cp-2}  # the giant
  # the army
  - {id: marines, nation: usa, type: infantry, count: 6, at: tinian}
  - {id: garrison, nation: japan, type: infantry, count: 1, at: guam}
battles:
  - {at: cp-2, with: {essex: 2, hellcats: 2}}
  - {at: guam, with: {marines: 2}}
  - {at: saipan, with: {marines: 2}}
choices: {"*": default}
"""


@pytest.mark.parametrize("seed", range(3))
def test_38_the_next_file_has_a_line_for_every_unit_and_keeps_the_comments(tmp_path, monkeypatch, seed):
    text = after(SPLIT, tmp_path, monkeypatch, seed)
    units = text[text.index("units:") :].partition("choices:")[0].splitlines()[1:]
    entries = [line for line in units if line.strip() and not line.strip().startswith("#")]
    assert all(line.startswith("  - {id: ") and line.count("{id:") == 1 for line in entries)
    assert any("id: marines-2" in line for line in entries)
    for comment in ("# the fast carriers", "# veterans", "# the army"):
        assert comment in text
    assert ("# the giant" in text) == any("yamato" in line for line in entries)


def test_38_the_next_file_names_each_opponent_once(tmp_path, monkeypatch):
    assert "opponents: {japan: [], usa: [uk]}" in after(SPLIT, tmp_path, monkeypatch)


# who is asked, and what may be sent


def test_4_a_shooter_who_chooses_losses_is_not_called_the_defender():
    text = battle({"fighter": 4}, {"fighter": 4, "dogfighter": 4}, options={"casualty-chooser": "shooter"})
    session = Session.begin(parse_scenario(text, "turn.yaml"), None, seed=2, mode="machine")
    while ".defender.losses-" not in session.question.key:
        session.answer(session.default)
    assert session.question.by == "germany"
    assert who_is_asked(session, session.question) == "Germany"


BAY = {
    "bay": {"kind": "sea", "adjacent": ["isle", "ocean"]},
    "ocean": {"kind": "sea"},
    "isle": {"kind": "land", "nation": "uk", "adjacent": ["camp"]},
    "camp": {"kind": "land", "nation": "germany"},
}


def free(played, aircraft):
    """When some aircraft may be dispatched, by the table."""
    (sheet,) = [sheet for sheet in played.sheets if sheet.title == AIRCRAFT]
    return [row[3] for row in sheet.rows if row[0] == aircraft]


def test_30_the_table_promises_no_dispatch_to_aircraft_whose_home_is_taken():
    units = [
        ("wolf", "germany", "destroyer", 3, "ocean"),
        ("army", "germany", "infantry", 3, "camp"),
        ("picket", "uk", "destroyer", 1, "bay"),
        ("raf", "uk", "fighter", 1, "isle"),
        ("guard", "uk", "infantry", 1, "isle"),
        ("moth", "uk", "dogfighter", 1, "isle"),
    ]
    attacks = [{"at": "bay", "with": {"wolf": 3}}, {"at": "isle", "with": {"army": 3}}]
    text = theater(units, attacks, BAY).replace('"id": "raf"', '"bound-for": "bay", "id": "raf"')
    dice = {"r1.isle.attacker.surface-2": [1, 1, 1]}
    played = play(text, dice, rest=MISS, until="r2.bay")
    assert dict(played.turn.taken) == {"isle": "germany"}
    assert free(played, "1 British fighter") == ["never: its home is lost"]


def test_27_aircraft_beside_a_battle_at_their_home_are_not_free_now():
    """Only the British of the space are attacked; the Soviet fighter there cannot leave while they are."""
    units = [
        ("army", "germany", "infantry", 3, "camp"),
        ("guard", "uk", "infantry", 3, "isle"),
        ("yak", "ussr", "fighter", 1, "isle"),
    ]
    text = theater(units, [{"at": "isle", "with": {"army": 3}, "defenders": ["uk"]}], BAY)
    played = play(text, rest=MISS, until="r2")
    assert free(played, "1 Soviet fighter") == ["once Isle is no longer attacked"]


# answers


def test_4_an_entry_that_is_counted_with_others_is_told_so():
    units = [
        ("army", "germany", "infantry", 3, "camp"),
        ("hurris", "uk", "fighter", 1, "isle"),
        ("spits", "uk", "fighter", 1, "isle"),
        ("guard", "uk", "infantry", 2, "isle"),
        ("tanks", "uk", "armor", 1, "isle"),
    ]
    text = theater(units, [{"at": "isle", "with": {"army": 3}}], BAY)
    with pytest.raises(ValueError, match=r"hurris is counted as uk-fighter here \(16\)"):
        play(text, answers={"r1.isle.uk.ground": {"hurris": 1}}, rest=MISS)
    lost = {"r1.isle.defender.losses-surface": {"guard": 1}}
    with pytest.raises(ValueError, match=r"guard is counted as uk-infantry here; they fall on .* \(4\)"):
        play(text, {"r1.isle.attacker.surface-2": [1, 12, 12]}, lost, rest=MISS)


FLEET = [
    ("wolf", "germany", "destroyer", 3, "ocean"),
    ("ark", "uk", "aircraft-carrier", 1, "bay"),
    ("moth", "uk", "fighter", 2, "@ark"),
    ("queen", "uk", "transport", 1, "bay"),
    ("troops", "uk", "infantry", 2, "@queen"),
    ("empty", "uk", "transport", 1, "bay"),
    ("picket", "uk", "destroyer", 1, "bay"),
]


@pytest.mark.parametrize(
    ("hits", "lost"),
    [
        (1, {"uk-transport": 1}),
        (2, {"uk-transport": 1, "uk-destroyer": 1}),
        (3, {"uk-transport": 1, "uk-destroyer": 1, "queen": 1}),
    ],
)
def test_4_the_usual_losses_spare_carriers_and_laden_ships(hits, lost):
    text = theater(FLEET, [{"at": "bay", "with": {"wolf": 3}}], BAY)
    dice = {"r1.bay.attacker.surface-6": [1] * hits + [12] * (3 - hits)}
    played = play(text, dice, rest=MISS, until="r1.bay.defender.losses-surface")
    default = played.asked["r1.bay.defender.losses-surface"].default
    assert {name: number for name, number in default.items() if number} == lost


def test_4_an_enemy_who_chooses_sinks_laden_ships_first():
    text = theater(FLEET, [{"at": "bay", "with": {"wolf": 3}}], BAY, options={"casualty-chooser": "shooter"})
    played = play(text, {"r1.bay.attacker.surface-6": [1, 12, 12]}, rest=MISS, until="r1.bay.defender.losses-surface")
    default = played.asked["r1.bay.defender.losses-surface"].default
    assert {name for name, number in default.items() if number} <= {"ark", "queen"}


@pytest.mark.parametrize(("option", "offered"), [("land-elsewhere", {"uk-fighter": 2}), ("destroyed", None)])
def test_21_fighters_that_are_lost_without_their_carrier_cannot_retreat_from_that(option, offered):
    units = [one for one in FLEET if one[0] in ("wolf", "ark", "moth")]
    text = theater(units, [{"at": "bay", "with": {"wolf": 3}}], BAY, options={"carrier-sunk": option})
    played = play(text, {"r1.bay.attacker.surface-6": [1, 12, 12]}, rest=MISS, until="r2.bay.attacker.surface")
    key = "r2.bay.uk.retreat"
    assert (played.offered(key) if key in played.asked else None) == offered


# the file


def test_43_a_sea_zone_has_no_holder():
    spaces = BAY | {"bay": BAY["bay"] | {"nation": "uk"}}
    units = [("wolf", "germany", "destroyer", 3, "ocean"), ("picket", "uk", "destroyer", 1, "bay")]
    with pytest.raises(BadScenario, match=r"bay is a sea zone, which nobody holds; leave out its nation \(43\)"):
        parse_scenario(theater(units, [], spaces), "test.yaml")


@pytest.mark.parametrize("nations", [("usa", "china", "france"), ("france", "usa", "china")])
def test_44_of_nations_with_as_many_units_the_first_in_the_alphabet_leads(nations):
    units = [("wolf", "germany", "destroyer", 3, "ocean"), *((one, one, "destroyer", 1, "bay") for one in nations)]
    played = play(theater(units, [{"at": "bay", "with": {"wolf": 3}}], BAY), until="r1.bay.attacker", rest=MISS)
    assert played.notes("44") == ["China rolls and chooses losses for all defenders of Bay"]


# battles in which nobody can hit anybody

WAKE = {
    "z": {"kind": "sea", "adjacent": ["wake"]},
    "wake": {"kind": "land", "nation": "usa", "adjacent": ["oahu"]},
    "oahu": {"kind": "land", "nation": "usa"},
}
STALEMATE = [
    ("maru", "japan", "transport", 1, "z"),
    ("aa", "japan", "anti-aircraft", 1, "@maru"),
    ("inf", "usa", "infantry", 1, "wake"),
    ("b17", "usa", "bomber", 1, "oahu"),
    ("p40", "usa", "fighter", 1, "oahu"),
]


def stalemate(units=STALEMATE, **more):
    """A gun that came ashore and a bomber that does not roll at it are left at Wake after the first round."""
    options = {"dispatched-bomber-vs-surface": "no"}
    text = theater(units, [{"at": "wake", "landing": {"aa": 1}}], WAKE, attacker="japan", options=options)
    text = text.replace('"id": "b17"', '"bound-for": "wake", "id": "b17"')
    key = play(text, until="r1.wake.attacker", rest=MISS).waiting
    return play(text, {key: [1]}, rest=MISS, **more)


def test_26_a_stand_off_is_not_over_before_help_could_be_dispatched():
    played = stalemate(answers={"r2.oahu.usa.dispatch": {"fighter-to-wake": 1}}, until="r3.wake")
    assert played.force("wake") == {"usa-bomber": 1, "usa-fighter": 1}


def test_26_a_stand_off_is_over_when_no_help_is_dispatched():
    assert stalemate().end == "stand-off: neither side can hit the other"
    played = stalemate([one for one in STALEMATE if one[0] != "p40"])
    assert played.end == "stand-off: neither side can hit the other"
    assert not any(key.startswith("r2") for key in played.keys)


def test_23_fighters_whose_carrier_has_retreated_are_promised_no_dispatch():
    units = [one for one in FLEET if one[0] in ("wolf", "ark", "moth", "picket")]
    spaces = BAY | {"haven": {"kind": "sea", "adjacent": ["bay"]}}
    text = theater(units, [{"at": "bay", "with": {"wolf": 3}}], spaces)
    played = play(text, answers={"r1.bay.uk.retreat": {"ark": 1}}, rest=MISS, until="r2")
    assert free(played, "2 British fighters") == ["not in this opponent's turn"]
