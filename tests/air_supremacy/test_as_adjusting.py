"""Rulings on units: counts, damage and status change, the books balance, and the position at the end knows of it."""

from random import Random

import pytest
from as_books import books_are_checked, check_books

from airwar.analysis.verify import verify
from airwar.answers.chance import AnyLegal
from airwar.engine.records import Ruled
from airwar.errors import BadAnswer
from airwar.play.session import Session
from airwar.rulesets.adjusting import adjusted
from airwar.rulesets.air_supremacy.ruled import changed
from airwar.rulesets.air_supremacy.show import position_of
from airwar.setup.loading import load_scenario

SCENARIOS = ("ceylon-1942", "torch-1942", "germany-attacks-great-britain", "battle-of-britain-1940")
VALUES = {"count": "1235", "damaged": ("0", "1", "yes", "no"), "status": ("ready", "grounded", "out")}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda file: None)


def losses(ruleset, turn):
    return {tally[:2]: tally.lost for tally in ruleset.tally(turn)}


def lost(session):
    return losses(session.scenario.ruleset, session.walk.states[0])


def ruled(session, random):
    """Some ruling on some unit; what it is about, or nothing if it is refused or there is nobody to rule on."""
    known, what = session.adjustments, random.choice(sorted(VALUES))
    able = sorted(unit for unit in known if what in known[unit])
    if not able:
        return []
    unit = random.choice(able)
    value, ruleset = f"{what}={random.choice(VALUES[what])}", session.scenario.ruleset
    try:
        after = adjusted(ruleset, session.walk.position, Ruled("unit", unit, value, "why", "who", "at"))
    except ValueError:
        with pytest.raises(BadAnswer):
            session.rule("unit", unit, value, "a miscount")
        return []
    assert losses(ruleset, after.states[0]) == losses(ruleset, session.walk.states[0])
    check_books(after.states[0])
    session.rule("unit", unit, value, "a miscount")
    return [(what, "." in unit)]


def test_whatever_is_ruled_nothing_is_found_or_lost_by_it(tmp_path):
    """Two rulings after every second answer. The books are checked after every step, and the logs proven."""
    made = set()
    for name in SCENARIOS:
        for seed in range(4):
            path, random, legal = tmp_path / f"{name}-{seed}.jsonl", Random(seed), AnyLegal(seed)
            session, rulings = Session.begin(load_scenario(name), path, seed=seed), []
            with books_are_checked():
                while session.question is not None:
                    rulings += [*ruled(session, random), *ruled(session, random)]
                    for _ in range(2):
                        if session.question is not None:
                            session.answer(legal.choice(session.question))
            turn = session.end.state
            check_books(turn)
            assert sum(unit.count for unit in position_of(turn).units.values()) == sum(number for _, number in turn.units())
            session.finish()
            session.close()
            verify(path)
            made.update(rulings)
    assert made >= {(what, later) for what in VALUES for later in (False, True)}, "some ruling never came up"


def test_new_ships_are_sound_although_the_old_one_was_damaged():
    """The position at the end lists all of them, whatever the scenario said about the first."""
    session = begun("germany-attacks-the-royal-navy")
    session.rule("unit", "rodney", "damaged=yes", "hit yesterday")
    while "bay-of-biscay.uk-battleship" not in session.adjustments:
        session.answer(session.default)
    turn = session.walk.states[0]
    after = changed(turn, "bay-of-biscay.uk-battleship", "count", "3")
    listed = [
        (unit.count, unit.damaged) for unit in position_of(after).units.values() if (unit.nation, unit.type) == ("uk", "battleship")
    ]
    assert sorted(listed) == [(1, 1), (2, 0)]


def begun(name="ceylon-1942"):
    return Session.begin(load_scenario(name), None, seed=1)


def test_before_the_first_round_units_are_those_of_the_scenario():
    session = begun()
    assert session.question.key == "attack-1.at"
    assert session.adjustments["hurricanes"] == {"count": "2", "status": "ready"}
    session.rule("unit", "hurricanes", "count=4", "two more have landed")
    session.rule("unit", "hurricanes", "status=out", "they have flown already")
    assert session.adjustments["hurricanes"] == {"count": "4", "status": "out"}
    assert not any(lost(session).values())


def test_21_a_ruling_overloads_no_carrier():
    with pytest.raises(BadAnswer, match="hiryu would carry 9 and holds 2"):
        begun().rule("unit", "hiryu-vals", "count=9", "a miscount")


def test_units_that_are_ordered_to_attack_are_there():
    """While attacks are ordered, a unit keeps at least what its orders need; what it gains can be ordered too."""
    session = begun()
    while session.question.key != "attack-2.at":
        session.answer(session.default)
    with pytest.raises(BadAnswer, match="'0' is out of range; expected a whole number from 1 to 1000"):
        session.rule("unit", "akagi-vals", "count=0", "a miscount")


def test_attackers_that_a_ruling_adds_do_not_stay_at_home_in_silence():
    """When no more attacks are ordered, they could not take part; once the others have fought, they fight beside them."""
    session = begun("germany-attacks-great-britain")
    with pytest.raises(BadAnswer, match="channel-fighters is ordered to attack; rule on it when the first round has been fought"):
        session.rule("unit", "channel-fighters", "count=9", "a miscount")
    while "great-britain.germany-fighter" not in session.adjustments:
        session.answer(session.default)
    assert session.question.key == "r2.great-britain.attacker.go-on"
    session.rule("unit", "great-britain.germany-fighter", "count=9", "a miscount")
    attackers = session.states[0].battle("great-britain").attackers
    assert [line.number for line in attackers if line.kind.name == "germany-fighter"] == [9]


def test_a_unit_is_named_once_it_has_a_place_in_a_battle():
    """After the first round: attackers that a ruling adds go back where the others came from."""
    session = begun("germany-attacks-great-britain")
    with books_are_checked():
        while "great-britain.germany-fighter" not in session.adjustments:
            session.answer(session.default)
        had = int(session.adjustments["great-britain.germany-fighter"]["count"])
        before = lost(session)
        session.rule("unit", "great-britain.germany-fighter", f"count={had + 2}", "two were overlooked")
        assert session.adjustments["great-britain.germany-fighter"]["count"] == str(had + 2)
        assert lost(session) == before
        fighters = [
            unit
            for unit in position_of(session.walk.states[0]).units.values()
            if (unit.nation, unit.type) == ("germany", "fighter")
        ]
        assert sum(unit.count for unit in fighters) == had + 2
        while session.question is not None:
            session.answer(session.default)
    turn = session.end.state
    assert sum(unit.count for unit in position_of(turn).units.values()) == sum(number for _, number in turn.units())
