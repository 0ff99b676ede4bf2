"""The scenario after a combat phase, and battles that are ordered at the table."""

import pytest
from dc_support import DRIVEN, PLAIN, THROWN_BACK, scenario, script
from support import problems_of

from airwar.battle.next_turn import next_scenario
from airwar.engine.questions import Roll
from airwar.play.session import Session
from airwar.setup.loading import parse_scenario

FOUGHT = {"a": "major 4 soviet"}, {"x": "major 3 german", "y": "minor 2 romanian"}


def played(text, path, said="", more=None):
    """A phase in which what is not said is as usual, and every die shows 1."""
    dice, answers = script(said) if said else ({}, {})
    session, answers = Session.begin(parse_scenario(text, "test.yaml"), path, seed=1, mode="physical"), answers | (more or {})
    while (question := session.question) is not None:
        if isinstance(question, Roll):
            session.roll(tuple(dice.get(question.key, (1,) * question.reading.dice.count)))
        else:
            session.answer(answers.get(question.key, session.default))
    session.finish()
    session.close()
    return next_scenario(path).text


def cut(text):
    """A scenario without its battles and lines of attack."""
    return text.partition("battles:")[0].replace(", line: start-target", "")


# what follows


@pytest.mark.proves("B0", "B13a")
def test_b0_breakthrough_combat_of_the_same_side_follows_regular_combat_over_the_same_lines(tmp_path):
    text = played(scenario(*FOUGHT, weather="mud"), tmp_path / "log.jsonl", f"{DRIVEN}; defender.refuge.rear x=1 y=1")
    for said in ("attacker: soviet", "weather: mud", "combat: breakthrough", "capacity: 9, used: 3", "holds: ask"):
        assert said in text
    assert "battles:" not in text


@pytest.mark.proves("B0", "B13a")
def test_b0_after_breakthrough_combat_the_phase_is_over_and_the_lines_are_free(tmp_path):
    text = played(
        scenario(*FOUGHT, battles={"target": "breakthrough: true, weather: snow"}),
        tmp_path / "log.jsonl",
        f"{DRIVEN}; defender.refuge.rear x=1 y=1",
    )
    for said in ("attacker: ask", "weather: ask"):
        assert said in text
    for said in ("combat:", "used:", "weather: snow"):
        assert said not in text


def test_b16_a_phase_that_was_not_fought_follows_itself(tmp_path):
    battles = {"target": "air: {soviet: 2, from: {start: 2}}, fieldworks: {absorbs: 1}"}
    text = scenario(*FOUGHT, charts="", battles=battles)
    following = played(text, tmp_path / "log.jsonl")
    assert text in following
    assert problems_of(following) == []


@pytest.mark.proves("B6")
def test_b6_german_air_whose_ground_units_have_all_left_is_displaced_at_the_end(tmp_path):
    text = scenario({"a": "major 9 german"}, {"x": "minor 1 soviet"}, attacker="axis")
    text += "\nair:\n  - {side: axis, at: start, count: 2}"
    following = played(text, tmp_path / "log.jsonl", "attacker.fire 6; defender.fire 1")
    assert "[{side: axis, count: 2}]" in following


# battles that the scenario does not list


def ordered(text):
    return Session.begin(parse_scenario(text, "test.yaml"), None, seed=1, mode="physical")


@pytest.mark.proves("B0")
def test_b0_a_scenario_without_battles_asks_for_them(tmp_path):
    text = cut(scenario(*FOUGHT)) + "air:\n  - {side: soviet, at: start, count: 3}\n"
    assert [note.text for note in parse_scenario(text, "test.yaml").notes] == [
        "no battle is listed; the players are asked for them when the phase begins (B0)"
    ]
    orders = {"attacker.new-battle-1": "target", "target.attacker.units": {"a": 1}, "target.attacker.air": {"start": 2}}
    following = played(text, tmp_path / "log.jsonl", f"flak 1; {THROWN_BACK}", orders)
    assert "{side: soviet, at: start, count: 3}" in following.replace("\n", " ")
    assert "dispersed: true" in following
    assert "combat: breakthrough" in following


@pytest.mark.parametrize(
    ("attacker", "there", "joins"),
    [
        ("soviet", "{side: soviet, at: start, count: 3}, {side: soviet, at: foe, count: 2}", {"start": 3}),
        (
            "axis",
            "{side: axis, at: start, count: 3}, {side: axis, at: foe, count: 2}, {side: axis, count: 1}",
            {"start": 3, "displaced": 1},
        ),
    ],
)
def test_b4_air_joins_an_attack_from_where_it_starts_and_displaced_air_from_anywhere(attacker, there, joins):
    mine, theirs = ("soviet", "german") if attacker == "soviet" else ("german", "soviet")
    units = {"a": f"major 9 {mine}", "b": f"major 9 {mine} at foe"}
    text = cut(scenario(units, {"x": f"major 3 {theirs}"}, f"{PLAIN}, foe-rear 1", attacker=attacker, weather="mud"))
    session = ordered(f"{text}air: [{there}]\n")
    session.answer("target")
    if "units" in session.question.key:
        session.answer({"a": 1})
    assert dict(session.question.items) == joins


@pytest.mark.proves("B5")
def test_b5_displaced_german_air_of_two_entries_is_one_pool():
    text = cut(scenario({"a": "major 9 german"}, {"x": "major 3 soviet"}, attacker="axis", weather="mud"))
    session = ordered(text + "air:\n  - {side: axis, count: 3}\n  - {side: axis, count: 2}\n")
    session.answer("target")
    session.answer({"displaced": 4})
    air_units = {row.place: row.count for row in session.standing if row.unit == "german-air"}
    assert air_units == {"": 1, "target": 4}


def test_b0_a_phase_without_battles_ends_at_once():
    session = ordered(cut(scenario(*FOUGHT)))
    session.answer("no-more")
    assert session.end.result == "no battle"


@pytest.mark.proves("B0", "B10")
@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("start", "start is controlled by the attacker; expected a point of the Axis side, or one where its units are (B0)"),
        ("rear", "no Axis ground unit is at Rear (B0)"),
        ("far", "no Soviet unit that could attack Far is next to it; dispersed ones cannot move (B10)"),
        ("nowhere", "'nowhere' is not a point on the map (B0)"),
    ],
)
def test_b0_a_point_that_cannot_be_attacked_is_refused_with_the_reason(point, why):
    text = scenario(
        {"a": "major 4 soviet"}, {"x": "major 3 german", "z": "major 1 german at far"}, "start-target 9, target-rear 9, rear-far 1"
    )
    assert ordered(cut(text)).question.refuses(point) == why


@pytest.mark.proves("B10", "B12")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ("x", "X fights for the Axis side, and the Soviet side attacks (B12)"),
        ("hurt", "Hurt is dispersed, and cannot move until it recovers (B10)"),
        ("away", "no line leads Away to Target (B12)"),
        ("nobody", "'nobody' is not a ground unit (B12)"),
    ],
)
def test_b12_a_unit_that_cannot_attack_is_refused_with_the_reason(unit, why):
    units = {"a": "major 4 soviet", "b": "major 1 soviet", "hurt": "major 2 soviet, losses: 1", "away": "major 1 soviet at foe"}
    session = ordered(cut(scenario(units, {"x": "major 3 german"}, "start-target 9, foe-rear 9")))
    session.answer("target")
    assert session.question.refuses({unit: 1}) == why


@pytest.mark.proves("B12")
def test_b12_where_two_lines_lead_to_a_point_a_unit_attacks_over_one_of_them():
    attackers = {"a": "major 4 soviet", "b": "major 1 soviet"}
    session = ordered(cut(scenario(attackers, FOUGHT[1], "start-target 9, road:start-target 2, target-rear 9")))
    session.answer("target")
    assert list(session.question.items) == ["a.start-target", "a.road", "b.start-target", "b.road"]
    assert session.question.most == 2
    assert session.question.refuses({"a.start-target": 1, "a.road": 1}) == "A cannot attack over two lines (B12)"


@pytest.mark.proves("B5")
def test_b5_at_most_four_german_air_units_are_sent_and_displaced_ones_may_come():
    text = cut(scenario({"a": "major 4 german", "b": "major 4 german"}, {"x": "major 9 soviet"}, attacker="axis"))
    session = ordered(text + "air:\n  - {side: axis, at: start, count: 3}\n  - {side: axis, count: 4}\n")
    session.answer("target")
    session.answer({"a": 1, "b": 1})
    assert (dict(session.question.items), session.question.most) == ({"start": 3, "displaced": 4}, 4)
    assert session.question.rule == "B5"
    assert session.question.refuses({"rear": 1}) == "the attack has no German air units from Rear (B5)"
