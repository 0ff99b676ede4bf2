"""The course of whole turns as rule numbers: what is told and ruled, in this order; and words for every answer."""

import pytest
from as_pieces import line
from as_table import MISS, battle, play, theater
from test_as_attacker import ASHORE, AT_SEA, fleet
from test_as_cases import case
from test_as_dispatch import NORTH, front

from airwar.engine.referee import Allotment
from airwar.rulesets.air_supremacy.forces import nations_in
from airwar.rulesets.air_supremacy.rulings import opening_rulings
from airwar.rulesets.air_supremacy.sequence import for_every_defender, for_every_fleet, in_every_battle, once
from airwar.rulesets.air_supremacy.turn import Battle

OPENING = ["die-sides", "hit", "casualties", "casualty-chooser"]
SURFACE = [*OPENING, "withdraw-before-first-roll", "placeholder-values"]


def called_off(number, *spaces):
    return {f"r{number}.{space}.attacker.go-on": "call-off" for space in spaces}


TO_SECOND = {"r1.base.uk.dispatch": {"fighter-to-second": 1}}
TWO_HITS = {"r2.shore.attacker.support-6": [1, 1]}
STORIES = {
    "too late, and sent again": (
        front(),
        {"r1.north.attacker.surface-2": [1]},
        NORTH | {"r3.base.uk.dispatch": {"fighter-to-south": 1}} | called_off(5, "south"),
        "24 30 33 32 24 26 30 37",
        ["dispatched-may-ground"],
    ),
    "a guest retreats": (
        front(north=5),
        {},
        NORTH | {"r3.north.uk.retreat": {"uk-fighter": 1}} | called_off(5, "north", "south"),
        "24 26 36 36 30 30",
        ["dispatched-may-ground", "retreaters-roll"],
    ),
    "a guest comes home": (
        front(north=5),
        {},
        NORTH | called_off(3, "north") | called_off(6, "south"),
        "24 26 30 37 32 30",
        ["dispatched-may-ground"],
    ),
    "a fleet passes through": (
        fleet(AT_SEA),
        {},
        TO_SECOND | called_off(4, "first", "second"),
        "24 39 26 30 30 37",
        ["retreat-to"],
    ),
    "a fleet does not go on": (
        fleet(AT_SEA),
        {},
        TO_SECOND | {"r2.second.attacker.pass-through": "stay"} | called_off(4, "first"),
        "24 40 30",
        ["retreat-to", "passthrough-calloff-costs-return"],
    ),
    "a landing after a pass-through": (fleet(ASHORE), TWO_HITS, {}, "30 41 30", ["support-shots"]),
    "grounded, then bombed": (
        battle({"bomber": 1, "infantry": 1}, {"fighter": 1, "infantry": 1}),
        {"r1.field.attacker.bombs-8": [1, 1]},
        {"r1.field.uk.ground": {"uk-fighter": 1}},
        "27 17 30",
        ["air-priority", "retreat-to"],
    ),
    "the sky is cleared by one of each": (
        battle({"fighter": 1, "infantry": 1}, {"fighter": 1, "anti-aircraft": 1, "bomber": 1, "infantry": 1}),
        {"r1.field.defender.air.fighter-1": [1]},
        called_off(2, "field") | {"r1.field.defender.next-3": "fighter-air"},
        "27 15 9 30",
        ["air-priority", "retreat-to"],
    ),
}


@pytest.mark.parametrize("name", STORIES)
def test_34_what_is_told_in_the_course_of_a_turn(name):
    text, dice, answers, rules, rulings = STORIES[name]
    played = play(text, dice, answers, rest=MISS)
    assert " ".join(body["rule"] for body in played.told("note")) == rules
    told = [body["option"] for body in played.told("ruling")]
    assert sorted(option for option in told if option not in SURFACE) == sorted(rulings)
    assert told[: len(OPENING)] == OPENING
    assert [body["scope"] for body in played.records if body["t"] == "enter"] == [""]
    assert played.end


QUESTIONS = [
    (front(fighters=2), {}, NORTH, "r4"),
    (fleet(ASHORE), {}, {"r2.shore.attacker.pass-through": "attack-in-part"}, "r4"),
    (fleet(AT_SEA, orders="ask"), {}, {}, "r1"),
    (case("american-losses-in-kent"), {"r1.kent.attacker.air.fighter-1": [1]}, {}, "r2"),
]


@pytest.mark.parametrize(("text", "dice", "answers", "until"), QUESTIONS)
def test_every_answer_that_is_offered_has_words(text, dice, answers, until):
    played = play(text, dice, answers, rest=MISS, until=until)
    assert played.asked
    for question in played.asked.values():
        names = question.items if isinstance(question, Allotment) else question.options
        words = question.labels if isinstance(question, Allotment) else question.options
        assert set(words) == set(names), question.key
        assert all(isinstance(text, str) and text for text in words.values()), question.key
        assert len(set(words.values())) == len(words), question.key
        assert question.about is None or question.about()


# the opening


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "more"),
    [
        ({"infantry": 1}, {"infantry": 1}, {}, ["withdraw-before-first-roll"]),
        ({"infantry": 1}, {"infantry": 1, "fighter": 1}, {}, ["air-priority", "withdraw-before-first-roll"]),
        ({"fighter": 1}, {"infantry": 1}, {}, ["air-priority", "withdraw-before-first-roll"]),
        ({"anti-aircraft": 1}, {"infantry": 1}, {}, ["aa-attack", "withdraw-before-first-roll"]),
        ({"infantry": 1}, {"anti-aircraft": 1}, {}, ["withdraw-before-first-roll"]),
        ({"infantry": 1}, {"infantry": 1}, {"withdraw-before-first-roll": "yes"}, ["withdraw-before-first-roll"]),
        ({"armor": 1}, {"infantry": 1}, {}, ["withdraw-before-first-roll", "placeholder-values"]),
        ({"infantry": 1}, {"infantry": 1}, {"grounded-last": "no"}, ["withdraw-before-first-roll", "grounded-last"]),
    ],
)
def test_the_rulings_that_matter_are_announced_once(attackers, defenders, options, more):
    text = battle(attackers, defenders, options={"placeholder-values": "yes" if "armor" in attackers else "no"} | options)
    played = play(text, until="r1")
    told = [body["option"] for body in played.told("ruling") if body["option"] != "retreat-to"]
    assert told == [*OPENING, *more]
    rulings = opening_rulings(played.turn)
    assert len(rulings) == len(told)
    (sides,) = [event for event in rulings if event.option == "die-sides"]
    assert "12" in sides.text
    assert all("armor" in event.text for event in rulings if event.option == "placeholder-values")


def test_38_a_later_turn_announces_nothing_again():
    text = theater(
        [("a", "germany", "infantry", 1, "camp"), ("d", "uk", "infantry", 1, "field")],
        [{"at": "field", "with": {"a": 1}}],
        **{"later-turns": [{"attacker": "uk", "battles": [{"at": "camp", "with": {"d": 1}}]}]},
        orders="prepared",
    ).replace('"count": 1,\n   "at": "camp"', '"count": 2,\n   "at": "camp"')
    answers = called_off(2, "field") | {"turn-2.r2.camp.attacker.go-on": "call-off"}
    played = play(text, answers=answers, rest=MISS)
    assert [body["option"] for body in played.told("ruling")].count("hit") == 1
    assert [body["scope"] for body in played.records if body["t"] == "enter"] == ["", "turn-2"]
    assert "turn-2.r1.camp.attacker.surface-2" in played.rolls
    assert [body["rule"] for body in played.told("note")] == ["30", "30"]


# who acts in a phase


def test_28_the_acts_of_a_phase_are_for_every_battle_fleet_or_defender_in_turn():
    turn = play(fleet(AT_SEA, extra=[("us", "usa", "destroyer", 1, "first")]), until="r1").turn
    done = []

    def act(ref, turn, *args):
        done.append(args)
        return turn

    def run(phase, state=turn):
        done.clear()
        for one in phase(state):
            assert one(None, state) is state
        return list(done)

    assert once(act)(turn) == (act,)
    assert run(once(act)) == [()]
    assert run(in_every_battle(act)) == [("first",), ("second",)]
    assert run(for_every_fleet(act, act)) == [(0,), ()]
    assert run(for_every_fleet(act), turn._replace(passes=turn.passes * 2)) == [(0,), (1,)]
    assert run(for_every_fleet(act, act), turn._replace(passes=())) == []
    assert nations_in(turn.battle("first").defenders) == ["uk", "usa"]
    assert run(for_every_defender(act, act)) == [("first", "uk"), ("first", "uk"), ("first", "usa"), ("first", "usa")]


def test_48_a_single_unit_fights_on_or_the_battle_is_called_off():
    one = play(battle({"infantry": 1}, {"infantry": 1}), rest=MISS, until="r2.field.attacker.go-on")
    assert one.offered("r2.field.attacker.go-on") == ["fight", "call-off"]
    two = play(battle({"infantry": 2}, {"infantry": 1}), rest=MISS, until="r2.field.attacker.go-on")
    assert two.offered("r2.field.attacker.go-on") == ["fight", "call-off", "withdraw-some"]
    answers = {"r2.field.attacker.go-on": "withdraw-some"}
    asked = play(battle({"infantry": 3}, {"infantry": 1}), answers=answers, rest=MISS, until="r2.field.attacker.withdraw")
    question = asked.asked["r2.field.attacker.withdraw"]
    assert (dict(question.items), question.least, question.most) == ({"germany-infantry": 3}, 1, 2)


def test_47_troops_ashore_cannot_leave_and_others_may():
    spaces = {"shore": {"kind": "land", "nation": "uk", "adjacent": ["sea"]}, "sea": {"kind": "sea"}, "camp": {"kind": "land"}}
    units = [
        ("army", "germany", "infantry", 2, "camp"),
        ("jg", "germany", "fighter", 1, "camp"),
        ("d", "uk", "infantry", 2, "shore"),
    ]
    ashore = play(theater(units, [{"at": "shore", "landing": {"army": 2}}], spaces), rest=MISS, until="r3")
    assert not any("go-on" in key for key in ashore.asked)
    text = theater(units, [{"at": "shore", "with": {"jg": 1}, "landing": {"army": 2}}], spaces)
    mixed = play(text, answers={"r2.shore.attacker.go-on": "withdraw-some"}, rest=MISS, until="r3")
    assert mixed.offered("r2.shore.attacker.go-on") == ["fight", "withdraw-some"]
    assert mixed.force("shore", "attackers") == {"germany-infantry-ashore": 2}
    assert mixed.flights[("germany-fighter", "left the battle", "camp")] == 1


@pytest.mark.parametrize(("option", "asked"), [("yes", True), ("no", False)])
def test_48_before_the_first_rolls_the_attacker_withdraws_by_option_only(option, asked):
    text = battle({"infantry": 2}, {"infantry": 1}, options={"withdraw-before-first-roll": option})
    assert ("r1.field.attacker.go-on" in play(text, rest=MISS, until="r1.field.attacker.s").asked) is asked


@pytest.mark.parametrize(("option", "rolls"), [("first-round", [1]), ("every-round", [1, 2, 3])])
def test_46_support_shots_are_fired_in_the_first_round_or_in_every_one(option, rolls):
    spaces = {"shore": {"kind": "land", "nation": "uk", "adjacent": ["sea"]}, "sea": {"kind": "sea"}, "camp": {"kind": "land"}}
    units = [
        ("army", "germany", "infantry", 2, "camp"),
        ("d", "uk", "infantry", 2, "shore"),
        ("hipper", "germany", "destroyer", 2, "sea"),
    ]
    landing = {"at": "shore", "landing": {"army": 2}, "support": {"hipper": 2}}
    played = play(theater(units, [landing], spaces, options={"support-shots": option}), rest=MISS, until="r4")
    assert [key for key in played.rolls if "support" in key] == [f"r{number}.shore.attacker.support-6" for number in rolls]
    assert sum(one.number for one in played.turn.battle("shore").support) == (0 if option == "first-round" else 2)
    outside = {key: number for key, number in played.flights.items() if key[0] == "germany-destroyer"}
    assert outside == ({("germany-destroyer", "left the battle", "sea"): 2} if option == "first-round" else {})


@pytest.mark.parametrize(("option", "rolls"), [("simultaneous", True), ("attacker-first", False)])
def test_14_defenders_that_were_hit_still_roll_unless_the_attacker_fires_first(option, rolls):
    text = battle({"infantry": 2}, {"infantry": 1}, options={"casualties": option})
    played = play(text, {"r1.field.attacker.surface-2": [1, 12]}, rest=MISS)
    assert ("r1.field.defender.surface-4" in played.rolls) is rolls
    assert played.end == "attacker wins"


def test_44_the_leader_of_several_nations_is_told_and_that_of_one_is_not():
    two = play(case("american-losses-in-kent"), rest=MISS, until="r2")
    assert [body["rule"] for body in two.told("note")].count("44") == 1
    assert "44" not in [body["rule"] for body in play(battle({"infantry": 1}, {"infantry": 1}), rest=MISS, until="r2").told("note")]


def test_44_nobody_shares_out_hits_that_are_enough_for_all():
    """Every British and American aircraft in Kent is hit, so no ruling on who chooses is needed."""
    units = [("jg", "germany", "fighter", 4, "camp"), ("raf", "uk", "fighter", 1, "field"), ("aaf", "usa", "fighter", 1, "field")]
    text = theater(units, [{"at": "field", "with": {"jg": 4}}], options={"joint-losses": "each-nation"})
    dice = {"r1.field.attacker.air.fighter-4": [1, 1]}
    played = play(text, dice, rest=MISS)
    assert played.losses == [("UK", "fighter", 1), ("USA", "fighter", 1)]
    assert [body["option"] for body in played.told("ruling")].count("joint-losses") == 1  # announced, not applied


def test_36_a_battle_that_is_not_open_has_no_defenders_to_ask():
    idle = Battle("field", (), (line("infantry"),), result="called off")
    assert not idle.on
    assert not Battle("field", (), (), after="sea").on
    assert Battle("field", (), ()).on
