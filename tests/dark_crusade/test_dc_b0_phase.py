"""A whole combat phase (B0): the order of battles, what is where at every moment, what a ruling may change, and the odds."""

from fractions import Fraction

import pytest
from dc_support import DRIVEN, FORK, RULESET, THROWN_BACK, air, course, drawn, play, results, scenario, waiting
from support import SHIPPED

from airwar.errors import BadAnswer
from airwar.play.session import Session
from airwar.probability.forecast import Situation, exact, with_policies
from airwar.setup.loading import load_scenario, parse_scenario
from airwar.testing.random_play import Watched

OURS = [path for path in SHIPPED if path.parent.name == "dark-crusade"]
THREE = ("upper", "lower", "side")


def phase(options="", points=THREE[:2], soviet=1):
    """One battle at each of these points, with Soviet air over each."""
    return scenario(
        {f"a-{point}": f"major 1 soviet start>{point}" for point in points},
        {f"x-{point}": f"major 1 german at {point}" for point in points},
        ", ".join(f"start-{point} 9" for point in points),
        dict.fromkeys(points, f"air: {{soviet: {soviet}}}"),
        options=options,
    )


def called_off(*points, flak="flak 1; "):
    return "; ".join(f"{point}: {flak}{THROWN_BACK}" for point in points)


# the order


def test_b0_the_attacker_says_which_battle_is_next():
    said = f"attacker.next-battle-1 side; attacker.next-battle-2 lower; {called_off(*THREE)}"
    fought = play(phase(points=THREE), said)
    asked = {question.key: list(question.options) for question in fought.asked if "next-battle" in question.key}
    assert asked == {"attacker.next-battle-1": [*THREE], "attacker.next-battle-2": ["upper", "lower"]}
    assert list(results(fought)) == ["Side", "Lower", "Upper"]
    assert fought.end.result == "; ".join(f"{name}: held: attackers retreated" for name in ("Side", "Lower", "Upper"))


@pytest.mark.parametrize(("option", "order"), [("each-battle", "flak fire flak fire"), ("all-first", "flak flak fire fire")])
def test_b0_air_combat_opens_each_battle_or_by_option_the_phase(option, order):
    fought = play(phase(f"battle-order: listed, air-combat: {option}"), called_off("upper", "lower"))
    assert " ".join(key.rpartition(".")[2] for key in fought.rolls()) == order
    assert list(results(fought)) == ["Upper", "Lower"]
    assert air(fought, "soviet") == {"start": 2}


def test_b0_what_is_left_after_all_air_combat_fights_in_its_battle():
    text = phase("battle-order: listed, air-combat: all-first", soviet=2)
    said = "upper: flak 3; lower: flak 1; upper: defender.fire 1; attacker.retreat stay"
    upper = waiting(text, "upper.r1.attacker.fire", said).question.reading
    assert upper.record((1,)).column == "2"  # one unit, and one of two air units
    waits = waiting(text, "lower.flak", "upper: flak 3")
    assert air_now(waits) == {("upper", "over"): 1, ("lower", "over"): 2, ("", "eliminated"): 1}


@pytest.mark.parametrize(("breakthrough", "title"), [("true", "Breakthrough combat at Target"), ("false", "Combat at Target")])
def test_b13c_breakthrough_combat_is_fought_like_regular_combat(breakthrough, title):
    text = scenario(
        {"a": "major 1 german"}, {"x": "major 1 soviet"}, battles={"target": f"breakthrough: {breakthrough}"}, attacker="axis"
    )
    fought = play(text, "attacker.fire 1; defender.fire 1; attacker.retreat retreat")
    assert title in [body["title"] for body in fought.records if body["t"] == "enter"]
    assert course(fought) == ["r1.attacker.fire", "r1.defender.fire", "r1.attacker.retreat"]


# what is where


def air_now(at):
    return {(row.place, *row.marks): row.count for row in at.rows if row.unit == "soviet-air"}


def test_units_stand_where_they_are_in_the_middle_of_a_phase():
    text = phase("battle-order: listed")
    start = {row.unit: (row.place, row.marks) for row in RULESET.standing((parse_scenario(text, "test.yaml").start.state,))}
    assert start["a-upper"] == ("start", ("bound-for=upper",))
    assert start["x-upper"] == ("upper", ())
    at = waiting(text, "upper.r1.attacker.retreat", "upper: flak 6; defender.fire 6")
    assert at.standing["a-upper"] == "upper dispersed losses=1"
    assert at.standing["a-lower"] == "start bound-for=lower"
    assert air_now(at) == {("lower", "over"): 1, ("", "eliminated"): 1}
    later = waiting(text, "lower.flak", called_off("upper"))
    assert later.standing["a-upper"] == "start dispersed"
    assert air_now(later) == {("start",): 1, ("lower", "over"): 1}


def test_the_tally_counts_what_each_side_had_and_lost():
    text = scenario({"a": "minor 1 soviet"}, {"x": "major 6 german", "y": "minor 1 romanian"}, german=1, soviet=3)
    fought = play(text, "air-to-air.1 2; defender.fire 6")
    assert {(line.side, line.unit): (line.had, line.lost) for line in RULESET.tally(fought.state)} == {
        ("Soviet", "Soviet minor units"): (1, 1),
        ("Axis", "German major units"): (1, 0),
        ("Axis", "Romanian minor units"): (1, 0),
        ("Axis", "German air units"): (1, 0),
        ("Soviet", "Soviet air units"): (3, 2),
    }


def test_b10_losses_are_on_the_table_when_the_owner_decides_whether_to_stay():
    text = scenario(dict.fromkeys("ab", "major 4 soviet"), {"x": "major 3 german"})
    rows = waiting(text, "target.r1.attacker.retreat", "defender.fire 4; attacker.losses a=2").sheets["Forces at Target"]
    assert ("Soviet", "A", "Start by start-target", "major 4", "2 of 4", "dispersed") in rows
    assert ("Soviet", "fires with, as attacker", "", "4", "", "") in rows


def test_b11_the_attackers_losses_are_on_the_table_when_the_defender_takes_his():
    text = scenario({"a": "major 3 german"}, dict.fromkeys("xy", "major 3 soviet"), attacker="axis")
    at = waiting(text, "target.r1.defender.losses", "attacker.fire 2; defender.fire 2")
    assert at.standing == {"a": "target dispersed losses=2", "x": "target", "y": "target"}


def test_b13_a_retreat_shows_who_has_gone_and_who_has_still_to_go():
    text = scenario({"a": "minor 1 soviet"}, dict.fromkeys("wxyz", "minor 1 german"), FORK)
    far = waiting(text, "target.r1.defender.refuge.far", f"{DRIVEN}; defender.refuge.near w=1 x=1")
    assert {row[0]: row[2] for row in far.sheets["Retreat"]} == {"W": "Near", "X": "Near", "Y": "still to go", "Z": "still to go"}


def test_b13b_the_ways_out_can_be_looked_at_before_any_retreat():
    """Attackers whose battle is still to come have left their starting point, and are shown on their line."""
    text = scenario(
        {"a": "major 4 soviet", "b": "major 3 soviet foe>other"},
        {"x": "major 1 german", "o": "major 1 german at other"},
        "start-target 4, foe-target 5, foe-other 2, target-rear 1",
        {"target": "", "other": ""},
        options="battle-order: listed",
        points={"start": "holds: support"},
    )
    now = waiting(text, "target.r1.defender.fire")
    assert [row[:4] for row in now.sheets["Ways out of Target"]] == [
        ("Rear", "Axis", "target-rear", "1"),
        ("Foe", "Soviet", "foe-target", "2"),
        ("Start", "Soviet", "start-target", "0"),
    ]
    assert (now.standing["b"], now.standing["o"]) == ("foe bound-for=other", "other")


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_every_position_of_random_play_can_be_shown(path):
    for seed in range(5):
        session, player = Session.begin(load_scenario(str(path)), None, seed), Watched(seed)
        while session.question is not None:
            assert all(len(row) == len(one.columns) for one in RULESET.tables(session.states) for row in one.rows)
            session.answer(player.choice(session.question))


# rulings


def at_the_start(unit="major 3 german, losses: 2"):
    text = scenario({"a": "major 4 soviet"}, {"x": unit, "y": "minor 2 german"})
    return Session.begin(parse_scenario(text, "test.yaml"), None, seed=1, mode="physical")


@pytest.mark.parametrize("losses", ["0", "1"])
def test_a_ruling_takes_losses_away(losses):
    session = at_the_start()
    assert session.adjustments["x"] == {"losses": "2", "dispersed": "yes"}
    session.rule("unit", "x", f"losses={losses}", "a miscount")
    assert session.adjustments["x"] == {"losses": losses, "dispersed": "yes"}


@pytest.mark.parametrize("losses", ["3", "-1", "two"])
def test_a_ruling_adds_no_losses(losses):
    with pytest.raises(
        BadAnswer, match=r"is not a number from 0 to 2; further losses come from combat|expected a whole number from 0 to 99"
    ):
        at_the_start().rule("unit", "x", f"losses={losses}", "a miscount")


def test_a_ruling_disperses_or_rallies_a_unit_and_its_fire_is_counted_again():
    session = at_the_start("major 3 german")
    assert session.question.reading.record((1,)).column == "5"
    session.rule("unit", "x", "dispersed=yes", "seen by all")
    assert session.question.reading.record((1,)).column == "2"
    session.rule("unit", "x", "dispersed=no", "on second thoughts")
    assert session.question.reading.record((1,)).column == "5"
    with pytest.raises(BadAnswer, match="'maybe' is neither yes nor no"):
        session.rule("unit", "x", "dispersed=maybe", "who knows")


def test_a_unit_with_losses_stays_dispersed():
    with pytest.raises(BadAnswer, match=r"x has losses, and so it is dispersed \(B10\)"):
        at_the_start().rule("unit", "x", "dispersed=no", "a whim")


def test_a_unit_that_is_lost_has_nothing_to_rule_on():
    text = scenario({"a": "major 4 soviet"}, {"x": "minor 1 german", "y": "minor 2 german"})
    session = Session.begin(parse_scenario(text, "test.yaml"), None, seed=1, mode="ask")
    for answer in ((1,), "stay", (2,), {"x": 1}):
        session.roll(answer) if isinstance(answer, tuple) else session.answer(answer)
    assert session.question.key == "target.r1.defender.retreat"
    assert list(session.adjustments) == ["a", "y"]
    with pytest.raises(BadAnswer, match=r"^x has nothing that a ruling can change"):
        session.rule("unit", "x", "losses=0", "a miscount")


@pytest.mark.proves("B5")
def test_b5_a_ruling_on_an_option_holds_at_once():
    text = scenario({"g": "major 3 german", "r": "major 2 romanian"}, {"x": "major 3 soviet"}, attacker="axis", german=1)
    session = Session.begin(parse_scenario(text, "test.yaml"), None, seed=1, mode="physical")
    assert session.question.reading.record((1,)).column == "8"
    session.rule("option", "air-bonus-attack", "axis", "agreed before the game")
    assert session.question.reading.record((1,)).column == "10"


# odds


def test_b0_the_odds_of_a_battle_are_what_an_independent_count_gives():
    units = {"a": "major 4 soviet", "b": "minor 2 soviet"}
    ready = parse_scenario(scenario(units, {"x": "major 3 german"}, soviet=2, choices='"*": default'), "test.yaml")
    odds = exact(Situation(ready.ruleset, with_policies(ready.script), ready.start))
    taken = sum((share for result, share in odds.results().items() if result.startswith("taken")), Fraction(0))
    assert round(float(100 * taken), 2) == 95.21


def test_b8_a_round_without_a_hit_leads_back_to_the_same_position():
    """So a battle that may go on for ever has exact odds: two sides that hit on a six, each once out of six."""
    charts = drawn({"1-36": [0, 0, 0, 0, 0, 1]})
    ready = parse_scenario(
        scenario({"a": "minor 1 soviet"}, {"x": "minor 1 german"}, charts=charts, choices='"*.retreat": stay; "*": default'),
        "test.yaml",
    )
    odds = exact(Situation(ready.ruleset, with_policies(ready.script), ready.start))
    assert dict(odds.results()) == {"held: attackers destroyed": Fraction(6, 11), "taken: defenders destroyed": Fraction(5, 11)}
