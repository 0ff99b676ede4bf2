"""Normal and simultaneous combat, losses and advance (B8, B10, B11, B15)."""

from itertools import product

import pytest
from dc_support import (
    DRIVEN,
    THROWN_BACK,
    air,
    controls,
    course,
    drawn,
    fates,
    notes,
    play,
    results,
    ruled,
    scenario,
    sheet,
    waiting,
)
from support import SHIPPED, unattended

MISSED = "defender.fire 1; attacker.retreat stay"
HIT = f"{MISSED}; attacker.fire 6"  # as many breakthroughs as the attackers have points
LEAVE = "; defender.retreat retreat"

# losses


@pytest.mark.proves("B10")
def test_d6_gross_deutschland_takes_one_loss_in_each_of_four_rounds():
    (path,) = [path for path in SHIPPED if path.stem == "gross-deutschland"]
    records = [record.content for record in unattended(path).log.records]
    absorbed = [body["text"] for body in records if "Gross Deutschland Pz Corps absorbs" in body.get("text", "")]
    assert absorbed == [f"Gross Deutschland Pz Corps absorbs 1 breakthrough: {n} in all, limit 3" for n in (1, 2, 3, 4)]
    fates = [(body["unit"], body["fate"]) for body in records if body.get("what") == "loss" and body["side"] == "Axis"]
    assert fates == [("Gross Deutschland Pz Corps", "dispersed"), ("Gross Deutschland Pz Corps", "eliminated")]
    assert [body["key"] for body in records if body["t"] == "roll" and "defender" in body["key"]] == ["lodz.r1.defender.fire"]
    assert records[-1]["result"] == "taken: defenders destroyed"


SUFFERING = {  # a unit, the losses it takes at once, and what becomes of it
    "D7 major 3 takes 3": ("major 3 german", 3, "rear dispersed losses=3"),
    "D7 major 3 takes 4": ("major 3 german", 4, "eliminated"),
    "D7 major 3 takes 5": ("major 3 german", 5, "eliminated"),
    "D8 minor 3 takes 1": ("minor 3 german", 1, "rear dispersed losses=1"),
    "D8 minor 3 takes 2": ("minor 3 german", 2, "rear dispersed losses=2"),
    "D8 minor 3 takes 3": ("minor 3 german", 3, "eliminated"),
    "D8 minor 1 takes 1": ("minor 1 german", 1, "eliminated"),
    "losses before the battle count": ("major 3 german, losses: 2", 1, "rear dispersed losses=3"),
    "and kill": ("major 3 german, losses: 2", 2, "eliminated"),
    "its field works absorb": ("major 3 german, works: 2", 2, "rear"),
    "some": ("major 3 german, works: 2", 1, "rear works=1"),
    "but no more": ("major 3 german, works: 2", 3, "rear dispersed losses=1"),
    "until it dies": ("major 3 german, works: 2", 6, "eliminated"),
}


@pytest.mark.proves("B10")
@pytest.mark.parametrize(("unit", "losses", "fate"), SUFFERING.values(), ids=SUFFERING)
def test_d7_d8_what_a_unit_survives(unit, losses, fate):
    fire = HIT.partition("; ")[2] if "losses: " in unit else HIT  # a dispersed unit does not fire
    fought = play(scenario({"a": f"major {losses} soviet"}, {"x": unit}), fire + (LEAVE if fate != "eliminated" else ""))
    assert fates(fought, "x") == {"x": fate}
    told = [what for side, _, _, what in fought.losses() if side == "Axis"]
    assert ("field works" in ruled(fought)) is ("works" in unit)
    assert not any("absorbs 0" in note for note in notes(fought))
    newly = "dispersed" in fate and "losses: " not in unit
    assert told == ["dispersed"] * newly + ["eliminated"] * (fate == "eliminated")


@pytest.mark.proves("B10")
def test_d7_of_five_losses_one_is_wasted():
    fought = play(scenario({"a": "major 5 soviet"}, {"x": "major 3 german"}), HIT)
    assert fought.rolls()["target.r1.attacker.fire"]["result"] == "5, 1 without effect"


def test_b10_all_losses_must_be_absorbed_and_no_unit_takes_more_than_kills_it():
    text = scenario({"a": "major 2 soviet", "b": "minor 2 soviet"}, {"x": "major 3 german"})
    question = waiting(text, "target.r1.attacker.losses", "defender.fire 6").question
    assert (dict(question.items), question.least, question.most, question.by) == ({"a": 3, "b": 2}, 3, 3, "Soviet")
    assert all(question.refuses(answer) for answer in ({"a": 1}, {"a": 2, "b": 2}, {"b": 3}))
    overkill = play(text, "defender.fire 6; attacker.losses a=3; attacker.retreat retreat")
    assert fates(overkill) == {"a": "eliminated", "b": "start dispersed", "x": "target"}
    shared = play(text, "defender.fire 6; attacker.losses a=1 b=2; attacker.retreat retreat")
    assert fates(shared) == {"a": "start dispersed losses=1", "b": "eliminated", "x": "target"}


@pytest.mark.proves("B4", "B6", "B10")
@pytest.mark.parametrize("name", ["soviet-air", "german-air"])
def test_d34_air_units_absorb_nothing(name):
    text = scenario({"a": "major 3 soviet", "b": "major 3 soviet"}, {"x": "major 3 german"}, german=1, soviet=2)
    with pytest.raises(ValueError, match=name):
        play(text, f"air-to-air.1 6; defender.fire 1; attacker.losses {name}=1")


@pytest.mark.proves("B10")
@pytest.mark.parametrize("german", [0, 4])
def test_b10_german_air_adds_fire_but_no_endurance(german):
    fought = play(scenario({"a": "major 36 soviet"}, {"x": "major 1 german"}, german=german), HIT)
    assert fought.rolls()["target.r1.attacker.fire"]["result"] == "36, 34 without effect"


@pytest.mark.parametrize(("answer", "fate"), [("field-works=2 x=1", "losses=1"), ("x=3", "losses=3")])
def test_b10_the_owner_says_whether_field_works_absorb_what_the_scenario_says(answer, fate):
    text = scenario({"a": "major 3 soviet"}, {"x": "major 3 german"}, battles={"target": "fieldworks: {absorbs: 2}"})
    fought = play(text, f"{HIT}; defender.losses {answer}{LEAVE}")
    assert fates(fought, "x") == {"x": f"rear dispersed {fate}"}
    assert ("field works" in ruled(fought)) is answer.startswith("field-works")


def test_b10_field_works_that_are_not_present_absorb_nothing():
    works = {"target": "fieldworks: {present: false, absorbs: 2}"}
    fought = play(scenario({"a": "major 3 soviet"}, {"x": "major 3 german"}, battles=works), HIT + LEAVE)
    assert fates(fought, "x") == {"x": "rear dispersed losses=3"}


def test_b10_field_works_are_used_up():
    text = scenario({"a": "major 3 soviet"}, {"x": "major 3 german"}, battles={"target": "fieldworks: {absorbs: 2}"})
    one = "defender.losses field-works=1 x=2; defender.retreat stay"
    question = waiting(text, "target.r2.defender.losses", f"{HIT}; {one}; r2: attacker.retreat stay; attacker.fire 4").question
    assert dict(question.items) == {"field-works": 1, "x": 2}


@pytest.mark.parametrize(("works", "told"), [("fieldworks: {}", True), ("fieldworks: {absorbs: 2}", False), ("", False)])
def test_b10_field_works_that_absorb_nothing_are_pointed_out(works, told):
    text = scenario({"a": "major 1 soviet"}, {"x": "major 3 german"}, battles={"target": works})
    found = [note for note in notes(play(text, THROWN_BACK)) if note.startswith("there are field works")]
    assert bool(found) is told


USUAL = {  # who takes the losses unless the owner says otherwise
    "the smallest that can bear it all": (["major 4", "major 2", "major 3"], 2, [0, 2, 0]),
    "the next": (["major 4", "major 2", "major 3"], 3, [0, 0, 3]),
    "the largest, and then the smallest that can bear the rest": (["major 4", "major 2", "major 3"], 5, [4, 1, 0]),
    "dispersed units before others": (["major 2, losses: 1", "major 3"], 2, [1, 1]),
    "field works before all": (["major 2, works: 1", "major 3, dispersed: true"], 2, [1, 1]),
    "one after the other": (["major 2, works: 2", "major 2, works: 2"], 3, [2, 1]),
    "the weakest dies first": (["minor 3", "minor 2"], 4, [2, 2]),
}


@pytest.mark.parametrize(("units", "losses", "given"), USUAL.values(), ids=USUAL)
def test_b10_who_takes_the_losses_unless_the_owner_says_otherwise(units, losses, given):
    words = (said.partition(",") for said in units)
    defenders = {f"u{number}": f"{kind} german{comma}{more}" for number, (kind, comma, more) in enumerate(words)}
    text = scenario({"a": f"major {losses} soviet", "b": "major 9 soviet, dispersed: true"}, defenders)
    hurt = "; attacker.losses b=1" if sum(int(said.split()[1].rstrip(",")) for said in units if "dis" not in said) > 5 else ""
    question = waiting(text, "target.r1.defender.losses", HIT.replace("1;", f"1{hurt};", 1)).question
    assert list(question.default.values()) == given


@pytest.mark.parametrize("losses", range(1, 12))
def test_b10_the_usual_distribution_kills_as_few_as_any(losses):
    """Compared with every legal one."""
    limits = {"a": 4, "b": 1, "c": 0, "d": 3}  # losses that each survives now
    units = {"a": "major 4 soviet", "b": "minor 3 soviet, losses: 1", "c": "minor 1 soviet", "d": "major 3 soviet"}
    question = waiting(scenario(units, {"x": f"major {losses} german"}), "target.r1.attacker.losses", "defender.fire 6").question
    assert question.refuses(question.default) is None

    def dead(given):
        return sum(given[name] > limit for name, limit in limits.items())

    every = (dict(zip(limits, given, strict=True)) for given in product(*(range(most + 1) for most in question.items.values())))
    assert dead(question.default) == min(dead(given) for given in every if question.refuses(given) is None)


# normal combat


def rounds(*numbers):
    return "; ".join(f"r{number}: attacker.retreat stay; attacker.fire 2; defender.retreat stay" for number in numbers)


@pytest.mark.proves("B8", "B9", "B15")
def test_d18_two_soviet_armies_wear_gross_deutschland_down():
    text = scenario({"a": "major 4 soviet", "b": "major 4 soviet"}, {"gd": "major 3 german"})
    last = "r4: attacker.retreat stay; attacker.fire 2"
    fought = play(text, f"defender.fire 4; attacker.losses a=2; {rounds(1, 2, 3)}; {last}")
    assert fates(fought) == {"a": "target dispersed losses=2", "b": "target", "gd": "eliminated"}
    assert fought.end.result == "taken: defenders destroyed"
    assert [key for key in fought.rolls() if "defender" in key] == ["target.r1.defender.fire"]


@pytest.mark.proves("B8")
def test_d20_in_mud_the_attacker_dies_before_he_fires():
    text = scenario({"a": "minor 2 german"}, {"x": "minor 2 soviet"}, attacker="axis", weather="mud")
    fought = play(text, "defender.fire 6")
    assert fates(fought) == {"a": "eliminated", "x": "target"}
    assert fought.end.result == "held: attackers destroyed"


def test_b8_the_defender_fires_first_and_each_side_decides_after_the_enemys_fire_even_without_loss():
    fought = play(
        scenario({"a": "major 1 soviet"}, {"x": "major 1 german"}),
        f"{MISSED}; attacker.fire 1; defender.retreat stay; r2: {DRIVEN}",
    )
    order = ["defender.fire", "attacker.retreat", "attacker.fire", "defender.retreat"]
    assert course(fought) == [f"r{number}.{key}" for number in (1, 2) for key in order]
    assert fates(fought) == {"a": "target", "x": "rear"}


@pytest.mark.proves("B8", "B11")
@pytest.mark.parametrize(("attacker", "weather"), [("soviet", "good"), ("axis", "mud"), ("axis", "good")])
def test_d23_with_only_dispersed_units_on_both_sides_the_attacker_retreats(attacker, weather):
    mine, yours = ("soviet", "german") if attacker == "soviet" else ("german", "soviet")
    units = {"a": f"major 3 {mine}, dispersed: true"}, {"x": f"major 3 {yours}, dispersed: true"}
    fought = play(scenario(*units, attacker=attacker, weather=weather))
    assert fates(fought) == {"a": "start dispersed", "x": "target dispersed"}
    assert fought.end.result == "held: attackers retreated"


@pytest.mark.parametrize(
    ("attacker", "defender", "said", "usual"),
    [
        ("", "", DRIVEN, "stay stay"),
        (", dispersed: true", "", f"{MISSED}{LEAVE}", "retreat stay"),
        ("", ", dispersed: true", f"attacker.retreat stay; attacker.fire 1{LEAVE}", "stay retreat"),
    ],
)
def test_b8_a_side_that_cannot_fire_usually_retreats(attacker, defender, said, usual):
    fought = play(scenario({"a": f"major 3 soviet{attacker}"}, {"x": f"major 3 german{defender}"}), said)
    assert " ".join(question.default for question in fought.asked) == usual
    assert [(list(question.options), question.by) for question in fought.asked] == [
        (["stay", "retreat"], by) for by in ("Soviet", "Axis")
    ]


HARMLESS = {
    "dispersed": (scenario({"a": "major 3 soviet, dispersed: true"}, {"x": "minor 1 german"}), ""),
    "a table that gives nothing": (
        scenario({"a": "major 3 soviet"}, {"x": "minor 1 german"}, charts=drawn({"1-36": [0] * 6})),
        "; attacker.fire 6",
    ),
}


@pytest.mark.parametrize(("text", "fire"), HARMLESS.values(), ids=HARMLESS)
def test_b8_attackers_that_can_do_no_harm_may_stay_fifty_times(text, fire):
    stays = "; ".join(f"r{number}: {MISSED}{fire}; defender.retreat stay" for number in range(1, 51))
    fought = play(text, f"{stays}; r51: defender.fire 1")
    assert fates(fought) == {"a": "start dispersed", "x": "target"}


def test_b8_the_forces_of_a_battle_are_listed_when_it_begins():
    text = scenario({"a": "major 1 soviet"}, {"x": "minor 3 german, losses: 1"}, soviet=3)
    assert sheet(play(text, "flak 1; attacker.retreat retreat"), "Forces at Target") == [
        ("Soviet", "A", "Start by start-target", "major 1", "0 of 1", ""),
        ("Soviet", "Soviet air units", "", "3", "", ""),
        ("Soviet", "fires with, as attacker", "", "4", "", ""),
        ("Axis", "X", "", "minor 3", "1 of 2", "dispersed"),
        ("Axis", "fires with, as defender", "", "0", "", ""),
    ]


def test_what_a_condition_may_ask():
    text = scenario(
        {"a": "major 3 soviet", "b": "major 2 soviet, losses: 1"}, {"x": "major 2 german", "y": "minor 1 german"}, german=1
    )
    question = waiting(text, "target.r1.attacker.retreat", "defender.fire 2; attacker.losses a=1 b=1").question
    known = question.facts()
    assert {name: known[name] for name in ("own.units", "own.undispersed", "enemy.units", "enemy.undispersed")} == {
        "own.units": 2,
        "own.undispersed": 0,
        "enemy.units": 2,
        "enemy.undispersed": 2,
    }
    assert (known["own.factors"], known["enemy.factors"]) == (0, 6)


# simultaneous combat


def at_once(attackers, defenders, **more):
    return scenario(attackers, defenders, attacker="axis", **more)


@pytest.mark.proves("B11")
def test_d21_both_sides_eliminate_each_other_and_the_defender_controls_the_point():
    fought = play(at_once({"a": "minor 2 german"}, {"x": "minor 2 soviet"}), "attacker.fire 6; defender.fire 6")
    assert fates(fought) == {"a": "eliminated", "x": "eliminated"}
    assert fought.end.result == "held: both sides destroyed"
    assert controls(fought)["Target"] == "Soviet"


def test_b11_the_attacker_takes_losses_and_declares_first():
    text = at_once(dict.fromkeys("ab", "major 3 german"), dict.fromkeys("xy", "major 3 soviet"))
    first = "attacker.fire 2; defender.fire 2; attacker.losses a=2; defender.losses x=2; attacker.retreat stay"
    fought = play(text, f"{first}; defender.retreat retreat")
    assert course(fought) == [f"r1.{part.split()[0]}" for part in f"{first}; defender.retreat retreat".split("; ")]
    assert fates(fought) == {"a": "target dispersed losses=2", "b": "target", "x": "rear dispersed losses=2", "y": "rear"}
    second = waiting(text, "target.r2.defender.fire", f"{first}; defender.retreat stay; r2: attacker.fire 1")
    assert second.question.reading.record((1,)).column == "3"


def test_b11_totals_are_taken_before_any_loss():
    fought = play(at_once({"a": "minor 3 german"}, {"x": "minor 3 soviet"}), "attacker.fire 6; defender.fire 2")
    assert fates(fought) == {"a": "target dispersed losses=1", "x": "eliminated"}
    assert fought.end.result == "taken: defenders destroyed"


def test_b11_a_side_that_is_destroyed_still_fires():
    fought = play(at_once({"a": "minor 1 german"}, {"x": "major 3 soviet"}), "attacker.fire 6; defender.fire 2")
    assert fates(fought) == {"a": "eliminated", "x": "target dispersed losses=1"}
    assert fought.end.result == "held: attackers destroyed"


def test_b11_when_the_attacker_breaks_off_the_defender_is_not_asked():
    fought = play(
        at_once({"a": "major 3 german"}, {"x": "major 3 soviet"}), "attacker.fire 1; defender.fire 1; attacker.retreat retreat"
    )
    assert fates(fought) == {"a": "start dispersed", "x": "target"}


def test_b11_when_a_round_leaves_only_dispersed_units_nobody_is_asked():
    fought = play(at_once({"a": "major 3 german"}, {"x": "major 3 soviet"}), "attacker.fire 2; defender.fire 2")
    assert fates(fought) == {"a": "start dispersed losses=1", "x": "target dispersed losses=1"}
    assert fought.end.result == "held: attackers retreated"


# advance


def test_b15_all_attackers_enter_and_soviet_air_with_them():
    units = {"a": "major 6 soviet", "b": "major 2 soviet, dispersed: true"}
    fought = play(scenario(units, {"x": "minor 1 german"}, soviet=2), f"flak 1; {HIT}")
    assert fates(fought) == {"a": "target", "b": "target dispersed", "x": "eliminated"}
    assert air(fought, "soviet") == {"target": 2}
    assert controls(fought)["Target"] == "Soviet"


def test_b15_defenders_do_not_advance():
    fought = play(scenario({"a": "minor 1 soviet"}, {"x": "major 3 german"}), "defender.fire 6")
    assert fates(fought) == {"a": "eliminated", "x": "target"}
    assert results(fought) == {"Target": "held: attackers destroyed"}


@pytest.mark.parametrize(("holds", "told"), [("none", []), ("emplaced-factory", ["Target holds an enemy emplaced factory"])])
def test_b15_what_a_captured_point_holds_is_told(holds, told):
    text = scenario({"a": "major 6 soviet"}, {"x": "minor 1 german"}, points={"target": f"holds: {holds}"})
    assert [note.partition(";")[0] for note in notes(play(text, HIT)) if "holds an enemy" in note] == told
